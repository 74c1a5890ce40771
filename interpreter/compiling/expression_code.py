"""Expressions of a checked program as Python: `ast` nodes, never strings."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ..checking.combining import YES
from ..checking.core import (
    MARKED,
    Address,
    Call,
    CardsIn,
    Choose,
    Const,
    Expr,
    Items,
    Local,
    Lookup,
    Loop,
    Needed,
    NoRow,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Program,
    Site,
    Slot,
    walk,
)
from ..checking.facts import shuffled_piles, substituted, tracks_knowledge
from ..checking.layout import Layout
from ..checking.types import NUMBER
from ..declarations.ruleset import Pile
from .placing import Placed, asks_where, name_of, only_the_top, piles_in_turn, place_asked
from .python_code import (
    CELLS,
    PILES,
    STATE,
    all_of,
    as_stored,
    bit,
    call,
    const,
    index,
    is_short,
    name,
    negated,
    plus,
    store,
)
from .selecting import Demand, Selection, selection
from .settled import Settled

_MOST = 10**6
"""More cards than any pack has."""
SHORT = 24
"""Conditions with fewer parts are written out where they are asked."""
_NAMES = {
    "+": "add", "-": "subtract", "*": "multiply", "<": "less", "<=": "less_or_equal",
    "neg": "negative", "smaller": "smaller", "larger": "larger",
}  # fmt: skip
_OPERATORS: dict[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult()}
_BY_PILE = frozenset({"any", "every", "no", "count", "all", "first", "last", "sum"})
"""What is said of cards that can be gone through pile by pile."""
_FREE = frozenset({
    "only", "first", "last", "rest", "from_member", "first_some", "last_some", "as_list", "numbers",
    "same_members", "added", "removed",
})  # fmt: skip
_TUPLES = frozenset({"rest", "everyone", "turn_queue", "added", "removed", "turn_order"})
"""Functions that always give tuples."""
_STATE_FREE_RUNTIME = frozenset({
    "highest", "lowest", "ranks_of", "suits_of", "common_rank", "common_suit", "subsets",
    "poker_strength", "matching", "suited", "consecutive", "descending", "ascending",
    "alternating", "matches", "same_rank", "melds_of", "deadwood_of", "deadwood_value",
    "melds_against", "deadwood_against", "fits", "is_meld", "melds_made_of", "is_made_of",
    "written_card", "is_card", "card_is_in",
    "same_cards", "without_cards",
    "turn_order", "after_in_queue",
})  # fmt: skip


@dataclass(slots=True)
class Context:
    """What the code being emitted may do about `at any time` and `end` rows.

    `lie_in` says in which piles chosen cards lay when they were chosen, `untouched` that no card has been
    moved since. `firing` is the number of the place of the row of `at any time` that is being carried out.
    """

    settles: bool = True
    ends: bool = True
    in_firing: bool = False
    firing: ast.expr | None = None
    available: dict[Expr, str] = field(default_factory=dict)
    placed: dict[Expr, Placed] = field(default_factory=dict)
    filled: frozenset[Expr] = frozenset()
    lie_in: dict[Expr, Expr] = field(default_factory=dict)
    untouched: bool = False
    temporaries: int = 0


class ExpressionEmitter:
    """Turns expressions into Python.

    `sites` are the places of the rule file by the numbers in the code; `context.available` names
    the variables that hold what was computed already, `context.placed` those that hold the piles of
    cards. `numbers` are the cards of the deck by their
    labels, where they are settled, `all_suited` says whether each is known to have a suit.
    """

    def __init__(
        self,
        program: Program,
        layout: Layout,
        options: Mapping[str, Any],
        numbers: Mapping[str, Sequence[int]] | None = None,
        all_suited: bool = False,
    ) -> None:
        self.program = program
        self.layout = layout
        self.options = options
        self.numbers_of = numbers
        self.sites: list[Site] = []
        self._site_numbers: dict[Site, int] = {}
        self.context = Context()
        self.settled = Settled(program, layout, options, all_suited)
        #: What is the same in all of a game, as assignments, and what each of them is called.
        self.tables: list[ast.stmt] = []
        self._table_names: dict[str, str] = {}
        #: Whether what depends on a card alone is looked up: worth it where it is asked again and again.
        self.tabulates = False
        self._of_cards: dict[tuple[Expr, str], str] = {}
        self.shuffled = shuffled_piles(program, layout)
        self.tracks = tracks_knowledge(program, layout)
        self._sources = 0
        self.phase = ""

    def address(self, slot: Slot) -> ast.expr:
        """The number of a cell."""
        base = self.layout.first_place(slot.key)
        if slot.index is None:
            return const(base)
        return plus(base, self.expr(slot.index))

    def site(self, site: Site) -> ast.expr:
        """The number of a place in the rule file, in the phase whose code is being written."""
        site = replace(site, phase=self.phase)
        number = self._site_numbers.setdefault(site, len(self.sites))
        if number == len(self.sites):
            self.sites.append(site)
        return const(number)

    def stored(self, value: Expr) -> ast.expr:
        """A value as a state keeps it: lists as tuples."""
        emitted = self.expr(value)
        if value.type.is_list and not (
            isinstance(value, Items | Slot | Const)
            or (isinstance(value, Call) and value.function in _TUPLES)
        ):
            return call("tuple", emitted)
        return emitted

    def expr(self, expr: Expr) -> ast.expr:
        """One expression."""
        kept = self.context.available.get(expr)
        if kept is not None:
            return name(kept)
        if self.tabulates and isinstance(expr, Op | Choose):
            card = card_asked(expr)
            if card is not None and not is_plain_fact(expr):
                return index(self._of_card(expr, card), name(card.name))
        match expr:
            case Const():
                return const(expr.value)
            case OptionValue():
                return const(self.options[expr.name])
            case Local():
                return name(expr.name)
            case Slot():
                return self._slot(expr)
            case PileAt():
                return self._pile(expr)
            case PilesAt():
                return self._piles(expr)
            case CardsIn():
                return self._cards_in(expr)
            case Lookup():
                table = expr.table.upper() + (
                    "_OR_NOTHING" if self._may_be_nothing(expr.of) else ""
                )
                return index(name(table), self.expr(expr.of))
            case Op():
                return self._op(expr)
            case Call():
                return self._call(expr)
            case Choose():
                condition, then = self.expr(expr.condition), self.expr(expr.then)
                return ast.IfExp(condition, then, self._unless(expr.condition, expr.otherwise))
            case NoRow():
                return call("no_row", STATE, const(expr.several), self.site(expr.site))
            case Needed():
                return self.needed(expr.of, expr.site)
            case Items():
                return ast.Tuple([self.expr(i) for i in expr.items], ast.Load())
            case Loop():
                return self._loop(expr)
            case Address():
                return self.address(expr.slot)
        raise AssertionError(expr)

    def needed(self, value: Expr, site: Site) -> ast.expr:
        """A value that has to be there; of a list used as its only member several are told apart."""
        if isinstance(value, Call) and value.function == "only":
            members = self.expr(value.arguments[0])
            return call("needed_one", members, self.site(replace(site, what=value.type.name)))
        return call("needed", self.expr(telling_several(value, site)), self.site(site))

    def _slot(self, slot: Slot) -> ast.expr:
        if slot.index is not None and slot.index.maybe:
            base = self.layout.first_place(slot.key)
            return call("cell_of", STATE, const(base), self.expr(slot.index))
        return index(CELLS, self.address(slot))

    def _pile(self, pile: PileAt) -> ast.expr:
        base = self.layout.pile_base[pile.pile]
        if pile.seat is None:
            return const(base)
        if pile.maybe:
            return call("pile_of", const(base), self.expr(pile.seat))
        return plus(base, self.expr(pile.seat))

    def _piles(self, piles: PilesAt) -> ast.expr:
        declared = self.layout.piles[piles.pile]
        if declared.groups:
            seat = const(None) if piles.seat is None else self.expr(piles.seat)
            everyone = const(piles.seat is None and declared.per is not None)
            return call("groups", STATE, const(piles.pile), seat, everyone)
        base, count = self.layout.pile_base[piles.pile], declared.count or 1
        if declared.per is None:
            return const(tuple(range(base, base + count)))
        if piles.seat is not None:
            return call("family_of", const(base), const(count), self.expr(piles.seat))
        if declared.per == "team":
            return const(tuple(range(base, base + count * self.layout.teams)))
        dealer: ast.expr = const(None)
        memory = self.layout.cells.get("memory dealer")
        if memory is not None and memory.per == "" and memory.type.name == "player":
            dealer = index(CELLS, const(self.layout.cell_base["memory dealer"]))
        if self.settled.all_stay or piles.everyone:
            return self._hands_of_all(base, count, dealer)
        whose = index(CELLS, const(self.layout.cell_base["live"]))
        return call("hands", whose, const(base), const(count), dealer)

    def _hands_of_all(self, base: int, count: int, dealer: ast.expr) -> ast.expr:
        """The piles that all players have, in turn order from the dealer's left."""
        seats = range(self.layout.players)

        def hands(first: int) -> ast.expr:
            return const(
                tuple(
                    base + seat * count + i
                    for seat in (*seats[first:], *seats[:first])
                    for i in range(count)
                )
            )

        if isinstance(dealer, ast.Constant):
            return hands(0)
        keys: list[ast.expr | None] = [const(None), *map(const, seats)]
        values = [hands(0), *(hands((seat + 1) % len(seats)) for seat in seats)]
        return index(self.table("HANDS_AFTER", ast.Dict(keys, values)), dealer)

    def _cards_in(self, cards: CardsIn) -> ast.expr:
        of = cards.of
        card = place_asked(of)
        if card is not None and card in self.context.placed:
            return self._pile_of_placed(self.context.placed[card])
        if of.type.name == "piles":
            function = "cards_of" if cards.ordered else "cards_of_unordered"
            return call(function, STATE, self.expr(of))
        if of.maybe:
            return call("cards_at", STATE, self.expr(of))
        pile = of.type.pile
        if cards.ordered and (pile is None or pile in self.shuffled):
            return call("look", STATE, self.expr(of))
        return index(PILES, self.expr(of))

    def _op(self, expr: Op) -> ast.expr:
        op, maybe = expr.op, any(o.maybe for o in expr.operands)
        if op == "or":
            return ast.BoolOp(ast.Or(), self._one_after_the_other(expr.operands))
        values = [self.expr(o) for o in expr.operands]
        if op == "not":
            return negated(values[0])
        if op == "and":
            return ast.BoolOp(ast.And(), values)
        if op in ("=", "!="):
            same = op == "="
            for value, other in ((values[0], values[1]), (values[1], values[0])):
                if isinstance(value, ast.Constant) and value.value is None:
                    if isinstance(other, ast.Constant | ast.Tuple | ast.UnaryOp):
                        there = not isinstance(other, ast.Constant) or other.value is not None
                        return const(there != same)
                    return ast.Compare(other, [ast.Is() if same else ast.IsNot()], [value])
            if isinstance(values[1], ast.Tuple) and not values[1].elts:
                queue = expr.operands[0]
                if isinstance(queue, Slot) and queue.key.startswith("queue "):
                    return negated(values[0]) if same else call("bool", values[0])
            if same and not expr.operands[1].maybe:
                steps = self._steps(expr.operands[0])
                values = [values[0] if steps is None else steps, values[1]]
            return ast.Compare(values[0], [ast.Eq() if same else ast.NotEq()], [values[1]])
        if op == "in":
            return ast.Compare(values[0], [ast.In()], [values[1]])
        if op == "join":
            parts: list[ast.expr] = [ast.Starred(v, ast.Load()) for v in values]
            return ast.List(parts, ast.Load())
        if op == "without":
            return call("without", *values)
        if op in ("/", "mod"):
            return self._divide(expr, values)
        if op == "*" and expr.site is not None:
            return call("times", *values, self.site(expr.site))
        if op in ("<", "<="):
            sign = ast.Lt() if op == "<" else ast.LtE()
            if not maybe:
                return ast.Compare(values[0], [sign], [values[1]])
            # Nothing on the left is above all there is, on the right below: so the answer is no.
            left = self._bounded(expr.operands[0], "_OR_ABOVE")
            right = self._bounded(expr.operands[1], "_OR_BELOW")
            if left is not None and right is not None:
                return ast.Compare(left, [sign], [right])
        if op == "neg" and not maybe:
            return ast.UnaryOp(ast.USub(), values[0])
        if op in _OPERATORS and not maybe:
            return ast.BinOp(values[0], _OPERATORS[op], values[1])
        if op in ("smaller", "larger") and not maybe and all(is_short(v) for v in values):
            test = ast.Compare(
                values[0], [ast.LtE() if op == "smaller" else ast.GtE()], [values[1]]
            )
            return ast.IfExp(test, values[0], values[1])
        return call(_NAMES[op], *values)

    def _steps(self, expr: Expr) -> ast.expr | None:
        """A difference of ranks that may be nothing, for a comparison with a number: far from any
        number where a rank is nothing."""
        if not (isinstance(expr, Op) and expr.op == "-" and expr.maybe):
            return None
        left = self._bounded(expr.operands[0], "_OR_ABOVE")
        right = self._bounded(expr.operands[1], "_OR_BELOW")
        return None if left is None or right is None else ast.BinOp(left, ast.Sub(), right)

    def _bounded(self, expr: Expr, nothing: str) -> ast.expr | None:
        """A number that is there or looked up; None where it takes more to compare it."""
        if not expr.maybe:
            return self.expr(expr)
        if isinstance(expr, Lookup) and expr.table in ("rank", "value"):
            if not self._may_be_nothing(expr.of):
                return self.expr(expr)
            return index(name(expr.table.upper() + nothing), self.expr(expr.of))
        return None

    def _divide(self, expr: Op, values: list[ast.expr]) -> ast.expr:
        divisor = values[1]
        if (
            isinstance(divisor, ast.Constant)
            and divisor.value not in (0, None)
            and not expr.operands[0].maybe
        ):
            return ast.BinOp(values[0], ast.FloorDiv() if expr.op == "/" else ast.Mod(), divisor)
        assert expr.site is not None
        function = "divide" if expr.op == "/" else "modulo"
        return call(function, STATE, *values, self.site(expr.site))

    def _call(self, expr: Call) -> ast.expr:
        known = self._of_players(expr.function, expr.arguments)
        if known is not None:
            return known
        function, arguments = expr.function, [self.expr(a) for a in expr.arguments]
        if expr.arguments and expr.arguments[0] in self.context.placed:
            there = self._of_placed(function, expr.arguments[0], arguments)
            if there is not None:
                return there
        if function == "who_played" and self._lies_where_noted(expr.arguments[0]):
            noted = ast.Attribute(STATE, "played_by", ast.Load())
            return ast.Call(ast.Attribute(noted, "get", ast.Load()), arguments, [])
        if function in ("is_face_up", "is_face_down"):
            lies = self._lies_at_an_end(expr, arguments[0])
            if lies is not None:
                return lies
        if function == "size":
            return call("len", arguments[0])
        if function == "subsets":
            assert expr.site is not None
            made = call("subsets", *arguments, const(1), const(_MOST), self.site(expr.site))
            return ast.List([ast.Starred(made, ast.Load())], ast.Load())
        if function == "told_apart":
            return call(function, *arguments, name("LABEL"))
        if function in ("written_card", "is_card", "card_is_in"):
            written = self._written(expr, arguments)
            if written is not None:
                return written
        if function == "same_rank":
            # Nothing has no rank, not even that of nothing.
            above, below = name("RANK_OR_ABOVE"), name("RANK_OR_BELOW")
            return ast.Compare(index(above, arguments[0]), [ast.Eq()], [index(below, arguments[1])])
        if function == "matches":
            there = call("map", name("card_rank"), arguments[1])
            return ast.Compare(index(name("RANK_OR_ABOVE"), arguments[0]), [ast.In()], [there])
        if function == "only" and is_short(arguments[0]):
            one = ast.Compare(call("len", arguments[0]), [ast.Eq()], [const(1)])
            return ast.IfExp(one, index(arguments[0], const(0)), const(None))
        if function == "head":
            return index(arguments[0], const(0))
        if function == "rest":
            return index(arguments[0], ast.Slice(const(1), None))
        if function in ("first", "last") and isinstance(expr.arguments[0], Items):
            items = expr.arguments[0].items
            return self.expr(items[0 if function == "first" else -1]) if items else const(None)
        if function in ("first", "last") and is_short(arguments[0]):
            end = index(arguments[0], const(0 if function == "first" else -1))
            if not self._may_be_nothing(expr):
                return end
            return ast.IfExp(arguments[0], end, const(None))
        if expr.site is not None:
            arguments.append(self.site(expr.site))
        if function == "numbers":
            return call("numbers_within", *arguments)
        if function in _FREE or function in _STATE_FREE_RUNTIME:
            return call(function, *arguments)
        return call(function, STATE, *arguments)

    def _written(self, expr: Call, arguments: Sequence[ast.expr]) -> ast.expr | None:
        """A written card, or a question about one, with the card's number; None where it has not
        just one."""
        label = expr.arguments[-1] if expr.function == "is_card" else expr.arguments[0]
        if isinstance(label, Call) and label.function == "written_card":
            (label,) = label.arguments
        if self.numbers_of is None or not isinstance(label, Const):
            return None
        numbers = tuple(self.numbers_of.get(str(label.value), ()))
        if expr.function == "written_card":
            return const(numbers[0] if numbers else None)
        if len(numbers) != 1:
            return None if numbers else const(False)
        if expr.function == "is_card":
            return ast.Compare(arguments[0], [ast.Eq()], [const(numbers[0])])
        return ast.Compare(const(numbers[0]), [ast.In()], [arguments[1]])

    # ---------------------------------------------------------------- what is known beforehand

    def table(self, title: str, value: ast.expr) -> ast.expr:
        """The name of something that is the same in all of a game, worked out before it begins."""
        key = ast.dump(value)
        known = self._table_names.get(key)
        if known is None:
            known = title
            if known in self._table_names.values():
                known = f"{title}_{len(self._table_names)}"
            self._table_names[key] = known
            self.tables.append(ast.Assign([store(known)], value))
        return name(known)

    def _of_card(self, expr: Expr, card: Local, kind: str = "") -> ast.expr:
        """The list that has for each card of the pack what an expression says of it; with a kind `OF`
        what looks that up, with `SET` the cards of which it holds."""
        key = (substituted(expr, card, Local(card.type, False, "card")), kind)
        known = self._of_cards.get(key)
        if known is not None:
            return name(known)
        if kind == "OF":
            listed = self._of_card(expr, card)
            made: ast.expr = ast.Attribute(listed, "__getitem__", ast.Load())
            assert isinstance(listed, ast.Name)
            title = f"{listed.id}_OF"
        else:
            # It stands outside of the function that is being written, and knows nothing of its variables.
            context, self.context = self.context, Context()
            self.tabulates = False
            asked = self.expr(key[0])
            self.tabulates, self.context = True, context
            pack = call("range", call("len", name("RANK")))
            tests = [asked] if kind == "SET" else []
            part = ast.comprehension(store("card"), pack, tests, 0)
            made = ast.ListComp(name("card") if kind == "SET" else asked, [part])
            if kind == "SET":
                made = call("frozenset", made)
            title = f"{'CARDS' if kind == 'SET' else 'OF_CARD'}_{len(self._of_cards)}"
        found = self.table(title, made)
        assert isinstance(found, ast.Name)
        self._of_cards[key] = found.id
        return found

    def _quickly_asked(self, loop: Loop, source: ast.expr) -> ast.expr | None:
        """What is said of the members of a list of cards where Python goes through it by itself; None
        where it does not."""
        where, card = loop.where, loop.variable
        if not self.tabulates or card.type.name != "card":
            return None
        if loop.how == "sum" and where is None and loop.value is not None:
            if loop.value.maybe or card_asked(loop.value) != card:
                return None
            if isinstance(loop.value, Lookup):
                return call("sum", call("map", name(f"{loop.value.table.upper()}_OF"), source))
            return call("sum", call("map", self._of_card(loop.value, card, "OF"), source))
        if where is None or loop.how not in ("any", "every", "no", "count"):
            return None
        if card_asked(where) == card:
            if loop.how == "count":
                return call("sum", call("map", self._of_card(where, card, "OF"), source))
            function = "issuperset" if loop.how == "every" else "isdisjoint"
            cards = self._of_card(where, card, "SET")
            asked: ast.expr = ast.Call(ast.Attribute(cards, function, ast.Load()), [source], [])
            return negated(asked) if loop.how == "any" else asked
        if isinstance(where, Op) and where.op == "=" and loop.how in ("any", "no"):
            for fact, other in (where.operands, where.operands[::-1]):
                if isinstance(fact, Lookup) and fact.of == card and not reads_local(other, card):
                    facts = call("map", name(f"{fact.table.upper()}_OF"), source)
                    sign: ast.cmpop = ast.In() if loop.how == "any" else ast.NotIn()
                    return ast.Compare(self.expr(other), [sign], [facts])
        return None

    def _of_players(self, function: str, arguments: Sequence[Expr]) -> ast.expr | None:
        """Who comes next, or all in their order, looked up where nobody can drop out; None where
        that is to be found out each time."""
        settled, seats = self.settled, tuple(range(self.layout.players))

        def around(first: int) -> tuple[int, ...]:
            return (*seats[first:], *seats[:first])

        def after(seat: int) -> int:
            return (seat + 1) % len(seats)

        match function, arguments:
            case "turn_order", (Const(value=members), dealer) if members == seats:
                return self._by_seat("AFTER", seats, lambda s: around(after(s)), dealer)
            case _ if not settled.all_stay:
                return None
            case "left_of", (seat,):
                return self._by_seat("LEFT_OF", None, after, seat)
            case "next_after", (seat,) if settled.clockwise:
                return self._by_seat("LEFT_OF", None, after, seat)
            case "right_of", (seat,):
                return self._by_seat("RIGHT_OF", None, lambda s: (s - 1) % len(seats), seat)
            case "round_from", (start,) if settled.clockwise:
                return self._by_seat("ROUND_FROM", (), around, start)
            case "turn_queue", (Const(value=members), start) if members == seats:
                if not settled.clockwise:
                    return None
                return self._by_seat("FROM", seats, around, start)
            case "turn_queue", (Call(function="turn_order") as order, start):
                in_order = self._of_players("turn_order", order.arguments)
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

    def _by_seat(
        self, title: str, of_nobody: Any, of_seat: Callable[[int], Any], seat: Expr
    ) -> ast.expr:
        """What goes with a seat, looked up."""
        if isinstance(seat, Const):
            return const(of_nobody if seat.value is None else of_seat(seat.value))  # type: ignore[arg-type]
        seats = range(self.layout.players)
        keys: list[ast.expr | None] = [const(None), *map(const, seats)]
        values = [const(of_nobody), *(const(of_seat(s)) for s in seats)]
        return index(self.table(title, ast.Dict(keys, values)), self.expr(seat))

    # ---------------------------------------------------------------- piles with cards in them

    def _one_after_the_other(self, operands: Sequence[Expr]) -> list[ast.expr]:
        """Conditions of which each is asked where those before it do not hold."""
        before, code = self.context.filled, list[ast.expr]()
        for operand in operands:
            code.append(self.expr(operand))
            self.context.filled |= _empty_by(operand)
        self.context.filled = before
        return code

    def _unless(self, condition: Expr, expr: Expr) -> ast.expr:
        """An expression where a condition does not hold."""
        before = self.context.filled
        self.context.filled |= _empty_by(condition)
        code = self.expr(expr)
        self.context.filled = before
        return code

    def _may_be_nothing(self, expr: Expr) -> bool:
        """Whether there may be no such thing."""
        match expr:
            case Call(function="first" | "last", arguments=(CardsIn(of=of),)):
                return of not in self.context.filled
        return expr.maybe

    # ---------------------------------------------------------------- where cards lie

    def placing(
        self, variable: Local, source: Expr, conditions: Sequence[Expr | None]
    ) -> Placed | None:
        """Where the cards of a source lie; None where it is not asked, or not known beforehand."""
        piles = piles_in_turn(source) if asks_where(variable, conditions) else None
        if piles is None:
            return None
        names = tuple([name for name in map(name_of, piles) if name is not None])
        numbers: list[ast.expr] = []
        for of in piles:
            number = self.expr(of)
            if isinstance(number, ast.Tuple):
                numbers += number.elts
            else:
                several = of.type.name == "piles"
                numbers.append(ast.Starred(number, ast.Load()) if several else number)
        if len(piles) == 1 and len(numbers) == 1 and is_short(numbers[0]):
            return Placed(numbers[0], names, None)
        return Placed(name(f"{variable.name}_at"), names, ast.Tuple(numbers, ast.Load()))

    def cards_placed(self, placed: Placed, variable: Local, where: Expr | None) -> ast.expr:
        """The cards of the pile that is gone through, only the top one where no other counts."""
        cards = self._pile_of_placed(placed)
        if not only_the_top(variable, where):
            return cards
        return index(cards, ast.Slice(ast.UnaryOp(ast.USub(), const(1)), None))

    def _pile_of_placed(self, placed: Placed) -> ast.expr:
        if self.shuffled.intersection(placed.names):
            return call("look", STATE, placed.place)
        return index(PILES, placed.place)

    def _of_placed(
        self, function: str, card: Expr, arguments: Sequence[ast.expr]
    ) -> ast.expr | None:
        """What is asked of a card's place where that is known; None for what it takes more for."""
        placed = self.context.placed[card]
        if function == "place_of":
            return placed.place
        if function == "everything_from":
            return call("from_member", self._pile_of_placed(placed), arguments[0])
        if function not in ("is_face_up", "is_face_down"):
            return None
        up = self._lies_up(placed, arguments[0])
        return up if up is None or function == "is_face_up" else negated(up)

    def _lies_up(self, placed: Placed, card: ast.expr) -> ast.expr | None:
        """Whether a card lies face up; None if that depends on what lies on it."""
        declared = [self.layout.piles[pile] for pile in placed.names]
        if any(pile.top_face_up for pile in declared):
            return None
        turned = bit(ast.Attribute(STATE, "face_up", ast.Load()), card)
        always, either, never = (
            [pile for pile in declared if pile.face == face] for face in ("up", "either", "down")
        )
        if not either and not (always and never):
            return const(bool(always))
        tests = [self._is_in(placed, always)] if always else []
        if either:
            there = [self._is_in(placed, either)] if never else []
            tests.append(all_of([*there, turned]))
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)

    def _is_in(self, placed: Placed, piles: Sequence[Pile]) -> ast.expr:
        """Whether a card lies in one of some piles, each of which has its fixed numbers."""
        numbers: list[int] = []
        for pile in piles:
            base = self.layout.pile_base[pile.name]
            numbers += range(base, base + self.layout.owners(pile) * (pile.count or 1))
        return ast.Compare(placed.place, [ast.In()], [const(tuple(numbers))])

    def _lies_where_noted(self, card: Expr) -> bool:
        """Whether a card, if there is one, is surely one of a pile that remembers who played it."""
        while isinstance(card, Loop) and card.how in ("first", "last", "max", "min", "all"):
            if card.how == "all" and card.value is not None:
                return False
            card = card.source
        if isinstance(card, Call) and card.function in ("first", "last"):
            (card,) = card.arguments
        match card:
            case CardsIn(of=PileAt(pile=pile)):
                return self.layout.piles[pile].remembers_who_played
        return False

    def _lies_at_an_end(self, expr: Call, card: ast.expr) -> ast.expr | None:
        """How the top or bottom card lies of a pile whose cards lie either way."""
        match expr.arguments[0]:
            case Call(function="first" | "last", arguments=(CardsIn(of=of),)):
                pile = of.type.pile
                if pile is not None and self.layout.piles[pile].face == "either":
                    return call(f"{expr.function}_there", STATE, card)
        return None

    # ---------------------------------------------------------------- loops

    def _loop(self, loop: Loop) -> ast.expr:
        placed = None
        if loop.how in _BY_PILE:
            self._sources += 1
            placed = self.placing(loop.variable, loop.source, [loop.where, loop.value])
            self._sources -= 1
        if placed is None:
            return self._said_of_members(loop, None)
        self.context.placed[loop.variable] = placed
        said = self._said_of_members(loop, placed)
        del self.context.placed[loop.variable]
        return said

    def _said_of_members(self, loop: Loop, placed: Placed | None) -> ast.expr:
        if (
            isinstance(loop.source, Call)
            and loop.source.function == "turn_order"
            and loop.how in ("all", "first", "last")
            and loop.where is not None
            and loop.value is None
        ):
            # Few are found: it is quicker to put those in order than to go round all.
            players, dealer = loop.source.arguments
            found = replace(loop, how="all", source=players, type=loop.source.type)
            if self._sources:  # Python allows no assignment in what a comprehension goes through
                order = call("turn_order", self.expr(found), self.expr(dealer))
                return order if loop.how == "all" else call(loop.how, order)
            kept = ast.NamedExpr(ast.Name("found", ast.Store()), self.expr(found))
            few = ast.Compare(call("len", kept), [ast.Lt()], [const(2)])
            rest = call("turn_order", name("found"), self.expr(dealer))
            order = ast.IfExp(few, name("found"), rest)
            return order if loop.how == "all" else call(loop.how, order)
        if (
            loop.how in ("any", "no")
            and loop.where is not None
            and loop.source == Slot(loop.source.type, False, "live")
            and _is_short_condition(loop.where)
        ):
            return self._of_each_seat(loop, loop.where)
        self._sources += 1
        if (
            isinstance(loop.source, Call)
            and loop.source.function == "subsets"
            and loop.where is not None
            and loop.how != "every"
        ):
            counted = self._counted_subsets(loop)
            if counted is not None:
                self._sources -= 1
                return counted
            source, where = self._subsets(loop.source, loop.variable, loop.where)
            loop = replace(loop, where=where)
        else:
            source = self._as_many_as_lie_there(loop) or self.expr(loop.source)
        self._sources -= 1
        if placed is None:
            quick = self._quickly_asked(loop, source)
            if quick is not None:
                return quick
        variable = loop.variable.name
        if loop.where is None and loop.how in ("any", "no", "count"):
            size = call("len", source)
            if loop.how == "count":
                return size
            return ast.Compare(size, [ast.Gt() if loop.how == "any" else ast.Eq()], [const(0)])
        if loop.where is None and loop.how == "every":
            return const(True)

        def comprehension(kind: type, value: ast.expr, where: Expr | None) -> ast.expr:
            tests = [] if where is None else [self.expr(where)]
            parts = [ast.comprehension(store(variable), source, tests, 0)]
            if placed is not None:
                parts[0].iter = self.cards_placed(placed, loop.variable, where)
                if placed.among is not None:
                    parts.insert(0, ast.comprehension(as_stored(placed.place), placed.among, [], 0))
            made: ast.expr = kind(value, parts)
            return made

        thing = name(variable)
        value = thing if loop.value is None else self.expr(loop.value)
        match loop.how:
            case "any" | "every" | "no":
                assert loop.where is not None
                if loop.variable.type.name in ("player", "team", "suit") and loop.how != "every":
                    some = comprehension(ast.ListComp, thing, loop.where)
                    size = call("len", some)
                    return ast.Compare(
                        size, [ast.Gt() if loop.how == "any" else ast.Eq()], [const(0)]
                    )
                test = self.expr(loop.where)
                asked = comprehension(ast.GeneratorExp, test, None)
                if loop.how == "every":
                    return call("all", asked)
                return call("any", asked) if loop.how == "any" else negated(call("any", asked))
            case "count":
                return call("len", comprehension(ast.ListComp, const(1), loop.where))
            case "all":
                return comprehension(ast.ListComp, value, loop.where)
            case "first":
                if loop.variable.type.name in ("player", "team", "suit"):
                    return call("first", comprehension(ast.ListComp, thing, loop.where))
                one = comprehension(ast.GeneratorExp, thing, loop.where)
                return call("next", one, const(None))
            case "last":
                return call("last", comprehension(ast.ListComp, thing, loop.where))
            case "sum":
                values = comprehension(ast.ListComp, value, loop.where)
                maybe = loop.value is not None and loop.value.maybe
                return call("total" if maybe else "sum", values)
            case "largest" | "smallest":
                return call(loop.how, comprehension(ast.ListComp, value, loop.where))
        members = source
        if loop.where is not None:
            members = comprehension(ast.ListComp, thing, loop.where)
        elif not isinstance(loop.source, CardsIn | Slot | Local):
            members = source
        if loop.how in ("max", "min") and loop.value == loop.variable and not loop.value.maybe:
            best = ast.Call(name(loop.how), [members], [ast.keyword("default", const(None))])
            return best
        if loop.how in ("max", "min") and _is_card_rank(loop):
            return call("highest" if loop.how == "max" else "lowest", members)
        if (
            self.tabulates and loop.how in ("max", "min") and placed is None
            and loop.value is not None and not loop.value.maybe
            and card_asked(loop.value) == loop.variable and not isinstance(loop.value, Lookup)
        ):  # fmt: skip
            best = ast.Call(name(loop.how), [members], [
                ast.keyword("key", self._of_card(loop.value, loop.variable, "OF")),
                ast.keyword("default", const(None)),
            ])  # fmt: skip
            return best
        values = comprehension(ast.ListComp, value, loop.where)
        greatest = const(loop.how in ("max", "most"))
        function = "extreme" if loop.how in ("max", "min") else "extremes"
        return call(function, members, values, greatest)

    def _as_many_as_lie_there(self, loop: Loop) -> ast.expr | None:
        """Numbers of which each is asked whether so many cards at the end of a pile are alike: no more
        than there are. None for all other lists."""
        match loop.source, loop.where:
            case (
                Const(value=(int() as low, *_, int() as high) as numbers),
                Call(
                    function=function,
                    arguments=(Call(function="last_some" | "first_some") as some,),
                ),
            ) if function in _OF_SOME_CARDS and numbers == tuple(range(low, high + 1)):
                cards, count = some.arguments
                if count == loop.variable and not reads_local(cards, loop.variable):
                    most = ast.BinOp(call("len", self.expr(cards)), ast.Add(), const(1))
                    return call("range", const(low), call("min", const(high + 1), most))
        return None

    def _counted_subsets(self, loop: Loop) -> ast.expr | None:
        """How many lists of cards there are of a kind, or whether there is one, without making them;
        None where more is asked of them than how they are made."""
        of, where = loop.source, loop.where
        assert isinstance(of, Call) and where is not None and of.site is not None
        if loop.how not in ("any", "no", "count"):
            return None
        made, rest = selection(loop.variable, [where])
        if rest or not (made.in_row or made.total is not None or made.fact is not None):
            return (
                None  # of lists of any kind there may be too many, which is told when they are made
            )
        one, most = (Const(NUMBER, False, n) for n in (1, _MOST))
        cards = self.expr(of.arguments[0])
        lists = self.lists(made, cards, one, most, of.site, "subsets")
        assert isinstance(lists, ast.Call) and isinstance(lists.func, ast.Name)
        counting = "count" + lists.func.id.removeprefix("choices")
        count: ast.expr = ast.Call(name(counting), lists.args, [])
        if loop.how == "count":
            return count
        return ast.Compare(count, [ast.Gt() if loop.how == "any" else ast.Eq()], [const(0)])

    def _subsets(self, of: Call, variable: Local, where: Expr) -> tuple[ast.expr, Expr]:
        """The lists of cards that are gone through, and what is still to be asked of each."""
        made, rest = selection(variable, [where])
        one, most = (Const(NUMBER, False, n) for n in (1, _MOST))
        asked = Op(where.type, False, "and", tuple(rest)) if len(rest) > 1 else (*rest, YES)[0]
        assert of.site is not None
        cards = self.expr(of.arguments[0])
        return self.lists(made, cards, one, most, of.site, "subsets"), asked

    def lists(
        self, made: Selection, cards: ast.expr, low: Expr, high: Expr, site: Site, lister: str
    ) -> ast.expr:
        """From `low` to `high` of some cards, in all ways that are as a selection demands.

        Where it demands nothing the `lister` makes them; if they are too many, the game stops there.
        """
        for loop in made.each:
            assert loop.where is not None
            thing = loop.variable.name
            part = ast.comprehension(store(thing), cards, [self.expr(loop.where)], 0)
            cards = ast.ListComp(name(thing), [part])
        if made.in_row or (made.fact is not None and made.fact_unless is None):
            # These have one card at least and no more than there are, whatever is demanded.
            low, high = (
                demands[0].value
                if len(demands) == 1
                and demands[0].unless is None
                and bound == Const(NUMBER, False, end)
                else bound
                for bound, demands, end in ((low, made.least, 1), (high, made.most, _MOST))
            )
            if made.least and low == made.least[0].value:
                made = replace(made, least=[])
            if made.most and high == made.most[0].value:
                made = replace(made, most=[])
        least = self._bound(low, made.least, "max", "larger")
        most = self._bound(high, made.most, "min", "smaller")
        if made.in_row:
            suits = name("SUIT") if made.fact else const(None)
            return call("choices_in_row", cards, least, most, name("RANK"), suits, self.site(site))
        if made.total is not None:
            total = self.expr(made.total)
            return call(
                "choices_adding_up", cards, least, most, name("VALUE"), total, self.site(site)
            )
        if made.fact is None:
            return call(lister, cards, least, most, self.site(site))
        facts: ast.expr = name(made.fact.upper())
        if made.fact_unless is not None:
            facts = ast.IfExp(self.expr(made.fact_unless), const(None), facts)
        return call("choices_alike", cards, least, most, facts, self.site(site))

    def _bound(
        self, bound: Expr, demands: Sequence[Demand], plain: str, of_nothing: str
    ) -> ast.expr:
        """A bound of the size of lists that meets demands."""
        result, maybe = self.expr(bound), bound.maybe
        for demand in demands:
            value = self.expr(demand.value)
            if demand.unless is not None:
                value = ast.IfExp(self.expr(demand.unless), self.expr(bound), value)
            maybe = maybe or demand.value.maybe
            known, other = _number(result), _number(value)
            if known is not None and other is not None:
                result = const(max(known, other) if plain == "max" else min(known, other))
                continue
            result = call(of_nothing if maybe else plain, result, value)
        return result

    def _of_each_seat(self, loop: Loop, where: Expr) -> ast.expr:
        """`any player has ...`, seat by seat: quicker than going through those still in."""
        live = self.expr(loop.source)
        tests: list[ast.expr] = []
        for seat in range(self.layout.players):
            player = Const(loop.variable.type, False, seat)
            holds = self.expr(substituted(where, loop.variable, player))
            tests.append(
                ast.BoolOp(ast.And(), [holds, ast.Compare(const(seat), [ast.In()], [live])])
            )
        some = tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
        return some if loop.how == "any" else negated(some)


def _number(code: ast.expr) -> int | None:
    return code.value if isinstance(code, ast.Constant) and isinstance(code.value, int) else None


_OF_SOME_CARDS = frozenset(
    {"matching", "suited", "consecutive", "descending", "ascending", "alternating"}
)
"""What is never so of no cards at all."""
_OF_CARDS_ALONE = frozenset({"is_card", "written_card", "same_rank"})


@lru_cache(maxsize=4096)
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


def _empty_by(condition: Expr) -> frozenset[Expr]:
    """The pile that is empty if a condition holds, and is not if it does not hold."""
    match condition:
        case Op(
            op="=",
            operands=(Call(function="size", arguments=(CardsIn(of=of),)), Const(value=0)),
        ):
            return frozenset({of})
    return frozenset()


def _is_short_condition(condition: Expr) -> bool:
    return sum(1 for _ in walk(condition)) <= SHORT and not any(
        isinstance(e, Loop) for e in walk(condition)
    )


def _is_card_rank(loop: Loop) -> bool:
    return (
        isinstance(loop.value, Lookup)
        and loop.value.table == "rank"
        and loop.value.of == loop.variable
        and not loop.value.of.maybe
    )


def telling_several(value: Expr, site: Site) -> Expr:
    """The same value, but where it is nothing because a list has several members, that is told."""
    if not value.maybe:
        return value
    if isinstance(value, Call) and value.function == "only":
        return Needed(value.type, False, value, replace(site, what=value.type.name))
    if isinstance(value, Call) and value.function == MARKED:
        number, of = value.arguments
        return replace(value, arguments=(number, telling_several(of, site)))
    if isinstance(value, Lookup):
        return replace(value, of=telling_several(value.of, site))
    if isinstance(value, PileAt) and value.seat is not None:
        return replace(value, seat=telling_several(value.seat, site))
    if isinstance(value, Slot) and value.index is not None:
        return replace(value, index=telling_several(value.index, site))
    if isinstance(value, Op) and value.op in ("+", "-", "*", "neg"):
        return replace(value, operands=tuple(telling_several(o, site) for o in value.operands))
    return value
