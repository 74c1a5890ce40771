"""Bots by their names, as people ask for them: `random`, `greedy:16`, `ismcts:500`, `ismcts:2s`, `random
without knock`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Protocol

from rulerun.grammar.diagnostics import did_you_mean, shortened

from ..machine.chance import stream
from ..machine.moves import LegalMoves, Move
from ..machine.state import State
from .budgets import ITERATIONS, WORLDS
from .chance import ChanceBot

MOST_WORLDS = 10_000
MOST_ITERATIONS = 1_000_000
MOST_SECONDS = 3600.0
_WRITTEN = re.compile(r"\s*(\w+)(?::([0-9.]{1,9})(s?))?(?:\s+without\s+([\w ]+?))?\s*")
_MOST_LOOKED_AT = 1000

BOTS = {
    "random": "makes every legal move as likely as any other",
    "greedy": f"looks one move ahead, in {WORLDS} deals of the cards that it does not see, or N with greedy:N",
    "ismcts": f"thinks ahead in a tree of moves, in {ITERATIONS} games in thought, or N with ismcts:N, or for "
    "as long as ismcts:2s says",
}
"""What there is to seat, with a few words about each."""


class Bot(Protocol):
    """Chooses the moves of a seat."""

    def choose(self, state: State, moves: LegalMoves) -> Move:
        """One of the legal moves of a state that is not over, in which the seat decides."""


@dataclass(frozen=True, slots=True)
class BotKind:
    """A bot that can be seated. `without` are moves that it makes only if it has no other."""

    name: str = "random"
    worlds: int = WORLDS
    without: tuple[str, ...] = ()
    iterations: int = ITERATIONS
    seconds: float | None = None

    def seated(self, seed: int, seat: int) -> Bot:
        """The bot of a seat, in the game of that seed."""
        bot = self._seated(seed, seat)
        return Restricted(bot, self.without, seed, seat) if self.without else bot

    def _seated(self, seed: int, seat: int) -> Bot:
        if self.name == "greedy":
            from .greedy import GreedyBot

            return GreedyBot(seed, seat, self.worlds)
        if self.name == "ismcts":
            from .tree_search import TreeBot

            return TreeBot(seed, seat, self.iterations, self.seconds)
        return ChanceBot(seed, seat)

    def __str__(self) -> str:
        much = ""
        if self.name == "greedy" and self.worlds != WORLDS:
            much = f":{self.worlds}"
        if self.name == "ismcts" and self.seconds is not None:
            much = f":{self.seconds:g}s"
        elif self.name == "ismcts" and self.iterations != ITERATIONS:
            much = f":{self.iterations}"
        without = f" without {' '.join(self.without)}" if self.without else ""
        return f"{self.name}{much}{without}"


RANDOM = BotKind()
STRONG = BotKind("ismcts", seconds=0.4)
"""An opponent for people: it answers within half a second."""


class Restricted:
    """A bot that does without some moves, as long as there are others: what are they worth?

    Where the one that it restricts chooses such a move, another is chosen by chance.
    """

    def __init__(self, bot: Bot, without: tuple[str, ...], seed: int, seat: int) -> None:
        self._bot = bot
        self._without = without
        self._rng = Random(stream(seed, f"bot {seat + 1} without"))

    def choose(self, state: State, moves: LegalMoves) -> Move:
        """One of the legal moves, of those that it does not do without if there is one."""
        move = self._bot.choose(state, moves)
        if move.name not in self._without:
            return move
        others = [m for m in islice(moves, _MOST_LOOKED_AT) if m.name not in self._without]
        return self._rng.choice(others) if others else move


def bot_named(text: str, moves: Iterable[str]) -> BotKind:
    """The bot that a text asks for; `moves` are the names of the game's moves.

    Raises ValueError, with what is right, for a text that asks for none.
    """
    written = _WRITTEN.fullmatch(text)
    if written is None:
        raise ValueError(
            f"'{shortened(text)}' is no bot; write 'random', 'ismcts:500' or 'random without MOVE'"
        )
    name, much, timed, without = written.groups()
    if name not in BOTS:
        near = did_you_mean(name, BOTS) or f"there are {', '.join(BOTS)}"
        raise ValueError(f"no bot is called '{shortened(name)}'; {near}")
    known = list(moves)
    left_out = tuple((without or "").split())
    for move in left_out:
        if move not in known:
            near = did_you_mean(move, known) or f"its moves are {', '.join(known)}"
            raise ValueError(f"the game has no move '{shortened(move)}'; {near}")
    return _budgeted(BotKind(name, without=left_out), much, bool(timed))


def _budgeted(kind: BotKind, much: str | None, timed: bool) -> BotKind:
    """A bot that thinks as much as is said behind its colon."""
    if much is None:
        return kind
    written = f"{kind.name}:{much}{'s' * timed}"
    if kind.name == "random":
        raise ValueError(
            f"a bot 'random' tries nothing: write it without '{written.removeprefix('random')}'"
        )
    if timed and kind.name == "ismcts":
        seconds = float(much) if much.count(".") < 2 and much != "." else 0.0
        if not 0 < seconds <= MOST_SECONDS:
            raise ValueError(
                f"a bot thinks for more than 0 and at most {MOST_SECONDS:,.0f} seconds, not '{written}'"
            )
        return replace(kind, seconds=seconds)
    most, what = (
        (MOST_WORLDS, "tries its moves in 1 to {:,} deals") if kind.name == "greedy"
        else (MOST_ITERATIONS, "thinks through 1 to {:,} games, or for some seconds ('ismcts:2s')")
    )  # fmt: skip
    if timed or not much.isdigit() or not 1 <= int(much) <= most:
        raise ValueError(f"a bot '{kind.name}' {what.format(most)}, not '{written}'")
    if kind.name == "greedy":
        return replace(kind, worlds=int(much))
    return replace(kind, iterations=int(much))
