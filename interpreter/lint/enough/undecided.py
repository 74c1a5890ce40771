"""L603: games that are over before anybody has decided anything, though there are moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ...checking.combining import negate
from ...checking.core import SETUP, Expr, If, Program, Stmt
from ...checking.symbols import all_phases
from ...checking.types import NUMBER
from ...machine.checked import Checked
from ..course.saying import shown
from .bounds import number
from .effort import Effort
from .holdings import Holdings
from .openings import blocks_before_a_decision
from .quantities import ALL, EACH
from .rehearsal import Rehearsal
from .relevance import UNSURE, Relevance
from .setting import Setting
from .sufficiency import ALL_LINES
from .tables import Tables

_LINES = 400
"""So many lines are gone through; mostly it comes to a decision after some twenty."""

_CAUSES = 12
"""So many conditions are tried as what keeps a game from its first move."""


def undecided(checked: Checked) -> Iterator[Diagnostic]:
    """That no move is ever made, though there are moves, with the normal options."""
    if not any(decision.moves for decision in checked.program.decisions):
        return
    opening = _Opening(checked)
    if opening.comes_to_a_move() or opening.is_broken_off:
        return
    yield _told(checked, opening)


class _Opening:
    """What is done before the first decision, for the least and the greatest number of players."""

    def __init__(self, checked: Checked) -> None:
        program = checked.program
        self.program = replace(
            program,
            blocks=blocks_before_a_decision(program),
            decisions=tuple(replace(decision, moves=()) for decision in program.decisions),
        )
        every = {f"pile {pile.name}" for pile in checked.rules.piles}
        every |= {cell.key for cell in program.cells}
        relevance = Relevance(self.program, checked.rules.piles, every)
        tables = Tables(checked, Effort(ALL_LINES))
        seats = checked.rules.players
        self.settings = [
            tables.normally(relevance, players)
            for players in dict.fromkeys((seats.low, seats.high))
        ]
        starts_in = checked.rules.deck.starts_in
        self.walk = _Walk(self.program, relevance, starts_in)

    def comes_to_a_move(self) -> bool:
        """Whether it may come to a decision, for all one knows."""
        return any(map(self._comes, self.settings))

    @property
    def is_broken_off(self) -> bool:
        """Whether there is surely too little on the way, which is told as that."""
        return any(shortage.never for shortage in self.walk.short.values())

    def causes(self) -> Iterator[Expr]:
        """Conditions but for which it might come to a decision."""
        for condition in list(self.walk.closed)[:_CAUSES]:
            self.walk.left_open = condition
            if self.comes_to_a_move():
                yield condition

    def _comes(self, setting: Setting) -> bool:
        return self.walk.run(setting, _LINES) > _LINES or self.walk.decides


class _Walk(Rehearsal):
    """Goes on until it comes to a decision, first wherever it comes to next.

    `closed` are the conditions that were the same whenever they were asked, `held` those that were
    fulfilled then; to `left_open` nobody knows the answer.
    """

    left_open: Expr | None = None
    decides = False

    def begin(self, setting: Setting) -> None:
        """Stand before the first line."""
        self.decides = False
        if self.left_open is None:
            self.closed: dict[Expr, None] = {}
            self.held: set[Expr] = set()
        super().begin(setting)

    def go_on(self, most: int) -> int:
        """Go on from where one came last; how many lines it took."""
        effort = self.setting.effort
        before = effort.spent
        while self.waiting and effort.spent - before <= most:
            _, _, place = self.waiting.pop()
            label = place[0]
            assert isinstance(label, str)
            self.in_setup = label == SETUP
            block = self.blocks[label]
            after = self._all(block.body, self.before[place].copy())
            if after is not None:
                self._arrive(block.next, after)
        return effort.spent - before

    def _beginning(self) -> Holdings:
        known = super()._beginning()
        for cell in self.program.cells:
            if cell.start is None and cell.type == NUMBER and cell.key.startswith("memory "):
                known.put((cell.key, EACH if cell.per else ""), number(0))
                if cell.per:
                    known.ranges[cell.key, ALL] = 0, 0
        return known

    def _come(self, label: str, known: Holdings) -> None:
        if label in self.decisions:
            self.decides = True
            self.waiting.clear()
        elif not self.decides:
            super()._come(label, known)
            self.waiting.sort(key=lambda entry: entry[0])

    def _one(self, statement: Stmt, known: Holdings) -> Holdings | None:
        if isinstance(statement, If):
            if statement.condition == self.left_open:
                return super()._if(replace(statement, condition=UNSURE), known)
            self.closed[statement.condition] = None
            if known.holds(self.reader.condition(statement.condition)):
                self.held.add(statement.condition)
        return super()._one(statement, known)

    def _changed(self, parts: frozenset[str], known: Holdings) -> Holdings | None:
        ending = self.relevance.ending
        if self.left_open is not None:
            self.relevance.ending = tuple(e for e in ending if e[0] != self.left_open)
        try:
            return super()._changed(parts, known)
        finally:
            self.relevance.ending = ending
            if not self.in_setup:
                self.closed |= dict.fromkeys(test for test, _ in ending)


def _told(checked: Checked, opening: _Opening) -> Diagnostic:
    for cause in opening.causes():
        for place, (_, test) in enumerate(checked.program.ending):
            if test == cause:
                row = [end for end in checked.rules.ends if end.ending.after is None][place]
                return _warning(
                    f"no move is ever made: the game is over by '{row.name}' before the first one",
                    row.ending.condition.span, "ask for it only later, or ask something else",
                )  # fmt: skip
        written = _written(checked.program, cause)
        if written is not None:
            tree, inverted = written
            holds = (cause in opening.walk.held) != inverted
            return _warning(
                f"no move is ever made: {_said(checked, tree, holds)}", tree.span,
                "ask something else",
            )  # fmt: skip
    title = checked.rules.node.entry("game")
    return _warning(
        "no move is ever made: the game is over before the first one",
        checked.rules.node.span if title is None else title.value.span,
        "look at what 'end' and the first phases ask: some of it always holds, or never does",
    )


def _written(program: Program, cause: Expr) -> tuple[syntax.Expr, bool] | None:
    """A condition as it is written, and whether it is asked the other way round."""
    for tree, asked in program.asked:
        if cause in (asked, negate(asked)):
            return tree, cause != asked
    return None


def _said(checked: Checked, cause: syntax.Expr, holds: bool) -> str:
    """What keeps the game from its first move, by the phase that asks it."""
    text = shown(cause.span)
    for phase, _ in all_phases(checked.rules.phases):
        repeat = None if phase.repeat is None else phase.repeat.until
        if _stands_in(cause, phase.skip_when):
            return f"'{phase.name}' is always skipped, by '{text}'"
        if _stands_in(cause, phase.until) or _stands_in(cause, repeat):
            if not holds:
                return f"before the first one '{phase.name}' goes on for ever, without '{text}'"
            return f"'{phase.name}' is over before it begins, by '{text}'"
        if _stands_in(cause, phase.skip_turn_when):
            return f"each turn of '{phase.name}' is skipped, by '{text}'"
        if phase.who is not None and _is_within(cause.span, phase.who.span):
            return f"nobody has a turn in '{phase.name}', by '{text}'"
    return f"'{text}' is the same whenever it is asked before"


def _stands_in(cause: syntax.Expr, condition: syntax.Expr | None) -> bool:
    return condition is not None and _is_within(cause.span, condition.span)


def _is_within(part: Span, whole: Span) -> bool:
    same = part.file.name == whole.file.name
    return same and whole.start <= part.start and part.end <= whole.end


def _warning(message: str, span: Span, advice: str) -> Diagnostic:
    return Diagnostic("L603", message, span, advice, severity=Severity.WARNING)
