"""Questions that would take minutes or all memory are given up, and the place is told (R708)."""

from __future__ import annotations

import time

import pytest

import rulerun
from rulerun.interpreter.machine import effort, runtime
from rulerun.interpreter.machine.effort import Effort, TooMuchWork

from .language.tables import game_of, value

RULES = """
game: Heaps of cards
players: 2
deck:
  ranks: A, 2 to 10, J, Q, K
  copies: COPIES
  wild: rank is 2
  starts in: stock
melds:
  set:   3 or more cards of one rank with at most 3 wild
  run:   3 or more cards of one suit in sequence with at most 3 wild
  flush: 9 or more cards of one suit
piles:
  stock: face down
  hand:  per player, seen by owner
  table: groups, face up
setup: shuffle stock; deal CARDS cards from stock to each hand
phases:
  turn:
    who: players in turn
    moves:
      pass: do nothing
"""
QUESTIONS = [
    "total value of deadwood of your hand",
    "deadwood of your hand",
    "melds of your hand",
    "melds of your hand against (hand of left of you)",
    "number of melds in your hand",
]


def dealt(copies: int, cards: int) -> rulerun.State:
    text = RULES.replace("COPIES", str(copies)).replace("CARDS", str(cards))
    return game_of(text).start(seed=1)


@pytest.mark.parametrize("question", QUESTIONS)
def test_too_many_melds_stop_the_game(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert value(dealt(2, 8), question)  # a hand that people hold is no trouble
    monkeypatch.setattr(effort, "MOST_STEPS", 30_000)
    with pytest.raises(rulerun.RuleError, match="these cards make more melds than") as found:
        value(dealt(4, 60), question)
    assert found.value.code == "R708"
    assert found.value.span is not None
    asked = found.value.span.text  # the word that asks, or the whole phrase
    assert asked in question and ("melds" in asked or "deadwood" in asked)


def test_many_cards_of_which_many_are_wild_are_given_up_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(effort, "MOST_STEPS", effort.MOST_STEPS // 4)
    state, begun = dealt(2, 30), time.process_time()
    with pytest.raises(rulerun.RuleError, match="R708"):
        value(state, "total value of deadwood of your hand")
    assert time.process_time() - begun < 3


def test_a_pack_as_large_as_there_may_be() -> None:
    state = dealt(190, 10)
    assert value(state, "size of deadwood of your hand")


def test_steps_of_one_question_count_together() -> None:
    asked = Effort()
    asked.spend(effort.MOST_STEPS - 10)
    with pytest.raises(TooMuchWork):
        asked.spend(11)
    asked.begin()
    asked.spend(11)


NUMBERS = """
game: Numbers
players: 2
deck: { ranks: 2 to 10, starts in: stock }
piles: { stock: face down }
chips: { each player: 5000000 }
phases:
  turn:
    who: players in turn
    moves:
      pay:
        choose: { amount: number from 1 to your chips, more: number from 1 to 2 }
        may: { odd: amount * amount = 2 * more - 1 or amount < WHICH }
        do: do nothing
      pass: do nothing
"""


def test_numbers_beyond_all_bounds_are_given_up() -> None:
    state = game_of(NUMBERS.replace("WHICH", "4")).start(seed=1)
    with pytest.raises(rulerun.RuleError, match="were tried") as found:
        state.legal_moves.count()
    assert found.value.code == "R708" and found.value.span is not None
    assert "pay 3, 2" in state.legal_moves and "pass" in state.legal_moves
    question = "first number in numbers from 1 to (your chips * 1000) where number > 7"
    with pytest.raises(rulerun.RuleError, match="5,000,000,000 numbers are more than") as found:
        value(state, question)
    assert value(state, question.replace("* 1000", "/ 1000")) == "8"


LISTS = """
game: Lists
players: 2
deck: { ranks: 2 to 10, starts in: stock }
piles: { stock: face down, hand: 'per player, seen by owner' }
setup: shuffle stock; deal 13 cards from stock to each hand
phases:
  turn:
    who: players in turn
    moves:
      swap:
        choose: { some: 3 cards in your hand, others: 3 cards in your hand }
        may: { never: total value of some + total value of others < 3 }
        do: do nothing
      pass: do nothing
"""


def test_lists_within_lists_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [str(move) for move in game_of(LISTS).start(seed=1).legal_moves] == ["pass"]
    monkeypatch.setattr(runtime, "MOST_TRIED", 1000)
    with pytest.raises(rulerun.RuleError, match="1,000 choices were tried") as found:
        game_of(LISTS).start(seed=1).legal_moves.count()
    assert found.value.code == "R708" and found.value.span is not None
    assert found.value.span.text == "others"
