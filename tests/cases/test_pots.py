"""The cases about pots and stakes, played at a small game of betting (rulesets/showdown.yaml)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulerun.interpreter.machine.state import State

from .book import PEOPLE, SEATS, cards, lay_out, number, pile, rules_of, tell, the_case

LETTERS = {name[0]: name for name in PEOPLE[:4]}


def purses(state: State) -> dict[str, int]:
    """Each player's chips, by letter."""
    letters = list(LETTERS)
    return {letters[seat]: chips for seat, chips in enumerate(state.view(None).purses)}


def all_chips(state: State) -> int:
    return number(state, "total chips of everyone + total bet of everyone + pot")


def at_the_last_bets(bets: Mapping[str, int], hands: Mapping[str, str], pot: int = 0) -> State:
    """All that a player has lies in their bet; the cards are dealt, and it is the last deal."""
    given: dict[str, object] = {"pot": pot, "dealer": LETTERS[list(bets)[-1]]}
    for letter, bet in bets.items():
        name = LETTERS[letter]
        given |= {f"{name}'s chips": 0, f"{name}'s bet": bet, f"{name}'s hand": hands[letter]}
    return lay_out(
        rules_of("showdown"), given, players=len(bets), start_at="betting", options={"deals": 1}
    )


def shown_down(state: State) -> dict[str, int]:
    """The purses after nobody has bet any more."""
    before = all_chips(state)
    while not state.is_over:
        state.apply("bet 0")
        assert all_chips(state) == before
    assert number(state, "round_number") == 1
    return purses(state)


def test_nothing_is_taken_after_the_end() -> None:
    case = the_case("pot-accounting-01")
    after = case.scenario["chips"]
    ante = case.scenario["ante"]
    given = {"dealer": "Ben", "Anna's chips": after["A"] + ante, "Ben's chips": after["B"] - ante}
    state = lay_out(
        rules_of("showdown"), given, start_at="round", shuffle="2S KS", options={"ante": ante}
    )
    while not state.is_over:
        assert all_chips(state) == case.expected["sum"]
        state.apply("bet 0")
    assert state.ended_by == "one_left"
    assert purses(state) == case.expected["chips"]
    assert number(state, "pot") == case.expected["pot"]
    assert all_chips(state) == case.expected["sum"]


def test_the_odd_chip_goes_to_the_first() -> None:
    case = the_case("pot-accounting-05")
    winners = case.scenario["winners_in_seat_order_from_dealer"]
    hands = dict(zip(winners, ("KS", "KD", "KH"), strict=True))
    won = shown_down(at_the_last_bets(dict.fromkeys(winners, 1), hands, case.scenario["pot"] - 3))
    assert won | {"sum": sum(won.values())} == case.expected


def test_who_cannot_pay_the_ante_is_not_dealt_in() -> None:
    case = the_case("insolvent-player-02")
    chips, ante = case.scenario["chips"], case.scenario["ante"]
    given: dict[str, object] = {"dealer": "Dirk"}
    given |= {f"{LETTERS[letter]}'s chips": n for letter, n in chips.items()}
    state = lay_out(
        rules_of("showdown"), given, players=4, start_at="round", options={"ante": ante}
    )
    dealt = [
        letter for letter, name in LETTERS.items() if tell(state, f"{name}'s bet > 0") == "yes"
    ]
    assert dealt == case.expected["dealt_in"]
    held = [letter for letter, name in LETTERS.items()
            if pile(state.view(None), "hand", SEATS[name])]  # fmt: skip
    assert held == case.expected["dealt_in"]
    assert purses(state) == {a: n - ante * (a in dealt) for a, n in chips.items()}
    assert state.failed is None and not case.expected["exception"]

    # In-between: they pay what they have left and are out (IB20, IB21).
    stock = "6D KC 6H KH 6S KS"
    state = lay_out(
        rules_of("in_between"), given | {"stock": stock}, players=4, start_at="round",
        options={"ante": ante},
    )  # fmt: skip
    paid = {a: min(n, ante) for a, n in chips.items()}
    assert purses(state) == {a: n - paid[a] for a, n in chips.items()}
    assert number(state, "pot") == sum(paid.values())
    asked: list[str] = []
    while len(asked) < len(case.expected["dealt_in"]):
        assert state.actor is not None
        asked.append("ABCD"[state.actor])
        state.apply("bet 0")
    assert asked == case.expected["dealt_in"]
    assert tell(state, "number of players = 2") == "yes"


def test_each_part_of_a_pot_goes_to_the_best_of_those_who_paid_it() -> None:
    case = the_case("tie-resolution-04")
    paid, ranks, expected = case.scenario["contributions"], case.scenario["ranks"], case.expected
    suits = dict(zip(paid, "SHDC", strict=True))
    hands = {letter: " AKQ"[ranks[letter]] + suits[letter] for letter in paid}
    won = shown_down(at_the_last_bets(paid, hands))
    assert [a for a in won if won[a] == expected["main_pot"]] == expected["main_to"]
    sides = {a: n for a, n in won.items() if n and a not in expected["main_to"]}
    assert sides == expected["side_to"] and sum(sides.values()) == expected["side_pot"]
    assert {a: won[a] - paid[a] for a in paid} == expected["net"]


@pytest.mark.parametrize("result", ["A wins", "B wins", "tie"])
def test_what_nobody_matched_goes_back(result: str) -> None:
    case = the_case("poker-like-03")
    assert result in case.scenario["results"]
    hands = {"A wins": ("AS", "KD"), "B wins": ("KS", "AD"), "tie": ("KS", "KD")}[result]
    state = at_the_last_bets(case.scenario["contributions"], dict(zip("AB", hands, strict=True)))
    assert shown_down(state) == case.expected[result.replace(" ", "_")]


def test_who_has_folded_is_not_asked_again() -> None:
    case = the_case("seat-rotation-04")
    seats, folded = case.scenario["seats"], case.scenario["folded"]
    given = {"dealer": LETTERS[case.scenario["new_round_starts_left_of"][0]]}
    state = lay_out(rules_of("showdown"), given, players=len(seats), start_at="round")
    for _ in seats:
        assert state.actor is not None
        state.apply("fold" if seats[state.actor] in folded else "bet 0")
    assert number(state, "betting_number") == 2
    asked: list[str] = []
    while number(state, "round_number") == 1:
        assert state.actor is not None
        asked.append(seats[state.actor])
        state.apply("bet 0")
    assert asked[0] == case.expected["first_to_act"]
    assert not set(asked) & set(case.expected["never_asked"])
    assert (len(set(asked)) == len(asked)) is case.expected["no_seat_twice_without_raise"]
    assert set(asked) | set(folded) == set(seats)


def test_an_ace_is_low_only_at_the_bottom_of_a_straight() -> None:
    case = the_case("poker-like-01")
    hands = [cards(hand) for hand in case.scenario["hands"]]

    def strength(hand: str) -> int:
        given = {"Anna's hand": hand, "Anna's bet": 1, "Ben's bet": 1}
        state = lay_out(rules_of("showdown"), given, start_at="betting")
        assert pile(state.view(0), "hand", 0) == hand.split()
        return number(state, "poker_strength of Anna's hand")

    five_high, six_high, none = (strength(hand) for hand in hands)
    assert case.expected["order"] == "second beats first beats third"
    assert six_high > five_high > none
    three_of_a_kind, high_card = strength("KS KH KD 3C 2S"), strength("AS KH QD JC 9S")
    are_straights = [strength(hand) > three_of_a_kind for hand in hands]
    assert are_straights == ["no" not in told for told in case.expected["ranks"]]
    assert none <= high_card


@pytest.mark.parametrize("result", ["A wins", "B wins", "tie"])
def test_what_nobody_matched_goes_back_in_holdem(result: str) -> None:
    case = the_case("poker-like-03")
    paid = case.scenario["contributions"]
    hands = {"A wins": ("AS AH", "KD KH"), "B wins": ("KS KH", "AD AH"), "tie": ("KS KH", "KD KC")}
    given = {f"{LETTERS[a]}'s chips": n for a, n in paid.items()} | {"dealer": LETTERS["A"]}
    given |= {f"{LETTERS[a]}'s hand": hand for a, hand in zip(paid, hands[result], strict=True)}
    given |= {"live": f"({', '.join(LETTERS[a] for a in paid)})", "last_raise": 2}
    given |= {"board": "2C 3D 7H 9S JC", "street_number": 4}
    state = lay_out(rules_of("holdem"), given, players=2, start_at="betting", options={"deals": 1})
    state.apply(f"bet {paid['B']}")
    state.apply("call")
    assert purses(state) == case.expected[result.replace(" ", "_")]


def test_a_short_all_in_does_not_open_the_betting_again() -> None:
    case = the_case("poker-like-05")
    small, big = case.scenario["blinds"]
    # The button is D, so A and B are the blinds and C is under the gun.
    given = {"dealer": LETTERS["D"], "Anna's chips": 19}
    state = lay_out(
        rules_of("holdem"), given, players=4, options={"small_blind": small, "big_blind": big}
    )
    said = {
        "raises to 16": "raise 16",
        "calls 16": "call",
        "all in 19": "all_in",
        "calls 19": "call",
    }
    for action in case.scenario["actions"]:
        state.apply(said[action.partition(" ")[2]])
    assert state.actor == SEATS[LETTERS["C"]]
    options = [str(move) for move in state.legal_moves]
    assert sorted(options) == ["call", "fold"] and not case.expected["raise_allowed"]
    assert f"call {number(state, 'to_call of Carla')}" in case.expected["UTG_options"]
