"""Comparisons: `=` and its like, `is`, `in`, `between`, relations, and their logic (LANGUAGE 6.1)."""

from __future__ import annotations

import re
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note, Sought, did_you_mean, nearest, slips_between
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.builtins import BUILTINS
from rulerun.grammar.vocabulary.words import GRAMMAR_WORDS

from ..declarations import ruleset as rules
from .builtins import ADJECTIVES, RELATIONS
from .combining import (
    ZERO,
    all_of,
    any_of,
    is_written_card,
    negate,
    ordered,
    same_card,
)
from .core import (
    Call,
    CardsIn,
    Const,
    Expr,
    Items,
    Local,
    Lookup,
    Loop,
    Op,
)
from .ranging import Ranging
from .scope import BAD, Scope
from .symbols import COLORS
from .types import (
    CARD,
    CARDS,
    COLOR,
    HOLDER,
    NOTHING,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAM,
    UNKNOWN,
    YESNO,
    Type,
    list_of,
    plural,
)

_COMPARED = ("number", "card", "rank")

_ATOMS = (syntax.Name, syntax.Number, syntax.CardName, syntax.RankName, syntax.Person)
"""Texts of one word."""

_SINGLE = ("card", "player", "team", "rank", "suit")

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
            word, sign = node.right.span.text, _sign(node)
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
    ) -> tuple[Expr, Expr] | None:
        """Both `sides` as numbers, or both as ranks; None after a report."""

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
                    self.report(
                        "T411",
                        f"'{node.span.text}' compares a rank with a number",
                        node.span,
                        "write 'position of' before the rank",
                    )
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
        hint = self._instead(node, *written)
        where = node.span if hint else self._odd_side(node, *written)
        if hint is None and op == ">" and left.type == YESNO:
            hint, where = "did you mean '->'?", _sign(node) or where
        is_said = left.type == right.type or not {left.type.name, right.type.name} & {*_COMPARED}
        if hint is None and is_said and op in ("=", "!="):
            hint = f"write '{'is' if op == '=' else 'is not'}'"
            where = _sign(node) or node.span
        self.report(
            "T412",
            f"'{op}' compares two numbers, two cards or two ranks, not "
            f"{written[0]} and {written[1]}",
            where,
            hint,
            notes=_sides(node, where, *written),
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
        single = [n for n, _ in sides if isinstance(n, _ATOMS)]
        return single[0].span if len(single) == 1 else node.span

    def _stands_after_is(self, node: syntax.Compare, left: Expr, scope: Scope) -> bool:
        """Whether this is `card = bower`, where `bower` is said of a card, which is reported."""
        name = node.right.name if isinstance(node.right, syntax.Name) else ""
        term = self.symbols.terms.get(name) or self.symbols.tables.get(name)
        if term is None or len(term.parameters) != 1 or scope.tested or name in scope.names:
            return False
        if node.op not in ("=", "!=") or self.symbols.noun_type(term.parameters[0]) != left.type:
            return False
        said, sign = "is" if node.op == "=" else "is not", _sign(node)
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

    def _instead(self, node: syntax.Expr, left: Type, right: Type) -> str | None:
        """How a card beside a rank, or cards beside a number, are compared; None for others."""
        if not isinstance(node, syntax.Compare | syntax.Is):
            beside = {left, right} in ({CARD, RANK}, {CARD, NUMBER})
            return "write 'rank of' before the card" if beside else None
        said, other = node.left.span.text, node.right.span.text
        op = node.op if isinstance(node, syntax.Compare) else "is not" if node.negated else "is"
        of_each = isinstance(node.left, syntax.Name) and node.left.name == _EACH
        if left == CARD and right in (RANK, NUMBER):
            if of_each:
                return f"write '{said} where rank {op} {other}'"
            return f"write 'rank of {said} {op} {other}'"
        if right == CARD and left in (RANK, NUMBER):
            return f"write '{said} {op} rank of {other}'"
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

    def _is(self, node: syntax.Is, scope: Scope) -> Expr:
        each = self._asked_of_each(node, node.left, scope)
        if each is not None:
            return each
        left = self.expr(node.left, scope)
        if left.type == UNKNOWN:
            self.expr_if_known(node.right, scope)
            return BAD
        result = self._is_said(left, node, scope)
        return negate(result) if node.negated and result.type == YESNO else result

    def expr_if_known(self, node: syntax.Expr, scope: Scope) -> None:
        """Check a text for its own mistakes where what it is compared with is already wrong."""
        if not isinstance(node, syntax.Name):
            self.expr(node, scope)

    def _is_said(self, left: Expr, node: syntax.Is, scope: Scope) -> Expr:
        right_node = node.right
        if isinstance(right_node, syntax.Name) and right_node.name not in scope.names:
            adjective = self._adjective(left, right_node, node.left.span, scope)
            if adjective is not None:
                return adjective
            meant = self._misspelt_adjective(left.type, right_node.name, scope)
            if meant is not None:
                return self.report(
                    "T401",
                    f"no pile, term or memory is called '{right_node.name}'",
                    right_node.span,
                    f"did you mean '{meant}'?",
                    sought=Sought(right_node.name),
                )
        if isinstance(right_node, syntax.Nothing):
            if left.type == PILE and not left.maybe:
                # The place is always there: asked is whether anything lies in it.
                left = CardsIn(CARDS, False, left, ordered=False)
            if left.type.is_list:
                return Op(YESNO, False, "=", (Call(NUMBER, False, "size", (left,)), ZERO))
            return Op(YESNO, False, "=", (left, Const(NOTHING, True, None)))
        if left.type.name == "word" and isinstance(right_node, syntax.Name):
            right = self._name(right_node, scope, words=left.type.words or None)
        else:
            right = self.expr(right_node, scope)
        if UNKNOWN in (left.type, right.type):
            return BAD
        return self._identical(left, right, node)

    def _identical(self, left: Expr, right: Expr, node: syntax.Is) -> Expr:
        if (right.type == NUMBER and left.type == RANK) or (
            left.type == NUMBER and right.type == RANK
        ):
            pair = self._comparable(left, right, node, "=", (node.left, node.right))
            return BAD if pair is None else Op(YESNO, False, "=", pair)
        if left.type == PILE and right.type == PILE:
            return Op(YESNO, False, "=", (left, right))
        if left.type.name in _SINGLE and right.type.item == left.type:
            return self._is_one_of(left, right, node)
        for one, other in ((left, right), (right, left)):
            if one.type.name == "piles" and other.type.item == CARD:
                # Beside cards a family is the cards in it.
                lying, cards = self.cards(one), self.cards(other)
                assert lying is not None and cards is not None
                return self._same_members(lying, cards)
        if left.type.is_list or right.type.is_list:
            kind = left.type if left.type.is_list else right.type
            ours, theirs = self.coerce(left, kind), self.coerce(right, kind)
            # Beside a single thing a list stands for its only member.
            single = any(e.type.name in _SINGLE for e in (left, right))
            if ours is not None and theirs is not None and not single:
                return self._same_members(ours, theirs)
        for one, other in ((left, right), (right, left)):
            alone = self.coerce(one, other.type)
            if alone is not None and not (one.type.name == "number" and other.type == HOLDER):
                if other.type == HOLDER:
                    break
                if is_written_card(other):
                    return same_card(alone, other)
                return Op(YESNO, False, "=", (alone, other))
        hint = self._instead(node, left.type, right.type)
        where = node.span if hint else self._odd_side(node, left.type, right.type)
        if left.type in (NUMBER, HOLDER) and right.type in (NUMBER, HOLDER):
            hint, where = "numbers are compared with '='", _sign(node) or node.span
        elif right.type == SUIT and left.type in (CARD, PILE):
            hint = "write 'suit of' before the card"
        return self.report(
            "T412",
            f"'is' cannot compare {left.type} and {right.type}",
            where,
            hint,
            notes=_sides(node, where, left.type, right.type),
        )

    def _is_one_of(self, left: Expr, right: Expr, node: syntax.Is) -> Expr:
        """`you is fighters`: one thing is no list, but may be in one."""
        said = "is not" if node.negated else "is"
        one, several = node.left.span.text, node.right.span.text
        hint = f"write '{one} {said} in {several}'"
        if isinstance(node.right, _ATOMS) and not self.is_asked_of_each(node):
            hint += f", or '{several} {said} {one}' if that is all there is in it"
        return self.report(
            "T412",
            f"'{one}' is {left.type} and '{several}' are {right.type}: one is never the same as several",
            _sign(node) or node.span,
            hint,
        )

    def _same_members(self, left: Expr, right: Expr) -> Expr:
        if left.type == CARDS and self.symbols.rules.deck.copies > 1:
            return Call(YESNO, False, "same_cards", (left, right))
        return Call(YESNO, False, "same_members", (left, right))

    def _misspelt_adjective(self, have: Type, name: str, scope: Scope) -> str | None:
        """The word such as `empty` that was probably meant after `is`, if no name is as near."""
        if name in self.symbols.all_names():
            return None
        words = [word for group in _groups(have) for word in ADJECTIVES.get(group, {})]
        meant = nearest(name, words)
        if meant is None or slips_between(name, meant) > 2:
            return None
        near = nearest(name, [*scope.names, *self.symbols.all_names(), *self.symbols.words])
        if near is not None and slips_between(name, near) < slips_between(name, meant):
            return None
        return meant

    def _adjective(self, left: Expr, right: syntax.Name, span: Span, scope: Scope) -> Expr | None:
        """`card is playable`, `hand is empty`, `Anna is out`; None if it is no such word.

        `span` is where the text of `left` stands.
        """
        name, have = right.name, left.type
        if name in self.symbols.melds or (name == "meld" and "cards" in _groups(have)):
            if "cards" not in _groups(have):
                return self.report("T411", f"{have} cannot be '{name}': cards are", span)
            if not self.symbols.melds:
                return self.report("T401", "this game says nothing under 'melds'", right.span)
            return self.is_meld(left, self.symbols.melds.get(name, -1))
        for group in _groups(have):
            maker = ADJECTIVES.get(group, {}).get(name)
            if maker is not None:
                owner = self.cards(left) if group == "cards" else left
                assert owner is not None
                return maker(owner)
        if any(name in words for words in ADJECTIVES.values()) and (
            name not in self.symbols.all_names()
        ):
            if name == "out" and have.is_list and have.item == PLAYER:
                each = Local(PLAYER, False, scope.variable("player"))
                out = ADJECTIVES["player"]["out"](each)
                return Loop(YESNO, False, "every", each, left, out, None)
            return self.report("T411", f"{have} cannot be '{name}'", span)
        found = self.property(left, name, right.span, scope)
        if found is not None and found.type == YESNO:
            return found
        card = self.coerce(left, CARD)
        if card is not None:
            for type_, names in ((SUIT, tuple(self.symbols.suits)), (COLOR, COLORS)):
                if name in names:
                    fact = Lookup(type_, True, type_.name, card)
                    return Op(YESNO, False, "=", (fact, Const(type_, False, names.index(name))))
        return None

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
        below = self._comparable(low, left, node, "between", (node.low, node.left))
        above = None
        if below is not None:
            above = self._comparable(left, high, node, "between", (node.left, node.high))
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
        """`your hand contains QS`: what is in a pile is asked of the card."""
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
        if not isinstance(last, _ATOMS) or self.expr(last, scope).type in (YESNO, UNKNOWN):
            return False
        values: list[syntax.Expr] = [last]
        for question in reversed(questions):
            while isinstance(question, syntax.Logic):
                question = question.right  # `a and x is 4 or 9`
            sign = _sign(question)
            if sign is None and isinstance(question, _ATOMS):
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


def _sides(node: syntax.Expr, told: Span, left: Type, right: Type) -> tuple[Note, ...]:
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


def _sign(node: syntax.Expr) -> Span | None:
    """Where the sign or word stands by which a text compares; None where it compares otherwise."""
    if not isinstance(node, syntax.Compare | syntax.Is):
        return None
    between = Span(node.span.file, node.left.span.end, node.right.span.start)
    found = re.search(r"!=|<=|>=|=|<|>|\bis\b|\bare\b", between.text)
    if found is None or node.left.span.file is not node.right.span.file:
        return None
    return Span(between.file, between.start + found.start(), between.start + found.end())


def _groups(have: Type) -> list[str]:
    """Under which names the words stand that can be said of a thing of this type after `is`."""
    groups = [have.name]
    if have == PILE or have.name in ("piles", "meld") or have.item == CARD:
        groups.append("cards")
    if have.is_list:
        groups.append("list")
    return groups
