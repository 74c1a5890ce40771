"""Bots that choose by chance: every legal move is as likely as every other."""

from __future__ import annotations

from ..machine.chance import below, stream
from ..machine.moves import LegalMoves, Move
from ..machine.state import State


class ChanceBot:
    """A seat, from 0, that chooses by chance.

    Its stream comes from the seed and the seat alone: whatever the rules draw and the other seats
    do shifts nothing, so that two variants of a game can be compared on the same choices.
    """

    __slots__ = ("_stream",)

    def __init__(self, seed: int, seat: int) -> None:
        self._stream = stream(seed, f"bot {seat + 1}")

    def choose(self, state: State, moves: LegalMoves) -> Move:
        """One of the legal moves of a state that is not over.

        Raises RuleError (R708) where more are legal than one can choose from by chance.
        """
        return self.one_of(moves, moves.count())

    def one_of(self, moves: LegalMoves, count: int) -> Move:
        """The same, of so many legal moves as there are."""
        self._stream, place = below(self._stream, count)
        return moves.at(place)


def chance_bots(seed: int, players: int) -> list[ChanceBot]:
    """A table of them."""
    return [ChanceBot(seed, seat) for seat in range(players)]
