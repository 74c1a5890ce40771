"""What is said of all members of a list, or of all lists of cards, as Python."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..checking.combining import YES
from ..checking.core import (
    Call,
    CardsIn,
    Const,
    Expr,
    Local,
    Lookup,
    Loop,
    Op,
    Site,
    Slot,
    walk,
)
from ..checking.facts import substituted
from ..checking.types import NUMBER
from .longest import longest
from .placing import Placed
from .python_code import as_stored, call, const, name, negated, store
from .selecting import Demand, Selection, selection
from .tabulating import card_asked, reads_local

if TYPE_CHECKING:
    from .expression_code import ExpressionEmitter

MOST_CARDS = 10**6
"""More cards than any pack has."""
SHORT = 24
"""Conditions with fewer parts are written out where they are asked."""
_BY_PILE = frozenset({"any", "every", "no", "count", "all", "first", "last", "sum"})
"""What is said of cards that can be gone through pile by pile."""
_OF_SOME_CARDS = frozenset(
    {"matching", "suited", "consecutive", "descending", "ascending", "alternating"}
)
"""What is never so of no cards at all."""


class LoopCode:
    """Writes loops; `code` writes the expressions in them."""

    def __init__(self, code: ExpressionEmitter) -> None:
        self.code = code
        #: How many lists deep it writes what a comprehension goes through.
        self._sources = 0

    def loop(self, loop: Loop) -> ast.expr:
        placed = None
        if loop.how in _BY_PILE:
            self._sources += 1
            placed = self.code.placing(loop.variable, loop.source, [loop.where, loop.value])
            self._sources -= 1
        if placed is None:
            return self._said_of_members(loop, None)
        self.code.context.placed[loop.variable] = placed
        said = self._said_of_members(loop, placed)
        del self.code.context.placed[loop.variable]
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
                order = call("turn_order", self.code.expr(found), self.code.expr(dealer))
                return order if loop.how == "all" else call(loop.how, order)
            kept = ast.NamedExpr(ast.Name("found", ast.Store()), self.code.expr(found))
            few = ast.Compare(call("len", kept), [ast.Lt()], [const(2)])
            rest = call("turn_order", name("found"), self.code.expr(dealer))
            order = ast.IfExp(few, name("found"), rest)
            return order if loop.how == "all" else call(loop.how, order)
        if (
            loop.how in ("any", "no")
            and loop.where is not None
            and loop.source == Slot(loop.source.type, False, "live")
            and _is_short_condition(loop.where)
        ):
            return self._of_each_seat(loop, loop.where)
        found_at_once = self.longest(loop)
        if found_at_once is not None:
            return found_at_once
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
            source = self._as_many_as_lie_there(loop) or self.code.expr(loop.source)
        self._sources -= 1
        if placed is None:
            quick = self.code.tables.asked_of_list(loop, source)
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
            tests = [] if where is None else [self.code.expr(where)]
            parts = [ast.comprehension(store(variable), source, tests, 0)]
            if placed is not None:
                parts[0].iter = self.code.cards_placed(placed, loop.variable, where)
                if placed.among is not None:
                    parts.insert(0, ast.comprehension(as_stored(placed.place), placed.among, [], 0))
            made: ast.expr = kind(value, parts)
            return made

        thing = name(variable)
        value = thing if loop.value is None else self.code.expr(loop.value)
        match loop.how:
            case "any" | "every" | "no":
                assert loop.where is not None
                if loop.variable.type.name in ("player", "team", "suit") and loop.how != "every":
                    some = comprehension(ast.ListComp, thing, loop.where)
                    size = call("len", some)
                    return ast.Compare(
                        size, [ast.Gt() if loop.how == "any" else ast.Eq()], [const(0)]
                    )
                test = self.code.expr(loop.where)
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
            self.code.tables.of_cards_too and loop.how in ("max", "min") and placed is None
            and loop.value is not None and not loop.value.maybe
            and card_asked(loop.value) == loop.variable and not isinstance(loop.value, Lookup)
        ):  # fmt: skip
            best = ast.Call(name(loop.how), [members], [
                ast.keyword("key", self.code.tables.of_card(loop.value, loop.variable, "OF")),
                ast.keyword("default", const(None)),
            ])  # fmt: skip
            return best
        values = comprehension(ast.ListComp, value, loop.where)
        greatest = const(loop.how in ("max", "most"))
        function = "extreme" if loop.how in ("max", "min") else "extremes"
        if function == "extremes" and loop.value is not None and not loop.value.maybe:
            function = "all_best"
        return call(function, members, values, greatest)

    def longest(self, loop: Loop) -> ast.expr | None:
        """Of how many cards something is so at most, without trying each number; None elsewhere."""
        return longest(loop, self.code)

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
                    most = ast.BinOp(call("len", self.code.expr(cards)), ast.Add(), const(1))
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
        one, most = (Const(NUMBER, False, n) for n in (1, MOST_CARDS))
        cards = self.code.expr(of.arguments[0])
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
        one, most = (Const(NUMBER, False, n) for n in (1, MOST_CARDS))
        asked = Op(where.type, False, "and", tuple(rest)) if len(rest) > 1 else (*rest, YES)[0]
        assert of.site is not None
        cards = self.code.expr(of.arguments[0])
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
            part = ast.comprehension(store(thing), cards, [self.code.expr(loop.where)], 0)
            cards = ast.ListComp(name(thing), [part])
        if made.in_row or (made.fact is not None and made.fact_unless is None):
            # These have one card at least and no more than there are, whatever is demanded.
            low, high = (
                demands[0].value
                if len(demands) == 1
                and demands[0].unless is None
                and bound == Const(NUMBER, False, end)
                else bound
                for bound, demands, end in ((low, made.least, 1), (high, made.most, MOST_CARDS))
            )
            if made.least and low == made.least[0].value:
                made = replace(made, least=[])
            if made.most and high == made.most[0].value:
                made = replace(made, most=[])
        least = self._bound(low, made.least, "max", "larger")
        most = self._bound(high, made.most, "min", "smaller")
        if made.in_row:
            suits = name("SUIT") if made.fact else const(None)
            return call(
                "choices_in_row", cards, least, most, name("RANK"), suits, self.code.site(site)
            )
        if made.total is not None:
            total = self.code.expr(made.total)
            return call(
                "choices_adding_up", cards, least, most, name("VALUE"), total, self.code.site(site)
            )
        if made.fact is None:
            return call(lister, cards, least, most, self.code.site(site))
        facts: ast.expr = name(made.fact.upper())
        if made.fact_unless is not None:
            facts = ast.IfExp(self.code.expr(made.fact_unless), const(None), facts)
        return call("choices_alike", cards, least, most, facts, self.code.site(site))

    def _bound(
        self, bound: Expr, demands: Sequence[Demand], plain: str, of_nothing: str
    ) -> ast.expr:
        """A bound of the size of lists that meets demands."""
        result, maybe = self.code.expr(bound), bound.maybe
        for demand in demands:
            value = self.code.expr(demand.value)
            if demand.unless is not None:
                value = ast.IfExp(self.code.expr(demand.unless), self.code.expr(bound), value)
            maybe = maybe or demand.value.maybe
            known, other = _number(result), _number(value)
            if known is not None and other is not None:
                result = const(max(known, other) if plain == "max" else min(known, other))
                continue
            result = call(of_nothing if maybe else plain, result, value)
        return result

    def _of_each_seat(self, loop: Loop, where: Expr) -> ast.expr:
        """`any player has ...`, seat by seat: quicker than going through those still in."""
        tests = self._seat_by_seat(loop, where)
        some = tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
        return some if loop.how == "any" else negated(some)

    def _seat_by_seat(self, loop: Loop, where: Expr) -> list[ast.expr]:
        """Of each seat whether something holds of it and it is still in."""
        live = self.code.expr(loop.source)
        tests: list[ast.expr] = []
        for seat in range(self.code.layout.players):
            player = Const(loop.variable.type, False, seat)
            holds = self.code.expr(substituted(where, loop.variable, player))
            tests.append(
                ast.BoolOp(ast.And(), [holds, ast.Compare(const(seat), [ast.In()], [live])])
            )
        return tests

    def each_seat(self, loop: Loop, most: int) -> list[ast.expr] | None:
        """Of each of few seats whether it is one of those that are chosen; None of others."""
        if (
            self.code.layout.players > most
            or loop.source != Slot(loop.source.type, False, "live")
            or loop.where is None
            or not _is_short_condition(loop.where)
        ):
            return None
        return self._seat_by_seat(loop, loop.where)


def _number(code: ast.expr) -> int | None:
    return code.value if isinstance(code, ast.Constant) and isinstance(code.value, int) else None


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
