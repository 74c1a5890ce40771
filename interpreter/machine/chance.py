"""Chance, the same on every platform (LANGUAGE part 11): a small generator, one stream a purpose.

A stream's state is an odd 128-bit number, so that it can stand in a game's state and be saved.
"""

from __future__ import annotations

from functools import cache

from ..given import whole_number

MASK64 = (1 << 64) - 1
MASK128 = (1 << 128) - 1
MULTIPLIER = 0xDA942042E4DD58B5
"""Of the 128-bit multiplicative congruential generator, after L'Ecuyer and Steele."""


@cache
def fnv1a(text: str) -> int:
    """The FNV-1a-64 hash of an ASCII text."""
    value = 0xCBF29CE484222325
    for byte in text.encode("ascii"):
        value = (value ^ byte) * 0x100000001B3 & MASK64
    return value


def splitmix64(state: int) -> tuple[int, int]:
    """The next state of SplitMix64 and its result."""
    state = (state + 0x9E3779B97F4A7C15) & MASK64
    z = state
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK64
    return state, z ^ z >> 31


def stream(seed: int, purpose: str) -> int:
    """The first state of the stream for a purpose (`shuffle`, `random`, `bot 1`).

    Raises ValueError for a seed below 0 or from 2**64 on, TypeError for what is no whole number.
    """
    if seed.__class__ is not int or not 0 <= seed <= MASK64:
        whole_number(seed, "a seed", 0, MASK64)
    result, state = 0, seed ^ fnv1a(purpose)
    for _ in "12":  # as `splitmix64` does; short games begin often, and a call is dear
        state = (state + 0x9E3779B97F4A7C15) & MASK64
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK64
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK64
        result = result << 64 | z ^ z >> 31
    return result | 1


def below(state: int, n: int) -> tuple[int, int]:
    """The next state of a stream and a number from 0 to n - 1; its bias is below n / 2**64."""
    state = state * MULTIPLIER & MASK128
    return state, (state >> 64) * n >> 64
