"""What generated code may compute once: expressions that are asked several times in between changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulerun.grammar.record import kept

from ..checking.core import (
    MARKED,
    Address,
    Bind,
    Call,
    CardsIn,
    Choose,
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
    Set,
    Slot,
    Stmt,
    walk,
)

_LONG = 50
"""So much effort and more is long: that of going through a list."""


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
            # Its condition, its value, what it is done with: all is asked before it changes anything.
            return count if isinstance(statement, If | Set | Do) else count - 1
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
        case Set():
            yield statement.value
        case Do():
            yield from statement.arguments


def count_shared(
    expr: Expr,
    count: Counter[Expr],
    bound: frozenset[str] = frozenset(),
    often: bool = False,
    sure: set[Expr] | None = None,
) -> None:
    """Count the parts of an expression that could be computed beforehand; `often`: it is asked of
    each member of a list. To `sure` come those that are computed whatever conditions hold."""
    names, own, fails = _known(expr)
    if not fails and names.isdisjoint(bound) and not ("member" in names and "member" not in own):
        times = count.get(expr, 0) + (2 if often else 1)
        count[expr] = times
        if sure is not None:
            sure.add(expr)
        if times > 1:
            return
    match expr:
        case Choose(condition=condition, then=then, otherwise=otherwise):
            count_shared(condition, count, bound, often, sure)
            count_shared(then, count, bound, often)
            count_shared(otherwise, count, bound, often)
        case Loop(source=source, where=where, value=value):
            if isinstance(source, Call) and source.function == "subsets":
                for child in source.children:  # the lists are made one by one, or not at all
                    count_shared(child, count, bound, often, sure)
            else:
                count_shared(source, count, bound, often, sure)
            for said in (where, value):
                if said is not None:
                    count_shared(said, count, bound | {expr.variable.name}, True, sure)
        case _:
            for child in expr.children:
                count_shared(child, count, bound, often, sure)


def forks(expr: Expr) -> Iterable[Choose]:
    """The outermost choices between values of which one takes long to compute: each is to be computed
    only where it is needed, and then what it asks twice only once."""
    if isinstance(expr, Choose):
        if max(_effort(expr.then), _effort(expr.otherwise)) >= _LONG and not may_fail(expr):
            yield expr
        else:
            yield from forks(expr.condition)
    elif not isinstance(expr, Loop):
        for child in expr.children:
            yield from forks(child)


def same_for_all(expr: Expr, chosen: frozenset[str]) -> Iterable[Expr]:
    """The largest parts of an expression that are the same whatever is `chosen`, and take time."""
    if not names_in(expr, chosen):
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
    same = [operand for operand in operands if not names_in(operand, chosen)]
    if len(same) < 2:
        return replace(expr, operands=tuple(operands))
    same.sort(key=_effort)
    others = [operand for operand in operands if operand not in same]
    first = replace(expr, operands=tuple(same))
    return replace(expr, operands=(first, *others)) if others else first


def names_in(expr: Expr, chosen: frozenset[str]) -> bool:
    """Whether an expression reads one of some names."""
    return not _known(expr)[0].isdisjoint(chosen)


@kept
def _effort(expr: Expr) -> int:
    """How long it takes to ask, about: loops are dear, calls a little."""
    own = _LONG if isinstance(expr, Loop) else 5 if isinstance(expr, Call) else 1
    return own + sum(map(_effort, expr.children))


def _takes_time(expr: Expr) -> bool:
    return worth_keeping(expr) or any(isinstance(e, Call | Loop) for e in walk(expr))


def may_fail(expr: Expr) -> bool:
    """Whether evaluating an expression can stop the game, takes a random number, or is noted."""
    return _known(expr)[2]


_NOTHING_KNOWN: tuple[frozenset[str], frozenset[str], bool] = (frozenset(), frozenset(), False)


@kept
def _known(expr: Expr) -> tuple[frozenset[str], frozenset[str], bool]:
    """The names that an expression asks for, those that are of its own loops, whether it may fail.

    Kept, as each expression is asked, and each part of it, and each part of those.
    """
    children = expr.children
    if not children and not isinstance(expr, Local | NoRow | Call):
        return _NOTHING_KNOWN
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
    for child in children:
        more_names, more_own, child_fails = _known(child)
        names |= more_names
        own |= more_own
        fails = fails or child_fails
    return frozenset(names), frozenset(own), fails


def worth_keeping(expr: Expr) -> bool:
    """Whether it takes longer to compute than to fetch."""
    match expr:
        case Const() | OptionValue() | Local() | PileAt() | Address() | Items():
            return False
        case Lookup():
            return not isinstance(expr.of, Local | Const | Slot)
        case Slot():
            return expr.index is not None and isinstance(expr.index, Slot)
        case CardsIn():
            return expr.of.type.name == "piles" or expr.of.maybe
    return True


@kept
def size(expr: Expr) -> int:
    """How many parts an expression has."""
    return 1 + sum(map(size, expr.children))
