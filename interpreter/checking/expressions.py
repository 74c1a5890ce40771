"""Expressions, checked: names found, types fitted, terms and value tables written out.

`ExpressionChecker.expr` turns a syntax tree into a typed `core.Expr`. It never stops at a mistake: it
reports it and goes on with something that fits everywhere.
"""

from __future__ import annotations

from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note, Sought, did_you_mean
from rulerun.grammar.source import Span
from rulerun.grammar.unparse import unparse

from .combining import (
    mentions,
    unordered,
)
from .core import (
    Call,
    CardsIn,
    Const,
    Expr,
    Local,
    Lookup,
    Loop,
    Op,
    Site,
)
from .fitting import listed
from .properties import tighter
from .relating import Relating
from .scope import BAD, Scope
from .types import (
    CARD,
    CARDS,
    HOLDER,
    MELDS,
    NUMBER,
    PILE,
    PLAYER,
    RANK,
    SUIT,
    TEAM,
    UNKNOWN,
    YESNO,
    Type,
    list_of,
)

NOUN_OF = {"card": "card", "player": "player", "team": "team", "pile": "pile", "meld": "meld",
           "rank": "rank", "suit": "suit", "cards": "cards"}  # fmt: skip


class ExpressionChecker(Relating):
    """Checks the expressions of one ruleset. Findings are collected, never raised."""

    # ---------------------------------------------------------------- phrases with `of`

    def _endof(self, node: syntax.EndOf, scope: Scope) -> Expr:
        inner = self.expr(node.of, scope)
        if inner.type == UNKNOWN:
            return BAD
        if inner.type == PILE:
            inner = CardsIn(CARDS, False, inner)
        if not inner.type.is_list or inner.type.item is None:
            return self.report(
                "T411",
                f"a pile or list is needed after '{node.end} of', "
                f"'{node.of.span.text}' is {inner.type}",
                node.of.span,
                tighter(f"{node.end} of", node.of),
            )
        at_start = node.end in ("first", "bottom")
        if node.count is not None:
            count = self.typed(node.count, scope, NUMBER)
            function = "first_some" if at_start else "last_some"
            return Call(inner.type, False, function, (inner, count))
        return Call(inner.type.item, True, "first" if at_start else "last", (inner,))

    def _nextafter(self, node: syntax.NextAfter, scope: Scope) -> Expr:
        seat = self.typed(node.of, scope, PLAYER)
        reads = frozenset({"live", "direction"})
        return Call(PLAYER, True, "next_after", (seat,), True, reads)

    def _everythingfrom(self, node: syntax.EverythingFrom, scope: Scope) -> Expr:
        card = self.typed(node.of, scope, CARD)
        return Call(CARDS, False, "everything_from", (card,), True, frozenset({"piles"}))

    def _whodid(self, node: syntax.WhoDid, scope: Scope) -> Expr:
        card = self.typed(node.card, scope, CARD)
        function = "who_played" if node.verb == "played" else "who_holds"
        return Call(PLAYER, True, function, (card,), True, frozenset({"piles"}))

    def _against(self, node: syntax.Against, scope: Scope) -> Expr:
        if not self.symbols.rules.melds:
            return self.report("T401", "this game says nothing under 'melds'", node.span)
        cards = self.typed(node.cards, scope, CARDS)
        if node.what == "melds":
            other = self.typed(node.against, scope, CARDS)
            return Call(MELDS, False, "melds_against", (cards, other), site=Site(node.span))
        other = self.expr(node.against, scope)
        if other.type == PILE:
            other = listed(list_of(other.type), (other,))
        if other.type.name not in ("piles", "melds", "unknown"):
            return self.report(
                "T411",
                f"melds on the table are needed after 'against', "
                f"'{node.against.span.text}' is {other.type}",
                node.against.span,
            )
        if other.type.name == "piles":
            other = Call(MELDS, False, "melds_lying_in", (other,), True, frozenset({"piles"}))
        return Call(CARDS, False, "deadwood_against", (cards, other), site=Site(node.span))

    # ---------------------------------------------------------------- arithmetic

    def _extreme(self, node: syntax.Extreme, scope: Scope) -> Expr:
        left = self.typed(node.left, scope, NUMBER)
        right = self.typed(node.right, scope, NUMBER)
        return Op(NUMBER, left.maybe or right.maybe, node.which, (left, right))

    def _negative(self, node: syntax.Negative, scope: Scope) -> Expr:
        operand = self.typed(node.operand, scope, NUMBER)
        return Op(NUMBER, operand.maybe, "neg", (operand,))

    def _arith(self, node: syntax.Arith, scope: Scope) -> Expr:
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
            return BAD
        if node.op == "without":
            return self._join("without", left, right, node)
        if node.op in ("+", "-") and (left.type == RANK or right.type == RANK):
            if node.op == "-" and left.type == right.type:
                return Op(NUMBER, left.maybe or right.maybe, "-", (left, right))
            return self.report(
                "T411",
                "of ranks only the difference is a number",
                node.span,
                "write 'position of' before the rank",
            )
        listed_ = left.type.is_list or left.type in (PILE, CARD)
        if node.op == "+" and (listed_ or _make_a_list(left.type, right.type)):
            return self._join("join", left, right, node)
        if node.op == "-" and listed_:
            return self._taken_out(node)
        sides = node.left.span, node.right.span
        notes = _beside(left, right, *sides)
        left = self.fit(left, NUMBER, sides[0], notes=notes[0])
        right = self.fit(right, NUMBER, sides[1], notes=notes[1])
        if BAD in (left, right):
            return BAD
        site = None
        if node.op in ("/", "mod"):
            site = Site(node.span, "division")
        elif node.op == "*" and not isinstance(left, Const) and not isinstance(right, Const):
            site = Site(node.span, "product")  # squares of squares grow beyond all bounds
        return Op(NUMBER, left.maybe or right.maybe, node.op, (left, right), site)

    def _taken_out(self, node: syntax.Arith) -> Expr:
        """`players - dealer`: what is taken out of a list is said with a word."""
        between = Span(node.span.file, node.left.span.end, node.right.span.start)
        sign = between.start + between.text.index("-")
        left, right = node.left.span.text, node.right.span.text
        return self.report(
            "T411",
            "'-' is for numbers: cards, players and others are taken out of a list with 'without'",
            Span(between.file, sign, sign + 1),
            f"write '{' '.join(left.split())} without {' '.join(right.split())}'",
        )

    def _join(self, op: str, left: Expr, right: Expr, node: syntax.Arith) -> Expr:
        assert op in ("join", "without")
        if left.type.is_list and left.type.item != CARD and left.type.name != "piles":
            kind = left.type
        else:
            kind = list_of(left.type) if _make_a_list(left.type, right.type) else CARDS
        notes = _beside(left, right, node.left.span, node.right.span)
        left = self.fit(left, kind, node.left.span, notes=notes[0])
        right = self.fit(right, kind, node.right.span, notes=notes[1])
        if BAD in (left, right):
            return BAD
        if op == "without" and self.symbols.rules.deck.copies > 1 and kind == CARDS:
            return Call(kind, False, "without_cards", (left, right))
        return Op(kind, False, "join" if op == "join" else "without", (left, right))

    # ---------------------------------------------------------------- picking

    def _pick(self, node: syntax.Pick, scope: Scope) -> Expr:
        if node.word == "random" and not scope.random_allowed:
            return self.report(
                "T405",
                "'random' cannot stand here: this text may be read more than once",
                node.span,
                "let a memory or a 'let' name hold the random thing",
            )
        source, variable, where, _ = self.loop_parts(
            node.noun, node.within, node.where, scope, node.noun_span
        )
        if source.type == UNKNOWN:
            return BAD
        if node.where is not None and node.word in ("any", "every", "no"):
            self._swallowed(node, node.where, variable, scope)
        member = variable.type
        listed = list_of(member)
        match node.word:
            case "any" | "every" | "no":
                return Loop(YESNO, False, node.word, variable, unordered(source), where, None)
            case "number of":
                return Loop(NUMBER, False, "count", variable, unordered(source), where, None)
            case "all":
                if where is None:
                    return replace(source, type=listed)
                return Loop(listed, False, "all", variable, source, where, None)
            case "first" | "last":
                if where is None:
                    return Call(member, True, node.word, (source,))
                return Loop(member, True, node.word, variable, source, where, None)
            case "random":
                if where is not None:
                    source = Loop(listed, False, "all", variable, source, where, None)
                return Call(member, True, "random_member", (source,), True)
            case "highest" | "lowest":
                value = self._height(variable, node.span)
                if node.word == "highest":
                    return Loop(member, True, "max", variable, source, where, value)
                return Loop(member, True, "min", variable, source, where, value)
        raise AssertionError(node.word)

    def _height(self, thing: Expr, span: Span) -> Expr:
        """What decides which of several things is the highest."""
        if thing.type == CARD:
            return Lookup(RANK, thing.maybe, "rank", thing)
        if thing.type in (NUMBER, RANK, UNKNOWN):
            return self.compared(thing, span)
        if thing.type == HOLDER:
            return replace(thing, type=NUMBER)
        single = self.coerce(thing, CARD)
        if single is not None:
            text = " ".join(span.text.split())
            said = f"'{text}' may be several cards, of which none is the highest together"
            advice = (
                f"say what counts: 'size of {text}', '(total value of {text})', 'highest of {text}'"
            )
            single = self.the_only(single, thing, span, said, advice)
            return Lookup(RANK, True, "rank", single)
        return self.report("T411", f"{thing.type} is neither high nor low", span)

    def _pickbest(self, node: syntax.PickBest, scope: Scope) -> Expr:
        if node.word == "random" and not scope.random_allowed:
            return self.report(
                "T405",
                "'random' cannot stand here: this text may be read more than once",
                node.span,
            )
        source, member, singular = self.source(node.noun, node.within, scope, node.noun_span)
        if source.type == UNKNOWN:
            return BAD
        variable = Local(member, False, scope.variable(singular))
        if self.is_slip(node.noun, node.by.span.text):
            self.tell_slip(node.noun, node.noun_span)
        by = self.expr(node.by, scope.testing(singular, variable))
        if by.type == UNKNOWN:
            return BAD
        value = self._height(by, node.by.span)
        if not mentions(value, variable) and not scope.unused:
            self.no_pick.setdefault(node.by.span, singular)
        greatest = node.best in ("most", "highest")
        if node.word == "first":
            how = "max" if greatest else "min"
            return Loop(
                member, True, "max" if how == "max" else "min", variable, source, None, value
            )
        best = Loop(
            list_of(member), False, "most" if greatest else "least", variable, source, None, value
        )
        match node.word:
            case "all":
                return best
            case "last":
                return Call(member, True, "last", (best,))
            case "number of":
                return Call(NUMBER, False, "size", (best,))
        return Call(member, True, "random_member", (best,), True)

    def _count(self, node: syntax.Count, scope: Scope) -> Expr:
        source, variable, where, _ = self.loop_parts(
            node.noun, node.within, node.where, scope, node.noun_span
        )
        if source.type == UNKNOWN:
            return BAD
        if node.where is not None:
            self._swallowed(node, node.where, variable, scope)
        counted = Loop(NUMBER, False, "count", variable, unordered(source), where, None)
        return self._counted(node, counted, scope)

    def _swallowed(
        self, node: syntax.Pick | syntax.Count, where: syntax.Expr, variable: Local, scope: Scope
    ) -> None:
        """L609: part of a `where` that never mentions the thing tested was meant outside."""
        operands: list[syntax.Expr] = []
        rest: syntax.Expr = where
        while isinstance(rest, syntax.Logic) and not _bracketed(rest):
            operands.insert(0, rest.right)
            rest = rest.left
        if not operands:
            return
        inner = scope.testing(self.symbols.singular(node.noun), variable)
        for operand in operands:
            before = len(self.findings.diagnostics)
            checked = self.expr(operand, inner)
            if len(self.findings.diagnostics) > before or checked.type == UNKNOWN:
                continue
            if not mentions(checked, variable):
                text = unparse(where)
                inside = f"where ({text})"
                self.report(
                    "L609",
                    f"'{operand.span.text}' says nothing of the {self.symbols.singular(node.noun)} "
                    "that the 'where' before it asks about",
                    operand.span,
                    f"put brackets: '({_up_to(node, operand)}) ...' or '... {inside}'",
                )
                return

    def _total(self, node: syntax.Total, scope: Scope) -> Expr:
        inner = self.expr(node.of, scope)
        if inner.type == UNKNOWN:
            return BAD
        if inner.type == PILE or (
            inner.type.name == "piles"
            and not self.has_property(inner.type.item or UNKNOWN, node.property)
        ):
            inner = self.cards(inner) or BAD
        if not inner.type.is_list or inner.type.item is None:
            return self.report(
                "T412",
                f"a list or pile is needed after 'of', '{node.of.span.text}' is {inner.type}",
                node.of.span,
            )
        member = inner.type.item
        noun = NOUN_OF.get(member.name, "member")
        variable = Local(member, False, scope.variable(noun))
        tested = scope.testing(noun, variable)
        where = None if node.where is None else self.yesno(node.where, tested)
        found = self.property(variable, node.property, node.property_span, scope)
        if found is None:
            return self.report(
                "T401",
                f"{member} has no '{node.property}'",
                node.property_span,
                did_you_mean(node.property, self.property_names(member)),
                sought=Sought(node.property),
            )
        value = self.fit(found, NUMBER, node.property_span)
        how = {"total": "sum", "largest": "largest", "smallest": "smallest"}[node.word]
        if (
            how == "sum"
            and where is None
            and node.property == "value"
            and isinstance(inner, Call)
            and inner.function == "deadwood_of"
        ):
            return Call(NUMBER, False, "deadwood_value", inner.arguments, site=inner.site)
        return Loop(NUMBER, False, how, variable, inner, where, value)  # type: ignore[arg-type]


def _beside(
    left: Expr, right: Expr, left_span: Span, right_span: Span
) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
    """For either side of a sum what the other one is: either may be the wrong one."""
    return (
        (Note(f"this is {right.type}", right_span, equal=True),),
        (Note(f"this is {left.type}", left_span, equal=True),),
    )


def _make_a_list(one: Type, other: Type) -> bool:
    """Whether one player, team or suit is added to others."""
    return one in (PLAYER, TEAM, SUIT) and other in (one, list_of(one))


def _bracketed(node: syntax.Expr) -> bool:
    """Whether a text stands in brackets as a whole (its span then holds them)."""
    depth = 0
    text = node.span.text
    for place, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if not depth:
            return place == len(text) - 1 and text.startswith("(")
    return False


def _up_to(node: syntax.Expr, operand: syntax.Expr) -> str:
    text = node.span.file.text[node.span.start : operand.span.start].rstrip()
    for word in ("unless", "and", "or"):
        if text.endswith(word):
            text = text.removesuffix(word).rstrip()
    return " ".join(text.split())
