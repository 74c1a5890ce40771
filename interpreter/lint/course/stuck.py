"""L604: decisions at which somebody may have no legal move, in phases that do not say 'if stuck'."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, joined
from rulerun.grammar.source import Span

from ...checking.combining import all_of, mentions
from ...checking.core import (
    Call,
    CardsIn,
    Const,
    Decision,
    Do,
    Domain,
    Expr,
    Items,
    Local,
    Loop,
    MoveRule,
    Op,
    PileAt,
    PilesAt,
    Slot,
    walk,
)
from ...checking.facts import reads, substituted
from ...checking.types import NUMBER, YESNO
from ...declarations import ruleset as rules
from ..chosen import given_by
from .going import Going
from .holding import leaves_one
from .plausible import Need, Plausible, subjects_of
from .reasoning import Answer
from .sameness import plain
from .saying import fails, named, shown
from .supplies import Supplies

_MOST_ANSWERS = 6000
_ZERO, _ONE = Const(NUMBER, False, 0), Const(NUMBER, False, 1)


@dataclass(slots=True)
class _Case:
    """A case in which nothing is legal: for each move what it lacks."""

    lacking: list[Need] = field(default_factory=list)

    @property
    def answers(self) -> list[Answer]:
        """What is so then, as far as it can be said."""
        return [answer for need in self.lacking for answer in need.answers]

    @property
    def about(self) -> frozenset[str]:
        """What of the state has to change for it to be otherwise."""
        asked = (reads(condition) for condition, _ in self.answers)
        return frozenset().union(*asked, *(need.about for need in self.lacking))


def stuck(going: Going) -> Iterator[Diagnostic]:
    """Decisions that may leave somebody without a legal move (L604)."""
    looking = Looking(going)
    for decision in going.program.decisions:
        if decision.label in looking.ways.leading_from and looking.is_an_error(decision):
            case = next(looking.cases(decision), None)
            if case is not None:
                yield looking.told(decision, case)


class Looking:
    """Looks at the decisions of one ruleset."""

    def __init__(self, going: Going) -> None:
        self.going = going
        self.program = going.program
        self.ways = going.ways
        self.movements = going.movements
        self.reasoning = going.reasoning
        self.supplies = Supplies(going)
        self.plausible = Plausible(going)
        self._left = 0

    def is_an_error(self, decision: Decision) -> bool:
        """Whether having no legal move is an error there."""
        if decision.stuck is None:
            return True
        if not decision.at_once:
            return False
        for block in self.program.blocks:
            if block.label == decision.stuck:
                do = block.body[0]
                return isinstance(do, Do) and do.arguments[-1] == Const(YESNO, False, False)
        return False

    # ---------------------------------------------------------------- what moves need

    def cases(self, decision: Decision, given: Iterable[Answer] = ()) -> Iterator[_Case]:
        """The cases in which nothing is legal, and that may well come, if something is given."""
        needs: list[list[Need]] = []
        phase = self.going.phases[decision.phase]
        for move, written in zip(decision.moves, phase.moves or self._moves(phase), strict=True):
            found = list(self._needs(decision, move, written))
            if not found:
                return
            needs.append(found)
        if needs:
            self._left = _MOST_ANSWERS
            known = [*self._known(decision, needs), *given]
            yield from self._lacking(decision, needs, _Case(), known)

    def _known(self, decision: Decision, needs: list[list[Need]]) -> list[Answer]:
        """What holds at a decision and has to do with what its moves need."""
        facts = [(fact, subjects_of(fact[0])) for fact in self.going.assured.at(decision)]
        about: set[str] = set()
        for need in (need for found in needs for need in found):
            for asked in (*need.hard, *(condition for condition, _ in need.answers)):
                about |= subjects_of(asked)
        known: list[Answer] = []
        again = True
        while again:
            near = [(fact, subjects) for fact, subjects in facts if subjects & about]
            facts = [(fact, subjects) for fact, subjects in facts if not subjects & about]
            known += [fact for fact, _ in near]
            about = about.union(*(subjects for _, subjects in near))
            again = bool(near)
        return known

    def _moves(self, phase: rules.Phase) -> tuple[rules.Move, ...]:
        return phase.phases[0].moves if phase.phases else ()

    def _lacking(
        self, decision: Decision, needs: list[list[Need]], case: _Case, known: list[Answer]
    ) -> Iterator[_Case]:
        if not needs:
            missing = all(self._may_be_missing(decision, need, known) for need in case.lacking)
            if (
                missing
                and not self.plausible.are_contrary(case.lacking)
                and not self._exclude_one_another(decision, case, known)
            ):
                yield case
            return
        for need in needs[0]:
            now = [*known, *need.answers]
            self._left -= len(now)
            if self._left < 0:
                return
            if self.reasoning.possible(now):
                yield from self._lacking(decision, needs[1:], _Case([*case.lacking, need]), now)

    def _exclude_one_another(self, decision: Decision, case: _Case, known: list[Answer]) -> bool:
        """Whether no pile is empty of which that was not thought, and so one of several moves is legal:
        whatever card there is will do for this one or for that."""
        if len(case.lacking) < 2:
            return False
        there: list[Answer] = []
        for pile, cards in self._piles_in(case).items():
            empty = Op(YESNO, False, "<", (Call(NUMBER, False, "size", (cards,)), _ONE))
            if all(
                self.reasoning.possible([*need.answers, (empty, False)]) for need in case.lacking
            ) and not self.supplies.runs_dry(pile.pile, decision):
                there.append((empty, False))
        return bool(there) and not self.reasoning.possible([*known, *there])

    def _piles_in(self, case: _Case) -> dict[PileAt, CardsIn]:
        """The piles of whose cards it is asked what is lacking."""
        found: dict[PileAt, CardsIn] = {}
        for condition, _ in case.answers:
            for part in walk(self.reasoning.plain(condition)):
                if isinstance(part, CardsIn) and isinstance(part.of, PileAt):
                    found[part.of] = replace(part, ordered=False)
        return found

    def _needs(self, decision: Decision, move: MoveRule, written: rules.Move) -> Iterator[Need]:
        chosen = [domain.variable for domain in move.choices]
        of_choice: list[tuple[Expr, rules.Condition]] = []
        texts = {choice.name: choice for choice in written.choices}
        given = given_by(move) if move.may and chosen else frozenset()
        for domain in move.choices:
            yield from self._domain_needs(decision, domain, texts[domain.name], chosen)
        for rule, condition in zip(move.may, written.may, strict=True):
            always = self.going.truth.of(rule.condition) is True
            if always or (given and plain(rule.condition) in given):
                continue
            if any(mentions(rule.condition, variable) for variable in chosen):
                of_choice.append((rule.condition, condition))
                continue
            if self.reasoning.possible([(rule.condition, False)]):
                text = shown(condition.expr.span)
                yield Need(
                    f"'{text}'", fails(text), condition.expr.span, ((rule.condition, False),)
                )
        yield from self._joint_need(move, of_choice, texts)

    def _domain_needs(
        self, decision: Decision, domain: Domain, choice: rules.Choice, chosen: list[Local]
    ) -> Iterator[Need]:
        text = shown(choice.choice.span)
        if domain.how == "range":
            assert domain.low is not None and domain.high is not None
            yield from self._range_needs(domain.low, domain.high, text, choice.choice.span, chosen)
            return
        assert domain.source is not None
        source = domain.source
        if domain.how == "some" and isinstance(source, Loop):
            source = source.source
        least: Expr = _ONE
        if domain.how == "some" and domain.low is not None:
            least = domain.low
        if any(mentions(source, variable) for variable in chosen) or not self._may_be_few(source):
            return
        number = Call(NUMBER, False, "size", (source,))
        few = Op(YESNO, False, "<", (number, least))
        name = named(source, decision.you)
        single = least == _ONE
        said = f"{name} is empty" if single else f"there are too few in {name}"
        piles = _piles_of(source)
        yield Need(
            _with_article(text, domain.how), said, choice.choice.span, ((few, True),), piles,
            frozenset() if piles else reads(source),
        )  # fmt: skip

    def _may_be_few(self, source: Expr) -> bool:
        """Whether a list may have too few members: not those that are written out."""
        if isinstance(source, Call) and source.function in ("turn_order", "teams", "everyone"):
            return False
        if isinstance(source, Slot) and source.key == "live":
            return False
        if isinstance(source, Items):
            return not source.items
        if isinstance(source, PilesAt):
            return any(p.name == source.pile and p.groups for p in self.going.checked.rules.piles)
        return True

    def _range_needs(
        self, low: Expr, high: Expr, text: str, span: Span, chosen: list[Local]
    ) -> Iterator[Need]:
        if self.going.truth.range(low)[1] <= 0:
            # From 0 on: nobody means less than nothing.
            return
        for most in _smallest_of(high):
            nothing = Op(YESNO, False, "<", (most, low))
            if any(mentions(nothing, variable) for variable in chosen):
                continue
            if self.going.truth.range(most)[0] < self.going.truth.range(low)[
                1
            ] and self.reasoning.possible([(nothing, True)]):
                one = low == _ONE
                parts = frozenset(p for p in reads(most) if not p.startswith("you "))
                name = named(most)
                simple = isinstance(most, Slot) and one
                are = "are" if name.endswith("s") else "is"
                state = f"{name} {are} 0" if simple else f"'{text}' offers nothing"
                none = Op(YESNO, False, "=", (most, _ZERO))
                yield Need(f"a {text}", state, span, ((nothing, True),), parts=parts, none=none)

    def _joint_need(
        self,
        move: MoveRule,
        of_choice: list[tuple[Expr, rules.Condition]],
        texts: dict[str, rules.Choice],
    ) -> Iterator[Need]:
        """Something chosen that fulfils all that is asked of it."""
        asked = [condition for condition, _ in of_choice]
        asked += [domain.where for domain in move.choices if domain.where is not None]
        asked += [
            domain.source.where
            for domain in move.choices
            if domain.how == "some"
            and isinstance(domain.source, Loop)
            and domain.source.where is not None
        ]
        if not asked:
            return
        first = move.choices[0]
        answers: tuple[Answer, ...] = ()
        if len(move.choices) == 1 and first.how == "one" and first.source is not None:
            whole = all_of(asked)
            loop = Loop(YESNO, False, "any", first.variable, first.source, whole, None)
            answers = ((loop, False),)
        elif first.how == "range" and len(move.choices) == 1:
            # Neither the least nor the greatest of the numbers will do.
            ends = [end for end in (first.low, first.high) if end is not None]
            whole = all_of(asked)
            answers = tuple((substituted(whole, first.variable, end), False) for end in ends)
        quoted = [f"'{shown(condition.expr.span)}'" for _, condition in of_choice]
        choice = shown(texts[first.name].choice.span)
        words = _with_article(choice, first.how)
        missing = _bare(choice)
        if len(move.choices) > 1:
            words = missing = f"choice of {joined([repr(d.name) for d in move.choices])}"
            words = f"a {words}"
        if quoted:
            words += f" with {joined(quoted)}"
        parts = tuple(part for condition in asked for part in _conjuncts(condition))
        offered = [domain.source for domain in move.choices if domain.source is not None]
        yield Need(
            words, f"no {missing} will do", texts[first.name].choice.span, answers,
            hard=parts, domain=first,
            about=frozenset().union(*(reads(expr) for expr in (*parts, *offered))),
        )  # fmt: skip

    # ---------------------------------------------------------------- what may be missing

    def _may_be_missing(self, decision: Decision, need: Need, known: list[Answer]) -> bool:
        """Whether what a move needs may well be missing, as far as anybody can tell."""
        if need.hard:
            assert need.domain is not None
            hard = [part for part in need.hard if self.plausible.is_hard(part, need, known)]
            return bool(hard) and not leaves_one(need.domain, need.hard, hard, self.going.pack)
        if need.none is not None and not self.reasoning.possible([*known, (need.none, True)]):
            # There is something, but not enough: so much was seen to, and no more.
            return True
        if need.piles:
            return all(self.supplies.runs_dry(pile, decision) for pile in need.piles)
        if need.parts:
            return not need.parts & self.supplies.thought_of(decision)
        return True

    # ---------------------------------------------------------------- words

    def told(self, decision: Decision, case: _Case) -> Diagnostic:
        """What to say of a decision."""
        phase = self.going.phases[decision.phase.removesuffix(".moves")]
        for_moves: dict[str, list[str]] = {}
        for move, need in zip(decision.moves, case.lacking, strict=True):
            for_moves.setdefault(need.state, []).append(f"'{move.name}'")
        only = len(decision.moves) == 1
        states = [
            f"{state} for {joined(moves, 'or')}"
            if state.endswith("will do") and not only
            else state
            for state, moves in for_moves.items()
        ]
        if only:
            message = (
                f"in '{phase.name}' there is only {next(iter(for_moves.values()))[0]}, which is "
            )
            message += f"not legal if {states[0]}"
        else:
            message = f"no move is legal in '{phase.name}' if {joined(states)}"
        notes = tuple(
            Note(f"'{move.name}' needs {need.words}", need.span)
            for move, need in zip(decision.moves, case.lacking, strict=True)
        )
        notes += tuple(self._reckoned(decision, case))
        return Diagnostic(
            "L604",
            message,
            phase.span,
            "say under 'if stuck' what is done then, or add a move that is always legal",
            notes,
            Severity.WARNING,
        )

    def _reckoned(self, decision: Decision, case: _Case) -> Iterator[Note]:
        """How many cards are dealt and asked for, where they do not suffice."""
        for pile in sorted({pile for need in case.lacking for pile in need.piles}):
            found = self.supplies.dealing.shortfall(pile, decision)
            if found is not None and found.text:
                yield Note(found.text, found.phase.span)


def _conjuncts(condition: Expr) -> Iterator[Expr]:
    if isinstance(condition, Op) and condition.op == "and":
        for operand in condition.operands:
            yield from _conjuncts(operand)
    else:
        yield condition


def _smallest_of(expr: Expr) -> Iterator[Expr]:
    """The numbers of which an expression is the smallest."""
    if isinstance(expr, Op) and expr.op == "smaller":
        for operand in expr.operands:
            yield from _smallest_of(operand)
    else:
        yield expr


def _piles_of(source: Expr) -> frozenset[str]:
    """The piles in which the cards lie from which something is chosen."""
    match source:
        case CardsIn(of=PileAt() as place):
            return frozenset({place.pile})
        case Op(op="join"):
            return frozenset().union(*(_piles_of(o) for o in source.operands))
        case Call(function="ranks_of" | "suits_of"):
            return _piles_of(source.arguments[0])
    return frozenset()


def _with_article(choice: str, how: str) -> str:
    if how == "some" or choice[:1].isdigit():
        return choice
    return f"{'an' if choice[:1] in 'aeiou' else 'a'} {choice}"


def _bare(choice: str) -> str:
    """The noun of a choice."""
    return choice.split(" where ")[0]
