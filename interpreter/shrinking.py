"""From a game in which something went wrong to the shortest one in which it does: fewer options set,
fewer players, fewer moves, fewer cards that must come in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from .corners import Setup
from .game import Checked
from .replay import Played, Playing, Replayer, Trouble

T = TypeVar("T")

#: What neither an example nor its order of cards says comes from this seed.
SEED = 1

_BUDGET = 150_000
"""So many moves are made to find a shorter game."""
_OTHERS = 150
"""So many games are played anew, in case another way is shorter."""


def shortest(
    checked: Checked, played: Played, trouble: Trouble, given: Mapping[str, str], *, budget: int = 0
) -> Played:
    """The shortest game found that shows the trouble.

    Wherever that is possible it is one that an example can be: its chance is in its `cards` and in
    the seed `SEED`. `given` are options that have to stay. It is always the same game for the same
    trouble.
    """
    return _Shrinking(checked, trouble, given, budget or _BUDGET).shortest(played)


class _Shrinking:
    def __init__(
        self, checked: Checked, trouble: Trouble, given: Mapping[str, str], budget: int
    ) -> None:
        self.checked = checked
        self.trouble = trouble
        self.given = given
        self.budget = budget
        self.replayer = Replayer(checked)

    @property
    def is_enough(self) -> bool:
        """Whether so much was tried that it has to do."""
        return self.replayer.moves_made > self.budget

    def shows(self, played: Played) -> Played | None:
        return None if self.is_enough else self.replayer.shows(played, self.trouble)

    def shortest(self, played: Played) -> Played:
        best = self.with_simpler_setup(played)
        best = self.with_fewer_moves(best)
        best = self.another_way(best)
        best = self.as_an_example(best)
        best = self.with_fewer_moves(best)
        return self.with_fewer_cards(best)

    # -- the set-up --------------------------------------------------------------------------------

    def with_simpler_setup(self, best: Played) -> Played:
        """Normal options and few players, as far as that shows the trouble."""
        for setup in _simpler(best.setup, self.given, self.checked.rules.players.low):
            fewer = {k: v for k, v in best.setup.options.items() if k in setup.options}
            wanted = Setup(min(setup.players, best.setup.players), fewer)
            if wanted != best.setup:
                best = self.shows(replace(best, setup=wanted)) or best
        return best

    def another_way(self, best: Played) -> Played:
        """Games by chance that are shorter from the start, in simpler set-ups first."""
        low = self.checked.rules.players.low
        for number in range(_OTHERS):
            if len(best.moves) < 2 or self.is_enough:
                break
            setups = (Setup(low, self.given), Setup(low, best.setup.options), best.setup)
            found = self.by_chance(setups[number % len(setups)], number, len(best.moves) - 1)
            if found is not None:
                best = self.with_fewer_moves(found)
        return best

    def by_chance(self, setup: Setup, seed: int, most: int) -> Played | None:
        playing = Playing(self.checked, setup, seed)
        rng = Random(seed)
        while playing.goes_on and len(playing.moves) < most:
            move = playing.choose(lambda state: state.legal_moves.pick(rng))
            if move is not None:
                playing.make(move)
                self.replayer.moves_made += 1
        self.replayer.moves_made += 1
        return playing.played if self.trouble.is_like(playing.trouble) else None

    # -- moves -------------------------------------------------------------------------------------

    def with_fewer_moves(self, best: Played) -> Played:
        """Without the moves that are not needed for it."""

        def tried(moves: Sequence[tuple[int, str]]) -> Played | None:
            found = self.shows(replace(best, moves=tuple(moves)))
            return found if found is not None and len(found.moves) < len(best.moves) else None

        return self.smaller(best, lambda played: played.moves, tried)

    def smaller(
        self,
        best: Played,
        parts: Callable[[Played], Sequence[T]],
        tried: Callable[[Sequence[T]], Played | None],
    ) -> Played:
        """Leave out as much as possible: halves first, then ever smaller stretches."""
        size = (len(parts(best)) + 1) // 2
        while size:
            at = 0
            while at < len(parts(best)) and not self.is_enough:
                there = parts(best)
                found = tried([*there[:at], *there[at + size :]])
                if found is not None and len(parts(found)) < len(there):
                    best = found
                else:
                    at += size
            size = 0 if self.is_enough else size // 2 if size > 1 else 0
        return best

    # -- chance ------------------------------------------------------------------------------------

    def as_an_example(self, best: Played) -> Played:
        """The same game as an example can say it, if it can."""
        plain = self.shows(replace(best, seed=SEED, cards=None))
        if plain is not None and len(plain.moves) <= len(best.moves):
            return plain
        written = replace(self.replayer.with_its_cards(best), seed=SEED)
        return self.replayer.shows(written, self.trouble) or best

    def with_fewer_cards(self, best: Played) -> Played:
        """Without the cards that need not come in this order."""
        if best.cards is None:
            return best

        def tried(cards: Sequence[str]) -> Played | None:
            found = self.shows(replace(best, cards=tuple(cards)))
            return found if found is not None and len(found.moves) <= len(best.moves) else None

        best = tried(()) or best
        best = self.smaller(best, lambda played: played.cards or (), tried)
        return replace(best, cards=best.cards or None)


def _simpler(setup: Setup, given: Mapping[str, str], low: int) -> Iterator[Setup]:
    """Simpler set-ups, the simplest first."""
    needless = [name for name in setup.options if name not in given]
    yield Setup(low, given)
    for name in needless:
        yield Setup(setup.players, {k: v for k, v in setup.options.items() if k != name})
    for players in range(low, setup.players):
        yield Setup(players, setup.options)
