"""What stands in the place of something else: what it was, told where that is of help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.nodes import Mapping, Node, Scalar
from rulerun.grammar.source import Span

from .merging import Change

_UNKNOWN = ("T401", "T403")  # names


def history(node: Node) -> Iterator[Span]:
    """Where a node stands, then what it replaced, and so on down to the game."""
    under: Node | None = node
    while under is not None:
        yield under.span
        under = under.over


def with_both_places(diagnostics: Iterable[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The diagnostics; of what stands in the place of something else, a note says what is there.

    Each file may be right and only the two together wrong, so both places belong to the message.
    """
    over = [leaf for leaf in _leaves(root) if leaf.over is not None]
    told = []
    for diagnostic in diagnostics:
        leaf = next((leaf for leaf in over if _holds(leaf, diagnostic.span)), None)
        spans = [] if leaf is None else [n.span for n in diagnostic.notes] + [diagnostic.span]
        if leaf is not None and leaf.over is not None and leaf.over.span not in spans:
            note = Note("this stands in the place of", leaf.over.span)
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, note))
        told.append(diagnostic)
    return told


def with_what_is_gone(
    diagnostics: Iterable[Diagnostic], changes: Iterable[Change]
) -> list[Diagnostic]:
    """The diagnostics; of a name that is unknown because a house rule took it away, a note says so."""
    taken = {word: change for change in changes for place in change.gone
             for word in place.path[-1].split()}  # fmt: skip
    told = []
    for diagnostic in diagnostics:
        change = taken.get(diagnostic.span.text) if diagnostic.code in _UNKNOWN else None
        if change is not None:
            note = Note(f"the house rule '{change.rule.name}' takes it away", change.span)
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, note))
        told.append(diagnostic)
    return told


def _leaves(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    else:
        for inner in [e.value for e in node] if isinstance(node, Mapping) else node.items:
            yield from _leaves(inner)


def _holds(leaf: Scalar, span: Span) -> bool:
    """Whether a span lies in the part of a leaf that a house rule wrote."""
    return (
        span.file is leaf.span.file and leaf.span.start <= span.start and span.end <= leaf.span.end
    )
