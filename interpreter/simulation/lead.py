"""Who is ahead in the course of a game, looked at again and again, and what that says of the game.

The measures are Browne's (Automatic Generation and Evaluation of Recombination Games, 2008, on lead
changes, drama and decisiveness), with what the rules compare for his evaluation of a position.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from ..machine.standing import Standing, leader
from ..machine.state import State

Scores: TypeAlias = tuple[int, ...]


class Lead:
    """The scores of the seats, or teams, at each look, the last one at the end of the game."""

    def __init__(self, standing: Standing | None) -> None:
        self._standing = standing
        self.looks: list[Scores] = []

    def look(self, state: State) -> Scores | None:
        """The scores now; None if there are none."""
        scores = None if self._standing is None else self._standing.at(state)
        if scores is not None:
            self.looks.append(scores)
        return scores


def changes(looks: Sequence[Scores]) -> int:
    """How often somebody was ahead alone who was not so before."""
    ahead, count = None, 0
    for scores in looks:
        first = leader(scores)
        if first is not None and first != ahead:
            count += ahead is not None
            ahead = first
    return count


def drama(looks: Sequence[Scores], winner: int) -> int:
    """How far behind the winner was, on the average of the looks at which it was, from 0 to 100.

    Of each the root is taken, as a part of the largest distance there was between the best and the
    worst: the first steps back count most. 0 if it never was.
    """
    behind = [max(scores) - scores[winner] for scores in looks[:-1]]
    behind = [distance for distance in behind if distance]
    if not behind:
        return 0
    widest = max(max(scores) - min(scores) for scores in looks)
    mean = math.fsum(math.sqrt(distance / widest) for distance in behind) / len(behind)
    return round(100 * mean)


def time_behind(looks: Sequence[Scores], winner: int) -> int:
    """At how many of 100 looks before the end the winner was behind."""
    before = looks[:-1]
    return round(100 * sum(scores[winner] < max(scores) for scores in before) / len(before))


def decided_at(looks: Sequence[Scores], winner: int) -> int:
    """After how many of 100 looks before the end the winner was ahead alone for good."""
    before = looks[:-1]
    waiting = len(before)
    while waiting and leader(before[waiting - 1]) == winner:
        waiting -= 1
    return round(100 * waiting / len(before))
