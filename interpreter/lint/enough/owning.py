"""One of many: what changes for everybody when one player's chips or one pile's cards do."""

from __future__ import annotations

from collections.abc import Callable

from ...checking.core import (
    Address,
    Expr,
)
from ...declarations import ruleset as rules
from .bounds import (
    Amount,
    Condition,
    Key,
    Linear,
    Range,
    hull,
    renamed,
    thing,
)
from .holdings import Holdings
from .quantities import ALL, ALL_BUT, EACH, Reader
from .relevance import Relevance
from .setting import Setting


class Owning:
    """What is known of each is known of one, and what one does is known of all."""

    piles: dict[str, rules.Pile]
    relevance: Relevance
    reader: Reader
    setting: Setting
    origin: dict[str, str]
    sources: dict[str, Expr]
    drops: bool
    hopes: list[Linear]

    def _hoped(self) -> list[Linear]:
        """What would have to hold of each player so that each payment were safe."""
        found: list[Linear] = []
        for line in self.relevance.lines:
            source = line.arguments[0]
            if line.procedure != "pay" or not isinstance(source, Address):
                continue
            key, amount = self.reader.cell(source.slot), self.reader.amount(line.arguments[2])
            owner = key[1]
            if (
                isinstance(amount, Linear)
                and owner
                and amount.terms
                and all(k[1] in (owner, "") or k[0] == "option" for k, _ in amount.terms)
            ):
                enough = thing(key).plus(amount, -1)
                found.append(enough.renamed(_said_of(owner, EACH)))
        return found

    def _class_of(self, new: str, old: str, known: Holdings) -> None:
        """What holds of each of some holds of each of fewer."""
        known.forget_all(lambda whose: whose == new)
        known.rename(old, new)

    def _one_of_them(self, name: str, whose: str, known: Holdings) -> None:
        """What holds of each of them holds of one."""
        classes = [whose] if whose == EACH else [whose, EACH]
        for (what, of), range_ in list(known.ranges.items()):
            if of in classes:
                low, high = known.ranges.get((what, name), range_)
                known.ranges[what, name] = max(low, range_[0]), min(high, range_[1])
        for fact in list(known.facts):
            for one in classes:
                if any(k[1] == one for k, _ in fact.terms):
                    known.facts.add(
                        fact.renamed(lambda k: (k[0], name if k[1] in classes else k[1]))
                    )

    def _becomes(self, key: Key, amount: Amount, known: Holdings) -> None:
        """A number becomes another, somebody's or nobody's."""
        if not key[1]:
            known.put(key, amount)
            return
        new = known.between(amount)
        self._keep_others(key, known)
        others = self._others(key, known)
        of_others = [
            (other, fact)
            for other in others
            for fact in (*known.facts, *self._hoped_of(other[1]))
            if fact.factor(other) and known.is_known(fact)
        ]
        total: Key = key[0], ALL
        if isinstance(amount, Linear) and known.range(total) == known.range(key) == (0, 0):
            known.put_sum(total, amount)
        elif isinstance(amount, Linear):
            known.put_sum(total, thing(total).plus(amount).plus(thing(key), -1))
        else:
            old = known.range(key)
            known.shift(total, (new[0] - old[1], new[1] - old[0]))
        if known.range((key[0], EACH))[0] >= 0 and new[0] >= 0:
            low, high = known.range(total)
            known.ranges[total] = max(0, low), high
        known.put(key, amount)
        for other in others:
            known.ranges[other] = hull(known.range(other), new)
            known.facts = {f for f in known.facts if not f.factor(other)}
            known.unsay(lambda t, o=other: t == o)  # type: ignore[misc]
        for other, fact in of_others:
            # What held of each, and holds of this one still, holds of each still.
            whose = other[1]
            own = fact.renamed(_said_of(whose, key[1]))
            if known.is_known(own) and known.of_sum(fact)[0] < 0:
                known.facts.add(fact)

    def _hoped_of(self, whose: str) -> list[Linear]:
        if whose == EACH:
            return self.hopes
        return [h.renamed(_said_of(EACH, whose)) for h in self.hopes]

    def _grows(self, key: Key, by: Range | Linear, known: Holdings) -> None:
        """A number grows, somebody's or nobody's; that of others who may be the same may."""
        between = known.of_sum(by) if isinstance(by, Linear) else by
        if key[1]:
            self._keep_others(key, known)
            perhaps = hull((0, 0), between)
            for other in self._others(key, known):
                if other in known.ranges or any(f.factor(other) for f in known.facts):
                    known.shift(other, perhaps)
        for one in [key, (key[0], ALL)] if key[1] else [key]:
            if isinstance(by, Linear) and not by.factor(one):
                known.put_sum(one, thing(one).plus(by))
                natural = self.setting.natural(one)
                low, high = known.ranges[one]
                known.ranges[one] = max(low, natural[0]), min(high, natural[1])
            else:
                known.shift(one, between)
        known.part_changed(key[0])

    def _keep_others(self, key: Key, known: Holdings) -> None:
        """What holds of each holds of all but one, whatever becomes of that one."""
        what, whose = key
        if whose.startswith("~") or not whose.startswith("["):
            return
        rest: Key = what, ALL_BUT + whose
        if rest not in known.ranges and (what, EACH) in known.ranges:
            known.ranges[rest] = known.ranges[what, EACH]

    def _others(self, key: Key, known: Holdings) -> list[Key]:
        """Whatever is kept of others who may be the same as this one."""
        what, whose = key
        popped = self.origin.get(whose, "")
        found = {k for k in known.ranges if k[0] == what}
        found |= {k for f in known.facts for k, _ in f.terms if k[0] == what}
        return [
            k
            for k in found
            if k[1] not in ("", ALL, whose, ALL_BUT + whose) and (k[1] != popped or not popped)
        ]

    def _blur(self, key: Key, known: Holdings) -> None:
        for other in [*self._others(key, known), (key[0], ALL)]:
            known.forget(other)

    def _of_each(self, condition: Condition, variable: str) -> Condition:
        """A condition on one member, said of each."""
        return renamed(condition, lambda t: EACH if t == variable else t)


def _said_of(one: str, other: str) -> Callable[[Key], Key]:
    """The things of one as those of another."""
    return lambda key: (key[0], other) if key[1] == one else key


def either_way(one: Holdings | None, other: Holdings | None) -> Holdings | None:
    """What is known if one has come one of two ways, of which there may be only one, or none."""
    if one is None or other is None:
        return one or other
    return one.joined(other)
