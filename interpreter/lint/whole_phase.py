"""L617: a move that ends the turns of everybody, in words that may be meant for one turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ..checking.symbols import all_phases, effects_of
from ..declarations import ruleset as rules
from ..machine.checked import Checked
from .survey import lines_of

_ONE_TURN = frozenset({"turn", "turns"})
"""Names of phases after which `end NAME` sounds as if it ended the turn of the one who moves."""


def whole_phase(checked: Checked) -> Iterator[Diagnostic]:
    """Moves with `end turn` in a phase `turn` in which everybody has turns."""
    tables = {table.name: table for table in checked.rules.tables}
    told: set[Span] = set()  # a table may be consulted in several moves
    for phase, _ in all_phases(checked.rules.phases):
        several = isinstance(phase.who, syntax.InTurn | syntax.EachPlayer)
        if several and phase.name in _ONE_TURN:
            for effect in _ends_of(phase, phase.name, tables):
                if effect.span in told:
                    continue
                told.add(effect.span)
                yield Diagnostic(
                    "L617",
                    f"'{effect.span.text}' ends the turns of all players in '{phase.name}'",
                    effect.span,
                    "if only this player's turn is over, write 'end your turn'",
                    (),
                    Severity.NOTE,
                )


def _ends_of(
    phase: rules.Phase, name: str, tables: Mapping[str, rules.Table]
) -> Iterator[syntax.End]:
    """The effects `end NAME` of the moves in a phase, in the phases within it, and in the tables that
    are consulted there."""
    lines = [
        named.line
        for inner in (phase, *(p for p, _ in all_phases(phase.phases)))
        for move in inner.moves
        for named in move.do
    ]
    seen: set[str] = set()
    while lines:
        for effect in effects_of(lines.pop(0)):
            if isinstance(effect, syntax.End) and effect.phase == name:
                yield effect
            elif isinstance(effect, syntax.Consult) and effect.table not in seen:
                seen.add(effect.table)
                table = tables.get(effect.table)
                lines += [] if table is None else lines_of(table)
