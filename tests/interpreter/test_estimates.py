"""Estimates against values that are printed in tables, or known otherwise."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulerun.interpreter.simulation import estimates
from rulerun.interpreter.simulation.estimates import Interval, Moments, Ratio


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


@pytest.mark.parametrize(
    ("hits", "expected"), [(1, 0.0513), (2, 0.3554), (3, 0.8177), (2.5, 0.3554)]
)
def test_few_hits_and_few_misses(hits: float, expected: float) -> None:
    """So many are expected of something rare that as many or more come in 5 of 100 series: from the table
    of the chi-square distribution at 0.05, halved, for twice as many degrees of freedom."""
    assert estimates.wilson(hits, 1000).low == pytest.approx(expected / 1000, abs=1e-6)
    assert estimates.wilson(1000 - hits, 1000).high == pytest.approx(1 - expected / 1000, abs=1e-6)


def test_rare_things_are_found_as_often_as_they_say() -> None:
    """Exactly, for all shares: in no fewer than 91 of 100 series, where the score interval has 84."""
    trials = 40
    told = [estimates.wilson(hits, trials) for hits in range(trials + 1)]
    least = 1.0
    for share in (n / 2000 for n in range(1, 2000)):
        held = math.fsum(
            math.comb(trials, hits) * share**hits * (1 - share) ** (trials - hits)
            for hits, interval in enumerate(told)
            if interval.contains(share)
        )
        least = min(least, held)
    assert least > 0.91


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


@given(st.lists(st.integers(-1000, 1000), min_size=3, max_size=50))
def test_skewness_by_its_definition(numbers: list[int]) -> None:
    moments = Moments.of(Counter(numbers))
    mean = math.fsum(numbers) / len(numbers)
    second = math.fsum((n - mean) ** 2 for n in numbers) / len(numbers)
    third = math.fsum((n - mean) ** 3 for n in numbers) / len(numbers)
    assert moments.skewness == pytest.approx(third / second**1.5 if second else 0, abs=1e-6)


def test_where_the_bounds_of_a_mean_cannot_be_told() -> None:
    """All alike, or all but one: who knows how far others go?"""
    assert Moments.of({7: 30}).interval() == Interval(7, -math.inf, math.inf)
    assert not Moments.of({0: 29, 1: 1}).interval().is_told
    assert not Moments.of({5: 99, -80: 1}).interval().is_told
    assert Moments.of({0: 28, 1: 2}).interval().is_told
    assert Moments.of({0: 28, 1: 1, -1: 1}).interval().is_told


def test_the_mean_of_what_is_skew() -> None:
    """By hand: 16 numbers with mean 1 and deviation 2; a = 1.6 / 4 and Student's 2.1314."""
    found = estimates.around_mean(16, 1.0, 2.0, 1.6)
    lower, upper = (
        (1 - 0.5 * 3 / 0.4 * (math.cbrt(1 + 0.4 * (t - 0.4 / 6)) - 1)) for t in (2.1314, -2.1314)
    )
    assert lower > 1 - 0.5 * 2.1314
    assert found.low == pytest.approx(1 - 0.5 * 2.1314, abs=1e-4)
    assert found.high == pytest.approx(upper, abs=1e-4)
    mirrored = estimates.around_mean(16, -1.0, 2.0, -1.6)
    assert (-mirrored.high, -mirrored.low) == pytest.approx((found.low, found.high))


@pytest.mark.parametrize(
    ("draw", "mean"),
    [
        pytest.param(lambda rng: rng.expovariate(1), 1.0, id="long tail"),
        pytest.param(lambda rng: int(rng.expovariate(1)) * 1.0, 1 / (math.e - 1), id="geometric"),
        pytest.param(lambda rng: rng.expovariate(1) * (rng.random() < 0.2), 0.2, id="mostly none"),
        pytest.param(lambda rng: 3.0 * (rng.random() < 0.06), 0.18, id="seldom"),
        pytest.param(lambda rng: rng.choice((-1.0, 1.0)) * (rng.random() < 0.1), 0.0, id="even"),
    ],
)
def test_means_of_few_are_known_as_surely_as_they_say(
    draw: Callable[[Random], float], mean: float
) -> None:
    """Of 600 series of 25 games; where Student's interval alone holds in 80 to 92 of 100."""
    rng = Random(3)
    held = 0
    for _ in range(600):
        held += Moments.of(Counter(draw(rng) for _ in range(25))).interval().contains(mean)
    assert held >= 0.93 * 600


def of_games(games: list[tuple[int, int]]) -> Ratio:
    found = Ratio()
    for over, of in games:
        found.note(over, of)
    return found


def test_what_is_the_same_within_each_game_is_known_from_as_many_games() -> None:
    """However many decisions a game has: 20 of the same kind are one."""
    of_one = [1, 1, 0, 1, 0, 1, 1, 1, 0, 1]
    once = of_games([(1, forced) for forced in of_one])
    often = of_games([(20, 20 * forced) for forced in of_one])
    for one, other in ((once.interval(10), often.interval(10)), (once.share(10), often.share(10))):
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))
    assert often.share(10).low < estimates.wilson(140, 200).low - 0.15


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 200)), min_size=3, max_size=30))
def test_ratios_by_what_is_left_over(games: list[tuple[int, int]]) -> None:
    """As the mean of what each game has beyond what was to be expected of so many decisions."""
    found, count = of_games(games), len(games)
    value = sum(of for _, of in games) / sum(over for over, _ in games)
    rests = [of - value * over for over, of in games]
    spread = math.sqrt(math.fsum(rest * rest for rest in rests) / (count - 1))
    second = math.fsum(rest * rest for rest in rests) / count
    third = math.fsum(rest**3 for rest in rests) / count
    skew = third / second**1.5 if spread > 1e-6 else 0.0
    each = sum(over for over, _ in games) / count
    told = found.interval(count)
    assert found.value == told.value == pytest.approx(value)
    if spread > 1e-6 and told.is_told:
        right = estimates.around_mean(count, 0.0, spread, skew)
        assert told.low == pytest.approx(value + right.low / each, rel=1e-6, abs=1e-6)
        assert told.high == pytest.approx(value + right.high / each, rel=1e-6, abs=1e-6)


def test_shares_that_are_nothing_or_all() -> None:
    """If no game had any, each is one trial: what happens within one may hang together."""
    assert of_games([(20, 0)] * 30).share(30) == estimates.wilson(0, 30)
    assert of_games([(20, 20)] * 30).share(30) == estimates.wilson(30, 30)
    one_game = of_games([(20, 0)] * 29 + [(20, 3)]).share(30)
    assert one_game.low < 0.2 * one_game.value < 4 * one_game.value < one_game.high


def test_games_of_a_ratio_add_up() -> None:
    games = [(3, 1), (5, 5), (2, 0), (9, 4)]
    together = of_games(games[:2])
    together.add(of_games(games[2:]))
    assert together == of_games(games)


def test_percentiles_are_numbers_that_were_there() -> None:
    counts = Counter({1: 5, 2: 90, 9: 5})
    assert [estimates.percentile(counts, p) for p in (5, 6, 50, 95, 96, 100)] == [1, 2, 2, 2, 9, 9]
    with pytest.raises(ValueError, match="nothing"):
        estimates.percentile({}, 50)


def test_a_chance_from_an_interval() -> None:
    assert estimates.two_sided(Interval(1.96, 0.0, 3.92)) == pytest.approx(0.05, abs=1e-4)
    assert estimates.two_sided(Interval(0.0, 0.0, 0.0)) == 1
    assert estimates.two_sided(Interval(1.0, 1.0, 1.0)) == 0
    # What counts is the side of nothing.
    assert estimates.two_sided(Interval(1.96, 0.0, 99.0)) == pytest.approx(0.05, abs=1e-4)
    assert estimates.two_sided(Interval(-1.96, -99.0, 0.0)) == pytest.approx(0.05, abs=1e-4)
    assert estimates.two_sided(Interval(1.0, -math.inf, math.inf)) == 1


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
def test_intervals_contain_the_truth_as_often_as_they_say(share: float) -> None:
    rng = Random(1)
    runs = [sum(rng.random() < share for _ in range(200)) for _ in range(1000)]
    held = sum(estimates.wilson(hits, 200).contains(share) for hits in runs)
    assert 930 <= held <= 970
