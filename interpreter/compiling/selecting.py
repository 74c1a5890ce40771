"""Which conditions on a list of cards need not be asked of each list: they say how to make it.

`3 cards in your hand` are 286 lists in a hand of 13, of which few are `matching`. What is found here
the emitter writes as a call of `subsets`; what is left is asked as any other condition.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulerun.grammar.record import record

from ..checking.core import Call, Const, Expr, Local, Lookup, Loop, Op, walk
from ..checking.types import NUMBER
from .sharing import may_fail


@record
class Demand:
    """Something that a list has to be, `unless` a condition that says nothing of the list holds."""

    value: Expr
    unless: Expr | None


@dataclass(slots=True)
class Selection:
    """How lists of cards are made.

    `least` and `most` bound their size; a bound that is nothing leaves none. `each` are questions asked of each member (loops whose
    condition is meant). They share a `fact` (`rank`, `suit`), or their ranks are `in_row`, or their
    values add up to a `total`.
    """

    least: list[Demand] = field(default_factory=list)
    most: list[Demand] = field(default_factory=list)
    each: list[Loop] = field(default_factory=list)
    fact: str | None = None
    fact_unless: Expr | None = None
    in_row: bool = False
    total: Expr | None = None


def selection(variable: Local, conditions: Iterable[Expr]) -> tuple[Selection, list[Expr]]:
    """How lists called `variable` are made so that conditions hold, and those still to be asked."""
    found, rest = Selection(), list[Expr]()
    may_stop = False
    for condition in conditions:
        for part in _parts(condition):
            # What comes after a condition that can stop the game is not to prevent that.
            may_stop = may_stop or may_fail(part)
            if may_stop or not _take(found, variable, part, None):
                rest.append(part)
    return found, rest


def _parts(condition: Expr) -> Iterable[Expr]:
    """What a condition says, one thing at a time."""
    if isinstance(condition, Op) and condition.op == "and":
        for operand in condition.operands:
            yield from _parts(operand)
    else:
        yield condition


def _take(found: Selection, variable: Local, part: Expr, unless: Expr | None) -> bool:
    """Whether a condition goes into the making."""
    match part:
        case Call(function="matching" | "suited", arguments=(of,)) if of == variable:
            if found.total is not None:
                return False
            fact = "rank" if part.function == "matching" else "suit"
            if found.in_row and (fact == "rank" or unless is not None):
                return False
            if found.fact is not None:
                return (found.fact, found.fact_unless) == (fact, unless)
            found.fact, found.fact_unless = fact, unless
            return True
        case Call(function="consecutive", arguments=(of,)) if of == variable and unless is None:
            if found.fact == "rank" or found.fact_unless is not None or found.total is not None:
                return False
            found.in_row = True
            return True
        case Loop(how="every", source=source, where=where) if (
            source == variable and where is not None and not _reads(where, variable)
        ):
            if unless is not None:
                return False
            found.each.append(part)
            return True
        case Op(op="<" | "<=" | "=", operands=(left, right)):
            if part.op == "=" and unless is None and _take_total(found, variable, left, right):
                return True
            return _take_size(found, variable, part, unless, left, right)
        case Op(op="or", operands=operands) if unless is None:
            about = [o for o in operands if _reads(o, variable)]
            others = [o for o in operands if not _reads(o, variable)]
            if len(about) != 1 or not others:
                return False
            one = others[0] if len(others) == 1 else Op(part.type, False, "or", tuple(others))
            return _take(found, variable, about[0], one)
    return False


def _take_size(
    found: Selection, variable: Local, part: Op, unless: Expr | None, left: Expr, right: Expr
) -> bool:
    size = Call(NUMBER, False, "size", (variable,))
    one = Const(NUMBER, False, 1)
    if left == size and not _reads(right, variable):
        below = Op(NUMBER, right.maybe, "-", (right, one))
        found.most.append(Demand(below if part.op == "<" else right, unless))
        if part.op == "=":
            found.least.append(Demand(right, unless))
        return True
    if right == size and not _reads(left, variable):
        above = Op(NUMBER, left.maybe, "+", (left, one))
        found.least.append(Demand(above if part.op == "<" else left, unless))
        if part.op == "=":
            found.most.append(Demand(left, unless))
        return True
    return False


def _take_total(found: Selection, variable: Local, left: Expr, right: Expr) -> bool:
    """`total value of cards = N`, in either order."""
    for side, other in ((left, right), (right, left)):
        match side:
            case Loop(how="sum", source=source, where=None, value=Lookup(table="value", of=of)) if (
                source == variable and of == side.variable and not _reads(other, variable)
            ):
                if found.total is not None or found.fact is not None or found.in_row:
                    return False
                found.total = other
                return True
    return False


def _reads(expr: Expr, variable: Local) -> bool:
    return any(e == variable for e in walk(expr))
