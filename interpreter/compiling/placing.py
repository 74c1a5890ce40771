"""Cards that are gone through pile by pile: where one lies is known then, and need not be looked for."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from rulerun.grammar.record import record

from ..checking.core import Call, CardsIn, Expr, Local, Op, PilesAt, walk
from .sharing import may_fail

_ASKED_OF_PLACES = frozenset({"place_of", "is_face_up", "is_face_down", "everything_from"})


@record
class Placed:
    """A card that is one of those in some piles.

    `place` is the code for the number of its pile. `names` are what the pile it is may be called in
    the rule file; `among` is the code for the numbers of all the piles, one after the other, None
    where there is just one.
    """

    place: ast.expr
    names: tuple[str, ...]
    among: ast.expr | None


def piles_in_turn(source: Expr) -> tuple[Expr, ...] | None:
    """The piles, or families of piles, of which a source is all the cards, one after the other.

    None where it is not that, or where a card may come twice.
    """
    parts = source.operands if isinstance(source, Op) and source.op == "join" else (source,)
    found = [part.of for part in parts if isinstance(part, CardsIn)]
    names = {name_of(of) for of in found}
    if len(found) < len(parts) or None in names or len(names) < len(parts):
        return None
    return None if any(of.maybe for of in found) else tuple(found)


def name_of(piles: Expr) -> str | None:
    """What a pile, or a family, is called in the rule file; None where that may be several."""
    return piles.pile if isinstance(piles, PilesAt) else piles.type.pile


def asks_where(variable: Local, conditions: Iterable[Expr | None]) -> bool:
    """Whether it is asked where a card lies that has this name."""
    return any(
        isinstance(part, Call)
        and part.function in _ASKED_OF_PLACES
        and part.arguments == (variable,)
        for condition in conditions
        if condition is not None
        for part in walk(condition)
    )


def place_asked(expr: Expr) -> Local | None:
    """Of which card an expression is the place."""
    if isinstance(expr, Call) and expr.function == "place_of":
        (card,) = expr.arguments
        return card if isinstance(card, Local) else None
    return None


def only_the_top(variable: Local, condition: Expr | None) -> bool:
    """Whether a condition holds at most for the top card of a pile, and nothing can stop the game
    before that is asked."""
    match condition:
        case Op(op="and", operands=operands):
            for operand in operands:
                if only_the_top(variable, operand):
                    return True
                if may_fail(operand):
                    return False
        case Op(op="=", operands=(left, right)):
            top = right if left == variable else left if right == variable else None
            match top:
                case Call(function="last", arguments=(CardsIn(of=of),)):
                    return place_asked(of) == variable
    return False
