"""Poker hands: how strong the best five of some cards are.

No hand of five is tried: each kind of hand is looked for by itself, by how many cards there are of a
rank, and of a suit which ranks. So of sixty cards the answer takes hardly longer than of seven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = range(
    10
)
_BY_LARGEST = {5: FIVE, 4: FOUR, 3: THREE, 2: PAIR, 1: HIGH_CARD}
"""What a hand is by how many of its cards are of one rank, if no two others are."""

Card: TypeAlias = tuple[int, int | None]
"""A rank (0 for the lowest) and a suit."""
_Hand: TypeAlias = tuple[int, list[int]]
"""A kind of hand, and the ranks that decide between two of a kind, the most important first."""


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
    natural = size - wild
    counts = Counter([rank for rank, _ in cards])
    best = _alike(counts, ranks, natural, wild)
    if size == 5 and natural and best[0] < FIVE:
        best = max(best, _in_suit_or_row(cards, ranks, natural, wild))
    value, order = best
    for rank in [*(rank + 1 for rank in order), 0, 0, 0, 0, 0][:5]:
        value = value * ((height or ranks) + 1) + rank
    return value


def _alike(counts: Mapping[int, int], ranks: int, natural: int, wild: int) -> _Hand:
    """The best hand, if neither suits nor rows counted."""
    if not wild:
        return _with_alike(dict(counts), 0, ranks, natural, 0)
    most = max([min(n, natural) for rank, n in counts.items() if rank < ranks], default=0)
    # Cards without a suit are never what a wild card is, and a pair of them may be worth more.
    tried = range(most + 1) if any(rank >= ranks for rank in counts) else (most,)
    return max([_with_alike(dict(counts), n, ranks, natural, wild) for n in tried])


def _with_alike(left: dict[int, int], alike: int, ranks: int, natural: int, wild: int) -> _Hand:
    """The best hand in which so many cards are `alike` and all wild ones are the same; then as many
    of one rank as there may be, and of such ranks the highest, and so on."""
    groups: dict[int, int] = {}
    if wild:
        fit = [rank for rank, n in left.items() if rank < ranks and n >= alike] if alike else ()
        rank = max(fit, default=ranks - 1)
        groups[rank] = alike + wild
        natural -= alike
        if (others := left.pop(rank, 0) - alike) > 0:
            left[rank] = others
    while natural:
        most = max(left.values())
        if most == 1:
            for rank in sorted(left, reverse=True)[:natural]:
                groups[rank] = groups.get(rank, 0) + 1
            break
        n = min(natural, most)
        rank = max([rank for rank, there in left.items() if there >= n])
        groups[rank] = groups.get(rank, 0) + n
        natural -= n
        del left[rank]
    if len(groups) == 5:
        return HIGH_CARD, sorted(groups, reverse=True)
    by_number = sorted([(n, rank) for rank, n in groups.items()], reverse=True)
    largest = by_number[0][0]
    kind = _BY_LARGEST[largest]
    if largest < 4 and len(by_number) > 1 and by_number[1][0] == 2:
        kind = FULL_HOUSE if largest == 3 else TWO_PAIRS
    return kind, [rank for _, rank in by_number]


def _in_suit_or_row(cards: Sequence[Card], ranks: int, natural: int, wild: int) -> _Hand:
    """The best straight or flush of so many cards and some wild ones; no more than a high card if
    there is none."""
    suits: dict[int, list[int]] = {}
    for rank, suit in cards:
        if suit is not None:
            suits.setdefault(suit, []).append(rank)
    flushes = [of_suit for of_suit in suits.values() if len(of_suit) >= natural]
    tops = [_straight(of_suit, ranks, natural) for of_suit in flushes]
    top = max([top for top in tops if top is not None], default=None)
    if top is not None:
        return STRAIGHT_FLUSH, [top]
    if flushes:
        return FLUSH, max([_flush(of_suit, ranks, natural, wild) for of_suit in flushes])
    top = _straight([rank for rank, _ in cards], ranks, natural)
    return (HIGH_CARD, []) if top is None else (STRAIGHT, [top])


def _straight(there: Collection[int], ranks: int, natural: int) -> int | None:
    """The highest rank of the best straight that so many of the cards make with wild cards."""
    ranks_there = {*there}
    if len(ranks_there) < natural:
        return None
    for top in range(max(*ranks_there, ranks - 1), 3, -1):
        # No wild card is one above the ranks, so such a one has to be there itself.
        if (top < ranks or top in ranks_there) and (
            len(ranks_there.intersection(range(top - 4, top + 1))) >= natural
        ):
            return top
    wheel = {0, 1, 2, 3, ranks - 1}
    return 3 if len(wheel) == 5 and len(wheel & ranks_there) >= natural else None


def _flush(of_suit: Iterable[int], ranks: int, natural: int, wild: int) -> list[int]:
    """The ranks of the best flush, from the highest, with wild cards as the highest that are not
    there."""
    taken = sorted(of_suit, reverse=True)[:natural]
    missing = [rank for rank in reversed(range(ranks)) if rank not in taken]
    return sorted([*taken, *[*missing, *[ranks - 1] * wild][:wild]], reverse=True)
