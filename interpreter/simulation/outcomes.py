"""All that a move may lead to, counted: what lies where a seat does not see it, what chance gives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from math import inf
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from ..errors import RuleError
from ..machine.likeness import alike, exchangeable
from ..machine.moves import Move
from ..machine.state import State
from ..machine.story import story_of
from ..machine.table import CardNeeded
from ..machine.unseen import hidden_from, new_stream, renamed
from .measured_game import TurnOver
from .measuring import Measuring

Free: TypeAlias = dict[int, tuple[int, ...]]
"""Cards that may lie or come anywhere, by what is alike to the rules."""


class TooMuch(Exception):
    """There is more to count than may be counted."""


class Outcome:
    """Where a move has led: the state, and the rows that applied on the way."""

    __slots__ = ("rows", "state")

    def __init__(self, state: State, rows: tuple[int, ...]) -> None:
        self.state = state
        self.rows = rows


class Outcomes:
    """Counts what the moves of a seat lead to, by making them again and again.

    `rows` are the units of the measuring that are told. A move may be made `left` times more, and
    `until` a time of `perf_counter`; then TooMuch is raised.
    """

    def __init__(
        self, measuring: Measuring, rows: Collection[int], seat: int, rng: Random, left: int = 0
    ) -> None:
        self.left = left
        self.until = inf
        self._measuring = measuring
        self._rows = rows
        self._seat = seat
        self._rng = rng
        game = measuring.game
        self._alike = alike(game)
        self._kind = exchangeable(game)
        self._whole = self._sorted(range(len(game.deck)))
        self._asked: State | None = None
        self._found: list[tuple[Fraction, State, Free]] = []

    def run(self, state: State, move: Move) -> tuple[int, ...]:
        """Make a move in a state; the rows that apply until it stops."""
        self._measuring.begin_to_count()
        with suppress(TurnOver):
            state.apply(move)
        return tuple(self._measuring.counted(self._rows))

    def of(self, state: State, move: Move) -> Iterator[tuple[Fraction, Outcome]]:
        """All that a move may lead to, with how likely each is."""
        sure = self._sure(state, move)
        if sure is not None:
            yield Fraction(1), sure
            return
        for weight, dealt, free in self._deals(state):
            yield from self._drawn(dealt, move, weight, [], free)

    def _sure(self, state: State, move: Move) -> Outcome | None:
        """The only thing that a move may lead to, if no card is looked at that the seat does not see
        and nothing is drawn; else None."""
        hidden = set(hidden_from(state, self._seat))
        if move.kind.at_once or not hidden.isdisjoint(_remembered(state)):
            return None  # what others have chosen is not seen either
        self._count()
        after = state.clone()
        after.piles = [pile if hidden.isdisjoint(pile) else _Unseen(pile) for pile in after.piles]
        after.script, after.script_only = [], True
        stream = after.random_stream
        try:
            rows = self.run(after, move)
        except (CardNeeded, _LookedAt, RuleError):
            return None
        if after.random_stream != stream:
            return None
        after.piles = [list.copy(pile) for pile in after.piles]
        after.script, after.script_only = None, False
        after.shuffle_stream = new_stream(self._rng)
        if state.course is not None:
            assert state.actor is not None
            after.course = state.course.told(state.actor, move, after.clone(), ())
        return Outcome(after, rows)

    # ---------------------------------------------------------------- what lies there

    def _deals(self, state: State) -> list[tuple[Fraction, State, Free]]:
        """All that may lie where the seat does not see it, of what could have led here, with how likely
        each is, and the cards that lie elsewhere."""
        if self._asked is not state:
            hidden = hidden_from(state, self._seat)
            found = list(self._possible(state, hidden))
            whole = sum(weight for weight, _, _ in found)
            if not whole:
                raise TooMuch
            self._asked = state
            self._found = [(weight / whole, dealt, free) for weight, dealt, free in found]
        return self._found

    def _possible(self, state: State, hidden: list[int]) -> Iterator[tuple[Fraction, State, Free]]:
        """Of all that may lie there what agrees with the course of the game, if it is followed."""
        undecided = {
            card
            for pile, count in zip(state.piles, state.undecided, strict=True)
            for card in pile[:count]
        }
        places = [card for card in hidden if card not in undecided]
        free = self._sorted(hidden)
        if not places:
            yield Fraction(1), state, free
            return
        ways = 1
        for place in range(len(places)):
            ways *= max(1, len(list(self._each(free))) - place)
            if ways > self.left:
                raise TooMuch  # it need not be tried
        story = None if state.course is None else story_of(state.course, self._seat)
        if story is not None and not story.is_certain:
            raise TooMuch
        for weight, lying, rest in self._placed(len(places), free, Fraction(1)):
            names = _exchanged(hidden, places, lying)
            if story is None:
                yield weight, renamed(state, names), rest
                continue
            before = story.played_again
            _, world = story.played(names, self._rng, followed=True)
            self._count(story.played_again - before)
            if world is not None:
                yield weight, world, rest

    def _placed(
        self, count: int, free: Free, weight: Fraction
    ) -> Iterator[tuple[Fraction, list[int], Free]]:
        """All ways in which so many places may be filled, and what is left over."""
        if not count:
            self._count()
            yield weight, [], free
            return
        for card, share, left in self._each(free):
            for inner, lying, rest in self._placed(count - 1, left, weight * share):
                yield inner, [card, *lying], rest

    # ---------------------------------------------------------------- what comes

    def _drawn(
        self, state: State, move: Move, weight: Fraction, script: list[int], free: Free
    ) -> Iterator[tuple[Fraction, Outcome]]:
        """All cards that may be drawn after those of the script."""
        self._count()
        after = state.clone()
        after.script, after.script_only = list(script), True
        stream = after.random_stream
        table = after.game.runtime
        drawn: list[int] = []
        table.noted = drawn
        try:
            rows = self.run(after, move)
        except CardNeeded as needed:
            yield from self._next(state, move, weight, script, free, needed.cards)
            return
        except RuleError:
            raise TooMuch from None  # which chances lead there is for an estimate to say
        finally:
            table.noted = None
        if after.random_stream != stream:
            raise TooMuch
        after.script, after.script_only = None, False
        after.shuffle_stream = new_stream(self._rng)
        if state.course is not None:
            assert state.actor is not None
            after.course = state.course.told(state.actor, move, after.clone(), tuple(drawn))
        yield weight, Outcome(after, rows)

    def _next(
        self,
        state: State,
        move: Move,
        weight: Fraction,
        script: list[int],
        free: Free,
        cards: tuple[int, ...],
    ) -> Iterator[tuple[Fraction, Outcome]]:
        """The next card is one that the seat has not seen, wherever it lies, or a seen one among these."""
        among = set(cards)
        unseen = [card for pile in free.values() for card in pile if card in among]
        seen = self._sorted(among.difference(unseen))
        for card, share, _ in self._each(seen):
            part = weight * share * Fraction(len(among) - len(unseen), len(among))
            yield from self._drawn(state, move, part, [*script, card], free)
        for card, share, left in self._each(free) if unseen else ():
            part = weight * share * Fraction(len(unseen), len(among))
            dealt = state
            if card not in among:
                dealt = renamed(state, {card: unseen[0], unseen[0]: card})
            yield from self._drawn(dealt, move, part, [*script, card], left)

    # ---------------------------------------------------------------- cards

    def _sorted(self, cards: Iterable[int]) -> Free:
        found: dict[int, list[int]] = {}
        for card in sorted(cards):
            found.setdefault(self._alike[card], []).append(card)
        return {number: tuple(alike_) for number, alike_ in found.items()}

    def _each(self, free: Free) -> Iterator[tuple[int, Fraction, Free]]:
        """One card of each kind that makes a difference, with its share of all, and the others.

        Of ranks that might change their names, and of which none is seen, one stands for all.
        """
        count = sum(map(len, free.values()))
        together: dict[int, list[int]] = {}
        for number, cards in free.items():
            whole = len(cards) == len(self._whole[number])
            together.setdefault(self._kind[cards[0]] if whole else -1 - number, []).append(number)
        for numbers in together.values():
            first = numbers[0]
            card, *others = free[first]
            left = {**free, first: tuple(others)}
            if not others:
                del left[first]
            size = sum(len(free[number]) for number in numbers)
            yield card, Fraction(size, count), left

    def _count(self, moves: int = 1) -> None:
        self.left -= moves
        if self.left < 0 or (self.until < inf and perf_counter() >= self.until):
            raise TooMuch


class _LookedAt(Exception):
    """A card that is not seen has been looked at, or moved."""


class _Unseen(list[int]):
    """A pile in which cards lie that are not seen: cards may be laid on it, and it may be counted."""

    def _refuse(self, *_: object, **__: object) -> Any:
        raise _LookedAt

    __getitem__ = __setitem__ = __delitem__ = __iter__ = __reversed__ = __contains__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = _refuse
    __hash__ = None
    pop = remove = index = count = sort = reverse = copy = clear = insert = _refuse


def _remembered(state: State) -> Iterator[int]:
    """The cards that memories hold."""
    layout = state.game.layout
    for cell in state.game.program.cells:
        if cell.type.name != "card" and (cell.type.item or cell.type).name not in ("card", "meld"):
            continue
        base = layout.cell_base[cell.key]
        left = list(state.cells[base : base + layout.width(cell)])
        while left:
            value = left.pop()
            if isinstance(value, tuple | list):
                left += value
            elif value is not None:
                yield value


def _exchanged(hidden: list[int], places: list[int], lying: list[int]) -> dict[int, int]:
    """For each hidden card which one lies there: these in the places, the others anywhere else."""
    names = dict(zip(places, lying, strict=True))
    used = set(lying)
    rest = [card for card in hidden if card not in names and card not in used]
    stay = {card: card for card in rest}
    names.update(stay)
    gone = [card for card in hidden if card not in names]
    left = [card for card in places if card not in used]
    return {**names, **dict(zip(gone, left, strict=True))}
