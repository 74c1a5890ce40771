"""The moves a person may make, numbered for the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from rulerun.interpreter.checking.core import Do, PileAt
from rulerun.interpreter.checking.types import CARD
from rulerun.interpreter.errors import RuleError
from rulerun.interpreter.labels import seat_name
from rulerun.interpreter.machine.moves import Move

from .paint import Paint, columns, padded, wrapped
from .table import Table

if TYPE_CHECKING:
    from rulerun.interpreter.checking.core import Domain
    from rulerun.interpreter.machine.moves import MoveKind
    from rulerun.interpreter.machine.state import State

NUMBERED = 10_000
"""Moves that get a number; of more only the first."""
SHOWN = 60
"""Moves that are shown unless all are asked for."""
LISTED = 12
"""Ways to choose several cards that are listed one by one; of more the cards are shown."""


@dataclass(frozen=True, slots=True)
class Range:
    """A move with one number between two: said with the number, not listed."""

    kind: MoveKind
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Some:
    """A move with several cards, or other things, out of a number of them: said, not listed."""

    kind: MoveKind
    members: tuple[str, ...]
    low: int
    high: int
    ways: str

    @property
    def many(self) -> str:
        """How many are to be chosen."""
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


class Offer:
    """The legal moves of a state, as they are put before a person."""

    def __init__(self, state: State, table: Table) -> None:
        self.state = state
        self.table = table
        self.kinds = state.game.kinds[state.at]
        self.ranges: list[Range] = []
        self.somes: list[Some] = []
        self.moves: list[Move] = []
        self.is_cut = False
        self._goes: dict[str, str] = {}
        last: list[Move] = []
        for kind in self.kinds:
            if kind.bounds is not None:
                low, high = kind.bounds(state)
                if low is not None and high is not None and low < high:
                    self.ranges.append(Range(kind, low, high))
                    continue
            room = NUMBERED - len(self.moves) - len(last)
            legal = list(islice(kind.legal(state), room + 1))
            self.is_cut |= len(legal) > room
            moves = [Move(kind, choices) for choices in legal[:room]]
            if all(d.type == CARD or d.type.item == CARD for d in kind.rule.choices):
                moves.sort(key=table.places)  # as the hand is shown
            some = self._some(kind, moves, len(legal) > room)
            if some is not None:
                self.somes.append(some)
                last += moves
            else:
                self.moves += moves
        self.listed = len(self.moves)
        self.moves += last  # which have numbers only for those who want to see them all

    @property
    def paint(self) -> Paint:
        """As the table is painted now: windows change their size."""
        return self.table.paint

    def _some(self, kind: MoveKind, moves: list[Move], is_cut: bool) -> Some | None:
        """A choice of several things that is too long to be listed."""
        domain = self.list_chosen(kind)
        if domain is None or len(moves) <= LISTED:
            return None
        assert domain.low is not None and domain.high is not None
        game, state = self.state.game, self.state
        values: dict[Any, None] = {}
        sizes = set()
        for move in moves:
            values.update(dict.fromkeys(move.choices[0]))
            sizes.add(len(move.choices[0]))
        item = domain.type.item
        assert item is not None
        shown = [game.values.said_value(state, item, v) for v in values]
        if item == CARD:
            shown.sort(key=self.table.place)
        low, high = (int(game.evaluate(b, state)) for b in (domain.low, domain.high))
        low, high = max(low, min(sizes)), min(high, len(shown))
        ways = f"more than {len(moves)} ways" if is_cut else f"{len(moves)} ways"
        return Some(kind, tuple(shown), low, max(low, high), ways)

    @staticmethod
    def list_chosen(kind: MoveKind) -> Domain | None:
        """The list that is all that is chosen with a move; None where that is something else."""
        choices = kind.rule.choices
        return choices[0] if len(choices) == 1 and choices[0].how == "some" else None

    def goes_to(self, kind: MoveKind) -> str:
        """To whom the cards of a move go: ` to P2`, empty where that is nobody else."""
        state, game = self.state, self.state.game
        for line in kind.rule.do:
            if not isinstance(line, Do) or not line.procedure.startswith("move"):
                continue
            for pile in line.arguments:
                if not isinstance(pile, PileAt) or pile.seat is None:
                    continue
                try:
                    seat = game.evaluate(pile.seat, state)
                except (RuleError, NameError, KeyError, TypeError):  # it depends on what is chosen
                    continue
                if isinstance(seat, int) and seat != state.actor:
                    return f" to {seat_name(seat)}"
        return ""

    # ---------------------------------------------------------------- showing

    def lines(self, whole: bool = False) -> list[str]:
        """Ranges and numbered moves, the choices of one move side by side."""
        game = self.state.game
        rows: list[tuple[str, list[str]]] = []
        notes: dict[str, str] = {}
        for found in self.ranges:
            name = game.label(found.kind.name)
            rows.append((self.paint.name(name), [self._range(found)]))
        for some in self.somes if not whole else ():
            rows.append((self.paint.name(game.label(some.kind.name)), self._some_of(some)))
        if whole:
            self.listed = len(self.moves)
        shown = len(self.moves) if whole else min(self.listed, SHOWN)
        size = len(str(shown))
        view = self.state.view(self.state.actor)
        single: list[str] = []
        for i, move in enumerate(self.moves[:shown]):
            number = self.paint.name(f"{i + 1:>{size}})")
            name, _, rest = self.table.said(self.state, move, view).partition(" ")
            if not move.choices:
                single.append(f"{number} {game.label(name)}")
                continue
            if single:
                rows.append(("", single))
                single = []
            label = game.label(name) + self._to(move.kind)
            if not rows or rows[-1][0] != label:
                rows.append((label, []))
                if len(move.kind.rule.choices) > 1:
                    notes[label] = self._chosen_of(move.kind)
            rows[-1][1].append(f"{number} {self._choices(rest)}")
        if single:
            rows.append(("", single))
        return [*self._drawn(rows, notes), *self._rest(shown)]

    def _chosen_of(self, kind: MoveKind) -> str:
        """What is chosen with a move of several choices: `(card, column)`."""
        names = ", ".join(self.state.game.label(d.name) for d in kind.rule.choices)
        return self.paint.dim(f"({names})")

    def _to(self, kind: MoveKind) -> str:
        if kind.name not in self._goes:
            self._goes[kind.name] = self.goes_to(kind)
        return self._goes[kind.name]

    def _some_of(self, some: Some) -> list[str]:
        """What several things are chosen from, and how it is said."""
        cards = " ".join(self.word(m) for m in some.members)
        return [f"{some.many} of {cards}{self._to(some.kind)}", self.paint.dim(f"({some.ways})")]

    def word(self, word: str) -> str:
        """A word as it is painted: cards in their colours."""
        return self.paint.word(word, self.state.game.deck.numbers)

    def _drawn(self, rows: list[tuple[str, list[str]]], notes: dict[str, str]) -> Iterator[str]:
        head = max((columns(name) for name, _ in rows), default=0)
        width = self.paint.width - 2
        for name, items in rows:
            size = max(columns(i) for i in items)
            items = [padded(i, size) for i in items]
            indent = " " * (head + 2 if head else 0)
            first = padded(name, head) + "  " if head else ""
            lines = wrapped(items, width, indent)
            if name in notes:  # before the choices, or above them if they take several lines
                beside = wrapped([notes[name], *items], width, indent)
                lines = beside if len(beside) == 1 else [notes[name], indent + lines[0], *lines[1:]]
            yield ("  " + first + lines[0]).rstrip()
            for line in lines[1:]:
                yield ("  " + line).rstrip()

    def _range(self, found: Range) -> str:
        return f"{self.paint.name(str(found.low))} to {self.paint.name(str(found.high))}"

    def _choices(self, rest: str) -> str:
        return " ".join(self.word(word) for word in rest.split(" "))

    def _rest(self, shown: int) -> list[str]:
        left = self.listed - shown
        if not left and not self.is_cut:
            return []
        many = f"{left} more" if not self.is_cut else "many more"
        return [self.paint.dim(f"  {self.paint.more} and {many}; 'moves' lists them")]

    def texts(self) -> list[str]:
        """What can be typed, for completion: names alone, and moves with their choices."""
        names = [k.name for k in self.kinds]
        return list(dict.fromkeys([*names, *(str(m) for m in self.moves)]))
