"""Effects (LANGUAGE part 8): every template, what it does to the table, and when it fails.

Each row is a line that Anna's move carries out, what lies on the table before, and what holds after
it. No effect makes or destroys a chip or a card, so both are counted each time.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulerun.interpreter.machine.state import State

from .tables import position, value

RULES = """
game: A table of effects
players: 3
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
  run: 3 or more cards of one suit in sequence
chips:
  each player: 10
  pot: 9
  bank: 20
  wager: 2 per player
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
  third: face up
  discard: face up
  supply: face down, refilled from discard
  source: face down, refilled from discard except top
  tableau: 3 columns, face either
  table: groups, face up
  spread: per player, groups, face up
  box: face down
  trick: face up, remembers who played
remember:
  dealer: player, starts as last of everyone
  n: number
  few: number from 0 to 9
  points: number per player
  final: yes or no
  named: player
  held: card
  seen: cards
  friends: players
  wish: rank
  trump: suit
  way: up or down
phases:
  turn:
    who: players in turn starting with (first player in everyone where position = 1)
    moves:
      go:
        do: LINE
      wait: do nothing
tables:
  give:
    here: otherwise -> pay 1 to pot; add 1 to n
  renamed:
    here: otherwise -> let x be 3; add x to your points
payouts:
  several:
    hit: all
    one: when any player where player is not you -> that player scores 1
    two: when any player where player is you -> that player scores 2
winner: all players with most points
examples:
  line:
    players: Anna, Ben, Carla
    start at: turn
    given:
      GIVEN
    play:
      - Anna: go
"""


def counted(state: State) -> tuple[int, int]:
    """How many chips and cards there are."""
    chips = sum(state.cells[place] for place in state.game.layout.holders())
    return chips, sum(len(pile) for pile in state.piles)


def in_one_file(rows: Sequence[tuple[str, str]], rules: str = RULES) -> str:
    """Rules in which each line is a move, with an example before and one after it is made."""
    moves, shown = "", ""
    for number, (line, given) in enumerate(rows):
        # In a file each text stands on its own line, so a line with a colon or a sign needs no quotes.
        moves += f"      line_{number}:\n        do: >\n          {line}\n"
        place = "\n      ".join((given or "n: 0").split("; "))
        for when, step in (("before", "expect: n = n"), ("after", f"Anna: line_{number}")):
            shown += (
                f"  {when} {number}:\n    players: Anna, Ben, Carla\n    start at: turn\n"
                f"    given:\n      {place}\n    play:\n      - {step}\n"
            )
    head = rules[: rules.index("examples:\n")]
    return head.replace("do: LINE\n", f"do: do nothing\n{moves}") + f"examples:\n{shown}"


HAND = "Anna's hand: 5H 6H 7H KS"
ROWS = [
    # chips
    ("pay 3 to pot", "", "your chips = 7", "pot = 12"),
    ("you pay 3 to bank", "", "your chips = 7", "bank = 23"),
    ("left of you pays 3 to pot", "", "Ben's chips = 7", "pot = 12"),
    ("pay 3 to left of you", "", "your chips = 7", "Ben's chips = 13"),
    ("pay up to 30 to pot", "", "your chips = 0", "pot = 19"),
    ("pay all to pot", "", "your chips = 0", "pot = 19"),
    ("pay 0 to pot", "", "your chips = 10", "pot = 9"),
    ("pay 10 to pot", "", "your chips = 0", "pot = 19"),
    ("pay n + 1 to pot", "n: 4", "your chips = 5"),
    ("pays 4 from bank to pot", "", "bank = 16", "pot = 13"),
    ("pays all from bank to pot", "", "bank = 0", "pot = 29"),
    ("pays up to 99 from pot to bank", "", "bank = 29", "pot = 0"),
    ("pay 2 from your wager to left of you", "", "your wager = 0", "Ben's chips = 12"),
    ("pay 2 to your wager", "", "your wager = 4", "your chips = 8"),
    ("each player pays 1 to pot", "", "pot = 12", "every player has chips = 9"),
    ("each player where player is not you pays 2 to you", "", "your chips = 14", "Ben's chips = 8"),
    ("each player in friends pays 1 to pot", "friends: (Ben, Carla)", "your chips = 10", "pot = 11"),
    ("each player pays player's chips / 2 to pot", "Ben's chips: 3", "pot = 20", "Ben's chips = 2"),
    # the list is fixed first, the amounts are evaluated anew for each
    ("each player with chips >= pot pays pot to pot", "pot: 2", "pot = 16", "Carla's chips = 2"),
    ("each player pays up to pot to bank", "pot: 4", "bank = 32"),
    ("take 5 from pot", "", "your chips = 15", "pot = 4"),
    ("left of you takes all from pot", "", "Ben's chips = 19", "pot = 0"),
    ("each player takes 2 from pot", "", "every player has chips = 12", "pot = 3"),
    ("each player takes up to 4 from pot", "", "pot = 0", "Anna's chips = 14", "Carla's chips = 11"),
    ("take 1 from left of you", "", "your chips = 11", "Ben's chips = 9"),
    ("split pot among players", "", "every player has chips = 13", "pot = 0"),
    ("split pot among players", "pot: 11", "Anna's chips = 14", "Ben's chips = 14", "Carla's chips = 13"),
    ("split pot among friends", "pot: 5; friends: (Carla, Anna)", "Carla's chips = 13", "Anna's chips = 12"),
    ("split pot among left of you", "", "Ben's chips = 19"),
    ("split your wager among friends", "friends: (Carla, Ben)", "your wager = 0", "Carla's chips = 11"),
    ("split pot among friends", "pot: 0", "pot = 0"),
    ("gather each wager into pot", "", "pot = 15", "total wager of players = 0"),
    # points
    ("score 3", "", "your points = 3"),
    ("left of you scores -2", "", "Ben's points = -2"),
    ("each player scores size of player's hand", HAND, "your points = 4", "Ben's points = 0"),
    # dealing and drawing
    ("deal 2 cards from stock to row", "stock: 4H QS 9C", "row is (4H, QS)", "top of row is QS", "size of stock = 1"),
    ("deal 1 card from stock to your hand", "stock: 4H QS", "your hand is 4H"),
    ("deal n cards from stock to row", "n: 0; stock: 4H", "row is empty"),
    ("deal up to 5 cards from stock to row", "stock: 4H QS", "size of row = 2", "stock is empty"),
    ("deal all cards from stock to row", "stock: 4H QS 9C", "top of row is 9C", "stock is empty"),
    ("deal 2 cards from stock to each hand", "stock: 2C 3C 4C 5C 6C 7C 8C", "your hand is (2C, 5C)",
     "hand of Ben is (3C, 6C)", "hand of Carla is (4C, 7C)", "top of your hand is 5C", "top of stock is 8C"),
    ("deal up to 2 cards from stock to each hand", "stock: 2C 3C 4C 5C", "size of your hand = 2", "size of hand of Carla = 1"),
    ("deal all cards from stock to each hand", "stock: 2C 3C 4C 5C", "your hand is (2C, 5C)", "hand of Ben is 3C"),
    ("deal 1 card from stock to each hand", "dealer: Anna; stock: 2C 3C 4C", "hand of Ben is 2C", "your hand is 4C"),
    ("left of you drops out; deal 1 card from stock to each hand", "stock: 2C 3C 4C", "hand of Carla is 3C",
     "hand of Ben is empty"),
    ("deal 1 card from stock to each column", "stock: 2C 3C 4C", "top of last column in tableau is 4C"),
    ("deal 1 card from stock to first column in tableau", "stock: 2C", "top of first column in tableau is face down"),
    ("deal 1 card from stock to first column in tableau face up", "stock: 2C", "top of first column in tableau is face up"),
    ("draw 2 cards from stock", "stock: 4H QS 9C", "your hand is (4H, QS)"),
    ("draw 1 from stock", "stock: 4H QS", "your hand is 4H"),
    ("left of you draws 1 card from stock", "stock: 4H", "hand of Ben is 4H"),
    ("each player draws 1 card from stock", "stock: 2C 3C 4C", "hand of Carla is 4C"),
    ("draw up to 3 from stock", "stock: 2C 3C", "size of your hand = 2"),
    ("draw all from stock", "stock: 2C 3C", "size of your hand = 2"),
    # refilling
    ("deal 3 cards from supply to row", "supply: 4H; discard: 2C 3C", "size of row = 3", "bottom of row is 4H", "discard is empty"),
    ("deal up to 9 cards from supply to row", "supply: 4H; discard: 2C 3C", "size of row = 3", "discard is empty"),
    ("deal up to 1 card from supply to row", "supply: 4H; discard: 2C 3C", "row is 4H", "supply is empty", "size of discard = 2"),
    ("deal 2 cards from source to row", "source: 4H; discard: 2C 3C", "row is (4H, 2C)", "discard is 3C"),
    ("deal up to 9 cards from source to row", "source: 4H; discard: 2C 3C 5C", "size of row = 3", "discard is 5C"),
    ("draw 1 from supply", "discard: 2C", "your hand is 2C"),
    ("each player draws up to 1 from supply", "supply: 4H; discard: 2C", "size of your hand = 1", "hand of Carla is empty"),
    ("deal up to 2 cards from supply to each hand", "supply: 4H; discard: 2C", "size of your hand = 1", "size of hand of Ben = 1"),
    # moving
    ("move 6H to row", HAND, "row is 6H", "your hand is (5H, 7H, KS)"),
    ("move top of your hand to row", HAND, "row is KS"),
    ("move your hand to row", HAND, "top of row is KS", "bottom of row is 5H", "your hand is empty"),
    ("move first 2 of your hand to row", HAND + "; row: 2C", "row is (2C, 5H, 6H)", "top of row is 6H", "bottom of row is 2C"),
    ("move all cards in your hand where suit is hearts to row", HAND, "row is (5H, 6H, 7H)", "your hand is KS"),
    ("move first 2 of your hand under row", HAND + "; row: 2C 3C", "first 2 of row is (5H, 6H)", "bottom of row is 5H", "top of row is 3C"),
    ("move 6H, KS to row", HAND, "top of row is KS", "size of row = 2"),
    ("move top of row under row", "row: 2C 3C 4C", "bottom of row is 4C", "top of row is 3C"),
    ("move bottom of row to row", "row: 2C 3C 4C", "top of row is 2C"),
    ("move row to row", "row: 2C 3C", "top of row is 3C", "size of row = 2"),
    ("move (row + third) to discard", "row: 2C; third: 3C", "top of discard is 3C", "size of discard = 2"),
    ("move KS to first column in tableau", HAND, "KS is face up"),
    ("move KS to first column in tableau face down", HAND, "KS is face down"),
    ("move (everything from 3C) to last column in tableau", "first column in tableau: 2C 3C 4C",
     "top of last column in tableau is 4C", "first column in tableau is 2C"),
    ("move held to row", "held: 9C", "row is 9C"),
    ("move seen to row", "seen: 9C 2C", "top of row is 2C", "bottom of row is 9C"),
    ("move KS to trick", HAND, "who played KS is you"),
    ("move KS to trick; move KS to row", HAND, "who played KS is nothing"),
    ("move dealer's hand to row", "", "row is empty"),
    # gathering, flipping
    ("gather row, third into discard", "row: 2C 3C; third: 4C; discard: 5C", "bottom of discard is 5C", "top of discard is 4C",
     "last 3 of discard is (2C, 3C, 4C)", "row is empty"),
    ("gather row, third under discard", "row: 2C 3C; third: 4C; discard: 5C", "top of discard is 5C", "bottom of discard is 2C",
     "last 2 of discard is (4C, 5C)"),
    ("gather row into row", "row: 2C 3C", "top of row is 3C"),
    ("gather row into discard", "", "discard is empty"),
    ("gather each hand into row", "Anna's hand: 2C 3C; Ben's hand: 4C", "top of row is 4C", "bottom of row is 2C"),
    ("gather each hand under row", "Anna's hand: 2C 3C; Ben's hand: 4C; row: 5C", "top of row is 5C", "bottom of row is 2C"),
    ("left of you drops out; gather each hand into row", "Anna's hand: 2C; Ben's hand: 4C", "top of row is 4C"),
    ("gather each hand into row", "dealer: Anna; Anna's hand: 2C 3C; Ben's hand: 4C", "top of row is 3C", "bottom of row is 4C"),
    ("gather tableau into row", "first column in tableau: 2C; last column in tableau: 3C 4C", "top of row is 4C", "tableau is empty"),
    ("gather each column into row", "first column in tableau: 2C; last column in tableau: 3C 4C", "top of row is 4C"),
    ("gather table into row", "", "row is empty"),
    ("gather all cards into stock", HAND + "; row: 2C", "size of stock = 52", "top of stock is AS", "bottom of stock is 2C"),
    ("gather all cards into row", "", "top of row is AS", "size of row = 52"),
    ("flip row into stock", "row: 2C 3C 4C; stock: 5C", "top of stock is 2C", "bottom of stock is 5C", "row is empty"),
    ("flip row into row", "row: 2C 3C", "top of row is 2C"),
    ("flip row into stock", "stock: 5C", "top of stock is 5C"),
    # shuffling
    ("shuffle row into stock", "row: 2C 3C; stock: 5C 6C", "top of stock is 5C", "size of stock = 4", "row is empty",
     "last 2 of stock is (5C, 6C)"),
    ("shuffle KS into stock", HAND + "; stock: 5C", "bottom of stock is KS", "top of stock is 5C"),
    ("shuffle row", "row: 2C 3C", "row is (2C, 3C)"),
    # turning and showing
    ("turn top of first column in tableau face down", "first column in tableau: 2C 3C", "3C is face down", "2C is face up"),
    ("turn all cards in tableau face down", "first column in tableau: 2C 3C", "every card in tableau is face down"),
    ("turn all cards in tableau face down; turn bottom of first column in tableau face up",
     "first column in tableau: 2C 3C", "2C is face up", "3C is face down"),
    ("show your hand", HAND, "size of your hand = 4"),
    ("show top of your hand to left of you", HAND, "size of your hand = 4"),
    # melds
    ("lay melds of your hand on table", HAND, "size of table = 3", "number of groups in table = 1", "your hand is KS"),
    ("lay melds of your hand on table", "Anna's hand: 5H 6H 7H 2C 2D 2S", "table is (2C, 2D, 2S, 5H, 6H, 7H)",
     "table is not (5H, 6H, 7H)", "not (table is first group in table)", "(2C, 2D, 2S, 5H, 6H, 7H) is all groups in table"),
    ("lay melds of your hand on table", "Anna's hand: 5H 6H 7H 2C 2D 2S", "number of groups in table = 2",
     "first group in table is (2C, 2D, 2S)", "size of last group in table = 3"),
    ("lay (5H, 6H, 7H) on table; lay KS on first group in table", HAND, "size of first group in table = 4", "top of first group in table is KS"),
    ("lay melds of your hand on your spread", HAND, "size of your spread = 3", "number of groups in spread of Ben = 0",
     "number of groups in your spread = 1", "who holds 5H is you"),
    ("lay melds of your hand on spread of left of you", HAND, "size of spread of Ben = 3"),
    ("lay (5H, 6H, 7H) on table; lay KS on table; gather first group in table into row", HAND,
     "number of groups in table = 1", "position of first group in table = 2", "first group in table is KS"),
    ("lay (5H, 6H, 7H) on your spread; gather spread of you into row", HAND, "size of row = 3", "number of groups in your spread = 0"),
    # memories
    ("n becomes 4", "", "n = 4"),
    ("n becomes n * 2 - 1", "n: 4", "n = 7"),
    ("n becomes pot", "", "n = 9"),
    ("your points becomes 4", "", "your points = 4", "Ben's points = 0"),
    ("points of left of you becomes 4", "", "Ben's points = 4"),
    ("few becomes 9", "", "few = 9"),
    ("few becomes 0", "few: 3", "few = 0"),
    ("final becomes yes", "", "final"),
    ("final becomes no", "final: yes", "not final"),
    ("final becomes your chips > 3", "", "final"),
    ("final becomes not final and n = 0", "", "final"),
    ("named becomes you", "", "named is Anna"),
    ("named becomes left of you", "", "named is Ben"),
    ("named becomes nothing", "named: Ben", "named is nothing"),
    ("named becomes who holds KS", HAND, "named is you"),
    ("held becomes top of your hand", HAND, "held is KS"),
    ("held becomes third", "third: 4C", "held is 4C"),
    ("held becomes top of row", "held: 4C", "held is nothing"),
    ("held becomes QH", "", "held is QH"),
    ("seen becomes your hand", HAND, "seen is (5H, 6H, 7H, KS)", "size of your hand = 4"),
    ("seen becomes nothing", "seen: 4C", "seen is empty"),
    ("seen becomes top of your hand", HAND, "seen is KS"),
    ("friends becomes all players where player is not you", "", "friends is (Ben, Carla)"),
    ("wish becomes rank of top of your hand", HAND, "wish is K"),
    ("wish becomes 10", "", "wish is 10"),
    ("wish becomes A", "", "wish is A"),
    ("trump becomes hearts", "", "trump is hearts"),
    ("trump becomes suit of top of your hand", HAND, "trump is spades"),
    ("way becomes down", "", "way is down"),
    ("add 3 to n", "n: -5", "n = -2"),
    ("add -3 to n", "", "n = -3"),
    ("remove 3 from n", "", "n = -3"),
    ("add 2 to few; remove 1 from few", "", "few = 1"),
    ("add 1 to your points; add 1 to points of left of you", "", "your points = 1", "Ben's points = 1"),
    ("add you to friends", "friends: (Carla, Ben)", "size of friends = 3", "last of friends is you"),
    ("add left of you to friends", "friends: (Carla, Ben)", "size of friends = 2"),
    ("remove left of you from friends", "friends: (Carla, Ben)", "friends is Carla"),
    ("remove you from friends", "friends: (Carla, Ben)", "size of friends = 2"),
    ("add your hand to seen", HAND + "; seen: KS", "seen is (KS, 5H, 6H, 7H)", "first of seen is KS"),
    ("remove (all cards in seen where suit is hearts) from seen",
     "seen: KS 5H 6H", "seen is KS"),
    ("add players to friends", "", "size of friends = 3"),
    # let
    ("let x be 3; pay x to pot; add x to n", "", "pot = 12", "n = 3"),
    ("let x be your chips; pay 4 to pot; n becomes x", "", "n = 10"),
    ("let p be your hand; move KS to row; n becomes size of p", HAND, "n = 3"),
    ("let p be all cards in your hand; move KS to row; n becomes size of p", HAND, "n = 4"),
    ("let p be top of your hand; move p to row; held becomes p", HAND, "held is KS", "row is KS"),
    ("let x be 1; let x be x + 1; n becomes x", "", "n = 2"),
    ("let x be 1; consult renamed; n becomes x", "", "n = 1", "your points = 3"),
    ("let who_leads be left of you; who_leads scores 2", "", "Ben's points = 2"),
    # tables
    ("consult give", "", "pot = 10", "n = 1", "your chips = 9"),
    ("left of you consults give", "", "Ben's chips = 9", "n = 1"),
    ("each player consults give", "", "pot = 12", "n = 3", "every player has chips = 9"),
    ("each player where player is not you consults give", "", "your chips = 10", "n = 2"),
    ("consult several", "", "Ben's points = 1", "Anna's points = 2"),
    ("consults give; consult give", "", "your chips = 8"),
    # guards
    ("when n = 0 -> add 1 to n; add 1 to n", "", "n = 2"),
    ("when n = 1 -> add 1 to n; add 1 to n", "", "n = 0"),
    ("when n = 0 -> when pot = 9 -> n becomes 5", "", "n = 5"),
    ("for each player -> that player pays 1 to pot; add 1 to n", "", "n = 3", "pot = 12"),
    ("for each player where player is not you -> that player scores 2", "", "Ben's points = 2", "Anna's points = 0"),
    ("for each player in friends -> n becomes n * 10 + position of player", "friends: (Carla, Anna)", "n = 31"),
    ("for each player -> n becomes n * 10 + position of player", "", "n = 123"),
    ("for each player -> n becomes n * 10 + position of player", "dealer: Anna", "n = 231"),
    ("for each card in your hand -> move card to row", HAND, "size of row = 4", "top of row is KS"),
    ("for each card in your hand where suit is hearts -> n becomes n * 10 + value of card", HAND, "n = 567"),
    ("for each column in tableau -> deal position of column cards from stock to column", "stock: 2C 3C 4C 5C 6C 7C",
     "size of last column in tableau = 3", "size of first column in tableau = 1"),
    ("for each suit in suits where suit is not clubs -> add 1 to n", "", "n = 3"),
    ("for each k in numbers from 1 to 4 where k mod 2 = 0 -> add k to n", "", "n = 6"),
    ("for each player -> player drops out; add 1 to n", "", "n = 3", "number of players = 0", "everyone is out"),
    ("for each player -> when player is not you -> left of player drops out; add 1 to n", "", "n = 2", "Anna is out", "Carla is out"),
    ("when any player where player is not you and chips = 10 -> that player pays 1 to pot", "", "Ben's chips = 9"),
    ("when any card in your hand where value > 6 -> move card to row", HAND, "row is 7H"),
    ("when any player where chips = 99 -> that player pays 1 to pot", "", "pot = 9"),
    ("when any hand is empty -> add 1 to n", "", "n = 1"),
    ("when any player has chips = 10 and n = 0 -> that player scores 1", "", "Anna's points = 1"),
    # turn order
    ("left of you drops out", "", "Ben is out", "players are not out", "everyone is not out", "number of players = 2", "left of you is Carla", "size of everyone = 3"),
    ("each player with chips = 3 drops out", "Carla's chips: 3", "Carla is out", "number of players = 2"),
    ("reverse direction", "", "next after you is Carla", "left of you is Ben"),
    ("reverse direction; reverse direction", "", "next after you is Ben"),
    ("left of left of you plays next", "", "n = 0"),
    ("do nothing", "", "n = 0"),
    ('say "pot holds {pot}"', "", "n = 0"),
]  # fmt: skip


IN_A_FILE = 100
"""How many rows are put in one file, which may not be longer than any file."""
TOGETHER = [
    in_one_file([(row[0], row[1]) for row in ROWS[first : first + IN_A_FILE]])
    for first in range(0, len(ROWS), IN_A_FILE)
]


@pytest.mark.parametrize("number", range(len(ROWS)), ids=[f"{r[0]} ({r[1]})" for r in ROWS])
def test_a_line_does_what_it_says(number: int) -> None:
    file, place = divmod(number, IN_A_FILE)
    before, _ = position(TOGETHER[file], f"before {place}")
    after, people = position(TOGETHER[file], f"after {place}")
    for claim in ROWS[number][2:]:
        assert value(after, claim, people) == "yes", claim
    assert counted(after) == counted(before)
