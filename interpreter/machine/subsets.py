"""Lists of cards that may be chosen: made one by one, those that conditions rule out never.

All come by size, then by position (LANGUAGE 5.3). A bound that is nothing offers nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from math import prod
from typing import Any, Self

from .effort import Effort

MOST_LISTED = 500_000
"""The most that are listed, moves of a kind or lists of cards; numbers between bounds need no list."""

MOST_TRIED = 1 << 20
"""The most lists of cards that are tried for a choice, one by one: all of 20 cards."""

Facts = Sequence[Any]
"""A fact about each card, by its number: its rank, its suit (nothing for a joker)."""


def choices_of(members: Sequence[Any], low: int | None, high: int | None) -> Iterator[Any]:
    """Lists of `low` to `high` of the members."""
    if low is None or high is None:
        return
    for size in range(max(low, 0), min(high, len(members)) + 1):
        yield from combinations(members, size)


def choices_alike(
    cards: Sequence[int], low: int | None, high: int | None, facts: Facts | None
) -> Iterator[tuple[int, ...]]:
    """Those of cards that share a fact, which they have; without `facts` all of them."""
    if facts is None:
        yield from choices_of(cards, low, high)
        return
    if low is None or high is None:
        return
    known = [card for card in cards if facts[card] is not None]
    groups: dict[Any, list[int]] = {}
    # For each card those of its like that come after it.
    later: list[list[int]] = []
    for card in reversed(known):
        group = groups.setdefault(facts[card], [])
        later.append(group[::-1])
        group.append(card)
    later.reverse()
    largest = max(map(len, groups.values()), default=0)
    for size in range(max(low, 1), min(high, largest) + 1):
        for card, more in zip(known, later, strict=True):
            if len(more) >= size - 1:
                for others in combinations(more, size - 1):
                    yield (card, *others)


def choices_in_row(
    cards: Sequence[int], low: int | None, high: int | None, ranks: Facts, suits: Facts | None
) -> Iterator[tuple[int, ...]]:
    """Those whose ranks follow one another; with `suits` in one suit, which they have."""
    if low is None or high is None:
        return
    lines: dict[Any, dict[int, list[int]]] = {}
    for place, card in enumerate(cards):
        suit = None if suits is None else suits[card]
        if suits is None or suit is not None:
            lines.setdefault(suit, {}).setdefault(ranks[card], []).append(place)
    effort = Effort()
    for size in range(max(low, 1), min(high, len(cards)) + 1):
        found: list[tuple[int, ...]] = []
        for line in lines.values():
            for lowest in line:
                steps = [line.get(rank, []) for rank in range(lowest, lowest + size)]
                effort.spend(size + prod(map(len, steps)))
                found += [tuple(sorted(places)) for places in product(*steps)]
        if not found:
            # A longer row would hold a shorter one.
            return
        for places in sorted(found):
            yield tuple([cards[place] for place in places])


def choices_adding_up(
    cards: Sequence[int],
    low: int | None,
    high: int | None,
    values: Sequence[int],
    total: int | None,
) -> Iterator[tuple[int, ...]]:
    """Those whose values add up to a number; to nothing no list does."""
    if low is None or high is None or total is None:
        return
    worth = [values[card] for card in cards]
    # With as much more for each card there is none below 0, and so much more is looked for.
    more = max(0, -min(worth, default=0))
    worth = [value + more for value in worth]
    count, effort = len(cards), Effort()
    # What one may still reach with so many of the cards from a place on, at least and at most.
    reach = [[(sum(some[:n]), sum(some[len(some) - n :])) for n in range(len(some) + 1)]
             for some in (sorted(worth[place:]) for place in range(count + 1))]  # fmt: skip

    def choose(place: int, size: int, left: int) -> Iterator[tuple[int, ...]]:
        if not size:
            yield ()
            return
        effort.spend(count - size + 1 - place)
        for first in range(place, count - size + 1):
            rest = left - worth[first]
            least, most = reach[first + 1][size - 1]
            if least <= rest <= most:
                for others in choose(first + 1, size - 1, rest):
                    yield (cards[first], *others)

    for size in range(max(low, 0), min(high, count) + 1):
        least, most = reach[0][size]
        if least <= total + size * more <= most:
            yield from choose(0, size, total + size * more)


class LikeCard(int):
    """A card as a choice, of which an earlier one on offer looks the same: it is the `nth` of them."""

    nth: int

    def __new__(cls, card: int, nth: int) -> Self:
        made = super().__new__(cls, card)
        made.nth = nth
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return LikeCard, (int(self), self.nth)


def told_apart(cards: Sequence[int], labels: Sequence[str]) -> Sequence[int]:
    """Cards of which each has a place of its own: of those that look the same the second and later
    ones say so."""
    looks = [labels[card] for card in cards]
    if len({*looks}) == len(looks):
        return cards
    seen: Counter[str] = Counter()
    told = []
    for card, look in zip(cards, looks, strict=True):
        seen[look] += 1
        told.append(card if seen[look] == 1 else LikeCard(card, seen[look]))
    return tuple(told)


def plain_cards(cards: Iterable[int]) -> tuple[int, ...]:
    """Chosen cards as cards, once they are chosen."""
    return tuple([int(card) for card in cards])


def one_of_each(cards: Sequence[int], labels: Sequence[str]) -> list[int]:
    """Cards without further copies of one: in a hand they are as good as the first."""
    return list({labels[card]: card for card in reversed(cards)}.values())[::-1]


def lists_apart(
    lists: Iterator[tuple[int, ...]], labels: Sequence[str]
) -> Iterator[tuple[int, ...]]:
    """Lists of cards without those that another copy makes look like an earlier one."""
    seen: set[tuple[str, ...]] = set()
    for cards in lists:
        look = tuple(sorted([labels[card] for card in cards]))
        if look not in seen:
            seen.add(look)
            yield cards


def is_choice_of(value: Any, members: Sequence[Any], low: int | None, high: int | None) -> bool:
    """Whether `value` is a list of `low` to `high` of the members, in their order."""
    if low is None or high is None or not isinstance(value, tuple):
        return False
    if not low <= len(value) <= high:
        return False
    rest = iter(members)
    return all(any(member == wanted for member in rest) for wanted in value)


def distinct(members: Sequence[Any]) -> list[Any]:
    """Members, each once."""
    return list(dict.fromkeys(members))


def is_between(value: Any, low: int | None, high: int | None) -> bool:
    """Whether a number is on offer."""
    return low is not None and high is not None and isinstance(value, int) and low <= value <= high


CHOOSING: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        choices_of, is_choice_of, distinct, is_between, one_of_each, lists_apart, told_apart, plain_cards,
    )
}  # fmt: skip
"""The functions above, under the names that generated code knows them by."""
