"""House rules that do nothing, and those that lie among the house rules of another game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulerun.interpreter.declarations.library import Shelf, house_rules_for, listing
from rulerun.interpreter.loading import read_rules

from .marked import FRAME

WITH_OPTION = (
    FRAME + "options: { stake: 'number from 1 to 9, normally 5' }\nend: { rich: when stake = 6 }\n"
)

RULES = {
    "title and game": ("house rule: «Nothing»\nfor: mine\n", ("O507", "changes nothing")),
    "and what it says of itself": (
        "house rule: «Nothing»\nfor: mine\nabout: It has words.\nbreaks: all\n",
        ("O507", "changes nothing"),
    ),
    "an option": ("house rule: Six\nfor: mine\nset: { stake: 6 }\n", None),
    "another house rule taken in": ("house rule: Six, too\nfor: mine with six\n", None),
    "a label": ("house rule: Labels\nfor: mine\ntitles: { de: { stake: Einsatz } }\n", None),
    "silenced": ("house rule: Nothing   # allow O507: to come\nfor: mine\n", None),
    "of another game": (
        "house rule: Nine\nfor: «other»\nset: { stake: 6 }\n",
        ("O506", "is for 'other' and lies among those for 'mine'"),
    ),
}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    for game in ("mine", "other"):
        (tmp_path / f"{game}.yaml").write_text(WITH_OPTION, encoding="utf-8")
    (tmp_path / "overlays" / "mine").mkdir(parents=True)
    six = "house rule: Six\nfor: mine\nset: { stake: 6 }\n"
    (tmp_path / "overlays" / "mine" / "six.yaml").write_text(six, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", RULES)
def test_what_is_told(name: str, table: Path) -> None:
    text, told = RULES[name]
    file = table / "overlays" / "mine" / "rule.yaml"
    file.write_text(text.replace("«", "").replace("»", ""), encoding="utf-8")
    found = [d for d in read_rules(file, linted=True).diagnostics if d.code.startswith("O")]
    if told is None:
        assert not found
        return
    (one,) = found
    assert (one.code, one.span.start) == (told[0], text.index("«"))
    assert told[1] in one.message


def test_a_list_has_the_house_rules_of_its_game_only(table: Path) -> None:
    text = RULES["of another game"][0].replace("«", "").replace("»", "")
    (table / "overlays" / "mine" / "nine.yaml").write_text(text, encoding="utf-8")
    mine = next(game for game in listing(Shelf(table, "")) if game.file.name == "mine")
    assert [rule.file.name for rule in mine.house_rules] == ["six"]
    assert [rule.name for rule in house_rules_for(mine.file)] == ["six"]


ENDING = """\
game: Frame
players: 2
deck: { ranks: 'A, 2', starts in: stock }
piles: { stock: face down, hand: 'per player, seen by owner' }
phases:
  turn:
    who: players in turn
    until: stock is empty
    moves:
      draw: draw 1 from stock
"""


def test_a_limit_is_advised_as_a_house_rule_can_say_it(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(ENDING, encoding="utf-8")
    (tmp_path / "overlays" / "mine").mkdir(parents=True)
    file = tmp_path / "overlays" / "mine" / "rule.yaml"
    rule = "house rule: Waiting\nfor: mine\nadd: { turn.moves.wait: do nothing }\n"
    file.write_text(rule, encoding="utf-8")
    (told,) = (d for d in read_rules(file, linted=True).diagnostics if d.code == "L606")
    assert told.span.file.name == str(file)
    advice = re.search(r"'add: { (limit: \d+ moves) }'", told.suggestion or "")
    assert advice is not None
    file.write_text(rule.replace(" }", f", {advice[1]} }}"), encoding="utf-8")
    assert not [d for d in read_rules(file, linted=True).diagnostics if d.code == "L606"]


QUEEN = "card is not QS unless broken or trick is not empty or every card in your hand "

CONDITIONS = {
    "rank of card > 9": True,
    # Who has only hearts and the queen may lead neither ...
    QUEEN + "has suit is hearts": True,
    # ... and here the queen.
    QUEEN + "is point_card": False,
    QUEEN.replace("card in", "other_card in") + "has suit is hearts or other_card is QS": False,
}
"""Conditions on what is led, and whether they may leave nothing to lead."""


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_that_leaves_nothing_is_told_where_it_is_changed(
    condition: str, tmp_path: Path
) -> None:
    """Whatever else the house rule changes, it is told in its file."""
    rules = Path(__file__).resolve().parents[3] / "rulesets"
    house = tmp_path / "overlays" / "hearts" / "high.yaml"
    house.parent.mkdir(parents=True)
    house.write_text(
        'house rule: High cards\nfor: hearts\nadd:\n  round.at end.tell: say "over"\n'
        f"  trick.play.may.high: {condition}\nbreaks: all\n"
    )
    (tmp_path / "hearts.yaml").write_text((rules / "hearts.yaml").read_text(encoding="utf-8"))
    found = [d for d in read_rules(house, linted=True).diagnostics if d.code == "L604"]
    places = [(str(house), 5)] if CONDITIONS[condition] else []
    assert [(d.span.file.name, d.span.line) for d in found] == places
