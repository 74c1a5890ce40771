"""Expressions, checked: names found, types fitted, terms and value tables written out.

`ExpressionChecker.expr` turns a syntax tree into a typed `core.Expr`. It never stops at a mistake: it
reports it and goes on with something that fits everywhere.
"""

from __future__ import annotations

from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note, did_you_mean
from rulerun.grammar.source import Span
from rulerun.grammar.unparse import unparse

from . import ruleset as rules
from .builtins import ADJECTIVES, PROPERTIES
from .core import (
    Call,
    CardsIn,
    Choose,
    Const,
    Expr,
    Items,
    Local,
    Lookup,
    Loop,
    NoRow,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Site,
    Slot,
    walk,
)
from .scope import BAD, Findings, Scope
from .symbols import COLORS, Symbols
from .types import (
    CARD,
    CARDS,
    COLOR,
    HOLDER,
    MELDS,
    NOTHING,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAM,
    TEAMS,
    TEXT,
    UNKNOWN,
    WORD,
    YESNO,
    Type,
    list_of,
    pile_of,
    plural,
)

ZERO = Const(NUMBER, False, 0)
YES = Const(YESNO, False, True)
NO = Const(YESNO, False, False)
_COMPARED = ("number", "card", "rank")
_SINGLE = ("card", "player", "team", "rank", "suit")


def negate(expr: Expr) -> Expr:
    """`not` of a yes/no expression."""
    if isinstance(expr, Op):
        if expr.op == "not":
            return expr.operands[0]
        if expr.op in ("=", "!="):
            return replace(expr, op="!=" if expr.op == "=" else "=")
        if expr.op in ("<", "<=") and not any(o.maybe for o in expr.operands):
            left, right = expr.operands
            return replace(expr, op="<=" if expr.op == "<" else "<", operands=(right, left))
    return Op(YESNO, False, "not", (expr,))


class ExpressionChecker:
    """Checks the expressions of one ruleset. Findings are collected, never raised."""

    def __init__(self, symbols: Symbols, findings: Findings) -> None:
        self.symbols = symbols
        self.findings = findings
        self.report = findings.report
        self.used: set[str] = set()

    # ---------------------------------------------------------------- entry points

    def expr(self, node: syntax.Expr, scope: Scope) -> Expr:
        """The checked expression of a tree."""
        method = getattr(self, "_" + type(node).__name__.lower())
        result: Expr = method(node, scope)
        return result

    def typed(self, node: syntax.Expr, scope: Scope, want: Type) -> Expr:
        """The expression of a tree where a value of type `want` is needed."""
        if isinstance(node, syntax.Name) and want.name == "word":
            found = self._name(node, scope, words=want.words or None)
        else:
            found = self.expr(node, scope)
        return self.fit(found, want, node.span)

    def yesno(self, node: syntax.Expr, scope: Scope) -> Expr:
        """A condition."""
        return self.typed(node, scope, YESNO)

    # ---------------------------------------------------------------- types

    def fit(self, expr: Expr, want: Type, span: Span) -> Expr:
        """The expression as a value of type `want`; T411 where that cannot be (LANGUAGE 6.5)."""
        fitted = self.coerce(expr, want)
        if fitted is not None:
            return fitted
        hint = None
        if want == YESNO and expr.type.is_list:
            hint = "ask 'is empty' or 'is not empty'"
        return self.report(
            "T411", f"{want} is needed here, '{span.text}' is {expr.type}", span, hint
        )

    def coerce(self, expr: Expr, want: Type) -> Expr | None:
        """The expression as `want`, or None where no coercion leads there."""
        have = expr.type
        if have in (UNKNOWN, want) or want == UNKNOWN:
            return expr
        if have == NOTHING:
            if want.is_list:
                return Items(want, False, ())
            return None if want == YESNO else Const(want, True, None)
        if want == CARDS:
            return self.cards(expr)
        if want.is_list:
            if have.name == "meld" and want == MELDS:
                return Items(MELDS, False, (expr,))
            if have.is_list and want.item is not None and have.item is not None:
                same = have.item == want.item or UNKNOWN in (have.item, want.item)
                return replace(expr, type=want) if same else None
            if want.item == have and have.name in ("player", "team", "rank", "suit", "number"):
                return Items(want, False, (expr,))
            return None
        if want == NUMBER and have == HOLDER:
            return replace(expr, type=NUMBER)
        if want == HOLDER and have == PLAYER:
            return Slot(HOLDER, expr.maybe, "chips", expr)
        if want == TEAM and have == PLAYER and self.symbols.has_teams:
            return Lookup(TEAM, expr.maybe, "team", expr)
        if want == RANK and isinstance(expr, Const) and have == NUMBER:
            rank = self.symbols.ranks.get(str(expr.value))
            return None if rank is None else Const(RANK, False, rank)
        if want == CARD and (have == PILE or have.name in ("piles", "cards", "meld")):
            cards = self.cards(expr)
            return None if cards is None else Call(CARD, True, "only", (cards,))
        if have.is_list and have.item == want:
            return Call(want, True, "only", (expr,))
        return None

    def cards(self, expr: Expr) -> Expr | None:
        """A pile, family, meld, card or list of cards as a list of cards; None for other things."""
        have = expr.type
        if have in (UNKNOWN, CARDS):
            return expr
        if have.name == "meld":
            return replace(expr, type=CARDS)
        if have in (PILE, PILES_TYPE) or have.name == "piles":
            return CardsIn(CARDS, False, expr)
        if have == CARD:
            return (
                Call(CARDS, False, "as_list", (expr,))
                if expr.maybe
                else Items(CARDS, False, (expr,))
            )
        if have == NOTHING or (have.is_list and have.item == UNKNOWN):
            return Items(CARDS, False, ())
        if have.item == CARD:
            return replace(expr, type=CARDS)
        return None

    # ---------------------------------------------------------------- atoms

    def _number(self, node: syntax.Number, scope: Scope) -> Expr:
        return Const(NUMBER, False, node.value)

    def _yesno(self, node: syntax.YesNo, scope: Scope) -> Expr:
        return YES if node.value else NO

    def _rankname(self, node: syntax.RankName, scope: Scope) -> Expr:
        rank = self.symbols.ranks.get(node.label)
        if rank is None:
            return self.report("T401", f"the deck has no rank {node.label}", node.span)
        return Const(RANK, False, rank)

    def _cardname(self, node: syntax.CardName, scope: Scope) -> Expr:
        found = self.written_card(node)
        if found is None:
            return self.report("T401", f"the deck has no {node.span.text}", node.span)
        return found

    def written_card(self, node: syntax.CardName | syntax.Name) -> Expr | None:
        """A card as it is written, or None if the deck has none of that name.

        It is a constant with the card's label, which the emitter turns into the card's number (with
        `copies`, into each of them).
        """
        if isinstance(node, syntax.Name):
            if node.name not in self.symbols.jokers:
                return None
            label = node.name
        else:
            suit = "CDHS".index(node.suit)
            names = ("clubs", "diamonds", "hearts", "spades")
            if (
                node.rank not in self.symbols.ranks
                or names[suit] not in self.symbols.rules.deck.suits
            ):
                return None
            label = node.rank + node.suit
        return Call(CARD, True, "written_card", (Const(TEXT, False, label),))

    def _cards(self, node: syntax.Cards, scope: Scope) -> Expr:
        return Items(CARDS, False, tuple(self.expr(c, scope) for c in node.cards))

    def _person(self, node: syntax.Person, scope: Scope) -> Expr:
        if scope.persons is None:
            return self.report(
                "T401", f"'{node.name}' is a person: only examples name players", node.span
            )
        seat = scope.persons.get(node.name)
        if seat is None:
            return self.report(
                "T401",
                f"nobody called '{node.name}' sits at the table",
                node.span,
                did_you_mean(node.name, scope.persons),
            )
        return Const(PLAYER, False, seat)

    def _you(self, node: syntax.You, scope: Scope) -> Expr:
        if scope.you is None:
            return self.report("T402", "there is no 'you' here: it is nobody's turn", node.span)
        return scope.you

    def _nothing(self, node: syntax.Nothing, scope: Scope) -> Expr:
        return Const(NOTHING, True, None)

    def _listing(self, node: syntax.Listing, scope: Scope) -> Expr:
        items = [self.expr(i, scope) for i in node.items]
        types = [i.type for i in items if i.type not in (UNKNOWN, NOTHING)]
        first = RANK if RANK in types else types[0] if types else UNKNOWN
        if first == HOLDER:
            first = NUMBER
        fitted = [self.fit(i, first, n.span) for i, n in zip(items, node.items, strict=True)]
        return Items(list_of(first), False, tuple(fitted))

    def _numbers(self, node: syntax.Numbers, scope: Scope) -> Expr:
        low = self.typed(node.low, scope, NUMBER)
        high = self.typed(node.high, scope, NUMBER)
        return Call(list_of(NUMBER), False, "numbers", (low, high))

    def _name(self, node: syntax.Name, scope: Scope, words: tuple[str, ...] | None = None) -> Expr:
        name = node.name
        if name in scope.names:
            # A term's nouns have no other name: with 'points_in of suit' a card's is 'card's suit'.
            for tested in () if name in scope.parameters else scope.tested:
                if tested.noun != name and self.has_property(tested.subject.type, name):
                    return self.report(
                        "T404",
                        f"'{name}' is both a choice or noun here and the {name} of each "
                        f"{tested.noun} tested",
                        node.span,
                        f"give the choice a name of its own, such as 'wanted: {name}'",
                    )
            return scope.names[name]
        for tested in scope.tested:
            if tested.noun == name:
                return tested.subject
        for tested in scope.tested:
            found = self.property(tested.subject, name, node.span, scope)
            if found is not None:
                return found
        found = self._declared(name, node.span, scope)
        if found is not None:
            return found
        if name in self.symbols.words:
            if words is not None and name not in words:
                return self.report(
                    "T401",
                    f"'{name}' is not one of the words {_either(words)}",
                    node.span,
                    did_you_mean(name, words),
                )
            return Const(WORD, False, self.symbols.words[name])
        return self._unknown(name, node.span, scope, words)

    def _unknown(
        self, name: str, span: Span, scope: Scope, words: tuple[str, ...] | None = None
    ) -> Expr:
        known = [*scope.names, *(t.noun for t in scope.tested), *self.symbols.all_names()]
        for tested in scope.tested:
            known += self.property_names(tested.subject.type)
        known += [*(words or ()), *self.symbols.words, *self.symbols.suits, *ALONE]
        known += [f"{phase}_number" for phase in self.symbols.phases]
        hint = did_you_mean(name, known)
        if scope.inside:
            term, used = scope.inside[-1]
            return self.report(
                "T403",
                f"'{name}' is not known where '{term}' is used",
                span,
                hint,
                notes=(Note(f"'{term}' is used here", used),),
            )
        return self.report("T401", f"no pile, term or memory is called '{name}'", span, hint)

    def _declared(self, name: str, span: Span, scope: Scope) -> Expr | None:
        """What a name means that is no choice, noun or property; None for an unknown one."""
        symbols = self.symbols
        if name in symbols.options:
            self.used.add(name)
            kind = symbols.options[name].option.kind
            return OptionValue(symbols.kind_type(kind), False, name)
        if name in symbols.piles:
            pile = symbols.piles[name]
            if pile.per_player:
                return self.report("T402", f"whose {name}?", span, f"write 'your {name}'")
            if pile.family or pile.groups:
                return PilesAt(list_of(pile_of(name)), False, name)
            return PileAt(pile_of(name), False, name)
        if name in symbols.holders:
            if symbols.holders[name].chips.per:
                return self.report("T402", f"whose {name}?", span, f"write 'your {name}'")
            return Slot(HOLDER, False, f"chips {name}")
        if name in symbols.memories:
            self.used.add(name)
            memory = symbols.memories[name]
            if memory.remember.per:
                return self.report("T402", f"whose {name}?", span, f"write 'your {name}'")
            return self.memory(memory, None)
        if name in symbols.terms:
            term = symbols.terms[name]
            if term.parameters:
                return self._needs_subject(name, term.parameters, span)
            return self.term(term, (), span, scope)
        if name in symbols.tables:
            table = symbols.tables[name]
            if table.gives is None:
                return self.report(
                    "T401", f"'{name}' is a table that is consulted, it gives no value", span
                )
            if table.parameters:
                return self._needs_subject(name, table.parameters, span)
            return self.value_table(table, (), span, scope)
        if name in symbols.jokers:
            return self.written_card(syntax.Name(span=span, name=name))
        if name.endswith("_number") and name.removesuffix("_number") in symbols.phases:
            return Slot(NUMBER, False, f"count {name.removesuffix('_number')}")
        if name in symbols.suits:
            return Const(SUIT, False, symbols.suits[name])
        if name in COLORS:
            return Const(COLOR, False, COLORS.index(name))
        return self._alone(name, span)

    def _alone(self, name: str, span: Span) -> Expr | None:
        if name == "players":
            return self.players()
        if name == "everyone":
            return self.in_turn_order(Call(PLAYERS, False, "everyone", (), True))
        if name == "teams":
            return Call(TEAMS, False, "teams", (), True)
        if name == "suits":
            return self.members_of("suit")
        if name == "ranks":
            return self.members_of("rank")
        if name == "winners":
            return Call(PLAYERS, False, "winners", (), True, frozenset({"ended"}))
        if name == "game_over":
            return Call(YESNO, False, "game_over", (), True, frozenset({"ended"}))
        if name == "ended_by":
            return Call(WORD, True, "ended_by", (), True, frozenset({"ended"}))
        return None

    def _needs_subject(self, name: str, parameters: tuple[str, ...], span: Span) -> Expr:
        if len(parameters) == 2:
            return self.report(
                "T402",
                f"'{name}' compares two things: {parameters[0]} {name} {parameters[1]}",
                span,
            )
        return self.report(
            "T402", f"whose {name}?", span, f"write '{name} of {parameters[0]}' or the like"
        )

    def memory(self, memory: rules.Memory, owner: Expr | None) -> Expr:
        """What a memory holds, of a player or team where each has one."""
        kind = self.symbols.kind_type(memory.remember.kind)
        maybe = kind.name in ("card", "player", "rank", "suit", "team", "color")
        if owner is not None and owner.maybe:
            maybe = True
        return Slot(kind, maybe, f"memory {memory.name}", owner)

    # ---------------------------------------------------------------- lists of players and others

    def players(self) -> Expr:
        """The players still in, in turn order."""
        return self.in_turn_order(Slot(PLAYERS, False, "live"))

    def in_turn_order(self, players: Expr) -> Expr:
        """Players, clockwise from the left of the dealer where there is one."""
        dealer = self.symbols.memories.get("dealer")
        if dealer is None or dealer.remember.per or dealer.remember.kind.name != "player":
            return players
        seat = Slot(PLAYER, True, "memory dealer")
        return Call(PLAYERS, False, "turn_order", (players, seat))

    def members_of(self, noun: str) -> Expr:
        """All suits or ranks of the deck."""
        deck = self.symbols.rules.deck
        if noun == "suit":
            numbers = [self.symbols.suits[s] for s in SUIT_NAMES if s in deck.suits]
            return Items(list_of(SUIT), False, tuple(Const(SUIT, False, n) for n in numbers))
        return Items(
            list_of(RANK), False, tuple(Const(RANK, False, i) for i in range(len(deck.ranks)))
        )

    def source(
        self, noun: str, within: syntax.Expr | None, scope: Scope, span: Span
    ) -> tuple[Expr, Type, str]:
        """What a picking phrase ranges over: the list, the type of a member, the singular noun."""
        symbols = self.symbols
        singular = symbols.singular(noun)
        kind = symbols.noun_type(singular)
        if within is None:
            if kind == PLAYER:
                return self.players(), PLAYER, singular
            if kind == TEAM:
                if not symbols.has_teams:
                    return self.report("T401", "this game has no teams", span), TEAM, singular
                return Call(TEAMS, False, "teams", (), True), TEAM, singular
            if kind in (SUIT, RANK) and kind is not None:
                return self.members_of(singular.removeprefix("other_")), kind, singular
            if singular in symbols.piles and symbols.piles[singular].per_player:
                each = PilesAt(list_of(pile_of(singular)), False, singular)
                return each, pile_of(singular), singular
            if kind is not None:
                where = next(iter(symbols.piles), "P")
                bad = self.report(
                    "T401", f"{noun} of what?", span, f"say where: '{noun} in {where}'"
                )
                return bad, kind, singular
            known = [*symbols.nouns, *symbols.piles]
            bad = self.report(
                "T401", f"'{noun}' is no noun of the language", span, did_you_mean(noun, known)
            )
            return bad, UNKNOWN, singular
        inner = self.expr(within, scope)
        if inner.type == UNKNOWN:
            return BAD, kind or UNKNOWN, singular
        if kind == CARD:
            cards = self.cards(inner)
            if cards is None:
                bad = self.report(
                    "T412", f"'{within.span.text}' has no cards: it is {inner.type}", within.span
                )
                return bad, CARD, singular
            return cards, CARD, singular
        if kind is not None and kind.name == "pile" and inner.type.name == "pile":
            return Items(list_of(inner.type), False, (inner,)), inner.type, singular
        if inner.type == PILE:
            inner = CardsIn(CARDS, False, inner)
        if not inner.type.is_list or inner.type.item is None:
            bad = self.report(
                "T412",
                f"a list is needed after 'in', '{within.span.text}' is {inner.type}",
                within.span,
            )
            return bad, kind or UNKNOWN, singular
        item = inner.type.item
        if kind is not None and kind != item and UNKNOWN not in (kind, item):
            # A pile, a meld and a list of cards are all something with cards in it.
            if kind.name in ("pile", "meld") and (item == PILE or item.item == CARD):
                return inner, item, singular
            bad = self.report(
                "T412",
                f"'{within.span.text}' has no {noun}: its members are {plural(item)}",
                within.span,
            )
            return bad, kind, singular
        return inner, item, singular

    def loop_parts(
        self,
        noun: str,
        within: syntax.Expr | None,
        where: syntax.Expr | None,
        scope: Scope,
        span: Span,
    ) -> tuple[Expr, Local, Expr | None, Scope]:
        """Source, variable, condition and inner scope of a phrase over `noun`."""
        source, member, singular = self.source(noun, within, scope, span)
        variable = Local(member, False, scope.variable(singular))
        inner = scope.testing(singular, variable)
        condition = None if where is None else self.yesno(where, inner)
        if (
            within is not None
            and self.symbols.noun_type(noun) is None
            and member != UNKNOWN
            and (condition is None or not (condition is BAD or mentions(condition, variable)))
        ):
            self.report(
                "T401",
                f"'{noun}' is no noun of the language and not used after 'where'",
                span,
                did_you_mean(noun, self.symbols.nouns),
            )
        return source, variable, condition, inner

    # ---------------------------------------------------------------- properties, terms, tables

    def has_property(self, owner: Type, name: str) -> bool:
        """Whether things of that type have a property of that name."""
        return name in self.property_names(owner)

    def property_names(self, owner: Type) -> list[str]:
        """The properties of things of a type: built in, declared, terms and tables."""
        symbols = self.symbols
        names = list(PROPERTIES.get(owner.name, {}))
        if owner == PILE or owner.item == CARD:
            names += PROPERTIES["cards"]
        if owner == PLAYER:
            names += [p.name for p in symbols.piles.values() if p.per_player]
            names += [m.name for m in symbols.memories.values() if m.remember.per]
            names += [h.name for h in symbols.holders.values() if h.chips.per]
        if owner == TEAM:
            names += [m.name for m in symbols.memories.values() if m.remember.per == "team"]
        for thing in symbols.headed():
            if len(thing.parameters) == 1 and self.takes(thing.parameters[0], owner):
                names.append(thing.name)
        return names

    def takes(self, noun: str, owner: Type) -> bool:
        """Whether a term over `noun` can be asked of a thing of that type."""
        kind = self.symbols.noun_type(noun)
        if kind is None:
            return False
        if kind == owner:
            return kind.pile is None or owner.pile is None or kind.pile == owner.pile
        return kind == CARDS and (owner == PILE or owner.item == CARD)

    def property(self, owner: Expr, name: str, span: Span, scope: Scope) -> Expr | None:
        """`owner`'s `name`; None where things of its type have no such property."""
        have = owner.type
        if have == UNKNOWN:
            return BAD
        found = self._own_property(owner, name, span, scope)
        if found is not None:
            return found
        if have.is_list or have == PILE:
            member = CARD if have == PILE or have.item == CARD else have.item
            if member is not None and member != UNKNOWN and self.has_property(member, name):
                single = self.coerce(owner, member)
                if single is not None:
                    return self._own_property(single, name, span, scope)
        return None

    def _own_property(self, owner: Expr, name: str, span: Span, scope: Scope) -> Expr | None:
        symbols, have = self.symbols, owner.type
        if have == PLAYER:
            if name in symbols.piles and symbols.piles[name].per_player:
                pile = symbols.piles[name]
                if pile.family or pile.groups:
                    return PilesAt(list_of(pile_of(name)), owner.maybe, name, owner)
                return PileAt(pile_of(name), owner.maybe, name, owner)
            memory = symbols.memories.get(name)
            if memory is not None and memory.remember.per:
                self.used.add(name)
                if memory.remember.per == "team":
                    return self.memory(memory, Lookup(TEAM, owner.maybe, "team", owner))
                return self.memory(memory, owner)
            holder = symbols.holders.get(name)
            if holder is not None and holder.chips.per:
                return Slot(HOLDER, owner.maybe, f"chips {name}", owner)
            if name in ("partner", "team") and not symbols.has_teams:
                return self.report("T401", "this game has no teams", span)
        if have == TEAM:
            memory = symbols.memories.get(name)
            if memory is not None and memory.remember.per == "team":
                return self.memory(memory, owner)
        term = symbols.terms.get(name)
        if term is not None and len(term.parameters) == 1 and self.takes(term.parameters[0], have):
            return self.term(term, (owner,), span, scope)
        table = symbols.tables.get(name)
        if (
            table is not None
            and table.gives is not None
            and len(table.parameters) == 1
            and self.takes(table.parameters[0], have)
        ):
            return self.value_table(table, (owner,), span, scope)
        builtin = PROPERTIES.get(have.name, {}).get(name)
        if builtin is not None:
            return builtin[1](owner)
        if name in PROPERTIES["cards"] and (
            have == PILE or have.name == "piles" or have.item == CARD
        ):
            cards = self.cards(owner)
            assert cards is not None
            if name in ("melds", "deadwood") and not symbols.rules.melds:
                return self.report("T401", "this game says nothing under 'melds'", span)
            return PROPERTIES["cards"][name][1](cards)
        if have.is_list and name in PROPERTIES["list"]:
            return PROPERTIES["list"][name][1](owner)
        return None

    def _property(self, node: syntax.Property, scope: Scope) -> Expr:
        owner = self.expr(node.owner, scope)
        if owner.type == UNKNOWN:
            return BAD
        found = self.property(owner, node.name, node.name_span, scope)
        if found is None and owner.type == NUMBER:
            # `held of 5`: a written number stands for the rank of that label.
            rank = self.coerce(owner, RANK)
            found = rank and self.property(rank, node.name, node.name_span, scope)
        if found is not None:
            return found
        term = self.symbols.terms.get(node.name) or self.symbols.tables.get(node.name)
        if term is not None and term.parameters:
            return self.report(
                "T411",
                f"'{node.name}' is said of {_a(term.parameters[0])}, "
                f"'{node.owner.span.text}' is {owner.type}",
                node.name_span,
            )
        names = self.property_names(owner.type)
        if owner.type == PILE or owner.type.item == CARD:
            names += self.property_names(CARD)
        hint = did_you_mean(node.name, names)
        return self.report("T401", f"{owner.type} has no '{node.name}'", node.name_span, hint)

    def term(self, term: rules.Term, arguments: tuple[Expr, ...], span: Span, scope: Scope) -> Expr:
        """A term, written out at a place of use (LANGUAGE 6.4)."""
        inner = self._enter(term.name, term.parameters, arguments, span, scope)
        return BAD if inner is None else self.expr(term.expr, inner)

    def _enter(
        self,
        name: str,
        parameters: tuple[str, ...],
        arguments: tuple[Expr, ...],
        span: Span,
        scope: Scope,
    ) -> Scope | None:
        self.used.add(name)
        if any(used == name for used, _ in scope.inside):
            self.report("T404", f"'{name}' uses itself", span)
            return None
        return replace(
            scope,
            names={**scope.names, **dict(zip(parameters, arguments, strict=True))},
            parameters=frozenset(parameters),
            tested=(),
            inside=(*scope.inside, (name, span)),
            random_allowed=False,
        )

    def value_table(
        self, table: rules.Table, arguments: tuple[Expr, ...], span: Span, scope: Scope
    ) -> Expr:
        """A value table, its rows one in the other (LANGUAGE part 7)."""
        inner = self._enter(table.name, table.parameters, arguments, span, scope)
        if inner is None or table.gives is None:
            return BAD
        gives = self.symbols.kind_type(table.gives)
        conditions: list[Expr] = []
        values: list[Expr] = []
        fallback: Expr = NoRow(gives, False, Site(table.span, table.name))
        for row in table.rows:
            outcome = row.row.outcome
            if outcome is None:
                value: Expr = Const(WORD, False, self.symbols.word(row.name))
            else:
                value = self.typed(outcome, inner, gives)  # type: ignore[arg-type]
            if row.row.kind == "otherwise":
                fallback = value
            else:
                condition = row.row.condition
                conditions.append(YES if condition is None else self.yesno(condition, inner))
                values.append(value)
        if table.hit == "sum":
            total: Expr = ZERO
            for condition_, value in zip(conditions, values, strict=True):
                part = Choose(NUMBER, value.maybe, condition_, value, ZERO)
                total = (
                    part
                    if total is ZERO
                    else Op(NUMBER, part.maybe or total.maybe, "+", (total, part))
                )
            return total
        result = fallback
        for i in range(len(conditions) - 1, -1, -1):
            value = values[i]
            if table.hit == "unique" and i + 1 < len(conditions):
                several = any_of(conditions[i + 1 :])
                value = Choose(
                    gives,
                    value.maybe,
                    several,
                    NoRow(gives, False, Site(table.span, table.name), several=True),
                    value,
                )
            result = Choose(gives, value.maybe or result.maybe, conditions[i], value, result)
        return result

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
            return Call(MELDS, False, "melds_against", (cards, other))
        other = self.expr(node.against, scope)
        if other.type == PILE:
            other = Items(list_of(other.type), False, (other,))
        if other.type.name not in ("piles", "melds", "unknown"):
            return self.report(
                "T411",
                f"melds on the table are needed after 'against', "
                f"'{node.against.span.text}' is {other.type}",
                node.against.span,
            )
        if other.type.name == "piles":
            other = Call(MELDS, False, "melds_lying_in", (other,), True, frozenset({"piles"}))
        return Call(CARDS, False, "deadwood_against", (cards, other))

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
        if node.op == "+" and (left.type.is_list or left.type in (PILE, CARD)):
            return self._join("join", left, right, node)
        left = self.fit(left, NUMBER, node.left.span)
        right = self.fit(right, NUMBER, node.right.span)
        if BAD in (left, right):
            return BAD
        site = Site(node.span, "division") if node.op in ("/", "mod") else None
        return Op(NUMBER, left.maybe or right.maybe, node.op, (left, right), site)

    def _join(self, op: str, left: Expr, right: Expr, node: syntax.Arith) -> Expr:
        assert op in ("join", "without")
        if left.type.is_list and left.type.item != CARD and left.type.name != "piles":
            kind = left.type
        else:
            kind = CARDS
        left = self.fit(left, kind, node.left.span)
        right = self.fit(right, kind, node.right.span)
        if BAD in (left, right):
            return BAD
        if op == "without" and self.symbols.rules.deck.copies > 1 and kind == CARDS:
            return Call(kind, False, "without_cards", (left, right))
        return Op(kind, False, "join" if op == "join" else "without", (left, right))

    # ---------------------------------------------------------------- comparisons

    def _asked_of_each(self, node: syntax.Expr, left: syntax.Expr, scope: Scope) -> Expr | None:
        """`every hand is empty`, `at least 2 cards in hand are red`: the comparison of each."""
        if isinstance(left, syntax.Pick):
            if left.word not in ("any", "every", "no") or left.where is not None:
                return None
        elif not isinstance(left, syntax.Count) or left.where is not None:
            return None
        source, variable, _, inner = (
            self.loop_parts(left.noun, left.within, None, scope, left.noun_span)
            if self.symbols.noun_type(left.noun) is not None or left.within is None
            else (self._unnamed_loop(left, scope))
        )
        name = syntax.Name(span=left.span, name=self.symbols.singular(left.noun))
        condition = self.expr(replace(node, left=name), inner)  # type: ignore[arg-type]
        if isinstance(left, syntax.Count):
            counted = Loop(NUMBER, False, "count", variable, source, condition, None)
            return self._counted(left, counted, scope)
        how = left.word
        assert how in ("any", "every", "no")
        return Loop(YESNO, False, how, variable, source, condition, None)

    def _unnamed_loop(
        self, left: syntax.Pick | syntax.Count, scope: Scope
    ) -> tuple[Expr, Local, Expr | None, Scope]:
        source, member, singular = self.source(left.noun, left.within, scope, left.noun_span)
        variable = Local(member, False, scope.variable(singular))
        return source, variable, None, scope.testing(singular, variable)

    def _compare(self, node: syntax.Compare, scope: Scope) -> Expr:
        each = self._asked_of_each(node, node.left, scope)
        if each is not None:
            return each
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
            return BAD
        pair = self._comparable(left, right, node, node.op)
        if pair is None:
            return BAD
        return ordered(node.op, *pair)

    def _comparable(
        self, left: Expr, right: Expr, node: syntax.Expr, op: str
    ) -> tuple[Expr, Expr] | None:
        """Both as numbers, or both as ranks; None after a report."""

        def plain(expr: Expr) -> Expr:
            if expr.type == HOLDER:
                return replace(expr, type=NUMBER)
            if expr.type == PILE or expr.type.item == CARD:
                return self.coerce(expr, CARD) or expr
            return expr

        left, right = plain(left), plain(right)
        for one, other, swap in ((left, right, False), (right, left, True)):
            if one.type == RANK and other.type == NUMBER:
                rank = self.coerce(other, RANK)
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
        hint = None
        if {left.type, right.type} == {CARD, RANK}:
            hint = "write 'rank of' before the card"
        elif left.type == right.type and op in ("=", "!="):
            hint = f"write '{'is' if op == '=' else 'is not'}'"
        self.report(
            "T412",
            f"'{op}' compares two numbers, two cards or two ranks, not "
            f"{left.type} and {right.type}",
            node.span,
            hint,
        )
        return None

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
            adjective = self._adjective(left, right_node, scope)
            if adjective is not None:
                return adjective
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
            pair = self._comparable(left, right, node, "=")
            return BAD if pair is None else Op(YESNO, False, "=", pair)
        if left.type == PILE and right.type == PILE:
            return Op(YESNO, False, "=", (left, right))
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
        hint = None
        if {left.type, right.type} == {CARD, RANK}:
            hint = "write 'rank of' before the card"
        elif left.type in (NUMBER, HOLDER) and right.type in (NUMBER, HOLDER):
            hint = "numbers are compared with '='"
        elif right.type == SUIT and left.type in (CARD, PILE):
            hint = "write 'suit of' before the card"
        return self.report(
            "T412", f"'is' cannot compare {left.type} and {right.type}", node.span, hint
        )

    def _same_members(self, left: Expr, right: Expr) -> Expr:
        if left.type == CARDS and self.symbols.rules.deck.copies > 1:
            return Call(YESNO, False, "same_cards", (left, right))
        return Call(YESNO, False, "same_members", (left, right))

    def _adjective(self, left: Expr, right: syntax.Name, scope: Scope) -> Expr | None:
        """`card is playable`, `hand is empty`, `Anna is out`; None if it is no such word."""
        name, have = right.name, left.type
        groups = [have.name]
        if have == PILE or have.name in ("piles", "meld") or have.item == CARD:
            groups.append("cards")
        if have.is_list:
            groups.append("list")
        for group in groups:
            maker = ADJECTIVES.get(group, {}).get(name)
            if maker is not None:
                owner = self.cards(left) if group == "cards" else left
                assert owner is not None
                return maker(owner)
        if any(name in words for words in ADJECTIVES.values()) and (
            name not in self.symbols.all_names()
        ):
            if name == "out" and have.is_list and have.item == PLAYER:
                return ADJECTIVES["player"]["out"](Call(PLAYER, True, "only", (left,)))
            return self.report("T411", f"{have} cannot be '{name}'", right.span)
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
        below = self._comparable(low, left, node, "<")
        above = None if below is None else self._comparable(left, high, node, "<")
        if below is None or above is None:
            return BAD
        found = all_of([ordered("<", *below), ordered("<", *above)])
        return negate(found) if node.negated else found

    def _relation(self, node: syntax.Relation, scope: Scope) -> Expr:
        each = self._asked_of_each(node, node.left, scope)
        if each is not None:
            return each
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
        term = self.symbols.terms.get(node.name) or self.symbols.tables.get(node.name)
        if term is None or len(term.parameters) != 2:
            relations = [
                "matches",
                "fits",
                *(t.name for t in self.symbols.headed() if len(t.parameters) == 2),
            ]
            return self.report(
                "T401",
                f"'{node.name}' is no relation between two things",
                node.name_span,
                did_you_mean(node.name, relations),
            )
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
        left, right = self.yesno(node.left, scope), self.yesno(node.right, scope)
        return all_of([left, right]) if node.op == "and" else any_of([left, right])

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
            return thing
        if thing.type == HOLDER:
            return replace(thing, type=NUMBER)
        single = self.coerce(thing, CARD)
        if single is not None:
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
        by = self.expr(node.by, scope.testing(singular, variable))
        if by.type == UNKNOWN:
            return BAD
        value = self._height(by, node.by.span)
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
            return Call(NUMBER, False, "deadwood_value", inner.arguments)
        return Loop(NUMBER, False, how, variable, inner, where, value)  # type: ignore[arg-type]


SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
PILES_TYPE = Type("piles", PILE)
ALONE = (
    "players",
    "everyone",
    "teams",
    "suits",
    "ranks",
    "winners",
    "game_over",
    "ended_by",
    "you",
)
NOUN_OF = {"card": "card", "player": "player", "team": "team", "pile": "pile", "meld": "meld",
           "rank": "rank", "suit": "suit", "cards": "cards"}  # fmt: skip


def ordered(op: str, left: Expr, right: Expr) -> Expr:
    """A comparison, written with `<`, `<=`, `=` or `!=` only."""
    if op in (">", ">="):
        op, left, right = ("<" if op == ">" else "<="), right, left
    return Op(YESNO, False, op, (left, right))  # type: ignore[arg-type]


def all_of(conditions: list[Expr]) -> Expr:
    """`and` of conditions."""
    parts = [
        p for c in conditions for p in (c.operands if isinstance(c, Op) and c.op == "and" else (c,))
    ]
    return parts[0] if len(parts) == 1 else Op(YESNO, False, "and", tuple(parts))


def any_of(conditions: list[Expr]) -> Expr:
    """`or` of conditions; no for none."""
    if not conditions:
        return NO
    parts = [
        p for c in conditions for p in (c.operands if isinstance(c, Op) and c.op == "or" else (c,))
    ]
    return parts[0] if len(parts) == 1 else Op(YESNO, False, "or", tuple(parts))


def mentions(expr: Expr, variable: Local) -> bool:
    """Whether an expression reads a variable."""
    return any(e == variable for e in walk(expr))


def unordered(source: Expr) -> Expr:
    """The same members where their order does not matter: no need to go round from the dealer."""
    if isinstance(source, Call) and source.function == "turn_order":
        return source.arguments[0]
    return source


def is_written_card(expr: Expr) -> bool:
    """Whether it is a card written by its name, which stands for each of its copies."""
    return isinstance(expr, Call) and expr.function == "written_card"


def same_card(card: Expr, written: Expr) -> Expr:
    """Whether a card is (one of the copies of) a written card."""
    assert isinstance(written, Call)
    return Call(YESNO, False, "is_card", (card, *written.arguments))


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


def _either(words: tuple[str, ...]) -> str:
    return " or ".join(f"'{w}'" for w in words)


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
