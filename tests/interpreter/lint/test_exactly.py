"""L606: what ends at exactly one number, which may never be met, and what meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .course import TABLE
from .marked import check

PLAYS = """\
phases:
  round:
    repeat: {repeat}
    phases:
      trick:
        repeat: {tricks}
        who: each player
        moves:
          pass: {{ do: score {points} }}
    at end: {{ out: {out} }}
"""

OPTIONS = """\
limit: 1000 moves
options: { rounds: 'number from 1 to 9, normally 3' }
remember: { points: number per player }
"""


def game(
    repeat: str = "always", tricks: str = "3 times", points: str = "1", out: str = "do nothing"
) -> str:
    """A game with such rounds, without a limit."""
    text = OPTIONS + PLAYS.format(repeat=repeat, tricks=tricks, points=points, out=out)
    return text.replace("limit: 1000 moves\n", "")


CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "the round before the first": (
        game() + "end:\n  done: after round, when «round_number = rounds - 1»\n",
        "with rounds 1, play need not end: 'round_number = rounds - 1' asks for round_number 0",
    ),
    "a round that comes": (game() + "end:\n  done: after round, when round_number = rounds\n",),
    "from a round on": (game() + "end:\n  done: after round, when round_number >= rounds - 1\n",),
    "another end": (
        game()
        + "end:\n  done: after round, when round_number = rounds - 1\n"
        + "  rich: after round, when any player has points > 20\n",
    ),
    "points that grow several times in a round": (
        game(repeat="until «any player has points = 7»"),
        "'any player has points = 7' is asked once in each 'round', and points may be more by then",
    ),
    "points that grow by two": (
        game(repeat="until «any player has points = rounds»", tricks="1 times", points="2"),
        "is asked once in each 'round', and points may be more by then",
    ),
    "points that are many": (game(repeat="until any player has points >= 7"),),
    "all drop out at once": (
        game(repeat="until «number of players = 1»", out="each player with points < 9 drops out"),
        "several may drop out at once, and then 'number of players = 1' may never hold",
    ),
    "one drops out": (game(repeat="until number of players = 1", out="last player drops out"),),
}


@pytest.mark.parametrize("case", CASES)
def test_what_may_never_be_met(case: str, tmp_path: Path) -> None:
    piece, *messages = CASES[case]
    check(piece, tuple(messages), {"L606"}, tmp_path)


def test_a_limit_is_an_end(tmp_path: Path) -> None:
    assert "limit" in TABLE
    check(
        "limit: 90 moves\n" + game(repeat="until any player has points = 7"), (), {"L606"}, tmp_path
    )
