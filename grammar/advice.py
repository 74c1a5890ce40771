"""What somebody probably meant whose text does not fit, and how that is written.

A misspelt word, a small word for another, a word of everyday speech or of another language: each has
one cure, shown beside the caret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from .diagnostics import nearest, slips_between
from .nodes import Scalar
from .nouns import plural_of, singular_of
from .record import record
from .source import Span
from .tokens import WRITTEN, Shape, Token
from .vocabulary.effects import ADVICE, EFFECTS, SPELLINGS, SYNONYMS, effect_for
from .vocabulary.words import GRAMMAR_WORDS, NUMBERS, PICKING_WORDS

ENDS_VALUE = frozenset(
    {
        "INT", "LETTER", "WRITTEN", "PERSON", "NAME", "YOU", "NOTHING", "RPAR",
    }
)  # fmt: skip
"""Terminals with which a value may end."""

COMPARING = frozenset({"COMPARE", "IS"})
"""Terminals that compare."""

FORMS = {
    "row_do": "when C -> LINE, otherwise -> LINE, or always -> LINE",
    "row_value": "when C -> E, otherwise -> E, always -> E, or when C alone for the row's own name",
    "ending": "[after PHASE,] when C",
    "gives": "number, yes or no, WORD or WORD, or a noun such as card, cards or player",
    "who": "each player [starting with X] [where C], players in turn ..., everyone at once, or one player",
    "repeat": "N times, until C, N times or until C, or always",
    "choice": "number from A to B, NOUN [in X] [where C], N to M NOUNS in X, N or more cards of one rank in X, or WORD or WORD",
    "head": "NAME, NAME of NOUN, or NOUN NAME NOUN",
    "option": "KIND, normally E [-- HELP]",
    "remember": "KIND [per player], [starts as E], [secret]",
    "pile": "face down, face up, per player, N NOUNS, refilled from PILE, ... with commas",
    "chips": "N, N per player, N per team, or N, remembers who paid",
    "seats": "2 to 8, 4, or 4 in 2 teams",
    "limit": "5000 moves",
    "ranks": "2 to 10, J, Q, K, A",
    "names": "names with commas: hearts, spades",
    "values": "A = 1, J Q K = 10",
    "meld": "3 or 4 cards of one rank, 3 or more cards of one suit in sequence, with at most 1 wild",
    "cards": "cards one after the other: 10H QS A♦",
    "seen": "piles and cards with commas: Anna's hand, top of discard, KC",
    "people": "players with commas: Anna, Ben",
}
"""How a text of each kind is written, where it is short enough to say."""


@record
class Place:
    """Where the parser stopped.

    `taken` are the tokens it took, `found` the one it did not, None at the end of the text.
    `accepts` are the terminals it could have taken, `accepted_before(i)` those in place of the
    token `taken[i]`; `spellings` the words of each terminal.
    """

    start: str
    text: Scalar
    taken: list[Token]
    found: Token | None
    accepts: frozenset[str]
    accepted_before: Callable[[int], frozenset[str]]
    spellings: dict[str, tuple[str, ...]]

    @property
    def span(self) -> Span:
        """What was found; at the end of the text the place after its last character."""
        if self.found is not None:
            return self.found.span
        length = len(self.text.text)
        return self.text.span_at(length, length)

    @property
    def effect(self) -> list[Token]:
        """The tokens of the effect, or other piece of the line, that is being read."""
        starts = [i for i, t in enumerate(self.taken) if t.text in ("->", ";")]
        return self.taken[starts[-1] + 1 :] if starts else self.taken

    def words(self, terminals: Iterable[str]) -> list[str]:
        """Every spelling of some terminals, in alphabetical order."""
        return sorted({word for name in terminals for word in self.spellings.get(name, ())})


def suggestion(place: Place) -> str | None:
    """The one thing most likely meant; else how the whole is written, where that is short."""
    found = place.found
    if found is None:
        return _unfinished(place) or _form(place)
    cure = found.advice or _speech(place, found) or _missing(place, found) or _place(place, found)
    if cure:
        return cure
    near = _preposition(place, found)
    near = _spelling(place, found) if near is None else near
    if near:
        form = _form(place) if place.start in LINES else None
        return near if form is None else f"{near} I{form.removeprefix('i')}"
    return _form(place)


LINES = ("line", "row_do")
YES_OR_NO = "'yes' and 'no' stand alone: write 'C' or 'not C'"
_MOST = ("most", "fewest", "highest", "lowest")
COMPARISONS = {
    "greater": ">", "more": ">", "more than": ">", "bigger": ">", "higher": ">", "larger": ">",
    "less": "<", "less than": "<", "fewer": "<", "fewer than": "<", "lower": "<", "smaller": "<",
    "at least": ">=", "at most": "<=", "exactly": "=",
}  # fmt: skip
"""Words for comparisons that are written with signs."""


def _unfinished(place: Place) -> str | None:
    """What was meant by a text that is not complete."""
    words = [token.text for token in place.taken]
    if len(words) > 1 and words[-1] == "no" and place.taken[-2].type in COMPARING:
        return YES_OR_NO
    for i, token in enumerate(place.taken[:-1]):  # `x is more than 3`
        if token.type == "IS" and words[i + 1] in COMPARISONS and len(words) == i + 3:
            return f"write: {words[0] if i == 1 else 'X'} {COMPARISONS[words[i + 1]]} {words[-1]}"
    return None


def _speech(place: Place, found: Token) -> str | None:
    """Everyday speech and other languages."""
    taken, word = place.taken, found.text
    last = taken[-1] if taken else None
    before = last.text if last else ""
    whole = "COMPARE" in place.accepts  # a value is complete here
    if word in ADVICE and found.type != "PERSON":
        return ADVICE[word]
    if found.type == "STRING":
        return "only 'say' takes a text in quotes: leave the quotes out"
    if word in NUMBERS and "INT" in place.accepts and "NAME" not in place.accepts:
        return f"write '{NUMBERS[word]}'"
    if word in ("chips", "chip", "points", "point", "coins") and last and last.type == "INT":
        return f"write '{before}' alone"
    if word in ("card", "cards") and len(taken) > 1 and taken[-2].text in ("top", "bottom"):
        return f"write '{taken[-2].text} {before} of P'"
    if word in ("yes", "no") and last and last.type in COMPARING:
        return YES_OR_NO
    if before in ("who", "whoever") and found.text in place.words(["WHERE"]):
        return _all_players(place, found)
    if word == "who" and before in ("player", "players", "everyone", "everybody"):
        return _all_players(place, found)
    if word == "than" and before in COMPARISONS:
        return f"write 'X {COMPARISONS[before]} Y'"
    if word == "to" and before == "equal":
        return "write 'X = Y'"
    if last and last.type == "LETTER" and word == "of":
        return "a card is written rank, then suit: 'JH'"
    if place.start == "seen" and last and "ADD" in place.accepts:
        if word == "and":
            return "write ',' between piles and cards"
        if found.type == "WRITTEN":
            return f"write '{last.text}, {word}'"
    if last and last.type == "WRITTEN" and found.type == "WRITTEN":
        return "several cards as one value are a list in brackets with commas"
    if whole and before == "number" and found.type == "NAME":
        return f"write 'number of {word}'"
    if whole and before == "each" and found.type == "NAME":
        return f"write 'every {word}' to ask of each, 'all {word.removesuffix('s')}s' for a list"
    if place.start == "choice" and word in ("yes", "no"):
        return "write two words of your own: 'take or leave'"
    return None


def _all_players(place: Place, found: Token) -> str:
    """`who has most chips`, `any player who is out`: a question instead of a list."""
    words = [w for w in place.text.text[found.end :].split() if w != "the"]
    joined = "with"
    if len(words) == 1 and WRITTEN.fullmatch(words[0]):
        return f"write 'who holds {words[0]}'"
    if found.text == "who":
        if words[:1] and words[0] in ("has", "have", "with"):
            words = words[1:]
        else:
            joined = "where player"
            words[:1] = ["is" if word == "are" else word for word in words[:1]]
    picked = place.taken[-2:-1]
    whole = picked and picked[0].text in (*PICKING_WORDS, "first", "last", "number of")
    who = f"{picked[0].text} {place.taken[-1].text}" if whole else "all players"
    return f"write: {short(' '.join([who, joined, *words]), 120)}"


def _missing(place: Place, found: Token) -> str | None:
    """A small word or sign that was left out before what was found."""
    taken, word = place.taken, found.text
    last = taken[-1] if taken else None
    before = last.text if last else ""
    whole = "COMPARE" in place.accepts
    if "->" in place.words(place.accepts) and word in first_words():
        return f"'->' is missing before '{word}'"
    if word in (",", "and") and "SEMICOLON" in place.accepts and "COMMA" not in place.accepts:
        return "effects stand one after the other with ';'"
    if word == "from" and place.effect and place.effect[0].text == "move":
        return "cards are moved without saying from where: move C to Q"
    words = place.words(place.accepts)
    if place.start in LINES and word in ("to", "into") and "from" in words and "to" not in words:
        return f"'from ...' is missing before '{word}'; {_form(place)}"
    if found.type == "NAME" and "WHERE" in place.accepts and last and last.type == "NAME":
        return f"is 'where' or 'has' missing before '{word}'?"
    if whole and word in ("in", "not", "between"):
        return f"write 'is {word}'"
    if whole and found.text in place.words(["WHERE"]) and last and last.type == "NAME":
        return f"a word such as any, all, first or 'number of' is missing before '{before}'"
    if "LPAR" in place.accepts and before in ("and", "or") and found.text in place.words(COMPARING):
        return f"say again what is compared: X = 1 {before} X = 2"
    if "AND" in place.accepts and not whole and found.text in place.words(COMPARING):
        return "comparisons do not follow one another: join them with 'and', or use 'between'"
    return None


def _place(place: Place, found: Token) -> str | None:
    """What is right elsewhere, but not here."""
    taken, word = place.taken, found.text
    last = taken[-1] if taken else None
    if last and last.text in _MOST and found.type == "NAME":
        for token, asked in zip(taken, taken[2:], strict=False):
            if token.type == "COUNTING" and asked.type == "NAME":
                nouns = plural_of(singular_of(asked.text))
                return f"write 'number of {nouns} with {last.text} {word} = N'"
    if word in ("where", "has", "with") and len(taken) > 2 and "each" in (
        taken[-2].text, taken[-4].text if len(taken) > 4 else "",
    ):  # fmt: skip
        noun = taken[-1].text if taken[-2].text == "each" else taken[-3].text
        return f"'each' goes to all of them here; for some: for each {noun} in X where C -> LINE"
    if word == "in" and place.start == "who" and last and last.text == "player":
        return "write 'where player is in X'"
    if word == "of" and last and last.type == "NAME":
        if any(token.text == "numbers from" for token in taken[-4:-1]):
            return f"put brackets: ({last.text} of ...)"
        if len(taken) > 1 and taken[-2].type == "COUNTING":
            return f"put brackets: {taken[-2].text} ({last.text} of ...)"
    if word == "," and place.start == "given":
        return "cards stand one after the other, without commas"
    if word == "," and "ADD" in place.accepts and place.start in (*LINES, *VALUES):
        inner = f"{last.text}, ..." if last and last.type == "PERSON" else "X, Y"
        return f"a list stands in brackets: ({inner})"
    if (
        word in GRAMMAR_WORDS
        and not {"LPAR", "OR"} & place.accepts
        and "NAME" in place.accepts
        and not close(word, place.words(place.accepts))
    ):
        return f"'{word}' is a word of the language and cannot be a name"
    return None


VALUES = ("expr", "row_value", "ending", "who")
SMALL_WORDS = frozenset(word for word in GRAMMAR_WORDS if len(word) < 4)
PREPOSITIONS = ("into", "to", "from", "on", "among", "in")


def _preposition(place: Place, found: Token) -> str | None:
    """The small word that stands at this place, where another one was found."""
    words = place.words(place.accepts)
    if found.text not in (*PREPOSITIONS, "of", "for", "at", "with", "between", "onto", "inside"):
        return None
    right = next((word for word in PREPOSITIONS if word in words), None)
    if right is None and "of" in words and "ADD" not in place.accepts:
        right = "of"
    return f"did you mean '{right}'?" if right else ""


def _spelling(place: Place, found: Token) -> str | None:
    """A word that may stand here and is nearly the one found."""
    if found.shape not in (Shape.WORD, Shape.PERSON) or found.text in SMALL_WORDS:
        return None
    words = place.words(place.accepts)
    small = found.text.lower()
    if small != found.text and small in words:
        return f"write '{small}'"
    firsts = {word.split()[0]: word for word in words if word[0].isalpha()}
    if found.text in firsts and " " in firsts[found.text]:
        same = sorted(w for w in words if w.split()[0] == found.text)
        return f"did you mean {either([repr(w) for w in same])}?"
    near = close(small, firsts)
    if near is None and small not in GRAMMAR_WORDS:
        near = nearest(small, firsts)
    return f"did you mean '{firsts[near]}'?" if near is not None and near != small else None


def _form(place: Place) -> str | None:
    """How the whole is written."""
    if place.start == "row_value" and any(t.text in first_words() for t in place.effect):
        return "the rows of this table give values; what happens stands in tables without 'gives'"
    if place.start in LINES:
        for token in place.effect:
            name = SPELLINGS.get(token.text, token.text)
            if token.type != "NAME" and name in EFFECTS:
                return f"it is written: {EFFECTS[name].template}"
        if place.effect and place.effect[0].text == "for":
            return "it is written: for each NOUN [in X] [where C] -> LINE"
    if place.start == "names" and found_number(place):
        return "it is written: names with commas: red_joker, black_joker"
    return form_of(place.start)


def form_of(start: str) -> str | None:
    """How a text of a kind is written, where that is short."""
    form = FORMS.get(start)
    return f"it is written: {form}" if form else None


def found_number(place: Place) -> bool:
    """Whether it is said how many jokers there are, where they are named."""
    line = place.text.span.file.line(place.text.span.line)
    return place.found is not None and place.found.type == "INT" and "jokers" in line


# --------------------------------------------------------------------------------------------
# Words that are near


def effect_advice(word: Token, *, first: bool = True) -> str | None:
    """How the effect is written that was probably meant, or None."""
    text = word.text.lower()
    if text in ADVICE:
        return ADVICE[text]
    firsts = first_words()
    if text in firsts and not (first and text in SYNONYMS):
        same = [entry.template for name, entry in EFFECTS.items() if name.split()[0] == text]
        return f"it is written: {' or '.join(same or [EFFECTS[firsts[text]].template])}"
    effect = effect_for(text)
    if effect is not None:
        return f"write: {EFFECTS[effect].template}"
    near = close(text, firsts)
    if near is None:
        return None
    alike = [word for word in firsts if slips_between(text, word) == 1]
    near = (nearest(text, alike) if alike else None) or near
    is_whole = firsts[near].split()[0] in (near, f"{near}s") or near in SPELLINGS
    shown = near if is_whole else firsts[near]
    return f"did you mean '{shown}'? It is written: {EFFECTS[firsts[near]].template}"


@cache
def first_words() -> dict[str, str]:
    """Every first word or verb of an effect, with the effect."""
    words = {name.split()[0]: name for name in EFFECTS}
    words |= {other.split()[0]: name for other, name in SPELLINGS.items()}
    words["play"] = words["plays"] = "plays next"
    words["go"] = "go to"
    return words


def close(word: str, known: Iterable[str]) -> str | None:
    """A known word of nearly the same spelling: one letter more, less, other or swapped."""
    for other in known:
        if word != other and abs(len(word) - len(other)) <= 1 and len(other) > 2:
            if word[:1] == other[:1] and sorted(word) == sorted(other):
                return other
            if _one_apart(word, other):
                return other
    return None


def _one_apart(a: str, b: str) -> bool:
    """Whether one letter inserted, left out or changed makes one word of the other."""
    if len(a) > len(b):
        a, b = b, a
    i = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    return a[i + (len(a) == len(b)) :] == b[i + 1 :]


def either(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


def short(text: str, most: int = 60) -> str:
    """A piece of text for a message: long ones lose their middle, line breaks become spaces."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 4 :]}"
