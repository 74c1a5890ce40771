"""What to say about a text that does not fit the grammar.

The message names what was found and what may stand there, in the words of the card table; the
suggestion (advice.py) is the one thing most likely meant.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from .advice import (
    COMPARING,
    ENDS_VALUE,
    Place,
    first_words,
    short,
    suggestion,
)
from .diagnostics import Diagnostic, Note
from .expected import ARITHMETIC, allowed
from .idioms import as_written
from .misspelling import closes_nothing
from .no_effect import OTHER_WHERE, no_effect, unknown
from .nouns import singular_of
from .source import Span
from .tokens import ARTICLES, Shape, Token
from .vocabulary.effects import ADVICE, effect_for
from .vocabulary.words import OTHER_KINDS

ARITHMETIC_SIGNS = frozenset({"+", "-", "*", "/", "mod", "without"})
NO_NUMBERS = frozenset(
    ("clubs", "diamonds", "hearts", "spades", "red", "black", "empty", "yes", "no", "nothing")
)
"""Words of the language with which nothing can be reckoned."""


def explain(place: Place) -> Diagnostic:
    """The diagnostic for a place at which the parser stopped: E301, E302 or E303."""
    return _with_bracket(place, _with_comment(place, _explained(place)))


def _explained(place: Place) -> Diagnostic:
    return (
        _closes_nothing(place)
        or as_written(place)
        or _no_arrow(place)
        or _no_when(place)
        or _between_is_and(place)
        or _half_yes_or_no(place)
        or _other_kind(place)
        or _range_of_signs(place)
        or _two_words(place)
        or _total_without_of(place)
        or _after_where(place)
        or _where_without_brackets(place)
        or _in_extreme(place)
        or _no_name(place)
        or _instead_of_relation(place)
        or no_effect(place)
        or _another_where(place)
        or _next_effect(place)
        or Diagnostic("E301", _message(place), place.span, suggestion(place), _notes(place))
    )


def _with_comment(place: Place, told: Diagnostic) -> Diagnostic:
    """A sign for comments in the middle of a text may be what is wrong: the rest of it is not read."""
    file, end = told.span.file, place.text.span.end
    at_the_end = place.found is None or len(place.text.text[place.found.start :].split()) < 3
    if not at_the_end or not re.match(r" # ?[a-z(]", file.text[end : end + 4]):
        return told
    note = Note(
        "what stands behind this sign is a comment", Span(file, end + 1, end + 2), equal=True
    )
    return replace(told, notes=(*told.notes, note))


def _with_bracket(place: Place, told: Diagnostic) -> Diagnostic:
    """A bracket further on that closes none: perhaps the one before it is missing, and nothing else."""
    depth = 0
    for found in re.finditer(r"\"[^\"]*\"?|[()]", place.text.text):
        depth += (found[0] == "(") - (found[0] == ")")
        if depth >= 0:
            continue
        span = place.text.span_at(found.start(), found.end())
        if place.found is None or found.start() <= place.found.start or told.code == "E302":
            return told
        note = Note("')' closes no bracket: perhaps one is missing before", span, equal=True)
        return replace(told, notes=(*told.notes, note))
    return told


def _another_where(place: Place) -> Diagnostic | None:
    """`cards in hand if C`, `players in turn who have C`: a `where` in other words."""
    found = place.found
    if found is None or found.text not in OTHER_WHERE or not place.taken:
        return None
    if "WHERE" not in place.accepts or found.text in place.words(["WHERE"]):
        return None
    after = re.match(r"\s+(?:(?P<has>has|have)|is|are)\b", place.text.text[found.end :])
    word, span = "where", found.span
    if after is not None and after["has"]:
        word, span = "with", place.text.span_at(found.start, found.end + after.end())
    elif after is not None and (place.start == "who" or place.taken[-1].type == "NAME"):
        noun = "player" if place.start == "who" else singular_of(place.taken[-1].text)
        word = f"where {noun} is"
        span = place.text.span_at(found.start, found.end + after.end())
    return Diagnostic("E301", _message(place), span, f"write '{word}'", _notes(place))


def _next_effect(place: Place) -> Diagnostic | None:
    """`move C to Q draw 1 from stock`: two effects with nothing between them."""
    found = place.found
    if found is None or ";" not in place.words(place.accepts) or found.shape is not Shape.WORD:
        return None
    if found.text not in first_words() or len(place.effect) < 2:
        return None
    message = f"';' is missing before '{found.text}'"
    return Diagnostic("E301", message, found.span, f"write '; {found.text} ...'")


def _closes_nothing(place: Place) -> Diagnostic | None:
    """A bracket that closes none."""
    found = place.found
    signs = [token.text for token in place.taken]
    if found is None or found.text != ")" or signs.count("(") > signs.count(")"):
        return None
    return closes_nothing(found, place.taken)


_VERB = re.compile(
    r"\b(?:(pays|takes|scores|draws|consults|drops|plays|becomes)|add|consult|deal|draw|drop|flip|gather|"
    r"go|lay|move|pay|remove|reverse|say|score|show|shuffle|split|take|do nothing)\b"
)
_SUBJECT = re.compile(r"(?:each \w+(?: in [^;]*)?|your \w+|\w+'s \w+|\w+)\s*$")


_SAID_OF_THINGS = frozenset(
    ("empty", "out", "matching", "suited", "consecutive", "wild", "nothing")
)
_NEARLY_IN = frozenset(("into", "on", "inside", "im", "within", "at", "among", "of", "contained"))


def _no_arrow(place: Place) -> Diagnostic | None:
    """`when C pay 1 to pot`: the arrow before what is done is missing."""
    text = place.text.text
    if not text.startswith("when ") or "->" in text or place.start in ("ending", "expr"):
        return None
    quoted = text.find('"')
    verb = _VERB.search(text, 5, quoted if quoted > 0 else len(text))
    if verb is None:
        return None
    subject = _SUBJECT.search(text, 5, verb.start()) if verb[1] else None
    start = verb.start() if subject is None else subject.start()
    before = text[:start].rstrip()
    if re.search(
        r"[^\w)\"']$|\b(?:and|or|not|is|are|of|in|than|then|no|any|every|each|all)$", before
    ):
        return None  # something else stands in its place
    if before == "when" or (place.found is not None and place.found.start > verb.start() + 40):
        return None
    said = text[start : verb.end()]
    return Diagnostic(
        "E301",
        f"'->' is missing before '{said}'",
        place.text.span_at(start, verb.end()),
        f"write '... {before.split()[-1]} -> {said} ...'",
    )


def _no_when(place: Place) -> Diagnostic | None:
    """`pot = 0 -> pay 1 to pot`: what a condition begins with is missing."""
    text = place.text.text
    condition, arrow, _ = text.partition("->")
    first = place.taken[0] if place.taken else place.found
    if not arrow or first is None or place.start not in ("line", "row_do", "row_value"):
        return None
    if first.text in ("when", "for", "otherwise", "always") or place.found is None:
        return None
    if place.found.start > len(condition) or " " not in condition.strip():
        return None
    from .parser import reads  # it asks here what is wrong

    if not reads("expr", place.text.part(0, len(condition.rstrip()))):
        return None
    message = f"'when' is missing before '{short(condition)}'"
    return Diagnostic("E301", message, first.span, f"write 'when {short(condition)} -> ...'")


def _between_is_and(place: Place) -> Diagnostic | None:
    """`hand is on empty`, `you is not into live`: what stands there is no word of the language."""
    found = place.found
    if found is None or len(place.taken) < 3 or found.type not in ("NAME", "LPAR"):
        return None
    word, verb = place.taken[-1], place.taken[-2].text
    if verb == "not" and place.taken[-3].text in ("is", "are"):
        verb = f"{place.taken[-3].text} not"
    if word.type != "NAME" or not verb.startswith(("is", "are")):
        return None
    meant = f"'{verb} in {found.text}'"
    if found.text in _SAID_OF_THINGS:
        meant = f"'{verb} not {found.text}' or '{verb} {found.text}'"
    elif word.text not in _NEARLY_IN:
        return None
    message = f"'{word.text}' cannot stand between '{verb}' and '{found.text}'"
    return Diagnostic("E301", message, word.span, f"write {meant}")


def _other_kind(place: Place) -> Diagnostic | None:
    """`integer from 1 to 5`: a kind of thing as it is called elsewhere."""
    first = place.taken[0] if place.taken else None
    if first is None or place.start not in ("option", "remember", "gives", "choice"):
        return None
    if first.text not in OTHER_KINDS or first.type != "NAME" or len(place.taken) > 1:
        return None
    message = f"'{first.text}' is no kind of thing that can be kept"
    return Diagnostic("E301", message, first.span, f"write '{OTHER_KINDS[first.text]}'")


def _range_of_signs(place: Place) -> Diagnostic | None:
    """`2..6`, `2-6`, `2 - 6`: from which to which is said by `to`."""
    found, last = place.found, place.taken[-1] if place.taken else None
    if found is None or last is None or place.start not in ("seats", "ranks", "values"):
        return None
    text = place.text.text
    said = re.match(r"\s*(\.\.+|[-\u2013\u2014\u2026~:])\s*(\w+)", text[last.end :])
    if said is None or last.shape not in (Shape.NUMBER, Shape.LETTER) or "TO" not in place.accepts:
        return None
    span = place.text.span_at(last.end + said.start(1), last.end + said.end(1))
    message = f"'{said[1]}' cannot stand here: from which to which is said by 'to'"
    return Diagnostic("E301", message, span, f"write '{last.text} to {said[2]}'")


def _half_yes_or_no(place: Place) -> Diagnostic | None:
    """`on or no`: an answer of the language beside one that is none."""
    tokens = [*place.taken, *([place.found] if place.found else [])][:3]
    if place.start not in ("option", "remember", "gives") or len(tokens) < 3:
        return None
    one, between, other = tokens
    if between.text != "or" or (one.text == "yes") == (other.text == "no"):
        return None
    wrong = other if one.text == "yes" else one
    message = f"'{wrong.text}' cannot stand here: such a thing is 'yes or no'"
    return Diagnostic("E301", message, wrong.span, "write 'yes or no'")


def _two_words(place: Place) -> Diagnostic | None:
    """A name of two words at the head of a term or table."""
    if place.start == "head" and place.found and place.found.text == "-" and place.taken:
        text = place.text.text
        span = place.text.span_at(place.taken[0].start, len(text))
        message = f"'{short(text)}' is no name: names are written with underscores"
        return Diagnostic("E301", message, span, f"write '{text.replace('-', '_')}'")
    if place.start != "head" or place.found is not None or len(place.taken) != 2:
        return None
    first, second = place.taken
    if second.type != "NAME":
        return None
    said = f"'{short(place.text.text)}' is no name: a name is one word"
    span = first.span.to(second.span)
    advice = f"write '{first.text}_{second.text}'"
    if first.text.endswith("_of") and len(first.text) > len("_of"):
        advice = f"write '{first.text.removesuffix('_of')} of {second.text}'"
    elif first.text in _TERM_NOUNS:
        advice = f"what is said of a {first.text} is written '{second.text} of {first.text}'"
    return Diagnostic("E301", said, span, advice, ())


_TERM_NOUNS = ("card", "cards", "player", "team", "pile", "rank", "suit", "group")
"""Of what a term may be said: they stand first in the key of a relation only."""


def _total_without_of(place: Place) -> Diagnostic | None:
    """`total value deadwood`: what is added up has an `of` before what it is asked of."""
    for word, name, after in zip(place.effect, place.effect[1:], place.effect[2:], strict=False):
        if word.text in ("total", "largest", "smallest") and name.type == after.type == "NAME":
            message = f"'of' is missing after '{word.text} {name.text}'"
            advice = f"write '{word.text} {name.text} of {after.text}'"
            return Diagnostic("E301", message, after.span, advice)
    return None


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
    for thing, sign in pairwise(
        place.taken[where:]
    ):  # `suit is hearts * 2`: no suit is reckoned with
        if sign.text in ARITHMETIC_SIGNS and (thing.text in NO_NUMBERS or thing.type == "LETTER"):
            end = thing.end
            break
    phrase = place.text.text[start:end]
    return Diagnostic(
        "E302",
        f"'{found.text}' after '{place.taken[where].text}': "
        "a 'where' reaches to the end of its text or bracket",
        found.span,
        f"put brackets round '{short(phrase, 120)}'",
        (Note("what the 'where' took in begins here", place.taken[where].span),),
    )


def _where_without_brackets(place: Place) -> Diagnostic | None:
    """`repeat: number of hands where C times`: a `where` would reach over what must still come."""
    found, taken = place.found, place.taken
    if found is None or place.start != "repeat" or found.text not in place.spellings["WHERE"]:
        return None
    first = next((t for t in reversed(taken) if t.type in ("PICK", "COUNTING", "TOTAL")), None)
    if first is None or "WHERE" in place.accepts:
        return None
    phrase = re.split(r"\s+times\b", place.text.text[first.start :])[0]
    message = f"'{found.text}' reaches to the end of its text or bracket, and 'times' must follow"
    advice = f"put brackets round '{short(phrase, 120)}'"
    return Diagnostic("E302", message, first.span, advice)


def _in_extreme(place: Place) -> Diagnostic | None:
    """Arithmetic in the first part of `larger of A and B`, which takes one thing only."""
    found = place.found
    if found is None or found.text not in ARITHMETIC_SIGNS or "AND" not in place.accepts:
        return None
    if place.accepts & (ARITHMETIC | {"COMPARE"}):
        return None
    depth = 0
    for i in range(len(place.taken) - 1, -1, -1):
        token = place.taken[i]
        depth += (token.text == ")") - (token.text == "(")
        if depth < 0 or token.text in ("and", "->", ";"):
            return None
        if depth == 0 and token.type == "EXTREME" and i + 1 < len(place.taken):
            start, text = place.taken[i + 1].start, place.text.text
            phrase = text[start : _before_and(text, found.end)].rstrip()
            return Diagnostic(
                "E302",
                f"arithmetic inside '{token.text} A and B' stands in brackets",
                found.span,
                f"put brackets round '{short(phrase, 120)}'",
            )
    return None


def _before_and(text: str, start: int) -> int:
    """Where the next `and` outside of brackets stands in a text, or what closes a bracket."""
    depth = 0
    for piece in re.finditer(r"[()]|\band\b", text[start:]):
        depth += (piece[0] == "(") - (piece[0] == ")")
        if depth < 0 or (depth == 0 and piece[0] == "and"):
            return start + piece.start()
    return len(text)


def _goes_on(place: Place, found: Token) -> bool:
    """Whether a token would compare what stands before it with something."""
    return found.type in COMPARING or found.text in place.words(COMPARING) or found.type == "NAME"


# --------------------------------------------------------------------------------------------
# Names of players


def _no_name(place: Place) -> Diagnostic | None:
    """A rank, or a word in small letters, where the name of a player must stand."""
    found = place.found
    if found is None or "PERSON" not in place.accepts or "LPAR" in place.accepts:
        return None
    if found.shape is Shape.LETTER:
        message = f"'{found.text}' is a rank; names of players are words such as Anna"
        return Diagnostic("E301", message, found.span, "give the players longer names")
    if found.shape is Shape.WORD:
        message = f"'{found.text}' cannot be the name of a player: such names begin with a capital"
        return Diagnostic("E301", message, found.span, f"write '{found.text.capitalize()}'")
    return None


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
            return Diagnostic("E301", _message(there), before.span, suggestion(there))
        if token.type != "NAME" or before.type not in ENDS_VALUE:
            continue
        last = i == len(effect) - 1 and "LPAR" in place.accepts
        verb = effect_for(token.text) is not None
        begins = place.start in ("line", "row_do") and token.text in first_words()
        picks = token.text in place.words(("PICK", "COUNTING", "EXTREME")) or token.text == "all"
        if not last and not verb and not begins and not picks and token.text not in ADVICE:
            continue
        accepts = place.accepted_before(offset + i)
        if "COMPARE" not in accepts:
            continue
        if verb and "PAYS" in accepts:
            return unknown(token, first=False)
        if not last and not begins and not picks and token.text not in ADVICE:
            continue
        there = replace(place, taken=place.taken[: offset + i], found=token, accepts=accepts)
        if token.text in ("matches", "fits"):
            return None
        note = Note(
            f"if '{token.text}' is a relation of your own: what it compares with is missing"
        )
        notes = () if token.text in (*ADVICE, "who") or begins else (note,)
        return Diagnostic("E301", _message(there), token.span, suggestion(there), notes)
    return None


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


def _notes(place: Place) -> tuple[Note, ...]:
    """An article that was passed over where it may have been meant as a name; a last word that says
    nothing alone."""
    last = place.taken[-1] if place.found is None and len(place.taken) > 1 else None
    if last is not None and place.start == "seats" and last.type == "INT":
        return (Note("or 'to' is meant here", place.taken[-2].span, equal=True),)
    if last is not None and last.text in ("first", "last", "top", "bottom", "highest", "lowest"):
        return (Note(f"'{last.text}' alone is no value", last.span, equal=True),)
    end = place.found.start if place.found else len(place.text.text)
    begin = place.taken[-1].end if place.taken else 0
    between = place.text.text[begin:end].split()
    for word in between:
        if word in ARTICLES and "NAME" in place.accepts:
            return (Note(f"'{word}' is passed over: it cannot be a name"),)
    return ()
