"""Cards on the move: dealing, moving, gathering, shuffling, turning, showing, laying."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from .chance import MASK128, MULTIPLIER

if TYPE_CHECKING:
    from .state import State
from .table import Cards, Table


class Dealing(Table):
    """The procedures that move cards."""

    # ---------------------------------------------------------------- moving cards

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
        if self.tracks:
            unseen = state.undecided[source] == len(state.piles[source])
            quiet = unseen and not state.shown and to in self.quiet_piles
        else:
            quiet = not self._noted(to)
        if quiet:
            self.deal_unnoted(state, source, to, count, site)
        else:
            self._deal_slowly(state, source, to, count, up, site)

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
        del pile[left:]
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
                    self._leaving(state, source, (pile[-1],), to, up is True)
                self._covered(state, to)
            card = self._take_top(state, source)
            state.piles[to].append(card)
            if self._noted(to) or state.shown:
                self._arrive(state, to, (card,), False if up is None else up)

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
        pile, piles, many = state.piles[source], state.piles, count * len(to)
        left = len(pile)
        if (
            many > left
            or state.undecided[source] < left
            or state.script is not None
            or state.shown
            or source in to
            or not self.quiet_piles.issuperset(to)
        ):
            for _ in range(count):
                for number in to:
                    self.deal(state, source, number, 1, up, site)
            return
        # Cards that nobody has seen come where nothing is to be noted of them.
        shuffle = state.shuffle_stream
        targets = [piles[number] for number in to]
        for target in targets if count == 1 else targets * count:
            shuffle = shuffle * MULTIPLIER & MASK128
            j = (shuffle >> 64) * left >> 64
            left -= 1
            target.append(pile[j])
            pile[j] = pile[left]
        del pile[left:]
        state.shuffle_stream = shuffle
        state.undecided[source] = left

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
        if (
            hint is not None
            and not under
            and to in self.quiet_piles
            and not state.undecided[hint]
            and not state.shown
        ):
            pile, going = state.piles[hint], set(moving)
            if going and len(going) == len(moving) and going.issubset(pile):
                if self.tracks:
                    self._leaving(state, hint, moving, to)
                if len(moving) == len(pile):
                    pile.clear()
                else:
                    for card in moving:
                        pile.remove(card)
                state.piles[to] += moving
                return
        if under:
            # So that the cards lie under the others in their own order.
            moving.reverse()
            if moving:
                self.look(state, to)
        if self.tracks:
            self._note_leaving(state, moving, to, up is not False, under, hint)
        for card in moving:
            number = hint
            if number is None or card not in state.piles[number]:
                number = self.place_of(state, card)
                if number is None:
                    label = self.deck.labels[card]
                    self.fail("R702", f"{label} lies in no pile", site)
            pile = state.piles[number]
            if pile[-1] != card or state.undecided[number] == len(pile):
                self.look(state, number)
            if self.tracks and not under:
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

    def _note_leaving(
        self,
        state: State,
        moving: Cards,
        to: int,
        up: bool,
        under: bool,
        hint: int | None = None,
    ) -> None:
        """Note what is known of cards that leave together, from whatever piles."""
        if len(moving) == 1 and hint is not None and state.piles[hint][-1:] == moving:
            if state.undecided[hint] == len(state.piles[hint]):
                self.look(state, hint)
            self._leaving(state, hint, moving, to, up, under)
            return
        sources: dict[int, list[int]] = {}
        for card in moving:
            number = hint
            if number is None or card not in state.piles[number]:
                number = self.place_of(state, card)
            if number is not None:
                sources.setdefault(number, []).append(card)
        for number, cards in sources.items():
            pile = state.piles[number]
            if pile[-1:] != cards or state.undecided[number] == len(pile):
                self.look(state, number)
            self._leaving(state, number, cards, to, up, under)

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
        if hint is None and to < len(self.open) and self.open[to]:
            number = self.place_of(state, card)
            is_open = number is not None and number < len(self.open) and self.open[number]
            if is_open and number is not None and not state.undecided[number]:
                state.piles[number].remove(card)
                state.piles[to].append(card)
                if self.special[to]:
                    self._arrive(state, to, (card,), up)
                elif state.shown:
                    state.shown.pop(card, None)
                return
        if hint is None or to >= len(self.open) or not self.open[to] or state.undecided[hint]:
            self.move(state, (card,), to, up, hint, site)
            return
        # Where all see it there is little to note.
        pile = state.piles[hint]
        if card not in pile:
            self.move(state, (card,), to, up, hint, site)
            return
        pile.remove(card)
        state.piles[to].append(card)
        if self.tracks:
            state.known.pop(card, None)
        if self.special[to]:
            self._arrive(state, to, (card,), up)
        elif state.shown:
            state.shown.pop(card, None)

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
        unnoted = not (under or state.undecided[source] or state.shown) and into in self.quiet_piles
        if unnoted and source < len(self.open) and self.open[source]:
            if not self.open[into]:  # all have seen what goes there
                state.known.update(dict.fromkeys(cards, self.everybody))
            piles[into] += cards
            cards.clear()
            return
        cards = self.look(state, source)[:]
        if self.tracks:
            self._leaving(state, source, cards, into)
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
                self._leaving(state, number, pile[:], into)
            pile.clear()
            state.undecided[number] = 0
        state.piles[into] += cards
        if self._noted(into) or state.shown:
            self._arrive(state, into, cards, None)

    def gather_and_shuffle(self, state: State, into: int, site: int) -> None:
        """`gather_everything`, and at once `shuffle`: what is known of cards that go into a pack is
        forgotten before anybody can make use of it."""
        if self.special[into]:
            self.gather_everything(state, into, False, site)
            self.shuffle(state, into, site)
            return
        piles = state.piles
        if sum(map(len, piles)) == len(self.twins):  # all that there are, which need no sorting
            cards: Sequence[int] = range(len(self.twins))
        else:
            cards = sorted([card for pile in piles for card in pile])
        for pile in piles:
            pile.clear()
        piles[into] += cards
        state.undecided[:] = [0] * len(piles)
        state.undecided[into] = len(cards)
        state.known.clear()
        state.shown.clear()
        if not self._hidden_pile(state, into):
            self.look(state, into)

    def flip(self, state: State, source: int, into: int, site: int) -> None:
        """A whole pile turned over onto another: its order is reversed."""
        cards = self.look(state, source)[::-1]
        if self.tracks:
            self._leaving(state, source, cards, into)
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
        if not moving:
            return
        self.look(state, number)
        if self.tracks:
            self._note_leaving(state, moving, number, True, True)
        for card in moving:
            place = self.place_of(state, card)
            if place is None:
                self.fail("R702", f"{self.deck.labels[card]} lies in no pile", site)
            self.look(state, place)
            state.piles[place].remove(card)
        self._forget(state, moving)
        pile = state.piles[number]
        pile[:0] = moving
        state.undecided[number] = len(moving)
        if self._noted(number):
            self._arrive(state, number, moving, None)
        if not self._hidden_pile(state, number):
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
        if to == self.seats:
            mask = self.everybody
        else:
            mask = 0
            for seat in to:
                mask |= 1 << seat
        known, shown = state.known, state.shown
        for card in cards:
            shown[card] = shown.get(card, 0) | mask
            if self.tracks:
                known[card] = known.get(card, 0) | mask

    def lay(
        self, state: State, melds: Iterable[Cards], name: str, seat: int | None, site: int
    ) -> None:
        """Each meld becomes a new group."""
        code = self.layout.group_code(name, seat)
        for meld in list(melds):
            if meld:
                number = self.free_group(state, code)
                self.move(state, meld, number, None, None, site)
                self._arrange(state, number)

    def free_group(self, state: State, code: int) -> int:
        """The number of an empty group of that owner, a new one if there is none."""
        # The place of a group that is gone is free again when none lies behind it.
        first, free = self.layout.fixed_piles, None
        for i, other in enumerate(state.group_codes):
            if other == code:
                if state.piles[first + i]:
                    free = None
                elif free is None:
                    free = first + i
        if free is not None:
            return free
        state.group_codes.append(code)
        state.piles.append([])
        state.undecided.append(0)
        return len(state.piles) - 1

    def lay_on(self, state: State, melds: Iterable[Cards], number: int, site: int) -> None:
        """Melds join a group. The cards of a run lie in its order then."""
        for meld in list(melds):
            self.move(state, meld, number, None, None, site)
        self._arrange(state, number)

    def _arrange(self, state: State, number: int) -> None:
        """What lies open in a group lies in the order of a meld, if it is one."""
        if self.melds is None or state.undecided[number]:
            return
        if self.declaration(state, number).face == "up":
            pile = state.piles[number]
            pile[:] = self.melds.laid(pile)
