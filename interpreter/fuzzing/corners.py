"""How a game may be set up: every number of players, every option at its least and most, in turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from ..checking.extremes import together, values_of
from ..machine.checked import Checked

_MIXED = 24
"""So many set-ups with several options that are set by chance."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How many play, and the options that are not at their normal values, by their texts."""

    players: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        said = [f"{self.players} players", *(f"{k}={v}" for k, v in self.options.items())]
        return ", ".join(said)


def setups(checked: Checked, players: int | None, given: Mapping[str, str]) -> list[Setup]:
    """The set-ups that are played in turn; the first has the fewest players and no option set.

    `players` and `given` are what does not change, where somebody has said so.
    """
    seats = checked.rules.players
    numbers = [players] if players is not None else list(range(seats.low, seats.high + 1))
    values = {
        option.name: values_of(checked.symbols, option)
        for option in checked.rules.options
        if option.name not in given
    }
    corners = [{name: text} for name, texts in values.items() for text in texts.corners]
    if len(values) > 1:
        corners += together(values)
    rng = Random(0)  # of its own: always the same mixtures
    mixed = [
        {name: rng.choice(texts.all) for name, texts in values.items() if rng.random() < 0.5}
        for _ in range(_MIXED if values else 0)
    ]
    found = [Setup(number, given) for number in numbers]
    # What suffices for few may not suffice for many, and the other way round.
    found += [Setup(n, {**given, **o}) for n in (numbers[-1], numbers[0]) for o in corners]
    found += [Setup(rng.choice(numbers), {**given, **options}) for options in mixed]
    known: dict[tuple[object, ...], Setup] = {}
    for setup in found:
        options = {
            name: text
            for name, text in setup.options.items()
            if name in given or text != values[name].normally
        }
        known.setdefault((setup.players, *sorted(options.items())), Setup(setup.players, options))
    return list(known.values())
