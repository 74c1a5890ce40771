"""`rulerun check`: what it prints, and what it exits with."""

import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from rulerun.cli import changes
from rulerun.cli.main import main

from .command import ROOT, Done, Rulerun
from .sarif_schema import run_of

WRONG = "tests/golden/cli/wrong.yaml"
RIGHT = "tests/golden/cli/at_once.yaml"

Golden = Callable[[str, str], None]


def test_nothing_is_said_of_right_files_but_that_they_are_right(rulerun: Rulerun) -> None:
    done = rulerun("check", RIGHT, "gin")
    assert (done.code, done.out, done.err) == (0, "", "2 files checked: nothing is wrong\n")


def test_all_that_is_wrong_is_shown_in_full(rulerun: Rulerun, golden: Golden) -> None:
    done = rulerun("check", WRONG)
    assert done.code == 1
    golden("cli/check_full.out", done.out + done.err)


def test_concise_is_one_line_each_and_nothing_else(rulerun: Rulerun) -> None:
    done = rulerun("check", RIGHT, WRONG, "--format", "concise")
    assert done.code == 1
    assert done.err == ""
    lines = done.out.splitlines()
    assert lines
    assert all(line.startswith(f"{WRONG}:") and " error[" in line for line in lines)


def test_a_fault_of_the_game_is_told_once_for_several_house_rules(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    wrong = Path(WRONG).read_text(encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text(wrong, encoding="utf-8")
    for name in ("one", "two"):
        text = f"house rule: {name}\nfor: wrong\nadd:\n  round.moves.{name}: do nothing\n"
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    alone = rulerun("check", str(tmp_path / "wrong.yaml"), "--format", "concise")
    files = [str(tmp_path / f"{name}.yaml") for name in ("wrong", "one", "two")]
    done = rulerun("check", *files, "--format", "concise")
    assert alone.out
    assert done.out == alone.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["gin"], 0),
        (["gin", "--with", "knock_at_7", "--with", "ace_both"], 0),
        ([WRONG], 1),
        (["gin", "--with", "knok_at_7"], 2),
        (["gin", "--with", "rulesets/overlays/in_between/ace_low.yaml"], 2),
        (["gin", "--with", "nowhere.yaml"], 3),
        (["nowhere.yaml", WRONG], 3),
        (["seeds"], 3),
    ],
)
def test_the_exit_code_is_that_of_the_worst(
    rulerun: Rulerun, arguments: list[str], code: int
) -> None:
    assert rulerun("check", *arguments).code == code


def test_a_misspelt_house_rule_is_put_right(rulerun: Rulerun) -> None:
    assert "did you mean 'knock_at_7'?" in rulerun("check", "gin", "--with", "knok_at_7").out


def test_colors_only_where_somebody_wants_them(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b[" not in rulerun("check", WRONG).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in rulerun("check", WRONG).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in rulerun("check", WRONG).out


BAD_FILES = {
    "empty.yaml": (b"", 1, "empty"),
    "binary.yaml": (bytes(range(256)), 3, "binary"),
    "latin.yaml": ("game: Käse\n".encode("latin-1"), 3, "UTF-8"),
    "list.yaml": (b"- a\n- b\n", 1, "error"),
    "itself.yaml": (b"house rule: Itself\nfor: itself\nset: { a: 1 }\n", 1, "itself"),
    "around.yaml": (b"house rule: Around\nfor: gin with around\nset: { target: 9 }\n", 1, "around"),
    "orphan.yaml": (b"house rule: Orphan\nfor: gni\nset: { a: 1 }\n", 1, "did you mean 'gin'?"),
}


@pytest.mark.parametrize("command", ["check", "play", "test", "show"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_refused_in_clear_words(
    rulerun: Rulerun, tmp_path: Path, command: str, name: str
) -> None:
    content, code, words = BAD_FILES[name]
    path = tmp_path / name
    path.write_bytes(content)
    done = rulerun(command, str(path))
    assert done.code == code
    assert words in done.out + done.err
    if name != "orphan.yaml":
        assert "did you mean" not in done.out + done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("command", ["check", "play", "test", "show"])
def test_a_huge_file_is_refused_without_being_read(
    rulerun: Rulerun, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    done = rulerun(command, str(path))
    assert done.code == 3
    assert "50.0 MiB" in done.out + done.err


@pytest.mark.parametrize("command", ["check", "play", "test", "show"])
def test_a_directory_and_a_missing_file(rulerun: Rulerun, tmp_path: Path, command: str) -> None:
    done = rulerun(command, str(tmp_path))
    kind = "folder" if command == "check" else "directory"
    assert (done.code, kind in done.out + done.err) == (3, True)
    (tmp_path / "card.yaml").write_text("game: Card\n", encoding="utf-8")
    done = rulerun(command, str(tmp_path / "crad.yaml"))
    assert (done.code, "did you mean 'card.yaml'?" in done.out + done.err) == (3, True)


# -- how it is told ---------------------------------------------------------------------------------

GAME = """\
game: Two words
players: 2
deck: { ranks: 2 to 10, starts in: stock }
piles:
  stock: face down
  hand: per player, seen by owner
phases:
  turn:
    who: each player
    moves:
      take: draw 1 from stokc
      leave: draw 1 from stcok
setup: shuffle stock
"""
WARNED = GAME.replace("stokc", "stock").replace("stcok", "stock") + "terms:\n  never: 1\n"


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A game with two mistakes."""
    path = tmp_path / "bad.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.fixture
def warned(tmp_path: Path) -> Path:
    """A game with a term that is never used, and so a warning."""
    path = tmp_path / "warned.yaml"
    path.write_text(WARNED, encoding="utf-8")
    return path


def codes(done: Done) -> list[str]:
    """The codes in concise output or JSON."""
    return re.findall(r'\b([A-Z]\d{3})\b(?=\]:|",)', done.out)


@pytest.mark.parametrize(
    ("environment", "arguments", "form"),
    [
        ({}, [], "full"),
        ({"GITHUB_ACTIONS": "true"}, [], "github"),
        ({"GITHUB_ACTIONS": "false"}, [], "full"),
        ({"GITHUB_ACTIONS": "true"}, ["--format", "full"], "full"),
        ({"RULERUN_FORMAT": "concise"}, [], "concise"),
        ({"RULERUN_FORMAT": "concise", "GITHUB_ACTIONS": "true"}, [], "concise"),
        ({"RULERUN_FORMAT": "concise"}, ["--format", "json-lines"], "json-lines"),
    ],
)
def test_the_format_is_the_one_that_was_asked_for_nearest(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch, bad: Path,
    environment: dict[str, str], arguments: list[str], form: str,
) -> None:  # fmt: skip
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    begins = {"full": "error[", "concise": str(bad), "github": "::error ", "json-lines": "{"}
    assert rulerun("check", str(bad), *arguments).out.startswith(begins[form])


def test_an_unknown_format_is_refused_wherever_it_is_asked_for(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rulerun("check", "gin", "--format", "xml").code == 2
    monkeypatch.setenv("RULERUN_FORMAT", "xml")
    done = rulerun("check", "gin")
    assert (done.code, "RULERUN_FORMAT" in done.err) == (2, True)


@pytest.mark.parametrize("form", ["json", "json-lines", "gitlab", "sarif", "junit", "concise"])
def test_nothing_but_the_format_is_printed(rulerun: Rulerun, bad: Path, form: str) -> None:
    done = rulerun("check", str(bad), "--format", form)
    assert (done.code, done.err) == (1, "")
    assert "stokc" in done.out


@pytest.mark.parametrize(
    ("name", "text", "overlays", "levels"),
    [
        ("right.yaml", WARNED.partition("terms:")[0], (), set()),
        ("wrong.yaml", GAME, (), {"error"}),
        ("warned.yaml", WARNED, (), {"warning"}),
        ("höchste Karte 漢字 100%.yaml", GAME, (), {"error"}),
        ("cut.yaml", "game: [Cut", (), {"error"}),
        ("missing.yaml", None, (), {"error"}),
        ("ruled.yaml", WARNED, ("rule", "nowhere", "other"), {"error"}),
    ],
)
def test_sarif_is_valid_whatever_was_found(
    rulerun: Rulerun,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    text: str | None,
    overlays: tuple[str, ...],
    levels: set[str],
) -> None:
    """By the schema that the makers of SARIF publish."""
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path(name).write_text(text, encoding="utf-8")
    folder = Path("overlays", "ruled")
    folder.mkdir(parents=True)
    for rule, game in (("rule", "ruled"), ("other", "gin")):
        text = f"house rule: {rule}\nfor: {game}\nset: {{ nothing: 1 }}\n"
        (folder / f"{rule}.yaml").write_text(text, encoding="utf-8")
    asked = [word for rule in overlays for word in ("--with", rule)]
    run = run_of(json.loads(rulerun("check", name, *asked, "--format", "sarif").out))
    assert {result["level"] for result in run["results"]} == levels
    assert len(run["results"]) >= len(overlays)


@pytest.mark.parametrize(
    ("level", "bad_code", "warned_code"), [("error", 1, 0), ("warning", 1, 1), ("note", 1, 1)]
)
def test_it_fails_from_the_level_on_that_was_asked_for(
    rulerun: Rulerun, bad: Path, warned: Path, level: str, bad_code: int, warned_code: int
) -> None:
    assert rulerun("check", str(bad), "--fail-level", level).code == bad_code
    done = rulerun("check", str(warned), "--fail-level", level)
    assert (done.code, "warning" in done.out) == (warned_code, True)
    assert rulerun("check", str(warned)).code == 1


@pytest.mark.parametrize("command", ["play", "check", "test", "show", "render", "diff", "fuzz"])
def test_a_house_rule_asked_for_twice_is_wrong_use(rulerun: Rulerun, command: str) -> None:
    done = rulerun(command, "gin", "--with", "big_gin", "--with", "big_gin")
    said = "rulerun: the house rule 'big_gin' is asked for twice; once is enough\n"
    assert (done.code, done.out, done.err) == (2, "", said)
    path = "rulesets/overlays/gin/big_gin.yaml"
    done = rulerun(command, "gin", "--with", "big_gin", "--with", path)
    assert done.code == 2
    assert f"'big_gin' and '{path}' are the same house rule" in done.out + done.err
    assert ":1:" not in done.err


@pytest.mark.parametrize("command", ["check", "test"])
def test_programs_are_told_of_files_alone(rulerun: Rulerun, command: str) -> None:
    """A house rule that is not there is told of the game that it was asked for with."""
    told = json.loads(rulerun(command, "gin", "--with", "knok_at_7", "--format", "json").out)
    (problem,) = told if command == "check" else told["files"][0]["problems"]
    assert "no house rule 'knok_at_7'" in problem["message"]
    assert problem["place"]["file"] == "rulesets/gin.yaml"
    rule = "rulesets/overlays/in_between/home_game.yaml"
    told = json.loads(rulerun(command, "gin", "--with", rule, "--format", "json").out)
    (problem,) = told if command == "check" else told["files"][0]["problems"]
    assert problem["place"]["file"] == rule
    assert problem["notes"] == [{"message": f"asked for here: {rule}", "place": None}]


@pytest.mark.parametrize("command", ["check gin", "test gin", "diff gin", "schema", "compat gin"])
def test_a_file_that_cannot_be_written_is_told_first(
    rulerun: Rulerun, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = rulerun(*command.split(), "--output-file", "")
    assert (done.code, done.out) == (2, "")
    assert "'--output-file': a file is needed, not ''" in done.err
    monkeypatch.setattr("rulerun.interpreter.loading.read_rules", None)
    nowhere = tmp_path / "none" / "report"
    done = rulerun(*command.split(), "--output-file", str(nowhere))
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(f"rulerun: the file {nowhere} cannot be written (")
    if os.path.exists("/dev/full"):
        done = rulerun(*command.split(), "--output-file", "/dev/full")
        assert (done.code, done.out) == (3, "")
        assert done.err.startswith("rulerun: the file /dev/full cannot be written (")


def test_a_trial_of_the_file_leaves_nothing(rulerun: Rulerun, tmp_path: Path) -> None:
    out = tmp_path / "report"
    assert rulerun("test", "nowhere.yaml", "--mutate", "-k", "x", "--output-file", str(out)).code
    assert not out.exists()
    out.write_text("before")
    assert rulerun("check", "-", "-", "--output-file", str(out)).code == 2
    assert out.read_text() == "before"


def test_a_note_that_comes_with_a_house_rule_says_with_which(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    game, rule = tmp_path / "g.yaml", tmp_path / "overlays" / "g" / "minus.yaml"
    rule.parent.mkdir(parents=True)
    game.write_text(_ENDLESS.replace("      pass: do nothing\n", ""))
    assert rulerun("check", str(game), "--format", "concise").out == ""
    rule.write_text("house rule: Minus\nfor: g\nadd:\n  turn.after turn.lose: score -3\n")
    (note,) = rulerun("check", str(rule), "--format", "concise").out.splitlines()
    assert note.startswith(f"{rule}:4:3: note[L606]: with this change play need not end: ")
    rule.write_text(
        "house rule: Minus\nfor: g\nadd:\n"
        "  turn.after turn.lose: score -2\n  turn.after turn.more: score -1\n"
    )
    (note,) = rulerun("check", str(rule), "--format", "concise").out.splitlines()
    assert note.startswith(f"{game}:9:3: note[L606]: with the house rule 'minus' play need not ")


_ENDLESS = """\
game: Gee
players: 2
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
piles: { stock: face down }
remember:
  points: number per player
setup: shuffle stock
phases:
  turn:
    who: players in turn
    until: any player has points >= 5
    moves:
      take: { do: score 1 }
      pass: do nothing
winner: all players with most points
"""


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"])
def test_carets_stand_below_what_is_printed(
    rulerun: Rulerun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    file = tmp_path / "wide.yaml"
    file.write_text(_ENDLESS.replace("score 1", "when 牌é = 0 and wrong -> score 1"), "utf-8")
    stream = io.TextIOWrapper(io.BytesIO(), encoding, "replace")
    with redirect_stdout(stream):
        main(["check", str(file)])
    lines = stream.buffer.getvalue().decode(encoding).splitlines()
    at = next(n for n, line in enumerate(lines) if "^^^^^" in line)
    wide = lines[at - 1].count("牌")  # which takes two columns
    assert lines[at - 1].index("wrong") + wide == lines[at].index("^^^^^")


def test_no_more_are_told_than_was_asked_for(rulerun: Rulerun, bad: Path, warned: Path) -> None:
    files = ("check", str(warned), str(bad))
    done = rulerun(*files, "--max-errors", "2", "--format", "concise")
    assert (codes(done), done.err) == (["T401", "T401"], "1 more is not shown\n")
    done = rulerun(*files, "--max-errors", "0")
    assert done.out == ""
    assert done.err.startswith("2 files checked: 2 errors, 1 warning (3 not shown)\n")
    assert rulerun(*files, "--max-errors", "9", "--format", "concise").err == ""
    assert rulerun(*files, "--max-errors", "-1").code == 2


def test_statistics_count_the_codes(rulerun: Rulerun, bad: Path, warned: Path) -> None:
    files = ("check", str(warned), str(bad), "--statistics")
    table = "2  error[T401]: an unknown name\n1  warning[L603]: "
    assert rulerun(*files, "--max-errors", "0").out.startswith(table)
    assert table in rulerun(*files, "--format", "concise").out
    done = rulerun(*files, "--format", "json")
    assert len(json.loads(done.out)) == 3
    assert done.err.startswith(table)
    assert rulerun("check", "gin", "--statistics").out == ""


def test_a_report_is_written_into_a_file(rulerun: Rulerun, bad: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    out.write_text("what was there before, and longer than the report\n" * 100)
    done = rulerun("check", str(bad), "--format", "json", "--output-file", str(out))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("1 file checked: 2 errors\n")
    assert len(json.loads(out.read_text(encoding="utf-8"))) == 2
    done = rulerun("check", str(bad), "--output-file", str(tmp_path / "none" / "report.json"))
    assert (done.code, done.out) == (3, "")
    assert "cannot be written (no such file or directory)" in done.err
    assert rulerun("check", str(bad), "--output-file", str(tmp_path)).code == 2


def test_a_file_has_no_colors_and_no_commands_for_github(
    rulerun: Rulerun, bad: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    out = tmp_path / "report.txt"
    rulerun("check", str(bad), "--output-file", str(out))
    assert out.read_text(encoding="utf-8").startswith("error[T401]: no pile")


def test_github_gets_paths_from_its_workspace_and_a_summary(
    rulerun: Rulerun, bad: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("### before\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    done = rulerun("check", str(bad))
    assert done.out.startswith("::error file=bad.yaml,line=11,endLine=11,col=25,endColumn=30,")
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("### before\n### rulerun check: 2 errors in 1 file\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    done = rulerun("check", str(bad))
    assert (done.code, "summary of the job cannot be written" in done.err) == (1, True)


def test_gitlab_gets_paths_from_its_project(
    rulerun: Rulerun, bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI_PROJECT_DIR", str(bad.parent.parent))
    (first, _) = json.loads(rulerun("check", str(bad), "--format", "gitlab").out)
    assert first["location"]["path"] == f"{bad.parent.name}/bad.yaml"


def test_what_programs_read_is_utf8_whatever_the_terminal_is(
    process: Callable[..., subprocess.CompletedProcess[bytes]], tmp_path: Path
) -> None:
    path = tmp_path / "höher.yaml"
    path.write_text(GAME, encoding="utf-8")
    done = process("check", str(path), "--format", "json", env={"PYTHONIOENCODING": "ascii"})
    assert json.loads(done.stdout.decode("utf-8"))[0]["place"]["file"] == str(path)


# -- the standard input -----------------------------------------------------------------------------


def test_a_rule_file_may_come_through_the_standard_input(rulerun: Rulerun) -> None:
    done = rulerun("check", "-", "--format", "concise", typed=GAME)
    assert done.code == 1
    assert done.out.startswith("<stdin>:11:25: error[T401]")
    done = rulerun("check", "-", "--stdin-filename", "my/game.yaml", typed=GAME)
    assert "--> my/game.yaml:11:25" in done.out
    assert rulerun("check", "-", "--format", "concise", typed="").out.startswith("<stdin>:1:1: ")
    # Other programs know it by the word that it was called.
    (first, _) = json.loads(rulerun("check", "-", "--format", "gitlab", typed=GAME).out)
    assert first["location"]["path"] == "-"


def test_what_an_editor_has_not_saved_is_checked_in_its_place(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    game = WARNED.replace(
        "terms:\n  never: 1\n", "options:\n  most: number from 1 to 9, normally 2\n"
    )
    (tmp_path / "mine.yaml").write_text(game.replace("draw 1", "draw most"), encoding="utf-8")
    rule = "house rule: More\nfor: mine\nset:\n  most: 3\n"
    folder = tmp_path / "overlays" / "mine"
    named = ("check", "-", "--format", "concise", "--stdin-filename", str(folder / "more.yaml"))
    assert (rulerun(*named, typed=rule).out, rulerun(*named, typed=rule).code) == ("", 0)
    done = rulerun(*named, typed=rule.replace("most", "mots"))
    assert (done.code, codes(done)) == (1, ["O506"])
    # A game from the standard input finds the house rules beside the file that it stands for.
    folder.mkdir(parents=True)
    (folder / "more.yaml").write_text(rule, encoding="utf-8")
    as_game = ("check", "-", "--stdin-filename", str(tmp_path / "mine.yaml"), "--with", "more")
    assert rulerun(*as_game, typed=game.replace("draw 1", "draw most")).code == 0


def test_a_game_from_the_standard_input_is_tried_and_played(rulerun: Rulerun) -> None:
    game = (ROOT / "rulesets" / "leduc.yaml").read_text(encoding="utf-8")
    assert rulerun("test", "-", typed=game).code == 0
    assert rulerun("play", "-", "--seed", "1", typed=game).out.startswith("# Leduc")
    done = rulerun("play", "-", "--script", "-", typed=game)
    assert (done.code, done.out) == (2, "")


@pytest.mark.parametrize(
    "arguments",
    [["-", "-"], ["gin", "--stdin-filename", "a.yaml"], ["-", "--watch"]],
)
def test_uses_of_the_standard_input_that_make_no_sense(
    rulerun: Rulerun, arguments: list[str]
) -> None:
    done = rulerun("check", *arguments, typed=GAME)
    assert (done.code, done.out) == (2, "")


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"game: \xff\n", 3), (b"\x00" * 100, 3), (b"#" * (2 * 1024 * 1024 + 1), 3)],
    ids=["no UTF-8", "binary", "too large"],
)
def test_what_is_no_rule_file_is_refused_from_the_standard_input_too(
    rulerun: Rulerun, data: bytes, code: int
) -> None:
    done = rulerun("check", "-", typed=data)
    assert done.code == code
    assert "<stdin>" in done.out


# -- folders ----------------------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with a game, its house rule, and files that are none."""
    game = WARNED.replace("terms:\n  never: 1\n", "")
    inner = tmp_path / "games" / "overlays" / "pair"
    for folder in (inner, tmp_path / "games" / ".hidden"):
        folder.mkdir(parents=True)
    (tmp_path / "games" / "pair.yaml").write_text(game, encoding="utf-8")
    rule = "house rule: More\nfor: pair\nchange:\n  turn.moves.take: draw 2 from stokc\n"
    (inner / "more.yml").write_text(rule, encoding="utf-8")
    (tmp_path / "games" / "build.yaml").write_text("on: push\njobs: {}\n", encoding="utf-8")
    (tmp_path / "games" / ".hidden" / "bad.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "games" / ".dot.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "games" / "notes.txt").write_text("game: none\n", encoding="utf-8")
    return tmp_path / "games"


@pytest.mark.parametrize("command", ["check", "test", "simulate --games 10", "schema"])
@pytest.mark.parametrize(
    ("name", "what"),
    [("a.yaml", "a YAML file"), ("a.YML.txt", "a rule file"), ("a.rulerun", "a saved game")],
)
def test_no_report_takes_the_place_of_rules(
    rulerun: Rulerun, tmp_path: Path, command: str, name: str, what: str
) -> None:
    there = tmp_path / name
    there.write_bytes((ROOT / "rulesets" / "kuhn.yaml").read_bytes())
    words = command.split()
    if words[0] != "schema":
        words.insert(1, str(there))
    done = rulerun(*words, "--output-file", str(there))
    assert done.code == 2
    assert f"{name} is {what}" in done.err
    assert there.read_bytes() == (ROOT / "rulesets" / "kuhn.yaml").read_bytes()


def test_a_report_may_take_the_place_of_nothing(rulerun: Rulerun, tmp_path: Path) -> None:
    out = tmp_path / "made.yaml"
    out.touch()
    assert rulerun("schema", "--output-file", str(out)).code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_a_folder_is_no_rule_file(rulerun: Rulerun, shelf: Path) -> None:
    before = rulerun("check", str(shelf)).out
    os.mkfifo(shelf / "waiting.yaml")
    assert rulerun("check", str(shelf)).out == before


def test_of_a_folder_all_rule_files_are_checked(rulerun: Rulerun, shelf: Path) -> None:
    done = rulerun("check", str(shelf), "--format", "json")
    (only,) = json.loads(done.out)
    assert only["place"]["file"] == str(shelf / "overlays" / "pair" / "more.yml")
    done = rulerun("check", str(shelf), str(shelf / "pair.yaml"))
    assert done.code == 1
    assert done.err.startswith("\n2 files checked: 1 error\n")
    assert done.err.endswith(f"left out as no rule file: {shelf / 'build.yaml'}\n")


def test_a_folder_without_rule_files_is_no_success(rulerun: Rulerun, shelf: Path) -> None:
    for path in (shelf / "pair.yaml", shelf / "overlays" / "pair" / "more.yml"):
        path.unlink()
    done = rulerun("check", str(shelf))
    assert done.code == 3
    assert f"there is no rule file in the folder {shelf}" in done.err
    assert "build.yaml have no 'game:' or 'house rule:'" in done.err


def test_a_rule_file_is_known_by_its_first_word_in_any_style(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    for name, text in {
        "a.yaml": "# first\r\n'game': A\r\n",
        "b.yaml": '"house rule" : B\n',
        "c.yaml": "\ufeffgame: C\n",
        "d.yml": "about: d\ngame :\n",
        "no.yaml": "games: 1\n  game: 2\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    done = rulerun("check", str(tmp_path), "--format", "json")
    found = {Path(one["place"]["file"]).name for one in json.loads(done.out)}
    assert found == {"a.yaml", "b.yaml", "c.yaml", "d.yml"}


def test_a_rule_file_whose_first_word_is_misspelt_is_one(rulerun: Rulerun, tmp_path: Path) -> None:
    game = "players: 2\ndeck: { ranks: 2 to 9 }\npiles: { stock: face down }\n"
    for name, text in {
        "a.yaml": f"gme: A\n{game}",
        "b.yaml": f"game\n{game}",
        "c.yaml": "hous rule: C\nfor: gin\nset: { knock_limit: 7 }\n",
        "d.yaml": f"  # all of it\n  game: D\n{game.replace('players', '  players')}",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "e.yaml").write_text(f"game: E\n{game}", encoding="utf-16")
    (tmp_path / "no.yaml").write_text("name: on push\noptions: 1\nlimit: 3\n", encoding="utf-8")
    done = rulerun("check", str(tmp_path), "--format", "concise")
    told = {Path(line.partition(":")[0]).name for line in done.out.splitlines()}
    assert done.code == 3  # the one in UTF-16 cannot be read
    assert told == {f"{letter}.yaml" for letter in "abcde"}
    assert done.err.endswith(f"left out as no rule file: {tmp_path / 'no.yaml'}\n")


# -- watching ---------------------------------------------------------------------------------------


class Watch:
    """`rulerun check --watch` as a process of its own, whose output is read as it comes."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulerun", "check", "--watch", "--format", "concise", *arguments],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def said(self) -> str:
        """What is printed up to the waiting."""
        assert self.process.stdout is not None
        text = b""
        while not text.endswith(b"Ctrl-C ends\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], 30)
            assert ready, text
            more = os.read(self.process.stdout.fileno(), 4096)
            assert more, f"it has ended: {text!r}"
            text += more
        return text.decode("utf-8")

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)
        return self.process.returncode


@pytest.mark.skipif(os.name == "nt", reason="a process is interrupted otherwise there")
def test_files_are_checked_again_when_they_change(shelf: Path) -> None:
    rule = shelf / "overlays" / "pair" / "more.yml"
    watch = Watch(str(rule))
    try:
        assert f"{rule}:4:32: error[T401]" in watch.said()
        rule.write_text(rule.read_text().replace("stokc", "stock"), encoding="utf-8")
        assert "error" not in watch.said()
        # The game under the house rule was read, too.
        game = shelf / "pair.yaml"
        right = game.read_text(encoding="utf-8")
        game.write_text(right.replace("face down", "face dwon"), encoding="utf-8")
        assert f"{game}:5:15: error[" in watch.said()
        game.unlink()
        assert "no game is called 'pair'" in watch.said()
        game.write_text(right, encoding="utf-8")
        assert "error" not in watch.said()
    finally:
        code = watch.end()
    assert code == 130


@pytest.mark.skipif(os.name == "nt", reason="a process is interrupted otherwise there")
def test_a_new_file_in_a_watched_folder_is_checked(shelf: Path) -> None:
    watch = Watch(str(shelf))
    try:
        assert watch.said().count("error[") == 1
        (shelf / "new.yaml").write_text(GAME, encoding="utf-8")
        assert watch.said().count("error[") == 3
    finally:
        assert watch.end() == 130


def test_a_file_that_is_being_written_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("one\n")
    before = changes.look([], [str(path)])
    steps = ["", "two, longer\n"]

    def pause(seconds: float) -> None:
        if steps:
            path.write_text(steps.pop(0))

    monkeypatch.setattr(time, "sleep", pause)
    now = changes.wait([], [str(path)], before)
    assert now == changes.look([], [str(path)])
    assert path.read_text() == "two, longer\n"
    assert not changes.between(now, now)
    assert changes.between(before, now)


def test_a_terminal_is_cleared_before_every_check(bad: Path) -> None:
    pty = pytest.importorskip("pty", reason="no terminals to be had here")
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover  # becomes the command
        os.environ.update(TERM="xterm", NO_COLOR="1")
        os.execv(sys.executable, [sys.executable, "-m", "rulerun", "check", "--watch", str(bad)])
    shown = b""
    try:
        while b"Ctrl-C ends" not in shown:
            ready, _, _ = select.select([terminal], [], [], 30)
            assert ready
            shown += os.read(terminal, 4096)
        os.write(terminal, b"\x03")
        _, status = os.waitpid(child, 0)
    finally:
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 130
    assert shown.startswith(b"\x1b[H\x1b[2J")
    assert b"1 file checked: 2 errors" in shown


# -- examples that a house rule breaks ---------------------------------------------------------------

BETS = """\
game: Bets
players: 2
deck: { ranks: 2 to 10, starts in: stock }
piles: { stock: face down }
remember: { points: number per player }
phases:
  turn:
    who: each player
    moves:
      bet: { choose: { amount: number from 1 to 3 }, do: score amount }
winner: all players with most points
examples:
  a bet counts:
    players: Anna, Ben
    play: [ Anna: bet 2, expect: Anna's points = 2 ]
  no bet of four:
    players: Anna, Ben
    play: [ Anna cannot: bet 4 ]
"""
COLOURS = """\
house rule: Colours
for: bets
change:
  bet.choose: { colour: suit }
  bet.do: when colour is hearts -> score 1
"""


@pytest.mark.parametrize(
    ("breaks", "problems"),
    [
        ("", 2),
        ("breaks: [a bet counts]\n", 1),
        ("breaks: [a bet counts, no bet of four]\n", 0),
        ("breaks: all\n", 0),
    ],
)
def test_a_move_that_is_another_one_under_a_house_rule(
    rulerun: Rulerun, tmp_path: Path, breaks: str, problems: int
) -> None:
    """Examples that say it as it was are to be named under 'breaks', and are then asked nothing."""
    (tmp_path / "bets.yaml").write_text(BETS, encoding="utf-8")
    rule = tmp_path / "overlays" / "bets" / "colours.yaml"
    rule.parent.mkdir(parents=True)
    rule.write_text(COLOURS + breaks, encoding="utf-8")
    done = rulerun("check", str(rule), "--format", "json")
    found = json.loads(done.out)
    assert (done.code, [one["code"] for one in found]) == (bool(problems), ["T415"] * problems)
    for one in found:
        (note,) = one["notes"]
        assert note["message"].startswith("if 'colours' is meant so, the example '")
        assert (note["place"]["file"], note["place"]["column"]) == (str(rule), 1)
        assert note["place"]["line"] == (6 if breaks else 1)
    test = rulerun("test", str(rule))
    assert test.code == (1 if problems or "all" in breaks else 0)  # 'all' leaves no example
    fuzz = rulerun("fuzz", str(rule), "--games", "3")
    assert (fuzz.code, fuzz.out.endswith("nothing was found\n")) == (0, True)
