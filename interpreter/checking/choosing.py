"""Moves, checked: what may be chosen, what it has to be like, what is done"""

from __future__ import annotations

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import nearest
from rulerun.grammar.nouns import plural_of

from ..declarations import ruleset as rules
from . import marks
from .combining import (
    made_with,
)
from .constants import constant, is_constant
from .core import (
    Call,
    CardsIn,
    Const,
    Domain,
    Expr,
    Items,
    Local,
    Loop,
    MoveRule,
    PileAt,
    Rule,
)
from .doing import Place
from .lines import LineChecker
from .scope import BAD, Scope
from .types import (
    CARD,
    CARDS,
    NUMBER,
    UNKNOWN,
    WORD,
    YESNO,
    Type,
    list_of,
)


class MoveChecker(LineChecker):
    """Checks moves and the choices in them."""

    def _move(self, move: rules.Move, scope: Scope, place: Place, after: str) -> MoveRule:
        choices: list[Domain] = []
        for choice in move.choices:
            before = len(self.findings.diagnostics)
            domain = self._domain(choice, scope)
            choices.append(domain)
            if len(self.findings.diagnostics) > before:  # what is wrong may be the noun
                near = nearest(choice.name, self.symbols.nouns)
                scope = scope if near is None else scope.having(near, BAD)
            scope = scope.having(choice.name, Local(domain.type, False, domain.variable.name))
        rules_ = tuple(Rule(may.name, self.yesno(may.expr, scope), may.span) for may in move.may)
        made = marks.passing(self.symbols, "move", move.span)
        do = (*made, *self.block(move.do, scope, place))
        return MoveRule(move.name, tuple(choices), rules_, do, after, move.span)

    def _offers_something(
        self, low: Expr, high: Expr, node: syntax.ChooseNumber | syntax.ChooseSome
    ) -> None:
        """Bounds that are known before the game are not the wrong way round."""
        if BAD in (low, high) or not (is_constant(low) and is_constant(high)):
            return
        least, most = constant(low), constant(high)
        if least is None or most is None or least <= most:
            return
        self.report(
            "T414",
            f"nothing can ever be chosen from {least} to {most}",
            node.span,
            "the smaller number comes first",
        )

    def _told_apart(self, source: Expr, member: Type) -> Expr:
        """Cards to choose from; where each has its place in a pile, those that look the same are told
        apart. In a hand one is as good as another."""
        if member != CARD or self.symbols.rules.deck.copies == 1 or source is BAD:
            return source
        if isinstance(source, CardsIn) and isinstance(source.of, PileAt):
            declared = self.symbols.piles.get(source.of.pile)
            if declared is None or declared.seen_by is not None:
                return source
        return Call(source.type, False, "told_apart", (source,))

    def _domain(self, choice: rules.Choice, scope: Scope) -> Domain:
        node = choice.choice
        name = f"choice_{choice.name}"
        if isinstance(node, syntax.ChooseNumber):
            low = self.typed(node.low, scope, NUMBER)
            high = self.typed(node.high, scope, NUMBER)
            self._offers_something(low, high, node)
            variable = Local(NUMBER, False, name)
            return Domain(
                choice.name, "range", variable, low, high, None, None, choice.span, NUMBER
            )  # fmt: skip
        if isinstance(node, syntax.ChooseWord):
            words = tuple(Const(WORD, False, self.symbols.word(w)) for w in node.words)
            variable = Local(WORD, False, name)
            source: Expr = Items(list_of(WORD), False, words)
            return Domain(
                choice.name, "one", variable, None, None, source, None, choice.span, WORD
            )  # fmt: skip
        source, member, singular = self.source(node.noun, node.within, scope, node.noun_span)
        if source is BAD:
            member = UNKNOWN
        tested = Local(member, False, name if isinstance(node, syntax.ChooseOne) else "member")
        where = None
        if node.where is not None:
            where = self.yesno(node.where, scope.testing(singular, tested))
        self.check_noun(node.noun, node.noun_span, node.within, node.where, tested, where)
        if (
            isinstance(node, syntax.ChooseOne)
            and node.noun != singular
            and node.noun == plural_of(singular)
        ):
            self.report(
                "T411",
                f"one is chosen here, and '{node.noun}' are several",
                node.noun_span,
                f"write '{singular}', or say how many: '2 {node.noun}', '1 or more {node.noun}'",
            )
        source = self._told_apart(source, member)
        if isinstance(node, syntax.ChooseOne):
            source = made_with(source, tested, where)
            return Domain(
                choice.name, "one", tested, None, None, source, where, choice.span, member
            )  # fmt: skip
        low = self.typed(node.low, scope, NUMBER)
        high = low if node.high is None else self.typed(node.high, scope, NUMBER)
        if not node.more:
            self._offers_something(low, high, node)
        if where is not None:
            source = Loop(list_of(member), False, "all", tested, source, where, None)
        type_ = CARDS if member == CARD else list_of(member)
        variable = Local(type_, False, name)
        if node.more and source is not BAD:
            high = Call(NUMBER, False, "size", (source,))
        said = {"rank": ["matching"], "suit": ["suited"], None: []}[node.same]
        if node.sequence:
            said.append("consecutive")
        alike = tuple(Call(YESNO, False, word, (variable,)) for word in said)
        return Domain(
            choice.name, "some", variable, low, high, source, None, choice.span, type_, alike
        )  # fmt: skip
