"""The table in lines of text: what lies where, who has what, as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, groupby
from typing import TYPE_CHECKING

from rulerun.interpreter.checking.core import SETUP, every
from rulerun.interpreter.checking.facts import touches, writes_of
from rulerun.interpreter.checking.symbols import SUITS
from rulerun.interpreter.checking.types import CARD
from rulerun.interpreter.labels import in_names, seat_name

from .paint import Paint, count, entries, grid
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.machine.game import Game
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State
    from rulerun.interpreter.machine.view import PileView, View

COLUMNS = "columns"
"""What a rule file calls a family of piles whose cards are played with, not just the top ones."""
_FEW = 12
"""Cards of a pile that are all shown; of a longer one the top and how many there are."""


def pile_name(game: Game, pile: PileView, you: int | None = None) -> str:
    """What a pile is called: `stock`, `tableau 3`, `P2's hand`, `your hand`."""
    name = _numbered(game, pile.name, pile.position)
    if pile.team is not None:
        is_own = you is not None and you % game.teams == pile.team
        return f"your team's {name}" if is_own else f"{team_name(pile.team)}'s {name}"
    if pile.seat is None:
        return name
    return f"your {name}" if pile.seat == you else f"{seat_name(pile.seat)}'s {name}"


def _numbered(game: Game, pile: str, position: int | None) -> str:
    name = game.label(pile)
    if position is None:
        return name
    is_plural = game.layout.piles[pile].family == pile
    return f"{name.removesuffix('s') if is_plural else name} {position}"


def team_name(team: int) -> str:
    """What a team is called: `team 1`."""
    return f"team {team + 1}"


def owner_name(game: Game, key: str, place: int) -> str:
    """What whoever has one of a cell's places is called: `P2`, `team 1`, `hearts`, `tableau 3`."""
    cell, layout = game.layout.cells[key], game.layout
    if cell.per == "team":
        return team_name(place)
    if cell.per == "suit":
        return SUITS[place]
    if cell.per == "rank":
        return str(game.deck.rank_names[place])
    if cell.per == "player":
        return seat_name(place)
    pile = layout.pile_of[layout.owners_of(cell)[place]]
    assert pile.count is not None
    owner, position = divmod(place, pile.count)
    name = _numbered(game, pile.name, position + 1)
    if pile.per is None:
        return name
    return f"{team_name(owner) if pile.per == 'team' else seat_name(owner)}'s {name}"


def passes(state: State, phase: str | None = None) -> str:
    """Where in the game it is, for a title: `round 2, trick 3`.

    `phase` is the path of the phase that is meant, without it that of the present decision.
    Phases that have only one pass are not named.
    """
    game = state.game
    if phase is None:
        if state.actor is None:
            return ""
        phase = game.program.decisions[state.at - game.decision_base].phase
    found = []
    for name in phase.split("."):
        declared = game.symbols.phases.get(name)
        if declared is not None and declared.repeat is not None:
            number = state.cells[game.layout.cell_base[f"count {name}"]]
            found.append(harmless(f"{game.label(name)} {number}"))
    return ", ".join(found)


_MARGIN = 4
"""Columns that transcripts put in front of each line."""


class Table:
    """Draws views of one game, with the names of its players where they have some."""

    def __init__(self, game: Game, paint: Paint, names: Sequence[str] = ()) -> None:
        self.game = game
        self.paint = paint
        self.names = names
        self.order = "suit"

    @cached_property
    def called_by_number(self) -> frozenset[str]:
        """The families of piles of which one is chosen in moves."""
        choices = (
            domain.type.item or domain.type
            for kinds in self.game.kinds.values() for kind in kinds for domain in kind.rule.choices
        )  # fmt: skip
        piles = self.game.layout.piles
        called = {t.pile for t in choices if t.name == "pile" and t.pile is not None}
        return frozenset(name for name in called if piles[name].count is not None)

    def said(self, state: State, move: Move, view: View | None = None) -> str:
        """A move's text as it is put before whoever is to make it: a pile that is one of several by its
        number and the card on top, `pair 22 (8H), 28 (5C)`.

        `view` is what they see of the state. In columns the card is seen above the number.
        """
        text = self.game.values.said(state, move)
        if not any("pile" in (d.type.name, d.type.item and d.type.item.name)
                   for d in move.kind.rule.choices):  # fmt: skip
            return text
        name, _, rest = text.partition(" ")
        parts = rest.split(", ")
        if len(parts) != len(move.choices):
            return text
        seen = (view or state.view(state.actor)).piles
        for place, (domain, choice) in enumerate(
            zip(move.kind.rule.choices, move.choices, strict=True)
        ):
            if domain.type.name == "pile":
                parts[place] += self._on_top(choice, seen)
            elif domain.type.item is not None and domain.type.item.name == "pile":
                item = domain.type.item
                words = [*self.game.values.in_members(item, parts[place].split(" "), {}, state)]
                if len(words) == len(choice):
                    shown = zip(words, choice, strict=True)
                    parts[place] = " ".join(word + self._on_top(one, seen) for word, one in shown)
        return f"{name} {', '.join(parts)}"

    def _on_top(self, number: int, seen: Sequence[PileView]) -> str:
        """The card on top of one of several piles, ` (8H)`; empty where none is seen."""
        layout = self.game.layout
        if number >= layout.fixed_piles:
            return ""  # groups are called by their cards
        declared, pile = layout.pile_of[number], seen[number]
        if declared.count is None or declared.family == COLUMNS or not pile.cards:
            return ""
        top = pile.cards[-1] if pile.ordered else None
        return "" if top is None else f" ({top})"

    def lines(self, view: View) -> list[str]:
        """All that a seat sees: piles, players, chips, memories, and its own cards last."""
        parts = [self._common(view), self._players(view), self.own(view)]
        return [line for part in parts if part for line in ("", *part)][1:]

    def _entries(self, rows: Iterable[tuple[str, str]]) -> list[str]:
        named = [(in_names(n, self.names), in_names(v, self.names)) for n, v in rows]
        return entries(named, self.paint.width - _MARGIN)

    def _grid(self, rows: Iterable[Sequence[str]], columns: Iterable[Sequence[str]]) -> list[str]:
        """Rows of cells, of which the first is a name and the others come from these columns."""
        named = [[in_names(cell, self.names) for cell in row] for row in rows]
        return grid(named, [i + 1 for i, column in enumerate(columns) if _are_numbers(column)])

    # ---------------------------------------------------------------- what belongs to nobody

    def _common(self, view: View) -> list[str]:
        rows = []
        for pile in view.piles:
            if pile.seat is None and not (pile.team is not None and self._is_own(view, pile)):
                rows.append((self._name(pile_name(self.game, pile)), self._pile(pile)))
        rows += self._holders(view)
        rows += [(self._name(name), value) for name, value in self._notes(view)]
        return self._entries(rows)

    def _holders(self, view: View) -> list[tuple[str, str]]:
        """Chips that belong to nobody."""
        rows = []
        for name, value in view.chips:
            label = self.game.label(name)
            if isinstance(value, int):
                told = str(value) if "chip" in label else count(value, "chip")
                rows.append((self._name(label), told))
            elif self._is_on_the_table(f"chips {name}"):
                rows.append((self._name(label), self._each(f"chips {name}", list(map(str, value)))))
        return rows

    def open_cards(self, view: View) -> list[str]:
        """The cards that lie open and belong to nobody, a line for each pile."""
        return [
            f"{pile_name(self.game, pile)}: {self._pile(pile)}"
            for pile in view.piles
            if pile.seat is None and any(pile.cards)
        ]

    def _player(self, seat: int) -> str:
        """What a player is called."""
        return in_names(seat_name(seat), self.names)

    def _name(self, text: str) -> str:
        return self.paint.dim(harmless(text))

    def _pile(self, pile: PileView) -> str:
        cards = pile.cards
        if not cards or (len(cards) <= _FEW and None not in cards):
            return self.paint.cards(cards)
        if pile.ordered and cards[-1] is not None:
            # Of cards that lie open only the top one, of those on hidden ones all.
            hidden = [place for place, card in enumerate(cards) if card is None]
            below = hidden[-1] + 1 if hidden else len(cards) - 1
            return f"{self.paint.cards(cards[below:])} on top of {count(below, 'card')}"
        return self.paint.cards(cards)

    def _notes(self, view: View) -> list[tuple[str, str]]:
        """Memories that are there once and say something, and that play goes the other way round.

        A count that is kept all the game says something at 0 too.
        """
        rows = [
            (self.game.label(name), self._value(value))
            for name, value in view.memories
            if isinstance(value, str)
            and value not in ("nothing", "no")
            and (value != "0" or self.game.symbols.memories[name].phase is None)
        ]
        for name, value in view.memories:
            if (
                isinstance(value, tuple)
                and self._is_on_the_table(f"memory {name}")
                and self._may_change(name)
            ):
                told = self._each(f"memory {name}", [self._value(v) for v in value])
                rows.append((self.game.label(name), told))
        return rows + ([("play goes", "anticlockwise")] if view.direction < 0 else [])

    @cached_property
    def _changing(self) -> frozenset[str]:
        """The parts of the state that may change after `setup`."""
        program = self.game.program
        moves = (move for decision in program.decisions for move in decision.moves)
        bodies = chain(
            (block.body for block in program.blocks if block.label != SETUP),
            (move.do for move in moves),
            (row.body for row in program.firing),
        )
        return frozenset(
            part for body in bodies for statement in every(body) for part in writes_of(statement)
        )

    def _may_change(self, memory: str) -> bool:
        """Whether it may ever be other than after `setup`: what each pile is once and for all need not be
        told again."""
        declared = self.game.symbols.memories[memory]
        return declared.phase is not None or touches(
            self._changing, frozenset({f"memory {memory}"})
        )

    def _is_on_the_table(self, key: str) -> bool:
        """Whether suits, ranks or piles of nobody have one each of what a cell holds."""
        cell = self.game.layout.cells.get(key)  # what was paid into a pot is none
        return cell is not None and (
            cell.per in ("suit", "rank")
            or (cell.per == "pile" and self.game.layout.piles[cell.family].per is None)
        )

    def _each(self, key: str, values: Sequence[str]) -> str:
        """What each of them has, where that says something; of piles in a row with the same, once:
        `column 1 3, 2 to 4 5`."""
        told: list[str] = []
        at = 0
        for value, same in groupby(values):
            first, at = at, at + len([*same])
            if value in ("nothing", "no", "0"):
                continue
            owners = [owner_name(self.game, key, place) for place in range(first, at)]
            if len(owners) > 2 and self.game.layout.cells[key].per == "pile":
                owners = [f"{owners[0]} to {owners[-1].rpartition(' ')[2]}"]
            told += [f"{owner} {value}" for owner in owners]
        return ", ".join(told) or self.paint.dim("-")

    def _value(self, text: str) -> str:
        return " ".join(
            self.paint.card(w) if w in self.game.deck.numbers else self.game.label(harmless(w))
            for w in text.split(" ")
        )

    # ---------------------------------------------------------------- the players

    def _players(self, view: View) -> list[str]:
        heads, cells = self.columns(view)
        if not heads and not view.out:
            return []
        rows = [["", *(self.paint.dim(h) for h in heads)]] if heads else []
        for seat in range(self.game.players):
            name = seat_name(seat) + (" (you)" if seat == view.seat else "")
            if self.game.teams:
                name += f" team {seat % self.game.teams + 1}"
            row = [self.paint.bold(name) if seat == view.seat else name]
            row += [column[seat] for column in cells]
            rows.append([*row[:-1], row[-1] + self._mark(view, seat)])
        return self._grid(rows, cells)

    def _mark(self, view: View, seat: int) -> str:
        if seat in view.out:
            return self.paint.dim("  out")
        return ""

    def columns(self, view: View, over: bool = False) -> tuple[list[str], list[list[str]]]:
        """What each player has: heads, and for each the cells by seat.

        When the game is `over` cards and what was remembered for a phase do not matter any more.
        """
        heads: list[str] = []
        found: list[list[str]] = []
        if any(view.purses) or self.game.rules.purse is not None:
            heads.append("chips")
            found.append([str(n) for n in view.purses])
        for name, value in view.chips:
            if isinstance(value, tuple) and not self._is_on_the_table(f"chips {name}"):
                heads.append(self.game.label(name))
                found.append(self._by_seat(f"chips {name}", [str(n) for n in value]))
        for name, values in view.memories:
            key = f"memory {name}"
            if (
                isinstance(values, tuple)
                and not self._is_on_the_table(key)
                and self._is_worth_it(name, values, over)
            ):
                heads.append(self.game.label(name))
                found.append([self._value(v) for v in self._by_seat(key, values)])
        if not over:
            for name in dict.fromkeys(p.name for p in view.piles if p.seat is not None):
                heads.append(self.game.label(name))
                found.append([self._held(view, name, s) for s in range(self.game.players)])
        return heads, found

    def _is_worth_it(self, name: str, values: Sequence[str], over: bool) -> bool:
        memory = self.game.symbols.memories.get(name)  # what was paid into a pot is none
        if memory is not None and memory.phase is None:
            return True
        return not over and any(v not in ("nothing", "no", "0", "?") for v in values)

    def _by_seat(self, key: str, values: Sequence[str]) -> list[str]:
        """What each seat has of what a cell holds: of several piles what each of them has."""
        cell = self.game.layout.cells.get(key)
        players = range(self.game.players)
        if cell is None or cell.per == "player":
            return list(values)
        if cell.per == "team":
            return [values[s % len(values)] for s in players]
        pile = self.game.layout.piles[cell.family]
        assert pile.count is not None
        owners = players if pile.per == "player" else [s % self.game.teams for s in players]
        return [_in_a_row(values[o * pile.count : (o + 1) * pile.count]) for o in owners]

    def _held(self, view: View, name: str, seat: int) -> str:
        piles = [p for p in view.piles if p.name == name and p.seat == seat]
        shown = []
        for pile in piles:
            if self._is_own(view, pile) or len(pile.cards) > _FEW:
                shown.append(count(len(pile.cards), "card"))
            elif pile.cards:
                is_hand = self.game.layout.piles[name].seen_by is not None
                shown.append(self.paint.cards(self.sorted(pile) if is_hand else pile.cards))
        alike = [(text, len([*texts])) for text, texts in groupby(shown)]
        told = ", ".join(text if many == 1 else f"{many} x {text}" for text, many in alike)
        return told or self.paint.dim("-")

    # ---------------------------------------------------------------- your own cards

    def _is_own(self, view: View, pile: PileView) -> bool:
        """Whether a pile is a hand that gets a line of its own.

        To somebody at the table that is theirs; who sees all hands sees the long ones so.
        """
        nobodys = pile.seat is None and pile.team is None
        if nobodys or self.game.layout.piles[pile.name].seen_by is None:
            return False
        if view.seat is None:
            return len(pile.cards) > _FEW and None not in pile.cards
        own = self.game.layout.piles[pile.name].seen_by == "owner"
        team = view.seat % self.game.teams if self.game.teams else None
        return own and (pile.seat == view.seat if pile.team is None else pile.team == team)

    def own(self, view: View) -> list[str]:
        """The cards that a seat has, and those of which it knows where they lie."""
        rows = [
            (self._name(pile_name(self.game, pile, view.seat)), self.paint.cards(self.sorted(pile)))
            for pile in view.piles
            if self._is_own(view, pile)
        ]
        rows += [(self._name("you know"), text) for text in self._known(view)]
        return self._entries(rows)

    def _known(self, view: View) -> Iterator[str]:
        """Cards that you do not see but know to lie somewhere, a text for each pile."""
        if view.seat is None:
            return
        for place in dict.fromkeys(place for _, place in view.known):
            pile = view.piles[place]
            cards = sorted((c for c, p in view.known if p == place), key=self.place)
            # What lies open and is put away is known to all: only of little is it worth saying.
            is_hand = self.game.layout.piles[pile.name].seen_by is not None
            if is_hand or len(cards) < len(pile.cards):
                yield f"{self.paint.cards(cards)} in {pile_name(self.game, pile, view.seat)}"

    def sorted(self, pile: PileView) -> list[str | None]:
        """Cards of a hand as people hold them; those unseen last."""
        return sorted(
            pile.cards, key=lambda c: len(self.game.deck) ** 2 if c is None else self.place(c)
        )

    def place(self, label: str) -> int:
        """Where a card stands in the order that is wanted: by suit, then by rank, as the deck has
        them; by rank, then by suit; or in the order in which they lie."""
        deck = self.game.deck
        numbers = deck.numbers.get(label)
        if not numbers:
            return len(deck) * len(deck)
        if self.order == "dealt":
            return 0
        number = numbers[0]
        return deck.ranks[number] * len(deck) + number if self.order == "rank" else number

    def places(self, move: Move) -> list[int]:
        """Where the cards of a move stand in that order."""
        return sorted(
            self.place(self.game.deck.labels[card])
            for domain, choice in zip(move.kind.rule.choices, move.choices, strict=True)
            for card in (
                choice if domain.type.item == CARD else (choice,) if domain.type == CARD else ()
            )
        )

    # ---------------------------------------------------------------- the end

    def result(self, view: View, payoffs: Iterable[int | float]) -> list[str]:
        """Who won, and what everybody has."""
        heads, cells = self.columns(view, over=True)
        if self.game.rules.payoff is not None:
            heads.append("payoff")
            cells.append([f"{p:g}" for p in payoffs])
        rows = [["", *(self.paint.dim(h) for h in heads), ""]] if heads else []
        for seat in range(self.game.players):
            name = seat_name(seat) + (" (you)" if seat == view.seat else "")
            mark = self.paint.bold("winner") if seat in view.winners else ""
            if not mark and seat in view.out:
                mark = self.paint.dim("out")
            rows.append([name, *(column[seat] for column in cells), mark])
        if not any(cell for row in rows for cell in row[1:]):
            return []  # names alone say nothing
        return self._grid(rows, cells)


def _in_a_row(values: Sequence[str]) -> str:
    """What a player's piles have, the last ones left out that have nothing."""
    told = list(values)
    while len(told) > 1 and told[-1] in ("nothing", "no", "0"):
        told.pop()
    return ", ".join(told)


def _are_numbers(cells: Iterable[str]) -> bool:
    return all(c.lstrip("-").replace(".", "").isdigit() or c == "?" for c in cells)
