"""How strong the bot is that thinks ahead, with intervals that hold in 99 of 100 series."""

from __future__ import annotations

import os
from fractions import Fraction

import pytest

from rulerun.interpreter.bots.seating import BotKind

from ..strength import (
    CARDS,
    KUHN_VALUE,
    TRIALS,
    Plan,
    Trial,
    equilibrium,
    kuhn_plan,
    kuhn_value,
    played,
    situations,
)

SOAK_SHARE = float(os.environ.get("RULERUN_SOAK", "1"))
"""How much of the soak is played: 1 is all of it, CI plays a small part."""
NEAR = Fraction(5, 100)
BLUFFS = [Fraction(0), Fraction(1, 6), Fraction(1, 3)]


@pytest.mark.soak
@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
def test_better_than_chance(trial: Trial) -> None:
    games = max(trial.fewest, round(trial.games * SOAK_SHARE))
    found = played(trial, games)
    if trial.bar is None:
        assert found.wins().low > 1 / trial.sides
    elif games >= trial.games:
        assert found.wins().low > trial.bar
    else:  # so few games cannot show it, but they could show that it is not so
        assert found.wins().high > trial.bar
    if trial.pays:
        assert found.payoff().low > 0


@pytest.mark.parametrize("bluffs", BLUFFS)
def test_best_play_in_kuhns_poker(bluffs: Fraction) -> None:
    """Of each of these pairs neither can do better: the value is what theory says."""
    best = equilibrium(bluffs)
    assert kuhn_value(best, best) == KUHN_VALUE
    for first in _simple_plans(0):
        assert kuhn_value(first, best) <= KUHN_VALUE
    for second in _simple_plans(1):
        assert kuhn_value(best, second) >= KUHN_VALUE


def _simple_plans(seat: int) -> list[Plan]:
    """All plans in which each situation has one move."""
    plans: list[Plan] = [{}]
    for at in situations(seat):
        moves = ("call", "fold") if at[2][-1:] == ("bet",) else ("check", "bet")
        plans = [{**plan, at: {move: Fraction(1)}} for plan in plans for move in moves]
    assert len(plans) == 2 ** (2 * len(CARDS))
    return plans


@pytest.mark.parametrize("seat", [0, 1])
def test_kuhns_poker_against_best_play(seat: int) -> None:
    often = max(20, round(400 * SOAK_SHARE)) if "RULERUN_SOAK" in os.environ else 12
    plan = kuhn_plan(BotKind("ismcts", iterations=100), seat, often)
    for bluffs in BLUFFS:
        best = equilibrium(bluffs)
        loss = (
            KUHN_VALUE - kuhn_value(plan, best)
            if seat == 0
            else (kuhn_value(best, plan) - KUHN_VALUE)
        )
        assert 0 <= loss <= NEAR
