"""What is done for each of a few players, written out for one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from ..checking.core import (
    Bind,
    Changed,
    Const,
    Do,
    Expr,
    For,
    If,
    Local,
    Set,
    Slot,
    Stmt,
    every,
)
from ..checking.facts import substituted
from .sharing import asked, size

_ROOM = 60
"""So many parts are written out, all in all."""
_MOST = 4
"""For so many players."""


def done_for_each(loop: For, source: Expr) -> tuple[Stmt, ...] | None:
    """The lines of a loop through players who are known, for each of them; None for other loops."""
    members = source.value if isinstance(source, Const) else None
    variable = loop.variable
    if not isinstance(members, tuple) or variable.type.name not in ("player", "team"):
        return None
    parts = sum(2 + sum(map(size, asked(statement))) for statement in every(loop.body))
    if len(members) > _MOST or parts * len(members) > _ROOM:
        return None
    found: list[Stmt] = []
    for member in members:
        one = _said_of(loop.body, variable, Const(variable.type, False, member))
        if one is None:
            return None
        found += one
    return tuple(found)


def _said_of(statements: Iterable[Stmt], variable: Local, value: Const) -> tuple[Stmt, ...] | None:
    """Lines with a value in the place of a name; None where there are others than quick ones."""

    def of(expr: Expr) -> Expr:
        return substituted(expr, variable, value)

    found: list[Stmt] = []
    for statement in statements:
        match statement:
            case Set(target=target):
                place = of(target)
                assert isinstance(place, Slot)
                found.append(Set(place, of(statement.value), statement.site))
            case Bind():
                found.append(Bind(statement.name, of(statement.value)))
            case Do():
                arguments = tuple([of(argument) for argument in statement.arguments])
                found.append(Do(statement.procedure, arguments, statement.site))
            case Changed():
                found.append(statement)
            case If():
                body = _said_of(statement.body, variable, value)
                otherwise = _said_of(statement.otherwise, variable, value)
                if body is None or otherwise is None:
                    return None
                found.append(If(of(statement.condition), body, otherwise, statement.span))
            case _:
                return None
    return tuple(found)
