"""`rulerun list`: one line for each game and house rule when nobody looks."""

from pathlib import Path

import pytest

from rulerun.cli.main import main
from rulerun.interpreter.loading import read_rules

from .command import ROOT, Rulerun


def test_plain_lines_say_what_to_write_after_rulerun(rulerun: Rulerun) -> None:
    done = rulerun("list")
    assert (done.code, done.err) == (0, "")
    lines = [line.split("\t") for line in done.out.splitlines()]
    assert ["gin", "Gin Rummy"] in lines
    assert ["gin --with knock_at_7", "Knock with seven or less"] in lines
    games = len(list((ROOT / "rulesets").glob("*.yaml")))
    rules = len(list((ROOT / "rulesets" / "overlays").glob("*/*.yaml")))
    assert len(lines) == games + rules


def test_every_line_can_be_checked_as_it_stands(rulerun: Rulerun) -> None:
    for line in rulerun("list").out.splitlines():
        name, *rest = line.split("\t")[0].split()
        assert rest[:1] in ([], ["--with"])
        assert read_rules(name, rest[1:]).diagnostics == (), line


def test_a_folder_of_ones_own(rulerun: Rulerun, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("game: 'Mine \x1b[31m'\n", encoding="utf-8")
    (tmp_path / "overlays" / "mine").mkdir(parents=True)
    text = "house rule: Harder\nfor: mine\n"
    (tmp_path / "overlays" / "mine" / "hard.yaml").write_text(text, encoding="utf-8")
    done = rulerun("list", str(tmp_path))
    game = tmp_path / "mine.yaml"
    assert done.code == 0
    assert f"{game} --with hard\tHarder\n" in done.out
    assert "\x1b" not in done.out


def test_a_game_is_listed_by_its_name(rulerun: Rulerun) -> None:
    lines = rulerun("list", "gin").out.splitlines()
    assert lines == [line for line in rulerun("list").out.splitlines() if line.startswith("gin")]
    assert len(lines) > 3


def test_no_folder_and_no_game(rulerun: Rulerun, tmp_path: Path) -> None:
    done = rulerun("list", str(tmp_path))
    assert (done.code, done.err) == (3, f"rulerun: there is no game in '{tmp_path}'\n")
    done = rulerun("list", str(tmp_path / "nowhere"))
    assert done.code == 3
    assert "is not there" in done.err


def test_house_rules_of_ones_own_for_a_game_that_comes_with_rulerun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In `overlays/GAME/` of the folder one is in they go by their names."""
    folder = tmp_path / "overlays" / "in_between"
    folder.mkdir(parents=True)
    text = "house rule: Rich\nfor: in_between\nset: { stake: 40 }\n"
    (folder / "rich.yaml").write_text(text, encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        return code, *capsys.readouterr()

    _, out, _ = run("list", str(tmp_path))
    rule = folder / "rich.yaml"
    assert out == f"in_between\tIn-Between\nin_between --with {rule}\tRich\n"
    monkeypatch.chdir(tmp_path)
    for words in (["list"], ["list", "."]):
        assert "in_between --with rich\tRich\n" in run(*words)[1]
    assert "\n# stake 40," in run("in_between", "--with", "rich", "--seed", "1")[1]
    assert run("in_between", "--with", "rihc") == (
        2, "", "rulerun: 'in_between' has no house rule 'rihc'; did you mean 'rich'?\n"
    )  # fmt: skip
