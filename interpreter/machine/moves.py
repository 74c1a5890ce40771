"""Moves as values: printed and read as text, and the lazy view of those that are legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from ..checking.core import MoveRule
from ..errors import RuleError
from ..given import shown
from .subsets import MOST_LISTED

if TYPE_CHECKING:
    from .game import Game
    from .state import State


@dataclass(frozen=True, slots=True, eq=False)
class MoveKind:
    """A move as it is declared at one decision of a game, with its compiled functions.

    `at` is the number of the decision; `bounds` is there where the move is one number between two.
    `act` makes the move and returns what comes next, or REFUSED; `make` does so without asking whether
    it is legal. They are None where everyone chooses at once.
    """

    game: Game = field(repr=False)
    name: str
    rule: MoveRule
    at: int
    number: int
    at_once: bool
    legal: Callable[[State], Iterator[tuple[Any, ...]]]
    check: Callable[..., int]
    act: Callable[[State, tuple[Any, ...]], int] | None
    make: Callable[[State, tuple[Any, ...]], int] | None
    bounds: Callable[[State], tuple[int, int]] | None
    show: Callable[[str, tuple[Any, ...]], str] = field(repr=False)
    is_plain: bool
    """Whether it is always legal and nothing is chosen."""
    is_listed: bool
    """Whether one thing is chosen at most, and lists have that thing, not a tuple of it."""


class Move:
    """A move with its choices: numbers, cards, seats and words as small whole numbers.

    `str` gives its text (`knock 10C`), which `Game.parse_move` reads. Equal texts are equal moves.
    """

    __slots__ = ("choices", "kind", "offered")

    def __init__(self, kind: MoveKind, choices: tuple[Any, ...], offered: object = 0) -> None:
        self.kind = kind
        self.choices = choices
        # The list of legal moves it comes from, or its number: as long as that is the last one of a
        # state it need not be asked again whether it is legal.
        self.offered = offered

    @property
    def name(self) -> str:
        """The move's name in the rule file."""
        return self.kind.name

    def __reduce__(self) -> tuple[object, ...]:
        kind = self.kind
        return _move, (kind.game, kind.at, kind.number, self.choices)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.kind.name == other.kind.name and self.choices == other.choices

    def __hash__(self) -> int:
        return hash((self.kind.name, self.choices))

    def __str__(self) -> str:
        return self.kind.show(self.kind.name, self.choices)

    def __repr__(self) -> str:
        return f"<Move {self}>"


def _move(game: Game, at: int, number: int, choices: tuple[Any, ...]) -> Move:
    """A move that was pickled."""
    return Move(game.kinds[at][number], choices)


Section: TypeAlias = tuple[MoveKind, int, int, Sequence[Any] | None]
"""A stretch of moves of a kind: the first number and how many there are, or a list of what is chosen."""


class Offer(list[Section]):
    """Stretches of moves in which nothing is chosen, and these moves, made once for all states.

    `taken` is the only one where it is always legal and so nothing is left to chance.
    """

    __slots__ = ("moves", "taken")

    moves: tuple[Move, ...]
    taken: Move | None

    def __init__(self, kinds: Iterable[MoveKind]) -> None:
        super().__init__([(kind, 0, 1, NO_CHOICE) for kind in kinds])
        self.moves = tuple([Move(kind, (), self) for kind, *_ in self])
        self.taken = self.moves[0] if len(self) == 1 and self[0][0].is_plain else None


LISTS = count(1)
"""Numbers for lists of legal moves that are still to be made, each for one."""
NOT_OFFERED = -1
"""Of a state in which no such list was asked for: no move has this number."""
NO_CHOICE: Sequence[Any] = ((),)


_MANY = 1 << 32
"""Of fewer moves, as lists have, one is picked in half the time of `randrange`: no move's chance
differs from another's by more than their number in 2**64."""
_new = object.__new__


def _place(position: Any) -> int:
    try:
        return index(position)
    except TypeError:
        raise TypeError(
            f"a place among the legal moves is a whole number, not {shown(position)}"
        ) from None


class LegalMoves(Sequence[Move]):
    """The legal moves of a state, in the order of the language; made only as far as asked for.

    To go through them and to ask whether a move is among them is always possible. Where there are
    more of a kind than MOST_LISTED, to count or to pick them raises RuleError (R708).
    """

    __slots__ = ("_at", "_sections", "_state", "offered")

    #: What the moves in it carry to say that they come from it.
    offered: object

    def __init__(self, state: State) -> None:
        self._state = state
        self._at = state.at
        self._sections = sections = state.listed
        if sections is None:
            state.offered = sections = next(LISTS)  # type: ignore[assignment]
        self.offered = sections

    def __iter__(self) -> Iterator[Move]:
        if self._sections is not None:
            for kind, low, size, listed in self._sections:
                if listed is None:
                    for number in range(low, low + size):
                        yield Move(kind, (number,), self.offered)
                elif kind.is_listed and listed is not NO_CHOICE:
                    for choice in listed:
                        yield Move(kind, (choice,), self.offered)
                else:
                    for choices in listed:
                        yield Move(kind, choices, self.offered)
            return
        for kind in self._state.game.kinds[self._at]:
            for choices in kind.legal(self._state):
                yield Move(kind, choices, self.offered)

    def _of_kind(self, kind: MoveKind) -> Section | None:
        """The moves of one kind, if there are any, where they are not listed with the others."""
        if kind.bounds is not None:
            low, high = kind.bounds(self._state)
            if low is None or high is None or low > high:
                return None
            return (kind, low, high - low + 1, None)
        if kind.is_plain:
            return (kind, 0, 1, NO_CHOICE)
        listed = [*islice(kind.legal(self._state), MOST_LISTED + 1)]
        if len(listed) > MOST_LISTED:
            raise self._too_many(kind)
        return (kind, 0, len(listed), listed) if listed else None

    def _not_too_many(self, sections: Sequence[Section]) -> None:
        for kind, _, size, listed in sections:
            if size > MOST_LISTED and listed is not None:
                raise self._too_many(kind)

    def _too_many(self, kind: MoveKind) -> RuleError:
        return RuleError(
            "R708",
            f"more than {MOST_LISTED:,} moves '{kind.name}' are legal, too many to "
            "choose one by chance; conditions on the choice make them fewer",
            kind.rule.span,
        )

    def in_sections(self) -> list[Section]:
        """All of them, in stretches."""
        if self._sections is None:
            state = self._state
            game = state.game
            lister = game.listers[self._at - game.decision_base]
            if lister is not None:
                sections: list[Section] = lister(state)
            else:
                found = [self._of_kind(kind) for kind in game.kinds[self._at]]
                sections = [section for section in found if section is not None]
            self._sections = sections
        return self._sections

    def __len__(self) -> int:
        return self.count()

    def pick(self, rng: Random) -> Move:
        """One of them by chance, all with the same chance; IndexError if there are none."""
        sections = self._sections
        if sections is None:
            sections = self.in_sections()
        if sections.__class__ is Offer and sections:
            moves = sections.moves
            return sections.taken or moves[rng.getrandbits(64) * len(moves) >> 64]
        if len(sections) == 1:
            kind, low, size, listed = sections[0]
            if listed is None:
                if size < _MANY:  # as below
                    move = _new(Move)
                    move.kind = kind
                    move.offered = self.offered
                    move.choices = (low + (rng.getrandbits(64) * size >> 64),)
                    return move
            elif kind.is_listed and size <= MOST_LISTED and listed is not NO_CHOICE:
                # Nearly always; a move is made as below.
                move = _new(Move)
                move.kind = kind
                move.offered = self.offered
                move.choices = (listed[rng.getrandbits(64) * size >> 64],)
                return move
            if size > MOST_LISTED:
                self._not_too_many(sections)
            # What is the only move, and needs no look at the state, takes nothing of chance.
            if listed is NO_CHOICE and kind.is_plain:
                position = 0
            else:
                position = rng.getrandbits(64) * size >> 64 if size < _MANY else rng.randrange(size)
        else:
            total = 0
            for section in sections:
                total += section[2]
            if total > MOST_LISTED:
                self._not_too_many(sections)
            position = rng.getrandbits(64) * total >> 64 if total < _MANY else rng.randrange(total)
            for section in sections:
                if position < section[2]:
                    break
                position -= section[2]
            else:
                raise IndexError("there are no legal moves")
            kind, low, _, listed = section
        # As `at` does, and as a `Move` is made; both calls make a decision a tenth slower.
        move = _new(Move)
        move.kind = kind
        move.offered = self.offered
        if listed is None:
            move.choices = (low + position,)
        elif kind.is_listed and listed is not NO_CHOICE:
            move.choices = (listed[position],)
        else:
            move.choices = listed[position]
        return move

    def pick_rarest(self, made: Mapping[str, int], rng: Random) -> Move:
        """One by chance, of the kind that was made least of all those that are legal.

        `made` counts by name. IndexError if there are no moves.
        """
        of_kind = LegalMoves(self._state)
        game = self._state.game
        if game.listers[self._at - game.decision_base] is not None:
            sections = sorted(self.in_sections(), key=lambda section: made.get(section[0].name, 0))
            of_kind._sections = sections[:1]
            return of_kind.pick(rng)
        for kind in sorted(game.kinds[self._at], key=lambda kind: made.get(kind.name, 0)):
            section = of_kind._of_kind(kind)
            if section is not None:
                of_kind._sections = [section]
                return of_kind.pick(rng)
        raise IndexError("there are no legal moves")

    def count(self, move: object | None = None) -> int:
        """How many there are; with a move, how often it is among them (0 or 1).

        `len` says the same, for as many as a list of Python may have.
        """
        if move is None:
            self._not_too_many(self.in_sections())
            return sum([section[2] for section in self.in_sections()])
        return int(move in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __getitem__(self, position: Any) -> Any:
        if isinstance(position, slice):
            for place in (position.start, position.stop, position.step):
                if place is not None:
                    _place(place)
            return [self.at(place) for place in range(*position.indices(self.count()))]
        if position.__class__ is not int:
            position = _place(position)
        return self.at(position if position >= 0 else position + self.count())

    def at(self, position: int) -> Move:
        """The move at a place from 0; IndexError if there are fewer."""
        if position >= 0:
            for kind, low, size, listed in self.in_sections():
                if position < size:
                    if listed is None:
                        chosen: tuple[Any, ...] = (low + position,)
                    elif kind.is_listed and listed is not NO_CHOICE:
                        chosen = (listed[position],)
                    else:
                        chosen = listed[position]
                    return Move(kind, chosen, self.offered)
                position -= size
        raise IndexError("there are fewer legal moves")

    def __contains__(self, move: object) -> bool:
        state = self._state
        if isinstance(move, str):
            return state.game.is_legal_text(state, move)
        if not isinstance(move, Move) or state.ended is not None or state.failed is not None:
            return False
        if move.kind.game is not state.game:  # a move of another game is what it says
            return state.game.is_legal_text(state, str(move))
        return move.kind.at == state.at and not move.kind.check(state, *move.choices)

    def __repr__(self) -> str:
        return f"<LegalMoves {', '.join(str(m) for m in self)}>"
