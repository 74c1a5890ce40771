"""Which memories are asked for anything but what memories become: those that only feed one another are not."""

from __future__ import annotations

from collections.abc import Iterable

from ..checking.core import (
    Bind,
    CarryOut,
    Changed,
    Expr,
    Fired,
    For,
    If,
    Local,
    Program,
    Set,
    Slot,
    Start,
    Stmt,
    walk,
)
from ..checking.facts import ONLY_IN_EXAMPLES


def asked_for_more(program: Program) -> frozenset[str]:
    """The cells and names on which something depends that is no memory."""
    feeding = _Feeding()
    for block in program.blocks:
        if not block.label.endswith(ONLY_IN_EXAMPLES):
            feeding.lines(block.body)
    for decision in program.decisions:
        for move in decision.moves:
            for domain in move.choices:
                feeding.sink(domain.low, domain.high, domain.source, domain.where, *domain.alike)
            feeding.sink(*(rule.condition for rule in move.may))
            feeding.lines(move.do)
    for firing in program.firing:
        feeding.lines(firing.body)
    feeding.sink(*(condition for _, condition in program.ending), program.winner)
    feeding.sink(*(None if each is None else each[1] for each in (program.payoff, program.only)))
    for cell in program.cells:
        feeding.sink(cell.low, cell.high)
        if cell.start is not None:
            feeding.feed([cell.start], [cell.key])
    return feeding.reached()


class _Feeding:
    """What is worked out from what: for each cell and name those that its value is made from."""

    def __init__(self) -> None:
        self._sources: dict[str, set[str]] = {}
        self._sunk: set[str] = set()

    def sink(self, *exprs: Expr | None) -> None:
        """Something that is no memory depends on these."""
        self._sunk |= _read(expr for expr in exprs if expr is not None)

    def feed(self, exprs: Iterable[Expr], targets: Iterable[str]) -> None:
        """What the targets become depends on these; a target that is no memory and no name is a sink."""
        read = _read(exprs)
        for target in targets:
            if target.startswith(("memory ", "local ")):
                self._sources.setdefault(target, set()).update(read)
            else:
                self._sunk |= read

    def lines(self, body: Iterable[Stmt]) -> None:
        """Take in statements."""
        for statement in body:
            match statement:
                case Set():
                    index = statement.target.index
                    self.feed(
                        [statement.value, *([] if index is None else [index])],
                        [statement.target.key],
                    )
                case Start():
                    self.feed([statement.value], [statement.key])
                case Bind():
                    self.feed([statement.value], [f"local {statement.name}"])
                case If():
                    self._around(statement.condition, (*statement.body, *statement.otherwise))
                case For():
                    self._around(statement.source, statement.body)
                case CarryOut():
                    self.lines(statement.stuck)
                case Changed() | Fired():
                    pass
                case _:
                    self.sink(*getattr(statement, "arguments", ()))

    def _around(self, asked: Expr, body: tuple[Stmt, ...]) -> None:
        """A condition, or what a line goes through: all that is done behind it depends on it."""
        targets = _targets(body)
        if targets is None:
            self.sink(asked)
        else:
            self.feed([asked], targets)
        self.lines(body)

    def reached(self) -> frozenset[str]:
        """All on which, through whatever memories, something else depends."""
        found, waiting = set(self._sunk), [*self._sunk]
        while waiting:
            for source in self._sources.get(waiting.pop(), ()):
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return frozenset(found)


def _targets(body: Iterable[Stmt]) -> set[str] | None:
    """The memories and names that lines set; None if they do anything else."""
    found: set[str] = set()
    for statement in body:
        match statement:
            case Set() if statement.target.key.startswith("memory "):
                found.add(statement.target.key)
            case Start() if statement.key.startswith("memory "):
                found.add(statement.key)
            case Bind():
                found.add(f"local {statement.name}")
            case Changed() | Fired():
                pass
            case If() | For():
                inner = (
                    (*statement.body, *statement.otherwise)
                    if isinstance(statement, If)
                    else statement.body
                )
                within = _targets(inner)
                if within is None:
                    return None
                found |= within
            case _:
                return None
    return found


def _read(exprs: Iterable[Expr]) -> set[str]:
    """The cells and names of which expressions ask."""
    found: set[str] = set()
    for expr in exprs:
        for part in walk(expr):
            if isinstance(part, Slot):
                found.add(part.key)
            elif isinstance(part, Local):
                found.add(f"local {part.name}")
    return found
