"""A name that cannot stand where it is declared: what is wrong at its uses is told there, too."""

from __future__ import annotations

import re
from dataclasses import replace

from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.source import Span

_NO_NAME = re.compile(
    r"'(?P<first>[^\W\d]\w*) (?P<second>[^\W\d]\w*)' is no name: a name is one word"
)
_SAYS = re.compile(r"'(?P<name>\w+) of \w+'$")


def told_at_the_name(found: list[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics; texts that cannot be read because of a reserved or split name are told there."""
    told = []
    for diagnostic in found:
        behind: list[Diagnostic] = []
        written = ""
        if diagnostic.code == "T404":
            behind = [d for d in found if _uses_reserved(d, diagnostic.span.text)]
            said = "it is read as that word here"
        elif split := _NO_NAME.fullmatch(diagnostic.message):
            behind = [
                d for d in found
                if d is not diagnostic and _uses_split(d, split["first"], split["second"])
            ]  # fmt: skip
            says = _SAYS.search(diagnostic.suggestion or "")
            said = "it is used so here"
            written = f": write '{says[1]} of ...'" if says else ""
        if behind:
            gone = {id(d) for d in behind}
            found = [d for d in found if id(d) not in gone]
            places = sorted((d.span for d in behind), key=lambda span: span.start)
            more = " and in other texts" if len(places) > 1 else ""
            note = Note(f"{said}{more}{written}", places[0])
            told.append((diagnostic, replace(diagnostic, notes=(*diagnostic.notes, note))))
    renewed = {id(old): new for old, new in told}
    return [renewed.get(id(d), d) for d in found]


def _uses_reserved(diagnostic: Diagnostic, name: str) -> bool:
    """Whether a text cannot be read behind a name, or at it where an effect would begin."""
    if diagnostic.code not in ("E301", "E303"):
        return False
    if diagnostic.code == "E303" and diagnostic.span.text == name:
        return True
    return re.search(rf"\b{re.escape(name)}\s*$", _before(diagnostic.span)) is not None


def _uses_split(diagnostic: Diagnostic, first: str, second: str) -> bool:
    """Whether what is wrong is wrong at one of the two words of a name, used as it is declared.

    `card opens` may be said of any card: there the second word alone tells.
    """
    span = diagnostic.span
    if diagnostic.code not in ("E301", "T401") or span.text not in (first, second):
        return False
    line = span.file.line(span.line)
    at = span.column - 1
    places = re.finditer(rf"\b{re.escape(first)}\s+{re.escape(second)}\b", line)
    return any(place.start() <= at < place.end() for place in places)


def _before(span: Span) -> str:
    """What stands in the line before a place."""
    return span.file.line(span.line)[: span.column - 1]
