"""Slips in the file's form: indents, colons, quotes, brackets, dashes, tabs, lines."""

from __future__ import annotations

import re
from itertools import takewhile
from random import Random

from .sheet import Sheet, chosen_text
from .slip import Making, Slip, exchange

_KEY = re.compile(r"( *(?:- +)?)([^\s:#'\"{\[][^:#]*?)(:)( +|$)")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _lines(sheet: Sheet, rng: Random) -> tuple[int, str, list[tuple[int, str]], int]:
    """A line by chance: its offset, its text, all lines, its number among them."""
    lines = list(sheet.lines())
    number = rng.randrange(len(lines))
    at, line = lines[number]
    return at, line, lines, number


def _shown_at(sheet: Sheet, at: int) -> int:
    """The first character of a line that is no blank."""
    line = sheet.text[at:].split("\n", 1)[0]
    return at + _indent(line)


def _indented(by: int) -> Making:
    def make(sheet: Sheet, rng: Random) -> Slip | None:
        at, line, lines, number = _lines(sheet, rng)
        kind = "indented too much" if by > 0 else "indented too little"
        following = lines[number + 1][0] if number + 1 < len(lines) else at
        next_line = _shown_at(sheet, following) + by
        before = _shown_at(sheet, lines[number - 1][0]) if number else at
        if by > 0:
            here = _shown_at(sheet, at) + by
            texts = _texts_of(sheet, at, by)
            return exchange(kind, sheet, at, at, " " * by, here, next_line, before, *texts)
        if _indent(line) < -by:
            return None
        here = _shown_at(sheet, at) + by
        texts = _texts_of(sheet, at, by)
        return exchange(kind, sheet, at, at - by, "", here, next_line, before, *texts)

    return make


def _texts_of(sheet: Sheet, at: int, by: int) -> list[int]:
    """Where the text of the key on a line begins."""
    match = _KEY.match(sheet.text[at:].split("\n", 1)[0])
    return [at + match.end() + by] if match else []


def _key_match(sheet: Sheet, rng: Random) -> tuple[int, re.Match[str]] | None:
    found = [(at, m) for at, line in sheet.lines() if (m := _KEY.match(line))]
    return rng.choice(found) if found else None


def _colon_lost(sheet: Sheet, rng: Random) -> Slip | None:
    found = _key_match(sheet, rng)
    if found is None:
        return None
    at, match = found
    start = at + match.start(3)
    key = at + match.start(2)
    return exchange(
        "a colon left out", sheet, start, start + 1, "", key, start, _value(sheet, start)
    )


def _value(sheet: Sheet, colon: int) -> int:
    """Where the text after a colon that was taken out begins."""
    rest = sheet.text[colon + 1 :]
    return colon + len(rest) - len(rest.lstrip(" "))


def _colon_otherwise(sheet: Sheet, rng: Random) -> Slip | None:
    found = _key_match(sheet, rng)
    if found is None:
        return None
    at, match = found
    start = at + match.start(3)
    put = rng.choice((";", " =", "=", " ->", "::", ".", ","))
    key = at + match.start(2)
    words = [key + m.start() for m in re.finditer(r"\w+", match[2])]
    places = (key, start, start + 1, *words)
    return exchange("a sign for a colon", sheet, start, start + 1, put, *places)


def _space_lost(sheet: Sheet, rng: Random) -> Slip | None:
    found = [(at, m) for at, line in sheet.lines() if (m := _KEY.match(line)) and m[4]]
    if not found:
        return None
    at, match = rng.choice(found)
    start, end = at + match.start(4), at + match.end(4)
    colon, key = at + match.start(3), at + match.start(2)
    return exchange("no space after a colon", sheet, start, end, "", colon, key, start)


def _in_text(kind: str, *signs: str) -> Making:
    """A sign of YAML inside a text, between two words."""

    def make(sheet: Sheet, rng: Random) -> Slip | None:
        line = chosen_text(sheet, rng, 3)
        if line is None:
            return None
        at = rng.randrange(1, len(line.tokens))
        before = line.tokens[at - 1].span
        sign = rng.choice(signs)
        start = before.end
        here = start + len(sign) - len(sign.lstrip())
        first = line.tokens[0].span.start
        next_word = line.tokens[at].span.start + len(sign)
        colon = sheet.text.find(":", start) + len(sign)  # of two colons either may be the wrong one
        opened = sheet.text.rfind("{", 0, start)  # what a `#` cuts off may be a closing bracket
        return exchange(
            kind,
            sheet,
            start,
            start,
            sign,
            here,
            before.start,
            next_word,
            start,
            first,
            colon,
            opened,
        )

    return make


def _at_front(sheet: Sheet, rng: Random) -> Slip | None:
    """A text that begins with a sign of YAML."""
    line = chosen_text(sheet, rng)
    if line is None:
        return None
    start = line.text.span.start
    put = rng.choice(("*", "&", "!", "%", "@", "`", "[", "{", '"', "'", "- ", "| ", "> ", "? "))
    end = line.text.span.end + 1
    return exchange(
        "a sign of YAML in front of a text", sheet, start, start, put, start, start + len(put), end
    )


def _key_twice(sheet: Sheet, rng: Random) -> Slip | None:
    """A line copied, and its text not changed or changed."""
    found = [
        (at, line)
        for at, line in sheet.lines()
        if (m := _KEY.match(line)) and m[4] and line[m.end() :].strip() and "-" not in m[1]
        and line.count("{") == line.count("}") and not line.rstrip().endswith((">", ","))
    ]  # fmt: skip
    if not found:
        return None
    at, line = rng.choice(found)
    end = at + len(line)
    copied = end + 1 + _indent(line)
    return exchange("a key given twice", sheet, end, end, "\n" + line, copied)


def _tab(sheet: Sheet, rng: Random) -> Slip | None:
    at, line, _, _ = _lines(sheet, rng)
    depth = _indent(line)
    if depth and rng.random() < 0.6:
        tabs = rng.choice(("\t" * max(1, depth // 2), " " * (depth - 1) + "\t", "\t"))
        return exchange("a tab", sheet, at, at + depth, tabs, at + tabs.index("\t"))
    spaces = [m.start() for m in re.finditer(r"(?<=\S) (?=\S)", line)]
    if not spaces:
        return None
    start = at + rng.choice(spaces)
    return exchange("a tab", sheet, start, start + 1, "\t", start)


def _unseen(sheet: Sheet, rng: Random) -> Slip | None:
    """A blank of a word processor, or a character that nobody sees."""
    line = chosen_text(sheet, rng, 2)
    if line is None:
        return None
    token = rng.choice(line.tokens[1:])
    sign = rng.choice(("\u00a0", "\u200b", "\u2009", "\u00ad", "\ufeff"))
    start = token.span.start
    begin = start - 1 if sign in "\u00a0\u2009" and sheet.text[start - 1] == " " else start
    return exchange("an unseen character", sheet, begin, start, sign, begin, start, start + 1)


def _line_lost(sheet: Sheet, rng: Random) -> Slip | None:
    at, line, lines, number = _lines(sheet, rng)
    end = min(at + len(line) + 1, len(sheet.text))
    before = [_shown_at(sheet, lines[n][0]) for n in range(number)]
    near = [_shown_at(sheet, other) - (end - at) for other, _ in lines[number + 1 : number + 3]]
    # It shows at the line under which it stood, at the lines around, and where its name is used. A key
    # of the file stands under none: that it is missing is told where the file's own map begins.
    above = [b for b in before if b - sheet.text.rfind("\n", 0, b) - 1 < _indent(line)][-1:]
    above = above or before[:1]
    if above:  # an address is told at its last word
        key = re.match(r"[\w. -]+", sheet.text[above[-1] :])
        above += [above[-1] + m.start() for m in re.finditer(r"(?<=\.)\w", key[0] if key else "")]
    match = _KEY.match(line)
    name = match[2] if match else ""
    name += " " + " ".join(re.findall(r"[{,] *(\w+):", line))  # of a map in braces, its names, too
    if line.rstrip().endswith(":"):  # then it is what stood under it that nobody knows
        name += " " + " ".join(
            m[2] for _, o in lines[number + 1 : number + 3] if (m := _KEY.match(o))
        )
    # ... or anywhere in the map of which it was a key.
    block = list(takewhile(lambda pair: _indent(pair[1]) >= _indent(line), lines[number + 1 :]))
    texts = [
        other + m.start() - (end - at)
        for other, below in (block or lines[number + 1 : number + 3])
        for m in re.finditer(r"\w+|[^\w\s]", below)
    ]
    uses = [
        w.start if w.start < at else w.start - (end - at)
        for w in sheet.everywhere or sheet.words
        if w.text in name.replace("'s", "").split() and not at <= w.start < end
    ]
    return exchange("a line lost", sheet, at, end, "", *above, *near, *before[-1:], *texts, *uses)


def _text_lost(sheet: Sheet, rng: Random) -> Slip | None:
    line = chosen_text(sheet, rng)
    if line is None:
        return None
    start, end = line.text.span.start, line.text.span.end
    key = _shown_at(sheet, sheet.text.rfind("\n", 0, start) + 1)
    colon = sheet.text.rfind(":", 0, start)
    places = [key, start, start - 1, colon, _word_before(sheet, colon)]
    return exchange("a key without its text", sheet, start, end, "", *places)


def _word_before(sheet: Sheet, at: int) -> int:
    """Where the key that ends at a colon begins."""
    start = max(sheet.text.rfind(sign, 0, at) for sign in ("\n", "{ ", ", ", "- "))
    return start + 1 + _indent(sheet.text[start + 1 : at])


def _dash(sheet: Sheet, rng: Random) -> Slip | None:
    found = [
        (at + _indent(line), line)
        for at, line in sheet.lines()
        if line.strip().startswith("- ") or (_KEY.match(line) and rng.random() < 0.2)
    ]
    if not found:
        return None
    start, line = rng.choice(found)
    if line.strip().startswith("- "):
        put = rng.choice(("", "-", "  ", "* ", "-- "))
        return exchange("a dash", sheet, start, start + 2, put, start, start + 2)
    below = sheet.text.find("\n", start) + 1
    # The text of a `>` then stands no deeper than its key.
    next_line = (_shown_at(sheet, below) + 2,) if line.rstrip().endswith(">") else ()
    return exchange("a dash", sheet, start, start, "- ", start, start + 2, *next_line)


def _flow(sheet: Sheet, rng: Random) -> Slip | None:
    """A bracket or comma of a map or list in one line."""
    found = [
        (at, m.start())
        for at, line in sheet.lines()
        if re.search(r": [\[{]", line)
        for m in re.finditer(r"[\[\]{},]", line.split(" #")[0])
    ]
    if not found:
        return None
    at, column = rng.choice(found)
    start = at + column
    opened = max(sheet.text.rfind("{", 0, start), sheet.text.rfind("[", 0, start))
    put = rng.choice(("", "", "]", "}", ";", ")"))
    line = sheet.text[at:].split("\n", 1)[0]
    after = sheet.text[start + 1 :]
    following = start + len(put) + len(after) - len(after.lstrip(" "))
    # Only the whole line tells what a bracket without its partner was for.
    spots = [at + m.start() for m in re.finditer(r"\w+|['\"\[{}\]:,]", line)]
    following_colon = sheet.text.find(":", start) - 1 + len(put)
    return exchange(
        "brackets and commas of YAML", sheet, start, start + 1, put,
        start, opened, following, following_colon, *(s for s in spots if s <= start), *(s + len(put) - 1 for s in spots if s > start),
    )  # fmt: skip


def _yes_as_key(sheet: Sheet, rng: Random) -> Slip | None:
    words = [w for w in sheet.words if w.role == "declared"]
    if not words:
        return None
    word = rng.choice(words)
    put = rng.choice(("yes", "no", "on", "true", "null", "1", "1.0"))
    # It is right as a name, some of them: then what it was called is unknown where it is used.
    more = len(put) - len(word.text)
    uses = [
        w.start + (more if w.start > word.start else 0)
        for w in sheet.everywhere or sheet.words
        if w.text == word.text and w is not word
    ]
    return exchange("a Norway word for a key", sheet, word.start, word.end, put, word.start, *uses)


def _document(sheet: Sheet, rng: Random) -> Slip | None:
    at, _, _, number = _lines(sheet, rng)
    if not number:
        return None
    put = rng.choice(("---\n", "...\n", "%YAML 1.2\n", "<<: *base\n", "===\n"))
    return exchange("an instruction to YAML", sheet, at, at, put, at, at + len(put))


def _moved(sheet: Sheet, rng: Random) -> Slip | None:
    """A line exchanged with the next one, which stands deeper or less deep."""
    at, line, lines, number = _lines(sheet, rng)
    if number + 1 >= len(lines):
        return None
    other_at, other = lines[number + 1]
    if other_at != at + len(line) + 1 or _indent(line) == _indent(other):
        return None
    put = f"{other}\n{line}"
    first = at + _indent(other)
    second = at + len(other) + 1 + _indent(line)
    above = _shown_at(sheet, lines[number - 1][0]) if number else at
    below = lines[number + 2][0] if number + 2 < len(lines) else other_at
    words = [at + m.start() for m in re.finditer(r"\w+|[^\w\s]+", put)]
    names = {m[2] for text in (line, other) if (m := _KEY.match(text))}
    uses = [w.start for w in sheet.everywhere or sheet.words if w.text in names]
    places = (first, second, above, _shown_at(sheet, below), *words, *uses)
    return exchange("two lines swapped", sheet, at, other_at + len(other), put, *places)


LAYOUT: tuple[Making, ...] = (
    _indented(1),
    _indented(2),
    _indented(-1),
    _indented(-2),
    _colon_lost,
    _colon_otherwise,
    _space_lost,
    _in_text("a colon inside a text", ":", " :"),
    _in_text("a comment sign inside a text", " #", "  # "),
    _at_front,
    _key_twice,
    _tab,
    _unseen,
    _line_lost,
    _text_lost,
    _dash,
    _flow,
    _yes_as_key,
    _document,
    _moved,
)
