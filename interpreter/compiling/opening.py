"""How a game opens: what is the same each time, until chance has a part in it, and what all cells hold
at first."""

from __future__ import annotations

from collections.abc import Iterable

from ..checking.core import (
    MARKED,
    Bind,
    Call,
    Changed,
    Const,
    Do,
    Expr,
    For,
    If,
    Items,
    Local,
    PileAt,
    Program,
    Set,
    Slot,
    Start,
    Stmt,
    every,
    walk,
)
from ..checking.layout import Layout
from ..checking.types import PLAYER
from .settled import Settled
from .sharing import asked

_ALIKE = frozenset({"pay", "pay_up_to", "pay_all", "only_one_row"})
"""Lines that do the same in each game that comes to them in the same way."""


def before_chance(setup: tuple[Stmt, ...], program: Program, layout: Layout) -> int:
    """How many statements of `setup` do the same in each game."""
    if program.firing:
        return 0
    count = 0
    while count < len(setup) and all(_is_alike(part, layout) for part in every([setup[count]])):
        count += 1
    while count and _names_bound(setup[:count]) & _names_read(setup[count:]):
        count -= 1  # what is named has its name to the end
    return count


def _names_bound(statements: Iterable[Stmt]) -> set[str]:
    return {part.name for part in every(statements) if isinstance(part, Bind)}


def _names_read(statements: Iterable[Stmt]) -> set[str]:
    asked_there = [expr for part in every(statements) for expr in _asked_by(part)]
    return {p.name for expr in asked_there for p in walk(expr) if isinstance(p, Local)}


def _asked_by(statement: Stmt) -> list[Expr]:
    """All that a statement asks, but for what those within it do."""
    parts = [*asked(statement)]
    if isinstance(statement, For):
        parts.append(statement.source)
    if isinstance(statement, Set):
        parts.append(statement.target)
    if isinstance(statement, Start):
        parts.append(statement.value)
    return parts


def _is_alike(statement: Stmt, layout: Layout) -> bool:
    match statement:
        case Do(procedure="shuffle", arguments=(PileAt(pile=name),)):
            # Chance decides when somebody looks, or a card is dealt.
            pile = layout.piles[name]
            if pile.face != "down" or pile.seen_by is not None or pile.top_face_up or pile.groups:
                return False
        case Do(procedure=procedure) if procedure not in _ALIKE:
            return False
    if not isinstance(statement, Set | Bind | Do | If | For | Changed):
        return False
    return not any(
        isinstance(part, Call) and part.function in ("random_member", MARKED)
        for expr in _asked_by(statement)
        for part in walk(expr)
    )


def at_first(program: Program, layout: Layout, settled: Settled) -> dict[Expr, Const]:
    """What is known of the cells of a new game."""
    known: dict[Expr, Const] = {}
    for cell in program.cells:
        start = None if cell.start is None else settled.expr(cell.start)
        if isinstance(start, Items) and not start.items:
            start = Const(cell.type, False, ())
        if not isinstance(start, Const):
            continue
        value = Const(cell.type, start.maybe, start.value)
        for slot in _slots(cell.key, cell.per, layout):
            known[slot] = value
    return known


def _slots(key: str, per: str, layout: Layout) -> Iterable[Slot]:
    if not per:
        yield Slot(PLAYER, False, key)
    elif per == "player":
        for seat in range(layout.players):
            yield Slot(PLAYER, False, key, Const(PLAYER, False, seat))
