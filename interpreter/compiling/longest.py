"""The highest number of which it is so that so many cards are alike or follow one another: found at
once, where trying each number would go through the cards again and again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ..checking.core import Call, Const, Expr, Local, Loop
from .python_code import call, const, name
from .selecting import selection
from .tabulating import reads_local

if TYPE_CHECKING:
    from .expression_code import ExpressionEmitter

_LAST = {"matching": "most_matching", "consecutive": "most_consecutive"}
"""What may be said of the last cards of a pile, and the function that says of how many it is so."""


def longest(loop: Loop, code: ExpressionEmitter) -> ast.expr | None:
    """`highest n in numbers from 3 to 7 where last n of row is consecutive`, or where some group in the
    subsets of cards has that size and is consecutive. None for all other loops."""
    if loop.how != "max" or loop.value != loop.variable or loop.where is None:
        return None
    match loop.source:
        case Const(value=(int() as low, *_, int() as high) as numbers):
            if low < 1 or numbers != tuple(range(low, high + 1)):
                return None
        case _:
            return None
    match loop.where:
        case Call(
            function="matching" | "consecutive" as said,
            arguments=(Call(function="last_some", arguments=(cards, count)),),
        ) if count == loop.variable and not reads_local(cards, loop.variable):
            return call(_LAST[said], code.expr(cards), name("RANK"), const(low), const(high))
        case Loop(how="any", value=None) as among:
            suits = _suits_of_rows(among, loop.variable)
            if suits is not None:
                assert isinstance(among.source, Call)
                of = code.expr(among.source.arguments[0])
                return call("longest_in_row", of, const(low), const(high), name("RANK"), suits)
    return None


def _suits_of_rows(among: Loop, size: Local) -> ast.expr | None:
    """Whether some cards among others are asked to be a row of a size, and nothing else: by which
    suits, if all have to be of one. None where something else is asked."""
    of = among.source
    if not isinstance(of, Call) or of.function != "subsets" or among.where is None:
        return None
    if reads_local(of.arguments[0], size):
        return None
    made, rest = selection(among.variable, [among.where])
    bounds: list[Expr] = [demand.value for demand in (*made.least, *made.most)]
    is_plain = not made.each and all(d.unless is None for d in (*made.least, *made.most))
    if rest or not made.in_row or not is_plain or bounds != [size, size]:
        return None
    return name("SUIT") if made.fact else const(None)
