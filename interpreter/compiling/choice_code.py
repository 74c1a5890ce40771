"""The choices of a move as Python: loops over all that are legal, and tests of one that is given."""

from __future__ import annotations

import ast

from ..checking.core import Call, Decision, Domain, Expr, MoveRule, Site
from ..checking.facts import choices_in, looked_at
from ..checking.types import CARDS
from .listing import ListingEmitter
from .python_code import STATE, all_of, as_stored, call, const, name, negated, store
from .selecting import selection
from .sharing import easiest_first


class ChoiceEmitter(ListingEmitter):
    """Makes what gives the choices of a move one by one, and says what is wrong with others."""

    def _peeks(self, decision: Decision) -> list[ast.stmt]:
        """Look at once where conditions of the moves look into piles without an order.

        Or it would depend on who lists the legal moves when, which card chance decides first.
        """
        asked = [rule.condition for move in decision.moves for rule in move.may]
        for move in decision.moves:
            for domain in move.choices:
                parts = (domain.low, domain.high, domain.source, domain.where)
                asked += [part for part in parts if part is not None]
        numbers: set[int] = set()
        for pile in looked_at(asked):
            for known in [pile] if pile is not None else sorted(self.shuffled):
                declared = self.layout.piles.get(known)
                if declared is None or known not in self.shuffled or declared.groups:
                    continue
                if declared.face == "down" and not declared.top_face_up and not declared.seen_by:
                    base = self.layout.pile_base[known]
                    many = self.layout.owners(declared) * (declared.count or 1)
                    numbers |= set(range(base, base + many))
        return [ast.Expr(call("look", STATE, const(n))) for n in sorted(numbers)]

    def _legal(self, move: MoveRule) -> list[ast.stmt]:
        """Loops over the choices, each condition as far out as its choices allow.

        What a condition asks of something else than the choices is computed once, before them.
        """
        chosen = {domain.variable.name for domain in move.choices}
        waiting = [easiest_first(rule.condition, frozenset(chosen)) for rule in move.may]

        def is_wide(domain: Domain) -> bool:
            return domain.how in ("some", "range")

        def ready(bound: set[str]) -> list[Expr]:
            found = [c for c in waiting if choices_in(c, move) <= bound]
            for condition in found:
                waiting.remove(condition)
            return found

        def level(depth: int, bound: set[str], asked: list[Expr]) -> list[ast.stmt]:
            tests = [self.expr(condition) for condition in asked]  # before what is kept inside
            if depth == len(move.choices):
                values = ast.Tuple([name(d.variable.name) for d in move.choices], ast.Load())
                body: list[ast.stmt] = [ast.Expr(ast.Yield(values))]
            else:
                domain = move.choices[depth]
                after = [e for d in move.choices[depth + 1 :] for e in (d.source, d.low, d.high)]
                where = [d.where for d in move.choices[depth:]]
                kept = self.keep_before([*waiting, *after, *where], chosen - bound)
                bound = bound | {domain.variable.name}
                then = ready(bound)
                placed = None
                if domain.how == "one" and not self.has_loose_copies(domain):
                    assert domain.source is not None
                    asked_there = [*where, *waiting, *then, *after]
                    placed = self.placing(domain.variable, domain.source, asked_there)
                if domain.how == "some" and domain.type == CARDS:
                    made, then = selection(domain.variable, [*domain.alike, *then])
                    assert domain.low is not None and domain.high is not None
                    members = self.loops.lists(
                        made, self.source_of(domain), domain.low, domain.high,
                        Site(domain.span), "choices_within",
                    )  # fmt: skip
                    if self.has_loose_copies(domain):
                        members = call("lists_apart", members, name("LABEL"))
                else:
                    members = self._members(domain)
                if is_wide(domain) and any(map(is_wide, move.choices[:depth])):
                    members = call("counted", members, name("tried"), self.site(Site(domain.span)))
                here = dict(self.context.available)
                if placed is not None:
                    self.context.placed[domain.variable] = placed
                    members = self.cards_placed(placed, domain.variable, domain.where)
                inner = level(depth + 1, bound, then)
                self.context.available = here
                if domain.where is not None:
                    inner = [ast.If(self.expr(domain.where), inner, [])]
                inner = [ast.For(store(domain.variable.name), members, inner, [])]
                if placed is not None:
                    if placed.among is not None:
                        inner = [ast.For(as_stored(placed.place), placed.among, inner, [])]
                    del self.context.placed[domain.variable]
                body = [*kept, *inner]
            if tests:
                body = [ast.If(all_of(tests), body, [])]
            return body

        code = level(0, set(), ready(set()))
        self.context.available = {}
        if sum(map(is_wide, move.choices)) > 1:
            code.insert(0, ast.Assign([store("tried")], ast.List([const(0)], ast.Load())))
        return code

    def _members(self, domain: Domain) -> ast.expr:
        if domain.how == "one":
            source = self.source_of(domain)
            loose = self.has_loose_copies(domain)
            return call("one_of_each", source, name("LABEL")) if loose else source
        assert domain.low is not None and domain.high is not None
        low, high = self.expr(domain.low), self.expr(domain.high)
        if domain.how == "range":
            return call("numbers_tried", low, high, self.site(Site(domain.span)))
        return call("choices_of", self.source_of(domain), low, high)

    def _check(self, move: MoveRule) -> list[ast.stmt]:
        """Returns 0 for a legal choice, -n if the n-th choice is not on offer, n if the n-th
        condition fails."""
        return [*self._tests(move), ast.Return(const(0))]

    def _tests(self, move: MoveRule, refused: int | None = None) -> list[ast.stmt]:
        """The tests of a move, which return what is wrong, or else always the same number."""

        def no(problem: int) -> list[ast.stmt]:
            return [ast.Return(const(problem if refused is None else refused))]

        body: list[ast.stmt] = []
        for k, domain in enumerate(move.choices):
            value = name(domain.variable.name)
            fine: ast.expr
            if domain.how == "range":
                assert domain.low is not None and domain.high is not None
                low, high = self.expr(domain.low), self.expr(domain.high)
                if domain.low.maybe or domain.high.maybe:
                    fine = call("is_between", value, low, high)
                else:
                    fine = ast.Compare(low, [ast.LtE(), ast.LtE()], [value, high])
            elif domain.how == "one":
                source = domain.source
                assert source is not None
                if isinstance(source, Call) and source.function == "melds_made_of":
                    # Not all of them have to be made to see that this is one.
                    fine = call("is_made_of", value, *(self.expr(a) for a in source.arguments))
                else:
                    fine = ast.Compare(value, [ast.In()], [self.expr(source)])
                if domain.where is not None:
                    fine = ast.BoolOp(ast.And(), [fine, self.expr(domain.where)])
            else:
                assert domain.source is not None and domain.low and domain.high
                fine = call(
                    "is_choice_of", value, self.expr(domain.source), self.expr(domain.low),
                    self.expr(domain.high),
                )  # fmt: skip
                fine = all_of([fine, *(self.expr(condition) for condition in domain.alike)])
            body.append(ast.If(negated(fine), no(-k - 1), []))
        for k, rule in enumerate(move.may):
            body.append(ast.If(negated(self.expr(rule.condition)), no(k + 1), []))
        return body
