"""What the rules ask and change, all over a program: options, cells, piles, words, names of the code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulerun.grammar import syntax
from rulerun.grammar.source import Span

from ..checking.core import (
    Address,
    Bind,
    Call,
    CarryOut,
    Const,
    Do,
    Expr,
    For,
    If,
    Local,
    Lookup,
    OptionValue,
    PileAt,
    PilesAt,
    Program,
    Set,
    Site,
    Slot,
    Start,
    Stmt,
)
from ..checking.facts import ONLY_IN_EXAMPLES
from ..checking.types import TEXT, WORD
from ..declarations import ruleset as rules

ANY_PILE = ""
"""Stands among the piles that get cards for one that is only known while playing."""


@dataclass(slots=True)
class Survey:
    """What is asked and changed.

    `asked` are cells that are looked at for more than to change themselves, `changed` those that an
    effect changes, with the first place; `declared` says where cells are. `piles` are named anywhere, `filled` get cards. `words` are
    those written in lines and expressions, by number; `local` the choices and names of the code that
    are looked at; `functions` what of the runtime is called; `facts` what is asked of cards.
    """

    options: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    changed: dict[str, Span] = field(default_factory=dict)
    piles: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)
    words: set[int] = field(default_factory=set)
    local: set[str] = field(default_factory=set)
    declared: dict[str, Span | None] = field(default_factory=dict)
    functions: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)

    def expr(self, expr: Expr, but: str = "") -> None:
        """Take in an expression; `but` is the cell that it is to change, which it may look at."""
        rest = [expr]
        while rest:
            node = rest.pop()
            match node:
                case Slot():
                    if node.key != but:
                        self.asked.add(node.key)
                case Local():
                    self.local.add(node.name)
                case OptionValue():
                    self.options.add(node.name)
                case Const():
                    if node.type == WORD and isinstance(node.value, int):
                        self.words.add(node.value)
                case PileAt():
                    self.piles.add(node.pile)
                case PilesAt():
                    self.piles.add(node.pile)
                    if node.seat is None:
                        self.asked.add("memory dealer")  # they are gone through from the dealer on
                case Lookup():
                    self.facts.add(node.table)
                case Call():
                    self.functions.add(node.function)
            rest.extend(node.children)

    def statements(self, statements: Iterable[Stmt]) -> None:
        """Take in statements."""
        for statement in statements:
            match statement:
                case Set():
                    self._target(statement.target, statement.site)
                    self.expr(statement.value, but=statement.target.key)
                case Bind():
                    self.expr(statement.value)
                case Do():
                    self._do(statement)
                case If():
                    self.expr(statement.condition)
                    self.statements(statement.body)
                    self.statements(statement.otherwise)
                case For():
                    self.expr(statement.source)
                    self.statements(statement.body)
                case Start():
                    self.expr(statement.value)
                case CarryOut():
                    self.statements(statement.stuck)

    def _target(self, slot: Slot, site: Site | None) -> None:
        # A pass that starts a memory afresh, which has the place of the memory itself, is no effect.
        if site is not None and site.span != self.declared.get(slot.key):
            self.changed.setdefault(slot.key, site.span)
        if slot.index is not None:
            self.expr(slot.index)

    def _do(self, do: Do) -> None:
        self.functions.add(do.procedure)
        for argument in do.arguments:
            if isinstance(argument, Address):
                self._target(argument.slot, do.site)
            else:
                self.expr(argument)
        to = destination(do)
        if to is not None:
            self.filled.add(pile_name(to) or ANY_PILE)


def destination(do: Do) -> Expr | None:
    """The pile that cards go to; None for an effect that moves no card."""
    procedure = do.procedure
    if procedure == "gather_everything":
        return do.arguments[0]
    if procedure.startswith(("deal", "move", "gather", "flip", "lay", "shuffle_into")):
        return do.arguments[1]
    return None


def within(statement: Stmt) -> tuple[Stmt, ...]:
    """The statements that stand in another."""
    match statement:
        case If():
            return (*statement.body, *statement.otherwise)
        case For():
            return statement.body
        case CarryOut():
            return statement.stuck
    return ()


def pile_name(place: Expr) -> str | None:
    """The declared name of a pile or of several; None where it is only known while playing."""
    if isinstance(place, Const) and place.type == TEXT:
        return str(place.value)
    kind = place.type.item or place.type
    return kind.pile


def asked_in(body: Iterable[Stmt]) -> Iterator[Expr]:
    """All that lines ask, and the places that effects are handed over."""
    for statement in body:
        match statement:
            case Set() | Start() | Bind():
                yield statement.value
            case Do():
                yield from statement.arguments
            case If():
                yield statement.condition
                yield from asked_in((*statement.body, *statement.otherwise))
            case For():
                yield statement.source
                yield from asked_in(statement.body)
            case CarryOut():
                yield from asked_in(statement.stuck)


def survey(program: Program) -> Survey:
    """What a program asks and changes. What only examples do does not count."""
    found = Survey(declared={cell.key: cell.span for cell in program.cells})
    for cell in program.cells:
        # What a memory of a phase starts as is asked where its passes begin.
        for expr in (None if cell.fresh else cell.start, cell.low, cell.high):
            if expr is not None:
                found.expr(expr)
    for block in program.blocks:
        if not block.label.endswith(ONLY_IN_EXAMPLES):
            found.statements(block.body)
    for decision in program.decisions:
        for move in decision.moves:
            for domain in move.choices:
                for asked in (domain.low, domain.high, domain.source, domain.where):
                    if asked is not None:
                        found.expr(asked)
            for rule in move.may:
                found.expr(rule.condition)
            found.statements(move.do)
    for firing in program.firing:
        found.statements(firing.body)
    for _, condition in program.ending:
        found.expr(condition)
    for each in (program.payoff, program.only, program.wild):
        if each is not None:
            found.expr(each[1])
    if program.winner is not None:
        found.expr(program.winner)
    return found


def lines_of(table: rules.Table) -> list[syntax.Line]:
    """What is done by the rows of a table, in their order; nothing by one of values."""
    outcomes = [row.row.outcome for row in table.rows]
    return [o for o in outcomes if isinstance(o, syntax.Steps | syntax.Guard | syntax.ForEach)]
