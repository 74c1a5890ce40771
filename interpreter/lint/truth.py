"""Conditions that are the same in every game: whatever the options, players, cards and moves are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ..checking.combining import negate
from ..checking.core import (
    Call,
    Choose,
    Const,
    Expr,
    Local,
    Lookup,
    Loop,
    MoveRule,
    Op,
    OptionValue,
    Set,
    Slot,
    Start,
    every,
    walk,
)
from ..checking.facts import bodies
from ..checking.symbols import COLORS
from ..checking.types import NUMBER, RANK, SUIT, WORD, YESNO
from ..machine.checked import Checked
from .chosen import given_by
from .course.sameness import negated, plain
from .ranges import Range, Ranges, Value

_INFINITE = float("inf")
_FEW = 30
"""A number that may be one of so many at most is gone through."""
_MOST_PARTS = 60
"""Of conditions with more parts it is not gone through what they may be."""
_SHORT = 14
"""A condition of so few parts may be what a choice itself asks."""
_FACTS = ("rank", "suit", "color", "value")
_UNKNOWN = object()


class Truth(Ranges):
    """What is known of conditions and numbers before any game of the checked rules."""

    def __init__(self, checked: Checked) -> None:
        self._known: dict[Expr, bool | None] = {}
        self._alike: dict[frozenset[str], tuple[int, ...]] = {}
        self._given: frozenset[Expr] = frozenset()
        super().__init__(checked)
        # What was asked while the pack was still being made up need not be all that is known.
        self._known.clear()
        self._alike.clear()

    def choosing(self, move: MoveRule | None, *, asking: bool = False) -> None:
        """From now on the choices of this move are what is chosen, within their bounds.

        `asking`: asked is what the move asks of it, before it does anything.
        """
        self._known.clear()
        self._given = given_by(move) if asking and move is not None else frozenset()
        super().choosing(move)

    @cached_property
    def ever(self) -> dict[str, tuple[Value, ...]]:
        """All that memories ever are which are only set to values that are written out."""
        cells = {
            cell.key: cell
            for cell in self.checked.program.cells
            if cell.key.startswith("memory ") and cell.type in (WORD, YESNO, SUIT, RANK)
        }
        found: dict[str, set[Value]] = {}
        unknown: set[str] = set()

        def take(key: str, value: Expr | None) -> None:
            match value:
                case Const() if value.value is None or isinstance(value.value, int):
                    found.setdefault(key, set()).add(value.value)
                case Choose():
                    take(key, value.then)
                    take(key, value.otherwise)
                case _:
                    unknown.add(key)

        for key, cell in cells.items():
            take(key, cell.start if cell.start is not None else Const(cell.type, True, None))
        changed: set[str] = set()
        for body in bodies(self.checked.program) if cells else ():
            for statement in every(body):
                if isinstance(statement, Set) and statement.target.key in cells:
                    take(statement.target.key, statement.value)
                    changed.add(statement.target.key if statement.site is not None else "")
                elif isinstance(statement, Start) and statement.key in cells:
                    take(statement.key, statement.value)
        # That nothing ever sets a memory is told.
        return {
            key: tuple(sorted(values, key=lambda v: (v is not None, v)))
            for key, values in found.items()
            if key not in unknown and (len(values) > 1 or key in changed)
        }

    # ---------------------------------------------------------------- yes or no

    def of(self, expr: Expr) -> bool | None:
        """What a condition always is; None if that depends, or nobody knows."""
        if self.held:
            return self._of(expr)
        if expr not in self._known:
            holds = self._of(expr)
            if holds is None:
                holds = self.given(expr)
            self._known[expr] = self._gone_through(expr) if holds is None else holds
        return self._known[expr]

    def counted(self, expr: Expr, passes: Iterable[str]) -> bool | None:
        """What a condition always is within these passes, the numbers of which begin with 1."""
        before, known = dict(self._ranges), self._known
        self._known, self._of_loops = {}, {}
        for key in passes:
            low, high = self._ranges[key]
            self._ranges[key] = max(1, low), max(1, high)
        holds = self.of(expr)
        self._ranges, self._known, self._of_loops = before, known, {}
        return holds

    def given(self, expr: Expr) -> bool | None:
        """What a condition is of all that can be chosen for a move; None if that depends."""
        if not self._given or any(n >= _SHORT for n, _ in enumerate(walk(expr))):
            return None
        asked = plain(expr)
        if asked in self._given:
            return True
        return False if negated(asked) in self._given else None

    def _of(self, expr: Expr) -> bool | None:
        if self.held and expr in self.held:
            value = self.held[expr]
            return value if isinstance(value, bool) else None
        match expr:
            case Const():
                return expr.value if isinstance(expr.value, bool) else None
            case Slot() if expr.key in self.ever and len(self.ever[expr.key]) == 1:
                only = self.ever[expr.key][0]
                return only if isinstance(only, bool) else None
            case Op(op="not"):
                inner = self.of(expr.operands[0])
                return None if inner is None else not inner
            case Op(op="and"):
                return self._all(expr)
            case Op(op="or"):
                parts = [self.of(o) for o in expr.operands]
                if True in parts or self._contradict(tuple(negate(o) for o in expr.operands)):
                    return True
                return False if all(p is False for p in parts) else None
            case Op(op="<" | "<=" | "=" | "!="):
                return self._compared(expr)
            case Choose():
                asked = self.of(expr.condition)
                if asked is not None:
                    return self.of(expr.then if asked else expr.otherwise)
                then, otherwise = self.of(expr.then), self.of(expr.otherwise)
                return then if then is otherwise else None
            case Loop(how="any" | "no" | "every"):
                return self._of_each(expr)
        return None

    def _all(self, expr: Op) -> bool | None:
        parts = [self.of(o) for o in expr.operands]
        if False in parts or self._contradict(expr.operands):
            return False
        return True if all(p is True for p in parts) else None

    def _of_each(self, loop: Loop) -> bool | None:
        """Whether something holds of any, of no, of every member of a list."""
        low, high = self._sizes(loop.source)
        if high == 0:
            return loop.how != "any"
        if loop.where is None:
            return (loop.how == "any") if low > 0 else None
        holds = self._inside(loop)
        if loop.how == "every":
            return True if holds is True else False if low > 0 and holds is False else None
        if holds is None:
            return None
        if holds:
            return (loop.how == "any") if low > 0 else None
        return loop.how == "no"

    def _inside(self, loop: Loop) -> bool | None:
        """What is always said of each member of a list."""
        assert loop.where is not None
        if loop.variable not in self.held:
            return self.of(loop.where)
        before = self.held
        self.held = {e: v for e, v in before.items() if e != loop.variable}
        holds = self.of(loop.where)
        self.held = before
        return holds

    def _contradict(self, operands: tuple[Expr, ...]) -> bool:
        """Whether two conditions exclude one another, or leave a number no value."""
        said = set(operands)
        left: dict[Expr, Range] = {}
        for operand in operands:
            if negate(operand) in said:
                return True
            if not isinstance(operand, Op) or operand.op not in ("<", "<=", "="):
                continue
            if any(self.may_lack(o) or o.type not in (NUMBER, RANK) for o in operand.operands):
                continue
            one, other = operand.operands
            step = 1 if operand.op == "<" else 0
            (low, _), (_, high) = self.range(one), self.range(other)
            bounds = [(one, (-_INFINITE, high - step)), (other, (low + step, _INFINITE))]
            if operand.op == "=":
                (other_low, _), (_, one_high) = self.range(other), self.range(one)
                bounds += [(one, (other_low, _INFINITE)), (other, (-_INFINITE, one_high))]
            for expr, (least, most) in bounds:
                was = left.get(expr, self.range(expr))
                left[expr] = max(was[0], least), min(was[1], most)
                if left[expr][0] > left[expr][1]:
                    return True
        return False

    # ---------------------------------------------------------------- comparisons

    def _compared(self, expr: Op) -> bool | None:
        one, other = expr.operands
        ours, theirs = self._value(one), self._value(other)
        if ours is not _UNKNOWN and theirs is not _UNKNOWN:
            return _of_values(expr.op, ours, theirs)
        lacking = self.may_lack(one), self.may_lack(other)
        if None in (ours, theirs):
            # Nothing is neither more nor less than any thing. Whether that is there nobody knows:
            # who has the next turn is looked for, and then there may be none.
            return False if expr.op in ("<", "<=") else None
        if one == other:
            always = expr.op in ("<=", "=")
            return None if always and expr.op == "<=" and any(lacking) else always
        if one.type != other.type or one.type not in (NUMBER, RANK):
            return None
        holds = _of_ranges(expr.op, self.range(one), self.range(other))
        if expr.op in ("=", "!=") and (self.misses(one, other) or self.misses(other, one)):
            holds = expr.op == "!="
        if not any(lacking):
            return holds
        if expr.op in ("<", "<="):
            return False if holds is False else None
        return None if all(lacking) else holds if holds is (expr.op == "!=") else None

    def _value(self, expr: Expr) -> Any:
        """The value of an expression that is known exactly, or `_UNKNOWN`."""
        if isinstance(expr, Const):
            return expr.value
        if not self.held:
            return _UNKNOWN
        if expr in self.held:
            return self.held[expr]
        if isinstance(expr, Lookup) and expr.table in _FACTS and expr.of in self.held:
            card = self.held[expr.of]
            return None if card is None else self._fact(expr.table, card)
        return _UNKNOWN

    def _fact(self, table: str, card: int) -> int | None:
        deck = self.deck
        match table:
            case "rank":
                return deck.ranks[card]
            case "suit":
                return deck.suits[card]
            case "color":
                return deck.colors[card]
        return deck.values[card]

    # ---------------------------------------------------------------- all there is

    def _gone_through(self, expr: Expr) -> bool | None:
        """What a condition is for each value of one of the things that it asks of."""
        if not isinstance(expr, Op | Choose):
            return None
        for thing, values in self._things(expr):
            found: set[bool | None] = set()
            for value in values:
                self.held = {thing: value}
                found.add(self._of(expr))
                if len(found) > 1 or None in found:
                    break
            self.held = {}
            if found in ({True}, {False}):
                return True in found
        return None

    def _things(self, expr: Expr) -> Iterator[tuple[Expr, Sequence[Value]]]:
        """Things of a condition that may be one of a few, each with all that they may be."""
        facts: dict[Expr, set[str]] = {}
        alone: dict[Expr, None] = {}
        rest, parts = [expr], 0
        while rest:
            node = rest.pop()
            parts += 1
            if parts > _MOST_PARTS:
                return
            if isinstance(node, Lookup) and node.table in _FACTS:
                facts.setdefault(node.of, set()).add(node.table)
            elif isinstance(node, Slot | Local | OptionValue):
                alone[node] = None
            elif isinstance(node, Call) and node.function != "random_member":
                alone[node] = None  # what chance decides is something else each time
            rest += (node.source,) if isinstance(node, Loop) else node.children
        for card, tables in facts.items():
            yield card, [*self._cards(frozenset(tables)), *((None,) if card.maybe else ())]
        for thing in alone:
            values = self._values(thing)
            if values is not None:
                yield thing, [*values, *((None,) if thing.maybe else ())]

    def _cards(self, tables: frozenset[str]) -> tuple[int, ...]:
        """A card of the pack for each that can be told apart by these facts."""
        if tables not in self._alike:
            first: dict[tuple[int | None, ...], int] = {}
            for card in self.pack:
                first.setdefault(tuple(self._fact(table, card) for table in tables), card)
            self._alike[tables] = tuple(first.values())
        return self._alike[tables]

    def _values(self, thing: Expr) -> Sequence[Value] | None:
        """All that something may be, if that is known and not much."""
        kind = thing.type
        if isinstance(thing, Slot) and thing.key in self.ever:
            return self.ever[thing.key]
        if kind == YESNO:
            return (False, True)
        if kind == SUIT:
            return tuple(sorted({s for s in self.deck.suits if s is not None}))
        if kind == RANK:
            return range(len(self.deck.rank_names))
        if kind.name == "color":
            return range(len(COLORS))
        if kind.name == "word" and kind.words:
            number = {word: n for n, word in enumerate(self.checked.program.words)}
            if all(word in number for word in kind.words):
                return [number[word] for word in kind.words]
        if kind == NUMBER:
            low, high = self.range(thing)
            if high - low < _FEW:
                return range(int(low), int(high) + 1)
        return None


def _of_values(op: str, one: Any, other: Any) -> bool | None:
    """The answer to a comparison of two values of one kind."""
    if op == "=":
        return one == other  # type: ignore[no-any-return]
    if op == "!=":
        return one != other  # type: ignore[no-any-return]
    if one is None or other is None:
        return False
    if isinstance(one, int) and isinstance(other, int):
        return one < other if op == "<" else one <= other
    return None


def _of_ranges(op: str, one: Range, other: Range) -> bool | None:
    (a, b), (c, d) = one, other
    match op:
        case "<":
            return True if b < c else False if a >= d else None
        case "<=":
            return True if b <= c else False if a > d else None
    apart = b < c or d < a
    same = a == b == c == d
    if op == "=":
        return False if apart else True if same else None
    return True if apart else False if same else None
