"""Cribbage: 52 and more are pairs of cards, laid away; the winner has a thousand points more.

Recorded are turns in which a player can only pass, which in our game are none.
"""

from __future__ import annotations

from itertools import chain

from rulerun import Move, State

from .lockstep import Decision, Lockstep, Record, Setting

RANKS = ("A", *map(str, range(2, 11)), *"JQK")
PASS = 52 + 52 * 52


class Cribbage(Lockstep):
    name = recorded = "cribbage"
    pack = tuple(rank + suit for suit in "CDHS" for rank in RANKS)

    def setting(self, record: Record) -> Setting:
        return Setting(players=2)

    def cards(self, record: Record) -> list[str]:
        order: list[int] = []
        for deal, first in enumerate(range(0, len(record.chance), 13)):
            hands = [record.chance[first : first + 6], record.chance[first + 6 : first + 12]]
            if deal % 2 == 0:  # the first seat deals, and the other gets the first card
                hands.reverse()
            order += chain.from_iterable(zip(*hands, strict=True))
            order += record.chance[first + 12 : first + 13]
        return [self.pack[card] for card in order]

    def is_made(self, decision: Decision) -> bool:
        return decision.legal != {PASS}

    def action(self, state: State, move: Move) -> int:
        if move.name == "play":
            return self.card_number(state, move.choices[0])
        cards = [self.card_number(state, card) for card in move.choices[0]]
        low, high = sorted(cards, key=lambda card: (card % 13, card))
        return 52 + 52 * low + high

    def result(self, state: State) -> list[float]:
        return [
            points + (1000 if seat in state.winners else -1000)
            for seat, points in enumerate(state.payoffs)
        ]
