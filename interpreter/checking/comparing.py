"""Comparisons: `=` and its like, of two things, and of each of several (LANGUAGE 6.1)."""

from __future__ import annotations

import re
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note
from rulerun.grammar.source import Span

from .builtins import ADJECTIVES
from .combining import ordered
from .core import Const, Expr, Lookup, Loop, Op
from .ranging import Ranging
from .scope import BAD, Scope
from .types import CARD, HOLDER, NOTHING, NUMBER, PILE, RANK, UNKNOWN, YESNO, Type

_COMPARED = ("number", "card", "rank")

ATOMS = (syntax.Name, syntax.Number, syntax.CardName, syntax.RankName, syntax.Person)
"""Texts of one word."""

_EACH = "each of them"
"""What a comparison is asked of each calls the thing: no name of the language."""


class Comparing(Ranging):
    """Checks what is compared with what, and makes it a question that the machine can ask."""

    # ---------------------------------------------------------------- comparisons

    def _counted(self, node: syntax.Count, counted: Expr, scope: Scope) -> Expr:
        number = self.typed(node.count, scope, NUMBER)
        match node.how:
            case "at least":
                return ordered("<=", number, counted)
            case "at most":
                return ordered("<=", counted, number)
            case "exactly":
                return Op(YESNO, False, "=", (counted, number))
            case "fewer than":
                return ordered("<", counted, number)
            case "more than":
                return ordered("<", number, counted)

    def _asked_of_each(self, node: syntax.Expr, left: syntax.Expr, scope: Scope) -> Expr | None:
        """`every hand is empty`, `at least 2 cards in hand are red`: the comparison of each."""
        if isinstance(left, syntax.Pick):
            if left.word not in ("any", "every", "no") or left.where is not None:
                return None
        elif not isinstance(left, syntax.Count) or left.where is not None:
            return None
        source, variable, _, inner = self.loop_parts(
            left.noun, left.within, None, scope, left.noun_span
        )
        # Beside it the noun may be a choice: `no card in your hand matches card`.
        inner = replace(inner, tested=scope.tested).having(_EACH, variable)
        asked = syntax.Name(span=left.span, name=_EACH)
        condition = self.expr(replace(node, left=asked), inner)  # type: ignore[arg-type]
        if isinstance(left, syntax.Count):
            counted = Loop(NUMBER, False, "count", variable, source, condition, None)
            return self._counted(left, counted, scope)
        how = left.word
        assert how in ("any", "every", "no")
        return Loop(YESNO, False, how, variable, source, condition, None)

    def is_asked_of_each(self, node: syntax.Expr) -> bool:
        """Whether a comparison is that of each of several things, as `hands are empty` made it."""
        left = getattr(node, "left", None)
        return isinstance(left, syntax.Name) and left.name == _EACH

    def _compare(self, node: syntax.Compare, scope: Scope) -> Expr:
        each = self._asked_of_each(node, node.left, scope)
        if each is not None:
            return each
        left = self.expr(node.left, scope)
        if left.type != UNKNOWN and self._is_adjective(node.right, scope):
            word, sign = node.right.span.text, sign_in(node)
            said = "is" if node.op == "=" else "is not"
            if word == "empty" and left.type != PILE and not left.type.is_list:
                word, said = ("0", node.op) if left.type == NUMBER else ("nothing", said)
            return self.report(
                "T412",
                f"'{node.right.span.text}' is no value: it stands after 'is'",
                node.right.span,
                f"write '{node.left.span.text} {said} {word}'",
                notes=() if sign is None else (Note(f"here stands '{node.op}'", sign, equal=True),),
            )
        if self._stands_after_is(node, left, scope):
            return BAD
        right = self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
            return BAD
        pair = self._comparable(left, right, node, node.op, (node.left, node.right))
        if pair is None:
            return BAD
        return ordered(node.op, *pair)

    def _comparable(
        self,
        left: Expr,
        right: Expr,
        node: syntax.Expr,
        op: str,
        sides: tuple[syntax.Expr, syntax.Expr],
        beside: tuple[Expr, ...] = (),
    ) -> tuple[Expr, Expr] | None:
        """Both `sides` as numbers, or both as ranks; None after a report. What stands `beside` them is
        compared with them elsewhere."""

        def plain(expr: Expr, side: syntax.Expr) -> Expr:
            if expr.type == HOLDER:
                return replace(expr, type=NUMBER)
            if expr.type == PILE or expr.type.item == CARD:
                return self.the_only(self.coerce(expr, CARD) or expr, expr, side.span)
            return self.compared(expr, side.span) if op not in ("=", "!=") else expr

        written = left.type, right.type
        left, right = plain(left, sides[0]), plain(right, sides[1])
        for one, other, swap in ((left, right, False), (right, left, True)):
            if one.type == RANK and other.type == NUMBER:
                rank = self.coerce(other, RANK)
                if rank is None and isinstance(other, Const):
                    self.report("T401", f"the deck has no rank {other.value}", node.span)
                    return None
                if rank is None:
                    asked = sides[1 if swap else 0].span.text
                    whose = asked.removeprefix("rank of ")
                    advice = "write 'position of' before the rank"
                    if whose != asked:
                        advice = f"write 'value of {whose}' for what it counts, or 'position of {asked}' for its place"
                    message = f"'{node.span.text}' compares a rank with a number"
                    self.report("T411", message, node.span, advice)
                    return None
                return (rank, one) if swap else (one, rank)
        if (left.type == NOTHING or right.type == NOTHING) and op in ("=", "!="):
            return left, right
        if left.type == right.type and left.type.name in _COMPARED:
            if left.type == CARD:
                return (
                    Lookup(RANK, left.maybe, "rank", left),
                    Lookup(RANK, right.maybe, "rank", right),
                )
            return left, right
        hint = self._instead(node, *written, (left, right, *beside))
        where = node.span if hint else self._odd_side(node, *written)
        if hint is None and op == ">" and left.type == YESNO:
            hint, where = "did you mean '->'?", sign_in(node) or where
        is_said = left.type == right.type or not {left.type.name, right.type.name} & {*_COMPARED}
        if hint is None and is_said and op in ("=", "!="):
            hint = f"write '{'is' if op == '=' else 'is not'}'"
            where = sign_in(node) or node.span
        self.report(
            "T412",
            f"'{op}' compares two numbers, two cards or two ranks, not "
            f"{written[0]} and {written[1]}",
            where,
            hint,
            notes=other_sides(node, where, *written),
        )
        return None

    def _odd_side(self, node: syntax.Expr, left: Type, right: Type) -> Span:
        """The side of a comparison that is the wrong one, or all of it where nobody can tell."""
        if not isinstance(node, syntax.Compare | syntax.Is):
            return node.span
        sides = (node.left, left), (node.right, right)
        odd = [n for n, t in sides if t.name not in (*_COMPARED, "holder")]
        if isinstance(node, syntax.Compare) and len(odd) == 1:
            return odd[0].span
        single = [n for n, _ in sides if isinstance(n, ATOMS)]
        return single[0].span if len(single) == 1 else node.span

    def _stands_after_is(self, node: syntax.Compare, left: Expr, scope: Scope) -> bool:
        """Whether this is `card = bower`, where `bower` is said of a card, which is reported."""
        name = node.right.name if isinstance(node.right, syntax.Name) else ""
        term = self.symbols.terms.get(name) or self.symbols.tables.get(name)
        if term is None or len(term.parameters) != 1 or scope.tested or name in scope.names:
            return False
        if node.op not in ("=", "!=") or self.symbols.noun_type(term.parameters[0]) != left.type:
            return False
        said, sign = "is" if node.op == "=" else "is not", sign_in(node)
        self.report(
            "T402",
            f"whose {name}?",
            node.right.span,
            f"write '{node.left.span.text} {said} {name}', or '{name} of {term.parameters[0]}'",
            notes=() if sign is None else (Note(f"here stands '{node.op}'", sign, equal=True),),
        )
        return True

    def _is_adjective(self, node: syntax.Expr, scope: Scope) -> bool:
        """Whether a text is a word such as `empty`, which stands after `is` alone."""
        return (
            isinstance(node, syntax.Name)
            and node.name not in scope.names
            and any(node.name in words for words in ADJECTIVES.values())
        )

    def _instead(
        self, node: syntax.Expr, left: Type, right: Type, compared: tuple[Expr, ...]
    ) -> str | None:
        """How a card beside a rank, or cards beside a number, are compared; None for others.

        Of the card its rank is asked, or what it counts where a number that is `compared` is no rank.
        """
        numbers = [e for e in compared if e.type == NUMBER]
        asked = "rank" if all(self.coerce(e, RANK) is not None for e in numbers) else "value"
        if not isinstance(node, syntax.Compare | syntax.Is):
            beside = {left, right} in ({CARD, RANK}, {CARD, NUMBER})
            return f"write '{asked} of' before the card" if beside else None
        said, other = node.left.span.text, node.right.span.text
        op = node.op if isinstance(node, syntax.Compare) else "is not" if node.negated else "is"
        of_each = isinstance(node.left, syntax.Name) and node.left.name == _EACH
        if asked == "value":
            op = "=" if op == "is" else "!=" if op == "is not" else op
        if left == CARD and right in (RANK, NUMBER):
            if of_each:
                return f"write '{said} where {asked} {op} {other}'"
            return f"write '{asked} of {said} {op} {other}'"
        if right == CARD and left in (RANK, NUMBER):
            return f"write '{said} {op} {asked} of {other}'"
        if left == PILE and right == RANK and not of_each:
            return f"write 'rank of top of {said} {op} {other}'"
        if right != NUMBER or not (left == PILE or left.is_list):
            return None
        if isinstance(node.right, syntax.Number) and node.right.value == 0:
            if op in ("=", "is"):
                return f"write '{said} is empty'"
            if op in ("!=", "is not", ">"):
                return f"write '{said} is not empty'"
        sign = {"is": "=", "is not": "!="}.get(op, op)
        if of_each:
            return f"write '{said} has size {sign} {other}'"
        return f"write 'size of {said} {sign} {other}'"


def other_sides(node: syntax.Expr, told: Span, left: Type, right: Type) -> tuple[Note, ...]:
    """What the sides of a comparison are that does not begin where it is told: either may be wrong."""
    if isinstance(node, syntax.Between):
        parts = (node.left, node.low, node.high)
        return tuple(
            Note("this is compared, too", part.span, equal=True)
            for part in parts
            if part.span.start != told.start
        )
    if not isinstance(node, syntax.Compare | syntax.Is):
        return ()
    sides = (node.left.span, left), (node.right.span, right)
    return tuple(
        Note(f"this is {kind}", span, equal=True)
        for span, kind in sides
        if span.start != told.start
    )


def sign_in(node: syntax.Expr) -> Span | None:
    """Where the sign or word stands by which a text compares; None where it compares otherwise."""
    if not isinstance(node, syntax.Compare | syntax.Is):
        return None
    between = Span(node.span.file, node.left.span.end, node.right.span.start)
    found = re.search(r"!=|<=|>=|=|<|>|\bis\b|\bare\b", between.text)
    if found is None or node.left.span.file is not node.right.span.file:
        return None
    return Span(between.file, between.start + found.start(), between.start + found.end())
