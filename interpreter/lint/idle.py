"""L603: lines after which all is as it was before: a memory becomes itself, a pile is gathered into itself."""

from __future__ import annotations

from collections.abc import Iterator

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.source import Span

from ..checking.core import Address, Call, Const, Do, Expr, Op, PileAt, Set, Slot, Stmt, every
from ..checking.facts import bodies
from ..machine.checked import Checked
from .unused import warning

_OF_PILES = ("gather", "deal", "flip")
_COUNTED = ("deal", "deal_each", "pay")
"""What is done with so many cards or chips; the number is the third thing that it is told."""


def idle(checked: Checked) -> Iterator[Diagnostic]:
    """Lines that change nothing, whenever they are done."""
    declared = {cell.span for cell in checked.program.cells}
    told: set[Span] = set()
    for body in bodies(checked.program):
        for line in every(body):
            found = _place(line)
            if found is None or found[0] in told or found[0] in declared:
                continue
            if checked.rules.overlays and found[0].file is not checked.rules.node.span.file:
                continue  # a house rule makes of a line of the game one that does nothing
            told.add(found[0])
            span, why = found
            yield warning(
                f"'{' '.join(span.text.split())}' changes nothing: {why}", span,
                "write 'do nothing' if that is meant",
            )  # fmt: skip


def _place(line: Stmt) -> tuple[Span, str] | None:
    """Where a line that does nothing stands, and why it does nothing."""
    if isinstance(line, Set) and line.site is not None:
        if _is_same(line.value, line.target):
            return line.site.span, "it is that already"
        if isinstance(line.value, Op) and line.value.op in ("+", "-"):
            one, other = line.value.operands
            if _is_same(one, line.target) and _is_none(other):
                return line.site.span, "it is as much as before"
    if isinstance(line, Do):
        arguments = line.arguments
        if line.procedure in _COUNTED and _is_none(arguments[2]):
            return line.site.span, "it is done with none"
        if line.procedure.startswith(_OF_PILES) and _pile(arguments[0]) == arguments[1]:
            return line.site.span, "the cards lie there already"
        if line.procedure.startswith("pay"):
            source, to = arguments[:2]
            if isinstance(source, Address) and isinstance(to, Address) and source.slot == to.slot:
                return line.site.span, "the chips are there already"
    return None


def _is_same(value: Expr, target: Slot) -> bool:
    return isinstance(value, Slot) and (value.key, value.index) == (target.key, target.index)


def _is_none(number: Expr) -> bool:
    return isinstance(number, Const) and number.value == 0 and number.value is not False


def _pile(cards: Expr) -> Expr | None:
    """The pile that cards are taken from, all or some of them."""
    if isinstance(cards, Call) and cards.function == "as_list":
        cards = cards.arguments[0]
    return cards if isinstance(cards, PileAt) else None
