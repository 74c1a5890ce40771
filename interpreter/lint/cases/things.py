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

from ...checking.combining import ZERO, negate, unordered
from ...checking.core import (
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
    NoRow,
    Op,
    OptionValue,
    PileAt,
    Slot,
    walk,
)
from ...checking.types import CARDS, NUMBER, YESNO
from .world import World

MANY = 12
"""A number that may have more values than that is only compared, not counted with."""

_ON_CARDS = frozenset({
    "size", "first", "last", "only", "highest", "lowest", "first_some", "last_some", "ranks_of",
    "suits_of", "common_rank", "common_suit", "matching", "suited", "consecutive", "descending", "ascending", "alternating", "matches", "same_rank", "written_card",
    "is_card", "card_is_in", "same_members", "same_cards", "without_cards", "as_list", "numbers",
})  # fmt: skip
"""Functions that are worked out for each case."""
_ENDS = ("first", "last", "only", "highest", "lowest")
_ARITHMETIC = ("+", "-", "*", "/", "mod", "neg", "smaller", "larger")
_COMPARING = ("<", "<=", "=", "!=")
_FACTS = ("rank", "suit", "color", "value", "suit_color")


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
            return self._how_many(expr, bound)
        inner = bound | {expr.variable.name}
        asked = None if where is None else self._read(where, inner)
        value = None if expr.value is None else self._read(expr.value, inner)
        if (asked is None) != (where is None) or (value is None) != (expr.value is None):
            return self._how_many(expr, bound)
        return replace(expr, source=source, where=asked, value=value)

    def _how_many(self, expr: Loop, bound: frozenset[str]) -> Expr | None:
        """A question about members nobody can list: some there are if their number is not 0."""
        if expr.how not in ("any", "count"):
            return self._thing(expr, bound)
        number: Expr = replace(expr, how="count", type=NUMBER)
        if expr.where is None and isinstance(expr.source, CardsIn):
            cards = replace(expr.source, ordered=False)
            number = Call(NUMBER, False, "size", (cards,))
        thing = self._thing(number, bound)
        if thing is None or expr.how == "count":
            return thing
        return Op(YESNO, False, "<", (ZERO, thing))

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
