"""Diagnostics for GitHub Actions: annotations of the lines they speak of, and a summary of the job.

GitHub shows no more than ten errors, ten warnings and ten notices of a step, so that these are the
worst, and the others are told as plain lines of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.rendering import render_concise
from rulerun.grammar.vocabulary import CODES

from ..terminal import harmless
from .report import Report, end, said

MOST = 10
"""Annotations of each kind that GitHub shows of one step."""

MOST_BYTES = 500_000
"""Of a summary; GitHub takes a megabyte from all steps of a job."""

_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report) -> str:
    """Commands that the runner understands, the worst first, and what did not fit in."""
    ranked = sorted(report.located, key=lambda d: -d.severity)
    told: list[Diagnostic] = []
    cut: list[Diagnostic] = []
    for severity in _KINDS:
        same = [d for d in ranked if d.severity is severity]
        told += same[:MOST]
        cut += same[MOST:]
    lines = [_annotation(report, d) + "\n" for d in told]
    if cut:
        lines.append(f"{counted(cut)} more, of which GitHub shows no annotation:\n")
        lines.append("::group::All of them\n")
        lines.append(render_concise(cut))
        lines.append("::endgroup::\n")
    return "".join(lines)


def counted(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    found = list(diagnostics)
    parts = []
    for severity in _KINDS:
        number = sum(d.severity is severity for d in found)
        if number:
            parts.append(f"{number} {severity}" + ("" if number == 1 else "s"))
    return ", ".join(parts)


def _annotation(report: Report, diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    line, column = span.file.position(span.start)
    last, after = end(span)
    properties: dict[str, str | int] = {"file": report.path(span.file.name)}
    properties |= {"line": line, "endLine": last}
    if last == line:  # GitHub refuses columns of several lines
        properties |= {"col": column, "endColumn": after}
    properties["title"] = f"{diagnostic.code} {CODES[diagnostic.code].title}"
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    # The log shows the message alone, so the place belongs to it.
    notes = [
        f"note: {n.message}" + ("" if n.span is None else f" ({n.span.place})")
        for n in diagnostic.notes
    ]
    message = "\n".join([f"{span.place}: {said(diagnostic)}", *notes])
    return f"::{_KINDS[diagnostic.severity]} {written}::{_data(message)}"


def _data(text: str) -> str:
    """A message as the runner reads it: on one line, without anything that could command a terminal."""
    text = "".join(c if c in "\n\r\t" else harmless(c) for c in text)
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def summary(report: Report) -> str:
    """The summary of the job, in Markdown."""
    files = f"{len(report.targets)} file" + ("" if len(report.targets) == 1 else "s")
    heading = f"### rulerun check: {counted(report.found) or 'nothing is wrong'} in {files}\n"
    rows = list(_rows(report))
    if not rows:
        return heading + "\n"
    head = ["\n", "| | code | place | message |\n", "| --- | --- | --- | --- |\n"]
    room = MOST_BYTES - len(heading)
    kept = []
    for row in rows:
        room -= len(row.encode("utf-8", "replace"))
        if room < 0:
            break
        kept.append(row)
    more = len(report.found) - len(kept)
    rest = [f"\nand {more} more\n"] if more else []
    return "".join([heading, *head, *kept, *rest, "\n"])


def _rows(report: Report) -> Iterator[str]:
    for diagnostic in sorted(report.located, key=lambda d: -d.severity):
        span = diagnostic.span
        path = report.path(span.file.name)
        line, column = span.file.position(span.start)
        cells = (
            str(diagnostic.severity),
            diagnostic.code,
            _code(f"{path}:{line}:{column}"),
            _prose(said(diagnostic)),
        )
        yield f"| {' | '.join(cells)} |\n"


def _code(text: str) -> str:
    """A text as code in a cell of a table."""
    return f"<code>{_prose(text)}</code>"


def _prose(text: str) -> str:
    """A text in a cell of a table, without anything that means something to Markdown or HTML."""
    text = " ".join(text.split())
    return "".join(f"&#{ord(c)};" if c in "&<>|*_`[]\\~#@$:" else c for c in text)
