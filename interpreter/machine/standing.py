"""How the players stand in the middle of a game: what its `winner` compares, or else their chips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..checking.core import Expr, Loop, Slot
from ..errors import RuleError
from .game import Game
from .state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """What a game's players are measured by.

    `name` is what the rules call it. `scores` gives a number for each seat, more is better; of members of a
    team it is the same. Where `fewest_win` it is the number of the rules below zero.
    """

    name: str
    scores: Callable[[State], tuple[int, ...]]
    teams: int
    fewest_win: bool = False

    def at(self, state: State) -> tuple[int, ...] | None:
        """The scores of the seats, or of the teams; None at a moment at which the rules have none."""
        try:
            scores = self.scores(state)
        except RuleError:
            return None
        if any(score is None for score in scores):
            return None
        return scores[: self.teams] if self.teams else scores


def standing_of(game: Game) -> Standing | None:
    """How one stands in a game; None where its rules compare nothing that is a number.

    `winner: all players with most points` compares points; of `fewest` less is better.
    """
    asked = game.program.winner
    if isinstance(asked, Loop) and asked.how in ("most", "least") and asked.value is not None:
        sign = 1 if asked.how == "most" else -1
        one = game.function_of(asked.value, (asked.variable.name,))
        seats = range(game.players)
        return Standing(
            _name(asked.value),
            lambda s: tuple([sign * one(s, seat) for seat in seats]),
            game.teams,
            sign < 0,
        )
    if game.rules.purse is not None:
        first = game.layout.cell_base["chips"]
        purses = slice(first, first + game.players)
        return Standing("chips", lambda s: tuple(s.cells[purses]), 0)
    return None


def _name(value: Expr) -> str:
    """What a number is called by the rules: the memory it is, or else a word for all."""
    if isinstance(value, Slot):
        return value.key.removeprefix("memory ").replace("_", " ")
    return "score"


def leader(scores: tuple[int, ...]) -> int | None:
    """Who is ahead of everybody else, as a place in the scores; None while several are."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def margin(scores: tuple[int, ...]) -> int:
    """By how much the best score is ahead of the next one; 0 if two are the best or there is one."""
    if len(scores) < 2:
        return 0
    second, best = sorted(scores)[-2:]
    return best - second
