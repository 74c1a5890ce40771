"""Examples, read: their texts are checked with the rules before anything is played (LANGUAGE part 9)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note, Sought, did_you_mean, listed, shortened
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.nouns import singular_of
from rulerun.grammar.parser import parse
from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ..checking.core import Const, Expr, OptionValue, PilesAt, Slot
from ..checking.expressions import ExpressionChecker
from ..checking.sayable import Sayable
from ..checking.scope import BAD, Findings, Scope
from ..checking.settings import check_option, option_value
from ..checking.symbols import all_phases
from ..checking.types import CARDS, HOLDER, NUMBER, PILE, UNKNOWN
from ..declarations import ruleset as rules
from ..declarations.ruleset import StepKind
from ..errors import GameSetupError
from ..machine.checked import Checked

_FACE = re.compile(r"\bface\s+(down|up)\b")


@record
class Given:
    """Something put in place: a cell with a value or cards, a pile with cards, or several piles.

    Cards are given by their labels. `piles` are the groups on the table, or all the piles of a
    family; `down` are the cards that lie face down in a pile where cards turn, each by the number
    of its pile here and its place in it.
    """

    target: Expr
    value: Expr | None
    cards: tuple[str, ...] | None
    span: Span
    piles: tuple[tuple[str, ...], ...] = ()
    down: frozenset[tuple[int, int]] = frozenset()


@record
class Step:
    """A step of an example; `condition` is there for an `expect`.

    `seen` are the cards that a player is to see, or not to see, as they are written and as lists.
    """

    kind: StepKind
    seat: int
    source: Scalar
    condition: Expr | None = None
    tree: syntax.Expr | None = None
    seen: tuple[tuple[syntax.Expr, Expr], ...] = ()

    @property
    def is_move(self) -> bool:
        """Whether a player makes a move in it, or is refused one."""
        return self.kind in ("move", "cannot")

    @property
    def text(self) -> str:
        """What it says."""
        return self.source.text

    @property
    def span(self) -> Span:
        """Where it says so."""
        return self.source.span


@record
class Prepared:
    """An example whose texts were read and found right. `seats` gives each player's seat."""

    example: rules.Example
    seats: dict[str, int]
    options: dict[str, str]
    script: tuple[str, ...] | None
    start_at: str | None
    given: tuple[Given, ...]
    steps: tuple[Step, ...]

    @property
    def expected(self) -> tuple[tuple[Span, Expr, bool], ...]:
        """What it expects and where; and whether it begins elsewhere than games do, or with things
        put in place."""
        is_placed = bool(self.given) or self.start_at is not None
        return tuple(
            (step.span, step.condition, is_placed)
            for step in self.steps
            if step.condition is not None
        )


def prepare(checked: Checked, example: rules.Example) -> tuple[Prepared | None, list[Diagnostic]]:
    """Read the texts of an example; None when something is wrong with them."""
    seats, seated = checked.rules.players, len(example.players)
    if not seats.low <= seated <= max(seats.low, seats.high):
        wanted = str(seats.low) if seats.low == seats.high else f"{seats.low} to {seats.high}"
        message = f"the game is for {wanted} players, and this example seats {seated}"
        note = Note("said here", seats.span)
        return None, [Diagnostic("S241", message, example.people, None, (note,))]
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
        self.sayable = Sayable(checked.symbols, self.seats)

    def prepare(self) -> tuple[Prepared | None, list[Diagnostic]]:
        example = self.example
        options = {name.text: value.text for name, value in example.set}
        self._check_options()
        start_at = None
        if example.start_at is not None:
            start_at = example.start_at.text
            if start_at not in self.checked.program.entries:
                entries = self.checked.program.entries
                hint = did_you_mean(start_at, entries) or f"the phases are {listed(entries)}"
                self.findings.report(
                    "T401", f"no phase is called '{start_at}'", example.start_at.span, hint,
                    sought=Sought(start_at, "phases"),
                )  # fmt: skip
        script = None
        if example.shuffle is not None:
            script = self._cards(example.shuffle)
        given = tuple(g for row in example.given if (g := self._given(row)) is not None)
        self._given_once(given)
        steps = tuple(s for row in example.play if (s := self._step(row)) is not None)
        if self.findings.diagnostics:
            return None, self.findings.diagnostics
        return Prepared(example, self.seats, options, script, start_at, given, steps), []

    def _given_once(self, given: tuple[Given, ...]) -> None:
        """No card lies in more places than there are copies of it."""
        copies = self.symbols.rules.deck.copies
        lying: Counter[str] = Counter()
        for one in given:
            if one.target.type != PILE and not isinstance(one.target, PilesAt):
                continue
            for label in (*(one.cards or ()), *(label for pile in one.piles for label in pile)):
                lying[label] += 1
                if lying[label] == copies + 1:
                    message = f"{label} is given more often than the deck has it"
                    self.findings.report("R710", message, _last_said(label, one.span))

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
                alone = ("nothing",) if len(tree.cards) == 1 else ()
                self.findings.report(
                    "T401", f"the deck has no {card.span.text}", card.span,
                    did_you_mean(label, (*self.symbols.jokers, *alone)) or self._jokers(label),
                )  # fmt: skip
            labels.append(label)
        return tuple(labels)

    def _jokers(self, label: str) -> str | None:
        """Which jokers there are, where somebody writes just that it is one."""
        jokers = self.symbols.jokers
        is_one = singular_of(label) == "joker" and jokers
        return f"the jokers are {listed(jokers)}" if is_one else None

    def _lying(self, text: Scalar, pile: rules.Pile) -> tuple[tuple[str, ...], list[int]]:
        """The cards of a pile, and the places of those before the words 'face down'."""
        labels: list[str] = []
        down: list[int] = []
        start = 0
        for words in _FACE.finditer(text.text):
            stretch = text.part(start, words.start())
            start = words.end()
            if pile.face != "either":
                self.findings.report(
                    "T414", f"cards in '{pile.name}' do not turn", text.span_at(*words.span()),
                    f"leave '{words[0]}' out: all cards there lie as the pile says",
                )  # fmt: skip
            cards = self._cards(stretch) if stretch.text.strip() else ()
            if words[1] == "down":
                down += range(len(labels), len(labels) + len(cards))
            labels += cards
        rest = text.part(start, len(text.text))
        if not start or rest.text.strip():
            labels += self._cards(rest)
        return tuple(labels), down

    def _piles(self, row: rules.GivenValue, target: Expr, pile: rules.Pile) -> Given:
        """The cards of each pile of a family, or of each group, with commas between them."""
        piles: list[tuple[str, ...]] = []
        down: set[tuple[int, int]] = set()
        start = 0
        text = row.value
        for number, part in enumerate(text.text.split(",")):
            labels, places = self._lying(text.part(start, start + len(part)), pile)
            piles.append(labels)
            down |= {(number, place) for place in places}
            start += len(part) + 1
        if pile.groups:
            piles = [meld for meld in piles if meld]
        else:
            count, family = pile.count or 0, pile.family or "piles"
            if len(piles) > count:
                self.findings.report(
                    "T413", f"'{row.span.text}' has {count} {family}, and {len(piles)} are given",
                    row.span, "commas stand only between one of them and the next",
                )  # fmt: skip
            piles += [()] * (count - len(piles))  # nothing lies in those that are not written
        return Given(target, None, None, row.span, tuple(piles), frozenset(down))

    def _given(self, row: rules.GivenValue) -> Given | None:
        if row.span.text in _WHOSE_TURN and row.span.text not in self.symbols.memories:
            message = (
                f"'{row.span.text}' is not given: whose turn it is comes of where the play starts"
            )
            advice = "write 'start at: PHASE'; who begins there is said by its 'who'"
            self.findings.report("T413", message, row.span, advice)
            return None
        target = self.checker.expr(row.target, self.scope)
        if target.type == UNKNOWN:
            return None
        if target.type == PILE:
            named = self.symbols.piles.get(target.type.pile or "")
            if named is None:
                return Given(target, None, self._cards(row.value), row.span)
            cards, down = self._lying(row.value, named)
            places = frozenset((0, place) for place in down)
            return Given(target, None, cards, row.span, (), places)
        if isinstance(target, PilesAt) and self._is_one_owners(target):
            return self._piles(row, target, self.symbols.piles[target.pile])
        if not isinstance(target, Slot) or not target.key.startswith(
            ("memory ", "chips", "count ", "paid ")
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
                noun = singular_of(of.family or of.name if of else "piles")
                hint = f"say which of its piles: 'first {noun} in {row.span.text}'"
                if of is not None and of.per and of.count is None:
                    hint = f"say whose: '{self.example.players[0]}'s {of.name}'"
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
        if target.key.startswith(_COUNT) and isinstance(value, Const):
            self._pass(row, target.key.removeprefix(_COUNT), value.value)
        return None if value is BAD else Given(target, value, None, row.span)

    def _pass(self, row: rules.GivenValue, name: str, given: object) -> None:
        """Reports the number of a pass that a phase never has."""
        phase = self.symbols.phases.get(name)
        starts = self.example.start_at
        if phase is None or not isinstance(given, int):
            return
        most = None if phase.repeat is None or phase.who is not None else self._times(phase.repeat)
        least = 0 if starts is not None and starts.text == name else 1
        if given < least or (most is not None and given > most):
            passes = "from 1 on" if most is None else f"1 to {most}" if most > 1 else "1 alone"
            self.findings.report(
                "T411", f"the passes of '{name}' are numbered {passes}, and {given} is given",
                row.value.span, "give the number of a pass that there is",
            )  # fmt: skip

    def _times(self, repeat: syntax.Repeat) -> int | None:
        """How often a phase is repeated in this example; None if that depends on more than options."""
        if repeat.times is None:
            return None
        times = self.checker.typed(repeat.times, Scope(), NUMBER)
        if isinstance(times, OptionValue):
            given = {name.text: value.text for name, value in self.example.set}
            option = self.symbols.options[times.name]
            try:
                number = option_value(self.symbols, option, given.get(times.name))
            except GameSetupError:
                return None  # told where it is set
        else:
            number = times.value if isinstance(times, Const) else None
        return number if isinstance(number, int) else None

    def _is_one_owners(self, target: PilesAt) -> bool:
        """Whether they are groups, or a family of which there is one or one player's is meant."""
        pile = self.symbols.piles[target.pile]
        of_one = not pile.per or target.seat is not None
        return pile.groups or (pile.count is not None and of_one)

    def _step(self, row: rules.PlayStep) -> Step | None:
        if row.kind == "expect":
            tree, wrong = parse("expr", row.text)
            self.findings.diagnostics += wrong
            if tree is None:
                return None
            condition = self.checker.yesno(tree, self.scope)
            return Step("expect", 0, row.text, condition, tree)
        if row.kind in ("sees", "cannot see"):
            return self._seeing(row)
        words = row.text.text.split(None, 1)
        name = words[0] if words else ""
        known = list(
            dict.fromkeys(m.name for p, _ in all_phases(self.symbols.rules.phases) for m in p.moves)
        )
        if name not in known:
            hint = did_you_mean(name, known)
            hint = hint or (f"the moves are {', '.join(known)}" if known else "there are no moves")
            if name in ("see", "sees") and len(words) > 1:
                step = "cannot see" if row.kind == "cannot" else "sees"
                hint = f"write '- {row.player} {step}: {shortened(words[1])}'"
            self.findings.report(
                "T401",
                f"no move is called '{name}'",
                row.text.span,
                hint,
                sought=Sought(name, "moves"),
            )
            return None
        seat = self._seat(row)
        if seat is None:
            return None
        rules_ = [m for d in self.checked.program.decisions for m in d.moves if m.name == name]
        problem = self.sayable.wrong(rules_, row.text)
        if problem is not None:
            message, place = problem
            self.findings.report("T415", message, place.span)
            return None
        return Step(row.kind, seat, row.text)

    def _seat(self, row: rules.PlayStep) -> int | None:
        """Whose step it is; None, and reported, where nobody of that name plays."""
        assert row.player is not None
        if row.player not in self.seats:
            self.findings.report(
                "T401", f"nobody called '{row.player}' sits at the table", row.span,
                did_you_mean(row.player, self.seats),
            )  # fmt: skip
        return self.seats.get(row.player)

    def _seeing(self, row: rules.PlayStep) -> Step | None:
        """What a player is to see, or not to see: each pile, card or list of cards."""
        tree, wrong = parse("seen", row.text)
        self.findings.diagnostics += wrong
        seat = self._seat(row)
        if tree is None or seat is None:
            return None
        seen: list[tuple[syntax.Expr, Expr]] = []
        for thing in tree.things:
            if isinstance(thing, syntax.Nothing):
                message = "a pile or cards are needed here, not nothing"
                self.findings.report("T411", message, thing.span)
                continue
            if isinstance(thing, syntax.Person) and thing.name in self.seats:
                own = [p.name for p in self.symbols.piles.values() if p.per == "player"]
                message = f"a pile or cards are needed here, '{thing.name}' is a player"
                hint = f"write '{thing.name}'s {own[0]}'" if own else None
                self.findings.report("T411", message, thing.span, hint)
                continue
            told = len(self.findings.diagnostics)
            cards = self.checker.typed(thing, self.scope, CARDS)
            if cards is not BAD:
                seen.append((thing, cards))
            for number, found in enumerate(self.findings.diagnostics[told:], told):
                if found.code == "T402" and found.span.text in ("your", "you"):
                    whose = row.player if found.span.text == "you" else f"{row.player}'s"
                    meant = replace(found, suggestion=f"write '{whose}'")
                    self.findings.diagnostics[number] = meant
        return Step(row.kind, seat, row.text, seen=tuple(seen))


_COUNT = "count "
"""So begins where it is kept which pass of a phase it is."""
_WHOSE_TURN = ("turn", "to_move", "current_player", "active_player", "next_player", "player", "you")
"""What people give who want to say whose turn it is."""


def _last_said(label: str, row: Span) -> Span:
    """Where a card stands last in the text under a key of `given`; the key itself if it is not there."""
    text = row.file.text
    end = text.find("\n", row.end)
    entry = re.split(
        r", *[\w' ]+:|[}#]", text[row.end : end if end >= 0 else len(text)], maxsplit=1
    )[0]
    places = list(re.finditer(rf"\b{re.escape(label)}\b", entry))
    if not places:
        return row
    return Span(row.file, row.end + places[-1].start(), row.end + places[-1].end())
