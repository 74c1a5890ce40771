"""The words of lines, phrases and declarations, apart from effects and built-ins.

`RESERVED` and the sets beside it say what nothing may be called (LANGUAGE part 2); `WORDS` says of
each word or phrase where it stands, how it is written and what it means.
"""

from __future__ import annotations

from .entry import Entry

GRAMMAR_WORDS = frozenset(
    {
        "of", "in", "is", "are", "and", "or", "not", "where", "whose", "has", "have", "to",
        "from", "unless", "when", "otherwise", "always", "after", "between", "with",
        "becomes", "yes", "no", "you", "your", "nothing", "a", "an", "the", "that", "first",
        "last", "top", "bottom", "next", "numbers", "everything", "smaller", "larger",
        "exactly",
    }
)  # fmt: skip
"""Words that are never a name, wherever they stand."""

PHASE_KEYS = frozenset({"repeat", "who", "until", "remember", "moves", "phases"})
"""The one-word keys of a phase: nothing in a phase could be told from them."""

RESERVED = GRAMMAR_WORDS | PHASE_KEYS

YAML_WORDS = frozenset({"true", "false"})
"""Words that every other program reads as values; of others (`on`, `null`) not all do, and people at
the table say them."""

PICKING_WORDS = frozenset(
    {
        "any", "every", "no", "all", "highest", "lowest", "random",
    }
)  # fmt: skip
"""Words that begin a picking phrase."""

EFFECT_WORDS = frozenset(
    {
        "pay", "pays", "take", "takes", "split", "score", "scores", "deal", "draw", "draws",
        "move", "gather", "shuffle", "flip", "turn", "show", "lay", "becomes", "add",
        "remove", "let", "consult", "consults", "play", "plays", "reverse", "drop", "drops",
        "go", "end", "say", "do", "each", "for",
    }
)  # fmt: skip
"""First words and verbs of effects and lines."""


VALUE_WORDS = ("yes", "no", "nothing", "you", "everyone")
"""Words that stand alone as a value."""

JOINING = ("of", "to", "from", "into", "in", "on", "with", "where")
"""Small words between two things, of which one is easily written for another."""

OTHER_KINDS = {
    "boolean": "yes or no", "bool": "yes or no", "flag": "yes or no", "integer": "number",
    "int": "number", "float": "number", "count": "number", "list": "cards", "colour": "color",
}  # fmt: skip
"""Kinds of things as they are called elsewhere."""

ELSEWHERE: dict[str, tuple[str, ...]] = {
    "true": ("yes", "no", "not"), 
    "y": ("yes", "not"),
    "false": ("not", "no", "yes"), "off": ("not", "no", "yes"), "n": ("not", "no"),
    "null": ("nothing", "no", "not", "yes"), "none": ("nothing", "no", "not"), "nil": ("nothing",),
    "neither": ("not",), "isnt": ("is not",), "hasnt": ("has no",), "equals": ("=", "is"),
    "which": ("where", "with"), "who": ("where", "with"), "if": ("where", "with"),
    "least": ("fewest", "lowest", "smallest"), "greatest": ("highest", "largest", "most"),
    "biggest": ("highest", "largest", "most"), "my": ("your",), "our": ("your",),
    "own": ("your",), "modulo": ("mod",),
    "when": ("where", "with"), ">": ("->",), "-": ("->",), "- >": ("->",), 
    "=": ("becomes", "is"), "and": ("or",), "or": ("and",),
    **{
        word: tuple(other for other in JOINING if other != word)
        for word in (*JOINING, "for", "at", "by", "onto")
    },
    "on": ("to", "of", "in", "into", "from", "yes", "no", "not"),
}  # fmt: skip
"""Words and signs of other languages, or of other places, and those that may be meant by them."""


NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
"""Numbers in words, which are written with digits here."""

_PILE = ("piles",)
_KIND = ("options", "remember", "gives")
_VALUE = ("expression",)

_ALL: tuple[Entry, ...] = (
    # Piles
    Entry("face up", _PILE, "face up", "everybody sees the cards", "discard: face up"),
    Entry(
        "face down",
        _PILE,
        "face down",
        "nobody sees the cards, only how many there are; so is a pile that says nothing else",
        "stock: face down",
    ),
    Entry(
        "face either",
        _PILE,
        "face either",
        "each card lies up or down, as it was last put or turned",
        "tableau: 7 columns, face either",
    ),
    Entry(
        "seen by owner",
        _PILE,
        "seen by owner",
        "only the player whose pile it is sees the cards",
        "hand: per player, seen by owner",
    ),
    Entry(
        "seen by others",
        _PILE,
        "seen by others",
        "everybody but the player whose pile it is sees the cards",
        "forehead: per player, seen by others",
    ),
    Entry(
        "top face up",
        _PILE,
        "top face up",
        "only the top card is seen",
        "discard: top face up",
    ),
    Entry(
        "per player",
        ("piles", "chips", "remember"),
        "per player",
        "one for each player: your hand, dealer's hand",
        "hand: per player, seen by owner",
    ),
    Entry(
        "per team",
        ("piles", "chips", "remember"),
        "per team",
        "one for each team; asked of a player, it is the team's",
        "points: number per team",
    ),
    Entry(
        "per",
        ("chips", "remember"),
        "per NOUN",
        "one for each suit, each rank, or each pile of a family: bets of hearts, stake of column",
        "bets: 0 per suit",
    ),
    Entry(
        "family",
        _PILE,
        "N NOUNS",
        "a numbered family of piles; the noun, in the singular, becomes a word of the language",
        "tableau: 7 columns, face either",
    ),
    Entry(
        "groups",
        _PILE,
        "groups",
        "a growing set of piles, such as melds on the table; one that becomes empty is gone",
        "table: groups, face up",
    ),
    Entry(
        "remembers who played",
        _PILE,
        "remembers who played",
        "'who played CARD' tells whose turn it was when a card came there, as long as it lies there; of cards "
        "that came outside of turns, nothing",
        "trick: face up, remembers who played",
    ),
    Entry(
        "remembers who paid",
        ("chips",),
        "remembers who paid",
        "'paid_to_POT' is what each player has put in, and 'split' shares the chips layer by layer",
        "pot: 0, remembers who paid",
    ),
    Entry(
        "refilled from",
        _PILE,
        "refilled from PILE",
        "before a card is dealt or drawn from this pile while it is empty, the other is shuffled into it",
        "stock: face down, refilled from discard",
    ),
    Entry(
        "refilled from except top",
        _PILE,
        "refilled from PILE except top",
        "as 'refilled from', but the top card of the other pile stays",
        "stock: face down, refilled from discard except top",
    ),
    # Kinds and what goes with them
    Entry(
        "number",
        (*_KIND, "choose"),
        "number",
        "a whole number, which may be negative",
        "points: number per player",
        "number",
    ),
    Entry(
        "number from",
        (*_KIND, "choose"),
        "number from A to B",
        "a number within bounds; a choice offers each of them",
        "ante: number from 1 to 100, normally 1",
        "number",
    ),
    Entry(
        "yes or no",
        _KIND,
        "yes or no",
        "an answer: a condition that is kept",
        "final: yes or no",
        "yes/no",
    ),
    Entry(
        "words",
        (*_KIND, "choose"),
        "WORD or WORD",
        "one of some words of your own",
        "ace: high or low, normally high",
        "word",
    ),
    Entry("card", _KIND, "card", "one card, or nothing", "taken: card", "card"),
    Entry("cards", _KIND, "cards", "a list of cards", "shown: cards", "cards"),
    Entry("player", _KIND, "player", "one player, or nothing", "dealer: player", "player"),
    Entry("players", _KIND, "players", "a list of players", "fighters: players", "players"),
    Entry("rank", _KIND, "rank", "one rank, or nothing", "asked: rank", "rank"),
    Entry("suit", _KIND, "suit", "one suit, or nothing", "trump: suit", "suit"),
    Entry("team", _KIND, "team", "one team, or nothing", "bidders: team", "team"),
    Entry("teams", _KIND, "teams", "a list of teams", "beaten: teams", "teams"),
    Entry(
        "normally",
        ("options",),
        "KIND, normally E",
        "the value of an option when nobody sets it",
        "ante: number from 1 to 100, normally 1",
    ),
    Entry(
        "--",
        ("options",),
        "KIND, normally E -- HELP",
        "what is said about an option to people who set it",
        "ante: number from 1 to 100, normally 1  -- chips paid before a round",
    ),
    Entry(
        "starts as",
        ("remember",),
        "KIND, starts as E",
        "the first value of a memory; without it 0, no, the first word, nothing or an empty list",
        "dealer: player, starts as last of players",
    ),
    Entry(
        "secret",
        ("remember",),
        "KIND per player, secret",
        "only the player whose memory it is sees it, or nobody if it is not per player",
        "role: loyal or traitor per player, secret",
    ),
    # Melds, players, limit
    Entry(
        "cards of one rank",
        ("melds",),
        "N or M cards of one rank",
        "a set: cards of one rank; also 'N to M cards', 'N or more cards'",
        "set: 3 or 4 cards of one rank",
    ),
    Entry(
        "cards of one suit in sequence",
        ("melds",),
        "N or more cards of one suit in sequence",
        "a run: neighbours in the order of the deck's ranks",
        "run: 3 or more cards of one suit in sequence",
    ),
    Entry(
        "cards of one suit in order",
        ("melds",),
        "N or more cards of one suit in order RANKS",
        "a run: neighbours in the order given, in which a rank may stand twice",
        "run: 3 or more cards of one suit in order A, 2 to 10, J, Q, K, A",
    ),
    Entry(
        "wild",
        ("melds",),
        "... with at most N wild",
        "so many of its cards may be wild; none may without it",
        "set: 3 or more cards of one rank with at most 3 wild",
    ),
    Entry(
        "natural",
        ("melds",),
        "... with at least N natural",
        "so many of its cards have to be others than wild ones; 1 without it",
        "set: 3 or more cards of one rank with at least 2 natural and at most 3 wild",
    ),
    Entry(
        "in teams",
        ("players",),
        "N in M teams",
        "players sit so that the teams alternate",
        "players: 4 in 2 teams",
    ),
    Entry(
        "moves",
        ("limit",),
        "N moves",
        "after so many moves without an end a game is abandoned",
        "limit: 5000 moves",
    ),
    # Turns and passes
    Entry(
        "each player",
        ("who",),
        "each player [starting with X] [where C]",
        "everybody has one turn; the order is fixed when the turns begin",
        "who: each player starting with left of dealer",
    ),
    Entry(
        "each other player",
        ("who",),
        "each other player [starting with X] [where C]",
        "everybody but you has one turn, clockwise from your left",
        "who: each other player",
    ),
    Entry(
        "in turn",
        ("who",),
        "players in turn [starting with X] [where C]",
        "round and round, until nobody is left for whom the condition holds, or a line leaves",
        "who: players in turn starting with starter",
    ),
    Entry(
        "at once",
        ("who",),
        "everyone at once [where C]",
        "all choose in secret; when the last has chosen, the moves are carried out in turn order",
        "who: everyone at once",
    ),
    Entry(
        "starting with",
        ("who",),
        "starting with X",
        "who has the first turn; if X is out, the next after X",
        "who: each player starting with left of dealer",
    ),
    Entry(
        "times",
        ("repeat",),
        "N times [or until C]",
        "so many passes, or fewer when the condition holds before one",
        "repeat: 13 times",
    ),
    Entry(
        "until",
        ("repeat",),
        "until C",
        "passes until the condition holds, which is tested before the first one too",
        "repeat: until stock is empty",
    ),
    Entry(
        "always",
        ("repeat", "tables", "payouts"),
        "always",
        "passes without end, in a game that 'end' ends; a row that applies in any case",
        "repeat: always",
    ),
    # Rows and lines
    Entry(
        "when",
        ("line", "tables", "payouts", "at any time", "end"),
        "when C -> LINE",
        "what follows the arrow is done, or counts, only if the condition holds",
        "broke: when any player has chips = 0 -> that player drops out",
    ),
    Entry(
        "otherwise",
        ("tables", "payouts"),
        "otherwise -> OUTCOME",
        "the row that applies when no other does",
        "outside: otherwise -> pay your bet to pot",
    ),
    Entry(
        "for each",
        ("line",),
        "for each NOUN [in X] [where C] -> LINE",
        "the line is done for each of them; the list is fixed when it starts",
        "reveal: for each player in fighters -> show player's hand",
    ),
    Entry(
        "each",
        ("line",),
        "each NOUN [in X] [where C]",
        "everybody does it in turn order; after 'to' and 'gather' one pile for each",
        "ante: each player pays up to ante to pot",
    ),
    Entry(
        "up to",
        ("line",),
        "up to N",
        "as much as there is, at most N",
        "ante: each player pays up to ante to pot",
    ),
    Entry(
        "all",
        ("line", *_VALUE),
        "all",
        "as an amount: everything there is; before a noun: a list",
        "win: take all from pot",
    ),
    Entry(
        "after",
        ("end",),
        "after PHASE, when C",
        "the condition is tested when a turn, or a pass, of that phase is complete",
        "rounds_played: after round, when round_number = rounds",
    ),
    # Picking
    Entry(
        "any",
        _VALUE,
        "any NOUN [in X] [where C]",
        "whether there is one",
        "any player has chips = 0",
        "yes/no",
    ),
    Entry(
        "every",
        _VALUE,
        "every NOUN [in X] [where C]",
        "whether it holds for all",
        "every pile in foundations has size = 13",
        "yes/no",
    ),
    Entry(
        "no",
        _VALUE,
        "no NOUN [in X] [where C]",
        "whether there is none",
        "no card in your hand has suit is led_suit",
        "yes/no",
    ),
    Entry(
        "at least",
        _VALUE,
        "at least N NOUNS [in X] [where C]",
        "whether there are N or more",
        "at least 2 cards in hand are red",
        "yes/no",
    ),
    Entry(
        "at most",
        _VALUE,
        "at most N NOUNS [in X] [where C]",
        "whether there are N or fewer",
        "at most 3 cards in your hand where rank is 8",
        "yes/no",
    ),
    Entry(
        "exactly",
        _VALUE,
        "exactly N NOUNS [in X] [where C]",
        "whether there are just N",
        "exactly 1 player has chips > 0",
        "yes/no",
    ),
    Entry(
        "fewer than",
        _VALUE,
        "fewer than N NOUNS [in X] [where C]",
        "whether there are fewer than N",
        "fewer than 2 players have chips > 0",
        "yes/no",
    ),
    Entry(
        "more than",
        _VALUE,
        "more than N NOUNS [in X] [where C]",
        "whether there are more than N",
        "more than 1 player in live",
        "yes/no",
    ),
    Entry(
        "all NOUNS",
        _VALUE,
        "all NOUNS [in X] [where C]",
        "a list of them, in order",
        "all cards in your hand where suit is hearts",
        "list",
    ),
    Entry(
        "number of",
        _VALUE,
        "number of NOUNS [in X] [where C]",
        "how many there are",
        "number of cards in your hand where rank is 8",
        "number",
    ),
    Entry(
        "first NOUN",
        _VALUE,
        "first NOUN [in X] [where C]",
        "the first one, or nothing",
        "first player in fighters where bet > 0",
    ),
    Entry(
        "last NOUN",
        _VALUE,
        "last NOUN [in X] [where C]",
        "the last one, or nothing",
        "last player in fighters where bet > 0",
    ),
    Entry(
        "random",
        ("line", "remember"),
        "random NOUN [in X] [where C]",
        "one at random, or nothing; only in lines and after 'starts as'",
        "dealer: player, starts as random player",
    ),
    Entry(
        "highest",
        _VALUE,
        "highest NOUN [in X] [where C]",
        "the greatest by rank or number; of equals the first",
        "highest card in trick where suit is led_suit",
    ),
    Entry(
        "lowest",
        _VALUE,
        "lowest NOUN [in X] [where C]",
        "the least by rank or number; of equals the first",
        "lowest card in your hand",
    ),
    Entry(
        "with most",
        _VALUE,
        "all NOUNS [in X] with most E",
        "those for which E is greatest; also with fewest, highest, lowest, and after first, last, "
        "random and number of",
        "all players in everyone with most chips",
    ),
    Entry(
        "total",
        _VALUE,
        "total P of X [where C]",
        "the sum of a property of its members; 0 if there are none",
        "total value of player's hand",
        "number",
    ),
    Entry(
        "largest",
        _VALUE,
        "largest P of X [where C]",
        "the greatest value of a property of its members; 0 if there are none",
        "largest bet of players",
        "number",
    ),
    Entry(
        "smallest",
        _VALUE,
        "smallest P of X [where C]",
        "the least value of a property of its members; 0 if there are none",
        "smallest bet of players",
        "number",
    ),
    Entry(
        "numbers from",
        _VALUE,
        "numbers from A to B",
        "a list of numbers; A and B are numbers, names or stand in brackets",
        "first number in numbers from 1 to 9 where number > bet",
        "list",
    ),
    Entry(
        "where",
        (*_VALUE, "line", "who", "choose"),
        "where C",
        "the condition is asked of each; its properties stand bare. It reaches to the end of the "
        "text or bracket. Also written whose, has, have, with",
        "number of cards in hand where rank is 8",
    ),
    # Comparing and joining
    Entry(
        "is",
        _VALUE,
        "A is [not] B",
        "whether they are the same, or A has the property B",
        "hand is empty",
        "yes/no",
    ),
    Entry(
        "is in",
        _VALUE,
        "A is [not] in LIST",
        "whether it is a member",
        "suit is in (hearts, spades)",
        "yes/no",
    ),
    Entry(
        "is between",
        _VALUE,
        "A is [not] between B and C",
        "whether it lies strictly between them",
        "third is between low_post and high_post",
        "yes/no",
    ),
    Entry(
        "is face up",
        _VALUE,
        "A is [not] face up",
        "how the card lies; also 'face down'",
        "top of column is face down",
        "yes/no",
    ),
    Entry(
        "=",
        _VALUE,
        "A = B",
        "whether two numbers, ranks or the ranks of two cards are equal; also != < <= > >=",
        "your chips = 0",
        "yes/no",
    ),
    Entry("not", _VALUE, "not C", "whether it does not hold", "not final", "yes/no"),
    Entry(
        "and",
        _VALUE,
        "C and C",
        "whether both hold",
        "pair and third matches low_post",
        "yes/no",
    ),
    Entry(
        "or",
        _VALUE,
        "C or C",
        "whether one of them holds, or both",
        "your chips = 0 or neighbours",
        "yes/no",
    ),
    Entry(
        "unless",
        _VALUE,
        "C unless C",
        "the same as 'or', said the other way round",
        "suit of card is led_suit unless trick is empty",
        "yes/no",
    ),
)  # fmt: skip

WORDS: dict[str, Entry] = {entry.name: entry for entry in _ALL}
