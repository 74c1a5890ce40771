"""L622: shuffled piles that lie face up while cards come from them, and those that rightly do."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

PILES = """\
piles:
  stock:   STOCK
  discard: face up
  row:     face up
  hand:    per player, seen by owner
"""
DRAWS = """\
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      draw: draw 1 from stock
      turn: deal 1 card from stock to row
"""
AGAIN = "at any time:\n  full: when size of row > 3 -> shuffle row into stock\n"
TOLD = ("stock is shuffled and lies face up: everybody sees which card comes next",)
OPEN = PILES.replace("STOCK", "«face up»")
UNSAID = PILES.replace("STOCK", "face up")

CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "dealt to hands": (f"{OPEN}setup: shuffle stock; deal 5 cards from stock to each hand\n", *TOLD),
    "drawn in turns": (f"{OPEN}setup: shuffle stock\n{DRAWS}", *TOLD),
    "laid open in turns": (
        f"{OPEN}setup: shuffle stock\n{DRAWS.replace('draw 1 from stock', 'do nothing')}", *TOLD
    ),
    "refilled": (
        PILES.replace("STOCK", "«face up», refilled from discard")
        + "setup: shuffle stock; deal 1 card from stock to row\n" + DRAWS,
        *TOLD,
    ),
    "something is shuffled into it": (
        f"{OPEN}setup: do nothing\n{DRAWS}{AGAIN}", *TOLD
    ),
    "face down": (PILES.replace("STOCK", "face down") + f"setup: shuffle stock\n{DRAWS}",),
    "its top alone is open": (PILES.replace("STOCK", "top face up") + f"setup: shuffle stock\n{DRAWS}",),
    "never shuffled": (f"{UNSAID}setup: do nothing\n{DRAWS}",),
    "laid out at once, all open": (
        f"{UNSAID}setup: shuffle stock; deal 20 cards from stock to row; deal 32 cards from stock to discard\n",
    ),
    "laid out at once in each round": (
        f"""\
{UNSAID}\
setup: do nothing
phases:
  round:
    repeat: 3 times
    at start:
      collect: gather all cards into stock
      shuffle: shuffle stock
      row:     deal 5 cards from stock to row
    phases:
      turn: {{ who: each player, moves: {{ pass: do nothing }} }}
""",
    ),
    "chosen from, not dealt": (
        f"""\
{UNSAID}\
setup: shuffle stock
phases:
  turn:
    who: each player
    moves:
      take: {{ choose: card in stock, do: move card to your hand }}
""",
    ),
    "an open pile is shuffled, and goes under the stock": (
        PILES.replace("STOCK", "face down")
        + f"setup: shuffle stock; deal 9 cards from stock to discard\n{DRAWS}"
        "at any time:\n  new: when stock is empty and discard is not empty -> shuffle discard; flip discard into stock\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_told(case: str, tmp_path: Path) -> None:
    piece, *messages = CASES[case]
    check(piece, tuple(messages), {"L622"}, tmp_path)
