"""A text as a row of words, numbers, cards and signs.

The first step of parsing: `split` knows how things are spelled, not what may stand where. What is
spelled wrongly becomes a token of kind `wrong`, which no rule of the grammar takes, so that it is
reported like anything else that cannot stand where it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Literal, TypeAlias

from .nodes import Scalar
from .source import Span
from .vocabulary.words import GRAMMAR_WORDS

ARTICLES = frozenset({"a", "an", "the", "that"})
MOST_DIGITS = 9


class Shape(Enum):
    """How a token is spelled."""

    WORD = "word"
    NUMBER = "number"
    LETTER = "rank"  # J Q K A
    WRITTEN = "card"
    PERSON = "player"
    TEXT = "text in quotes"
    HELP = "help"
    SIGN = "sign"
    WRONG = "wrong"
    END = "end"


@dataclass(slots=True)
class Token:
    """One word or sign, or several that belong together (`plays next`).

    `type` is the terminal of the grammar, set when the parser asks for the token. `start` and `end`
    count characters of the text, `span` of the file. `advice` says what is wrong with the spelling
    and what would be right.
    """

    shape: Shape
    text: str
    start: int
    end: int
    span: Span
    type: str = ""
    advice: str | None = None


MEANT = "MEANT"
"""The type of a token that is tried in the place of another one, until it is read."""

PIECE = re.compile(
    r"""\s+
    | (?P<text> "[^"]*" )
    | (?P<decimal> \d+\.\d+ )
    | (?P<word> \w+ [♣♦♥♠]? \ufe0f? )
    | (?P<help> --.* )
    | (?P<strange> ==+ | => | =< | <> | := | \*\* | && | \|\| | \+= | -= )
    | (?P<sign> -> | [!<>]= | ['\u2019]s(?!\w) | [-=<>+*/(),;] )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
WRITTEN = re.compile(r"([JQKA]|[0-9]{1,3})([CDHS♣♦♥♠])\ufe0f?")
SuitLetter: TypeAlias = Literal["C", "D", "H", "S"]
SUITS: dict[str, SuitLetter] = {
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "C": "C",
    "D": "D",
    "H": "H",
    "S": "S",
}

_SUIT_LETTERS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

STRANGE = {
    "==": "equal is written '='",
    "===": "equal is written '='",
    "=>": "write '->', or '>=' for 'at least'",
    "=<": "write '<='",
    "<>": "write '!='",
    ":=": "a memory changes with 'X becomes E'",
    "+=": "write 'add N to X'",
    "-=": "write 'add -N to X'",
    "**": "there are no powers",
    "&&": "write 'and'",
    "||": "write 'or'",
    "→": "write '->'",
    "⇒": "write '->'",
    "≤": "write '<='",
    "≥": "write '>='",
    "≠": "write '!='",
    "\u00d7": "write '*'",
    "÷": "write '/'",
    "\u2013": "write '-'",
    "\u2212": "write '-'",
    "—": "write '-'",
    "%": "what is left over is written 'X mod Y'",
    "!": "write 'not'",
    "&": "write 'and'",
    "|": "write 'or'",
    ".": "what belongs to something is written \"X's NAME\" or 'NAME of X'",
    "[": "lists stand in round brackets: (hearts, spades)",
    "]": "lists stand in round brackets: (hearts, spades)",
    "{": "braces stand only in the text of 'say'",
    "}": "braces stand only in the text of 'say'",
    ":": "there are no colons in these texts",
    "'": 'what belongs to somebody is written "Anna\'s hand"',
    '"': "the closing quotes are missing",
    "\u00b4": 'what belongs to somebody is written "Anna\'s hand"',
    "`": 'what belongs to somebody is written "Anna\'s hand"',
}


def split(text: Scalar, *, helps: bool = False, most: int = 2000) -> list[Token]:
    """The tokens of a text without `a an the that`, at most `most` and one more.

    With `helps` everything after `--` is one token of help; elsewhere `--` is a wrong sign.
    """
    value, tokens = text.text, list[Token]()
    for found in _pieces(value):
        group = found.lastgroup
        if group is None:
            continue
        piece, start, end = found.group(), found.start(), found.end()
        if group == "word":
            if piece in ARTICLES:
                continue
            shape, piece, advice = _word(piece)
        elif group == "sign":
            shape, advice = Shape.SIGN, None
            piece = piece.replace("\u2019", "'")
        elif group == "text":
            shape, advice = Shape.TEXT, None
        elif group == "help" and helps:
            shape, advice = Shape.HELP, None
        else:
            shape, advice = Shape.WRONG, STRANGE.get(piece)
            if (
                len(piece) == 1 and not piece.isprintable()
            ):  # of no width: nobody sees it in a message either
                piece, advice = f"U+{ord(piece):04X}", "delete this character, which nobody sees"
            if piece[0].isdigit():
                advice = "numbers are whole"
            if group == "help" and piece.startswith("-->"):
                piece, end, advice = "-->", start + 3, "write '->'"
            elif group == "help":
                piece, end, advice = (
                    "--",
                    start + 2,
                    "'--' begins the help of an option; minus is '-'",
                )
        tokens.append(Token(shape, piece, start, end, text.span_at(start, end), "", advice))
        if len(tokens) > most or group == "help":
            break
    return tokens


def is_mark(char: str) -> bool:
    """Whether it belongs to the letter before it: an accent, a vowel of Hindi, a tone of Thai."""
    return unicodedata.category(char) in ("Mn", "Mc") and not "\ufe00" <= char <= "\ufe0f"


def _pieces(text: str) -> Iterator[re.Match[str]]:
    """What a text consists of."""
    marked = not text.isascii() and any(map(is_mark, text))
    return (_piece_with_marks() if marked else PIECE).finditer(text)


@cache
def _piece_with_marks() -> re.Pattern[str]:
    """`PIECE`, where marks belong to words; the table of all marks takes its time to make."""
    marks = "".join(filter(is_mark, map(chr, range(0x300, 0x1F000))))
    pattern = PIECE.pattern.replace(r"\w+", rf"\w[\w{marks}]*", 1)
    return re.compile(pattern, PIECE.flags)


def _word(piece: str) -> tuple[Shape, str, str | None]:
    """What a piece of letters and digits is, and what is wrong with it."""
    first = piece[0]
    if first in "0123456789":
        return _number(piece)
    if piece.isalpha() and piece == piece.lower() and not first.istitle():
        return Shape.WORD, piece, None
    if WRITTEN.fullmatch(piece):
        return Shape.WRITTEN, piece, None
    if len(piece) == 1 and piece in "JQKA":
        return Shape.LETTER, piece, None
    if not first.isalpha():
        advice = (
            "numbers are written with the digits 0 to 9"
            if first.isdigit() or first.isnumeric()
            else "a name begins with a letter"
        )
        return Shape.WRONG, piece, advice
    if first == "T" and WRITTEN.fullmatch("10" + piece[1:]):
        return Shape.WRONG, piece, f"ten is written 10: '10{piece[1:]}'"
    if first.isupper() or first.istitle():
        if len(piece) == 1 and piece in _SUIT_LETTERS:
            return Shape.WRONG, piece, f"a suit is written out: '{_SUIT_LETTERS[piece]}'"
        if len(piece) == 1:
            ten = "ten is written 10; " if piece == "T" else ""
            return Shape.WRONG, piece, f"{ten}the ranks are numbers, J, Q, K and A"
        if piece.lower() in GRAMMAR_WORDS - ARTICLES:
            return Shape.WRONG, piece, f"write '{piece.lower()}' in small letters"
        return Shape.PERSON, piece, None
    if any(c.isupper() or c in "♣♦♥♠\ufe0f" for c in piece):
        return Shape.WRONG, piece, f"names are written in small letters: '{snake(piece)}'"
    return Shape.WORD, piece, None


def _number(piece: str) -> tuple[Shape, str, str | None]:
    """What a piece that begins with a digit is."""
    if piece.isdigit() and piece.isascii():
        if len(piece) > MOST_DIGITS:
            return Shape.WRONG, piece, f"the largest number is {'9' * MOST_DIGITS}"
        if len(piece) > 1 and piece[0] == "0":
            return Shape.WRONG, piece, f"write '{piece.lstrip('0') or '0'}', without zeros in front"
        return Shape.NUMBER, piece, None
    if WRITTEN.fullmatch(piece) and piece[0] != "0":
        return Shape.WRITTEN, piece, None
    if WRITTEN.fullmatch(piece.upper().lstrip("0")):
        card = piece.upper().lstrip("0")
        return Shape.WRONG, piece, f"a card is written rank, then suit: '{card}'"
    return Shape.WRONG, piece, "a name begins with a letter, and a number has only digits"


def snake(piece: str) -> str:
    """A name in the spelling of the language: `knockLimit` is `knock_limit`."""
    bare = re.sub(r"[♣♦♥♠\ufe0f]", "", piece)
    return re.sub(r"(?<=[^\W_A-Z])(?=[A-Z])", "_", bare).lower()


def card_of(piece: str) -> tuple[str, SuitLetter]:
    """Rank and suit (one of C D H S) of a written card, `10♥`."""
    found = WRITTEN.fullmatch(piece)
    assert found is not None, piece
    return found.group(1), SUITS[found.group(2)]
