"""Codes L6xx, lints: rules that can be read and yet are probably not meant."""

from __future__ import annotations

from ..entry import Code

LINTS: tuple[Code, ...] = (
    Code(
        "L601",
        "too few chips or cards, perhaps",
        "A payment, a deal or a draw without 'up to' stops the game when there is too little (R701). "
        "That there always is enough is looked for with every number of players and the least and "
        "greatest values of the options: how many cards were dealt before, what a choice or a "
        "condition allows, what ends the game first. What is not settled by that is looked for in a few "
        "games played by chance, the same ones each time, and in some in which a move that takes is made "
        "whenever it may be. Told is a case in which there is too little, or that nothing in the rules "
        "asks how much is there.",
        bad="""\
options:
  hand_size: number from 5 to 20, normally 7 -- cards each player is dealt
setup:
  hands: deal hand_size cards from stock to each hand
""",
        good="""\
options:
  hand_size: number from 5 to 13, normally 7 -- cards each player is dealt
setup:
  hands: deal hand_size cards from stock to each hand
""",
        silenceable=True,
    ),
    Code(
        "L602",
        "a case left out, or a row in vain",
        "A payout has a row for every case, and so has a table of which just one row applies. Each "
        "row of a table is there for something. Where the cases can be counted, that is done: of cards, "
        "words, yes or no, players and numbers, with all that the options allow and with what is known "
        "where the table is consulted. A case that no row takes, two rows of a 'unique' table that "
        "apply at once, and a row that never applies are told with an example. Where nobody can tell, a "
        "payout ends in 'otherwise'. A payout that leaves a case out is an error, the rest are warnings.",
        bad="""\
options:
  aces: high or low, normally high
payouts:
  prize:
    high: when aces is high -> pay up to 2 to pot
phases:
  turn: { who: each player, moves: { pass: consult prize } }
""",
        good="""\
options:
  aces: high or low, normally high
payouts:
  prize:
    high: when aces is high -> pay up to 2 to pot
    low: when aces is low -> do nothing
phases:
  turn: { who: each player, moves: { pass: consult prize } }
""",
        silenceable=True,
    ),
    Code(
        "L603",
        "never used",
        "Something is declared that nothing uses, or that can never be reached: an option that is "
        "asked nowhere, a pile to which no card ever comes, a phase after one that never ends, all "
        "moves of a game that is over before the first one, a row of 'end' that asks what an earlier one has "
        "ended the game for, a memory that is nothing for ever. Mostly a name was mistaken, or a line "
        "forgotten. What only examples use is not used.",
        bad="""\
options:
  stake: number from 1 to 20, normally 5 -- chips each player starts with
chips:
  each player: 5
  pot: 0
setup: each player pays 1 to pot
""",
        good="""\
options:
  stake: number from 1 to 20, normally 5 -- chips each player starts with
chips:
  each player: stake
  pot: 0
setup: each player pays 1 to pot
""",
        silenceable=True,
    ),
    Code(
        "L604",
        "perhaps no legal move",
        "Somebody has to move in a case in which none of the moves is legal, and the phase does not "
        "say 'if stuck' what is done then: the game would stop with an error (R705). A move without "
        "choices and without 'may' is always legal.",
        bad="""\
setup:
  deal: deal 5 cards from stock to each hand
phases:
  turn:
    repeat: 20 times
    who: each player
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
      draw:  { may: stock is not empty, do: draw 1 from stock }
""",
        good="""\
setup:
  deal: deal 5 cards from stock to each hand
phases:
  turn:
    repeat: 20 times
    who: each player
    moves:
      throw: { choose: card in your hand, may: card matches discard, do: move card to discard }
      draw:  { may: stock is not empty, do: draw 1 from stock }
    if stuck: do nothing
""",
        silenceable=True,
    ),
    Code(
        "L605",
        "goes on for ever without a decision",
        "Phases are repeated, or jump to one another, and nobody decides anything on the way: then "
        "something has to bring it to an end, a number of times, a pile or a list that shrinks, a "
        "number that 'until' or 'end' asks and that only grows. Chance alone does not. Where "
        "decisions are only passed by in a certain case, or nobody has a legal move and 'if stuck' "
        "changes nothing, that is a warning.",
        bad="""\
phases:
  lots:
    repeat: until top of discard is red
    at start: shuffle stock
""",
        good="""\
phases:
  lots:
    repeat: until stock is empty or top of discard is red
    at start: deal 1 card from stock to discard
""",
        silenceable=True,
    ),
    Code(
        "L606",
        "play that need not end",
        "Moves can be made again and again that bring the game no nearer to its end. That is how "
        "many games are; after as many moves as 'limit' says such a game is abandoned. A game that "
        "says so is not told. It is a warning where 'repeat: until' waits for the end of turns that "
        "nothing ends: turns are ended by an 'until' of their own.",
        bad="""\
phases:
  turn:
    repeat: always
    who: each player
    moves:
      raise: add 1 to counter
      back:  counter becomes 0
end:
  high: after turn, when counter >= 10
""",
        good="""\
limit: 200 moves
phases:
  turn:
    repeat: always
    who: each player
    moves:
      raise: add 1 to counter
      back:  counter becomes 0
end:
  high: after turn, when counter >= 10
""",
        silenceable=True,
    ),
    Code(
        "L607",
        "carried out for ever",
        "A row of 'at any time' is carried out again as long as it holds. If nothing that it does "
        "ends that, or if it changes nothing in some case, it is carried out for ever, which stops "
        "the game (R706).",
        bad="""\
at any time:
  reshuffle: when stock is empty -> shuffle discard into stock
phases:
  turn:
    who: each player
    moves:
      draw:
        may: stock is not empty
        do: deal 1 card from stock to discard
      pass: do nothing
""",
        good="""\
at any time:
  reshuffle: when stock is empty and discard is not empty -> shuffle discard into stock
phases:
  turn:
    who: each player
    moves:
      draw:
        may: stock is not empty
        do: deal 1 card from stock to discard
      pass: do nothing
""",
        silenceable=True,
    ),
    Code(
        "L608",
        "hidden cards given away",
        "A memory that is not secret is seen by all, and so are payments, what is said, and what a "
        "condition decides: whose turn it is, what is skipped, when it ends. Here it says something of "
        "cards that not everybody sees: everybody then knows more of them than the table shows. Of "
        "what is done on conditions on cards in a hand nothing is told: their owner says so, as at "
        "any table. Nor is anything told of a secret that chance alone decided, as in 'random player': no "
        "card shows it, so that it comes out only where a line says it.",
        bad="""\
remember:
  best: rank per player
phases:
  turn:
    who: each player
    before turn:
      cards: draw 5 from stock
      best:  your best becomes rank of highest of your hand
    moves:
      pass: do nothing
winner: all players with highest best
""",
        good="""\
remember:
  best: rank per player, secret
phases:
  turn:
    who: each player
    before turn:
      cards: draw 5 from stock
      best:  your best becomes rank of highest of your hand
    moves:
      pass: do nothing
winner: all players with highest best
""",
        silenceable=True,
    ),
    Code(
        "L609",
        "swallowed by a 'where'",
        "A 'where' reaches to the end of its text, or of its bracket. A part of it that never "
        "mentions the thing asked about was probably meant to stand outside.",
        bad="""\
winner: all players where hand is empty
end:
  done: when any player has hand is empty and counter > 3
""",
        good="""\
winner: all players where hand is empty
end:
  done: when (any player has hand is empty) and counter > 3
""",
    ),
    Code(
        "L610",
        "a silencing without use",
        "A comment '# allow L603' silences the warnings of that code in its line or, alone in its "
        "line, in the next one. Where there is none, or where the code is none that can be "
        "silenced, it says something that is not so.",
        bad="""\
setup:
  upcard: deal 1 card from stock to discard   # allow L603: seen later
""",
        good="""\
setup:
  upcard: deal 1 card from stock to discard
""",
    ),
    Code(
        "L611",
        "nearly a name of the form's",
        "A game that uses a form says more of one of its parts by that part's name. A name that "
        "the form does not have is a part of the game's own, beside those of the form: a move has "
        "one condition more, say. Here it is spelt nearly as one of them.",
        bad="""\
terms:
  trumps: hearts
setup: deal 5 cards from stock to each hand; leader becomes first of players
phases:
  trick:
    use: trick_taking
    repeat: 5 times
""",
        good="""\
terms:
  trump: hearts
setup: deal 5 cards from stock to each hand; leader becomes first of players
phases:
  trick:
    use: trick_taking
    repeat: 5 times
""",
        silenceable=True,
    ),
    Code(
        "L612",
        "unseen cards on offer",
        "Moves are offered with what is chosen, so a choice among cards shows them to whoever chooses. "
        "If they do not see these cards otherwise, they see them now: that is no blind choice. The same "
        "is true of a condition on cards that they do not see: whether the move is on offer tells the "
        "answer, also where others have laid these cards face down out of their hands; and of secret memories "
        "of others, where hidden cards or chance decide these. A card "
        "taken unseen is taken by chance; what depends on hidden cards is asked when "
        "the move is made.",
        bad="""\
phases:
  turn:
    who: each player
    moves:
      steal:
        choose: card in hand of left of you
        do: move card to your hand
setup:
  deal: deal 5 cards from stock to each hand
""",
        good="""\
phases:
  turn:
    who: each player
    moves:
      steal:
        do: move random card in hand of left of you to your hand
setup:
  deal: deal 5 cards from stock to each hand
""",
        silenceable=True,
    ),
    Code(
        "L613",
        "always the same answer",
        "A condition, or a part of one, holds in every game, or in none: whatever the cards, the players "
        "and the options are, the numbers that it compares lie apart, or what it asks for excludes itself. "
        "It decides nothing, so something else was meant. Nor does it when players or suits are picked by "
        "what is the same for all of them: 'first player with highest value of top of discard'. What an "
        "example expects of it shows nothing: 'expect: pot >= 0'. A move that asks for what has ended the turns "
        "before, by 'until', can never be made.",
        bad="""\
deck:
  ranks: 2 to 10, J, Q, K, A
  values: A = 11, J Q K = 10
  starts in: stock
phases:
  turn:
    who: each player
    moves:
      throw:
        choose: card in your hand where value > 11 or rank is A
        do: move card to discard
      keep: do nothing
setup:
  deal: deal 5 cards from stock to each hand
""",
        good="""\
deck:
  ranks: 2 to 10, J, Q, K, A
  values: A = 11, J Q K = 10
  starts in: stock
phases:
  turn:
    who: each player
    moves:
      throw:
        choose: card in your hand where value > 9 or rank is A
        do: move card to discard
      keep: do nothing
setup:
  deal: deal 5 cards from stock to each hand
""",
        silenceable=True,
    ),
    Code(
        "L614",
        "cards that count nothing",
        "A note, no warning: it is asked what cards count, or what their deadwood is, and the deck has no "
        "'values', or one that speaks of some aces and face cards and not of the others. Cards of numbers "
        "count their number then, and aces and face cards 0, which is hardly ever meant; where it is, "
        "'A = 0' says so.",
        bad="""\
phases:
  turn:
    who: each player
    moves:
      show:
        may: { few: (total value of your hand) < 20 }
        do: show your hand
      pass: do nothing
setup:
  deal: deal 5 cards from stock to each hand
""",
        good="""\
deck:
  ranks: 2 to 10, J, Q, K, A
  values: A = 11, J Q K = 10
  starts in: stock
phases:
  turn:
    who: each player
    moves:
      show:
        may: { few: (total value of your hand) < 20 }
        do: show your hand
      pass: do nothing
setup:
  deal: deal 5 cards from stock to each hand
""",
        silenceable=True,
    ),
    Code(
        "L615",
        "several where one is meant",
        "A pile or a list stands for the only thing in it, and there are several, as a few games by chance "
        "or the dealing show. Then it stands for nothing: a property of it is nothing, a comparison with it "
        "does not hold. What all together count is asked with 'total'.",
        bad="""\
deck:
  ranks: 2 to 10, J, Q, K, A
  values: A = 11, J Q K = 10
  starts in: stock
phases:
  turn:
    who: each player
    moves:
      knock:
        may: { few: value of your hand <= 10 }
        do: show your hand
      pass: do nothing
setup:
  deal: deal 3 cards from stock to each hand
""",
        good="""\
deck:
  ranks: 2 to 10, J, Q, K, A
  values: A = 11, J Q K = 10
  starts in: stock
phases:
  turn:
    who: each player
    moves:
      knock:
        may: { few: (total value of your hand) <= 10 }
        do: show your hand
      pass: do nothing
setup:
  deal: deal 3 cards from stock to each hand
""",
        silenceable=True,
    ),
    Code(
        "L616",
        "forgotten with every turn",
        "A memory of a phase that has turns starts afresh with every turn, for all players. What only its "
        "turns set, and what is asked of several players or of all turns together, says only what the "
        "last turn set. What lasts longer is declared in a phase around, or under the game's 'remember'.",
        bad="""\
phases:
  turn:
    remember:
      bid: number per player
    who: each player
    moves:
      bid:
        choose: { amount: number from 0 to 3 }
        do: your bid becomes amount
    at end:
      pay: each player pays player's bid to pot
""",
        good="""\
remember:
  bid: number per player
phases:
  turn:
    who: each player
    moves:
      bid:
        choose: { amount: number from 0 to 3 }
        do: your bid becomes amount
    at end:
      pay: each player pays player's bid to pot
""",
        silenceable=True,
    ),
    Code(
        "L617",
        "the turns of all are ended",
        "'end PHASE' ends the pass of a phase, with the turns of everybody in it. In a phase 'turn' it sounds "
        "as if it ended the turn of the one who moves; that is 'end your turn'. Where the turns of all are "
        "meant, nothing is wrong.",
        bad="""\
phases:
  turn:
    who: players in turn
    until: pot > 5
    moves:
      ante: pay up to 1 to pot; end turn
""",
        good="""\
phases:
  turn:
    who: players in turn
    until: pot > 5
    moves:
      ante: pay up to 1 to pot; end your turn
""",
        silenceable=True,
    ),
    Code(
        "L618",
        "a comment that reads as the rest of a text",
        "'#' after a space begins a comment. What stands before this one is read alone, and the comment "
        "reads as what would come next: a comma with more, another condition. So in a help text, 'about' or a "
        "ruling, where one space stands before it and a small letter behind. A comment that is meant as one "
        "begins with another word.",
        bad="""\
deck:
  ranks: 2 to 10  # , J, Q, K, A
  starts in: stock
""",
        good="""\
deck:
  ranks: 2 to 10, J, Q, K, A  # from low to high
  starts in: stock
""",
        silenceable=True,
    ),
    Code(
        "L619",
        "too much to look into",
        "What takes long to find out is left open where there is very much of it: in rules of thousands of "
        "lines, each table written out wherever it is consulted, or of thousands of conditions, terms "
        "and rows of tables, each written out wherever it is used; of a table that is used in more than a hundred "
        "places, no two alike. Nothing is wrong by that; nothing was found out either.",
        bad="""\
moves:
  one: consult result      # and so on, in a thousand moves
""",
        good="""\
moves:
  some:
    choose: { amount: number from 1 to 1000 }
    do: consult result
""",
        silenceable=True,
    ),
    Code(
        "L620",
        "a rule that fails in games by chance",
        "A few games are played by chance, the same ones each time: with each number of players, with the "
        "normal options and with their least and greatest values. In one of them a rule failed (R7xx) that "
        "stops the game. They are cut off after about a hundred moves, and where several cards are chosen at "
        "once sooner. Told are the players, the options that were not normal, and after how many moves it "
        "was; 'rulerun fuzz FILE' plays more such games and shows one of them as an example.",
        bad="""\
options:
  cards: number from 0 to 4, normally 2 -- cards each player is dealt
setup:
  ante: each player pays up to 8 / cards to pot
""",
        good="""\
options:
  cards: number from 1 to 4, normally 2 -- cards each player is dealt
setup:
  ante: each player pays up to 8 / cards to pot
""",
        silenceable=True,
    ),
    Code(
        "L621",
        "cards that nobody shuffled",
        "Cards are dealt from a pile that lies in the order of a new pack, in every game the same ones. The "
        "deck is new at the start, and again after each 'gather all cards into PILE': it is shuffled after "
        "that, and before the deal.",
        bad="""\
setup:
  shuffle: shuffle stock
  collect: gather all cards into stock
  hands:   deal 5 cards from stock to each hand
""",
        good="""\
setup:
  collect: gather all cards into stock
  shuffle: shuffle stock
  hands:   deal 5 cards from stock to each hand
""",
        silenceable=True,
    ),
    Code(
        "L622",
        "a shuffled pile that lies face up",
        "A pile is shuffled, all its cards lie face up, and they are dealt or drawn one after the other: "
        "everybody sees which card comes next, and who gets which. Where that is meant, as in a game in "
        "which everybody sees everything, this is silenced. A pile of which only the next card is seen says "
        "'top face up'; one that is laid out at once, card by open card, is not told.",
        bad="""\
piles:
  stock: face up
  hand:  per player, seen by owner
setup:
  shuffle: shuffle stock
  hands:   deal 5 cards from stock to each hand
""",
        good="""\
piles:
  stock: face down
  hand:  per player, seen by owner
setup:
  shuffle: shuffle stock
  hands:   deal 5 cards from stock to each hand
""",
        silenceable=True,
    ),
)
