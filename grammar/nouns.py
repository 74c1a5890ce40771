"""One of several, and several of one: `boxes` and `box`, `columns` and `column`."""

from __future__ import annotations

_HISSING = ("xes", "sses", "shes", "ches", "zzes")
"""Plurals with -es: boxes, passes, dishes, benches, quizzes. (Houses, prizes, axles have an e of their own.)"""


def singular_of(noun: str) -> str:
    """A noun in the singular. One without -s is its own: `sheep`."""
    if noun.endswith("ies") and len(noun) > 4:
        return f"{noun[:-3]}y"
    if noun.endswith("lves"):
        return f"{noun[:-3]}f"
    if noun.endswith(_HISSING) and len(noun) > 4:
        return noun[:-2]
    if noun.endswith("s") and not noun.endswith("ss") and len(noun) > 1:
        return noun[:-1]
    return noun


def plural_of(noun: str) -> str:
    """A noun in the plural."""
    if noun.endswith("y") and noun[-2:-1] not in ("", *"aeiou"):
        return f"{noun[:-1]}ies"
    if noun.endswith("lf"):
        return f"{noun[:-1]}ves"
    if noun.endswith(("s", "x", "sh", "ch", "zz")):
        return f"{noun}es"
    return f"{noun}s"
