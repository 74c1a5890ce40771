"""Conditions that exclude one another: whether some answers can all be true at the same time.

No more is known of a state than these answers. Numbers are reckoned with as sums of what is counted,
and `any`, `every`, `no` as questions how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias

from ..combining import all_of, mentions
from ..core import (
    Bind,
    Call,
    CardsIn,
    Choose,
    Const,
    Expr,
    Firing,
    If,
    Items,
    Local,
    Loop,
    Needed,
    Op,
    Set,
    Slot,
    walk,
)
from ..types import NUMBER, YESNO

Answer: TypeAlias = tuple[Expr, bool]
"""A condition, and whether it holds."""

Ranging: TypeAlias = Callable[[Expr], tuple[float, float]]
"""The least and the most that a number may be."""

_MOST_CASES = 400
_ORDERS = frozenset(("any", "every", "no", "count", "first", "last"))
LIVE = "live"


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
    """Finds out whether answers exclude one another. `ranging` bounds numbers before any game."""

    def __init__(self, ranging: Ranging) -> None:
        self._ranging = ranging
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
        if not split:
            return True
        (operands, answer), *others = split
        left: list[Answer] = [(Op(YESNO, False, _joined(a), parts), a) for parts, a in others]
        return any(self._possible([(o, answer), *left], known.copy()) for o in operands)

    def _settled(self, condition: Expr, known: _Known) -> bool:
        return condition in known.said

    def _compared(self, condition: Op, answer: bool, known: _Known) -> bool:
        left, right = condition.operands
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
        return True

    def _there_may_be(self, term: Expr, known: _Known) -> bool:
        """Whether there may be one of those counted: not if there is none of all of them."""
        if not isinstance(term, Loop) or term.how != "count":
            return True
        whole = frozenset({(counted(term.source, None), 1)})
        bounds = known.bounds.get(whole)
        return bounds is None or bounds[1] > 0


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


# --------------------------------------------------------------------------------------------
# The same question, the same expression


def counted(source: Expr, where: tuple[Local, Expr] | None) -> Expr:
    """How many members of a list there are, or those of which something holds, in plain form."""
    source = _members(source)
    if where is not None:
        return Loop(NUMBER, False, "count", where[0], source, where[1], None)
    if isinstance(source, Loop) and source.how == "all" and source.value is None:
        return Loop(NUMBER, False, "count", source.variable, source.source, source.where, None)
    if isinstance(source, Items):
        return Const(NUMBER, False, len(source.items))
    return Call(NUMBER, False, "size", (source,))


def _members(source: Expr) -> Expr:
    """A list where only its members matter, not their order."""
    while isinstance(source, Call) and source.function in (
        "turn_order", "turn_queue", "round_from", "ranks_of", "suits_of",
    ):  # fmt: skip
        if source.function == "round_from":
            return Slot(source.type, False, LIVE)
        source = source.arguments[0]
    if isinstance(source, CardsIn) and source.ordered:
        source = replace(source, ordered=False)
    return source


def plain(expr: Expr) -> Expr:
    """An expression in the form in which the same question is always the same expression."""
    return _plain(expr, {}, 0)


def _plain(expr: Expr, names: dict[str, Local], depth: int) -> Expr:
    match expr:
        case Local():
            return names.get(expr.name, expr)
        case Const() | Slot(index=None):
            return expr
        case Needed():
            return _plain(expr.of, names, depth)
        case Loop():
            return _plain_loop(expr, names, depth)
        case Call(function="size"):
            return counted(_plain(expr.arguments[0], names, depth), None)
        case Op(op="=" | "!="):
            found = _plain_first(expr, names, depth)
            if found is not None:
                return found
    changes: dict[str, Any] = {}
    for part in fields(expr):
        held = getattr(expr, part.name)
        if isinstance(held, Expr):
            changes[part.name] = _plain(held, names, depth)
        elif isinstance(held, tuple) and held and isinstance(held[0], Expr):
            changes[part.name] = tuple(_plain(h, names, depth) for h in held)
    if not changes:
        return expr
    made = replace(expr, **changes)
    return _folded(made) if isinstance(made, Op) else made


def _folded(expr: Op) -> Expr:
    """An operator of which the answer can be seen, as that answer."""
    if expr.op in ("and", "or"):
        decides = expr.op == "or"
        parts = [o for o in expr.operands if not (isinstance(o, Const) and o.value is not decides)]
        if any(isinstance(o, Const) for o in parts) or not parts:
            return Const(YESNO, False, decides if parts else not decides)
        return parts[0] if len(parts) == 1 else replace(expr, operands=tuple(parts))
    if expr.op == "not":
        inner = expr.operands[0]
        return Const(YESNO, False, not inner.value) if isinstance(inner, Const) else expr
    if expr.op in ("in", "=", "!="):
        left, right = expr.operands
        if expr.op == "in":
            return Const(YESNO, False, False) if _is_nobody(right) else expr
        for one, other in ((left, right), (right, left)):
            if isinstance(other, Const) and other.value is None and not one.maybe:
                return Const(YESNO, False, expr.op == "!=")
    return expr


def _is_nobody(members: Expr) -> bool:
    return isinstance(members, Items) and not members.items


def _plain_first(expr: Op, names: dict[str, Local], depth: int) -> Expr | None:
    """`first X where C is nothing`: there is none."""
    for one, other in (expr.operands, expr.operands[::-1]):
        is_nothing = isinstance(other, Const) and other.value is None
        if is_nothing and isinstance(one, Loop) and one.how in ("first", "last"):
            return _plain_loop(replace(one, how="no" if expr.op == "=" else "any"), names, depth)
    return None


def _plain_loop(loop: Loop, names: dict[str, Local], depth: int) -> Expr:
    source = _plain(loop.source, names, depth)
    variable = replace(loop.variable, name=f"each {depth}")
    inner = {**names, loop.variable.name: variable}
    where = None if loop.where is None else _plain(loop.where, inner, depth + 1)
    value = None if loop.value is None else _plain(loop.value, inner, depth + 1)
    if loop.how not in _ORDERS or loop.how in ("first", "last"):
        if loop.how in ("sum", "largest", "smallest", "any"):
            source = _members(source)
        return replace(loop, variable=variable, source=source, where=where, value=value)
    if loop.how == "every":
        where = None if where is None else _negated(where)
        if where is None:
            return Const(YESNO, False, True)
    if isinstance(where, Const) and where.value:
        where = None
    aside: list[Expr] = []
    if loop.how != "count" and where is not None and not isinstance(where, Const):
        # What says nothing of the members holds, or there is none.
        parts = where.operands if isinstance(where, Op) and where.op == "and" else (where,)
        own = [part for part in parts if mentions(part, variable)]
        aside = [part for part in parts if part not in own]
        where = all_of(own) if own else None
    number = counted(source, None if where is None else (variable, where))
    if isinstance(where, Const):
        number = Const(NUMBER, False, 0)
    if loop.how == "count":
        return number
    zero = Const(NUMBER, False, 0)
    if loop.how == "any":
        found = Op(YESNO, False, "<", (zero, number))
        return Op(YESNO, False, "and", (found, *aside)) if aside else found
    found = Op(YESNO, False, "<=", (number, zero))
    return Op(YESNO, False, "or", (found, *map(_negated, aside))) if aside else found


def _negated(condition: Expr) -> Expr:
    """`not`, the same for what says the same."""
    if isinstance(condition, Op):
        if condition.op == "not":
            return condition.operands[0]
        if condition.op in ("=", "!="):
            return replace(condition, op="!=" if condition.op == "=" else "=")
        if condition.op in ("<", "<=") and not any(o.maybe for o in condition.operands):
            left, right = condition.operands
            return replace(
                condition, op="<=" if condition.op == "<" else "<", operands=(right, left)
            )
        if condition.op in ("and", "or"):
            parts = tuple(_negated(o) for o in condition.operands)
            return replace(condition, op="or" if condition.op == "and" else "and", operands=parts)
    return Op(YESNO, False, "not", (condition,))


def replaced(expr: Expr, values: dict[Expr, Expr]) -> Expr:
    """An expression with values in the place of other expressions."""
    if not values or not any(node in values for node in walk(expr)):
        return expr
    if expr in values:
        return values[expr]
    if isinstance(expr, Loop):
        # What the loop itself calls so is another thing.
        inner = {k: v for k, v in values.items() if k != expr.variable}
        return replace(
            expr,
            source=replaced(expr.source, values),
            where=None if expr.where is None else replaced(expr.where, inner),
            value=None if expr.value is None else replaced(expr.value, inner),
        )
    changes: dict[str, Any] = {}
    for part in fields(expr):
        held = getattr(expr, part.name)
        if isinstance(held, Expr):
            changes[part.name] = replaced(held, values)
        elif isinstance(held, tuple) and held and isinstance(held[0], Expr):
            changes[part.name] = tuple(replaced(h, values) for h in held)
    return replace(expr, **changes) if changes else expr


def assign(steps: Iterable[object], values: dict[Expr, Expr]) -> None:
    """Note what cells and names hold after some steps, as far as that can be said."""
    for step in steps:
        match step:
            case Set():
                value = replaced(step.value, values)
                if step.target.index is None and step.target not in set(walk(value)):
                    values[step.target] = value
                else:
                    values.pop(step.target, None)
            case Bind():
                name = Local(step.value.type, step.value.maybe, step.name)
                value = replaced(step.value, {k: v for k, v in values.items() if k != name})
                values[name] = value


def condition_of(row: Firing) -> Expr:
    """What a row of `at any time` asks."""
    values: dict[Expr, Expr] = {}
    for step in row.body:
        if isinstance(step, If):
            return replaced(step.condition, values)
        assign((step,), values)
    raise AssertionError("a row asks something")
