"""Every key of a rule file: where it may stand, what it holds, how its text is read.

The reader of structure is driven by this table, so a key that is not in it does not exist, and what
an error message offers is what is accepted. `where` names the places of `PLACES`.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import Literal

from ..record import record
from .entry import Entry


class Holds(Enum):
    """What may stand under a key; the value says it in an error message."""

    WORDS = "a text"
    TEXTS = "a text or a list of texts"
    TEXT = "one text"
    LINES = "lines: one text, a map of named lines, or a list of lines"
    CONDITIONS = "one condition, or a map of named conditions"
    CHOICES = "one choice, or a map of named choices"
    ROWS = "a map of names, each with its text"
    KEYS = "a map of keys"
    NAMED = "a map of names, each with a map under it"
    CHANGES = "a map of addresses"
    STEPS = "a list of steps"
    LABELS = "a map of languages, each with a map of names and their labels"


@record
class Key(Entry):
    """A structural key.

    `start` is the start rule of the grammar for each text under it, empty for plain text. `inner` is
    the place whose keys the maps under it have. `names` says how the names under it are spelt:
    `name` a name of the language, `head` a name with its nouns (`strength of player`), `free` as
    one likes. `required` keys must stand at their place. `words` are all that can stand under it, if
    that is so few.
    """

    holds: Holds = Holds.WORDS
    start: str = ""
    inner: str = ""
    names: Literal["name", "head", "free"] = "name"
    required: bool = False
    words: tuple[str, ...] = ()


@record
class Place:
    """A map of keys: how messages call it, and whether names of one's own stand beside its keys."""

    title: str
    open: bool = False


PROSE = ("about", "rulings", "titles", "game", "also known as", "source")
"""Under these keys of a file stands what is for people alone."""

PLACES = {
    "ruleset": Place("a ruleset"),
    "overlay": Place("a house rule"),
    "form": Place("a form"),
    "deck": Place("the deck"),
    "phase": Place("a phase"),
    "move": Place("a move"),
    "table": Place("a table", open=True),
    "example": Place("an example"),
}

_ENTRIES = (
    # -- the ruleset ------------------------------------------------------------------------------
    Key(
        "game",
        ("ruleset",),
        "game: TEXT",
        "the game's name, as people say it",
        "game: High Card Bet",
        required=True,
    ),
    Key(
        "also known as",
        ("ruleset",),
        "also known as: TEXT",
        "other names of the game",
        "also known as: Red Dog, Acey-Deucey",
    ),
    Key(
        "about",
        ("ruleset", "overlay", "form"),
        "about: TEXT",
        "one or two sentences about it",
        "about: Sort your ten cards into melds before your opponent does.",
    ),
    Key(
        "source",
        ("ruleset", "overlay"),
        "source: SHEET",
        "the rule sheet this follows; clause ids in `proves` and `rulings` are ids of that sheet",
        "source: high_card",
        holds=Holds.TEXTS,
    ),
    Key(
        "players",
        ("ruleset",),
        "players: N | N to N | N in N teams",
        "how many play",
        "players: 2 to 8",
        holds=Holds.TEXT,
        start="seats",
        required=True,
    ),
    Key(
        "limit",
        ("ruleset",),
        "limit: N moves",
        "after so many moves a game without an end is abandoned; 10000 without it",
        "limit: 5000 moves",
        holds=Holds.TEXT,
        start="limit",
    ),
    Key(
        "deck",
        ("ruleset",),
        "deck: KEYS",
        "which cards there are, and where they lie when the game begins",
        "deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }",
        holds=Holds.KEYS,
        inner="deck",
        required=True,
    ),
    Key(
        "use",
        ("ruleset", "phase"),
        "use: FORM",
        "a shared form, which is laid under this phase; one without a phase, under the whole game",
        "use: trick_taking",
        holds=Holds.TEXTS,
    ),
    Key(
        "melds",
        ("ruleset", "form"),
        "melds: { NAME: MELD }",
        "what counts as a meld",
        "melds: { set: 3 or 4 cards of one rank }",
        holds=Holds.ROWS,
        start="meld",
    ),
    Key(
        "options",
        ("ruleset", "form"),
        "options: { NAME: KIND, normally E -- help }",
        "what a table may agree on before it plays",
        "options: { ante: 'number from 1 to 100, normally 1' }",
        holds=Holds.ROWS,
        start="option",
    ),
    Key(
        "chips",
        ("ruleset", "form"),
        "chips: { each player: E, NAME: E [per NOUN][, remembers who paid] }",
        "the purses, and whatever else holds chips",
        "chips: { each player: stake, pot: 0 }",
        holds=Holds.ROWS,
        start="chips",
    ),
    Key(
        "piles",
        ("ruleset",),
        "piles: { NAME: WORDS }",
        "where cards can lie, and who sees them there",
        "piles: { stock: face down, hand: 'per player, seen by owner' }",
        holds=Holds.ROWS,
        start="pile",
        required=True,
    ),
    Key(
        "remember",
        ("ruleset", "phase", "form"),
        "remember: { NAME: KIND [per NOUN][, starts as E][, secret] }",
        "what is remembered during the game, or during a pass or turn of a phase",
        "remember: { points: number per player }",
        holds=Holds.ROWS,
        start="remember",
    ),
    Key(
        "terms",
        ("ruleset", "form"),
        "terms: { NAME [of NOUN]: E }",
        "a glossary: names for expressions",
        "terms: { low_post: lowest of posts }",
        holds=Holds.ROWS,
        start="expr",
        names="head",
    ),
    Key(
        "setup",
        ("ruleset",),
        "setup: LINES",
        "done once, before the first phase",
        "setup: { shuffle: shuffle stock }",
        holds=Holds.LINES,
        start="line",
    ),
    Key(
        "at any time",
        ("ruleset", "form"),
        "at any time: { NAME: when C -> LINE }",
        "rows that are tested after every effect",
        "at any time: { broke: when any player has chips = 0 -> that player drops out }",
        holds=Holds.ROWS,
        start="row_do",
    ),
    Key(
        "phases",
        ("ruleset",),
        "phases: { NAME: PHASE }",
        "the course of the game, in the order written",
        "phases: { round: { repeat: 10 times, at start: shuffle stock } }",
        holds=Holds.NAMED,
        inner="phase",
        required=True,
    ),
    Key(
        "payouts",
        ("ruleset", "form"),
        "payouts: { NAME: TABLE }",
        "tables that settle: who pays, takes, scores what",
        "payouts: { result: { won: when bid = 0 -> score 1, lost: otherwise -> do nothing } }",
        holds=Holds.NAMED,
        inner="table",
        names="head",
    ),
    Key(
        "tables",
        ("ruleset", "form"),
        "tables: { NAME [of NOUN]: TABLE }",
        "all other decision tables",
        "tables: { fee: { gives: number, last_round: when final -> 2, normally: otherwise -> 1 } }",
        holds=Holds.NAMED,
        inner="table",
        names="head",
    ),
    Key(
        "end",
        ("ruleset", "form"),
        "end: { NAME: [after PHASE,] when C }",
        "when the game is over; the row's name is the reason",
        "end: { rounds_played: 'after round, when round_number = rounds' }",
        holds=Holds.ROWS,
        start="ending",
    ),
    Key(
        "winner",
        ("ruleset",),
        "winner: E",
        "who has won, asked when the game is over",
        "winner: all players with most points",
        holds=Holds.TEXT,
        start="expr",
    ),
    Key(
        "payoff",
        ("ruleset",),
        "payoff: E",
        "what the game was worth to a player, asked of each",
        "payoff: chips - stake",
        holds=Holds.TEXT,
        start="expr",
    ),
    Key(
        "rulings",
        ("ruleset", "overlay"),
        "rulings: { CLAUSE: TEXT }",
        "what is played where the source is silent or contradicts itself",
        "rulings: { GN5a: The ace is low in runs. }",
        holds=Holds.ROWS,
        names="free",
    ),
    Key(
        "examples",
        ("ruleset", "overlay"),
        "examples: { TITLE: EXAMPLE }",
        "worked examples, which are also played as tests",
        "examples: { outside: { players: 'Anna, Ben', shuffle: 5H 8S KC, play: [ Anna: bet 2 ] } }",
        holds=Holds.NAMED,
        inner="example",
        names="free",
    ),
    Key(
        "titles",
        ("ruleset", "overlay", "form"),
        "titles: { LANGUAGE: { NAME: LABEL } }",
        "labels that people are shown, by language",
        "titles: { de: { pot: Topf } }",
        holds=Holds.LABELS,
        names="free",
    ),
    # -- the deck ---------------------------------------------------------------------------------
    Key(
        "ranks",
        ("deck",),
        "ranks: RANKS",
        "the ranks from low to high; this order decides every comparison of cards",
        "ranks: 2 to 10, J, Q, K, A",
        holds=Holds.TEXT,
        start="ranks",
        required=True,
    ),
    Key(
        "suits",
        ("deck",),
        "suits: SUITS",
        "some of clubs, diamonds, hearts, spades; all four without it",
        "suits: hearts, spades",
        holds=Holds.TEXT,
        start="names",
    ),
    Key(
        "only",
        ("deck",),
        "only: C",
        "keeps the cards for which this holds",
        "only: rank >= 7",
        holds=Holds.TEXT,
        start="expr",
    ),
    Key(
        "wild",
        ("deck",),
        "wild: C",
        "the cards for which this holds stand for others, in poker hands and in melds that take them",
        "wild: rank is 2",
        holds=Holds.TEXT,
        start="expr",
    ),
    Key(
        "copies",
        ("deck",),
        "copies: N",
        "how often each card is there; once without it",
        "copies: 2",
    ),
    Key(
        "jokers",
        ("deck",),
        "jokers: NAMES",
        "extra cards above all ranks, in this order, without a suit",
        "jokers: small_joker, big_joker",
        holds=Holds.TEXT,
        start="names",
    ),
    Key(
        "values",
        ("deck",),
        "values: RANKS = N, ...",
        "what cards count; the others count their number",
        "values: A = 1, J Q K = 10",
        holds=Holds.TEXT,
        start="values",
    ),
    Key(
        "starts in",
        ("deck",),
        "starts in: PILE",
        "the pile in which the pack lies when the game begins",
        "starts in: stock",
        required=True,
    ),
    # -- a phase ----------------------------------------------------------------------------------
    Key(
        "repeat",
        ("phase",),
        "repeat: N times | until C | N times or until C | always",
        "how often the phase is gone through; once without it",
        "repeat: 13 times",
        holds=Holds.TEXT,
        start="repeat",
    ),
    Key(
        "skip when",
        ("phase",),
        "skip when: C",
        "passes over this pass",
        "skip when: settled",
        holds=Holds.TEXT,
        start="expr",
    ),
    Key(
        "at start",
        ("phase",),
        "at start: LINES",
        "done when a pass begins",
        "at start: { shuffle: shuffle stock }",
        holds=Holds.LINES,
        start="line",
    ),
    Key(
        "who",
        ("phase",),
        "who: each player | players in turn | everyone at once | PLAYER",
        "whose turns there are, and in which order",
        "who: each player starting with left of dealer",
        holds=Holds.TEXT,
        start="who",
    ),
    Key(
        "until",
        ("phase",),
        "until: C",
        "ends the turns; tested before each of them",
        "until: any hand is empty",
        holds=Holds.TEXT,
        start="expr",
    ),
    Key(
        "before turn",
        ("phase",),
        "before turn: LINES",
        "done when a turn begins",
        "before turn: { refill: when your hand is empty -> draw 1 from stock }",
        holds=Holds.LINES,
        start="line",
    ),
    Key(
        "skip turn when",
        ("phase",),
        "skip turn when: C",
        "passes over the moves of this turn; tested after `before turn`",
        "skip turn when: your chips = 0",
        holds=Holds.TEXT,
        start="expr",
    ),
    Key(
        "moves",
        ("phase",),
        "moves: { NAME: MOVE | LINE }",
        "what the player may do, one of them",
        "moves: { swap: draw 1 from stock, pass: do nothing }",
        holds=Holds.NAMED,
        start="line",
        inner="move",
    ),
    Key(
        "phases",
        ("phase",),
        "phases: { NAME: PHASE }",
        "the phases of which this one consists, in the order written",
        "phases: { bidding: { who: each player, moves: { pass: do nothing } } }",
        holds=Holds.NAMED,
        inner="phase",
    ),
    Key(
        "if stuck",
        ("phase",),
        "if stuck: LINES",
        "done when no move is legal; without it that stops the game with an error",
        "if stuck: do nothing",
        holds=Holds.LINES,
        start="line",
    ),
    Key(
        "after turn",
        ("phase",),
        "after turn: LINES",
        "done when a turn is complete",
        "after turn: { clear: 'gather posts, third into discard' }",
        holds=Holds.LINES,
        start="line",
    ),
    Key(
        "at end",
        ("phase",),
        "at end: LINES",
        "done when a pass is complete",
        "at end: { deal_passes: dealer becomes left of dealer }",
        holds=Holds.LINES,
        start="line",
    ),
    # -- a move -----------------------------------------------------------------------------------
    Key(
        "choose",
        ("move",),
        "choose: CHOICE | { NAME: CHOICE }",
        "what is chosen with the move",
        "choose: card in your hand",
        holds=Holds.CHOICES,
        start="choice",
    ),
    Key(
        "may",
        ("move",),
        "may: C | { NAME: C }",
        "when the move is allowed; the name of the first condition that fails is the message",
        "may: { follow_suit: suit of card is led_suit }",
        holds=Holds.CONDITIONS,
        start="expr",
    ),
    Key(
        "do",
        ("move",),
        "do: LINES",
        "what the move does",
        "do: pay amount to pot",
        holds=Holds.LINES,
        start="line",
        required=True,
    ),
    # -- a table ----------------------------------------------------------------------------------
    Key(
        "gives",
        ("table",),
        "gives: KIND",
        "makes the table one of values, used like a term",
        "gives: number",
        holds=Holds.TEXT,
        start="gives",
    ),
    Key(
        "hit",
        ("table",),
        "hit: first | unique | all | sum",
        "how many rows may apply; the first one without it",
        "hit: unique",
        words=("first", "unique", "all", "sum"),
    ),
    # -- an example -------------------------------------------------------------------------------
    Key(
        "proves",
        ("example",),
        "proves: [CLAUSE, ...]",
        "the clauses of the rule sheet that the example shows",
        "proves: [IB13]",
        holds=Holds.TEXTS,
    ),
    Key(
        "players",
        ("example",),
        "players: PERSON, ...",
        "who plays, in the order of the seats",
        "players: Anna, Ben, Carla",
        holds=Holds.TEXT,
        start="people",
        required=True,
    ),
    Key(
        "set",
        ("example", "overlay"),
        "set: { OPTION: E }",
        "what the options are set to",
        "set: { ante: 2 }",
        holds=Holds.ROWS,
        start="expr",
    ),
    Key(
        "shuffle",
        ("example",),
        "shuffle: CARDS",
        "what shuffled piles give, next card first",
        "shuffle: 6D KC KS",
        holds=Holds.TEXT,
        start="cards",
    ),
    Key(
        "start at",
        ("example",),
        "start at: PHASE",
        "begins in the middle of the game, in the turns of that phase",
        "start at: turn",
    ),
    Key(
        "given",
        ("example",),
        "given: { E: E | CARDS }",
        "the memories, chips and piles it begins with",
        "given: { dealer: Carla, pot: 9 }",
        holds=Holds.ROWS,
        start="given",
        names="free",
    ),
    Key(
        "play",
        ("example",),
        "play: [ PERSON: MOVE, PERSON cannot: MOVE, expect: C, PERSON sees: X, PERSON cannot see: X ]",
        "what is played, what is expected then, and who sees which cards",
        "play: [ Anna: bet 3, expect: pot = 21, Ben cannot see: stock ]",
        holds=Holds.STEPS,
        required=True,
    ),
    # -- a form -----------------------------------------------------------------------------------
    Key(
        "form",
        ("form",),
        "form: TEXT",
        "the form's name, as people say it",
        "form: Trick taking",
        required=True,
    ),
    Key(
        "needs",
        ("form",),
        "needs: { NAME: TEXT }",
        "what the game has to declare for it, and what that is",
        "needs: { hand: what a player may play }",
        holds=Holds.ROWS,
    ),
    Key(
        "piles",
        ("form",),
        "piles: { NAME: WORDS }",
        "piles that a game with this form has",
        "piles: { trick: 'face up, remembers who played' }",
        holds=Holds.ROWS,
        start="pile",
    ),
    Key(
        "phases",
        ("form",),
        "phases: { NAME: PHASE }",
        "the one phase that the form is, if it is one; a game gives it a name of its own",
        "phases: { trick: { who: each player, moves: { pass: do nothing } } }",
        holds=Holds.NAMED,
        inner="phase",
    ),
    # -- a house rule -----------------------------------------------------------------------------
    Key(
        "house rule",
        ("overlay",),
        "house rule: TEXT",
        "the house rule's name, as people say it",
        "house rule: A post costs triple",
        required=True,
    ),
    Key(
        "for",
        ("overlay",),
        "for: GAME [with HOUSE RULE, ...]",
        "the game it changes, and the house rules it builds on",
        "for: high_card with long_game",
        required=True,
    ),
    Key(
        "change",
        ("overlay",),
        "change: { ADDRESS: CONTENT }",
        "puts something else in the place of what is there",
        "change: { payout.post.then: pay up to 3 * your bet to pot }",
        holds=Holds.CHANGES,
        names="free",
    ),
    Key(
        "add",
        ("overlay",),
        "add: { 'ADDRESS, first | last | before NAME | after NAME': CONTENT }",
        "adds what is not there yet",
        "add: { 'result.sweep, before best': when pot > 20 -> first of best scores 5 }",
        holds=Holds.CHANGES,
        names="free",
    ),
    Key(
        "remove",
        ("overlay",),
        "remove: [ADDRESS, ...]",
        "takes something away",
        "remove: [round.at start.ante]",
        holds=Holds.TEXTS,
    ),
    Key(
        "breaks",
        ("overlay",),
        "breaks: [TITLE, ...] | all",
        "the examples of the game that no longer hold with this rule",
        "breaks: [the source's round]",
        holds=Holds.TEXTS,
    ),
    Key(
        "over",
        ("overlay",),
        "over: [HOUSE RULE, ...]",
        "the house rules that this one may overrule",
        "over: [triple_penalty]",
        holds=Holds.TEXTS,
    ),
)

#: Every key under its first place and its name: `KEYS["phase.at start"]`.
KEYS: dict[str, Key] = {f"{k.where[0]}.{k.name}": k for k in _ENTRIES}


#: What people call a key who know it from elsewhere, with the key: likelier than one spelled alike.
OTHER_KEYS: dict[str, str] = {
    "name": "game", "title": "game", "description": "about", "cards": "deck", "pack": "deck",
    "zones": "piles", "stacks": "piles", "locations": "piles", "areas": "piles",
    "variables": "remember", "vars": "remember", "state": "remember", "memory": "remember",
    "memories": "remember", "settings": "options", "parameters": "options", "config": "options",
    "definitions": "terms", "functions": "terms", "values": "terms", "glossary": "terms",
    "init": "setup", "initial": "setup", "start": "setup", "rounds": "phases", "stages": "phases",
    "steps": "phases", "turns": "phases", "actions": "moves", "action": "moves",
    "scoring": "payouts", "scores": "payouts", "payoffs": "payouts", "goal": "winner",
    "win": "winner", "wins": "winner", "ending": "end", "game over": "end", "tests": "examples",
    "test": "examples", "scenarios": "examples", "requires": "may", "condition": "may",
    "conditions": "may", "allowed": "may", "legal": "may", "can": "may",
    "if": "may", "only if": "may", "effect": "do", "effects": "do",
    "then": "do", "player": "players", "select": "choose", "pick": "choose", "order": "who",
    "steps of play": "play", "given that": "given", "options set": "set", "modify": "change",
    "changes": "change", "additions": "add", "delete": "remove", "replace": "change",
    "override": "change", "alter": "change", "overrides": "change", "new": "add", "adds": "add",
    "packs": "copies", "decks": "copies", "without": "only", "cards used": "only",
    "at start of turn": "before turn", "start of turn": "before turn", "at end of turn": "after turn",
    "end of turn": "after turn", "at start of round": "at start", "at end of round": "at end",
    "base": "for", "extends": "for",
}  # fmt: skip


STEP = re.compile(r"(.*?\S) +(sees|cannot(?: +see)?)\Z")
"""The key of a step of `play` that is no move and no `expect`: whose it is, and what kind of step."""


@cache
def keys_at(place: str) -> dict[str, Key]:
    """The keys that may stand at a place of `PLACES`, by name, in the order of the table."""
    return {k.name: k for k in KEYS.values() if place in k.where}


def places_of(name: str) -> list[str]:
    """How messages call the places at which a key of that name may stand.

    That a form has a key of games' goes without saying.
    """
    found = [w for k in KEYS.values() if k.name == name for w in k.where]
    return [PLACES[w].title for w in found if w != "form" or "ruleset" not in found]
