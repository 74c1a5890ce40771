"""Patiences against their rules, told once more in Python: which ways of going on there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import pytest

import rulerun

from .playing import rule_file

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def rank(card: str) -> int:
    """How high a card is; an ace is 0."""
    return RANKS.index(card[:-1])


def is_red(card: str) -> bool:
    return card[-1] in "DH"


def family(state: rulerun.State, name: str) -> list[list[str]]:
    """The cards of each pile of that name, from the bottom."""
    layout, labels = state.game.layout, state.game.deck.labels
    base = layout.pile_base[name]
    count = layout.piles[name].count or 1
    return [[labels[card] for card in state.piles[base + i]] for i in range(count)]


def states(name: str, *overlays: str, games: int, most: int) -> Iterator[rulerun.State]:
    """The states of some games by chance, and after each the legal moves are gone on with."""
    game = rulerun.load(rule_file(name), overlays=overlays)
    for seed in range(games):
        rng, state = Random(seed), game.start(seed=seed)
        while not state.is_over and state.moves_made < most:
            yield state
            state.apply(state.legal_moves.pick(rng))


def goes_up(card: str, foundations: Sequence[Sequence[str]]) -> bool:
    tops = [pile[-1] for pile in foundations if pile]
    return rank(card) == 0 or any(
        top[-1] == card[-1] and rank(card) == rank(top) + 1 for top in tops
    )


def in_sequence(row: Sequence[str]) -> bool:
    return all(
        rank(high) == rank(low) + 1 and is_red(high) != is_red(low) for high, low in pairwise(row)
    )


def movable_at_once(cells: int, gaps: int) -> int:
    """How many cards can be carried one by one: so many aside, that pile on a gap, and again."""
    return (cells + 1) if gaps == 0 else 2 * movable_at_once(cells, gaps - 1)


def test_freecell_offers_every_way_of_going_on() -> None:
    seen = 0
    for state in states("freecell", games=4, most=60):
        cells, columns = family(state, "cells"), family(state, "tableau")
        foundations = family(state, "foundations")
        tops = [column[-1] for column in columns if column]
        kept = [cell[0] for cell in cells if cell]
        free, gaps = len(cells) - len(kept), len(columns) - len(tops)
        expected = {f"put_up {card}" for card in kept + tops if goes_up(card, foundations)}
        expected |= {f"park {card}" for card in tops if free}
        for place, row in [
            *((None, [card]) for card in kept),
            *((i, column[j:]) for i, column in enumerate(columns) for j in range(len(column))),
        ]:
            if not in_sequence(row):
                continue
            for i, column in enumerate(columns):
                fits = not column or in_sequence([column[-1], row[0]])
                room = movable_at_once(free, gaps - (not column))
                if i != place and fits and len(row) <= room:
                    expected.add(f"build {row[0]}, {i + 1}")
        assert {str(move) for move in state.legal_moves} == expected
        seen += any(len(row) > 1 for row in columns) and bool(expected)
    assert seen > 100


@pytest.mark.parametrize("overlays", [(), ("two_suits",)])
def test_spider_offers_every_way_of_going_on(overlays: tuple[str, ...]) -> None:
    seen = 0
    for state in states("spider", *overlays, games=1, most=150):
        columns = family(state, "tableau")
        base = state.game.layout.pile_base["tableau"]
        expected = set()
        for i, column in enumerate(columns):
            open_ones = [state.face_up >> card & 1 for card in state.piles[base + i]]
            for count in range(1, len(column) + 1):
                row = column[-count:]
                in_order = [rank(card) for card in row] == [
                    *range(rank(row[0]), rank(row[0]) - count, -1)
                ]
                if not all(open_ones[-count:]) or not in_order or len({c[-1] for c in row}) > 1:
                    break
                expected |= {
                    f"build {i + 1}, {count}, {j + 1}"
                    for j, other in enumerate(columns)
                    if j != i and (not other or rank(other[-1]) == rank(row[0]) + 1)
                }
            assert not column or open_ones[-1]
        if all(columns) and family(state, "stock")[0]:
            expected.add("deal")
        assert {str(move) for move in state.legal_moves} == expected
        seen += 1
    assert seen > 80
