"""L617: `end turn` where only one's own turn may be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import findings, whole, without_marks

GAME = """\
piles:
  stock:   face down
  hand:    per player, seen by owner
  discard: face up
remember: { knocker: player }
setup: shuffle stock; deal 5 cards from stock to each hand
phases:
  NAME:
    who: players in turn
    until: any hand is empty or knocker is not nothing
    phases:
      laying:
        moves:
          lay: { choose: card in your hand, do: move card to discard }
          knock: LINE
winner: all players where player is knocker
"""

CASES = {
    "alone": ("turn", "knocker becomes you; «end turn»"),
    "under a condition": ("turns", "'when knocker is nothing -> knocker becomes you; «end turns»'"),
    "one turn": ("turn", "knocker becomes you; end your turn"),
    "another name": ("play", "knocker becomes you; end play"),
}


@pytest.mark.parametrize(("name", "line"), CASES.values(), ids=CASES)
def test_what_is_told(name: str, line: str, tmp_path: Path) -> None:
    text = whole(GAME.replace("NAME", name).replace("LINE", line))
    plain, marks = without_marks(text)
    found = findings(plain, tmp_path, ["L617"])
    assert [(d.span.start, d.span.end) for d in found] == marks
    assert all("all players" in d.message and d.suggestion for d in found)


def test_it_is_told_in_a_table_that_moves_consult(tmp_path: Path) -> None:
    tables = "tables:\n  knocking:\n    it: otherwise -> knocker becomes you; «end turn»\n"
    text = whole(GAME.replace("NAME", "turn").replace("LINE", "consult knocking") + tables)
    plain, marks = without_marks(text)
    assert [(d.span.start, d.span.end) for d in findings(plain, tmp_path, {"L617"})] == marks
