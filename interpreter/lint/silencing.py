"""`# allow L603`: a comment that silences warnings in its place, and what is wrong with one.

A silencing counts for the line in which it stands, or, alone in its line, for the next one; of a
text that goes on over several lines each line counts as the whole. Errors cannot be silenced.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from rulerun.grammar.comments import Comment, comments_of
from rulerun.grammar.diagnostics import Diagnostic, Severity, did_you_mean
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar
from rulerun.grammar.reader import MAX_TOLD
from rulerun.grammar.source import SourceFile, Span
from rulerun.grammar.vocabulary.codes import CODES

from ..declarations.overlay import Stack

CODE = "L610"

# What begins like this speaks of a code; '# allow the dealer to pass' is a comment like any other.
_ALLOW = re.compile(
    r"(?:(?<=[ \t\n\ufeff])|\A)#+[ \t]*allow\b[ \t]*:?[ \t]*"
    r"(?=[A-Za-z]{1,2}(?=\w*[0-9])[0-9OolI]{2,4}\b)"
)
_FIRST = re.compile(r"\w+")
_NEXT = re.compile(r"\s*,\s*(?:and\s+)?(\w+)|\s+(?:and\s+)?([A-Z][0-9]{3})\b")
_NEAR = 3  # lines
_FARTHEST = 20  # lines of comments between a silencing and what it silences


@dataclass(slots=True)
class _Silencing:
    """A code in a comment.

    `lines` are those for which it counts; `again`: it stands in the comment already; `used`: it
    silenced something.
    """

    code: str
    span: Span
    lines: frozenset[int]
    again: bool = False
    used: bool = False


@dataclass(slots=True)
class _Annotated:
    """A file with silencings in it."""

    root: Node
    silencings: list[_Silencing] = field(default_factory=list)


def silenced(
    diagnostics: Iterable[Diagnostic], stack: Stack, *, complete: bool
) -> list[Diagnostic]:
    """What is left of the diagnostics, and what is wrong with the silencings (L610).

    `complete`: all lints have looked. Only then can a silencing be unneeded; and it is one only in
    the file that is checked: that of a house rule on its own game, that of a game without any. What
    a further house rule changes leaves the comments of the others alone.
    """
    found = list(diagnostics)
    files = {root.span.file: root for root in stack.roots}
    annotated = {file: _annotated(root) for file, root in files.items() if "allow" in file.text}
    annotated = {file: notes for file, notes in annotated.items() if notes.silencings}
    if not annotated:
        return found
    told: list[Diagnostic] = []
    for diagnostic in found:
        places = [diagnostic.span]
        if stack.own is not None:
            # What a house rule makes wrong elsewhere is silenced where it does so.
            own = stack.own.node.span.file
            places += [
                n.span for n in diagnostic.notes if n.span is not None and n.span.file is own
            ]
        if not any(_is_silenced(diagnostic, at, annotated.get(at.file)) for at in places):
            told.append(diagnostic)
    checked = _checked_file(stack) if complete else None
    for file, notes in annotated.items():
        told += _wrong(notes, told, judged=file is checked)
    return told


def _checked_file(stack: Stack) -> SourceFile | None:
    """The file whose silencings are judged; None for a stack that was put together by hand."""
    if stack.by_hand or stack.base is None:
        return None
    return stack.base.span.file if stack.own is None else stack.own.node.span.file


def _annotated(root: Mapping) -> _Annotated:
    found = _Annotated(root)
    file = root.span.file
    comments = [(comment, comment.span.line) for comment in comments_of(root, _ALLOW)]
    onto: dict[int, int] = {}  # for which line a comment counts that is alone in its own
    for comment, line in reversed(comments):
        if comment.alone:
            onto[line] = onto.get(line + 1) or _next_line(file, line)
    for comment, line in comments:
        lines = frozenset({line, onto.get(line, line)})
        seen: set[str] = set()
        for begin in _ALLOW.finditer(file.text, comment.span.start, comment.span.end):
            for code, span in _codes(comment, begin.end()):
                found.silencings.append(_Silencing(code, span, lines, code in seen))
                seen.add(code)
    return found


def _next_line(file: SourceFile, line: int) -> int:
    """The next line that is no comment, if it is not far away."""
    for following in range(line + 1, line + _FARTHEST):
        if not file.line(following).lstrip().startswith("#"):
            return following
    return line


def _codes(comment: Comment, at: int) -> Iterator[tuple[str, Span]]:
    """The codes that stand in a comment from an offset of the file on."""
    file, end = comment.span.file, comment.span.end
    first = _FIRST.match(file.text, at, end)
    assert first is not None
    start, stop = first.span()
    while True:
        yield file.text[start:stop], Span(file, start, stop)
        following = _NEXT.match(file.text, stop, end)
        if following is None:
            return
        start, stop = following.span(1 if following[1] else 2)


def _is_silenced(diagnostic: Diagnostic, place: Span, notes: _Annotated | None) -> bool:
    if diagnostic.severity is Severity.ERROR or notes is None:
        return False
    matching = [s for s in notes.silencings if s.code == diagnostic.code]
    if not matching:
        return False
    lines = lines_of(notes.root, place)
    matching = [s for s in matching if not s.lines.isdisjoint(lines)]
    for silencing in matching:
        silencing.used = True
    return bool(matching)


def lines_of(root: Node, span: Span) -> range:
    """The lines of a place, those of the whole text and its key if it lies in a text."""
    node, key = root, None
    while not isinstance(node, Scalar):
        # The parts stand one after the other: only the last one that begins before can hold it.
        inner: tuple[Entry | Node, ...] = node.entries if isinstance(node, Mapping) else node.items
        at = bisect_right(inner, span.start, key=_begin) - 1
        part = inner[at] if at >= 0 else None
        if part is None:
            return range(span.line, span.line + 1)
        entry_key, value = (part.key, part.value) if isinstance(part, Entry) else (None, part)
        is_key = entry_key is not None and span == entry_key.span
        if span.end > max(value.span.end, _begin(part)) and not is_key:
            return range(span.line, span.line + 1)
        if isinstance(value, Mapping) and entry_key is not None and span == entry_key.span:
            return range(span.line, span.line + 1)
        node, key = value, entry_key
    begin = node.span.start if key is None else key.span.start
    last = max(node.span.end - 1, begin)
    position = node.span.file.position
    return range(position(begin)[0], position(last)[0] + 1)


def _begin(part: Entry | Node) -> int:
    """Where an entry or an item begins."""
    return part.key.span.start if isinstance(part, Entry) else part.span.start


def _wrong(notes: _Annotated, told: list[Diagnostic], *, judged: bool) -> Iterator[Diagnostic]:
    """What is wrong with the silencings of a file."""
    file = notes.root.span.file
    places = [(d.code, lines_of(notes.root, d.span)) for d in told if d.span.file is file]
    for silencing in islice(notes.silencings, MAX_TOLD):
        known = CODES.get(silencing.code)
        message = advice = None
        if silencing.again:
            message, advice = f"{silencing.code} stands here twice", "once is enough"
        elif silencing.used:
            continue
        elif known is None:
            message = f"there is no code '{silencing.code}'"
            names = [c.code for c in CODES.values() if c.silenceable]
            advice = did_you_mean(silencing.code.upper(), names)
            if silencing.code.upper() in names:
                advice = f"did you mean '{silencing.code.upper()}'?"
            advice = advice or f"these can be silenced: {', '.join(names)}"
        elif not known.silenceable:
            message = f"{silencing.code} ({known.title}) cannot be silenced"
            advice = "mend what is wrong, and delete this"
        elif judged:
            same = [lines for code, lines in places if code == silencing.code]
            message, advice = _unneeded(silencing, same)
        if message is not None:
            yield Diagnostic(CODE, message, silencing.span, advice, (), Severity.WARNING)


def _unneeded(silencing: _Silencing, same: list[range]) -> tuple[str, str]:
    """What is said of a silencing without use; `same` are the lines where that code is told."""
    code = silencing.code
    if any(not silencing.lines.isdisjoint(lines) for lines in same):
        return f"here {code} is an error, which cannot be silenced", "delete this"
    message = f"this silences nothing: there is no {code} here"
    line = silencing.span.line
    near = [lines[0] for lines in same if abs(lines[0] - line) <= _NEAR]
    if near:
        closest = min(near, key=lambda other: abs(other - line))
        return message, f"{code} is told of line {closest}: put it there"
    return message, "delete it"
