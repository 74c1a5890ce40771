"""What is known where a table is consulted: conditions that hold there, how many cards piles have.

Everything that may happen is gone through once, from line to line and from phase to phase. A
condition that was asked on the way there holds until something that it asks of may have changed. Of
piles it is known how many cards may lie there, as long as these are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ...checking.combining import ZERO, negate, ordered
from ...checking.core import (
    OVER,
    SETUP,
    Bind,
    Call,
    CardsIn,
    CarryOut,
    Changed,
    Const,
    Decision,
    Do,
    Expr,
    Fired,
    For,
    GameOver,
    If,
    Leave,
    Local,
    Loop,
    Op,
    PileAt,
    Program,
    Set,
    Start,
    Stmt,
    walk,
)
from ...checking.facts import reads, substituted, touches, writes_of
from ...checking.types import CARDS, NUMBER, YESNO, pile_of
from ...declarations.ruleset import Pile
from .consulting import CONSULTED
from .known import EMPTY, Known
from .lying import Lying


class Circumstances:
    """Goes through a program in which marks show where tables are consulted.

    `piles` are those of the ruleset, `cards` how many cards the pack has, None if that depends;
    `starts_in` is where it lies when the game begins. `values` are expressions by number, of which
    it is noted where they are worked out.
    """

    def __init__(
        self,
        program: Program,
        piles: Iterable[Pile],
        starts_in: str,
        cards: int | None,
        values: Mapping[int, Expr],
    ) -> None:
        self.program = program
        self.piles: Mapping[str, Pile] = {p.name: p for p in piles}
        self.lying = Lying(program, self.piles)
        self.blocks = {block.label: block for block in program.blocks}
        self.decisions = {decision.label: decision for decision in program.decisions}
        self._order = {label: place for place, label in enumerate(self.blocks)}
        for label, decision in self.decisions.items():
            self._order[label] = self._order.get(f"{decision.phase}:pass", 0)
        self.begun: dict[str, Known] = {}
        self.consulted: dict[int, Known] = {}
        self._values = {id(value): number for number, value in values.items()}
        self._waiting: set[str] = set()
        self._recording = False
        self._ends = False
        self._parts: dict[int, tuple[frozenset[str], frozenset[str], Expr]] = {}
        self._made: dict[tuple[object, ...], list[Expr]] = {}
        self._fired = frozenset(p for f in program.firing for s in f.body for p in _changes(s))
        start = Known({name: EMPTY if self.lying.is_counted(name) else None for name in self.piles})
        self._filled = {starts_in}
        start.sizes[starts_in] = None if cards is None else frozenset({cards})
        self._come_to(SETUP, start)
        self._go_through()

    def never_has_cards(self, pile: str) -> bool:
        """Whether no card ever comes to a pile."""
        return pile not in self._filled

    # ---------------------------------------------------------------- going through

    def _go_through(self) -> None:
        while self._waiting:
            label = min(self._waiting, key=self._order.__getitem__)
            self._waiting.remove(label)
            self._from(label)
        self._recording = True
        for label in list(self.begun):
            self._from(label)
        self._ends = False
        for firing in self.program.firing:
            self._run(firing.body, Known(dict.fromkeys(self.piles)))

    def _from(self, label: str) -> None:
        """Go through a block or a decision from what is known at its beginning."""
        self._ends = label != SETUP
        known = self.begun[label].copy()
        decision = self.decisions.get(label)
        if decision is not None:
            self._decide(decision, known)
            return
        block = self.blocks.get(label)
        if block is not None:
            after = self._run(block.body, known)
            if after is not None:
                self._come_to(block.next, after)

    def _come_to(self, label: str, known: Known) -> None:
        if label == OVER:
            return
        kept = {key: f for key, f in known.facts.items() if not self._about(f)[1]}
        arriving = Known(dict(known.sizes), kept)
        before = self.begun.get(label)
        now = arriving if before is None else before.joined(arriving)
        if before is None or now != before:
            self.begun[label] = now
            self._waiting.add(label)

    def _decide(self, decision: Decision, known: Known) -> None:
        if decision.stuck is not None:
            self._come_to(decision.stuck, known)
        for move in decision.moves:
            there = known.copy()
            if decision.at_once:
                self._work_out(
                    (*(e for c in move.choices for e in (c.low, c.high, c.source, c.where)),
                     *(rule.condition for rule in move.may)), there,
                )  # fmt: skip
                self._forget(there, frozenset({f"queue {decision.phase}", decision.you.key}))
                self._come_to(move.next, there)
                continue
            for choice in move.choices:
                self._work_out((choice.low, choice.high, choice.source, choice.where), there)
                if choice.low is not None and choice.high is not None and choice.how == "range":
                    bounds = (choice.low, choice.variable), (choice.variable, choice.high)
                    within = [ordered("<=", one, other) for one, other in bounds]
                    self._note(there, self._once(("choice", id(choice)), within))
                if isinstance(choice.source, CardsIn):
                    there.lies[choice.variable.name] = choice.source.of
                if choice.where is not None:
                    self._note(there, self._holding(choice.where, True))
            for rule in move.may:
                self._work_out((rule.condition,), there)
                self._note(there, self._holding(rule.condition, True))
            after = self._run(move.do, there)
            if after is not None:
                self._come_to(move.next, after)

    # ---------------------------------------------------------------- statements

    def _run(self, body: Iterable[Stmt], known: Known) -> Known | None:
        """What is known after statements; None if nothing comes after them."""
        now: Known | None = known
        for statement in body:
            if now is None:
                return None
            now = self._one(statement, now)
        return now

    def _one(self, statement: Stmt, known: Known) -> Known | None:
        self._work_out(_asked_by(statement), known)
        match statement:
            case Leave():
                self._come_to(statement.label, known)
                return None
            case GameOver() | Fired():
                return None
            case If():
                return self._either(statement, known)
            case For():
                return self._each(statement, known)
            case CarryOut():
                return self._at_once(statement, known)
            case Changed():
                parts, moved = statement.parts, self.lying.moved
                self.lying.moved = frozenset()
                self._changed(known, parts - {"piles"} | moved if moved else parts)
                if self._ends:
                    # Had one of the rows of `end` held, the game would be over.
                    for _, condition in self.program.ending:
                        self._note(known, self._holding(condition, False))
            case Bind():
                self._unname(known, statement.name)
            case Start():
                self._forget(known, frozenset({statement.key}))
            case Set():
                self._set(statement, known)
            case Do(procedure=procedure) if procedure == CONSULTED:
                self._consult(statement, known)
            case Do():
                before = dict(known.sizes)
                self.lying.do(statement, known)
                self._filled |= {
                    name for name, size in known.sizes.items() if size not in (EMPTY, before[name])
                }
        return known

    def _consult(self, mark: Do, known: Known) -> None:
        number = mark.arguments[0]
        if self._recording and isinstance(number, Const) and isinstance(number.value, int):
            self._record(number.value, known)

    def _record(self, number: int, known: Known) -> None:
        self.consulted[number] = known.copy().joined(self.consulted.get(number))

    def _work_out(self, exprs: Iterable[Expr | None], known: Known) -> None:
        """Note what is known where expressions are worked out."""
        if not (self._recording and self._values):
            return
        for expr in exprs:
            for part in walk(expr) if expr is not None else ():
                number = self._values.get(id(part))
                if number is not None:
                    self._record(number, known)

    def _either(self, statement: If, known: Known) -> Known | None:
        there, elsewhere = known.copy(), known.copy()
        holding = self._holding(statement.condition, True)
        self._note(there, holding)
        self._note(elsewhere, self._holding(statement.condition, False))
        then = self._run(statement.body, there)
        otherwise = self._run(statement.otherwise, elsewhere)
        if then is None or otherwise is None:
            return otherwise if then is None else then
        after = then.joined(otherwise)
        for name, size in otherwise.sizes.items():
            # What lies in a pile now was put there under the condition, which holds still.
            if size == EMPTY and then.sizes.get(name) != EMPTY and self.lying.is_single(name):
                for fact in holding:
                    if id(fact) in then.facts and not self._about(fact)[1]:
                        made = [_there_only_if(name, fact)]
                        self._note(after, self._once((name, id(fact)), made))
        return after

    def _each(self, statement: For, known: Known) -> Known:
        variable, source = statement.variable, statement.source
        changed = frozenset(p for s in statement.body for p in _changes(s)) | self._fired
        of_each: list[Expr] = []
        if isinstance(source, Loop) and source.how == "all" and source.where is not None:
            where = source.where
            if source.variable != variable:
                renamed = [substituted(where, source.variable, variable)]
                where = self._once(("each", id(statement)), renamed)[0]
            of_each = [
                f for f in self._holding(where, True) if not touches(changed, self._about(f)[0])
            ]
        before = known
        while True:
            there = before.copy()
            self._unname(there, variable.name)
            self._note(there, of_each)
            after = before.joined(self._run(statement.body, there))
            if after == before:
                return before
            before = after

    def _at_once(self, statement: CarryOut, known: Known) -> Known | None:
        moves = self.program.decisions[statement.decision].moves
        bodies = [*(move.do for move in moves), statement.stuck]
        parts = frozenset(p for body in bodies for s in body for p in _changes(s))
        self._changed(known, parts | {statement.you.key})
        self.lying.lose_count(known, parts)
        ends, self._ends = self._ends, False
        for body in bodies:
            self._run(body, known.copy())
        self._ends = ends
        return known

    def _set(self, statement: Set, known: Known) -> None:
        self._forget(known, frozenset({statement.target.key}))
        value, target = statement.value, statement.target
        known_now = isinstance(value, Const) and value.value is not None
        if known_now and target.index is None and not value.type.is_list:
            fact = Op(YESNO, False, "=", (replace(target, maybe=False), value))
            self._note(known, self._once(("set", id(statement)), [fact]))

    # ---------------------------------------------------------------- conditions

    def _holding(self, condition: Expr, holds: bool) -> list[Expr]:
        """The conditions that hold if one holds, or if it does not."""
        made = self._made.get((holds, id(condition)))
        return made or self._once((holds, id(condition)), self._split(condition, holds))

    def _split(self, condition: Expr, holds: bool) -> list[Expr]:
        found = condition if holds else negate(condition)
        if isinstance(found, Op) and found.op == "and":
            return [p for o in found.operands for p in self._holding(o, True)]
        if isinstance(found, Op) and found.op == "not":
            inner = found.operands[0]
            if isinstance(inner, Op) and inner.op == "or":
                return [p for o in inner.operands for p in self._holding(o, False)]
        return [found]

    def _once(self, key: tuple[object, ...], made: list[Expr]) -> list[Expr]:
        """What was made for a place first, so that it is the same each time one comes there."""
        return self._made.setdefault(key, made)

    def _note(self, known: Known, facts: Iterable[Expr]) -> None:
        known.facts.update((id(fact), fact) for fact in facts)

    def _about(self, fact: Expr) -> tuple[frozenset[str], frozenset[str]]:
        """The parts of the state and the names of the code that a condition asks of."""
        about = self._parts.get(id(fact))
        if about is None:
            names = frozenset(p.name for p in walk(fact) if isinstance(p, Local)) - frozenset(
                p.variable.name for p in walk(fact) if isinstance(p, Loop)
            )
            about = self._parts[id(fact)] = reads(fact), names, fact
        return about[0], about[1]

    def _forget(self, known: Known, parts: frozenset[str]) -> None:
        """Conditions that ask of something that changes may hold no more."""
        gone = [key for key, fact in known.facts.items() if touches(parts, self._about(fact)[0])]
        for key in gone:
            del known.facts[key]

    def _unname(self, known: Known, name: str) -> None:
        """A name of the code means something else from now on."""
        gone = [key for key, fact in known.facts.items() if name in self._about(fact)[1]]
        for key in gone:
            del known.facts[key]

    def _changed(self, known: Known, parts: frozenset[str]) -> None:
        """Something has changed, and rows of `at any time` may have been carried out."""
        self._forget(known, parts)
        if parts and self._fired:
            self._forget(known, self._fired)
            self.lying.lose_count(known, self._fired)
            known.lies.clear()


def _asked_by(statement: Stmt) -> tuple[Expr | None, ...]:
    """The expressions that a statement works out itself."""
    match statement:
        case Set():
            return statement.value, statement.target.index
        case Bind() | Start():
            return (statement.value,)
        case Do():
            return statement.arguments
        case If():
            return (statement.condition,)
        case For():
            return (statement.source,)
    return ()


def _there_only_if(pile: str, condition: Expr) -> Expr:
    """A condition that holds whenever a pile has cards."""
    lying = CardsIn(CARDS, False, PileAt(pile_of(pile), False, pile), ordered=False)
    empty = Op(YESNO, False, "=", (Call(NUMBER, False, "size", (lying,)), ZERO))
    return Op(YESNO, False, "or", (empty, condition))


def _changes(statement: Stmt) -> frozenset[str]:
    """The parts of the state that a statement may change."""
    found = writes_of(statement)
    match statement:
        case Set():
            found |= {statement.target.key}
        case Start():
            found |= {statement.key}
        case If():
            inner = (*statement.body, *statement.otherwise)
            found |= {p for s in inner for p in _changes(s)}
        case For():
            found |= {p for s in statement.body for p in _changes(s)}
    return found
