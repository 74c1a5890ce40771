"""Players and piles gone through one after the other, and all that is chosen at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from rulerun.grammar.record import record

from ...checking.core import (
    CarryOut,
    Decision,
    Do,
    Expr,
    For,
    Loop,
    MoveRule,
    Needed,
    PilesAt,
    Program,
    Set,
    Stmt,
    every,
)
from ...checking.facts import substituted
from ...declarations import ruleset as rules
from .bounds import (
    Amount,
    Condition,
    Linear,
    at_most,
    hull,
    negated,
    number,
    thing,
)
from .handling import Handling
from .holdings import Holdings
from .owning import either_way
from .quantities import ALL, ALL_BUT, EACH, LEFT, PLAYERS_IN, WAITING, Members, of_local

OFTEN = 3
"""So often something is gone through before bounds that go on moving are moved on at once."""


@record
class Visit:
    """What is done for each of several players: `name` is who it is, `left` those still to come,
    `seen` those who came already.

    `focus` are all but one, of whom more is known; `many` how many there are, if all are meant;
    `totals` what is known of those still to come together.
    """

    body: tuple[Stmt, ...]
    where: Condition
    name: str
    left: str
    seen: str
    focus: str | None
    many: Amount | None
    totals: frozenset[str]


class GoingRound(Handling, ABC):
    """`for each`, and the moves that everyone chose at once."""

    program: Program
    decisions: dict[str, Decision]

    @abstractmethod
    def _all(self, statements: Iterable[Stmt], known: Holdings | None) -> Holdings | None:
        """What is known after statements; None if nothing comes after them."""

    @abstractmethod
    def _chosen(self, move: MoveRule, known: Holdings) -> bool:
        """Take a move to be legal; False if it never is."""

    def _for(self, statement: For, known: Holdings) -> Holdings | None:
        source, variable = statement.source, statement.variable
        if isinstance(source, Loop) and source.how == "all" and source.variable != variable:
            inner = substituted(source.where, source.variable, variable) if source.where else None
            source = Loop(
                source.type, source.maybe, "all", variable, source.source, inner, source.value
            )
        members = self.reader.members(source)
        if (
            _only_drops(statement)
            and members is not None
            and members.of == "players"
            and members.variable
        ):
            high = known.range(PLAYERS_IN)[1]
            known.forget(PLAYERS_IN)
            known.ranges[PLAYERS_IN] = 0, high
            known.part_changed("live")
            known.hold_of_each(negated(self._of_each(members.where, members.variable)))
            return known
        if members is not None and members.of == "piles":
            pile = self.piles[f"pile {members.name}"]
            if pile.count and not (pile.per and isinstance(source, PilesAt) and not source.seat):
                return self._through_piles(statement, pile, members, known)
        if members is not None and members.of in ("players", "list", "everyone"):
            return self._through_players(statement, members, source, known)
        return self._through_others(statement, source, known)

    def _through_piles(
        self, statement: For, pile: rules.Pile, members: Members, known: Holdings
    ) -> Holdings | None:
        """A family of piles is gone through one by one."""
        name = of_local(statement.variable.name)
        here: Holdings | None = known
        for position in range(1, (pile.count or 0) + 1):
            if here is None:
                return None
            here.forget_all(lambda whose: name in whose)
            self._one_of_them(name, EACH, here)
            here.ranges["position", name] = position, position
            here = self._member(statement.body, members.where, here)
        return here

    def _member(self, body: tuple[Stmt, ...], where: Condition, known: Holdings) -> Holdings | None:
        """One member: the body is done if it is one of those meant."""
        if known.holds(where):
            return self._all(body, known)
        skipped: Holdings | None = known.copy()
        assert skipped is not None
        if not skipped.assume(negated(where)):
            skipped = None
        if not known.assume(where):
            return skipped
        if skipped is not None:
            known.certain = skipped.certain = False
        after = self._all(body, known)
        if after is None or skipped is None:
            return after or skipped
        return after.joined(skipped)

    def _through_players(
        self, statement: For, members: Members, source: Expr, known: Holdings
    ) -> Holdings | None:
        name = of_local(statement.variable.name)
        left = LEFT + statement.variable.name
        longest = self.reader.how_many(_unfiltered(source))
        if members.of == "list":
            low, high = known.between(longest)
        elif members.of == "everyone":
            low, high = self.setting.players
        else:
            low, high = known.range(PLAYERS_IN)
        high = min(high, self.setting.players[1])
        sure = known.certain
        knows = members.of == "players" or not self.drops
        known.forget_all(lambda whose: whose == left or name in whose)
        kept: frozenset[str] = frozenset()
        if knows:
            self._class_of(left, EACH, known)
            kept = self._totals(statement, left, known)
        self.origin[name] = left
        focus = next((k[1] for k in known.ranges if k[1].startswith(ALL_BUT)), None)
        one = None if focus is None or not knows else focus.removeprefix(ALL_BUT)
        many: Amount | None = None
        if members.of == "list" and not members.variable:
            many = longest
        seen = f"{WAITING}seen {statement.variable.name}"
        known.forget_all(lambda whose: whose == seen)
        known.ranges = {k: r for k, r in known.ranges.items() if k[1] != seen}
        visit = Visit(statement.body, members.where, name, left, seen, focus, many, kept)
        if any(isinstance(s, Do) and s.procedure.startswith("deal") for s in every(statement.body)):
            done = self._counted(visit, one, int(low), int(high), known)
        else:
            done = self._some_of_them(visit, one, known)
        if done is not None:
            if members.of == "players" and not members.variable:
                self._all_were_there(visit.seen, done)
            done.forget_all(lambda whose: whose in (left, left + ALL, visit.seen))
            done.certain = sure and (low == high or done.certain)
        return done

    def _was_there(self, visit: Visit, before: Holdings, after: Holdings) -> None:
        """What holds of each who has been gone to already."""
        first = not any(whose == visit.seen for _, whose in before.ranges)
        for (what, whose), range_ in list(after.ranges.items()):
            if whose == visit.name:
                seen = what, visit.seen
                # Of those who came before, what is not kept is not known.
                after.ranges[seen] = range_ if first else hull(range_, after.range(seen))
        own = {
            f.renamed(lambda k: (k[0], visit.seen if k[1] == visit.name else k[1]))
            for f in after.facts
            if any(whose == visit.name for (_, whose), _ in f.terms)
        }
        of_seen = {f for f in after.facts if any(k[1] == visit.seen for k, _ in f.terms)}
        after.facts = (after.facts - of_seen) | (own if first else own & of_seen)

    def _all_were_there(self, seen: str, known: Holdings) -> None:
        """When all have been gone to, what holds of those holds of each."""
        for (what, whose), (least, most) in list(known.ranges.items()):
            if whose == seen:
                low, high = known.range((what, EACH))
                known.ranges[what, EACH] = max(low, least), min(high, most)
        known.facts |= {
            f.renamed(lambda k: (k[0], EACH if k[1] == seen else k[1]))
            for f in known.facts
            if any(whose == seen for (_, whose), _ in f.terms)
        }

    def _totals(self, statement: For, left: str, known: Holdings) -> frozenset[str]:
        """What all of them have together, those still to come have together at first."""
        changed = {s.target.key for s in every(statement.body) if isinstance(s, Set)}
        names = {
            what
            for fact in known.facts
            for (what, whose), _ in fact.terms
            if whose == ALL and what.startswith("memory ") and what not in changed
        }
        known.forget_all(lambda whose: whose == left + ALL)
        for name in names:
            known.facts |= {
                f.replaced((name, ALL), thing((name, left + ALL)))
                for f in known.facts
                if f.factor((name, ALL))
            }
        return frozenset(n for n in names if known.range((n, left))[0] >= 0)

    def _counted(
        self, visit: Visit, one: str | None, low: int, high: int, known: Holdings
    ) -> Holdings | None:
        """One after the other. `before` and `after`: on the way to the one whose turn it is, and on."""
        before: Holdings | None = known.copy()
        after: Holdings | None = None
        done: Holdings | None = known.copy() if low == 0 else None
        for step in range(1, high + 1):
            if visit.many is not None and before is not None:
                here = before.copy()
                if here.assume(at_most(visit.many, number(step - 1))) and step > 1:
                    done = either_way(done, here)
                if not before.assume(at_most(number(step), visit.many)):
                    before = None
                    break
            others = self._visit(visit, before, None)
            with_one = None if one is None else self._visit(visit, before, one)
            after = either_way(with_one, self._visit(visit, after, None))
            before = others
            if before is None and after is None:
                break
            if step >= low and (visit.many is None or step == high):
                done = either_way(done, either_way(before, after))
        return done

    def _some_of_them(self, visit: Visit, one: str | None, known: Holdings) -> Holdings | None:
        """However many of them, until nothing changes any more."""
        before = self._again(visit, known)
        if one is None or before is None:
            return before
        after = self._visit(visit, before, one)
        return either_way(before, None if after is None else self._again(visit, after))

    def _again(self, visit: Visit, known: Holdings) -> Holdings | None:
        here = known
        for step in range(8 * OFTEN):
            after = self._visit(visit, here, None)
            if after is None:
                break
            met = here.joined(after)
            if step >= OFTEN:
                met = met.widened(here)
            if met.same(here):
                break
            here = met
        return here

    def _visit(self, visit: Visit, known: Holdings | None, one: str | None) -> Holdings | None:
        """One player is gone to: `one`, if that is somebody of whom more is known than of others."""
        name, left, focus = visit.name, visit.left, visit.focus
        if known is None:
            return None
        here = known.copy()
        here.forget_all(lambda whose: name in whose)
        self._one_of_them(name, left, here)
        if one is not None:
            for (what, whose), range_ in list(here.ranges.items()):
                if whose == one:
                    here.ranges[what, name] = range_
            here.facts |= {
                f.renamed(lambda k: (k[0], name if k[1] == one else k[1]))
                for f in here.facts
                if any(k[1] == one for k, _ in f.terms)
            }
        elif focus is not None:
            for (what, whose), (least, most) in list(here.ranges.items()):
                if whose == focus:
                    low, high = here.range((what, name))
                    here.ranges[what, name] = max(low, least), min(high, most)
        for total in visit.totals:
            share = thing((total, left + ALL)).plus(thing((total, name)), -1)
            here.facts.add(share)
        after = self._member(visit.body, visit.where, here)
        if after is None:
            return None
        for total in visit.totals:
            key = total, left + ALL
            after.put_sum(key, thing(key).plus(thing((total, name)), -1))
            after.ranges[key] = max(0, after.ranges[key][0]), after.ranges[key][1]
        if one is not None:
            for (what, whose), range_ in list(after.ranges.items()):
                if whose == name:
                    after.ranges[what, one] = range_
        self._was_there(visit, known, after)
        after.forget_all(lambda whose: name in whose and not whose.startswith("~"))
        return after

    def _through_others(self, statement: For, source: Expr, known: Holdings) -> Holdings | None:
        """Cards, ranks, numbers: nobody knows how many, so as often as anything still changes."""
        name = of_local(statement.variable.name)
        self.sources[statement.variable.name] = source
        high = known.between(self.reader.how_many(source))[1]
        here = known
        certain = known.certain
        for step in range(1, 12):
            case = here.copy()
            case.certain = False
            case.forget_all(lambda whose: name in whose)
            if source.type.name == "piles":
                self._one_of_them(name, EACH, case)
            where = source.where if isinstance(source, Loop) else None
            if where is not None and not case.assume(self.reader.condition(where)):
                break
            after = self._all(statement.body, case)
            if after is None:
                break
            met = here.joined(after)
            if step > OFTEN:
                met = met.widened(here)
            if met.same(here) or step > high:
                break
            here = met
        here.certain = certain
        return here

    def _carry_out(self, statement: CarryOut, known: Holdings) -> Holdings | None:
        """The moves chosen at once, in turn order: each player makes one of them."""
        decision = self.decisions[self.program.decisions[statement.decision].label]
        name = self.reader.text(decision.you)
        left = LEFT + decision.label
        self._class_of(left, EACH, known)
        self.origin[name] = left
        here: Holdings | None = known
        for _ in range(self.setting.players[1]):
            if here is None:
                break
            then: Holdings | None = here.copy()
            for move in decision.moves:
                case = here.copy()
                case.certain = False
                case.forget_all(lambda whose: name in whose and not whose.startswith("~"))
                self._one_of_them(name, left, case)
                if not self._chosen(move, case):
                    continue
                # What was chosen was bound by what lay in common piles then, not by what lies there now.
                case.facts = {f for f in case.facts if not _is_of_choice_and_table(f)}
                after = self._all(move.do, case)
                if after is not None:
                    after.forget_all(lambda whose: "{" in whose)
                    then = either_way(then, after)
            here = then
        if here is not None:
            here.forget_all(lambda whose: whose == left)
        return here


def _unfiltered(source: Expr) -> Expr:
    while isinstance(source, Loop | Needed):
        source = source.source if isinstance(source, Loop) else source.of
    return source


def _is_of_choice_and_table(fact: Linear) -> bool:
    choice = any(key[1].startswith("{choice") for key, _ in fact.terms)
    return choice and any(key[1] == "" for key, _ in fact.terms)


def _only_drops(statement: For) -> bool:
    body = statement.body
    return len(body) == 1 and isinstance(body[0], Do) and body[0].procedure == "drop_out"
