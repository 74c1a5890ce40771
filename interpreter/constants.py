"""Expressions that are known before a game: the bounds and normal values of options."""

from __future__ import annotations

from typing import Any

from .core import Const, Expr, Items, Op
from .errors import GameSetupError


def is_constant(expr: Expr) -> bool:
    """Whether an expression is known before the game."""
    return isinstance(expr, Const | Op | Items) and all(is_constant(c) for c in expr.children)


def constant(expr: Expr) -> Any:
    """The value of an expression that is known before the game."""
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
                case "/" | "mod" if values[1]:
                    return values[0] // values[1] if expr.op == "/" else values[0] % values[1]
                case "smaller":
                    return min(values)
                case "larger":
                    return max(values)
    raise GameSetupError("an option's bounds and normal value are constants")
