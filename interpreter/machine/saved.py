"""Saved states: whether what was read can be a state of a game, before anybody goes on with it.

A saved game is a file, and files are cut off, edited and mixed up. Everything in it is a number that
leads somewhere, so each is asked whether it leads to something that is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..checking.core import Cell, Decision, Domain
from ..checking.types import CARDS, HOLDER, KINDS, NUMBER, PLAYER, YESNO, Type
from .chance import MASK128

if TYPE_CHECKING:
    from .game import Game
    from .state import State

_SAID = {str(kind.name): kind for kind in (*KINDS.values(), HOLDER)} | {
    "pile": CARDS,
    "meld": CARDS,
}


def misfit(game: Game, state: State) -> str | None:
    """What in a state that was read cannot be in one of this game; None if nothing is."""
    return next(_Examination(game, state).misfits(), None)


class _Examination:
    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.layout = game.layout
        rules = game.rules
        self.counts = {
            "word": len(game.words),
            "card": len(game.deck),
            "rank": len(rules.deck.ranks) + len(rules.deck.jokers),
            "suit": 4,
            "color": 2,
            "player": game.players,
            "team": game.teams,
            "pile": len(state.piles),
        }

    def misfits(self) -> Iterator[str]:
        """All that cannot be, one after the other: later questions trust the earlier ones."""
        state, game = self.state, self.game
        groups = range(len(self.layout.group_names) * (game.players + 1))
        if not self.are_numbers(state.group_codes, groups):
            yield "groups"
        if len(state.piles) != self.layout.fixed_piles + len(state.group_codes):
            yield "piles"
        lying = [card for pile in state.piles for card in pile]
        # Where an example laid out a table, some cards may lie nowhere; none lies twice.
        if not self.are_numbers(lying, range(len(game.deck))) or len(set(lying)) < len(lying):
            yield "piles"
        undecided = state.undecided
        if len(undecided) != len(state.piles) or not all(
            self.is_number(n, range(len(pile) + 1))
            for n, pile in zip(undecided, state.piles, strict=True)
        ):
            yield "undecided"
        yield from self.notes()
        if not self.is_number(state.moves_made, range(2**63)):
            yield "moves_made"
        over = state.ended is not None
        if over and not self.is_number(state.ended, range(len(game.words))):
            yield "ended"
        if not self.is_number(state.at) or state.at not in game.kinds:
            yield "at"
        if over != (state.at == game.over):
            yield "at"
        yield from self.cells()
        if not over:
            yield from self.turn(game.program.decisions[state.at - game.decision_base])
        if not all(self.is_said(parts) for parts in state.said):
            yield "said"

    def notes(self) -> Iterator[str]:
        """What is noted of cards, and the streams of chance."""
        state = self.state
        masks, cards = range(1 << self.game.players), range(len(self.game.deck))
        for name in ("known", "shown"):
            noted = getattr(state, name)
            if not self.are_numbers(noted, cards) or not self.are_numbers(noted.values(), masks):
                yield name
        players = [seat for seat in state.played_by.values() if seat is not None]
        if not self.are_numbers(state.played_by, cards) or not self.are_numbers(
            players, range(self.game.players)
        ):
            yield "played_by"
        if not self.is_number(state.face_up, range(1 << len(cards))):
            yield "face_up"
        if not self.are_numbers((state.shuffle_stream, state.random_from), range(MASK128 + 1)):
            yield "streams"
        if state.script is not None and not self.are_numbers(state.script, cards):
            yield "script"

    def cells(self) -> Iterator[str]:
        """Memories, chips, whose turn it is: each of its kind."""
        cells = self.state.cells
        if len(cells) != self.layout.size:
            yield "cells"
        for key, cell in self.layout.cells.items():
            base = self.layout.cell_base[key]
            for value in cells[base : base + self.layout.width(cell)]:
                if not key.startswith("chosen ") and not self.holds(cell, value):
                    yield f"cells: {key}"

    def turn(self, decision: Decision) -> Iterator[str]:
        """Whose decision it is, and what was chosen at once by those before."""
        state, base = self.state, self.layout.cell_base
        actor = state.actor
        if actor is None:
            yield "cells: nobody is to move"
        if not decision.at_once:
            return
        queue, order, chosen = (
            state.cells[base[f"{cell} {decision.phase}"]] for cell in ("queue", "order", "chosen")
        )
        if not isinstance(chosen, tuple) or not all(self.is_choice(decision, c) for c in chosen):
            yield "cells: chosen"
        there = sorted((*queue, *(seat for seat, _, _ in chosen)))
        if queue[:1] != (actor,) or there != sorted(order) or len(set(there)) < len(there):
            yield "cells: queue"

    # ---------------------------------------------------------------- one value

    @staticmethod
    def is_number(value: Any, among: range | None = None) -> bool:
        """A whole number, and one of those that there are."""
        number = isinstance(value, int) and not isinstance(value, bool)
        return number and (among is None or value in among)

    def are_numbers(self, values: Iterable[Any], among: range | None = None) -> bool:
        """The same of each of them."""
        return all(self.is_number(value, among) for value in values)

    def holds(self, cell: Cell, value: Any) -> bool:
        """Whether a cell can hold a value."""
        if cell.type == HOLDER or cell.key.startswith("paid "):
            return self.is_number(value) and value >= 0
        if cell.key == "direction":
            return self.is_number(value) and value in (1, -1)
        return self.fits(cell.type, value, cell.start is None or cell.start.maybe)

    def fits(self, kind: Type, value: Any, maybe: bool = True) -> bool:
        """Whether a value is of a kind, or nothing, which a word or a pile is only `maybe`."""
        if kind.item is not None:
            item = kind.item
            return isinstance(value, tuple) and all(
                v is not None and self.fits(item, v) for v in value
            )
        if kind in (NUMBER, HOLDER):
            return self.is_number(value)
        if kind == YESNO:
            return isinstance(value, bool)
        if value is None:
            return maybe or kind.name in ("card", "player", "rank", "suit", "color", "team")
        count = self.counts.get(kind.name)
        return count is None or self.is_number(value, range(count))

    def is_choice(self, decision: Decision, chosen: Any) -> bool:
        """Whether a seat can have chosen so: its number, that of a move, and what goes with it."""
        if not isinstance(chosen, tuple) or len(chosen) != 3:
            return False
        seat, number, choices = chosen
        if seat is None or not self.fits(PLAYER, seat) or not isinstance(choices, tuple):
            return False
        if number == -1:
            return not choices
        if not self.is_number(number, range(len(decision.moves))):
            return False
        domains: tuple[Domain, ...] = decision.moves[number].choices
        return len(domains) == len(choices) and all(
            choice is not None and self.fits(domain.type, choice)
            for domain, choice in zip(domains, choices, strict=True)
        )

    def is_said(self, parts: Any) -> bool:
        """Whether somebody can have heard so."""
        for part in parts:
            if len(part) != 2 or not isinstance(part[0], str):
                return False
            kind, value = part
            if kind == "text":
                if not isinstance(value, str):
                    return False
            elif value is not None and not self.fits(_SAID.get(kind, Type(kind)), value):
                return False
        return True
