"""L613: cards that are asked for in a pile which a line before has just emptied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.source import Span

from ..checking.core import (
    CardsIn,
    CarryOut,
    Do,
    Expr,
    For,
    If,
    PileAt,
    PilesAt,
    Program,
    Set,
    Site,
    Stmt,
    every,
    walk,
)
from ..checking.facts import ONLY_IN_EXAMPLES
from ..machine.checked import Checked
from .survey import destination, pile_name, within

CODE = "L613"

_NEED_NONE = ("gather", "gather_each", "gather_everything", "flip", "shuffle", "show")
"""Effects on piles in which nothing need lie."""


def emptied(checked: Checked) -> Iterator[Diagnostic]:
    """Lines that ask for cards where none are left, as a line before took them all."""
    yield from _Emptied(checked).findings()


@dataclass(slots=True)
class _Empty:
    """The piles in which nothing lies, and the lines that emptied them: by their names, where all of
    that name are empty, and one by one."""

    named: dict[str, Site] = field(default_factory=dict)
    single: dict[Expr, Site] = field(default_factory=dict)

    def copy(self) -> _Empty:
        """The same for lines that stand within others."""
        return _Empty(dict(self.named), dict(self.single))

    def fill(self, name: str | None) -> None:
        """Cards come to a pile, or to one that is only known while playing."""
        if name is None:
            self.named.clear()
            self.single.clear()
        self.named.pop(name or "", None)
        self.single = {p: site for p, site in self.single.items() if pile_name(p) != name}

    def by(self, place: Expr) -> Site | None:
        """The line that has emptied a place."""
        name = pile_name(place)
        if name is not None and name in self.named:
            return self.named[name]
        return self.single.get(place)


class _Emptied:
    def __init__(self, checked: Checked) -> None:
        self.program: Program = checked.program
        self.names = [pile.name for pile in checked.rules.piles]
        self.filled = {pile.name for pile in checked.rules.piles if pile.refilled_from}
        for firing in self.program.firing:
            self.filled |= {pile_name(to) or "" for to in _destinations(firing.body)}
        self.told: dict[Span, Diagnostic] = {}
        self._places = {id(asked): node.span for node, asked in reversed(self.program.asked)}
        self._filled: dict[int, frozenset[str | None]] = {}

    def findings(self) -> Iterator[Diagnostic]:
        if "" in self.filled:
            return  # a row may fill any pile
        for block in self.program.blocks:
            if not block.label.endswith(ONLY_IN_EXAMPLES):
                self._look(block.body, _Empty())
        for decision in self.program.decisions:
            for move in decision.moves:
                self._look(move.do, _Empty())
        yield from self.told.values()

    def _look(self, body: Iterable[Stmt], empty: _Empty) -> None:
        for statement in body:
            match statement:
                case Set() if statement.site is not None:
                    self._asked([statement.value], statement.site.span, empty)
                case If():
                    span = statement.span or self._place(statement.condition)
                    if span is not None:
                        self._asked([statement.condition], span, empty)
                    for inner in (statement.body, statement.otherwise):
                        self._look(inner, empty.copy())
                case For():
                    # What comes to a pile in the lines lies there the next time they are done.
                    inside = empty.copy()
                    for name in self._filled_by(statement):
                        inside.fill(name)
                    self._look(statement.body, inside)
                case Do():
                    if statement.procedure not in _NEED_NONE:
                        self._asked(statement.arguments, statement.site.span, empty)
                    self._emptied_by(statement, empty)
                case CarryOut():
                    empty.fill(None)
            for name in self._filled_by(statement):
                empty.fill(name)

    def _asked(self, exprs: Iterable[Expr], span: Span, empty: _Empty) -> None:
        for expr in exprs:
            for part in walk(expr):
                if isinstance(part, CardsIn) and isinstance(part.of, PileAt | PilesAt):
                    site = empty.by(part.of)
                    if site is not None and span not in self.told:
                        self.told[span] = _told(part.of.pile, span, site)

    def _emptied_by(self, do: Do, empty: _Empty) -> None:
        """Note which piles an effect leaves empty."""
        if do.procedure == "gather_everything":
            into = pile_name(do.arguments[0])
            empty.named = {n: do.site for n in self.names if n not in {into, *self.filled}}
            empty.single = {}
            return
        taken: Expr | None = None
        if do.procedure in ("gather", "gather_each", "flip"):
            taken = do.arguments[0]
        elif do.procedure == "move" and isinstance(do.arguments[0], CardsIn):
            taken = do.arguments[0].of
        if not isinstance(taken, PileAt | PilesAt) or taken.pile in self.filled:
            return
        if taken.seat is None:
            empty.named[taken.pile] = do.site
        else:
            empty.single[taken] = do.site

    def _place(self, condition: Expr) -> Span | None:
        """Where a condition is written."""
        return self._places.get(id(condition))

    def _filled_by(self, statement: Stmt) -> frozenset[str | None]:
        """The piles to which cards come in a line or behind it; None for one that nobody knows."""
        found = self._filled.get(id(statement))
        if found is None:
            inside = [self._filled_by(inner) for inner in within(statement)]
            to = destination(statement) if isinstance(statement, Do) else None
            own = frozenset() if to is None else frozenset({pile_name(to)})
            found = self._filled[id(statement)] = own.union(*inside)
        return found


def _told(pile: str, span: Span, site: Site) -> Diagnostic:
    line = " ".join(site.span.text.split())
    return Diagnostic(
        CODE,
        f"nothing lies in '{pile}' here: '{line}' before it has taken all cards away",
        span,
        "let this line stand before that one",
        (Note("they are taken here", site.span),),
        Severity.WARNING,
    )


def _destinations(body: Iterable[Stmt]) -> Iterator[Expr]:
    """The piles to which cards come in lines."""
    for statement in every(body):
        if isinstance(statement, Do):
            to = destination(statement)
            if to is not None:
                yield to
