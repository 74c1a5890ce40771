"""A game and a variant of it, each game of the one paired with one of the other: the same deals, the
same choices of the bots as far as the two games go alike.

What chance does in both is no difference between them, and far fewer games are needed to see one
(common random numbers).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import lcm
from typing import TypeAlias

from ..errors import RuleError
from .measuring import Played
from .series import Series

WHOLE = lcm(*range(1, 17))
"""Parts of a game: shares of it are counted in these. So many winners as anybody seats share it without
a rest."""


@dataclass(slots=True)
class Sums:
    """Of pairs of whole numbers: how many, their sums, the sums of squares, and those of the squares and
    cubes of the differences (the second less the first), with how many differ at all."""

    count: int = 0
    base: int = 0
    variant: int = 0
    base2: int = 0
    variant2: int = 0
    difference2: int = 0
    difference3: int = 0
    differ: int = 0

    def note(self, base: int, variant: int) -> None:
        """Count a pair."""
        more = variant - base
        squares = base * base, variant * variant, more * more
        self.add(Sums(1, base, variant, *squares, more * more * more, more != 0))

    def add(self, other: Sums) -> None:
        """Count the pairs of another, too."""
        self.count += other.count
        self.base += other.base
        self.variant += other.variant
        self.base2 += other.base2
        self.variant2 += other.variant2
        self.difference2 += other.difference2
        self.difference3 += other.difference3
        self.differ += other.differ


Metric: TypeAlias = tuple[str, str]
"""What is compared: its kind, a `share` of the games or a `number`, and its name."""


@dataclass(slots=True)
class PairTally:
    """What was counted in pairs of games: `metrics`, and `failed` pairs, in one or both games of which
    a rule failed. `applied`: in how many of the variant's games each of its units did; `changed`:
    how many pairs went or ended otherwise."""

    pairs: int = 0
    failed: int = 0
    metrics: dict[Metric, Sums] = field(default_factory=dict)
    applied: Counter[int] = field(default_factory=Counter)
    changed: int = 0

    def note(self, base: Played, variant: Played) -> None:
        """Count a pair of games."""
        self.pairs += 1
        of_base, of_variant = dict(_figures(base)), dict(_figures(variant))
        for metric in sorted({*of_base, *of_variant}):
            one, other = of_base.get(metric, 0), of_variant.get(metric, 0)
            self.metrics.setdefault(metric, Sums()).note(one, other)
        self.applied.update(variant.times.keys())
        self.changed += _course(base) != _course(variant)

    def add(self, other: PairTally) -> None:
        """Count the pairs of another tally, too."""
        self.pairs += other.pairs
        self.failed += other.failed
        self.changed += other.changed
        for metric, sums in other.metrics.items():
            self.metrics.setdefault(metric, Sums()).add(sums)
        self.applied.update(other.applied)

    def sums(self, metric: Metric) -> Sums:
        """The sums of a metric over all pairs: one that never came up in a game was 0 there."""
        found = self.metrics.get(metric, Sums())
        return replace(found, count=self.pairs)


def _course(played: Played) -> tuple[object, ...]:
    """How a game went and ended: two games of a pair that agree in all of it were one game."""
    return (
        played.choices, played.winners, played.reason, played.payoffs, played.profits, played.margin,
    )  # fmt: skip


def _figures(played: Played) -> Iterator[tuple[Metric, int]]:
    """What of a game is compared, as whole numbers; shares in parts of `WHOLE`."""
    for seat in range(played.players):
        won = WHOLE // played.sides if seat in played.winners else 0
        yield ("share", f"P{seat + 1} wins"), won
    for seat, payoff in enumerate(played.payoffs):
        yield ("number", f"P{seat + 1} payoff"), int(payoff)
    yield ("share", "several winners"), WHOLE * (played.sides > 1)
    yield ("share", "no winner"), WHOLE * (not played.winners)
    yield ("share", f"ended by {played.reason}"), WHOLE
    if played.players > 1:
        yield ("number", "turns"), played.turns
    yield ("number", "decisions"), len(played.choices)
    for seat, _ in played.ruined:
        yield ("share", f"P{seat + 1} out of chips"), WHOLE
    if played.lead is not None:
        yield ("number", "lead changes"), played.lead.changes
    if played.margin is not None:
        yield ("number", "winner's margin"), played.margin
    for name, most in played.pots.items():
        yield ("number", f"most in the {name}"), most
    if played.reshuffles is not None:
        yield ("number", "shuffled again"), played.reshuffles


@dataclass(frozen=True, slots=True)
class PairedSeries:
    """Two series with the same seed and the same number of players. They can be sent to other
    processes."""

    base: Series
    variant: Series

    def player(self) -> Callable[[int, int], PairTally]:
        """Plays pairs from one index up to another, and counts them.

        Raises GameSetupError for options or players that one of the two does not allow.
        """
        base, variant = self.base.measuring(), self.variant.measuring()

        def play(first: int, end: int) -> PairTally:
            tally = PairTally()
            for index in range(first, end):
                try:
                    of_base, of_variant = base.play(index), variant.play(index)
                except RuleError:
                    tally.failed += 1
                else:
                    tally.note(of_base, of_variant)
            return tally

        return play
