"""What a rule of the grammar found: its parts, by the words between them.

The parser calls the method named after a rule (or after what stands behind its `->`) with what the
rule found: tokens and nodes, nothing left out. A text that fits the grammar but cannot be meant is
refused with `Refusal`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from . import syntax as s
from .diagnostics import Diagnostic
from .nodes import Scalar
from .source import Span
from .tokens import Token, card_of

Child: TypeAlias = Any  # Token | syntax.Node

#: Spellings that say the same, and the one by which the builder finds them.
SAME = {
    "pay": "pays",
    "take": "takes",
    "score": "scores",
    "draw": "draws",
    "consult": "consults",
    "play next": "plays next",
    "drop out": "drops out",
    "card": "cards",
    "are": "is",
    "whose": "where",
    "has": "where",
    "have": "where",
    "with": "where",
    "starts at": "starts as",
    "starts with": "starts as",
}
VALUES = frozenset({"NAME", "INT", "LETTER", "WRITTEN", "PERSON", "STRING", "HELP"})


class Refusal(Exception):
    """A text that is not taken, with what is to be said about it."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(*(d.message for d in diagnostics))
        self.diagnostics = diagnostics


class Parts:
    """What a rule found, by the word in front of it.

    In `deal 2 cards from stock to each hand`, `2` stands under `deal`, `stock` under `from`. What
    stands before the first word is under the empty one; commas are passed over.
    """

    def __init__(self, children: list[Child]) -> None:
        self.under: dict[str, list[Child]] = {"": []}
        here = self.under[""]
        for child in children:
            if type(child) is Token and child.type not in VALUES:
                word = SAME.get(child.text, child.text)
                if word != ",":
                    here = self.under.setdefault(word, [])
            else:
                here.append(child)

    def __contains__(self, word: str) -> bool:
        return word in self.under

    def __getitem__(self, word: str) -> Child:
        return self.under[word][0]

    def get(self, word: str) -> Child | None:
        found = self.under.get(word)
        return found[0] if found else None

    def all(self, word: str) -> tuple[Child, ...]:
        return tuple(self.under[word])

    @property
    def facing(self) -> s.Facing:
        return "up" if "face up" in self.under else "down" if "face down" in self.under else None


class Making:
    """What all methods need that make nodes. `text` is what is being parsed; set anew for each text.

    `expression` parses what stands in the braces of `say`.
    """

    def __init__(self, expression: Callable[[Scalar], s.Expr]) -> None:
        self.text: Scalar
        self.bracketed: dict[int, s.Node] = {}
        self._expression = expression

    def span(self, children: list[Child]) -> Span:
        """From the first to the last of them; the whole text if there are none."""
        if not children:
            return self.text.span_at(0, len(self.text.text))
        first, last = children[0].span, children[-1].span
        return Span(first.file, first.start, max(first.start, last.end))

    def refuse(self, code: str, message: str, span: Span, suggestion: str) -> Refusal:
        return Refusal([Diagnostic(code, message, span, suggestion)])

    def piece(self, start: int, end: int) -> Scalar:
        """A part of the text as a text of its own, with its places in the file."""
        text = self.text
        offsets = None if text.offsets is None else text.offsets[start:end]
        return Scalar(text.text[start:end], text.span_at(start, end), offsets)

    def number(self, c: list[Child]) -> s.Number:
        return s.Number(int(c[0].text), span=c[0].span)

    def name(self, c: list[Child]) -> s.Name:
        return s.Name(c[0].text, span=c[0].span)

    def person(self, c: list[Child]) -> s.Person:
        return s.Person(c[0].text, span=c[0].span)

    def _card(self, token: Token) -> s.CardName:
        rank, suit = card_of(token.text)
        return s.CardName(rank, suit, span=token.span)
