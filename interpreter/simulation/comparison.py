"""What a variant does to a game, from pairs of games: differences with their intervals, and what they
show."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, replace
from typing import Any

from rulerun.grammar.record import record

from .estimates import Interval, Moments, holm, two_sided, wilson
from .pairs import WHOLE, Metric, PairedSeries, PairTally
from .results import Applied, plain
from .tables import html_of_comparison, html_of_comparisons, rows_of_comparison

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

    @property
    def is_same(self) -> bool:
        """Whether all pairs differ by the same: by nothing, as a rule."""
        return self.pairing is None


@record
class Comparison:
    """What pairs of games say of a variant.

    `pairs` were played to their ends, in `failed` more a rule failed. So many were `asked` for, at most;
    `interrupted` says that the series, or the one of which it is a part, was not played to the end. `applied` are the house rules
    of the variant, with how many of its games each was applied in; `changed` in
    how many pairs the games went or ended otherwise.
    """

    game: str
    against: tuple[str, ...]
    overlays: tuple[str, ...]
    players: int
    seed: int
    pairs: int
    failed: int
    asked: int
    interrupted: bool
    differences: tuple[Difference, ...]
    applied: tuple[Applied, ...]
    changed: Interval

    @property
    def width_of_wins(self) -> float:
        """Half the width of the widest interval of a difference in wins, as a share of the games."""
        return _width_of_wins(self.differences)

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


@record
class Comparisons:
    """A game compared with each of its house rules: a sequence of comparisons, all on the same deals.

    `left_out` are house rules for other numbers of players.
    """

    game: str
    players: int
    seed: int
    comparisons: tuple[Comparison, ...]
    left_out: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.comparisons)

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.comparisons)

    def __getitem__(self, rule: int | str) -> Comparison:
        """The comparison at a place, or of a house rule; IndexError or KeyError."""
        if isinstance(rule, int):
            return self.comparisons[rule]
        for found in self.comparisons:
            if found.overlays == (rule,):
                return found
        raise KeyError(rule)

    def to_json(self) -> list[dict[str, Any]]:
        """All of it as plain data."""
        return [found.to_json() for found in self.comparisons]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each difference of each house rule, for a data frame."""
        return [row for found in self.comparisons for row in found.rows()]

    def _repr_html_(self) -> str:
        return html_of_comparisons(self)


def comparison_of(
    series: PairedSeries,
    players: int,
    tally: PairTally,
    *,
    asked: int | None = None,
    interrupted: bool = False,
) -> Comparison:
    """What a tally says; so many pairs were `asked` for, if not those that were played.

    Raises ValueError if no pair of it came to an end.
    """
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
        asked=tally.pairs + tally.failed if asked is None else asked,
        interrupted=interrupted,
        differences=tuple(_differences(tally, rules.players.teams or 0)),
        changed=wilson(tally.changed, tally.pairs),
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
    return _width_of_wins(_differences(tally))


def _width_of_wins(differences: Iterable[Difference]) -> float:
    return max(
        (
            one.difference.half_width
            for one in differences
            if one.kind == "share" and one.name.endswith(" wins")
        ),
        default=math.inf,
    )


def _of_teams(tally: PairTally, teams: int) -> dict[str, str | None]:
    """New names of what is the same for all partners in all games: it is told once, of the team."""
    told: dict[str, str | None] = {}
    if not teams:
        return told
    for kind, name in tally.metrics:
        seat, _, what = name.partition(" ")
        if not re.fullmatch("P[0-9]+", seat) or int(seat[1:]) > teams:
            continue
        number = int(seat[1:])
        names = [name]
        while (kind, f"P{number + teams * len(names)} {what}") in tally.metrics:
            names.append(f"P{number + teams * len(names)} {what}")
        if len(names) > 1 and len({astuple(tally.metrics[kind, one]) for one in names}) == 1:
            told.update(dict.fromkeys(names), **{name: f"team {number} {what}"})
    return told


def _differences(tally: PairTally, teams: int = 0) -> Iterator[Difference]:
    of_teams = _of_teams(tally, teams)
    for metric in sorted(tally.metrics, key=_place):
        kind, name = metric
        sums, pairs = tally.sums(metric), tally.pairs
        told = of_teams.get(name, name)
        if told is None:
            continue
        name = told
        if not sums.base2 and not sums.variant2:
            continue  # it never came up: nobody asks
        if name.startswith("ended by ") and sums.base == sums.variant == pairs * WHOLE:
            continue  # there is no other end
        size = WHOLE if kind == "share" else 1
        base, variant = sums.base / pairs / size, sums.variant / pairs / size
        # Whole numbers up to here: a small difference of large sums loses nothing.
        differences = Moments(pairs, sums.variant - sums.base, sums.difference2, sums.difference3)
        spread = (
            Moments(pairs, sums.base, sums.base2, 0).variance,
            Moments(pairs, sums.variant, sums.variant2, 0).variance,
            differences.variance,
        )
        value = differences.mean / size
        difference = differences.interval()
        if kind == "share" and not difference.is_told:
            # Of all that there could be so many may differ, and no more.
            reach = wilson(sums.differ, pairs).high
            difference = Interval(value, max(-1.0, value - reach), min(1.0, value + reach))
        else:
            difference = Interval(value, difference.low / size, difference.high / size)
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
