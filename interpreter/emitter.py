"""A checked program as Python: `ast` nodes that carry the rule file's positions, never strings.

One function for each stretch between two decisions (blocks with one way in are joined to what comes
before), and for each move: what may be chosen, whether a choice is legal, what it does. Options, the
number of players and the places of cells are constants. A block returns the number of what comes
next; numbers from `decision_base` on are decisions, the last one is the end.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from rulerun.grammar.source import Span

from .core import (
    OVER,
    READY,
    SETUP,
    Address,
    Bind,
    Block,
    Call,
    CardsIn,
    CarryOut,
    Changed,
    Choose,
    Const,
    Decision,
    Do,
    Domain,
    Expr,
    Fired,
    For,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Lookup,
    Loop,
    MoveRule,
    NoRow,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Program,
    Set,
    Site,
    Slot,
    Start,
    Stmt,
    walk,
)
from .layout import Layout
from .symbols import Symbols

_SHORT = 8
"""Conditions with fewer parts are written out where they are asked."""
_NAMES = {
    "+": "add", "-": "subtract", "*": "multiply", "<": "less", "<=": "less_or_equal",
    "neg": "negative", "smaller": "smaller", "larger": "larger",
}  # fmt: skip
_OPERATORS: dict[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult()}
_FREE = frozenset({
    "only", "first", "last", "rest", "first_some", "last_some", "as_list", "numbers",
    "same_members", "added", "removed",
})  # fmt: skip
_TUPLES = frozenset({"rest", "everyone", "turn_queue", "added", "removed", "turn_order"})
"""Functions that always give tuples."""
_STATE_FREE_RUNTIME = frozenset({
    "highest", "lowest", "ranks_of", "suits_of", "subsets", "poker_strength", "matching", "suited",
    "consecutive", "matches", "same_rank", "melds_of", "deadwood_of", "deadwood_value",
    "melds_against", "deadwood_against", "fits", "written_card", "is_card", "card_is_in",
    "turn_order", "after_in_queue",
})  # fmt: skip


def name(identifier: str) -> ast.expr:
    """Reading a name."""
    return ast.Name(identifier, ast.Load())


def const(value: Any) -> ast.expr:
    """A constant, tuples too."""
    if isinstance(value, tuple):
        return ast.Tuple([const(v) for v in value], ast.Load())
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def call(function: str, *arguments: ast.expr) -> ast.expr:
    """A call of a function by name."""
    return ast.Call(name(function), list(arguments), [])


def index(sequence: ast.expr, position: ast.expr) -> ast.expr:
    """Reading `sequence[position]`."""
    return ast.Subscript(sequence, position, ast.Load())


def store(identifier: str) -> ast.expr:
    """Writing a name."""
    return ast.Name(identifier, ast.Store())


STATE, CELLS, PILES = name("S"), name("V"), name("P")


@dataclass(slots=True)
class Emitted:
    """The module and what the machine finds in it by name.

    `sites` are the places of the rule file by the numbers in the code; `labels` the number of each
    block by its label.
    """

    module: ast.Module
    sites: list[Site]
    labels: dict[str, int]
    blocks: list[str]
    decision_base: int


@dataclass(slots=True)
class _Context:
    """What the code being emitted may do about `at any time` and `end` rows."""

    settles: bool = True
    ends: bool = True
    in_firing: bool = False
    available: dict[Expr, str] = field(default_factory=dict)
    temporaries: int = 0


class Emitter:
    """Turns the program of one game into Python."""

    def __init__(
        self,
        program: Program,
        symbols: Symbols,
        layout: Layout,
        options: Mapping[str, Any],
    ) -> None:
        self.program = program
        self.symbols = symbols
        self.layout = layout
        self.options = options
        self.sites: list[Site] = []
        self.functions: list[ast.stmt] = []
        self.by_label = {b.label: b for b in program.blocks}
        self.decision_of = {d.label: i for i, d in enumerate(program.decisions)}
        self.context = _Context()
        self.shuffled = shuffled_piles(program, layout)
        self.tracks = tracks_knowledge(program, layout)
        self.firing_reads = frozenset(
            part for f in program.firing for s in f.body for part in reads_of_statement(s)
        )
        self.firing_writes = frozenset(
            part for f in program.firing for s in f.body for part in writes_of(s)
        )
        self.ending_reads = [reads(condition) for _, condition in program.ending]
        self.references: Counter[str] = Counter()
        self.numbers: dict[str, int] = {}

    # ---------------------------------------------------------------- the whole

    def emit(self) -> Emitted:
        """The module of the game."""
        self._count_references()
        order = [b.label for b in self.program.blocks if self._stands_alone(b.label)]
        self.numbers = {label: i for i, label in enumerate(order)}
        base = len(order)
        for i, decision in enumerate(self.program.decisions):
            self.numbers[decision.label] = base + i
        self.numbers[OVER] = base + len(self.program.decisions)
        if self.program.firing:
            self._settle()
        for k, (_, condition) in enumerate(self.program.ending):
            self._function(f"ending_{k}", [], [ast.Return(self.expr(condition))], False)
        names = []
        for label in order:
            function = f"b{self.numbers[label]}_{_identifier(label)}"
            names.append(function)
            self._block_function(function, self.by_label[label])
        for i, decision in enumerate(self.program.decisions):
            self._decision(i, decision)
        if self.program.winner is not None:
            self._function("winner", [], [ast.Return(self.expr(self.program.winner))], False)
        if self.program.payoff is not None:
            seat, value = self.program.payoff
            self._function("payoff", [seat.name], [ast.Return(self.expr(value))], False)
        self._start_values()
        module = ast.Module(self.functions, [])
        ast.fix_missing_locations(module)
        return Emitted(module, self.sites, self.numbers, names, base)

    def _function(
        self, title: str, parameters: Sequence[str], body: list[ast.stmt], generator: bool
    ) -> None:
        shell = ast.parse("def f(S): pass").body[0]
        assert isinstance(shell, ast.FunctionDef)
        shell.name = title
        shell.args.args += [ast.arg(p) for p in parameters]
        used = {n.id for s in body for n in ast.walk(s) if isinstance(n, ast.Name)}
        opening: list[ast.stmt] = []
        if "V" in used:
            opening.append(ast.Assign([store("V")], ast.Attribute(STATE, "cells", ast.Load())))
        if "P" in used:
            opening.append(ast.Assign([store("P")], ast.Attribute(STATE, "piles", ast.Load())))
        shell.body = opening + (body or [ast.Pass()])
        if generator and not any(isinstance(n, ast.Yield) for s in body for n in ast.walk(s)):
            shell.body.append(ast.Return(ast.Call(name("iter"), [ast.Tuple([], ast.Load())], [])))
        self.functions.append(shell)

    def function_of(self, expr: Expr, parameters: Sequence[str]) -> ast.Module:
        """A module with `f(S, parameters)`, which evaluates one expression."""
        before, self.functions = self.functions, []
        self.context = _Context()
        self._function("f", parameters, [ast.Return(self.expr(expr))], False)
        module = ast.Module(self.functions, [])
        self.functions = before
        ast.fix_missing_locations(module)
        return module

    def _start_values(self) -> None:
        """`start_cells(S)` fills the cells of a new game, in the order they were declared."""
        body: list[ast.stmt] = []
        for key, cell in self.layout.cells.items():
            if cell.start is None:
                continue
            base = self.layout.cell_base[key]
            seat = Local(cell.type, False, "player_0")
            if cell.per:
                count = self.layout.width(cell)
                target = ast.Subscript(CELLS, _plus(base, name(seat.name)), ast.Store())
                body.append(
                    ast.For(
                        store(seat.name), call("range", const(count)),
                        [ast.Assign([target], self._stored(cell.start))], [],
                    )
                )  # fmt: skip
            else:
                target = ast.Subscript(CELLS, const(base), ast.Store())
                body.append(ast.Assign([target], self._stored(cell.start)))
        self._function("start_cells", [], body, False)

    def _settle(self) -> None:
        self.context = _Context(settles=False, ends=False, in_firing=True)
        body: list[ast.stmt] = []
        for firing in self.program.firing:
            body += self.statements(firing.body)
        site = self.site(self.program.firing[0].site)
        loop = ast.For(store("_"), call("range", const(100)), [*body, ast.Return(None)], [])
        self._function("settle", [], [loop, ast.Expr(call("fires_for_ever", STATE, site))], False)
        self.context = _Context()

    # ---------------------------------------------------------------- blocks

    def _count_references(self) -> None:
        """How many ways lead to each label; those that examples start at stand alone."""
        count = self.references
        for block in self.program.blocks:
            count[self.resolve(block.next)] += 1
            for label in leaves(block.body):
                # A jump from within cannot be joined to what comes before.
                count[self.resolve(label)] += 2
        for decision in self.program.decisions:
            for move in decision.moves:
                count[self.resolve(move.next)] += 2
                for label in leaves(move.do):
                    count[self.resolve(label)] += 2
            if decision.stuck is not None:
                count[self.resolve(decision.stuck)] += 2
        for entry in self.program.entries.values():
            count[entry.prepare] += 2
            count[entry.go] += 2
        count[SETUP] += 2
        if self.program.blocks:
            count[self.resolve(READY)] += 2

    def resolve(self, label: str) -> str:
        """The first label on the way that does something."""
        seen = set()
        while label in self.by_label and not self.by_label[label].body and label not in seen:
            if label in (SETUP, READY) or label.endswith((":go", ":prepare")):
                break
            seen.add(label)
            label = self.by_label[label].next
        return label

    def _stands_alone(self, label: str) -> bool:
        return self.references[label] >= 2

    def number(self, label: str) -> ast.expr:
        """The number of the block or decision to go on with."""
        return const(self.numbers[self.resolve(label)])

    def _block_function(self, title: str, block: Block) -> None:
        self.context = _Context(ends=block.label != SETUP)
        if block.label.endswith(":prepare"):
            self.context.settles = self.context.ends = False
        statements: list[ast.stmt] = []
        seen = set()
        while True:
            seen.add(block.label)
            statements += self.statements(block.body)
            following = self.resolve(block.next)
            joined = (
                following in self.by_label
                and not self._stands_alone(following)
                and following not in seen
            )
            if not joined:
                statements.append(ast.Return(self.number(following)))
                break
            block = self.by_label[following]
        self._function(title, [], statements, False)
        self.context = _Context()

    # ---------------------------------------------------------------- decisions

    def _decision(self, i: int, decision: Decision) -> None:
        """`legal_i_m` yields the choices of a move, `check_i_m` says what is wrong with some,
        `do_i_m` carries it out; `bounds_i_m` stands beside where a single number is chosen."""
        can: list[ast.stmt] = []
        always = False
        for m, move in enumerate(decision.moves):
            parameters = [d.variable.name for d in move.choices]
            self._function(f"legal_{i}_{m}", [], self._legal(move), True)
            self._function(f"check_{i}_{m}", parameters, self._check(move), False)
            body = self.statements(move.do)
            body.append(ast.Return(self.number(move.next)))
            self._function(f"do_{i}_{m}", parameters, body, False)
            self.context = _Context()
            if is_simple_range(move):
                domain = move.choices[0]
                assert domain.low is not None and domain.high is not None
                low, high = self.expr(domain.low), self.expr(domain.high)
                self._function(
                    f"bounds_{i}_{m}", [], [ast.Return(ast.Tuple([low, high], ast.Load()))], False
                )
                if never_negative(domain.high) and domain.low == Const(domain.type, False, 0):
                    always = True
            if not move.choices and not move.may:
                always = True
            else:
                found = call("next", call(f"legal_{i}_{m}", STATE), const(None))
                test = ast.Compare(found, [ast.IsNot()], [const(None)])
                can.append(ast.If(test, [ast.Return(const(True))], []))
        if not always:
            self._function(f"can_move_{i}", [], [*can, ast.Return(const(False))], False)

    def _legal(self, move: MoveRule) -> list[ast.stmt]:
        """Loops over the choices, each condition as far out as its choices allow."""
        waiting = list(move.may)

        def tests(bound: set[str]) -> list[ast.expr]:
            ready = [r for r in waiting if choices_in(r.condition, move) <= bound]
            for rule in ready:
                waiting.remove(rule)
            return [self.expr(r.condition) for r in ready]

        def level(depth: int, bound: set[str]) -> list[ast.stmt]:
            asked = tests(bound)
            if depth == len(move.choices):
                values = ast.Tuple([name(d.variable.name) for d in move.choices], ast.Load())
                body: list[ast.stmt] = [ast.Expr(ast.Yield(values))]
            else:
                domain = move.choices[depth]
                inner = level(depth + 1, bound | {domain.variable.name})
                if domain.where is not None:
                    inner = [ast.If(self.expr(domain.where), inner, [])]
                body = [ast.For(store(domain.variable.name), self._members(domain), inner, [])]
            for test in reversed(asked):
                body = [ast.If(test, body, [])]
            return body

        return level(0, set())

    def _members(self, domain: Domain) -> ast.expr:
        if domain.how == "range":
            assert domain.low is not None and domain.high is not None
            return call("numbers", self.expr(domain.low), self.expr(domain.high))
        assert domain.source is not None
        source = self.expr(domain.source)
        if domain.how == "one":
            return call("distinct", source) if self._may_repeat(domain) else source
        assert domain.low is not None and domain.high is not None
        return call("choices_of", source, self.expr(domain.low), self.expr(domain.high))

    def _may_repeat(self, domain: Domain) -> bool:
        """Whether a list may hold a member twice, which is then offered once."""
        return isinstance(domain.source, Slot)

    def _check(self, move: MoveRule) -> list[ast.stmt]:
        """Returns 0 for a legal choice, -n if the n-th choice is not on offer, n if the n-th
        condition fails."""
        body: list[ast.stmt] = []
        for k, domain in enumerate(move.choices):
            value = name(domain.variable.name)
            fine: ast.expr
            if domain.how == "range":
                assert domain.low is not None and domain.high is not None
                low, high = self.expr(domain.low), self.expr(domain.high)
                if domain.low.maybe or domain.high.maybe:
                    fine = call("is_between", value, low, high)
                else:
                    fine = ast.Compare(low, [ast.LtE(), ast.LtE()], [value, high])
            elif domain.how == "one":
                assert domain.source is not None
                fine = ast.Compare(value, [ast.In()], [self.expr(domain.source)])
                if domain.where is not None:
                    fine = ast.BoolOp(ast.And(), [fine, self.expr(domain.where)])
            else:
                assert domain.source is not None and domain.low and domain.high
                fine = call(
                    "is_choice_of", value, self.expr(domain.source), self.expr(domain.low),
                    self.expr(domain.high),
                )  # fmt: skip
            body.append(ast.If(_not(fine), [ast.Return(const(-k - 1))], []))
        for k, rule in enumerate(move.may):
            body.append(ast.If(_not(self.expr(rule.condition)), [ast.Return(const(k + 1))], []))
        body.append(ast.Return(const(0)))
        return body

    # ---------------------------------------------------------------- statements

    def statements(self, statements: Iterable[Stmt]) -> list[ast.stmt]:
        """Python statements; what is computed more than once between two effects is kept."""
        result: list[ast.stmt] = []
        waiting = list(statements)
        while waiting:
            run = _pure_run(waiting)
            if run:
                result += self._keep_repeated(waiting[:run])
            statement = waiting.pop(0)
            emitted = self.statement(statement)
            _at(emitted, statement)
            result += emitted
            if not _is_pure(statement):
                self.context.available = {}
        return result

    def _keep_repeated(self, run: Sequence[Stmt]) -> list[ast.stmt]:
        count: Counter[Expr] = Counter()
        bound = frozenset(s.name for s in run if isinstance(s, Bind))
        for statement in run:
            for condition in _asked(statement):
                _count_shared(condition, count, bound)
        kept: list[ast.stmt] = []
        # Inner expressions first, so that outer ones can use them.
        for expr in sorted(count, key=_size):
            if count[expr] < 2 or expr in self.context.available or not _worth_keeping(expr):
                continue
            variable = f"t{self.context.temporaries}"
            self.context.temporaries += 1
            value = self.expr(expr)
            kept.append(ast.Assign([store(variable)], value))
            self.context.available[expr] = variable
        return kept

    def statement(self, statement: Stmt) -> list[ast.stmt]:
        """One statement."""
        match statement:
            case Set():
                return [self._set(statement)]
            case Bind():
                return [ast.Assign([store(statement.name)], self._stored(statement.value))]
            case Do():
                return self._do(statement)
            case If():
                return self._if(statement)
            case For():
                source = self.expr(statement.source)
                if isinstance(statement.source, CardsIn):
                    source = call("tuple", source)
                self.context.available = {}
                body = self.statements(statement.body)
                return [ast.For(store(statement.variable.name), source, body or [ast.Pass()], [])]
            case Changed():
                return self._changed(statement.parts)
            case Leave():
                return [ast.Return(self.number(statement.label))]
            case GameOver():
                return [ast.Return(call("finish", STATE, const(statement.reason)))]
            case Start():
                return self._start(statement)
            case Fired():
                return [ast.Continue()]
            case CarryOut():
                return self._carry_out(statement)

    def _if(self, statement: If) -> list[ast.stmt]:
        test = self.expr(statement.condition)
        before = dict(self.context.available)
        body = self.statements(statement.body)
        self.context.available = dict(before)
        otherwise = self.statements(statement.otherwise)
        self.context.available = before
        if not body and not otherwise:
            return []
        if not body:
            return [ast.If(_not(test), otherwise, [])]
        return [ast.If(test, body, otherwise)]

    def _set(self, statement: Set) -> ast.stmt:
        cell = self.layout.cells.get(statement.target.key)
        value = self._stored(statement.value)
        if statement.site is not None and cell is not None:
            if cell.low is not None and cell.high is not None:
                value = call(
                    "in_range", value, self.expr(cell.low), self.expr(cell.high),
                    self.site(statement.site),
                )  # fmt: skip
            elif statement.value.maybe and (
                cell.type.name in ("number", "yes/no", "word") or statement.site.what == "player"
            ):
                value = call("needed", value, self.site(statement.site))
        return ast.Assign([self._target(statement.target)], value)

    def _target(self, slot: Slot) -> ast.expr:
        return ast.Subscript(CELLS, self.address(slot), ast.Store())

    def _stored(self, value: Expr) -> ast.expr:
        """A value as a state keeps it: lists as tuples."""
        emitted = self.expr(value)
        if value.type.is_list and not (
            isinstance(value, Items | Slot | Const)
            or (isinstance(value, Call) and value.function in _TUPLES)
        ):
            return call("tuple", emitted)
        return emitted

    def address(self, slot: Slot) -> ast.expr:
        """The number of a cell."""
        base = self.layout.cell_base[slot.key]
        if slot.index is None:
            return const(base)
        return _plus(base, self.expr(slot.index))

    def site(self, site: Site) -> ast.expr:
        """The number of a place in the rule file."""
        if site not in self.sites:
            self.sites.append(site)
        return const(self.sites.index(site))

    def _do(self, statement: Do) -> list[ast.stmt]:
        if statement.procedure == "gather" and self._is_plain_gather(statement):
            source, into = (index(PILES, self.expr(a)) for a in statement.arguments[:2])
            return [
                ast.AugAssign(_as_target(into), ast.Add(), source),
                ast.Expr(ast.Call(ast.Attribute(source, "clear", ast.Load()), [], [])),
            ]
        done: ast.stmt = ast.Expr(self._procedure(statement))
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

    def _is_plain_gather(self, statement: Do) -> bool:
        """Whether cards that all have seen go where all see them: nothing is to be noted."""
        source, into, under = statement.arguments
        if self.tracks or source == into or under != Const(under.type, False, False):
            return False
        names = (source.type.pile, into.type.pile)
        if not all(isinstance(a, PileAt) and not a.maybe for a in (source, into)):
            return False
        declared = [self.layout.piles[n] for n in names if n is not None]
        return names[0] not in self.shuffled and not any(
            p.face == "either" or p.remembers_who_played for p in declared
        )

    def _procedure(self, statement: Do) -> ast.expr:
        arguments = [
            self.address(a.slot) if isinstance(a, Address) else self._argument(a, statement.site)
            for a in statement.arguments
        ]
        return call(statement.procedure, STATE, *arguments, self.site(statement.site))

    def _argument(self, argument: Expr, site: Site) -> ast.expr:
        """A pile that a line needs has to be there."""
        if argument.type.name == "pile" and argument.maybe and not isinstance(argument, Const):
            return call("needed", self.expr(argument), self.site(site))
        return self.expr(argument)

    def _start(self, statement: Start) -> list[ast.stmt]:
        cell = self.layout.cells[statement.key]
        base = self.layout.cell_base[statement.key]
        variable = statement.variable
        count = self.layout.width(cell)
        if isinstance(statement.value, Const):
            section = ast.Slice(const(base), const(base + count))
            values = const((statement.value.value,) * count)
            return [ast.Assign([ast.Subscript(CELLS, section, ast.Store())], values)]
        target = ast.Subscript(CELLS, _plus(base, name(variable.name)), ast.Store())
        body: list[ast.stmt] = [ast.Assign([target], self._stored(statement.value))]
        return [ast.For(store(variable.name), call("range", const(count)), body, [])]

    def _changed(self, parts: frozenset[str]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        if self.context.in_firing:
            return result
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
                    short = sum(1 for _ in walk(condition)) < _SHORT
                    test = self.expr(condition) if short else call(f"ending_{k}", STATE)
                    result.append(ast.If(test, [over], []))
        return result

    def _carry_out(self, statement: CarryOut) -> list[ast.stmt]:
        decision = self.program.decisions[statement.decision]
        live = index(CELLS, const(self.layout.cell_base["live"]))
        seat, move, values = name("seat"), name("move"), name("values")
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
        target = ast.Tuple([store("seat"), store("move"), store("values")], ast.Store())
        return [ast.For(target, index(CELLS, self.address(statement.chosen)), body, [])]

    # ---------------------------------------------------------------- expressions

    def expr(self, expr: Expr) -> ast.expr:
        """One expression."""
        kept = self.context.available.get(expr)
        if kept is not None:
            return name(kept)
        match expr:
            case Const():
                return const(expr.value)
            case OptionValue():
                return const(self.options[expr.name])
            case Local():
                return name(expr.name)
            case Slot():
                return self._slot(expr)
            case PileAt():
                return self._pile(expr)
            case PilesAt():
                return self._piles(expr)
            case CardsIn():
                return self._cards_in(expr)
            case Lookup():
                table = expr.table.upper() + ("_OR_NOTHING" if expr.of.maybe else "")
                return index(name(table), self.expr(expr.of))
            case Op():
                return self._op(expr)
            case Call():
                return self._call(expr)
            case Choose():
                return ast.IfExp(
                    self.expr(expr.condition), self.expr(expr.then), self.expr(expr.otherwise)
                )
            case NoRow():
                return call("no_row", STATE, self.site(expr.site))
            case Items():
                return ast.Tuple([self.expr(i) for i in expr.items], ast.Load())
            case Loop():
                return self._loop(expr)
            case Address():
                return self.address(expr.slot)
        raise AssertionError(expr)

    def _slot(self, slot: Slot) -> ast.expr:
        if slot.index is not None and slot.index.maybe:
            base = self.layout.cell_base[slot.key]
            return call("cell_of", STATE, const(base), self.expr(slot.index))
        return index(CELLS, self.address(slot))

    def _pile(self, pile: PileAt) -> ast.expr:
        base = self.layout.pile_base[pile.pile]
        if pile.seat is None:
            return const(base)
        if pile.maybe:
            return call("pile_of", const(base), self.expr(pile.seat))
        return _plus(base, self.expr(pile.seat))

    def _piles(self, piles: PilesAt) -> ast.expr:
        declared = self.layout.piles[piles.pile]
        if declared.groups:
            seat = const(None) if piles.seat is None else self.expr(piles.seat)
            everyone = const(piles.seat is None and declared.per_player)
            return call("groups", STATE, const(piles.pile), seat, everyone)
        base, count = self.layout.pile_base[piles.pile], declared.count or 1
        if not declared.per_player:
            return const(tuple(range(base, base + count)))
        if piles.seat is not None:
            return call("family_of", const(base), const(count), self.expr(piles.seat))
        if piles.everyone:
            return const(tuple(range(base, base + count * self.layout.players)))
        dealer: ast.expr = const(None)
        memory = self.layout.cells.get("memory dealer")
        if memory is not None and memory.per == "" and memory.type.name == "player":
            dealer = index(CELLS, const(self.layout.cell_base["memory dealer"]))
        return call("hands", STATE, const(base), const(count), dealer)

    def _cards_in(self, cards: CardsIn) -> ast.expr:
        of = cards.of
        if of.type.name == "piles":
            function = "cards_of" if cards.ordered else "cards_of_unordered"
            return call(function, STATE, self.expr(of))
        if of.maybe:
            return call("cards_at", STATE, self.expr(of))
        pile = of.type.pile
        if cards.ordered and (pile is None or pile in self.shuffled):
            return call("look", STATE, self.expr(of))
        return index(PILES, self.expr(of))

    def _op(self, expr: Op) -> ast.expr:
        op, maybe = expr.op, any(o.maybe for o in expr.operands)
        values = [self.expr(o) for o in expr.operands]
        if op == "not":
            return _not(values[0])
        if op in ("and", "or"):
            return ast.BoolOp(ast.And() if op == "and" else ast.Or(), values)
        if op in ("=", "!="):
            same = op == "="
            for value, other in ((values[0], values[1]), (values[1], values[0])):
                if isinstance(value, ast.Constant) and value.value is None:
                    return ast.Compare(other, [ast.Is() if same else ast.IsNot()], [value])
            return ast.Compare(values[0], [ast.Eq() if same else ast.NotEq()], [values[1]])
        if op == "in":
            return ast.Compare(values[0], [ast.In()], [values[1]])
        if op == "join":
            parts: list[ast.expr] = [ast.Starred(v, ast.Load()) for v in values]
            return ast.List(parts, ast.Load())
        if op == "without":
            return call("without", *values)
        if op in ("/", "mod"):
            return self._divide(expr, values)
        if op in ("<", "<="):
            sign = ast.Lt() if op == "<" else ast.LtE()
            if not maybe:
                return ast.Compare(values[0], [sign], [values[1]])
            # Nothing on the left is above all there is, on the right below: so the answer is no.
            left = self._bounded(expr.operands[0], "_OR_ABOVE")
            right = self._bounded(expr.operands[1], "_OR_BELOW")
            if left is not None and right is not None:
                return ast.Compare(left, [sign], [right])
        if op == "neg" and not maybe:
            return ast.UnaryOp(ast.USub(), values[0])
        if op in _OPERATORS and not maybe:
            return ast.BinOp(values[0], _OPERATORS[op], values[1])
        if op in ("smaller", "larger") and not maybe and all(_is_short(v) for v in values):
            test = ast.Compare(
                values[0], [ast.LtE() if op == "smaller" else ast.GtE()], [values[1]]
            )
            return ast.IfExp(test, values[0], values[1])
        return call(_NAMES[op], *values)

    def _bounded(self, expr: Expr, nothing: str) -> ast.expr | None:
        """A number that is there or looked up; None where it takes more to compare it."""
        if not expr.maybe:
            return self.expr(expr)
        if isinstance(expr, Lookup) and expr.table in ("rank", "value"):
            return index(name(expr.table.upper() + nothing), self.expr(expr.of))
        return None

    def _divide(self, expr: Op, values: list[ast.expr]) -> ast.expr:
        divisor = values[1]
        if (
            isinstance(divisor, ast.Constant)
            and divisor.value not in (0, None)
            and not expr.operands[0].maybe
        ):
            return ast.BinOp(values[0], ast.FloorDiv() if expr.op == "/" else ast.Mod(), divisor)
        assert expr.site is not None
        function = "divide" if expr.op == "/" else "modulo"
        return call(function, STATE, *values, self.site(expr.site))

    def _call(self, expr: Call) -> ast.expr:
        function, arguments = expr.function, [self.expr(a) for a in expr.arguments]
        if function == "size":
            return call("len", arguments[0])
        if function == "same_rank":
            # Nothing has no rank, not even that of nothing.
            above, below = name("RANK_OR_ABOVE"), name("RANK_OR_BELOW")
            return ast.Compare(index(above, arguments[0]), [ast.Eq()], [index(below, arguments[1])])
        if function == "matches":
            part = ast.comprehension(store("c"), arguments[1], [], 0)
            there = ast.ListComp(index(name("RANK"), name("c")), [part])
            return ast.Compare(index(name("RANK_OR_ABOVE"), arguments[0]), [ast.In()], [there])
        if function == "only" and _is_short(arguments[0]):
            one = ast.Compare(call("len", arguments[0]), [ast.Eq()], [const(1)])
            return ast.IfExp(one, index(arguments[0], const(0)), const(None))
        if function == "head":
            return index(arguments[0], const(0))
        if function == "rest":
            return index(arguments[0], ast.Slice(const(1), None))
        if function in ("highest", "lowest"):
            key = ast.keyword("key", name("card_rank"))
            default = ast.keyword("default", const(None))
            function = "max" if function == "highest" else "min"
            return ast.Call(name(function), arguments, [key, default])
        if function in ("first", "last") and isinstance(expr.arguments[0], Items):
            items = expr.arguments[0].items
            return self.expr(items[0 if function == "first" else -1]) if items else const(None)
        if function in _FREE or function in _STATE_FREE_RUNTIME:
            return call(function, *arguments)
        return call(function, STATE, *arguments)

    # ---------------------------------------------------------------- loops

    def _loop(self, loop: Loop) -> ast.expr:
        if (
            isinstance(loop.source, Call)
            and loop.source.function == "turn_order"
            and loop.how in ("all", "first", "last")
            and loop.where is not None
            and loop.value is None
        ):
            # Few are found: it is quicker to put those in order than to go round all.
            members, dealer = loop.source.arguments
            found = replace(loop, how="all", source=members, type=loop.source.type)
            order = call("turn_order", self.expr(found), self.expr(dealer))
            return order if loop.how == "all" else call(loop.how, order)
        if (
            loop.how in ("any", "no")
            and loop.where is not None
            and loop.source == Slot(loop.source.type, False, "live")
            and _is_short_condition(loop.where)
        ):
            return self._of_each_seat(loop, loop.where)
        source = self.expr(loop.source)
        variable = loop.variable.name
        if loop.where is None and loop.how in ("any", "no", "count"):
            size = call("len", source)
            if loop.how == "count":
                return size
            return ast.Compare(size, [ast.Gt() if loop.how == "any" else ast.Eq()], [const(0)])
        if loop.where is None and loop.how == "every":
            return const(True)

        def comprehension(kind: type, value: ast.expr, where: Expr | None) -> ast.expr:
            tests = [] if where is None else [self.expr(where)]
            part = ast.comprehension(store(variable), source, tests, 0)
            made: ast.expr = kind(value, [part])
            return made

        thing = name(variable)
        value = thing if loop.value is None else self.expr(loop.value)
        match loop.how:
            case "any" | "every" | "no":
                assert loop.where is not None
                if loop.variable.type.name in ("player", "team", "suit") and loop.how != "every":
                    some = comprehension(ast.ListComp, thing, loop.where)
                    size = call("len", some)
                    return ast.Compare(
                        size, [ast.Gt() if loop.how == "any" else ast.Eq()], [const(0)]
                    )
                test = self.expr(loop.where)
                asked = comprehension(ast.GeneratorExp, test, None)
                if loop.how == "every":
                    return call("all", asked)
                return call("any", asked) if loop.how == "any" else _not(call("any", asked))
            case "count":
                return call("len", comprehension(ast.ListComp, const(1), loop.where))
            case "all":
                return comprehension(ast.ListComp, value, loop.where)
            case "first":
                if loop.variable.type.name in ("player", "team", "suit"):
                    return call("first", comprehension(ast.ListComp, thing, loop.where))
                one = comprehension(ast.GeneratorExp, thing, loop.where)
                return call("next", one, const(None))
            case "last":
                return call("last", comprehension(ast.ListComp, thing, loop.where))
            case "sum":
                values = comprehension(ast.ListComp, value, loop.where)
                maybe = loop.value is not None and loop.value.maybe
                return call("total" if maybe else "sum", values)
            case "largest" | "smallest":
                return call(loop.how, comprehension(ast.ListComp, value, loop.where))
        members = source
        if loop.where is not None:
            members = comprehension(ast.ListComp, thing, loop.where)
        elif not isinstance(loop.source, CardsIn | Slot | Local):
            members = source
        if loop.how in ("max", "min") and _is_card_rank(loop):
            key = ast.keyword("key", name("card_rank"))
            default = ast.keyword("default", const(None))
            return ast.Call(name(loop.how), [members], [key, default])
        values = comprehension(ast.ListComp, value, loop.where)
        greatest = const(loop.how in ("max", "most"))
        function = "extreme" if loop.how in ("max", "min") else "extremes"
        return call(function, members, values, greatest)

    def _of_each_seat(self, loop: Loop, where: Expr) -> ast.expr:
        """`any player has ...`, seat by seat: quicker than going through those still in."""
        live = self.expr(loop.source)
        tests: list[ast.expr] = []
        for seat in range(self.layout.players):
            player = Const(loop.variable.type, False, seat)
            holds = self.expr(substituted(where, loop.variable, player))
            tests.append(
                ast.BoolOp(ast.And(), [holds, ast.Compare(const(seat), [ast.In()], [live])])
            )
        some = tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
        return some if loop.how == "any" else _not(some)


# --------------------------------------------------------------------------------------------
# Questions about the program


def substituted(expr: Expr, variable: Local, value: Expr) -> Expr:
    """An expression with a value in the place of a variable."""
    if expr == variable:
        return value
    changes: dict[str, Any] = {}
    for part in fields(expr):
        held = getattr(expr, part.name)
        if isinstance(held, Expr):
            changes[part.name] = substituted(held, variable, value)
        elif isinstance(held, tuple) and held and isinstance(held[0], Expr):
            changes[part.name] = tuple(substituted(h, variable, value) for h in held)
    return replace(expr, **changes) if changes else expr


def _is_short_condition(condition: Expr) -> bool:
    return sum(1 for _ in walk(condition)) <= _SHORT and not any(
        isinstance(e, Loop) for e in walk(condition)
    )


def leaves(statements: Iterable[Stmt]) -> Iterable[str]:
    """The labels that statements may jump to."""
    for statement in statements:
        match statement:
            case Leave():
                yield statement.label
            case GameOver():
                yield OVER
            case If():
                yield from leaves(statement.body)
                yield from leaves(statement.otherwise)
            case For():
                yield from leaves(statement.body)
            case CarryOut():
                yield from leaves(statement.stuck)


def reads(expr: Expr) -> frozenset[str]:
    """The parts of the state that an expression looks at."""
    parts: set[str] = set()
    for node in walk(expr):
        match node:
            case Slot():
                parts.add(node.key)
            case CardsIn():
                pile = node.of.type.pile or (node.of.type.item.pile if node.of.type.item else None)
                parts.add(f"pile {pile}" if pile else "piles")
            case PilesAt():
                parts.add(f"pile {node.pile}")
                parts.add("live")
            case Call():
                parts |= node.reads
    return frozenset(parts)


def reads_of_statement(statement: Stmt) -> frozenset[str]:
    """The parts that the condition of a row of `at any time` looks at."""
    match statement:
        case Bind():
            return reads(statement.value)
        case If():
            return reads(statement.condition)
    return frozenset()


def writes_of(statement: Stmt) -> frozenset[str]:
    """The parts that a statement says it changes."""
    match statement:
        case Changed():
            return statement.parts
        case If():
            inner = (*statement.body, *statement.otherwise)
        case For():
            inner = statement.body
        case _:
            return frozenset()
    return frozenset(part for s in inner for part in writes_of(s))


def touches(written: frozenset[str], read: frozenset[str]) -> bool:
    """Whether what is written may be read there; `piles` is any pile."""
    if written & read:
        return True
    if "piles" in written:
        return any(part.startswith("pile") for part in read)
    return "piles" in read and any(part.startswith("pile") for part in written)


def shuffled_piles(program: Program, layout: Layout) -> frozenset[str]:
    """The names of piles whose order may be undecided."""
    names = {p.name for p in layout.piles.values() if p.refilled_from is not None}
    unknown = False

    def look(statements: Iterable[Stmt]) -> None:
        nonlocal unknown
        for statement in statements:
            match statement:
                case Do() if statement.procedure == "shuffle":
                    pile = statement.arguments[0].type.pile
                    if pile is None:
                        unknown = True
                    else:
                        names.add(pile)
                case Do() if statement.procedure == "shuffle_into":
                    pile = statement.arguments[1].type.pile
                    if pile is not None:
                        names.add(pile)
                case If():
                    look(statement.body)
                    look(statement.otherwise)
                case For() | CarryOut():
                    look(statement.body if isinstance(statement, For) else statement.stuck)

    for block in program.blocks:
        look(block.body)
    for decision in program.decisions:
        for move in decision.moves:
            look(move.do)
    for firing in program.firing:
        look(firing.body)
    return frozenset(layout.piles) if unknown else frozenset(names)


def tracks_knowledge(program: Program, layout: Layout) -> bool:
    """Whether it can matter who remembers where cards lie.

    It cannot where cards come to a pile that somebody does not see only by being shuffled into it.
    """
    hidden = {p.name for p in layout.piles.values() if p.face != "up"}

    def moves_there(statements: Iterable[Stmt]) -> bool:
        for statement in statements:
            match statement:
                case Do() if statement.procedure == "show":
                    return True
                case Do() if statement.procedure.startswith(MOVING):
                    for argument in statement.arguments[1:2]:
                        kind = argument.type
                        pile = kind.pile or (kind.item.pile if kind.item else None)
                        if statement.procedure == "lay" or pile is None or pile in hidden:
                            return True
                case If():
                    if moves_there(statement.body) or moves_there(statement.otherwise):
                        return True
                case For():
                    if moves_there(statement.body):
                        return True
                case CarryOut():
                    if moves_there(statement.stuck):
                        return True
        return False

    return (
        any(moves_there(b.body) for b in program.blocks)
        or any(moves_there(m.do) for d in program.decisions for m in d.moves)
        or any(moves_there(f.body) for f in program.firing)
    )


MOVING = ("deal", "move", "gather", "flip", "lay", "shuffle_into")


def choices_in(expr: Expr, move: MoveRule) -> set[str]:
    """The choices of a move that an expression reads."""
    names = {d.variable.name for d in move.choices}
    return {n.name for n in walk(expr) if isinstance(n, Local)} & names


def is_simple_range(move: MoveRule) -> bool:
    """Whether a move is just a number between two bounds."""
    return (
        len(move.choices) == 1
        and move.choices[0].how == "range"
        and all(not choices_in(r.condition, move) for r in move.may)
        and not move.may
    )


def never_negative(expr: Expr) -> bool:
    """Whether a number is surely 0 or more."""
    match expr:
        case Const():
            return isinstance(expr.value, int) and expr.value >= 0
        case Slot():
            return expr.key.startswith("chips") and not expr.maybe
        case Op() if expr.op in ("smaller", "larger", "+", "*"):
            return all(never_negative(o) for o in expr.operands)
        case Call():
            return expr.function == "size"
    return False


# --------------------------------------------------------------------------------------------
# Small things


def _plus(base: int, offset: ast.expr) -> ast.expr:
    if isinstance(offset, ast.Constant) and isinstance(offset.value, int):
        return const(base + offset.value)
    return offset if base == 0 else ast.BinOp(const(base), ast.Add(), offset)


def _as_target(value: ast.expr) -> ast.expr:
    assert isinstance(value, ast.Subscript)
    return ast.Subscript(value.value, value.slice, ast.Store())


def _not(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def _is_short(value: ast.expr) -> bool:
    """Whether computing a value twice costs next to nothing."""
    if isinstance(value, ast.Subscript):
        return _is_short(value.slice)
    if isinstance(value, ast.BinOp):
        return _is_short(value.left) and _is_short(value.right)
    return isinstance(value, ast.Constant | ast.Name)


def _unordered(source: Expr) -> Expr:
    if isinstance(source, Call) and source.function == "turn_order":
        return source.arguments[0]
    return source


def _identifier(label: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in label)


def _is_card_rank(loop: Loop) -> bool:
    return (
        isinstance(loop.value, Lookup)
        and loop.value.table == "rank"
        and loop.value.of == loop.variable
        and not loop.value.of.maybe
    )


def _is_pure(statement: Stmt) -> bool:
    """Whether a statement changes nothing of the state."""
    match statement:
        case Bind():
            return not any(isinstance(e, Call) and e.function == "random_member"
                           for e in walk(statement.value))  # fmt: skip
        case Do():
            return statement.procedure == "only_one_row"
        case If():
            # What follows is reached without the body's effects only if the body leaves; so a
            # guard that does anything ends what may be kept.
            return all(isinstance(s, Leave | GameOver) for s in statement.body) and not (
                statement.otherwise
            )
    return False


def _pure_run(statements: Sequence[Stmt]) -> int:
    """How many statements from the first on are asked before anything changes."""
    count = 0
    for statement in statements:
        count += 1
        if not _is_pure(statement):
            return count if isinstance(statement, If) else count - 1
    return count


def _asked(statement: Stmt) -> Iterable[Expr]:
    """The expressions that a statement evaluates before it changes anything."""
    match statement:
        case Bind():
            yield statement.value
        case If():
            yield statement.condition
            if len(statement.otherwise) == 1:
                yield from _asked(statement.otherwise[0])


def _count_shared(expr: Expr, count: Counter[Expr], bound: frozenset[str] = frozenset()) -> None:
    """Count the parts of an expression that could be computed beforehand."""
    free = {n.name for n in walk(expr) if isinstance(n, Local)}
    own = {n.variable.name for n in walk(expr) if isinstance(n, Loop)}
    if not free & bound and not _may_fail(expr) and not (free - own) & {"member"}:
        count[expr] += 1
        if count[expr] > 1:
            return
    inner = bound | {expr.variable.name} if isinstance(expr, Loop) else bound
    for child in expr.children:
        _count_shared(child, count, inner)


def _may_fail(expr: Expr) -> bool:
    return any(
        isinstance(e, NoRow)
        or (isinstance(e, Op) and e.op in ("/", "mod"))
        or (isinstance(e, Call) and e.function in ("random_member", "needed"))
        for e in walk(expr)
    )


def _worth_keeping(expr: Expr) -> bool:
    match expr:
        case Const() | OptionValue() | Local() | PileAt() | Address() | Items() | Lookup():
            return False
        case Slot():
            return expr.index is not None and isinstance(expr.index, Slot)
        case CardsIn():
            return isinstance(expr.of, Expr) and expr.of.type.name == "piles"
    return True


def _size(expr: Expr) -> int:
    return sum(1 for _ in walk(expr))


def _at(emitted: list[ast.stmt], statement: Stmt) -> None:
    """Give emitted statements the place of the rule they come from."""
    site = getattr(statement, "site", None)
    if not isinstance(site, Site):
        return
    span: Span = site.span
    start_line, start = span.file.position(span.start)
    end_line, end = span.file.position(span.end)
    for statement_ in emitted:
        for node in ast.walk(statement_):
            if isinstance(node, ast.stmt | ast.expr) and not hasattr(node, "lineno"):
                node.lineno, node.end_lineno = start_line, end_line
                node.col_offset = _bytes(span, start_line, start)
                node.end_col_offset = _bytes(span, end_line, end)


def _bytes(span: Span, line: int, column: int) -> int:
    """Python counts columns in bytes of UTF-8."""
    return len(span.file.line(line)[: column - 1].encode())
