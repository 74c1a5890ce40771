"""Known values are hit: Kuhn's poker under its equilibria, In-Between's pairs of posts, simple ways to play
blackjack; and intervals contain the truth as often as they say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest

import rulerun
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.chance import stream
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.simulation.comparison import comparison_of
from rulerun.interpreter.simulation.estimates import Interval, wilson
from rulerun.interpreter.simulation.pairs import PairedSeries
from rulerun.interpreter.simulation.results import simulation_of
from rulerun.interpreter.simulation.series import series_of

from ..blackjack_values import (
    NATURAL,
    SIX_PACKS,
    count,
    endless_value,
    house_ends,
    played,
    standing,
    without,
)

# --------------------------------------------------------------------------------------------
# Kuhn's poker: in each equilibrium the first player loses an 18th of the ante (Kuhn, A simplified
# two-person poker, 1950). alpha, from 0 to 1/3, is how often it bluffs with the jack.

Choice = Callable[[rulerun.View], dict[str, Fraction]]
"""How likely each move is made."""


def equilibrium(alpha: Fraction) -> Choice:
    third = Fraction(1, 3)
    bets = {
        0: {"J": alpha, "Q": Fraction(0), "K": 3 * alpha},
        1: {"J": third, "Q": Fraction(0), "K": Fraction(1)},
    }
    calls = {
        0: {"J": Fraction(0), "Q": alpha + third, "K": Fraction(1)},
        1: {"J": Fraction(0), "Q": third, "K": Fraction(1)},
    }  # fmt: skip

    def choose(view: rulerun.View) -> dict[str, Fraction]:
        assert view.seat is not None
        (hand,) = (pile for pile in view.piles if pile.name == "hand" and pile.seat == view.seat)
        assert hand.cards[0] is not None
        how, other = ("bet", "check") if "bet" in view.moves else ("call", "fold")
        share = (bets if how == "bet" else calls)[view.seat][hand.cards[0][:-1]]
        return {how: share, other: 1 - share}

    return choose


def by_chance(view: rulerun.View) -> dict[str, Fraction]:
    return {move: Fraction(1, len(view.moves)) for move in view.moves}


def strategy(choice: Choice) -> rulerun.Strategy:
    def choose(view: rulerun.View, rng: Random) -> str:
        shares = choice(view)
        return rng.choices(list(shares), [float(share) for share in shares.values()])[0]

    return choose


def ends(state: State, choice: Choice, share: Fraction) -> Iterator[tuple[Fraction, State]]:
    """All ends of a game without chance, with how likely each is."""
    if state.is_over:
        yield share, state
        return
    assert state.actor is not None
    for move, chance in choice(state.view(state.actor)).items():
        if chance:
            after = state.clone()
            after.apply(move)
            yield from ends(after, choice, share * chance)


def expected(game: Game, choice: Choice, of: Callable[[State], float | Fraction]) -> Fraction:
    """What is to be expected of a figure at the end of Kuhn's poker, over all six deals."""
    total = Fraction(0)
    for deal in permutations(("JS", "QS", "KS"), 2):
        for share, state in ends(game.start(deck=deal), choice, Fraction(1, 6)):
            total += share * Fraction(of(state))
    return total


ALPHAS = [Fraction(n, 18) for n in range(7)]


@pytest.mark.parametrize("alpha", ALPHAS, ids=str)
def test_the_value_of_kuhn_poker(alpha: Fraction) -> None:
    game = rulerun.load("kuhn")
    assert expected(game, equilibrium(alpha), lambda s: s.payoffs[0]) == Fraction(-1, 18)


def test_the_value_of_kuhn_poker_is_in_its_interval() -> None:
    for alpha in (ALPHAS[0], ALPHAS[3]):
        bot = strategy(equilibrium(alpha))
        found = rulerun.simulate("kuhn", games=500, bots=[bot, bot])
        assert found.seats[0].payoff is not None
        assert found.seats[0].payoff.contains(-1 / 18)
        assert found.seats[0].bot == "choose"


def test_who_departs_from_an_equilibrium_gains_nothing() -> None:
    """Against it no answer is worth more than an 18th to the second player, nor less than that to the first."""
    game = rulerun.load("kuhn")
    right = equilibrium(Fraction(1, 6))

    def mixed(seat: int, wrong: Choice) -> Choice:
        return lambda view: (wrong if view.seat == seat else right)(view)

    for wrong in (
        by_chance,
        lambda view: {view.moves[0]: Fraction(1)},
        lambda view: {view.moves[1]: Fraction(1)},
    ):
        for seat, value in ((0, Fraction(-1, 18)), (1, Fraction(1, 18))):
            assert expected(game, mixed(seat, wrong), lambda s, seat=seat: s.payoffs[seat]) <= value  # type: ignore[misc]


# --------------------------------------------------------------------------------------------
# In-Between: of 50 cards so many lie between the posts.

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.mark.soak
def test_every_pair_of_posts_wins_as_often_as_it_should() -> None:
    """Third cards drawn by chance: 95 of 100 intervals contain what is counted, and the rest is not far off."""
    game = rulerun.load("in_between", options={"rounds": 1})  # nothing is paid after it
    purse = game.layout.cell_base["chips"]
    outside = 0
    pairs = [(a, b) for a, b in combinations_with_replacement(range(13), 2) if b - a != 1]
    for low, high in pairs:
        wins = 0
        begun = game.start(deck=[f"{RANKS[low]}S", f"{RANKS[high]}H"])
        for seed in range(600):
            state = begun.clone()
            state.shuffle_stream = stream(10_000 * (13 * low + high) + seed, "shuffle")
            before = state.cells[purse]
            state.apply("bet 1")
            wins += state.cells[purse] > before
        right = Fraction(48, 50) if low == high else Fraction(4 * (high - low - 1), 50)
        outside += not wilson(wins, 600).contains(float(right))
        assert abs(wins / 600 - right) < 4.5 * float(right * (1 - right) / 600) ** 0.5 + 1e-9
    assert outside <= 0.12 * len(pairs)


def always_one(view: rulerun.View, rng: Random) -> str:
    return "bet 1"


def test_what_a_bet_in_between_is_worth() -> None:
    """The first turn of a game, over all posts: rows of the payout as often as they are counted."""
    right: defaultdict[str, Fraction] = defaultdict(Fraction)
    for low, high in ((a, b) for a in range(13) for b in range(13)):
        share = (Fraction(3, 51) if low == high else Fraction(4, 51)) / 13
        gap = abs(high - low)
        if gap == 0:
            right["payout.pair_hit"] += share * Fraction(2, 50)
            right["payout.pair_safe"] += share * Fraction(48, 50)
        elif gap > 1:
            right["payout.between"] += share * Fraction(4 * (gap - 1), 50)
            right["payout.post"] += share * Fraction(6, 50)
            right["payout.outside"] += share * Fraction(44 - 4 * (gap - 1), 50)
    found = rulerun.simulate(
        "in_between", games=500, bots=[always_one], options={"rounds": 1, "stake": 1000}
    )
    turns = 2 * found.games
    told = {one.name: one for one in found.applied if one.kind == "rows"}
    for name, share in right.items():
        # In two turns of a game there may be two: the share of all turns, Wilson's interval.
        times = told[name].times
        assert times is not None
        hits = round(times * found.games)
        assert wilson(hits, turns, 0.999).contains(float(share)), name


# --------------------------------------------------------------------------------------------
# Blackjack, one hand from a fresh shoe of six packs. Values are counted in tests/blackjack_values.py.

WORTH = {"A": 1, "J": 10, "Q": 10, "K": 10}
Stands = Callable[[tuple[int, ...], int], bool]


def seen(view: rulerun.View) -> tuple[tuple[int, ...], int]:
    """The hand and the house's open card."""
    hand = next(pile for pile in view.piles if pile.name == "hands" and pile.seat == view.seat)
    house = next(pile for pile in view.piles if pile.name == "house")
    labels = [card[:-1] for card in (*hand.cards, house.cards[0]) if card is not None]
    *cards, up = (WORTH.get(label) or int(label) for label in labels)
    return tuple(cards), up


def blackjack(stands: Stands) -> rulerun.Strategy:
    """Two chips on a hand, no doubling, no splitting."""

    def choose(view: rulerun.View, rng: Random) -> str:
        if "bet 2" in view.moves:
            return "bet 2"
        return "stand" if stands(*seen(view)) else "hit"

    return choose


def value(stands: Stands) -> float:
    """What a stake of one is worth, over all hands and open cards; a natural is paid three to two."""
    total = 0.0
    for one in range(1, 11):
        for other in range(1, 11):
            rest = without(SIX_PACKS, one)
            shares = SIX_PACKS[one - 1] / 312 * rest[other - 1] / 311
            left = without(rest, other)
            for up in range(1, 11):
                share = shares * left[up - 1] / 310
                shoe = without(left, up)
                natural = dict(house_ends(up, shoe, looked=False)).get(NATURAL, 0.0)
                if {one, other} == {1, 10}:
                    worth = 1.5 * (1 - natural)
                else:
                    worth = -natural + (1 - natural) * played((one, other), up, shoe, stands)
                total += share * worth
    return total


def stay(cards: tuple[int, ...], up: int) -> bool:
    return True


def never_bust(cards: tuple[int, ...], up: int) -> bool:
    return count(cards) >= 12 and not (1 in cards and sum(cards) <= 7)


def mimic(cards: tuple[int, ...], up: int) -> bool:
    return count(cards) >= 17


def told(stands: Stands, games: int) -> Interval:
    found = rulerun.simulate(
        "blackjack", games=games, bots=[blackjack(stands)], options={"rounds": 1}, players=1
    )
    payoff = found.seats[0].payoff
    assert payoff is not None and not found.failures
    return Interval(payoff.value / 2, payoff.low / 2, payoff.high / 2)


def test_who_always_stands_loses_what_is_counted() -> None:
    right = value(stay)
    assert right == pytest.approx(-0.16, abs=0.01)
    assert right == pytest.approx(endless_value(stay), abs=0.001)
    assert told(stay, 400).contains(right)


def test_a_count_of_standing_by_hand() -> None:
    """Twenty against a house that ends with 17 to 21 or goes over: the ends are all there is."""
    shoe = without(SIX_PACKS, 10, 10, 6)
    found = dict(house_ends(6, shoe, looked=True))
    assert sum(found.values()) == pytest.approx(1)
    assert set(found) == {17, 18, 19, 20, 21, 22}
    # A six goes over about 42 times of 100 (Griffin, The Theory of Blackjack, chapter 11).
    assert found[22] == pytest.approx(0.42, abs=0.01)
    assert standing(20, tuple(found.items())) == pytest.approx(1 - found[20] - 2 * found[21])


@pytest.mark.soak
@pytest.mark.parametrize(
    ("stands", "published"),
    [
        # Who plays like the house loses 5.5 to 5.7 percent (Baldwin and others, The Optimum Strategy in
        # Blackjack, 1956, have 5.6; Griffin, chapter 1, 5.5).
        pytest.param(mimic, 0.0565, id="mimic"),
        pytest.param(never_bust, None, id="never bust"),
        pytest.param(stay, 0.16, id="stay"),
    ],
)
def test_simple_ways_to_play_blackjack(stands: Stands, published: float | None) -> None:
    right = endless_value(stands)
    if published is not None:
        assert right == pytest.approx(-published, abs=0.006)
    found = told(stands, 40_000)
    assert found.half_width < 0.011
    assert found.contains(right)


# --------------------------------------------------------------------------------------------
# Intervals: 1,000 series of 100 games each.

BLOCKS, GAMES = 1000, 100


@pytest.mark.soak
def test_intervals_contain_the_truth_as_often_as_they_say() -> None:
    series = series_of(read_rules("kuhn"))
    game = rulerun.load("kuhn")

    def won(seat: int) -> Callable[[State], Fraction]:
        return lambda s: Fraction(seat in s.winners, max(1, len(s.winners)))

    wins = float(expected(game, by_chance, won(0)))
    payoff = expected(game, by_chance, lambda s: s.payoffs[0])
    moves = float(expected(game, by_chance, lambda s: s.moves_made))
    chips = Fraction(0)
    for deal in permutations(("JS", "QS", "KS"), 2):
        for share, staked in paths(game.start(deck=deal), Fraction(1, 6)):
            chips += share * staked
    player = series.player()
    hits = Counter[str]()
    for block in range(BLOCKS):
        found = simulation_of(
            series, player.measuring.game, player(block * GAMES, (block + 1) * GAMES)
        )
        seat = found.seats[0]
        assert seat.payoff is not None and seat.profit_per_chip is not None
        hits["share (Wilson)"] += seat.won.contains(wins)
        hits["mean"] += seat.payoff.contains(float(payoff))
        hits["mean of decisions"] += found.decisions.mean.contains(moves)
        hits["ratio"] += seat.profit_per_chip.contains(float(payoff / chips))
    for what, often in hits.items():
        assert 0.93 <= often / BLOCKS <= 0.97, (what, often)


def paths(state: State, share: Fraction, staked: int = 1) -> Iterator[tuple[Fraction, int]]:
    """What the first player has staked at each end, by chance."""
    if state.is_over:
        yield share, staked
        return
    for move in map(str, state.legal_moves):
        after = state.clone()
        after.apply(move)
        more = state.actor == 0 and move in ("bet", "call")
        yield from paths(after, share / len(state.legal_moves), staked + more)


@pytest.mark.soak
def test_intervals_of_differences_contain_the_truth_as_often_as_they_say() -> None:
    base, variant = series_of(read_rules("kuhn")), series_of(read_rules("kuhn", ["one_raise"]))
    games = rulerun.load("kuhn"), rulerun.load("kuhn", overlays=["one_raise"])
    figures: dict[str, Callable[[State], float | Fraction]] = {
        "P1 wins": lambda s: Fraction(0 in s.winners, max(1, len(s.winners))),
        "P1 payoff": lambda s: s.payoffs[0],
        "decisions": lambda s: s.moves_made,
    }
    right = {}
    for name, of in figures.items():
        first, second = (expected(game, by_chance, of) for game in games)
        right[name] = float(second - first)
    pairs = PairedSeries(base, variant)
    play = pairs.player()
    hits = Counter[str]()
    for block in range(BLOCKS):
        found = comparison_of(pairs, 2, play(block * GAMES, (block + 1) * GAMES))
        for one in found.differences:
            if one.name in right:
                hits[one.name] += one.difference.contains(right[one.name])
    assert set(hits) == set(right)
    for what, often in hits.items():
        assert 0.93 <= often / BLOCKS <= 0.97, (what, often)
