"""The cases about knocking, the score of a deal and of a game, and the course of gin."""

from __future__ import annotations

import re
from functools import cache

import pytest

from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.machine.checked import Checked
from rulerun.interpreter.machine.state import State

from .book import (
    SEATS,
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

# Hands by the deadwood they come to, the knocker's with 10C still to be thrown. The defender's 8D
# is laid off on the knocker's run.
KNOCKER = {
    4: "4D 5D 6D 7D JH JD JS AS AC 2H 10C",
    5: "4D 5D 6D 7D JH JD JS AS AC 3H 10C",
    9: "4D 5D 6D 7D JH JD JS AS 3H 5C 10C",
}
DEFENDER = {
    5: "QC QH QS KC KD KH KS 2C 3S 8D",
    7: "QC QH QS KC KD KH KS 2C 5S 8D",
    16: "QC QH QS KC KD KH KS 6C 10S 8D",
}
LETTERS = {"A": "Anna", "B": "Ben"}


def after_a_knock(
    knocker: int,
    defender: int,
    checked: Checked | None = None,
    given: dict[str, object] | None = None,
    **options: object,
) -> State:
    """The state after Anna has knocked; `knocker` and `defender` are what the deadwood comes to."""
    checked = checked or rules_of("gin")
    hands = the_hands(knocker, defender)
    state = lay_out(checked, (given or {}) | hands, start_at="finish", options=options)
    state.apply("knock 10C")
    return state


@cache
def the_hands(knocker: int, defender: int) -> dict[str, object]:
    """Two hands that come to so much deadwood, counted by the machine."""
    hands: dict[str, object] = {"Anna's hand": KNOCKER[knocker], "Ben's hand": DEFENDER[defender]}
    state = lay_out(rules_of("lay_off_by_hand"), hands, start_at="finish")
    state.apply("knock 10C")
    assert number(state, "knocker_count") == knocker
    assert number(state, "total value of deadwood of Ben's hand against table") == defender
    return hands


def points(state: State) -> dict[str, int]:
    return {letter: number(state, f"{name}'s points") for letter, name in LETTERS.items()}


# --------------------------------------------------------------------------------------------
# Knocking


def test_the_limit_of_a_knock_can_be_raised() -> None:
    case = the_case("knock-legality-02")
    for limit in case.scenario["knock_limits"]:
        hand = {"Anna's hand": cards(case.scenario["hand_of_11"])}
        state = lay_out(rules_of("gin"), hand, start_at="finish", options={"knock_limit": limit})
        assert sorted(moves(state, "knock")) == sorted(case.expected[f"limit_{limit}"])


def test_the_first_upcard_sets_the_limit() -> None:
    case = the_case("knock-legality-04")
    game = game_of("gin", "oklahoma")
    seen = set()
    for written in case.scenario["upcards"]:
        upcard = cards(written)
        others = [c for c in game.deck.labels if c != upcard][:20]
        state = game.start(deck=[*others, upcard])
        limit = number(state, "most_deadwood")
        assert limit == case.expected["limits"][written]
        # What players are told is what decides: the card itself. No other limit is shown.
        told = [{name: told for name, told in v.memories} for v in everybody(state)]
        assert {t["first_upcard"] for t in told} == {upcard}
        assert "knock_limit" not in game.options

        hand = "4D 5D 6D 7D JH JD JS AS 2C 3H 7S"
        given = {"first_upcard": upcard, "Anna's hand": hand}
        state = lay_out(rules_of("gin", "oklahoma"), given, start_at="finish")
        left = {c: number(state, f"total value of deadwood of (Anna's hand without {c})")
                for c in hand.split()}  # fmt: skip
        allowed = [c for c in hand.split() if left[c] <= limit]
        assert moves(state, "knock") == allowed
        seen.add(tuple(allowed))
        gin = given | {"Anna's hand": "4D 5D 6D 7D JH JD JS AS AC AH 10C"}
        state = lay_out(rules_of("gin", "oklahoma"), gin, start_at="finish")
        assert "10C" in moves(state, "knock")
    assert len(seen) > 1
    assert case.expected["displayed_limit_equals_engine_limit"]


def test_a_refused_knock_changes_nothing() -> None:
    case = the_case("state-rollback-01")
    hand = cards(case.scenario["hand_of_11"])
    thrown = cards(case.scenario["action"].split()[-1])
    given = {"Anna's hand": hand, "discard": "8C 8H"}
    limit = case.scenario["knock_limit"]
    state = lay_out(rules_of("gin"), given, start_at="finish", options={"knock_limit": limit})
    left = number(state, f"total value of deadwood of (Anna's hand without {thrown})")
    assert left == case.expected["deadwood_after"]
    before, views = state.clone(), everybody(state)
    assert (f"knock {thrown}" in state.legal_moves) is case.expected["accepted"]
    with pytest.raises(IllegalMoveError) as refused:
        state.apply(f"knock {thrown}")
    assert refused.value.condition == "low_enough"
    assert state == before and everybody(state) == views
    same_hand = pile(state.view(0), "hand", 0) == hand.split()
    assert same_hand is case.expected["hand_unchanged"]
    same_discard = pile(state.view(0), "discard") == ["8C", "8H"]
    assert same_discard is case.expected["discard_pile_unchanged"]
    assert (state.actor == 0) is case.expected["still_on_turn"]
    state.apply(f"discard {thrown}")


# --------------------------------------------------------------------------------------------
# The score of a deal


def test_equal_deadwood_is_an_undercut() -> None:
    case = the_case("gin-hand-scoring-01")
    expected = case.expected["standard"]
    left = case.scenario["defender_deadwood_after_layoffs"]
    state = after_a_knock(case.scenario["knocker_deadwood"], left, target=1)
    assert points(state) == {"A": 0, "B": expected["points"]}
    assert tell(state, "winners is Ben") == "yes" and expected["winner"] == "defender"


def test_an_undercut_scores_its_bonus_and_the_difference() -> None:
    case = the_case("gin-hand-scoring-05")
    for bonus in case.scenario["undercut_bonuses"]:
        state = after_a_knock(
            case.scenario["knocker_deadwood"], case.scenario["defender_deadwood"],
            undercut_bonus=bonus,
        )  # fmt: skip
        assert points(state) == {"A": 0, "B": case.expected[f"bonus_{bonus}"]}
    # As the house rule has it that comes with rulerun.
    state = after_a_knock(
        case.scenario["knocker_deadwood"], case.scenario["defender_deadwood"],
        rules_of("gin", "bonus_10_20"),
    )  # fmt: skip
    assert points(state) == {"A": 0, "B": case.expected["bonus_10"]}


def test_eleven_melded_cards_are_big_gin() -> None:
    case = the_case("gin-hand-scoring-03")
    hand = cards(case.scenario["knocker_hand_of_11"])
    # 7D could be laid off on the run of diamonds, if anything could be.
    given = {"Anna's hand": hand, "Ben's hand": "QC QH QS KC KD KH KS 7D 6C 10S", "discard": "9C"}
    for name in ("bonus_31", "bonus_50"):
        options = {"big_gin_bonus": last_number(name), "target": 1}
        state = lay_out(rules_of("gin", "big_gin"), given, start_at="finish", options=options)
        count = number(state, "total value of deadwood of Ben's hand")
        assert count == case.scenario["defender_deadwood"]
        state.apply(case.scenario["declares"])
        assert points(state) == {"A": case.expected["points"][name], "B": 0}
        thrown = pile(state.view(1), "discard") != ["9C"]
        assert thrown is case.expected["discard_required"]

    off = case.expected["points"]["option_off"]
    plain = lay_out(rules_of("gin"), given, start_at="finish", options={"knock_limit": 0})
    assert case.scenario["declares"] not in plain.legal_moves and "not offered" in off
    assert sorted(moves(plain, "knock")) == sorted(re.findall(r"\b[A2-9JQK][SHDC]\b", off))


# --------------------------------------------------------------------------------------------
# The score of a game


def test_every_bonus_that_is_told_is_scored() -> None:
    case = the_case("gin-match-scoring-02")
    won, made = case.scenario["deals_won"], case.scenario["hand_points"]
    given = {
        "Anna's boxes": won["A"] - 1, "Ben's boxes": won["B"],  # the last deal is still to be won
        "Anna's points": made["A"] - (16 - 4), "Ben's points": made["B"],
    }  # fmt: skip
    options = {name: case.scenario[name] for name in ("target", "game_bonus", "box_bonus")}
    state = after_a_knock(4, 16, rules_of("boxes"), given, **options)
    assert state.ended_by == "target_reached"
    assert points(state) == case.expected["totals"]
    assert points(state)["A"] - points(state)["B"] == case.expected["margin"]


def test_exactly_the_target_ends_the_game() -> None:
    case = the_case("gin-match-scoring-04")
    given = {f"{LETTERS[a]}'s points": n for a, n in case.scenario["scores"].items()}
    deal = case.scenario["deal"]
    state = after_a_knock(
        deal["knocker_deadwood"], deal["defender_deadwood"], None, given,
        target=case.scenario["target"],
    )  # fmt: skip
    assert points(state) == case.expected["scores"]
    assert state.is_over is case.expected["game_over"]
    assert tell(state, "winners is Anna") == "yes"
    remembered = " ".join(name for name, _ in state.view(None).memories)
    assert ("match" in remembered) is case.expected["show_match_score"]

    below = after_a_knock(
        deal["knocker_deadwood"], deal["defender_deadwood"], None, given,
        target=case.scenario["target"] + 1,
    )  # fmt: skip
    assert not below.is_over


def test_nothing_of_a_drawn_deal_stays() -> None:
    case = the_case("gin-match-scoring-06")
    before = case.scenario["previous"]
    given: dict[str, object] = {
        "dealer": LETTERS[before["dealer"]],
        "stock": "10C 2H 3S",
        "Anna's hand": "4D 5D 6D 7D JH JD JS 9H 2S 3C",
    }
    given["discard"] = the_rest(rules_of("gin"), str(given["stock"]), str(given["Anna's hand"]))
    for what, memory in (("scores", "points"), ("boxes", "boxes")):
        given |= {f"{LETTERS[a]}'s {memory}": n for a, n in before[what].items()}
    state = lay_out(rules_of("boxes"), given, start_at="draw")
    state.apply("draw_from_stock")
    state.apply("discard 9H")
    assert number(state, "round_number") == 2
    assert points(state) == case.expected["scores"]
    boxes = {letter: number(state, f"{name}'s boxes") for letter, name in LETTERS.items()}
    assert boxes == case.expected["boxes"]
    assert tell(state, f"dealer is {LETTERS[case.expected['next_dealer']]}") == "yes"
    view = state.view(0)
    assert [len(pile(view, "hand", seat)) for seat in (0, 1)] == case.expected["hand_sizes"]
    assert len(pile(view, "stock")) == case.expected["stock"]
    assert len(pile(view, "discard")) == case.expected["discards"]


def next_dealer(checked: Checked, dealer: str, winner: str) -> str:
    """Who deals after a deal that A or B has won."""
    given = {"dealer": LETTERS[dealer]}
    state = after_a_knock(4, 16) if winner == "A" else after_a_knock(9, 7)
    assert points(state)[winner] > 0
    state = after_a_knock(*((4, 16) if winner == "A" else (9, 7)), checked, dict(given))
    return next(a for a, name in LETTERS.items() if tell(state, f"dealer is {name}") == "yes")


def test_who_deals_next() -> None:
    case = the_case("seat-rotation-02")
    dealer, winner = case.scenario["dealer"], case.scenario["deal_winner"]
    assert next_dealer(rules_of("gin"), dealer, winner) == case.expected["alternate"]
    assert next_dealer(rules_of("winner_deals"), dealer, winner) == case.expected["winner_deals"]
    assert next_dealer(rules_of("loser_deals"), dealer, winner) == case.expected["loser_deals"]

    stock, hand = "2H 3S", "4D 6D 7D JH JD JS 9H 2S 3C KS QH"
    given = {
        "dealer": LETTERS[dealer], "stock": stock, "Anna's hand": hand,
        "discard": the_rest(rules_of("gin"), stock, hand),
    }  # fmt: skip
    state = lay_out(rules_of("gin"), given, start_at="finish")
    state.apply("discard 9H")
    assert tell(state, f"dealer is {LETTERS[case.expected['after_cancelled_deal']]}") == "yes"


def test_the_rules_text_and_the_game_agree_who_deals() -> None:
    case = the_case("variant-mismatch-04")
    for checked, expected in (
        (rules_of("gin"), "dealers_if_alternate"),
        (rules_of("winner_deals"), "dealers_if_winner"),
    ):
        dealers = [case.scenario["first_dealer"]]
        for winner in case.scenario["deals_won"]:
            dealers.append(next_dealer(checked, dealers[-1], winner))
        assert dealers == case.expected[expected]
    ruling = dict(rules_of("gin").rules.rulings)["GN15"]
    assert ("alternates" in ruling) is case.expected["text_and_behaviour_agree"]


# --------------------------------------------------------------------------------------------
# Turns


def test_the_card_just_taken_stays_in_hand() -> None:
    case = the_case("turn-restriction-01")
    taken = cards(case.scenario["takes_upcard"])
    given = {"Anna's hand": cards(case.scenario["hand"]), "discard": taken, "stock": "2C 3C 4C"}
    state = lay_out(rules_of("gin"), given, start_at="draw")
    state.apply("draw_from_discard")
    assert moves(state, "discard") == cards(case.expected["legal_discards"]).split()
    for excluded in case.expected["legal_discards_exclude"]:
        with pytest.raises(IllegalMoveError, match="not just taken"):
            state.apply(f"discard {cards(excluded)}")

    given |= {"discard": "8C", "stock": f"{taken} 2C 3C 4C"}
    state = lay_out(rules_of("gin"), given, start_at="draw")
    state.apply("draw_from_stock")
    assert taken in moves(state, "discard")
    assert case.expected["if_KH_came_from_stock"] == f"{taken} may be discarded"


def test_a_refused_upcard_is_not_offered_again() -> None:
    case = the_case("turn-restriction-03")
    upcard = cards(case.scenario["upcard"])
    hands = [c for c in game_of("gin").deck.labels if c != upcard][:20]
    state = lay_out(
        rules_of("gin"), {"dealer": LETTERS[case.scenario["dealer"]]},
        shuffle=" ".join([*hands, upcard]),
    )  # fmt: skip
    assert pile(state.view(0), "discard") == [upcard]
    for move in case.scenario["moves"]:
        letter, _ = move.split()
        assert state.actor == SEATS[LETTERS[letter]]
        state.apply("decline")
    assert state.actor == SEATS[LETTERS[case.expected["to_act"]]]
    assert moves(state) == ["draw_from_stock"]
    in_their_words = [m.replace("_from_", " ") for m in moves(state)]
    assert in_their_words == case.expected["legal"]
    assert ("draw_from_discard" in state.legal_moves) is case.expected["upcard_7C_takeable"]
    with pytest.raises(IllegalMoveError, match=": upcard refused"):
        state.apply("draw_from_discard")


def test_one_draw_a_turn() -> None:
    case = the_case("turn-restriction-05")
    state = game_of("gin").start(seed=5)
    for move in ("decline", "decline"):
        state.apply(move)
    before = state.clone()
    actor = state.actor
    assert actor is not None
    first, second = case.scenario["moves"]
    state.apply(f"{first}_from_stock")
    after = state.clone()
    with pytest.raises(IllegalMoveError) as refused:
        state.apply(f"{second}_from_stock")
    assert "moves here: discard, knock" in str(refused.value)
    assert case.expected["second_move"] == "rejected with a reason"
    assert state == after
    grown = [len(pile(s.view(actor), "hand", actor)) for s in (before, state)]
    assert grown[1] - grown[0] == case.expected["hand_growth"]
    left = [len(pile(s.view(actor), "stock")) for s in (before, state)]
    assert left[0] - left[1] == case.expected["deck_shrinks"]
    assert (state.actor == actor) is (case.expected["still_on_turn"] == case.scenario["turn"])


def test_a_draw_takes_one_card_from_one_place() -> None:
    case = the_case("deck-integrity-03")
    state = lay_out(rules_of("gin"), {"dealer": "Ben"}, play=["Anna: decline", "Ben: decline"])

    def sizes() -> tuple[dict[str, int], int, int]:
        view = state.view(None)
        hands = {a: len(pile(view, "hand", SEATS[name])) for a, name in LETTERS.items()}
        return hands, len(pile(view, "stock")), sum(len(p.cards) for p in view.piles)

    hands, stock, total = sizes()
    assert (hands, stock) == (case.scenario["hands"], case.scenario["deck"])
    assert case.scenario["action"] == "A draws" and state.actor == 0
    state.apply("draw_from_stock")
    assert sizes() == (case.expected["hands"], case.expected["deck"], case.expected["total"])
    assert total == case.expected["total"]


# --------------------------------------------------------------------------------------------
# The end of the stock, and games without an end


def test_the_last_discard_ends_the_deal_or_is_taken_to_knock_with() -> None:
    case = the_case("stock-exhaustion-02")
    thrown = cards(case.scenario["last_discard"])
    stock, hand = "8H 8S", f"4D 6D 7D JH JD JS KC QH 2C 3C {thrown}"
    other = cards(case.scenario["opponent_hand"])
    given = {
        "dealer": "Ben", "stock": stock, "Anna's hand": hand, "Ben's hand": other,
        "discard": the_rest(rules_of("gin"), stock, hand, other),
    }  # fmt: skip
    assert len(stock.split()) == case.scenario["stock"]
    limit = {"knock_limit": case.scenario["knock_limit"]}

    state = lay_out(rules_of("gin"), given, start_at="finish", options=limit)
    state.apply(f"discard {thrown}")
    assert number(state, "round_number") == 2 and points(state) == {"A": 0, "B": 0}
    assert tell(state, "dealer is Ben") == "yes"
    assert case.expected["standard"] == "deal cancelled"

    rule = case.expected["fiftieth_card_rule"]
    state = lay_out(rules_of("fiftieth_card"), given, start_at="finish", options=limit)
    state.apply(f"discard {thrown}")
    assert state.actor == 1
    assert sorted(moves(state)) == ["pass", "take_last"] and len(rule["legal"]) == 2
    passed = state.clone()
    passed.apply("pass")
    assert number(passed, "round_number") == 2 and points(passed) == {"A": 0, "B": 0}
    state.apply("take_last")
    assert sorted(moves(state, "knock_last")) == sorted(rule["knock_discards"])
    for card, left in rule["deadwood_after"].items():
        assert number(state, f"total value of deadwood of (Ben's hand without {card})") == left
    others = [m for m in moves(state) if not m.startswith("knock_last")]
    assert not others and rule["taking_without_knocking"] == "illegal"

    given["Ben's hand"] = other = "AS 9S KH 3H 9H QD 2D 10D 4C 5C"
    given["discard"] = the_rest(rules_of("gin"), stock, hand, other)
    state = lay_out(rules_of("fiftieth_card"), given, start_at="finish", options=limit)
    state.apply(f"discard {thrown}")
    assert moves(state) == ["pass"]


def test_a_dead_stock_ends_the_deal_and_a_limit_any_game() -> None:
    case = the_case("non-termination-01")
    stock, hand = "2H 3S", "4D 6D 7D JH JD JS KC QH 2C 3C"
    rest = the_rest(rules_of("gin"), stock, hand)
    assert len(stock.split()) == case.scenario["stock"]
    given = {"stock": stock, "Anna's hand": hand, "discard": rest}
    state = lay_out(rules_of("gin"), given, start_at="draw")
    state.apply("draw_from_discard")
    state.apply("discard KC")
    assert (number(state, "round_number") == 2) is case.expected["ends_by_rule"]

    # With more cards in the stock that nobody draws, only the limit is left.
    state = game_of("gin").start(seed=1)
    while not state.is_over:
        taking = [m for m in ("draw_from_discard", "decline", "draw_from_stock")
                  if m in state.legal_moves]  # fmt: skip
        state.apply(taking[0] if taking else f"discard {moves(state, 'discard')[0]}")
    assert state.moves_made == state.game.limit
    assert state.ended_by == "abandoned" and "aborted" in case.expected["cap_is_reported_as"]
    assert state.ended_by not in {end.name for end in state.game.rules.ends}
    assert state.winners == () and set(state.payoffs) == {0}
