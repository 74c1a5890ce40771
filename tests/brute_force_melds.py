"""Melds by trying everything: slow, short, and written from the text of the language alone.

The oracle of `rulerun.interpreter.machine.melds`. Cards are numbers; `Rules` says what they are. A kind is
`(least, most, same, order)` as in `MeldKind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = tuple[int, int | None, Literal["rank", "suit"], tuple[int, ...] | None]
Meld: TypeAlias = tuple[int, ...]


class Rules(NamedTuple):
    """The cards by number, and the kinds of melds."""

    ranks: tuple[int | None, ...]
    suits: tuple[int | None, ...]
    values: tuple[int, ...]
    kinds: tuple[Kind, ...]

    def value(self, cards: tuple[int, ...]) -> int:
        return sum(self.values[card] for card in cards)

    def deadwood(self, cards: tuple[int, ...]) -> tuple[int, int]:
        """What cards are as deadwood: the least is best, and of equals that with the fewest cards
        that count nothing."""
        return self.value(cards), sum(self.values[card] == 0 for card in cards)


def places(rules: Rules, cards: tuple[int, ...]) -> Iterator[tuple[tuple[object, ...], Meld]]:
    """For each kind these cards are a meld of: its place in the fixed order, and how they lie."""
    if any(rules.ranks[card] is None or rules.suits[card] is None for card in cards):
        return
    ranks = [rules.ranks[card] for card in cards]
    suits = [rules.suits[card] for card in cards]
    for number, (least, most, same, order) in enumerate(rules.kinds):
        if len(cards) < max(least, 1) or (most is not None and len(cards) > most):
            continue
        if same == "rank" and len(set(ranks)) == 1:
            lying = tuple(sorted(cards, key=lambda card: (rules.suits[card], card)))
            suits = [rules.suits[card] for card in lying]
            yield (number, ranks[0], len(cards), suits, lying), lying
        elif same == "suit" and order is None and len(set(suits)) == 1:
            lying = tuple(sorted(cards, key=lambda card: (rules.ranks[card], card)))
            ranks = [rules.ranks[card] for card in lying]
            yield (number, suits[0], len(cards), ranks, lying), lying
        elif same == "suit" and order is not None and len(set(suits)) == 1:
            for lowest in range(len(order) - len(cards) + 1):
                window = order[lowest : lowest + len(cards)]
                if len(set(window)) == len(window) and sorted(window) == sorted(ranks):  # type: ignore[type-var]
                    lying = tuple(sorted(cards, key=lambda card: window.index(rules.ranks[card])))
                    yield (number, suits[0], lowest, len(cards), lying), lying


def is_meld(rules: Rules, cards: tuple[int, ...]) -> bool:
    return len(set(cards)) == len(cards) and any(True for _ in places(rules, cards))


def candidates(rules: Rules, hand: tuple[int, ...]) -> list[Meld]:
    """All melds in the hand, in the fixed order."""
    found = [
        place
        for size in range(1, len(hand) + 1)
        for cards in combinations(hand, size)
        for place in places(rules, cards)
    ]
    return [lying for _, lying in sorted(found)]


def arrangements(melds: list[Meld], hand: frozenset[int], first: int = 0) -> Iterator[list[int]]:
    """All lists of disjoint melds, as numbers in the fixed order, which is also their order here."""
    yield []
    for number in range(first, len(melds)):
        if hand.issuperset(melds[number]):
            for rest in arrangements(melds, hand - set(melds[number]), number + 1):
                yield [number, *rest]


def best_arrangements(rules: Rules, hand: tuple[int, ...]) -> list[tuple[Meld, ...]]:
    """All with least deadwood, the first in the fixed order first."""
    melds = candidates(rules, hand)
    found = []
    for chosen in arrangements(melds, frozenset(hand)):
        laid = [card for number in chosen for card in melds[number]]
        left = rules.deadwood(tuple(card for card in hand if card not in laid))
        found.append((left, chosen))
    least = min(left for left, _ in found)
    return [tuple(melds[n] for n in chosen) for left, chosen in found if left == least]


def lay_offs(
    is_one: Callable[[Meld], bool],
    table: tuple[Meld, ...],
    loose: frozenset[int],
    seen: set[object],
) -> Iterator[frozenset[int]]:
    """What stays after each way to lay loose cards on the melds, one card after the other.

    `is_one` says whether cards are a meld.
    """
    if (table, loose) in seen:
        return
    seen.add((table, loose))
    yield loose
    for card in loose:
        for number, meld in enumerate(table):
            if is_one((*meld, card)):
                grown = tuple(sorted((*meld, card)))
                after = (*table[:number], grown, *table[number + 1 :])
                yield from lay_offs(is_one, after, loose - {card}, seen)


def deadwood_against(
    rules: Rules, hand: tuple[int, ...], table: tuple[Meld, ...]
) -> tuple[int, ...]:
    """What stays when melds and lay-offs are chosen together."""
    melds = candidates(rules, hand)
    found = []
    for chosen in arrangements(melds, frozenset(hand)):
        loose = frozenset(hand) - {card for number in chosen for card in melds[number]}
        for left in lay_offs(partial(is_meld, rules), table, loose, set()):
            laid = sorted(loose - left)
            found.append((rules.deadwood(tuple(left)), chosen, len(laid), laid, left))
    *_, left = min(found)
    return tuple(card for card in hand if card in left)


def arrange_against(
    rules: Rules, hand: tuple[int, ...], others: tuple[int, ...]
) -> tuple[Meld, ...]:
    """The arrangement with least deadwood that leaves the others most, the first of these."""
    best = best_arrangements(rules, hand)
    return max(best, key=lambda melds: rules.deadwood(deadwood_against(rules, others, melds)))
