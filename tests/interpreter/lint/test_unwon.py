"""L603: a note that nobody ever wins where points are counted, or a house rule takes the winner away."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Severity
from rulerun.interpreter.loading import read_rules

from .marked import findings, whole

POINTS = """\
remember:
  points: number per player
setup: shuffle stock; each player scores 1
"""
SAID = "nobody ever wins this game: it has neither 'winner' nor 'payoff'"


@pytest.mark.parametrize(
    ("piece", "told"),
    [
        ("", False),  # a game in its first steps
        (POINTS, True),
        (POINTS + "winner: all players with most points\n", False),
        (POINTS + "payoff: points\n", False),
    ],
)
def test_points_by_which_nobody_wins(piece: str, told: bool, tmp_path: Path) -> None:
    found = [d for d in findings(whole(piece), tmp_path, {"L603"}) if d.message == SAID]
    assert [(d.span.text, d.severity) for d in found] == [("Frame", Severity.NOTE)] * told


def test_a_house_rule_takes_the_winner_away(tmp_path: Path) -> None:
    path, rule = tmp_path / "frame.yaml", tmp_path / "rule.yaml"
    path.write_text(whole("winner: first of players\n"), encoding="utf-8")
    rule.write_text("house rule: No Winner\nfor: frame\nremove: [winner]\n", encoding="utf-8")
    assert not read_rules(path, linted=True).diagnostics
    found = read_rules(path, [rule], linted=True).diagnostics
    told = f"with this change {SAID}"
    assert [(d.message, d.severity, d.span.text) for d in found] == [
        (told, Severity.NOTE, "winner")
    ]
