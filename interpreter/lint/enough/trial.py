"""A few games by chance: where nothing is proved either way, one that goes wrong is proof enough.

What only comes when somebody does the same again and again hardly ever comes by chance. So there are
games as well in which moves of one kind are made whenever they may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ...checking.core import Program
from ...errors import GameSetupError, RuleError
from ...machine.checked import Checked

if TYPE_CHECKING:
    from ...machine.game import Game
    from ...machine.moves import Move
    from ...machine.state import State

MOVES = 900
"""So many moves are made in all games with all settings together."""

MOST_PARTS = 1000
"""Of a program with more blocks, rows and moves no game is made: it would take longer than all the
other checks."""

TOO_FEW, ENDLESS = "R701", "R706"

GAMES = 20
"""So many games are played with one setting at most."""

EAGER_MOVES = 400
"""So many moves are made in all games in which a move is made whenever it may be."""


@record
class Mishap:
    """A game in which there was too little: with how many players, what happened.

    It was a game by chance, or one in which moves of these names, `eager`, were made whenever they
    were legal.
    """

    players: int
    options: Mapping[str, str]
    message: str
    eager: tuple[str, ...] = ()


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
        made, error = _one_game(game, seed, left, lambda state: state.legal_moves.pick(rng))
        left -= made if error is None else 1
        if error is not None and error.code == ENDLESS:
            return None
        span = error.span if error is not None else None
        if error is not None and span is not None and span in wanted and span not in found:
            found[span] = Mishap(players, options, error.message)
        if left <= 0 or len(found) == len(wanted):
            break
    return found


def play_eagerly(
    checked: Checked,
    options: Mapping[str, str],
    players: int,
    wanted: Collection[Span],
    groups: Sequence[tuple[str, ...]],
    most: int,
) -> dict[Span, Mishap]:
    """Play a game for each group of moves, in which one of these is made whenever it is legal, and
    else one of the kind that was made least; what went wrong at the lines that are asked for.

    `groups`: the names of the moves. `most`: so many moves are made, all games together.
    """
    found: dict[Span, Mishap] = {}
    try:
        game, _ = checked.plainly(options, players)
    except (GameSetupError, RuleError):
        return found
    for i, eager in enumerate(groups):
        pick = _eagerly(game, eager, Random(players))
        made, error = _one_game(game, 1, most // (len(groups) - i), pick)
        most -= made
        if error is not None and error.code == ENDLESS:
            break
        span = error.span if error is not None else None
        if error is not None and span is not None and span in wanted and span not in found:
            found[span] = Mishap(players, options, error.message, eager)
    return found


def _eagerly(game: Game, eager: Collection[str], rng: Random) -> Callable[[State], Move]:
    """Picks a move of these names, where one is legal."""
    made = Counter({kind.name: 1 for kinds in game.kinds.values() for kind in kinds})
    made.subtract(dict.fromkeys(eager, 1))

    def pick(state: State) -> Move:
        move = state.legal_moves.pick_rarest(made, rng)
        if move.name not in eager:
            made[move.name] += 1
        return move

    return pick


def _one_game(
    game: Game, seed: int, most: int, pick: Callable[[State], Move]
) -> tuple[int, RuleError | None]:
    """Play one game of so many moves at most: how many it counts as, and what was too little in it,
    or that it goes on for ever. A game ends where anything else is wrong."""
    made = 0
    try:
        state = game.start(seed)
        while made < most and not state.is_over:
            state.apply(pick(state))
            made += 1
    except RuleError as error:
        if error.code in (TOO_FEW, ENDLESS):
            return made + 1, error
    return made + 1, None
