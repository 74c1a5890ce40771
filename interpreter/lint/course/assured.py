"""What surely holds whenever a decision comes: conditions asked on every way there, not undone since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulerun.grammar.record import record

from ...checking.core import (
    EVERYTHING,
    SETUP,
    Bind,
    CardsIn,
    CarryOut,
    Changed,
    Const,
    Decision,
    Do,
    Expr,
    For,
    Local,
    Loop,
    Op,
    PileAt,
    PilesAt,
    Set,
    Slot,
    Start,
    walk,
)
from ...checking.facts import reads, touches
from ...checking.types import CARDS, NUMBER, YESNO, pile_of
from ...machine.checked import Checked
from ..truth import Truth
from .reasoning import Answer, Reasoning
from .sameness import condition_of, counted, negated, replaced
from .ways import Asked, Perhaps, Way, Ways, parts_changed


@record
class _Fact:
    """A condition with its answer, what it looks at, and the names of the code in it."""

    condition: Expr
    answer: bool
    read: frozenset[str]
    names: frozenset[str]


class _Pack:
    """How many cards at least lie in the pile in which the pack begins, as long as it is dealt from
    before anybody decides anything."""

    def __init__(self, checked: Checked, truth: Truth) -> None:
        deck = checked.rules.deck
        self.name = deck.starts_in
        self.whole = (len(deck.ranks) * len(deck.suits) + len(deck.jokers)) * deck.copies
        if deck.only is not None:
            self.whole = 0
        self.players = checked.rules.players.high
        self.truth = truth
        place = PileAt(pile_of(self.name), False, self.name)
        size = counted(CardsIn(CARDS, False, place, ordered=False), None)
        self.is_empty = Op(YESNO, False, "=", (size, Const(NUMBER, False, 0)))

    def after(self, way: Way, left: int) -> int:
        """How many are left at least at the end of a way."""
        for step in way.steps:
            match step:
                case Do(procedure="gather_everything") if _is(step.arguments[0], self.name):
                    left = self.whole
                case Do() if step.procedure.startswith("deal") and _is(
                    step.arguments[0], self.name
                ):
                    most = self.truth.range(step.arguments[2])[1]
                    if step.procedure.startswith("deal_each"):
                        most *= self.players
                    all_ = step.procedure.endswith("_all") or most >= left
                    left = 0 if all_ else left - int(most)
                case Do() if step.procedure.startswith(("move", "gather", "flip", "lay", "deal")):
                    if not _is(step.arguments[0], None) or _is(step.arguments[0], self.name):
                        left = 0
                case For() | Perhaps() | CarryOut():
                    parts = frozenset(parts_changed([step]))
                    if touches(parts, frozenset({f"pile {self.name}"})):
                        left = 0
        return left


def _is(place: Expr, name: str | None) -> bool:
    """Whether it is the pile of that name; with None, whether it is a pile that is named at all."""
    if not isinstance(place, PileAt | PilesAt):
        return False
    return name is None or place.pile == name


_ZERO = Const(NUMBER, False, 0)
_ANY_PILE = "pile*"
"""In the place of a part: facts that read a pile, whichever it is."""


class Assured:
    """Goes all ways of a program once, with the conditions that hold."""

    def __init__(self, checked: Checked, ways: Ways, reasoning: Reasoning, truth: Truth) -> None:
        self.ways = ways
        self.reasoning = reasoning
        self._pack = _Pack(checked, truth)
        self._facts: dict[tuple[Expr, bool], int] = {}
        self._all: list[_Fact] = []
        self._named: dict[str, set[int]] = {}
        self._with_names: set[int] = set()
        self._readers: dict[str, set[int]] = {}
        self._of_condition: dict[tuple[int, bool], frozenset[int]] = {}
        self._rows = [
            (reads(condition_of(row)), frozenset(parts_changed(row.body)))
            for row in ways.program.firing
        ]
        self._at: dict[str, frozenset[int]] = {SETUP: frozenset()}
        self._left: dict[str, int] = {SETUP: self._pack.whole}
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            for way in self.ways.leading_from.get(label, ()):
                found = self._after(way, self._at[label])
                left = self._pack.after(way, self._left[label])
                if left > 0:
                    found |= {self._number(self.reasoning.plain(self._pack.is_empty), False)}
                before = self._at.get(way.target)
                if before is None:
                    now = found
                else:
                    now = before & found
                    # What gets less once will get less again.
                    left = self._left[way.target] if left >= self._left[way.target] else 0
                if now != before or left != self._left[way.target]:
                    self._at[way.target], self._left[way.target] = now, left
                    waiting.append(way.target)

    def at(self, decision: Decision) -> list[Answer]:
        """The conditions that hold at a decision, those that rows of `at any time` and `end` leave
        among them."""
        found = self.begun(decision.label)
        found += [(condition_of(row), False) for row in self.ways.program.firing]
        found += [(condition, False) for _, condition in self.ways.program.ending]
        return found + [self._of_you(c, decision) for c, a in found if not a and _is_of_all(c)]

    def begun(self, label: str) -> list[Answer]:
        """The conditions that hold where a block or a decision begins."""
        facts = [self._all[number] for number in self._at.get(label, ())]
        return [(fact.condition, fact.answer) for fact in facts]

    def _of_you(self, condition: Expr, decision: Decision) -> Answer:
        """What holds of no player does not hold of the one who decides."""
        loop = next(n for n in walk(condition) if isinstance(n, Loop) and _is_of_players(n))
        assert loop.where is not None
        return replaced(loop.where, {loop.variable: decision.you}), False

    # ---------------------------------------------------------------- along a way

    def _after(self, way: Way, before: frozenset[int]) -> frozenset[int]:
        held = set(before)
        bound: dict[Expr, Expr] = {}
        for step in way.steps:
            match step:
                case Asked():
                    self._learn(held, step.condition, step.answer, bound)
                case Bind():
                    self._forget_name(held, step.name)
                    bound[Local(step.value.type, step.value.maybe, step.name)] = step.value
                case Set():
                    self._set(held, step, bound)
                case Start():
                    self._forget(held, frozenset({step.key}))
                case Changed():
                    self._forget(held, self._with_rows(step.parts))
                case For() | Perhaps() | CarryOut():
                    parts = frozenset(parts_changed([step]))
                    self._forget(held, self._with_rows(parts))
        return frozenset(held - self._with_names)

    def _with_rows(self, parts: frozenset[str]) -> frozenset[str]:
        for read, changed in self._rows:
            if touches(parts, read):
                parts |= changed
        return parts

    def _learn(
        self, held: set[int], condition: Expr, answer: bool, bound: dict[Expr, Expr]
    ) -> None:
        known = self._of_condition.get((id(condition), answer))
        if known is None:
            # Who is found to have a turn is asked for only to be there.
            opened: dict[Expr, Expr] = {k: v for k, v in bound.items() if isinstance(v, Loop)}
            full = replaced(condition, opened) if opened else condition
            known = frozenset(self._numbers(full, answer))
            self._of_condition[id(condition), answer] = known
        held |= known

    def _numbers(self, condition: Expr, answer: bool) -> Iterator[int]:
        if isinstance(condition, Op):
            if condition.op == "not":
                yield from self._numbers(condition.operands[0], not answer)
                return
            if condition.op in ("and", "or") and (condition.op == "and") == answer:
                for operand in condition.operands:
                    yield from self._numbers(operand, answer)
                return
        plain = self.reasoning.plain(condition)
        if isinstance(plain, Op) and plain.op == "!=":
            plain, answer = replace(plain, op="="), not answer
        elif isinstance(plain, Op) and plain.op == "<" and plain.operands[0] == _ZERO:
            contrary = negated(plain)
            if isinstance(contrary, Op) and contrary.op == "<=":
                plain, answer = contrary, not answer
        yield self._number(plain, answer)

    def _number(self, condition: Expr, answer: bool) -> int:
        number = self._facts.get((condition, answer))
        if number is None:
            number = self._facts[condition, answer] = len(self._all)
            names = frozenset(
                n.name
                for n in walk(condition)
                if isinstance(n, Local) and not n.name.startswith("each ")
            )
            read = reads(condition)
            self._all.append(_Fact(condition, answer, read, names))
            for part in read:
                self._readers.setdefault(part, set()).add(number)
                if part.startswith("pile"):
                    self._readers.setdefault(_ANY_PILE, set()).add(number)
            for name in names:
                self._named.setdefault(name, set()).add(number)
                self._with_names.add(number)
        return number

    def _forget(self, held: set[int], parts: frozenset[str]) -> None:
        """What `facts.touches` says of each fact, looked up: there may be thousands of them."""
        if parts >= EVERYTHING:
            held.clear()
        for part in parts:
            held -= self._readers.get(part, set())
        if "piles" in parts:
            held -= self._readers.get(_ANY_PILE, set())
        elif any(part.startswith("pile") for part in parts):
            held -= self._readers.get("piles", set())

    def _forget_name(self, held: set[int], name: str) -> None:
        held -= self._named.get(name, set())

    def _set(self, held: set[int], step: Set, bound: dict[Expr, Expr]) -> None:
        target, value = step.target, step.value
        self._forget(held, self._with_rows(frozenset({target.key})))
        if isinstance(value, Const) and target.index is None and value.value is not None:
            same = Op(YESNO, False, "=", (replace(target, maybe=False), value))
            if isinstance(value.value, bool):
                held.add(self._number(target, value.value))
            else:
                held.add(self._number(self.reasoning.plain(same), True))
        if isinstance(value, Local) and target.key.startswith("you "):
            for number in held & self._named.get(value.name, set()):
                fact = self._all[number]
                now = replaced(fact.condition, {value: target})
                held.add(self._number(now, fact.answer))
            found = bound.get(value)
            if isinstance(found, Loop) and found.where is not None:
                where = replaced(found.where, {found.variable: target})
                held.update(self._numbers(where, True))


def _is_of_all(condition: Expr) -> bool:
    return any(isinstance(n, Loop) and _is_of_players(n) for n in [condition, *condition.children])


def _is_of_players(loop: Loop) -> bool:
    """Whether it asks if there is a player still in of whom something holds."""
    source = loop.source
    while not isinstance(source, Slot) and source.children:
        source = source.children[0]
    return (
        loop.how in ("any", "first")
        and loop.where is not None
        and isinstance(source, Slot)
        and source.key == "live"
    )
