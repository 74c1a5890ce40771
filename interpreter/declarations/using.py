"""The forms that a game uses: found, read, laid under it; and the game named where a form is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from rulerun.grammar.diagnostics import (
    Diagnostic,
    Note,
    Severity,
    did_you_mean,
    listed,
    shortened,
)
from rulerun.grammar.nodes import Mapping

from .addresses import bare_name
from .forms import Form, Use, Used, is_form, read_form, uses_of
from .laying import LACKS, declared, laid_under
from .library import RuleFile, shelf_beside, shipped


class Using:
    """The forms of one game.

    `load` gives the nodes of a file, or None where it cannot be read. `forms` are those that could be
    laid, `is_cut` says that one could not; `slips` are names that are perhaps misspelt, `missed` the
    paths that were looked for in vain. `given` are files of forms that stand for those on the disk.
    """

    def __init__(
        self,
        game: RuleFile,
        load: Callable[[RuleFile], Mapping | None],
        given: Iterable[RuleFile] = (),
    ) -> None:
        self.game = game
        self.load = load
        self.given = {file.identity: file for file in given}
        self.forms: list[Used] = []
        self.slips: list[Diagnostic] = []
        self.diagnostics: list[Diagnostic] = []
        self.missed: list[str] = []
        self.is_cut = False

    def game_over_forms(self, root: Mapping) -> Mapping:
        """The game with the forms that it uses under it; what cannot be laid is told."""
        uses, found = uses_of(root)
        self.diagnostics += found
        self.is_cut = bool(found)
        for use in uses:
            form = self.form_of(use)
            if form is None or not self.fits(use, form):
                self.is_cut = True
            else:
                self.forms.append(Used(form, use))
        if not uses and not found:
            return root
        base, found = laid_under(root, self.forms)
        self.slips = [d for d in found if d.severity is Severity.WARNING]
        self.diagnostics += [d for d in found if d.severity is not Severity.WARNING]
        return base

    def form_of(self, use: Use) -> Form | None:
        """The form of a name: that beside the game, or one that comes with rulerun; None, told."""
        name = use.name.text
        shelves = [s for s in (shelf_beside(self.game), shipped()) if s is not None]
        file = next(filter(None, (shelf.form(name) for shelf in shelves)), None)
        if file is None:
            self.missed += filter(None, [s.path("forms", f"{name}.yaml") for s in shelves])
            known = list(dict.fromkeys(f.name for shelf in shelves for f in shelf.forms()))
            advice = did_you_mean(name, known) or (
                f"the forms are {listed(known)}" if known else None
            )
            message = f"no form is called '{shortened(name)}'"
            self.diagnostics.append(Diagnostic("O509", message, use.name.span, advice))
            return None
        root = self.load(self.given.get(file.identity, file))
        if root is None:
            return None
        if not is_form(root):
            message = f"'{file.shown}' is no form: it does not begin with 'form:'"
            self.diagnostics.append(Diagnostic("O509", message, use.name.span))
            return None
        form, found = read_form(file.name, root)
        self.diagnostics += found
        return form

    def fits(self, use: Use, form: Form) -> bool:
        """Whether a form can be used where the game says so, and for the first time."""
        earlier = next((u.use for u in self.forms if u.form.file == form.file), None)
        if earlier is not None:
            code, message = "O510", f"the form '{form.name}' is used a second time"
            advice = "once is enough; to go through its phase again, repeat that"
            notes: tuple[Note, ...] = (Note("it is used here already", earlier.name.span),)
        elif use.path and form.phase is None:
            code, message = "O508", f"the form '{form.name}' has no phase"
            advice, notes = f"write 'use: {form.name}' at the top of the file", ()
        elif not use.path and form.phase is not None:
            code, message = "O508", f"the form '{form.name}' is a phase"
            advice, notes = f"write 'use: {form.name}' under the name of a phase", ()
        else:
            return True
        self.diagnostics.append(Diagnostic(code, message, use.name.span, advice, notes))
        return False


_UNKNOWN = ("T401", "T403")
_OF_THE_USE = ("L620",)
"""What is told where a game uses a form, and not in the form's lines: that it fails in this game."""


def with_uses(
    diagnostics: Iterable[Diagnostic], root: Mapping, forms: Iterable[Used]
) -> list[Diagnostic]:
    """The diagnostics; of what stands in a form's file, notes say where the game uses it, and what
    the game says in the place of a name of the form's that this speaks of. That a form fails in games
    of this one is told where it is used.

    What a form misses, which is told where it is used, is not told a second time.
    """
    at = {used.form.file: used for used in forms}
    found = list(diagnostics)
    if not at:
        return found
    own = {
        bare_name(entry.key.text): entry
        for _, entry in declared(root)
        if entry.value.over is not None and entry.key.span.file.name not in at
    }
    missing = {note.span.text for d in found if d.code == LACKS
               for note in d.notes if note.span is not None}  # fmt: skip
    told = []
    for diagnostic in found:
        used = at.get(diagnostic.span.file.name)
        if used is not None:
            if diagnostic.code in _UNKNOWN and diagnostic.span.text in missing:
                continue
            notes = [
                Note(f"'{word}' is what is said here", own[word].key.span)
                for word in re.findall(r"\w+", diagnostic.span.text)
                if word in own
            ]
            if diagnostic.code in _OF_THE_USE:
                # The form is right; what it is not given by the game makes it fail.
                notes.append(
                    Note(f"it stands here in the form '{used.form.name}'", diagnostic.span)
                )
                diagnostic = replace(diagnostic, span=used.use.name.span)
            else:
                notes.append(Note(f"the form '{used.form.name}' is used here", used.use.name.span))
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, *notes))
        told.append(diagnostic)
    return told
