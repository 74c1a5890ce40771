"""A program with what is settled before its game written out: options, seats, what follows from them.

A checked program serves all options and numbers of players. Of one game these are known, and mostly
more: that nobody can drop out, say, or turn the direction round. What can be answered from that is
answered here, once, as somebody who writes a loop for this one game would have done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulerun.grammar.record import kept

from ..checking.core import (
    Bind,
    Block,
    Call,
    CarryOut,
    Choose,
    Const,
    Decision,
    Do,
    Domain,
    Expr,
    Firing,
    For,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Lookup,
    Loop,
    MoveRule,
    Needed,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Program,
    Rule,
    Set,
    Slot,
    Start,
    Stmt,
    Value,
    walk,
    with_parts,
)
from ..checking.facts import all_statements, substituted
from ..checking.layout import Layout
from ..checking.types import CARDS, PLAYERS, YESNO
from .rankwise import Rankwise
from .sharing import may_fail, size
from .unrolling import done_for_each

_ROOM = 60
"""What is said of all players is written out for each of them up to so many parts in all."""
_FEW = 16
"""So many numbers may be written out in a row."""
_LARGEST = 10**9
"""Products of written numbers up to here are worked out: nowhere near what a memory can hold."""


class Settled:
    """What is known of one game before it begins, and programs with that written out.

    `all_stay` says whether nobody can drop out, `clockwise` whether the direction never changes,
    `all_suited` whether each card has a suit.
    """

    def __init__(
        self, program: Program, layout: Layout, options: Mapping[str, Any], all_suited: bool
    ) -> None:
        self.all_suited = all_suited
        self.layout = layout
        self.options = options
        self.all_stay = self.clockwise = True
        for statement in all_statements(program):
            if isinstance(statement, Do) and statement.procedure == "drop_out":
                self.all_stay = False
            if isinstance(statement, Set) and statement.target.key in ("direction", "live"):
                self.clockwise = self.clockwise and statement.target.key != "direction"
                self.all_stay = self.all_stay and statement.target.key != "live"
        self.seats: Value = tuple(range(layout.players))
        self._known: dict[int, tuple[Expr, Expr]] = {}
        self.rankwise = Rankwise()

    # ---------------------------------------------------------------- programs

    def program(self, program: Program) -> Program:
        """The same program, as it is in this game."""
        return replace(
            program,
            blocks=tuple([self._block(block) for block in program.blocks]),
            decisions=tuple([self._decision(decision) for decision in program.decisions]),
            firing=tuple([Firing(f.name, self.statements(f.body), f.site) for f in program.firing]),
            ending=tuple([(reason, self.expr(test)) for reason, test in program.ending]),
            winner=None if program.winner is None else self.expr(program.winner),
            payoff=program.payoff and (program.payoff[0], self.expr(program.payoff[1])),
        )

    def _block(self, block: Block) -> Block:
        return Block(block.label, self.statements(block.body), block.next)

    def _decision(self, decision: Decision) -> Decision:
        return replace(decision, moves=tuple([self._move(move) for move in decision.moves]))

    def _move(self, move: MoveRule) -> MoveRule:
        return replace(
            move,
            choices=tuple([self._domain(domain) for domain in move.choices]),
            may=tuple([Rule(r.name, self.expr(r.condition), r.span) for r in move.may]),
            do=self.statements(move.do),
        )

    def _domain(self, domain: Domain) -> Domain:
        return replace(
            domain,
            low=self._if_any(domain.low),
            high=self._if_any(domain.high),
            source=self._if_any(domain.source),
            where=self._if_any(domain.where),
            alike=tuple([self.expr(condition) for condition in domain.alike]),
        )

    def statements(self, statements: Iterable[Stmt]) -> tuple[Stmt, ...]:
        """The same statements; of those that depend on what is known the one that is carried out."""
        found: list[Stmt] = []
        for statement in statements:
            match statement:
                case If():
                    test = self._whole(statement.condition)
                    if isinstance(test, Const):
                        found += self.statements(
                            statement.body if test.value else statement.otherwise
                        )
                    else:
                        body = self.statements(statement.body)
                        otherwise = self.statements(statement.otherwise)
                        found.append(If(test, body, otherwise, statement.span))
                case For():
                    source = self._whole(statement.source)
                    each = done_for_each(statement, source)
                    if each is None:
                        body = self.statements(statement.body)
                        found.append(For(statement.variable, source, body))
                    else:
                        found += self.statements(each)
                case Set():
                    target = self.expr(statement.target)
                    assert isinstance(target, Slot)
                    found.append(Set(target, self._whole(statement.value), statement.site))
                case Bind():
                    found.append(Bind(statement.name, self._whole(statement.value)))
                case Do():
                    arguments = tuple([self._whole(a) for a in statement.arguments])
                    found.append(Do(statement.procedure, arguments, statement.site))
                case Start():
                    found.append(replace(statement, value=self._whole(statement.value)))
                case CarryOut():
                    found.append(replace(statement, stuck=self.statements(statement.stuck)))
                case _:
                    found.append(statement)
            if found and isinstance(found[-1], Leave | GameOver):
                break  # nothing after it is reached
        return tuple(found)

    def _whole(self, expr: Expr) -> Expr:
        """What a line asks: the same, as short as it can be, with what ranks alone say looked up."""
        return self.rankwise.rewritten(self.expr(expr))

    def _if_any(self, expr: Expr | None) -> Expr | None:
        return None if expr is None else self.expr(expr)

    # ---------------------------------------------------------------- expressions

    def expr(self, expr: Expr) -> Expr:
        """The same expression, as short as what is known makes it."""
        waiting = [expr]  # innermost first, without going deeper and deeper
        while waiting:
            here = waiting[-1]
            inner = [part for part in here.children if id(part) not in self._known]
            if inner:
                waiting += inner
                continue
            waiting.pop()
            if id(here) not in self._known:
                # The expression is kept, too, or its number might become that of another one.
                self._known[id(here)] = (here, self._settled(here))
        return self._known[id(expr)][1]

    def _settled(self, expr: Expr) -> Expr:
        match expr:
            case Const() | Local():
                return expr
            case OptionValue() if expr.name in self.options:
                return Const(expr.type, False, self.options[expr.name])
            case Slot(key="live") if self.all_stay:
                return Const(expr.type, False, self.seats)
            case Choose():
                test = self.expr(expr.condition)
                if isinstance(test, Const):
                    return self.expr(expr.then if test.value else expr.otherwise)
                then = self.expr(_where_it_is(self.expr(expr.then), test))
                otherwise = self.expr(expr.otherwise)
                maybe = expr.maybe and (then.maybe or otherwise.maybe)
                return Choose(expr.type, maybe, test, then, otherwise)
        made = _surely_there(self._remade(expr))
        match made:
            case Op(
                op="=" | "!=", operands=(Lookup(table="suit", of=Local(maybe=False)), other)
            ) if self.all_suited and isinstance(other, Const) and other.value is None:
                return Const(YESNO, False, made.op == "!=")
            case Op(op="in", operands=(one, Const(value=members))) if (
                members == self.seats and one.type.name == "player" and not one.maybe
            ):
                return Const(YESNO, False, True)
            case Op():
                return _operated(made)
            case Call():
                return self._called(made)
            case Loop():
                return self._said_of_each(self._named_alike(made))
        return made

    def _named_alike(self, loop: Loop) -> Loop:
        """The same loop, with the name that its variable has in every such loop: so that what is asked
        twice is seen to be the same. It tells how many loops there are within, so none of them has it."""
        inner = max([_loops_in(part) for part in loop.children])
        base, _, number = loop.variable.name.rpartition("_")
        if not base or not number.isdigit():
            return loop
        variable = replace(loop.variable, name=f"each_{base.removeprefix('each_')}_{inner + 1}")
        if variable == loop.variable:
            return loop
        return replace(
            loop,
            variable=variable,
            where=loop.where and substituted(loop.where, loop.variable, variable),
            value=loop.value and substituted(loop.value, loop.variable, variable),
        )

    def _remade(self, expr: Expr) -> Expr:
        return with_parts(expr, self.expr)

    def _called(self, call: Call) -> Expr:
        arguments = call.arguments
        match call.function, arguments:
            case "everyone", ():
                return Const(call.type, False, self.seats)
            case "size", (Const(value=tuple() as members),):
                return Const(call.type, False, len(members))
            case "size", (Items(items=items),):
                return Const(call.type, False, len(items))
            case "numbers", (Const(value=int() as low), Const(value=int() as high)) if (
                high - low < _FEW
            ):
                return Const(call.type, False, tuple(range(low, high + 1)))
            case "round_from", (Const(value=int() as start),) if self.all_stay and self.clockwise:
                return Const(call.type, False, self._around(start))
            case "turn_order", (Const(value=members), Const(value=int() as dealer)) if (
                members == self.seats
            ):
                return Const(call.type, False, self._around(dealer + 1))
            case "turn_order", (players, Const(value=None)):
                return replace(players, type=call.type)
            case "first", (Const(value=tuple() as members),):
                return Const(call.type, not members, members[0] if members else None)
            case "last", (Const(value=tuple() as members),):
                return Const(call.type, not members, members[-1] if members else None)
        return call

    def _around(self, first: int) -> tuple[int, ...]:
        """All seats, from one on."""
        count = self.layout.players
        return tuple([(first + step) % count for step in range(count)])

    def _said_of_each(self, loop: Loop) -> Expr:
        """What is said of members that are known is written out for each of them: `the largest stake
        of players` is the larger of two numbers."""
        if loop.how == "all" and loop.value is None and loop.where is None:
            return loop.source
        where = loop.where
        if isinstance(where, Const) and where.value is True:
            loop, where = replace(loop, where=None), None
        if loop.how == "first" and where is None and loop.value is None:
            return self._called(Call(loop.type, True, "first", (loop.source,)))
        source = loop.source
        if (
            loop.how in ("any", "every", "no")
            and isinstance(source, Call)
            and source.function == "turn_order"
        ):
            source = source.arguments[0]  # whom it is asked of first makes no difference
        members = self._members(source, loop.how)
        if members is None:
            return loop
        if loop.how == "count" and where is None:
            return Const(loop.type, False, len(members))
        said = loop.value if where is None else where
        if where is not None and loop.how not in ("any", "every", "no", "first"):
            return loop
        # Written out for each member, a list within would be made for each of them.
        if said is None or said.maybe or any(isinstance(part, Loop) for part in walk(said)):
            return loop
        if size(said) * len(members) > _ROOM or may_fail(said):
            return loop
        each = [self.expr(substituted(said, loop.variable, member)) for member in members]
        if where is not None:
            return self._asked_of_each(loop, members, each)
        if loop.value is None or not each:
            return loop
        if loop.how == "sum":
            return _joined("+", each)
        if loop.how in ("largest", "smallest") and len(each) <= 4:
            return _joined("larger" if loop.how == "largest" else "smaller", each)
        return loop

    def _asked_of_each(self, loop: Loop, members: Sequence[Expr], each: Sequence[Expr]) -> Expr:
        if loop.how == "every":
            return _operated(Op(YESNO, False, "and", tuple(each)))
        if loop.how in ("any", "no"):
            some = _operated(Op(YESNO, False, "or", tuple(each)))
            return some if loop.how == "any" else _operated(Op(YESNO, False, "not", (some,)))
        if loop.value is not None:
            return loop
        found: Expr = Const(loop.type, True, None)
        for member, test in zip(reversed(members), reversed(each), strict=True):
            if isinstance(test, Const):
                found = member if test.value else found
            else:
                found = Choose(loop.type, True, test, member, found)
        return found

    def _members(self, source: Expr, how: str) -> tuple[Expr, ...] | None:
        """The members of a list that are known, each once; what comes first is not known of piles."""
        if isinstance(source, Const) and isinstance(source.value, tuple):
            item = source.type.item
            if item is None or item == CARDS:
                return None
            return tuple([Const(item, False, value) for value in source.value])
        if isinstance(source, PilesAt) and source.type.item is not None:
            pile = self.layout.piles[source.pile]
            stay = source.everyone or self.all_stay
            has_one = pile.per == "player" and not pile.groups and (pile.count or 1) == 1
            if has_one and stay and source.seat is None and how != "first":
                item = source.type.item
                seats = range(self.layout.players)
                return tuple([PileAt(item, False, pile.name, _seat(s)) for s in seats])
        return None


def _seat(seat: int) -> Const:
    item = PLAYERS.item
    assert item is not None
    return Const(item, False, seat)


@kept
def _loops_in(expr: Expr) -> int:
    """How deep loops stand within one another in an expression."""
    inner = max([_loops_in(part) for part in expr.children], default=0)
    return inner + isinstance(expr, Loop)


def _joined(op: Any, each: Sequence[Expr]) -> Expr:
    result = each[0]
    for value in each[1:]:
        result = _operated(Op(result.type, False, op, (result, value)))
    return result


_WORKED_OUT: dict[str, Callable[[int, int], int | bool]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "smaller": min,
    "larger": max,
}


def _operated(expr: Op) -> Expr:
    """An operation, worked out as far as it can be."""
    op, operands = expr.op, expr.operands
    if op in ("and", "or"):
        return _of_conditions(expr)
    if op == "not":
        (of,) = operands
        if isinstance(of, Const) and isinstance(of.value, bool):
            return Const(YESNO, False, not of.value)
        if isinstance(of, Op) and of.op == "not":
            return of.operands[0]
        return expr
    if op == "in" and operands[1] in (_NOBODY, _EMPTY) and not may_fail(operands[0]):
        return Const(YESNO, False, False)
    if op == "in" and isinstance(operands[0], Const) and isinstance(operands[1], Const):
        members = operands[1].value
        if isinstance(members, tuple):
            return Const(YESNO, False, operands[0].value in members)
    if op in ("=", "!=") and all(isinstance(o, Const) for o in operands):
        left, right = operands
        assert isinstance(left, Const) and isinstance(right, Const)
        if left.type.name == right.type.name or None in (left.value, right.value):
            same = left.value == right.value and type(left.value) is type(right.value)
            return Const(YESNO, False, same == (op == "="))
    if op in ("=", "!=") and all(isinstance(o, PileAt) for o in operands):
        left, right = operands
        assert isinstance(left, PileAt) and isinstance(right, PileAt)
        if left.pile != right.pile and not (left.maybe and right.maybe):
            return Const(YESNO, False, op == "!=")
        if left.pile == right.pile and left.seat is None and right.seat is None:
            return Const(YESNO, False, op == "=")
    if op in ("=", "!="):
        # A list with members is not one without.
        lists = [
            o.value if isinstance(o, Const) else () if o == _NOBODY else None for o in operands
        ]
        if all(isinstance(value, tuple) for value in lists):
            return Const(YESNO, False, (lists[0] == lists[1]) == (op == "="))
    if op == "neg" and isinstance(operands[0], Const) and _is_number(operands[0].value):
        value = operands[0].value
        assert isinstance(value, int)
        return Const(expr.type, False, -value)
    alone = _unchanged(expr)
    if alone is not None and alone.type == expr.type:
        return alone
    work = _WORKED_OUT.get(op)
    if work is not None and all(isinstance(o, Const) and _is_number(o.value) for o in operands):
        left, right = operands
        assert isinstance(left, Const) and isinstance(right, Const)
        made: Any = work(left.value, right.value)  # type: ignore[arg-type]
        if isinstance(made, bool) or abs(made) <= _LARGEST:
            return Const(expr.type, False, made)
    return expr


def _unchanged(expr: Op) -> Expr | None:
    """The operand that is all that comes out: with 0 added or taken away, or once."""
    nothing = {"+": 0, "-": 0, "*": 1}.get(expr.op)
    if nothing is None:
        return None
    left, right = expr.operands
    if isinstance(right, Const) and right.value == nothing:
        return left
    if expr.op != "-" and isinstance(left, Const) and left.value == nothing:
        return right
    return None


def _where_it_is(expr: Expr, condition: Expr) -> Expr:
    """An expression where a condition holds: that something is not nothing, for instance."""
    match condition:
        case Op(op="!=", operands=(thing, Const(value=None))) if thing.maybe and not may_fail(
            thing
        ):
            return _replaced(expr, thing, replace(thing, maybe=False))
    return expr


def _replaced(expr: Expr, thing: Expr, other: Expr) -> Expr:
    return other if expr == thing else with_parts(expr, lambda part: _replaced(part, thing, other))


def _surely_there(expr: Expr) -> Expr:
    """What might be nothing and is not, as what it is made of is there."""
    match expr:
        case Op(op="+" | "-" | "*" | "neg" | "smaller" | "larger", maybe=True):
            if not any(operand.maybe for operand in expr.operands):
                return replace(expr, maybe=False)
        case PileAt(maybe=True, seat=Expr(maybe=False)):
            return replace(expr, maybe=False)
        case Needed(of=Expr(maybe=False) as of):
            return of
    return expr


_NOBODY = Items(PLAYERS, False, ())
_EMPTY = Const(PLAYERS, False, ())


def _is_number(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _of_conditions(expr: Op) -> Expr:
    """`and` and `or` without what is known; nothing is asked after what decides."""
    decides = expr.op == "or"
    asked: list[Expr] = []
    for operand in expr.operands:
        if isinstance(operand, Op) and operand.op == expr.op:
            asked += operand.operands
        elif not isinstance(operand, Const):
            asked.append(operand)
        elif operand.value is decides:
            if not any(may_fail(before) for before in asked):
                return Const(YESNO, False, decides)
            asked.append(operand)
            break
    if not asked:
        return Const(YESNO, False, not decides)
    return asked[0] if len(asked) == 1 else replace(expr, operands=tuple(asked))
