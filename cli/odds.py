"""`rulerun odds`: what each legal move leads to, from what the one who decides knows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .exits import FOUND, USAGE, Failed
from .output import output_option, written_to
from .paint import Paint, columns, count, grid
from .rule_files import MOST_SEED, WholeNumber, game_options, right_rules, right_settings
from .terminal import harmless, say

if TYPE_CHECKING:
    from rulerun.interpreter.machine.game import Game
    from rulerun.interpreter.machine.state import State
    from rulerun.interpreter.simulation.odds import MoveOdds, Odds

_COLUMNS = 4
"""So many rows of tables have a column of their own, however narrow the screen is; more of them if
there is room. The others are named below, and json tells of them."""


@click.command("odds", short_help="Say what each legal move leads to.")
@click.argument("file")
@game_options
@click.option(
    "--script", metavar="FILE",
    help="Moves that are made before, as for 'rulerun play'; '-' is the standard input.",
)  # fmt: skip
@click.option(
    "--seed", metavar="N", type=WholeNumber(0, MOST_SEED), default=1, show_default=True,
    help="The seed of the game.",
)  # fmt: skip
@click.option(
    "--depth", metavar="N", type=WholeNumber(0, 8), default=0, show_default=True,
    help="Further decisions of the same player to look through, for the best move.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True,
    help="full: a table, for people; json: everything.",
)  # fmt: skip
@output_option
def command(
    file: str,
    overlays: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    script: str | None,
    seed: int,
    depth: int,
    form: str,
    output_file: str | None,
) -> None:
    """Say what each legal move leads to, from what the player who decides knows.

    \b
    rulerun odds in_between --seed 3
    rulerun odds blackjack --script moves.txt --depth 1

    For each move: how likely each row of the tables of payouts is, who decides next, and the
    expected change of what the game compares (chips, points). All that the player does not see is
    chance. Where it can be counted, it is, exactly; else it is estimated from deals of the unseen
    cards, and stands with its interval.

    Exit code: 0 it was told, 1 a rule or a move of the script is wrong, or the game is over, 2 wrong
    use, 3 a file cannot be read, 130 interrupted.
    """
    from rulerun.interpreter.errors import GameSetupError, RuleError
    from rulerun.interpreter.simulation.odds import odds_of
    from rulerun.interpreter.simulation.series import series_of

    loaded = right_rules(file, overlays)
    assert loaded.checked is not None
    given = right_settings(loaded, settings)
    series = series_of(loaded, options=given, players=players, seed=seed)
    try:
        measuring = series.measuring(stops=True)
        state = _after(measuring.game, seed, script)
        rows = {n: a.name for n, a in enumerate(series.applying) if a.is_payout}
        odds = odds_of(measuring, rows, state, depth=depth)
    except GameSetupError as error:
        raise Failed(str(error), USAGE) from None
    except RuleError as error:
        raise Failed(f"a rule fails: {error}", FOUND) from None
    with written_to(output_file):
        if form == "json":
            say(json.dumps(odds.to_json(), ensure_ascii=False, indent=2))
        else:
            for line in _in_words(odds, state, Paint.for_output()):
                say(line)


def _after(game: Game, seed: int, path: str | None) -> State:
    """The game after the moves of a script; Failed if it is over then."""
    from rulerun.interpreter.errors import IllegalMoveError
    from rulerun.interpreter.machine.course import follow

    from .script import read_script

    script = None if path is None else read_script(path)
    state = game.start(seed)
    follow(state)
    while script is not None and not script.is_at_end and not state.is_over:
        move, seat = script.next_move(state)
        try:
            state.apply(move, seat=seat)
        except IllegalMoveError as error:
            raise script.refused(error) from None
        script.goes_on()
    if state.is_over:
        left = None if script is None else script.left_over()
        raise left or Failed(f"the game is over ({state.ended_by}): nobody decides", FOUND)
    return state


def _in_words(odds: Odds, state: State, paint: Paint) -> Iterator[str]:
    from .table import Table

    yield from Table(state.game, paint).lines(state.view(odds.seat))
    yield ""
    yield paint.bold(f"P{odds.seat + 1} decides")
    yield ""
    yield from moves_in_words(odds, state, paint)


def moves_in_words(
    odds: Odds, state: State, paint: Paint, at_the_prompt: bool = False
) -> Iterator[str]:
    """What each move leads to, a line for each, and how that was found out; `at_the_prompt` of a game
    nothing is said of options of the command."""
    likeliest = _likeliest(odds)
    if not likeliest and len(_nexts(odds)) < 2 and not any(_changes(move) for move in odds.moves):
        yield _nothing(odds)
        if odds.measure is not None:
            yield from _how(odds, _nexts(odds), at_the_prompt)
        return
    lines = _lines(odds, state, paint, likeliest)
    rows = len(likeliest)
    while rows > _COLUMNS and max(columns(line) for line in grid(lines)) > paint.width:
        rows -= 1
        lines = _lines(odds, state, paint, likeliest[:rows])
    yield from grid(lines)
    if odds.left_out:
        yield f"and {count(odds.left_out, 'more move')}"
    yield ""
    if rows < len(likeliest):
        others = ", ".join(harmless(name) for name in likeliest[rows:])
        format_ = "" if at_the_prompt else ", which '--format json' tells of"
        yield f"other rows{format_}: {others}"
    yield from _how(odds, _nexts(odds), at_the_prompt)


def _changes(move: MoveOdds) -> bool:
    """Whether a move has any part in what the game compares."""
    if move.change is None or not move.change.value:
        return move.change is not None and move.change.is_told and bool(move.change.half_width)
    return True


def _nothing(odds: Odds) -> str:
    """What is said of moves of which nothing is told that one could choose by."""
    moves = count(len(odds.moves) + odds.left_out, "move")
    if odds.measure is None:
        then = f"; after any of them {harmless(_nexts(odds)[0])}" if _nexts(odds) else ""
        return f"{moves}: no points or chips are compared, and no table pays out{then}"
    return f"{moves}, of which none changes {harmless(odds.measure)}"


def _lines(odds: Odds, state: State, paint: Paint, rows: list[str]) -> list[list[str]]:
    """The head, and a line for each move, with a column for each of some rows."""
    from .figures import number

    several = len(_nexts(odds)) > 1
    so_far = " so far" if _is_open(odds) else ""
    fewest = ", fewest win" if odds.fewest_win else ""
    head = ["move", *([f"{odds.measure}{so_far}, on the average{fewest}"] if odds.measure else [])]
    head += _headings(odds, rows)
    head += ["undecided"] if so_far else []
    head += ["then"] if several else []
    lines = [head]
    for move in _as_shown(odds, state, paint):
        line = [paint.move(move.move, state.game)]
        if odds.measure:
            line.append(
                ""
                if move.change is None
                else _sign(move.change.value) + number(move.change, alike=not move.change.is_told)
            )
        shares = {chance.name: chance for chance in move.rows}
        line += [_share(move, shares[name].share.value) if name in shares else "" for name in rows]
        if so_far:
            line.append(_share(move, move.again.value) if move.again.value else "")
        if several:
            line.append(_then(move))
        lines.append(line)
    return lines


def _as_shown(odds: Odds, state: State, paint: Paint) -> list[MoveOdds]:
    """The moves, those of one name with cards in the order in which a hand is shown."""
    from .table import Table

    table = Table(state.game, paint)
    names = [move.move.partition(" ")[0] for move in odds.moves]
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    place = {
        told: (order[name], table.places(state.game.parse_move(state, told.move)))
        for name, told in zip(names, odds.moves, strict=True)
    }
    return sorted(odds.moves, key=lambda told: place[told])


def _headings(odds: Odds, rows: list[str]) -> list[str]:
    """The rows by their names; the table's too if there are several."""
    tables = {name.partition(".")[0] for name in _likeliest(odds)}
    return [harmless(name if len(tables) > 1 else name.partition(".")[2]) for name in rows]


def _likeliest(odds: Odds) -> list[str]:
    """The rows of tables, those first that are likeliest over all moves."""
    total: dict[str, float] = {}
    for move in odds.moves:
        for chance in move.rows:
            total[chance.name] = total.get(chance.name, 0.0) + chance.share.value
    return sorted(total, key=lambda name: -total[name])


def _nexts(odds: Odds) -> list[str]:
    return list(dict.fromkeys(chance.name for move in odds.moves for chance in move.next))


def _share(move: MoveOdds, value: float) -> str:
    return f"{100 * value:.{1 if move.is_exact else 0}f} %"


def _then(move: MoveOdds) -> str:
    if len(move.next) == 1:
        return harmless(move.next[0].name)
    told = (f"{harmless(c.name)} {_share(move, c.share.value)}" for c in move.next)
    return ", ".join(told)


def _sign(value: float) -> str:
    return "+" if value > 0 else ""


def _how(odds: Odds, nexts: list[str], at_the_prompt: bool) -> Iterator[str]:
    """How far the moves were followed, and what was counted."""
    upto = "to the end of the turn" if odds.to_turn_end else "to the next decision"
    if odds.depth:
        upto = (
            f"through {count(odds.depth, 'further decision')} of the same player, the best move each, "
            "or until a table of payouts is consulted"
        )
    only = f" ({harmless(nexts[0])})" if len(nexts) == 1 and not odds.to_turn_end else ""
    exact = [move.is_exact for move in odds.moves]
    if all(exact):
        yield f"exact, {upto}{only}"
    elif any(exact):
        yield f"{upto}{only}; exact but for those with an interval, which are estimated"
    else:
        yield f"estimated from {odds.moves[0].runs:,} deals of the unseen cards, {upto}{only}"
    if odds.depth < odds.wanted:
        yield f"there is too much to count to look through {odds.wanted}"
    if odds.measure == "chips" and any(_is_staked(move) for move in odds.moves):
        yield "chips that were staked count as paid: it is not decided yet who gets them"
    if _is_open(odds):
        names = dict.fromkeys(
            move.move.partition(" ")[0] for move in odds.moves if move.again.value
        )
        again = [harmless(name) for name in names]
        after = again[0] if len(again) == 1 else f"{', '.join(again[:-1])} and {again[-1]}"
        depth = "" if at_the_prompt else ", which '--depth 1' looks through"
        yield f"after {after} the same player decides again{depth}"
        if odds.measure == "chips":
            yield "undecided: until then chips that were staked count as paid"


def _is_open(odds: Odds) -> bool:
    """Whether tables have a say, and not in all that was followed: the same player decides before."""
    if odds.wanted or odds.to_turn_end:
        return False
    return any(move.again.value for move in odds.moves) and any(move.rows for move in odds.moves)


def _is_staked(move: MoveOdds) -> bool:
    """Whether chips change hands in a move, and no table says yet for what."""
    return not move.rows and move.change is not None and move.change.value != 0
