"""L603: rows of `end` that never apply, as another row has ended the game before."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

from .marked import check

TURNS = """\
piles:
  stock:   face down
  discard: face up
  hand:    per player, seen by owner
remember: { points: number per player }
setup: shuffle stock; deal 5 cards from stock to each hand
winner: all players with most points
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to discard; score 3 }
      pass: do nothing
"""

CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "the same once more": (
        """\
end:
  rich: after turn, when any player has points > 20
  «high»: after turn, when any player has points > 20
""",
        "the game never ends by 'high': whenever its condition holds, 'rich' has ended it already",
    ),
    "what the row above takes, too": (
        """\
end:
  few: after turn, when size of discard > 2
  «many»: after turn, when size of discard > 3
""",
        "the game never ends by 'many': whenever its condition holds, 'few' has ended it already",
    ),
    "asked at all times, wherever it stands": (
        """\
end:
  «many»: after turn, when size of discard > 2 and stock is empty
  few: when size of discard > 2
""",
        "'few' has ended it already",
    ),
    "one of two": (
        """\
end:
  «some»: after turn, when size of discard >= 3
  few: when size of discard > 3
  less: when size of discard = 3
""",
        "whenever its condition holds, one of those before it has ended it already",
    ),
    "the narrower one first": (
        """\
end:
  many: after turn, when size of discard > 3
  few: after turn, when size of discard > 2
""",
    ),
    "one that waits is asked after": (
        """\
end:
  few: after turn, when size of discard > 2
  many: when size of discard > 3
""",
    ),
    "of one player, and of each": (
        """\
end:
  everybody: after turn, when every player has points > 20
  somebody: after turn, when any player has points > 20
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_told(name: str, tmp_path: Path) -> None:
    case, *messages = CASES[name]
    check(TURNS + case, tuple(messages), {"L603"}, tmp_path)


def test_a_house_rule_may_end_a_game_before_the_game_would() -> None:
    loaded = read_rules("go_fish", ["short_game"], linted=True)
    assert [d for d in loaded.diagnostics if d.code == "L603"] == []
