"""YAML as rulerun reads it: texts, maps and lists that know where they stand.

Every scalar is text. `over` keeps what a node replaced when an overlay put it there, so that each
leaf can tell its whole history. A text that was put together from several, such as a row of which a
house rule changed one half, has `pieces`: each character still knows the file it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TypeAlias

from .record import record
from .source import Span


@record
class Scalar:
    """A text.

    `text` is the value without surrounding white space; `offsets` gives for each of its characters
    the offset in the file, or is None where the value cannot be mapped (then `span` is all that is
    known). A text composed of others has `pieces`, in order, and no offsets of its own; its `span`
    is that of the piece that matters most.
    """

    text: str
    span: Span
    offsets: tuple[int, ...] | None = field(default=None, repr=False)
    over: Node | None = field(default=None, repr=False)
    pieces: tuple[Piece, ...] = field(default=(), repr=False)

    def span_at(self, start: int, end: int) -> Span:
        """Where characters `start` up to `end` of the text stand in the file.

        An empty stretch at the end of the text is the place just after its last character. A
        stretch that reaches over several pieces, which may lie in several files, is cut to one: to
        the piece that matters most if it reaches into that, or else to the first.
        """
        if self.pieces:
            return self._span_in_piece(start, end)
        if self.offsets is None:
            return Span(self.span.file, self.span.start, self.span.start)
        if not self.offsets:
            return self.span
        if start >= len(self.offsets):
            after = self.offsets[-1] + 1
            return Span(self.span.file, after, after)
        first = self.offsets[start]
        last = self.offsets[min(end, len(self.offsets)) - 1] + 1 if end > start else first
        return Span(self.span.file, first, last)

    def _span_in_piece(self, start: int, end: int) -> Span:
        ends = [p.at for p in self.pieces[1:]] + [len(self.text)]
        reached = [
            (piece, piece_end)
            for piece, piece_end in zip(self.pieces, ends, strict=True)
            if piece.at <= start < piece_end or start < piece.at < end
        ] or [(self.pieces[-1], len(self.text))]
        piece, piece_end = next((r for r in reached if r[0].text.span == self.span), reached[0])
        first = max(start, piece.at) - piece.at
        last = max(min(end, piece_end) - piece.at, first)
        return piece.text.span_at(piece.start + first, piece.start + last)

    def part(self, start: int, end: int) -> Scalar:
        """Characters `start` up to `end` as a text of its own, without what it replaced."""
        text = self.text[start:end]
        if self.pieces:
            return composed([(self, start, end)], self.span_at(start, end))
        offsets = None if self.offsets is None else self.offsets[start:end]
        return Scalar(text, self.span_at(start, end), offsets)


@record
class Piece:
    """A stretch of a composed text: from its character `at` on stands `text` from `start` on."""

    at: int
    text: Scalar
    start: int


def composed(
    parts: Iterable[tuple[Scalar, int, int]], span: Span, over: Node | None = None
) -> Scalar:
    """One text of stretches (text, start, end) of others; `span` is where it counts as standing."""
    text = ""
    pieces = []
    for source, start, end in parts:
        if end > start:
            pieces.append(Piece(len(text), source, start))
            text += source.text[start:end]
    return Scalar(text, span, None, over, tuple(pieces))


@record
class Entry:
    """A key and what stands under it."""

    key: Scalar
    value: Node


@record
class Mapping:
    """A map, in the order written."""

    entries: tuple[Entry, ...]
    span: Span
    over: Node | None = field(default=None, repr=False)

    def entry(self, key: str) -> Entry | None:
        """The entry of that key, or None."""
        return next((e for e in self.entries if e.key.text == key), None)

    def get(self, key: str) -> Node | None:
        """What stands under a key, or None."""
        found = self.entry(key)
        return None if found is None else found.value

    def keys(self) -> list[str]:
        """The keys, in the order written."""
        return [e.key.text for e in self.entries]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


@record
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    span: Span
    over: Node | None = field(default=None, repr=False)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


Node: TypeAlias = Scalar | Mapping | Sequence


def says_the_same(one: Node, other: Node) -> bool:
    """Whether two nodes have the same words, in the same order, whatever the spaces between them."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.text == other.text or one.text.split() == other.text.split()
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(
            says_the_same(a.value, b.value) for a, b in zip(one, other, strict=True)
        )
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(
            says_the_same(a, b) for a, b in zip(one, other, strict=True)
        )
    return False
