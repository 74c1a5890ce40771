"""Figures as people read them: shares and means with their intervals, with as many digits as count."""

from __future__ import annotations

import math

from .estimates import Interval

UNTOLD = "(?)"
"""Stands behind a figure of which it cannot be told how surely it is known."""
WHY_UNTOLD = (
    f"{UNTOLD} all games, or all but one, are alike in this: how far others go cannot be told"
)


def percent(interval: Interval) -> str:
    """A share and its interval, in percent: `48.2 (47.1 to 49.3)`."""
    if interval.low == interval.high:
        return _plain(100 * interval.value)
    digits = _digits(100 * interval.half_width)
    value, low, high = (f"{100 * x:z.{digits}f}" for x in _three(interval))
    return f"{value} ({low} to {high})"


def number(interval: Interval, *, alike: bool = False) -> str:
    """A mean and its interval: `12.3 (12.1 to 12.5)`; `12.3 (?)` if none can be told, `12` alone where
    all that it is the mean of are `alike`."""
    if interval.low == interval.high or alike:
        return _plain(interval.value)
    if math.isinf(interval.half_width):
        return f"{_plain(interval.value)} {UNTOLD}"
    digits = _digits(interval.half_width)
    value, low, high = (f"{x:z.{digits}f}" for x in _three(interval))
    return f"{value} ({low} to {high})"


def rounded(value: float) -> str:
    """A figure of which no interval is known, with about three digits."""
    return _plain(value) if value == int(value) else f"{value:z.{_digits(abs(value) / 10)}f}"


def _three(interval: Interval) -> tuple[float, float, float]:
    return interval.value, interval.low, interval.high


def _digits(size: float) -> int:
    """So many digits after the point that a size has two that count, four at most."""
    return min(4, max(0, 1 - math.floor(math.log10(size)))) if size else 4


def _plain(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:.4g}"
