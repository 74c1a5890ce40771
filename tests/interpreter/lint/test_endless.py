"""L605: what goes on for ever without a decision, and what only looks so. L606: play that need not end."""

from __future__ import annotations

from pathlib import Path

import pytest

from .course import TABLE, played, told
from .marked import check


@pytest.fixture
def few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that goes on for ever is not waited for so long."""
    monkeypatch.setattr("rulerun.interpreter.machine.game.Game.patience", range(3000))


CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "nothing but itself": (
        """\
phases:
  spin:
    repeat: «always»
    at start: do nothing
end:
  over: when counter > 3
""",
        "'spin' need not end: nobody decides anything in it, and no row of 'end' comes nearer",
    ),
    "nothing comes nearer": (
        """\
phases:
  spin:
    repeat: «until counter > 3»
    at start: shuffle stock
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'counter > 3'",
    ),
    "a counter": (
        """\
phases:
  spin:
    repeat: until counter > 3
    at start: add 1 to counter
""",
    ),
    "a number that is stepped over": (
        """\
phases:
  spin:
    repeat: «until counter = 1»
    at start: add 2 to counter
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'counter = 1'",
    ),
    "a number that is come to in steps of two": (
        """\
phases:
  spin:
    repeat: until counter = 4
    at start: add 2 to counter
""",
    ),
    "a number that lies behind": (
        """\
phases:
  spin:
    repeat: «until counter = -1»
    at start: add 1 to counter
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'counter = -1'",
    ),
    "a number that is stepped over downwards": (
        """\
phases:
  spin:
    repeat: «until -5 = counter»
    at start: remove 2 from counter
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to '-5 = counter'",
    ),
    "steps of two and of three": (
        """\
phases:
  spin:
    repeat: until counter = 7
    at start:
      two: add 2 to counter
      odd: when counter = 2 -> add 3 to counter
""",
    ),
    "from an odd number": (
        """\
phases:
  spin:
    repeat: until counter = 3
    at start: add 2 to counter
setup: counter becomes 1
""",
    ),
    "chips that others pay": (
        """\
phases:
  spin:
    repeat: until pot = 4
    at start: dealer pays 2 to pot
""",
    ),
    "a counter that goes the other way": (
        """\
phases:
  spin:
    repeat: «until counter < -3»
    at start: add 1 to counter
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'counter < -3'",
    ),
    "to and fro": (
        """\
phases:
  «one»:
    at start: do nothing
  two:
    at end: go to one
""",
        "from 'one' to 'two' to 'one' it may go for ever: nobody decides anything on the way",
    ),
    "round three phases": (
        """\
phases:
  «one»:
    at start: do nothing
    at end: when counter = 0 -> go to three
  two:
    at end: go to one
  three:
    at end: when counter = 0 -> go to two
""",
        "from 'one' to 'two' to 'three' to 'one' it may go for ever: nobody decides anything on the way",
    ),
    "to and fro while there are cards": (
        """\
phases:
  one:
    at start: deal 1 card from stock to discard
  two:
    at end: when stock is not empty -> go to one
""",
    ),
    "chance alone": (
        """\
phases:
  one:
    repeat: «until no hand is empty»
    at start:
      - gather all cards into stock
      - shuffle stock
      - deal up to 2 cards from stock to each hand
""",
        "'one' need not end: nobody decides anything in it, and only chance brings it to 'no hand is empty'",
    ),
    "turns without a decision": (
        """\
phases:
  «one»:
    who: players in turn where not done
    before turn: add 1 to counter
""",
        "'one' need not end: nobody decides anything in it, and its turns go round and round",
    ),
    "all at once, and nobody can": (
        """\
phases:
  round:
    repeat: «always»
    phases:
      t:
        who: everyone at once
        moves:
          bet:
            may: your chips > 5
            do: pay 1 to pot
        if stuck: do nothing
end:
  over: when pot = 30
""",
        "'round' goes on for ever if nobody has a legal move in 't'",
    ),
    "all at once, and who cannot is counted": (
        """\
phases:
  round:
    repeat: always
    phases:
      t:
        who: everyone at once
        moves:
          bet:
            may: your chips > 5
            do: pay 1 to pot
        if stuck: add 1 to counter
end:
  over: when pot = 30 or counter > 20
""",
    ),
    "all at once, and nobody takes part": (
        """\
phases:
  round:
    repeat: «always»
    phases:
      t:
        who: everyone at once where chips > 5
        moves:
          bet: pay 1 to pot
end:
  over: when pot = 30
""",
        "'round' goes on for ever if nobody has a turn in 't' \\(where chips > 5\\)",
    ),
    "all at once, and that ends it": (
        """\
phases:
  round:
    repeat: always
    phases:
      t:
        who: everyone at once where chips > 5
        moves:
          bet: pay 1 to pot
end:
  over: after round, when no player has chips > 5
""",
    ),
    "what is added may be nothing": (
        """\
options:
  hand_size: number from 3 to 7, normally 5
  step: number from 0 to 5, normally 0
phases:
  spin:
    repeat: «until counter > 3»
    at start: add step to counter
""",
        "'spin' need not end: .* nothing brings it step by step to 'counter > 3'",
    ),
    "what is added is chosen, and may be nothing": (
        """\
remember:
  dealer:  player, starts as last of players
  counter: number
  step:    number
phases:
  bid:
    who: dealer
    moves:
      bid:
        choose: { n: number from 0 to 2 }
        do: step becomes n
  spin:
    repeat: «until counter > 3»
    at start: add 2 * step to counter
""",
        "'spin' need not end",
    ),
    "what is added is chosen, and never nothing": (
        """\
remember:
  dealer:  player, starts as last of players
  counter: number
  step:    number
phases:
  bid:
    who: dealer
    moves:
      bid:
        choose: { n: number from 1 to 2 }
        do: step becomes n
  spin:
    repeat: until counter > 3
    at start: add 2 * step to counter
""",
    ),
    "what is added is never nothing": (
        """\
phases:
  spin:
    repeat: until counter > 30
    at start: add hand_size * (number of players) to counter
""",
    ),
    "what is added is the size of a pile to which no card comes": (
        """\
piles:
  stock:   face down
  discard: face up
  hand:    per player, seen by owner
  box:     face down
phases:
  spin:
    repeat: «until counter > 3»
    at start: add size of box to counter
""",
        "'spin' need not end",
    ),
    "each player has a turn that counts": (
        """\
phases:
  spin:
    repeat: until counter > 30
    phases:
      count:
        who: each player
        before turn: add 1 to counter
""",
    ),
    "turns while there are cards": (
        """\
phases:
  one:
    who: players in turn where hand is not empty
    before turn: move top of your hand to discard
""",
    ),
    "nobody has a turn any more": (
        """\
phases:
  round:
    repeat: «always»
    phases:
      t:
        who: each player where chips > 5
        moves:
          bet: pay 1 to pot
end:
  over: when pot = 30
""",
        "'round' goes on for ever if nobody has a turn in 't' \\(where chips > 5\\): nothing on the way changes that, and nothing ends it",
    ),
    "nobody has a turn any more, and that ends it": (
        """\
phases:
  round:
    repeat: always
    phases:
      t:
        who: each player where chips > 5
        moves:
          bet: pay 1 to pot
end:
  over: after round, when no player has chips > 5
""",
    ),
    "a phase that is skipped": (
        """\
phases:
  round:
    repeat: «always»
    skip when: done
    who: each player
    moves:
      bet: pay 1 to pot
      stop: done becomes yes
end:
  over: when pot = 30
""",
        "'round' goes on for ever if 'round' is skipped \\(when done\\): nothing on the way changes that, and nothing ends it",
    ),
    "a card that comes some time": (
        """\
phases:
  round:
    repeat: until done
    at start: deal 1 card from stock to discard; done becomes rank of top of discard is A
""",
    ),
    "a yes that is set": (
        """\
phases:
  round:
    repeat: until done
    at start: done becomes yes
""",
    ),
    "a yes that never is set": (
        """\
phases:
  round:
    repeat: «until done»
    at start: done becomes counter > 5
""",
        "'round' need not end: nobody decides anything in it, and nothing brings it step by step to 'done'",
    ),
    "points that grow": (
        """\
phases:
  round:
    repeat: until points of dealer > 40
    at start: each player scores 3
""",
    ),
    "one player after the other": (
        """\
phases:
  round:
    repeat: until dealer's chips > 0
    at start: dealer becomes left of dealer
""",
    ),
    "a pile that shrinks only sometimes": (
        """\
phases:
  turn:
    repeat: «until stock is empty»
    at start: when done -> deal 1 card from stock to discard
""",
        "'turn' need not end: nobody decides anything in it, and nothing brings it step by step to 'stock is empty'",
    ),
    "all drop out": (
        """\
at any time:
  broke: when any player has chips = 0 -> that player drops out
phases:
  round:
    repeat: «always»
    at start: each player pays up to 5 to pot
    who: each player
    moves:
      pass: do nothing
end:
  ended: after round, when number of players = 1
""",
        "'round' goes on for ever if nobody has a turn in 'round': nothing on the way changes that, and nothing ends it",
    ),
    "a counter in a table": (
        """\
phases:
  spin:
    repeat: until counter >= 4
    at start: consult step
tables:
  step:
    odd:  when counter mod 2 = 1 -> add 3 to counter
    even: otherwise -> add 1 to counter
""",
    ),
    "a counter that a table sets back": (
        """\
phases:
  spin:
    repeat: «until counter >= 4»
    at start: consult step
tables:
  step:
    odd:  when counter = 3 -> counter becomes 0
    even: otherwise -> add 1 to counter
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'counter >= 4'",
    ),
    "a counter that is set back where it stops": (
        """\
phases:
  spin:
    repeat: until counter >= 4
    at start: add 1 to counter
  back:
    at start: counter becomes 0
""",
    ),
    "a list that shrinks": (
        """\
remember:
  dealer: player, starts as last of players
  waiting: players, starts as players
phases:
  spin:
    repeat: until waiting is empty
    at start: remove first of waiting from waiting
""",
    ),
    "chips that go away": (
        """\
phases:
  spin:
    repeat: until every player has chips = 0
    at start: each player pays up to 3 to pot
""",
    ),
    "chips that come and go": (
        """\
phases:
  spin:
    repeat: «until every player has chips = 0»
    at start:
      pay:  each player pays up to 3 to pot
      back: first of players takes all from pot
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'every player has chips = 0'",
    ),
    "a stock that is filled again": (
        """\
phases:
  spin:
    repeat: «until stock is empty»
    at start: deal up to 1 card from stock to discard; gather discard into stock
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'stock is empty'",
    ),
    "a stock that a row fills again": (
        """\
at any time:
  again: when stock is empty and discard is not empty -> gather discard into stock
phases:
  spin:
    repeat: «until every hand is empty and stock is empty»
    at start: deal up to 5 cards from stock to discard
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'every hand is empty and stock is empty'",
    ),
    "as many times as said": (
        """\
phases:
  spin:
    repeat: hand_size times
    at start: shuffle stock
""",
    ),
    "an end that counts": (
        """\
phases:
  spin:
    repeat: always
    at start: shuffle stock
end:
  over: after spin, when spin_number = 7
""",
    ),
    "an end without a phase that counts": (
        """\
phases:
  spin:
    repeat: always
    at start: shuffle stock
end:
  over: when spin_number = 7
""",
    ),
    "an end that counts from the other side": (
        """\
phases:
  spin:
    repeat: «always»
    at start: shuffle stock
end:
  over: after spin, when spin_number = 0
""",
        "'spin' need not end: nobody decides anything in it, and no row of 'end' comes nearer",
    ),
    "a jump out": (
        """\
phases:
  spin:
    repeat: always
    at start: when stock is empty -> go to out_of_it
    at end: deal 5 cards from stock to discard
  out_of_it:
    at start: do nothing
end:
  never: when counter = 5
""",
    ),
    "inside another that counts": (
        """\
phases:
  round:
    repeat: 3 times
    phases:
      spin:
        repeat: «until done»
        at start: shuffle stock
""",
        "'spin' need not end: nobody decides anything in it, and nothing brings it step by step to 'done'",
    ),
    "everybody is passed over": (
        """\
phases:
  round:
    repeat: «always»
    phases:
      bidding:
        who: players in turn where counter < 3
        moves:
          bid: add 1 to counter
end:
  rich: after round, when any player has chips > 20
""",
        "'round' goes on for ever if nobody has a turn in 'bidding' \\(where counter < 3\\): nothing on the way changes that, and nothing ends it",
    ),
    "everybody is passed over, in the end": (
        """\
phases:
  round:
    repeat: always
    phases:
      bidding:
        who: players in turn where counter < 3
        moves:
          bid: add 1 to counter
end:
  third: after round, when counter = 3
""",
    ),
    "a skipped turn": (
        """\
phases:
  round:
    repeat: «always»
    who: each player
    skip turn when: done
    moves:
      bid: done becomes yes
end:
  rich: after round, when any player has chips > 20
""",
        "'round' goes on for ever if every turn of 'round' is skipped \\(when done\\): nothing on the way changes that, and nothing ends it",
    ),
    "a skipped turn in a round that counts": (
        """\
phases:
  round:
    repeat: 9 times
    who: each player
    skip turn when: done
    moves:
      bid: done becomes yes
""",
    ),
    "a number that is doubled": (
        """\
phases:
  one:
    at start: counter becomes 2 * counter + 1
  two:
    at start: when counter < 100 -> go to one
""",
    ),
    "a phase that begins itself anew": (
        """\
phases:
  «one»:
    repeat: 2 times
    at start: when not done -> go to one
""",
        "'one' may be begun anew for ever: nobody decides anything on the way",
    ),
    "every turn is skipped": (
        """\
phases:
  «turn»:
    who: players in turn
    until: every hand is empty
    skip turn when: no card in your hand has rank is 2
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
        "'turn' goes on for ever if every turn of 'turn' is skipped \\(when no card in your hand has rank is 2\\)",
    ),
    "turns of those without cards are skipped": (
        """\
phases:
  turn:
    who: players in turn
    until: every hand is empty
    skip turn when: your hand is empty
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
    ),
    "turns of those who gave up are skipped": (
        """\
remember: { folded: yes or no per player }
phases:
  turn:
    who: players in turn
    until: fewer than 2 players have not folded
    skip turn when: your folded
    moves:
      fold: your folded becomes yes
""",
    ),
    "turns are skipped until one player is left": (
        """\
phases:
  turn:
    who: players in turn
    until: exactly 1 player has hand is not empty
    skip turn when: your hand is empty
    moves:
      throw: { choose: card in your hand, do: move card to discard }
""",
    ),
    "turns of those without chips are skipped": (
        """\
phases:
  turn:
    who: players in turn
    until: fewer than 2 players have chips > 0
    skip turn when: your chips = 0
    moves:
      pay: pay 1 to pot
""",
    ),
    "nobody can move, and nothing is done": (
        """\
phases:
  «turn»:
    who: players in turn
    until: every hand is empty
    moves:
      give: { choose: card in your hand where rank is 2, do: move card under stock }
    if stuck: do nothing
""",
        "'turn' goes on for ever if nobody has a legal move in 'turn': nothing",
    ),
    "nobody can move, and that ends it": (
        """\
phases:
  turn:
    who: players in turn
    until: every hand is empty
    moves:
      give: { choose: card in your hand, do: move card under stock }
    if stuck: do nothing
""",
    ),
    "nobody can move, and it is counted": (
        """\
phases:
  turn:
    who: players in turn
    until: counter >= number of players
    moves:
      give: { choose: card in your hand where rank is 2, do: [move card under stock, counter becomes 0] }
    if stuck: add 1 to counter
""",
    ),
    "nobody can move, and the end asks for that": (
        """\
phases:
  turn:
    who: players in turn
    moves:
      give: { choose: card in your hand where rank is 2, do: move card under stock }
    if stuck: do nothing
end:
  blocked: after turn, when no player has any card in hand has rank is 2
""",
    ),
    "follow suit as long as there are cards": (
        """\
phases:
  turn:
    who: players in turn
    until: every hand is empty
    moves:
      play:
        choose: card in your hand
        may: suit of card is suit of top of discard or no card in your hand has suit is suit of top of discard
        do: move card to discard
    if stuck: do nothing
""",
    ),
    "nothing to draw any more": (
        """\
phases:
  «turn»:
    who: players in turn
    until: any hand is empty
    moves:
      throw: { choose: card in your hand, may: rank of card is rank of top of discard, do: move card to discard }
    if stuck: draw up to 1 from stock
""",
        "'turn' goes on for ever if nobody has a legal move in 'turn' and stock is empty",
    ),
    "nothing to draw any more ends it": (
        """\
phases:
  turn:
    who: players in turn
    until: any hand is empty or stock is empty
    moves:
      throw: { choose: card in your hand, may: rank of card is rank of top of discard, do: move card to discard }
    if stuck: draw up to 1 from stock
""",
    ),
    "nothing to draw any more, and one has to pass": (
        """\
phases:
  round:
    repeat: «until any hand is empty»
    who: each player
    moves:
      throw: { choose: card in your hand, may: rank of card is rank of top of discard, do: move card to discard }
    if stuck: when stock is not empty -> draw 1 from stock
""",
        "'round' goes on for ever if nobody has a legal move in 'round'",
    ),
    "the end is asked after each turn": (
        """\
phases:
  trick:
    repeat: always
    phases:
      playing:
        who: players in turn where hand is not empty and counter < 3
        moves:
          throw:
            choose: card in your hand
            do: move card to discard; add 1 to counter
    at end: counter becomes 0
end:
  one_left: after playing, when fewer than 2 players have hand is not empty
""",
    ),
}

NOT_IN_TWENTY_GAMES = {"chance alone"}
"""What is told and yet does not come in the few games that are played."""


@pytest.mark.parametrize("case", CASES)
def test_for_ever(case: str, tmp_path: Path, few_blocks: None) -> None:
    rules, *messages = CASES[case]
    told(rules, tuple(messages), "L605", tmp_path)
    if case not in NOT_IN_TWENTY_GAMES:
        assert played(rules, "R706", tmp_path) is bool(messages)


NOT_ENDING = """\
phases:
  turn:
    repeat: always
    who: each player
    moves:
      raise: add 1 to counter
      back:  counter becomes 0
end:
  high: after turn, when counter >= 10
"""

PLAYED_ON: dict[str, tuple[str, tuple[str, ...]]] = {
    "to and fro": (
        NOT_ENDING.replace("  turn:", "  «turn»:", 1),
        ("play need not end: 'back' can be made again and again",),
    ),
    "only upwards": (
        NOT_ENDING.replace("counter becomes 0", "add 3 to counter"),
        (),
    ),
    "a bid above the last": (
        """\
phases:
  sale:
    who: players in turn where not done
    moves:
      bid:
        choose: { amount: number from counter + 1 to your chips }
        do: counter becomes amount
      stop: done becomes yes
""",
        (),
    ),
    "a choice above the last": (
        """\
phases:
  sale:
    who: players in turn where not done
    moves:
      bid:
        choose: { amount: number from 1 to your chips }
        may: amount > counter
        do: counter becomes amount
      stop: done becomes yes
""",
        (),
    ),
    "the next bid of a list": (
        """\
terms:
  next_bid: first bid in (18, 20, 22, 23, 24) where bid > counter
phases:
  sale:
    who: players in turn where player is dealer or player is left of dealer
    moves:
      bid:
        may: { named: you is dealer, highest: counter < 24 }
        do: counter becomes next_bid
      hold:
        may: you is left of dealer
        do: do nothing
      stop: end sale
""",
        (),
    ),
    "holding what nobody names anew": (
        """\
phases:
  «sale»:
    who: players in turn where player is dealer or player is left of dealer
    moves:
      bid:
        may: you is dealer
        do: do nothing
      hold:
        may: you is left of dealer
        do: do nothing
      stop: end sale
""",
        ("play need not end: 'bid' and 'hold' can be made again and again",),
    ),
    "one move of several": (
        """\
phases:
  «sale»:
    who: players in turn where not done
    moves:
      bid:  add 1 to counter
      pass: do nothing
      stop: done becomes yes
""",
        ("play need not end: 'pass' can be made again and again",),
    ),
    "passing round and round": (
        """\
phases:
  «sale»:
    who: players in turn where not done
    moves:
      pass: do nothing
      stop: done becomes yes
""",
        ("play need not end: 'pass' can be made again and again",),
    ),
    "cards to and fro": (
        """\
phases:
  «turn»:
    who: players in turn where hand is not empty
    moves:
      throw:
        choose: card in your hand
        do: move card to discard
      take:
        may: discard is not empty
        do: move top of discard to your hand
""",
        ("play need not end: 'throw' and 'take' can be made again and again",),
    ),
    "some cards at once": (
        """\
phases:
  turn:
    who: players in turn where not done
    moves:
      throw:
        choose: { cards: 1 or more cards in your hand }
        do: move cards to discard; go again
      stop: done becomes yes
""",
        (),
    ),
    "perhaps no card at all": (
        """\
phases:
  «turn»:
    who: players in turn where not done
    moves:
      throw:
        choose: { cards: 0 or more cards in your hand }
        do: move cards to discard; go again
      stop: done becomes yes
""",
        ("play need not end: 'throw' can be made again and again",),
    ),
    "somebody has dropped": (
        """\
remember: { dropper: player }
phases:
  deal:
    repeat: 2 times
    at start: dropper becomes nothing
    phases:
      turn:
        who: players in turn
        until: stock is empty or dropper is not nothing
        moves:
          drop: dropper becomes you
          draw: draw 1 from stock
""",
        (),
    ),
    "somebody has dropped, and not for good": (
        """\
remember: { dropper: player }
phases:
  «turn»:
    who: players in turn
    until: dropper is not nothing
    moves:
      drop: dropper becomes you
      wait: dropper becomes nothing
""",
        ("play need not end: 'wait' can be made again and again",),
    ),
    "it may be nobody": (
        """\
remember: { dropper: player }
phases:
  «turn»:
    who: players in turn
    until: dropper is not nothing
    moves:
      drop: dropper becomes first player where size of hand > 5
""",
        ("play need not end: 'drop' can be made again and again",),
    ),
    "somebody, and it is not asked whether": (
        """\
remember: { dropper: player }
phases:
  «turn»:
    who: players in turn
    until: dropper is last of players
    moves:
      drop: dropper becomes you
""",
        ("play need not end: 'drop' can be made again and again",),
    ),
    "cards that are laid down": (
        """\
melds: { book: 3 cards of one rank }
piles: { stock: face down, discard: face up, hand: 'per player', spreads: 'groups, face up' }
phases:
  turn:
    who: players in turn where not done
    moves:
      lay:
        choose: meld in your hand
        do: lay meld on spreads; go again
      hit:
        choose: { card: card in your hand, group: group in spreads }
        may: { fits: card fits group }
        do: lay card on group; go again
      stop: done becomes yes
""",
        (),
    ),
    "a stock that comes to an end": (
        """\
phases:
  turn:
    who: players in turn
    until: stock is empty
    moves:
      draw: draw 1 from stock
      draw_two: draw up to 2 from stock
""",
        (),
    ),
}


@pytest.mark.parametrize("case", PLAYED_ON)
def test_play_that_need_not_end(case: str, tmp_path: Path) -> None:
    rules, messages = PLAYED_ON[case]
    without = TABLE.replace("limit: 200 moves\n", "")
    check(without + rules, messages, {"L606"}, tmp_path)
    # A game that says how long it may take says what is meant.
    check(TABLE + rules.replace("«", "").replace("»", ""), (), {"L606"}, tmp_path)


ROUND_AND_ROUND = """\
phases:
  turn:
    repeat: «until any hand is empty»
    who: players in turn
    moves:
      throw:
        choose: card in your hand
        do: move card to discard
      draw: { may: stock is not empty, do: draw 1 from stock }
      pass: do nothing
"""
UNASKED = "'any hand is empty' is never asked: 'repeat' waits for the end of the turns of 'turn'"
NOT_ASKED: dict[str, tuple[str, tuple[str, ...]]] = {
    "for want of an end of the turns": (ROUND_AND_ROUND.replace("«until any", "until «any"), (UNASKED,)),
    "with a number": (ROUND_AND_ROUND.replace("«until any", "3 times or until «any"), (UNASKED,)),
    "the turns end": (ROUND_AND_ROUND.replace("repeat: «until any hand is empty»", "until: any hand is empty"), ()),
    "a move ends them": (ROUND_AND_ROUND.replace("pass: do nothing", "pass: end turn").replace("«", "").replace("»", ""), ()),
    "the game ends": (ROUND_AND_ROUND.replace("«", "").replace("»", "") + "end: { dry: 'when stock is empty' }\n", ()),
    "the game ends after a turn": (
        ROUND_AND_ROUND.replace("«", "").replace("»", "") + "end: { dry: 'after turn, when stock is empty' }\n", ()
    ),
    "each has one turn": (ROUND_AND_ROUND.replace("players in turn", "each player").replace("«", "").replace("»", ""), ()),
    "those who can": (ROUND_AND_ROUND.replace("in turn", "in turn where chips > 3").replace("«", "").replace("»", ""), ()),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_ASKED)
def test_what_is_never_asked_between_turns(case: str, tmp_path: Path) -> None:
    """Whether there is a limit or not: it is no way to end a game."""
    rules, messages = NOT_ASKED[case]
    check(TABLE + rules, messages, {"L606"}, tmp_path)


WITH_ITSELF = (
    "counter * counter",
    "counter * counter + 2",
    "counter * counter * counter",
    "counter + counter * counter",
    "counter * 2 + counter * counter",
    "counter + counter",
    "counter - counter",
    "-counter * counter",
    "hand_size * hand_size",
    "0 + 0",
)
"""Numbers in which both sides of a sign are the same."""


@pytest.mark.parametrize("number", WITH_ITSELF)
def test_both_sides_of_a_sign_may_be_the_same(number: str, tmp_path: Path) -> None:
    """`x becomes x * x`: which way such a number moves is not known, and nothing fails of it."""
    rules = f"""\
phases:
  spin:
    repeat: 3 times
    at start: counter becomes {number}
  turn:
    repeat: {number} times
    who: each player where {number} = {number}
    moves:
      raise: {{ may: {number} <= {number}, do: counter becomes {number} }}
at any time:
  back: when counter > 3 and 0 = {number} -> counter becomes {number}
"""
    told(rules, (), "L605", tmp_path)
