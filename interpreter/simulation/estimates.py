"""Estimates with their intervals: what a number of games tells, and how surely.

Closed formulas and the standard library's normal distribution; where a formula comes from stands
with it. Confidence is 95 % unless something else is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist

from rulerun.grammar.record import record

CONFIDENCE = 0.95


@record
class Interval:
    """An estimate and the interval that contains the true value with that confidence."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2

    def contains(self, value: float) -> bool:
        """Whether a value lies in it."""
        return self.low <= value <= self.high


def deviations(confidence: float = CONFIDENCE, degrees: int | None = None) -> float:
    """How many standard deviations to both sides have that confidence: 1.96 for 0.95.

    With `degrees` of freedom the deviation itself is estimated, and it takes more of them: Student's
    distribution, by its expansion (Abramowitz and Stegun, 26.7.5); 2.26 for 9, a little too few below 3.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    if degrees is None:
        return z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / degrees**power for power, term in enumerate(terms, 1))


def wilson(hits: float, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """The share of hits, with the score interval of Wilson (1927).

    A tie may count as a part of a hit; then the interval is a little too wide, never too narrow,
    since a part varies less than all or nothing. Raises ValueError without a trial.
    """
    if trials < 1:
        raise ValueError("a share of nothing has no interval")
    z = deviations(confidence)
    share = hits / trials
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    whole = 1 + z * z / trials
    low, high = (middle - reach) / whole, (middle + reach) / whole
    # At no hits and at nothing else the bounds are 0 and 1 but for what floats leave over.
    return Interval(share, max(0.0, low) if hits else 0.0, min(1.0, high) if hits < trials else 1.0)


@record
class Moments:
    """How many numbers there were, their sum, and the sum of their squares, exactly or nearly so."""

    count: int
    total: float
    squares: float

    @classmethod
    def of(cls, counted: Mapping[int, int] | Mapping[float, int]) -> Moments:
        """Of numbers, each with how often it was there."""
        items = sorted(counted.items())
        return cls(
            sum(n for _, n in items),
            math.fsum(value * n for value, n in items),
            math.fsum(value * value * n for value, n in items),
        )

    @property
    def mean(self) -> float:
        """Their mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The unbiased estimate of the variance they were drawn from; 0 of fewer than two."""
        if self.count < 2:
            return 0.0
        return max(0.0, self.squares - self.total * self.total / self.count) / (self.count - 1)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The mean, with the interval of the central limit theorem and Student's distribution."""
        if self.count < 2:
            return Interval(self.mean, -math.inf, math.inf)
        reach = deviations(confidence, self.count - 1) * math.sqrt(self.variance / self.count)
        return Interval(self.mean, self.mean - reach, self.mean + reach)


def ratio(
    count: int, total: float, by: float, squares: float, by_squares: float, products: float
) -> Interval:
    """The ratio of the sums of pairs of numbers, with the interval of the delta method (Cochran, Sampling
    Techniques, 6.4): from the variance of the first less the ratio times the second.

    `total` and `by` are the sums, then those of the squares and of the products. Raises ValueError
    for fewer than two pairs.
    """
    if count < 2:
        raise ValueError("one pair of numbers says nothing of how surely its ratio is known")
    value = total / by
    rest = squares - 2 * value * products + value * value * by_squares
    error = math.sqrt(max(0.0, rest) / (count - 1) / count) / (by / count)
    reach = deviations(degrees=count - 1) * error
    return Interval(value, value - reach, value + reach)


def percentile(counted: Mapping[int, int], percent: float) -> int:
    """The least of the numbers that no fewer than that many of a hundred reach at most.

    The nearest-rank definition: always one of the numbers. Raises ValueError where there is none.
    """
    wanted = percent / 100 * sum(counted.values())
    seen = 0
    for value in sorted(counted):
        seen += counted[value]
        if seen >= wanted and seen:
            return value
    raise ValueError("nothing has no percentiles")


def chance_of_chi_square(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is greater.

    The recurrence of the incomplete gamma function over half-integers (Abramowitz and Stegun, 26.4.4
    and 26.4.5), exact but for rounding.
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    if degrees % 2:
        tail, power = math.erfc(math.sqrt(half)), 0.5
    else:
        tail, power = math.exp(-half), 1.0
    while power < degrees / 2:
        tail += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
        power += 1
    return min(1.0, tail)


def fairness(shares: Sequence[float]) -> float:
    """How likely seats that are alike would differ at least so much: Pearson's chi-square test.

    `shares` are the games that each seat has won, a tie split among its winners. Near 0 the seats
    are not alike. 1 where there is one seat, or nobody has won anything.
    """
    won = math.fsum(shares)
    if len(shares) < 2 or not won:
        return 1.0
    expected = won / len(shares)
    statistic = math.fsum((share - expected) ** 2 / expected for share in shares)
    return chance_of_chi_square(statistic, len(shares) - 1)


def two_sided(interval: Interval, confidence: float = CONFIDENCE) -> float:
    """How likely a true value of 0 would give an estimate so far off, from its interval."""
    if math.isinf(interval.half_width):
        return 1.0
    if not interval.half_width:
        return 1.0 if not interval.value else 0.0
    error = interval.half_width / deviations(confidence)
    return math.erfc(abs(interval.value) / error / math.sqrt(2))


def holm(chances: Iterable[float]) -> list[float]:
    """Chances of a false alarm, corrected for asking so many questions: Holm (1979).

    Each is what the least level would be at which its question is answered with yes while the chance
    of any false alarm among all of them stays at that level.
    """
    listed = list(chances)
    order = sorted(range(len(listed)), key=listed.__getitem__)
    corrected = [1.0] * len(listed)
    greatest = 0.0
    for rank, place in enumerate(order):
        greatest = max(greatest, min(1.0, (len(listed) - rank) * listed[place]))
        corrected[place] = greatest
    return corrected
