"""Kinds of cards as people say them, and how a rule file asks for them: `hearts`, `aces`, `red cards`."""

from __future__ import annotations

import re

from .vocabulary.words import NUMBERS

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_COLORS = ("red", "black")
_RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J", "deuce": "2"}
_RANKS |= {word: str(number) for word, number in NUMBERS.items() if 1 < number < 11}
_RANKS |= {f"{word}es" if word.endswith("x") else f"{word}s": r for word, r in _RANKS.items()}
_LETTERS = ("A", "K", "Q", "J")
_HOW_MANY = r"more than|less than|fewer than|at least|at most|exactly"
_HELD = re.compile(
    rf"\s*(?:(?P<no>no)|(?:(?P<how>{_HOW_MANY})\s+)?(?P<number>\d+)|an?|any|some|the)?\s*"
    r"(?P<kind>[^\W\d]\w*)(?:\s+cards?)?(?=\s*(?:$|->|;|\)|and\b|or\b))"
)


def rank_of_word(word: str) -> str | None:
    """The rank that a word stands for: `A` for `ace` or `aces`; None for other words."""
    return _RANKS.get(word.lower())


def asked_of_card(word: str) -> str | None:
    """What is asked of a card of that kind: `suit is hearts` for `heart`; None for other words."""
    if word in _COLORS:
        return f"color is {word}"
    suit = word if word.endswith("s") else f"{word}s"
    if suit in _SUITS:
        return f"suit is {suit}"
    rank = word if word in _LETTERS else rank_of_word(word)
    return None if rank is None else f"rank is {rank}"


def held(owner: str, rest: str) -> str | None:
    """How it is asked whether a pile has cards of a kind, as in `your hand has no hearts`.

    `owner` stands before `has`, `rest` behind it. A player has them in hand. None where `rest` speaks
    of something else.
    """
    found = _HELD.match(rest)
    asked = None if found is None else asked_of_card(found["kind"])
    if found is None or asked is None:
        return None
    pile = owner
    if owner in ("you", "hand"):
        pile = "your hand"
    elif owner.startswith(("left of ", "partner of ", "next after ")):
        pile = f"hand of {owner}"
    elif " " not in owner and (owner.istitle() or owner in ("dealer", "player", "leader")):
        pile = f"{owner}'s hand"
    if found["number"]:
        how = {"less than": "fewer than"}.get(found["how"] or "", found["how"] or "exactly")
        cards = f"{how} {found['number']} cards in {pile} have"
    else:
        cards = f"{'no' if found['no'] else 'any'} card in {pile} has"
    return f"{cards} {asked}"
