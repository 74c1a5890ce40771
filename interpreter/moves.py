"""Moves as values: printed and read as text, and the lazy view of those that are legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from .core import MoveRule

if TYPE_CHECKING:
    from .game import Game
    from .state import State


@dataclass(frozen=True, slots=True, eq=False)
class MoveKind:
    """A move as it is declared at one decision of a game, with its compiled functions.

    `at` is the number of the decision; `bounds` is there where the move is one number between two.
    `act` makes the move and returns what comes next, or REFUSED; it is None where everyone chooses
    at once.
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
    bounds: Callable[[State], tuple[int, int]] | None
    show: Callable[[str, tuple[Any, ...]], str] = field(repr=False)
    is_plain: bool
    """Whether it is always legal and nothing is chosen."""


class Move:
    """A move with its choices: numbers, cards, seats and words as small whole numbers.

    `str` gives its text (`knock 10C`), which `Game.parse_move` reads. Equal texts are equal moves.
    """

    __slots__ = ("choices", "kind")

    def __init__(self, kind: MoveKind, choices: tuple[Any, ...]) -> None:
        self.kind = kind
        self.choices = choices

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


class LegalMoves(Sequence[Move]):
    """The legal moves of a state, in the order of the language; made only as far as asked for."""

    __slots__ = ("_kinds", "_listed", "_sections", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._kinds = state.game.kinds[state.at]
        self._listed: list[Move] | None = None
        self._sections: tuple[tuple[MoveKind, int, int], ...] | None = None

    def __iter__(self) -> Iterator[Move]:
        if self._listed is not None:
            yield from self._listed
            return
        for kind in self._kinds:
            for choices in kind.legal(self._state):
                yield Move(kind, choices)

    def _all(self) -> list[Move]:
        if self._listed is None:
            self._listed = [*iter(self)]
        return self._listed

    def _stretches(self) -> tuple[tuple[MoveKind, int, int], ...] | None:
        """Each kind with its first number and its size, where every one is a stretch of numbers."""
        kinds = self._kinds
        if len(kinds) == 1 and kinds[0].bounds is not None:
            low, high = kinds[0].bounds(self._state)
            if low is None or high is None or low > high:
                return ()
            return ((kinds[0], low, high - low + 1),)
        sections = []
        for kind in kinds:
            if kind.bounds is not None:
                low, high = kind.bounds(self._state)
                if low is not None and high is not None and low <= high:
                    sections.append((kind, low, high - low + 1))
            elif kind.is_plain:
                sections.append((kind, 0, 1))
            else:
                return None
        return tuple(sections)

    def __len__(self) -> int:
        if self._listed is None:
            sections = self._sections
            if sections is None:
                self._sections = sections = self._stretches()
            if sections is not None:
                if len(sections) == 1:
                    return sections[0][2]
                return sum(size for _, _, size in sections)
        return len(self._all())

    def pick(self, rng: Random) -> Move:
        """One of them by chance, all with the same chance; IndexError if there are none."""
        sections = self._stretches() if self._listed is None else None
        if sections is not None and len(sections) == 1:
            kind, low, size = sections[0]
            return Move(kind, () if kind.bounds is None else (low + rng.randrange(size),))
        moves = self if sections is not None else self._all()
        return moves[rng.randrange(len(moves))] if moves else self._all()[0]

    def count(self, move: object | None = None) -> int:
        """How many there are; with a move, how often it is among them (0 or 1)."""
        if move is None:
            return len(self)
        return int(move in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __getitem__(self, position: Any) -> Any:
        sections = self._sections
        if sections is None and self._listed is None:
            self._sections = sections = self._stretches()
        if sections is None or not isinstance(position, int) or position < 0:
            return self._all()[position]
        for kind, low, size in sections:
            if position < size:
                return Move(kind, () if kind.bounds is None else (low + position,))
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
