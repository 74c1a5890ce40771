"""Where what stands in a game comes from: what it says, and what it said before each house rule.

`trace` follows one address down its history, the newest first. Options tell their normal value, halves
of rows their half, maps what was done inside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.nodes import Mapping, Node, Scalar
from rulerun.grammar.nodes import Sequence as NodeSequence
from rulerun.grammar.record import record
from rulerun.grammar.source import SourceFile, Span

from .addresses import WITHOUT_ADDRESS, Kind, Place, find, half_of
from .house_rule import Address
from .lookup import Lookup
from .merging import Change
from .normal_values import normal_value


@record
class Origin:
    """What something said since a place, in words; None if it was taken away there."""

    text: str | None
    span: Span = field(repr=False)


@record
class Trace:
    """The history of an address.

    `noun` says what it is (`the option`), `address` is the whole way to it, `help` what people are
    told about it. `origins` begin with the newest. `inside` are changes of parts of it.
    """

    noun: str
    address: str
    help: str
    origins: tuple[Origin, ...]
    inside: tuple[Change, ...] = ()


def address_of(text: str) -> Address | Diagnostic:
    """An address as somebody gave it from outside."""
    file = SourceFile("the address asked for", text, is_file=False)
    whole = Scalar(text, Span(file, 0, len(text)), tuple(range(len(text))))
    if "," in text:
        message = "an address has no comma; a place is only for what is added"
        at = text.index(",")
        return Diagnostic("O501", message, whole.span_at(at, at + 1))
    words = []
    at = 0
    for part in text.split("."):
        word = " ".join(part.split())
        if not word:
            message = f"a name is missing in the address '{text}'"
            advice = "write the names with one dot between them"
            return Diagnostic("O501", message, whole.span_at(at, at + 1), advice)
        words.append(Scalar(word, Span(file, at, at + len(part))))
        at += len(part) + 1
    return Address(whole, tuple(words))


def trace(root: Mapping, changes: Sequence[Change], address: Address) -> Trace | Diagnostic:
    """The history of what an address means in a merged game; why it means nothing, if so."""
    lookup = Lookup(root)
    found = lookup.places_of(address)
    if len(found) > 1:
        return lookup.ambiguous(address, found)
    if found:
        place = found[0]
        return _traced(place, place.node or lookup.node(place), changes)
    words = [word.text for word in address.words]
    for change in reversed(changes):
        gone = find(change.gone, words)
        if len(gone) == 1:
            was = _traced(gone[0], gone[0].node, ())
            taken = Origin(None, change.span)
            return Trace(was.noun, was.address, was.help, (taken, *was.origins))
    if words[0] in WITHOUT_ADDRESS:
        message = f"'{words[0]}' of a game have no address"
        return Diagnostic("O501", message, address.span)
    return lookup.not_found(address)


def _traced(place: Place, node: Node | None, changes: Sequence[Change]) -> Trace:
    path = place.canonical
    origins = tuple(_origins(place, node)) if node is not None else ()
    inside = tuple(c for c in changes if len(c.path) > len(path) and c.path[: len(path)] == path)
    if isinstance(node, Scalar):
        inside = ()  # a half of a row that was changed is told in the row
    told = ""
    if place.path[0] == "options" and isinstance(node, Scalar):
        told = node.text.partition("--")[2].strip()
    return Trace(place.noun, ".".join(path), told, origins, inside)


def _origins(place: Place, node: Node) -> Iterator[Origin]:
    seen: set[tuple[str, int]] = set()
    under: Node | None = node
    while under is not None:
        origin = _origin(place, under)
        at = (origin.span.file.name, origin.span.start)
        if at not in seen:
            yield origin
        seen.add(at)
        under = under.over


def _origin(place: Place, node: Node) -> Origin:
    if isinstance(node, Scalar):
        said = node
        if place.kind in (Kind.WHEN, Kind.THEN):
            kind = Kind.ENDING if place.path[0] == "end" else Kind.ROW
            half = half_of(node, kind, place.kind)
            said = node if half is None else node.part(*half)
        elif place.path[0] == "options":
            said = normal_value(node) or node
        return Origin(" ".join(said.text.split()), said.span)
    # A map counts as standing where its key does, unless it was put there as a whole.
    is_first = node.over is None and place.key.span.file is node.span.file
    span = place.key.span if is_first else node.span
    if isinstance(node, NodeSequence):
        return Origin("[" + ", ".join(_shown(item) for item in node) + "]", span)
    return Origin("{ " + ", ".join(node.keys()) + " }", span)


def _shown(item: Node) -> str:
    return item.text if isinstance(item, Scalar) else "..."


def said_of(diagnostic: Diagnostic) -> list[str]:
    """A diagnostic about an address from outside, in lines without the address's own place."""
    hint = f"; {diagnostic.suggestion}" if diagnostic.suggestion else ""
    return [f"{diagnostic.message}{hint}", *map(_said, diagnostic.notes)]


def _said(note: Note) -> str:
    return note.message if note.span is None else f"{note.message} ({note.span.place})"
