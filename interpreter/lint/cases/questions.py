"""Conditions as questions put together by `and`, `or` and `not`; questions with nothing in common.

Whether the pot is empty has nothing to do with the suit of a card. Such questions need not be asked
in all ways together: it is enough to know what may be told of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from rulerun.grammar.record import record

from ...checking.core import Expr, Local, Op, walk
from ...checking.types import YESNO
from .things import Thing

Told = tuple[Any, ...]
"""What is told of some questions: yes, no, or that the game stops."""


class Impossible(Exception):
    """The game stops at a question: it divides by nothing, or asks a table that has no row."""


class _Stops:
    """What is told of a question at which the game stops; whoever asks it does so too."""

    def __bool__(self) -> NoReturn:
        raise Impossible


STOPS = _Stops()


class Questions:
    """The questions of some conditions. `names` are what the conditions call what is told of them."""

    def __init__(self) -> None:
        self._found: dict[Expr, Local] = {}
        self.asking: dict[tuple[int, ...], Callable[..., Told]] = {}

    @property
    def asked(self) -> list[Expr]:
        """The questions."""
        return list(self._found)

    @property
    def names(self) -> list[str]:
        """Their names, in the same order."""
        return [local.name for local in self._found.values()]

    def put(self, condition: Expr) -> Expr:
        """A condition with names in the place of its questions."""
        if isinstance(condition, Op) and condition.op in ("and", "or", "not"):
            return replace(condition, operands=tuple(self.put(o) for o in condition.operands))
        if condition not in self._found:
            self._found[condition] = Local(YESNO, False, f"told_{len(self._found)}")
        return self._found[condition]


@record
class Group:
    """Things that questions ask of together, and those questions, by their places.

    `names` are those that the code has for the things.
    """

    things: tuple[int, ...]
    questions: tuple[int, ...]
    names: tuple[str, ...]


def groups(
    things: Sequence[Thing], questions: Sequence[Expr], together: Sequence[int]
) -> list[Group]:
    """Things and questions apart; those things that are named `together` stay so."""
    places = {thing.local.name: place for place, thing in enumerate(things)}
    parts: list[tuple[set[int], list[int]]] = [(set(together), [])] if together else []
    for number, question in enumerate(questions):
        names = {part.name for part in walk(question) if isinstance(part, Local)}
        about = {places[name] for name in names if name in places}
        joined = [part for part in parts if part[0] & about]
        parts = [part for part in parts if part not in joined]
        asked = [number, *(n for part in joined for n in part[1])]
        parts.append((about.union(*(part[0] for part in joined)), asked))
    return [
        Group(
            tuple(sorted(of)), tuple(sorted(asked)), tuple(things[i].local.name for i in sorted(of))
        )
        for of, asked in parts
    ]
