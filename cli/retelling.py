"""A saved game gone through again, move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rulerun.interpreter.errors import GameSetupError, IllegalMoveError, RuleError
from rulerun.interpreter.labels import seat_name

from .running_game import RunningGame
from .saves import Made, NewRules

if TYPE_CHECKING:
    from rulerun.interpreter.machine.state import State

    from .running_game import Tell
    from .saves import Saved
    from .watching import WatchedGame

Each = Callable[[RunningGame, Made], None]


class Stopped(Exception):
    """A saved game that cannot be gone through to its end: after so many events, and why."""

    def __init__(self, course: RunningGame, events: int, message: str) -> None:
        super().__init__(message)
        self.course = course
        self.events = events


def gone_through(
    saved: Saved,
    game: WatchedGame,
    tell: Tell,
    events: Iterable[Made | NewRules] | None = None,
    each: Each = lambda course, made: None,
) -> RunningGame:
    """The course of a saved game after its events (or after these only, the first of them).

    `each` is called before every move. Raises Stopped where a move cannot be made.
    """
    course = RunningGame(game, tell)
    done = 0
    try:
        course.begin(saved.seed)
        for event in saved.events if events is None else events:
            go_on(course, event, each)
            done += 1
    except IllegalMoveError as error:
        raise Stopped(course, done, f"{error.message}") from None
    except (RuleError, GameSetupError) as error:
        raise Stopped(course, done, str(error)) from None
    return course


def go_on(
    course: RunningGame, event: Made | NewRules, each: Each = lambda course, made: None
) -> State:
    """One event more; raises what `RunningGame.make` raises, and GameSetupError for rules that do not fit."""
    if isinstance(event, NewRules):
        course.change(event, event.rules.game())
        return course.state
    if event.seat >= course.game.players:
        raise IllegalMoveError(f"there is no {seat_name(event.seat)} in this game", event.move)
    each(course, event)
    return course.make(event.move, event.seat)
