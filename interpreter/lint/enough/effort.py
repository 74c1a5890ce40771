"""How much may be done to find out whether there is enough: counted, never timed."""

from __future__ import annotations

FACTS_A_LINE = 100
"""To look at so many facts takes about the time that a line takes with none."""


class Effort:
    """What going through rules costs: lines gone through and facts looked at, counted in all."""

    __slots__ = ("facts", "lines", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self.lines = 0
        self.facts = 0

    @property
    def spent(self) -> int:
        """In lines."""
        return self.lines + self.facts // FACTS_A_LINE
