"""A game in the course of being played: from move to move, and over to other rules between two deals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulerun.interpreter.errors import GameSetupError, RuleError

if TYPE_CHECKING:
    from rulerun.interpreter.machine.changeover import UnfitError
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State

    from .narration import Narrator
    from .saves import NewRules
    from .watching import WatchedGame

Tell = Callable[["WatchedGame"], "list[Narrator]"]
"""Who tells of a game to whom: the narrators, made anew when the rules change."""


class _AtTheBreak(Exception):
    """The game stands between two passes of a phase, where other rules are to hold."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


class RunningGame:
    """A game, its state, and those who tell of it."""

    def __init__(self, game: WatchedGame, tell: Tell) -> None:
        self._tell = tell
        self._following: tuple[WatchedGame, NewRules, str, str] | None = None
        self._told = ""  # the place of which nobody is told again
        self.take(game)

    def take(self, game: WatchedGame) -> None:
        """It is this game that is played from here on."""
        self.game = game
        self.narrators = self._tell(game)
        game.watcher = self._pauses

    def told_by(self, tell: Tell) -> None:
        """From here on these tell of it."""
        self._tell = tell
        self.narrators = tell(self.game)
        self.stands_at(self.state)

    @property
    def is_changing(self) -> bool:
        """Whether other rules are waiting for the next deal."""
        return self._following is not None

    def begin(self, seed: int) -> State:
        """The game at its first decision; RuleError for a rule that fails before it."""
        from rulerun.interpreter.machine.course import follow

        self.state: State = self.game.start(seed)
        follow(self.state)  # what others' moves reveal is for bots to know
        for narrator in self.narrators:
            narrator.begins(self.state)
        return self.state

    def stands_at(self, state: State) -> None:
        """The game goes on from a state of the same game, of which nothing is told."""
        self.state = state
        for narrator in self.narrators:
            narrator.follows(state)

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """Meanwhile somebody tries moves in states of the game, of which nothing is told."""
        watcher, self.game.watcher = self.game.watcher, None
        try:
            yield
        finally:
            self.game.watcher = watcher

    def change(self, change: NewRules, game: WatchedGame) -> None:
        """From the next pass of a phase on other rules hold, those of `game`.

        GameSetupError if there is no such phase, or if they cannot fit the chips of this game.
        """
        from rulerun.interpreter.machine.changeover import UnfitError, never_fits, start_of_pass

        before, after = (start_of_pass(one, change.phase) for one in (self.game, game))
        try:
            never_fits(self.game, game)
        except UnfitError as error:
            raise GameSetupError(
                f"{self._names(game)} cannot be taken in: {_why(error, change)}"
            ) from None
        self._following = (game, change, before, after)

    def _names(self, game: WatchedGame) -> str:
        """The house rules of another game that are not yet among those of this one."""
        names = [n for n in game.rules.overlays if n not in self.game.rules.overlays]
        rules = "the house rules" if len(names) > 1 else "the house rule"
        return f"{rules} {' and '.join(map(game.label, names))}"

    def make(self, move: Move | str, seat: int) -> State:
        """Make a move and tell what comes of it.

        Raises IllegalMoveError, and then nothing has happened, or RuleError.
        """
        state = self.state
        read = self.game.parse_move(state, move) if isinstance(move, str) else move
        said = self.game.values.said(state, read)
        for narrator in self.narrators:
            narrator.moves(seat, read, said)
        try:
            state.apply(read, seat=seat)
        except _AtTheBreak as pause:
            self._go_over(pause)
        except RuleError:
            self._stand()
            raise
        self._stand()
        return self.state

    def _stand(self) -> None:
        for narrator in self.narrators:
            narrator.stands(self.state)

    def _go_over(self, pause: _AtTheBreak) -> None:
        """The new rules hold, and the game goes on under them."""
        from rulerun.interpreter.machine.changeover import UnfitError, carried_over, go_on
        from rulerun.interpreter.machine.course import follow

        assert self._following is not None
        (game, change, before, label), self._following = self._following, None
        names = self._names(game)
        try:
            state = carried_over(pause.state, game)
        except UnfitError as error:
            said = f"{names} cannot be taken in: {_why(error, change)}."
            remark = f"{said[:1].upper()}{said[1:]} It goes on by the rules it has."
            state, label, self._told = pause.state, before, before
        else:
            self.take(game)
            self.stands_at(state)
            remark = f"From here on with {names}."
        for narrator in self.narrators:
            narrator.remarks(remark)
        go_on(state, label)
        follow(state)

    def _pauses(self, state: State, label: str) -> None:
        told, self._told = self._told, ""
        if not told or told != label:
            for narrator in self.narrators:
                narrator.pauses(state, label)
        if self._following is not None and label == self._following[2]:
            raise _AtTheBreak(state)


def _why(error: UnfitError, change: NewRules) -> str:
    """Why rules do not fit, and which lines of house rules say so."""
    changes = change.rules.loaded().stack.changes
    told = []
    for misfit in error.misfits:
        at = (misfit.section, misfit.name)
        lines = [
            c.span
            for c in changes
            if c.rule.name in change.added and c.path[:2] == at[: len(c.path)]
        ]
        place = ""
        if lines:
            span = lines[-1]
            place = f" ({os.path.basename(span.file.name)}:{span.line})"
        told.append(misfit.message + place)
    return "; ".join(told)
