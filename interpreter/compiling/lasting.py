"""What was computed and is still so after a line: a card that moves changes no player's points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeVar

from rulerun.grammar.record import kept

from ..checking.core import (
    Address,
    Bind,
    Call,
    CardsIn,
    Changed,
    Const,
    Do,
    Expr,
    Fired,
    Firing,
    For,
    GameOver,
    If,
    Leave,
    Local,
    PilesAt,
    Set,
    Slot,
    Start,
    Stmt,
    Value,
    walk,
)

OF_ARGUMENTS = frozenset({
    "only", "first", "last", "rest", "head", "from_member", "first_some", "last_some", "as_list",
    "numbers", "same_members", "added", "removed", "size", "highest", "lowest", "ranks_of", "suits_of",
    "common_rank", "common_suit", "subsets", "poker_strength", "matching", "suited", "consecutive",
    "descending", "ascending", "alternating", "matches", "same_rank", "written_card", "is_card",
    "card_is_in", "same_cards", "without_cards", "deadwood_value", "by_ranks",
})  # fmt: skip
"""Functions that say something of their arguments, and look at nothing else."""
_OF_CARDS = frozenset({
    "move", "move_card", "move_under", "move_card_under", "deal", "deal_each", "gather", "gather_each",
    "gather_everything", "gather_and_shuffle", "shuffle", "show",
})  # fmt: skip
"""Lines that change where cards lie and who knows them, and nothing else."""
_OF_CHIPS = frozenset({"pay", "pay_up_to", "pay_all"})
"""Lines that change the chips of their two addresses, and nothing else."""


T = TypeVar("T")


def lasting(
    known: Mapping[Expr, T], statement: Stmt, firing: Iterable[Firing] = ()
) -> dict[Expr, T]:
    """Of values that are known, or held by variables, those that are still so after a statement, and
    after the rows of `at any time` that answer to it."""
    if not known:
        return {}
    changes = _Changes()
    if not changes.add((statement,)):
        return {}
    if changes.answered and not changes.add(part for row in firing for part in row.body):
        return {}
    return {
        expr: variable
        for expr, variable in known.items()
        if variable not in changes.names and not changes.touch(expr)
    }


_Place: TypeAlias = tuple[str, Value | None]
"""The key of a cell and whose it is; nothing where that is not known, and where it is nobody's."""


def _place(slot: Slot) -> _Place:
    return slot.key, slot.index.value if isinstance(slot.index, Const) else None


class _Changes:
    """What statements change: cells by their keys, names that get other values, where cards lie."""

    def __init__(self) -> None:
        self.cells: set[_Place] = set()
        self.names: set[str] = set()
        self.cards = False
        #: Whether rows of `at any time` may be carried out after some of it.
        self.answered = False

    def add(self, statements: Iterable[Stmt]) -> bool:
        """Add what statements change; False where it may be anything."""
        for statement in statements:
            match statement:
                case Set(target=target):
                    self.cells.add(_place(target))
                case Start(key=key):
                    self.cells.add((key, None))
                case Bind(name=name):
                    self.names.add(name)
                case Changed():
                    self.answered = True
                case Leave() | GameOver() | Fired():
                    pass
                case If(body=body, otherwise=otherwise):
                    if not (self.add(body) and self.add(otherwise)):
                        return False
                case Do(procedure=procedure, arguments=arguments):
                    if procedure in _OF_CARDS:
                        self.cards = True
                    elif procedure in _OF_CHIPS:
                        for argument in arguments:
                            if isinstance(argument, Address):
                                self.cells.add(_place(argument.slot))
                    elif procedure == "drop_out":
                        self.cells.add(("live", None))
                    elif procedure != "only_one_row":
                        return False
                case For(variable=variable, body=body):
                    self.names.add(variable.name)
                    if not self.add(body):
                        return False
                case _:
                    return False
        return True

    def touch(self, expr: Expr) -> bool:
        """Whether the value of an expression may be another one now."""
        cells, names, of_cards, is_plain = _asked(expr)
        if not is_plain:
            return True
        if (self.cards and of_cards) or not self.names.isdisjoint(names):
            return True
        return any(
            key == other and (one is None or another is None or one == another)
            for key, one in self.cells
            for other, another in cells
        )


@kept
def _asked(expr: Expr) -> tuple[frozenset[_Place], frozenset[str], bool, bool]:
    """The cells and the names that an expression asks, whether it asks where cards lie, and whether
    that is all."""
    cells: set[_Place] = set()
    names: set[str] = set()
    of_cards, is_plain = False, True
    for part in walk(expr):
        match part:
            case Slot():
                cells.add(_place(part))
            case Local(name=name):
                names.add(name)
            case CardsIn():
                of_cards = True
            case PilesAt():
                cells |= {("live", None), ("memory dealer", None)}
                of_cards = True
            case Call(function=function):
                cells |= {(key, None) for key in part.reads}
                is_plain = is_plain and function in OF_ARGUMENTS
    return frozenset(cells), frozenset(names), of_cards, is_plain
