"""What is known at a place of the course: conditions that hold there, how many cards piles have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...checking.core import Expr

MOST_SIZES = 4
"""Of a pile that may have more different numbers of cards than that, nothing is known."""

Sizes = frozenset[int] | None
"""The numbers of cards that may lie in a pile; None where nobody knows."""

EMPTY: Sizes = frozenset({0})


@dataclass(slots=True)
class Known:
    """What is known at a place. `sizes` are those of piles by name; of piles that each player has,
    those of any of them. `facts` are conditions that hold. `lies` tells of chosen cards in which
    pile they are."""

    sizes: dict[str, Sizes] = field(default_factory=dict)
    facts: dict[int, Expr] = field(default_factory=dict)
    lies: dict[str, Expr] = field(default_factory=dict)

    def copy(self) -> Known:
        """The same, to be changed."""
        return Known(dict(self.sizes), dict(self.facts), dict(self.lies))

    def joined(self, other: Known | None) -> Known:
        """What is known where one comes from either of two places."""
        if other is None:
            return self
        sizes = {name: _both(size, other.sizes.get(name)) for name, size in self.sizes.items()}
        facts = {key: fact for key, fact in self.facts.items() if key in other.facts}
        lies = {name: pile for name, pile in self.lies.items() if other.lies.get(name) == pile}
        return Known(sizes, facts, lies)


def _both(one: Sizes, other: Sizes) -> Sizes:
    return None if one is None or other is None else few(one | other)


def few(sizes: Iterable[int]) -> Sizes:
    """Numbers of cards, as long as these are few."""
    found = frozenset(sizes)
    return found if len(found) <= MOST_SIZES else None
