"""How many choices are gone through to list the moves of a decision: games where these are many are
looked at more seldom.

It is counted from what lies on the table, not measured in seconds: the same game is looked at in the
same states wherever it is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from ..checking.core import Call, Domain, Expr, MoveRule
from ..checking.types import CARDS
from ..compiling.selecting import selection
from ..errors import RuleError
from ..machine.state import State

EASY = 300
"""So many choices are gone through in no time."""
_AS_MANY_AS_ANY = 10**9
"""Nobody goes through more, so more are not counted."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The most choices that one move of a decision has, and the name of that move; `number` counts
    those of all moves."""

    number: int
    most: int
    move: str


def choices_at(state: State) -> Choices:
    """What is gone through to list the moves of a state, which is not over.

    Conditions are not asked, for they are asked of each of these. Lists that need not be tried one by
    one, as cards of one rank, count as pairs.
    """
    trial = state.clone()  # a look at cards may decide where they lie
    total, most, of = 0, 0, ""
    for kind in state.game.kinds[state.at]:
        number = 1 if kind.bounds is not None or kind.is_plain else _of_move(trial, kind.rule)
        total += number
        if number > most:
            most, of = number, kind.name
    return Choices(min(total, _AS_MANY_AS_ANY), min(most, _AS_MANY_AS_ANY), of)


def _of_move(state: State, rule: MoveRule) -> int:
    """The choices of a move; of one that depends on another it is told what the first one leaves."""
    number = 1
    names: dict[str, object] = {}
    conditions = [may.condition for may in rule.may]
    for domain in rule.choices:
        try:
            many, first = _of_domain(state, domain, names, conditions)
        except RuleError:
            return number  # whoever lists the moves will tell of it
        number *= many
        if not number:
            return 0
        names[domain.variable.name] = first
    return number


def _of_domain(
    state: State, domain: Domain, names: dict[str, object], conditions: list[Expr]
) -> tuple[int, object]:
    """How many there are, and the first of them."""
    game = state.game

    def value(expr: Expr | None) -> object:
        return None if expr is None else game.evaluate(expr, state, names)

    if domain.how == "one":
        if isinstance(domain.source, Call) and domain.source.function == "melds_made_of":
            cards = game.evaluate(domain.source.arguments[0], state, names)
            return len(cards) ** 2, tuple(cards)
        members = value(domain.source)
        assert isinstance(members, list | tuple | range)
        return len(members), members[0] if members else None
    low, high = value(domain.low), value(domain.high)
    if not isinstance(low, int) or not isinstance(high, int) or low > high:
        return 0, None
    if domain.how == "range":
        return high - low + 1, low
    members = value(domain.source)
    assert isinstance(members, list | tuple | range)
    many = len(members)
    if domain.type == CARDS:
        made, _ = selection(domain.variable, [*domain.alike, *conditions])
        alike = made.fact is not None and made.fact_unless is None
        if alike or made.in_row or made.total is not None:
            return many**2, tuple(members[:low])
    sizes = range(max(low, 0), min(high, many) + 1)
    return sum([comb(many, size) for size in sizes]), tuple(members[:low])
