"""What an example can exercise: a move, a row, a named condition that holds, the same that fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TypeAlias

from rulerun.grammar import syntax
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ..checking.marks import Mark, What
from ..checking.symbols import syntax_in
from ..declarations import ruleset as rules

Path: TypeAlias = tuple[str, ...]


@record
class Unit:
    """Something that an example can exercise.

    It is exercised by passing one of its `marks`; None: whatever an example does. `kind` is one of
    `KINDS`, `what` says what no example does. `path` is its address in the long form, `texts` where
    it is written. An example that sets the option `unless_set` itself does not count.
    """

    kind: str
    what: str
    span: Span
    path: Path
    marks: frozenset[Mark] | None
    texts: tuple[Span, ...] = field(default=(), repr=False)
    trees: tuple[object, ...] = field(default=(), repr=False)
    unless_set: str | None = None


KINDS = (
    "phases", "moves", "conditions", "rows", "lines", "at any time", "if stuck", "ends", "changes",
)  # fmt: skip
"""The kinds of units, as a summary names them."""


def units_of(ruleset: rules.Ruleset) -> Iterator[Unit]:
    """All that an example of a ruleset can exercise, in the order of the keys."""
    yield from _lines(ruleset.setup, "'setup'", ("setup",))
    for row in ruleset.at_any_time:
        yield from _fired(row)
    for phase in ruleset.phases:
        yield from _phase(phase, ())
    for table in ruleset.tables:
        yield from _table(table)
    for end in ruleset.ends:
        yield Unit(
            "ends", f"no game ends by '{end.name}'", end.span, ("end", end.name),
            frozenset({("over", end.span)}), _texts(end.span, end.source), (end.ending,),
        )  # fmt: skip


def _fired(row: rules.Row) -> Iterator[Unit]:
    assert row.row.outcome is not None
    yield Unit(
        "at any time", f"row '{row.name}' is never carried out", row.span,
        ("at any time", row.name), frozenset({("line", row.row.outcome.span)}),
        _texts(row.span, row.source), (row.row,),
    )  # fmt: skip


def _phase(phase: rules.Phase, around: Path) -> Iterator[Unit]:
    path = (*around, "phases", phase.name)
    name = phase.path.removesuffix(".moves").split(".")[-1]
    title = f"'{name}'" if phase.name != "moves" else f"'moves' of '{name}'"
    trees = (phase.repeat, phase.who, phase.memories)
    if phase.name != "moves":
        yield Unit(
            "phases", f"phase '{name}' never begins", phase.span, path,
            frozenset({("phase", phase.span)}), (phase.span,), trees,
        )  # fmt: skip

    def condition(expr: syntax.Expr | None, what: str, key: str, mark: What) -> Iterator[Unit]:
        if expr is not None:
            yield Unit(
                "conditions", what, expr.span, (*path, key),
                frozenset({(mark, expr.span)}), (expr.span,), (expr,),
            )  # fmt: skip

    until = None if phase.repeat is None else phase.repeat.until
    yield from condition(phase.skip_when, f"{title} is never skipped", "skip when", "skipped")
    yield from condition(until, f"{title} never ends by its 'until'", "repeat", "ended")
    yield from condition(phase.until, f"{title} never ends by its 'until'", "until", "ended")
    yield from condition(
        phase.skip_turn_when, f"no turn of '{name}' is skipped", "skip turn when", "skipped"
    )
    for key, block in (
        ("at start", phase.at_start), ("before turn", phase.before_turn),
        ("after turn", phase.after_turn), ("at end", phase.at_end),
    ):  # fmt: skip
        yield from _lines(block, f"'{key}' of {title}", (*path, key))
    for move in phase.moves:
        yield from _move(move, (*path, "moves", move.name))
    if phase.if_stuck:
        stuck = phase.if_stuck
        yield Unit(
            "if stuck", f"nobody is stuck in '{name}'", stuck[0].line.span, (*path, "if stuck"),
            frozenset(("line", named.line.span) for named in stuck),
            tuple(span for named in stuck for span in _spans(named.source)),
            tuple(named.line for named in stuck),
        )  # fmt: skip
        yield from _lines(stuck, f"'if stuck' of '{name}'", (*path, "if stuck"), guarded=True)
    for inner in phase.phases:
        yield from _phase(inner, path)


def _move(move: rules.Move, path: Path) -> Iterator[Unit]:
    made: frozenset[Mark] = frozenset({("move", move.span)})
    choices = tuple(choice.choice for choice in move.choices)
    texts = tuple(span for choice in move.choices for span in _texts(choice.span, choice.source))
    yield Unit(
        "moves", f"move '{move.name}' is never made", move.span, path, made,
        (move.span, *texts, *(span for named in move.do for span in _spans(named.source))),
        (*choices, *(named.line for named in move.do)),
    )  # fmt: skip
    for may in move.may:
        name = "the condition" if may.name == "may" else f"condition '{may.name}'"
        where = (*path, "may") if may.name == "may" else (*path, "may", may.name)
        written = _texts(may.span, may.source)
        yield Unit(
            "conditions", f"{name} of '{move.name}' never holds for a move that is made", may.span,
            where, made, written, (may.expr,),
        )  # fmt: skip
        yield Unit(
            "conditions", f"{name} of '{move.name}' never forbids a move", may.span,
            where, frozenset({("refused", may.span)}), written, (may.expr,),
        )  # fmt: skip
    yield from _lines(move.do, f"'{move.name}'", (*path, "do"), guarded=True)


def _lines(block: rules.Block, where: str, path: Path, *, guarded: bool = False) -> Iterator[Unit]:
    """The lines of a block; `guarded`: only those that may do nothing."""
    for named in block:
        line = named.line
        if guarded and isinstance(line, syntax.Steps):
            continue
        while not isinstance(line, syntax.Steps):
            line = line.line
        name = named.name or " ".join(named.source.text.split())
        span = named.source.span
        yield Unit(
            "lines", f"line '{name}' in {where} never does anything", span,
            path if named.name is None else (*path, named.name),
            frozenset({("line", line.span)}), _spans(named.source), (named.line,),
        )  # fmt: skip


def _table(table: rules.Table) -> Iterator[Unit]:
    key = " ".join(table.span.text.split())
    for row in table.rows:
        mark: Mark = ("row", row.span)
        if table.gives is None and row.row.outcome is not None:
            mark = ("line", row.row.outcome.span)
        yield Unit(
            "rows", f"row '{row.name}' of '{table.name}' never applies", row.span,
            ("payouts" if table.payout else "tables", key, row.name),
            frozenset({mark}), _texts(row.span, row.source), (row.row,),
        )  # fmt: skip


def _texts(key: Span, source: Scalar) -> tuple[Span, ...]:
    return (key, *_spans(source))


def _spans(source: Scalar) -> tuple[Span, ...]:
    """Where a text is written: that of a row of which a house rule changed one half, in two files."""
    if source.pieces:
        return tuple(span for piece in source.pieces for span in _spans(piece.text))
    return (source.span,)


def all_words(trees: Iterable[object]) -> set[str]:
    """The words that stand in syntax trees and declarations."""
    found: set[str] = set()
    for tree in trees:
        for node in syntax_in(tree):
            found.update(v for k, v in vars(node).items() if isinstance(v, str) and k != "form")
    return found
