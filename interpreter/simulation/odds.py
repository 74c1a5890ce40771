"""What each move of the one who decides leads to, from what that seat knows: exactly where chance can be
counted, else estimated.

Moves are followed to the next decision of anybody, or further through decisions of the same seat; or to
the end of the turn, where all that tables pay out comes before it. All that the seat does not see is
chance: the cards it has not seen lie in any order, each as likely as every other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import inf
from random import Random
from time import perf_counter
from typing import Any

from rulerun.grammar.record import record

from ..errors import RuleError
from ..machine.moves import Move
from ..machine.state import State
from ..machine.unseen import worlds
from .estimates import Interval, Moments, wilson
from .measuring import Measuring
from .outcomes import Outcomes, TooMuch
from .results import plain

MOST_MOVES = 200
"""The most legal moves of which anything is told."""
BUDGET = 60_000
"""So often moves may be made to count the chances of one; what takes more is estimated."""
_ALL = 1.5
"""So many times as often for all moves together."""
_DEEPER = 4
"""So many times as often, where further decisions are looked through."""
_TRIED, _TRIED_MOVES = 8, 10
"""So many deals of so many moves are tried to see how far they are to be followed."""
SAMPLES = 2_000
"""Deals of the unseen cards of which an estimate is made, of few moves."""
_FEWEST, _MOST_RUNS = 200, 20_000
"""Of many moves, so few; so often moves are made for it."""


@record
class Chance:
    """How likely something is, from 0 to 1: a row that applies, or what comes next."""

    name: str
    share: Interval


@record
class MoveOdds:
    """What a move leads to.

    `is_exact`: all chances were counted, and every interval is one number; else `runs` deals were
    tried. `rows` are rows of tables by how likely they apply; `next` is who decides next, or that
    the game is over; `again` is how likely the same seat decides before a row has applied. `change` is
    the expected change of what the game compares for the seat, be more of it better or less; None if it
    compares nothing.
    """

    move: str
    is_exact: bool
    runs: int
    rows: tuple[Chance, ...]
    next: tuple[Chance, ...]
    again: Interval
    change: Interval | None


@record
class Odds:
    """All moves of a decision.

    `seat` decides; `left_out` more moves are legal. `to_turn_end`: they were followed to the end of the
    turn, not to the next decision. `measure` is what the game compares, of which the fewest win if
    `fewest_win`; `depth` is how many further
    decisions of the seat were looked through, of those that were `wanted`: through more there was too
    much to count.
    """

    seat: int
    measure: str | None
    depth: int
    wanted: int
    to_turn_end: bool
    moves: tuple[MoveOdds, ...]
    left_out: int
    fewest_win: bool

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        found: dict[str, Any] = plain(self)
        return found


def odds_of(
    measuring: Measuring,
    rows: Mapping[int, str],
    state: State,
    *,
    depth: int = 0,
    budget: int = BUDGET,
    samples: int = SAMPLES,
    seed: int = 1,
    seconds: float | None = None,
) -> Odds:
    """The odds of every legal move in a state at a decision.

    The measuring's game can stop where turns end. `rows` names its units that are told. Through so many
    further decisions of the same seat (`depth`) the best move is looked for, by what it is expected to
    change, as long as no row has applied; through fewer, if there is too much to count. What is not
    counted in the first half of so many `seconds` is estimated in the second.
    """
    seat = state.actor
    assert seat is not None
    looking = _Looking(measuring, rows, seat, samples, seed)
    if seconds is not None:
        looking.outcomes.until = perf_counter() + seconds / 2
        looking.until = looking.outcomes.until + seconds / 2
    legal = list(islice(state.legal_moves, MOST_MOVES + 1))
    told = legal[:MOST_MOVES]
    left_out = state.legal_moves.count() - len(told) if len(legal) > MOST_MOVES else 0
    game = measuring.game
    wanted = depth
    fewest_win = measuring.standing is not None and measuring.standing.fewest_win
    while depth:
        try:
            moves = looking.of_moves(state, told, depth, _DEEPER * budget)
        except TooMuch:
            depth -= 1
        else:
            return Odds(seat, measuring.measure, depth, wanted, False, moves, left_out, fewest_win)
    to_turn_end = looking.is_told_by_turn_end(state, told)
    game.stops_in = turn_of(state) if to_turn_end else None
    try:
        moves = looking.of_moves(state, told, 0, budget)
    finally:
        game.stops_in = None
    return Odds(seat, measuring.measure, 0, wanted, to_turn_end, moves, left_out, fewest_win)


def turn_of(state: State) -> str:
    """The place of the program that ends the turn in which somebody decides."""
    game = state.game
    decision = game.program.decisions[state.at - game.decision_base]
    return f"{decision.you.key.removeprefix('you ')}:next"


class _Counted:
    """What a move leads to: rows and what comes next by how likely they are, and what it changes."""

    __slots__ = ("again", "change", "nexts", "rows")

    def __init__(self, change: Fraction | None) -> None:
        self.change = change
        self.again = Fraction(0)
        self.rows: dict[int, Fraction] = {}
        self.nexts: dict[str, Fraction] = {}

    def add(self, weight: Fraction, other: _Counted) -> None:
        """Add what comes so likely."""
        for row, share in other.rows.items():
            self.rows[row] = self.rows.get(row, Fraction(0)) + weight * share
        for name, share in other.nexts.items():
            self.nexts[name] = self.nexts.get(name, Fraction(0)) + weight * share
        self.again += weight * other.again
        if self.change is not None:
            self.change = None if other.change is None else self.change + weight * other.change


class _Looking:
    def __init__(
        self, measuring: Measuring, rows: Mapping[int, str], seat: int, samples: int, seed: int
    ) -> None:
        self.measuring = measuring
        self.rows = rows
        self.seat = seat
        self.samples = samples
        self.rng = Random(seed)
        self.until = inf
        # Here more is better; what is told is what the rules compare.
        standing = measuring.standing
        self._sign = -1 if standing is not None and standing.fewest_win else 1
        self.outcomes = Outcomes(measuring, rows, seat, self.rng)
        self._best: dict[tuple[str, int], _Counted] = {}

    def of_moves(
        self, state: State, moves: list[Move], depth: int, budget: int
    ) -> tuple[MoveOdds, ...]:
        """The odds of moves, so far ahead; those that cannot be counted are estimated.

        Raises TooMuch if not all can be counted and further decisions are looked through: of moves
        that were followed to different ends there is nothing to compare.
        """
        counted: list[MoveOdds | None] = []
        hopeless: set[str] = set()
        left = int(_ALL * budget)
        for move in moves:
            odds = None
            if move.name not in hopeless:
                self.outcomes.left = allowed = min(budget, left)
                try:
                    odds = self._exact(state, move, depth)
                except TooMuch:
                    if depth:
                        raise
                    hopeless.add(move.name)  # with other choices it is as much
                left -= allowed - max(0, self.outcomes.left)
            counted.append(odds)
        missing = [move for move, odds in zip(moves, counted, strict=True) if odds is None]
        estimated = iter(self._estimates(state, missing) if missing else ())
        return tuple(next(estimated) if odds is None else odds for odds in counted)

    def is_told_by_turn_end(self, state: State, moves: list[Move]) -> bool:
        """Whether rows apply in the turn of a move, and none between its end and the next decision.

        Tried with some deals of what the seat does not see.
        """
        game, rng = self.measuring.game, Random(0)
        ever = False
        tried = moves[:: -(-len(moves) // _TRIED_MOVES)]
        for dealt in islice(worlds(state, self.seat, rng), _TRIED):
            for move in tried:
                found = []
                for stops_in in (turn_of(state), None):
                    game.stops_in = stops_in
                    try:
                        found.append(self.outcomes.run(dealt.clone(), move))
                    except RuleError:
                        return False
                    finally:
                        game.stops_in = None
                if found[0] != found[1]:
                    return False
                ever = ever or bool(found[0])
        return ever

    # ---------------------------------------------------------------- exact

    def _exact(self, state: State, move: Move, depth: int) -> MoveOdds:
        allowed = self.outcomes.left
        counted = self._counted(state, move, depth)
        told = sorted(counted.rows.items(), key=lambda item: (-item[1], item[0]))
        after = sorted(counted.nexts.items(), key=lambda item: (-item[1], item[0]))
        return MoveOdds(
            move=str(move),
            is_exact=True,
            runs=allowed - self.outcomes.left,
            rows=tuple(Chance(self.rows[row], _point(share)) for row, share in told),
            next=tuple(Chance(name, _point(share)) for name, share in after),
            again=_point(counted.again),
            change=None if counted.change is None else _point(self._sign * counted.change),
        )

    def _counted(self, state: State, move: Move, depth: int) -> _Counted:
        """All that a move may lead to, added up; followed by the best moves of the same seat, until a
        row of a table applies."""
        before = self._score(state)
        found = _Counted(None if before is None else Fraction(0))
        looked: dict[str, tuple[Fraction, State]] = {}
        for weight, outcome in self.outcomes.of(state, move):
            after = outcome.state
            now = self._score(after)
            change = None if before is None or now is None else Fraction(now - before)
            again = not outcome.rows and after.actor == self.seat
            if depth and again:
                # What looks alike to the seat is one situation, in which it decides once.
                view = str(after.view(self.seat))
                share, _ = looked.get(view, (Fraction(0), after))
                looked[view] = share + weight, after
                found.add(weight, _Counted(change))
            else:
                one = _Counted(change)
                one.rows = dict.fromkeys(outcome.rows, Fraction(1))
                one.nexts = {self._next(after): Fraction(1)}
                one.again = Fraction(again)
                found.add(weight, one)
        for view, (share, at) in looked.items():
            found.add(share, self._best_at(view, at, depth - 1))
        return found

    def _best_at(self, view: str, state: State, depth: int) -> _Counted:
        """What the best move of the seat leads to in a situation."""
        key = view, depth
        if key not in self._best:
            legal = list(islice(state.legal_moves, MOST_MOVES + 1))
            if len(legal) > MOST_MOVES:
                raise TooMuch
            counted = [self._counted(state, move, depth) for move in legal]
            self._best[key] = max(
                counted, key=lambda one: (one.change is not None, one.change or 0)
            )
        return self._best[key]

    # ---------------------------------------------------------------- estimated

    def _estimates(self, state: State, moves: list[Move]) -> Iterator[MoveOdds]:
        """The same from some deals of what the seat does not see, to the next decision.

        All moves are tried in the same deals: what these have to do with it is no difference of theirs.
        """
        before = self._score(state)
        samples = min(self.samples, max(_FEWEST, _MOST_RUNS // len(moves)))
        rows = [Counter[int]() for _ in moves]
        following = [Counter[str]() for _ in moves]
        changes = [Counter[int]() for _ in moves]
        again = [0] * len(moves)
        for done, world in enumerate(islice(worlds(state, self.seat, self.rng), samples)):
            if done and self.until < inf and perf_counter() >= self.until:
                samples = done
                break
            for place, move in enumerate(moves):
                after = world.clone()
                try:
                    applied = self.outcomes.run(after, move)
                except RuleError:
                    following[place]["a rule fails"] += 1
                    continue
                rows[place].update(applied)
                following[place][self._next(after)] += 1
                again[place] += not applied and after.actor == self.seat
                now = self._score(after)
                if before is not None and now is not None:
                    changes[place][self._sign * (now - before)] += 1
        for place, move in enumerate(moves):
            changed = changes[place]
            yield MoveOdds(
                move=str(move),
                is_exact=False,
                runs=samples,
                rows=tuple(
                    Chance(self.rows[row], wilson(n, samples)) for row, n in _by_share(rows[place])
                ),
                next=tuple(
                    Chance(name, wilson(n, samples)) for name, n in _by_share(following[place])
                ),
                again=wilson(again[place], samples),
                change=Moments.of(changed).interval() if changed else None,
            )

    # ---------------------------------------------------------------- states

    def _score(self, state: State) -> int | None:
        standing = self.measuring.standing
        scores = None if standing is None else standing.at(state)
        if scores is None:
            return None
        return scores[self.seat % len(scores)]

    def _next(self, state: State) -> str:
        if self.measuring.game.stops_in is not None and state.ended_by is None:
            return "the turn is over"
        if state.ended_by is not None:
            return f"over: {state.ended_by}"
        assert state.actor is not None
        return f"P{state.actor + 1} decides"


def _point(share: Fraction) -> Interval:
    value = float(share)
    return Interval(value, value, value)


def _by_share(counts: Counter[Any]) -> list[tuple[Any, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
