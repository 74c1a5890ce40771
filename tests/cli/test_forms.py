"""Shared forms as the commands show them: the game in full, and where each part comes from."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .command import Rulerun

HERE = "tests/golden/forms"
RIGHT = f"{HERE}/right.yaml"
TRICKS = f"{HERE}/forms/tricks.yaml"


def test_render_prints_the_game_in_full_and_it_plays_the_same(
    rulerun: Rulerun, golden: Callable[[str, str], None], tmp_path: Path
) -> None:
    golden("forms/rendered.out", rulerun("render", RIGHT, "--with", "lowest").out)
    alone = rulerun("render", RIGHT).out
    assert "use:" not in alone
    rendered = tmp_path / "right.yaml"
    rendered.write_text(alone)
    for seed in ("1", "2"):
        games = [rulerun("play", str(game), "--seed", seed) for game in (RIGHT, rendered)]
        one, other = ([*game.out.splitlines()[3:]] for game in games)
        assert one == other and len(one) > 20
    assert rulerun("test", str(rendered)).out.endswith("1 passed\n")


@pytest.mark.parametrize(
    ("address", "options", "lines"),
    [
        ("best", (), ["highest card in trick where suit is suit of bottom of trick",
                      f"    {TRICKS}:12:9"]),
        ("counted", (), [f"yes  {TRICKS}:6:32"]),
        ("best", ("--with", "lowest"), ["lowest card in trick where suit is suit of bottom of trick",
                      f"    {HERE}/overlays/right/lowest.yaml:4:9",
                      "← highest card in trick where suit is suit of bottom of trick",
                      f"    {TRICKS}:12:9"]),
    ],
)  # fmt: skip
def test_explain_says_where_a_part_comes_from(
    rulerun: Rulerun, address: str, options: tuple[str, ...], lines: list[str]
) -> None:
    assert rulerun("explain", RIGHT, address, *options).out.splitlines()[1:] == lines


def test_coverage_counts_the_parts_of_the_form(rulerun: Rulerun) -> None:
    told = rulerun("test", RIGHT, "--coverage").out
    # The game itself has three lines; both rows, the condition and six lines are the form's.
    assert " 9  12  75 %" in told


@pytest.mark.parametrize("command", ["play", "render", "show", "fuzz", "compat"])
def test_a_form_by_itself_is_no_game(rulerun: Rulerun, command: str) -> None:
    done = rulerun(command, TRICKS)
    assert done.code == 2
    assert "is a form, a part of games that say 'use: tricks'" in done.err


def test_a_form_can_be_checked(rulerun: Rulerun) -> None:
    done = rulerun("check", TRICKS, f"{HERE}/forms/dealing.yaml")
    assert (done.code, done.out) == (0, "")


def test_a_folder_is_tested_without_its_forms(rulerun: Rulerun, form: str) -> None:
    folder = Path(form).parents[1]
    (folder / "other.yaml").write_text("on: push\n", encoding="utf-8")
    (folder / "war.yaml").unlink()
    for other in set(Path(form).parent.iterdir()) - {Path(form)}:
        other.unlink()
    done = rulerun("test", str(folder))
    assert (done.code, done.out) == (0, f"{folder / 'right.yaml'}: 1 example, 1 passed\n")
    assert done.err == f"left out as no rule file: {folder / 'other.yaml'}\n"


def test_a_folder_of_forms_alone_has_nothing_to_try(rulerun: Rulerun) -> None:
    done = rulerun("test", "rulesets/forms")
    assert done.code == 3 and "there are only forms in this folder" in done.err


@pytest.fixture
def form(tmp_path: Path) -> str:
    """The form of tricks, beside one game that uses it and one that does not."""
    shutil.copytree(f"{HERE}/forms", tmp_path / "forms")
    shutil.copy(RIGHT, tmp_path / "right.yaml")
    shutil.copy("rulesets/war.yaml", tmp_path / "war.yaml")
    return str(tmp_path / "forms" / "tricks.yaml")


def test_a_form_is_tried_with_the_examples_of_its_games(rulerun: Rulerun, form: str) -> None:
    done = rulerun("test", form, "--coverage", "--verbose")
    assert done.code == 0
    assert done.out.startswith(f"passed  right: an ace counts two\n{form}: 1 example, 1 passed\n")
    assert f"{form}          7   7  100 %" in done.out


@pytest.mark.parametrize(
    ("was", "now", "place"),
    [
        ("starting with leader", "starting with laeder", "20:36: error[T401]"),
        ("  best: highest", "  bset: highest", "12:3: error[T401]"),
        ("leader scores total", "leader scroes total", "30:37: error["),
        ("    other:", "    never: when rank of card is A -> 3\n    other:", "17:5: warning[L602]"),
    ],
)
def test_names_of_a_form_mean_what_they_mean_in_its_games(
    rulerun: Rulerun, form: str, was: str, now: str, place: str
) -> None:
    path = Path(form)
    text = path.read_text(encoding="utf-8").replace(was, now)
    path.write_text(text, encoding="utf-8")
    (line,) = rulerun("check", form, "--format", "concise").out.splitlines()
    assert line.startswith(f"{form}:{place}")
    path.write_text("form: Tricks\n", encoding="utf-8")  # what the standard input stands for
    done = rulerun("check", "-", "--stdin-filename", form, "--format", "concise", typed=text)
    assert (done.code, done.out) == (1, f"{line}\n")


def test_what_only_one_game_brings_about_is_no_matter_of_the_form(
    rulerun: Rulerun, form: str
) -> None:
    """A game that is wrong itself, and one that does not use all of it."""
    game = Path(form).parents[1] / "right.yaml"
    text = game.read_text(encoding="utf-8")
    game.with_name("other.yaml").write_text(text.replace("use: tricks", "use: tricsk"))
    assert rulerun("check", form).code == 0
    game.with_name("other.yaml").write_text(text.replace("hand", "hnad", 1))
    assert rulerun("check", form).code == 0
    game.unlink()
    game.with_name("other.yaml").unlink()
    done = rulerun("check", form)
    assert done.code == 0
    assert done.err == (
        f"1 file checked: nothing is wrong\n"
        f"no game beside the form {form} uses it: its names were not looked up\n"
    )


def test_what_no_game_exercises_of_a_form_is_named(rulerun: Rulerun, form: str) -> None:
    text = Path(form).read_text(encoding="utf-8")
    never = text.replace(
        "      clear:",
        "      never: when trick is empty -> leader becomes left of leader\n      clear:",
    )
    Path(form).write_text(never, encoding="utf-8")
    done = rulerun("test", form, "--coverage", "--threshold", "95")
    assert done.code == 1 and " 7   8  87 %" in done.out
    assert f"{form}:31:14: line 'never'" in done.out


def test_a_mutant_of_a_form_is_noticed_by_an_example_of_its_games(
    rulerun: Rulerun, form: str
) -> None:
    done = rulerun("test", form, "--mutate", "--format", "json")
    assert done.code == 0
    (file,) = json.loads(done.out)["files"]
    mutants = file["mutation"]["mutants"]
    assert {m["place"]["file"] for m in mutants} == {form}
    assert {m["fate"] for m in mutants} >= {"killed", "survived"}
    assert {m["by"] for m in mutants if m["fate"] == "killed"} == {"right: an ace counts two"}


def test_a_form_that_no_game_uses_cannot_be_tried(rulerun: Rulerun, form: str) -> None:
    assert "a form has no house rules" in rulerun("test", form, "--with", "lowest").err
    Path(form).parents[1].joinpath("right.yaml").unlink()
    done = rulerun("test", form)
    assert done.code == 2
    assert "is tried with their examples; there is no such game beside it" in done.err
