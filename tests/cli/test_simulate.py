"""`rulerun simulate`: what it prints, and what it answers to wrong use."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from rulerun.cli import progress
from rulerun.cli.terminal import Closed
from rulerun.interpreter.simulation import workers
from rulerun.interpreter.simulation.measured_game import MeasuredGame
from rulerun.interpreter.simulation.tally import Tally

from ..interpreter.test_fuzzing import FRAME, TURNS
from .command import Rulerun

FEW = ("--games", "60", "--jobs", "1")


def test_all_figures_stand_in_both_formats_for_programs(rulerun: Rulerun) -> None:
    told = json.loads(rulerun("simulate", "leduc", *FEW, "--format", "json").out)
    lines = list(
        csv.DictReader(io.StringIO(rulerun("simulate", "leduc", *FEW, "--format", "csv").out))
    )
    by_name = {(line["metric"], line["of"]): line for line in lines}
    assert len(by_name) == len(lines)  # no figure twice, and none with two meanings
    assert told["games"] == 60 == int(by_name["games", ""]["value"])
    seat = told["seats"][1]["won"]
    line = by_name["seats.won", "P2"]
    assert [float(line[k]) for k in ("value", "low", "high")] == list(seat.values())
    assert sum(told["turns"]["counts"].values()) == 60
    assert by_name["applied.times", "moves bet"]
    assert {a["name"] for a in told["applied"] if a["kind"] == "moves"} > {"bet", "fold"}


def test_the_number_of_processes_cannot_be_seen(rulerun: Rulerun) -> None:
    one, two = (
        rulerun("simulate", "kuhn", "--games", "90", "--jobs", jobs, "--format", "json").out
        for jobs in ("1", "2")
    )
    assert one == two


def test_games_without_any_move_are_told(rulerun: Rulerun, tmp_path: Path) -> None:
    text = FRAME + TURNS + "            do: do nothing\n"
    text = text.replace("    repeat: 3 times\n", "    repeat: 3 times\n    skip when: yes\n")
    (tmp_path / "small.yaml").write_text(text, encoding="utf-8")
    few = ("--games", "3", "--jobs", "1")
    told = "Nobody ever made a move: each game was over before the first one.\n"
    assert told in rulerun("simulate", str(tmp_path / "small.yaml"), *few).out
    assert told not in rulerun("simulate", "old_maid", *few).out


def test_a_game_in_which_nothing_is_compared_has_no_margin(rulerun: Rulerun) -> None:
    done = rulerun("simulate", "old_maid", "--games", "5", "--jobs", "1")
    assert done.code == 0
    assert "winner's margin" not in done.out and "turns" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--games", "0"), "a whole number from 1 to 1000000000 is needed, not '0'"),
        (("--games", "-3"), "a whole number from 1 to 1000000000 is needed, not '-3'"),
        (("--jobs", "0"), "a whole number from 1 to 256 is needed, not '0'"),
        (("--players", "9"), "Kuhn Poker is for 2 to 3 players, not 9"),
        (("--set", "stack=x"), "option 'stack'"),
        (("--with", "no_such"), "no_such"),
        (("--seed", "-1"), "a whole number from 0 to"),
        (("--output-file", "no/such/folder"), "cannot be written"),
    ],
)
def test_wrong_use(rulerun: Rulerun, arguments: tuple[str, ...], said: str) -> None:
    done = rulerun("simulate", "kuhn", *arguments)
    assert (done.code, done.out) == (3 if "--output-file" in arguments else 2, "")
    assert said in done.err


def test_a_rule_that_fails_is_told_with_the_seed_of_its_game(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "small.yaml"
    sometimes = "            do: deal 40 cards from stock to your hand\n"
    path.write_text(FRAME + TURNS + sometimes, encoding="utf-8")
    done = rulerun("simulate", str(path), *FEW)
    assert done.code == 1
    head, _, failed = done.out.partition("R701: too few cards: 'stock' is empty\n")
    assert head.startswith("small: ") and "first in that of seed " in failed
    seed = failed.split("seed ")[1].strip()
    again = rulerun("play", str(path), "--seed", seed)
    assert again.code == 1 and "R701" in again.err + again.out


def test_where_every_game_fails_there_is_nothing_to_say(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    text = (FRAME + TURNS + "            do: do nothing\n").replace("deal 3 cards", "deal 30 cards")
    path.write_text(text, encoding="utf-8")
    done = rulerun("simulate", str(path), *FEW)
    assert (done.code, done.out) == (1, "")
    assert "no game came to an end: R701" in done.err


def test_what_was_measured_before_ctrl_c_is_told(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = workers.Alone.play

    def interrupted(alone: workers.Alone[Tally], first: int, end: int) -> Iterator[Tally]:
        for number, tally in enumerate(play(alone, first, end)):
            if number == 5:
                raise KeyboardInterrupt
            yield tally

    monkeypatch.setattr(workers.Alone, "play", interrupted)
    monkeypatch.setattr(progress, "EVERY", 0)
    done = rulerun("simulate", "kuhn", *FEW)
    assert done.code == 130
    assert done.out.startswith("kuhn: 15 of 60 games, 2 players, seed 1\n")
    assert done.err.endswith("rulerun: interrupted\n")
    assert "15 of 60 games" in done.err and "s left" in done.err
    told = json.loads(rulerun("simulate", "kuhn", *FEW, "--format", "json").out)
    assert (told["games"], told["asked"], told["interrupted"]) == (15, 60, True)
    rows = rulerun("simulate", "kuhn", *FEW, "--format", "csv").out.splitlines()
    assert {"games,,15,,", "asked,,60,,", "interrupted,,True,,"} <= set(rows)


def test_one_game_has_no_interval_of_a_mean(rulerun: Rulerun) -> None:
    done = rulerun("simulate", "kuhn", "--games", "1", "--jobs", "1")
    assert (done.code, done.err) == (0, "")
    assert "P1  " in done.out and "inf" not in done.out


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("closed", "the standard output is closed"),
        ("full", "the output cannot be written (no space left on device)"),
    ],
)
def test_an_output_that_takes_nothing_is_told_before_anything_is_played(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch, output: str, said: str
) -> None:
    if output == "full" and not Path("/dev/full").exists():
        pytest.skip("there is no full device here")
    monkeypatch.setattr(workers.Alone, "play", None)
    monkeypatch.setattr("rulerun.cli.main._discard_output", lambda: None)
    with nullcontext(Closed("output")) if output == "closed" else open("/dev/full", "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        done = rulerun("simulate", "kuhn", "--jobs", "1")
    assert (done.code, done.err) == (3, f"rulerun: {said}\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_game_is_made_once(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    """Processes that are forked have it from the one that they work for."""
    made, make = [], MeasuredGame.__init__

    def counted(self: MeasuredGame, *arguments: Any, **named: Any) -> None:
        made.append(self)
        make(self, *arguments, **named)

    monkeypatch.setattr(MeasuredGame, "__init__", counted)
    assert rulerun("simulate", "kuhn", "--games", "9", "--jobs", jobs).code == 0
    assert len(made) == 1
