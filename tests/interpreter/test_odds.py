"""Odds: known values, chances that add up, and nothing that the seat does not know."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest

import rulerun
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.course import follow
from rulerun.interpreter.machine.likeness import alike
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.unseen import hidden_from, imagined, renamed
from rulerun.interpreter.simulation.measuring import Measuring
from rulerun.interpreter.simulation.odds import MoveOdds, Odds, odds_of
from rulerun.interpreter.simulation.series import series_of

from ..blackjack_values import SIX_PACKS, Shoe, count, house_ends, standing, without
from ..blackjack_values import drawn as drawn_next

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PUSH_YOUR_LUCK = """\
game: Push your luck
players: 1
deck: { ranks: 'A, 2 to 5', values: 'A = 1', starts in: stock }
piles: { stock: face down, row: face up }
remember: { points: number per player }
setup: { shuffle: shuffle stock }
phases:
  try:
    repeat: until size of row > 2
    who: each player
    moves:
      draw:
        do:
          card: deal 1 card from stock to row
          bust: when total value of row > 7 -> your points becomes 0
          more: score total value of row
      stop: end game
winner: all players with most points
"""


class Table:
    """A game and what is asked of it."""

    def __init__(self, path: str | Path, players: int | None = None) -> None:
        series = series_of(read_rules(path), players=players)
        self.measuring: Measuring = series.measuring(stops=True)
        self.rows = {n: a.name for n, a in enumerate(series.applying) if a.is_payout}
        self.game = self.measuring.game

    def odds(self, state: State, **how: int) -> Odds:
        """The odds in a state."""
        return odds_of(self.measuring, self.rows, state, **how)


def shares(move: MoveOdds) -> dict[str, float]:
    return {chance.name: chance.share.value for chance in move.rows}


def test_every_pair_of_posts_in_between() -> None:
    """Of 50 cards that are left so many lie between the posts, so many are on them."""
    table = Table("in_between")
    for low, high in combinations_with_replacement(range(13), 2):
        if high - low == 1:
            continue  # nobody bets on neighbours
        deck = [f"{RANKS[low]}S", f"{RANKS[high]}H"]
        told = table.odds(table.game.start(deck=deck))
        between = 4 * max(0, high - low - 1)
        post = 6 if high > low else 2
        right = {
            "payout.between": between, "payout.post": post if high > low else 0,
            "payout.pair_hit": 2 if high == low else 0,
            "payout.pair_safe": 48 if high == low else 0,
            "payout.outside": 50 - between - post if high > low else 0,
        }  # fmt: skip
        bet = told.moves[-1]
        assert bet.is_exact and told.to_turn_end
        assert shares(bet) == {name: n / 50 for name, n in right.items() if n}


def test_the_expectation_of_a_bet() -> None:
    """Posts 7 and Q: 16 cards win the bet, 6 cost it twice, 28 once."""
    table = Table("in_between")
    told = table.odds(table.game.start(deck=["7H", "QD"]))
    values = {move.move: move.change.value for move in told.moves if move.change}
    assert values["bet 0"] == 0
    assert values["bet 2"] == pytest.approx(2 * (16 - 2 * 6 - 28) / 50)


def test_chances_of_what_comes_next_add_up() -> None:
    for name, moves in (("leduc", []), ("kuhn", ["bet"]), ("blackjack", ["bet 2"])):
        table = Table(name)
        state = table.game.start(seed=3)
        for move in moves:
            state.apply(move)
        for told in table.odds(state, budget=1500, samples=300).moves:
            assert sum(chance.share.value for chance in told.next) == pytest.approx(1)


def test_what_there_is_no_time_to_count_is_estimated() -> None:
    table = Table("in_between")
    state = table.game.start(deck=["7H", "QD"])
    told = odds_of(table.measuring, table.rows, state, seconds=1e-9)
    assert [(move.is_exact, move.runs) for move in told.moves] == [(False, 1)] * 3
    told = odds_of(table.measuring, table.rows, state, seconds=600)
    assert all(move.is_exact for move in told.moves)


def test_who_holds_the_lowest_card_loses_a_call() -> None:
    table = Table("kuhn")
    state = table.game.start(deck=["KS", "JS"])
    state.apply("bet")
    call, fold = table.odds(state).moves
    assert call.change is not None and fold.change is not None
    assert (call.is_exact, call.change.value, fold.change.value) == (True, -1, 0)
    state = table.game.start(deck=["KS", "QS"])
    state.apply("bet")
    call = table.odds(state).moves[0]
    # The other one holds the king or the jack; who calls pays 1 and gets 4 or nothing.
    assert call.change is not None and call.change.value == pytest.approx(0.5 * 3 - 0.5)


def test_an_estimate_agrees_with_what_was_counted() -> None:
    table = Table("blackjack")
    state = table.game.start(deck=["9S", "8H", "KD", "5C"])
    state.apply("bet 1")
    exact = table.odds(state, budget=1000)
    estimated = table.odds(state, budget=0, samples=500)
    pairs = list(zip(exact.moves, estimated.moves, strict=True))
    assert any(one.is_exact for one, _ in pairs) and not any(other.is_exact for _, other in pairs)
    for one, other in pairs:
        if one.is_exact and one.change is not None:
            assert other.change is not None
            reach = 2 * other.change.half_width + 1e-9
            assert abs(one.change.value - other.change.value) <= reach


@pytest.mark.parametrize(
    ("hand", "up"),
    [
        pytest.param("10H 9S", "KD"),
        pytest.param("8H 8S", "KD", marks=pytest.mark.soak),
        pytest.param("9H 7S", "AD", marks=pytest.mark.soak),
        pytest.param("AH 6S", "7D", marks=pytest.mark.soak),
        pytest.param("6H 6S", "5D", marks=pytest.mark.soak),
    ],
)
def test_what_hitting_and_standing_are_worth(hand: str, up: str) -> None:
    """The same as a count of card by card in which there are no rules but these: the house has looked,
    so that an ace has no ten below it; it draws to seventeen."""
    table = Table("blackjack")
    state = table.game.start(deck=[*hand.split(), up])
    follow(state)
    state.apply("bet 1")
    told = {move.move: move for move in table.odds(state, depth=1).moves}
    worth = {"A": 1, "J": 10, "Q": 10, "K": 10}
    cards = tuple(worth.get(card[:-1]) or int(card[:-1]) for card in hand.split())
    shown = worth.get(up[:-1]) or int(up[:-1])
    shoe = without(SIX_PACKS, *cards, shown)

    def stood(cards: tuple[int, ...], shoe: Shoe) -> float:
        return standing(count(cards), house_ends(shown, shoe, looked=True))

    def hit(cards: tuple[int, ...], shoe: Shoe, depth: int) -> float:
        """A stake that is not won in the end counts as lost: the chips are not there."""
        total = 0.0
        for value, share in drawn_next(shown, shoe, looked=True).items():
            now, left = (*cards, value), without(shoe, value)
            known = stood(now, left) if depth or count(now) == 21 else -1.0
            if count(now) < 21 and depth:
                known = max(known, hit(now, left, depth - 1))
            total += share * known
        return total

    for move, right in (("stand", stood(cards, shoe)), ("hit", hit(cards, shoe, 1))):
        assert told[move].is_exact
        change = told[move].change
        assert change is not None and change.value == pytest.approx(1 + right, abs=1e-9)
        assert sum(share for share in shares(told[move]).values()) <= 1 + 1e-9
    assert sum(shares(told["stand"]).values()) == pytest.approx(1)


@pytest.mark.parametrize(("name", "moves"), [("leduc", []), ("kuhn", ["bet"]), ("in_between", [])])
def test_nothing_is_told_that_the_seat_does_not_know(name: str, moves: list[str]) -> None:
    table, rng = Table(name), Random(1)
    for seed in range(4):
        state = table.game.start(seed)
        for move in moves:
            state.apply(move)
        assert state.actor is not None
        one, other = rng.sample(hidden_from(state, state.actor), 2)
        twin = renamed(state, {one: other, other: one})
        assert table.odds(twin) == table.odds(state)


def test_imagined_states_look_the_same() -> None:
    rng = Random(2)
    differ = 0
    for name in ("gin", "hearts", "blackjack"):
        state = rulerun.load(name).start(seed=4)
        for seat in range(state.game.players):
            for _ in range(5):
                twin = imagined(state, seat, rng)
                assert twin.view(seat) == state.view(seat)
                differ += twin.piles != state.piles
    assert differ > 20


def test_the_best_move_is_looked_for_through_further_decisions(tmp_path: Path) -> None:
    path = tmp_path / "luck.yaml"
    path.write_text(PUSH_YOUR_LUCK, encoding="utf-8")
    table = Table(path)
    cards = [value for value in range(1, 6) for _ in range(4)]

    def best(row: list[int], points: int, depth: int) -> Fraction:
        """The most points that come of a decision; with depth 0 what there is."""
        if not depth or len(row) > 2:
            return Fraction(points)
        return max(Fraction(points), drawn(row, points, depth))

    def drawn(row: list[int], points: int, depth: int) -> Fraction:
        left = cards[:]
        for card in row:
            left.remove(card)
        total = Fraction(0)
        for card in left:
            new = [*row, card]
            after = sum(new) + (0 if sum(new) > 7 else points)
            total += best(new, after, depth - 1)
        return total / len(left)

    for depth in (0, 1, 2):
        draw, stop = table.odds(table.game.start(seed=1), depth=depth, budget=100_000).moves
        assert draw.is_exact and draw.change is not None and stop.change is not None
        assert draw.change.value == pytest.approx(float(drawn([], 0, depth + 1)))
        assert stop.change.value == 0


def test_cards_that_rules_never_tell_apart() -> None:
    assert len(set(alike(rulerun.load("war")))) == 13
    gin = alike(rulerun.load("gin"))
    assert len(set(gin)) == 52
