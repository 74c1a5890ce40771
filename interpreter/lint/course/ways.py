"""The ways a game may go from block to block, and what each of them asks and does.

A way is one passage through the lines of a block, or one move of a decision: the conditions that it
takes for granted and the effects that it has, in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from rulerun.grammar.record import record

from ...checking.core import (
    OVER,
    SETUP,
    Bind,
    CarryOut,
    Changed,
    Decision,
    Do,
    Expr,
    For,
    GameOver,
    If,
    Leave,
    MoveRule,
    Op,
    Program,
    Set,
    Start,
    Stmt,
)
from ...checking.facts import drifting, leaves, reads, touches
from ...checking.types import YESNO

MOST_WAYS = 8
"""Where a block has more ways than these, what its conditions decide is not told apart any more."""

LONG = 100
"""So many steps are told of a way on which the game ends."""


@record
class Asked:
    """A condition and how it is answered on a way. `ends`: otherwise the game is over."""

    condition: Expr
    answer: bool
    ends: bool = False


@record
class Perhaps:
    """Statements that are carried out or not, nobody knows when; `parts` is what they change."""

    body: tuple[Stmt, ...]
    parts: frozenset[str] = field(compare=False, repr=False)

    @staticmethod
    def of(body: tuple[Stmt, ...]) -> Perhaps:
        """That some statements are carried out or not."""
        return Perhaps(body, frozenset(parts_changed(body)))


Known: TypeAlias = Callable[[Expr], "bool | None"]
"""What a condition always is; None where that depends."""

Step: TypeAlias = Asked | Perhaps | Bind | Set | Do | For | Start | Changed


@dataclass(frozen=True, eq=False, slots=True)
class Way:
    """From a block or decision to another: what is asked and done in between.

    `move` is the move that is made, None for the way through a block; the first `needs` steps are
    what the move asks for to be legal.
    """

    source: str
    target: str
    steps: tuple[Step, ...]
    move: MoveRule | None = None
    needs: int = 0

    @property
    def asked(self) -> Iterator[Asked]:
        """The conditions on this way, with their answers."""
        return (step for step in self.steps if isinstance(step, Asked))


@dataclass(slots=True)
class Ways:
    """All ways of a program that lead on from its beginning. Made by `ways_of`."""

    program: Program
    decisions: dict[str, Decision] = field(default_factory=dict)
    all: list[Way] = field(default_factory=list)
    leading_from: dict[str, list[Way]] = field(default_factory=dict)


def ways_of(program: Program, known: Known) -> Ways:
    """The ways between the blocks and decisions that can be reached from the beginning.

    No way goes on against what is `known` of conditions.
    """
    finder = _Finder(program, known)
    finder.go()
    return finder.found


def passages(program: Program, body: Iterable[Stmt]) -> list[tuple[Step, ...]]:
    """The ways through statements that lead to no other block."""
    return [steps for steps, _ in _Finder(program).through(body, "", ends=False)]


class _Finder:
    """Goes from the beginning wherever the program leads."""

    def __init__(self, program: Program, known: Known = lambda _: None) -> None:
        self.program = program
        self._known = known
        self.found = Ways(program, {d.label: d for d in program.decisions})
        self._blocks = {block.label: block for block in program.blocks}
        self._endings = [(condition, reads(condition)) for _, condition in program.ending]

    def go(self) -> None:
        """Find all ways, from the beginning on."""
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            if label in self.found.leading_from or label == OVER:
                continue
            ways = list(self._from(label))
            self.found.leading_from[label] = ways
            self.found.all += ways
            waiting += [way.target for way in ways]

    @cached_property
    def _drifting(self) -> frozenset[str]:
        return drifting(self.program)

    def _from(self, label: str) -> Iterator[Way]:
        block = self._blocks.get(label)
        if block is not None:
            # Rows of `end` are asked once `setup` is complete.
            for steps, target in self.through(block.body, block.next, ends=label != SETUP):
                yield Way(label, target, steps)
            return
        decision = self.found.decisions[label]
        for move in decision.moves:
            asked = tuple(Asked(rule.condition, True) for rule in move.may)
            asked += tuple(
                Asked(Op(YESNO, False, "<=", (choice.low, choice.high)), True)
                for choice in move.choices
                if choice.how == "range" and choice.low is not None and choice.high is not None
            )
            if decision.at_once:
                yield Way(label, move.next, asked, move, len(asked))
                continue
            for steps, target in self.through(move.do, move.next):
                yield Way(label, target, (*asked, *steps), move, len(asked))
        if decision.stuck is not None:
            yield Way(label, decision.stuck, ())

    def through(
        self, body: Iterable[Stmt], to: str, *, ends: bool = True
    ) -> list[tuple[tuple[Step, ...], str]]:
        """The passages through statements, each with where it leads."""
        done: list[tuple[tuple[Step, ...], str]] = []
        going: list[tuple[Step, ...]] = [()]
        for statement in body:
            if not going:
                break
            match statement:
                case Leave():
                    done += [(steps, statement.label) for steps in going]
                    going = []
                case GameOver():
                    done += [(steps, OVER) for steps in going]
                    going = []
                case If():
                    going, left = self._branch(statement, going, ends)
                    done += left
                case For() | CarryOut():
                    step: Step = (
                        statement
                        if isinstance(statement, For)
                        else Perhaps.of(self._carried_out(statement))
                    )
                    going = [(*steps, step) for steps in going]
                    done += [(going[0], label) for label in leaves([statement])]
                case Changed():
                    asked = self._tested(statement) if ends else ()
                    going = [(*steps, statement, *asked) for steps in going]
                case Bind() | Set() | Do() | Start():
                    going = [(*steps, statement) for steps in going]
        return done + [(steps, to) for steps in going]

    def _branch(
        self, statement: If, going: list[tuple[Step, ...]], ends: bool
    ) -> tuple[list[tuple[Step, ...]], list[tuple[tuple[Step, ...], str]]]:
        here = "here"
        if len(going) > MOST_WAYS and not any(leaves([statement])):
            perhaps = Perhaps.of((*statement.body, *statement.otherwise))
            return [(*steps, perhaps) for steps in going], []
        still: list[tuple[Step, ...]] = []
        left: list[tuple[tuple[Step, ...], str]] = []
        first = statement.body[0] if statement.body else None
        if first is not None and _stops(first):
            return [(*steps, Asked(statement.condition, False)) for steps in going], []
        if isinstance(first, GameOver) and not statement.otherwise and len(going[0]) > LONG:
            # What was done on the way to the end of the game has no part in what may go on for ever.
            over: tuple[Step, ...] = (Asked(statement.condition, True),)
            return [(*steps, Asked(statement.condition, False)) for steps in going], [(over, OVER)]
        holds = self._known(statement.condition)
        for answer, body in ((True, statement.body), (False, statement.otherwise)):
            if holds is not None and answer is not holds:
                continue
            for inner, target in self.through(body, here, ends=ends):
                for steps in going:
                    whole = (*steps, Asked(statement.condition, answer), *inner)
                    if target == here:
                        still.append(whole)
                    else:
                        left.append((whole, target))
        return still, left

    def _carried_out(self, statement: CarryOut) -> tuple[Stmt, ...]:
        moves = self.program.decisions[statement.decision].moves
        return (*statement.stuck, *(s for move in moves for s in move.do))

    def _tested(self, changed: Changed) -> tuple[Asked, ...]:
        """The rows of `end` without `after` that are asked when an effect is complete."""
        return tuple(
            Asked(condition, False, ends=True)
            for condition, read in self._endings
            if touches(changed.parts, read) or read & self._drifting
        )


def _stops(statement: Stmt) -> bool:
    """Whether the game stops here with an error, as somebody is missing."""
    return isinstance(statement, Do) and statement.procedure in ("must_be_there", "must_be_one")


def parts_changed(steps: Iterable[object]) -> Iterator[str]:
    """The parts of the state that steps or statements change."""
    for step in steps:
        match step:
            case Changed():
                yield from step.parts
            case Set():
                yield step.target.key
            case Start():
                yield step.key
            case For():
                yield from parts_changed(step.body)
            case Perhaps():
                yield from step.parts
            case If():
                yield from parts_changed((*step.body, *step.otherwise))
            case CarryOut():
                yield "everything"
