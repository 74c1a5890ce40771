"""The part of a program that has a say in whether there is enough: the rest is left out.

What lies in hands, who scores what and which melds there are mostly makes no difference to how many
cards the stock has left. Going through a program is quick because only this part is gone through.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from rulerun.grammar.source import Span

from ...checking.core import (
    Address,
    Bind,
    Call,
    Changed,
    Choose,
    Const,
    Decision,
    Do,
    Domain,
    Expr,
    Firing,
    For,
    If,
    Local,
    Loop,
    MoveRule,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Program,
    Set,
    Slot,
    Start,
    Stmt,
    every,
    walk,
)
from ...checking.facts import ONLY_IN_EXAMPLES, noted_by, reads, reads_of_statement, touches
from ...checking.types import NUMBER, PILE, PLAYER, YESNO
from ...declarations import ruleset as rules

WHO = ("you ", "queue ", "next ", "order ", "chosen ", "live")
"""Cells that say whose turn it is; conditions that ask only for these say nothing of amounts."""

UNSURE = Const(YESNO, True, None)
"""A condition that nobody here can tell anything about."""


class Relevance:
    """What matters for payments, deals and draws in a program.

    `names` are the parts of the state that matter, `also` those that are to be kept besides. `blocks`, `decisions`, `rows` and `ending`
    are those of the program without the rest. `of`: only what matters for these lines.
    """

    def __init__(
        self,
        program: Program,
        piles: Iterable[rules.Pile],
        also: Iterable[str] = (),
        of: Collection[Span] | None = None,
    ) -> None:
        self.program = program
        self.of = of
        self.piles = {f"pile {p.name}": p for p in piles}
        self.names: set[str] = set(also)
        self.players: set[str] = set()
        self._cache: dict[int, tuple[Expr, frozenset[str]]] = {}
        self._asked: dict[frozenset[str], bool] = {}
        self.bodies = [b.body for b in program.blocks if not b.label.endswith(ONLY_IN_EXAMPLES)]
        self.bodies += [m.do for d in program.decisions for m in d.moves]
        self.bodies += [f.body for f in program.firing]
        self.domains = {
            f"{{{c.variable.name}}}": c
            for d in program.decisions
            for m in d.moves
            for c in m.choices
        }
        self._collect()
        self.firing = tuple(
            (row, read)
            for row in program.firing
            if (read := frozenset(p for s in row.body for p in reads_of_statement(s)))
            & self._parts()
            or self._lines(row.body)
        )
        self.ending = tuple((test, reads(test)) for _, test in program.ending if self._atoms(test))
        self.blocks = {
            b.label: replace(b, body=self._pruned(b.body))
            for b in program.blocks
            if not b.label.endswith(ONLY_IN_EXAMPLES)
        }
        self.decisions = {d.label: self._decision(d) for d in program.decisions}
        self.rows = tuple(
            (Firing(row.name, self._pruned(row.body), row.site), read) for row, read in self.firing
        )

    # ---------------------------------------------------------------- what matters

    @cached_property
    def lines(self) -> tuple[Do, ...]:
        """The payments, deals and draws without `up to`."""
        return tuple(line for body in self.bodies for line in self._lines(body))

    def _lines(self, body: Iterable[Stmt]) -> list[Do]:
        return [
            s
            for s in every(body)
            if isinstance(s, Do)
            and s.procedure in ("pay", "deal", "deal_each")
            and (self.of is None or s.site.span in self.of)
        ]

    def _collect(self) -> None:
        for line in self.lines:
            source = line.arguments[0]
            if isinstance(source, Address):
                self.names.add(source.slot.key)
            else:
                self.names |= self.amounts(source)
            pile = self.piles.get(f"pile {source.type.pile}")
            if pile is not None and pile.refilled_from is not None:
                self.names |= set(self.piles)
            self.names |= self.amounts(line.arguments[2])
        before = -1
        while before != len(self.names):
            before = len(self.names)
            for body in self.bodies:
                for statement in every(body):
                    self._follow(statement)
            for decision in self.program.decisions:
                for move in decision.moves:
                    for rule in move.may:
                        self._atoms(rule.condition)
                    for domain in move.choices:
                        self._domain(domain)
            for _, test in self.program.ending:
                self._atoms(test)
        for body in self.bodies:
            for statement in every(body):
                for expr in expressions(statement):
                    self._owners(expr)
        for decision in self.program.decisions:
            for move in decision.moves:
                for domain in move.choices:
                    for part in (domain.low, domain.high, domain.where, domain.source):
                        if part is not None:
                            self._owners(part)
                for rule in move.may:
                    self._owners(rule.condition)

    def _follow(self, statement: Stmt) -> None:
        match statement:
            case Set() if statement.target.key in self.names:
                if statement.target.type in (NUMBER, YESNO):
                    self.names |= self.amounts(statement.value)
            case Start() if statement.key in self.names:
                self.names |= self.amounts(statement.value)
            case Bind() if f"{{{statement.name}}}" in self.names:
                self.names |= self.amounts(statement.value)
            case If():
                self._atoms(statement.condition)
            case Bind():
                if isinstance(statement.value, Loop) and statement.value.where is not None:
                    self._atoms(statement.value.where)
            case For():
                source = statement.source
                if isinstance(source, Loop) and source.where is not None:
                    self._atoms(source.where)
            case Do(procedure="gather" | "gather_each" | "flip"):
                # What comes back counts, so it counts how much that was.
                source, into = statement.arguments[:2]
                if self.amounts(into) & self.names:
                    self.names |= self.amounts(source)
            case Do(procedure="pay_up_to" | "deal_up_to" | "deal_each_up_to"):
                touched = [a for a in statement.arguments[:2] if self.amounts(a) & self.names]
                if touched:
                    self.names |= self.amounts(statement.arguments[2])

    def _domain(self, domain: Domain) -> bool:
        name = f"{{{domain.variable.name}}}"
        matters = name in self.names
        for part in (domain.low, domain.high):
            if part is not None and matters:
                self.names |= self.amounts(part)
        if domain.where is not None and self._atoms(domain.where):
            matters = True
        if domain.source is not None and self.amounts(domain.source) & self.names:
            matters = True
        return matters

    def _atoms(self, condition: Expr) -> bool:
        """Whether a condition says something about what matters; then all it speaks of does."""
        match condition:
            case Op(op="and" | "not"):
                # All of them are asked, not only until one says something.
                return max([self._atoms(o) for o in condition.operands])
            case Op(op="or") | Choose():
                if not max([self._atoms(o) for o in condition.children]):
                    return False
                for part in condition.children:
                    self.names |= self.counted(part)
                return True
        counted = self.counted(condition)
        if not counted & self.names:
            return False
        if any(name in self.names and not name.startswith("count ") for name in counted):
            self.names |= counted
            return True
        return counted <= self.names

    def counted(self, condition: Expr) -> frozenset[str]:
        """The parts that a condition counts, or that say yes or no."""
        kept = self._cache.get(id(condition))
        if kept is None:
            kept = self._cache[id(condition)] = (condition, self._count(condition))
        return kept[1]

    def _count(self, condition: Expr) -> frozenset[str]:
        match condition:
            case Op(op="<" | "<=" | "=" | "!="):
                left, right = condition.operands
                queues = {
                    side.key
                    for side in (left, right)
                    if isinstance(side, Slot) and side.key.startswith("queue ")
                }
                if queues:
                    return frozenset(queues)
                if left.type.name in ("number", "holder") and right.type.name in (
                    "number", "holder", "nothing",
                ):  # fmt: skip
                    return self.amounts(left) | self.amounts(right)
                piles = [
                    f"pile {p.pile}"
                    for side in (left, right)
                    for p in walk(side)
                    if isinstance(p, PileAt) and side.maybe
                ]
                if left.type == YESNO:
                    return self.amounts(left) | self.amounts(right)
                return frozenset(piles)
            case Loop(how="any" | "every" | "no"):
                return frozenset() if condition.where is None else self.counted(condition.where)
            case Slot() | Local() if condition.type == YESNO:
                return self.amounts(condition)
            case Op() | Choose():
                return frozenset().union(*(self.counted(c) for c in condition.children))
        return frozenset()

    def amounts(self, expr: Expr) -> frozenset[str]:
        """The parts that an amount is made of."""
        found: set[str] = set()
        waiting = [expr]
        while waiting:
            part = waiting.pop()
            match part:
                case Slot():
                    counted = part.type.name in ("number", "yes/no", "holder")
                    if (counted or part.type.is_list) and not part.key.startswith(WHO):
                        found.add(part.key)
                    continue
                case PileAt() | PilesAt():
                    found.add(f"pile {part.pile}")
                    continue
                case Local():
                    if part.type == PILE and part.type.pile:
                        found.add(f"pile {part.type.pile}")
                    elif part.type.name in ("number", "yes/no"):
                        found.add(f"{{{part.name}}}")
                case Loop():
                    waiting += [p for p in (part.source, part.value) if p is not None]
                    if part.where is not None:
                        found |= self.counted(part.where)
                    continue
                case Call(function="turn_order"):
                    waiting.append(part.arguments[0])
                    continue
                case Choose():
                    found |= self.counted(part.condition)
                    waiting += [part.then, part.otherwise]
                    continue
            waiting += part.children
        return frozenset(found)

    def _owners(self, expr: Expr) -> None:
        """The cells that say whose the things that matter are."""
        for part in walk(expr):
            index: Expr | None = None
            if isinstance(part, Slot) and part.key in self.names:
                index = part.index
            elif isinstance(part, PileAt) and f"pile {part.pile}" in self.names:
                index = part.seat
            if index is not None:
                for inner in walk(index):
                    if isinstance(inner, Slot) and inner.type == PLAYER:
                        self.players.add(inner.key)

    def _parts(self) -> frozenset[str]:
        return frozenset(self.names)

    # ---------------------------------------------------------------- without the rest

    def _pruned(self, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
        kept: list[Stmt] = []
        for statement in body:
            match statement:
                case Do():
                    if self._does(statement):
                        kept.append(statement)
                case Set():
                    if self._sets(statement.target):
                        kept.append(statement)
                case Start():
                    if statement.key in self.names:
                        kept.append(statement)
                case Bind():
                    if self._binds(statement):
                        kept.append(statement)
                case If():
                    then = self._pruned(statement.body)
                    otherwise = self._pruned(statement.otherwise)
                    if not then and not otherwise and not self._atoms(statement.condition):
                        continue
                    if then or otherwise:
                        on = statement.condition
                        kept_whole = asks_who_is_in(on) or _of_options(on)
                        if not (kept_whole or self._atoms(on) or self._whose(on)):
                            on = UNSURE
                        kept.append(If(on, then, otherwise))
                case For():
                    inner = self._pruned(statement.body)
                    if any(not isinstance(s, Changed | Bind) for s in inner):
                        kept.append(replace(statement, body=inner))
                case Changed():
                    if self._asked_after(statement.parts):
                        kept.append(statement)
                case _:
                    kept.append(statement)
        return tuple(kept)

    def _asked_after(self, parts: frozenset[str]) -> bool:
        known = self._asked.get(parts)
        if known is None:
            asked = (read for _, read in (*self.firing, *self.ending))
            known = self._asked[parts] = any(touches(parts, read) for read in asked)
        return known

    def _whose(self, condition: Expr) -> bool:
        return any(
            isinstance(p, Slot) and p.key in self.names and p.key.startswith(WHO)
            for p in walk(condition)
        )

    def _does(self, statement: Do) -> bool:
        if statement.procedure in ("drop_out", "gather_everything"):
            return True
        if statement.procedure == "lay":
            name = statement.arguments[1]
            named = isinstance(name, Const) and f"pile {name.value}" in self.names
            return named or self._moved(statement.arguments[0])
        if not statement.procedure.startswith(COUNTING):
            return False
        if statement.procedure.startswith(("move", "shuffle_into", "lay")):
            hint = statement.arguments[3] if len(statement.arguments) > 3 else None
            source = hint is not None and not isinstance(hint, Const)
            return self._moved(
                hint if source and hint is not None else statement.arguments[0]
            ) or self._moved(statement.arguments[1])
        if any(key in self.names for key in noted_by(statement)):
            return True
        return any(self.amounts(a) & self.names for a in statement.arguments[:2])

    def _moved(self, cards: Expr, depth: int = 0) -> bool:
        """Whether cards may come from, or go to, a pile that matters."""
        found = False
        for part in walk(cards):
            match part:
                case PileAt() | PilesAt():
                    found = True
                    if f"pile {part.pile}" in self.names:
                        return True
                case Local() if part.type == PILE and part.type.pile:
                    found = True
                    if f"pile {part.type.pile}" in self.names:
                        return True
                case Local() if part.type.name in ("card", "cards", "meld", "melds", "list"):
                    domain = self.domains.get(f"{{{part.name}}}")
                    if domain is None or domain.source is None or depth > 3:
                        continue
                    found = True
                    if self._moved(domain.source, depth + 1):
                        return True
        return not found

    def _sets(self, target: Slot) -> bool:
        if target.type == PLAYER:
            return target.key in self.players
        return target.key in self.names or (
            target.key.startswith("queue ")
            and f"you {target.key.removeprefix('queue ')}" in self.players
        )

    def _binds(self, statement: Bind) -> bool:
        if statement.value.type == PLAYER:
            return True
        if f"{{{statement.name}}}" in self.names:
            return True
        value = statement.value
        return value.type.name in ("pile", "card", "cards") and self._moved(value)

    def _decision(self, decision: Decision) -> Decision:
        moves: list[MoveRule] = []
        for move in decision.moves:
            do = self._pruned(move.do)
            if not any(not isinstance(s, Bind) for s in do):
                do = ()
            choices = tuple(c for c in move.choices if self._domain(c))
            may = tuple(r for r in move.may if self._atoms(r.condition))
            moves.append(replace(move, do=do, choices=choices, may=may))
        return replace(decision, moves=tuple(moves))


COUNTING = ("pay", "deal", "split", "gather", "flip", "move", "lay", "shuffle_into")
"""Procedures that change how much there is begin so."""


def asks_who_is_in(condition: Expr) -> bool:
    """Whether it is passed over who dropped out."""
    out = condition.operands[0] if isinstance(condition, Op) and condition.op == "not" else None
    if not isinstance(out, Op) or out.op != "in":
        return False
    return isinstance(out.operands[1], Slot) and out.operands[1].key == "live"


def _of_options(condition: Expr) -> bool:
    """Whether a condition asks only for options, which are settled before a game."""
    parts = list(walk(condition))
    return any(isinstance(p, OptionValue) for p in parts) and all(
        isinstance(p, OptionValue | Const | Op) for p in parts
    )


def expressions(statement: Stmt) -> Iterator[Expr]:
    """All that a statement asks itself, and what it sets."""
    match statement:
        case Do():
            yield from statement.arguments
        case Set():
            yield statement.target
            yield statement.value
        case Bind():
            yield statement.value
        case If():
            yield statement.condition
        case For():
            yield statement.source


def expressions_in(relevance: Relevance) -> Iterator[Expr]:
    """All that is asked and reckoned in what matters."""
    for block in relevance.blocks.values():
        for statement in every(block.body):
            yield from expressions(statement)
    for decision in relevance.decisions.values():
        for move in decision.moves:
            for rule in move.may:
                yield rule.condition
            for domain in move.choices:
                yield from (p for p in (domain.low, domain.high, domain.where) if p is not None)
            for statement in every(move.do):
                yield from expressions(statement)
    for row, _ in relevance.rows:
        for statement in every(row.body):
            yield from expressions(statement)
    for test, _ in relevance.ending:
        yield test


def numbers_in(relevance: Relevance) -> set[int]:
    """The numbers that what matters speaks of, as far as anybody counts."""
    return {
        int(part.value)
        for expr in expressions_in(relevance)
        for part in walk(expr)
        if isinstance(part, Const)
        and part.type == NUMBER
        and isinstance(part.value, int)
        and abs(part.value) < 10**6
    }
