"""Questions of yes or no: `in`, `between`, relations, and their logic (LANGUAGE 6.1)."""

from __future__ import annotations

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Sought, did_you_mean, nearest
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.builtins import BUILTINS
from rulerun.grammar.vocabulary.words import GRAMMAR_WORDS

from ..declarations import ruleset as rules
from .being import Being
from .builtins import RELATIONS
from .combining import all_of, any_of, is_written_card, negate, ordered, same_card
from .comparing import ATOMS, sign_in
from .core import Call, CardsIn, Expr, Items, Op
from .scope import BAD, Scope
from .types import (
    CARD,
    CARDS,
    HOLDER,
    NUMBER,
    PILE,
    PLAYERS,
    RANK,
    TEAM,
    UNKNOWN,
    YESNO,
    list_of,
    plural,
)


class Relating(Being):
    """Checks how things stand to one another, and conditions that are made of several."""

    def _isin(self, node: syntax.IsIn, scope: Scope) -> Expr:
        each = self._asked_of_each(node, node.left, scope)
        if each is not None:
            return each
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
            return BAD
        if right.type == PILE or right.type.name == "piles":
            right = CardsIn(CARDS, False, right)
        if right.type == TEAM:
            right = self.fit(right, PLAYERS, node.right.span)
        if not right.type.is_list or right.type.item is None:
            return self.report(
                "T412",
                f"a list or pile is needed after 'is in', '{node.right.span.text}' is {right.type}",
                node.right.span,
            )
        item = right.type.item
        if left.type == RANK and item == NUMBER and isinstance(right, Items):
            item = RANK
            ranks = [self.fit(i, RANK, node.right.span) for i in right.items]
            right = Items(list_of(RANK), False, tuple(ranks))
        member = self.coerce(left, item)
        if member is None:
            return self.report(
                "T412",
                f"{left.type} cannot be in a list of {plural(item)}",
                node.span,
            )
        if is_written_card(member):
            found: Expr = Call(YESNO, False, "card_is_in", (member, right))
        elif isinstance(right, Items):
            found = any_of(
                [
                    same_card(member, i)
                    if is_written_card(i)
                    else Op(YESNO, False, "=", (member, i))
                    for i in right.items
                ]
            )
        else:
            found = Op(YESNO, False, "in", (member, right))
        return negate(found) if node.negated else found

    def _isfacing(self, node: syntax.IsFacing, scope: Scope) -> Expr:
        each = self._asked_of_each(node, node.left, scope)
        if each is not None:
            return each
        card = self.typed(node.left, scope, CARD)
        found = Call(YESNO, False, f"is_face_{node.facing}", (card,), True, frozenset({"piles"}))
        return negate(found) if node.negated else found

    def _between(self, node: syntax.Between, scope: Scope) -> Expr:
        each = self._asked_of_each(node, node.left, scope)
        if each is not None:
            return each
        left = self.expr(node.left, scope)
        low, high = self.expr(node.low, scope), self.expr(node.high, scope)
        if UNKNOWN in (left.type, low.type, high.type):
            return BAD
        below = self._comparable(low, left, node, "between", (node.low, node.left), (high,))
        above = None
        if below is not None:
            above = self._comparable(left, high, node, "between", (node.left, node.high), (low,))
        if below is None or above is None:
            return BAD
        found = all_of([ordered("<", *below), ordered("<", *above)])
        return negate(found) if node.negated else found

    def _is_unknown(self, node: syntax.Expr, scope: Scope) -> bool:
        """Whether a text is one word alone that is no name: then all that follows it is in doubt."""
        if not isinstance(node, syntax.Name) or node.name in scope.names:
            return False
        if any(tested.noun == node.name for tested in scope.tested):
            return False
        names = (*self.symbols.all_names(), *self.symbols.words, *self.symbols.nouns, *BUILTINS)
        return node.name not in names

    def _asked_the_other_way(self, node: syntax.Relation) -> str | None:
        """`your hand contains QS`: what is in a pile is asked of the card; and what somebody sees in an
        example, of nobody."""
        if node.name in ("sees", "see", "knows") and isinstance(node.left, syntax.Person):
            return f"write '- {node.left.name} sees: {node.right.span.text}'"
        if node.name not in ("contains", "contain", "includes", "include", "holds", "hold"):
            return None
        return f"write: {node.right.span.text} is in {node.left.span.text}"

    def _relation(self, node: syntax.Relation, scope: Scope) -> Expr:
        each = self._asked_of_each(node, node.left, scope)
        if each is not None:
            return each
        if isinstance(node.left, syntax.Name) and node.left.name == "who":
            near = nearest(node.name, ("played", "holds"))
            asked_of = node.right.span.text
            asked = (
                [f"'who {near} {asked_of}'"] if near else ["'who played CARD'", "'who holds CARD'"]
            )
            return self.report(
                "T401",
                "after 'who' stands 'played' or 'holds'",
                node.name_span,
                f"write {' or '.join(asked)}",
            )
        term = self.symbols.terms.get(node.name) or self.symbols.tables.get(node.name)
        is_known = term is not None and len(term.parameters) == 2
        if node.name not in ("matches", "fits") and not is_known:
            if self._is_unknown(node.left, scope):
                return self.expr(node.left, scope)
            relations = [
                *RELATIONS,
                *(t.name for t in self.symbols.headed() if len(t.parameters) == 2),
            ]
            return self.report(
                "T401",
                f"'{node.name}' is no relation between two things",
                node.name_span,
                self._asked_the_other_way(node)
                or did_you_mean(node.name, relations)
                or did_you_mean(node.name, ("without", "against", *GRAMMAR_WORDS)),
                sought=Sought(node.name),
            )
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
            return BAD
        if node.name == "matches":
            card = self.fit(left, CARD, node.left.span)
            if right.type == CARD:
                return Call(YESNO, False, "same_rank", (card, right))
            cards = self.fit(right, CARDS, node.right.span)
            if BAD in (card, cards):
                return BAD
            return Call(YESNO, False, "matches", (card, cards))
        if node.name == "fits":
            card = self.fit(left, CARD, node.left.span)
            cards = self.fit(right, CARDS, node.right.span)
            return Call(YESNO, False, "fits", (card, cards))
        assert term is not None
        kinds = [self.symbols.noun_type(p) or UNKNOWN for p in term.parameters]
        left = self.fit(left, kinds[0], node.left.span)
        right = self.fit(right, kinds[1], node.right.span)
        if isinstance(term, rules.Table):
            return self.fit(
                self.value_table(term, (left, right), node.name_span, scope), YESNO, node.span
            )
        return self.fit(self.term(term, (left, right), node.name_span, scope), YESNO, node.span)

    # ---------------------------------------------------------------- logic

    def _not(self, node: syntax.Not, scope: Scope) -> Expr:
        return negate(self.yesno(node.operand, scope))

    def _logic(self, node: syntax.Logic, scope: Scope) -> Expr:
        if node.op == "or" and self._lacks_comparison(node, scope):
            return BAD
        left, right = self.yesno(node.left, scope), self.yesno(node.right, scope)
        return all_of([left, right]) if node.op == "and" else any_of([left, right])

    def _lacks_comparison(self, node: syntax.Logic, scope: Scope) -> bool:
        """Whether this is `rank of card is 4 or 9`, which is reported."""
        *questions, last = _alternatives(node)
        if not isinstance(last, ATOMS) or self.expr(last, scope).type in (YESNO, UNKNOWN):
            return False
        values: list[syntax.Expr] = [last]
        for question in reversed(questions):
            while isinstance(question, syntax.Logic):
                question = question.right  # `a and x is 4 or 9`
            sign = sign_in(question)
            if sign is None and isinstance(question, ATOMS):
                values.insert(0, question)
                continue
            is_equal = isinstance(question, syntax.Is) or (
                isinstance(question, syntax.Compare) and question.op in ("=", "!=")
            )
            if sign is None or not is_equal:
                return False
            assert isinstance(question, syntax.Is | syntax.Compare)
            values.insert(0, question.right)
            start = Span(sign.file, question.left.span.start, question.right.span.start).text
            joined = " and " if "not" in start.split() or "!=" in start else " or "
            written = joined.join(f"{start}{value.span.text}" for value in values)
            wrong = values[1]
            kind, asked = self.expr(wrong, scope).type, self.expr(question.left, scope).type
            if kind.name != asked.name and not {kind, asked} <= {NUMBER, RANK, HOLDER}:
                return False
            self.report(
                "T411",
                f"yes or no is needed here, '{wrong.span.text}' is {kind}",
                wrong.span,
                f"say again what is compared: '{' '.join(written.split())}'",
            )
            return True
        return False


def _alternatives(node: syntax.Expr) -> list[syntax.Expr]:
    """What stands between the `or`s of a condition."""
    if isinstance(node, syntax.Logic) and node.op == "or":
        return [*_alternatives(node.left), node.right]
    return [node]
