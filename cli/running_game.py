"""A game in the course of being played: from move to move, and over to other rules between two deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulerun.interpreter.errors import RuleError

if TYPE_CHECKING:
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State

    from .narration import Narrator
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
        self._following: tuple[WatchedGame, str, str] | None = None
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

    def change(self, game: WatchedGame, phase: str) -> None:
        """From the next pass of a phase on these are the rules; GameSetupError if it has none such."""
        from rulerun.interpreter.machine.changeover import start_of_pass

        self._following = (game, start_of_pass(self.game, phase), start_of_pass(game, phase))

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
        from rulerun.interpreter.machine.changeover import carried_over, go_on
        from rulerun.interpreter.machine.course import follow

        assert self._following is not None
        (game, _, label), self._following = self._following, None
        names = [game.label(n) for n in game.rules.overlays if n not in self.game.rules.overlays]
        self.take(game)
        self.stands_at(carried_over(pause.state, game))
        for narrator in self.narrators:
            narrator.remarks(f"From here on with the house rule {' and '.join(names)}.")
        go_on(self.state, label)
        follow(self.state)

    def _pauses(self, state: State, label: str) -> None:
        for narrator in self.narrators:
            narrator.pauses(state, label)
        if self._following is not None and label == self._following[1]:
            raise _AtTheBreak(state)
