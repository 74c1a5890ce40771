"""What is the same in all cases of a ruleset: its deck, its options, its seats, how far numbers go."""

from __future__ import annotations

from typing import Any

from ...cards import Deck, build_deck
from ...checking.combining import ZERO
from ...checking.core import (
    Call,
    CardsIn,
    Cell,
    Choose,
    Const,
    Domain,
    Expr,
    Items,
    Local,
    Lookup,
    Loop,
    Needed,
    Op,
    OptionValue,
    PilesAt,
    Program,
    Set,
    Slot,
    Start,
)
from ...checking.facts import all_statements, bodies, drops_out
from ...checking.symbols import Symbols, all_phases
from ...checking.types import NUMBER

Span_ = tuple[int | None, int | None]
"""From where to where a number may go; None where nobody knows."""

_ARITHMETIC = ("+", "-", "*", "/", "mod", "neg", "smaller", "larger")
_ROUNDS = 12


class World:
    """What is the same in all cases of a ruleset: its deck, its options, its seats, its cells."""

    def __init__(self, symbols: Symbols, program: Program) -> None:
        self.symbols = symbols
        self.rules = symbols.rules
        self.program = program
        self.words = tuple(symbols.words)
        self.deck: Deck = build_deck(self.rules.deck)
        self.usual = frozenset(range(len(self.deck)))
        """The cards of the deck that are there with the normal options."""
        self.cards_in_all = None if self.rules.deck.only is not None else len(self.deck)
        self.cells: dict[str, Cell] = {cell.key: cell for cell in program.cells}
        self.seats = self.rules.players.low, self.rules.players.high
        self.somebody_leaves = any(map(drops_out, bodies(program)))
        self.phases = {p.name: p for p, _ in all_phases(self.rules.phases)}
        self.choices: dict[str, list[Domain]] = {}
        for decision in program.decisions:
            for move in decision.moves:
                for choice in move.choices:
                    self.choices.setdefault(choice.variable.name, []).append(choice)
        self._kept: dict[str, Span_] = {}
        self._follow_memories()

    # ---------------------------------------------------------------- numbers

    def bounds(self, expr: Expr | None) -> Span_:
        """From where to where a number may go."""
        match expr:
            case Const():
                known = expr.value
                return (known, known) if isinstance(known, int) else (None, None)
            case OptionValue():
                kind = self.symbols.options[expr.name].option.kind
                return _written(kind.low), _written(kind.high)
            case Slot():
                return self._of_cell(expr)
            case Local():
                return self._of_choice(expr)
            case Lookup(table="value"):
                return min(self.deck.values, default=0), max(self.deck.values, default=0)
            case Lookup(table="rank"):
                return 0, len(self.deck.rank_names) - 1
            case Choose():
                return _around(self.bounds(expr.then), self.bounds(expr.otherwise))
            case Needed():
                return self.bounds(expr.of)
            case Loop() | Call():
                return self._of_list(expr)
            case Op():
                return self._of_sum(expr)
        return None, None

    def _of_cell(self, slot: Slot) -> Span_:
        if slot.type.name == "rank":
            return 0, len(self.deck.rank_names) - 1
        if slot.key.startswith("chips"):
            return 0, None
        if slot.key.startswith("count "):
            phase = self.phases.get(slot.key.removeprefix("count "))
            if phase is None or phase.repeat is None:
                return 1, 1
            times = phase.repeat.times
            return 1, None if times is None else _written(times) or self._of_option(times)
        cell = self.cells.get(slot.key)
        if cell is None:
            return None, None
        if cell.low is None and cell.high is None:
            return self._kept.get(slot.key, (None, None))
        return self.bounds(cell.low)[0], self.bounds(cell.high)[1]

    def _follow_memories(self) -> None:
        """How far the numbers go that memories without bounds hold: from all that is put there."""
        put: dict[str, list[Expr]] = {
            cell.key: [cell.start or ZERO]
            for cell in self.program.cells
            if cell.key.startswith("memory ") and cell.type == NUMBER and cell.low is None
        }
        for statement in all_statements(self.program):
            match statement:
                case Set() if statement.target.key in put:
                    put[statement.target.key].append(statement.value)
                case Start() if statement.key in put:
                    put[statement.key].append(statement.value)
        # Of what is never changed at all something else is to be said.
        put = {key: values for key, values in put.items() if len(values) > 1}
        self._kept = {key: self.bounds(values[0]) for key, values in put.items()}
        for turn in range(_ROUNDS):
            before = dict(self._kept)
            for key, values in put.items():
                low, high = self._kept[key]
                for value in values:
                    low, high = _around((low, high), self.bounds(value))
                if turn > 2:  # it goes on and on
                    low = low if low == before[key][0] else None
                    high = high if high == before[key][1] else None
                self._kept[key] = low, high
            if self._kept == before:
                return
        self._kept = {}

    def _of_option(self, node: object) -> int | None:
        name = getattr(node, "name", None)
        option = self.symbols.options.get(name) if isinstance(name, str) else None
        return None if option is None else _written(option.option.kind.high)

    def _of_choice(self, local: Local) -> Span_:
        if local.type.name == "rank":
            return 0, len(self.deck.rank_names) - 1
        spans = [
            (self.bounds(d.low)[0], self.bounds(d.high)[1])
            for d in self.choices.get(local.name, ())
            if d.how == "range"
        ]
        if not spans or local.type != NUMBER:
            return None, None
        result = spans[0]
        for span in spans[1:]:
            result = _around(result, span)
        return result

    def _of_list(self, expr: Loop | Call) -> Span_:
        if isinstance(expr, Loop):
            if expr.how == "count":
                return self._least(expr.source, expr.where), self._most(expr.source)
            if expr.how == "sum" and expr.value is not None:
                low, _ = self.bounds(expr.value)
                return (0, None) if low is not None and low >= 0 else (None, None)
            return None, None
        if expr.function == "size":
            return self._least(expr.arguments[0]), self._most(expr.arguments[0])
        if expr.function == "deadwood_value" and min(self.deck.values, default=0) >= 0:
            return 0, None
        return None, None

    def _least(self, members: Expr, where: Expr | None = None) -> int:
        """How many members a list has at least: all play on if nobody can drop out."""
        everybody = where is None and isinstance(members, Slot) and members.key == "live"
        return self.seats[0] if everybody and not self.somebody_leaves else 0

    def _most(self, members: Expr) -> int | None:
        """How many members a list has at most; a list put together may have some twice."""
        if isinstance(members, Loop) and members.how == "all" and members.value is None:
            members = members.source
        if not isinstance(members, Slot | CardsIn | PilesAt):
            return None
        item = members.type.item
        if item is not None and item.name == "player":
            return self.seats[1]
        return len(self.deck) if item is not None and item.name == "card" else None

    def _of_sum(self, op: Op) -> Span_:
        if op.op not in _ARITHMETIC:
            return None, None
        if op.op == "mod":
            by = op.operands[1]
            if isinstance(by, Const) and isinstance(by.value, int) and by.value > 0:
                return 0, by.value - 1
            return None, None
        spans = [self.bounds(o) for o in op.operands]
        (low, high), *others = spans
        if op.op == "neg":
            return _minus(high), _minus(low)
        ((low2, high2),) = others
        match op.op:
            case "+":
                return _sum(low, low2), _sum(high, high2)
            case "-":
                return _sum(low, _minus(high2)), _sum(high, _minus(low2))
            case "smaller":
                return _least(low, low2), _least(high, high2, known=True)
            case "larger":
                return _minus(_least(_minus(low), _minus(low2), known=True)), _minus(
                    _least(_minus(high), _minus(high2))
                )
            case "*":
                if low is not None and low2 is not None and low >= 0 and low2 >= 0:
                    most = None if high is None or high2 is None else high * high2
                    return low * low2, most
        return None, None

    # ---------------------------------------------------------------- other kinds

    def members(self, expr: Expr) -> tuple[Any, ...] | None:
        """The values of a thing that is neither a number nor a card; None if nobody can list them."""
        match expr.type.name:
            case "yes/no":
                return False, True
            case "word":
                return self._words(expr)
            case "suit":
                return tuple(sorted({s for s in self.deck.suits if s is not None}))
            case "color":
                return tuple(sorted({c for c in self.deck.colors if c is not None}))
            case "player":
                return tuple(range(self.seats[1]))
            case "team":
                return tuple(range(self.rules.players.teams or 0))
        return None

    def _words(self, expr: Expr) -> tuple[int, ...] | None:
        names = expr.type.words
        if isinstance(expr, OptionValue):
            names = self.symbols.options[expr.name].option.kind.words
        if isinstance(expr, Local):
            items = [
                d.source.items
                for d in self.choices.get(expr.name, ())
                if isinstance(d.source, Items)
            ]
            found = {i.value for some in items for i in some if isinstance(i, Const)}
            return tuple(sorted(n for n in found if isinstance(n, int))) or None
        return tuple(self.words.index(n) for n in names) or None


def _written(node: object) -> int | None:
    """A number that is written out."""
    operand = getattr(node, "operand", None)
    if operand is not None:
        value = getattr(operand, "value", None)
        return -value if isinstance(value, int) else None
    value = getattr(node, "value", None)
    return value if isinstance(value, int) else None


def _around(one: Span_, other: Span_) -> Span_:
    return _least(one[0], other[0]), _minus(_least(_minus(one[1]), _minus(other[1])))


def _least(one: int | None, other: int | None, *, known: bool = False) -> int | None:
    """The smaller of two bounds; None where one is not known, or, with `known`, where neither is."""
    if one is None or other is None:
        return (other if one is None else one) if known else None
    return min(one, other)


def _minus(value: int | None) -> int | None:
    return None if value is None else -value


def _sum(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else left + right
