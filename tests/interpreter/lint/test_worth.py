"""L614: aces and face cards that count 0, as `values` is missing or forgets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "all are forgotten": ("", "the deck has no 'values': J, Q, K and A count 0"),
    "the ace is forgotten": (
        "  values: «J Q K = 10»\n",
        "'values' says what J, Q and K count and nothing of A: A counts 0",
    ),
    "the ace counts nothing": ("  values: J Q K = 10, A = 0\n",),
    "only the ace counts": ("  values: A = 1\n",),
    "there is no ace": ("  values: J Q K = 10\n  only: rank is not A\n",),
    "nothing of numbers": ("  values: A = 11, J Q K = 10\n",),
}
"""Lines of the deck, with a mark."""

DECK = "deck:\n  ranks: 2 to 10, J, Q, K, A\n  starts in: stock\n"


@pytest.mark.parametrize("name", CASES)
def test_what_is_told(name: str, tmp_path: Path) -> None:
    lines, *messages = CASES[name]
    value = "«value»" if messages and "«" not in lines else "value"
    end = "end: { over: when " + value + " of top of stock > 12 }\n"
    check(DECK + lines + end, tuple(messages), {"L614"}, tmp_path)


def test_nothing_is_told_where_nobody_counts(tmp_path: Path) -> None:
    check(DECK + "  values: J Q K = 10\n", (), {"L614"}, tmp_path)
