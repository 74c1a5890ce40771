"""Statements of a checked program as Python: `ast` nodes, never strings."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from rulerun.grammar.source import Span

from ..checking.core import (
    OVER,
    Bind,
    Call,
    CardsIn,
    CarryOut,
    Changed,
    Const,
    Do,
    Expr,
    Fired,
    For,
    GameOver,
    If,
    Leave,
    Local,
    Loop,
    PileAt,
    Set,
    Site,
    Start,
    Stmt,
    every,
    walk,
)
from ..checking.facts import drifting, reads, reads_of_statement, substituted, touches, writes_of
from ..checking.types import CARD, CARDS
from .cell_code import MOST_SEATS
from .constants import said_now, set_by
from .effect_code import EffectEmitter
from .lasting import lasting
from .loop_code import SHORT
from .only_rows import RowsOfOne, exclude_each_other, rows_of_one
from .python_code import CELLS, STATE, call, const, index, name, negated, put_at, store
from .sharing import is_pure, may_fail, pure_run


class StatementEmitter(EffectEmitter, ABC):
    """Turns statements into Python: what they do in their order, in each case, for each of some, and
    what is asked after they have changed something."""

    @abstractmethod
    def number(self, label: str) -> ast.expr:
        """The number of the block or decision to go on with."""

    @cached_property
    def drifting(self) -> frozenset[str]:
        """The parts that change without an effect, when a phase begins or a turn."""
        return drifting(self.program)

    @cached_property
    def firing_reads(self) -> frozenset[str]:
        """The parts that rows of `at any time` ask about."""
        rows = self.program.firing
        return frozenset(p for row in rows for s in row.body for p in reads_of_statement(s))

    @cached_property
    def firing_writes(self) -> frozenset[str]:
        """The parts that rows of `at any time` change."""
        return frozenset(p for row in self.program.firing for s in row.body for p in writes_of(s))

    @cached_property
    def ending_reads(self) -> list[frozenset[str]]:
        """The parts that each row of `end` asks about."""
        return [reads(condition) for _, condition in self.program.ending]

    # ---------------------------------------------------------------- statements

    def statements(self, statements: Iterable[Stmt]) -> list[ast.stmt]:
        """Python statements; what is computed more than once between two effects is kept."""
        result: list[ast.stmt] = []
        waiting = list(statements)
        while waiting:
            self._settle_now(waiting)
            if not waiting:
                break
            rows = self._rows_of_one(waiting)
            if rows is not None:
                del waiting[: rows.statements]
                result += self._only_row(rows, 0)
                self.context.available, self.context.known = {}, {}
                continue
            run = pure_run(waiting)
            if run:
                result += self._keep_repeated(waiting[:run])
            statement = waiting.pop(0)
            shuffle = self._shuffle_after(statement, waiting)
            if shuffle is not None:
                while waiting.pop(0) is not shuffle:
                    pass
                statement = Do("gather_and_shuffle", shuffle.arguments, shuffle.site)
            untouched = self.context.untouched
            emitted = self.statement(statement)
            _at(emitted, statement)
            result += emitted
            if untouched:
                moves = any(isinstance(s, Do | CarryOut) for s in every([statement]))
                self.context.untouched = not moves
            if not isinstance(statement, Bind) and not is_pure(statement):
                self._forget(statement)
        return result

    def _settle_now(self, waiting: list[Stmt]) -> None:
        """What is asked before anything changes is as short as what is known of cells makes it."""
        known = self.context.known
        if not known:
            return
        place = 0
        while place < len(waiting):
            statement = waiting[place]
            said = said_now(statement, known, self.settled)
            waiting[place : place + 1] = said
            if isinstance(statement, If) and not (said and isinstance(said[0], If)):
                if said and isinstance(said[-1], Leave | GameOver):
                    del waiting[place + len(said) :]
                continue
            if not is_pure(statement):
                return
            if isinstance(statement, Bind):
                known = lasting(known, statement) | set_by(said[0])
            place += 1

    def _rows_of_one(self, statements: Sequence[Stmt]) -> RowsOfOne | None:
        """The table that statements begin with, if each row can be asked when it is its turn."""
        return rows_of_one(statements)

    def _only_row(self, rows: RowsOfOne, first: int) -> list[ast.stmt]:
        """What the only row of a table does that applies, of those from the `first` on: each is asked if
        none before it applies, and only then what others would have to be asked to find several."""
        if first == len(rows.asked):
            done = self.statements(rows.otherwise)
            return done if rows.otherwise_is_fine else [self._not_one_row(rows), *done]
        asked, *later = rows.asked[first:]
        kept = self._kept([asked], frozenset(), later)
        test = self.expr(asked)
        before, untouched = dict(self.context.available), self.context.untouched
        known = self.context.known
        others = [row for row in later if not exclude_each_other(asked, row)]
        alone: list[ast.stmt] = []
        if others:
            alone = self._kept(others, frozenset())
            tests = [self.expr(row) for row in others]
            several = tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
            alone.append(ast.If(several, [self._not_one_row(rows)], []))
            _at(alone, rows.check)
            self.context.available = dict(before)
        body = [*alone, *self.statements(rows.bodies[first])]
        self.context.available, self.context.untouched = before, untouched
        self.context.known = known
        otherwise = self._only_row(rows, first + 1)
        made = [*kept, ast.If(test, body or [ast.Pass()], otherwise)]
        _at(made, rows.check)
        return made

    def _not_one_row(self, rows: RowsOfOne) -> ast.stmt:
        """No row applies, or several do: the game stops."""
        applying = ast.Tuple([self.expr(row) for row in rows.asked], ast.Load())
        fine, site = const(rows.otherwise_is_fine), self.site(rows.check.site)
        return ast.Expr(call("only_one_row", STATE, applying, fine, site))

    def _shuffle_after(self, statement: Stmt, following: Sequence[Stmt]) -> Do | None:
        """The shuffle of the pile into which all cards are gathered, if nothing comes between."""
        if not (isinstance(statement, Do) and statement.procedure == "gather_everything"):
            return None
        into, under = statement.arguments
        if not isinstance(into, PileAt) or under != Const(under.type, False, False):
            return None
        for after in following[:2]:
            if isinstance(after, Changed) and not self._changed(after.parts):
                continue
            if isinstance(after, Do) and after.procedure == "shuffle":
                return after if after.arguments == (into,) else None
            return None
        return None

    def statement(self, statement: Stmt) -> list[ast.stmt]:
        """One statement."""
        match statement:
            case Set():
                held = self.context.known.get(statement.target)
                fits = statement.site is None or (held is not None and held.value is not None)
                if held is not None and fits and held == set_by(statement).get(statement.target):
                    return []  # it holds that already
                return [self._set(statement)]
            case Bind():
                return self._bind(statement)
            case Do():
                return self._do(statement)
            case If():
                return self._if(statement)
            case For():
                return self.for_each(statement)
            case Changed():
                return self._changed(statement.parts)
            case Leave():
                return [ast.Return(self.number(statement.label))]
            case GameOver():
                return [ast.Return(call("finish", STATE, const(statement.reason)))]
            case Start():
                return self._start(statement)
            case Fired():
                assert self.context.firing is not None
                place = ast.Tuple([self.context.firing], ast.Load())
                return [ast.AugAssign(store("fired"), ast.Add(), place), ast.Continue()]
            case CarryOut():
                return self._carry_out(statement)

    def _bind(self, statement: Bind) -> list[ast.stmt]:
        """A name for a value; the first of players for whom something holds is looked for in a plain
        loop, before which is asked what is the same for all of them."""
        loop = statement.value
        if (
            not isinstance(loop, Loop)
            or (loop.how, loop.value) != ("first", None)
            or loop.where is None
            or loop.variable.type.name not in ("player", "team")
            or may_fail(loop.where)
        ):
            bound = ast.Assign([store(statement.name)], self.stored(loop))
            self._forget(statement)
            return [bound]
        source = self.expr(loop.source)
        self._forget(statement)
        here = dict(self.context.available)
        where = substituted(loop.where, loop.variable, Local(loop.type, False, statement.name))
        kept = self.keep_before([where], {statement.name})
        listed, found = self._listed_in_turn(loop, where)
        test = ast.If(self.expr(where), [ast.Break()], [])
        self.context.available = here | found
        nobody = ast.Assign([store(statement.name)], const(None))
        return [*kept, ast.For(store(statement.name), source, [*listed, test], [nobody])]

    def _listed_in_turn(self, loop: Loop, where: Expr) -> tuple[list[ast.stmt], dict[Expr, str]]:
        """Who can do something has a turn: `any card in hand has ...`. What that is is listed there,
        since it is what may be chosen from then. What holds the lists, for the one whose turn it is."""
        if not (isinstance(loop.source, Call) and loop.source.function == "round_from"):
            return [], {}  # elsewhere it may go on where nobody was found
        if not (isinstance(where, Loop) and where.how == "any" and where.where is not None):
            return [], {}
        if where.variable.type != CARD or may_fail(where):
            return [], {}
        those = members_for_whom(where.variable, where.source, where.where)
        listed = self.keep(those)
        self.context.available[where] = self.context.available[those]
        return [listed], {those: self.context.available[those]}

    def _if(self, statement: If) -> list[ast.stmt]:
        test = self.expr(statement.condition)
        before, untouched = dict(self.context.available), self.context.untouched
        known = self.context.known
        body = self.statements(statement.body)
        self.context.available, self.context.untouched = dict(before), untouched
        self.context.known = known
        otherwise = self.statements(statement.otherwise)
        self.context.available, self.context.known = before, known
        if not body and not otherwise:
            return []
        if not body:
            return [ast.If(negated(test), otherwise, [])]
        return [ast.If(test, body, otherwise)]

    def for_each(self, statement: For) -> list[ast.stmt]:
        chosen, dealer = _chosen(statement.source)
        before: list[ast.stmt] = []
        if chosen is None:
            source = self.expr(statement.source)
            if isinstance(statement.source, CardsIn):
                source = call("tuple", source)
        else:
            # Written out, since a comprehension is a call, and slows whatever it looks at.
            assert chosen.where is not None
            listed = f"each_{chosen.variable.name}"
            variable = chosen.variable.name
            add = ast.Call(ast.Attribute(name(listed), "append", ast.Load()), [name(variable)], [])
            test = ast.If(self.expr(chosen.where), [ast.Expr(add)], [])
            before = [
                ast.Assign([store(listed)], ast.List([], ast.Load())),
                ast.For(store(variable), self.expr(chosen.source), [test], []),
            ]
            each = self.loops.each_seat(chosen, MOST_SEATS)
            if each is not None:
                before[1:] = [
                    ast.If(test, [ast.Expr(ast.Call(add.func, [const(seat)], []))], [])
                    for seat, test in enumerate(each)
                ]
            source = name(listed)
            if dealer is not None:
                few = ast.Compare(call("len", source), [ast.Lt()], [const(2)])
                source = ast.IfExp(few, source, call("turn_order", source, self.expr(dealer)))
        left = self._left_by(statement, self.context.available)
        known = self._left_by(statement, self.context.known)
        self.context.available, self.context.known = dict(left), known
        lie_in = self.context.lie_in
        still = self._lie_still(statement)
        if still is not None:
            self.context.lie_in = lie_in | {statement.variable: still}
        self.context.untouched = still is not None  # or the second time the first has happened
        body = self.statements(statement.body)
        self.context.untouched, self.context.lie_in = False, lie_in
        self.context.available, self.context.known = left, known
        return [
            *before,
            ast.For(store(statement.variable.name), source, body or [ast.Pass()], []),
        ]

    def _lie_still(self, statement: For) -> PileAt | None:
        """The pile in which each card of a loop still lies when it is its turn; None where something
        else may have moved it before."""
        match statement.source:
            case CardsIn(of=PileAt(maybe=False, seat=None | Const()) as pile):
                pass
            case _:
                return None
        if self.program.firing:
            return None
        for line in statement.body:
            match line:
                case Set() | Changed():
                    pass
                case Do(procedure="move_card", arguments=(card, *_)) if card == statement.variable:
                    pass
                case _:
                    return None
        return pile

    def _changed(self, parts: frozenset[str]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        if self.context.in_firing:
            return result
        parts |= self.drifting
        if self.context.settles and touches(parts, self.firing_reads):
            settle: list[ast.stmt] = [ast.Expr(call("settle", STATE))]
            test = self._may_fire()
            if test is None:
                parts |= self.firing_writes
                result += settle
            else:
                # What only the rows' own lines change need not be asked when none was carried out.
                settle += self._endings(self.firing_writes - parts)
                result.append(ast.If(test, settle, []))
        return result + self._endings(parts)

    def _may_fire(self) -> ast.expr | None:
        """Whether a row of `at any time` holds, where that is quickly asked."""
        tests: list[ast.expr] = []
        for firing in self.program.firing:
            match firing.body:
                case (If(condition=condition),):
                    tests.append(self.expr(condition))
                case (Bind(value=Loop(how="first") as loop), If()):
                    found = replace(loop, how="any", source=_unordered(loop.source))
                    tests.append(self.expr(found))
                case _:
                    return None
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)

    def _endings(self, parts: frozenset[str]) -> list[ast.stmt]:
        """The rows of `end` that read what was changed."""
        result: list[ast.stmt] = []
        if self.context.ends:
            for k, (reason, condition) in enumerate(self.program.ending):
                if touches(parts, self.ending_reads[k]):
                    over = ast.Return(call("finish", STATE, const(reason)))
                    short = sum(1 for _ in walk(condition)) < SHORT
                    test = self.expr(condition) if short else call(f"ENDING_{k}", STATE)
                    result.append(ast.If(test, [over], []))
        return result

    def _carry_out(self, statement: CarryOut) -> list[ast.stmt]:
        decision = self.program.decisions[statement.decision]
        live = index(CELLS, const(self.layout.cell_base["live"]))
        # Not `move`: generated code knows the procedure by that name.
        seat, move, values = name("chooser"), name("choice"), name("choices")
        stuck = self.statements(statement.stuck) or [ast.Pass()]
        chain: list[ast.stmt] = stuck
        for m in range(len(decision.moves) - 1, -1, -1):
            done = ast.Call(
                name(f"do_{statement.decision}_{m}"), [STATE, ast.Starred(values, ast.Load())], []
            )
            over = ast.Compare(done, [ast.Eq()], [self.number(OVER)])
            act: list[ast.stmt] = [ast.If(over, [ast.Return(self.number(OVER))], [])]
            chain = [ast.If(ast.Compare(move, [ast.Eq()], [const(m)]), act, chain)]
        body: list[ast.stmt] = [
            ast.If(ast.Compare(seat, [ast.NotIn()], [live]), [ast.Continue()], []),
            ast.Assign([self._target(statement.you)], seat),
            *chain,
        ]
        target = ast.Tuple([store("chooser"), store("choice"), store("choices")], ast.Store())
        return [ast.For(target, index(CELLS, self.address(statement.chosen)), body, [])]


def members_for_whom(variable: Local, source: Expr, where: Expr) -> Loop:
    """The cards of a list for which something holds, always by the same name."""
    member = replace(variable, name="member")
    return Loop(CARDS, False, "all", member, source, substituted(where, variable, member), None)


def _chosen(source: Expr) -> tuple[Loop | None, Expr | None]:
    """The choice that a list is, and by which dealer it is put in order afterwards."""
    if not (isinstance(source, Loop) and source.how == "all"):
        return None, None
    if source.where is None or source.value is not None:
        return None, None
    inner = source.source
    if isinstance(inner, Call) and inner.function == "turn_order":
        players, dealer = inner.arguments
        return replace(source, source=players), dealer
    return source, None


def _unordered(source: Expr) -> Expr:
    if isinstance(source, Call) and source.function == "turn_order":
        return source.arguments[0]
    return source


def _at(emitted: list[ast.stmt], statement: Stmt) -> None:
    """Give emitted statements the place of the rule they come from."""
    site = getattr(statement, "site", None)
    if not isinstance(site, Site):
        return
    span: Span = site.span
    start_line, start = span.file.position(span.start)
    end_line, end = span.file.position(span.end)
    first, last = _bytes(span, start_line, start), _bytes(span, end_line, end)
    put_at(emitted, (start_line, end_line, first, last))


def _bytes(span: Span, line: int, column: int) -> int:
    """Python counts columns in bytes of UTF-8."""
    return len(span.file.line(line)[: column - 1].encode())
