"""Melds on the table in an example: `given` lays groups, with commas between them."""

from __future__ import annotations

from pathlib import Path

from rulerun.interpreter.examples.playing import run
from rulerun.interpreter.loading import read_rules

GAME = """\
game: Melds
players: 2
deck:
  ranks: A, 2 to 10, J, Q, K
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
  run: 3 or more cards of one suit in sequence
piles:
  stock: face down
  hand: per player, seen by owner
  table: groups, face up
  own: per player, groups, face up
phases:
  turn:
    who: each player
    moves:
      add_to:
        choose: { meld: group in table where 9D fits group }
        do: lay 9D on meld
      pass: do nothing
examples:
  two groups:
    players: Anna, Ben
    given: { table: "5C 5D 5H, 6D 7D 8D", Anna's own: 2C 2D 2H, Anna's hand: 9D }
    play:
      - expect: number of groups in table = 2 and number of groups in Anna's own = 1
      - Anna cannot: add_to 1
      - Anna: add_to 2
      - expect: size of last group in table = 4 and size of stock = 42
"""


def test_groups_are_given_with_commas_between_them(tmp_path: Path) -> None:
    path = tmp_path / "melds.yaml"
    path.write_text(GAME)
    loaded = read_rules(path)
    assert not loaded.diagnostics
    assert loaded.checked is not None
    for example in loaded.checked.rules.examples:
        assert run(loaded.checked, example).passed


def test_a_card_that_is_given_twice_is_told(tmp_path: Path) -> None:
    path = tmp_path / "melds.yaml"
    path.write_text(GAME.replace("6D 7D 8D", "5C 6C 7C"))
    loaded = read_rules(path)
    assert loaded.checked is not None
    (example,) = loaded.checked.rules.examples
    assert [d.code for d in run(loaded.checked, example).failures] == ["R710"]


def test_commas_in_braces_are_told_once(tmp_path: Path) -> None:
    path = tmp_path / "melds.yaml"
    path.write_text(GAME.replace('"5C 5D 5H, 6D 7D 8D"', "5C 5D 5H, 6D 7D 8D, KC KD KH"))
    (told,) = read_rules(path).diagnostics
    assert (told.code, told.span.text) == ("Y127", ",")
    right = "put the whole text in quotes: table: '5C 5D 5H, 6D 7D 8D, KC KD KH'"
    assert told.suggestion == right
