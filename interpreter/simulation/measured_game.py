"""A game that counts, while it is played, what no state tells afterwards."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rulerun.grammar.source import Span

from ..checking.core import Do, Program, Site
from ..checking.marks import Marks, What
from ..compiling.emitter import Emitter
from ..machine.checked import Checked
from ..machine.game import Game
from ..machine.runtime import Runtime
from ..machine.state import State

_PAYING = (
    "pay", "pay_up_to", "pay_all", "pay_noted", "pay_up_to_noted", "pay_all_noted",
)  # fmt: skip


class CountedMarks(Marks):
    """Places of a rule file, and how often each was passed since the last look."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[int] = Counter()

    def note(self, what: What, span: Span) -> None:
        """A place is passed."""
        self.times[self.number(what, span)] += 1

    def passing(self, state: object, number: int, site: int) -> None:
        """The place of that number is passed."""
        self.times[number] += 1

    def marked(self, state: object, number: int, value: Any) -> Any:
        """The place of that number gives a value."""
        self.times[number] += 1
        return value


_STOP = "may_stop"
_TURN_ENDS = ":next"


class TurnOver(Exception):
    """A turn has ended in the phase in which somebody waits for that."""


def _with_stops(program: Program, span: Span) -> Program:
    """The program with a stop wherever a turn ends; `span` is a place for those."""
    blocks = [
        replace(block, body=(Do(_STOP, (), Site(span, block.label)), *block.body))
        if block.label.endswith(_TURN_ENDS)
        else block
        for block in program.blocks
    ]
    return replace(program, blocks=tuple(blocks))


class _Emitter(Emitter):
    """Makes code that calls the procedures of payments, where others write them out."""

    def payment(self, statement: Do) -> list[ast.stmt]:
        """Chips change hands by the procedure."""
        return [ast.Expr(self.procedure(statement))]


class MeasuredGame(Game):
    """A game that plays like any other, and counts what no state tells afterwards.

    `reshuffled` is how often a pile was shuffled because it had run out; `wagered` what each seat
    has put into a pot, or anything else that is nobody's purse. Made with `stops`, it raises TurnOver
    where turns end in the phase `stops_in`, if that is one.
    """

    emitting = _Emitter

    def __init__(
        self,
        checked: Checked,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
        *,
        stops: bool = False,
    ) -> None:
        self.reshuffled = 0
        self.stops_in: str | None = None
        if stops:
            checked = replace(
                checked, program=_with_stops(checked.program, checked.rules.deck.span)
            )
        super().__init__(checked, options, players)
        self.wagered = [0] * self.players

    def _namespace(self, runtime: Runtime) -> dict[str, Any]:
        refill = runtime.refill_if_empty

        def counted_refill(state: State, number: int) -> None:
            before = len(state.piles[number])
            refill(state, number)
            self.reshuffled += not before and bool(state.piles[number])

        vars(runtime)["refill_if_empty"] = counted_refill
        space = super()._namespace(runtime)
        space[_STOP] = self._turn_ends
        for name in _PAYING:
            space[name] = self._counted(space[name])
        return space

    def _turn_ends(self, state: State, site: int) -> None:
        if self.stops_in is not None and self.runtime.sites[site].what == self.stops_in:
            raise TurnOver

    def _counted(self, pay: Callable[..., None]) -> Callable[..., None]:
        first = self.layout.cell_base["chips"]
        purses = range(first, first + self.players)

        def counted(state: State, source: int, to: int, *rest: Any) -> None:
            if source not in purses or to in purses:
                pay(state, source, to, *rest)
                return
            before = state.cells[source]
            pay(state, source, to, *rest)
            self.wagered[source - first] += before - state.cells[source]

        return counted
