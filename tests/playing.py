"""Games played by chance, and where their rules are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import rulerun

SHIPPED = Path(__file__).resolve().parents[1] / "rulesets"
TRIAL = Path(__file__).resolve().parent / "rulesets" / "trial"

Pick = Callable[[rulerun.State, Random], rulerun.Move]


def rule_file(name: str) -> Path:
    """A game (`gin`) or house rule (`gin/oklahoma`) that is shipped, or one on trial."""
    game, _, rule = name.partition("/")
    file = Path("overlays", game, f"{rule}.yaml") if rule else Path(f"{game}.yaml")
    return next(folder / file for folder in (SHIPPED, TRIAL) if (folder / file).exists())


def any_move(state: rulerun.State, rng: Random) -> rulerun.Move:
    """A legal move by chance."""
    return state.legal_moves.pick(rng)


def no_giving_up(state: rulerun.State, rng: Random) -> rulerun.Move:
    """A legal move by chance, but not one by which somebody gives up while there are others."""
    move = state.legal_moves.pick(rng)
    if move.name == "give_up":
        others = [m for m in state.legal_moves if m.name != "give_up"]
        return rng.choice(others or [move])
    return move


def go_on(state: rulerun.State, seed: int, most: int = 25, pick: Pick = any_move) -> list[str]:
    """Make some random moves; their texts."""
    rng = Random(seed)
    made = []
    for _ in range(most):
        if state.is_over:
            break
        move = pick(state, rng)
        made.append(str(move))
        state.apply(move)
    return made
