"""Trial games: whole games that use what the shipped ones leave out, played through and proved.

They lie in `rulesets/trial`. Each has to be read without a finding and to pass its examples; played
by chance it has to keep its cards and chips, and the laws of every game hold for it too. What no
example can say of a game (what is counted over many deals, what is dealt) is asked below.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulerun
from rulerun.interpreter.examples import playing as examples
from rulerun.interpreter.fuzzing.invariants import LAWS, Material
from rulerun.interpreter.loading import Loaded, read_rules

from .playing import Pick, any_move, go_on, no_giving_up

TRIAL = Path(__file__).resolve().parent / "rulesets" / "trial"
FILES = sorted(p.relative_to(TRIAL).as_posix() for p in TRIAL.rglob("*.yaml"))
EACH_FILE = pytest.mark.parametrize("file", FILES)
SOAK_SHARE = float(os.environ.get("RULERUN_SOAK", "1"))
"""How much of the soak is played: 1 is all of it, CI plays a small part."""

SOAK_GAMES = {"duel.yaml": 60}
MANY_GAMES = 1000

GAMES = 3
"""How many games are played for each number of players."""
MOVES = 200
"""How many moves of each; the soak plays them to their end."""
STATES = 5
"""In how many states of each game the laws are asked."""


@cache
def read(file: str) -> Loaded:
    return read_rules(TRIAL / file)


@cache
def game(file: str, players: int) -> rulerun.Game:
    return rulerun.load(TRIAL / file, players=players)


def seats_of(file: str) -> range:
    """How many may play."""
    ruleset = read(file).ruleset
    assert ruleset is not None
    return range(ruleset.players.low, ruleset.players.high + 1)


def way_of(file: str) -> Pick:
    """How random players play: a long game is not over before it has begun."""
    return no_giving_up if file == "duel.yaml" else any_move


@EACH_FILE
def test_it_is_read_without_a_finding(file: str) -> None:
    found = read(file)
    assert not found.diagnostics
    assert found.checked is not None


@EACH_FILE
def test_its_examples_pass(file: str) -> None:
    checked = read(file).checked
    assert checked is not None
    shown = [e for e in checked.rules.examples]
    assert shown
    failures = {e.name: examples.run(checked, e).failures for e in shown}
    assert not {name: found for name, found in failures.items() if found}


def play_through(file: str, players: int, seed: int, most: int | None) -> rulerun.State:
    """Play a game by chance and ask after every move that nothing is lost."""
    state = game(file, players).start(seed=seed)
    material, limit = Material.of(state), state.game.limit
    holders = state.game.layout.holders()
    rng, pick = Random(seed), way_of(file)
    moves = 0
    while not state.is_over and (most is None or moves < most):
        state.apply(pick(state, rng))
        moves += 1
        assert sum([state.cells[cell] for cell in holders]) == material.chips
        assert sum([len(pile) for pile in state.piles]) == material.cards
        assert moves <= limit
    material.is_complete(state)
    if state.is_over:
        assert state.ended_by is not None and not list(state.legal_moves)
        assert len(state.payoffs) == players
        assert state.ended_by != "abandoned" or (not state.winners and not any(state.payoffs))
    return state


@EACH_FILE
def test_games_are_played_and_nothing_is_lost(file: str) -> None:
    """With the fewest players, one more, some and the most; the soak takes every number."""
    seats = seats_of(file)
    several = (
        {seats[0], seats[-1]} if "/" in file else {*seats[:2], seats[len(seats) // 2], seats[-1]}
    )
    for players in sorted(several):
        for seed in range(GAMES):
            play_through(file, players, seed, MOVES)


@pytest.mark.soak
@EACH_FILE
def test_many_games_are_played_to_their_end(file: str) -> None:
    games = SOAK_GAMES.get(file, MANY_GAMES) * SOAK_SHARE
    for players in seats_of(file):
        for seed in range(max(1, round(games / len(seats_of(file))))):
            assert play_through(file, players, seed, None).is_over


@cache
def some_states(file: str) -> list[rulerun.State]:
    """States that random moves lead to, with any number of players."""
    found = []
    for seed in range(STATES):
        rng = Random(f"{file} {seed}")
        state = game(file, rng.choice(seats_of(file))).start(seed=rng.getrandbits(64))
        go_on(state, seed, rng.randrange(120), way_of(file))
        found.append(state)
    return found


@EACH_FILE
@pytest.mark.parametrize("law", LAWS)
def test_laws(file: str, law: str) -> None:
    for seed, state in enumerate(some_states(file)):
        LAWS[law](state, Random(seed))
