"""How a game may be set up: every number of players, every option at its least and most, in turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from ..checking.constants import constant
from ..checking.expressions import ExpressionChecker
from ..checking.scope import Findings, Scope
from ..checking.settings import option_value
from ..checking.symbols import Symbols
from ..checking.types import NUMBER
from ..declarations.ruleset import Option
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
    ends = ({name: texts.corners[end] for name, texts in values.items()} for end in (0, -1))
    together = [*corners, *ends] if len(values) > 1 else corners
    rng = Random(0)  # of its own: always the same mixtures
    mixed = [
        {name: rng.choice(texts.all) for name, texts in values.items() if rng.random() < 0.5}
        for _ in range(_MIXED if values else 0)
    ]
    found = [Setup(number, given) for number in numbers]
    # What suffices for few may not suffice for many, and the other way round.
    found += [Setup(n, {**given, **o}) for n in (numbers[-1], numbers[0]) for o in together]
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


@dataclass(frozen=True, slots=True)
class Values:
    """Values of an option as texts: its normal one, the least and the most (of words all), more."""

    normally: str
    corners: tuple[str, ...]
    more: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return (self.normally, *self.corners, *self.more)


def values_of(symbols: Symbols, option: Option) -> Values:
    """The values of an option that are tried."""
    kind = option.option.kind
    normally = option_value(symbols, option)
    type_ = symbols.kind_type(kind)
    if type_ == NUMBER:
        low, high = (_bound(symbols, bound) for bound in (kind.low, kind.high))
        if low is None or high is None:
            return Values(str(normally), ("0", str(2 * normally + 1)), (str(normally + 1),))
        more = {low + 1, normally - 1, normally + 1, (low + normally) // 2, (high + normally) // 2}
        return Values(
            str(normally),
            (str(low), str(high)),
            tuple(str(n) for n in sorted(more) if low < n < high),
        )
    if type_.name == "yes/no":
        return Values("yes" if normally else "no", ("no", "yes"))
    if type_.name == "word":
        first = next(word for word, number in symbols.words.items() if number == normally)
        return Values(first, tuple(type_.words))
    names = tuple(symbols.rules.deck.ranks if type_.name == "rank" else symbols.suits)
    return Values(names[normally], (names[0], names[-1]), names[1:-1])


def _bound(symbols: Symbols, tree: Any) -> int | None:
    if tree is None:
        return None
    value = constant(ExpressionChecker(symbols, Findings()).typed(tree, Scope(), NUMBER))
    return value if isinstance(value, int) else None
