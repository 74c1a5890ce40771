"""Melds in the language (LANGUAGE 6.6): arrangements, deadwood, laying off, `fits`, and groups."""

from __future__ import annotations

import textwrap

import pytest

from .tables import failures, position, problems, value

RULES = """
game: A table of melds
players: 2
deck:
  ranks: A, 2 to 10, J, Q, K
  values: A = 1, J Q K = 10
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
  run: 3 or more cards of one suit in sequence
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
  table: groups, face up
remember:
  dealer: player
phases:
  turn:
    who: players in turn
    moves:
      wait: do nothing
      lay: lay melds of your hand on table
      lay_some:
        choose: { few: 3 to 4 cards in your hand }
        may: size of melds of few = 1 and deadwood of few is empty
        do: lay few on table
      lay_off:
        choose: { card: card in your hand, meld: meld in table }
        may: card fits meld
        do: lay card on meld
      take: { choose: meld in table, do: move meld to your hand }
      take_card:
        choose: card in table
        do: move card to your hand
examples:
  HERE:
    players: Anna, Ben
    given: { GIVEN }
    play: [ expect: game_over or not game_over ]
"""


def asked(question: str, **given: str) -> str:
    """What a question gives where these piles are given."""
    piles = {"hand": "Anna's hand", "other": "Ben's hand", "row": "row"}
    entries = ", ".join(f"{piles[name]}: {cards}" for name, cards in given.items())
    state, people = position(RULES.replace("GIVEN", entries), "HERE")
    return value(state, question, people)


ARRANGED = [
    # hand, melds, deadwood
    ("5H 6H 7H KS 5C", "5H 6H 7H", "KS 5C"),
    ("5H 6H 7H 8H 9H", "5H 6H 7H 8H 9H", "nothing"),
    ("5H 5S 5D 5C", "5C 5D 5H 5S", "nothing"),
    ("KS QS 2C", "nothing", "KS QS 2C"),
    ("AC 2C 3C QC KC", "AC 2C 3C", "QC KC"),
    ("QC KC AC", "nothing", "QC KC AC"),
    # a card is used once: the arrangement with least deadwood, not the first that is found
    ("4H 5H 6H 6C 6D KS", "6C 6D 6H", "4H 5H KS"),
    ("4H 5H 6H 7H 7C 7D", "7C 7D 7H 4H 5H 6H", "nothing"),
    # among equals: sets before runs as written, by rank, size and suits
    ("AH 2H 3H AC AD", "AH 2H 3H", "AC AD"),
    ("JH QH KH KC KD", "KC KD KH", "JH QH"),
    ("5C 5D 5H 5S 6S 7S", "5C 5D 5H 5S 6S 7S", "nothing"),
    ("5D 5H 4S 5S 6S", "5D 5H 5S", "4S 6S"),
]


@pytest.mark.parametrize(("hand", "melds", "dead"), ARRANGED)
def test_arrangements(hand: str, melds: str, dead: str) -> None:
    assert asked("melds of your hand", hand=hand) == melds
    assert asked("deadwood of your hand", hand=hand) == dead


QUESTIONS = [
    ("total value of deadwood of your hand", {"hand": "5H 6H 7H KS 5C"}, "15"),
    ("total value of deadwood of (your hand without 5C)", {"hand": "5H 6H 7H KS 5C"}, "10"),
    ("size of melds of your hand", {"hand": "4H 5H 6H 7H 7C 7D 7S"}, "2"),
    ("size of melds of Ben's hand", {"hand": "4H"}, "0"),
    ("deadwood of Ben's hand is empty", {"hand": "4H"}, "yes"),
    ("first meld in melds of your hand where size = 4", {"hand": "4H 5H 6H 7H 9C 9D 9S"}, "4H 5H 6H 7H"),
    ("number of melds in melds of your hand where any card in meld is 9D", {"hand": "4H 5H 6H 7H 9C 9D 9S"}, "1"),
    # fits
    ("8H fits (5H, 6H, 7H)", {"hand": "2C"}, "yes"),
    ("4H fits (5H, 6H, 7H)", {"hand": "2C"}, "yes"),
    ("9H fits (5H, 6H, 7H)", {"hand": "2C"}, "no"),
    ("5C fits (5H, 5D, 5S)", {"hand": "2C"}, "yes"),
    ("5C fits (5H, 6H, 7H)", {"hand": "2C"}, "no"),
    ("7H fits (5H, 6H)", {"hand": "2C"}, "yes"),
    ("7H fits (6H, 5H)", {"hand": "2C"}, "yes"),
    ("5C fits row", {"row": "5H 5D"}, "yes"),
    ("5C fits row", {"row": "5H"}, "no"),
    # against cards: of the best arrangements the one that leaves the other most
    ("melds of your hand against Ben's hand", {"hand": "5D 5H 4S 5S 6S", "other": "5C KC"}, "4S 5S 6S"),
    ("melds of your hand against Ben's hand", {"hand": "5D 5H 4S 5S 6S", "other": "7S KC"}, "5D 5H 5S"),
    ("melds of your hand against Ben's hand", {"hand": "5D 5H 4S 5S 6S", "other": "KC"}, "5D 5H 5S"),
    ("melds of your hand against Ben's hand", {"hand": "5D 5H 5S 6S 7S", "other": "8S 2C"}, "5S 6S 7S"),
    # against piles: own melds and lay-offs are chosen together
    ("deadwood of your hand against (melds of Ben's hand)", {"hand": "8S 2C", "other": "5S 6S 7S"}, "2C"),
    ("deadwood of your hand against (melds of Ben's hand)", {"hand": "8S 9S 2C", "other": "5S 6S 7S"}, "2C"),
    ("deadwood of your hand against (melds of Ben's hand)", {"hand": "9S 2C", "other": "5S 6S 7S"}, "9S 2C"),
    ("deadwood of your hand against (melds of Ben's hand)", {"hand": "5C 6C 7C 2D", "other": "5S 5H 5D"}, "2D"),
    ("deadwood of your hand against (melds of Ben's hand)", {"hand": "5C 6C 2D", "other": "5S 5H 5D"}, "6C 2D"),
    ("deadwood of your hand against row", {"hand": "8S 2C", "row": "5S 6S 7S"}, "2C"),
    ("deadwood of your hand against table", {"hand": "8S 2C"}, "8S 2C"),
    ("total value of deadwood of your hand against row", {"hand": "8S 2C", "row": "5S 6S 7S"}, "2"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "given", "answer"), QUESTIONS, ids=[f"{q[0]} {q[1]}" for q in QUESTIONS]
)
def test_questions_about_melds(question: str, given: dict[str, str], answer: str) -> None:
    assert asked(question, **given) == answer


def with_examples(text: str) -> str:
    return (
        RULES[: RULES.index("examples:")]
        + "examples:\n"
        + textwrap.indent(textwrap.dedent(text).strip(), "  ")
        + "\n"
    )


def test_groups_on_the_table() -> None:
    text = """
    melds become groups, cards join them:
      players: Anna, Ben
      given: { Anna's hand: 5H 6H 7H 9C 9D 9S, Ben's hand: 8H 9H 4H }
      play:
        - Anna: lay
        - expect: number of groups in table = 2 and size of table = 6 and Anna's hand is empty
        - expect: first group in table is (9C, 9D, 9S) and last meld in table is (5H, 6H, 7H)
        - Ben cannot: lay_off 4H, 9C
        - Ben: lay_off 4H, 5H             # a meld is named by any card in it
        - Anna: wait
        - Ben: lay_off 9H, 1              # or by its number
        - expect: size of first group in table = 4 and size of last group in table = 4 and Ben's hand is 8H
    a group that becomes empty is gone, the others keep their numbers:
      players: Anna, Ben
      given: { Anna's hand: 5H 6H 7H 9C 9D 9S, Ben's hand: 2C 2D 2H }
      play:
        - Anna: lay
        - Ben: lay
        - expect: number of groups in table = 3
        - Anna: take 9C
        - expect: number of groups in table = 2 and position of first group in table = 2
        - expect: any group in table where group is (5H, 6H, 7H) and position = 2
        - Ben cannot: take 1
        - Ben: take 3
        - Anna: lay
        - expect: position of place of 9C = 3 and last group in table is (9C, 9D, 9S)
        - Ben: take 2
        - Anna: take 3
        - expect: table is empty and no group in table
        - Ben: lay_some 2C 2D 2H
        - expect: position of place of 2C = 1
    chosen melds:
      players: Anna, Ben
      given: { Anna's hand: 5H 6H 7H 8H 8C KS }
      play:
        - Anna cannot: lay_some 5H 6H 8H
        - Anna cannot: lay_some 6H 7H 8H KS
        - Anna: lay_some 8H 6H 7H         # in any order
        - expect: first group in table is (6H, 7H, 8H) and bottom of first group in table is 6H
        - Ben: take_card 7H
        - expect: size of table = 2 and Ben's hand is 7H
    """
    assert failures(with_examples(text)) == []


def test_orders_of_ranks_in_runs() -> None:
    round_about = RULES.replace("in sequence", "in order A, 2 to 10, J, Q, K, A")
    state, people = position(round_about.replace("GIVEN", "Anna's hand: QC KC AC 2D 3D AD"), "HERE")
    assert value(state, "deadwood of Anna's hand", people) == "nothing"
    state, people = position(round_about.replace("GIVEN", "Anna's hand: KC AC 2C"), "HERE")
    assert value(state, "deadwood of Anna's hand", people) == "KC AC 2C"
    backwards = RULES.replace("in sequence", "in order K, 2, A")
    state, people = position(backwards.replace("GIVEN", "Anna's hand: AC 2C KC 3C"), "HERE")
    assert value(state, "melds of Anna's hand", people) == "KC 2C AC"


def test_a_game_without_melds_says_so() -> None:
    text = RULES.replace(
        "melds:\n  set: 3 or 4 cards of one rank\n  run: 3 or more cards of one suit in sequence\n",
        "",
    )
    text = text.replace("GIVEN", "row: 4C")
    found = problems(text)
    assert found and all(said.endswith("this game says nothing under 'melds'") for said in found)
