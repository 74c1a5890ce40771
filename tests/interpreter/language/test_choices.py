"""Choices: what their names mean beside a `where`, and how cards are named that are chosen."""

from __future__ import annotations

import pytest

from .tables import failures, problems

RULES = """
game: Cards chosen
players: 2 to 3
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
  spent: face up
remember:
  held: cards
terms:
  low of card: rank of card <= 5
  lowest_of of card: WHERE_IN_TERM
phases:
  turn:
    repeat: 3 times
    who: WHO
    moves:
      play:
        choose: CHOOSE
        may: MAY
        do: DO
      pass: do nothing
winner: all players with most size of hand
examples:
  one:
    players: Anna, Ben
    start at: turn
    given: { row: 5H 9D, Anna's hand: 4C 4D 7C 8S, Ben's hand: 4H 7D, stock: nothing }
    play:
      - PLAY
"""


def rules(*, play: str = "Anna: pass", **parts: str) -> str:
    """The rules with some of their texts."""
    texts = {
        "WHO": "each player",
        "CHOOSE": "card in your hand",
        "MAY": "row is not empty",
        "DO": "move card to row",
        "WHERE_IN_TERM": "no card in row where rank < 3",
    } | {name.upper(): text for name, text in parts.items()}
    whole = RULES.replace("PLAY\n", "\n      - ".join(play.split("\n")) + "\n")
    for name, text in texts.items():
        whole = whole.replace(name, text)
    return whole


@pytest.mark.parametrize(
    ("choose", "may", "moves"),
    [
        # Beside `any`, `every`, `no` stands the choice; what is asked of each are the cards.
        ("card in your hand", "no card in row matches card", "Anna: play 4C"),
        ("card in your hand", "every card in row is low", "Anna cannot: play 4C"),
        ("card in your hand", "any card in row is low", "Anna: play 7C"),
        ("card in your hand", "at least 2 cards in your hand are low", "Anna: play 7C"),
        ("card in your hand", "at least 3 cards in your hand are low", "Anna cannot: play 4C"),
        ("card in your hand", "any card in your hand > card", "Anna cannot: play 8S"),
        ("card in your hand", "any card in your hand > card", "Anna: play 7C"),
        # In a `where` the noun is the card tested.
        ("{ chosen: card in your hand }", "any card in your hand where card is 8S", "Anna: play 4C"),
        ("{ chosen: card in your hand }", "no card in your hand where card is 8S", "Anna cannot: play 4C"),
        ("{ chosen: card in your hand }", "exactly 2 cards in your hand where card is low", "Anna: play 8S"),
    ],
)  # fmt: skip
def test_the_noun_is_what_is_tested(choose: str, may: str, moves: str) -> None:
    chosen = "chosen" if "chosen" in choose else "card"
    text = rules(choose=choose, may=may, do=f"move {chosen} to row", play=moves)
    assert failures(text) == []


@pytest.mark.parametrize(
    ("parts", "advice"),
    [
        (
            {"may": "no card in your hand where card is 8S"},
            "give the choice a name of its own, such as 'chosen: card'",
        ),
        (
            {"may": "card is lowest_of", "where_in_term": "no card in row where card < 3S"},
            "call one of them 'other_card'",
        ),
    ],
)
def test_a_noun_that_is_also_the_choice_is_told(parts: dict[str, str], advice: str) -> None:
    assert problems(rules(**parts)) == [
        "T404 “card”: 'card' is both a choice or noun here and each card tested; " + advice
    ]


def test_the_choice_is_no_affair_of_a_term() -> None:
    text = rules(may="card is lowest_of").replace(
        "lowest_of of card: no card in row where rank < 3",
        "lowest_of of card: row is safe\n  safe of pile: no card in pile where card < 3S",
    )
    assert failures(text) == []


@pytest.mark.parametrize("said", ["4C 4D 7C", "7C 4D 4C", "4D 7C 4C"])
@pytest.mark.parametrize("who", ["each player", "everyone at once"])
def test_cards_are_named_in_any_order(said: str, who: str) -> None:
    play = f"Anna: play {said}"
    play += "\nBen: pass\nexpect: row is (5H, 9D, 4C, 4D, 7C)"
    text = rules(who=who, choose="3 cards in your hand", do="move cards to row", play=play)
    assert failures(text) == []


def test_out_of_turn_and_in_any_order() -> None:
    play = "Ben: play 7D 4H\nAnna: play 7C 4D\nexpect: row is (5H, 9D, 4D, 7C, 4H, 7D)"
    text = rules(who="everyone at once", choose="2 cards in your hand", do="move cards to row",
                 play=play)  # fmt: skip
    assert failures(text) == []


def test_from_what_an_earlier_choice_names() -> None:
    choose = "{ victim: player where player is not you, taken: 2 cards in victim's hand }"
    play = "Anna: play Ben, 7D 4H\nexpect: row is (5H, 9D, 4H, 7D)"
    assert failures(rules(choose=choose, do="move taken to row", play=play)) == []
