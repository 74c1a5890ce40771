"""Shared forms, read: parts of games that are written once; and where a game uses them.

A form is to a game what a game is to its house rules. Its maps and those of the game become one; where
both say something the game's word stands, with the form's as its `over`. Which file a form lies in is
for `using`, and how one is laid under a game for `laying`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace

from rulerun.grammar.diagnostics import (
    Diagnostic,
    Note,
)
from rulerun.grammar.nodes import Entry, Mapping, Scalar
from rulerun.grammar.record import record

from .addresses import Path
from .sections import SectionReader

USE = "use"

_NAMES = re.compile(r"[^\s,]+")


@record
class Form:
    """A form, read. `needs` are the names that a game has to declare for it, with what they are.

    `phase` is the one phase that it is, None for a form without.
    """

    name: str
    title: str
    node: Mapping = field(repr=False)
    needs: tuple[Entry, ...] = field(default=(), repr=False)
    phase: Entry | None = field(default=None, repr=False)

    @property
    def file(self) -> str:
        """The path of its file, as people see it."""
        return self.node.span.file.name


@record
class Use:
    """A place where a game says `use`: the form's name, and the path of the phase, () for the top."""

    name: Scalar
    path: Path


@record
class Used:
    """A form where a game uses it."""

    form: Form
    use: Use


def is_form(root: Mapping) -> bool:
    """Whether a file is meant as a form: it says so, and is no game and no house rule."""
    return root.get("form") is not None and not any(map(root.get, ("game", "house rule", "for")))


def read_form(name: str, root: Mapping) -> tuple[Form | None, list[Diagnostic]]:
    """A form's file as a form, and what is wrong with its keys; what is under them is read later."""
    reader = SectionReader()
    section = reader.section(root, "form")
    assert section is not None  # None only for what is no map
    title = reader.words(section, "form")
    reader.words(section, "about")
    needs = reader.rows(section, "needs")
    phases = reader.map_of_names(section, "phases")
    for entry in phases[1:]:
        first = Note("this is the first one", phases[0].key.span)
        message = f"a form is one phase at most, and '{entry.key.text}' is another one"
        advice = "put them into one phase, or write two forms"
        reader.report("O508", message, entry.key.span, advice, first)
    form = Form(
        name=name,
        title=name if title is None else title.text,
        node=root,
        needs=tuple(Entry(row.key, row.text) for row in needs),
        phase=phases[0] if phases else None,
    )
    return form, reader.diagnostics


# --------------------------------------------------------------------------------------------
# Where a game uses forms


def uses_of(root: Mapping) -> tuple[list[Use], list[Diagnostic]]:
    """Where a game says `use`, in the order of its file, and what is wrong with that."""
    reader = SectionReader()
    return list(_uses(root, (), reader)), reader.diagnostics


def _uses(node: Mapping, path: Path, reader: SectionReader) -> Iterator[Use]:
    for entry in node:
        if entry.key.text == USE:
            yield from (Use(name, path) for name in _named_in(entry, reader))
        elif entry.key.text == "phases" and isinstance(entry.value, Mapping):
            for phase in entry.value:
                if isinstance(phase.value, Mapping):
                    here = (*path, "phases", phase.key.text)
                    yield from _uses(phase.value, here, reader)


def _named_in(entry: Entry, reader: SectionReader) -> Iterator[Scalar]:
    """The names under a `use`: one, several with commas, or a list."""
    if isinstance(entry.value, Scalar) and not entry.value.text:
        message = f"nothing stands under '{entry.key.text}'"
        reader.report("S203", message, entry.key.span, "write the name of a form, or leave it out")
        return
    if isinstance(entry.value, Mapping):
        reader.wrong_kind(entry.value, entry.key, "the name of a form")
        return
    for text in [entry.value] if isinstance(entry.value, Scalar) else entry.value:
        if isinstance(text, Scalar):
            yield from (text.part(*found.span()) for found in _NAMES.finditer(text.text))
        else:
            reader.wrong_kind(text, entry.key, "the names of forms")


def without_uses(root: Mapping) -> Mapping:
    """The game without its `use` lines."""
    entries = []
    for entry in root:
        value = entry.value
        if entry.key.text == "phases" and isinstance(value, Mapping):
            phases = tuple(
                Entry(p.key, without_uses(p.value)) if isinstance(p.value, Mapping) else p
                for p in value
            )
            same = all(a.value is b.value for a, b in zip(phases, value, strict=True))
            entry = entry if same else Entry(entry.key, replace(value, entries=phases))
        if entry.key.text != USE:
            entries.append(entry)
    return root if tuple(entries) == root.entries else replace(root, entries=tuple(entries))
