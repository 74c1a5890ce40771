"""Bots that follow a strategy: a function of what a seat sees, and of chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from rulerun.grammar.diagnostics import shortened

from ..errors import IllegalMoveError
from ..labels import seat_name
from ..machine.chance import stream
from ..machine.moves import LegalMoves, Move
from ..machine.state import State
from ..machine.view import View


class Strategy(Protocol):
    """What to do with what a seat sees.

    `view.moves` are the legal moves as text, of which one is returned; another text that says a legal
    move does as well. Whatever is left to chance is asked of `rng`, so that the same seed gives the same
    games. A function of these two will do, and anything else that can be called.
    """

    def __call__(self, view: View, rng: Random, /) -> str:
        """The text of a legal move."""


@dataclass(frozen=True, slots=True)
class Follower:
    """A kind of bot that follows a strategy, from whatever seat."""

    strategy: Strategy

    def seated(self, seed: int, seat: int) -> StrategyBot:
        """The bot of a seat, in the game of that seed."""
        return StrategyBot(self.strategy, str(self), seed, seat)

    def __str__(self) -> str:
        return str(getattr(self.strategy, "__name__", type(self.strategy).__name__))


class StrategyBot:
    """A seat, from 0, that does what a strategy says."""

    __slots__ = ("_name", "_rng", "_seat", "_strategy")

    def __init__(self, strategy: Strategy, name: str, seed: int, seat: int) -> None:
        self._strategy = strategy
        self._name = name
        self._seat = seat
        self._rng = Random(stream(seed, f"bot {seat + 1}"))

    def choose(self, state: State, moves: LegalMoves) -> Move:
        """The move that the strategy says.

        Raises IllegalMoveError if it is not legal, TypeError if it is no text.
        """
        text = self._strategy(state.view(self._seat), self._rng)
        who = f"the strategy '{self._name}' of {seat_name(self._seat)}"
        if not isinstance(text, str):
            raise TypeError(f"{who} says {shortened(repr(text))}: the text of a move is needed")
        try:
            move = state.game.parse_move(state, text)
            if move not in moves:
                raise state.game.refusal(state, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(
                f"{who}: {error.message}", text,
                condition=error.condition, span=error.span, legal=error.legal,
            ) from None  # fmt: skip
        return move


Players: TypeAlias = "str | Strategy | Sequence[str | Strategy] | Mapping[int, str | Strategy]"
"""Who plays: names of bots and strategies, one or several, of all seats or of those with these numbers, from 0."""
