"""What is said of things with `is`: another thing, or a word such as `empty` (LANGUAGE 6.1)."""

from __future__ import annotations

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Sought, nearest, slips_between
from rulerun.grammar.source import Span

from .builtins import ADJECTIVES
from .combining import ZERO, is_written_card, negate, same_card
from .comparing import ATOMS, Comparing, other_sides, sign_in
from .core import Call, CardsIn, Const, Expr, Local, Lookup, Loop, Op
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
    RANK,
    SUIT,
    UNKNOWN,
    YESNO,
    Type,
)

_SINGLE = ("card", "player", "team", "rank", "suit")


class Being(Comparing):
    """Checks what things are said to be."""

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
        hint = self._instead(node, left.type, right.type, (left, right))
        where = node.span if hint else self._odd_side(node, left.type, right.type)
        if left.type in (NUMBER, HOLDER) and right.type in (NUMBER, HOLDER):
            hint, where = "numbers are compared with '='", sign_in(node) or node.span
        elif right.type == SUIT and left.type in (CARD, PILE):
            hint = "write 'suit of' before the card"
        return self.report(
            "T412",
            f"'is' cannot compare {left.type} and {right.type}",
            where,
            hint,
            notes=other_sides(node, where, left.type, right.type),
        )

    def _is_one_of(self, left: Expr, right: Expr, node: syntax.Is) -> Expr:
        """`you is fighters`: one thing is no list, but may be in one."""
        said = "is not" if node.negated else "is"
        one, several = node.left.span.text, node.right.span.text
        hint = f"write '{one} {said} in {several}'"
        if isinstance(node.right, ATOMS) and not self.is_asked_of_each(node):
            hint += f", or '{several} {said} {one}' if that is all there is in it"
        return self.report(
            "T412",
            f"'{one}' is {left.type} and '{several}' are {right.type}: one is never the same as several",
            sign_in(node) or node.span,
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


def _groups(have: Type) -> list[str]:
    """Under which names the words stand that can be said of a thing of this type after `is`."""
    groups = [have.name]
    if have == PILE or have.name in ("piles", "meld") or have.item == CARD:
        groups.append("cards")
    if have.is_list:
        groups.append("list")
    return groups
