"""What depends on the ranks and values of some cards alone, whatever suits and places they have: asked
again and again in a game, it is remembered by which ranks there are and how often."""

from __future__ import annotations

from ..checking.core import (
    Call,
    Choose,
    Const,
    Expr,
    Local,
    Lookup,
    Loop,
    Op,
    OptionValue,
    walk,
    with_parts,
)
from ..checking.types import CARDS, WORD

_OPERATORS = frozenset({
    "+", "-", "*", "neg", "<", "<=", "=", "!=", "and", "or", "not", "smaller", "larger",
})  # fmt: skip
_OF_GROUPS = frozenset({"size", "matching", "consecutive"})
_NUMBERS = frozenset({"number", "yes/no"})
CARDS_ASKED = Local(CARDS, False, "cards")


def cards_asked(expr: Expr) -> Expr | None:
    """The list of cards on whose ranks and values alone an expression depends, if all lists of some of
    these cards are gone through for it; None elsewhere."""
    if expr.type.name not in _NUMBERS or not any(map(_goes_through_lists, walk(expr))):
        return None
    asked = _Asked()
    if not asked.is_plain(expr) or len(asked.lists) != 1:
        return None
    (cards,) = asked.lists
    return cards


def _goes_through_lists(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.function == "subsets"


class _Asked:
    """The lists of cards that an expression asks about; `names` are those of its own loops."""

    def __init__(self) -> None:
        self.lists: set[Expr] = set()
        self.groups: set[Expr] = set()
        self.members: set[Expr] = set()
        self.numbers: set[Expr] = set()

    def is_plain(self, expr: Expr) -> bool:
        """Whether that is all it asks, and the order of cards makes no difference."""
        match expr:
            case Const(value=value):
                return value is None or isinstance(value, int)
            case OptionValue():
                return expr.type.name in _NUMBERS
            case Local():
                return expr in self.numbers
            case Op(op=op, operands=operands):
                return op in _OPERATORS and all(map(self.is_plain, operands))
            case Choose():
                return all(map(self.is_plain, expr.children))
            case Lookup(table="rank" | "value", of=of):
                return of in self.members
            case Call(function=function, arguments=(of,)) if function in _OF_GROUPS:
                return of in self.groups
            case Loop():
                return self._is_plain_loop(expr)
        return False

    def _is_plain_loop(self, loop: Loop) -> bool:
        source, variable = loop.source, loop.variable
        said = [part for part in (loop.where, loop.value) if part is not None]
        match source:
            case Call(function="subsets", arguments=(of, *_)) if (
                loop.how in ("any", "every", "no", "count") and loop.value is None
            ):
                if any(part in (*self.groups, *self.members) for part in walk(of)):
                    return False
                self.lists.add(of)
                self.groups.add(variable)
            case Const(value=tuple()) if (
                loop.how == "max" and loop.value == variable and variable.type.name == "number"
            ):
                self.numbers.add(variable)
            case Local() if source in self.groups and loop.how in (
                "any", "every", "no", "count", "sum", "largest", "smallest"
            ):  # fmt: skip
                self.members.add(variable)
            case _:
                return False
        return all(map(self.is_plain, said))


class Rankwise:
    """What is asked so of some cards: `asked` are the expressions, of cards called `cards`, with the
    names of their functions."""

    def __init__(self) -> None:
        self.asked: dict[Expr, str] = {}

    def rewritten(self, expr: Expr) -> Expr:
        """The same expression with calls where ranks alone are asked."""
        if not any(map(_goes_through_lists, walk(expr))):
            return expr
        cards = cards_asked(expr)
        if cards is None:
            return with_parts(expr, self.rewritten)
        of_cards = _with(expr, cards)
        title = self.asked.setdefault(of_cards, f"BY_RANKS_{len(self.asked)}")
        asked = (Const(WORD, False, title), self.rewritten(cards))
        return Call(expr.type, expr.maybe, "by_ranks", asked)


def _with(expr: Expr, cards: Expr) -> Expr:
    """The same expression of cards that are called `cards`."""
    return CARDS_ASKED if expr == cards else with_parts(expr, lambda part: _with(part, cards))
