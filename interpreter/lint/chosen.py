"""What is so of all that can be chosen for a move, before its conditions are asked."""

from __future__ import annotations

from collections.abc import Iterator

from ..checking.core import Call, Expr, Loop, MoveRule, Op
from ..checking.types import NUMBER, YESNO
from .course.sameness import plain, replaced


def given_by(move: MoveRule) -> frozenset[Expr]:
    """The conditions that hold of all that can be chosen, in plain form: where it comes from, how
    many it is, and what the choice itself asks of it."""
    found: set[Expr] = set()
    for domain in move.choices:
        if domain.source is None:
            continue
        if domain.how == "one":
            found.update(_membership(domain.variable, domain.source))
        elif domain.low is not None and domain.high is not None:
            number = Call(NUMBER, False, "size", (domain.variable,))
            found.add(Op(YESNO, False, "<=", (domain.low, number)))
            found.add(Op(YESNO, False, "<=", (number, domain.high)))
        if domain.where is not None:
            found.update(_parts(domain.where))
    return frozenset(plain(fact) for fact in found)


def _membership(one: Expr, source: Expr) -> Iterator[Expr]:
    """That something is in a list; of a part of a list also what makes it a part."""
    yield Op(YESNO, False, "in", (one, source))
    if isinstance(source, Loop) and source.how == "all" and source.value is None:
        yield from _membership(one, source.source)
        if source.where is not None:
            yield from _parts(replaced(source.where, {source.variable: one}))


def _parts(condition: Expr) -> Iterator[Expr]:
    """A condition, or the parts of one that all have to hold."""
    yield condition
    if isinstance(condition, Op) and condition.op == "and":
        for part in condition.operands:
            yield from _parts(part)
