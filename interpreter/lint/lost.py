"""L603: what a memory becomes in a line, and loses again before anything asks it.

A new pass or turn starts the memories of its phase afresh; or another line sets the memory first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rulerun.grammar.diagnostics import Diagnostic

from ..checking.core import (
    OVER,
    Bind,
    CarryOut,
    Const,
    Do,
    Expr,
    Fired,
    For,
    GameOver,
    If,
    Items,
    Leave,
    MoveRule,
    Set,
    Slot,
    Start,
    Stmt,
    every,
    walk,
)
from ..checking.facts import ONLY_IN_EXAMPLES
from ..machine.checked import Checked
from .unused import warning


def lost(checked: Checked) -> Iterator[Diagnostic]:
    """Lines that set a memory in vain."""
    yield from _Lost(checked).findings()


class _Lost:
    def __init__(self, checked: Checked) -> None:
        self.program = program = checked.program
        self.blocks = {b.label: b for b in program.blocks if not b.label.endswith(ONLY_IN_EXAMPLES)}
        self.decisions = {d.label: d for d in program.decisions}
        self.cells = {cell.key: cell for cell in program.cells}
        # What is asked in between is asked at any time.
        between = [condition for _, condition in program.ending]
        between += [e for firing in program.firing for e in _exprs(firing.body)]
        between += [e for c in program.cells for e in (c.start, c.low, c.high) if e is not None]
        self.ever = _read(between) | {"memory dealer"}
        last = [] if program.winner is None else [program.winner]
        last += [] if program.payoff is None else [program.payoff[1]]
        self.last = _read(last)
        self.read = {id(s): _read(_own(s)) for body in self._bodies() for s in every(body)}
        self.bits: dict[str, int] = {}
        self.mask: dict[int, int] = {}
        self.live: dict[str, int] = {}
        self.after: dict[int, bool] = {}

    def _bodies(self) -> Iterator[tuple[Stmt, ...]]:
        yield from (block.body for block in self.blocks.values())
        yield from (move.do for d in self.decisions.values() for move in d.moves)

    def findings(self) -> Iterator[Diagnostic]:
        lines: dict[str, list[Set]] = {}
        for body in self._bodies():
            for line in every(body):
                if isinstance(line, Set) and self._may_be_lost(line):
                    lines.setdefault(line.target.key, []).append(line)
        asked = self.last.union(*map(self._asked, self._moves()))
        for statement in (s for body in self._bodies() for s in every(body)):
            # What only counts itself is never asked.
            own = {statement.target.key} if isinstance(statement, Set) else set()
            asked |= self.read[id(statement)] - own
        # That a memory is never asked is told.
        self._follow(lines.keys() & asked)
        for key, sets in lines.items():
            told = set()
            for line in sets if key in asked else ():
                site = line.site
                if (
                    site is not None
                    and not self.after.get(id(line), True)
                    and site.span not in told
                ):
                    told.add(site.span)
                    name = key.removeprefix("memory ")
                    yield warning(
                        f"nothing asks what '{name}' becomes here before it is set anew or starts "
                        "afresh",
                        site.span, "set it elsewhere, or delete this; what lasts longer is declared "
                        "in a phase around",
                    )  # fmt: skip

    def _moves(self) -> Iterator[MoveRule]:
        return (move for decision in self.decisions.values() for move in decision.moves)

    def _may_be_lost(self, line: Set) -> bool:
        key, cell = line.target.key, self.cells.get(line.target.key)
        if cell is None or not key.startswith("memory ") or line.target.index is not None:
            return False
        if line.site is None or line.site.span == cell.span or key in self.ever:
            return False
        # Who sets it back makes sure, and loses nothing.
        return not isinstance(line.value, Const) and line.value != Items(line.value.type, False, ())

    # ---------------------------------------------------------------- backwards through the game

    def _follow(self, keys: Collection[str]) -> None:
        """Find out behind which lines memories are asked for what they are then.

        All of them in one go: each is a bit, set where it is asked for.
        """
        self.bits = {key: 1 << place for place, key in enumerate(keys)}
        self.mask = {id(s): self._bits(read) for s, read in self._statements()}
        of_moves = {id(move): self._bits(self._asked(move)) for move in self._moves()}
        self.live = dict.fromkeys((*self.blocks, *self.decisions), 0)
        self.live[OVER] = self._bits(self.last)
        again = bool(keys)
        while again:
            again = False
            self.after = {}
            for label, block in reversed(self.blocks.items()):
                if label != OVER:
                    now = self._before(block.body, self._at(block.next)) | self.live[label]
                    again |= now != self.live[label]
                    self.live[label] = now
            for label, decision in self.decisions.items():
                now = self.live[label]
                now |= 0 if decision.stuck is None else self._at(decision.stuck)
                for move in decision.moves:
                    now |= self._before(move.do, self._at(move.next)) | of_moves[id(move)]
                again |= now != self.live[label]
                self.live[label] = now

    def _statements(self) -> Iterator[tuple[Stmt, frozenset[str]]]:
        return ((s, self.read[id(s)]) for body in self._bodies() for s in every(body))

    def _bits(self, keys: Iterable[str]) -> int:
        """The memories among those that are followed."""
        return sum(self.bits.get(key, 0) for key in keys)

    @property
    def _all(self) -> int:
        return (1 << len(self.bits)) - 1

    def _at(self, label: str) -> int:
        return self.live.get(label, self._all)

    def _asked(self, move: MoveRule) -> frozenset[str]:
        asked = [rule.condition for rule in move.may]
        for domain in move.choices:
            asked += [e for e in (domain.low, domain.high, domain.source, domain.where) if e]
            asked += domain.alike
        return _read(asked)

    def _before(self, body: Sequence[Stmt], live: int) -> int:
        """The memories that are asked, for what they are before some lines, by them or behind them."""
        for statement in reversed(body):
            match statement:
                case Leave():
                    live = self._at(statement.label)
                case GameOver():
                    live = self.live[OVER]
                case If():
                    then = self._before(statement.body, live)
                    live = then | self._before(statement.otherwise, live)
                case For():
                    live |= self._before(statement.body, live)
                    self._before(statement.body, live)
                case Set() if bit := self.bits.get(statement.target.key, 0):
                    self.after[id(statement)] = self.after.get(id(statement), False) or bool(
                        live & bit
                    )
                    live &= ~bit
                case CarryOut() | Fired():
                    live = self._all
            live |= self.mask[id(statement)]
        return live


def _own(statement: Stmt) -> list[Expr]:
    """What a statement asks itself, without those within it."""
    match statement:
        case Set():
            index = statement.target.index
            return [statement.value] + ([] if index is None else [index])
        case Bind() | Start():
            return [statement.value]
        case Do():
            return list(statement.arguments)
        case If():
            return [statement.condition]
        case For():
            return [statement.source]
    return []


def _exprs(body: Iterable[Stmt]) -> Iterator[Expr]:
    for statement in every(body):
        yield from _own(statement)


def _read(exprs: Iterable[Expr]) -> frozenset[str]:
    """The memories that are asked."""
    return frozenset(
        part.key
        for expr in exprs
        for part in walk(expr)
        if isinstance(part, Slot) and part.key.startswith("memory ")
    )
