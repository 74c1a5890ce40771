"""What only follows from a mistake in a declaration is not told; and never is nothing told for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.declarations.library import file_at
from rulerun.interpreter.loading import read_rules

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"


@pytest.mark.parametrize(
    ("file", "was", "now", "at"),
    [
        ("canasta.yaml", "natural_canasta: 7 or more cards", "natural_canasta: 7 or more cardcs", "cardcs"),
        ("hearts.yaml", "  penalty of card:", "  penapty of card:", "penapty"),
        ("overlays/crazy_eights/mau_mau.yaml", "terms.crazy: rank", "terms.crazy: ranjk", "ranjk"),
    ],
)  # fmt: skip
def test_one_slip_is_told_once(file: str, was: str, now: str, at: str) -> None:
    path = RULESETS / file
    text = path.read_text(encoding="utf-8")
    assert text.count(was) == 1
    (found,) = read_rules(file_at(str(path), text.replace(was, now).encode())).diagnostics
    assert found.span.text == at


def test_two_that_ask_for_one_another_are_told(tmp_path: Path) -> None:
    """Each of the two mistakes could follow from the other one, and neither does."""
    path = tmp_path / "game.yaml"
    path.write_text(
        "game: Two\nplayers: 2\ndeck: { ranks: 2 to 9, starts in: stock }\npiles: { stock: face down }\n"
        "terms:\n  one of card: rank of card = 2 or other\n  other of card: rank of card = 3 or one\n"
        "phases: { turn: { who: each player, moves: { pass: do nothing } } }\n"
        "winner: all players with most other\n"
    )
    assert {d.code for d in read_rules(path).diagnostics} >= {"T402"}
