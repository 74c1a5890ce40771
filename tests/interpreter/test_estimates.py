"""Estimates against values that are printed in tables, or known otherwise."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulerun.interpreter.simulation import estimates
from rulerun.interpreter.simulation.estimates import Interval, Moments


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_score_interval(hits: int, trials: int, low: float, high: float) -> None:
    """The last line is the example of Newcombe (1998), Statistics in Medicine 17, table I."""
    found = estimates.wilson(hits, trials)
    assert [found.value, found.low, found.high] == pytest.approx(
        [hits / trials, low, high], abs=1e-4
    )


def test_no_trial_says_nothing() -> None:
    with pytest.raises(ValueError, match="nothing"):
        estimates.wilson(0, 0)


@pytest.mark.parametrize(
    ("degrees", "at_five", "at_one"),
    [
        (1, 3.841, 6.635),
        (2, 5.991, 9.210),
        (3, 7.815, 11.345),
        (4, 9.488, 13.277),
        (9, 16.919, 21.666),
    ],
)
def test_the_tail_of_chi_square(degrees: int, at_five: float, at_one: float) -> None:
    """Against the usual table of critical values."""
    assert estimates.chance_of_chi_square(at_five, degrees) == pytest.approx(0.05, abs=5e-5)
    assert estimates.chance_of_chi_square(at_one, degrees) == pytest.approx(0.01, abs=5e-5)
    assert estimates.chance_of_chi_square(0, degrees) == 1


def test_seats_that_are_alike() -> None:
    assert estimates.fairness([50, 50]) == 1
    assert estimates.fairness([60, 40]) == pytest.approx(0.0455, abs=1e-4)  # chi-square 4
    assert estimates.fairness([7]) == estimates.fairness([0, 0, 0]) == 1


def test_corrected_chances() -> None:
    """The example of Holm's procedure with four questions, worked by hand."""
    assert estimates.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert estimates.holm([]) == []
    assert estimates.holm([0.9, 0.8]) == [1, 1]


@given(st.lists(st.floats(0, 1), max_size=12))
def test_a_correction_never_makes_a_finding_surer(chances: list[float]) -> None:
    corrected = estimates.holm(chances)
    assert all(one >= other for one, other in zip(corrected, chances, strict=True))
    assert [c for _, c in sorted(zip(chances, corrected, strict=True))] == sorted(corrected)


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_moments_are_those_of_the_numbers(numbers: list[int]) -> None:
    import statistics

    moments = Moments.of(Counter(numbers))
    assert moments.mean == pytest.approx(statistics.fmean(numbers))
    assert moments.variance == pytest.approx(statistics.variance(numbers), abs=1e-6)
    assert moments.interval().contains(moments.mean)


def test_percentiles_are_numbers_that_were_there() -> None:
    counts = Counter({1: 5, 2: 90, 9: 5})
    assert [estimates.percentile(counts, p) for p in (5, 6, 50, 95, 96, 100)] == [1, 2, 2, 2, 9, 9]
    with pytest.raises(ValueError, match="nothing"):
        estimates.percentile({}, 50)


def test_a_chance_from_an_interval() -> None:
    assert estimates.two_sided(Interval(1.96, 0.0, 3.92)) == pytest.approx(0.05, abs=1e-4)
    assert estimates.two_sided(Interval(0.0, 0.0, 0.0)) == 1
    assert estimates.two_sided(Interval(1.0, 1.0, 1.0)) == 0
    assert estimates.two_sided(Interval(1.0, -math.inf, math.inf)) == 1


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
def test_intervals_contain_the_truth_as_often_as_they_say(share: float) -> None:
    rng = Random(1)
    runs = [sum(rng.random() < share for _ in range(200)) for _ in range(1000)]
    held = sum(estimates.wilson(hits, 200).contains(share) for hits in runs)
    assert 930 <= held <= 970
