"""Short sayings that are known as a whole: `Ben wins`, `most points`, `when C, LINE`.

Where the parser stops in one of them, no other word at that place would mend it.
"""

from __future__ import annotations

import re

from .advice import LINES, Place, first_words, short
from .diagnostics import Diagnostic
from .tokens import Shape
from .vocabulary.words import EFFECT_WORDS, GRAMMAR_WORDS

_MOST = 100  # characters of a text that is written anew
_WINS = re.compile(
    r"(?P<who>[^\W\d_][\w']*(?:\s*(?:,|and)\s*[^\W\d_][\w']*)*)\s+"
    r"(?:(?P<wins>wins?|won|(?:has|have)\s+won|(?:is|are)\s+(?:the\s+)?winners?)"
    r"|(?P<loses>loses?|lost|(?:has|have)\s+lost))(?:\s+the\s+game)?\s*(?=$|\b(?:and|or)\b)"
)
_SCORES = re.compile(
    r"(?P<who>(?:each\s+)?[^\W\d][\w']*(?:\s+of\s+[\w']+)*)\s+"
    r"(?:gets|receives|earns|wins|gains|(?P<loses>loses))\s+(?P<number>[^\s;]+)(?P<points>\s+points?)?\s*$"
)
_BEST = re.compile(r"(?:the\s+)?(?:most|fewest)\s+(?P<what>[^\W\d]\w*)")
_BESIDE = re.compile(
    r"\bplayer\s+(?:who\s+is\s+|sitting\s+)?(?:to\s+|on\s+)?(?:the\s+)?(?P<side>left|right)\s+of\s+"
    r"(?P<whom>[^\s;]+)"
)
_EACH_ONES = re.compile(r"each\s+(?P<noun>[^\W\d]\w*)'s\s+(?P<rest>[^;]+)")


def known_saying(place: Place) -> Diagnostic | None:
    """What is said of a saying in which the parser stopped; None if it stopped in none."""
    return (
        _comma_for_arrow(place)
        or _wins(place)
        or _scores(place)
        or _best(place)
        or _beside(place)
        or _each_ones(place)
        or _without_apostrophe(place)
    )


def _comma_for_arrow(place: Place) -> Diagnostic | None:
    """`when pot = 0, shuffle stock`"""
    found = place.found
    if found is None or found.text not in (",", ";") or "->" not in place.words(place.accepts):
        return None
    text = place.text.text
    first = re.match(r"\s*(\w+)", text[found.end :])
    if "->" in text or first is None or place.taken[0].text != "when":
        return None
    if place.start != "row_value" and first[1] not in first_words():
        return None
    write = f"{text[: found.start].rstrip()} -> {text[found.end :].strip()}"
    message = f"'->' stands between a condition and what follows from it, not '{found.text}'"
    return Diagnostic("E301", message, found.span, f"write: {short(write, _MOST)}")


def _wins(place: Place) -> Diagnostic | None:
    """`expect: Ben wins`"""
    if place.start != "expr":
        return None
    at = len(place.text.text) if place.found is None else place.found.start
    for said in _WINS.finditer(place.text.text):
        who = re.split(r"\s*(?:,|\band\b)\s*", said["who"])
        if not said.start() <= at <= said.end() or not who[0][:1].isupper():
            continue
        one = who[0] if len(who) == 1 else f"({', '.join(who)})"
        verb = "is not" if len(who) == 1 else "are not"
        write = f"winners is {one}" if said["wins"] else f"{one} {verb} in winners"
        group = "wins" if said["wins"] else "loses"
        span = place.text.span_at(said.start(group), said.end(group))
        return Diagnostic("E301", f"'{said[group]}' cannot stand here", span, f"write: {write}")
    return None


def _scores(place: Place) -> Diagnostic | None:
    """`each player gets 1 point`, where the game has points."""
    effect = place.effect
    if place.start not in LINES or not effect:
        return None
    text = re.split(r"\s*;", place.text.text[effect[0].start :])[0]
    said = _SCORES.match(text)
    keys = place.text.span.file.words_of_keys
    if said is None or not (said["points"] or ("points" in keys and "chips" not in keys)):
        return None
    number = f"-{said['number']}" if said["loses"] else said["number"]
    verb = re.search(r"\s(\w+)\s+\S+(?:\s+points?)?\s*$", text)
    assert verb is not None
    start = effect[0].start
    span = place.text.span_at(start + verb.start(1), start + verb.end(1))
    advice = f"write: {said['who']} scores {number}"
    return Diagnostic("E303", f"'{verb[1]}' is no effect", span, advice)


def _best(place: Place) -> Diagnostic | None:
    """`winner: most points`"""
    said = _BEST.fullmatch(place.text.text.strip())
    if place.start != "expr" or said is None:
        return None
    phrase = re.sub(r"^the\s+", "", said[0])
    message = f"'{phrase}' does not say who is asked"
    span = place.text.span_at(0, len(place.text.text))
    return Diagnostic("E301", message, span, f"write: all players with {phrase}")


def _beside(place: Place) -> Diagnostic | None:
    """`leader becomes the player left of leader`"""
    if place.found is None:
        return None
    for said in _BESIDE.finditer(place.text.text):
        if said.start() < place.found.start < said.end():
            span = place.text.span_at(said.start(), said.end())
            message = f"'player' is too much before '{said['side']} of'"
            return Diagnostic("E301", message, span, f"write: {said['side']} of {said['whom']}")
    return None


def _each_ones(place: Place) -> Diagnostic | None:
    """`each player's tricks becomes 0`"""
    effect, found = place.effect, place.found
    if place.start not in LINES or found is None or found.text != "'s" or not effect:
        return None
    text = place.text.text
    said = _EACH_ONES.match(text, effect[0].start)
    if said is None or said.start("rest") < found.start:
        return None
    write = f"for each {said['noun']} -> {said['noun']}'s {said['rest'].strip()}"
    message = f"'each {said['noun']}' has nothing of its own here"
    span = place.text.span_at(said.start(), said.start("rest") - 1)
    return Diagnostic("E301", message, span, f"write: {short(write, _MOST)}")


def _without_apostrophe(place: Place) -> Diagnostic | None:
    """`Bens points = 1`, `leaders points = 1`"""
    found, taken = place.found, place.taken
    if found is None or found.shape is not Shape.WORD or "COMPARE" not in place.accepts:
        tokens = taken[-2:]
    else:
        tokens = [*taken[-1:], found]
    if len(tokens) < 2 or tokens[1].shape is not Shape.WORD or tokens[1].text in GRAMMAR_WORDS:
        return None
    owner, thing = tokens
    if owner.text in EFFECT_WORDS:
        return None  # `draws up to 2`
    file = place.text.span.file
    name = owner.text.removesuffix("s")
    if name == owner.text or thing.text not in file.words_of_keys | {"chips", "points", "hand"}:
        return None
    if owner.shape is Shape.PERSON:
        is_known = name in file.words
        name = name if is_known else owner.text
    elif name not in file.words_of_keys | {"player", "team"} or owner.text in file.words_of_keys:
        return None
    message = f"the apostrophe is missing in '{owner.text} {thing.text}'"
    advice = f"write '{name}'s {thing.text}'"
    return Diagnostic("E301", message, owner.span.to(thing.span), advice)
