"""Which rows of a table may apply at once: where none of two rows ever do, their order says nothing."""

from __future__ import annotations

from itertools import combinations

from ...machine.checked import Checked
from .cases import Counting
from .consulting import TableReader


def together(checked: Checked, table: str) -> frozenset[frozenset[str]] | None:
    """The pairs of rows of a table, by their names, that may both apply; None if nobody can tell.

    A last row `otherwise` applies with none. Of a table that is used nowhere nothing is known.
    """
    reader = TableReader(checked.symbols)
    counting = Counting(checked.symbols, reader.read())
    uses = [use for use in reader.uses if use.table.name == table]
    found: set[frozenset[str]] = set()
    for use in uses:
        rows = [row.name for row in use.table.rows if row.row.kind != "otherwise"]
        cases = counting.cases(use.conditions)
        if cases is None:
            return None
        for answer in cases.all:
            applying = [name for name, applies in zip(rows, answer, strict=True) if applies]
            found.update(frozenset(pair) for pair in combinations(applying, 2))
    return frozenset(found) if uses else None
