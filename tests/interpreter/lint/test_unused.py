"""L603: what is declared and never used; and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

CASES: dict[str, tuple[str, ...]] = {
    "memories that only feed themselves and one another": (
        """\
remember:
  «spare»: number
  «one»: number
  «two»: number
  lap: number
phases:
  turn:
    who: each player
    moves:
      again: { do: when spare > 3 -> spare becomes 0 }
      more: add 1 to spare; let before be lap; lap becomes before + 1
      swap: let before be one; one becomes two; two becomes before
      stop: { may: lap > 2, do: do nothing }
""",
        "'spare' is asked only to work out memories that nothing else asks",
        "'one' is asked only to work out",
        "'two' is asked only to work out",
    ),
    "a memory that decides what is done, through others": (
        """\
remember:
  first_one: number
  second_one: number
phases:
  turn:
    who: each player
    moves:
      up: add 1 to first_one
      over: { do: when first_one > 2 -> second_one becomes 1 }
      stop: { do: when second_one > 0 -> end turn }
""",
    ),
    "an option": (
        """\
options:
  «stake»: number from 1 to 5, normally 1
""",
        "the option 'stake' is asked nowhere",
    ),
    "an option that only an example sets": (
        """\
options:
  «stake»: number from 1 to 5, normally 1
examples:
  one:
    players: Anna, Ben
    set: { stake: 2 }
    play:
      - expect: stake = 2
""",
        "asked nowhere",
    ),
    "an option asked by the deck": (
        """\
options:
  low: yes or no, normally no
deck:
  ranks: 2 to 10, J, Q, K, A
  only: rank >= 7 or low
  starts in: stock
""",
    ),
    "an option that is the start of a memory": (
        """\
options:
  least: number from 1 to 5, normally 1
remember:
  bid: number, starts as least
end: { over: when bid = 3 }
""",
    ),
    "an option in braces of a text": (
        """\
options:
  least: number from 1 to 5, normally 1
setup: 'say "at least {least}"'
""",
    ),
    "an option that an unused term asks: the term is told": (
        """\
options:
  least: number from 1 to 5, normally 1
terms: { «most»: 2 * least }
""",
        "the term 'most' is never used",
    ),
    "a memory that nothing sets, whether an unused term asks it or not": (
        """\
remember:
  «led»: suit
terms: { «best»: highest card in stock where suit is led }
end: { over: when led is hearts }
""",
        "nothing ever sets 'led'",
        "the term 'best' is never used",
    ),
    "a memory that only an unused term asks": (
        """\
remember:
  «led»: suit
terms: { «best»: highest card in stock where suit is led }
""",
        "nothing ever sets 'led'",
        "the term 'best' is never used",
    ),
    "a memory that an unused table sets": (
        """\
remember:
  led: suit
tables: { «lead»: { all: otherwise -> led becomes suit of top of stock } }
end: { over: when led is hearts }
""",
        "the table 'lead' is never consulted",
    ),
    "a memory": (
        """\
remember:
  «bid»: number
""",
        "the memory 'bid' is never used",
    ),
    "a memory set and never asked": (
        """\
remember:
  «bid»: number
setup: bid becomes 3
""",
        "'bid' is set, but never asked",
    ),
    "a memory that goes by what it is, and is nothing": (
        """\
remember:
  «called»: rank
phases:
  turn:
    who: each player
    moves:
      pass: called becomes first rank in ranks where position = position of called + 1
      low:
        may: called < 5
        do: do nothing
""",
        "'called' is always nothing: no line that sets it makes it anything else",
    ),
    "two memories that go by one another, and one by a condition that never holds": (
        """\
remember:
  «led»: suit
  «best»: card
phases:
  turn:
    who: each player
    moves:
      pass:
        do:
          - led becomes suit of best
          - when led is hearts -> best becomes top of stock
end: { over: when led is hearts }
""",
        "'led' is always nothing",
        "'best' is always nothing",
    ),
    "memories that some line makes something": (
        """\
remember:
  led: suit
  best: card
  called: rank
  upper: rank, starts as 2
  high: rank
setup:
  - when led is nothing -> led becomes hearts
  - best becomes first card in stock where suit is led
  - called becomes rank of best
  - when called != K -> upper becomes first rank in ranks where position = position of called + 1
  - for each rank in ranks where rank != high -> high becomes rank
end: { over: when led is hearts and upper is K and high is K }
""",
    ),
    "a memory that is nothing in so many words": (
        "remember: { led: suit }\nsetup: [led becomes nothing, 'say \"{led}\"']\n",
    ),
    "a memory that only counts itself": (
        """\
remember:
  «bid»: number
setup: add 1 to bid; bid becomes bid + 1
""",
        "'bid' is set, but never asked",
    ),
    "a list that is only added to": (
        """\
remember:
  «seen»: players
phases:
  turn:
    who: each player
    moves:
      pass: add you to seen
""",
        "'seen' is set, but never asked",
    ),
    "a memory that says whose": (
        """\
remember:
  leader: player
  won: number per player
setup: leader becomes first of players; leader's won becomes 1
winner: all players with most won
""",
    ),
    "a memory of a phase, started afresh and asked": (
        """\
phases:
  turn:
    remember:
      most: number, starts as size of stock
    who: each player
    moves:
      pass:
        may: most > 3
        do: do nothing
""",
    ),
    "a memory of a phase, only started": (
        """\
phases:
  turn:
    remember:
      «most»: number, starts as size of stock
    who: each player
    moves:
      pass: do nothing
""",
        "the memory 'most' is never used",
    ),
    "a memory that nothing sets": (
        """\
remember:
  «bid»: number
  «open»: yes or no
  «led»: suit
  «mode»: high or low
  «seen»: players
  fixed: player, starts as first of players
setup: when bid = 0 and not open and led is nothing and mode is high and fixed is not in seen -> shuffle stock
""",
        "nothing ever sets 'bid': it is always 0",
        "it is always no",
        "it is always nothing",
        "it is always 'high'",
        "it is always empty",
    ),
    "the dealer decides the order": (
        """\
remember:
  dealer: player, starts as last of players
""",
    ),
    "points are scored": (
        """\
remember: { points: number per player }
setup: each player scores 1
winner: all players with most points
""",
    ),
    "a pile": (
        """\
piles:
  stock: face down
  «waste»: face up
""",
        "the pile 'waste' is never used",
    ),
    "a pile that gets no card": (
        """\
piles:
  stock: face down
  «waste»: face up
setup: gather waste into stock
""",
        "no card ever comes to 'waste'",
    ),
    "a pile that others are refilled from": (
        """\
piles:
  stock: face down, refilled from waste
  «waste»: face up
setup: shuffle stock
""",
        "no card ever comes to 'waste'",
    ),
    "piles that cards come to in all ways": (
        """\
piles:
  stock: face down, refilled from waste
  waste: face up
  hand: per player, seen by owner
  row: 3 slots, face up
  gone: face down
  table: groups, face up
  bin: face down
melds: { set: 3 or 4 cards of one rank }
phases:
  turn:
    who: each player
    moves:
      pass:
        do:
          a: draw 1 from stock
          b: move top of stock to waste
          c: deal 1 card from stock to each slot
          d: gather each slot into gone
          e: lay melds of your hand on table
          f: shuffle top of stock into bin
""",
    ),
    "a pile that is chosen": (
        """\
piles:
  stock: face down
  row: 3 slots, face up
  «other»: 2 places, face up
setup: for each pile in row -> deal 1 card from stock to pile
phases:
  turn:
    who: each player
    moves:
      pass:
        choose: { slot: slot in row }
        do: move top of stock to slot; gather each place into stock
""",
        "no card ever comes to 'other'",
    ),
    "chips": (
        """\
chips:
  «each player»: 5
  «pot»: 0
  «bank»: 5
""",
        "the chips of the players are never used",
        "'pot' is never used",
        "'bank' is never used",
    ),
    "a pot without chips": (
        """\
chips:
  each player: 5
  «pot»: 0
end:
  over: when pot = 3 or any player has chips = 0
""",
        "no chip ever comes to 'pot'",
    ),
    "chips that are paid": (
        """\
chips:
  each player: 5
  pot: 0
setup: each player pays 1 to pot
""",
    ),
    "terms that only one another use": (
        """\
terms:
  «rich»: twice > 3
  twice: 2 * size of stock
""",
        "the term 'rich' is never used",
    ),
    "a table of values": (
        """\
tables:
  «worth»:
    gives: number
    many: when size of stock > 3 -> 2
    few:  otherwise -> 1
""",
        "the table 'worth' is never asked",
    ),
    "a table that is consulted nowhere": (
        """\
payouts:
  «settle»:
    all: otherwise -> each player scores 1
remember: { points: number per player }
winner: all players with most points
""",
        "the table 'settle' is never consulted",
    ),
    "terms used as nouns, relations and properties": (
        """\
piles:
  stock: face down
  hand: per player, seen by owner
terms:
  card beats other_card: card > other_card
  good of card: rank of card > 7
  count of player: size of player's hand
phases:
  turn:
    who: each player
    moves:
      play:
        choose: card in your hand where card is good
        may: card beats top of stock and your count > 1
        do: move card to stock
setup: deal 2 cards from stock to each hand
""",
    ),
    "a noun that the term does not ask": (
        """\
terms:
  twice of «player»: 2 * size of stock
end:
  over: when any player has twice > 8
""",
        "'twice' says nothing of the player it is asked of",
    ),
    "a noun that a term inside asks": (
        """\
remember: { bid: number per player }
terms:
  twice of player: 2 * own
  own: player's bid
end: { over: when any player has twice > 8 }
setup: for each player -> player's bid becomes player's bid + 1
""",
    ),
    "melds and values": (
        """\
«melds»:
  set: 3 or 4 cards of one rank
deck:
  ranks: 2 to 10, J, Q, K, A
  «values»: A = 1
  starts in: stock
""",
        "nothing asks what a card counts",
        "nothing asks what a meld is",
    ),
    "deadwood asks for melds and values": (
        """\
melds: { set: 3 or 4 cards of one rank }
deck:
  ranks: 2 to 10, J, Q, K, A
  values: A = 1
  starts in: stock
end: { over: when total value of deadwood of stock = 0 }
""",
    ),
    "a word": (
        """\
remember: { mode: open or closed or «shut» }
setup: mode becomes closed
end: { over: when mode is open }
""",
        "the word 'shut' is never used",
    ),
    "the word that a memory begins with": (
        """\
remember: { mode: open or closed }
end: { over: when mode is closed }
setup: mode becomes closed
""",
    ),
    "words that come from a choice": (
        """\
remember: { mode: open or closed or shut }
phases:
  turn:
    who: each player
    moves:
      pass:
        choose: { how: open or closed or shut }
        do: mode becomes how
end: { over: when mode is closed }
""",
    ),
    "a choice": (
        """\
phases:
  turn:
    who: each player
    moves:
      pass:
        choose: { «amount»: number from 1 to 3 }
        do: do nothing
""",
        "'pass' does the same whatever is chosen",
    ),
    "a choice that a later one asks": (
        """\
remember: { bid: number }
phases:
  turn:
    who: each player
    moves:
      pass:
        choose:
          least: number from 1 to 3
          amount: number from least to 5
        do: bid becomes amount
end: { over: when bid = 5 }
""",
    ),
    "a choice that a term asks": (
        """\
terms: { much: amount > 2 }
phases:
  turn:
    who: each player
    moves:
      pass:
        choose: { amount: number from 1 to 3 }
        may: much
        do: do nothing
""",
    ),
    "a let": (
        """\
setup:
  a: let «one» be 3; shuffle stock
  b: let other be 3
  c: when other > 2 -> shuffle stock
""",
        "'one' is never asked",
    ),
}
"""A piece of a rule file with the places marked, and the messages in their order."""


@pytest.mark.parametrize("name", CASES)
def test_what_is_told(name: str, tmp_path: Path) -> None:
    piece, *messages = CASES[name]
    check(piece, tuple(messages), {"L603"}, tmp_path)
