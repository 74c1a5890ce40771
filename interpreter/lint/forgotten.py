"""L616: memories that each turn starts afresh, and that are meant to last longer.

A memory of a phase with turns starts afresh with each of them, for all players. What only the turns
set, and what is asked of several players when these are over, is what the last turn set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note, Severity

from ..checking.core import (
    Address,
    Bind,
    Call,
    Expr,
    If,
    Local,
    Loop,
    Needed,
    Op,
    Slot,
    walk,
)
from ..checking.symbols import all_phases
from ..checking.types import NUMBER
from ..declarations import ruleset as rules
from ..machine.checked import Checked
from .survey import asked_in
from .turns import Kept, Turns

CODE = "L616"

_ONE = ("let_", "found_", "choice_", "consulting")
"""Names of the code that stand for one thing begin so, those of one after the other do not."""


def forgotten(checked: Checked) -> Iterator[Diagnostic]:
    """Memories of phases that are asked of several turns, and know of one only."""
    if any(cell.fresh and cell.key.startswith("memory ") for cell in checked.program.cells):
        yield from _Forgotten(checked).findings()


class _Forgotten:
    def __init__(self, checked: Checked) -> None:
        self.rules, self.program = checked.rules, checked.program
        self.cells = {cell.key: cell for cell in checked.program.cells}
        self.phases = {phase.path: phase for phase, _ in all_phases(checked.rules.phases)}
        self.turns = Turns(checked.program)

    def findings(self) -> Iterator[Diagnostic]:
        if self.rules.players.high == 1:
            return
        for kept in self.turns.kept.values():
            cell, phase = self.cells[kept.key], self.phases.get(kept.path)
            if cell.span is None or phase is None or kept.elsewhere or not kept.changes:
                continue
            several = isinstance(phase.who, syntax.InTurn) or (
                isinstance(phase.who, syntax.EachPlayer) and phase.who.where is None
            )
            if several and self._is_for_one_turn(kept) and self._is_asked_of_more(kept):
                yield self._told(kept, phase)

    def _told(self, kept: Kept, phase: rules.Phase) -> Diagnostic:
        cell = self.cells[kept.key]
        assert cell.span is not None
        name = kept.key.removeprefix("memory ")
        for_all = ", for all players" if cell.per else ""
        site = kept.changes[0].line.site
        notes = () if site is None else (Note("it is set here, in a turn", site.span),)
        return Diagnostic(
            CODE,
            f"every turn of '{phase.name}' starts '{name}' afresh{for_all}: when it is asked, it "
            "says only what the last turn set",
            cell.span,
            "declare it in a phase around, or under 'remember' of the game",
            notes,
            Severity.WARNING,
        )

    def _is_for_one_turn(self, kept: Kept) -> bool:
        """Whether what is set in a turn is plainly a part of what all turns make together."""
        cell = self.cells[kept.key]
        if cell.per:
            you = Slot(kept.changes[0].line.target.type, True, f"you {kept.path}")
            return cell.per == "player" and all(
                change.line.target.index is not None and _bare(change.line.target.index) == you
                for change in kept.changes
            )
        return all(
            change.once and _adds(change.line.value, kept.key, cell.type == NUMBER)
            for change in kept.changes
        )

    # ---------------------------------------------------------------- where it is asked

    def _is_asked_of_more(self, kept: Kept) -> bool:
        next_ = f"{kept.path}:next"
        until = self._asked(self._until(next_), kept)
        picking = self._asked(self._picking(next_), kept)
        if picking:
            return True
        if until or self.turns.leaves(kept):
            return False  # the last turn may be the one that ends the phase
        later: list[Expr] = []
        for label, _, body in self.turns.bodies():
            if label and label != next_ and not kept.is_within(label):
                later += (e for e in asked_in(body) if not isinstance(e, Address))
        for label, decision in self.turns.decisions.items():
            if not kept.is_within(label):
                for move in decision.moves:
                    later += [rule.condition for rule in move.may]
                    for domain in move.choices:
                        parts = (domain.low, domain.high, domain.source, domain.where)
                        later += [part for part in parts if part is not None]
        later += [] if self.program.winner is None else [self.program.winner]
        later += [] if self.program.payoff is None else [self.program.payoff[1]]
        return self._asked(later, kept)

    def _until(self, label: str) -> list[Expr]:
        body = self.turns.blocks[label].body if label in self.turns.blocks else ()
        return [s.condition for s in body if isinstance(s, If)]

    def _picking(self, label: str) -> list[Expr]:
        """What is asked of players whose turn it might be."""
        body = self.turns.blocks[label].body if label in self.turns.blocks else ()
        values = [s.value for s in body if isinstance(s, Bind)]
        return [v.where for v in values if isinstance(v, Loop) and v.where is not None]

    def _asked(self, exprs: Iterable[Expr], kept: Kept) -> bool:
        """Whether a memory is asked, of several players if each has one."""
        per = bool(self.cells[kept.key].per)
        for expr in exprs:
            for part in walk(expr):
                if isinstance(part, Slot) and part.key == kept.key:
                    index = None if part.index is None else _bare(part.index)
                    if not per or _is_each(index) or self._is_of_turns(index, kept):
                        return True
        return False

    def _is_of_turns(self, index: Expr | None, kept: Kept) -> bool:
        """Whether it is whoever's turn it is in another phase, where several have turns."""
        if not isinstance(index, Slot) or not index.key.startswith("you "):
            return False
        phase = self.phases.get(index.key.removeprefix("you "))
        return (
            phase is not None
            and phase.path != kept.path
            and isinstance(phase.who, syntax.EachPlayer | syntax.InTurn)
        )


def _is_each(index: Expr | None) -> bool:
    """Whether it is each of several: not one that was chosen, found or given a name."""
    return isinstance(index, Local) and not index.name.startswith(_ONE)


def _bare(expr: Expr) -> Expr:
    return _bare(expr.of) if isinstance(expr, Needed) else expr


def _adds(value: Expr, key: str, number: bool) -> bool:
    """Whether a value is what a memory was, and something more."""
    parts: tuple[Expr, ...] = ()
    if number and isinstance(value, Op) and value.op == "+":
        parts = value.operands
    elif not number and isinstance(value, Call) and value.function == "added":
        parts = value.arguments[:1]
    return any(isinstance(part, Slot) and part.key == key for part in parts)
