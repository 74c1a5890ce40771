"""Euchre: the first chance event is the dealer, who gets the first card."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import Lockstep, Record, Setting

PACK = tuple(rank + suit for rank in ("9", "10", "J", "Q", "K", "A") for suit in "CDHS")

CLUBS = 25
SAID = {"pass": 24, "alone": 29, "with_partner": 30}


class Euchre(Lockstep):
    name = recorded = "euchre"
    pack = PACK

    def setting(self, record: Record) -> Setting:
        return Setting(players=4)

    def first_seat(self, record: Record) -> int:
        return (record.chance[0] + 1) % 4

    def cards(self, record: Record) -> list[str]:
        dealt = [self.pack[card] for card in record.chance[1:]]
        rounds = (dealt[at : at + 4] for at in range(0, 20, 4))
        return [card for first, *others in rounds for card in (*others, first)] + dealt[20:]

    def action(self, state: State, move: Move) -> int:
        if move.name in SAID:
            return SAID[move.name]
        chosen: int = move.choices[0]
        if move.name in ("order_up", "name"):
            return CLUBS + chosen
        return self.card_number(state, chosen)
