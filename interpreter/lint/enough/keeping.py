"""Memories and names: what is known of what lines keep for later."""

from __future__ import annotations

from ...checking.core import (
    Bind,
    Call,
    CarryOut,
    Expr,
    Local,
    Loop,
    Needed,
    Set,
    Slot,
    Start,
)
from ...checking.types import NUMBER, PILE, PLAYER, YESNO
from .bounds import (
    All,
    Condition,
    Key,
    Said,
    Some,
    multiplied,
    negated,
)
from .holdings import MOST_ALTERNATIVES, Holdings
from .owning import Owning
from .quantities import ALL, ALL_BUT, EACH, WAITING, of_local


class Keeping(Owning):
    """Memories that become something, names that mean somebody."""

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
                few = sum(isinstance(c, Some) for c in known.said) < MOST_ALTERNATIVES
                if few and not _says_nothing(one):
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


def _says_nothing(condition: Condition) -> bool:
    match condition:
        case Said():
            return not condition.text
        case All():
            return all(_says_nothing(c) for c in condition.of)
        case Some():
            return any(_says_nothing(c) for c in condition.of)
    return False
