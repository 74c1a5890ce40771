"""Loops that end: because something in them moves one way only, and cannot do so for ever.

It runs out, or a condition on the way stops holding. This is asked of every loop there is; of what
is left when all such ways are taken out, nobody can tell that it ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...checking.core import OVER, Bind, Call, CardsIn, Const, Expr, Loop, Op, Slot
from ...checking.facts import never_negative, touches
from .moving import By, Move, Movements, Part
from .stepping import Numbers
from .ways import Asked, Way, Ways, parts_changed

_MOST_LOOPS = 1000
"""So many loops are looked at; of what is left nothing is said."""


class Endings:
    """Finds the loops of which nothing shows that they end."""

    def __init__(
        self,
        ways: Ways,
        movements: Movements,
        everybody: frozenset[str] = frozenset(),
        in_turn: frozenset[str] = frozenset(),
    ) -> None:
        """`everybody`, `in_turn`: the labels at which the next turn is found where each player has
        one, and where turns go round."""
        self.ways = ways
        self.movements = movements
        self.everybody = everybody
        self.in_turn = in_turn
        self._asked: dict[int, frozenset[str]] = {}
        self._numbers = Numbers(ways.program)

    def unending(
        self, ways: list[Way], *, counted_only: bool = False, surely: bool = False
    ) -> Iterator[list[Way]]:
        """The loops among some ways of which nothing shows that they end.

        `counted_only`: only what is counted makes an end, not what runs out. `surely`: a number that
        grows makes none if what is added may be 0 for ever.
        """
        told: set[frozenset[int]] = set()
        waiting, looked_at = loops(ways), 0
        while waiting and looked_at < _MOST_LOOPS:
            loop = waiting.pop(0)
            looked_at += 1
            rest = self._rest(loop, counted_only, surely)
            if rest is not None:
                waiting = [inner for smaller in rest for inner in loops(smaller)] + waiting
                continue
            which = frozenset(map(id, loop))
            if which not in told:
                told.add(which)
                yield loop

    def _rest(self, loop: list[Way], counted_only: bool, surely: bool) -> list[list[Way]] | None:
        """What is left of a loop when what moves one way in it has come to its end.

        None if nothing in it moves one way only, or that makes no end. Where what moves and what
        ends by it are on different ways, one of the two kinds is gone no more: two are left.
        """
        gone = self._without_a_turn(loop)
        either: tuple[set[int], set[int]] | None = None
        changed = frozenset(part for way in loop for part in parts_changed(way.steps))
        for part, by, moving in self._moving_one_way(loop):
            if surely and part.key:
                moving = [
                    (way, sure)
                    for way, sure in moving
                    if sure or not self.movements.adds_nothing(way, part.key, changed)
                ]
            if counted_only and not part.key.startswith(("count ", "queue ")):
                continue
            if runs_out(part, by):
                gone |= {id(way) for way, sure in moving if sure}
            # Where it may not get a value, it may never.
            movers = {id(way) for way, sure in moving if sure or by != "something"}
            if movers <= gone:
                continue
            ending = self.ending(loop, part, by)
            if movers <= ending or (ending and ending <= movers):
                gone |= movers & ending
            elif ending and either is None:
                either = movers, ending
        if gone:
            return [[way for way in loop if id(way) not in gone]]
        if either is None:
            alone = self._of_one_alone(loop, changed)
            return [[way for way in loop if id(way) not in alone]] if alone else None
        return [[way for way in loop if id(way) not in part] for part in either]

    def _without_a_turn(self, loop: list[Way]) -> set[int]:
        """The ways past turns that everybody has, where nobody has one: that cannot be."""
        on: dict[str, set[str]] = {}
        for way in loop:
            if way.source in self.everybody:
                on.setdefault(way.source, set()).add(way.target)
        taken = {source for source, targets in on.items() if _turn_of(source) in targets}
        return {id(w) for w in loop if w.source in on.keys() - taken and w.target != w.source}

    def _of_one_alone(self, loop: list[Way], changed: frozenset[str]) -> set[int]:
        """The moves of a loop if all are for the same one, whom nothing in it changes, where turns
        go round: the next to have a turn is somebody else."""
        moves = [way for way in loop if way.move is not None]
        asked = [{a.condition for a in way.asked if a.answer} for way in moves]
        for condition in set.intersection(*asked) if asked else ():
            if not (isinstance(condition, Op) and condition.op == "="):
                continue
            for you, other in (condition.operands, condition.operands[::-1]):
                turns = isinstance(you, Slot) and f"{you.key.removeprefix('you ')}:next"
                if turns in self.in_turn and not touches(changed, self.movements.reads(other)):
                    return {id(way) for way in moves}
        return set()

    def _moving_one_way(self, loop: list[Way]) -> Iterator[tuple[Part, By, list[tuple[Way, bool]]]]:
        """The parts that move one way only in a loop: which way, on which of its ways, how surely."""
        found: dict[Part, list[tuple[Way, Move]]] = {}
        for way in loop:
            for part, move in self.movements.changes(way).items():
                found.setdefault(part, []).append((way, move))
        for part, moves in found.items():
            directions = {move.by for _, move in moves}
            if len(directions) == 1 and "anew" not in directions:
                moving = [(way, move.surely) for way, move in moves if not move.fired]
                if moving:
                    yield part, directions.pop(), moving

    def ending(self, loop: list[Way], part: Part, by: By) -> set[int]:
        """The ways that can only be gone until a part has moved far enough."""
        inside = {way.source for way in loop}
        return {
            id(way)
            for way in loop
            if part.read_as & self._asks(way) and self._stops(way, part, by, inside)
        }

    def _asks(self, way: Way) -> frozenset[str]:
        """What the conditions on a way look at, in the end."""
        found = self._asked.get(id(way))
        if found is None:
            bound = {s.name: s.value for s in way.steps if isinstance(s, Bind)}
            asked = [self.movements.asks_about(a.condition, bound) for a in way.asked]
            found = self._asked[id(way)] = frozenset().union(*asked)
        return found

    def _stops(self, way: Way, part: Part, by: By, inside: set[str]) -> bool:
        """Whether a condition on a way does not hold any more when a part has moved far enough.

        Where nobody can tell, it is taken for one if its other answer leads out of the loop.
        """
        bound = {s.name: s.value for s in way.steps if isinstance(s, Bind)}
        for asked in way.asked:
            stops = self.stops_holding(asked.condition, asked.answer, part, by)
            if stops:
                return True
            if by == "something":
                continue
            if stops is None:
                unknown = True
            else:
                about = self.movements.asks_about(asked.condition, bound)
                unknown = bool((about - self.movements.reads(asked.condition)) & part.read_as)
            if unknown and self._leads_out(way, asked, inside):
                return True
        return False

    def _leads_out(self, way: Way, asked: Asked, inside: set[str]) -> bool:
        """Whether the other answer leads out of the loop."""
        return asked.ends or any(
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
            case Loop(how="any" | "every" | "no", where=where) if where is not None:
                # What cannot stop for one of them cannot for any; of which one it may, nobody knows.
                if self.movements.reads(condition.source) & part.read_as:
                    return None
                holds = answer if condition.how != "no" else not answer
                return False if self.stops_holding(where, holds, part, by) is False else None
        return None

    def _comparison_stops(self, condition: Op, answer: bool, part: Part, by: By) -> bool | None:
        if by == "something":
            # Only that it is nothing ends by it, and that for good.
            is_nothing = (condition.op == "=") == answer and condition.op in ("=", "!=")
            return is_nothing and any(
                isinstance(one, Slot) and one.key == part.key and _is_nothing(other)
                for one, other in (condition.operands, condition.operands[::-1])
            )
        left, right = (self._slope(o, part) for o in condition.operands)
        if left is None or right is None or by == "round":
            return None
        if left == right:
            return False
        slope = (left - right) * (1 if by == "more" else -1)
        if condition.op in ("=", "!="):
            if (condition.op == "=") == answer:
                return True
            if self._numbers.never_is(*condition.operands):
                return False
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


def _is_nothing(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value is None


def _turn_of(label: str) -> str:
    return f"{label.removesuffix(':next')}:turn"


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
    group = components(leading)
    found: dict[int, list[Way]] = {}
    for way in ways:
        if way.target != OVER and group[way.source] == group.get(way.target):
            found.setdefault(group[way.source], []).append(way)
    return list(found.values())


def components(leading: dict[str, list[str]]) -> dict[str, int]:
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
