"""Very many games by chance: no card and no chip is lost, and each comes to its end.

`python -m tests.soaking [--games N] [NAME ...]` plays them and tells how they ended, of each game that
is named (`gin`, `gin/oklahoma`), or of all that come along. The games are the same for the same N.

Where a game is a match of very many deals (`SHORT_MATCHES`), one game in twenty is played as it is, and
the others with the rule file's own options so that a few deals end them: to fewer points, and in gin
with a knock that chance comes to. What can be lost is lost within a deal or from one to the next.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time

import rulerun
from rulerun.interpreter.fuzzing.invariants import Material
from rulerun.interpreter.loading import read_rules

from .playing import SHIPPED, rule_file

GAMES = 20_000
"""So many games are played of each game, with all numbers of players together."""
HOUSE_RULE_GAMES = 2_000
"""And so many of each house rule, which is the same game but for a few lines."""
SHORT_MATCHES: dict[str, dict[str, object]] = {
    "canasta": {"target": 500},
    "gin": {"target": 50, "knock_limit": 30},
    "president": {"target": 4},
    "rummy": {"target": 20},
    "rummy_500": {"target": 50},
}
"""The games whose matches take long, and the options with which they are over after a few deals."""
WHOLE_MATCHES = 20
"""Of so many games of such a game one is a whole match."""


@dataclass
class Soaked:
    """What was played of one rule file: games and moves, and how often which end was reached."""

    games: int = 0
    whole: int = 0
    moves: int = 0
    longest: int = 0
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)

    @property
    def abandoned(self) -> int:
        """How many games reached their limit of moves instead of an end."""
        return self.endings["abandoned"]


def games_of(path: Path) -> int:
    """How many games are played of a rule file."""
    return GAMES if path.parent == SHIPPED else HOUSE_RULE_GAMES


def short_match(path: Path) -> dict[str, object]:
    """The options with which a match of a game, or of the game that a house rule is for, is short.

    Not those that the house rule has taken away.
    """
    short = SHORT_MATCHES.get(path.stem if path.parent == SHIPPED else path.parent.name, {})
    ruleset = read_rules(path).ruleset
    assert ruleset is not None
    there = {option.name for option in ruleset.options}
    return {name: value for name, value in short.items() if name in there}


def seats_of(path: Path) -> range:
    """How many may play."""
    ruleset = read_rules(path).ruleset
    assert ruleset is not None
    return range(ruleset.players.low, ruleset.players.high + 1)


def soak(path: Path, games: int) -> Soaked:
    """Play so many games of a rule file, shared among all numbers of players, to their ends.

    After every move all cards and chips have to be there. At least one game is played with each
    number of players. That somebody has won is not asked: a patience may be lost, and the house win.
    """
    found = Soaked()
    began = process_time()
    seats, short = seats_of(path), short_match(path)
    for players in seats:
        whole = rulerun.load(path, players=players)
        quick = rulerun.load(path, players=players, options=short) if short else whole
        rng = Random(players)
        for seed in range(max(1, -(-games // len(seats)))):  # none is left out
            game = quick if seed % WHOLE_MATCHES else whole
            _play(game.start(seed=seed), rng, found)
            found.whole += game is whole
    found.seconds = process_time() - began
    return found


def _play(state: rulerun.State, rng: Random, found: Soaked) -> None:
    material, holders = Material.of(state), state.game.layout.holders()
    while not state.is_over:
        state.apply(state.legal_moves.pick(rng))
        cells = state.cells
        assert sum([cells[holder] for holder in holders]) == material.chips
        assert sum([len(pile) for pile in state.piles]) == material.cards
    material.is_complete(state)
    assert state.ended_by is not None
    found.games += 1
    found.moves += state.moves_made
    found.longest = max(found.longest, state.moves_made)
    found.endings[state.ended_by] += 1


def named(names: list[str]) -> list[tuple[str, Path]]:
    """The rule files of some names; without one, all games that come along."""
    every = names or sorted(path.stem for path in SHIPPED.glob("*.yaml"))
    return [(name, rule_file(name)) for name in every]


def main() -> None:
    """Prints a line for each rule file."""
    arguments = argparse.ArgumentParser(description="Very many games by chance.")
    arguments.add_argument("--games", type=int, help="of each rule file")
    arguments.add_argument("names", nargs="*")
    said = arguments.parse_args()
    for name, path in named(said.names):
        seats = seats_of(path)
        found = soak(path, said.games or games_of(path))
        ends = ", ".join(f"{end} {count}" for end, count in found.endings.most_common())
        print(
            f"{name}: {seats[0]} to {seats[-1]} players, {found.games} games, {found.whole} of them "
            f"whole, {found.moves} moves, at most {found.longest} in one; {ends}; {found.seconds:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
