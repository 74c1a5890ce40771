"""The cases about what a player must not know."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest

from rulerun.cli.main import main
from rulerun.cli.narration import Narrator
from rulerun.cli.paint import Paint
from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.view import report

from .book import PEOPLE, cards, everybody, game_of, lay_out, pile, rules_of, the_case

KNOCKER = "4D 5D 6D 7D JH JD JS AS AC 2H 10C"
DEFENDER = "QC QH QS KC KD KH KS 2C 5S 8D"


def seat_of(letter: str) -> int:
    return [name[0] for name in PEOPLE].index(letter)


def words_in(content: Any) -> set[str]:
    """All texts in plain data, and the words in them."""
    if isinstance(content, dict):
        return words_in([*content.keys(), *content.values()])
    if isinstance(content, list | tuple):
        return {word for part in content for word in words_in(part)}
    return set(str(content).split())


def test_only_the_knocker_lies_open_while_cards_are_laid_off() -> None:
    case = the_case("hidden-info-leak-01")
    knocker = seat_of(case.scenario["knocker"])
    assert knocker == 0 and case.scenario["phase"] == "layoff"
    assert len(DEFENDER.split()) == case.scenario["defender_hand_size"]
    given = {"Anna's hand": KNOCKER, "Ben's hand": DEFENDER}
    state = lay_out(rules_of("lay_off_by_hand"), given, start_at="finish")
    state.apply("knock 10C")
    assert state.view(1).phase == "round.lay_down.lay_off"

    mine, other = state.view(seat_of(case.scenario["view_of"])), state.view(1)
    leaks = bool(words_in(mine.to_json()) & set(DEFENDER.split()))
    assert leaks is case.expected["view_A_contains_B_cards"]
    assert len(pile(mine, "hand", 1)) == case.expected["view_A_shows_B_hand_size"]
    assert set(pile(other, "hand", 1)) == set(DEFENDER.split())
    on_the_table = {c for p in other.piles if p.name == "table" for c in p.cards}
    open_cards = on_the_table | set(pile(other, "hand", 0)) | set(pile(other, "discard"))
    sees_all = open_cards == set(KNOCKER.split()) and len(pile(other, "hand", 0)) == 3
    assert sees_all is case.expected["view_B_contains_A_melds_and_deadwood"]
    for view in (mine, state.view(None)):
        assert pile(view, "hand", 0) == pile(other, "hand", 0)


def test_a_view_holds_no_seed() -> None:
    case = the_case("hidden-info-leak-03")
    seed = 987654321
    state = game_of("gin").start(seed)
    seat = seat_of(case.scenario["view_of"])
    told = state.view(seat).to_json()
    keys = words_in([list(told), [list(p) for p in told["piles"]]])
    assert not any(absent in key for key in keys for absent in case.expected["fields_absent"])
    text = json.dumps(told)
    assert str(seed) not in text
    assert not any(str(n) in text for n in (state.shuffle_stream, state.random_stream))
    # Nothing else is made of it either: with another future the view is the same.
    other = state.clone()
    other.shuffle_stream += 2
    other.random_stream += 2
    assert other != state and everybody(other) == everybody(state)


def test_the_seed_is_told_when_the_game_is_over_or_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    case = the_case("hidden-info-leak-03")
    monkeypatch.setattr("sys.stdin", io.StringIO("?\nlook\nmoves\nquit\n"))
    assert main(["play", "in_between", "--seed", "987654321", "--seat", "1"]) == 0
    *log, last = capsys.readouterr().out.splitlines()
    assert "987654321" in last
    assert any("987654321" in line for line in log) is case.expected["seed_in_url_or_log"]


def test_a_drawn_card_is_told_to_who_drew_it() -> None:
    case = the_case("hidden-info-leak-05")
    drawn = cards(case.expected["line_for_A"].split()[-1])
    assert drawn in case.scenario["log_line"]
    given = {"Anna's hand": "4D 6D 7D JH JD JS QH 2C 3C 9H", "stock": f"{drawn} 2S 3S 4S"}
    state = lay_out(rules_of("gin"), given, start_at="draw")
    logs: dict[int, list[str]] = {0: [], 1: []}
    narrators = [Narrator(state.game, seat, Paint(), log.append) for seat, log in logs.items()]
    move = state.game.parse_move(state, "draw_from_stock")
    for narrator in narrators:
        narrator.begins(state)
        narrator.moves(0, move)
    state.apply(move)
    for narrator in narrators:
        narrator.stands(state)
    for_a, for_b = ("\n".join(log) for log in logs.values())
    assert drawn in for_a
    assert drawn not in for_b and "a card" in for_b and "a card" in case.expected["line_for_B"]
    assert drawn not in words_in([report(state, 0, move, 1), state.view(1).to_json()])
    assert drawn in pile(state.view(0), "hand", 0)


def test_what_is_tried_in_vain_leaves_no_trace() -> None:
    case = the_case("hidden-info-leak-07")
    looks, tries = case.scenario["hidden_actions"]
    assert "looks" in looks and "illegal" in tries
    state = game_of("asking").start(seed=2)
    state.apply(next(str(m) for m in state.legal_moves if m.name == "ask"))
    assert state.actor == 1
    seat = seat_of(case.scenario["view_of"])
    before, all_before = state.view(seat), everybody(state)

    held = {c[:-1] for c in pile(state.view(1), "hand", 1) if c is not None}
    missing = next(rank for rank in state.game.rules.deck.ranks if rank not in held)
    for attempt in (f"ask {missing}", "ask nothing", "take all", ""):
        with pytest.raises(IllegalMoveError):
            state.apply(attempt)
    assert everybody(state) == all_before
    assert (state.view(seat) == before) is case.expected["view_before_equals_view_after"]

    # A look is a move, and that moves were made is public; what was seen is not.
    move = state.game.parse_move(state, "peek")
    state.apply(move)
    after = state.view(seat)
    assert after.moves_made == before.moves_made + 1
    assert replace(after, moves_made=before.moves_made) == before
    assert report(state, 1, move, seat) == "peek"
    assert pile(after, "stock")[-1] is None and pile(state.view(1), "stock")[-1] is not None


def test_a_state_that_is_read_again_is_seen_as_before() -> None:
    case = the_case("client-action-07")
    game = game_of("aussenseiter")
    state = game.start(seed=6)
    state.apply("new_outsider")
    assert state.actor == 1  # A has played and waits for B
    again = State.from_json(game, json.loads(json.dumps(state.to_json())))
    assert again.view(0) == state.view(0)
    assert pile(again.view(0), "hand", 0) != [None]
    assert case.expected["A_sees"] == "same view as before, no actions"
    assert again.view(0).moves == ()
    assert (again.actor == 0) is case.expected["A_can_act"]
    assert everybody(again) == everybody(state)
