"""What moves need, and whether it may well be missing: what was thought of is not suspected."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ...checking.combining import mentions
from ...checking.core import (
    Bind,
    Call,
    CardsIn,
    Const,
    Domain,
    Expr,
    For,
    Local,
    Loop,
    Op,
    Set,
    walk,
)
from ...checking.facts import reads
from ...checking.types import NUMBER, PLAYER, YESNO
from .going import Going
from .reasoning import Answer

_ZERO, _ONE = Const(NUMBER, False, 0), Const(NUMBER, False, 1)
_ALONE_TRUE = ("matching", "suited", "consecutive", "descending", "ascending", "alternating")
"""What is true of any single card."""
_FINDING = ("who_holds", "card_is_in", "is_card")
"""What finds out where a certain card is."""


@record
class Need:
    """What a move needs to be legal. Without it `state` is so, and `answers` hold.

    `piles` have to have cards, `parts` to be large enough; `none` says that there is nothing at all.
    `hard` are conditions that perhaps nothing fulfils of what `domain` offers; they and what is
    offered look at `about`.
    """

    words: str
    state: str
    span: Span
    answers: tuple[Answer, ...] = ()
    piles: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    hard: tuple[Expr, ...] = ()
    domain: Domain | None = None
    none: Expr | None = None
    about: frozenset[str] = frozenset()


class Plausible:
    """Judges whether there may well be nothing of which a condition holds."""

    def __init__(self, going: Going) -> None:
        self._going = going
        self._reasoning = going.reasoning

    def are_contrary(self, lacking: list[Need]) -> bool:
        """Whether a move is for what nothing can be found for that another move asks for.

        One of the two is always legal then, or so it was meant; nobody can reckon it out.
        """
        for need in lacking:
            for part in need.hard:
                for literal in _disjuncts(self._reasoning.plain(part)):
                    sought = _sought_in_vain(literal)
                    if (
                        sought is not None
                        and reads(sought)
                        and any(
                            other is not need and other.hard and reads(sought) <= other.about
                            for other in lacking
                        )
                    ):
                        return True
        return False

    def is_hard(self, part: Expr, need: Need, known: list[Answer]) -> bool:
        """Whether there may well be nothing to choose of which a condition holds."""
        domain = need.domain
        assert domain is not None
        if not self._reasoning.possible([*known, (part, False)]):
            return False
        if domain.variable.type == PLAYER and self._are_several(part, known):
            return False
        for literal in _disjuncts(part):
            if _excludes_one(literal, domain.variable) or self._is_outermost(literal, domain):
                return False
            if literal is not part and _card_asked_for(literal, domain.variable) in self._sought:
                # Who has that card was found out, and the others are let off.
                return False
            if isinstance(literal, Call) and literal.function in _ALONE_TRUE:
                return domain.low != _ONE
            if self._lets_off(literal, part, domain):
                return False
        return True

    def _lets_off(self, literal: Expr, part: Expr, domain: Domain) -> bool:
        """Whether it says that nothing to choose from would fulfil the rest: then anything goes."""
        if mentions(literal, domain.variable) or domain.source is None:
            return False
        source = self._reasoning.plain(domain.source)
        rest = [d for d in _disjuncts(part) if mentions(d, domain.variable)]
        # What would do for one of them would do for all: one more 'or' only allows more.
        for asked in [*rest, _any_of(rest)] if rest else []:
            found = Loop(YESNO, False, "any", domain.variable, domain.source, asked, None)
            if not self._reasoning.possible([(literal, False), (found, False)]):
                return True
        # 'unless 2C is not in your hand': it is asked whether a certain card is there.
        return any(
            (isinstance(n, Op) and n.op == "in" and self._reasoning.plain(n.operands[1]) == source)
            or (
                isinstance(n, Call)
                and n.function == "card_is_in"
                and _same_cards(n.arguments[1], domain.source)
            )
            for n in walk(literal)
        )

    def _is_outermost(self, literal: Expr, domain: Domain) -> bool:
        """Whether it asks for the highest or the lowest of those to choose from: there is one."""
        if domain.how != "one" or domain.source is None:
            return False
        if not isinstance(literal, Op) or literal.op not in ("=", "<=", "in"):
            return False
        offered = self._reasoning.plain(domain.source)
        return any(
            isinstance(node, Loop)
            and node.how in ("largest", "smallest", "max", "min", "most", "least")
            and node.where is None
            and self._reasoning.plain(node.source) == offered
            for node in walk(literal)
        )

    @staticmethod
    def _are_several(part: Expr, known: list[Answer]) -> bool:
        """Whether it is known how many players there are with what is asked of one of them:
        so many that there is somebody else, or so it was meant."""
        asked = subjects_of(part)
        return bool(asked) and any(
            isinstance(node, Op)
            and node.op in ("=", "!=", "<", "<=")
            and any(isinstance(o, Const) and o.value not in (None, 0) for o in node.operands)
            and any(_counts_players(o) and asked <= subjects_of(o) for o in node.operands)
            for condition, _ in known
            for node in walk(condition)
        )

    @cached_property
    def _sought(self) -> frozenset[str]:
        """The cards of which it is found out who has them, so that this player begins."""
        found: set[str] = set()
        for way in self._going.ways.all:
            for step in way.steps:
                value = step.value if isinstance(step, Set | Bind) else None
                if isinstance(step, For):
                    value = step.source
                if value is None:
                    continue
                for node in walk(value):
                    if isinstance(node, Call) and node.function in _FINDING:
                        found.update(
                            n.value
                            for n in walk(node)
                            if isinstance(n, Const) and isinstance(n.value, str)
                        )
        return frozenset(found)


def subjects_of(condition: Expr) -> set[str]:
    """What a condition is about; that it is about you, or about those still in, does not count."""
    return {part for part in reads(condition) if not part.startswith("you ") and part != "live"}


def _disjuncts(condition: Expr) -> Iterator[Expr]:
    if isinstance(condition, Op) and condition.op == "or":
        for operand in condition.operands:
            yield from _disjuncts(operand)
    else:
        yield condition


def _any_of(parts: list[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else Op(YESNO, False, "or", tuple(parts))


def _excludes_one(literal: Expr, chosen: Local) -> bool:
    """Whether it leaves out one of those to choose from: there will be another."""
    return (
        isinstance(literal, Op)
        and literal.op == "!="
        and (chosen in literal.operands or chosen.type == NUMBER)
    )


def _sought_in_vain(literal: Expr) -> Expr | None:
    """What a condition in plain form says there is none of."""
    if isinstance(literal, Op) and literal.op == "not":
        inner = literal.operands[0]
        found = isinstance(inner, Op) and inner.op == "<" and inner.operands[0] == _ZERO
        return inner if found else None
    if isinstance(literal, Op) and literal.op in ("<=", "=") and _ZERO in literal.operands:
        counted = next((o for o in literal.operands if o != _ZERO), None)
        return counted if isinstance(counted, Loop) and counted.how == "count" else None
    return None


def _card_asked_for(literal: Expr, chosen: Local) -> str | None:
    """The card that has to be chosen."""
    if isinstance(literal, Call) and literal.function == "is_card":
        card, name = literal.arguments
        if card == chosen and isinstance(name, Const) and isinstance(name.value, str):
            return name.value
    return None


def _counts_players(expr: Expr) -> bool:
    return any(
        isinstance(n, Loop) and n.how in ("count", "all") and n.variable.type == PLAYER
        for n in walk(expr)
    )


def _same_cards(one: Expr, other: Expr) -> bool:
    return isinstance(one, CardsIn) and isinstance(other, CardsIn) and one.of == other.of
