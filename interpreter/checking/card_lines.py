"""Effects on cards."""

from __future__ import annotations

import re
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note, Sought, did_you_mean
from rulerun.grammar.nouns import singular_of
from rulerun.grammar.source import Span

from .chip_lines import ChipLines
from .combining import (
    NO,
    YES,
)
from .core import (
    Address,
    Call,
    Changed,
    Const,
    Do,
    Expr,
    For,
    Items,
    Local,
    PilesAt,
    Site,
    Slot,
    Stmt,
)
from .doing import Place, for_each, origin, touched
from .fitting import deciding
from .scope import BAD, Scope
from .types import (
    CARD,
    CARDS,
    HOLDER,
    MELDS,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAM,
    TEXT,
    UNKNOWN,
    YESNO,
    list_of,
    pile_of,
)


class CardLines(ChipLines):
    """`deal`, `draws`, `move`, `gather`, `shuffle`, `flip`, `turn`, `show`, `lay`."""

    # ---------------------------------------------------------------- cards

    def pile(self, node: syntax.Expr, scope: Scope) -> Expr:
        """A single pile."""
        found = self.expr(node, scope)
        if found.type.name == "piles":
            return self.report("T411", f"'{node.span.text}' is several piles: say which", node.span)
        if found.type not in (PILE, UNKNOWN):
            hint = did_you_mean(node.span.text, self.symbols.piles)
            own = next((p.name for p in self.symbols.piles.values() if p.per == "player"), None)
            if own is not None and found.type.item == PLAYER:
                hint = f"write 'each {own}'"
            elif own is not None and found.type == PLAYER:
                hint = f"write '{node.span.text}'s {own}'"
            return self.report(
                "T411", f"a pile is needed here, '{node.span.text}' is {found.type}", deciding(node),
                hint,
            )  # fmt: skip
        return found

    def _of_everybody(self, node: syntax.Expr, scope: Scope) -> bool:
        """Whether a pile that each player has stands alone where it is nobody's turn."""
        if not isinstance(node, syntax.Name) or scope.you is not None or "player" in scope.names:
            return False
        pile = self.symbols.piles.get(node.name)
        if pile is None or not pile.per:
            return False
        self.report("T402", f"whose {node.name}?", node.span, f"write 'each {node.name}'")
        return True

    def _every(self, node: syntax.Expr) -> bool:
        """Whether it is `every hand` or `all hands` that cards go to, which is reported."""
        if not isinstance(node, syntax.Pick) or node.word not in ("every", "all", "any"):
            return False
        noun = self.symbols.singular(node.noun)
        pile = self.symbols.piles.get(noun) or self.symbols.piles.get(node.noun)
        if pile is None or node.within is not None or node.where is not None:
            return False
        message = f"'{node.word}' asks of piles or lists them; cards go to 'each' of them"
        self.report("T411", message, node.span, f"write 'each {pile.name}'")
        return True

    def _each_pile(self, node: syntax.EachPile, scope: Scope, everyone: bool = False) -> Expr:
        if node.within is not None:
            return self._each_pile_in(node, node.within, scope, everyone)
        if node.name in ("player", "team"):
            own = [f"'each {p.name}'" for p in self.symbols.piles.values() if p.per == node.name]
            return self.report(
                "T401", f"cards lie in piles, not with {node.name}s", node.span,
                f"write {' or '.join(own)}" if own
                else f"give each {node.name} a pile: 'per {node.name}'",
            )  # fmt: skip
        pile = self.symbols.piles.get(node.name) or self.symbols.family_of(node.name)
        if pile is None or not (pile.per or pile.family or pile.groups):
            span = Span(node.span.file, node.span.end - len(node.name), node.span.end)
            if pile is not None:
                return self.of_each(pile.name, span)
            each = [p.name for p in self.symbols.piles.values() if p.per]
            return self.report(
                "T401", f"no pile called '{node.name}' is there for each player", span,
                did_you_mean(node.name, each) or (f"write 'each {each[0]}'" if each else None),
                sought=Sought(node.name),
            )  # fmt: skip
        return PilesAt(list_of(pile_of(pile.name)), False, pile.name, None, everyone)

    def _each_pile_in(
        self, node: syntax.EachPile, within: syntax.Expr, scope: Scope, everyone: bool
    ) -> Expr:
        """`each column in tableau`: all the piles of a family."""
        start = node.span.start + node.span.text.index(node.name)
        span = Span(node.span.file, start, start + len(node.name))
        kind = self.symbols.noun_type(self.symbols.singular(node.name))
        piles, _, _ = self.source(node.name, within, scope, span)
        if piles is BAD:
            return BAD
        if isinstance(piles, PilesAt) and kind is not None and kind.name == "pile":
            return replace(piles, everyone=everyone)
        if isinstance(piles, PilesAt) or kind is None or kind.name != "pile":
            pile = self.symbols.piles.get(within.name) if isinstance(within, syntax.Name) else None
            noun = singular_of(pile.family) if pile is not None and pile.family else "pile"
            message = f"'{node.name}' is no pile of '{within.span.text}'"
            return self.report("T411", message, span, f"write '{noun}'")
        return self.report(
            "T411", f"'{within.span.text}' is no family of piles", within.span,
            f"write 'for each {node.name} in {within.span.text} -> LINE'",
        )  # fmt: skip

    def _facing(self, facing: syntax.Facing, to: Expr, span: Span) -> Expr:
        if facing is None:
            return Const(YESNO, True, None)
        pile = self.symbols.piles.get(to.type.pile or (to.type.item or UNKNOWN).pile or "")
        if pile is not None and pile.face != "either":
            advice = f"declare '{pile.name}: face either'"
            if facing == pile.face:  # it says what is so in any case
                advice = f"leave 'face {facing}' out"
            message = f"the cards of '{pile.name}' all lie face {pile.face}"
            self.report("T414", message, span, advice)
        return YES if facing == "up" else NO

    def _do_shuffle(self, effect: syntax.Shuffle, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if effect.into is None:
            pile = self.pile(effect.cards, scope)
            return (
                Do("shuffle", (pile,), Site(effect.span, "shuffle")), Changed(touched(pile)),
            )  # fmt: skip
        cards = self.typed(effect.cards, scope, CARDS)
        pile = self.pile(effect.into, scope)
        return (
            Do("shuffle_into", (cards, pile), Site(effect.span, "shuffle")),
            Changed(frozenset({"piles"})),
        )

    def _do_deal(self, effect: syntax.Deal, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        how, number = self.amount(effect.amount, scope, effect.span)
        source = self.pile(effect.source, scope)
        if isinstance(effect.to, syntax.EachPile):
            to = self._each_pile(effect.to, scope)
            procedure = "deal_each" + how
        else:
            everybody = self._of_everybody(effect.to, scope) or self._every(effect.to)
            to = BAD if everybody else self.pile(effect.to, scope)
            procedure = "deal" + how
        if BAD in (number, source, to):
            return ()
        facing = self._facing(effect.facing, to, deciding(effect.to))
        return (
            Do(procedure, (source, to, number, facing), Site(effect.span, "deal")),
            Changed(touched(source) | touched(to) | self._refills(source)),
        )

    def _refills(self, source: Expr) -> frozenset[str]:
        pile = self.symbols.piles.get(source.type.pile or "")
        if pile is not None and pile.refilled_from is not None:
            return frozenset({f"pile {pile.refilled_from}"})
        return frozenset()

    def _do_draw(self, effect: syntax.Draw, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        members, variable, player, inner = self.for_subject(effect.subject, scope, effect.span)
        how, number = self.amount(effect.amount, inner, effect.span)
        source = self.pile(effect.source, inner)
        hand = self.symbols.piles.get("hand")
        if hand is not None and not hand.per:
            self.of_each("hand", effect.span)
            return ()
        if hand is None:
            self.report(
                "T401", "'draws' adds to the pile 'hand' of a player, and there is none",
                effect.span, "add 'hand: per player, seen by owner' under 'piles'",
                sought=Sought("hand"),
            )  # fmt: skip
            return ()
        if BAD in (player, number, source):
            return ()
        to = self._own_property(player, "hand", effect.span, inner)
        if to is None:  # of a kind of thing that there is not, which is told
            return ()
        facing = Const(YESNO, True, None)
        body = (Do("deal" + how, (source, to, number, facing), Site(effect.span, "deal")),)
        parts = touched(source) | touched(to) | self._refills(source)
        return (*for_each(members, variable, body), Changed(parts))

    def _do_move(self, effect: syntax.Move, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if isinstance(effect.to, syntax.EachPile):
            self.report(
                "T411", "cards are moved to one pile; write 'for each player -> move ...'",
                effect.to.span,
            )  # fmt: skip
            return ()
        to = self.pile(effect.to, scope)
        facing = self._facing(effect.facing, to, deciding(effect.to))
        statements: list[Stmt] = []
        parts = touched(to)
        site = Site(effect.span, "move")
        for node in effect.cards:
            cards = self.expr(node, scope)
            where = origin(cards)
            parts |= touched(where) if where is not None else frozenset({"piles"})
            hint = where if where is not None else Const(PILE, True, None)
            if cards.type == CARD:
                procedure = "move_card"
            else:
                procedure = "move"
                cards = self.fit(cards, CARDS, node.span)
            if BAD in (cards, to):
                return ()
            arguments = (cards, to, facing, hint)
            statements.append(Do(procedure + ("_under" if effect.under else ""), arguments, site))
        return (*statements, Changed(parts))

    def _do_gather(self, effect: syntax.Gather, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        site = Site(effect.span, "gather")
        first = effect.sources[0]
        if isinstance(first, syntax.EachPile) and first.name in self.symbols.holders:
            return self._gather_chips(effect, scope)
        into = self._gathered_into(effect, scope)
        if into is BAD:
            return ()
        statements: list[Stmt] = []
        parts = touched(into)
        under = YES if effect.under else NO
        # Under the pile, what is put there last lies lowest.
        for source in reversed(effect.sources) if effect.under else effect.sources:
            if isinstance(source, syntax.AllCards):
                statements.append(Do("gather_everything", (into, under), site))
                parts |= {"piles"}
                continue
            if isinstance(source, syntax.EachPile):
                piles = self._each_pile(source, scope, everyone=True)
            elif self._of_everybody(source, scope):
                continue
            else:
                piles = self.expr(source, scope)
            if piles.type.name not in ("pile", "piles", "unknown"):
                self.report(
                    "T411", f"a pile is needed here, '{source.span.text}' is {piles.type}",
                    source.span,
                )  # fmt: skip
                continue
            if piles is BAD:
                continue
            procedure = "gather" if piles.type.name == "pile" else "gather_each"
            statements.append(Do(procedure, (piles, into, under), site))
            parts |= touched(piles)
        return (*statements, Changed(parts))

    def _gathered_into(self, effect: syntax.Gather, scope: Scope) -> Expr:
        """The pile into which cards are gathered.

        Where that is a chip holder, chips are meant: then it is told what they are gathered from.
        """
        into = effect.into
        holder = self.symbols.holders.get(into.name) if isinstance(into, syntax.Name) else None
        source = effect.sources[0]
        if holder is None or not isinstance(source, syntax.EachPile | syntax.Name):
            return self.pile(into, scope)
        each = [h.name for h in self.symbols.holders.values() if h.chips.per]
        name, end = source.name, source.span.end
        known = name in each
        if not known and name in self.symbols.all_names():
            return self.pile(into, scope)
        return self.report(
            "T411" if known else "T401",
            f"chips are gathered from 'each' holder, as into '{holder.name}'" if known
            else f"no chip holder called '{name}' is there for each player",
            Span(source.span.file, end - len(name), end),
            f"write 'each {name}'" if known else did_you_mean(name, each),
            notes=(Note(f"'{holder.name}' is a chip holder", into.span, equal=True),),
            sought=None if known else Sought(name),
        )  # fmt: skip

    def _holding(self, per: str | None) -> Expr | None:
        """All who hold chips each of something that is `per` such a noun, those who are out too."""
        owner = None if per is None else self.symbols.owner_type(per)
        if owner is None:
            return None
        if owner == PILE:
            assert owner.pile is not None
            return PilesAt(list_of(owner), False, owner.pile, None, everyone=True)
        if owner in (SUIT, RANK):
            return self.members_of(owner.name)
        return Call(list_of(owner), False, "teams" if owner == TEAM else "everyone", (), True)

    def _gather_chips(self, effect: syntax.Gather, scope: Scope) -> tuple[Stmt, ...]:
        into = self.holder(effect.into, scope)
        if into is None:
            return ()
        statements: list[Stmt] = []
        parts = frozenset({into.key})
        for source in effect.sources:
            if not isinstance(source, syntax.EachPile) or source.name not in self.symbols.holders:
                self.report(
                    "T411", "chips are gathered from holders that each player has", source.span
                )
                continue
            if source.within is not None:
                self.report(
                    "T411", f"chips are gathered from 'each {source.name}', of everybody", source.span,
                    f"for some: for each player where C -> pay all from player's {source.name} to H",
                )  # fmt: skip
                continue
            if self.symbols.holders[source.name].chips.per is None:
                self.of_each(source.name, source.span)
                continue
            holding = self._holding(self.symbols.holders[source.name].chips.per)
            if holding is None:
                continue  # told where it is declared
            assert holding.type.item is not None
            owner = Local(holding.type.item, False, scope.variable(holding.type.item.name))
            slot = Slot(HOLDER, False, f"chips {source.name}", owner)
            noted = self.noted(into)
            addresses = (Address(HOLDER, False, slot), Address(HOLDER, False, into), *noted)
            statements.append(
                For(owner, holding, (Do("pay_all", addresses, Site(effect.span, "pay")),))
            )
            parts |= {slot.key, *(a.slot.key for a in noted)}
        return (*statements, Changed(parts))

    def _do_flip(self, effect: syntax.Flip, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        source, into = self.pile(effect.source, scope), self.pile(effect.into, scope)
        return (
            Do("flip", (source, into), Site(effect.span, "flip")),
            Changed(touched(source) | touched(into)),
        )

    def _do_turn(self, effect: syntax.Turn, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        found = self.expr(effect.cards, scope)
        cards = (
            self.fit(found, CARD, effect.cards.span)
            if found.type == CARD
            else self.fit(found, CARDS, effect.cards.span)
        )
        where = origin(cards)
        pile = self.symbols.piles.get((where.type.pile if where is not None else None) or "")
        if pile is not None and pile.face != "either":
            self.report(
                "T414", f"the cards of '{pile.name}' all lie face {pile.face}",
                _word_in(effect.cards.span, pile.name),
                f"declare '{pile.name}: face either'",
            )  # fmt: skip
        up = YES if effect.facing == "up" else NO
        procedure = "turn_card" if cards.type == CARD else "turn"
        return (
            Do(procedure, (cards, up), Site(effect.span, "turn")),
            Changed(frozenset({"piles"})),
        )

    def _do_lay(self, effect: syntax.Lay, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        melds = self.expr(effect.melds, scope)
        if melds.type != MELDS and melds.type.item != CARDS:
            cards = self.fit(melds, CARDS, effect.melds.span)
            melds = Items(MELDS, False, (cards,))
        on = self.expr(effect.on, scope)
        site = Site(effect.span, "lay")
        if on.type.name == "piles" and isinstance(on, PilesAt):
            pile = self.symbols.piles[on.pile]
            if not pile.groups:
                self.report(
                    "T414", f"melds are laid on groups, '{on.pile}' has a fixed number of piles",
                    effect.on.span,
                )  # fmt: skip
            seat = on.seat if on.seat is not None else Const(PLAYER, True, None)
            arguments = (melds, Const(TEXT, False, on.pile), seat)
            return Do("lay", arguments, site), Changed(frozenset({"piles"}))
        on = self.fit(on, PILE, effect.on.span)
        laid = self.symbols.piles.get(on.type.pile or "")
        if laid is not None and not laid.groups:
            self.report(
                "T414", f"melds are laid on groups, '{laid.name}' is a single pile",
                effect.on.span, f"write 'move ... to {laid.name}'",
            )  # fmt: skip
        return Do("lay_on", (melds, on), site), Changed(frozenset({"piles"}))

    def _do_show(self, effect: syntax.Show, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        cards = self.typed(effect.cards, scope, CARDS)
        to: Expr = Call(PLAYERS, False, "everyone", (), True)
        if effect.to is not None:
            to = self.typed(effect.to, scope, PLAYERS)
        return Do("show", (cards, to), Site(effect.span, "show")), Changed(frozenset())


def _word_in(span: Span, word: str) -> Span:
    """Where a word stands in a text; all of the text if it does not."""
    found = re.search(rf"\b{re.escape(word)}\b", span.text)
    if found is None:
        return span
    return Span(span.file, span.start + found.start(), span.start + found.end())
