"""What moves one way: piles that only shrink, counters that only grow, and loops that end by it.

A loop ends if something in it moves one way only and cannot do so for ever: because it runs out, or
because a condition on the way stops holding. This is asked of every loop there is; of what is left
when all such ways are taken out, nobody can tell that it ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from rulerun.grammar.record import record

from ...checking.core import (
    Address,
    Bind,
    Call,
    CardsIn,
    CarryOut,
    Changed,
    Const,
    Do,
    Expr,
    For,
    If,
    Items,
    Local,
    Loop,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Program,
    Set,
    Slot,
    Start,
    Stmt,
    walk,
)
from ...checking.facts import noted_by, reads, reads_of_statement, touches, writes_of
from ...checking.types import CARD, TEXT, YESNO
from ...machine.checked import Checked
from .reasoning import Ranging
from .ways import Perhaps, Step, Way, Ways, parts_changed

By: TypeAlias = Literal["more", "less", "anew", "round", "something"]
"""How something changes: it grows, it shrinks, it gets any other value, it goes to the next player, it
gets a value, whichever, and is not nothing then."""


@record
class Move:
    """A part of the state changes. `surely`: at least by one; `fired`: by a row of `at any time`."""

    part: str
    by: By
    surely: bool
    fired: bool = False


@record
class Transfer:
    """Cards go from one of these piles to one of those; None is any pile. `surely`: at least one."""

    sources: frozenset[str] | None
    to: frozenset[str] | None
    surely: bool
    fired: bool = False


Effect: TypeAlias = Move | Transfer


@record
class Part:
    """Something that can move one way: a part of the state, or the cards in some piles."""

    key: str = ""
    piles: frozenset[str] = frozenset()

    @property
    def read_as(self) -> frozenset[str]:
        """What a condition that asks about it looks at."""
        if self.key:
            return frozenset({self.key})
        return frozenset(f"pile {pile}" for pile in self.piles)


@dataclass(slots=True)
class _Moved:
    """What a way does to each part."""

    parts: dict[str, list[Move]] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)


class Movements:
    """What the effects of a program move; asks about loops are answered with it."""

    def __init__(self, checked: Checked, ways: Ways, ranging: Ranging) -> None:
        self.ways = ways
        self._ranging = ranging
        self.program: Program = checked.program
        piles = checked.rules.piles
        self._refilled = {p.name: p.refilled_from for p in piles if p.refilled_from}
        self._groups = [frozenset({p.name}) for p in piles]
        self._groups += [frozenset(pair) for pair in self._refilled.items()]
        self._piles = frozenset(p.name for p in piles)
        self._moved: dict[int, _Moved] = {}
        self._changes: dict[int, dict[Part, Move]] = {}
        self._reads: dict[int, frozenset[str]] = {}
        self._set_moves: dict[int, tuple[Set, Move]] = {}
        self._rows: list[tuple[frozenset[str], frozenset[str], list[Effect]]] = []
        self._rows = [
            (
                frozenset().union(*(reads_of_statement(s) for s in row.body)),
                frozenset().union(*(writes_of(s) for s in row.body)),
                self.effects(row.body, {}),
            )
            for row in self.program.firing
        ]
        self._flows = self._derived()

    def reads(self, expr: Expr) -> frozenset[str]:
        """What an expression looks at, found once."""
        found = self._reads.get(id(expr))
        if found is None:
            found = self._reads[id(expr)] = reads(expr)
        return found

    # ---------------------------------------------------------------- effects

    def moved(self, way: Way) -> _Moved:
        """What a way moves."""
        found = self._moved.get(id(way))
        if found is None:
            found = self._moved[id(way)] = _Moved()
            for effect in self.of_way(way):
                if isinstance(effect, Transfer):
                    found.transfers.append(effect)
                else:
                    found.parts.setdefault(effect.part, []).append(effect)
            asked = {asked.condition for asked in way.asked if asked.answer}
            for step in way.steps:
                if isinstance(step, Set) and self._is_raised(step, way, asked):
                    found.parts[step.target.key] = [Move(step.target.key, "more", True)]
        return found

    def _is_raised(self, step: Set, way: Way, asked: Collection[Expr]) -> bool:
        """Whether a memory gets a value that the way asked to be larger than what it held."""
        if step.target.type.name != "number" or step.target.index is not None:
            return False
        for choice in () if way.move is None else way.move.choices:
            low = choice.low
            above = isinstance(low, Op) and low.op == "+" and step.target in low.operands
            if low is None or not above or choice.variable != step.value:
                continue
            if any(map(self.at_least_one, low.children)):
                return True
        return bool(asked) and Op(YESNO, False, "<", (step.target, step.value)) in asked

    def of_way(self, way: Way) -> Iterator[Effect]:
        """The effects of a way, those of rows of `at any time` that may follow among them."""
        names: dict[str, frozenset[str] | None] = {}
        if way.move is not None:
            for domain in way.move.choices:
                source = domain.source
                names[domain.variable.name] = None if source is None else origins(source, names)
        decision = self.ways.decisions.get(way.source)
        if decision is not None and decision.at_once:
            yield Move(f"queue {decision.phase}", "less", True)
        yield from self.effects(way.steps, names, self._chosen_some(way))

    def _chosen_some(self, way: Way) -> frozenset[str]:
        """The choices of a move that are lists of one card at least."""
        return frozenset(
            domain.variable.name
            for domain in (() if way.move is None else way.move.choices)
            if (domain.how == "one" and domain.type.item == CARD)  # a meld, say
            or (domain.low is not None and domain.how == "some" and self.at_least_one(domain.low))
        )

    def effects(
        self,
        steps: Iterable[Step | Stmt],
        names: dict[str, frozenset[str] | None],
        some: frozenset[str] = frozenset(),
    ) -> list[Effect]:
        """The effects of statements; `names` are the piles of cards that bear a name.

        `some` are names that stand for one card at least.
        """
        found: list[Effect] = []
        self._take_effects(steps, names, some, True, found)
        return found

    def _take_effects(
        self,
        steps: Iterable[Step | Stmt],
        names: dict[str, frozenset[str] | None],
        some: frozenset[str],
        sure: bool,
        found: list[Effect],
    ) -> None:
        for step in steps:
            match step:
                case Bind():
                    names[step.name] = origins(step.value, names)
                case Set():
                    # The step is kept with it, so that no other comes to bear its id.
                    if id(step) not in self._set_moves:
                        self._set_moves[id(step)] = step, self._set(step)
                    move = self._set_moves[id(step)][1]
                    surely = move.surely and sure
                    found.append(move if surely == move.surely else Move(move.part, move.by, False))
                case Start():
                    found.append(Move(step.key, "anew", sure))
                case Do():
                    done = self._do(step, names, some)
                    found += done if sure else (replace(each, surely=False) for each in done)
                case For():
                    names[step.variable.name] = origins(step.source, names)
                    self._take_effects(step.body, names, some, sure, found)
                case If():
                    self._take_effects(step.body, names, some, False, found)
                    self._take_effects(step.otherwise, names, some, False, found)
                case Perhaps():
                    self._take_effects(step.body, names, some, False, found)
                case CarryOut():
                    self._take_effects(step.stuck, names, some, False, found)
                case Changed():
                    found += self._fired(step)

    def _fired(self, changed: Changed) -> Iterator[Effect]:
        waiting, parts = list(self._rows), changed.parts
        while fired := next((row for row in waiting if touches(parts, row[0])), None):
            waiting.remove(fired)
            parts |= fired[1]
            yield from (replace(effect, surely=False, fired=True) for effect in fired[2])

    def _set(self, step: Set) -> Move:
        key, value = step.target.key, step.value
        if isinstance(value, Op) and value.op == "-" and value.operands[0] == step.target:
            by, surely = self._sign(value.operands[1])
            return Move(key, "less" if by == "more" else "more", surely)
        added = _added_to(step.target, value)
        if added is not None:
            signs = [self._sign(number) for number in added]
            directions = {by for by, _ in signs}
            if len(directions) == 1:
                return Move(key, directions.pop(), any(surely for _, surely in signs))
        if isinstance(value, Op) and value.op == "/" and value.operands[0] == step.target:
            return Move(key, "less", False)
        if isinstance(value, Call):
            first = value.arguments[0] if value.arguments else None
            if value.function in ("rest", "removed", "without") and first == step.target:
                return Move(key, "less", value.function == "rest")
            if value.function == "added" and first == step.target:
                return Move(key, "more", False)
            if value.function in ("left_of", "right_of", "next_after") and first == step.target:
                return Move(key, "round", True)
        if isinstance(value, Op) and value.op == "without" and value.operands[0] == step.target:
            return Move(key, "less", False)
        if isinstance(value, Loop) and _picks_above(value, step.target):
            return Move(key, "more", True)
        if isinstance(value, Loop) and value.how in ("all", "most", "least"):
            source = value.source
            if isinstance(source, Call) and source.function == "turn_order":
                source = source.arguments[0]
            if source == step.target and (value.how != "all" or value.value is None):
                return Move(key, "less", False)
        if isinstance(value, Const) and isinstance(value.value, bool):
            return Move(key, "more" if value.value else "less", False)
        is_something = step.target.index is None and not value.maybe and not value.type.is_list
        return Move(key, "something" if is_something else "anew", True)

    def _sign(self, number: Expr) -> tuple[By, bool]:
        """Which way a number that is added moves its sum; a sum of which nobody knows grows."""
        match number:
            case Const(value=int(value)):
                return ("less" if value < 0 else "more"), value != 0
            case Op(op="neg"):
                by, surely = self._sign(number.operands[0])
                return ("less" if by == "more" else "more"), surely
        low, high = self._ranging(number)
        return ("less", True) if high < 0 else ("more", low > 0 and not number.maybe)

    def at_least_one(self, number: Expr) -> bool:
        """Whether a number is surely 1 or more, before an option is chosen."""
        by, surely = self._sign(number)
        return by == "more" and surely

    def _do(
        self, do: Do, names: dict[str, frozenset[str] | None], some: frozenset[str]
    ) -> Iterator[Effect]:
        name, arguments = do.procedure, do.arguments
        if name.startswith("deal"):
            source, to = places(arguments[0]), places(arguments[1])
            surely = not name.endswith(("_up_to", "_all")) and self.at_least_one(arguments[2])
            yield Transfer(source, to, surely)
            for pile in source or ():
                if pile in self._refilled:
                    yield Transfer(frozenset({self._refilled[pile]}), frozenset({pile}), False)
        elif name.startswith("move"):
            source = places(arguments[3]) if isinstance(arguments[3], PileAt | PilesAt) else None
            if source is None:
                source = origins(arguments[0], names)
            chosen = arguments[0]
            surely = isinstance(chosen, Local) and chosen.name in some
            yield Transfer(source, places(arguments[1]), surely or name.startswith("move_card"))
        elif name == "gather_everything":
            yield Transfer(None, places(arguments[0]), False)
        elif name.startswith(("gather", "flip")):
            yield Transfer(places(arguments[0]), places(arguments[1]), False)
        elif name.startswith(("shuffle_into", "lay")):
            laid = name.startswith("lay") and _is_some(arguments[0], some)
            yield Transfer(origins(arguments[0], names), places(arguments[1]), laid)
        elif name.startswith("pay"):
            paid = [a.slot.key for a in arguments if isinstance(a, Address)]
            surely = name == "pay" and self.at_least_one(arguments[2])
            if paid[0] != paid[1]:
                yield Move(paid[0], "less", surely)
                yield Move(paid[1], "more", surely)
            for key in noted_by(do):
                yield Move(key, "anew", False)
        elif name.startswith("split"):
            held = arguments[0]
            if isinstance(held, Address) and held.slot.key != "chips":
                yield Move(held.slot.key, "less", False)
                yield Move("chips", "more", False)
            for key in noted_by(do):
                yield Move(key, "anew", False)
        elif name == "drop_out":
            yield Move("live", "less", False)
        elif name.startswith("turn"):
            yield Move("faces", "anew", True)

    # ---------------------------------------------------------------- what may be added for ever

    def adds_nothing(self, way: Way, part: str, changed: frozenset[str]) -> bool:
        """Whether all that a way adds to a number may be 0, and stays so while no more is `changed`."""
        added = [amount for step in way.steps for amount in _amounts(step, part)]
        return bool(added) and all(
            amount is not None and not touches(changed, self.reads(amount)) and self._is_no(amount)
            for amount in added
        )

    def _is_no(self, number: Expr) -> bool:
        """Whether a number may well be 0: an option that can be, what is never more, or made so."""
        low, high = self._ranging(number)
        if number.maybe or not low <= 0 <= high:
            return False
        match number:
            case Const() | OptionValue():
                return True
            case Op(op="+"):
                return all(self._is_no(operand) for operand in number.operands)
            case Op(op="*"):
                return any(self._is_no(operand) for operand in number.operands)
            case Slot():
                values = self._values.get(number.key)
                return values is None or any(least <= 0 <= most for least, most in values)
            case Call(function="size", arguments=(CardsIn(of=PileAt(pile=pile, seat=None)),)):
                return not any(t.to is None or pile in t.to for t in self._transfers)
        return False

    @cached_property
    def _values(self) -> dict[str, list[tuple[float, float]]]:
        """What memories become, wherever they are set to something new of which that is known."""
        found: dict[str, list[tuple[float, float]]] = {}
        for way in self.ways.all:
            chosen: dict[Expr, tuple[float, float]] = {}
            for choice in () if way.move is None else way.move.choices:
                if choice.low is not None and choice.high is not None:
                    bounds = self._ranging(choice.low)[0], self._ranging(choice.high)[1]
                    chosen[choice.variable] = bounds
            for step in way.steps:
                if isinstance(step, Set):
                    known = found.setdefault(step.target.key, [])
                    between = chosen.get(step.value) or self._ranging(step.value)
                    if step.target not in step.value.children and between[0] > -float("inf"):
                        known.append(between)
        return found

    @cached_property
    def _transfers(self) -> list[Transfer]:
        """All that takes cards anywhere."""
        return [t for way in self.ways.all for t in self.moved(way).transfers]

    # ---------------------------------------------------------------- what depends on what

    def _derived(self) -> dict[str, frozenset[str]]:
        """For each memory, what its values are made from."""
        flows: dict[str, set[str]] = {}
        seen: set[int] = set()  # ways have most of their steps in common

        def look(steps: Iterable[Step | Stmt]) -> None:
            for step in steps:
                if id(step) in seen:
                    continue
                seen.add(id(step))
                match step:
                    case Set():
                        flows.setdefault(step.target.key, set()).update(reads(step.value))
                    case For() | Perhaps():
                        look(step.body)
                    case If():
                        look(step.body)
                        look(step.otherwise)

        for way in self.ways.all:
            look(way.steps)
        for row in self.program.firing:
            look(row.body)
        return {key: frozenset(read) for key, read in flows.items()}

    def asks_about(self, condition: Expr, bound: dict[str, Expr]) -> frozenset[str]:
        """What a condition looks at, through names of the code and through memories."""
        found: set[str] = set()
        waiting, opened = [condition], set[str]()
        while waiting:
            expr = waiting.pop()
            found |= self.reads(expr)
            for node in walk(expr) if bound else ():
                if isinstance(node, Local) and node.name in bound and node.name not in opened:
                    opened.add(node.name)
                    waiting.append(bound[node.name])
        for key in tuple(found):
            found |= self._flows.get(key, frozenset())
        return frozenset(found)

    # ---------------------------------------------------------------- loops

    def changes(self, way: Way) -> dict[Part, Move]:
        """How each part changes on a way: `anew` if in both ways."""
        found = self._changes.get(id(way))
        if found is not None:
            return found
        moved = self.moved(way)
        found = {Part(key): _joined(moves) for key, moves in moved.parts.items()}
        touched: set[str] = set()
        for transfer in moved.transfers:
            touched |= (transfer.sources or self._piles) | (transfer.to or self._piles)
        for group in self._groups:
            if group & touched:
                moves = [
                    Move("", by, transfer.surely, transfer.fired)
                    for transfer in moved.transfers
                    if (by := _across(transfer, group)) is not None
                ]
                if moves:
                    found[Part(piles=group)] = _joined(moves)
        self._changes[id(way)] = found
        return found


def _picks_above(pick: Loop, target: Slot) -> bool:
    """Whether one is picked that is larger than what a number is: `first bid in bids where bid > highest`."""
    if pick.how not in ("first", "last", "max", "min") or pick.where is None:
        return False
    asked = (
        pick.where.operands
        if isinstance(pick.where, Op) and pick.where.op == "and"
        else (pick.where,)
    )
    return any(
        isinstance(a, Op) and a.op == "<" and a.operands == (target, pick.variable) for a in asked
    )


def _amounts(step: Step | Stmt, part: str) -> Iterator[Expr | None]:
    """What a step adds to a number; None where it does something else to it."""
    match step:
        case Set() if step.target.key == part:
            added = _added_to(step.target, step.value)
            yield from (None,) if added is None else added
        case For():
            for inner in step.body:
                yield from _amounts(inner, part)
        case If() | Perhaps() if part in parts_changed((step,)):
            yield None


def _added_to(target: Slot, value: Expr) -> list[Expr] | None:
    """What is added to a number, or to a multiple of it; None where it becomes something else."""
    parts, added, found = [value], list[Expr](), False
    while parts:
        part = parts.pop()
        if isinstance(part, Op) and part.op == "+":
            parts += part.operands
        elif part == target:
            found = True
        elif isinstance(part, Op) and part.op == "*" and target in part.operands:
            # Where a number is multiplied by itself, there is no factor that says how far it moves.
            times = None if found else next((o for o in part.operands if o != target), None)
            if not isinstance(times, Const) or not isinstance(times.value, int) or times.value < 1:
                return None
            found = True
        else:
            added.append(part)
    return added if found and added else None


def _is_some(expr: Expr, some: frozenset[str]) -> bool:
    """Whether cards are one at least: a card, names of which that is known, or with others a list."""
    if isinstance(expr, Op) and expr.op == "join":
        return any(_is_some(operand, some) for operand in expr.operands)
    if isinstance(expr, Items):
        return any(_is_some(item, some) for item in expr.items)
    return isinstance(expr, Local) and (expr.type == CARD or expr.name in some) and not expr.maybe


def _joined(moves: list[Move]) -> Move:
    """Several changes of one part as one."""
    if len({move.by for move in moves}) > 1:
        return Move(moves[0].part, "anew", False)
    surely, fired = any(m.surely for m in moves), all(m.fired for m in moves)
    return Move(moves[0].part, moves[0].by, surely, fired)


def _across(transfer: Transfer, piles: frozenset[str]) -> By | None:
    """Whether cards come to some piles from elsewhere, or go away from them."""
    sources, to = transfer.sources, transfer.to
    if to is None or (sources is None and not to <= piles):
        # From anywhere, to anywhere: only what comes in is known.
        if to is None:
            return "anew"
        return "less" if not to & piles else "anew"
    inside = to <= piles
    if sources is None:
        return "more"
    if sources <= piles:
        return None if inside else "less" if not to & piles else "anew"
    if sources & piles:
        return "more" if inside else "less" if not to & piles else "anew"
    return "more" if inside else None if not to & piles else "more"


def places(expr: Expr) -> frozenset[str] | None:
    """The declared names of the piles that an expression may be; None for any."""
    if isinstance(expr, Const) and expr.type == TEXT:
        return frozenset({str(expr.value)})
    if isinstance(expr, PileAt | PilesAt):
        return frozenset({expr.pile})
    kind = expr.type.item or expr.type
    return None if kind.pile is None else frozenset({kind.pile})


def origins(expr: Expr, names: dict[str, frozenset[str] | None]) -> frozenset[str] | None:
    """The piles in which cards, or piles, lie that an expression gives; None for any."""
    match expr:
        case Const() | Items(items=()):
            return frozenset()
        case PileAt() | PilesAt():
            return frozenset({expr.pile})
        case CardsIn():
            return places(expr.of) or (
                names.get(expr.of.name) if isinstance(expr.of, Local) else None
            )
        case Local():
            if expr.name in names:
                return names[expr.name]
            return places(expr)
        case Slot():
            return None
        case Op(op="without"):
            return origins(expr.operands[0], names)
        case Loop():
            return origins(expr.source, names)
    if not expr.children:
        return None
    found: frozenset[str] = frozenset()
    for child in expr.children:
        if child.type.name in ("number", "player", "yes/no"):
            continue
        inner = origins(child, names)
        if inner is None:
            return None
        found |= inner
    return found
