"""Differences between two games in words, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.writing import Writer, in_brackets
from rulerun.interpreter.declarations.addresses import WITHOUT_ADDRESS

from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.grammar.source import Span
    from rulerun.interpreter.variants.comparison import Difference

_INDENT = "    "
_SHORT = 60
"""A text that is no longer stands on the line that says what it belongs to."""
_FEW = 4
"""So many words or names are shown."""
_PROSE = {"examples": "example", "rulings": "ruling"}


def in_words(difference: Difference, arrow: str) -> list[str]:
    """A difference in lines: what it is, and what was and is there."""
    where = harmless(", ".join(difference.where))
    if difference.path[0] == "titles" and len(difference.path) > 2:
        where += f" ({harmless(difference.path[1])})"
    before, after = difference.before, difference.after
    if difference.how == "added":
        assert after is not None
        return _with_content(f"{where}: new{_placed(difference)}", after)
    if difference.how == "removed":
        was = f" (was: {_one_line(before)})" if _is_short(before) else ""
        return [f"{where}: gone{was}"]
    if difference.how == "moved":
        return [f"{where}: now {'first' if not difference.behind else _placed(difference)[2:]}"]
    if isinstance(before, Scalar) and isinstance(after, Scalar):
        normally = "normally " if difference.path[-1] == "normally" else ""
        inline = _inline(before.text, after.text, arrow)
        if inline is not None:
            return [f"{where}: {normally}{inline}"]
    both = [*_with_content("was", before), *_with_content("now", after)]
    return [f"{where}:", *(f"{_INDENT}{line}" for line in both)]


def is_of_rules(difference: Difference) -> bool:
    """Whether it is about the game itself, and not about an example, a ruling or a label."""
    return difference.path[0] not in WITHOUT_ADDRESS


def in_short(found: Iterable[Difference]) -> list[str]:
    """What differs in examples and rulings, of which a line for each would be too much."""
    told = []
    every = list(found)
    for section, noun in _PROSE.items():
        parts = []
        for how, said in (("added", "new"), ("changed", "changed"), ("removed", "gone")):
            names = [d.path[-1] for d in every if d.path[0] == section and d.how == how]
            if 0 < len(names) <= _FEW:
                parts.append(f"{', '.join(repr(harmless(n)) for n in names)} {said}")
            elif names:
                parts.append(f"{len(names)} {said}")
        if parts:
            told.append(f"{noun}s: {'; '.join(parts)}")
    return told


def as_json(difference: Difference) -> dict[str, Any]:
    """A difference as data."""
    return {
        "how": difference.how,
        "address": difference.address,
        "where": list(difference.where),
        "placed_after": difference.behind or None,
        "before": _data(difference.before),
        "after": _data(difference.after),
        "before_at": _at(difference.before),
        "after_at": _at(difference.after),
    }


def _placed(difference: Difference) -> str:
    if difference.behind is None:
        return ""
    return f", after '{harmless(difference.behind)}'" if difference.behind else ", first"


def _inline(before: str, after: str, arrow: str) -> str | None:
    """Two texts in one, if a word or a short text is another."""
    old, new = before.split(), after.split()
    if len(before) + len(after) <= _SHORT // 2:
        return harmless(f"{' '.join(old)} {arrow} {' '.join(new)}")
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    was, now = old[start : len(old) - end], new[start : len(new) - end]
    if not (1 <= len(was) <= _FEW and 1 <= len(now) <= _FEW):
        return None
    change = f"[{' '.join(was)} {arrow} {' '.join(now)}]"
    return harmless(" ".join([*old[:start], change, *old[len(old) - end :]]))


def _with_content(head: str, node: Node | None) -> list[str]:
    if node is None:
        return [head]
    if _is_short(node) and len(head) + len(_one_line(node)) < 2 * _SHORT:
        return [f"{head}: {_one_line(node)}"]
    return [f"{head}:", *(f"{_INDENT}{line}" for line in _lines(node))]


def _lines(node: Node) -> Iterator[str]:
    writer = Writer([])
    if isinstance(node, Mapping):
        for entry in node:
            yield from map(harmless, writer.entry(entry))
    elif isinstance(node, Scalar):
        yield _one_line(node)
    else:
        yield from (f"- {_one_line(item)}" for item in node)


def _is_short(node: Node | None) -> bool:
    is_list = isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node)
    return (is_list or isinstance(node, Scalar)) and len(_one_line(node)) <= 2 * _SHORT


def _one_line(node: Node | None) -> str:
    if isinstance(node, Sequence):
        return harmless(in_brackets(i.text if isinstance(i, Scalar) else "..." for i in node))
    return harmless(" ".join(node.text.split())) if isinstance(node, Scalar) else "..."


def _data(node: Node | None) -> Any:
    if node is None or isinstance(node, Scalar):
        return None if node is None else node.text
    if isinstance(node, Mapping):
        return {entry.key.text: _data(entry.value) for entry in node}
    return [_data(item) for item in node]


def _at(node: Node | None) -> dict[str, Any] | None:
    if node is None:
        return None
    span: Span = node.span
    return {"file": span.file.name, "line": span.line, "column": span.column}
