"""The least deadwood of a hand where all melds are sets: each rank is counted by itself.

Without runs no card could be needed elsewhere, so only the wild cards are shared out among the ranks.
A hand of any size costs a few additions for each rank, where `deadwood` would go through all ways to
take sets out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, product

from .deadwood import FIELDS_SIZE, Deadwood
from .meld_kinds import MeldKind

#: What the cards of a rank leave, by how many wild cards are used with them; None where they cannot.
_Left = tuple[int | None, ...]


class SetsAlone:
    """Gives the least deadwood of a hand by its key, see `Deadwood`.

    `kinds` are all sets. `wild_weight` is what each wild card adds to a key.
    """

    def __init__(self, deadwood: Deadwood, kinds: Iterable[MeldKind], wild_weight: int) -> None:
        self._deadwood = deadwood
        self._wild_weight = wild_weight
        self._one = (1 << deadwood.bits) - 1
        self._ranks = [
            (sum(self._one << place for place, _ in cards), cards) for cards in deadwood.of_rank
        ]
        self._kinds = [*kinds]
        # How many cards of a rank sets can hold together: counted up to what a hand has.
        self._most, self._wild = 0, 0
        self._together = [{0}]
        self._known: dict[int, _Left] = {}

    def least(self, key: int, wild_left: Sequence[int]) -> int:
        """The least value of the cards in no set.

        `wild_left` says what so many wild cards count when they are left: the cheapest.
        """
        wild, natural = divmod(key, self._wild_weight)
        if wild > self._wild:
            self._count_up_to(self._most, wild)
        least: list[int | None] = [0]  # by the number of wild cards used
        for mask, cards in self._ranks:
            present = natural & mask
            if not present:
                continue
            left = self._known.get(present)
            if left is None:
                if len(self._known) >= FIELDS_SIZE:
                    self._known.clear()
                left = self._known[present] = self._left(present, cards)
            self._deadwood.effort.spend(len(least) * len(left) // 8)
            least = _shared_out(least, left, wild)
        return self._deadwood.loose_value(natural) + min(
            value + wild_left[wild - used] for used, value in enumerate(least) if value is not None
        )

    def _left(self, present: int, cards: Sequence[tuple[int, int]]) -> _Left:
        values: list[int] = []
        for place, value in cards:
            values += [value] * (present >> place & self._one)
        values.sort()
        if len(values) > self._most:
            self._count_up_to(len(values), self._wild)
        cheapest = [*accumulate(values, initial=0)]
        left = [
            min((cheapest[len(values) - n] for n in naturals if n <= len(values)), default=None)
            for naturals in self._together
        ]
        while left[-1] is None:
            left.pop()
        return tuple(left)

    def _count_up_to(self, most: int, wild: int) -> None:
        most, wild = (
            n if n <= before else n + n // 2
            for n, before in ((most, self._most), (wild, self._wild))
        )
        self._deadwood.effort.spend((most * (wild + 1)) ** 2 // 4)
        self._together = _together(self._kinds, most, wild)
        self._most, self._wild = most, wild
        self._known.clear()


def _together(kinds: Sequence[MeldKind], most: int, wild: int) -> list[set[int]]:
    """How many natural cards of a rank sets can hold together, by the number of wild ones."""
    sets = [
        (n, w)
        for n, w in product(range(1, most + 1), range(wild + 1))
        if any(kind.allows(n, w) for kind in kinds)
    ]
    found = [set[int]() for _ in range(wild + 1)]
    found[0].add(0)
    for natural, used in product(range(most + 1), range(wild + 1)):
        if natural in found[used]:  # all that lead here have fewer natural cards
            for n, w in sets:
                if natural + n <= most and used + w <= wild:
                    found[used + w].add(natural + n)
    return found


def _shared_out(least: Sequence[int | None], left: _Left, wild: int) -> list[int | None]:
    """What some ranks leave, and one more, by the number of wild cards used for all of them."""
    if len(left) == 1:
        (alone,) = left
        assert alone is not None  # no cards need be in a set
        return [None if value is None else value + alone for value in least]
    result: list[int | None] = [None] * min(len(least) + len(left) - 1, wild + 1)
    for used, value in enumerate(least):
        if value is None:
            continue
        for more, value_left in enumerate(left[: wild - used + 1]):
            if value_left is not None:
                known = result[used + more]
                if known is None or value + value_left < known:
                    result[used + more] = value + value_left
    return result
