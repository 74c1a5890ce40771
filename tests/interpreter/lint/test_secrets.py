"""L608: what all see, computed from cards that not all see; and what is meant to be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

HANDS = """\
piles:
  stock:   face down
  hand:    per player, seen by owner
  discard: face up
  kept:    per player, face down
remember:
  best:   REMEMBERED
  points: number per player
winner: all players with most points
setup:
  shuffle: shuffle stock
  deal:    deal 5 cards from stock to each hand
  upcard:  deal 1 card from stock to discard
  aside:   deal 1 card from stock to each kept
phases:
  turn:
    who: each player
    moves:
      play:
        choose: card in your hand
        do:
          first: move card to discard
LINES
    at end:
      gone: gather each kept into discard
end:
  over: when any player has best is not nothing and best is in ranks of discard
"""

CASES: dict[str, tuple[str, str, *tuple[str, ...]]] = {
    "of one's own hand": (
        "rank per player",
        "«your best becomes rank of highest of your hand»",
        "'best' tells everybody of the cards in 'hand', which only their owner sees",
    ),
    "for oneself alone": (
        "rank per player, secret",
        "your best becomes rank of highest of your hand",
    ),
    "of the pack": (
        "rank per player",
        "«your best becomes rank of top of stock»",
        "'best' tells everybody of the cards in 'stock', which nobody sees",
    ),
    "of cards that lie open": (
        "rank per player",
        "your best becomes rank of top of discard",
    ),
    "said of the pack": (
        "rank per player",
        'let seen be rank of top of stock; «say "{seen} is next"»',
        "what is said tells everybody of the cards in 'stock', which nobody sees",
    ),
    "said of another's hand": (
        "rank per player",
        '«say "{total value of hand of left of you}"»',
        "what is said tells everybody of the cards in 'hand'",
    ),
    "said out of a secret memory": (
        "rank per player, secret",
        'your best becomes rank of top of your hand; «say "{best of you}"»',
        "what is said tells everybody of the cards in 'hand'",
    ),
    "said of what all see": (
        "rank per player",
        'say "{top of stock} {size of your hand} {rank of card} {rank of top of discard}"',
    ),
    "how many": (
        "rank per player",
        "when size of your hand > 2 and stock is not empty -> your points becomes size of your hand",
    ),
    "points": (
        "rank per player",
        "«score total value of your hand»",
        "'points' tells everybody of the cards in 'hand'",
    ),
    "after they were shown": (
        "rank per player",
        "show your hand; score total value of your hand",
    ),
    "shown in the same lines": (
        "rank per player",
        "score total value of your hand; show your hand",
    ),
    "shown to one player only": (
        "rank per player",
        "show your hand to left of you; «score total value of your hand»",
        "'points' tells everybody",
    ),
    "shown, and then others drawn": (
        "rank per player",
        "for each player -> show player's hand; draw 1 from stock",
    ),
    "whose it is": (
        "rank per player",
        "«(first player with highest top of hand) scores 1»",
        "'points' tells everybody of the cards in 'hand'",
    ),
    "a condition on them": (
        "rank per player",
        "when any card in your hand is red -> «score 1»",
        "'points' tells everybody of the cards in 'hand'",
    ),
    "a condition on cards that are then laid open": (
        "rank per player",
        "when any card in your hand is red -> move first card in your hand where suit is hearts to discard; score 1",
    ),
    "what is done on a condition on cards that nobody sees": (
        "rank per player",
        'when «top of stock is red» -> say "red"',
        "what comes of 'top of stock is red' tells everybody of the cards in 'stock'",
    ),
    "one part of a condition": (
        "rank per player",
        "when size of discard > 2 and «top of stock is red» -> reverse direction",
        "what comes of 'top of stock is red' tells everybody of the cards in 'stock'",
    ),
    "cards that are moved unseen": (
        "rank per player",
        "when «top of stock is red» -> draw 1 from stock",
        "what comes of 'top of stock is red' tells",
    ),
    "told of the memory alone": (
        "rank per player",
        'when top of stock is red -> «score 1»; say "red"',
        "'points' tells everybody of the cards in 'stock'",
    ),
    "something said for each": (
        "rank per player",
        'for each card in stock where «rank is A» -> say "an ace"',
        "what comes of 'rank is A' tells",
    ),
    "a condition that only a secret memory keeps": (
        "rank per player, secret",
        "when top of stock is red -> your best becomes K",
    ),
    "how many cards lie there": (
        "rank per player",
        'when size of stock > 5 or stock is empty -> say "many"',
    ),
    "in somebody's hand": (
        "rank per player",
        'when no card in your hand is red -> say "I have no red card"',
    ),
    "cards laid open if they are so": (
        "rank per player",
        'when top of stock is red -> move top of stock to discard; say "red"',
    ),
    "through a let": (
        "rank per player",
        "let seen be rank of bottom of stock; «your best becomes seen»",
        "'best' tells everybody of the cards in 'stock'",
    ),
    "a let whose card is then laid open": (
        "rank per player",
        "let seen be top of stock; move seen to discard; your best becomes rank of seen",
    ),
    "the chosen card, laid open": (
        "rank per player",
        "your best becomes rank of card",
    ),
    "who holds a card is asked aloud": (
        "rank per player",
        "when who holds 2C is you -> your points becomes 2",
    ),
    "a guess about cards that nobody looked at": (
        "rank per player",
        "your points becomes 52 - size of stock",
    ),
}
"""The kind of the memory, a line of the move with the places marked, the messages in their order."""


@pytest.mark.parametrize("name", CASES)
def test_what_is_told(name: str, tmp_path: Path) -> None:
    kind, line, *messages = CASES[name]
    piece = HANDS.replace("REMEMBERED", kind).replace("LINES", f"          then: {line}")
    check(piece, tuple(messages), {"L608"}, tmp_path)


GAMES: dict[str, tuple[str, ...]] = {
    "a secret of chance alone comes out where a line says it": (
        """\
piles:
  stock: face down
  hand: per player, seen by owner
remember:
  traitor: player, secret
  named: player
  blow: number
setup: shuffle stock; deal 5 cards from stock to each hand; traitor becomes random player in players
phases:
  turn:
    who: each player where player is not traitor
    moves:
      accuse: named becomes traitor
      strike: { do: when traitor is you -> add 1 to blow }
      pass: do nothing
winner: all players where player is named or blow > 3
""",
    ),
    "what is never done tells nothing": (
        """\
piles:
  stock: face down
  hand: per player, seen by owner
remember:
  high: number
setup: shuffle stock; deal 5 cards from stock to each hand
phases:
  turn:
    who: each player
    moves:
      look: when any card in your hand has rank > A -> add 1 to high
      pass: do nothing
winner: all players where high > 3
""",
    ),
    "whoever cannot follow says so": (
        """\
piles:
  stock: face down
  hand: per player, seen by owner
remember:
  passed: number
setup: shuffle stock; deal 5 cards from stock to each hand
phases:
  turn:
    who: each player
    skip turn when: no card in your hand is red
    moves:
      throw: { choose: card in your hand where card is red, do: move card to stock }
    if stuck: end turn
""",
    ),
    "cards that one player gets, then shown with all the others": (
        """\
piles:
  stock: face down
  won:   per player, face down
remember:
  points: number per player
  leader: player, starts as first of players
phases:
  round:
    repeat: 3 times
    at start:
      collect: gather all cards into stock
      shuffle: shuffle stock
      deal:    deal 10 cards from stock to each won
    at end:
      more:  gather stock into leader's won
      show:  for each player -> show player's won
      count: each player consults count
payouts:
  count:
    hit:  all
    aces: always -> score number of cards in your won where rank is A
winner: all players with most points
""",
    ),
    "a card chosen from a hand and passed on hidden": (
        """\
piles:
  stock: face down
  hand:  per player, seen by owner
remember: { passed: card }
setup: deal 5 cards from stock to each hand
phases:
  turn:
    who: each player
    moves:
      pass:
        choose: card in your hand
        do: move card to left of you's hand; «passed becomes card»
end: { over: when passed is 2C }
""".replace("left of you's hand", "hand of left of you"),
        "'passed' tells everybody of the cards in 'hand', which only their owner sees",
    ),
    "tricks that all saw, kept face down": (
        """\
piles:
  stock: face down
  hand:  per player, seen by owner
  trick: face up
  taken: per player, face down
remember: { points: number per player }
winner: all players with most points
setup: deal 5 cards from stock to each hand
phases:
  turn:
    who: each player
    moves:
      play:
        choose: card in your hand
        do: move card to trick
    after turn: gather trick into your taken
    at end: each player scores total value of player's taken
""",
    ),
    "cards laid away unseen, then counted": (
        """\
piles:
  stock: face down
  hand:  per player, seen by owner
  taken: per player, face down
remember: { points: number per player }
winner: all players with most points
setup: deal 5 cards from stock to each hand
phases:
  turn:
    who: each player
    moves:
      play:
        choose: card in your hand
        do: move card to your taken
    at end: «each player scores total value of player's taken»
""",
        "'points' tells everybody of the cards in 'taken', which nobody sees",
    ),
    "foreheads": (
        """\
piles:
  stock: face down
  brow:  per player, seen by others
remember: { seen: rank }
setup: deal 1 card from stock to each brow
phases:
  turn:
    who: each player
    moves:
      pass: «seen becomes rank of top of your brow»
end: { over: when seen is K }
""",
        "'seen' tells everybody of the cards in 'brow', which their owner does not see",
    ),
    "how many cards somebody lays down unseen": (
        """\
piles:
  stock: face down
  hand:  per player, seen by owner
  heap:  face down
remember:
  laid: number
  reds: number
setup: deal 5 cards from stock to each hand
phases:
  turn:
    who: each player
    moves:
      lay:
        choose:
          cards: 1 to 3 cards in your hand
        do:
          lay:   move cards to heap
          count: laid becomes size of cards
          reds:  «reds becomes number of cards in cards where color is red»
end: { over: when laid = 3 or reds = 3 }
""",
        "'reds' tells everybody of the cards in 'hand', which only their owner sees",
    ),
    "of two players one shows the other": (
        """\
players: 2
piles:
  stock: face down
  hand:  per player, seen by owner
remember: { points: number per player }
setup: deal 5 cards from stock to each hand
phases:
  turn:
    who: each player
    moves:
      show: show your hand to left of you; score total value of your hand
winner: all players with most points
""",
    ),
    "a patience has no others": (
        """\
players: 1
piles:
  stock: face down
  hand:  per player, seen by owner
remember: { seen: rank }
setup: deal 3 cards from stock to each hand
phases:
  turn:
    who: each player
    moves:
      pass: seen becomes rank of top of your hand
end: { over: when seen is K }
""",
    ),
    "chips": (
        """\
piles:
  stock: face down
  hand:  per player, seen by owner
chips:
  each player: 5
  pot: 0
setup: deal 3 cards from stock to each hand; each player pays 1 to pot
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
    at end: «split pot among all players with highest top of hand»
winner: all players with most chips
""",
        "the chips tell everybody of the cards in 'hand', which only their owner sees",
    ),
    "a showdown": (
        """\
piles:
  stock: face down
  hand:  per player, seen by owner
chips:
  each player: 5
  pot: 0
setup: deal 3 cards from stock to each hand; each player pays 1 to pot
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
    at end:
      show:  for each player -> show player's hand
  showdown:
    at start: split pot among all players with highest top of hand
winner: all players with most chips
""",
    ),
    "shown before the cards were dealt anew": (
        """\
piles:
  stock: face down
  hand:  per player, seen by owner
chips:
  each player: 5
  pot: 0
setup: deal 3 cards from stock to each hand; each player pays 1 to pot
phases:
  look:
    at start: for each player -> show player's hand
  turn:
    at start: deal 1 card from stock to each hand
    who: each player
    moves:
      pass: do nothing
    at end: «split pot among all players with highest top of hand»
winner: all players with most chips
""",
        "the chips tell everybody of the cards in 'hand'",
    ),
    "through a secret memory": (
        """\
piles:
  stock: face down
  hand:  per player, seen by owner
remember:
  own: number per player, secret
  sum: number
setup: deal 3 cards from stock to each hand
phases:
  turn:
    who: each player
    before turn: your own becomes total value of your hand
    moves:
      pass: «add your own to sum»
end: { over: when sum > 30 }
""",
        "'sum' tells everybody of the cards in 'hand', which only their owner sees",
    ),
    "what a memory of a phase begins as": (
        """\
piles:
  stock: face down
phases:
  turn:
    remember:
      «next_one»: card, starts as top of stock
    who: each player
    moves:
      pass:
        may: rank of next_one > 7
        do: do nothing
""",
        "'next_one' tells everybody of the cards in 'stock', which nobody sees",
    ),
}
"""A piece of a rule file with the places marked, and the messages in their order."""


KEPT = """\
piles: { stock: face down, hand: "per player, seen by owner", discard: face up }
remember: { best: "rank, secret", own: "rank per player, secret" }
setup: { shuffle: shuffle stock, upcard: deal 1 card from stock to discard, best: best becomes rank of PILE }
phases:
  turn:
    who: each player
    before turn: { own: your own becomes rank of top of stock, asked: WHEN -> draw 1 from stock }
    moves: { pass: do nothing }
"""


@pytest.mark.parametrize(
    ("asked", "pile", "message"),
    [
        ("when «best is K»", "top of stock",
         "what comes of 'best is K' tells everybody of the cards in 'stock', which nobody sees"),
        ("when best is K", "top of discard", ""),  # everybody could work it out
        ("when your own is K", "top of stock", ""),  # like a hand: its owner says so
    ],
)  # fmt: skip
def test_a_condition_on_a_secret_memory(
    asked: str, pile: str, message: str, tmp_path: Path
) -> None:
    piece = KEPT.replace("WHEN", asked).replace("PILE", pile)
    check(piece, (message,) if message else (), {"L608"}, tmp_path)


COURSE: dict[str, str] = {
    "skip turn when": "skip turn when: «bottom of stock is red»",
    "skip when": "skip when: «bottom of stock is red»",
    "until": "until: size of discard > 9 or «bottom of stock is red»",
    "repeat": "repeat: 3 times or until «bottom of stock is red»",
    "who": "who: each player where «bottom of stock is red»",
    "who has turns": "who: players in turn where hand is not empty and «bottom of stock is red»",
    "where it begins": "who: each player starting with (first player where «value of bottom of stock > 3»)",
    "out of the game": "after turn: when «bottom of stock is red» -> left of you drops out",
    "the end of the phase": "after turn: when «bottom of stock is red» -> end turn",
    "own cards decide who has turns": "who: players in turn where any card in hand is red",
    "shown before": "before turn: show stock\n    skip turn when: bottom of stock is red",
}


@pytest.mark.parametrize("name", COURSE)
def test_what_the_course_of_the_game_tells(name: str, tmp_path: Path) -> None:
    line = COURSE[name]
    who = "" if "who:" in line else "    who: players in turn\n"
    piece = (
        "piles:\n  stock: face down\n  hand: per player, seen by owner\n  discard: face up\n"
        "setup: shuffle stock; deal 5 cards from stock to each hand\n"
        f"phases:\n  turn:\n    {line}\n{who}    moves:\n      play:\n"
        "        choose: card in your hand\n        do: move card to discard\n"
    )
    told = (r"what comes of '.*bottom of stock.*' tells everybody of the cards in 'stock'",)
    check(piece, told * piece.count("«"), {"L608"}, tmp_path)


@pytest.mark.parametrize(
    "row", ("when «bottom of stock is red»", "after turn, when «bottom of stock is red»")
)
def test_what_the_end_tells(row: str, tmp_path: Path) -> None:
    piece = (
        "piles:\n  stock: face down\n  hand: per player, seen by owner\n  discard: face up\n"
        f"setup: shuffle stock; deal 5 cards from stock to each hand\nend:\n  over: {row}\n"
    )
    check(piece, ("what comes of 'bottom of stock is red' tells",), {"L608"}, tmp_path)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_in_a_game(name: str, tmp_path: Path) -> None:
    piece, *messages = GAMES[name]
    check(piece, tuple(messages), {"L608"}, tmp_path)
