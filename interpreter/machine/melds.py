"""Melds: how a hand is best arranged, what can be laid off.

Cards are numbers 0..n-1; what is known of them comes in when the rules are built, so nothing here
knows a pack. Equal cards of several packs are interchangeable: arrangements are looked for among
cards by what they weigh (see `deadwood`), and the lowest numbers are then taken first.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import itemgetter
from typing import Any, TypeAlias

from .deadwood import MEMO_SIZE, Deadwood
from .effort import Effort
from .meld_kinds import Meld, MeldKind, MeldKinds
from .sets_alone import SetsAlone
from .wild_cards import LeastWithWild

Arrangement: TypeAlias = tuple[Meld, ...]


class MeldRules:
    """The melds of one game.

    `ranks`, `suits`, `values`: of each card. Ranks and suits are numbers from 0 in the order of the
    deck, None for a card without one, which is then in no meld unless it is wild. `kinds` as the rule
    file lists them. `wild` says of each card whether it is wild (none is without it), `looks` what
    it looks like: of cards that look the same one is as good as another.

    The least deadwood of a hand is the least total value of its cards in no meld, and of these the
    one with the fewest cards that count nothing. Among equal arrangements the first in the fixed order
    of the language is taken. All answers are exact. Hands of up to 14 cards are what this is made for; of
    a hand of very many cards an answer may be TooMuchWork.

    ValueError for cards of one rank in a sequence, for a suit beyond the fourth, and for equal cards
    of different value.
    """

    def __init__(
        self,
        ranks: Sequence[int | None],
        suits: Sequence[int | None],
        values: Sequence[int],
        kinds: Sequence[MeldKind],
        wild: Sequence[bool] | None = None,
        looks: Sequence[Hashable] | None = None,
    ) -> None:
        for kind in kinds:
            if kind.same == "rank" and kind.order is not None:
                raise ValueError("cards of one rank cannot be a sequence")
        self._ranks = tuple(ranks)
        self._suits = tuple(suits)
        self._counts = tuple(values)
        # Cards that count nothing are better melded than left, where all else is equal.
        self._unit = 1 + len(values) if 0 in values else 1
        self._values = tuple([value * self._unit + (value == 0) for value in values])
        self._kinds = tuple(kinds)
        cards = len(self._ranks)
        self.wild = (False,) * cards if wild is None else tuple(wild)
        self._looks = tuple(range(cards) if looks is None else looks)
        effort = Effort()
        made = MeldKinds(self._ranks, self._suits, self.wild, self._looks, self._kinds, effort)
        self._effort = effort
        self._made = made
        self.is_meld: Callable[..., bool] = made.is_meld
        """Whether these cards are one meld, of the kind of a number. Their order does not matter."""
        self.made_of: Callable[..., list[Meld]] = made.made_of
        """Each meld that can be made of cards, by size, then by position; equal ones once."""
        self.laid: Callable[[Iterable[int]], Meld] = made.laid
        """Cards in the order in which they lie on the table."""
        self._runs = made.runs
        # What is wild is by itself in no meld, and stands aside when deadwood is counted.
        self._deadwood = Deadwood(
            [None if wild else r for r, wild in zip(self._ranks, self.wild, strict=True)],
            self._suits,
            self._values,
            set_sizes={n for kind in kinds if kind.same == "rank" for n in kind.plain_sizes(cards)},
            group_sizes={
                n
                for kind in kinds
                if kind.same == "suit" and kind.order is None
                for n in kind.plain_sizes(cards)
            },
            runs={
                run for kind, runs in self._runs.items() for run in runs if len(run) >= kind.natural
            },
            effort=effort,
        )
        self.deadwood_value: Callable[[Sequence[int]], int] = self._deadwood.least
        """The least deadwood of a hand. The order of the cards does not matter."""
        self.deadwood_value_without: Callable[[Sequence[int]], tuple[int, ...]] = (
            self._deadwood.least_without
        )
        """For each card of a hand, in the order given, the least deadwood of all the others."""
        self._wild_weight = 1 << self._deadwood.length
        takes_wild = any(self.wild) and any(kind.wild for kind in self._kinds)
        self._sets: SetsAlone | None = None
        if all(kind.same == "rank" for kind in self._kinds):
            self._sets = SetsAlone(self._deadwood, self._kinds, self._wild_weight)
        if takes_wild or self._sets is not None or self._unit > 1:
            self.deadwood_value = self._least_remembered
            self.deadwood_value_without = self._least_without_each
            self._known: dict[tuple[int, ...], int] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return MeldRules, (
            self._ranks, self._suits, self._counts, self._kinds, self.wild, self._looks,
        )  # fmt: skip

    def _least_remembered(self, cards: Sequence[int]) -> int:
        """What `deadwood_value` says where more is to be thought of than what `Deadwood` knows: wild
        cards, cards that count nothing; or less, where there are no runs."""
        hand = tuple(sorted(cards))
        if hand not in self._known:
            if len(self._known) >= MEMO_SIZE:
                self._known.clear()
            self._effort.begin()
            self._known[hand] = _Hand(self, hand).least() // self._unit
        return self._known[hand]

    def _least_without_each(self, cards: Sequence[int]) -> tuple[int, ...]:
        hand = tuple(cards)
        return tuple([self._least_remembered(hand[:n] + hand[n + 1 :]) for n in range(len(hand))])

    def fits(self, card: int, meld: Iterable[int]) -> bool:
        """Whether the card and the meld are a meld together."""
        return self.is_meld((*meld, card))

    def arrange(self, cards: Iterable[int]) -> Arrangement:
        """The melds that leave the least deadwood, each in the order in which it is laid."""
        self._effort.begin()
        hand = _Hand(self, dict.fromkeys(cards))  # of a list that has a card twice it is one card
        return hand.lay(next(hand.arrangements()))

    def deadwood(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards in no meld of `arrange`, in the order given."""
        cards = tuple(cards)
        melded = set(itertools.chain(*self.arrange(cards)))
        return tuple(card for card in cards if card not in melded)

    def arrange_against(self, cards: Iterable[int], others: Iterable[int]) -> Arrangement:
        """Of the arrangements with least deadwood the one that leaves `others` the most.

        `others` is the hand that will be laid off against it.
        """
        self._effort.begin()
        hand = _Hand(self, cards)
        other_hand = _Hand(self, others)
        most = other_hand.least()  # what is left where nothing can be laid off
        best: Arrangement = ()
        best_left: int | None = None
        for chosen in hand.arrangements():
            arrangement = hand.lay(chosen)
            left = other_hand.least_against(arrangement)
            if best_left is None or left > best_left:
                best, best_left = arrangement, left
            if best_left == most:
                break
        return best

    def deadwood_against(
        self, cards: Iterable[int], melds: Iterable[Iterable[int]]
    ) -> tuple[int, ...]:
        """The cards left, in the order given, when melds and lay-offs are chosen together.

        What is left has the least value. Among equals the own arrangement is the first in the fixed
        order, then as few cards as possible are laid off, then those with the lowest numbers.
        """
        cards = tuple(cards)
        self._effort.begin()
        gone = _Hand(self, cards).best_against(melds)
        return tuple(card for card in cards if card not in gone)

    def deadwood_value_against(self, cards: Iterable[int], melds: Iterable[Iterable[int]]) -> int:
        """The value of the cards that `deadwood_against` leaves."""
        self._effort.begin()
        return _Hand(self, cards).least_against(melds) // self._unit

    def _candidates(self, cards: Sequence[int], wild: int) -> list[_Candidate]:
        """Each meld that could be made of the cards, and so many wild ones, in the fixed order;
        equal ones once."""
        candidates: dict[int, _Candidate] = {}
        for kind in self._kinds:
            for n in range(min(wild, kind.wild) + 1):
                for meld in self._melds_of(kind, cards, n):
                    self._effort.spend(3 + len(meld))
                    candidate = _Candidate(
                        tuple(
                            self._wild_weight if card is None else self._deadwood.weights[card]
                            for card in meld
                        )
                    )
                    candidates.setdefault(candidate.key, candidate)
        return list(candidates.values())

    def _melds_of(
        self, kind: MeldKind, cards: Iterable[int], wild: int
    ) -> Iterator[tuple[int | None, ...]]:
        """Sets by rank, size, suits; runs by suit, lowest card, length; groups as sets are.

        Of the cards of each so many are wild, which stand there as None.
        """
        alike: dict[int, list[tuple[int, int]]] = {}  # what they share: what they differ in, number
        for card in cards:
            rank, suit = self._ranks[card], self._suits[card]
            if rank is not None and suit is not None:
                same, other = (rank, suit) if kind.same == "rank" else (suit, rank)
                alike.setdefault(same, []).append((other, card))
        joined = (None,) * wild
        for same in sorted(alike):
            members = sorted(alike[same])
            if kind.order is None:
                for size in range(1, len(members) + 1):
                    if kind.allows(size, wild):
                        for chosen in _each_once(members, size):
                            yield (*(card for _, card in chosen), *joined)
            else:
                of_rank = dict(members)  # equal cards weigh the same
                for run in self._runs[kind]:
                    if kind.allows(len(run) - wild, wild):
                        places = [n for n, rank in enumerate(run) if rank not in of_rank]
                        if len(places) <= wild:
                            yield from self._run_with_wild(run, of_rank, places, wild)

    def _run_with_wild(
        self, run: Sequence[int], of_rank: Mapping[int, int], gaps: Sequence[int], wild: int
    ) -> Iterator[tuple[int | None, ...]]:
        """A run with wild cards in its gaps, and in place of others up to so many."""
        there = [n for n in range(len(run)) if n not in gaps]
        for more in itertools.combinations(there, wild - len(gaps)):
            yield tuple(
                None if n in gaps or n in more else of_rank[rank] for n, rank in enumerate(run)
            )


def _each_once(
    members: Sequence[tuple[int, int]], size: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """So many of the members in all ways, as `combinations` goes through them; of members that share
    the first of their numbers one is as good as another."""
    groups = [[*same] for _, same in itertools.groupby(members, key=itemgetter(0))]

    def choose(first: int, left: int) -> Iterator[tuple[tuple[int, int], ...]]:
        if left == 0:
            yield ()
            return
        there = sum([len(group) for group in groups[first:]])
        if left > there:
            return
        for n in range(min(left, len(groups[first])), -1, -1):
            for others in choose(first + 1, left - n):
                yield (*groups[first][:n], *others)

    return iter(()) if size > len(members) else choose(0, size)


class _Candidate:
    """A meld that could be made, as what its cards weigh, in the order in which they are laid."""

    __slots__ = ("cards", "counts", "key")

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.counts = Counter(cards)
        self.key = sum(cards)


class _Hand:
    """A hand to be arranged, its cards counted by what they weigh.

    All wild cards weigh the same. Those that count most are used first.
    """

    def __init__(self, rules: MeldRules, cards: Iterable[int]) -> None:
        self._rules = rules
        self._numbers: dict[int, list[int]] = {}  # the cards of a weight, lowest first
        self._value_of: dict[int, int] = {}
        cards = sorted(cards)
        takes_wild = any(kind.wild for kind in rules._kinds)
        wild = [card for card in cards if takes_wild and rules.wild[card]]
        natural = [card for card in cards if not (takes_wild and rules.wild[card])]
        for card in natural:
            weight = rules._deadwood.weights[card]
            self._numbers.setdefault(weight, []).append(card)
            self._value_of[weight] = rules._values[card]
        self._key = rules._deadwood.key(natural)
        self._least_of_key = rules._deadwood.least_of_key
        self._wild_values: list[int] = []
        if wild:
            wild.sort(key=lambda card: -rules._values[card])
            self._numbers[rules._wild_weight] = wild
            self._key += rules._wild_weight * len(wild)
            self._wild_values = [rules._values[card] for card in reversed(wild)]
        if rules._sets is not None:
            left = [*itertools.accumulate(self._wild_values, initial=0)]
            self._least_of_key = partial(rules._sets.least, wild_left=left)
        elif wild:
            self._least_of_key = LeastWithWild(
                rules._deadwood, rules._wild_weight, self._wild_values,
                [c.counts for c in self._candidates],
            )  # fmt: skip
        self._counts = Counter({weight: len(same) for weight, same in self._numbers.items()})
        self._known_lay_offs: dict[Meld, dict[int, Counter[int]]] = {}

    def least(self) -> int:
        return self._least_of_key(self._key)

    def _worth(self, counts: Counter[int]) -> int:
        """What cards count that are in no meld."""
        wild = counts[self._rules._wild_weight]
        natural = sum(
            self._value_of[weight] * n for weight, n in counts.items() if weight in self._value_of
        )
        return natural + sum(self._wild_values[:wild])

    def arrangements(self) -> Iterator[tuple[_Candidate, ...]]:
        """Those with least deadwood, in the fixed order.

        Not those that only add melds worth nothing to another: more melds on the table leave the
        others no more.
        """
        for chosen in self._arrangements(self._counts, self._key):
            yield tuple(self._candidates[index] for index in chosen)

    @cached_property
    def _candidates(self) -> list[_Candidate]:
        wild = self._numbers.get(self._rules._wild_weight, [])
        natural = [card for same in self._numbers.values() for card in same if same is not wild]
        return self._rules._candidates(natural, len(wild))

    def _arrangements(
        self, counts: Counter[int], key: int, first: int = 0
    ) -> Iterator[tuple[int, ...]]:
        """As numbers of candidates, from `first` on, out of the cards in `counts`."""
        least = self._least_of_key(key)
        if least == self._worth(counts):
            yield ()
            return
        for index in range(first, len(self._candidates)):
            candidate = self._candidates[index]
            self._rules._effort.spend(2)
            if candidate.counts <= counts and self._least_of_key(key - candidate.key) == least:
                rest = counts - candidate.counts
                for others in self._arrangements(rest, key - candidate.key, index):
                    yield index, *others

    def lay(self, arrangement: Iterable[_Candidate]) -> Arrangement:
        """The same as cards: of equal ones those with the lowest numbers."""
        numbers = {weight: iter(same) for weight, same in self._numbers.items()}
        return tuple(tuple(next(numbers[weight]) for weight in c.cards) for c in arrangement)

    def least_against(self, melds: Iterable[Iterable[int]]) -> int:
        """The least value left when what fits is laid off on `melds`."""
        return min(self._least_of_key(self._key - laid_key) for laid_key in self._lay_offs(melds))

    def best_against(self, melds: Iterable[Iterable[int]]) -> set[int]:
        """The cards gone when melds and lay-offs are chosen together, see `deadwood_against`."""
        lay_offs = self._lay_offs(melds)
        left = {laid_key: self._least_of_key(self._key - laid_key) for laid_key in lay_offs}
        least = min(left.values())
        choices = []
        for laid_key, laid in lay_offs.items():
            if left[laid_key] == least:
                own = next(self._arrangements(self._counts - laid, self._key - laid_key))
                used = sum((self._candidates[index].counts for index in own), Counter[int]())
                laid_cards = sorted(
                    card
                    for weight, n in laid.items()
                    for card in self._numbers[weight][used[weight] :][:n]
                )
                choices.append((own, len(laid_cards), laid_cards))
        own, _, laid_cards = min(choices)
        melded = self.lay(self._candidates[index] for index in own)
        return {*itertools.chain(*melded), *laid_cards}

    def _lay_offs(self, melds: Iterable[Iterable[int]]) -> dict[int, Counter[int]]:
        """All that can be laid off together, nothing included: the cards, by their key."""
        together = {0: Counter[int]()}
        for meld in melds:
            on_this = self._lay_offs_on(tuple(meld))
            self._rules._effort.spend(4 * len(together) * len(on_this))
            together = {
                laid_key + more_key: laid + more
                for laid_key, laid in together.items()
                for more_key, more in on_this.items()
                if laid + more <= self._counts
            }
        return together

    def _lay_offs_on(self, meld: Meld) -> dict[int, Counter[int]]:
        """What can be laid on one meld, card after card: each time it must be a meld again."""
        if meld in self._known_lay_offs:
            return self._known_lay_offs[meld]
        found = {0: Counter[int]()}
        waiting = [0]
        while waiting:
            key = waiting.pop()
            self._rules._effort.spend(5 * len(self._numbers))
            for weight, same in self._numbers.items():
                laid = found[key] + Counter((weight,))
                if key + weight in found or laid[weight] > len(same):
                    continue
                numbers = [card for w, n in laid.items() for card in self._numbers[w][:n]]
                if self._rules.is_meld((*meld, *numbers)):
                    found[key + weight] = laid
                    waiting.append(key + weight)
        self._known_lay_offs[meld] = found
        return found
