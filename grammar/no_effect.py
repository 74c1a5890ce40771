"""E303: a line in which an effect must stand, and none does."""

from __future__ import annotations

from .advice import Place, effect_advice, short
from .diagnostics import Diagnostic, Note
from .tokens import Shape, Token
from .vocabulary.effects import EFFECTS
from .vocabulary.words import ELSEWHERE
from .wording_forms import under

_SMALL = ("to", "from", "into", "of", "in", "on", "under", "and", "with")
"""Words that follow the first thing that an effect speaks of."""
OTHER_WHERE = ("if", "when", "which", "who")
"""Words with which people ask of each what is asked with `where`."""
_EFFECTS_NOTE = (Note(f"effects are: {', '.join(EFFECTS)}"),)


def no_effect(place: Place) -> Diagnostic | None:
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
    is_asked = "COMPARE" in place.accepts and any(t.type == "WHERE" for t in place.effect)
    if subject is not None and verb is not None and verb.text in (*_SMALL, "not") and is_asked:
        return None  # `each player with 7D in hand scores 1`: what is asked is wrong
    if verb is not None and verb.text in OTHER_WHERE and "WHERE" in place.accepts:
        return None  # `each player who is in live scores 1`
    if subject is not None and verb is not None and verb.text in _SMALL:
        message = f"an effect is missing before '{short(subject.text)}'"
        return Diagnostic("E303", message, subject.span, None, _EFFECTS_NOTE)
    if subject is not None and verb is not None and verb.text == "(":
        message = f"'(' cannot stand after '{short(subject.text)}': an effect must stand here"
        return Diagnostic("E303", message, verb.span, None, _EFFECTS_NOTE)
    if subject is not None and verb is not None and verb.text in ("=", "is", "are"):
        becomes = f"write: {EFFECTS['becomes'].template}"
        return Diagnostic("E303", f"'{verb.text}' is no effect", verb.span, becomes)
    if subject is not None and found and subject.text in ELSEWHERE and len(place.effect) == 1:
        return unknown(subject)
    if verb is not None and verb.shape is not Shape.WORD and verb.shape is not Shape.PERSON:
        if subject is None or verb.shape is Shape.WRONG:
            return None
        verb = None
    if verb is not None and (subject is None or _known(verb) or not _known(subject)):
        if verb.type == "PERSON" and not _known(verb):
            return None
        return unknown(verb, first=subject is None)
    if subject is None:
        return None
    if _known(subject):
        return unknown(subject)
    effect = place.effect
    if found is not None and found.text not in (";", "->"):
        return unknown(subject) if len(effect) == 1 else None
    shown = place.text.text[effect[0].start : effect[-1].end]
    span = effect[0].span.to(effect[-1].span)
    message = f"'{short(shown)}' alone does nothing: an effect must stand here"
    advice = f"write 'for {shown} -> LINE'" if effect[0].text == "each" else None
    file = place.text.span.file
    if shown in under(file, "payouts") or shown in under(file, "tables"):
        advice = f"write: consult {shown}"
    return Diagnostic("E303", message, span, advice, () if advice else _EFFECTS_NOTE)


def unknown(word: Token, *, first: bool = True) -> Diagnostic:
    """E303 for a word that stands where an effect must, first in it or after a subject."""
    advice = effect_advice(word, first=first)
    notes = () if advice else _EFFECTS_NOTE
    return Diagnostic("E303", f"'{short(word.text)}' is no effect", word.span, advice, notes)


def _known(word: Token) -> bool:
    """Whether it can be guessed which effect was meant."""
    return effect_advice(word) is not None
