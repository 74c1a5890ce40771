"""Diagnostics as texts: full, with the lines they speak of, or concise, one line each.

A caret stands below the character it means on the screen, also after tabs, wide characters and
accents. What could command a terminal is never printed, wherever it comes from.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from .diagnostics import Diagnostic, Severity
from .record import record
from .source import Span

TAB = 4  # columns from one tab stop to the next
WIDEST = 120  # columns of a line that are shown; of a longer one, those around the caret

_PICTURE, _JOINER = "\ufe0f", "\u200d"
_SKINS = tuple(map(chr, range(0x1F3FB, 0x1F400)))

_ELLIPSIS = "..."
_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_BLUE = "\x1b[1;34m"
_COLORS = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;36m",
}


def render_full(
    diagnostics: Iterable[Diagnostic], *, color: bool = False, encoding: str | None = None
) -> str:
    """Each diagnostic with its lines, carets and notes, with an empty line between two.

    The text ends with a line break; without diagnostics it is empty. Of the lines of files, what an
    `encoding` does not have is a question mark, for carets to stand right; without it, it has all.
    """
    paint = _Paint(color, encoding)
    return "\n".join("".join(f"{line}\n" for line in _full(d, paint)) for d in diagnostics)


def render_concise(diagnostics: Iterable[Diagnostic], *, color: bool = False) -> str:
    """One line each: `file:line:col: error[T401]: message; suggestion`, without the notes."""
    paint = _Paint(color)
    return "".join(_concise(d, paint) + "\n" for d in diagnostics)


@record
class _Paint:
    """Puts ANSI codes around texts, or leaves them as they are."""

    color: bool
    encoding: str | None = None

    def __call__(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self.color and text else text


def _concise(diagnostic: Diagnostic, paint: _Paint) -> str:
    head = paint(_COLORS[diagnostic.severity], f"{diagnostic.severity}[{diagnostic.code}]")
    hint = f"; {_clean(diagnostic.suggestion)}" if diagnostic.suggestion else ""
    place = paint(_BOLD, _clean(diagnostic.span.place))
    return f"{place}: {head}: {_clean(diagnostic.message)}{hint}"


def _full(diagnostic: Diagnostic, paint: _Paint) -> Iterable[str]:
    color = _COLORS[diagnostic.severity]
    spans = [diagnostic.span, *(n.span for n in diagnostic.notes if n.span is not None)]
    # One gutter for all lines of a diagnostic, so that they stand below one another.
    gutter = max(len(_number(span, _last_line(span))) for span in spans)

    yield paint(color, f"{diagnostic.severity}[{diagnostic.code}]") + paint(
        _BOLD, f": {_clean(diagnostic.message)}"
    )
    yield from _snippet(diagnostic.span, diagnostic.suggestion, gutter, color, paint)
    for note in sorted(diagnostic.notes, key=lambda note: note.span is not None):
        if note.span is None:
            yield f"{' ' * gutter} {paint(_BLUE, '=')} {paint(_BOLD, 'note')}: {_clean(note.message)}"
        else:
            yield f"{paint(_BOLD, 'note')}: {_clean(note.message)}"
            yield from _snippet(note.span, None, gutter, _COLORS[Severity.NOTE], paint)


def _snippet(
    span: Span, label: str | None, gutter: int, color: str, paint: _Paint
) -> Iterable[str]:
    margin = " " * gutter
    if not span.file.text:
        # A file that could not be read has no lines to show, and so no place in it.
        yield f"{margin}{paint(_BLUE, '-->')} {_clean(span.file.name)}"
        if label:
            yield f"{margin} {paint(_BLUE, '=')} {_clean(label)}"
        return

    yield f"{margin}{paint(_BLUE, '-->')} {_clean(span.place)}"
    yield paint(_BLUE, f"{margin} |")
    first, last = span.line, _last_line(span)
    for number in sorted({first, last}):
        if number == last and last > first + 1:
            yield paint(_BLUE, "...")
        shown, before, carets = _marked_line(span, number, paint.encoding)
        yield f"{paint(_BLUE, f'{_number(span, number):>{gutter}} |')} {shown}".rstrip()
        said = f" {_clean(label)}" if label and number == last else ""
        mark = paint(color, "^" * carets + said)
        yield f"{paint(_BLUE, f'{margin} |')} {' ' * before}{mark}"


def _number(span: Span, line: int) -> str:
    """What stands before a line: its number, and nothing before words that are in no file."""
    return str(line) if span.file.is_file else " "


def _last_line(span: Span) -> int:
    """The line of the last character."""
    return span.file.position(max(span.start, span.end - 1))[0]


def _marked_line(span: Span, number: int, encoding: str | None) -> tuple[str, int, int]:
    """A line as it is shown, the columns before the mark, and the columns marked."""
    line = span.file.line(number)
    if encoding is not None:  # one question mark for each character: places stay what they are
        line = line.encode(encoding, "replace").decode(encoding, "replace")
    line_start = span.file.line_starts[number - 1]
    start = max(0, span.start - line_start)
    if number > span.line:
        start = len(line) - len(line.lstrip())  # a later line is marked from its first word on
    end = min(len(line), max(start + 1, span.end - line_start))
    if len(line) > 4 * WIDEST:
        # Far more than is shown: what lies further off need not even be measured.
        left = max(0, start - 2 * WIDEST)
        line = line[left : start + 2 * WIDEST]
        start, end = start - left, min(end - left, len(line))
    columns = _columns(line)
    shown = _shown(line)
    before = columns[min(start, len(line))]
    # A place after the end of the line, or one without width, still gets a caret.
    carets = max(1, columns[end] - before) if start < len(line) else 1
    return _cropped(shown, before, carets)


def _columns(line: str) -> list[int]:
    """The column on the screen, from 0, at which each character of a line begins, and its end.

    Several characters may be one sign on the screen: a heart with the mark that makes a picture of
    it, people joined to a family, a thumb and the colour of its skin.
    """
    columns = [0]
    sign = 0  # columns of the sign that what comes now may belong to
    before = ""
    for char in line:
        width = _width(char, columns[-1])
        if char == _PICTURE:
            width = 1 if sign == 1 and not before.isalpha() else 0
            sign += width
        elif sign == 2 and (before == _JOINER or char in _SKINS):
            width = 0
        elif width:
            sign = width
        columns.append(columns[-1] + width)
        before = char
    return columns


def _width(char: str, column: int) -> int:
    if char == "\t":
        return TAB - column % TAB
    if _is_control(char):
        return 1
    if char == "\xad":  # a hyphen that may be there is there
        return 1
    if unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf") or "\u1160" <= char <= "\u11ff":
        return 0  # the vowels and last letters of Korean stand in the cell of the first
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _shown(line: str) -> str:
    columns = _columns(line)
    return "".join(
        " " * (columns[i + 1] - columns[i]) if char == "\t" else _harmless(char)
        for i, char in enumerate(line)
    )


def _cropped(shown: str, before: int, carets: int) -> tuple[str, int, int]:
    """Of a line too long to show, the columns around the mark."""
    columns = _columns(shown)
    if columns[-1] <= WIDEST:
        return shown, before, carets
    left = max(0, min(before - WIDEST // 3, columns[-1] - WIDEST))
    begin = next(i for i, column in enumerate(columns) if column >= left)
    end = next((i for i, c in enumerate(columns) if c > columns[begin] + WIDEST), len(columns)) - 1
    head = _ELLIPSIS if begin else ""
    tail = _ELLIPSIS if end < len(shown) else ""
    before = before - columns[begin] + len(head)
    return head + shown[begin:end] + tail, before, min(carets, WIDEST - before + len(head))


def _clean(text: str) -> str:
    """A text on one line, without anything that could command a terminal."""
    return "".join(map(_harmless, " ".join(text.splitlines())))


def _harmless(char: str) -> str:
    return "\ufffd" if _is_control(char) else char


def _is_control(char: str) -> bool:
    """Whether a character commands the terminal, ends lines or turns the direction of writing."""
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or (
        "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
    )
