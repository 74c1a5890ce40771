"""What reads right and is probably not meant: one module for each kind of finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import TypeAlias

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ..checking.core import Expr, every
from ..checking.facts import bodies
from ..machine.checked import Checked
from .again import again
from .answers import answers
from .cases.tables import table_cases
from .course.ended import ended
from .course.endless import endless
from .course.exactly import met_or_missed
from .course.excluded import excluded
from .course.firing import firing
from .course.going import Going
from .course.lying_open import lying_open
from .course.stuck import stuck
from .course.unshuffled import unshuffled
from .emptied import emptied
from .enough.sufficiency import sufficiency
from .enough.undecided import undecided
from .expected import expected
from .forgotten import forgotten
from .idle import idle
from .lost import lost
from .of_one import several_for_one
from .played.failing import failing
from .secrets import secrets
from .truth import Truth
from .unreachable import unreachable
from .unseen import unseen
from .unused import unused
from .unwon import unwon
from .whole_phase import whole_phase
from .worth import worth

Lint: TypeAlias = Callable[[Checked, Truth], Iterable[Diagnostic]]
"""Looks at checked rules and says what it finds, each time anew and without changing anything."""


def _of_the_course(checked: Checked, truth: Truth) -> Iterable[Diagnostic]:
    """What the lints of the course of a game find: they share what is known of it."""
    going = Going(checked, truth)
    looks = (stuck, excluded, ended, endless, met_or_missed, firing, unshuffled, lying_open)
    found = [told for look in looks for told in look(going)]
    missed = [d for d in found if d.code == "L606"]
    return [d for d in found if d not in missed[1:]]


def _alone(look: Callable[[Checked], Iterable[Diagnostic]]) -> Lint:
    """A lint that does not ask what is known of conditions and numbers."""
    return lambda checked, _: look(checked)


ALL: dict[str, Lint] = {
    "table_cases": _alone(table_cases),
    "unused": _alone(unused),
    "unreachable": unreachable,
    "secrets": secrets,
    "unseen": _alone(unseen),
    "of_one": _alone(several_for_one),
    "worth": worth,
    "again": again,
    "lost": _alone(lost),
    "idle": _alone(idle),
    "unwon": _alone(unwon),
    "emptied": _alone(emptied),
    "forgotten": _alone(forgotten),
    "whole_phase": _alone(whole_phase),
    "course": _of_the_course,
    "sufficiency": _alone(sufficiency),
    "undecided": _alone(undecided),
}


_OF_CONDITIONS = ("table_cases", "unreachable", "course", "undecided")
"""The lints that tell what comes of a condition that always holds, or never."""


_DEAR = frozenset({"table_cases", "secrets", "course", "sufficiency", "undecided"})
"""The lints that go the ways of a game, or count cases: those of which L619 speaks."""

MOST_LINES = 5_000
"""Of rules with more lines, all tables written out, what takes long is not looked for. The games that
come with rulerun have two hundred at most."""
MOST_PARTS = 2_500
"""The same for terms and rows of value tables, and for conditions and their parts. The games that come
with rulerun have three hundred at most."""


def lint(checked: Checked, asked: Iterable[tuple[Span, Expr, bool]] = ()) -> list[Diagnostic]:
    """All that the lints find in checked rules, and in what is `asked` in their examples."""
    truth = Truth(checked)
    lines = sum(1 for body in bodies(checked.program) for _ in every(body))
    too_much = _too_much(checked, lines)
    looks = ALL if too_much is None else {n: one for n, one in ALL.items() if n not in _DEAR}
    found = {name: list(one(checked, truth)) for name, one in looks.items()}
    if too_much is not None:
        found["left"] = [too_much]
    if found.get("undecided"):
        _only_once(found)
    told = [
        d.span for name in _OF_CONDITIONS for d in found.get(name, ()) if d.severity > Severity.NOTE
    ]
    found["answers"] = list(answers(checked, truth, told)) if too_much is None else []
    found["expected"] = list(expected(truth, asked))
    said = list(chain.from_iterable(found.values()))
    return said if too_much is not None else [*said, *failing(checked, said)]


def _only_once(found: dict[str, list[Diagnostic]]) -> None:
    """Where no move is ever made, nothing goes on; and what keeps it from that is told once."""
    found["course"] = [d for d in found["course"] if d.severity > Severity.NOTE]
    lines = {d.span.line for name in ("unreachable", "course") for d in found[name]}
    found["undecided"] = [d for d in found["undecided"] if d.span.line not in lines]


def _too_much(checked: Checked, lines: int) -> Diagnostic | None:
    """That rules are too large for what takes long to find out, if they are."""
    parts, asked = checked.program.written_out, len(checked.program.asked)
    if lines > MOST_LINES:
        much = f"these rules are {lines} lines, each table written out wherever it is consulted"
        advice = "let one line do what many do"
    elif parts > MOST_PARTS:
        much = f"terms and tables come to {parts} parts here, each written out wherever it is used"
        advice = "let a memory hold what is asked so often"
    elif asked > MOST_PARTS:
        much = f"these rules ask {asked} conditions, each with its parts and wherever it is used"
        advice = "let a term or a table say what is asked so often"
    else:
        return None
    title = checked.rules.node.entry("game")
    return Diagnostic(
        "L619",
        f"{much}: cases left out, conditions that always hold, cards and chips that run out, play without "
        "an end, secrets that are told and rules that fail are not looked for",
        checked.rules.node.span if title is None else title.value.span,
        advice,
        severity=Severity.NOTE,
    )
