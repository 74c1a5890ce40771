"""L613: cards that are asked for where a line before has taken all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

GAME = """\
piles:
  stock:   face down
  hand:    per player, seen by owner
  won:     per player, face up
  trick:   face up
  table:   4 columns, face up
remember:
  points: number per player
  led:    suit
winner: all players with most points
setup:
  deal: shuffle stock; deal 5 cards from stock to each hand
  lay:  for each column in table -> deal 1 card from stock to column
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      play: { choose: card in your hand, do: "move card to trick; draw up to 1 from stock" }
    at end:
LINES
end: { over: when led is hearts and (any won has top of won is red) and (any column in table is empty) }
"""

TAKEN = "nothing lies in '{}' here: '.*' before it has taken all cards away"

CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "counted too late": (
        "gather trick into stock\n«led becomes suit of bottom of trick»", TAKEN.format("trick"),
    ),
    "counted before": ("led becomes suit of bottom of trick\ngather trick into stock",),
    "in a condition": (
        "gather trick into won of first of players\nwhen «any card in trick is red» -> each player scores 1",
        TAKEN.format("trick"),
    ),
    "of each": (
        "for each player -> gather player's won into stock; «player scores total value of player's won»",
        TAKEN.format("won"),
    ),
    "of one, and another is asked": (
        "gather won of first of players into stock\n(last of players) scores size of won of last of players",
    ),
    "of all": (
        "gather each won into stock\n«(last of players) scores size of won of last of players»",
        TAKEN.format("won"),
    ),
    "the whole pack": (
        "gather all cards into stock\n«led becomes suit of top of trick»", TAKEN.format("trick"),
    ),
    "where the pack is now": ("gather all cards into stock\n(last of players) scores size of stock",),
    "moved, all of it": (
        "move trick to won of first of players\n«led becomes suit of top of trick»",
        TAKEN.format("trick"),
    ),
    "filled again": (
        "gather trick into stock\ndeal 1 card from stock to trick\nled becomes suit of top of trick",
    ),
    "gathered twice": ("gather trick into stock\ngather trick, each won into stock\nshuffle stock",),
    "only if": (
        "when trick is not empty -> gather trick into stock\nled becomes suit of top of trick",
    ),
    "once for each": (
        "for each player -> led becomes suit of top of trick; gather trick into stock; deal 1 card from stock to trick",
    ),
}  # fmt: skip
"""Lines, with the marked places of what is told."""


@pytest.mark.parametrize("name", CASES)
def test_what_is_asked_for_too_late(name: str, tmp_path: Path) -> None:
    lines, *messages = CASES[name]
    told = "".join(f"      l{i}: {line}\n" for i, line in enumerate(lines.splitlines()))
    check(GAME.replace("LINES\n", told), tuple(messages), {"L613"}, tmp_path)


def test_a_row_may_fill_it(tmp_path: Path) -> None:
    lines, *_ = CASES["counted too late"]
    told = "".join(f"      l{i}: {line}\n" for i, line in enumerate(lines.splitlines()))
    row = "at any time: { more: when trick is empty and stock is not empty -> deal 1 card from stock to trick }\n"
    piece = (GAME.replace("LINES\n", told) + row).replace("«", "").replace("»", "")
    check(piece, (), {"L613"}, tmp_path)
