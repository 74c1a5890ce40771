"""L604: decisions at which somebody may have no legal move, and those that only look so."""

from __future__ import annotations

from pathlib import Path

import pytest

from .course import TABLE, played, told
from .marked import findings, whole

CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "a hand that empties": (
        """\
phases:
  «turn»:
    who: players in turn
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
        "in 'turn' there is only 'throw', which is not legal if your hand is empty",
    ),
    "a hand that empties, and a condition": (
        """\
phases:
  «turn»:
    repeat: always
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard }
      pass: { may: stock is empty, do: do nothing }
end:
  full: after turn, when size of discard = 30
""",
        "no move is legal in 'turn' if your hand is empty and stock is not empty",
    ),
    "conditions that always hold of what can be chosen": (
        """\
phases:
  turn:
    repeat: 3 times
    who: each player
    moves:
      throw:
        choose: card in your hand
        may: { own: card is in your hand, high: rank of card >= 2 }
        do: move card to discard
""",
    ),
    "a number that no suit has, and the largest of these numbers": (
        """\
terms:
  kings of suit: number of cards in your hand where rank is K and card's suit is suit
phases:
  turn:
    who: each player
    moves:
      name: { choose: suit where kings of suit > 0, do: 'say "{suit}"' }
      none: { choose: suit, may: largest kings of suits = 0, do: 'say "no {suit}"' }
""",
    ),
    "a number that no suit has, and the largest of these numbers is two": (
        """\
terms:
  kings of suit: number of cards in your hand where rank >= Q and card's suit is suit
phases:
  «turn»:
    who: each player
    moves:
      name: { choose: suit where kings of suit > 1, do: 'say "{suit}"' }
      none: { choose: suit, may: largest kings of suits = 0, do: 'say "no {suit}"' }
""",
        "no move is legal in 'turn' if no suit will do",
    ),
    "only those who have cards": (
        """\
phases:
  turn:
    who: players in turn where hand is not empty
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
    ),
    "until somebody has none": (
        """\
phases:
  turn:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
    ),
    "the game ends before": (
        """\
phases:
  turn:
    repeat: always
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard }
end:
  no_cards: after turn, when your hand is empty
""",
    ),
    "as many turns as cards": (
        """\
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
    ),
    "more turns than cards": (
        """\
phases:
  «turn»:
    repeat: 6 times
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
        "in 'turn' there is only 'throw', which is not legal if your hand is empty",
    ),
    "a card that matches": (
        """\
phases:
  «turn»:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
""",
        "in 'turn' there is only 'throw', which is not legal if no card in your hand will do",
    ),
    "a card that matches, or one from the stock": (
        """\
phases:
  «turn»:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
      draw: { may: stock is not empty, do: draw 1 from stock }
""",
        "no move is legal in 'turn' if no card in your hand will do for 'throw' and stock is empty",
    ),
    "the end comes with the last card of the stock": (
        """\
phases:
  turn:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
      draw: { may: stock is not empty, do: draw 1 from stock }
end: { no_cards: when stock is empty }
""",
    ),
    "the end comes after the turn with it": (
        """\
phases:
  turn:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
      draw: { may: stock is not empty, do: draw 1 from stock }
end:
  no_cards: after turn, when stock is empty
""",
    ),
    "conditions of which one always holds": (
        """\
phases:
  turn:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
      draw: { may: stock is not empty, do: draw 1 from stock }
      pass: { may: stock is empty, do: do nothing }
""",
    ),
    "numbers of which one always holds": (
        """\
phases:
  turn:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
      draw: { may: size of stock > 3, do: draw 1 from stock }
      pass: { may: size of stock <= 3, do: do nothing }
""",
    ),
    "numbers with a gap between": (
        """\
phases:
  «turn»:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
      draw: { may: size of stock > 3, do: draw 1 from stock }
      pass: { may: size of stock < 3, do: do nothing }
""",
        "no move is legal in 'turn' if no card in your hand will do for 'throw', size of stock <= 3 and size of stock >= 3",
    ),
    "cards that were never dealt": (
        """\
setup: shuffle stock
phases:
  «turn»:
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
        "in 'turn' there is only 'throw', which is not legal if your hand is empty",
    ),
    "chips run out": (
        """\
phases:
  «turn»:
    who: players in turn
    moves:
      bet: { choose: { amount: number from 1 to your chips }, do: pay amount to pot }
""",
        "in 'turn' there is only 'bet', which is not legal if your chips are 0",
    ),
    "only those who have chips": (
        """\
phases:
  turn:
    who: players in turn where chips > 0
    moves:
      bet: { choose: { amount: number from 1 to your chips }, do: pay amount to pot }
""",
    ),
    "only those who have some chips, but not enough": (
        """\
phases:
  «turn»:
    who: players in turn where chips > 0
    moves:
      bet: { choose: { amount: number from 2 to your chips }, do: pay amount to pot }
""",
        "in 'turn' there is only 'bet', which is not legal if 'number from 2 to your chips' offers nothing",
    ),
    "those without chips are skipped": (
        """\
phases:
  turn:
    repeat: 30 times
    who: each player
    skip turn when: your chips = 0
    moves:
      bet: { choose: { amount: number from 1 to your chips }, do: pay amount to pot }
""",
    ),
    "those without chips drop out": (
        """\
at any time: { broke: when any player has chips = 0 -> that player drops out }
phases:
  turn:
    repeat: 30 times
    who: each player
    moves:
      bet: { choose: { amount: number from 1 to your chips }, do: pay amount to pot }
""",
    ),
    "a pot, or none": (
        """\
phases:
  turn:
    repeat: 3 times
    who: each player
    moves:
      take: { choose: { amount: number from 1 to pot }, do: take amount from pot }
      pay: { may: pot = 0, do: pay 1 to pot }
""",
    ),
    "a bid above the last": (
        """\
phases:
  «turn»:
    who: players in turn
    until: done
    moves:
      bid: { choose: { amount: number from 1 to 10 }, may: amount > counter, do: counter becomes amount }
""",
        "in 'turn' there is only 'bid', which is not legal if no number from 1 to 10 will do",
    ),
    "yes or no": (
        """\
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      one: { may: done, do: done becomes no }
      two: { may: not done, do: done becomes yes }
""",
    ),
    "yes": (
        """\
phases:
  «turn»:
    repeat: 5 times
    who: each player
    moves:
      one: { may: done, do: done becomes no }
""",
        "in 'turn' there is only 'one', which is not legal if done is no",
    ),
    "a counter with a gap": (
        """\
phases:
  «turn»:
    repeat: 9 times
    who: each player
    moves:
      one: { may: counter < 3, do: add 1 to counter }
      two: { may: counter > 3, do: add 1 to counter }
""",
        "no move is legal in 'turn' if counter >= 3 and counter <= 3",
    ),
    "a counter without a gap": (
        """\
phases:
  turn:
    repeat: 9 times
    who: each player
    moves:
      one: { may: counter <= 3, do: add 1 to counter }
      two: { may: counter > 3, do: add 1 to counter }
""",
    ),
    "a counter that meets its bound": (
        """\
setup: shuffle stock
phases:
  turn:
    repeat: 9 times
    who: each player
    moves:
      one: { may: counter < hand_size, do: add 1 to counter }
      two: { may: counter = hand_size, do: do nothing }
""",
    ),
    "a counter that may miss it": (
        """\
setup: shuffle stock
phases:
  «turn»:
    repeat: 9 times
    who: each player
    moves:
      one: { may: counter < hand_size, do: add 2 to counter }
      two: { may: counter = hand_size, do: do nothing }
""",
        "no move is legal in 'turn' if counter >= hand_size and counter != hand_size",
    ),
    "follow suit": (
        """\
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      play:
        choose: card in your hand
        may: suit of card is suit of top of discard unless no card in your hand has suit is suit of top of discard
        do: move card to discard
""",
    ),
    "follow suit, wrongly let off": (
        """\
phases:
  «turn»:
    repeat: 5 times
    who: each player
    moves:
      play:
        choose: card in your hand
        may: suit of card is suit of top of discard unless no card in your hand has rank is rank of top of discard
        do: move card to discard
""",
        "in 'turn' there is only 'play', which is not legal if no card in your hand will do",
    ),
    "two cards, twice": (
        """\
phases:
  turn:
    repeat: 2 times
    who: each player
    moves:
      play:
        choose: { two: 2 cards in your hand }
        do: move two to discard
""",
    ),
    "two cards, three times": (
        """\
phases:
  «turn»:
    repeat: 3 times
    who: each player
    moves:
      play:
        choose: { two: 2 cards in your hand }
        do: move two to discard
""",
        "in 'turn' there is only 'play', which is not legal if there are too few in your hand",
    ),
    "a pair": (
        """\
phases:
  «turn»:
    who: each player
    moves:
      play:
        choose: { two: 2 cards in your hand }
        may: two are matching
        do: move two to discard
""",
        "in 'turn' there is only 'play', which is not legal if no 2 cards in your hand will do",
    ),
    "two choices that must go together": (
        """\
phases:
  «turn»:
    who: each player
    moves:
      play:
        choose:
          one: card in your hand
          two: card in your hand
        may: rank of one is A and rank of two is K
        do: move one to discard
""",
        "in 'turn' there is only 'play', which is not legal if no choice of 'one' and 'two' will do",
    ),
    "cards of one rank, or one card": (
        """\
phases:
  turn:
    who: each player
    moves:
      play:
        choose: { some: 1 to 3 cards in your hand }
        may: some are matching
        do: move some to discard
""",
    ),
    "all at once": (
        """\
phases:
  «turn»:
    who: everyone at once
    moves:
      play:
        choose: card in your hand
        may: rank of card >= 10
        do: move card to discard
""",
        "in 'turn' there is only 'play', which is not legal if no card in your hand will do",
    ),
    "all at once, and it says what else": (
        """\
phases:
  turn:
    who: everyone at once
    moves:
      play:
        choose: card in your hand
        may: rank of card >= 10
        do: move card to discard
    if stuck: do nothing
""",
    ),
    "somebody else with cards": (
        """\
phases:
  «turn»:
    who: players in turn
    until: every hand is empty
    moves:
      ask:
        choose: { other: player where player is not you and hand is not empty }
        do: move top of (other)'s hand to discard
""",
        "in 'turn' there is only 'ask', which is not legal if no player will do",
    ),
    "the lowest card": (
        """\
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      play: { choose: card in your hand, may: card is lowest card in your hand, do: move card to discard }
""",
    ),
    "as long as several have cards": (
        """\
phases:
  turn:
    who: players in turn where hand is not empty
    until: fewer than 2 players have hand is not empty
    moves:
      ask:
        choose: { other: player where player is not you and player's hand is not empty }
        do: move top of (other)'s hand to discard
""",
    ),
    "until only one has cards": (
        """\
phases:
  turn:
    who: players in turn where hand is not empty
    until: exactly 1 player has hand is not empty
    moves:
      ask:
        choose: { other: player where player is not you and player's hand is not empty }
        do: move top of (other)'s hand to discard
""",
    ),
    "several have something else": (
        """\
phases:
  «turn»:
    who: players in turn
    until: fewer than 2 players have chips > 0
    moves:
      ask:
        choose: { other: player where player is not you and player's hand is not empty }
        do: move top of (other)'s hand to discard
""",
        "in 'turn' there is only 'ask', which is not legal if no player will do",
    ),
    "what can be taken has to be": (
        """\
phases:
  turn:
    who: players in turn where hand is not empty
    moves:
      take:
        choose: { chosen: card in your hand, prize: heap in subsets of discard where size of heap = value of chosen }
        do: [move prize to your hand, move chosen to stock]
      lay:
        choose: card in your hand
        may: no heap in subsets of discard where size of heap = value of card
        do: move card to stock
""",
    ),
    "the one with a certain card begins with it": (
        """\
setup:
  shuffle: shuffle stock
  hands: deal up to 60 cards from stock to each hand
  lead: dealer becomes who holds 2C
phases:
  turn:
    who: each player starting with dealer
    moves:
      play: { choose: card in your hand, may: discard is not empty or card is 2C, do: move card to discard }
""",
    ),
    "somebody begins with a certain card": (
        """\
setup:
  shuffle: shuffle stock
  hands: deal up to 60 cards from stock to each hand
phases:
  «turn»:
    who: each player
    moves:
      play: { choose: card in your hand, may: discard is not empty or card is 2C, do: move card to discard }
""",
        "in 'turn' there is only 'play', which is not legal if no card in your hand will do",
    ),
    "somebody else": (
        """\
phases:
  turn:
    who: each player
    moves:
      ask:
        choose: { other: player where player is not you }
        do: do nothing
""",
    ),
    "again and again": (
        """\
phases:
  «turn»:
    who: players in turn where hand is not empty
    moves:
      throw: { choose: card in your hand, do: move card to discard; go again }
""",
        "in 'turn' there is only 'throw', which is not legal if your hand is empty",
    ),
    "again as long as there are cards": (
        """\
phases:
  turn:
    who: players in turn where hand is not empty
    moves:
      throw: { choose: card in your hand, do: [move card to discard, when your hand is not empty -> go again] }
""",
    ),
    "a pile that is empty from the start": (
        """\
setup: shuffle stock
phases:
  «turn»:
    repeat: 4 times
    who: each player
    moves:
      take: { choose: card in discard, do: move card to your hand }
""",
        "in 'turn' there is only 'take', which is not legal if discard is empty",
    ),
    "the suit that lies there, or any other": (
        """\
phases:
  turn:
    repeat: until any hand is empty
    who: each player
    moves:
      follow: { choose: card in your hand where suit is suit of top of discard, do: move card to discard }
      slough: { choose: card in your hand where suit is not suit of top of discard, do: move card to discard }
""",
    ),
    "each suit by itself": (
        """\
phases:
  turn:
    repeat: until any hand is empty
    who: each player
    moves:
      clubs: { choose: card in your hand where suit is clubs, do: move card to discard }
      diamonds: { choose: card in your hand where suit is diamonds, do: move card to discard }
      hearts: { choose: card in your hand where suit is hearts, do: move card to discard }
      spades: { choose: card in your hand where suit is spades, do: move card to discard }
""",
    ),
    "all suits but one": (
        """\
phases:
  «turn»:
    repeat: until any hand is empty
    who: each player
    moves:
      clubs: { choose: card in your hand where suit is clubs, do: move card to discard }
      diamonds: { choose: card in your hand where suit is diamonds, do: move card to discard }
      hearts: { choose: card in your hand where suit is hearts, do: move card to discard }
""",
        "no move is legal in 'turn' if no card in your hand will do for 'clubs', 'diamonds' or 'hearts'",
    ),
    "red, or of a black suit": (
        """\
phases:
  turn:
    repeat: until any hand is empty
    who: each player
    moves:
      red: { choose: card in your hand where color is red, do: move card to discard }
      black: { choose: card in your hand where suit is clubs or suit is spades, do: move card to discard }
""",
    ),
    "lower, an eight, higher": (
        """\
phases:
  turn:
    repeat: until any hand is empty
    who: each player
    moves:
      low: { choose: card in your hand, may: rank of card < 8, do: move card to discard }
      eight: { choose: card in your hand where rank is 8, do: move card to discard }
      high: { choose: card in your hand, may: rank of card > 8, do: move card to discard }
""",
    ),
    "lower, higher, and no eight": (
        """\
phases:
  «turn»:
    repeat: until any hand is empty
    who: each player
    moves:
      low: { choose: card in your hand, may: rank of card < 8, do: move card to discard }
      high: { choose: card in your hand, may: rank of card > 8, do: move card to discard }
""",
        "no move is legal in 'turn' if no card in your hand will do for 'low' or 'high'",
    ),
    "by the color of a card that always lies there": (
        """\
phases:
  turn:
    repeat: until any hand is empty
    who: each player
    moves:
      red: { choose: card in your hand, may: color of top of discard is red, do: move card to discard }
      black: { choose: card in your hand, may: color of top of discard is black, do: move card to discard }
""",
    ),
    "by the color of a card that may be gone": (
        """\
phases:
  «turn»:
    repeat: until any hand is empty
    who: each player
    moves:
      red: { choose: card in your hand, may: color of top of discard is red, do: move top of discard to stock }
      black: { choose: card in your hand, may: color of top of discard is black, do: move top of discard to stock }
""",
        "no move is legal in 'turn' if color of top of discard is not red and color of top of discard is not black",
    ),
    "one of all rows of a table": (
        """\
phases:
  turn:
    repeat: until any hand is empty
    who: each player
    moves:
      one: { choose: card in your hand, may: kind is heart or kind is spade, do: move card to discard }
      two: { choose: card in your hand, may: kind is other, do: move card to discard }
tables:
  kind:
    gives: heart or spade or other
    heart: when suit of top of discard is hearts
    spade: when suit of top of discard is spades
    other: otherwise
""",
    ),
    "one of some rows of a table": (
        """\
phases:
  «turn»:
    repeat: until any hand is empty
    who: each player
    moves:
      one: { choose: card in your hand, may: kind is heart, do: move card to discard }
      two: { choose: card in your hand, may: kind is other, do: move card to discard }
tables:
  kind:
    gives: heart or spade or other
    heart: when suit of top of discard is hearts
    spade: when suit of top of discard is spades
    other: otherwise
""",
        "no move is legal in 'turn' if kind is not heart and kind is not other",
    ),
    "one of three words": (
        """\
remember:
  mode: early or middle or late
phases:
  turn:
    repeat: until any hand is empty
    who: each player
    moves:
      early: { choose: card in your hand, may: mode is early, do: [move card to discard, mode becomes middle] }
      middle: { choose: card in your hand, may: mode is middle, do: [move card to discard, mode becomes late] }
      late: { choose: card in your hand, may: mode is late, do: move card to discard }
""",
    ),
    "following, or a trump at any time": (
        """\
phases:
  turn:
    repeat: until any hand is empty
    who: each player
    moves:
      throw:
        choose: card in your hand
        may: { follow: suit of card is suit of top of discard or suit of card is spades or no card in your hand has suit is suit of top of discard }
        do: move card to discard
""",
    ),
    "trumps, or whoever cannot follow": (
        """\
phases:
  «turn»:
    repeat: until any hand is empty
    who: each player
    moves:
      throw:
        choose: card in your hand
        may: { trump: suit of card is spades or no card in your hand has suit is suit of top of discard }
        do: move card to discard
""",
        "in 'turn' there is only 'throw', which is not legal if no card in your hand will do",
    ),
    "a higher bid, or none by whoever is no dealer": (
        """\
remember:
  bid: number from 0 to 4
  dealer: player, starts as last of players
phases:
  turn:
    who: each player
    moves:
      bids: { choose: { wanted: number from 2 to 4 }, may: { higher: wanted > bid }, do: bid becomes wanted }
      pass: { may: { must: bid > 0 or you is not dealer }, do: do nothing }
""",
    ),
    "a higher bid, and nobody may pass late": (
        """\
remember:
  bid: number from 0 to 4
phases:
  «turn»:
    repeat: 4 times
    who: each player
    moves:
      bids: { choose: { wanted: number from 2 to 4 }, may: { higher: wanted > bid }, do: bid becomes wanted }
      pass: { may: { must: bid < 4 }, do: do nothing }
""",
        "no move is legal in 'turn' if no number from 2 to 4 will do for 'bids' and bid >= 4",
    ),
    "turns of those who have not played yet": (
        """\
piles:
  stock: face down
  discard: face up
  hand: per player, seen by owner
  front: per player, face up
setup:
  shuffle: shuffle stock
  hands:   deal 5 cards from stock to each hand
phases:
  lay:
    repeat: 5 times
    phases:
      turn:
        who: players in turn where front is empty
        moves:
          play: { choose: card in your hand, do: move card to your front }
    at end: { clear: gather each front into discard }
""",
    ),
    "more passes than cards, with turns of those who have not played yet": (
        """\
piles:
  stock: face down
  discard: face up
  hand: per player, seen by owner
  front: per player, face up
setup:
  shuffle: shuffle stock
  hands:   deal 5 cards from stock to each hand
phases:
  lay:
    repeat: 6 times
    phases:
      «turn»:
        who: players in turn where front is empty
        moves:
          play: { choose: card in your hand, do: move card to your front }
    at end: { clear: gather each front into discard }
""",
        "in 'turn' there is only 'play', which is not legal if your hand is empty",
    ),
    "more passes than an option deals cards": (
        """\
setup:
  shuffle: shuffle stock
  hands:   deal hand_size cards from stock to each hand
phases:
  «turn»:
    repeat: hand_size + 1 times
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
        "in 'turn' there is only 'throw', which is not legal if your hand is empty",
    ),
    "fewer passes than an option deals cards": (
        """\
setup:
  shuffle: shuffle stock
  hands:   deal hand_size + 1 cards from stock to each hand
phases:
  turn:
    repeat: hand_size times
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
    ),
    "as many passes as players, and a card for each round": (
        """\
setup: shuffle stock
phases:
  round:
    repeat: 4 times
    at start:
      collect: gather all cards into stock
      hands: deal round_number cards from stock to each hand
    phases:
      «turn»:
        repeat: number of players times
        who: each player
        moves:
          throw: { choose: card in your hand, do: move card to discard }
""",
        "in 'turn' there is only 'throw', which is not legal if your hand is empty",
    ),
    "as many passes as cards in each round": (
        """\
setup: shuffle stock
phases:
  round:
    repeat: 4 times
    at start:
      collect: gather all cards into stock
      hands: deal round_number cards from stock to each hand
    phases:
      turn:
        repeat: round_number times
        who: each player
        moves:
          throw: { choose: card in your hand, do: move card to discard }
""",
    ),
    "a card of the dealer's is turned up first": (
        """\
setup:
  shuffle: shuffle stock
  hands:   deal hand_size cards from stock to each hand; deal 1 card from dealer's hand to discard
phases:
  «turn»:
    repeat: hand_size times
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
        "in 'turn' there is only 'throw', which is not legal if your hand is empty",
    ),
    "a card is lost besides in each pass": (
        """\
setup:
  shuffle: shuffle stock
  hands:   deal hand_size cards from stock to each hand
phases:
  «turn»:
    repeat: hand_size times
    who: each player
    at end: { loss: for each player -> when player's hand is not empty -> move random card in player's hand to discard }
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
        "in 'turn' there is only 'throw', which is not legal if your hand is empty",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_no_legal_move(case: str, tmp_path: Path) -> None:
    rules, *messages = CASES[case]
    told(rules, tuple(messages), "L604", tmp_path)
    # What is told comes true in some random game, and what is not told never does.
    assert played(rules, "R705", tmp_path) is bool(messages)


def test_the_numbers_are_told(tmp_path: Path) -> None:
    rules = CASES["more passes than an option deals cards"][0].translate({171: None, 187: None})
    found = findings(whole(TABLE + rules), tmp_path, ["L604"])
    assert found[0].notes[-1].message == (
        "with hand_size 5, 'turn' takes 6 cards from a player who was dealt only 5"
    )
