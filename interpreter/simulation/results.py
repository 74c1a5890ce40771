"""What a series of games says: each figure with the interval that it is known to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulerun.grammar.record import record

from .estimates import Interval, Moments, Ratio, fairness, percentile, wilson
from .measured_game import MeasuredGame
from .measuring import sides_of
from .series import Series
from .tables import html_of_simulation, rows_of_simulation
from .tally import Tally


@record
class Spread:
    """How a whole number is spread over games, or over decisions.

    `mean` with its interval (which cannot be told where all games are alike, or all but one: its bounds
    are infinite), the standard `deviation`, the 5th, 50th and 95th percentiles (nearest
    rank), the `most`, and how often each number came (`counts`).
    """

    mean: Interval
    deviation: float
    p5: int
    p50: int
    p95: int
    most: int
    counts: Mapping[int, int]


@record
class SeatResult:
    """What became of a seat.

    `bot` plays it. `won`: its share of the games, of a game with several winners its part; `skill`: how
    far it wins more than its part, None where all bots are the same; `payoff`: what it gained a game, None where the rules do not say so; `ruined`: the share of games it ended without a
    chip; `wagered`: chips that it staked a game; `profit_per_chip`: what it won for each of them;
    `profit_variance`: the variance of what it won in a game, for each chip staked in one. `ruined` is
    None in games without chips, the last two where it staked none.
    """

    seat: int
    bot: str
    won: Interval
    skill: Interval | None
    payoff: Interval | None
    ruined: Interval | None
    wagered: float
    profit_per_chip: Interval | None
    profit_variance: float | None


@record
class Applied:
    """How often something in the rules applied: in which share of the games, how often a game.

    `times` is None of rows that give a value: how often it is looked up says nothing of the game.
    """

    kind: str
    name: str
    games: Interval
    times: float | None


@record
class Failure:
    """A rule that failed: in how many games, and the seed of the first of them."""

    code: str
    message: str
    games: int
    seed: int


@record
class Simulation:
    """What a series of games by bots says about a game.

    `games` were played to an end, and `failures` were not. So many were `asked` for; fewer were played if
    it was `interrupted`. `fairness` is how likely seats that are
    alike would win so unequally. `ties` are games with more than one winner, `nobody` those without
    any, `abandoned` those that came to the game's limit of moves. `reasons` say why games ended.
    `choices` are the legal moves of a decision, `forced` the share of decisions with one alone. For who
    was ahead when there are `lead_changes`, and of games with one winner or team `drama`, `behind` and
    `decided`, in parts of 100; what they are is told in the module `lead` and in docs/commands.md.
    `ruins`: in which pass of the first repeated phase, whose name is `pass_name`, seats lost their last
    chip. What a game does not have is None, and `pots` empty.
    """

    game: str
    overlays: tuple[str, ...]
    options: Mapping[str, str]
    players: int
    seed: int
    games: int
    asked: int
    interrupted: bool
    seats: tuple[SeatResult, ...]
    fairness: float
    ties: Interval
    nobody: Interval
    abandoned: Interval
    reasons: tuple[Applied, ...]
    turns: Spread
    decisions: Spread
    choices: Spread | None
    forced: Interval
    lead_changes: Spread | None
    drama: Spread | None
    behind: Spread | None
    decided: Spread | None
    margin: Spread | None
    ruins: Spread | None
    pass_name: str | None
    pots: Mapping[str, Spread]
    reshuffles: Spread | None
    applied: tuple[Applied, ...]
    failures: tuple[Failure, ...]

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data; shares from 0 to 1, an interval as value, low and high."""
        found: dict[str, Any] = plain(self)
        return found

    def rows(self) -> list[dict[str, Any]]:
        """A row for each figure, for a data frame: `metric`, `of`, `value`, `low`, `high`."""
        return rows_of_simulation(self)

    def _repr_html_(self) -> str:
        return html_of_simulation(self)


def simulation_of(
    series: Series,
    game: MeasuredGame,
    tally: Tally,
    *,
    asked: int | None = None,
    interrupted: bool = False,
) -> Simulation:
    """What a tally says; so many games were `asked` for, if not those that were played.

    Raises ValueError if no game of it came to an end.
    """
    from .seeding import game_seed

    if not tally.games:
        raise ValueError("no game came to an end")
    games = tally.games
    split = _by_first(tally.pots)
    repeated = [game.label(p.name) for p in game.rules.phases if p.repeat is not None]
    return Simulation(
        game=game.name,
        overlays=game.rules.overlays,
        options=dict(game.options),
        players=game.players,
        seed=series.seed,
        games=games,
        asked=games + tally.failures.total() if asked is None else asked,
        interrupted=interrupted,
        seats=tuple(_seat(seat, series, game, tally) for seat in range(game.players)),
        fairness=fairness(_wins_of_sides(tally, game)),
        ties=wilson(
            sum(n for who, n in tally.winners.items() if len(sides_of(who, game.teams)) > 1), games
        ),
        nobody=wilson(tally.winners[()], games),
        abandoned=wilson(tally.reasons[game.words[game.abandoned]], games),
        reasons=tuple(
            Applied("reasons", reason, wilson(n, games), n / games)
            for reason, n in sorted(tally.reasons.items(), key=lambda item: (-item[1], item[0]))
        ),
        turns=_spread(tally.turns),
        decisions=_spread(tally.decisions),
        choices=_spread_if_any(tally.choices, tally.moves, games),
        forced=tally.forced.share(games) if tally.forced.over else wilson(0, games),
        lead_changes=_spread_if_any(tally.leads),
        drama=_spread_if_any(tally.dramas),
        behind=_spread_if_any(tally.behind),
        decided=_spread_if_any(tally.decided),
        margin=_spread_if_any(tally.margins),
        ruins=_spread_if_any(tally.ruins, tally.ruin_passes, games) if repeated else None,
        pass_name=repeated[0] if repeated else None,
        pots={name: _spread(counts) for name, counts in split.items()},
        reshuffles=_spread_if_any(tally.reshuffles),
        applied=tuple(
            Applied(
                of.kind,
                of.name,
                wilson(tally.applied[n], games),
                None if of.is_looked_up else tally.times[n] / games,
            )
            for n, of in enumerate(series.applying)
        ),
        failures=tuple(
            Failure(*what, n, game_seed(series.seed, tally.first_failures[what]))
            for what, n in sorted(tally.failures.items(), key=lambda item: (-item[1], item[0]))
        ),
    )


def _wins(tally: Tally, seat: int, teams: int) -> float:
    """The games that a seat has won: a tie is split, but not among partners."""
    return math.fsum(
        n / len(sides_of(who, teams)) for who, n in sorted(tally.winners.items()) if seat in who
    )


def _wins_of_sides(tally: Tally, game: MeasuredGame) -> list[float]:
    """The games that each player, or each team, has won."""
    sides = [0.0] * (game.teams or game.players)
    for who, n in sorted(tally.winners.items()):
        won = sides_of(who, game.teams)
        for side in won:
            sides[side] += n / len(won)
    return sides


def _seat(seat: int, series: Series, game: MeasuredGame, tally: Tally) -> SeatResult:
    payoffs = {payoff: n for (of, payoff), n in tally.payoffs.items() if of == seat}
    has_chips = game.rules.purse is not None
    bots = [str(kind) for kind in series.bots.at(game.players)]
    won = wilson(_wins(tally, seat, game.teams), tally.games)
    return SeatResult(
        seat=seat,
        bot=bots[seat],
        won=won,
        skill=_skill(won, game.teams or game.players) if len(set(bots)) > 1 else None,
        payoff=Moments.of(payoffs).interval() if game.functions.payoff else None,
        ruined=wilson(tally.ruined[seat], tally.games) if has_chips else None,
        wagered=tally.wagers[seat].over / tally.games if seat in tally.wagers else 0.0,
        profit_per_chip=_profit_per_chip(seat, tally),
        profit_variance=_profit_variance(seat, tally),
    )


def _skill(won: Interval, players: int) -> Interval:
    """What is won beyond one part in so many, where 1 is all."""
    part = 1 / players
    return Interval(*((share - part) / (1 - part) for share in (won.value, won.low, won.high)))


def _profit_per_chip(seat: int, tally: Tally) -> Interval | None:
    """The ratio of two sums over games, with its interval."""
    if seat not in tally.wagers or not tally.wagers[seat].over or tally.games < 2:
        return None
    return tally.wagers[seat].interval(tally.games)


def _profit_variance(seat: int, tally: Tally) -> float | None:
    if seat not in tally.wagers or not tally.wagers[seat].over or tally.games < 2:
        return None
    staked = tally.wagers[seat]
    profits = Moments(tally.games, staked.of, staked.of2, staked.of3)
    return profits.variance * tally.games / staked.over


def _spread_if_any(
    counts: Mapping[int, int], by_game: Ratio | None = None, games: int = 0
) -> Spread | None:
    """How a number is spread; one that comes several times in a game is known by its sums of each."""
    if not counts:
        return None
    found = _spread(counts)
    return found if by_game is None else replace(found, mean=by_game.interval(games))


def _by_first(counts: Mapping[tuple[str, int], int]) -> dict[str, Counter[int]]:
    found: dict[str, Counter[int]] = {}
    for (name, value), n in sorted(counts.items()):
        found.setdefault(name, Counter())[value] += n
    return found


def _spread(counts: Mapping[int, int]) -> Spread:
    counts = dict(sorted(counts.items()))
    moments = Moments.of(counts)
    p5, p50, p95 = (percentile(counts, percent) for percent in (5, 50, 95))
    return Spread(moments.interval(), moments.deviation, p5, p50, p95, max(counts), counts)


def plain(value: Any) -> Any:
    """Results as plain data, floats to nine digits after the point."""
    if isinstance(value, float):
        # Not 1e-17 for 0, nor digits that no number of games could mean anything by.
        return round(value, 9) if math.isfinite(value) else None
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value
