"""Wordings that a rule file has in other words: what people write is told as it is written here.

Some of these texts cannot be read, others can be read and speak of nothing: both are told alike. The
wordings are those of wording_table.py; what is written instead is tried before it is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .advice import LINES, Place, short
from .diagnostics import Diagnostic
from .nodes import Scalar
from .wording_forms import (
    MOST,
    Said,
    Wording,
    Writes,
    plain,
    stock,
)
from .wording_table import table


def wording(place: Place) -> Diagnostic | None:
    """What is said of a wording in which the parser stopped, or behind it; None if in none."""
    text = place.text
    at = len(text.text) if place.found is None else place.found.start
    effect = place.effect
    begin = effect[0].start if effect else at
    return _told(text, at, begin, place.start, "E301")


def wording_at(text: Scalar, start: int, code: str) -> Diagnostic | None:
    """The same of a text that can be read; what it says at a place of the file is not known there."""
    at = next((n for n in range(len(text.text)) if text.span_at(n, n + 1).start >= start), 0)
    begin = max((m.end() for m in re.finditer(r";\s*|->\s*", text.text[:at])), default=0)
    return _told(text, at, begin, "", code)


def _told(text: Scalar, at: int, begin: int, start: str, code: str) -> Diagnostic | None:
    """What is said of a text; `start` is its kind, empty where that is not known."""
    if len(text.text) > _LONGEST:
        return None
    for row in table():
        if start not in row.starts if start else not row.readable:
            continue
        for said in _found(row, text.text, at, begin):
            write = _written(row.write, said, text)
            if write is None or write == said[0]:
                continue
            group: str | int = "said" if said.groupdict().get("said") is not None else 0
            marked = " ".join(said[group].split())
            message = row.message or f"'{short(said[0])}' is said otherwise here"
            span = text.span_at(said.start(group), said.start(group) + len(said[group].rstrip()))
            is_first = row.starts == LINES and said.start(group) == begin
            if is_first and row.message is None:
                code, message = "E303", f"'{short(marked)}' is no effect"
            plain = write.startswith(_ADVICE)
            if start and not plain and not _can_stand(start, text.text, said, write, row):
                continue
            advice = write if plain else f"write: {short(write, MOST)}"
            return Diagnostic(code, message, span, advice)
    return None


_LONGEST = 400
"""Letters of a text in which wordings are looked for: in a longer one it takes long, and helps little."""

_ADVICE = ("write ", "write:", "what ", "who ", "whose ", "leave ")
"""How an advice begins that is more than the words to write."""


def _can_stand(start: str, text: str, said: Said, write: str, row: Wording) -> bool:
    """Whether what is written instead can be read there; what comes behind may be wrong, too."""
    from .parser import reads_to  # it asks here what is wrong

    if row.starts == LINES and row.whole:
        if said.start() and write.startswith(("when ", "for ")):
            return False
        return reads_to("line", write, len(write))
    if row.whole and said.re.groupindex and "{" not in write and said[0] == text:
        return reads_to(start, write, len(write))
    if row.whole:
        return True
    return reads_to(
        start, text[: said.start()] + write + text[said.end() :], said.start() + len(write)
    )


def _found(row: Wording, text: str, at: int, begin: int) -> Iterator[Said]:
    """Where a wording stands around or directly before a place of a text."""
    if row.whole:
        in_line = row.starts == LINES
        end = re.compile(r"\s*(?:;|$)").search(text, begin) if in_line else None
        first = begin if in_line else 0
        said = row.pattern.fullmatch(text, first, len(text) if end is None else end.start())
        if said is not None:
            yield said
        return
    for said in row.pattern.finditer(text):
        if said.start() <= at and not text[said.end() : at].strip():
            yield said


def _written(write: Writes, said: Said, text: Scalar) -> str | None:
    """How it is written; numbers that are said in words become digits."""
    if callable(write):
        return write(said, text)
    groups = {name: plain(part) for name, part in said.groupdict().items()}
    groups["stock"] = stock(text.span.file)
    return " ".join(write.format(**groups).split())
