"""`rulerun simulate`: what a game is like, measured over many games that bots play."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from .crew import Stopped, crew
from .exits import FOUND, USAGE, Failed
from .output import as_csv, not_the_same, output_option, written_to
from .paint import Paint, count, grid
from .plotting import draw, plot_option
from .progress import progress
from .rule_files import (
    WholeNumber,
    bots_option,
    game_options,
    right_rules,
    right_settings,
    series_options,
    tell,
)
from .terminal import harmless, say, wants_color

if TYPE_CHECKING:
    from rulerun.interpreter.simulation.results import Simulation, Spread
    from rulerun.interpreter.simulation.tally import Tally
    from rulerun.interpreter.simulation.workers import Crew

_MOST_GAMES = 1_000_000_000
_TITLES = {
    "moves": "moves",
    "rows": "rows of tables",
    "at any time": "rows of 'at any time'",
    "if stuck": "lines of 'if stuck'",
    "house rules": "house rules",
}


@click.command("simulate", short_help="Measure a game over many games that bots play.")
@click.argument("file")
@game_options
@bots_option
@click.option(
    "--games",
    metavar="N",
    type=WholeNumber(1, _MOST_GAMES),
    default=1000,
    show_default=True,
    help="How many games to play.",
)
@series_options
@click.option(
    "--format", "form", type=click.Choice(["full", "json", "csv"]), default="full",
    show_default=True,
    help="full: tables, for people; json: one object with everything; csv: a line for each figure.",
)  # fmt: skip
@output_option
@plot_option
def command(
    file: str,
    overlays: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    bots: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    form: str,
    output_file: str | None,
    plot: str | None,
) -> None:
    """Play many games with bots in all seats, and say what they were like.

    \b
    rulerun simulate gin --games 2000
    rulerun simulate in_between --with triple_penalty --players 4 --format json

    Bots make each legal move as likely as any other, if --bot seats no others. Every estimate has the interval that contains
    the true value in 95 of 100 such series. The result depends on the rules, the options, the
    players, the seed and the number of games, and not on who plays them: processes, or a cluster.

    Exit code: 0 all games came to an end, 1 a rule is wrong or has failed in a game, 2 wrong use, 3
    a file cannot be read or written or a cluster is gone, 130 interrupted; what was measured until
    then is told.
    """
    from rulerun.interpreter.errors import GameSetupError
    from rulerun.interpreter.simulation.results import simulation_of
    from rulerun.interpreter.simulation.series import series_of
    from rulerun.interpreter.simulation.tally import Tally

    not_the_same(output_file, plot)
    loaded = right_rules(file, overlays)
    assert loaded.checked is not None
    given = right_settings(loaded, settings)
    tally, stopped, simulation = Tally(), Stopped(), None
    try:
        series = series_of(loaded, options=given, players=players, seed=seed, bots=bots)
        player = series.player()
    except GameSetupError as error:
        raise Failed(str(error), USAGE) from None
    with written_to(output_file):
        with stopped.playing(), crew(series, player, jobs, cluster) as those_who_play:
            _play(those_who_play, games, tally)
        if tally.games:
            simulation = simulation_of(
                series, player.measuring.game, tally, asked=games, interrupted=bool(stopped)
            )
            _print(simulation, form)
        elif not stopped:
            code, message = next(iter(tally.failures))
            raise Failed(f"no game came to an end: {code}: {message}", FOUND)
    if plot is not None and simulation is not None:
        _draw(plot, simulation)
    tell(d for d in loaded.diagnostics if not d.span.file.is_file)
    stopped.tell(tally.games)
    raise Failed("", FOUND if tally.failures else 0)


def _play(players: Crew[Tally], games: int, tally: Tally) -> None:
    """Play the games and count them."""
    from time import monotonic

    from .figures import rounded

    begun = monotonic()
    with progress("games", games) as tell_how_far:
        for played in players.play(0, games):
            tally.add(played)
            done = tally.games + tally.failures.total()
            rate = done / max(1e-9, monotonic() - begun)
            left = (games - done) / rate
            tell_how_far(done, f"{rounded(rate)} games a second, {left:,.0f} s left")


def _draw(path: str, found: Simulation) -> None:
    from .plots import of_simulation

    sys.stdout.flush()  # what was measured is told, whatever becomes of the plot
    draw(path, lambda: of_simulation(found))


def _print(simulation: Simulation, form: str) -> None:
    if form == "json":
        say(json.dumps(simulation.to_json(), ensure_ascii=False, indent=2))
    elif form == "csv":
        sys.stdout.write(as_csv(simulation.rows()))
    else:
        for line in _in_words(simulation, Paint(color=wants_color(sys.stdout))):
            say(line)


# --------------------------------------------------------------------------------------------
# In words


def _in_words(found: Simulation, paint: Paint) -> Iterator[str]:
    from .figures import UNTOLD, WHY_UNTOLD

    lines = list(_tables(found, paint))
    yield from lines
    if any(UNTOLD in line for line in lines):
        yield ""
        yield WHY_UNTOLD


def _tables(found: Simulation, paint: Paint) -> Iterator[str]:
    with_ = f" with {', '.join(found.overlays)}" if found.overlays else ""
    games = count(found.games, "game")
    if found.interrupted:
        games = f"{found.games} of {count(found.asked, 'game')}"
    title = f"{found.game}{with_}: {games}, {count(found.players, 'player')}"
    yield paint.bold(harmless(f"{title}, seed {found.seed}"))
    options = ", ".join(f"{name} {value}" for name, value in found.options.items())
    if options:
        yield harmless(options)
    yield ""
    yield from _seats(found)
    yield ""
    yield from _outcome(found)
    yield ""
    yield from _spreads(found)
    for kind, title in _TITLES.items():
        rows = [a for a in found.applied if a.kind == kind]
        if rows:
            yield ""
            yield from _applied(title, rows)
    for failure in found.failures:
        yield ""
        yield f"{failure.code}: {harmless(failure.message)}"
        yield f"  in {count(failure.games, 'game')}, first in that of seed {failure.seed}"


def _seats(found: Simulation) -> Iterator[str]:
    from .figures import number, percent, rounded

    has_chips = any(seat.ruined is not None for seat in found.seats)
    pays = any(seat.profit_per_chip is not None for seat in found.seats)
    gains = any(seat.payoff is not None for seat in found.seats)
    differ = len({seat.bot for seat in found.seats}) > 1
    head = ["seat", *(["bot"] if differ else []), "% of games won"]
    head += ["skill"] if differ else []
    head += ["payoff a game"] if gains else []
    head += ["% out of chips"] if has_chips else []
    head += ["profit a chip staked", "variance"] if pays else []
    rows = [head]
    for seat in found.seats:
        row = [f"P{seat.seat + 1}", *([harmless(seat.bot)] if differ else []), percent(seat.won)]
        row += [number(seat.skill)] if seat.skill is not None else []
        row += [number(seat.payoff)] if seat.payoff is not None else []
        row += [percent(seat.ruined)] if seat.ruined is not None else []
        if pays:
            profit = seat.profit_per_chip
            row += ["-" if profit is None else number(profit)]
            variance = seat.profit_variance
            row += ["" if variance is None else rounded(variance)]
        rows.append(row)
    yield from grid(rows)


def _outcome(found: Simulation) -> Iterator[str]:
    from .figures import percent

    if found.players > 1 and any(seat.won.value for seat in found.seats):
        if found.fairness < _SHOWN:
            yield f"The seats do not win alike: by chance so unequally in {_in(found.fairness)}."
        else:
            yield f"That the seats win unequally is not shown: as much by chance in {_in(found.fairness)}."
    rows = [[harmless(r.name), percent(r.games)] for r in found.reasons]
    for what, share in (
        ("several winners", found.ties), ("no winner", found.nobody),
    ):  # fmt: skip
        if share.value:
            rows.append([what, percent(share)])
    yield from grid([["ended by", "% of games"], *rows])
    if any(a.kind == "moves" for a in found.applied) and not found.decisions.most:
        yield "Nobody ever made a move: each game was over before the first one."


_SHOWN = 0.05
"""What is less likely by chance is called shown."""


def _in(chance: float) -> str:
    """A chance in words: one series of so many."""
    if chance < 0.0001:
        return "fewer than 1 of 10,000 series"
    return f"{100 * chance:.{0 if chance >= 0.1 else 1 if chance >= 0.01 else 2}f} of 100 series"


def _spreads(found: Simulation) -> Iterator[str]:
    from .figures import histogram, number, rounded

    rows = [["", "mean", "spread", "5 %", "50 %", "95 %", "most", ""]]
    for what, spread in _told(found):
        if spread is not None:
            parts = (spread.p5, spread.p50, spread.p95, spread.most)
            mean = number(spread.mean, alike=not spread.deviation)
            figures = [mean, rounded(spread.deviation), *(f"{n:,}" for n in parts)]
            rows.append([harmless(what), *figures, histogram(spread.counts)])
    yield from grid(rows, right=(2, 3, 4, 5, 6))
    if found.choices is not None:
        from .figures import percent

        yield f"% of decisions with one legal move only: {percent(found.forced)}"


def _told(found: Simulation) -> Iterator[tuple[str, Spread | None]]:
    """Figures that are spread over games, with their names; those that say nothing of a game left out."""
    from rulerun.interpreter.simulation.metrics import named

    if found.players > 1:
        yield named("turns"), found.turns
    yield named("decisions"), found.decisions
    yield named("choices"), found.choices
    yield named("lead_changes"), found.lead_changes
    yield named("drama"), found.drama
    yield named("behind"), found.behind
    yield named("decided"), found.decided
    yield named("margin"), found.margin
    yield named("ruins").replace("...", found.pass_name or ""), found.ruins
    for name, spread in found.pots.items():
        yield named("pots").replace("...", name), spread
    if found.reshuffles is not None and found.reshuffles.most:
        yield named("reshuffles"), found.reshuffles


def _applied(title: str, rows: list[Any]) -> Iterator[str]:
    from .figures import percent, rounded

    yield from grid(
        [
            [title, "% of games", "times a game"],
            *(
                [harmless(a.name), percent(a.games), "" if a.times is None else rounded(a.times)]
                for a in rows
            ),
        ],
        right=(2,),
    )
