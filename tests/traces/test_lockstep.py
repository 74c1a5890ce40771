"""Every recorded game is replayed: the same moves at each decision, the same result at the end."""

import pytest

from .cribbage import Cribbage
from .gin import Gin
from .go_fish import GoFish
from .hearts import Hearts
from .kuhn import Kuhn
from .leduc import Leduc
from .lockstep import Lockstep, recorded, replay
from .oh_hell import OhHell
from .spades import Spades

LOCKSTEPS: list[tuple[Lockstep, int]] = [
    (Cribbage(), 20),
    (Gin(), 950),
    (GoFish(), 40),
    (Hearts(), 40),
    (Kuhn(), 100),
    (Leduc(), 150),
    (OhHell(), 50),
    (Spades(), 30),
]


@pytest.mark.parametrize(
    ("lockstep", "games"), [pytest.param(*each, id=each[0].name) for each in LOCKSTEPS]
)
def test_recorded_games_are_replayed(lockstep: Lockstep, games: int) -> None:
    found = recorded(lockstep.file, lockstep.recorded)
    assert len(found) == games
    for record in found:
        replay(lockstep, record)
