"""Which of some lines of a rule file stands at a wrong depth, and how deep it was meant to stand.

YAML stops at a line that fits none above it; mostly another one is indented wrongly. So lines around
that place are moved, one at a time, to where others stand: the line whose move lets YAML read on the
farthest is the wrong one, and among several the one that then stands beside its like.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from .record import record
from .stretch import KEY_END, Stretch
from .vocabulary.keys import PLACES, places_of

_AROUND = 25  # lines above and below that are looked at
_MOST = 10_000  # characters of these, which are read several times


@record
class Row:
    """A line as it stands here: where it begins in the file, its depth, and what stands on it."""

    start: int
    depth: int
    words: str

    @property
    def is_item(self) -> bool:
        """Whether it begins with a dash."""
        return self.words.startswith("- ")

    @property
    def is_key(self) -> bool:
        """Whether it begins with a key."""
        return not self.is_item and KEY_END.search(self.words) is not None

    def at(self, depth: int) -> Row:
        """The same line at another depth."""
        return Row(self.start, depth, self.words)

    def is_like(self, other: Row) -> bool:
        """Whether both may stand in one map or list."""
        if self.is_item or other.is_item:
            return self.is_item and other.is_item
        places, others = _places(self), _places(other)
        if places and others:
            return bool(places & others)
        if places or others:
            return PLACES["table"].title in places | others  # where rows stand beside keys
        return self.words.endswith(":") == other.words.endswith(":")


def misplaced(stretch: Stretch, line: int, reach: Callable[[str], int]) -> tuple[int, int] | None:
    """The line that stands at a wrong depth, if YAML stopped at `line`, and its right depth.

    `reach` tells how far a text can be read. None if no line that is moved makes things better.
    """
    rows, here = _around(stretch, line)
    if sum(row.depth + len(row.words) for row in rows) > _MOST:
        return None
    step, stops = stretch.step(), rows[here]
    depths = dict.fromkeys([stops.depth, *stretch.indents_above(line), stops.depth - step])
    best: tuple[tuple[int, int, int, int], tuple[int, int]] | None = None
    for number in _candidates(rows, here):
        for depth in depths if number == here else (stops.depth, stops.depth - step):
            row = rows[number]
            if depth < 0 or depth == row.depth:
                continue
            moved = [*rows[:number], row.at(depth), *rows[number + 1 :]]
            text = "".join(f"{' ' * r.depth}{r.words}\n" for r in moved)
            read = reach(text)
            reached = len(rows) if read > len(text) else text.count("\n", 0, read)
            if reached <= here:
                continue
            groups = _beside_one_another(moved)
            rank = (-reached, _unlike(groups), _uneven(moved, step), abs(number - here))
            if best is None or rank < best[0]:
                best = rank, (row.start, depth)
    return None if best is None else best[1]


def _around(stretch: Stretch, line: int) -> tuple[list[Row], int]:
    """The lines around one, under those that they stand below; and which of them it is."""
    lines, above = [line], stretch.line_above(line)
    while above is not None and len(lines) <= _AROUND:
        lines.append(above)
        above = stretch.line_above(above)
    upper = stretch.parent(lines[-1])
    while upper is not None:
        lines.append(upper)
        upper = stretch.parent(upper)
    here = len(lines) - 1
    lines.reverse()
    below = stretch.line_below(line)
    while below is not None and below < stretch.end and len(lines) <= here + _AROUND:
        lines.append(below)
        below = stretch.line_below(below)
    rows = [
        Row(at, stretch.indent(at), stretch.text[at : stretch.line_end(at)].strip()) for at in lines
    ]
    return rows, here


def _candidates(rows: list[Row], here: int) -> list[int]:
    """The lines that may be wrong: this one, the one above, the one under which it seems to stand,
    and the first one below that."""
    found = [here, here - 1, here - 2]
    upper = here - 1
    while upper >= 0 and rows[upper].depth >= rows[here].depth:
        upper -= 1
    found += [upper, upper + 1]
    return [number for number in dict.fromkeys(found) if 0 <= number < len(rows)]


def _beside_one_another(rows: list[Row]) -> list[list[Row]]:
    """The lines with keys, each among those of the same map or list."""
    groups: list[list[Row]] = []
    opened: list[list[Row]] = []
    for row in rows:
        if not (row.is_key or row.is_item):
            continue
        while opened and opened[-1][0].depth > row.depth:
            opened.pop()
        if not opened or opened[-1][0].depth < row.depth:
            opened.append([])
            groups.append(opened[-1])
        opened[-1].append(row)
    return groups


def _unlike(groups: list[list[Row]]) -> int:
    """How many neighbours cannot stand in the same map."""
    return sum(not one.is_like(other) for group in groups for one, other in pairwise(group))


def _places(row: Row) -> set[str]:
    """Where a key of the language may stand."""
    return set(places_of(row.words.partition(":")[0].rstrip()))


def _uneven(rows: list[Row], step: int) -> int:
    """How many lines are not one step deeper than the one they stand under."""
    count = 0
    opened: list[Row] = []
    for row in rows:
        if not (row.is_key or row.is_item):
            continue
        while opened and opened[-1].depth >= row.depth:
            opened.pop()
        if opened:
            count += row.depth - opened[-1].depth != step
        opened.append(row)
    return count
