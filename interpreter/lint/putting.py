"""Who knows what lies in piles that nobody sees, and that players fill out of their hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ..checking.core import (
    SETUP,
    CarryOut,
    Decision,
    Do,
    Expr,
    For,
    If,
    Leave,
    Local,
    MoveRule,
    Needed,
    PileAt,
    PilesAt,
    Set,
    Slot,
    Stmt,
    walk,
)
from .sight import NO_PILES, Sight, chosen_from, effects, taken_whole
from .survey import destination, pile_name

Known: TypeAlias = dict[str, frozenset[Expr]]
"""Who knows all that lies in piles, as the cells that hold the seats. Everybody knows the others."""

NOBODY: frozenset[Expr] = frozenset()


@dataclass(frozen=True, slots=True)
class _Line:
    """Where a line stands: in a move of whoever decides, with what was chosen, or in none."""

    mover: frozenset[Expr] | None = None
    sources: tuple[Expr, ...] = ()
    names: Mapping[str, frozenset[str]] | None = None


class Putting:
    """What players know of cards that they put where nobody looks.

    `same` gives the other ways to say whose turn it is at a decision.
    """

    def __init__(self, sight: Sight, same: Callable[[Decision, MoveRule], frozenset[Expr]]) -> None:
        self.sight, self.same = sight, same

    @cached_property
    def piles(self) -> frozenset[str]:
        """Piles of all whose cards come from hands only, and which nobody sees."""
        return frozenset(n for n in self._closed if self.sight.piles[n].per is None)

    @cached_property
    def owned(self) -> frozenset[str]:
        """Such piles that players have: into each of them only its owner puts cards."""
        own = {n for n in self._closed if self.sight.piles[n].per == "player"}
        for block in self.sight.blocks.values():
            own -= {pile_name(to) or "" for to in _filled(block.body)}
        for decision in self.sight.decisions.values():
            for move in decision.moves:
                for to in _filled(move.do):
                    if not isinstance(to, PileAt) or bare(to.seat or to) != decision.you:
                        own.discard(pile_name(to) or "")
        return frozenset(own)

    @cached_property
    def _closed(self) -> frozenset[str]:
        sight = self.sight
        if sight.rules.players.high == 1:
            return NO_PILES
        found = {n for n in sight.hidden - sight.dealt if sight.piles[n].seen_by is None}
        # What a row of `at any time` does comes anywhere.
        for firing in sight.program.firing:
            for do in effects(firing.body):
                to = destination(do)
                found -= {(None if to is None else pile_name(to)) or "", *sight.come_from(do, {})}
        return frozenset(found)

    @cached_property
    def before(self) -> dict[str, Known]:
        """For each block and decision who knows which piles when it begins."""
        shown = self.sight.shown(to_anybody=True)
        found: dict[str, Known] = {SETUP: {}}
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            for target, after in self._onwards(label, found[label], shown.get(label, NO_PILES)):
                earlier = found.get(target)
                both = after if earlier is None else _both(earlier, after)
                if both != earlier:
                    found[target] = both
                    waiting.append(target)
        return found

    def _onwards(
        self, label: str, known: Known, shown: frozenset[str]
    ) -> Iterator[tuple[str, Known]]:
        bodies: list[tuple[tuple[Stmt, ...], str, _Line]] = []
        if label in self.sight.blocks:
            block = self.sight.blocks[label]
            bodies.append((block.body, block.next, _Line()))
        if label in self.sight.decisions:
            decision = self.sight.decisions[label]
            for move in decision.moves:
                done = () if decision.at_once else move.do
                bodies.append((done, move.next, self._line(decision, move)))
            bodies += [] if decision.stuck is None else [((), decision.stuck, _Line())]
        for body, following, line in bodies:
            left: list[tuple[str, Known]] = []
            after = self._after(body, known, shown, line, left)
            if after is not None:
                yield following, after
            yield from left

    def _line(self, decision: Decision, move: MoveRule) -> _Line:
        sources = tuple(d.source for d in move.choices if d.source is not None)
        mover = frozenset(who for who in self.same(decision, move) if isinstance(who, Slot))
        return _Line(mover, sources, chosen_from(move))

    def _after(
        self, body: Iterable[Stmt], known: Known, shown: frozenset[str], line: _Line,
        left: list[tuple[str, Known]],
    ) -> Known | None:  # fmt: skip
        """Who knows what after some lines; None if it never comes there. `left` gets what they knew
        where lines leave."""
        for statement in body:
            match statement:
                case Do():
                    known = self._effect(statement, known, shown, line)
                    shown = self.sight.effect(statement, shown, to_anybody=True)
                case Set():
                    known = _moved_on(known, statement)
                case If():
                    then = self._after(statement.body, known, shown, line, left)
                    other = self._after(statement.otherwise, known, shown, line, left)
                    if then is None and other is None:
                        return None
                    known = _both(then, other)
                    shown |= self._shown_in(statement)
                case For():
                    known = _both(known, self._after(statement.body, known, shown, line, left))
                    shown |= self._shown_in(statement)
                case CarryOut():
                    for move in self.sight.program.decisions[statement.decision].moves:
                        # Each does it for themselves, and nobody knows what the others did.
                        one = _Line(NOBODY, (), chosen_from(move))
                        known = _both(known, self._after(move.do, known, shown, one, left))
                case Leave():
                    left.append((statement.label, known))
                    return None
        return known

    def _shown_in(self, line: Stmt) -> frozenset[str]:
        """The piles whose cards are shown in the lines within another."""
        shows = [do for do in effects((line,)) if do.procedure in ("show", "turn")]
        return NO_PILES.union(*(self.sight.effect(do, NO_PILES, to_anybody=True) for do in shows))

    def _effect(self, do: Do, known: Known, shown: frozenset[str], line: _Line) -> Known:
        if do.procedure == "gather_everything":
            return {}
        put = self._put(do, known, shown, line)
        emptied = set(taken_whole(do))
        known = {name: who for name, who in known.items() if name not in emptied}
        to = destination(do)
        into = None if to is None else pile_name(to)
        if into in self.piles and put is not None:
            known = {**known, into: known.get(into, put) & put}
        return known

    def _put(
        self, do: Do, known: Known, shown: frozenset[str], line: _Line
    ) -> frozenset[Expr] | None:
        """Who knows which cards an effect moves; None for everybody, or if nobody can tell."""
        found: frozenset[Expr] | None = None
        for name in self.sight.come_from(do, line.names or {}):
            if name not in self.sight.hidden or name in shown:
                continue
            if name in self.piles:
                who = known.get(name)
            elif self.sight.piles[name].seen_by == "owner":
                who = self._owners(do, name, line)
            else:
                who = None
            if who is not None:
                found = who if found is None else found & who
        return found

    def _owners(self, do: Do, name: str, line: _Line) -> frozenset[Expr]:
        """Who sees the cards that come from a pile of which each player sees their own."""
        asked = [do.arguments[0]]
        if any(isinstance(e, Local) and e.name in (line.names or {}) for e in walk(asked[0])):
            asked += line.sources
        seats: set[Expr | None] = {
            None if place.seat is None else bare(place.seat)
            for one in asked
            for place in walk(one)
            if isinstance(place, PileAt | PilesAt) and place.pile == name
        }
        if line.mover is not None:
            return line.mover if seats <= line.mover else NOBODY
        if len(seats) == 1:
            (seat,) = seats
            return frozenset({seat}) if isinstance(seat, Slot) else NOBODY
        return NOBODY


def bare(seat: Expr) -> Expr:
    """Whom an expression names, whether or not somebody has to be there."""
    return bare(seat.of) if isinstance(seat, Needed) else seat


def _filled(body: Iterable[Stmt]) -> Iterator[Expr]:
    return (to for do in effects(body) if (to := destination(do)) is not None)


def _moved_on(known: Known, line: Set) -> Known:
    """What is known when a cell holds another seat."""
    cell = line.target
    if cell.index is not None:
        return known
    seat = bare(line.value)
    return {name: who | {cell} if seat in who else who - {cell} for name, who in known.items()}


def _both(one: Known | None, other: Known | None) -> Known:
    """What is known whichever way it came; None for a way that does not come here."""
    if one is None or other is None:
        return one or other or {}
    return {
        name: one.get(name, other.get(name, NOBODY)) & other.get(name, one.get(name, NOBODY))
        for name in {*one, *other}
    }
