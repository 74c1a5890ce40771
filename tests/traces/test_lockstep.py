"""Every recorded game is replayed: the same moves at each decision, the same result at the end."""

from __future__ import annotations

import pytest

from .games import LOCKSTEPS
from .lockstep import records, replay

NOT_YET = {"crazy_eights"}
"""Recorded, and not replayed."""


@pytest.mark.parametrize("name", LOCKSTEPS)
def test_recorded_games_are_replayed(name: str) -> None:
    lockstep = LOCKSTEPS[name]
    for record in lockstep.records():
        replay(lockstep, record)


def test_no_recorded_game_is_left_out() -> None:
    replayed = [r.number for lockstep in LOCKSTEPS.values() for r in lockstep.records()]
    names = {lockstep.recorded for lockstep in LOCKSTEPS.values()}
    others = [r for file in ("gin", "cards") for r in records(file) if r.name not in names]
    assert {r.name for r in others} == NOT_YET
    assert len(replayed) + len(others) == 950 + 780
