"""What generated code calls that needs no game: lists, and arithmetic with nothing (LANGUAGE 6.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def only(members: Sequence[T]) -> T | None:
    """The only member; nothing if there are none or several."""
    return members[0] if len(members) == 1 else None


def first(members: Sequence[T]) -> T | None:
    """The first member, if there is one."""
    return members[0] if members else None


def last(members: Sequence[T]) -> T | None:
    """The last member, if there is one."""
    return members[-1] if members else None


def rest(members: tuple[T, ...]) -> tuple[T, ...]:
    """All but the first."""
    return members[1:]


def first_some(members: Sequence[T], count: int | None) -> Sequence[T]:
    """The first few members, none if there are fewer."""
    return members[:count] if count is not None and 0 <= count <= len(members) else ()


def last_some(members: Sequence[T], count: int | None) -> Sequence[T]:
    """The last few members, none if there are fewer."""
    if count is None or not 0 <= count <= len(members):
        return ()
    return members[len(members) - count :]


def from_member(members: Sequence[T], member: T) -> Sequence[T]:
    """A member, and those after it."""
    return members[members.index(member) :]


def as_list(*members: T | None) -> tuple[T, ...]:
    """A list of those that there are: nothing is no member."""
    return tuple([member for member in members if member is not None])


def numbers(low: int | None, high: int | None) -> Sequence[int]:
    """All whole numbers from `low` to `high`."""
    return range(low, high + 1) if low is not None and high is not None else ()


def same_members(left: Sequence[Any], right: Sequence[Any]) -> bool:
    """Whether two lists have the same members."""
    return len(left) == len(right) and sorted(left) == sorted(right)


def added(members: tuple[T, ...], more: Iterable[T]) -> tuple[T, ...]:
    """A list with members that it did not have yet."""
    return tuple(dict.fromkeys((*members, *more)))


def removed(members: tuple[T, ...], fewer: Iterable[T]) -> tuple[T, ...]:
    """A list without some members."""
    gone = fewer if isinstance(fewer, tuple) and len(fewer) < 4 else set(fewer)
    return tuple([m for m in members if m not in gone])


def without(members: Iterable[T], fewer: Iterable[T]) -> list[T]:
    """Members but for some, each of which takes one away."""
    result = list(members)
    for member in fewer:
        if member in result:
            result.remove(member)
    return result


def extreme(members: Sequence[T], values: Sequence[int | None], greatest: bool) -> T | None:
    """The member with the greatest or least value, of equals the first.

    A member of which the value is nothing comes after all others.
    """
    best: int | None = None
    found = members[0] if members else None
    for member, value in zip(members, values, strict=True):
        if value is not None and (best is None or (value > best if greatest else value < best)):
            best, found = value, member
    return found


def extremes(members: Sequence[T], values: Sequence[int | None], greatest: bool) -> list[T]:
    """All members with the greatest or least value, in order; see `extreme`."""
    known: Any = [v for v in values if v is not None] if None in values else values
    if not known:
        return list(members)
    best = max(known) if greatest else min(known)
    found = []
    for place, value in enumerate(values):
        if value == best:
            found.append(members[place])
    return found


def all_best(members: Sequence[T], values: Sequence[int], greatest: bool) -> list[T]:
    """The same where none of the values is nothing."""
    if len(values) < 2:
        return list(members)
    best = max(values) if greatest else min(values)
    return [member for member, value in zip(members, values, strict=True) if value == best]


def by_fact(cards: Iterable[int], facts: Sequence[Any]) -> dict[Any, frozenset[int]]:
    """The cards of each rank, suit or the like."""
    found: dict[Any, set[int]] = {}
    for card in cards:
        found.setdefault(facts[card], set()).add(card)
    return {fact: frozenset(those) for fact, those in found.items()}


def total(values: Iterable[int | None]) -> int:
    """The sum of what there is."""
    return sum(v for v in values if v is not None)


def largest(values: Iterable[int | None]) -> int:
    """The largest of what there is, 0 of nothing."""
    return max((v for v in values if v is not None), default=0)


def smallest(values: Iterable[int | None]) -> int:
    """The smallest of what there is, 0 of nothing."""
    return min((v for v in values if v is not None), default=0)


def add(left: int | None, right: int | None) -> int | None:
    """Arithmetic with nothing is nothing."""
    return None if left is None or right is None else left + right


def subtract(left: int | None, right: int | None) -> int | None:
    """Arithmetic with nothing is nothing."""
    return None if left is None or right is None else left - right


def multiply(left: int | None, right: int | None) -> int | None:
    """Arithmetic with nothing is nothing."""
    return None if left is None or right is None else left * right


def negative(value: int | None) -> int | None:
    """Arithmetic with nothing is nothing."""
    return None if value is None else -value


def less(left: int | None, right: int | None) -> bool:
    """`<` with nothing is no."""
    return left is not None and right is not None and left < right


def less_or_equal(left: int | None, right: int | None) -> bool:
    """`<=` with nothing is no."""
    return left is not None and right is not None and left <= right


def smaller(left: int | None, right: int | None) -> int | None:
    """The smaller of two numbers."""
    if left is None or right is None:
        return None
    return min(left, right)


def larger(left: int | None, right: int | None) -> int | None:
    """The larger of two numbers."""
    if left is None or right is None:
        return None
    return max(left, right)


FREE_FUNCTIONS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        only, first, last, rest, first_some, last_some, from_member, as_list, numbers, same_members, added,
        removed, without, extreme, extremes, total, largest, smallest, add, subtract, multiply,
        negative, less, less_or_equal, smaller, larger, by_fact, all_best,
    )
}  # fmt: skip
"""The functions above, under the names that generated code knows them by."""
