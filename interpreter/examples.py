"""Examples: checked with the rules, played on the real machine (LANGUAGE part 9).

`prepare` reads the texts of an example and says all that is wrong with them before anything is
played; `run` plays it and gives what went otherwise than it says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note, did_you_mean
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.parser import parse
from rulerun.grammar.source import Span
from rulerun.grammar.unparse import unparse

from . import ruleset as rules
from .core import READY, SETUP, Const, Expr, OptionValue, PilesAt, Slot
from .errors import GameSetupError, IllegalMoveError, RuleError, RulesetError
from .expressions import ExpressionChecker
from .game import Checked, Game
from .marks import Marks
from .refusal import failed_condition
from .scope import BAD, Findings, Scope
from .settings import check_option
from .state import State
from .symbols import all_phases
from .table import CardNeeded
from .types import CARD, CARDS, HOLDER, NOTHING, NUMBER, PILE, UNKNOWN, YESNO

if TYPE_CHECKING:
    from .moves import Move
    from .part_values import Telling, Valued

SEED = 1
"""What neither an example nor its order of cards says comes from this seed."""


@dataclass(frozen=True, slots=True)
class Given:
    """Something put in place: a cell with a value, a pile with cards by their labels, or melds."""

    target: Expr
    value: Expr | None
    cards: tuple[str, ...] | None
    span: Span
    melds: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an example; `condition` is there for an `expect`."""

    kind: str
    seat: int
    source: Scalar
    condition: Expr | None
    tree: syntax.Expr | None

    @property
    def text(self) -> str:
        """What it says."""
        return self.source.text

    @property
    def span(self) -> Span:
        """Where it says so."""
        return self.source.span


@dataclass(frozen=True, slots=True)
class Prepared:
    """An example whose texts were read and found right. `seats` gives each player's seat."""

    example: rules.Example
    seats: dict[str, int]
    options: dict[str, str]
    script: tuple[str, ...] | None
    start_at: str | None
    given: tuple[Given, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How an example went: it passed if there is no failure.

    `values` are those of the parts of what failed, if they were asked for.
    """

    example: rules.Example
    failures: tuple[Diagnostic, ...]
    values: tuple[Valued, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all went as the example says."""
        return not self.failures


# --------------------------------------------------------------------------------------------
# Checking


def prepare(checked: Checked, example: rules.Example) -> tuple[Prepared | None, list[Diagnostic]]:
    """Read the texts of an example; None when something is wrong with them."""
    return _Preparation(checked, example).prepare()


class _Preparation:
    def __init__(self, checked: Checked, example: rules.Example) -> None:
        self.checked = checked
        self.example = example
        self.symbols = checked.symbols
        self.findings = Findings()
        self.checker = ExpressionChecker(self.symbols, self.findings)
        self.seats = {name: seat for seat, name in enumerate(example.players)}
        self.scope = Scope(persons=self.seats)

    def prepare(self) -> tuple[Prepared | None, list[Diagnostic]]:
        example = self.example
        options = {name.text: value.text for name, value in example.set}
        self._check_options()
        start_at = None
        if example.start_at is not None:
            start_at = example.start_at.text
            if start_at not in self.checked.program.entries:
                self.findings.report(
                    "T401", f"no phase is called '{start_at}'", example.start_at.span,
                    did_you_mean(start_at, self.checked.program.entries),
                )  # fmt: skip
        script = None
        if example.shuffle is not None:
            script = self._cards(example.shuffle)
        given = tuple(g for row in example.given if (g := self._given(row)) is not None)
        steps = tuple(s for row in example.play if (s := self._step(row)) is not None)
        if self.findings.diagnostics:
            return None, self.findings.diagnostics
        return Prepared(example, self.seats, options, script, start_at, given, steps), []

    def _check_options(self) -> None:
        for name, value in self.example.set:
            try:
                check_option(self.symbols, name.text, value.text)
            except GameSetupError as error:
                known = [o.name for o in self.symbols.rules.options]
                span = value.span if name.text in known else name.span
                hint = None if name.text in known else did_you_mean(name.text, known)
                self.findings.report("T401" if name.text not in known else "T411",
                                     str(error).split(";")[0], span, hint)  # fmt: skip

    def _cards(self, text: Any) -> tuple[str, ...]:
        tree, wrong = parse("cards", text)
        self.findings.diagnostics += wrong
        if not isinstance(tree, syntax.Cards):
            return ()
        labels: list[str] = []
        for card in tree.cards:
            label = card.name if isinstance(card, syntax.Name) else card.rank + card.suit
            if self.checker.written_card(card) is None:
                self.findings.report(
                    "T401", f"the deck has no {card.span.text}", card.span,
                    did_you_mean(label, self.symbols.jokers),
                )  # fmt: skip
            labels.append(label)
        return tuple(labels)

    def _melds(self, text: Scalar) -> tuple[tuple[str, ...], ...]:
        """The cards of each group, with commas between the groups."""
        melds = []
        start = 0
        for part in text.text.split(","):
            melds.append(self._cards(text.part(start, start + len(part))))
            start += len(part) + 1
        return tuple(meld for meld in melds if meld)

    def _given(self, row: rules.GivenValue) -> Given | None:
        target = self.checker.expr(row.target, self.scope)
        if target.type == UNKNOWN:
            return None
        if target.type == PILE:
            return Given(target, None, self._cards(row.value), row.span)
        if isinstance(target, PilesAt) and self.symbols.piles[target.pile].groups:
            return Given(target, None, None, row.span, self._melds(row.value))
        if not isinstance(target, Slot) or not target.key.startswith(
            ("memory ", "chips", "count ")
        ):
            hint = None
            if isinstance(target, OptionValue):
                hint = "options stand under 'set'"
            elif target.type.name == "piles":
                of = (
                    self.symbols.piles.get(target.type.item.pile or "")
                    if target.type.item
                    else None
                )
                noun = (of.family or "groups" if of else "piles").removesuffix("s")
                hint = f"say which of its piles: 'first {noun} in {row.span.text}'"
            said = f"'{row.span.text}' is no memory, chip holder or pile"
            self.findings.report("T413", said, row.span, hint)
            return None
        if target.type == CARDS:
            return Given(target, None, self._cards(row.value), row.span)
        tree, wrong = parse("expr", row.value)
        self.findings.diagnostics += wrong
        if tree is None:
            return None
        want = NUMBER if target.type == HOLDER else target.type
        value = self.checker.typed(tree, self.scope, want)
        return None if value is BAD else Given(target, value, None, row.span)

    def _step(self, row: rules.PlayStep) -> Step | None:
        if row.kind == "expect":
            tree, wrong = parse("expr", row.text)
            self.findings.diagnostics += wrong
            if tree is None:
                return None
            condition = self.checker.yesno(tree, self.scope)
            return Step("expect", 0, row.text, condition, tree)
        words = row.text.text.split(None, 1)
        name = words[0] if words else ""
        known = list(
            dict.fromkeys(m.name for p, _ in all_phases(self.symbols.rules.phases) for m in p.moves)
        )
        if name not in known:
            self.findings.report(
                "T401", f"no move is called '{name}'", row.text.span, did_you_mean(name, known)
            )
            return None
        assert row.player is not None
        if row.player not in self.seats:
            self.findings.report(
                "T401", f"nobody called '{row.player}' sits at the table", row.span,
                did_you_mean(row.player, self.seats),
            )  # fmt: skip
            return None
        seat = self.seats[row.player]
        return Step(row.kind, seat, row.text, None, None)


# --------------------------------------------------------------------------------------------
# Playing


def run(checked: Checked, example: rules.Example, *, with_values: bool = False) -> Result:
    """Play an example; what is wrong with its texts is a failure too."""
    prepared, wrong = prepare(checked, example)
    if prepared is None:
        return Result(example, tuple(wrong))
    try:
        game = checked.game(prepared.options, len(prepared.seats))
    except GameSetupError as error:
        return Result(example, (Diagnostic("R710", str(error), example.span),))
    except RuleError as error:  # which cards the deck has is asked before there is a state
        return Result(example, (_failure(error, example, example.span, error.message),))
    playing = _Playing(game, prepared, with_values=with_values)
    try:
        playing.play()
    except _Failed as failed:
        return Result(example, (failed.diagnostic,), playing.values)
    except RuleError as error:
        message = playing.in_names(error.message)
        return Result(example, (_failure(error, example, playing.here, message),), playing.values)
    return Result(example, ())


def _failure(error: RuleError, example: rules.Example, here: Span, message: str) -> Diagnostic:
    note = Note(f"in the example '{example.name}'", here)
    return Diagnostic(error.code, message, error.span or example.span, None, (note, *error.notes))


def position(checked: Checked, example: rules.Example, game: Game | None = None) -> State:
    """The state in which an example leaves the game, to look at or to play on from.

    `game` is one with the example's options and players, for those who have it already.
    Raises RulesetError for an example that is wrong or does not go as it says, RuleError for a rule
    that fails on the way.
    """
    prepared, wrong = prepare(checked, example)
    if prepared is None:
        raise RulesetError(wrong)
    game = game or checked.game(prepared.options, len(prepared.seats))
    playing = _Playing(game, prepared)
    try:
        playing.play()
    except _Failed as failed:
        raise RulesetError([failed.diagnostic]) from None
    return playing.state


class _Failed(Exception):
    def __init__(self, code: str, message: str, span: Span, *notes: Note) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, None, notes)


class _Playing:
    """Plays one example. `waiting` goes on from a card that the example does not say.

    `values` are those of the parts of what has failed, if somebody wants them.
    """

    state: State

    def __init__(self, game: Game, prepared: Prepared, *, with_values: bool = False) -> None:
        self.game = game
        self.prepared = prepared
        self.here = prepared.example.span
        self.waiting: Callable[[], None] | None = None
        self.marks = game.symbols.marks
        self.with_values = with_values
        self.values: tuple[Valued, ...] = ()

    def play(self) -> None:
        try:
            self.state = self.game.new_state(SEED, self.prepared.script)
        except GameSetupError as error:
            assert self.prepared.example.shuffle is not None
            raise _Failed("R710", str(error), self.prepared.example.shuffle.span) from None
        self.begin()
        for step in self.prepared.steps:
            self.here = step.span
            if step.kind == "expect":
                self.expect(step)
            elif step.kind == "cannot":
                self.refuse(step)
            else:
                self.move(step)
        self.go_on()
        if self.marks is not None:
            self.note_the_end(self.marks)

    def note_the_end(self, marks: Marks) -> None:
        """Note by which row the game has ended, and that it was asked who has won."""
        rules_ = self.game.rules
        asked = (rules_.winner, rules_.payoff) if self.state.is_over else ()
        ends = (end.span for end in rules_.ends if end.name == self.state.ended_by)
        for span in (*ends, *(tree.span for tree in asked if tree is not None)):
            marks.note("over", span)

    # ---------------------------------------------------------------- running as far as it says

    def begin(self) -> None:
        """Put everything in place and run to where the first step is made."""
        game, state, labels = self.game, self.state, self.game.labels
        if self.prepared.start_at is None:
            following = game.blocks[labels[SETUP]](state)
            if following == labels[READY]:
                following = game.blocks[following](state)
        else:
            entry = game.program.entries[self.prepared.start_at]
            first = next((s.seat for s in self.prepared.steps if s.kind != "expect"), 0)
            state.cells[game.layout.cell_base["first in play"]] = first
            game.blocks[labels[entry.prepare]](state)
            following = labels[entry.go]
        if self.prepared.given:
            _Placing(game, state, self.prepared).place()
        self.as_far_as_said(lambda: self.state.run(following))

    def as_far_as_said(self, act: Callable[[], None]) -> None:
        """Run until a decision, or until a card is needed that the example does not say."""
        before = self.state.clone()
        self.state.script_only = self.state.script is not None
        try:
            act()
        except CardNeeded:
            self.waiting = lambda: self.resume(before, act)
        self.state.script_only = False

    def resume(self, before: State, act: Callable[[], None]) -> None:
        self.state = before
        act()

    def go_on(self) -> None:
        """Let chance decide what the example does not say, up to the next decision."""
        if self.waiting is not None:
            waiting, self.waiting = self.waiting, None
            waiting()

    # ---------------------------------------------------------------- steps

    def name(self, seat: int) -> str:
        return self.prepared.example.players[seat]

    def move(self, step: Step) -> None:
        self.go_on()
        state = self.state
        if state.is_over:
            raise _Failed("R711", f"the game is over already ({state.ended_by})", step.span)
        at_once = bool(self.game.kinds[state.at]) and self.game.kinds[state.at][0].at_once
        if state.actor != step.seat and not at_once:
            actor = self.name(state.actor or 0)
            moves = ", ".join(dict.fromkeys(k.name for k in self.game.kinds[state.at]))
            raise _Failed(
                "R711", f"it is the turn of {actor} ({moves}), not of {self.name(step.seat)}",
                step.span,
            )  # fmt: skip
        try:
            if step.seat != state.actor:
                self.game.let_choose_first(state, step.seat)
            move = self.game.parse_move(state, step.text, self.prepared.seats)
            if move not in state.legal_moves:
                self.tell_refused(move)
                raise self.game.refusal(state, move)
        except IllegalMoveError as error:
            message = self.in_names(error.message)
            notes = (Note("the condition", error.span),) if error.span is not None else ()
            raise _Failed("R711", message, step.span, *notes) from None
        self.as_far_as_said(lambda: self.state.apply(move))

    def in_names(self, message: str) -> str:
        """A message about seats with the names of this example."""
        for seat in range(self.game.players - 1, -1, -1):
            message = message.replace(f"P{seat + 1}", self.name(seat))
        return message

    def refuse(self, step: Step) -> None:
        self.go_on()
        state = self.state
        if state.is_over:
            return
        queue: Sequence[int] = ()
        decision = self.game.program.decisions[state.at - self.game.decision_base]
        if decision.at_once:
            queue = state.cells[self.game.layout.cell_base[f"queue {decision.phase}"]]
        if state.actor != step.seat and step.seat not in queue:
            return
        trial = state.clone()
        try:
            if trial.actor != step.seat:
                self.game.let_choose_first(trial, step.seat)
            move = self.game.parse_move(trial, step.text, self.prepared.seats)
            legal = move in trial.legal_moves
        except IllegalMoveError:
            return
        if legal:
            self.tell_allowed(move, trial)
            raise _Failed(
                "R712", f"{self.name(step.seat)} may {step.text}, and should not", step.span
            )
        if self.marks is not None:
            failed = failed_condition(trial, move)
            if failed is not None:
                self.marks.note("refused", failed.span)

    def expect(self, step: Step) -> None:
        assert step.condition is not None and step.tree is not None
        # A look at a shuffled pile is not to decide its order: nobody looked in the game.
        try:
            if self.game.evaluate(step.condition, self.state.clone()):
                return
        except RuleError:
            self.tell_expected(step.tree, step.source)
            raise
        self.tell_expected(step.tree, step.source)
        raise _Failed("R713", self.explain(step.tree), step.span)

    # ---------------------------------------------------------------- the values of the parts

    def telling(self, state: State) -> Telling:
        from .part_values import Telling

        # A look at a shuffled pile is not to decide its order here either.
        return Telling(self.game, state.clone(), self.prepared.example.players)

    def tell_expected(self, tree: syntax.Expr, source: Scalar) -> None:
        """Keep the values of what was expected."""
        if self.with_values:
            self.values = (self.telling(self.state).expectation(tree, source),)

    def tell_refused(self, move: Move) -> None:
        """Keep the values of the condition or choice that refuses a move."""
        if self.with_values and move.kind.at == self.state.at:
            problem = move.kind.check(self.state.clone(), *move.choices)
            telling = self.telling(self.state)
            self.values = tuple(telling.move(move.kind.rule, move.choices, problem))

    def tell_allowed(self, move: Move, state: State) -> None:
        """Keep the values of the conditions that allow a move."""
        if self.with_values:
            self.values = tuple(self.telling(state).move(move.kind.rule, move.choices))

    # ---------------------------------------------------------------- why an `expect` fails

    def explain(self, tree: syntax.Expr) -> str:
        """The part of a condition that does not hold, with the values on both sides."""
        while isinstance(tree, syntax.Logic) and tree.op == "and":
            tree = tree.left if not self.value(tree.left)[1] else tree.right
        said = f"'{' '.join(tree.span.text.split())}' does not hold"
        sides: list[str] = []
        for side in (getattr(tree, "left", None), getattr(tree, "right", None)):
            if side is None:
                continue
            side = _all_of(side)
            expr, value = self.value(side)
            if isinstance(expr, Const) or expr.type in (UNKNOWN, NOTHING) or _is_written(side):
                continue
            if expr.type.name == "piles" and value is not None:
                sides.append(self.filled(unparse(side), value))
                continue
            type_ = NUMBER if expr.type == HOLDER else expr.type
            verb = "are" if isinstance(side, syntax.Pick) and side.word == "all" else "is"
            sides.append(f"{unparse(side)} {verb} {self.shown(type_, value)}")
        return f"{said}: {', '.join(sides)}" if sides else said

    def filled(self, said: str, piles: Sequence[int]) -> str:
        """What lies in those of several piles that are not empty."""
        values = self.game.values
        lying = [(number, self.state.piles[number]) for number in piles]
        shown = [
            self.in_names(f"{values.pile_label(number)} is {values.text(CARDS, cards)}")
            for number, cards in lying
            if cards
        ]
        return ", ".join(shown) or f"{said} are empty"

    def value(self, tree: syntax.Expr) -> tuple[Expr, Any]:
        checker = ExpressionChecker(self.game.symbols, Findings())
        expr = checker.expr(tree, Scope(persons=self.prepared.seats))
        if expr.type == PILE:
            cards = checker.cards(expr)
            assert cards is not None
            expr = cards
        return expr, None if expr is BAD else self.game.evaluate(expr, self.state.clone())

    def shown(self, type_: Any, value: Any) -> str:
        if type_ == YESNO:
            return "so" if value else "not so"
        return self.in_names(self.game.values.text(type_, value))


def _all_of(tree: syntax.Expr) -> syntax.Expr:
    """What a comparison is asked of each of: of `any hand` all hands."""
    if isinstance(tree, syntax.Count) or (
        isinstance(tree, syntax.Pick) and tree.word in ("any", "every", "no")
    ):
        noun = tree.noun if tree.noun.endswith("s") else f"{tree.noun}s"
        return syntax.Pick(
            span=tree.span, word="all", noun=noun, within=tree.within, where=tree.where,
            noun_span=tree.noun_span,
        )  # fmt: skip
    return tree


def _is_written(tree: syntax.Expr) -> bool:
    return isinstance(tree, syntax.Number | syntax.CardName | syntax.RankName | syntax.Person)


class _Placing:
    """Puts what is `given` in place."""

    def __init__(self, game: Game, state: State, prepared: Prepared) -> None:
        self.game = game
        self.state = state
        self.prepared = prepared
        self.left = {label: list(numbers) for label, numbers in game.deck.numbers.items()}

    def place(self) -> None:
        cards_of: dict[int, list[int]] = {}
        for given in self.prepared.given:
            if isinstance(given.target, PilesAt):
                self.lay(given, cards_of)
            if given.target.type == PILE:
                number = self.game.evaluate(given.target, self.state)
                if number is None:
                    raise _Failed("R702", "there is no such pile", given.span)
                assert given.cards is not None
                cards = [self.take(label, given.span) for label in given.cards]
                if number < self.game.layout.fixed_piles:
                    pile = self.game.layout.pile_of[number]
                    if pile.face == "down" and pile.seen_by is None and not pile.top_face_up:
                        cards.reverse()  # written next card first
                cards_of[number] = cards
        if cards_of:
            self.lay_out(cards_of)
        for given in self.prepared.given:
            if isinstance(given.target, Slot):
                self.set_cell(given)

    def lay(self, given: Given, cards_of: dict[int, list[int]]) -> None:
        """Each meld becomes a group."""
        assert isinstance(given.target, PilesAt)
        seat = given.target.seat
        owner = None if seat is None else self.game.evaluate(seat, self.state)
        code = self.game.layout.group_code(given.target.pile, owner)
        for meld in given.melds:
            number = self.game.runtime.free_group(self.state, code)
            cards_of[number] = [self.take(label, given.span) for label in meld]
            self.state.piles[number] = cards_of[number]

    def take(self, label: str, span: Span) -> int:
        numbers = self.left.get(label)
        if not numbers:
            raise _Failed("R710", f"{label} is given more often than the deck has it", span)
        return numbers.pop(0)

    def lay_out(self, cards_of: dict[int, list[int]]) -> None:
        state = self.state
        before = {card for pile in state.piles for card in pile}
        placed = {card for cards in cards_of.values() for card in cards}
        home = self.game.layout.pile_base[self.game.rules.deck.starts_in]
        for number, pile in enumerate(state.piles):
            undecided = pile[: state.undecided[number]]
            decided = pile[state.undecided[number] :]
            if number in cards_of:
                undecided, decided = [], cards_of[number]
            else:
                undecided = [c for c in undecided if c not in placed]
                decided = [c for c in decided if c not in placed]
            state.undecided[number] = len(undecided)
            state.piles[number] = undecided + decided
        if home not in cards_of:
            # What lay where something else is given goes back to the pack.
            lying = {card for pile in state.piles for card in pile}
            back = sorted(before - lying)
            state.piles[home][:0] = back
            if state.undecided[home]:
                state.undecided[home] += len(back)
        for number, cards in cards_of.items():
            if self.game.runtime.special_pile(number):
                for card in cards:
                    state.face_up |= 1 << card

    def check_range(self, slot: Slot, value: Any, span: Span) -> None:
        """A given number is one that its memory, or a holder of chips, can hold."""
        cell = self.game.layout.cells[slot.key]
        if cell.type == HOLDER and value < 0:
            raise _Failed("R707", f"{value} chips cannot lie anywhere", span)
        if cell.low is not None and cell.high is not None:
            low, high = (self.game.evaluate(e, self.state) for e in (cell.low, cell.high))
            if not low <= value <= high:
                raise _Failed("R707", f"{value} is not from {low} to {high}", span)

    def set_cell(self, given: Given) -> None:
        slot = given.target
        assert isinstance(slot, Slot)
        index = 0 if slot.index is None else self.game.evaluate(slot.index, self.state)
        if given.cards is not None:
            numbers = {label: list(n) for label, n in self.game.deck.numbers.items()}
            value: Any = tuple(numbers[label].pop(0) for label in given.cards)
        else:
            assert given.value is not None
            value = self.game.evaluate(given.value, self.state)
            if slot.type.is_list:
                value = tuple(value)
            nothing = isinstance(given.value, Const) and given.value.value is None
            if slot.type == CARD and value is None and not nothing:
                raise _Failed("R702", "the deck has no such card", given.span)
            self.check_range(slot, value, given.span)
        self.state.cells[self.game.layout.cell_base[slot.key] + index] = value
