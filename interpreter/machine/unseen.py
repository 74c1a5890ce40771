"""What a seat does not know of a state: which cards it does not see, and states that look alike to it.

Whatever is made for a seat (its view, what a bot chooses, odds) may depend on nothing in which these
states differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ..checking.types import CARD, Type
from .state import State


def hidden_from(state: State, seat: int) -> list[int]:
    """The cards that a seat neither sees nor knows, pile by pile."""
    mask = 1 << seat
    hidden = []
    for number, pile in enumerate(state.piles):
        for place, card in enumerate(pile):
            if place >= state.undecided[number]:
                if state.game.runtime.visible(state, number, card) & mask:
                    continue
                if state.known.get(card, 0) & mask:
                    continue
            hidden.append(card)
    return hidden


def renamed(state: State, names: Mapping[int, int]) -> State:
    """The state with cards in the places of others, for all that is known of them too.

    `names` says for a card which one lies in its place then; it is a permutation.
    """
    twin = state.clone()
    twin.piles = [[names.get(card, card) for card in pile] for pile in state.piles]
    twin.known = {names.get(card, card): mask for card, mask in state.known.items()}
    twin.shown = {names.get(card, card): mask for card, mask in state.shown.items()}
    twin.played_by = {names.get(card, card): seat for card, seat in state.played_by.items()}
    for card, other in names.items():
        up = state.face_up >> card & 1
        twin.face_up = twin.face_up & ~(1 << other) | up << other
    return twin


def imagined(state: State, seat: int, rng: Random) -> State:
    """A state that looks the same to a seat: what it does not see is dealt anew, by chance.

    It depends on what the seat sees and on the numbers that come next, and on nothing else.
    """
    hidden = hidden_from(state, seat)
    dealt = sorted(hidden)
    rng.shuffle(dealt)
    names = {card: other for card, other in zip(hidden, dealt, strict=True) if card != other}
    twin = renamed(state, names)
    _rename_memories(twin, seat, names)
    twin.shuffle_stream, twin.random_stream = new_stream(rng), new_stream(rng)
    return twin


def new_stream(rng: Random) -> int:
    """A state of a stream of chance: an odd number of 128 bits."""
    return rng.getrandbits(128) | 1


def _rename_memories(state: State, seat: int, names: Mapping[int, int]) -> None:
    """What others keep to themselves names the cards that now lie where those lay."""
    game = state.game
    for key, cell in game.layout.cells.items():
        if key.startswith("chosen ") and state.cells[game.layout.cell_base[key]]:
            place = game.layout.cell_base[key]
            state.cells[place] = tuple(
                (who, number, choices if who == seat else _choices(state, number, choices, names))
                for who, number, choices in state.cells[place]
            )
        elif cell.secret and cell.per == "player" and CARD in (cell.type, cell.type.item):
            base = game.layout.cell_base[key]
            for other in range(game.players):
                if other != seat:
                    place = base + other
                    state.cells[place] = _value(state.cells[place], cell.type, names)


def _choices(
    state: State, number: int, choices: tuple[Any, ...], names: Mapping[int, int]
) -> tuple[Any, ...]:
    domains = state.game.kinds[state.at][number].rule.choices
    return tuple(
        _value(choice, domain.type, names) for choice, domain in zip(choices, domains, strict=True)
    )


def _value(value: Any, type_: Type, names: Mapping[int, int]) -> Any:
    if type_ == CARD:
        return names.get(value, value)
    if type_.item == CARD:
        return tuple(names.get(card, card) for card in value)
    return value
