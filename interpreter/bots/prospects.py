"""What a game is worth to its players in the middle of it: how far it is to be played on, and what counts then.

Nothing is known of a game but its rules. They say what is compared in the end (`winner`), what the
game is worth to each (`payoff`), and where a deal ends: the outermost phase that is repeated and in
which cards are shuffled is one deal after the other. A match of many deals is not played to its end
in thought, but to the end of the present deal, and who has gained points by then is better off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from ..checking import core
from ..errors import RuleError
from ..machine.game import Game
from ..machine.standing import standing_of
from ..machine.state import State

LONGEST = 400
"""Decisions after which a game in thought is broken off, wherever it stands."""
FEWEST = 60
"""Decisions that are played at least where a pass of the outermost phase is no deal."""
VICTORY = 2.0
"""What it is worth to have won, in usual changes of the lead in one deal."""


class Prospects:
    """What the rules of a game say of how a player stands.

    It learns how large the leads usually are that a deal brings, from all that it is asked.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._standing = None if game.functions.payoff else standing_of(game)
        self._counter, self._fewest = _deals_of(game)
        self._seen = 0
        self._leads = 0.0
        self._begun: list[float] | None = None
        self._number = 0

    def begin(self, state: State) -> None:
        """From this state on leads are counted, and this deal is the present one."""
        self._begun = self._scores(state)
        self._number = state.cells[self._counter] if self._counter is not None else 0
        self._most = state.moves_made + LONGEST
        self._least = state.moves_made + self._fewest

    def is_decided(self, state: State) -> bool:
        """Whether a game in thought need not be played on: it is over, or the deal is."""
        if state.ended is not None:
            return True
        made = state.moves_made
        if self._counter is not None and state.cells[self._counter] != self._number:
            return made >= self._least
        return made >= self._most

    def gains(self, state: State) -> list[float]:
        """What each seat has gained since the beginning, in the points or chips of the rules; where the
        game has no `payoff`, which says what it is worth, by how much more than the others.
        """
        players = self.game.players
        scores = None if self._begun is None else self._scores(state)
        if scores is None or self._begun is None:
            gained = [0.0] * players
        else:
            gained = [now - before for now, before in zip(scores, self._begun, strict=True)]
            if not self.game.functions.payoff and players > 1:
                total = sum(gained)
                gained = [(players * own - total) / (players - 1) for own in gained]
        return gained

    def worth(self, state: State, gained: list[float]) -> list[float]:
        """What a state is worth to each seat that has gained so much: the same, and something for having
        won."""
        if self.game.functions.payoff or state.ended is None:
            return gained
        players = self.game.players
        self._seen += 1
        self._leads += sum(map(abs, gained)) / players
        winners = state.winners
        if winners and (len(winners) < players or players == 1):
            usual = VICTORY * self._leads / self._seen or 1.0
            prize = usual / len(winners)
            return [own + prize * (seat in winners) for seat, own in enumerate(gained)]
        return gained

    def _scores(self, state: State) -> list[float] | None:
        """A number for each seat, by which the rules measure it; None where they have none."""
        game = self.game
        seats = range(game.players)
        if game.functions.payoff:
            try:
                scores = [game.functions.payoff(state, seat) for seat in seats]
            except RuleError:
                return None
            return None if None in scores else scores
        found = None if self._standing is None else self._standing.at(state)
        return None if found is None else [float(found[seat % len(found)]) for seat in seats]


def _deals_of(game: Game) -> tuple[int | None, int]:
    """The cell that counts the deals of a game, and how many decisions are to be made at least."""
    for phase in game.rules.phases:
        key = f"count {phase.name}"
        if phase.repeat is not None and key in game.layout.cell_base:
            inside = (phase.path + ":", phase.path + ".")
            shuffles = any(
                isinstance(part, core.Do) and part.procedure.startswith("shuffle")
                for block in game.program.blocks
                if block.label.startswith(inside)
                for part in _parts(block.body)
            )
            return game.layout.cell_base[key], 0 if shuffles else FEWEST
    return None, 0


def _parts(thing: Any) -> Iterator[Any]:
    if isinstance(thing, tuple):
        for inner in thing:
            yield from _parts(inner)
    elif type(thing).__module__ == core.__name__:
        yield thing
        for field in fields(thing):
            yield from _parts(getattr(thing, field.name))
