"""What an option may be: its normal value, its ends, and some between them, as texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from ..declarations.ruleset import Option
from .constants import constant
from .expressions import ExpressionChecker
from .scope import Findings, Scope
from .settings import option_value
from .symbols import Symbols
from .types import NUMBER


@dataclass(frozen=True, slots=True)
class Values:
    """Values of an option as texts: its normal one, the least and the most (of words all), more."""

    normally: str
    corners: tuple[str, ...]
    more: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return (self.normally, *self.corners, *self.more)


def values_of(symbols: Symbols, option: Option) -> Values:
    """The values of an option that are tried."""
    kind = option.option.kind
    normally = option_value(symbols, option)
    type_ = symbols.kind_type(kind)
    if type_ == NUMBER:
        low, high = (_bound(symbols, bound) for bound in (kind.low, kind.high))
        if low is None or high is None:
            return Values(str(normally), ("0", str(2 * normally + 1)), (str(normally + 1),))
        more = {low + 1, normally - 1, normally + 1, (low + normally) // 2, (high + normally) // 2}
        return Values(
            str(normally),
            (str(low), str(high)),
            tuple(str(n) for n in sorted(more) if low < n < high),
        )
    if type_.name == "yes/no":
        return Values("yes" if normally else "no", ("no", "yes"))
    if type_.name == "word":
        first = next(word for word, number in symbols.words.items() if number == normally)
        return Values(first, tuple(type_.words))
    names = tuple(symbols.rules.deck.ranks if type_.name == "rank" else symbols.suits)
    return Values(names[normally], (names[0], names[-1]), names[1:-1])


def _bound(symbols: Symbols, tree: Any) -> int | None:
    if tree is None:
        return None
    value = constant(ExpressionChecker(symbols, Findings()).typed(tree, Scope(), NUMBER))
    return value if isinstance(value, int) else None


MOST_TOGETHER = 16
"""So many ways of setting several options to their ends are made at most."""


def together(values: Mapping[str, Values]) -> list[dict[str, str]]:
    """Several options at their ends at once: first all at the most, then all at the least, then
    some at the most and the others at the least.

    Of many options two at a time are set, as far as there is room; the others stay normal.
    """
    found: list[dict[str, str]] = []
    for corner in _corners(values):
        if len(found) == MOST_TOGETHER:
            break
        if corner not in found:
            found.append(corner)
    return found


def _corners(values: Mapping[str, Values]) -> Iterator[dict[str, str]]:
    ends = {name: (one.corners[-1], one.corners[0]) for name, one in values.items()}
    for end in (0, 1):
        yield {name: pair[end] for name, pair in ends.items()}
    if len(ends) <= MOST_TOGETHER.bit_length() - 1:
        for corner in product(*ends.values()):
            yield dict(zip(ends, corner, strict=True))
    else:
        for one, other in combinations(ends, 2):
            for i in (0, 1):
                yield {one: ends[one][i], other: ends[other][1 - i]}
