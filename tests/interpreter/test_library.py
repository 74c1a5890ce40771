"""Where rule files lie: games by path and by name, house rules beside them, what comes along."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.source import SourceFile
from rulerun.interpreter.declarations.library import (
    Shelf,
    file_at,
    find_game,
    is_path,
    listing,
    shelf_beside,
    shelves_of_house_rule,
    shipped,
)
from rulerun.interpreter.declarations.overlay import stack

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "rulesets"

GAME = (
    "game: A Game of One's Own\nplayers: 2\noptions: { stake: 'number from 1 to 9, normally 3' }\n"
)
RULE = "house rule: Five Each\nfor: mine\nset: { stake: 5 }\n"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game and a house rule of one's own, in which we stand."""
    (tmp_path / "mine.yaml").write_text(GAME, encoding="utf-8")
    rules = tmp_path / "overlays" / "mine"
    rules.mkdir(parents=True)
    (rules / "five.yaml").write_text(RULE, encoding="utf-8")
    (rules / "notes.txt").write_text("no rule file", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def codes(found: tuple[Diagnostic, ...]) -> list[str]:
    return [d.code for d in found]


def test_what_comes_along_is_what_lies_in_the_repository() -> None:
    shelf = shipped()
    assert [f.name for f in shelf.games()] == sorted(p.stem for p in SHIPPED.glob("*.yaml"))
    for game in shelf.games():
        rules = sorted(p.stem for p in (SHIPPED / "overlays" / game.name).glob("*.yaml"))
        assert [f.name for f in shelf.house_rules(game.name)] == rules


def test_what_comes_along_is_shown_by_the_way_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    game = shipped().games()[0]
    assert game.shown == os.path.join("rulesets", f"{game.name}.yaml")
    monkeypatch.chdir(tmp_path)
    assert shipped().games()[0].shown == str(SHIPPED / f"{game.name}.yaml")


def test_a_game_is_found_by_its_path_or_its_name(table: Path) -> None:
    assert find_game("mine.yaml").shown == "mine.yaml"
    assert find_game(table / "mine.yaml").name == "mine"
    known = shipped().games()[0]
    assert find_game(known.name) == known
    assert find_game(f"{known.name}.yaml").shown == f"{known.name}.yaml"  # a path, and not there


def test_a_file_without_a_suffix_comes_before_a_game_that_comes_along(table: Path) -> None:
    name = shipped().games()[0].name
    put(table / name, GAME)
    assert find_game(name).shown == name
    assert stack(name).diagnostics == ()


@pytest.mark.parametrize(
    ("name", "answer"),
    [("five", False), ("five.yaml", True), ("./five", True), ("a/b", True), ("x.yml", True)],
)
def test_a_name_is_no_path(name: str, answer: bool) -> None:
    assert is_path(name) is answer


@pytest.mark.parametrize("name", ["..", ".", "", "../mine", "a/b", "a\\b", "mine.yaml", "~", "\0"])
def test_a_name_cannot_leave_its_shelf(name: str, table: Path) -> None:
    shelf = Shelf(table / "overlays", "overlays")
    assert shelf.game(name) is None
    assert shelf.house_rule("mine", name) is None
    assert shelf.house_rule(name, "five") is None


def test_house_rules_are_found_beside_their_game(table: Path) -> None:
    found = stack("mine.yaml", ["five"])
    assert found.diagnostics == ()
    assert found.files == {os.path.join("overlays", "mine", "five.yaml"): "five"}
    assert [s.value.text for s in found.settings] == ["5"]


def test_a_house_rule_is_played_itself(table: Path) -> None:
    found = stack("overlays/mine/five.yaml")
    assert found.diagnostics == ()
    assert (found.game, found.file) == ("mine", "overlays/mine/five.yaml")
    assert found.base is not None
    assert found.base.span.file.name == "mine.yaml"


@pytest.mark.parametrize("where", ["", "overlays", "overlays/mine"])
def test_a_house_rule_is_played_from_any_folder(
    where: str, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(table / where)
    path = os.path.relpath(table / "overlays" / "mine" / "five.yaml")
    found = stack(path)
    assert found.diagnostics == ()
    assert found.base is not None
    assert Path(found.base.span.file.name).resolve() == table / "mine.yaml"


def test_a_house_rule_may_lie_beside_its_game(table: Path) -> None:
    put(table / "mine_too.yaml", RULE)
    found = stack("mine_too.yaml", ["five"])
    assert sorted(codes(found.diagnostics)) == ["O504", "O507"]
    assert [r.name for r in found.overlays] == ["mine_too", "five"]


def test_a_house_rule_of_ones_own_may_change_a_game_that_comes_along(table: Path) -> None:
    game = shipped().games()[0]
    rule = put(table / "rules" / "own.yaml", f"house rule: As it is\nfor: {game.name}\n")
    found = stack(rule)
    assert found.diagnostics == ()
    assert found.base is not None
    assert found.base.span.file.name == game.shown


def test_a_house_rule_of_ones_own_is_built_on_one_that_comes_along(table: Path) -> None:
    game, under = next((g, r) for g in shipped().games() for r in shipped().house_rules(g.name))
    text = f"house rule: More of it\nfor: {game.name} with {under.name}, beside\n"
    rule = put(table / "own.yaml", text)
    put(table / "beside.yaml", f"house rule: Beside it\nfor: {game.name}\n")
    found = stack(rule)
    assert found.diagnostics == ()
    assert [r.name for r in found.overlays][-3:] == [under.name, "beside", "own"]


def test_a_game_with_house_rules_that_come_along_may_be_a_copy(table: Path) -> None:
    game, rule = next((g, r) for g in shipped().games() for r in shipped().house_rules(g.name))
    source = game.read()
    assert isinstance(source, SourceFile)
    put(table / f"{game.name}.yaml", source.text)
    found = stack(f"{game.name}.yaml", [rule.name])
    assert found.diagnostics == ()
    assert found.base is not None
    assert found.base.span.file.name == f"{game.name}.yaml"


def test_ones_own_house_rule_comes_before_one_that_comes_along(table: Path) -> None:
    game, rule = next((g, r) for g in shipped().games() for r in shipped().house_rules(g.name))
    source = game.read()
    assert isinstance(source, SourceFile)
    put(table / f"{game.name}.yaml", source.text)
    text = f"house rule: Mine\nfor: {game.name}\n"
    put(table / "overlays" / game.name / f"{rule.name}.yaml", text)
    assert [r.title for r in stack(f"{game.name}.yaml", [rule.name]).overlays] == ["Mine"]


def test_one_file_by_two_ways_is_one_house_rule(table: Path) -> None:
    (table / "link.yaml").symlink_to(table / "overlays" / "mine" / "five.yaml")
    found = stack("mine.yaml", ["five", "link.yaml"])
    assert codes(found.diagnostics) == ["O506"]
    assert len(found.overlays) == 1


def test_the_shelves_of_a_house_rule() -> None:
    shown = [s.shown for s in shelves_of_house_rule(file_at("games/overlays/mine/five.yaml"))]
    assert shown == ["games", os.path.join("games", "overlays", "mine"), shipped().shown]
    shown = [s.shown for s in shelves_of_house_rule(file_at("five.yaml"))]
    assert shown == ["", shipped().shown]
    beside = shelf_beside(file_at("games/mine.yaml"))
    assert beside is not None
    assert beside.shown == "games"


def test_games_are_listed_with_their_house_rules(table: Path) -> None:
    put(table / "rule.yaml", RULE)
    put(table / "nameless.yaml", "players: 2\n")
    put(table / "broken.yaml", "- no game\n")
    put(table / "overlays" / "mine" / "broken.yaml", "")
    put(table / "overlays" / "mine" / "game.yaml", GAME)
    found = listing(Shelf(table, ""))
    assert [(g.file.name, g.title) for g in found] == [
        ("broken", "broken"),
        ("mine", "A Game of One's Own"),
        ("nameless", "nameless"),
    ]
    assert [(r.file.name, r.title) for r in found[1].house_rules] == [
        ("broken", "broken"),
        ("five", "Five Each"),
    ]


def test_what_comes_along_is_listed() -> None:
    for game in listing(shipped()):
        assert game.title != game.file.name
        for rule in game.house_rules:
            assert rule.title != rule.file.name


def test_a_shelf_in_an_archive(table: Path) -> None:
    """Rule files may come in an archive, from which Python can import too."""
    with zipfile.ZipFile("shelf.zip", "w") as archive:
        archive.writestr("mine.yaml", GAME)
        archive.writestr("overlays/mine/five.yaml", RULE)
    with zipfile.ZipFile("shelf.zip") as archive:
        shelf = Shelf(zipfile.Path(archive), "shelf.zip")
        assert [(g.title, [r.title for r in g.house_rules]) for g in listing(shelf)] == [
            ("A Game of One's Own", ["Five Each"])
        ]
        game = shelf.game("mine")
        assert game is not None
        assert game.identity == game.shown == os.path.join("shelf.zip", "mine.yaml")
        assert shelf_beside(game) is None


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"\0\1", b"caf\xe9", b"- 1", b"a", b"[" * 99]
)
def test_a_file_that_is_no_rule_file(content: bytes, table: Path) -> None:
    Path("odd.yaml").write_bytes(content)
    found = stack("odd.yaml")
    assert found.root is None
    assert found.diagnostics
    assert {d.span.file.name for d in found.diagnostics} == {"odd.yaml"}
    with_odd = stack("mine.yaml", ["odd.yaml"])
    assert with_odd.root is not None
    assert [d.code for d in with_odd.diagnostics] == [d.code for d in found.diagnostics]


@pytest.mark.parametrize("name", ["missing.yaml", "overlays", "nothing", "a\0b", "mine.yaml/x", ""])
def test_a_file_that_cannot_be_opened(name: str, table: Path) -> None:
    found = stack(name)
    assert (found.root, found.unreadable) == (None, True)
    assert codes(found.diagnostics) == ["Y117"]


def test_a_game_that_comes_along_is_guessed_from_its_name() -> None:
    name = shipped().games()[0].name
    (found,) = stack(f"{name[:-1]}").diagnostics
    assert found.suggestion == f"did you mean '{name}'?"


def test_a_file_of_50_mb_is_not_read(table: Path) -> None:
    with open("large.yaml", "wb") as large:
        large.truncate(50 * 1024 * 1024)
    assert codes(stack("large.yaml").diagnostics) == ["Y112"]
    assert codes(stack("mine.yaml", ["large.yaml"]).diagnostics) == ["Y112"]
