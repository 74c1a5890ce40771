"""The highest and the lowest card of a pile, found together."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..checking.core import Call, CardsIn, Choose, Expr, Loop
from .python_code import call, const, index, name, store


def ends_asked(expr: Expr) -> Iterator[Call]:
    """What asks for the highest or lowest card of a pile in an expression, but for what is asked of
    each member of a list, and for one of several values."""
    match expr:
        case Call(function="highest" | "lowest", arguments=(CardsIn(),)):
            yield expr
        case Loop() | Choose():
            pass
        case _:
            for child in expr.children:
                yield from ends_asked(child)


def both_ends(cards: ast.expr, low: str, high: str) -> list[ast.stmt]:
    """Both, of equals the first, into variables; nothing where there are no cards.

    Two cards are what is asked about most: they are compared at once.
    """
    one, two = name("one"), name("two")
    pair = ast.Tuple([store("one"), store("two")], ast.Store())

    def is_less(left: ast.expr, right: ast.expr) -> ast.expr:
        return ast.Compare(index(name("RANK"), left), [ast.Lt()], [index(name("RANK"), right)])

    def kept(lowest: ast.expr, highest: ast.expr) -> list[ast.stmt]:
        return [ast.Assign([store(low)], lowest), ast.Assign([store(high)], highest)]

    same = ast.If(is_less(two, one), kept(two, one), kept(one, one))
    compared = ast.If(is_less(one, two), kept(one, two), [same])
    return [
        ast.If(
            ast.Compare(call("len", cards), [ast.Eq()], [const(2)]),
            [ast.Assign([pair], cards), compared],
            kept(call("lowest", cards), call("highest", cards)),
        )
    ]
