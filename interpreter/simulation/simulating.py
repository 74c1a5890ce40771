"""A game simulated, or compared with a variant of it, in one call."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rulerun.grammar.diagnostics import has_errors

from ..bots.strategy import Players
from ..declarations.library import find_game, house_rules_for
from ..errors import RulesetError
from ..given import named, share_of_one, text, whole_number
from ..loading import Loaded, read_rules
from ..machine.chance import MASK64
from ..machine.game import OPTIONS
from .comparing import SAME, Comparing, are_same, is_for, seats_of
from .comparison import Comparison, Comparisons
from .pairs import PairedSeries
from .results import Simulation, simulation_of
from .series import Series, series_of
from .tally import Tally
from .workers import MOST_JOBS, LostWorkersError, crew_of

Compared = TypeVar("Compared")


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
    below 1, for more than 256 jobs, for a seed below 0 or from 2**64 on, and where no game came to an end; TypeError for what
    is of the wrong type; LostWorkersError if those who play are gone, with the result until then as `so_far`.
    """
    _check(games, seed, jobs, cluster)
    series = series_of(
        _loaded(path, overlays),
        options=named(options, OPTIONS), players=players, seed=seed, bots=bots,
    )  # fmt: skip
    player = series.player()
    game, tally = player.measuring.game, Tally()
    try:
        with crew_of(series, jobs, cluster, player) as crew:
            for played in crew.play(0, games):
                tally.add(played)
    except LostWorkersError as error:
        if tally.games:
            error.so_far = simulation_of(series, game, tally, asked=games, interrupted=True)
        raise
    return simulation_of(series, game, tally, asked=games)


def compare(
    path: str | os.PathLike[str],
    *,
    overlays: Iterable[str | os.PathLike[str]] = (),
    against: Iterable[str | os.PathLike[str]] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    games: int | None = None,
    until: float | None = None,
    seed: int = 1,
    jobs: int = 1,
    cluster: str | None = None,
    bots: Players = (),
) -> Comparison:
    """Play pairs of games, one with the house rules `overlays` and one with those of `against`.

    Both games of a pair have the same deal and bots that choose alike. `path` may also be the file of a
    house rule, which is then compared with its game. `games` is how many pairs are played, 2000 if it is
    not said. With `until` it is played until the differences in wins are known to that, to both sides: a
    share of the games, 0.005 for half a percentage point; then `games` is how many at most, 1000000 if it
    is not said, and `width_of_wins` of the result says how far that led. All else is as for `simulate`;
    without `players` as few play as the game `against` allows.

    Raises what `simulate` raises, GameSetupError if the other side is not for as many players, and
    ValueError where both sides are played by the same rules and for an `until` that is no share.
    """
    asked = _Asked(options, players, games, until, seed, jobs, cluster, bots)
    sides = [_once(against), _once(overlays)]
    base, variant = (_loaded(path, names) for names in sides)
    game = base.stack.written
    if not any(sides) and base.stack.own is not None and game is not None:
        base = _loaded(game.span.file.name, ())
    if are_same(base, variant):
        raise ValueError(SAME)
    return asked.compared(base, [variant], lambda found: found[0])


def compare_all(
    path: str | os.PathLike[str],
    *,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    games: int | None = None,
    until: float | None = None,
    seed: int = 1,
    jobs: int = 1,
    cluster: str | None = None,
    bots: Players = (),
) -> Comparisons:
    """Compare a game with every house rule that there is for it, one after the other, as `compare` does.

    What is shown is corrected for all that is asked of all of them. Those for other numbers of players
    are named in `left_out` of the result. Raises what `compare` raises, and ValueError for a game without
    house rules.
    """
    asked = _Asked(options, players, games, until, seed, jobs, cluster, bots)
    base = _loaded(path, ())
    names = [rule.name for rule in house_rules_for(find_game(path))]
    if not names:
        raise ValueError(f"'{os.fspath(path)}' has no house rules to compare")
    seats = seats_of(base, players)
    variants: list[Loaded] = []
    others: list[Loaded] = []
    for name in names:
        variant = _loaded(path, [name])
        (variants if is_for(variant, seats) else others).append(variant)
    left_out = tuple(rule.stack.overlays[-1].name for rule in others)

    def told(found: list[Comparison]) -> Comparisons:
        return Comparisons(base.stack.game, seats, seed, tuple(found), left_out)

    return asked.compared(base, variants, told)


@dataclass(frozen=True, slots=True)
class _Asked:
    """How games are to be compared; made of what somebody hands over."""

    options: Mapping[str, object] | None
    players: int | None
    games: int | None
    until: float | None
    seed: int
    jobs: int
    cluster: str | None
    bots: Players

    def __post_init__(self) -> None:
        _check(1 if self.games is None else self.games, self.seed, self.jobs, self.cluster)
        if self.until is not None:
            share_of_one(self.until, "'until'")

    def compared(
        self, base: Loaded, variants: Sequence[Loaded], told: Callable[[list[Comparison]], Compared]
    ) -> Compared:
        """What came of it, as it is to be told."""
        seats = seats_of(base, self.players)
        table = [self._series(loaded, seats) for loaded in (base, *variants)]
        comparing = Comparing(self.games, self.until)
        try:
            for variant in table[1:]:
                pairs = PairedSeries(table[0], variant)
                with crew_of(pairs, self.jobs, self.cluster, pairs.player()) as crew:
                    comparing.play(pairs, crew)
        except LostWorkersError as error:
            found = comparing.comparisons(interrupted=True)
            error.so_far = told(found) if found else None
            raise
        return told(comparing.comparisons())

    def _series(self, loaded: Loaded, seats: int) -> Series:
        given = named(self.options, OPTIONS)
        return series_of(loaded, options=given, players=seats, seed=self.seed, bots=self.bots)


def _check(games: int, seed: int, jobs: int, cluster: str | None) -> None:
    """TypeError or ValueError for what can be no series."""
    whole_number(games, "the number of games", 1)
    whole_number(jobs, "the number of jobs", 1, MOST_JOBS)
    whole_number(seed, "a seed", 0, MASK64)
    if cluster is not None:
        text(cluster, "a cluster is the address of its scheduler, 'tcp://host:8786'")


def _once(names: Any) -> Any:
    """House rules that can be gone through again; what is no list of them is for `read_rules` to say."""
    is_list = isinstance(names, Iterable) and not isinstance(names, str | bytes | os.PathLike)
    return tuple(names) if is_list else names


def _loaded(path: str | os.PathLike[str], overlays: Iterable[str | os.PathLike[str]]) -> Loaded:
    """Rules in which nothing is wrong; RulesetError if something is."""
    loaded = read_rules(path, overlays)
    if loaded.checked is None or has_errors(loaded.diagnostics):
        raise RulesetError(loaded.diagnostics)
    return loaded
