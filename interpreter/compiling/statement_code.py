"""Statements of a checked program as Python: `ast` nodes, never strings."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from rulerun.grammar.source import Span

from ..checking.core import (
    OVER,
    Address,
    Bind,
    Call,
    CardsIn,
    CarryOut,
    Cell,
    Changed,
    Const,
    Do,
    Expr,
    Fired,
    For,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Loop,
    Op,
    PileAt,
    PilesAt,
    Set,
    Site,
    Slot,
    Start,
    Stmt,
    every,
    walk,
)
from ..checking.facts import (
    drifting,
    never_negative,
    noted_by,
    reads,
    reads_of_statement,
    substituted,
    touches,
    writes_of,
)
from ..checking.types import CARD, CARDS, NUMBER
from .constants import asked_now, said_now, set_by
from .dealt import dealt
from .ends import both_ends, ends_asked
from .expression_code import ExpressionEmitter, telling_several
from .lasting import lasting
from .loop_code import SHORT
from .only_rows import RowsOfOne, exclude_each_other, rows_of_one
from .python_code import (
    CELLS,
    PILES,
    STATE,
    as_target,
    call,
    const,
    index,
    is_short,
    name,
    negated,
    plus,
    put_at,
    store,
)
from .settled import all_statements
from .sharing import (
    asked,
    count_shared,
    forks,
    is_pure,
    may_fail,
    names_in,
    pure_run,
    same_for_all,
    size,
    worth_keeping,
)

T = TypeVar("T")
_LITTLE = 10**9
MOST_SEATS = 6
"""What is done for each seat is written out for each of so many."""


class StatementEmitter(ExpressionEmitter, ABC):
    """Turns statements into Python; what is computed more than once between two effects is kept."""

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

    def _forget(self, statement: Stmt) -> None:
        """What was computed before a statement, and may be different after it, is computed anew."""
        held = None
        if isinstance(statement, Set):
            value = statement.value
            if value.type == statement.target.type and not value.maybe:
                held = value.name if isinstance(value, Local) else self.context.available.get(value)
        self.context.available = self._left_by(statement, self.context.available)
        self.context.known = self._left_by(statement, self.context.known) | set_by(statement)
        if held is not None and isinstance(statement, Set):
            self.context.available[statement.target] = held

    def _left_by(self, statement: Stmt, known: Mapping[Expr, T]) -> dict[Expr, T]:
        """What was known or computed before a statement and is still so after it."""
        return lasting(known, statement, self.program.firing)

    def now(self, expr: Expr) -> Expr:
        """What an expression comes to by what is known of cells."""
        return asked_now(expr, self.context.known, self.settled) if self.context.known else expr

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

    def _keep_repeated(self, run: Sequence[Stmt]) -> list[ast.stmt]:
        bound = frozenset(s.name for s in run if isinstance(s, Bind))
        return self._kept([part for statement in run for part in asked(statement)], bound)

    def _kept(
        self, expressions: Sequence[Expr], bound: frozenset[str], asked_later: Sequence[Expr] = ()
    ) -> list[ast.stmt]:
        """Compute beforehand what expressions ask more than once, they or others that are asked later
        if at all; and values between which they choose, if that takes long."""
        count: Counter[Expr] = Counter()
        sure: set[Expr] = set()
        for expr in expressions:
            count_shared(expr, count, bound, sure=sure)
        for expr in asked_later:
            count_shared(expr, count, bound)
        kept = self._both_ends(expressions, bound)
        # Inner expressions first, so that outer ones can use them.
        for expr in sorted(count, key=size):
            if count[expr] < 2 or expr not in sure or expr in self.context.available:
                continue
            if worth_keeping(expr):
                kept += self._forked([expr], bound)
                kept.append(self.keep(expr))
        return kept + self._forked(expressions, bound)

    def _both_ends(self, expressions: Iterable[Expr], bound: frozenset[str]) -> list[ast.stmt]:
        """The highest and the lowest card of the same pile, found together where both are asked for."""
        found: dict[Expr, dict[str, Call]] = {}
        for expr in expressions:
            for end in ends_asked(expr):
                if not names_in(end, bound):
                    found.setdefault(end.arguments[0], {})[end.function] = end
        made: list[ast.stmt] = []
        for source, ends in found.items():
            if len(ends) < 2 or any(end in self.context.available for end in ends.values()):
                continue
            cards = self.expr(source)
            if is_short(cards):
                low, high = (self._temporary(ends[how]) for how in ("lowest", "highest"))
                made += both_ends(cards, low, high)
        return made

    def _temporary(self, expr: Expr) -> str:
        """A variable that stands for an expression from now on."""
        variable = f"t{self.context.temporaries}"
        self.context.temporaries += 1
        self.context.available[expr] = variable
        return variable

    def _forked(self, expressions: Iterable[Expr], bound: frozenset[str]) -> list[ast.stmt]:
        """Choices between values as statements: the one that is needed is computed, the other not."""
        found: list[ast.stmt] = []
        for expr in expressions:
            for fork in forks(expr):
                if fork in self.context.available or names_in(fork, bound):
                    continue
                variable = f"t{self.context.temporaries}"
                self.context.temporaries += 1
                ways: list[list[ast.stmt]] = []
                test = self.expr(fork.condition)
                for way in (fork.then, fork.otherwise):
                    here = dict(self.context.available)
                    kept = self._kept([way], bound)
                    ways.append([*kept, ast.Assign([store(variable)], self.expr(way))])
                    self.context.available = here
                found.append(ast.If(test, *ways))
                self.context.available[fork] = variable
        return found

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

    def keep_before(self, expressions: Iterable[Expr | None], chosen: set[str]) -> list[ast.stmt]:
        """Compute what expressions ask of other things than the choices still to come."""
        kept: list[ast.stmt] = []
        for expr in expressions:
            for part in () if expr is None else same_for_all(expr, frozenset(chosen)):
                if part not in self.context.available:
                    kept.append(self.keep(part))
        return kept

    def keep(self, expr: Expr) -> ast.stmt:
        """Compute an expression into a variable, which stands for it from then on."""
        variable = f"t{self.context.temporaries}"
        self.context.temporaries += 1
        kept = ast.Assign([store(variable)], self.expr(expr))
        self.context.available[expr] = variable
        return kept

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
                return [ast.Assign([store("fired")], self.context.firing), ast.Continue()]
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

    def _set(self, statement: Set) -> ast.stmt:
        cell = self.layout.cells.get(statement.target.key)
        source, site, value = statement.value, statement.site, None
        if site is not None and cell is not None:
            if cell.low is not None and cell.high is not None:
                value = self._in_range(self.stored(telling_several(source, site)), cell, site)
            elif source.maybe and cell.type.name in ("number", "yes/no", "word"):
                value = self.needed(source, replace(site, what=cell.type.name))
            elif source.maybe and site.what == "player":
                value = self.needed(source, site)
            elif cell.type == NUMBER and _grows_slowly(source, statement.target):
                pass  # in no game there is it gets beyond what a memory can hold
            elif cell.type == NUMBER and isinstance(source, Op):
                value = call("held", self.stored(source), self.site(site))
            elif cell.type.is_list and any(
                isinstance(e, Op) and e.op == "join" for e in walk(source)
            ):
                value = call("kept", self.stored(source), self.site(site))
        if value is None:
            value = self.stored(source)
        return ast.Assign([self._target(statement.target)], value)

    def _in_range(self, value: ast.expr, cell: Cell, site: Site) -> ast.expr:
        assert cell.low is not None and cell.high is not None
        number = self.site(replace(site, what="number"))
        return call("in_range", value, self.expr(cell.low), self.expr(cell.high), number)

    def _target(self, slot: Slot) -> ast.expr:
        return ast.Subscript(CELLS, self.address(slot), ast.Store())

    def _do(self, statement: Do) -> list[ast.stmt]:
        if statement.procedure == "gather" and self._is_plain_gather(statement):
            source, into = (index(PILES, self.expr(a)) for a in statement.arguments[:2])
            return [
                ast.AugAssign(as_target(into), ast.Add(), source),
                ast.Expr(ast.Call(ast.Attribute(source, "clear", ast.Load()), [], [])),
            ]
        if statement.procedure in ("deal", "deal_each"):
            targets = self._dealt_into(statement)
            if targets is not None:
                slowly = self.procedure(statement)
                if statement.procedure == "deal" and not self.tracks:
                    slowly = call(
                        "deal_unnoted", STATE, *(self.expr(a) for a in statement.arguments[:3]),
                        self.site(statement.site),
                    )  # fmt: skip
                source = self.expr(statement.arguments[0])
                return dealt(source, targets, slowly, self.tracks or self.shows)
        if statement.procedure == "move_card":
            laid = self._laid_open(statement)
            if laid is not None:
                return laid
        noted = noted_by(statement)
        if noted and statement.procedure.startswith("pay"):
            kept = statement.arguments[: -len(noted)]
            statement = replace(statement, procedure=f"{statement.procedure}_noted", arguments=kept)
        if statement.procedure == "pay_all":
            paid = self._paid_whole(statement)
            if paid is not None:
                return paid
        if statement.procedure in ("pay", "pay_up_to") and not statement.arguments[2].maybe:
            return self.payment(statement)
        done: ast.stmt = ast.Expr(self.procedure(statement))
        if statement.procedure == "only_one_row":
            applying, rest = statement.arguments
            assert isinstance(applying, Items)
            count: ast.expr = const(0)
            for i, row in enumerate(applying.items):
                row_ = self.expr(row)
                count = ast.BinOp(count, ast.Add(), row_) if i else row_
            fine = ast.Gt() if rest == Const(rest.type, False, True) else ast.NotEq()
            done = ast.If(ast.Compare(count, [fine], [const(1)]), [done], [])
        return [done]

    def _laid_open(self, statement: Do) -> list[ast.stmt] | None:
        """A card goes from where it is known to lie to a pile that all see: there is little to note.
        None where it may be gone from there, or where more is to be noted."""
        card, to, _, hint = statement.arguments
        lay = self.context.lie_in.get(card)
        if lay is None or not self.context.untouched or not isinstance(hint, Const):
            return None
        if not isinstance(to, PileAt) or lay.type.pile in self.shuffled:
            return None
        declared = self.layout.piles[to.pile]
        if declared.face != "up" or declared.groups or to.pile in self.shuffled:
            return None
        here, there = index(PILES, self.expr(lay)), index(PILES, self._argument(to, statement.site))
        number = self.expr(card)
        body: list[ast.stmt] = []
        if to.maybe:  # whether it is there is asked before anything is moved
            body.append(ast.Assign([store("to")], there))
            there = name("to")

        def done(of: ast.expr, method: str, *arguments: ast.expr) -> ast.stmt:
            return ast.Expr(ast.Call(ast.Attribute(of, method, ast.Load()), [*arguments], []))

        def of_state(part: str) -> ast.expr:
            return ast.Attribute(STATE, part, ast.Load())

        body += [done(here, "remove", number), done(there, "append", number)]
        if self.tracks:
            body.append(done(of_state("known"), "pop", number, const(None)))
        if declared.remembers_who_played:
            mover = index(CELLS, const(self.layout.cell_base["mover"]))
            noted = ast.Subscript(of_state("played_by"), number, ast.Store())
            body.append(ast.Assign([noted], mover))
        if self.shows:
            gone = done(of_state("shown"), "pop", number, const(None))
            body.append(ast.If(of_state("shown"), [gone], []))
        return body

    @cached_property
    def shows(self) -> bool:
        """Whether cards are ever shown to players."""
        return any(
            isinstance(s, Do) and s.procedure == "show" for s in all_statements(self.program)
        )

    def payment(self, statement: Do) -> list[ast.stmt]:
        """Chips change hands; what cannot be is left to the procedure, which says why."""
        source, to, amount = statement.arguments
        assert isinstance(source, Address) and isinstance(to, Address)
        owed, have, payee = name("owed"), name("have"), self.address(to.slot)
        payer: ast.expr = name("payer")
        up_to = statement.procedure == "pay_up_to"
        much, place = self.expr(amount), self.address(source.slot)
        body: list[ast.stmt] = [ast.Assign([store("owed")], much)]
        if isinstance(place, ast.Constant):
            payer = place
        else:
            body.append(ast.Assign([store("payer")], place))
        body.append(ast.Assign([store("have")], index(CELLS, payer)))
        if to.slot.index is not None and not isinstance(to.slot.index, Const | Local):
            # Who is paid is decided before anything changes hands.
            body.append(ast.Assign([store("payee")], payee))
            payee = name("payee")
        wrong: list[ast.expr] = []
        known = isinstance(much, ast.Constant) and isinstance(much.value, int) and much.value >= 0
        if not (known or never_negative(amount)):
            wrong.append(ast.Compare(owed, [ast.Lt()], [const(0)]))
        if not up_to:
            wrong.append(ast.Compare(owed, [ast.Gt()], [have]))
        if wrong:
            test = wrong[0] if len(wrong) == 1 else ast.BoolOp(ast.Or(), wrong)
            body.append(ast.If(test, [ast.Expr(self.procedure(statement))], []))
        if up_to:
            less = ast.Compare(have, [ast.Lt()], [owed])
            body.append(ast.If(less, [ast.Assign([store("owed")], have)], []))
        paid = ast.Subscript(CELLS, payer, ast.Store())
        got = ast.Subscript(CELLS, payee, ast.Store())
        return [
            *body,
            ast.Assign([paid], ast.BinOp(have, ast.Sub(), owed)),
            ast.AugAssign(got, ast.Add(), owed),
        ]

    def _paid_whole(self, statement: Do) -> list[ast.stmt] | None:
        """All chips of a holder go to another one; None where both may be the same."""
        source, to = statement.arguments
        assert isinstance(source, Address) and isinstance(to, Address)
        if source.slot.key == to.slot.key:
            return None
        payer, payee = self.address(source.slot), self.address(to.slot)
        if not (is_short(payer) and is_short(payee)):
            return None
        got = ast.Subscript(CELLS, payee, ast.Store())
        return [
            ast.AugAssign(got, ast.Add(), index(CELLS, payer)),
            ast.Assign([ast.Subscript(CELLS, payer, ast.Store())], const(0)),
        ]

    def _dealt_into(self, statement: Do) -> list[ast.expr] | None:
        """Into which pile each of a known number of cards goes, the next one first, where nothing is to be
        noted of those that nobody has seen; None elsewhere."""
        source, into, count, _ = statement.arguments
        if not (isinstance(count, Const) and isinstance(count.value, int) and count.value >= 0):
            return None
        if not isinstance(source, PileAt) or source.maybe:
            return None
        if statement.procedure == "deal_each":
            numbers = self.expr(into)
            if not isinstance(into, PilesAt) or not isinstance(numbers, ast.Tuple):
                return None
            targets = numbers.elts
        elif isinstance(into, PileAt) and not into.maybe:
            targets = [self.expr(into)]
        else:
            return None
        if self._notes(into) or source.pile == into.pile:
            return None
        declared = self.layout.piles[into.pile]
        if declared.groups or (self.tracks and declared.top_face_up):
            return None
        return targets * count.value

    def _notes(self, pile: Expr) -> bool:
        """Whether anything is to be noted of cards that come to a pile."""
        of = pile.type if pile.type.item is None else pile.type.item
        declared = self.layout.piles[of.pile or ""]
        return declared.face == "either" or declared.remembers_who_played

    def _is_plain_gather(self, statement: Do) -> bool:
        """Whether cards that all have seen go where all see them: nothing is to be noted."""
        source, into, under = statement.arguments
        if self.tracks or source == into or under != Const(under.type, False, False):
            return False
        if not all(isinstance(a, PileAt) and not a.maybe for a in (source, into)):
            return False
        return source.type.pile not in self.shuffled and not self._notes(into)

    def procedure(self, statement: Do) -> ast.expr:
        """The call that carries an effect out."""
        if statement.procedure in ("move_card", "move"):
            card, to, up, hint = statement.arguments
            if isinstance(hint, Const) and card in self.context.lie_in:
                # It is looked for there first.
                kept = (card, to, up, self.context.lie_in[card])
                statement = replace(statement, arguments=kept)
        arguments = [
            self.address(a.slot) if isinstance(a, Address) else self._argument(a, statement.site)
            for a in statement.arguments
        ]
        return call(statement.procedure, STATE, *arguments, self.site(statement.site))

    def _argument(self, argument: Expr, site: Site) -> ast.expr:
        """A pile that a line needs has to be there."""
        if argument.maybe and not isinstance(argument, Const):
            if argument.type.name == "pile":
                return self.needed(argument, replace(site, what="pile"))
            if argument.type.name == "number":
                return self.expr(telling_several(argument, site))
        return self.expr(argument)

    def _start(self, statement: Start) -> list[ast.stmt]:
        cell = self.layout.cells[statement.key]
        base = self.layout.cell_base[statement.key]
        variable = statement.variable
        count = self.layout.width(cell)
        bounds = cell.low is not None and cell.high is not None
        if isinstance(statement.value, Const) and not (bounds and statement.value.value):
            if count <= MOST_SEATS and not isinstance(statement.value.value, tuple):
                cells = [ast.Subscript(CELLS, const(base + i), ast.Store()) for i in range(count)]
                return [ast.Assign([*cells], const(statement.value.value))]
            section = ast.Slice(const(base), const(base + count))
            values = const((statement.value.value,) * count)
            return [ast.Assign([ast.Subscript(CELLS, section, ast.Store())], values)]
        place = plus(self.layout.first_place(statement.key), name(variable.name))
        target = ast.Subscript(CELLS, place, ast.Store())
        value = self.stored(statement.value)
        if bounds:
            value = self._in_range(value, cell, statement.site)
        elif statement.value.maybe and cell.type.name in ("number", "yes/no", "word"):
            site = replace(statement.site, what=cell.type.name)
            value = call("needed", value, self.site(site))
        body: list[ast.stmt] = [ast.Assign([target], value)]
        return [ast.For(store(variable.name), self.owners(cell), body, [])]

    def owners(self, cell: Cell) -> ast.expr:
        """The numbers of those who have such a cell each."""
        numbers = self.layout.owners_of(cell)
        bounds = (numbers.start, numbers.stop) if numbers.start else (numbers.stop,)
        return call("range", *map(const, bounds))

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


def _grows_slowly(value: Expr, cell: Slot) -> bool:
    """Whether a number is what a cell holds and a little more, or less."""
    match value:
        case Op(op="+" | "-", operands=(held, Const(value=int() as more))):
            return held == cell and abs(more) <= _LITTLE
    return False


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
