"""Worlds that a seat imagines agree with all that it has perceived, and are as likely as they should be."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest

import rulerun
from rulerun.interpreter.machine.course import follow, sight_of
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.story import story_of
from rulerun.interpreter.machine.unseen import hidden_from, imagined, worlds

SMALL = """\
game: Follow or not
players: 2
deck: { ranks: A, suits: 'clubs, spades', copies: 3, starts in: stock }
piles:
  stock: face down
  hand:  per player, seen by owner
  trick: face up
setup: shuffle stock; deal 2 cards from stock to each hand
phases:
  trick:
    repeat: 2 times
    phases:
      lay:
        who: each player
        moves:
          play:
            choose: card in your hand
            may: { follow: trick is empty or suit of card is suit of bottom of trick or no card in your hand has suit is suit of bottom of trick }
            do: move card to trick
    at end: gather trick into stock
winner: all players
"""
GAMES = [
    "crazy_eights", "five_card_draw", "hearts", "old_maid",
    *(
        pytest.param(name, marks=pytest.mark.soak)
        for name in (
            "blackjack", "canasta", "cribbage", "durak", "euchre", "german_whist", "gin", "go_fish",
            "oh_hell", "president", "rummy_500", "skat", "spades", "war",
        )
    ),
]  # fmt: skip


def after(game: Game, moves: int, seed: int, rng: Random) -> State:
    """A followed game after some moves by chance, with as many of them as there are."""
    state = game.start(seed)
    follow(state)
    for _ in range(moves):
        ahead = state.clone()
        ahead.apply(ahead.legal_moves.pick(rng))
        if ahead.is_over:
            break
        state = ahead
    return state


def hand(state: State, name: str, seat: int) -> list[str]:
    game = state.game
    pile = state.piles[game.layout.pile_base[name] + seat]
    return sorted(game.deck.labels[card] for card in pile)


@pytest.mark.parametrize("name", GAMES)
def test_worlds_have_gone_as_the_seat_saw_it(name: str) -> None:
    """Every one of them has a course of its own, in which the seat has perceived the same all the time."""
    game, rng = rulerun.load(name), Random(name)
    for seed in range(3):
        state = after(game, rng.randrange(8, 50), seed, rng)
        assert state.actor is not None
        story = story_of(state.course, state.actor) if state.course else None
        assert story is not None
        for world in islice(story.worlds(rng), 3):
            assert sight_of(world, state.actor) == sight_of(state, state.actor)
            assert sorted(hidden_from(world, state.actor)) == sorted(
                hidden_from(state, state.actor)
            )
            assert sorted(map(str, world.legal_moves)) == sorted(map(str, state.legal_moves))


@pytest.mark.parametrize("name", GAMES)
def test_worlds_depend_on_nothing_that_is_not_perceived(name: str) -> None:
    """From the real game, and from one that only looks the same, the same worlds are imagined."""
    game, rng = rulerun.load(name), Random(name)
    told = 0
    for seed in range(4):
        state = after(game, rng.randrange(3, 40), seed, rng)
        assert state.course is not None and state.actor is not None
        story = story_of(state.course, state.actor)
        hidden = hidden_from(state, state.actor)
        for _ in range(40):
            names = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
            _, twin = story.played(names, rng, followed=True)
            if twin is None:
                continue
            told += any(state.piles[n] != pile for n, pile in enumerate(twin.piles))
            one, other = (
                [world.to_json() for world in islice(worlds(of, state.actor, Random(7)), 3)]
                for of in (state, twin)
            )
            assert one == other
            break
    assert told or name in ("old_maid", "euchre", "go_fish", "war")


def test_each_deal_that_can_be_is_as_likely_as_any_other(tmp_path: Path) -> None:
    """Ben did not follow a club: both of his cards were spades. All other deals can be, and no more."""
    path = tmp_path / "small.yaml"
    path.write_text(SMALL)
    game = rulerun.load(path)
    state = game.start(1, deck=["AC", "AS", "AC", "AS"])
    follow(state)
    state.apply("play AC")
    state.apply("play AS")
    assert state.actor == 0
    held = Counter(
        tuple(hand(world, "hand", 1)) for world in islice(worlds(state, 0, Random(1)), 200)
    )
    assert held == {("AS",): 200}
    # Before anybody has played, a club and three spades are unseen.
    fresh = game.start(1, deck=["AC", "AS", "AC", "AS"])
    follow(fresh)
    held = Counter(
        tuple(hand(world, "hand", 1)) for world in islice(worlds(fresh, 0, Random(1)), 1000)
    )
    unseen = ["AC", "AS", "AS", "AS"]
    right = Counter(tuple(sorted(pair)) for pair in combinations(unseen, 2))
    for pair, ways in right.items():
        assert held[pair] / 1000 == pytest.approx(ways / 6, abs=0.05)


def test_a_house_that_goes_on_has_no_natural() -> None:
    game = rulerun.load("blackjack", players=1)
    state = game.start(deck=["9S", "8H", "AC", "5D"])
    follow(state)
    state.apply("bet 1")
    assert state.actor == 0
    holes = Counter[str]()
    for world in islice(worlds(state, 0, Random(1)), 700):
        holes[game.deck.labels[world.piles[game.layout.pile_base["house"]][1]][:-1]] += 1
    assert not {"10", "J", "Q", "K"} & set(holes)
    assert holes["5"] / 700 == pytest.approx(24 / (9 * 24 - 3), abs=0.04)
    state.course = None  # who did not look on knows nothing of that
    assert any(
        game.deck.labels[world.piles[game.layout.pile_base["house"]][1]][0] in "1JQK"
        for world in islice(worlds(state, 0, Random(1)), 50)
    )


def test_who_does_not_follow_suit_has_none() -> None:
    game, rng = rulerun.load("spades"), Random(3)
    state = game.start(5)
    follow(state)
    void: set[tuple[int, str]] = set()
    led = ""
    trick = game.layout.pile_base["trick"]
    while not void or state.actor is None or any(seat == state.actor for seat, _ in void):
        move = state.legal_moves.pick(rng)
        actor, was_empty = state.actor, not state.piles[trick]
        assert actor is not None
        state.apply(move)
        if move.name == "play":
            suit = str(move)[-1]
            led = suit if was_empty else led
            if suit != led:
                void.add((actor, led))
    for world in islice(worlds(state, state.actor, rng), 20):
        for seat, suit in void:
            assert not any(card.endswith(suit) for card in hand(world, "hand", seat))


def test_a_choice_that_is_not_told_is_made_anew(tmp_path: Path) -> None:
    """All name a number at once. Who names the last one does not know the others'."""
    path = tmp_path / "numbers.yaml"
    path.write_text(
        "game: Numbers\nplayers: 2\ndeck: { ranks: A, starts in: stock }\n"
        "piles: { stock: face down }\nremember: { points: number per player }\n"
        "phases:\n  name:\n    who: everyone at once\n    moves:\n      say:\n"
        "        choose: { how_many: number from 1 to 9 }\n        do: score how_many\n"
        "winner: all players with most points\n"
    )
    for followed in (False, True):
        state = rulerun.load(path).start(1)
        if followed:
            follow(state)
        state.apply("say 7")
        assert state.actor == 1
        said = Counter[int]()
        for world in islice(worlds(state, 1, Random(2)), 90):
            world.apply("say 1")
            said[world.view(1).memories[0][1] == ("7", "1")] += 1
        assert 2 <= said[True] <= 25


def test_following_changes_nothing() -> None:
    game, rng = rulerun.load("gin"), Random(1)
    one, other = game.start(3), game.start(3)
    follow(other)
    for _ in range(40):
        move = one.legal_moves.pick(rng)
        one.apply(move)
        other.apply(str(move))
    assert one == other
    assert other.course is not None
    assert [str(moment.move) for moment in other.course.moments()[1:]][-1] == str(move)
    assert other.course.after == other
    assert imagined(other, 0, Random(1)).course is None
    pickled = pickle.loads(pickle.dumps(other))
    assert pickled == other
    assert pickled.course is None
