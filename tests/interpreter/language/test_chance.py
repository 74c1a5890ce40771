"""Chance (LANGUAGE part 11): the streams, and shuffled piles that have no order until one looks."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.machine.chance import MASK64, MULTIPLIER, below, stream
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.state import State

from .tables import game_of, value

RULES = """
game: A table of chance
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
piles:
  stock: face down, refilled from discard
  other: face down, refilled from row except top
  row: face up
  discard: face up
  hand: per player, seen by owner
  tableau: 2 columns, face either
  seen: top face up
remember:
  n: number
  somebody: player
  some_card: card
  some_suit: suit
phases:
  turn:
    who: players in turn starting with first of players
    moves:
      go: LINE
      draw: draw 1 from stock
      draw_other: draw 1 from other
"""


def game(line: str = "do nothing", setup: str = "shuffle stock") -> Game:
    """A game in which `go` carries out a line."""
    text = RULES.replace("go: LINE", "go: >\n          " + line)
    return game_of(text.replace("phases:\n", f"setup: >\n  {setup}\nphases:\n"))


def undecided(state: State, pile: str) -> int:
    return state.undecided[state.game.layout.pile_base[pile]]


def labels(state: State, pile: str) -> list[str]:
    return [state.game.deck.labels[c] for c in state.piles[state.game.layout.pile_base[pile]]]


# ------------------------------------------------------------------ the streams


def test_the_check_values_of_the_streams() -> None:
    state = stream(1, "shuffle")
    results = []
    for _ in range(2):
        state = state * MULTIPLIER & (1 << 128) - 1
        results.append(f"{state >> 64:016X}")
    assert results == ["A683F4A800B12D54", "5C00E86EC12EB9B5"]


def test_a_fresh_pack_with_seed_1() -> None:
    state = game().start(seed=1)
    for _ in range(6):
        state.apply("draw")
    hands = zip(labels_of_hand(state, 0), labels_of_hand(state, 1), strict=True)
    assert [card for pair in hands for card in pair] == ["9H", "7D", "QD", "8C", "3S", "2S"]


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, MASK64), n=st.integers(1, 60))
def test_a_number_below_n_is_the_upper_bits_times_n(seed: int, n: int) -> None:
    state = stream(seed, "random")
    assert state & 1 and 0 <= state < 1 << 128
    following, number = below(state, n)
    assert following == state * 0xDA942042E4DD58B5 % 2**128
    assert number == (following >> 64) * n // 2**64 < n


def test_streams_differ_by_purpose_and_seed() -> None:
    streams = {
        stream(seed, purpose) for seed in range(50) for purpose in ("shuffle", "random", "bot 1")
    }
    assert len(streams) == 150
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            stream(wrong, "shuffle")


def test_random_uses_its_own_stream_and_shuffling_needs_no_number() -> None:
    plain = game("shuffle stock").start(seed=7)
    shuffles, randoms = plain.shuffle_stream, plain.random_stream
    plain.apply("go")
    assert (plain.shuffle_stream, plain.random_stream) == (shuffles, randoms)
    drawn = game("somebody becomes random player; some_card becomes random card in row").start(
        seed=7
    )
    drawn.apply("go")
    assert drawn.shuffle_stream == shuffles
    # A random member of nothing takes no number.
    assert drawn.random_stream == below(randoms, 2)[0]
    assert value(drawn, "some_card") == "nothing"


def test_random_is_the_member_at_that_index() -> None:
    for line, members in (
        ("some_suit becomes random suit", ["clubs", "diamonds", "hearts", "spades"]),
        ("some_suit becomes random suit in (spades, hearts)", ["spades", "hearts"]),
        ("some_suit becomes random suit where suit is not clubs", ["diamonds", "hearts", "spades"]),
    ):
        for seed in range(8):
            state = game(line).start(seed=seed)
            _, number = below(state.random_stream, len(members))
            state.apply("go")
            assert value(state, "some_suit") == members[number]


def test_random_is_drawn_once_for_each_effect() -> None:
    state = game("let lot be random number in numbers from 1 to 1000; n becomes lot - lot").start()
    state.apply("go")
    assert value(state, "n") == "0"


# ------------------------------------------------------------------ undecided piles

#: A line, and how many cards of the stock (and how many of the row) are undecided after it.
LOOKS = [
    ("do nothing", 52),
    ("n becomes size of stock", 52),
    ("when stock is empty -> do nothing", 52),
    ("somebody becomes who holds 4H", 52),
    ("when place of 4H is stock -> n becomes 1", 52),
    ("deal up to 3 cards from stock to row", 49),
    ("deal 2 cards from stock to each hand", 48),
    ("draw 1 from stock", 51),
    ("move row to stock", 52),
    ("some_card becomes top of stock", 0),
    ("n becomes number of cards in stock where suit is hearts", 0),
    ("n becomes total value of stock", 0),
    ("when any card in stock where rank is K -> n becomes 1", 0),
    ("move 4H to row", 0),
    ("move top of stock to row", 0),
    ("deal 1 card from stock to row; move row under stock", 0),
    ("deal 1 card from stock to row; gather row under stock", 0),
    ("move row under stock", 52),
    ("gather row under stock", 52),
    ("gather stock into row", 0),
    ("flip stock into other", 0),
    ("gather stock into other", 0),
    ("gather all cards into stock", 0),
    ("gather all cards into stock; shuffle stock", 52),
    ("shuffle stock; shuffle stock", 52),
    ("show stock", 0),
]


@pytest.mark.parametrize(("line", "left"), LOOKS)
def test_what_decides_the_order_of_a_shuffled_pile(line: str, left: int) -> None:
    state = game(line).start(seed=3)
    state.apply("go")
    assert undecided(state, "stock") == left


def test_asking_without_looking_leaves_the_order_open() -> None:
    state = game().start(seed=3)
    before = state.clone()
    for question in ("size of stock", "stock is empty", "who holds 4H", "place of 4H is stock"):
        expr_state = state.clone()
        value(expr_state, question)
        assert expr_state == before


def labels_of_hand(state: State, seat: int) -> list[str]:
    number = state.game.layout.pile_base["hand"] + seat
    return [state.game.deck.labels[c] for c in state.piles[number]]


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, MASK64), before=st.integers(0, 10))
def test_looking_decides_the_rest_in_the_order_in_which_it_would_be_drawn(
    seed: int, before: int
) -> None:
    looked, drawn = (game("some_card becomes top of stock").start(seed=seed) for _ in range(2))
    for state in (looked, drawn):
        for _ in range(before):
            state.apply("draw")
    looked.apply("go")
    rest = labels(looked, "stock")[::-1]
    order = []
    for _ in rest:
        seat = drawn.actor
        assert seat is not None
        drawn.apply("draw")
        order.append(labels_of_hand(drawn, seat)[-1])
    assert order == rest


def test_shuffled_cards_lie_in_the_order_in_which_they_lay() -> None:
    state = game(
        "move row to stock; shuffle stock", setup="shuffle stock; deal 3 cards from stock to row"
    ).start(seed=5)
    row = labels(state, "row")
    lying = labels(state, "stock")
    state.apply("go")
    assert labels(state, "stock") == lying + row
    assert undecided(state, "stock") == 52


def test_drawing_takes_index_j_and_the_last_undecided_takes_its_place() -> None:
    state = game().start(seed=9)
    lying = labels(state, "stock")
    _, j = below(state.shuffle_stream, 52)
    state.apply("draw")
    assert labels_of_hand(state, 0) == [lying[j]]
    expected = lying[:]
    expected[j] = expected[51]
    assert labels(state, "stock") == expected[:51]
    assert undecided(state, "stock") == 51


def test_cards_laid_on_top_lie_above_in_known_order() -> None:
    setup = "shuffle stock; deal 4 cards from stock to row; move row to stock"
    state = game(setup=setup).start(seed=2)
    row = labels(state, "stock")[-4:]
    stream_before = state.shuffle_stream
    for card in reversed(row):
        seat = state.actor
        assert seat is not None
        state.apply("draw")
        assert labels_of_hand(state, seat)[-1] == card
    assert state.shuffle_stream == stream_before
    assert undecided(state, "stock") == 48


def test_shuffling_cards_into_a_pile_leaves_them_undecided_under_what_lies_there() -> None:
    setup = "shuffle stock; deal 3 cards from stock to row"
    state = game("shuffle row into stock", setup=setup).start(seed=2)
    row = labels(state, "row")
    state.apply("go")
    assert undecided(state, "stock") == 3
    assert labels(state, "stock")[:3] == row and labels(state, "row") == []


def test_a_pile_that_is_not_face_down_is_looked_at_when_it_is_shuffled() -> None:
    for pile in ("row", "discard", "seen", "your hand", "first column in tableau"):
        setup = "gather all cards into stock"
        state = game(f"deal 9 cards from stock to {pile}; shuffle {pile}", setup=setup).start(
            seed=1
        )
        before = state.shuffle_stream
        state.apply("go")
        assert sum(state.undecided) == 0
        after = before
        for _ in range(9):
            after = below(after, 1)[0]
        assert state.shuffle_stream == after


# ------------------------------------------------------------------ refilling


def test_refilling_shuffles_the_other_pile_into_the_empty_one() -> None:
    setup = "deal 5 cards from stock to discard; deal 47 cards from stock to row"
    state = game(setup=setup).start(seed=4)
    lying = labels(state, "discard")
    _, j = below(state.shuffle_stream, 5)
    state.apply("draw")
    assert labels(state, "discard") == [] and undecided(state, "stock") == 4
    assert labels_of_hand(state, 0) == [lying[j]]


def test_refilling_except_the_top_card() -> None:
    setup = "deal 5 cards from stock to row"
    state = game(setup=setup).start(seed=4)
    lying = labels(state, "row")
    state.apply("draw_other")
    assert labels(state, "row") == lying[-1:]
    assert sorted(labels(state, "other") + labels_of_hand(state, 0)) == sorted(lying[:-1])


def test_refilling_needs_a_card_that_is_wanted() -> None:
    setup = "deal 5 cards from stock to row; deal 1 card from row to other"
    state = game(
        "deal up to 1 card from other to discard; deal 0 cards from other to discard", setup=setup
    ).start()
    state.apply("go")
    assert labels(state, "other") == [] and len(labels(state, "row")) == 4


# ------------------------------------------------------------------ fairness


def test_every_card_comes_as_often_as_every_other() -> None:
    counts: Counter[str] = Counter()
    chosen = game()
    for seed in range(5200):
        state = chosen.start(seed=seed)
        state.apply("draw")
        counts.update(labels_of_hand(state, 0))
    assert len(counts) == 52
    # 100 are expected of each; five standard deviations are about 50.
    assert min(counts.values()) > 50 and max(counts.values()) < 150


def test_a_given_order_comes_before_chance() -> None:
    state = game().start(seed=1, deck=["4H", "QS", "9C"])
    for card in ("4H", "QS", "9C"):
        seat = state.actor
        assert seat is not None
        state.apply("draw")
        assert labels_of_hand(state, seat)[-1] == card
    # The seed decides the rest: the stream was not used so far.
    assert state.shuffle_stream == stream(1, "shuffle")


def test_a_card_of_a_given_order_may_come_again_in_the_next_round() -> None:
    """The second 4H waits until the first is back in the stock; the order goes on meanwhile."""
    again = game("gather all cards into stock; shuffle stock")
    state = again.start(seed=1, deck=["4H", "4H", "QS", "9C"])
    seen = []
    for move in ("draw", "draw", "go", "draw", "draw"):
        seat = state.actor
        assert seat is not None
        state.apply(move)
        seen += labels_of_hand(state, seat)[-1:] if move == "draw" else []
    assert seen == ["4H", "QS", "4H", "9C"]


# ------------------------------------------------------------------ who looks when

PEEKING = RULES.replace("go: LINE", """go: { may: color of top of stock is red, do: do nothing }
      choose_one: { choose: card in other where rank is K, do: move card to row }""").replace(
    "phases:\n", "setup: deal 20 cards from stock to other; shuffle stock; shuffle other\nphases:\n"
)  # fmt: skip


def test_it_makes_no_difference_who_lists_the_legal_moves_and_when() -> None:
    for seed in range(6):
        asked, silent = game_of(PEEKING).start(seed=seed), game_of(PEEKING).start(seed=seed)
        for move in ("draw", "go", "draw_other", "draw", "choose_one KC", "draw_other"):
            listed = [str(m) for m in asked.legal_moves]
            assert asked == silent, "a question changed something"
            legal = move in asked.legal_moves
            assert legal == (move in listed)
            for state in (asked, silent):
                if legal:
                    state.apply(move)
                else:
                    with pytest.raises(IllegalMoveError):
                        state.apply(move)
            assert asked == silent
