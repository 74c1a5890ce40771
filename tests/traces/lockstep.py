"""Recorded games, and how one is replayed: at each decision the same moves, at the end the same result.

`README.md` tells what is recorded. A mapping (`Lockstep`, one module for each game) says how a record
and a game of ours speak of the same thing.
"""

from __future__ import annotations

import gzip
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import rulerun
from rulerun import Game, Move, State

from ..playing import rule_file

HERE = Path(__file__).resolve().parent
OVERLAYS = HERE / "overlays"

RANKS = (*map(str, range(2, 11)), *"JQKA")
BY_RANK = tuple(rank + suit for rank in RANKS for suit in "CDHS")
BY_SUIT = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
"""The two ways in which the recorder numbers a pack."""


@dataclass(frozen=True)
class Decision:
    """What somebody could do and did; `told` is what else was recorded with it."""

    player: int
    action: int
    legal: frozenset[int]
    told: tuple[Any, ...]


@dataclass(frozen=True)
class Record:
    """A recorded game: its name and parameters, what chance gave, and the decisions, in order."""

    number: int
    game: str
    chance: tuple[int, ...]
    decisions: tuple[Decision, ...]
    returns: tuple[float, ...]
    fields: dict[str, Any]

    @property
    def name(self) -> str:
        """The recorder's name of the game, without its parameters."""
        return self.game.partition("(")[0]

    @property
    def end(self) -> str:
        """The end as the recorder shows it."""
        text: str = self.fields["end"]
        return text


@cache
def records(file: str) -> tuple[Record, ...]:
    """The games of a file, in order."""
    return tuple(_read(file))


def _read(file: str) -> Iterator[Record]:
    with gzip.open(HERE / f"{file}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            fields = json.loads(line)
            steps = fields.pop("steps")
            yield Record(
                number,
                fields.pop("game"),
                tuple(step[1] for step in steps if step[0] < 0),
                tuple(
                    Decision(player, action, frozenset(legal), tuple(told))
                    for player, action, legal, *told in (step for step in steps if step[0] >= 0)
                ),
                tuple(fields.pop("returns")),
                fields,
            )


@dataclass(frozen=True)
class Setting:
    """How many play, with which options and house rules of the game."""

    players: int
    options: dict[str, object] = field(default_factory=dict)
    overlays: tuple[str, ...] = ()


class Lockstep(ABC):
    """How the records of a game and our game speak of the same thing.

    `name` is our game, `recorded` the recorder's name of it; `overlay`, if there is one, makes our
    rules those of the recorder.
    """

    name: str
    recorded: str
    pack: Sequence[str] = BY_RANK
    file = "cards"
    overlay = True

    def __init__(self) -> None:
        self._number = {label: number for number, label in enumerate(self.pack)}
        self._games: dict[tuple[object, ...], Game] = {}

    def records(self) -> tuple[Record, ...]:
        """The recorded games, in order."""
        found = records(self.file)
        return tuple(r for r in found if r.name == self.recorded)

    def game(self, record: Record) -> Game:
        """Our game with the record's rules."""
        setting = self.setting(record)
        key = (setting.players, *setting.options.items(), *setting.overlays)
        if key not in self._games:
            own = [str(OVERLAYS / f"{self.name}.yaml")] if self.overlay else []
            self._games[key] = rulerun.load(
                rule_file(self.name),
                overlays=[*setting.overlays, *own],
                options=setting.options,
                players=setting.players,
            )
        return self._games[key]

    def actions(self, state: State) -> dict[int, Move]:
        """The legal moves by the recorder's numbers, of those with one number the first."""
        found: dict[int, Move] = {}
        for move in state.legal_moves:
            found.setdefault(self.action(state, move), move)
        return found

    def start(self, record: Record) -> State:
        """The game at its first decision; the cards that were not needed come last, in their order."""
        cards = self.cards(record)
        rest = [card for card in self.pack if card not in cards]
        return self.game(record).start(deck=[*cards, *rest])

    @abstractmethod
    def setting(self, record: Record) -> Setting:
        """With what the game was played."""

    def cards(self, record: Record) -> Sequence[str]:
        """The cards that chance gives, in the order in which our game needs them."""
        return [self.pack[card] for card in record.chance]

    def is_made(self, decision: Decision) -> bool:
        """Whether a decision of the record is one for us, too."""
        return True

    @abstractmethod
    def action(self, state: State, move: Move) -> int:
        """The recorder's number of a move of ours."""

    def card_number(self, state: State, card: int) -> int:
        """The recorder's number of a card."""
        return self._number[state.game.deck.labels[card]]

    def first_seat(self, record: Record) -> int:
        """The player who sits on our first seat; the others follow."""
        return 0

    def result(self, state: State) -> Sequence[float]:
        """What the recorder would call the result."""
        return state.payoffs

    def missed(self, record: Record, decision: Decision) -> frozenset[int]:
        """What the recorder should have let the player do, and did not: a fault of its own."""
        return frozenset()


class Difference(AssertionError):
    """A game of ours and its record part."""


def replay(lockstep: Lockstep, record: Record, decisions: int | None = None) -> State:
    """Play a recorded game, or so many decisions of it. Raises Difference."""
    state = lockstep.start(record)
    players, first = state.game.players, lockstep.first_seat(record)
    for number, decision in enumerate(record.decisions[:decisions]):
        if not lockstep.is_made(decision):
            continue
        where = f"{record.game} {record.number}, decision {number}"
        if state.actor != (decision.player - first) % players:
            raise Difference(f"{where}: seat {state.actor} moves instead\n{shown(state)}")
        moves = lockstep.actions(state)
        if moves.keys() != decision.legal:
            missed = moves.keys() - decision.legal
            if decision.legal - moves.keys() or missed - lockstep.missed(record, decision):
                more = [str(moves[action]) for action in sorted(missed)]
                raise Difference(
                    f"{where}: besides the recorded ones {more}, and "
                    f"not {sorted(decision.legal - moves.keys())}\n{shown(state)}"
                )
        state.apply(moves[decision.action])
    if decisions is None:
        if not state.is_over:
            raise Difference(f"{record.game} {record.number}: not over\n{shown(state)}")
        seats = lockstep.result(state)
        result = tuple(seats[(player - first) % players] for player in range(players))
        if result != record.returns:
            raise Difference(
                f"{record.game} {record.number}: {result}, not {record.returns}\n{shown(state)}"
            )
    return state


def shown(state: State) -> str:
    """A state as it lies on the table, for messages."""
    label = state.game.deck.labels
    lines = []
    for number, pile in enumerate(state.piles):
        at = number - state.game.layout.fixed_piles
        name = state.game.layout.pile_of[number].name if at < 0 else f"group {at + 1}"
        lines.append(f"{name}: {' '.join(label[card] for card in pile)}")
    return "\n".join(lines)
