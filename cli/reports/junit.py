"""Diagnostics as JUnit's XML: one test case for each file."""

from __future__ import annotations

from xml.etree import ElementTree as xml

from rulerun.grammar.diagnostics import Diagnostic, worst
from rulerun.grammar.rendering import render_full

from .report import Report, Target


def render(report: Report) -> str:
    """A suite with a case for each file; what is not bad enough to fail it is its output."""
    cases = [_case(report, target) for target in report.targets]
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(case.find("failure") is not None for case in cases)),
        "errors": str(sum(case.find("error") is not None for case in cases)),
    }
    root = xml.Element("testsuites", {"name": "rulerun", **counts})
    suite = xml.SubElement(root, "testsuite", {"name": "rulerun check", **counts})
    suite.extend(cases)
    xml.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{xml.tostring(root, encoding="unicode")}\n'


def _case(report: Report, target: Target) -> xml.Element:
    named = {"name": legal(target.title), "file": legal(target.file)}
    case = xml.Element("testcase", {"classname": "rulerun.check", **named})
    bad = [d for d in target.diagnostics if report.fallen([d])]
    others = [d for d in target.diagnostics if not report.fallen([d])]
    if bad:
        # A file that could not even be read has no text: that is no failure but an error.
        unread = not any(d.span.file.text for d in bad)
        attributes = {"type": bad[0].code, "message": legal(_headline(bad))}
        element = xml.SubElement(case, "error" if unread else "failure", attributes)
        element.text = _text(report, bad)
    if others:
        xml.SubElement(case, "system-out").text = _text(report, others)
    return case


def _headline(found: list[Diagnostic]) -> str:
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{found[0]}{more}"


def _text(report: Report, found: list[Diagnostic]) -> str:
    shown = worst(found, report.most)
    more = f"\nand {len(found) - len(shown)} more\n" if len(shown) < len(found) else ""
    return legal("\n" + render_full(shown) + more)


def legal(text: str) -> str:
    """A text without the characters that XML knows no way to write."""
    return "".join(
        c if c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
        else "\ufffd" for c in text
    )  # fmt: skip
