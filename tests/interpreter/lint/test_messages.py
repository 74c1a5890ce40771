"""What lints say, as people read it: golden/lint/CODE_NAME.yaml holds findings of CODE."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulerun.grammar.rendering import render_full
from rulerun.interpreter.loading import read_rules

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "lint"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda p: p.stem)
def test_messages(
    path: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    code = path.stem.split("_")[0]
    found = [d for d in read_rules(path.name, linted=True).diagnostics if d.code == code]
    assert found
    golden(f"lint/{path.stem}.out", render_full(found))
