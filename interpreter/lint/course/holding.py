"""Hands gone through by what sorts of cards are in them: whether one of the cards will do in each."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from ...cards import Card
from ...checking.combining import mentions
from ...checking.core import Call, CardsIn, Choose, Const, Domain, Expr, Local, Lookup, Loop, Op
from ...checking.types import CARD, YESNO
from .sameness import negated, plain, replaced

MOST_SORTS, MOST_OPEN = 8, 8
"""Of more sorts of cards, or more that is open, it is not reckoned out."""


def leaves_one(
    domain: Domain, asked: Iterable[Expr], more: Iterable[Expr], pack: Iterable[Card]
) -> bool:
    """Whether of any cards to choose from one fulfils all conditions if one fulfils them without some of
    them (`more`), whatever else is so. False if nobody can tell."""
    if domain.how != "one" or domain.type != CARD or not isinstance(domain.source, CardsIn):
        return False
    try:
        hands = _Hands(domain.variable, domain.source.of, tuple(asked), tuple(pack))
        return hands.leaves_one(tuple(more))
    except _TooMuch:
        return False


class _TooMuch(Exception):
    """There is more to go through than is worth it."""


class _Hands:
    def __init__(
        self, card: Local, place: Expr, asked: tuple[Expr, ...], pack: tuple[Card, ...]
    ) -> None:
        self.card, self.place, self.asked = card, place, asked
        self.loops: dict[Expr, int] = {}
        self.of_cards: dict[Expr, int] = {}
        self.open: dict[Expr, int] = {}
        for condition in asked:
            self._take_in(condition, card)
        if len(self.open) + len(self.loops) > MOST_OPEN:
            raise _TooMuch
        self.sorts = self._sorts(pack)
        if not self.loops or len(self.sorts) > MOST_SORTS:
            raise _TooMuch

    def _take_in(self, expr: Expr, card: Local) -> None:
        """Find the questions that a condition is put together from."""
        if isinstance(expr, Op) and expr.op in ("and", "or", "not"):
            for part in expr.operands:
                self._take_in(part, card)
        elif self._is_of_the_cards(expr):
            if expr in self.loops:
                return
            self.loops[expr] = len(self.loops)
            if not isinstance(expr, Loop):
                self.of_cards.setdefault(self._is_sought(expr), len(self.of_cards))
            elif expr.where is not None:
                if mentions(expr.where, card):
                    raise _TooMuch
                self._take_in(expr.where, expr.variable)
        elif mentions(expr, card):
            self.of_cards.setdefault(self._common(expr, card), len(self.of_cards))
        elif negated(plain(expr)) not in self.open:
            self.open.setdefault(plain(expr), len(self.open))

    def _is_of_the_cards(self, expr: Expr) -> bool:
        """Whether it asks of all the cards there are to choose from, or if one of them is there."""
        if isinstance(expr, Call) and expr.function == "card_is_in":
            sought, cards = expr.arguments
            written = isinstance(sought, Call) and sought.function == "written_card"
            return written and isinstance(cards, CardsIn) and cards.of == self.place
        return (
            isinstance(expr, Loop)
            and expr.how in ("any", "every", "no")
            and isinstance(expr.source, CardsIn)
            and expr.source.of == self.place
        )

    def _is_sought(self, there: Expr) -> Expr:
        """Whether a card is the one of which it is asked if it is there."""
        assert isinstance(there, Call)
        sought = there.arguments[0]
        assert isinstance(sought, Call)
        return Call(YESNO, False, "is_card", (self.card, sought.arguments[0]))

    def _common(self, expr: Expr, card: Local) -> Expr:
        """The question, asked of the same name whichever loop asks it."""
        return expr if card == self.card else replaced(expr, {card: self.card})

    def _sorts(self, pack: tuple[Card, ...]) -> list[tuple[bool, ...]]:
        """The answers that cards of the pack give to what is asked of a card: each sort once. What the
        card alone does not decide may be either for any card."""
        found: dict[tuple[bool, ...], None] = {}
        for card in pack:
            ways = [self._answers(question, card) for question in self.of_cards]
            found.update(dict.fromkeys(product(*ways)))
            if len(found) > MOST_SORTS:
                raise _TooMuch
        return list(found)

    def _answers(self, question: Expr, card: Card) -> tuple[bool, ...]:
        answer = _of_card(question, self.card, card)
        return (False, True) if answer is None else (answer,)

    def leaves_one(self, more: tuple[Expr, ...]) -> bool:
        """Whether in no hand some card will do only if it is not asked for more."""
        fewer = tuple(condition for condition in self.asked if condition not in more)
        for opened in product((False, True), repeat=len(self.open)):
            holding = [self._fits(loop, opened) for loop in self.loops]
            answered = [*product((False, True), repeat=len(self.loops))]
            legal = {a: self._legal(self.asked, opened, a) for a in answered}
            without = {a: self._legal(fewer, opened, a) for a in answered}
            for hand in range(1, 1 << len(self.sorts)):
                answers = tuple(
                    _said_of(_how(loop), hand, fits)
                    for loop, fits in zip(self.loops, holding, strict=True)
                )
                if hand & without[answers] and not hand & legal[answers]:
                    return False
        return True

    def _fits(self, loop: Expr, opened: tuple[bool, ...]) -> int:
        """The sorts of which a question about all cards holds, as bits."""
        fits = 0
        for number, sort in enumerate(self.sorts):
            if isinstance(loop, Loop):
                where, card = loop.where, loop.variable
                holds = where is None or self._holds(where, card, sort, opened, None)
            else:
                holds = sort[self.of_cards[self._is_sought(loop)]]
            fits |= holds << number
        return fits

    def _legal(
        self, asked: tuple[Expr, ...], opened: tuple[bool, ...], answers: tuple[bool, ...]
    ) -> int:
        """The sorts that may be chosen if questions about all cards have these answers, as bits."""
        fits = 0
        for number, sort in enumerate(self.sorts):
            holds = all(self._holds(c, self.card, sort, opened, answers) for c in asked)
            fits |= holds << number
        return fits

    def _holds(
        self,
        expr: Expr,
        card: Local,
        sort: tuple[bool, ...],
        opened: tuple[bool, ...],
        answers: tuple[bool, ...] | None,
    ) -> bool:
        if isinstance(expr, Op) and expr.op in ("and", "or", "not"):
            parts = [self._holds(part, card, sort, opened, answers) for part in expr.operands]
            return not parts[0] if expr.op == "not" else (all if expr.op == "and" else any)(parts)
        if self._is_of_the_cards(expr):
            if answers is None:
                raise _TooMuch
            return answers[self.loops[expr]]
        if mentions(expr, card):
            return sort[self.of_cards[self._common(expr, card)]]
        number = self.open.get(plain(expr))
        if number is None:
            return not opened[self.open[negated(plain(expr))]]
        return opened[number]


def _how(question: Expr) -> str:
    return question.how if isinstance(question, Loop) else "any"


def _said_of(how: str, hand: int, fits: int) -> bool:
    if how == "every":
        return not hand & ~fits
    return bool(hand & fits) is (how == "any")


def _of_card(expr: Expr, name: Local, card: Card) -> bool | None:
    """The answer of a printed card; None if that depends on more."""
    match expr:
        case Call(function="is_card", arguments=(of, Const(value=label))) if of == name:
            return label == card.label
        case Op(op="=" | "!=" | "<" | "<=" as op, operands=(one, other)):
            a, b = _printed(one, name, card), _printed(other, name, card)
            if not isinstance(a, int) or not isinstance(b, int):
                return None
            return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b}[op]
        case Op(op="not", operands=(inner,)):
            answer = _of_card(inner, name, card)
            return None if answer is None else not answer
        case Op(op="and" | "or" as op, operands=parts):
            answers = [_of_card(part, name, card) for part in parts]
            return None if None in answers else (all if op == "and" else any)(answers)
    return None


def _printed(expr: Expr, name: Local, card: Card) -> int | None:
    if isinstance(expr, Const) and isinstance(expr.value, int):
        return expr.value
    if isinstance(expr, Lookup) and expr.of == name and expr.table in ("rank", "suit", "value"):
        found = {"rank": card.rank, "suit": card.suit, "value": card.value}[expr.table]
        return found if isinstance(found, int) else None
    if isinstance(expr, Choose):
        answer = _of_card(expr.condition, name, card)
        chosen = expr.then if answer else expr.otherwise
        return None if answer is None else _printed(chosen, name, card)
    return None
