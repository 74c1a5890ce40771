"""`rulerun test`: examples that pass and fail, and files without any."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulerun.interpreter.examples.mutation import Mutation

from .command import ROOT, Rulerun

FAILING = "tests/golden/cli/failing.yaml"
HALF_SHOWN = "tests/golden/cli/coverage.yaml"
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


def test_an_example_in_which_a_rule_fails_is_not_to_be_listed(
    rulerun: Rulerun, folder: Path
) -> None:
    path = house_rule(folder, "")
    told = rulerun("test", path).out
    assert "\n  breaks: [two points for a card]\n" in told and "to be mended" not in told
    text = Path(path).read_text(encoding="utf-8")
    Path(path).write_text(text.replace("score 3", "score 3 / (1 - 1)"), encoding="utf-8")
    told = rulerun("test", path).out
    assert "breaks: [" not in told
    assert "an example stops at a rule that fails: that is to be mended" in told


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
    pasted = ready(done.out)
    path.write_text(text.format(pasted), encoding="utf-8")
    assert rulerun("test", str(path)).code == 0
    # One that holds all the same, and some that are missing: what is to be pasted is right again.
    path.write_text(text.format("breaks: [the deal]\n"), encoding="utf-8")
    assert ready(rulerun("test", str(path)).out) == pasted


def ready(out: str) -> str:
    """The lines that `rulerun test` says are to be pasted."""
    lines = out[out.index("  breaks: [") : out.rindex("]") + 1].splitlines()
    assert all(len(line) <= 80 for line in lines)
    return "\n".join(line.removeprefix("  ") for line in lines) + "\n"


def test_one_broken_example_is_offered_too_and_written_without_quotes(
    rulerun: Rulerun, folder: Path
) -> None:
    done = rulerun("test", house_rule(folder, ""))
    assert "says that this does not hold any more:\n  breaks: [two points for a card]\n" in done.out
    assert rulerun("test", house_rule(folder, ready(done.out))).code == 0


LATE = """\
house rule: Nobody knocks early
for: gin
add:
  options.quiet_turns: number from 0 to 20, normally 2 -- turns before anybody may knock
  round.remember.turns: number per player
  play.after turn.count, first: add 1 to your turns
  knock.may.not_so_early: your turns >= quiet_turns
"""


def test_examples_that_fail_for_one_reason_are_told_together(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "late_knock.yaml"
    path.write_text(LATE, encoding="utf-8")
    out = rulerun("test", str(path)).out
    assert out.count("not so early") == 1
    assert re.search(
        r"^FAILED  undercut \(like 'the source's knock'\): rulesets/gin.yaml:\d+:\d+$",
        out,
        re.MULTILINE,
    )
    assert "breaks: [the source's knock, sets and runs," in out
    path.write_text(LATE + ready(out), encoding="utf-8")
    assert rulerun("test", str(path)).code == 0


def test_all_of_what_fails_for_one_reason_is_told_if_asked_for(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "late_knock.yaml"
    path.write_text(LATE, encoding="utf-8")
    out = rulerun("test", "-v", "-k", "knock", str(path)).out
    assert out.count("not so early") > 1
    assert "(like" not in out


COUNT = """\
game: The count
players: 2
deck:
  ranks: A, 2 to 10, J, Q, K
  starts in: stock
piles:
  stock: face down
  discard: face up
  hand: per player, seen by owner
remember:
  total: number
phases:
  deal:
    repeat: 2 times
    at start:
      collect: gather all cards into stock
      shuffle: shuffle stock
      total: total becomes 0
      hands: deal 1 card from stock to each hand
    phases:
      turn:
        who: players in turn
        until: total > 9
        moves:
          play:
            choose: card in your hand
            do:
              add: add value of card to total
              lay: move card to discard
              draw: draw 1 from stock
winner: all players where size of hand > 5
examples:
  it:
    players: Anna, Ben
"""


def test_what_the_last_move_brought_about_is_told(rulerun: Rulerun, tmp_path: Path) -> None:
    """Unseen, the deal had ended: the total is 0 again; and chance had dealt the next one."""
    path = tmp_path / "count.yaml"
    play = """\
    shuffle: 5C 4C 6C 7C 8C
    play:
      - Anna: play 5C
      - Ben: play 4C
      - Anna: play 6C
      - Anna: play 2C
"""
    path.write_text(COUNT + play.replace("Anna: play 2C", "expect: total = 15"), encoding="utf-8")
    out = rulerun("test", str(path)).out
    before = out.index("  The last move before it:\n    Anna: play 6C\n")
    assert before < out.index("total: 9 -> 15") < out.index("deal 2") < out.index("total: 15 -> 0")
    assert "(all cards under 'shuffle' had come, and it waits for the next)" in out
    path.write_text(COUNT + play.replace("Anna: play 2C", "Ben: play 2C"), encoding="utf-8")
    (file,) = json.loads(rulerun("test", str(path), "--format", "json").out)["files"]
    (example,) = file["examples"]
    assert example["happened"][0] == "Anna: play 6C"
    assert "(all cards under 'shuffle' had come, and chance gave the next)" in example["happened"]


def test_all_that_was_done_is_told_if_asked_for(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "count.yaml"
    play = """\
    start at: turn
    given: { Anna's hand: 5C 3H, Ben's hand: 4C 2H, total: 3 }
    play:
      - Anna: play 5C
      - Ben: play 4C
      - expect: total = 12
"""
    path.write_text(COUNT + play, encoding="utf-8")
    out = rulerun("test", str(path), "--trace").out
    begins, first, second = (
        out.index(text)
        for text in (
            "  It begins with this:\n",
            "\n\n    Anna: play 5C\n",
            "\n\n    Ben: play 4C\n",
        )
    )
    assert begins < out.index("total    3") < first < out.index("total: 3 -> 8") < second
    assert first < out.index("Anna's hand -> discard: 5C") < second
    assert "  The last move before it:" not in out
    assert "It begins with this" not in rulerun("test", str(path)).out
    path.write_text(COUNT + play.replace("= 12", "= 0"), encoding="utf-8")
    assert "It begins with this" not in rulerun("test", str(path), "--trace").out
    assert "passed  it\n  It begins with this:\n" in rulerun("test", str(path), "--trace", "-v").out


def test_the_table_after_the_last_move_is_drawn_with_the_names(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "count.yaml"
    told = COUNT.replace("Anna, Ben", "Bo, Alexandra")
    told = told.replace("remember:", "remember:\n  points: number per player", 1)
    play = "    play:\n      - Bo: play 5C\n      - expect: total = 1\n"
    path.write_text(told + "    given: { Bo's hand: 5C }\n" + play, encoding="utf-8")
    lines = rulerun("test", str(path)).out.splitlines()
    (head,) = (line for line in lines if line.split()[:2] == ["points", "hand"])
    rows = [line for line in lines if line.split()[:1] in (["Bo"], ["Alexandra"])]
    assert len(rows) == 2
    for row in rows:  # a number ends below its head, cards begin there
        assert row[head.index("points") + len("points") - 1] == "0", lines
        assert row[head.index("hand")] != " " == row[head.index("hand") - 1], lines


# --------------------------------------------------------------------------------------------
# Some of them


@pytest.mark.parametrize(
    ("pattern", "some"),
    [
        ("points", "2 of 4 examples, 1 passed, 1 failed"),
        ("CARD points two", "1 of 4 examples, 1 passed"),
        ("^two", "1 of 4 examples, 1 passed"),
        ("(two|she)", "2 of 4 examples, 1 passed, 1 failed"),
    ],
)
def test_examples_are_chosen_by_words_or_an_expression(
    rulerun: Rulerun, pattern: str, some: str
) -> None:
    done = rulerun("test", FAILING, "-k", pattern)
    assert done.out.splitlines()[-1] == f"{FAILING}: {some}"
    assert done.code == (1 if "failed" in some else 0)


@pytest.mark.parametrize("pattern", ["pionts", "(", "two three"])
def test_no_match_is_a_failure_and_says_what_there_is(rulerun: Rulerun, pattern: str) -> None:
    done = rulerun("test", FAILING, "-k", pattern)
    assert (done.code, done.out) == (1, "")
    hint = "; did you mean 'points'?" if pattern == "pionts" else ""
    assert done.err == (
        f"no example has '{pattern}' in its name{hint}\nthese there are:\n"
        "  two points for a card\n  three points for a card\n"
        "  it is not his turn\n  she may not\n"
    )


def test_all_files_of_a_folder(rulerun: Rulerun, folder: Path) -> None:
    path = house_rule(folder, "breaks: [two points for a card]\n")
    done = rulerun("test", str(folder))
    assert done.code == 0
    game = folder / "failing.yaml"
    assert done.out == f"{game}: 1 example, 1 passed\n{path}: 1 example, 1 passed\n"


def test_of_several_files_one_match_is_enough(rulerun: Rulerun) -> None:
    done = rulerun("test", FAILING, "tests/golden/cli/at_once.yaml", "-k", "king")
    assert (done.code, done.err) == (0, "")
    assert done.out == "tests/golden/cli/at_once.yaml: 1 example, 1 passed\n"


# --------------------------------------------------------------------------------------------
# For other programs


def test_a_junit_report_has_a_case_for_each_example(rulerun: Rulerun) -> None:
    done = rulerun(
        "test", FAILING, "tests/golden/cli/broken.yaml", "nowhere.yaml", "--format", "junit"
    )
    assert done.code == 3
    root = ElementTree.fromstring(done.out.encode())
    assert root.tag == "testsuites"
    assert {k: root.get(k) for k in ("tests", "failures", "errors")} == {
        "tests": "6", "failures": "3", "errors": "2",
    }  # fmt: skip
    suite, without, missing = root.findall("testsuite")
    assert (suite.get("name"), suite.get("tests"), suite.get("skipped")) == (FAILING, "4", "0")
    first, second, *_ = suite.findall("testcase")
    assert (first.get("name"), first.get("file"), first.get("line")) == (
        "two points for a card", FAILING, "19",
    )  # fmt: skip
    assert first.find("failure") is None
    failure = second.find("failure")
    assert failure is not None
    assert failure.get("type") == "R713"
    assert failure.get("message") == "'Anna's points = 3' does not hold: Anna's points is 2"
    assert "28 |       - expect: Anna's points = 3" in (failure.text or "")
    for case, why in ((without, "there are no examples"), (missing, "the rules are wrong")):
        error = case.find("testcase/error")
        assert error is not None and why in (error.get("message") or "")


def test_a_junit_report_can_be_read_whatever_a_rule_file_says(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "odd.yaml"
    text = (ROOT / FAILING).read_text(encoding="utf-8")
    path.write_text(text.replace("she may not", r'"<a> & \x1b \u2028 \uffff"'), encoding="utf-8")
    done = rulerun("test", str(path), "--format", "junit")
    names = [c.get("name") for c in ElementTree.fromstring(done.out.encode()).iter("testcase")]
    assert names[-1] is not None and names[-1].startswith("<a> & ")


def test_json_has_everything(rulerun: Rulerun, folder: Path) -> None:
    path = house_rule(folder, "breaks: [two points for a card]\n")
    found = json.loads(rulerun("test", FAILING, path, "--format", "json", "--values").out)
    assert (found["examples"], found["passed"], found["failed"]) == (5, 2, 3)
    first, second = found["files"]
    assert (first["file"], first["with"], second["file"]) == (FAILING, [], path)
    example = first["examples"][1]
    assert (example["name"], example["passed"], example["place"]["line"]) == (
        "three points for a card", False, 24,
    )  # fmt: skip
    (failure,) = example["failures"]
    assert (failure["code"], failure["place"]["line"]) == ("R713", 28)
    (values,) = example["values"]
    assert values["text"] == "Anna's points = 3 and size of stock = 35"
    assert values["parts"][0] == {"part": "Anna's points", "at": 7, "value": "2"}
    (broken,) = second["examples"]
    assert (broken["broken"], broken["passed"]) == (True, True)


def test_github_annotates_the_steps_that_fail(
    rulerun: Rulerun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    path = tmp_path / "count.yaml"
    path.write_text(f"{COUNT}    play:\n      - expect: total = 1\n", encoding="utf-8")
    done = rulerun("test", str(path), "--format", "github")
    assert done.code == 1 and "FAILED  it\n" in done.out
    (told,) = (line for line in done.out.splitlines() if line.startswith("::"))
    line = path.read_text(encoding="utf-8").count("\n")
    assert told.startswith(f"::error file=count.yaml,line={line},endLine={line},col=17,")
    assert "example 'it': 'total = 1' does not hold" in told
    path.write_text(COUNT.replace("game: ", "gmae: "), encoding="utf-8")
    told = rulerun("test", str(path), "--format", "github").out
    assert told.startswith("::error file=count.yaml,line=") and "S201" in told


def test_a_report_goes_into_a_file(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    done = rulerun("test", FAILING, "--format", "json", "--output-file", str(path))
    assert (done.code, done.out) == (1, "")
    assert json.loads(path.read_text(encoding="utf-8"))["failed"] == 3
    done = rulerun("test", FAILING, "--output-file", str(tmp_path / "no" / "folder"))
    assert done.code == 3
    assert "cannot be written" in done.err


# --------------------------------------------------------------------------------------------
# Values and coverage


def test_values_stand_under_what_fails(rulerun: Rulerun, golden: Golden) -> None:
    golden("cli/test_values.out", rulerun("test", "tests/golden/cli/values.yaml", "--values").out)


def test_what_no_example_shows_is_listed_with_its_place(rulerun: Rulerun, golden: Golden) -> None:
    done = rulerun("test", HALF_SHOWN, "--coverage", "-v")
    assert (done.code, done.err) == (0, "")
    golden("cli/test_coverage.out", done.out)


def test_less_than_the_threshold_is_a_failure(rulerun: Rulerun) -> None:
    at_once = "tests/golden/cli/at_once.yaml"
    done = rulerun("test", HALF_SHOWN, at_once, "--threshold", "50")
    assert done.code == 1
    assert done.err == f"{HALF_SHOWN}: 28 % is less than 50 %\n"
    assert rulerun("test", at_once, "--threshold", "50").code == 0
    assert rulerun("test", HALF_SHOWN, "--threshold", "101").code == 2


def test_coverage_for_other_programs(rulerun: Rulerun) -> None:
    (file,) = json.loads(rulerun("test", HALF_SHOWN, "--coverage", "--format", "json").out)["files"]
    coverage = file["coverage"]
    assert (coverage["file"], coverage["exercised"], coverage["of"]) == (HALF_SHOWN, 7, 25)
    assert coverage["kinds"]["moves"] == {"exercised": 1, "of": 2}
    assert coverage["missing"][0] == {
        "kind": "lines",
        "what": "line 'shuffle' in 'setup' never does anything",
        "place": {"file": HALF_SHOWN, "line": 17, "column": 12, "end": {"line": 17, "column": 25}},
    }
    done = rulerun("test", HALF_SHOWN, "--threshold", "60", "--format", "junit")
    suite = ElementTree.fromstring(done.out.encode()).find("testsuite")
    assert suite is not None and suite.get("failures") == "1"
    assert suite.find("properties/property[@name='coverage']") is not None
    failure = suite.find("testcase[@name='coverage of 60 %']/failure")
    assert failure is not None and failure.get("message") == "28 % is less than 60 %"


# --------------------------------------------------------------------------------------------
# Mutants


def test_mutants_that_no_example_notices_are_shown_at_their_place(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(TWO_CHIPS, encoding="utf-8")
    done = rulerun("test", str(path), "--mutate", "--threshold", "90")
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[0] == f"{path}: 1 example, 1 passed"
    assert f"{path}:17:46: survived: another number: 9 -> 10" in lines
    assert lines[-2].startswith(f"{path}: ") and lines[-2].endswith(" %")
    assert "not counted:" in lines[-1]
    assert done.err == f"{path}: less than 90 % of the mutants are killed\n"


def test_while_examples_fail_no_mutants_are_tried_and_that_is_said(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(TWO_CHIPS.replace("expect: ", "expect: not ", 1), encoding="utf-8")
    done = rulerun("test", str(path), "--mutate")
    assert done.code == 1
    assert done.err == f"{path}: no mutants are tried while examples fail\n"


def test_mutants_for_other_programs(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(TWO_CHIPS, encoding="utf-8")
    done = rulerun("test", str(path), "--mutate", "--format", "json")
    assert done.code == 0
    found = json.loads(done.out)["files"][0]["mutation"]
    fates = [mutant["fate"] for mutant in found["mutants"]]
    assert fates.count("killed") == found["killed"] > 0
    assert fates.count("survived") == found["survived"] > 0
    assert 0 < found["score"] < 100


@pytest.mark.parametrize("form", ["full", "json"])
def test_what_was_tried_until_ctrl_c_is_told(
    rulerun: Rulerun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    real = Mutation.outcomes

    def interrupted(self: Mutation) -> object:
        for number, outcome in enumerate(real(self)):
            if number == 3:
                raise KeyboardInterrupt
            yield outcome

    monkeypatch.setattr(Mutation, "outcomes", interrupted)
    path = tmp_path / "two.yaml"
    path.write_text(TWO_CHIPS, encoding="utf-8")
    done = rulerun("test", str(path), str(path), "gin", "--mutate", "--format", form)
    assert (done.code, done.err) == (130, "rulerun: interrupted\n")
    if form == "json":
        (file,) = json.loads(done.out)["files"]
        assert len(file["mutation"]["mutants"]) == 3 and file["mutation"]["not_tried"] > 3
    else:
        assert re.search(r"\d % \(of \d+ only 3 were tried\)", done.out)
        assert "gin" not in done.out


def test_an_interrupted_test_is_no_fault_and_no_success(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulerun.cli.test._try", interrupted)
    done = rulerun("test", "gin", "--format", "json")
    assert (done.code, done.err) == (130, "rulerun: interrupted\n")
    assert json.loads(done.out) == {"examples": 0, "passed": 0, "failed": 0, "files": []}


@pytest.mark.parametrize("other", [("-k", "chips"), ("--format", "junit")])
def test_mutants_are_tried_with_all_examples(rulerun: Rulerun, other: tuple[str, str]) -> None:
    done = rulerun("test", "gin", "--mutate", *other)
    assert done.code == 2
    assert "'--mutate' does not go with" in done.err


TWO_CHIPS = """\
game: Two chips
players: 2
deck: { ranks: '2 to 10', starts in: stock }
chips: { each player: 5, pot: 0 }
piles:
  stock: face down
phases:
  turn:
    who: each player
    moves:
      pay:
        do:
          pay: pay 2 to pot
      pass: do nothing
  finale:
    at start:
      back: when pot > 3 and size of stock > 9 -> first of players takes all from pot
winner: all players with most chips
examples:
  two chips:
    players: Anna, Ben
    play:
      - Anna: pay
      - Ben: pay
      - expect: Anna's chips = 7 and winners is Anna
"""


def test_of_wrong_rules_nobody_says_what_examples_there_are(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    path = tmp_path / "kuhn.yaml"
    text = (ROOT / "rulesets" / "kuhn.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("players: 2", "plyers: 2", 1), encoding="utf-8")
    done = rulerun("test", str(path), "-k", "bet")
    assert done.code == 1 and "no example has" not in done.err
