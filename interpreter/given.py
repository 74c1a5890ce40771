"""What Python code hands over: of the right kind, or refused in words.

Whoever calls a function with something else hears it at the call, not from deep inside; and where
Python would take one thing for another (True for 1, a text for a list of its letters), it is asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from rulerun.grammar.diagnostics import shortened


def shown(value: object) -> str:
    """A value as a message quotes it."""
    return shortened(repr(value))


def whole_number(value: object, what: str, least: int, most: int | None = None) -> int:
    """A whole number that is not too small nor too large; TypeError or ValueError for another thing."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{what} is a whole number, not {shown(value)}")
    if value < least or (most is not None and value > most):
        raise ValueError(f"{what} is a whole number {_between(least, most)}, not {_short(value)}")
    return value


def share_of_one(value: object, what: str) -> float:
    """A number between 0 and 1, neither of them; TypeError or ValueError for another thing."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError(f"{what} is a share of one, as 0.005, not {shown(value)}")
    if not 0 < value < 1:
        raise ValueError(f"{what} is a share of one, above 0 and below 1, not {shown(value)}")
    return value


def _between(least: int, most: int | None) -> str:
    if most is None:
        return f"from {least} on"
    return f"from {least} to {'2**64 - 1' if most == 2**64 - 1 else most}"


def _short(value: int) -> str:
    """A number, of a very long one only how long it is: Python refuses to write it."""
    return str(value) if abs(value) < 10**40 else "one of more than 40 digits"


def seat_of(value: object, players: int) -> int:
    """A seat of a game; TypeError or ValueError for another thing."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(
            f"a seat is a whole number, not {shown(value)}: the first of {players} is 0"
        )
    if not 0 <= value < players:
        raise ValueError(f"there is no seat {_short(value)}: the first of {players} is 0")
    return value


def text(value: object, what: str) -> str:
    """A text; TypeError for another thing. `what` says what it is: "a bot is a name"."""
    if not isinstance(value, str):
        raise TypeError(f"{what}, not {shown(value)}")
    return value


def path(value: Any, what: str) -> str:
    """The path of a file, or a name that stands for one; TypeError for another thing."""
    found = os.fspath(value) if isinstance(value, str | os.PathLike) else value
    return text(found, what)


def listed(value: Any, what: str) -> list[Any]:
    """A list; TypeError for what is none, a text too. `what` says what it is: "deck is a list of cards"."""
    if isinstance(value, str | bytes | os.PathLike | Mapping) or not isinstance(value, Iterable):
        raise TypeError(f"{what}, not {shown(value)}")
    return list(value)


def named(value: Any, what: str) -> dict[str, Any]:
    """A mapping of names to values, empty without one; TypeError for another thing."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{what}, not {shown(value)}")
    for name in value:
        text(name, f"{what}; a name is a text")
    return dict(value)
