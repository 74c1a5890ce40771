"""A game at one moment: at a decision of one player, or over.

Plain data: small numbers in lists. It can be copied, saved as JSON, compared, and continued.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..compiling.emitter import REFUSED
from ..errors import IllegalMoveError, RuleError
from ..given import seat_of
from .chance import stream
from .moves import LISTS, NOT_OFFERED, LegalMoves, Move, Section
from .saved import misfit

if TYPE_CHECKING:
    from .course import Course
    from .game import Game
    from .view import View

_FORMAT = 1
_new = object.__new__
_copied = list[int].copy
MOST_BLOCKS = 200_000
"""How many blocks, of some five lines each, may run without a decision; more is a run-time error
(R706)."""


class State:
    """A state of a game. Make one with `Game.start`.

    `cells` and `piles` are numbered by the game's layout. Of a pile the lowest `undecided` cards
    have no order yet (LANGUAGE part 11). `known` and `shown` tell for cards which seats know where
    they lie and which were shown them, as masks; `face_up` has a bit for each card that was turned
    up. `script` is a given order of cards that chance follows first. `course` is what has happened, of a
    state that is followed.
    """

    __slots__ = (
        "at", "cells", "course", "ended", "face_up", "failed", "game", "group_codes", "is_over", "known", "listed",
        "moves_made", "offered", "piles", "played_by", "random_from", "said", "script",
        "script_only", "shown", "shuffle_stream", "undecided",
    )  # fmt: skip

    game: Game
    cells: list[Any]
    piles: list[list[int]]
    undecided: list[int]
    group_codes: list[int]
    known: dict[int, int]
    shown: dict[int, int]
    played_by: dict[int, int | None]
    face_up: int
    shuffle_stream: int
    #: The stream `random`, or ~seed as long as nothing was drawn from it: few games ever do.
    random_from: int
    script: list[int] | None
    script_only: bool
    said: list[tuple[tuple[str, Any], ...]]
    at: int
    moves_made: int
    offered: int
    #: The legal moves in stretches, if somebody has asked for them since the last move.
    listed: list[Section] | None
    ended: int | None
    #: Whether the game has ended: it goes with `ended`, and is asked before every move.
    is_over: bool
    failed: RuleError | None
    course: Course | None

    # ---------------------------------------------------------------- what it tells

    @property
    def actor(self) -> int | None:
        """The seat, from 0, that decides next; None when the game is over or has failed."""
        if self.ended is not None or self.failed is not None:
            return None
        seat: int = self.cells[self.game.actor_cells[self.at]]
        return seat

    @property
    def random_stream(self) -> int:
        """Where chance stands that does not shuffle: the stream `random`."""
        if self.random_from < 0:
            self.random_from = stream(~self.random_from, "random")
        return self.random_from

    @random_stream.setter
    def random_stream(self, where: int) -> None:
        self.random_from = where

    @property
    def ended_by(self) -> str | None:
        """The reason of the end: the name of an end condition, `played_out`, `abandoned`, ..."""
        return None if self.ended is None else self.game.words[self.ended]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; nobody before the end and when the game was abandoned."""
        return self.game.winners(self)

    @property
    def payoffs(self) -> tuple[int | float, ...]:
        """What each seat gains: the ruleset's `payoff`, or 1/number of winners for a winner.

        All 0 before the end and when the game was abandoned.
        """
        return self.game.payoffs(self)

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that the actor may make, lazily; empty when the game is over."""
        moves = _new(LegalMoves)  # as `LegalMoves` makes it, without a call
        moves._state = self
        moves._at = self.at
        moves._sections = moves.offered = listed = self.listed
        if listed is None:
            moves.offered = self.offered = next(LISTS)
        return moves

    def list_moves(self) -> None:
        """Keep a list of the legal moves for all who ask before the next move is made.

        RuleError (R708) where there are too many of them.
        """
        self.listed = self.legal_moves.in_sections()

    # ---------------------------------------------------------------- going on

    def apply(self, move: Move | str, *, seat: int | None = None) -> None:
        """Make a move and run on to the next decision or the end.

        `move` may be text (`knock 10C`). `seat` is only for phases in which everyone chooses at
        once and somebody else than the actor has chosen first.

        Raises IllegalMoveError, which leaves the state as it was, and RuleError for a rule that
        fails, which marks the state as failed.
        """
        game = self.game
        if seat is None and move.__class__ is Move and move.offered is self.listed:
            kind, is_legal = move.kind, True  # of those of this state that were listed
        else:
            if move.__class__ is not Move or seat is not None or move.kind.game is not game:
                move = self._said(move, seat)
            kind = move.kind
            if kind.at != self.at:
                raise self._refusal(move)
            is_legal = move.offered is self.offered or move.offered is self.listed
        course = self.course
        if course is not None:
            course = course.went_on(self.cells[game.actor_cells[self.at]], move)
        said = self.said
        if said:
            self.said = []
        self.moves_made = made = self.moves_made + 1
        self.listed = None
        self.offered = NOT_OFFERED
        try:
            if is_legal and kind.make is not None:
                following = kind.make(self, move.choices)
            elif kind.act is not None:
                following = kind.act(self, move.choices)
            else:
                following = game.choose_at_once(self, kind, move.choices, is_legal=is_legal)
            if self.listed:
                self.at = following
            elif following == REFUSED:
                self.said, self.moves_made = said, made - 1
                raise self._refusal(move)
            else:
                self.run(following)
        except RuleError as error:
            self.fail(error)
            raise
        if made >= game.limit and self.ended is None:
            self.ended = game.abandoned
            self.is_over = True
            self.at = game.over
            self.listed = None
        if course is not None:
            self.course = course

    def follow(self) -> None:
        """Note all moves from now on, so that bots draw their conclusions: each from what its seat sees of
        them, as that who did not follow suit has none."""
        from .course import follow

        follow(self)

    def _said(self, move: Move | str, seat: int | None) -> Move:
        """The move that a text says; where everyone chooses at once, of the seat that says it.

        A move of another game (with other options, say) is what it says.
        """
        if self.failed is not None:
            raise self.failed
        if not isinstance(move, Move | str):
            raise TypeError(f"a move is a Move or its text, not {move!r}")
        if not isinstance(move, Move) or move.kind.game is not self.game:
            move = self.game.parse_move(self, str(move) if isinstance(move, Move) else move)
        said = move
        if seat is not None and seat != self.actor:
            before = self.cells[:]
            self.game.let_choose_first(self, seat)
            if said not in self.legal_moves:
                refusal = self._refusal(said)
                self.cells = before
                raise refusal
        return said

    def _refusal(self, move: Move) -> Exception:
        if self.failed is not None:
            return self.failed
        if self.ended is not None:
            return IllegalMoveError(f"the game is over ({self.ended_by})", str(move))
        return self.game.refusal(self, move)

    def fail(self, error: RuleError) -> None:
        """Mark the state as failed: it can be looked at, but not continued."""
        self.failed = error
        self.at = self.game.over
        self.listed = None

    def run(self, following: int) -> None:
        """Run blocks from a number on until a decision or the end."""
        game = self.game
        blocks, base = game.blocks, game.decision_base
        for _ in game.patience:
            if following < base:
                following = blocks[following](self)
                if self.listed:  # there already
                    self.at = following
                    return
                continue
            can_move = game.can_move[following - base]
            if can_move is None:
                self.at = following
                return
            moves = can_move(self)
            if moves:
                # Mostly the moves themselves, which whoever decides asks for next.
                self.listed = None if moves is True else moves
                self.at = following
                return
            following = game.stuck(self, following)
        raise game.too_long(following)

    # ---------------------------------------------------------------- copies

    def clone(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.game = self.game
        new.cells = self.cells[:]
        new.piles = [*map(_copied, self.piles)]
        new.undecided = self.undecided[:]
        new.group_codes = self.group_codes[:]
        new.known = self.known.copy()
        new.shown = self.shown.copy()
        new.played_by = self.played_by.copy()
        new.face_up = self.face_up
        new.shuffle_stream = self.shuffle_stream
        new.random_from = self.random_from
        new.script = self.script if self.script is None else self.script[:]
        new.script_only = self.script_only
        new.said = self.said[:]
        new.at = self.at
        new.moves_made = self.moves_made
        new.offered = NOT_OFFERED
        new.listed = None
        new.ended = self.ended
        new.is_over = self.is_over
        new.failed = self.failed
        new.course = self.course
        return new

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        # The moves are listed anew: what was compiled cannot be pickled.
        return None, {name: getattr(self, name) for name in self.__slots__} | {"listed": None}

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()  # the game never changes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._data() == other._data()

    __hash__ = None  # type: ignore[assignment]  # a state changes

    def _data(self) -> dict[str, Any]:
        """All that decides how the game goes on, as JSON knows it."""
        return {
            "cells": [list(c) if isinstance(c, tuple) else c for c in self.cells],
            "piles": self.piles,
            "undecided": self.undecided,
            "groups": self.group_codes,
            "known": sorted([c, m] for c, m in self.known.items() if m),
            "shown": sorted([c, m] for c, m in self.shown.items() if m),
            "played_by": sorted([c, -1 if s is None else s] for c, s in self.played_by.items()),
            "face_up": self.face_up,
            "streams": [self.shuffle_stream, self.random_stream],
            "script": self.script,
            "said": [[[k, _plain(v)] for k, v in parts] for parts in self.said],
            "at": self.at,
            "moves_made": self.moves_made,
            "ended": self.ended,
        }

    def to_json(self) -> dict[str, Any]:
        """The state as plain JSON data, with the fingerprint of its game.

        A failed state cannot be continued and so is not saved: ValueError.
        """
        if self.failed is not None:
            raise ValueError("a failed state cannot be saved")
        # Lists of lists of numbers: copied, so that the state may change meanwhile.
        data: dict[str, Any] = _plain(self._data())
        game = self.game
        return {"format": _FORMAT, "game": game.fingerprint, "edition": game.edition, **data}

    @classmethod
    def from_json(cls, game: Game, data: Mapping[str, Any]) -> State:
        """The state that `to_json` gave, for the same game.

        Raises ValueError for other data, and for a game of another fingerprint (other rules, options
        or players); both editions are named. An edition is there for people: the fingerprint decides.
        """
        if not isinstance(data, Mapping) or data.get("format") != _FORMAT:
            raise ValueError("this is no saved state of this version")
        if data.get("game") != game.fingerprint:
            saved = data.get("edition")
            if not isinstance(saved, str) or saved == game.edition:
                saved = "another game"
            raise ValueError(f"this state was saved in {saved}; it cannot go on in {game.edition}")
        state = cls.__new__(cls)
        state.game = game
        for key, (name, read) in _SAVED.items():
            try:
                setattr(state, name, read(data[key]))
            except (KeyError, TypeError, ValueError):
                wrong = "cannot be so" if key in data else "is missing"
                raise ValueError(f"this is no saved state of this game: '{key}' {wrong}") from None
        try:
            state.shuffle_stream, state.random_stream = data["streams"]
        except (KeyError, TypeError, ValueError):
            raise ValueError(
                "this is no saved state of this game: 'streams' cannot be so"
            ) from None
        state.script_only = False
        state.offered = NOT_OFFERED
        state.listed = None
        state.is_over = state.ended is not None
        state.failed = None
        state.course = None
        unfit = misfit(game, state)
        if unfit is not None:
            raise ValueError(f"this is no saved state of this game: '{unfit}' cannot be so")
        return state

    def view(self, seat: int | None) -> View:
        """What a seat sees; None is somebody who looks on and holds no cards.

        Raises ValueError for a seat that the game does not have, TypeError for what is no seat.
        """
        if seat is not None:
            seat_of(seat, self.game.players)
        from .view import view_of

        return view_of(self, seat)

    def __repr__(self) -> str:
        where = f"over: {self.ended_by}" if self.is_over else f"P{(self.actor or 0) + 1} to move"
        return f"<State of {self.game.name}, {self.moves_made} moves made, {where}>"


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    return value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


def _as_it_is(value: Any) -> Any:
    return value


#: What stands under each key of a saved state: the state's own name for it, and how it is read.
_SAVED: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "cells": ("cells", lambda cells: [_frozen(c) for c in cells]),
    "piles": ("piles", lambda piles: [list(p) for p in piles]),
    "undecided": ("undecided", list),
    "groups": ("group_codes", list),
    "known": ("known", lambda known: {c: m for c, m in known}),
    "shown": ("shown", lambda shown: {c: m for c, m in shown}),
    "played_by": ("played_by", lambda by: {c: None if s < 0 else s for c, s in by}),
    "face_up": ("face_up", _as_it_is),
    "script": ("script", lambda script: None if script is None else list(script)),
    "said": ("said", lambda said: [tuple((k, _frozen(v)) for k, v in parts) for parts in said]),
    "at": ("at", _as_it_is),
    "moves_made": ("moves_made", _as_it_is),
    "ended": ("ended", _as_it_is),
}
