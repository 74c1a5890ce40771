"""From fixed deals there are as many ways to go on as `counts.yaml` says."""

from __future__ import annotations

import pytest

from . import brute_force_tricks
from .counting import Count, all_counts, ways

MOST = 1000
"""So many are counted here; the soak counts all that the file has."""

EACH_COUNT = pytest.mark.parametrize(
    "count", [pytest.param(count, id=f"{count.game}-{n}") for n, count in enumerate(all_counts())]
)


def counted(count: Count, most: int | None) -> None:
    depths = [d for d, number in enumerate(count.counts, 1) if most is None or number <= most]
    state, moves_of = count.start()
    assert [ways(state, depth, moves_of) for depth in depths] == [
        count.counts[depth - 1] for depth in depths
    ]


@EACH_COUNT
def test_there_are_as_many_ways(count: Count) -> None:
    counted(count, max(MOST, count.counts[0]))


@pytest.mark.soak
@EACH_COUNT
def test_there_are_as_many_ways_far_ahead(count: Count) -> None:
    counted(count, None)


def test_plain_tricks_are_counted_by_brute_force() -> None:
    (whist,) = (count for count in all_counts() if count.by == "brute force")
    assert whist.game == "whist"
    cards = whist.cards.split()
    # One card after the other to the dealer's left, and so on; the last one turned is the trump.
    hands = [frozenset(cards[seat::4]) for seat in range(4)]
    found = [
        brute_force_tricks.ways(hands, trump=cards[51][-1], moves=depth)
        for depth in range(1, len(whist.counts) + 1)
    ]
    assert found == whist.counts
