"""What a seat does not know of a state: which cards it does not see, and states that look alike to it.

Whatever is made for a seat (its view, what a bot chooses, odds) may depend on nothing in which these
states differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from ..checking.core import MoveRule
from ..checking.types import CARD, Type
from .moves import LegalMoves
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

    `names` says for a card which one lies in its place then; it is a permutation. The state is not
    followed.
    """
    twin = state.clone()
    twin.course = None
    twin.piles = [[names.get(card, card) for card in pile] for pile in state.piles]
    twin.known = {names.get(card, card): mask for card, mask in state.known.items()}
    twin.shown = {names.get(card, card): mask for card, mask in state.shown.items()}
    twin.played_by = {names.get(card, card): seat for card, seat in state.played_by.items()}
    for card, other in names.items():
        up = state.face_up >> card & 1
        twin.face_up = twin.face_up & ~(1 << other) | up << other
    return twin


def imagined(state: State, seat: int, rng: Random) -> State:
    """A state that looks the same to a seat: the first of `worlds`.

    It depends on what the seat perceives and on the numbers that come next, and on nothing else.
    """
    return next(worlds(state, seat, rng))


def worlds(state: State, seat: int, rng: Random) -> Iterator[State]:
    """States that look the same to a seat, without end: what it does not see is dealt anew, by chance.

    If the state is followed (`course.follow`), the cards lie as they could lie after all that the
    seat has perceived since, and every deal that could have led here is as likely as any other. (Where
    none is found in reasonable time, in games of many and narrow conclusions, they lie anyhow.)
    Without that they lie in any order.

    They are not followed themselves. Whoever wants many takes them from here: a search for deals that
    are hard to find goes on where it was.
    """
    if state.course is not None and state.failed is None:
        from .story import story_of

        yield from story_of(state.course, seat).worlds(rng)
    hidden = hidden_from(state, seat)
    while True:
        dealt = sorted(hidden)
        rng.shuffle(dealt)
        names = {card: other for card, other in zip(hidden, dealt, strict=True) if card != other}
        twin = renamed(state, names)
        memories_renamed(twin, seat, names, rng)
        yield fresh(twin, rng)


def new_stream(rng: Random) -> int:
    """A state of a stream of chance: an odd number of 128 bits."""
    return rng.getrandbits(128) | 1


def fresh(world: State, rng: Random) -> State:
    """An imagined state, with new chance: what comes next does not depend on what comes in the game."""
    for pile, undecided in zip(world.piles, world.undecided, strict=True):
        pile[:undecided] = sorted(pile[:undecided])
    world.script = None
    world.course = None
    world.shuffle_stream, world.random_stream = new_stream(rng), new_stream(rng)
    return world


def memories_renamed(state: State, seat: int, names: Mapping[int, int], rng: Random) -> None:
    """What others keep to themselves names the cards that now lie where those lay, and what they have
    chosen, which is not told yet, is chosen anew, by chance."""
    game = state.game
    phase = ""
    if state.at < game.over:
        phase = game.program.decisions[state.at - game.decision_base].phase
    for key, cell in game.layout.cells.items():
        if key == f"chosen {phase}":
            place = game.layout.cell_base[key]
            state.cells[place] = tuple(
                entry if entry[0] == seat or entry[1] < 0 else _chosen_anew(state, entry[0], rng)
                for entry in state.cells[place]
            )
        elif cell.secret and cell.per == "player" and CARD in (cell.type, cell.type.item):
            base = game.layout.cell_base[key]
            for other in range(game.players):
                if other != seat:
                    place = base + other
                    state.cells[place] = value_renamed(state.cells[place], cell.type, names)


def _chosen_anew(state: State, seat: int, rng: Random) -> tuple[int, int, tuple[Any, ...]]:
    """A choice of a seat, by chance, where all choose at once."""
    cells, actor = state.cells, state.game.actor_cells[state.at]
    kept, cells[actor] = cells[actor], seat
    move = LegalMoves(state).pick(rng)
    cells[actor] = kept
    return seat, move.kind.number, move.choices


def choices_renamed(
    rule: MoveRule, choices: tuple[Any, ...], names: Mapping[int, int]
) -> tuple[Any, ...]:
    """What is chosen in a move, with other cards for those that have other names."""
    return tuple(
        value_renamed(choice, domain.type, names)
        for choice, domain in zip(choices, rule.choices, strict=True)
    )


def value_renamed(value: Any, type_: Type, names: Mapping[int, int]) -> Any:
    """A value of a type, with other cards for those that have other names."""
    if type_ == CARD:
        return names.get(value, value)
    if type_.item == CARD:
        return tuple(names.get(card, card) for card in value)
    return value
