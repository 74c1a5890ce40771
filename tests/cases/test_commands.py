"""The cases about what is typed at a terminal, and what it can show."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from rulerun.cli.meaning import Meaning, NotUnderstood
from rulerun.cli.offer import Offer
from rulerun.cli.paint import Paint
from rulerun.cli.table import Table
from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.machine.state import State

from .book import ROOT, cards, game_of, lay_out, pile, rules_of, the_case


def offer_of(state: State) -> Offer:
    return Offer(state, Table(state.game, Paint()))


def test_a_letter_is_the_same_rank_however_it_is_written() -> None:
    case = the_case("client-action-03")
    # Every rank that the codes of the case stand for, and every one whose letter is typed.
    state = lay_out(rules_of("asking"), {"Anna's hand": "KS JH 10C 2D"}, start_at="turn")
    offer = offer_of(state)
    for said in case.scenario["inputs"]:
        assert str(Meaning(offer).understood(said)) == f"ask {said.upper()}"
        assert str(Meaning(offer).understood(f"ask {said}")) == f"ask {said.upper()}"
    assert "one documented reading" in case.expected["K"]
    # A number of the list is not silently taken for a rank, nor a rank for a number.
    assert [str(move) for move in offer.moves[:4]] == ["ask 2", "ask 10", "ask J", "ask K"]
    assert (
        str(Meaning(offer).understood("10")) == "ask 10"
        and str(Meaning(offer).understood("3")) == "ask J"
    )
    with pytest.raises(
        NotUnderstood, match="number 2 of the list, 'ask 10', or 'ask 2': say which"
    ):
        Meaning(offer).understood("2")
    assert str(Meaning(offer).understood("ask 2")) == "ask 2"
    # What is no rank in the hand is never another one.
    for said in ("M", "m", "Q", "A", "T"):
        with pytest.raises(NotUnderstood):
            Meaning(offer).understood(said)


def test_a_move_that_is_sent_twice_is_made_once() -> None:
    """Whoever sends it has chosen it among the moves of a state that is gone then."""
    case = the_case("client-action-01")
    assert "sent twice" in case.scenario["request"]
    state = game_of("gin").start(seed=5)
    for move in ("decline", "decline"):
        state.apply(move)
    actor, before = state.actor, state.moves_made
    assert actor is not None
    held = len(pile(state.view(actor), "hand", actor))
    (chosen,) = (m for m in state.legal_moves if str(m) == "draw_from_stock")
    state.apply(chosen)
    assert case.expected["first"].startswith("accepted")
    assert state.moves_made == before + 1
    first, said = state.clone(), str(chosen)
    # Neither as it was chosen nor as it is said, and the screen does not offer it any more.
    for again in (chosen, said):
        with pytest.raises(IllegalMoveError):
            state.apply(again)
        assert state == first
    with pytest.raises(NotUnderstood):
        Meaning(offer_of(state)).understood(said)
    assert case.expected["second"] == "rejected as stale"
    drawn = len(pile(state.view(actor), "hand", actor)) - held
    assert drawn == case.expected["cards_drawn"]


def test_after_a_knock_without_a_card_big_gin_can_still_be_said() -> None:
    case = the_case("client-action-09")
    assert case.scenario["option_big_gin"]
    knock, big = case.scenario["inputs"]
    hand = cards(the_case("gin-hand-scoring-03").scenario["knocker_hand_of_11"])
    state = lay_out(rules_of("gin", "big_gin"), {"Anna's hand": hand}, start_at="finish")
    offer = offer_of(state)
    with pytest.raises(NotUnderstood, match=f"say what: {knock} card"):
        Meaning(offer).understood(knock)
    assert case.expected["second_input"] == f"accepted as {big} gin"
    for said in (big, f"{big} gin", f"{big}_gin", f"{big.upper()} Gin"):
        assert str(Meaning(offer).understood(said)) == "big_gin"


def test_any_terminal_can_show_the_cards() -> None:
    case = the_case("client-action-05")
    verb, *seed = case.scenario["command"].split()
    words = [verb, "in_between", "--set", "rounds=1", *seed]
    outputs = set()
    for settings in case.scenario["env"]:
        clean = {
            k: v
            for k, v in os.environ.items()
            if k not in ("LANG", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING", "PYTHONUTF8")
        }
        run = subprocess.run(
            [sys.executable, "-m", "rulerun", *words],
            env=clean | settings, cwd=ROOT, capture_output=True, check=False,
        )  # fmt: skip
        assert run.returncode == case.expected["exit"], run.stderr
        text = run.stdout.decode("ascii", errors="replace")
        suits = set(re.findall(r"\b(?:[2-9AJQK]|10)([SHDC])\b", text))
        assert suits == set(case.expected["fallback"].removeprefix("letters ").split())
        assert "?" not in text and "\N{REPLACEMENT CHARACTER}" not in text
        outputs.add(text)
    assert len(outputs) == 1
