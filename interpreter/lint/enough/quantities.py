"""Expressions of a checked program, read as amounts of cards and chips and conditions on them."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, TypeAlias

from rulerun.grammar.record import record

from ...checking.core import (
    Address,
    Call,
    CardsIn,
    Choose,
    Const,
    Expr,
    Items,
    Local,
    Lookup,
    Loop,
    Needed,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Slot,
    walk,
)
from ...checking.facts import reads
from ...checking.types import PILE, PLAYER
from .bounds import (
    ALWAYS,
    ANY,
    INFINITE,
    NEVER,
    All,
    Amount,
    AtLeastZero,
    Condition,
    Either,
    Key,
    Least,
    Linear,
    Most,
    Range,
    Said,
    Some,
    Split,
    at_most,
    combined,
    multiplied,
    negated,
    number,
    thing,
)

if TYPE_CHECKING:
    from .holdings import Holdings

EACH = "~each"
"""Whose things a bound speaks of that holds for every player still in, or every pile of a family."""

ALL = "~all"
"""Whose: of everybody together."""

ALL_BUT = "~all but "
"""Whose: of each but the one who is named after it."""

WAITING, LEFT = "~waiting ", "~left "
"""Whose: of those whose turn is still to come, and who are still to be gone through."""

PLAYERS_IN: Key = ("players", "")
"""How many players are still in."""

FLEETING = "?~"
"""What is counted here and may be another number at the next line: nothing is kept of it."""

_LIVE = frozenset({"live"})

UNSURE = Said("", True, frozenset())
"""Something that may be true or not, and nobody here can tell."""

MOST_CASES = 8
"""Conditions and amounts with more cases than these are not followed into each."""

Bounds: TypeAlias = Callable[["Holdings"], Range]


@record
class Members:
    """What a list consists of: `of` are `players` still in, `list` of a memory, `piles` of a family.

    `name` is the memory or pile; `where` says which of them, asked of `variable`.
    """

    of: str
    name: str
    variable: str = ""
    where: Condition = ALWAYS


def of_local(name: str) -> str:
    """Whose: of a name of the code."""
    return "{" + name + "}"


class Reader:
    """Reads each expression once. What it cannot read it gives a name, and says what bounds it."""

    def __init__(self, values: tuple[int, int], ranks: int, relevant: AbstractSet[str]) -> None:
        self.values = values
        self.ranks = ranks
        self.relevant = relevant
        self.bounds: dict[Key, Bounds] = {}
        self.reads: dict[Key, frozenset[str]] = {}
        #: What is true of each member, when something that was said holds or does not.
        self.each: dict[str, tuple[bool, str, Condition]] = {}
        self._texts: dict[int, tuple[Expr, str]] = {}
        self._amounts: dict[int, tuple[Expr, Amount]] = {}
        self._conditions: dict[int, tuple[Expr, Condition]] = {}

    # ---------------------------------------------------------------- names

    def text(self, expr: Expr) -> str:
        """The one name of an expression; those of places and names of the code stand in brackets."""
        kept = self._texts.get(id(expr))
        if kept is None:
            kept = self._texts[id(expr)] = (expr, self._text(expr))
        return kept[1]

    def _text(self, expr: Expr) -> str:
        match expr:
            case Needed():
                return self.text(expr.of)
            case Const():
                return repr(expr.value)
            case Local():
                return of_local(expr.name)
            case OptionValue():
                return f"option {expr.name}"
            case Slot():
                owner = "" if expr.index is None else f"@{self.text(expr.index)}"
                return f"[{expr.key}]{owner}"
            case Address():
                return self.text(expr.slot)
        head = type(expr).__name__
        for part in ("op", "function", "how", "pile", "table"):
            head += f" {getattr(expr, part)}" if hasattr(expr, part) else ""
        if isinstance(expr, Loop):
            head += f" {of_local(expr.variable.name)} {expr.where is None}"
        return f"{head}({', '.join(self.text(c) for c in expr.children)})"

    def owner(self, index: Expr | None) -> str:
        """Whose a thing is that everybody has."""
        return "" if index is None else self.text(index)

    def pile(self, expr: Expr) -> Key | None:
        """The place that a pile's size is counted under; None where nobody can tell which it is."""
        while isinstance(expr, Needed):
            expr = expr.of
        if isinstance(expr, PileAt):
            return f"pile {expr.pile}", self.owner(expr.seat)
        if expr.type == PILE and expr.type.pile is not None and not isinstance(expr, Const):
            return f"pile {expr.type.pile}", self.text(expr)
        return None

    def cell(self, slot: Slot) -> Key:
        """The place that a number is kept under."""
        return slot.key, self.owner(slot.index)

    # ---------------------------------------------------------------- lists

    def members(self, source: Expr) -> Members | None:
        """What a list consists of, if that can be told."""
        match source:
            case Needed():
                return self.members(source.of)
            case Call(function="turn_order"):
                return self.members(source.arguments[0])
            case Call(function="everyone"):
                return Members("everyone", "")
            case Slot(key="live"):
                return Members("players", "")
            case Slot() if source.index is None and source.type.item == PLAYER:
                return Members("list", source.key)
            case PilesAt():
                return Members("piles", source.pile)
            case Loop(how="all") if source.where is not None and source.value is None:
                inner = self.members(source.source)
                if inner is None or inner.variable:
                    return None
                variable = of_local(source.variable.name)
                return Members(inner.of, inner.name, variable, self.condition(source.where))
        return None

    def how_many(self, source: Expr) -> Amount:
        """How long a list is."""
        match source:
            case Needed():
                return self.how_many(source.of)
            case Call(function="turn_order"):
                return self.how_many(source.arguments[0])
            case Slot(key="live"):
                return thing(PLAYERS_IN)
            case Slot() if source.index is None and source.type.is_list:
                return thing((f"size {source.key}", ""))
            case Items():
                return number(len(source.items))
            case CardsIn():
                key = self.pile(source.of)
                if key is not None:
                    return thing(key)
                if isinstance(source.of, PilesAt) and source.of.seat is None:
                    return thing((f"pile {source.of.pile}", ALL))
            case Loop(how="all") if source.where is None:
                return self.how_many(source.source)
            case Loop(how="all"):
                longest = self.how_many(source.source)
                return self._unread(source, lambda h: (0, h.between(longest)[1]))
        if source.type == PILE:
            key = self.pile(source)
            if key is not None:
                return thing(key)
        return self._unread(source, lambda _: (0, INFINITE))

    # ---------------------------------------------------------------- numbers

    def amount(self, expr: Expr) -> Amount:
        """A number."""
        kept = self._amounts.get(id(expr))
        if kept is None:
            found = self._amount(expr)
            if not isinstance(found, Linear) and _leaves(found) > MOST_CASES:
                found = self._unread(expr)
            kept = self._amounts[id(expr)] = (expr, found)
        return kept[1]

    def _unread(self, expr: Expr, bounds: Bounds = lambda _: ANY) -> Linear:
        read = asked_of(expr)
        key = ("?" if read - _LIVE <= self.relevant else FLEETING, self.text(expr))
        self.bounds.setdefault(key, bounds)
        self.reads.setdefault(key, read)
        return thing(key)

    def _amount(self, expr: Expr) -> Amount:
        if expr.maybe:
            return self._unread(expr)
        match expr:
            case Needed():
                return self.amount(expr.of)
            case Const() if isinstance(expr.value, int):
                return number(int(expr.value))
            case OptionValue():
                return thing(("option", expr.name))
            case Slot():
                return thing(self.cell(expr))
            case Local():
                return thing(("local", of_local(expr.name)))
            case Choose():
                return Either(
                    self.condition(expr.condition),
                    self.amount(expr.then),
                    self.amount(expr.otherwise),
                )
            case Op():
                return self._reckoned(expr)
            case Call(function="size"):
                return self.how_many(expr.arguments[0])
            case Call(function="position_of"):
                return thing(("position", self.text(expr.arguments[0])))
            case Lookup(table="value"):
                return self._unread(expr, lambda _: self.values)
            case Lookup(table="rank"):
                return self._unread(expr, lambda _: (0, self.ranks))
            case Loop(how="count"):
                if expr.where is None:
                    return self.how_many(expr.source)
                longest = self.how_many(expr.source)
                return self._unread(expr, lambda h: (0, h.between(longest)[1]))
            case Loop(how="sum" | "largest" | "smallest") if expr.value is not None:
                return self._said_of_members(expr, expr.value)
        return self._unread(expr)

    def _reckoned(self, expr: Op) -> Amount:
        parts = [self.amount(o) for o in expr.operands]
        match expr.op:
            case "+":
                return combined(parts[0], parts[1])
            case "-":
                return combined(parts[0], parts[1], -1)
            case "neg":
                return combined(number(0), parts[0], -1)
            case "smaller":
                return Least(parts[0], parts[1])
            case "larger":
                return Most(parts[0], parts[1])
            case "*":
                one, other = parts
                if isinstance(other, Linear) and not other.terms:
                    one, other = other, one
                if isinstance(one, Linear) and not one.terms:
                    return combined(number(0), other, one.constant)
                return self._unread(expr, lambda h: multiplied(h.between(one), h.between(other)))
            case "/":
                one, by = parts
                if isinstance(by, Linear) and not by.terms and by.constant > 0:
                    divisor = by.constant
                    return self._unread(
                        expr,
                        lambda h: (
                            _rounded_down(h.between(one)[0], divisor),
                            _rounded_down(h.between(one)[1], divisor),
                        ),
                    )
            case "mod":
                by = parts[1]
                if isinstance(by, Linear) and not by.terms and by.constant > 0:
                    most = by.constant - 1
                    return self._unread(expr, lambda _: (0, most))
        return self._unread(expr)

    def _said_of_members(self, loop: Loop, value: Expr) -> Amount:
        members = self.members(loop.source)
        cell = value if isinstance(value, Slot) else None
        if cell is None or cell.index != loop.variable or members is None:
            if loop.how != "sum" or not isinstance(value, Lookup):
                return self._unread(loop)
            cards = self.how_many(loop.source)
            return self._unread(
                loop, lambda h: multiplied(h.between(cards), hull_of_none(self.values))
            )
        if loop.how == "sum":
            if members.of == "players" and not members.variable and loop.where is None:
                return thing((cell.key, ALL))
            longest = self.how_many(loop.source)
            key = cell.key, EACH
            return self._unread(
                loop, lambda h: multiplied((0, h.between(longest)[1]), hull_of_none(h.range(key)))
            )
        if members.of != "players":
            return self._unread(loop)
        key = cell.key, EACH
        return self._unread(loop, lambda h: hull_of_none(h.range(key)))

    # ---------------------------------------------------------------- conditions

    def condition(self, expr: Expr) -> Condition:
        """Something that is true or not."""
        kept = self._conditions.get(id(expr))
        if kept is None:
            found = self._condition(expr)
            if _says_nothing(found) or _leaves(found) > MOST_CASES:
                found = UNSURE
            kept = self._conditions[id(expr)] = (expr, found)
        return kept[1]

    def _said(self, expr: Expr) -> Said:
        read = asked_of(expr)
        if not read - _LIVE <= self.relevant:
            return UNSURE
        return Said(self.text(expr), True, read)

    def _condition(self, expr: Expr) -> Condition:
        match expr:
            case Const():
                if expr.value is None:
                    return UNSURE
                return ALWAYS if expr.value else NEVER
            case Choose():
                return Split(*(self.condition(e) for e in expr.children))
            case Op(op="and"):
                return All(tuple(self.condition(o) for o in expr.operands))
            case Op(op="or"):
                return Some(tuple(self.condition(o) for o in expr.operands))
            case Op(op="not"):
                return negated(self.condition(expr.operands[0]))
            case Op(op="!="):
                left, right = expr.operands
                return negated(self._same(left, right, expr))
            case Op(op="="):
                left, right = expr.operands
                return self._same(left, right, expr)
            case Op(op="<" | "<="):
                left, right = expr.operands
                if not (_is_counted(left) and _is_counted(right)):
                    return self._with_things(UNSURE, left, right)
                one = self.amount(left)
                if expr.op == "<":
                    one = combined(one, number(1))
                return at_most(one, self.amount(right))
            case Loop(how="any" | "every" | "no"):
                return self._of_members(expr)
            case Slot() | Local() | OptionValue() | Op(op="in"):
                return self._said(expr)
        return UNSURE

    def _same(self, left: Expr, right: Expr, expr: Op) -> Condition:
        if isinstance(left, Const) and left.value is None:
            left, right = right, left
        if isinstance(right, Const) and right.value is None:
            return negated(All((UNSURE, *self._there(left))))
        if isinstance(left, Items) and not left.items:
            left, right = right, left
        if isinstance(right, Items) and not right.items:
            return at_most(self.how_many(left), number(0))
        if _is_counted(left) and _is_counted(right):
            one, other = self.amount(left), self.amount(right)
            return All((at_most(one, other), at_most(other, one)))
        if left.maybe and right.maybe:
            return UNSURE
        if not left.maybe and not right.maybe and left.type.name in ("yes/no", "word", "player"):
            return self._said(expr)
        return self._with_things(UNSURE, left, right)

    def _with_things(self, said: Said, *operands: Expr) -> Condition:
        """A comparison that no nothing passes: its things are there when it holds."""
        there = tuple(c for o in operands if o.maybe for c in self._there(o))
        return All((said, *there)) if there else said

    def _there(self, expr: Expr) -> tuple[Condition, ...]:
        """What holds when a thing is there: cards lie where it comes from."""
        match expr:
            case Lookup() | Needed():
                return self._there(expr.of)
            case Call(function="first" | "last" | "highest" | "lowest" | "only"):
                inner = expr.arguments[0]
                if isinstance(inner, CardsIn):
                    size = self.how_many(inner)
                    return (at_most(number(1), size),)
                return self._there(inner)
        return ()

    def _of_members(self, loop: Loop) -> Condition:
        said = self._said(loop)
        members = self.members(loop.source)
        if members is None or members.variable or members.of not in ("players", "piles"):
            return said
        if loop.where is None:
            if loop.how == "every" or members.of != "players":
                return said
            some = at_most(number(1), thing(PLAYERS_IN))
            return some if loop.how == "any" else negated(some)
        where = self.condition(loop.where)
        variable = of_local(loop.variable.name)
        if loop.how == "every":
            self.each[said.text] = True, variable, where
        else:
            self.each[said.text] = loop.how == "no", variable, negated(where)
        return said


def _is_counted(expr: Expr) -> bool:
    return not expr.maybe and expr.type.name in ("number", "holder")


def asked_of(expr: Expr) -> frozenset[str]:
    """The parts of the state that an expression reads, whoever is the first to be gone through."""
    if not any(isinstance(p, Call) and p.function == "turn_order" for p in walk(expr)):
        return reads(expr)
    found: set[str] = set()
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Call) and part.function == "turn_order":
            waiting.append(part.arguments[0])
            continue
        found |= _of_itself(part)
        waiting += part.children
    return frozenset(found)


def _of_itself(expr: Expr) -> frozenset[str]:
    match expr:
        case Slot():
            return frozenset({expr.key})
        case CardsIn() | PilesAt():
            return reads(expr)
        case Call():
            return expr.reads
    return frozenset()


def _says_nothing(condition: Condition) -> bool:
    """Whether it speaks only of numbers that nobody counts here, of values and ranks of cards."""
    match condition:
        case AtLeastZero():
            return bool(condition.sum.terms) and all(
                k[0][:1] == "?" for k, _ in condition.sum.terms
            )
        case All() | Some():
            return bool(condition.of) and all(map(_says_nothing, condition.of))
        case Split():
            return _says_nothing(condition.then) and _says_nothing(condition.otherwise)
    return not condition.text


def _leaves(tree: Condition | Amount) -> int:
    """Of how many single conditions or sums something is made."""
    match tree:
        case All() | Some():
            return sum(map(_leaves, tree.of))
        case Split() | Either():
            return _leaves(tree.on) + _leaves(tree.then) + _leaves(tree.otherwise)
        case Least() | Most():
            return _leaves(tree.one) + _leaves(tree.other)
    return 1


def hull_of_none(range_: Range) -> Range:
    """The range, and 0 for what is said of nobody."""
    return min(0, range_[0]), max(0, range_[1])


def _rounded_down(value: float, divisor: int) -> float:
    return value if value in (INFINITE, -INFINITE) else int(value) // divisor
