"""Moves that can be said: what a move's text must be in any state, and what to tell if it is not so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from rulerun.grammar.card_words import rank_of_word
from rulerun.grammar.diagnostics import did_you_mean, shortened
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.tokens import ARTICLES

from ..cards import SUIT_SYMBOLS
from ..labels import seat_name
from .core import Domain, MoveRule
from .symbols import COLORS, SUITS, Symbols
from .types import Type

_NUMBER = re.compile(r"-?(?:[0-9]{1,18}|[1-9][0-9]*)\Z")
_ARTICLES = re.compile(rf"\s*(?:(?:{'|'.join(sorted(ARTICLES))})\s+)+")
_MOST_DIGITS = 40
"""So much of a number is read; chips and choices have less than half as many."""
_LIKE = re.compile(r"(.+)#([1-9][0-9]{0,3})\Z")
_CARD = re.compile(r"(?:10|[2-9AJQK])[CDHS]\Z")
_IN_WORDS = re.compile(
    r"(?P<rank>10|[2-9]|[AJQKajqk]|[a-z]{3,})\s+of\s+(?P<suit>clubs|diamonds|hearts|spades)"
)


def is_number(word: str) -> bool:
    """Whether a word is a number that can be chosen."""
    return _NUMBER.match(word) is not None


def nth_of_like(word: str) -> tuple[str, int]:
    """A card's word and which of those that look the same is meant, from the bottom of the pile: `5H#2`
    is the second five of hearts. 0 if nothing is said."""
    match = _LIKE.match(word)
    return (word, 0) if match is None else (match[1], int(match[2]))


def number(word: str) -> int:
    """The number that a word says; of one far beyond all that can be chosen only that it is."""
    digits = word.lstrip("-")[:_MOST_DIGITS]
    return -int(digits) if word.startswith("-") else int(digits)


def unreadable(domain: Domain, part: str, known: Iterable[str] = ()) -> str:
    """The message about a text that says nothing of a choice's kind; `known` are what it may say."""
    hint = did_you_mean(part, list(known))
    said = f"{domain.name.replace('_', ' ')} is {domain.type}, not '{shortened(part)}'"
    kind = domain.type.item or domain.type
    if kind.name == "card":
        return _no_card(part)
    if domain.type.item is not None:
        said = f"'{shortened(part)}' is no {kind.name}"
    return said + (f"; {hint}" if hint else "")


def _no_card(word: str) -> str:
    if _CARD.match(word.upper()):
        return f"the deck has no {word.upper()}"
    said = _IN_WORDS.fullmatch(word)
    rank = None if said is None else rank_of_word(said["rank"]) or said["rank"].upper()
    if said is not None and rank is not None:
        return f"'{shortened(word)}' is no card; write {rank}{said['suit'][0].upper()}"
    return f"'{shortened(word)}' is no card; one is written 10H, rank and suit"


def without_articles(said: str) -> str:
    """What is said without `a an the that`, which mean nothing."""
    return " ".join(word for word in said.split() if word not in ARTICLES)


def is_of_several(domains: Sequence[Domain]) -> bool:
    """Whether a move has one choice, of several things: commas may stand between these, too."""
    return len(domains) == 1 and (domains[0].how == "some" or domains[0].type.item is not None)


def wrong_number(rule: MoveRule, parts: Sequence[str]) -> str | None:
    """The message about too few or too many choices; None if there are as many as it takes."""
    domains = rule.choices
    if len(parts) == len(domains):
        return None
    if not domains:
        return f"'{rule.name}' is said alone, without '{shortened(', '.join(parts))}'"
    wanted = f"{rule.name} {', '.join(d.name for d in domains)}".replace("_", " ")
    if len(parts) < len(domains):
        words = " ".join(parts).split()
        if len(words) < len(domains):
            return f"say what: {wanted}"
        last = len(domains) - 1
        said = ", ".join([*words[:last], " ".join(words[last:])])
        return (
            f"say what: {wanted}; commas stand between the choices: {rule.name} {shortened(said)}"
        )
    too_much = f"'{shortened(parts[len(domains)])}'" if parts[len(domains)] else "a comma"
    return f"{too_much} is too much; say: {wanted}"


_MOST_WORDS = 3
"""A pile of a team is called by three words: `team 1 2`."""


def in_members(type_: Type, words: Sequence[str], can_be: Callable[[str], bool]) -> Iterator[int]:
    """How many of the words each of several things of a type is called by, one after the other.

    All have one word but teams and piles, `P1 2` say, which have as many as `can_be` takes for one.
    """
    at = 0
    most = _MOST_WORDS if type_.name in ("team", "pile") else 1
    while at < len(words):
        sizes = range(min(most, len(words) - at), 1, -1)
        size = next((n for n in sizes if can_be(" ".join(words[at : at + n]))), 1)
        yield size
        at += size


class Sayable:
    """What can be said at a table where `persons` sit, under any options and in any state."""

    def __init__(self, symbols: Symbols, persons: Mapping[str, int]) -> None:
        self.symbols = symbols
        self.persons = persons
        deck = symbols.rules.deck
        letters = {SUITS[i]: letter for i, letter in enumerate("CDHS")}
        self.cards = {r + letters[s] for r in symbols.ranks for s in deck.suits} | set(
            symbols.jokers
        )

    def wrong(self, rules: Sequence[MoveRule], text: Scalar) -> tuple[str, Scalar] | None:
        """What is wrong with a move's text and where; None if one of the moves can be said so.

        `rules` are the moves of the name that the text begins with.
        """
        first: tuple[str, Scalar] | None = None
        for rule in rules:
            wrong = self._wrong(rule, text)
            if wrong is None:
                return None
            first = first or wrong
        return first

    def _wrong(self, rule: MoveRule, text: Scalar) -> tuple[str, Scalar] | None:
        domains = rule.choices
        parts = _parts(text, alone=is_of_several(domains))
        if len(domains) == 1 and not parts and domains[0].how == "some":
            return None
        problem = wrong_number(rule, [p.text for p in parts])
        if problem is not None:
            there = parts[len(domains) :]
            return problem, next((p for p in there if p.text), text)
        for domain, part in zip(domains, parts, strict=True):
            wrong = self._unreadable(domain, part)
            if wrong is not None:
                return wrong
        return None

    def _unreadable(self, domain: Domain, part: Scalar) -> tuple[str, Scalar] | None:
        type_ = domain.type
        item = type_.item
        words = [part]
        if domain.how == "one" and item is not None and part.text.isdigit():
            return None  # the number of a meld in the list
        if domain.how == "some" or item is not None:
            words = self._members(item or type_, part)
        for word in words:
            if not self._can_be(item or type_, word.text):
                problem = unreadable(domain, word.text, self.known(domain.type))
                return problem, word if word.text else part
        return None

    def _members(self, type_: Type, part: Scalar) -> list[Scalar]:
        """The several things that a choice is."""
        words = [w for w in re.finditer(r"[^\s,]+", part.text) if w[0] not in ARTICLES]
        members, at = [], 0
        for size in in_members(type_, [w[0] for w in words], partial(self._can_be, type_)):
            members.append(part.part(words[at].start(), words[at + size - 1].end()))
            at += size
        return members

    def known(self, type_: Type) -> list[str]:
        """What a value of a type may be called, where these are few."""
        match type_.name:
            case "word":
                return list(type_.words) or list(self.symbols.words)
            case "player":
                return [*self.persons, *(seat_name(s) for s in range(len(self.persons)))]
            case "suit":
                return list(SUITS)
        return []

    def _can_be(self, type_: Type, word: str) -> bool:
        """Whether a word may say a value of a type."""
        match type_.name:
            case "number":
                return is_number(word)
            case "yes/no":
                return word in ("yes", "no")
            case "word":
                return word in self.symbols.words
            case "card":
                return self._is_card(word)
            case "rank":
                ranks = (*self.symbols.ranks, *self.symbols.jokers)
                return word in ranks or word.upper() in ranks
            case "suit":
                return word in SUITS
            case "color":
                return word in COLORS
            case "player":
                return self._is_player(word)
            case "team":
                return self._is_team(word) or self._is_team(f"team {word}") or self._is_player(word)
            case "pile":
                return self._is_pile(type_, word)
        return True

    def _is_card(self, word: str) -> bool:
        word, _ = nth_of_like(word)
        label = word.upper()
        if label and label[-1] in SUIT_SYMBOLS:
            label = label[:-1] + SUIT_SYMBOLS[label[-1]]
        return word in self.cards or label in self.cards

    def _is_player(self, word: str) -> bool:
        match = re.fullmatch(r"[Pp]([0-9]{1,3})", word)
        return word in self.persons or bool(match and 1 <= int(match[1]) <= len(self.persons))

    def _is_team(self, word: str) -> bool:
        match = re.fullmatch(r"team ?([0-9]{1,3})", word)
        return bool(match and 1 <= int(match[1]) <= (self.symbols.rules.players.teams or 0))

    def _is_pile(self, type_: Type, word: str) -> bool:
        """Whether it is a card, a number in a family, an owner or the name of a pile."""
        if self._is_card(word) or self._is_player(word) or self._is_team(word):
            return True
        piles = [p for p in self.symbols.piles.values() if type_.pile in (None, p.name)]
        owner, _, digits = word.rpartition(" ")
        if digits.isascii() and digits.isdigit():
            place = number(digits)
            owned = self._is_player(owner) or self._is_team(owner)
            return (not owner or owned) and any(
                place > 0 and (p.groups or (p.count is not None and place <= p.count))
                for p in piles
            )
        return any(p.name == word and not p.groups and not p.count for p in piles)


def _parts(text: Scalar, *, alone: bool = False) -> list[Scalar]:
    """The choices after the move's name, with commas between them; an `alone` one has all that is there."""
    whole = text.text
    begun = len(whole) - len(whole.lstrip())
    begun += len(whole[begun:].split(None, 1)[0])
    if not whole[begun:].strip():
        return []
    parts = []
    for piece in [whole[begun:]] if alone else whole[begun:].split(","):
        parts.append(_stripped(text, begun, begun + len(piece)))
        begun += len(piece) + 1
    return parts


def _stripped(text: Scalar, start: int, end: int) -> Scalar:
    piece = text.text[start:end]
    left = len(piece) - len(piece.lstrip())
    if (articles := _ARTICLES.match(piece)) is not None:
        left = articles.end()
    return text.part(start + left, start + max(left, len(piece.rstrip())))
