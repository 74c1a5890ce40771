"""How deep the parts of a program may stand within one another: Python compiles only so much, and
lists that are gone through within one another take longer and longer.

Terms and tables are written out where they are used, so that texts which are short by themselves
may add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields

from rulerun.grammar import syntax

from ..declarations import ruleset as rules
from ..declarations.course import MOST_CHOICES
from .core import Bind, Call, CarryOut, Const, Do, Expr, For, If, Loop, Set, Stmt

DEEPEST_TEXT = 120
"""The most parts of a text, with the terms that it uses, within one another."""
DEEPEST_NAMES = 30
"""The most terms and tables within one another."""
DEEPEST = 300
"""The most rows and operations within one another, once all is written out."""
MOST_LOOKS = 200_000_000
"""So many cases are gone through at most, if every list is as long as it can be: four times all the
cards of two packs, one in the other, in seconds."""


def is_deep(expr: Expr) -> bool:
    """Whether more than DEEPEST parts of an expression stand within one another."""
    level: list[Expr] = [expr]
    for _ in range(DEEPEST):
        level = [child for one in level for child in one.children]
        if not level:
            return False
    return True


def is_deep_to_do(statements: Iterable[Stmt]) -> bool:
    """Whether more than DEEPEST rows, or MOST_CHOICES `each`, stand within one another."""
    level = [(statement, 0) for statement in statements]
    for _ in range(DEEPEST):
        inner: list[tuple[Stmt, int]] = []
        for statement, loops in level:
            match statement:
                case If():
                    inner += [(s, loops) for s in (*statement.body, *statement.otherwise)]
                case For():
                    if loops == MOST_CHOICES:
                        return True
                    inner += [(s, loops + 1) for s in statement.body]
                case CarryOut():
                    inner += [(s, loops) for s in statement.stuck]
        level = inner
        if not level:
            return False
    return True


def first_too_large(headed: Iterable[rules.Term | rules.Table], outermost: str, most: int) -> str:
    """The term or table, of those that the outermost is made of, that has too many parts by itself.

    What it is made of has not. The outermost may have more than `most` parts, all written out.
    """
    things = {thing.name: thing for thing in headed}
    made_of: dict[str, Counter[str]] = {}
    sizes: dict[str, int] = {}

    def size(name: str, around: tuple[str, ...]) -> int:
        if name in around or len(around) > DEEPEST_NAMES:
            return 0
        if name not in sizes:
            thing = things[name]
            made_of[name] = Counter(n for n in _names_in(thing) if n in things)
            inner = (*around, name)
            parts = len(thing.rows) if isinstance(thing, rules.Table) else 1
            sizes[name] = parts + sum(n * size(one, inner) for one, n in made_of[name].items())
        return sizes[name]

    size(outermost, ())
    name, large = outermost, [outermost]
    while large:
        name = large[0]
        large = [one for one in made_of.get(name, ()) if sizes.get(one, 0) > most]
    return name


def _names_in(thing: rules.Term | rules.Table) -> Iterator[str]:
    """The names in the texts of a term or table, as often as they stand there."""
    texts = [row.row for row in thing.rows] if isinstance(thing, rules.Table) else [thing.expr]
    waiting: list[object] = [*texts]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif isinstance(node, syntax.Node):
            name = getattr(node, "name", None)
            if isinstance(name, str):
                yield name
            waiting += [getattr(node, part.name) for part in fields(node)]


class Lengths:
    """How long the lists of a game can be at most, and how many cases there are where one list is
    gone through for each member of another."""

    def __init__(self, ruleset: rules.Ruleset) -> None:
        deck, seats = ruleset.deck, ruleset.players
        cards = (len(deck.ranks) * len(deck.suits) + len(deck.jokers)) * deck.copies
        piles = [pile.count or 1 for pile in ruleset.piles]
        self._most = {
            "player": seats.high,
            "team": seats.teams or 1,
            "suit": len(deck.suits),
            "rank": len(deck.ranks) + len(deck.jokers),
            "pile": max([cards, *piles], default=cards),
        }
        self._cards = cards

    def too_many(self, expr: Expr) -> tuple[int, ...]:
        """The lists within one another that make more than MOST_LOOKS cases, the outermost first."""
        found = self._within(expr, {})
        return found if _product(found) > MOST_LOOKS else ()

    def too_many_to_do(self, statements: Iterable[Stmt]) -> tuple[int, ...]:
        """The same of lines: `for each` goes through a list, too."""
        found = max((self._done(s, {}) for s in statements), key=_product, default=())
        return found if _product(found) > MOST_LOOKS else ()

    def _done(self, statement: Stmt, seen: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
        asked = max((self._within(e, seen) for e in _asked(statement)), key=_product, default=())
        inner: tuple[Stmt, ...] = ()
        around: tuple[int, ...] = ()
        match statement:
            case If():
                inner = (*statement.body, *statement.otherwise)
            case For():
                inner, around = statement.body, (self._length(statement.source),)
            case CarryOut():
                inner = statement.stuck
        done = max((self._done(s, seen) for s in inner), key=_product, default=())
        return max(asked, (*around, *done), key=_product)

    def _within(self, expr: Expr, seen: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
        found = seen.get(id(expr))
        if found is None:
            if isinstance(expr, Loop):
                each = [e for e in (expr.where, expr.value) if e is not None]
                inner = max((self._within(e, seen) for e in each), key=_product, default=())
                inner = (self._length(expr.source), *inner)
                found = max(self._within(expr.source, seen), inner, key=_product)
            else:
                parts = (self._within(child, seen) for child in expr.children)
                found = max(parts, key=_product, default=())
            seen[id(expr)] = found
        return found

    def _length(self, source: Expr) -> int:
        match source:
            case Call(
                function="numbers", arguments=(Const(value=int(low)), Const(value=int(high)))
            ):
                return max(1, high - low + 1)
        item = source.type.item
        return self._most.get(item.name, self._cards) if item is not None else self._cards


def _product(lengths: tuple[int, ...]) -> int:
    cases = 1
    for length in lengths:
        cases *= length
    return cases


def _asked(statement: Stmt) -> Iterator[Expr]:
    match statement:
        case Do():
            yield from statement.arguments
        case Set() | Bind():
            yield statement.value
        case If():
            yield statement.condition
        case For():
            yield statement.source
