"""`rulerun play`: a game in the terminal, or one that plays itself into a transcript."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from .check import count
from .exits import FOUND, USAGE, Failed
from .output import named
from .rule_files import (
    MOST_SEED,
    WholeNumber,
    bots_option,
    game_options,
    load_rules_and_game,
    parsed_settings,
    tell,
)
from .terminal import at_terminal, harmless

if TYPE_CHECKING:
    from rulerun.interpreter.bots.seating import Kind
    from rulerun.interpreter.errors import RuleError
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State

    from .running_game import RunningGame
    from .script import Script
    from .watching import WatchedGame

RANDOM_SEEDS = 1_000_000_000
"""Seeds that chance picks from: enough for a lifetime of games, short enough to type."""


@click.command("play", short_help="Play a game, or let it play itself.")
@click.argument("file")
@game_options
@click.option(
    "--seed", metavar="N", type=WholeNumber(0, MOST_SEED),
    help="Play the game of this number again; without it chance picks one.",
)  # fmt: skip
@click.option(
    "--seat", "seats", metavar="N", type=WholeNumber(1), multiple=True,
    help="Your seat; without a terminal your moves are then read from the standard input. Repeated,"
    " several people play at one terminal.",
)  # fmt: skip
@bots_option
@click.option(
    "--script", metavar="FILE",
    help="Moves to begin with, one a line; - is the standard input.",
)  # fmt: skip
@click.option(
    "--save", metavar="FILE", type=click.Path(dir_okay=False), callback=named,
    help="Save your game in this new file; without it, in the folder of saved games.",
)  # fmt: skip
def command(
    file: str,
    overlays: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    seed: int | None,
    seats: tuple[int, ...],
    bots: tuple[str, ...],
    script: str | None,
    save: str | None,
) -> None:
    """Play a game, or let it play itself.

    \b
    rulerun gin
    rulerun in_between --players 4 --with home_game --set rounds=5
    rulerun my_game.yaml --seat 2
    rulerun hearts --bot ismcts:2s --bot 3=random
    rulerun gin --seed 7 > game.txt
    rulerun gin --seed 7 --script game.txt

    FILE is a rule file, a house rule's file, the name of a game that comes with rulerun, or - for
    the standard input.

    At a terminal you have the first seat (or --seat N), and the others think for less than half a
    second (ismcts:0.4s), if --bot seats no others. When the output or the input is no terminal, all
    seats play by themselves, at random, and the transcript is printed; it shows what any player
    sees, the moves as a script has them, the rest as comments.

    The game that you play is saved after every move; 'rulerun resume' goes on with it.

    A script has the moves of all seats in their order: `knock 10C`, or `P1: knock 10C`; `#` begins
    a comment. After its end all seats play on by themselves, or you play if you say your --seat.

    Exit code: 0 the game was played or left, 1 a rule or a move of the script is wrong, 2 wrong
    use, 3 a file cannot be read or the input ended before the game, 130 interrupted.
    """
    if script == "-" and seats:
        raise Failed("with '--script -' the input has the script, and nobody can play too", USAGE)
    if script == file == "-":
        raise Failed("the standard input (-) can be the game or the script, not both", USAGE)
    from rulerun.interpreter.bots.seating import RANDOM, STRONG

    from .watching import WatchedGame

    loaded, game = load_rules_and_game(file, overlays, settings, players, WatchedGame)
    for number in seats:
        if number > game.players:
            told = count(game.players, "player")
            raise Failed(f"there is no seat {number} in a game of {told}", USAGE)
    from .script import read_script

    moves = None if script is None else read_script(script)
    if seed is None:
        seed = secrets.randbelow(RANDOM_SEEDS)
    given = parsed_settings(settings)
    again = _command(file, overlays, given, players, bots, seed, script)
    by_hand = at_terminal()
    if not seats and script is None and by_hand:
        seats = (1,)
    kinds = _seated(game, bots, STRONG if seats and by_hand else RANDOM)
    if not seats:
        if save is not None:
            raise Failed("a game is saved for whoever plays it: say your --seat", USAGE)
        _Transcript(game, seed, moves, again, kinds).play()
        return
    from .saves import new_game
    from .sitting import Sitting

    people = tuple(sorted({number - 1 for number in seats}))
    saved = new_game(loaded, game, file, given, seed, people, map(str, kinds))
    Sitting.begun(game, saved, moves, again, save).play()


def _seated(game: WatchedGame, bots: tuple[str, ...], usual: Kind) -> tuple[Kind, ...]:
    """The bots of all seats, also of those that people have; Failed for one that there is not."""
    from rulerun.interpreter.bots.seating import seating_of

    names = dict.fromkeys(move.name for d in game.program.decisions for move in d.moves)
    try:
        return seating_of(bots, names, usual).at(game.players)
    except ValueError as error:
        raise Failed(str(error), USAGE) from None


def _command(
    file: str,
    overlays: Iterable[str],
    settings: dict[str, str],
    players: int | None,
    bots: Iterable[str],
    seed: int,
    script: str | None,
) -> str:
    """The command that plays the same game."""
    words = ["rulerun", "play", file]
    for name in overlays:
        words += ["--with", name]
    for name, value in settings.items():
        words += ["--set", f"{name}={value}"]
    if players is not None:
        words += ["--players", str(players)]
    for bot in bots:
        words += ["--bot", bot]
    words += ["--seed", str(seed)]
    if script is not None:
        words += ["--script", script]
    return shlex.join(words)


class Playing:
    """Somebody or nobody plays a game; a script has moves to begin with."""

    def __init__(self, game: WatchedGame, seed: int, script: Script | None, again: str) -> None:
        self.game = game
        self.seed = seed
        self.script = script
        self.again = again
        self.course: RunningGame

    def write(self, line: str) -> None:
        """Print a line."""
        sys.stdout.write(line + "\n")

    def start(self) -> State:
        """The game at its first decision."""
        from rulerun.interpreter.errors import RuleError

        try:
            return self.course.begin(self.seed)
        except RuleError as error:
            raise self.failure(error) from None

    def make(self, move: Move, seat: int) -> State:
        """Make a move that is known to be legal, and tell what comes of it."""
        from rulerun.interpreter.errors import RuleError

        try:
            return self.course.make(move, seat)
        except RuleError as error:
            raise self.failure(error) from None

    def make_scripted(self, state: State) -> State:
        """Make the next move of the script; Failed if it cannot be made."""
        from rulerun.interpreter.errors import IllegalMoveError

        script = self.script
        assert script is not None
        move, seat = script.next_move(state)
        try:
            state = self.make(move, seat)
        except IllegalMoveError as error:
            raise script.refused(error) from None
        script.goes_on()
        return state

    @property
    def is_scripted(self) -> bool:
        """Whether the script has a move left."""
        return self.script is not None and not self.script.is_at_end

    def check_script(self) -> None:
        """Failed if the game was over before the script was."""
        failed = self.script.left_over() if self.script is not None else None
        if failed is not None:
            raise failed

    def failure(self, error: RuleError) -> Failed:
        """Tell of a rule that failed while playing."""
        from rulerun.grammar.diagnostics import Diagnostic
        from rulerun.interpreter.labels import seat_name

        who = "".join(f" ({seat_name(s)})" for s in error.seats)
        again = f"to see it again: {self.again}"
        if error.span is None:
            return Failed(f"{error}{who}; {again}", FOUND)
        tell([Diagnostic(error.code, error.message + who, error.span, None, error.notes)])
        return Failed(f"the game cannot go on; {again}", FOUND)


class _Transcript(Playing):
    """All seats play by themselves, and everything is written down."""

    def __init__(
        self,
        game: WatchedGame,
        seed: int,
        script: Script | None,
        again: str,
        kinds: Iterable[Kind],
    ) -> None:
        from .narration import Narrator
        from .paint import Paint
        from .running_game import RunningGame

        super().__init__(game, seed, script, again)
        self.bots = [kind.seated(seed, seat) for seat, kind in enumerate(kinds)]
        self.course = RunningGame(game, lambda g: [Narrator(g, None, Paint(), self.write)])

    def play(self) -> None:
        """Play to the end."""
        game = self.game
        self.write(f"# {harmless(game.title)}, {count(game.players, 'player')}")
        for name in game.rules.overlays:
            self.write(f"# with {name}")
        if game.options:
            told = ", ".join(f"{game.label(n)} {v}" for n, v in game.options.items())
            self.write(f"# {told}")
        self.write(f"# {self.again}")
        state = self.start()
        while not state.is_over:
            if self.is_scripted:
                state = self.make_scripted(state)
                if not self.is_scripted and not state.is_over:
                    self.write("# the script is at its end; the seats play on by themselves")
                continue
            actor = state.actor
            assert actor is not None
            state = self.make(self._chosen(state, actor), actor)
        self.course.narrators[0].ends(state)
        self.check_script()

    def _chosen(self, state: State, actor: int) -> Move:
        from rulerun.interpreter.errors import RuleError

        try:
            with self.course.unwatched():
                return self.bots[actor].choose(state, state.legal_moves)
        except RuleError as error:
            raise self.failure(error) from None
