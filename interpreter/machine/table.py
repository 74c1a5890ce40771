"""The table of one game: what lies where, who sees what, and the chance in what is drawn.

One table belongs to one game (rules, options, number of players). It keeps nothing of a game's course:
everything that changes is in the state that each function is handed first. Functions that can go wrong
are handed the number of their place in the rule file last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from rulerun.grammar.diagnostics import joined, quoted

from ..cards import Deck
from ..checking.core import Site
from ..checking.layout import Layout
from ..errors import RuleError
from ..labels import seat_name
from .chance import MASK128, MULTIPLIER
from .melds import MeldRules

if TYPE_CHECKING:
    from ..declarations.ruleset import Pile
    from .state import State

T = TypeVar("T")
Cards = Sequence[int]


class CardNeeded(Exception):
    """A card of an undecided pile is needed that a given order of cards does not say.

    `cards` are those of which one comes next, each as likely as the others.
    """

    def __init__(self, cards: tuple[int, ...]) -> None:
        super().__init__()
        self.cards = cards


class Table:
    """What the functions of one game share."""

    def __init__(self, deck: Deck, layout: Layout, melds: MeldRules | None, tracks: bool) -> None:
        self.deck = deck
        self.layout = layout
        self.melds = melds
        self.sites: list[Site] = []
        self.twins = tuple(deck.numbers[label] for label in deck.labels)
        self.everybody = (1 << layout.players) - 1
        self.seats = tuple(range(layout.players))
        self.tracks = tracks
        #: Cards as chance decides them, one after the other, while somebody wants to know. Only where
        #: states have a `script`, be it empty, is every one of them noted.
        self.noted: list[int] | None = None
        #: Who decides in place of chance, for a while, which of the undecided cards at the bottom of a
        #: pile comes next, and tells its place; as above only where states have a `script`.
        self.dealer: Callable[[list[int], int], int] | None = None
        self.live_cell = layout.cell_base["live"]
        self.chips_cell = layout.cell_base["chips"]
        self.direction_cell = layout.cell_base["direction"]
        #: Of each holder that remembers who paid, by its cell: where the first seat's part stands.
        self.paid = {
            layout.cell_base[f"chips {key.removeprefix('paid ')}"]: base
            for key, base in layout.cell_base.items()
            if key.startswith("paid ")
        }
        self.mover_cell = layout.cell_base.get("mover", 0)
        self.refill: dict[int, tuple[int, bool]] = {}
        for number, pile in enumerate(layout.pile_of):
            if pile.refilled_from is not None:
                self.refill[number] = (layout.pile_base[pile.refilled_from], pile.except_top)
        self.sees = [
            self._mask(pile, layout.owner_of_pile(number))
            for number, pile in enumerate(layout.pile_of)
        ]
        #: Whether all see all that lies in a pile, whatever is done to it.
        self.open = [seen == self.everybody for seen in self.sees]
        #: The pile in which each card was found last, in whatever state: the first place to look in.
        self.last_place = [0] * len(deck.labels)
        # Of a list, whose look-up is a plain method: half the time of a tuple's.
        self.ranks = list(deck.ranks)
        self.card_rank = self.ranks.__getitem__
        # Whether anything is to be noted of cards that come to a pile.
        self.special = [
            pile.face == "either" or pile.remembers_who_played for pile in layout.pile_of
        ]

        #: How strong poker hands are that were asked about lately.
        self.strengths: dict[tuple[int, ...], int] = {}
        #: Whether neither that is so, nor what lies in a pile changes its sight when a card comes on it.
        self.quiet = [
            not special and not pile.top_face_up
            for special, pile in zip(self.special, layout.pile_of, strict=True)
        ]
        self.quiet_piles = frozenset([n for n, is_quiet in enumerate(self.quiet) if is_quiet])

    def _mask(self, pile: Pile, owner: int | None) -> int:
        if pile.face == "up":
            return self.everybody
        if pile.seen_by is None:
            return 0
        owners = sum(1 << seat for seat in self.layout.seats_of(pile, owner))
        return owners if pile.seen_by == "owner" else self.everybody & ~owners

    # ---------------------------------------------------------------- failing

    def _negative(self, count: int | None, site: int) -> NoReturn:
        if count is None:
            self.fail("R702", "a number is needed here, and there is nothing", site)
        self.fail("R707", f"{count} is below 0", site)

    def place_of(self, state: State, card: int | None) -> int | None:
        """The number of the pile in which a card lies; None for nothing or a card out of the game."""
        if card is None:
            return None
        piles, number = state.piles, self.last_place[card]
        if number < len(piles) and card in piles[number]:
            return number
        for number, pile in enumerate(piles):
            if card in pile:
                self.last_place[card] = number
                return number
        return None

    def fail(self, code: str, message: str, site: int, seats: tuple[int, ...] = ()) -> NoReturn:
        """Stop the game at a line of the rule file."""
        at = self.sites[site]
        raise RuleError(code, message, at.span, seats, at.phase or None)

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
            what = self.sites[site].what.replace("holder", "number") or "thing"
            spoken = "yes or no" if what == "yes/no" else f"a {what}"
            self.fail("R702", f"{spoken} is needed here, and there is nothing", site)
        return value

    def needed_one(self, members: Sequence[T], site: int) -> T:
        """The only member of a list, which has to be there."""
        if len(members) == 1:
            return members[0]
        if not members:
            return self.needed(None, site)
        place = self.sites[site]
        there = str(len(members))
        seats: tuple[int, ...] = ()
        if place.what == "player":
            seats = tuple(seat for seat in members if isinstance(seat, int))
            there = ", ".join(seat_name(seat) for seat in seats)
        written = place.span.text if place.span.text.isidentifier() else "..."
        advice = f"for one of them write 'first of {written}'"
        if place.what == "card" and "value of" in place.span.text:
            advice += ", for all together 'total value of ...'"
        self.fail(
            "R702",
            f"a {place.what} is needed here, and there are several: {there}; {advice}",
            site,
            seats,
        )

    def must_be_one(self, state: State, members: Sequence[object], site: int) -> None:
        """A line needs the only member of a list."""
        self.needed_one(members, site)

    def must_be_there(self, state: State, value: object, site: int) -> None:
        """A line needs a thing and gets nothing."""
        self.needed(value, site)

    def fires_for_ever(self, state: State, fired: tuple[int, ...]) -> NoReturn:
        """Rows of `at any time` were carried out a hundred times in a row; `fired` are their places.

        Those that began it, and have not come again since, have no part in it.
        """
        again = sorted(set(fired[len(fired) // 2 :]))
        rows = quoted(self.sites[site].what for site in again)
        who = f"{rows[0]} fires" if len(rows) == 1 else f"{joined(rows)} fire"
        self.fail("R706", f"{who} a hundred times in a row", again[0])

    def in_range(self, value: int | None, low: int, high: int, site: int) -> int:
        """A number that its memory can hold."""
        number = self.needed(value, site)
        if not low <= number <= high:
            self.fail("R707", f"{number} is not from {low} to {high}", site)
        return number

    def first_chips(self, value: int | None, site: int) -> int:
        """The chips with which a purse or a holder begins."""
        number = self.needed(value, site)
        if number < 0:
            self.fail("R701", f"nobody can begin with {number} chips", site)
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
        if self.dealer is not None:
            return self.dealer(pile, undecided)
        script = state.script
        if script is not None:
            for i, card in enumerate(script):
                for twin in self.twins[card]:
                    if twin in pile:
                        found = pile.index(twin)
                        if found < undecided:
                            del script[i]
                            if self.noted is not None:
                                self.noted.append(twin)
                            return found
            if state.script_only:
                raise CardNeeded(tuple(pile[:undecided]))
        stream = state.shuffle_stream * MULTIPLIER & MASK128
        state.shuffle_stream = stream
        place = (stream >> 64) * undecided >> 64
        if self.noted is not None:
            self.noted.append(pile[place])
        return place

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
        return self._mask(*self.layout.group_of_code(code))

    def sees_all(self, state: State, number: int) -> int:
        """The seats that see all cards of a pile, whatever is done to them, as a mask."""
        return self.sees[number] if number < len(self.sees) else self._group_sees(state, number)

    def _leaving(
        self, state: State, number: int, cards: Cards, to: int, up: bool = True, under: bool = False
    ) -> None:
        """Note what the seats know when cards leave a pile together (LANGUAGE part 11).

        `up` says how they come to lie in a pile whose cards lie either way.
        """
        if state.undecided[number]:
            return  # what lies above cards without an order leaves off the top, and goes on as it was
        if number in self.quiet_piles and to in self.quiet_piles and not state.shown:
            self._leaving_quietly(state, number, cards, to)
            return
        here, there = self.sees_all(state, number), self.sees_all(state, to)
        if here == self.everybody:
            if there != self.everybody:
                state.known.update(dict.fromkeys(cards, here))
            return
        known, pile = state.known, state.piles[number]
        watched = self.everybody
        target = self.declaration(state, to)
        if (target.face == "either" and up) or (target.top_face_up and not under):
            there = self.everybody
        if number < len(self.quiet) and self.quiet[number] and not state.shown:
            for card in cards:  # none of them is seen otherwise than the others
                known[card] = known.get(card, 0) | here
            watched = here | there
        else:
            for card in cards:
                seen = self.visible(state, number, card)
                known[card] = known.get(card, 0) | seen
                watched &= seen | there
        if len(cards) == len(pile):
            return
        off_top = set(pile[-len(cards) :]) == set(cards)
        if off_top and self.declaration(state, number).seen_by is None:
            return
        # Who did not see which cards left cannot tell any more what lies there.
        follow = watched | here
        for card in pile:
            if card in known:
                known[card] &= follow

    def _leaving_quietly(self, state: State, number: int, cards: Cards, to: int) -> None:
        """The same of cards that all lie alike, as those of a hand do, and will."""
        here, known = self.sees[number], state.known
        follow = here | self.sees[to]
        if here == self.everybody:
            if follow != self.sees[to]:
                known.update(dict.fromkeys(cards, here))
            return
        for card in cards:
            known[card] = known.get(card, 0) | here
        pile = state.piles[number]
        if len(cards) == len(pile) or follow == self.everybody:
            return
        off_top = set(pile[-len(cards) :]) == set(cards)
        if off_top and self.layout.pile_of[number].seen_by is None:
            return
        # Who did not see which cards left cannot tell any more what lies there.
        for card in pile:
            if card in known:
                known[card] &= follow

    def _forget(self, state: State, cards: Iterable[int]) -> None:
        if self.tracks and (state.known or state.shown):
            for card in cards:
                state.known.pop(card, None)
                state.shown.pop(card, None)

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
