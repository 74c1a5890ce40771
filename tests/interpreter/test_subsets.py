"""Lists of cards made by construction: the same, in the same order, as all lists gone through."""

from __future__ import annotations

import pickle
import time
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulerun
from rulerun.interpreter.machine import runtime
from rulerun.interpreter.machine.subsets import choices_adding_up
from rulerun.interpreter.machine.view import report

from .language.tables import position

FISHING = """\
game: Fishing
players: 2
deck: {{ ranks: 'A, 2 to 10, J, Q, K', values: 'A = 1', starts in: stock }}
piles:
  stock: face down
  hand:  per player, seen by owner
  table: face up
  won:   per player, face down
setup:
  shuffle: shuffle stock
  hands:   deal 4 cards from stock to each hand
  table:   deal {table} cards from stock to table
phases:
  turn:
    who: players in turn
    until: every hand is empty
    moves:
      capture:
        choose: {{ card: card in your hand, cards: 1 or more cards in table }}
        may: {{ sum: {sum} }}
        do: {{ cards: move cards to your won, card: move card to your won }}
      trail:
        choose: card in your hand
        do: move card to table
winner: all players with most size of won
"""


def fishing(
    folder: Path, table: int, sum_: str = "total value of cards = value of card"
) -> rulerun.Game:
    path = folder / "fishing.yaml"
    path.write_text(FISHING.format(table=table, sum=sum_), encoding="utf-8")
    return rulerun.load(path)


@given(
    st.lists(st.integers(0, 9), max_size=9),
    st.integers(0, 4),
    st.integers(0, 9),
    st.lists(st.sampled_from([*range(12), -3]), min_size=10, max_size=10),
    st.integers(-4, 30),
)
def test_lists_that_add_up(
    cards: list[int], low: int, high: int, values: list[int], total: int
) -> None:
    sizes = range(low, min(high, len(cards)) + 1)
    right = [
        chosen
        for size in sizes
        for chosen in combinations(cards, size)
        if sum(values[card] for card in chosen) == total
    ]
    assert list(choices_adding_up(cards, low, high, values, total)) == right


def test_a_bound_or_a_total_that_is_nothing_offers_nothing() -> None:
    assert not list(choices_adding_up([1], None, 1, [0, 0], 0))
    assert not list(choices_adding_up([1], 0, None, [0, 0], 0))
    assert not list(choices_adding_up([1], 0, 1, [0, 0], None))


@pytest.mark.parametrize(
    "sum_",
    [
        "value of card = total value of cards",
        "total value of cards = value of card and size of cards = 2",
        "cards are matching and total value of cards = value of card",
        "total value of cards = value of card and cards are matching",
    ],
)
def test_moves_are_those_that_the_condition_allows(tmp_path: Path, sum_: str) -> None:
    """However it is written; `+ 0` is what no construction knows."""
    plain = sum_.replace("total value of cards", "(total value of cards + 0)")
    made, asked = fishing(tmp_path, 9, sum_), fishing(tmp_path, 9, plain)
    for seed in range(4):
        moves = [str(move) for move in made.start(seed).legal_moves]
        assert moves == [str(move) for move in asked.start(seed).legal_moves]


def test_a_long_row_of_cards_is_no_trouble(tmp_path: Path) -> None:
    """All 16 million lists of 24 cards would take minutes."""
    begun = time.process_time()
    assert len(fishing(tmp_path, 24).start(1).legal_moves) > 1000
    assert time.process_time() - begun < 10


def test_too_many_lists_stop_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "MOST_TRIED", 1000)
    state = fishing(tmp_path, 12, "2 * total value of cards = 2 * value of card").start(1)
    with pytest.raises(
        rulerun.RuleError, match="more than 1,000 ways to choose from 12 cards"
    ) as found:
        state.legal_moves.count()
    assert found.value.code == "R708"
    assert found.value.span is not None and found.value.span.text == "cards"


def test_cards_that_lay_open_are_named_when_somebody_takes_them_away(tmp_path: Path) -> None:
    """All saw them go; the card out of the hand nobody else has seen."""
    state = fishing(tmp_path, 8).start(3)
    move = next(move for move in state.legal_moves if move.name == "capture")
    card, *cards = str(move).removeprefix("capture ").replace(",", "").split()
    state.apply(move)
    for seat in (1, None):
        assert report(state, 0, move, seat) == f"capture a card, {' '.join(cards)}"
    assert report(state, 0, move, 0) == str(move)
    assert card not in str(state.view(1).to_json())


TWICE = """
game: Twice
players: 2
deck: { ranks: 2 to 10, copies: 3, starts in: stock }
piles: { stock: face down, row: face up, hand: 'per player, seen by owner' }
phases:
  turn:
    who: players in turn
    moves:
      take: { choose: card in row, do: move everything from card to your hand }
      two:  { choose: { two: 2 cards in row }, do: move two to your hand }
      give: { choose: card in your hand, do: move card to row }
examples:
  some are alike:
    players: Anna, Ben
    start at: turn
    given: { row: 5H 6H 5H 5H, Anna's hand: 2C 2C 3C, Ben's hand: 4C }
    play:
      - expect: size of row = 4
"""


def test_like_cards_that_have_a_place_are_told_apart() -> None:
    there, _ = position(TWICE, "some are alike")
    texts = [str(move) for move in there.legal_moves]
    assert [t for t in texts if "take" in t] == ["take 5H", "take 6H", "take 5H#2", "take 5H#3"]
    assert {"two 5H 5H#3", "two 5H#2 5H#3", "two 6H 5H#2"} < set(texts)
    assert [t for t in texts if "give" in t] == ["give 2C", "give 3C"]  # a hand has no places
    for text in texts:
        state = there.clone()
        (move,) = (m for m in state.legal_moves if str(m) == text)
        assert state.game.parse_move(state, text) == move
        assert pickle.loads(pickle.dumps(move.choices)) == move.choices
        state.apply(text)
        assert {type(card) for pile in state.piles for card in pile} == {int}
    labels, row = there.game.deck.labels, there.game.layout.pile_base["row"]
    for text, left in {"take 5H#2": "5H 6H", "two 5H 5H#3": "6H 5H", "take 5H": ""}.items():
        state = there.clone()
        state.apply(text)
        assert " ".join(labels[card] for card in state.piles[row]) == left
    for text in ("take 5H#4", "take 5H#0", "take 5#2", "give 2C#3"):
        with pytest.raises(rulerun.IllegalMoveError):
            there.clone().apply(text)
