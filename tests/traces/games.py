"""The games that were recorded, by the names of our rule files."""

from __future__ import annotations

from .blackjack import Blackjack
from .crazy_eights import CrazyEights
from .cribbage import Cribbage
from .euchre import Euchre
from .gin import Gin
from .go_fish import GoFish
from .hearts import Hearts
from .kuhn import Kuhn
from .leduc import Leduc
from .lockstep import Lockstep
from .oh_hell import OhHell
from .spades import Spades

LOCKSTEPS: dict[str, Lockstep] = {
    lockstep.name: lockstep
    for lockstep in (
        Blackjack(),
        CrazyEights(),
        Cribbage(),
        Euchre(),
        Gin(),
        GoFish(),
        Hearts(),
        Kuhn(),
        Leduc(),
        OhHell(),
        Spades(),
    )
}
