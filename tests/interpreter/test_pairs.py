"""Pairs of games: what is the same in both makes no difference, and what differs is found."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulerun
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.simulation.comparison import (
    Comparison,
    comparison_of,
    corrected,
    width_of_wins,
)
from rulerun.interpreter.simulation.estimates import deviations
from rulerun.interpreter.simulation.pairs import PairedSeries, PairTally, Sums
from rulerun.interpreter.simulation.series import series_of
from rulerun.interpreter.simulation.workers import play


def paired(game: str, *overlays: str, seed: int = 1) -> PairedSeries:
    return PairedSeries(
        series_of(read_rules(game), seed=seed), series_of(read_rules(game, overlays), seed=seed)
    )


def tally_of(pairs: PairedSeries, games: int, jobs: int = 1) -> PairTally:
    tally = PairTally()
    for played in play(pairs, 0, games, jobs):
        tally.add(played)
    return tally


def by_name(found: Comparison) -> dict[str, float]:
    return {one.name: one.difference.value for one in found.differences}


def test_a_game_differs_from_itself_in_nothing() -> None:
    found = comparison_of(paired("in_between"), 2, tally_of(paired("in_between"), 50))
    assert set(by_name(found).values()) == {0}
    assert not any(one.is_shown for one in found.differences)
    assert all(one.pairing is None and one.chance == 1 for one in found.differences)


def test_a_pair_is_two_games_of_the_series() -> None:
    """The means of the sides are those that each series has by itself."""
    found = rulerun.compare("in_between", overlays=["triple_penalty"], games=200)
    base = rulerun.simulate("in_between", games=200)
    variant = rulerun.simulate("in_between", overlays=["triple_penalty"], games=200)
    of = {one.name: one for one in found.differences}
    for name, one, other in (
        ("P1 wins", base.seats[0].won.value, variant.seats[0].won.value),
        ("turns", base.turns.mean.value, variant.turns.mean.value),
        ("most in the pot", base.pots["pot"].mean.value, variant.pots["pot"].mean.value),
    ):
        assert (of[name].base, of[name].variant) == pytest.approx((one, other))
        assert of[name].difference.value == pytest.approx(other - one)


def test_to_deal_alike_is_worth_it() -> None:
    found = rulerun.compare("in_between", overlays=["triple_penalty"], games=400)
    wins = next(one for one in found.differences if one.name == "P1 wins")
    assert wins.pairing is not None and wins.pairing > 3
    turns = next(one for one in found.differences if one.name == "turns")
    assert turns.is_shown and turns.difference.high < 0


def test_the_number_of_processes_changes_nothing() -> None:
    pairs = paired("kuhn", "one_raise")
    assert tally_of(pairs, 90, jobs=2) == tally_of(pairs, 90)


def test_wins_of_all_seats_together_do_not_change() -> None:
    """Whoever wins more often, others win less often, but for games without a winner."""
    found = by_name(rulerun.compare("hearts", overlays=["no_moon"], games=20))
    wins = [found[f"P{seat} wins"] for seat in range(1, 5)]
    assert sum(wins) == pytest.approx(0)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1))
def test_sums_add_up_in_any_order(pairs: list[tuple[int, int]]) -> None:
    def summed(of: Iterable[tuple[int, int]]) -> Sums:
        sums = Sums()
        for base, variant in of:
            sums.note(base, variant)
        return sums

    whole = summed(pairs)
    halves = summed(pairs[1::2])
    halves.add(summed(pairs[::2]))
    assert whole == halves
    assert whole.difference2 == sum((b - a) ** 2 for a, b in pairs)


def test_more_questions_make_every_finding_less_sure() -> None:
    found = rulerun.compare("kuhn", overlays=["one_raise"], games=300)
    twice = corrected([found, found])[0]
    one_by_one = zip(found.differences, twice.differences, strict=True)
    assert all(alone.corrected <= among.corrected for alone, among in one_by_one)
    assert any(one.is_shown for one in twice.differences)


def test_intervals_become_narrower() -> None:
    pairs = paired("kuhn", "one_raise")
    widths = [width_of_wins(tally_of(pairs, games)) for games in (50, 200, 800)]
    assert all(one > other for one, other in pairwise(widths))


def test_players_that_one_side_is_not_for() -> None:
    with pytest.raises(rulerun.GameSetupError, match="not 9"):
        rulerun.compare("kuhn", overlays=["one_raise"], players=9)
    with pytest.raises(rulerun.RulesetError):
        rulerun.compare("kuhn", overlays=["no_such_rule"])
    with pytest.raises(ValueError, match="from 1 on, not 0"):
        rulerun.simulate("kuhn", games=0)


def test_where_no_pair_differs_some_may() -> None:
    """Of hands that are seen or not, bots that choose by chance make the same: 100 pairs show that fewer than
    4 of 100 differ, not that none does."""
    found = comparison_of(
        paired("kuhn", "foreheads"), 2, tally_of(paired("kuhn", "foreheads"), 100)
    )
    wins = next(one for one in found.differences if one.name == "P1 wins")
    assert (wins.difference.value, wins.pairing, wins.is_shown) == (0, None, False)
    assert 0.03 < wins.difference.high == -wins.difference.low < 0.04


def test_few_pairs_are_less_sure_than_many() -> None:
    """Student's distribution: of ten pairs 2.26 deviations, not 1.96."""
    for degrees, right in ((2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)):
        assert deviations(degrees=degrees) == pytest.approx(right, rel=0.01)
    assert deviations() == pytest.approx(1.95996, abs=1e-4)


def test_what_cannot_be_otherwise_is_not_asked() -> None:
    """Kuhn's poker has one end, and a patience no turns: each question more makes all less sure."""
    kuhn = {
        one.name for one in rulerun.compare("kuhn", overlays=["one_raise"], games=5).differences
    }
    assert not any(name.startswith("ended by") for name in kuhn)
    alone = rulerun.compare(
        "blackjack", overlays=["surrender"], games=3, options={"rounds": 1}
    ).differences
    assert {"turns", "winner's margin", "lead changes"}.isdisjoint(one.name for one in alone)
