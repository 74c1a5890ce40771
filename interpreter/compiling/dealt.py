"""A few cards dealt off a shuffled pile, written out: chance decides each as it comes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from .python_code import PILES, STATE, call, const, index, is_short, name, negated, store

_FEW = 3
"""So many cards are dealt one after the other without a call."""


def dealt(
    source: ast.expr, into: Sequence[ast.expr], slowly: ast.expr, unless_shown: bool
) -> list[ast.stmt]:
    """Deal cards of which nothing is to be noted off a pile, each into the next of some others, all
    given as numbers.

    What takes more than a few draws from the stream is left to the procedure, which is called `slowly`:
    too few cards, a pile in which some have their order, a given order of cards; `unless_shown` also
    where any cards were shown to somebody.
    """
    many = len(into)
    if not (0 < many <= _FEW and all(map(is_short, (source, *into)))):
        return [ast.Expr(slowly)]
    cards, left, stream, place = name("cards"), name("left"), name("stream"), name("place")
    undecided = index(_of_state("undecided"), source)
    plain: list[ast.expr] = [
        ast.Compare(left, [ast.Eq()], [undecided]),
        ast.Compare(left, [ast.GtE()], [const(many)]),
        ast.Compare(_of_state("script"), [ast.Is()], [const(None)]),
    ]
    if unless_shown:
        plain.append(negated(_of_state("shown")))
    here: list[ast.stmt] = []
    drawn: ast.expr = _of_state("shuffle_stream")
    for target in into:
        # As `chance.below` does.
        product = ast.BinOp(drawn, ast.Mult(), name("MULTIPLIER"))
        here.append(
            ast.Assign([store("stream")], ast.BinOp(product, ast.BitAnd(), name("MASK128")))
        )
        drawn = stream
        upper = ast.BinOp(stream, ast.RShift(), const(64))
        scaled = ast.BinOp(ast.BinOp(upper, ast.Mult(), left), ast.RShift(), const(64))
        append = ast.Attribute(index(PILES, target), "append", ast.Load())
        here += [
            ast.Assign([store("place")], scaled),
            ast.Expr(ast.Call(append, [index(cards, place)], [])),
            ast.Assign([store("left")], ast.BinOp(left, ast.Sub(), const(1))),
            ast.Assign([ast.Subscript(cards, place, ast.Store())], index(cards, left)),
        ]
    here += [
        ast.Delete([ast.Subscript(cards, ast.Slice(left, None), ast.Del())])
        if many > 1
        else ast.Delete([ast.Subscript(cards, left, ast.Del())]),
        ast.Assign([_of_state("shuffle_stream", ast.Store())], stream),
        ast.Assign([ast.Subscript(_of_state("undecided"), source, ast.Store())], left),
    ]
    return [
        ast.Assign([store("cards")], index(PILES, source)),
        ast.Assign([store("left")], call("len", cards)),
        ast.If(ast.BoolOp(ast.And(), plain), here, [ast.Expr(slowly)]),
    ]


def _of_state(part: str, context: ast.expr_context | None = None) -> ast.expr:
    return ast.Attribute(STATE, part, context or ast.Load())
