"""A game gone through without a card: what piles and purses hold at each line, whatever happens."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rulerun.grammar.source import Span

from .. import ruleset as rules
from ..core import (
    EVERYTHING,
    OVER,
    SETUP,
    Address,
    Bind,
    Call,
    CarryOut,
    Changed,
    Const,
    Decision,
    Do,
    Domain,
    Expr,
    Fired,
    For,
    GameOver,
    If,
    Leave,
    Local,
    Loop,
    MoveRule,
    Needed,
    Op,
    PileAt,
    PilesAt,
    Program,
    Set,
    Slot,
    Start,
    Stmt,
    walk,
)
from ..facts import substituted, touches
from ..types import NUMBER, PILE, PLAYER, YESNO
from .bounds import (
    INFINITE,
    All,
    Amount,
    Condition,
    Key,
    Least,
    Linear,
    Range,
    Said,
    Some,
    added,
    at_most,
    combined,
    hull,
    multiplied,
    negated,
    number,
    renamed,
    scaled,
    thing,
)
from .holdings import Holdings, Setting
from .quantities import ALL, ALL_BUT, EACH, PLAYERS_IN, Members, Reader, of_local
from .relevance import Relevance, every

OFTEN = 3
"""So often a place is come to before bounds that go on moving are moved on at once."""

WAITING, LEFT = "~waiting ", "~left "
"""Whose: of those whose turn is still to come, and who are still to be gone through."""


Counter: TypeAlias = tuple[str, Key]
"""A phase, by its path, and what counts its turns or passes."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Visit:
    """What is done for each of several players: `name` is who it is, `left` those still to come.

    `focus` are all but one, of whom more is known; `many` how many there are, if all are meant.
    """

    body: tuple[Stmt, ...]
    where: Condition
    name: str
    left: str
    focus: str | None
    many: Amount | None


class Rehearsal:
    """Goes through a program with one setting.

    `counted` are phases whose turns or passes are gone through one by one, with what counts them;
    that takes longer and tells more. `short` are the lines that may have too little, `enough` those that never have.
    """

    def __init__(
        self,
        program: Program,
        relevance: Relevance,
        starts_in: str,
        counted: Sequence[Counter] = (),
    ) -> None:
        self.program = program
        self.piles = relevance.piles
        self.starts_in = starts_in
        self.counted = counted
        self.relevance = relevance
        self.blocks = relevance.blocks
        self.order = {b.label: i for i, b in enumerate(program.blocks)}
        self.decisions = relevance.decisions
        for i, decision in enumerate(program.decisions):
            self.order[decision.label] = self.order.get(decision.label, len(self.order) + i)
        self.drops = any(
            isinstance(s, Do) and s.procedure == "drop_out"
            for body in relevance.bodies
            for s in every(body)
        )

    # ---------------------------------------------------------------- going through

    def run(self, setting: Setting, most: int) -> int:
        """Go through it all, with so many lines at most; how many it took, more than `most` if it
        was given up, and then nothing is settled."""
        self.steps = 0
        self.setting = setting
        self.reader: Reader = setting.reader
        self.short: dict[Span, Shortage] = {}
        self.enough: set[Span] = set()
        self.before: dict[tuple[object, ...], Holdings] = {}
        self.times: dict[tuple[object, ...], int] = {}
        self.moved: dict[tuple[object, ...], dict[Key, int]] = {}
        self.waiting: list[tuple[int, int, tuple[object, ...]]] = []
        self.in_setup = self.firing = False
        self.origin: dict[str, str] = {}
        self.sources: dict[str, Expr] = {}
        self._arrive(SETUP, self._beginning())
        while self.waiting and self.steps <= most:
            _, _, place = heapq.heappop(self.waiting)
            label = place[0]
            assert isinstance(label, str)
            known = self.before[place].copy()
            if label in self.decisions:
                self._decide(self.decisions[label], known)
                continue
            block = self.blocks[label]
            self.in_setup = label == SETUP
            after = self._all(block.body, known)
            if after is not None:
                self._arrive(block.next, after)
        return self.steps

    def _beginning(self) -> Holdings:
        known = Holdings(self.setting)
        known.ranges[PLAYERS_IN] = self.setting.players
        names = self.relevance.names
        self._no_cards(known)
        for name, (low, high) in self.setting.options.items():
            if low == high and name in self.setting.answers:
                known.said.add(Said(f"option {name}", low == 1, frozenset()))
        start = f"pile {self.starts_in}"
        if start in names:
            known.ranges[start, ""] = (self.setting.cards,) * 2
        for cell in self.program.cells:
            if cell.start is None or cell.key not in names:
                continue
            counted = cell.type == NUMBER or cell.type.name == "holder"
            if counted:
                amount = self.reader.amount(cell.start)
                known.put((cell.key, EACH if cell.per else ""), amount)
                if cell.per:
                    total = multiplied(self.setting.players, known.between(amount))
                    known.ranges[cell.key, ALL] = total
            elif cell.type == YESNO and not cell.per and not cell.start.maybe:
                self._becomes_yes(Slot(cell.type, False, cell.key), cell.start, known)
            elif cell.type.is_list and not cell.per:
                known.ranges[f"size {cell.key}", ""] = known.between(
                    self.reader.how_many(cell.start)
                )
        return known

    def _no_cards(self, known: Holdings) -> None:
        for name, pile in self.piles.items():
            if name in self.relevance.names:
                if pile.per_player or pile.family or pile.groups:
                    known.ranges[name, EACH] = known.ranges[name, ALL] = 0, 0
                else:
                    known.ranges[name, ""] = 0, 0

    def _place(self, label: str, known: Holdings) -> tuple[object, ...]:
        if not self.counted:
            return (label,)
        counts: list[object] = [label]
        for phase, key in self.counted:
            if _within(label, phase):
                low, high = known.range(key)
                counts.append(low if low == high else None)
        return tuple(counts)

    def _arrive(self, label: str, known: Holdings) -> None:
        known.forget_all(lambda whose: "{" in whose)
        seen: set[str] = set()
        while (
            label in self.blocks
            and label not in self.decisions
            and not self.blocks[label].body
            and label not in seen
        ):
            seen.add(label)
            label = self.blocks[label].next
        if label == OVER or label not in self.order:
            return
        if not self.counted:
            self._come(label, known)
            return
        for case in self._one_by_one(label, known):
            self._come(label, case)

    def _one_by_one(self, label: str, known: Holdings) -> list[Holdings]:
        """Where turns are counted, each number of them by itself."""
        cases = [known]
        for phase, key in self.counted:
            if not _within(label, phase) or not key[0].startswith("size "):
                continue
            split: list[Holdings] = []
            for case in cases:
                low, high = case.range(key)
                if low == high or high > self.setting.players[1]:
                    split.append(case)
                    continue
                for count in range(int(low), int(high) + 1):
                    one = case.copy()
                    one.certain = False
                    exact = thing(key).plus(number(-count))
                    if one.assume(_zero(exact)):
                        split.append(one)
                if split:
                    split[-1].certain = case.certain
            cases = split
        return cases

    def _come(self, label: str, known: Holdings) -> None:
        place = self._place(label, known)
        before = self.before.get(place)
        if before is not None:
            met = before.joined(known)
            self.times[place] += 1
            met = met.widened(
                before,
                self.moved[place],
                patience=OFTEN if not self.counted else 4 * OFTEN,
                strictly=self.times[place] > 4 * OFTEN,
            )
            if met.same(before):
                return
            known = met
        else:
            self.times[place] = 1
            self.moved[place] = {}
        self.before[place] = known
        entry = (self.order[label], len(self.waiting), place)
        if all(place != waiting[2] for waiting in self.waiting):
            heapq.heappush(self.waiting, entry)

    # ---------------------------------------------------------------- decisions

    def _decide(self, decision: Decision, known: Holdings) -> None:
        self.in_setup = False
        for move in decision.moves:
            case = known.copy()
            if not self._chosen(move, case):
                continue
            if decision.at_once:
                continue
            after = self._all(move.do, case)
            if after is not None:
                self._arrive(move.next, after)
        if decision.at_once:
            path = decision.label.removesuffix(":body")
            self._arrive(f"{path}:carry_out", known)
        elif decision.stuck is not None:
            case = known.copy()
            case.certain = False
            self._arrive(decision.stuck, case)

    def _chosen(self, move: MoveRule, known: Holdings) -> bool:
        """Take a move to be legal; False if it never is."""
        for domain in move.choices:
            if not self._choice(domain, known):
                return False
        for rule in move.may:
            condition = self.reader.condition(rule.condition)
            if not known.holds(condition):
                known.certain = False
            if not known.assume(condition):
                return False
        return True

    def _choice(self, domain: Domain, known: Holdings) -> bool:
        owner = of_local(domain.variable.name)
        known.forget_all(lambda whose: owner in whose)
        if domain.how == "range" and domain.low is not None and domain.high is not None:
            chosen = thing(("local", owner))
            low, high = self.reader.amount(domain.low), self.reader.amount(domain.high)
            if not known.holds(at_most(low, high)):
                known.certain = False
            return known.assume(All((at_most(low, chosen), at_most(chosen, high))))
        if domain.source is not None:
            self.sources[domain.variable.name] = domain.source
            many = self.reader.how_many(domain.source)
            least = number(1) if domain.low is None else self.reader.amount(domain.low)
            if domain.source.type.name != "piles" and not known.assume(at_most(least, many)):
                return False
            members = self.reader.members(domain.source)
            if members is not None and members.of in ("players", "piles"):
                self._one_of_them(owner, EACH, known)
        if domain.where is not None:
            condition = self.reader.condition(domain.where)
            if not known.holds(condition):
                known.certain = False
            return known.assume(condition)
        return True

    # ---------------------------------------------------------------- statements

    def _all(self, statements: Iterable[Stmt], known: Holdings | None) -> Holdings | None:
        """What is known after statements; None if nothing comes after them."""
        for statement in statements:
            if known is None:
                return None
            self.steps += 1
            known = self._one(statement, known)
        return known

    def _one(self, statement: Stmt, known: Holdings) -> Holdings | None:
        match statement:
            case Do():
                return self._do(statement, known)
            case Set():
                self._set(statement, known)
                return known
            case If():
                return self._if(statement, known)
            case For():
                return self._for(statement, known)
            case Changed():
                return self._changed(statement.parts, known)
            case Bind():
                self._bind(statement, known)
                return known
            case Leave():
                self._arrive(statement.label, known)
                return None
            case Start():
                self._start(statement, known)
                return known
            case CarryOut():
                return self._carry_out(statement, known)
            case GameOver() | Fired():
                return None if isinstance(statement, GameOver) else known

    def _if(self, statement: If, known: Holdings) -> Holdings | None:
        condition = self.reader.condition(statement.condition)
        if known.holds(condition):
            return self._all(statement.body, known)
        other = known.copy()
        certain = known.certain
        then: Holdings | None = known
        otherwise: Holdings | None = other
        if not known.assume(condition):
            then = None
        if not other.assume(negated(condition)):
            otherwise = None
        if then is not None and otherwise is not None:
            then.certain = False
            # Somebody whose turn comes is still in, in some play.
            otherwise.certain = certain and _asks_who_is_in(statement.condition)
        then = self._all(statement.body, then)
        otherwise = self._all(statement.otherwise, otherwise)
        if then is None or otherwise is None:
            return then or otherwise
        met = then.joined(otherwise)
        met.certain = certain
        return met

    def _changed(self, parts: frozenset[str], known: Holdings) -> Holdings | None:
        for part in parts:
            if not part.startswith(("chips", "pile ", "memory ")):
                known.part_changed(part)
        if self.firing:
            return known
        rows = [row for row, read in self.relevance.rows if touches(parts, read)]
        if rows:
            self.firing = True
            calm = known
            for _ in range(2 * OFTEN):
                met = calm
                for row in rows:
                    after = self._all(row.body, calm.copy())
                    if after is not None:
                        met = met.joined(after)
                if met.same(calm):
                    break
                calm = met.widened(calm)
            calm.certain = known.certain
            known = calm
            self.firing = False
            for row in rows:
                self._at_rest(row.body, known)
        if not self.in_setup:
            for test, read in self.relevance.ending:
                if touches(parts, read) or parts >= EVERYTHING:
                    condition = self.reader.condition(test)
                    if not known.holds(negated(condition)):
                        known.certain = False
                    if not known.assume(negated(condition)):
                        return None
        return known

    def _at_rest(self, body: tuple[Stmt, ...], known: Holdings) -> None:
        """No row of `at any time` holds when all have been carried out."""
        found: Bind | None = None
        for statement in body:
            if isinstance(statement, Bind):
                found = statement
            elif isinstance(statement, If):
                if found is None:
                    known.assume(negated(self.reader.condition(statement.condition)))
                elif isinstance(found.value, Loop) and found.value.how == "first":
                    self._none_is_left(found.value, known)

    def _none_is_left(self, loop: Loop, known: Holdings) -> None:
        members = self.reader.members(loop.source)
        if members is not None and members.of in ("players", "piles") and loop.where:
            where = self._of_each(self.reader.condition(loop.where), of_local(loop.variable.name))
            known.hold_of_each(negated(where))

    def _of_each(self, condition: Condition, variable: str) -> Condition:
        """A condition on one member, said of each."""
        return renamed(condition, lambda t: EACH if t == variable else t)

    # ---------------------------------------------------------------- memories and names

    def _set(self, statement: Set, known: Holdings) -> None:
        target, value = statement.target, statement.value
        key = self.reader.cell(target)
        if target.type == NUMBER or target.type.name == "holder":
            amount = self.reader.amount(value)
            if value.maybe:
                known.forget(key)
                if key[1]:
                    self._blur(key, known)
            else:
                self._becomes(key, amount, known)
            known.part_changed(target.key)
            return
        if target.type == YESNO and not value.maybe:
            self._becomes_yes(target, value, known)
            return
        if target.type.is_list and target.index is None:
            self._becomes_list(target, value, known)
            known.part_changed(target.key)
            return
        known.part_changed(target.key)
        place = self.reader.text(target)
        if isinstance(value, Local) and target.type == PLAYER:
            known.forget_all(lambda whose: place in whose)
            known.rename(of_local(value.name), place)
            self.origin[place] = self.origin.get(of_local(value.name), "")
        else:
            known.forget_all(lambda whose: place in whose)
            self.origin.pop(place, None)

    def _becomes_yes(self, target: Slot, value: Expr, known: Holdings) -> None:
        condition = self.reader.condition(value)
        known.part_changed(target.key)
        said = Said(self.reader.text(target), True, frozenset({target.key}))
        self._means(said, condition, known)

    def _means(self, said: Said, condition: Condition, known: Holdings) -> None:
        if known.holds(condition):
            known.assume(said)
        elif known.holds(negated(condition)):
            known.assume(negated(said))
        else:
            for one in (condition, negated(condition)):
                other = negated(said) if one is condition else said
                if not _says_nothing(one):
                    known.said.add(Some((other, one)))

    def _becomes_list(self, target: Slot, value: Expr, known: Holdings) -> None:
        size: Key = f"size {target.key}", ""
        if target.key.startswith("queue "):
            waiting = WAITING + target.key
            if isinstance(value, Call) and value.function == "turn_queue":
                self._class_of(waiting, EACH, known)
            known.forget_all(lambda whose: whose == ALL_BUT + waiting)
        if target.key not in self.relevance.names:
            return
        match value:
            case Call(function="added"):
                known.shift(size, (0, 1))
            case Call(function="removed"):
                known.shift(size, (-1, 0))
            case Call(function="rest"):
                known.shift(size, (-1, -1))
            case Call(function="turn_queue"):
                known.put(size, self.reader.how_many(value.arguments[0]))
            case Loop(how="most" | "least"):
                low, high = known.between(self.reader.how_many(value.source))
                between = (min(low, 1), high)
                known.forget(size)
                known.ranges[size] = between
            case _:
                known.put(size, self.reader.how_many(value))
        if target.type.item == PLAYER:
            low, high = known.range(size)
            if high > self.setting.players[1]:
                known.ranges[size] = low, self.setting.players[1]

    def _bind(self, statement: Bind, known: Holdings) -> None:
        value = statement.value
        name = of_local(statement.name)
        if not (isinstance(value, Loop) and value.variable.name == statement.name):
            known.forget_all(lambda whose: name in whose)
        while isinstance(value, Needed):
            value = value.of
        if value.type == NUMBER and not value.maybe:
            known.put(("local", name), self.reader.amount(value))
        elif value.type == YESNO and not value.maybe:
            condition = self.reader.condition(value)
            self._means(Said(name, True, frozenset()), condition, known)
        elif value.type == PLAYER:
            self._player(name, value, known)
        elif value.type == PILE:
            old = self.reader.pile(value)
            if old is not None:
                known.ranges[old[0], name] = known.range(old)
        if isinstance(value, CarryOut | Local):
            return
        if value.type.item is not None or value.type.name == "card":
            self.sources[statement.name] = value

    def _player(self, name: str, value: Expr, known: Holdings) -> None:
        """A name of the code that means a player."""
        match value:
            case Call(function="head") if isinstance(value.arguments[0], Slot):
                self.origin[name] = WAITING + value.arguments[0].key
                self._one_of_them(name, self.origin[name], known)
                return
            case Loop(how="first"):
                members = self.reader.members(value.source)
                around = isinstance(value.source, Call) and value.source.function == "round_from"
                if around or (members is not None and members.of == "players"):
                    known.forget_all(lambda whose: name in whose)
                    self._one_of_them(name, EACH, known)
                    if value.where is not None:
                        known.assume(self.reader.condition(value.where))
                    return
            case Slot() | Local():
                old = self.reader.text(value)
                self.origin[name] = self.origin.get(old, "")
                known.rename(old, name)
                return
            case Call(function="left_of" | "right_of" | "next_after"):
                known.forget_all(lambda whose: name in whose)
                self._one_of_them(name, EACH, known)
                return
        known.forget_all(lambda whose: name in whose)

    def _start(self, statement: Start, known: Holdings) -> None:
        key = statement.key
        known.part_changed(key)
        if statement.value.maybe or statement.value.type != NUMBER:
            return
        amount = self.reader.amount(statement.value)
        everybody = {k for k in known.ranges if k[0] == key}
        everybody |= {k for f in known.facts for k, _ in f.terms if k[0] == key}
        for old in everybody:
            known.forget(old)
        between = known.between(amount)
        for own in everybody | {(key, EACH)}:
            known.put(own, amount)
        known.ranges[key, ALL] = multiplied(self.setting.players, between)

    # ---------------------------------------------------------------- one of many

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
        total: Key = key[0], ALL
        if isinstance(amount, Linear):
            known._set_sum(total, thing(total).plus(amount).plus(thing(key), -1))
        else:
            old = known.range(key)
            known.shift(total, (new[0] - old[1], new[1] - old[0]))
        known.put(key, amount)
        for other in self._others(key, known):
            known.ranges[other] = hull(known.range(other), new)
            known.facts = {f for f in known.facts if not f.factor(other)}
            known.unsay(lambda t, o=other: t == o)  # type: ignore[misc]

    def _grows(self, key: Key, by: Range | Linear, known: Holdings) -> None:
        """A number grows, somebody's or nobody's; that of others who may be the same may."""
        between = known.of_sum(by) if isinstance(by, Linear) else by
        if key[1]:
            self._keep_others(key, known)
            for other in self._others(key, known):
                if other in known.ranges or any(f.factor(other) for f in known.facts):
                    known.shift(other, hull((0, 0), between))
        for one in [key, (key[0], ALL)] if key[1] else [key]:
            if isinstance(by, Linear) and not by.factor(one):
                known._set_sum(one, thing(one).plus(by))
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

    # ---------------------------------------------------------------- going through many

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
            if pile.count and not (
                pile.per_player and isinstance(source, PilesAt) and not source.seat
            ):
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
        if knows:
            self._class_of(left, EACH, known)
        self.origin[name] = left
        focus = next((k[1] for k in known.ranges if k[1].startswith(ALL_BUT)), None)
        one = None if focus is None or not knows else focus.removeprefix(ALL_BUT)
        many: Amount | None = None
        if members.of == "list" and not members.variable:
            many = longest
        visit = Visit(statement.body, members.where, name, left, focus, many)
        if any(isinstance(s, Do) and s.procedure.startswith("deal") for s in every(statement.body)):
            done = self._counted(visit, one, int(low), int(high), known)
        else:
            done = self._some_of_them(visit, one, low > 0, known)
        if done is not None:
            done.forget_all(lambda whose: whose == left)
            done.certain = sure and (low == high or done.certain)
        return done

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
                    done = _met(done, here)
                if not before.assume(at_most(number(step), visit.many)):
                    before = None
                    break
            others = self._visit(visit, before, None)
            with_one = None if one is None else self._visit(visit, before, one)
            after = _met(with_one, self._visit(visit, after, None))
            before = others
            if before is None and after is None:
                break
            if step >= low and (visit.many is None or step == high):
                done = _met(done, _met(before, after))
        return done

    def _some_of_them(
        self, visit: Visit, one: str | None, some: bool, known: Holdings
    ) -> Holdings | None:
        """However many of them, until nothing changes any more."""
        before = self._again(visit, known)
        if one is None or before is None:
            return before
        after = self._visit(visit, before, one)
        return _met(before, None if after is None else self._again(visit, after))

    def _again(self, visit: Visit, known: Holdings) -> Holdings | None:
        here = known
        for step in range(3 * OFTEN):
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
        after = self._member(visit.body, visit.where, here)
        if after is None:
            return None
        if one is not None:
            for (what, whose), range_ in list(after.ranges.items()):
                if whose == name:
                    after.ranges[what, one] = range_
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
            met: Holdings | None = here.copy()
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
                    met = _met(met, after)
            here = met
        if here is not None:
            here.forget_all(lambda whose: whose == left)
        return here

    # ---------------------------------------------------------------- procedures

    def _do(self, statement: Do, known: Holdings) -> Holdings | None:
        procedure, arguments = statement.procedure, statement.arguments
        if procedure.startswith("pay"):
            return self._pay(statement, known)
        if procedure.startswith("deal"):
            return self._deal(statement, known)
        match procedure:
            case "split":
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
        if kept is None or (shortage.never, shortage.certain) > (kept.never, kept.certain):
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
            name = f"pile {source.type.pile}" if source.type.pile else ""
            start = name, "?"
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
            if pile.per_player and to.seat is None:
                low, high = known.range(PLAYERS_IN)
                return low * count, high * count
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
            if pile.per_player or pile.family or pile.groups
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


# --------------------------------------------------------------------------------------------


def _met(one: Holdings | None, other: Holdings | None) -> Holdings | None:
    if one is None or other is None:
        return one or other
    return one.joined(other)


def _zero(amount: Linear) -> Condition:
    return All((at_most(amount, number(0)), at_most(number(0), amount)))


def _asks_who_is_in(condition: Expr) -> bool:
    """Whether it is passed over who dropped out."""
    out = condition.operands[0] if isinstance(condition, Op) and condition.op == "not" else None
    if not isinstance(out, Op) or out.op != "in":
        return False
    return isinstance(out.operands[1], Slot) and out.operands[1].key == "live"


def _within(label: str, phase: str) -> bool:
    return label.startswith((f"{phase}:", f"{phase}."))


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


def _says_nothing(condition: Condition) -> bool:
    match condition:
        case Said():
            return not condition.text
        case All():
            return all(_says_nothing(c) for c in condition.of)
        case Some():
            return any(_says_nothing(c) for c in condition.of)
    return False
