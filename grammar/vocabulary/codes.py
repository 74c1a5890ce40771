"""The diagnostic codes: what each means, why it is refused, a bad example and a good one.

One family after the other, each in ascending order. A code is never used again for something else.
"""

from __future__ import annotations

from .entry import Code

_ALL: tuple[Code, ...] = (
    # Y1xx: reading. The characters of the file and its YAML.
    Code(
        "Y101",
        "not readable here",
        "The line does not fit what stands around it: a list item among keys, a key among list "
        "items, or more text where a comma should stand.",
        bad="""\
setup:
  shuffle: shuffle stock
  - deal 1 card from stock to discard
""",
        good="""\
setup:
  shuffle: shuffle stock
  first: deal 1 card from stock to discard
""",
    ),
    Code(
        "Y102",
        "a key given twice",
        "Two entries of one map have the same key. Other programs silently keep the last one; here "
        "nothing is lost in silence.",
        bad="""\
chips:
  pot: 0
  each player: 20
  pot: 5
""",
        good="""\
chips:
  pot: 5
  each player: 20
""",
    ),
    Code(
        "Y103",
        "an anchor or alias",
        "In YAML a text that begins with '&' or '*' names a part of the file, or repeats it. Rule "
        "files repeat nothing that way: an overlay or a term does it better.",
        bad="""\
terms:
  rich: &rich chips > 10
  proud: *rich
""",
        good="""\
terms:
  rich: chips > 10
  proud: rich
""",
    ),
    Code(
        "Y104",
        "a tag",
        "In YAML a text that begins with '!' gives the type of what follows. Every text of a rule "
        "file is text, and 'not' is written as a word.",
        bad="""\
terms:
  open: !closed
""",
        good="""\
terms:
  open: not closed
""",
    ),
    Code(
        "Y105",
        "a key that is no text",
        "A key is one text on one line, with a colon after it.",
        bad="""\
payouts:
  ? [tie, win]
  : always -> do nothing
""",
        good="""\
payouts:
  tie_or_win:
    both: always -> do nothing
""",
    ),
    Code(
        "Y106",
        "an instruction to YAML",
        "A line that begins with '%' tells other programs which YAML a file is written in. There is "
        "only one for rule files.",
        bad="""\
%YAML 1.2
---
game: High Card
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y107",
        "a tab",
        "A tab is as wide as each program likes, so that nobody knows what stands below what.",
        bad="""\
chips:
\tpot: 0
""",
        good="""\
chips:
  pot: 0
""",
    ),
    Code(
        "Y108",
        "no space after a colon",
        "Only a colon with a space or the end of the line after it makes what stands before it a "
        "key.",
        bad="""\
chips: { pot:0, each player: 20 }
""",
        good="""\
chips: { pot: 0, each player: 20 }
""",
    ),
    Code(
        "Y109",
        "a merge key",
        "In YAML '<<' copies the entries of another map, and which entry wins depends on the "
        "program. House rules are overlays.",
        bad="""\
chips:
  <<: { pot: 0 }
  each player: 20
""",
        good="""\
chips:
  pot: 0
  each player: 20
""",
    ),
    Code(
        "Y110",
        "an indentation by number",
        "After '|' and '>' a number says how far the text is indented. Its first line says so too.",
        bad="""\
about: >2
  Higher cards win.
""",
        good="""\
about: >
  Higher cards win.
""",
    ),
    Code(
        "Y111",
        "nested too deeply",
        "More than 64 maps and lists stand inside one another. No rule needs a tenth of that.",
        bad="""\
rulings: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[x
""",
        good="""\
rulings:
  first deal: The first seat deals first.
""",
    ),
    Code(
        "Y112",
        "a file too large",
        "A rule file may have 2 MiB, and 5000 keys and texts in it: far more than any game needs. "
        "Larger ones are no rule files, or keep something else in them.",
        bad="""\
# a file of 50 MB
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y113",
        "an invisible character",
        "Control characters, foreign ends of lines and marks that turn the direction of writing "
        "make a text look other than it is.",
        bad="""\
about: Higher cards\x0bwin.
""",
        good="""\
about: Higher cards win.
""",
    ),
    Code(
        "Y114",
        "no text in UTF-8",
        "Rule files are texts in UTF-8. A file in another encoding, or a picture or program, is not "
        "guessed at.",
        bad="""\
# a file that an old editor saved in Latin-1
""",
        good="""\
game: Höchste Karte
""",
    ),
    Code(
        "Y115",
        "an empty file",
        "There is nothing in the file but blanks and comments.",
        bad="""\
# the rules come later
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y116",
        "more than one document",
        "In YAML '---' begins another document in the same file. A file holds one ruleset or one "
        "house rule.",
        bad="""\
game: High Card
---
game: Low Card
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y117",
        "a file that cannot be opened",
        "There is no such file, or it is a directory, or it may not be read.",
        bad="""\
# the name of a file that is not there
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y118",
        "a colon inside a text",
        "A colon with a space after it ends a text without quotes, since what stands before it is a "
        "key. In single quotes it is a sign like any other.",
        bad="""\
about: Acey-Deucey: home rules
""",
        good="""\
about: 'Acey-Deucey: home rules'
""",
    ),
    Code(
        "Y119",
        "text after the closing quotes",
        "A text that begins with quotes ends with them, and one that begins with a bracket ends with "
        "the bracket. Nothing may follow on the line.",
        bad="""\
about: "High" is what the card must be.
""",
        good="""\
about: '"High" is what the card must be.'
""",
    ),
    Code(
        "Y120",
        "a list or map where a text belongs, or the other way round",
        "Each key of a rule file holds a text, a map or a list, and some of them several of these.",
        bad="""\
game:
  - High Card
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y121",
        "a quote or bracket without its partner",
        "What is opened must be closed, by the same kind of quote or bracket.",
        bad="""\
chips: { pot: 0, each player: 20
piles:
  stock: face down
""",
        good="""\
chips: { pot: 0, each player: 20 }
piles:
  stock: face down
""",
    ),
    Code(
        "Y122",
        "a wrong indentation",
        "The entries of one map begin in the same column; what belongs to a key stands deeper.",
        bad="""\
piles:
    stock: face down
  hand: per player
""",
        good="""\
piles:
  stock: face down
  hand: per player
""",
    ),
    Code(
        "Y123",
        "a sign that cannot begin a text",
        "Some signs mean something to YAML at the beginning of a text: ', > | % @ `'. Such a text "
        "stands in single quotes.",
        bad="""\
terms:
  rich: >= 10
""",
        good="""\
terms:
  rich: chips >= 10
""",
    ),
    Code(
        "Y124",
        "a line without a colon",
        "In a map every line is 'key: text'. Only a text that began on the line above may go on, "
        "and then it stands deeper than its key.",
        bad="""\
piles:
  stock: face down
  discard
  hand: per player
""",
        good="""\
piles:
  stock: face down
  discard: face up
  hand: per player
""",
    ),
    Code(
        "Y125",
        "an unknown escape",
        "Between double quotes a backslash gives the next sign another meaning, and not every sign "
        "has one. Between single quotes a backslash is a backslash.",
        bad="""\
about: "Who \\dares wins."
""",
        good="""\
about: Who dares wins.
""",
    ),
    Code(
        "Y126",
        "a file that is no map",
        "A rule file is a map: 'game:', 'players:' and so on, each with something under it.",
        bad="""\
- game: High Card
- players: 2
""",
        good="""\
game: High Card
players: 2
""",
    ),
    Code(
        "Y127",
        "a comma inside a text in braces",
        "Between braces and between brackets a comma ends a text without quotes. In quotes it is a "
        "sign like any other; in a map on lines of its own no quotes are needed.",
        bad="""\
deck: { ranks: 2 to 10, J, Q, K, A, starts in: stock }
""",
        good="""\
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
""",
    ),
    # S2xx: structure. The keys of a ruleset and what stands under them.
    Code(
        "S201",
        "unknown key",
        "Nothing is passed over in silence: a key that is not one of its place is a mistake.",
        bad="""\
phases:
  turn:
    who: each player
    befor turn: shuffle stock
    moves: { pass: do nothing }
""",
        good="""\
phases:
  turn:
    who: each player
    before turn: shuffle stock
    moves: { pass: do nothing }
""",
    ),
    Code(
        "S202",
        "missing key",
        "Some keys have to be there: without them nobody knows what to play with, or how.",
        bad="""\
deck: { ranks: 'J, Q, K' }
""",
        good="""\
deck: { ranks: 'J, Q, K', starts in: stock }
""",
    ),
    Code(
        "S203",
        "nothing under a key",
        "A key with nothing under it is either forgotten or superfluous.",
        bad="""\
setup:
""",
        good="""\
setup: shuffle stock
""",
    ),
    Code(
        "S204",
        "not a name",
        "What a ruleset names itself is one lower-case word, or several joined by underscores, "
        "so that lines can speak of it. `of card` or `of player` stands behind terms and tables of values "
        "only: what others do is done by whoever consults the table, who is `you` there.",
        bad="""\
options: { Knock Limit: 'number from 0 to 50, normally 10' }
""",
        good="""\
options: { knock_limit: 'number from 0 to 50, normally 10' }
""",
    ),
    Code(
        "S205",
        "a number that cannot be",
        "The smaller number stands first, and there is at least one player, card and move.",
        bad="""\
players: 8 to 2
""",
        good="""\
players: 2 to 8
""",
    ),
    Code(
        "S206",
        "a choice without a name",
        "A chosen card is called 'card'; a number or a word has no name until it is given one.",
        bad="""\
phases:
  turn:
    who: each player
    moves:
      bet:
        choose: number from 1 to 5
        do: do nothing
""",
        good="""\
phases:
  turn:
    who: each player
    moves:
      bet:
        choose: { amount: number from 1 to 5 }
        do: do nothing
""",
    ),
    Code(
        "S210",
        "moves and phases together",
        "In a phase somebody moves, or it consists of other phases; which comes first would be "
        "open.",
        bad="""\
phases:
  turn:
    who: each player
    moves: { pass: do nothing }
    phases:
      clearing: { at start: shuffle stock }
""",
        good="""\
phases:
  turn:
    who: each player
    phases:
      passing: { moves: { pass: do nothing } }
      clearing: { at start: shuffle stock }
""",
    ),
    Code(
        "S211",
        "two phases of one name",
        "Lines and house rules speak of a phase by its name alone, so each name stands for one.",
        bad="""\
phases:
  round: { at start: shuffle stock }
  last:
    phases:
      round: { at start: shuffle stock }
""",
        good="""\
phases:
  round: { at start: shuffle stock }
  last:
    phases:
      last_round: { at start: shuffle stock }
""",
    ),
    Code(
        "S213",
        "everyone at once, one after the other",
        "Where all choose in secret there is nobody's turn: only moves, and lines before and "
        "after them.",
        bad="""\
phases:
  turn:
    who: everyone at once
    before turn: shuffle stock
    moves: { pass: do nothing }
""",
        good="""\
phases:
  turn:
    who: everyone at once
    at start: shuffle stock
    moves: { pass: do nothing }
""",
    ),
    Code(
        "S214",
        "a key of turns without turns",
        "Keys that speak of turns stand in the phase that has 'who'; 'if stuck' stands beside "
        "moves.",
        bad="""\
phases:
  layout: { after turn: shuffle stock }
""",
        good="""\
phases:
  layout: { at end: shuffle stock }
""",
    ),
    Code(
        "S215",
        "moves that nobody makes",
        "A phase with moves needs a 'who', its own or that of a phase around it.",
        bad="""\
phases:
  turn:
    moves: { pass: do nothing }
""",
        good="""\
phases:
  turn:
    who: each player
    moves: { pass: do nothing }
""",
    ),
    Code(
        "S216",
        "a phase called moves",
        "'moves' is the name of the sub-phase that holds a phase's moves; no other phase has it.",
        bad="""\
phases:
  moves: { at start: shuffle stock }
""",
        good="""\
phases:
  layout: { at start: shuffle stock }
""",
    ),
    Code(
        "S217",
        "always, and no end",
        "A phase that is repeated always needs a row under 'end', or the game never stops.",
        bad="""\
phases:
  round: { repeat: always, at start: shuffle stock }
""",
        good="""\
phases:
  round: { repeat: 10 times, at start: shuffle stock }
""",
    ),
    Code(
        "S218",
        "a line of a move outside a move",
        "'go again' offers the moves of this turn again, and 'end game' is how a player gives up: both "
        "stand in the 'do' of a move.",
        bad="""\
phases:
  turn:
    who: each player
    moves: { pass: do nothing }
    after turn: go again
""",
        good="""\
phases:
  turn:
    who: each player
    moves: { pass: go again }
""",
    ),
    Code(
        "S220",
        "a table without rows",
        "A table decides by its rows.",
        bad="""\
tables:
  fee: { gives: number }
""",
        good="""\
tables:
  fee: { gives: number, any: otherwise -> 1 }
""",
    ),
    Code(
        "S221",
        "a table without a last word",
        "A table of values has to give one in every case, so its last row says 'otherwise'.",
        bad="""\
tables:
  fee:
    gives: number
    dear: when stock is empty -> 2
""",
        good="""\
tables:
  fee:
    gives: number
    dear: when stock is empty -> 2
    cheap: otherwise -> 1
""",
    ),
    Code(
        "S222",
        "a value under payouts",
        "Payouts settle something; a table that only gives a value stands under 'tables'.",
        bad="""\
payouts:
  fee: { gives: number, any: otherwise -> 1 }
""",
        good="""\
tables:
  fee: { gives: number, any: otherwise -> 1 }
""",
    ),
    Code(
        "S223",
        "a payout that does not settle",
        "Payouts pay, take, split, score, remember, let players drop out or end a phase. They "
        "move no card and leave the course of the game alone.",
        bad="""\
payouts:
  prize: { won: otherwise -> draw 1 from stock }
""",
        good="""\
tables:
  prize: { won: otherwise -> draw 1 from stock }
""",
    ),
    Code(
        "S224",
        "a row or 'hit' of another kind of table",
        "'always' needs a table in which several rows may apply; 'all' is for actions and 'sum' "
        "for values; a row at any time begins with 'when'.",
        bad="""\
at any time: { tidy: otherwise -> shuffle stock }
""",
        good="""\
at any time: { tidy: when stock is empty -> shuffle stock }
""",
    ),
    Code(
        "S225",
        "a table of values without 'gives'",
        "The rows of a table give values, or they do something. A table of values says first what "
        "kind of thing its rows give: a number, a card, yes or no.",
        bad="""\
tables:
  fee: { dear: when stock is empty -> 2, cheap: otherwise -> 1 }
""",
        good="""\
tables:
  fee: { gives: number, dear: when stock is empty -> 2, cheap: otherwise -> 1 }
""",
    ),
    Code(
        "S230",
        "a deck in no pile",
        "The pack has to lie somewhere when the game begins, in one single pile.",
        bad="""\
deck: { ranks: 'J, Q, K', starts in: stokc }
""",
        good="""\
deck: { ranks: 'J, Q, K', starts in: stock }
""",
    ),
    Code(
        "S231",
        "ranks, suits or jokers that do not add up",
        "Each stands once in the deck (a rank at most twice in the order of a run); only "
        "numbers are counted out by 'to'.",
        bad="""\
deck: { ranks: '2 to 10, 10, J', starts in: stock }
""",
        good="""\
deck: { ranks: '2 to 10, J', starts in: stock }
""",
    ),
    Code(
        "S232",
        "a rank, suit or joker the deck does not have",
        "Values and the order of runs speak of ranks and jokers of this deck; the suits are "
        "clubs, diamonds, hearts and spades.",
        bad="""\
deck: { ranks: '2 to 10', values: A = 1, starts in: stock }
""",
        good="""\
deck: { ranks: '2 to 10, A', values: A = 1, starts in: stock }
""",
    ),
    Code(
        "S233",
        "words of a pile that do not go together",
        "A pile lies in one way; only a pile that belongs to somebody has an owner; a numbered "
        "family is no growing set of groups.",
        bad="""\
piles: { stock: 'face down, face up' }
""",
        good="""\
piles: { stock: face down }
""",
    ),
    Code(
        "S234",
        "refilled from nowhere",
        "A pile is refilled from one other, single pile.",
        bad="""\
piles: { stock: 'face down, refilled from discrad', discard: face up }
""",
        good="""\
piles: { stock: 'face down, refilled from discard', discard: face up }
""",
    ),
    Code(
        "S235",
        "no kind of meld",
        "A meld is a number of cards of one rank, or of one suit, which may then be in sequence.",
        bad="""\
melds: { set: 3 cards of one rank in sequence }
""",
        good="""\
melds: { set: 3 cards of one rank }
""",
    ),
    Code(
        "S236",
        "a memory that cannot be",
        "'dealer' is one player, because it sets the order of turns; 'per team' needs teams.",
        bad="""\
remember: { points: number per team }
""",
        good="""\
players: 4 in 2 teams
remember: { points: number per team }
""",
    ),
    Code(
        "S237",
        "chips held by nobody who can",
        "Every player has one purse; other chips lie in holders, which may be one per player.",
        bad="""\
chips: { each player: 10 per player }
""",
        good="""\
chips: { each player: 10 }
""",
    ),
    Code(
        "S240",
        "a player of no example",
        "The steps of an example are those of the players it names, each once.",
        bad="""\
examples:
  passing:
    players: Anna, Ben
    play:
      - Bne: pass
""",
        good="""\
examples:
  passing:
    players: Anna, Ben
    play:
      - Ben: pass
""",
    ),
    Code(
        "S241",
        "too few or too many players in an example",
        "An example seats as many players as the game is for. A house rule that makes it a game for others "
        "says under 'breaks' which examples of the game are none of its own: 'breaks: all', if all of them seat "
        "too few.",
        bad="""\
examples:
  passing:
    players: Anna, Ben, Carla
    play:
      - Anna: pass
""",
        good="""\
examples:
  passing:
    players: Anna, Ben
    play:
      - Anna: pass
""",
    ),
    Code(
        "S242",
        "no step of an example",
        "A step is one move of one player, a move that must be refused, or an 'expect'.",
        bad="""\
examples:
  passing:
    players: Anna, Ben
    play:
      - Anna passes
""",
        good="""\
examples:
  passing:
    players: Anna, Ben
    play:
      - Anna: pass
""",
    ),
    # E3xx: parsing. What the texts under the keys say.
    Code(
        "E301",
        "a text that does not fit",
        "A word or sign stands where the language has no use for it, or something is missing. The "
        "message says what was found and what may stand there; for a line, how the effect is "
        "written.",
        bad="""\
setup:
  shuffle: shuffle stock
  hands: deal 5 cards of stock to each hand
""",
        good="""\
setup:
  shuffle: shuffle stock
  hands: deal 5 cards from stock to each hand
""",
    ),
    Code(
        "E302",
        "brackets are needed",
        "A 'where' reaches to the end of its text or bracket, arithmetic after 'smaller of A and B' could "
        "belong to B or to the whole, and a 'where' after 'starting with first player' could say who "
        "begins or who has turns. What can be read in two ways is never guessed.",
        bad="""\
end:
  one_left: after round, when number of players where chips > 0 < 2
""",
        good="""\
end:
  one_left: after round, when (number of players where chips > 0) < 2
""",
    ),
    Code(
        "E303",
        "an unknown effect",
        "Something must happen here, and no word of the language for what happens stands here. "
        "Every effect has one way of saying it; the message names the one that was probably meant.",
        bad="""\
setup:
  ante: each player gives 1 to pot
""",
        good="""\
setup:
  ante: each player pays 1 to pot
""",
    ),
    # T4xx: names and types.
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
    # O5xx: overlays.
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
    # L6xx: lints. Rules that can be read and yet are probably not meant.
    Code(
        "L601",
        "too few chips or cards, perhaps",
        "A payment, a deal or a draw without 'up to' stops the game when there is too little (R701). "
        "That there always is enough is looked for with every number of players and the least and "
        "greatest values of the options: how many cards were dealt before, what a choice or a "
        "condition allows, what ends the game first. What is not settled by that is looked for in a few "
        "games played by chance, the same ones each time. Told is a case in which there is too little, "
        "or that nothing in the rules asks how much is there.",
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
        "asked nowhere, a pile to which no card ever comes, a phase after one that never ends. "
        "Mostly a name was mistaken, or a line forgotten. What only examples use is not used.",
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
        "answer; and of secret memories of others, where hidden cards or chance decide these. A card "
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
        "example expects of it shows nothing: 'expect: pot >= 0'.",
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
        "'values'. Cards of numbers count their number then, and aces and face cards 0, which is hardly ever "
        "meant.",
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
        "reads as what would come next: a comma with more, another condition. A comment that is meant as "
        "one begins with another word.",
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
        "lines, each table written out wherever it is consulted; of a table that is used in more than a "
        "hundred places, no two alike. Nothing is wrong by that; nothing was found out either.",
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
    # R7xx: running.
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
)

CODES: dict[str, Code] = {code.code: code for code in _ALL}
