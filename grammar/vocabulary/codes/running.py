"""Codes R7xx, running."""

from __future__ import annotations

from ..entry import Code

RUNNING: tuple[Code, ...] = (
    Code(
        "R701",
        "too few chips or cards",
        "A payment, a deal or a draw without 'up to' needs more than there is.",
        bad="""\
setup:
  it: deal 60 cards from stock to discard
""",
        good="""\
setup:
  it: deal up to 60 cards from stock to discard
""",
    ),
    Code(
        "R702",
        "nothing where a thing is needed",
        "A line needs a card, a player or a number, and there is nothing.",
        bad="""\
setup:
  it: move top of discard to stock
""",
        good="""\
setup:
  it: when discard is not empty -> move top of discard to stock
""",
    ),
    Code(
        "R703",
        "division by zero",
        "A number is divided by 0.",
        bad="""\
setup:
  it: counter becomes 7 / counter
""",
        good="""\
setup:
  it: counter becomes 7 / larger of 1 and counter
""",
    ),
    Code(
        "R704",
        "no row or several rows apply",
        "Under 'unique' exactly one row of a table applies.",
        bad="""\
tables:
  both:
    hit: unique
    one: when counter = 0 -> do nothing
    two: when counter < 5 -> do nothing
setup:
  it: consult both
""",
        good="""\
tables:
  both:
    hit: unique
    one: when counter = 0 -> do nothing
    two: otherwise -> do nothing
setup:
  it: consult both
""",
    ),
    Code(
        "R705",
        "no legal move",
        "A player has to move and has no legal move, and the phase does not say 'if stuck'.",
        bad="""\
phases:
  turn:
    who: each player
    moves:
      pay:
        choose: { amount: number from 1 to pot }
        do: pay amount to pot
""",
        good="""\
phases:
  turn:
    who: each player
    moves:
      pay:
        choose: { amount: number from 1 to pot }
        do: pay amount to pot
    if stuck: do nothing
""",
    ),
    Code(
        "R706",
        "it goes on for ever",
        "Rows of 'at any time' were carried out a hundred times in a row, or a million lines "
        "ran without a decision.",
        bad="""\
at any time:
  more: when counter < 500 -> add 0 to counter
setup:
  it: add 1 to counter
""",
        good="""\
at any time:
  more: when counter < 50 -> add 1 to counter
setup:
  it: add 1 to counter
""",
    ),
    Code(
        "R707",
        "a number out of its kind",
        "A memory that is 'number from A to B' gets another number, or an amount is below 0, or a "
        "number goes beyond 10 to the power of 100.",
        bad="""\
remember:
  counter: number from 0 to 5
setup:
  it: counter becomes 9
""",
        good="""\
remember:
  counter: number from 0 to 9
setup:
  it: counter becomes 9
""",
    ),
    Code(
        "R708",
        "too many to go through",
        "A player whose moves are chosen by chance has more than half a million of one kind to "
        "choose from, or so many cards are asked for their 'subsets' that there are more than half "
        "a million. Conditions on what is chosen or asked for make them fewer. So it is with cards of "
        "which more melds can be made than a second or two is enough for, and with a million numbers. A "
        "list that a memory holds has ten thousand members at most.",
        bad="""\
phases:
  turn:
    who: each player
    moves:
      take:
        choose: { taken: 1 to 20 cards in stock }
        do: move all cards in taken to discard
""",
        good="""\
phases:
  turn:
    who: each player
    moves:
      take:
        choose: { taken: 3 to 4 cards in stock }
        may: { alike: taken are matching }
        do: move all cards in taken to discard
""",
    ),
    Code(
        "R710",
        "an example that cannot be set up",
        "The cards given are not in the deck, or an option or the number of players does not fit.",
        bad="""\
examples:
  one:
    players: Anna, Ben
    given: { discard: 2C 2C }
    play:
      - expect: pot = 0
""",
        good="""\
examples:
  one:
    players: Anna, Ben
    given: { discard: 2C 2D }
    play:
      - expect: pot = 0
""",
    ),
    Code(
        "R711",
        "a move of an example is refused",
        "The player may not make that move there, or it is somebody else's turn.",
        bad="""\
examples:
  one:
    players: Anna, Ben
    play:
      - Ben: pass
""",
        good="""\
examples:
  one:
    players: Anna, Ben
    play:
      - Anna: pass
""",
    ),
    Code(
        "R712",
        "a move is allowed that should not be",
        "The example says 'cannot', and the player can.",
        bad="""\
examples:
  one:
    players: Anna, Ben
    play:
      - Anna cannot: pass
""",
        good="""\
examples:
  one:
    players: Anna, Ben
    play:
      - Ben cannot: pass
""",
    ),
    Code(
        "R713",
        "an expectation that fails",
        "What the example expects does not hold; the values on both sides are shown.",
        bad="""\
examples:
  one:
    players: Anna, Ben
    play:
      - expect: size of stock = 40
""",
        good="""\
examples:
  one:
    players: Anna, Ben
    play:
      - expect: size of stock = 52
""",
    ),
    Code(
        "R714",
        "cards that are seen otherwise",
        "What the example says of who sees which cards is not so. A player sees a card that lies open to "
        "them, and one of which they know where it lies, as they saw it go there; by 'cannot see' they "
        "know of none of the cards that are meant. Where there is no card, nobody can see one.",
        bad="""\
examples:
  one:
    players: Anna, Ben
    given: { Anna's hand: 2C 3C }
    play:
      - Ben sees: Anna's hand
""",
        good="""\
examples:
  one:
    players: Anna, Ben
    given: { Anna's hand: 2C 3C }
    play:
      - Ben cannot see: Anna's hand
""",
    ),
)
