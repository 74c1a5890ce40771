"""Where lines may stand: those that leave a phase, those that settle, those that need turns.

A line in a table counts as standing wherever the table is consulted (LANGUAGE 5.5), so a table is
followed from each place that consults it; what is wrong is then told at the line, once, with the
place that leads there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.source import Span

from .course import ancestors, walk
from .ruleset import Block, Phase, Ruleset, Table

_OF_CARDS = (
    syntax.Shuffle,
    syntax.Deal,
    syntax.Draw,
    syntax.Move,
    syntax.Flip,
    syntax.Turn,
    syntax.Lay,
)


def effects(line: syntax.Line) -> Iterator[syntax.Effect]:
    """The effects of a line, whatever guards stand before them, in the order written."""
    while not isinstance(line, syntax.Steps):
        line = line.line
    yield from line.effects


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a line stands: `path` of the phase (empty outside all), the key there, what is around.

    `through` is the consulting place when the line stands in a table.
    """

    path: str
    key: str
    in_move: bool = False
    at_once: Span | None = None
    through: Span | None = None


def check_lines(ruleset: Ruleset, piles: set[str], unread: set[str]) -> list[Diagnostic]:
    """What is wrong with where the lines of a ruleset stand.

    `piles` are the names of all piles, `unread` the paths of phases whose `who` could not be read.
    """
    return _Lines(ruleset, piles, unread).check()


class _Lines:
    def __init__(self, ruleset: Ruleset, piles: set[str], unread: set[str]) -> None:
        self.ruleset = ruleset
        self.piles = piles
        self.unread = unread
        self.tables = {t.name: t for t in ruleset.tables if t.gives is None}
        self.found: dict[tuple[str, Span], Diagnostic] = {}

    def check(self) -> list[Diagnostic]:
        self._block(self.ruleset.setup, Standing("", "setup"))
        for row in self.ruleset.at_any_time:
            self._outcome(row.row, Standing("", "at any time"))
        for phase in walk(self.ruleset.phases):
            self._phase(phase)
        for table in self.ruleset.tables:
            if table.gives is None:
                self._table(table)
        return list(self.found.values())

    def _phase(self, phase: Phase) -> None:
        here = Standing(phase.path, "")
        for key, block in (
            ("at start", phase.at_start),
            ("before turn", phase.before_turn),
            ("after turn", phase.after_turn),
            ("at end", phase.at_end),
        ):
            self._block(block, replace(here, key=key))
        around = ancestors(self.ruleset.phases, phase.path)
        turns = next((p for p in reversed(around) if p.who or p.path in self.unread), None)
        once = turns.who.span if turns and isinstance(turns.who, syntax.AtOnce) else None
        self._block(phase.if_stuck or (), replace(here, key="if stuck", at_once=once))
        for move in phase.moves:
            self._block(move.do, replace(here, key="do", in_move=True, at_once=once))

    def _block(self, block: Block, where: Standing) -> None:
        for line in block:
            for effect in effects(line.line):
                self._effect(effect, where, ())

    def _outcome(self, row: syntax.Row, where: Standing, within: tuple[str, ...] = ()) -> None:
        if isinstance(row.outcome, syntax.Steps | syntax.Guard | syntax.ForEach):
            for effect in effects(row.outcome):
                self._effect(effect, where, within)

    # -- lines that leave --------------------------------------------------------------------------

    def _effect(self, effect: syntax.Effect, where: Standing, within: tuple[str, ...]) -> None:
        """One effect at a place; `within` are the tables it stands in, outermost first."""
        if isinstance(effect, syntax.Consult):
            table = self.tables.get(effect.table)
            if table is not None and table.name not in within:
                there = replace(where, through=where.through or effect.span)
                for row in table.rows:
                    self._outcome(row.row, there, (*within, table.name))
        elif isinstance(effect, syntax.PlaysNext):
            self._plays_next(effect, where)
        elif isinstance(effect, syntax.GoAgain | syntax.GoTo | syntax.End):
            self._leaves(effect, where)

    def _leaves(self, effect: syntax.GoAgain | syntax.GoTo | syntax.End, where: Standing) -> None:
        game = isinstance(effect, syntax.End) and effect.phase == "game"
        if isinstance(effect, syntax.GoAgain):
            line = "go again"
        else:
            line = f"{'go to' if isinstance(effect, syntax.GoTo) else 'end'} {effect.phase}"
        if game and (not where.in_move or where.through is not None):
            self._say(
                "S218",
                "'end game' stands outside a move: only a player who gives up ends the game so",
                effect.span,
                where,
                "say under 'end' when the game is over",
            )
        elif where.key == "at any time":
            self._say(
                "S218",
                f"'{line}' leaves a phase, and at any time none is left",
                effect.span,
                where,
                "put the line into the phase itself",
            )
        elif where.at_once is not None:
            self._say(
                "S218",
                f"'{line}' would leave while everyone chooses at once",
                effect.span,
                where,
                "put it under 'at end'",
                Note("everyone chooses at once", where.at_once),
            )
        elif isinstance(effect, syntax.GoAgain):
            if not where.in_move:
                self._say(
                    "S218",
                    "'go again' stands outside a move: there are no moves to offer again",
                    effect.span,
                    where,
                    "it stands in the 'do' of a move",
                )
        elif not game:
            self._phase_left(effect, where, line)

    def _phase_left(self, effect: syntax.GoTo | syntax.End, where: Standing, line: str) -> None:
        """`end PHASE` and `go to PHASE`: is that phase in reach? An unknown one is left alone."""
        name = effect.phase
        every = list(walk(self.ruleset.phases))
        if name not in {p.name for p in every}:
            return
        around = ancestors(self.ruleset.phases, where.path)
        if isinstance(effect, syntax.End):
            if name not in {p.name for p in around}:
                inner = around[-1].name if around else where.key
                self._say(
                    "S219",
                    f"'{line}' stands outside '{name}'",
                    effect.phase_span,
                    where,
                    f"'{inner}' is not part of '{name}'",
                )
            elif where.key == "at end" and around[-1].name == name:
                self._say(
                    "S219",
                    f"'{line}' stands in the 'at end' of '{name}', which is ending already",
                    effect.phase_span,
                    where,
                )
            return
        levels: list[Iterable[Phase]] = [self.ruleset.phases, *(p.phases for p in around)]
        if around:
            levels = levels[: len(around)]
        reachable = [p.name for level in levels for p in level]
        if not around:
            self._say(
                "S219",
                f"'{line}' stands outside all phases",
                effect.phase_span,
                where,
                "the first phase begins by itself after 'setup'",
            )
        elif name not in reachable:
            self._say(
                "S219",
                f"'{name}' lies inside another phase: one goes to a phase beside this one, "
                "or beside one around it",
                effect.phase_span,
                where,
                f"from here one can go to {', '.join(sorted(set(reachable) - {'moves'}))}",
            )

    def _plays_next(self, effect: syntax.PlaysNext, where: Standing) -> None:
        around = ancestors(self.ruleset.phases, where.path)
        if where.key in ("setup", "at any time"):
            around = ()
        if any(isinstance(p.who, syntax.InTurn) or p.path in self.unread for p in around):
            return
        self._say(
            "S219",
            "'plays next' needs turns that go round",
            effect.span,
            where,
            "write 'who: players in turn' for the phase around it",
        )

    # -- tables ------------------------------------------------------------------------------------

    def _table(self, table: Table) -> None:
        for row in table.rows:
            if not isinstance(row.row.outcome, syntax.Steps | syntax.Guard | syntax.ForEach):
                continue
            for effect in effects(row.row.outcome):
                if isinstance(effect, syntax.End) and effect.phase == "game":
                    self._leaves(effect, Standing("", "table"))
                elif table.payout:
                    self._settles(effect)

    def _settles(self, effect: syntax.Effect) -> None:
        if isinstance(effect, _OF_CARDS) or self._gathers_cards(effect):
            message = "cards are moved here, and payouts move none"
        elif isinstance(
            effect,
            syntax.Consult
            | syntax.GoAgain
            | syntax.GoTo
            | syntax.PlaysNext
            | syntax.ReverseDirection
            | syntax.Show,
        ):
            message = f"'{effect.span.text}' settles nothing"
        else:
            return
        self._say(
            "S223",
            message,
            effect.span,
            Standing("", "payouts"),
            "put the table under 'tables', or the effect where the table is consulted",
        )

    def _gathers_cards(self, effect: syntax.Effect) -> bool:
        if not isinstance(effect, syntax.Gather):
            return False
        if any(isinstance(source, syntax.AllCards) for source in effect.sources):
            return True
        return effect.under or _named(effect.into) in self.piles

    def _say(
        self,
        code: str,
        message: str,
        span: Span,
        where: Standing,
        suggestion: str | None = None,
        *notes: Note,
    ) -> None:
        if where.through is not None:
            notes = (*notes, Note("the table is consulted here", where.through))
        self.found.setdefault((code, span), Diagnostic(code, message, span, suggestion, notes))


def _named(place: syntax.Expr) -> str:
    if isinstance(place, syntax.Name | syntax.Property):
        return place.name
    return ""
