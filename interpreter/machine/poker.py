"""Poker hands: how strong the best five of some cards are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import TypeAlias

HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = range(
    10
)

Card: TypeAlias = tuple[int, int | None]
"""A rank (0 for the lowest) and a suit."""


def strength(cards: Sequence[Card], ranks: int, height: int | None = None, wild: int = 0) -> int:
    """The strength of the best hand of at most five among cards; greater is stronger, 0 is no card.

    A card is its rank (0 for the lowest of `ranks`) and its suit. Cards without a suit, jokers, have
    ranks above them, up to `height`. Hands rank as in poker; the highest of `ranks` also stands below
    the lowest in a straight (A 2 3 4 5). Equal hands are equal.

    Beside them there are so many `wild` cards, each of which is the card that makes the best hand: any
    card of a suit, of which there may be one more in the hand. In a flush it is the highest that is not
    there. Five of a kind beat a straight flush.
    """
    size = min(5, len(cards) + wild)
    if not size:
        return 0
    wild = min(wild, size)  # a card is never better than one that may stand for it
    hands = combinations(cards, size - wild)
    return max(_five(hand, ranks, height or ranks, wild) for hand in hands)


def _five(cards: Sequence[Card], ranks: int, height: int, wild: int) -> int:
    counts = Counter(rank for rank, _ in cards)
    whole = len(cards) + wild == 5
    suits = {suit for _, suit in cards}
    flush = whole and len(suits) < 2 and None not in suits
    straight = _straight(counts, ranks, wild) if whole else None
    # What the wild cards are where as many as possible are of one rank.
    alike = max(((n, rank) for rank, n in counts.items() if rank < ranks), default=(0, ranks - 1))[
        1
    ]
    if wild:
        counts[alike] += wild
    # By how often a rank stands there, then by its height: what decides between equal hands.
    order = sorted(counts, key=lambda r: (counts[r], r), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    if shape[0] == 5:
        kind = FIVE
    elif straight is not None and flush:
        kind, order = STRAIGHT_FLUSH, [straight]
    elif shape[0] == 4:
        kind = FOUR
    elif shape[:2] == [3, 2]:
        kind = FULL_HOUSE
    elif flush:
        kind, order = FLUSH, _flush([rank for rank, _ in cards], ranks, wild)
    elif straight is not None:
        kind, order = STRAIGHT, [straight]
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


def _straight(ranks: Collection[int], count: int, wild: int) -> int | None:
    """The highest rank of the best straight that cards of such ranks make with wild cards; None if
    they make none."""
    if len(ranks) + wild != 5 or not ranks:
        return None
    high, low = max(ranks), min(ranks)
    if high - low <= 4:
        return min(low + 4, max(high, count - 1))
    return 3 if {0, 1, 2, 3, count - 1}.issuperset(ranks) else None


def _flush(ranks: Sequence[int], count: int, wild: int) -> list[int]:
    """The ranks of a flush, from the highest, with wild cards as the highest that are not there."""
    missing = [rank for rank in reversed(range(count)) if rank not in ranks]
    more = [*missing, *[count - 1] * wild][:wild]
    return sorted([*ranks, *more], reverse=True)
