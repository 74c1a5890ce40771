"""Laws that hold in every game, tried on every shipped rule file and house rule.

Random legal moves lead to reachable states; what must be true of any of them is asked there. The
`soak` plays many more games and asks after every move that no card and no chip is lost.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulerun
from rulerun.interpreter.fuzzing.invariants import LAWS, Material, go_on
from rulerun.interpreter.loading import read_rules

from ..soaking import games_of, soak

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
FILES = sorted(
    p.relative_to(RULESETS).as_posix()
    for p in RULESETS.rglob("*.yaml")
    if p.parent.name != "forms"  # which are no games
)
EACH_FILE = pytest.mark.parametrize("file", FILES)
SEEDS = st.integers(0, 2**64 - 1)
FEW = settings(max_examples=6, deadline=None)
SOAK_SHARE = float(os.environ.get("RULERUN_SOAK", "1"))
"""How much of the soak is played: 1 is all of it, CI plays a small part."""
HARDLY_OVER = "gin"
"""By chance hardly anybody gets to knock in this game, and it goes on to its limit."""


@cache
def game(file: str, players: int = 0) -> rulerun.Game:
    """A game of a shipped file; without a number of players for as few as it allows."""
    return rulerun.load(RULESETS / file, players=players or None)


@cache
def seats_of(file: str) -> range:
    """How many may play."""
    ruleset = read_rules(RULESETS / file).ruleset
    assert ruleset is not None
    return range(ruleset.players.low, ruleset.players.high + 1)


def some_state(file: str, seed: int, most: int = 60) -> rulerun.State:
    """A state that random moves lead to, with a random number of players."""
    rng = Random(seed)
    seats = seats_of(file)
    state = game(file, rng.choice(seats)).start(seed=rng.getrandbits(64))
    for _ in range(rng.randrange(most)):
        if state.is_over:
            break
        state.apply(rng.choice(state.legal_moves))
    return state


@EACH_FILE
@FEW
@given(seed=SEEDS)
def test_no_card_and_no_chip_is_lost(file: str, seed: int) -> None:
    state = some_state(file, seed, most=1)
    material = Material.of(state)
    rng = Random(seed)
    for _ in range(80):
        material.is_complete(state)
        if state.is_over:
            break
        state.apply(rng.choice(state.legal_moves))


@EACH_FILE
@FEW
@given(seed=SEEDS)
@pytest.mark.parametrize("law", LAWS)
def test_what_is_true_of_every_state(law: str, file: str, seed: int) -> None:
    state = some_state(file, seed)
    before = state.to_json()
    LAWS[law](state, Random(seed))
    assert state.to_json() == before


@EACH_FILE
@FEW
@given(seed=SEEDS)
def test_seed_and_moves_are_the_game(file: str, seed: int) -> None:
    first, second = (game(file).start(seed=seed) for _ in range(2))
    for move in go_on(first, Random(seed), 60):
        second.apply(move)
    assert first == second


@EACH_FILE
def test_games_end(file: str) -> None:
    chosen = game(file, seats_of(file)[-1])
    rng = Random(1)
    for seed in range(3):
        state = chosen.start(seed=seed)
        moves = 0
        while not state.is_over:
            state.apply(rng.choice(state.legal_moves))
            moves += 1
        assert state.ended_by is not None
        assert moves <= chosen.limit
        assert not list(state.legal_moves)
        assert len(state.payoffs) == chosen.players
        if state.ended_by == "abandoned":
            assert moves == chosen.limit
            assert not state.winners
            assert not any(state.payoffs)
        else:
            assert state.winners or chosen.players == 1  # a patience may be lost


@pytest.mark.soak
@EACH_FILE
def test_soak(file: str) -> None:
    path = RULESETS / file
    found = soak(path, round(games_of(path) * SOAK_SHARE))
    assert found.abandoned <= found.games / 1000 or game(file).name == HARDLY_OVER
