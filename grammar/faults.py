"""What is wrong with a stretch of a rule file that YAML cannot read, in plain words.

The YAML library tells where it stopped and where the thing began that it was reading; its words
are not used, they speak of tokens. From these two places and the text around them the likely
mistake is named: a colon inside a text, quotes that end too early, a bracket that stays open, a
line that stands too deep.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Literal

from .diagnostics import Diagnostic, Note, shortened
from .record import record
from .source import SourceFile, Span
from .vocabulary.keys import KEYS, Holds

_KEY_END = re.compile(r":(?=\s|\Z)")
_NO_SPACE = re.compile(r"(?:- +)*[^\W\d][\w ]*(:)\S")
_ROW = re.compile(r"(?:(?:when|for each)\s[^:>]*[^:>\s-]|otherwise|always)\s*:\s")
_VALUES = re.compile(r"\s*\w+(?: \w+)*\s*:\s+-?\w+\s*(?:,\s*\w+(?: \w+)*\s*[:=]\s+-?\w+\s*)*")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_ENTRY_END = re.compile(r"\s*[,\]}]")
_LIKE_A_KEY = re.compile(
    r"(?:- +)?"
    r"(?:[\w'-]+(?: +[\w'-]+){0,2}|[\w-]+(?: +[\w-]+){0,2}(?:\.[\w -]+)+(?:, *\w+(?: +\w+)?)?)"
    r":(?=\s|\Z)"
)  # a few words, or an address
_BEFORE_BRACKET = re.compile(
    r"(?:- +)?([\w][\w .'-]*?)(\s*)(:|;|\.|,|=|->|=>)?\s*\{\s*[\w'][^:{}]*(?::|\Z)"
)
_OVER_STEPS = frozenset(key.name for key in KEYS.values() if key.holds is Holds.STEPS)
_OPEN = {"[": "]", "{": "}"}
_CLOSE = {"]": "[", "}": "{"}
_LONGEST = 60  # characters of a text that is shown in a suggestion


@record
class _Piece:
    """A quoted text, or an opening or closing bracket, with its place."""

    kind: Literal["quoted", "open", "close"]
    start: int
    end: int


def fault(
    file: SourceFile, text: str, start: int, end: int, problem: int, context: int | None
) -> Diagnostic:
    """The mistake in the stretch `start` to `end`.

    `text` is the file's text as YAML saw it, `problem` where YAML stopped, `context` where the
    thing began that it was reading then, if it knows.
    """
    return _Stretch(file, text, start, end).fault(problem, context)


def no_key(file: SourceFile, text: str, start: int, end: int) -> Diagnostic:
    """The mistake of a line that should be `key: text` and has no colon."""
    return _Stretch(file, text, start, end).no_key(start)


class _Stretch:
    """A part of a rule file in which there is a mistake."""

    def __init__(self, file: SourceFile, text: str, start: int, end: int) -> None:
        self.file, self.text, self.start, self.end = file, text, start, end
        self.steps: int | None = None

    def fault(self, problem: int, context: int | None) -> Diagnostic:
        stretch = self.text[self.start : self.end]
        content_end = self.start + len(stretch.rstrip())
        at_end = problem >= content_end
        at = max(self.start, min(problem, content_end - 1))
        begin = self.text[context : context + 1] if context is not None else ""
        context = at if context is None else min(context, content_end - 1)

        if begin in ("'", '"'):
            if begin == '"' and not at_end and self.text[context:at].count("\\"):
                return self.bad_escape(self.text.rindex("\\", context, at + 1))
            return self.unclosed_quote(context)
        if begin in ("|", ">") and self.line_of(context) == self.line_of(at):
            return self.reserved(context)
        for sign, code in (("!", "Y104"), ("&", "Y103"), ("*", "Y103")):
            if begin == sign:
                return property_of_yaml(self.file, code, context, self.value_from(context))

        before = self.pieces(at)
        opened = self.open_bracket(before)
        char = self.text[at]
        if at_end and opened is not None:
            return self.never_closed(opened, before)
        if char in "%@`":
            return self.reserved(at)
        if opened is not None:
            return self.in_brackets(at, opened, before)
        if char in _CLOSE and not self.is_plain(at):
            return self.error("Y121", at, at + 1, f"'{char}' closes nothing", self.quote_advice(at))
        if char == "," and not self.is_plain(at):
            return self.reserved(at)
        if char == ":" and not at_end:
            return self.colon(at)
        if char == "?" and not self.is_plain(at):
            return self.error(
                "Y105",
                at,
                at + 1,
                "'?' begins a key of YAML; rule files have plain keys only",
                self.quote_advice(at),
            )
        if self.text[context] != "-" and self.lacks_colon(context):
            return self.no_key(context)
        if (last := self.ends_before(before, at)) is not None:
            return self.after_quotes(at, last)
        return self.out_of_place(at, begin, context)

    def never_closed(self, opened: int, before: list[_Piece]) -> Diagnostic:
        """A bracket that stays open: perhaps because something inside is not what it seems."""
        far = (p for p in before if "\n" in self.text[p.start : p.end])
        if (quoted := next(far, None)) is not None:
            return self.unclosed_quote(quoted.start, quoted.end - 1)
        cut = next((p for p in before if self.is_cut_short(p)), None)
        if cut is not None:
            return self.after_quotes(cut.end, cut, self.entry_end(cut.end))
        read = max((p.end for p in before), default=opened)
        quote = re.compile(r"[,{\[:]\s+(['\"])").search(self.text, read - 1, self.end)
        if quote is not None and self.quoted_end(quote.start(1), self.end) is None:
            return self.unclosed_quote(quote.start(1))
        for piece in before:
            if piece.kind == "open" and piece.start > opened and self.text[piece.start] == "{":
                first = re.compile(r"[^,}:]*").match(self.text, piece.end)
                if first is not None and self.text[first.end() : first.end() + 1] != ":":
                    return self.error(
                        "Y121", piece.start, piece.end, "'{' begins a map, and no key stands in it",
                        "leave it out, or put the text in single quotes",
                    )  # fmt: skip
        return self.unclosed_bracket(opened)

    def is_cut_short(self, piece: _Piece) -> bool:
        """Whether a text in quotes ends at an apostrophe: `'s hand: 9D, Ben's hand`."""
        after = self.text[piece.end : piece.end + 1]
        return piece.kind == "quoted" and self.text[piece.start] == "'" and after.isalpha()

    # -- single mistakes ---------------------------------------------------------------------

    def bad_escape(self, at: int) -> Diagnostic:
        written = self.text[at : at + 2]
        return self.error(
            "Y125",
            at,
            at + 2,
            f"'{written}' means nothing between double quotes",
            "put the text in single quotes, in which '\\' is a sign like any other",
        )

    def unclosed_quote(self, at: int, closed_at: int | None = None) -> Diagnostic:
        if closed_at is None:
            return self.error(
                "Y121", at, at + 1, "this quote is never closed", f"close it with {self.text[at]}"
            )
        note = Note("the next quote stands here", Span(self.file, closed_at, closed_at + 1))
        message = "this quote is closed only on a later line, with more text after it"
        return self.error(
            "Y121", at, at + 1, message, f"close it on this line with {self.text[at]}", (note,)
        )

    def unclosed_bracket(self, at: int) -> Diagnostic:
        bracket = self.text[at]
        return self.error(
            "Y121", at, at + 1, f"'{bracket}' is never closed", f"close it with '{_OPEN[bracket]}'"
        )

    def in_brackets(self, at: int, opened: int, before: list[_Piece]) -> Diagnostic:
        bracket, char = self.text[opened], self.text[at]
        closing = _OPEN[bracket]
        line = self.line_start(at)
        if line > opened and self.indent(line) <= self.indent(self.line_start(opened)):
            return self.never_closed(opened, before)
        if char in _CLOSE and _CLOSE[char] in self.open_brackets(before)[:-1]:
            return self.never_closed(opened, before)
        if char in _CLOSE:
            note = Note(f"'{bracket}' was opened here", Span(self.file, opened, opened + 1))
            return self.error(
                "Y121", at, at + 1, f"'{char}' closes no '{bracket}'", f"write '{closing}'", (note,)
            )
        if (last := self.ends_before(before, at)) is not None and last.kind == "quoted":
            return self.after_quotes(at, last, self.entry_end(at))
        if char == ":":
            return self.error(
                "Y118",
                at,
                at + 1,
                "a second colon in one entry",
                "write a comma before the next key, or put the text in single quotes",
            )
        if (sign := self.comment_above(at, opened)) is not None:
            return self.error(
                "Y101", sign, self.line_end(sign), "the text ends at this comment",
                "leave the '#' out, or put the text in single quotes",
            )  # fmt: skip
        return self.error(
            "Y101",
            at,
            at + 1,
            f"',' or '{closing}' is missing before this",
            f"'{bracket}' at the beginning of a text makes a list or map: such a text stands in "
            "single quotes",
        )

    def reserved(self, at: int) -> Diagnostic:
        return self.error(
            "Y123",
            at,
            at + 1,
            f"a text without quotes cannot begin with '{self.text[at]}'",
            self.quote_advice(at),
        )

    def colon(self, at: int) -> Diagnostic:
        line = self.line_start(at)
        first = line + self.indent(line)
        before = self.text[first:at]
        lost = before_bracket(self.file, first, self.text[first : self.text_end(first)])
        if lost is not None:
            return lost
        if not before.strip(" -"):
            return self.error(
                "Y105", at, at + 1, "no key stands before this colon", "write 'key: text'"
            )
        # With a colon further left the text after that one is meant; without, the text began on a
        # line above.
        earlier = _KEY_END.search(self.text, first, at)
        above = self.line_above(line)
        if earlier is not None or above is None:
            value = first if earlier is None else self.skip_blanks(earlier.end(), at)
            advice = self.other_sign(first, value, at) or self.quote_advice(value)
            return self.error(
                "Y118",
                at,
                at + 1,
                "a colon with a space after it ends a text without quotes",
                advice,
            )
        if self.indent(line) > self.indent(above):
            if self.lacks_colon(above + self.indent(above)) and not self.goes_on(above):
                return self.no_key(above + self.indent(above))
            if _LIKE_A_KEY.match(self.text, first):
                return self.too_deep(first, above)
            return self.error(
                "Y118",
                at,
                at + 1,
                "a colon with a space after it ends a text without quotes",
                "put the whole text in single quotes, or write '>' in front of it on the first line",
            )
        if self.lacks_colon(above + self.indent(above)):
            while (upper := self.parent(above)) is not None:
                if not self.lacks_colon(upper + self.indent(upper)):
                    break
                above = upper  # the text of a line without a colon goes on here
            return self.no_key(above + self.indent(above))
        return self.wrong_indent(first)

    def other_sign(self, first: int, value: int, at: int) -> str | None:
        """What to write for a colon in a text in which the language has another sign for it."""
        text, colon = self.text[value : self.text_end(at)], at - value
        if _ROW.match(text):
            written = f"{text[:colon].rstrip()} -> {text[colon + 1 :].lstrip()}"
        elif self.text[first:value].strip() == "values:" and _VALUES.fullmatch(text):
            written = re.sub(r"\s*:\s+", " = ", text)
        else:
            return None
        return f"write '{shortened(written)}'"

    def no_key(self, at: int) -> Diagnostic:
        end = self.text_end(at)
        found = _NO_SPACE.match(self.text, at, end)
        if found is not None:
            colon = found.start(1)
            key, rest = self.text[at:colon], self.text[colon + 1 : end]
            return self.error(
                "Y108",
                colon,
                colon + 1,
                "the space after this colon is missing",
                f"write '{shortened(f'{key}: {rest}')}'",
            )
        return self.error("Y124", at, end, "this line has no colon", "write 'key: text'")

    def after_quotes(self, at: int, last: _Piece, end: int | None = None) -> Diagnostic:
        """More text after quotes or a bracket; `end` is where the text seems to end."""
        if self.text.startswith("'s ", last.start):
            return self.error(
                "Y119",
                last.start,
                last.start + 2,
                "a text that begins with ' stands in quotes",
                "say whose it is before 's",
            )
        if "\n" in self.text[last.start : last.end] and last.kind == "quoted":
            return self.unclosed_quote(last.start, last.end - 1)
        closing = self.text[last.end - 1]
        if closing == "'" and re.match(r"\w", self.text[last.end : last.end + 1]):
            note = Note("the quotes end here", self.span(last.end - 1, last.end))
            return self.error(
                "Y119",
                last.start,
                last.start + 1,
                "this quote begins a text in quotes, which an apostrophe ends",
                self.quote_advice(last.start, self.text_end(at) if end is None else end),
                (note,),
            )
        what = "the quotes end" if last.kind == "quoted" else "the bracket ends"
        begin = last.start if last.kind == "quoted" else self.value_start(at)
        end = self.text_end(at) if end is None else end
        return self.error(
            "Y119", at, end, f"{what} the text before this", self.quote_advice(begin, end)
        )

    def too_deep(self, first: int, above: int) -> Diagnostic:
        upper = self.parent(above)
        due = -1 if upper is None else self.indent(upper) + self.step()
        deep = first - self.line_start(first)
        if upper is not None and deep == due != self.indent(above):
            return self.uneven(above, first)  # the line above is the odd one
        word = self.text[first : self.text.index(":", first)].removeprefix("- ").strip()
        start = above + self.indent(above)
        note = Note("this line has its text already", self.span(start, self.text_end(start)))
        return self.error(
            "Y122",
            first,
            first + len(word),
            f"'{word}' stands deeper than the line above it, which is complete",
            "let it begin where that line begins",
            (note,),
        )

    def wrong_indent(self, first: int) -> Diagnostic:
        line = self.line_start(first)
        column = first - line
        above = self.line_above(line)
        if above is not None and self.indent(above) <= column:
            start = above + self.indent(above)
            if self.lacks_colon(start) and not self.goes_on(above) and self.text[start] != "-":
                return self.no_key(start)
        odd = self.odd_line(line, column)
        if odd is not None:
            return self.uneven(odd, first)
        fitting = self.indents_above(line)
        places = " or ".join(str(indent) for indent in fitting if indent != column)
        word = self.first_word(first)
        return self.error(
            "Y122",
            first,
            first + max(1, len(word)),
            f"'{word}' is indented by {column}, which fits no line above",
            f"indent it by {places}" if places else None,
        )

    def uneven(self, odd: int, first: int) -> Diagnostic:
        """A line that does not begin where others of its map do; one of these begins at `first`."""
        at = odd + self.indent(odd)
        word, other = self.first_word(at), self.first_word(first)
        column = first - self.line_start(first)
        where = "above it" if first < odd else "below it"
        return self.error(
            "Y122",
            at,
            at + max(1, len(word)),
            f"'{word}' is indented by {at - odd}, '{other}' {where} by {column}",
            f"indent it by {column}",
            (Note(f"'{other}' stands here", self.span(first, first + max(1, len(other)))),),
        )

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

    def has_beside(self, line: int, column: int) -> bool:
        """Whether a line above, in the same map as this one seems meant for, is so deep."""
        above = self.line_above(line)
        while above is not None and self.indent(above) >= column:
            if self.indent(above) == column:
                return True
            above = self.line_above(above)
        return False

    def parent(self, line: int) -> int | None:
        """The nearest line above that is less deep."""
        above = self.line_above(line)
        while above is not None and self.indent(above) >= self.indent(line):
            above = self.line_above(above)
        return above

    def line_below(self, line: int) -> int | None:
        """The nearest line below with anything but blanks and a comment on it."""
        line = self.line_end(line) + 1
        while line < len(self.text):
            content = self.text[line : self.line_end(line)].strip()
            if content and not content.startswith("#"):
                return line
            line = self.line_end(line) + 1
        return None

    def goes_on(self, line: int) -> bool:
        """Whether a line goes on with the text of a key above it."""
        above = self.parent(line)
        if above is None:
            return False
        start = above + self.indent(above)
        key = _KEY_END.search(self.text, start, self.text_end(start))
        return key is None or bool(self.text[key.end() : self.text_end(start)].strip())

    def step(self) -> int:
        """By how much a line of this file is mostly deeper than the one above it."""
        if self.steps is None:
            depths = [
                len(line) - len(line.lstrip(" "))
                for line in self.text.split("\n")
                if line.strip() and not line.lstrip().startswith("#")
            ]
            steps = Counter(b - a for a, b in pairwise(depths) if b > a)
            self.steps = steps.most_common(1)[0][0] if steps else 2
        return self.steps

    def out_of_place(self, at: int, begin: str, context: int) -> Diagnostic:
        line = self.line_start(at)
        first = line + self.indent(line)
        if self.text.startswith("- ", at) or self.text.startswith("-\n", at):
            if self.text[first:at].strip(" -"):
                return self.error(
                    "Y101", at, at + 1, "a list with dashes begins on a line of its own",
                    "move it to the next line, or put the text in single quotes",
                )  # fmt: skip
            if at - line in self.indents_above(line):
                if (key := self.lone_key(line, at - line)) is not None:
                    end = key + len(self.first_word(key))
                    return self.error(
                        "Y101", key, end, "a key stands among list items", "begin it with '- '"
                    )
                return self.error(
                    "Y101", at, at + 1, "a list item stands among keys", "write 'key: text'"
                )
        if at == first:
            if begin == "-" and at - line == context - self.line_start(context):
                if self.is_lone_dash(context, at):
                    return self.error(
                        "Y101", context, context + 1, "a list item stands among keys",
                        "leave the dash out",
                    )  # fmt: skip
                end = at + len(self.first_word(at))
                return self.error(
                    "Y101", at, end, "a key stands among list items", "begin it with '- ' too"
                )
            return self.wrong_indent(at)
        return self.error(
            "Y101", at, self.text_end(at), "this cannot be read", self.quote_advice(at)
        )

    def is_lone_dash(self, dash: int, key: int) -> bool:
        """Whether the first of some lines has a dash and none of those after it, from `key` on."""
        column = dash - self.line_start(dash)
        line: int | None = self.line_start(dash)
        dashes = keys = 0
        while line is not None and self.indent(line) >= column:
            if self.indent(line) == column:
                is_item = self.text.startswith("-", line + column)
                dashes, keys = dashes + is_item, keys + (not is_item)
            line = self.line_below(line)
        if _LIKE_A_KEY.match(self.text, dash) is None:
            return False
        # No other list has maps.
        return dashes == 1 and (keys > 1 or not self.is_under_steps(self.line_start(dash)))

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

    # -- looking around ----------------------------------------------------------------------

    def error(
        self,
        code: str,
        start: int,
        end: int,
        message: str,
        suggestion: str | None,
        notes: tuple[Note, ...] = (),
    ) -> Diagnostic:
        return Diagnostic(code, message, self.span(start, end), suggestion, notes)

    def span(self, start: int, end: int) -> Span:
        return Span(self.file, start, max(start, end))

    def line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found

    def line_of(self, at: int) -> int:
        return self.file.position(at)[0]

    def indent(self, line: int) -> int:
        return self.skip_blanks(line, len(self.text)) - line

    def skip_blanks(self, at: int, end: int) -> int:
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

    def text_end(self, at: int) -> int:
        """Where the text ends that begins at `at`, on its line, without a comment."""
        rest = self.text[at : self.line_end(at)]
        return at + len(_COMMENT.sub("", rest).rstrip())

    def entry_end(self, at: int) -> int:
        """The same between brackets, where a comma or a closing bracket ends a text too."""
        found = _ENTRY_END.search(self.text, at, self.text_end(at))
        return self.text_end(at) if found is None else found.start()

    def value_from(self, at: int) -> str:
        return self.text[at : self.text_end(at)]

    def value_start(self, at: int) -> int:
        """Where the text under a key begins, on the line of `at`."""
        line = self.line_start(at)
        first = line + self.indent(line)
        found = _KEY_END.search(self.text, first, at)
        return first if found is None else self.skip_blanks(found.end(), at)

    def first_word(self, at: int) -> str:
        found = re.compile(r"[^\s:]+").match(self.text, at)
        return "" if found is None else found[0]

    def lacks_colon(self, at: int) -> bool:
        return _KEY_END.search(self.text, at, self.text_end(at)) is None

    def is_plain(self, at: int) -> bool:
        """Whether the character belongs to a text begun before it on the line."""
        return at > self.value_start(at)

    def quote_advice(self, at: int, end: int | None = None) -> str:
        value = self.text[at : self.text_end(at) if end is None else end]
        if not value or len(value) > _LONGEST:
            return "put the whole text in single quotes"
        return f"put the whole text in single quotes: {in_single_quotes(value)}"

    def pieces(self, stop: int) -> list[_Piece]:
        """Quoted texts and brackets of the stretch that end at or before `stop`."""
        found: list[_Piece] = []
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
                found.append(_Piece("quoted", at, end))
                at, fresh = end, False
            elif fresh and char in _OPEN:
                found.append(_Piece("open", at, at + 1))
                at, depth = at + 1, depth + 1
            elif depth and char in _CLOSE:
                found.append(_Piece("close", at, at + 1))
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

    def open_brackets(self, pieces: list[_Piece]) -> str:
        """The brackets that are still open, outermost first."""
        opened = ""
        for piece in pieces:
            if piece.kind == "open":
                opened += self.text[piece.start]
            elif piece.kind == "close":
                opened = opened[:-1]
        return opened

    def open_bracket(self, pieces: list[_Piece]) -> int | None:
        """The innermost bracket that is still open."""
        opened: list[int] = []
        for piece in pieces:
            if piece.kind == "open":
                opened.append(piece.start)
            elif piece.kind == "close" and opened:
                opened.pop()
        return opened[-1] if opened else None

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

    def ends_before(self, pieces: list[_Piece], at: int) -> _Piece | None:
        """The quoted text or bracket that ends just before `at`, on the same line."""
        if not pieces or pieces[-1].kind == "open":
            return None
        last = pieces[-1]
        return last if not self.text[last.end : at].strip(" ") else None


def before_bracket(file: SourceFile, start: int, text: str) -> Diagnostic | None:
    """The mistake of a key before `{` without its colon, or without the space after it.

    `text` is the line from its key on, or what YAML takes for the key; it begins at `start`.
    """
    found = _BEFORE_BRACKET.match(text)
    if found is None or (found[3] == ":" and text[found.end(3)] == " "):
        return None
    key, sign = found[1], found[3]
    written = f"write '{shortened(key)}: {{' and so on"
    if sign == ":":
        colon = Span(file, start + found.start(3), start + found.end(3))
        return Diagnostic("Y108", "the space after this colon is missing", colon, written)
    span = Span(file, start + found.start(1), start + found.end(1))
    return Diagnostic("Y124", f"no colon stands after '{shortened(key)}'", span, written)


def in_single_quotes(value: str) -> str:
    """A text as it is written in single quotes.

    >>> in_single_quotes('"A" in hand')
    '\\'"A" in hand\\''
    """
    if len(value) > 1 and value[0] == value[-1] == "'":
        value = value[1:-1]  # it stands in quotes already, with another one inside
    return "'" + value.replace("''", "'").replace("'", "''") + "'"


def property_of_yaml(file: SourceFile, code: str, at: int, written: str) -> Diagnostic:
    """An anchor, alias or tag: a text that begins with `&`, `*` or `!`."""
    word = re.match(r"\S+", written)
    sign = written[:1] if word is None else word[0]
    end = at + max(1, len(sign))
    quoted = "or put the text in single quotes"
    if code == "Y104":
        rest = written.lstrip("!").strip()
        if sign.startswith("!!"):
            message, advice = (
                f"'{sign}' is a tag of YAML",
                "leave it out: every text is read as text",
            )
        elif re.match(r"[\w(]", rest) and len(rest) <= _LONGEST:
            message, advice = "'!' begins a tag of YAML", f"write 'not {rest}', {quoted}"
        else:
            message, advice = "'!' begins a tag of YAML", "put the whole text in single quotes"
    elif sign.startswith("&&"):
        message, advice = "'&&' begins an anchor of YAML", f"write 'and', {quoted}"
    elif sign.startswith("&"):
        message, advice = f"'{sign}' is an anchor of YAML", f"leave it out, {quoted}"
    else:
        message, advice = f"'{sign}' is an alias of YAML", f"write out what is meant, {quoted}"
    return Diagnostic(code, message, Span(file, at, end), advice)
