"""Chips on the move, players in their order, words that all hear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from .state import State
from ..compiling.plain_functions import extremes
from ..labels import label
from .layers import layers
from .table import Cards, Table
from .turn_orders import Remembered, left_of, order_after, queue_from

LARGEST = 10**100
"""The largest number that is kept. No game counts so far, and much larger ones cannot be shown."""

LONGEST = 10_000
"""The longest list that is kept. What is added to itself sixty times would fill all memory there is."""


class Settling(Table):
    """Chips and players."""

    #: In which order players have their turns, and who is left of whom: of players still in.
    AFTER_OF = Remembered(order_after)
    LEFT_OF_LIVE = Remembered(left_of)
    QUEUE_OF = Remembered(queue_from)

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
        if len(players) == 1:
            chips, cells[holder] = cells[holder], 0  # which may be that player's own
            cells[self.chips_cell + players[0]] += chips
            return
        share, rest = divmod(cells[holder], len(players))
        cells[holder] = 0
        for i, seat in enumerate(players):
            cells[self.chips_cell + seat] += share + (i < rest)

    # ---------------------------------------------------------------- pots that remember who paid

    def pay_noted(self, state: State, source: int, to: int, amount: int | None, site: int) -> None:
        """As `pay`, where one of the two remembers who paid."""
        before = state.cells[source]
        self.pay(state, source, to, amount, site)
        self._note_paid(state, source, to, before)

    def pay_up_to_noted(
        self, state: State, source: int, to: int, amount: int | None, site: int
    ) -> None:
        """As `pay_up_to`, where one of the two remembers who paid."""
        before = state.cells[source]
        self.pay_up_to(state, source, to, amount, site)
        self._note_paid(state, source, to, before)

    def pay_all_noted(self, state: State, source: int, to: int, site: int) -> None:
        """As `pay_all`, where one of the two remembers who paid."""
        before = state.cells[source]
        self.pay_all(state, source, to, site)
        self._note_paid(state, source, to, before)

    def _note_paid(self, state: State, source: int, to: int, before: int) -> None:
        """Who owned the chips has paid them; a pot in which nothing is left remembers nobody."""
        cells = state.cells
        base = self.paid.get(to)
        payer = self.layout.owner_of_chips(source)
        if base is not None and payer is not None:
            cells[base + payer] += before - cells[source]
        if source in self.paid and not cells[source]:
            self._forget_paid(cells, source)

    def _forget_paid(self, cells: list[Any], holder: int) -> None:
        base = self.paid[holder]
        cells[base : base + self.layout.players] = [0] * self.layout.players

    def split_layers(
        self,
        state: State,
        holder: int,
        players: Cards,
        worth: Sequence[int | None],
        greatest: bool,
        only_one: bool,
        order: Cards,
        base: int,
        site: int,
    ) -> None:
        """The chips of a pot go layer by layer to the best of the players who paid into each.

        `worth` says how good each of them is (empty: all alike), `order` is the order of turns.
        """
        cells = state.cells
        if not players:
            self.split(state, holder, players, site)
            return
        value = dict(zip(players, worth, strict=True)) if worth else {}
        paid = cells[base : base + self.layout.players]
        parts = layers(paid, cells[holder], players)
        told: list[tuple[int, list[int], bool]] = []
        for part in parts:
            seats = [seat for seat in order if seat in part.seats]
            best = extremes(seats, [value.get(seat) for seat in seats], greatest)
            if only_one:
                best = best[:1]
            share, rest = divmod(part.chips, len(best))
            for i, seat in enumerate(best):
                cells[self.chips_cell + seat] += share + (i < rest)
            told.append((part.chips, best, part.comes_back))
        cells[holder] = 0
        self._forget_paid(cells, holder)
        if len(told) > 1:
            self._tell_layers(state, holder, told)

    def _tell_layers(
        self, state: State, holder: int, told: list[tuple[int, list[int], bool]]
    ) -> None:
        """All hear who gets which layer: `main pot 30 to P1; side pot 20 to P2; 5 back to P3`."""
        key = next(k for k, base in self.layout.cell_base.items() if base == holder)
        name = label(key.removeprefix("chips "))
        parts: list[tuple[str, Any]] = []
        sides = 0
        for i, (chips, best, comes_back) in enumerate(told):
            if comes_back and i:
                said = f"{chips} back to "
            elif not i:
                said = f"main {name} {chips} to "
            else:
                sides += 1
                said = f"side {name}{f' {sides}' if sides > 1 else ''} {chips} to "
            parts += [("text", f"; {said}" if i else said), ("players", tuple(best))]
        state.said.append(tuple(parts))

    def drop_out(self, state: State, seat: int | None, site: int) -> None:
        """A player is out of the game."""
        seat = self.needed(seat, site)
        live = state.cells[self.live_cell]
        state.cells[self.live_cell] = tuple([s for s in live if s != seat])

    def say(self, state: State, parts: tuple[tuple[str, Any], ...], site: int) -> None:
        """Everybody hears a text; who may not see a card in it does not hear its name."""
        state.said.append(tuple((kind, _frozen(value)) for kind, value in parts))

    def note_choice(
        self, state: State, queue: int, order: int, chosen: int, choice: tuple[int, int, Any]
    ) -> None:
        """Keep what the first of the queue chose at once, in turn order whoever chose first."""
        cells = state.cells
        cells[queue] = cells[queue][1:]
        turns, before = cells[order], cells[chosen]
        if not before or turns.index(before[-1][0]) < turns.index(choice[0]):
            cells[chosen] = (*before, choice)
            return
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

    def held(self, number: int, site: int) -> int:
        """A number that a memory can hold."""
        if not -LARGEST <= number <= LARGEST:
            self.fail("R707", "a number here goes beyond 10 to the power of 100", site)
        return number

    def kept(self, members: tuple[Any, ...], site: int) -> tuple[Any, ...]:
        """A list that a memory can hold: one that is added to itself again and again has no end."""
        if len(members) > LONGEST:
            self.fail("R708", f"a list here has more than {LONGEST:,} members", site)
        return members

    def times(self, left: int | None, right: int | None, site: int) -> int | None:
        """A product of two numbers of which neither is written out."""
        if left is None or right is None:
            return None
        return self.held(left * right, site)

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
        if players.__class__ is tuple:
            found: Cards = self.AFTER_OF[players, dealer]
            return found
        return order_after(players, dealer)

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
        return left_of(state.cells[self.live_cell], seat)

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

    def next_team(self, state: State, team: int | None) -> int | None:
        """The team that sits to the left of a team's members."""
        return None if team is None else (team + 1) % self.layout.teams

    def members_of_all(self, state: State, teams: Iterable[int]) -> tuple[int, ...]:
        """The players of several teams, team by team."""
        every, players = self.layout.teams, self.layout.players
        return tuple(seat for team in teams for seat in range(team, players, every))

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
            pile, owner = self.layout.group_of_code(code)
            return owner if pile.per == "player" else None
        return self.layout.pile_seat[number]


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
