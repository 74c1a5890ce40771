"""Files and the places in them.

A `Span` is what every later stage carries along: node, syntax tree, checked rule, diagnostic.
Offsets count characters of the file's text from 0; lines and columns count from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import field
from functools import cached_property

from .record import record

_LONGEST_KEY = 4  # words, of keys that are no titles: `lay_off of player`


@record
class SourceFile:
    """One file's text, as read; or words that somebody gave without writing them into a file.

    `name` is what people see: the path of a file as they wrote it, or, where `is_file` is False,
    what sort of words these are.
    """

    name: str
    text: str = field(repr=False)
    is_file: bool = True

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offset of the first character of each line."""
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")
        return tuple(starts)

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word stands in the text; `_` belongs to a word."""
        return Counter(re.findall(r"\w+", self.text))

    @cached_property
    def parts_of_words(self) -> Counter[str]:
        """How often each word stands in the text, where `_` stands between two words."""
        return Counter(re.findall(r"[^\W_]+", self.text))

    @cached_property
    def words_of_keys(self) -> frozenset[str]:
        """The words before a colon that ends a key; not those of titles, which are sentences."""
        keys = re.findall(r"^[^:#\n]*:(?=\s)", self.text, re.MULTILINE)
        keys += re.findall(r"(?<=[{,])[^{,:#\n]*:(?=\s)", self.text)
        short = (key for key in keys if "." in key or len(key.split()) <= _LONGEST_KEY)
        return frozenset(re.findall(r"\w+", "".join(short)))

    def first(self, pattern: str) -> tuple[str, ...] | None:
        """What stands first in the text for a pattern and for each of its groups, `^` at any line; the
        text is gone through once for each pattern."""
        if pattern not in self._firsts:
            found = re.search(pattern, self.text, re.MULTILINE)
            self._firsts[pattern] = None if found is None else (found[0], *found.groups(""))
        return self._firsts[pattern]

    @cached_property
    def _firsts(self) -> dict[str, tuple[str, ...] | None]:
        return {}

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of the character at `offset`."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its end; empty past the last one."""
        if number > len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


@record
class Span:
    """Characters `start` up to, without, `end` of a file."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.file.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.file.position(self.start)[1]

    @property
    def text(self) -> str:
        """What stands there."""
        return self.file.text[self.start : self.end]

    @property
    def place(self) -> str:
        """`file:line:column`, as people and editors read it; of words, what they are."""
        if not self.file.is_file:
            return self.file.name
        line, column = self.file.position(self.start)
        return f"{self.file.name}:{line}:{column}"

    def to(self, other: Span) -> Span:
        """The span from here to the end of a later one; in another file there is no way to it."""
        if other.file is not self.file:
            return self
        return Span(self.file, self.start, max(self.end, other.end))
