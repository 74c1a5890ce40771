"""Oh hell: chance says how many cards there are and who deals. A bid of no trick is 52."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import RANKS, Lockstep, Record, Setting


class OhHell(Lockstep):
    name = recorded = "oh_hell"
    pack = tuple(rank + suit for rank in RANKS for suit in "CDSH")

    def setting(self, record: Record) -> Setting:
        return Setting(4, {"longest_hand": record.chance[0]})

    def first_seat(self, record: Record) -> int:
        dealer = record.chance[1]
        return (dealer + 1) % 4

    def cards(self, record: Record) -> list[str]:
        size, dealer, *dealt = record.chance
        # Recorded are the first player's cards first, wherever the dealer sits.
        players = [(dealer + place) % 4 for place in (1, 2, 3, 4)]
        order = [dealt[4 * turn + player] for turn in range(size) for player in players]
        return [self.pack[card] for card in (*order, dealt[-1])]

    def action(self, state: State, move: Move) -> int:
        chosen: int = move.choices[0]
        return 52 + chosen if move.name == "bid" else self.card_number(state, chosen)
