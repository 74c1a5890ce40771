"""What generated code computes once and keeps in a variable, as long as it is still so.

What is asked more than once between two changes is computed before it is asked; what a change cannot
have made another thing is kept beyond it. So are cells of which it is known what they hold.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from ..checking.core import Bind, Call, Expr, Local, Set, Stmt
from .constants import asked_now, set_by
from .ends import both_ends, ends_asked
from .expression_code import ExpressionEmitter
from .lasting import lasting
from .python_code import is_short, store
from .sharing import asked, count_shared, forks, names_in, same_for_all, size, worth_keeping

T = TypeVar("T")


class KeepingEmitter(ExpressionEmitter):
    """Turns expressions into Python; what is computed more than once between two effects is kept."""

    def _forget(self, statement: Stmt) -> None:
        """What was computed before a statement, and may be different after it, is computed anew."""
        held = None
        if isinstance(statement, Set):
            value = statement.value
            if value.type == statement.target.type and not value.maybe:
                held = value.name if isinstance(value, Local) else self.context.available.get(value)
        self.context.available = self._left_by(statement, self.context.available)
        self.context.known = self._left_by(statement, self.context.known) | set_by(statement)
        if held is not None and isinstance(statement, Set):
            self.context.available[statement.target] = held

    def _left_by(self, statement: Stmt, known: Mapping[Expr, T]) -> dict[Expr, T]:
        """What was known or computed before a statement and is still so after it."""
        return lasting(known, statement, self.program.firing)

    def now(self, expr: Expr) -> Expr:
        """What an expression comes to by what is known of cells."""
        return asked_now(expr, self.context.known, self.settled) if self.context.known else expr

    def _keep_repeated(self, run: Sequence[Stmt]) -> list[ast.stmt]:
        """Compute beforehand what statements that change nothing ask more than once."""
        bound = frozenset(s.name for s in run if isinstance(s, Bind))
        return self._kept([part for statement in run for part in asked(statement)], bound)

    def _kept(
        self, expressions: Sequence[Expr], bound: frozenset[str], asked_later: Sequence[Expr] = ()
    ) -> list[ast.stmt]:
        """Compute beforehand what expressions ask more than once, they or others that are asked later
        if at all; and values between which they choose, if that takes long."""
        count: Counter[Expr] = Counter()
        sure: set[Expr] = set()
        for expr in expressions:
            count_shared(expr, count, bound, sure=sure)
        for expr in asked_later:
            count_shared(expr, count, bound)
        kept = self._both_ends(expressions, bound)
        # Inner expressions first, so that outer ones can use them.
        for expr in sorted(count, key=size):
            if count[expr] < 2 or expr not in sure or expr in self.context.available:
                continue
            if worth_keeping(expr):
                kept += self._forked([expr], bound)
                kept.append(self.keep(expr))
        return kept + self._forked(expressions, bound)

    def _both_ends(self, expressions: Iterable[Expr], bound: frozenset[str]) -> list[ast.stmt]:
        """The highest and the lowest card of the same pile, found together where both are asked for."""
        found: dict[Expr, dict[str, Call]] = {}
        for expr in expressions:
            for end in ends_asked(expr):
                if not names_in(end, bound):
                    found.setdefault(end.arguments[0], {})[end.function] = end
        made: list[ast.stmt] = []
        for source, ends in found.items():
            if len(ends) < 2 or any(end in self.context.available for end in ends.values()):
                continue
            cards = self.expr(source)
            if is_short(cards):
                low, high = (self._temporary(ends[how]) for how in ("lowest", "highest"))
                made += both_ends(cards, low, high)
        return made

    def _forked(self, expressions: Iterable[Expr], bound: frozenset[str]) -> list[ast.stmt]:
        """Choices between values as statements: the one that is needed is computed, the other not."""
        found: list[ast.stmt] = []
        for expr in expressions:
            for fork in forks(expr):
                if fork in self.context.available or names_in(fork, bound):
                    continue
                variable = self._new_variable()
                ways: list[list[ast.stmt]] = []
                test = self.expr(fork.condition)
                for way in (fork.then, fork.otherwise):
                    here = dict(self.context.available)
                    kept = self._kept([way], bound)
                    ways.append([*kept, ast.Assign([store(variable)], self.expr(way))])
                    self.context.available = here
                found.append(ast.If(test, *ways))
                self.context.available[fork] = variable
        return found

    def keep_before(self, expressions: Iterable[Expr | None], chosen: set[str]) -> list[ast.stmt]:
        """Compute what expressions ask of other things than the choices still to come."""
        kept: list[ast.stmt] = []
        for expr in expressions:
            for part in () if expr is None else same_for_all(expr, frozenset(chosen)):
                if part not in self.context.available:
                    kept.append(self.keep(part))
        return kept

    def keep(self, expr: Expr) -> ast.stmt:
        """Compute an expression into a variable, which stands for it from then on."""
        variable = self._new_variable()
        kept = ast.Assign([store(variable)], self.expr(expr))
        self.context.available[expr] = variable
        return kept

    def _temporary(self, expr: Expr) -> str:
        """A variable that stands for an expression from now on."""
        variable = self._new_variable()
        self.context.available[expr] = variable
        return variable

    def _new_variable(self) -> str:
        """The name of a variable that nothing is kept in yet."""
        variable = f"t{self.context.temporaries}"
        self.context.temporaries += 1
        return variable
