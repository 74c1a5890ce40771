"""Codes T4xx, names and types."""

from __future__ import annotations

from ..entry import Code

TYPES: tuple[Code, ...] = (
    Code(
        "T401",
        "an unknown name",
        "No pile, memory, term, option, noun, phase, table, move or person of this game is "
        "called so, or the thing has no such property. The nearest known name is suggested.",
        bad="""\
setup:
  shuffle: shuffle stok
""",
        good="""\
setup:
  shuffle: shuffle stock
""",
    ),
    Code(
        "T402",
        "whose?",
        "Each player has one of these, and the text does not say whose is meant; or there is a "
        "'you' where it is nobody's turn.",
        bad="""\
setup:
  deal: deal 1 card from stock to hand
""",
        good="""\
setup:
  deal: deal 1 card from stock to each hand
""",
    ),
    Code(
        "T403",
        "a name that is not known where a term is used",
        "Terms and tables are read where they are used. This one speaks of something that is "
        "there at some of its uses and not at this one; both places are shown.",
        bad="""\
terms:
  dear: value of card > 5
phases:
  turn:
    who: each player
    before turn: when dear -> do nothing
    moves:
      pass: do nothing
""",
        good="""\
terms:
  dear of card: value of card > 5
phases:
  turn:
    who: each player
    before turn: when dear of top of discard -> do nothing
    moves:
      pass: do nothing
""",
    ),
    Code(
        "T404",
        "a name that means two things",
        "Two things have one name, a word of the language is used as a name, a term uses "
        "itself, or a choice hides a property that a 'where' asks about.",
        bad="""\
remember:
  stock: number
""",
        good="""\
remember:
  stock_size: number
""",
    ),
    Code(
        "T405",
        "chance where a text may be read again",
        "A condition, a term or a choice may be asked any number of times, and must give the "
        "same answer each time. Chance stands in effects and after 'starts as'.",
        bad="""\
terms:
  lucky: random player
winner: lucky
""",
        good="""\
remember:
  lucky: player, starts as random player
winner: lucky
""",
    ),
    Code(
        "T411",
        "a thing of another kind is needed",
        "A number, a card, a player, a pile or yes and no is needed here, and the text gives "
        "something else.",
        bad="""\
setup:
  count: counter becomes stock
""",
        good="""\
setup:
  count: counter becomes size of stock
""",
    ),
    Code(
        "T412",
        "two things that cannot be compared",
        "A comparison, 'is', 'in' or a relation stands between things of kinds that cannot be "
        "compared.",
        bad="""\
winner: all players where top of hand = 8
""",
        good="""\
winner: all players where rank of top of hand is 8
""",
    ),
    Code(
        "T413",
        "not a memory",
        "A line changes something that is no memory, or a memory in a way that it cannot be "
        "changed.",
        bad="""\
setup:
  rich: pot becomes 5
""",
        good="""\
setup:
  rich: counter becomes 5
""",
    ),
    Code(
        "T414",
        "not possible here",
        "The words are right, and this is no place for them: a line that leaves where none may "
        "stand, a card turned where cards do not turn, an option's bound that is not known "
        "before the game, a pack that depends on its course, a first value made of one that comes "
        "later, a range that ends before it begins.",
        bad="""\
at any time:
  stop: when pot > 100 -> end turn
""",
        good="""\
end:
  stop: when pot > 100
""",
    ),
    Code(
        "T415",
        "what is no move in any state",
        "The text after the name of a move says a choice too few or too many, or something that is "
        "no card of the deck, no number, no word or no player, whatever the state of the game is. "
        "After 'cannot' it would prove nothing: a move is refused there that could be made "
        "somewhere else, with a card that is not there, for instance.",
        bad="""\
examples:
  one:
    players: Anna, Ben
    play:
      - Ben cannot: pass 6X
""",
        good="""\
examples:
  one:
    players: Anna, Ben
    play:
      - Ben cannot: pass
""",
    ),
)
