"""Where everything lies in a state: each cell and each pile of a game has a fixed number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ..declarations import ruleset as rules
from .core import Cell


class Layout:
    """Numbers for the cells and piles of a game with `players` seats, `teams` teams and `ranks` ranks,
    of which jokers count as the last.

    Cells that each seat or team has lie side by side. Groups have no fixed number: their piles are
    added behind the others while the game goes on (`group_number`, `group_owner`).
    """

    def __init__(
        self,
        cells: Iterable[Cell],
        piles: Iterable[rules.Pile],
        players: int,
        teams: int,
        ranks: int,
    ) -> None:
        self.players = players
        self.teams = teams
        self.ranks = ranks
        self.piles: dict[str, rules.Pile] = {}
        self.pile_base: dict[str, int] = {}
        self.pile_of: list[rules.Pile] = []
        self.pile_seat: list[int | None] = []
        self.pile_team: list[int | None] = []
        self.group_names: list[str] = []
        for pile in piles:
            self.piles[pile.name] = pile
            self.pile_base[pile.name] = len(self.pile_of)
            if pile.groups:
                self.group_names.append(pile.name)
                continue
            for owner in range(self.owners(pile)) if pile.per else (None,):
                for _ in range(pile.count or 1):
                    self.pile_of.append(pile)
                    self.pile_seat.append(owner if pile.per == "player" else None)
                    self.pile_team.append(owner if pile.per == "team" else None)
        self.fixed_piles = len(self.pile_of)
        self.cells: dict[str, Cell] = {}
        self.cell_base: dict[str, int] = {}
        size = 0
        for cell in cells:
            self.cells[cell.key] = cell
            self.cell_base[cell.key] = size
            size += self.width(cell)
        self.size = size
        self._perceived: dict[int, tuple[int, ...]] = {}

    def owners(self, pile: rules.Pile) -> int:
        """How many have such a pile each; 1 for one that belongs to nobody."""
        return {None: 1, "player": self.players, "team": self.teams}[pile.per]

    def owner_of_pile(self, number: int) -> int | None:
        """The seat or the team whose pile it is, of those that have fixed numbers."""
        seat = self.pile_seat[number]
        return self.pile_team[number] if seat is None else seat

    def seats_of(self, pile: rules.Pile, owner: int | None) -> tuple[int, ...]:
        """The seats whose pile it is: its player, or the members of its team."""
        if owner is None:
            return ()
        if pile.per == "team":
            return tuple(range(owner, self.players, self.teams))
        return (owner,)

    def width(self, cell: Cell) -> int:
        """How many places a cell takes."""
        if cell.per == "pile":
            pile = self.piles[cell.family]
            return self.owners(pile) * (pile.count or 1)
        owners = {"": 1, "player": self.players, "team": self.teams, "suit": 4, "rank": self.ranks}
        return owners[cell.per]

    def seat_of(self, cell: Cell, place: int) -> int | None:
        """The seat that has one of a cell's places: a player's, or that of a pile's owner."""
        if cell.per == "player":
            return place
        return self.pile_seat[self.owners_of(cell)[place]] if cell.per == "pile" else None

    def owners_of(self, cell: Cell) -> range:
        """The numbers of those who have such a cell each: seats, teams, suits, ranks, piles."""
        first = self.pile_base[cell.family] if cell.family else 0
        return range(first, first + self.width(cell))

    def first_place(self, key: str) -> int:
        """The place of a cell, less the number of the first thing that has one: to be added to the
        number of a thing that has one, a seat, say, or a pile."""
        return self.cell_base[key] - self.owners_of(self.cells[key]).start

    def perceived(self, seat: int) -> tuple[int, ...]:
        """The places of all cells that a seat knows of: nobody's secrets but its own."""
        if seat not in self._perceived:
            self._perceived[seat] = tuple(
                self.cell_base[key] + place
                for key, cell in self.cells.items()
                if not key.startswith("chosen ")
                for place in range(self.width(cell))
                if not cell.secret or self._is_own(cell, place, seat)
            )
        return self._perceived[seat]

    def _is_own(self, cell: Cell, place: int, seat: int) -> bool:
        if cell.per == "team":
            return place == seat % self.teams
        return bool(cell.per) and self.seat_of(cell, place) == seat

    def holders(self) -> list[int]:
        """The places of all purses and chip holders."""
        return [
            self.cell_base[key] + i
            for key, cell in self.cells.items()
            if key == "chips" or key.startswith("chips ")
            for i in range(self.width(cell))
        ]

    def owner_of_chips(self, cell: int) -> int | None:
        """The seat of which a cell is the purse, or a holder that each player has, or each of a player's
        piles."""
        return self._owners.get(cell)

    @cached_property
    def _owners(self) -> dict[int, int]:
        return {
            self.cell_base[key] + place: seat
            for key, cell in self.cells.items()
            if key == "chips" or key.startswith("chips ")
            for place in range(self.width(cell))
            if (seat := self.seat_of(cell, place)) is not None
        }

    def group_code(self, name: str, owner: int | None) -> int:
        """How a state notes to whom a group of melds belongs: to a seat, a team or nobody."""
        place = 0 if owner is None else owner + 1
        return self.group_names.index(name) * (self.players + 1) + place

    def group_of_code(self, code: int) -> tuple[rules.Pile, int | None]:
        """The declaration and the owner (a seat or a team) behind a code."""
        index, seat = divmod(code, self.players + 1)
        return self.piles[self.group_names[index]], seat - 1 if seat else None
