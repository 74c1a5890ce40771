"""Blackjack: 0 takes a card, 1 stands. One player, one round, one chip."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import Lockstep, Record, Setting

RANKS = ("A", *map(str, range(2, 11)), *"JQK")
ACTIONS = {"hit": 0, "stand": 1}


class Blackjack(Lockstep):
    name = recorded = "blackjack"
    pack = tuple(rank + suit for suit in "CDHS" for rank in RANKS)

    def setting(self, record: Record) -> Setting:
        return Setting(players=1)

    def action(self, state: State, move: Move) -> int:
        return ACTIONS[move.name]
