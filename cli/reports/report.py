"""A report: the files that were checked, what was found in them, and how much of it is shown.

It is a value, and each format a pure function from it to a text; nothing here prints.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import Any

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, in_order, worst
from rulerun.grammar.rendering import render_concise, render_full
from rulerun.grammar.source import SourceFile, Span

_MODULES = {"json": "json_objects", "json-lines": "json_objects"}


@dataclass(frozen=True, slots=True)
class Target:
    """One file that was checked: how it was asked for, its path, all that was found on the way.

    `title` is for people (`gin with knock_at_7`), `file` what the places in its messages say.
    """

    title: str
    file: str
    diagnostics: tuple[Diagnostic, ...]
    is_cut: bool = False
    """Whether more was found than is in there."""


@dataclass(frozen=True)
class Report:
    """What was found in some rule files.

    `found` is all of it, in order and each once: the same game under two house rules says the same
    twice. `shown` is the part that is told one by one. `fails` is the severity from which on a
    file does not pass. Paths are told as seen from the folder `root`.
    """

    targets: tuple[Target, ...]
    fails: Severity
    root: str
    most: int | None = None
    found: tuple[Diagnostic, ...] = field(init=False)
    shown: tuple[Diagnostic, ...] = field(init=False)

    def __post_init__(self) -> None:
        found = in_order(d for target in self.targets for d in target.diagnostics)
        object.__setattr__(self, "found", tuple(found))
        object.__setattr__(self, "shown", tuple(worst(found, self.most)))

    @property
    def hidden(self) -> int:
        """How many are not told one by one."""
        return len(self.found) - len(self.shown)

    @property
    def is_cut(self) -> bool:
        """Whether more was found than is in there at all."""
        return any(target.is_cut for target in self.targets)

    def count(self, severity: Severity) -> int:
        """How many of one severity were found."""
        return sum(d.severity is severity for d in self.found)

    def fallen(self, diagnostics: Iterable[Diagnostic]) -> bool:
        """Whether any of them is so bad that its file does not pass."""
        return any(d.severity >= self.fails for d in diagnostics)

    @cached_property
    def located(self) -> tuple[Diagnostic, ...]:
        """Those that are shown, with no places but in files, as other programs want to have them."""
        return tuple(in_files(d, self._home(d)) for d in self.shown)

    def _home(self, diagnostic: Diagnostic) -> str:
        """The file that was checked when this was found."""
        if diagnostic.span.file.is_file:
            return diagnostic.span.file.name
        return next(target.file for target in self.targets if diagnostic in target.diagnostics)

    def path(self, name: str) -> str:
        """The path of a file from the root, with `/`. A file outside of it has its whole path."""
        full = os.path.abspath(name)
        try:
            near = os.path.relpath(full, self.root)
        except ValueError:  # on another drive
            near = os.pardir
        is_inside = near != os.pardir and not near.startswith(os.pardir + os.sep)
        return (near if is_inside else full).replace(os.sep, "/")


def root_folder() -> str:
    """The folder from which paths are told to other programs: that of the repository in CI."""
    return os.environ.get("GITHUB_WORKSPACE") or os.environ.get("CI_PROJECT_DIR") or os.getcwd()


def in_files(diagnostic: Diagnostic, home: str) -> Diagnostic:
    """The diagnostic with no places but in files.

    What is wrong with words that stand in none, such as the names of the house rules asked for, is
    told of the file `home`, which was read with them.
    """
    spans = [diagnostic.span, *(n.span for n in diagnostic.notes if n.span is not None)]
    if all(span.file.is_file for span in spans):
        return diagnostic
    at = diagnostic.span if diagnostic.span.file.is_file else Span(SourceFile(home, ""), 0, 0)
    return replace(diagnostic, span=at, notes=tuple(map(_in_words, diagnostic.notes)))


def _in_words(note: Note) -> Note:
    """A note that points at no file says what it points at."""
    if note.span is None or note.span.file.is_file:
        return note
    return Note(f"{note.message}: {note.span.text}")


def said(diagnostic: Diagnostic) -> str:
    """The message with what would be right."""
    hint = f"; {diagnostic.suggestion}" if diagnostic.suggestion else ""
    return diagnostic.message + hint


def end(span: Span) -> tuple[int, int]:
    """Line and column after the last character of a place."""
    return span.file.position(max(span.start, span.end))


def render(form: str, report: Report, *, color: bool = False, encoding: str | None = None) -> str:
    """The report in one of the `FORMATS`, ending with a line break unless it is empty.

    `encoding` is what it will be shown in, if that has not every character.
    """
    if form == "full":
        return render_full(report.shown, color=color, encoding=encoding)
    if form == "concise":
        return render_concise(report.shown, color=color)
    module: Any = import_module(f".{_MODULES.get(form, form)}", __package__)
    text: str = module.lines(report) if form == "json-lines" else module.render(report)
    return text
