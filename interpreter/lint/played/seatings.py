"""With whom and what a game is tried out: numbers of players and values of options, the telling ones first."""

from __future__ import annotations

from collections.abc import Mapping

from rulerun.grammar.record import record

from ...checking.extremes import together, values_of
from ...machine.checked import Checked

MOST_NUMBERS = 5
"""With so many numbers of players a game is tried at most, those at the ends first."""


@record
class Seating:
    """How many play, and the options that are not at their normal values, by their texts."""

    players: int
    options: Mapping[str, str]

    @property
    def is_normal(self) -> bool:
        """Whether all options are as they normally are."""
        return not self.options


def seatings(checked: Checked) -> list[Seating]:
    """The settings in which a game is tried out, in their order: first normal ones, and all options at
    their ends together; then the other numbers of players, and the options one by one."""
    seats = checked.rules.players
    numbers = list(dict.fromkeys((seats.high, seats.low, *range(seats.low, seats.high + 1))))
    numbers = numbers[:MOST_NUMBERS]
    values = {o.name: values_of(checked.symbols, o) for o in checked.rules.options}
    corners = together(values) if values else []
    alone = [{name: text} for name, texts in values.items() for text in texts.corners]
    found = [Seating(number, {}) for number in numbers[:2]]
    found += [Seating(seats.high, corner) for corner in corners]
    found += [Seating(number, {}) for number in numbers[2:]]
    # What suffices for few may not suffice for many, and the other way round.
    found += [Seating(seats.low, corner) for corner in corners]
    found += [Seating(number, one) for one in alone for number in numbers[:2]]
    unlike: dict[tuple[object, ...], Seating] = {}
    for one in found:
        options = {n: text for n, text in one.options.items() if text != values[n].normally}
        key = (one.players, *sorted(options.items()))
        unlike.setdefault(key, Seating(one.players, options))
    return list(unlike.values())
