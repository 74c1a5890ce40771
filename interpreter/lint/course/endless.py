"""L605 and L606: what need not end, with nobody deciding anything or with everybody playing on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, joined
from rulerun.grammar.source import Span

from ...checking.combining import negate
from ...checking.core import (
    OVER,
    Bind,
    Const,
    Do,
    Expr,
    For,
    Items,
    Local,
    Loop,
    Op,
    Set,
    Slot,
    Start,
    every,
    walk,
)
from ...checking.facts import drops_out, reads, touches
from ...checking.types import PLAYER, PLAYERS, YESNO
from ...declarations import ruleset as rules
from .going import Going
from .reasoning import Answer
from .sameness import LIVE, assign, condition_of, replaced
from .saying import shown
from .standing import Standing, seats_of, turn_found
from .unasked import unasked
from .ways import Asked, Way, parts_changed

_MOST_REASONS = 3
_MOST_STEPS = 20_000
_MOST_ROUNDS = 60
"""So many ways round a loop are looked at."""


def endless(going: Going) -> Iterator[Diagnostic]:
    """Passes and jumps without a decision that need not end (L605), play that need not end (L606)."""
    ways, endings = going.ways, going.endings
    standing = Standing(going)
    telling = _Telling(going, standing)
    without = [way for way in ways.all if way.source not in ways.decisions]
    told = False
    for loop in endings.unending(without, surely=True):
        found = telling.undecided(loop)
        if found is not None:
            told = True
            yield found
    without_a_move = standing.still
    if not told and without_a_move:
        for loop in endings.unending([*without, *without_a_move]):
            if any(way in without_a_move for way in loop):
                found = telling.undecided(loop)
                if found is not None:
                    told = True
                    yield found
    for found in unasked(going):
        told = True
        yield found
    if not told and going.checked.rules.node.get("limit") is None:
        # That who has the turn is out comes hardly, and never for long.
        playing = [
            w for w in ways.all if not any(a.answer and _means_out(a.condition) for a in w.asked)
        ]
        for loop in endings.unending(playing):
            if any(way.move is not None for way in loop):
                yield telling.played_on(telling.fewest_moves(loop))
                return


class _Telling:
    """Says of loops what they are, in the words of the rule file."""

    def __init__(self, going: Going, standing: Standing) -> None:
        self.going = going
        self.checked = going.checked
        self.standing = standing
        self.ways = going.ways
        self.phases = going.phases
        self.reasoning = going.reasoning
        self._ends_after_turns = [
            list(way.asked)[-1].condition
            for way in going.ways.all
            if way.target == OVER and way.source.endswith(":after") and any(way.asked)
        ]
        # One after the other drops out, and `end` is asked only when nobody else does.
        self._all_may_leave = any(drops_out(row.body) for row in going.program.firing)

    # ---------------------------------------------------------------- without a decision

    def undecided(self, loop: list[Way]) -> Diagnostic | None:
        """What to say of a loop without a decision; None where it is only a way past decisions
        that, for all one knows, never is gone for ever."""
        ring = self._ring(loop)
        if not ring:
            return None
        if not any(self._decides(phase) for phase in ring):
            return self._told(ring, loop)
        for way_round in islice(_rounds(loop), _MOST_ROUNDS):
            if self._goes_on(way_round):
                return self._passed_by(ring, way_round)
            for longer in islice(self._with_turns(way_round, loop), _MOST_ROUNDS):
                if self._goes_on(longer, turns=True):
                    # The end of the turns is no reason of its own.
                    reasons = [w for w in longer if self._nobody_has_a_turn(w) is None]
                    return self._passed_by(ring, reasons)
        return None

    def _with_turns(self, way_round: list[Way], loop: list[Way]) -> Iterator[list[Way]]:
        """A way round on which each player has a turn in which nobody decides anything."""
        for number, way in enumerate(way_round):
            if self._nobody_has_a_turn(way) is None:
                continue
            inner = [w for w in loop if w.source != w.target]
            leading: dict[str, list[Way]] = {}
            for other in inner:
                leading.setdefault(other.source, []).append(other)
            closed = {w.source for w in way_round} - {way.source}
            for turn in _onward(way.source, way.source, closed, leading):
                yield [*way_round[:number], *turn, *way_round[number:]]

    def _ring(self, loop: list[Way]) -> list[rules.Phase]:
        """The phases that follow one another for ever: one that is repeated, or several by jumps."""
        paths = list(dict.fromkeys(way.source.split(":")[0] for way in loop))
        paths = [path for path in paths if path in self.phases]
        outermost = [p for p in paths if not any(p.startswith(f"{q}.") for q in paths)]
        return [self.phases[path] for path in outermost]

    def _decides(self, phase: rules.Phase) -> bool:
        """Whether somebody decides something in a phase."""
        return any(
            decision.phase == phase.path or decision.phase.startswith(f"{phase.path}.")
            for decision in self.checked.program.decisions
        )

    def _told(self, ring: list[rules.Phase], loop: list[Way]) -> Diagnostic:
        first = ring[0]
        if len(ring) > 1:
            names = " to ".join(f"'{phase.name}'" for phase in (*ring, first))
            notes = tuple(Note(f"'{phase.name}' stands here", phase.span) for phase in ring[1:])
            return Diagnostic(
                "L605",
                f"from {names} it may go for ever: nobody decides anything on the way",
                first.span,
                "make a jump depend on something that comes to an end",
                notes,
            )
        phase = self._repeated(first, loop)
        repeat = phase.repeat
        span = phase.span if repeat is None else repeat.span
        until = None if repeat is None else repeat.until
        if repeat is not None and repeat.times is not None:
            return Diagnostic(
                "L605",
                f"'{phase.name}' may be begun anew for ever: nobody decides anything on the way",
                phase.span,
                "make the jump depend on something that comes to an end",
            )
        nobody = "nobody decides anything in it"
        if until is not None:
            asked = shown(until.span)
            brings = f"{nobody}, and nothing brings it step by step to '{asked}'"
            if self._is_by_chance(loop):
                brings = f"{nobody}, and only chance brings it to '{asked}'"
            return Diagnostic(
                "L605", f"'{phase.name}' need not end: {brings}", span,
                f"say how often at most: 'repeat: 100 times or until {asked}'",
                tuple(self._adding_nothing(loop)),
            )  # fmt: skip
        if repeat is None:
            return Diagnostic(
                "L605", f"'{phase.name}' need not end: {nobody}, and its turns go round and round",
                span, "say with 'until' or 'where' when there are no more turns",
            )  # fmt: skip
        return Diagnostic(
            "L605", f"'{phase.name}' need not end: {nobody}, and no row of 'end' comes nearer",
            span, "say how often: 'repeat: 100 times', or give 'end' a row that asks "
            f"'{phase.name}_number'",
        )  # fmt: skip

    def _adding_nothing(self, loop: list[Way]) -> Iterator[Note]:
        """The lines of a loop that may add nothing to what it waits for."""
        asked = frozenset().union(*(reads(a.condition) for way in loop for a in way.asked))
        changed, told = _changed(loop), set[Span]()
        for way in loop:
            for step in every(s for s in way.steps if isinstance(s, Set | For)):
                if not isinstance(step, Set) or step.site is None or step.site.span in told:
                    continue
                key = step.target.key
                if key in asked and self.going.movements.adds_nothing(way, key, changed):
                    told.add(step.site.span)
                    yield Note("what is added here may be 0, and stays so", step.site.span)

    def _is_by_chance(self, loop: list[Way]) -> bool:
        """Whether cards are shuffled in a loop, and what it asks is changed there."""
        changed = _changed(loop)
        asked = (reads(asked.condition) for way in loop for asked in way.asked)
        return any(touches(changed, read) for read in asked) and any(
            _is_shuffled(way.steps) for way in loop
        )

    def _repeated(self, first: rules.Phase, loop: list[Way]) -> rules.Phase:
        """The phase in a loop that is begun again and again."""
        if any(way.source == f"{first.path}:pass" for way in loop):
            return first
        inner = {way.source.split(":")[0] for way in loop}
        return first if first.path in inner else self.phases[min(inner, key=len)]

    # ---------------------------------------------------------------- past decisions

    def _goes_on(self, way_round: list[Way], *, turns: bool = False) -> bool:
        """Whether a way round a loop, once gone, is gone again and again: nothing changes on it
        of what it asks, and nothing shows that its answers exclude one another.

        `turns`: each player has a turn on it, so that the list of them is of no account.
        """
        values: dict[Expr, Expr] = {}
        seats: dict[Local, Expr | None] = {}
        for way in way_round:
            assign(way.steps, values)
            seats |= seats_of(way)
            if id(way) in self.standing.at_once:
                seats |= self.standing.choosers(self.standing.at_once[id(way)])
        for seat in seats:
            # Whose turn it is, is left open: it goes the same way for each of them.
            values.pop(seat, None)
        changed = _changed(way_round)
        answers: list[Answer] = []
        for way in way_round:
            here: dict[Expr, Expr] = dict(values)
            found = turn_found(way)
            nobody = None if turns else self._nobody_has_a_turn(way)
            if nobody is not None:
                if touches(changed, reads(nobody)):
                    return False
                answers.append((self._worked_out(nobody, here), False))
                continue
            for step in way.steps:
                if isinstance(step, Asked):
                    if turns and any(part.startswith("queue ") for part in reads(step.condition)):
                        continue
                    condition = step.condition
                    if found is not None and _asks_for_nothing(condition, found[0]):
                        condition = replaced(condition, {found[0]: found[1]})
                    condition = self._worked_out(condition, here)
                    if _means_out(step.condition):
                        if step.answer:
                            return False
                        continue
                    if touches(changed, reads(condition)):
                        return False
                    answers.append((condition, step.answer))
                elif isinstance(step, Bind | Set | Start) and not _is_of(step, seats):
                    assign((step,), values)
                    assign((step,), here)
        # What ends the game after a turn was asked after the last one.
        answers += [
            (self.reasoning.plain(condition), False)
            for condition in self._ends_after_turns
            if not touches(changed, reads(condition))
        ]
        if not self._all_may_leave:
            answers.append((Op(YESNO, False, "=", (Slot(PLAYERS, False, LIVE), _NOBODY)), False))
        answers = [
            each
            for condition, answer in answers
            for each in self.standing.of_all(condition, answer, seats)
        ]
        for way in way_round:
            at_once = self.standing.at_once.get(id(way))
            if at_once is not None or way.source in self.ways.decisions:
                label = at_once or way.source
                stuck = self.standing.without_move(label, answers, seats, changed)
                if stuck is None:
                    return False
                answers = stuck
        if not self.reasoning.possible(answers):
            return False
        asked = frozenset().union(*(reads(condition) for condition, _ in answers))
        return not any(
            touches(changed, reads(row_asks))
            and touches(frozenset(parts_changed(row.body)), asked)
            and self.reasoning.possible([*answers, (row_asks, True)])
            for row in self.checked.program.firing
            for row_asks in [condition_of(row)]
        )

    def _nobody_has_a_turn(self, way: Way) -> Expr | None:
        """What holds of no player where the turns of `each player where` have passed all over."""
        queue = f"queue {way.source.removesuffix(':next')}"
        if not any(
            a.answer
            and isinstance(a.condition, Op)
            and Slot(PLAYERS, False, queue) in a.condition.operands
            for a in way.asked
        ):
            return None
        live = Slot(PLAYERS, False, LIVE)
        for other in self.ways.leading_from[way.source]:
            asked = [a for a in other.asked if not _means_out(a.condition)]
            seat = next((s for s in other.steps if isinstance(s, Bind)), None)
            if other.target == way.source and seat is not None and asked[-1].answer:
                each = Local(PLAYER, False, seat.name)
                if any(node == each for node in walk(asked[-1].condition)):
                    has_one = negate(asked[-1].condition)
                    return Loop(YESNO, False, "any", each, live, has_one, None)
        return Op(YESNO, False, "!=", (live, _NOBODY))

    def _worked_out(self, condition: Expr, values: dict[Expr, Expr]) -> Expr:
        for _ in range(3):
            after = replaced(condition, values)
            if after == condition:
                break
            condition = after
        return self.reasoning.plain(condition)

    def _passed_by(self, ring: list[rules.Phase], way_round: list[Way]) -> Diagnostic:
        phase = ring[0]
        reasons = list(dict.fromkeys(r for way in way_round for r in self._bypasses(way)))
        if len(reasons) > _MOST_REASONS:
            reasons = [*reasons[:_MOST_REASONS], "so on"]
        why = " and ".join(reasons) or "nobody decides anything"
        names = " and ".join(f"'{p.name}'" for p in ring)
        goes = "goes" if len(ring) == 1 else "go"
        span = phase.span if phase.repeat is None else phase.repeat.span
        return Diagnostic(
            "L605",
            f"{names} {goes} on for ever if {why}: nothing on the way changes that, and nothing ends it",
            span,
            "give 'end' a row for that, or let "
            + ("'until' ask for it" if phase.repeat is None else "'repeat' say how often"),
            (),
            Severity.WARNING,
        )

    def _bypasses(self, way: Way) -> Iterator[str]:
        """How a way leads past decisions."""
        path, _, part = way.source.partition(":")
        pile = self.standing.empty.get(id(way))
        if pile is not None:
            yield f"{pile} is empty"
        if way.source in self.ways.decisions or id(way) in self.standing.at_once:
            yield f"nobody has a legal move in '{_owner(self.phases[path])}'"
            return
        phase = self.phases.get(path)
        if phase is None or not self._decides(phase):
            return
        target = way.target.partition(":")
        left = way.target == f"{path}:end" or not way.target.startswith(path)
        if part in ("next", "begin", "seated") and left:
            where = getattr(phase.who, "where", None)
            asked = "" if where is None else f" (where {shown(where.span)})"
            yield f"nobody has a turn in '{phase.name}'{asked}"
        elif part == "pass" and (left or target[2] == "pass") and phase.skip_when is not None:
            yield f"'{_owner(phase)}' is skipped (when {shown(phase.skip_when.span)})"
        elif part == "turn" and way.target != f"{path}:body" and phase.skip_turn_when is not None:
            asked = shown(phase.skip_turn_when.span)
            yield f"every turn of '{phase.name}' is skipped (when {asked})"

    # ---------------------------------------------------------------- play

    def fewest_moves(self, loop: list[Way]) -> list[Way]:
        """A loop in it for which no move can be missed: those others need not be made for it."""
        for name in dict.fromkeys(way.move.name for way in loop if way.move is not None):
            fewer = [way for way in loop if way.move is None or way.move.name != name]
            for inner in self.going.endings.unending(fewer):
                if any(way.move is not None for way in inner):
                    loop = inner
                    break
        return loop

    def played_on(self, loop: list[Way]) -> Diagnostic:
        """What to say of play that need not end."""
        moves = [way.move for way in loop if way.move is not None]
        names = [f"'{name}'" for name in dict.fromkeys(move.name for move in moves)]
        several = joined(names if len(names) < 5 else [*names[:3], "others"])
        limit = self.checked.rules.limit
        span = self.phases[self._outermost(loop)].span
        can = "can be made again and again"
        return Diagnostic(
            "L606",
            f"play need not end: {several} {can}, and nothing comes to an end by it",
            span,
            f"after {limit} moves a game is abandoned; write 'limit: {limit} moves' or fewer if "
            "that is meant",
            (),
            Severity.NOTE,
        )

    def _outermost(self, loop: list[Way]) -> str:
        paths = [way.source.split(":")[0].removesuffix(".moves") for way in loop]
        paths = [path for path in paths if path in self.phases]
        return min(paths, key=lambda path: (path.count("."), paths.index(path)))


def _is_shuffled(steps: Iterable[object]) -> bool:
    return any(
        (isinstance(s, Do) and s.procedure.startswith("shuffle"))
        or (isinstance(s, For) and _is_shuffled(s.body))
        for s in steps
    )


_NOBODY = Items(PLAYERS, False, ())


def _is_of(step: Bind | Set | Start, seats: Iterable[Local]) -> bool:
    """Whether it is found out here whose turn it is."""
    return isinstance(step, Bind) and any(seat.name == step.name for seat in seats)


def _asks_for_nothing(condition: Expr, seat: Local) -> bool:
    """Whether it is asked if nobody is left whose turn it could be."""
    return (
        isinstance(condition, Op)
        and condition.op == "="
        and condition.operands[0] == seat
        and isinstance(condition.operands[1], Const)
        and condition.operands[1].value is None
    )


def _owner(phase: rules.Phase) -> str:
    return phase.path.removesuffix(".moves").split(".")[-1]


def _means_out(condition: Expr) -> bool:
    """Whether it is asked if a player whose turn it is has dropped out: hardly, and never for long."""
    asked = condition.operands[0] if isinstance(condition, Op) and condition.op == "not" else None
    if not isinstance(asked, Op) or asked.op != "in":
        return False
    among = asked.operands[1]
    return isinstance(among, Slot) and among.key == LIVE


def _changed(way_round: Iterable[Way]) -> frozenset[str]:
    """What the lines on a way round change."""
    return frozenset(part for way in way_round for part in parts_changed(way.steps))


def _rounds(loop: list[Way]) -> Iterator[list[Way]]:
    """The ways round a loop that come to no place twice."""
    leading: dict[str, list[Way]] = {}
    for way in loop:
        leading.setdefault(way.source, []).append(way)
    begun: set[str] = set()
    for begin in sorted(leading, key=lambda label: (label.count("."), label)):
        begun.add(begin)
        yield from _onward(begin, begin, begun, leading)


def _onward(
    begin: str, at: str, seen: frozenset[str] | set[str], leading: dict[str, list[Way]]
) -> Iterator[list[Way]]:
    """The ways from a place back to `begin`, that come nowhere twice and to nothing that was seen."""
    gone: list[Way] = []
    on_the_way = set(seen) | {at}
    work = [iter(leading.get(at, ()))]
    for _ in range(_MOST_STEPS):
        way = next(work[-1], None)
        if way is None:
            work.pop()
            if not work:
                return
            on_the_way.discard(gone.pop().target)
        elif way.target == begin:
            yield [*gone, way]
        elif way.target not in on_the_way:
            gone.append(way)
            on_the_way.add(way.target)
            work.append(iter(leading.get(way.target, ())))
