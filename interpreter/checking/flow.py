"""A whole ruleset, checked into a program: its material, its phases, its endings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import did_you_mean
from rulerun.grammar.nouns import plural_of, singular_of
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.words import NUMBERS

from ..declarations import ruleset as rules
from .combining import (
    ZERO,
)
from .constants import constant, is_constant
from .core import (
    EVERYTHING,
    OVER,
    PLAYED,
    READY,
    SETUP,
    Call,
    Cell,
    Changed,
    Expr,
    GameOver,
    Local,
    Per,
    Program,
    Slot,
)
from .doing import MOVER, Place
from .facts import before_the_game, changing_all, of_the_course
from .first_values import asked_cells, late_value
from .fitting import deciding, either
from .phases import ONE, PhaseChecker
from .scope import BAD, Findings, Scope
from .symbols import PLAYED_OUT, Symbols, all_phases
from .turns import NOBODY
from .types import (
    CARD,
    HOLDER,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    WORD,
    YESNO,
    Type,
)

_CONDITIONS = (
    syntax.Compare, syntax.Is, syntax.IsIn, syntax.Between, syntax.Logic, syntax.Pick, syntax.Count,
)  # fmt: skip

_HELP_AFTER_ONE_DASH = re.compile(r"(?P<value>\w+) - (?P<word>[^\W\d]\w*)")


class FlowChecker(PhaseChecker):
    """Checks a whole ruleset into a program. Findings are collected, never raised."""

    _packing = False
    _beginning: str | None = None
    """The cell whose first value is being checked."""

    def __init__(self, symbols: Symbols, findings: Findings) -> None:
        super().__init__(symbols, findings)
        # The conditions and their parts, as they are written.
        self.asked: list[tuple[syntax.Expr, Expr]] = []

    # ---------------------------------------------------------------- the whole

    def program(self) -> Program:
        """The program of the ruleset."""
        self._material()
        self._options()
        first = self.rules.phases[0].path if self.rules.phases else PLAYED
        nobody = Scope(random_allowed=False)
        setup = self.block(self.rules.setup, nobody, Place(settled="in 'setup'"))
        ready = self._endings_now()
        if self.rules.at_any_time:
            setup = changing_all(setup)
            ready = (Changed(EVERYTHING), *ready)
        self._block(SETUP, setup, READY)
        self._block(READY, ready, first)
        after = [*(p.path for p in self.rules.phases[1:]), PLAYED]
        for phase, label in zip(self.rules.phases, after, strict=False):
            self._phase(phase, label, None, (), nobody)
        self._block(PLAYED, (GameOver(self.symbols.word(PLAYED_OUT)),), OVER)
        # A row without a condition is told already.
        rows = [row for row in self.rules.at_any_time if row.row.condition is not None]
        firing = tuple(self._firing(row) for row in rows)
        ending = tuple(
            (self.symbols.word(end.name), self.yesno(end.ending.condition, nobody))
            for end in self.rules.ends
            if end.ending.after is None
        )
        self._ends_named()
        winner = payoff = None
        if self.rules.winner is not None:
            self.not_yet_settled = ("winners", "payoff")
            winner = self.typed(self.rules.winner, nobody, PLAYERS)
        if self.rules.payoff is not None:
            self.not_yet_settled = ("payoff",)
            seat = Local(PLAYER, False, "player_0")
            payoff = (seat, self.typed(self.rules.payoff, nobody.testing("player", seat), NUMBER))
        self.not_yet_settled = ()
        only = self._of_the_pack(self.rules.deck.only, nobody)
        wild = self._of_the_pack(self.rules.deck.wild, nobody)
        unused = tuple(t.name for t in self.symbols.headed() if t.name not in self.used)
        of_one = tuple(self.of_one.values())
        self._unused()
        return Program(
            cells=tuple(self.cells.values()),
            blocks=tuple(self.blocks),
            decisions=tuple(self.decisions),
            words=tuple(self.symbols.words),
            firing=firing,
            ending=ending,
            winner=winner,
            payoff=payoff,
            only=only,
            wild=wild,
            entries=self.entries,
            unused=unused,
            asked=tuple(self.asked),
            of_one=of_one,
            no_pick=tuple(self.no_pick.items()),
            written_out=self.written_out,
        )

    def _of_the_pack(
        self, condition: syntax.Expr | None, nobody: Scope
    ) -> tuple[Local, Expr] | None:
        """Which cards are left in the pack, or wild, asked of each before the game begins."""
        if condition is None:
            return None
        card = Local(CARD, False, "card_0")
        self._packing = True
        asked = self.yesno(condition, nobody.testing("card", card))
        self._packing = False
        if of_the_course(asked):  # a memory of words, read where a word may stand
            self._not_yet_known(condition)
        return card, before_the_game(asked)

    def _not_yet_known(self, node: syntax.Expr) -> Expr:
        return self.report(
            "T414",
            f"'{node.span.text}' is not known before the game, when the pack is made up",
            node.span,
            "ask the card, the options and the number of players",
        )

    def expr(self, node: syntax.Expr, scope: Scope) -> Expr:
        """The checked expression of a tree."""
        found = super().expr(node, scope)
        # What is asked of each is a part of what is written, with the same place.
        written = isinstance(node, _CONDITIONS) and not self.is_asked_of_each(node)
        if written and found.type == YESNO and not scope.unused:
            self.asked.append((node, found))
        # What a term says is told where it is used.
        if self._packing and not scope.inside and of_the_course(found):
            return self._not_yet_known(node)
        if self._beginning is not None and not scope.inside:
            return self._there_already(node, found, self._beginning)
        return found

    def _there_already(self, node: syntax.Expr, found: Expr, beginning: str) -> Expr:
        """A part of a first value, which may ask only for what has its own; T414 of anything else."""
        asked = before_the_game(found)
        late = next((k for k in asked_cells(asked) if k not in self.cells), None)
        if late is None:
            return found
        name, why, advice = late_value(self.rules, late, beginning)
        missing = f"'{name}' has no value yet"
        if not isinstance(asked, Slot):
            said = " ".join(node.span.text.split())
            missing = f"'{said}' asks for '{name}', which has no value yet"
        return self.report("T414", f"{missing}: {why}", deciding(node), advice)

    def _first_value(
        self, key: str, node: syntax.Expr, kind: Type, of: Callable[[], Expr] | None = None
    ) -> Expr:
        """What a cell starts as, made of what is there already (docs/reference.md: Memories)."""
        self._beginning = key
        value = self.typed(node, Scope(), kind) if of is None else of()
        # A word's name is looked up without `expr`.
        value = self._there_already(node, value, key)
        self._beginning = None
        return value

    def _material(self) -> None:
        """Cells of the material: purses, chip holders, who is still in, lasting memories."""
        nobody = Scope()
        self.not_yet_settled = ("winners", "payoff", "ended_by")
        self._cell(Cell("live", "", PLAYERS, Call(PLAYERS, False, "everyone", (), True)))
        self._cell(Cell("direction", "", NUMBER, ONE))
        purse: Expr = ZERO
        if self.rules.purse is not None:
            purse = self._first_value("chips", self.rules.purse, NUMBER)
        at = None if self.rules.purse is None else self.rules.purse.span
        self._first_chips(purse, at)
        self._cell(Cell("chips", "player", HOLDER, purse, span=at))
        if any(pile.remembers_who_played for pile in self.rules.piles):
            self._cell(Cell(MOVER, "", PLAYER, NOBODY))
        for holder in self.rules.chips:
            key = f"chips {holder.name}"
            amount = self._first_value(key, holder.chips.amount, NUMBER)
            self._first_chips(amount, holder.chips.amount.span)
            per, family = self._per(holder.chips)
            self._cell(Cell(key, per, HOLDER, amount, span=holder.span, family=family))
            if holder.chips.remembers_who_paid:
                self._cell(Cell(f"paid {holder.name}", "player", NUMBER, ZERO, span=holder.span))
        for memory in self.rules.memories:
            self._memory_cell(memory, nobody)
        self.not_yet_settled = ()
        for phase, _ in all_phases(self.rules.phases):
            if phase.name != "moves":
                self._cell(Cell(f"count {phase.name}", "", NUMBER, ZERO, fresh=True))
            if phase.who is not None:
                self._cell(Cell(f"you {phase.path}", "", PLAYER, NOBODY))
            for memory in phase.memories:
                self._memory_cell(memory, nobody, lasting=False)

    def _per(self, declared: syntax.Chips | syntax.Remember) -> tuple[Per, str]:
        """What has one each of something declared, and if piles do, the name of their family."""
        per = declared.per
        owner = None if per is None else self.symbols.owner_type(per)
        if per is None or (owner is None and per in ("player", "team")):
            return "", ""  # of teams that are none it is told where they are declared
        if owner is None:
            families = [
                p for p in self.symbols.piles.values() if p.family and singular_of(p.family) == per
            ]
            message = f"no family of piles consists of {plural_of(per)}, and nothing else here has one each"
            if len(families) > 1:
                message = f"'{families[0].name}' and '{families[1].name}' both consist of {plural_of(per)}"
            nouns = {singular_of(p.family) for p in self.symbols.piles.values() if p.family}
            known = ["player", "team", "suit", "rank", *sorted(nouns)]
            known = [noun for noun in known if self.symbols.owner_type(noun)]
            hint = (
                did_you_mean(per, known) or f"it may be {either(f'per {noun}' for noun in known)}"
            )
            self.report("T401", message, declared.per_span, hint)
            return "", ""
        if owner == PILE:
            assert owner.pile is not None
            return "pile", owner.pile
        return cast(Per, owner.name), ""

    def _first_chips(self, amount: Expr, span: Span | None) -> None:
        """Chips that are known before the game are not fewer than none."""
        if span is not None and amount is not BAD and is_constant(amount):
            known = constant(amount)
            if known is None or known < 0:
                what = "nothing" if known is None else f"{known} chips"
                self.report("T411", f"nobody can begin with {what}", span)

    def _memory_cell(self, memory: rules.Memory, scope: Scope, *, lasting: bool = True) -> None:
        remember = memory.remember
        kind = remember.kind
        type_ = self.symbols.kind_type(kind)
        per, family = self._per(remember)
        start = self.initial(memory)
        low = high = None
        key = f"memory {memory.name}"
        at_once = lasting and remember.starts is not None
        if kind.low is not None and kind.high is not None:
            # What it starts as is asked whether it is within the bounds.
            low, high = (
                self._first_value(key, bound, NUMBER)
                if at_once
                else self.typed(bound, scope, NUMBER)
                for bound in (kind.low, kind.high)
            )
        if lasting and remember.starts is not None:
            start = self._first_value(
                key, remember.starts, type_, lambda: self._started(memory, Scope())
            )
        self._cell(
            Cell(
                key, per, type_, start, remember.secret, low, high, memory.span,
                fresh=not lasting, family=family,
            )
        )  # fmt: skip

    def _options(self) -> None:
        """The bounds and normal values of options are constants."""
        constants = Scope()
        for option in self.rules.options:
            kind = option.option.kind
            want = self.symbols.kind_type(kind)
            low, high = (
                None if bound is None else self._constant(bound, constants, NUMBER)
                for bound in (kind.low, kind.high)
            )
            node = option.option.normally
            if (
                want == NUMBER
                and isinstance(node, syntax.Name)
                and node.name not in self.symbols.all_names()
            ):
                bounds = "" if None in (low, high) else f" from {low} to {high}"
                self.report(
                    "T411",
                    f"the option '{option.name}' is a whole number{bounds}, not '{node.name}'",
                    node.span,
                    f"write '{NUMBERS[node.name]}'" if node.name in NUMBERS else None,
                )
                continue
            help_text = _HELP_AFTER_ONE_DASH.fullmatch(node.span.text)
            if help_text is not None and help_text["word"] not in self.symbols.all_names():
                said = f"write: {help_text['value']} -- {help_text['word']}"
                self.report("E301", "a help text stands after '--'", node.span, said)
                continue
            normally = self._constant(node, constants, want)
            if None not in (low, high, normally) and not low <= normally <= high:
                self.report(
                    "T411",
                    f"'{option.name}' is a number from {low} to {high}, not {normally}",
                    node.span,
                )

    def _constant(self, node: syntax.Expr, scope: Scope, want: Type) -> Any:
        """The value of a text that has to be known before the game; None after a report."""
        value = self.typed(node, scope, want)
        if value is BAD:
            return None
        if is_constant(value):
            known = constant(value)
            if known is None and want in (NUMBER, YESNO, WORD):
                self.report("T411", f"{want} is needed here, not nothing", node.span)
            return known
        self.report(
            "T414",
            f"'{node.span.text}' is no constant: an option stands before the game",
            node.span,
        )
        return None
