"""Bots: what they choose is legal, the same again, and depends on nothing that their seat cannot see."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

import rulerun
from rulerun.interpreter.bots.seating import BotKind, bot_named, seating_of
from rulerun.interpreter.bots.tree_search import TreeBot
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.unseen import imagined

KINDS = [
    BotKind("random"),
    BotKind("greedy", 2),
    BotKind("greedy", 2, ("pass",)),
    BotKind("ismcts", iterations=6),
]
MOVES = ["check", "bet", "call", "fold"]


game_of = cache(rulerun.load)


def played(name: str, kind: BotKind, seed: int, most: int) -> list[str]:
    state = game_of(name).start(seed)
    bots = [kind.seated(seed, seat) for seat in range(state.game.players)]
    made: list[str] = []
    while not state.is_over and len(made) < most:
        assert state.actor is not None
        move = bots[state.actor].choose(state, state.legal_moves)
        assert move in state.legal_moves
        made.append(str(move))
        state.apply(move)
    return made


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("name", ["hearts", "in_between", "leduc"])
def test_the_same_seed_gives_the_same_moves(name: str, kind: BotKind) -> None:
    assert played(name, kind, 3, 12) == played(name, kind, 3, 12) != []


def test_what_others_have_chosen_unseen_is_dealt_anew() -> None:
    """In hearts all pass at once; who chooses last does not know which cards come."""
    state = rulerun.load("hearts").start(1)
    rng = Random(1)
    for _ in range(3):
        state.apply(state.legal_moves.pick(rng))
    assert state.actor is not None
    own = set(cards_of(state, state.actor))
    got = Counter[str]()
    for _ in range(20):
        world = imagined(state, state.actor, rng)
        world.apply(next(iter(world.legal_moves)))
        got.update(set(cards_of(world, state.actor)) - own)
    assert len(got) > 15


def cards_of(state: State, seat: int) -> list[str]:
    (hand,) = (p for p in state.view(seat).piles if p.name == "hand" and p.seat == seat)
    return [card for card in hand.cards if card is not None]


def test_one_move_ahead_is_better_than_chance() -> None:
    found = rulerun.simulate("leduc", games=120, bots=["greedy", "random"])
    assert found.seats[0].won.low > 0.5
    strong, weak = (seat.skill for seat in found.seats)
    assert strong is not None and weak is not None
    assert strong.low > 0 > weak.high
    assert [seat.bot for seat in found.seats] == ["greedy", "random"]


def test_what_a_bot_tries_does_not_count() -> None:
    """Both pay the ante and a bet at most, and as many moves were made as decisions."""
    found = rulerun.simulate("kuhn", games=40, bots=["greedy", "greedy"])
    assert all(1 <= seat.wagered <= 2 for seat in found.seats)
    moves = sum(a.times or 0 for a in found.applied if a.kind == "moves")
    assert moves == pytest.approx(found.decisions.mean.value)


def test_doing_without_a_move() -> None:
    found = rulerun.simulate("kuhn", games=60, bots=["random without fold", "random"])
    alone = rulerun.simulate(
        "kuhn", games=60, bots=["random without fold bet", "random without fold"]
    )
    often = {a.name: a.times for a in alone.applied}
    assert often["fold"] == 0
    assert {a.name: a.times or 0 for a in found.applied}["fold"] > 0
    # Who is to do without all moves that there are makes one all the same.
    state = rulerun.load("kuhn").start(1)
    bot = bot_named("random without check bet", MOVES).seated(1, 0)
    assert bot.choose(state, state.legal_moves) in list(islice(state.legal_moves, 9))


def test_one_legal_move_is_not_thought_about() -> None:
    state = rulerun.load("oh_hell").start(1)
    while len(state.legal_moves) > 1:
        state.apply(next(iter(state.legal_moves)))
    assert state.actor is not None
    bot = TreeBot(1, state.actor, iterations=10**9)
    assert bot.choose(state, state.legal_moves) == state.legal_moves[0]
    assert bot.weighed == []


def test_time_is_kept() -> None:
    state = rulerun.load("hearts").start(1)
    bot = TreeBot(1, 0, seconds=0.05)
    began = perf_counter()
    assert bot.choose(state, state.legal_moves) in state.legal_moves
    assert perf_counter() - began < 2  # on a busy computer


def test_time_is_kept_where_games_in_thought_are_long() -> None:
    """They are broken off, so that there is time for several of them; not so without a limit of time."""
    state = rulerun.load("spider").start(1)
    took = []
    for bot in (TreeBot(1, 0, seconds=0.02), TreeBot(1, 0, iterations=8)):
        began = perf_counter()
        bot.choose(state, state.legal_moves)
        took.append(perf_counter() - began)
        assert sum(w.tries for w in bot.weighed) >= 2
    assert took[0] < took[1] / 2


def test_what_comes_first_ends_the_thought() -> None:
    state = rulerun.load("oh_hell").start(1)
    assert state.actor is not None
    few = TreeBot(1, state.actor, iterations=20, seconds=60)
    few.choose(state, state.legal_moves)
    assert sum(w.tries for w in few.weighed) <= 20


def test_what_is_thought_of_moves() -> None:
    """Who holds the queen and faces a bet loses one chip by folding, and as often wins as loses two."""
    state = rulerun.load("kuhn").start(deck=["JS", "QS"])
    state.apply("bet")
    bot = TreeBot(1, 1, iterations=200)
    move = bot.choose(state, state.legal_moves)
    thought = {str(w.move): w for w in bot.weighed}
    assert bot.weighed[0].move == move and set(thought) == {"call", "fold"}
    assert thought["fold"].gain == 0 and thought["fold"].ahead == 0
    assert -1 <= thought["call"].gain <= 3 and 0.2 < thought["call"].ahead < 0.8
    # One chip is in the pot from before: -1 and 3 from here on, as often as the card is a king or jack.
    call = thought["call"]
    assert call.gain == pytest.approx(4 * call.ahead - 1)


def test_cards_that_are_chosen_together_are_judged_one_by_one() -> None:
    """Of the 286 ways to pass three cards in hearts few are tried, and the high hearts still go."""
    deck = (
        "KH 2C 3C 4C  AH 5C 6C 7C  QH 8C 9C 10C  2H JC QC KC  3H AC 2D 3D  2S 4D 5D 6D  3S 7D 8D 9D"
    )
    state = rulerun.load("hearts").start(1, deck=deck.split())
    bot = TreeBot(1, 0, iterations=150)
    passed = set(str(bot.choose(state, state.legal_moves)).split()[1:])
    assert passed & {"KH", "AH", "QH"} and not passed & {"2H", "3H", "2S", "3S"}
    assert 20 < len(bot.weighed) < 200
    assert sum(w.tries for w in bot.weighed) == 150


PATIENCE = """\
game: The dearest
players: 1
deck: { ranks: 2 to 9, suits: clubs, starts in: stock }
piles: { stock: face down, hand: face up, kept: face up }
setup: shuffle stock; deal 6 cards from stock to hand
phases:
  pick:
    repeat: 2 times
    who: each player
    moves:
      keep:
        choose: card in hand
        do: move card to kept
      miss: do nothing
winner: players
payoff: total value of kept
"""


def test_who_plays_alone_gains_as_much_as_possible(tmp_path: Path) -> None:
    path = tmp_path / "dearest.yaml"
    path.write_text(PATIENCE, encoding="utf-8")
    found = rulerun.simulate(path, games=20, bots=["ismcts:60"])
    payoff = found.seats[0].payoff
    assert payoff is not None and payoff.value > 15
    state = rulerun.load(path).start(1)
    bot = TreeBot(1, 0, iterations=60)
    bot.choose(state, state.legal_moves)
    assert bot.weighed[0].ahead > 0.9 and bot.weighed[0].gain > bot.weighed[-1].gain


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("random", BotKind("random")),
        ("greedy:16", BotKind("greedy", 16)),
        (" greedy  without  fold ", BotKind("greedy", without=("fold",))),
        ("ismcts:500", BotKind("ismcts", iterations=500)),
        ("ismcts:0.5s", BotKind("ismcts", seconds=0.5)),
        ("ismcts:2s without fold", BotKind("ismcts", without=("fold",), seconds=2)),
        ("random without bet fold", BotKind("random", without=("bet", "fold"))),
    ],
)
def test_names_of_bots(text: str, kind: BotKind) -> None:
    assert bot_named(text, MOVES) == kind
    assert bot_named(str(kind), MOVES) == kind


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gredy", "did you mean 'greedy'?"),
        ("deepblue", "there are random, greedy, ismcts"),
        ("", "is no bot"),
        ("random:5", "tries nothing: write it without ':5'"),
        ("greedy:0", "in 1 to 10,000 deals, not 'greedy:0'"),
        ("greedy:2s", "in 1 to 10,000 deals, not 'greedy:2s'"),
        ("ismct", "did you mean 'ismcts'?"),
        ("ismcts:0", "1 to 1,000,000 games, or for some seconds ('ismcts:2s'), not 'ismcts:0'"),
        ("ismcts:1.5", "not 'ismcts:1.5'"),
        ("ismcts:0s", "more than 0 and at most 3,600 seconds, not 'ismcts:0s'"),
        ("ismcts:1.2.3s", "not 'ismcts:1.2.3s'"),
        ("random without fld", "did you mean 'fold'?"),
        ("random without knock", "its moves are check, bet, call, fold"),
        ("random, greedy", "is no bot"),
    ],
)
def test_bots_that_there_are_not(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"bot|move") as error:
        bot_named(text, MOVES)
    assert said in str(error.value)


def test_a_seat_without_a_bot() -> None:
    with pytest.raises(rulerun.GameSetupError, match="3 bots for 2 seats at a table of 2 players"):
        rulerun.simulate("kuhn", games=5, bots=["greedy", "random", "random"])
    with pytest.raises(rulerun.GameSetupError, match="no bot is called"):
        rulerun.simulate("kuhn", games=5, bots=["random", "x"])


@pytest.mark.parametrize(
    ("texts", "seated"),
    [
        ([], "random random random"),
        (["greedy"], "greedy greedy greedy"),
        (["2=ismcts:500"], "random ismcts:500 random"),
        ([" 2 = greedy", "ismcts"], "ismcts greedy ismcts"),
        (["greedy", "random", "ismcts"], "greedy random ismcts"),
        (["greedy", "1=ismcts:2s", "random"], "ismcts:2s greedy random"),
        (["3=greedy", "1=greedy", "2=ismcts"], "greedy ismcts greedy"),
    ],
)
def test_who_sits_where(texts: list[str], seated: str) -> None:
    assert " ".join(map(str, seating_of(texts, MOVES).at(3))) == seated


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["4=greedy"], "there is no seat 4 at a table of 3 players"),
        (["0=greedy"], "the first seat is 1"),
        (["2=greedy", "2=random"], "seat 2 has two bots, greedy and random"),
        (["greedy", "random"], "2 bots for 3 seats at a table of 3 players"),
        (["1=greedy", "2=greedy", "greedy", "random"], "2 bots for 1 seat"),
        (["1=gredy"], "did you mean 'greedy'?"),
        (["1="], "is no bot"),
    ],
)
def test_who_cannot_sit_there(texts: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=r"seat|bot") as error:
        seating_of(texts, MOVES).at(3)
    assert said in str(error.value)
