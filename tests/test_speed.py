"""What README.md says of speed is what was measured, and the benchmarks say what they cannot measure."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
TABLE = runpy.run_path(str(ROOT / "benchmarks" / "table.py"))
FIGURES: dict[str, Any] = json.loads((ROOT / "benchmarks" / "figures.json").read_text("utf-8"))


def test_readme_has_the_figures_that_were_measured() -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    assert TABLE["with_table"](page, FIGURES) == page, "run: python -m benchmarks --readme"


def test_a_game_without_a_peer_has_an_empty_place() -> None:
    median = {"median": 1234.0, "least": 1.0, "greatest": 2.0}
    game = {"players": 2, "decisions_per_cpu_second": {"rulerun": median}}
    report = FIGURES | {
        "games": {
            "go_fish": game | {"ratios": {"RLCard": 1.5}},
            "war": game | {"ratios": {"OpenSpiel": 0.256}},
        }
    }
    lines = TABLE["speed_table"](report).splitlines()
    assert (
        lines[0] == "| random legal moves | times OpenSpiel | times RLCard | decisions a second |"
    )
    assert lines[2:4] == [
        "| go fish, 2 players |  | 1.50 | 1,230 |",
        "| war, 2 players | 0.26 |  | 1,230 |",
    ]


def test_two_jobs_have_a_row_if_they_were_measured() -> None:
    both = {"games": 10_000, "one_job": 6.24, "two_jobs": 3.4, "times_as_fast": 1.835}
    row = "| `simulate`, 10,000 games of In-Between, one job | 6.2 s | two jobs are 1.83 times as fast |"
    assert row in TABLE["speed_table"](FIGURES | {"jobs": both}).splitlines()
    assert "two jobs" not in TABLE["speed_table"](FIGURES | {"jobs": None})


def test_a_page_without_a_place_for_them_is_told() -> None:
    with pytest.raises(ValueError, match="no place for the figures"):
        TABLE["with_table"]("# rulerun\n", FIGURES)


def test_what_cannot_be_measured_is_told() -> None:
    for words, told in (
        (["snap"], "no game 'snap' is measured; there are in_between, gin"),
        (["--rounds", "0"], "--rounds needs 1 at least"),
        (["gin", "--readme"], "README.md tells of all games"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks", *words],
            check=False,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 2 and told in done.stderr
