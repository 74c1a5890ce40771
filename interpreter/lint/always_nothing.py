"""Memories that are nothing for ever: each line that sets them needs one of them to be something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..checking.core import (
    Address,
    Choose,
    Const,
    Do,
    Expr,
    For,
    If,
    Items,
    Lookup,
    Loop,
    Op,
    Program,
    Set,
    Slot,
    Start,
    Stmt,
    every,
)
from ..checking.facts import ONLY_IN_EXAMPLES


def always_nothing(program: Program) -> frozenset[str]:
    """The keys of memories that begin as nothing, and that no line makes something.

    Those are among them that nothing sets at all; those are not that a line makes nothing in so many
    words: then it is meant.
    """
    left = {
        cell.key
        for cell in program.cells
        if cell.key.startswith("memory ")
        and cell.type.item is None
        and (cell.start is None or cell.start == Const(cell.type, True, None))
        and cell.type.name not in _NEVER_NOTHING
    }
    lines = [b.body for b in program.blocks if not b.label.endswith(ONLY_IN_EXAMPLES)]
    lines += [move.do for decision in program.decisions for move in decision.moves]
    lines += [firing.body for firing in program.firing]
    before = -1
    while left and before != len(left):
        before = len(left)
        supposed = _Supposed(frozenset(left))
        for body in lines:
            left.difference_update(supposed.made_something(body))
    meant = {
        line.target.key
        for body in (lines if left else ())
        for line in every(body)
        if isinstance(line, Set) and line.site is not None and _is_written_nothing(line.value)
    }
    return frozenset(left - meant)


_NEVER_NOTHING = ("number", "yes/no", "word")


def _is_written_nothing(value: Expr) -> bool:
    return isinstance(value, Const) and value.value is None


class _Supposed:
    """What follows if some memories are nothing."""

    def __init__(self, keys: frozenset[str]) -> None:
        self.keys = keys

    def made_something(self, body: Iterable[Stmt]) -> Iterator[str]:
        """The cells that lines may make something."""
        for statement in body:
            match statement:
                case Set():
                    if not self._is_nothing(statement.value):
                        yield statement.target.key
                case Start():
                    if not self._is_nothing(statement.value):
                        yield statement.key
                case Do():
                    for argument in statement.arguments:
                        if isinstance(argument, Address):
                            yield argument.slot.key
                case If():
                    answer = self._answer(statement.condition)
                    if answer is not False:
                        yield from self.made_something(statement.body)
                    if answer is not True:
                        yield from self.made_something(statement.otherwise)
                case For():
                    yield from self.made_something(statement.body)
                case _:
                    yield from self.made_something(getattr(statement, "stuck", ()))

    def _is_nothing(self, expr: Expr) -> bool:
        """Whether a value is nothing whatever happens."""
        match expr:
            case Const():
                return expr.value is None
            case Slot():
                return expr.key in self.keys
            case Lookup():
                return self._is_nothing(expr.of)
            case Op(op="+" | "-" | "*" | "/" | "mod" | "neg"):
                return any(self._is_nothing(part) for part in expr.operands)
            case Choose():
                answer = self._answer(expr.condition)
                return (answer is False or self._is_nothing(expr.then)) and (
                    answer is True or self._is_nothing(expr.otherwise)
                )
            case Loop(how="first" | "last" | "max" | "min"):
                return expr.where is not None and self._answer(expr.where) is False
        return False

    def _answer(self, expr: Expr) -> bool | None:
        """What a condition is whatever happens; None if that depends."""
        match expr:
            case Op(op="and"):
                parts = [self._answer(part) for part in expr.operands]
                return False if False in parts else None
            case Op(op="or"):
                parts = [self._answer(part) for part in expr.operands]
                return True if True in parts else None if None in parts else False
            case Op(op="not"):
                inner = self._answer(expr.operands[0])
                return None if inner is None else not inner
            case Op(op="<" | "<="):
                return False if any(self._is_nothing(part) for part in expr.operands) else None
            case Op(op="=" | "!="):
                one, other = expr.operands
                lacking = self._is_nothing(one), self._is_nothing(other)
                if all(lacking):
                    return expr.op == "="
                there = other if lacking[0] else one
                return expr.op == "!=" if any(lacking) and not there.maybe else None
            case Op(op="in", operands=(one, Items() as others)):
                if self._is_nothing(one) and not any(item.maybe for item in others.items):
                    return False
        return None
