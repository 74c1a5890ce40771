"""`rulerun compare`: what it prints, and what it answers to wrong use."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulerun.interpreter.simulation import workers
from rulerun.interpreter.simulation.pairs import PairTally

from .command import Rulerun

FEW = ("--games", "100", "--jobs", "1")
THREE = """\
house rule: Three
for: small
change: { players: 3 to 4 }
breaks: [the ace takes the round]
"""


def test_what_is_shown_stands_in_both_formats(rulerun: Rulerun) -> None:
    words = rulerun("compare", "kuhn", "--with", "one_raise", *FEW)
    told = json.loads(
        rulerun("compare", "kuhn", "--with", "one_raise", *FEW, "--format", "json").out
    )
    assert (words.code, words.err) == (0, "")
    shown = [one["name"] for one in told["differences"] if one["is_shown"]]
    marked = [line.split("  ")[0] for line in words.out.splitlines() if line.endswith("*")]
    assert [name.removesuffix(", %") for name in marked] == shown != []
    assert f"asked {len(told['differences'])} questions" in words.out
    assert told["pairs"] == 100 and told["overlays"] == ["one_raise"] and told["against"] == []


def test_each_house_rule_has_its_line(rulerun: Rulerun) -> None:
    done = rulerun("compare", "kuhn", "--all", *FEW)
    assert done.code == 0
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines[3:6]] == ["without", "foreheads", "one_raise"]
    told = json.loads(rulerun("compare", "kuhn", "--all", *FEW, "--format", "json").out)
    assert [found["overlays"] for found in told] == [["foreheads"], ["one_raise"]]
    (wins,) = (d for d in told[0]["differences"] if d["name"] == "P1 wins")
    assert float(lines[3].split()[2]) == pytest.approx(100 * wins["base"], abs=0.6)
    for line, found in zip(lines[4:6], told, strict=True):
        assert float(line.split()[2]) == pytest.approx(100 * found["changed"]["value"], abs=0.6)
    out = rulerun("compare", "kuhn", "--all", *FEW, "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert list(dict.fromkeys(row["with"] for row in rows)) == ["foreheads", "one_raise"]
    names = [one["name"] for found in told for one in found["differences"]]
    assert [row["metric"] for row in rows] == names


def test_one_house_rule_against_another(rulerun: Rulerun) -> None:
    done = rulerun(
        "compare", "in_between", "--with", "triple_penalty", "--against", "home_game", *FEW
    )
    assert done.out.startswith(
        "in_between with triple_penalty, against in_between with home_game: "
    )
    same = rulerun("compare", "in_between", "--with", "home_game", "--against", "home_game")
    assert (same.code, same.out) == (2, "")
    assert "both sides are played by the same rules" in same.err


def test_until_it_is_known(rulerun: Rulerun) -> None:
    arguments = ("compare", "kuhn", "--with", "one_raise", "--until", "4pp", "--format", "json")
    told = json.loads(rulerun(*arguments, "--jobs", "1").out)
    wins = [one["difference"] for one in told["differences"] if one["name"].endswith(" wins")]
    assert all((one["high"] - one["low"]) / 2 <= 0.04 for one in wins)
    assert told["pairs"] in (500, 1000, 2000)
    assert json.loads(rulerun(*arguments, "--jobs", "2").out) == told


def test_where_it_is_not_known_in_time_that_is_said(rulerun: Rulerun) -> None:
    done = rulerun("compare", "kuhn", "--with", "one_raise", "--until", "0.1pp", *FEW)
    assert done.code == 1
    assert "100 pairs are not enough to know it to 0.1 points" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say which house rules to compare: '--with NAME', or '--all'"),
        (("--all", "--with", "one_raise"), "'--all' takes every house rule"),
        (("--with", "one_raise", "--games", "1"), "a whole number from 2"),
        (
            ("--with", "one_raise", "--until", "5"),
            "percentage points are needed, '0.5pp' say, not '5'",
        ),
        (("--with", "one_raise", "--until", "0pp"), "percentage points are needed"),
        (("--with", "one_rise"), "one_raise"),
        (("--with", "one_raise", "--players", "7"), "Kuhn Poker is for 2 to 3 players, not 7"),
        (("--with", "one_raise", "--set", "no=1"), "no"),
    ],
)
def test_wrong_use(rulerun: Rulerun, arguments: tuple[str, ...], said: str) -> None:
    done = rulerun("compare", "kuhn", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_house_rule_for_more_players(
    rulerun: Rulerun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rulerun("new", "game", "small")
    Path("three.yaml").write_text(THREE, encoding="utf-8")
    done = rulerun("compare", "small.yaml", "--with", "three.yaml")
    assert (done.code, done.out) == (2, "")
    assert "with three, Small is for 3 to 4 players, not 2" in done.err
    assert "both sides need as many: say '--players'" in done.err
    assert (
        rulerun("compare", "small.yaml", "--with", "three.yaml", "--players", "3", *FEW).code == 0
    )


def test_a_game_without_house_rules(rulerun: Rulerun, tmp_path: Path) -> None:
    rulerun("new", "game", str(tmp_path / "my_game"))
    done = rulerun("compare", str(tmp_path / "my_game.yaml"), "--all")
    assert done.code == 2 and "has no house rules to compare" in done.err


def test_what_was_measured_before_ctrl_c_is_told(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = workers.Alone.play

    def interrupted(alone: workers.Alone[PairTally], first: int, end: int) -> Iterator[PairTally]:
        for number, tally in enumerate(play(alone, first, end)):
            if number == 4:
                raise KeyboardInterrupt
            yield tally

    monkeypatch.setattr(workers.Alone, "play", interrupted)
    done = rulerun("compare", "kuhn", "--with", "one_raise", *FEW)
    assert done.code == 130
    assert ": 20 of 100 pairs of games, " in done.out
    assert done.err.endswith("rulerun: interrupted\n")
    command = ("compare", "kuhn", "--all", *FEW, "--format")
    (told,) = json.loads(rulerun(*command, "json").out)
    assert (told["pairs"], told["asked"], told["interrupted"]) == (20, 100, True)
    head, first, *_ = rulerun(*command, "csv").out.splitlines()
    assert head.endswith(",pairs,asked,interrupted") and first.endswith(",20,100,True")
    assert rulerun("compare", "kuhn", "--all", *FEW).out.startswith(
        "kuhn: 1 house rule, 2 players, seed 1, interrupted\n"
    )


def test_two_pairs_leave_all_open(rulerun: Rulerun) -> None:
    """Whatever their interval is, no difference is larger than all games."""
    done = rulerun("compare", "kuhn", "--all", "--games", "2", "--jobs", "1")
    assert done.code == 0
    told = re.search(r"Who wins: no difference shown at (\d+) points\.", done.out)
    assert told is not None and 50 < int(told[1]) <= 100


def test_the_file_of_a_house_rule_is_compared_with_its_game(rulerun: Rulerun) -> None:
    """As everywhere, the file of a house rule stands for the game with it."""
    there = "rulesets/overlays/kuhn/one_raise.yaml"
    by_file = rulerun("compare", there, *FEW)
    by_name = rulerun("compare", "kuhn", "--with", "one_raise", *FEW)
    assert by_file.code == by_name.code == 0
    head, figures = by_file.out.split("\n", 1)
    assert "one_raise" in head
    assert figures == by_name.out.split("\n", 1)[1]


def test_all_house_rules_are_told_in_words_too(rulerun: Rulerun) -> None:
    done = rulerun("compare", "kuhn", "--all", "--games", "3000", "--jobs", "1")
    words = done.out.splitlines()[-3:]
    assert words[0].startswith("Who wins with one_raise: P1 less often by ")
    assert words[1].startswith("Who wins with the others: no difference shown at ")
    assert words[2].startswith("Dealt alike, these pairs tell of wins as much as ")


def test_of_a_game_for_one_its_payoff_is_told(rulerun: Rulerun) -> None:
    done = rulerun("compare", "blackjack", "--all", *FEW[2:], "--games", "2", "--set", "rounds=1")
    assert done.code == 0
    assert "P1 payoff" in done.out.splitlines()[2] and "turns" not in done.out
