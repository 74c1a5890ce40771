"""A series of games: what is played, with which options, by how many, from which seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..bots.seating import Seating, seating_of
from ..bots.strategy import Players
from ..checking.marks import Mark
from ..checking.symbols import all_phases
from ..declarations.addresses import bare_name
from ..declarations.ruleset import Ruleset
from ..errors import GameSetupError, RuleError
from ..examples.own_units import own_units
from ..examples.units import Unit, units_of
from ..loading import Loaded
from ..machine.checked import Checked
from .measured_game import CountedMarks, MeasuredGame
from .measuring import Measuring
from .tally import Tally


@dataclass(frozen=True, slots=True)
class Applying:
    """Something in a rule file of which it is counted how often it applies.

    `kind` is one of `moves`, `rows`, `at any time`, `if stuck`, `house rules`; `name` the end of its
    address, or the house rule's name; `is_payout` says that it is a row of `payouts`,
    `is_looked_up` that it gives a value, as often as that takes. (How often a game ended by what is counted by its reason.)
    """

    kind: str
    name: str
    is_payout: bool = False
    is_looked_up: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """All that the games of a series depend on. It can be sent to other processes.

    Make one with `series_of`.
    """

    checked: Checked
    marks: CountedMarks
    options: Mapping[str, object]
    players: int | None
    seed: int
    bots: Seating
    applying: tuple[Applying, ...]
    places: tuple[frozenset[Mark] | None, ...]

    def measuring(self, *, stops: bool = False) -> Measuring:
        """What plays its games; GameSetupError for options or players that are not allowed.

        With `stops` its game can stop where turns end.
        """
        game = MeasuredGame(self.checked, self.options, self.players, stops=stops)
        try:
            bots = self.bots.at(game.players)
        except ValueError as error:
            raise GameSetupError(str(error)) from None
        return Measuring(game, self.seed, bots, self.marks, self.places)

    def player(self) -> SeriesPlayer:
        """Plays its games and counts them; GameSetupError as above."""
        return SeriesPlayer(self.measuring())


@dataclass(frozen=True, slots=True)
class SeriesPlayer:
    """Plays games of a series and counts them."""

    measuring: Measuring

    def __call__(self, first: int, end: int, /) -> Tally:
        """Of the games from one index up to another."""
        tally = Tally()
        for index in range(first, end):
            try:
                tally.note(self.measuring.play(index))
            except RuleError as error:
                tally.note_failure(error.code, error.message, index)
        return tally


_COUNTED = ("moves", "rows", "at any time", "if stuck")


def series_of(
    loaded: Loaded,
    *,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    seed: int = 1,
    bots: Players = (),
) -> Series:
    """The series of games of rules in which nothing is wrong.

    `bots` are those in the seats, as `seating_of` reads them; without them all choose by
    chance. Raises GameSetupError for a bot that there is not.
    """
    assert loaded.checked is not None and loaded.ruleset is not None
    units = list(units_of(loaded.ruleset))
    counted = [unit for unit in units if unit.kind in _COUNTED]
    applying = [*_named(counted)]
    places: list[frozenset[Mark] | None] = [unit.marks for unit in counted]
    for rule in loaded.stack.overlays:
        own = [unit.marks for unit in own_units(rule, loaded.stack, loaded.ruleset, units)]
        applying.append(Applying("house rules", rule.name))
        passed = frozenset[Mark]().union(*(own_ or () for own_ in own))
        # What sets options only, or says who wins, has its part in each game.
        places.append(None if None in own else passed or None)
    marks = CountedMarks(frozenset[Mark]().union(*(place or () for place in places)))
    checked = loaded.checked.noting(marks)
    return Series(
        checked, marks, options or {}, players, seed, _seated(bots, loaded.ruleset),
        tuple(applying), tuple(places),
    )  # fmt: skip


def _seated(bots: Players, ruleset: Ruleset) -> Seating:
    phases = [phase for phase, _ in all_phases(ruleset.phases)]
    moves = dict.fromkeys(move.name for phase in phases for move in phase.moves)
    try:
        return seating_of(bots, moves)
    except ValueError as error:
        raise GameSetupError(str(error)) from None


def _named(units: list[Unit]) -> Iterator[Applying]:
    """Units by names that are as short as tells them apart."""
    shortest = [_name(unit, 1) for unit in units]
    often = Counter(shortest)
    for unit, name in zip(units, shortest, strict=True):
        told = name if often[name] == 1 else _name(unit, 3)
        is_row = unit.kind == "rows"
        yield Applying(
            unit.kind,
            told,
            is_payout=is_row and unit.path[0] == "payouts",
            is_looked_up=is_row and all(what == "row" for what, _ in unit.marks or ()),
        )


def _name(unit: Unit, length: int) -> str:
    """The end of an address, of so many names; of a row always with its table."""
    parts = [bare_name(part) for part in unit.path if part not in ("phases", "moves", "rows")]
    if unit.kind in ("rows", "if stuck"):
        length += 1
    return ".".join(parts[-length:])
