"""Looking on while a game runs from one decision to the next."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulerun.interpreter.game import Game
    from rulerun.interpreter.state import State

Watcher = Callable[["State", str], None]
"""Is handed the state where a turn or a pass is over or begins, and the label of that place."""

_PAUSES = (":next", ":end", ":pass")


def watched(game: Game, watcher: Watcher) -> Game:
    """A game like this one that lets a watcher look at its states between turns and passes.

    Rules often put away at once what they have just laid on the table. Who only compares the
    states at two decisions never sees it.
    """
    new = copy.copy(game)
    new.blocks = list(game.blocks)
    for label, number in game.labels.items():
        if label.endswith(_PAUSES) and number < len(new.blocks):
            new.blocks[number] = _watched(new.blocks[number], watcher, label)
    return new


def _watched(block: Callable[[State], int], watcher: Watcher, label: str) -> Callable[[State], int]:
    def run(state: State) -> int:
        watcher(state, label)
        return block(state)

    return run


def standstill(state: State) -> State:
    """A copy of a state in which nobody decides, also of one in the middle of a run.

    Views of it have no legal moves, which need not make sense there.
    """
    still = state.clone()
    still.at = state.game.over
    if still.ended is None:
        still.ended = state.game.abandoned
    return still
