"""What is wrong with a stretch of a rule file that YAML cannot read, in plain words.

The YAML library tells where it stopped and where the thing began that it was reading; its words
are not used, they speak of tokens. From these two places and the text around them the likely
mistake is named: a colon inside a text, quotes that end too early, a bracket that stays open, a
line that stands too deep.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .depths import misplaced
from .diagnostics import Diagnostic, Note, shortened
from .source import SourceFile, Span
from .stretch import CLOSE, KEY_END, LIKE_A_KEY, OPEN, Piece, Stretch
from .vocabulary.keys import keys_at, places_of

_NO_SPACE = re.compile(r"(?:- +)*[^\W\d][\w ]*(:)\S")
_WIDE_COLON = re.compile(r"(?:- +)*[^\W\d][\w ]*([\uff1a\ufe55\u2236\ua789\u02d0])")
_NAMED = re.compile(r"[^\W\d]\w*\s*:\s+[^\s:{}][^:{}]*$")
_OF_NAMES = (
    "choose:",
    "may:",
    "do:",
    "set:",
    "given:",
    "options:",
    "remember:",
    "piles:",
    "terms:",
)
"""Keys under which a map of names may stand, in braces, too."""
_ROW = re.compile(r"(?:(?:when|for each)\s[^:>]*[^:>\s-]|otherwise|always)\s*:\s")
_VALUES = re.compile(r"\s*\w+(?: \w+)*\s*:\s+-?\w+\s*(?:,\s*\w+(?: \w+)*\s*[:=]\s+-?\w+\s*)*")
_BEFORE_BRACKET = re.compile(
    r"(?:- +)?([\w][\w .'-]*?)(\s*)(:|;|\.|,|=|->|=>)?\s*\{\s*[\w'][^:{}]*(?::|\Z)"
)
_QUOTED_WORDS = re.compile(
    r"\"\w+\"(?:\s*(?:,|\bor\b|,\s*or\b)\s*\"\w+\")+"
    r"(?P<rest>\s*,\s*(?:normally|starts as)\s+\"?\w+\"?(?:\s+--\s.*)?)?"
)
_TOP_KEYS = frozenset({*keys_at("ruleset"), *keys_at("overlay")})
_LONGEST = 60  # characters of a text that is shown in a suggestion
_LONGEST_KEY = 1024  # characters; what is longer YAML does not take for a key


def fault(
    file: SourceFile,
    text: str,
    start: int,
    end: int,
    problem: int,
    context: int | None,
    reach: Callable[[str], int] | None = None,
) -> Diagnostic:
    """The mistake in the stretch `start` to `end`.

    `text` is the file's text as YAML saw it, `problem` where YAML stopped, `context` where the
    thing began that it was reading then, if it knows. `reach` tells how far YAML can read a text: then
    it is tried which line stands at a wrong depth.
    """
    return _Faulty(file, text, start, end, reach).fault(problem, context)


def no_key(file: SourceFile, text: str, start: int, end: int) -> Diagnostic:
    """The mistake of a line that should be `key: text` and has no colon."""
    return _Faulty(file, text, start, end).no_key(start)


class _Faulty(Stretch):
    """A part of a rule file in which there is a mistake: it says which."""

    def __init__(
        self,
        file: SourceFile,
        text: str,
        start: int,
        end: int,
        reach: Callable[[str], int] | None = None,
    ) -> None:
        super().__init__(file, text, start, end)
        self.reach = reach

    def fault(self, problem: int, context: int | None) -> Diagnostic:
        stretch = self.text[self.start : self.end]
        content_end = self.start + len(stretch.rstrip())
        at_end = problem >= content_end
        at = max(self.start, min(problem, content_end - 1))
        begin = self.text[context : context + 1] if context is not None else ""
        context = at if context is None else min(context, content_end - 1)

        if (dash := self.tight_dash(at)) is not None:
            rest = shortened(self.value_from(dash + 1))
            message = "a space is missing after this dash"
            return self.error("Y101", dash, dash + 1, message, f"write '- {rest}'")
        # A map whose first key stands in quotes begins with one, too.
        if begin in ("'", '"') and self.quoted_end(context, at) is None:
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
        if char in CLOSE and not self.is_plain(at):
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

    def never_closed(self, opened: int, before: list[Piece]) -> Diagnostic:
        """A bracket that stays open: perhaps because something inside is not what it seems."""
        if (sign := self.comment_with(OPEN[self.text[opened]], opened)) is not None:
            return self.error(
                "Y101", sign, self.line_end(sign), "the text ends at this comment",
                "leave the '#' out, or put the text in single quotes",
            )  # fmt: skip
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
            "Y121", at, at + 1, f"'{bracket}' is never closed", f"close it with '{OPEN[bracket]}'"
        )

    def in_brackets(self, at: int, opened: int, before: list[Piece]) -> Diagnostic:
        bracket, char = self.text[opened], self.text[at]
        closing = OPEN[bracket]
        if self.is_left_behind(opened, at):
            return self.never_closed(opened, before)
        if char in CLOSE and CLOSE[char] in self.open_brackets(before)[:-1]:
            return self.never_closed(opened, before)
        if char in CLOSE:
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
        key = re.compile(r"(?:- +)*").match(self.text, first)
        begin = first if key is None else key.end()
        if at - begin > _LONGEST_KEY and KEY_END.search(self.text, begin, at) is None:
            return self.error(
                "Y105",
                begin,
                begin + _LONGEST,
                f"this key has {at - begin:,} characters: YAML reads keys of at most {_LONGEST_KEY:,}",
                "give it a short name",
            )
        lost = before_bracket(self.file, first, self.text[first : self.text_end(first)])
        if lost is not None:
            return lost
        if not before.strip(" -"):
            return self.error(
                "Y105", at, at + 1, "no key stands before this colon", "write 'key: text'"
            )
        # With a colon further left the text after that one is meant; without, the text began on a
        # line above.
        earlier = KEY_END.search(self.text, first, at)
        above = self.line_above(line)
        if earlier is not None or above is None:
            value = first if earlier is None else self.skip_blanks(earlier.end(), at)
            advice = self.other_sign(first, value, at) or self.quote_advice(value)
            is_last = self.text_end(at) == at + 1
            after = "at the end of a line" if is_last else "with a space after it"
            message = f"a colon {after} ends a text without quotes"
            return self.error("Y118", at, at + 1, message, advice)
        if self.indent(line) > self.indent(above):
            if self.lacks_colon(above + self.indent(above)) and not self.goes_on(above):
                return self.no_key(above + self.indent(above))
            if LIKE_A_KEY.match(self.text, first):
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
        elif (self.text[first:value].split() or [""])[-1] in _OF_NAMES and _NAMED.match(text):
            inner = text.strip()
            return f"write '{{ {shortened(inner)} }}'" if "{" not in inner else None
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
        wide = _WIDE_COLON.match(self.text, at, end)
        if wide is not None:
            colon, rest = wide.start(1), self.text[wide.end() : end].strip()
            return self.error(
                "Y124",
                colon,
                colon + 1,
                f"'{wide[1]}' is another sign than the colon of rule files",
                f"write '{shortened(f'{self.text[at:colon]}: {rest}'.strip())}'",
            )
        word = re.sub(r"\s*[;,.=-]+$", "", self.text[at:end])
        below = self.line_below(self.line_start(at))
        is_head = below is not None and self.indent(below) > at - self.line_start(at)
        advice = "write 'key: text'"
        if places_of(word) or (is_head and LIKE_A_KEY.fullmatch(f"{word}:")):
            advice = f"write '{word}:'"
        elif not is_head and self.is_in_a_move(self.line_start(at)) and " " in word:
            from .advice import first_words  # needed where something is wrong

            if any(part in first_words() for part in word.split()[:2]):
                advice = f"write 'do: {shortened(word)}'"
        return self.error("Y124", at, end, "this line has no colon", advice)

    def is_in_a_move(self, line: int) -> bool:
        """Whether a line stands straight under the name of a move."""
        name = self.parent(line)
        moves = None if name is None else self.parent(name)
        return moves is not None and self.key(moves + self.indent(moves)) == "moves"

    def after_quotes(self, at: int, last: Piece, end: int | None = None) -> Diagnostic:
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
        if (other := self.other_line(first)) is not None:
            return self.uneven(other, first)
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
            f"'{shortened(word)}' stands deeper than the line above it, which is complete",
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
        odd = self.other_line(first) or self.odd_line(line, column)
        if odd is not None:
            return self.uneven(odd, first)
        fitting = self.likely_indents(line, first)
        places = " or ".join(str(indent) for indent in fitting)
        word = self.first_word(first)
        return self.error(
            "Y122",
            first,
            first + max(1, len(word)),
            f"'{shortened(word)}' is indented by {column}, which fits no line above",
            f"indent it by {places}" if places else None,
        )

    def other_line(self, first: int) -> int | None:
        """The line that is indented wrongly, if it is not the one at which YAML stopped."""
        if self.reach is None:
            return None
        line, start = self.line_start(first), self.start
        if not _TOP_KEYS & {self.key(start)}:  # it hardly begins something new
            while start and self.text[start := self.line_start(start - 1)] in " \n#":
                pass
        wide = Stretch(self.file, self.text, start, self.end)
        found = misplaced(wide, line, self.reach)
        return None if found is None or found[0] == line else found[0]

    def likely_indents(self, line: int, first: int) -> list[int]:
        """How deep the line was probably meant to stand, deepest first.

        A key of the language stands beside others of the same map; anything else was hardly meant
        to stand much farther left or right.
        """
        column, titles = first - line, set(places_of(self.key(first)))
        fitting = [indent for indent in self.indents_above(line) if indent != column]
        beside = []
        for indent in fitting if titles else ():
            above = self.line_above(line)
            while above is not None and self.indent(above) != indent:
                above = self.line_above(above)
            if above is not None and titles & set(places_of(self.key(above + indent))):
                beside.append(indent)
        least = min((abs(indent - column) for indent in fitting), default=0)
        return beside or [indent for indent in fitting if abs(indent - column) == least]

    def key(self, at: int) -> str:
        """What stands there up to a colon."""
        return self.text[at : self.text_end(at)].partition(":")[0].rstrip()

    def head(self, at: int) -> str:
        """The key that stands there, or the first word of a line without one."""
        is_key = self.text[at] not in "-{[\"'" and not self.lacks_colon(at)
        return self.key(at) if is_key else self.first_word(at)

    def uneven(self, odd: int, first: int) -> Diagnostic:
        """A line that does not begin where others of its map do; one of these begins at `first`."""
        at = odd + self.indent(odd)
        word, other = self.head(at), self.head(first)
        column = first - self.line_start(first)
        where = "above it" if first < odd else "below it"
        return self.error(
            "Y122",
            at,
            at + max(1, len(word)),
            f"'{shortened(word)}' is indented by {at - odd}, '{shortened(other)}' {where} by {column}",
            f"indent it by {column}",
            (
                Note(
                    f"'{shortened(other)}' stands here",
                    self.span(first, first + max(1, len(other))),
                ),
            ),
        )

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
                rest = self.text[at : self.line_end(at)]
                named = re.match(r"- +[^\W\d][\w ]*:(?: |$)", rest) is not None
                return self.error(
                    "Y101", at, at + 1, "a list item stands among keys",
                    "leave the dash out" if named else "write 'key: text'",
                )  # fmt: skip
        if at == first:
            if begin == "-" and at - line == context - self.line_start(context):
                if self.is_lone_dash(context):
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

    def quote_advice(self, at: int, end: int | None = None) -> str:
        value = self.text[at : self.text_end(at) if end is None else end]
        words = re.sub(r"\"(\w+)\"", r"\1", value)
        if _QUOTED_WORDS.fullmatch(value.strip()):  # `"red" or "black"`: words stand without quotes
            return f"words stand without quotes: {words.strip()}"
        if not value or len(value) > _LONGEST:
            return "put the whole text in single quotes"
        return f"put the whole text in single quotes: {in_single_quotes(value)}"


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
