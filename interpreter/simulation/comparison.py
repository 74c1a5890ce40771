"""What a variant does to a game, from pairs of games: differences with their intervals, and what they
show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rulerun.grammar.record import record

from .estimates import Interval, deviations, holm, two_sided, wilson
from .pairs import WHOLE, Metric, PairedSeries, PairTally
from .results import Applied, plain
from .tables import html_of_comparison, rows_of_comparison

LEVEL = 0.05
"""A difference is shown where its corrected chance is below this."""


@record
class Difference:
    """One metric in both games.

    `kind` is `share`, a share of the games from 0 to 1, or `number`. `base` and `variant` are their
    means, `difference` is the second less the first, with its interval. `chance` is how likely so
    much would come by chance if there were none, `corrected` the same corrected for all questions
    that were asked at once (Holm 1979). `pairing` is how many times as many games dealt anew would be
    needed for an interval as narrow, None where the two never differ.
    """

    kind: str
    name: str
    base: float
    variant: float
    difference: Interval
    chance: float
    corrected: float
    pairing: float | None

    @property
    def is_shown(self) -> bool:
        """Whether it is shown that there is a difference."""
        return self.corrected < LEVEL


@record
class Comparison:
    """What pairs of games say of a variant.

    `pairs` were played to their ends, in `failed` more a rule failed. `applied` are the house rules
    of the variant, with how many of its games each was applied in.
    """

    game: str
    against: tuple[str, ...]
    overlays: tuple[str, ...]
    players: int
    seed: int
    pairs: int
    failed: int
    differences: tuple[Difference, ...]
    applied: tuple[Applied, ...]

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        found: dict[str, Any] = plain(self)
        for told, difference in zip(found["differences"], self.differences, strict=True):
            told["is_shown"] = difference.is_shown
        return found

    def rows(self) -> list[dict[str, Any]]:
        """A row for each difference, for a data frame."""
        return rows_of_comparison(self)

    def _repr_html_(self) -> str:
        return html_of_comparison(self)


def comparison_of(series: PairedSeries, players: int, tally: PairTally) -> Comparison:
    """What a tally says. Raises ValueError if no pair of it came to an end."""
    if not tally.pairs:
        raise ValueError("no pair of games came to an end")
    rules = series.variant.checked.rules
    found = Comparison(
        game=rules.name,
        against=series.base.checked.rules.overlays,
        overlays=rules.overlays,
        players=players,
        seed=series.base.seed,
        pairs=tally.pairs,
        failed=tally.failed,
        differences=tuple(_differences(tally)),
        applied=tuple(
            Applied(of.kind, of.name, wilson(tally.applied[n], tally.pairs), None)
            for n, of in enumerate(series.variant.applying)
            if of.kind == "house rules"
        ),
    )
    return corrected([found])[0]


def corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Comparisons that are told together: chances corrected for all of their questions."""
    chances = iter(holm(one.chance for found in comparisons for one in found.differences))
    return [
        replace(
            found,
            differences=tuple(replace(one, corrected=next(chances)) for one in found.differences),
        )
        for found in comparisons
    ]


def width_of_wins(tally: PairTally) -> float:
    """Half the width of the widest interval of a difference in wins, as a share of the games."""
    return max(
        (
            one.difference.half_width
            for one in _differences(tally)
            if one.kind == "share" and one.name.endswith(" wins")
        ),
        default=math.inf,
    )


def _differences(tally: PairTally) -> Iterator[Difference]:
    for metric in sorted(tally.metrics, key=_place):
        kind, name = metric
        sums, pairs = tally.sums(metric), tally.pairs
        if not sums.base2 and not sums.variant2:
            continue  # it never came up: nobody asks
        if name.startswith("ended by ") and sums.base == sums.variant == pairs * WHOLE:
            continue  # there is no other end
        size = WHOLE if kind == "share" else 1
        base, variant = sums.base / pairs / size, sums.variant / pairs / size
        # Whole numbers up to here: a small difference of large sums loses nothing.
        spread = [
            (square * pairs - total * total) / (pairs * max(1, pairs - 1)) / size / size
            for square, total in (
                (sums.base2, sums.base),
                (sums.variant2, sums.variant),
                (sums.difference2, sums.variant - sums.base),
            )
        ]
        error = math.sqrt(spread[2] / pairs)
        reach = deviations(degrees=pairs - 1) * error if pairs > 1 else math.inf
        if not spread[2] and kind == "share":
            # No pair differed: of all that there could be so many may, and no more.
            reach = wilson(0, pairs).high
        value = (sums.variant - sums.base) / pairs / size
        difference = Interval(value, value - reach, value + reach)
        chance = two_sided(difference)
        pairing = (spread[0] + spread[1]) / spread[2] if spread[2] else None
        yield Difference(kind, name, base, variant, difference, chance, 1.0, pairing)


_ORDER = (" wins", " payoff", "turns", "decisions", "lead changes", "winner's margin", " out of chips", "most in the ",
          "shuffled again", "several winners", "no winner", "ended by ")  # fmt: skip


def _place(metric: Metric) -> tuple[int, str]:
    """Wins come first, ends last."""
    name = metric[1]
    of = next(i for i, part in enumerate(_ORDER) if name.startswith(part) or name.endswith(part))
    return of, name
