"""States that leave the program and come back: saved, pickled, copied, and what is no state at all."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulerun

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    ROOT / "rulesets" / "gin.yaml",
    ROOT / "rulesets" / "in_between.yaml",
    ROOT / "tests" / "golden" / "cli" / "at_once.yaml",
]
JUNK: list[Any] = [
    None, -1, 0, 1, 99, 10**30, "x", [], {}, [1], [[1]], True, 1.5, [-1] * 5, [None],
]  # fmt: skip


def midway(game: rulerun.Game, moves: int = 7) -> rulerun.State:
    """A state after a few random moves."""
    state, rng = game.start(seed=3), Random(3)
    for _ in range(moves):
        if not state.is_over:
            state.apply(rng.choice(state.legal_moves))
    return state


def places(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all that stands in JSON data."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, list):
        inner = list(enumerate(data))
    return [place for key, value in inner for place in [(*way, key), *places(value, (*way, key))]]


@pytest.mark.parametrize("file", FILES, ids=[f.stem for f in FILES])
def test_a_damaged_state_is_refused_or_can_be_played(file: Path) -> None:
    game = rulerun.load(file)
    saved = json.loads(json.dumps(midway(game).to_json()))
    rng = Random(4)
    ways = [way for way in places(saved) if way[0] not in ("format", "game", "edition")]
    refused = 0
    for _ in range(800):
        data = copy.deepcopy(saved)
        way = rng.choice(ways) if rng.random() < 0.7 else (rng.choice(ways)[0],)
        inner = data
        for key in way[:-1]:
            inner = inner[key]
        if rng.random() < 0.2:
            del inner[way[-1]]
        else:
            inner[way[-1]] = rng.choice(JUNK)
        try:
            state = rulerun.State.from_json(game, data)
        except ValueError as error:
            assert str(error).startswith("this is no saved state")
            refused += 1
            continue
        for seat in (None, 0, 1):
            state.view(seat)
        try:
            for _ in range(5):
                if state.is_over or not state.legal_moves:
                    break
                state.apply(rng.choice(state.legal_moves))
        except rulerun.RuleError:
            continue
        assert state.to_json()
    assert refused > 400


@pytest.mark.parametrize("data", [None, [1], "{}", {}])
def test_what_is_no_state_at_all(data: Any) -> None:
    with pytest.raises(ValueError, match="no saved state"):
        rulerun.State.from_json(rulerun.load("gin"), data)


def test_pickled_and_copied() -> None:
    game = rulerun.load("gin", overlays=["oklahoma"], options={"target": 50})
    assert pickle.loads(pickle.dumps(game)).options == game.options
    assert copy.deepcopy(game) is game
    state = midway(game)
    move = state.legal_moves[0]
    before = state.to_json()
    again, same = pickle.loads(pickle.dumps((state, move)))
    assert again == state and same == move
    for twin in (again, copy.copy(state), copy.deepcopy(state)):
        twin.apply(same)
        assert twin.moves_made == state.moves_made + 1
    assert state.to_json() == before


def test_errors_can_be_pickled() -> None:
    game = rulerun.load("gin")
    with pytest.raises(rulerun.IllegalMoveError) as illegal:
        game.start().apply("fly")
    again = pickle.loads(pickle.dumps(illegal.value))
    assert (again.move, again.legal) == ("fly", illegal.value.legal)
    with pytest.raises(rulerun.RulesetError) as wrong:
        rulerun.load("no such game")
    assert str(pickle.loads(pickle.dumps(wrong.value))) == str(wrong.value)
    rule = rulerun.RuleError("R701", "too few", None, (1,))
    assert pickle.loads(pickle.dumps(rule)).seats == (1,)


def test_a_move_of_another_game_is_what_it_says() -> None:
    game, short = (rulerun.load("in_between", options={"ante": ante}) for ante in (1, 5))
    bold = short.start(seed=4).legal_moves[-1]
    state = game.start(seed=4)
    assert str(bold) == "bet 10" and bold not in state.legal_moves
    with pytest.raises(rulerun.IllegalMoveError, match="at most 2"):
        state.apply(bold)
    meek = short.start(seed=4).legal_moves[1]
    assert meek in state.legal_moves
    state.apply(meek)
    with pytest.raises(rulerun.IllegalMoveError):
        state.apply(rulerun.load("gin").start().legal_moves[0])


def test_what_is_no_move_no_seat_no_seed() -> None:
    game = rulerun.load("gin")
    state = game.start()
    for junk in (None, 3):
        with pytest.raises(TypeError, match="a move is a Move or its text"):
            state.apply(junk)  # type: ignore[arg-type]
    for seat in (2, -1):
        with pytest.raises(ValueError, match="there is no seat"):
            state.view(seat)
    with pytest.raises(TypeError, match="a seed is a whole number"):
        game.start(1.5)  # type: ignore[arg-type]
    with pytest.raises(rulerun.GameSetupError, match="is for 2 to 8 players"):
        rulerun.load("in_between", players=2.5)  # type: ignore[arg-type]


def test_house_rules_are_a_list_of_names_or_paths() -> None:
    folder = ROOT / "rulesets" / "overlays" / "gin"
    game = rulerun.load("gin", overlays=[folder / "oklahoma.yaml"])
    assert game == rulerun.load("gin", overlays=["oklahoma"])
    with pytest.raises(TypeError, match="overlays is a list of house rules"):
        rulerun.load("gin", overlays="oklahoma")


def test_nobody_chooses_at_once_when_the_game_is_over() -> None:
    state = midway(rulerun.load(FILES[-1]), 1000)
    assert state.is_over
    for move in (state.game.kinds[state.game.decision_base][0].name,):
        with pytest.raises(rulerun.IllegalMoveError):
            state.apply(move, seat=1)
