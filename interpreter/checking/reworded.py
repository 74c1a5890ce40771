"""What can be read and speaks of nothing, but is known as a wording of everyday speech."""

from __future__ import annotations

import re
from dataclasses import replace

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.nodes import Mapping

from .misnamed import all_texts, is_within

_CODES = ("S232", "T401", "T402", "T411", "T412")


def told_as_wordings(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The diagnostics; those of a wording that has other words here say what is written instead.

    What else is wrong within the same words is not told.
    """
    asked = [d for d in found if d.code in _CODES]
    if not asked:
        return found
    from rulerun.grammar.wordings import wording_at  # needed where something is wrong

    texts = list(all_texts(root))
    renewed: dict[int, Diagnostic] = {}
    gone: set[int] = set()
    for diagnostic in asked:
        text = next((t for t in texts if is_within(diagnostic.span, t.span)), None)
        if text is None or id(diagnostic) in gone:
            continue
        told = wording_at(text, diagnostic.span.start, diagnostic.code)
        if told is None or _keeps_slip(diagnostic, told):
            continue
        renewed[id(diagnostic)] = replace(told, notes=())
        gone |= {
            id(d)
            for d in asked
            if d is not diagnostic and _within(d, told) and d.span.file is text.span.file
        }
    return [renewed.get(id(d), d) for d in found if id(d) not in gone]


def _keeps_slip(diagnostic: Diagnostic, told: Diagnostic) -> bool:
    """Whether a word that is known to be misspelt stands in what is to be written, too."""
    advice = diagnostic.suggestion or ""
    is_slip = advice.startswith(("did you mean", f"write '{diagnostic.span.text.lower()}'"))
    word = re.escape(diagnostic.span.text)
    return is_slip and re.search(rf"\b{word}\b", told.suggestion or "") is not None


def _within(one: Diagnostic, told: Diagnostic) -> bool:
    return told.span.start <= one.span.start < told.span.end
