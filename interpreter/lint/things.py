"""What differs from case to case: the things that conditions ask of, and the values they may have.

A condition is taken apart into things: an option, a memory, the cards of a pile, the card that is
chosen. What cannot be taken apart (`total value of deadwood of your hand`) is a thing of its own,
of which no more is known than its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any, Literal

from rulerun.grammar.record import record

from ..cards import Deck, build_deck
from ..combining import negate, unordered
from ..core import (
    Call,
    CardsIn,
    Cell,
    Choose,
    Const,
    Do,
    Domain,
    Expr,
    Items,
    Local,
    Lookup,
    Loop,
    Needed,
    NoRow,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Program,
    Slot,
    walk,
)
from ..symbols import Symbols, all_phases
from ..types import CARDS, NUMBER
from .circumstances import all_statements

MANY = 12
"""A number that may have more values than that is only compared, not counted with."""

Span_ = tuple[int | None, int | None]
"""From where to where a number may go; None where nobody knows."""

_ON_CARDS = frozenset({
    "size", "first", "last", "only", "highest", "lowest", "first_some", "last_some", "ranks_of",
    "suits_of", "matching", "suited", "consecutive", "matches", "same_rank", "written_card",
    "is_card", "card_is_in", "same_members", "same_cards", "without_cards", "as_list", "numbers",
})  # fmt: skip
"""Functions that are worked out for each case."""
_ENDS = ("first", "last", "only", "highest", "lowest")
_ARITHMETIC = ("+", "-", "*", "/", "mod", "neg", "smaller", "larger")
_COMPARING = ("<", "<=", "=", "!=")
_FACTS = ("rank", "suit", "color", "value")


@record
class Thing:
    """Something that differs from case to case.

    `expr` is how the program says it, `local` how the code that counts cases calls it. `sizes` are
    the numbers of cards that a pile may hold, None for anything that is no list. `listed`: each of
    its values is possible by itself, so that a case can be told to people.
    """

    expr: Expr
    local: Local
    listed: bool
    sizes: tuple[int, ...] | None = None


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
        self.somebody_leaves = any(
            isinstance(s, Do) and s.procedure == "drop_out" for s in all_statements(program)
        )
        self.phases = {p.name: p for p, _ in all_phases(self.rules.phases)}
        self.choices: dict[str, list[Domain]] = {}
        for decision in program.decisions:
            for move in decision.moves:
                for choice in move.choices:
                    self.choices.setdefault(choice.variable.name, []).append(choice)

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
        return self.bounds(cell.low)[0], self.bounds(cell.high)[1]

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


class Reader:
    """Takes conditions apart into things, and writes them anew with a name for each thing.

    `sizes` gives for piles how many cards may lie there, where that is known. `whole` says what is
    not taken apart: `tables` what a table of values gives, `comparisons` those too, each of which
    holds or does not.
    """

    def __init__(
        self,
        world: World,
        sizes: Mapping[str, tuple[int, ...]],
        whole: Literal["nothing", "tables", "comparisons"] = "nothing",
    ) -> None:
        self.world = world
        self.whole = whole
        self.sizes = sizes
        self._things: dict[Expr, Thing] = {}

    def things(self, exprs: Iterable[Expr]) -> list[Thing]:
        """The things that conditions, written anew, ask of; in the order in which they do."""
        by_name = {thing.local.name: thing for thing in self._things.values()}
        found = dict.fromkeys(
            part.name for expr in exprs for part in walk(expr) if isinstance(part, Local)
        )
        used = [by_name[name] for name in found if name in by_name]
        lists = [_list_of(thing.expr) for thing in used]
        return [
            replace(thing, listed=False) if of is not None and lists.count(of) > 1 else thing
            for thing, of in zip(used, lists, strict=True)
        ]

    def condition(self, expr: Expr) -> Expr:
        """A condition, written anew."""
        found = self._read(expr, frozenset())
        assert found is not None  # a question can always be a thing of its own
        return found

    # ---------------------------------------------------------------- taking apart

    def _read(self, expr: Expr, bound: frozenset[str]) -> Expr | None:
        """An expression written anew; None for a list or place that is not known well enough.

        `bound` are the names of the loops around.
        """
        match expr:
            case Const() | NoRow():
                return expr
            case Local():
                return expr if expr.name in bound else self._thing(expr, bound)
            case OptionValue() | Slot():
                return self._thing(expr, bound)
            case CardsIn():
                return self._cards(expr, bound)
            case Lookup():
                return self._facts(expr, bound)
            case Loop():
                return self._loop(expr, bound)
            case Call() if expr.state or expr.function not in _ON_CARDS:
                return self._thing(expr, bound)
            case Choose() if self.whole != "nothing" and expr.type == NUMBER:
                return self._thing(expr, bound)
            case Call() | Items() | Choose() | Needed():
                return self._parts(expr, bound)
            case Op():
                return self._op(expr, bound)
        return None

    def _parts(self, expr: Expr, bound: frozenset[str]) -> Expr | None:
        """The same with its parts written anew, or a thing of its own if one of them cannot be."""
        changes: dict[str, Any] = {}
        for part in fields(expr):
            held = getattr(expr, part.name)
            if isinstance(held, Expr):
                changes[part.name] = self._read(held, bound)
                if changes[part.name] is None:
                    return self._thing(expr, bound)
            elif isinstance(held, tuple) and held and isinstance(held[0], Expr):
                new = tuple(self._read(h, bound) for h in held)
                if None in new:
                    return self._thing(expr, bound)
                changes[part.name] = new
        return replace(expr, **changes) if changes else expr

    def _facts(self, expr: Lookup, bound: frozenset[str]) -> Expr | None:
        return self._parts(expr, bound) if expr.table in _FACTS else self._thing(expr, bound)

    def _loop(self, expr: Loop, bound: frozenset[str]) -> Expr | None:
        """A question about the members of a list. All such questions are put as `any`, so that one
        is known to be the contrary of another."""
        where = expr.where
        if expr.how == "no":
            return _not(self._loop(replace(expr, how="any"), bound))
        if expr.how == "every" and where is not None:
            some = replace(expr, how="any", where=negate(where))
            return _not(self._loop(some, bound))
        if expr.how in ("any", "count"):
            expr = replace(expr, source=unordered(expr.source))
        source = self._read(expr.source, bound)
        if source is None:
            return self._thing(expr, bound)
        inner = bound | {expr.variable.name}
        asked = None if where is None else self._read(where, inner)
        value = None if expr.value is None else self._read(expr.value, inner)
        if (asked is None) != (where is None) or (value is None) != (expr.value is None):
            return self._thing(expr, bound)
        return replace(expr, source=source, where=asked, value=value)

    def _op(self, expr: Op, bound: frozenset[str]) -> Expr | None:
        if self.whole == "comparisons" and not bound and expr.op in (*_COMPARING, "in"):
            contrary = negate(expr)
            if isinstance(contrary, Op) and contrary.op in ("<", "="):
                return _not(self._thing(contrary, bound))
            return self._thing(expr, bound)
        if expr.op in _COMPARING:
            # Of large numbers only a difference that is compared at once is followed.
            sides = [
                self._apart(o, other, bound)
                for o, other in zip(expr.operands, expr.operands[::-1], strict=True)
            ]
            if any(s is not None for s in sides):
                operands = tuple(s or o for s, o in zip(sides, expr.operands, strict=True))
                return replace(expr, operands=operands)
        found = self._parts(expr, bound)
        if isinstance(found, Op) and found.op in _ARITHMETIC and not self._is_followed(found):
            return self._thing(expr, bound)
        return found

    def _apart(self, side: Expr, other: Expr, bound: frozenset[str]) -> Expr | None:
        """A difference that is compared with a number, its parts written anew; None for others."""
        if not (isinstance(side, Op) and side.op == "-" and isinstance(other, Const)):
            return None
        parts = tuple([self._read(o, bound) for o in side.operands])
        return None if None in parts else replace(side, operands=parts)  # type: ignore[arg-type]

    def _is_followed(self, op: Op) -> bool:
        """Whether the engine keeps track of a sum: its numbers are few, or only one is added to."""
        many = [
            part
            for operand in op.operands
            for part in walk(operand)
            if isinstance(part, Local)
            and part.type.name in ("number", "holder")
            and self._has_many(part)
        ]
        if not many:
            return True
        if op.op in ("smaller", "larger"):
            return True
        if op.op not in ("+", "-"):
            return False
        left, right = op.operands
        return isinstance(right, Const) or (op.op == "+" and isinstance(left, Const))

    def _has_many(self, local: Local) -> bool:
        for thing in self._things.values():
            if thing.local.name == local.name:
                low, high = self.world.bounds(thing.expr)
                return low is None or high is None or high - low >= MANY
        return False

    # ---------------------------------------------------------------- things

    def _cards(self, expr: CardsIn, bound: frozenset[str]) -> Expr | None:
        of = expr.of
        if not isinstance(of, PileAt) or of.pile not in self.sizes or _uses(of, bound):
            return None
        key = CardsIn(CARDS, False, of, ordered=False)
        if key not in self._things:
            local = Local(CARDS, False, f"thing_{len(self._things)}")
            self._things[key] = Thing(key, local, True, self.sizes[of.pile])
        return self._things[key].local

    def _thing(self, expr: Expr, bound: frozenset[str]) -> Expr | None:
        """Something as a thing of its own; None if it has no value that can be told or counted."""
        if _uses(expr, bound) or not self._has_values(expr):
            return None
        if expr not in self._things:
            local = Local(expr.type, expr.maybe, f"thing_{len(self._things)}")
            self._things[expr] = Thing(expr, local, self._is_listed(expr))
        return self._things[expr].local

    def _has_values(self, expr: Expr) -> bool:
        if expr.type.name in ("number", "holder", "rank", "card"):
            return True
        return bool(self.world.members(expr))

    def _is_listed(self, expr: Expr) -> bool:
        match expr:
            case OptionValue():
                return True
            case Slot():
                return expr.key.split(" ")[0] in ("memory", "chips", "count", "you")
            case Local():
                return expr.name.startswith(
                    ("choice_", "subject_", "card_", "player_", "you", "consulting")
                )
            case Call(function="size") if isinstance(expr.arguments[0], Slot):
                return True
            case Call() if expr.function in ("size", *_ENDS):
                of = expr.arguments[0]
                return isinstance(of, CardsIn) and isinstance(of.of, PileAt | Local)
            case Loop(how="count", where=None):
                return isinstance(expr.source, Slot)
        return False


def is_of_the_living(expr: Expr) -> bool:
    """Whether it is the number of the players who are still in."""
    members = expr.source if isinstance(expr, Loop) else None
    if isinstance(expr, Call) and expr.function == "size":
        (members,) = expr.arguments
    return isinstance(members, Slot) and members.key == "live"


def _not(condition: Expr | None) -> Expr | None:
    return None if condition is None else negate(condition)


def _list_of(expr: Expr) -> Expr | None:
    """The list of which a thing says something, if it is a single one."""
    if isinstance(expr, Call) and expr.function in ("size", *_ENDS):
        (of,) = expr.arguments
        return replace(of, ordered=False) if isinstance(of, CardsIn) else of
    if isinstance(expr, Loop):
        of = expr.source
        return replace(of, ordered=False) if isinstance(of, CardsIn) else of
    return expr if isinstance(expr, CardsIn) else None


def _uses(expr: Expr, bound: frozenset[str]) -> bool:
    return bool(bound) and any(isinstance(p, Local) and p.name in bound for p in walk(expr))


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
