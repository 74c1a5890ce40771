"""A game and its variants at the same table, compared one after the other until it is enough."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable

from ..loading import Loaded
from .comparison import Comparison, comparison_of, corrected, width_of_wins
from .pairs import PairedSeries, PairTally
from .workers import Crew

GAMES, GAMES_UNTIL = 2_000, 1_000_000
"""Pairs if nothing is said; and if it is said how surely differences are to be known, at most."""
_FIRST = 500
"""Pairs after which it is asked for the first time whether an interval is narrow enough; then each
time after twice as many."""
SAME = "both sides are played by the same rules: there is nothing to compare"


def are_same(base: Loaded, variant: Loaded) -> bool:
    """Whether two sides are one game with the same house rules, however these were named."""
    one, other = (
        Counter(os.path.realpath(rule.node.span.file.name) for rule in side.stack.overlays)
        for side in (base, variant)
    )
    return one == other


def is_for(variant: Loaded, players: int) -> bool:
    """Whether so many may play it."""
    assert variant.checked is not None
    seats = variant.checked.rules.players
    return seats.low <= players <= seats.high


def seats_of(base: Loaded, players: int | None) -> int:
    """How many play if nothing is said: as few as the game is for."""
    assert base.checked is not None
    return base.checked.rules.players.low if players is None else players


class Comparing:
    """Plays pairs of games of each variant, and keeps what came of those that it got to.

    `unsure` are the house rules of those of which so many pairs were not enough.
    """

    def __init__(self, games: int | None, until: float | None) -> None:
        """So many pairs of each variant, at most so many if `until` is given: half the width of the
        interval to which differences in wins are to be known, as a share of the games."""
        self.most = games or (GAMES if until is None else GAMES_UNTIL)
        self.until = until
        self.unsure: list[str] = []
        self._found: list[tuple[PairedSeries, PairTally]] = []

    def play(
        self,
        pairs: PairedSeries,
        players: Crew[PairTally],
        tell: Callable[[PairTally], None] | None = None,
    ) -> None:
        """Play a variant; `tell` hears again and again what was counted so far.

        What stops it is raised when all that was measured is there. Raises ValueError if no pair came
        to an end.
        """
        tally, done = PairTally(), 0
        try:
            while done < self.most:
                # The points at which it is asked whether it is enough depend on nothing but
                # their number, so that the result does not depend on who plays.
                end = self.most if self.until is None else min(max(_FIRST, 2 * done), self.most)
                for played in players.play(done, end):
                    tally.add(played)
                    if tell is not None:
                        tell(tally)
                done = end
                if self.until is not None and width_of_wins(tally) <= self.until:
                    break
            else:
                if self.until is not None:
                    self.unsure += pairs.variant.checked.rules.overlays
        finally:
            if tally.pairs:
                self._found.append((pairs, tally))
        if not tally.pairs:
            raise ValueError("no pair of games came to an end")

    def comparisons(self, *, interrupted: bool = False) -> list[Comparison]:
        """What is known so far, with all chances corrected for all that is asked."""
        found = []
        for pairs, tally in self._found:
            assert pairs.base.players is not None
            found.append(
                comparison_of(
                    pairs, pairs.base.players, tally, asked=self.most, interrupted=interrupted
                )
            )
        return corrected(found)
