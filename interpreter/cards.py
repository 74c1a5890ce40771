"""The deck: cards are small whole numbers inside, labels outside."""

from __future__ import annotations

from collections.abc import Sequence

from rulerun.grammar.record import record

from .checking.symbols import SUITS
from .declarations import ruleset as rules

SUIT_LETTERS = "CDHS"
SUIT_COLORS = (0, 1, 1, 0)
"""0 for black and 1 for red."""
SUIT_SYMBOLS = dict(zip("♣♦♥♠", SUIT_LETTERS, strict=True))


@record
class Card:
    """One card of the pack. `rank` counts from 0; a joker's comes after all ranks, and it has no suit.

    `color` is 0 for black and 1 for red; `value` counts points.
    """

    label: str
    rank: int
    suit: int | None
    color: int | None
    value: int


class Deck:
    """The cards of a game, numbered in the order of LANGUAGE part 4, the last one on top."""

    def __init__(
        self, cards: Sequence[Card], ranks: Sequence[str], jokers: Sequence[str] = ()
    ) -> None:
        self.cards = tuple(cards)
        self.plain_ranks = len(ranks)
        self.rank_names = (*ranks, *jokers)
        self.ranks = tuple(c.rank for c in cards)
        self.suits = tuple(c.suit for c in cards)
        self.colors = tuple(c.color for c in cards)
        self.values = tuple(c.value for c in cards)
        self.labels = tuple(c.label for c in cards)
        self.wild = (False,) * len(cards)
        self.numbers: dict[str, tuple[int, ...]] = {}
        for number, card in enumerate(cards):
            self.numbers[card.label] = (*self.numbers.get(card.label, ()), number)

    def __len__(self) -> int:
        return len(self.cards)

    def find(self, text: str) -> tuple[int, ...]:
        """The numbers of the card written so (each copy of it), none for an unknown one.

        Letters of ranks and suits may be small (`10c`), suits may be symbols (`A♦`).
        """
        if text in self.numbers:
            return self.numbers[text]
        label = text.upper()
        if label and label[-1] in SUIT_SYMBOLS:
            label = label[:-1] + SUIT_SYMBOLS[label[-1]]
        return self.numbers.get(label, ())


def build_deck(deck: rules.Deck, keep: Sequence[bool] | None = None) -> Deck:
    """The deck that a rule file declares; `keep` says of each card whether `only` holds for it."""
    values = dict(deck.values)
    cards: list[Card] = []
    for _ in range(deck.copies):
        for suit, name in enumerate(SUITS):
            if name not in deck.suits:
                continue
            for rank, label in enumerate(deck.ranks):
                value = values.get(label, int(label) if label.isdigit() else 0)
                cards.append(Card(label + SUIT_LETTERS[suit], rank, suit, SUIT_COLORS[suit], value))
    for i, joker in enumerate(deck.jokers):
        for _ in range(deck.copies):
            cards.append(Card(joker, len(deck.ranks) + i, None, None, values.get(joker, 0)))
    if keep is not None:
        cards = [card for card, kept in zip(cards, keep, strict=True) if kept]
    return Deck(cards, deck.ranks, deck.jokers)
