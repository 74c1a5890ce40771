"""What of a rule file its examples exercise, measured on the machine itself.

Of a game all of its units count, and all its examples; of a house rule those units that it wrote or
changed, and its own examples.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rulerun.grammar import syntax
from rulerun.grammar.record import record

from ..checking.marks import Mark, Marks
from .own_units import own_units
from .units import Unit, units_of

if TYPE_CHECKING:
    from ..loading import Loaded
    from .proof import Proof


@record
class Covered:
    """How much of a file its examples exercise. `missing` are in the order of the file."""

    file: str
    units: tuple[Unit, ...]
    missing: tuple[Unit, ...]

    @property
    def exercised(self) -> int:
        """How many units are exercised."""
        return len(self.units) - len(self.missing)

    @property
    def percent(self) -> float:
        """How many of a hundred units are; 100 where there are none."""
        return 100 * self.exercised / len(self.units) if self.units else 100.0

    def of_kind(self, kind: str) -> tuple[int, int]:
        """How many units of a kind are exercised, and how many there are."""
        there = sum(unit.kind == kind for unit in self.units)
        return there - sum(unit.kind == kind for unit in self.missing), there


class Measuring:
    """Measures while examples are played.

    `loaded` are the same rules, checked into a program that notes what it passes: play the examples
    with these, and say after each one that it was `played`.
    """

    def __init__(self, loaded: Loaded) -> None:
        self._marks = Marks()
        assert loaded.ruleset is not None and loaded.checked is not None
        self.loaded = replace(loaded, checked=loaded.checked.noting(self._marks))
        own = loaded.stack.own
        self._file = loaded.stack.file if own is None else own.file
        self._examples = {
            e.span: e for e in loaded.ruleset.examples if own is None or e.overlay == own.name
        }
        self._units = list(units_of(loaded.ruleset))
        if own is not None:
            self._units = own_units(own, loaded.stack, loaded.ruleset, self._units)
        self._passed: set[Unit] = set()
        self._reached: set[Mark] = set()

    def played(self, proof: Proof) -> None:
        """An example was played; one that belongs to another file, or is to fail, does not count."""
        passed = self._marks.taken()
        example = self._examples.get(proof.span)
        if example is None or proof.broken:
            return
        options = {name.text for name, _ in example.set}
        self._reached |= passed
        for unit in self._units:
            if unit.unless_set not in options and (unit.marks is None or unit.marks & passed):
                self._passed.add(unit)

    def units_in(self, path: str) -> Iterator[tuple[Unit, bool]]:
        """The units that stand in one file, a form for example, and whether they are exercised."""
        same = os.path.realpath(path)
        for unit in self._units:
            if os.path.realpath(unit.span.file.name) == same:
                yield self._told(unit), unit in self._passed

    @property
    def covered(self) -> Covered:
        """What came of it so far."""
        missing = [self._told(unit) for unit in self._units if unit not in self._passed]
        missing.sort(key=lambda unit: (unit.span.file.name, unit.span.start))
        return Covered(self._file, tuple(self._units), tuple(missing))

    def _told(self, unit: Unit) -> Unit:
        """Of a line that was reached and did nothing, that it did nothing."""
        reached = any(mark in self._reached for mark in _on_the_way(unit))
        what = unit.what.replace("never does anything", "is reached and never does anything")
        return replace(unit, what=what) if reached else unit


def _on_the_way(unit: Unit) -> Iterator[Mark]:
    """What is passed before a guarded line does something."""
    for tree in unit.trees:
        if unit.kind == "lines" and isinstance(tree, syntax.Guard | syntax.ForEach):
            yield "line", tree.span
