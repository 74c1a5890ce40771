"""`rulerun show`: each stage of a rule file, readable."""

from collections.abc import Callable

import pytest

from .command import Rulerun

GAME = "tests/golden/cli/at_once.yaml"
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
    assert " # knock_at_7.yaml:" in changed and " over gin.yaml:" in changed
    assert "normally 7" in changed


def test_merged_is_what_render_prints(rulerun: Rulerun) -> None:
    stack = ("in_between", "--with", "triple_penalty", "--with", "ace_either")
    assert rulerun("show", *stack, "--stage", "merged") == rulerun("render", *stack)


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
