"""The flat program of a ruleset, as people can read it: what it keeps, its blocks, its decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulerun.interpreter.checking import core
from rulerun.interpreter.checking.symbols import SUITS
from rulerun.interpreter.labels import seat_name

if TYPE_CHECKING:
    from rulerun.interpreter.checking.core import (
        Block,
        Decision,
        Domain,
        Expr,
        MoveRule,
        Program,
        Stmt,
    )

_BETWEEN = {
    "+", "-", "*", "/", "mod", "<", "<=", "=", "!=", "in", "and", "or", "without",
}  # fmt: skip


def program_lines(program: Program) -> Iterator[str]:
    """All of a program: cells, rows that are tested in between, blocks, decisions, the end."""
    shown = _Showing(program.words)
    yield "cells"
    for cell in program.cells:
        per = f" per {cell.per}" if cell.per else ""
        start = "" if cell.start is None else f", starts as {shown.expr(cell.start)}"
        secret = ", secret" if cell.secret else ""
        yield f"  {cell.key}: {cell.type}{per}{start}{secret}"
    if program.only is not None:
        variable, condition = program.only
        yield ""
        yield f"cards: those {variable.name} for which {shown.expr(condition)}"
    if program.wild is not None:
        variable, condition = program.wild
        yield ""
        yield f"wild cards: those {variable.name} for which {shown.expr(condition)}"
    if program.firing:
        yield ""
        yield "at any time"
        for row in program.firing:
            yield f"  {row.name}"
            yield from shown.statements(row.body, "    ")
    if program.ending:
        yield ""
        yield "end"
        for reason, condition in program.ending:
            yield f"  {program.words[reason]}: when {shown.expr(condition)}"
    for block in program.blocks:
        yield ""
        yield from shown.block(block)
    for number, decision in enumerate(program.decisions):
        yield ""
        yield from shown.decision(number, decision)
    if program.winner is not None:
        yield ""
        yield f"winner: {shown.expr(program.winner)}"
    if program.payoff is not None:
        variable, value = program.payoff
        yield ""
        yield f"payoff of {variable.name}: {shown.expr(value)}"


class _Showing:
    """Writes parts of one program; `words` are its words by number."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    # ---------------------------------------------------------------- blocks

    def block(self, block: Block) -> Iterator[str]:
        yield f"block {block.label}"
        yield from self.statements(block.body, "  ")
        yield f"  -> {block.next}"

    def decision(self, number: int, decision: Decision) -> Iterator[str]:
        how = " (everyone at once)" if decision.at_once else ""
        yield f"decision {number} {decision.label}: {self.expr(decision.you)} chooses{how}"
        for move in decision.moves:
            yield f"  move {move.name}"
            yield from self.move(move)
        if decision.stuck is not None:
            yield f"  stuck -> {decision.stuck}"

    def move(self, move: MoveRule) -> Iterator[str]:
        for domain in move.choices:
            yield f"    choose {domain.variable.name}: {self.domain(domain)}"
        for rule in move.may:
            yield f"    may {rule.name}: {self.expr(rule.condition)}"
        yield from self.statements(move.do, "    ")
        yield f"    -> {move.next}"

    def domain(self, domain: Domain) -> str:
        low, high, source = (
            "" if e is None else self.expr(e) for e in (domain.low, domain.high, domain.source)
        )
        match domain.how:
            case "range":
                said = f"number from {low} to {high}"
            case "one":
                said = f"one of {source}"
            case "some":
                said = f"{low} to {high} of {source}"
        return said if domain.where is None else f"{said} where {self.expr(domain.where)}"

    # ---------------------------------------------------------------- statements

    def statements(self, body: Sequence[Stmt], indent: str) -> Iterator[str]:
        for statement in body:
            yield from self.statement(statement, indent)

    def statement(self, statement: Stmt, indent: str) -> Iterator[str]:
        match statement:
            case core.Set():
                yield f"{indent}{self.expr(statement.target)} := {self.expr(statement.value)}"
            case core.Bind():
                yield f"{indent}let {statement.name} = {self.expr(statement.value)}"
            case core.Do():
                yield f"{indent}{statement.procedure}({self.list(statement.arguments)})"
            case core.If():
                yield f"{indent}if {self.expr(statement.condition)}"
                yield from self.statements(statement.body, indent + "  ")
                if statement.otherwise:
                    yield f"{indent}else"
                    yield from self.statements(statement.otherwise, indent + "  ")
            case core.For():
                source = self.expr(statement.source)
                yield f"{indent}for {statement.variable.name} in {source}"
                yield from self.statements(statement.body, indent + "  ")
            case core.Changed():
                yield f"{indent}changed {', '.join(sorted(statement.parts))}"
            case core.Leave():
                yield f"{indent}-> {statement.label}"
            case core.GameOver():
                yield f"{indent}game over: {self.words[statement.reason]}"
            case core.Start():
                value = self.expr(statement.value)
                yield f"{indent}each {statement.key}[{statement.variable.name}] := {value}"
            case core.Fired():
                yield f"{indent}test again from the top"
            case core.CarryOut():
                yield (
                    f"{indent}carry out {self.expr(statement.chosen)} of decision "
                    f"{statement.decision}"
                )
                if statement.stuck:
                    yield f"{indent}  for those without a move"
                    yield from self.statements(statement.stuck, indent + "    ")

    # ---------------------------------------------------------------- expressions

    def list(self, expressions: Sequence[Expr]) -> str:
        return ", ".join(self.expr(e) for e in expressions)

    def inner(self, expr: Expr) -> str:
        """An operand: in brackets if it is itself an operation."""
        text = self.expr(expr)
        compound = isinstance(expr, core.Choose) or (
            isinstance(expr, core.Op) and expr.op in _BETWEEN
        )
        return f"({text})" if compound else text

    def expr(self, expr: Expr) -> str:
        match expr:
            case core.Const():
                return self.constant(expr)
            case core.OptionValue():
                return f"option {expr.name}"
            case core.Local():
                return expr.name
            case core.Slot():
                return f"[{expr.key}{self.of(expr.index)}]"
            case core.PileAt():
                return f"pile {expr.pile}{self.of(expr.seat)}"
            case core.PilesAt():
                every = " of everyone" if expr.everyone else ""
                return f"piles {expr.pile}{self.of(expr.seat)}{every}"
            case core.CardsIn():
                return f"cards in {self.inner(expr.of)}"
            case core.Lookup():
                return f"{expr.table} of {self.inner(expr.of)}"
            case core.Op() if expr.op in _BETWEEN:
                return f" {expr.op} ".join(self.inner(o) for o in expr.operands)
            case core.Op() if expr.op in ("not", "neg"):
                sign = "-" if expr.op == "neg" else "not "
                return f"{sign}{self.inner(expr.operands[0])}"
            case core.Op():
                return f"{expr.op}({self.list(expr.operands)})"
            case core.Call():
                return f"{expr.function}({self.list(expr.arguments)})"
            case core.Choose():
                then, otherwise = self.expr(expr.then), self.expr(expr.otherwise)
                return f"{then} if {self.expr(expr.condition)} else {otherwise}"
            case core.NoRow():
                return "no row applies!"
            case core.Items():
                return f"({self.list(expr.items)})"
            case core.Loop():
                where = "" if expr.where is None else f" where {self.expr(expr.where)}"
                value = "" if expr.value is None else f" of {self.expr(expr.value)}"
                return f"{expr.how}{value} for {expr.variable.name} in {self.inner(expr.source)}{where}"
            case core.Address():
                return f"&{self.expr(expr.slot)}"
        return type(expr).__name__

    def of(self, index: Expr | None) -> str:
        return "" if index is None else f" of {self.inner(index)}"

    def constant(self, expr: core.Const) -> str:
        value = expr.value
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            match expr.type.name:
                case "word" if 0 <= value < len(self.words):
                    return self.words[value]
                case "player":
                    return seat_name(value)
                case "suit":
                    return SUITS[value]
                case "card" | "rank":
                    return f"{expr.type.name} {value}"
        return "()" if value == () else str(value)
