"""A game gone through without a card: what piles and purses hold at each line, whatever happens."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ...checking.core import (
    EVERYTHING,
    OVER,
    SETUP,
    Bind,
    CarryOut,
    Cell,
    Changed,
    Decision,
    Do,
    Domain,
    Fired,
    For,
    GameOver,
    If,
    Leave,
    Loop,
    MoveRule,
    Program,
    Set,
    Slot,
    Start,
    Stmt,
)
from ...checking.facts import drops_out, touches
from ...checking.types import NUMBER, YESNO
from .bounds import (
    All,
    Condition,
    Key,
    Linear,
    Range,
    Said,
    at_most,
    multiplied,
    negated,
    number,
    thing,
)
from .holdings import Holdings
from .quantities import ALL, EACH, PLAYERS_IN, of_local
from .relevance import Relevance, asks_who_is_in
from .rounds import OFTEN, GoingRound
from .setting import Setting

Counter: TypeAlias = tuple[str, Key]
"""A phase, by its path, and what counts its turns or passes."""


class Rehearsal(GoingRound):
    """Goes through a program with one setting.

    `counted` are phases whose turns or passes are gone through one by one, with what counts them;
    that takes longer and tells more. `short` are the lines that may have too little, `enough` those that never have.

    `surely`: only where some play leads for sure is gone, and so only what is sure to come is found,
    all the more exactly.
    """

    surely = False

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
        self._counters_at: dict[str, tuple[Key, ...]] = {}
        self.relevance = relevance
        self.blocks = relevance.blocks
        self.order = {b.label: i for i, b in enumerate(program.blocks)}
        self.decisions = relevance.decisions
        for i, decision in enumerate(program.decisions):
            self.order[decision.label] = self.order.get(decision.label, len(self.order) + i)
        self.drops = any(map(drops_out, relevance.bodies))

    # ---------------------------------------------------------------- going through

    def run(self, setting: Setting, most: int) -> int:
        """Go through it all, with so many lines at most; how many it took, more than `most` if it
        was given up, and then nothing is settled."""
        self.begin(setting)
        return self.go_on(most)

    def begin(self, setting: Setting) -> None:
        """Stand before the first line."""
        self.setting = setting
        self.reader = setting.reader
        self.hopes = self._hoped()
        self.short = {}
        self.enough = set()
        self.before: dict[tuple[object, ...], Holdings] = {}
        self.times: dict[tuple[object, ...], int] = {}
        self.moved: dict[tuple[object, ...], dict[Key, int]] = {}
        self.waiting: list[tuple[int, int, tuple[object, ...]]] = []
        self.in_setup = self.firing = False
        self.origin = {}
        self.sources = {}
        self._arrive(SETUP, self._beginning())

    def go_on(self, most: int) -> int:
        """Go through what is left, with so many lines more at most; how many it took."""
        effort = self.setting.effort
        before = effort.spent
        while self.waiting and effort.spent - before <= most:
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
        return effort.spent - before

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
            if cell.start is None or cell.key not in names or cell.key.startswith("paid "):
                continue
            counted = cell.type == NUMBER or cell.type.name == "holder"
            if counted:
                amount = self.reader.amount(cell.start)
                known.put((cell.key, EACH if cell.per else ""), amount)
                if cell.per:
                    many = self._how_many(cell)
                    total = multiplied(many, known.between(amount))
                    known.ranges[cell.key, ALL] = total
            elif cell.type == YESNO and not cell.per and not cell.start.maybe:
                self._becomes_yes(Slot(cell.type, False, cell.key), cell.start, known)
            elif cell.type.is_list and not cell.per:
                known.ranges[f"size {cell.key}", ""] = known.between(
                    self.reader.how_many(cell.start)
                )
        return known

    def _how_many(self, cell: Cell) -> Range:
        """How many have such a cell each."""
        teams = self.setting.teams
        owners = {"player": self.setting.players, "team": (teams, teams), "suit": (4, 4)}
        if cell.per != "pile":
            return owners.get(cell.per, (1, self.setting.cards))
        pile = self.piles[f"pile {cell.family}"]
        count = (pile.count or 1,) * 2
        return count if pile.per is None else multiplied(owners[pile.per], count)

    def _place(self, label: str, known: Holdings) -> tuple[object, ...]:
        if not self.counted:
            return (label,)
        counts: list[object] = [label]
        for key in self._counters(label):
            low, high = known.range(key)
            counts.append(low if low == high else None)
        return tuple(counts)

    def _counters(self, label: str) -> tuple[Key, ...]:
        """What counts the turns and passes of the phases in which a place lies."""
        found = self._counters_at.get(label)
        if found is None:
            found = tuple(key for phase, key in self.counted if _within(label, phase))
            self._counters_at[label] = found
        return found

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
        for key in self._counters(label):
            if not key[0].startswith("size "):
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
        if self.surely and not known.certain:
            return
        place = self._place(label, known)
        before = self.before.get(place)
        if before is not None:
            met = before.joined(known)
            self.times[place] += 1
            met = met.widened(
                before,
                self.moved[place],
                patience=OFTEN if not self.counted else 4 * OFTEN,
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
            if decision.at_once or (self.surely and not case.certain):
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
            self.setting.effort.lines += 1
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
        who_is_in = asks_who_is_in(statement.condition)
        everybody = self.setting.players[1]
        if who_is_in and (not self.drops or known.range(PLAYERS_IN)[0] == everybody):
            return self._all(statement.otherwise, known)
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
            otherwise.certain = certain and who_is_in
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


def _zero(amount: Linear) -> Condition:
    return All((at_most(amount, number(0)), at_most(number(0), amount)))


def _within(label: str, phase: str) -> bool:
    return label.startswith((f"{phase}:", f"{phase}."))
