"""Gin rummy: cards are numbered suit by suit, melds by what they are of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from rulerun import Move, State

from .lockstep import Decision, Lockstep, Record, Setting

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SUITS = "SCDH"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)

TAKE, DRAW, PASS, KNOCK = 52, 53, 54, 55
PLAIN = {
    "take_upcard": TAKE,
    "draw_from_discard": TAKE,
    "draw_from_stock": DRAW,
    "decline": PASS,
    "pass": PASS,
    "enough": PASS,
    "knock": KNOCK,
}


def _melds() -> Iterator[frozenset[str]]:
    """The melds in the order of their numbers: of three to five cards, as more can be laid in parts."""
    for rank in RANKS:
        of_a_rank = [rank + suit for suit in SUITS]
        yield from (frozenset(of_a_rank) - {left_out} for left_out in of_a_rank)
        yield frozenset(of_a_rank)
    for size, suit in product((3, 4, 5), SUITS):
        for low in range(len(RANKS) - size + 1):
            yield frozenset(rank + suit for rank in RANKS[low : low + size])


MELDS = {meld: 56 + number for number, meld in enumerate(_melds())}


MISJUDGED = (
    "3S 4S 5S 6S AC 2C 3C 4C 5C 6C 3D",
    "3S 4S 5S 6S AC 2C 3C 4C 5C 6C 3H",
    "AC 3C AD 2D 3D 4D 5D 6D AH 2H 3H",
    "AS 2S 3S AC 3C 4C 5C 3D AH 2H 3H",
    "AS 3S 4C 5C 6C AD 2D 3D AH 2H 3H",
)
"""Of these eleven cards the recorder says more deadwood than there is; it is known for that."""


class Gin(Lockstep):
    name = file = "gin"
    recorded = "gin_rummy"
    pack = CARDS

    def setting(self, record: Record) -> Setting:
        options: dict[str, object] = {}
        if "hand_size=7" in record.game:
            options["hand_size"] = 7
        if "knock_card=0" in record.game:
            options["knock_limit"] = 0
        return Setting(2, options, ("oklahoma",) if "oklahoma" in record.game else ())

    def cards(self, record: Record) -> list[str]:
        size = 7 if "hand_size=7" in record.game else 10
        # Recorded is the whole hand of one player and then that of the other.
        hands = zip(record.chance[:size], record.chance[size : 2 * size], strict=True)
        order = [*chain.from_iterable(hands), *record.chance[2 * size :]]
        return [CARDS[card] for card in order]

    def action(self, state: State, move: Move) -> int:
        if move.name in PLAIN:
            return PLAIN[move.name]
        if move.name == "meld":
            label = state.game.deck.labels
            return MELDS[frozenset(label[card] for card in move.choices[0])]
        return self.card_number(state, move.choices[0])

    def missed(self, record: Record, decision: Decision) -> frozenset[int]:
        """It lays off two cards on one end of a run, and then no third one; and some hands it misjudges."""
        phase = decision.told[0]
        if phase == "DISCARD":
            hand = " ".join(CARDS[card] for card in sorted(decision.legal))
            return frozenset({KNOCK}) if hand.upper() in MISJUDGED else frozenset()
        if phase != "LAYOFF":
            return frozenset()
        laid = set(record.fields["layoffs"])
        return frozenset(
            card
            for card in range(52)
            if any(
                {card + step, card + 2 * step} <= laid and card // 13 == (card + 2 * step) // 13
                for step in (1, -1)
            )
        )
