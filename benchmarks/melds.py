"""How fast the least deadwood is found: ``python benchmarks/melds.py``, rulerun being installed.

Prints what was measured, in one run, beside a plain search in the same Python: all melds of a hand
as bit masks, then the best disjoint ones by a recursion that remembers the masks it has seen. Both
give the same answers, which is checked. In each round the hands are others and the rules are built
afresh; a line shows the median of the rounds, and the slowest and the fastest. Seconds are processor
time of this process, so that a busy machine does less harm.
"""

from __future__ import annotations

import gc
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from rulerun.interpreter.machine.meld_kinds import MeldKind
from rulerun.interpreter.machine.melds import MeldRules

Hand: TypeAlias = list[int]
Ask: TypeAlias = Callable[[Hand], object]

ROUNDS = 5
HANDS = 20_000
KEPT = 500
RANKS = [card % 13 for card in range(52)]
SUITS = [card // 13 for card in range(52)]
VALUES = [min(rank + 1, 10) for rank in RANKS]
KINDS = (MeldKind(3, 4, "rank"), MeldKind(3, None, "suit", tuple(range(13))))


def plain_melds(hand: Sequence[int]) -> list[tuple[int, int]]:
    """The melds of a hand: mask of places, value."""
    place = {card: 1 << position for position, card in enumerate(hand)}
    melds = []
    for rank in range(13):
        same = [card for card in hand if RANKS[card] == rank]
        if len(same) == 4:
            melds.append(same)
            melds += [[card for card in same if card != other] for other in same]
        elif len(same) == 3:
            melds.append(same)
    for first in hand:
        run = [first]
        while RANKS[run[-1]] < 12 and run[-1] + 1 in place:
            run.append(run[-1] + 1)
            if len(run) >= 3:
                melds.append(list(run))
    return [(sum(place[c] for c in meld), sum(VALUES[c] for c in meld)) for meld in melds]


def plain_search(hand: Sequence[int]) -> int:
    """The least deadwood of a hand, by a memoised search over its melds."""
    melds = plain_melds(hand)
    known: dict[int, int] = {}

    def most_melded(free: int) -> int:
        if free not in known:
            known[free] = max(
                (value + most_melded(free & ~mask) for mask, value in melds if mask & free == mask),
                default=0,
            )
        return known[free]

    return sum(VALUES[card] for card in hand) - most_melded((1 << len(hand)) - 1)


class RememberedSearch:
    """The plain search, each hand once: kept by the mask of its cards."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}

    def least(self, hand: Sequence[int]) -> int:
        mask = 0
        for card in hand:
            mask |= 1 << card
        if mask not in self.known:
            self.known[mask] = plain_search(hand)
        return self.known[mask]


def random_hands(size: int, rng: random.Random) -> list[Hand]:
    return [rng.sample(range(52), size) for _ in range(HANDS)]


def random_deals(rng: random.Random) -> list[Hand]:
    """The eleven cards before each discard, in deals played at random until the stock is low."""
    hands: list[Hand] = []
    while len(hands) < HANDS:
        deck = rng.sample(range(52), 52)
        seats = [deck[:10], deck[10:20]]
        pile, stock = [deck[20]], deck[21:]
        turn = 0
        while len(stock) > 2:
            hand = seats[turn]
            hand.append(pile.pop() if rng.random() < 0.5 else stock.pop())
            hands.append(list(hand))
            pile.append(hand.pop(rng.randrange(10)))
            turn = 1 - turn
    return hands[:HANDS]


def seconds(ask: Ask, hands: list[Hand]) -> float:
    start = time.process_time()
    for hand in hands:
        ask(hand)
    return time.process_time() - start


def race(ours: Ask, plain: Ask, hands: list[Hand]) -> tuple[float, float]:
    """Seconds that each took for all the hands."""
    gc.collect()
    return seconds(ours, hands), seconds(plain, hands)


def rate(times: list[float], answers: int) -> str:
    """`answers` a second: median, slowest, fastest."""
    middle, low, high = (answers / t for t in (statistics.median(times), max(times), min(times)))
    return f"{middle:11,.0f}/s   ({low:,.0f} to {high:,.0f})"


def compare(title: str, times: list[tuple[float, float]], answers: int) -> None:
    ratio = statistics.median(plain / ours for ours, plain in times)
    print(f"\n{title}")
    print(f"  rulerun       {rate([ours for ours, _ in times], answers)}")
    print(f"  plain search  {rate([plain for _, plain in times], answers)}")
    print(f"  ratio         {ratio:11.1f}")


def measure(size: int) -> None:
    """Hands of one size: never seen before, and asked a second time."""
    first, again = [], []
    for number in range(ROUNDS):
        hands = random_hands(size, random.Random(100 * size + number))
        rules = MeldRules(RANKS, SUITS, VALUES, KINDS)
        search = RememberedSearch()
        first.append(race(rules.deadwood_value, plain_search, hands))
        soon = hands[:KEPT]
        for hand in soon:
            assert rules.deadwood_value(hand) == search.least(hand), hand
        again.append(race(rules.deadwood_value, search.least, soon * (HANDS // KEPT)))
    compare(f"{size} random cards, each hand for the first time", first, HANDS)
    compare(
        f"{size} random cards, {KEPT} hands again and again (both have kept them)", again, HANDS
    )


def measure_deals() -> None:
    """Before each discard of a random deal: what is left after each of the eleven."""
    times = []
    for number in range(ROUNDS):
        hands = random_deals(random.Random(number))
        rules = MeldRules(RANKS, SUITS, VALUES, KINDS)
        search = RememberedSearch()

        def each_discard(hand: Hand, search: RememberedSearch = search) -> tuple[int, ...]:
            return tuple([search.least([c for c in hand if c != card]) for card in hand])

        times.append(race(rules.deadwood_value_without, each_discard, hands))
        for hand in hands[:2000]:
            assert rules.deadwood_value_without(hand) == each_discard(hand), hand
    compare("turns of random deals, all eleven discards judged: turns", times, HANDS)
    compare("the same, hands of ten judged", times, 11 * HANDS)


def measure_building() -> None:
    times = []
    for _ in range(20):
        start = time.process_time()
        MeldRules(RANKS, SUITS, VALUES, KINDS)
        times.append(time.process_time() - start)
    print(f"\nbuilding the rules: {1000 * statistics.median(times):.2f} ms")


def measure_arranging() -> None:
    """Whole answers, asked once or twice a deal."""
    rules = MeldRules(RANKS, SUITS, VALUES, KINDS)
    rng = random.Random(7)
    hands = [rng.sample(range(52), 20) for _ in range(2000)]
    arranged = seconds(lambda deal: rules.arrange(deal[:10]), hands)
    against = seconds(lambda deal: rules.arrange_against(deal[:10], deal[10:]), hands)
    print(f"arranging ten random cards: {1e6 * arranged / len(hands):.0f} us")
    print(f"arranging them against ten others: {1e6 * against / len(hands):.0f} us")


def main() -> None:
    print(f"Least deadwood, {platform.python_implementation()} {platform.python_version()},")
    print(f"{HANDS:,} hands a round, {ROUNDS} rounds: median (slowest to fastest)")
    for size in (10, 14, 7):
        measure(size)
    measure_deals()
    measure_building()
    measure_arranging()


if __name__ == "__main__":
    main()
