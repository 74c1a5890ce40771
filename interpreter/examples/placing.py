"""What an example gives is put in place: cards, chips, memories, melds on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.source import Span

from ..checking.core import Const, PilesAt, Slot
from ..checking.types import CARD, HOLDER, PILE
from ..machine.game import Game
from ..machine.state import State
from .preparing import Given, Prepared


class Otherwise(Exception):
    """An example cannot be set up, or goes otherwise than it says."""

    def __init__(self, code: str, message: str, span: Span, *notes: Note) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, None, notes)


class Placing:
    """Puts what is `given` in place."""

    def __init__(self, game: Game, state: State, prepared: Prepared) -> None:
        self.game = game
        self.state = state
        self.prepared = prepared
        self.down: set[int] = set()
        self.left = {label: list(numbers) for label, numbers in game.deck.numbers.items()}

    def place(self) -> None:
        """Put everything in place, cards first; Otherwise if something cannot be there."""
        cards_of: dict[int, list[int]] = {}
        for given in self.prepared.given:
            if isinstance(given.target, PilesAt):
                self.lay(given, cards_of)
            if given.target.type == PILE:
                number = self.game.evaluate(given.target, self.state)
                if number is None:
                    raise Otherwise("R702", "there is no such pile", given.span)
                assert given.cards is not None
                cards = self.taken(given, 0, given.cards)
                if number < self.game.layout.fixed_piles:
                    pile = self.game.layout.pile_of[number]
                    if pile.face == "down" and pile.seen_by is None and not pile.top_face_up:
                        cards.reverse()  # written next card first
                cards_of[number] = cards
        if cards_of:
            self.lay_out(cards_of)
        for given in self.prepared.given:
            if isinstance(given.target, Slot):
                self.set_cell(given)
        for given in self.prepared.given:
            if isinstance(given.target, Slot) and given.target.key.startswith("paid "):
                self.check_paid(given.target.key.removeprefix("paid "), given.span)

    def lay(self, given: Given, cards_of: dict[int, list[int]]) -> None:
        """Each of several piles gets its cards; melds become groups."""
        target = given.target
        assert isinstance(target, PilesAt)
        layout = self.game.layout
        owner = None if target.seat is None else self.game.evaluate(target.seat, self.state)
        pile = layout.piles[target.pile]
        for place, labels in enumerate(given.piles):
            if pile.groups:
                code = layout.group_code(target.pile, owner)
                number = self.game.runtime.free_group(self.state, code)
            else:
                assert pile.count is not None
                number = layout.pile_base[target.pile] + (owner or 0) * pile.count + place
            cards_of[number] = self.taken(given, place, labels)
            if pile.groups:
                self.state.piles[number] = cards_of[number]
            elif pile.face == "down" and pile.seen_by is None and not pile.top_face_up:
                cards_of[number].reverse()  # written next card first

    def taken(self, given: Given, pile: int, labels: Sequence[str]) -> list[int]:
        """The cards of one of the piles given."""
        cards = [self.take(label, given.span) for label in labels]
        self.down |= {card for place, card in enumerate(cards) if (pile, place) in given.down}
        return cards

    def take(self, label: str, span: Span) -> int:
        """A card of that label that nothing else has taken."""
        numbers = self.left.get(label)
        if not numbers:
            raise Otherwise("R710", f"{label} is given more often than the deck has it", span)
        return numbers.pop(0)

    def lay_out(self, cards_of: dict[int, list[int]]) -> None:
        """Put cards into piles; what is displaced goes back to the pack."""
        state = self.state
        before = {card for pile in state.piles for card in pile}
        placed = {card for cards in cards_of.values() for card in cards}
        home = self.game.layout.pile_base[self.game.rules.deck.starts_in]
        there = {card for number in cards_of for card in state.piles[number]}
        for card in placed | there:  # nobody saw it go there
            state.known.pop(card, None)
            state.shown.pop(card, None)
        for number, pile in enumerate(state.piles):
            undecided = pile[: state.undecided[number]]
            decided = pile[state.undecided[number] :]
            if number in cards_of:
                undecided, decided = [], cards_of[number]
            else:
                undecided = [c for c in undecided if c not in placed]
                decided = [c for c in decided if c not in placed]
            state.undecided[number] = len(undecided)
            state.piles[number] = undecided + decided
        if home not in cards_of:
            # What lay where something else is given goes back to the pack.
            lying = {card for pile in state.piles for card in pile}
            back = sorted(before - lying)
            state.piles[home][:0] = back
            if state.undecided[home]:
                state.undecided[home] += len(back)
        for number, cards in cards_of.items():
            if self.game.runtime.special_pile(number):
                for card in cards:
                    if card in self.down:
                        state.face_up &= ~(1 << card)
                    else:
                        state.face_up |= 1 << card

    def check_range(self, slot: Slot, value: Any, span: Span) -> None:
        """A given number is one that its memory, or a holder of chips, can hold."""
        cell = self.game.layout.cells[slot.key]
        if (cell.type == HOLDER or cell.key.startswith("paid ")) and value < 0:
            raise Otherwise("R707", f"{value} chips cannot lie anywhere", span)
        if cell.low is not None and cell.high is not None:
            low, high = (self.game.evaluate(e, self.state) for e in (cell.low, cell.high))
            if not low <= value <= high:
                raise Otherwise("R707", f"{value} is not from {low} to {high}", span)

    def check_paid(self, holder: str, span: Span) -> None:
        """Nobody has put in what is not there."""
        cells, base = self.state.cells, self.game.layout.cell_base
        first, there = base[f"paid {holder}"], cells[base[f"chips {holder}"]]
        paid = sum(cells[first : first + self.game.players])
        if paid and not there:
            said = f"{paid} chips are paid to '{holder}', and it holds none"
            raise Otherwise("R710", said, span)

    def set_cell(self, given: Given) -> None:
        """Give a memory or a holder of chips its value."""
        slot = given.target
        assert isinstance(slot, Slot)
        index = 0 if slot.index is None else self.game.evaluate(slot.index, self.state)
        if index is None:
            raise Otherwise("R702", "there is nothing that could have this", given.span)
        if given.cards is not None:
            numbers = {label: list(n) for label, n in self.game.deck.numbers.items()}
            value: Any = tuple(numbers[label].pop(0) for label in given.cards)
        else:
            assert given.value is not None
            value = self.game.evaluate(given.value, self.state)
            if slot.type.is_list:
                value = tuple(value)
            nothing = isinstance(given.value, Const) and given.value.value is None
            if slot.type == CARD and value is None and not nothing:
                raise Otherwise("R702", "the deck has no such card", given.span)
            self.check_range(slot, value, given.span)
        self.state.cells[self.game.layout.first_place(slot.key) + index] = value
