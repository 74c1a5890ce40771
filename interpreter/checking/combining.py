"""Checked expressions put together: what the checker says in many places."""

from __future__ import annotations

from dataclasses import replace

from .core import (
    Call,
    Const,
    Expr,
    Local,
    Op,
    walk,
)
from .types import (
    CARD,
    NUMBER,
    YESNO,
)

ZERO = Const(NUMBER, False, 0)
YES = Const(YESNO, False, True)
NO = Const(YESNO, False, False)


def negate(expr: Expr) -> Expr:
    """`not` of a yes/no expression."""
    if isinstance(expr, Op):
        if expr.op == "not":
            return expr.operands[0]
        if expr.op in ("=", "!="):
            return replace(expr, op="!=" if expr.op == "=" else "=")
        if expr.op in ("<", "<=") and not any(o.maybe for o in expr.operands):
            left, right = expr.operands
            return replace(expr, op="<=" if expr.op == "<" else "<", operands=(right, left))
    return Op(YESNO, False, "not", (expr,))


def ordered(op: str, left: Expr, right: Expr) -> Expr:
    """A comparison, written with `<`, `<=`, `=` or `!=` only."""
    if op in (">", ">="):
        op, left, right = ("<" if op == ">" else "<="), right, left
    return Op(YESNO, False, op, (left, right))  # type: ignore[arg-type]


def all_of(conditions: list[Expr]) -> Expr:
    """`and` of conditions."""
    parts = [
        p for c in conditions for p in (c.operands if isinstance(c, Op) and c.op == "and" else (c,))
    ]
    return parts[0] if len(parts) == 1 else Op(YESNO, False, "and", tuple(parts))


def any_of(conditions: list[Expr]) -> Expr:
    """`or` of conditions; no for none."""
    if not conditions:
        return NO
    parts = [
        p for c in conditions for p in (c.operands if isinstance(c, Op) and c.op == "or" else (c,))
    ]
    return parts[0] if len(parts) == 1 else Op(YESNO, False, "or", tuple(parts))


def mentions(expr: Expr, variable: Local) -> bool:
    """Whether an expression reads a variable."""
    return any(e == variable for e in walk(expr))


def made_with(source: Expr, variable: Local, where: Expr | None) -> Expr:
    """Melds of which is asked that one card is in them are made with that card.

    Not all that can be made are gone through then, and of copies it is that very card.
    """
    if where is None or not isinstance(source, Call) or source.function != "melds_made_of":
        return source
    for part in where.operands if isinstance(where, Op) and where.op == "and" else (where,):
        if isinstance(part, Op) and part.op == "in":
            card, meld = part.operands
            if (
                card.type == CARD
                and isinstance(meld, Local)
                and meld.name == variable.name
                and not any(isinstance(e, Local) and e.name == variable.name for e in walk(card))
            ):
                return replace(source, arguments=(*source.arguments, card))
    return source


def unordered(source: Expr) -> Expr:
    """The same members where their order does not matter: no need to go round from the dealer."""
    if isinstance(source, Call) and source.function == "turn_order":
        return source.arguments[0]
    return source


def is_written_card(expr: Expr) -> bool:
    """Whether it is a card written by its name, which stands for each of its copies."""
    return isinstance(expr, Call) and expr.function == "written_card"


def same_card(card: Expr, written: Expr) -> Expr:
    """Whether a card is (one of the copies of) a written card."""
    assert isinstance(written, Call)
    return Call(YESNO, False, "is_card", (card, *written.arguments))
