"""`rulerun compare`: what house rules do to a game, measured on the same deals."""

from __future__ import annotations

import json
import re
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
    from rulerun.interpreter.loading import Loaded
    from rulerun.interpreter.simulation.comparing import Comparing
    from rulerun.interpreter.simulation.comparison import Comparison, Difference
    from rulerun.interpreter.simulation.pairs import PairedSeries, PairTally

    _Width = click.ParamType[float]
else:
    _Width = click.ParamType

_MOST_GAMES = 1_000_000_000
_GAMES, _GAMES_UNTIL = 2_000, 1_000_000  # as in `interpreter.simulation.comparing`


class Points(_Width):
    """Percentage points: `0.5pp`."""

    name = "points"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """As a share of one."""
        if isinstance(value, float):
            return value
        said = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,4})?)pp", value)
        if said is None or not 0 < float(said[1]) < 100:
            self.fail(f"percentage points are needed, '0.5pp' say, not '{value[:40]}'", param, ctx)
        return float(said[1]) / 100


@click.command("compare", short_help="Measure what house rules do to a game.")
@click.argument("file")
@game_options
@bots_option
@click.option(
    "--against", metavar="OVERLAY", multiple=True,
    help="A house rule that the other side is played with. Can be repeated.",
)  # fmt: skip
@click.option("--all", "each", is_flag=True, help="Every house rule of the game in turn.")
@click.option(
    "--games", metavar="N", type=WholeNumber(2, _MOST_GAMES),
    help=f"How many pairs of games to play; {_GAMES} if not said.",
)  # fmt: skip
@click.option(
    "--until", metavar="POINTS", type=Points(),
    help="Play until differences in wins are known to that: 0.5pp, half a percentage point to both "
    f"sides. At most --games, {_GAMES_UNTIL} if not said.",
)  # fmt: skip
@series_options
@click.option(
    "--format", "form", type=click.Choice(["full", "json", "csv"]), default="full",
    show_default=True,
    help="full: in words, for people; json: everything; csv: a line for each difference.",
)  # fmt: skip
@output_option
@plot_option
def command(
    file: str,
    overlays: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    bots: tuple[str, ...],
    against: tuple[str, ...],
    each: bool,
    games: int | None,
    until: float | None,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    form: str,
    output_file: str | None,
    plot: str | None,
) -> None:
    """Play a game with and without house rules on the same deals, and say what they change.

    \b
    rulerun compare gin --with knock_at_7
    rulerun compare hearts --with no_moon --against jack_of_diamonds
    rulerun compare in_between --all
    rulerun compare overlays/gin/my_rule.yaml
    rulerun compare in_between --with triple_penalty --until 0.5pp

    Each game of the one is paired with one of the other: the same deal, and bots that choose alike
    as long as the games go alike. What chance does in both is no difference, and few games show one.

    Exit code: 0 it was compared, 1 a rule is wrong or has failed in a game, 2 wrong use, 3 a file
    cannot be read or written or a cluster is gone, 130 interrupted; what was measured until then is
    told.
    """
    not_the_same(output_file, plot)
    if each and (overlays or against):
        raise Failed("'--all' takes every house rule: leave '--with' and '--against' out", USAGE)
    variants: list[tuple[str, ...]] = [overlays]
    if each:
        variants = [(name,) for name in _house_rules(file)]
    base = right_rules(file, against)
    if not each and not overlays and not against:
        base = _without_house_rule(base)
    sides = [(names, right_rules(file, names)) for names in variants]
    from rulerun.interpreter.errors import GameSetupError
    from rulerun.interpreter.simulation.comparing import SAME, Comparing, are_same

    if any(are_same(base, side) for _, side in sides):
        raise Failed(SAME, USAGE)
    pairs = [
        _paired(base, side, settings, players, bots, seed, strict=not each) for _, side in sides
    ]
    left_out = [names[0] for (names, _), pair in zip(sides, pairs, strict=True) if pair is None]
    comparing, stopped = Comparing(games, until), Stopped()
    with written_to(output_file):
        try:
            with stopped.playing():
                _play(comparing, [pair for pair in pairs if pair is not None], jobs, cluster)
        except GameSetupError as error:
            raise Failed(str(error), USAGE) from None
        found = comparing.comparisons(interrupted=bool(stopped))
        _print(found, left_out, form, each=each)
    if plot is not None and found:
        _draw(plot, found, each=each)
    tell(d for d in base.diagnostics if not d.span.file.is_file)
    stopped.tell(len(found))
    if comparing.unsure:
        of = f" of {', '.join(comparing.unsure)}" if each else ""
        said = f"{count(comparing.most, 'pair')}{of} are not enough to know it to {100 * (until or 0):g} points"
        raise Failed(said, FOUND)
    raise Failed("", FOUND if any(one.failed for one in found) else 0)


def _play(
    comparing: Comparing, variants: list[PairedSeries], jobs: int | None, cluster: str | None
) -> None:
    """Play each variant, and show how far it is."""
    from time import monotonic

    from .figures import rounded

    for number, pairs in enumerate(variants, 1):
        name = ", ".join(pairs.variant.checked.rules.overlays)
        of = f"{name} ({number} of {len(variants)})" if len(variants) > 1 else ""
        begun = monotonic()
        with (
            crew(pairs, pairs.player(), jobs, cluster) as players,
            progress("pairs of games", comparing.most) as tell_how_far,
        ):

            def tell(tally: PairTally, of: str = of, begun: float = begun) -> None:
                so_far = tally.pairs + tally.failed
                rate = so_far / max(1e-9, monotonic() - begun)
                tell_how_far(so_far, f"{of}{', ' * bool(of)}{rounded(rate)} pairs a second")

            try:
                comparing.play(pairs, players, tell)
            except ValueError:
                raise Failed(
                    "no pair of games came to an end: a rule fails in each", FOUND
                ) from None


def _without_house_rule(loaded: Loaded) -> Loaded:
    """The game that the file of a house rule is for; Failed if the file is that of a game."""
    game = loaded.stack.written
    if loaded.stack.own is None or game is None:
        raise Failed("say which house rules to compare: '--with NAME', or '--all'", USAGE)
    return right_rules(game.span.file.name, ())


def _house_rules(file: str) -> list[str]:
    """The house rules of a game, by their names."""
    from rulerun.interpreter.declarations.library import find_game, house_rules_for

    game = find_game(file)
    names = [] if game is None else [rule.name for rule in house_rules_for(game)]
    if not names:
        raise Failed(f"'{file}' has no house rules to compare", USAGE)
    return names


def _paired(
    base: Loaded,
    variant: Loaded,
    settings: tuple[str, ...],
    players: int | None,
    bots: tuple[str, ...],
    seed: int,
    *,
    strict: bool,
) -> PairedSeries | None:
    """The two sides at the same table; Failed, or None if that is to be told later, if there is none."""
    from rulerun.interpreter.errors import GameSetupError
    from rulerun.interpreter.simulation.pairs import PairedSeries
    from rulerun.interpreter.simulation.series import series_of

    sides = []
    for loaded in (base, variant):
        assert loaded.checked is not None and base.checked is not None
        number = base.checked.rules.players.low if players is None else players
        seats = loaded.checked.rules.players
        if not seats.low <= number <= seats.high:
            if loaded is variant and not strict:
                return None
            try:
                loaded.checked.game({}, number)
            except GameSetupError as error:
                with_ = ", ".join(loaded.checked.rules.overlays)
                said = f"with {with_}, {error}" if with_ else str(error)
                more = "" if loaded is base else "; both sides need as many: say '--players'"
                raise Failed(said + more, USAGE) from None
        given = right_settings(loaded, settings)
        try:
            sides.append(series_of(loaded, options=given, players=number, seed=seed, bots=bots))
        except GameSetupError as error:
            raise Failed(str(error), USAGE) from None
    return PairedSeries(*sides)


# --------------------------------------------------------------------------------------------
# What is told


def _draw(path: str, found: list[Comparison], *, each: bool) -> None:
    from rulerun.interpreter.simulation.tables import columns

    from .plots import of_comparison, of_comparisons

    sys.stdout.flush()  # what was measured is told, whatever becomes of the plot
    draw(path, lambda: of_comparisons(found, columns(found)) if each else of_comparison(found[0]))


def _print(comparisons: list[Comparison], left_out: list[str], form: str, *, each: bool) -> None:
    paint = Paint(color=wants_color(sys.stdout))
    if form == "json":
        told: Any = [found.to_json() for found in comparisons]
        say(json.dumps(told if each else told[0] if told else None, ensure_ascii=False, indent=2))
    elif form == "csv":
        sys.stdout.write(as_csv([row for found in comparisons for row in found.rows()]))
    elif each:
        _say(_all_in_words(comparisons, left_out, paint))
    else:
        for found in comparisons:
            _say(_in_words(found, paint))


def _say(lines: Iterator[str]) -> None:
    from .figures import UNTOLD, WHY_UNTOLD

    said = list(lines)
    for line in said:
        say(line)
    if any(UNTOLD in line for line in said):
        say(WHY_UNTOLD)


def _side(game: str, overlays: tuple[str, ...]) -> str:
    return harmless(f"{game} with {', '.join(overlays)}" if overlays else game)


def _in_words(found: Comparison, paint: Paint) -> Iterator[str]:
    from .figures import percent

    sides = f"{_side(found.game, found.overlays)}, against {_side(found.game, found.against)}"
    pairs = count(found.pairs, "pair")
    if found.interrupted:
        pairs = f"{found.pairs} of {count(found.asked, 'pair')}"
    yield paint.bold(f"{sides}: {pairs} of games, "
                     f"{count(found.players, 'player')}, seed {found.seed}")  # fmt: skip
    for rule in found.applied:
        yield f"{harmless(rule.name)} applied in {percent(rule.games)} % of its games"
    yield f"{percent(found.changed)} % of the pairs went or ended otherwise"
    yield ""
    heads = ["without", "with"] if not found.against else ["against", "with"]
    rows = [["", *heads, "difference", ""]]
    rows += [_row(one) for one in found.differences]
    yield from grid(rows, right=(1, 2))
    yield ""
    yield from _shown(found)
    yield from _worth(found)
    if found.failed:
        yield f"In {count(found.failed, 'more pair')} a rule failed; 'rulerun simulate' says which."


def _row(one: Difference) -> list[str]:
    from .figures import number, percent, rounded

    is_share = one.kind == "share"
    value = 100 if is_share else 1
    told = percent(one.difference) if is_share else number(one.difference, alike=one.is_same)
    name = f"{one.name}, %" if is_share else one.name
    marked = "*" if one.is_shown else ""
    return [harmless(name), rounded(value * one.base), rounded(value * one.variant), told, marked]


def _shown(found: Comparison) -> Iterator[str]:
    """What the figures show, and what they do not."""
    asked = count(len(found.differences), "question")
    yield f"* shown: fewer than 5 of 100 such series differ so by chance, asked {asked} (Holm)"
    wins = [one for one in found.differences if one.name.endswith(" wins")]
    for one in wins:
        if one.is_shown:
            how = "more" if one.difference.value > 0 else "less"
            seat = one.name.removesuffix(" wins")
            yield f"{seat} wins {how} often, by {_points(one.difference.value)} points."
    if wins and not any(one.is_shown for one in wins):
        width = max(one.difference.half_width for one in wins)
        yield f"Who wins: no difference shown at {_points(width)} points."


def _points(share: float) -> str:
    """So many of 100 games, with two digits that count."""
    points = min(100.0, 100 * abs(share))
    return f"{points:.0f}" if points >= 10 else f"{points:.2g}"


def _worth(found: Comparison) -> Iterator[str]:
    """What it is worth to deal alike."""
    wins = _worths(found)
    yield from _worth_of([min(wins)] if wins else [])


def _worth_of(worths: list[float]) -> Iterator[str]:
    if not worths:
        return
    if max(worths) < _WORTH_IT:
        yield "Dealt alike, these pairs tell of wins no more than games dealt anew."
        return
    low, high = f"{min(worths):.2g}", f"{max(worths):.2g}"
    times = low if low == high else f"{low} to {high}"
    yield f"Dealt alike, these pairs tell of wins as much as {times} times as many games dealt anew."


_WORTH_IT = 1.05
"""So many times as many games are more."""


def _worths(found: Comparison) -> list[float]:
    """How many times as many games dealt anew the pairs are worth, for each seat that wins."""
    return [
        one.pairing
        for one in found.differences
        if one.pairing is not None and one.name.endswith(" wins")
    ]


def _all_in_words(
    comparisons: list[Comparison], left_out: list[str], paint: Paint
) -> Iterator[str]:
    """A line for each house rule."""
    from rulerun.interpreter.simulation.tables import columns

    from .figures import percent, rounded

    if comparisons:
        first = comparisons[0]
        cut = ", interrupted" if first.interrupted else ""
        yield paint.bold(f"{harmless(first.game)}: {count(len(comparisons), 'house rule')}, "
                         f"{count(first.players, 'player')}, seed {first.seed}{cut}")  # fmt: skip
        yield ""
        there = columns(comparisons)
        rows = [["house rule", "pairs", "% changed", *there], _without(comparisons, there)]
        for found in comparisons:
            by_name = {one.name: one for one in found.differences}
            changed = percent(found.changed)
            cells = [_cell(by_name.get(name)) for name in there]
            rows.append(
                [harmless(", ".join(found.overlays)), rounded(found.pairs), changed, *cells]
            )
        yield from grid(rows, right=(1,))
        yield ""
        asked = sum(len(found.differences) for found in comparisons)
        yield "differences from the game without; wins and winners in points of 100 games"
        yield "% changed: pairs that went or ended otherwise with the house rule"
        yield f"* shown: fewer than 5 of 100 such series differ so by chance, asked {asked} questions"
        yield from _all_shown(comparisons)
    for name in left_out:
        yield f"{harmless(name)} is for another number of players"


def _without(comparisons: list[Comparison], names: list[str]) -> list[str]:
    """What the game is like without any of the house rules."""
    from .figures import rounded

    values: dict[str, Difference] = {}
    for found in reversed(comparisons):
        values |= {one.name: one for one in found.differences}
    cells = [
        f"{rounded(100 * one.base)} %" if one.kind == "share" else rounded(one.base)
        for one in (values[name] for name in names)
    ]
    return ["without any", "", "", *cells]


def _all_shown(comparisons: list[Comparison]) -> Iterator[str]:
    """Which house rules are shown to change who wins, what could have been missed of the others, and
    what it is worth to deal alike."""
    others = []
    for found in comparisons:
        wins = [one for one in found.differences if one.name.endswith(" wins")]
        told = [one for one in wins if one.is_shown]
        if told:
            seats = ", ".join(
                f"{one.name.removesuffix(' wins')} "
                f"{'more' if one.difference.value > 0 else 'less'} often by "
                f"{_points(one.difference.value)} points"
                for one in told
            )
            yield f"Who wins with {harmless(', '.join(found.overlays))}: {seats}."
        else:
            others += [one.difference.half_width for one in wins]
    if others:
        of = "Who wins with the others" if len(others) < _asked_of_wins(comparisons) else "Who wins"
        yield f"{of}: no difference shown at {_points(max(others))} points."
    yield from _worth_of([min(_worths(found)) for found in comparisons if _worths(found)])


def _asked_of_wins(comparisons: list[Comparison]) -> int:
    return sum(one.name.endswith(" wins") for found in comparisons for one in found.differences)


def _cell(one: Difference | None) -> str:
    from .figures import number, percent

    if one is None:
        return "-"
    is_share = one.kind == "share"
    told = percent(one.difference) if is_share else number(one.difference, alike=one.is_same)
    return told + ("*" if one.is_shown else "")
