"""A few cards dealt off a shuffled pile, written out: chance decides each as it comes."""

from __future__ import annotations

import ast

from .python_code import PILES, STATE, call, const, index, is_short, name, store

_FEW = 3
"""So many cards are dealt one after the other without a call."""


def dealt(source: ast.expr, into: ast.expr, count: ast.expr, site: ast.expr) -> list[ast.stmt]:
    """Deal cards of which nothing is to be noted from one pile to another, given as numbers.

    What takes more than a few draws from the stream is left to the procedure: too few cards, a pile
    in which some have their order, a given order of cards.
    """
    many = count.value if isinstance(count, ast.Constant) else None
    if not (isinstance(many, int) and 0 < many <= _FEW and is_short(source) and is_short(into)):
        return [ast.Expr(call("deal_unnoted", STATE, source, into, count, site))]
    slowly = call("deal_unnoted", STATE, source, into, count, site)
    cards, left, stream, place = name("cards"), name("left"), name("stream"), name("place")
    undecided = index(_of_state("undecided"), source)
    plain: list[ast.expr] = [
        ast.Compare(left, [ast.Eq()], [undecided]),
        ast.Compare(left, [ast.GtE()], [const(many)]),
        ast.Compare(_of_state("script"), [ast.Is()], [const(None)]),
    ]
    here: list[ast.stmt] = []
    drawn: ast.expr = _of_state("shuffle_stream")
    for _ in range(many):
        # As `chance.below` does.
        product = ast.BinOp(drawn, ast.Mult(), name("MULTIPLIER"))
        here.append(
            ast.Assign([store("stream")], ast.BinOp(product, ast.BitAnd(), name("MASK128")))
        )
        drawn = stream
        upper = ast.BinOp(stream, ast.RShift(), const(64))
        scaled = ast.BinOp(ast.BinOp(upper, ast.Mult(), left), ast.RShift(), const(64))
        append = ast.Attribute(index(PILES, into), "append", ast.Load())
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
