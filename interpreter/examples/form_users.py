"""The games that use a form: their examples are those of the form, too, and what is wrong in it shows there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import SourceFile

from ..declarations.forms import Form
from ..declarations.library import RuleFile, Shelf, file_at
from ..loading import Loaded, read_rules
from .coverage import Covered, Measuring
from .units import Unit


def users_of(
    form: Form, *, linted: bool = False, forms: Iterable[RuleFile] = ()
) -> Iterator[tuple[RuleFile, Loaded]]:
    """The games on the shelf of a form that use it, by name, read and checked as `read_rules` does."""
    name = form.node.span.file.name
    file = file_at(name)
    above = os.path.normpath(os.path.join(os.path.dirname(name), os.pardir))
    shelf = Shelf(file_at(above).where, "" if above == os.curdir else above)
    for game in shelf.games():
        source = game.read()
        if not isinstance(source, SourceFile) or file.name not in source.text:
            continue
        loaded = read_rules(game, linted=linted, forms=forms)
        if any(file_at(used.form.file).identity == file.identity for used in loaded.stack.forms):
            yield game, loaded


def told_in_games(form: Form, forms: Iterable[RuleFile] = ()) -> list[Diagnostic] | None:
    """What is wrong in a form as the games show that use it; None if no game does.

    Each mistake in one of them counts, unless something is wrong with the game itself. A warning counts
    if all of them have it: a form is written for many games, and one need not use all of it.
    """
    file = form.node.span.file.name
    mistakes: dict[_Told, Diagnostic] = {}
    warnings: dict[_Told, Diagnostic] | None = None
    for _, loaded in users_of(form, linted=True, forms=forms):
        told = {(d.code, d.span.start): d for d in loaded.diagnostics if d.span.file.name == file}
        wrong = [d for d in loaded.diagnostics if d.severity is Severity.ERROR]
        if wrong and all(d.span.file.name == file for d in wrong):
            mistakes |= told
        if warnings is not None:
            told = {key: d for key, d in warnings.items() if key in told}
        warnings = told
    return None if warnings is None else list((warnings | mistakes).values())


_Told: TypeAlias = tuple[str, int]
"""A code and where in the file it is told."""


def covered_form(form: Form, measured: Iterable[Measuring]) -> Covered:
    """How much of a form the examples of all games exercise that use it."""
    name = form.node.span.file.name
    found: dict[object, Unit] = {}
    exercised: set[object] = set()
    for measuring in measured:
        for unit, is_exercised in measuring.units_in(name):
            key = unit.kind, unit.span
            found.setdefault(key, unit)
            if is_exercised:
                exercised.add(key)
    missing = [unit for key, unit in found.items() if key not in exercised]
    missing.sort(key=lambda unit: unit.span.start)
    return Covered(name, tuple(found.values()), tuple(missing))
