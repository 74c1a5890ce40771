"""Lists of cards, counted without making them, and made only where somebody wants one.

`number of groups in subsets of hand where total value of group = 15` asks for no list. Each function
says how many lists the one of `subsets` beside it would make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, overload

from .subsets import Facts

_REMEMBERED = 10_000
"""So many answers are known again: all that there are of five cards of thirteen ranks."""
_FEW = 12
"""Of so many cards the sums of all lists are soon added up."""
_SOON_MADE = 24
"""So many lists of one size are made sooner than one of them is found."""
_LISTED = 2000
"""Up to so many lists of one size are looked up."""
_SMALL = 100
"""Up to so large a sum they fit into a number that is soon added."""


@lru_cache(maxsize=64)
def _places(count: int, size: int) -> Sequence[tuple[int, ...]]:
    """Where the cards of each list of a size lie among so many cards."""
    return list(combinations(range(count), size))


def count_of(cards: Sequence[int], low: int | None, high: int | None) -> int:
    """How many lists of `low` to `high` of the cards there are (`choices_of`)."""
    if low is None or high is None:
        return 0
    count = len(cards)
    return sum([comb(count, size) for size in range(max(low, 0), min(high, count) + 1)])


class AnyOf(Sequence[tuple[int, ...]]):
    """All lists of `low` to `high` of some cards, in the order of `choices_of`; each is made when
    somebody wants it."""

    __slots__ = ("_cards", "_count", "_sizes")

    def __init__(self, cards: Sequence[int], low: int | None, high: int | None) -> None:
        self._cards = tuple(cards)
        many = len(self._cards)
        if low is None or high is None:
            self._sizes = range(0)
        else:
            self._sizes = range(max(low, 0), min(high, many) + 1)
        if len(self._sizes) == 1:
            self._count = comb(many, self._sizes[0])
        else:
            self._count = sum([comb(many, size) for size in self._sizes])

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for size in self._sizes:
            yield from combinations(self._cards, size)

    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[int, ...]]: ...

    def __getitem__(self, place: int | slice) -> tuple[int, ...] | list[tuple[int, ...]]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(self._count))]
        if place < 0:
            place += self._count
        left = len(self._cards)
        if 0 <= place < self._count <= _LISTED and len(self._sizes) == 1:
            cards = self._cards
            return tuple([cards[i] for i in _places(left, self._sizes[0])[place]])
        for size in self._sizes:
            many = comb(left, size)
            if 0 <= place < many:
                break
            place -= many
        else:
            raise IndexError(place)
        chosen: list[int] = []
        for card in self._cards:
            if not size:
                break
            left -= 1
            with_it = comb(left, size - 1)
            if place < with_it:
                chosen.append(card)
                size -= 1
            else:
                place -= with_it
        return tuple(chosen)


def any_of(cards: Sequence[int], low: int | None, high: int | None) -> Sequence[tuple[int, ...]]:
    """The same lists, all made where that is as quick."""
    if low == high and low is not None and low > 0 and comb(len(cards), low) <= _SOON_MADE:
        return [*combinations(cards, low)]
    return AnyOf(cards, low, high)


def kinds_of(ranks: Sequence[int], values: Sequence[int]) -> list[int]:
    """For each card of a pack a number that tells its rank and value: those of up to 15 cards add up
    to one that tells which there are and how often."""
    kinds = {
        kind: place for place, kind in enumerate(dict.fromkeys(zip(ranks, values, strict=True)))
    }
    return [1 << 4 * kinds[kind] for kind in zip(ranks, values, strict=True)]


def by_ranks(
    known: dict[int, Any],
    ask: Callable[[Sequence[int]], Any],
    kind_of: Callable[[int], int],
    cards: Sequence[int],
) -> Any:
    """What depends on the ranks and values of cards alone, remembered for those that were asked
    about lately."""
    if len(cards) > _FEW:
        return ask(cards)
    kinds = sum(map(kind_of, cards))
    try:
        return known[kinds]
    except KeyError:
        if len(known) >= _REMEMBERED:
            known.clear()
        answer = known[kinds] = ask(cards)
        return answer


def count_alike(
    cards: Sequence[int], low: int | None, high: int | None, facts: Facts | None
) -> int:
    """How many of cards that share a fact, which they have (`choices_alike`)."""
    if facts is None:
        return count_of(cards, low, high)
    if low is None or high is None:
        return 0
    if low > 1 and len({facts[card] for card in cards}) == len(cards):
        return 0
    groups: dict[Any, int] = {}
    for card in cards:
        fact = facts[card]
        if fact is not None:
            groups[fact] = groups.get(fact, 0) + 1
    found = 0
    for count in groups.values():
        if count >= low:
            for size in range(max(low, 1), min(high, count) + 1):
                found += comb(count, size)
    return found


def count_in_row(
    cards: Sequence[int], low: int | None, high: int | None, ranks: Facts, suits: Facts | None
) -> int:
    """How many whose ranks follow one another (`choices_in_row`)."""
    if low is None or high is None:
        return 0
    least, most, found = max(low, 1), min(high, len(cards)), 0
    lines: dict[Any, dict[int, int]] = {}
    if suits is None:
        line = lines[None] = {}
        for card in cards:
            line[ranks[card]] = line.get(ranks[card], 0) + 1
    else:
        for card in cards:
            if suits[card] is not None:
                line = lines.setdefault(suits[card], {})
                line[ranks[card]] = line.get(ranks[card], 0) + 1
    for line in lines.values():
        if len(line) < least:
            continue
        for lowest in line:
            if lowest + least - 1 not in line:
                continue  # no row of so many begins here
            ways, size = 1, 0
            while size < most and lowest + size in line:
                ways *= line[lowest + size]
                size += 1
                if size >= least:
                    found += ways
    return found


def count_adding_up(
    cards: Sequence[int], low: int, high: int, values: Sequence[int], total: int
) -> int | None:
    """How many whose values add up to a number (`choices_adding_up`); None where it is as quick to
    make them."""
    if low > 1 or high < len(cards) or len(cards) > _FEW:
        return None
    each = [values[card] for card in cards]
    if 0 < total <= _SMALL and min(each, default=0) >= 0:
        # One number tells of each sum how many lists have it, 16 bits for each: a card more adds all
        # of them once more, its value further up.
        ways = 1
        for value in each:
            if value <= total:
                ways += ways << 16 * value
        return ways >> 16 * total & 0xFFFF
    sums = [0]
    for value in each:
        sums += [value + before for before in sums]
    return sums.count(total) - (total == 0 and low == 1)
