"""What is the same in all of a game, worked out before it begins and looked up in it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulerun.grammar.record import kept

from ..checking.core import (
    Call,
    Choose,
    Const,
    Expr,
    Local,
    Lookup,
    Loop,
    Op,
    OptionValue,
    Slot,
    walk,
)
from ..checking.facts import substituted
from .context import Context
from .python_code import CELLS, call, const, index, name, negated, store
from .sharing import may_fail

if TYPE_CHECKING:
    from .expression_code import ExpressionEmitter

_OF_CARDS_ALONE = frozenset({"is_card", "written_card", "same_rank"})


class Tables:
    """The tables of a game, as assignments that stand before its functions, and what reads them.

    `code` writes the expressions of which they consist.
    """

    def __init__(self, code: ExpressionEmitter) -> None:
        self.code = code
        self.assignments: list[ast.stmt] = []
        self._names: dict[str, str] = {}
        #: Whether what depends on a card alone is looked up: worth it where it is asked again and again.
        self.of_cards_too = False
        self._of_cards: dict[tuple[Expr, str], str] = {}

    def named(self, title: str, value: ast.expr) -> ast.expr:
        """The name of something that is the same in all of a game, worked out before it begins."""
        key = ast.dump(value)
        known = self._names.get(key)
        if known is None:
            known = title
            if known in self._names.values():
                known = f"{title}_{len(self._names)}"
            self.assignments.append(ast.Assign([store(known)], value))
            self._names[key] = known
        return name(known)

    def of_card(self, expr: Expr, card: Local, kind: str = "") -> ast.expr:
        """The list that has for each card of the pack what an expression says of it; with a kind `OF`
        what looks that up, with `SET` the cards of which it holds."""
        key = (substituted(expr, card, Local(card.type, False, "card")), kind)
        known = self._of_cards.get(key)
        if known is not None:
            return name(known)
        if kind == "OF":
            listed = self.of_card(expr, card)
            made: ast.expr = ast.Attribute(listed, "__getitem__", ast.Load())
            assert isinstance(listed, ast.Name)
            title = f"{listed.id}_OF"
        else:
            # It stands outside of the function that is being written, and knows nothing of its variables.
            context, self.code.context = self.code.context, Context()
            self.of_cards_too = False
            asked = self.code.expr(key[0])
            self.of_cards_too, self.code.context = True, context
            pack = call("range", call("len", name("RANK")))
            tests = [asked] if kind == "SET" else []
            part = ast.comprehension(store("card"), pack, tests, 0)
            made = ast.ListComp(name("card") if kind == "SET" else asked, [part])
            if kind == "SET":
                made = call("frozenset", made)
            title = f"{'CARDS' if kind == 'SET' else 'OF_CARD'}_{len(self._of_cards)}"
        found = self.named(title, made)
        assert isinstance(found, ast.Name)
        self._of_cards[key] = found.id
        return found

    def asked_of_list(self, loop: Loop, source: ast.expr) -> ast.expr | None:
        """What is said of the members of a list of cards where Python goes through it by itself; None
        where it does not."""
        where, card = loop.where, loop.variable
        if not self.of_cards_too or card.type.name != "card":
            return None
        if loop.how == "sum" and where is None and loop.value is not None:
            if loop.value.maybe or card_asked(loop.value) != card:
                return None
            if isinstance(loop.value, Lookup):
                return call("sum", call("map", name(f"{loop.value.table.upper()}_OF"), source))
            return call("sum", call("map", self.of_card(loop.value, card, "OF"), source))
        if where is None or loop.how not in ("any", "every", "no", "count"):
            return None
        if card_asked(where) == card:
            if loop.how == "count":
                return call("sum", call("map", self.of_card(where, card, "OF"), source))
            function = "issuperset" if loop.how == "every" else "isdisjoint"
            cards = self.of_card(where, card, "SET")
            asked: ast.expr = ast.Call(ast.Attribute(cards, function, ast.Load()), [source], [])
            return negated(asked) if loop.how == "any" else asked
        if loop.how in ("any", "no"):
            found = self._among_those_alike(where, card, source)
            if found is not None:
                return negated(found) if loop.how == "any" else found
        if isinstance(where, Op) and where.op == "=" and loop.how in ("any", "no"):
            for fact, other in (where.operands, where.operands[::-1]):
                if isinstance(fact, Lookup) and fact.of == card and not reads_local(other, card):
                    facts = call("map", name(f"{fact.table.upper()}_OF"), source)
                    sign: ast.cmpop = ast.In() if loop.how == "any" else ast.NotIn()
                    return ast.Compare(self.code.expr(other), [sign], [facts])
        return None

    def _among_those_alike(self, where: Expr, card: Local, source: ast.expr) -> ast.expr | None:
        """That no card of a list is one of which something holds in itself and one fact is as asked:
        `rank is J and suit is suit of starter`. None for other conditions."""
        if not (isinstance(where, Op) and where.op == "and"):
            return None
        alone = [part for part in where.operands if card_asked(part) == card]
        others = [part for part in where.operands if card_asked(part) != card]
        match others:
            case [Op(op="=", operands=(Lookup() as fact, other))] if fact.of == card:
                pass
            case [Op(op="=", operands=(other, Lookup() as fact))] if fact.of == card:
                pass
            case _:
                return None
        if not alone or reads_local(other, card) or may_fail(other):
            return None
        if fact.table not in ("rank", "suit", "color", "value"):
            return None
        both = alone[0] if len(alone) == 1 else replace(where, operands=tuple(alone))
        cards = self.of_card(both, card, "SET")
        alike = self.named(
            f"{fact.table.upper()}_ALIKE",
            call("by_fact", cards, name(fact.table.upper())),
        )
        those = ast.Call(
            ast.Attribute(alike, "get", ast.Load()), [self.code.expr(other), call("frozenset")], []
        )
        return ast.Call(ast.Attribute(those, "isdisjoint", ast.Load()), [source], [])

    def of_players(self, function: str, arguments: Sequence[Expr]) -> ast.expr | None:
        """Who comes next, or all in their order, looked up where nobody can drop out; None where
        that is to be found out each time."""
        settled, seats = self.code.settled, tuple(range(self.code.layout.players))

        def around(first: int) -> tuple[int, ...]:
            return (*seats[first:], *seats[:first])

        def after(seat: int) -> int:
            return (seat + 1) % len(seats)

        match function, arguments:
            case "turn_order", (Const(value=members), dealer) if members == seats:
                return self._by_seat("AFTER", seats, lambda s: around(after(s)), dealer)
            case _ if not settled.all_stay:
                return self._remembered(function, arguments)
            case "left_of", (seat,):
                return self._by_seat("LEFT_OF", None, after, seat)
            case "next_after", (seat,) if settled.clockwise:
                return self._by_seat("LEFT_OF", None, after, seat)
            case "right_of", (seat,):
                return self._by_seat("RIGHT_OF", None, lambda s: (s - 1) % len(seats), seat)
            case "round_from", (Call(function="next_after" | "left_of", arguments=(seat,)),) if (
                settled.clockwise
            ):
                return self._by_seat("ROUND_AFTER", (), lambda s: around(after(s)), seat)
            case "round_from", (start,) if settled.clockwise:
                return self._by_seat("ROUND_FROM", (), around, start)
            case "turn_queue", (Const(value=members), start) if members == seats:
                if not settled.clockwise:
                    return None
                return self._by_seat("FROM", seats, around, start)
            case "turn_queue", (Call(function="turn_order") as order, start):
                in_order = self.of_players("turn_order", order.arguments)
                if in_order is None or not settled.clockwise:
                    return None
                if start == Const(start.type, True, None):
                    return in_order
                from_start = self._by_seat("FROM", seats, around, start)
                if not start.maybe:
                    return from_start
                if isinstance(start, Local):
                    nobody = ast.Compare(name(start.name), [ast.Is()], [const(None)])
                    return ast.IfExp(nobody, in_order, from_start)
        return None

    def _remembered(self, function: str, arguments: Sequence[Expr]) -> ast.expr | None:
        """The same where players may drop out, looked up by those still in; None for any others."""
        clockwise, nobody = self.code.settled.clockwise, const(None)
        live = index(CELLS, const(self.code.layout.cell_base["live"]))
        match function, arguments:
            case "turn_order", (Slot(key="live"), dealer):
                return self._looked_up("AFTER_OF", live, dealer)
            case "left_of", (seat,):
                return self._looked_up("LEFT_OF_LIVE", live, seat)
            case "next_after", (seat,) if clockwise:
                return self._looked_up("LEFT_OF_LIVE", live, seat)
            case "turn_queue", (Slot(key="live"), start) if clockwise:
                return self._looked_up("QUEUE_OF", live, nobody, start)
            case (
                "turn_queue",
                (Call(function="turn_order", arguments=(Slot(key="live"), dealer)), start),
            ) if clockwise:
                return self._looked_up("QUEUE_OF", live, dealer, start)
        return None

    def _looked_up(self, title: str, *asked: Expr | ast.expr) -> ast.expr:
        parts = [part if isinstance(part, ast.expr) else self.code.expr(part) for part in asked]
        return index(name(title), ast.Tuple(parts, ast.Load()))

    def _by_seat(
        self, title: str, of_nobody: Any, of_seat: Callable[[int], Any], seat: Expr
    ) -> ast.expr:
        """What goes with a seat, looked up."""
        if isinstance(seat, Const):
            return const(of_nobody if seat.value is None else of_seat(seat.value))  # type: ignore[arg-type]
        seats = range(self.code.layout.players)
        keys: list[ast.expr | None] = [const(None), *map(const, seats)]
        values = [const(of_nobody), *(const(of_seat(s)) for s in seats)]
        return index(self.named(title, ast.Dict(keys, values)), self.code.expr(seat))


@kept
def card_asked(expr: Expr) -> Local | None:
    """The card on which alone an expression depends; None where there is more to it, or less."""
    found: set[Local] = set()
    for part in walk(expr):
        match part:
            case Local():
                if part.type.name != "card" or part.maybe:
                    return None
                found.add(part)
            case Const() | Choose() | OptionValue():
                pass
            case Lookup():
                if part.table not in ("rank", "suit", "color", "value", "wild", "suit_color"):
                    return None
            case Op():
                if part.op in ("/", "mod", "join", "without") or part.site is not None:
                    return None
            case Call():
                if part.function not in _OF_CARDS_ALONE:
                    return None
            case _:
                return None
    return found.pop() if len(found) == 1 else None


def is_plain_fact(expr: Expr) -> bool:
    """Whether a question about a card is one look and a comparison: as quick as any table."""
    match expr:
        case Op(op="=" | "!=" | "<" | "<=", operands=(left, right)):
            return all(isinstance(o, Lookup | Const | Local) for o in (left, right)) and not (
                isinstance(left, Lookup) and isinstance(right, Lookup)
            )
    return False


def reads_local(expr: Expr, variable: Local) -> bool:
    """Whether an expression reads a name."""
    return any(part == variable for part in walk(expr))
