"""Phases, checked: each becomes a handful of blocks.

Each phase becomes a handful of blocks (LANGUAGE part 5), named after its path (names have no colon):

    P        entered: its count is 0
    P:pass   before a pass: `repeat`, count, memories, `skip when`, `at start`
    P:begin  the turns begin (or P:body, where it has none)
    P:next   whose turn is next
    P:turn   `before turn`, `skip turn when`
    P:body   the first sub-phase, or the decision
    P:after  `after turn`, then the `end` rows after a turn
    P:end    `at end`, then the `end` rows after a pass
"""

from __future__ import annotations

from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Sought, did_you_mean

from ..declarations import ruleset as rules
from . import marks
from .combining import (
    ZERO,
    negate,
    ordered,
)
from .core import (
    OVER,
    Call,
    Cell,
    Const,
    Decision,
    Entry,
    Expr,
    Fired,
    Firing,
    GameOver,
    If,
    Leave,
    Local,
    Op,
    Set,
    Site,
    Slot,
    Stmt,
)
from .doing import Place
from .scope import Scope
from .turns import NOBODY, TurnChecker
from .types import (
    NUMBER,
    PLAYER,
    PLAYERS,
)

ONE = Const(NUMBER, False, 1)
AT_ANY_TIME = "in a row of 'at any time'"


class PhaseChecker(TurnChecker):
    """Checks phases and decisions into blocks."""

    # ---------------------------------------------------------------- phases

    def _phase(
        self,
        phase: rules.Phase,
        out: str,
        you: Slot | None,
        around: tuple[rules.Phase, ...],
        outer: Scope,
    ) -> None:
        scope = replace(outer, you=you)
        path, inside = phase.path, (phase, *around)
        place = Place(inside)
        mine = you if phase.who is None else Slot(PLAYER, False, f"you {path}")
        end, body = f"{path}:end", f"{path}:body"
        first = body if phase.who is None else f"{path}:begin"

        count = Slot(NUMBER, False, f"count {phase.name}")
        counted = phase.name != "moves"
        again = phase.repeat is not None
        entering = (Set(count, ZERO if again else ONE),) if counted else ()
        self._block(path, entering, f"{path}:pass")

        passing: list[Stmt] = []
        if phase.repeat is not None:
            passing += self._repeat(phase.repeat, count, out, scope)
            if counted:
                passing.append(Set(count, Op(NUMBER, False, "+", (count, ONE))))
        passing += self._start_memories(phase, scope)
        if phase.skip_when is not None:
            skip = self.yesno(phase.skip_when, scope)
            noted = marks.passing(self.symbols, "skipped", phase.skip_when.span)
            passing.append(If(skip, (*noted, Leave(f"{path}:pass" if again else out))))
        passing += marks.passing(self.symbols, "phase", phase.span)
        passing += self.block(phase.at_start, scope, place)
        self._block(f"{path}:pass", tuple(passing), first)

        if phase.who is not None:
            self._turns(phase, scope, mine, inside)
        turned = replace(outer, you=mine)
        after = end if phase.who is None else f"{path}:after"
        if isinstance(phase.who, syntax.AtOnce):
            self._at_once(phase, turned, scope, inside)
        elif phase.moves:
            self._decision(phase, turned, inside, after, body)
        elif phase.phases:
            self._block(body, (), phase.phases[0].path)
            labels = [*(p.path for p in phase.phases[1:]), after]
            for sub, label in zip(phase.phases, labels, strict=True):
                self._phase(sub, label, mine, inside, outer)
        else:
            self._block(body, (), after)

        ending = self.block(phase.at_end, scope, replace(place, ending=phase.name))
        if phase.who is None or isinstance(phase.who, syntax.AtOnce):
            ending += self._endings_after(phase, scope)
        self._block(end, ending, f"{path}:pass" if again else out)
        if phase.name != "moves":
            self._entry(phase, around, first)

    def _repeat(self, repeat: syntax.Repeat, count: Slot, out: str, scope: Scope) -> list[Stmt]:
        checks: list[Stmt] = []
        if repeat.until is not None:
            noted = marks.passing(self.symbols, "ended", repeat.until.span)
            checks.append(If(self.yesno(repeat.until, scope), (*noted, Leave(out))))
        if repeat.times is not None:
            times = self.typed(repeat.times, scope, NUMBER)
            checks.append(If(negate(ordered("<", count, times)), (Leave(out),)))
        return checks

    def _endings_now(self) -> tuple[Stmt, ...]:
        """When `setup` is complete, the rows without `after` are tested for the first time."""
        return tuple(
            If(self.yesno(e.ending.condition, Scope()), (GameOver(self.symbols.word(e.name)),))
            for e in self.rules.ends
            if e.ending.after is None
        )

    def _ends_named(self) -> None:
        for end in self.rules.ends:
            name, span = end.ending.after, end.ending.after_span
            if name is not None and span is not None and name not in self.symbols.phases:
                self.report(
                    "T401", f"no phase is called '{name}'", span,
                    did_you_mean(name, self.symbols.phases), sought=Sought(name, "phases"),
                )  # fmt: skip

    def _firing(self, row: rules.Row) -> Firing:
        condition, line = row.row.condition, row.row.outcome
        assert condition is not None and isinstance(
            line, syntax.Steps | syntax.Guard | syntax.ForEach
        )
        place = Place(settled=AT_ANY_TIME)
        before, asked, scope = self.guard(condition, line, Scope())
        body, _ = self.line(line, scope, place)
        return Firing(row.name, (*before, If(asked, (*body, Fired()))), Site(row.span, row.name))

    # ---------------------------------------------------------------- decisions

    def _decision(
        self,
        phase: rules.Phase,
        scope: Scope,
        inside: tuple[rules.Phase, ...],
        after: str,
        label: str,
    ) -> None:
        if not isinstance(scope.you, Slot):
            self.report(
                "T402", "moves need a 'who': nobody's turn is it here", phase.span,
                "write 'who: each player' in this phase or one around it",
            )  # fmt: skip
            return
        stuck = None
        if phase.if_stuck is not None:
            stuck = f"{phase.path}:stuck"
            self._block(stuck, self.block(phase.if_stuck, scope, Place(inside)), after)
        moves = tuple(
            self._move(move, scope, Place(inside, decision=label, move=move.name), after)
            for move in phase.moves
        )
        self.decisions.append(
            Decision(label, phase.path, scope.you, moves, stuck, False, phase.span)
        )

    # ---------------------------------------------------------------- examples

    def _entry(self, phase: rules.Phase, around: tuple[rules.Phase, ...], first: str) -> None:
        """How an example starts at this phase (LANGUAGE part 9, `start at`)."""
        prepare: list[Stmt] = []
        go: list[Stmt] = [*marks.passing(self.symbols, "phase", phase.span)]
        seat = Slot(PLAYER, True, "first in play")
        you: Slot | None = None
        for outer in reversed(around):
            scope = Scope(you=you)
            if outer.who is not None:
                prepare.append(Set(Slot(PLAYER, True, f"you {outer.path}"), seat))
            prepare += [
                Set(Slot(NUMBER, False, f"count {outer.name}"), ONE),
                *self._start_memories(outer, scope),
            ]
            if outer.who is not None:
                mine = Slot(PLAYER, True, f"you {outer.path}")
                if isinstance(outer.who, syntax.EachPlayer):
                    queue = self._queue(outer.who, scope)
                    rest = Call(PLAYERS, False, "after_in_queue", (queue, seat))
                    go.append(Set(Slot(PLAYERS, False, f"queue {outer.path}"), rest))
                you = mine
        prepare += [
            Set(Slot(NUMBER, False, f"count {phase.name}"), ONE),
            *self._start_memories(phase, Scope(you=you)),
        ]
        target = first
        if phase.who is None and not phase.moves and not _leads_to_moves(phase):
            go += self.block(phase.at_start, Scope(you=you), Place((phase, *around)))
        self._block(f"{phase.path}:prepare", tuple(prepare), OVER)
        self._block(f"{phase.path}:go", tuple(go), target)
        self.entries[phase.name] = Entry(f"{phase.path}:prepare", f"{phase.path}:go")
        if "first in play" not in self.cells:
            self._cell(Cell("first in play", "", PLAYER, NOBODY))

    def _unused(self) -> None:
        """What is used nowhere is checked all the same, as far as it can be by itself."""
        you = Local(PLAYER, False, "you")
        for thing in self.symbols.headed():
            if thing.name in self.used:
                continue
            arguments: list[Expr] = []
            for i, noun in enumerate(thing.parameters):
                kind = self.symbols.noun_type(noun)
                if kind is None:
                    self.report(
                        "T401", f"'{noun}' is no noun of the language", thing.span,
                        did_you_mean(noun, self.symbols.nouns),
                    )  # fmt: skip
                    break
                arguments.append(Local(kind, False, f"subject_{i}"))
            else:
                scope = Scope(you=you, unused=True)
                if isinstance(thing, rules.Term):
                    self.term(thing, tuple(arguments), thing.span, scope)
                elif thing.gives is not None:
                    self.value_table(thing, tuple(arguments), thing.span, scope)
                else:
                    self.consult(thing, thing.span, scope, Place(unused=True))


def _leads_to_moves(phase: rules.Phase) -> bool:
    """Whether the phase is one that was written with `moves`: then it runs from those."""
    return len(phase.phases) == 1 and phase.phases[0].name == "moves"
