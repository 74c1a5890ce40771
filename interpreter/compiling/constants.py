"""Cells of which it is known what they hold, as a line before has just said so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from ..checking.core import (
    READY,
    SETUP,
    Address,
    Bind,
    Changed,
    Const,
    Do,
    Expr,
    Fired,
    For,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Loop,
    Program,
    Set,
    Slot,
    Start,
    Stmt,
    walk,
    with_parts,
)
from ..checking.types import NUMBER

if TYPE_CHECKING:
    from .settled import Settled

Known: TypeAlias = Mapping[Expr, Const]


def said_now(statement: Stmt, known: Known, settled: Settled) -> tuple[Stmt, ...]:
    """What a statement comes to where that is known: of a choice of lines those that are carried out.

    Lines within it are left as they are, since what is known may change on the way to them.
    """

    def now(expr: Expr) -> Expr:
        return asked_now(expr, known, settled)

    match statement:
        case Set(target=target, value=value):
            if target.index is not None:
                target = replace(target, index=now(target.index))
            return (replace(statement, target=target, value=now(value)),)
        case Bind(value=value):
            return (replace(statement, value=now(value)),)
        case Start(value=value):
            return (replace(statement, value=now(value)),)
        case Do(arguments=arguments):
            return (replace(statement, arguments=tuple([now(a) for a in arguments])),)
        case For(source=source):
            return (replace(statement, source=now(source)),)
        case If(condition=condition):
            test = now(condition)
            if isinstance(test, Const):
                return statement.body if test.value else statement.otherwise
            return (replace(statement, condition=test),)
    return (statement,)


def asked_now(expr: Expr, known: Known, settled: Settled) -> Expr:
    """What an expression comes to where that is known."""
    keys = {cell.key if isinstance(cell, Slot) else cell for cell in known}
    if not any(
        (isinstance(part, Slot) and part.key in keys) or (isinstance(part, Local) and part in keys)
        for part in walk(expr)
    ):
        return expr
    made = _with_known(expr, known, range(settled.layout.players))
    return expr if made is expr else settled.expr(made)


def _with_known(expr: Expr, known: Known, seats: range) -> Expr:
    def of_part(part: Expr) -> Expr:
        return _with_known(part, known, seats)

    if isinstance(expr, Loop) and expr.variable in known:
        return expr  # another one of that name
    if isinstance(expr, Address):
        slot = with_parts(expr.slot, of_part)
        return expr if slot is expr.slot else replace(expr, slot=slot)
    found = known.get(expr)
    if found is None and isinstance(expr, Slot) and expr.index is not None:
        found = _same_for_all(expr, known, seats)
    return with_parts(expr, of_part) if found is None else found


def _same_for_all(slot: Slot, known: Known, seats: range) -> Const | None:
    """What a player's cell holds, if that of each player is known to hold the same."""
    if slot.index is None or slot.index.maybe or slot.index.type.name != "player":
        return None
    held = [known.get(replace(slot, index=Const(slot.index.type, False, seat))) for seat in seats]
    first = held[0]
    return first if first is not None and all(other == first for other in held) else None


def set_by(statement: Stmt) -> dict[Expr, Const]:
    """What is known of a cell once a statement is done."""
    match statement:
        case Set(target=Slot(index=None | Const()) as cell, value=Const() as value):
            return {cell: replace(value, type=cell.type)}
        case Set(target=Slot(index=None) as cell, value=Items(items=())):
            return {cell: Const(cell.type, False, ())}
        case Bind(name=name, value=Const() as value):
            return {Local(value.type, value.maybe, name): value}
        case Do(
            procedure="pay_all", arguments=(Address(slot=Slot(index=None | Const()) as cell), to)
        ):
            return (
                {}
                if isinstance(to, Address) and to.slot.key == cell.key
                else {cell: Const(NUMBER, False, 0)}
            )
    return {}


class Unset:
    """Which cells of turns hold nothing whenever a decision is reached, whichever way leads there:
    they only say who comes first, and are emptied when that player's turn begins."""

    def __init__(self, program: Program) -> None:
        self._blocks = {block.label: block for block in program.blocks}
        self._decisions = {decision.label: decision for decision in program.decisions}
        self._empty: dict[str, frozenset[str]] = {}
        self._waiting: list[str] = []
        every = frozenset(c.key for c in program.cells if c.key.startswith("next "))
        if not every:
            return
        for label in (SETUP, READY):
            self._reached(label, frozenset())
        for entry in program.entries.values():
            self._reached(entry.prepare, frozenset())
            self._reached(entry.go, frozenset())
        while self._waiting:
            label = self._waiting.pop()
            empty = self._empty[label]
            if label in self._blocks:
                block = self._blocks[label]
                self._reached(block.next, self._after(block.body, empty))
            elif label in self._decisions:
                decision = self._decisions[label]
                if decision.stuck is not None:
                    self._reached(decision.stuck, empty)
                for move in decision.moves:
                    self._reached(move.next, self._after(move.do, empty))

    def at(self, label: str) -> frozenset[str]:
        """The keys of the cells that hold nothing at a decision."""
        return self._empty.get(label, frozenset())

    def _reached(self, label: str, empty: frozenset[str]) -> None:
        before = self._empty.get(label)
        now = empty if before is None else before & empty
        if now != before:
            self._empty[label] = now
            self._waiting.append(label)

    def _after(self, statements: Iterable[Stmt], empty: frozenset[str]) -> frozenset[str]:
        for statement in statements:
            match statement:
                case Set(target=target, value=value):
                    is_nothing = isinstance(value, Const) and value.value is None
                    is_one = target.key.startswith("next ") and target.index is None
                    empty = empty | {target.key} if is_nothing and is_one else empty - {target.key}
                case Start(key=key):
                    empty = empty - {key}
                case If(body=body, otherwise=otherwise):
                    empty = self._after(body, empty) & self._after(otherwise, empty)
                case For(body=body):
                    empty = empty & self._after(body, empty)
                case Leave(label=label):
                    self._reached(label, empty)
                case Set() | Bind() | Do() | Changed() | GameOver() | Fired():
                    pass
                case _:
                    empty = frozenset()
        return empty
