"""What people get wrong in rule files is told, at its place and with what was meant.

The whole corpus is judged by `make soak` and by `python -m tests.slips`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .slips.corpus import corpus
from .slips.figures import BARS, Figures
from .slips.judging import Bench, Fate, Verdict
from .slips.sheet import RULESETS, sheet
from .slips.slip import exchange


def judged(number: int, seed: int, folder: Path) -> tuple[Figures, list[Verdict]]:
    """The figures of a corpus, and each verdict."""
    bench, figures = Bench(folder), Figures()
    verdicts = [bench.judge(slip) for slip in corpus(number, seed)]
    for verdict in verdicts:
        figures.count(verdict)
    return figures, verdicts


def below(figures: Figures) -> list[str]:
    """The bars that are missed."""
    return [bar for bar, least in BARS.items() if figures.share(bar) < least]


def test_some_slips_of_each_kind_are_told(tmp_path: Path) -> None:
    figures, verdicts = judged(130, 1, tmp_path)
    assert len(verdicts) == 130
    assert below(figures) == [], figures.table()


WHOLE = float(os.environ.get("RULERUN_SOAK", "1")) >= 1
"""Whether all of the soak is played: CI judges one corpus of three."""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 4) if WHOLE else [1])
def test_slips_are_told(seed: int, tmp_path: Path) -> None:
    number = 1500 if WHOLE else 1000
    figures, verdicts = judged(number, seed, tmp_path)
    assert len(verdicts) == number
    assert below(figures) == [], figures.table()


def test_the_corpus_is_the_same_for_the_same_seed() -> None:
    assert [s.text for s in corpus(60, 3)] == [s.text for s in corpus(60, 3)]
    assert [s.text for s in corpus(60, 3)] != [s.text for s in corpus(60, 4)]


@pytest.mark.parametrize(
    "before, after, fate",
    [
        ("knock_limit          #", "knock_limt          #", Fate.TOLD),
        ("gin_bonus\n", "undercut_bonus\n", Fate.FAILED),
        ("knock_limit: Klopfgrenze", "knock_limit: Grenze", Fate.HARMLESS),
        ("nobody scores", "nobody wins", Fate.MISSED),
    ],
)
def test_verdicts(before: str, after: str, fate: Fate, tmp_path: Path) -> None:
    gin = sheet(RULESETS / "gin.yaml")
    at = gin.text.index(before)
    slip = exchange("by hand", gin, at, at + len(before), after)
    assert slip is not None
    assert Bench(tmp_path).judge(slip).fate is fate


def test_a_verdict_tells_where_and_what_was_meant(tmp_path: Path) -> None:
    gin = sheet(RULESETS / "gin.yaml")
    at = gin.text.index("knock_limit          #")
    slip = exchange("by hand", gin, at, at + 11, "knock_limt", right="knock_limit")
    elsewhere = exchange("by hand", gin, at, at + 11, "knock_limt", 3, right="hand")
    assert slip is not None and elsewhere is not None
    bench = Bench(tmp_path)
    verdict, other = bench.judge(slip), bench.judge(elsewhere)
    assert verdict.exact and verdict.is_put_right
    assert not other.exact and not other.is_put_right
