"""Bots that look one move ahead: each move is tried in some deals of what the seat does not see, and
played on by chance for a while.

They know of a state what the seat knows, and nothing else: the trial games begin in states that look
the same to it.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from ..errors import RuleError
from ..machine.chance import stream
from ..machine.moves import LegalMoves, Move
from ..machine.standing import Standing, standing_of
from ..machine.state import State
from ..machine.unseen import worlds
from .names import WORLDS

AHEAD = 24
"""Decisions that are played on after a move."""
MOST_TRIED = 40
"""Moves that are tried; of more so many by chance."""
WON = 1_000_000
"""What it is worth to win the game, by whatever score."""


class GreedyBot:
    """A seat, from 0, that takes the move after which it stands best, on the average.

    How one stands is the score that the game's `winner` compares, less the best one of the others.
    """

    def __init__(self, seed: int, seat: int, worlds: int = WORLDS) -> None:
        self._seat = seat
        self._worlds = worlds
        self._rng = Random(stream(seed, f"bot {seat + 1}"))
        self._standing: Standing | None = None
        self._asked = False

    def choose(self, state: State, moves: LegalMoves) -> Move:
        """One of the legal moves of a state that is not over.

        Raises RuleError (R708) where more are legal than one can choose from by chance.
        """
        rng = self._rng
        tried = list(islice(moves, MOST_TRIED + 1))
        if len(tried) > MOST_TRIED:
            tried = [moves.pick(rng) for _ in range(MOST_TRIED)]
        if len(tried) == 1:
            return tried[0]
        totals = [0.0] * len(tried)
        for world in islice(worlds(state, self._seat, rng), self._worlds):
            luck = rng.getrandbits(64)  # the same for all moves: what they share is no difference
            for place, move in enumerate(tried):
                totals[place] += self._worth(world.clone(), move, Random(luck))
        best = max(totals)
        return rng.choice([m for m, total in zip(tried, totals, strict=True) if total == best])

    def _worth(self, state: State, move: Move, rng: Random) -> float:
        """How the seat stands after a move and some more by chance; 0 where a rule fails."""
        try:
            state.apply(move)
            for _ in range(AHEAD):
                if state.is_over:
                    break
                state.apply(state.legal_moves.pick(rng))
        except RuleError:
            return 0.0
        won = WON / len(state.winners) if self._seat in state.winners else 0.0
        return won + self._lead(state)

    def _lead(self, state: State) -> float:
        if not self._asked:
            self._standing, self._asked = standing_of(state.game), True
        scores = None if self._standing is None else self._standing.at(state)
        if scores is None:
            return 0.0
        own = self._seat % len(scores)
        return scores[own] - max((s for i, s in enumerate(scores) if i != own), default=0)
