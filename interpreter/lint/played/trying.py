"""A few games of each setting, by chance: what goes wrong in them, and after how many moves.

How much is done is counted, never timed: the same rules are tried out in the same games everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from rulerun.grammar.record import record

from ...checking.core import Call, MoveRule, every
from ...checking.facts import bodies
from ...compiling.plain_emitter import played
from ...errors import GameSetupError, RuleError
from ...machine.checked import Checked
from ...machine.moves import Move
from ...machine.state import State
from .seatings import Seating

if TYPE_CHECKING:
    from ...machine.game import Game

MOST_LINES = 230
"""So many lines are made into games in all; but one game is made of everything that is no larger."""

MOVES = 900
"""So many moves are made in all games together."""

NORMAL_MOVES, MOVES_OF_A_GAME = 100, 60
"""So many moves are made with one setting: where all options are normal, and where not."""

GAMES = 4
"""So many games are played with one setting at most."""

DEAR = 4
"""A move for which several cards are chosen at once counts as so many: these are tried one by one."""

FEW = 40
"""Of so many choices of one kind one is taken, that not all are made."""

ENDLESS = "R706"

_MANY = ("melds_made_of", "subsets")
"""Functions that give lists of lists of cards."""


@record
class Failure:
    """A rule that failed in a game: what failed, with whom and what, after how many moves."""

    error: RuleError
    seating: Seating
    moves: int


def failures(checked: Checked, settings: Iterable[Seating]) -> Iterator[Failure]:
    """What fails in games by chance, each kind once, as it is first found."""
    trying = _Trying(checked)
    settings = list(settings)
    for seating in settings:
        yield from trying.with_setting(seating)
        if trying.is_over:
            return
    if not trying.was_dear:
        # What is left of the moves goes into longer games: some things only happen late.
        for seating in settings[:1]:
            yield from trying.with_setting(seating, trying.moves)


class _Trying:
    """What has been tried so far, and what may still be."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.size = sum(1 for body in bodies(played(checked.program)) for _ in every(body))
        self.lines = MOST_LINES
        self.moves = MOVES
        self.was_dear = False
        self.is_over = False
        self.made: set[int] = set()
        self.known: set[tuple[object, ...]] = set()

    def with_setting(self, seating: Seating, most: int | None = None) -> Iterator[Failure]:
        """Some games with one setting, if a game for it may still be made, of `most` moves in all."""
        is_new = seating.players not in self.made
        if is_new and self.made and self.size > self.lines:
            return
        try:
            game, is_made = self.checked.plainly(seating.options, seating.players)
        except RuleError as error:
            yield from self._noted(error, seating, 0)
            return
        except GameSetupError:
            return
        if is_made:
            self.made.add(seating.players)
            self.lines -= self.size
        left = NORMAL_MOVES if seating.is_normal else MOVES_OF_A_GAME
        left = left if most is None else most
        for seed in range(1, GAMES + 1):
            if left <= 0 or self.is_over:
                return
            failed, moves, price = self._play(game, seed, left)
            left -= price
            self.is_over = self.is_over or self.moves <= 0
            if failed is not None:
                yield from self._noted(failed, seating, moves)

    def _play(self, game: Game, seed: int, most: int) -> tuple[RuleError | None, int, int]:
        """Play a game for so many moves at most: what failed in it, how many were made, and how many
        they count as."""
        rng = Random(seed)
        done, price = 0, 1
        failed: RuleError | None = None
        try:
            state = game.start(seed)
            while price <= most and not state.is_over:
                move = _any_move(state, rng)
                is_dear = _chooses_several(move.kind.rule)
                self.was_dear |= is_dear
                price += DEAR if is_dear else 1
                state.apply(move)
                done += 1
        except RuleError as error:
            failed = error
            self.is_over = error.code == ENDLESS
        self.moves -= price
        return failed, done, price

    def _noted(self, error: RuleError, seating: Seating, moves: int) -> Iterator[Failure]:
        key = (error.code, error.span)
        if key not in self.known:
            self.known.add(key)
            yield self._plainest(Failure(error, seating, moves))

    def _plainest(self, found: Failure) -> Failure:
        """The same failure with as many options normal as may be."""
        if len(found.seating.options) < 2:
            return found
        for name in found.seating.options:
            fewer = {n: value for n, value in found.seating.options.items() if n != name}
            seating = Seating(found.seating.players, fewer)
            again = self._again(found.error, seating)
            found = found if again is None else again
        return found

    def _again(self, wanted: RuleError, seating: Seating) -> Failure | None:
        """The same failure with another setting, if it is soon found."""
        try:
            game, _ = self.checked.plainly(seating.options, seating.players)
        except (GameSetupError, RuleError):
            return None
        for seed in range(1, GAMES + 1):
            failed, moves, _ = self._play(game, seed, MOVES_OF_A_GAME)
            if failed is not None and (failed.code, failed.span) == (wanted.code, wanted.span):
                return Failure(failed, seating, moves)
        return None


def _any_move(state: State, rng: Random) -> Move:
    """A move by chance: of any kind that is legal, and of the first choices of that kind."""
    legal = state.legal_moves
    kinds = list(state.game.kinds[state.at])
    rng.shuffle(kinds)
    for kind in kinds:
        choices = list(islice(kind.legal(state), FEW))
        if choices:
            return Move(kind, choices[rng.randrange(len(choices))], legal.offered)
    return legal.pick(rng)


def _chooses_several(move: MoveRule) -> bool:
    return any(
        domain.how not in ("one", "range")
        or (isinstance(domain.source, Call) and domain.source.function in _MANY)
        for domain in move.choices
    )
