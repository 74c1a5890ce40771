"""The seed of each game of a series: a function of the series' seed and the game's place in it.

So a game is the same whichever process plays it, and whatever was played before it.
"""

from __future__ import annotations

from ..machine.chance import MASK64, splitmix64


def game_seed(seed: int, index: int) -> int:
    """The seed, from 0 to 2**64 - 1, of the game at a place from 0 of a series.

    No two games of a series have the same: SplitMix64 maps different states to different numbers,
    and its state at a place is the first one plus a multiple of an odd number.
    """
    _, start = splitmix64(seed)
    _, result = splitmix64((start + index * _STEP) & MASK64)
    return result


_STEP = 0x9E3779B97F4A7C15
"""The odd number nearest to 2**64 over the golden ratio, as SplitMix64 itself steps."""
