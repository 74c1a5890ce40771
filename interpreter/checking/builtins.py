"""What things have by themselves: the properties of LANGUAGE 6.6, by the type of their owner.

Each entry makes the checked expression. Piles and lists of cards share the properties of cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .core import Call, CardsIn, Const, Expr, Lookup, Op, Slot
from .types import (
    CARD,
    CARDS,
    COLOR,
    HOLDER,
    MELDS,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAM,
    YESNO,
    Type,
    list_of,
)

Maker: TypeAlias = Callable[[Expr], Expr]


def _lookup(type_: Type, table: str, maybe: bool = False) -> Maker:
    return lambda owner: Lookup(type_, owner.maybe or maybe, table, owner)


def _call(
    type_: Type, function: str, *, maybe: bool = False, state: bool = False, reads: str = ""
) -> Maker:
    parts = frozenset(reads.split(", ")) if reads else frozenset()
    return lambda owner: Call(type_, maybe or owner.maybe, function, (owner,), state, parts)


def _list_call(type_: Type, function: str, *, maybe: bool = False) -> Maker:
    """A property of a list: there is always a list, if only an empty one."""
    return lambda owner: Call(type_, maybe, function, (owner,))


def _size(owner: Expr) -> Expr:
    if isinstance(owner, CardsIn):
        owner = CardsIn(owner.type, owner.maybe, owner.of, ordered=False)
    return Call(NUMBER, False, "size", (owner,))


def _empty(owner: Expr) -> Expr:
    return Op(YESNO, False, "=", (_size(owner), Const(NUMBER, False, 0)))


def _from_one(owner: Expr) -> Expr:
    return Op(NUMBER, owner.maybe, "+", (owner, Const(NUMBER, False, 1)))


_neighbour = "live"
PROPERTIES: dict[str, dict[str, tuple[Type, Maker]]] = {
    "card": {
        "rank": (RANK, _lookup(RANK, "rank")),
        "suit": (SUIT, _lookup(SUIT, "suit", maybe=True)),
        "color": (COLOR, _lookup(COLOR, "color", maybe=True)),
        "value": (NUMBER, _lookup(NUMBER, "value")),
        "place": (PILE, _call(PILE, "place_of", maybe=True, state=True, reads="piles")),
    },
    "cards": {
        "size": (NUMBER, _size),
        "ranks": (list_of(RANK), _list_call(list_of(RANK), "ranks_of")),
        "suits": (list_of(SUIT), _list_call(list_of(SUIT), "suits_of")),
        "rank": (RANK, _list_call(RANK, "common_rank", maybe=True)),
        "suit": (SUIT, _list_call(SUIT, "common_suit", maybe=True)),
        "highest": (CARD, _list_call(CARD, "highest", maybe=True)),
        "lowest": (CARD, _list_call(CARD, "lowest", maybe=True)),
        "subsets": (list_of(CARDS), _list_call(list_of(CARDS), "subsets")),
        "poker_strength": (NUMBER, _list_call(NUMBER, "poker_strength")),
        "melds": (MELDS, _list_call(MELDS, "melds_of")),
        "deadwood": (CARDS, _list_call(CARDS, "deadwood_of")),
    },
    "player": {
        "chips": (HOLDER, lambda owner: Slot(HOLDER, owner.maybe, "chips", owner)),
        "left": (PLAYER, _call(PLAYER, "left_of", maybe=True, state=True, reads=_neighbour)),
        "right": (PLAYER, _call(PLAYER, "right_of", maybe=True, state=True, reads=_neighbour)),
        "opponent": (PLAYER, _call(PLAYER, "left_of", maybe=True, state=True, reads=_neighbour)),
        "partner": (PLAYER, _lookup(PLAYER, "partner")),
        "team": (TEAM, _lookup(TEAM, "team")),
        "position": (NUMBER, _from_one),
        "payoff": (NUMBER, _call(NUMBER, "payoff_of", state=True, reads="ended")),
    },
    "team": {
        "members": (PLAYERS, _lookup(PLAYERS, "members")),
        "opponent": (TEAM, _call(TEAM, "next_team", state=True)),
        "position": (NUMBER, _from_one),
    },
    "rank": {"position": (NUMBER, _from_one)},
    "suit": {"color": (COLOR, _lookup(COLOR, "suit_color"))},
    "pile": {
        "position": (NUMBER, _call(NUMBER, "position_of", state=True, reads="piles")),
    },
    "list": {
        "size": (NUMBER, lambda owner: Call(NUMBER, False, "size", (owner,))),
    },
}
"""Owner's type -> property -> its type and how the expression is made."""

ADJECTIVES: dict[str, dict[str, Maker]] = {
    "cards": {
        "empty": _empty,
        "matching": _list_call(YESNO, "matching"),
        "suited": _list_call(YESNO, "suited"),
        "consecutive": _list_call(YESNO, "consecutive"),
        "descending": _list_call(YESNO, "descending"),
        "ascending": _list_call(YESNO, "ascending"),
        "alternating": _list_call(YESNO, "alternating"),
    },
    "card": {"wild": _lookup(YESNO, "wild")},
    "list": {"empty": _empty},
    "player": {
        "out": lambda owner: Op(
            YESNO,
            False,
            "not",
            (Op(YESNO, False, "in", (owner, Slot(PLAYERS, False, "live"))),),
        )
    },
}
"""Yes/no words that stand after `is`, by the type of what they are said of."""

ALONE = (
    "players", "everyone", "teams", "suits", "ranks", "winners", "game_over", "ended_by", "you",
)  # fmt: skip
"""Names that stand by themselves."""

RELATIONS = ("matches", "fits")
"""Relations between two things."""

BUILT_IN_NAMES = frozenset(
    [name for names in PROPERTIES.values() for name in names]
    + [name for names in ADJECTIVES.values() for name in names]
    + [*ALONE, *RELATIONS]
)
"""What nothing else may be called (LANGUAGE part 2)."""
