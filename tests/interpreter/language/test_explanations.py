"""What an `expect` that fails says (R713): the part that does not hold, and what is there instead."""

from __future__ import annotations

import pytest

from .tables import failures

RULES = """
game: What is there
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
chips:
  each player: 3
piles:
  stock: face down
  hand: per player, seen by owner
  tableau: 3 columns, face up
  table: groups, face up
  row: face up
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
examples:
  one:
    players: Anna, Ben
    given:
      Anna's hand: HAND
      Ben's hand: 4H 5H
      first column in tableau: 6H
      table: 7H 7S 7C
    play:
      - expect: >
          EXPECTED
"""
ROWS = [
    ("all hands are empty", "nothing", "Ben's hand is 4H 5H"),
    ("all hands are empty", "3H", "Anna's hand is 3H, Ben's hand is 4H 5H"),
    ("every hand is empty", "nothing", "Ben's hand is 4H 5H"),
    ("exactly 2 hands are empty", "nothing", "Ben's hand is 4H 5H"),
    ("no column in tableau is empty", "3H", "tableau 1 is 6H"),
    ("tableau is empty", "3H", "tableau 1 is 6H"),
    ("every group in table is empty", "3H", "group 1 is 7H 7S 7C"),
    ("Ben's hand is not empty and Ben's hand is empty", "3H", "Ben's hand is 4H 5H"),
    ("every card in Ben's hand is black", "3H", "all cards in Ben's hand are 4H 5H"),
    ("any player is out", "3H", "all players are Anna Ben"),
    ("all players are out", "3H", "all players are Anna Ben"),
    ("row is not empty", "3H", "row is nothing"),
]


@pytest.mark.parametrize(("expected", "hand", "there"), ROWS)
def test_what_is_there_instead(expected: str, hand: str, there: str) -> None:
    part = expected.rpartition(" and ")[2]
    rules = RULES.replace("EXPECTED", expected).replace("HAND", hand)
    assert failures(rules) == [f"one: R713 '{part}' does not hold: {there}"]


def test_piles_that_are_all_empty() -> None:
    rules = RULES.replace("EXPECTED", "any hand is not empty").replace("HAND", "nothing")
    rules = rules.replace("4H 5H", "nothing")
    assert failures(rules) == [
        "one: R713 'any hand is not empty' does not hold: all hands are empty"
    ]
