"""L620: rules that fail in games by chance, told with the players and options of the game.

Shortages are told as that (L601). What another lint has told of the same line is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ...checking.core import Const
from ...machine.checked import Checked
from ..enough.trial import is_too_large
from .seatings import Seating, seatings
from .trying import Failure, failures

TOO_FEW, ROWS, STUCK, ENDLESS = "R701", "R704", "R705", "R706"

ELSEWHERE = {STUCK: {"L604"}, ENDLESS: {"L605", "L606"}}
"""What the lints say of failures of these kinds in their own words, and at other places."""

FIRING = "L607"
"""What they say of rows of `at any time` that fire for ever."""


def failing(checked: Checked, told: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Rules that fail in a few games by chance; `told` is what was found in other ways."""
    if is_too_large(checked.program):
        return
    rows = _rows(checked)
    warnings = [d for d in told if d.severity > Severity.NOTE]
    for failure in failures(checked, seatings(checked)):
        if not any(_says(warning, failure, rows) for warning in warnings):
            yield _told(failure, checked)


def _says(warning: Diagnostic, failure: Failure, rows: Container[Span]) -> bool:
    """Whether a warning is of what failed: it stands in the same lines, or is of that kind.

    `rows` are the places of the rows of `at any time`.
    """
    error = failure.error
    if error.code == ENDLESS and error.span in rows:
        firing = re.findall(r"'\w+'", error.message)
        return warning.code == FIRING and any(row in warning.message for row in firing)
    if warning.code in ELSEWHERE.get(error.code, ()):
        return True
    if error.code == ROWS and warning.code == "L602" and error.span is not None:
        return f"'{error.span.text}'" in warning.message  # said of a row of this table
    return error.span is not None and _share_a_line(warning.span, error.span)


def _share_a_line(one: Span, other: Span) -> bool:
    if one.file.name != other.file.name:
        return False
    return bool(_lines(one) & _lines(other))


def _lines(span: Span) -> set[int]:
    return set(range(span.line, span.line + span.text.count("\n") + 1))


def _told(failure: Failure, checked: Checked) -> Diagnostic:
    error = failure.error
    title = checked.rules.node.entry("game")
    span = error.span
    if span is None:
        span = checked.rules.node.span if title is None else title.value.span
    when = _when(failure)
    is_shortage = error.code == TOO_FEW
    advice = f"'rulerun fuzz {checked.file}' shows such a game; {_advice(failure, checked)}"
    return Diagnostic(
        "L601" if is_shortage else "L620",
        f"{error.message}, in a game by chance {when}",
        span,
        advice,
        error.notes,
        Severity.WARNING,
    )


def _when(failure: Failure) -> str:
    return f"{_at_the_table(failure.seating)}{_after(failure.moves)}"


def _at_the_table(seating: Seating) -> str:
    players = seating.players
    text = f"at {players} player{'' if players == 1 else 's'}"
    if seating.options:
        text += (
            f" with {' and '.join(f'{name} {value}' for name, value in seating.options.items())}"
        )
    return text


def _after(moves: int) -> str:
    if not moves:
        return ", before the first move"
    return f", after {moves} move{'' if moves == 1 else 's'}"


def _advice(failure: Failure, checked: Checked) -> str:
    """What to write, where that is plain from what failed."""
    code, span = failure.error.code, failure.error.span
    words = re.findall(r"[^\W\d]\w*", span.text) if span is not None else []
    match code:
        case "R701":
            return "write 'up to' before the number, or ask before how much is there"
        case "R702":
            for cell in checked.program.cells:
                name = cell.key.removeprefix("memory ")
                is_kept = cell.key.startswith("memory ") and name in words
                if is_kept and isinstance(cell.start, Const) and cell.start.value is None:
                    value = "first of players" if cell.type.name == "player" else "..."
                    return f"say before what '{name}' is, as '{name} becomes {value}'"
            return "ask before whether there is one: 'when ... is not nothing -> ...'"
        case "R703":
            return "divide by 'larger of 1 and ...', or leave 0 out"
        case "R704":
            return "let just one row apply"
        case "R705":
            return "say 'if stuck' what happens then"
        case "R707":
            return "write 'larger of 0 and ...', or another range"
        case "R706" if span in _rows(checked):
            return "let one of them ask for something that the others do not bring about"
    return "let it not come to that"


def _rows(checked: Checked) -> set[Span]:
    """The places of the rows of `at any time`."""
    return {row.site.span for row in checked.program.firing}
