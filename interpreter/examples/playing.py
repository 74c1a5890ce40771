"""Examples, played on the real machine: what goes otherwise than they say (LANGUAGE part 9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.nouns import plural_of, singular_of
from rulerun.grammar.record import record
from rulerun.grammar.source import Span
from rulerun.grammar.unparse import unparse

from ..checking.core import READY, SETUP, Const, Expr
from ..checking.expressions import ExpressionChecker
from ..checking.marks import Marks
from ..checking.scope import BAD, Findings, Scope
from ..checking.types import CARDS, HOLDER, NOTHING, NUMBER, PILE, UNKNOWN, YESNO
from ..declarations import ruleset as rules
from ..errors import GameSetupError, IllegalMoveError, RuleError, RulesetError
from ..labels import in_names
from ..machine.checked import Checked
from ..machine.game import Game
from ..machine.moves import Move
from ..machine.refusal import failed_condition
from ..machine.state import State
from ..machine.table import CardNeeded
from .placing import Otherwise, Placing
from .preparing import Prepared, Step, prepare
from .seeing import Seeing

if TYPE_CHECKING:
    from .part_values import Telling, Valued

SEED = 1
"""What neither an example nor its order of cards says comes from this seed."""

CONDITION = "the condition"
CHOICE = "what may be chosen"
IN_EXAMPLE = "in the example"
"""The note that shows which condition refuses a move."""


@record
class Act:
    """What was done in an example: a seat's move, or without one running on from a block.

    `before` is the state in which it began, and stays as it is. With `script_only` it goes no
    further than the order of cards that the example gives; `remark` says if that was not enough.
    """

    before: State
    script_only: bool
    following: int = 0
    seat: int = 0
    move: Move | None = None
    remark: str = ""

    def state_in(self, game: Game) -> State:
        """The state before it in another game of the same rules, options and players."""
        state = self.before.clone()
        state.at = self._place_in(game, state.at)
        state.game = game
        return state

    def carry_out(self, state: State) -> None:
        """Do it in such a state; where a card is needed that is not said it just ends."""
        game = state.game
        state.script_only = self.script_only
        try:
            if self.move is None:
                state.run(self._place_in(game, self.following))
            else:
                kind = game.kinds[state.at][self.move.kind.number]
                state.apply(Move(kind, self.move.choices))
        except CardNeeded:
            return
        finally:
            state.script_only = False

    def _place_in(self, game: Game, number: int) -> int:
        """The number that a block or a decision has in another game; blocks are known by labels."""
        own = self.before.game
        if number >= own.decision_base:
            return number - own.decision_base + game.decision_base
        return next((game.labels[k] for k, n in own.labels.items() if n == number), game.over)


@record
class Result:
    """How an example went: it passed if there is no failure.

    `values` are those of the parts of what failed, if they were asked for; `acts` are what was done,
    up to the place where something went otherwise.
    """

    example: rules.Example
    failures: tuple[Diagnostic, ...]
    values: tuple[Valued, ...] = ()
    acts: tuple[Act, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all went as the example says."""
        return not self.failures


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
        return Result(example, (_failure(checked, error, prepared, example.span, error.message),))
    playing = _Playing(game, prepared, with_values=with_values)
    try:
        playing.play()
    except Otherwise as failed:
        failure = failed.diagnostic
    except RuleError as error:
        message = playing.in_names(error.message)
        failure = _failure(checked, error, prepared, playing.here, message)
    else:
        return Result(example, playing.named_twice(), acts=playing.what_was_done())
    failures = (*playing.named_twice(), failure)
    return Result(example, failures, playing.values, playing.what_was_done())


def _failure(
    checked: Checked, error: RuleError, prepared: Prepared, here: Span, message: str
) -> Diagnostic:
    example = prepared.example
    note = Note(f"{IN_EXAMPLE} '{example.name}'", here)
    advice, span = None, error.span or example.span
    if error.code == "R702" and prepared.start_at is not None and "nothing" in message:
        # What comes before the phase at which it starts was not played, and set no memory.
        is_memory = span.text in checked.symbols.memories
        what = f"'{span.text}'" if is_memory else "what was remembered by then"
        advice = f"the example starts at '{prepared.start_at}': give {what} under 'given'"
    notes = (note, *error.notes)
    if error.code == "R701" and (given := _given_pile(prepared.example, message)) is not None:
        notes = (
            *notes,
            Note("so little was given; the cards that lie nowhere are out of the game", given),
        )
        advice = "give the others a pile too, or let the example end before more cards are needed"
    return Diagnostic(error.code, message, span, advice, notes)


def _given_pile(example: rules.Example, message: str) -> Span | None:
    """Where the example gives the pile of which a message says that it has too few cards."""
    return next(
        (row.span for row in example.given if f"'{row.span.text}' is empty" in message), None
    )


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
    except Otherwise as failed:
        raise RulesetError([failed.diagnostic]) from None
    return playing.state


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
        self.acts: list[Act] = []
        self.by_chance = False

    def play(self) -> None:
        try:
            self.state = self.game.new_state(SEED, self.prepared.script)
        except GameSetupError as error:
            assert self.prepared.example.shuffle is not None
            raise Otherwise("R710", str(error), self.prepared.example.shuffle.span) from None
        self.begin()
        for step in self.prepared.steps:
            self.here = step.span
            if step.kind == "expect":
                self.expect(step)
            elif step.kind == "cannot":
                self.refuse(step)
            elif step.kind == "move":
                self.move(step)
            else:
                self.look(step)
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
            first = next((s.seat for s in self.prepared.steps if s.is_move), 0)
            state.cells[game.layout.cell_base["first in play"]] = first
            game.blocks[labels[entry.prepare]](state)
            following = labels[entry.go]
        if self.prepared.given:
            Placing(game, state, self.prepared).place()
        self.as_far_as_said(lambda: self.state.run(following), following=following)

    def as_far_as_said(
        self,
        act: Callable[[], None],
        *,
        following: int = 0,
        seat: int = 0,
        move: Move | None = None,
    ) -> None:
        """Run until a decision, or until a card is needed that the example does not say."""
        before = self.state.clone()
        scripted = self.state.script is not None
        self.acts.append(Act(before, scripted, following, seat, move))
        self.state.script_only = scripted
        try:
            act()
        except CardNeeded:
            self.waiting = lambda: self.resume(before, act)
        self.state.script_only = False

    def resume(self, before: State, act: Callable[[], None]) -> None:
        self.acts[-1] = replace(self.acts[-1], script_only=False)
        self.by_chance = True
        self.state = before.clone()
        act()

    def go_on(self) -> None:
        """Let chance decide what the example does not say, up to the next decision."""
        if self.waiting is not None:
            waiting, self.waiting = self.waiting, None
            waiting()

    # ---------------------------------------------------------------- the order of cards

    def what_was_done(self) -> tuple[Act, ...]:
        """What was done, with a remark if the order of cards had come to its end by then."""
        if not self.acts or not (self.waiting or self.by_chance):
            return tuple(self.acts)
        left = [self.game.deck.labels[card] for card in self.state.script or ()]
        cards = f"none of the cards left under 'shuffle' could come ({' '.join(left)})"
        if not left:
            cards = "all cards under 'shuffle' had come"
        then = "chance gave the next" if self.by_chance else "it waits for the next"
        return (*self.acts[:-1], replace(self.acts[-1], remark=f"{cards}, and {then}"))

    def named_twice(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the order of cards: one that stands in it again and cannot come again.

        A card may come again when it was shuffled in again; but if others of the list came in its
        place, it was written once too often.
        """
        order, labels = self.prepared.example.shuffle, self.prepared.script
        left = getattr(self, "state", None) and self.state.script
        if order is None or labels is None or not left:
            return ()
        all_labels = self.game.deck.labels
        waiting = [all_labels[card] for card in left]
        if waiting == list(labels[len(labels) - len(waiting) :]):
            return ()  # none was passed over
        written = [match.span() for match in re.finditer(r"\S+", order.text)]
        for label in dict.fromkeys(waiting):
            copies = len(self.game.deck.numbers[label])
            places = [i for i, other in enumerate(labels) if other == label]
            if len(places) > copies:
                has = "one" if copies == 1 else str(copies)
                message = f"{label} is named {_times(len(places))}, and the deck has {has}"
                span = order.span_at(*written[places[copies]])
                return (Diagnostic("R710", message, span),)
        return ()

    # ---------------------------------------------------------------- steps

    def name(self, seat: int) -> str:
        return self.prepared.example.players[seat]

    def move(self, step: Step) -> None:
        self.go_on()
        state = self.state
        if state.is_over:
            raise Otherwise("R711", f"the game is over already ({state.ended_by})", step.span)
        at_once = bool(self.game.kinds[state.at]) and self.game.kinds[state.at][0].at_once
        if state.actor != step.seat and not at_once:
            actor = self.name(state.actor or 0)
            moves = ", ".join(dict.fromkeys(k.name for k in self.game.kinds[state.at]))
            raise Otherwise(
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
            chosen = {d.span for k in self.game.kinds[state.at] for d in k.rule.choices}
            told = CHOICE if error.span in chosen else CONDITION
            notes = (Note(told, error.span),) if error.span is not None else ()
            raise Otherwise("R711", message, step.span, *notes) from None
        self.as_far_as_said(lambda: self.state.apply(move), seat=step.seat, move=move)

    def in_names(self, message: str) -> str:
        """A message about seats with the names of this example."""
        return in_names(message, [self.name(seat) for seat in range(self.game.players)])

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
            raise Otherwise(
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
        raise Otherwise("R713", self.explain(step.tree), step.span)

    def look(self, step: Step) -> None:
        """Whether a player sees what is to be seen, or nothing of what is not."""
        seeing = Seeing(self.game, self.state.clone(), self.prepared.example.players)
        wrong = seeing.otherwise(step)
        if wrong is not None:
            if self.with_values:
                seen = tuple(thing for thing, _ in step.seen)
                self.values = (self.telling(self.state).things(seen, step.source),)
            raise Otherwise("R714", *wrong)

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
        noun = plural_of(singular_of(tree.noun))
        return syntax.Pick(
            span=tree.span, word="all", noun=noun, within=tree.within, where=tree.where,
            noun_span=tree.noun_span,
        )  # fmt: skip
    return tree


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


def _is_written(tree: syntax.Expr) -> bool:
    if isinstance(tree, syntax.Listing):
        return all(map(_is_written, tree.items))
    return isinstance(tree, syntax.Number | syntax.CardName | syntax.RankName | syntax.Person)
