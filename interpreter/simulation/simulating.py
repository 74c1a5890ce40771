"""A game simulated, or compared with a variant of it, in one call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from rulerun.grammar.diagnostics import has_errors

from ..bots.strategy import Players
from ..errors import RulesetError
from ..given import named, text, whole_number
from ..loading import read_rules
from ..machine.chance import MASK64
from ..machine.game import OPTIONS
from .comparison import Comparison, comparison_of
from .pairs import PairedSeries, PairTally
from .results import Simulation, simulation_of
from .series import Series, series_of
from .tally import Tally
from .workers import LostWorkersError, crew_of


def simulate(
    path: str | os.PathLike[str],
    *,
    overlays: Iterable[str | os.PathLike[str]] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    games: int = 1000,
    seed: int = 1,
    jobs: int = 1,
    cluster: str | None = None,
    bots: Players = (),
) -> Simulation:
    """Play a series of games with bots in all seats, and say what they were like.

    `bots` names who plays, as `--bot` of the commands does: `random` (all are, if nothing is said),
    `greedy`, `ismcts:500`, `random without knock` for all seats, `2=greedy` for the second one; several
    without a number have their seats in order. A strategy (`rulerun.Strategy`), any function of what its
    seat sees, stands in the place of a name, also in a mapping of seats from 0: `{0: mine}`. Where
    Python does not fork its processes, it has to be one that those of more than one job can import.

    `path`, `overlays`, `options` and `players` are as for `load`. `jobs` is how many processes play,
    `cluster` the address of a Dask scheduler whose workers play instead, `tcp://host:8786`; the
    result depends on neither.

    Raises RulesetError and GameSetupError as `load` does, ValueError for a number of games or jobs
    below 1, for a seed below 0 or from 2**64 on, and where no game came to an end; TypeError for what
    is of the wrong type; LostWorkersError if those who play are gone, with the result until then as `so_far`.
    """
    series = _series(path, overlays, options, players, seed, games, jobs, cluster, bots)
    player = series.player()
    game, tally = player.measuring.game, Tally()
    try:
        with crew_of(series, jobs, cluster, player) as crew:
            for played in crew.play(0, games):
                tally.add(played)
    except LostWorkersError as error:
        error.so_far = simulation_of(series, game, tally) if tally.games else None
        raise
    return simulation_of(series, game, tally)


def compare(
    path: str | os.PathLike[str],
    *,
    overlays: Iterable[str | os.PathLike[str]] = (),
    against: Iterable[str | os.PathLike[str]] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    games: int = 2000,
    seed: int = 1,
    jobs: int = 1,
    cluster: str | None = None,
    bots: Players = (),
) -> Comparison:
    """Play pairs of games, one with the house rules `overlays` and one with those of `against`.

    Both games of a pair have the same deal and bots that choose alike. All else is as for
    `simulate`; without `players` as few play as the game `against` allows.

    Raises what `simulate` raises, and GameSetupError if the other side is not for as many players.
    """
    base = _series(path, against, options, players, seed, games, jobs, cluster, bots)
    seats = base.checked.rules.players.low if players is None else players
    variant = _series(path, overlays, options, seats, seed, games, jobs, cluster, bots)
    pairs = PairedSeries(base, variant)
    player, tally = pairs.player(), PairTally()
    try:
        with crew_of(pairs, jobs, cluster, player) as crew:
            for played in crew.play(0, games):
                tally.add(played)
    except LostWorkersError as error:
        error.so_far = comparison_of(pairs, seats, tally) if tally.pairs else None
        raise
    return comparison_of(pairs, seats, tally)


def _series(
    path: str | os.PathLike[str],
    overlays: Iterable[str | os.PathLike[str]],
    options: Mapping[str, object] | None,
    players: int | None,
    seed: int,
    games: int,
    jobs: int,
    cluster: str | None,
    bots: Players,
) -> Series:
    whole_number(games, "the number of games", 1)
    whole_number(jobs, "the number of jobs", 1)
    whole_number(seed, "a seed", 0, MASK64)
    if cluster is not None:
        text(cluster, "a cluster is the address of its scheduler, 'tcp://host:8786'")
    loaded = read_rules(path, overlays)
    if loaded.checked is None or has_errors(loaded.diagnostics):
        raise RulesetError(loaded.diagnostics)
    given = named(options, OPTIONS)
    return series_of(loaded, options=given, players=players, seed=seed, bots=bots)
