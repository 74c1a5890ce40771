"""The cases about melds and laying off, on gin as it is played here."""

from __future__ import annotations

from typing import Any

import pytest

from rulerun.interpreter.machine.checked import Checked
from rulerun.interpreter.machine.state import State

from .. import brute_force_melds as oracle
from .book import (
    cards,
    game_of,
    groups,
    last_number,
    lay_out,
    moves,
    number,
    rules_of,
    tell,
    the_case,
)

DEADWOOD = "total value of deadwood of Anna's hand"
LEFT = "total value of deadwood of Ben's hand against table"


def at_the_end_of_a_turn(checked: Checked, hand: str, other: str = "", **options: object) -> State:
    """Anna has `hand` and one card more, `spare(...)`, and may discard or knock."""
    given = {"Anna's hand": f"{hand} {spare(hand, other)}"}
    return lay_out(
        checked, given | ({"Ben's hand": other} if other else {}), start_at="finish",
        options={"target": 1} | options,
    )  # fmt: skip


def spare(*hands: str) -> str:
    """A card that is in none of the hands."""
    held = " ".join(hands).split()
    return next(c for c in game_of("gin").deck.labels if c not in held)


def deadwood_without(state: State, card: str) -> int:
    return number(state, f"total value of deadwood of (Anna's hand without {card})")


def the_knock(case_id: str, *overlays: str, **options: object) -> tuple[State, Any]:
    """The state after the knock that a case of laying off tells of, and what it expects."""
    case = the_case(case_id)
    knocker = case.scenario["knocker"]
    hand = cards(" ".join([*knocker["melds"], knocker["deadwood"]]))
    defender = cards(case.scenario["defender"])
    state = at_the_end_of_a_turn(rules_of("gin", *overlays), hand, defender, **options)
    state.apply(f"knock {spare(hand, defender)}")
    laid = {frozenset(cards(meld).split()) for meld in knocker["melds"]}
    assert groups(state.view(1), "table") == laid
    return state, case.expected


@pytest.mark.parametrize("case_id", ["meld-solver-01", "meld-solver-03"])
def test_a_complete_hand_is_found_complete(case_id: str) -> None:
    case = the_case(case_id)
    hand = cards(case.scenario["hand"])
    state = at_the_end_of_a_turn(rules_of("gin"), hand, knock_limit=0, gin_bonus=77)
    assert deadwood_without(state, spare(hand)) == case.expected["deadwood"] == 0
    assert spare(hand) in moves(state, "knock")
    state.apply(f"knock {spare(hand)}")
    assert groups(state.view(1), "table") == {
        frozenset(cards(meld).split()) for meld in case.expected["melds"]
    }
    assert (number(state, "Anna's points") >= 77) is case.expected["is_gin"] is True


def test_no_other_partition_is_as_good() -> None:
    expected = the_case("meld-solver-01").expected
    deck = game_of("gin").deck
    kinds: tuple[oracle.Kind, ...] = (
        (3, 4, "rank", None),
        (3, None, "suit", tuple(range(13))),
    )
    rules = oracle.Rules(tuple(deck.ranks), tuple(deck.suits), tuple(deck.values), kinds)
    hand = cards(the_case("meld-solver-01").scenario["hand"])
    best = oracle.best_arrangements(rules, tuple(deck.find(c)[0] for c in hand.split()))
    assert (len(best) == 1) is expected["unique_partition"] is True


def test_the_ace_is_low_or_round_the_corner_and_never_a_king() -> None:
    case = the_case("meld-solver-05")
    hand = cards(case.scenario["hand"])
    low, corner = case.expected["ace_low"], case.expected["round_the_corner"]

    state = at_the_end_of_a_turn(rules_of("gin"), hand)
    assert deadwood_without(state, spare(hand)) == low["deadwood"]
    left = tell(state, f"deadwood of (Anna's hand without {spare(hand)})")
    assert left.split() == cards(low["deadwood_cards"]).split()
    assert f"knock {spare(hand)}" not in moves(state)

    # With the ace at both ends Q K A is a run and K A 2 still none.
    state = at_the_end_of_a_turn(rules_of("gin", "ace_both"), hand)
    left = tell(state, f"deadwood of (Anna's hand without {spare(hand)})")
    assert left.split() == ["2S"]

    state = at_the_end_of_a_turn(rules_of("round_the_corner"), hand)
    assert deadwood_without(state, spare(hand)) == corner["deadwood"]
    state.apply(f"knock {spare(hand)}")
    assert groups(state.view(1), "table") == {
        frozenset(cards(meld).split()) for meld in corner["melds"]
    }


# --------------------------------------------------------------------------------------------
# Laying off


def test_the_better_of_two_places_is_found() -> None:
    state, expected = the_knock("layoff-02")
    assert number(state, "Ben's points") == last_number(expected["result"].split("(")[0])
    assert tell(state, "winners is Ben") == "yes"

    state, _ = the_knock("layoff-02", "lay_off_by_hand")
    assert number(state, LEFT) == expected["best_defender_deadwood"]


def test_both_places_of_a_card_are_offered() -> None:
    state, expected = the_knock("layoff-02", "lay_off_by_hand")
    run, tens = (tell(state, f"position of first meld in table where {card} is in meld")
                 for card in ("JS", "10H"))  # fmt: skip
    assert set(moves(state, "lay_off")) == {f"10S, {run}", f"10S, {tens}"}

    wrong = state.clone()
    wrong.apply(f"lay_off 10S, {tens}")
    assert moves(wrong) == ["done"]
    assert number(wrong, LEFT) == expected["if_TS_goes_on_the_set"]
    wrong.apply("done")
    assert number(wrong, "Anna's points") == last_number(expected["result"])

    state.apply(f"lay_off 10S, {run}")
    state.apply(f"lay_off 9S, {run}")
    state.apply("done")
    assert number(state, "Ben's points") == last_number(expected["result"].split("(")[0])


def test_melds_and_lay_offs_are_chosen_together() -> None:
    state, expected = the_knock("layoff-04")
    assert number(state, "Ben's points") == last_number(expected["best_result"])

    state, _ = the_knock("layoff-04", "lay_off_by_hand")
    assert number(state, DEADWOOD) == expected["knocker_deadwood"]
    assert number(state, LEFT) == expected["best_defender_deadwood"] == 0
    # First the best melds and then whatever can still be laid off is not enough.
    one_by_one = number(state, "total value of deadwood of (deadwood of Ben's hand) against table")
    assert one_by_one == expected["sequential_helper_gives"]
    assert one_by_one - expected["knocker_deadwood"] == last_number(expected["naive_result"])

    while laid := [m for m in moves(state, "lay_off") if m[:2] in ("6D", "7D", "6H", "7H")]:
        state.apply(f"lay_off {laid[0]}")
    own = {tuple(sorted(cards(meld).split())) for meld in expected["own_melds"]}
    assert sorted(tell(state, "melds of Ben's hand").split()) == sorted(c for m in own for c in m)
    state.apply("done")
    assert number(state, "Ben's points") == last_number(expected["best_result"])


def test_nothing_is_laid_off_on_gin_unless_a_house_rule_says_so() -> None:
    state, expected = the_knock("layoff-06")
    never, always = expected["layoff_on_gin_false"], expected["layoff_on_gin_true"]
    assert number(state, "Anna's points") == never["knocker_scores"]

    state, _ = the_knock("layoff-06", "lay_off_by_hand")
    assert number(state, "total value of deadwood of Ben's hand") == never["defender_deadwood"]
    assert moves(state, "lay_off") == never["layoff_actions_offered"]
    assert number(state, LEFT) == always["defender_deadwood"]

    state, _ = the_knock("layoff-06", "lay_off_on_gin")
    assert number(state, "Anna's points") == always["knocker_scores"]


def test_only_the_defender_lays_off() -> None:
    state, expected = the_knock("layoff-08")
    assert number(state, "Anna's points") == expected["knocker_scores"]

    state, _ = the_knock("layoff-08", "lay_off_by_hand")
    assert state.actor == 1
    assert list(state.view(0).moves) == expected["knocker_may_lay_off"]
    assert number(state, DEADWOOD) == expected["knocker_deadwood"]
    assert number(state, LEFT) == expected["defender_deadwood"]
