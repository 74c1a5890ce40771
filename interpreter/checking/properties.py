"""What is said of things: what they have by themselves and by declaration, terms and tables written out."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.card_words import rank_of_word
from rulerun.grammar.diagnostics import Note, Sought, did_you_mean
from rulerun.grammar.source import Span

from ..declarations import ruleset as rules
from .builtins import PROPERTIES
from .combining import (
    YES,
    ZERO,
    any_of,
)
from .core import (
    Call,
    Choose,
    Const,
    Expr,
    Lookup,
    NoRow,
    Op,
    PileAt,
    PilesAt,
    Site,
    Slot,
)
from .fitting import Fitting, are_written_several, deciding
from .marks import marked
from .nesting import DEEPEST_NAMES, first_too_large
from .scope import BAD, Findings, Scope
from .symbols import Symbols
from .types import (
    CARD,
    CARDS,
    HOLDER,
    NUMBER,
    PILE,
    PLAYER,
    RANK,
    TEAM,
    UNKNOWN,
    WORD,
    YESNO,
    Type,
    list_of,
    pile_of,
)

_PHRASES = {"up": "to"}
_RECKONED = {
    "sum": "total", "max": "largest", "maximum": "largest", "min": "smallest", "minimum": "smallest",
}  # fmt: skip
"""What is reckoned out of several things, in other languages and here."""
_OF = ("top", "bottom", "first", "last", "number", "total", "smaller", "larger")
"""Words before `of` that are no properties."""
"""Phrases that begin with a word that could be a name."""

_MOST_WRITTEN_OUT = 5_000
"""How many terms and rows one term or table may be made of: each use is written out where it stands,
and terms that use others twice double with every level."""
_MOST_IN_ALL = 10_000
"""How many terms and rows may be written out in a whole game. The games that come with rulerun have four
hundred at most."""


class Properties(Fitting, ABC):
    """Finds what is said of a card, a pile, a player, a team; writes out terms and value tables."""

    written_out = 0
    too_large: frozenset[str] = frozenset()
    """The terms and tables of which it is told that they are made of too much."""
    not_yet_settled: tuple[str, ...] = ()
    """What nobody knows yet where something is asked that it is made of."""

    def __init__(self, symbols: Symbols, findings: Findings) -> None:
        super().__init__(symbols, findings)
        #: How much was written out when the outermost term began.
        self._begun = 0
        self._parts_of: Counter[str] = Counter()

    @abstractmethod
    def _name(self, node: syntax.Name, scope: Scope, words: tuple[str, ...] | None = None) -> Expr:
        """What a name means; `words` are those that may stand there."""

    def typed(
        self, node: syntax.Expr, scope: Scope, want: Type, notes: tuple[Note, ...] = ()
    ) -> Expr:
        """The expression of a tree where a value of type `want` is needed; `notes` say why."""
        if isinstance(node, syntax.Name) and want.name == "word":
            found = self._name(node, scope, words=want.words or None)
        else:
            found = self.expr(node, scope)
        return self.fit(found, want, node.span, deciding(node), notes)

    def yesno(self, node: syntax.Expr, scope: Scope) -> Expr:
        """A condition."""
        return self.typed(node, scope, YESNO)

    def unsettled(self, name: str, span: Span) -> Expr:
        """Reports that who has won, or what the game was worth, is asked where it is settled."""
        return self.report(
            "T414", f"'{name}' cannot be asked here: it is not settled before this", span
        )

    def memory(self, memory: rules.Memory, owner: Expr | None) -> Expr:
        """What a memory holds, of a player or team where each has one."""
        kind = self.symbols.kind_type(memory.remember.kind)
        maybe = kind.name in ("card", "player", "rank", "suit", "team", "color")
        if owner is not None and owner.maybe:
            maybe = True
        return Slot(kind, maybe, f"memory {memory.name}", owner)

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
            names += [p.name for p in symbols.piles.values() if p.per]
            in_teams = ("player", "team")
            names += [m.name for m in symbols.memories.values() if m.remember.per in in_teams]
            names += [h.name for h in symbols.holders.values() if h.chips.per in in_teams]
            names += symbols.contributions
        if owner == TEAM:
            names += [p.name for p in symbols.piles.values() if p.per == "team"]
        if owner.name in ("team", "suit", "rank", "pile"):
            names += [
                m.name for m in symbols.memories.values() if self._owns(owner, m.remember.per)
            ]
            names += [h.name for h in symbols.holders.values() if self._owns(owner, h.chips.per)]
        for thing in symbols.headed():
            if len(thing.parameters) == 1 and self.takes(thing.parameters[0], owner):
                names.append(thing.name)
        return names

    def _owns(self, owner: Type, per: str | None) -> bool:
        """Whether things of that type have one each of what is `per` such a noun."""
        having = None if per is None else self.symbols.owner_type(per)
        return having == owner and having.pile == owner.pile

    def takes(self, noun: str, owner: Type) -> bool:
        """Whether a term over `noun` can be asked of a thing of that type."""
        kind = self.symbols.noun_type(noun)
        if kind is None:
            return False
        if kind == owner:
            return kind.pile is None or owner.pile is None or kind.pile == owner.pile
        return kind == CARDS and (owner == PILE or owner.item == CARD)

    def property(
        self,
        owner: Expr,
        name: str,
        span: Span,
        scope: Scope,
        of: str = "...",
        at: Span | None = None,
    ) -> Expr | None:
        """`owner`'s `name`; None where things of its type have no such property. `of` is how the owner
        is written, `at` where."""
        have = owner.type
        if have == UNKNOWN:
            return BAD
        found = self._own_property(owner, name, span, scope)
        if found is not None:
            return found
        if have.is_list or have == PILE:
            member = CARD if have == PILE or have.item == CARD else have.item
            if member is not None and member.name == "pile" and not self.has_property(member, name):
                member = CARD  # a family: the cards of all its piles
            if member is not None and member != UNKNOWN and self.has_property(member, name):
                single = self.coerce(owner, member)
                if single is not None:
                    return self._of_the_only(owner, single, name, span, scope, of, at)
        return None

    def _of_the_only(
        self,
        owner: Expr,
        single: Expr,
        name: str,
        span: Span,
        scope: Scope,
        of: str,
        at: Span | None,
    ) -> Expr | None:
        """What is said of the one member of a list; reported where several are meant."""
        found = self._own_property(single, name, span, scope)
        if found is None or found is BAD:
            return found
        of = " ".join(of.split()).removeprefix("(").removesuffix(")")
        member = str(single.type).removeprefix("a ")
        one = f"{'top' if owner.type == PILE else 'first'} of {of}"
        if owner.type.name == "piles":
            one = f"first card in ({of})"
        picked = re.match(rf"all {member}s\b", of)
        if picked is not None:
            one = f"first {member}{of[picked.end() :]}"
        advice = f"say of which: '{name} of {one}'"
        if found.type in (NUMBER, HOLDER):
            advice = f"add them up: '(total {name} of {of})', or {advice}"
        said = f"'{name}' is said of one {member}"
        if are_written_several(owner, of):
            notes = () if at is None else (Note(f"this is {owner.type}", at, equal=True),)
            message = f"{said}, and here are several"
            return self.report("T411", message, span, advice, notes=notes)
        noted = self.the_only(single, owner, span, f"{said}, and here may be several", advice)
        return found if noted is single else self._own_property(noted, name, span, scope)

    def _own_property(self, owner: Expr, name: str, span: Span, scope: Scope) -> Expr | None:
        symbols, have = self.symbols, owner.type
        found = self._belonging(owner, name)
        if found is not None:
            return found
        if have == PLAYER:
            if name in symbols.contributions:
                return Slot(NUMBER, owner.maybe, f"paid {symbols.contributions[name]}", owner)
            if name in ("partner", "team") and not symbols.has_teams:
                return self.report("T401", "this game has no teams", span)
            if name == "payoff" and symbols.rules.payoff is None:
                return self.report("T401", "this game says nothing under 'payoff'", span)
            if name in self.not_yet_settled:
                return self.unsettled(name, span)
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
            return _placed(builtin[1](owner), span)
        if name in PROPERTIES["cards"] and (
            have == PILE or have.name == "piles" or have.item == CARD
        ):
            cards = self.cards(owner)
            assert cards is not None
            if name in ("melds", "deadwood") and not symbols.rules.melds:
                return self.report("T401", "this game says nothing under 'melds'", span)
            return _placed(PROPERTIES["cards"][name][1](cards), span)
        if have.is_list and name in PROPERTIES["list"]:
            return PROPERTIES["list"][name][1](owner)
        return None

    def _belonging(self, owner: Expr, name: str) -> Expr | None:
        """A pile, a memory or chips that a player, a team, a suit, a rank or a pile has; of a player also
        what their team has."""
        symbols = self.symbols
        pile, memory = symbols.piles.get(name), symbols.memories.get(name)
        holder = symbols.holders.get(name)
        per: str | None
        if pile is not None:
            per = pile.per
        elif memory is not None:
            per = memory.remember.per
        else:
            per = None if holder is None else holder.chips.per
        if per is None:
            return None
        if per != "team" and symbols.owner_type(per) is None:
            return BAD  # told where it is declared
        if not (self._owns(owner.type, per) or (per == "team" and owner.type == PLAYER)):
            return None
        if per == "team" and owner.type == PLAYER:
            if not symbols.has_teams:
                return BAD  # told where it is declared
            owner = Lookup(TEAM, owner.maybe, "team", owner)
        if pile is not None:
            if pile.family or pile.groups:
                return PilesAt(list_of(pile_of(name)), owner.maybe, name, owner)
            return PileAt(pile_of(name), owner.maybe, name, owner)
        if memory is not None:
            self.used.add(name)
            return self.memory(memory, owner)
        return Slot(HOLDER, owner.maybe, f"chips {name}", owner)

    def _property(self, node: syntax.Property, scope: Scope) -> Expr:
        owner = self.expr(node.owner, scope)
        if owner.type == UNKNOWN:
            return BAD
        if node.name == "position":
            owner = self.compared(owner, node.owner.span)
        written = node.owner.span
        found = self.property(owner, node.name, node.name_span, scope, written.text, written)
        if found is None and owner.type == NUMBER:
            # `held of 5`: a written number stands for the rank of that label.
            rank = self.coerce(owner, RANK)
            found = rank and self.property(rank, node.name, node.name_span, scope)
        if found is not None:
            return found
        term = self.symbols.terms.get(node.name) or self.symbols.tables.get(node.name)
        if term is not None and term.parameters:
            message = (
                f"'{node.name}' is said of {_a(term.parameters[0])}, "
                f"'{node.owner.span.text}' is {owner.type}"
            )
            if isinstance(node.owner, syntax.Number | syntax.CardName | syntax.Nothing):
                # No name, so that it is hardly the term that is another one.
                return self.report("T411", message, node.owner.span)
            note = Note(f"this is {owner.type}", node.owner.span, equal=True)
            return self.report("T411", message, node.name_span, notes=(note,))
        phrase = self._phrase_of(node)
        if phrase is not None:
            return phrase
        names = self.property_names(owner.type)
        if owner.type == PILE or owner.type.item == CARD:
            names += self.property_names(CARD)
        if owner.type.is_list:
            names += ("size",)
        is_right = self._is_said_of_others(node.name) or node.name in self.symbols.all_names()
        hint = did_you_mean(node.name, names)
        if node.form == "of" and node.name in _RECKONED and owner.type != UNKNOWN:
            word, of = _RECKONED[node.name], node.owner.span.text
            hint = f"write '{word} {of}'" if " of " in of else f"write '{word} P of {of}'"
        if hint is None and not is_right:
            declared = [*self.symbols.all_names(), *(t.name for t in self.symbols.headed())]
            hint = did_you_mean(node.name, (*_OF, *declared))
        if node.form == "of" and (is_right or hint is None):
            hint = tighter(f"{node.name} of", node.owner) or hint
        is_near = hint is None or hint.startswith("did you mean")
        if is_near and owner.type == PLAYER and self.is_of_all(node.name):
            return self.of_each(node.name, node.name_span)
        is_sure = isinstance(node.owner, syntax.Person | syntax.You)
        if hint is None and not is_sure and self._is_said_of_others(node.name):
            # The word is right: what it is said of is not.
            said = f"'{node.owner.span.text}' is {owner.type}, which has no '{node.name}'"
            note = Note(f"{owner.type} has no '{node.name}'", node.name_span, equal=True)
            is_itself = owner.type.name == node.name  # `rank of asked`, where a rank is asked
            hint = f"write '{node.owner.span.text}' alone" if is_itself else None
            return self.report("T401", said, node.owner.span, hint, notes=(note,))
        message = f"{owner.type} has no '{node.name}'"
        notes: tuple[Note, ...] = ()
        if is_sure and node.name in PROPERTIES["cards"]:
            notes = (Note(f"this is {owner.type}", node.owner.span, equal=True),)
            hint = self._of_ones_cards(node.name, node.owner) or hint
        suit = node.owner.span.text
        named = rank_of_word(node.name) if suit in self.symbols.suits else None
        if named is not None:  # `queen of spades`
            hint = f"a card is written rank, then suit: '{named}{suit[0].upper()}'"
        sought = Sought(node.name)
        return self.report("T401", message, node.name_span, hint, notes=notes, sought=sought)

    def _of_ones_cards(self, name: str, owner: syntax.Expr) -> str | None:
        """`size of Anna`: of which cards of hers it is probably asked."""
        pile = next((p.name for p in self.symbols.piles.values() if p.per == "player"), None)
        whose = "your" if isinstance(owner, syntax.You) else f"{owner.span.text}'s"
        return pile and f"write '{name} of {whose} {pile}'"

    def _phrase_of(self, node: syntax.Property) -> Expr | None:
        """The report on `up of 3`, which is no property but a phrase that goes on wrongly."""
        second = _PHRASES.get(node.name)
        if second is None or node.form != "of":
            return None
        text = node.name_span.file.text
        found = re.compile(r"\s+(\w+)").match(text, node.name_span.end)
        if found is None:
            return None
        span = Span(node.name_span.file, found.start(1), found.end(1))
        message = f"found '{found[1]}' where '{second}' may stand after '{node.name}'"
        return self.report("T401", message, span, f"did you mean '{second}'?")

    def is_of_all(self, name: str) -> bool:
        """Whether there is a pile, memory or chip holder of that name, but not for each player."""
        symbols = self.symbols
        memory, holder = symbols.memories.get(name), symbols.holders.get(name)
        return (
            (name in symbols.piles and not symbols.piles[name].per)
            or (memory is not None and not memory.remember.per)
            or (holder is not None and not holder.chips.per)
        )

    def of_each(self, name: str, span: Span) -> Expr:
        """Report that something of which there is one is spoken of as if each player had it."""
        symbols = self.symbols
        if name in symbols.piles:
            key = symbols.piles[name].span
        elif name in symbols.memories:
            key = symbols.memories[name].span
        else:
            key = symbols.holders[name].span
        return self.report(
            "T401",
            f"there is one '{name}' for all, not one for each player",
            span,
            f"write '{name}' alone, or declare it 'per player'",
            notes=(Note("declared here", key),),
            sought=Sought(name, "per player"),
        )

    def _is_said_of_others(self, name: str) -> bool:
        """Whether something else than what is asked has a property of that name."""
        symbols = self.symbols
        memory, holder = symbols.memories.get(name), symbols.holders.get(name)
        return (
            any(name in properties for properties in PROPERTIES.values())
            or (name in symbols.piles and symbols.piles[name].per is not None)
            or (memory is not None and memory.remember.per is not None)
            or (holder is not None and bool(holder.chips.per))
            or name in symbols.contributions
        )

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
        parts: int = 1,
    ) -> Scope | None:
        """The scope inside a term or table of so many parts; None after a report."""
        self.used.add(name)
        if any(used == name for used, _ in scope.inside):
            self.report("T404", f"'{name}' uses itself", span)
            return None
        if not self._write_out((*(used for used, _ in scope.inside), name), parts):
            return None
        if len(scope.inside) == DEEPEST_NAMES:
            self.too_deep(scope.inside[0][1])
            self.too_large |= {scope.inside[0][0]}
            return None
        return replace(
            scope,
            names={**scope.names, **dict(zip(parameters, arguments, strict=True))},
            parameters=frozenset(parameters),
            tested=(),
            inside=(*scope.inside, (name, span)),
            random_allowed=False,
        )

    def _write_out(self, names: tuple[str, ...], parts: int) -> bool:
        """Count the parts of a term or table, the last of those within one another, as written out.

        False where there are too many: told once, at the smallest of them that has too many, or, if
        there are too many in all, at the one that has most.
        """
        if not self.too_large.isdisjoint(names):
            return False
        outermost = names[0]
        if len(names) == 1:
            self._begun = self.written_out
        self.written_out += parts
        self._parts_of[outermost] += parts
        if self.written_out - self._begun > _MOST_WRITTEN_OUT:
            name = first_too_large(self.symbols.headed(), outermost, _MOST_WRITTEN_OUT)
            self._is_too_large(
                name,
                f"'{name}' would have more than {_MOST_WRITTEN_OUT} parts, each term and table in it",
            )
            self.too_large |= {outermost}
            return False
        if self.written_out > _MOST_IN_ALL:
            ((name, _),) = self._parts_of.most_common(1)
            many = f"this game would have more than {_MOST_IN_ALL} parts, most of them for '{name}'"
            self._is_too_large(name, f"{many}, each term and table")
            self.too_large |= self._parts_of.keys() | {
                thing.name for thing in self.symbols.headed()
            }
            return False
        return True

    def _is_too_large(self, name: str, said: str) -> None:
        self.too_large |= {name}
        declared = next(thing for thing in self.symbols.headed() if thing.name == name)
        self.report(
            "T414",
            f"{said} written out where it is used",
            declared.span,
            "let a memory hold what is asked so often",
        )

    def value_table(
        self, table: rules.Table, arguments: tuple[Expr, ...], span: Span, scope: Scope
    ) -> Expr:
        """A value table, its rows one in the other (LANGUAGE part 7)."""
        parts = len(table.rows)
        inner = self._enter(table.name, table.parameters, arguments, span, scope, parts)
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
            value = marked(self.symbols, "row", row.span, value)
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


def tighter(words: str, node: syntax.Expr) -> str | None:
    """What to write where 's took what stands before it: `left of dealer's hand`."""
    if isinstance(node, syntax.Property) and node.form == "'s":
        whole = f"{node.name} of {words} {node.owner.span.text}"
        return f"'s binds tighter than 'of': write '{whole}'"
    return None


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _placed(made: Expr, span: Span) -> Expr:
    """What may stop the game, with the place where it is asked."""
    if isinstance(made, Call) and made.function in ("subsets", "melds_of", "deadwood_of"):
        return replace(made, site=Site(span, made.function))
    return made
