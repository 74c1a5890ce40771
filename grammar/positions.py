"""Where each character of a YAML text stands in the file.

A scalar is decoded a second time, from the file's own characters, in whatever style it is written:
plain and quoted with folded lines, doubled single quotes, all escapes of double quotes, literal and
folded blocks with chomping and deeper lines. Every character of the value is paired with the offset
it comes from. The caller compares the value with the YAML library's; where the two differ, nobody
knows where the characters stand, and nothing is claimed.

Line breaks are `\\n` and `\\r\\n`; the reader lets no others through.
"""

from __future__ import annotations

from typing import TypeAlias

Chars: TypeAlias = list[tuple[str, int]]

# What may follow a backslash between double quotes. `x`, `u` and `U` are followed by digits.
ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "\\": "\\", "/": "/", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
CODE_ESCAPES = {"x": 2, "u": 4, "U": 8}


def value_offsets(text: str, start: int, end: int, style: str, value: str) -> list[int] | None:
    """The offset in `text` of each character of `value`, or None where that cannot be told.

    `start` and `end` enclose the scalar as written, with its quotes or its `|` or `>`; `style` is
    one of these signs, or empty for a plain scalar.
    """
    if not value:
        return []
    if style == "" and text.startswith(value, start) and "\n" not in value:
        return list(range(start, start + len(value)))  # nearly every text there is
    try:
        chars = _decode(text, start, end, style)
    except (IndexError, KeyError, ValueError):
        return None
    if len(chars) != len(value) or any(c != v for (c, _), v in zip(chars, value, strict=True)):
        return None
    return [offset for _, offset in chars]


def _decode(text: str, start: int, end: int, style: str) -> Chars:
    if style == "'":
        return _single(text, start + 1, end - 1)
    if style == '"':
        return _double(text, start + 1, end - 1)
    if style in ("|", ">"):
        return _block(text, start, end, folded=style == ">")
    return _plain(text, start, end)


def _fold(text: str, at: int, end: int) -> tuple[Chars, int]:
    """The blanks and line breaks that begin at `at`, folded, and where they end.

    Blanks on one line stay as they are; one line break becomes a space; of several the first is
    dropped.
    """
    blanks: Chars = []
    while at < end and text[at] == " ":
        blanks.append((" ", at))
        at += 1
    breaks: Chars = []
    while at < end and text[at] in "\r\n":
        if text[at] == "\r":
            at += 1
        breaks.append(("\n", at))
        at += 1
        while at < end and text[at] == " ":
            at += 1
    if not breaks:
        return blanks, at
    return ([(" ", breaks[0][1])] if len(breaks) == 1 else breaks[1:]), at


def _plain(text: str, at: int, end: int) -> Chars:
    chars: Chars = []
    while at < end:
        if text[at] in " \r\n":
            blanks, at = _fold(text, at, end)
            if at < end:
                chars += blanks
        else:
            chars.append((text[at], at))
            at += 1
    return chars


def _single(text: str, at: int, end: int) -> Chars:
    chars: Chars = []
    while at < end:
        if text[at] in " \r\n":
            blanks, at = _fold(text, at, end)
            chars += blanks
        else:
            chars.append((text[at], at))
            at += 2 if text[at] == "'" else 1
    return chars


def _double(text: str, at: int, end: int) -> Chars:
    chars: Chars = []
    while at < end:
        if text[at] in " \r\n":
            blanks, at = _fold(text, at, end)
            chars += blanks
        elif text[at] != "\\":
            chars.append((text[at], at))
            at += 1
        elif text[at + 1] in "\r\n":
            # An escaped end of line joins the lines; empty lines after it still count.
            at += 3 if text[at + 1] == "\r" else 2
            breaks, at = _empty_lines(text, at, end)
            chars += breaks
        elif (digits := CODE_ESCAPES.get(text[at + 1])) is not None:
            chars.append((chr(int(text[at + 2 : at + 2 + digits], 16)), at))
            at += 2 + digits
        else:
            chars.append((ESCAPES[text[at + 1]], at))
            at += 2
    return chars


def _empty_lines(text: str, at: int, end: int) -> tuple[Chars, int]:
    breaks: Chars = []
    while True:
        while at < end and text[at] == " ":
            at += 1
        if at >= end or text[at] not in "\r\n":
            return breaks, at
        if text[at] == "\r":
            at += 1
        breaks.append(("\n", at))
        at += 1


def _block(text: str, start: int, end: int, *, folded: bool) -> Chars:
    """`|` and `>`: the first line with content, or a longer blank one before it, sets the indent."""
    header = text.find("\n", start, end)
    if header < 0:
        return []
    chomping = next((c for c in text[start + 1 : header].split("#")[0] if c in "+-"), "")
    lines = _lines(text, header + 1, end)

    indent = 0
    for begin, stop, _ in lines:
        indent = max(indent, _blanks(text, begin, stop))
        if begin + _blanks(text, begin, stop) < stop:
            break

    chars: Chars = []
    pending: Chars = []  # the line breaks since the last content
    previous_flush = False  # whether the last content line began at the indent itself
    for begin, stop, line_end in lines:
        blanks = _blanks(text, begin, stop)
        if begin + blanks == stop and blanks <= indent:
            if line_end is not None:
                pending.append(("\n", line_end))
            continue
        if blanks < indent:
            break  # whatever comes now is no longer part of this text
        flush = text[begin + indent] != " "
        if folded and chars and previous_flush and flush:
            pending = [(" ", pending[0][1])] if len(pending) == 1 else pending[1:]
        chars += pending
        chars += [(text[i], i) for i in range(begin + indent, stop)]
        pending = [] if line_end is None else [("\n", line_end)]
        previous_flush = flush

    if not chars:  # only empty lines: nothing was begun, so all of them may be kept
        return pending if chomping == "+" else []
    if chomping == "-":
        return chars
    return chars + (pending if chomping == "+" else pending[:1])


def _lines(text: str, at: int, end: int) -> list[tuple[int, int, int | None]]:
    """Start, end and the offset of the line break (None at the end of the text) of each line."""
    lines: list[tuple[int, int, int | None]] = []
    while at < end:
        stop = text.find("\n", at, end)
        if stop < 0:
            lines.append((at, end, None))
            break
        lines.append((at, stop - 1 if stop > at and text[stop - 1] == "\r" else stop, stop))
        at = stop + 1
    return lines


def _blanks(text: str, begin: int, stop: int) -> int:
    """How many spaces a line begins with."""
    at = begin
    while at < stop and text[at] == " ":
        at += 1
    return at - begin
