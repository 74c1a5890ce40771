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
