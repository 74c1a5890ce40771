"""Values where another type is needed: the coercions of the language (LANGUAGE 6.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note
from rulerun.grammar.source import Span

from .core import (
    Call,
    CardsIn,
    Const,
    Expr,
    Items,
    Lookup,
    OfOne,
    PilesAt,
    Slot,
)
from .marks import counted
from .nesting import DEEPEST_TEXT, Lengths, is_deep
from .scope import Findings, Scope
from .symbols import Symbols
from .types import (
    CARD,
    CARDS,
    HOLDER,
    MELDS,
    NOTHING,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    TEAM,
    TEAMS,
    UNKNOWN,
    YESNO,
    Type,
)

PILES_TYPE = Type("piles", PILE)


def listed(kind: Type, members: tuple[Expr, ...]) -> Expr:
    """A list of these members; nothing is no member of a list."""
    if any(member.maybe for member in members):
        return Call(kind, False, "as_list", members)
    return Items(kind, False, members)


def are_several(expr: Expr) -> bool:
    """Whether a list surely has several members as long as nobody has dropped out."""
    if isinstance(expr, Items):
        return len(expr.items) > 1
    if isinstance(expr, Call):
        return expr.function in EVERYBODY or (
            expr.function == "turn_order" and are_several(expr.arguments[0])
        )
    return isinstance(expr, Slot) and expr.key == "live"


def are_written_several(expr: Expr, said: str) -> bool:
    """Whether several things are meant as it is written: `all cards in ...`, `top 3 of ...`, a family.

    A name of one's own may stand for one of them: `takers` of whom it was asked that there is one.
    """
    match expr:
        case PilesAt() | CardsIn(of=PilesAt()):
            return True
        case Call(function="first_some" | "last_some", arguments=(_, Const(value=int() as number))):
            return number != 1
    return said.startswith("all ") or are_several(expr)


EVERYBODY = ("everyone", "teams")
"""Functions of the table that give all there are."""


def either(words: Iterable[str]) -> str:
    """Words as one reads them: `'few' or 'many'`."""
    return " or ".join(f"'{w}'" for w in words)


def deciding(node: syntax.Node) -> Span:
    """Where the word begins by which a thing is what it is: of `your hand` and `Anna's hand` the last."""
    if isinstance(node, syntax.Property) and node.form != "of":
        return node.name_span
    return node.span


class Fitting:
    """The ground of every checker: how a text is dispatched, and how its value is made to fit.

    Findings are collected, never raised."""

    def __init__(self, symbols: Symbols, findings: Findings) -> None:
        self.symbols = symbols
        self.findings = findings
        self.report = findings.report
        self.used: set[str] = set()
        self.of_one: dict[Span, OfOne] = {}
        """Where several things stand for the only one, by place."""
        self.no_pick: dict[Span, str] = {}
        """What things are picked by and what says nothing of them, with the noun of the things."""
        self._within = 0
        self.lengths = Lengths(symbols.rules)

    # ---------------------------------------------------------------- entry points

    def expr(self, node: syntax.Expr, scope: Scope) -> Expr:
        """The checked expression of a tree."""
        outermost = scope.inside[0][1] if scope.inside else node.span
        if self._within == DEEPEST_TEXT:
            return self.too_deep(outermost)
        method = getattr(self, "_" + type(node).__name__.lower())
        self._within += 1
        result: Expr = method(node, scope)
        self._within -= 1
        if not self._within:
            if is_deep(result):
                return self.too_deep(outermost)
            if many := self.lengths.too_many(result):
                return self.too_many(many, outermost)
        return result

    def too_many(self, lists: tuple[int, ...], span: Span) -> Expr:
        """Say that lists are gone through within one another, and return what fits everywhere."""
        return self.report(
            "T416",
            f"{len(lists)} lists are gone through within one another here, all terms written out: up "
            f"to {' x '.join(map(str, lists))} cases",
            span,
            "let a memory hold what one of them says, or ask it of fewer",
        )

    def too_deep(self, span: Span) -> Expr:
        """Say that too many parts stand within one another, and return what fits everywhere."""
        return self.report(
            "T414",
            "too many parts stand within one another here, all terms and tables written out",
            span,
            "let a memory hold what one of them says",
        )

    # ---------------------------------------------------------------- types

    def fit(
        self,
        expr: Expr,
        want: Type,
        span: Span,
        at: Span | None = None,
        notes: tuple[Note, ...] = (),
    ) -> Expr:
        """The expression as a value of type `want`; T411 where that cannot be (LANGUAGE 6.5).

        `span` is the whole text of the value, `at` the part of it at which it is told, `notes` say
        why such a value is needed.
        """
        at = at or span
        if not want.is_list and expr.type.item == want and are_several(expr):
            one = self._one_of(" ".join(span.text.split()), want)
            message = f"{want} is needed here, and '{span.text}' are several"
            return self.report("T411", message, at, one, notes=notes)
        fitted = self.coerce(expr, want)
        if fitted is not None:
            foreign = self._foreign_words(expr, want)
            if foreign:
                return self.report(
                    "T411",
                    f"{either(want.words)} is needed here, '{span.text}' may be {either(foreign)}",
                    at,
                    notes=notes,
                )
            return self.the_only(fitted, expr, span)
        if want == RANK and isinstance(expr, Const) and expr.type == NUMBER:
            return self.report("T401", f"the deck has no rank {expr.value}", span)
        hint = None
        if want == YESNO and expr.type.is_list:
            hint = "ask 'is empty' or 'is not empty'"
        if want == YESNO and expr.type == NUMBER and span.text.startswith("number of "):
            hint = f"say how many: '({' '.join(span.text.split())}) = N'"
        if want == PLAYER and expr.type == TEAM:
            hint = "say which of its members: 'first of members of ...', 'for each player in ...'"
        need = "are" if want.is_list and str(want)[:2] != "a " else "is"
        message = f"{want} {need} needed here, '{span.text}' is {expr.type}"
        return self.report("T411", message, at, hint, notes=notes)

    def the_only(
        self, single: Expr, of: Expr, span: Span, said: str = "", advice: str = ""
    ) -> Expr:
        """What stands for the only one `of` a pile or list: noted where one is meant, and at most one
        should be there. Without `said` it is that one is needed at `span`."""
        if not isinstance(single, Call) or single.function != "only" or single is of:
            return single
        (members,) = single.arguments
        text = " ".join(span.text.split())
        said = said or f"{single.type} is needed here, and '{text}' may be several"
        if not advice and single.type == PLAYER and text.startswith("all "):
            which = f"first player {text.partition(' ')[2].partition(' ')[2]}".rstrip()
            advice = f"write 'each player in ({text})', or if one is meant '{which}'"
        advice = advice or f"say which: '{'top' if of.type == PILE else 'first'} of {text}'"
        self.of_one.setdefault(span, OfOne(span, members, said, advice))
        return counted(self.symbols, span, single, members)

    def compared(self, shared: Expr, span: Span) -> Expr:
        """A rank or suit that goes into a comparison of more and less: of cards that differ there is none."""
        if not isinstance(shared, Call) or shared.function != "common_rank":
            return shared
        (members,) = shared.arguments
        text = " ".join(span.text.split())
        of = re.sub(r"^rank of |'s rank$", "", text)
        said = f"cards of different ranks have no rank together, and '{text}' is compared here"
        advice = "say of which card: 'rank of highest of ...'"
        if of != text:
            advice = f"say of which card: 'rank of highest of {of}'"
        self.of_one.setdefault(span, OfOne(span, members, said, advice, shared=True))
        return counted(self.symbols, span, shared, members)

    def _one_of(self, said: str, want: Type) -> str:
        """How one of several things is picked where all of them are written."""
        first = re.sub(rf"^all {want.name}s\b", f"first {want.name}", said)
        return f"say which: '{first if first != said else f'first of {said}'}'"

    def _foreign_words(self, expr: Expr, want: Type) -> list[str]:
        """The words that a value may be and a thing of type `want` may not."""
        if not want.words or expr.type.name != want.name:
            return []
        words = expr.type.words
        if isinstance(expr, Const) and isinstance(expr.value, int):
            words = ([*self.symbols.words][expr.value],)
        return [word for word in words if word not in want.words]

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
                return listed(MELDS, (expr,))
            if want == PLAYERS and have == TEAMS:
                return Call(PLAYERS, False, "members_of_all", (expr,), True)
            if have.is_list and want.item is not None and have.item is not None:
                same = have.item == want.item or UNKNOWN in (have.item, want.item)
                return replace(expr, type=want) if same else None
            if want == PLAYERS and have == TEAM:
                return Lookup(PLAYERS, expr.maybe, "members", expr)
            if want.item == have and have.name in ("player", "team", "rank", "suit", "number"):
                return listed(want, (expr,))
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
            return listed(CARDS, (expr,))
        if have == NOTHING or (have.is_list and have.item == UNKNOWN):
            return Items(CARDS, False, ())
        if have.item == CARD:
            return replace(expr, type=CARDS)
        return None
