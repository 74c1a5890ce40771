"""`rulerun test`: examples that pass and fail, and files without any."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .command import ROOT, Rulerun

FAILING = "tests/golden/cli/failing.yaml"
RULES = """\
house rule: Three for a card
for: failing
change:
  take.do: draw 1 from stock; score 3
"""

Golden = Callable[[str, str], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game whose examples all pass."""
    text = (ROOT / FAILING).read_text(encoding="utf-8")
    text = text[: text.index("  three points for a card:")]
    (tmp_path / "failing.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def house_rule(folder: Path, text: str) -> str:
    path = folder / "three.yaml"
    path.write_text(RULES + text, encoding="utf-8")
    return str(path)


def test_failures_are_shown_with_the_values_of_both_sides(rulerun: Rulerun, golden: Golden) -> None:
    done = rulerun("test", FAILING)
    assert (done.code, done.err) == (1, "")
    golden("cli/test_failing.out", done.out)


def test_what_passes_is_counted(rulerun: Rulerun) -> None:
    done = rulerun("test", "tests/golden/cli/at_once.yaml")
    assert done.code == 0
    assert done.out == "tests/golden/cli/at_once.yaml: 1 example, 1 passed\n"


def test_what_passes_is_named_when_asked_for(rulerun: Rulerun) -> None:
    assert "passed  the king wins\n" in rulerun("test", "-v", "tests/golden/cli/at_once.yaml").out


def test_no_examples_are_a_failure(rulerun: Rulerun) -> None:
    done = rulerun("test", "tests/golden/cli/broken.yaml")
    assert done.code == 1
    assert done.out == "tests/golden/cli/broken.yaml: there are no examples\n"


def test_a_house_rule_that_breaks_an_example_has_to_say_so(rulerun: Rulerun, folder: Path) -> None:
    done = rulerun("test", house_rule(folder, ""))
    assert done.code == 1
    assert "FAILED  two points for a card" in done.out


def test_what_a_house_rule_breaks_has_to_fail(rulerun: Rulerun, folder: Path) -> None:
    done = rulerun("test", "-v", house_rule(folder, "breaks: [two points for a card]\n"))
    assert done.code == 0
    assert "passed  two points for a card (broken by the house rule)" in done.out


def test_what_is_said_to_be_broken_and_passes_is_a_failure(rulerun: Rulerun, folder: Path) -> None:
    path = house_rule(folder, "breaks: [two points for a card]\n")
    text = Path(path).read_text(encoding="utf-8").replace("score 3", "score 2")
    Path(path).write_text(text, encoding="utf-8")
    done = rulerun("test", path)
    assert done.code == 1
    assert "the example 'two points for a card' still passes" in done.out
    assert "three.yaml:5:10" in done.out


def test_a_house_rule_by_its_name(rulerun: Rulerun) -> None:
    done = rulerun("test", "gin", "--with", "knock_at_7")
    assert done.code == 0
    assert done.out.startswith("gin with knock_at_7: ")


def test_a_stack_made_up_by_hand_has_no_examples(rulerun: Rulerun) -> None:
    done = rulerun("test", "gin", "--with", "knock_at_7", "--with", "ace_both")
    assert done.code == 1
    assert "there are no examples: house rules that do not belong together" in done.out


def test_the_worst_of_several_files_counts(rulerun: Rulerun) -> None:
    done = rulerun("test", "nowhere.yaml", FAILING, "tests/golden/cli/at_once.yaml")
    assert done.code == 3
    assert "1 example, 1 passed" in done.out
    assert "3 failed" in done.out


def test_examples_that_a_house_rule_breaks_are_listed_to_be_pasted(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "poor_gin.yaml"
    text = "house rule: Poor Gin\nfor: gin\nset: {{ gin_bonus: 1, undercut_bonus: 1 }}\n{}"
    path.write_text(text.format(""), encoding="utf-8")
    done = rulerun("test", str(path))
    assert done.code == 1
    (line,) = (line for line in done.out.splitlines() if line.startswith("  breaks: ["))
    path.write_text(text.format(line.strip() + "\n"), encoding="utf-8")
    assert rulerun("test", str(path)).code == 0
