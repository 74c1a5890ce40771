"""Where lines may stand: `go again` and `end game` in a move, what settles under `payouts`.

`go again` in a table counts as standing wherever the table is consulted (LANGUAGE 5.5), so a table
is followed from each place that consults it; what is wrong is told at the line, once, with the place
that leads there. Which phases a line can reach is a question of names, and the checker's.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.source import Span

from .course import walk
from .ruleset import Block, Ruleset, Table

_OF_CARDS = (
    syntax.Shuffle,
    syntax.Deal,
    syntax.Draw,
    syntax.Move,
    syntax.Flip,
    syntax.Turn,
    syntax.Lay,
)
_OF_THE_COURSE = (
    syntax.Consult,
    syntax.EndYourTurn,
    syntax.GoAgain,
    syntax.GoTo,
    syntax.PlaysNext,
    syntax.ReverseDirection,
    syntax.Show,
)


def effects(line: syntax.Line) -> Iterator[syntax.Effect]:
    """The effects of a line, whatever guards stand before them, in the order written."""
    while not isinstance(line, syntax.Steps):
        line = line.line
    yield from line.effects


def row_effects(row: syntax.Row) -> Iterator[syntax.Effect]:
    """The effects of a row; none for a row that gives a value."""
    if isinstance(row.outcome, syntax.Steps | syntax.Guard | syntax.ForEach):
        yield from effects(row.outcome)


def check_lines(ruleset: Ruleset, piles: set[str]) -> list[Diagnostic]:
    """What is wrong with where the lines of a ruleset stand. `piles` are the names of all piles."""
    return _Lines(ruleset, piles).check()


class _Lines:
    def __init__(self, ruleset: Ruleset, piles: set[str]) -> None:
        self.ruleset = ruleset
        self.piles = piles
        self.tables = {t.name: t for t in ruleset.tables if t.gives is None}
        self.found: dict[Span, Diagnostic] = {}
        self.followed: set[str] = set()
        self.to_follow: list[tuple[Table, Span]] = []

    def check(self) -> list[Diagnostic]:
        self._outside(self.ruleset.setup)
        for row in self.ruleset.at_any_time:
            self._effects(row_effects(row.row))
        for phase in walk(self.ruleset.phases):
            for block in (phase.at_start, phase.before_turn, phase.after_turn, phase.at_end):
                self._outside(block)
            self._outside(phase.if_stuck or ())
        while self.to_follow:
            table, consulted_at = self.to_follow.pop()
            for row in table.rows:
                self._effects(row_effects(row.row), consulted_at)
        for table in self.ruleset.tables:
            if table.gives is None:
                self._table(table)
        return list(self.found.values())

    # -- go again, end game ------------------------------------------------------------------------

    def _outside(self, block: Block) -> None:
        """A block outside all moves. In a move both may stand, `end game` in tables excepted."""
        for line in block:
            self._effects(effects(line.line))

    def _effects(self, found: Iterator[syntax.Effect], consulted_at: Span | None = None) -> None:
        for effect in found:
            if isinstance(effect, syntax.Consult):
                table = self.tables.get(effect.table)
                if table is not None and table.name not in self.followed:
                    self.followed.add(table.name)
                    self.to_follow.append((table, consulted_at or effect.span))
            elif isinstance(effect, syntax.GoAgain):
                self._say(
                    "S218",
                    "'go again' stands outside a move: there are no moves to offer again",
                    effect.span,
                    "it stands in the 'do' of a move",
                    consulted_at,
                )
            elif _ends_game(effect):
                self._ends_outside(effect, consulted_at)

    def _ends_outside(self, effect: syntax.Effect, consulted_at: Span | None = None) -> None:
        self._say(
            "S218",
            "'end game' stands outside a move: only a player who gives up ends the game so",
            effect.span,
            "say under 'end' when the game is over",
            consulted_at,
        )

    # -- tables ------------------------------------------------------------------------------------

    def _table(self, table: Table) -> None:
        for row in table.rows:
            for effect in row_effects(row.row):
                if _ends_game(effect):
                    self._ends_outside(effect)  # also where a move consults the table
                elif table.payout:
                    self._settles(effect)

    def _settles(self, effect: syntax.Effect) -> None:
        if isinstance(effect, _OF_CARDS) or self._gathers_cards(effect):
            message = "cards are moved here, and payouts move none"
        elif isinstance(effect, _OF_THE_COURSE):
            message = f"'{effect.span.text}' settles nothing"
        else:
            return
        self._say(
            "S223",
            message,
            effect.span,
            "put the table under 'tables', or the effect where the table is consulted",
        )

    def _gathers_cards(self, effect: syntax.Effect) -> bool:
        if not isinstance(effect, syntax.Gather):
            return False
        if any(isinstance(source, syntax.AllCards) for source in effect.sources):
            return True
        into = effect.into
        named = into.name if isinstance(into, syntax.Name | syntax.Property) else ""
        return effect.under or named in self.piles

    def _say(
        self,
        code: str,
        message: str,
        span: Span,
        suggestion: str,
        consulted_at: Span | None = None,
    ) -> None:
        notes = () if consulted_at is None else (Note("the table is consulted here", consulted_at),)
        self.found.setdefault(span, Diagnostic(code, message, span, suggestion, notes))


def _ends_game(effect: syntax.Effect) -> bool:
    return isinstance(effect, syntax.End) and effect.phase == "game"
