"""Why a move may not be made: the failed condition, its place, and what may be done instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core import Domain, Expr, Op, Slot
from .errors import IllegalMoveError
from .labels import label, seat_name

if TYPE_CHECKING:
    from .game import Game
    from .moves import Move
    from .state import State

_SHOWN = 12


def refuse(game: Game, state: State, move: Move) -> IllegalMoveError:
    """The error for a move that is not legal in a state."""
    text = str(move)
    legal = [str(m) for _, m in zip(range(_SHOWN), state.legal_moves, strict=False)]
    seat = state.actor
    who = "nobody" if seat is None else seat_name(seat)
    if move.kind.at != state.at:
        names = ", ".join(dict.fromkeys(k.name for k in game.kinds[state.at]))
        return IllegalMoveError(f"{who} may not {text} now; moves here: {names}", text, legal=legal)
    problem = move.kind.check(state, *move.choices)
    if problem > 0:
        rule = move.kind.rule.may[problem - 1]
        named = move.name if rule.name == "may" else label(rule.name)
        return IllegalMoveError(
            f"{who} may not {text}: {named}",
            text,
            condition=rule.name,
            span=rule.span,
            legal=legal,
        )
    domain = move.kind.rule.choices[-problem - 1]
    earlier = {
        d.variable.name: c
        for d, c in zip(move.kind.rule.choices[: -problem - 1], move.choices, strict=False)
    }
    why = _out_of_domain(game, state, domain, move.choices[-problem - 1], earlier)
    return IllegalMoveError(
        f"{who} may not {text}: {why}", text, condition=domain.name, span=domain.span, legal=legal
    )


def _out_of_domain(
    game: Game, state: State, domain: Domain, value: Any, earlier: dict[str, Any]
) -> str:
    if domain.how == "range":
        assert domain.low is not None and domain.high is not None
        low = game.evaluate(domain.low, state, earlier)
        high = game.evaluate(domain.high, state, earlier)
        if low is None or high is None or low > high:
            return f"no {label(domain.name)} is possible"
        if isinstance(value, int) and value > high:
            return f"at most {high}{_because(game, state, domain.high, high, earlier)}"
        return f"at least {low}{_because(game, state, domain.low, low, earlier)}"
    shown = game.values.text(domain.type, value)
    if domain.how == "some":
        return _no_such_list(game, state, domain, value, earlier)
    return f"'{shown}' is not among the {label(domain.name)}s to choose from"


def _no_such_list(
    game: Game, state: State, domain: Domain, value: Any, earlier: dict[str, Any]
) -> str:
    """What is wrong with a list that is chosen: a member, or how many there are."""
    assert domain.source is not None and domain.low is not None and domain.high is not None
    members = game.evaluate(domain.source, state, earlier)
    kind = domain.type.item or domain.type
    for member in value:
        shown = game.values.text(kind, member)
        if member not in members:
            return f"'{shown}' is not among the {kind.name}s to choose from"
        if value.count(member) > 1:
            return f"'{shown}' is named twice"
    low = game.evaluate(domain.low, state, earlier)
    high = game.evaluate(domain.high, state, earlier)
    if low is None or high is None or low > high:
        return f"no {label(domain.name)} can be chosen"
    many = str(low) if low == high else f"{low} to {high}"
    return f"{many} {kind.name}{'' if many == '1' else 's'} are to be chosen, not {len(value)}"


def _because(game: Game, state: State, bound: Expr, value: Any, earlier: dict[str, Any]) -> str:
    """The part of a bound that decides it, in words: ", the pot holds 4"."""
    while isinstance(bound, Op) and bound.op in ("smaller", "larger"):
        bound = next(
            (o for o in bound.operands if game.evaluate(o, state, earlier) == value),
            bound.operands[0],
        )
    if isinstance(bound, Slot) and bound.key.startswith("chips"):
        holder = bound.key.removeprefix("chips").strip()
        if holder and bound.index is None:
            return f", the {label(holder)} holds {value}"
        if not holder and bound.index is not None:
            seat = game.evaluate(bound.index, state, earlier)
            return f", {seat_name(seat)} has {value}"
    return ""
