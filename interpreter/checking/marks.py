"""Places of a rule file that are noted when a game passes them: how coverage is measured.

Only rules that were checked with `Symbols.marks` have them; in play there is nothing to slow it down.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rulerun.grammar.source import Span

from .core import MARKED, Call, Choose, Const, Do, Expr, Op, Site, Stmt
from .types import NOTHING, NUMBER, YESNO

if TYPE_CHECKING:
    from .symbols import Symbols

What: TypeAlias = Literal[
    "phase", "move", "line", "row", "skipped", "ended", "refused", "over", "one", "several"
]  # fmt: skip
"""What happens at a place: a pass of a phase begins or it is `skipped`, its passes or turns have
`ended` by their condition, a move is made, a line is reached, a row of a value table gives its value,
a condition has `refused` a move, the game is `over` by a row of `end`; of things that stand for the
`one` among them there are `several`."""

Mark: TypeAlias = tuple[What, Span]


class Marks:
    """Numbers for places, and which of them were passed.

    `of_one`: noted is only how many there are where one is meant. With `wanted` only those places are
    noted.
    """

    def __init__(self, *, of_one: bool = False, wanted: Collection[Mark] | None = None) -> None:
        self.of_one = of_one
        self._wanted = wanted
        self._numbers: dict[Mark, int] = {}
        self._places: list[Mark] = []
        self._passed: set[int] = set()

    def number(self, what: What, span: Span) -> int:
        """The number of a place, given one if it has none yet."""
        place = (what, span)
        if place not in self._numbers:
            self._numbers[place] = len(self._places)
            self._places.append(place)
        return self._numbers[place]

    def are_of(self, what: What, span: Span) -> bool:
        """Whether a place is one of those that are noted."""
        if self.of_one is not (what in ("one", "several")):
            return False
        return self._wanted is None or (what, span) in self._wanted

    def note(self, what: What, span: Span) -> None:
        """A place is passed."""
        self._passed.add(self.number(what, span))

    def taken(self) -> set[Mark]:
        """What was passed since the last time this was asked."""
        passed = {self._places[number] for number in self._passed}
        self._passed.clear()
        return passed

    # ---------------------------------------------------------------- what generated code calls

    def passing(self, state: object, number: int, site: int) -> None:
        """The place of that number is passed."""
        self._passed.add(number)

    def marked(self, state: object, number: int, value: Any) -> Any:
        """The place of that number gives a value."""
        self._passed.add(number)
        return value


def passing(symbols: Symbols, what: What, span: Span) -> tuple[Stmt, ...]:
    """The statement that notes a place; in rules without marks there is none."""
    if symbols.marks is None or not symbols.marks.are_of(what, span):
        return ()
    number = Const(NUMBER, False, symbols.marks.number(what, span))
    return (Do("passing", (number,), Site(span, what)),)


def marked(symbols: Symbols, what: What, span: Span, value: Expr) -> Expr:
    """An expression that notes a place when its value is asked; without marks the value alone."""
    if symbols.marks is None or not symbols.marks.are_of(what, span):
        return value
    number = Const(NUMBER, False, symbols.marks.number(what, span))
    return Call(value.type, value.maybe, MARKED, (number, value), True)


def counted(symbols: Symbols, span: Span, value: Expr, members: Expr) -> Expr:
    """What is made of the only one of `members`, or of what they share, with a note of how many there
    were: `one` if there is a value, `several` if there is none although there are members."""
    if symbols.marks is None or not symbols.marks.of_one:
        return value
    no_value = Op(YESNO, False, "=", (value, Const(NOTHING, True, None)))
    none = Op(YESNO, False, "=", (Call(NUMBER, False, "size", (members,)), Const(NUMBER, False, 0)))
    nothing = Const(value.type, True, None)
    several = marked(symbols, "several", span, nothing)
    without = Choose(value.type, True, none, nothing, several)
    return Choose(value.type, True, no_value, without, marked(symbols, "one", span, value))
