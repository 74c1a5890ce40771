"""L603: points that are counted, and nobody wins by them or by anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity

from ..machine.checked import Checked
from .survey import survey
from .unused import CODE

_SAID = re.compile(r"^(?:winner|payoff)\s*:", re.MULTILINE)


def unwon(checked: Checked) -> Iterator[Diagnostic]:
    """A note where rules keep score, or did before a house rule, and nobody can win."""
    rules, program = checked.rules, checked.program
    if program.winner is not None or program.payoff is not None:
        return
    title = rules.node.entry("game")
    points = checked.symbols.memories.get("points")
    scored = None if points is None else survey(program).changed.get("memory points")
    taken = bool(rules.overlays) and _SAID.search(rules.node.span.file.text) is not None
    if title is None or (scored is None and not taken):
        return
    yield Diagnostic(
        CODE, "nobody ever wins this game: it has neither 'winner' nor 'payoff'", title.value.span,
        "say who wins: 'winner: all players with most points'",
        () if scored is None else (Note("points are counted here", scored),), Severity.NOTE,
    )  # fmt: skip
