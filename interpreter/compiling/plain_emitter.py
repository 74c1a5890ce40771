"""A program as Python in the shortest time: each block alone, nothing computed beforehand or twice.

What is written so plays several times slower, and is there in a third of the time. Options are names
that the game gives values to, so that one program serves all of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..checking.core import Expr, OptionValue, Program, Stmt
from ..checking.facts import ONLY_IN_EXAMPLES
from ..checking.layout import Layout
from .emitter import Emitter
from .python_code import name

OPTION = "OPTION_"
"""What stands before the name of an option in the code."""


def played(program: Program) -> Program:
    """A program without what only an example begins with."""
    blocks = [b for b in program.blocks if not b.label.endswith(ONLY_IN_EXAMPLES)]
    return replace(program, blocks=tuple(blocks), entries={})


class PlainEmitter(Emitter):
    """Writes what a program says, and no more."""

    tabulates = False

    def __init__(
        self,
        program: Program,
        layout: Layout,
        options: Mapping[str, Any],
        numbers: Mapping[str, Sequence[int]] | None = None,
        all_suited: bool = False,
    ) -> None:
        super().__init__(played(program), layout, {}, numbers, all_suited)

    def _written_out(self, program: Program) -> Program:
        return program

    def expr(self, expr: Expr) -> ast.expr:
        """One expression."""
        if isinstance(expr, OptionValue):
            return name(OPTION + expr.name)
        return super().expr(expr)

    def _stands_alone(self, label: str) -> bool:
        return True

    def _onward(self, label: str, seen: set[str], room: int) -> list[ast.stmt]:
        return [ast.Return(self.number(label))]

    def _open(self) -> None:
        """A game begins at its first block."""

    def _settle_now(self, waiting: list[Stmt]) -> None:
        """What is known is asked all the same."""

    def _forget(self, statement: Stmt) -> None:
        self.context.available, self.context.known = {}, {}

    def _kept(
        self, expressions: Sequence[Expr], bound: frozenset[str], asked_later: Sequence[Expr] = ()
    ) -> list[ast.stmt]:
        return []

    def keep_before(self, expressions: Iterable[Expr | None], chosen: set[str]) -> list[ast.stmt]:
        """Nothing is computed beforehand."""
        return []
