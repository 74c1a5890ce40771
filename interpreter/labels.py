"""Names as people see them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar

PEOPLE = (
    "Anna", "Ben", "Carla", "Dirk", "Eva", "Finn", "Gerd", "Hanna", "Ida", "Jan", "Kim", "Leo",
)  # fmt: skip
"""Names of players in examples."""


def label(name: str) -> str:
    """A name with spaces for underscores: `low_enough` is shown as `low enough`."""
    return name.replace("_", " ")


def seat_name(seat: int) -> str:
    """P1, P2, ... in clockwise order."""
    return f"P{seat + 1}"


def in_names(text: str, names: Sequence[str]) -> str:
    """A text about seats with the names of those who sit there; seats without a name stay."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return names[seat] if seat < len(names) else found[0]

    return re.sub(r"\bP([1-9][0-9]?)\b", name, text) if names else text


def without_idle_labels(root: Mapping, base: Mapping) -> tuple[Mapping, tuple[str, ...]]:
    """A game without the labels of what its house rules took away, and whose labels these were.

    `base` is the game alone. Labels that it has for nothing itself stay, as they are a mistake.
    """
    titles = root.get("titles")
    if not isinstance(titles, Mapping):
        return root, ()
    gone = words_of(base) - words_of(root)
    idle: dict[str, None] = {}
    languages = []
    for language in titles:
        labels = language.value
        if isinstance(labels, Mapping):
            kept = tuple(entry for entry in labels if entry.key.text not in gone)
            idle |= {e.key.text: None for e in labels if e.key.text in gone}
            if kept != labels.entries:
                labels = replace(labels, entries=kept)
        languages.append(Entry(language.key, labels))
    if not idle:
        return root, ()
    entries = tuple(
        Entry(e.key, replace(titles, entries=tuple(languages))) if e.value is titles else e
        for e in root
    )
    return replace(root, entries=entries), tuple(idle)


def words_of(root: Mapping) -> set[str]:
    """Every word of a game's rules: what labels may be for."""
    rules = (e.value for e in root if e.key.text not in ("titles", "examples", "rulings"))
    return {word for section in rules for word in _words_in(section)}


def _words_in(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield from re.findall(r"\w+", node.text)
    elif isinstance(node, Mapping):
        for entry in node:
            yield from re.findall(r"\w+", entry.key.text)
            yield from _words_in(entry.value)
    else:
        for item in node:
            yield from _words_in(item)
