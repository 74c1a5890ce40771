"""How deep the parts of a program may stand within one another: Python compiles only so much.

Terms and tables are written out where they are used, so that texts which are short by themselves
may add up.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..declarations.course import MOST_CHOICES
from .core import CarryOut, Expr, For, If, Stmt

DEEPEST_TEXT = 120
"""The most parts of a text, with the terms that it uses, within one another."""
DEEPEST_NAMES = 30
"""The most terms and tables within one another."""
DEEPEST = 300
"""The most rows and operations within one another, once all is written out."""


def is_deep(expr: Expr) -> bool:
    """Whether more than DEEPEST parts of an expression stand within one another."""
    level: list[Expr] = [expr]
    for _ in range(DEEPEST):
        level = [child for one in level for child in one.children]
        if not level:
            return False
    return True


def is_deep_to_do(statements: Iterable[Stmt]) -> bool:
    """Whether more than DEEPEST rows, or MOST_CHOICES `each`, stand within one another."""
    level = [(statement, 0) for statement in statements]
    for _ in range(DEEPEST):
        inner: list[tuple[Stmt, int]] = []
        for statement, loops in level:
            match statement:
                case If():
                    inner += [(s, loops) for s in (*statement.body, *statement.otherwise)]
                case For():
                    if loops == MOST_CHOICES:
                        return True
                    inner += [(s, loops + 1) for s in statement.body]
                case CarryOut():
                    inner += [(s, loops) for s in statement.stuck]
        level = inner
        if not level:
            return False
    return True
