"""Who comes after whom, remembered: the same few players have their turns in the same order often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .table import Cards

MOST_ORDERS = 10_000
"""So many orders are kept: more than come up in a game of few players."""


class Remembered(dict[tuple[Any, ...], Any]):
    """What a function gives, by what it was asked, worked out where it is looked up for the first time.

    A look-up takes half the time of a call.
    """

    __slots__ = ("_find",)

    def __init__(self, find: Callable[..., Any]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, asked: tuple[Any, ...]) -> Any:
        found = self._find(*asked)
        if len(self) < MOST_ORDERS:
            self[asked] = found
        return found


def order_after(players: Cards, dealer: int | None) -> Cards:
    """Players, of whom the numbers grow, clockwise from the left of the dealer."""
    if dealer is None or len(players) < 2:
        return players
    for place, seat in enumerate(players):
        if seat > dealer:
            return (*players[place:], *players[:place])
    return players


def left_of(live: Cards, seat: int | None) -> int | None:
    """The next of the players still in, clockwise; the last one left is their own neighbour."""
    if seat is None:
        return None
    for other in live:
        if other > seat:
            return other
    return live[0] if live else None


def queue_from(live: Cards, dealer: int | None, start: int | None) -> Cards:
    """The players still in, clockwise, from `start` or whoever comes after; from the left of the
    dealer if that is nobody."""
    order = order_after(live, dealer)
    if start is not None and start not in order:
        start = left_of(live, start)
    if start not in order:
        return order
    place = order.index(start)
    return (*order[place:], *order[:place])
