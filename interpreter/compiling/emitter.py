"""A checked program as Python: `ast` nodes that carry the rule file's positions, never strings.

One function for each stretch between two decisions (blocks with one way in are joined to what comes
before), and for each move: what may be chosen, whether a choice is legal, what it does. Options, the
number of players and the places of cells are constants. A block returns the number of what comes
next; numbers from `decision_base` on are decisions, the last one is the end.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..checking.core import (
    OVER,
    READY,
    SETUP,
    Call,
    CardsIn,
    Const,
    Decision,
    Expr,
    MoveRule,
    PileAt,
    Program,
    Site,
    Slot,
    phase_of,
    walk,
)
from ..checking.facts import ONLY_IN_EXAMPLES, is_simple_range, leaves, never_negative
from ..checking.layout import Layout
from .choice_code import ChoiceEmitter
from .constants import Unset
from .context import Context
from .opening import at_first, before_chance
from .python_code import (
    STATE,
    call,
    const,
    function,
    identifier,
    name,
    nodes_in,
    put_at,
    put_somewhere,
    size_of,
    store,
)
from .unused import finished

REFUSED = -1
"""What a move's function returns for choices that are not legal, before it does anything."""
CHOICES = "choices"
"""What is chosen in a move, where its function gets all of that at once."""
ACTOR = "actor"
"""Whoever makes a move, in its function."""
_NOWHERE = (1, 1, 0, 0)
"""The place of code that no line of a rule file stands for."""
_ROOM = 2500
"""How many nodes of code that stands elsewhere too may be written out once more in a function."""


@dataclass(slots=True)
class Emitted:
    """The module and what the machine finds in it by name.

    `blocks` are names of functions; which of all functions are not there yet the emitter knows (`later`).
    `sites` are the places of the rule file by the numbers in the code; `labels` the number of each
    block by its label; `always` the decisions, from 0, at which some move is always legal, so that nothing
    has to be asked there.
    """

    module: ast.Module
    sites: list[Site]
    labels: dict[str, int]
    blocks: list[str]
    decision_base: int
    always: frozenset[int]


class Emitter(ChoiceEmitter):
    """Turns the program of one game into Python."""

    tabulates = True
    """Whether what is asked of single cards is worked out beforehand, for all of them, and what turns
    out not to be asked is left out again."""

    def __init__(
        self,
        program: Program,
        layout: Layout,
        options: Mapping[str, Any],
        numbers: Mapping[str, Sequence[int]] | None = None,
        all_suited: bool = False,
    ) -> None:
        super().__init__(program, layout, options, numbers, all_suited)
        self.program = program = self._written_out(program)
        self.functions: list[ast.stmt] = []
        self._always: set[int] = set()
        self._long: set[int] = set()  # decisions whose lists of moves are longer than there is room
        self._tables_out = 0  # how many of the tables stand in the module of the game
        self.by_label = {b.label: b for b in program.blocks}
        self.decision_base = 0
        self._order: list[str] = []
        self._gone_to = {SETUP}
        self.references: Counter[str] = Counter()
        self.numbers: dict[str, int] = {}
        #: What writes the functions that are only made when somebody comes to them (`made`), by name.
        self.later: dict[str, Callable[[], None]] = {}
        self._whole = True

    # ---------------------------------------------------------------- the whole

    def _written_out(self, program: Program) -> Program:
        """The program with what is settled before the game."""
        return self.settled.program(program)

    def emit(self, whole: bool = True) -> Emitted:
        """The module of the game, with all that can be reached in it; unless it is to be `whole`, only
        with what leads to the first decision."""
        self._whole = whole
        self.tables.of_cards_too = self.tabulates
        self._count_references()
        order = [b.label for b in self.program.blocks if self._stands_alone(b.label)]
        self.numbers = {label: i for i, label in enumerate(order)}
        base = self.decision_base = len(order)
        for i, decision in enumerate(self.program.decisions):
            self.numbers[decision.label] = base + i
        self.numbers[OVER] = base + len(self.program.decisions)
        if self.program.firing:
            self._settle()
        for k, (_, condition) in enumerate(self.program.ending):
            self._function(f"ENDING_{k}", [], [ast.Return(self.expr(condition))], False)
        self._order = order
        unset = Unset(self.program)
        for i, decision in enumerate(self.program.decisions):
            self._decision(i, decision, unset)
        if self.program.winner is not None:
            self._function("winner", [], [ast.Return(self.expr(self.program.winner))], False)
        if self.program.payoff is not None:
            seat, value = self.program.payoff
            self._function("payoff", [seat.name], [ast.Return(self.expr(value))], False)
        self._function("start_cells", [], self._start_values(), False)
        self._open()
        for expr, title in self.settled.rankwise.asked.items():
            self._of_ranks(title, expr)
        for label in order:
            self.later[self._title(label)] = partial(self._block_function, label)
        if whole:
            self._blocks_gone_to()
        names = [self._title(label) for label in order]
        module = ast.Module([*self.tables.assignments, *self.functions], [])
        self.tables_stand()
        self.tables.of_cards_too = False
        put_somewhere(self.tables.assignments, _NOWHERE)
        return Emitted(module, self.sites, self.numbers, names, base, frozenset(self._always))

    def _blocks_gone_to(self) -> None:
        written: set[str] = set()
        while self._gone_to - written:
            label = min(self._gone_to - written, key=self.numbers.__getitem__)
            written.add(label)
            if label in self.by_label:
                self.later.pop(self._title(label))()

    def _in_time(self, title: str, write: Callable[[], None]) -> None:
        """A function is written now for the whole module, and else when somebody comes to it."""
        if self._whole:
            write()
        else:
            self.later[title] = write

    def _function(
        self, title: str, parameters: Sequence[str], body: list[ast.stmt], generator: bool
    ) -> None:
        used, yields = finished(body, _NOWHERE)
        opening: list[ast.stmt] = []
        if "V" in used:
            opening.append(ast.Assign([store("V")], ast.Attribute(STATE, "cells", ast.Load())))
        if "P" in used:
            opening.append(ast.Assign([store("P")], ast.Attribute(STATE, "piles", ast.Load())))
        whole = opening + (body or [ast.Pass()])
        if generator and not yields:
            whole.append(ast.Return(ast.Call(name("iter"), [ast.Tuple([], ast.Load())], [])))
        shell = function(title, ["S", *parameters], whole)
        put_at([shell], _NOWHERE)
        self.functions.append(shell)

    def _of_ranks(self, title: str, expr: Expr) -> None:
        """What is said of the ranks of some `cards`, and where it is kept."""
        self.context, self.phase = Context(), ""
        body = [*self._kept([expr], frozenset()), ast.Return(self.expr(expr))]
        shell = function(title, ["cards"], body)
        known = ast.Assign([store(f"KNOWN_{title}")], ast.Dict([], []))
        self.tables.assignments += [known, shell]
        self.context = Context()

    def _title(self, label: str) -> str:
        return f"b{self.numbers[label]}_{identifier(label)}"

    def made(self, title: str) -> ast.Module:
        """A module with a function that the module of the game has not, and the tables that it asks.

        Those who have carried it out say so (`tables_stand`).
        """
        self.tables.of_cards_too = self.tabulates
        return self._with_tables(self.later[title])

    def _with_tables(self, write: Callable[[], None]) -> ast.Module:
        """A module with what is written, and the tables that are asked there and do not stand yet."""
        before, self.functions = self.functions, []
        try:
            self.context = Context()
            write()
            tables = self.tables.assignments[self._tables_out :]
            put_somewhere(tables, _NOWHERE)
            return ast.Module([*tables, *self.functions], [])
        finally:  # whoever plays may break off at any moment, and go on later
            self.functions = before
            self.tables.of_cards_too = False

    def tables_stand(self) -> None:
        """All tables that were asked for up to now are there, and need not be made again."""
        self._tables_out = len(self.tables.assignments)

    def function_of(self, expr: Expr, parameters: Sequence[str]) -> ast.Module:
        """A module with `f(S, parameters)`, which evaluates one expression."""

        def write() -> None:
            self._function("f", parameters, [ast.Return(self.expr(expr))], False)

        return self._with_tables(write)

    def _settle(self) -> None:
        self.context = Context(settles=False, ends=False, in_firing=True)
        body: list[ast.stmt] = []
        for firing in self.program.firing:
            self.context.firing = self.site(firing.site)
            body += self.statements(firing.body)
        none_yet = ast.Assign([store("fired")], const(()))
        loop = ast.For(store("_"), call("range", const(100)), [*body, ast.Return(None)], [])
        last = ast.Expr(call("fires_for_ever", STATE, name("fired")))
        self._function("settle", [], [none_yet, loop, last], False)
        self.context = Context()

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
        for label in (SETUP, READY):
            if label in self.by_label:
                count[self.resolve(self.by_label[label].next)] += 2

    def resolve(self, label: str) -> str:
        """The first label on the way that does something."""
        seen = set()
        while label in self.by_label and not self.by_label[label].body and label not in seen:
            if label in (SETUP, READY) or label.endswith(ONLY_IN_EXAMPLES):
                break
            seen.add(label)
            label = self.by_label[label].next
        return label

    def _stands_alone(self, label: str) -> bool:
        return self.references[label] >= 2

    def number(self, label: str) -> ast.expr:
        """The number of the block or decision to go on with."""
        following = self.resolve(label)
        self._gone_to.add(following)
        return const(self.numbers[following])

    def _block_function(self, label: str) -> None:
        title, block = self._title(label), self.by_label[label]
        self.context = Context(ends=block.label != SETUP)
        if block.label.endswith(":prepare"):
            self.context.settles = self.context.ends = False
        self.phase = phase_of(block.label)
        statements = self.statements(block.body)
        if block.label in (SETUP, READY) or block.label.endswith(":prepare"):
            # Examples put things in place between this and what follows.
            statements.append(ast.Return(self.number(block.next)))
        else:
            statements += self._onward(block.next, {block.label}, _ROOM)
        self._function(title, [], statements, False)
        self.context = Context()

    def _open(self) -> None:
        """`before_chance(S)` is what a new game begins with, the same each time; `opening(S)` goes on from
        there to the first decision."""
        setup, ready = self.by_label.get(SETUP), self.by_label.get(READY)
        if setup is None or ready is None or self.resolve(setup.next) != READY:
            return
        count = before_chance(setup.body, self.program, self.layout)
        self.context = Context(ends=False)
        self.context.known = at_first(self.program, self.layout, self.settled)
        self.phase = phase_of(SETUP)
        self._function("before_chance", [], self.statements(setup.body[:count]), False)
        known = self.context.known
        self.context = Context(ends=False)
        self.context.known = {cell: v for cell, v in known.items() if isinstance(cell, Slot)}
        statements = self.statements(setup.body[count:])
        self.context.ends = True
        self.phase = phase_of(READY)
        statements += self.statements(ready.body)
        statements += self._onward(ready.next, {SETUP, READY}, _ROOM)
        self._function("opening", [], statements, False)
        self.context = Context()

    def _onward(self, label: str, seen: set[str], room: int) -> list[ast.stmt]:
        """Going on at a label: what stands there is written out where it is only reached from here,
        or is small enough to stand twice (a call is dearer than some more code)."""
        statements: list[ast.stmt] = []
        while True:
            following = self.resolve(label)
            block = self.by_label.get(following)
            if block is None or following in seen:
                break
            available, known = self.context.available, self.context.known
            self.phase = phase_of(following)
            body = self.statements(block.body)
            if self._stands_alone(following):
                room -= size_of(body)
                if room < 0:
                    self.context.available, self.context.known = available, known
                    break
            seen = seen | {following}
            statements += body
            label = block.next
        there = self._arrived(following, room) if block is None else None
        return statements + (there or [ast.Return(self.number(following))])

    def _arrived(self, label: str, room: int) -> list[ast.stmt] | None:
        """Arriving at a decision: its moves are listed at once, with what is known by now. None where
        that is left to whoever gets there."""
        i = self.numbers[label] - self.decision_base
        if not 0 <= i < len(self.program.decisions) or i in self._long:
            return None
        decision = self.program.decisions[i]
        phase, self.phase = self.phase, phase_of(decision.phase)
        listing = self.listing(i, decision)
        self.phase = phase
        if listing is None:
            return None
        body = _leaving_lists([*self._peeks(decision), *listing], const(self.numbers[label]))
        size = size_of(body)
        if size > _ROOM:
            self._long.add(i)  # there is no room for it anywhere
        return body if size <= room else None

    # ---------------------------------------------------------------- decisions

    def _decision(self, i: int, decision: Decision, unset: Unset) -> None:
        """`legal_i_m` yields the choices of a move, `check_i_m` says what is wrong with some,
        `do_i_m` carries it out; `bounds_i_m` stands beside where a single number is chosen.
        `moves_i` lists the moves of all kinds at once, where each is chosen from one list at most;
        elsewhere `can_move_i` says whether there is any."""
        can: list[ast.stmt] = []
        always = False
        for m, move in enumerate(decision.moves):
            writers: dict[str, Callable[[int, int, Decision, MoveRule], None]] = {
                "legal": self._legal_function,
                "check": self._check_function,
            }
            if decision.at_once:
                writers["do"] = partial(self._make_function, unset)
            else:
                writers["make"] = partial(self._make_function, unset)
                writers["act"] = self._act_function
            for title, write in writers.items():
                self._in_time(f"{title}_{i}_{m}", partial(write, i, m, decision, move))
            self.phase = phase_of(decision.phase)
            self.context = Context()
            if is_simple_range(move):
                domain = move.choices[0]
                assert domain.low is not None and domain.high is not None
                low, high = self.expr(domain.low), self.expr(domain.high)
                bounds: ast.expr = ast.Tuple([low, high], ast.Load())
                for rule in reversed(move.may):
                    none = const((None, None))
                    bounds = ast.IfExp(self.expr(rule.condition), bounds, none)
                self._function(f"bounds_{i}_{m}", [], [ast.Return(bounds)], False)
                surely = never_negative(domain.high) and not move.may
                if surely and domain.low == Const(domain.type, False, 0):
                    always = True
            if not move.choices and not move.may:
                always = True
            else:
                found = call("next", call(f"legal_{i}_{m}", STATE), const(None))
                test = ast.Compare(found, [ast.IsNot()], [const(None)])
                can.append(ast.If(test, [ast.Return(const(True))], []))
        peeks = self._peeks(decision)
        is_listed = self.is_listed(decision)
        if is_listed:
            self._in_time(f"moves_{i}", partial(self._moves_function, i, decision))
        self.context = Context()
        if always and not peeks:
            self._always.add(i)
        elif not is_listed:
            answer = const(always)
            self._function(f"can_move_{i}", [], [*peeks, *can, ast.Return(answer)], False)

    def _moves_function(self, i: int, decision: Decision) -> None:
        self.phase = phase_of(decision.phase)
        listing = self.listing(i, decision)
        assert listing is not None
        self._function(f"moves_{i}", [], [*self._peeks(decision), *listing], False)

    def _legal_function(self, i: int, m: int, decision: Decision, move: MoveRule) -> None:
        self.phase = phase_of(decision.phase)
        self._function(f"legal_{i}_{m}", [], self._legal(move), True)

    def _check_function(self, i: int, m: int, decision: Decision, move: MoveRule) -> None:
        self.phase = phase_of(decision.phase)
        self._function(f"check_{i}_{m}", _names_chosen(move), self._check(move), False)

    def _act_function(self, i: int, m: int, decision: Decision, move: MoveRule) -> None:
        # Refused before anything is done; why, `check` says when somebody asks.
        self.phase = phase_of(decision.phase)
        made = ast.Return(call(f"make_{i}_{m}", STATE, name(CHOICES)))
        body = [*_chosen(_names_chosen(move)), *self._tests(move, REFUSED), made]
        self._function(f"act_{i}_{m}", [CHOICES], body, False)

    def _make_function(
        self, unset: Unset, i: int, m: int, decision: Decision, move: MoveRule
    ) -> None:
        self.phase = phase_of(decision.phase)
        self.context.lie_in = {
            domain.variable: domain.source.of
            for domain in move.choices
            if isinstance(domain.source, CardsIn)
            and isinstance(domain.source.of, PileAt)
            and not domain.source.of.maybe
        }
        self.context.untouched = not decision.at_once
        self.context.available[decision.you] = ACTOR
        self.context.known = {
            Slot(decision.you.type, True, key): Const(decision.you.type, True, None)
            for key in unset.at(decision.label)
        }
        body = [*_plainly(move), *self.statements(move.do)]
        self.context.untouched = False
        if decision.at_once:
            body.append(ast.Return(self.number(move.next)))
        else:
            body += self._onward(move.next, set(), _ROOM)
            self.phase = phase_of(decision.phase)
        self.context.available, self.context.known = {}, {}
        if any(isinstance(node, ast.Name) and node.id == ACTOR for node in nodes_in(body)):
            body.insert(0, ast.Assign([store(ACTOR)], self.expr(decision.you)))
        parameters = _names_chosen(move)
        if decision.at_once:
            self._function(f"do_{i}_{m}", parameters, body, False)
        else:
            self._function(f"make_{i}_{m}", [CHOICES], [*_chosen(parameters), *body], False)
        self.context = Context()


def _names_chosen(move: MoveRule) -> list[str]:
    """The names of what is chosen in a move."""
    return [domain.variable.name for domain in move.choices]


def _chosen(variables: Sequence[str]) -> list[ast.stmt]:
    """The choices of a move, which come as one tuple, each by its name."""
    if not variables:
        return []
    return [ast.Assign([ast.Tuple([*map(store, variables)], ast.Store())], name(CHOICES))]


def _leaving_lists(body: Iterable[ast.stmt], number: ast.expr) -> list[ast.stmt]:
    """The same statements, which leave the list that they return with the state, and return a number."""
    made: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.Return):
            assert statement.value is not None
            listed = ast.Attribute(STATE, "listed", ast.Store())
            made += [ast.Assign([listed], statement.value), ast.Return(number)]
        elif isinstance(statement, ast.If):
            here, there = (_leaving_lists(b, number) for b in (statement.body, statement.orelse))
            made.append(ast.If(statement.test, here, there))
        else:
            made.append(statement)
    return made


def _plainly(move: MoveRule) -> list[ast.stmt]:
    """What was chosen among cards that are told apart are cards like others once it is chosen."""
    return [
        ast.Assign(
            [store(domain.variable.name)],
            call("plain_cards" if domain.how == "some" else "int", name(domain.variable.name)),
        )
        for domain in move.choices
        if domain.source is not None
        and any(isinstance(e, Call) and e.function == "told_apart" for e in walk(domain.source))
    ]
