"""Conditions that are the same in every game: whatever the options, players, cards and moves are."""

from __future__ import annotations

from typing import TypeAlias

from rulerun.grammar import syntax

from ..checking.combining import negate
from ..checking.core import (
    Call,
    CardsIn,
    Choose,
    Const,
    Expr,
    Local,
    Lookup,
    Loop,
    MoveRule,
    Needed,
    Op,
    OptionValue,
    Slot,
)
from ..checking.types import NUMBER, RANK
from ..machine.checked import Checked

_Range: TypeAlias = tuple[float, float]

_INFINITE = float("inf")
_ANY: _Range = (-_INFINITE, _INFINITE)


class Truth:
    """What is known of conditions and numbers before any game of the checked rules."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._ranges: dict[str, _Range] = {}
        self._chosen: dict[str, _Range] = {}
        for option in checked.rules.options:
            kind = option.option.kind
            low, high = _plain(kind.low), _plain(kind.high)
            if low is not None and high is not None:
                self._ranges[f"option {option.name}"] = low, high
        for cell in checked.program.cells:
            if cell.low is not None and cell.high is not None:
                low, high = _written(cell.low), _written(cell.high)
                if low is not None and high is not None:
                    # What it starts as need not lie within.
                    first, last = 0.0, 0.0
                    if cell.start is not None and not cell.fresh:
                        first, last = self.range(cell.start)
                    self._ranges[cell.key] = min(low, first), max(high, last)
            elif cell.key.startswith(("count ", "chips")):
                self._ranges[cell.key] = 0, _INFINITE
        deck = checked.rules.deck
        self._ranks = 0, len(deck.ranks) + len(deck.jokers) - 1
        self._cards = (len(deck.ranks) * len(deck.suits) + len(deck.jokers)) * deck.copies

    def choosing(self, move: MoveRule | None) -> None:
        """From now on the choices of this move are what is chosen, within their bounds."""
        self._chosen = {}
        for domain in () if move is None else move.choices:
            if domain.low is not None and domain.high is not None and domain.how == "range":
                low, high = self.range(domain.low)[0], self.range(domain.high)[1]
                self._chosen[domain.variable.name] = low, high

    # ---------------------------------------------------------------- yes or no

    def of(self, expr: Expr) -> bool | None:
        """What a condition always is; None if that depends, or nobody knows."""
        match expr:
            case Const():
                return expr.value if isinstance(expr.value, bool) else None
            case Op(op="not"):
                inner = self.of(expr.operands[0])
                return None if inner is None else not inner
            case Op(op="and"):
                return self._all(expr)
            case Op(op="or"):
                parts = [self.of(o) for o in expr.operands]
                if True in parts:
                    return True
                return False if all(p is False for p in parts) else None
            case Op(op="<" | "<=" | "=" | "!="):
                return self._compared(expr)
            case Choose():
                asked = self.of(expr.condition)
                if asked is not None:
                    return self.of(expr.then if asked else expr.otherwise)
                then, otherwise = self.of(expr.then), self.of(expr.otherwise)
                return then if then is otherwise else None
            case Loop(how="any" | "no") if expr.where is not None:
                return expr.how == "no" if self.of(expr.where) is False else None
            case Loop(how="every") if expr.where is not None:
                return True if self.of(expr.where) is True else None
        return None

    def _all(self, expr: Op) -> bool | None:
        parts = [self.of(o) for o in expr.operands]
        if False in parts or self._contradict(expr.operands):
            return False
        return True if all(p is True for p in parts) else None

    def _contradict(self, operands: tuple[Expr, ...]) -> bool:
        """Whether two conditions exclude one another, or leave a number no value."""
        said = set(operands)
        left: dict[Expr, _Range] = {}
        for operand in operands:
            if negate(operand) in said:
                return True
            if not isinstance(operand, Op) or operand.op not in ("<", "<=", "="):
                continue
            if any(o.maybe or o.type not in (NUMBER, RANK) for o in operand.operands):
                continue
            one, other = operand.operands
            step = 1 if operand.op == "<" else 0
            (low, _), (_, high) = self.range(one), self.range(other)
            bounds = [(one, (-_INFINITE, high - step)), (other, (low + step, _INFINITE))]
            if operand.op == "=":
                (other_low, _), (_, one_high) = self.range(other), self.range(one)
                bounds += [(one, (other_low, _INFINITE)), (other, (-_INFINITE, one_high))]
            for expr, (least, most) in bounds:
                was = left.get(expr, self.range(expr))
                left[expr] = max(was[0], least), min(was[1], most)
                if left[expr][0] > left[expr][1]:
                    return True
        return False

    def _compared(self, expr: Op) -> bool | None:
        one, other = expr.operands
        if one.maybe or other.maybe:
            return None
        if one == other:
            return expr.op in ("<=", "=")
        if one.type == other.type and one.type in (NUMBER, RANK):
            return _of_ranges(expr.op, self.range(one), self.range(other))
        written = isinstance(one, Const) and isinstance(other, Const) and one.type == other.type
        if written and expr.op in ("=", "!="):
            return (one.value == other.value) is (expr.op == "=")  # type: ignore[attr-defined]
        return None

    # ---------------------------------------------------------------- numbers

    def range(self, expr: Expr) -> _Range:
        """The least and the most that a number may be."""
        match expr:
            case Const():
                if isinstance(expr.value, int) and not isinstance(expr.value, bool):
                    return expr.value, expr.value
            case OptionValue():
                return self._ranges.get(f"option {expr.name}", _ANY)
            case Local():
                return self._chosen.get(expr.name, _ANY)
            case Lookup(table="rank"):
                return self._ranks
            case Slot():
                return self._ranges.get(expr.key, _ANY)
            case Needed():
                return self.range(expr.of)
            case Call(function="size"):
                return 0, self._most(expr.arguments[0])
            case Loop(how="count"):
                return 0, self._most(expr.source)
            case Choose():
                one, other = self.range(expr.then), self.range(expr.otherwise)
                return min(one[0], other[0]), max(one[1], other[1])
            case Op():
                return self._of_operation(expr)
        return _ANY

    def _most(self, members: Expr) -> float:
        """How many members a list has at most."""
        if isinstance(members, CardsIn):
            return self._cards
        if isinstance(members, Slot) and members.key == "live":
            return self.checked.rules.players.high
        if isinstance(members, Call) and members.function == "turn_order":
            return self._most(members.arguments[0])
        return _INFINITE

    def _of_operation(self, expr: Op) -> _Range:
        if any(o.maybe for o in expr.operands):
            return _ANY
        ranges = [self.range(o) for o in expr.operands]
        if len(ranges) == 1:
            return (-ranges[0][1], -ranges[0][0]) if expr.op == "neg" else _ANY
        (a, b), (c, d) = ranges[:2]
        match expr.op:
            case "+":
                return a + c, b + d
            case "-":
                return a - d, b - c
            case "*":
                corners = [0 if 0 in (x, y) else x * y for x in (a, b) for y in (c, d)]
                return min(corners), max(corners)
            case "smaller":
                return min(a, c), min(b, d)
            case "larger":
                return max(a, c), max(b, d)
            case "mod" if c > 0:
                return 0, d - 1
        return _ANY


def _of_ranges(op: str, one: _Range, other: _Range) -> bool | None:
    (a, b), (c, d) = one, other
    match op:
        case "<":
            return True if b < c else False if a >= d else None
        case "<=":
            return True if b <= c else False if a > d else None
    apart = b < c or d < a
    same = a == b == c == d
    if op == "=":
        return False if apart else True if same else None
    return True if apart else False if same else None


def _written(expr: Expr) -> int | None:
    return expr.value if isinstance(expr, Const) and isinstance(expr.value, int) else None


def _plain(bound: syntax.Expr | None) -> int | None:
    """A bound of an option that is written as a number."""
    if isinstance(bound, syntax.Negative) and isinstance(bound.operand, syntax.Number):
        return -bound.operand.value
    return bound.value if isinstance(bound, syntax.Number) else None
