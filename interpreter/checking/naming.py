"""What names mean at a place, and what to say of those that mean nothing."""

from __future__ import annotations

import re

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note, Sought, did_you_mean, nearest, slips_between
from rulerun.grammar.nouns import plural_of, singular_of
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.words import VALUE_WORDS

from .builtins import ALONE, PROPERTIES
from .combining import NO, YES
from .core import (
    Call,
    Const,
    Expr,
    Items,
    OptionValue,
    PileAt,
    PilesAt,
    Site,
    Slot,
)
from .fitting import deciding, either, listed
from .properties import Properties
from .scope import BAD, Scope, Tested
from .symbols import COLORS
from .types import (
    CARD,
    CARDS,
    COLOR,
    HOLDER,
    NOTHING,
    NUMBER,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAMS,
    TEXT,
    UNKNOWN,
    WORD,
    YESNO,
    list_of,
    pile_of,
    words_of,
)

_OTHER_WORDS = {"true": "yes", "false": "no", "on": "yes", "off": "no", "null": "nothing",
                "none": "nothing", "nil": "nothing", "y": "yes", "n": "no"}  # fmt: skip
"""Words of other languages that stand alone as a value, and what stands here for them."""


def _rank_of_word(name: str) -> str | None:
    """The rank that `ace` or `kings` stands for."""
    from rulerun.grammar.card_words import rank_of_word  # needed where something is wrong

    return rank_of_word(name)


SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


_USUAL = ("dealer", "leader", "bidder", "declarer", "winner", "loser", "banker", "starter", "maker")
"""What players are called of whom games remember who they are."""


class Naming(Properties):
    """Finds what is meant by names."""

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
        return listed(CARDS, tuple(self.expr(c, scope) for c in node.cards))

    def _person(self, node: syntax.Person, scope: Scope) -> Expr:
        if scope.persons is None:
            said = f"'{node.name}' is a person: only examples name players"
            small = node.name.lower()
            card = re.fullmatch("([CDHS])(10|[2-9JQKA])", node.name)
            known = [*self._known(scope), *self.symbols.nouns]
            hint = f"write '{small}'" if small in known else did_you_mean(node.name, known)
            if card is not None:
                hint = f"a card is written rank, then suit: '{card[2]}{card[1]}'"
            return self.report("T401", said, node.span, hint)
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
        if scope.you is None and scope.inside:
            name, used = scope.inside[0]
            return self.report(
                "T402",
                f"'{name}' speaks of 'you', and here it is nobody's turn",
                used,
                f"say who: 'each player ...' or '{self._somebody()} ...'",
                notes=(Note("'you' is meant here", node.span),),
            )
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
        kind = Note(f"this is {first}", node.items[0].span, equal=True)
        fitted = [
            self.fit(i, first, n.span, deciding(n), (kind,))
            for i, n in zip(items, node.items, strict=True)
        ]
        return listed(list_of(first), tuple(fitted))

    def _numbers(self, node: syntax.Numbers, scope: Scope) -> Expr:
        low = self.typed(node.low, scope, NUMBER)
        high = self.typed(node.high, scope, NUMBER)
        return Call(list_of(NUMBER), False, "numbers", (low, high), site=Site(node.span))

    def _tested(self, tested: Tested, node: syntax.Name, scope: Scope) -> Expr:
        """The thing that a `where` tests, by its noun, which must not mean something else too."""
        name = node.name
        if name in scope.parameters:
            advice = f"call one of them 'other_{name.removeprefix('other_')}'"
        elif name in scope.names and not scope.inside:
            advice = f"give the choice a name of its own, such as 'chosen: {name}'"
            line = node.span.file.text[
                node.span.file.text.rfind("\n", 0, node.span.start) + 1 : node.span.start
            ]
            joined = re.search(
                rf"\b{name}s?\b.*\b(?:has|have|where|with|whose)\b.*\s(or|and)\s", line
            )
            if joined is not None:
                asked = f"what is asked of each {name} before '{joined[1]}'"
                advice = f"put brackets round {asked}, or {advice}"
        else:
            # The writer of a term does not know what choices there are where it is used.
            return tested.subject
        return self.report(
            "T404",
            f"'{name}' is both a choice or noun here and each {name} tested",
            node.span,
            advice,
        )

    def _name(self, node: syntax.Name, scope: Scope, words: tuple[str, ...] | None = None) -> Expr:
        name = node.name
        for tested in scope.tested:
            if tested.noun == name:
                return self._tested(tested, node, scope)
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
        if words and name in words:
            if name not in self.symbols.words:
                return BAD  # told where it is declared: `true or false`
            return Const(WORD, False, self.symbols.words[name])
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
                    f"'{name}' is not one of the words {either(words)}",
                    node.span,
                    did_you_mean(name, words),
                    sought=Sought(name),
                )
            return Const(WORD, False, self.symbols.words[name])
        return self._unknown(name, node.span, scope, words)

    def _unknown(
        self, name: str, span: Span, scope: Scope, words: tuple[str, ...] | None = None
    ) -> Expr:
        known = [*self._known(scope), *(words or ())]
        hint = did_you_mean(name, known)
        slip = self._of_language(name, known)
        slip = slip or _before_more(name, span, hint)
        if slip is not None:
            hint = f"did you mean '{slip}'?"
        if hint is None or slips_between(name, hint.split("'")[1]) > 2:
            longer = [n for n in dict.fromkeys(known) if name in n.split("_")]
            hint = f"did you mean '{longer[0]}'?" if len(longer) == 1 else hint
        hint = self._said_at_the_table(name, span, scope) or hint
        if words:
            hint = did_you_mean(name, words) or did_you_mean(name, scope.names)
            return self.report(
                "T401",
                f"'{name}' is not one of the words {either(words)}",
                span,
                hint,
                sought=Sought(name),
            )
        said_of = next(
            (
                p
                for p in scope.names
                if p in scope.parameters and self.has_property(scope.names[p].type, name)
            ),
            None,
        )
        if said_of is not None:
            if not self.symbols.is_chosen(name):
                write = f"write '{said_of}'s {name}'"
                return self.report("T402", f"whose {name}?", span, write)
            hint = f"write '{said_of}'s {name}' if that is meant"
        elif name in ("deck", "pack") and self.symbols.rules.deck.starts_in:
            hint = f"the deck lies in a pile: write '{self.symbols.rules.deck.starts_in}'"
        elif name in self.symbols.nouns:
            hint = self._which(name, scope)
        elif name.upper() in self.symbols.ranks and not name.isdigit():
            hint = f"write '{name.upper()}'"
        elif (rank := _rank_of_word(name)) in self.symbols.ranks and slip is None:
            near = next((n for n in scope.names if slips_between(name, n) == 1), None)
            if near is not None:
                hint = f"did you mean '{near}'?"
            else:
                hint = f"write '{rank}', as in 'rank of card is {rank}'"
        if scope.inside and self.symbols.is_passing(name):
            # A choice or `let` somewhere else; a term that is used nowhere may well mean it.
            term, used = scope.inside[-1]
            if scope.unused:
                return BAD
            return self.report(
                "T403",
                f"'{name}' is not known where '{term}' is used",
                span,
                hint,
                notes=(Note(f"'{term}' is used here", used),),
                sought=Sought(name),
            )
        for owner, properties in PROPERTIES.items():
            if name in properties:
                return self._whose(name, owner, span, scope)
        phase = name.removesuffix("_number")
        sought = Sought(name) if phase == name else Sought(phase, "phases")
        message = f"no pile, term or memory is called '{name}'"
        if hint is None and singular_of(name) == "joker" and self.symbols.jokers:
            hint = f"the jokers are {', '.join(self.symbols.jokers)}"
        if hint is None and name in _USUAL:
            hint = f"declare it under 'remember': '{name}: player'"
        return self.report("T401", message, span, hint, sought=sought)

    def _known(self, scope: Scope) -> list[str]:
        """The names that mean something at a place."""
        known = [*scope.names, *(t.noun for t in scope.tested), *self.symbols.all_names()]
        for tested in scope.tested:
            known += self.property_names(tested.subject.type)
        known += [*self.symbols.words, *self.symbols.suits, *ALONE]
        return known + [f"{phase}_number" for phase in self.symbols.phases]

    def _said_at_the_table(self, name: str, span: Span, scope: Scope) -> str | None:
        """What to write for everyday words: `someone's hand is empty`, `winner: nobody`."""
        after = span.file.text[span.end :].split("\n")[0]
        if name in ("someone", "somebody", "anyone", "anybody"):
            asked = re.match(r"'s\s+(\w+)\s*(.*)", after)
            if asked is None:
                return "write 'any player ...', as in 'any player has points > 9'"
            if asked[1] in self.symbols.piles:
                return f"write: any {asked[1]} {asked[2]}".rstrip()
            return f"write: any player has {asked[1]} {asked[2]}".rstrip()
        if name in ("nobody", "noone"):
            return "write 'nothing'"
        if name == "empty":
            alone = span.file.text[: span.start].endswith(": ")
            return "write '0'" if alone else "write 'X is empty'"
        if scope.persons is not None and name.capitalize() in scope.persons:
            return f"write '{name.capitalize()}'"
        return None

    def _which(self, noun: str, scope: Scope) -> str:
        """What to write for a noun that stands alone, where nobody knows which one is meant."""
        if self.symbols.noun_type(noun) == PLAYER:
            one = "'you'" if scope.you is not None else f"'{self._somebody()}'"
            return f"say which: {one}, or 'each {noun}' in front of an effect"
        return f"say which, such as 'first {noun} in ...', or let a move choose it"

    def _of_language(self, name: str, known: list[str]) -> str | None:
        """The word of the language that is one slip away, if no name is as near."""
        meant = _OTHER_WORDS.get(name) or nearest(name, (*VALUE_WORDS, *self.symbols.nouns))
        if meant in (None, name) or (name not in _OTHER_WORDS and slips_between(name, meant) > 1):
            return None
        near = nearest(name, known)
        return None if near is not None and slips_between(name, near) == 1 else meant

    def _whose(self, name: str, owner: str, span: Span, scope: Scope) -> Expr:
        """A property stands bare where nothing is tested."""
        if owner not in PROPERTIES and self.symbols.owner_type(owner) is None:
            return BAD  # told where it is declared
        if owner in scope.names:
            write = f"write '{owner}'s {name}'"
        elif owner in ("player", "team") and scope.you is not None:
            write = f"write 'your {name}'"
            if name in self.symbols.piles:
                write += f", or '(all {plural_of(name)})' for the cards of all"
        elif owner == "team":
            write = f"say whose: '{name} of team of {self._somebody()}' or the like"
        elif owner == "player":
            write = f"say whose: '{self._somebody()}'s {name}' or the like"
            if name in self.symbols.piles:
                write += f"; the cards of all lie in '(all {plural_of(name)})'"
        else:
            write = f"write '{name} of {owner}' or the like"
        return self.report("T402", f"whose {name}?", span, write)

    def _somebody(self) -> str:
        """A player whom the rules remember, for suggestions."""
        remembered = (
            m.name
            for m in self.symbols.memories.values()
            if m.remember.kind.name == "player" and not m.remember.per
        )
        return next(remembered, "PLAYER")

    def _declared(self, name: str, span: Span, scope: Scope) -> Expr | None:
        """What a name means that is no choice, noun or property; None for an unknown one."""
        symbols = self.symbols
        if name in symbols.options:
            self.used.add(name)
            kind = symbols.options[name].option.kind
            return OptionValue(symbols.kind_type(kind), False, name)
        if name in symbols.piles:
            pile = symbols.piles[name]
            if pile.per:
                return self._whose(name, pile.per, span, scope)
            if pile.family or pile.groups:
                return PilesAt(list_of(pile_of(name)), False, name)
            return PileAt(pile_of(name), False, name)
        if name in symbols.holders:
            per = symbols.holders[name].chips.per
            if per is not None:
                return self._whose(name, per, span, scope)
            return Slot(HOLDER, False, f"chips {name}")
        if name in symbols.contributions:
            return self._whose(name, "player", span, scope)
        if name in symbols.memories:
            self.used.add(name)
            memory = symbols.memories[name]
            if memory.remember.per:
                return self._whose(name, memory.remember.per, span, scope)
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
                    "T401", f"'{name}' is a table that is consulted, it gives no value", span,
                    f"what its rows do is done by a line: 'consult {name}'",
                )  # fmt: skip
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
            if not self.symbols.has_teams:
                return self.report("T401", "this game has no teams", span)
            return Call(TEAMS, False, "teams", (), True)
        if name == "suits":
            return self.members_of("suit")
        if name == "ranks":
            return self.members_of("rank")
        if name in self.not_yet_settled:
            return self.unsettled(name, span)
        if name == "winners":
            return Call(PLAYERS, False, "winners", (), True, frozenset({"ended"}))
        if name == "game_over":
            return Call(YESNO, False, "game_over", (), True, frozenset({"ended"}))
        if name == "ended_by":
            return Call(
                words_of(self.symbols.reasons), True, "ended_by", (), True, frozenset({"ended"})
            )
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


_GOING_ON = ("all", "your", "any", "every", "first", "last", "who")
"""Words of the language behind which more follows."""


def _before_more(name: str, span: Span, hint: str | None) -> str | None:
    """The word that is one slip away from a name, if more follows: `deal al cards`, `yuor chips`."""
    if hint is not None and slips_between(name, hint.split("'")[1]) <= 1:
        return None
    if re.match(r"\s+[^\W\d]", span.file.text[span.end : span.end + 20]) is None:
        return None
    return next((word for word in _GOING_ON if slips_between(name, word) == 1), None)
