"""Loops that end: because something in them moves one way only, and cannot do so for ever.

It runs out, or a condition on the way stops holding. This is asked of every loop there is; of what
is left when all such ways are taken out, nobody can tell that it ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core import OVER, Bind, Call, CardsIn, Const, Expr, Op, Slot
from ..facts import never_negative
from .moving import By, Movements, Part
from .ways import Asked, Way, Ways


class Endings:
    """Finds the loops of which nothing shows that they end."""

    def __init__(self, ways: Ways, movements: Movements) -> None:
        self.ways = ways
        self.movements = movements

    def unending(self, ways: list[Way], *, counted_only: bool = False) -> Iterator[list[Way]]:
        """The loops among some ways of which nothing shows that they end.

        `counted_only`: only what is counted makes an end, not what runs out.
        """
        for loop in loops(ways):
            rest = self._rest(loop, counted_only)
            if rest is None:
                yield loop
                continue
            told: set[frozenset[int]] = set()
            for smaller in rest:
                for found in self.unending(smaller, counted_only=counted_only):
                    which = frozenset(map(id, found))
                    if which not in told:
                        told.add(which)
                        yield found

    def _rest(self, loop: list[Way], counted_only: bool) -> list[list[Way]] | None:
        """What is left of a loop when one thing that moves one way has come to its end.

        None if nothing in it moves one way only, or that makes no end.
        """
        for part in self.movements.parts_of(loop):
            if counted_only and not part.key.startswith(("count ", "queue ")):
                continue
            moving: list[tuple[Way, bool]] = []
            directions: set[By] = set()
            for way in loop:
                direction = self.movements.direction(part, way)
                if direction is not None:
                    directions.add(direction.by)
                    if not direction.fired:
                        moving.append((way, direction.surely))
            if len(directions) != 1 or "anew" in directions or not moving:
                continue
            by = directions.pop()
            if runs_out(part, by):
                sure = {id(way) for way, surely in moving if surely}
                if sure:
                    return [[way for way in loop if id(way) not in sure]]
            movers = {id(way) for way, _ in moving}
            ending = {id(way) for way in loop if self._stops(way, part, by, loop)}
            if ending:
                without = [way for way in loop if id(way) not in movers]
                return [without, [way for way in loop if id(way) not in ending]]
        return None

    def _stops(self, way: Way, part: Part, by: By, loop: list[Way]) -> bool:
        """Whether a way can only be gone until a part has moved far enough."""
        bound = {s.name: s.value for s in way.steps if isinstance(s, Bind)}
        for asked in way.asked:
            sure = self.stops_holding(asked.condition, asked.answer, part, by)
            if sure:
                return True
            if sure is None and self._leads_out(way, asked, loop):
                return True
            if bound and sure is not None and self._leads_out(way, asked, loop):
                about = self.movements.asks_about(asked.condition, bound)
                if about & part.read_as:
                    return True
            if sure is not None and not bound and self._leads_out(way, asked, loop):
                derived = self.movements.asks_about(asked.condition, {}) - self.movements.reads(
                    asked.condition
                )
                if derived & part.read_as:
                    return True
        return False

    def _leads_out(self, way: Way, asked: Asked, loop: list[Way]) -> bool:
        """Whether the other answer leads out of the loop."""
        if asked.ends:
            return True
        inside = {w.source for w in loop}
        return any(
            other.target not in inside
            and any(
                a.condition == asked.condition and a.answer != asked.answer for a in other.asked
            )
            for other in self.ways.leading_from[way.source]
        )

    def stops_holding(self, condition: Expr, answer: bool, part: Part, by: By) -> bool | None:
        """Whether an answer cannot stay the same while a part moves on; None if nobody can tell."""
        if not self.movements.reads(condition) & part.read_as:
            return False
        match condition:
            case Op(op="not"):
                return self.stops_holding(condition.operands[0], not answer, part, by)
            case Op(op="and" | "or"):
                found = [self.stops_holding(o, answer, part, by) for o in condition.operands]
                return True if True in found else None if None in found else False
            case Op(op="<" | "<=" | "=" | "!="):
                return self._comparison_stops(condition, answer, part, by)
        return None

    def _comparison_stops(self, condition: Op, answer: bool, part: Part, by: By) -> bool | None:
        left, right = (self._slope(o, part) for o in condition.operands)
        if left is None or right is None or by == "round":
            return None
        if left == right:
            return False
        slope = (left - right) * (1 if by == "more" else -1)
        if condition.op in ("=", "!="):
            if (condition.op == "=") == answer:
                return True
            zero = Const(condition.operands[0].type, False, 0)
            nonnegative = part.piles or part.key.startswith(("chips", "count ", "queue "))
            # What grows never gets to 0 again.
            return not (by == "more" and nonnegative and zero in condition.operands)
        # `A < B` ends if A - B grows, `not A < B` if it shrinks.
        return slope > 0 if answer else slope < 0

    def _slope(self, expr: Expr, part: Part) -> int | None:
        """How a number changes with a part: with it, against it, not at all; None: nobody knows."""
        if not self.movements.reads(expr) & part.read_as:
            return 0
        match expr:
            case Slot():
                return 1 if expr.type.name in ("number", "holder") else None
            case Call(function="size"):
                inner = expr.arguments[0]
                if isinstance(inner, CardsIn) and part.piles:
                    return 1
                return 1 if isinstance(inner, Slot) and inner.key == part.key else None
            case Op(op="+" | "-" | "*" | "smaller" | "larger" | "neg"):
                slopes = [self._slope(o, part) for o in expr.operands]
                if None in slopes:
                    return None
                known = [s for s in slopes if s is not None]
                if expr.op == "neg":
                    return -known[0]
                if expr.op == "-":
                    known[1] = -known[1]
                if expr.op == "*" and not all(never_negative(o) for o in expr.operands):
                    return None
                signs = {s for s in known if s}
                return signs.pop() if len(signs) == 1 else None if signs else 0
        return None


def runs_out(part: Part, by: By) -> bool:
    """Whether something comes to an end by itself that surely moves that way.

    There are only so many cards and chips, and who still has a turn is taken off a list.
    """
    if part.piles or part.key.startswith("chips"):
        return by in ("more", "less")
    return part.key.startswith("queue ") and by == "less"


def loops(ways: list[Way]) -> list[list[Way]]:
    """The ways that lead in a circle, those together that can be gone one after the other."""
    leading: dict[str, list[str]] = {}
    for way in ways:
        leading.setdefault(way.source, []).append(way.target)
    group = _components(leading)
    found: dict[int, list[Way]] = {}
    for way in ways:
        if way.target != OVER and group[way.source] == group.get(way.target):
            found.setdefault(group[way.source], []).append(way)
    return list(found.values())


def _components(leading: dict[str, list[str]]) -> dict[str, int]:
    """For each place a number, the same for those that lead to one another (Tarjan's way)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    group: dict[str, int] = {}
    path: list[str] = []
    for begin in leading:
        if begin in order:
            continue
        work: list[tuple[str, Iterator[str]]] = []
        order[begin] = lowest[begin] = len(order)
        path.append(begin)
        work.append((begin, iter(leading.get(begin, ()))))
        while work:
            place, following = work[-1]
            for target in following:
                if target not in order:
                    order[target] = lowest[target] = len(order)
                    path.append(target)
                    work.append((target, iter(leading.get(target, ()))))
                    break
                if target not in group:
                    lowest[place] = min(lowest[place], order[target])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[place])
                if lowest[place] == order[place]:
                    number = order[place]
                    while True:
                        member = path.pop()
                        group[member] = number
                        if member == place:
                            break
    return group
