"""What the phrases that pick something range over: `first card in hand where ...`"""

from __future__ import annotations

import re

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Sought, did_you_mean, nearest, slips_between
from rulerun.grammar.nouns import plural_of
from rulerun.grammar.source import Span

from .combining import made_with, mentions
from .core import Call, CardsIn, Const, Expr, Local, Loop, PilesAt, Site
from .fitting import listed
from .naming import Naming
from .scope import BAD, Scope
from .types import (
    CARD,
    CARDS,
    MELD,
    MELDS,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAM,
    TEAMS,
    UNKNOWN,
    YESNO,
    Type,
    list_of,
    pile_of,
    plural,
)


class Ranging(Naming):
    """Finds the list that a phrase picks from, and what its noun is there."""

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
            for pile in (singular, noun, plural_of(singular)):
                if pile in symbols.piles and symbols.piles[pile].per:
                    return PilesAt(list_of(pile_of(pile)), False, pile), pile_of(pile), singular
            if kind is not None:
                several = [p.name for p in symbols.piles.values() if p.family or p.groups]
                like = several if kind.name in ("pile", "meld") else []
                where = next(iter([*like, *symbols.piles]), "P")
                bad = self.report(
                    "T401", f"{noun} of what?", span, f"say where: '{noun} in {where}'"
                )
                return bad, kind, singular
            known = [*symbols.nouns, *symbols.piles]
            meant = _cards_of(noun, span, None, None) or self._of_players(noun, span)
            bad = self.report(
                "T401",
                f"'{noun}' is no noun of the language",
                span,
                meant or did_you_mean(noun, [*known, *self._all_nouns()]),
                sought=None if meant else Sought(noun),
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
        family = symbols.family_of(singular)
        of_any = singular.removeprefix("other_") in ("pile", "group")
        if family is not None and not of_any and inner.type.pile not in (None, family.name):
            self._of_another_pile(noun, family.name, within)
        if kind is not None and kind.name == "pile" and inner.type.name == "pile":
            return listed(list_of(inner.type), (inner,)), inner.type, singular
        if kind == MELD and (inner.type == PILE or inner.type.item == CARD):
            # In a hand: each that can be made of its cards.
            if not symbols.melds:
                bad = self.report("T401", "this game says nothing under 'melds'", span)
                return bad, MELD, singular
            cards = self.cards(inner)
            assert cards is not None
            number = Const(NUMBER, False, symbols.melds.get(singular, -1))
            made = Call(MELDS, False, "melds_made_of", (cards, number), site=Site(span))
            return made, MELD, singular
        if inner.type == PILE:
            inner = CardsIn(CARDS, False, inner)
        if inner.type == TEAM and kind in (None, PLAYER):
            inner = self.fit(inner, PLAYERS, within.span)
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
                if singular not in symbols.melds:
                    return inner, item, singular
                # On the table: those of them that are of that kind.
                each = Local(item, False, scope.variable(singular))
                asked = self.is_meld(each, symbols.melds[singular])
                return Loop(inner.type, False, "all", each, inner, asked, None), item, singular
            bad = self.report(
                "T412",
                f"'{within.span.text}' has no {noun}: its members are {plural(item)}",
                within.span,
            )
            return bad, kind, singular
        return inner, item, singular

    def _of_another_pile(self, noun: str, family: str, within: syntax.Expr) -> None:
        """`any column in stock`: the columns are those of the tableau."""
        self.report(
            "T412",
            f"'{within.span.text}' has no {noun}: that is what the piles of '{family}' are called",
            within.span,
            f"did you mean '{family}'?",
        )

    def is_meld(self, cards: Expr, number: int) -> Expr:
        """Whether cards are a meld of the kind of that number; -1 is any kind."""
        listed_ = self.cards(cards)
        assert listed_ is not None
        return Call(YESNO, False, "is_meld", (listed_, Const(NUMBER, False, number)))

    def loop_parts(
        self,
        noun: str,
        within: syntax.Expr | None,
        where: syntax.Expr | None,
        scope: Scope,
        span: Span,
        *,
        used: bool = False,
    ) -> tuple[Expr, Local, Expr | None, Scope]:
        """Source, variable, condition and inner scope of a phrase over `noun`.

        `used` says that the noun is used beside its `where`, so that any name will do.
        """
        source, member, singular = self.source(noun, within, scope, span)
        if source is BAD:
            member = UNKNOWN
        variable = Local(member, False, scope.variable(singular))
        inner = scope.testing(singular, variable)
        condition = None if where is None else self.yesno(where, inner)
        if not used:
            self.check_noun(noun, span, within, where, variable, condition)
        return made_with(source, variable, condition), variable, condition, inner

    def is_slip(self, noun: str, said: str) -> bool:
        """Whether a noun of one's own that the `where` does not name is one slip from another one."""
        if self.symbols.noun_type(self.symbols.singular(noun)) is not None or len(noun) < 3:
            return False
        near = nearest(noun, self._all_nouns())
        if near is None or slips_between(noun, near) > 1:
            return False
        return re.search(rf"\b{re.escape(self.symbols.singular(noun))}\b", said) is None

    def tell_slip(self, noun: str, span: Span) -> None:
        """Report a noun that is one slip from another one."""
        near = nearest(noun, self._all_nouns())
        self.report(
            "T401",
            f"'{noun}' is no noun of the language",
            span,
            f"did you mean '{near}'?",
            sought=Sought(noun),
        )

    def _noun_of(self, said: str, kind: Type, within: syntax.Expr) -> str | None:
        """What each of some things is called, where nobody says it otherwise behind `where`."""
        if did_you_mean(said, [n for n in self.symbols.nouns if slips_between(said, n) < 2]):
            return None
        words = re.findall(r"\w+", within.span.text)
        pile = next((self.symbols.piles[w] for w in words if w in self.symbols.piles), None)
        parts = self.symbols.singular(said).split("_")
        if pile is not None and pile.groups and any(meld in parts for meld in self.symbols.melds):
            return f"no meld is called so: the melds are {', '.join(self.symbols.melds)}"
        nouns = [*reversed(self.symbols.nouns)]  # the game's own come last
        if pile is not None:
            named = "group" if pile.groups else pile.family and self.symbols.singular(pile.family)
            nouns = [*([named] if named else []), *nouns]
        for noun in nouns:
            if noun in self.symbols.piles and not {noun, plural_of(noun)} & {*words}:
                continue  # another pile than the one that is asked
            if self.symbols.noun_type(noun) == kind and self.symbols.singular(noun) == noun:
                write = noun if self.symbols.singular(said) == said else plural_of(noun)
                return f"each of them is a {noun}: write '{write} in {within.span.text}'"
        return None

    def _of_players(self, name: str, span: Span) -> str | None:
        """`highest points`: who has most of what each player has, or how much that is."""
        before = re.search(r"\b(highest|lowest)\s+$", span.file.text[: span.start][-40:])
        if before is None or not self.has_property(PLAYER, name):
            return None
        much = "largest" if before[1] == "highest" else "smallest"
        who = f"all players with {before[1]} {name}"
        return f"write '{who}'; how many that are is '{much} {name} of players'"

    def _all_nouns(self) -> list[str]:
        return [*self.symbols.nouns, *map(plural_of, self.symbols.nouns)]

    def check_noun(
        self,
        noun: str,
        span: Span,
        within: syntax.Expr | None,
        where: syntax.Expr | None,
        variable: Local,
        condition: Expr | None,
    ) -> None:
        """Report a noun of one's own that the `where` of its phrase does not use: a slip, surely."""
        if self.is_slip(noun, "" if where is None else where.span.text):
            self.tell_slip(noun, span)
        elif (
            within is not None
            and self.symbols.noun_type(noun) is None
            and variable.type != UNKNOWN
            and (condition is None or not (condition is BAD or mentions(condition, variable)))
        ):
            meant = _cards_of(noun, span, within, where)
            self.report(
                "T401",
                f"'{noun}' is no noun of the language and not used after 'where'",
                span,
                meant
                or self._noun_of(noun, variable.type, within)
                or did_you_mean(noun, self.symbols.nouns),
                sought=None if meant else Sought(noun),
            )


_PICKING = re.compile(
    r"(?:\b(?:no|any|every|all|first|last|highest|lowest|random|number of|(?:more than|fewer than"
    r"|at least|at most|exactly) \S+)\s+)$"
)


def _cards_of(
    noun: str, span: Span, within: syntax.Expr | None, where: syntax.Expr | None
) -> str | None:
    """What to write for `no hearts in your hand`, where a noun says which cards are meant."""
    from rulerun.grammar.card_words import asked_of_card  # needed where something is wrong

    asked = asked_of_card(noun)
    if asked is None:
        return None
    before = _PICKING.search(span.file.text[max(0, span.start - 40) : span.start])
    pick = "" if before is None else before[0]
    is_plural = noun.endswith("s") and pick.strip() not in ("no", "any", "every")
    place = "..." if within is None else within.span.text
    further = "" if where is None else f" and {where.span.text}"
    phrase = f"{pick}{'cards' if is_plural else 'card'} in {place} where {asked}{further}"
    return f"write: ({phrase})" if pick.startswith("number") else f"write: {phrase}"
