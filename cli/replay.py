"""`rulerun replay`: a saved game is shown again, move by move."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from .asking import Asking, Ended
from .exits import FOUND, USAGE, Failed
from .paint import Paint
from .retelling import Stopped, gone_through
from .rule_files import WholeNumber
from .saves import Made, Saved, find, looked_into, told_damage
from .terminal import at_terminal, complain, harmless, say

if TYPE_CHECKING:
    from .narration import Narrator
    from .running_game import RunningGame
    from .watching import WatchedGame

    _Speed = click.ParamType[float]
else:
    _Speed = click.ParamType

_PAUSE = 1.0
"""Seconds between two moves at speed 1."""


class Speed(_Speed):
    """How many moves a second are shown: a number above 0."""

    name = "number"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number that a text says."""
        if isinstance(value, float):
            return value
        import re

        text = str(value)
        if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) and float(text) > 0:
            return float(text)
        from rulerun.grammar.diagnostics import shortened

        self.fail(f"a number above 0 is needed, like 2 or 0.5, not '{shortened(text)}'", param, ctx)


@click.command("replay", short_help="Show a saved game again.")
@click.argument("save", required=False)
@click.option(
    "--from", "start", metavar="N", type=WholeNumber(1), default=1, show_default=True,
    help="The number of the move with which it begins.",
)  # fmt: skip
@click.option(
    "--speed", metavar="S", type=Speed(),
    help="Moves a second; without it a terminal waits for Enter after each.",
)  # fmt: skip
@click.option("--open", "openly", is_flag=True, help="Show all cards, of a game that is over.")
def command(save: str | None, start: int, speed: float | None, openly: bool) -> None:
    """Show a saved game again, as whoever played it saw it.

    \b
    rulerun replay                       the game that was played last
    rulerun replay gin-3 --from 20       from its 20th move on
    rulerun replay gin-3 --speed 2       two moves a second
    rulerun replay gin-3 --open          with all cards, when it is over

    Exit code: 0 it was shown, 1 a move cannot be made by its rules, 2 wrong use, 3 a file cannot be
    read, 130 interrupted.
    """
    path = find(save)
    saved = looked_into(path)
    damage = told_damage(saved)
    if damage is not None:
        complain(f"The save is damaged: {damage}.")
    if openly and saved.ended is None:
        raise Failed("all cards are shown when the game is over; this one goes on", USAGE)
    if start > max(1, saved.moves_made):
        raise Failed(f"this game has only {saved.moves_made} moves", USAGE)
    Showing(saved, start, speed, openly).show()


class _Enough(Exception):
    """Whoever looks on has seen enough."""


class Showing:
    """A saved game that is shown again, from one of its moves on."""

    def __init__(self, saved: Saved, start: int, speed: float | None, openly: bool) -> None:
        self.saved = saved
        self.start = start
        self.speed = speed
        self.paint = Paint.for_output()
        # Several people saw different cards: of what they hold only what lies open is told.
        alone = len(saved.people) == 1
        self.seat = saved.people[0] if alone and not openly else None
        self.openly = openly or not alone
        self.number = 0
        self._asking = Asking(self.paint)
        self._waits = at_terminal() and speed is None

    def tell(self, game: WatchedGame) -> list[Narrator]:
        # Imported late, as the list of commands reads this module, too.
        from .board import Board
        from .narration import Narrator

        narrator = Narrator(game, self.seat, self.paint, self.write)
        narrator.table = Board(game, self.paint)
        return [narrator]

    def write(self, line: str) -> None:
        """Print a line once the first move that is wanted has come."""
        if self.number >= self.start:
            sys.stdout.write(line + "\n")

    def show(self) -> None:
        """Show it; Failed where a move cannot be made any more."""
        saved = self.saved
        say(self.paint.bold(harmless(saved.title)))
        try:
            course = gone_through(saved, saved.rules.game(), self.tell, each=self.next)
        except _Enough:
            say()
            return
        except Stopped as stopped:
            sys.stdout.flush()
            raise Failed(f"move {stopped.events + 1} cannot be made: {stopped}", FOUND) from None
        self.number = self.start
        state = course.state
        if state.is_over:
            course.narrators[0].ends(state)
        else:
            self._draw(course)
            say()
            say(f"The game goes on from here, after {saved.moves_made} moves: rulerun resume")

    def next(self, course: RunningGame, made: Made) -> None:
        """Before a move: let somebody look."""
        self.number += 1
        if self.number < self.start:
            return
        if self.number == self.start or made.seat == self.seat:
            self._draw(course)
        if self._waits:
            try:
                self._asking.line(f"move {self.number} of {self.saved.moves_made}, Enter: ")
            except Ended:
                raise _Enough from None
        elif self.speed is not None:
            sys.stdout.flush()
            time.sleep(_PAUSE / self.speed)

    def _draw(self, course: RunningGame) -> None:
        from .table import passes

        narrator = course.narrators[0]
        title = ", ".join(filter(None, (passes(course.state), f"move {self.number}")))
        self.write("")
        self.write(self.paint.rule(title))
        self.write("")
        for line in narrator.table.lines(narrator.view(course.state)):
            self.write(line)
        self.write("")
