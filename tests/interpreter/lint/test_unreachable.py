"""L603: what can never be reached; and what can."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

CASES: dict[str, tuple[str, ...]] = {
    "turns that are always skipped": (
        """\
phases:
  turn:
    who: each player
    skip turn when: «yes»
    moves:
      pass: do nothing
""",
        "nothing is ever done in a turn of 'turn': it is always skipped",
    ),
    "nobody is stuck where a move is always legal": (
        """\
remember: { counter: number }
phases:
  turn:
    who: each player
    moves:
      more: { may: counter < 3, do: add 1 to counter }
      pass: do nothing
    if stuck: «add 1 to counter»
""",
        "'if stuck' is never done: 'pass' is always legal",
    ),
    "what a guard, a move or a table asked before a guard": (
        """\
remember: { counter: number }
phases:
  turn:
    who: each player
    moves:
      up: add 1 to counter
      one: { do: when counter > 3 -> when «counter < 2» -> shuffle stock }
      two: { may: counter > 3, do: when «counter < 2» -> shuffle stock }
      three: { may: counter > 3, do: counter becomes 0; consult under }
      four: { do: when counter > 3 -> when counter < 9 -> shuffle stock }
tables:
  under:
    few: when counter < 5 -> shuffle stock
    many: otherwise -> when «counter = 2» -> shuffle stock
""",
        "this never holds here, after what was asked before it",
        "this never holds here, after what was asked before it",
        "this never holds here, after what was asked before it",
    ),
    "a line behind a table that always goes on elsewhere": (
        """\
remember: { counter: number }
phases:
  turn:
    who: players in turn
    until: counter > 3
    moves:
      pass: do nothing
      one: consult outer; «add 1 to counter»
      two: consult some; add 1 to counter
tables:
  outer:
    high: when counter > 1 -> end your turn
    low: otherwise -> consult inner
  inner:
    it: otherwise -> end your turn
  some:
    high: when counter > 1 -> end your turn
    low: otherwise -> do nothing
""",
        "this is never done: 'consult outer' before it goes on elsewhere",
    ),
    "passes that end before the first one": (
        """\
phases:
  round:
    repeat: until «yes»
    at start: shuffle stock
""",
        "the phase 'round' is never played: it is over before it begins",
    ),
    "passes of turns that end before the first one": (
        """\
phases:
  round:
    repeat: 3 times or until «size of stock >= 0»
    phases:
      turn:
        who: each player
        moves:
          pass: do nothing
""",
        "the phase 'round' is never played: it is over before it begins",
    ),
    "no passes at all": (
        """\
phases:
  round:
    repeat: «0» times
    at start: shuffle stock
""",
        "the phase 'round' is never played: it is over before it begins",
    ),
    "a phase after one that never ends": (
        """\
phases:
  turn:
    repeat: always
    who: each player
    moves:
      pass: do nothing
  «later»:
    at end: shuffle stock
  latest:
    at end: shuffle stock
end: { over: when stock is empty }
""",
        "'later' can never be reached: 'turn' before it never ends",
    ),
    "a phase that a line leads to": (
        """\
phases:
  turn:
    repeat: always
    who: each player
    moves:
      pass: do nothing
      stop: go to later
  later:
    at end: shuffle stock
end: { over: when stock is empty }
""",
    ),
    "a pass that ends from within is followed by the next": (
        """\
phases:
  turn:
    repeat: always
    who: each player
    moves:
      pass: do nothing
      stop: end turn
    at end: shuffle stock
  «later»:
    at end: shuffle stock
end: { over: when stock is empty }
""",
        "'later' can never be reached",
    ),
    "the end of a phase that holds an endless one": (
        """\
phases:
  day:
    repeat: always
    phases:
      turn:
        repeat: always
        who: each player
        moves:
          pass: do nothing
    at end: «shuffle stock»
end: { over: when stock is empty }
""",
        "'at end' of 'day' is never done",
    ),
    "an end condition after a phase that never comes to its end": (
        """\
phases:
  day:
    repeat: always
    phases:
      turn:
        repeat: always
        who: each player
        moves:
          pass: do nothing
end:
  over: after turn, when stock is empty
  «dusk»: after day, when stock is empty
""",
        "the game never ends by 'dusk'",
    ),
    "always skipped": (
        """\
phases:
  begin:
    skip when: «size of stock >= 0»
    at end: shuffle stock
  turn:
    who: each player
    moves:
      pass: do nothing
""",
        "'begin' is never played: it is always skipped",
    ),
    "skipped after the first pass": (
        """\
phases:
  begin:
    skip when: begin_number > 1
    repeat: 3 times
    at end: shuffle stock
""",
    ),
    "a condition that never holds": (
        """\
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
      bet:
        may:
          «rich»: number of players > 4
        do: shuffle stock
""",
        "'rich' never holds: 'number of players' is from 2 to 4, so that nobody can ever make the move 'bet'",
    ),
    "conditions that exclude one another": (
        """\
remember: { bid: number }
phases:
  turn:
    who: each player
    moves:
      pass: add 1 to bid
      «bet»:
        may:
          more: bid > 3
          less: bid <= 3
        do: shuffle stock
""",
        "'more' and 'less' never hold together",
    ),
    "bounds that leave a number nothing": (
        """\
remember: { bid: number }
phases:
  turn:
    who: each player
    moves:
      pass: add 1 to bid
      bet:
        may:
          «between»: bid > 3 and bid < 4
        do: shuffle stock
""",
        "'between' never holds",
    ),
    "bounds that leave one": (
        """\
remember: { bid: number }
phases:
  turn:
    who: each player
    moves:
      pass: add 1 to bid
      bet:
        may:
          between: bid > 3 and bid < 5
        do: shuffle stock
""",
    ),
    "a bound of an option": (
        """\
options:
  most: number from 1 to 3, normally 1
setup: when «most > 3» -> shuffle stock
end: { «over»: when most = 4 }
""",
        "this never holds",
        "the game never ends by 'over'",
    ),
    "what an option may be": (
        """\
options:
  most: number from -3 to 3, normally 1
setup: when most < 0 -> shuffle stock
end: { over: when most = 3 }
""",
    ),
    "a memory may be 0 before its first number": (
        """\
remember: { bid: number from 2 to 5 }
setup: when bid = 0 -> bid becomes 3; shuffle stock
""",
    ),
    "a memory is never beyond its bounds": (
        """\
remember: { bid: number from 2 to 5 }
at any time:
  «much»: when bid > 5 -> bid becomes 2; shuffle stock
""",
        "'much' is never carried out",
    ),
    "nothing is neither more nor less": (
        """\
remember: { best: rank }
setup: best becomes rank of top of stock
end: { over: when best > K }
""",
    ),
    "terms and tables in a condition": (
        """\
terms: { all_in: size of stock > 52 }
setup: when «all_in» -> shuffle stock
""",
        "this never holds",
    ),
    "a line in a table that holds at one of its places": (
        """\
remember: { bid: number }
phases:
  turn:
    who: each player
    moves:
      pass:
        choose: { amount: number from 1 to 3 }
        do: bid becomes amount; consult settle
      bet:
        choose: { amount: number from 7 to 9 }
        do: bid becomes amount; consult settle
tables:
  settle:
    all: otherwise -> do nothing
end: { over: when bid > 5 }
""",
    ),
    "lines behind one that goes on elsewhere": (
        """\
phases:
  turn:
    who: each player
    moves:
      pass: go again; «shuffle stock»
      stop:
        do:
          a: end game
          b: «shuffle stock»
          c: shuffle stock
""",
        "'go again' before it goes on elsewhere",
        "'end game' before it goes on elsewhere",
    ),
    "lines behind a guard": (
        """\
phases:
  turn:
    who: each player
    moves:
      pass:
        do:
          a: when stock is empty -> end game
          b: shuffle stock
""",
    ),
    "a move that is stuck leads on": (
        """\
phases:
  turn:
    repeat: 3 times
    who: each player
    moves:
      pass:
        may: stock is empty
        do: go again
    if stuck: do nothing
  later:
    at end: shuffle stock
""",
    ),
    "everyone at once": (
        """\
phases:
  turn:
    who: everyone at once
    moves:
      pass: shuffle stock
    at end: shuffle stock
  later:
    at end: shuffle stock
end: 
  over: after turn, when stock is empty
""",
    ),
    "nobody ever has a turn": (
        """\
chips:
  each player: 5
  pot: 0
setup: each player pays 1 to pot
phases:
  first_turn:
    who: «each player where chips < 0»
    moves:
      pass: do nothing
  turn:
    who: each player where chips < 1
    moves:
      pass: do nothing
""",
        "'first_turn' is never played: nobody ever has a turn in it",
    ),
    "a condition that no choice meets": (
        """\
remember: { bid: number }
phases:
  turn:
    who: each player
    moves:
      bet:
        choose: { amount: number from 5 to 7 }
        may:
          «little»: amount < 5
          much: amount <= 5
        do: bid becomes amount
      call:
        choose: { amount: number from 1 to 7 }
        may:
          little: amount < 5
        do:
          a: bid becomes amount
          b: when «amount > 7» -> shuffle stock
end: { over: when bid = 3 }
""",
        "'little' never holds: 'amount' is from 5 to 7, so that nobody can ever make the move 'bet'",
        "this never holds",
    ),
    "bounds that never meet": (
        """\
remember: { bid: number }
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
      bet:
        choose: { «amount»: number from 5 to number of players }
        do: bid becomes amount
end: { over: when bid = 3 }
""",
        "there is never anything to choose as 'amount'",
    ),
    "higher than the highest rank": (
        """\
piles:
  stock: face down
  row: face up
setup: deal 5 cards from stock to row
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
      take:
        choose: { «high»: card in row where rank > A }
        do: move high to stock
      give:
        choose: { low: card in row where rank > K }
        do: move low to stock
""",
        "there is never anything to choose as 'high'",
    ),
    "a joker is higher": (
        """\
deck:
  ranks: 2 to 10, J, Q, K, A
  jokers: fool
  starts in: stock
setup: when rank of top of stock > A -> shuffle stock
""",
    ),
    "no move is made: a round is over at once": (
        """\
chips: { each player: 5, pot: 0 }
phases:
  round:
    repeat: 3 times or until «pot = 0»
    at start: { ante: each player pays up to 1 to pot }
    phases:
      turn:
        who: each player
        moves:
          pass: do nothing
""",
        "no move is ever made: 'round' is over before it begins, by 'pot = 0'",
    ),
    "no move is made: a round is skipped": (
        """\
chips: { each player: 5, pot: 0 }
phases:
  round:
    repeat: 3 times
    skip when: «pot = 0»
    at start: { ante: each player pays up to 1 to pot }
    phases:
      turn:
        who: each player
        moves:
          pass: do nothing
""",
        "no move is ever made: 'round' is always skipped, by 'pot = 0'",
    ),
    "no move is made: what goes on for ever before is told as that": (
        """\
remember: { b: yes or no, c: yes or no }
phases:
  round:
    repeat: until b and c
    at start: b becomes not b; c becomes not b
  turn:
    who: each player
    moves:
      pass: do nothing
""",
    ),
    "no move is made: nobody has a card": (
        """\
piles:
  stock: face down
  hand: per player, seen by owner
phases:
  round:
    repeat: 3 times
    phases:
      deal: { at start: { hands: deal 3 cards from stock to each hand } }
      turn:
        who: each player where «hand is empty»
        moves:
          pass: do nothing
    at end: { back: gather all cards into stock }
""",
        "no move is ever made: nobody has a turn in 'turn', by 'hand is empty'",
    ),
    "no move is made: the game is over": (
        """\
remember: { points: number per player }
winner: all players with most points
phases:
  deal: { at start: { shuffles: shuffle stock } }
  turn:
    who: players in turn
    moves:
      more: score 1
end:
  done: when «every player has points = 0»
""",
        "no move is ever made: the game is over by 'done' before the first one",
    ),
    "moves are made once there is a pot": (
        """\
chips: { each player: 5, pot: 0 }
phases:
  round:
    repeat: 3 times
    at start: { ante: each player pays up to 1 to pot }
    phases:
      turn:
        who: each player
        moves:
          pass: do nothing
    at end: { win: split pot among all players }
end:
  broke: after round, when every player has chips = 0
""",
    ),
    "the cards run out before any move": (
        """\
piles:
  stock: face down
  hand: per player, seen by owner
setup: gather all cards into stock; deal 30 cards from stock to each hand
phases:
  turn:
    who: each player where hand is empty
    moves:
      pass: do nothing
""",
    ),
    "a game by pure chance": (
        """\
phases:
  deal:
    at start: { shuffles: shuffle stock }
""",
    ),
    "labels": (
        """\
titles:
  de: { stock: Stapel, pass: passen, turn: Runde, «stack»: Stapel }
""",
        "a label for 'stack', and nothing is called so",
    ),
}
"""A piece of a rule file with the places marked, and the messages in their order."""


@pytest.mark.parametrize("name", CASES)
def test_what_is_told(name: str, tmp_path: Path) -> None:
    piece, *messages = CASES[name]
    check(piece, tuple(messages), {"L603"}, tmp_path)
