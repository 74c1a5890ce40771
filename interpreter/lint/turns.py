"""What is done to the memories of a phase within one of its turns: each turn starts them afresh."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ..checking.core import (
    Block,
    CarryOut,
    Decision,
    Expr,
    For,
    If,
    Leave,
    Program,
    Set,
    Start,
    Stmt,
    every,
)
from ..checking.facts import ONLY_IN_EXAMPLES

TURN = ":turn"


@dataclass(frozen=True, slots=True)
class Change:
    """A line that changes a memory: at which label, in which move of a decision (0 for a block).

    `once`: it is carried out at most once in a turn.
    """

    line: Set
    label: str
    move: int
    once: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory that each turn of a phase starts afresh, and all that changes it within the turns.

    `path` is the phase's, `begins_as` what each turn starts the memory as; `elsewhere`: it is
    changed outside of the turns as well.
    """

    key: str
    path: str
    begins_as: Expr
    changes: tuple[Change, ...] = ()
    elsewhere: bool = False

    @property
    def is_set_once(self) -> bool:
        """Whether only the turns change it, and each line that does so is done once in a turn."""
        return not self.elsewhere and all(change.once for change in self.changes)

    def is_within(self, label: str) -> bool:
        """Whether a block or decision is a part of a turn."""
        return is_of_turn(label, self.path)


class Turns:
    """The turns of a program, and what they start afresh."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.blocks = {b.label: b for b in program.blocks if not b.label.endswith(ONLY_IN_EXAMPLES)}
        self.decisions = {d.label: d for d in program.decisions}

    @cached_property
    def kept(self) -> dict[str, Kept]:
        """The memories that turns start afresh, by their keys."""
        spans = {
            c.key: c.span for c in self.program.cells if c.fresh and c.key.startswith("memory ")
        }
        found: dict[str, Kept] = {}
        for label, block in self.blocks.items() if spans else ():
            if label.endswith(TURN):
                for statement in block.body:
                    if isinstance(statement, Set | Start):
                        key = statement.target.key if isinstance(statement, Set) else statement.key
                        if key in spans and key not in found:
                            found[key] = Kept(key, label.removesuffix(TURN), statement.value)
        for label, move, body in self.bodies() if found else ():
            for line, again in _sets(body, False):
                kept = found.get(line.target.key)
                # What starts it afresh has the memory's own place, or none.
                if kept is None or line.site is None or line.site.span == spans[kept.key]:
                    continue
                if kept.is_within(label):
                    once = not again and not self._comes_back(label, kept)
                    change = Change(line, label, move, once)
                    found[kept.key] = replace(kept, changes=(*kept.changes, change))
                else:
                    found[kept.key] = replace(kept, elsewhere=True)
        return found

    def bodies(self) -> Iterator[tuple[str, int, tuple[Stmt, ...]]]:
        """All lines, each list with its label and, in a decision, the number of the move."""
        for label, block in self.blocks.items():
            yield label, 0, block.body
        for label, decision in self.decisions.items():
            for number, move in enumerate(decision.moves):
                yield label, number, move.do
        for firing in self.program.firing:
            yield "", 0, firing.body

    def leaves(self, kept: Kept) -> bool:
        """Whether a line in a turn ends more than the turn."""
        next_ = f"{kept.path}:next"
        for label in (*self.blocks, *self.decisions):
            if kept.is_within(label):
                for to in self.onwards(label):
                    if to != next_ and not kept.is_within(to):
                        return True
        return False

    def _comes_back(self, label: str, kept: Kept) -> bool:
        """Whether a place may be come to again within the same turn."""
        waiting, seen = [label], set[str]()
        while waiting:
            for to in self.onwards(waiting.pop()):
                if to == label:
                    return True
                if kept.is_within(to) and to not in seen:
                    seen.add(to)
                    waiting.append(to)
        return False

    def onwards(self, label: str) -> Iterator[str]:
        """The labels at which it may go on behind a block or decision."""
        block: Block | None = self.blocks.get(label)
        if block is not None:
            yield from _leaving(block.body)
            yield block.next
        decision: Decision | None = self.decisions.get(label)
        if decision is not None:
            for move in decision.moves:
                yield from _leaving(move.do)
                yield move.next
            if decision.stuck is not None:
                yield decision.stuck


def is_of_turn(label: str, path: str) -> bool:
    """Whether a block or decision is a part of the turns of a phase."""
    own = (path + TURN, f"{path}:body", f"{path}:stuck", f"{path}:after")
    return label in own or label.startswith(path + ".")


def _sets(body: Iterable[Stmt], again: bool) -> Iterator[tuple[Set, bool]]:
    """The lines that change memories; whether they are gone through several times."""
    for statement in body:
        match statement:
            case Set():
                yield statement, again
            case If():
                yield from _sets(statement.body, again)
                yield from _sets(statement.otherwise, again)
            case For():
                yield from _sets(statement.body, True)
            case CarryOut():
                yield from _sets(statement.stuck, True)


def _leaving(body: Iterable[Stmt]) -> Iterator[str]:
    return (s.label for s in every(body) if isinstance(s, Leave))
