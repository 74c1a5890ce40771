"""Slips by chance, the same for the same seed: so many of each kind from each rule file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from .layout import LAYOUT
from .sheet import RULESETS, Sheet, sheet
from .slip import Slip
from .wording import WORDING


@cache
def sheets() -> tuple[Sheet, ...]:
    """The shipped rule files, taken apart; without forms, of which a game says what is right."""
    paths = sorted(path for path in RULESETS.rglob("*.yaml") if path.parent.name != "forms")
    return tuple(sheet(path) for path in paths)


def corpus(number: int, seed: int = 1) -> list[Slip]:
    """At least so many slips, no two of which make the same file."""
    rng = Random(seed)
    found: dict[tuple[str, str], Slip] = {}
    for slip in _made(sheets(), rng):
        found.setdefault((slip.sheet.source.name, slip.text), slip)
        if len(found) >= number:
            break
    return list(found.values())


def _made(files: Sequence[Sheet], rng: Random) -> Iterator[Slip]:
    """One of each kind in turn, from a file by chance; long files come more often.

    Two of three are in the rules, one is anywhere.
    """
    rules = [f.rules_alone() for f in files]
    weights = [len(list(f.lines())) for f in rules]
    while True:
        for make in (*WORDING, *LAYOUT):
            for _ in range(20):
                place = rng.choices(rng.choice((rules, rules, files)), weights)[0]
                slip = make(place, rng)
                if slip is not None:
                    yield slip
                    break
