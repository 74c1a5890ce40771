"""Poker hands: how strong the best five of some cards are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)


def strength(cards: Sequence[tuple[int, int | None]], ranks: int, height: int | None = None) -> int:
    """The strength of the best hand of at most five among cards; greater is stronger, 0 is no card.

    A card is its rank (0 for the lowest of `ranks`) and its suit. Cards without a suit, jokers, have
    ranks above them, up to `height`. Hands rank as in poker; the highest of `ranks` also stands below
    the lowest in a straight (A 2 3 4 5). Equal hands are equal.
    """
    if not cards:
        return 0
    size = min(5, len(cards))
    return max(_five(hand, ranks, height or ranks) for hand in combinations(cards, size))


def _five(cards: Sequence[tuple[int, int | None]], ranks: int, height: int) -> int:
    counts = Counter(rank for rank, _ in cards)
    # By how often a rank stands there, then by its height: what decides between equal hands.
    order = sorted(counts, key=lambda r: (counts[r], r), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    suits = {suit for _, suit in cards}
    flush = len(cards) == 5 and len(suits) == 1 and None not in suits
    straight = _straight(order, ranks) if len(cards) == 5 else None
    if straight is not None:
        order = [straight]
        kind = STRAIGHT_FLUSH if flush else STRAIGHT
    elif shape[0] == 4:
        kind = FOUR
    elif shape[:2] == [3, 2]:
        kind = FULL_HOUSE
    elif flush:
        kind = FLUSH
    elif shape[0] == 3:
        kind = THREE
    elif shape[:2] == [2, 2]:
        kind = TWO_PAIRS
    elif shape[0] == 2:
        kind = PAIR
    else:
        kind = HIGH_CARD
    value = kind
    for rank in [*(r + 1 for r in order), 0, 0, 0, 0, 0][:5]:
        value = value * (height + 1) + rank
    return value


def _straight(ranks: Sequence[int], count: int) -> int | None:
    """The highest rank of a straight; None if the cards are none."""
    high, low = max(ranks), min(ranks)
    if len(set(ranks)) != 5:
        return None
    if high - low == 4:
        return high
    if sorted(ranks) == [0, 1, 2, 3, count - 1]:
        return 3
    return None
