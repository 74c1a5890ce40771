"""What is asked of cards that are gone through pile by pile is what is asked of each by its name."""

from __future__ import annotations

from functools import cache

import pytest

import rulerun

from .language.tables import game_of, value

SOURCES = (
    "heap", "tableau", "covered", "your hand", "stock", "heap + tableau", "tableau + covered",
    "first column in tableau + heap", "last column in tableau", "stock + tableau + heap",
    "heap + heap", "top 2 of heap + covered",
)  # fmt: skip
CONDITIONS = (
    "CARD is face up",
    "CARD is face down",
    "place of CARD is heap",
    "place of CARD is not heap and CARD is face up",
    "CARD is top of place of CARD",
    "size of place of CARD > 3 and CARD is top of place of CARD",
    "CARD is bottom of place of CARD or rank of CARD is 2",
    "size of (everything from CARD) > 2",
    "(everything from CARD) is descending",
    "highest of place of CARD is face up",
)
RULES = """\
game: Places
players: 2
deck: {{ ranks: "2 to 10, J, Q, K, A", starts in: stock }}
piles:
  stock:   face down
  heap:    face up
  tableau: 3 columns, face either
  covered: top face up
  hand:    per player, seen by owner
setup:
  shuffle: shuffle stock
  heap:    deal 5 cards from stock to heap
  columns: for each column in tableau -> deal 3 cards from stock to column; turn top of column face up
  row:     move 9H, 8H, 7H to first column in tableau
  covered: deal 4 cards from stock to covered
  hands:   deal 2 cards from stock to each hand
phases:
  turn:
    who: players in turn
    moves:
{moves}
"""


def moves(condition: str) -> str:
    """One move for each source, of the cards there of which the condition holds."""
    asked = condition.replace("CARD", "card")
    return "\n".join(
        f"      m{i}: {{ choose: card in ({source}) where {asked}, do: do nothing }}"
        for i, source in enumerate(SOURCES)
    )


@cache
def state_of(condition: str) -> rulerun.State:
    return game_of(RULES.format(moves=moves(condition))).start(seed=3)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_moves_and_questions_find_the_cards_of_which_it_holds(condition: str) -> None:
    state = state_of(condition)
    offered = [str(move) for move in state.legal_moves]
    asked = condition.replace("CARD", "card")
    for i, source in enumerate(SOURCES):
        there = value(state, f"all cards in ({source})").split()
        holds = [c for c in there if value(state, condition.replace("CARD", c)) == "yes"]
        assert [m for m in offered if m.startswith(f"m{i} ")] == [
            f"m{i} {card}" for card in dict.fromkeys(holds)
        ], source
        of_them = f"in ({source}) where {asked}"
        assert value(state, f"all cards {of_them}") == (" ".join(holds) or "nothing"), source
        assert value(state, f"number of cards {of_them}") == str(len(holds))
        assert value(state, f"first card {of_them}") == (holds or ["nothing"])[0]
        assert value(state, f"last card {of_them}") == (holds or ["nothing"])[-1]
        assert value(state, f"any card {of_them}") == ("yes" if holds else "no")
        assert value(state, f"every card {of_them}") == ("yes" if holds == there else "no")


def test_it_is_not_forgotten_where_cards_went() -> None:
    """What was found once is looked up there first, and no other state is taken in by it."""
    state = state_of(CONDITIONS[0])
    other = state.clone()
    (card, *_) = other.piles[other.game.layout.pile_base["heap"]]
    label = state.game.deck.labels[card]
    assert value(state, f"place of {label}") == "heap"
    other.piles[other.game.layout.pile_base["heap"]].remove(card)
    other.piles[other.game.layout.pile_base["covered"]].append(card)
    assert value(other, f"place of {label}") == "covered"
    assert value(state, f"place of {label}") == "heap"


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize(
    "asked",
    [
        "top of heap is 9H",
        "rank of top of heap < 5",
        "rank of bottom of heap > 2",
        "rank of top of heap is nothing",
        "color of top of heap is red",
        "suit of top of covered is suit of top of heap",
        "rank of top of covered - rank of top of heap = 1",
        "rank of top of heap - rank of top of covered < 2",
        "any card in covered where rank is rank of top of heap",
    ],
)
def test_after_an_empty_pile_is_ruled_out_the_same_is_asked(asked: str, full: bool) -> None:
    """A pile that is known not to be empty has a top card; what the answer is does not depend on it."""
    state = state_of(CONDITIONS[0]).clone()
    if not full:
        heap, rest = (state.piles[state.game.layout.pile_base[p]] for p in ("heap", "covered"))
        rest[:0] = heap
        heap.clear()
    holds = value(state, asked) == "yes"
    for text, answer in (
        (f"heap is empty or ({asked})", holds or not full),
        (f"({asked}) or heap is empty", holds or not full),
        (f"heap is not empty or ({asked})", holds or full),
        (f"covered is empty or ({asked})", holds),
        (f"not (heap is empty or ({asked})) or ({asked})", (full and not holds) or holds),
        (f"(heap is empty or 1 > 2) and ({asked})", holds and not full),
    ):
        assert value(state, text) == ("yes" if answer else "no"), text
