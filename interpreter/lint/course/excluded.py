"""L613: moves that can never be made, as what they ask ended the turns, or the game, before."""

from __future__ import annotations

from collections.abc import Iterator

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.source import Span

from ...checking.core import Decision, Expr, If, MoveRule, Rule
from ...declarations import ruleset as rules
from .going import Going
from .plausible import subjects_of
from .reasoning import Answer


def excluded(going: Going) -> Iterator[Diagnostic]:
    """Conditions of moves that never hold where the move is on offer, by what holds whenever it is."""
    found: dict[Span, Diagnostic | None] = {}
    for decision in going.program.decisions:
        if decision.label not in going.ways.leading_from:
            continue
        facts = going.assured.at(decision) if any(move.may for move in decision.moves) else []
        for move in decision.moves:
            for rule in move.may:
                told = _of_a_rule(going, decision, facts, move, rule)
                if found.setdefault(rule.span, told) is not None and told is None:
                    found[rule.span] = None  # it holds elsewhere
    yield from (told for told in found.values() if told is not None)


def _of_a_rule(
    going: Going, decision: Decision, facts: list[Answer], move: MoveRule, rule: Rule
) -> Diagnostic | None:
    about = subjects_of(rule.condition)
    if not about or going.truth.of(rule.condition) is not None:
        return None
    holds = [(rule.condition, True)]
    known = [fact for fact in facts if subjects_of(fact[0]) & about]
    possible = going.reasoning.possible
    if possible([*known, *holds]) or not possible(known) or not possible(holds):
        return None
    why, notes = _why(going, decision, rule.condition)
    text = " ".join(_written(going, rule).text.split())
    return Diagnostic(
        "L613",
        f"'{text}' never holds here{why}, so that nobody can ever make the move '{move.name}'",
        rule.span,
        "ask something else, or delete the move",
        notes,
        Severity.WARNING,
    )


def _written(going: Going, rule: Rule) -> Span:
    """Where a condition of a move is written: behind its name."""
    for node, expr in going.program.asked:
        if expr is rule.condition:
            return node.span
    return rule.span


def _why(going: Going, decision: Decision, condition: Expr) -> tuple[str, tuple[Note, ...]]:
    """By what it is over before: a phase, or the game."""
    path = decision.phase.removesuffix(".moves")
    while path:
        phase: rules.Phase | None = going.phases.get(path)
        for what, until, label in () if phase is None else _untils(phase):
            asked = _asked_first(going, label)
            if asked is not None and _exclude(going, (asked, False), condition):
                text = " ".join(until.text.split())
                return f": 'until: {text}' has ended {what} before", (Note("here", until),)
        path = path.rpartition(".")[0]
    for _, ending in going.program.ending:
        if _exclude(going, (ending, False), condition):
            return ": the game is over before", ()
    return ", after what was asked before it comes to this", ()


def _untils(phase: rules.Phase) -> Iterator[tuple[str, Span, str]]:
    """What ends the turns or passes of a phase, where it is written, the block at which it is asked."""
    if phase.until is not None:
        yield f"the turns of '{phase.name}'", phase.until.span, f"{phase.path}:next"
    if phase.repeat is not None and phase.repeat.until is not None:
        yield f"'{phase.name}'", phase.repeat.until.span, f"{phase.path}:pass"


def _asked_first(going: Going, label: str) -> Expr | None:
    """The condition with which a block begins."""
    for block in going.program.blocks:
        if block.label == label and block.body and isinstance(block.body[0], If):
            return block.body[0].condition
    return None


def _exclude(going: Going, known: Answer, condition: Expr) -> bool:
    return not going.reasoning.possible([known, (condition, True)])
