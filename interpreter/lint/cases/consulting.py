"""Where tables are asked: each use of a table, with the conditions of its rows as they are there."""

from __future__ import annotations

from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ...checking.combining import YES
from ...checking.core import Const, Do, Expr, Loop, Program, Site, Stmt, walk
from ...checking.doing import Place
from ...checking.flow import FlowChecker
from ...checking.scope import Findings, Scope
from ...checking.symbols import Symbols
from ...checking.types import NUMBER, UNKNOWN, YESNO
from ...declarations import ruleset as rules

CONSULTED = "consulted"
"""The procedure that marks in the statements where an action table is consulted."""


@record
class Use:
    """A table at a place where it is used.

    `conditions` are what is asked for each row but `otherwise`; `arguments` what the nouns of the
    table mean there. `number` is that of its mark; `value` is what a table of values became.
    """

    table: rules.Table
    conditions: tuple[Expr, ...]
    arguments: tuple[Expr, ...]
    number: int
    value: Expr | None


class TableReader(FlowChecker):
    """Checks rules that were found right once more, and notes each use of a table on the way.

    A mark stands in the statements of the program where an action table is consulted. The program
    is for looking at only: no machine knows the marks.
    """

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(symbols, Findings())
        self.uses: list[Use] = []
        self._asked: dict[int, Expr] = {}

    def read(self) -> Program:
        """The program with its marks; `uses` is filled."""
        return self.program()

    def _entry(self, phase: rules.Phase, around: tuple[rules.Phase, ...], first: str) -> None:
        """How examples start is left out: their lines stand elsewhere too."""

    # ---------------------------------------------------------------- noting conditions

    def yesno(self, node: syntax.Expr, scope: Scope) -> Expr:
        found = super().yesno(node, scope)
        self._asked[id(node)] = found
        return found

    def guard(
        self, condition: syntax.Expr, line: syntax.Line, scope: Scope
    ) -> tuple[tuple[Stmt, ...], Expr, Scope]:
        before, asked, inner = super().guard(condition, line, scope)
        self._asked[id(condition)] = asked
        for bind in before:
            # `when any NOUN where C -> ...` finds one: what is asked is whether there is any.
            found = getattr(bind, "value", None)
            if isinstance(found, Loop):
                there = replace(found, how="any", type=YESNO, maybe=False)
                self._asked[id(condition)] = there
        return before, asked, inner

    def consult(
        self, table: rules.Table, span: Span, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        statements = super().consult(table, span, scope, place)
        if not self._note(table, (), None):
            return statements
        number = Const(NUMBER, False, len(self.uses) - 1)
        return (Do(CONSULTED, (number,), Site(span, table.name)), *statements)

    def value_table(
        self, table: rules.Table, arguments: tuple[Expr, ...], span: Span, scope: Scope
    ) -> Expr:
        result = super().value_table(table, arguments, span, scope)
        self._note(table, arguments, result)
        return result

    def _note(self, table: rules.Table, arguments: tuple[Expr, ...], value: Expr | None) -> bool:
        """Keep a use, unless something in it is not understood."""
        conditions = []
        for row in table.rows:
            if row.row.kind == "otherwise":
                continue
            node = row.row.condition
            asked = YES if node is None else self._asked.get(id(node))
            if asked is None or any(part.type == UNKNOWN for part in walk(asked)):
                return False
            conditions.append(asked)
        self.uses.append(Use(table, tuple(conditions), arguments, len(self.uses), value))
        return True
