"""Pieces of rules about the course of a game: what lints say of them, and what comes of playing them."""

from __future__ import annotations

import random
from pathlib import Path

from rulerun.interpreter.errors import RuleError
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.game import Game

from .marked import check, whole, without_marks

TABLE = """\
limit: 200 moves
options:
  hand_size: number from 3 to 7, normally 5
chips:
  each player: 10
  pot: 0
piles:
  stock:   face down
  discard: face up
  hand:    per player, seen by owner
remember:
  dealer:  player, starts as last of players
  counter: number
  done:    yes or no
  points:  number per player
setup:
  shuffle: shuffle stock
  hands:   deal 5 cards from stock to each hand
  upcard:  deal 1 card from stock to discard
winner: players
"""
"""What the cases have on the table, if they say nothing else."""


def told(case: str, messages: tuple[str, ...], code: str, folder: Path) -> None:
    """Check what is said of a case, at its marks."""
    check(TABLE + case, messages, {code}, folder)


def played(case: str, wanted: str, folder: Path) -> bool:
    """Whether an error comes in one of some random games of a case."""
    path = folder / "played.yaml"
    path.write_text(without_marks(whole(TABLE + case))[0], encoding="utf-8")
    loaded = read_rules(path)
    assert loaded.checked is not None, [str(d) for d in loaded.diagnostics]
    games = [Game(loaded.checked, None, players) for players in (2, 4)]
    for seed in range(24):
        chance = random.Random(seed)
        try:
            state = games[seed % 2].start(seed)
            while not state.is_over:
                state.apply(chance.choice(list(state.legal_moves)))
        except RuleError as error:
            if error.code == wanted:
                return True
    return False
