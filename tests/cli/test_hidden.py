"""What is shown to somebody at the table depends on nothing that they may not know."""

import random

import pytest

from rulerun.cli.narration import Narrator
from rulerun.cli.offer import Offer
from rulerun.cli.paint import Paint
from rulerun.cli.watching import WatchedGame
from rulerun.interpreter.bots.chance import chance_bots
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.state import State

SEAT = 0


def made(name: str) -> WatchedGame:
    checked = read_rules(name).checked
    assert checked is not None
    return WatchedGame(checked)


def unseen(state: State, seat: int) -> list[tuple[int, int]]:
    """Where cards lie that a seat neither sees nor knows: number of the pile, place in it."""
    runtime, mask = state.game.runtime, 1 << seat
    return [
        (number, place)
        for number, pile in enumerate(state.piles)
        for place, card in enumerate(pile)
        if place < state.undecided[number]
        or not (runtime.visible(state, number, card) | state.known.get(card, 0)) & mask
    ]


def exchanged(state: State, seat: int, chance: random.Random) -> State:
    """A state in which two cards that a seat does not see have changed places."""
    new = state.clone()
    places = unseen(state, seat)
    if len(places) > 1:
        (a, i), (b, j) = chance.sample(places, 2)
        new.piles[a][i], new.piles[b][j] = new.piles[b][j], new.piles[a][i]
    return new


def shown(game: WatchedGame, state: State) -> list[str]:
    """All that is put before the person: the table, and the moves if it is their turn."""
    narrator = Narrator(game, SEAT, Paint(), lambda line: None)
    lines = narrator.table.lines(narrator.view(state))
    if state.actor == SEAT:
        lines += Offer(state, narrator.table).lines()
    return lines


@pytest.mark.parametrize("name", ["gin", "in_between", "aussenseiter"])
def test_unseen_cards_may_change_places(name: str) -> None:
    game = made(name)
    chance = random.Random(name)
    differ = 0
    for seed in range(3):
        state = game.start(seed)
        bots = chance_bots(seed, game.players)
        for _ in range(40):
            if state.is_over:
                break
            other = exchanged(state, SEAT, chance)
            differ += other != state
            assert shown(game, other) == shown(game, state)
            state.apply(bots[state.actor or 0].choose(state, state.legal_moves))
    assert differ > 20  # or the test would compare states with themselves


@pytest.mark.parametrize("name", ["gin", "in_between", "aussenseiter"])
def test_looking_on_changes_nothing(name: str) -> None:
    """A game that is watched is played as one that is not."""
    game = made(name)
    loaded = read_rules(name).checked
    assert loaded is not None
    plain = Game(loaded)
    states = [game.start(5), plain.start(5)]
    looks: list[str] = []
    game.watcher = lambda state, place: looks.append(place)
    tables = [chance_bots(5, game.players) for _ in states]
    for _ in range(200):
        for state, bots in zip(states, tables, strict=True):
            if not state.is_over:
                state.apply(bots[state.actor or 0].choose(state, state.legal_moves))
    assert looks
    assert states[0].piles == states[1].piles
    assert states[0].ended_by == states[1].ended_by
    assert str(states[0].view(SEAT)) == str(states[1].view(SEAT))
