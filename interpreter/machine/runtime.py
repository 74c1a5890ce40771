"""What generated code calls: one class that knows all of a game's table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, NoReturn, ParamSpec, TypeVar

from . import how_many, poker, subsets
from .effort import TooMuchWork
from .melds import MeldRules
from .subsets import MOST_LISTED, MOST_TRIED, Facts, choices_of

if TYPE_CHECKING:
    from .state import State
from .dealing import Dealing
from .settling import Settling
from .table import Cards

_REMEMBERED = 10_000
"""So many poker hands are known again: all that there are in a small pack."""
T = TypeVar("T")
P = ParamSpec("P")
_FEW = 20
"""Of so many cards there are no more than MOST_TRIED lists."""


class Runtime(Dealing, Settling):
    """The functions of generated code for one game: what moves, and questions about cards."""

    # ---------------------------------------------------------------- cards

    def written_card(self, label: str) -> int | None:
        """A card by its label; None if the deck has it no more (`only`)."""
        numbers = self.deck.numbers.get(label, ())
        return numbers[0] if numbers else None

    def is_card(self, card: int | None, label: str) -> bool:
        """Whether a card is one of the copies of a written one."""
        return card is not None and self.deck.labels[card] == label

    def card_is_in(self, card: int | None, cards: Cards) -> bool:
        """Whether a copy of a written card is in a list."""
        if card is None:
            return False
        label = self.deck.labels[card]
        return any(self.deck.labels[c] == label for c in cards)

    def same_cards(self, left: Cards, right: Cards) -> bool:
        """Whether two lists have the same cards, a copy being as good as another."""
        labels = self.deck.labels
        return sorted(labels[c] for c in left) == sorted(labels[c] for c in right)

    def without_cards(self, cards: Cards, fewer: Cards) -> list[int]:
        """Cards but for some, each of which takes itself or else a copy of it away."""
        labels = self.deck.labels
        result = list(cards)
        for card in fewer:
            copy = next((c for c in result if labels[c] == labels[card]), None)
            if card in result:
                result.remove(card)
            elif copy is not None:
                result.remove(copy)
        return result

    def cards_of(self, state: State, piles: Cards) -> list[int]:
        """The cards of several piles."""
        return [card for number in piles for card in self.look(state, number)]

    def cards_of_unordered(self, state: State, piles: Cards) -> list[int]:
        """The same where nobody looks."""
        return [card for number in piles for card in state.piles[number]]

    def cards_at(self, state: State, number: int | None) -> Cards:
        """The cards of a pile, if there is one."""
        return () if number is None else self.look(state, number)

    def everything_from(self, state: State, card: int | None) -> Cards:
        """A card and what lies on it."""
        number = self.place_of(state, card)
        if number is None or card is None:
            return ()
        pile = self.look(state, number)
        return pile[pile.index(card) :]

    def is_face_up(self, state: State, card: int | None) -> bool:
        """Whether a card lies face up; no for nothing."""
        return self._lies(state, card) is True

    def is_face_down(self, state: State, card: int | None) -> bool:
        """Whether a card does not lie face up; no for nothing."""
        return self._lies(state, card) is False

    def is_face_up_there(self, state: State, card: int | None) -> bool:
        """The same where the card is known to lie in a pile in which each may lie either way."""
        return card is not None and state.face_up >> card & 1 == 1

    def is_face_down_there(self, state: State, card: int | None) -> bool:
        """The same where the card is known to lie in a pile in which each may lie either way."""
        return card is not None and state.face_up >> card & 1 == 0

    def _lies(self, state: State, card: int | None) -> bool | None:
        number = self.place_of(state, card)
        if number is None or card is None:
            return None
        declared = self.declaration(state, number)
        if declared.face == "either":
            return bool(state.face_up >> card & 1)
        return declared.face == "up" or (
            declared.top_face_up and self.look(state, number)[-1] == card
        )

    def highest(self, cards: Cards) -> int | None:
        """The highest card, of equals the first."""
        # Two cards are what is asked about most, and `max` with a key takes three times as long.
        if len(cards) == 2:
            one, two = cards
            ranks = self.ranks
            return two if ranks[two] > ranks[one] else one
        return max(cards, key=self.card_rank, default=None)

    def lowest(self, cards: Cards) -> int | None:
        """The lowest card, of equals the first."""
        if len(cards) == 2:
            one, two = cards
            ranks = self.ranks
            return two if ranks[two] < ranks[one] else one
        return min(cards, key=self.card_rank, default=None)

    def ranks_of(self, cards: Cards) -> tuple[int, ...]:
        """The ranks of cards, each once, in deck order (jokers have none)."""
        ranks, suits = self.deck.ranks, self.deck.suits
        return tuple(sorted({ranks[c] for c in cards if suits[c] is not None}))

    def suits_of(self, cards: Cards) -> tuple[int, ...]:
        """The suits of cards, each once, in deck order."""
        suits = {self.deck.suits[c] for c in cards}
        return tuple(sorted(s for s in suits if s is not None))

    def common_rank(self, cards: Cards) -> int | None:
        """The rank that cards share; wild ones among others take any."""
        return self._common(self.deck.ranks, cards)

    def common_suit(self, cards: Cards) -> int | None:
        """The suit that cards share; wild ones among others take any."""
        return self._common(self.deck.suits, cards)

    def _common(self, facts: Sequence[int | None], cards: Cards) -> int | None:
        if len(cards) == 1:
            return facts[cards[0]]
        wild = self.deck.wild
        shared = {facts[c] for c in cards if not wild[c]} or {facts[c] for c in cards}
        return shared.pop() if len(shared) == 1 else None

    def subsets(
        self, cards: Cards, low: int | None, high: int | None, site: int
    ) -> Iterable[tuple[int, ...]]:
        """All lists of `low` to `high` of the cards, by size, then by position."""
        if low is None or high is None:
            return ()
        sizes = range(low, min(high, len(cards)) + 1)
        if sum(comb(len(cards), size) for size in sizes) > MOST_LISTED:
            message = f"{len(cards)} cards have more than {MOST_LISTED:,} subsets"
            self.fail("R708", f"{message}; conditions on the subset make them fewer", site)
        return choices_of(cards, low, high)

    def choices_within(
        self, cards: Cards, low: int | None, high: int | None, site: int
    ) -> Iterator[tuple[int, ...]]:
        """The same, for conditions to be asked of each, which does not go on for ever."""
        if low is None or high is None:
            return iter(())
        sizes = range(low, min(high, len(cards)) + 1)
        if sum([comb(len(cards), size) for size in sizes]) <= MOST_TRIED:
            return choices_of(cards, low, high)
        return self._so_many(cards, low, high, site)

    def _so_many(self, cards: Cards, low: int, high: int, site: int) -> Iterator[tuple[int, ...]]:
        yield from islice(choices_of(cards, low, high), MOST_TRIED)
        self._too_many_ways(len(cards), site)

    def numbers_within(self, low: int | None, high: int | None, site: int) -> Sequence[int]:
        """All whole numbers from `low` to `high`, if they can be gone through."""
        if low is None or high is None:
            return ()
        if high - low >= MOST_TRIED:
            message = f"{high - low + 1:,} numbers are more than can be gone through"
            self.fail("R708", message, site)
        return range(low, high + 1)

    def numbers_tried(self, low: int | None, high: int | None, site: int) -> Iterable[int]:
        """The same, for conditions to be asked of each, which does not go on for ever."""
        if low is None or high is None:
            return ()
        return range(low, high + 1) if high - low < MOST_TRIED else self._so_far(low, site)

    def _so_far(self, low: int, site: int) -> Iterator[int]:
        yield from range(low, low + MOST_TRIED)
        message = f"{MOST_TRIED:,} numbers were tried, and there are more"
        self.fail("R708", f"{message}; let the bounds say which will do", site)

    def choices_alike(
        self,
        cards: Sequence[int],
        low: int | None,
        high: int | None,
        facts: Facts | None,
        site: int,
    ) -> Iterator[tuple[int, ...]]:
        """Those of cards that share a fact."""
        made = subsets.choices_alike(cards, low, high, facts)
        return made if len(cards) <= _FEW else self._no_more(made, len(cards), site)

    def choices_in_row(
        self, cards: Sequence[int], low: int | None, high: int | None,
        ranks: Facts, suits: Facts | None, site: int,
    ) -> Iterator[tuple[int, ...]]:  # fmt: skip
        """Those whose ranks follow one another."""
        made = subsets.choices_in_row(cards, low, high, ranks, suits)
        return made if len(cards) <= _FEW else self._no_more(made, len(cards), site)

    def count_alike(
        self, cards: Cards, low: int | None, high: int | None, facts: Facts | None, site: int
    ) -> int:
        """How many `choices_alike` makes."""
        return how_many.count_alike(cards, low, high, facts)

    def count_in_row(
        self,
        cards: Cards,
        low: int | None,
        high: int | None,
        ranks: Facts,
        suits: Facts | None,
        site: int,
    ) -> int:
        """How many `choices_in_row` makes."""
        return how_many.count_in_row(cards, low, high, ranks, suits)

    def count_adding_up(
        self,
        cards: Cards,
        low: int | None,
        high: int | None,
        values: Sequence[int],
        total: int | None,
        site: int,
    ) -> int:
        """How many `choices_adding_up` makes."""
        if low is None or high is None or total is None:
            return 0
        count = how_many.count_adding_up(cards, low, high, values, total)
        if count is None:
            return sum(1 for _ in self.choices_adding_up(cards, low, high, values, total, site))
        return count

    def choices_adding_up(
        self, cards: Sequence[int], low: int | None, high: int | None,
        values: Sequence[int], total: int | None, site: int,
    ) -> Iterator[tuple[int, ...]]:  # fmt: skip
        """Those whose values add up to a number."""
        made = subsets.choices_adding_up(cards, low, high, values, total)
        return made if len(cards) <= _FEW else self._no_more(made, len(cards), site)

    def counted(self, members: Iterable[T], tried: list[int], site: int) -> Iterator[T]:
        """What is chosen after other lists or numbers: all together are not too many to try."""
        for member in members:
            tried[0] += 1
            if tried[0] > MOST_TRIED:
                message = f"{MOST_TRIED:,} choices were tried one by one, and there are more"
                self.fail("R708", f"{message}; conditions that say how make them fewer", site)
            yield member

    def _no_more(
        self, lists: Iterator[tuple[int, ...]], count: int, site: int
    ) -> Iterator[tuple[int, ...]]:
        """Lists of cards, until they have become too many."""
        try:
            yield from islice(lists, MOST_TRIED)
        except TooMuchWork:
            pass
        else:
            if next(lists, None) is None:
                return
        self._too_many_ways(count, site)

    def _too_many_ways(self, count: int, site: int) -> NoReturn:
        message = f"there are more than {MOST_TRIED:,} ways to choose from {count} cards"
        self.fail("R708", f"{message}; conditions that say how make them fewer", site)

    def poker_strength(self, cards: Cards) -> int:
        """How strong the best poker hand among cards is, wild ones being whatever makes it best."""
        asked = tuple(cards)
        known = self.strengths.get(asked)
        if known is None:
            deck = self.deck
            hand = [(deck.ranks[c], deck.suits[c]) for c in cards if not deck.wild[c]]
            wild = len(cards) - len(hand)
            known = poker.strength(hand, deck.plain_ranks, len(deck.rank_names), wild)
            if len(self.strengths) >= _REMEMBERED:
                self.strengths.clear()
            self.strengths[asked] = known
        return known

    def matching(self, cards: Cards) -> bool:
        """Whether cards are of one rank; no cards are not."""
        return len({self.deck.ranks[c] for c in cards}) == 1

    def suited(self, cards: Cards) -> bool:
        """Whether cards are of one suit; no cards are not."""
        suits = self.deck.suits
        one = suits[cards[0]] if cards else None
        if one is None:
            return False
        for card in cards:  # noqa: SIM110 - `all` takes twice as long for a few cards
            if suits[card] != one:
                return False
        return True

    def consecutive(self, cards: Cards) -> bool:
        """Whether the ranks of cards follow one another, without a gap and without a pair."""
        ranks = {self.deck.ranks[c] for c in cards}
        return 0 < len(cards) == len(ranks) == max(ranks) - min(ranks) + 1

    def descending(self, cards: Cards) -> bool:
        """Whether each card is one rank lower than the one before it; no cards are not."""
        ranks = self.deck.ranks
        above = None
        for card in cards:
            rank = ranks[card]
            if above is not None and above - rank != 1:
                return False
            above = rank
        return above is not None

    def ascending(self, cards: Cards) -> bool:
        """Whether each card is one rank higher than the one before it; no cards are not."""
        return self.descending(cards[::-1])

    def alternating(self, cards: Cards) -> bool:
        """Whether each card has another color than the one before it; no cards, or cards without a
        color, have not."""
        colors = self.deck.colors
        before = None
        for card in cards:
            color = colors[card]
            if color is None or color == before:
                return False
            before = color
        return before is not None

    def matches(self, card: int | None, cards: Cards) -> bool:
        """Whether a card has the rank of some card there."""
        if card is None:
            return False
        ranks = self.deck.ranks
        rank = ranks[card]
        return any(ranks[other] == rank for other in cards)

    def same_rank(self, card: int | None, other: int | None) -> bool:
        """Whether two cards are of one rank."""
        if card is None or other is None:
            return False
        return self.deck.ranks[card] == self.deck.ranks[other]

    # ---------------------------------------------------------------- melds

    def _meld_rules(self) -> MeldRules:
        assert self.melds is not None  # the checker refuses `melds of` without `melds`
        return self.melds

    def _found(self, ask: Callable[P, T], site: int, *asked: P.args, **named: P.kwargs) -> T:
        """What a question about melds finds, if that takes no minutes."""
        try:
            return ask(*asked, **named)
        except (TooMuchWork, RecursionError):
            self._too_many_melds(site)

    def _too_many_melds(self, site: int) -> NoReturn:
        message = "these cards make more melds than can be gone through"
        self.fail("R708", message, site)

    def melds_of(self, cards: Cards, site: int) -> tuple[tuple[int, ...], ...]:
        """The arrangement with least deadwood."""
        return self._found(self._meld_rules().arrange, site, tuple(cards))

    def deadwood_of(self, cards: Cards, site: int) -> tuple[int, ...]:
        """The cards that the best arrangement leaves."""
        return self._found(self._meld_rules().deadwood, site, tuple(cards))

    def deadwood_value(self, cards: Cards, site: int) -> int:
        """What those count."""
        try:  # asked most often of all
            return self._meld_rules().deadwood_value(tuple(cards))
        except (TooMuchWork, RecursionError):
            self._too_many_melds(site)

    def deadwood_without_each(self, cards: Cards, site: int) -> tuple[int, ...]:
        """For each of some cards what the others would count: quicker than to ask card by card."""
        try:
            return self._meld_rules().deadwood_value_without(tuple(cards))
        except (TooMuchWork, RecursionError):
            self._too_many_melds(site)

    def melds_against(self, cards: Cards, other: Cards, site: int) -> tuple[tuple[int, ...], ...]:
        """Of the best arrangements the one that leaves the other most deadwood."""
        ask = self._meld_rules().arrange_against
        return self._found(ask, site, tuple(cards), tuple(other))

    def deadwood_against(self, cards: Cards, melds: Iterable[Cards], site: int) -> tuple[int, ...]:
        """What is left when own melds and lay-offs are chosen together."""
        ask = self._meld_rules().deadwood_against
        return self._found(ask, site, tuple(cards), tuple(tuple(m) for m in melds))

    def is_meld(self, cards: Cards, kind: int) -> bool:
        """Whether cards are a meld of the kind of that number; -1 is any kind."""
        return self._meld_rules().is_meld(cards, kind)

    def melds_made_of(
        self, cards: Cards, kind: int, *needed_and_site: int | None
    ) -> list[tuple[int, ...]]:
        """Each meld of a kind that can be made of cards, all with the one that is `needed`, by size,
        then by position."""
        *needed, site = needed_and_site
        assert site is not None
        return self._found(self._meld_rules().made_of, site, cards, kind, *needed)

    def is_made_of(self, meld: object, cards: Cards, kind: int, *needed: int | None) -> bool:
        """Whether something is such a meld."""
        return (
            isinstance(meld, tuple)
            and all(card in meld for card in needed)
            and all(card in cards for card in meld)
            and self._meld_rules().is_meld(meld, kind)
        )

    def melds_lying_in(self, state: State, piles: Cards) -> tuple[tuple[int, ...], ...]:
        """The melds that lie in piles."""
        return tuple(tuple(state.piles[number]) for number in piles)

    def fits(self, card: int | None, meld: Cards) -> bool:
        """Whether a card and a meld are a meld together."""
        return card is not None and self._meld_rules().fits(card, tuple(meld))

    # ---------------------------------------------------------------- the end

    def winners(self, state: State) -> tuple[int, ...]:
        """Who has won, while the game is not over nobody."""
        return state.winners

    def payoff_of(self, state: State, seat: int | None) -> int | float | None:
        """What the game was worth to a player; 0 before it is over."""
        return None if seat is None else state.payoffs[seat]

    def game_over(self, state: State) -> bool:
        """Whether the game is over."""
        return state.is_over

    def ended_by(self, state: State) -> int | None:
        """The number of the word that is the reason of the end."""
        return state.ended
