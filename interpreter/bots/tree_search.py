"""Bots that think ahead: information-set Monte Carlo tree search, as Cowling, Powley and Whitehouse
described it (2012), with one tree for the seat that decides.

Each time the cards that the seat does not see are dealt anew, as they may lie after all that it has
perceived; then a game goes from there down the tree, on by chance, and what comes of it is noted on the
way back. All players go for what is best for themselves. Two things are added:

* A move in the tree has figures of its own for each way the cards of the one who decides may lie, as
  soon as there are enough of them: who holds the king plays another move than who holds the jack, and
  what is drawn in thought may be answered. Until then they share the figures of the move.
* Of moves that choose many cards at once each card is judged by itself, and the best are put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from ..errors import RuleError
from ..machine.chance import stream
from ..machine.game import Game
from ..machine.moves import LegalMoves, Move, MoveKind
from ..machine.state import State
from ..machine.unseen import worlds
from .approach import approaches
from .names import ITERATIONS
from .prospects import Prospects

CURIOSITY = 0.8
"""How much is tried that looks worse, in usual differences of the result."""
STRAYING = 0.1
"""How often a move by chance is made where one is known to come nearer to what is wanted."""
FEWEST = 8
"""So many games are begun if the time is long enough for it: until then each is broken off in time."""
FIRST = 3
"""So often each of the first moves is tried, before those that look best are."""
MANY = 40
"""Moves from which on they are judged by their parts; within the tree one is then taken by chance."""
MOST = 2_000
"""The most moves that are looked at."""
NUMBERS = 8
"""So many numbers are tried where a number is chosen from a wide range."""
TOO_MANY_VIEWS = 12
"""Visits after which it is looked whether the cards are ever seen alike."""

Key: TypeAlias = tuple[MoveKind, tuple[Any, ...]]


class _Figures:
    """What came of a move: how often it was made, and could have been, and what it was worth in all."""

    __slots__ = ("made", "offered", "total")

    def __init__(self) -> None:
        self.made = 0
        self.offered = 0
        self.total = 0.0


class _Branch(_Figures):
    """A move in the tree, and the decisions that came after it. Of the first moves it is noted what the
    seat has gained, and how often it was ahead."""

    __slots__ = ("after", "ahead", "gained")

    def __init__(self) -> None:
        super().__init__()
        self.after: dict[tuple[int, int | None], _Node] = {}
        self.ahead = 0
        self.gained = 0.0


class _Node:
    """A decision in the tree. `views` has figures for each way the cards were seen there."""

    __slots__ = ("branches", "views", "visits")

    def __init__(self) -> None:
        self.branches: dict[Key, _Branch] = {}
        self.views: dict[Any, dict[Key, _Figures]] | None = {}
        self.visits = 0


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a bot thinks of a move: tried so often, it gained so much on the average until the end of the
    deal, and left the seat ahead of all others that often, 0 to 1.

    What is gained is what the rules call the worth of a game (`payoff`), or else points or chips, by how
    much more than the others on the average.
    """

    move: Move
    tries: int
    gain: float
    ahead: float


class TreeBot:
    """A seat, from 0, that thinks ahead: for so many games in thought, or for some seconds, or until the
    one or the other is over.

    With a number of games the same seed makes the same moves; with a time that is for the clock to say.
    The time is kept to about the duration of one move in thought. `weighed` has what it thought of the
    moves of its last decision, the chosen one first; it is empty after one with a single legal move.
    """

    def __init__(
        self,
        seed: int,
        seat: int,
        iterations: int | None = ITERATIONS,
        seconds: float | None = None,
    ) -> None:
        self._seat = seat
        self._iterations = iterations
        self._seconds = seconds
        self._rng = Random(stream(seed, f"bot {seat + 1}"))
        self._search: _Search | None = None
        self.weighed: list[Weighed] = []

    def choose(self, state: State, moves: LegalMoves) -> Move:
        """One of the legal moves of a state that is not over."""
        self.weighed = []
        first = [*islice(moves, 2)]
        if len(first) == 1:
            return first[0]
        if self._search is None or self._search.game is not state.game:
            self._search = _Search(state.game, self._seat, self._rng)
        self.weighed = self._search.weigh(state, self._iterations, self._seconds)
        return self.weighed[0].move if self.weighed else moves.pick(self._rng)


class _Search:
    """The thoughts of a seat: one tree after the other."""

    def __init__(self, game: Game, seat: int, rng: Random) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.prospects = Prospects(game)
        self.approaches = approaches(game)
        self._until = float("inf")
        self._count = 0
        self._mean = 0.0
        self._squares = 0.0
        self._least = self._most = 0.0

    # ---------------------------------------------------------------- a decision

    def weigh(self, state: State, iterations: int | None, seconds: float | None) -> list[Weighed]:
        """The moves that were tried, the best one first; none if a rule failed whenever one was tried."""
        end = float("inf") if seconds is None else perf_counter() + seconds
        self.prospects.begin(state)
        self._count, self._mean, self._squares = 0, 0.0, 0.0
        self._least = self._most = 0.0
        options = self._options(state)
        root = _Parts(self, options) if len(options) > MANY else _Tree(self)
        dealt = worlds(state, self.seat, self.rng)
        done = 0
        while iterations is None or done < iterations:
            if root.is_settled(None if iterations is None else iterations - done):
                break
            if seconds is not None and done and perf_counter() >= end:
                break
            world = next(dealt)
            if seconds is not None:
                # Games that are dear are not thought through to their end, for there to be several.
                now = perf_counter()
                self._until = now + max(0.0, end - now) / max(1, FEWEST - done)
            root.iterate(world)
            done += 1
        return root.weighed(options)

    def is_decided(self, world: State) -> bool:
        """Whether a game in thought is not played on: it, or its deal, is over, or its time is."""
        return self.prospects.is_decided(world) or (
            self._until < float("inf") and perf_counter() >= self._until
        )

    def spread(self) -> float:
        """How different the results are that the seat has had: as a standard deviation, or as a part of
        the way between the worst and the best, where nearly all are the same."""
        if self._most <= self._least:
            return 1.0
        return max(sqrt(self._squares / self._count), (self._most - self._least) / 3)

    def note(self, worth: float) -> None:
        """A result of the seat."""
        if not self._count:
            self._least = self._most = worth
        elif worth < self._least:
            self._least = worth
        elif worth > self._most:
            self._most = worth
        self._count += 1
        off = worth - self._mean
        self._mean += off / self._count
        self._squares += off * (worth - self._mean)

    # ---------------------------------------------------------------- moves

    def _options(self, state: State, most: int = MOST) -> list[Move]:
        """The legal moves, of wide ranges of numbers some; at most so many of a kind and one."""
        moves = LegalMoves(state)
        with suppress(RuleError):  # there are too many to count
            if moves.count() <= most:
                return [*moves]
        found: list[Move] = []
        for kind in state.game.kinds[state.at]:
            if kind.bounds is None:
                some = islice(kind.legal(state), most + 1)
                found += [Move(kind, choices, moves.offered) for choices in some]
                continue
            low, high = kind.bounds(state)
            if low is not None and high is not None and low <= high:
                found += [Move(kind, (number,), moves.offered) for number in _spread(low, high)]
        return found

    def play_on(self, world: State) -> None:
        """Make moves until the game is decided, by chance or nearer to what is wanted."""
        rng, decided, nearer = self.rng, self.is_decided, self.approaches
        while not decided(world):
            moves = LegalMoves(world)
            approach = nearer.get(world.at)
            if approach is None or rng.random() < STRAYING:
                world.apply(moves.pick(rng))
            else:
                world.apply(approach.choose(world, moves, rng))


def _spread(low: int, high: int) -> list[int]:
    """Some numbers of a range: all if it is short, or else both ends, the next one, and some between."""
    width = high - low
    if width < NUMBERS:
        return [*range(low, high + 1)]
    parts = (width // 8, width // 4, width // 2, 3 * width // 4)
    return sorted({low, low + 1, *(low + part for part in parts), high})


def _is_ahead(worth: list[float], seat: int, teams: int) -> bool:
    """Whether a seat has gained more than all others; alone, whether it has gained at all."""
    others = [w for other, w in enumerate(worth) if (other - seat) % (teams or len(worth))]
    return worth[seat] > max(others, default=0.0)


class _Tree:
    """A decision with few moves, and what may follow."""

    def __init__(self, search: _Search) -> None:
        self.search = search
        self.root = _Node()

    def is_settled(self, left: int | None) -> bool:
        """Whether so many more games in thought cannot change which move was tried most."""
        if left is None or len(self.root.branches) < 2:
            return False
        best, second = sorted([b.made for b in self.root.branches.values()])[-1:-3:-1]
        return best - second > left

    def weighed(self, options: list[Move]) -> list[Weighed]:
        """The moves that were tried, those that were tried most first."""
        found = []
        for move in options:
            branch = self.root.branches.get((move.kind, move.choices))
            if branch is not None and branch.made:
                gain, ahead = branch.gained / branch.made, branch.ahead / branch.made
                found.append(Weighed(move, branch.made, gain, ahead))
        return sorted(found, key=lambda w: (-w.tries, -w.gain))

    def iterate(self, world: State) -> None:
        """One game in thought."""
        search = self.search
        path: list[tuple[int, _Branch, _Figures | None]] = []
        try:
            self._descend(world, path)
            search.play_on(world)
        except RuleError:
            return  # what the rules do not allow for is no result
        gains = search.prospects.gains(world)
        worth = search.prospects.worth(world, gains)
        for actor, branch, figures in path:
            branch.made += 1
            branch.total += worth[actor]
            if figures is not None:
                figures.made += 1
                figures.total += worth[actor]
        if path:
            first = path[0][1]
            first.gained += gains[search.seat]
            first.ahead += _is_ahead(worth, search.seat, search.game.teams)
        search.note(worth[search.seat])

    def _descend(self, world: State, path: list[tuple[int, _Branch, _Figures | None]]) -> None:
        """Make the moves that lead down the tree, and one that is new in it."""
        search = self.search
        decided, rng = search.is_decided, search.rng
        branch: _Branch | None = None
        while not decided(world):
            moves = search._options(world, MANY)
            if len(moves) < 2:
                world.apply(moves[0])
                continue
            if len(moves) > MANY and branch is not None:
                world.apply(LegalMoves(world).pick(rng))
                continue
            actor = world.actor
            assert actor is not None
            if branch is None:
                node, figures = self.root, None
            else:
                node = branch.after.setdefault((world.at, actor), _Node())
                figures = self._figures(node, world, actor)
            node.visits += 1
            move = self._new(node, world, moves)
            is_new = move is not None
            if move is None:
                move = self._promising(node, figures, moves)
            key = (move.kind, move.choices)
            branch = node.branches.get(key)
            if branch is None:
                branch = node.branches[key] = _Branch()
            for other in moves:
                known = node.branches.get((other.kind, other.choices))
                if known is not None:
                    known.offered += 1
            own = None
            if figures is not None:
                own = figures.setdefault(key, _Figures())
            path.append((actor, branch, own))
            world.apply(move)
            if is_new:
                return

    def _new(self, node: _Node, world: State, moves: list[Move]) -> Move | None:
        """A move that was never made here, if one is to be tried now."""
        branches = node.branches
        new = [move for move in moves if (move.kind, move.choices) not in branches]
        if not new:
            return None
        approach = self.search.approaches.get(world.at)
        if approach is None:
            return new[int(self.search.rng.random() * len(new))]
        # The nearest first, and the others only as the tree grows.
        if len(moves) - len(new) >= 2 + sqrt(node.visits):
            return None
        far = approach.measured(world, new)
        return new[far.index(min(far))]

    def _promising(
        self, node: _Node, figures: dict[Key, _Figures] | None, moves: list[Move]
    ) -> Move:
        """The move that is best, or might be: the upper end of what is known of it."""
        curious = CURIOSITY * self.search.spread()
        if figures is not None:
            tried = sum([f.made for f in figures.values()])
            if tried >= len(moves):
                missing = [m for m in moves if (m.kind, m.choices) not in figures]
                if missing:
                    return missing[int(self.search.rng.random() * len(missing))]
                logs = log(tried)
                return max(moves, key=lambda m: _upper(figures[m.kind, m.choices], logs, curious))
        branches = node.branches
        if node is self.root and node.visits <= FIRST * len(branches):
            # What came of a move once says little, and nothing of how different results may be.
            known_moves = [m for m in moves if (m.kind, m.choices) in branches]
            return min(known_moves, key=lambda m: branches[m.kind, m.choices].made)
        best, most = moves[0], float("-inf")
        for move in moves:
            known = branches.get((move.kind, move.choices))
            if known is not None:
                value = _upper(known, log(known.offered) if known.offered > 1 else 0.0, curious)
                if value > most:
                    best, most = move, value
        return best

    def _figures(self, node: _Node, world: State, actor: int) -> dict[Key, _Figures] | None:
        """The figures of the moves for the cards as the one who decides sees them."""
        views = node.views
        if views is None:
            return None
        if node.visits > TOO_MANY_VIEWS and 2 * len(views) > node.visits:
            node.views = None
            return None
        return views.setdefault(_seen(world, actor), {})


def _upper(figures: _Figures, logs: float, curious: float) -> float:
    made = figures.made
    return figures.total / made + curious * sqrt(logs / made) if made else float("inf")


def _seen(state: State, seat: int) -> tuple[frozenset[int], ...]:
    """The cards that a seat sees, pile by pile; a card that lies there unseen is none of them."""
    table, mask = state.game.runtime, 1 << seat
    found = []
    for number, pile in enumerate(state.piles):
        undecided = state.undecided[number]
        if len(pile) == undecided:
            found.append(_NO_CARDS)
        elif table.sees_all(state, number) & mask:
            found.append(frozenset(pile[undecided:]))
        else:
            found.append(
                frozenset([c for c in pile[undecided:] if table.visible(state, number, c) & mask])
            )
    return tuple(found)


_NO_CARDS: frozenset[int] = frozenset()


class _Parts:
    """A decision with so many moves that each is judged by its parts: by the cards, say, that are
    chosen together."""

    def __init__(self, search: _Search, options: list[Move]) -> None:
        self.search = search
        self.options = options
        self._parts = [[*_parts_of(move)] for move in options]
        self.figures = {part: _Figures() for parts in self._parts for part in parts}
        self.tried: dict[int, _Branch] = {}
        self.made = 0
        self.total = 0.0

    def is_settled(self, left: int | None) -> bool:
        """All of it is looked at as long as it may be."""
        return False

    def iterate(self, world: State) -> None:
        """One game in thought, with the move that is best or might be, part by part."""
        search = self.search
        place = self._best(CURIOSITY * search.spread())
        try:
            world.apply(self.options[place])
            search.play_on(world)
        except RuleError:
            return
        gains = search.prospects.gains(world)
        worth = search.prospects.worth(world, gains)
        gain = worth[search.seat]
        self.made += 1
        self.total += gain
        for part in self._parts[place]:
            figures = self.figures[part]
            figures.made += 1
            figures.total += gain
        branch = self.tried.setdefault(place, _Branch())
        branch.made += 1
        branch.total += gain
        branch.gained += gains[search.seat]
        branch.ahead += _is_ahead(worth, search.seat, search.game.teams)
        search.note(gain)

    def _best(self, curious: float) -> int:
        mean = self.total / self.made if self.made else 0.0
        logs = log(self.made) if self.made > 1 else 0.0
        value = {}
        for part, figures in self.figures.items():
            # One more game with the usual result, so that little is made of few.
            known = (figures.total + mean) / (figures.made + 1) - mean
            value[part] = known + curious * sqrt(logs / (figures.made + 1))
        sums = [sum([value[part] for part in parts]) for parts in self._parts]
        best = max(sums)
        return self.search.rng.choice([i for i, total in enumerate(sums) if total == best])

    def weighed(self, options: list[Move]) -> list[Weighed]:
        """The move that is best part by part, then those that were tried."""
        if not self.made:
            return []
        best = self._best(0.0)
        mean = self.total / self.made
        found = []
        for place, move in enumerate(options):
            branch = self.tried.get(place)
            if branch is not None:
                gain, ahead = branch.gained / branch.made, branch.ahead / branch.made
                found.append((place != best, Weighed(move, branch.made, gain, ahead)))
            elif place == best:
                found.append((False, Weighed(move, 0, mean, 0.0)))
        found.sort(key=lambda w: (w[0], -w[1].tries, -w[1].gain))
        return [weighed for _, weighed in found]


def _parts_of(move: Move) -> Iterator[tuple[Any, ...]]:
    """What a move is made of: its kind, and each thing that is chosen."""
    yield (move.kind,)
    for place, choice in enumerate(move.choices):
        for thing in choice if isinstance(choice, tuple) else (choice,):
            yield move.kind, place, thing
