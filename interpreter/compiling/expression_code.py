"""Expressions of a checked program as Python: `ast` nodes, never strings."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

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
)
from ..checking.facts import shuffled_piles, tracks_knowledge
from ..checking.layout import Layout
from ..declarations.ruleset import Pile
from .context import Context
from .loop_code import MOST_CARDS, LoopCode
from .placing import Placed, asks_where, name_of, only_the_top, piles_in_turn, place_asked
from .python_code import (
    CELLS,
    PILES,
    STATE,
    all_of,
    bit,
    call,
    const,
    index,
    is_short,
    name,
    negated,
    plus,
)
from .settled import Settled
from .tabulating import Tables, card_asked, is_plain_fact
from .without_twins import lists_without_twins, one_more

_NAMES = {
    "+": "add", "-": "subtract", "*": "multiply", "<": "less", "<=": "less_or_equal",
    "neg": "negative", "smaller": "smaller", "larger": "larger",
}  # fmt: skip
_OPERATORS: dict[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult()}
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
        self.tables = Tables(self)
        self.loops = LoopCode(self)
        self.shuffled = shuffled_piles(program, layout)
        self.tracks = tracks_knowledge(program, layout)
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
        number = self._site_numbers.get(site)
        if number is None:
            number = len(self.sites)
            self.sites.append(site)
            self._site_numbers[site] = number
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
        if self.tables.of_cards_too and isinstance(expr, Op | Choose):
            card = card_asked(expr)
            if card is not None and not is_plain_fact(expr):
                return index(self.tables.of_card(expr, card), name(card.name))
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
                table = expr.table.upper() + ("_OR_NOTHING" if self.may_be_nothing(expr.of) else "")
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
                return self.loops.loop(expr)
            case Address():
                return self.address(expr.slot)
        raise AssertionError(expr)

    def needed(self, value: Expr, site: Site) -> ast.expr:
        """A value that has to be there; of a list used as its only member several are told apart."""
        if isinstance(value, Call) and value.function == "only":
            members = self.expr(value.arguments[0])
            return call("needed_one", members, self.site(replace(site, what=value.type.name)))
        told = telling_several(value, site)
        if isinstance(told, PileAt) and told.maybe and told.seat is not None:
            # There is no pile where there is nobody whose it is.
            seat = call("needed", self.expr(told.seat), self.site(site))
            return plus(self.layout.pile_base[told.pile], seat)
        return call("needed", self.expr(told), self.site(site))

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
        return index(self.tables.named("HANDS_AFTER", ast.Dict(keys, values)), dealer)

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
            if not self.may_be_nothing(expr.of):
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
        known = self.tables.of_players(expr.function, expr.arguments)
        if known is not None:
            return known
        function, arguments = expr.function, [self.expr(a) for a in expr.arguments]
        if function == "by_ranks":
            assert isinstance(expr.arguments[0], Const)
            title = str(expr.arguments[0].value)
            known = name(f"KNOWN_{title}")
            return call("by_ranks", known, name(title), name("KIND_OF"), arguments[1])
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
            made = call("subsets", *arguments, const(1), const(MOST_CARDS), self.site(expr.site))
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
        more = one_more(expr, self._without_twins) if function == "added" else None
        if more is not None and is_short(arguments[0]):
            longer = [ast.Starred(arguments[0], ast.Load()), self.expr(more)]
            there = ast.Compare(self.expr(more), [ast.In()], [arguments[0]])
            return ast.IfExp(there, arguments[0], ast.Tuple(longer, ast.Load()))
        if function == "head":
            return index(arguments[0], const(0))
        if function == "rest":
            return index(arguments[0], ast.Slice(const(1), None))
        if function in ("first", "last") and isinstance(expr.arguments[0], Items):
            items = expr.arguments[0].items
            return self.expr(items[0 if function == "first" else -1]) if items else const(None)
        if function in ("first", "last") and is_short(arguments[0]):
            end = index(arguments[0], const(0 if function == "first" else -1))
            if not self.may_be_nothing(expr):
                return end
            return ast.IfExp(arguments[0], end, const(None))
        if expr.site is not None:
            arguments.append(self.site(expr.site))
        if function == "numbers":
            return call("numbers_within", *arguments)
        if function in _FREE or function in _STATE_FREE_RUNTIME:
            return call(function, *arguments)
        return call(function, STATE, *arguments)

    @cached_property
    def _without_twins(self) -> frozenset[str]:
        return lists_without_twins(self.program)

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

    def may_be_nothing(self, expr: Expr) -> bool:
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
        if self.context.untouched and card in self.context.lie_in:
            lie_in = self.context.lie_in[card].type.pile
            return lie_in is not None and self.layout.piles[lie_in].remembers_who_played
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


def _empty_by(condition: Expr) -> frozenset[Expr]:
    """The pile that is empty if a condition holds, and is not if it does not hold."""
    match condition:
        case Op(
            op="=",
            operands=(Call(function="size", arguments=(CardsIn(of=of),)), Const(value=0)),
        ):
            return frozenset({of})
    return frozenset()


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
