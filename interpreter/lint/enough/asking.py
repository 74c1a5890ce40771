"""Whether anything in the rules has to do with how much is there when something is taken."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cached_property

from rulerun.grammar import syntax

from ...checking.core import (
    Address,
    Bind,
    Choose,
    Const,
    Do,
    Expr,
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
    walk,
)
from ...checking.facts import ONLY_IN_EXAMPLES
from ...checking.types import YESNO
from ...declarations import ruleset as rules
from ...declarations.course import walk as phases_in
from ...machine.checked import Checked
from .handling import Shortage
from .relevance import Relevance, expressions


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
        if pile is not None and pile.refilled_from and self._limits(line.arguments[1]):
            return True  # What does not lie there comes back.
        if line.procedure != "pay" and self._watched(line):
            return True
        return taken_from(line) in self._asked_before(line) | self._behind(line.arguments[2])

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
            if self._climbs_to(phase.path, repeat.until):
                return True
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

    def _climbs_to(self, path: str, until: syntax.Expr) -> bool:
        """Whether what each pass of a phase makes one more, and nothing in it ever less, comes to
        where its passes end: `until any suit has steps = 5`."""
        if isinstance(until, syntax.Pick) and until.word == "any" and until.where is not None:
            until = until.where
        if not isinstance(until, syntax.Compare) or until.op not in ("=", ">", ">="):
            return False
        if not isinstance(until.left, syntax.Name) or not self._is_set(until.right):
            return False
        key = f"memory {until.left.name}"
        climbs = False
        for block in self.checked.program.blocks:
            label = block.label
            if not label.startswith((f"{path}:", f"{path}.")):
                continue
            if any(_sets(s, key) and not _adds_one(s) for s in every(block.body)):
                return False
            passes = label in (f"{path}:pass", f"{path}:end")
            climbs = climbs or (passes and any(_sets(s, key) for s in block.body))
        moves = [move for decision in self.checked.program.decisions for move in decision.moves]
        return climbs and not any(
            _sets(s, key) and not _adds_one(s) for move in moves for s in every(move.do)
        )

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

    # ---------------------------------------------------------------- conditions and amounts

    def _asked_before(self, line: Do) -> set[str]:
        """The parts of which anything asks how much there is, other moves than the line's apart."""
        found: set[str] = set()
        for block in self.checked.program.blocks:
            if not block.label.endswith(ONLY_IN_EXAMPLES):
                found |= self._asked_in(block.body)
        for row in self.checked.program.firing:
            found |= self._asked_in(row.body)
        for _, test in self.checked.program.ending:
            found |= self._all_counted(test)
        for decision in self.checked.program.decisions:
            for move in decision.moves:
                if any(s is line for s in every(move.do)):
                    found |= self._asked_in(move.do)
                    for rule in move.may:
                        found |= self._all_counted(rule.condition)
                    for domain in move.choices:
                        for part in (domain.low, domain.high):
                            found |= frozenset() if part is None else self.relevance.amounts(part)
                        if domain.where is not None:
                            found |= self._all_counted(domain.where)
        return found

    def _asked_in(self, body: Iterable[Stmt]) -> set[str]:
        found: set[str] = set()
        for statement in every(body):
            match statement:
                case If():
                    found |= self._all_counted(statement.condition)
                case Set() if statement.target.type == YESNO:
                    found |= self._all_counted(statement.value)
                case Bind() | For():
                    value = statement.value if isinstance(statement, Bind) else statement.source
                    if isinstance(value, Loop) and value.where is not None:
                        found |= self._all_counted(value.where)
        return found

    def _all_counted(self, condition: Expr) -> frozenset[str]:
        match condition:
            case Op(op="and" | "or" | "not") | Choose():
                return frozenset().union(*(self._all_counted(c) for c in condition.children))
        return self.relevance.counted(condition)

    def _limits(self, pile: Expr) -> bool:
        """Whether any condition compares how much lies in a pile with something."""
        name = f"pile {pile.type.pile or (pile.type.item.pile if pile.type.item else None)}"
        conditions: list[Expr] = [test for _, test in self.checked.program.ending]
        for body in self.relevance.bodies:
            for statement in every(body):
                conditions += [e for e in expressions(statement) if not isinstance(statement, Do)]
        for decision in self.checked.program.decisions:
            conditions += [rule.condition for move in decision.moves for rule in move.may]
        return any(
            isinstance(part, Op) and part.op in ("<", "<=") and name in self.relevance.amounts(part)
            for condition in conditions
            for part in walk(condition)
        )

    def _watched(self, line: Do) -> bool:
        """Whether it is asked, where a line stands, what lies where its cards go (not only whether
        anything does): then that says when it is enough."""
        into = line.arguments[1].type
        name = into.pile or (into.item.pile if into.item else None)
        conditions: list[Expr] = []
        paths: set[str] = set()
        for block in self.checked.program.blocks:
            if any(s is line for s in every(block.body)):
                paths.add(block.label.split(":")[0])
        for decision in self.checked.program.decisions:
            for move in decision.moves:
                if any(s is line for s in every(move.do)):
                    paths.add(decision.label.split(":")[0].removesuffix(".moves"))
                    conditions += [rule.condition for rule in move.may]
                    conditions += [s.condition for s in every(move.do) if isinstance(s, If)]
        for block in self.checked.program.blocks:
            if block.label.split(":")[0] in paths and not block.label.endswith(ONLY_IN_EXAMPLES):
                conditions += [s.condition for s in every(block.body) if isinstance(s, If)]
        return any(
            name in (p.type.pile, p.type.item.pile if p.type.item else None)
            for condition in conditions
            for p in _unequal(condition)
            if isinstance(p, PileAt | PilesAt)
        )

    def _behind(self, amount: Expr) -> set[str]:
        """The parts that an amount is made of, those that they became in their turn too."""
        found = set(self.relevance.amounts(amount))
        before = -1
        while before != len(found):
            before = len(found)
            for body in self.relevance.bodies:
                for statement in every(body):
                    if isinstance(statement, Set) and statement.target.key in found:
                        found |= self.relevance.amounts(statement.value)
            for name in list(found):
                domain = self.relevance.domains.get(name)
                for part in () if domain is None else (domain.low, domain.high):
                    found |= frozenset() if part is None else self.relevance.amounts(part)
        return found


def _sets(statement: Stmt, key: str) -> bool:
    return isinstance(statement, Set) and statement.target.key == key


def _adds_one(statement: Stmt) -> bool:
    """Whether a statement makes a memory one more."""
    value = statement.value if isinstance(statement, Set) else None
    return (
        isinstance(value, Op)
        and value.op == "+"
        and isinstance(value.operands[0], Slot)
        and isinstance(value.operands[1], Const)
        and value.operands[1].value == 1
    )


def _unequal(condition: Expr) -> Iterator[Expr]:
    """The parts of a condition, except where it asks only whether two things are the same."""
    if isinstance(condition, Op) and condition.op in ("=", "!="):
        return
    yield condition
    inner = condition.children
    if isinstance(condition, Loop) and condition.how in ("any", "every", "no"):
        inner = () if condition.where is None else (condition.where,)
    for child in inner:
        yield from _unequal(child)
