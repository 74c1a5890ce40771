"""Conditions that exclude one another: whether some answers can all be true at the same time.

No more is known of a state than these answers. Numbers are reckoned with as sums of what is counted,
and `any`, `every`, `no` as questions how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ...cards import Card
from ...checking.core import (
    Call,
    CardsIn,
    Choose,
    Const,
    Expr,
    Items,
    Local,
    Lookup,
    Loop,
    Op,
    Slot,
    walk,
)
from ...checking.symbols import COLORS, SUITS
from ...checking.types import CARD, NUMBER, YESNO, Type
from .sameness import counted, plain, replaced

Answer: TypeAlias = tuple[Expr, bool]
"""A condition, and whether it holds."""

Ranging: TypeAlias = Callable[[Expr], tuple[float, float]]
"""The least and the most that a number may be."""

_MOST_CASES = 400

_MOST_SPLIT = 100
"""Of so many conditions at once of which one part or another may hold the cases are gone through: each is a
step deeper."""


@dataclass(slots=True)
class _Sum:
    """A number as a sum: how often each thing is in it, and what is added."""

    terms: dict[Expr, int]
    plus: int


@dataclass(slots=True)
class _Known:
    """What is known so far: yes/no things, bounds of sums, numbers that sums are not."""

    said: dict[Expr, bool] = field(default_factory=dict)
    bounds: dict[frozenset[tuple[Expr, int]], tuple[float, float]] = field(default_factory=dict)
    never: dict[frozenset[tuple[Expr, int]], frozenset[int]] = field(default_factory=dict)

    def copy(self) -> _Known:
        return _Known(dict(self.said), dict(self.bounds), dict(self.never))


class Reasoning:
    """Finds out whether answers exclude one another. `ranging` bounds numbers before any game.

    `pack` are the cards that there are, each once.
    """

    def __init__(self, ranging: Ranging, pack: Iterable[Card] = ()) -> None:
        self._ranging = ranging
        self._pack = tuple(pack)
        self._most: dict[frozenset[tuple[Expr, int]], int] = {}
        self._least: dict[frozenset[tuple[Expr, int]], int] = {}
        self._plain: dict[int, tuple[Expr, Expr]] = {}
        self._left = 0

    def plain(self, expr: Expr) -> Expr:
        """The plain form of an expression, found once."""
        found = self._plain.get(id(expr))
        if found is None:
            found = self._plain[id(expr)] = (expr, plain(expr))
        return found[1]

    def at_most_zero(self, condition: Expr) -> None:
        """Take for granted that the left side of `A < B` or `A = B` is never more than the right."""
        assert isinstance(condition, Op)
        whole = self._difference(*(self.plain(o) for o in condition.operands))
        key, sign = _keyed(whole)
        if key and sign > 0:
            self._most[key] = -whole.plus
        elif key:
            self._least[key] = whole.plus

    def possible(self, answers: Iterable[Answer]) -> bool:
        """Whether nothing shows that these answers exclude one another."""
        self._left = _MOST_CASES
        return self._possible([(self.plain(e), a) for e, a in answers], _Known())

    def _possible(self, waiting: list[Answer], known: _Known) -> bool:
        self._left -= 1
        if self._left < 0:
            return True
        waiting = list(waiting)
        split: list[tuple[tuple[Expr, ...], bool]] = []
        while waiting:
            condition, answer = waiting.pop()
            match condition:
                case Const(value=bool(value)):
                    if value is not answer:
                        return False
                case Op(op="not"):
                    waiting.append((condition.operands[0], not answer))
                case Op(op="and" | "or"):
                    if (condition.op == "and") == answer:
                        waiting += [(o, answer) for o in condition.operands]
                    else:
                        split.append((condition.operands, answer))
                case Choose():
                    asked, then = condition.condition, condition.then
                    if not self._settled(asked, known):
                        yes = [(asked, True), (then, answer), *waiting]
                        no = [(asked, False), (condition.otherwise, answer), *waiting]
                        rest: list[Answer] = [
                            (Op(YESNO, False, _joined(a), parts), a) for parts, a in split
                        ]
                        return self._possible(yes + rest, known.copy()) or self._possible(
                            no + rest, known.copy()
                        )
                    waiting.append((then if known.said[asked] else condition.otherwise, answer))
                case Op(op="<" | "<="):
                    if not self._compared(condition, answer, known):
                        return False
                case Op(op="=" | "!="):
                    same = (condition.op == "=") == answer
                    if not self._alike(condition.operands, same, known):
                        return False
                case _:
                    if known.said.setdefault(condition, answer) is not answer:
                        return False
        if not self._holds_together(known):
            return False
        if not split or len(split) > _MOST_SPLIT:
            return True
        (operands, answer), *others = split
        left: list[Answer] = [(Op(YESNO, False, _joined(a), parts), a) for parts, a in others]
        return any(self._possible([(o, answer), *left], known.copy()) for o in operands)

    def _settled(self, condition: Expr, known: _Known) -> bool:
        return condition in known.said

    def _compared(self, condition: Op, answer: bool, known: _Known) -> bool:
        left, right = condition.operands
        if isinstance(left, Const) and isinstance(right, Const):
            return _are_ordered(left, right, condition.op) is answer
        if left.type != NUMBER and left.type.name != "holder":
            # Ranks and cards are compared by number too; they are asked as they are.
            return known.said.setdefault(condition, answer) is answer
        if not answer:
            # Not `A < B` is `B <= A`; where one is nothing neither holds.
            if left.maybe or right.maybe:
                return known.said.setdefault(condition, answer) is answer
            left, right = right, left
        strict = (condition.op == "<") == answer
        whole = self._difference(left, right)
        return self._bounded(whole, -float("inf"), -1 if strict else 0, known)

    def _alike(self, operands: tuple[Expr, ...], same: bool, known: _Known) -> bool:
        left, right = operands
        if left == right:
            return same
        if isinstance(left, Const) and isinstance(right, Const):
            return (left.value == right.value) is same
        for one, other in ((left, right), (right, left)):
            if isinstance(other, Items) and not other.items:
                left, right = counted(one, None), Const(NUMBER, False, 0)
                if isinstance(one, Items):
                    return (not one.items) is same
                break
        if left.type == NUMBER or left.type.name == "holder":
            whole = self._difference(left, right)
            if same:
                return self._bounded(whole, 0, 0, known)
            key, sign = _keyed(whole)
            if not key:
                return whole.plus != 0
            known.never[key] = known.never.get(key, frozenset()) | {-whole.plus * sign}
            return True
        condition = Op(YESNO, False, "=", (left, right))
        turned = Op(YESNO, False, "=", (right, left))
        if known.said.get(turned, same) is not same:
            return False
        if known.said.setdefault(condition, same) is not same:
            return False
        return not same or self._only_value(condition, known)

    def _only_value(self, condition: Op, known: _Known) -> bool:
        """A thing is only one of two that differ."""
        thing, value = condition.operands
        if not isinstance(value, Const):
            return True
        return not any(
            holds
            and isinstance(other, Op)
            and other.op == "="
            and other.operands[0] == thing
            and isinstance(other.operands[1], Const)
            and other.operands[1].value != value.value
            for other, holds in known.said.items()
        )

    # ---------------------------------------------------------------- numbers

    def _difference(self, left: Expr, right: Expr) -> _Sum:
        whole = _Sum({}, 0)
        self._add(whole, left, 1)
        self._add(whole, right, -1)
        whole.terms = {term: times for term, times in whole.terms.items() if times}
        return whole

    def _add(self, whole: _Sum, expr: Expr, times: int) -> None:
        match expr:
            case Const(value=int(value)):
                whole.plus += times * value
            case Op(op="+" | "-") if not expr.maybe:
                self._add(whole, expr.operands[0], times)
                self._add(whole, expr.operands[1], times if expr.op == "+" else -times)
            case Op(op="neg") if not expr.maybe:
                self._add(whole, expr.operands[0], -times)
            case Op(op="*", operands=(Const(value=int(factor)), other)):
                self._add(whole, other, times * factor)
            case Op(op="*", operands=(other, Const(value=int(factor)))):
                self._add(whole, other, times * factor)
            case _:
                whole.terms[expr] = whole.terms.get(expr, 0) + times

    def _bounded(self, whole: _Sum, low: float, high: float, known: _Known) -> bool:
        """Note that a sum lies between two numbers; whether it still may."""
        key, sign = _keyed(whole)
        if not key:
            return low <= whole.plus <= high
        low, high = low - whole.plus, high - whole.plus
        if sign < 0:
            low, high = -high, -low
        before = known.bounds.get(key) or self._natural(key)
        least, most = max(low, before[0]), min(high, before[1])
        known.bounds[key] = least, most
        return least <= most

    def _natural(self, key: frozenset[tuple[Expr, int]]) -> tuple[float, float]:
        """The bounds of a sum of which nothing was said."""
        low: float = 0
        high: float = 0
        for term, times in key:
            least, most = self._ranging(term)
            if term.type.name == "holder" or (isinstance(term, Slot) and "chips" in term.key):
                least = max(least, 0)
            if (isinstance(term, Call) and term.function == "size") or (isinstance(term, Loop) and (
                term.how == "count"
            )):  # fmt: skip
                least = max(least, 0)
            low += times * (least if times > 0 else most)
            high += times * (most if times > 0 else least)
        low = max(low, self._least.get(key, low))
        high = min(high, self._most.get(key, high))
        if _is_best_against_own(key):
            low = max(low, 0)
        elif _is_best_against_own(frozenset((term, -times) for term, times in key)):
            high = min(high, 0)
        return low, high

    def _holds_together(self, known: _Known) -> bool:
        for key, numbers in known.never.items():
            low, high = known.bounds.get(key) or self._natural(key)
            while low in numbers:
                low += 1
            while high in numbers:
                high -= 1
            if low > high:
                return False
            known.bounds[key] = low, high
        for key, (low, _) in known.bounds.items():
            if low > 0 and len(key) == 1:
                ((term, times),) = key
                if times == 1 and not self._there_may_be(term, known):
                    return False
        return not (
            self._none_at_all(known) or self._is_no_value(known) or self._none_is_largest(known)
        )

    def _none_is_largest(self, known: _Known) -> bool:
        """Whether the largest of some numbers is so large that one of them has to be there of which it
        is known that there is none."""
        none = [
            term
            for key, (_, high) in known.bounds.items()
            if high <= 0 and len(key) == 1
            for term, times in key
            if times == 1 and isinstance(term, Loop) and term.how == "count" and term.where
        ]
        for key, (low, _) in known.bounds.items() if none else ():
            ((term, times),) = key if len(key) == 1 else ((None, 0),)
            if times != 1 or not isinstance(term, Loop) or term.how != "largest" or term.where:
                continue
            for loop in none:
                if loop.source != term.source or loop.where is None or term.value is None:
                    continue
                value = replaced(term.value, {term.variable: loop.variable})
                least = Op(YESNO, False, "<=", (Const(NUMBER, False, int(low)), value))
                if 0 < low < _MOST_CASES and not self._possible(
                    [(least, True), (loop.where, False)], _Known()
                ):
                    return True
        return False

    def _none_at_all(self, known: _Known) -> bool:
        """Whether there is none of which one thing holds, none of which another, and so on, one of
        which holds of each, and yet there are some."""
        none: dict[Expr, list[Loop]] = {}
        for key, (_, high) in known.bounds.items():
            if high <= 0 and len(key) == 1:
                ((term, times),) = key
                if times == 1 and isinstance(term, Loop) and term.how == "count" and term.where:
                    none.setdefault(term.source, []).append(term)
        for source, loops in none.items():
            whole = frozenset({(counted(source, None), 1)})
            low, _ = known.bounds.get(whole) or self._natural(whole)
            if (low > 0 or 0 in known.never.get(whole, ())) and self._every_one_is(loops, known):
                return True
        return False

    def _every_one_is(self, loops: list[Loop], known: _Known) -> bool:
        """Whether of each member of a list one of some things holds, whichever card it is."""
        conditions = [loop.where for loop in loops if loop.where is not None]
        said = _Known(said=dict(known.said))
        if not self._possible([(where, False) for where in conditions], said.copy()):
            return True
        member = loops[0].variable
        return (
            len(loops) > 1
            and member.type == CARD
            and not any(
                self._possible([(of_card(w, member, card), False) for w in conditions], said.copy())
                for card in self._pack
            )
        )

    def _is_no_value(self, known: _Known) -> bool:
        """Whether a thing is none of all that it may be: neither red nor black."""
        not_these: dict[Expr, set[object]] = {}
        for condition, holds in known.said.items():
            if not holds and isinstance(condition, Op) and condition.op == "=":
                thing, value = condition.operands
                if isinstance(value, Const) and value.value is not None:
                    not_these.setdefault(thing, set()).add(value.value)
        return any(
            len(values) >= _how_many(thing.type) and self._is_there(thing, known)
            for thing, values in not_these.items()
        )

    def _is_there(self, thing: Expr, known: _Known) -> bool:
        """Whether something is surely not nothing: a card at an end of a pile that is not empty."""
        if not thing.maybe:
            return True
        card = thing.of if isinstance(thing, Lookup) else thing
        if not isinstance(card, Call) or card.function not in ("first", "last"):
            return False
        cards = card.arguments[0]
        if not isinstance(cards, CardsIn):
            return False
        whole = frozenset({(counted(cards, None), 1)})
        low, _ = known.bounds.get(whole) or self._natural(whole)
        return low > 0 or 0 in known.never.get(whole, ())

    def _there_may_be(self, term: Expr, known: _Known) -> bool:
        """Whether there may be one of those counted: not if there is none of all of them."""
        if not isinstance(term, Loop) or term.how != "count":
            return True
        whole = frozenset({(counted(term.source, None), 1)})
        bounds = known.bounds.get(whole)
        return bounds is None or bounds[1] > 0


def _are_ordered(left: Const, right: Const, op: str) -> bool:
    one, other = left.value, right.value
    if not isinstance(one, int) or not isinstance(other, int):
        return False
    return one < other or (op == "<=" and one == other)


def of_card(condition: Expr, member: Local, card: Card) -> Expr:
    """A condition on one of some cards, asked of a certain card."""
    printed = {"rank": card.rank, "suit": card.suit, "color": card.color, "value": card.value}
    values: dict[Expr, Expr] = {}
    for part in walk(condition):
        match part:
            case Lookup(of=of) if of == member and part.table in printed:
                value = printed[part.table]
                values[part] = Const(part.type, value is None, value)
            case Call(function="is_card", arguments=(of, Const(value=label))) if of == member:
                values[part] = Const(YESNO, False, label == card.label)
    return replaced(condition, values)


def _how_many(kind: Type) -> float:
    """How many values there are of a kind."""
    if kind.name == "word":
        return len(kind.words) or float("inf")
    return {"color": len(COLORS), "suit": len(SUITS)}.get(kind.name, float("inf"))


def _joined(answer: bool) -> Any:
    """What is left open: of `and` with the answer no, of `or` with yes."""
    return "or" if answer else "and"


def _keyed(whole: _Sum) -> tuple[frozenset[tuple[Expr, int]], int]:
    """A sum without its constant, always the same way round, and the sign that was taken out."""
    terms = whole.terms
    if not terms:
        return frozenset(), 1
    first = max(terms, key=lambda term: (terms[term] > 0, hash(term)))
    if len(terms) > 1:
        first = max(terms, key=hash)
    sign = 1 if terms[first] > 0 else -1
    return frozenset((term, times * sign) for term, times in terms.items()), sign


def _is_best_against_own(key: frozenset[tuple[Expr, int]]) -> bool:
    """Whether it is `largest P of players` less the P of one of them, which is never below 0."""
    if len(key) != 2:
        return False
    best = next((t for t, n in key if n == 1 and isinstance(t, Loop) and t.how == "largest"), None)
    own = next((t for t, n in key if n == -1), None)
    if best is None or own is None or best.where is not None or best.value is None:
        return False
    value = best.value
    if isinstance(value, Slot) and isinstance(own, Slot):
        return value.key == own.key and value.index == best.variable
    return False
