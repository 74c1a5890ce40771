"""A text with the values of its parts under it, each below the word or sign that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .paint import Paint, columns, padded
from .terminal import WIDEST, harmless

if TYPE_CHECKING:
    from rulerun.interpreter.examples.part_values import PartValue, Valued

_LONGEST = 60
"""Columns of a value that are shown."""


def in_lines(valued: Valued, paint: Paint, widest: int = WIDEST) -> Iterator[str]:
    """The text, in as many lines as it needs, and under each line the values of its parts."""
    if valued.title is not None:
        yield f"{harmless(valued.title)}:"
    placed = [(value.at, value) for value in valued.values if value.at is not None]
    for begin, end in _stretches(valued.text, widest):
        inside = [(at - begin, value) for at, value in placed if begin <= at < end]
        text = harmless(valued.text[begin:end].rstrip())
        yield f"  {text}"
        for line in _below(text, inside):
            yield f"  {paint.name(line)}"
    loose = [value for value in valued.values if value.at is None]
    width = max((columns(harmless(value.part)) for value in loose), default=0)
    for value in loose:
        yield f"    {padded(harmless(value.part), width)}  {paint.name(_shown(value))}"


def _stretches(text: str, widest: int) -> Iterator[tuple[int, int]]:
    """Where the lines begin and end in which a text is shown, none wider than `widest`."""
    begin = 0
    while columns(text[begin:]) > widest:
        end = begin + 1
        while columns(text[begin : end + 1]) <= widest:
            end += 1
        breaks = [text.rfind(word, begin + 1, end) for word in (" and ", " or ", " unless ")]
        space = max(breaks) if max(breaks) > begin else text.rfind(" ", begin + 1, end)
        end = space + 1 if space > begin else end
        yield begin, end
        begin = end
    yield begin, len(text)


def _below(text: str, values: list[tuple[int, PartValue]]) -> Iterator[str]:
    """Values below a line: a row of strokes, and in each row after it all that find room."""
    waiting = [(columns(text[:at]), _shown(value)) for at, value in values]
    if waiting:
        yield _row([(column, "|") for column, _ in waiting])
    while waiting:
        row: list[tuple[int, str]] = []
        rest: list[tuple[int, str]] = []
        room = None
        for column, shown in reversed(waiting):
            fits = room is None or column + columns(shown) < room
            row.append((column, shown if fits else "|"))
            if not fits:
                rest.append((column, shown))
            room = column
        yield _row(row[::-1])
        waiting = rest[::-1]


def _row(items: list[tuple[int, str]]) -> str:
    line = ""
    for column, text in items:
        line = padded(line, column) + text
    return line


def _shown(value: PartValue) -> str:
    text = harmless(value.value)
    if columns(text) <= _LONGEST:
        return text
    while columns(text) > _LONGEST - 3:
        text = text[:-1]
    return f"{text}..."
