"""`rulerun overlay new`: the house rule that leads from one file to another, printed or in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from .command import ROOT, Rulerun


@pytest.fixture
def edited(tmp_path: Path) -> str:
    text = (ROOT / "rulesets" / "gin.yaml").read_text(encoding="utf-8")
    path = tmp_path / "my_game.yaml"
    path.write_text(text.replace("+ undercut_bonus", "+ 2 * undercut_bonus"), encoding="utf-8")
    return str(path)


def test_it_is_printed(rulerun: Rulerun, edited: str) -> None:
    done = rulerun("overlay", "new", "gin", edited)
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "house rule: My game\n"
        "for: gin\n"
        "change:\n"
        "  result.undercut.then: "
        "defender scores knocker_count - defender_count + 2 * undercut_bonus\n"
        "breaks: [undercut, equal deadwood is an undercut too]\n"
    )


def test_it_is_written_and_right(rulerun: Rulerun, edited: str, tmp_path: Path) -> None:
    path = tmp_path / "overlays" / "gin" / "dear_undercut.yaml"
    done = rulerun("overlay", "new", "gin", edited, "-o", str(path))
    assert (done.code, done.out, done.err) == (0, f"{path} is written\n", "")
    assert path.read_text(encoding="utf-8").startswith("house rule: Dear undercut\n")
    assert rulerun("check", str(path)).code == 0
    assert rulerun("test", str(path)).code == 0
    assert rulerun("diff", str(path)).out.startswith("table 'result', row 'undercut', outcome:")


def test_nothing_is_overwritten(rulerun: Rulerun, edited: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mine\n", encoding="utf-8")
    done = rulerun("overlay", "new", "gin", edited, "--output-file", str(path))
    assert (done.code, done.err) == (
        2,
        f"rulerun: '{path}' is there already; nothing was written\n",
    )
    assert path.read_text(encoding="utf-8") == "mine\n"


def test_what_cannot_be_written_is_told(rulerun: Rulerun, edited: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = rulerun("overlay", "new", "gin", edited, "-o", str(tmp_path / "file" / "a.yaml"))
    assert done.code == 3
    assert "cannot be written (" in done.err


def test_no_difference(rulerun: Rulerun) -> None:
    done = rulerun("overlay", "new", "gin", "rulesets/gin.yaml")
    assert (done.code, done.out) == (1, "")
    assert done.err == "rulerun: rulesets/gin.yaml says the same as gin\n"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("nothing", "gin"), 3, "there is no such file"),
        (("gin", "nothing.yaml"), 3, "there is no such file"),
        (("gin", "tests/golden/cli/wrong.yaml"), 1, "error["),
        (("gin",), 2, "missing argument"),
    ],
)
def test_what_cannot_be_compared(
    rulerun: Rulerun, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = rulerun("overlay", "new", *arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err.lower()
