"""The layers of a pot: who put in how much decides who may win which part of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class Layer:
    """A part of a pot, the seats that may win it, and whether it only goes back to who paid it."""

    chips: int
    seats: frozenset[int]
    comes_back: bool


def layers(paid: Sequence[int], chips: int, players: Collection[int]) -> list[Layer]:
    """The layers of a pot in which `chips` lie, the lowest first; there is at least one.

    `paid` is what each seat has put in. A layer are the chips up to the next smaller contribution;
    those of `players` who paid into it may win it. A layer into which none of them paid goes with
    the one below, and layers that the same players may win are one. Chips that nobody paid belong
    to the lowest, and what was taken out before is missing from the lowest first. If none of the
    players paid anything, all of them may win everything.
    """
    if not any(paid[seat] for seat in players):
        return [Layer(chips, frozenset(players), False)]
    found: list[Layer] = []
    below = 0
    for level in sorted({amount for amount in paid if amount > 0}):
        payers = [seat for seat, amount in enumerate(paid) if amount >= level]
        part = (level - below) * len(payers)
        below = level
        seats = frozenset(seat for seat in payers if seat in players)
        if found and (not seats or seats == found[-1].seats):
            found[-1].chips += part
            found[-1].comes_back = False
        else:
            found.append(Layer(part, seats, len(payers) == 1))
    found[0].chips += chips - sum(layer.chips for layer in found)
    while found[0].chips <= 0 and len(found) > 1:
        lacking = found.pop(0).chips
        found[0].chips += lacking
    return found
