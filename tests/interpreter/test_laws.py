"""Laws that hold in every game, tried on every shipped game and one of its house rules.

Random legal moves lead to reachable states; what must be true of any of them is asked there. The
`soak` takes all house rules, plays many more games, and asks after every move that no card and no
chip is lost.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulerun
from rulerun.interpreter.fuzzing.invariants import LAWS, Material, go_on

from ..playing import any_move, each_game_and_some, game_of, seats_of
from ..soaking import games_of, soak

EACH_FILE = pytest.mark.parametrize("path", each_game_and_some("laws"))
SEEDS = st.integers(0, 2**64 - 1)
FEW = settings(max_examples=6, deadline=None)
SOAK_SHARE = float(os.environ.get("RULERUN_SOAK", "1"))
"""How much of the soak is played: 1 is all of it, CI plays a small part."""
A_LONG_GAME = 2000
"""After so many moves no other game is played; the soak plays many of each."""

HARDLY_OVER = "gin"
"""By chance hardly anybody gets to knock in this game, and it goes on to its limit."""


def some_state(path: Path, seed: int, most: int = 60) -> rulerun.State:
    """A state that random moves lead to, with a random number of players."""
    rng = Random(seed)
    seats = seats_of(path)
    # The fewest, the most, and some between: a game is made anew for each number.
    few = sorted({seats[0], seats[len(seats) // 2], seats[-1]})
    state = game_of(path, rng.choice(few)).start(seed=rng.getrandbits(64))
    for _ in range(rng.randrange(most)):
        if state.is_over:
            break
        state.apply(any_move(state, rng))
    return state


@EACH_FILE
@FEW
@given(seed=SEEDS)
def test_no_card_and_no_chip_is_lost(path: Path, seed: int) -> None:
    state = some_state(path, seed, most=1)
    material = Material.of(state)
    rng = Random(seed)
    for _ in range(80):
        material.is_complete(state)
        if state.is_over:
            break
        state.apply(any_move(state, rng))


@EACH_FILE
@FEW
@given(seed=SEEDS)
def test_what_is_true_of_every_state(path: Path, seed: int) -> None:
    state = some_state(path, seed)
    before = state.to_json()
    for name, law in LAWS.items():
        law(state, Random(seed))
        assert state.to_json() == before, name


@EACH_FILE
@FEW
@given(seed=SEEDS)
def test_seed_and_moves_are_the_game(path: Path, seed: int) -> None:
    first, second = (game_of(path).start(seed=seed) for _ in range(2))
    for move in go_on(first, Random(seed), 60):
        second.apply(move)
    assert first == second


@EACH_FILE
def test_games_end(path: Path) -> None:
    chosen = game_of(path, seats_of(path)[-1])
    rng = Random(1)
    in_all = 0
    for seed in range(3):
        if in_all > A_LONG_GAME:
            break
        state = chosen.start(seed=seed)
        moves = 0
        while not state.is_over:
            state.apply(any_move(state, rng))
            moves += 1
        in_all += moves
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
def test_soak(path: Path) -> None:
    found = soak(path, round(games_of(path) * SOAK_SHARE))
    assert found.abandoned <= found.games / 1000 or game_of(path).name == HARDLY_OVER
