"""From a game in which something went wrong to the shortest one in which it does: fewer options set,
fewer players, fewer moves, fewer cards that must come in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from ..machine.checked import Checked
from .corners import Setup
from .patience import Patience
from .replay import Played, Playing, Replayer, Trouble

T = TypeVar("T")

#: What neither an example nor its order of cards says comes from this seed.
SEED = 1

BUDGET = 150_000
"""So many moves are made to find a shorter game."""
_OTHERS = 150
"""So many games are played anew, in case another way is shorter."""
_FEW = 10
"""So many of them for each card that may not be needed."""
_BEFORE = 5
"""So many cards may be needed before one that is played, so that it comes to the right hand."""
_MORE = 20
"""By so many moves a game may be longer if only so it can be an example."""


def shortest(
    checked: Checked,
    played: Played,
    trouble: Trouble,
    *,
    players: int | None = None,
    given: Mapping[str, str],
    budget: int = BUDGET,
    enough: Callable[[], bool] = bool,
    patience: Patience | None = None,
    shorter: Callable[[Played], None] = lambda played: None,
) -> Played:
    """The shortest game found that shows the trouble.

    Wherever that is possible it is one that an example can be: its chance is in its `cards` and in
    the seed `SEED`. `players` and `given`, options with their values, have to stay. `budget` is how
    many moves are made to find it. It is always the same game for the same trouble, unless `enough`
    says before that it has to do. `shorter` is told of each shorter game meanwhile.
    """
    seats = checked.rules.players
    numbers = range(seats.low, seats.high + 1) if players is None else range(players, players + 1)
    shrinking = _Shrinking(checked, trouble, numbers, given, budget, enough, patience, shorter)
    return shrinking.shortest(played)


class _Shrinking:
    def __init__(
        self,
        checked: Checked,
        trouble: Trouble,
        seats: range,
        given: Mapping[str, str],
        budget: int,
        enough: Callable[[], bool],
        patience: Patience | None,
        shorter: Callable[[Played], None],
    ) -> None:
        self.checked = checked
        self.trouble = trouble
        self.seats = seats
        self.given = given
        self.budget = budget
        self.enough = enough
        self.patience = Patience() if patience is None else patience
        self.shorter = shorter
        self.replayer = Replayer(checked, self.patience)

    @property
    def is_enough(self) -> bool:
        """Whether so much was tried that it has to do."""
        return self.replayer.moves_made > self.budget or self.enough()

    def shows(self, played: Played) -> Played | None:
        return None if self.is_enough else self.replayer.shows(played, self.trouble)

    def shortest(self, played: Played) -> Played:
        best = played
        for shortened in (
            self.with_simpler_setup,
            self.with_fewer_moves,
            self.another_way,
            self.as_an_example,
            self.with_fewer_moves,
            self.with_fewer_cards,
        ):
            best = shortened(best)
            self.shorter(best)
        return best

    # -- the set-up --------------------------------------------------------------------------------

    def with_simpler_setup(self, best: Played) -> Played:
        """Normal options and few players, as far as that shows the trouble."""
        for setup in _simpler(best.setup, self.given, self.seats[0]):
            fewer = {k: v for k, v in best.setup.options.items() if k in setup.options}
            wanted = Setup(min(setup.players, best.setup.players), fewer)
            if wanted != best.setup:
                best = self.shows(replace(best, setup=wanted)) or best
        return best

    def another_way(self, best: Played) -> Played:
        """Games by chance that are shorter from the start, or as short and set up more simply."""
        low = self.seats[0]
        for number in range(_OTHERS):
            setups = (Setup(low, self.given), Setup(low, best.setup.options), best.setup)
            found = self.by_chance(setups[number % len(setups)], number, best)
            if found is not None:
                best = self.with_fewer_moves(found)
        return best

    def by_chance(
        self, setup: Setup, number: int, best: Played, *, seed: int | None = None, more: int = 0
    ) -> Played | None:
        """A game by chance, if it shows the trouble and is simpler than the best one.

        With a seed it is the deal of that seed, after the cards of the best one, and chance only makes
        the moves; it may then be as long as the best one, or longer by so many moves.
        """
        most = len(best.moves) + more
        is_simpler = _cost(setup) < _cost(best.setup)
        if seed is None and not is_simpler:
            most -= 1
        if most < 0 or self.is_enough:
            return None
        cards = None if seed is None else best.cards
        playing = Playing(
            self.checked, setup, number if seed is None else seed, cards, patience=self.patience
        )
        rng = Random(number)
        while playing.goes_on and len(playing.moves) < most:
            move = playing.choose(lambda state: state.legal_moves.pick(rng))
            if move is not None:
                playing.make(move)
                self.replayer.moves_made += 1
        self.replayer.moves_made += 1
        # A law is asked, and so are the moves that are legal, where the game ends.
        return self.shows(playing.played)

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
                    self.shorter(best)
                else:
                    at += size
            size = 0 if self.is_enough else size // 2 if size > 1 else 0
        return best

    # -- chance ------------------------------------------------------------------------------------

    def as_an_example(self, best: Played) -> Played:
        """The same game as an example can say it, if it can."""
        plain = self.replayer.shows(replace(best, seed=SEED, cards=None), self.trouble)
        if plain is not None and len(plain.moves) <= len(best.moves):
            return plain
        written = replace(self.replayer.with_its_cards(best), seed=SEED)
        exact = self.replayer.shows(written, self.trouble)
        if exact is None:
            begun = self.replayer.with_its_beginning(best)
            if begun.given:
                exact = self.replayer.shows(replace(written, given=begun.given), self.trouble)
        # Where the cards of that seed do as well, the example needs none; and chance that is not in
        # the cards is only that of that seed.
        players = self.seats if exact is None else (best.setup.players,)
        for number in range(_OTHERS):
            setup = Setup(players[number % len(players)], best.setup.options)
            more = 0 if exact is not None else _MORE
            found = self.by_chance(setup, number, best, seed=SEED, more=more)
            if found is not None:
                return found
        return exact or best

    def with_fewer_cards(self, best: Played) -> Played:
        """Without the cards that need not come in this order."""
        if best.cards is None:
            return best

        simplest = Setup(self.seats[0], self.given)

        def tried(cards: Sequence[str]) -> Played | None:
            fewer = replace(best, cards=tuple(cards))
            found = self.shows(fewer)
            if found is not None and len(found.moves) <= len(best.moves):
                return found
            # Other cards in their hands are other moves that they may make.
            for number in range(_FEW):
                setup = best.setup if number % 2 else simplest
                found = self.by_chance(setup, number, fewer, seed=SEED)
                if found is not None:
                    return found
            return None

        said = {word.strip(",") for _, text in best.moves for word in text.split()}
        wanted = [card for card in dict.fromkeys(best.cards) if card in said]
        for before in range(min(_BEFORE, len(best.cards) - 1)):
            for card in wanted:
                found = tried((*best.cards[:before], card))
                if found is not None:
                    return self.smaller(found, lambda played: played.cards or (), tried)
        best = self.smaller(best, lambda played: played.cards or (), tried)
        return replace(best, cards=best.cards or None)


def _cost(setup: Setup) -> int:
    """How much has to be said of a set-up."""
    return setup.players + len(setup.options)


def _simpler(setup: Setup, given: Mapping[str, str], low: int) -> Iterator[Setup]:
    """Simpler set-ups, the simplest first."""
    needless = [name for name in setup.options if name not in given]
    yield Setup(low, given)
    for name in needless:
        yield Setup(setup.players, {k: v for k, v in setup.options.items() if k != name})
    for players in range(low, setup.players):
        yield Setup(players, setup.options)
