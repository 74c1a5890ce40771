"""`rulerun check`: what it prints, and what it exits with."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .command import Rulerun

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
        (["rulesets"], 0),
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
