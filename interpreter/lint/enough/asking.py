"""Whether anything in the rules has to do with how much is there when something is taken."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property

from rulerun.grammar import syntax

from ...checking.core import Address, Do, every
from ...declarations import ruleset as rules
from ...declarations.course import walk as phases_in
from ...machine.checked import Checked
from .handling import Shortage
from .relevance import Relevance


def taken_from(line: Do) -> str:
    """The part of the state that a line takes from."""
    source = line.arguments[0]
    return source.slot.key if isinstance(source, Address) else f"pile {source.type.pile}"


class Asking:
    """What the rules ask of how much is there. `options` are those that are numbers or answers."""

    def __init__(self, checked: Checked, relevance: Relevance, options: Container[str]) -> None:
        self.checked = checked
        self.relevance = relevance
        self.options = options

    def is_bounded(self, line: Do) -> bool:
        """Whether anything has to do with how much is there: a condition, the amount itself, or
        that what is there at first was reckoned out. What is done so many times was tried by chance."""
        if self._is_reckoned_out(line) or self._is_counted_out(line):
            return True
        relevance = self.relevance
        pile = relevance.piles.get(taken_from(line))
        if pile is not None and pile.refilled_from and relevance.limits(line.arguments[1]):
            return True  # What does not lie there comes back.
        if line.procedure != "pay" and relevance.watched(line):
            return True
        return taken_from(line) in relevance.asked_before(line) | relevance.behind(
            line.arguments[2]
        )

    def asks_for_less(self, line: Do, shortage: Shortage) -> bool:
        """Whether it is seen to that something is there, but not as much as is taken."""
        less = 0 < shortage.there[0] < shortage.needed[0]
        return less and not self._is_reckoned_out(line)

    def _is_counted_out(self, line: Do) -> bool:
        """Whether it is done only as often as phases around it are said to be repeated, or as the
        game or the phase ends by the number of its passes."""
        around: set[str] = self._paths.get(id(line), set())
        return not any(
            isinstance(phase.who, syntax.InTurn)
            or (phase.repeat is not None and not self._has_a_last(phase, phase.repeat))
            for phase in phases_in(self.checked.rules.phases)
            for path in around
            if path == phase.path or path.startswith(f"{phase.path}.")
        )

    @cached_property
    def _paths(self) -> dict[int, set[str]]:
        """For each statement the phases in which it stands, by their paths."""
        found: dict[int, set[str]] = {}
        program = self.checked.program
        bodies = [(block.label, block.body) for block in program.blocks]
        bodies += [(d.label, move.do) for d in program.decisions for move in d.moves]
        for label, body in bodies:
            for statement in every(body):
                found.setdefault(id(statement), set()).add(label.split(":")[0])
        return found

    def _has_a_last(self, phase: rules.Phase, repeat: syntax.Repeat) -> bool:
        """Whether it is known which pass of a phase is the last at latest."""
        ends = [end.ending.condition for end in self.checked.rules.ends]
        if repeat.until is not None:
            ends.append(repeat.until)
        return repeat.times is not None or any(self._comes_by(phase.name, end) for end in ends)

    def _comes_by(self, phase: str, condition: syntax.Expr) -> bool:
        """Whether a condition holds from some pass of a phase on, or at it: `round_number = 50`."""
        match condition:
            case syntax.Logic(op="or" | "unless", left=left, right=right):
                return self._comes_by(phase, left) or self._comes_by(phase, right)
            case syntax.Compare(op="=" | ">" | ">=", left=count, right=last) if self._is_set(last):
                pass
            case syntax.Compare(op="=" | "<" | "<=", left=last, right=count) if self._is_set(last):
                pass
            case _:
                return False
        return isinstance(count, syntax.Name) and count.name == f"{phase}_number"

    def _is_set(self, amount: syntax.Expr) -> bool:
        """Whether it is settled before the game: a number, or an option."""
        if isinstance(amount, syntax.Name):
            return amount.name in self.options
        return isinstance(amount, syntax.Number)

    def _is_reckoned_out(self, line: Do) -> bool:
        """Whether what a holder has at first is more than a number or an option."""
        return any(
            cell.key == taken_from(line) and cell.start is not None and bool(cell.start.children)
            for cell in self.checked.program.cells
        )
