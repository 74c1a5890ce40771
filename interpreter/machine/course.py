"""The course of a game that is followed: where it began, and the moves since, however it branches.

A state that is followed (`follow`) notes its moves, and so do its copies, each its own. What chance gave
in them is not noted: it is found by making the moves again, if somebody asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from .moves import Move
    from .state import State
    from .story import Story

Sight: TypeAlias = tuple[Any, ...]
"""What a seat perceives of a state, as a value that can be compared with another."""


class Course:
    """A moment of a game that is followed: the beginning, or a move and what went before.

    It never changes, so that many copies of a state can share it. `seat` has made the `move`.
    """

    __slots__ = ("_after", "_drawn", "_sights", "move", "previous", "seat", "stories")

    def __init__(
        self, previous: Course | None, seat: int, move: Move | None, after: State | None = None
    ) -> None:
        self.previous = previous
        self.seat = seat
        self.move = move
        self._after = after
        self._drawn: tuple[int, ...] = ()
        self._sights: dict[int, Sight] = {}
        #: What seats can tell at that moment, as `story.story_of` has found it.
        self.stories: dict[int, Story] = {}

    def __reduce__(self) -> tuple[object, ...]:
        # A state that was pickled is not followed any more, like one that was saved.
        return _forgotten, ()

    def went_on(self, seat: int, move: Move) -> Course:
        """The course after one more move."""
        return Course(self, seat, move)

    def told(self, seat: int, move: Move, after: State, drawn: tuple[int, ...]) -> Course:
        """The course after one more move of which all is known: the state after it, which must not be
        changed any more, and the cards that chance gave in it."""
        course = Course(self, seat, move, after)
        course._drawn = drawn
        return course

    @property
    def after(self) -> State:
        """The state at that moment; nobody may change it."""
        if self._after is None:
            _make_again(self)
        assert self._after is not None
        return self._after

    @property
    def drawn(self) -> tuple[int, ...]:
        """The cards that chance gave in the move, in order."""
        if self._after is None:
            _make_again(self)
        return self._drawn

    def sight(self, seat: int) -> Sight:
        """What a seat perceives at that moment."""
        if seat not in self._sights:
            self._sights[seat] = sight_of(self.after, seat)
        return self._sights[seat]

    def moments(self) -> list[Course]:
        """All moments from the beginning on, this one last."""
        found: list[Course] = []
        at: Course | None = self
        while at is not None:
            found.append(at)
            at = at.previous
        return found[::-1]


def _forgotten() -> None:
    """The course of a state that was pickled."""


def follow(state: State) -> None:
    """Have a state note its moves from now on: what was known before it is forgotten."""
    state.course = None
    state.course = Course(None, -1, None, state.clone())


def _make_again(course: Course) -> None:
    """Find out what chance gave, from the last moment of which that is known."""
    waiting: list[Course] = []
    at = course
    while at._after is None:
        waiting.append(at)
        assert at.previous is not None
        at = at.previous
    state = at._after.clone()
    table = state.game.runtime
    kept, is_scripted = table.noted, state.script is not None
    for moment in reversed(waiting):
        assert moment.move is not None
        if state.script is None:
            state.script = []  # without one not all cards are noted
        noted: list[int] = []
        table.noted = noted
        try:
            state.apply(moment.move, seat=moment.seat)
        finally:
            table.noted = kept
        moment._after, moment._drawn = state.clone(), tuple(noted)
        if not is_scripted:
            moment._after.script = None


UNSEEN = -1
"""Stands in a sight for a card that is not seen."""


def sight_of(state: State, seat: int) -> Sight:
    """What a seat perceives of a state: the cards that it sees or knows, and all that is public.

    Of two states it perceives the same if these are equal.
    """
    game = state.game
    return (
        state.at,
        state.ended,
        state.group_codes[:],
        state.undecided[:],
        [state.cells[place] for place in game.layout.perceived(seat)],
        [_seen(state, number, seat) for number in range(len(state.piles))],
        state.said[:],
    )


def seen_cards(sight: Sight) -> list[list[int]]:
    """The piles of a sight."""
    piles: list[list[int]] = sight[5]
    return piles


def _seen(state: State, number: int, seat: int) -> list[int]:
    """The cards of a pile as a seat perceives them, `UNSEEN` for each that it does not."""
    pile, undecided = state.piles[number], state.undecided[number]
    if not pile:
        return []
    table, mask = state.game.runtime, 1 << seat
    if table.sees_all(state, number) & mask:
        return [UNSEEN] * undecided + pile[undecided:]
    lying = pile[undecided:] if undecided else pile
    seen = [UNSEEN] * undecided
    known, shown = state.known, state.shown
    if known or shown:
        seen += [
            card if (known.get(card, 0) | shown.get(card, 0)) & mask else UNSEEN for card in lying
        ]
    else:
        seen += [UNSEEN] * len(lying)
    if lying:
        declared = table.declaration(state, number)
        if declared.top_face_up:
            seen[-1] = lying[-1]
        if declared.face == "either":
            for place, card in enumerate(lying, undecided):
                if state.face_up >> card & 1:
                    seen[place] = card
    return seen
