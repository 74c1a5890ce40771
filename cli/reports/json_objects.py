"""Diagnostics as JSON: one list of objects, or one object a line.

    {"code": "T401", "name": "unknown name", "severity": "error", "message": ..., "suggestion": ...,
     "place": {"file": ..., "line": 3, "column": 5, "end": {"line": 3, "column": 9}},
     "notes": [{"message": ..., "place": ...}]}

Lines and columns count characters from 1; `end` is the place after the last one. `suggestion`, and
the place of a note, may be null.
"""

from __future__ import annotations

import json
from typing import Any

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary import CODES

from .report import Report, end


def render(report: Report) -> str:
    """A list with an object for each."""
    return json.dumps(list(map(object_of, report.located)), ensure_ascii=False, indent=2) + "\n"


def lines(report: Report) -> str:
    """An object for each, on a line of its own."""
    return "".join(json.dumps(object_of(d), ensure_ascii=False) + "\n" for d in report.located)


def object_of(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "name": CODES[diagnostic.code].title,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "suggestion": diagnostic.suggestion,
        "place": place_of(diagnostic.span),
        "notes": [
            {"message": n.message, "place": None if n.span is None else place_of(n.span)}
            for n in diagnostic.notes
        ],
    }


def place_of(span: Span) -> dict[str, Any]:
    line, column = span.file.position(span.start)
    last, after = end(span)
    return {
        "file": span.file.name,
        "line": line,
        "column": column,
        "end": {"line": last, "column": after},
    }
