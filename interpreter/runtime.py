"""What the generated code calls: moving cards and chips, chance, and questions about them.

One `Runtime` belongs to one game (rules, options, number of players). It keeps nothing of a game's
course: everything that changes is in the state that each function is handed first.
Procedures that can go wrong are handed the number of their place in the rule file last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from . import poker
from .cards import Deck
from .chance import MASK128, MULTIPLIER
from .core import Site
from .errors import RuleError
from .layout import Layout
from .melds import MeldRules

if TYPE_CHECKING:
    from .state import State

T = TypeVar("T")
Cards = Sequence[int]


class CardNeeded(Exception):
    """A card of an undecided pile is needed that a given order of cards does not say."""


class Runtime:
    """The functions of generated code for one game."""

    def __init__(self, deck: Deck, layout: Layout, melds: MeldRules | None, tracks: bool) -> None:
        self.deck = deck
        self.layout = layout
        self.melds = melds
        self.sites: list[Site] = []
        self.everybody = (1 << layout.players) - 1
        self.seats = tuple(range(layout.players))
        self.tracks = tracks
        self.live_cell = layout.cell_base["live"]
        self.chips_cell = layout.cell_base["chips"]
        self.direction_cell = layout.cell_base["direction"]
        self.mover_cell = layout.cell_base.get("mover", 0)
        self.refill: dict[int, tuple[int, bool]] = {}
        for number, pile in enumerate(layout.pile_of):
            if pile.refilled_from is not None:
                other = layout.pile_base[pile.refilled_from]
                seat = layout.pile_seat[number]
                if layout.piles[pile.refilled_from].per_player and seat is not None:
                    other += seat
                self.refill[number] = (other, pile.except_top)
        self.sees = [
            self._mask(pile.face, pile.seen_by, layout.pile_seat[number])
            for number, pile in enumerate(layout.pile_of)
        ]
        # Of a list, whose look-up is a plain method: half the time of a tuple's.
        self.card_rank = list(deck.ranks).__getitem__
        # Whether anything is to be noted of cards that come to a pile.
        self.special = [
            pile.face == "either" or pile.remembers_who_played for pile in layout.pile_of
        ]

    def _mask(self, face: str, seen_by: str | None, seat: int | None) -> int:
        if face == "up":
            return self.everybody
        if seen_by is None or seat is None:
            return 0
        return 1 << seat if seen_by == "owner" else self.everybody & ~(1 << seat)

    # ---------------------------------------------------------------- failing

    def fail(self, code: str, message: str, site: int, seats: tuple[int, ...] = ()) -> NoReturn:
        """Stop the game at a line of the rule file."""
        raise RuleError(code, message, self.sites[site].span, seats)

    def no_row(self, state: State, several: bool, site: int) -> NoReturn:
        """No row of a table applies, or several where only one may."""
        table = self.sites[site].what
        if several:
            self.fail("R704", f"several rows of '{table}' apply at once", site)
        self.fail("R704", f"no row of '{table}' applies", site)

    def only_one_row(self, state: State, applying: tuple[bool, ...], rest: bool, site: int) -> None:
        """Under `unique` exactly one row applies."""
        count = sum(applying)
        if count > 1:
            self.fail("R704", f"{count} rows of '{self.sites[site].what}' apply at once", site)
        if count == 0 and not rest:
            self.fail("R704", f"no row of '{self.sites[site].what}' applies", site)

    def needed(self, value: T | None, site: int) -> T:
        """A thing that has to be there."""
        if value is None:
            what = self.sites[site].what or "thing"
            spoken = "yes or no" if what == "yes/no" else f"a {what}"
            self.fail("R702", f"{spoken} is needed here, and there is nothing", site)
        return value

    def must_be_there(self, state: State, value: object, site: int) -> None:
        """A line needs a thing and gets nothing."""
        self.needed(value, site)

    def fires_for_ever(self, state: State, site: int) -> NoReturn:
        """Rows of `at any time` were carried out a hundred times in a row."""
        self.fail(
            "R706", f"'{self.sites[site].what}' and its like fire a hundred times in a row", site
        )

    def in_range(self, value: int | None, low: int, high: int, site: int) -> int:
        """A number that its memory can hold."""
        number = self.needed(value, site)
        if not low <= number <= high:
            self.fail("R707", f"{number} is not from {low} to {high}", site)
        return number

    # ---------------------------------------------------------------- chance

    def random_member(self, state: State, members: Sequence[T]) -> T | None:
        """One of them by chance, from the stream `random`."""
        if not members:
            return None
        stream = state.random_stream * MULTIPLIER & MASK128
        state.random_stream = stream
        return members[(stream >> 64) * len(members) >> 64]

    def _next_undecided(self, state: State, pile: list[int], undecided: int) -> int:
        """Where in the pile the next of its undecided cards lies."""
        script = state.script
        if script is not None:
            for i, card in enumerate(script):
                try:
                    found = pile.index(card, 0, undecided)
                except ValueError:
                    continue
                del script[i]
                return found
            if state.script_only:
                raise CardNeeded
        stream = state.shuffle_stream * MULTIPLIER & MASK128
        state.shuffle_stream = stream
        return (stream >> 64) * undecided >> 64

    def look(self, state: State, number: int) -> list[int]:
        """The cards of a pile, its order decided if it was not."""
        pile = state.piles[number]
        undecided = state.undecided[number]
        while undecided:
            j = self._next_undecided(state, pile, undecided)
            undecided -= 1
            pile[j], pile[undecided] = pile[undecided], pile[j]
            state.undecided[number] = undecided
        return pile

    def _take_top(self, state: State, number: int) -> int:
        """The top card of a pile that is not empty."""
        pile = state.piles[number]
        undecided = state.undecided[number]
        if undecided < len(pile):
            return pile.pop()
        if state.script is None:
            stream = state.shuffle_stream * MULTIPLIER & MASK128
            state.shuffle_stream = stream
            j = (stream >> 64) * undecided >> 64
        else:
            j = self._next_undecided(state, pile, undecided)
        undecided -= 1
        state.undecided[number] = undecided
        card = pile[j]
        pile[j] = pile[undecided]
        pile.pop()
        return card

    # ---------------------------------------------------------------- who sees what

    def visible(self, state: State, number: int, card: int) -> int:
        """The seats that see a card in its pile, as a mask."""
        seen = self.sees[number] if number < len(self.sees) else self._group_sees(state, number)
        if seen == self.everybody:
            return seen
        declared = self.declaration(state, number)
        if declared.face == "either":
            if state.face_up >> card & 1:
                return self.everybody
        elif declared.top_face_up:
            pile = state.piles[number]
            if pile and state.undecided[number] < len(pile) and pile[-1] == card:
                return self.everybody
        return seen | state.shown.get(card, 0)

    def declaration(self, state: State, number: int) -> Any:
        """How a pile was declared."""
        if number < self.layout.fixed_piles:
            return self.layout.pile_of[number]
        return self.layout.group_of_code(state.group_codes[number - self.layout.fixed_piles])[0]

    def _group_sees(self, state: State, number: int) -> int:
        code = state.group_codes[number - self.layout.fixed_piles]
        pile, seat = self.layout.group_of_code(code)
        return self._mask(pile.face, pile.seen_by, seat)

    def _sees_all(self, state: State, number: int) -> int:
        return self.sees[number] if number < len(self.sees) else self._group_sees(state, number)

    def _leaving(self, state: State, number: int, cards: Cards, to: int, off_top: bool) -> None:
        """Note what the seats know of cards that leave a pile for another (LANGUAGE part 11)."""
        if state.undecided[number]:
            return
        here = self._sees_all(state, number)
        if here == self.everybody and self._sees_all(state, to) == self.everybody:
            return
        known = state.known
        declared = self.declaration(state, number)
        there = self._sees_all(state, to)
        pile = state.piles[number]
        for card in cards:
            known[card] = known.get(card, 0) | self.visible(state, number, card)
        if len(cards) == len(pile) or (off_top and declared.seen_by is None):
            return
        followed = self.everybody
        for card in cards:
            followed &= known.get(card, 0) | there
        lost = ~(followed | here)
        for card in pile:
            if card in known:
                known[card] &= ~lost

    def _forget(self, state: State, cards: Iterable[int]) -> None:
        if self.tracks:
            for card in cards:
                state.known.pop(card, None)
                state.shown.pop(card, None)

    # ---------------------------------------------------------------- moving cards

    def place_of(self, state: State, card: int | None) -> int | None:
        """The number of the pile in which a card lies; None for nothing or a card out of the game."""
        if card is None:
            return None
        for number, pile in enumerate(state.piles):
            if card in pile:
                return number
        return None

    def special_pile(self, number: int) -> bool:
        """Whether the cards of a pile lie face up or down one by one."""
        return number < len(self.special) and self.layout.pile_of[number].face == "either"

    def _noted(self, number: int) -> bool:
        return number >= len(self.special) or self.special[number]

    def _arrive(self, state: State, number: int, cards: Cards, up: bool | None) -> None:
        declared = self.declaration(state, number)
        if declared.face == "either":
            for card in cards:
                if up is None or up:
                    state.face_up |= 1 << card
                else:
                    state.face_up &= ~(1 << card)
        if state.shown:
            for card in cards:
                state.shown.pop(card, None)
        if declared.remembers_who_played:
            you = state.cells[self.mover_cell]
            for card in cards:
                state.played_by[card] = you

    def _covered(self, state: State, number: int) -> None:
        """The open top card of a pile is covered: everybody saw it and knows where it is."""
        pile = state.piles[number]
        if pile and self.tracks and self.declaration(state, number).top_face_up:
            state.known[pile[-1]] = self.everybody

    def refill_if_empty(self, state: State, number: int) -> None:
        """Shuffle the other pile into an empty one that is refilled from it."""
        refill = self.refill.get(number)
        if refill is None:
            return
        other, except_top = refill
        cards = state.piles[other]
        if state.undecided[other]:
            self.look(state, other)
        kept = cards[-1:] if except_top else []
        moved = cards[: len(cards) - len(kept)]
        self._forget(state, moved)
        state.piles[number][:] = moved
        state.piles[other][:] = kept
        state.undecided[number] = len(moved)
        if not self._hidden(number):
            self.look(state, number)

    def _hidden(self, number: int) -> bool:
        pile = self.layout.pile_of[number]
        return pile.face == "down" and pile.seen_by is None and not pile.top_face_up

    def deal(
        self, state: State, source: int, to: int, count: int | None, up: bool | None, site: int
    ) -> None:
        """Deal cards off the top of a pile, one at a time."""
        if count is None or count < 0:
            self._negative(count, site)
        if self.tracks or self._noted(to):
            self._deal_slowly(state, source, to, count, up, site)
        else:
            self.deal_unnoted(state, source, to, count, site)

    def deal_one(self, state: State, source: int, to: int, site: int) -> None:
        """Deal one card where nothing is to be noted of it."""
        pile = state.piles[source]
        left = len(pile)
        if not left or state.undecided[source] < left or state.script is not None:
            self._deal_slowly(state, source, to, 1, None, site)
            return
        shuffle = state.shuffle_stream * MULTIPLIER & MASK128
        state.shuffle_stream = shuffle
        j = (shuffle >> 64) * left >> 64
        left -= 1
        state.piles[to].append(pile[j])
        pile[j] = pile[left]
        del pile[left]
        state.undecided[source] = left

    def deal_unnoted(self, state: State, source: int, to: int, count: int, site: int) -> None:
        """Deal where nothing is to be noted of the cards: nobody's knowledge, no side that is up."""
        pile = state.piles[source]
        left = len(pile)
        if left < count or state.undecided[source] < left or state.script is not None:
            self._deal_slowly(state, source, to, count, None, site)
            return
        target = state.piles[to]
        shuffle = state.shuffle_stream
        for _ in range(count):
            shuffle = shuffle * MULTIPLIER & MASK128
            j = (shuffle >> 64) * left >> 64
            left -= 1
            target.append(pile[j])
            pile[j] = pile[left]
            del pile[left]
        state.shuffle_stream = shuffle
        state.undecided[source] = left

    def _deal_slowly(
        self, state: State, source: int, to: int, count: int, up: bool | None, site: int
    ) -> None:
        pile = state.piles[source]
        for _ in range(count):
            if not pile:
                self.refill_if_empty(state, source)
                if not pile:
                    self._too_few(state, source, site)
            if self.tracks:
                if state.undecided[source] < len(pile):
                    self._leaving(state, source, (pile[-1],), to, True)
                self._covered(state, to)
            card = self._take_top(state, source)
            state.piles[to].append(card)
            if self._noted(to) or state.shown:
                self._arrive(state, to, (card,), False if up is None else up)

    def _negative(self, count: int | None, site: int) -> NoReturn:
        if count is None:
            self.fail("R702", "a number is needed here, and there is nothing", site)
        self.fail("R707", f"{count} is below 0", site)

    def _too_few(self, state: State, source: int, site: int) -> NoReturn:
        name = self.layout.pile_of[source].name if source < self.layout.fixed_piles else "pile"
        self.fail("R701", f"too few cards: '{name}' is empty", site)

    def _available(self, state: State, source: int) -> int:
        """How many cards can be dealt from a pile, those that would be shuffled in counted."""
        count = len(state.piles[source])
        refill = self.refill.get(source)
        if refill is not None:
            other, except_top = refill
            count += max(0, len(state.piles[other]) - (1 if except_top else 0))
        return count

    def deal_up_to(
        self, state: State, source: int, to: int, count: int | None, up: bool | None, site: int
    ) -> None:
        """The same, as many as there are."""
        if count is None or count < 0:
            self._negative(count, site)
        self.deal(state, source, to, min(count, self._available(state, source)), up, site)

    def deal_all(
        self, state: State, source: int, to: int, _: int, up: bool | None, site: int
    ) -> None:
        """The same, all that lie in the pile."""
        self.deal(state, source, to, len(state.piles[source]), up, site)

    def deal_each(
        self, state: State, source: int, to: Cards, count: int | None, up: bool | None, site: int
    ) -> None:
        """Deal to each of several piles, round by round."""
        if count is None or count < 0:
            self._negative(count, site)
        for _ in range(count):
            for number in to:
                self.deal(state, source, number, 1, up, site)

    def deal_each_up_to(
        self, state: State, source: int, to: Cards, count: int | None, up: bool | None, site: int
    ) -> None:
        """The same, as far as the cards go."""
        if count is None or count < 0:
            self._negative(count, site)
        for _ in range(count):
            for number in to:
                if self._available(state, source):
                    self.deal(state, source, number, 1, up, site)

    def deal_each_all(
        self, state: State, source: int, to: Cards, _: int, up: bool | None, site: int
    ) -> None:
        """The same, until the pile is empty."""
        while to and state.piles[source]:
            for number in to:
                if state.piles[source]:
                    self.deal(state, source, number, 1, up, site)

    def move(
        self,
        state: State,
        cards: Cards,
        to: int,
        up: bool | None,
        hint: int | None,
        site: int,
        under: bool = False,
    ) -> None:
        """Move cards, wherever they lie, to a pile, in their order."""
        moving = list(cards)
        if under:
            # So that the cards lie under the others in their own order.
            moving.reverse()
            self.look(state, to)
        for card in moving:
            number = hint
            if number is None or card not in state.piles[number]:
                number = self.place_of(state, card)
                if number is None:
                    label = self.deck.labels[card]
                    self.fail("R702", f"{label} lies in no pile", site)
            pile = state.piles[number]
            if pile[-1] != card or state.undecided[number]:
                self.look(state, number)
            if self.tracks:
                self._leaving(state, number, (card,), to, pile[-1] == card)
                if not under:
                    self._covered(state, to)
            if pile[-1] == card:
                pile.pop()
            else:
                pile.remove(card)
            if under:
                state.piles[to].insert(0, card)
            else:
                state.piles[to].append(card)
            if self._noted(to):
                self._arrive(state, to, (card,), up)
            elif state.shown:
                state.shown.pop(card, None)

    def move_under(
        self, state: State, cards: Cards, to: int, up: bool | None, hint: int | None, site: int
    ) -> None:
        """Move cards to the bottom of a pile."""
        self.move(state, cards, to, up, hint, site, under=True)

    def move_card(
        self, state: State, card: int | None, to: int, up: bool | None, hint: int | None, site: int
    ) -> None:
        """Move one card, which has to be there."""
        if card is None:
            self.fail("R702", "a card is needed here, and there is none", site)
        self.move(state, (card,), to, up, hint, site)

    def move_card_under(
        self, state: State, card: int | None, to: int, up: bool | None, hint: int | None, site: int
    ) -> None:
        """Move one card to the bottom of a pile."""
        if card is None:
            self.fail("R702", "a card is needed here, and there is none", site)
        self.move(state, (card,), to, up, hint, site, under=True)

    def gather(self, state: State, source: int, into: int, under: bool, site: int) -> None:
        """Everything that lies in a pile goes into another."""
        piles = state.piles
        cards = piles[source]
        if source == into or not cards:
            return
        if not (self.tracks or under or state.undecided[source] or self._noted(into)):
            piles[into] += cards
            cards.clear()
            return
        cards = self.look(state, source)[:]
        if self.tracks:
            self._leaving(state, source, cards, into, True)
        state.piles[source].clear()
        if under:
            self.look(state, into)
            state.piles[into][:0] = cards
        else:
            if self.tracks:
                self._covered(state, into)
            state.piles[into] += cards
        if self._noted(into) or state.shown:
            self._arrive(state, into, cards, None)

    def gather_each(self, state: State, sources: Cards, into: int, under: bool, site: int) -> None:
        """Everything that lies in several piles, in their order."""
        for source in reversed(sources) if under else sources:
            self.gather(state, source, into, under, site)

    def gather_everything(self, state: State, into: int, under: bool, site: int) -> None:
        """All cards of the deck that are in the game, in the order of the pack."""
        cards = sorted(card for pile in state.piles for card in pile)
        for number, pile in enumerate(state.piles):
            if self.tracks and number != into and pile and not state.undecided[number]:
                self._leaving(state, number, pile[:], into, True)
            pile.clear()
            state.undecided[number] = 0
        state.piles[into] += cards
        if self._noted(into) or state.shown:
            self._arrive(state, into, cards, None)

    def flip(self, state: State, source: int, into: int, site: int) -> None:
        """A whole pile turned over onto another: its order is reversed."""
        cards = self.look(state, source)[::-1]
        if self.tracks:
            self._leaving(state, source, cards, into, True)
        if source == into:
            state.piles[into][:] = cards
        else:
            state.piles[source].clear()
            if self.tracks:
                self._covered(state, into)
            state.piles[into] += cards
        if self._noted(into) or state.shown:
            self._arrive(state, into, cards, None)

    def shuffle(self, state: State, number: int, site: int) -> None:
        """A pile has no order until somebody looks or draws."""
        pile = state.piles[number]
        self._forget(state, pile)
        state.undecided[number] = len(pile)
        if not self._hidden_pile(state, number):
            self.look(state, number)

    def _hidden_pile(self, state: State, number: int) -> bool:
        return number < self.layout.fixed_piles and self._hidden(number)

    def shuffle_into(self, state: State, cards: Cards, number: int, site: int) -> None:
        """Cards, shuffled, go under what lies in a pile."""
        moving = list(cards)
        self.look(state, number)
        for card in moving:
            place = self.place_of(state, card)
            if place is None:
                self.fail("R702", f"{self.deck.labels[card]} lies in no pile", site)
            self.look(state, place)
            if self.tracks:
                self._leaving(state, place, (card,), number, state.piles[place][-1] == card)
            state.piles[place].remove(card)
        self._forget(state, moving)
        pile = state.piles[number]
        pile[:0] = moving
        state.undecided[number] = len(moving)
        if self._noted(number):
            self._arrive(state, number, moving, None)
        self.look(state, number)

    def turn(self, state: State, cards: Cards, up: bool, site: int) -> None:
        """Turn cards of a `face either` pile."""
        for card in list(cards):
            number = self.place_of(state, card)
            if number is None or self.declaration(state, number).face != "either":
                label = self.deck.labels[card]
                self.fail("R702", f"{label} does not lie where cards are turned", site)
            if self.tracks and not up and state.face_up >> card & 1:
                state.known[card] = self.everybody
            if up:
                state.face_up |= 1 << card
            else:
                state.face_up &= ~(1 << card)

    def turn_card(self, state: State, card: int | None, up: bool, site: int) -> None:
        """Turn one card, which has to be there."""
        if card is None:
            self.fail("R702", "a card is needed here, and there is none", site)
        self.turn(state, (card,), up, site)

    def show(self, state: State, cards: Cards, to: Iterable[int], site: int) -> None:
        """Some or all see cards until they move."""
        mask = 0
        for seat in to:
            mask |= 1 << seat
        for card in cards:
            state.shown[card] = state.shown.get(card, 0) | mask
            if self.tracks:
                state.known[card] = state.known.get(card, 0) | mask

    def lay(
        self, state: State, melds: Iterable[Cards], name: str, seat: int | None, site: int
    ) -> None:
        """Each meld becomes a new group."""
        code = self.layout.group_code(name, seat)
        for meld in list(melds):
            if meld:
                self.move(state, meld, self._free_group(state, code), None, None, site)

    def _free_group(self, state: State, code: int) -> int:
        first = self.layout.fixed_piles
        for i, other in enumerate(state.group_codes):
            if other == code and not state.piles[first + i]:
                return first + i
        state.group_codes.append(code)
        state.piles.append([])
        state.undecided.append(0)
        return len(state.piles) - 1

    def lay_on(self, state: State, melds: Iterable[Cards], number: int, site: int) -> None:
        """Melds join a group."""
        for meld in list(melds):
            self.move(state, meld, number, None, None, site)

    # ---------------------------------------------------------------- places

    def cell_of(self, state: State, base: int, owner: int | None) -> Any:
        """What a cell of a player or team holds; nothing for nobody."""
        return None if owner is None else state.cells[base + owner]

    def pile_of(self, base: int, seat: int | None) -> int | None:
        """The pile of a player; nothing for nobody."""
        return None if seat is None else base + seat

    def family_of(self, base: int, count: int, seat: int | None) -> tuple[int, ...]:
        """The piles of a family that a player has."""
        return () if seat is None else tuple(range(base + seat * count, base + (seat + 1) * count))

    # ---------------------------------------------------------------- chips

    def pay(self, state: State, source: int, to: int, amount: int | None, site: int) -> None:
        """Chips go from one holder to another; too few is an error."""
        cells = state.cells
        if amount is None or amount < 0:
            self._negative(amount, site)
        if cells[source] < amount:
            self._too_few_chips(state, source, amount, site)
        cells[source] -= amount
        cells[to] += amount

    def _too_few_chips(self, state: State, source: int, amount: int, site: int) -> NoReturn:
        seat = source - self.chips_cell
        have = state.cells[source]
        if 0 <= seat < self.layout.players:
            self.fail("R701", f"P{seat + 1} owes {amount} and has {have}", site, (seat,))
        self.fail("R701", f"{amount} chips are needed here, and there are {have}", site)

    def pay_up_to(self, state: State, source: int, to: int, amount: int | None, site: int) -> None:
        """The same, as much as there is."""
        cells = state.cells
        if amount is None or amount < 0:
            self._negative(amount, site)
        amount = min(amount, cells[source])
        cells[source] -= amount
        cells[to] += amount

    def pay_all(self, state: State, source: int, to: int, site: int) -> None:
        """All chips of a holder."""
        cells = state.cells
        amount = cells[source]
        cells[source] -= amount
        cells[to] += amount

    def split(self, state: State, holder: int, players: Cards, site: int) -> None:
        """Equally; what does not divide goes one by one, from the first."""
        cells = state.cells
        if not players:
            if cells[holder]:
                self.fail("R702", "chips are to be split, and there is nobody to get them", site)
            return
        share, rest = divmod(cells[holder], len(players))
        cells[holder] = 0
        for i, seat in enumerate(players):
            cells[self.chips_cell + seat] += share + (i < rest)

    def drop_out(self, state: State, seat: int | None, site: int) -> None:
        """A player is out of the game."""
        seat = self.needed(seat, site)
        live = state.cells[self.live_cell]
        state.cells[self.live_cell] = tuple(s for s in live if s != seat)

    def say(self, state: State, parts: tuple[tuple[str, Any], ...], site: int) -> None:
        """Everybody hears a text; who may not see a card in it does not hear its name."""
        state.said.append(tuple((kind, _frozen(value)) for kind, value in parts))

    def note_choice(
        self, state: State, queue: int, order: int, chosen: int, choice: tuple[int, int, Any]
    ) -> None:
        """Keep what the first of the queue chose at once, in turn order whoever chose first."""
        cells = state.cells
        cells[queue] = cells[queue][1:]
        turns = cells[order]
        cells[chosen] = tuple(sorted((*cells[chosen], choice), key=lambda c: turns.index(c[0])))

    def chooses_nothing(
        self,
        state: State,
        queue: int,
        order: int,
        chosen: int,
        seat: int,
        may_be: bool,
        site: int,
    ) -> None:
        """Where everyone chooses at once, a player without a legal move takes part without one."""
        if not may_be:
            self.fail("R705", f"P{seat + 1} has no legal move", site, (seat,))
        self.note_choice(state, queue, order, chosen, (seat, -1, ()))

    def divide(self, state: State, left: int | None, right: int | None, site: int) -> int | None:
        """Division, rounded down."""
        if left is None or right is None:
            return None
        if right == 0:
            self.fail("R703", "division by zero", site)
        return left // right

    def modulo(self, state: State, left: int | None, right: int | None, site: int) -> int | None:
        """The rest, with the sign of the divisor."""
        if left is None or right is None:
            return None
        if right == 0:
            self.fail("R703", "division by zero", site)
        return left % right

    # ---------------------------------------------------------------- players

    def everyone(self, state: State) -> tuple[int, ...]:
        """All seats, those of players who dropped out too."""
        return self.seats

    def turn_order(self, players: Cards, dealer: int | None) -> Cards:
        """Players, clockwise from the left of the dealer."""
        if dealer is None or len(players) < 2:
            return players
        for i, seat in enumerate(players):
            if seat > dealer:
                return (*players[i:], *players[:i])
        return players

    def turn_queue(self, state: State, players: Cards, start: int | None) -> tuple[int, ...]:
        """Players in the order of their turns, from `start` or whoever comes after."""
        order = tuple(players)
        if order and order[0] == start and state.cells[self.direction_cell] > 0:
            return order
        if state.cells[self.direction_cell] < 0:
            order = (order[0], *order[:0:-1]) if start is None and order else order[::-1]
        if start is None or not order:
            return order
        if start not in order:
            start = self.next_after(state, start)
            if start not in order:
                return order
        assert start is not None
        i = order.index(start)
        return order[i:] + order[:i]

    def round_from(self, state: State, start: int | None) -> tuple[int, ...]:
        """All players still in, once round from `start` or whoever comes after."""
        live = state.cells[self.live_cell]
        if start is None:
            return ()
        result: tuple[int, ...] = self.turn_queue(state, live, start)
        return result

    def after_in_queue(self, queue: Cards, seat: int | None) -> Cards:
        """Those who come after a seat in the order of turns."""
        return queue[queue.index(seat) + 1 :] if seat in queue else queue

    def left_of(self, state: State, seat: int | None) -> int | None:
        """The next player still in, clockwise; the last one left is their own neighbour."""
        if seat is None:
            return None
        live: Cards = state.cells[self.live_cell]
        for other in live:
            if other > seat:
                return other
        return live[0] if live else None

    def right_of(self, state: State, seat: int | None) -> int | None:
        """The next player still in, the other way round."""
        if seat is None:
            return None
        live: Cards = state.cells[self.live_cell]
        for other in reversed(live):
            if other < seat:
                return other
        return live[-1] if live else None

    def next_after(self, state: State, seat: int | None) -> int | None:
        """The next player still in, in the direction of play."""
        clockwise = state.cells[self.direction_cell] > 0
        return self.left_of(state, seat) if clockwise else self.right_of(state, seat)

    def teams(self, state: State) -> tuple[int, ...]:
        """All teams."""
        return tuple(range(self.layout.teams))

    def hands(self, seats: Cards, base: int, count: int, dealer: int | None) -> tuple[int, ...]:
        """The piles that these players have, in turn order."""
        order = self.turn_order(seats, dealer)
        if count == 1:
            return tuple([base + seat for seat in order])
        return tuple(base + seat * count + i for seat in order for i in range(count))

    def groups(self, state: State, name: str, seat: int | None, everyone: bool) -> tuple[int, ...]:
        """The groups that are there."""
        first = self.layout.fixed_piles
        if everyone:
            codes = {self.layout.group_code(name, s) for s in (None, *self.seats)}
        else:
            codes = {self.layout.group_code(name, seat)}
        return tuple(
            first + i
            for i, code in enumerate(state.group_codes)
            if code in codes and state.piles[first + i]
        )

    def position_of(self, state: State, number: int | None) -> int | None:
        """The number of a pile in its family, from 1."""
        if number is None:
            return None
        fixed = self.layout.fixed_piles
        if number >= fixed:
            code = state.group_codes[number - fixed]
            return state.group_codes[: number - fixed].count(code) + 1
        pile = self.layout.pile_of[number]
        return (number - self.layout.pile_base[pile.name]) % (pile.count or 1) + 1

    def who_played(self, state: State, card: int | None) -> int | None:
        """Who put a card where it lies."""
        if card is None:
            return None
        number = self.place_of(state, card)
        if number is None or not self.declaration(state, number).remembers_who_played:
            return None
        return state.played_by.get(card)

    def who_holds(self, state: State, card: int | None) -> int | None:
        """In whose pile a card lies."""
        number = self.place_of(state, card)
        if number is None:
            return None
        if number >= self.layout.fixed_piles:
            code = state.group_codes[number - self.layout.fixed_piles]
            return self.layout.group_of_code(code)[1]
        return self.layout.pile_seat[number]

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
        return max(cards, key=self.card_rank, default=None)

    def lowest(self, cards: Cards) -> int | None:
        """The lowest card, of equals the first."""
        return min(cards, key=self.card_rank, default=None)

    def ranks_of(self, cards: Cards) -> tuple[int, ...]:
        """The ranks of cards, each once, in deck order (jokers have none)."""
        known = len(self.deck.rank_names)
        return tuple(sorted({self.deck.ranks[c] for c in cards if self.deck.ranks[c] < known}))

    def suits_of(self, cards: Cards) -> tuple[int, ...]:
        """The suits of cards, each once, in deck order."""
        suits = {self.deck.suits[c] for c in cards}
        return tuple(sorted(s for s in suits if s is not None))

    def subsets(self, cards: Cards) -> list[tuple[int, ...]]:
        """All lists of one or more of the cards, by size, then by position."""
        return [s for size in range(1, len(cards) + 1) for s in combinations(cards, size)]

    def poker_strength(self, cards: Cards) -> int:
        """How strong the best poker hand among cards is."""
        return poker.strength([(self.deck.ranks[c], self.deck.suits[c]) for c in cards],
                              len(self.deck.rank_names))  # fmt: skip

    def matching(self, cards: Cards) -> bool:
        """Whether cards are of one rank; no cards are not."""
        return len({self.deck.ranks[c] for c in cards}) == 1

    def suited(self, cards: Cards) -> bool:
        """Whether cards are of one suit; no cards are not."""
        suits = {self.deck.suits[c] for c in cards}
        return len(suits) == 1 and None not in suits

    def consecutive(self, cards: Cards) -> bool:
        """Whether the ranks of cards follow one another, without a gap and without a pair."""
        ranks = sorted(self.deck.ranks[c] for c in cards)
        return bool(ranks) and all(b - a == 1 for a, b in pairwise(ranks))

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

    def melds_of(self, cards: Cards) -> tuple[tuple[int, ...], ...]:
        """The arrangement with least deadwood."""
        return self._meld_rules().arrange(tuple(cards))

    def deadwood_of(self, cards: Cards) -> tuple[int, ...]:
        """The cards that the best arrangement leaves."""
        return self._meld_rules().deadwood(tuple(cards))

    def deadwood_value(self, cards: Cards) -> int:
        """What those count."""
        return self._meld_rules().deadwood_value(tuple(cards))

    def melds_against(self, cards: Cards, other: Cards) -> tuple[tuple[int, ...], ...]:
        """Of the best arrangements the one that leaves the other most deadwood."""
        return self._meld_rules().arrange_against(tuple(cards), tuple(other))

    def deadwood_against(self, cards: Cards, melds: Iterable[Cards]) -> tuple[int, ...]:
        """What is left when own melds and lay-offs are chosen together."""
        return self._meld_rules().deadwood_against(tuple(cards), tuple(tuple(m) for m in melds))

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

    def game_over(self, state: State) -> bool:
        """Whether the game is over."""
        return state.is_over

    def ended_by(self, state: State) -> int | None:
        """The number of the word that is the reason of the end."""
        return state.ended


# ------------------------------------------------------------------ what needs no game


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def only(members: Sequence[T]) -> T | None:
    """The only member; nothing if there are none or several."""
    return members[0] if len(members) == 1 else None


def first(members: Sequence[T]) -> T | None:
    """The first member, if there is one."""
    return members[0] if members else None


def last(members: Sequence[T]) -> T | None:
    """The last member, if there is one."""
    return members[-1] if members else None


def rest(members: tuple[T, ...]) -> tuple[T, ...]:
    """All but the first."""
    return members[1:]


def first_some(members: Sequence[T], count: int | None) -> Sequence[T]:
    """The first few members, none if there are fewer."""
    return members[:count] if count is not None and 0 <= count <= len(members) else ()


def last_some(members: Sequence[T], count: int | None) -> Sequence[T]:
    """The last few members, none if there are fewer."""
    if count is None or not 0 <= count <= len(members):
        return ()
    return members[len(members) - count :]


def as_list(member: T | None) -> tuple[T, ...]:
    """A list of the one, empty for nothing."""
    return () if member is None else (member,)


def numbers(low: int | None, high: int | None) -> Sequence[int]:
    """All whole numbers from `low` to `high`."""
    return range(low, high + 1) if low is not None and high is not None else ()


def same_members(left: Sequence[Any], right: Sequence[Any]) -> bool:
    """Whether two lists have the same members."""
    return len(left) == len(right) and sorted(left) == sorted(right)


def added(members: tuple[T, ...], more: Iterable[T]) -> tuple[T, ...]:
    """A list with members that it did not have yet."""
    return tuple(dict.fromkeys((*members, *more)))


def removed(members: tuple[T, ...], fewer: Iterable[T]) -> tuple[T, ...]:
    """A list without some members."""
    gone = set(fewer)
    return tuple(m for m in members if m not in gone)


def without(members: Iterable[T], fewer: Iterable[T]) -> list[T]:
    """Members but for some, each of which takes one away."""
    result = list(members)
    for member in fewer:
        if member in result:
            result.remove(member)
    return result


def extreme(members: Sequence[T], values: Sequence[int | None], greatest: bool) -> T | None:
    """The member with the greatest or least value, of equals the first.

    A member of which the value is nothing comes after all others.
    """
    best: int | None = None
    found = members[0] if members else None
    for member, value in zip(members, values, strict=True):
        if value is not None and (best is None or (value > best if greatest else value < best)):
            best, found = value, member
    return found


def extremes(members: Sequence[T], values: Sequence[int | None], greatest: bool) -> list[T]:
    """All members with the greatest or least value, in order; see `extreme`."""
    known = [v for v in values if v is not None]
    if not known:
        return list(members)
    best = max(known) if greatest else min(known)
    return [m for m, v in zip(members, values, strict=True) if v == best]


def total(values: Iterable[int | None]) -> int:
    """The sum of what there is."""
    return sum(v for v in values if v is not None)


def largest(values: Iterable[int | None]) -> int:
    """The largest of what there is, 0 of nothing."""
    return max((v for v in values if v is not None), default=0)


def smallest(values: Iterable[int | None]) -> int:
    """The smallest of what there is, 0 of nothing."""
    return min((v for v in values if v is not None), default=0)


def add(left: int | None, right: int | None) -> int | None:
    """Arithmetic with nothing is nothing."""
    return None if left is None or right is None else left + right


def subtract(left: int | None, right: int | None) -> int | None:
    """Arithmetic with nothing is nothing."""
    return None if left is None or right is None else left - right


def multiply(left: int | None, right: int | None) -> int | None:
    """Arithmetic with nothing is nothing."""
    return None if left is None or right is None else left * right


def negative(value: int | None) -> int | None:
    """Arithmetic with nothing is nothing."""
    return None if value is None else -value


def less(left: int | None, right: int | None) -> bool:
    """`<` with nothing is no."""
    return left is not None and right is not None and left < right


def less_or_equal(left: int | None, right: int | None) -> bool:
    """`<=` with nothing is no."""
    return left is not None and right is not None and left <= right


def smaller(left: int | None, right: int | None) -> int | None:
    """The smaller of two numbers."""
    if left is None or right is None:
        return None
    return min(left, right)


def larger(left: int | None, right: int | None) -> int | None:
    """The larger of two numbers."""
    if left is None or right is None:
        return None
    return max(left, right)


FREE_FUNCTIONS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        only, first, last, rest, first_some, last_some, as_list, numbers, same_members, added,
        removed, without, extreme, extremes, total, largest, smallest, add, subtract, multiply,
        negative, less, less_or_equal, smaller, larger,
    )
}  # fmt: skip
"""The functions above, under the names that generated code knows them by."""
