"""The least deadwood of a hand, counted without laying the melds out.

Sets take cards of one rank from several suits, all other melds stay inside one suit. So once it is
settled which cards go into sets, each suit can be looked up by itself, and the hand costs a few
additions. For that a hand is one number, its key: for each suit a field that counts the cards of
each rank, then for each rank a counter that shows when there are enough cards for a set, then a bit
for each loose card (one without rank or suit). Equal cards of two packs weigh the same: hands that
differ in nothing else have one key.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from math import prod

from .effort import Effort

SUITS = 4  # as many as the language knows; their fields are added up without a loop
MEMO_SIZE = 1 << 10  # hands remembered, in each memo: what a turn asks; more make new ones slower
FIELDS_SIZE = 1 << 16  # fields remembered of a suit that has no list
LONGEST_LIST = 13  # ranks, up to which all the fields of a suit are worked out beforehand
PAIRED = 256  # cards, up to which those of each two are added up beforehand
MANY = 1 << 12  # ways to take sets out, from which on they count as work


def reachable_totals(sizes: Iterable[int], most: int) -> frozenset[int]:
    """How many cards several melds of these `sizes` can hold together, from 0 to `most`."""
    totals, up_to_most = 1, (1 << most + 1) - 1  # as bits
    for size in sorted({size for size in sizes if 0 < size <= most}):
        shift = size if not totals >> size & 1 else most + 1  # else it is made of smaller ones
        while shift <= most:
            totals |= totals << shift & up_to_most
            shift *= 2
    return frozenset(total for total in range(most + 1) if totals >> total & 1)


class _Suit:
    """What the cards of one suit leave at least, once its runs and its groups are taken out.

    A field counts the cards of each rank, `bits` bits a rank. `runs` are fields too. Groups are
    melds of one suit in no sequence; `totals` says how many cards they can hold together.
    """

    __slots__ = ("_bits", "_one", "_runs", "_runs_up_to", "_totals", "_values", "effort", "table")

    def __init__(
        self,
        values: Sequence[int],
        bits: int,
        runs: Collection[int],
        totals: frozenset[int],
        effort: Effort,
    ) -> None:
        self.effort = effort
        self._values = tuple(values)
        self._bits = bits
        self._one = (1 << bits) - 1
        self._runs = tuple(runs)
        self._runs_up_to = tuple(
            tuple(run for run in runs if (run.bit_length() - 1) // bits == rank)
            for rank in range(len(values))
        )
        self._totals = totals
        listed = bits == 1 and len(values) <= LONGEST_LIST and len(totals) == 1
        self.table: list[int] | _Fields = self._list() if listed else _Fields(self, 4 + len(runs))

    def _list(self) -> list[int]:
        """What `least_left` says of every field, for one pack without groups."""
        table = [0]
        for value, runs in zip(self._values, self._runs_up_to, strict=True):
            table += [value + left for left in table]  # one more card, and it stays
            for run in runs:
                others = len(table) - 1 - run
                field = others + run
                while field >= run:  # through all the fields that hold the run
                    rest = field - run
                    table[field] = min(table[field], table[rest])
                    field = (rest - 1 & others) + run if rest else 0
        return table

    def least_left(self, field: int) -> int:
        """The least value left of the cards in `field`, from what `table` says of fewer cards."""
        table = self.table
        if len(self._totals) > 1:
            least = self._left_by_groups(field)
            runs = self._runs
        elif field:
            # The highest card stays, or is the highest of a run.
            rank = (field.bit_length() - 1) // self._bits
            least = self._values[rank] + table[field - (1 << rank * self._bits)]
            runs = self._runs_up_to[rank]
        else:
            return 0
        present = field
        for shift in range(1, self._bits):
            present |= field >> shift
        for run in runs:
            if present & run == run:
                least = min(least, table[field - run])
        return least

    def _left_by_groups(self, field: int) -> int:
        """What is left without runs. A group takes any cards of the suit: the dearest."""
        values: list[int] = []
        for rank, value in enumerate(self._values):
            values += [value] * (field >> rank * self._bits & self._one)
        values.sort()
        cheapest = list(itertools.accumulate(values, initial=0))
        return min(cheapest[len(values) - n] for n in self._totals if n <= len(values))


class _Fields(dict[int, int]):
    """The table of a suit with too many fields for a list: worked out when asked for."""

    __slots__ = ("_steps", "_suit")

    def __init__(self, suit: _Suit, steps: int) -> None:
        super().__init__()
        self._suit = suit
        self._steps = steps

    def __missing__(self, field: int) -> int:
        self._suit.effort.spend(self._steps)
        least = self._suit.least_left(field)
        if len(self) >= FIELDS_SIZE:
            self.clear()
        self[field] = least
        return least


class _Rank(dict[int, tuple[int, ...]]):
    """What the sets of one rank can be made of, as keys, by the cards of the rank in a hand.

    `bits` are all the bits of its cards in a key. `weights`: for each suit, where the count of its
    cards begins and what one card weighs; `one` is the mask of a count. `totals`: how many cards
    the sets can hold together.
    """

    __slots__ = ("_effort", "_one", "_totals", "_weights", "bits")

    def __init__(
        self, one: int, weights: Sequence[tuple[int, int]], totals: frozenset[int], effort: Effort
    ) -> None:
        super().__init__()
        self._effort = effort
        self._one = one
        self._weights = tuple(weights)
        self._totals = totals
        self.bits = sum(one << shift for shift, _ in weights)

    def __missing__(self, present: int) -> tuple[int, ...]:
        counts = [range(1 + (present >> shift & self._one)) for shift, _ in self._weights]
        self._effort.spend(prod(map(len, counts)))
        self[present] = tuple(
            sum(n * weight for n, (_, weight) in zip(chosen, self._weights, strict=True))
            for chosen in itertools.product(*counts)
            if sum(chosen) > 0 and sum(chosen) in self._totals
        )
        return self[present]


class Deadwood:
    """The least deadwood of hands under one set of meld rules. Cards are numbers 0..n-1.

    `ranks`, `suits`, `values`: of each card; ranks and suits are counted from 0, None where a card
    has none. `set_sizes`: how many cards of one rank are a set. `group_sizes`: how many cards of
    one suit, in no sequence, are a meld. `runs`: the ranks of each run, all different.

    ValueError for a suit beyond the fourth, and for equal cards of different value. TooMuchWork where a
    hand, of very many cards, could be laid out in more ways than the `effort` of one question covers.
    """

    __slots__ = (
        "_loose",
        "_mask",
        "_pairs",
        "_places",
        "_ranks",
        "_shifts",
        "_tables",
        "_tops",
        "bits",
        "effort",
        "least",
        "least_without",
        "length",
        "of_rank",
        "start",
        "weights",
    )

    least: Callable[[Sequence[int]], int]
    """The value of the cards in no meld, when the melds leave as little as possible."""

    of_rank: tuple[tuple[tuple[int, int], ...], ...]
    """Of each rank its cards: where they are counted in a key, and what each of them counts."""

    least_without: Callable[[Sequence[int]], tuple[int, ...]]
    """For each of the cards given, in their order, what `least` says of all the others."""

    def __init__(
        self,
        ranks: Sequence[int | None],
        suits: Sequence[int | None],
        values: Sequence[int],
        *,
        set_sizes: Collection[int],
        group_sizes: Collection[int],
        runs: Iterable[Sequence[int]],
        effort: Effort | None = None,
    ) -> None:
        self.effort = Effort() if effort is None else effort
        cards = list(zip(ranks, suits, values, strict=True))
        worth: dict[tuple[int, int], int] = {}
        copies: Counter[tuple[int, int]] = Counter()
        of_rank: Counter[int] = Counter()
        of_suit: Counter[int] = Counter()
        for rank, suit, value in cards:
            if rank is None or suit is None:
                continue
            if not 0 <= suit < SUITS:
                raise ValueError(f"suit {suit}: melds know the suits 0 to {SUITS - 1}")
            if worth.setdefault((rank, suit), value) != value:
                raise ValueError(f"equal cards (rank {rank}, suit {suit}) of different value")
            copies[rank, suit] += 1
            of_rank[rank] += 1
            of_suit[suit] += 1
        all_ranks = range(1 + max(of_rank, default=0))
        bits = max(copies.values(), default=1).bit_length()
        self.bits = bits  # so many count the cards that are equal
        one = (1 << bits) - 1
        width = bits * len(all_ranks)
        self._mask = (1 << width) - 1
        self._shifts = tuple(suit * width for suit in range(SUITS))

        # A counter starts so far up that its top bit is set by the smallest set.
        most = max(of_rank.values(), default=0)
        smallest = min((size for size in set_sizes if size > 0), default=most + 1)
        counter = 1 + max(smallest - 1, most - smallest).bit_length() if smallest <= most else 0
        totals = reachable_totals(set_sizes, most)
        self.start = 0  # the key of no cards
        self._tops = 0
        self._ranks: dict[int, _Rank] = {}  # by the top bit of their counters
        counters = SUITS * width
        for rank in all_ranks if counter else ():
            shift = counters + rank * counter
            top = 1 << shift + counter - 1
            self._tops |= top
            self.start += top - (smallest << shift)
            places = [suit * width + rank * bits for suit in range(SUITS)]
            weights = [(place, (1 << place) + (1 << shift)) for place in places]
            self._ranks[top] = _Rank(one, weights, totals, self.effort)

        self._loose: list[tuple[int, int]] = []  # weight and value
        self._places: list[tuple[int, int, int]] = []  # suit, one such card, all such cards
        weighed: list[int] = []
        for rank, suit, value in cards:
            if rank is None or suit is None:
                weight = 1 << counters + counter * len(all_ranks) + len(self._loose)
                self._loose.append((weight, value))
                self._places.append((0, 0, 0))
            else:
                weight = 1 << suit * width + rank * bits
                if counter:
                    weight += 1 << counters + rank * counter
                self._places.append((suit, 1 << rank * bits, one << rank * bits))
            weighed.append(weight)
        self.weights = tuple(weighed)
        self.length = counters + counter * len(all_ranks) + len(self._loose)  # bits of a key
        self._pairs = (
            [[card + other for other in weighed] for card in weighed]
            if len(weighed) <= PAIRED
            else []
        )

        run_fields = sorted({sum(1 << rank * bits for rank in run) for run in runs})
        groups = reachable_totals(group_sizes, max(of_suit.values(), default=0))
        suit_values = [
            tuple(worth.get((rank, suit), 0) for rank in all_ranks) for suit in range(SUITS)
        ]
        alike = {
            values: _Suit(values, bits, run_fields, groups, self.effort).table
            for values in {*suit_values}
        }
        self._tables = tuple(alike[values] for values in suit_values)  # those alike share one
        self.of_rank = tuple(
            tuple(
                (suit * width + rank * bits, worth[rank, suit])
                for suit in range(SUITS)
                if (rank, suit) in worth
            )
            for rank in all_ranks
        )
        self.least = self._make_least()
        self.least_without = self._make_least_without()

    def key(self, cards: Iterable[int]) -> int:
        """The key of a hand."""
        key = self.start
        weights = self.weights
        for card in cards:
            key += weights[card]
        return key

    def least_of_key(self, key: int) -> int:
        """What `least` says, for the key of a hand."""
        first, second, third, fourth = self._tables
        _, to_second, to_third, to_fourth = self._shifts
        mask = self._mask
        least = min(
            [
                first[k & mask]
                + second[k >> to_second & mask]
                + third[k >> to_third & mask]
                + fourth[k >> to_fourth & mask]
                for k in self._with_sets_out(key)
            ]
        )
        return least + self.loose_value(key) if self._loose else least

    def _with_sets_out(self, key: int) -> list[int]:
        """The keys left when sets are taken out in every way; the first without taking any."""
        keys = [key]
        tops = key & self._tops
        while tops:
            top = tops & -tops
            tops ^= top
            rank = self._ranks[top]
            sets = rank[key & rank.bits]
            if len(keys) * len(sets) > MANY:
                self.effort.spend(len(keys) * len(sets))
            keys += [k - cards for k in keys for cards in sets]
        return keys

    def loose_value(self, key: int) -> int:
        """What the cards of a hand count that are in no meld whatever there is."""
        return sum(value for weight, value in self._loose if key & weight)

    # The next two are asked at every turn of a game. What they need stands in their closure, which
    # is quicker than to look it up on `self`.

    def _make_least(self) -> Callable[[Sequence[int]], int]:
        memo: dict[tuple[int, ...], int] = {}
        remembered = memo.get
        start, pairs, tops = self.start, self._pairs, self._tops
        first, second, third, fourth = self._tables
        _, to_second, to_third, to_fourth = self._shifts
        mask = self._mask
        ranks = self._ranks
        loose = sum(weight for weight, _ in self._loose)
        key_of, loose_value, effort = self.key, self.loose_value, self.effort
        paired = 10 if pairs else -1

        def least(cards: Sequence[int]) -> int:
            hand = tuple(cards)
            known = remembered(hand)
            if known is not None:
                return known
            effort.begin()
            if len(hand) == paired:
                a, b, c, d, e, f, g, h, i, j = hand
                key = start + pairs[a][b] + pairs[c][d] + pairs[e][f] + pairs[g][h] + pairs[i][j]
            else:
                key = key_of(hand)
            least = (
                first[key & mask]
                + second[key >> to_second & mask]
                + third[key >> to_third & mask]
                + fourth[key >> to_fourth & mask]
            )
            if key & tops:
                # What `least_of_key` does; calling it makes a random hand an eighth slower.
                rest = key & tops
                keys = [key]
                while rest:
                    top = rest & -rest
                    rest ^= top
                    rank = ranks[top]
                    sets = rank[key & rank.bits]
                    if len(keys) * len(sets) > MANY:
                        effort.spend(len(keys) * len(sets))
                    for k in tuple(keys):
                        for cards_gone in sets:
                            out = k - cards_gone
                            keys.append(out)
                            left = (
                                first[out & mask]
                                + second[out >> to_second & mask]
                                + third[out >> to_third & mask]
                                + fourth[out >> to_fourth & mask]
                            )
                            if left < least:  # noqa: PLR1730 -- a call of min takes longer
                                least = left
            if key & loose:
                least += loose_value(key)
            if len(memo) >= MEMO_SIZE:
                memo.clear()
            memo[hand] = least
            return least

        return least

    def _make_least_without(self) -> Callable[[Sequence[int]], tuple[int, ...]]:
        memo: dict[tuple[int, ...], tuple[int, ...]] = {}
        remembered = memo.get
        first, second, third, fourth = tables = self._tables
        _, to_second, to_third, to_fourth = self._shifts
        mask = self._mask
        key_of, places_of, weights = self.key, self._places, self.weights
        least_of_key, with_sets_out = self.least_of_key, self._with_sets_out
        loose = sum(weight for weight, _ in self._loose)
        effort = self.effort

        def all_at_once(hand: tuple[int, ...], key: int) -> list[int]:
            """A card that goes changes what its own suit leaves, whatever sets were taken out."""
            places = [places_of[card] for card in hand]
            least: list[int] = []
            keys = with_sets_out(key)
            if len(keys) * len(hand) > MANY:
                effort.spend(len(keys) * len(hand))
            for k in keys:
                fields = (
                    k & mask,
                    k >> to_second & mask,
                    k >> to_third & mask,
                    k >> to_fourth & mask,
                )
                a, b = first[fields[0]], second[fields[1]]
                c, d = third[fields[2]], fourth[fields[3]]
                others = (b + c + d, a + c + d, a + b + d, a + b + c)
                if not least:  # no set is taken out: all the cards are there
                    least = [
                        others[suit] + tables[suit][fields[suit] - card] for suit, card, _ in places
                    ]
                    continue
                for position, (suit, card, equal) in enumerate(places):
                    field = fields[suit]
                    if field & equal:  # not all of them are in the sets taken out
                        left = others[suit] + tables[suit][field - card]
                        if left < least[position]:  # noqa: PLR1730
                            least[position] = left
            return least

        def least_without(cards: Sequence[int]) -> tuple[int, ...]:
            hand = tuple(cards)
            known = remembered(hand)
            if known is not None:
                return known
            effort.begin()
            key = key_of(hand)
            if key & loose:
                least = tuple([least_of_key(key - weights[card]) for card in hand])
            else:
                least = tuple(all_at_once(hand, key))
            if len(memo) >= MEMO_SIZE:
                memo.clear()
            memo[hand] = least
            return least

        return least_without
