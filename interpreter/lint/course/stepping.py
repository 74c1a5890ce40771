"""Which numbers a memory steps over: one that counts 0, 2, 4 and so on is never 1."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from rulerun.grammar.record import record

from ...checking.core import Const, Expr, Op, Program, Set, Slot, Start, Stmt, every

_SIGNS = {"+": 1, "-": -1}


@record
class _Steps:
    """What a memory is set to, and what is added to it; `known` if that is all."""

    values: frozenset[int]
    added: frozenset[int]
    known: bool


class Numbers:
    """What the numbers of a game that are for all players can ever be, as far as constants tell."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._steps: dict[str, _Steps] = {}

    def never_is(self, one: Expr, other: Expr) -> bool:
        """Whether a memory surely never has a value, on whichever side of the sign it stands."""
        if not isinstance(one, Slot):
            one, other = other, one
        asked = _number(other)
        if asked is None or not isinstance(one, Slot) or not one.key.startswith("memory "):
            return False
        steps = self._steps.get(one.key)
        if steps is None:
            steps = self._steps[one.key] = self._found(one.key)
        if not steps.known or not steps.values:
            return False
        if steps.added and min(steps.added) > 0 and asked < min(steps.values):
            return True
        if steps.added and max(steps.added) < 0 and asked > max(steps.values):
            return True
        width = gcd(*steps.added)
        if not width:
            return asked not in steps.values
        return all((asked - value) % width for value in steps.values)

    def _found(self, key: str) -> _Steps:
        cell = next((c for c in self._program.cells if c.key == key), None)
        if cell is None or cell.per or cell.start is None:
            return _Steps(frozenset(), frozenset(), False)
        values, added, known = [_number(cell.start)], list[int | None](), True
        for statement in every(self._statements()):
            if isinstance(statement, Start) and statement.key == key:
                known = False
            if not isinstance(statement, Set) or statement.target.key != key:
                continue
            value = statement.value
            sign = _SIGNS.get(value.op) if isinstance(value, Op) else None
            if sign is not None and value.children[0] == statement.target:
                by = _number(value.children[1])
                added.append(by if by is None else sign * by)
            else:
                values.append(_number(value))
        known = known and None not in values and None not in added
        return _Steps(
            frozenset(n for n in values if n is not None),
            frozenset(n for n in added if n is not None),
            known,
        )

    def _statements(self) -> Iterator[Stmt]:
        program = self._program
        for block in program.blocks:
            yield from block.body
        for decision in program.decisions:
            for move in decision.moves:
                yield from move.do
        for row in program.firing:
            yield from row.body


def _number(expr: Expr) -> int | None:
    if isinstance(expr, Op) and expr.op == "neg":
        inner = _number(expr.operands[0])
        return None if inner is None else -inner
    return expr.value if isinstance(expr, Const) and isinstance(expr.value, int) else None
