"""The case about a shedding game: which special card answers which."""

from __future__ import annotations

from rulerun.interpreter.machine.state import State

from .book import lay_out, moves, rules_of, the_case

HANDS = {"discard": "9C", "Anna's hand": "AC AD 3D", "Ben's hand": "AH AS 5S 7S KC"}


def asked(request: str) -> State:
    """Anna asks for something, and it is Ben's turn."""
    return lay_out(rules_of("two_aces"), HANDS, start_at="turn", play=[f"Anna: {request}"])


def test_one_ace_does_not_answer_two() -> None:
    case = the_case("shedding-solitaire-02")
    assert case.scenario["answer"] == "one ace"
    state = asked("ask_card AC AD, spades, 7")
    assert bool(moves(state, "ask_suit")) is case.expected["allowed"]
    assert {move.split(",")[0] for move in moves(state, "ask_card")} == {"AH AS"}
    assert moves(state, "play") == ["7S"]


def test_one_ace_and_two_answer_one() -> None:
    state = asked("ask_suit AC, spades")
    assert {move.split(",")[0] for move in moves(state, "ask_suit")} == {"AH", "AS"}
    assert {move.split(",")[0] for move in moves(state, "ask_card")} == {"AH AS"}
    assert moves(state, "play") == ["5S", "7S"]
