"""Why a move may not be made: the failed condition, its place, and what may be done instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..checking.core import Call, Domain, Expr, Op, Rule, Slot
from ..checking.types import CARD, CARDS
from ..errors import IllegalMoveError
from ..labels import label, seat_name

if TYPE_CHECKING:
    from ..checking.types import Type
    from .game import Game
    from .moves import Move
    from .state import State

_SHOWN = 12
_MOST_TRIED = 1000
"""So many choices are tried for each move that cannot be made."""


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


def failed_condition(state: State, move: Move) -> Rule | None:
    """The named condition for which a move cannot be made in a state, if there is one."""
    if move.kind.at != state.at:
        return None
    problem = move.kind.check(state, *move.choices)
    return move.kind.rule.may[problem - 1] if problem > 0 else None


def failed_everywhere(game: Game, state: State, at: int) -> list[Rule]:
    """The named conditions for want of which no move of a decision is legal.

    Moves that choose a list of things are not looked through.
    """
    found = []
    for kind in game.kinds[at]:
        for choices in islice(on_offer(game, state, kind.rule.choices, ()), _MOST_TRIED):
            problem = kind.check(state, *choices)
            if problem > 0:
                found.append(kind.rule.may[problem - 1])
    return list(dict.fromkeys(found))


def on_offer(
    game: Game, state: State, domains: Sequence[Domain], earlier: tuple[Any, ...]
) -> Iterator[tuple[Any, ...]]:
    """What may be chosen, conditions apart."""
    if len(earlier) == len(domains):
        yield earlier
        return
    domain = domains[len(earlier)]
    names = {d.variable.name: c for d, c in zip(domains, earlier, strict=False)}
    values: Iterable[Any] = ()
    if domain.how == "one" and domain.source is not None:
        values = game.evaluate(domain.source, state, names)
    elif domain.how == "range" and domain.low is not None and domain.high is not None:
        low, high = (game.evaluate(bound, state, names) for bound in (domain.low, domain.high))
        values = () if low is None or high is None else range(low, high + 1)
    for value in values:
        yield from on_offer(game, state, domains, (*earlier, value))


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
    if isinstance(domain.source, Call) and domain.source.function == "melds_made_of":
        return _no_such_meld(game, state, domain.source, value, earlier)
    members = _members(game, state, domain, earlier)
    return _not_among(game, state, domain.type, shown, f"{label(domain.name)}s", members)


def _not_among(
    game: Game, state: State, kind: Type, shown: str, what: str, there: Sequence[Any]
) -> str:
    """That something is not there to be chosen, and what is, if that is soon said and known to whoever
    asks."""
    said = f"'{shown}' is not among the {what} to choose from"
    if len(there) > _SHOWN or not _are_known(game, state, kind, there):
        return said
    if not there:
        return f"{said}: there are none"
    return f"{said}: {', '.join(game.values.text(kind, member) for member in there)}"


def _are_known(game: Game, state: State, kind: Type, members: Sequence[Any]) -> bool:
    """Whether whoever decides knows that these may be chosen: as cards that they see, or as what legal
    moves name."""
    seat = state.actor
    if seat is None:
        return False
    if kind != CARD:
        known = {
            choice
            for move in islice(state.legal_moves, _MOST_TRIED)
            for domain, choice in zip(move.kind.rule.choices, move.choices, strict=True)
            if domain.type == kind
        }
        return known.issuperset(members)
    for card in members:
        place = game.runtime.place_of(state, card)
        if place is None:
            return False
        seen = game.runtime.visible(state, place, card) | state.known.get(card, 0)
        if not seen >> seat & 1:
            return False
    return True


def _members(game: Game, state: State, domain: Domain, earlier: dict[str, Any]) -> Sequence[Any]:
    """What one thing may be chosen from."""
    name, where = domain.variable.name, domain.where
    if domain.source is None:
        return []
    return [
        member
        for member in game.evaluate(domain.source, state, earlier)
        if where is None or game.evaluate(where, state, {**earlier, name: member})
    ]


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
            return _not_among(game, state, kind, shown, f"{kind.name}s", members)
        if value.count(member) > 1:
            return f"'{shown}' is named twice"
    low = game.evaluate(domain.low, state, earlier)
    high = game.evaluate(domain.high, state, earlier)
    if low is None or high is None or low > high:
        return f"no {label(domain.name)} can be chosen"
    many = str(low) if low == high else f"{low} to {high}"
    if low <= len(value) <= high:
        words = [alike.function for alike in domain.alike if isinstance(alike, Call)]
        same = "of one rank" if "matching" in words else "of one suit"
        return f"they are not {same}{' in sequence' if 'consecutive' in words else ''}"
    return f"{many} {kind.name}{'' if many == '1' else 's'} are to be chosen, not {len(value)}"


def _no_such_meld(
    game: Game, state: State, source: Call, value: Any, earlier: dict[str, Any]
) -> str:
    """Why a meld cannot be chosen: a card is not there, they are none, or not of that kind."""
    cards = game.evaluate(source.arguments[0], state, earlier)
    missing = [card for card in value if card not in cards]
    if missing:
        labels = game.deck.labels
        return _not_among(game, state, CARD, labels[missing[0]], "cards", cards)
    number = game.evaluate(source.arguments[1], state, earlier)
    kind = "meld" if number < 0 else label(game.rules.melds[number].name)
    if game.runtime.is_made_of(value, cards, number):
        return f"'{game.values.text(CARDS, value)}' is not among the {kind}s to choose from"
    return f"'{game.values.text(CARDS, value)}' is no {kind}"


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
