"""What a seat does not know of a state: which cards it does not see, and states that look alike to it.

Whatever is made for a seat (its view, what a bot chooses, odds) may depend on nothing in which these
states differ.
"""

from __future__ import annotations

from collections.abc import Mapping

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
