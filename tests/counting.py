"""In how many ways games may go on: `counts.yaml`, and how they are counted.

`python -m tests.counting NAME [PLAYERS]` writes an entry for a game: a deal by chance, and what this
machine counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import yaml

import rulerun
from rulerun import Move, State

from .playing import rule_file
from .traces.games import LOCKSTEPS
from .traces.lockstep import replay

FILE = Path(__file__).with_name("counts.yaml")

Distinct = Callable[[State], Collection[Move]]
"""The legal moves of a state that count as different."""


def all_legal(state: State) -> Collection[Move]:
    """Every legal move."""
    return state.legal_moves


def ways(state: State, depth: int, moves_of: Distinct = all_legal) -> int:
    """How many rows of so many legal moves there are from a state on; none if the game ends before."""
    if depth == 1:
        return len(moves_of(state))
    found = 0
    for move in moves_of(state):
        after = state.clone()
        after.apply(move)
        found += ways(after, depth - 1, moves_of)
    return found


@dataclass(frozen=True)
class Count:
    """A position, and how many ways there are to go on from it by 1, 2, 3 ... moves.

    It is dealt from `cards`, the next one first, or as in a recorded game; `played` moves are made
    first, of a record as many decisions. `by` tells who counted.
    """

    game: str
    counts: list[int]
    by: str
    players: int | None = None
    cards: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    overlays: tuple[str, ...] = ()
    recorded: int | None = None
    played: list[str] | int = 0

    def start(self) -> tuple[State, Distinct]:
        """The position, and which of its moves count."""
        if self.recorded is not None:
            assert isinstance(self.played, int)
            lockstep = LOCKSTEPS[self.game]
            state = replay(lockstep, lockstep.records()[self.recorded], self.played)
            return state, lambda state: lockstep.actions(state).values()
        game = rulerun.load(
            rule_file(self.game),
            overlays=self.overlays,
            options=self.options,
            players=self.players,
        )
        state = game.start(deck=self.cards.split())
        for move in self.played if isinstance(self.played, list) else ():
            state.apply(move)
        return state, all_legal


def all_counts() -> Iterator[Count]:
    """What the file says."""
    for game, entries in yaml.safe_load(FILE.read_text(encoding="utf-8")).items():
        for entry in entries:
            yield Count(game=game, **entry)


def main() -> None:
    """Prints an entry for a game that is named."""
    name, *players = sys.argv[1:]
    game = rulerun.load(rule_file(name), players=int(players[0]) if players else None)
    cards = list(game.deck.labels)
    Random(name).shuffle(cards)
    state = game.start(deck=cards)
    counts = [ways(state, 1)]
    while 0 < counts[-1] < 3000 and len(counts) < 12:
        counts.append(ways(state, len(counts) + 1))
    print(f"{name}:")
    print(f"  - players: {game.players}")
    print(f"    cards: {' '.join(cards)}")
    print(f"    counts: {counts}")
    print("    by: rulerun")


if __name__ == "__main__":
    main()
