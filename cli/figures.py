"""Figures in lines of text: shares with their intervals, means, and histograms of block characters."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .terminal import encoding_of

if TYPE_CHECKING:
    from rulerun.interpreter.simulation.estimates import Interval

_BLOCKS, _LETTERS = " ▁▂▃▄▅▆▇█", " .:-=+*%#"
BARS = 20
"""Columns of a histogram."""


def percent(interval: Interval) -> str:
    """A share and its interval, in percent: `48.2 (47.1 to 49.3)`."""
    if interval.low == interval.high:
        return _plain(100 * interval.value)
    digits = _digits(100 * interval.half_width)
    value, low, high = (f"{100 * x:z.{digits}f}" for x in _three(interval))
    return f"{value} ({low} to {high})"


def number(interval: Interval) -> str:
    """A mean and its interval: `12.3 (12.1 to 12.5)`; of one game alone without an interval."""
    if interval.low == interval.high or math.isinf(interval.half_width):
        return _plain(interval.value)
    digits = _digits(interval.half_width)
    value, low, high = (f"{x:z.{digits}f}" for x in _three(interval))
    return f"{value} ({low} to {high})"


def rounded(value: float) -> str:
    """A figure of which no interval is known, with about three digits."""
    return _plain(value) if value == int(value) else f"{value:z.{_digits(abs(value) / 10)}f}"


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


def _three(interval: Interval) -> tuple[float, float, float]:
    return interval.value, interval.low, interval.high


def _digits(size: float) -> int:
    """So many digits after the point that a size has two that count, four at most."""
    return min(4, max(0, 1 - math.floor(math.log10(size)))) if size else 4


def _plain(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:.4g}"


def _can_show(signs: str) -> bool:
    encoding = encoding_of(sys.stdout)
    try:
        signs.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
