"""A few games by chance: where nothing is proved either way, one that goes wrong is proof enough."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import TYPE_CHECKING

from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ...checking.core import Program
from ...errors import GameSetupError, RuleError
from ...machine.checked import Checked

if TYPE_CHECKING:
    from ...machine.game import Game

MOVES = 900
"""So many moves are made in all games with all settings together."""

MOST_PARTS = 1000
"""Of a program with more blocks, rows and moves no game is made: it would take longer than all the
other checks."""

TOO_FEW, ENDLESS = "R701", "R706"

GAMES = 20
"""So many games are played with one setting at most."""


@record
class Mishap:
    """A game by chance in which there was too little: with how many players, what happened."""

    players: int
    options: Mapping[str, str]
    message: str


def is_too_large(program: Program) -> bool:
    """Whether no game is made of a program."""
    moves = sum(len(decision.moves) for decision in program.decisions)
    return len(program.blocks) + len(program.firing) + moves > MOST_PARTS


def play(
    checked: Checked,
    options: Mapping[str, str],
    players: int,
    wanted: Collection[Span],
    most: int,
) -> dict[Span, Mishap] | None:
    """Play by chance with these options; what went wrong at the lines that are asked for.

    `most`: so many moves are made, all games together; a game begun counts as one. None where a game
    goes on for ever, which takes its time to be found out, and where making one would.
    """
    if is_too_large(checked.program):
        return None
    found: dict[Span, Mishap] = {}
    try:
        game, _ = checked.plainly(options, players)
    except (GameSetupError, RuleError):
        return found
    rng = Random(players)
    left = most
    for seed in range(1, GAMES + 1):
        try:
            left -= _one_game(game, seed, left, rng)
        except RuleError as error:
            if error.code == ENDLESS:
                return None
            span = error.span
            if error.code == TOO_FEW and span is not None and span in wanted and span not in found:
                found[span] = Mishap(players, options, error.message)
            left -= 1
        if left <= 0 or len(found) == len(wanted):
            break
    return found


def _one_game(game: Game, seed: int, most: int, rng: Random) -> int:
    state = game.start(seed)
    made = 0
    try:
        while made < most and not state.is_over:
            state.apply(state.legal_moves.pick(rng))
            made += 1
    except RuleError as error:
        if error.code in (TOO_FEW, ENDLESS):
            raise
    return made + 1
