"""How much work one question may take: what would take minutes, or fill all memory, is given up."""

from __future__ import annotations

MOST_STEPS = 1_000_000
"""So many steps of looking for something, each of about a millionth of a second."""


class TooMuchWork(Exception):
    """A question that would take too long to answer. Whoever asked says where in the rules it is."""


class Effort:
    """Counts the steps of a question; what several parts of an answer do counts together."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def begin(self) -> None:
        """Another question is asked."""
        self.left = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Count steps before they are made. TooMuchWork if there are too many for one question."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork
