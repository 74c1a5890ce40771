"""Counsel for whoever decides: why not, what a good player would do, what each move leads to.

Nothing here depends on what the one who asks does not know: conditions are looked at in deals that
look the same to them, and what is not the same in all of these is not told.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from rulerun.interpreter.checking.core import Local, Op, walk
from rulerun.interpreter.checking.types import CARD, NUMBER
from rulerun.interpreter.errors import RuleError
from rulerun.interpreter.labels import seat_name
from rulerun.interpreter.machine.chance import stream
from rulerun.interpreter.machine.moves import Move
from rulerun.interpreter.machine.refusal import on_offer
from rulerun.interpreter.machine.unseen import imagined

from .meaning import Meaning, NotUnderstood
from .offer import Offer
from .paint import count, grid, wrapped
from .several import Begun, Several
from .terminal import WIDEST, harmless

if TYPE_CHECKING:
    from rulerun.grammar.source import Span
    from rulerun.interpreter.bots.tree_search import Weighed
    from rulerun.interpreter.checking.core import Expr, Rule
    from rulerun.interpreter.examples.part_values import Valued
    from rulerun.interpreter.machine.moves import MoveKind
    from rulerun.interpreter.machine.state import State

    from .saves import Rules
    from .table import Table
    from .watching import WatchedGame

_GAMES, _SECONDS = 200, 10.0
"""So many games in thought give counsel: always the same to who asks the same. In games whose moves are
very dear there is an end before, after so many seconds."""
_SECONDS_TO_COUNT = 60.0
"""Odds are counted, which takes longer."""
_GAMES_AT_TERMINAL, _SECONDS_AT_TERMINAL = 1000, 2.0
"""Somebody at a terminal waits for a while, and not longer."""
_OTHERS = 3
_MOST_WEIGHED = 15
_SURER = (
    "What looked good was tried most often and is known best: it comes before what was tried less."
)
_WORLDS = 12
"""Deals of the unseen cards in which conditions are looked at."""
_MOST_TRIED = 300
_MOST_REFUSED = 20
"""Choices that are listed with the condition that forbids them."""
_COMPARED = ("<", "<=", "=")
_NOT_THERE = re.compile(r"'([^']*)' is not among the cards to choose from(: .*)?")
_YOURS = re.compile(r"\bin your ([a-z_]+)")


class Counsel:
    """What can be said to one seat in one state."""

    def __init__(
        self, game: WatchedGame, state: State, seat: int, table: Table, at_terminal: bool = False
    ) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.table = table
        self.paint = table.paint
        self._games = _GAMES_AT_TERMINAL if at_terminal else _GAMES
        self.seconds = _SECONDS_AT_TERMINAL if at_terminal else _SECONDS
        """So long it is thought at most about what would be good."""
        self._seconds_to_count = self.seconds if at_terminal else _SECONDS_TO_COUNT
        self._is_cut_short = False

    @cached_property
    def _worlds(self) -> list[State]:
        # The seed of the game has no part in it: it has dealt the cards.
        rng = Random(self.state.moves_made)
        return [imagined(self.state, self.seat, rng) for _ in range(_WORLDS)]

    # ---------------------------------------------------------------- why not

    def reasons(self, offer: Offer, text: str) -> Iterator[str]:
        """What may be done and, of what may not, why not; with a text, of that move alone."""
        if text:
            yield from self._of_one(offer, text)
            return
        yield "You may:"
        yield from offer.lines()
        refused = [line for kind in offer.kinds for line in self._refused(kind)]
        if refused:
            yield "You may not:"
            yield from refused
        here = {kind.name for kind in offer.kinds}
        others = dict.fromkeys(
            self.game.label(k.name) for kinds in self.game.kinds.values() for k in kinds
            if k.name not in here
        )  # fmt: skip
        if others:
            yield from wrapped(
                ["Not now:", *", ".join(others).split(" ")], self.paint.width, "  ", gap=" "
            )

    def _of_one(self, offer: Offer, text: str) -> Iterator[str]:
        try:
            move = Meaning(offer).understood(text)
        except NotUnderstood as problem:
            yield from self.refused(str(problem), problem)
            return
        except Begun as begun:
            yield from list(Several(offer).lines(begun))[:1]
            return
        said = self.paint.move(self.table.said(self.state, move), self.game)
        yield f"You may {said}."
        for number, rule in enumerate(move.kind.rule.may, 1):
            yield from self._condition(rule, move, number)

    def _refused(self, kind: MoveKind) -> Iterator[str]:
        """The choices that a condition forbids, together with the condition."""
        groups: dict[int, list[Move]] = {}
        for choices in islice(on_offer(self.game, self.state, kind.rule.choices, ()), _MOST_TRIED):
            move = Move(kind, choices)
            if self._names_unseen(move):
                continue
            problem = self._problem(move)
            if problem > 0:
                groups.setdefault(problem, []).append(move)
        for problem, moves in groups.items():
            rule = kind.rule.may[problem - 1]
            moves.sort(key=self.table.places)
            named = "" if rule.name == "may" else f": {self.game.label(rule.name)}"
            texts = [str(move).partition(" ")[2] for move in moves] if kind.rule.choices else []
            *words, last = [self.game.label(kind.name), *map(self._shown, _in_short(texts))]
            told = [*words, last + named]
            yield from wrapped(["  " + told[0], *told[1:]], self.paint.width, "    ")
            yield from self._condition(rule, self._nearest(rule, moves), problem)

    def _nearest(self, rule: Rule, moves: list[Move]) -> Move:
        """The move that comes nearest to what a condition asks, where that is a number."""
        asked = rule.condition
        if not isinstance(asked, Op) or asked.op not in _COMPARED or len(asked.operands) != 2:
            return moves[0]
        if any(operand.type != NUMBER for operand in asked.operands):
            return moves[0]

        def gap(move: Move) -> int:
            names = {
                d.variable.name: c
                for d, c in zip(move.kind.rule.choices, move.choices, strict=True)
            }
            least, most = (
                self.game.evaluate(o, self._worlds[0], _asked_by(o, names)) for o in asked.operands
            )
            return abs(int(least) - int(most))

        try:
            return min(moves, key=gap)
        except (RuleError, TypeError):  # nothing to be compared
            return moves[0]

    def _shown(self, text: str) -> str:
        known = self.game.deck.numbers
        return " ".join(
            self.paint.card(w.rstrip(",")) + ("," if w.endswith(",") else "")
            if w.rstrip(",") in known else harmless(w)
            for w in text.split(" ")
        )  # fmt: skip

    def _problem(self, move: Move) -> int:
        """The condition that forbids a move, as `check` says it, if it does so whatever is unseen."""
        found = {move.kind.check(world, *move.choices) for world in self._worlds}
        return found.pop() if len(found) == 1 else 0

    def _names_unseen(self, move: Move) -> bool:
        """Whether a move speaks of a card that the seat neither sees nor knows."""
        runtime, mask = self.game.runtime, 1 << self.seat
        for domain, choice in zip(move.kind.rule.choices, move.choices, strict=True):
            cards = choice if domain.type.item == CARD else (choice,) if domain.type == CARD else ()
            for card in cards:
                place = runtime.place_of(self.state, card)
                if place is None:
                    continue
                at = self.state.piles[place].index(card)
                known = runtime.visible(self.state, place, card) | self.state.known.get(card, 0)
                if at < self.state.undecided[place] or not known & mask:
                    return True
        return False

    def _condition(self, rule: Rule, move: Move, problem: int) -> Iterator[str]:
        """A condition with its line, and the values of its parts."""
        from .under import in_lines

        valued = self._values(move, problem)
        if valued is None or not valued.values:
            yield from self._line_of(rule.span)
            return
        yield self.paint.dim(f"    {self._place(rule.span)}")
        room = self.paint.width - 4
        for line in list(in_lines(valued, self.paint, min(room - 2, WIDEST)))[1:]:
            yield f"    {self.paint.cut(line, room)}"

    def _values(self, move: Move, problem: int) -> Valued | None:
        """The values of a condition's parts that are the same whatever the seat does not see."""
        from dataclasses import replace

        from rulerun.interpreter.examples.part_values import Telling

        persons = tuple(seat_name(s) for s in range(self.game.players))
        told: list[Valued] = []
        for world in self._worlds:
            telling = Telling(self.game, world, persons)
            try:
                found = next(iter(telling.move(move.kind.rule, move.choices, problem)), None)
            except RuleError:
                return None
            if found is None:
                return None
            told.append(found)
        first = told[0]
        same = [v for v in first.values if all(v in other.values for other in told[1:])]
        return replace(first, values=tuple(same))

    @staticmethod
    def _place(span: Span) -> str:
        return harmless(f"{os.path.basename(span.file.name)}:{span.line}")

    def _line_of(self, span: Span) -> Iterator[str]:
        yield self.paint.dim(f"    {self._place(span)}")
        rule = harmless(span.file.line(span.line).strip())
        for line in textwrap.wrap(rule, self.paint.width - 6):
            yield self.paint.dim(f"      {line}")

    def refused(self, message: str, problem: NotUnderstood) -> Iterator[str]:
        """What is answered to something that is no legal move."""
        me = seat_name(self.seat)
        message = message.replace(f"{me} may not", "you may not")
        for kind in (k for kinds in self.game.kinds.values() for k in kinds):
            message = message.replace(kind.name, self.game.label(kind.name))
        error, move = problem.error, problem.move
        rule = "" if error is None or error.span is None else self._text_of(error.span)
        message = self._in_own_words(message, rule)
        said = f"{message[:1].upper()}{message[1:]}.".replace("?.", "?")
        yield from textwrap.wrap(said, self.paint.width, break_long_words=False)
        if error is None or error.span is None:
            return
        failed = 0 if move is None else move.kind.check(self.state, *move.choices)
        if move is not None and failed > 0 and move.kind.at == self.state.at:
            rule_ = move.kind.rule.may[failed - 1]
            alike = [m for m in problem.alike if self._problem(m) == failed]
            nearest = self._nearest(rule_, alike) if alike else move
            yield from self._condition(rule_, nearest, failed)
        else:
            yield from self._line_of(error.span)

    @staticmethod
    def _text_of(span: Span) -> str:
        return harmless(span.file.line(span.line).strip())

    def _in_own_words(self, message: str, rule: str) -> str:
        """A refusal; that a card is not there is said of the hand that the rule is about."""
        refused, there = _NOT_THERE.search(message), _YOURS.search(rule)
        if refused is None or there is None:
            return message
        card, name = refused[1], there[1]
        held = [
            label
            for pile in self.state.view(self.seat).piles
            if pile.name == name and pile.seat == self.seat
            for label in pile.cards
        ]
        if not held or card in held:
            return message
        return message.replace(refused[0], f"{card} is not in your {self.game.label(name)}")

    # ---------------------------------------------------------------- what to do

    def hint(self) -> Iterator[str]:
        """What a bot that thinks ahead would do, and what it thinks of it."""
        try:
            move, weighed = self._advice()
        except RuleError as error:
            yield f"There is no telling: {error}."
            return
        said = self.paint.move(self.table.said(self.state, move), self.game)
        if not weighed:
            yield f"You can only {said}."
            return
        best, *others = weighed[:_OTHERS]
        thought = self._thought(best, weighed)
        if not best.tries:  # one of very many, put together of what did best
            in_all = count(sum(w.tries for w in weighed), "game")
            thought = f"judged by its parts, from {in_all} in thought"
        yield f"A good player would {said}: {thought}."
        for other in others:
            said = self.paint.move(self.table.said(self.state, other.move), self.game)
            yield self.paint.dim(f"  or {said}: {self._thought(other, weighed)}")
        if best.tries and any(self._looks_better(other, best, weighed) for other in others):
            told = wrapped(_SURER.split(), self.paint.width, "", gap=" ")
            yield from map(self.paint.dim, told)
        yield from self._if_cut_short()

    def _if_cut_short(self) -> Iterator[str]:
        """That there was no time for as much thought as usual."""
        if self._is_cut_short:
            yield self.paint.dim(
                f"There was no time for more thought: {self.seconds:g} seconds at most."
            )

    def _advice(self) -> tuple[Move, list[Weighed]]:
        """The move of a bot that thinks ahead, and what it thought of moves, the best one first."""
        from time import perf_counter

        from rulerun.interpreter.bots.tree_search import TreeBot

        # By what the seat knows alone: the seed of the game, which has dealt the cards, has no part
        # in it.
        seed = stream(0, f"hint {self.state.moves_made}") >> 64
        bot = TreeBot(seed, self.seat, self._games, self.seconds)
        began = perf_counter()
        move = bot.choose(self.state, self.state.legal_moves)
        few = sum(w.tries for w in bot.weighed) < _GAMES
        self._is_cut_short = few and perf_counter() - began >= self.seconds
        return move, bot.weighed

    def _thought(self, one: Weighed, weighed: list[Weighed]) -> str:
        """What a bot thinks of a move, beside others: what decides comes first."""
        figures = []
        if _has_gains(weighed):
            gain = _gain(abs(one.gain), weighed)
            figures.append(f"{'loses' if one.gain < 0 < float(gain) else 'gains'} {gain}")
        of = "in"
        if self.game.players > 1:
            figures.append(f"ahead in {_percent(one.ahead)}")
            of = "of"
        said = ", ".join(figures) or "tried"
        return f"{said} {of} {count(one.tries, 'game')} in thought"

    @staticmethod
    def _looks_better(other: Weighed, best: Weighed, weighed: list[Weighed]) -> bool:
        """Whether the figures that are shown speak for another move than the recommended one."""
        if _has_gains(weighed):
            return float(_gain(other.gain, weighed)) > float(_gain(best.gain, weighed))
        return _percent(other.ahead) != _percent(best.ahead) and other.ahead > best.ahead

    def odds(self, rules: Rules) -> Iterator[str]:
        """What each move leads to: to the next decision where something is won or lost by then, else
        as a bot that thinks ahead has found."""
        try:
            lines = list(self._soon(rules)) or list(self._later())
        except (ValueError, RuleError) as error:
            lines = [f"There is no telling: {error}."]
        yield from lines

    def _soon(self, rules: Rules) -> Iterator[str]:
        """What `rulerun odds` tells, if there is something to tell."""
        from rulerun.interpreter.machine.state import State as Plain
        from rulerun.interpreter.simulation.odds import odds_of
        from rulerun.interpreter.simulation.series import series_of

        from .odds import moves_in_words

        series = series_of(rules.loaded(), options=dict(rules.settings), players=rules.players)
        rows = {n: a.name for n, a in enumerate(series.applying) if a.is_payout}
        if not rows:
            return
        measuring = series.measuring(stops=True)
        data = self.state.to_json()
        data["at"] += measuring.game.decision_base - self.game.decision_base
        state = Plain.from_json(measuring.game, data)
        found = odds_of(measuring, rows, state, seconds=self._seconds_to_count)
        if any(move.rows or (move.change and move.change.value) for move in found.moves):
            yield from moves_in_words(found, state, self.paint, at_the_prompt=True)

    def _later(self) -> Iterator[str]:
        move, weighed = self._advice()
        if not weighed:
            said = self.paint.move(self.table.said(self.state, move), self.game)
            yield f"You can only {said}."
            return
        gains, several = _has_gains(weighed), self.game.players > 1
        heads = ["gain"] * gains + ["ahead in"] * several
        rows = [["move", *heads, "games in thought"]]
        for one in weighed[:_MOST_WEIGHED]:
            said = self.paint.move(self.table.said(self.state, one.move), self.game)
            figures = [_gain(one.gain, weighed, "+")] * gains + [_percent(one.ahead)] * several
            if not one.tries:
                figures = [*[""] * (len(heads) - 1), "by its parts"]
            rows.append([said, *figures, str(one.tries)])
        yield from grid(rows, list(range(1, len(heads) + 2)))
        if len(weighed) > _MOST_WEIGHED:
            yield f"and {count(len(weighed) - _MOST_WEIGHED, 'move')} more"
        yield "estimated by a bot that thinks ahead"
        yield from self._if_cut_short()

    # ---------------------------------------------------------------- the rules

    def rules(self, rules: Rules, word: str) -> Iterator[str]:
        """The rules of the game in words, what they say under a name, or the rule file."""
        from dataclasses import replace

        from .rulebook import FILE, Rulebook

        if word.casefold() == FILE:
            yield from (harmless(line) for line in _without_examples(rules))
            return
        paint = replace(self.paint, width=min(self.paint.width, WIDEST))
        book = Rulebook(self.game.rules, self.game.options, paint)
        found = book.part(word) if word else book.lines()
        yield from found
        if not found:
            yield f"The rules have no part '{harmless(word)}'; 'rules' shows all of them."


def _without_examples(rules: Rules) -> list[str]:
    """A rule file with its house rules in it, up to its examples."""
    from .merged import merged_lines

    lines = [*merged_lines(rules.loaded().stack)]
    end = next((i for i, line in enumerate(lines) if line.startswith("examples:")), len(lines))
    while end and not lines[end - 1].strip():
        end -= 1
    return lines[:end]


def _in_short(texts: list[str]) -> list[str]:
    """Choices that a condition forbids: numbers that follow one another as a range, of many only some."""
    found: list[list[str]] = []
    for text in texts:
        last = found[-1][-1] if found else ""
        if text.isdecimal() and last.isdecimal() and int(text) == int(last) + 1:
            found[-1].append(text)
        else:
            found.append([text])
    told: list[str] = []
    for run in found:
        told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    left = len(told) - _MOST_REFUSED
    return told if left < 2 else [*told[:_MOST_REFUSED], f"and {left} others"]


def _has_gains(weighed: list[Weighed]) -> bool:
    """Whether anything was gained or lost with some move: there are games without points or chips."""
    return any(one.gain for one in weighed)


def _gain(gain: float, weighed: list[Weighed], sign: str = "") -> str:
    """A number of points or chips, finer where none of them is large."""
    digits = 1 if any(abs(one.gain) >= 2 for one in weighed) else 2
    return f"{gain:{sign}.{digits}f}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _asked_by(expr: Expr, names: dict[str, Any]) -> dict[str, Any]:
    """Those of the names that an expression asks for."""
    asked = {e.name for e in walk(expr) if isinstance(e, Local)}
    return {name: value for name, value in names.items() if name in asked}
