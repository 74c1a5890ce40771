"""What rulerun says to a slip: at check, in the examples, or not at all."""

from __future__ import annotations

import re
import shutil
import traceback
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.interpreter.examples.mutation import what_matters
from rulerun.interpreter.examples.proof import prove
from rulerun.interpreter.loading import Loaded, read_rules

from .sheet import RULESETS
from .slip import Slip


class Fate(Enum):
    """What became of a slip."""

    TOLD = "told"
    FAILED = "an example fails"
    HARMLESS = "the rules are the same"
    MISSED = "missed"
    FAULT = "rulerun itself fails"


@dataclass(frozen=True)
class Verdict:
    """What became of a slip; `reports` are what the check said of it (errors and warnings)."""

    slip: Slip
    fate: Fate
    reports: tuple[Diagnostic, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether a report stands exactly where the slip is, line and column."""
        return any(self._is_here(report) for report in self.reports)

    def _is_here(self, report: Diagnostic) -> bool:
        # Of two things that do not go together either may be the wrong one, and both are shown: a key
        # given twice, a name that is declared and one that is used, the sides of a comparison.
        spans = [report.span, *(n.span for n in report.notes if n.equal and n.span is not None)]
        return any(s.start in self.slip.places and s.file.text == self.slip.text for s in spans)

    @property
    def suggested(self) -> str:
        """The word that is suggested first, at the exact place."""
        exact = [d for d in self.reports if self._is_here(d)] or self.reports[:1]
        found = re.search(r"'([^']*(?:'s [^']*)?)'", exact[0].suggestion or "") if exact else None
        return found[1] if found else ""

    @property
    def is_put_right(self) -> bool:
        """Whether the word that was meant is suggested first."""
        right = self.slip.right
        assert right is not None
        words = self.suggested
        return words == right or right in [*words.split("."), *words.split(" ")]


class Bench:
    """A folder with the rule files, in which one at a time has a slip."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "rulesets"
        shutil.copytree(RULESETS, self.folder)
        self._meanings: dict[str, str] = {}

    def _meaning_before(self, slip: Slip) -> str:
        """The meaning of the file without the slip; most slips are told without it."""
        name = slip.sheet.source.name
        if name not in self._meanings:
            self._meanings[name] = meaning(read_rules(name))
        return self._meanings[name]

    def path(self, slip: Slip) -> Path:
        """The file of a slip in this folder."""
        return self.folder / Path(slip.sheet.source.name).relative_to(RULESETS)

    def judge(self, slip: Slip) -> Verdict:
        """What becomes of a slip."""
        path = self.path(slip)
        path.write_text(slip.text, encoding="utf-8")
        try:
            return self._judged(slip, path)
        finally:
            path.write_text(slip.sheet.text, encoding="utf-8")

    def _judged(self, slip: Slip, path: Path) -> Verdict:
        try:
            return self._seen(slip, path)
        except Exception:  # noqa: BLE001 - whatever it is, it is counted
            traceback.print_exc()
            return Verdict(slip, Fate.FAULT)

    def _seen(self, slip: Slip, path: Path) -> Verdict:
        loaded = read_rules(path, linted=True)
        reports = tuple(d for d in loaded.diagnostics if d.severity >= Severity.WARNING)
        told = Verdict(slip, Fate.TOLD, reports)
        if reports and (told.exact or any(not d.code.startswith("L") for d in reports)):
            return told
        # A lint tells what follows from a slip, which may stand elsewhere.
        if reports:
            fails = any(proof.failures for proof in prove(loaded))
            return Verdict(slip, Fate.FAILED) if fails else told
        before, rules = self._meaning_before(slip), meaning(loaded)
        if slip.right is not None or slip.kind.endswith("for a key"):
            # A name that nothing speaks of may be another one, even a word that stands elsewhere.
            before, rules = (
                re.sub(rf"\b{re.escape(slip.before)}\b", slip.after, text)
                for text in (before, rules)
            )
        if rules == before:
            return Verdict(slip, Fate.HARMLESS)
        if any(proof.failures for proof in prove(loaded)):
            return Verdict(slip, Fate.FAILED)
        return Verdict(slip, Fate.MISSED)


def meaning(loaded: Loaded) -> str:
    """All of checked rules that has a part in the game, without places: equal rules, equal text."""
    return repr(what_matters(loaded))
