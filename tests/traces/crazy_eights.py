"""Crazy eights: one deal, of four players without special cards, or of three with them."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import OVERLAYS, Lockstep, Record, Setting

DRAW, PASS, FIRST_SUIT = 52, 53, 54
PLAIN = {"draw": DRAW, "take": DRAW, "pass": PASS}


class CrazyEights(Lockstep):
    name = recorded = "crazy_eights"

    def setting(self, record: Record) -> Setting:
        if "use_special_cards" in record.game:
            return Setting(
                3, overlays=("special_cards", str(OVERLAYS / "crazy_eights_special.yaml"))
            )
        return Setting(4, overlays=(str(OVERLAYS / "crazy_eights_no_reshuffle.yaml"),))

    def cards(self, record: Record) -> list[str]:
        # Recorded first is who deals.
        return [self.pack[card] for card in record.chance[1:]]

    def first_seat(self, record: Record) -> int:
        dealer = record.chance[0] - len(self.pack)
        return (dealer + 1) % self.setting(record).players

    def action(self, state: State, move: Move) -> int:
        if move.name == "play":
            return self.card_number(state, move.choices[0])
        if move.name == "name_suit":
            return FIRST_SUIT + int(move.choices[0])
        return PLAIN[move.name]
