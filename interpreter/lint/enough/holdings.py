"""What is known of piles and purses at a place of the course: how much they hold at least and at most."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .bounds import (
    ANY,
    INFINITE,
    All,
    Amount,
    AtLeastZero,
    Condition,
    Either,
    Key,
    Least,
    Linear,
    Most,
    Range,
    Said,
    Some,
    Split,
    hull,
    negated,
    number,
    renamed,
    thing,
    things_in,
)
from .quantities import ALL_BUT, EACH, FLEETING, WAITING
from .setting import Setting

MOST_FACTS = 40
"""So many sums are kept. More are hardly ever needed, and each costs time at every line."""

MOST_ALTERNATIVES = 12
"""So many conditions are kept of which one or the other holds."""


class Holdings:
    """Bounds of all that is counted, sums that are 0 or more, and what else is known to hold.

    `certain`: some play leads here for sure, whatever the cards.
    """

    __slots__ = ("certain", "facts", "ranges", "said", "setting")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.ranges: dict[Key, Range] = {}
        self.facts: set[Linear] = set()
        self.said: set[Condition] = set()
        self.certain = True

    def copy(self) -> Holdings:
        """The same once more."""
        twin = Holdings.__new__(Holdings)
        twin.setting = self.setting
        twin.ranges = self.ranges.copy()
        twin.facts = self.facts.copy()
        twin.said = self.said.copy()
        twin.certain = self.certain
        return twin

    def same(self, other: Holdings) -> bool:
        """Whether exactly the same is known."""
        return (
            self.ranges == other.ranges
            and self.facts == other.facts
            and self.said == other.said
            and self.certain == other.certain
        )

    # ---------------------------------------------------------------- asking

    def range(self, key: Key) -> Range:
        """What a thing lies between."""
        found = self.ranges.get(key)
        if found is not None:
            return found
        if key[0][:1] == "?":
            bounds = self.setting.reader.bounds.get(key)
            return ANY if bounds is None else bounds(self)
        if key[1].startswith(ALL_BUT) and (key[0], EACH) in self.ranges:
            return self.ranges[key[0], EACH]
        return self.setting.natural(key)

    def of_sum(self, amount: Linear) -> Range:
        """What a sum lies between."""
        low: float = amount.constant
        high: float = amount.constant
        ranges = self.ranges
        for key, factor in amount.terms:
            least, most = ranges.get(key) or self.range(key)
            if factor == 1:
                low += least
                high += most
            elif factor > 0:
                low += factor * least
                high += factor * most
            else:
                low += factor * most
                high += factor * least
        return low, high

    def between(self, amount: Amount) -> Range:
        """What an amount lies between."""
        match amount:
            case Linear():
                return self.of_sum(amount)
            case Either():
                ranges = []
                for condition, part in (
                    (amount.on, amount.then),
                    (negated(amount.on), amount.otherwise),
                ):
                    case = self.copy()
                    if case.assume(condition):
                        ranges.append(case.between(part))
                if not ranges:
                    return ANY
                return ranges[0] if len(ranges) == 1 else hull(*ranges)
        one, other = self.between(amount.one), self.between(amount.other)
        pick = min if isinstance(amount, Least) else max
        return pick(one[0], other[0]), pick(one[1], other[1])

    def holds(self, condition: Condition) -> bool:
        """Whether a condition surely holds."""
        match condition:
            case AtLeastZero():
                return self._is_at_least_zero(condition.sum)
            case All():
                return all(self.holds(c) for c in condition.of)
            case Some():
                if any(self.holds(c) for c in condition.of):
                    return True
                return condition in self.said
            case Split():
                for on, part in (
                    (condition.on, condition.then),
                    (negated(condition.on), condition.otherwise),
                ):
                    case = self.copy()
                    if case.assume(on) and not case.holds(part):
                        return False
                return True
            case Said():
                return condition.text != "" and (condition in self.said or self._of_each(condition))

    def _of_each(self, said: Said) -> bool:
        """Whether something is so of all members because it is of whichever one takes."""
        known = self.setting.reader.each.get(said.text)
        if known is None:
            return False
        answer, variable, holds = known
        if said.yes is not answer:
            return False
        return self.holds(renamed(holds, lambda t: EACH if t == variable else t))

    def _is_at_least_zero(self, wanted: Linear) -> bool:
        if self.of_sum(wanted)[0] >= 0:
            return True
        if not self.facts or not wanted.terms:
            return False
        near = self._near(wanted)
        for fact in near:
            rest = wanted.plus(fact, -1)
            if self.of_sum(rest)[0] >= 0:
                return True
            for other in self._near(rest):
                if self.of_sum(rest.plus(other, -1))[0] >= 0:
                    return True
        return False

    def _near(self, wanted: Linear) -> list[Linear]:
        """The facts that help with a term of a sum."""
        self.setting.effort.facts += len(self.facts)
        more = {key for key, factor in wanted.terms if factor > 0}
        less = {key for key, factor in wanted.terms if factor < 0}
        near = []
        for fact in self.facts:
            for key, factor in fact.terms:
                if key in (more if factor > 0 else less):
                    near.append(fact)
                    break
        return near

    # ---------------------------------------------------------------- learning

    def assume(self, condition: Condition) -> bool:
        """Take a condition to hold; False if it cannot."""
        match condition:
            case AtLeastZero():
                return self._learn(condition.sum) and self._rule_out(condition.sum)
            case All():
                # All of them, so that as much as possible is learned.
                return min([self.assume(c) for c in condition.of], default=True)
            case Some():
                return self._one_of(condition)
            case Split():
                cases = (
                    All((condition.on, condition.then)),
                    All((negated(condition.on), condition.otherwise)),
                )
                return self._one_of(Some(cases))
        if condition.text == "":
            return True
        if negated(condition) in self.said:
            return False
        self.said.add(condition)
        known = self.setting.reader.each.get(condition.text)
        if known is not None and known[0] == condition.yes:
            _, variable, holds = known
            self.hold_of_each(renamed(holds, lambda t: EACH if t == variable else t))
        return self._follow(condition)

    def _rule_out(self, news: Linear) -> bool:
        """Alternatives that are none any more, now that a sum is known to be 0 or more."""
        keys = {key for key, _ in news.terms}
        for known in [k for k in self.said if isinstance(k, Some)]:
            if keys.isdisjoint(t for t in things_in(known) if not isinstance(t, Said)):
                continue
            self.said.discard(known)
            left = tuple(c for c in known.of if self._plain().assume(c))
            if len(left) < 2:
                if not left or not self.assume(left[0]):
                    return False
            else:
                self.said.add(Some(left))
        return True

    def _follow(self, news: Said) -> bool:
        """What is left of alternatives once one of them is ruled out."""
        against = negated(news)
        for known in [k for k in self.said if isinstance(k, Some) and against in k.of]:
            self.said.discard(known)
            if not self.assume(Some(tuple(c for c in known.of if c != against))):
                return False
        return True

    def _one_of(self, condition: Some) -> bool:
        if any(isinstance(part, Said) and not part.text for part in condition.of):
            return True
        possible: list[tuple[Condition, Holdings]] = []
        for part in condition.of:
            if self.holds(part):
                return True
            case = self._plain()
            if case.assume(part):
                possible.append((part, case))
        if not possible:
            return False
        if len(possible) == 1:
            return self.assume(possible[0][0])
        known = possible[0][1]
        for _, case in possible[1:]:
            known = known.joined(case)
        self.ranges, self.facts = known.ranges, known.facts
        self.said |= known.said
        if sum(isinstance(c, Some) for c in self.said) < MOST_ALTERNATIVES:
            self.said.add(Some(tuple(part for part, _ in possible)))
        return True

    def _plain(self) -> Holdings:
        """A copy that knows of no alternatives: what follows from what is not followed on and on."""
        twin = self.copy()
        twin.said = {c for c in self.said if isinstance(c, Said)}
        return twin

    def hold_of_each(self, condition: Condition) -> None:
        """A condition that holds for every member by itself, so its alternatives do not split."""
        match condition:
            case AtLeastZero():
                self._learn(condition.sum)
            case All():
                for part in condition.of:
                    self.hold_of_each(part)
            case Some():
                possible = [c for c in condition.of if self._plain().assume(c)]
                if len(possible) == 1:
                    self.hold_of_each(possible[0])

    def _settled(self, fact: Linear) -> Linear:
        """The same with options as numbers, where they are settled."""
        options = self.setting.options
        for (what, whose), factor in fact.terms:
            if what == "option":
                low, high = options.get(whose, ANY)
                if low == high:
                    settled = number(int(low) * factor)
                    rest = tuple(t for t in fact.terms if t[0] != (what, whose))
                    return self._settled(Linear(rest, fact.constant).plus(settled))
        return fact

    def _learn(self, fact: Linear) -> bool:
        """A sum is 0 or more."""
        fact = self._settled(fact)
        if self.of_sum(fact)[1] < 0:
            return False
        if not fact.terms:
            return True
        for key, factor in fact.terms:
            # The most that all the others may be together says what is left for this one.
            most: float = fact.constant
            for other, times in fact.terms:
                if other != key:
                    most += times * self.range(other)[times > 0]
            if most in (INFINITE, -INFINITE):
                continue
            known = self.range(key)
            low, high = known
            if factor > 0:
                low = max(low, -(int(most) // factor))
            else:
                high = min(high, int(most) // -factor)
            if low > high:
                return False
            if key[0] != FLEETING and (low, high) != known:
                self.ranges[key] = low, high
        if (
            len(fact.terms) > 1
            and len(self.facts) < MOST_FACTS
            and self.of_sum(fact)[0] < 0
            and all(key[0] != FLEETING for key, _ in fact.terms)
        ):
            self.facts.add(fact)
        return not self._is_at_least_zero(number(-1).plus(fact, -1))

    # ---------------------------------------------------------------- changing

    def put(self, key: Key, amount: Amount) -> None:
        """A thing that stands alone becomes so much."""
        if isinstance(amount, Linear):
            self.put_sum(key, amount)
            return
        between = self.between(amount)
        beyond: list[Linear] = []
        self._bounding(amount, key, beyond)
        new = [f for f in beyond if f.factor(key) != 0]
        self.forget(key)
        self.ranges[key] = between
        self.facts |= {
            f for f in new if self.of_sum(f)[0] < 0 and all(k[0] != FLEETING for k, _ in f.terms)
        }

    def _bounding(self, amount: Amount, key: Key, found: list[Linear]) -> None:
        """What a choice of the smaller or larger says of the thing that becomes it."""
        if not isinstance(amount, Least | Most):
            return
        for part in (amount.one, amount.other):
            if isinstance(part, Linear):
                if not part.factor(key):
                    bound = part.plus(thing(key), -1)
                    found.append(bound if isinstance(amount, Least) else number(0).plus(bound, -1))
            elif type(part) is type(amount):
                self._bounding(part, key, found)

    def put_sum(self, key: Key, amount: Linear) -> None:
        amount = self._settled(amount)
        between = self.of_sum(amount)
        own = amount.factor(key)
        if own == 1:
            if self.facts:
                self._move_on(key, amount)
        elif own > 1:
            # Of a multiple every fact holds a multiple of itself.
            rest = amount.plus(thing(key), -own)
            self.facts = {
                f.plus(thing(key), -c)
                .plus(f.plus(thing(key), -c), own - 1)
                .plus(thing(key).plus(rest, -1), c)
                if (c := f.factor(key))
                else f
                for f in self.facts
            }
        elif own:
            self.forget(key)
        else:
            self.forget(key)
            if len(amount.terms) == 1 and amount.terms[0][1] == 1 and not amount.constant:
                same = amount.terms[0][0]
                self.facts |= {f.replaced(same, thing(key)) for f in self.facts if f.factor(same)}
            if amount.terms and all(k[0] != FLEETING for k, _ in amount.terms):
                equal = thing(key).plus(amount, -1)
                self.facts |= {equal, number(0).plus(equal, -1)}
        if self.said:
            self.unsay(lambda t: t == key)
        self.ranges[key] = between

    def _move_on(self, key: Key, amount: Linear) -> None:
        """Say facts about a thing of what it has become: itself and something more.

        Those that now hold whatever happens are dropped: where one amount is taken from another
        again and again, there would be no end of such.
        """
        more = amount.constant
        alone = len(amount.terms) == 1
        back = thing(key).plus(amount.plus(thing(key), -1), -1)
        natural = self.setting.natural
        kept: set[Linear] = set()
        for fact in self.facts:
            factor = fact.factor(key)
            if factor:
                if alone:
                    fact = Linear(fact.terms, fact.constant - factor * more)
                else:
                    fact = fact.replaced(key, back)
                low: float = fact.constant
                for other, times in fact.terms:
                    low += times * natural(other)[times < 0]
                if low >= 0:
                    continue
            kept.add(fact)
        self.facts = kept

    def shift(self, key: Key, by: Range) -> None:
        """A thing that stands alone grows by something between two bounds."""
        low, high = self.ranges.get(key) or self.range(key)
        least, most = self.setting.known.get(key) or self.setting.natural(key)
        between = max(low + by[0], least), min(high + by[1], most)
        if self.facts and by[0] == by[1] and abs(by[0]) != INFINITE:
            self.put_sum(key, Linear(((key, 1),), int(by[0])))
        else:
            if self.facts:
                self._loosen(key, by)
            if self.said:
                self.unsay(lambda t: t == key)
        self.ranges[key] = between

    def _loosen(self, key: Key, by: Range) -> None:
        """Facts that a change leaves true: those that only gain by it; the others lose so much."""
        kept: set[Linear] = set()
        for fact in self.facts:
            factor = fact.factor(key)
            worst = factor * by[factor < 0] if factor else 0
            if worst >= 0:
                kept.add(fact)
            elif worst > -INFINITE:
                kept.add(Linear(fact.terms, fact.constant - int(worst)))
        self.facts = kept

    def forget(self, key: Key) -> None:
        """Nothing is known of a thing any more; what it bounded keeps the bound."""
        if self.facts:
            self._drop(key)
        self.ranges.pop(key, None)
        if key[1].startswith(WAITING):
            # Where nothing is kept of them at all, nobody is waiting.
            self.ranges[key] = self.setting.natural(key)
        if self.said:
            self.unsay(lambda t: t == key)

    def _drop(self, key: Key) -> None:
        """Facts without a thing, as far as its bounds say what is left of them."""
        kept: set[Linear] = set()
        for fact in self.facts:
            factor = fact.factor(key)
            if not factor:
                kept.add(fact)
                continue
            if len(fact.terms) < 3:
                continue
            most = factor * self.range(key)[factor > 0]
            if most not in (INFINITE, -INFINITE):
                rest = Linear(
                    tuple(t for t in fact.terms if t[0] != key), fact.constant + int(most)
                )
                if len(rest.terms) > 1 and self.of_sum(rest)[0] < 0:
                    kept.add(rest)
        self.facts = kept

    def forget_part(self, part: str) -> None:
        """Nothing is known any more of a number that everybody has, nor of what depends on it."""
        for key in {k for k in self.ranges if k[0] == part} | {
            k for f in self.facts for k, _ in f.terms if k[0] == part
        }:
            self.forget(key)
        self.unsay(lambda key: key[0] == part)
        self.part_changed(part)

    def forget_all(self, gone: Callable[[str], bool]) -> None:
        """Forget the things of all of whom that is asked."""
        keys = {k for k in self.ranges if gone(k[1])}
        if self.facts:
            keys |= {k for f in self.facts for k, _ in f.terms if gone(k[1])}
        for key in keys:
            self.forget(key)
        if self.said:
            self.said = {
                c
                for c in self.said
                if not any(gone(t.text if isinstance(t, Said) else t[1]) for t in things_in(c))
            }

    def unsay(self, changed: Callable[[Key], bool]) -> None:
        """Drop what was said of things that changed."""
        self.said = {
            c
            for c in self.said
            if not any(changed(t) for t in things_in(c) if not isinstance(t, Said))
        }

    def part_changed(self, part: str) -> None:
        """Drop what depends on a part of the state without being counted."""
        reads = self.setting.reader.reads

        def stale(key: Key) -> bool:
            return key[0][:1] == "?" and _touches(part, reads.get(key, frozenset()))

        if reads:
            unread = [k for k in self.ranges if k[0][:1] == "?"]
            unread += [k for f in self.facts for k, _ in f.terms if k[0][:1] == "?"]
            for key in {k for k in unread if stale(k)}:
                self.forget(key)
        if self.said:
            self.said = {
                c
                for c in self.said
                if not any(
                    _touches(part, t.reads) if isinstance(t, Said) else stale(t)
                    for t in things_in(c)
                )
            }

    def rename(self, old: str, new: str) -> None:
        """What is known of one's things is known of another's: they are the same player's."""

        def name(text: str) -> str:
            return text.replace(old, new) if old in text else text

        for (what, whose), range_ in list(self.ranges.items()):
            if old in whose:
                self.ranges[what, name(whose)] = range_
        moved = {
            f.renamed(lambda k: (k[0], name(k[1])))
            for f in self.facts
            if any(old in k[1] for k, _ in f.terms)
        }
        self.facts |= moved
        self.said |= {
            renamed(c, name)
            for c in self.said
            if any(old in (t.text if isinstance(t, Said) else t[1]) for t in things_in(c))
        }

    # ---------------------------------------------------------------- ways that meet

    def joined(self, other: Holdings) -> Holdings:
        """What is known when one has come one of two ways."""
        met = Holdings(self.setting)
        mine, theirs, ranges = self.ranges, other.ranges, met.ranges
        for key, range_ in mine.items():
            another = theirs.get(key)
            if another is None:
                if key[0][:1] == "?" and not key[1].startswith(WAITING):
                    continue
                another = range_ if key[1].startswith(WAITING) else other.range(key)
            ranges[key] = (
                range_ if range_ is another or range_ == another else hull(range_, another)
            )
        for key in theirs.keys() - mine.keys():
            if key[1].startswith(WAITING):
                ranges[key] = theirs[key]
            elif key[0][:1] != "?":
                ranges[key] = hull(theirs[key], self.range(key))
        if self.facts == other.facts:
            met.facts = self.facts.copy()
        else:
            met.facts = self.facts & other.facts
            met.facts |= other.known_of(self.facts - met.facts)
            met.facts |= self.known_of(other.facts - met.facts)
            met.facts = strongest(met.facts)
        if len(met.facts) > MOST_FACTS:
            # The shorter a sum, the more it tells.
            shortest = sorted(met.facts, key=lambda f: (len(f.terms), f.terms, f.constant))
            met.facts = set(shortest[:MOST_FACTS])
        if self.said or other.said:
            met.said = self.said & other.said
            met.said |= {c for c in self.said - met.said if isinstance(c, Some) and other.holds(c)}
            met.said |= {c for c in other.said - met.said if isinstance(c, Some) and self.holds(c)}
        met.certain = self.certain or other.certain
        return met

    def is_known(self, fact: Linear) -> bool:
        """Whether a sum is surely 0 or more."""
        return self._is_at_least_zero(fact)

    def known_of(self, facts: set[Linear]) -> set[Linear]:
        """Those of the facts that hold here too, or what of them does."""
        found: set[Linear] = set()
        alike: dict[object, Linear] | None = None
        for fact in facts:
            if self.of_sum(fact)[0] >= 0:
                found.add(fact)
                continue
            if alike is None:
                alike = {f.terms: f for f in self.facts}
            own = alike.get(fact.terms)
            if own is not None:
                found.add(own if own.constant > fact.constant else fact)
            elif any(self.of_sum(fact.plus(near, -1))[0] >= 0 for near in self._near(fact)):
                found.add(fact)
        return found

    def widened(
        self,
        before: Holdings,
        moved: dict[Key, int] | None = None,
        *,
        patience: int = 0,
    ) -> Holdings:
        """The same, with bounds that moved again and again moved on to the next step at once.

        `moved` counts how often each moved; one may do so `patience` times. A fact that says less
        than the last time is dropped, so that this comes to an end.
        """
        steps = self.setting.steps
        for key, (low, high) in self.ranges.items():
            old_low, old_high = before.ranges.get(key) or before.range(key)
            if low >= old_low and high <= old_high:
                continue
            if moved is not None:
                moved[key] = moved.get(key, 0) + 1
                if moved[key] <= patience:
                    continue
            natural = self.setting.natural(key)
            if low < old_low:
                low = max((s for s in steps if s <= low), default=-INFINITE)
            if high > old_high:
                high = min((s for s in steps if s >= high), default=INFINITE)
            self.ranges[key] = max(low, natural[0]), min(high, natural[1])
        if not self.facts:
            return self
        old = before.facts
        alike = {f.terms for f in old}
        self.facts = {
            f for f in self.facts if f in old or (f.terms not in alike and before.of_sum(f)[0] >= 0)
        }
        return self


def strongest(facts: Iterable[Linear]) -> set[Linear]:
    """Of facts about the same things only the one that says most."""
    best: dict[object, Linear] = {}
    for fact in facts:
        known = best.get(fact.terms)
        if known is None or fact.constant < known.constant:
            best[fact.terms] = fact
    return set(best.values())


def _touches(part: str, read: Iterable[str]) -> bool:
    if part in read:
        return True
    return part.startswith("pile ") and "piles" in read
