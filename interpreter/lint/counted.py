"""Conditions on numbers of passes that stand within the pass: these are 1 at least there."""

from __future__ import annotations

from collections.abc import Iterator

from ..checking.core import Expr, Program, Set, Slot, walk
from .survey import asked_in

_COUNT = "count "


def within_passes(program: Program) -> dict[int, frozenset[str]]:
    """For conditions, by their identity, the numbers of passes that they ask and stand within."""
    wanted: dict[int, frozenset[str]] = {}
    for node, expr in program.asked:
        if "_number" not in node.span.text:
            continue
        keys = {n.key for n in walk(expr) if isinstance(n, Slot) and n.key.startswith(_COUNT)}
        if keys:
            wanted[id(expr)] = frozenset(keys)
    if not wanted:
        return {}
    paths = {
        statement.target.key: block.label.removesuffix(":pass")
        for block in program.blocks
        if block.label.endswith(":pass")
        for statement in block.body
        if isinstance(statement, Set) and statement.target.key.startswith(_COUNT)
    }
    found: dict[int, list[frozenset[str]]] = {}
    for label, exprs in _places(program):
        on = frozenset(
            key
            for key, path in paths.items()
            if label.startswith(path + ".")
            or (label.startswith(path + ":") and label != f"{path}:pass")
        )
        for expr in exprs:
            for part in walk(expr):
                if id(part) in wanted:
                    found.setdefault(id(part), []).append(on & wanted[id(part)])
    return {number: frozenset.intersection(*places) for number, places in found.items()}


def _places(program: Program) -> Iterator[tuple[str, list[Expr]]]:
    """All that is asked, with where it stands; what stands behind the counting is within the pass."""
    for block in program.blocks:
        label = block.label
        for statement in block.body:
            yield label, list(asked_in([statement]))
            if isinstance(statement, Set) and statement.target.key.startswith(_COUNT):
                label = block.label.removesuffix(":pass") + ":counted"
    for decision in program.decisions:
        for move in decision.moves:
            asked = [rule.condition for rule in move.may]
            for domain in move.choices:
                asked += [e for e in (domain.low, domain.high, domain.source, domain.where) if e]
            yield decision.label, [*asked, *asked_in(move.do)]
    for firing in program.firing:
        yield "", list(asked_in(firing.body))
    yield "", [condition for _, condition in program.ending]
