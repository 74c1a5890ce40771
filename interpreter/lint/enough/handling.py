"""Chips and cards change hands: whether there is enough, and what is left."""

from __future__ import annotations

from collections.abc import Iterable

from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ...checking.core import (
    Address,
    Call,
    Const,
    Do,
    Expr,
    Local,
    PileAt,
    PilesAt,
    Slot,
    walk,
)
from ...checking.facts import noted_by
from ...checking.types import PILE
from .bounds import (
    INFINITE,
    All,
    Amount,
    Condition,
    Key,
    Least,
    Linear,
    Range,
    Some,
    added,
    at_most,
    combined,
    multiplied,
    number,
    scaled,
    thing,
)
from .holdings import Holdings
from .keeping import Keeping
from .quantities import ALL, EACH, PLAYERS_IN
from .setting import Setting


@record
class Shortage:
    """A line at which there may be too little: how much is needed and how much is there.

    `never`: it is too little whenever one gets there; `certain`: and some play leads there, whatever
    the cards.
    """

    needed: Range
    there: Range
    never: bool
    certain: bool
    setting: Setting


class Handling(Keeping):
    """The procedures of a game, done with amounts instead of cards and chips.

    `short` are the lines that may have too little, `enough` those that had enough once.
    """

    short: dict[Span, Shortage]
    enough: set[Span]

    def _do(self, statement: Do, known: Holdings) -> Holdings | None:
        procedure, arguments = statement.procedure, statement.arguments
        for part in noted_by(statement):
            known.forget_part(part)
        if procedure.startswith("pay"):
            return self._pay(statement, known)
        if procedure.startswith("deal"):
            return self._deal(statement, known)
        match procedure:
            case "split" | "split_layers":
                holder = arguments[0]
                assert isinstance(holder, Address)
                key = self.reader.cell(holder.slot)
                share = known.range(key)
                self._becomes(key, number(0), known)
                for purse in [k for k in known.ranges if k[0] == "chips"]:
                    known.shift(purse, (0, share[1]))
                known.part_changed(key[0])
                known.part_changed("chips")
            case "drop_out":
                low, high = known.range(PLAYERS_IN)
                known.shift(PLAYERS_IN, (-1, 0))
                known.ranges[PLAYERS_IN] = max(0, low - 1), high
                known.part_changed("live")
                for key in [k for k in known.ranges if k[1] == ALL and not k[0].startswith("pile")]:
                    low, high = known.range(key)
                    known.forget(key)
                    known.ranges[key] = min(0, low), max(0, high)
            case "gather_everything":
                self._gather_everything(arguments[0], known)
            case "gather" | "flip":
                self._empty(arguments[0], known, arguments[1])
            case "gather_each":
                self._gather_each(arguments[0], arguments[1], known)
            case "move" | "move_under" | "move_card" | "move_card_under":
                self._move(arguments[0], arguments[1], arguments[3], known)
            case "lay" | "lay_on" | "shuffle_into":
                target = arguments[1] if procedure != "lay" else None
                name = None
                if target is None:
                    assert isinstance(arguments[1], Const)
                    name = f"pile {arguments[1].value}"
                self._some_move(arguments[0], target, name, known)
        return known

    def _no_cards(self, known: Holdings) -> None:
        for name, pile in self.piles.items():
            if name in self.relevance.names:
                if pile.per or pile.family or pile.groups:
                    known.ranges[name, EACH] = known.ranges[name, ALL] = 0, 0
                else:
                    known.ranges[name, ""] = 0, 0

    def _gather_everything(self, into: Expr, known: Holdings) -> None:
        for key in [k for k in known.ranges if k[0].startswith("pile ")]:
            known.forget(key)
        for name in self.piles:
            known.part_changed(name)
        self._no_cards(known)
        target = self.reader.pile(into)
        if target is not None and target[0] in self.relevance.names:
            cards = self.setting.cards
            known.ranges[target] = cards, cards
            if target[1]:
                known.ranges[target[0], ALL] = cards, cards
                known.ranges[target[0], EACH] = 0, cards

    def _empty(self, source: Expr, known: Holdings, into: Expr) -> None:
        start, target = self.reader.pile(source), self.reader.pile(into)
        if start is None or start == target:
            if start is None:
                self._some_move(source, into, None, known)
            return
        size = known.range(start)
        if target is not None:
            self._grows(target, thing(start), known)
        self._grows(start, scaled(size, -1), known)
        known.put(start, number(0))

    def _gather_each(self, sources: Expr, into: Expr, known: Holdings) -> None:
        target = self.reader.pile(into)
        if not isinstance(sources, PilesAt) or sources.seat is not None:
            self._some_move(sources, into, None, known)
            return
        name = f"pile {sources.pile}"
        total = known.range((name, ALL))
        if target is not None and target[0] != name:
            self._grows(target, total, known)
        for key in [k for k in known.ranges if k[0] == name]:
            known.forget(key)
        known.ranges[name, EACH] = known.ranges[name, ALL] = 0, 0
        if target is not None and target[0] == name:
            known.ranges[target] = known.ranges[name, ALL] = total
            known.ranges[name, EACH] = 0, total[1]
        known.part_changed(name)

    def _move(self, cards: Expr, into: Expr, hint: Expr, known: Holdings) -> None:
        one = cards.type.name == "card"
        start = self.reader.pile(hint) if not isinstance(hint, Const) else None
        if start is None:
            sources = list(self._piles_behind(cards))
            start = sources[0] if one and len(sources) == 1 else None
        if start is None:
            self._some_move(cards, into, None, known, (1, 1) if one else None)
            return
        target = self.reader.pile(into)
        count = (1.0, 1.0) if one else (0.0, known.range(start)[1])
        self._grows(start, scaled(count, -1), known)
        if target is not None:
            self._grows(target, count, known)
        else:
            self._comes_somewhere(into, count, known)

    def _comes_somewhere(self, into: Expr, count: Range, known: Holdings) -> None:
        name = f"pile {into.type.pile}" if into.type.pile else None
        for key in [k for k in known.ranges if k[0].startswith("pile ")]:
            if name is None or key[0] == name:
                known.shift(key, (0, count[1]))

    def _some_move(
        self,
        cards: Expr,
        into: Expr | None,
        name: str | None,
        known: Holdings,
        count: Range | None = None,
    ) -> None:
        """Cards leave some of the piles that they may come from."""
        sources = set(self._piles_behind(cards))
        everywhere = ("", "") in sources
        names = {key[0] for key in sources}
        most = count or (0.0, float(self.setting.cards))
        for key in [k for k in known.ranges if k[0].startswith("pile ")]:
            if everywhere or key[0] in names:
                known.shift(key, (-most[1], 0))
                known.part_changed(key[0])
        target = self.reader.pile(into) if into is not None else None
        if target is not None:
            self._grows(target, most, known)
        elif into is not None:
            self._comes_somewhere(into, most, known)
        elif name is not None:
            for key in [k for k in known.ranges if k[0] == name]:
                known.shift(key, (0, most[1]))

    def _piles_behind(self, cards: Expr, depth: int = 0) -> Iterable[Key]:
        """The piles that cards may come from; ("", "") for any."""
        found = False
        for part in walk(cards):
            if isinstance(part, PileAt):
                found = True
                key = self.reader.pile(part)
                if key is not None:
                    yield key
            elif isinstance(part, PilesAt):
                found = True
                yield f"pile {part.pile}", EACH
            elif isinstance(part, Local) and part.name in self.sources and depth < 4:
                found = True
                yield from self._piles_behind(self.sources[part.name], depth + 1)
            elif isinstance(part, Local) and part.type == PILE and part.type.pile:
                found = True
                yield f"pile {part.type.pile}", EACH
            elif (isinstance(part, Slot) and part.type.name in ("card", "cards")) or (
                isinstance(part, Call) and part.function in ("everything_from", "place_of")
            ):
                yield "", ""
        if not found:
            yield "", ""

    def _pay(self, statement: Do, known: Holdings) -> Holdings | None:
        source, to = statement.arguments[:2]
        assert isinstance(source, Address) and isinstance(to, Address)
        start, target = self.reader.cell(source.slot), self.reader.cell(to.slot)
        there = known.range(start)
        if statement.procedure == "pay":
            needed = statement.arguments[2]
            amount = self.reader.amount(needed)
            if not self._suffices(statement, amount, thing(start), there, known):
                return None
            by: Amount = amount
        elif statement.procedure == "pay_all":
            by = thing(start)
        else:
            by = Least(self.reader.amount(statement.arguments[2]), thing(start))
        if start == target:
            return known
        between = known.between(by)
        between = max(0, between[0]), max(0, min(between[1], there[1]))
        if isinstance(by, Linear) and not by.factor(target):
            self._grows(target, by, known)
        else:
            self._grows(target, between, known)
        if isinstance(by, Linear) and not by.factor(start):
            self._grows(start, number(0).plus(by, -1), known)
        else:
            self._grows(start, scaled(between, -1), known)
            if statement.procedure == "pay_all":
                known.put(start, number(0))
        return known

    def _suffices(
        self, statement: Do, needed: Amount, have: Linear, there: Range, known: Holdings
    ) -> bool:
        """Note whether there is enough; go on as if there were, False if there never is."""
        span = statement.site.span
        enough = at_most(needed, have)
        if known.holds(enough):
            self.enough.add(span)
        else:
            between = known.between(needed)
            never = between[0] > there[1]
            certain = known.certain and never
            self._note(span, Shortage(between, there, never, certain, self.setting))
            known.certain = False
        return known.assume(All((enough, at_most(number(0), needed))))

    def _note(self, span: Span, shortage: Shortage) -> None:
        kept = self.short.get(span)
        if kept is None or worse(shortage) > worse(kept):
            self.short[span] = shortage

    def _deal(self, statement: Do, known: Holdings) -> Holdings | None:
        source, to, count, _ = statement.arguments
        procedure = statement.procedure
        start = self.reader.pile(source)
        each = procedure.startswith("deal_each")
        amount: Amount = number(0) if procedure.endswith("_all") else self.reader.amount(count)
        receivers: Range = (1, 1)
        if each:
            receivers = self._receivers(to, known)
        if start is None:
            start = f"pile {source.type.pile or '?'}", "?"
        there = self._there(start, known)
        if procedure in ("deal", "deal_each"):
            most = combined(number(0), amount, int(receivers[1]))
            if not self._enough_cards(statement, most, start, there, receivers, amount, known):
                return None
        dealt = multiplied(known.between(amount), receivers)
        if procedure.endswith("_all"):
            dealt = known.range(start)
        elif procedure.endswith("_up_to"):
            dealt = min(max(0, dealt[0]), there[0]), min(max(0, dealt[1]), there[1])
        else:
            dealt = max(0, dealt[0]), max(0, min(dealt[1], there[1]))
        exact = (
            isinstance(amount, Linear)
            and receivers[0] == receivers[1]
            and procedure in ("deal", "deal_each")
        )
        self._leave(start, amount if exact else None, int(receivers[0]), dealt, known)
        if each:
            self._come_to_each(to, amount, dealt, receivers, known)
            return known
        target = self.reader.pile(to)
        if target is None:
            self._comes_somewhere(to, dealt, known)
        elif exact:
            assert isinstance(amount, Linear)
            self._grows(target, amount, known)
        else:
            self._grows(target, dealt, known)
        return known

    def _receivers(self, to: Expr, known: Holdings) -> Range:
        if isinstance(to, PilesAt):
            pile = self.piles[f"pile {to.pile}"]
            count = pile.count or 1
            if pile.per == "player" and to.seat is None:
                low, high = known.range(PLAYERS_IN)
                return low * count, high * count
            if pile.per == "team" and to.seat is None:
                return self.setting.teams * count, self.setting.teams * count
            if pile.count:
                return count, count
        return 0, self.setting.cards

    def _come_to_each(
        self, to: Expr, amount: Amount, dealt: Range, receivers: Range, known: Holdings
    ) -> None:
        assert isinstance(to, PilesAt)
        name = f"pile {to.pile}"
        each = known.between(amount)
        if receivers[1]:
            each = min(each[0], dealt[0] // receivers[1]), min(each[1], dealt[1])
        for key in [k for k in known.ranges if k[0] == name]:
            if key[1] == ALL:
                known.shift(key, dealt)
            elif key[1] == EACH:
                known.shift(key, (max(0, each[0]), max(0, each[1])))
            else:
                known.shift(key, (0, max(0, each[1])))
        known.part_changed(name)

    def _refill(self, start: Key) -> tuple[Key, int] | None:
        pile = self.piles.get(start[0])
        if pile is None or pile.refilled_from is None:
            return None
        return (f"pile {pile.refilled_from}", start[1]), int(pile.except_top)

    def _there(self, start: Key, known: Holdings) -> Range:
        """How many cards can be dealt from a pile, those that would be shuffled in counted."""
        low, high = known.range(start)
        refill = self._refill(start)
        if refill is None:
            return low, high
        other, kept = refill
        more = known.range(other)
        low += max(0, more[0] - kept)
        high += max(0, more[1] - kept)
        elsewhere = sum(
            known.range((name, ALL))[1]
            if pile.per or pile.family or pile.groups
            else known.range((name, ""))[1]
            for name, pile in self.piles.items()
            if name not in (start[0], other[0])
        )
        counted = known.ranges.get(("there", start[0]))
        if counted is not None:
            low = max(low, counted[0])
        low = max(low, self.setting.cards - elsewhere - kept)
        return low, min(high, self.setting.cards)

    def _enough_cards(
        self,
        statement: Do,
        most: Amount,
        start: Key,
        there: Range,
        receivers: Range,
        amount: Amount,
        known: Holdings,
    ) -> bool:
        span = statement.site.span
        needed = multiplied(known.between(amount), receivers)
        enough = at_most(most, thing(start))
        if (
            known.between(most)[1] <= there[0]
            or known.holds(enough)
            or self._dealable(start, most, known)
        ):
            self.enough.add(span)
            return True
        never = needed[0] > there[1]
        certain = known.certain and never
        self._note(span, Shortage(needed, there, never, certain, self.setting))
        known.certain = False
        if needed[0] > there[1]:
            return False
        if self._refill(start) is None:
            low, high = known.range(start)
            known.ranges[start] = max(low, needed[0]), high
        return True

    def _dealable(self, start: Key, most: Amount, known: Holdings) -> bool:
        """Whether one of two piles is known to have enough, where one is refilled from the other."""
        refill = self._refill(start)
        if refill is None:
            return False
        other, kept = refill
        rest = at_most(combined(most, number(kept)), thing(other))
        return known.holds(Some((at_most(most, thing(start)), rest))) or any(
            isinstance(c, Some)
            and all(
                self._implies(part, at_most(most, thing(start)), known)
                or self._implies(part, rest, known)
                for part in c.of
            )
            for c in known.said
        )

    def _implies(self, one: Condition, other: Condition, known: Holdings) -> bool:
        case = known.copy()
        return not case.assume(one) or case.holds(other)

    def _leave(
        self, start: Key, amount: Amount | None, times: int, dealt: Range, known: Holdings
    ) -> None:
        refill = self._refill(start)
        whole = number(int(dealt[1])) if amount is None else combined(number(0), amount, times)
        if (
            refill is None
            or known.range(start)[0] >= dealt[1]
            or (dealt[1] < INFINITE and known.holds(at_most(whole, thing(start))))
        ):
            if isinstance(amount, Linear):
                self._grows(start, number(0).plus(amount, -times), known)
            else:
                self._grows(start, scaled(dealt, -1), known)
            return
        other, kept = refill
        here, there = known.range(start), known.range(other)
        total = added(here, there)
        for key in (start, other):
            known.forget(key)
            known.part_changed(key[0])
        known.ranges[start] = 0, min(self.setting.cards, total[1])
        known.ranges[other] = min(there[0], kept), there[1]


def worse(shortage: Shortage) -> tuple[bool, bool, float]:
    """What to compare by which of two shortages of one line says more."""
    return shortage.never, shortage.certain, shortage.needed[0] - shortage.there[0]
