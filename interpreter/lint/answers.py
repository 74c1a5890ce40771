"""L613: conditions, or parts of them, to which there is one answer only.

`value of card > 20` where no card counts more than 11 is most probably not what was meant, wherever
it stands. What follows of it for all that stands behind it is told by `unreachable`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Severity, joined
from rulerun.grammar.source import Span

from ..checking.core import Call, Const, Expr, MoveRule, Op, Program, Slot, walk
from ..checking.types import NUMBER, RANK, WORD
from ..machine.checked import Checked
from .counted import within_passes
from .ranges import Range
from .truth import Truth

_INFINITE = float("inf")

_BEHIND_A_NAME = re.compile(r"""["']?[ ]*:[ ][^\n:;{}]*""")
"""What is between a name and its condition, or a part of that."""


def answers(checked: Checked, truth: Truth, elsewhere: Collection[Span]) -> Iterator[Diagnostic]:
    """What always holds, or never. Nothing is said of conditions told `elsewhere`, or by their names."""
    yield from _picks(checked.program)
    told, others = _Places(), _Places(elsewhere)
    written: dict[Span, syntax.Expr] = {}
    found: dict[Span, set[bool | None]] = {}
    of_span: dict[Span, Expr] = {}
    chosen: set[Span] = set()
    counted: set[Span] = set()
    passes = within_passes(checked.program)
    only = checked.rules.deck.only
    for move, asked in _by_moves(checked.program):
        truth.choosing(move, asking=True)
        for node, expr in asked:
            if only is not None and _touch(node.span, only.span):
                continue  # it holds of all cards that are left, as it leaves no others
            answer = truth.of(expr)
            if answer is None and (keys := passes.get(id(expr))):
                answer = truth.counted(expr, keys)
                counted.add(node.span)
            found.setdefault(node.span, set()).add(answer)
            if found[node.span] in ({True}, {False}) and truth.given(expr) is not None:
                chosen.add(node.span)
            written[node.span], of_span[node.span] = node, expr
    truth.choosing(None)
    sure = [span for span, answers_ in found.items() if answers_ in ({True}, {False})]
    for span in sorted(sure, key=lambda s: s.end - s.start):
        if any(_touch(span, other) for other in told.near(span)):
            continue
        if any(_touch(span, other) or _names(other, span) for other in others.near(span)):
            continue
        told.add(span)
        holds = True in found[span]
        why = " of what can be chosen" if span in chosen else ""
        why = why or (": the first pass has the number 1" if span in counted else "")
        why = why or _why(written[span], of_span[span], truth)
        yield Diagnostic(
            "L613",
            f"'{_text(span)}' {'always' if holds else 'never'} holds{why}",
            span,
            "leave it out, or ask something else" if holds else "ask something else, or delete it",
            severity=Severity.WARNING,
        )


def _by_moves(
    program: Program,
) -> Iterator[tuple[MoveRule | None, list[tuple[syntax.Expr, Expr]]]]:
    """All that is asked: what moves ask of what is chosen for them, and all else."""
    moves = {
        id(part): move
        for decision in program.decisions
        for move in decision.moves
        if move.choices
        for rule in move.may
        for part in walk(rule.condition)
    }
    of_moves: dict[int, tuple[MoveRule | None, list[tuple[syntax.Expr, Expr]]]] = {}
    for node, expr in program.asked:
        move = moves.get(id(expr))
        of_moves.setdefault(id(move), (move, []))[1].append((node, expr))
    yield from of_moves.values()


def _picks(program: Program) -> Iterator[Diagnostic]:
    """Things that are picked by what is the same for all of them."""
    for span, noun in program.no_pick:
        yield Diagnostic(
            "L613",
            f"'{_text(span)}' is the same for every {noun}: it says nothing of the {noun} that is picked",
            span,
            f"ask something of the {noun}",
            severity=Severity.WARNING,
        )


class _Places:
    """Places of rule files by the lines in which they lie: there may be very many."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._lines: dict[tuple[int, int], list[Span]] = {}
        for span in spans:
            self.add(span)

    def add(self, span: Span) -> None:
        """Add a place to those known."""
        for line in self._of(span):
            self._lines.setdefault(line, []).append(span)

    def near(self, span: Span) -> Iterator[Span]:
        """The places known that share a line with one."""
        for line in self._of(span):
            yield from self._lines.get(line, ())

    @staticmethod
    def _of(span: Span) -> Iterator[tuple[int, int]]:
        last = span.file.position(max(span.start, span.end - 1))[0]
        return ((id(span.file), line) for line in range(span.line, last + 1))


def _touch(one: Span, other: Span) -> bool:
    return one.file is other.file and one.start < other.end and other.start < one.end


def _names(name: Span, condition: Span) -> bool:
    """Whether a condition, or a part of one, stands behind a name with a colon, in its line."""
    if name.file is not condition.file or name.end > condition.start:
        return False
    between = name.file.text[name.end : condition.start]
    return _BEHIND_A_NAME.fullmatch(between) is not None


class Reasons:
    """Why conditions of a program have one answer only, as far as that can be said in a few words."""

    def __init__(self, program: Program, truth: Truth) -> None:
        self.truth = truth
        self._written = {id(expr): node for node, expr in program.asked}

    def of(self, expr: Expr) -> str:
        """What the numbers are that a condition compares, behind a colon; nothing for others."""
        node = self._written.get(id(expr))
        return "" if node is None else _why(node, expr, self.truth)


def _why(node: syntax.Expr, expr: Expr, truth: Truth) -> str:
    """What the numbers are that are compared, where that is what decides."""
    said = []
    sides = _sides(node, expr)
    for (side, operand), (_, other) in zip(sides, sides[::-1], strict=True):
        if truth.misses(operand, other):
            return f": '{_text(side.span)}' is always a multiple of {truth.step(operand)}"
        if isinstance(operand, Slot) and operand.type == WORD and operand.key in truth.ever:
            words = truth.checked.program.words
            ever = [words[n] for n in truth.ever[operand.key] if isinstance(n, int)]
            said.append(f"'{_text(side.span)}' is only ever {joined(ever, 'or')}")
        if isinstance(operand, Const) or operand.type not in (NUMBER, RANK):
            continue
        between = _said(truth.range(operand), truth, operand)
        if between:
            afresh = _is_of_one_turn(operand, truth)
            why = ", as every turn starts it afresh" if afresh else ""
            said.append(f"'{_text(side.span)}' is {between}{why}")
    return f": {' and '.join(said)}" if said else ""


def _is_of_one_turn(number: Expr, truth: Truth) -> bool:
    """Whether a number is so small because it is that of one turn only."""
    if isinstance(number, Call) and number.function == "size":
        number = number.arguments[0]
    return isinstance(number, Slot) and number.key in truth.of_one_turn


def _sides(node: syntax.Expr, expr: Expr) -> list[tuple[syntax.Expr, Expr]]:
    """What a comparison compares, as it is written and as it is checked."""
    if not isinstance(expr, Op) or len(expr.operands) != 2:
        return []
    one, other = expr.operands
    match node:
        case syntax.Compare(op=">" | ">="):
            return [(node.left, other), (node.right, one)]
        case syntax.Compare():
            return [(node.left, one), (node.right, other)]
        case syntax.Is():
            return [(node.left, one)]
        case syntax.Between() if isinstance(one, Op) and len(one.operands) == 2:
            return [(node.left, one.operands[0 if node.negated else 1])]
    return []


def _text(span: Span) -> str:
    """What stands at a place, in one line and without brackets around it."""
    text = " ".join(span.text.split())
    inner = text[1:-1]
    return inner if text.startswith("(") and text.endswith(")") and "(" not in inner else text


def _said(between: Range, truth: Truth, operand: Expr) -> str:
    low, high = between
    names = truth.deck.rank_names if operand.type == RANK else None

    def name(number: float) -> str:
        return names[int(number)] if names is not None else str(int(number))

    if low == high:
        return f"always {name(low)}"
    if low == -_INFINITE:
        return "" if high == _INFINITE else f"at most {name(high)}"
    return f"at least {name(low)}" if high == _INFINITE else f"from {name(low)} to {name(high)}"
