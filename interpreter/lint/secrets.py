"""L608: what all see, computed from cards that not all see.

Followed is what a value says of cards: from a pile that somebody does not see, through terms,
choices, `let` and secret memories, into a memory that is not secret, a payment, or a text that is
said. Cards that were shown, turned up
or laid where everybody sees them say nothing new. How many cards there are everybody sees; and who
holds a card is asked aloud at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.source import Span

from ..checking.core import (
    Address,
    Bind,
    Call,
    CardsIn,
    CarryOut,
    Do,
    Expr,
    For,
    If,
    Items,
    Local,
    Loop,
    MoveRule,
    Needed,
    Set,
    Slot,
    Start,
    Stmt,
    walk,
)
from ..checking.types import CARD, TEXT
from ..machine.checked import Checked
from .sight import NO_PILES, Sight, chosen_from, effects, who_sees
from .survey import destination, pile_name

CODE = "L608"


def secrets(checked: Checked) -> Iterator[Diagnostic]:
    """Public memories, payments and sayings computed from cards that not everybody sees."""
    return _Secrets(checked).findings()


@dataclass(slots=True)
class _Known:
    """What is known at a place.

    `shown` are piles whose cards were shown to all, `names` the piles from which the values of
    names come, `chosen` those names that players have chosen, `released` card expressions that are laid open in the same lines, and names of which
    these speak; `decided` piles on whose cards it depends that this place is come to.
    """

    shown: frozenset[str]
    names: dict[str, frozenset[str]] = field(default_factory=dict)
    released: frozenset[Expr] = frozenset()
    chosen: frozenset[str] = frozenset()
    decided: frozenset[str] = NO_PILES


class _Secrets:
    def __init__(self, checked: Checked) -> None:
        self.program = checked.program
        self.sight = Sight(checked)
        self.hidden = self.sight.hidden
        self.cells = {c.key: c for c in checked.program.cells}
        self.kept: dict[str, frozenset[str]] = {}  # what secret memories say of cards
        self.told: dict[tuple[str, Span], Diagnostic] = {}

    def findings(self) -> Iterator[Diagnostic]:
        if not self.hidden:
            return
        shown = self.sight.shown()
        before: dict[str, frozenset[str]] | None = None
        while before != self.kept:
            before = dict(self.kept)
            self.told.clear()
            for label, block in self.sight.blocks.items():
                self._look(block.body, _Known(shown.get(label, NO_PILES)))
            for label, decision in self.sight.decisions.items():
                for move in decision.moves:
                    self._look(move.do, self._at_a_move(move, shown.get(label, NO_PILES)))
            for firing in self.program.firing:
                self._look(firing.body, _Known(NO_PILES))
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
                case Set():
                    said = self._says(statement.value, here)
                    if statement.target.index is not None:
                        said |= self._says(statement.target.index, here)
                    if statement.site is not None:
                        said |= known.decided
                        self._given(statement.target.key, said, statement.site.span)
                case Start():
                    self._given(
                        statement.key, self._says(statement.value, here), statement.site.span
                    )
                case If():
                    asked = self._says(statement.condition, here)
                    for inner in (statement.body, statement.otherwise):
                        # What is laid open then is meant to be known.
                        decided = known.decided | asked - self._opened_in(inner, known.names)
                        names = dict(known.names)
                        self._look(inner, replace(here, decided=decided, names=names))
                        known.shown |= self._shown_in(inner)
                case For():
                    asked = self._says(statement.source, here)
                    names = {**known.names, statement.variable.name: asked}
                    self._look(statement.body, replace(here, names=names))
                    known.shown |= self._shown_in(statement.body)
                case CarryOut():
                    for move in self.program.decisions[statement.decision].moves:
                        self._look(move.do, self._at_a_move(move, here.shown))
                    self._look(statement.stuck, here)
                case Do(procedure="say"):
                    said = self._said(statement.arguments, here)
                    if said:
                        self._tell("what is said", said, statement.site.span, ())
                case Do():
                    self._paid(statement, here)
                    known.shown = self.sight.effect(statement, known.shown)

    def _shown_in(self, body: Iterable[Stmt]) -> frozenset[str]:
        """The piles shown somewhere in lines: nobody looks on before these are done."""
        found = NO_PILES
        for do in effects(body):
            if do.procedure in ("show", "turn", "turn_card"):
                found |= self.sight.effect(do, NO_PILES)
        return found

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

    def _paid(self, do: Do, known: _Known) -> None:
        """Chips that pass from one to another: how many, and to whom, all see."""
        holders = [a.slot for a in do.arguments if isinstance(a, Address)]
        if not holders or not do.procedure.startswith(("pay", "split")):
            return
        said = known.decided
        for argument in do.arguments:
            said |= self._says(argument, known)
        if said:
            self._tell("the chips", said, do.site.span, ())

    def _said(self, texts: Iterable[Expr], known: _Known) -> frozenset[str]:
        """What the values in a text tell. Of cards each player is told only what they may see."""
        said = NO_PILES
        for text in texts:
            if isinstance(text, Items) and text.type == TEXT:
                said |= self._said(text.items, known)
            elif CARD not in (text.type, text.type.item):
                said |= self._says(text, known)
        return said

    def _given(self, key: str, said: frozenset[str], span: Span) -> None:
        """A cell gets a value that says something of the cards of these piles."""
        cell = self.cells.get(key)
        if not said or cell is None or not key.startswith("memory "):
            return
        if cell.secret:
            self.kept[key] = self.kept.get(key, NO_PILES) | said
            return
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
        match expr:
            case Local():
                return known.names.get(expr.name, NO_PILES) - known.shown
            case CardsIn():
                name = pile_name(expr.of)
                own = self._says(expr.of, known)
                return own if name not in self.hidden or name in known.shown else own | {name}
            case Call(function="size"):
                return self._says_how_many(expr.arguments[0], known)
            case Loop(how="count", where=None):
                return self._says_how_many(expr.source, known)
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
