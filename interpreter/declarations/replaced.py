"""What stands in the place of something else: what it was, told where that is of help."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.nodes import Mapping, Node, Scalar
from rulerun.grammar.parser import parse, reads
from rulerun.grammar.source import Span

from .merging import Change

_UNKNOWN = ("T401", "T403")  # names
_SHOWN = 3  # places that still ask for what is gone


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
            if diagnostic.code.startswith("E3") and isinstance(leaf.over, Scalar):
                advice = _part_of_a_row(leaf, leaf.over) or diagnostic.suggestion
                diagnostic = replace(diagnostic, suggestion=advice)
        told.append(diagnostic)
    return told


def _part_of_a_row(leaf: Scalar, over: Scalar) -> str | None:
    """What to write for `TABLE.ROW: 26`, where that is no row but what follows in one, or its condition."""
    starts = [start for start in ("row_do", "row_value") if reads(start, over)]
    at = leaf.span.start
    key = _KEY.search(leaf.span.file.text, max(0, at - _LONGEST), at)
    if not starts or key is None or "->" in leaf.text:
        return None
    row = Scalar(f"always -> {leaf.text}", leaf.span)
    if not any(reads(start, row) for start in starts):
        return None
    then = f"'{key[1]}.then' to change what follows alone"
    if isinstance(parse("expr", leaf)[0], _ASKING) and "when " in over.text:
        return f"write '{key[1]}.when' to change the condition alone, {then}"
    return f"write {then}"


_LONGEST = 200  # characters of an address and what stands before a text
_ASKING = (syntax.Compare, syntax.Is, syntax.IsIn, syntax.Between, syntax.Logic, syntax.Not)
_KEY = re.compile(r"([^\W\d][\w. ]*?)\s*:\s*['\"]?\Z")


def with_what_is_gone(
    diagnostics: Iterable[Diagnostic], changes: Iterable[Change]
) -> list[Diagnostic]:
    """The diagnostics; of a name that is unknown because a house rule took it away, that is told once,
    at the house rule, with the places that still ask for it."""
    taken = {word: change for change in changes for place in change.gone
             for word in place.path[-1].split()}  # fmt: skip
    told: list[Diagnostic] = []
    missed: dict[str, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        names = [diagnostic.span.text]
        if diagnostic.sought is not None:
            names.append(diagnostic.sought.name)
        name = next((n for n in names if n in taken), None)
        if diagnostic.code not in _UNKNOWN or name is None:
            told.append(diagnostic)
        else:
            missed.setdefault(name, []).append(diagnostic)
    for name, found in missed.items():
        change = taken[name]
        message = (
            f"the house rule '{change.rule.name}' takes '{name}' away, which is still asked for"
        )
        notes = [Note("asked for here", d.span) for d in found[:_SHOWN]]
        if len(found) > _SHOWN:
            more = len(found) - _SHOWN
            notes.append(Note(f"and in {more} more {'place' if more == 1 else 'places'}"))
        breaks = next((n for d in found for n in d.notes if n.equal and n.span is not None), None)
        if breaks is not None:
            notes.append(
                replace(breaks, message="examples that ask for it may be listed under 'breaks'")
            )
        advice = "leave it, or change these places too"
        told.append(Diagnostic(found[0].code, message, change.span, advice, tuple(notes)))
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
