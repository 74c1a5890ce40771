"""The cases about shedding games and patiences: which special card answers which, and idle moves."""

from __future__ import annotations

from rulerun.interpreter.machine.state import State

from .book import lay_out, moves, rules_of, tell, the_case

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


def test_a_column_that_goes_to_and_fro_earns_nothing() -> None:
    case = the_case("shedding-solitaire-04")
    row = case.scenario["column"]
    others = ["4S 3S", "4C 3C", "4D 3D", "4H 3H", "5S", "5C"]
    gaps = ["nothing"] * case.scenario["empty_columns"]
    given = {
        "tableau": ", ".join([" ".join(row), *others, *gaps]),
        "first pile in foundations": "AS 2S",
    }
    state = lay_out(rules_of("freecell"), given, players=1, start_at="play")
    assert case.scenario["action"].endswith("ten times")
    while not state.is_over:
        state.apply(next(move for move in moves(state) if move.startswith(f"build {row[0]},")))
        assert tell(state, f"size of place of {row[0]}") == str(len(row))
    # What the game is worth at its end: the cards that were up, and nothing for the king.
    assert state.moves_made > 10 and state.ended_by == "no_headway"
    assert state.payoffs == (2 + case.expected["bonus"],)
