"""The games that use a form: their examples are those of the form, too."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from rulerun.grammar.source import SourceFile

from ..declarations.forms import Form
from ..declarations.library import RuleFile, Shelf, file_at
from ..loading import Loaded, read_rules
from .coverage import Covered, Measuring
from .units import Unit


def users_of(form: Form) -> Iterator[tuple[RuleFile, Loaded]]:
    """The games on the shelf of a form that use it, by name, read and checked."""
    name = form.node.span.file.name
    file = file_at(name)
    above = os.path.normpath(os.path.join(os.path.dirname(name), os.pardir))
    shelf = Shelf(file_at(above).where, "" if above == os.curdir else above)
    for game in shelf.games():
        source = game.read()
        if not isinstance(source, SourceFile) or file.name not in source.text:
            continue
        loaded = read_rules(game)
        if any(file_at(used.form.file).identity == file.identity for used in loaded.stack.forms):
            yield game, loaded


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
