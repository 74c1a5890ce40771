"""`poker_strength`: hands in order, and what decides between two of one kind."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

import pytest

from rulerun.interpreter.machine.poker import strength

from .tables import game_of, value

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"


def cards(text: str) -> list[tuple[int, int | None]]:
    """Cards by rank and suit; `X` is one without a suit, above all ranks."""
    return [
        (13, None) if c == "X" else (RANKS.index(c[:-1]), SUITS.index(c[-1])) for c in text.split()
    ]


def worth(text: str) -> int:
    """Of a hand in which `?` are wild cards."""
    hand = text.split()
    natural = [card for card in hand if card != "?"]
    wild = len(hand) - len(natural)
    return strength(cards(" ".join(natural)), len(RANKS), len(RANKS) + 1, wild)


# From weak to strong.
LADDER = [
    "2C 3D 4H 5S 7C",
    "2C 3D 4H 6S 7C",
    "9C JD QH KS AC",
    "2C 2D 3H 4S 5C",
    "2C 2D 3H 4S 6C",
    "2C 2D QH KS AC",
    "3C 3D 2H 4S 5C",
    "AC AD QH KS JC",
    "2C 2D 3H 3S 4C",
    "2C 2D 3H 3S AC",
    "2C 2D 4H 4S 3C",
    "KC KD AH AS QC",
    "2C 2D 2H 3S 4C",
    "2C 2D 2H KS AC",
    "3C 3D 3H 2S 4C",
    "AC AD AH KS QC",
    "AC 2D 3H 4S 5C",
    "2C 3D 4H 5S 6C",
    "10C JD QH KS AC",
    "2C 3C 4C 5C 7C",
    "2H 3H 4H 6H 7H",
    "9C JC QC KC AC",
    "2C 2D 2H 3S 3C",
    "2C 2D 2H AS AC",
    "3C 3D 3H 2S 2C",
    "AC AD AH KS KC",
    "2C 2D 2H 2S 3C",
    "2C 2D 2H 2S AC",
    "3C 3D 3H 3S 2C",
    "AC AD AH AS KC",
    "AC 2C 3C 4C 5C",
    "2C 3C 4C 5C 6C",
    "10C JC QC KC AC",
]
EQUAL = [
    ("2C 3D 4H 5S 7C", "2D 3C 4S 5H 7S"),
    ("AC 2D 3H 4S 5C", "AD 2C 3S 4H 5D"),
    ("2C 3C 4C 5C 7C", "2H 3H 4H 5H 7H"),
    ("KC KD KH 2S 2C", "KC KD KS 2H 2D"),
    ("7C 5S 4H 3D 2C", "2C 3D 4H 5S 7C"),
]
BEST_OF_MORE = [
    ("2C 3D 9H 10S JC QC KC", "9H 10S JC QC KC"),
    ("2C 3C 4C 5C 7C 6D 8D", "2C 3C 4C 5C 7C"),
    ("2C 2D 3H 3S 4C 4D AH", "3H 3S 4C 4D AH"),
    ("2C 2D 2H 3S 3C 3D AH", "3S 3C 3D 2C 2D"),
    ("AC 2D 3H 4S 5C 6D KD", "2D 3H 4S 5C 6D"),
    ("AC AD AH AS KC KD KH", "AC AD AH AS KC"),
]


def test_the_ladder() -> None:
    for weak, strong in pairwise(LADDER):
        assert worth(weak) < worth(strong), (weak, strong)


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_equal_hands(one: str, other: str) -> None:
    assert worth(one) == worth(other)


@pytest.mark.parametrize(("many", "best"), BEST_OF_MORE)
def test_the_best_five_count(many: str, best: str) -> None:
    assert worth(many) == worth(best)


@pytest.mark.parametrize("wild", [0, 1, 2])
@pytest.mark.parametrize("copies", [1, 3])
def test_of_many_cards_no_five_are_better(wild: int, copies: int) -> None:
    rng, suits = Random(wild), (0, 1, 2, None)
    pack = [(rank, suit) for rank in range(9) for suit in suits if (suit is None) == (rank > 6)]
    for number in range(60):
        some = [card for card in pack if card[1] in (suits[number % 4], 2)]
        hand = rng.sample(some * copies, min(8, len(some) * copies))
        best = max(strength(five, 7, 9, wild) for five in combinations(hand, 5 - wild))
        assert strength(hand, 7, 9, wild) == best


def test_a_whole_pack_and_more() -> None:
    pack = [(rank, suit) for rank in range(13) for suit in range(4)]
    assert strength(pack, 13, 14) == worth("10C JC QC KC AC")
    assert strength(pack * 40, 13, 14, wild=30) == worth("? ? ? ? ?")


def test_no_straight_has_ranks_that_there_are_not() -> None:
    assert strength([(0, 0), (1, 1), (2, 2)], 3, wild=2) == strength(
        [(0, 0), (1, 1), *[(2, 2)] * 3], 3
    )


def test_any_order_of_the_cards() -> None:
    for text in LADDER:
        hand = text.split()
        Random(text).shuffle(hand)
        assert worth(" ".join(hand)) == worth(text)


def test_fewer_than_five() -> None:
    rising = [
        "2C",
        "2C 3D",
        "AC",
        "KC AC",
        "2C 2D",
        "AC AD",
        "2C 2D 3H 3S",
        "AC AD AH",
        "2C 2D 2H 2S",
    ]
    # No straights and no flushes with fewer than five.
    assert worth("2C 3C 4C 5C") < worth("2C 2D")
    for weak, strong in pairwise(rising):
        assert worth(weak) < worth(strong), (weak, strong)
    assert strength([], 13) == 0 and worth("2C") > 0


def test_a_card_without_a_suit_makes_no_flush() -> None:
    assert worth("2C 3C 4C 5C X") < worth("2C 2D 3H 4S 5C")


WILD = [
    ("? 3D 4H 6S 8C", "8D 3D 4H 6S 8C"),
    ("? 3D 3H 6S 8C", "3S 3D 3H 6S 8C"),
    ("? 3D 3H 6S 6C", "6D 3D 3H 6S 6C"),
    ("? ? 3H 6S 6C", "6D 6H 3H 6S 6C"),
    ("? 2D 3H 4S 6C", "5D 2D 3H 4S 6C"),
    ("? 2D 3H 4S 5C", "6D 2D 3H 4S 5C"),
    ("? JD QH KS AC", "10D JD QH KS AC"),
    ("? ? 2D 3H AC", "AC 2D 3H 4S 5C"),
    ("? ? 9D 10H 6C", "9D 10H 8C 7C 6C"),
    ("? 2D 9D QD AD", "2D 9D QD KD AD"),  # not an ace that is there already
    ("? 2D 9D KD QD", "2D 9D QD KD AD"),
    ("? ? 2D KD AD", "2D JD QD KD AD"),
    ("? 2D 3D 4D 5D", "2D 3D 4D 5D 6D"),
    ("? ? ? 2D 9C", "2D 9C 9D 9H 9S"),
    ("? ? ? 2D 5D", "2D 3D 4D 5D 6D"),
    ("? ?", "AC AD"),
    ("? 7C", "7D 7C"),
    ("? ? 7C 8C", "8D 8H 8C 7C"),
    ("? AC AD KC KD QC JH", "AC AD AH KC KD"),
    ("? 9C 10D JH KS 2C 2D", "9C 10D JH QS KS"),
]
FIVE_OF_A_KIND = [
    "10C JC QC KC AC",
    "? 2C 2D 2H 2S",
    "? ? ? 3C 3D",
    "? ? ? ? KC 2C 3C",
    "? ? ? ? ?",
]


@pytest.mark.parametrize(("wild", "same"), WILD)
def test_wild_cards_make_the_best_of_a_hand(wild: str, same: str) -> None:
    assert worth(wild) == worth(same)


def test_five_of_a_kind_are_the_best() -> None:
    for weak, strong in pairwise(FIVE_OF_A_KIND):
        assert worth(weak) < worth(strong), (weak, strong)
    # In two packs there may be five without a wild card.
    assert worth("2C 2C 2D 2H 2S") == worth("? 2C 2D 2H 2S")
    # In a flush of two packs the highest cards decide, whether there are two of them or not.
    assert worth("KC KC 9C 8C 2C") < worth("AC 9C 8C 3C 2C") < worth("AC 9C 9C 3C 2C")


@pytest.mark.parametrize("wild", [1, 2])
def test_no_cards_in_place_of_wild_ones_are_better(wild: int) -> None:
    """All that wild cards may stand for is tried: each card of the pack, also one that is there already."""
    ranks = 7
    pack = [(rank, suit) for rank in range(ranks) for suit in range(4)]
    rng = Random(wild)
    kinds = set()
    for number in range(200 // wild**2):
        near = [
            card for card in pack if number % 3 or card[1] == 0 or (card[0] == 6 and number % 2)
        ]
        hand = rng.sample(near, 5 - wild)
        found = strength(hand, ranks, wild=wild)
        best = max(
            strength([*hand, *others], ranks)
            for others in combinations_with_replacement(pack, wild)
            # In a flush no card is there twice.
            if len({suit for _, suit in (*hand, *others)}) > 1
            or len({rank for rank, _ in (*hand, *others)}) == 5
        )
        assert found == best
        kinds.add(found // (ranks + 1) ** 5)
    assert kinds >= {3, 4, 5, 7, 8}
    assert (kinds >= {1, 6}) == (wild == 1)


def test_every_kind_is_as_frequent_as_it_should_be_in_a_small_pack() -> None:
    # Five of the twenty cards from ten to ace: counted by hand from the usual formulas.
    pack = [(rank, suit) for rank in range(5) for suit in range(4)]
    kinds: dict[int, int] = {}
    base = 6**5
    for hand in combinations(pack, 5):
        kind = strength(hand, 5) // base
        kinds[kind] = kinds.get(kind, 0) + 1
    assert kinds == {1: 7680, 2: 4320, 3: 1920, 4: 1020, 6: 480, 7: 80, 8: 4}


def test_in_the_language() -> None:
    text = """
    game: Poker hands
    players: 2
    deck:
      ranks: 2 to 10, J, Q, K, A
      starts in: stock
    piles:
      stock: face down
      board: face up
      hand: per player, seen by owner
    setup:
      - move AC, AD, KC, KD, 2H to board
      - move AH, 3S to hand of first of players
      - move KH, KS to hand of last of players
    terms:
      total_strength of player: poker_strength of (player's hand + board)
    phases:
      turn: { who: players in turn, moves: { wait: do nothing } }
    winner: all players with highest total_strength
    """
    state = game_of(text).start()
    assert value(state, "all players with highest total_strength") == "P2"
    assert (
        value(state, "poker_strength of board < poker_strength of (board + hand of you)") == "yes"
    )
    assert value(state, "poker_strength of (stock without stock)") == "0"


def test_wild_cards_in_the_language() -> None:
    text = """
    game: Deuces wild
    players: 2
    deck:
      ranks: 2 to 10, J, Q, K, A
      jokers: joker
      wild: rank is 2 or card is joker
      starts in: stock
    piles:
      stock: face down
      hand: per player, seen by owner
    setup:
      - move AC, AD, AH, AS, KC to hand of first of players
      - move 2C, joker, 9C, 10C, QC to hand of last of players
    phases:
      turn: { who: players in turn, moves: { wait: do nothing } }
    winner: all players with highest poker_strength of hand
    """
    state = game_of(text).start()
    assert value(state, "all players with highest poker_strength of hand") == "P2"
    assert (
        value(state, "poker_strength of (2C, 2D, 2H, 2S, 3C) > poker_strength of hand of you")
        == "yes"
    )
    assert value(state, "poker_strength of (2C, 3C) = poker_strength of (3D, 3C)") == "yes"
