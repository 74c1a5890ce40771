"""What is settled before a game that is gone through: who sits there, what options and cards there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rulerun.grammar.record import record

from .bounds import ANY, INFINITE, Key, Range, multiplied
from .effort import Effort
from .quantities import ALL, Reader


@record
class Setting:
    """What is settled before a game: seats, cards, what each option may be, bounds of memories.

    `answers` are the options that are yes or no, as 1 and 0.

    `steps` are the numbers that rules speak of: bounds that move on and on stop there first.
    """

    players: tuple[int, int]
    teams: int
    cards: int
    options: Mapping[str, Range]
    answers: frozenset[str]
    kept: Mapping[str, Range]
    steps: tuple[int, ...]
    reader: Reader = field(compare=False)
    effort: Effort = field(compare=False)
    known: dict[Key, Range] = field(default_factory=dict, compare=False, repr=False)

    def natural(self, key: Key) -> Range:
        """What a thing lies between at any moment, whatever happens."""
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._natural(key)
        return found

    def _natural(self, key: Key) -> Range:
        what, whose = key
        if what.startswith("pile "):
            return 0, self.cards
        if what == "players":
            return 0, self.players[1]
        if what == "option":
            return self.options.get(whose, ANY)
        if what.startswith(("chips", "paid ")):
            return 0, INFINITE
        if what.startswith("size "):
            return 0, INFINITE
        if what.startswith("count "):
            return 0, INFINITE
        if what == "position":
            return 1, INFINITE
        if whose == ALL:
            low, high = self.kept.get(what, ANY)
            return multiplied((low, high), (0, self.players[1]))
        return self.kept.get(what, ANY)
