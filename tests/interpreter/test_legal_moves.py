"""The lazy list of legal moves, where numbers by the million stand beside cards."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

import rulerun

from .language.tables import game_of

RULES = """\
game: Bids
players: 2
deck: {{ ranks: "2 to 10, J, Q, K, A", starts in: stock }}
piles: {{ stock: face down, hand: "per player, seen by owner" }}
setup: deal 3 cards from stock to each hand
phases:
  turn:
    who: players in turn
    moves: {{ {moves} }}
"""
BID = "bid: { choose: { amount: number from 1 to 999999999 }, do: do nothing }"
THROW = "throw: { choose: card in your hand, do: move card to stock }"
NONE = "none: { choose: card in your hand where 1 > 2, do: do nothing }"
PASS = "pass: { do: do nothing }"


def legal(*moves: str) -> rulerun.State:
    """A game with these moves, at its first decision."""
    return game_of(RULES.format(moves=", ".join(moves))).start()


def test_millions_of_numbers_beside_cards() -> None:
    state = legal(NONE, BID, THROW, PASS)
    moves = state.legal_moves
    cards = list(legal(THROW).legal_moves)
    assert len(moves) == 999999999 + 3 + 1
    assert str(moves[0]) == "bid 1" and str(moves[999999998]) == "bid 999999999"
    assert [str(m) for m in moves[999999999:]] == [*(str(m) for m in cards), "pass"]
    assert str(moves[-1]) == "pass" and moves[-2:] == moves[999999999 + 2 :]
    assert [str(m) for m in islice(moves, 3)] == ["bid 1", "bid 2", "bid 3"]
    assert str(Random(1).choice(moves)).startswith("bid ")
    assert moves.pick(Random(1)) in moves
    for outside in (len(moves), -len(moves) - 1):
        with pytest.raises(IndexError):
            moves[outside]


@pytest.mark.parametrize("moves", [(THROW,), (PASS,), (NONE, PASS), (NONE, THROW, PASS)])
def test_lists_and_single_moves(moves: tuple[str, ...]) -> None:
    lazy = legal(*moves).legal_moves
    listed = list(lazy)
    assert len(lazy) == len(listed)
    assert [lazy[i] for i in range(len(lazy))] == listed
    assert [lazy[i] for i in range(-len(lazy), 0)] == listed
    assert lazy[::2] == listed[::2] and lazy[5:1:-1] == listed[5:1:-1]
    assert list(reversed(lazy)) == listed[::-1]
    rng = Random(2)
    assert {str(lazy.pick(rng)) for _ in range(60)} == {str(m) for m in listed}


WIDE = """\
game: Frame
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
piles:
  stock: face down
  discard: face up
phases:
  turn:
    who: each player
    moves:
      say:
        choose: { amount: number from 1 to 999999999 * 999999999 * 999999999 }
        do: do nothing
      take:
        choose: { taken: 1 to 20 cards in stock }
        do: move all cards in taken to discard
"""


def test_more_numbers_than_a_list_can_have_are_counted_and_picked(tmp_path: Path) -> None:
    path = tmp_path / "wide.yaml"
    path.write_text(WIDE[: WIDE.index("      take:")])
    moves = rulerun.load(path).start(seed=1).legal_moves
    assert moves.count() == 999999999**3
    assert moves.pick(Random(1)) in moves
    assert str(moves[-1]) == f"say {999999999**3}"
    with pytest.raises(OverflowError):
        len(moves)


def test_too_many_lists_are_refused_where_they_would_be_counted(tmp_path: Path) -> None:
    path = tmp_path / "wide.yaml"
    path.write_text(WIDE)
    state = rulerun.load(path).start(seed=1)
    with pytest.raises(rulerun.RuleError, match=r"R708.*'take'"):
        state.legal_moves.pick(Random(1))
    assert "take 2C 3C" in state.legal_moves
    state.apply("take 2C 3C")


def test_a_view_lists_the_first_of_very_many_moves(tmp_path: Path) -> None:
    path = tmp_path / "wide.yaml"
    path.write_text(WIDE)
    state = rulerun.load(path).start(seed=1)
    view = state.view(0)
    assert (len(view.moves), view.moves[-1], view.more_moves) == (1000, "say 1000", True)
    assert state.view(1).moves == ()
