"""Tables of which one row applies at most: which rows exclude each other, as their conditions are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..checking.core import Bind, Const, Do, Expr, If, Items, Local, Op, Stmt
from .sharing import may_fail

MOST_ROWS = 8
"""Of more rows it would take too much code to ask of each which others apply."""


@dataclass(frozen=True, slots=True)
class RowsOfOne:
    """The rows of a table of which only one may apply, written out where it is consulted.

    `asked` are their conditions, none of which changes anything or may stop the game, `bodies` what
    they do; `otherwise` is what is done if none applies, if that is fine. `check` is the line that
    makes sure, `statements` are how many statements all that is.
    """

    asked: tuple[Expr, ...]
    bodies: tuple[tuple[Stmt, ...], ...]
    otherwise: tuple[Stmt, ...]
    otherwise_is_fine: bool
    check: Do
    statements: int


def rows_of_one(statements: Sequence[Stmt]) -> RowsOfOne | None:
    """The rows that statements begin with; None if they do not, or if asking may stop the game."""
    binds: list[Bind] = []
    for statement in statements:
        if not isinstance(statement, Bind):
            break
        binds.append(statement)
    count = len(binds)
    if not 0 < count <= MOST_ROWS or len(statements) < count + 2:
        return None
    check, choice = statements[count : count + 2]
    if not (isinstance(check, Do) and check.procedure == "only_one_row"):
        return None
    applying, rest = check.arguments
    names = [bind.name for bind in binds]
    if not isinstance(applying, Items) or names != [
        item.name for item in applying.items if isinstance(item, Local)
    ]:
        return None
    if any(may_fail(bind.value) for bind in binds):
        return None
    bodies: list[tuple[Stmt, ...]] = []
    otherwise: tuple[Stmt, ...] = (choice,)
    for item in applying.items:
        match otherwise:
            case (If(condition=condition) as row,) if condition == item:
                bodies.append(row.body)
                otherwise = row.otherwise
            case _:
                return None
    fine = rest == Const(rest.type, False, True)
    return RowsOfOne(
        tuple([bind.value for bind in binds]), tuple(bodies), otherwise, fine, check, count + 2
    )


def exclude_each_other(one: Expr, other: Expr) -> bool:
    """Whether two conditions never hold together, as one asks for the opposite of the other."""
    there, here = set(_all_asked(one)), set(_all_asked(other))
    return any(
        isinstance(part, Op) and part.op == "not" and part.operands[0] in opposite
        for parts, opposite in ((there, here), (here, there))
        for part in parts
    )


def _all_asked(condition: Expr) -> Iterator[Expr]:
    """The parts of a condition that hold together."""
    if isinstance(condition, Op) and condition.op == "and":
        for part in condition.operands:
            yield from _all_asked(part)
    else:
        yield condition
