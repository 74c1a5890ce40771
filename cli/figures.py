"""Figures in lines of text: shares with their intervals, means, and histograms of block characters."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from rulerun.interpreter.simulation.figures import (
    UNTOLD,
    WHY_UNTOLD,
    number,
    percent,
    rounded,
)

from .terminal import encoding_of

__all__ = ["BARS", "UNTOLD", "WHY_UNTOLD", "histogram", "number", "percent", "rounded"]

_BLOCKS, _LETTERS = " ▁▂▃▄▅▆▇█", " .:-=+*%#"
BARS = 20
"""Columns of a histogram."""


def histogram(counts: Mapping[int, int]) -> str:
    """How a number is spread, from its least to its most: a column of blocks for each stretch."""
    low, high = min(counts), max(counts)
    width = max(1, -(-(high - low + 1) // BARS))
    bars = [0] * -(-(high - low + 1) // width)
    for value, n in counts.items():
        bars[(value - low) // width] += n
    signs = _BLOCKS if _can_show(_BLOCKS) else _LETTERS
    most, steps = max(bars), len(signs) - 1
    # What is there at all can be seen.
    return "".join(signs[-(-n * steps // most)] for n in bars)


def _can_show(signs: str) -> bool:
    encoding = encoding_of(sys.stdout)
    try:
        signs.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
