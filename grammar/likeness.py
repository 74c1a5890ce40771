"""Which of very many names are like a word: those that share most pairs of letters with it.

To compare a word with each of thousands of names takes too long where hundreds of words are wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

_KEPT = 50  # names that are worth a closer look


def alike(word: str, names: Sequence[str]) -> list[str]:
    """The names most like a word, at most some dozens, the likeliest first."""
    by_pair = _by_pair(tuple(names))
    common = max(_KEPT, len(names) // 8)
    shared: Counter[str] = Counter()
    for pair in _pairs(word):
        having = by_pair.get(pair, ())
        if len(having) <= common:  # what every other name has says nothing
            shared.update(having)
    return [name for name, _ in shared.most_common(_KEPT)]


@lru_cache(maxsize=4)
def _by_pair(names: tuple[str, ...]) -> dict[str, list[str]]:
    """The names by the pairs of letters in them."""
    found: dict[str, list[str]] = {}
    for name in names:
        for pair in _pairs(name):
            found.setdefault(pair, []).append(name)
    return found


def _pairs(word: str) -> set[str]:
    """Two letters that follow one another, with the word's two ends as letters; swapped ones too."""
    whole = f"^{word}$"
    return {"".join(sorted(whole[n : n + 2])) for n in range(len(whole) - 1)}
