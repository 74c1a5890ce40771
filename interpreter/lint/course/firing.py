"""L607: rows of `at any time` that may hold again after they were carried out, again and again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice, permutations
from typing import Literal, TypeAlias

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, joined
from rulerun.grammar.record import record

from ...checking.core import (
    Address,
    Call,
    CardsIn,
    Changed,
    Const,
    Do,
    Expr,
    Fired,
    Firing,
    For,
    If,
    Loop,
    Op,
    PileAt,
    PilesAt,
    Set,
    Slot,
    Stmt,
    every,
)
from ...checking.facts import reads, touches
from ...checking.types import CARDS, NUMBER, PLAYERS, YESNO
from ...declarations import ruleset as rules
from .going import Going
from .moving import Move, Part
from .reasoning import Answer
from .sameness import condition_of, counted, replaced
from .saying import named, shown
from .ways import Asked, Perhaps, Step, passages

_MOST_PAIRS = 500
_ADVICE = "let the row change what it asks for"
_ENDS_OPEN = re.compile(r"\b(or|unless|where|whose|has|have|with)\b")
"""After these, 'and' says something else than after the whole."""
_ZERO = Const(NUMBER, False, 0)


@record
class _Empty:
    """That something is empty: then an effect does nothing. `said` so, and not so."""

    condition: Expr
    said: str
    opposite: str

    @property
    def answer(self) -> Answer:
        """The condition, with its answer."""
        return self.condition, True


def _none_of(number: Expr, name: str) -> _Empty:
    condition = Op(YESNO, False, "=", (number, _ZERO))
    return _Empty(condition, f"{name} is empty", f"{name} is not empty")


_Help: TypeAlias = Literal["yes", "no"] | tuple[_Empty, ...]
"""Whether an effect may bring a condition to an end; not if all of these are empty."""


@record
class _Again:
    """In which case a row holds again, or none if it always does, and what it does not ask yet."""

    empty: tuple[_Empty, ...] = ()
    idle: bool = False


def firing(going: Going) -> Iterator[Diagnostic]:
    """Rows of `at any time` that are carried out for ever (L607)."""
    if not going.program.firing:
        return
    looking = _Looking(going)
    settled: list[tuple[Firing, rules.Row]] = []
    for row, written in zip(going.program.firing, going.checked.rules.at_any_time, strict=True):
        again = looking.again(row)
        if again is None:
            settled.append((row, written))
        else:
            yield _told(written, again)
    brought: dict[int, list[int]] = {}
    for one, other in islice(permutations(range(len(settled)), 2), 2 * _MOST_PAIRS):
        if looking.brings_about(settled[one][0], settled[other][0]):
            brought.setdefault(one, []).append(other)
    yield from (_in_turn([settled[at] for at in circle]) for circle in _circles(brought))


def _circles(brought: dict[int, list[int]]) -> Iterator[list[int]]:
    """Rows of which each makes the next one hold, the last one the first: the shortest for each row.

    `brought` has the numbers of the rows that each row makes hold.
    """
    told: set[frozenset[int]] = set()
    for start in sorted(brought):
        before = {start: start}
        waiting = [start]
        for at in waiting:
            if start in brought.get(at, ()):
                circle = [at]
                while circle[0] != start:
                    circle.insert(0, before[circle[0]])
                if not any(known <= {*circle} for known in told):
                    told.add(frozenset(circle))
                    yield circle
            for to in brought.get(at, ()):
                if to not in before and to > start:  # from their first row on
                    before[to] = at
                    waiting.append(to)


def _in_turn(rows: list[tuple[Firing, rules.Row]]) -> Diagnostic:
    names = joined([f"'{row.name}'" for row, _ in rows], "and")
    makes = "the other" if len(rows) == 2 else "the next one"
    return Diagnostic(
        "L607",
        f"{names} are carried out in turn for ever: each makes {makes} hold",
        rows[0][1].span,
        "let one of them ask for something that the other does not bring about"
        if len(rows) == 2
        else "let one of them ask for something that the one before it does not bring about",
        tuple(Note(f"'{row.name}' stands here", written.span) for row, written in rows[1:]),
        Severity.WARNING,
    )


def _told(row: rules.Row, again: _Again) -> Diagnostic:
    asked = "" if row.row.condition is None else shown(row.row.condition.span)
    advice = _ADVICE
    if again.empty:
        when = joined([empty.said for empty in again.empty])
        message = f"'{row.name}' may be carried out for ever: if {when}, too, it changes nothing"
        more = " or ".join(empty.opposite for empty in again.empty if empty.opposite)
        if not more or "somebody's " in more:  # whose, the row has to say in its own words
            advice = "ask for that, too"
        elif not _ENDS_OPEN.search(asked):
            advice = f"write 'when {asked} and {more}'"
        else:
            advice = f"ask for it, too: {more}"
    elif again.idle:
        message = (
            f"'{row.name}' is carried out for ever if what stands behind its second arrow does not "
            f"apply: then it changes nothing and '{asked}' holds again"
        )
        advice = "join the conditions with 'and', in front of one arrow"
    else:
        message = (
            f"'{row.name}' is carried out for ever once '{asked}' holds: nothing that it does ends "
            "that"
        )
    return Diagnostic("L607", message, row.span, advice, (), Severity.WARNING)


class _Looking:
    """Looks at what rows ask and what they do."""

    def __init__(self, going: Going) -> None:
        self.program = going.program
        self.movements = going.movements
        self.endings = going.endings
        self.reasoning = going.reasoning

    # ---------------------------------------------------------------- one row

    def again(self, row: Firing) -> _Again | None:
        """Whether a row may hold again and again without anything having changed for it."""
        condition = condition_of(row)
        if not self.reasoning.possible([(condition, True)]):
            return None
        for steps in self._passages(row):
            answers: list[Answer] = [(condition, True)]
            answers += [(s.condition, s.answer) for s in steps if isinstance(s, Asked)]
            if not self.reasoning.possible(answers):
                continue
            empty = self._in_vain(condition, steps)
            if empty is None or not self.reasoning.possible(
                [*answers, *(one.answer for one in empty)]
            ):
                continue
            # A guard of its own, or a table, may leave nothing to be done.
            does = any(isinstance(step, Do | Set | For) for step in steps)
            return _Again(empty, idle=not does and len(answers) > 1)
        return None

    def _passages(self, row: Firing) -> list[tuple[Step, ...]]:
        asked = next(s for s in row.body if isinstance(s, If))
        return passages(self.program, [s for s in asked.body if not isinstance(s, Fired)])

    def _in_vain(self, condition: Expr, steps: tuple[Step, ...]) -> tuple[_Empty, ...] | None:
        """What has to be empty so that steps do nothing against a condition; None if they do."""
        read = reads(condition)
        changed = [one.parts for step in steps for one in _inside(step) if isinstance(one, Changed)]
        if not any(touches(parts, read) for parts in changed):
            return ()
        empty: tuple[_Empty, ...] = ()
        for step in steps:
            help_ = self._help(step, condition)
            if help_ == "yes":
                return None
            if help_ != "no":
                empty += help_
        return empty

    def _help(self, step: Step | Stmt, condition: Expr) -> _Help:
        match step:
            case For():
                inner = [self._help(s, condition) for s in step.body]
                if "yes" not in inner and not any(isinstance(i, tuple) for i in inner):
                    return "no"
                return self._nobody(step.source)
            case If() | Perhaps():
                body = step.body if isinstance(step, Perhaps) else (*step.body, *step.otherwise)
                return "no" if all(self._help(s, condition) == "no" for s in body) else "yes"
            case Set():
                return self._set_helps(step, condition)
            case Do():
                return self._do_helps(step, condition)
        return "no"

    def _nobody(self, source: Expr) -> _Help:
        """For each of none nothing is done; there may be none where that can be asked."""
        members = source.source if isinstance(source, Loop) else source
        if isinstance(members, Call) and members.function == "turn_order":
            members = members.arguments[0]
        if not isinstance(members, Slot | PilesAt) or not isinstance(source, Loop):
            return "yes"
        if source.how != "all" or source.value is not None:
            return "yes"
        number = self.reasoning.plain(Call(NUMBER, False, "size", (source,)))
        who = "nobody" if source.type == PLAYERS else "nothing"
        condition = Op(YESNO, False, "=", (number, _ZERO))
        return (_Empty(condition, f"there is {who} for whom it is done", ""),)

    def _set_helps(self, step: Set, condition: Expr) -> _Help:
        key = step.target.key
        if key not in reads(condition):
            return "no"
        effects = self.movements.effects([step], {})
        move = next((e for e in effects if isinstance(e, Move)), None)
        if move is None:
            return "yes"
        if move.by in ("more", "less") and not isinstance(step.value, Const):
            if isinstance(step.value, Op) and step.value.operands[-1] == _ZERO:
                return "no"
            return self._direction(condition, Part(key), move.by)
        if isinstance(step.value, Const) and step.target.index is None:
            now = self.reasoning.plain(replaced(condition, {step.target: step.value}))
            if not self.reasoning.possible([(now, False)]):
                return "no"
        return "yes"

    def _direction(self, condition: Expr, part: Part, by: str) -> _Help:
        if by not in ("more", "less"):
            return "yes"
        moved: Literal["more", "less"] = "more" if by == "more" else "less"
        stops = self.endings.stops_holding(condition, True, part, moved)
        return "no" if stops is False else "yes"

    def _do_helps(self, step: Do, condition: Expr) -> _Help:
        read, name = reads(condition), step.procedure
        asks_cards = any(part.startswith("pile") for part in read)
        if name == "shuffle" and asks_cards:
            alone = self._alone(step.arguments[0])
            return "yes" if alone is None else (alone,)
        if name.startswith("turn"):
            return "yes" if asks_cards else "no"
        helps = False
        for effect in self.movements.effects([step], {}):
            if isinstance(effect, Move):
                if effect.part in read:
                    helps = (
                        helps or self._direction(condition, Part(effect.part), effect.by) == "yes"
                    )
                continue
            if effect.sources is None or effect.to is None:
                helps = helps or asks_cards
                continue
            for pile in effect.sources ^ effect.to:
                part = Part(piles=frozenset({pile}))
                if part.read_as & read or "piles" in read:
                    by = "less" if pile in effect.sources else "more"
                    helps = helps or self._direction(condition, part, by) == "yes"
            if effect.sources == effect.to and asks_cards:
                helps = True
        if not helps:
            return "no"
        source = self._source(step)
        return "yes" if source is None else (source,)

    def _source(self, step: Do) -> _Empty | None:
        """What has to be empty for an effect to do nothing; None if it surely does something, or
        nobody can tell."""
        name, arguments = step.procedure, step.arguments
        if name.startswith("pay") and name != "pay":
            paid = arguments[0]
            assert isinstance(paid, Address)
            return _none_of(Slot(NUMBER, False, paid.slot.key, paid.slot.index), named(paid.slot))
        source: Expr
        if (name.startswith("deal") and name.endswith(("_up_to", "_all"))) or name in (
            "gather",
            "flip",
            "move",
            "move_under",
            "shuffle_into",
        ):
            source = arguments[0]
        else:
            return None
        if isinstance(source, Op) and source.op == "without":
            return self._alone(source.operands[0])
        pile = source.of if isinstance(source, CardsIn) else source
        return _none_of(_size_of(pile), named(pile)) if isinstance(pile, PileAt) else None

    def _alone(self, place: Expr) -> _Empty | None:
        """That no more than one card lies in a pile; None for anything else."""
        pile = place.of if isinstance(place, CardsIn) else place
        if not isinstance(pile, PileAt):
            return None
        few = Op(YESNO, False, "<=", (_size_of(pile), Const(NUMBER, False, 1)))
        name = named(pile)
        return _Empty(few, f"{name} has no other card", f"size of {name} > 1")

    # ---------------------------------------------------------------- two rows

    def brings_about(self, one: Firing, other: Firing) -> bool:
        """Whether a row holds for certain after another was carried out."""
        condition, mine = condition_of(other), condition_of(one)
        comes = False
        for steps in self._passages(one):
            guards: list[Answer] = [(mine, True)]
            guards += [(s.condition, s.answer) for s in steps if isinstance(s, Asked)]
            if self.reasoning.possible(guards):
                comes = True
                if not self._brings(steps, condition, self._still(mine, steps)):
                    return False
        return comes

    def _still(self, condition: Expr, steps: tuple[Step, ...]) -> list[Answer]:
        """The parts of what a row asks that its lines leave as they are."""
        inside = [one for step in steps for one in _inside(step)]
        changed = [one.parts for one in inside if isinstance(one, Changed)]
        changed += [frozenset({one.target.key}) for one in inside if isinstance(one, Set)]
        parts = [condition]
        if isinstance(condition, Op) and condition.op == "and":
            parts = [*condition.operands]
        return [
            (part, True) for part in parts
            if not any(touches(change, reads(part)) for change in changed)
        ]  # fmt: skip

    def _brings(self, steps: Iterable[Step], condition: Expr, still: list[Answer]) -> bool:
        values: dict[Expr, Expr] = {}
        after: list[Answer] = []
        for step in steps:
            for one in _inside(step) if not isinstance(step, Set) else ():
                if isinstance(one, Set):  # in some cases only, or for some
                    values.pop(one.target, None)
            if isinstance(step, Set) and step.target.index is None:
                key = step.target.key
                values = {cell: v for cell, v in values.items() if key not in reads(v)}
                values.pop(step.target, None)
                if key not in reads(step.value) and isinstance(step.value, Const | Slot | Call):
                    values[step.target] = step.value
            elif isinstance(step, Do):
                values = {cell: v for cell, v in values.items() if isinstance(v, Const)}
                source = self._source(step)
                if source is not None and step.procedure in ("gather", "flip", "shuffle_into"):
                    after.append(source.answer)
        if not values and not after:
            return False
        now = replaced(condition, values)
        return not self.reasoning.possible([*still, *after, (now, False)])


def _inside(step: Step) -> Iterable[Step | Stmt]:
    """A step with all that stands in it."""
    if isinstance(step, Asked):
        return ()
    return every(step.body if isinstance(step, Perhaps) else (step,))


def _size_of(pile: PileAt) -> Expr:
    return counted(CardsIn(CARDS, False, pile, ordered=False), None)
