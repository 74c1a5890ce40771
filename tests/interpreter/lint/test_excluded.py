"""L613: moves that can never be made, as what they ask has ended the turns or the game before."""

from __future__ import annotations

from pathlib import Path

import pytest

from .course import told

CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "by 'until'": (
        """\
phases:
  turn:
    who: players in turn
    until: counter = 3
    moves:
      go: add 1 to counter
      stop: { «may»: counter = 3, do: pay all from pot to you }
""",
        (
            "'counter = 3' never holds here: 'until: counter = 3' has ended the turns of 'turn' before, so "
            "that nobody can ever make the move 'stop'"
        ),
    ),
    "by an 'until' around": (
        """\
phases:
  round:
    repeat: until done
    phases:
      turn:
        who: each player
        until: done
        moves:
          go: add 1 to counter
          end_it: done becomes yes
          stop: { may: { «over»: done and counter > 2 }, do: score 1 }
""",
        "'done and counter > 2' never holds here: 'until: done' has ended",
    ),
    "by the end of the game": (
        """\
phases:
  turn:
    who: players in turn
    moves:
      go: draw up to 1 from stock
      stop: { «may»: stock is empty, do: score 1 }
end: { dry: when stock is empty }
""",
        "'stock is empty' never holds here: the game is over before",
    ),
    "what is so again within the turn": (
        """\
phases:
  turn:
    who: players in turn
    until: counter = 3
    before turn: add 1 to counter
    moves:
      go: score 1
      stop: { may: counter = 3, do: score 2 }
""",
    ),
    "another number": (
        """\
phases:
  turn:
    who: players in turn
    until: counter = 3
    moves:
      go: add 1 to counter
      stop: { may: counter = 2, do: end turn }
""",
    ),
    "of each player, and of one": (
        """\
phases:
  turn:
    who: players in turn
    until: every hand is empty
    moves:
      go: { choose: card in your hand, do: move card to discard }
      stop: { may: your hand is empty, do: do nothing }
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_told(name: str, tmp_path: Path) -> None:
    case, *messages = CASES[name]
    told(case, tuple(messages), "L613", tmp_path)
