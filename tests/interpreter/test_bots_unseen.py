"""The exchange law for bots: of two games that a seat cannot tell apart a bot makes the same of both."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import rulerun
from rulerun.interpreter.bots.seating import BotKind
from rulerun.interpreter.machine.course import follow, sight_of
from rulerun.interpreter.machine.unseen import hidden_from, imagined

from ..playing import SHIPPED, any_move

KINDS = [
    BotKind("random"),
    BotKind("greedy", worlds=1),
    BotKind("ismcts", iterations=4),
    BotKind("ismcts", iterations=3, without=("pass",)),
]
IN_THE_SUITE = {"crazy_eights", "gin", "go_fish", "hearts", "kuhn", "leduc", "oh_hell", "skat"}
"""Of all games these are tried always; the others, and more of these, by the soak."""
WITH_HIDDEN_CARDS = [
    pytest.param(path, marks=() if path.stem in IN_THE_SUITE else pytest.mark.soak, id=path.stem)
    for path in sorted(SHIPPED.glob("*.yaml"))
    if path.stem != "freecell"
]
EACH = pytest.mark.parametrize("path", WITH_HIDDEN_CARDS)
FEW = settings(
    max_examples=4,
    deadline=None,
    # In some games there is not much that is hidden, and others have many cards to deal.
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
SEEDS = st.integers(0, 2**64 - 1)


@cache
def game_of(path: Path, players: int | None = None) -> rulerun.Game:
    """A game, made once for each number of players."""
    return rulerun.load(path, players=players)


def some_game(path: Path, rng: Random) -> rulerun.Game:
    """A game with few players, as it is most often."""
    seats = game_of(path).rules.players
    return game_of(path, min(seats.high, seats.low + rng.randrange(2)))


def chosen(
    kind: BotKind, state: rulerun.State, seed: int
) -> tuple[str, list[tuple[str, int, float]]]:
    """What a bot does in a state, and what it thought of the moves."""
    assert state.actor is not None
    bot = kind.seated(seed, state.actor)
    move = bot.choose(state, state.legal_moves)
    weighed = getattr(bot, "weighed", [])
    return str(move), [(str(w.move), w.tries, w.gain) for w in weighed]


@EACH
@FEW
@given(seed=SEEDS)
def test_what_lies_unseen_makes_no_difference(path: Path, seed: int) -> None:
    rng = Random(seed)
    state = some_game(path, rng).start(seed=seed)
    for _ in range(rng.randrange(25)):
        ahead = state.clone()
        ahead.apply(any_move(ahead, rng))
        if ahead.is_over:
            break
        state = ahead
    seat = state.actor
    assume(seat is not None and len(hidden_from(state, seat)) > 1)
    assert seat is not None
    twin = imagined(state, seat, rng)
    assert twin.view(seat) == state.view(seat)
    for kind in KINDS:
        assert chosen(kind, state, seed) == chosen(kind, twin, seed), kind


@EACH
@FEW
@given(seed=SEEDS)
def test_nor_does_it_in_a_game_that_is_followed(path: Path, seed: int) -> None:
    """Two cards of the pack are exchanged; as long as a seat has not noticed, its bot has not.

    (Which of two copies of a card it is makes a difference that is to be seen, too.)
    """
    rng = Random(seed)
    game = some_game(path, rng)
    order = [card.label for card in game.deck.cards]
    rng.shuffle(order)
    one, other = sorted(rng.sample(range(min(len(order), 60)), 2))
    exchanged = order[:]
    exchanged[one], exchanged[other] = order[other], order[one]
    games = [game.start(seed=seed, deck=deck) for deck in (order, exchanged)]
    for state in games:
        follow(state)
    unaware = set(range(game.players))
    asked = None
    for _ in range(rng.randrange(1, 15)):
        first, second = games
        unaware = {seat for seat in unaware if sight_of(first, seat) == sight_of(second, seat)}
        if first.actor in unaware:
            asked = [state.clone() for state in games]
        if not unaware or first.is_over or second.is_over or first.at != second.at:
            break
        move = str(any_move(first, rng))
        if move not in second.legal_moves:
            break
        for state in games:
            state.apply(move)
    assume(asked is not None and asked[0] != asked[1])
    assert asked is not None
    for kind in KINDS[1:3]:
        assert chosen(kind, asked[0], seed) == chosen(kind, asked[1], seed), kind
