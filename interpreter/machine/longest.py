"""Of how many cards something is so, at most: found in one go through the cards.

Each function says the greatest number from `low` (1 at least) to `high`, None if there is none. Ranks and
suits are listed by card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .subsets import Facts


def most_matching(cards: Sequence[int], ranks: Facts, low: int, high: int) -> int | None:
    """How many of the last cards are of one rank."""
    if not cards:
        return None
    count, rank = 1, ranks[cards[-1]]
    while count < len(cards) and count < high and ranks[cards[-1 - count]] == rank:
        count += 1
    return count if count >= low else None


def most_consecutive(cards: Sequence[int], ranks: Sequence[int], low: int, high: int) -> int | None:
    """How many of the last cards have ranks that follow one another, in whatever order."""
    longest: int | None = None
    if len(cards) < low:
        return longest
    seen = least = greatest = 0
    for count, card in enumerate(reversed(cards), 1):
        rank = ranks[card]
        if seen >> rank & 1 or count > high:
            break
        if count == 1:
            least = greatest = rank
        elif rank < least:
            least = rank
        elif rank > greatest:
            greatest = rank
        seen |= 1 << rank
        if greatest - least < count and count >= low:
            longest = count
    return longest


def longest_in_row(
    cards: Sequence[int], low: int, high: int, ranks: Sequence[int], suits: Facts | None
) -> int | None:
    """How many among cards have ranks that follow one another; of one suit, where suits are given."""
    lines: dict[int | None, int] = {}
    if suits is None:
        line = 0
        for card in cards:
            line |= 1 << ranks[card]
        lines[None] = line
    else:
        for card in cards:
            suit = suits[card]
            if suit is not None:
                lines[suit] = lines.get(suit, 0) | 1 << ranks[card]
    longest = 0
    for line in lines.values():
        length = 0
        while line:  # ranks at which a row one longer ends
            length += 1
            line &= line << 1
        longest = max(longest, length)
    longest = min(longest, high)
    return longest if longest >= low else None


LONGEST: dict[str, Callable[..., Any]] = {
    f.__name__: f for f in (most_matching, most_consecutive, longest_in_row)
}
"""The functions above, under the names that generated code knows them by."""
