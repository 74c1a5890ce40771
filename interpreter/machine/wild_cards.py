"""The least deadwood of a hand with wild cards: which melds take them, tried in all ways that differ.

Once it is settled which melds with wild cards in them are laid, the rest is a hand without any, which
`deadwood` counts. So only those melds are gone through, and hands that come up again once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from .deadwood import Deadwood


class LeastWithWild:
    """Called with the key of a part of a hand, it gives that part's least deadwood.

    `wild_weight` is what each wild card adds to a key, `wild_values` are those of the wild cards,
    the least first: what remains of them is the least. `melds` are those that could be made, as
    counts by weight.
    """

    def __init__(
        self,
        deadwood: Deadwood,
        wild_weight: int,
        wild_values: Sequence[int],
        melds: Iterable[Counter[int]],
    ) -> None:
        self._natural = deadwood.least_of_key
        self._effort = deadwood.effort
        self._wild_weight = wild_weight
        self._left = [0, *accumulate(wild_values)]  # what so many wild cards count that are left
        one = (1 << deadwood.bits) - 1
        self._melds = [
            (
                counts[wild_weight],
                sum(weight * n for weight, n in counts.items() if weight != wild_weight),
                # Where the cards of a weight are counted in a key, and how many there must be.
                [
                    (low.bit_length() - 1, one, n)
                    for weight, n in counts.items()
                    if weight != wild_weight
                    for low in (weight & -weight,)
                ],
            )
            for counts in melds
            if counts[wild_weight]
        ]
        self._known: dict[tuple[int, int, int], int | None] = {}

    def __call__(self, key: int) -> int:
        wild, natural = divmod(key, self._wild_weight)
        found = [
            least + self._left[wild - used]
            for used in range(wild + 1)
            if (least := self._with(natural, used, 0)) is not None
        ]
        return min(found)

    def _with(self, key: int, wild: int, first: int) -> int | None:
        """The least that natural cards leave when just so many wild ones are used with them, in
        melds from `first` on; None if they cannot be."""
        if wild == 0:
            first = 0
        known = key, wild, first
        if known in self._known:
            return self._known[known]
        best = self._natural(key) if wild == 0 else None
        self._effort.spend(1 + len(self._melds) - first if wild else 5)
        if wild:
            for index in range(first, len(self._melds)):
                takes, cards, needed = self._melds[index]
                if takes > wild:
                    continue
                for place, one, n in needed:
                    if key >> place & one < n:
                        break
                else:
                    left = self._with(key - cards, wild - takes, index)
                    if left is not None and (best is None or left < best):
                        best = left
        self._known[known] = best
        return best
