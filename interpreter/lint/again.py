"""L613: what ends the turns or passes of a phase, and still holds when the phase begins again.

A number of passes that is never set back, hands that are empty and not dealt anew: from the second
time on nobody has a turn there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice, takewhile

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ..checking.core import Block, Expr, If, Leave, Op, Set, Slot, Start, Stmt, every
from ..checking.facts import reads, touches, writes_of
from ..checking.symbols import all_phases
from ..declarations import ruleset as rules
from ..machine.checked import Checked
from .course.endings import components
from .truth import Truth
from .turns import Turns, is_of_turn

CODE = "L613"


def again(checked: Checked, truth: Truth) -> Iterator[Diagnostic]:
    """The conditions of `until` that hold at once when a phase is come to again."""
    if any(
        p.until is not None or p.repeat is not None for p, _ in all_phases(checked.rules.phases)
    ):
        yield from _Again(checked, truth).findings()


class _Again:
    def __init__(self, checked: Checked, truth: Truth) -> None:
        self.rules, self.truth = checked.rules, truth
        self.turns = Turns(checked.program)
        self._labels = sorted((*self.turns.blocks, *self.turns.decisions))
        self.always = frozenset().union(
            *(self._written(firing.body) for firing in checked.program.firing)
        )

    def findings(self) -> Iterator[Diagnostic]:
        for phase, _ in all_phases(self.rules.phases):
            path, repeat = phase.path, phase.repeat
            if (
                phase.until is not None
                and isinstance(phase.who, syntax.InTurn)
                and phase.who.where is None
                and self.truth.all_stay_in
                and self._ends_only_by(_of_turns(path), f"{path}:end", f"{path}:next")
                and self._still(self._ending(f"{path}:next"), f"{path}:end", f"{path}:begin")
            ):
                yield self._told(phase, phase.until.span, "nobody has a turn in it any more")
            if repeat is not None and repeat.until is not None and repeat.times is None:
                begin = self.turns.blocks.get(f"{path}:pass")
                out = None if begin is None else _left_for(begin)
                if (
                    out is not None
                    and self._ends_only_by(_of_passes(path), out, f"{path}:pass")
                    and self._still(self._ending(f"{path}:pass"), out, path)
                ):
                    yield self._told(phase, repeat.until.span, "it is passed over from then on")

    def _told(self, phase: rules.Phase, span: Span, so: str) -> Diagnostic:
        text = " ".join(span.text.split())
        return Diagnostic(
            CODE,
            f"when '{phase.name}' begins again, '{text}' still holds: nothing has changed it since it "
            f"ended, so that {so}",
            span,
            "set back what it asks for before the phase begins again",
            severity=Severity.WARNING,
        )

    def _ending(self, label: str) -> Expr | None:
        """The condition that is tested first at a block."""
        first = next(iter(self.turns.blocks[label].body), None)
        return first.condition if isinstance(first, If) else None

    def _ends_only_by(self, is_inside: Callable[[str], bool], out: str, by: str) -> bool:
        """Whether turns or passes are left only where their end is tested."""
        path = by.rpartition(":")[0]
        first = bisect_left(self._labels, path)
        named = takewhile(lambda label: label.startswith(path), islice(self._labels, first, None))
        return by in self.turns.blocks and all(
            is_inside(to) or (label == by and to == out)
            for label in named
            if is_inside(label)
            for to in self.turns.onwards(label)
        )

    def _still(self, condition: Expr | None, out: str, begin: str) -> bool:
        """Whether nothing that a condition asks for changes on the way from `out` to `begin`."""
        if condition is None:
            return False
        asked = reads(condition)
        # A phase leads to its end: there is a way back where they lead to one another.
        if not asked or self._circles.get(out) != self._circles.get(begin, -1):
            return False
        reached = self._reached([out], begin)
        back: dict[str, list[str]] = {}
        for label in reached - {begin}:
            for to in self._next.get(label, ()):
                back.setdefault(to, []).append(label)
        between, waiting = set[str](), [begin]
        while waiting:
            for label in back.get(waiting.pop(), ()):
                if label not in between:
                    between.add(label)
                    waiting.append(label)
        changed = set(self.always)
        for label in between:
            block, decision = self.turns.blocks.get(label), self.turns.decisions.get(label)
            changed |= self._written(() if block is None else block.body)
            for move in () if decision is None else decision.moves:
                changed |= self._written(move.do)
        return not touches(frozenset(changed), asked)

    def _reached(self, begin: Iterable[str], end: str) -> set[str]:
        reached: set[str] = set()
        waiting = [*begin]
        while waiting:
            label = waiting.pop()
            if label not in reached:
                reached.add(label)
                waiting += [] if label == end else self._next.get(label, ())
        return reached

    @cached_property
    def _next(self) -> dict[str, list[str]]:
        return {label: self._onwards(label) for label in self._labels}

    @cached_property
    def _circles(self) -> dict[str, int]:
        """For each label a number, the same for those that lead to one another."""
        return components(self._next)

    def _onwards(self, label: str) -> list[str]:
        """Where it goes on, without the passes that are never begun."""
        found = list(self.turns.onwards(label))
        path = label.removesuffix(":end")
        if f"{path}:pass" in found and self._is_done_once(path):
            found.remove(f"{path}:pass")
        return found

    def _is_done_once(self, path: str) -> bool:
        for statement in self.turns.blocks[f"{path}:pass"].body:
            match statement:
                case If(condition=Op(op="<=", operands=(times, Slot(key=key)))) if key.startswith(
                    "count "
                ):
                    return self.truth.range(times)[1] <= 1
        return False

    def _written(self, body: Iterable[Stmt]) -> frozenset[str]:
        """All that lines change, and what they start afresh."""
        found: set[str] = set()
        for statement in every(body):
            found |= writes_of(statement)
            if isinstance(statement, Set):
                found.add(statement.target.key)
            elif isinstance(statement, Start):
                found.add(statement.key)
        return frozenset(found)


def _of_turns(path: str) -> Callable[[str], bool]:
    """Whether a label is one of a phase's turns, or where the next one is looked for."""
    return lambda label: label == f"{path}:next" or is_of_turn(label, path)


def _of_passes(path: str) -> Callable[[str], bool]:
    """Whether a label is one of a phase."""
    return lambda label: label == path or label.startswith((f"{path}:", f"{path}."))


def _left_for(begin: Block) -> str | None:
    """Where it goes on when the passes of a phase are over."""
    first = begin.body[0] if begin.body else None
    if isinstance(first, If) and first.body and isinstance(first.body[-1], Leave):
        return first.body[-1].label
    return None
