"""Cases in words: `posts 4H 4S and third 4D`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...checking.core import Call, CardsIn, Expr, Local, Loop, OptionValue, PileAt, Slot
from ...checking.symbols import COLORS, SUITS
from ...labels import seat_name
from .cases import Case
from .things import Thing
from .world import World

_SUITS_SHOWN = (2, 3, 1, 0)
"""Of cards of which only the rank matters, hearts come first, then spades."""
_ENDS = {"first": "bottom of", "last": "top of", "highest": "highest of", "lowest": "lowest of"}


class Wording:
    """Tells cases of one ruleset."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._nouns: dict[Expr, str] = {}

    def case(self, case: Case, nouns: Mapping[Expr, str]) -> str:
        """A case as people say it: each thing and its value. `nouns` are what a table calls some."""
        self._nouns = dict(nouns)
        named: set[int] = set()
        said = [
            f"{self.name(thing.expr)} {self._value(thing, self._cards(value, case, named))}"
            if thing.local.type.name in ("card", "cards")
            else f"{self.name(thing.expr)} {self._value(thing, value)}"
            for thing, value in zip(case.things, case.values, strict=True)
        ]
        return f"{', '.join(said[:-1])} and {said[-1]}" if len(said) > 1 else said[0]

    # ---------------------------------------------------------------- values

    def _cards(self, value: Any, case: Case, named: set[int]) -> Any:
        """Cards that have not been named yet, like those of a case."""
        if value is None:
            return None
        if isinstance(value, tuple):
            return tuple(self._cards(card, case, named) for card in value)
        alike = sorted(case.alike[value], key=self._shown)
        card = next((c for c in alike if c not in named), alike[0])
        named.add(card)
        return card

    def _shown(self, card: int) -> int:
        suit = self.world.deck.suits[card]
        return len(_SUITS_SHOWN) if suit is None else _SUITS_SHOWN.index(suit)

    def _value(self, thing: Thing, value: Any) -> str:
        kind = thing.local.type.name
        if value is None:
            return "nobody" if kind == "player" else "nothing"
        if isinstance(value, tuple):
            return " ".join(self.world.deck.labels[c] for c in value) or "empty"
        match kind:
            case "yes/no":
                return "yes" if value else "no"
            case "word":
                return str(self.world.words[value])
            case "rank":
                return str(self.world.deck.rank_names[value])
            case "suit":
                return str(SUITS[value])
            case "color":
                return str(COLORS[value])
            case "player":
                return seat_name(value)
            case "card":
                return str(self.world.deck.labels[value])
        return str(value)

    # ---------------------------------------------------------------- names

    def name(self, expr: Expr) -> str:
        """What a thing is called."""
        if expr in self._nouns:
            return self._nouns[expr]
        match expr:
            case OptionValue():
                return expr.name
            case Slot():
                return self._cell(expr)
            case Local():
                return _local(expr.name)
            case CardsIn():
                return self.name(expr.of)
            case PileAt():
                return self._of(expr.pile, expr.seat)
            case Call(function="size"):
                return f"size of {self.name(expr.arguments[0])}"
            case Call(function="only"):
                return self.name(expr.arguments[0])
            case Call() if expr.function in _ENDS:
                return f"{_ENDS[expr.function]} {self.name(expr.arguments[0])}"
            case Loop(how="count"):
                return "number of players"
        return "it"

    def _cell(self, slot: Slot) -> str:
        kind, _, name = slot.key.partition(" ")
        if kind == "count":
            return f"{name}_number"
        if kind == "you":
            return "you"
        return self._of(name or kind, slot.index)

    def _of(self, name: str, owner: Expr | None) -> str:
        if owner is None:
            return name
        whose = self.name(owner)
        return f"your {name}" if whose == "you" else f"{whose}'s {name}"


def _local(name: str) -> str:
    if name in ("you", "consulting") or name.startswith("consulting_"):
        return "you"
    for begin in ("choice_", "let_"):
        if name.startswith(begin):
            return name.removeprefix(begin)
    return name.rstrip("0123456789").rstrip("_")
