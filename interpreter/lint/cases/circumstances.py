"""What is known where a table is consulted: conditions that hold there, how many cards piles have.

Everything that may happen is gone through once, from line to line and from phase to phase. A
condition that was asked on the way there holds until something that it asks of may have changed. Of
piles it is known how many cards may lie there, as long as these are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ...checking.combining import ZERO, negate, ordered
from ...checking.core import (
    MOVING,
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
    PilesAt,
    Program,
    Set,
    Start,
    Stmt,
    walk,
)
from ...checking.doing import touched
from ...checking.facts import reads, substituted, touches, writes_of
from ...checking.types import CARDS, NUMBER, YESNO, pile_of
from ...declarations.ruleset import Pile
from .consulting import CONSULTED

_FEW = 4
"""Of a pile that may have more different numbers of cards than that, nothing is known."""

Sizes = frozenset[int] | None
"""The numbers of cards that may lie in a pile; None where nobody knows."""

_EMPTY: Sizes = frozenset({0})


@dataclass(slots=True)
class Known:
    """What is known at a place. `sizes` are those of piles by name; of piles that each player has,
    those of any of them. `facts` are conditions that hold. `lies` tells of chosen cards in which
    pile they are."""

    sizes: dict[str, Sizes] = field(default_factory=dict)
    facts: dict[int, Expr] = field(default_factory=dict)
    lies: dict[str, Expr] = field(default_factory=dict)

    def copy(self) -> Known:
        """The same, to be changed."""
        return Known(dict(self.sizes), dict(self.facts), dict(self.lies))

    def joined(self, other: Known | None) -> Known:
        """What is known where one comes from either of two places."""
        if other is None:
            return self
        sizes = {name: _both(size, other.sizes.get(name)) for name, size in self.sizes.items()}
        facts = {key: fact for key, fact in self.facts.items() if key in other.facts}
        lies = {name: pile for name, pile in self.lies.items() if other.lies.get(name) == pile}
        return Known(sizes, facts, lies)


def _both(one: Sizes, other: Sizes) -> Sizes:
    return None if one is None or other is None else _few(one | other)


def _few(sizes: Iterable[int]) -> Sizes:
    found = frozenset(sizes)
    return found if len(found) <= _FEW else None


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
        self._moved: frozenset[str] | None = frozenset()
        self._parts: dict[int, tuple[frozenset[str], frozenset[str], Expr]] = {}
        self._made: dict[tuple[object, ...], list[Expr]] = {}
        self._fired = frozenset(p for f in program.firing for s in f.body for p in _changes(s))
        self._somebody_leaves = any(
            isinstance(s, Do) and s.procedure == "drop_out" for s in all_statements(program)
        )
        start = Known({name: _EMPTY if self._is_counted(name) else None for name in self.piles})
        self._filled = {starts_in}
        start.sizes[starts_in] = None if cards is None else frozenset({cards})
        self._come_to(SETUP, start)
        self._go_through()

    def _is_counted(self, pile: str) -> bool:
        declared = self.piles.get(pile)
        return declared is not None and declared.family is None and not declared.groups

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
                parts, moved = statement.parts, self._moved
                self._moved = frozenset()
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
                self._do(statement, known)
                self._filled |= {
                    name for name, size in known.sizes.items() if size not in (_EMPTY, before[name])
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
            if size == _EMPTY and then.sizes.get(name) != _EMPTY and self._is_single(name):
                for fact in holding:
                    if id(fact) in then.facts and not self._about(fact)[1]:
                        made = [_there_only_if(name, fact)]
                        self._note(after, self._once((name, id(fact)), made))
        return after

    def _is_single(self, pile: str) -> bool:
        return self._is_counted(pile) and not self.piles[pile].per

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
        self._lose_count(known, parts)
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
            self._lose_count(known, self._fired)
            known.lies.clear()

    # ---------------------------------------------------------------- cards

    def _lose_count(self, known: Known, parts: frozenset[str]) -> None:
        for part in parts:
            if part in ("piles", "everything"):
                known.sizes.update(dict.fromkeys(known.sizes))
            elif part.startswith("pile "):
                known.sizes[part.removeprefix("pile ")] = None

    def _do(self, statement: Do, known: Known) -> None:
        procedure, arguments = statement.procedure, statement.arguments
        if not procedure.startswith(MOVING):
            return
        if procedure.startswith("deal_each"):
            self._deal(known, arguments, procedure.removeprefix("deal_each"), to_each=True)
        elif procedure.startswith("deal"):
            self._deal(known, arguments, procedure.removeprefix("deal"), to_each=False)
        elif procedure.startswith("move"):
            self._move(known, arguments, one=procedure.startswith("move_card"))
            return
        elif procedure == "gather" or procedure == "flip":
            self._take(known, arguments[0], arguments[1])
        elif procedure == "gather_each":
            source = arguments[0]
            everybody = isinstance(source, PilesAt) and source.seat is None and source.everyone
            self._set_size(known, source, _EMPTY if everybody else None)
            self._set_size(known, arguments[1], None)
        elif procedure == "gather_everything":
            for name in known.sizes:
                known.sizes[name] = _EMPTY if self._is_counted(name) else None
            self._set_size(known, arguments[0], None)
        else:
            known.sizes.update(dict.fromkeys(known.sizes))
        known.lies.clear()

    def _move(self, known: Known, arguments: tuple[Expr, ...], *, one: bool) -> None:
        cards, to, _, source = arguments
        chosen = cards.name if isinstance(cards, Local) else ""
        if _name(source) is None and chosen in known.lies:
            source = known.lies[chosen]
        # Where it is known from which piles the cards of an effect come, others do not change.
        known_piles = None if None in (_name(source), self._moved) else touched(source)
        self._moved = (
            None
            if known_piles is None
            else (self._moved or frozenset()) | known_piles | touched(to)
        )
        if one:
            self._leave(known, source, frozenset({1}))
            self._arrive(known, to, frozenset({1}))
        elif isinstance(cards, CardsIn) and isinstance(cards.of, PileAt):
            self._take(known, source, to)
        else:
            self._some(known, source, to)
        known.lies = {chosen: to} if chosen else {}

    def _deal(self, known: Known, arguments: tuple[Expr, ...], how: str, *, to_each: bool) -> None:
        source, to, number = arguments[:3]
        lying = known.sizes.get(_name(source) or "")
        count = (
            number.value if isinstance(number, Const) and isinstance(number.value, int) else None
        )
        if how == "_all" or count is None:
            dealt: Sizes = None
        elif how == "_up_to":
            dealt = frozenset(range(count + 1)) if count <= _FEW else None
        else:
            dealt = frozenset({count})
        taken = None if to_each else dealt
        if how == "_all" and not to_each:
            self._take(known, source, to)
            return
        refilled = self.piles.get(_name(source) or "")
        if refilled is not None and refilled.refilled_from is not None:
            known.sizes[refilled.refilled_from] = None
            self._set_size(known, source, None)
        elif how == "_up_to" or lying is None or taken is None:
            self._set_size(known, source, None)
        else:
            self._leave(known, source, taken)
        everybody = to_each and not self._somebody_leaves and isinstance(to, PilesAt)
        name = _name(to)
        if everybody and name is not None and self._is_counted(name) and how == "":
            lie = known.sizes.get(name)
            known.sizes[name] = (
                None if lie is None or count is None else _few(n + count for n in lie)
            )
        else:
            self._arrive(known, to, dealt)

    def _arrive(self, known: Known, to: Expr, count: Sizes) -> None:
        """Cards come to a pile."""
        name = _name(to)
        if name is None:
            known.sizes.update(dict.fromkeys(known.sizes))
            return
        lie = known.sizes.get(name)
        if lie is None or count is None:
            known.sizes[name] = None
            return
        more = {n + c for n in lie for c in count}
        known.sizes[name] = _few(more if self._is_single(name) else more | lie)

    def _leave(self, known: Known, source: Expr, count: frozenset[int]) -> None:
        """Cards leave a pile, or any pile if nobody knows which."""
        name = _name(source)
        for pile in known.sizes if name is None else (name,):
            lie = known.sizes.get(pile)
            if lie is None:
                continue
            fewer = {n - c for n in lie for c in count if n >= c}
            surely = pile == name and self._is_single(pile)
            known.sizes[pile] = _few(fewer if surely else fewer | lie)

    def _take(self, known: Known, source: Expr, into: Expr) -> None:
        """All that lies in a pile goes to another."""
        name, to = _name(source), _name(into)
        if name is None or to is None:
            known.sizes.update(dict.fromkeys(known.sizes))
            return
        if name == to and self._is_single(name):
            return
        lie = known.sizes.get(name)
        known.sizes[name] = (
            _EMPTY if self._is_single(name) else None if lie is None else _few(lie | {0})
        )
        self._arrive(known, into, lie)

    def _some(self, known: Known, source: Expr, into: Expr) -> None:
        """Some cards of a pile go to another."""
        name = _name(source)
        for pile in known.sizes if name is None else (name,):
            lie = known.sizes.get(pile)
            if lie is not None:
                known.sizes[pile] = _few(range(max(lie, default=0) + 1))
        self._set_size(known, into, None)

    def _set_size(self, known: Known, pile: Expr, size: Sizes) -> None:
        name = _name(pile)
        if name is None:
            known.sizes.update(dict.fromkeys(known.sizes))
        else:
            known.sizes[name] = size if self._is_counted(name) else None


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


def _name(pile: Expr) -> str | None:
    """The name under which a pile, or all piles of that name, were declared."""
    if isinstance(pile, PileAt | PilesAt):
        return pile.pile
    return None


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


def all_statements(program: Program) -> Iterator[Stmt]:
    """Every statement of a program, those inside others too."""

    def inside(body: Iterable[Stmt]) -> Iterator[Stmt]:
        for statement in body:
            yield statement
            match statement:
                case If():
                    yield from inside((*statement.body, *statement.otherwise))
                case For():
                    yield from inside(statement.body)
                case CarryOut():
                    yield from inside(statement.stuck)

    for block in program.blocks:
        yield from inside(block.body)
    for decision in program.decisions:
        for move in decision.moves:
            yield from inside(move.do)
    for firing in program.firing:
        yield from inside(firing.body)
