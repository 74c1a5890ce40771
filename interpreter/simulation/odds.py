"""What each move of the one who decides leads to, from what that seat knows: exactly where chance can be
counted, else estimated.

Moves are followed to the next decision of anybody, or further through decisions of the same seat; or to
the end of the turn, where all that tables pay out comes before it. All that the seat does not see is
chance: the cards it has not seen lie in any order, each as likely as every other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from rulerun.grammar.record import record

from ..errors import RuleError
from ..machine.likeness import alike
from ..machine.moves import Move
from ..machine.state import State
from ..machine.table import CardNeeded
from ..machine.unseen import hidden_from, imagined, new_stream, renamed
from .estimates import Interval, Moments, wilson
from .measured_game import TurnOver
from .measuring import Measuring
from .results import plain

MOST_MOVES = 200
"""The most legal moves of which anything is told."""
BUDGET = 20_000
"""So often a move may be made to count its chances; what takes more is estimated."""
_TRIED, _TRIED_MOVES = 8, 10
"""So many deals of so many moves are tried to see how far they are to be followed."""
SAMPLES = 2_000
"""Deals of the unseen cards of which an estimate is made."""


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
    the game is over. `change` is the expected change of what the game compares for the seat, None if
    it compares nothing.
    """

    move: str
    is_exact: bool
    runs: int
    rows: tuple[Chance, ...]
    next: tuple[Chance, ...]
    change: Interval | None


@record
class Odds:
    """All moves of a decision.

    `seat` decides; `left_out` more moves are legal. `to_turn_end`: they were followed to the end of the
    turn, not to the next decision. `measure` is what the game compares, `depth` how many further
    decisions of the seat were looked through.
    """

    seat: int
    measure: str | None
    depth: int
    to_turn_end: bool
    moves: tuple[MoveOdds, ...]
    left_out: int

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
) -> Odds:
    """The odds of every legal move in a state at a decision.

    The measuring's game can stop where turns end. `rows` names its units that are told. Through so many further decisions of the
    same seat (`depth`) the best move is looked for, by what it is expected to change.
    """
    seat = state.actor
    assert seat is not None
    looking = _Looking(measuring, rows, seat, samples, seed)
    legal = list(islice(state.legal_moves, MOST_MOVES + 1))
    told = legal[:MOST_MOVES]
    game = measuring.game
    to_turn_end = not depth and looking.is_told_by_turn_end(state, told)
    game.stops_in = turn_of(state) if to_turn_end else None
    try:
        moves = tuple(looking.of_move(state, move, depth, budget) for move in told)
    finally:
        game.stops_in = None
    left_out = state.legal_moves.count() - len(moves) if len(legal) > MOST_MOVES else 0
    return Odds(seat, measuring.measure, depth, to_turn_end, moves, left_out)


def turn_of(state: State) -> str:
    """The place of the program that ends the turn in which somebody decides."""
    game = state.game
    decision = game.program.decisions[state.at - game.decision_base]
    return f"{decision.you.key.removeprefix('you ')}:next"


class _TooMuch(Exception):
    """There is more to count than may be counted."""


class _Ended:
    """Where a move has led: the state, and the rows that applied on the way."""

    __slots__ = ("rows", "state")

    def __init__(self, state: State, rows: tuple[int, ...]) -> None:
        self.state = state
        self.rows = rows


class _Looking:
    def __init__(
        self, measuring: Measuring, rows: Mapping[int, str], seat: int, samples: int, seed: int
    ) -> None:
        self.measuring = measuring
        self.rows = rows
        self.seat = seat
        self.samples = samples
        self.rng = Random(seed)
        self.alike = alike(measuring.game)
        self.left = 0
        self._best: dict[tuple[str, int], Fraction] = {}

    def of_move(self, state: State, move: Move, depth: int, budget: int) -> MoveOdds:
        """The odds of a move, exact if they can be counted within the budget."""
        self.left = budget
        try:
            return self._exact(state, move, depth, budget)
        except _TooMuch:
            return self._estimate(state, move)

    def is_told_by_turn_end(self, state: State, moves: list[Move]) -> bool:
        """Whether rows apply in the turn of a move, and none between its end and the next decision.

        Tried with some deals of what the seat does not see.
        """
        game, rng = self.measuring.game, Random(0)
        ever = False
        for move in moves[:: -(-len(moves) // _TRIED_MOVES)]:
            for _ in range(_TRIED):
                dealt = imagined(state, self.seat, rng)
                found = []
                for stops_in in (turn_of(state), None):
                    game.stops_in = stops_in
                    try:
                        found.append(self._run(dealt.clone(), move))
                    except RuleError:
                        return False
                    finally:
                        game.stops_in = None
                if found[0] != found[1]:
                    return False
                ever = ever or bool(found[0])
        return ever

    def _run(self, state: State, move: Move) -> tuple[int, ...]:
        """Make a move in a state; the rows that apply until it stops."""
        self.measuring.begin_to_count()
        with suppress(TurnOver):
            state.apply(move)
        return tuple(row for row in self.measuring.counted() if row in self.rows)

    # ---------------------------------------------------------------- exact

    def _exact(self, state: State, move: Move, depth: int, budget: int) -> MoveOdds:
        weights: dict[int, Fraction] = {}
        nexts: dict[str, Fraction] = {}
        for weight, ended in self._endings(state, move):
            for row in ended.rows:
                weights[row] = weights.get(row, Fraction(0)) + weight
            name = self._next(ended.state)
            nexts[name] = nexts.get(name, Fraction(0)) + weight
        change = self._value(state, move, depth)
        told = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
        after = sorted(nexts.items(), key=lambda item: (-item[1], item[0]))
        return MoveOdds(
            move=str(move),
            is_exact=True,
            runs=budget - self.left,
            rows=tuple(Chance(self.rows[row], _point(share)) for row, share in told),
            next=tuple(Chance(name, _point(share)) for name, share in after),
            change=None if change is None else _point(change),
        )

    def _value(self, state: State, move: Move, depth: int) -> Fraction | None:
        """What a move changes on the average, followed by the best ones of the same seat."""
        before = self._score(state)
        if before is None:
            return None
        total = Fraction(0)
        looked: dict[str, tuple[Fraction, State]] = {}
        for weight, ended in self._endings(state, move):
            after = self._score(ended.state)
            if after is None:
                return None
            total += weight * (after - before)
            if depth and ended.state.actor == self.seat:
                # What looks alike to the seat is one situation, in which it decides once.
                view = str(ended.state.view(self.seat))
                share, _ = looked.get(view, (Fraction(0), ended.state))
                looked[view] = share + weight, ended.state
        for view, (share, at) in looked.items():
            key = view, depth
            if key not in self._best:
                values = [self._value(at, other, depth - 1) for other in self._moves(at)]
                known = [value for value in values if value is not None]
                self._best[key] = max(known, default=Fraction(0))
            total += share * self._best[key]
        return total

    def _moves(self, state: State) -> list[Move]:
        moves = list(islice(state.legal_moves, MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise _TooMuch
        return moves

    def _endings(self, state: State, move: Move) -> Iterator[tuple[Fraction, _Ended]]:
        """All that a move may lead to, with how likely each is."""
        hidden = hidden_from(state, self.seat)
        for weight, dealt, used in self._placed(state, hidden):
            yield from self._drawn(dealt, move, weight, [], frozenset(hidden) - used)

    def _placed(
        self, state: State, hidden: list[int]
    ) -> Iterator[tuple[Fraction, State, frozenset[int]]]:
        """All that may lie where cards lie that the seat does not see, in piles with an order."""
        undecided = {
            c for pile, n in zip(state.piles, state.undecided, strict=False) for c in pile[:n]
        }
        places = [card for card in hidden if card not in undecided]
        if not places:
            yield Fraction(1), state, frozenset()
            return
        yield from self._place(state, places, frozenset(hidden), Fraction(1), frozenset())

    def _place(
        self,
        state: State,
        places: list[int],
        free: frozenset[int],
        weight: Fraction,
        used: frozenset[int],
    ) -> Iterator[tuple[Fraction, State, frozenset[int]]]:
        """`places` are the cards that lie there now, `free` those that might as well."""
        if not places:
            self._count()
            yield weight, state, used
            return
        lying, *rest = places
        for card, share in self._each(free):
            dealt = state if card == lying else renamed(state, {lying: card, card: lying})
            others = [lying if other == card else other for other in rest]
            yield from self._place(dealt, others, free - {card}, weight * share, used | {card})

    def _drawn(
        self, state: State, move: Move, weight: Fraction, script: list[int], free: frozenset[int]
    ) -> Iterator[tuple[Fraction, _Ended]]:
        """All cards that may be drawn after those of the script."""
        self._count()
        after = state.clone()
        after.script, after.script_only = list(script), True
        stream = after.random_stream
        try:
            rows = self._run(after, move)
        except CardNeeded as needed:
            yield from self._each_drawn(state, move, weight, script, free, needed.cards)
            return
        except RuleError:
            raise _TooMuch from None  # which chances lead there is for an estimate to say
        if after.random_stream != stream:
            raise _TooMuch
        after.script, after.script_only = None, False
        after.shuffle_stream = new_stream(self.rng)
        yield weight, _Ended(after, rows)

    def _each_drawn(
        self,
        state: State,
        move: Move,
        weight: Fraction,
        script: list[int],
        free: frozenset[int],
        cards: tuple[int, ...],
    ) -> Iterator[tuple[Fraction, _Ended]]:
        """The next card is one that the seat has not seen, wherever it lies, or a seen one among these."""
        seen = [card for card in cards if card not in free]
        unseen = [card for card in cards if card in free]
        for card, share in self._each(frozenset(seen)):
            part = share * Fraction(len(seen), len(cards))
            yield from self._drawn(state, move, weight * part, [*script, card], free)
        for card, share in self._each(free) if unseen else ():
            part = share * Fraction(len(unseen), len(cards))
            dealt = state
            if card not in cards:
                other = unseen[0]
                dealt = renamed(state, {card: other, other: card})
            yield from self._drawn(dealt, move, weight * part, [*script, card], free - {card})

    def _each(self, cards: frozenset[int]) -> list[tuple[int, Fraction]]:
        """One card of each kind that is alike, with its share of all of them."""
        kinds: dict[int, list[int]] = {}
        for card in sorted(cards):
            kinds.setdefault(self.alike[card], []).append(card)
        return [(kind[0], Fraction(len(kind), len(cards))) for kind in kinds.values()]

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _TooMuch

    # ---------------------------------------------------------------- estimated

    def _estimate(self, state: State, move: Move) -> MoveOdds:
        """The same from some deals of what the seat does not see, played to the next decision."""
        before = self._score(state)
        rows: Counter[int] = Counter()
        following: Counter[str] = Counter()
        changes: Counter[int] = Counter()
        for _ in range(self.samples):
            after = imagined(state, self.seat, self.rng)
            try:
                rows.update(self._run(after, move))
            except RuleError:
                following["a rule fails"] += 1
                continue
            following[self._next(after)] += 1
            now = self._score(after)
            if before is not None and now is not None:
                changes[now - before] += 1
        return MoveOdds(
            move=str(move),
            is_exact=False,
            runs=self.samples,
            rows=tuple(
                Chance(self.rows[row], wilson(n, self.samples)) for row, n in _by_share(rows)
            ),
            next=tuple(Chance(name, wilson(n, self.samples)) for name, n in _by_share(following)),
            change=Moments.of(changes).interval() if changes else None,
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
