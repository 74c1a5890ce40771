"""A game that counts, while it is played, what no state tells afterwards."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from rulerun.grammar.source import Span

from ..checking.core import Address, Const, Do, Domain, MoveRule, Program, Site, Slot, Stmt
from ..checking.marks import Mark, Marks, What
from ..compiling.emitter import Emitter
from ..compiling.python_code import CELLS, STATE, call, const, index, name
from ..machine.checked import Checked
from ..machine.game import Game
from ..machine.likeness import parts_of
from ..machine.moves import Move
from ..machine.runtime import Runtime
from ..machine.state import State

_PAYING = (
    "pay", "pay_up_to", "pay_all", "pay_noted", "pay_up_to_noted", "pay_all_noted",
)  # fmt: skip
_SHUFFLING = ("shuffle", "shuffle_into", "gather_and_shuffle")


class CountedMarks(Marks):
    """Places of a rule file, and how often each was passed since the last look, by their numbers.

    The list of `times` is always the same one: the code of games has it.
    """

    def __init__(self, wanted: Collection[Mark] | None = None) -> None:
        super().__init__(wanted=wanted)
        self.times: list[int] = []

    def number(self, what: What, span: Span) -> int:
        """The number of a place, given one if it has none yet."""
        number = super().number(what, span)
        if number == len(self.times):
            self.times.append(0)
        return number

    def begin(self) -> None:
        """Nothing was passed yet."""
        self.times[:] = [0] * len(self.times)

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


_TIMES, _WAGERED, _MOST, _POTS = "TIMES", "WAGERED", "MOST", "look_at_pots"
"""Under these names generated code knows what it counts."""
_PURSE = "chips"
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
    """Makes code that counts where places are passed, and what is staked and lies in pots when chips
    are paid."""

    def statement(self, statement: Stmt) -> list[ast.stmt]:
        """One statement; one that notes a place is written out."""
        match statement:
            case Do(procedure="passing", arguments=(Const(value=int() as number), *_)):
                return [_counted_up(_TIMES, const(number), const(1))]
        return super().statement(statement)

    def payment(self, statement: Do) -> list[ast.stmt]:
        """Chips change hands; what a purse stakes is counted, and what comes to a pot is looked at."""
        source, to, _ = statement.arguments
        assert isinstance(source, Address) and isinstance(to, Address)
        made = super().payment(statement)
        if to.slot.key == source.slot.key == _PURSE:
            return made
        if source.slot.key == _PURSE and not self._is_payout(statement.site):
            payer = self.address(source.slot)
            place = payer if isinstance(payer, ast.Constant) else name("payer")
            seat = ast.BinOp(place, ast.Sub(), const(self.layout.cell_base[_PURSE]))
            made.append(_counted_up(_WAGERED, seat, name("owed")))
        if to.slot.key != _PURSE:
            look: ast.stmt = ast.Expr(call(_POTS, STATE))
            if len(self._holders) == 1:  # most often it is no more than there was
                (held,) = self._holders
                most = index(name(_MOST), const(0))
                more = ast.Compare(index(CELLS, const(held)), [ast.Gt()], [most])
                look = ast.If(more, [look], [])
            made.append(look)
        return made

    @cached_property
    def _holders(self) -> list[int]:
        """The places of all chips that are in no purse."""
        return [
            place
            for key, cell in self.layout.cells.items()
            if key.startswith(f"{_PURSE} ")
            for place in range(
                self.layout.cell_base[key], self.layout.cell_base[key] + self.layout.width(cell)
            )
        ]

    def _paid_whole(self, statement: Do) -> None:
        """All chips of a holder are paid by the procedure, which counts them."""

    def _is_payout(self, site: Site) -> bool:
        return any(_lies_in(site.span, row) for row in self.payouts)

    payouts: Sequence[Span] = ()


def _counted_up(counts: str, place: ast.expr, by: ast.expr) -> ast.stmt:
    return ast.AugAssign(ast.Subscript(name(counts), place, ast.Store()), ast.Add(), by)


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
        self.wagered: list[int] = []
        self._most = [0]
        self._pots: tuple[int, ...] = ()
        self._settling: frozenset[int] = frozenset()
        if stops:
            checked = replace(
                checked, program=_with_stops(checked.program, checked.rules.deck.span)
            )
        super().__init__(checked, options, players)
        self.wagered[:] = [0] * self.players  # its code has this list
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
        self.bets = {
            (at, kind.number): place
            for at, kinds in self.kinds.items()
            for kind in kinds
            for place, domain in enumerate(kind.rule.choices)
            if _is_bet(domain) and not _pays(kind.rule)
        }

    def _new_emitter(self) -> Emitter:
        emitter = super()._new_emitter()
        assert isinstance(emitter, _Emitter)
        emitter.payouts = _payout_rows(self)
        return emitter

    def begin_to_count(self) -> None:
        """A new game begins."""
        self.take_counts((0 if self._shuffles else None, 0, (0,) * self.players))

    def counts(self) -> tuple[int | None, int, tuple[int, ...]]:
        """All that was counted."""
        return self.shuffled, self._most[0], tuple(self.wagered)

    def take_counts(self, counts: tuple[int | None, int, tuple[int, ...]]) -> None:
        """Forget what was counted since `counts` gave that."""
        self.shuffled, self._most[0], wagered = counts
        self.wagered[:] = wagered

    def pots(self) -> dict[str, int]:
        """The most that lay at any time in all that is empty in the beginning, under its name."""
        return {self._pot_names: self._most[0]} if self._pots else {}

    def stakes(self, move: Move, seat: int) -> None:
        """A seat makes a move: count what it stakes without paying it at once."""
        kind = move.kind
        place = self.bets.get((kind.at, kind.number))
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
        space[_WAGERED], space[_MOST], space[_POTS] = self.wagered, self._most, self._look_at_pots
        marks = self.symbols.marks
        space[_TIMES] = marks.times if isinstance(marks, CountedMarks) else []
        for paying in _PAYING:
            space[paying] = self._counted(space[paying])
        for shuffling in _SHUFFLING:
            space[shuffling] = self._counted_shuffle(space[shuffling])
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
                self._look_at_pots(state)

        return counted

    def _look_at_pots(self, state: State) -> None:
        """Note what lies in the pots, if it is more than there ever was."""
        cells = state.cells
        lying = sum([cells[place] for place in self._pots])
        self._most[0] = max(self._most[0], lying)


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
