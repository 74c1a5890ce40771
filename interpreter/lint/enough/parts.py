"""A pack that is dealt out in equal parts: where any card is left, enough are left for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from rulerun.grammar.source import Span

from ...checking.core import (
    SETUP,
    Block,
    Call,
    CardsIn,
    CarryOut,
    Choose,
    Const,
    Do,
    Expr,
    For,
    If,
    Items,
    Leave,
    Local,
    Loop,
    MoveRule,
    Needed,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Slot,
    Stmt,
    every,
    walk,
)
from ...checking.facts import ONLY_IN_EXAMPLES, drops_out
from ...checking.types import CARD
from ..sight import chosen_from
from ..survey import destination, pile_name
from .handling import Shortage
from .tables import Tables

MANY = 120
"""Of more numbers of players and values of options than these it is not reckoned out."""

_UNKNOWN = -1


class EqualParts:
    """Whether what a pile holds is always a multiple of what is dealt from it at once."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.rules, self.program = tables.checked.rules, tables.checked.program
        self.blocks = {
            b.label: b for b in self.program.blocks if not b.label.endswith(ONLY_IN_EXAMPLES)
        }
        self.decisions = {d.label: d for d in self.program.decisions}

    def dealt_out(self, doubtful: Mapping[Span, Shortage]) -> Iterator[Span]:
        """The lines for which there is enough where there is anything, which was asked before."""
        for block in self.blocks.values():
            first = next(
                (s for s in block.body if isinstance(s, Do) and s.site.span in doubtful), None
            )
            if first is None or doubtful[first.site.span].there[0] < 1:
                continue
            source = first.arguments[0]
            if not isinstance(source, PileAt) or source.seat is not None:
                continue
            lines = [
                s
                for s in block.body
                if isinstance(s, Do) and s.procedure in _DEALS and s.arguments[0] == source
            ]
            if lines and lines[0] is first and self._is_multiple(block, source.pile, lines):
                yield from (line.site.span for line in lines)

    def _is_multiple(self, block: Block, pile: str, lines: list[Do]) -> bool:
        """Whether the pile holds a multiple of what these lines take, at each table there may be."""
        bodies = [firing.body for firing in self.program.firing]
        refilled = {
            name for p in self.rules.piles if p.refilled_from for name in (p.name, p.refilled_from)
        }
        everything = [*bodies, *(b.body for b in self.blocks.values())]
        everything += [m.do for d in self.decisions.values() for m in d.moves]
        if (
            pile in refilled
            or pile != self.rules.deck.starts_in
            or any(map(drops_out, everything))
            or any(self.moves(do, pile, {}) for body in bodies for do in _effects(body))
        ):
            return False
        settings = list(self._settings(pile, everything))
        if not settings or len(settings) > MANY:
            return False
        for players, options in settings:
            amounts = [self.taken(line, players, options) for line in lines]
            if None in amounts:
                return False
            whole = sum(n for n in amounts if n is not None)
            if whole < 1 or not _Modulo(self, pile, players, options, whole).divides(
                block, lines[0]
            ):
                return False
        return True

    def _settings(
        self, pile: str, bodies: Iterable[tuple[Stmt, ...]]
    ) -> Iterator[tuple[int, dict[str, int]]]:
        """The numbers of players, and all values of the options that say how much is dealt."""
        names = set(self.tables.asked_of_pack[1])
        for body in bodies:
            for do in _effects(body):
                if do.procedure in _DEALS and pile_name(do.arguments[0]) == pile:
                    names |= {e.name for e in walk(do.arguments[2]) if isinstance(e, OptionValue)}
        if not names <= self.tables.options.keys():
            return
        known = [self.tables.options[name] for name in names]
        seats = self.rules.players
        count = seats.high - seats.low + 1
        for option in known:
            count *= option.high - option.low + 1
        if count > MANY:
            return
        for values in product(*(range(o.low, o.high + 1) for o in known)):
            for players in range(seats.low, seats.high + 1):
                yield players, dict(zip(names, values, strict=True))

    def taken(self, line: Do, players: int, options: Mapping[str, int]) -> int | None:
        """How many cards a deal takes."""
        amount = _number(line.arguments[2], players, options)
        if amount is None or line.procedure == "deal":
            return amount
        to = line.arguments[1]
        if not isinstance(to, PilesAt) or to.seat is not None:
            return None
        pile = next(p for p in self.rules.piles if p.name == to.pile)
        one_each = pile.per == "player" and not pile.family and not pile.groups
        return amount * players if one_each else None

    def moves(self, do: Do, pile: str, names: Mapping[str, frozenset[str]]) -> bool:
        """Whether an effect may take cards from a pile, or put some there."""
        to = destination(do)
        if to is None:
            return False
        if do.procedure == "gather_everything" or pile_name(to) in (pile, None):
            return True
        origins = _origins(do.arguments[0], names)
        return origins is None or pile in origins


_DEALS = ("deal", "deal_each")


class _Modulo:
    """How many cards are left over in a pile if it is divided by a number, at each place."""

    def __init__(
        self, parts: EqualParts, pile: str, players: int, options: Mapping[str, int], by: int
    ) -> None:
        self.parts, self.pile, self.by = parts, pile, by
        self.players, self.options = players, options
        exact = {name: (value, value) for name, value in options.items()}
        self.whole = parts.tables.cards_with((players, players), exact) % by

    def divides(self, block: Block, line: Do) -> bool:
        """Whether nothing is left over before a line of a block."""
        left = self._before()
        if block.label not in left:
            return False
        here: int | None = left[block.label]
        for statement in block.body:
            if statement is line:
                return here == 0
            if here is None:
                break
            here = self._after((statement,), here, {}, [])
        return False

    def _before(self) -> dict[str, int]:
        found = {SETUP: self.whole}
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            for target, left in self._onwards(label, found[label]):
                if found.get(target, left) != left:
                    left = _UNKNOWN
                if found.get(target) != left:
                    found[target] = left
                    waiting.append(target)
        return found

    def _onwards(self, label: str, left: int) -> Iterator[tuple[str, int]]:
        ways: list[tuple[tuple[Stmt, ...], str, Mapping[str, frozenset[str]]]] = []
        if label in self.parts.blocks:
            block = self.parts.blocks[label]
            ways.append((block.body, block.next, {}))
        if label in self.parts.decisions:
            decision = self.parts.decisions[label]
            for move in decision.moves:
                ways.append((() if decision.at_once else move.do, move.next, chosen_from(move)))
            if decision.stuck is not None:
                ways.append(((), decision.stuck, {}))
        for body, target, names in ways:
            leaving: list[tuple[str, int]] = []
            after = self._after(body, left, names, leaving)
            if after is not None:
                yield target, after
            yield from leaving

    def _after(
        self, body: Iterable[Stmt], left: int, names: Mapping[str, frozenset[str]],
        leaving: list[tuple[str, int]],
    ) -> int | None:  # fmt: skip
        """What is left over after lines; None if it never comes there."""
        for statement in body:
            match statement:
                case Do():
                    left = self._effect(statement, left, names)
                case If():
                    then = self._after(statement.body, left, names, leaving)
                    other = self._after(statement.otherwise, left, names, leaving)
                    if then is None and other is None:
                        return None
                    both = {way for way in (then, other) if way is not None}
                    left = both.pop() if len(both) == 1 else _UNKNOWN
                case For() | CarryOut():
                    moves: tuple[MoveRule, ...] = ()
                    if isinstance(statement, CarryOut):
                        moves = self.parts.program.decisions[statement.decision].moves
                    bodies = [((statement,), names), *((m.do, chosen_from(m)) for m in moves)]
                    for inner, known in bodies:
                        if any(self.parts.moves(do, self.pile, known) for do in _effects(inner)):
                            left = _UNKNOWN
                    for line in every((statement,)):
                        if isinstance(line, Leave):
                            leaving.append((line.label, left))
                case Leave():
                    leaving.append((statement.label, left))
                    return None
        return left

    def _effect(self, do: Do, left: int, names: Mapping[str, frozenset[str]]) -> int:
        if do.procedure == "gather_everything" and pile_name(do.arguments[0]) == self.pile:
            return self.whole
        if not self.parts.moves(do, self.pile, names):
            return left
        source = do.arguments[0]
        is_deal = do.procedure in _DEALS and isinstance(source, PileAt) and source.pile == self.pile
        if not is_deal or left == _UNKNOWN or pile_name(do.arguments[1]) in (self.pile, None):
            return _UNKNOWN
        taken = self.parts.taken(do, self.players, self.options)
        return _UNKNOWN if taken is None else (left - taken) % self.by


def _effects(body: Iterable[Stmt]) -> Iterator[Do]:
    return (line for line in every(body) if isinstance(line, Do))


def _number(amount: Expr, players: int, options: Mapping[str, int]) -> int | None:
    """What a number is at a table; None if that depends on more."""
    match amount:
        case Const(value=int() as value):
            return value
        case OptionValue():
            return options.get(amount.name)
        case Needed():
            return _number(amount.of, players, options)
        case Call(function="size", arguments=(Slot(key="live") | Call(function="everyone"),)):
            return players
        case Op(op="+" | "-" | "*", operands=(one, other)):
            a, b = _number(one, players, options), _number(other, players, options)
            if a is None or b is None:
                return None
            return a + b if amount.op == "+" else a - b if amount.op == "-" else a * b
    return None


def _origins(cards: Expr, names: Mapping[str, frozenset[str]]) -> frozenset[str] | None:
    """The piles in which cards lie; None if that is not sure."""
    match cards:
        case PileAt() | PilesAt():
            return frozenset({cards.pile})
        case CardsIn():
            name = pile_name(cards.of)
            return None if name is None else frozenset({name})
        case Local():
            own = frozenset({cards.type.pile}) if cards.type.pile else None
            return names.get(cards.name, own) or own
        case Loop(source=source) | Needed(of=source):
            return _origins(source, names)
        case Choose():
            parts = [cards.then, cards.otherwise]
        case Op(op="without"):
            parts = [cards.operands[0]]
        case Op(op="join") | Items() | Call():
            parts = [c for c in cards.children if CARD in (c.type, c.type.item)]
        case _:
            return None
    found = [_origins(part, names) for part in parts]
    if not found or None in found:
        return None
    return frozenset().union(*(one for one in found if one is not None))
