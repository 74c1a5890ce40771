"""The table as it is drawn for somebody who sits at it: columns side by side, rows of piles, backs of
cards, one's own hand in its suits. All of it follows from the rule file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from .paint import columns, count, padded, wrapped
from .table import COLUMNS, Table, pile_name

if TYPE_CHECKING:
    from rulerun.interpreter.machine.view import PileView, View

_FAN = 8
"""Cards of a pile that lie side by side; of a longer one the top ones, and how many are below."""
_BESIDE = 110
"""Columns of a screen on which the players have room beside the table."""
_GAP = 4


class Board(Table):
    """Draws views of one game on a screen."""

    def lines(self, view: View) -> list[str]:
        """All that a seat sees: piles, chips, memories, columns, players, its own cards last."""
        common, players = self._common(view), self._players(view)
        joined = [common, players]
        if self.paint.width >= _BESIDE and common and players:
            left, right = _width(common), _width(players)
            if left + 2 * _GAP + right <= self.paint.width:
                joined = [_beside(common, players, left + 2 * _GAP)]
        parts = [*joined[:1], self._all_columns(view), *joined[1:], self.own(view)]
        return [line for part in parts if part for line in ("", *part)][1:]

    # ---------------------------------------------------------------- columns

    def _is_column(self, pile: PileView) -> bool:
        declared = self.game.layout.piles[pile.name]
        return declared.family == COLUMNS and pile.seat is None and pile.team is None

    def _all_columns(self, view: View) -> list[str]:
        """The families of columns, each with its columns side by side."""
        lines: list[str] = []
        for name in dict.fromkeys(p.name for p in view.piles if self._is_numbered(p)):
            family = [p for p in view.piles if p.name == name]
            lines += ["", self._name(self.game.label(name)), *self._tops_by_number(family)]
        for name in dict.fromkeys(p.name for p in view.piles if self._is_column(p)):
            family = [p for p in view.piles if p.name == name]
            room = max(1, (self.paint.width - 2) // self._column_width())
            for at in range(0, len(family), room):
                lines += ["", *self._side_by_side(family[at : at + room])]
        return lines[1:]

    def _is_numbered(self, pile: PileView) -> bool:
        """Whether a pile of nobody's is one of several that moves call by their numbers, and no column."""
        is_nobodys = pile.seat is None and pile.team is None and pile.position is not None
        return is_nobodys and not self._is_column(pile) and pile.name in self.called_by_number

    def _tops_by_number(self, family: Sequence[PileView]) -> list[str]:
        """Piles of which the top card counts, side by side, with their numbers above them."""
        cells = [(self.paint.dim(str(pile.position)), self._top(pile)) for pile in family]
        width = max(columns(cell) for pair in cells for cell in pair)
        room = max(1, self.paint.width // (width + 2))
        return [
            "".join(f"  {padded(pair[line], width, True)}" for pair in cells[at : at + room])
            for at in range(0, len(cells), room)
            for line in (0, 1)
        ]

    def _column_width(self) -> int:
        """Columns of the screen that a column of cards takes."""
        return 2 + max(columns(self.paint.card(label)) for label in self.game.deck.labels)

    def _side_by_side(self, family: Sequence[PileView]) -> list[str]:
        """Columns with their numbers above them; hidden cards that lie lowest as one back."""
        size = self._column_width() - 2
        below = [self._hidden_below(pile) for pile in family]
        shown = [pile.cards[hidden:] for pile, hidden in zip(family, below, strict=True)]
        rows = [[self.paint.dim(str(pile.position)) for pile in family]]
        if any(below):
            rows.append([self._backs(hidden) if hidden else "" for hidden in below])
        for row in range(max(1, *map(len, shown))):
            rows.append([
                self._one(cards[row]) if row < len(cards)
                else self.paint.dim("-") if not row and not hidden else ""
                for cards, hidden in zip(shown, below, strict=True)
            ])  # fmt: skip
        width = max(size, *(columns(cell) for row in rows for cell in row))
        name = self._name(self.game.label(family[0].name))
        lines = ["  ".join(padded(c, width, True) for c in row) for row in rows]
        return [name, *(f"  {line}".rstrip() for line in lines)]

    @staticmethod
    def _hidden_below(pile: PileView) -> int:
        seen = next((i for i, card in enumerate(pile.cards) if card is not None), len(pile.cards))
        return seen

    def _one(self, card: str | None) -> str:
        return self.paint.back if card is None else self.paint.card(card)

    def _backs(self, number: int) -> str:
        """Cards that lie face down on one another."""
        return self.paint.dim(f"{self.paint.back[:1]}{number}")

    # ---------------------------------------------------------------- piles

    def _common(self, view: View) -> list[str]:
        """What belongs to nobody or to a team: a line for each pile, the rest side by side."""
        rows: dict[str, list[PileView]] = {}
        for pile in view.piles:
            is_own_team = pile.team is not None and self._is_own(view, pile)
            if pile.seat is not None or is_own_team or self._is_column(pile):
                continue
            if self._is_numbered(pile):
                continue
            declared = self.game.layout.piles[pile.name]
            many = declared.groups or (declared.count is not None and pile.team is None)
            one = replace(pile, position=None) if many else pile
            rows.setdefault(pile_name(self.game, one, view.seat), []).append(pile)
        piles = [(self._name(name), self._piles(same)) for name, same in rows.items()]
        return [*self._in_lines(piles), *self._side_by_side_notes(view)]

    def _piles(self, piles: Sequence[PileView]) -> str:
        """A pile; the top cards of a family; all groups of one owner."""
        declared = self.game.layout.piles[piles[0].name]
        if declared.groups:
            return self.paint.dim("  |  ").join(self._fan(pile.cards) for pile in piles)
        return self._pile(piles[0]) if len(piles) == 1 else self._row(piles)

    def _in_lines(self, rows: Sequence[tuple[str, str]]) -> list[str]:
        """Names with what belongs to them, below one another, in as many lines as they need."""
        head = max((columns(name) for name, _ in rows), default=0)
        lines = []
        for name, text in rows:
            indent = " " * (head + 2)
            first, *others = wrapped(text.split(" "), self.paint.width - 1, indent, gap=" ") or [""]
            lines += [f"{padded(name, head)}  {first}".rstrip(), *(o.rstrip() for o in others)]
        return lines

    def _side_by_side_notes(self, view: View) -> list[str]:
        """Chips of nobody and what is remembered, as many on a line as have room."""
        rows = [*self._holders(view), *((self._name(n), v) for n, v in self._notes(view))]
        told = [f"{name} {value}" for name, value in rows]
        width = self.paint.width - 1
        short = [text for text in told if columns(text) <= width]
        lines = wrapped(short, width, "", gap=" " * _GAP)
        for text in told:
            if columns(text) > width:
                *parts, last = text.split(", ")
                lines += wrapped([*(f"{part}," for part in parts), last], width, "  ", gap=" ")
        return lines

    def _row(self, family: Sequence[PileView]) -> str:
        """Piles of which the top card counts, side by side."""
        return "  ".join(self._top(pile) for pile in family)

    def _top(self, pile: PileView) -> str:
        """The top card of a pile, and how many are below it."""
        if not pile.cards:
            return self.paint.dim("-")
        *below, top = pile.cards
        if not below:
            return self._one(top)
        if top is None:
            return self._backs(len(pile.cards))
        return self._one(top) + self.paint.dim(f"+{len(below)}")

    def _pile(self, pile: PileView) -> str:
        cards = pile.cards
        if not cards:
            return self.paint.dim("-")
        if all(card is None for card in cards):
            return f"{self.paint.back} {self.paint.dim(count(len(cards), 'card'))}"
        if self._is_trick(pile):
            assert pile.played_by is not None
            return "  ".join(
                (f"{self._player(seat)} " if seat is not None else "") + self._one(card)
                for card, seat in zip(cards, pile.played_by, strict=True)
            )
        if not pile.ordered:
            return self._fan(cards)
        below = len(cards) - _FAN if len(cards) > _FAN + 1 else 0
        if cards[-1] is None or self._hidden_below(pile) >= below:
            below = 0  # what is hidden takes no room
        more = self.paint.dim(f"{below} below ") if below else ""
        return more + self._fan(cards[below:])

    def _is_trick(self, pile: PileView) -> bool:
        """Whether everybody has played a card at most there, and it is remembered who."""
        seats = [seat for seat in pile.played_by or () if seat is not None]
        return bool(seats) and len(set(seats)) == len(pile.cards)

    def _fan(self, cards: Sequence[str | None]) -> str:
        """Cards side by side; those that are not seen as one back with their number."""
        shown: list[str] = []
        for is_hidden, group in groupby(cards, lambda card: card is None):
            same = list(group)
            if not is_hidden:
                shown += [self.paint.card(card) for card in same if card is not None]
            else:
                shown.append(self._backs(len(same)) if len(same) > 1 else self.paint.back)
        return " ".join(shown)

    # ---------------------------------------------------------------- the players

    def _held(self, view: View, name: str, seat: int) -> str:
        piles = [p for p in view.piles if p.name == name and p.seat == seat]
        declared = self.game.layout.piles[name]
        if declared.count is not None:
            shown = [self._in_a_family(pile) for pile in piles]
            while len(shown) > 1 and not piles[len(shown) - 1].cards:
                shown.pop()
            several = any(len(pile.cards) > 1 for pile in piles)
            return (self.paint.dim(" | ") if several else " ").join(shown) or self.paint.dim("-")
        told = []
        for pile in piles:
            if not pile.cards:
                continue
            if self._is_own(view, pile):
                told.append(count(len(pile.cards), "card"))
            elif all(card is None for card in pile.cards):
                told.append(f"{self.paint.back} {len(pile.cards)}")
            else:
                hand = declared.seen_by is not None
                told.append(self._fan(self.sorted(pile)) if hand else self._pile(pile))
        return (self.paint.dim(" | ")).join(told) or self.paint.dim("-")

    def _in_a_family(self, pile: PileView) -> str:
        """One of a player's several piles: all that is seen of it."""
        if not pile.cards:
            return self.paint.dim("-")
        return self._fan(pile.cards)

    # ---------------------------------------------------------------- your own cards

    def own(self, view: View) -> list[str]:
        """The cards that a seat has, in their suits or ranks, and those of which it knows where
        they lie."""
        rows = [
            (self._name(pile_name(self.game, pile, view.seat)), self._hand(pile))
            for pile in view.piles
            if self._is_own(view, pile) and (pile.cards or self._is_only(view))
        ]
        known = [(self._name("you know"), text) for text in self._known(view)]
        return self._in_lines([*rows, *known])

    def _known(self, view: View) -> Iterator[str]:
        """Cards that one does not see but knows to lie somewhere; of many in no hand, only some."""
        for place in dict.fromkeys(place for _, place in view.known):
            pile = view.piles[place]
            cards = sorted((c for c, p in view.known if p == place), key=self.place)
            is_hand = self.game.layout.piles[pile.name].seen_by is not None
            if not is_hand and len(cards) == len(pile.cards):
                continue  # what lay open and is put away is known to all
            more = 0 if is_hand else max(0, len(cards) - _FAN)
            told = self._fan(cards[: len(cards) - more]) + (f" and {more} more" if more else "")
            yield f"{told} in {pile_name(self.game, pile, view.seat)}"

    def _is_only(self, view: View) -> bool:
        """Whether no other pile of one's own has cards: then it is told that there are none."""
        return not any(p.cards for p in view.piles if self._is_own(view, p))

    def _hand(self, pile: PileView) -> str:
        """A hand in groups: its suits, or its ranks, or as it was dealt."""
        cards = self.sorted(pile)
        if not cards:
            return self.paint.dim("-")
        groups = [" ".join(self._one(c) for c in group) for _, group in groupby(cards, self._kind)]
        return (" " if self.order == "dealt" or _all_alone(groups) else "  ").join(groups)

    def _kind(self, card: str | None) -> object:
        """What a card has in common with those beside it."""
        numbers = self.game.deck.numbers.get(card or "")
        if not numbers or self.order == "dealt":
            return card is None
        deck = self.game.deck
        return deck.ranks[numbers[0]] if self.order == "rank" else deck.suits[numbers[0]]


def _all_alone(groups: Sequence[str]) -> bool:
    """Whether nothing is together with anything."""
    return len(groups) > 4 and all(" " not in group for group in groups)


def _width(lines: Sequence[str]) -> int:
    return max((columns(line) for line in lines), default=0)


def _beside(left: Sequence[str], right: Sequence[str], at: int) -> list[str]:
    """Two blocks of lines side by side, the second one from column `at` on."""
    high = max(len(left), len(right))
    rows = zip(
        [*left, *[""] * (high - len(left))], [*right, *[""] * (high - len(right))], strict=True
    )
    return [(padded(a, at) + b).rstrip() for a, b in rows]
