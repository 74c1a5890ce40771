"""Moves as values: printed and read as text, and the lazy view of those that are legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from ..checking.core import MoveRule
from ..errors import RuleError
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
    act: Callable[..., int] | None
    make: Callable[..., int] | None
    bounds: Callable[[State], tuple[int, int]] | None
    show: Callable[[str, tuple[Any, ...]], str] = field(repr=False)
    is_plain: bool
    """Whether it is always legal and nothing is chosen."""


class Move:
    """A move with its choices: numbers, cards, seats and words as small whole numbers.

    `str` gives its text (`knock 10C`), which `Game.parse_move` reads. Equal texts are equal moves.
    """

    __slots__ = ("choices", "kind", "offered")

    def __init__(self, kind: MoveKind, choices: tuple[Any, ...], offered: int = 0) -> None:
        self.kind = kind
        self.choices = choices
        # The number of the list of legal moves it comes from: as long as that is the last one of a
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


_Section: TypeAlias = tuple[MoveKind, int, int, Sequence[tuple[Any, ...]] | None]
"""A kind of moves: the first number and how many there are, or a list of what is chosen."""
_LISTS = count(1)
_NO_CHOICE: Sequence[tuple[Any, ...]] = ((),)


def _below(size: int, rng: Random) -> int:
    """A number from 0 to size - 1 by chance, or 0.

    Of a size that lists have, no number's chance differs by more than `size` in 2**64, and this
    takes half the time of `randrange`.
    """
    return rng.getrandbits(64) * size >> 64 if size < 1 << 32 else rng.randrange(size)


class LegalMoves(Sequence[Move]):
    """The legal moves of a state, in the order of the language; made only as far as asked for.

    To go through them and to ask whether a move is among them is always possible. Where there are
    more of a kind than MOST_LISTED, to count or to pick them raises RuleError (R708).
    """

    __slots__ = ("_kinds", "_offered", "_sections", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._kinds = state.game.kinds[state.at]
        self._sections: tuple[_Section, ...] | None = None
        self._offered = state.offered = next(_LISTS)

    def __iter__(self) -> Iterator[Move]:
        for kind in self._kinds:
            for choices in kind.legal(self._state):
                yield Move(kind, choices, self._offered)

    def _stretches(self) -> tuple[_Section, ...]:
        """Each kind with its moves: a stretch of numbers, or a list."""
        sections: list[_Section] = []
        for kind in self._kinds:
            if kind.bounds is not None:
                low, high = kind.bounds(self._state)
                if low is not None and high is not None and low <= high:
                    sections.append((kind, low, high - low + 1, None))
            elif kind.is_plain:
                sections.append((kind, 0, 1, _NO_CHOICE))
            else:
                listed = [*islice(kind.legal(self._state), MOST_LISTED + 1)]
                if len(listed) > MOST_LISTED:
                    raise RuleError(
                        "R708",
                        f"more than {MOST_LISTED:,} moves '{kind.name}' are legal, too many to "
                        "choose one by chance; conditions on the choice make them fewer",
                        kind.rule.span,
                    )
                if listed:
                    sections.append((kind, 0, len(listed), listed))
        return tuple(sections)

    def _counted(self) -> tuple[_Section, ...]:
        if self._sections is None:
            self._sections = self._stretches()
        return self._sections

    def __len__(self) -> int:
        return self.count()

    def pick(self, rng: Random) -> Move:
        """One of them by chance, all with the same chance; IndexError if there are none."""
        sections = self._counted()
        if len(sections) == 1:
            kind, low, size, listed = sections[0]
            if listed is None:
                return Move(kind, (low + _below(size, rng),), self._offered)
            chosen = () if kind.is_plain else listed[_below(size, rng)]
            return Move(kind, chosen, self._offered)
        return self._at(_below(self.count(), rng))

    def pick_rarest(self, made: Mapping[str, int], rng: Random) -> Move:
        """One by chance, of the kind that was made least of all those that are legal.

        `made` counts by name. IndexError if there are no moves.
        """
        of_kind = LegalMoves(self._state)
        for kind in sorted(self._kinds, key=lambda kind: made.get(kind.name, 0)):
            of_kind._kinds, of_kind._sections = (kind,), None
            if of_kind._counted():
                return of_kind.pick(rng)
        raise IndexError("there are no legal moves")

    def count(self, move: object | None = None) -> int:
        """How many there are; with a move, how often it is among them (0 or 1).

        `len` says the same, for as many as a list of Python may have.
        """
        if move is None:
            return sum([section[2] for section in self._counted()])
        return int(move in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __getitem__(self, position: Any) -> Any:
        if isinstance(position, slice):
            return [self._at(place) for place in range(*position.indices(self.count()))]
        return self._at(position if position >= 0 else position + self.count())

    def _at(self, position: int) -> Move:
        if position >= 0:
            for kind, low, size, listed in self._counted():
                if position < size:
                    chosen = (low + position,) if listed is None else listed[position]
                    return Move(kind, chosen, self._offered)
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
