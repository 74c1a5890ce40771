"""Counters that go up by one, and only as long as they are below something: they never exceed it."""

from __future__ import annotations

from collections.abc import Iterator

from ...checking.core import Const, Expr, Op, Set, Slot, Start
from ...checking.types import NUMBER, YESNO
from .assured import Assured
from .moving import Movements
from .reasoning import Reasoning
from .ways import Step, Way, Ways

_ONE, _ZERO = Const(NUMBER, False, 1), Const(NUMBER, False, 0)


def met_exactly(
    ways: Ways, movements: Movements, assured: Assured, reasoning: Reasoning
) -> Iterator[Expr]:
    """Comparisons `A < B` that hold whenever a counter A goes up, so that it meets B exactly."""
    rising: dict[Slot, list[Way]] = {}
    otherwise: set[str] = set()
    for way in ways.all:
        parts = movements.moved(way).parts
        less = {part for part, moves in parts.items() if any(m.by != "more" for m in moves)}
        otherwise |= less - _starting_at_zero(way) if less else less
        for step in way.steps:
            if isinstance(step, Set):
                if _goes_up_by_one(step):
                    rising.setdefault(step.target, []).append(way)
                elif step.value != _ZERO:
                    otherwise.add(step.target.key)
    for counter, steps in rising.items():
        if counter.key in otherwise:
            continue
        held = [set(_comparisons(way, assured, reasoning)) for way in steps]
        for comparison in held[0].intersection(*held[1:]):
            if comparison.operands[0] == counter:
                yield comparison


def _comparisons(way: Way, assured: Assured, reasoning: Reasoning) -> Iterator[Op]:
    """The comparisons that hold where a way begins, or are asked on it."""
    answers = assured.begun(way.source)
    answers += [(asked.condition, asked.answer) for asked in way.asked]
    while answers:
        condition, answer = answers.pop()
        condition = reasoning.plain(condition)
        if not isinstance(condition, Op):
            continue
        if condition.op == "and" and answer:
            answers += [(operand, True) for operand in condition.operands]
        elif condition.op == "<" and answer:
            yield condition
        elif condition.op == "<=" and not answer:
            yield Op(YESNO, False, "<", condition.operands[::-1])


def _goes_up_by_one(step: Step) -> bool:
    return (
        isinstance(step, Set)
        and isinstance(step.value, Op)
        and step.value.op == "+"
        and step.value.operands == (step.target, _ONE)
    )


def _starting_at_zero(way: Way) -> set[str]:
    """The parts for which all that sets them on a way sets them to 0, or one more."""
    found, others = set[str](), set[str]()
    for step in way.steps:
        if isinstance(step, Set | Start):
            key = step.target.key if isinstance(step, Set) else step.key
            right = step.value == _ZERO or (isinstance(step, Set) and _goes_up_by_one(step))
            (found if right else others).add(key)
    return found - others
