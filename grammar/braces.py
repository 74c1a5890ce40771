"""Texts in braces that a comma cut into pieces: to YAML `{ ranks: 7 to 10, J, Q }` has the keys J and Q."""

from __future__ import annotations

import re
from dataclasses import replace

from .diagnostics import Diagnostic, Note
from .nodes import Entry, Scalar
from .source import SourceFile, Span
from .writing import in_brackets

_MOST = 100  # characters of a text that is written anew
_GAP = re.compile(r"\s*,\s*")
_MAY_BE_A_KEY = re.compile(r"[^\W\d]\w+")


def rejoined(
    file: SourceFile, entries: list[Entry], bare: set[int]
) -> tuple[list[Entry], list[Diagnostic]]:
    """The entries of a map in braces with its texts whole again, and what is wrong with them.

    `bare` are the offsets of the keys after which no colon stands. Such a key goes on with the text
    before it, if that is one without quotes.
    """
    whole: list[Entry] = []
    cut: dict[int, list[Entry]] = {}
    for entry in entries:
        before = whole[-1] if whole else None
        if entry.key.span.start in bare and before is not None and _goes_on(file, before, entry):
            cut.setdefault(len(whole) - 1, [before]).append(entry)
            whole[-1] = _joined(file, before, entry)
        else:
            whole.append(entry)
    return whole, [_told(file, whole[at], pieces) for at, pieces in cut.items()]


def _goes_on(file: SourceFile, before: Entry, entry: Entry) -> bool:
    """Whether nothing but a comma stands between a text without quotes and a key."""
    value = before.value
    if not isinstance(value, Scalar) or not value.text or value.span.text[:1] in "'\"":
        return False
    gap = file.text[value.span.end : entry.key.span.start]
    return _GAP.fullmatch(gap) is not None and entry.key.span.text[:1] not in "'\""


def _joined(file: SourceFile, before: Entry, entry: Entry) -> Entry:
    """An entry whose text goes on to the end of the key after it."""
    start, end = before.value.span.start, entry.key.span.end
    text = file.text[start:end]
    offsets = tuple(range(start, end)) if "\n" not in text else None
    return replace(before, value=Scalar(" ".join(text.split()), Span(file, start, end), offsets))


def _told(file: SourceFile, whole: Entry, pieces: list[Entry]) -> Diagnostic:
    """What is wrong with a text, told at the first comma in it."""
    value = whole.value
    assert isinstance(value, Scalar)
    comma = file.text.index(",", pieces[0].value.span.end)
    text = in_brackets([value.text])[1:-1]
    advice = "put the whole text in quotes"
    if len(text) <= _MOST:
        advice += f": {whole.key.text}: {text}"
    last = pieces[-1].key.text
    notes: tuple[Note, ...] = ()
    if len(pieces) == 2 and _MAY_BE_A_KEY.fullmatch(last):
        notes = (Note(f"if '{last}' is a key, a colon and a text are missing after it"),)
    message = "a comma in braces ends a text without quotes"
    return Diagnostic("Y127", message, Span(file, comma, comma + 1), advice, notes)
