"""Piles and purses from which something is chosen: whether they may well be empty by then."""

from __future__ import annotations

from functools import cached_property

from ...checking.core import (
    SETUP,
    Bind,
    Decision,
    Expr,
    For,
    Loop,
)  # fmt: skip
from ...checking.facts import drops_out, reads
from .dealing import Dealing, drains, fills
from .going import Going
from .moving import Part
from .sameness import condition_of
from .ways import Asked, Way

_INFINITE = float("inf")


class Supplies:
    """Looks at what goes into piles and out of them."""

    def __init__(self, going: Going) -> None:
        self.going = going
        self.program = going.program
        self.ways = going.ways
        self.movements = going.movements
        self.dealing = Dealing(going)
        self._thought: dict[str, frozenset[str]] = {}

    def runs_dry(self, pile: str, decision: Decision) -> bool:
        """Whether a pile from which something is chosen may well be empty by then."""
        if not self._is_filled_before(pile, decision) or self.dealing.shortfall(pile, decision):
            return True
        if self._drained_at_once(pile, decision):
            return True
        if f"pile {pile}" in self._rows_ask:
            return False
        part, endings = Part(piles=frozenset({pile})), self.going.endings
        counted = self.dealing.has_one_turn_each(decision)
        rest = [way for way in self.ways.all if not fills(self.movements, way, pile)]
        for loop in endings.unending(rest, counted_only=True):
            # What is asked on a way may see to it that there still are cards.
            seen_to = endings.ending(loop, part, "less")
            careless = [way for way in loop if id(way) not in seen_to]
            if counted and not _is_of_passes(loop, decision):
                continue
            for inner in endings.unending(careless, counted_only=True):
                here = any(way.source == decision.label for way in inner)
                if here and any(drains(self.movements, way, pile) for way in inner):
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
            and drains(self.movements, way, pile)
            and not fills(self.movements, way, pile)
            and not any(f"pile {pile}" in reads(asked.condition) for asked in way.asked)
            for way in self.ways.leading_from[decision.label]
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
                if not fills(self.movements, way, pile)
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


def _is_of_passes(loop: list[Way], decision: Decision) -> bool:
    """Whether a loop leads out of the turns of a decision: to further passes, or other phases."""
    path = decision.phase.removesuffix(".moves")
    return any(not way.source.startswith((f"{path}:", f"{path}.")) for way in loop)
