"""Games by chance, in all sorts of set-ups, to find what goes wrong in them.

The number of a game, its seed, says all of it: how it is set up, the cards, the moves, and at which
states it is looked closely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from ..errors import RuleError
from ..machine.checked import Checked
from ..machine.moves import Move
from ..machine.state import State
from .choices import EASY, Choices, choices_at
from .corners import Setup, setups
from .found_example import FoundExample, found_example
from .invariants import LAWS, OF_RULES, Broken, are_many
from .patience import Patience, TimeOver
from .replay import Played, Playing, Replayer, Stage, Trouble
from .shrinking import BUDGET, shortest

_OFTEN, _SELDOM = 1 / 6, 1 / 60
"""In which share of the states of a game the laws are asked: of the first `_FIRST`, and of the rest."""
_FIRST = 60
SLOW = 3000
"""Where a decision has more choices than that, games are slow: whoever waits is told why."""
_MOST_LISTED = 400
"""Where more moves are legal, the laws that look at all of them are not asked."""
_REPEATED = 300
"""Games of so many moves are played twice, to see that they are the same."""
_FAILED = 5
"""So many failed moves are taken back, and the game goes on with others."""
_TRIED = 10
"""So often another move is picked in place of one of a kind that has failed."""
LONG, _TO_THE_LIMIT = 1000, 10
"""Games are left after so many moves, but for one of ten: a game that random players do not end costs
the time of many others."""

MOST_SEED = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Find:
    """Something that went wrong, in which game, and the shortest game found that shows it.

    `seed` is the number of the game in which it was found. `shown` is there once it was shortened.
    """

    trouble: Trouble
    seed: int
    played: Played
    example: FoundExample | None = None


class Fuzzing:
    """Plays games of some rules. What was done so far can be read at any time.

    `games` and `moves` are how many there were. `abandoned` games came to their limit, `left` ones
    were broken off before that. `slowest` are the choices of the decision that has most of them, and
    `kinds` the names of the moves that were made. `finds` are things that went wrong, each once;
    `shortened` of them are as short as they can be, as far as is known.
    """

    def __init__(
        self,
        checked: Checked,
        *,
        seed: int = 1,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.checked = checked
        self.seed = seed
        self.players = players
        self.given = dict(options or {})
        self.setups = setups(checked, players, self.given)
        self.games = 0
        self.moves = 0
        self.abandoned = 0
        self.left = 0
        self.slowest = Choices(0, 0, "")
        self.kinds: set[str] = set()
        self.finds: list[Find] = []
        self.shortened = 0
        self.patience = Patience()

    def play(self, games: int | None = None, *, enough: Callable[[], bool] = bool) -> Iterator[int]:
        """Play games, as many as that or until `enough` says so; after each, how many there were."""
        number = 0
        while (games is None or number < games) and not enough():
            self.patience.enough = enough
            try:
                is_whole = self.one((self.seed + number) % (MOST_SEED + 1), enough)
            except TimeOver:
                is_whole = False
            finally:
                self.patience.enough = None
            number += 1
            if is_whole:
                self.games += 1
                yield self.games

    def setup_of(self, seed: int) -> Setup:
        """How the game of that number is set up."""
        return self.setups[seed % len(self.setups)]

    def one(self, seed: int, enough: Callable[[], bool]) -> bool:
        """Play one game; whether it was not broken off because it was enough."""
        playing = Playing(self.checked, self.setup_of(seed), seed, patience=self.patience)
        try:
            return self._played(playing, seed, enough)
        finally:
            self.moves += len(playing.moves)

    def _played(self, playing: Playing, seed: int, enough: Callable[[], bool]) -> bool:
        rng = Random(seed)
        pick = rng.choice((_by_chance, _rarest, _lasting))(rng)
        failed: list[str] = []
        laws = list(LAWS)
        while playing.goes_on:
            made = len(playing.moves)
            if enough():
                return False
            if made == LONG and seed % _TO_THE_LIMIT:
                self.left += 1
                break
            choices = choices_at(playing.state)
            if choices.number > self.slowest.number:
                self.slowest = choices
            looking = Random(f"look {seed} {made}")  # another look before does not change this one
            often = (_OFTEN if made < _FIRST else _SELDOM) if made else 1
            # Every law lists moves again: looking at a game is not to cost more than playing it.
            if looking.random() < often * EASY / max(choices.number, EASY):
                self.look(playing, looking, laws)
                if not playing.goes_on:
                    break
            move = playing.choose(partial(_another, pick=pick, failed=failed))
            if move is None:
                continue
            if move.name not in self.kinds:
                # Be it ever so dear: there is one look before each kind of move, and one before any.
                self.kinds.add(move.name)
                self.look(playing, looking, laws)
                if not playing.goes_on:
                    break
            before = playing.state.clone()
            playing.make(move)
            trouble = playing.trouble
            if trouble is not None and trouble.stage is Stage.MOVE and len(failed) < _FAILED:
                # What fails at once would hide all else that goes wrong.
                self.keep(trouble, playing.played, seed)
                failed.append(move.name)
                playing.take_back(before)
        self.note(playing, seed)
        return True

    def look(self, playing: Playing, rng: Random, laws: list[str]) -> None:
        """Ask the laws in the present state; one that the rules break is asked once in a game."""
        state = playing.state.clone()
        try:
            if are_many(state):
                state.list_moves()
            if state.legal_moves.count() > _MOST_LISTED:
                return
        except RuleError:
            return  # choosing a move will tell of it
        # A list of few moves is made anew by each law, which may find that it is not the same.
        listed = state.listed if are_many(state) else None
        for law in tuple(laws):
            playing.ask(law, rng, listed)
            if playing.trouble is None:
                continue
            if law not in OF_RULES:
                return
            self.keep(playing.trouble, playing.played, playing.seed)
            playing.trouble = None
            laws.remove(law)

    def note(self, playing: Playing, seed: int) -> None:
        """Keep what came of a game."""
        if playing.trouble is None and playing.state.is_over:
            if len(playing.moves) <= _REPEATED:
                _repeat(playing)
            self.abandoned += playing.state.ended == playing.state.game.abandoned
        if playing.trouble is not None:
            self.keep(playing.trouble, playing.played, seed)

    def keep(self, trouble: Trouble, played: Played, seed: int) -> None:
        """Keep what went wrong, once, in the shortest game."""
        find = Find(trouble, seed, played)
        for place, known in enumerate(self.finds):
            if known.trouble.is_like(trouble):
                if len(find.played.moves) < len(known.played.moves) and self._is_so(find):
                    self.finds[place] = find
                return
        if self._is_so(find):
            self.finds.append(find)

    def _is_so(self, find: Find) -> bool:
        """Whether a game that goes on and on does so even if one has all patience, which is short then;
        whatever else was found is so."""
        if find.trouble.what != "R706":
            return True
        if self.patience.is_short:
            self.patience.is_short = False
            if Replayer(self.checked, self.patience).shows(find.played, find.trouble) is None:
                return False  # rules that take so long are played with all patience now
        self.patience.is_short = True
        return True

    def shorten(
        self, most: int, taken: tuple[str, ...] = (), *, enough: Callable[[], bool] = bool
    ) -> Iterator[int]:
        """Shorten the first finds and make examples of them; after each, how many are done.

        When `enough` says so, the rest stays as long as it is then.
        """
        for place, find in enumerate(self.finds[:most]):

            def shorter(played: Played, place: int = place, find: Find = find) -> None:
                self.finds[place] = Find(find.trouble, find.seed, played)

            self.finds[place] = self.with_example(
                find, taken, shorten=True, enough=enough, shorter=shorter
            )
            self.shortened += not enough()
            example = self.finds[place].example
            taken = (*taken, example.title) if example else taken
            yield place + 1

    def with_example(
        self,
        find: Find,
        taken: tuple[str, ...],
        *,
        shorten: bool,
        enough: Callable[[], bool] = bool,
        shorter: Callable[[Played], None] = lambda played: None,
    ) -> Find:
        """A find with its example, shortened or as it was found; `shorter` is told of each game that
        shows it and is shorter than the one before."""
        played = shortest(
            self.checked, find.played, find.trouble, players=self.players, given=self.given,
            budget=BUDGET if shorten else 0, enough=enough, patience=self.patience,
            shorter=shorter,
        )  # fmt: skip
        if shorten and not enough() and not self._is_so(Find(find.trouble, find.seed, played)):
            played = find.played
        seen = Replayer(self.checked, self.patience).seen(played, find.trouble)
        trouble = find.trouble if seen is None or seen.trouble is None else seen.trouble
        example = found_example(self.checked, played, trouble, taken)
        return Find(trouble, find.seed, played, example)


def _another(state: State, pick: Callable[[State], Move], failed: Sequence[str]) -> Move:
    """A move as `pick` picks it, of a kind that has not failed, if there is one soon."""
    move = pick(state)
    for _ in range(_TRIED if failed else 0):
        if move.name not in failed:
            break
        move = pick(state)
    return move


def _by_chance(rng: Random) -> Callable[[State], Move]:
    return lambda state: state.legal_moves.pick(rng)


def _rarest(rng: Random) -> Callable[[State], Move]:
    """Of the kinds of moves the one that was made least: a rare one is hardly ever made else."""
    made: Counter[str] = Counter()

    def pick(state: State) -> Move:
        move = state.legal_moves.pick_rarest(made, rng)
        made[move.name] += 1
        return move

    return pick


def _lasting(rng: Random) -> Callable[[State], Move]:
    """By chance, but seldom a move that ends the game: some games would be over at once."""

    def pick(state: State) -> Move:
        move: Move = state.legal_moves.pick(rng)
        for _ in range(3):
            trial = state.clone()
            try:
                trial.apply(move)
            except RuleError:
                return move
            if not trial.is_over:
                return move
            move = state.legal_moves.pick(rng)
        return move

    return pick


def _repeat(playing: Playing) -> None:
    """The same seed and the same moves are the same game."""
    with playing.going(Stage.LAW):
        again = Replayer(playing.state.game.checked).again(playing.played)
        if again.trouble is not None or again.state != playing.state:
            raise Broken("repeated", "the same seed and the same moves lead elsewhere")
