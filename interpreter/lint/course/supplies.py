"""Piles and purses from which something is chosen: whether they may well be empty by then."""

from __future__ import annotations

from functools import cached_property

from rulerun.grammar import syntax

from ...checking.core import (
    SETUP,
    Bind,
    CardsIn,
    Const,
    Decision,
    Do,
    Expr,
    For,
    Loop,
    MoveRule,
    Op,
    PileAt,
    PilesAt,
    Slot,
)  # fmt: skip
from ...checking.facts import reads
from ...checking.types import NUMBER
from ...declarations import ruleset as rules
from .going import Going
from .moving import Part
from .sameness import condition_of
from .ways import Asked, Way, drops_out

_INFINITE = float("inf")


class Supplies:
    """Looks at what goes into piles and out of them."""

    def __init__(self, going: Going) -> None:
        self.going = going
        self.program = going.program
        self.ways = going.ways
        self.movements = going.movements
        self._thought: dict[str, frozenset[str]] = {}

    def runs_dry(self, pile: str, decision: Decision) -> bool:
        """Whether a pile from which something is chosen may well be empty by then."""
        if not self._is_filled_before(pile, decision) or self._drained_by_count(pile, decision):
            return True
        if self._drained_at_once(pile, decision):
            return True
        if f"pile {pile}" in self._rows_ask:
            return False
        part, endings = Part(piles=frozenset({pile})), self.going.endings
        rest = [way for way in self.ways.all if not self._fills(way, pile)]
        for loop in endings.unending(rest, counted_only=True):
            # What is asked on a way may see to it that there still are cards.
            seen_to = endings.ending(loop, part, "less")
            careless = [way for way in loop if id(way) not in seen_to]
            for inner in endings.unending(careless, counted_only=True):
                here = any(way.source == decision.label for way in inner)
                if here and any(self._drains(way, pile) for way in inner):
                    return True
        return False

    @cached_property
    def _rows_ask(self) -> frozenset[str]:
        """What rows of `at any time` ask about, and who drops out."""
        found: set[str] = set()
        for row in self.program.firing:
            found |= reads(condition_of(row))
        for way in self.ways.all:
            for step in way.steps:
                if isinstance(step, For) and drops_out(step.body):
                    found |= reads(step.source)
        return frozenset(found)

    def _drained_at_once(self, pile: str, decision: Decision) -> bool:
        """Whether a move takes from a pile and says 'go again' without a question."""
        return any(
            way.target == decision.label
            and self._drains(way, pile)
            and not self._fills(way, pile)
            and not any(f"pile {pile}" in reads(asked.condition) for asked in way.asked)
            for way in self.ways.leading_from[decision.label]
        )

    def _drained_by_count(self, pile: str, decision: Decision) -> bool:
        """Whether more cards are asked for in all passes of a phase than were dealt for them."""
        taken = min((self._taken(move, pile, decision) for move in decision.moves), default=0)
        phase = self._counted_around(decision)
        if not taken or phase is None:
            return False
        times = self._times(phase)
        dealt = self._dealt(pile, phase)
        if times is None or dealt is None or times == dealt:
            return False
        fixed = isinstance(times, Const) or isinstance(dealt, Const)
        most, least = self.going.truth.range(times), self.going.truth.range(dealt)
        if _INFINITE in (most[1], least[1]):
            return False
        return most[1 if fixed else 0] * taken > least[0 if fixed else 1]

    def _taken(self, move: MoveRule, pile: str, decision: Decision) -> int:
        """How many cards of a player's pile a move takes at least."""
        for domain in move.choices:
            source = domain.source
            if isinstance(source, Loop):
                source = source.source
            if not isinstance(source, CardsIn) or not isinstance(source.of, PileAt):
                continue
            if source.of.pile == pile and source.of.seat == decision.you:
                if domain.how == "one":
                    return 1
                if isinstance(domain.low, Const) and isinstance(domain.low.value, int):
                    return domain.low.value
        return 0

    def _counted_around(self, decision: Decision) -> rules.Phase | None:
        """The phase around a decision that is repeated so many times, each time with a turn of all."""
        path, everybody = decision.phase, False
        while path:
            phase = self.going.phases[path]
            if phase.skip_when is not None or phase.until is not None:
                return None
            if phase.who is not None:
                if not isinstance(phase.who, syntax.EachPlayer) or phase.who.where is not None:
                    return None
                everybody = True
            if phase.repeat is not None:
                counted = everybody and phase.repeat.until is None
                return phase if counted and phase.repeat.times is not None else None
            path = path.rpartition(".")[0]
        return None

    def _times(self, phase: rules.Phase) -> Expr | None:
        """How often a phase is repeated."""
        count = Slot(NUMBER, False, f"count {phase.name}")
        for way in self.ways.leading_from.get(f"{phase.path}:pass", ()):
            for asked in way.asked:
                condition = asked.condition
                compared = isinstance(condition, Op) and condition.op in ("<", "<=")
                if compared and count in condition.children:
                    return next((o for o in condition.children if o != count), None)
        return None

    def _dealt(self, pile: str, phase: rules.Phase) -> Expr | None:
        """How many cards were dealt to each before a phase; None if they come in other ways, too."""
        found: dict[Expr, None] = {}
        for way in self.ways.all:
            if not self._fills(way, pile):
                continue
            if way.source.startswith(phase.path):
                return None
            deals = [
                step.arguments[2]
                for step in way.steps
                if isinstance(step, Do)
                and step.procedure == "deal_each"
                and isinstance(step.arguments[1], PilesAt)
                and step.arguments[1].pile == pile
            ]
            if len(deals) != 1:
                return None
            found[deals[0]] = None
        return next(iter(found)) if len(found) == 1 else None

    def _fills(self, way: Way, pile: str) -> bool:
        return any(
            t.to is None or pile in t.to for t in self.movements.moved(way).transfers
        )  # fmt: skip

    def _drains(self, way: Way, pile: str) -> bool:
        return any(
            t.sources is not None and pile in t.sources and (t.to is None or pile not in t.to)
            for t in self.movements.moved(way).transfers
        )

    def _is_filled_before(self, pile: str, decision: Decision) -> bool:
        """Whether cards come to a pile on every way to a decision."""
        if pile == self.going.checked.rules.deck.starts_in:
            return True
        seen: set[str] = set()
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            if label == decision.label:
                return False
            if label in seen:
                continue
            seen.add(label)
            waiting += [
                way.target
                for way in self.ways.leading_from.get(label, ())
                if not self._fills(way, pile)
            ]
        return True

    def thought_of(self, decision: Decision) -> frozenset[str]:
        """What is asked around a decision, beside what its moves need: it was thought of."""
        top = decision.phase.split(".")[0]
        known = self._thought.get(top)
        if known is not None:
            return known
        found: set[str] = set()
        for way in self.ways.all:
            if not way.source.startswith(top):
                continue
            for step in way.steps[way.needs :]:
                if isinstance(step, Asked):
                    found |= reads(step.condition)
                elif isinstance(step, Bind) and isinstance(step.value, Loop):
                    found |= reads(step.value)
                elif isinstance(step, For):
                    found |= reads(step.source)
        for row in self.program.firing:
            for statement in row.body:
                condition = getattr(statement, "condition", getattr(statement, "value", None))
                if isinstance(condition, Expr):
                    found |= reads(condition)
        for _, condition in self.program.ending:
            found |= reads(condition)
        self._thought[top] = frozenset(found)
        return self._thought[top]
