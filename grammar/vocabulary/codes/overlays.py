"""Codes O5xx, overlays."""

from __future__ import annotations

from ..entry import Code

OVERLAYS: tuple[Code, ...] = (
    Code(
        "T416",
        "too many cases to go through",
        "A list is gone through for each member of another, and that for each of a third and so on. "
        "Terms are written out where they are used, so that short ones add up. If every list were as "
        "long as it can be (a pile may hold the whole pack) there would be more than 200 million "
        "cases, and everybody would wait for the answer.",
        bad="""\
terms:
  near of card:  any other_card in stock where value of other_card > value of card
  two of card:   any other_card in stock where value of other_card > value of card and near of other_card
  three of card: any other_card in stock where value of other_card > value of card and two of other_card
  four of card:  any other_card in stock where value of other_card > value of card and three of other_card
  five:          any card in stock where four
phases:
  turn:
    who: each player
    moves:
      pass: { may: five, do: do nothing }
""",
        good="""\
terms:
  low of card: any other_card in your hand where value of other_card > value of card
  two of card: any other_card in your hand where value of other_card > value of card and low of other_card
  three: any card in your hand where two
phases:
  turn:
    who: each player
    moves:
      show: { may: three, do: show your hand }
      pass: do nothing
""",
    ),
    Code(
        "O501",
        "an address that leads nowhere",
        "A house rule names what it changes: a row, a move, a phase, an option. Nothing of the game "
        "is called so, and a change that silently did nothing would be worse than an error.",
        bad="""\
house rule: A tie is shared
for: high_card
change:
  result.tye.then: split pot among best
""",
        good="""\
house rule: A tie is shared
for: high_card
change:
  result.tie.then: split pot among best
""",
    ),
    Code(
        "O502",
        "an address that may mean several things",
        "Levels of an address may be left out as long as it means one thing. The message lists what "
        "it may mean, each with an address that is enough.",
        bad="""\
house rule: The lowest card wins
for: high_card
change:
  best: all players with lowest top of hand
""",
        good="""\
house rule: The lowest card wins
for: high_card
change:
  terms.best: all players with lowest top of hand
""",
    ),
    Code(
        "O503",
        "adding what is there already",
        "Under 'add' stands what the game does not have yet. What it has is put right under "
        "'change', or under 'set' if it is the normal value of an option.",
        bad="""\
house rule: Twenty chips each
for: high_card
add:
  options.stake: number from 1 to 100, normally 20
""",
        good="""\
house rule: Twenty chips each
for: high_card
set:
  stake: 20
""",
    ),
    Code(
        "O504",
        "house rules in conflict",
        "Two house rules do something to the same thing, or one to a part of what the other "
        "changes; or one house rule does so twice. Which of them holds is not for the order of "
        "their names to decide: the later one says so under 'over'.",
        bad="""\
house rule: A tie is shared
for: high_card
change:
  result.tie: when size of best > 1 -> split pot among best
  result.tie.then: do nothing
""",
        good="""\
house rule: A tie is shared
for: high_card
change:
  result.tie: when size of best > 1 -> split pot among best
""",
    ),
    Code(
        "O505",
        "wrong about the examples it breaks",
        "A house rule lists under 'breaks' the examples of the game that no longer hold with it. "
        "One that is not listed must still hold, one that is listed must not, and each must be "
        "there.",
        bad="""\
house rule: Twenty chips each
for: high_card
set:
  stake: 20
breaks: [the kind wins]
""",
        good="""\
house rule: Twenty chips each
for: high_card
set:
  stake: 20
breaks: [the king wins]
""",
    ),
    Code(
        "O506",
        "an unknown game, house rule or option",
        "Games and house rules are named as their files are called, without '.yaml'. A house rule "
        "is laid on the game it is for, and on no other.",
        bad="""\
house rule: Twenty chips each
for: high_cart
set:
  stake: 20
""",
        good="""\
house rule: Twenty chips each
for: high_card
set:
  stake: 20
""",
    ),
    Code(
        "O507",
        "a change that changes nothing",
        "The game says that already. Perhaps its author has taken up the house rule, or it was "
        "meant for something else.",
        bad="""\
house rule: Ten chips each
for: high_card
set:
  stake: 10
""",
        good="""\
house rule: Twelve chips each
for: high_card
set:
  stake: 12
""",
        silenceable=True,
    ),
    Code(
        "O508",
        "a piece that does not fit",
        "Only lines with a name can be changed one by one; half a row can be changed, but neither "
        "added nor removed; an option is set to one number or word; and only what is added gets a "
        "place.",
        bad="""\
house rule: A tie is shared
for: high_card
change:
  result.tie.when: when size of best > 1 -> split pot among best
""",
        good="""\
house rule: A tie is shared
for: high_card
change:
  result.tie.then: split pot among best
""",
    ),
    Code(
        "O509",
        "an unknown form",
        "A game that says 'use' is laid on a form: 'forms/NAME.yaml' beside the game, or one that "
        "comes with rulerun. It is named as its file is called, without '.yaml'.",
        bad="""\
game: Tricks for two
players: 2
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles:
  stock: face down
  hand: per player, seen by owner
terms: { trump: hearts }
phases:
  trick:
    use: trick_takin
    repeat: 13 times
""",
        good="""\
game: Tricks for two
players: 2
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles:
  stock: face down
  hand: per player, seen by owner
terms: { trump: hearts }
phases:
  trick:
    use: trick_taking
    repeat: 13 times
""",
    ),
    Code(
        "O510",
        "forms in conflict",
        "A form is used once in a game, and two forms that have a name in common leave open which "
        "of them is meant. A phase that is to be played again says 'repeat'; what a name means the "
        "game says itself.",
        bad="""\
game: Tricks for two
players: 2
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles:
  stock: face down
  hand: per player, seen by owner
terms: { trump: hearts }
phases:
  trick:
    use: trick_taking
    repeat: 13 times
  second_half:
    use: trick_taking
    repeat: 13 times
""",
        good="""\
game: Tricks for two
players: 2
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles:
  stock: face down
  hand: per player, seen by owner
terms: { trump: hearts }
phases:
  trick:
    use: trick_taking
    repeat: 26 times
""",
    ),
    Code(
        "O511",
        "something that a form needs",
        "A form lists under 'needs' what the game has to declare for it: the pile from which cards "
        "are played, say. It is declared like everything else, under 'piles', 'terms' or 'remember'.",
        bad="""\
game: Tricks for two
players: 2
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles:
  stock: face down
terms: { trump: hearts }
phases:
  trick:
    use: trick_taking
    repeat: 13 times
""",
        good="""\
game: Tricks for two
players: 2
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles:
  stock: face down
  hand: per player, seen by owner
terms: { trump: hearts }
phases:
  trick:
    use: trick_taking
    repeat: 13 times
""",
    ),
)
