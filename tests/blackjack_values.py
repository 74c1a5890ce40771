"""What blackjack is worth, counted without rulerun: the house draws to seventeen, on a soft one it stands.

A shoe is how many cards count 1 to 10 in it, aces as 1. What the house ends with is counted card by card,
without putting back (Griffin, The Theory of Blackjack, chapter 11, does so by hand); a player who draws
is followed in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

Shoe = tuple[int, ...]
SIX_PACKS: Shoe = (*[24] * 9, 96)
BUST, NATURAL = 22, 23
"""How the house may end beside 17 to 21."""


def without(shoe: Shoe, *values: int) -> Shoe:
    """A shoe from which cards were taken."""
    left = list(shoe)
    for value in values:
        left[value - 1] -= 1
    return tuple(left)


def count(cards: tuple[int, ...]) -> int:
    """What a hand counts: one ace as eleven, unless that is too much."""
    total = sum(cards)
    return total + 10 if 1 in cards and total <= 11 else total


@cache
def _ends(total: int, has_ace: bool, shoe: Shoe) -> tuple[tuple[int, float], ...]:
    """With what a house of so many ends, and how likely."""
    counted = total + 10 if has_ace and total <= 11 else total
    if counted >= 17:
        return ((min(counted, BUST), 1.0),)
    found: dict[int, float] = {}
    whole = sum(shoe)
    for value in range(1, 11):
        if shoe[value - 1]:
            share = shoe[value - 1] / whole
            rest = _ends(total + value, has_ace or value == 1, without(shoe, value))
            for end, chance in rest:
                found[end] = found.get(end, 0.0) + share * chance
    return tuple(found.items())


@cache
def house_ends(up: int, shoe: Shoe, *, looked: bool) -> tuple[tuple[int, float], ...]:
    """The same of a house that shows a card; `looked`: it is known to have no natural."""
    found: dict[int, float] = {}
    others = {v: shoe[v - 1] for v in range(1, 11) if shoe[v - 1]}
    if looked:
        others = {v: n for v, n in others.items() if {up, v} != {1, 10}}
    whole = sum(others.values())
    for hole, often in others.items():
        if {up, hole} == {1, 10}:
            found[NATURAL] = found.get(NATURAL, 0.0) + often / whole
            continue
        for end, chance in _ends(up + hole, 1 in (up, hole), without(shoe, hole)):
            found[end] = found.get(end, 0.0) + often / whole * chance
    return tuple(found.items())


def standing(total: int, ends: tuple[tuple[int, float], ...]) -> float:
    """What a hand of so many is worth that draws no more, for a stake of one."""
    if total > 21:
        return -1.0
    worth = 0.0
    for end, chance in ends:
        worth += chance * (1 if end == BUST or total > end else 0 if total == end else -1)
    return worth


Stands = Callable[[tuple[int, ...], int], bool]
"""Whether one stands with a hand against a card of the house."""


def played(
    cards: tuple[int, ...], up: int, shoe: Shoe, stands: Stands, looked: bool = True
) -> float:
    """What a hand is worth that draws until it stands, once the house has looked. The shoe has the cards
    that are not seen, and among them the one that lies face down."""
    total = count(cards)
    if total > 21:
        return -1.0
    if total == 21 or stands(cards, up):
        return standing(total, house_ends(up, shoe, looked=looked))
    # The card drawn is one of those that are not seen, but the hole card is none that makes a natural:
    # of the others one more in proportion is left to be drawn.
    worth = 0.0
    for value, share in drawn(up, shoe, looked).items():
        worth += share * played((*cards, value), up, without(shoe, value), stands, looked)
    return worth


def drawn(up: int, shoe: Shoe, looked: bool) -> dict[int, float]:
    """How likely each card comes next from a shoe in which the hole card is counted, too."""
    whole = sum(shoe)
    hidden = {v: n for v, n in enumerate(shoe, 1) if n}
    if looked:
        hidden = {v: n for v, n in hidden.items() if {up, v} != {1, 10}}
    holes = sum(hidden.values())
    shares: dict[int, float] = {}
    for hole, often in hidden.items():
        for value, left in enumerate(without(shoe, hole), 1):
            shares[value] = shares.get(value, 0.0) + often / holes * left / (whole - 1)
    return shares


# --------------------------------------------------------------------------------------------
# The same from a shoe without an end, in which each card is as likely as before: with six packs a hand is
# worth nearly as much, within a tenth of a percent of the stake.

ENDLESS = {value: (4 if value == 10 else 1) / 13 for value in range(1, 11)}


@cache
def endless_ends(total: int, has_ace: bool) -> tuple[tuple[int, float], ...]:
    """With what a house of so many ends, and how likely."""
    counted = total + 10 if has_ace and total <= 11 else total
    if counted >= 17:
        return ((min(counted, BUST), 1.0),)
    found: dict[int, float] = {}
    for value, share in ENDLESS.items():
        for end, chance in endless_ends(total + value, has_ace or value == 1):
            found[end] = found.get(end, 0.0) + share * chance
    return tuple(found.items())


def endless_value(stands: Stands) -> float:
    """What a stake of one is worth to who plays so, over all hands and open cards; a natural is paid three to
    two, and the house looks."""
    total = 0.0
    for up, shown in ENDLESS.items():
        holes = {v: share for v, share in ENDLESS.items() if {up, v} != {1, 10}}
        natural = 1 - sum(holes.values())
        ends: dict[int, float] = {}
        for hole, share in holes.items():
            for end, chance in endless_ends(up + hole, 1 in (up, hole)):
                ends[end] = ends.get(end, 0.0) + share / (1 - natural) * chance
        known: dict[tuple[int, ...], float] = {}
        for one, first in ENDLESS.items():
            for other, second in ENDLESS.items():
                if {one, other} == {1, 10}:
                    worth = 1.5 * (1 - natural)
                else:
                    hand = _endless_hand((one, other), up, tuple(ends.items()), stands, known)
                    worth = (1 - natural) * hand - natural
                total += shown * first * second * worth
    return total


def _endless_hand(
    cards: tuple[int, ...],
    up: int,
    ends: tuple[tuple[int, float], ...],
    stands: Stands,
    known: dict[tuple[int, ...], float],
) -> float:
    cards = tuple(sorted(cards))
    if cards not in known:
        total = count(cards)
        if total >= 21 or stands(cards, up):
            known[cards] = standing(total, ends)
        else:
            known[cards] = sum(
                share * _endless_hand((*cards, value), up, ends, stands, known)
                for value, share in ENDLESS.items()
            )
    return known[cards]
