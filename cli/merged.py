"""A game with its house rules as one rule file: YAML that reads back as the same rules."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.interpreter.overlay import history

if TYPE_CHECKING:
    from rulerun.interpreter.overlay import Stack

_WIDTH = 100

# What can stand without quotes: no sign of YAML in front, no `: ` or ` #` inside, no colon at the end.
_PLAIN = re.compile(r"(?![-?:] |[-?:]$|---|\.\.\.|[\[\]{},#&*!|>'\"%@`])[^\n\r\t\0]*[^\s:]")
_COLUMN = 70
"""Where a note about the origin begins, if the line is not longer."""


def merged_lines(stack: Stack) -> Iterator[str]:
    """The lines of the effective rule file, with the origins of what house rules changed."""
    root = stack.root
    assert root is not None
    base = stack.base.span.file.name if stack.base is not None else stack.file
    yield f"# {base}" + "".join(f", with {rule.file}" for rule in stack.overlays)
    if stack.overlays:
        yield "# A note at the end of a line says where it comes from and what it replaced."
    yield ""
    for i, entry in enumerate(root):
        lines = list(_entry(entry.key, entry.value, "", base))
        if i and (len(lines) > 1 or isinstance(entry.value, Mapping)):
            yield ""
        yield from lines


def _entry(key: Scalar, value: Node, indent: str, base: str) -> Iterator[str]:
    head = f"{indent}{_scalar(key.text, is_key=True)}:"
    yield from _headed(head, value, indent, base, key)


def _headed(
    head: str, value: Node, indent: str, base: str, key: Scalar | None = None
) -> Iterator[str]:
    """A value behind its key or dash; `base` is the file that nothing is noted of."""
    note = _note(value, base, key)
    if note and value.over is None:
        base = value.span.file.name  # all of it comes from there
    if isinstance(value, Scalar):
        if "\n" in value.text and _can_be_block(value.text):
            yield _noted(f"{head} |", note)
            for line in value.text.split("\n"):
                yield f"{indent}  {line}".rstrip()
        else:
            yield _noted(f"{head} {_scalar(value.text)}", note)
        return
    if isinstance(value, Mapping):
        if not value.entries:
            yield _noted(f"{head} {{}}", note)
            return
        yield _noted(head, note)
        for entry in value:
            yield from _entry(entry.key, entry.value, indent + "  ", base)
        return
    assert isinstance(value, Sequence)
    flow = f"{head} [{', '.join(_flow(i.text) for i in value if isinstance(i, Scalar))}]"
    if all(isinstance(i, Scalar) for i in value) and len(flow) <= _WIDTH:
        yield _noted(flow, note)
        return
    yield _noted(head, note)
    for item in value:
        yield from _item(item, indent + "  ", base)


def _item(item: Node, indent: str, base: str) -> Iterator[str]:
    if isinstance(item, Mapping) and len(item.entries) == 1:
        (entry,) = item.entries
        head = f"{indent}- {_scalar(entry.key.text, is_key=True)}:"
        yield from _headed(head, entry.value, indent + "  ", base, entry.key)
    else:
        yield from _headed(f"{indent}-", item, indent, base)


def _noted(line: str, note: str) -> str:
    return f"{line.ljust(_COLUMN)} # {note}" if note else line


def _note(value: Node, base: str, key: Scalar | None) -> str:
    """Where a value comes from, if it is not as the game's own file has it."""
    places = [f"{os.path.basename(s.file.name)}:{s.line}" for s in history(value)]
    is_foreign = value.span.file.name != base
    if isinstance(value, Scalar):
        is_foreign |= any(p.text.span.file.name != base for p in value.pieces)
    if len(places) > 1:
        return f"{places[0]} over {', over '.join(places[1:])}"
    if is_foreign or (key is not None and key.span.file.name != base):
        return places[0]
    return ""


def _can_be_block(text: str) -> bool:
    lines = text.split("\n")
    # An indented first line would need an indentation indicator, which rule files do not have.
    return not lines[0].startswith((" ", "\t")) and bool(lines[0]) and "\t" not in text


def _scalar(text: str, *, is_key: bool = False) -> str:
    plain = _PLAIN.fullmatch(text)
    if plain and ": " not in text and " #" not in text and not (is_key and ":" in text):
        return text
    return _quoted(text)


def _flow(text: str) -> str:
    if re.search(r"[\[\]{},]", text) or _scalar(text) != text:
        return _quoted(text)
    return text


def _quoted(text: str) -> str:
    if re.fullmatch(r"[^\n\r\t\0-\x1f\x7f-\x9f]*", text):
        return "'" + text.replace("'", "''") + "'"
    escaped = "".join(_escaped(c) for c in text)
    return f'"{escaped}"'


def _escaped(char: str) -> str:
    special = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
    if char in special:
        return special[char]
    return char if char.isprintable() else f"\\u{ord(char):04x}"
