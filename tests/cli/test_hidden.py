"""What is shown to somebody at the table depends on nothing that they may not know."""

import io
import random
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulerun.cli import log, replay
from rulerun.cli.exits import UNREADABLE
from rulerun.cli.narration import Narrator
from rulerun.cli.offer import Offer
from rulerun.cli.paint import Paint
from rulerun.cli.saves import Made, Rules, Saved, new_game
from rulerun.cli.watching import WatchedGame
from rulerun.interpreter.bots.chance import chance_bots
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.course import sight_of
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.unseen import hidden_from

from ..playing import SHIPPED, any_move, rules

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


# --------------------------------------------------------------------------------------------
# Two games that differ in cards which a seat has not seen, told to that seat

IN_THE_SUITE = {"crazy_eights", "durak", "gin", "go_fish", "hearts", "oh_hell", "skat"}
"""Of all games these are tried always; the others, and more of these, by the soak."""
WITH_HIDDEN_CARDS = [
    pytest.param(path, marks=() if path.stem in IN_THE_SUITE else pytest.mark.soak, id=path.stem)
    for path in sorted(SHIPPED.glob("*.yaml"))
    if path.stem not in ("freecell", "in_between")
]


class Dealt(WatchedGame):
    """A game that begins with a pack in a known order, and notes all that a seat perceives."""

    pack: list[str]

    def start(self, seed: int = 0, deck: object = None) -> State:
        return super().start(seed, deck=self.pack)

    def perceived(self, state: State, move: str, seat: int) -> list[object]:
        """What the seat perceives while a move is made, from look to look."""
        sights: list[object] = []
        self.watcher = lambda state, label: sights.append(sight_of(state, seat))
        state.apply(move)
        self.watcher = None
        return [*sights, sight_of(state, seat)]


@dataclass(frozen=True)
class Packed(Rules):
    """Rules of a save whose pack is in a known order."""

    made: Dealt

    def game(self, code: int = UNREADABLE) -> WatchedGame:
        return self.made


@cache
def dealt(path: Path) -> Dealt:
    checked = rules(path).checked
    assert checked is not None
    return Dealt(checked, None, checked.rules.players.low)


def in_words(move: str) -> list[str]:
    return [word.strip(",") for word in move.split(" ")]


def played(
    game: Dealt, deck: list[str], seed: int, rng: random.Random, seat: int
) -> tuple[list[tuple[int, str]], list[str]]:
    """Some moves of a game that is not over by then, and the cards that a seat does not know."""
    game.pack = deck
    state, moves = game.start(seed), []
    for _ in range(rng.randrange(4, 20)):
        ahead = state.clone()
        actor, move = ahead.actor, str(any_move(ahead, rng))
        ahead.apply(move)
        if ahead.is_over:
            break
        assert actor is not None
        moves.append((actor, move))
        state = ahead
    hidden = {game.deck.labels[card] for card in hidden_from(state, seat)}
    return moves, sorted(hidden)


def told_of(saved: Saved, game: Dealt, deck: list[str], moves: list[tuple[int, str]]) -> str:
    """The log of a game that goes on, as a text and as data, and how it is shown again."""
    game.pack = deck
    packed = Packed(
        saved.rules.files, saved.rules.overlays, saved.rules.settings, game.players, game
    )
    events = tuple(Made(seat, move) for seat, move in moves)
    saved = replace(saved, rules=packed, events=events)
    with redirect_stdout(io.StringIO()) as out:
        assert log.told_as_text(saved) is None
        assert log.told_as_json(saved) is None
        replay.Showing(saved, 1, None, openly=False).show()
    return out.getvalue()


@pytest.mark.parametrize("path", WITH_HIDDEN_CARDS)
@settings(
    max_examples=5, deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)  # fmt: skip
@given(seed=st.integers(0, 2**64 - 1))
def test_a_log_tells_nothing_of_what_lies_unseen(path: Path, seed: int) -> None:
    """Two cards of the pack are exchanged. As long as a seat has not noticed, not even in passing, what
    it is told of the game afterwards is the same, word for word."""
    game, rng = dealt(path), random.Random(seed)
    seat = rng.randrange(game.players)
    deck = [card.label for card in game.deck.cards]
    rng.shuffle(deck)
    moves, hidden = played(game, deck, seed, rng, seat)
    assume(len(hidden) > 1)
    # Best are cards with which others did something unseen.
    used = [w for actor, move in moves if actor != seat for w in in_words(move) if w in hidden]
    one = rng.choice(used or hidden)
    other = rng.choice([card for card in hidden if card != one])
    swapped = {one: other, other: one}
    twin = [swapped.get(card, card) for card in deck]
    states = []
    for order in (deck, twin):
        game.pack = order
        states.append(game.start(seed))
    assume(sight_of(states[0], seat) == sight_of(states[1], seat))
    made: list[list[tuple[int, str]]] = [[], []]
    for actor, move in moves:
        first, second = (state.clone() for state in states)
        # What others do unseen is done with the cards that lie there.
        words = " ".join(swapped.get(word, word) for word in in_words(move))
        same = [m for m in (move, words) if m in second.legal_moves]
        if not same or game.perceived(first, move, seat) != game.perceived(second, same[0], seat):
            break
        states = [first, second]
        for of_one, text in zip(made, (move, same[0]), strict=True):
            of_one.append((actor, text))
    assume(made[0] and states[0] != states[1])
    saved = new_game(rules(path), game, path.stem, {}, seed, (seat,))
    first_told, second_told = (
        told_of(saved, game, order, moves) for order, moves in zip((deck, twin), made, strict=True)
    )
    assert first_told == second_told
