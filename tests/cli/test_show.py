"""`rulerun show`: each stage of a rule file, readable; merged rules play the same game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rulerun.cli.players import Bots
from rulerun.interpreter.game import Game
from rulerun.interpreter.loading import load

from .command import ROOT, Rulerun

GAME = "tests/golden/cli/at_once.yaml"
STACKS = [
    ["gin"],
    ["gin", "--with", "oklahoma_spades"],
    ["gin", "--with", "big_gin", "--with", "ace_both"],
    ["in_between", "--with", "side_bets"],
    ["in_between", "--with", "triple_penalty", "--with", "ace_either"],
    ["aussenseiter", "--with", "fifteen_cards"],
]

Golden = Callable[[str, str], None]


@pytest.mark.parametrize("stage", ["tree", "merged", "program"])
def test_a_stage_is_shown(rulerun: Rulerun, golden: Golden, stage: str) -> None:
    done = rulerun("show", GAME, "--stage", stage)
    assert (done.code, done.err) == (0, "")
    golden(f"cli/show_{stage}.out", done.out)


def test_the_code_is_shown_and_is_code(rulerun: Rulerun) -> None:
    done = rulerun("show", GAME, "--stage", "python", "--players", "3")
    assert done.code == 0
    assert done.out.startswith("# Higher Wins, 3 players\n")
    compile(done.out, "shown", "exec")


def test_origins_of_what_a_house_rule_changed(rulerun: Rulerun) -> None:
    lines = rulerun("show", "gin", "--with", "knock_at_7").out.splitlines()
    (changed,) = [line for line in lines if line.startswith("  knock_limit:")]
    assert changed.endswith("# knock_at_7.yaml:4 over gin.yaml:18")
    assert "normally 7" in changed


@pytest.mark.parametrize("stack", STACKS, ids=" ".join)
def test_merged_rules_are_a_rule_file_of_the_same_game(
    rulerun: Rulerun, tmp_path: Path, stack: list[str]
) -> None:
    merged = rulerun("show", *stack, "--stage", "merged")
    assert merged.code == 0
    path = tmp_path / "merged.yaml"
    path.write_text(merged.out, encoding="utf-8")
    check = rulerun("check", str(path), "--format", "concise")
    assert (check.code, check.out) == (0, "")

    overlays = [word for word in stack[1:] if word != "--with"]
    assert moves(load(stack[0], overlays=overlays)) == moves(load(path))


def moves(game: Game) -> list[str]:
    """The first moves of a game that plays itself."""
    state = game.start(seed=4)
    bots = Bots(4, game.players)
    made: list[str] = []
    while not state.is_over and len(made) < 300:
        move = bots.choose(state)
        made.append(f"{state.actor}: {move}")
        state.apply(move)
    return made


@pytest.mark.parametrize(
    "text",
    ["a: b", "a #b", "- a", "'a'", "[a", "a:", "", " ", "yes", "{", "*a", "tab\tinside", "é ♥"],
)
def test_any_text_survives(rulerun: Rulerun, tmp_path: Path, text: str) -> None:
    """Written by `show` and read again, a text is the same."""
    game = (ROOT / GAME).read_text(encoding="utf-8")
    quoted = '"' + text.replace("\t", "\\t") + '"'
    path = tmp_path / "game.yaml"
    path.write_text(f"about: {quoted}\n" + game.replace("about:", "also known as:"), "utf-8")
    first = rulerun("show", str(path)).out
    path.write_text(first, encoding="utf-8")
    second = rulerun("show", str(path)).out
    assert "game: Higher Wins" in first
    assert first == second


def test_what_is_wrong_is_said_with_what_there_is(rulerun: Rulerun) -> None:
    done = rulerun("show", "tests/golden/cli/wrong.yaml", "--stage", "merged")
    assert done.code == 1
    assert "game: Wrong" in done.out
    assert "error[" in done.err


@pytest.mark.parametrize(
    "wrong", [("--players", "9"), ("--set", "nope=1"), ("--set", "target=0")], ids=" ".join
)
@pytest.mark.parametrize("stage", ["merged", "program", "python"])
def test_what_cannot_be_played_is_refused_at_every_stage(
    rulerun: Rulerun, stage: str, wrong: tuple[str, str]
) -> None:
    done = rulerun("show", "gin", "--stage", stage, *wrong)
    assert done.code == 2
    assert done.out == ""
    assert done.err
