"""Amounts and conditions as the lints reckon with them: sums of things counted, and what bounds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

from rulerun.grammar.record import record

Key: TypeAlias = tuple[str, str]
"""Something that is counted: what (`pile stock`, `chips`), and whose (empty for what is nobody's)."""

Range: TypeAlias = tuple[float, float]
"""The least and the most that something may be; both whole numbers or infinite."""

INFINITE = float("inf")
ANY: Range = (-INFINITE, INFINITE)


def hull(one: Range, other: Range) -> Range:
    """The least range that holds both."""
    return min(one[0], other[0]), max(one[1], other[1])


def added(one: Range, other: Range) -> Range:
    """Sums of what lies in the two ranges."""
    return one[0] + other[0], one[1] + other[1]


def scaled(one: Range, factor: int) -> Range:
    """Multiples of what lies in a range."""
    if factor == 0:
        return 0, 0
    low, high = one[0] * factor, one[1] * factor
    return (low, high) if factor > 0 else (high, low)


def multiplied(one: Range, other: Range) -> Range:
    """Products of what lies in the two ranges."""
    corners = [0 if 0 in (a, b) else a * b for a in one for b in other]
    return min(corners), max(corners)


class Linear:
    """A sum of things counted, each so many times, and a number. It never changes.

    Written out, as no other record is made or compared half as often.
    """

    __slots__ = ("_hash", "constant", "terms")

    def __init__(self, terms: tuple[tuple[Key, int], ...], constant: int) -> None:
        self.terms = terms
        self.constant = constant
        self._hash = hash((terms, constant))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Linear)
            and self._hash == other._hash
            and self.constant == other.constant
            and self.terms == other.terms
        )

    def __repr__(self) -> str:
        return f"Linear(terms={self.terms!r}, constant={self.constant!r})"

    def plus(self, other: Linear, times: int = 1) -> Linear:
        """This and so many times the other."""
        constant = self.constant + times * other.constant
        if not other.terms:
            return Linear(self.terms, constant)
        if not self.terms:
            return Linear(tuple([(key, times * f) for key, f in other.terms]), constant)
        found = dict(self.terms)
        for key, factor in other.terms:
            found[key] = found.get(key, 0) + times * factor
        return linear(found, constant)

    def factor(self, key: Key) -> int:
        """How many times a thing is in it."""
        for held, factor in self.terms:
            if held == key:
                return factor
        return 0

    def replaced(self, key: Key, by: Linear) -> Linear:
        """The same with a sum in the place of one thing."""
        factor = self.factor(key)
        if not factor:
            return self
        rest = Linear(tuple(t for t in self.terms if t[0] != key), self.constant)
        return rest.plus(by, factor)

    def renamed(self, new: Callable[[Key], Key]) -> Linear:
        """The same of other things."""
        found: dict[Key, int] = {}
        for key, factor in self.terms:
            named = new(key)
            found[named] = found.get(named, 0) + factor
        return linear(found, self.constant)


def linear(terms: dict[Key, int], constant: int) -> Linear:
    """A sum in its one form."""
    return Linear(tuple(sorted([t for t in terms.items() if t[1]])), constant)


def number(value: int) -> Linear:
    """A number."""
    return Linear((), value)


def thing(key: Key) -> Linear:
    """One thing that is counted."""
    return Linear(((key, 1),), 0)


# --------------------------------------------------------------------------------------------
# Conditions


@record
class AtLeastZero:
    """A sum is 0 or more."""

    sum: Linear


@record
class All:
    """All of these hold."""

    of: tuple[Condition, ...]


@record
class Some:
    """At least one of these holds."""

    of: tuple[Condition, ...]


@record
class Split:
    """One thing if a condition holds, another if not."""

    on: Condition
    then: Condition
    otherwise: Condition


@record
class Said:
    """Something that is true or not, and is not counted; `reads` are the parts it depends on."""

    text: str
    yes: bool
    reads: frozenset[str]


Condition: TypeAlias = AtLeastZero | All | Some | Split | Said

ALWAYS: Condition = All(())
NEVER: Condition = Some(())


@lru_cache(maxsize=4096)
def negated(condition: Condition) -> Condition:
    """That it does not hold; this, too, is asked of the same conditions at every line."""
    match condition:
        case AtLeastZero():
            return AtLeastZero(number(-1).plus(condition.sum, -1))
        case All():
            return Some(tuple(negated(c) for c in condition.of))
        case Some():
            return All(tuple(negated(c) for c in condition.of))
        case Split():
            return Split(condition.on, negated(condition.then), negated(condition.otherwise))
        case Said():
            return Said(condition.text, not condition.yes, condition.reads)


@lru_cache(maxsize=4096)
def things_in(condition: Condition) -> tuple[Key | Said, ...]:
    """All that a condition speaks of; of the same conditions it is asked at every line."""
    match condition:
        case AtLeastZero():
            return tuple(key for key, _ in condition.sum.terms)
        case All() | Some():
            return tuple(each for part in condition.of for each in things_in(part))
        case Split():
            parts = condition.on, condition.then, condition.otherwise
            return tuple(each for part in parts for each in things_in(part))
        case Said():
            return (condition,)


def renamed(condition: Condition, new: Callable[[str], str]) -> Condition:
    """The same condition of other things: `new` is asked for each text that says whose."""
    match condition:
        case AtLeastZero():
            return AtLeastZero(condition.sum.renamed(lambda key: (key[0], new(key[1]))))
        case All():
            return All(tuple(renamed(c, new) for c in condition.of))
        case Some():
            return Some(tuple(renamed(c, new) for c in condition.of))
        case Split():
            return Split(
                renamed(condition.on, new),
                renamed(condition.then, new),
                renamed(condition.otherwise, new),
            )
        case Said():
            return Said(new(condition.text), condition.yes, condition.reads)


# --------------------------------------------------------------------------------------------
# Amounts


@record
class Least:
    """The smaller of two amounts."""

    one: Amount
    other: Amount


@record
class Most:
    """The larger of two amounts."""

    one: Amount
    other: Amount


@record
class Either:
    """One amount if a condition holds, another if not."""

    on: Condition
    then: Amount
    otherwise: Amount


Amount: TypeAlias = Linear | Least | Most | Either


def combined(one: Amount, other: Amount, times: int = 1) -> Amount:
    """One amount and so many times another."""
    match one:
        case Either():
            return Either(
                one.on, combined(one.then, other, times), combined(one.otherwise, other, times)
            )
        case Least():
            return Least(combined(one.one, other, times), combined(one.other, other, times))
        case Most():
            return Most(combined(one.one, other, times), combined(one.other, other, times))
    match other:
        case Linear():
            return one.plus(other, times)
        case Either():
            return Either(
                other.on, combined(one, other.then, times), combined(one, other.otherwise, times)
            )
    parts = combined(one, other.one, times), combined(one, other.other, times)
    is_least = isinstance(other, Least) == (times >= 0)
    return Least(*parts) if is_least else Most(*parts)


def at_most(one: Amount, other: Amount) -> Condition:
    """That one amount is not larger than another."""
    match one:
        case Either():
            return Split(one.on, at_most(one.then, other), at_most(one.otherwise, other))
        case Least():
            return Some((at_most(one.one, other), at_most(one.other, other)))
        case Most():
            return All((at_most(one.one, other), at_most(one.other, other)))
    match other:
        case Linear():
            return AtLeastZero(other.plus(one, -1))
        case Either():
            return Split(other.on, at_most(one, other.then), at_most(one, other.otherwise))
        case Least():
            return All((at_most(one, other.one), at_most(one, other.other)))
        case Most():
            return Some((at_most(one, other.one), at_most(one, other.other)))


def sums_in(amount: Amount) -> Iterator[Linear]:
    """The sums that an amount may be."""
    match amount:
        case Linear():
            yield amount
        case Either():
            yield from sums_in(amount.then)
            yield from sums_in(amount.otherwise)
        case Least() | Most():
            yield from sums_in(amount.one)
            yield from sums_in(amount.other)
