"""The types of the rule language (LANGUAGE 6.5), as people see them in messages.

A type is a name, for lists with the type of their members, for piles with the pile declaration they
come from (which decides how their cards lie and what a member is called).
"""

from __future__ import annotations

from dataclasses import field

from rulerun.grammar.record import record


@record
class Type:
    """`name` is one of the words of LANGUAGE 6.5, or `list`, `nothing`, `text`, `unknown`.

    `words` are the words that a value may be, empty where any; `pile` the declared pile's name.
    Neither takes part in equality: a word is a word.
    """

    name: str
    item: Type | None = None
    words: tuple[str, ...] = field(default=(), compare=False)
    pile: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        spoken = _SPOKEN.get(self.name)
        return spoken or (f"a list of {plural(self.item)}" if self.item else self.name)

    @property
    def is_list(self) -> bool:
        """Whether its values are lists (a pile is a place, not a list)."""
        return self.item is not None


_SPOKEN = {
    "number": "a number",
    "yes/no": "yes or no",
    "word": "a word",
    "card": "a card",
    "rank": "a rank",
    "suit": "a suit",
    "color": "a color",
    "player": "a player",
    "team": "a team",
    "pile": "a pile",
    "holder": "a chip holder",
    "nothing": "nothing",
    "text": "a text",
    "unknown": "something",
}

NUMBER = Type("number")
YESNO = Type("yes/no")
WORD = Type("word")
CARD = Type("card")
RANK = Type("rank")
SUIT = Type("suit")
COLOR = Type("color")
PLAYER = Type("player")
TEAM = Type("team")
PILE = Type("pile")
HOLDER = Type("holder")
NOTHING = Type("nothing")
TEXT = Type("text")
UNKNOWN = Type("unknown")  # after an error: fits everywhere, so one mistake makes one message

CARDS = Type("cards", CARD)
PLAYERS = Type("players", PLAYER)
TEAMS = Type("teams", TEAM)
PILES = Type("piles", PILE)
MELD = Type("meld", CARD)
MELDS = Type("melds", MELD)
_LISTS = {"card": CARDS, "player": PLAYERS, "team": TEAMS, "meld": MELDS}

_SPOKEN.update(
    cards="cards", players="players", teams="teams", piles="piles", meld="a meld", melds="melds"
)

KINDS = {
    "number": NUMBER,
    "yes or no": YESNO,
    "words": WORD,
    "card": CARD,
    "cards": CARDS,
    "player": PLAYER,
    "players": PLAYERS,
    "rank": RANK,
    "suit": SUIT,
    "color": COLOR,
    "team": TEAM,
    "teams": TEAMS,
}
"""What memories, options and value tables may hold, by the word of their kind."""


def list_of(item: Type) -> Type:
    """The type of lists of `item`."""
    if item.name == "pile":
        return Type("piles", item, pile=item.pile)
    return _LISTS.get(item.name) or Type("list", item)


def plural(type_: Type) -> str:
    """What several things of a type are called: `cards`, `piles`, `lists of cards`."""
    if type_.item is not None and type_ != MELD:
        return f"lists of {plural(type_.item)}"
    spoken = str(type_).removeprefix("a ")
    return {"yes or no": "answers", "something": "things"}.get(spoken, f"{spoken}s")


def pile_of(declaration: str) -> Type:
    """The type of a pile that was declared under that name."""
    return Type("pile", pile=declaration)


def words_of(words: tuple[str, ...]) -> Type:
    """The type of one of these words."""
    return Type("word", words=words)
