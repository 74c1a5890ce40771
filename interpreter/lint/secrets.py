"""L608: what all see, computed from cards that not all see.

Followed is what a value says of cards: from a pile that somebody does not see, through terms,
choices, `let` and secret memories, into a memory that is not secret, a payment, or a text that is
said. Cards that were shown, turned up
or laid where everybody sees them say nothing new. How many cards there are everybody sees; and who
holds a card is asked aloud at the table.

What a condition on cards decides all see as well: what is done then, and whose turn it is. Of cards
in somebody's hand that is mostly how the game is played: whoever cannot follow says so. Of piles
into which nobody looks, nobody can say it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.source import Span

from ..checking.combining import negate
from ..checking.core import (
    Address,
    Bind,
    Call,
    CardsIn,
    CarryOut,
    Do,
    Expr,
    For,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    MoveRule,
    Needed,
    Op,
    Set,
    Slot,
    Start,
    Stmt,
    walk,
)
from ..checking.types import CARD, TEXT, YESNO
from ..machine.checked import Checked
from .sight import NO_PILES, Sight, chosen_from, counts, effects, who_sees
from .survey import destination, pile_name, within
from .truth import Truth

CODE = "L608"

_NOT_SEEN = frozenset({"only_one_row", "must_be_there", "must_be_one"})
"""Effects that only look whether all is well."""


def secrets(checked: Checked, truth: Truth) -> Iterator[Diagnostic]:
    """Public memories, payments and sayings computed from cards that not everybody sees."""
    return _Secrets(checked, truth).findings()


def kept_secret(checked: Checked) -> dict[str, frozenset[str]]:
    """The piles of whose hidden cards secret memories say something, by the memories' keys."""
    looking = _Secrets(checked)
    for _ in looking.findings():
        pass
    return looking.kept


@dataclass(frozen=True, slots=True)
class _Decided:
    """A condition, or what a line goes through, and the piles of whose cards it says something.

    `span` is where it is written, if that is known; `closed` are those of the piles of which no
    card is laid open, however it is decided.
    """

    piles: frozenset[str]
    span: Span | None
    closed: frozenset[str]


@dataclass(slots=True)
class _Known:
    """What is known at a place.

    `shown` are piles whose cards were shown to all, `names` the piles from which the values of
    names come, `chosen` those names that players have chosen, `released` card expressions that are
    laid open in the same lines, and names of which these speak; `decided` what it depends on that
    this place is come to.
    """

    shown: frozenset[str]
    names: dict[str, frozenset[str]] = field(default_factory=dict)
    released: frozenset[Expr] = frozenset()
    chosen: frozenset[str] = frozenset()
    decided: tuple[_Decided, ...] = ()

    @property
    def depends(self) -> frozenset[str]:
        """The piles on whose cards it depends that this place is come to."""
        return NO_PILES.union(*(one.piles for one in self.decided))


class _Secrets:
    def __init__(self, checked: Checked, truth: Truth | None = None) -> None:
        self.program = checked.program
        self.truth = truth
        self.sight = Sight(checked)
        self.hidden = self.sight.hidden
        self.cells = {c.key: c for c in checked.program.cells}
        self.kept: dict[str, frozenset[str]] = {}  # what secret memories say of cards
        self.told: dict[tuple[str, Span], Diagnostic] = {}
        self.unseen = frozenset(
            name for name in self.hidden if self.sight.piles[name].seen_by is None
        )
        self.bound: dict[str, Expr] = {}  # what names stand for
        self._shown: dict[int, frozenset[str]] = {}
        self.course: set[_Decided] = set()  # what decides on something that all see
        self.blamed: set[_Decided] = set()  # those of which that is told where it happens

    def findings(self) -> Iterator[Diagnostic]:
        if not self.hidden:
            return
        shown = self.sight.shown()
        ever = NO_PILES.union(*shown.values())
        before: dict[str, frozenset[str]] | None = None
        unseen = self.unseen
        while before != self.kept:
            before = dict(self.kept)
            for found in (self.told, self.course, self.blamed):
                found.clear()
            for label, block in self.sight.blocks.items():
                self._look(block.body, _Known(shown.get(label, NO_PILES)))
            for label, decision in self.sight.decisions.items():
                for move in decision.moves:
                    self._look(move.do, self._at_a_move(move, shown.get(label, NO_PILES)))
            # What is tested in between may be tested when cards were shown.
            self.unseen = unseen - ever
            for firing in self.program.firing:
                self._look(firing.body, _Known(NO_PILES))
            for _, condition in self.program.ending:
                self._seen(_Known(ever), condition)
            self.unseen = unseen
        self._tell_what_decides()
        yield from self.told.values()

    def _at_a_move(self, move: MoveRule, shown: frozenset[str]) -> _Known:
        names = frozenset(domain.variable.name for domain in move.choices)
        # Whatever else is chosen than cards that somebody does not see, all hear.
        known = {name: piles & self.hidden for name, piles in chosen_from(move).items()}
        return _Known(shown, known, chosen=names)

    # ---------------------------------------------------------------- values

    def _look(self, body: tuple[Stmt, ...], known: _Known) -> None:
        """Go through lines and tell what they give away."""
        known = replace(known, shown=known.shown | self._shown_in(body))
        for released, statement in zip(self._released(body), body, strict=True):
            here = replace(known, released=known.released | released)
            match statement:
                case Bind():
                    known.names[statement.name] = self._says(statement.value, here)
                    self.bound[statement.name] = statement.value
                case Set() if not statement.target.key.startswith("memory "):
                    self._seen(here, statement.value)  # whose turn it is, say
                case Set():
                    said = self._says(statement.value, here)
                    if statement.target.index is not None:
                        said |= self._says(statement.target.index, here)
                    if statement.site is not None:
                        said |= known.depends
                        self._given(statement.target.key, said, statement.site.span, here)
                case Start():
                    said = self._says(statement.value, here)
                    self._given(statement.key, said, statement.site.span, here)
                case If():
                    asked = self._says(statement.condition, here)
                    place = None
                    if asked & self.unseen:
                        place = self._place(statement.condition, here, statement.span)
                    ways = (statement.body, statement.otherwise)
                    opened = [asked and self._opened_in(way, known.names) for way in ways]
                    closed = self._of_unseen(statement.condition, here).difference(*opened)
                    holds = None if self.truth is None else self.truth.of(statement.condition)
                    for way, open_, answer in zip(ways, opened, (True, False), strict=True):
                        if holds is not None and answer is not holds:
                            continue  # that it is never done is told
                        # What is laid open then is meant to be known.
                        own = (_Decided(asked - open_, place, closed),) * bool(asked - open_)
                        names = dict(known.names)
                        self._look(way, replace(here, decided=known.decided + own, names=names))
                        known.shown |= self._shown_in(way)
                case For():
                    asked = self._says(statement.source, here)
                    names = {**known.names, statement.variable.name: asked}
                    left = asked - self._opened_in(statement.body, names)
                    place = self._place(statement.source, here) if left & self.unseen else None
                    closed = left & self._of_unseen(statement.source, here)
                    each = (_Decided(left, place, closed),) * bool(left)
                    decided = known.decided + each
                    self._look(statement.body, replace(here, decided=decided, names=names))
                    known.shown |= self._shown_in(statement.body)
                case CarryOut():
                    for move in self.program.decisions[statement.decision].moves:
                        self._look(move.do, self._at_a_move(move, here.shown))
                    self._look(statement.stuck, here)
                case Do(procedure="say"):
                    said = self._said(statement.arguments, here)
                    if said:
                        self._tell("what is said", said, statement.site.span, ())
                    self._seen(here)
                case Do():
                    if not self._paid(statement, here) and statement.procedure not in _NOT_SEEN:
                        self._seen(here)
                    known.shown = self.sight.effect(statement, known.shown)
                case Leave() | GameOver():
                    self._seen(here)

    def _shown_in(self, body: Iterable[Stmt]) -> frozenset[str]:
        """The piles shown somewhere in lines: nobody looks on before these are done."""
        return NO_PILES.union(*map(self._shown_by, body))

    def _shown_by(self, statement: Stmt) -> frozenset[str]:
        """The piles shown in a line, or in those within it."""
        match statement:
            case Do(procedure="show" | "turn" | "turn_card"):
                return self.sight.effect(statement, NO_PILES)
            case If() | For() | CarryOut():
                found = self._shown.get(id(statement))
                if found is None:
                    inner = within(statement)
                    found = self._shown[id(statement)] = self._shown_in(inner)
                return found
        return NO_PILES

    def _opened_in(
        self, body: Iterable[Stmt], names: Mapping[str, frozenset[str]]
    ) -> frozenset[str]:
        """The piles of which these lines lay cards open."""
        found = NO_PILES
        for do in effects(body):
            if self._lays_open(do):
                found |= self.sight.come_from(do, names)
        return found

    def _lays_open(self, do: Do) -> bool:
        if do.procedure == "show":
            return self.sight.is_to_all(do)
        to = destination(do)
        into = None if to is None else pile_name(to)
        return into is not None and self.sight.is_open(into)

    def _released(self, body: tuple[Stmt, ...]) -> list[frozenset[Expr]]:
        """For each line, the card expressions that lie open when all lines are done.

        A name stands for the same before and after; `top of stock` does so only until then.
        """
        names: set[Expr] = set()
        later: frozenset[Expr] = frozenset()
        from_here = []
        for statement in reversed(body):
            opened = [do.arguments[0] for do in effects([statement]) if self._lays_open(do)]
            for cards in opened:
                names |= {e for e in walk(cards) if isinstance(e, Local)}
                later |= frozenset(_same_cards(cards))
            from_here.append(later)
        return [frozenset(names) | later for later in reversed(from_here)]

    # ---------------------------------------------------------------- what all see

    def _seen(self, known: _Known, value: Expr | None = None) -> None:
        """All see something happen. It may have been decided by conditions, or by a value."""
        self.course.update(known.decided)
        said = NO_PILES if value is None else self._of_unseen(value, known)
        if value is not None and said:
            self.course.add(_Decided(said, self._place(value, known), said))

    def _of_unseen(self, expr: Expr, known: _Known) -> frozenset[str]:
        """The piles that nobody sees of which a value says something, and no player's secret does.

        What a player alone knows decides on something sooner or later, and is meant to, like a hand.
        """
        kept = self.kept
        self.kept = {key: piles for key, piles in kept.items() if not self.cells[key].per}
        said = self._says(expr, known)
        self.kept = kept
        return said & self.unseen

    def _tell_what_decides(self) -> None:
        """Conditions on cards that nobody sees, of which no line tells more than they do."""
        told: dict[Span, frozenset[str]] = {}
        for one in self.course - self.blamed:
            if one.closed and one.span is not None:
                told[one.span] = told.get(one.span, NO_PILES) | one.closed
        for span, said in sorted(told.items(), key=lambda item: item[0].start):
            text = " ".join(span.text.split())
            self._tell(f"what comes of '{text}'", said, span, ())

    def _place(self, expr: Expr, known: _Known, guard: Span | None = None) -> Span | None:
        """Where a condition is written: the part that asks of cards, or all before an arrow."""
        waiting, alone = [expr], replace(known, names={})
        for here in waiting:
            if isinstance(here, Op) and here.op in ("and", "or", "not"):
                asking = [part for part in here.operands if self._says(part, alone) & self.unseen]
                if len(asking) == 1:
                    waiting += asking
                    continue
            span = self._written(here)
            if span is not None:
                inside = guard is None or (span.file is guard.file
                    and guard.start <= span.start and span.end <= guard.end)  # fmt: skip
                return span if inside else guard
            if isinstance(here, Local) and here.name in self.bound:
                waiting.append(self.bound[here.name])
            waiting += here.children
        return guard

    def _written(self, expr: Expr) -> Span | None:
        """Where a condition stands, or its contrary: what passes somebody over is turned round."""
        if expr.type != YESNO:
            return None
        by_id, by_content = self._places
        return by_id.get(id(expr)) or by_content.get(negate(expr))

    @cached_property
    def _places(self) -> tuple[dict[int, Span], dict[Expr, Span]]:
        """Where conditions are written: this very one, and the first of those that ask the same."""
        asked = self.program.asked
        first = {expr: node.span for node, expr in reversed(asked)}
        return {id(expr): node.span for node, expr in asked}, first

    def _paid(self, do: Do, known: _Known) -> bool:
        """Chips that pass from one to another: how many, and to whom, all see."""
        holders = [a.slot for a in do.arguments if isinstance(a, Address)]
        if not holders or not do.procedure.startswith(("pay", "split")):
            return False
        said = known.depends
        for argument in do.arguments:
            said |= self._says(argument, known)
        if said:
            self.blamed.update(known.decided)
            self._tell("the chips", said, do.site.span, ())
        return True

    def _said(self, texts: Iterable[Expr], known: _Known) -> frozenset[str]:
        """What the values in a text tell. Of cards each player is told only what they may see."""
        said = NO_PILES
        for text in texts:
            if isinstance(text, Items) and text.type == TEXT:
                said |= self._said(text.items, known)
            elif CARD not in (text.type, text.type.item):
                said |= self._says(text, known)
        return said

    def _given(self, key: str, said: frozenset[str], span: Span, known: _Known) -> None:
        """A cell gets a value that says something of the cards of these piles."""
        cell = self.cells.get(key)
        if not said or cell is None or not key.startswith("memory "):
            return
        if cell.secret:
            self.kept[key] = self.kept.get(key, NO_PILES) | said
            return
        self.blamed.update(known.decided)
        notes = () if cell.span is None else (Note("it is not 'secret'", cell.span),)
        self._tell(f"'{key.removeprefix('memory ')}'", said, span, notes)

    def _tell(self, what: str, said: frozenset[str], span: Span, notes: tuple[Note, ...]) -> None:
        piles = [self.sight.piles[name] for name in sorted(said)]
        tells = "tell" if what == "the chips" else "tells"
        cards = " and ".join(f"'{p.name}', which {who_sees(p)}" for p in piles)
        advice = "'show' the cards first" + (", or declare it 'secret'" if notes else "")
        self.told[what, span] = Diagnostic(
            CODE, f"{what} {tells} everybody of the cards in {cards}", span, advice, notes,
            Severity.WARNING,
        )  # fmt: skip

    def _says(self, expr: Expr, known: _Known) -> frozenset[str]:
        """The piles of whose hidden cards a value says something."""
        if expr in known.released:
            return NO_PILES
        counted = counts(expr)
        if counted is not None:
            return self._says_how_many(counted, known)
        match expr:
            case Local():
                return known.names.get(expr.name, NO_PILES) - known.shown
            case CardsIn():
                name = pile_name(expr.of)
                own = self._says(expr.of, known)
                return own if name not in self.hidden or name in known.shown else own | {name}
            case Slot():
                kept = self.kept.get(expr.key, NO_PILES) - known.shown
                return kept if expr.index is None else kept | self._says(expr.index, known)
        found = NO_PILES
        for child in expr.children:
            found |= self._says(child, known)
        return found

    def _says_how_many(self, cards: Expr, known: _Known) -> frozenset[str]:
        """Of a pile and of what somebody chose all see how many cards there are."""
        if isinstance(cards, Local) and cards.name in known.chosen:
            return NO_PILES
        return self._says(cards.of if isinstance(cards, CardsIn) else cards, known)


def _same_cards(cards: Expr) -> Iterator[Expr]:
    """The expression itself, and what it is only another form of: a list of one, a needed card."""
    yield cards
    if isinstance(cards, Needed):
        yield from _same_cards(cards.of)
    elif isinstance(cards, Items) and len(cards.items) == 1:
        yield from _same_cards(cards.items[0])
    elif isinstance(cards, Call) and cards.function in ("only", "as_list"):
        for inner in cards.arguments:
            yield from _same_cards(inner)
