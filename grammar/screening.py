"""What is refused before YAML sees a text.

Tabs, control characters, foreign line ends, directives and document markers are found in the
characters alone. Each is reported and then replaced, one character by one, so that all offsets hold
and reading goes on: one run tells everything.
"""

from __future__ import annotations

import re

from .diagnostics import Diagnostic, Note
from .files import LIMIT, too_large
from .record import record
from .source import SourceFile, Span

# All that YAML cannot read, the byte order mark in the middle of a text, the line ends that only
# YAML knows, and the marks that make a text look other than it is.
_FORBIDDEN = (
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd"
    "\U00010000-\U0010ffff]"
    "|\r(?!\n)"
)
_SPACES = "\xa0\u1680\u2000-\u200b\u202f\u205f\u3000"
# Where a space is a part of how a file is written: before a line, after a dash, after a key.
_SPACED = (
    rf"^( *)([{_SPACES}][ {_SPACES}]*)(?=[^\s{_SPACES}])"
    rf"|^([ {_SPACES}]*-)([{_SPACES}][ {_SPACES}]*)"
    rf"|((?:^|[{{,])[ {_SPACES}]*(?:-[ {_SPACES}]+)*[^\W\d][^\n:#'\"{{}}\[\],]*:)([{_SPACES}][ {_SPACES}]*)"
)
# Both take long to make ready, and few files have anything of the kind.
_MARKER = re.compile(r"^(?:(---|\.\.\.)(?=[ \r\n]|\Z)|%)", re.MULTILINE)
_CONTENT = re.compile(r"^ *[^\s#]", re.MULTILINE)
_SHOWN = 8  # lines named one by one before it is "and more"

_FOREIGN_ENDS = {"\r": "a carriage return", "\x85": "NEL", "\u2028": "LS", "\u2029": "PS"}


@record
class Screened:
    """A text as YAML may see it, as long as the file's; and what was refused.

    `tabbed` are the offsets of tabs that indent a line: how deep such a line stands nobody knows.
    """

    text: str
    diagnostics: list[Diagnostic]
    tabbed: list[int]


def screen(file: SourceFile) -> Screened | Diagnostic:
    """The text with all that is refused taken out, or the one error that makes reading pointless."""
    text = file.text
    if len(text) > LIMIT // 4 and (size := len(text.encode("utf-8", "replace"))) > LIMIT:
        return too_large(file, size)
    if text.startswith("\ufeff"):
        text = " " + text[1:]  # `read` begins after it
    diagnostics: list[Diagnostic] = []
    if not _is_plain(text):
        text = _control_characters(file, text, diagnostics)
        text = _foreign_spaces(file, text, diagnostics)
    text, tabbed = _tabs(file, text, diagnostics)
    text = _markers(file, text, diagnostics)
    return Screened(text, diagnostics, tabbed)


def _is_plain(text: str) -> bool:
    """Whether a text has only characters that anybody sees, plain spaces, tabs and ends of lines."""
    return text.replace("\r\n", "").replace("\n", "").replace("\t", "").isprintable()


def _control_characters(file: SourceFile, text: str, diagnostics: list[Diagnostic]) -> str:
    first_by_char: dict[str, list[int]] = {}
    for found in re.finditer(_FORBIDDEN, text):
        first_by_char.setdefault(found[0], []).append(found.start())
    for char, places in first_by_char.items():
        if char in _FOREIGN_ENDS:
            message = f"{_FOREIGN_ENDS[char]} (U+{ord(char):04X}) does not end a line here"
            suggestion = "end lines with LF or CR LF"
        else:
            message = f"the invisible character U+{ord(char):04X} has no place in a rule file"
            suggestion = "delete it"
        diagnostics.append(_once(file, "Y113", message, places, suggestion))
    return re.sub(_FORBIDDEN, " ", text) if first_by_char else text


def _foreign_spaces(file: SourceFile, text: str, diagnostics: list[Diagnostic]) -> str:
    """Spaces that look like a space and are none to YAML; within a text anybody may use them."""
    if re.search(f"[{_SPACES}]", text) is None:
        return text
    places: dict[str, list[int]] = {}

    def plain(found: re.Match[str]) -> str:
        which = next(i for i in (2, 4, 6) if found[i] is not None)
        for place in range(found.start(which), found.end(which)):
            if found.string[place] != " ":
                places.setdefault(found.string[place], []).append(place)
        before = found.string[found.start() : found.start(which)]
        return before + " " * (found.end(which) - found.start(which))

    for _ in range(3):  # before a line, after its dash, after the key that follows
        text = re.sub(_SPACED, plain, text, flags=re.MULTILINE)
    for char, found_at in places.items():
        found_at.sort()
        name = "a no-break space" if char in "\xa0\u202f" else "a space of another width"
        message = f"{name} (U+{ord(char):04X}) stands here, which looks like a space and is none"
        diagnostics.append(_once(file, "Y113", message, found_at, "write a plain space"))
    return text


def _tabs(file: SourceFile, text: str, diagnostics: list[Diagnostic]) -> tuple[str, list[int]]:
    if "\t" not in text:
        return text, []
    places = [found.start() for found in re.finditer("\t+", text)]
    diagnostics.append(
        _once(
            file, "Y107", "a tab stands here", places, "write spaces: tabs are of no certain width"
        )
    )
    indenting = [found.end() - 1 for found in re.finditer(r"^ *\t", text, re.MULTILINE)]
    return text.replace("\t", " "), indenting


def _once(
    file: SourceFile, code: str, message: str, places: list[int], suggestion: str, width: int = 1
) -> Diagnostic:
    """One error at the first place, `width` characters long, with the lines of the others."""
    lines = list(dict.fromkeys(file.position(place)[0] for place in places))[1:]
    notes: tuple[Note, ...] = ()
    if lines:
        named = ", ".join(map(str, lines[:_SHOWN])) + (", ..." if len(lines) > _SHOWN else "")
        noun = "line" if len(lines) == 1 else "lines"
        notes = (Note(f"and in {len(lines)} more {noun}: {named}"),)
    at = places[0]
    return Diagnostic(code, message, Span(file, at, at + width), suggestion, notes)


def _markers(file: SourceFile, text: str, diagnostics: list[Diagnostic]) -> str:
    """Blank out `%` lines and the marks around the one document; cut where a second one begins."""
    pieces: list[str] = []
    instructions: list[int] = []
    done = 0
    begun = False  # whether the document has any content so far
    for found in _MARKER.finditer(text):
        at = found.start()
        begun = begun or _CONTENT.search(text, done, at) is not None
        if found[1] is None:
            instructions.append(at)
            pieces += [text[done:at], "#"]
        elif begun or found[1] == "...":
            rest = _CONTENT.search(text, found.end())
            pieces.append(text[done:at])
            if rest is not None or found[1] == "---":
                diagnostics.append(_second_document(file, found))
            pieces.append(_blank(text[at:]))
            done = len(text)
            break
        else:
            pieces += [text[done:at], "   "]
        done = found.end()
    if instructions:
        message = "a line that begins with '%' is an instruction to YAML"
        width = len(file.line(file.position(instructions[0])[0]).rstrip())
        advice = "delete the line"
        diagnostics.append(_once(file, "Y106", message, instructions, advice, width))
    return "".join(pieces) + text[done:]


def _second_document(file: SourceFile, found: re.Match[str]) -> Diagnostic:
    return Diagnostic(
        "Y116",
        f"'{found[1]}' ends the ruleset here; a file holds one",
        Span(file, found.start(), found.end()),
        "put what follows into a file of its own",
    )


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
