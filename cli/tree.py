"""The declarations of a ruleset and the syntax trees of its texts, indented."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulerun.grammar.nodes import Scalar
from rulerun.grammar.source import Span

if TYPE_CHECKING:
    from rulerun.interpreter.declarations.ruleset import Ruleset

_LEFT_OUT = {"span", "node"}
_NARROW = 92


def tree_lines(ruleset: Ruleset) -> Iterator[str]:
    """A line for each part; what is small stands on one line."""
    for field in dataclasses.fields(ruleset):
        value = getattr(ruleset, field.name)
        if field.name == "node" or value in (None, ()):
            continue
        yield from _lines(f"{field.name}: ", value, "")


def _parts(value: Any) -> list[tuple[str, Any]]:
    """The fields that say something, in order."""
    found = []
    for field in dataclasses.fields(value):
        part = getattr(value, field.name)
        # Places and source texts are left out, and what was not written.
        if field.name in _LEFT_OUT or isinstance(part, Span):
            continue
        if field.name == "source" and isinstance(part, Scalar):
            continue
        if part is None or part == () or part is False:
            continue
        found.append((field.name, part))
    return found


def _lines(head: str, value: Any, indent: str) -> Iterator[str]:
    short = _short(value)
    if len(indent) + len(head) + len(short) <= _NARROW:
        yield f"{indent}{head}{short}"
        return
    if dataclasses.is_dataclass(value):
        yield f"{indent}{head}{type(value).__name__}"
        for name, part in _parts(value):
            yield from _lines(f"{name}: ", part, indent + "  ")
        return
    if isinstance(value, tuple):
        yield f"{indent}{head}".rstrip()
        for part in value:
            yield from _lines("- ", part, indent + "  ")
        return
    yield f"{indent}{head}{short}"


def _short(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Scalar):
        return repr(value.text)
    if dataclasses.is_dataclass(value):
        inside = ", ".join(f"{name}={_short(part)}" for name, part in _parts(value))
        return f"{type(value).__name__}({inside})"
    if isinstance(value, tuple):
        return f"[{', '.join(_short(part) for part in value)}]"
    return repr(value) if isinstance(value, str) else str(value)
