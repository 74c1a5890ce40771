"""What only follows from a mistake where a name is declared is not told beside that mistake."""

from __future__ import annotations

import re

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.nodes import Mapping
from rulerun.grammar.nouns import plural_of
from rulerun.grammar.source import Span

_DECLARING = ("terms", "tables", "melds")
_WHOSE = re.compile(r"whose (\w+)\?$")
"""Asked of a term whose text is wrong: what it is of shows in its text."""


def without_followers(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The diagnostics without those of the uses of a name whose declaration is wrong, and told."""
    asked = {name for d in found if (name := _asked_of(d)) is not None}
    if not asked or len(found) == 1:
        return found
    declared = _declared(root)
    # What asks for a declared name may itself only follow: it says nothing against another one.
    sure = [d for d in found if d.severity is Severity.ERROR and _asked_of(d) not in declared]
    wrong = {
        name
        for name in asked & declared.keys()
        if any(_is_in(d.span, declared[name]) for d in sure)
    }
    return [d for d in found if _asked_of(d) not in wrong]


def _asked_of(diagnostic: Diagnostic) -> str | None:
    """The name that is asked for, where its declaration may be what is wrong."""
    if diagnostic.code == "T402" and (asked := _WHOSE.search(diagnostic.message)):
        return asked[1]
    if diagnostic.code == "T401" and diagnostic.sought is not None:
        return diagnostic.sought.name
    return None


def _declared(root: Mapping) -> dict[str, Span]:
    """Where what each term, table and meld is stands, under all that it is called."""
    found: dict[str, Span] = {}
    for section in _DECLARING:
        here = root.get(section)
        for entry in here if isinstance(here, Mapping) else ():
            region = entry.value.span
            for word in re.findall(r"\w+", entry.key.text):
                found[word] = region
                if section == "melds":
                    found[plural_of(word)] = region
    return found


def _is_in(span: Span, region: Span) -> bool:
    return span.file is region.file and region.start <= span.start <= region.end
