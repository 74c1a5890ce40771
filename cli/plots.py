"""What was measured, drawn: who wins and how long games are, and what house rules change."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .figures import number, percent, rounded
from .paint import count
from .plotting import BLUE, INK, LIGHT, ORANGE, PALE
from .terminal import harmless

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rulerun.interpreter.simulation.comparison import Comparison, Difference
    from rulerun.interpreter.simulation.estimates import Interval
    from rulerun.interpreter.simulation.results import Simulation, Spread

# Inches.
_WIDTH = 7.2  # the text of a page
_LINE, _AXIS, _HISTOGRAM = 0.22, 0.62, 2.0
_HEAD, _SUBHEAD, _FOOT, _EDGE = 0.24, 0.22, 0.3, 0.1

_BARS = 40
"""Bars of a histogram at most."""
_STEPS = [1, 2, 5, 10]
"""From one figure at an axis to the next, but for powers of ten."""
_FEW = 6
"""Fewer bars than that do not fill the width."""
_LETTERS, _TITLE, _COLUMN = 34, 72, 17
"""Letters of a label, of a line of the title, and of one above a narrow column."""


class _Row(NamedTuple):
    """A line of a forest: what is estimated, the estimate, whether it stands out, what is told of it."""

    name: str
    interval: Interval
    stands_out: bool = True
    told: str = ""


def of_simulation(found: Simulation) -> Figure:
    """Who wins, seat by seat, and how long games are."""
    heights = [_AXIS + 0.1 + _LINE * found.players, _HISTOGRAM]
    games = f"{count(found.games, 'game')}, {count(found.players, 'player')}, seed {found.seed}"
    figure = _page(heights, _side(found.game, found.overlays), games)
    parts: Any = figure.subfigures(2, 1, height_ratios=heights)
    upper, lower = parts
    _seats(upper.subplots(), found)
    lengths = _lengths(found)
    for axes, (title, spread) in zip(
        lower.subplots(1, len(lengths), squeeze=False)[0], lengths, strict=True
    ):
        _histogram(axes, title, spread)
    return figure


def _seats(axes: Axes, found: Simulation) -> None:
    differ = len({seat.bot for seat in found.seats}) > 1
    axes.set_title("% of games won, with 95 % intervals")
    if found.players > 1:
        part = 100 / found.players
        axes.axvline(part, color=ORANGE, linewidth=1.2, linestyle=(0, (4, 2)), zorder=1)
        axes.set_title(
            f"dashed: {rounded(part)}, if all win alike",
            loc="right", size=8, weight="normal", color=ORANGE,
        )  # fmt: skip
    _forest(
        axes,
        [
            _Row(
                f"P{seat.seat + 1}" + (f", {seat.bot}" if differ else ""),
                _scaled(seat.won, 100),
                told=percent(seat.won),
            )
            for seat in found.seats
        ],
    )


def _lengths(found: Simulation) -> list[tuple[str, Spread]]:
    """The two of them that tell most: none that is always the same, or the same as another."""
    turns = "Turns of a game", found.turns
    told = [turns]
    if found.decisions.counts != found.turns.counts:
        told.append(("Decisions of a game", found.decisions))
    if found.margin is not None:
        told.append(("Winner's margin", found.margin))
    return [(title, spread) for title, spread in told if len(spread.counts) > 1][:2] or [turns]


def _histogram(axes: Axes, title: str, spread: Spread) -> None:
    """In percent of the games; what only one of 200 games exceeds is told and not drawn, where it
    would make the rest small."""
    games = sum(spread.counts.values())
    low = min(spread.counts)
    high = _most_drawn(spread)
    width = -(-(high - low + 1) // _BARS)
    bars = [0] * -(-(high - low + 1) // width)
    for value, n in spread.counts.items():
        if value <= high:
            bars[(value - low) // width] += n
    axes.bar(
        [low - 0.5 + width * place for place in range(len(bars))],
        [100 * n / games for n in bars],
        width, align="edge", color=LIGHT, edgecolor="white", linewidth=0.4,
    )  # fmt: skip
    axes.axvline(spread.p50, color=ORANGE, linewidth=1.2)
    axes.set_title(title, pad=18)
    axes.text(
        0, 1.04, f"median {spread.p50:,} (line); 90 % from {spread.p5:,} to {spread.p95:,}",
        transform=axes.transAxes, va="bottom",
    )  # fmt: skip
    over = sum(n for value, n in spread.counts.items() if value > high)
    if over:
        axes.text(
            1, 0.97, f"{rounded(100 * over / games)} % are more,\nup to {spread.most:,}",
            transform=axes.transAxes, va="top", ha="right", color=PALE,
        )  # fmt: skip
    axes.set_ylabel("% of games")
    axes.grid(axis="y")
    axes.tick_params(axis="y", length=0)
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=_STEPS))
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=_STEPS, integer=True, min_n_ticks=1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    if len(bars) < _FEW:
        axes.set_xlim(low - _FEW / 2, low + len(bars) - 1 + _FEW / 2)
        axes.set_xticks(range(low, low + len(bars)))


def _most_drawn(spread: Spread) -> int:
    low, games, seen = min(spread.counts), sum(spread.counts.values()), 0
    for value in sorted(spread.counts):
        seen += spread.counts[value]
        if 200 * seen >= 199 * games:
            far = spread.most - low > max(_BARS, 1.5 * (value - low))
            return value if far else spread.most
    return spread.most


# --------------------------------------------------------------------------------------------
# What house rules change


class _Group(NamedTuple):
    title: str
    differences: list[Difference]
    factor: Callable[[Difference], float]


def of_comparison(found: Comparison) -> Figure:
    """Each difference with its interval: shares in points, means in percent of what they were."""
    groups = [group for group in _groups(found) if group.differences]
    heights = [_AXIS + _LINE * len(group.differences) for group in groups]
    against = f", against {_side(found.game, found.against)}"
    pairs = f"{count(found.pairs, 'pair')} of games dealt alike, {count(found.players, 'player')}"
    figure = _page(
        heights, _side(found.game, found.overlays) + against, f"{pairs}, seed {found.seed}",
        _foot("filled and *", len(found.differences)),
    )  # fmt: skip
    places = figure.subplots(len(groups), 1, squeeze=False, height_ratios=heights)
    for axes, group in zip(places[:, 0], groups, strict=True):
        axes.set_title(group.title)
        _zero(axes)
        _forest(axes, [_row(one, group.factor(one)) for one in group.differences])
    return figure


def _row(one: Difference, factor: float) -> _Row:
    scaled = _scaled(one.difference, factor)
    return _Row(one.name, scaled, one.is_shown, number(scaled) + (" *" if one.is_shown else ""))


def _groups(found: Comparison) -> Iterator[_Group]:
    shares = [one for one in found.differences if one.kind == "share"]
    payoffs = [one for one in found.differences if one.name.endswith(" payoff")]
    means = [one for one in found.differences if one not in shares and one not in payoffs]
    other = "of the other side" if found.against else "without"
    yield _Group("Difference in points (games of 100)", shares, lambda one: 100)
    yield _Group("Difference in payoff a game", payoffs, lambda one: 1)
    yield _Group(
        f"Difference in % of the mean {other}",
        [one for one in means if one.base],
        lambda one: 100 / abs(one.base),
    )
    yield _Group(
        f"Difference from a mean of 0 {other}",
        [one for one in means if not one.base],
        lambda one: 1,
    )


def of_comparisons(found: Sequence[Comparison], columns: Sequence[str]) -> Figure:
    """A line for each house rule, a column for each of some figures: differences with intervals."""
    heights = [_AXIS + 2 * _LINE + _LINE * len(found)]
    first = found[0]
    figure = _page(
        heights,
        f"{harmless(first.game)}: {count(len(found), 'house rule')}",
        f"differences from the game without, {count(first.players, 'player')}, seed {first.seed}",
        _foot("filled", sum(len(one.differences) for one in found)),
    )
    by_name = [{one.name: one for one in comparison.differences} for comparison in found]
    there = [name for name in columns if any(name in names for names in by_name)]
    places = figure.subplots(1, len(there), squeeze=False, sharey=True)[0]
    for axes, name in zip(places, there, strict=True):
        ones = [names.get(name) for names in by_name]
        is_share = any(one is not None and one.kind == "share" for one in ones)
        axes.set_title(textwrap.fill(name, _COLUMN))
        axes.set_xlabel("points of 100 games" if is_share else "a game")
        _zero(axes)
        rows = [
            (place, _Row("", _scaled(one.difference, 100 if is_share else 1), one.is_shown))
            for place, one in enumerate(ones)
            if one is not None
        ]
        _forest(axes, [row for _, row in rows], [place for place, _ in rows])
        axes.set_ylim(len(found) - 0.4, -0.6)
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=_STEPS))
    _names(places[0], [", ".join(comparison.overlays) for comparison in found])
    return figure


# --------------------------------------------------------------------------------------------
# Parts of a page


def _page(heights: list[float], title: str, subtitle: str, foot: str = "") -> Figure:
    """A figure with room for parts of such heights below its title."""
    lines = textwrap.wrap(title, _TITLE) or [""]
    head = _EDGE + _HEAD * len(lines) + _SUBHEAD
    under = _FOOT if foot else 0
    height = head + sum(heights) + under + _EDGE
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    engine: Any = figure.get_layout_engine()
    engine.set(
        rect=(0, under / height, 1, 1 - (head + under) / height), w_pad=0.1, h_pad=0.06, hspace=0.04
    )
    left = _EDGE / _WIDTH
    for place, line in enumerate(lines):
        y = 1 - (_EDGE + _HEAD * place) / height
        figure.text(left, y, line, size=11, weight="bold", va="top")
    figure.text(left, 1 - (head - _SUBHEAD) / height, subtitle, va="top", color=PALE)
    if foot:
        figure.text(left, _EDGE / height, foot, va="bottom", size=7, color=PALE)
    return figure


def _foot(sign: str, questions: int) -> str:
    asked = count(questions, "question")
    return (
        f"{sign}: shown; fewer than 5 of 100 such series differ so by chance, "
        f"asked {asked} (Holm). Lines: 95 % intervals"
    )


def _zero(axes: Axes) -> None:
    axes.axvline(0, color=INK, linewidth=0.8, zorder=1)


def _forest(axes: Axes, rows: Sequence[_Row], places: Sequence[int] | None = None) -> None:
    """Estimates with their intervals, one below the other."""
    places = range(len(rows)) if places is None else places
    for place, row in zip(places, rows, strict=True):
        color = BLUE if row.stands_out else PALE
        low, high = row.interval.low, row.interval.high
        if low > float("-inf"):  # as it is of one game alone
            axes.plot([low, high], [place, place], color=color, linewidth=1.6, zorder=2)
        axes.plot(
            [row.interval.value], [place], "o", markersize=5, zorder=3,
            color=color, markerfacecolor=color if row.stands_out else "white",
        )  # fmt: skip
        if row.told:
            axes.text(
                1.02, place, row.told.replace("-", "\N{MINUS SIGN}"), transform=axes.get_yaxis_transform(), va="center_baseline",
                color=INK if row.stands_out else PALE,
            )  # fmt: skip
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.xaxis.set_major_locator(MaxNLocator(8, steps=_STEPS))
    axes.margins(x=0.06)
    if any(row.name for row in rows):
        _names(axes, [row.name for row in rows])
    else:
        axes.tick_params(axis="y", length=0)


def _names(axes: Axes, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), [_short(name) for name in names])
    axes.tick_params(axis="y", length=0)


def _short(name: str) -> str:
    """A name that leaves room for what it is the name of."""
    name = harmless(name)
    if len(name) <= _LETTERS:
        return name
    return f"{name[: _LETTERS - 11]}…{name[-10:]}"


def _side(game: str, overlays: tuple[str, ...]) -> str:
    return harmless(f"{game} with {', '.join(overlays)}" if overlays else game)


def _scaled(interval: Interval, factor: float) -> Interval:
    return type(interval)(interval.value * factor, interval.low * factor, interval.high * factor)
