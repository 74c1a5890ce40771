"""Lines, quotes and brackets around a place of a rule file where YAML stopped.

A mistake is named (faults.py) from what stands before and behind the place where YAML stopped. All
places are offsets in the text of the file.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from .record import record
from .source import SourceFile, Span
from .vocabulary.keys import KEYS, Holds

KEY_END = re.compile(r":(?=\s|\Z)")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_ENTRY_END = re.compile(r"\s*[,\]}]")
LIKE_A_KEY = re.compile(
    r"(?:- +)?"
    r"(?:[\w'-]+(?: +[\w'-]+){0,2}|[\w-]+(?: +[\w-]+){0,2}(?:\.[\w -]+)+(?:, *\w+(?: +\w+)?)?)"
    r":(?=\s|\Z)"
)  # a few words, or an address
_OVER_STEPS = frozenset(key.name for key in KEYS.values() if key.holds is Holds.STEPS)
_ENOUGH = 100_000  # characters of a file that tell how it is indented
OPEN = {"[": "]", "{": "}"}
CLOSE = {"]": "[", "}": "{"}


@lru_cache(maxsize=4)
def _step(text: str) -> int:
    """By how much a line of a text is mostly deeper than the one above it."""
    depths = [
        len(line) - len(line.lstrip(" "))
        for line in text[:_ENOUGH].split("\n")
        if line.strip() and not line.lstrip().startswith("#")
    ]
    steps = Counter(b - a for a, b in pairwise(depths) if b > a)
    return steps.most_common(1)[0][0] if steps else 2


@record
class Piece:
    """A quoted text, or an opening or closing bracket, with its place."""

    kind: Literal["quoted", "open", "close"]
    start: int
    end: int


class Stretch:
    """A part of a rule file in which there is a mistake: offsets `start` to `end` of its text."""

    def __init__(self, file: SourceFile, text: str, start: int, end: int) -> None:
        self.file, self.text, self.start, self.end = file, text, start, end

    # -- lines --------------------------------------------------------------------------------

    def span(self, start: int, end: int) -> Span:
        """From one offset to another, as a place in the file."""
        return Span(self.file, start, max(start, end))

    def line_start(self, at: int) -> int:
        """Where the line of an offset begins."""
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """Where the line of an offset ends."""
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found

    def line_of(self, at: int) -> int:
        """The number of the line of an offset, from 1."""
        return self.file.position(at)[0]

    def skip_blanks(self, at: int, end: int) -> int:
        """The first offset from `at` on that is no blank."""
        while at < end and self.text[at] == " ":
            at += 1
        return at

    def line_above(self, line: int) -> int | None:
        """The nearest line above with anything but blanks and a comment on it."""
        while line > self.start:
            line = self.line_start(line - 1)
            content = self.text[line : self.line_end(line)].strip()
            if content and not content.startswith("#"):
                return line
        return None

    def line_below(self, line: int) -> int | None:
        """The nearest line below with anything but blanks and a comment on it."""
        line = self.line_end(line) + 1
        while line < len(self.text):
            content = self.text[line : self.line_end(line)].strip()
            if content and not content.startswith("#"):
                return line
            line = self.line_end(line) + 1
        return None

    def first_word(self, at: int) -> str:
        """What stands there up to a blank or a colon."""
        found = re.compile(r"[^\s:]+").match(self.text, at)
        return "" if found is None else found[0]

    # -- depth --------------------------------------------------------------------------------

    def indent(self, line: int) -> int:
        """How deep the line stands that begins there, in blanks."""
        return self.skip_blanks(line, len(self.text)) - line

    def parent(self, line: int) -> int | None:
        """The nearest line above that is less deep."""
        above = self.line_above(line)
        while above is not None and self.indent(above) >= self.indent(line):
            above = self.line_above(above)
        return above

    def indents_above(self, line: int) -> list[int]:
        """How deep a line here may stand, deepest first."""
        indents: list[int] = []
        above = self.line_above(line)
        while above is not None:
            indent = self.indent(above)
            if not indents or indent < indents[-1]:
                indents.append(indent)
            above = self.line_above(above)
        return indents

    def has_beside(self, line: int, column: int) -> bool:
        """Whether a line above, in the same map as this one seems meant for, is so deep."""
        above = self.line_above(line)
        while above is not None and self.indent(above) >= column:
            if self.indent(above) == column:
                return True
            above = self.line_above(above)
        return False

    def step(self) -> int:
        """By how much a line of this file is mostly deeper than the one above it."""
        return _step(self.text)

    def odd_line(self, line: int, column: int) -> int | None:
        """The line above that is indented wrongly, if this one, which fits none, is not.

        It is the one under which this line seems to stand, if what is below that one and this line
        itself would fit with it as deep as this line; or the first one under that, if this line is
        a step deeper than that and the first one is not.
        """
        upper = self.parent(line)
        if upper is None:
            return None
        below = self.line_below(upper)
        if below is None or below >= line:
            return None
        step = self.step()
        is_item = self.text.startswith("- ", line + column)
        if is_item and not self.text.startswith("-", below + self.indent(below)):
            return below
        above = self.parent(upper)
        is_first = above is not None and self.indent(above) == column - step
        if self.indent(below) == column + step and (is_first or self.has_beside(upper, column)):
            return upper
        return below if column == self.indent(upper) + step != self.indent(below) else None

    def goes_on(self, line: int) -> bool:
        """Whether a line goes on with the text of a key above it."""
        above = self.parent(line)
        if above is None:
            return False
        start = above + self.indent(above)
        key = KEY_END.search(self.text, start, self.text_end(start))
        return key is None or bool(self.text[key.end() : self.text_end(start)].strip())

    # -- texts --------------------------------------------------------------------------------

    def text_end(self, at: int) -> int:
        """Where the text ends that begins at `at`, on its line, without a comment."""
        rest = self.text[at : self.line_end(at)]
        return at + len(_COMMENT.sub("", rest).rstrip())

    def entry_end(self, at: int) -> int:
        """The same between brackets, where a comma or a closing bracket ends a text too."""
        found = _ENTRY_END.search(self.text, at, self.text_end(at))
        return self.text_end(at) if found is None else found.start()

    def value_from(self, at: int) -> str:
        """The text from there to the end of its line."""
        return self.text[at : self.text_end(at)]

    def value_start(self, at: int) -> int:
        """Where the text under a key begins, on the line of `at`."""
        line = self.line_start(at)
        first = line + self.indent(line)
        found = KEY_END.search(self.text, first, at)
        return first if found is None else self.skip_blanks(found.end(), at)

    def lacks_colon(self, at: int) -> bool:
        """Whether no key ends on the line after this offset."""
        return KEY_END.search(self.text, at, self.text_end(at)) is None

    def is_plain(self, at: int) -> bool:
        """Whether the character belongs to a text begun before it on the line."""
        return at > self.value_start(at)

    # -- lists --------------------------------------------------------------------------------

    def is_lone_dash(self, dash: int) -> bool:
        """Whether the first of some lines has a dash and none of those after it."""
        column = dash - self.line_start(dash)
        line: int | None = self.line_start(dash)
        dashes = keys = 0
        while line is not None and self.indent(line) >= column:
            if self.indent(line) == column:
                is_item = self.text.startswith("-", line + column)
                dashes, keys = dashes + is_item, keys + (not is_item)
            line = self.line_below(line)
        if LIKE_A_KEY.match(self.text, dash) is None and not self.value_from(dash).endswith(":"):
            return False
        # No other list has maps.
        return dashes == 1 and (keys > 1 or not self.is_under_steps(self.line_start(dash)))

    def is_item(self, line: int, column: int) -> bool:
        """Whether the line that begins there has a dash at a column, and its space."""
        return self.indent(line) == column and self.text.startswith("- ", line + column)

    def is_under_steps(self, line: int) -> bool:
        """Whether a line stands under a key under which there is always a list of maps."""
        upper = self.parent(line)
        return upper is not None and self.value_from(upper).strip(" -:") in _OVER_STEPS

    def lone_key(self, line: int, column: int) -> int | None:
        """The one line above without a dash, if all lines so deep from `line` on have one."""
        above = self.line_above(line)
        while above is not None and self.indent(above) > column:
            above = self.line_above(above)
        if above is None or self.indent(above) != column:
            return None
        upper = self.line_above(above)
        while upper is not None and self.indent(upper) > column:
            upper = self.line_above(upper)
        below = self.line_below(line)
        while below is not None and self.indent(below) > column:
            below = self.line_below(below)
        if upper is not None and self.indent(upper) == column:
            return None
        is_steps = self.is_under_steps(line)
        if not is_steps and (below is None or not self.text.startswith("- ", below + column)):
            return None
        return above + column

    def tight_dash(self, at: int) -> int | None:
        """The dash without a space after it that begins the line of `at` or one near it, if others
        of its list have a space."""
        line: int | None = self.line_start(at)
        near = [line, self.line_above(self.line_start(at)), self.line_below(self.line_start(at))]
        for line in near:
            if line is None or not self.start <= line < self.end:
                continue
            first = line + self.indent(line)
            if not re.match(r"-[^\s>-]", self.text[first : first + 2]):
                continue
            above, below = self.line_above(line), self.line_below(line)
            while above is not None and self.indent(above) > first - line:
                above = self.line_above(above)
            while below is not None and self.indent(below) > first - line:
                below = self.line_below(below)
            for other in (above, below):
                if other is not None and self.is_item(other, first - line):
                    return first
        return None

    # -- quotes and brackets ------------------------------------------------------------------

    def pieces(self, stop: int) -> list[Piece]:
        """Quoted texts and brackets of the stretch that end at or before `stop`."""
        found: list[Piece] = []
        at, depth = self.start, 0
        fresh = True  # whether a text may begin here
        block: int | None = None  # the indent of the key whose `|` or `>` text is being passed over
        while at < stop:
            char = self.text[at]
            if char == "\n":
                at += 1
                fresh = True
                if block is not None:
                    deeper = self.indent(at) > block or not self.value_from(at).strip()
                    if deeper and at < stop:
                        at = self.line_end(at)
                    else:
                        block = None
            elif char == " ":
                at += 1
            elif char == "#" and (at == 0 or self.text[at - 1] in " \n"):
                at = self.line_end(at)
            elif fresh and char in "'\"":
                end = self.quoted_end(at, stop)
                if end is None:
                    break
                found.append(Piece("quoted", at, end))
                at, fresh = end, False
            elif fresh and char in OPEN:
                found.append(Piece("open", at, at + 1))
                at, depth = at + 1, depth + 1
            elif depth and char in CLOSE:
                found.append(Piece("close", at, at + 1))
                at, depth, fresh = at + 1, depth - 1, False
            elif (depth and char == ",") or (
                char == ":" and (self.text[at + 1 : at + 2] in (" ", "\n", "") or depth)
            ):
                at, fresh = at + 1, True
            elif fresh and char == "-" and self.text[at + 1 : at + 2] == " ":
                at += 1
            elif fresh and char in "|>" and not depth:
                block = self.indent(self.line_start(at))
                at = self.line_end(at)
            else:
                at, fresh = at + 1, False
        return found

    def quoted_end(self, at: int, stop: int) -> int | None:
        """Where the quoted text ends that begins at `at`; None if it does not before `stop`."""
        quote = self.text[at]
        at += 1
        while at < stop:
            if self.text[at] == quote:
                if quote == "'" and self.text.startswith("'", at + 1):
                    at += 2
                    continue
                return at + 1
            at += 2 if quote == '"' and self.text[at] == "\\" else 1
        return None

    def is_cut_short(self, piece: Piece) -> bool:
        """Whether a text in quotes ends at an apostrophe: `'s hand: 9D, Ben's hand`."""
        after = self.text[piece.end : piece.end + 1]
        return piece.kind == "quoted" and self.text[piece.start] == "'" and after.isalpha()

    def is_left_behind(self, opened: int, at: int) -> bool:
        """Whether a line after that of an open bracket, up to that of `at`, stands no deeper."""
        depth = self.indent(self.line_start(opened))
        line: int | None = self.line_below(self.line_start(opened))
        while line is not None and line <= at:
            if self.indent(line) <= depth:
                return True
            line = self.line_below(line)
        return False

    def open_brackets(self, pieces: list[Piece]) -> str:
        """The brackets that are still open, outermost first."""
        opened = ""
        for piece in pieces:
            if piece.kind == "open":
                opened += self.text[piece.start]
            elif piece.kind == "close":
                opened = opened[:-1]
        return opened

    def open_bracket(self, pieces: list[Piece]) -> int | None:
        """The innermost bracket that is still open."""
        opened: list[int] = []
        for piece in pieces:
            if piece.kind == "open":
                opened.append(piece.start)
            elif piece.kind == "close" and opened:
                opened.pop()
        return opened[-1] if opened else None

    def ends_before(self, pieces: list[Piece], at: int) -> Piece | None:
        """The quoted text or bracket that ends just before `at`, on the same line."""
        if not pieces or pieces[-1].kind == "open":
            return None
        last = pieces[-1]
        return last if not self.text[last.end : at].strip(" ") else None

    def comment_with(self, closing: str, opened: int) -> int | None:
        """Where a comment begins on the line of an open bracket that takes away what closes it."""
        found = _COMMENT.search(self.text, opened, self.line_end(opened))
        if found is None or closing not in found[0]:
            return None
        return self.text.index("#", found.start())

    def comment_above(self, at: int, opened: int) -> int | None:
        """Where a comment begins that took away what should stand before the first word of a line."""
        line = self.line_start(at)
        above = self.line_above(line)
        if at != line + self.indent(line) or above is None or self.line_end(above) < opened:
            return None
        found = _COMMENT.search(self.text, above, self.line_end(above))
        if found is None or not re.search(r"[,:\]}]", found[0]):
            return None
        return self.text.index("#", found.start())
