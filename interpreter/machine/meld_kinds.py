"""Kinds of melds: which cards are one, in which order they lie, which can be made of some cards."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .effort import Effort

Meld: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MeldKind:
    """`least` to `most` cards (None: or more) of one rank or of one suit.

    `order` makes it a sequence of one suit: the ranks as numbers, in the order in which they follow
    one another. A rank may stand there twice, but once in a meld. At most `wild` of the cards are
    wild ones, which stand for others, and at least `natural` are not; one is never wild.
    """

    least: int
    most: int | None
    same: Literal["rank", "suit"]
    order: tuple[int, ...] | None = None
    wild: int = 0
    natural: int = 1

    def sizes(self, most: int) -> range:
        """How many cards may be in such a meld, when there are no more than `most`."""
        return range(max(self.least, 1), 1 + (most if self.most is None else min(self.most, most)))

    def plain_sizes(self, most: int) -> range:
        """How many cards may be in one without wild cards."""
        sizes = self.sizes(most)
        return range(max(sizes.start, self.natural), sizes.stop)

    def allows(self, natural: int, wild: int) -> bool:
        """Whether there may be so many cards in it that are wild, and so many that are not."""
        size = natural + wild
        return (
            max(self.least, 1) <= size
            and (self.most is None or size <= self.most)
            and wild <= self.wild
            and natural >= max(self.natural, 1)
        )

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


_KEPT = 16
"""Of so many questions what melds can be made is kept."""

_KEPT_KINDS = 2048
"""Of so many lists of cards it is kept whether they are a meld: of those on the table and a card in
hand it is asked at every move."""


class MeldKinds:
    """The kinds of melds of one game, applied to its cards.

    `ranks` and `suits`: of each card, None for one without, which then is in no meld unless it is
    wild. Of cards that look the same (`looks`) one is as good as another. Kinds are asked for by
    their number; -1 is any of them. TooMuchWork where very many melds can be made.
    """

    def __init__(
        self,
        ranks: Sequence[int | None],
        suits: Sequence[int | None],
        wild: Sequence[bool],
        looks: Sequence[Hashable],
        kinds: Sequence[MeldKind],
        effort: Effort,
    ) -> None:
        self._effort = effort
        self._ranks = ranks
        self._suits = suits
        self._wild = wild
        self._looks = looks
        self._kinds = tuple(kinds)
        self._known_sizes: dict[tuple[int, int, int], tuple[MeldKind, ...]] = {}
        self._kind_known: dict[tuple[Meld, int], MeldKind | None] = {}
        # Whether there is a move is asked first, and then which there are.
        self._last_made: dict[tuple[Meld, int, tuple[int | None, ...]], list[Meld]] = {}
        self.runs = {kind: tuple(kind.runs()) for kind in kinds if kind.order is not None}
        # With the ranks of each as bits: a hand is asked for all of them, and few are there.
        self._runs_with_bits = {
            kind: tuple((run, sum(1 << rank for rank in run)) for run in runs)
            for kind, runs in self.runs.items()
        }
        self._run_ranks = {
            kind: {frozenset(run) for run in runs} for kind, runs in self.runs.items()
        }

    def _asked(self, kind: int) -> tuple[MeldKind, ...]:
        return self._kinds if kind < 0 else self._kinds[kind : kind + 1]

    def is_meld(self, cards: Iterable[int], kind: int = -1) -> bool:
        """Whether these cards are one meld. Their order does not matter."""
        return self._kind_of(tuple(cards), kind) is not None

    def _allowing(self, kind: int, natural: int, size: int) -> tuple[MeldKind, ...]:
        """The kinds that may have so many cards, so many of them natural."""
        asked = kind, natural, size
        if asked not in self._known_sizes:
            self._known_sizes[asked] = tuple(
                k for k in self._asked(kind) if k.allows(natural, size - natural)
            )
        return self._known_sizes[asked]

    def _kind_of(self, cards: Meld, kind: int) -> MeldKind | None:
        """The first kind of which these cards are a meld, if there is one."""
        asked = cards, kind
        if asked not in self._kind_known:
            if len(self._kind_known) >= _KEPT_KINDS:
                self._kind_known.clear()
            self._kind_known[asked] = self._first_kind(cards, kind)
        return self._kind_known[asked]

    def _first_kind(self, cards: Meld, kind: int) -> MeldKind | None:
        wild = self._wild
        natural = [card for card in cards if not wild[card]]
        allowing = self._allowing(kind, len(natural), len(cards))
        if not allowing:
            return None
        ranks = [self._ranks[card] for card in natural]
        suits = [self._suits[card] for card in natural]
        if None in ranks or None in suits or len(set(cards)) < len(cards):
            return None
        one_rank, one_suit = len(set(ranks)) == 1, len(set(suits)) == 1
        for asked in allowing:
            if asked.same == "rank":
                if one_rank:
                    return asked
            elif one_suit and (asked.order is None or self._is_run(asked, ranks, len(cards))):
                return asked
        return None

    def _is_run(self, kind: MeldKind, ranks: Sequence[int | None], size: int) -> bool:
        """Whether these ranks, and wild cards up to a size, follow one another."""
        found = frozenset(ranks)
        if len(found) < len(ranks):
            return False
        if len(ranks) == size:
            return found in self._run_ranks[kind]
        return any(len(run) == size and found <= run for run in self._run_ranks[kind])

    def laid(self, cards: Iterable[int]) -> Meld:
        """Cards in the order in which they lie on the table.

        Those of a run follow one another, wild cards in the places of those they stand for, as high
        as possible. Others, and what is no meld, stay in the order given, but wild cards lie last.
        """
        cards = tuple(cards)
        kind = self._kind_of(cards, -1)
        if kind is None:
            return cards
        natural = [card for card in cards if not self._wild[card]]
        wild = [card for card in cards if self._wild[card]]
        if kind.order is None:
            return (*natural, *wild)
        of_rank = {self._ranks[card]: card for card in natural}
        run = next(
            run
            for run in reversed(self.runs[kind])
            if len(run) == len(cards) and of_rank.keys() <= set(run)
        )
        spare = iter(wild)
        return tuple([of_rank[r] if r in of_rank else next(spare) for r in run])

    def made_of(self, cards: Iterable[int], kind: int = -1, *needed: int | None) -> list[Meld]:
        """Each meld that can be made of cards, by size, then by position; cards as they are laid.

        Of lists that look the same there is one, and if a card is `needed`, one with that very card.
        """
        self._effort.begin()
        cards = tuple(cards)
        asked = cards, kind, needed
        found = self._last_made.get(asked)
        if found is None:
            found = self._each_made(cards, kind, *needed)
            if len(self._last_made) >= _KEPT:
                self._last_made.clear()
            self._last_made[asked] = found
        return found.copy()

    def _each_made(self, cards: Meld, kind: int, *needed: int | None) -> list[Meld]:
        cards = tuple(dict.fromkeys(cards))
        place = {card: n for n, card in enumerate(cards)}
        if any(card not in place for card in needed):
            return []
        # A card as it lies there, not as it was chosen.
        must = next((int(card) for card in needed if card is not None), None)
        if must is not None:  # of those that look like it, it is taken first
            cards = (must, *(card for card in cards if card != must))
        like: dict[Hashable, int] = {}
        for card in cards:
            like.setdefault(self._looks[card], place[card])
        found: dict[tuple[int, ...], Meld] = {}
        for asked in self._asked(kind):
            for meld in self._made(asked, cards, must):
                self._effort.spend(10 + 3 * len(meld))
                look = tuple(sorted([like[self._looks[card]] for card in meld]))
                found.setdefault(look, meld)
        melds = sorted(found.values(), key=lambda m: (len(m), sorted([place[c] for c in m])))
        if must is not None:
            # They lie as they do where no card is needed: cards that look the same beside one another,
            # and wild ones behind the others.
            first: dict[Hashable, int] = {}
            for card, n in place.items():
                first.setdefault(self._looks[card], n)
            order = {c: (self._wild[c], first[self._looks[c]], place[c]) for c in cards}
            melds = [tuple(sorted(meld, key=order.__getitem__)) for meld in melds]
        return [self.laid(meld) for meld in melds]

    def _made(self, kind: MeldKind, cards: Sequence[int], must: int | None) -> Iterator[Meld]:
        """Melds of one kind, some of them perhaps more than once; all with a card that `must` be in
        them, if there is one."""
        wild = [card for card in cards if self._wild[card]]
        with_wild = {n: self._wild_ones(wild, n) for n in range(min(kind.wild, len(wild)) + 1)}
        natural_must = must
        if must is not None and self._wild[must]:
            natural_must = None
            with_wild = {n: [c for c in more if must in c] for n, more in with_wild.items()}
        alike: dict[int, list[int]] = {}
        for card in cards:
            rank, suit = self._ranks[card], self._suits[card]
            if not self._wild[card] and rank is not None and suit is not None:
                alike.setdefault(rank if kind.same == "rank" else suit, []).append(card)
        for members in alike.values():
            if natural_must is not None and natural_must not in members:
                continue
            naturals = (
                self._in_row(kind, members, len(wild))
                if kind.order is not None
                else (
                    chosen
                    for size in range(1, len(members) + 1)
                    if any(kind.allows(size, n) for n in with_wild)
                    for chosen in self._choices(members, size)
                )
            )
            for natural in naturals:
                if natural_must is not None and natural_must not in natural:
                    continue
                for n, more in with_wild.items():
                    if kind.allows(len(natural), n) and (
                        kind.order is None
                        or self._is_run(kind, [self._ranks[c] for c in natural], len(natural) + n)
                    ):
                        for chosen in more:
                            yield (*natural, *chosen)

    def _in_row(self, kind: MeldKind, members: Sequence[int], wild: int) -> Iterator[Meld]:
        """The cards of one suit that are in a run but for wild cards, each list once."""
        of_rank: dict[int | None, int] = {}
        for card in members:
            of_rank.setdefault(self._ranks[card], card)
        lacking = ~sum(1 << rank for rank in of_rank if rank is not None)
        most = min(kind.wild, wild)
        seen: set[Meld] = set()
        for run, bits in self._runs_with_bits[kind]:
            missing = (bits & lacking).bit_count()
            if missing > most:
                continue
            there = [of_rank[rank] for rank in run if rank in of_rank]
            for more in range(min(most - missing, len(there)) + 1):
                for natural in itertools.combinations(there, len(there) - more):
                    self._effort.spend(1)
                    if natural not in seen:
                        seen.add(natural)
                        yield natural

    def _wild_ones(self, wild: Sequence[int], size: int) -> list[Meld]:
        """So many wild cards, in all ways that differ."""
        chosen = []
        for some in self._choices(wild, size):
            self._effort.spend(2 + size)
            chosen.append(some)
        return chosen

    def _choices(self, cards: Sequence[int], size: int) -> Iterator[Meld]:
        """Lists of so many of the cards, of those that look the same one."""
        like: dict[Hashable, list[int]] = {}
        for card in cards:
            like.setdefault(self._looks[card], []).append(card)
        groups = list(like.values())

        def choose(first: int, left: int) -> Iterator[Meld]:
            if left == 0:
                yield ()
                return
            if first == len(groups) or left > sum(map(len, groups[first:])):
                return
            for n in range(min(left, len(groups[first])), -1, -1):
                for others in choose(first + 1, left - n):
                    yield (*groups[first][:n], *others)

        return choose(0, size)
