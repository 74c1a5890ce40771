"""Go fish: recorded are ranks alone, so the suits are ours; who is asked and for what is one number."""

from __future__ import annotations

from rulerun import Move, State

from .lockstep import RANKS, Lockstep, Record, Setting


class GoFish(Lockstep):
    name = recorded = "go_fish"
    overlay = False

    def setting(self, record: Record) -> Setting:
        return Setting(players=2)

    def cards(self, record: Record) -> list[str]:
        # Recorded is the whole hand of one player and then that of the other.
        hands = zip(record.chance[:7], record.chance[7:14], strict=True)
        ranks = [rank for pair in hands for rank in pair] + [*record.chance[14:]]
        left = [iter("CDHS") for _ in RANKS]
        return [RANKS[rank] + next(left[rank]) for rank in ranks]

    def action(self, state: State, move: Move) -> int:
        asked, wanted = move.choices
        return 13 * int(asked) + RANKS.index(state.game.rules.deck.ranks[wanted])

    def result(self, state: State) -> list[float]:
        return [1.0 if seat in state.winners else -1.0 for seat in (0, 1)]
