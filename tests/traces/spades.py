"""Spades: a bid of no trick is 52."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import BY_SUIT, Lockstep, Record, Setting


class Spades(Lockstep):
    name = recorded = "spades"
    pack = BY_SUIT

    def setting(self, record: Record) -> Setting:
        return Setting(players=4)

    def action(self, state: State, move: Move) -> int:
        return (
            52 + move.choices[0] if move.name == "bid" else self.card_number(state, move.choices[0])
        )
