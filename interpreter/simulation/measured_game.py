"""A game that counts, while it is played, what no state tells afterwards."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rulerun.grammar.source import Span

from ..checking.core import Address, Do, Domain, MoveRule, Program, Site, Slot
from ..checking.marks import Marks, What
from ..compiling.emitter import Emitter
from ..machine.checked import Checked
from ..machine.game import Game
from ..machine.likeness import parts_of
from ..machine.moves import Move
from ..machine.runtime import Runtime
from ..machine.state import State

_PAYING = (
    "pay", "pay_up_to", "pay_all", "pay_noted", "pay_up_to_noted", "pay_all_noted",
)  # fmt: skip
_SHUFFLING = ("shuffle", "shuffle_into")


class CountedMarks(Marks):
    """Places of a rule file, and how often each was passed since the last look."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[int] = Counter()

    def note(self, what: What, span: Span) -> None:
        """A place is passed."""
        self.times[self.number(what, span)] += 1

    def passing(self, state: object, number: int, site: int) -> None:
        """The place of that number is passed."""
        self.times[number] += 1

    def marked(self, state: object, number: int, value: Any) -> Any:
        """The place of that number gives a value."""
        self.times[number] += 1
        return value


_STOP = "may_stop"
_TURN_ENDS = ":next"


class TurnOver(Exception):
    """A turn has ended in the phase in which somebody waits for that."""


def _with_stops(program: Program, span: Span) -> Program:
    """The program with a stop wherever a turn ends; `span` is a place for those."""
    blocks = [
        replace(block, body=(Do(_STOP, (), Site(span, block.label)), *block.body))
        if block.label.endswith(_TURN_ENDS)
        else block
        for block in program.blocks
    ]
    return replace(program, blocks=tuple(blocks))


class _Emitter(Emitter):
    """Makes code that calls the procedures of payments, where others write them out."""

    def payment(self, statement: Do) -> list[ast.stmt]:
        """Chips change hands by the procedure."""
        return [ast.Expr(self.procedure(statement))]


class MeasuredGame(Game):
    """A game that plays like any other, and counts what no state tells afterwards.

    `shuffled` is how often cards were shuffled, None where nothing ever is. `wagered` is what each seat has
    staked: chips that it put into a pot, or anything else that is nobody's purse, but for what a table
    of payouts had it pay; and numbers that it chose up to what it owned, for which nothing was
    paid at once (a bet that is settled later). Made with `stops`, it raises TurnOver where turns end
    in the phase `stops_in`, if that is one.
    """

    emitting = _Emitter

    def __init__(
        self,
        checked: Checked,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
        *,
        stops: bool = False,
    ) -> None:
        self.shuffled: int | None = None
        self.stops_in: str | None = None
        self._most = 0
        self._pots: tuple[int, ...] = ()
        self._settling: frozenset[int] = frozenset()
        if stops:
            checked = replace(
                checked, program=_with_stops(checked.program, checked.rules.deck.span)
            )
        super().__init__(checked, options, players)
        self.wagered = [0] * self.players
        self._shuffles = bool(self.runtime.refill) or any(
            isinstance(part, Do) and part.procedure.startswith("shuffle")
            for part in parts_of(self.program)
        )
        self._settling = frozenset(
            number
            for number, site in enumerate(self.runtime.sites)
            if any(_lies_in(site.span, span) for span in _payout_rows(self))
        )
        begun = self.new_state()
        holders = {h.name: self._places(f"chips {h.name}") for h in self.rules.chips}
        empty = {
            name: places
            for name, places in holders.items()
            if not any(begun.cells[place] for place in places)
        }
        self._pot_names = " and ".join(self.label(name) for name in empty)
        self._pots = tuple(place for places in empty.values() for place in places)
        self._bets = {
            (at, kind.number): place
            for at, kinds in self.kinds.items()
            for kind in kinds
            for place, domain in enumerate(kind.rule.choices)
            if _is_bet(domain) and not _pays(kind.rule)
        }

    def begin_to_count(self) -> None:
        """A new game begins."""
        self.take_counts((0 if self._shuffles else None, 0, (0,) * self.players))

    def counts(self) -> tuple[int | None, int, tuple[int, ...]]:
        """All that was counted."""
        return self.shuffled, self._most, tuple(self.wagered)

    def take_counts(self, counts: tuple[int | None, int, tuple[int, ...]]) -> None:
        """Forget what was counted since `counts` gave that."""
        self.shuffled, self._most, wagered = counts
        self.wagered = list(wagered)

    def pots(self) -> dict[str, int]:
        """The most that lay at any time in all that is empty in the beginning, under its name."""
        return {self._pot_names: self._most} if self._pots else {}

    def stakes(self, move: Move, seat: int) -> None:
        """A seat makes a move: count what it stakes without paying it at once."""
        place = self._bets.get((move.kind.at, move.kind.number))
        if place is not None:
            self.wagered[seat] += move.choices[place]

    def _places(self, key: str) -> range:
        base = self.layout.cell_base[key]
        return range(base, base + self.layout.width(self.layout.cells[key]))

    def _namespace(self, runtime: Runtime) -> dict[str, Any]:
        refill = runtime.refill_if_empty

        def counted_refill(state: State, number: int) -> None:
            before = len(state.piles[number])
            refill(state, number)
            if not before and state.piles[number]:
                self._shuffled()

        vars(runtime)["refill_if_empty"] = counted_refill
        space = super()._namespace(runtime)
        space[_STOP] = self._turn_ends
        for name in _PAYING:
            space[name] = self._counted(space[name])
        for name in _SHUFFLING:
            space[name] = self._counted_shuffle(space[name])
        return space

    def _turn_ends(self, state: State, site: int) -> None:
        if self.stops_in is not None and self.runtime.sites[site].what == self.stops_in:
            raise TurnOver

    def _shuffled(self) -> None:
        self.shuffled = (self.shuffled or 0) + 1

    def _counted_shuffle(self, shuffle: Callable[..., None]) -> Callable[..., None]:
        def counted(state: State, *rest: Any) -> None:
            self._shuffled()
            shuffle(state, *rest)

        return counted

    def _counted(self, pay: Callable[..., None]) -> Callable[..., None]:
        first = self.layout.cell_base["chips"]
        purses = range(first, first + self.players)

        def counted(state: State, source: int, to: int, *rest: Any) -> None:
            if source not in purses or to in purses:
                pay(state, source, to, *rest)
            else:
                before = state.cells[source]
                pay(state, source, to, *rest)
                if rest[-1] not in self._settling:
                    self.wagered[source - first] += before - state.cells[source]
            if to in self._pots:
                self._most = max(self._most, sum([state.cells[place] for place in self._pots]))

        return counted


def _payout_rows(game: Game) -> list[Span]:
    return [row.source.span for table in game.rules.tables if table.payout for row in table.rows]


def _lies_in(inner: Span, outer: Span) -> bool:
    same = inner.file is outer.file
    return same and outer.start <= inner.start and inner.end <= outer.end


def _is_bet(domain: Domain) -> bool:
    """Whether a number is chosen up to what somebody has in the purse."""
    return domain.how == "range" and any(
        isinstance(part, Slot) and part.key == "chips" for part in parts_of(domain.high)
    )


def _pays(move: MoveRule) -> bool:
    """Whether something is paid out of a purse in a move."""
    return any(
        isinstance(part, Do)
        and part.procedure in _PAYING
        and isinstance(part.arguments[0], Address)
        and part.arguments[0].slot.key == "chips"
        for part in parts_of(move.do)
    )
