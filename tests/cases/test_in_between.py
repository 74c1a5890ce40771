"""The cases about in-between: posts, bets, the pot, and games that need not end."""

from __future__ import annotations

import pytest

from rulerun.cli.meaning import Meaning, NotUnderstood
from rulerun.cli.offer import Offer
from rulerun.cli.paint import Paint
from rulerun.cli.table import Table
from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.machine.state import State

from .book import (
    cards,
    everybody,
    game_of,
    last_number,
    lay_out,
    moves,
    number,
    pile,
    rules_of,
    tell,
    the_case,
    the_rest,
)


def at_the_posts(rules: str, *overlays: str, stock: str, chips: int, pot: int) -> State:
    """Anna and Ben play; the next cards are those of `stock`, Anna's two posts first."""
    given = {"Anna's chips": chips, "pot": pot, "dealer": "Ben", "stock": stock}
    return lay_out(rules_of(rules, *overlays), given, start_at="turn")


# --------------------------------------------------------------------------------------------
# The two posts


def test_a_new_post_is_put_in_order_too() -> None:
    case = the_case("between-comparison-02")
    posts, redraw = cards(case.scenario["posts"]), cards(case.scenario["redraw"])
    third, bet = cards(case.scenario["third"]), case.scenario["bet"]
    # A second pair is replaced again.
    for drawn in (redraw, f"9C {redraw}"):
        state = at_the_posts(
            "pair_redraw", stock=f"{posts} {drawn} {third} 2S 5D", chips=100, pot=bet + 1
        )
        assert tell(state, "low_post") == cards(case.expected["low"])
        assert tell(state, "high_post") == cards(case.expected["high"])
        state.apply(f"bet {bet}")
        assert number(state, "Anna's chips") - 100 == case.expected["player_gains"]
    assert case.expected["result"] == "win"


def test_the_spread_counts_the_ranks_that_win() -> None:
    case = the_case("between-comparison-04")
    posts, third = cards(case.scenario["posts"]), cards(case.scenario["third"])
    bet, expected = case.scenario["bet"], case.expected
    gains = {}
    for drawn in (third, "KH"):
        state = at_the_posts("odds", stock=f"{posts} {drawn} 2S 5D", chips=100, pot=300)
        assert number(state, "spread") == expected["spread"]
        state.apply(f"bet {bet}")
        assert case.scenario["raise_bet"]
        state.apply("raise")
        gains[drawn] = number(state, "Anna's chips") - 100
    assert -gains["KH"] == expected["total_stake"]
    assert gains[third] == expected["payout"]
    assert gains[third] + expected["total_stake"] == expected["returned_with_stake"]

    for spread, odds in case.scenario["table"].items():
        high = ["9", "10", "J", "Q", "K"][last_number(spread) - 1]
        state = at_the_posts("odds", stock=f"7S {high}D 8C 2S 5D", chips=100, pot=300)
        assert number(state, "spread") == last_number(spread)
        assert number(state, "odds") == int(odds.split(" to ")[0])


def test_neighbours() -> None:
    case = the_case("between-special-02")
    posts, pot, bet = cards(case.scenario["posts"]), case.scenario["pot"], case.scenario["bet"]

    # The sheet: no bet is possible. The cards are gone, and the next player has new ones.
    state = at_the_posts("in_between", stock=f"{posts} 2S 5D 9C", chips=20, pot=pot)
    assert state.actor == 1 and number(state, "Anna's chips") == 20 and number(state, "pot") == pot
    assert pile(state.view(0), "discard") == posts.split()
    assert pile(state.view(0), "posts") == ["2S", "5D"]
    assert case.expected["replace"] == "new posts, chips unchanged"

    # At home they lose what is bet.
    state = at_the_posts("in_between", "home_game", stock=f"{posts} 2S 5D 9C", chips=20, pot=pot)
    state.apply(f"bet {bet}")
    lost = int(case.expected["lose"].split()[0])
    assert (20 - number(state, "Anna's chips"), number(state, "pot") - pot) == (lost, lost)
    assert len(pile(state.view(0), "discard")) == 2 and "no third card" in case.expected["lose"]


@pytest.mark.parametrize(
    ("posts", "overlays", "are_neighbours"),
    [
        ("KS AD", (), True),
        ("AS 2D", (), False),
        ("AS 2D", ("ace_low",), True),
        ("KS AD", ("ace_low",), False),
    ],
)
def test_what_lies_beside_an_ace(
    posts: str, overlays: tuple[str, ...], are_neighbours: bool
) -> None:
    assert the_case("between-special-02").scenario
    state = at_the_posts("in_between", *overlays, stock=f"{posts} 2S 5D 9C", chips=20, pot=12)
    assert (state.actor == 1) is are_neighbours


def test_a_post_costs_twice_the_bet() -> None:
    case = the_case("between-special-04")
    posts, third = cards(case.scenario["posts"]), cards(case.scenario["third"])
    pot, chips = case.scenario["pot"], case.scenario["player_chips"]
    state = at_the_posts("in_between", stock=f"{posts} {third} 2S 5D", chips=chips, pot=pot)
    most = moves(state, "bet")[-1]
    assert case.scenario["bet"] == "pot" and int(most) == pot
    state.apply(f"bet {most}")
    assert chips - number(state, "Anna's chips") == case.expected["player_pays"]
    assert number(state, "Anna's chips") == case.expected["player_chips"]
    assert number(state, "pot") == case.expected["pot"]


# --------------------------------------------------------------------------------------------
# Bets


def test_a_bet_of_nothing() -> None:
    case = the_case("between-special-06")
    said, pot = case.scenario["input"], case.scenario["pot"]
    state = at_the_posts("in_between", stock="4H QS 9C 2S 5D", chips=20, pot=pot)
    state.apply(f"bet {said}")
    assert case.expected["min_bet_0"].startswith("pass: no third card")
    assert pile(state.view(1), "discard") == ["4H", "QS"]
    assert (number(state, "Anna's chips"), number(state, "pot")) == (20, pot)
    assert state.actor == 1 and pile(state.view(1), "posts") == ["9C", "2S"]

    state = at_the_posts("in_between", "home_game", stock="4H QS 9C 2S 5D", chips=20, pot=pot)
    before = state.clone()
    with pytest.raises(IllegalMoveError, match="at least 1"):
        state.apply(f"bet {said}")
    assert case.expected["min_bet_1"] == "rejected: minimum 1"
    assert state == before


def test_no_stake_below_the_least() -> None:
    case = the_case("bet-validation-02")
    chips = case.scenario["chips"]
    state = at_the_posts("in_between", "home_game", stock="4H QS 9C", chips=chips, pot=12)
    before = state.clone()
    assert int(moves(state, "bet")[0]) == case.scenario["min_bet"]
    accepted = []
    for said in case.scenario["inputs"]:
        try:
            state.clone().apply(f"bet {said}")
        except IllegalMoveError as error:
            assert "at least 1" in str(error)
        else:
            accepted.append(said)
    assert accepted == case.expected["accepted"]
    assert state == before and number(state, "Anna's chips") == case.expected["chips"]


def test_only_plain_digits_are_a_number() -> None:
    case = the_case("bet-validation-04")
    chips = case.scenario["chips"]
    state = at_the_posts("in_between", stock="4H QS 9C 2S 5D", chips=chips, pot=60)
    before, views = state.clone(), everybody(state)
    accepted = []
    for said in case.scenario["inputs"]:
        trial = state.clone()
        try:
            trial.apply(f"bet {said}")
        except IllegalMoveError as error:
            assert trial == before
            assert "amount" in str(error)
        else:
            accepted.append(said)
            assert trial != before
    assert accepted == case.expected["accepted"]
    assert state == before and everybody(state) == views


def test_the_prompt_asks_again_with_the_range() -> None:
    case = the_case("bet-validation-04")
    chips = case.scenario["chips"]
    state = at_the_posts("in_between", stock="4H QS 9C 2S 5D", chips=chips, pot=60)
    before = state.clone()
    meaning = Meaning(Offer(state, Table(state.game, Paint())))
    for said in case.scenario["inputs"]:
        if said in case.expected["accepted"]:
            assert str(meaning.understood(said)) == f"bet {said.strip()}"
            continue
        ways = [f"bet {said}", said] if said else ["bet"]  # an empty line is no answer at all
        for way in ways:
            with pytest.raises(NotUnderstood, match=f"from 0 to {chips}"):
                meaning.understood(way)
    assert state == before


def test_nobody_bets_more_than_the_pot() -> None:
    case = the_case("bet-validation-06")
    state = at_the_posts(
        "in_between", stock="4H QS 9C 2S 5D",
        chips=case.scenario["chips"], pot=case.scenario["pot"],
    )  # fmt: skip
    assert (f"bet {case.scenario['input']}" in state.legal_moves) is case.expected["accepted"]
    assert int(moves(state, "bet")[-1]) == case.expected["max_bet"]
    most = case.expected["max_bet"]
    with pytest.raises(IllegalMoveError, match=f"at most {most}, the pot holds {most}"):
        state.apply(f"bet {case.scenario['input']}")


def test_a_bet_is_settled_once() -> None:
    case = the_case("pot-accounting-03")
    chips, bet = case.scenario["chips"], case.scenario["bet"]
    third = {"lose": "2H", "push": "4S", "win even money": "9C"}
    left = {}
    for result in case.scenario["results"]:
        state = at_the_posts(
            "post_pushes", stock=f"4H QS {third[result]} 3S 7D", chips=chips, pot=bet + 1
        )
        state.apply(f"bet {bet}")
        left[result.split()[0]] = number(state, "Anna's chips")
        assert number(state, "total chips of everyone + pot") == chips + 20 + bet + 1
    assert left == case.expected


def test_half_a_pot_is_whole_chips() -> None:
    case = the_case("pot-accounting-07")
    state = at_the_posts("in_between", stock="4H QS 9C 2S 5D", chips=20, pot=case.scenario["pot"])
    assert tell(state, case.scenario["expression"]) == str(case.expected["bet"])
    state.apply(f"bet {tell(state, case.scenario['expression'])}")
    assert number(state, "Anna's chips") == 20 + case.expected["bet"]
    assert {type(n) for n in state.view(0).purses} == {int} == {type(case.expected["bet"])}


# --------------------------------------------------------------------------------------------
# The pack


def test_every_rank_lies_in_every_place() -> None:
    case = the_case("deck-integrity-01")
    game = game_of("in_between")
    low, high = (int(n) for n in case.scenario["ranks_expected"].split(".."))
    ranks = game.rules.deck.ranks
    assert ranks == (*(str(n) for n in range(low, 11)), *"JQKA"[: high - 10])
    assert len(set(game.deck.ranks)) == case.expected["distinct_ranks"] == len(ranks)
    assert len(set(game.deck.labels)) == len(game.deck) == case.expected["cards"]

    seen: list[set[str]] = [set(), set(), set()]
    for i, rank in enumerate(ranks):
        across = ranks[i - 6]  # neither a neighbour nor the same
        for deck in (f"{rank}S {across}D", f"{across}S {rank}D", f"2S 8D {rank}H"):
            state = game.start(deck=deck.split())
            state.apply("bet 1")
            turned = pile(state.view(0), "discard")[:3]
            for place, card in zip(seen, turned, strict=True):
                assert card is not None
                place.add(card[:-1])
    everywhere = all(place == set(ranks) for place in seen)
    assert everywhere is case.expected["every_rank_possible_in_every_position"]


def test_the_posts_are_the_last_cards() -> None:
    case = the_case("stock-exhaustion-04")
    left = cards(case.scenario["deck_left"])
    rest = the_rest(rules_of("in_between"), left)
    given = {"stock": left, "discard": rest, "pot": 4, "dealer": "Ben"}
    state = lay_out(rules_of("in_between"), given, start_at="turn", options={"rounds": 1})
    assert pile(state.view(0), "posts") == left.split() and not pile(state.view(0), "stock")
    assert len(case.expected["offered"]) == 2 and {"bet 0", "bet 1"} <= set(moves(state))

    passed = state.clone()
    passed.apply("bet 0")
    assert (number(passed, "Anna's chips"), number(passed, "pot")) == (20, 4)

    state.apply("bet 1")
    *posts, third = pile(state.view(0), "discard")
    assert posts == left.split() and third in rest.split()
    assert number(state, "Anna's chips") != 20
    assert len(pile(state.view(0), "stock")) == len(rest.split()) - 1 - 2  # Ben's posts


# --------------------------------------------------------------------------------------------
# Games that need not end


def test_passing_for_ever() -> None:
    case = the_case("non-termination-05")
    ended = []
    for seed in (1, 2, 3):
        game = game_of("fifty_moves", players=case.scenario["players"], rounds=1000)
        state = game.start(seed=seed)
        while not state.is_over:
            assert int(moves(state, "bet")[0]) == case.scenario["min_bet"]
            state.apply("bet 0")
        ended.append((state.ended_by, state.moves_made, state.winners, set(state.payoffs)))
    assert ended == [("abandoned", 50, (), {0})] * 3
    assert case.expected["simulation"].startswith("stops at the cap")

    # The game itself ends after its rounds.
    state = game_of("in_between", players=case.scenario["players"]).start()
    while not state.is_over:
        state.apply("bet 0")
    assert state.ended_by == "rounds_played"
