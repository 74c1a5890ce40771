"""Kuhn poker: 0 passes, 1 puts a chip in, whatever that means at the moment."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import Lockstep, Record, Setting

PACK = ("JS", "QS", "KS")
ACTIONS = {"check": 0, "fold": 0, "bet": 1, "call": 1}


class Kuhn(Lockstep):
    name, recorded = "kuhn", "kuhn_poker"
    pack = PACK
    overlay = False

    def setting(self, record: Record) -> Setting:
        return Setting(players=2)

    def action(self, state: State, move: Move) -> int:
        return ACTIONS[move.name]
