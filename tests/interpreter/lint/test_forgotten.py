"""L616: memories that each turn starts afresh and that are asked of more; and what a turn may keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

GAME = """\
piles:
  stock:   face down
  hand:    per player, seen by owner
  discard: face up
chips:
  each player: 20
  pot: 0
remember:
  points: number per player
winner: all players with most points
setup: deal 5 cards from stock to each hand; each player pays 1 to pot
phases:
  turn:
    remember:
      MEMORY
    who: WHO
    KEYS
    moves:
      bid:
        choose: { amount: number from 0 to 3 }
        do: DO
      lay:
        choose: card in your hand
        do: move card to discard; score 1
"""

AT_END = "at end: {{ pay: {} }}"
FORGOTTEN = "every turn of 'turn' starts 'bid' afresh, for all players"
ONE_TURN = r"'{}' is from 0 to 1, as every turn starts it afresh"

CASES: dict[str, tuple[str, str, str, str, *tuple[str, ...]]] = {
    "asked of each at the end": (
        "«bid»: number per player", "each player", "your bid becomes amount",
        AT_END.format("each player pays up to player's bid to pot"), FORGOTTEN,
    ),
    "asked for the highest": (
        "«bid»: number per player", "each player", "your bid becomes amount",
        AT_END.format("(first player with highest bid) scores 1"), FORGOTTEN,
    ),
    "asked of the one whose turn it was last": (
        "bid: number per player", "each player", "your bid becomes amount",
        "after turn: score your bid",
    ),
    "asked of one player": (
        "bid: number per player", "each player", "your bid becomes amount",
        AT_END.format("(last of players) scores bid of last of players"),
    ),
    "set for all in a turn": (
        "bid: number per player", "each player", "for each player -> player's bid becomes amount",
        AT_END.format("each player scores player's bid"),
    ),
    "who is left out": (
        "«bid»: number per player", "players in turn where bid = 0 and hand is not empty",
        "your bid becomes amount", "", FORGOTTEN,
    ),
    "the turn that ends the phase": (
        "bid: number per player", "players in turn", "your bid becomes amount",
        "until: any player has bid > 2\n    at end: each player scores player's bid",
    ),
    "a line that ends the phase": (
        "bid: number per player", "players in turn", "your bid becomes amount; end turn",
        AT_END.format("each player scores player's bid"),
    ),
    "one player's only turn": (
        "bid: number", "last of players", "add amount to bid",
        AT_END.format("each player scores bid"),
    ),
    "a list": (
        "«bid»: players", "each player", "when amount > 1 -> add you to bid",
        AT_END.format("each player in bid scores 1"), "every turn of 'turn' starts 'bid' afresh: ",
    ),
    "a list that is made anew": (
        "bid: players", "each player", "bid becomes players",
        AT_END.format("each player in bid scores 1"),
    ),
    "a sum": (
        "«bid»: number", "each player", "add amount to bid",
        AT_END.format("each player scores bid"), "every turn of 'turn' starts 'bid' afresh: ",
    ),
    "a sum of one turn": (
        "bid: number", "each player", "add amount to bid; go again",
        AT_END.format("each player scores bid"),
    ),
    "a number of passes": (
        "bid: number", "players in turn where hand is not empty", "add 1 to bid",
        "until: «bid >= 2»", ONE_TURN.format("bid"),
    ),
    "a list that should grow": (
        "bid: players", "players in turn where hand is not empty", "add you to bid",
        "until: «size of bid = number of players»", ONE_TURN.format("size of bid"),
    ),
    "a flag": (
        "bid: number", "players in turn where hand is not empty", "add 1 to bid",
        "until: bid > 0",
    ),
    "several lines of one turn": (
        "bid: number", "players in turn where hand is not empty", "add 1 to bid",
        "after turn: add 1 to bid\n    until: bid >= 2",
    ),
    "a turn that goes on": (
        "bid: number", "players in turn where hand is not empty", "add 1 to bid; go again",
        "until: bid >= 2",
    ),
    "lines for several": (
        "bid: number", "players in turn where hand is not empty",
        "for each player -> add 1 to bid", "until: bid >= 2",
    ),
}  # fmt: skip
"""The memory, whose turns, what a move does, further keys; and what is told, at the marked place."""


@pytest.mark.parametrize("name", CASES)
def test_what_a_turn_forgets(name: str, tmp_path: Path) -> None:
    memory, who, do, keys, *messages = CASES[name]
    piece = GAME.replace("MEMORY", memory).replace("WHO", who).replace("DO", f'"{do}"')
    piece = piece.replace("    KEYS\n", f"    {keys}\n" if keys else "")
    check(piece, tuple(messages), {"L613", "L616"}, tmp_path)


def test_what_lasts_longer_is_not_told(tmp_path: Path) -> None:
    memory, who, do, keys, *_ = CASES["asked of each at the end"]
    piece = GAME.replace("    remember:\n      MEMORY\n", "").replace("DO", do)
    piece = piece.replace(
        "remember:\n", f"remember:\n  {memory.replace('«', '').replace('»', '')}\n"
    )
    check(piece.replace("WHO", who).replace("KEYS", keys), (), {"L616"}, tmp_path)
