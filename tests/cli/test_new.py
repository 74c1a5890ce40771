"""`rulerun new`: files to begin with are right, can be played, and never overwrite anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Severity
from rulerun.interpreter.loading import load, read_rules

from .command import ROOT, Rulerun


@pytest.fixture
def run(rulerun: Rulerun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rulerun:
    """The command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return rulerun


def test_a_game_is_right_and_can_be_played(run: Rulerun) -> None:
    done = run("new", "game", "my_game")
    assert (done.code, done.err) == (0, "")
    assert done.out == "my_game.yaml is written; to play it: rulerun my_game.yaml\n"
    check = run("check", "my_game.yaml", "--format", "concise", "--fail-level", "note")
    assert (check.code, check.out) == (0, "")
    test = run("test", "my_game.yaml")
    assert (test.code, test.out) == (0, "my_game.yaml: 1 example, 1 passed\n")
    for players in ("2", "3", "4"):
        played = run("play", "my_game.yaml", "--seed", "1", "--players", players)
        assert played.code == 0
        assert "# The game is over: played out." in played.out


def test_every_section_of_the_game_is_explained(run: Rulerun) -> None:
    run("new", "game", "games/whist_like")
    text = Path("games/whist_like.yaml").read_text(encoding="utf-8")
    assert "game: Whist like\n" in text
    for part in text.split("\n\n"):
        assert part.startswith(("# ", "game:", "winner:")), part


@pytest.mark.parametrize("base", ["gin with oklahoma", "my_game.yaml"])
def test_a_house_rule_is_right_and_can_be_played(run: Rulerun, base: str) -> None:
    run("new", "game", "my_game")
    game, _, rule = base.partition(" with ")
    if rule:
        base = str(ROOT / "rulesets" / "overlays" / game / f"{rule}.yaml")
    done = run("new", "house-rule", "my_rule", "--for", base)
    assert (done.code, done.err) == (0, "")
    name = Path(game).stem
    path = f"overlays/{name}/my_rule.yaml"
    assert done.out == f"{path} is written; to play with it: rulerun {path}\n"
    check = run("check", path, "--format", "concise", "--fail-level", "note")
    assert (check.code, check.out) == (0, "")
    assert run("test", path).code == 0
    state = load(game, overlays=["my_rule"]).start(seed=1)
    for _ in range(10):
        state.apply(state.legal_moves[0])
    assert run("diff", path).out.startswith("option '")
    if rule:
        assert f"for: {game} with {rule}\n" in Path(path).read_text(encoding="utf-8")


def test_what_stands_in_comments_is_right_too(run: Rulerun) -> None:
    run("new", "house-rule", "my_rule", "--for", "gin")
    path = Path("overlays/gin/my_rule.yaml")
    text = path.read_text(encoding="utf-8")
    plain = re.sub(r"^# (change:|add:|remove:|examples:|  )", r"\1", text, flags=re.MULTILINE)
    plain = re.sub(r"^  rulerun .*\n", "", plain, flags=re.MULTILINE)
    assert plain != text
    path.write_text(plain, encoding="utf-8")
    loaded = read_rules(str(path))
    assert [str(d) for d in loaded.diagnostics if d.severity is Severity.ERROR] == []
    assert {c.verb for c in loaded.stack.changes} == {"set", "change", "add", "remove"}
    assert any(e.overlay == "my_rule" for e in loaded.stack.examples)


def test_a_game_without_options_gets_a_house_rule_as_well(run: Rulerun) -> None:
    run("new", "game", "my_game")
    game = Path("my_game.yaml")
    text = game.read_text(encoding="utf-8")
    text = re.sub(r"options:\n.*\n", "", text).replace("    set: { hand_size: 1 }\n", "")
    text = text.replace("hand_size", "1")
    game.write_text(text, encoding="utf-8")
    assert run("check", "my_game.yaml").code == 0
    assert run("new", "house-rule", "my_rule", "--for", "my_game.yaml").code == 0
    assert run("check", "overlays/my_game/my_rule.yaml").code == 0


GAME_WITH_A_FORM = """\
game: Five tricks
players: 2 to 4
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
piles: { stock: face down, hand: "per player, seen by owner" }
setup:
  shuffle: shuffle stock
  deal:    deal 5 cards from stock to each hand
phases:
  trick:
    use: my_form
    repeat: 5 times
winner: all players with highest size of taken
"""


def test_a_form_is_right_and_a_game_can_use_it(run: Rulerun) -> None:
    done = run("new", "form", "my_form")
    assert (done.code, done.err) == (0, "")
    path = "forms/my_form.yaml"
    assert done.out == f"{path} is written; a game has it by 'use: my_form' in a phase\n"
    Path("five_tricks.yaml").write_text(GAME_WITH_A_FORM, encoding="utf-8")
    for file in (path, "five_tricks.yaml"):
        check = run("check", file, "--format", "concise", "--fail-level", "note")
        assert (check.code, check.out) == (0, ""), file
    state = load("five_tricks.yaml", players=3).start(seed=1)
    while not state.is_over:
        state.apply(state.legal_moves[0])
    assert state.winners
    text = Path(path).read_text(encoding="utf-8")
    for part in text.split("\n\n"):
        assert part.startswith(("# ", "form:", "remember:", "terms:")), part


def test_a_form_lies_in_the_folder_of_forms(run: Rulerun) -> None:
    assert run("new", "form", "games/one").out.startswith("games/forms/one.yaml is written")
    assert run("new", "form", "games/forms/two").out.startswith("games/forms/two.yaml is written")


def test_nothing_is_overwritten(run: Rulerun) -> None:
    run("new", "game", "my_game")
    house_rule = ("house-rule", "a", "--for", "my_game.yaml")
    for arguments in (("game", "gin"), house_rule, ("form", "a")):
        path = run("new", *arguments).out.split(" is written")[0]
        Path(path).write_text("mine\n", encoding="utf-8")
        done = run("new", *arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err == f"rulerun: '{path}' is there already; nothing was written\n"
        assert Path(path).read_text(encoding="utf-8") == "mine\n"
        Path(path).unlink()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("game", "My Game"), 2, "write 'my_game'"),
        (("game", "7"), 2, "one lower-case word"),
        (("game", "7up"), 2, "write 'seven_up'"),
        (("game", "31"), 2, "write 'game_31'"),
        (("game", "file/my_game"), 3, "'file/my_game.yaml' cannot be written ("),
        (("house-rule", "rules/mine", "--for", "gin"), 2, "write 'mine' alone"),
        (("form", "My Form"), 2, "write 'my_form'"),
        (("house-rule", "mine"), 2, "missing option '--for'"),
        (("house-rule", "mine", "--for", "nothing"), 3, "there is no such file"),
        (("house-rule", "mine", "--for", str(ROOT / "tests/golden/cli/wrong.yaml")), 1, "error["),
        (("table",), 2, "no such command 'table'"),
    ],
)
def test_what_cannot_be_written(
    run: Rulerun, arguments: tuple[str, ...], code: int, said: str
) -> None:
    Path("file").write_text("", encoding="utf-8")
    done = run("new", *arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert [path.name for path in Path().rglob("*")] == ["file"]


def test_the_schema_that_is_there_is_named(run: Rulerun) -> None:
    """A file to begin with names the schema of rule files if it lies beside it or above it."""
    assert run("schema", "--output-file", "rule-file.schema.json").code == 0
    run("new", "game", "my_game")
    run("new", "game", "games/inner")
    run("new", "house-rule", "my_rule", "--for", "my_game.yaml")
    for path, way in {
        "my_game.yaml": "",
        "games/inner.yaml": "../",
        "overlays/my_game/my_rule.yaml": "../../",
    }.items():
        first = Path(path).read_text(encoding="utf-8").partition("\n")[0]
        assert first == f"# yaml-language-server: $schema={way}rule-file.schema.json"
        assert run("check", path, "--fail-level", "note").code == 0
