"""The values that things go through, as few as tell all cases apart.

Conditions compare: two cards by their ranks, a number with another. Which of them hold then depends
on no more than the order of what is compared and on the distances that are asked, so numbers near
those that are written stand for all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from ...checking.core import (
    Call,
    CardsIn,
    Choose,
    Const,
    Expr,
    Local,
    Lookup,
    Loop,
    Needed,
    Op,
    PileAt,
    Slot,
)
from .things import MANY, Thing, is_of_the_living
from .world import World

_NOTHING: tuple[None] = (None,)
_RANKS = "ranks"
"""What all ranks of cards are called among the numbers that are compared."""
_OF_RANKS = frozenset({
    "matches", "same_rank", "highest", "lowest", "matching", "ranks_of", "common_rank", "consecutive",
    "descending", "ascending",
})  # fmt: skip
_OF_SUITS = frozenset({"suited", "suits_of", "common_suit"})
_OF_CARDS = frozenset({"same_members", "same_cards", "without_cards"})
_BY_ORDER = frozenset({"matches", "same_rank", "highest", "lowest", "matching"})
_IN_PLACE = frozenset({"first", "last", "first_some", "last_some", "descending", "ascending", "alternating"})  # fmt: skip
_MOST = 40_000
_FEW = 100
_NEXT = (-1, 0, 1)

Domain = tuple[Sequence[Any], Sequence[Any]]
"""The values in which a thing is there and in its bounds, and the others."""
Term = tuple[str | None, int]
"""What a number is: the thing that it is as large as, or None, and how much more."""


class Values:
    """The values that the things of some conditions go through."""

    def __init__(self, world: World, things: Sequence[Thing], conditions: Sequence[Expr]) -> None:
        self.world = world
        self.things = {thing.local.name: thing for thing in things}
        self._near: dict[str, set[int]] = {}
        self._steps: dict[str, set[int]] = {}
        self._group: dict[str, str] = {}
        self._whole: set[str] = set()
        self._ordered = False
        self._asks: set[str] = set()
        self._named: set[str] = set()
        for condition in conditions:
            self._look(condition)
        self._cards_there = sum(
            max(thing.sizes or (1,))
            for thing in things
            if thing.local.type.name in ("card", "cards")
        )
        self.alike = self._classes()

    # ---------------------------------------------------------------- what is asked

    def _look(self, expr: Expr) -> None:
        """Note what a condition asks of cards, and what it compares numbers with."""
        match expr:
            case Op(op="<" | "<=" | "=" | "!=") if self._compared(expr):
                return
            case Op(op="=" | "!=" | "in"):
                nothing = any(isinstance(o, Const) and o.value is None for o in expr.operands)
                if not nothing and any(_is_of_cards(o) for o in expr.operands):
                    self._asks.add("cards")
            case Op(op="join" | "without"):
                self._asks.add("cards")
            case Lookup():
                self._asks.add(expr.table)
                if expr.table in ("rank", "value"):
                    self._whole.add(_RANKS)
            case Local() if expr.name in self.things:
                self._whole.add(_RANKS if expr.type.name == "rank" else expr.name)
            case Call():
                self._call(expr)
            case Loop(how="max" | "min" | "most" | "least") if self._ranked(expr):
                return
            case Loop(how="all" | "first" | "last" | "max" | "min" | "most" | "least"):
                self._ordered = True
        for child in expr.children:
            self._look(child)

    def _ranked(self, loop: Loop) -> bool:
        """Whether members of a list are compared by numbers that are followed; then it is noted."""
        terms = None if loop.value is None else self._terms(loop.value)
        if terms is None:
            return False
        self._ordered = True
        for (one, more), (other, less) in product(terms, terms):
            self._note(one, other, less - more)
        for part in (loop.source, loop.where):
            if part is not None:
                self._look(part)
        return True

    def _call(self, call: Call) -> None:
        if call.function in _OF_RANKS:
            self._asks.add("rank")
            if call.function not in _BY_ORDER:
                self._whole.add(_RANKS)
        elif call.function in _OF_SUITS:
            self._asks.add("suit")
        elif call.function in _OF_CARDS:
            self._asks.add("cards")
        elif call.function == "alternating":
            self._asks.add("color")
        elif call.function in ("is_card", "written_card"):
            self._name(call.arguments[-1])
        if call.function in _IN_PLACE:
            self._ordered = True

    def _name(self, label: Expr) -> None:
        """A card is spoken of by its name."""
        if not isinstance(label, Const) or not isinstance(label.value, str):
            return
        self._named.add(label.value)
        for number in self.world.deck.numbers.get(label.value, ()):
            self._note(_RANKS, None, self.world.deck.ranks[number])

    def _compared(self, op: Op) -> bool:
        """Whether a comparison is one of numbers or ranks that are followed; then it is noted."""
        left, right = op.operands
        step = 0
        if isinstance(left, Const):
            left, right = right, left
        if isinstance(left, Op) and left.op == "-" and isinstance(right, Const):
            if not isinstance(right.value, int):
                return False
            if not isinstance(left.operands[1], Const):
                step, (left, right) = right.value, left.operands
        ours, theirs = self._terms(left), self._terms(right)
        if ours is None or theirs is None:
            return False
        for (one, more), (other, less) in product(ours, theirs):
            self._note(one, other, less + step - more)
        return True

    def _note(self, one: str | None, other: str | None, step: int) -> None:
        """`one` is compared with `other` and `step` more."""
        if one is None and other is None:
            return
        if one is None or other is None:
            name = one or other
            assert name is not None
            self._near.setdefault(self._root(name), set()).add(step if one is not None else -step)
            return
        ours, theirs = self._root(one), self._root(other)
        if ours != theirs:
            self._group[theirs] = ours
            self._near.setdefault(ours, set()).update(self._near.pop(theirs, ()))
            self._steps.setdefault(ours, set()).update(self._steps.pop(theirs, ()))
        self._steps.setdefault(ours, set()).add(abs(step))

    def _root(self, name: str) -> str:
        while name in self._group:
            name = self._group[name]
        return name

    def _terms(self, expr: Expr) -> list[Term] | None:
        """What a number may be as large as; None where that is not followed."""
        match expr:
            case Const() if expr.value is None:
                return []
            case Const() if isinstance(expr.value, int) and expr.type.name in ("number", "rank"):
                return [(None, expr.value)]
            case Local() if expr.name in self.things and expr.type.name in ("number", "holder"):
                return [(expr.name, 0)]
            case Local() if expr.name in self.things and expr.type.name == "rank":
                return [(_RANKS, 0)]
            case Lookup(table="rank"):
                self._asks.add("rank")
                self._look(expr.of)
                return [(_RANKS, 0)]
            case Op(op="+" | "-") if isinstance(expr.operands[1], Const):
                sign = 1 if expr.op == "+" else -1
                return self._more(expr.operands[0], expr.operands[1], sign)
            case Op(op="+") if isinstance(expr.operands[0], Const):
                return self._more(expr.operands[1], expr.operands[0], 1)
            case Op(op="smaller" | "larger"):
                return self._either(*expr.operands)
            case Choose():
                self._look(expr.condition)
                return self._either(expr.then, expr.otherwise)
            case Needed():
                return self._terms(expr.of)
        return None

    def _more(self, expr: Expr, by: Const, sign: int) -> list[Term] | None:
        terms = self._terms(expr)
        if terms is None or not isinstance(by.value, int):
            return None
        return [(name, more + sign * by.value) for name, more in terms]

    def _either(self, one: Expr, other: Expr) -> list[Term] | None:
        ours, theirs = self._terms(one), self._terms(other)
        return None if ours is None or theirs is None else [*ours, *theirs]

    # ---------------------------------------------------------------- numbers

    def _candidates(self, name: str, bounds: Iterable[int]) -> list[int]:
        """Numbers that tell all cases apart: around those that a thing is compared with.

        Whatever the numbers are, they can be moved together until none is farther from the next, or
        from one that is written, than any distance that is asked, and every answer stays the same.
        """
        root = self._root(name)
        fixed = {*self._near.get(root, ()), *bounds}
        count = self._cards_there if self._root(_RANKS) == root else 0
        for fellow in self.things:
            if not self._is_in(fellow, root):
                continue
            low, high = self.world.bounds(self.things[fellow].expr)
            if low is not None and high is not None and high - low < MANY:
                fixed |= set(range(low, high + 1))
            else:
                fixed |= {bound for bound in (low, high) if bound is not None}
                count += 1
        steps = {0, *self._steps.get(root, ())}
        apart = max(steps) + 1
        reach = count * apart
        fixed = fixed or {0}
        dense = {n + e for n in fixed for e in range(-reach, reach + 1)} if reach < _FEW else None
        # Far from each other they are only as far as a few of the distances together.
        sparse = {n + e for n in (*fixed, min(fixed) - reach, max(fixed) + reach) for e in _NEXT}
        ways = {sign * step + e for step in steps for sign in (1, -1) for e in _NEXT}
        for _ in range(count):
            if len(sparse) > _MOST or (dense is not None and len(sparse) >= len(dense)):
                break
            sparse |= {n + way for n in sparse for way in ways}
        if dense is not None and len(dense) <= len(sparse):
            return sorted(dense)
        return sorted(sparse)

    def _is_in(self, name: str, root: str) -> bool:
        kind = self.things[name].local.type.name
        if kind == "rank":
            return self._root(_RANKS) == root
        return kind in ("number", "holder") and self._root(name) == root

    def _numbers(self, thing: Thing) -> Domain | None:
        name = thing.local.name
        low, high = self.world.bounds(thing.expr)
        other = self._out_of_bounds(thing, low, high)
        few = low is not None and high is not None and high - low < MANY
        if low is not None and high is not None and (few or name in self._whole):
            if high - low > _MOST:
                return None
            plain = range(low, high + 1)
            if is_of_the_living(thing.expr):
                # With fewer than two of them hardly any game goes on.
                return [n for n in plain if n > 1], [*other, *(n for n in plain if n < 2)]
            return plain, other
        if name in self._whole:
            return None
        found = self._candidates(name, [b for b in (low, high) if b is not None])
        kept = [n for n in found if (low is None or n >= low) and (high is None or n <= high)]
        return sorted(kept, key=lambda n: (n < 0, abs(n))), other

    def _out_of_bounds(self, thing: Thing, low: int | None, high: int | None) -> list[int | None]:
        """What a number may be beside those within its bounds: nothing, or what it starts as."""
        other: list[int | None] = list(_NOTHING) if thing.local.maybe else []
        expr = thing.expr
        starts = isinstance(expr, Slot) and expr.key.startswith(("memory ", "count "))
        if starts and ((low is not None and low > 0) or (high is not None and high < 0)):
            other.append(0)
        return other

    # ---------------------------------------------------------------- cards

    def _classes(self) -> dict[int, list[int]]:
        """A card for each that can be told apart, and all those that are like it."""
        deck = self.world.deck
        whole = "cards" in self._asks
        ranked = whole or bool(self._asks & {"rank", "value"})
        suited = whole or "suit" in self._asks
        colored = "color" in self._asks
        ranks = self._ranks() if ranked and not whole else None
        first: dict[tuple[object, ...], int] = {}
        alike: dict[int, list[int]] = {}
        for number in sorted(range(len(deck)), key=lambda n: n not in self.world.usual):
            card = deck.cards[number]
            named = card.label if card.label in self._named else None
            if ranks is not None and card.rank not in ranks and not named:
                continue
            suit = card.suit if suited else card.suit is None and colored
            key = card.rank if ranked else None, suit, card.color if colored else None, named
            alike.setdefault(first.setdefault(key, number), []).append(number)
        return alike

    def _ranks(self) -> set[int]:
        """The ranks that tell all cases apart."""
        deck = self.world.deck
        most, plain = len(deck.rank_names), deck.plain_ranks
        there = Counter(deck.ranks)
        alike = len({there[rank] for rank in range(plain)}) == 1
        root = self._root(_RANKS)
        if root in self._whole or _RANKS in self._whole or not alike:
            return set(range(most))
        near, steps = self._near.get(root, set()), self._steps.get(root, set())
        fellows = sum(1 for n in self.things if self._is_in(n, root))
        count = self._cards_there + fellows
        if not near and steps <= {0} and count <= plain:
            # Only which is higher is asked: as many ranks as there are cards, from the middle.
            start = min(2, plain - count)
            found = list(range(start, start + count))
        else:
            found = self._candidates(_RANKS, [0, plain - 1, most - 1])
        return {n for n in found if 0 <= n < most} | set(range(plain, most))

    def _lists(self, sizes: Sequence[int]) -> Domain:
        made: list[tuple[int, ...]] = []
        cards = list(self.alike)
        for size in sorted(sizes):
            ways: Iterator[tuple[int, ...]]
            if self._ordered or "cards" in self._asks:
                ways = product(cards, repeat=size)
            else:
                ways = combinations_with_replacement(cards, size)
            made += [way for way in ways if self._there_are(way)]
        return [m for m in made if m], [m for m in made if not m]

    def _there_are(self, cards: Sequence[int]) -> bool:
        """Whether the pack has all these cards at once."""
        if len(set(cards)) == len(cards):
            return True
        return all(n <= len(self.alike[card]) for card, n in Counter(cards).items())

    # ---------------------------------------------------------------- all kinds

    def of(self, thing: Thing) -> Domain | None:
        """The values that a thing goes through; None if they are too many."""
        nothing = list(_NOTHING) if thing.local.maybe else []
        kind = thing.local.type.name
        if thing.sizes is not None:
            count = len(self.alike) ** max(thing.sizes)
            return self._lists(thing.sizes) if count <= _MOST else None
        if kind in ("number", "holder"):
            return self._numbers(thing)
        if kind == "rank":
            ranks, plain = sorted(self._ranks()), range(self.world.deck.plain_ranks)
            jokers = [rank for rank in ranks if rank not in plain]
            return [rank for rank in ranks if rank in plain], [*nothing, *jokers]
        if kind == "card":
            return list(self.alike), nothing
        members = self.world.members(thing.expr)
        assert members is not None
        return members, nothing

    def placed(self) -> list[int]:
        """Which things are cards that lie in places of their own, so that none is there twice."""
        found, names = [], []
        for place, thing in enumerate(self.things.values()):
            pile = _pile_of(thing.expr)
            if pile is not None:
                found.append(place)
                names.append(pile)
        return [p for p, n in zip(found, names, strict=True) if names.count(n) == 1]

    def may_clash(self, places: Sequence[int]) -> bool:
        """Whether cards that lie in several places may be more than the pack has."""
        things = list(self.things.values())
        there = sum(max(things[p].sizes or (1,)) for p in places)
        return len(places) > 1 and there > min(map(len, self.alike.values()), default=0)

    def clash(self, places: Sequence[int], case: Sequence[Any]) -> bool:
        """Whether the pack has not the cards of a case."""
        cards: list[int] = []
        for place in places:
            value = case[place]
            if isinstance(value, tuple):
                cards += value
            elif value is not None:
                cards.append(value)
        return not self._there_are(cards)


def _pile_of(expr: Expr) -> str | None:
    """The pile of which a thing is a card or all cards."""
    if isinstance(expr, Call) and expr.function in ("first", "last", "only", "highest", "lowest"):
        (expr,) = expr.arguments
    if isinstance(expr, CardsIn) and isinstance(expr.of, PileAt):
        return expr.of.pile
    return None


def _is_of_cards(expr: Expr) -> bool:
    return expr.type.name == "card" or (
        expr.type.item is not None and expr.type.item.name == "card"
    )
