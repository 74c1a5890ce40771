"""`python -m tests.slips`: the figures of the corpus of slips.

python -m tests.slips                  1500 slips, seed 1
python -m tests.slips --seed 7         others
python -m tests.slips --show missed    each slip that nobody notices, and so on; several may be asked
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from .corpus import corpus
from .figures import BARS, Figures
from .judging import Bench, Fate, Verdict

SHOWN: dict[str, Callable[[Verdict], bool]] = {
    "missed": lambda v: v.fate is Fate.MISSED,
    "elsewhere": lambda v: v.fate is Fate.TOLD and not v.exact,
    "unsuggested": lambda v: v.fate is Fate.TOLD and bool(v.slip.right) and not v.is_put_right,
    "failed": lambda v: v.fate is Fate.FAILED,
    "harmless": lambda v: v.fate is Fate.HARMLESS,
    "told": lambda v: v.fate is Fate.TOLD,
    "faults": lambda v: v.fate is Fate.FAULT,
}


def main() -> int:
    """Judge the corpus, print the figures; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.slips")
    parser.add_argument("--number", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", choices=sorted(SHOWN), action="append", default=[])
    parser.add_argument("--kind", default="")
    asked = parser.parse_args()
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for slip in corpus(asked.number, asked.seed):
            if asked.kind not in slip.kind:
                continue
            verdict = bench.judge(slip)
            figures.count(verdict)
            if any(SHOWN[show](verdict) for show in asked.show):
                print(described(verdict, bench))
    print(figures.table())
    return 0 if all(figures.share(bar) >= least for bar, least in BARS.items()) else 1


def described(verdict: Verdict, bench: Bench) -> str:
    """A slip with what was said to it."""
    slip = verdict.slip
    lines = slip.text[: slip.places[0]].split("\n")
    place = f"{bench.path(slip).name}:{len(lines)}:{len(lines[-1]) + 1}"
    said = [
        f"    {d.span.line}:{d.span.column} {d.severity}[{d.code}] {d.message}; {d.suggestion}"
        for d in verdict.reports
    ]
    changed = f"{slip.before!r} -> {slip.after!r}"
    return "\n".join([f"{place} {slip.kind}: {changed} ({verdict.fate.value})", *said])


if __name__ == "__main__":
    raise SystemExit(main())
