"""Slips in words: misspelt, exchanged, left out, said twice, of the wrong kind."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

from rulerun.grammar.advice import first_words
from rulerun.grammar.tokens import ARTICLES, Shape, Token
from rulerun.grammar.vocabulary.effects import EFFECTS
from rulerun.grammar.vocabulary.words import GRAMMAR_WORDS

from .sheet import Line, Sheet, Word, chosen_text
from .slip import Making, Slip, exchange
from .spelling import misspelt, numbered, styled

#: A move that is called `draw` does not make each `draw` a name.
_LANGUAGE = (
    GRAMMAR_WORDS | {w for name in EFFECTS for w in name.split()} | ARTICLES | {*first_words()}
)
_SMALL = ("from", "to", "into", "of", "in", "on", "with", "for", "at", "by")


def _chosen(sheet: Sheet, rng: Random, *roles: str, least: int = 3) -> Word | None:
    words = [w for w in sheet.words if w.role in roles and len(w.text) >= least]
    return rng.choice(words) if words else None


def _is_name(sheet: Sheet, word: str) -> bool:
    return word in _known(sheet)


def _known(sheet: Sheet) -> set[str]:
    return sheet.declared


def _misspell(kind: str, *roles: str, names: bool | None = None) -> Making:
    """Words of some roles misspelt; `names`: only those that are (or are not) the file's own."""

    def make(sheet: Sheet, rng: Random) -> Slip | None:
        words = [
            w
            for w in sheet.words
            if w.role in roles
            and len(w.text) > 2
            and (names is None or _is_name(sheet, w.text) == names)
            and w.text not in ARTICLES
        ]
        if not words:
            return None
        word = rng.choice(words)
        put = misspelt(word.text, rng)
        taken = {w.text for w in sheet.words} | _LANGUAGE
        if put in taken:
            return None
        return exchange(kind, sheet, word.start, word.end, put, right=word.text)

    return make


def _styled(sheet: Sheet, rng: Random) -> Slip | None:
    word = _chosen(sheet, rng, "text", "declared", "reference")
    if word is None or (word.text in GRAMMAR_WORDS and rng.random() < 0.7):
        return None
    put = styled(word.text, rng)
    return exchange("a name in another style", sheet, word.start, word.end, put)


def _numbered(sheet: Sheet, rng: Random) -> Slip | None:
    word = _chosen(sheet, rng, "text")
    if word is None or word.text in GRAMMAR_WORDS:
        return None
    return exchange("singular for plural", sheet, word.start, word.end, numbered(word.text))


def _swapped(sheet: Sheet, rng: Random) -> Slip | None:
    line = chosen_text(sheet, rng, 2)
    if line is None:
        return None
    at = rng.randrange(len(line.tokens) - 1)
    one, other = line.tokens[at], line.tokens[at + 1]
    if one.shape is Shape.HELP or other.shape is Shape.HELP or one.text == other.text:
        return None
    between = sheet.text[one.span.end : other.span.start]
    put = other.span.text + between + one.span.text
    second = one.span.start + len(other.span.text) + len(between)
    start, end = one.span.start, other.span.end
    return exchange("two words swapped", sheet, start, end, put, *_near(line, at, 0, start, second))


def _near(line: Line, at: int, gone: int, *places: int) -> tuple[int, ...]:
    """Places, and where the two words before token `at` and the two after it begin.

    What is left out or stands in the wrong order shows at a neighbour, or at the end of the text;
    `gone` is by how much shorter the text is.
    """
    before = [t.span.start for t in line.tokens[max(0, at - 2) : at]]
    first = at + 2 if not gone else at + 1
    after = [t.span.start - gone for t in line.tokens[first : first + 2]]
    end = [line.text.span.end - gone] if len(after) < 2 else []
    return (*places, *before, *after, *end)


def _missing(sheet: Sheet, rng: Random) -> Slip | None:
    line = chosen_text(sheet, rng, 2)
    if line is None:
        return None
    at = rng.randrange(len(line.tokens))
    return _without("a word left out", sheet, line, at)


def _without(kind: str, sheet: Sheet, line: Line, at: int) -> Slip | None:
    token = line.tokens[at]
    if token.shape is Shape.HELP:
        return None
    start, end = token.span.start, token.span.end
    while token.text not in ",;" and sheet.text[end : end + 1] == " ":
        end += 1
    gap = start
    if at == len(line.tokens) - 1:  # a text then ends after the word before it
        while sheet.text[start - 1 : start] == " ":
            start -= 1
        gap, end = start, token.span.end
    gone = end - start
    # That a bracket is missing shows at its partner.
    brackets = [
        t.span.start - (gone if t.span.start > start else 0)
        for t in line.tokens
        if token.text in "()" and t.text in "()" and t is not token
    ]
    places = _near(line, at, gone, start, gap, *brackets)
    return exchange(kind, sheet, start, end, "", *places)


def _doubled(sheet: Sheet, rng: Random) -> Slip | None:
    line = chosen_text(sheet, rng, 2)
    if line is None:
        return None
    token = rng.choice(line.tokens)
    if token.shape is not Shape.WORD:
        return None
    start, end = token.span.start, token.span.end
    put = f"{token.text} {token.text}"
    return exchange("a word said twice", sheet, start, end, put, start, end + 1)


def _of(kind: str, wanted: str, *others: str) -> Making:
    """One spelling of a sign or word for another; an empty one leaves it out."""

    def make(sheet: Sheet, rng: Random) -> Slip | None:
        found = [
            (line, at)
            for line in sheet.texts
            for at, token in enumerate(line.tokens)
            if re.fullmatch(wanted, token.text) and token.shape is not Shape.HELP
        ]
        if not found:
            return None
        line, at = rng.choice(found)
        token = line.tokens[at]
        put = rng.choice(others)
        if not put:
            return _without(kind, sheet, line, at)
        if put == token.text:
            return None
        return exchange(kind, sheet, token.span.start, token.span.end, put)

    return make


def _small_word(sheet: Sheet, rng: Random) -> Slip | None:
    return _of("a small word for another", "|".join(_SMALL[:6]), *_SMALL)(sheet, rng)


def _other_effect(sheet: Sheet, rng: Random) -> Slip | None:
    verbs = "deal|draw|move|gather|pay|pays|take|takes|score|scores|shuffle|show|lay|consult"
    others = ("deal", "draw", "move", "gather", "pay", "pays", "take", "scores", "give", "put",
              "get", "discard", "add", "remove")  # fmt: skip
    slip = _of("an effect for another", verbs, *others)(sheet, rng)
    if slip is None:
        return None
    # Whatever follows shows that the verb was another one.
    start = slip.places[0]
    rest = re.split(r"\n|;|->| #", slip.text[start:])[0]
    words = [start + m.start() for m in re.finditer(r"\w+|[^\w\s]|\Z", rest.rstrip())]
    return replace(slip, places=(*slip.places, *words))


def _names(sheet: Sheet) -> list[tuple[Line, Token]]:
    return [
        (line, token)
        for line in sheet.texts
        for token in line.tokens
        if token.shape is Shape.WORD and token.text in sheet.declared - _LANGUAGE
    ]


def _wrong_pile(sheet: Sheet, rng: Random) -> Slip | None:
    found = [token for _, token in _names(sheet) if token.text in sheet.piles]
    others = sorted(sheet.piles)
    if not found or len(others) < 2:
        return None
    token = rng.choice(found)
    put = rng.choice(others)
    start, end = token.span.start, token.span.end
    return exchange("a wrong pile", sheet, start, end, put, start, *_with_owner(sheet, start))


def _with_owner(sheet: Sheet, start: int) -> list[int]:
    """Where a name begins together with whose it is, which is one thing: `your hand`."""
    owner = re.search(r"(?:\byour|\b\w+'s) $", sheet.text[max(0, start - 40) : start])
    return [start - len(owner[0])] if owner else []


def _wrong_name(sheet: Sheet, rng: Random) -> Slip | None:
    found = _names(sheet)
    if not found:
        return None
    line, token = rng.choice(found)
    put = rng.choice(sorted(sheet.declared))
    start, end = token.span.start, token.span.end
    # Of a memory or pile in `given` what stands under it is then of the wrong kind.
    shift = len(put) - (end - start)
    colon = sheet.text.find(":", end) + 1
    blanks = len(sheet.text[colon:]) - len(sheet.text[colon:].lstrip(" "))
    value = [colon + blanks + shift] if line.key == "given" else []
    after = [t.span.start + shift for t in line.tokens if t.span.start >= end]
    places = (start, *_with_owner(sheet, start), *value, *after[:1])
    return exchange("a name for another", sheet, start, end, put, *places)


def _number_for_name(sheet: Sheet, rng: Random) -> Slip | None:
    found = _names(sheet)
    if not found:
        return None
    line, token = rng.choice(found)
    put = rng.choice(("3", "10", "QS", "nothing", "Anna"))
    start, end = token.span.start, token.span.end
    # A value is complete then, and what goes on after it cannot.
    after = [t.span.start + len(put) - (end - start) for t in line.tokens if t.span.start >= end]
    return exchange("a number or card for a name", sheet, start, end, put, start, *after[:1])


def _name_for_number(sheet: Sheet, rng: Random) -> Slip | None:
    found = [
        (line, at)
        for line in sheet.texts
        for at, t in enumerate(line.tokens)
        if t.shape is Shape.NUMBER
    ]
    if not found or not sheet.declared:
        return None
    line, at = rng.choice(found)
    token = line.tokens[at]
    put = rng.choice([*sorted(sheet.declared), "two", "some", "1.5", "07"])
    # `2 to ten` is one thing.
    whole = [line.tokens[at - 2].span.start] if at > 1 and line.tokens[at - 1].text == "to" else []
    start, end = token.span.start, token.span.end
    return exchange("a name for a number", sheet, start, end, put, start, *whole)


def _phrase(kind: str, wanted: str, *others: str) -> Making:
    """Some characters of a text for others, found by a pattern; the report is at one of its words."""

    def make(sheet: Sheet, rng: Random) -> Slip | None:
        found = [
            (line, m)
            for line in sheet.texts
            for m in re.finditer(wanted, sheet.text[line.text.span.start : line.text.span.end])
        ]
        if not found:
            return None
        line, match = rng.choice(found)
        start = line.text.span.start + match.start()
        end = line.text.span.start + match.end()
        put = rng.choice(others)
        near = [t for t in line.tokens if t.span.start >= end]
        before = [t.span.start for t in line.tokens if t.span.end <= start]
        lead = len(put) - len(put.lstrip())
        shift = len(put) - (end - start)
        after = [near[0].span.start + shift] if near else [start, start + len(put)]
        words = [start + m.start() for m in re.finditer(r"\w+|[^\w\s]+", put)]
        return exchange(kind, sheet, start, end, put, start + lead, *words, *after, *before[-1:])

    return make


def _whose(sheet: Sheet, rng: Random) -> Slip | None:
    return _phrase("nobody said whose", r"\b(your |player's |[a-z]+'s |[A-Z][a-z]+'s )", "")(
        sheet, rng
    )


def _where_too_much(sheet: Sheet, rng: Random) -> Slip | None:
    line = chosen_text(sheet, rng, 4)
    if line is None or line.start == "people":
        return None
    at = rng.randrange(1, len(line.tokens))
    start = line.tokens[at].span.start
    places = (start, start + 6, *_near(line, at, -6))
    return exchange("a 'where' too much", sheet, start, start, "where ", *places)


def _bracket(sheet: Sheet, rng: Random) -> Slip | None:
    """A bracket too much, before or behind a word."""
    line = chosen_text(sheet, rng, 2)
    if line is None:
        return None
    token = rng.choice(line.tokens)
    if token.shape is Shape.HELP:
        return None
    at, sign = rng.choice(((token.span.start, "("), (token.span.end, ")")))
    # That it is never closed shows where something else has to stand.
    end = line.text.span.end + 1 if sign == "(" else at
    later = [t.span.start + 1 for t in line.tokens if t.span.start >= at][:2]
    # Of some that stand together any one is too much.
    together = re.search(rf"\{sign}*$", sheet.text[max(0, at - 9) : at])
    later += [at - n for n in range(len(together[0]) if together else 0, 0, -1)]
    return exchange("a bracket too much", sheet, at, at, sign, at, end, *later)


def _bracket_left_out(sheet: Sheet, rng: Random) -> Slip | None:
    """Its partner alone shows that there was a bracket, or the end of the text."""
    slip = _of("a bracket left out", r"\(|\)", "")(sheet, rng)
    if slip is None:
        return None
    at = slip.places[0]
    line = next(t for t in sheet.texts if t.text.span.start <= at <= t.text.span.end)
    start, end = line.text.span.start, line.text.span.end
    partners = [start + m.start() for m in re.finditer(r"[()]", slip.text[start:end])]
    return replace(slip, places=(*slip.places, *partners, end - 1, end - 2))


def _quotes(sheet: Sheet, rng: Random) -> Slip | None:
    """Typographic quotes, dashes and signs instead of those of a keyboard."""
    line = chosen_text(sheet, rng, 2)
    if line is None:
        return None
    token = rng.choice(line.tokens)
    start, end = token.span.start, token.span.end
    curly = {"-": "\u2013", "->": "→", "<=": "≤", ">=": "≥", "!=": "≠", "*": "\u00d7"}
    if token.text in curly:
        return exchange("typographic signs", sheet, start, end, curly[token.text])
    if token.shape is not Shape.WORD:
        return None
    put = rng.choice(("“{}”", "\u2018{}\u2019", "„{}“", "«{}»", "`{}`", '"{}"')).format(token.text)
    # Quotes around the first word are those of YAML: they end the text.
    behind = [t.span.start + 2 for t in line.tokens[1:2] if token is line.tokens[0]]
    return exchange("typographic signs", sheet, start, end, put, start, start + 1, *behind)


def _norway(sheet: Sheet, rng: Random) -> Slip | None:
    """A word that YAML elsewhere takes for an answer, or an answer that is no word here."""
    found = [
        t
        for line in sheet.texts
        for t in line.tokens
        if t.text in ("yes", "no", "not") or (t.text in sheet.declared and rng.random() < 0.05)
    ]
    if not found:
        return None
    token = rng.choice(found)
    put = rng.choice(("on", "off", "true", "false", "Yes", "No", "NO", "y", "n", "null", "~"))
    return exchange("a Norway word", sheet, token.span.start, token.span.end, put)


def _card(sheet: Sheet, rng: Random) -> Slip | None:
    """A card written wrongly: in an example or in a text."""
    found = list(re.finditer(r"\b(10|[2-9JQKA])([CDHS])\b", sheet.text))
    if not found:
        return None
    card = rng.choice(found)
    rank, suit = card[1], card[2]
    put = rng.choice((suit + rank, f"{rank}{suit.lower()}", f"{rank}X", f"{rank} {suit}",
                      f"1O{suit}", f"T{suit}", f"0{rank}{suit}", f"11{suit}", rank))  # fmt: skip
    places = (card.start(), card.start() + len(rank) + 1)
    return exchange("a card written wrongly", sheet, card.start(), card.end(), put, *places)


WORDING: tuple[Making, ...] = (
    _misspell("a misspelt name", "text", names=True),
    _misspell("a misspelt name", "text", names=True),
    _misspell("a misspelt name", "text", names=True),
    _misspell("a misspelt name where it is declared", "declared"),
    _misspell("a misspelt name where it is declared", "declared"),
    _misspell("a misspelt word", "text", names=False),
    _misspell("a misspelt word", "text", names=False),
    _misspell("a misspelt word", "text", names=False),
    _misspell("a misspelt key", "key"),
    _misspell("a misspelt key", "key"),
    _misspell("a misspelt option", "option"),
    _misspell("a misspelt address", "address"),
    _misspell("a misspelt reference", "reference"),
    _misspell("a misspelt player", "person"),
    _styled,
    _numbered,
    _swapped,
    _swapped,
    _missing,
    _missing,
    _doubled,
    _small_word,
    _other_effect,
    _of(
        "a comparison for another",
        r"=|!=|<|<=|>|>=|is",
        "==",
        "=<",
        "=>",
        "<>",
        "is",
        "=",
        "equals",
    ),
    _of("an arrow for another", "->", "=>", "-->", ":", "", ">", "then", "- >"),
    _of("an arrow for another", "->", ""),
    _of("a 'where' left out", "where|has|have|with", "", "which", "if", "when", "who"),
    _bracket_left_out,
    _of("a comma for another sign", ",|;", "", ";", ",", "."),
    _of("'and' for 'or'", "and|or", "or", "and", "&&", "||", ""),
    _wrong_pile,
    _wrong_name,
    _wrong_name,
    _number_for_name,
    _name_for_number,
    _phrase("'per player' left out", r",? ?per player,? ?", "", " "),
    _phrase(
        "'face up' and the like",
        "face up|face down|seen by owner",
        "face-up",
        "faceup",
        "open",
        "hidden",
        "seen by player",
        "face",
        "up",
    ),
    _phrase("'becomes' said otherwise", "becomes", "=", ":=", "is", "become", "becomes to"),
    _whose,
    _whose,
    _where_too_much,
    _bracket,
    _quotes,
    _norway,
    _card,
)
