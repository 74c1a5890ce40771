"""A game made to be tried out is the same game."""

from __future__ import annotations

from random import Random

import pytest

from rulerun.interpreter.errors import GameSetupError
from rulerun.interpreter.machine.checked import Checked
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.plain_game import PlainGame

from ..playing import rules


def checked(name: str) -> Checked:
    found = rules(name).checked
    assert found is not None
    return found


def same(one: Game, other: Game, seed: int, moves: int = 40) -> None:
    """The same moves lead to the same places, and as many are legal on the way."""
    state, plain, rng = one.start(seed), other.start(seed), Random(seed)
    for _ in range(moves):
        assert state.is_over == plain.is_over
        if state.is_over:
            break
        assert state.legal_moves.count() == plain.legal_moves.count()
        move = state.legal_moves.pick(rng)
        state.apply(move)
        plain.apply(str(move))
        assert (state.cells, state.piles) == (plain.cells, plain.piles)


@pytest.mark.parametrize("name", ["gin", "skat", "klondike", "holdem", "cribbage", "in_between"])
def test_the_same_game(name: str) -> None:
    of = checked(name)
    players = of.rules.players.high
    same(Game(of, {}, players), PlainGame(of, {}, players), 1)


def test_other_options_need_no_other_game() -> None:
    of = checked("in_between")
    plain, is_made = of.plainly({}, 4)
    assert is_made
    for options in ({"rounds": "1"}, {"stake": "50", "rounds": "2"}, {}):
        again, is_made = of.plainly(options, 4)
        assert again is plain and not is_made
        whole = of.game(options, 4)
        assert plain.options == whole.options
        same(whole, plain, 3)


def test_an_option_that_the_rules_do_not_allow() -> None:
    of = checked("in_between")
    plain, _ = of.plainly({}, 4)
    with pytest.raises(GameSetupError):
        plain.settle({"rounds": "-1"})
