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


class Happenings:
    """Tells what was done last; games to watch are made once for all examples of a file."""

    def __init__(self) -> None:
        self._watched: dict[int, tuple[Game, WatchedGame]] = {}

    def lines(self, act: Act, players: Sequence[str]) -> list[str]:
        """The move or the running on, and what came of it, with the names of the players."""
        told = self._told(act, players)
        if len(told) > MOST:
            told = [*told[: MOST - 1], f"  and {len(told) - MOST + 1} lines more"]
        if act.remark:
            told.append(f"({act.remark})")
        return [harmless(in_names(line, players)) for line in told]

    def _game(self, game: Game) -> WatchedGame:
        if id(game) not in self._watched:
            watched = WatchedGame(game.checked, game.options, game.players)
            self._watched[id(game)] = (game, watched)
        return self._watched[id(game)][1]

    def _told(self, act: Act, players: Sequence[str]) -> list[str]:
        game = self._game(act.before.game)
        state = act.state_in(game)
        lines: list[str] = []
        narrator = Narrator(game, None, Paint(), lines.append, players)
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
