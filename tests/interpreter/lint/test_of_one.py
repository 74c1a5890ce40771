"""L615: several cards where one is meant; and piles that stand for the only card in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

RULES = """\
game: Test
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  values: A J Q K = 10
  starts in: stock
piles:
  stock:   face down
  starter: face up
  hand:    per player, face up
remember:
  points: number per player
phases:
  deal:
    at start:
      shuffle: shuffle stock
      starter: deal 1 card from stock to starter
      hands:   deal NUMBER cards from stock to each hand
      score:   when CONDITION -> (first of players) scores 1
      count:   (first of players) scores total value of starter
winner: all players with most points
"""


def findings(number: int, condition: str, folder: Path) -> list[str]:
    rules = RULES.replace("NUMBER", str(number)).replace("CONDITION", condition)
    path = folder / "test.yaml"
    path.write_text(rules)
    found = read_rules(path, linted=True).diagnostics
    assert {d.code for d in found} <= {"L615"}, found
    return [d.span.text for d in found]


@pytest.mark.parametrize(
    "number, condition, told",
    [
        (3, "any hand has value > 5", ["value"]),
        (1, "any hand has value > 5", []),
        (3, "value of starter > 5", []),
        (3, "any hand has total value of hand > 5", []),
        (3, "any hand has rank is 8", []),  # whether they share it
        (3, "any hand has suit is hearts", []),
        (3, "any hand has rank > 8", ["rank"]),
        (1, "any hand has rank > 8", []),
        (2, "every hand has size = 1 and value of hand > 2", []),  # asked of one card only
        (2, "any hand is 8H", []),  # whether that is all there is in it
        (2, "any hand is in (2H, 3H)", []),
        (2, "starter > (last of players)'s hand", ["(last of players)'s hand"]),
    ],
)
def test_of_how_many_is_asked(number: int, condition: str, told: list[str], tmp_path: Path) -> None:
    assert findings(number, condition, tmp_path) == told


def test_what_all_of_several_do_is_done_by_each(tmp_path: Path) -> None:
    rules = RULES.replace("NUMBER", "1").replace("CONDITION", "stock is not empty")
    rules = rules.replace("(first of players) scores 1", "all players with fewest points score 1")
    path = tmp_path / "test.yaml"
    path.write_text(rules)
    (told,) = read_rules(path, linted=True).diagnostics
    assert told.code == "L615"
    assert "each player in (all players with fewest points)" in (told.suggestion or "")
