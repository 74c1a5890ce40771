"""L613 in examples: what they expect, and what could not be otherwise whatever the rules do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ..checking.combining import negate
from ..checking.core import Expr, Op
from ..checking.facts import reads
from .truth import Truth


def expected(truth: Truth, asked: Iterable[tuple[Span, Expr, bool]]) -> Iterator[Diagnostic]:
    """Expectations that always hold: each with its place, and whether its example puts things in
    place itself; what is so in games that begin as the rules say need not be so there."""
    for span, condition, is_placed in asked:
        is_open = is_placed and reads(condition)
        if _cannot_fail(condition) or (not is_open and truth.of(condition) is True):
            yield Diagnostic(
                "L613",
                f"'{' '.join(span.text.split())}' always holds: this step shows nothing",
                span,
                "expect what would be otherwise if the rules were",
                severity=Severity.WARNING,
            )


_MOST = 6
"""Conditions of more parts are not gone through."""


def _cannot_fail(condition: Expr) -> bool:
    """Whether a condition holds whatever holds of its parts: `game_over or not game_over`."""
    parts: list[Expr] = []
    for part in _parts(condition):
        if part not in parts and negate(part) not in parts:
            parts.append(part)
    if not 0 < len(parts) <= _MOST or parts == [condition]:
        return False
    ways = product((True, False), repeat=len(parts))
    return all(_holds(condition, dict(zip(parts, way, strict=True))) for way in ways)


def _parts(condition: Expr) -> Iterator[Expr]:
    """What `and`, `or` and `not` join."""
    if isinstance(condition, Op) and condition.op in ("and", "or", "not"):
        for operand in condition.operands:
            yield from _parts(operand)
    else:
        yield condition


def _holds(condition: Expr, parts: Mapping[Expr, bool]) -> bool:
    """Whether a condition holds where it is known of its parts."""
    if isinstance(condition, Op) and condition.op in ("and", "or", "not"):
        operands = [_holds(operand, parts) for operand in condition.operands]
        if condition.op == "not":
            return not operands[0]
        return all(operands) if condition.op == "and" else any(operands)
    return parts[condition] if condition in parts else not parts[negate(condition)]
