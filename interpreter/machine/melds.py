"""Melds: which cards are one, how a hand is best arranged, what can be laid off.

Cards are numbers 0..n-1; what is known of them comes in when the rules are built, so nothing here
knows a pack. Equal cards of several packs are interchangeable: arrangements are looked for among
cards by what they weigh (see `deadwood`), and the lowest numbers are then taken first.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

from .deadwood import Deadwood

Meld: TypeAlias = tuple[int, ...]
Arrangement: TypeAlias = tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class MeldKind:
    """`least` to `most` cards (None: or more) of one rank or of one suit.

    `order` makes it a sequence of one suit: the ranks as numbers, in the order in which they follow
    one another. A rank may stand there twice, but once in a meld.
    """

    least: int
    most: int | None
    same: Literal["rank", "suit"]
    order: tuple[int, ...] | None = None

    def sizes(self, most: int) -> range:
        """How many cards may be in such a meld, when there are no more than `most`."""
        return range(max(self.least, 1), 1 + (most if self.most is None else min(self.most, most)))

    def runs(self) -> Iterator[tuple[int, ...]]:
        """The ranks of each run: by the lowest in the order, then by length."""
        order = self.order or ()
        sizes = self.sizes(len(order))
        for start in range(len(order)):
            for end in range(start + 1, len(order) + 1):
                run = order[start:end]
                if len(set(run)) < len(run):
                    break
                if len(run) in sizes:
                    yield run


class MeldRules:
    """The melds of one game.

    `ranks`, `suits`, `values`: of each card. Ranks and suits are numbers from 0 in the order of the
    deck, None for a card without one, which is then in no meld. `kinds` as the rule file lists them.

    The least deadwood of a hand is the least total value of its cards in no meld. Among equal
    arrangements the first in the fixed order of the language is taken. All answers are exact,
    whatever the size of the hand; hands of up to 14 cards are what this is made for.

    ValueError for cards of one rank in a sequence, for a suit beyond the fourth, and for equal cards
    of different value.
    """

    def __init__(
        self,
        ranks: Sequence[int | None],
        suits: Sequence[int | None],
        values: Sequence[int],
        kinds: Sequence[MeldKind],
    ) -> None:
        for kind in kinds:
            if kind.same == "rank" and kind.order is not None:
                raise ValueError("cards of one rank cannot be a sequence")
        self._ranks = tuple(ranks)
        self._suits = tuple(suits)
        self._values = tuple(values)
        self._kinds = tuple(kinds)
        self._runs = {kind: tuple(kind.runs()) for kind in kinds if kind.order is not None}
        self._run_ranks = {
            kind: {frozenset(run) for run in runs} for kind, runs in self._runs.items()
        }
        cards = len(self._ranks)
        self._deadwood = Deadwood(
            self._ranks,
            self._suits,
            self._values,
            set_sizes={n for kind in kinds if kind.same == "rank" for n in kind.sizes(cards)},
            group_sizes={
                n
                for kind in kinds
                if kind.same == "suit" and kind.order is None
                for n in kind.sizes(cards)
            },
            runs={run for runs in self._runs.values() for run in runs},
        )
        self.deadwood_value: Callable[[Sequence[int]], int] = self._deadwood.least
        """The least deadwood of a hand. The order of the cards does not matter."""
        self.deadwood_value_without: Callable[[Sequence[int]], tuple[int, ...]] = (
            self._deadwood.least_without
        )
        """For each card of a hand, in the order given, the least deadwood of all the others."""

    def __reduce__(self) -> tuple[Any, ...]:
        return MeldRules, (self._ranks, self._suits, self._values, self._kinds)

    def is_meld(self, cards: Iterable[int]) -> bool:
        """Whether these cards are one meld. Their order does not matter."""
        cards = tuple(cards)
        ranks = [self._ranks[card] for card in cards]
        suits = [self._suits[card] for card in cards]
        if None in ranks or None in suits or len(set(cards)) < len(cards):
            return False
        for kind in self._kinds:
            if len(cards) not in kind.sizes(len(cards)):
                continue
            if kind.same == "rank":
                if len(set(ranks)) == 1:
                    return True
            elif len(set(suits)) == 1 and (
                kind.order is None
                or (len(set(ranks)) == len(cards) and frozenset(ranks) in self._run_ranks[kind])
            ):
                return True
        return False

    def fits(self, card: int, meld: Iterable[int]) -> bool:
        """Whether the card and the meld are a meld together."""
        return self.is_meld((*meld, card))

    def arrange(self, cards: Iterable[int]) -> Arrangement:
        """The melds that leave the least deadwood, each in the order in which it is laid."""
        hand = _Hand(self, cards)
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
        gone = _Hand(self, cards).best_against(melds)
        return tuple(card for card in cards if card not in gone)

    def deadwood_value_against(self, cards: Iterable[int], melds: Iterable[Iterable[int]]) -> int:
        """The value of the cards that `deadwood_against` leaves."""
        return _Hand(self, cards).least_against(melds)

    def _candidates(self, cards: Sequence[int]) -> list[_Candidate]:
        """Each meld that could be made of the cards, in the fixed order; equal ones once."""
        candidates: dict[int, _Candidate] = {}
        for kind in self._kinds:
            for meld in self._melds_of(kind, cards):
                candidate = _Candidate(tuple(self._deadwood.weights[card] for card in meld))
                candidates.setdefault(candidate.key, candidate)
        return list(candidates.values())

    def _melds_of(self, kind: MeldKind, cards: Iterable[int]) -> Iterator[Meld]:
        """Sets by rank, size, suits; runs by suit, lowest card, length; groups as sets are."""
        alike: dict[int, list[tuple[int, int]]] = {}  # what they share: what they differ in, number
        for card in cards:
            rank, suit = self._ranks[card], self._suits[card]
            if rank is not None and suit is not None:
                same, other = (rank, suit) if kind.same == "rank" else (suit, rank)
                alike.setdefault(same, []).append((other, card))
        for same in sorted(alike):
            members = sorted(alike[same])
            if kind.order is None:
                for size in kind.sizes(len(members)):
                    for chosen in itertools.combinations(members, size):
                        yield tuple(card for _, card in chosen)
            else:
                of_rank = dict(members)  # equal cards weigh the same
                for run in self._runs[kind]:
                    if all(rank in of_rank for rank in run):
                        yield tuple(of_rank[rank] for rank in run)


class _Candidate:
    """A meld that could be made, as what its cards weigh, in the order in which they are laid."""

    __slots__ = ("cards", "counts", "key")

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.counts = Counter(cards)
        self.key = sum(cards)


class _Hand:
    """A hand to be arranged, its cards counted by what they weigh."""

    def __init__(self, rules: MeldRules, cards: Iterable[int]) -> None:
        self._rules = rules
        self._least_of_key = rules._deadwood.least_of_key
        self._numbers: dict[int, list[int]] = {}  # the cards of a weight, lowest first
        self._value_of: dict[int, int] = {}
        cards = sorted(cards)
        for card in cards:
            weight = rules._deadwood.weights[card]
            self._numbers.setdefault(weight, []).append(card)
            self._value_of[weight] = rules._values[card]
        self._counts = Counter({weight: len(same) for weight, same in self._numbers.items()})
        self._key = rules._deadwood.key(cards)
        self._known_lay_offs: dict[Meld, dict[int, Counter[int]]] = {}

    def least(self) -> int:
        return self._least_of_key(self._key)

    def arrangements(self) -> Iterator[tuple[_Candidate, ...]]:
        """Those with least deadwood, in the fixed order.

        Not those that only add melds worth nothing to another: more melds on the table leave the
        others no more.
        """
        for chosen in self._arrangements(self._counts, self._key):
            yield tuple(self._candidates[index] for index in chosen)

    @cached_property
    def _candidates(self) -> list[_Candidate]:
        return self._rules._candidates([card for same in self._numbers.values() for card in same])

    def _arrangements(
        self, counts: Counter[int], key: int, first: int = 0
    ) -> Iterator[tuple[int, ...]]:
        """As numbers of candidates, from `first` on, out of the cards in `counts`."""
        least = self._least_of_key(key)
        if least == sum(self._value_of[weight] * n for weight, n in counts.items()):
            yield ()
            return
        for index in range(first, len(self._candidates)):
            candidate = self._candidates[index]
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
