"""Turns in which nothing happens: nobody has a legal move, there is nothing left to draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from ...checking.core import (
    Bind,
    Call,
    CardsIn,
    CarryOut,
    Changed,
    Const,
    Do,
    Expr,
    Local,
    Loop,
    Op,
    PileAt,
    PilesAt,
    Set,
    Slot,
    Stmt,
    walk,
    with_parts,
)
from ...checking.facts import touches
from ...checking.types import CARDS, NUMBER, PLAYER, PLAYERS, YESNO, pile_of
from .going import Going
from .reasoning import Answer
from .sameness import LIVE, counted, replaced
from .stuck import Looking
from .ways import Asked, Step, Way, parts_changed

_DRAWS = ("deal_up_to", "deal_each_up_to")
_LIVE = Slot(PLAYERS, False, LIVE)


class Standing:
    """Finds the ways past decisions on which nobody moves, and says what is so on them."""

    def __init__(self, going: Going) -> None:
        self.going = going
        self.ways = going.ways
        self.reasoning = going.reasoning
        self.empty: dict[int, str] = {}
        """The ways on which nothing is drawn because a pile is empty, each with its pile."""
        self.at_once: dict[int, str] = {}
        """The ways past a decision of all at once on which nobody can move, each with its label."""

    @cached_property
    def still(self) -> list[Way]:
        """The ways on from decisions without a legal move, and those with nothing left to draw."""
        stuck = [
            way
            for way in self.ways.all
            if way.source in self.ways.decisions
            and way.move is None
            and not self.ways.decisions[way.source].at_once
        ]
        past = [*stuck, *self._past_all_at_once()]
        return [*past, *self._drawing_nothing()] if past else []

    def _past_all_at_once(self) -> Iterator[Way]:
        """The ways past decisions of all at once: nobody takes part, or nobody has a legal move."""
        for decision in self.going.program.decisions:
            path = decision.phase
            if not decision.at_once or f"{path}:begin" not in self.ways.leading_from:
                continue
            begin, end = f"{path}:begin", f"{path}:end"
            ((chooser, where),) = self.choosers(decision.label).items()
            if where is not None:
                anybody = Loop(YESNO, False, "any", chooser, _LIVE, where, None)
                yield Way(begin, end, (Asked(anybody, False),))
            phase = self.going.phases[path]
            lines = phase.if_stuck or (phase.phases[0].if_stuck if phase.phases else None)
            if lines and not any(parts_changed(self._done_if_stuck(path))):
                way = Way(begin, end, ())
                self.at_once[id(way)] = decision.label
                yield way

    def _done_if_stuck(self, path: str) -> tuple[Stmt, ...]:
        """What is done for those who have no legal move when all choose at once."""
        (block,) = (b for b in self.going.program.blocks if b.label == f"{path}:carry_out")
        return next((s.stuck for s in block.body if isinstance(s, CarryOut)), ())

    def choosers(self, label: str) -> dict[Local, Expr | None]:
        """The name of whoever has a part in a decision of all at once, with what is asked of each."""
        path = self.ways.decisions[label].phase
        seat = Local(PLAYER, False, f"chooser of {path}")
        for way in self.ways.leading_from.get(f"{path}:begin", ()):
            for step in way.steps:
                if isinstance(step, Set) and step.target.key == f"order {path}":
                    asked = step.value
                    if isinstance(asked, Loop) and asked.where is not None:
                        return {seat: replaced(asked.where, {asked.variable: seat})}
        return {seat: None}

    def _drawing_nothing(self) -> Iterator[Way]:
        refilled = {p.name for p in self.going.checked.rules.piles if p.refilled_from}
        for way in self.ways.all:
            if way.source in self.ways.decisions:
                continue
            steps: list[Step] = []
            last: str | None = None
            found: str | None = None
            for step in way.steps:
                pile = _drawn_from(step)
                if pile is not None and pile not in refilled:
                    last = found = pile
                    steps.append(Asked(_is_empty(pile), True))
                elif last is None or not isinstance(step, Changed):
                    steps.append(step)
                    last = None
            if found is not None:
                standing = replace(way, steps=tuple(steps))
                self.empty[id(standing)] = found
                yield standing

    def without_move(
        self,
        label: str,
        given: list[Answer],
        seats: dict[Local, Expr | None],
        changed: frozenset[str],
    ) -> list[Answer] | None:
        """What is so when none of those whose turn comes has a legal move, and what was given.

        None if that cannot be, or if what has `changed` since may be what it needs.
        """
        decision = self.ways.decisions[label]
        you: dict[Expr, Expr] = {seat: decision.you for seat in seats}
        last = next(reversed(seats), None)
        turned: dict[Expr, Expr] = {} if last is None else {decision.you: last}
        for case in Looking(self.going).cases(decision, [(replaced(c, you), a) for c, a in given]):
            about = {part for part in case.about if not part.startswith("you ")}
            # What rows of `at any time` see to cannot be reckoned with.
            if touches(changed | self._seen_to, frozenset(about)):
                continue
            answers = [
                each
                for condition, answer in case.answers
                for each in self.of_all(replaced(condition, turned), answer, seats)
            ]
            if self.reasoning.possible([*given, *answers]):
                return [*given, *answers]
        return None

    @cached_property
    def _seen_to(self) -> frozenset[str]:
        rows = self.going.program.firing
        return frozenset(part for row in rows for part in parts_changed(row.body))

    def of_all(
        self, condition: Expr, answer: bool, seats: dict[Local, Expr | None]
    ) -> Iterator[Answer]:
        """What is so if each player whose turn comes gives the same answer."""
        condition = self._of_owners(condition)
        about = [seat for seat in seats if any(node == seat for node in walk(condition))]
        if len(about) != 1:
            yield _not_yet_so_few(self.reasoning.plain(condition), answer)
            return
        (seat,) = about
        holds = condition if answer else Op(YESNO, False, "not", (condition,))
        where = seats[seat]
        if where is not None:
            holds = Op(YESNO, False, "or", (Op(YESNO, False, "not", (where,)), holds))
        yield self.reasoning.plain(Loop(YESNO, False, "every", seat, _LIVE, holds, None)), True

    def _of_owners(self, expr: Expr) -> Expr:
        """Instead of the piles that each player has it is asked for the players."""
        if not any(isinstance(node, PilesAt) for node in walk(expr)):
            return expr
        made = with_parts(expr, self._of_owners)
        if isinstance(made, Loop) and isinstance(made.source, PilesAt):
            source = made.source
            if source.seat is None and source.pile in self._owned and made.value is None:
                owner = Local(PLAYER, False, f"{made.variable.name} owner")
                pile = PileAt(made.variable.type, False, source.pile, owner)
                where = None if made.where is None else replaced(made.where, {made.variable: pile})
                return replace(made, variable=owner, source=_LIVE, where=where)
        return made

    @cached_property
    def _owned(self) -> frozenset[str]:
        piles = self.going.checked.rules.piles
        return frozenset(p.name for p in piles if p.per == "player" and not p.groups)


def turn_found(way: Way) -> tuple[Local, Expr] | None:
    """Where it is found out whose turn it is: the name of that player, and how it is found."""
    if way.source.endswith(":next"):
        for step in way.steps:
            if isinstance(step, Bind) and (
                _is_call(step.value, "head")
                or (
                    isinstance(step.value, Loop)
                    and step.value.how == "first"
                    and _is_call(step.value.source, "round_from")
                )
            ):
                return Local(PLAYER, False, step.name), step.value
    return None


def seats_of(way: Way) -> dict[Local, Expr | None]:
    """The name of the player whose turn comes on a way, with what is asked of each beforehand."""
    found = turn_found(way)
    if found is None or not way.target.endswith(":turn"):
        return {}
    seat, value = found
    where = value.where if isinstance(value, Loop) else None
    if where is None:
        return {seat: None}
    assert isinstance(value, Loop)
    return {seat: replaced(where, {value.variable: seat})}


def _not_yet_so_few(condition: Expr, answer: bool) -> Answer:
    """While there are not exactly so many players there are more: they get fewer one by one."""
    if (
        isinstance(condition, Op)
        and condition.op in ("=", "!=")
        and (condition.op == "!=") == answer
    ):
        for number, players in (condition.operands, condition.operands[::-1]):
            if (
                isinstance(number, Const)
                and isinstance(players, Loop)
                and players.how == "count"
                and players.variable.type == PLAYER
            ):
                return Op(YESNO, False, "<", (number, players)), True
    return condition, answer


def _is_call(expr: Expr, function: str) -> bool:
    return isinstance(expr, Call) and expr.function == function


def _drawn_from(step: Step) -> str | None:
    """The pile from which as many cards are drawn as there are."""
    if isinstance(step, Do) and step.procedure in _DRAWS:
        pile = step.arguments[0]
        if isinstance(pile, PileAt) and pile.seat is None:
            return pile.pile
    return None


def _is_empty(pile: str) -> Expr:
    cards = CardsIn(CARDS, False, PileAt(pile_of(pile), False, pile), ordered=False)
    return Op(YESNO, False, "=", (counted(cards, None), Const(NUMBER, False, 0)))
