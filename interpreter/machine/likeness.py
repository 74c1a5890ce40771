"""Which cards are alike to the rules: where nothing asks for suits, all cards of a rank are; and which
ranks might as well change their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from ..checking import core
from ..checking.types import CARD, RANK
from .game import Game

_ABOUT_RANKS = frozenset({"rank", "value"})
_ABOUT_PLAYERS = frozenset({"team", "partner", "members"})
_HARMLESS = frozenset({
    "size", "first", "last", "only", "head", "rest", "as_list", "highest", "lowest", "matching",
    "matches", "same_rank", "position_of",
})  # fmt: skip
"""Functions of cards that say the same of other cards of the same ranks."""


def alike(game: Game) -> tuple[int, ...]:
    """For each card a number that cards have in common which the rules never tell apart.

    Copies of a card always have; all cards of a rank, if the rules ask for nothing but ranks and
    values. Then what follows from a card follows from any other of its number.
    """
    deck = game.deck
    if deck.wild and any(deck.wild):
        return _numbered(deck.labels)
    if all(_is_about_ranks(part) for part in parts_of(game.program)):
        return _numbered(
            [(card.rank, card.label if card.suit is None else "") for card in deck.cards]
        )
    return _numbered(deck.labels)


def exchangeable(game: Game) -> tuple[int, ...]:
    """For each card a number that ranks have in common which could change their names among them.

    The rules ask of two such ranks whether they are the same, and nothing else that is not true of
    both. So while no card of either has been seen it makes no difference which of them comes.
    """
    deck, alone = game.deck, _numbered([(card.rank, card.label) for card in game.deck.cards])
    if deck.wild and any(deck.wild):
        return alone
    named: set[Any] = set()
    for part in parts_of(game.program):
        if not _is_about_ranks(part) or not _asks_whether_the_same(part):
            return alone
        if isinstance(part, core.Const) and part.type == RANK:
            named.add(part.value)
    return _numbered(
        [
            (card.value, card.rank if card.rank in named or card.suit is None else None)
            for card in deck.cards
        ]
    )


def _asks_whether_the_same(part: Any) -> bool:
    """Whether what a part of a program does with ranks does not depend on which they are."""
    match part:
        case core.Op(op="=" | "!=", operands=operands):
            return not any(operand.type.item == RANK for operand in operands)
        case core.Call(function="highest" | "lowest"):
            return False
        case core.Const():
            return True
    children = (getattr(part, field.name) for field in fields(part))
    return not any(
        isinstance(child, core.Expr) and RANK in (child.type, child.type.item)
        for value in children
        for child in (value if isinstance(value, tuple) else (value,))
    )


def _numbered(marks: Any) -> tuple[int, ...]:
    numbers: dict[Any, int] = {}
    return tuple(numbers.setdefault(mark, len(numbers)) for mark in marks)


def parts_of(thing: Any) -> Iterator[Any]:
    """Everything that a part of a program is made of, itself first."""
    if isinstance(thing, tuple | list):
        for inner in thing:
            yield from parts_of(inner)
    elif isinstance(thing, dict):
        yield from parts_of(tuple(thing.values()))
    elif type(thing).__module__ == core.__name__:
        yield thing
        for field in fields(thing):
            yield from parts_of(getattr(thing, field.name))


def _is_about_ranks(part: Any) -> bool:
    match part:
        case core.Lookup(table=table):
            return table in _ABOUT_RANKS | _ABOUT_PLAYERS
        case core.Const(type=type_):
            return type_ != CARD
        case core.Call(function=function, arguments=arguments):
            return function in _HARMLESS or not any(_are_cards(a) for a in arguments)
        case core.Op(operands=operands):
            return not any(_are_cards(operand) for operand in operands)
    return True


def _are_cards(expr: core.Expr) -> bool:
    return expr.type == CARD or expr.type.item == CARD
