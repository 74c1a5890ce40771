"""What generated code may compute once: expressions that are asked several times in between changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from ..checking.core import (
    MARKED,
    Address,
    Bind,
    Call,
    CardsIn,
    Const,
    Do,
    Expr,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Lookup,
    Loop,
    Needed,
    NoRow,
    Op,
    OptionValue,
    PileAt,
    Slot,
    Stmt,
    walk,
)


def is_pure(statement: Stmt) -> bool:
    """Whether a statement changes nothing of the state."""
    match statement:
        case Bind():
            return not any(isinstance(e, Call) and e.function == "random_member"
                           for e in walk(statement.value))  # fmt: skip
        case Do():
            return statement.procedure == "only_one_row"
        case If():
            # What follows is reached without the body's effects only if the body leaves; so a
            # guard that does anything ends what may be kept.
            return all(isinstance(s, Leave | GameOver) for s in statement.body) and not (
                statement.otherwise
            )
    return False


def pure_run(statements: Sequence[Stmt]) -> int:
    """How many statements from the first on are asked before anything changes."""
    count = 0
    for statement in statements:
        count += 1
        if not is_pure(statement):
            return count if isinstance(statement, If) else count - 1
    return count


def asked(statement: Stmt) -> Iterable[Expr]:
    """The expressions that a statement evaluates before it changes anything."""
    match statement:
        case Bind():
            yield statement.value
        case If():
            yield statement.condition
            if len(statement.otherwise) == 1:
                yield from asked(statement.otherwise[0])


def count_shared(expr: Expr, count: Counter[Expr], bound: frozenset[str] = frozenset()) -> None:
    """Count the parts of an expression that could be computed beforehand."""
    names, own, fails = _known(expr)
    if not fails and names.isdisjoint(bound) and not ("member" in names and "member" not in own):
        count[expr] += 1
        if count[expr] > 1:
            return
    inner = bound | {expr.variable.name} if isinstance(expr, Loop) else bound
    for child in expr.children:
        count_shared(child, count, inner)


def same_for_all(expr: Expr, chosen: frozenset[str]) -> Iterable[Expr]:
    """The largest parts of an expression that are the same whatever is `chosen`, and take time."""
    if not _names_in(expr, chosen):
        if _takes_time(expr) and not may_fail(expr):
            yield expr
        return
    inner = chosen | {expr.variable.name} if isinstance(expr, Loop) else chosen
    for child in expr.children:
        yield from same_for_all(child, inner)


def easiest_first(expr: Expr, chosen: frozenset[str]) -> Expr:
    """The same condition, with what is the same whatever is `chosen` together and in front.

    Asked once, it stops at the first part that decides; of a condition that may stop the game the
    parts stay in their order.
    """
    if not isinstance(expr, Op) or expr.op not in ("and", "or") or may_fail(expr):
        return expr
    operands = [easiest_first(operand, chosen) for operand in expr.operands]
    if expr.op == "and":
        return replace(expr, operands=tuple(operands))
    same = [operand for operand in operands if not _names_in(operand, chosen)]
    if len(same) < 2:
        return replace(expr, operands=tuple(operands))
    same.sort(key=_effort)
    others = [operand for operand in operands if operand not in same]
    first = replace(expr, operands=tuple(same))
    return replace(expr, operands=(first, *others)) if others else first


def _names_in(expr: Expr, chosen: frozenset[str]) -> bool:
    return any(isinstance(e, Local) and e.name in chosen for e in walk(expr))


def _effort(expr: Expr) -> int:
    """How long it takes to ask, about: loops are dear, calls a little."""
    return sum(50 if isinstance(e, Loop) else 5 if isinstance(e, Call) else 1 for e in walk(expr))


def _takes_time(expr: Expr) -> bool:
    return worth_keeping(expr) or any(isinstance(e, Call | Loop) for e in walk(expr))


def may_fail(expr: Expr) -> bool:
    """Whether evaluating an expression can stop the game, takes a random number, or is noted."""
    return _known(expr)[2]


@lru_cache(maxsize=4096)
def _known(expr: Expr) -> tuple[frozenset[str], frozenset[str], bool]:
    """The names that an expression asks for, those that are of its own loops, whether it may fail.

    Kept, as each expression is asked, and each part of it, and each part of those.
    """
    names, own, fails = set(), set(), False
    match expr:
        case Local():
            names.add(expr.name)
        case Loop():
            own.add(expr.variable.name)
        case NoRow() | Needed():
            fails = True
        case Op():
            fails = expr.op in ("/", "mod")
        case Call():
            fails = expr.function in ("random_member", "needed", MARKED)
    for child in expr.children:
        more_names, more_own, child_fails = _known(child)
        names |= more_names
        own |= more_own
        fails = fails or child_fails
    return frozenset(names), frozenset(own), fails


def worth_keeping(expr: Expr) -> bool:
    """Whether it takes longer to compute than to fetch."""
    match expr:
        case Const() | OptionValue() | Local() | PileAt() | Address() | Items() | Lookup():
            return False
        case Slot():
            return expr.index is not None and isinstance(expr.index, Slot)
        case CardsIn():
            return isinstance(expr.of, Expr) and expr.of.type.name == "piles"
    return True


def size(expr: Expr) -> int:
    """How many parts an expression has."""
    return sum(1 for _ in walk(expr))
