"""Codes S2xx, structure: the keys of a ruleset and what stands under them."""

from __future__ import annotations

from ..entry import Code

STRUCTURE: tuple[Code, ...] = (
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
        "a table without a last word, or with two",
        "A table of values has to give one in every case, so its last row says 'otherwise'. No table says "
        "it twice: of two such rows one would never apply.",
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
        "A step is one move of one player, a move that must be refused, what one player sees or cannot see, or "
        "an 'expect'.",
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
)
