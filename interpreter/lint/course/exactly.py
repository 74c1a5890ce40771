"""L606: what ends at exactly one number, and goes on for ever when that is never met."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ...checking.core import (
    Const,
    Expr,
    For,
    Loop,
    Op,
    OptionValue,
    Set,
    Slot,
    Stmt,
    every,
    walk,
)
from ...checking.facts import bodies, drops_out, reads
from ...declarations import ruleset as rules
from .dealing import Dealing, is_number_of_players
from .going import Going
from .saying import shown

_MOST_TABLES = 200
"""So many numbers of players and values of options are tried at most."""


def met_or_missed(going: Going) -> Iterator[Diagnostic]:
    """The only condition by which a game ends, where it asks for a number that may never be met."""
    if going.checked.rules.node.get("limit") is not None:
        return
    ends = list(_ends(going))
    if len(ends) != 1:
        return
    tree, phase = ends[0]
    asked = next((expr for written, expr in going.program.asked if written is tree), None)
    if asked is None or (isinstance(asked, Op) and asked.op == "or"):
        return
    looking = _Looking(going, phase, tree)
    for part in walk(asked):
        if isinstance(part, Op) and part.op == "=":
            for one, other in (part.operands, part.operands[::-1]):
                found = looking.of(one, other)
                if found is not None:
                    yield found
                    return


def _ends(going: Going) -> Iterator[tuple[syntax.Expr | None, rules.Phase | None]]:
    """What ends a game: rows of `end`, and what its phases are repeated until; each with the phase
    after whose passes it is asked."""
    phases = {phase.name: phase for phase in going.phases.values()}
    for end in going.checked.rules.ends:
        after = end.ending.after
        yield end.ending.condition, None if after is None else phases.get(after)
    endless = [p for p in going.checked.rules.phases if _is_always_repeated(p)]
    if endless:
        return
    for phase in going.checked.rules.phases:
        repeat = phase.repeat
        if repeat is not None and repeat.until is not None and repeat.times is None:
            yield repeat.until, phase
        elif phase.until is not None or repeat is not None or phase.who is not None:
            yield None, phase


def _is_always_repeated(phase: rules.Phase) -> bool:
    repeat = phase.repeat
    return repeat is not None and repeat.until is None and repeat.times is None


class _Looking:
    """Looks at one condition that ends a game, asked after the passes of a phase."""

    def __init__(self, going: Going, phase: rules.Phase | None, tree: syntax.Expr | None) -> None:
        assert tree is not None
        self.going = going
        self.phase = phase
        self.text = shown(tree.span)
        self.span: Span = tree.span

    def of(self, one: Expr, other: Expr) -> Diagnostic | None:
        """That a number may never be another one."""
        if isinstance(one, Slot) and one.key.startswith("count "):
            return self._of_passes(one, other)
        if is_number_of_players(one) and other == Const(other.type, False, 1):
            return self._of_players()
        if isinstance(one, Slot) and one.key.startswith("memory "):
            return self._of_memory(one, other)
        return None

    def _of_passes(self, count: Slot, number: Expr) -> Diagnostic | None:
        if not any(
            isinstance(part, OptionValue) or is_number_of_players(part) for part in walk(number)
        ):
            return None  # What is never so, whatever the options, is told as that.
        dealing = Dealing(self.going)
        for said, values in islice(dealing.tables((number,)), _MOST_TABLES):
            least = dealing.exactly(number, values)
            if least is not None and least < 1:
                name = count.key.removeprefix("count ")
                return self._told(
                    f"{said}play need not end: '{self.text}' asks for {name}_number {least}, and the "
                    "first is 1",
                    "ask for '>=', or for another number",
                    Severity.WARNING,
                )
        return None

    def _of_players(self) -> Diagnostic | None:
        several = any(
            isinstance(line, For) and drops_out(line.body)
            for body in bodies(self.going.program)
            for line in every(body)
        )
        if not several:
            return None
        return self._told(
            f"play need not end: several may drop out at once, and then '{self.text}' may never hold",
            "ask for 'number of players <= 1'",
            Severity.NOTE,
        )

    def _of_memory(self, memory: Slot, number: Expr) -> Diagnostic | None:
        """Points that grow by more than one until it is asked what they are."""
        if self.phase is None or not _is_settled(number):
            return None
        grows = [
            (label, line)
            for label, body in self._bodies()
            for line in every(body)
            if isinstance(line, Set) and line.target.key == memory.key
        ]
        if not grows or not all(_adds(line) for _, line in grows):
            return None
        if not any(self._is_repeated_within(label) or not _adds_one(line) for label, line in grows):
            return None
        name = memory.key.removeprefix("memory ")
        return self._told(
            f"play need not end: '{self.text}' is asked once in each '{self.phase.name}', and {name} "
            "may be more by then",
            "ask for '>=' instead of '='",
            Severity.NOTE,
        )

    def _bodies(self) -> Iterator[tuple[str, tuple[Stmt, ...]]]:
        program = self.going.program
        for block in program.blocks:
            yield block.label, block.body
        for decision in program.decisions:
            for move in decision.moves:
                yield decision.label, move.do

    def _is_repeated_within(self, label: str) -> bool:
        """Whether a block is come to several times in a pass of the phase."""
        assert self.phase is not None
        path = label.split(":")[0].removesuffix(".moves")
        while path.startswith(f"{self.phase.path}."):
            phase = self.going.phases.get(path)
            if phase is not None and phase.repeat is not None:
                return True
            path = path.rpartition(".")[0]
        return False

    def _told(self, message: str, advice: str, severity: Severity) -> Diagnostic:
        return Diagnostic("L606", message, self.span, advice, (), severity)


def _is_settled(number: Expr) -> bool:
    """Whether a number is the same in the whole game: made of constants and options."""
    return not reads(number) and not any(isinstance(p, Slot | Loop) for p in walk(number))


def _adds(line: Set) -> bool:
    value = line.value
    return isinstance(value, Op) and value.op == "+" and value.operands[0] == line.target


def _adds_one(line: Set) -> bool:
    assert isinstance(line.value, Op)
    added = line.value.operands[1]
    return isinstance(added, Const) and added.value == 1
