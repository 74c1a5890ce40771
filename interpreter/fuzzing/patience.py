"""How long a game may go on without a decision, and that it is left when the time is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..machine.state import MOST_BLOCKS

SHARE = 100
"""One in so many blocks is enough to know again a game that goes on and on."""
_ASKED_EACH = 500
"""After so many blocks it is asked whether the time is over: some milliseconds."""


class TimeOver(Exception):
    """It is enough, in the middle of a move."""


class Patience:
    """How many blocks may run without a decision, in games that are played for a search.

    `is_short` where it was seen that some game of these rules goes on and on: each further one would
    take a second. What is found so is found again with all patience before it is believed.
    """

    def __init__(self) -> None:
        self.is_short = False
        self.enough: Callable[[], bool] | None = None

    def __iter__(self) -> Iterator[int]:
        most = MOST_BLOCKS // SHARE if self.is_short else MOST_BLOCKS
        if self.enough is None:
            yield from range(most)
            return
        for begun in range(0, most, _ASKED_EACH):
            yield from range(begun, min(begun + _ASKED_EACH, most))
            if self.enough():
                raise TimeOver
