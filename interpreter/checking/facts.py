"""Facts about a checked program: what it reads and changes, where it may go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from .core import (
    EVERYTHING,
    MOVING,
    OVER,
    Address,
    Bind,
    Call,
    CardsIn,
    Changed,
    Const,
    Do,
    Expr,
    For,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Lookup,
    Loop,
    MoveRule,
    Op,
    PileAt,
    PilesAt,
    Program,
    Slot,
    Stmt,
    every,
    walk,
    with_parts,
)
from .layout import Layout
from .types import PLAYERS, YESNO

ONLY_IN_EXAMPLES = (":prepare", ":go")
"""Blocks that only an example begins with: they repeat what stands elsewhere."""


def substituted(expr: Expr, variable: Local | Slot, value: Expr) -> Expr:
    """An expression with a value in the place of a variable or a cell."""
    if expr == variable:
        return value
    return with_parts(expr, lambda part: substituted(part, variable, value))


def before_the_game(expr: Expr) -> Expr:
    """An expression as it is asked before a game begins: everybody is still in, nobody deals."""
    if isinstance(expr, Slot) and expr.key == "live":
        return EVERYONE
    if isinstance(expr, Call) and expr.function == "turn_order":
        return before_the_game(expr.arguments[0])
    return with_parts(expr, before_the_game)


EVERYONE = Call(PLAYERS, False, "everyone", (), True)
_ALWAYS_KNOWN = ("everyone", "teams")
_OF_MELDS = (
    "melds_of", "deadwood_of", "deadwood_value", "melds_against", "deadwood_against", "fits",
    "is_meld", "melds_made_of", "poker_strength",
)  # fmt: skip


def of_the_course(expr: Expr) -> bool:
    """Whether an expression can only be answered in the course of a game, not before it.

    Melds are made of the cards of the pack, so nothing is known of them before there is one; nor
    is it of wild cards.
    """
    return any(
        isinstance(e, Slot | PileAt | PilesAt | CardsIn)
        or (isinstance(e, Lookup) and e.table == "wild")
        or (
            isinstance(e, Call)
            and e.function not in _ALWAYS_KNOWN
            and (e.state or bool(e.reads) or e.function in _OF_MELDS)
        )
        for e in walk(before_the_game(expr))
    )


def leaves(statements: Iterable[Stmt]) -> Iterator[str]:
    """The labels that statements may jump to."""
    for statement in every(statements):
        if isinstance(statement, Leave):
            yield statement.label
        elif isinstance(statement, GameOver):
            yield OVER


def reads(expr: Expr) -> frozenset[str]:
    """The parts of the state that an expression looks at."""
    parts: set[str] = set()
    for node in walk(expr):
        match node:
            case Slot():
                parts.add(node.key)
            case CardsIn():
                pile = node.of.type.pile or (node.of.type.item.pile if node.of.type.item else None)
                parts.add(f"pile {pile}" if pile else "piles")
            case PilesAt():
                parts.add(f"pile {node.pile}")
                parts.add("live")
            case Call():
                parts |= node.reads
    return frozenset(parts)


def drifting(program: Program) -> frozenset[str]:
    """The parts that change other than by effects: counts of passes, what passes start afresh.

    Rows that read them are asked after every effect.
    """
    return frozenset(cell.key for cell in program.cells if cell.fresh)


def looked_at(exprs: Iterable[Expr]) -> set[str | None]:
    """The piles of which expressions ask the order; None is any pile."""
    return {
        (node.of.type.item or node.of.type).pile
        for expr in exprs
        for node in walk(expr)
        if isinstance(node, CardsIn) and node.ordered
    }


def reads_of_statement(statement: Stmt) -> frozenset[str]:
    """The parts that the condition of a row of `at any time` looks at."""
    match statement:
        case Bind():
            value = statement.value
            if (
                isinstance(value, Loop)
                and isinstance(value.source, Call)
                and value.source.function == "turn_order"
            ):
                # Which of them is found depends on the dealer, whether one is does not.
                value = replace(value, source=value.source.arguments[0])
            return reads(value)
        case If():
            return reads(statement.condition)
    return frozenset()


def writes_of(statement: Stmt) -> frozenset[str]:
    """The parts that a statement says it changes."""
    match statement:
        case Changed():
            return statement.parts
        case If():
            inner = (*statement.body, *statement.otherwise)
        case For():
            inner = statement.body
        case _:
            return frozenset()
    return frozenset(part for s in inner for part in writes_of(s))


def changing_all(statements: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The statements of `setup`: a row may hold from the beginning, whatever its effects change."""
    found: list[Stmt] = []
    for statement in statements:
        match statement:
            case Changed():
                found.append(Changed(EVERYTHING))
            case If():
                then, otherwise = changing_all(statement.body), changing_all(statement.otherwise)
                found.append(replace(statement, body=then, otherwise=otherwise))
            case For():
                found.append(replace(statement, body=changing_all(statement.body)))
            case _:
                found.append(statement)
    return tuple(found)


def touches(written: frozenset[str], read: frozenset[str]) -> bool:
    """Whether what is written may be read there; `piles` is any pile."""
    if written & read or written >= EVERYTHING:
        return True
    if "piles" in written:
        return any(part.startswith("pile") for part in read)
    return "piles" in read and any(part.startswith("pile") for part in written)


def noted_by(statement: Do) -> tuple[str, ...]:
    """The cells in which an effect notes who paid."""
    return tuple(
        a.slot.key
        for a in statement.arguments
        if isinstance(a, Address) and a.slot.key.startswith("paid ")
    )


def bodies(program: Program) -> list[tuple[Stmt, ...]]:
    """The statements of a program, list by list."""
    return [
        *[block.body for block in program.blocks],
        *[move.do for decision in program.decisions for move in decision.moves],
        *[firing.body for firing in program.firing],
    ]


def all_statements(program: Program) -> Iterator[Stmt]:
    """All statements of a program, those within others too."""
    return every(chain.from_iterable(bodies(program)))


def drops_out(statements: Iterable[Stmt]) -> bool:
    """Whether somebody drops out in some statements, or within them."""
    return any(isinstance(s, Do) and s.procedure == "drop_out" for s in every(statements))


def shuffled_piles(program: Program, layout: Layout) -> frozenset[str]:
    """The names of piles whose order may be undecided."""
    names = {p.name for p in layout.piles.values() if p.refilled_from is not None}
    for statement in all_statements(program):
        match statement:
            case Do(procedure="shuffle", arguments=(shuffled, *_)):
                pile = shuffled.type.pile
                if pile is None:
                    return frozenset(layout.piles)
                names.add(pile)
            case Do(procedure="shuffle_into", arguments=(_, into, *_)):
                if into.type.pile is not None:
                    names.add(into.type.pile)
    return frozenset(names)


def tracks_knowledge(program: Program, layout: Layout) -> bool:
    """Whether it can matter who remembers where cards lie.

    It cannot where cards come to a pile that somebody does not see only by being shuffled into it.
    """
    hidden = {p.name for p in layout.piles.values() if p.face != "up"}
    for statement in all_statements(program):
        match statement:
            case Do(procedure="show"):
                return True
            case Do() if statement.procedure.startswith("turn"):
                if statement.arguments[1] != Const(YESNO, False, True):
                    return True
            case Do() if statement.procedure.startswith(MOVING):
                for argument in statement.arguments[1:2]:
                    kind = argument.type
                    pile = kind.pile or (kind.item.pile if kind.item else None)
                    if statement.procedure == "lay" or pile is None or pile in hidden:
                        return True
    return False


def choices_in(expr: Expr, move: MoveRule) -> set[str]:
    """The choices of a move that an expression reads."""
    names = {d.variable.name for d in move.choices}
    return {n.name for n in walk(expr) if isinstance(n, Local)} & names


def is_simple_range(move: MoveRule) -> bool:
    """Whether a move is just a number between two bounds, with no condition on that number."""
    return (
        len(move.choices) == 1
        and move.choices[0].how == "range"
        and all(not choices_in(r.condition, move) for r in move.may)
    )


def may_repeat(source: Expr) -> bool:
    """Whether a list may hold a member twice, which is then offered once."""
    match source:
        case CardsIn() | PilesAt() | Local():
            return False
        case Slot():
            return source.key != "live"
        case Const(value=tuple() as members):
            return len(set(members)) < len(members)
        case Items():
            return len(set(source.items)) < len(source.items) or not all(
                isinstance(i, Const) for i in source.items
            )
        case Loop(how="all"):
            return source.value is not None or may_repeat(source.source)
        case Call(function="turn_order"):
            return may_repeat(source.arguments[0])
        case Call():
            return source.function not in ("everyone", "teams", "numbers", "ranks_of", "suits_of")
    return True


def never_negative(expr: Expr) -> bool:
    """Whether a number is surely 0 or more."""
    match expr:
        case Const():
            return isinstance(expr.value, int) and expr.value >= 0
        case Slot():
            return expr.key.startswith("chips") and not expr.maybe
        case Op() if expr.op == "larger":
            return any(never_negative(o) for o in expr.operands)
        case Op() if expr.op in ("smaller", "+", "*"):
            return all(never_negative(o) for o in expr.operands)
        case Call():
            return expr.function == "size"
    return False
