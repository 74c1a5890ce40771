"""L606: a `repeat: until` that is never asked, as it waits for turns that go round and round."""

from __future__ import annotations

from collections.abc import Iterator

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note, Severity

from ...checking.facts import leaves
from ...declarations import ruleset as rules
from ..turns import is_of_turn
from .going import Going
from .saying import shown


def unasked(going: Going) -> Iterator[Diagnostic]:
    """The conditions of `repeat` that wait for the end of turns which nothing ends.

    A phase asks them between its passes; with `until` the turns themselves would.
    """
    if not going.truth.all_stay_in or going.program.ending:
        return
    if any(any(leaves(row.body)) for row in going.program.firing):
        return
    for phase in going.phases.values():
        repeat, who = phase.repeat, phase.who
        if repeat is None or repeat.until is None or not isinstance(who, syntax.InTurn):
            continue
        if who.where is not None or phase.until is not None:
            continue
        if not _ends(phase, going):
            asked = shown(repeat.until.span)
            name = phase.name
            yield Diagnostic(
                "L606",
                f"'{asked}' is never asked: 'repeat' waits for the end of the turns of '{name}', and "
                "nothing ends these",
                repeat.until.span,
                f"to end the turns by it write 'until: {asked}', without 'repeat'",
                (Note("these turns go round and round", who.span),),
                Severity.WARNING,
            )


def _ends(phase: rules.Phase, going: Going) -> bool:
    """Whether something in the turns of a phase leads out of them."""
    path = phase.path
    return any(
        way.target != f"{path}:next" and not is_of_turn(way.target, path)
        for way in going.ways.all
        if is_of_turn(way.source, path)
    )
