"""The legal moves of a decision as one function: what is asked for several of them is asked once.

Where each move is chosen from one list at most, `moves_i(S)` gives the moves in stretches, of which
the machine makes only those that somebody wants to have. A stretch is `(kind, first number, how many,
choices)`; the choices are nothing where numbers are chosen. A list of cards is narrowed condition by
condition, and only by those that say anything at the moment, as people look through a hand.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ..checking.core import (
    Call,
    CardsIn,
    Const,
    Decision,
    Domain,
    Expr,
    Items,
    Local,
    Loop,
    MoveRule,
    Op,
    PileAt,
    Slot,
    walk,
)
from ..checking.facts import (
    choices_in,
    is_simple_range,
    may_repeat,
    never_negative,
    substituted,
)
from ..checking.types import CARDS
from .placing import asks_where
from .python_code import all_of, call, const, name, negated, plus, store
from .sharing import count_shared, easiest_first, may_fail, size, worth_keeping
from .statement_code import StatementEmitter, members_for_whom

_ATOMS = 5
"""So many conditions may decide which of some moves are legal, to be gone through one by one."""


class ListingEmitter(StatementEmitter):
    """Makes the functions that list moves. `offers` are the lists to be made before the game, by the
    names that the code knows them by: the number of the decision, and those of the moves."""

    @cached_property
    def offers(self) -> dict[str, tuple[int, tuple[int, ...]]]:
        return {}

    def listing(self, number: int, decision: Decision) -> list[ast.stmt] | None:
        """The body of the function that lists the moves of a decision; None where a choice is of
        several things, where conditions may stop the game, or ask where a chosen card lies."""
        if not self.is_listed(decision):
            return None
        if self.context.known:
            decision = replace(decision, moves=tuple(map(self._move_now, decision.moves)))
        if not any(move.choices for move in decision.moves):
            offers = self._offered(number, decision.moves)
            if offers is not None:
                return offers
        body = self._kept_for_all(decision.moves)
        found = ast.List([], ast.Load())
        lists: list[ast.stmt] = []
        for m, move in enumerate(decision.moves):
            kind = f"KIND_{number}_{m}"
            chosen = {domain.variable.name for domain in move.choices}
            conditions = [easiest_first(r.condition, frozenset(chosen)) for r in move.may]
            always = [c for c in conditions if not choices_in(c, move)]
            rest = [c for c in conditions if choices_in(c, move)]
            tests = [self.expr(c) for c in always]
            here = dict(self.context.available)
            inner = self._stretch(kind, move, rest, decision.you)
            self.context.available = here
            if tests:
                lists.append(ast.If(all_of(tests), inner, []))
            elif len(inner) == 1 and not move.choices and not lists:
                found.elts.append(name(f"{kind}_PLAIN"))  # always legal, before all others
            else:
                lists += inner
        if len(decision.moves) == 1 and not found.elts and not tests:
            return [*body, *_all_there_are(lists)]
        return [*body, ast.Assign([store("found")], found), *lists, ast.Return(name("found"))]

    def is_listed(self, decision: Decision) -> bool:
        """Whether there is a list of the moves of a decision."""
        return all(map(self._is_listed, decision.moves))

    def _move_now(self, move: MoveRule) -> MoveRule:
        """A move with what its conditions come to by what is known of cells."""
        may = tuple([replace(rule, condition=self.now(rule.condition)) for rule in move.may])
        choices = tuple(
            [
                replace(
                    domain,
                    source=domain.source and self.now(domain.source),
                    low=domain.low and self.now(domain.low),
                    high=domain.high and self.now(domain.high),
                    where=domain.where and self.now(domain.where),
                )
                for domain in move.choices
            ]
        )
        return replace(move, may=may, choices=choices)

    def _offered(self, number: int, moves: Sequence[MoveRule]) -> list[ast.stmt] | None:
        """The body of the function where nothing is chosen in any move: it asks what decides which of
        them are legal, each condition once at most, and returns a list that was made before. None
        where that asks of too many conditions."""
        asked = [[p for r in move.may for p in _and_parts(r.condition)] for move in moves]
        atoms = list(dict.fromkeys(part for parts in asked for part in parts))
        if len(atoms) > _ATOMS:
            return None

        def tree(legal: tuple[int, ...], place: int, known: dict[Expr, bool]) -> list[ast.stmt]:
            for m in range(place, len(moves)):
                answers = [_known(part, known) for part in asked[m]]
                if False in answers:
                    continue
                if None in answers:
                    part = asked[m][answers.index(None)]
                    test = self.expr(part)
                    return [
                        ast.If(test, tree(legal, m, known | {part: True}), []),
                        *tree(legal, m, known | {part: False}),
                    ]
                legal = (*legal, m)
            title = "_".join(map(str, ("OFFER", number, *legal)))
            self.offers[title] = (number, legal)
            return [ast.Return(name(title))]

        count: Counter[Expr] = Counter()
        for part in atoms:
            for child in part.children:
                count_shared(child, count)
        return [*self._kept_of(count), *tree((), 0, {})]

    def _is_listed(self, move: MoveRule) -> bool:
        conditions = [rule.condition for rule in move.may]
        if any(may_fail(condition) for condition in conditions):
            return False
        if not move.choices or is_simple_range(move):
            return all(
                part is None or not may_fail(part) for d in move.choices for part in (d.low, d.high)
            )
        if len(move.choices) > 1:
            return False
        (domain,) = move.choices
        if domain.source is None or may_fail(domain.source):
            return False
        if domain.how == "some":
            return self._is_any_of(domain, conditions)
        asked = [domain.where, *conditions]
        if domain.where is not None and may_fail(domain.where):
            return False
        return not asks_where(domain.variable, asked)

    def _is_any_of(self, domain: Domain, conditions: Sequence[Expr]) -> bool:
        """Whether a choice is any so many of some cards, of which nothing is asked."""
        assert domain.low is not None and domain.high is not None
        asked = [domain.where, *domain.alike]
        return (
            domain.type == CARDS
            and all(part is None for part in asked)
            and not any(may_fail(bound) for bound in (domain.low, domain.high))
            and not any(domain.variable in walk(condition) for condition in conditions)
            and not self.has_loose_copies(domain)
        )

    def _kept_for_all(self, moves: Iterable[MoveRule]) -> list[ast.stmt]:
        """What several conditions ask that is not about a choice, computed once."""
        count: Counter[Expr] = Counter()
        for move in moves:
            bound = frozenset(domain.variable.name for domain in move.choices)
            parts = [rule.condition for rule in move.may]
            for domain in move.choices:
                parts += [p for p in (domain.low, domain.high, domain.where) if p is not None]
            for part in parts:
                count_shared(part, count, bound)
        return self._kept_of(count)

    def _kept_of(self, count: Counter[Expr]) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for expr in sorted(count, key=size):
            if count[expr] > 1 and expr not in self.context.available and worth_keeping(expr):
                kept.append(self.keep(expr))
        return kept

    def _stretch(
        self, kind: str, move: MoveRule, conditions: Sequence[Expr], you: Slot
    ) -> list[ast.stmt]:
        """Adds the stretch of one move to those found."""
        if not move.choices:
            return [_add(name(f"{kind}_PLAIN"))]
        (domain,) = move.choices
        body: list[ast.stmt]
        members = name("listed")
        if domain.how == "range":
            assert domain.low is not None and domain.high is not None
            lowest = domain.low.value if isinstance(domain.low, Const) else None
            body = [ast.Assign([store("high")], self.expr(domain.high))]
            low, high = self.expr(domain.low), name("high")
            if isinstance(lowest, int):
                many = plus(1 - lowest, high)
            else:
                body.insert(0, ast.Assign([store("low")], low))
                low = name("low")
                many = ast.BinOp(ast.BinOp(high, ast.Sub(), low), ast.Add(), const(1))
            tests: list[ast.expr] = [
                ast.Compare(name(bound), [ast.IsNot()], [const(None)])
                for bound, end in (("low", domain.low), ("high", domain.high))
                if end.maybe
            ]
            numbers = ast.Tuple([name(kind), low, many, const(None)], ast.Load())
            if lowest != 0 or not never_negative(domain.high):
                tests.append(ast.Compare(low, [ast.LtE()], [high]))
            if not tests:
                return [*body, _add(numbers)]
            return [*body, ast.If(all_of(tests), [_add(numbers)], [])]
        known = None if conditions else self._listed_in_turn_of(you, domain)
        if known is not None:
            body, members = [], name(known)
        elif domain.how == "some":
            assert domain.low is not None and domain.high is not None
            lists = call(
                "any_of", self.source_of(domain), self.expr(domain.low), self.expr(domain.high)
            )
            body = [ast.Assign([store("listed")], lists)]
        else:
            where = [] if domain.where is None else [easiest_first(domain.where, _only(domain))]
            body = self._narrowed(domain, [*where, *conditions])
        stretch = ast.Tuple([name(kind), const(0), call("len", members), members], ast.Load())
        return [*body, ast.If(members, [_add(stretch)], [])]

    def _listed_in_turn_of(self, you: Slot, domain: Domain) -> str | None:
        """What holds the list of that which may be chosen, where it was made to find whose turn it is."""
        seat = self.context.available.get(you)
        if seat is None or domain.source is None or domain.where is None:
            return None
        if self.has_loose_copies(domain) or may_repeat(domain.source):
            return None
        player = Local(you.type, False, seat)
        source, where = (substituted(e, you, player) for e in (domain.source, domain.where))
        return self.context.available.get(members_for_whom(domain.variable, source, where))

    # ---------------------------------------------------------------- one thing out of a list

    def _narrowed(self, domain: Domain, conditions: Sequence[Expr]) -> list[ast.stmt]:
        """`listed` becomes the members of a list of which all conditions hold."""
        assert domain.source is not None
        variable = domain.variable
        source = self.source_of(domain)
        if self.has_loose_copies(domain):
            source = call("one_of_each", source, name("LABEL"))
        parts = [part for condition in conditions for part in _and_parts(condition)]
        plain = [p for p in parts if _unless(p, variable)[0] is None]
        others = [p for p in parts if _unless(p, variable)[0] is not None]
        body: list[ast.stmt] = []
        if plain:
            kept = self.keep_before(plain, {variable.name})
            # Copies left out, the places would not be those of the hand any more.
            among = None if self.has_loose_copies(domain) else domain.source
            those = self._those(variable, source, plain, among)
            body += [*kept, ast.Assign([store("listed")], those)]
        elif isinstance(domain.source, Const):
            body.append(ast.Assign([store("listed")], source))
        else:
            # A list of its own: what lies in a pile changes with the move that is made.
            copy = ast.List([ast.Starred(source, ast.Load())], ast.Load())
            body.append(ast.Assign([store("listed")], copy))
        for part in others:
            unless, about = _unless(part, variable)
            assert unless is not None
            here = dict(self.context.available)
            left: ast.expr | None
            must = _has_to(unless, about, domain) if not plain and part is others[0] else None
            if must is not None:
                # Who can has to: those who cannot may choose any.
                left = None if must == () else negated(self.expr(_or(must)))
            else:
                left = negated(self.expr(unless))
            kept = self.keep_before([about], {variable.name})
            those = self._those(variable, name("listed"), [about])
            if must is not None:
                those = ast.BoolOp(ast.Or(), [those, name("listed")])
            step = [*kept, ast.Assign([store("listed")], those)]
            self.context.available = here
            body += step if left is None else [ast.If(left, step, [])]
        return body

    def _those(
        self, variable: Local, source: ast.expr, asked: Sequence[Expr], among: Expr | None = None
    ) -> ast.expr:
        """Those of some things of which conditions hold. What the rest of a hand counts without each
        card is found for all of them at once."""
        left = None if among is None else self._deadwood_left(variable, among, asked)
        if left is not None and among is not None and left.site is not None:
            here = dict(self.context.available)
            self.context.available[left] = "left"
            those = self._those(variable, source, asked)
            self.context.available = here
            assert isinstance(those, ast.ListComp)
            each = call("deadwood_without_each", source, self.site(left.site))
            (part,) = those.generators
            part.target = ast.Tuple([store(variable.name), store("left")], ast.Store())
            part.iter = call("zip", source, each)
            return those
        tests = [self.expr(condition) for condition in asked]
        part = ast.comprehension(store(variable.name), source, tests, 0)
        return ast.ListComp(name(variable.name), [part])

    def _deadwood_left(self, variable: Local, among: Expr, asked: Sequence[Expr]) -> Call | None:
        """What conditions ask of the deadwood of a hand without the card that is chosen from it."""
        without = Op(among.type, False, "without", (among, Items(CARDS, False, (variable,))))
        for condition in asked:
            for part in walk(condition):
                is_that = isinstance(part, Call) and part.function == "deadwood_value"
                if is_that and part.children == (without,):
                    assert isinstance(part, Call)
                    return part
        return None

    def source_of(self, domain: Domain) -> ast.expr:
        assert domain.source is not None
        source = self.expr(domain.source)
        return call("distinct", source) if may_repeat(domain.source) else source

    def has_loose_copies(self, domain: Domain) -> bool:
        """Whether a copy of a card is as good as another: where they have no place, as in a hand."""
        source = domain.source
        while isinstance(source, Loop) and source.how == "all" and source.value is None:
            source = source.source
        return (
            isinstance(source, CardsIn)
            and isinstance(source.of, PileAt)
            and self.layout.piles[source.of.pile].seen_by is not None
            and any(len(copies) > 1 for copies in (self.numbers_of or {}).values())
        )


def _only(domain: Domain) -> frozenset[str]:
    return frozenset({domain.variable.name})


def _add(stretch: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Attribute(name("found"), "append", ast.Load()), [stretch], []))


def _all_there_are(lists: list[ast.stmt]) -> list[ast.stmt]:
    """The statements that add the one stretch there may be, as ones that return all stretches."""
    *before, last = lists
    test: ast.expr | None = None
    if isinstance(last, ast.If):
        test, (last,) = last.test, last.body
    assert isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)
    found: ast.expr = ast.List(last.value.args, ast.Load())
    if test is not None:
        found = ast.IfExp(test, found, ast.List([], ast.Load()))
    return [*before, ast.Return(found)]


def _and_parts(condition: Expr) -> Iterable[Expr]:
    if isinstance(condition, Op) and condition.op == "and":
        for operand in condition.operands:
            yield from _and_parts(operand)
    else:
        yield condition


def _known(condition: Expr, known: Mapping[Expr, bool]) -> bool | None:
    """Whether a condition holds, where others tell; None where they do not."""
    if isinstance(condition, Const):
        return bool(condition.value)
    answer = known.get(condition)
    if answer is not None:
        return answer
    match condition:
        case Op(op="<", operands=(Const(value=int() as least), other)):
            for asked, holds in known.items():
                match asked:
                    case Op(op="=", operands=(same, Const(value=int() as number))):
                        if holds and same == other:
                            return least < number
    return None


def _or(parts: Sequence[Expr]) -> Expr:
    first = parts[0]
    return first if len(parts) == 1 else Op(first.type, False, "or", tuple(parts))


def _asks(expr: Expr, variable: Local) -> bool:
    return any(part == variable for part in walk(expr))


def _unless(condition: Expr, variable: Local) -> tuple[Expr | None, Expr]:
    """What has nothing to do with the choice and makes a condition hold; and what it asks else."""
    if isinstance(condition, Op) and condition.op == "or":
        same = [o for o in condition.operands if not _asks(o, variable)]
        about = [o for o in condition.operands if _asks(o, variable)]
        if same and about:
            return _or([part for o in same for part in _or_parts(o)]), _or(about)
    return None, condition


def _or_parts(condition: Expr) -> Iterable[Expr]:
    if isinstance(condition, Op) and condition.op == "or":
        for operand in condition.operands:
            yield from _or_parts(operand)
    else:
        yield condition


def _has_to(unless: Expr, about: Expr, domain: Domain) -> tuple[Expr, ...] | None:
    """Of a condition that who can has to obey (`unless` none of the same list does): what else
    makes it hold. None where it is no such condition."""
    parts = list(_or_parts(unless))
    for part in parts:
        match part:
            case Op(op="not", operands=(Loop(how="any") as loop,)):
                pass
            case Loop(how="no"):
                loop = part
            case _:
                continue
        if loop.source != domain.source or loop.where is None:
            continue
        if substituted(loop.where, loop.variable, domain.variable) == about:
            return tuple([other for other in parts if other is not part])
    return None
