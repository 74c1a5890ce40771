"""Every recorded game is replayed: the same moves at each decision, the same result at the end."""

from __future__ import annotations

import pytest

from .games import LOCKSTEPS
from .lockstep import records, replay


@pytest.mark.parametrize("name", LOCKSTEPS)
def test_recorded_games_are_replayed(name: str) -> None:
    lockstep = LOCKSTEPS[name]
    for record in lockstep.records():
        replay(lockstep, record)


def test_no_recorded_game_is_left_out() -> None:
    recorded = {(file, r.number) for file in ("gin", "cards") for r in records(file)}
    assert len(recorded) == 950 + 780
    assert recorded == {(k.file, r.number) for k in LOCKSTEPS.values() for r in k.records()}
