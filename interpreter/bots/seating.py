"""Bots by their names, as people ask for them: `random`, `greedy`, `greedy:16`, `random without knock`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Protocol

from rulerun.grammar.diagnostics import did_you_mean, shortened

from ..machine.chance import stream
from ..machine.moves import LegalMoves, Move
from ..machine.state import State
from .chance import ChanceBot
from .greedy import WORLDS, GreedyBot

NAMES = ("random", "greedy")
MOST_WORLDS = 10_000
_WRITTEN = re.compile(r"\s*(\w+)(?::([0-9]{1,9}))?(?:\s+without\s+([\w ]+?))?\s*")
_MOST_LOOKED_AT = 1000


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

    def seated(self, seed: int, seat: int) -> Bot:
        """The bot of a seat, in the game of that seed."""
        is_greedy = self.name == "greedy"
        bot: Bot = GreedyBot(seed, seat, self.worlds) if is_greedy else ChanceBot(seed, seat)
        return Restricted(bot, self.without, seed, seat) if self.without else bot

    def __str__(self) -> str:
        worlds = f":{self.worlds}" if self.name == "greedy" and self.worlds != WORLDS else ""
        without = f" without {' '.join(self.without)}" if self.without else ""
        return f"{self.name}{worlds}{without}"


RANDOM = BotKind()


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
            f"'{shortened(text)}' is no bot; write 'random', 'greedy' or 'random without MOVE'"
        )
    name, worlds, without = written.groups()
    if name not in NAMES:
        near = did_you_mean(name, NAMES) or f"there are {' and '.join(NAMES)}"
        raise ValueError(f"no bot is called '{shortened(name)}'; {near}")
    if worlds is not None and name != "greedy":
        raise ValueError(f"a bot '{name}' tries nothing: write it without ':{worlds}'")
    if worlds is not None and not 1 <= int(worlds) <= MOST_WORLDS:
        raise ValueError(f"a bot tries its moves in 1 to {MOST_WORLDS:,} deals, not in {worlds}")
    known = list(moves)
    left_out = tuple((without or "").split())
    for move in left_out:
        if move not in known:
            near = did_you_mean(move, known) or f"its moves are {', '.join(known)}"
            raise ValueError(f"the game has no move '{shortened(move)}'; {near}")
    return BotKind(name, int(worlds or WORLDS), left_out)
