"""Where something stands in a rule file, however its lines move."""

from __future__ import annotations

from .command import ROOT


def place(file: str, line: str, part: str = "", *, column: bool = True) -> str:
    """`FILE:LINE:COLUMN` of a part of the first line of a file at the root that has some words."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    number, text = next((n, t) for n, t in enumerate(lines, 1) if line in t)
    at = f":{text.index(part or line) + 1}" if column else ""
    return f"{file}:{number}{at}"
