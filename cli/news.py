"""What happened between two moments, told from what one seat saw before and sees now.

The machine says nothing of what it does on the way; views of the same seat are compared, so nothing
can be told that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulerun.interpreter.labels import seat_name

from .paint import Paint, count
from .passages import Passage, Place, joined
from .table import owner_name, pile_name
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.machine.game import Game
    from rulerun.interpreter.machine.view import View

_FEW = 8
"""Cards that are named one by one; of more only the number is told."""


_FORGOTTEN = ("nothing", "0", "no")
"""What a memory holds when its phase has begun."""


def opened(views: list[View]) -> View:
    """The view of somebody who sees what any of the seats sees."""
    first = views[0]
    piles = []
    for i, pile in enumerate(first.piles):
        seen = max((v.piles[i] for v in views), key=lambda p: len([c for c in p.cards if c]))
        piles.append(replace(pile, cards=seen.cards, ordered=seen.ordered))
    memories = []
    for i, (name, value) in enumerate(first.memories):
        if isinstance(value, tuple):
            told = [v.memories[i][1] for v in views]
            value = tuple(
                next((t[k] for t in told if t[k] != "?"), "?") for k in range(len(value))
            )  # fmt: skip
        memories.append((name, value))
    known = sorted({
        (card, place) for v in views for card, place in v.known if card not in piles[place].cards
    })  # fmt: skip
    return replace(
        first, seat=None, piles=tuple(piles), memories=tuple(memories), known=tuple(known)
    )


def way(view: View) -> str:
    """How play goes round the table."""
    return "clockwise" if view.direction > 0 else "anticlockwise"


class News:
    """Tells what changed in one game; with `tells_all` also where cards went that a move has named."""

    def __init__(self, game: Game, paint: Paint, *, tells_all: bool = False) -> None:
        self.game = game
        self.paint = paint
        self.tells_all = tells_all

    def lines(
        self,
        before: View,
        after: View,
        moved: Iterable[Passage] = (),
        named: frozenset[str] = frozenset(),
        before_that: frozenset[str | None] = frozenset(),
    ) -> list[str]:
        """What is new, a line for each thing; `moved` are the ways that cards went meanwhile.

        Of cards that are `named` already nothing is told. A move names numbers and words, too. What was
        told `before_that`, since the move, need not be told to be remembered either.
        """
        you = after.seat
        lines = [f'"{harmless(text)}"' for text in after.said[len(before.said) :]]
        ways = joined(moved)
        lines += self.passages(
            (p for p in ways if self.tells_all or not set(p.cards) <= named), you
        )
        lines += self._chips(before, after)
        lines += self._memories(before, after, before_that.union(named, *(p.cards for p in ways)))
        if before.direction != after.direction:
            lines.append(f"play goes {way(after)} now")
        for seat in after.out:
            if seat not in before.out:
                lines.append(f"{seat_name(seat)} is out")
        return lines

    def passages(self, moved: Iterable[Passage], you: int | None) -> list[str]:
        """Where cards went, a line for each way."""
        return [self._passage(passage, you) for passage in joined(moved)]

    def _passage(self, passage: Passage, you: int | None) -> str:
        is_shown = passage.source == passage.to and not passage.covered
        cards = self.paint.cards(passage.cards) if is_shown else self._cards(passage.cards)
        to = self._place(passage.to, you)
        if passage.source == passage.to:
            return f"{to}: {cards} {'covered' if passage.covered else 'turned up'}"
        shuffled = ", shuffled" if passage.shuffled else ""
        return f"{self._place(passage.source, you)} {self.paint.arrow} {to}: {cards}{shuffled}"

    def _cards(self, cards: tuple[str | None, ...]) -> str:
        if len(cards) > _FEW or (None in cards and set(cards) == {None}):
            return "a card" if len(cards) == 1 else count(len(cards), "card")
        return self.paint.cards(cards)

    def _place(self, place: Place, you: int | None) -> str:
        from rulerun.interpreter.machine.view import PileView

        name, seat, position, team = place
        return pile_name(self.game, PileView(name, seat, position, (), True, team), you)

    def _chips(self, before: View, after: View) -> list[str]:
        changes = []
        for seat, (old, new) in enumerate(zip(before.purses, after.purses, strict=True)):
            if old != new:
                changes.append(f"{seat_name(seat)} {old} {self.paint.arrow} {new}")
        for (name, was), (_, now) in zip(before.chips, after.chips, strict=True):
            if isinstance(was, tuple) and isinstance(now, tuple):
                key = f"chips {name}"
                pairs = [
                    (f"{owner_name(self.game, key, place)}'s ", w, n)
                    for place, (w, n) in enumerate(zip(was, now, strict=True))
                ]
            else:
                pairs = [("", was, now)]  # type: ignore[list-item]
            for whose, old, new in pairs:
                if old != new:
                    label = self.game.label(name)
                    changes.append(f"{whose}{label} {old} {self.paint.arrow} {new}")
        return [f"chips: {', '.join(changes)}"] if changes else []

    def _memories(self, before: View, after: View, told: frozenset[str | None]) -> list[str]:
        """Changes of what is remembered; not those that somebody at the table does not care for.

        A phase forgets its memories when it begins again, which goes without saying, and so does
        that a card, number or word just `told` of is remembered for the rest of it.
        """
        lines = []
        for (name, old), (_, new) in zip(before.memories, after.memories, strict=True):
            memory = self.game.symbols.memories.get(name)
            if memory is None:  # who has paid into a pot: its chips are told
                continue
            whose = [""]
            if isinstance(old, tuple):
                key = f"memory {name}"
                whose = [f"{owner_name(self.game, key, i)} " for i in range(len(old))]
            each = zip(
                whose,
                [old] if isinstance(old, str) else old,
                [new] if isinstance(new, str) else new,
                strict=True,
            )
            passing = () if memory.phase is None else (*_FORGOTTEN, *told)
            changes = [
                f"{owner}{self._shown(was)} {self.paint.arrow} {self._shown(now)}"
                for owner, was, now in each
                if was != now and now not in passing
            ]
            if changes:
                lines.append(f"{self.game.label(name)}: {', '.join(changes)}")
        return lines

    def _shown(self, text: str) -> str:
        return " ".join(
            self.paint.card(w) if w in self.game.deck.numbers else self.game.label(harmless(w))
            for w in text.split(" ")
        )
