"""Examples (LANGUAGE part 9): what is in place when, which card comes next, what has to be refused."""

from __future__ import annotations

import textwrap
from functools import cache

import pytest

from rulerun.interpreter.examples import playing as examples

from .tables import failures, in_short, loaded

RULES = """
game: A table of examples
players: 2 to 4
deck:
  ranks: 2 to 10, J, Q, K, A
  COPIES
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
options:
  stake: number from 1 to 100, normally 10
  fast: yes or no, normally no
chips:
  each player: stake
  pot: 0
  wager: 0 per player
piles:
  stock: face down, refilled from discard
  side: face down
  discard: face up
  row: face up
  hand: per player, seen by owner
  open: top face up
  safe: per player, face down
  tableau: 3 columns, face either
  table: groups, face up
remember:
  dealer: player, starts as last of players
  few: number from 1 to 9, starts as 3
  n: number
  trace: number
  way: up or down
  final: yes or no
  wish: rank
  trump: suit
  held: card
  seen: cards
  friends: players
  tricks: number per player
setup:
  shuffle: SETUP
phases:
  round:
    repeat: always
    remember: { m: 'number, starts as 5' }
    at start: trace becomes 10 * trace + 1
    phases:
      turn:
        who: each player starting with left of dealer
        remember: { drawn: 'number, starts as 7' }
        before turn: trace becomes 10 * trace + 2
        phases:
          draw:
            at start: trace becomes 10 * trace + 3
            phases:
              take: { at start: trace becomes 10 * trace + 4 }
              act:
                moves:
                  draw: { do: [draw 1 from stock, add 1 to drawn] }
                  bet: { choose: { amount: number from 1 to your chips }, do: pay amount to pot }
                  put: { choose: card in your hand, do: move card to row }
                  call: { choose: { wanted: rank, colour: suit }, do: [wish becomes wanted, trump becomes colour] }
                  name: { choose: { who_else: player where player is not you }, do: dealer becomes who_else }
                  say_way: { choose: { chosen_way: up or down }, do: way becomes chosen_way }
                  pick: { choose: column in tableau where column is not empty, do: move column to row }
                  lay: { choose: { few_cards: 2 to 3 cards in your hand }, do: lay few_cards on table }
                  lift: { choose: group in table, do: move group to row }
                  hide: { do: [when row is not empty -> move top of row to side, move last card in your hand to your safe] }
                  wait: do nothing
        after turn: trace becomes 10 * trace + 5
    at end: trace becomes 10 * trace + 6
end:
  enough: when pot >= 20
  rounds_played: after round, when round_number = 9
winner: all players with most chips
examples:
"""


def shown(text: str, setup: str = "shuffle stock", copies: str = "") -> str:
    """The rule file with these examples."""
    rules = RULES.replace("SETUP", setup).replace("  COPIES\n", copies)
    return rules + textwrap.indent(textwrap.dedent(text).strip(), "  ") + "\n"


GOOD = {
    "setup is run, then the first phase is entered": """
        it:
          players: Anna, Ben
          play:
            - expect: round_number = 1 and turn_number = 1 and size of stock = 52 and trace = 1234
            - expect: dealer is Ben and Anna's chips = 10 and few = 3 and m = 5 and drawn = 7
    """,
    "options and the number of players": """
        it:
          players: Anna, Ben, Carla
          set: { stake: 25, fast: yes }
          play:
            - expect: Anna's chips = 25 and fast and dealer is Carla and number of players = 3
            - Anna: bet 5
            - expect: pot = 5
    """,
    "what is given is put in place after setup, before the first phase": """
        it:
          players: Anna, Ben
          given: { dealer: Anna, few: 9, pot: 3, Anna's chips: 4, Ben's wager: 2, n: -3, final: yes, way: down, wish: 10, trump: hearts, Ben's tricks: 4 }
          play:
            - expect: trace = 1234 and dealer is Anna and few = 9 and pot = 3 and Anna's chips = 4
            - expect: Ben's wager = 2 and n = -3 and final and way is down and wish = 10 and trump is hearts
            - expect: Ben's tricks = 4 and Anna's tricks = 0
            - Ben: wait                       # the first turn is that of the dealer's left
    """,
    "memories that hold cards and players": """
        it:
          players: Anna, Ben, Carla
          given:
            held: QS
            seen: 4H 5H
            friends: (Carla, Anna)
          play:
            - expect: held is QS and seen is (4H, 5H) and first of friends is Carla and size of stock = 52
    """,
    "nothing may be given": """
        it:
          players: Anna, Ben
          given: { wish: nothing, held: nothing }
          play:
            - expect: wish is nothing and held is nothing
            - Anna: wait
    """,
    "face-down piles are written next card first, all others bottom first": """
        it:
          players: Anna, Ben
          given:
            side: 2C 3C 4C
            row: 5C 6C 7C
            Anna's hand: 8C 9C
            open: 10C JC
            Ben's safe: QC KC
            first column in tableau: 2D 3D
            last column in tableau: 4D
          play:
            - expect: top of side is 2C and bottom of side is 4C
            - expect: top of row is 7C and bottom of row is 5C
            - expect: top of Anna's hand is 9C and top of open is JC and top of Ben's safe is QC
            - expect: top of first column in tableau is 3D and top of last column in tableau is 4D
            - expect: 2D is face up and size of stock = 37
    """,
    "cards written nowhere stay in the deck's pile": """
        it:
          players: Anna, Ben
          given: { row: 5C 6C }
          play:
            - expect: size of stock = 50 and place of 7C is stock
    """,
    "or are out of the game if that pile is given": """
        it:
          players: Anna, Ben
          given: { stock: 2C 3C, row: 5C 6C }
          play:
            - expect: size of stock = 2 and top of stock is 2C and place of 7C is nothing
            - Anna: draw
            - expect: Anna's hand is 2C and size of stock = 1
    """,
    "what lay where something else is given goes back to the pack": """
        it:
          players: Anna, Ben
          given: { Anna's hand: 5C 6C }
          play:
            - expect: Anna's hand is (5C, 6C) and size of Ben's hand = 3 and size of stock = 47
    """,
    "the order of the shuffled cards": """
        it:
          players: Anna, Ben
          shuffle: 4H QS 9C
          play:
            - Anna: draw
            - expect: Anna's hand is 4H
            - Ben: draw
            - expect: Ben's hand is QS
            - Anna: draw
            - expect: last of Anna's hand is 9C and size of stock = 49
    """,
    "the list is for undecided cards only: given piles have an order": """
        it:
          players: Anna, Ben
          given: { stock: 2C 3C 4C, discard: 5C 6C 7C }
          shuffle: 6C 4C 5C
          play:
            - Anna: draw
            - expect: Anna's hand is 2C
            - Ben: draw
            - Anna: draw
            - expect: top of Anna's hand is 4C
            - Ben: draw                       # the discards are shuffled: 6C is the first of the list among them
            - expect: last of Ben's hand is 6C
            - Anna: draw
            - expect: last of Anna's hand is 5C
    """,
    "a card that is to come twice is listed twice": """
        it:
          players: Anna, Ben
          start at: turn
          given: { dealer: Ben, stock: 9C, discard: 5C 6C }
          shuffle: 5C 6C 5C
          play:
            - Anna: draw
            - Ben: draw
            - expect: Ben's hand is 5C
            - Anna: draw
            - Ben: put 5C
    """,
    "the piles of a family are given with commas, cards that turn face up or down": """
        it:
          players: Anna, Ben
          given: { tableau: '5C 6C face down 7C, nothing, 8C face up 9C face down' }
          play:
            - expect: size of stock = 47 and first column in tableau is (5C, 6C, 7C)
            - expect: top of first column in tableau is face up and bottom of first column in tableau is face down
            - expect: (number of columns in tableau where column is empty) = 1
            - expect: top of last column in tableau is face down
        those not written are empty:
          players: Anna, Ben
          given: { tableau: 5C }
          play:
            - expect: first column in tableau is 5C and last column in tableau is empty and size of stock = 51
        one alone:
          players: Anna, Ben
          given: { first column in tableau: 5C face down, last column in tableau: 6C }
          play:
            - expect: top of first column in tableau is face down and top of last column in tableau is face up
    """,
    "who sees which cards: what lies open to them, and what they saw go where it lies": """
        it:
          players: Anna, Ben
          given: { Anna's hand: 5H 6H, Ben's hand: 7H, discard: 8H, open: 9H 10H, tableau: 'JH face down QH, nothing' }
          play:
            - Anna sees: Anna's hand, discard, 8H, 5H, top of open, QH, (5H, 8H)
            - Anna cannot see: Ben's hand, stock, 7H, 9H, bottom of open, JH
            - Ben cannot see: Anna's hand, 5H, first card in (first column in tableau)
            - Ben sees: Ben's hand, all cards in Ben's hand where suit of card is hearts
            - Anna: put 5H
            - Ben sees: 5H, row
            - Ben: hide
            - Anna sees: side                       # all saw it go there
            - Anna cannot see: Ben's safe
            - Ben sees: Ben's safe, 7H              # nobody sees it any more, and Ben put it there
    """,
    "who sees melds on the table, and some cards of a pile": """
        it:
          players: Anna, Ben
          given: { Anna's hand: 5H, Ben's hand: 7H, table: 5C 6C 7C }
          play:
            - Ben sees: table, first group in table, 5C
            - Anna cannot see: all cards in stock where suit of card is hearts
    """,
    "between two steps the game runs until it needs a card that is not said": """
        it:
          players: Anna, Ben
          shuffle: 4H
          given: { Anna's hand: 2C }
          play:
            - Anna: draw
            - expect: Anna's hand is (2C, 4H) and trace = 1234523
            - Ben: draw
            - expect: trace = 1234523 and Ben's hand is empty and size of stock = 50
            - Anna: put 4H
            - expect: size of Ben's hand = 1
    """.replace("trace = 1234523 and Ben's", "trace = 12345234 and Ben's").replace(
        "trace = 1234523\n", "trace = 12345234\n"
    ),
    "setup is run to its end": """
        it:
          players: Anna, Ben
          shuffle: 4H QS
          play:
            - expect: trace = 1234 and size of Anna's hand = 3 and size of Ben's hand = 3
            - expect: first of Anna's hand is 4H and first of Ben's hand is QS
    """,
    "starting at a phase with turns": """
        it:
          players: Anna, Ben, Carla
          start at: turn
          given: { dealer: Anna }
          play:
            - expect: trace = 234 and round_number = 1 and turn_number = 1 and m = 5 and drawn = 7
            - Ben: wait
            - expect: trace = 2345234
            - Carla: wait
            - Anna: wait
            - expect: round_number = 2
    """,
    "starting at a phase that has neither turns nor moves": """
        it:
          players: Anna, Ben, Carla
          start at: draw
          play:
            - expect: trace = 34 and turn_number = 1 and draw_number = 1
            - Ben: wait
            - expect: trace = 345234
            - Carla: wait
            - expect: round_number = 2
    """,
    "starting at a phase with moves: it is the turn of the first player in play": """
        it:
          players: Anna, Ben, Carla
          start at: act
          play:
            - expect: trace = 0 and act_number = 1
            - Carla cannot: bet 11
            - Ben cannot: bet 1
            - Carla: wait
            - expect: round_number = 2
    """,
    "the pack lies unshuffled": """
        it:
          players: Anna, Ben
          start at: turn
          play:
            - expect: top of stock is AS and bottom of stock is 2C
            - Anna: draw
            - expect: Anna's hand is AS
    """,
    "nothing is tested before the first effect": """
        it:
          players: Anna, Ben
          start at: act
          given: { pot: 20 }
          play:
            - expect: not game_over
            - Anna: bet 1
            - expect: ended_by is enough
    """,
    "numbers of passes may be given": """
        it:
          players: Anna, Ben
          start at: turn
          given: { round_number: 8 }
          play:
            - Anna: wait
            - Ben: wait
            - expect: round_number = 9
            - Anna: wait
            - Ben: wait
            - expect: ended_by is rounds_played and game_over and winners is (Anna, Ben)
    """,
    "moves with their choices": """
        it:
          players: Anna, Ben
          start at: turn
          given: { Anna's hand: 5H 5S 5C 9D, first column in tableau: 2D 3D, last column in tableau: 4D }
          play:
            - Anna: call 10, hearts
            - expect: wish = 10 and trump is hearts
            - Ben: name Anna
            - expect: dealer is Anna
            - Ben: say_way down
            - expect: way is down
            - Anna: pick 1
            - expect: row is (2D, 3D)
            - Ben: pick 4D
            - expect: size of row = 3
            - Anna: lay 5C 5H 5S
            - expect: size of table = 3 and Anna's hand is 9D
            - Ben: lift 5S
            - expect: size of row = 6 and table is empty
    """,
    "what cannot be done": """
        it:
          players: Anna, Ben
          start at: turn
          given: { Anna's hand: 5H }
          play:
            - Anna cannot: bet 11             # not so many chips
            - Anna cannot: put 6H             # not in the hand
            - Anna cannot: put 9H             # a card of the deck, in nobody's hand
            - Anna cannot: name Anna
            - Ben cannot: wait                # not Ben's turn
            - Anna: wait
            - Anna cannot: wait
    """,
    "in a game that is over nothing can be done": """
        it:
          players: Anna, Ben
          given: { Anna's chips: 20 }
          play:
            - Anna: bet 20
            - Ben cannot: wait
            - expect: game_over and ended_by is enough and winners is Ben
    """,
    "an expect decides nothing": """
        it:
          players: Anna, Ben
          play:
            - expect: top of stock is not nothing
            - expect: number of cards in stock where suit is hearts = 13
            - Anna: draw
            - expect: Anna's hand is 9H       # as with the seed 1 whether anybody looked or not
            - Ben: draw
            - expect: Ben's hand is 7D
    """.replace(
        "number of cards in stock where suit is hearts = 13",
        "(number of cards in stock where suit is hearts) = 13",
    ),
}
SETUPS = {
    "what lay where something else is given goes back to the pack": "shuffle stock; deal 3 cards from stock to each hand",
    "between two steps the game runs until it needs a card that is not said": "shuffle stock",
    "setup is run to its end": "shuffle stock; deal 3 cards from stock to each hand",
}


@pytest.mark.parametrize("name", GOOD)
def test_examples_that_hold(name: str) -> None:
    assert found(GOOD[name], SETUPS.get(name, "shuffle stock")) == []


def test_ends_are_tested_when_setup_is_complete_and_not_for_what_is_given() -> None:
    text = shown(
        """
        given later:
          players: Anna, Ben
          given: { pot: 20 }
          play:
            - expect: not game_over and trace = 1234
            - Anna: bet 1
            - expect: ended_by is enough
        over before:
          players: Anna, Ben
          set: { stake: 20 }
          given: { pot: 0 }
          play:
            - expect: ended_by is enough and trace = 0
        """,
        setup="shuffle stock; when stake = 20 -> pays 20 from first of players to pot",
    )
    assert (
        failures(
            text.replace("; when stake", "\n  pay: when stake").replace(
                "pays 20 from first of players to pot", "first of players pays 20 to pot"
            )
        )
        == []
    )


def test_with_copies_a_written_card_stands_for_each_copy() -> None:
    text = shown(
        """
        twice:
          players: Anna, Ben
          given: { Anna's hand: 5H 5H 6H, Ben's hand: 6H }
          play:
            - expect: Anna's hand is (5H, 6H, 5H) and 6H is in Ben's hand and size of stock = 100
            - expect: number of cards in Anna's hand where card is 5H = 2
            - Anna sees: 5H, Anna's hand
            - Anna cannot see: Ben's hand
            - Anna: put 5H
            - expect: top of row is 5H and any card in Anna's hand is 5H
            - Ben: put 6H
            - Anna: put 5H
            - expect: row is (5H, 5H, 6H) and Anna's hand is 6H and (Anna's hand without 6H) is empty
        from the list:
          players: Anna, Ben
          shuffle: 9C 9C 9C
          play:
            - Anna: draw
            - Ben: draw
            - expect: Anna's hand is 9C and Ben's hand is 9C
        """.replace("where card is 5H = 2", "where card is 5H) = 2").replace(
            "expect: number", "expect: (number"
        ),
        copies="  copies: 2\n",
    )
    assert failures(text) == []


def test_a_card_that_the_order_names_once_too_often() -> None:
    """It may come again if it is shuffled in again; if others come instead of it, it may not."""
    text = """
    it:
      players: Anna, Ben
      shuffle: 5C ORDER
      play:
        - Anna: draw
        - Ben: draw
    """
    twice = "R710 “5C”: 5C is named twice, and the deck has one"
    assert found(text.replace("ORDER", "5C 6C")) == [twice]
    assert found(text.replace("ORDER", "6C 5C")) == []


# ------------------------------------------------------------------ what goes otherwise

OTHERWISE = [
    ("- Anna: bet 11", "R711 “bet 11”: Anna may not bet 11: at most 10, Anna has 10"),
    ("- Anna: put 6H", "R711 “put 6H”: Anna may not put 6H: '6H' is not among the cards to choose from: 5H"),
    ("- Anna: put 99", "T415 “99”: '99' is no card; one is written 10H, rank and suit"),
    ("- Anna cannot: put 1OC", "T415 “1OC”: '1OC' is no card; one is written 10H, rank and suit"),
    ("- Ben cannot: put 5 of clubs", "T415 “5 of clubs”: '5 of clubs' is no card; write 5C"),
    ("- Anna: put", "T415 “put”: say what: put card"),
    ("- Anna cannot: put", "T415 “put”: say what: put card"),
    ("- Anna cannot: put 5H,", "T415 “put 5H,”: a comma is too much; say: put card"),
    ("- Anna cannot: put 5H, 6H", "T415 “6H”: '6H' is too much; say: put card"),
    ("- Anna: wait 3", "T415 “3”: 'wait' is said alone, without '3'"),
    ("- Anna cannot: bet ten", "T415 “ten”: amount is a number, not 'ten'"),
    ("- Anna cannot: call 5, herats", "T415 “herats”: colour is a suit, not 'herats'; did you mean 'hearts'?"),
    ("- Anna cannot: call 11, hearts", "T415 “11”: wanted is a rank, not '11'"),
    ("- Anna cannot: name Bne", "T415 “Bne”: who else is a player, not 'Bne'; did you mean 'Ben'?"),
    ("- Anna cannot: name P3", "T415 “P3”: who else is a player, not 'P3'"),
    ("- Anna cannot: say_way upp", "T415 “upp”: chosen way is a word, not 'upp'; did you mean 'up'?"),
    ("- Anna cannot: pick 4", "T415 “4”: column is a pile, not '4'"),
    ("- Anna cannot: lay 5H 7", "T415 “7”: '7' is no card; one is written 10H, rank and suit"),
    ("- Ben: wait", "R711 “wait”: it is the turn of Anna (draw, bet, put, call, name, say_way, pick, lay, lift, hide, wait), not of Ben"),
    ("- Anna cannot: wait", "R712 “wait”: Anna may wait, and should not"),
    ("- Anna cannot: bet 10", "R712 “bet 10”: Anna may bet 10, and should not"),
    ("- expect: pot = 1", "R713 “pot = 1”: 'pot = 1' does not hold: pot is 0"),
    ("- expect: pot = Anna's chips", "R713 “pot = Anna's chips”: 'pot = Anna's chips' does not hold: pot is 0, Anna's chips is 10"),
    ("- expect: pot = 0 and n = 3 and few = 4", "R713 “pot = 0 and n = 3 and few = 4”: 'n = 3' does not hold: n is 0"),
    ("- expect: dealer is Anna", "R713 “dealer is Anna”: 'dealer is Anna' does not hold: dealer is Ben"),
    ("- expect: Anna's hand is (5S, 6S)", "R713 “Anna's hand is (5S, 6S)”: 'Anna's hand is (5S, 6S)' does not hold: Anna's hand is 5H"),
    ("- expect: Anna's hand is 5S", "R713 “Anna's hand is 5S”: 'Anna's hand is 5S' does not hold: Anna's hand is 5H"),
    ("- expect: final", "R713 “final”: 'final' does not hold"),
    ("- expect: way is down", "R713 “way is down”: 'way is down' does not hold: way is up"),
    ("- expect: trump is hearts", "R713 “trump is hearts”: 'trump is hearts' does not hold: trump is nothing"),
    ("- Anna: wiat", "T401 “wiat”: no move is called 'wiat'; did you mean 'wait'?"),
    ("- Anna cannot: wiat", "T401 “wiat”: no move is called 'wiat'; did you mean 'wait'?"),
    ("- Ben sees: stock, Anna's hand", "R714 “stock”: Ben does not see the 51 cards of 'stock', and should"),
    ("- Ben sees: Anna's hand, stock", "R714 “Anna's hand”: Ben does not see 5H of 'Anna's hand', and should"),
    ("- Anna cannot see: stock, Anna's hand", "R714 “Anna's hand”: Anna sees 5H of 'Anna's hand', and should not"),
    ("- Ben sees: 5H", "R714 “5H”: Ben does not see 5H, and should: it lies in Anna's hand"),
    ("- Anna cannot see: 6H, 5H", "R714 “5H”: Anna sees 5H, and should not: it lies in Anna's hand"),
    ("- Anna sees: discard", "R714 “discard”: there is no card that anybody could see: 'discard' is empty"),
    ("- Anna cannot see: top of discard", "R714 “top of discard”: there is no card that anybody could see: 'top of discard' is empty"),
    ("- Anna sees: discrad", "T401 “discrad”: no pile, term or memory is called 'discrad'; did you mean 'discard'?"),
    ("- Anna sees: 11C", "T401 “11C”: the deck has no 11C"),
    ("- Anna sees: your hand", "T402 “your”: there is no 'you' here: it is nobody's turn; write 'Anna's'"),
    ("- Anna sees: Ben", "T411 “Ben”: a pile or cards are needed here, 'Ben' is a player; write 'Ben's hand'"),
    ("- Anna sees: nothing", "T411 “nothing”: a pile or cards are needed here, not nothing"),
    ("- Anna sees: pot", "T411 “pot”: cards are needed here, 'pot' is a chip holder"),
    ("- Anna sees: 2C 3C", "E301 “3C”: found '3C' where arithmetic, ',' or the end of the text may stand; write '2C, 3C'"),
    ("- Anna sees: 2C and 3C", "E301 “and”: found 'and' where arithmetic, ',' or the end of the text may stand; write ',' between piles and cards"),
    ("- Anna: see stock", "T401 “see stock”: no move is called 'see'; write '- Anna sees: stock'"),
    ("- Ben cannot: see stock", "T401 “see stock”: no move is called 'see'; write '- Ben cannot see: stock'"),
    ("- expect: Anna sees stock", "T401 “sees”: 'sees' is no relation between two things; write '- Anna sees: stock'"),
    ("- expect: Ben cannot see stock", "E301 “cannot”: what somebody can do is a step of its own; write '- Ben cannot see: stock'"),
    ("- expect: Dora's chips = 3", "T401 “Dora”: nobody called 'Dora' sits at the table"),
    ("- expect: you is Anna", "T402 “you”: there is no 'you' here: it is nobody's turn"),
    ("- expect: pto = 3", "T401 “pto”: no pile, term or memory is called 'pto'; did you mean 'pot'?"),
    ("- expect: ended_by is enuogh", "T401 “enuogh”: 'enuogh' is not one of the words 'enough' or 'rounds_played' or 'played_out' or 'abandoned'; did you mean 'enough'?"),
]  # fmt: skip
GIVEN_WRONG = [
    ("few: 12", "R707 “few”: 12 is not from 1 to 9"),
    ("pot: -1", "R707 “pot”: -1 chips cannot lie anywhere"),
    ("row: 5C 5C", "R710 “5C”: 5C is given more often than the deck has it"),
    ("row: 5C; side: 5C", "R710 “5C”: 5C is given more often than the deck has it"),
    ("row: 11C", "T401 “11C”: the deck has no 11C"),
    ("row: nothig", "T401 “nothig”: the deck has no nothig; did you mean 'nothing'?"),
    ("rwo: 5C", "T401 “rwo”: no pile, term or memory is called 'rwo'; did you mean 'row'?"),
    ("hand: 5C", "T402 “hand”: whose hand?; say whose: 'dealer's hand' or the like; the cards of all lie in '(all hands)'"),
    ("tableau: 5C, 6C, 7C, 8C", "T413 “tableau”: 'tableau' has 3 columns, and 4 are given; commas stand only between one of them and the next"),
    ("tableau: 5C, 6C, 6C", "R710 “6C”: 6C is given more often than the deck has it"),
    ("tableau: 5C, 11C, nothing", "T401 “11C”: the deck has no 11C"),
    ("row: 5C face down", "T414 “face down”: cards in 'row' do not turn; leave 'face down' out: all cards there lie as the pile says"),
    ("all hands: 5C", "T413 “all hands”: 'all hands' is no memory, chip holder or pile; say whose: 'Anna's hand'"),
    ("stake: 5", "T413 “stake”: 'stake' is no memory, chip holder or pile; options stand under 'set'"),
    ("dealer: 5", "T411 “5”: a player is needed here, '5' is a number"),
    ("round_number: 0", "T411 “0”: the passes of 'round' are numbered from 1 on, and 0 is given; give the number of a pass that there is"),
    ("way: hihg", "T401 “hihg”: 'hihg' is not one of the words 'up' or 'down'"),
    ("first column in tableau where position = 9: 5C", "R702 “first column in tableau where position = 9”: there is no such pile"),
]  # fmt: skip


def step_text(step: str) -> str:
    """An example with one step."""
    return f"""
    it:
      players: Anna, Ben
      start at: turn
      given: {{ Anna's hand: 5H }}
      play:
        {step}
    """


def given_text(given: str) -> str:
    """An example with something given."""
    entries = "\n        ".join(given.split("; "))
    return f"""
    it:
      players: Anna, Ben
      given:
        {entries}
      play:
        - expect: n = 0
    """


@cache
def together(setup: str) -> str:
    """The rules with all these examples that need this setup, called by their numbers."""
    texts = [text for text in TEXTS if TEXTS[text] == setup]
    numbered = [
        textwrap.dedent(text).strip().replace("it:", f"example {number}:", 1)
        for number, text in enumerate(texts)
    ]
    return shown("\n".join(numbered), setup)


def found(text: str, setup: str = "shuffle stock") -> list[str]:
    """What goes otherwise than an example says; those that are tested in bulk stand in one file."""
    name, rules = "it", loaded(shown(text, setup) if text not in TEXTS else together(setup))
    if text in TEXTS:
        name = f"example {[t for t in TEXTS if TEXTS[t] == setup].index(text)}"
    assert rules.checked is not None, rules.diagnostics
    (example,) = (e for e in rules.checked.rules.examples if e.name == name)
    return [in_short(f) for f in examples.run(rules.checked, example).failures]


TEXTS = {text: SETUPS.get(name, "shuffle stock") for name, text in GOOD.items()}
TEXTS |= {step_text(step): "shuffle stock" for step, _ in OTHERWISE}
TEXTS |= {given_text(given): "shuffle stock" for given, _ in GIVEN_WRONG}


@pytest.mark.parametrize(("step", "failure"), OTHERWISE, ids=[o[0] for o in OTHERWISE])
def test_a_step_that_goes_otherwise(step: str, failure: str) -> None:
    assert found(step_text(step)) == [failure]


@pytest.mark.parametrize(("given", "failure"), GIVEN_WRONG, ids=[g[0] for g in GIVEN_WRONG])
def test_what_cannot_be_given(given: str, failure: str) -> None:
    assert found(given_text(given)) == [failure]


@pytest.mark.parametrize(
    ("keys", "failure"),
    [
        ("players: Anna, Ben\n      start at: trun", "T401 “trun”: no phase is called 'trun'; did you mean 'turn'?"),
        ("players: Anna, Ben\n      set: { stkae: 3 }", "T401 “stkae”: A table of examples has no option 'stkae'; did you mean 'stake'?"),
        ("players: Anna, Ben\n      set: { stake: 300 }", "T411 “300”: option 'stake' is a number from 1 to 100, not 300"),
        ("players: Anna, Ben\n      shuffle: 4H 11C", "T401 “11C”: the deck has no 11C"),
    ],
)  # fmt: skip
def test_what_an_example_cannot_say(keys: str, failure: str) -> None:
    text = f"""
    it:
      {keys}
      play:
        - expect: n = 0
    """
    assert found(text) == [failure]


def test_a_rule_that_fails_is_told_with_the_step() -> None:
    text = shown(
        """
        it:
          players: Anna, Ben
          given: { stock: 2C }
          play:
            - Anna: draw
            - Ben: draw
        """
    )
    rules = loaded(text)
    assert rules.checked is not None
    (failure,) = examples.run(rules.checked, rules.checked.rules.examples[0]).failures
    assert in_short(failure) == (
        "R701 “draw 1 from stock”: too few cards: 'stock' is empty; give the others a pile too, "
        "or let the example end before more cards are needed"
    )
    note, phase, given = failure.notes
    assert note.message == "in the example 'it'" and note.span is not None
    assert phase.message == "in the phase 'act'"
    assert given.span is not None and given.span.text == "stock"
    assert note.span.file.line(note.span.line).strip() == "- Ben: draw"


# ------------------------------------------------------------------ what cannot be laid out

LAID_OUT = """\
game: A card
players: 2
deck: {{ ranks: "2 to 10, J, Q, K, A", starts in: stock{deck} }}
piles: {{ stock: face down, discard: face up }}
chips: {{ pot: {pot} }}
phases: {{ turn: {{ who: each player, moves: {{ pass: {{ do: do nothing }} }} }} }}
examples:
  one: {{ players: "Anna, Ben", {shuffle}play: [ Anna: pass ] }}
"""


@pytest.mark.parametrize(
    ("deck", "shuffle", "pot", "code"),
    [
        ("", "", "value of top of discard", "R702"),
        (", only: value / 0 > 1", "", "0", "R703"),
    ],
)
def test_an_example_that_cannot_be_laid_out(deck: str, shuffle: str, pot: str, code: str) -> None:
    (said,) = failures(LAID_OUT.format(deck=deck, shuffle=shuffle, pot=pot))
    assert said.startswith(f"one: {code}")
