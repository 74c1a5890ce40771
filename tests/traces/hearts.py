"""Hearts: the first chance event says to whom cards are passed."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import Lockstep, Record, Setting


class Hearts(Lockstep):
    name = recorded = "hearts"

    def setting(self, record: Record) -> Setting:
        return Setting(players=4, options={"direction": record.chance[0]})

    def cards(self, record: Record) -> list[str]:
        return [self.pack[card] for card in record.chance[1:]]

    def action(self, state: State, move: Move) -> int:
        return self.card_number(state, move.choices[0])
