"""Leduc hold'em: 0 folds, 1 calls or checks, 2 bets or raises."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import Lockstep, Record, Setting

PACK = ("JH", "JS", "QH", "QS", "KH", "KS")
ACTIONS = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}


class Leduc(Lockstep):
    name, recorded = "leduc", "leduc_poker"
    pack = PACK
    overlay = False

    def setting(self, record: Record) -> Setting:
        return Setting(players=2)

    def action(self, state: State, move: Move) -> int:
        return ACTIONS[move.name]
