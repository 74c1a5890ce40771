"""Bots by their names, as people ask for them: `random`, `greedy:16`, `ismcts:500`, `ismcts:2s`, `random
without knock`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, Protocol

from rulerun.grammar.diagnostics import did_you_mean, shortened

from ..given import listed, seat_of, shown, text
from ..machine.chance import stream
from ..machine.game import Game
from ..machine.moves import LegalMoves, Move
from ..machine.state import State
from .chance import ChanceBot
from .names import BOTS, ITERATIONS, WORLDS
from .strategy import Follower, Players, Strategy

MOST_WORLDS = 10_000
MOST_ITERATIONS = 1_000_000
MOST_SECONDS = 3600.0
_WRITTEN = re.compile(r"\s*(\w+)(?::([0-9.]{1,9})(s?))?(?:\s+without\s+([\w ]+?))?\s*")
_MOST_LOOKED_AT = 1000


class Bot(Protocol):
    """Chooses the moves of a seat."""

    def choose(self, state: State, moves: LegalMoves) -> Move:
        """One of the legal moves of a state that is not over, in which the seat decides."""


class Kind(Protocol):
    """A kind of bot, which can be seated; its text says which."""

    def seated(self, seed: int, seat: int) -> Bot:
        """The bot of a seat, in the game of that seed."""


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

            timed = self.seconds is not None
            return TreeBot(seed, seat, None if timed else self.iterations, self.seconds)
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


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays which seat, of a table of any size. Make one with `seating_of`.

    `numbered` are bots with their seats, from 0. `others` have the other seats: all of them one bot, or
    each its own in their order; without any they are for `usual`.
    """

    numbered: tuple[tuple[int, Kind], ...] = ()
    others: tuple[Kind, ...] = ()
    usual: Kind = RANDOM

    def at(self, players: int) -> tuple[Kind, ...]:
        """The bots of so many seats. Raises ValueError where that does not come out even."""
        table = f"a table of {players} player{'' if players == 1 else 's'}"
        given = dict(self.numbered)
        beyond = max(given, default=0)
        if beyond >= players:
            raise ValueError(f"there is no seat {beyond + 1} at {table}")
        free = [seat for seat in range(players) if seat not in given]
        others = self.others or (self.usual,)
        if len(others) == 1:
            others *= len(free)
        if len(others) != len(free):
            raise ValueError(
                f"{len(others)} bots for {len(free)} seat{'' if len(free) == 1 else 's'} at {table}: name one for all, one for each, or "
                "say which seat one has ('2=greedy')"
            )
        for seat, kind in zip(free, others, strict=True):
            given[seat] = kind
        return tuple(given[seat] for seat in range(players))


_SEATED = re.compile(r"\s*([0-9]{1,9})\s*=(.*)", re.DOTALL)


def seating_of(bots: Players, moves: Iterable[str], usual: Kind = RANDOM) -> Seating:
    """Who plays, as it is written: `2=ismcts:500` has the second seat, `greedy` all the other seats;
    several without a number have the other seats in their order. A strategy has no number; in a
    mapping names and strategies have the seats that it says, from 0.

    Raises ValueError, with what is right, for a text that names no bot, what is neither text nor
    strategy, or a seat that is named twice.
    """
    known = list(moves)
    if isinstance(bots, Mapping):
        return _by_seat(bots, known, usual)
    numbered: dict[int, Kind] = {}
    others: list[Kind] = []
    if isinstance(bots, str) or callable(bots):
        bots = [bots]
    for name in listed(bots, "bots are names or strategies, one or a list of them"):
        if not isinstance(name, str):
            others.append(_kind(name, known))
            continue
        seated = _SEATED.fullmatch(name)
        if seated is None:
            others.append(bot_named(name, known))
            continue
        seat = int(seated[1]) - 1
        if seat < 0:
            raise ValueError(f"'{shortened(name)}': the first seat is 1")
        if seat in numbered:
            raise ValueError(
                f"seat {seat + 1} has two bots, {numbered[seat]} and {bot_named(seated[2], known)}"
            )
        numbered[seat] = bot_named(seated[2], known)
    return Seating(tuple(sorted(numbered.items())), tuple(others), usual)


def _by_seat(bots: Mapping[int, str | Strategy], moves: Iterable[str], usual: Kind) -> Seating:
    for seat in bots:
        if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
            raise ValueError(f"a seat is a whole number from 0, not {shortened(repr(seat))}")
    numbered = ((seat, _kind(bots[seat], moves)) for seat in sorted(bots))
    return Seating(tuple(numbered), (), usual)


def _kind(bot: object, moves: Iterable[str]) -> Kind:
    if isinstance(bot, str):
        return bot_named(bot, moves)
    if callable(bot):
        return Follower(bot)
    raise ValueError(
        f"a bot is a name or a strategy that can be called, not {shortened(repr(bot))}"
    )


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


def bot(name: str, game: Game, seat: int, seed: int = 1) -> SeatedBot:
    """A bot for a seat of a game, from 0: its `choose(state, state.legal_moves)` gives a move.

    `name` is as people write it: `random`, `greedy:16`, `ismcts:500`, `ismcts:2s`, `random without knock`.
    What it chooses depends on the seed, on what its seat knows, and on the decisions that it made before.
    Raises ValueError for a bot or a seat that there is not, TypeError for what is of the wrong type; and
    so does `choose` where it is not the turn of that seat.
    """
    if not isinstance(game, Game):
        raise TypeError(f"a bot plays a game that was loaded, not {shown(game)}")
    text(name, "a bot is a name, 'random' or 'ismcts:500'")
    seat_of(seat, game.players)
    kinds = [kind.name for there in game.kinds.values() for kind in there]
    return SeatedBot(bot_named(name, dict.fromkeys(kinds)).seated(seed, seat), seat)


class SeatedBot:
    """A bot at its seat, that is asked only when it is to move there."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self._bot = bot
        self._seat = seat

    def choose(self, state: State, moves: LegalMoves) -> Move:
        """One of the legal moves of a state that is not over, in which the seat decides.

        Raises ValueError where it does not, TypeError for what is no state or not its legal moves.
        """
        if not isinstance(state, State) or not isinstance(moves, LegalMoves):
            wrong = moves if isinstance(state, State) else state
            raise TypeError(f"a bot chooses of a state and its legal_moves, not {shown(wrong)}")
        if state.actor is None:
            raise ValueError(
                f"nobody is to move; the bot of seat {self._seat} has nothing to choose"
            )
        if state.actor != self._seat:
            raise ValueError(
                f"seat {state.actor} is to move, and this is the bot of seat {self._seat}"
            )
        return self._bot.choose(state, moves)

    @property
    def weighed(self) -> Any:
        """What it thought of the moves that it weighed last, of a bot that thinks ahead."""
        weighed = getattr(self._bot, "weighed", None)
        if weighed is None:
            raise AttributeError("this bot weighs nothing: 'ismcts' does")
        return weighed
