"""The effects: everything a line can do (LANGUAGE part 8).

In a template `[X]` is a player, `each NOUN [in X] [where C]`, or absent: you. N is a number or `up
to` a number, H a chip holder, P and Q piles, C cards, E any value.
"""

from __future__ import annotations

from .entry import Entry

_LINE = ("line",)

_ALL: tuple[Entry, ...] = (
    Entry(
        "pays",
        _LINE,
        "[X] pays [up to] N [from H] to H",
        "chips from a purse, or from a holder, into a holder; 'pays all to H' too",
        "ante: each player pays up to ante to pot",
    ),
    Entry(
        "takes",
        _LINE,
        "[X] takes [up to] N from H",
        "chips from a holder into a purse; 'takes all from H' too",
        "win: take all from pot",
    ),
    Entry(
        "split",
        _LINE,
        "split H among PLAYERS",
        "the chips of a holder go equally to the players; what does not divide goes one by one, from "
        "the first",
        "tie: split pot among best",
    ),
    Entry(
        "scores",
        _LINE,
        "[X] scores N",
        "adds to the memory 'points' of the player, or of their team",
        "bonus: knocker scores 25",
    ),
    Entry(
        "deal",
        _LINE,
        "deal [up to] N cards from P to Q [face up]",
        "cards from the top of a pile, one at a time; to 'each hand' round by round in turn order, and "
        "'deal all cards' until there are no more",
        "hands: deal 10 cards from stock to each hand",
    ),
    Entry(
        "draws",
        _LINE,
        "[X] draws [up to] N from P",
        "cards from the top of a pile to the player's hand, one at a time",
        "draw: draw 1 from stock",
    ),
    Entry(
        "move",
        _LINE,
        "move C to Q [face up]",
        "cards onto a pile, in their order; 'move C under Q' puts them at its bottom",
        "throw: move card to discard",
    ),
    Entry(
        "gather",
        _LINE,
        "gather P, each hand into Q",
        "everything that lies there, in that order; 'gather all cards into Q' takes the whole deck, "
        "'under Q' puts it at the bottom, 'gather each stake into H' does the same with chips",
        "collect: gather all cards into stock",
    ),
    Entry(
        "shuffle",
        _LINE,
        "shuffle P",
        "mixes a pile; 'shuffle C into P' puts the shuffled cards under what lies there",
        "shuffle: shuffle stock",
    ),
    Entry(
        "flip",
        _LINE,
        "flip P into Q",
        "the whole pile turned over: its order is reversed",
        "redeal: flip waste into stock",
    ),
    Entry(
        "turn",
        _LINE,
        "turn C face up",
        "turns cards in a pile that is 'face either'; also 'face down'",
        "expose: turn top of column face up",
    ),
    Entry(
        "show",
        _LINE,
        "show C [to X]",
        "a player, or everybody, sees the cards until they move",
        "reveal: show knocker's hand",
    ),
    Entry(
        "lay",
        _LINE,
        "lay M on P",
        "a meld, or each of several, becomes a new group of the pile, or joins the group named",
        "melds: lay melds of your hand on table",
    ),
    Entry(
        "becomes",
        _LINE,
        "X becomes E",
        "changes a memory",
        "deal_passes: dealer becomes left of dealer",
    ),
    Entry(
        "add",
        _LINE,
        "add E to X",
        "adds to a number, or puts a member into a list, once",
        "join: add you to fighters",
    ),
    Entry(
        "remove",
        _LINE,
        "remove E from X",
        "subtracts from a number, or takes a member out of a list",
        "leave: remove you from fighters",
    ),
    Entry(
        "let",
        _LINE,
        "let NAME be E",
        "a name for a value, to the end of this block of lines",
        "best: let best be highest of trick",
    ),
    Entry(
        "consults",
        _LINE,
        "[X] consults TABLE",
        "carries out the rows of an action table that apply; X is 'you' there",
        "settle: each player with bet > 0 consults payout",
    ),
    Entry(
        "plays next",
        _LINE,
        "X plays next",
        "the next turn of the innermost 'players in turn' is X's",
        "lead: winner plays next",
    ),
    Entry(
        "reverse direction",
        _LINE,
        "reverse direction",
        "turns round the order of turns, until it is used again",
        "eight: reverse direction",
    ),
    Entry(
        "drops out",
        _LINE,
        "X drops out",
        "the player is out of the game",
        "broke: each player with chips = 0 drops out",
    ),
    Entry(
        "go again",
        _LINE,
        "go again",
        "the same moves are offered again in the same turn",
        "again: go again",
    ),
    Entry(
        "end your turn",
        _LINE,
        "end your turn",
        "leaves out what is left of your turn, and goes on with its 'after turn'",
        "stand: end your turn",
    ),
    Entry(
        "end",
        _LINE,
        "end PHASE",
        "finishes the pass of this or an enclosing phase; 'end game' ends the game",
        "dead_round: when size of stock <= 2 -> end round",
    ),
    Entry(
        "go to",
        _LINE,
        "go to PHASE",
        "goes on with a phase beside this one or beside an enclosing one",
        "next: go to count",
    ),
    Entry(
        "say",
        _LINE,
        'say "TEXT {E}"',
        "everybody sees the text, with the values in braces",
        'tell: say "the pot holds {pot}"',
    ),
    Entry(
        "do nothing",
        _LINE,
        "do nothing",
        "nothing happens",
        "pass: do nothing",
    ),
)

EFFECTS: dict[str, Entry] = {entry.name: entry for entry in _ALL}

SPELLINGS: dict[str, str] = {
    "pay": "pays",
    "take": "takes",
    "score": "scores",
    "draw": "draws",
    "consult": "consults",
    "play next": "plays next",
    "drop out": "drops out",
}
"""Other spellings of an effect's words: `you` do what others `does`."""

SYNONYMS: dict[str, str] = {
    "give": "pays",
    "hand": "pays",
    "put": "move",
    "place": "move",
    "discard": "move",
    "throw": "move",
    "play": "move",
    "return": "move",
    "transfer": "pays",
    "bet": "pays",
    "stake": "pays",
    "ante": "pays",
    "contribute": "pays",
    "donate": "pays",
    "lose": "pays",
    "owe": "pays",
    "win": "takes",
    "get": "takes",
    "receive": "takes",
    "earn": "takes",
    "grab": "takes",
    "collect": "gather",
    "pick": "draws",
    "share": "split",
    "divide": "split",
    "distribute": "deal",
    "mix": "shuffle",
    "cut": "shuffle",
    "reveal": "show",
    "expose": "turn",
    "uncover": "turn",
    "open": "turn",
    "hide": "turn",
    "meld": "lay",
    "set": "becomes",
    "change": "becomes",
    "make": "becomes",
    "reset": "becomes",
    "increase": "add",
    "increment": "add",
    "append": "add",
    "join": "add",
    "decrease": "remove",
    "decrement": "remove",
    "subtract": "remove",
    "delete": "remove",
    "use": "consults",
    "apply": "consults",
    "call": "consults",
    "settle": "consults",
    "begin": "plays next",
    "start": "plays next",
    "lead": "plays next",
    "leave": "drops out",
    "quit": "drops out",
    "retire": "drops out",
    "repeat": "go again",
    "continue": "go again",
    "goto": "go to",
    "jump": "go to",
    "skip": "go to",
    "finish": "end",
    "stop": "end",
    "exit": "end",
    "print": "say",
    "tell": "say",
    "announce": "say",
    "write": "say",
    "pass": "do nothing",
    "nothing": "do nothing",
    "wait": "do nothing",
}
"""What people write instead of an effect, in the form without s, and the effect that does it."""

ADVICE: dict[str, str] = {
    "then": "write '->' instead of 'then': when C -> LINE",
    "else": "there is no 'else': a table with a row 'otherwise -> LINE' says it",
    "otherwise": "'otherwise' begins a row of a table, under 'tables' or 'payouts'",
    "elif": "there is no 'else': each case is a row of a table",
    "if": "a condition is written 'when C -> LINE'",
    "while": "what is done again is a phase with 'repeat: until C'",
    "do": "an effect follows without 'do'; doing nothing is 'do nothing'",
}
"""Words of other languages, and what is written here instead."""


def effect_for(word: str) -> str | None:
    """The effect somebody means who writes this word, or None: `gives` finds `pays`."""
    for form in (word, word.removesuffix("s"), word.removesuffix("es")):
        if form in SYNONYMS:
            return SYNONYMS[form]
    return None
