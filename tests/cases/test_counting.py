"""The cases about counting cards, in cribbage."""

from __future__ import annotations

from .book import cards, lay_out, number, rules_of, the_case


def test_a_thirty_one_and_a_run_both_score() -> None:
    case = the_case("counting-games-02")
    *row, last = cards([*case.scenario["played"], case.scenario["next"]]).split()
    given = {
        "laid_last": "Ben",
        "Anna's hand": " ".join([*row[::2], last, "KC"]),
        "Ben's hand": " ".join([*row[1::2], "KD"]),
    }
    state = lay_out(rules_of("cribbage"), given, start_at="turn")
    for card in row:
        state.apply(f"play {card}")
    before = number(state, "Anna's points")
    assert number(state, "row_count") == case.scenario["count"]
    state.apply(f"play {last}")
    assert number(state, "Anna's points") - before == case.expected["total"]
    assert case.expected["total"] == sum(case.expected["points"].values())


def test_two_cards_are_no_run_and_double_runs_count_each_way() -> None:
    case = the_case("counting-games-04")
    for hand, points in zip(case.scenario["hands"], case.expected["run_points"], strict=True):
        *kept, starter = cards(hand).split()
        given = {"starter": starter, "Anna's played": " ".join(kept), "laid_last": "Ben"}
        given["Anna's hand"] = "AH"  # there is still something to be played
        state = lay_out(rules_of("cribbage"), given, start_at="turn")
        fifteens_and_pairs = (
            "2 * (number of groups in subsets of five of Anna's played where total value of group = 15)"
            " + 2 * (number of groups in subsets of five of Anna's played"
            " where size = 2 and group is matching)"
        )
        in_all = number(state, "worth of Anna's played")
        assert in_all - number(state, fifteens_and_pairs) == points


def test_cards_that_are_left_over_are_no_sweep() -> None:
    case = the_case("counting-games-06")
    assert case.scenario["last_capture_by"] == "B" and case.scenario["hands_empty"]
    table = cards(case.scenario["table"])
    given = {
        "dealer": "Ben",
        "capturer": "Ben",
        "deal_number": "6",
        "table": table,
        "Anna's hand": "KC",
        "Ben's hand": "QC",
    }
    moves = ("Anna: trail KC", "Ben: trail QC")
    state = lay_out(rules_of("trial/fishing"), given, start_at="turn", play=moves)
    (won,) = (pile for pile in state.view(1).piles if pile.name == "won" and pile.seat == 1)
    assert {*cards(case.expected["B_gets"]).split(), "KC", "QC"} == set(won.cards)
    assert state.is_over
    assert bool(number(state, "Ben's points")) == case.expected["sweep"]
