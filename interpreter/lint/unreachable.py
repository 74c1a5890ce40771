"""L603: what can never be reached: phases, moves, rows, lines.

A condition that is no whatever the options and the course of the game are closes the way behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.source import Span

from ..checking.combining import all_of, negate
from ..checking.core import (
    SETUP,
    Bind,
    CarryOut,
    Decision,
    Domain,
    Expr,
    For,
    GameOver,
    If,
    Leave,
    MoveRule,
    Stmt,
    every,
)
from ..checking.facts import ONLY_IN_EXAMPLES
from ..checking.symbols import all_phases, effects_of
from ..declarations import ruleset as rules
from ..machine.checked import Checked
from .answers import Reasons
from .survey import lines_of
from .truth import Truth
from .unused import warning

MOST_GIVEN = 3
"""So many conditions are kept in mind of those that were asked before."""


def unreachable(checked: Checked, truth: Truth) -> Iterator[Diagnostic]:
    """Phases, moves, rows of `at any time` and `end`, guarded lines that nothing leads to."""
    return chain.from_iterable(look() for look in _Unreachable(checked, truth).looks)


class _Unreachable:
    def __init__(self, checked: Checked, truth: Truth) -> None:
        self.rules, self.program = checked.rules, checked.program
        self.truth = truth
        self.why = Reasons(self.program, truth).of
        self.blocks = {b.label: b for b in checked.program.blocks}
        self.decisions = {d.label: d for d in checked.program.decisions}
        self.reached = self._reached()
        self.looks = (
            self.phases, self.moves, self.never_stuck, self.rows, self.guards, self.behind,
        )  # fmt: skip

    # ---------------------------------------------------------------- ways

    def _reached(self) -> set[str]:
        """The labels of all blocks and decisions that the game may come to."""
        reached: set[str] = set()
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            if label in reached:
                continue
            reached.add(label)
            block = self.blocks.get(label)
            if block is not None and self._leads(block.body, waiting):
                waiting.append(block.next)
            decision = self.decisions.get(label)
            if decision is not None:
                waiting += self._after(decision)
        return reached

    def _after(self, decision: Decision) -> list[str]:
        found: list[str] = []
        for move in decision.moves:
            if decision.at_once or self._leads(move.do, found):
                found.append(move.next)
        return found if decision.stuck is None else [*found, decision.stuck]

    def _offers_nothing(self, domain: Domain) -> bool:
        """Whether there is never anything to choose."""
        if domain.where is not None and self.truth.of(domain.where) is False:
            return True
        if domain.low is None or domain.high is None:
            return False
        return self.truth.range(domain.low)[0] > self.truth.range(domain.high)[1]

    def _leads(self, body: Iterable[Stmt], to: list[str]) -> bool:
        """Adds the labels that statements may leave for; whether the end of them can be reached."""
        for statement in body:
            match statement:
                case Leave():
                    to.append(statement.label)
                    return False
                case GameOver():
                    return False
                case If():
                    # A guard or a move that never holds is told itself, and not all that is behind it.
                    guard = statement.span is not None
                    holds = None if guard else self.truth.of(statement.condition)
                    then = holds is not False and self._leads(statement.body, to)
                    otherwise = holds is not True and self._leads(statement.otherwise, to)
                    if not (then or otherwise):
                        return False
                case For():
                    self._leads(statement.body, to)
                case CarryOut():
                    self._leads(statement.stuck, to)
                    for move in self.program.decisions[statement.decision].moves:
                        self._leads(move.do, to)
        return True

    def _is_played(self, phase: rules.Phase) -> bool:
        return f"{phase.path}:body" in self.reached

    # ---------------------------------------------------------------- phases

    def phases(self) -> Iterator[Diagnostic]:
        yield from self._among(self.rules.phases)

    def _among(self, phases: tuple[rules.Phase, ...]) -> Iterator[Diagnostic]:
        lost = [p for p in phases if not self._is_played(p) and p.name != "moves"]
        passed = [p for p in lost if p.path in self.reached]
        yield from (self._passed_over(phase) for phase in passed)
        never = [p for p in lost if p not in passed]
        if never:
            yield self._never(never, phases)
        for place, phase in enumerate(phases):
            if not self._is_played(phase):
                continue
            following = phases[place + 1 :]
            if not any(p in lost for p in following):
                yield from self._last_lines(phase)
            yield from self._among(phase.phases)

    def _passed_over(self, phase: rules.Phase) -> Diagnostic:
        """A phase that the game comes to, and in which nothing happens."""
        if phase.skip_when is not None:
            return warning(
                f"the phase '{phase.name}' is never played: it is always skipped",
                phase.skip_when.span, "ask something else, or delete the phase",
            )  # fmt: skip
        who = phase.who
        if phase.until is None and who is not None and getattr(who, "where", None) is not None:
            return warning(
                f"the phase '{phase.name}' is never played: nobody ever has a turn in it",
                who.span, "ask something else, or delete the phase",
            )  # fmt: skip
        skipped = phase.skip_turn_when
        if skipped is not None and f"{phase.path}:turn" in self.reached:
            return warning(
                f"nothing is ever done in a turn of '{phase.name}': it is always skipped",
                skipped.span, "ask something else, or delete the phase",
            )  # fmt: skip
        ending = phase.until
        if ending is None and phase.repeat is not None:
            ending = phase.repeat.until or phase.repeat.times
        return warning(
            f"the phase '{phase.name}' is never played: it is over before it begins",
            phase.span if ending is None else ending.span,
            "ask something else, or delete the phase",
        )  # fmt: skip

    def _never(self, lost: list[rules.Phase], phases: tuple[rules.Phase, ...]) -> Diagnostic:
        """Phases to which the game never comes."""
        first = lost[0]
        said = f"the phase '{first.name}' can never be reached"
        advice = "lead to it, or delete it"
        notes = tuple(Note("nor can this phase", p.span) for p in lost[1:])
        before = [p for p in phases[: phases.index(first)] if self._is_played(p)]
        if before:
            said += f": '{before[-1].name}' before it never ends"
            advice = f"let '{before[-1].name}' end, or delete this"
            if before[-1].repeat is not None:
                notes = (Note("it is repeated without end", before[-1].repeat.span), *notes)
        return warning(said, first.span, advice, *notes)

    def _last_lines(self, phase: rules.Phase) -> Iterator[Diagnostic]:
        """Lines at the end of a phase or turn to which what stands in it never comes."""
        for lines, label, key in (
            (phase.at_end, f"{phase.path}:end", "at end"),
            (phase.after_turn, f"{phase.path}:after", "after turn"),
        ):
            if lines and label not in self.reached:
                what = "turn in" if key == "after turn" else "pass of"
                yield warning(
                    f"'{key}' of '{phase.name}' is never done: no {what} it comes to its end",
                    _first(lines), "let it come to its end, or delete these lines",
                )  # fmt: skip

    # ---------------------------------------------------------------- moves

    def never_stuck(self) -> Iterator[Diagnostic]:
        """`if stuck` where there is always something to do."""
        phases = {phase.path: phase for phase, _ in all_phases(self.rules.phases)}
        for decision in self.decisions.values():
            phase = phases.get(decision.phase)
            if phase is None or not phase.if_stuck or decision.label not in self.reached:
                continue
            always = next((move for move in decision.moves if self._is_always_legal(move)), None)
            if always is not None:
                yield warning(
                    f"'if stuck' is never done: '{always.name}' is always legal",
                    _first(phase.if_stuck), "delete these lines, or let that move ask for something",
                    Note("here", always.span),
                )  # fmt: skip

    def _is_always_legal(self, move: MoveRule) -> bool:
        return not move.choices and all(self.truth.of(r.condition) is True for r in move.may)

    def moves(self) -> Iterator[Diagnostic]:
        for decision in self.decisions.values():
            if decision.label not in self.reached:
                continue
            for move in decision.moves:
                yield from self._choices(move)
                self.truth.choosing(move, asking=True)
                never = [r for r in move.may if self.truth.of(r.condition) is False]
                for rule in never:
                    said = (
                        f"'{rule.name}' never holds" if rule.name != "may" else "this never holds"
                    )
                    why = self.why(rule.condition)
                    yield warning(
                        f"{said}{why}, so that nobody can ever make the move '{move.name}'", rule.span,
                        "ask something else, or delete the move",
                    )  # fmt: skip
                if never or len(move.may) < 2:
                    continue
                if self.truth.of(all_of([r.condition for r in move.may])) is False:
                    names = " and ".join(f"'{r.name}'" for r in move.may)
                    yield warning(
                        f"{names} never hold together, so that nobody can ever make the move "
                        f"'{move.name}'",
                        move.span, "ask something else, or delete the move",
                    )  # fmt: skip

            self.truth.choosing(None)

    def _choices(self, move: MoveRule) -> Iterator[Diagnostic]:
        for domain in move.choices:
            if self._offers_nothing(domain):
                yield warning(
                    f"there is never anything to choose as '{domain.name}', so that nobody can ever "
                    f"make the move '{move.name}'",
                    domain.span, "let more be chosen, or delete the move",
                )  # fmt: skip

    # ---------------------------------------------------------------- rows and guards

    def rows(self) -> Iterator[Diagnostic]:
        for firing in self.program.firing:
            for statement in firing.body:
                if isinstance(statement, If) and self.truth.of(statement.condition) is False:
                    why = self.why(statement.condition)
                    yield warning(
                        f"'{firing.name}' is never carried out: its condition never holds{why}",
                        firing.site.span, "ask something else, or delete the row",
                    )  # fmt: skip
        asked = [end for end in self.rules.ends if end.ending.after is None]
        for end, (_, condition) in zip(asked, self.program.ending, strict=True):
            if self.truth.of(condition) is False:
                yield _never_ends(end, self.why(condition))
        phases = {phase.name: phase for phase, _ in all_phases(self.rules.phases)}
        never = self._never_over
        for end in self.rules.ends:
            phase = phases.get(end.ending.after or "")
            if phase is None or not self._is_played(phase):
                continue
            turns = phase.who is not None and not isinstance(phase.who, syntax.AtOnce)
            label = f"{phase.path}:after" if turns else f"{phase.path}:end"
            number = self.program.words.index(end.name)
            if label not in self.reached:
                what = "turn in" if turns else "pass of"
                yield warning(
                    f"the game never ends by '{end.name}': no {what} '{phase.name}' comes to its end",
                    end.span, "ask it after another phase, or delete it",
                )  # fmt: skip
            elif (label, number) in never:
                yield _never_ends(end)

    @property
    def _never_over(self) -> set[tuple[str, int]]:
        """Where the game would be over, and by which ending, if a condition ever held."""
        return {
            (label, s.body[0].reason)
            for label in self.reached & self.blocks.keys()
            for s in self.blocks[label].body
            if isinstance(s, If) and len(s.body) == 1 and isinstance(s.body[0], GameOver)
            if self.truth.of(s.condition) is False
        }

    def guards(self) -> Iterator[Diagnostic]:
        """Lines behind a condition that is never met, wherever their table is consulted."""
        never: dict[Span, bool] = {}
        why: dict[Span, str] = {}
        bodies: list[tuple[tuple[Stmt, ...], MoveRule | None]] = [
            (block.body, None)
            for block in self.program.blocks
            if not block.label.endswith(ONLY_IN_EXAMPLES)
        ]
        bodies += [(m.do, m) for d in self.program.decisions for m in d.moves]
        bodies += [(f.body, None) for f in self.program.firing]
        for body, move in bodies:
            self.truth.choosing(move)
            asked = () if move is None else tuple(rule.condition for rule in move.may)
            for guard, given in _guards(body, asked):
                assert guard.span is not None
                holds = self.truth.of(guard.condition)
                because = self.why(guard.condition) if holds is False else ""
                if holds is None and given:
                    holds = self.truth.of(all_of([*given, guard.condition]))
                    because = " here, after what was asked before it"
                never[guard.span] = never.get(guard.span, True) and holds is False
                why[guard.span] = because if never[guard.span] else ""
        self.truth.choosing(None)
        for span, is_never in never.items():
            if is_never:
                yield warning(
                    f"this never holds{why[span]}, so that what stands behind it is never done", span,
                    "ask something else, or delete the line",
                )  # fmt: skip

    # ---------------------------------------------------------------- lines behind others

    def behind(self) -> Iterator[Diagnostic]:
        """Lines after one that always goes on elsewhere."""
        for lines in self._lists_of_lines():
            gone: syntax.Effect | None = None
            for line in lines:
                for effect in effects_of(line):
                    if gone is not None:
                        yield warning(
                            f"this is never done: '{gone.span.text}' before it goes on elsewhere",
                            effect.span, "put it first, or delete it", Note("here", gone.span),
                        )  # fmt: skip
                        break
                    if self._goes_on_elsewhere(effect):
                        gone = effect
                else:
                    # Behind a guard, or in a 'for each' without members, it need not come to it.
                    gone = gone if isinstance(line, syntax.Steps) else None
                    continue
                break

    def _lists_of_lines(self) -> Iterator[list[syntax.Line]]:
        blocks = [self.rules.setup]
        for phase, _ in all_phases(self.rules.phases):
            blocks += [phase.at_start, phase.before_turn, phase.after_turn, phase.at_end]
            blocks += [phase.if_stuck or (), *(move.do for move in phase.moves)]
        yield from ([named.line for named in block] for block in blocks)
        for table in self.rules.tables:
            yield from ([line] for line in lines_of(table))

    def _goes_on_elsewhere(self, effect: syntax.Effect) -> bool:
        """Whether an effect always does: it leaves, or consults a table all rows of which do."""
        if isinstance(effect, syntax.Leaving):
            return True
        return (
            isinstance(effect, syntax.Consult)
            and effect.subject is None
            and effect.table in self._leaving_tables
        )

    @cached_property
    def _leaving_tables(self) -> frozenset[str]:
        """The tables of which some row always applies, and each ends by going on elsewhere."""
        found: set[str] = set()
        complete = [t for t in self.rules.tables if any(r.row.kind != "when" for r in t.rows)]
        more = True
        while more:  # a table that consults one of these is one, too
            more = False
            for table in complete:
                lines = lines_of(table)
                if (
                    table.name not in found
                    and len(lines) == len(table.rows)
                    and all(
                        isinstance(line, syntax.Steps)
                        and any(
                            isinstance(e, syntax.Leaving)
                            or (isinstance(e, syntax.Consult) and e.table in found)
                            for e in effects_of(line)
                        )
                        for line in lines
                    )
                ):
                    found.add(table.name)
                    more = True
        return frozenset(found)


def _first(lines: rules.Block) -> Span:
    return lines[0].line.span


def _never_ends(end: rules.EndCondition, why: str = "") -> Diagnostic:
    return warning(
        f"the game never ends by '{end.name}': its condition never holds{why}", end.span,
        "ask something else, or delete it",
    )  # fmt: skip


def _guards(body: Iterable[Stmt], given: tuple[Expr, ...]) -> Iterator[tuple[If, tuple[Expr, ...]]]:
    """The guards in lines, each with what is known to hold there: what was asked just before it."""
    for statement in body:
        match statement:
            case If():
                if statement.span is not None:
                    yield statement, given
                both = (statement.condition, True), (negate(statement.condition), False)
                for condition, answer in both:
                    inner = statement.body if answer else statement.otherwise
                    yield from _guards(inner, (*given[-MOST_GIVEN:], condition))
                if any(not isinstance(s, If | Bind) for s in every([statement])):
                    given = ()
            case For():
                yield from _guards(statement.body, ())
                given = ()
            case CarryOut():
                yield from _guards(statement.stuck, ())
                given = ()
            case Bind():
                pass
            case _:
                given = ()
