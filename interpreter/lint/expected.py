"""L613 in examples: what they expect, and what could not be otherwise whatever the rules do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ..checking.core import Expr
from ..checking.facts import reads
from .truth import Truth


def expected(truth: Truth, asked: Iterable[tuple[Span, Expr, bool]]) -> Iterator[Diagnostic]:
    """Expectations that always hold: each with its place, and whether its example puts things in
    place itself; what is so in games that begin as the rules say need not be so there."""
    for span, condition, is_placed in asked:
        if is_placed and reads(condition):
            continue
        if truth.of(condition) is True:
            yield Diagnostic(
                "L613",
                f"'{' '.join(span.text.split())}' always holds: this step shows nothing",
                span,
                "expect what would be otherwise if the rules were",
                severity=Severity.WARNING,
            )
