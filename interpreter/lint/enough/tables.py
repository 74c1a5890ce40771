"""The tables at which a game may be played: with how many players, and which options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import TypeVar

from rulerun.grammar.record import record

from ...cards import build_deck
from ...checking.constants import constant
from ...checking.core import Call, Expr, OptionValue, walk
from ...checking.expressions import ExpressionChecker
from ...checking.scope import Findings, Scope
from ...checking.settings import option_value
from ...errors import GameSetupError, RuleError
from ...machine.checked import Checked
from ..cases.cases import Counting
from .bounds import Range
from .effort import Effort
from .handling import Shortage
from .quantities import Reader
from .relevance import Relevance, expressions_in, numbers_in
from .setting import Setting
from .trial import Mishap

T = TypeVar("T")

MANY = 16
"""Of more numbers of players than these the least and the greatest are gone through."""


@record
class Option:
    """An option: what it may be, and what it normally is; yes and no are 1 and 0."""

    low: int
    high: int
    normal: int
    is_number: bool

    def text(self, value: int) -> str:
        """A value as it is written."""
        return str(value) if self.is_number else ("yes" if value else "no")


class Tables:
    """The tables at which one ruleset may be played, and what is known at them."""

    def __init__(self, checked: Checked, effort: Effort) -> None:
        self.checked = checked
        self.effort = effort
        self._packs: dict[tuple[int, tuple[tuple[str, int], ...]], int] = {}

    @cached_property
    def cards(self) -> int:
        """So many there are with the normal options, if the number of players is all the same."""
        if self.checked.program.only is None:
            return len(build_deck(self.checked.rules.deck))
        # To make a game for it would take longer than all that is done here.
        return len(Counting(self.checked.symbols, self.checked.program).world.usual)

    @cached_property
    def asked_of_pack(self) -> tuple[bool, list[str]]:
        """Whether the pack has to do with the number of players, and the options of which it has."""
        only = self.checked.program.only
        parts = [] if only is None else list(walk(only[1]))
        names = [part.name for part in parts if isinstance(part, OptionValue)]
        everyone = any(isinstance(part, Call) and part.function == "everyone" for part in parts)
        return everyone, list(dict.fromkeys(names))

    def cards_with(self, players: tuple[int, int], options: Mapping[str, Range]) -> int:
        """How many cards there are: the fewest there may be, where not all of it is settled."""
        of_players, names = self.asked_of_pack
        if not of_players and not names:
            return self.cards
        numbers = range(players[0], players[1] + 1) if of_players else players[:1]
        ends = [{int(end) for end in options[n]} for n in names if n in options]
        known = [n for n in names if n in options]
        return min(
            self._pack(number, tuple(zip(known, values, strict=True)))
            for number in numbers
            for values in product(*ends)
        )

    def _pack(self, players: int, options: tuple[tuple[str, int], ...]) -> int:
        key = players, options
        if key not in self._packs:
            from ...machine.plain_game import Pack

            texts = {name: self.options[name].text(value) for name, value in options}
            try:
                self._packs[key] = len(Pack(self.checked, texts, players).deck)
            except (GameSetupError, RuleError):
                self._packs[key] = self.cards
        return self._packs[key]

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options that are numbers or answers."""
        symbols = self.checked.symbols
        checker = ExpressionChecker(symbols, Findings())
        found: dict[str, Option] = {}
        for option in self.checked.rules.options:
            kind = option.option.kind
            normal = option_value(symbols, option)
            if kind.name == "yes or no":
                found[option.name] = Option(0, 1, int(normal), False)
            elif kind.low is not None and kind.high is not None:
                type_ = symbols.kind_type(kind)
                low, high = (
                    constant(checker.typed(bound, Scope(), type_))
                    for bound in (kind.low, kind.high)
                )
                found[option.name] = Option(low, high, normal, True)
        return found

    @cached_property
    def kept(self) -> dict[str, Range]:
        """The bounds of memories that have constant ones."""
        found: dict[str, Range] = {}
        for cell in self.checked.program.cells:
            if cell.low is not None and cell.high is not None:
                ends = [e.value for e in (cell.low, cell.high) if hasattr(e, "value")]
                start = getattr(cell.start, "value", None)
                if len(ends) == 2 and isinstance(start, int):
                    found[cell.key] = min(ends[0], start), max(ends[1], start)
        return found

    def _setting(
        self, relevance: Relevance, players: tuple[int, int], options: Mapping[str, Range]
    ) -> Setting:
        if relevance not in self._read:
            deck = build_deck(self.checked.rules.deck)
            values = min(deck.values), max(deck.values)
            reader = Reader(values, len(deck.rank_names), relevance.names)
            self._read[relevance] = reader, _with_neighbours(numbers_in(relevance))
        reader, spoken_of = self._read[relevance]
        settled = (int(low) for low, high in options.values() if low == high)
        cards = self.cards_with(players, options)
        steps = {0, 1, cards, *players} | spoken_of | _with_neighbours(settled)
        answers = frozenset(n for n, o in self.options.items() if not o.is_number)
        return Setting(
            players,
            self.checked.rules.players.teams or 0,
            cards,
            options,
            answers,
            self.kept,
            tuple(sorted(steps)),
            reader,
            self.effort,
        )

    @cached_property
    def _read(self) -> dict[Relevance, tuple[Reader, set[int]]]:
        """What reads the expressions of what matters, and the numbers it speaks of."""
        return {}

    def anything(self, relevance: Relevance) -> Setting:
        """Whatever number of players, whatever options."""
        seats = self.checked.rules.players
        options: dict[str, Range] = {n: (o.low, o.high) for n, o in self.options.items()}
        return self._setting(relevance, (seats.low, seats.high), options)

    def normally(self, relevance: Relevance, players: int) -> Setting:
        """So many players, with the normal options."""
        options: dict[str, Range] = {n: (o.normal, o.normal) for n, o in self.options.items()}
        return self._setting(relevance, (players, players), options)

    def exactly(self, relevance: Relevance, players: int, options: Mapping[str, int]) -> Setting:
        """So many players, with these options, and the others whatever they are."""
        ranges: dict[str, Range] = {n: (o.low, o.high) for n, o in self.options.items()}
        ranges |= {name: (value, value) for name, value in options.items()}
        return self._setting(relevance, (players, players), ranges)

    def corners(self, relevance: Relevance) -> Iterator[tuple[int, dict[str, int]]]:
        """Each number of players with the normal options, then with the least and greatest."""
        seats = self.checked.rules.players
        names = [n for n in self.named(relevance) if n in self.options]
        numbers = list(range(seats.low, seats.high + 1))
        if len(numbers) > MANY:
            numbers = [*numbers[: MANY // 2], *numbers[-MANY // 2 :]]
        normal = {n: self.options[n].normal for n in names}
        settings: list[dict[str, int]] = [normal]
        for end in ("low", "high"):
            settings += [normal | {n: getattr(self.options[n], end)} for n in names]
        if len(names) <= 3:
            ends = [sorted({self.options[n].low, self.options[n].high}) for n in names]
            settings += [dict(zip(names, corner, strict=True)) for corner in product(*ends)]
        else:
            settings += [{n: getattr(self.options[n], e) for n in names} for e in ("low", "high")]
        for options in unlike(settings):
            for players in numbers:
                yield players, options

    def most_telling(
        self, corners: list[tuple[int, dict[str, int]]]
    ) -> list[tuple[int, dict[str, int]]]:
        """The corners, first those that show the most: as many players as may play and as few, all
        options normal, all at their ends; then those between."""
        seats = self.checked.rules.players

        def rank(corner: tuple[int, dict[str, int]]) -> tuple[bool, int, int]:
            players, options = corner
            ends = [
                sum(value == getattr(self.options[n], end) for n, value in options.items())
                for end in ("normal", "high", "low")
            ]
            return (
                seats.low < players < seats.high,
                len(options) - max(ends),
                -(players == seats.high),
            )

        return sorted(corners, key=rank)

    def named(self, relevance: Relevance) -> list[str]:
        """The options that matter, in the order written."""
        used = {
            part.name
            for expr in (*expressions_in(relevance), *self._starts(relevance))
            for part in walk(expr)
            if isinstance(part, OptionValue)
        }
        used.update(self.asked_of_pack[1])
        return [o.name for o in self.checked.rules.options if o.name in used]

    def _starts(self, relevance: Relevance) -> Iterable[Expr]:
        for cell in self.checked.program.cells:
            if cell.key in relevance.names and cell.start is not None:
                yield cell.start

    def table(self, shortage: Shortage) -> tuple[dict[str, str], int]:
        """The options, where they are not the normal ones, and the players of a shortage."""
        options = {
            name: self.options[name].text(int(low))
            for name, (low, high) in shortage.setting.options.items()
            if low == high != self.options[name].normal
        }
        return options, int(shortage.setting.players[0])

    def is_of(self, shortage: Shortage, mishap: Mishap) -> bool:
        """Whether a mishap happened at the table of which a shortage tells."""
        return self.table(shortage) == (mishap.options, mishap.players)

    def at_the_table(self, options: Mapping[str, str], players: int) -> str:
        """With how many players and what options, for a message."""
        seats = self.checked.rules.players
        text = ""
        if seats.low != seats.high:
            text = f" at {players} player{'' if players == 1 else 's'}"
        chosen = [
            f"{name} {value}"
            for name, value in options.items()
            if value != self.options[name].text(self.options[name].normal)
        ]
        if chosen:
            text += f" with {' and '.join(chosen)}"
        return text


def _with_neighbours(numbers: Iterable[int]) -> set[int]:
    return {near for one in numbers for near in (one - 1, one, one + 1)}


def unlike(settings: Iterable[T]) -> list[T]:
    """Each once."""
    kept: list[T] = []
    for setting in settings:
        if setting not in kept:
            kept.append(setting)
    return kept
