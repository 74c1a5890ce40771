"""Who sees which cards in an example: what a step says of it, and what is so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulerun.grammar import syntax
from rulerun.grammar.record import record
from rulerun.grammar.source import Span
from rulerun.grammar.unparse import unparse

from ..checking.types import CARDS
from ..labels import in_names
from ..machine.unseen import hidden_from

if TYPE_CHECKING:
    from ..checking.core import Expr
    from ..machine.game import Game
    from ..machine.state import State
    from .preparing import Step

_MOST_CARDS = 13
"""Of longer lists the first cards are told, and how many there are."""


@record
class Seeing:
    """Looks at a state, which is a copy for that, with the players' names.

    A seat sees what its view shows: cards that lie open to it, and those of which it knows where they
    lie, as it saw them go there. All others are alike to it.
    """

    game: Game
    state: State
    persons: tuple[str, ...]

    def otherwise(self, step: Step) -> tuple[str, Span] | None:
        """What is not so of all that a step says, in words, and where it says it; None if all is so.

        Raises RuleError where a text of the step means nothing in this state.
        """
        for thing, cards in step.seen:
            message = self._of(step, thing, cards)
            if message is not None:
                return message, thing.span
        return None

    def _of(self, step: Step, thing: syntax.Expr, cards: Expr) -> str | None:
        """What is not so of one thing that is to be seen, or not to be seen."""
        said = unparse(thing)
        written = self._written(thing)
        meant = written or self._meant(cards)
        lying = {card for pile in self.state.piles for card in pile}
        if not meant:
            return f"there is no card that anybody could see: '{said}' is empty"
        gone = [card for card in meant if card not in lying]
        if gone:
            lies = "lies" if len(gone) == 1 else "lie"
            return f"{self._cards(gone)} {lies} in no pile, where nobody could see it"
        who = self.persons[step.seat]
        hidden = set(hidden_from(self.state, step.seat))
        unseen = [card for card in meant if card in hidden]
        seen = [card for card in meant if card not in hidden]
        wrong, verb = (unseen, "does not see") if step.kind == "sees" else (seen, "sees")
        if not wrong:
            return None
        should = "should" if step.kind == "sees" else "should not"
        if written and len(wrong) == 1:
            return f"{who} {verb} {said}, and {should}: it lies in {self._where(wrong[0])}"
        part = f"the {len(wrong)} cards" if len(wrong) > _MOST_CARDS else self._cards(wrong)
        return f"{who} {verb} {part} of '{said}', and {should}"

    def _written(self, thing: syntax.Expr) -> Sequence[int]:
        """A card that is written, wherever it lies: all there are of it, with several packs."""
        match thing:
            case syntax.CardName():
                label = thing.rank + thing.suit
            case syntax.Name():  # a joker, perhaps
                label = thing.name
            case _:
                return ()
        numbers = self.game.deck.numbers.get(label, ())
        return [card for card in numbers if self._place(card) is not None] or numbers

    def _meant(self, cards: Expr) -> Sequence[int]:
        """The cards of a list, each once."""
        found = self.game.evaluate(cards, self.state) or ()
        return list(dict.fromkeys(card for card in found if card is not None))

    def _place(self, card: int) -> int | None:
        return self.game.runtime.place_of(self.state, card)

    def _where(self, card: int) -> str:
        """The pile in which a card lies, as people call it."""
        number = self._place(card)
        assert number is not None
        return self._in_names(self.game.values.pile_label(number))

    def _cards(self, cards: Sequence[int]) -> str:
        return self.game.values.text(CARDS, cards)

    def _in_names(self, text: str) -> str:
        return in_names(text, self.persons)
