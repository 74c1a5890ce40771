"""What the examples of files exercise, in lines: how much of each file, and what they leave out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .paint import Paint, grid
from .reports.json_objects import place_of
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.examples.coverage import Covered


def percent(covered: Covered) -> str:
    """`97 %`, rounded down, so that 100 is said only where nothing is missing."""
    return f"{int(covered.percent)} %"


def is_below(covered: Covered, threshold: int | None) -> bool:
    """Whether less is exercised than is asked for."""
    return threshold is not None and covered.percent < threshold


def in_lines(
    all_covered: Iterable[Covered], paint: Paint, *, verbose: bool = False
) -> Iterator[str]:
    """A table with a row for each file, and below it what no example does."""
    all_covered = list(all_covered)
    rows = [("coverage", "exercised", "of", "")]
    for covered in all_covered:
        counts = (str(covered.exercised), str(len(covered.units)), percent(covered))
        rows.append((harmless(covered.file), *counts))
        for kind in _kinds(covered) if verbose else ():
            exercised, there = covered.of_kind(kind)
            rows.append((f"  {kind}", str(exercised), str(there), ""))
    first, *others = grid(rows, right=(1, 2, 3))
    yield ""
    yield paint.bold(first)
    yield from others
    missing = [unit for covered in all_covered for unit in covered.missing]
    if missing:
        yield ""
        yield paint.bold("what no example shows")
    for unit in missing:
        yield f"{harmless(unit.span.place)}: {harmless(unit.what)}"


def as_object(covered: Covered) -> dict[str, Any]:
    """The same as an object for JSON."""
    return {
        "file": covered.file,
        "exercised": covered.exercised,
        "of": len(covered.units),
        "percent": round(covered.percent, 2),
        "kinds": {
            kind: dict(zip(("exercised", "of"), covered.of_kind(kind), strict=True))
            for kind in _kinds(covered)
        },
        "missing": [
            {
                "kind": unit.kind,
                "what": unit.what,
                "place": place_of(unit.span),
            }
            for unit in covered.missing
        ],
    }


def _kinds(covered: Covered) -> list[str]:
    """The kinds of units that a file has."""
    from rulerun.interpreter.examples.units import KINDS

    return [kind for kind in KINDS if covered.of_kind(kind)[1]]
