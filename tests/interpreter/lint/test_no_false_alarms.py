"""No lint says anything of the rule files that are known to be right.

What it says of one of them is true, and then the file is mended or the line silenced with a reason;
or it is a false alarm, and then the lint is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Severity

from ...playing import rules

ROOT = Path(__file__).resolve().parents[3]

FILES = sorted(
    path
    for folder in (ROOT / "rulesets", ROOT / "tests" / "rulesets")
    for path in folder.rglob("*.yaml")
)


def test_there_are_files() -> None:
    assert len(FILES) > 40


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_nothing_is_said_of_right_rules(path: Path) -> None:
    loaded = rules(path)
    assert loaded.checked is not None or loaded.stack.form is not None
    told = [str(d) for d in loaded.diagnostics if d.severity >= Severity.WARNING]
    assert not told, "\n".join(told)
