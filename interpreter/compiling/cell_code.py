"""Cells are set, and begin with something: what they hold is asked whether it fits, where that is
not plain to see."""

from __future__ import annotations

import ast
from dataclasses import replace

from ..checking.core import OWNER, Cell, Const, Expr, Op, Set, Site, Slot, Start, walk
from ..checking.types import HOLDER, NUMBER
from .expression_code import telling_several
from .keeping import KeepingEmitter
from .python_code import CELLS, call, const, name, plus, store

_LITTLE = 10**9
_ASKED_FOR = ("number", "yes/no", "word")
"""Of these types a cell holds something: that there is a value is asked when it is set."""
MOST_SEATS = 6
"""What is done for each seat is written out for each of so many."""


class CellEmitter(KeepingEmitter):
    """Turns what fills cells into Python."""

    def _set(self, statement: Set) -> ast.stmt:
        cell = self.layout.cells.get(statement.target.key)
        source, site, value = statement.value, statement.site, None
        if site is not None and cell is not None:
            if cell.low is not None and cell.high is not None:
                value = self._in_range(self.stored(telling_several(source, site)), cell, site)
            elif source.maybe and cell.type.name in _ASKED_FOR:
                value = self.needed(source, replace(site, what=cell.type.name))
            elif source.maybe and site.what == "player":
                value = self.needed(source, site)
            elif cell.type == NUMBER and _grows_slowly(source, statement.target):
                pass  # in no game there is it gets beyond what a memory can hold
            elif cell.type == NUMBER and isinstance(source, Op):
                value = call("held", self.stored(source), self.site(site))
            elif cell.type.is_list and any(
                isinstance(e, Op) and e.op == "join" for e in walk(source)
            ):
                value = call("kept", self.stored(source), self.site(site))
        if value is None:
            value = self.stored(source)
        return ast.Assign([self._target(statement.target)], value)

    def _in_range(self, value: ast.expr, cell: Cell, site: Site) -> ast.expr:
        assert cell.low is not None and cell.high is not None
        number = self.site(replace(site, what="number"))
        return call("in_range", value, self.expr(cell.low), self.expr(cell.high), number)

    def _target(self, slot: Slot) -> ast.expr:
        return ast.Subscript(CELLS, self.address(slot), ast.Store())

    def _start(self, statement: Start) -> list[ast.stmt]:
        cell = self.layout.cells[statement.key]
        base = self.layout.cell_base[statement.key]
        variable = statement.variable
        count = self.layout.width(cell)
        bounds = cell.low is not None and cell.high is not None
        if isinstance(statement.value, Const) and not (bounds and statement.value.value):
            if count <= MOST_SEATS and not isinstance(statement.value.value, tuple):
                cells = [ast.Subscript(CELLS, const(base + i), ast.Store()) for i in range(count)]
                return [ast.Assign([*cells], const(statement.value.value))]
            section = ast.Slice(const(base), const(base + count))
            values = const((statement.value.value,) * count)
            return [ast.Assign([ast.Subscript(CELLS, section, ast.Store())], values)]
        place = plus(self.layout.first_place(statement.key), name(variable.name))
        target = ast.Subscript(CELLS, place, ast.Store())
        value = self.stored(statement.value)
        if bounds:
            value = self._in_range(value, cell, statement.site)
        elif statement.value.maybe and cell.type.name in _ASKED_FOR:
            site = replace(statement.site, what=cell.type.name)
            value = call("needed", value, self.site(site))
        body: list[ast.stmt] = [ast.Assign([target], value)]
        return [ast.For(store(variable.name), self.owners(cell), body, [])]

    def _start_values(self) -> list[ast.stmt]:
        """Fills the cells of a new game, in the order they were declared."""
        body: list[ast.stmt] = []
        for key, cell in self.layout.cells.items():
            if cell.start is None:
                continue
            if cell.per:
                place = plus(self.layout.first_place(key), name(OWNER))
                assign = ast.Assign(
                    [ast.Subscript(CELLS, place, ast.Store())], self._start_value(cell, cell.start)
                )
                body.append(ast.For(store(OWNER), self.owners(cell), [assign], []))
            else:
                target = ast.Subscript(CELLS, const(self.layout.cell_base[key]), ast.Store())
                body.append(ast.Assign([target], self._start_value(cell, cell.start)))
        return body

    def _start_value(self, cell: Cell, start: Expr) -> ast.expr:
        """What a cell starts as, asked whether it can hold that where it is not plain to see."""
        value = self.stored(start)
        if cell.span is None or (isinstance(start, Const) and start.value in (0, None)):
            return value
        site = Site(cell.span, cell.type.name)
        if cell.type == HOLDER and not isinstance(start, Const):
            return call("first_chips", value, self.site(site))
        if cell.low is not None and cell.high is not None:
            return self._in_range(value, cell, site)
        if start.maybe and cell.type.name in _ASKED_FOR:
            return call("needed", value, self.site(site))
        return value

    def owners(self, cell: Cell) -> ast.expr:
        """The numbers of those who have such a cell each."""
        numbers = self.layout.owners_of(cell)
        bounds = (numbers.start, numbers.stop) if numbers.start else (numbers.stop,)
        return call("range", *map(const, bounds))


def _grows_slowly(value: Expr, cell: Slot) -> bool:
    """Whether a number is what a cell holds and a little more, or less."""
    match value:
        case Op(op="+" | "-", operands=(held, Const(value=int() as more))):
            return held == cell and abs(more) <= _LITTLE
    return False
