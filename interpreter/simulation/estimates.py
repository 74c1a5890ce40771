"""Estimates with their intervals: what a number of games tells, and how surely.

Closed formulas and the standard library's normal distribution; where a formula comes from stands
with it. Confidence is 95 % unless something else is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import NormalDist

from rulerun.grammar.record import record

CONFIDENCE = 0.95


@record
class Interval:
    """An estimate and the interval that contains the true value with that confidence.

    Its bounds are infinite where nothing can be said of them.
    """

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2

    @property
    def is_told(self) -> bool:
        """Whether anything is known of how far off the estimate may be."""
        return math.isfinite(self.half_width)

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


def wilson(hits: float, trials: float, confidence: float = CONFIDENCE) -> Interval:
    """The share of hits, with the score interval of Wilson (1927), whose lower bound for fewer than four
    hits is that of rare events, and its upper one for as few misses (the modified interval of Brown, Cai
    and DasGupta, Interval Estimation for a Binomial Proportion, 2001, 4.1.1).

    A tie may count as a part of a hit; then the interval is a little too wide, never too narrow,
    since a part varies less than all or nothing. Raises ValueError without a trial.
    """
    if trials <= 0:
        raise ValueError("a share of nothing has no interval")
    z = deviations(confidence)
    share = hits / trials
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(max(0.0, share * (1 - share)) / trials + z * z / (4 * trials * trials))
    whole = 1 + z * z / trials
    low, high = (middle - reach) / whole, (middle + reach) / whole
    return Interval(
        share,
        max(0.0, min(low, _rarest(hits, confidence) / trials)),
        min(1.0, max(high, 1 - _rarest(trials - hits, confidence) / trials)),
    )


def _rarest(hits: float, confidence: float) -> float:
    """What is expected, at least, of something rare that came so often: no bound from 4 on."""
    if hits >= 4:
        return math.inf
    often = math.floor(hits)
    if not often:
        return 0.0
    # So many expected that as many or more come with this chance: Poisson's distribution, halved down.
    low, high = 0.0, float(often)
    for _ in range(60):
        expected = (low + high) / 2
        fewer = math.fsum(expected**n / math.factorial(n) for n in range(often))
        if 1 - math.exp(-expected) * fewer < 1 - confidence:
            low = expected
        else:
            high = expected
    return low


_LONE = 0.9
"""So near to the greatest skewness that so few numbers can have one of them alone makes the difference."""


def around_mean(
    count: int, mean: float, deviation: float, skewness: float, confidence: float = CONFIDENCE
) -> Interval:
    """The mean of so many numbers, with its interval; they are known by their deviation and skewness.

    The wider of two to either side: Student's, and that of Hall (On the Removal of Skewness by
    Transformation, 1992), which is right where numbers are skew: most games are short, a few are very
    long. Where all numbers are the same, or all but one, no bounds can be told: how far off the others
    are that have not come is not known.
    """
    root = math.sqrt(count)
    most = (count - 2) / math.sqrt(count - 1) if count > 2 else 0.0
    if not deviation or abs(skewness) >= _LONE * most:
        return Interval(mean, -math.inf, math.inf)
    error, t, skew = deviation / root, deviations(confidence, count - 1), skewness / root

    def hall(y: float) -> float:
        if abs(skew) < 1e-6:
            return y
        return 3 / skew * (math.cbrt(1 + skew * (y - skew / 6)) - 1)

    return Interval(mean, mean - error * max(t, hall(t)), mean + error * max(t, -hall(-t)))


@record
class Moments:
    """How many numbers there were, their sum, and the sums of their squares and cubes."""

    count: int
    total: float
    squares: float
    cubes: float

    @classmethod
    def of(cls, counted: Mapping[int, int] | Mapping[float, int]) -> Moments:
        """Of numbers, each with how often it was there; of whole ones exactly."""
        items = sorted(counted.items())
        total, squares, cubes = (
            _sum(value**power * n for value, n in items) for power in (1, 2, 3)
        )
        return cls(sum(n for _, n in items), total, squares, cubes)

    @property
    def mean(self) -> float:
        """Their mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The unbiased estimate of the variance they were drawn from; 0 of fewer than two."""
        if self.count < 2:
            return 0.0
        squared = self.squares * self.count - self.total * self.total
        return max(0.0, squared / (self.count * (self.count - 1)))

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """Their third moment about the mean, in deviations; 0 where they are all the same."""
        n, total = self.count, self.total
        squared = self.squares * n - total * total
        if n < 2 or squared <= 0:
            return 0.0
        cubed = self.cubes * n * n - 3 * n * total * self.squares + 2 * total * total * total
        return cubed / (n * n * n) / math.sqrt(squared / (n * n)) ** 3

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The mean, with its interval."""
        return around_mean(self.count, self.mean, self.deviation, self.skewness, confidence)


def _sum(numbers: Iterable[float]) -> float:
    listed = list(numbers)
    return sum(listed) if all(isinstance(n, int) for n in listed) else math.fsum(listed)


@dataclass(slots=True)
class Ratio:
    """What is counted of `over` and `of` it in each game, whole numbers: their sums, and those of their
    products up to the third power.

    The decisions, legal moves, ... of one game hang together: what is known is known from as many games,
    not from as many decisions. The ratio of the two sums is the figure, and how far the games are from
    it says how surely it is known (Cochran, Sampling Techniques, 6.4 and 9A.3: clusters of unequal
    size).
    """

    over: int = 0
    of: int = 0
    over2: int = 0
    product: int = 0
    of2: int = 0
    over3: int = 0
    over2_of: int = 0
    over_of2: int = 0
    of3: int = 0

    def note(self, over: int, of: int) -> None:
        """Count a game."""
        over2, product, of2 = over * over, over * of, of * of
        self.over += over
        self.of += of
        self.over2 += over2
        self.product += product
        self.of2 += of2
        self.over3 += over2 * over
        self.over2_of += over2 * of
        self.over_of2 += over * of2
        self.of3 += of2 * of

    def add(self, other: Ratio) -> None:
        """Count the games of another one, too."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    @property
    def value(self) -> float:
        """The ratio; ZeroDivisionError of nothing."""
        return self.of / self.over

    def interval(self, games: int) -> Interval:
        """The ratio and its interval, from so many games, with those of which nothing was counted.

        ZeroDivisionError of nothing.
        """
        squares, cubes = self._rests()
        deviation = math.sqrt(squares / (games - 1)) if games > 1 else 0.0
        skewness = cubes / games / math.sqrt(squares / games) ** 3 if squares else 0.0
        rest = around_mean(games, 0.0, deviation, skewness)
        each, value = self.over / games, self.value
        return Interval(value, value + rest.low / each, value + rest.high / each)

    def share(self, games: int) -> Interval:
        """The ratio as a share, `of` being a part of `over`, and its interval; as above.

        The score interval, for as many trials as would be known as surely: Korn and Graubard, Confidence
        Intervals for Proportions with Small Expected Number of Positive Counts Estimated from Survey
        Data, 1998. If no game is other than the rest, each is one trial.
        """
        value, (squares, _) = self.value, self._rests()
        trials = float(games)
        if squares and games > 1:
            variance = squares / (games - 1) / games / (self.over / games) ** 2
            student = deviations() / deviations(degrees=games - 1)
            trials = min(self.over, value * (1 - value) / variance * student * student)
        return wilson(value * trials, trials)

    def _rests(self) -> tuple[float, float]:
        """The sums of squares and cubes of what each game has `of` beyond what its `over` lets expect."""
        x, y = self.over, self.of
        squares = x * x * self.of2 - 2 * x * y * self.product + y * y * self.over2
        cubes = x**3 * self.of3 - 3 * x * x * y * self.over_of2
        cubes += 3 * x * y * y * self.over2_of - y**3 * self.over3
        return squares / x**2, cubes / x**3


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
    value = interval.value
    reach = value - interval.low if value > 0 else interval.high - value
    if math.isinf(reach):
        return 1.0
    if not reach:
        return 1.0 if not value else 0.0
    return math.erfc(abs(value) / (reach / deviations(confidence)) / math.sqrt(2))


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
