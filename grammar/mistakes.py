"""What to say about a text that does not fit the grammar.

The message names what was found and what may stand there, in the words of the card table; the
suggestion is the one thing most likely meant: a spelling, a bracket, or how the whole is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache

from .diagnostics import Diagnostic, Note, nearest
from .nodes import Scalar
from .source import Span
from .tokens import ARTICLES, Shape, Token
from .vocabulary.effects import ADVICE, EFFECTS, SPELLINGS, SYNONYMS, effect_for
from .vocabulary.words import GRAMMAR_WORDS

ENDS_VALUE = frozenset(
    {
        "INT", "LETTER", "WRITTEN", "PERSON", "NAME", "YOU", "NOTHING", "RPAR",
    }
)  # fmt: skip
"""Terminals with which a value may end."""

VALUE_WORDS = frozenset(
    {
        "you", "your", "nothing", "(", "-", "not", "yes", "no", "all", "first", "last", "top",
        "bottom", "any", "every", "highest", "lowest", "random", "number of", "at least", "at most",
        "exactly", "fewer than", "more than", "total", "largest", "smallest", "next after",
        "numbers from", "everything from", "smaller of", "larger of", "who played", "who holds",
    }
)  # fmt: skip
"""Words and signs with which a value may begin."""

VALUE = frozenset({"INT", "LETTER", "WRITTEN", "PERSON", "NAME"})
COMPARING = frozenset({"COMPARE", "IS"})
ARITHMETIC = frozenset({"ADD", "MULTIPLY", "MINUS"})
CANONICAL = (
    "where", "pays", "takes", "scores", "draws", "consults", "plays next", "drops out", "cards",
    "starts as", "with most",
)  # fmt: skip
"""The spelling that stands for others in a message."""

FORMS = {
    "row_do": "when C -> LINE, otherwise -> LINE, or always -> LINE",
    "row_value": "when C -> E, otherwise -> E, always -> E, or when C alone for the row's own name",
    "ending": "[after PHASE,] when C",
    "gives": "number, yes or no, WORD or WORD, or a noun such as card, cards or player",
    "who": "each player [starting with X] [where C], players in turn ..., everyone at once, or one player",
    "repeat": "N times, until C, N times or until C, or always",
    "choice": "number from A to B, NOUN [in X] [where C], N to M NOUNS in X, or WORD or WORD",
    "head": "NAME, NAME of NOUN, or NOUN NAME NOUN",
    "option": "KIND, normally E [-- HELP]",
    "remember": "KIND [per player], [starts as E], [secret]",
    "pile": "face down, face up, per player, N NOUNS, refilled from PILE, ... with commas",
    "chips": "N, or N per player",
    "seats": "2 to 8, 4, or 4 in 2 teams",
    "limit": "5000 moves",
    "ranks": "2 to 10, J, Q, K, A",
    "names": "names with commas: hearts, spades",
    "values": "A = 1, J Q K = 10",
    "meld": "3 or 4 cards of one rank, 3 or more cards of one suit in sequence",
    "cards": "cards one after the other: 10H QS A♦",
    "people": "players with commas: Anna, Ben",
}
"""How a text of each kind is written, where it is short enough to say."""


@dataclass(frozen=True, slots=True)
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


def explain(place: Place) -> Diagnostic:
    """The diagnostic for a place at which the parser stopped: E301, E302 or E303."""
    return (
        _after_where(place)
        or _instead_of_relation(place)
        or _no_effect(place)
        or Diagnostic("E301", _message(place), place.span, _suggestion(place), _notes(place))
    )


# --------------------------------------------------------------------------------------------
# E302


def _after_where(place: Place) -> Diagnostic | None:
    """Something that would go on after a `where`, or nothing of the kind."""
    found = place.found
    if found is None or "AND" not in place.accepts or "COMPARE" in place.accepts:
        return None
    if found.shape is Shape.WRONG or not _goes_on(place, found):
        return None
    depth, where = 0, -1
    for i in range(len(place.taken) - 1, -1, -1):
        token = place.taken[i]
        depth += (token.text == ")") - (token.text == "(")
        if depth < 0 or token.text in ("->", ";"):
            break
        if depth == 0 and token.type == "WHERE":
            where = i
            break
    if where < 0:
        return None
    first = where
    while first > 0 and place.taken[first].type not in ("PICK", "COUNTING", "TOTAL"):
        if place.taken[first].text in ("all", "first", "last", "no", "each"):
            break
        first -= 1
    if place.taken[first].text in ("each", "for"):
        return None
    start, end = place.taken[first].start, place.taken[-1].end
    phrase = place.text.text[start:end]
    return Diagnostic(
        "E302",
        f"'{found.text}' after '{place.taken[where].text}': "
        "a 'where' reaches to the end of its text or bracket",
        found.span,
        f"put brackets round '{short(phrase, 120)}'",
        (Note("what the 'where' took in begins here", place.taken[where].span),),
    )


def _goes_on(place: Place, found: Token) -> bool:
    """Whether a token would compare what stands before it with something."""
    return found.type in COMPARING or found.text in place.words(COMPARING) or found.type == "NAME"


# --------------------------------------------------------------------------------------------
# A name that was taken for a relation


def _instead_of_relation(place: Place) -> Diagnostic | None:
    """`pot orb`, `x then y`: a name between values that was hardly meant to compare them."""
    effect = place.effect
    offset = len(place.taken) - len(effect)
    for i in range(1, len(effect)):
        token, before = effect[i], effect[i - 1]
        if i == 1 and before.text in ADVICE and before.type == "NAME":
            accepts = place.accepted_before(offset)
            there = replace(place, taken=place.taken[:offset], found=before, accepts=accepts)
            return Diagnostic("E301", _message(there), before.span, _suggestion(there))
        if token.type != "NAME" or before.type not in ENDS_VALUE:
            continue
        last = i == len(effect) - 1 and "LPAR" in place.accepts
        verb = effect_for(token.text) is not None
        begins = place.start in ("line", "row_do") and token.text in _first_words()
        if not last and not verb and not begins and token.text not in ADVICE:
            continue
        accepts = place.accepted_before(offset + i)
        if "COMPARE" not in accepts:
            continue
        if verb and "PAYS" in accepts:
            return _unknown(token, first=False)
        if not last and not begins and token.text not in ADVICE:
            continue
        there = replace(place, taken=place.taken[: offset + i], found=token, accepts=accepts)
        if token.text in ("matches", "fits"):
            return None
        note = Note(
            f"if '{token.text}' is a relation of your own: what it compares with is missing"
        )
        notes = () if token.text in ADVICE or begins else (note,)
        return Diagnostic("E301", _message(there), token.span, _suggestion(there), notes)
    return None


# --------------------------------------------------------------------------------------------
# E303


def _no_effect(place: Place) -> Diagnostic | None:
    """A line in which an effect must stand and no word of one does, or nothing of the kind.

    Where a verb may follow, what was read so far is a subject, or was meant as the effect itself:
    `dealer gives 1 to pot`, `give 1 to pot`.
    """
    found = place.found
    if "SHUFFLE" in place.accepts:
        subject, verb = None, found
    elif {"PAYS", "SCORES"} <= place.accepts:
        subject, verb = place.effect[0], found
    else:
        return None
    if subject is not None and verb is not None and verb.text in ("=", "is", "are"):
        becomes = f"write: {EFFECTS['becomes'].template}"
        return Diagnostic("E303", f"'{verb.text}' is no effect", verb.span, becomes)
    if verb is not None and verb.shape is not Shape.WORD and verb.shape is not Shape.PERSON:
        if subject is None or verb.shape is Shape.WRONG:
            return None
        verb = None
    if verb is not None and (subject is None or _known(verb) or not _known(subject)):
        if verb.type == "PERSON" and not _known(verb):
            return None
        return _unknown(verb, first=subject is None)
    if subject is None:
        return None
    if _known(subject):
        return _unknown(subject)
    effect = place.effect
    if found is not None and found.text not in (";", "->"):
        return _unknown(subject) if len(effect) == 1 else None
    shown = place.text.text[effect[0].start : effect[-1].end]
    span = effect[0].span.to(effect[-1].span)
    message = f"'{short(shown)}' alone does nothing: an effect must stand here"
    advice = f"write 'for {shown} -> LINE'" if effect[0].text == "each" else None
    return Diagnostic("E303", message, span, advice, () if advice else EFFECTS_NOTE)


def _unknown(word: Token, *, first: bool = True) -> Diagnostic:
    """E303 for a word that stands where an effect must, first in it or after a subject."""
    advice = _effect_advice(word, first=first)
    notes = () if advice else EFFECTS_NOTE
    return Diagnostic("E303", f"'{short(word.text)}' is no effect", word.span, advice, notes)


EFFECTS_NOTE = (Note(f"effects are: {', '.join(EFFECTS)}"),)


def _known(word: Token) -> bool:
    """Whether it can be guessed which effect was meant."""
    return _effect_advice(word) is not None


@cache
def _first_words() -> dict[str, str]:
    """Every first word or verb of an effect, with the effect."""
    words = {name.split()[0]: name for name in EFFECTS}
    words |= {other.split()[0]: name for other, name in SPELLINGS.items()}
    words["play"] = words["plays"] = "plays next"
    words["go"] = "go to"
    return words


def _close(word: str, known: Iterable[str]) -> str | None:
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


def _effect_advice(word: Token, *, first: bool = True) -> str | None:
    """How the effect is written that was probably meant, or None."""
    text = word.text.lower()
    if text in ADVICE:
        return ADVICE[text]
    firsts = _first_words()
    if text in firsts and not (first and text in SYNONYMS):
        same = [entry.template for name, entry in EFFECTS.items() if name.split()[0] == text]
        return f"is written: {' or '.join(same or [EFFECTS[firsts[text]].template])}"
    effect = effect_for(text)
    if effect is not None:
        return f"write: {EFFECTS[effect].template}"
    near = _close(text, firsts)
    if near is None:
        return None
    shown = near if near == firsts[near].split()[0] or near in SPELLINGS else firsts[near]
    return f"did you mean '{shown}'? It is written: {EFFECTS[firsts[near]].template}"


# --------------------------------------------------------------------------------------------
# E301


def _message(place: Place) -> str:
    may = allowed(place)
    found = place.found
    if found is None:
        if "RPAR" in place.accepts:
            return "')' is missing at the end of the text"
        return f"the text ends where {may} is missing"
    shown = "the text in quotes" if found.shape is Shape.TEXT else f"'{short(found.text)}'"
    if not may or (found.shape is Shape.WRONG and found.advice):
        return f"{shown} cannot stand here"
    return f"found {shown} where {may} may stand"


def allowed(place: Place) -> str:
    """What may stand at a place, in words: `a value, ')' or 'from'`."""
    left = set(place.accepts)
    parts: list[str] = []
    if "SHUFFLE" in left:
        parts.append("an effect")
        left -= {name for name in left if _begins_effect(place, name)} | {"EACH"}
    elif "LPAR" in left:
        parts.append("a condition" if _condition_due(place) else "a value")
    if "LPAR" in left:
        left -= {name for name in left if VALUE_WORDS & set(place.spellings.get(name, ()))} | VALUE
    if "COMPARE" in left:
        parts.append("a comparison")
        left -= COMPARING | {"NAME"}
    if left & ARITHMETIC:
        parts.append("arithmetic")
        left -= ARITHMETIC
    for name, words in NAMED.items():
        if name in left:
            parts.append(words)
    ends = "$END" in left
    left -= {"$END", "AGAINST", "UNLESS", *NAMED}
    if "AND" in left or ends:  # a value is whole: how it could be made longer is of no interest
        left.discard("OF")
    if len(left) + len(parts) > 1:
        left -= {name for name in left if place.spellings.get(name) == ("'s",)}
    if place.found is None and not ends:  # only what must still come, not what could
        needed = left - {"AND", "OR", "COMMA", "OF", "WHERE"} or left
        if needed and not set(parts) - {"a comparison", "arithmetic"}:
            left, parts = needed, []
    quoted = sorted({word for name in left for word in _shown(place, name)})
    parts += [f"'{word}'" for word in quoted]
    if ends:
        parts.append("the end of the text")
    if len(parts) > 9:
        parts = [*parts[:8], "the like"]
    return _either(parts)


NAMED = {
    "INT": "a number",
    "LETTER": "a rank",
    "WRITTEN": "a card such as 10H",
    "PERSON": "a player such as Anna",
    "NAME": "a name",
    "STRING": "a text in quotes",
    "HELP": "'--' and a help text",
}


def short(text: str, most: int = 60) -> str:
    """A piece of text for a message: long ones lose their middle, line breaks become spaces."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 4 :]}"


def _shown(place: Place, terminal: str) -> tuple[str, ...]:
    """The spellings of a terminal, or the one that stands for all."""
    words = place.spellings.get(terminal, ())
    if words == ("for",):
        return ("for each",)
    return next(((best,) for best in CANONICAL if best in words), words)


def _either(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


def _begins_effect(place: Place, terminal: str) -> bool:
    firsts = _first_words()
    return any(word.split()[0] in firsts for word in place.spellings.get(terminal, ()))


def _condition_due(place: Place) -> bool:
    last = place.taken[-1] if place.taken else None
    return last is not None and (
        last.type == "WHERE" or last.text in ("when", "and", "or", "not", "unless", "until")
    )


def _suggestion(place: Place) -> str | None:
    """The one thing most likely meant."""
    found = place.found
    if found is not None:
        special = found.advice or _noise(place, found)
        if special:
            return special
        near = _preposition(place, found)
        near = _spelling(place, found) if near is None else near
        if near:
            form = _form(place) if place.start in ("line", "row_do") else None
            return near if form is None else f"{near} It {form}"
        if found.type in COMPARING and "AND" in place.accepts:
            return "comparisons do not follow one another: join them with 'and', or use 'between'"
    elif (
        len(place.taken) > 1 and place.taken[-1].text == "no" and place.taken[-2].type in COMPARING
    ):
        return YES_OR_NO
    return _form(place)


def _noise(place: Place, found: Token) -> str | None:
    """Words that people write and that are not needed here."""
    taken = place.taken
    last = taken[-1] if taken else None
    word = found.text
    if word in ADVICE and found.type != "PERSON":
        return ADVICE[word]
    if word in ("chips", "chip", "points", "point", "coins") and last and last.type == "INT":
        return f"write '{last.text}' alone"
    if "->" in place.words(place.accepts) and word in _first_words():
        return f"'->' is missing before '{word}'"
    if word in (",", "and") and "SEMICOLON" in place.accepts and "COMMA" not in place.accepts:
        return "effects stand one after the other with ';'"
    if found.type == "NAME" and "WHERE" in place.accepts and last and last.type == "NAME":
        return f"is 'where' or 'has' missing before '{word}'?"
    if word in ("card", "cards") and len(taken) > 1 and taken[-2].text in ("top", "bottom"):
        return f"write '{taken[-2].text} {last.text if last else 'N'} of P'"
    if word == "in" and len(taken) > 2 and taken[-2].text == "each":
        noun = taken[-1].text
        if taken[-3].text in ("to", "gather", "under", ","):
            return f"'each' goes to everybody here; for some: for each {noun} in X -> LINE"
    if last is not None and last.type == "WRITTEN" and found.type == "WRITTEN":
        return "several cards as one value are a list in brackets with commas"
    if word in ("yes", "no") and last and last.type in COMPARING:
        return YES_OR_NO
    if word == "," and place.start == "given":
        return "cards stand one after the other, without commas"
    if word == "," and "ADD" in place.accepts and place.start in MAY_LIST:
        inner = f"{last.text}, ..." if last and last.type == "PERSON" else "X, Y"
        return f"a list stands in brackets: ({inner})"
    if found.type == "STRING":
        return "only 'say' takes a text in quotes"
    if word in NUMBERS and "INT" in place.accepts and "NAME" not in place.accepts:
        return f"write '{NUMBERS[word]}'"
    if word == "in" and place.start == "who" and last and last.text == "player":
        return "write 'where player is in X'"
    if (
        word in GRAMMAR_WORDS
        and not {"LPAR", "OR"} & place.accepts
        and "NAME" in place.accepts
        and not _close(word, place.words(place.accepts))
    ):
        return f"'{word}' is a word of the language and cannot be a name"
    return None


YES_OR_NO = "'yes' and 'no' stand alone: write 'C' or 'not C'"
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
SMALL_WORDS = frozenset(word for word in GRAMMAR_WORDS if len(word) < 4)
MAY_LIST = ("expr", "line", "row_do", "row_value", "ending", "who")
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
        return f"did you mean {_either([repr(w) for w in same])}?"
    near = _close(small, firsts)
    if near is None and small not in GRAMMAR_WORDS:
        near = nearest(small, firsts)
    return f"did you mean '{firsts[near]}'?" if near is not None and near != small else None


def _form(place: Place) -> str | None:
    """How the whole is written."""
    if place.start == "row_value" and any(t.text in _first_words() for t in place.effect):
        return "the rows of this table give values; what happens stands in tables without 'gives'"
    if place.start in ("line", "row_do"):
        for token in place.effect:
            name = SPELLINGS.get(token.text, token.text)
            if token.type != "NAME" and name in EFFECTS:
                return f"is written: {EFFECTS[name].template}"
        if place.effect and place.effect[0].text == "for":
            return "is written: for each NOUN [in X] [where C] -> LINE"
    form = FORMS.get(place.start)
    return f"is written: {form}" if form else None


def _notes(place: Place) -> tuple[Note, ...]:
    """An article that was passed over where it may have been meant as a name."""
    end = place.found.start if place.found else len(place.text.text)
    begin = place.taken[-1].end if place.taken else 0
    between = place.text.text[begin:end].split()
    for word in between:
        if word in ARTICLES and "NAME" in place.accepts:
            return (Note(f"'{word}' is passed over: it cannot be a name"),)
    return ()
