"""Names as people see them."""

from __future__ import annotations


def label(name: str) -> str:
    """A name with spaces for underscores: `low_enough` is shown as `low enough`."""
    return name.replace("_", " ")


def seat_name(seat: int) -> str:
    """P1, P2, ... in clockwise order."""
    return f"P{seat + 1}"
