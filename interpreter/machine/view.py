"""What one seat sees of a state, derived from the piles' words alone (LANGUAGE part 11).

Everything that leaves the machine for a seat goes through here: prompts, transcripts, logs, bots. So
does the report of a move, in which cards are masked that a seat does not see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..checking.core import Cell
from ..checking.layout import Layout
from ..checking.types import CARD, PLAYER
from ..labels import label, seat_name

if TYPE_CHECKING:
    from .moves import Move
    from .state import State

HIDDEN_CARD = "a card"
MOST_MOVES = 1000
"""The most legal moves that a view lists."""


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile as a seat sees it.

    `cards` are labels from bottom to top, None for a card that is not seen. Where no places are
    known (a hand seen by others only) the seen ones come first. `seat` is the owner (`team` if it is a
    team's), `position` the number in a family or among groups. `played_by` says who has played each card
    of a pile that remembers it, None of one that does not.
    """

    name: str
    seat: int | None
    position: int | None
    cards: tuple[str | None, ...]
    ordered: bool
    team: int | None = None
    played_by: tuple[int | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A state as a seat sees it. `seat` is None for somebody who only looks on.

    `known` are cards that the seat does not see but knows to lie in a pile (its index in `piles`).
    `moves` are the legal moves as text if the seat decides, the first MOST_MOVES of them;
    `more_moves` says that there are more. Values of memories are texts; what each player (or team, suit,
    rank, pile of a family) has is a tuple, in their order. `direction` is 1 where play goes clockwise, -1
    where it was reversed.
    """

    seat: int | None
    actor: int | None
    phase: str | None
    piles: tuple[PileView, ...]
    known: tuple[tuple[str, int], ...]
    purses: tuple[int, ...]
    chips: tuple[tuple[str, int | tuple[int, ...]], ...]
    memories: tuple[tuple[str, str | tuple[str, ...]], ...]
    out: tuple[int, ...]
    said: tuple[str, ...]
    moves: tuple[str, ...]
    more_moves: bool
    direction: int
    moves_made: int
    ended_by: str | None
    winners: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON data."""
        return asdict(self)


def view_of(state: State, seat: int | None) -> View:
    """What a seat sees of a state."""
    return _Viewing(state, seat).view()


class _Viewing:
    """`knowing`: cards that the seat knows to lie where they do are named, too."""

    def __init__(self, state: State, seat: int | None, *, knowing: bool = False) -> None:
        self.state = state
        self.seat = seat
        self.knowing = knowing
        self.game = state.game
        self.mask = 0 if seat is None else 1 << seat
        self.everybody = self.game.runtime.everybody

    def sees(self, number: int, card: int) -> bool:
        """Whether the seat sees a card in its pile; who looks on sees what all see."""
        seen = self.game.runtime.visible(self.state, number, card)
        return bool(seen & self.mask) if self.seat is not None else seen == self.everybody

    def view(self) -> View:
        state, game = self.state, self.game
        numbers = [
            n
            for n in range(len(state.piles))
            if n < game.layout.fixed_piles or state.piles[n]
        ]  # fmt: skip
        piles = tuple(self.pile(n) for n in numbers)
        actor = state.actor
        moves: tuple[str, ...] = ()
        if actor is not None and actor == self.seat:
            moves = tuple(str(m) for m in islice(state.legal_moves, MOST_MOVES + 1))
        return View(
            seat=self.seat,
            actor=actor,
            phase=self.phase(),
            piles=piles,
            known=tuple(self.known(numbers)),
            purses=tuple(self.cells("chips")),
            chips=tuple(self.chips()),
            memories=tuple(self.memories()),
            out=tuple(s for s in range(game.players) if s not in self.cells("live")[0]),
            said=tuple(self.said()),
            moves=moves[:MOST_MOVES],
            more_moves=len(moves) > MOST_MOVES,
            direction=self.cells("direction")[0],
            moves_made=state.moves_made,
            ended_by=state.ended_by,
            winners=state.winners,
        )

    def phase(self) -> str | None:
        """The path of the phase of the present decision."""
        if self.state.at >= self.game.over:
            return None
        decision = self.game.program.decisions[self.state.at - self.game.decision_base]
        return decision.phase.removesuffix(".moves")

    def cells(self, key: str) -> list[Any]:
        layout: Layout = self.game.layout
        base = layout.cell_base[key]
        return self.state.cells[base : base + layout.width(layout.cells[key])]

    # ---------------------------------------------------------------- piles

    def pile(self, number: int) -> PileView:
        runtime, layout = self.game.runtime, self.game.layout
        cards = self.state.piles[number]
        declared = runtime.declaration(self.state, number)
        undecided = self.state.undecided[number]
        labels = self.game.deck.labels
        shown: list[str | None] = [
            labels[c] if i >= undecided and self.sees(number, c) else None
            for i, c in enumerate(cards)
        ]
        ordered = declared.seen_by is None or None not in shown
        if not ordered:
            seen = sorted((c for c in shown if c is not None), key=labels.index)
            shown = [*seen, *[None] * shown.count(None)]
        position: int | None = None
        if number >= layout.fixed_piles:
            owner = layout.group_of_code(
                self.state.group_codes[number - layout.fixed_piles]
            )[1]  # fmt: skip
            position = runtime.position_of(self.state, number)
        else:
            owner = layout.owner_of_pile(number)
            if declared.count is not None:
                position = runtime.position_of(self.state, number)
        seat, team = (None, owner) if declared.per == "team" else (owner, None)
        played_by = None
        if declared.remembers_who_played and ordered:
            played_by = tuple(
                None if label is None else self.state.played_by.get(card)
                for card, label in zip(cards, shown, strict=True)
            )
        return PileView(declared.name, seat, position, tuple(shown), ordered, team, played_by)

    def known(self, numbers: list[int]) -> list[tuple[str, int]]:
        """Cards that the seat does not see, but saw go where they lie."""
        found = []
        for place, number in enumerate(numbers):
            undecided = self.state.undecided[number]
            for card in self.state.piles[number][undecided:]:
                if self.knows(card) and not self.sees(number, card):
                    found.append((self.game.deck.labels[card], place))
        return sorted(found)

    # ---------------------------------------------------------------- cells

    def chips(self) -> list[tuple[str, int | tuple[int, ...]]]:
        found: list[tuple[str, int | tuple[int, ...]]] = []
        for holder in self.game.rules.chips:
            values = self.cells(f"chips {holder.name}")
            found.append((holder.name, tuple(values) if holder.chips.per else values[0]))
        return found

    def memories(self) -> list[tuple[str, str | tuple[str, ...]]]:
        found: list[tuple[str, str | tuple[str, ...]]] = []
        for name, memory in self.game.symbols.memories.items():
            cell = self.game.layout.cells[f"memory {name}"]
            values = self.cells(f"memory {name}")
            texts = [self.game.values.text(cell.type, v) for v in values]
            if not cell.per:
                if not memory.remember.secret:
                    found.append((name, texts[0]))
                continue
            if memory.remember.secret:
                texts = [t if self.is_own(cell, i) else "?" for i, t in enumerate(texts)]
            found.append((name, tuple(texts)))
        for name, holder in self.game.symbols.contributions.items():
            found.append((name, tuple(str(paid) for paid in self.cells(f"paid {holder}"))))
        return found

    def is_own(self, cell: Cell, place: int) -> bool:
        """Whether one of a cell's places is the seat's, or its team's."""
        if self.seat is None:
            return False
        if cell.per == "team":
            return place == self.seat % self.game.teams
        return self.game.layout.seat_of(cell, place) == self.seat

    # ---------------------------------------------------------------- texts

    def said(self) -> list[str]:
        return ["".join(self.part(kind, value) for kind, value in parts)
                for parts in self.state.said]  # fmt: skip

    def part(self, kind: str, value: Any) -> str:
        if kind == "text":
            return str(value)
        if kind == "card":
            return self.card(value)
        if kind in ("cards", "pile", "piles", "meld"):
            return self.cards(value) or "no cards"
        if kind == "player":
            return "nobody" if value is None else seat_name(value)
        if kind == "players":
            return ", ".join(seat_name(s) for s in value) or "nobody"
        if kind == "teams":
            return ", ".join(f"team {team + 1}" for team in value) or "no team"
        if kind == "word":
            return "nothing" if value is None else label(self.game.words[value])
        types = {"rank", "suit", "color", "team", "yes/no"}
        if kind in types:
            from ..checking.types import KINDS

            type_ = {str(t.name): t for t in KINDS.values()}[kind]
            return self.game.values.text(type_, value)
        return "nothing" if value is None else str(value)

    def cards(self, cards: Iterable[int]) -> str:
        """The labels of cards that the seat sees, and how many more there are."""
        told = [self.card(card) for card in cards]
        seen = [label for label in told if label != HIDDEN_CARD]
        hidden = len(told) - len(seen)
        if hidden:
            seen.append(HIDDEN_CARD if hidden == 1 else f"{hidden} cards")
        return " ".join(seen)

    def card(self, card: int | None) -> str:
        """A card's label, if the seat sees it where it lies now."""
        if card is None:
            return "no card"
        number = self.game.runtime.place_of(self.state, card)
        if number is None or self.sees(number, card) or (self.knowing and self.knows(card)):
            return self.game.deck.labels[card]
        return HIDDEN_CARD

    def knows(self, card: int) -> bool:
        """Whether the seat saw a card go where it lies; who looks on saw what all saw."""
        known = self.state.known.get(card, 0)
        return bool(known & self.mask) if self.seat is not None else known == self.everybody


def _is_settled(state: State, actor: int, move: Move) -> bool:
    """Whether a choice made at once was carried out already."""
    game = state.game
    if state.at != move.kind.at:
        return True
    path = game.program.decisions[state.at - game.decision_base].phase
    chosen = state.cells[game.layout.cell_base[f"chosen {path}"]]
    return (actor, move.kind.number, move.choices) not in chosen


def report(state: State, actor: int, move: Move, seat: int | None) -> str:
    """A move as a seat hears of it, in the state after it.

    A chosen card is masked for those who do not see it where it ended up and did not see it go there,
    and a choice that is made at once is masked altogether while others still choose; the actor knows what they did.
    """
    if seat == actor:
        return str(move)
    if move.kind.at_once and not _is_settled(state, actor, move):
        return "has chosen"
    viewing = _Viewing(state, seat, knowing=True)
    shown = []
    for domain, choice in zip(move.kind.rule.choices, move.choices, strict=True):
        if domain.type == CARD:
            shown.append(viewing.card(choice))
        elif domain.type.item == CARD:
            shown.append(viewing.cards(choice))
        elif domain.type == PLAYER:
            shown.append(seat_name(choice))
        else:
            shown.append(state.game.values.text(domain.type, choice))
    return f"{move.name} {', '.join(shown)}".rstrip()
