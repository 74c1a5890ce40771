"""Diagnostics for GitLab: its Code Quality report, a JSON list."""

from __future__ import annotations

import json
from typing import Any

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from .fingerprints import fingerprints
from .report import Report, end, said

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(report: Report) -> str:
    """The report as GitLab reads it."""
    shown = zip(report.located, fingerprints(report), strict=True)
    found = [_issue(report, diagnostic, mark) for diagnostic, mark in shown]
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _issue(report: Report, diagnostic: Diagnostic, fingerprint: str) -> dict[str, Any]:
    notes = [_note(n.message, n.span) for n in diagnostic.notes]
    return {
        "description": "; ".join([said(diagnostic), *notes]),
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[diagnostic.severity],
        "location": _location(report, diagnostic),
    }


def _note(message: str, span: Span | None) -> str:
    return message if span is None else f"{message}: {span.place}"


def _location(report: Report, diagnostic: Diagnostic) -> dict[str, Any]:
    span = diagnostic.span
    line, column = span.file.position(span.start)
    last, after = end(span)
    return {
        "path": report.path(span.file.name),
        "lines": {"begin": line, "end": last},
        "positions": {
            "begin": {"line": line, "column": column},
            "end": {"line": last, "column": after},
        },
    }
