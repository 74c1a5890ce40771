"""What happened before a step of an example failed, as a transcript tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulerun.interpreter.errors import RuleError
from rulerun.interpreter.labels import in_names

from .narration import Narrator
from .paint import Paint
from .terminal import harmless
from .watching import WatchedGame

if TYPE_CHECKING:
    from rulerun.interpreter.examples.playing import Act
    from rulerun.interpreter.machine.game import Game

MOST = 16
"""So many lines are told of it."""
MOST_OF_TRACE = 80
"""So many of each move, where all that was done is told."""


def _nowhere(line: str) -> None:
    """Where lines go that nobody reads."""


class Happenings:
    """Tells what was done last; games to watch are made once for all examples of a file."""

    def __init__(self) -> None:
        self._watched: dict[int, tuple[Game, WatchedGame]] = {}

    def lines(self, act: Act, players: Sequence[str], most: int = MOST) -> list[str]:
        """The move or the running on, and what came of it, with the names of the players."""
        told = self._told(act, players)
        if len(told) > most:
            told = [*told[: most - 1], f"  and {len(told) - most + 1} lines more"]
        if act.remark:
            told.append(f"({act.remark})")
        return [harmless(in_names(line, players)) for line in told]

    def trace(self, acts: Sequence[Act], players: Sequence[str]) -> list[str]:
        """Everything that was done, and first what lay where."""
        if not acts:
            return []
        game = self._game(acts[0].before.game)
        narrator = Narrator(game, None, Paint(), _nowhere, players)
        drawn = narrator.table.lines(narrator.view(acts[0].state_in(game)))
        told = [harmless(in_names(line, players)) for line in drawn]
        for act in acts:
            lines = self.lines(act, players, MOST_OF_TRACE)
            told += ["", *lines] if lines and lines[0] else lines
        return told

    def _game(self, game: Game) -> WatchedGame:
        if id(game) not in self._watched:
            watched = WatchedGame(game.checked, game.options, game.players)
            self._watched[id(game)] = (game, watched)
        return self._watched[id(game)][1]

    def _told(self, act: Act, players: Sequence[str]) -> list[str]:
        game = self._game(act.before.game)
        state = act.state_in(game)
        lines: list[str] = []
        narrator = Narrator(game, None, Paint(), lines.append, players, tells_all=True)
        narrator.follows(state)
        if act.move is not None:
            narrator.moves(act.seat, act.move, game.values.said(state, act.move))
        game.watcher = narrator.pauses
        try:
            act.carry_out(state)
            narrator.stands(state)
            if state.is_over:
                narrator.ends(state)
        except RuleError:  # the failure says which
            pass
        finally:
            game.watcher = None
        return [text for line in lines if (text := line.removeprefix("#").rstrip())]
