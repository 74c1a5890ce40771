"""Expressions that are known before a game: the bounds and normal values of options."""

from __future__ import annotations

from typing import Any

from ..errors import GameSetupError
from .core import Const, Expr, Items, Op

_COUNTED = frozenset({"+", "-", "*", "/", "mod", "neg", "smaller", "larger"})


def is_constant(expr: Expr) -> bool:
    """Whether an expression is known before the game: numbers, words, and sums of numbers."""
    if isinstance(expr, Op):
        known = expr.op in _COUNTED and not any(o.maybe for o in expr.operands)
        if known and expr.op in ("/", "mod"):
            by = expr.operands[1]
            known = is_constant(by) and constant(by) != 0
        return known and all(is_constant(o) for o in expr.operands)
    return isinstance(expr, Const | Items) and all(is_constant(c) for c in expr.children)


def constant(expr: Expr) -> Any:
    """The value of an expression that is known before the game (`is_constant`)."""
    match expr:
        case Const():
            return expr.value
        case Items():
            return tuple(constant(i) for i in expr.items)
        case Op():
            values = [constant(o) for o in expr.operands]
            match expr.op:
                case "+":
                    return values[0] + values[1]
                case "-":
                    return values[0] - values[1]
                case "*":
                    return values[0] * values[1]
                case "neg":
                    return -values[0]
                case "/" | "mod":
                    return values[0] // values[1] if expr.op == "/" else values[0] % values[1]
                case "smaller":
                    return min(values)
                case "larger":
                    return max(values)
    raise GameSetupError("an option's bounds and normal value are constants")
