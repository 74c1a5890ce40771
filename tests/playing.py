"""Games played by chance, and what may be asked of any state that they reach."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import rulerun
from rulerun.interpreter.moves import MoveKind
from rulerun.interpreter.view import HIDDEN_CARD, report

Pick = Callable[[rulerun.State, Random], rulerun.Move]


def any_move(state: rulerun.State, rng: Random) -> rulerun.Move:
    """A legal move by chance."""
    return state.legal_moves.pick(rng)


def no_giving_up(state: rulerun.State, rng: Random) -> rulerun.Move:
    """A legal move by chance, but not one by which somebody gives up while there are others."""
    move = state.legal_moves.pick(rng)
    if move.name == "give_up":
        others = [m for m in state.legal_moves if m.name != "give_up"]
        return rng.choice(others or [move])
    return move


def go_on(state: rulerun.State, seed: int, most: int = 25, pick: Pick = any_move) -> list[str]:
    """Make some random moves; their texts."""
    rng = Random(seed)
    made = []
    for _ in range(most):
        if state.is_over:
            break
        move = pick(state, rng)
        made.append(str(move))
        state.apply(move)
    return made


def chips_of(state: rulerun.State) -> int:
    """All chips of a state, in purses and in holders."""
    return sum(state.cells[cell] for cell in state.game.layout.holders())


def cards_of(state: rulerun.State) -> list[int]:
    """All cards of a state."""
    return sorted(card for pile in state.piles for card in pile)


def here(state: rulerun.State) -> list[MoveKind]:
    """The kinds of moves at the present decision."""
    return list(state.game.kinds[state.at])


def hidden_from(state: rulerun.State, seat: int) -> list[int]:
    """The cards that a seat neither sees nor knows."""
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


def exchanged(state: rulerun.State, one: int, other: int) -> rulerun.State:
    """The state with two cards in each other's place, for all that is known of them too."""
    names = {one: other, other: one}
    twin = state.clone()
    twin.piles = [[names.get(card, card) for card in pile] for pile in state.piles]
    for noted in ("known", "shown", "played_by"):
        setattr(
            twin, noted, {names.get(card, card): v for card, v in getattr(state, noted).items()}
        )
    return twin


def refusal(state: rulerun.State, text: str, seat: int) -> str | None:
    """What a seat is told when it tries a move, if it may not make it."""
    if state.actor != seat:
        return None
    try:
        state.clone().apply(text)
    except rulerun.IllegalMoveError as error:
        return str(error)
    return None


def is_unmoved_by_hidden_cards(state: rulerun.State, rng: Random) -> None:
    """Exchange two cards that a seat does not see: nothing that this seat is told changes."""
    for seat in range(state.game.players):
        hidden = hidden_from(state, seat)
        if len(hidden) < 2:
            continue
        one, other = rng.sample(hidden, 2)
        twin = exchanged(state, one, other)
        assert twin.view(seat) == state.view(seat)
        for text in (f"{kind.name} {card}" for kind in here(state) for card in ("2C", "10D", "")):
            assert refusal(twin, text, seat) == refusal(state, text, seat)


def reports_no_hidden_card(state: rulerun.State, move: rulerun.Move) -> None:
    """Make a move: what the others are told of it names no card that is hidden from them."""
    actor = state.actor
    assert actor is not None
    state.apply(move)
    for seat in range(state.game.players):
        told = report(state, actor, move, seat)
        if seat == actor:
            assert told == str(move)
            continue
        unseen = hidden_from(state, seat)
        # With two packs the copy that is seen has the name of one that is hidden.
        seen = {c for pile in state.piles for c in pile} - set(unseen)
        labels = state.game.deck.labels
        hidden = {labels[card] for card in unseen} - {labels[card] for card in seen}
        assert not hidden & set(told.replace(",", " ").split()), (told, HIDDEN_CARD)
