"""Variables of generated code that nothing reads: what was kept to be asked again, and never was."""

from __future__ import annotations

import ast

from .python_code import Place, put_somewhere

KEPT = "t"
"""The names of what is kept begin so, and go on with a number."""


def finished(body: list[ast.stmt], place: Place) -> tuple[set[str], bool]:
    """Take out of a function what it computes into variables of its own and never reads; to compute it
    changes nothing. All that is left and has no place gets one. The names that it reads, and whether it
    yields."""
    while True:
        read: set[str] = set()
        kept: set[str] = set()
        yields = False
        for node in put_somewhere(body, place):
            kind = node.__class__
            if kind is ast.Yield:
                yields = True
            elif kind is ast.Name:
                assert isinstance(node, ast.Name)
                if node.ctx.__class__ is ast.Load:
                    read.add(node.id)
                elif node.id[0] == KEPT and node.id[1:].isdigit():
                    kept.add(node.id)
        unused = kept - read
        if not unused:
            return read, yields
        _take_out(body, unused)


def _take_out(body: list[ast.stmt], unused: set[str]) -> None:
    for statement in body:
        for part in ("body", "orelse"):
            inner = getattr(statement, part, None)
            if isinstance(inner, list):
                _take_out(inner, unused)
    left = [
        statement
        for statement in body
        if not (
            isinstance(statement, ast.Assign)
            and isinstance(statement.targets[0], ast.Name)
            and statement.targets[0].id in unused
        )
    ]
    if body and not left:
        left = [ast.Pass()]
    body[:] = left
