"""Diagnostics as SARIF 2.1.0, the format that code scanning reads."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import rulerun
from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary import CODES
from rulerun.grammar.vocabulary.entry import Code

from .fingerprints import fingerprints
from .report import Report, end, said

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render(report: Report) -> str:
    """A log with one run."""
    codes = sorted({d.code for d in report.located})
    levels = {code: max(d.severity for d in report.located if d.code == code) for code in codes}
    shown = zip(report.located, fingerprints(report), strict=True)
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "rulerun",
                        "version": rulerun.__version__,
                        "rules": [_rule(CODES[code], levels[code]) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(report, d, codes.index(d.code), mark) for d, mark in shown],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(code: Code, level: Severity) -> dict[str, Any]:
    bad, good = _visible(code.bad), _visible(code.good)
    return {
        "id": code.code,
        "name": "".join(word.capitalize() for word in _words(code.title)),
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.why},
        "help": {
            "text": f"{code.why}\n\nWrong:\n\n{bad}\nRight:\n\n{good}",
            "markdown": f"{code.why}\n\nWrong:\n\n```yaml\n{bad}```\n\nRight:\n\n```yaml\n{good}```\n",
        },
        "defaultConfiguration": {"level": str(level)},
    }


def _words(title: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in title).split()


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() or c in "\n\t" else f"\\x{ord(c):02x}" for c in text)


def _result(report: Report, found: Diagnostic, index: int, fingerprint: str) -> dict[str, Any]:
    loose = [n.message for n in found.notes if n.span is None]
    text = "; ".join([said(found), *loose])
    spans = [(n.message, n.span) for n in found.notes if n.span is not None]
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": str(found.severity),
        "message": {"text": text},
        "locations": [_location(report, found.span)],
        "partialFingerprints": {"rulerun/v1": fingerprint},
    }
    if spans:
        result["relatedLocations"] = [
            {"id": number, **_location(report, span), "message": {"text": message}}
            for number, (message, span) in enumerate(spans)
        ]
    return result


def _location(report: Report, span: Span) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact(report.path(span.file.name))}
    if span.file.text:  # a file that could not be read has no lines
        line, column = span.file.position(span.start)
        last, after = end(span)
        physical["region"] = {
            "startLine": line,
            "startColumn": column,
            "endLine": last,
            "endColumn": after,
        }
    return {"physicalLocation": physical}


def _artifact(path: str) -> dict[str, str]:
    if path.startswith("/"):
        return {"uri": "file://" + quote(path)}
    if path[1:3] == ":/":  # a drive
        return {"uri": "file:///" + quote(path, safe="/:")}
    return {"uri": quote(path), "uriBaseId": "%SRCROOT%"}
