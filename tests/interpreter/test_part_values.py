"""The values of the parts of a condition, for every kind of expression."""

from __future__ import annotations

import re

import pytest

from rulerun.interpreter.examples.part_values import Valued
from rulerun.interpreter.examples.playing import run

from .language.tables import loaded

RULES = """
game: Parts
players: 2 in 2 teams
deck:
  ranks: 2 to 10, J, Q, K, A
  values: A = 1, J Q K = 10
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
options:
  prize: number from 1 to 9, normally 3
chips:
  each player: 10
  pot: 4
piles:
  stock: face down
  hand:  per player, seen by owner
  row:   face up, remembers who played
  tableau: 2 columns, face either
  table: groups, face up
remember:
  dealer: player, starts as last of players
  n:      number per player
  mood:   glad or sad
  held:   card
  seen:   cards
  won:    number per team
terms:
  rich: your chips > 9
  worth of card: value of card + prize
  card beats other_card: worth of card > worth of other_card
phases:
  turn:
    who: each player
    moves:
      lay:
        choose: card in your hand where rank of card is not 2
        may:
          high: worth of card > 10 and rich
          more: pot > 3
        do: move card to row
      bet:
        choose:
          amount: number from 1 to smaller of pot and your chips
          other:  player where player is not you
        may: amount < 4
        do: pay amount to pot
examples:
  one:
    players: Anna, Ben
    given:
      Anna's hand: 9H QD 2S
      Ben's hand: 4H
      row: 5H AS
      first column in tableau: 6H
      table: 7H 7S 7C
      Anna's n: 2
    play:
      - STEP
"""


def valued(step: str) -> tuple[Valued, ...]:
    """The texts that are told of when a step of the example fails, with their values."""
    found = loaded(RULES.replace("STEP", step))
    assert found.checked is not None, found.diagnostics
    (example,) = found.checked.rules.examples
    result = run(found.checked, example, with_values=True)
    assert result.failures, "nothing fails"
    return result.values


def under(valued: Valued) -> dict[str, str]:
    """The word or sign that stands above each value, with the value."""
    found = {}
    for value in valued.values:
        assert value.at is not None
        word = re.match(r"\w+|[^\w\s]+", valued.text[value.at :])
        assert word is not None
        found[word[0] if word[0] not in found else f"{word[0]} {value.at}"] = value.value
    return found


def test_what_is_seen_otherwise_is_shown_whole() -> None:
    (told,) = valued("Ben sees: row, last card in Anna's hand")
    assert under(told) == {"row": "5H AS", "last": "2S", "hand": "9H QD 2S"}


@pytest.mark.parametrize(
    ("condition", "values"),
    [
        ("pot = 5", {"pot": "4", "=": "no"}),
        ("prize != 3", {"prize": "3", "!=": "no"}),
        ("mood is sad", {"mood": "glad", "is": "no"}),
        ("held is in seen", {"held": "nothing", "is": "no", "seen": "empty"}),
        ("dealer is Anna", {"dealer": "Ben", "is": "no"}),
        ("pot + 2 * prize - 1 = 0",
         {"pot": "4", "+": "10", "*": "6", "prize": "3", "-": "9", "=": "no"}),
        ("(pot + 2) * prize = 0",
         {"pot": "4", "+": "6", "*": "18", "prize": "3", "=": "no"}),
        ("-pot mod 3 / 2 = 4",
         {"-": "-4", "pot": "4", "mod": "2", "/": "1", "=": "no"}),
        ("pot = 4 and not (prize = 3)",
         {"pot": "4", "=": "yes", "and": "no", "not": "no", "prize": "3", "= 23": "yes"}),
        ("pot = 5 or prize > 3",
         {"pot": "4", "=": "no", "or": "no", "prize": "3", ">": "no"}),
        ("pot = 5 unless prize > 3",
         {"pot": "4", "=": "no", "unless": "no", "prize": "3", ">": "no"}),
        ("pot is between 4 and 9", {"pot": "4", "is": "no"}),
        ("larger of pot and prize < 2",
         {"larger": "4", "pot": "4", "prize": "3", "<": "no"}),
        ("Anna's hand is empty", {"hand": "9H QD 2S", "is": "no"}),
        ("size of stock = 1", {"size": "42", "stock": "2C 3C 4C 5C 6C 8C 9C 10C JC QC KC AC 2D"
                               " ... 42 cards", "=": "no"}),
        ("top of row is 5H", {"top": "AS", "row": "5H AS", "is": "no"}),
        ("first 2 of Anna's hand is (2C, 3C)",
         {"first": "9H QD", "hand": "9H QD 2S", "is": "no"}),
        ("top of row matches Anna's hand",
         {"top": "AS", "row": "5H AS", "matches": "no", "hand": "9H QD 2S"}),
        ("top of row beats bottom of row",
         {"top": "AS", "row": "5H AS", "beats": "no", "bottom": "5H", "row 27": "5H AS"}),
        ("worth of top of row = 1",
         {"worth": "4", "top": "AS", "row": "5H AS", "=": "no"}),
        ("next after Anna is Anna", {"next": "Ben", "is": "no"}),
        ("who played AS is Anna", {"who": "nothing", "is": "no"}),
        ("who holds 4H is Anna", {"who": "Ben", "is": "no"}),
        ("everything from 5H is empty", {"everything": "5H AS", "is": "no"}),
        ("Anna's hand without 9H is empty",
         {"hand": "9H QD 2S", "without": "QD 2S", "is": "no"}),
        ("melds of Anna's hand is not empty",
         {"melds": "none", "hand": "9H QD 2S", "is": "no"}),
        ("deadwood of Ben's hand against table is not empty and pot = 1",
         {"deadwood": "4H", "hand": "4H", "table": "group 1 7H 7S 7C", "is": "yes",
          "and": "no", "pot": "4", "=": "no"}),
        ("Anna is out", {"is": "no"}),
        ("team of Anna is team of Ben", {"team": "team 1", "is": "no", "team 16": "team 2"}),
        ("game_over", {"game_over": "no"}),
        # what a `where` asks is told of each thing that it was asked of
        ("every player has chips = 9",
         {"every": "no", "chips": "Anna 10, Ben 10", "=": "Anna no, Ben no"}),
        ("any card in Anna's hand where rank is A",
         {"any": "no", "hand": "9H QD 2S", "rank": "9H 9, QD Q, 2S 2",
          "is": "9H no, QD no, 2S no"}),
        ("any card in row where card is in Anna's hand",
         {"any": "no", "row": "5H AS", "card": "5H, AS", "is": "5H no, AS no",
          "hand": "9H QD 2S"}),
        ("(number of cards in row where worth of card > 9) = 1",
         {"number": "0", "row": "5H AS", "worth": "5H 8, AS 4", "card": "5H, AS",
          ">": "5H no, AS no", "=": "no"}),
        ("exactly 2 hands are empty",
         {"exactly": "Anna's hand 9H QD 2S, Ben's hand 4H", "are": "no"}),
        ("no column in tableau is empty",
         {"no": "tableau 1 6H, tableau 2 empty", "is": "no",
          "tableau": "tableau 1 6H, tableau 2 empty"}),
        ("first player with most n is Ben",
         {"first": "Anna", "n": "Anna 2, Ben 0", "is": "no"}),
        ("number of players with most chips = 1",
         {"number": "2", "chips": "Anna 10, Ben 10", "=": "no"}),
        ("highest card in row is 5H", {"highest": "AS", "row": "5H AS", "is": "no"}),
        ("total value of row = 7", {"total": "6", "row": "5H AS", "=": "no"}),
        ("(total value of row where suit is spades) = 7",
         {"total": "1", "row": "5H AS", "suit": "5H hearts, AS spades",
          "is": "5H no, AS yes", "=": "no"}),
        ("any player where (any card in player's hand where value of card > 10)",
         {"any": "no", "any 18": "Anna no, Ben no", "player": "Anna, Ben",
          "hand": "Anna 9H QD 2S, Ben 4H",
          "value": "Anna 9H 9, Anna QD 10, Anna 2S 2, Ben 4H 4",
          "card": "Anna 9H, Anna QD, Anna 2S, Ben 4H",
          ">": "Anna 9H no, Anna QD no, Anna 2S no, Ben 4H no"}),
    ],
)  # fmt: skip
def test_the_value_of_each_part(condition: str, values: dict[str, str]) -> None:
    (text,) = valued(f'expect: "{condition}"')
    assert text.title is None
    assert under(text) == values


def test_a_refused_move_shows_the_condition_that_refuses_it() -> None:
    (text,) = valued("Anna: lay 2S")
    assert text.title == "the choice 'card' of 'lay'"
    assert text.text == "card in your hand where rank of card is not 2"
    assert under(text) == {
        "your": "Anna", "hand": "9H QD 2S", "rank": "2", "card": "2S", "is": "no",
    }  # fmt: skip
    (text,) = valued("Anna: lay QD\n      - Ben: lay 4H")
    assert text.title == "the condition 'high' of 'lay'"
    assert under(text) == {
        "worth": "7", "card": "4H", ">": "no", "and": "no", "rich": "yes",
    }  # fmt: skip


def test_a_refused_choice_shows_its_bounds_with_the_choices_before_it() -> None:
    (text,) = valued("Anna: bet 7, Ben")
    assert text.title == "the choice 'amount' of 'bet'"
    assert under(text) == {"smaller": "4", "pot": "4", "your": "Anna", "chips": "10"}
    (text,) = valued("Anna: bet 1, Anna")
    assert text.title == "the choice 'other' of 'bet'"
    assert under(text) == {"player": "Anna", "is": "no", "you": "Anna"}
    (text,) = valued("Anna: bet 4, Ben")
    assert text.title == "the condition of 'bet'"
    assert under(text) == {"amount": "4", "<": "no"}


def test_a_move_that_should_be_refused_shows_all_that_allows_it() -> None:
    high, more = valued("Anna cannot: lay QD")
    assert high.title == "the condition 'high' of 'lay'"
    assert under(high) == {
        "worth": "13", "card": "QD", ">": "yes", "and": "yes", "rich": "yes",
    }  # fmt: skip
    assert more.title == "the condition 'more' of 'lay'"
    assert under(more) == {"pot": "4", ">": "yes"}


def test_where_nobody_can_be_refused_there_is_nothing_to_show() -> None:
    assert valued("Ben: lay 4H") == ()


def test_a_part_that_fails_says_why() -> None:
    (text,) = valued('expect: "pot / (prize - 3) = 1 or pot = 5"')
    assert under(text) == {
        "pot": "4", "/": "(division by zero)", "prize": "3", "-": "0", "=": "(division by zero)",
        "or": "(division by zero)", "pot 25": "4", "= 29": "no",
    }  # fmt: skip


def test_a_text_on_several_lines_is_one() -> None:
    (text,) = valued("expect: >\n          pot = 5\n          or prize = 4")
    assert text.text == "pot = 5 or prize = 4"
    assert under(text) == {"pot": "4", "=": "no", "or": "no", "prize": "3", "= 17": "no"}


def test_nothing_is_worked_out_unless_it_is_asked_for() -> None:
    found = loaded(RULES.replace("STEP", "expect: pot = 5"))
    assert found.checked is not None
    (result,) = (run(found.checked, example) for example in found.checked.rules.examples)
    assert result.failures and result.values == ()
