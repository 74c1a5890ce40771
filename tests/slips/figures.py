"""The figures of the corpus of slips, and the bars that they have to reach."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .judging import Fate, Verdict

#: Shares that have to be reached: of the slips that change the rules those that are told at check
#: or make an example fail; of those told the ones told at the exact line and column; of misspelt
#: words those for which the right word is suggested first; of all those over which rulerun itself
#: does not fail.
BARS = {"noticed": 0.99, "exact": 0.99, "put right": 0.95, "without fault": 1.0}


@dataclass
class Figures:
    """Counts of what became of slips, in all and by kind."""

    fates: Counter[tuple[str, Fate]] = field(default_factory=Counter)
    exact: Counter[str] = field(default_factory=Counter)
    misspelt: Counter[str] = field(default_factory=Counter)
    put_right: Counter[str] = field(default_factory=Counter)

    def count(self, verdict: Verdict) -> None:
        """Add what became of one slip."""
        kind = verdict.slip.kind
        self.fates[kind, verdict.fate] += 1
        if verdict.fate is Fate.TOLD:
            self.exact[kind] += verdict.exact
            if verdict.slip.right is not None:
                self.misspelt[kind] += 1
                self.put_right[kind] += verdict.is_put_right

    def _sum(self, *fates: Fate) -> int:
        return sum(n for (_, fate), n in self.fates.items() if fate in fates)

    def share(self, bar: str) -> float:
        """The share that one of `BARS` speaks of; 1 if there was nothing to count."""
        told, failed, missed = (self._sum(f) for f in (Fate.TOLD, Fate.FAILED, Fate.MISSED))
        of, part = {
            "noticed": (told + failed + missed, told + failed),
            "exact": (told, self.exact.total()),
            "put right": (self.misspelt.total(), self.put_right.total()),
            "without fault": (self._sum(*Fate), self._sum(*Fate) - self._sum(Fate.FAULT)),
        }[bar]
        return part / of if of else 1.0

    def table(self) -> str:
        """The counts by kind, then the shares."""
        head = ("kind", "slips", "told", "exact", "failed", "missed", "same", "put right")
        rows: list[tuple[str, ...]] = [head]
        for kind in dict.fromkeys(k for k, _ in self.fates):
            told, failed, missed, same = (
                self.fates[kind, f]
                for f in (Fate.TOLD, Fate.FAILED, Fate.MISSED, Fate.HARMLESS)
            )  # fmt: skip
            right = f"{self.put_right[kind]}/{self.misspelt[kind]}" if self.misspelt[kind] else ""
            counts = (told + failed + missed + same, told, self.exact[kind], failed, missed, same)
            rows.append((kind, *(str(n) if n else "-" for n in counts), right))
        widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
        lines = [
            "  ".join(
                cell.ljust(width) if i == 0 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        changed = self._sum(Fate.TOLD, Fate.FAILED, Fate.MISSED)
        lines += ["", f"{self._sum(*Fate)} slips, of which {changed} are told or change the rules"]
        lines += [
            f"{bar:10} {100 * self.share(bar):6.2f} %  (at least {100 * least:.0f} %)"
            for bar, least in BARS.items()
        ]
        return "\n".join(lines)
