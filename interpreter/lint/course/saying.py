"""What lints say of conditions: the texts of the rule file, and what is so when they do not hold."""

from __future__ import annotations

import re

from rulerun.grammar.source import Span

from ...checking.core import Call, CardsIn, Expr, Local, PileAt, PilesAt, Slot

_COMPOUND = re.compile(r"\b(and|or|unless|where|whose|has|have|with|any|every|no)\b")
_OPPOSITES = (
    (" is not ", " is "),
    (" is ", " is not "),
    (" are not ", " are "),
    (" are ", " are not "),
    (" != ", " = "),
    (" <= ", " > "),
    (" >= ", " < "),
    (" < ", " >= "),
    (" > ", " <= "),
    (" = ", " != "),
)


def shown(span: Span) -> str:
    """The text of a place, in one line."""
    return " ".join(span.text.split())


def fails(text: str) -> str:
    """What is so when a condition does not hold: `stock is not empty` for `stock is empty`."""
    if not _COMPOUND.search(text):
        if text.startswith("not "):
            rest = text.removeprefix("not ")
            return f"{rest} is yes" if re.fullmatch(r"\w+", rest) else rest
        for words, opposite in _OPPOSITES:
            if words in text:
                return text.replace(words, opposite) if text.count(words) == 1 else _fails(text)
    if re.fullmatch(r"\w+", text):
        return f"{text} is no"
    return _fails(text)


def _fails(text: str) -> str:
    return f"'{text}' does not hold"


def named(place: Expr, you: Expr | None = None) -> str:
    """A pile, a chip holder, a memory or a list as people call it."""
    match place:
        case PileAt() | PilesAt():
            return _owned(place.pile, place.seat, you)
        case CardsIn():
            return named(place.of, you)
        case Slot():
            kind, _, name = place.key.partition(" ")
            if kind == "live":
                return "the list of players"
            return _owned(name or kind, place.index, you)
        case Local():
            return re.sub(r"^(choice|let|found|subject)_|_\d+$", "", place.name)
        case Call() if place.arguments:
            return named(place.arguments[0], you)
    return "that"


def _owned(name: str, owner: Expr | None, you: Expr | None) -> str:
    if owner is None:
        return name
    if isinstance(owner, Slot) and (owner == you or owner.key.startswith("you ")):
        return f"your {name}"
    if isinstance(owner, Slot | Local):
        return f"{named(owner, you)}'s {name}"
    return f"somebody's {name}"
