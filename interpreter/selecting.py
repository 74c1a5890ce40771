"""Which conditions on a list of cards need not be asked of each list: they say how to make it.

`3 cards in your hand` are 286 lists in a hand of 13, of which few are `matching`. What is found here
the emitter writes as a call of `subsets`; what is left is asked as any other condition.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .core import Call, Const, Domain, Expr, Local, Loop, Op, walk
from .sharing import may_fail
from .types import NUMBER


@dataclass(frozen=True, slots=True)
class Demand:
    """Something that a list has to be, `unless` a condition that says nothing of the list holds."""

    value: Expr
    unless: Expr | None


@dataclass(slots=True)
class Selection:
    """How lists of cards are made.

    `least` and `most` bound their size. `each` are questions asked of each member (loops whose
    condition is meant). They share a `fact` (`rank`, `suit`), or their ranks are `in_row`.
    """

    least: list[Demand] = field(default_factory=list)
    most: list[Demand] = field(default_factory=list)
    each: list[Loop] = field(default_factory=list)
    fact: str | None = None
    fact_unless: Expr | None = None
    in_row: bool = False


def selection(domain: Domain, conditions: Iterable[Expr]) -> tuple[Selection, list[Expr]]:
    """How the lists of a choice are made so that conditions hold, and those still to be asked."""
    found, rest = Selection(), []
    for condition in conditions:
        for part in _parts(condition):
            if may_fail(part) or not _take(found, domain, part, None):
                rest.append(part)
    return found, rest


def _parts(condition: Expr) -> Iterable[Expr]:
    """What a condition says, one thing at a time."""
    if isinstance(condition, Op) and condition.op == "and":
        for operand in condition.operands:
            yield from _parts(operand)
    else:
        yield condition


def _take(found: Selection, domain: Domain, part: Expr, unless: Expr | None) -> bool:
    """Whether a condition goes into the making."""
    variable = domain.variable
    match part:
        case Call(function="matching" | "suited", arguments=(of,)) if of == variable:
            fact = "rank" if part.function == "matching" else "suit"
            if found.in_row and (fact == "rank" or unless is not None):
                return False
            if found.fact is not None:
                return (found.fact, found.fact_unless) == (fact, unless)
            found.fact, found.fact_unless = fact, unless
            return True
        case Call(function="consecutive", arguments=(of,)) if of == variable and unless is None:
            if found.fact == "rank" or found.fact_unless is not None:
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
            return _take_size(found, domain, part, unless, left, right)
        case Op(op="or", operands=operands) if unless is None:
            about = [o for o in operands if _reads(o, variable)]
            others = [o for o in operands if not _reads(o, variable)]
            if len(about) != 1 or not others:
                return False
            one = others[0] if len(others) == 1 else Op(part.type, False, "or", tuple(others))
            return _take(found, domain, about[0], one)
    return False


def _take_size(
    found: Selection, domain: Domain, part: Op, unless: Expr | None, left: Expr, right: Expr
) -> bool:
    low, high, variable = domain.low, domain.high, domain.variable
    if low is None or high is None or low.maybe or high.maybe:
        return False
    size = Call(NUMBER, False, "size", (variable,))
    if left == size and not _reads(right, variable) and not right.maybe:
        one_less = Op(NUMBER, False, "-", (right, Const(NUMBER, False, 1)))
        found.most.append(Demand(one_less if part.op == "<" else right, unless))
        if part.op == "=":
            found.least.append(Demand(right, unless))
        return True
    if right == size and not _reads(left, variable) and not left.maybe:
        one_more = Op(NUMBER, False, "+", (left, Const(NUMBER, False, 1)))
        found.least.append(Demand(one_more if part.op == "<" else left, unless))
        if part.op == "=":
            found.most.append(Demand(left, unless))
        return True
    return False


def _reads(expr: Expr, variable: Local) -> bool:
    return any(e == variable for e in walk(expr))
