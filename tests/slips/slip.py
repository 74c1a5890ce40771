"""A slip: one place of a rule file got wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from .sheet import Sheet


@dataclass(frozen=True)
class Slip:
    """One place got wrong.

    `text` is the whole file with the slip. `places` are the offsets in it at which a report is
    exact: mostly one, the first character of the wrong word. What was left out shows at either of
    its neighbours. `right` is the word that was meant, for misspelt ones.
    """

    kind: str
    sheet: Sheet = field(repr=False)
    text: str = field(repr=False)
    places: tuple[int, ...]
    before: str
    after: str
    right: str | None = None


Making: TypeAlias = Callable[[Sheet, Random], Slip | None]
"""Makes one slip of a kind, or None where chance led to nothing."""


def exchange(
    kind: str,
    sheet: Sheet,
    start: int,
    end: int,
    put: str,
    *places: int,
    right: str | None = None,
) -> Slip | None:
    """The slip that puts other characters in the place of some; None if they are the same.

    Without `places` the report is to stand where they begin.
    """
    text = sheet.text
    if text[start:end] == put:
        return None
    changed = text[:start] + put + text[end:]
    before, after = text[start:end], put
    if not before or not after:  # show a little of what stands around
        lead, tail = text[max(0, start - 12) : start], text[end : end + 12]
        before, after = f"{lead}{before}{tail}", f"{lead}{after}{tail}"
    return Slip(kind, sheet, changed, places or (start,), before, after, right)
