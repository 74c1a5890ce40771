"""Rule files in which the places of findings are marked: `«stake»: number from 1 to 5, normally 1`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.interpreter.loading import read_rules

FRAME = """\
game: Frame
players: 2 to 4
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
piles:
  stock: face down
setup: shuffle stock
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
"""
"""A game in which everything is used; a case's sections stand in the place of its own."""


def whole(piece: str) -> str:
    """The frame with the sections of a piece, marks and all."""
    sections = {}
    for text in (FRAME, piece):
        for section in re.split(r"^(?=\w)", text, flags=re.MULTILINE):
            if section.strip():
                sections[section.partition(":")[0].strip("«»")] = section
    return "".join(sections.values())


def without_marks(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text as it is meant, and the marked stretches of it."""
    plain, marks, begun = "", [], 0
    for part in re.split("([«»])", text):
        if part == "«":
            begun = len(plain)
        elif part == "»":
            marks.append((begun, len(plain)))
        else:
            plain += part
    return plain, marks


def findings(text: str, folder: Path, codes: Iterable[str]) -> list[Diagnostic]:
    """What is said of a rule file, of these codes; everything else would be a mistake of the test."""
    path = folder / "frame.yaml"
    path.write_text(text, encoding="utf-8")
    found = read_rules(path, linted=True).diagnostics
    # A mistake keeps the lints from looking at all.
    wrong = [
        str(d) for d in found if d.code[0] != "L" or (d.code == "L609" and d.code not in codes)
    ]
    assert not wrong, f"{wrong}\n{text}"
    return [d for d in found if d.code in codes]


def check(piece: str, messages: tuple[str, ...], codes: set[str], folder: Path) -> None:
    """The findings of these codes are just these, at the marked places, in the order of the places."""
    text, marks = without_marks(whole(piece))
    found = findings(text, folder, codes)
    shown = "\n".join(str(d) for d in found)
    assert [(d.span.start, d.span.end) for d in found] == marks, f"{text}\n{shown}"
    for diagnostic, message in zip(found, messages, strict=True):
        assert re.search(message, diagnostic.message), f"{diagnostic.message}\nnot {message}"
