"""Games played by chance, and where their rules are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulerun
from rulerun.interpreter.loading import Loaded, read_rules

SHIPPED = Path(__file__).resolve().parents[1] / "rulesets"
TRIAL = Path(__file__).resolve().parent / "rulesets" / "trial"

Pick = Callable[[rulerun.State, Random], rulerun.Move]


def rule_file(name: str) -> Path:
    """A game (`gin`) or house rule (`gin/oklahoma`) that is shipped, or one on trial."""
    game, _, rule = name.partition("/")
    file = Path("overlays", game, f"{rule}.yaml") if rule else Path(f"{game}.yaml")
    return next(folder / file for folder in (SHIPPED, TRIAL) if (folder / file).exists())


def each_game_and_some(what: str) -> list[Any]:
    """The paths of all shipped games and house rules, for `parametrize`.

    The suite has each game and one of its house rules, chosen by `what` is tested: others for
    another test. The soak has all of them.
    """
    games = [pytest.param(path, id=path.stem) for path in sorted(SHIPPED.glob("*.yaml"))]
    return games + some_house_rules(what)


def some_house_rules(what: str) -> list[Any]:
    """The paths of all shipped house rules, for `parametrize`; of each game one is in the suite."""
    found = []
    for folder in sorted(SHIPPED.glob("overlays/*")):
        rules = sorted(folder.glob("*.yaml"))
        chosen = Random(f"{what} {folder.name}").choice(rules)
        for path in rules:
            marks = () if path == chosen else pytest.mark.soak
            found.append(pytest.param(path, id=f"{folder.name}-{path.stem}", marks=marks))
    return found


@cache
def rules(path: Path) -> Loaded:
    """A game or house rule that comes along, read once for all tests, looked over by the lints."""
    return read_rules(path, linted=True)


def game_of(path: Path, players: int | None = None) -> rulerun.Game:
    """The game of a shipped file, made once for each number of players; without one, for the fewest."""
    checked = rules(path).checked
    assert checked is not None, rules(path).diagnostics
    return checked.game({}, players or checked.rules.players.low)


def seats_of(path: Path) -> range:
    """How many may play."""
    ruleset = rules(path).ruleset
    assert ruleset is not None
    return range(ruleset.players.low, ruleset.players.high + 1)


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
