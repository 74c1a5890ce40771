"""Numbers before any game: the least and the most that each may be, whatever the options, cards and moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from math import gcd
from typing import TypeAlias

from rulerun.grammar import syntax

from ..cards import build_deck
from ..checking.core import (
    Call,
    CardsIn,
    Cell,
    Choose,
    Const,
    Expr,
    If,
    Items,
    Local,
    Lookup,
    Loop,
    MoveRule,
    Needed,
    Op,
    OptionValue,
    PilesAt,
    Set,
    Slot,
    Start,
    every,
)
from ..checking.facts import bodies, drops_out
from ..checking.types import CARD, NUMBER, PLAYER, TEAM
from ..machine.checked import Checked
from .turns import Turns

Range: TypeAlias = tuple[float, float]

_INFINITE = float("inf")
_ANY: Range = (-_INFINITE, _INFINITE)
_NONE: Range = (0, 0)

Value: TypeAlias = int | bool | None


class Ranges(ABC):
    """What is known of numbers before any game of the checked rules.

    `held` are expressions that have some value for the moment: a card its number in the deck.
    """

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.held: dict[Expr, Value] = {}
        self._chosen: dict[str, Range] = {}
        self._listed: dict[str, float] = {}
        self._of_loops: dict[Expr, Range] = {}
        self._ranges: dict[str, Range] = {}
        self._sizes_of: dict[str, float] = {}
        self._steps: dict[str, int] = {}
        self.of_one_turn: set[str] = set()
        """The memories that are no more than one turn makes of them: each turn starts them afresh."""
        rules = checked.rules
        self.deck = build_deck(rules.deck)
        self.pack = {numbers[0]: len(numbers) for numbers in self.deck.numbers.values()}
        """The cards that may be in the game, one of those that are alike, and how many they are."""
        self._count_the_pack()
        self._families = {pile.name: pile for pile in rules.piles}
        self.all_stay_in = not any(map(drops_out, bodies(checked.program)))
        """Whether nobody ever drops out."""
        for option in rules.options:
            kind = option.option.kind
            low, high = _plain(kind.low), _plain(kind.high)
            if low is not None and high is not None:
                self._ranges[f"option {option.name}"] = low, high
        self._of_cells()
        if checked.program.only is not None:
            card, only = checked.program.only
            self.pack = {n: m for n, m in self.pack.items() if self._may_be(only, card, n)}
            self._count_the_pack()
            self._of_loops.clear()

    def _count_the_pack(self) -> None:
        self._size_of_pack = sum(self.pack.values())
        values = [self.deck.values[card] * count for card, count in self.pack.items()]
        self._worth = sum(n for n in values if n < 0), sum(n for n in values if n > 0)

    @abstractmethod
    def of(self, expr: Expr) -> bool | None:
        """What a condition always is; None if that depends, or nobody knows."""

    def choosing(self, move: MoveRule | None) -> None:
        """From now on the choices of this move are what is chosen, within their bounds."""
        self._chosen, self._listed, self._of_loops = {}, {}, {}
        for domain in () if move is None else move.choices:
            if domain.low is not None and domain.high is not None and domain.how == "range":
                low, high = self.range(domain.low)[0], self.range(domain.high)[1]
                self._chosen[domain.variable.name] = low, high
            elif domain.how == "some" and domain.high is not None:
                self._listed[domain.variable.name] = self.range(domain.high)[1]

    # ---------------------------------------------------------------- cells

    def _of_cells(self) -> None:
        """The ranges of what the state keeps."""
        cells = self.checked.program.cells
        for cell in cells:
            if cell.key.startswith(("count ", "paid ")):
                self._ranges[cell.key] = 0, _INFINITE
        for block in self.checked.program.blocks:
            for statement in block.body:
                match statement:
                    case If(condition=Op(op="<=", operands=(times, Slot(key=key)))) if (
                        key.startswith("count ") and block.label.endswith(":pass")
                    ):
                        # The pass after so many is not begun, so it is not counted.
                        self._ranges[key] = 0, max(0, self.range(times)[1])
        purses = [cell for cell in cells if cell.key.startswith("chips")]
        all_chips = sum(self._most_chips(cell) for cell in purses)
        for cell in purses:
            self._ranges[cell.key] = 0, all_chips
        for cell in cells:
            if cell.low is not None and cell.high is not None:
                # What it starts as need not lie within.
                first, last = 0.0, 0.0
                if cell.start is not None and not cell.fresh:
                    first, last = self.range(cell.start)
                low, high = self.range(cell.low)[0], self.range(cell.high)[1]
                self._ranges[cell.key] = min(low, first), max(high, last)
        self._of_changes()

    def _most_chips(self, cell: Cell) -> float:
        """With how many chips all holders of one name begin at most: no line makes any."""
        if cell.start is None:
            return 0
        players = self.checked.rules.players
        times = {"": 1, "player": players.high, "team": players.teams or 0}.get(cell.per, _INFINITE)
        most = self.range(cell.start)[1]
        return most * times if most else 0

    def _of_changes(self) -> None:
        """The ranges of memories of any numbers: from what they start as and all that sets them."""
        values: dict[str, list[Expr]] = {}
        for body in bodies(self.checked.program):
            for statement in every(body):
                match statement:
                    case Set(target=Slot(key=key)):
                        values.setdefault(key, []).append(statement.value)
                    case Start():
                        values.setdefault(statement.key, []).append(statement.value)
        for cell in self.checked.program.cells:
            if cell.type != NUMBER or not cell.key.startswith("memory ") or cell.low is not None:
                continue
            if cell.key not in values:
                continue  # that nothing ever sets it is told
            low, high = (0.0, 0.0) if cell.start is None or cell.fresh else self.range(cell.start)
            for value in values[cell.key]:
                least, most = self._step(cell.key, value)
                low, high = min(low, least), max(high, most)
            self._ranges[cell.key] = low, high
            self._in_steps(cell, values[cell.key])
            if cell.fresh and _INFINITE in (-low, high):
                within = self._within_a_turn(cell.key, values[cell.key])
                if within != (low, high):
                    self._ranges[cell.key] = within
                    self.of_one_turn.add(cell.key)
        for cell in self.checked.program.cells:
            if cell.type.is_list and cell.fresh and cell.key in values:
                self._collected(cell.key)

    def _in_steps(self, cell: Cell, values: list[Expr]) -> None:
        """Numbers that are always multiples of some number, as all that changes them is."""
        step = 0
        if cell.start is not None and not cell.fresh:
            values = [cell.start, *values]
        for value in values:
            low, high = self._added(cell.key, value) if self._is_step(cell.key, value) else (
                (value.value, value.value)
                if isinstance(value, Const) and isinstance(value.value, int)
                else _ANY
            )  # fmt: skip
            if low != high:
                return
            step = gcd(step, int(low))
        if step > 1:
            self._steps[cell.key] = step

    def step(self, number: Expr) -> int:
        """The number of which something is always a multiple."""
        return self._steps.get(number.key, 1) if isinstance(number, Slot) else 1

    def misses(self, number: Expr, value: Expr) -> bool:
        """Whether a number is never that value, as it is always a multiple of another."""
        low, high = self.range(value) if self.step(number) > 1 else _ANY
        return low == high and low % self.step(number) != 0

    def _within_a_turn(self, key: str, values: list[Expr]) -> Range:
        """What a number may become that every turn starts afresh: each line is done once in it."""
        low, high = self._ranges[key]
        kept = self._turns.kept.get(key)
        if kept is None or not kept.is_set_once:
            return low, high
        base = [self.range(v) for v in values if not v.maybe and not self._is_step(key, v)]
        if len(base) < sum(not self._is_step(key, v) for v in values):
            return low, high
        # One move is made at a decision; at each place all that is done there adds up.
        added: dict[str, dict[int, Range]] = {}
        for change in kept.changes:
            if self._is_step(key, change.line.value):
                moves = added.setdefault(change.label, {})
                least, most = moves.get(change.move, _NONE)
                less, more = self._added(key, change.line.value)
                moves[change.move] = least + min(less, 0), most + max(more, 0)
        least = sum(min(move[0] for move in moves.values()) for moves in added.values())
        most = sum(max(move[1] for move in moves.values()) for moves in added.values())
        return min((0, *(b[0] for b in base))) + least, max((0, *(b[1] for b in base))) + most

    def _collected(self, key: str) -> None:
        """How many members a list has at most that every turn starts afresh, as an empty one."""
        kept = self._turns.kept.get(key)
        if kept is None or not kept.is_set_once or not _is_empty(kept.begins_as):
            return
        most: dict[str, dict[int, float]] = {}
        for change in kept.changes:
            value = change.line.value
            if not isinstance(value, Call) or value.function not in ("added", "removed"):
                return
            moves = most.setdefault(change.label, {})
            more = self._sizes(value.arguments[1])[1] if value.function == "added" else 0
            moves[change.move] = moves.get(change.move, 0) + more
        self._sizes_of[key] = sum(max(moves.values()) for moves in most.values())
        self.of_one_turn.add(key)

    @cached_property
    def _turns(self) -> Turns:
        return Turns(self.checked.program)

    def _is_step(self, key: str, value: Expr) -> bool:
        return isinstance(value, Op) and value.op in ("+", "-") and any(
            isinstance(o, Slot) and o.key == key for o in value.operands
        )  # fmt: skip

    def _added(self, key: str, value: Expr) -> Range:
        """How much a line adds to a memory at least and at most."""
        assert isinstance(value, Op)
        one, other = value.operands
        if value.op == "+" and not (isinstance(one, Slot) and one.key == key):
            one, other = other, one
        if value.maybe or not (isinstance(one, Slot) and one.key == key):
            return _ANY
        low, high = self.range(other)
        return (-high, -low) if value.op == "-" else (low, high)

    def _step(self, key: str, value: Expr) -> Range:
        """What a memory may become, beside what it is already."""
        if self._is_step(key, value):
            low, high = self._added(key, value)
            return 0 if low >= 0 else -_INFINITE, 0 if high <= 0 else _INFINITE
        return _ANY if value.maybe else self.range(value)

    # ---------------------------------------------------------------- numbers

    def range(self, expr: Expr) -> Range:
        """The least and the most that a number may be."""
        if self.held and expr in self.held:
            value = self.held[expr]
            return _ANY if value is None else (value, value)
        match expr:
            case Const():
                if isinstance(expr.value, int) and not isinstance(expr.value, bool):
                    return expr.value, expr.value
            case OptionValue():
                return self._ranges.get(f"option {expr.name}", _ANY)
            case Local() if expr.name in self._chosen:
                return self._chosen[expr.name]
            case Lookup(table="rank" | "value"):
                return self._of_cards(expr)
            case Slot() if expr.key in self._ranges:
                return self._ranges[expr.key]
            case Needed():
                return self.range(expr.of)
            case Call():
                return self._of_call(expr)
            case Loop() if self.held:
                return self._of_loop(expr)
            case Loop():
                if expr not in self._of_loops:
                    self._of_loops[expr] = self._of_loop(expr)
                return self._of_loops[expr]
            case Choose():
                one, other = self.range(expr.then), self.range(expr.otherwise)
                return min(one[0], other[0]), max(one[1], other[1])
            case Op():
                return self._of_operation(expr)
        if expr.type == PLAYER:
            return 0, self.checked.rules.players.high - 1
        if expr.type == TEAM:
            return 0, (self.checked.rules.players.teams or 1) - 1
        return _ANY

    def _of_cards(self, fact: Lookup) -> Range:
        numbers = self.deck.ranks if fact.table == "rank" else self.deck.values
        card = self.held.get(fact.of)
        if card is not None:
            return numbers[card], numbers[card]
        there = [numbers[card] for card in self.pack]
        return (min(there), max(there)) if there else _ANY

    def _of_call(self, call: Call) -> Range:
        match call.function:
            case "size":
                return self._sizes(call.arguments[0])
            case "position_of":
                return 1, _INFINITE
            case "poker_strength":
                return 0, _INFINITE
            case "deadwood_value":
                return self._worth if self._is_of_the_pack(call.arguments[0]) else _ANY
        if call.type == PLAYER:
            return 0, self.checked.rules.players.high - 1
        return _ANY

    def _of_loop(self, loop: Loop) -> Range:
        if loop.how == "count":
            low, high = self._sizes(loop.source)
            if loop.where is None:
                return low, high
            holds = self.of(loop.where)
            if holds is not None:
                return (low, high) if holds else _NONE
            of_the_pack = loop.variable.type == CARD and self._is_of_the_pack(loop.source)
            if of_the_pack and not self.held:
                high = min(high, self._those(loop.where, loop.variable))
            return 0, high
        if loop.value is None or loop.value.maybe:
            return _ANY
        if loop.how in ("largest", "smallest"):
            low, high = self.range(loop.value)
            if loop.where is not None or not self._sizes(loop.source)[0]:
                low, high = min(low, 0), max(high, 0)  # what is asked of no one is 0
            return low, high
        if loop.how != "sum":
            return _ANY
        if loop.value == Lookup(NUMBER, False, "value", loop.variable):
            return self._worth if self._is_of_the_pack(loop.source) else _ANY
        low, high = self.range(loop.value)
        most = self._sizes(loop.source)[1]
        if isinstance(loop.value, Slot) and loop.value.key.startswith("chips"):
            return 0, high  # no more than there are in all, whoever has them
        return (
            0 if low >= 0 or not most else low * most,
            0 if high <= 0 or not most else high * most,
        )

    def _those(self, where: Expr, card: Local) -> int:
        """Of how many cards of the pack a condition may hold."""
        return sum(n for one, n in self.pack.items() if self._may_be(where, card, one))

    def _may_be(self, condition: Expr, card: Expr, number: int) -> bool:
        before = self.held
        self.held = {**before, card: number}
        holds = self.of(condition)
        self.held = before
        return holds is not False

    # ---------------------------------------------------------------- lists

    def _is_of_the_pack(self, cards: Expr) -> bool:
        """Whether a list has each card of the pack once at most."""
        match cards:
            case CardsIn():
                return True
            case Call(function="deadwood_of" | "first_some" | "last_some" | "everything_from"):
                return cards.function == "everything_from" or self._is_of_the_pack(
                    cards.arguments[0]
                )
            case Loop(how="all" | "most" | "least") if cards.variable.type == CARD:
                return self._is_of_the_pack(cards.source)
            case Op(op="without"):
                return self._is_of_the_pack(cards.operands[0])
        return False

    def _sizes(self, members: Expr) -> Range:
        """How many members a list has at least and at most."""
        players = self.checked.rules.players
        match members:
            case CardsIn():
                return 0, self._size_of_pack
            case Slot() if members.key in self._sizes_of:
                return 0, self._sizes_of[members.key]
            case Slot(key="live"):
                return players.low if self.all_stay_in else 0, players.high
            case Items():
                return len(members.items), len(members.items)
            case PilesAt():
                return self._piles(members)
            case Local() if members.name in self._listed:
                return 0, self._listed[members.name]
            case Call(function="turn_order"):
                return self._sizes(members.arguments[0])
            case Call(function="everyone"):
                return players.low, players.high
            case Call(function="first_some" | "last_some"):
                most, count = (self._sizes(members.arguments[0]), self.range(members.arguments[1]))
                return 0, max(0, min(most[1], count[1]))
            case Call(function="suits_of"):
                return 0, len({self.deck.suits[card] for card in self.pack} - {None})
            case Call(function="ranks_of"):
                return 0, self.deck.plain_ranks
            case Call(function="deadwood_of" | "everything_from"):
                return 0, self._size_of_pack
            case Loop(how="all" | "most" | "least"):
                return 0, self._sizes(members.source)[1]
            case Op(op="join"):
                ranges = [self._sizes(o) for o in members.operands]
                return sum(low for low, _ in ranges), sum(high for _, high in ranges)
            case Op(op="without"):
                return 0, self._sizes(members.operands[0])[1]
        return 0, _INFINITE

    def _piles(self, piles: PilesAt) -> Range:
        declared = self._families[piles.pile]
        players = self.checked.rules.players
        if declared.groups:
            return 0, _INFINITE
        count = declared.count or 1
        if declared.per is None or piles.seat is not None:
            return count, count
        if declared.per == "team":
            return 0, count * (players.teams or 1)
        all_in = piles.everyone or self.all_stay_in
        return count * players.low if all_in else 0, count * players.high

    # ---------------------------------------------------------------- arithmetic

    def _of_operation(self, expr: Op) -> Range:
        if any(self.may_lack(o) for o in expr.operands):
            return _ANY
        ranges = [self.range(o) for o in expr.operands]
        if len(ranges) == 1:
            return (-ranges[0][1], -ranges[0][0]) if expr.op == "neg" else _ANY
        (a, b), (c, d) = ranges[:2]
        match expr.op:
            case "+":
                return a + c, b + d
            case "-":
                return a - d, b - c
            case "*":
                corners = [0 if 0 in (x, y) else x * y for x in (a, b) for y in (c, d)]
                return min(corners), max(corners)
            case "smaller":
                return min(a, c), min(b, d)
            case "larger":
                return max(a, c), max(b, d)
            case "mod" if c > 0:
                same = a == b and c == d
                return (a % c, a % c) if same else (0, d - 1)
            case "/" if c > 0 and a >= 0:
                return 0 if d == _INFINITE else a // d, b if b == _INFINITE else b // c
        return _ANY

    def may_lack(self, expr: Expr) -> bool:
        """Whether a value may be nothing."""
        if not expr.maybe:
            return False
        if expr in self.held:
            return self.held[expr] is None
        if isinstance(expr, Lookup) and expr.of in self.held:
            card = self.held[expr.of]
            return card is None or (
                expr.table in ("suit", "color") and self.deck.suits[card] is None
            )
        if isinstance(expr, Op) and expr.op not in ("=", "!=", "<", "<=", "and", "or", "not"):
            return any(self.may_lack(o) for o in expr.operands)
        return True


def _is_empty(members: Expr) -> bool:
    return isinstance(members, Items) and not members.items


def _plain(bound: syntax.Expr | None) -> int | None:
    """A bound of an option that is written as a number."""
    if isinstance(bound, syntax.Negative) and isinstance(bound.operand, syntax.Number):
        return -bound.operand.value
    return bound.value if isinstance(bound, syntax.Number) else None
