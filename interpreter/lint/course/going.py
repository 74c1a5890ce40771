"""What the lints of a game's course share: its ways, what moves on them, and how one reasons."""

from __future__ import annotations

from functools import cached_property

from rulerun.grammar import syntax

from ...cards import Card, build_deck
from ...checking.core import Op, Set
from ...checking.symbols import all_phases
from ...declarations import ruleset as rules
from ...machine.checked import Checked
from ..truth import Truth
from .assured import Assured
from .counters import met_exactly
from .endings import Endings
from .moving import Movements
from .reasoning import Reasoning
from .ways import Way, Ways, ways_of


class Going:
    """The course of one ruleset; each thing is found out when it is first asked."""

    def __init__(self, checked: Checked, truth: Truth) -> None:
        self.checked = checked
        self.program = checked.program
        self.truth = truth

    @cached_property
    def phases(self) -> dict[str, rules.Phase]:
        """All phases by their paths."""
        return {phase.path: phase for phase, _ in all_phases(self.checked.rules.phases)}

    @cached_property
    def ways(self) -> Ways:
        """The ways from block to block."""
        return ways_of(self.program, self.truth.of)

    @cached_property
    def movements(self) -> Movements:
        """What moves on them."""
        return Movements(self.checked, self.ways, self.truth.range)

    @cached_property
    def endings(self) -> Endings:
        """Which loops end."""
        everybody = frozenset(
            f"{path}:next"
            for path, phase in self.phases.items()
            if isinstance(phase.who, syntax.EachPlayer)
            if self.truth.all_stay_in
            and phase.who.where is None
            and not phase.who.other
            and phase.until is None
        )
        in_turn = frozenset(
            f"{path}:next"
            for path, phase in self.phases.items()
            if isinstance(phase.who, syntax.InTurn)
        )
        return Endings(self.ways, self.movements, everybody, in_turn)

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """The cards that there are, each once."""
        cards = build_deck(self.checked.rules.deck).cards
        return tuple({card.label: card for card in cards}.values())

    @cached_property
    def _reasoning(self) -> Reasoning:
        return Reasoning(self.truth.range, self.pack)

    @cached_property
    def assured(self) -> Assured:
        """What holds whenever a decision comes."""
        return Assured(self.checked, self.ways, self._reasoning, self.truth)

    @cached_property
    def reasoning(self) -> Reasoning:
        """What answers exclude one another, in this game."""
        reasoning = self._reasoning
        if any(_rises(way) for way in self.ways.all):
            for comparison in met_exactly(self.ways, self.movements, self.assured, reasoning):
                reasoning.at_most_zero(comparison)
        return reasoning


def _rises(way: Way) -> bool:
    """Whether a memory gets one more on a way."""
    return any(
        isinstance(step, Set)
        and step.target.key.startswith("memory ")
        and isinstance(step.value, Op)
        and step.value.op == "+"
        for step in way.steps
    )
