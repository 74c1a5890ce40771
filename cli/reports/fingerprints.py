"""Fingerprints: the same mistake is known again after other lines of the file have changed.

A mistake is known by its code, its file, what is marked and the line it stands in; neither by its
line number nor by its words, which may speak of other lines. Of several alike, the first is the
first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

from .report import Report


def fingerprints(report: Report) -> Iterator[str]:
    """One for each diagnostic that is shown, all different: 32 hexadecimal digits."""
    seen: Counter[str] = Counter()
    for diagnostic, located in zip(report.shown, report.located, strict=True):
        span = diagnostic.span
        path = report.path(located.span.file.name)
        line = " ".join(span.file.line(span.line).split())
        alike = "\0".join((diagnostic.code, path, line, " ".join(span.text.split())))
        seen[alike] += 1
        written = f"{alike}\0{seen[alike]}".encode("utf-8", "surrogatepass")
        yield hashlib.sha256(written).hexdigest()[:32]
