"""L613: what ends a phase and still holds when the phase begins again; and what is set back."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

GAME = """\
piles:
  stock:   face down
  hand:    per player, seen by owner
  discard: face up
remember:
  points: number per player
  passes: number
  tricks: number
  leader: player, starts as first of players
winner: all players with most points
setup: shuffle stock; deal 5 cards from stock to each hand
phases:
  round:
    repeat: 3 times
    phases:
      turn:
        KEYS
        moves:
          lay: { choose: card in your hand, do: "move card to discard; add 1 to tricks; score 1" }
          pass: add 1 to passes
    at end:
      more: MORE
end: { rich: 'after round, when tricks = 12' }
"""

NOBODY = "when 'turn' begins again, '.*' still holds: .*nobody has a turn in it any more"
PASSED = "when 'turn' begins again, '.*' still holds: .*it is passed over from then on"
IN_TURN = "who: players in turn\n        "

CASES: dict[str, tuple[str, str, *tuple[str, ...]]] = {
    "passes that are never set back": (
        IN_TURN + "until: «passes = 3»", "leader becomes left of leader", NOBODY,
    ),
    "set back at the end of the round": (IN_TURN + "until: passes = 3", "passes becomes 0"),
    "set back at the beginning": (
        "at start: { zero: passes becomes 0 }\n        " + IN_TURN + "until: passes = 3",
        "do nothing",
    ),
    "hands that are not dealt anew": (
        IN_TURN + "until: «any hand is empty»", "gather discard into stock", NOBODY,
    ),
    "hands that are": (
        IN_TURN + "until: any hand is empty", "deal up to 5 cards from stock to each hand",
    ),
    "another way out": (
        IN_TURN + "until: passes = 3\n        after turn: when size of discard > 5 -> end turn",
        "do nothing",
    ),
    "until nobody is left": (
        "who: players in turn where hand is not empty\n        until: passes = 3", "do nothing",
    ),
    "passes of a phase": (
        "repeat: until «tricks >= 2»\n        who: each player", "do nothing", PASSED,
    ),
    "so many times at most": (
        "repeat: 4 times or until tricks >= 2\n        who: each player", "do nothing",
    ),
    "what is asked of whose turn it is": (
        "repeat: until leader's hand is empty\n        who: each player",
        "leader becomes left of leader",
    ),
}  # fmt: skip
"""The keys of a phase in a round, what is done after it; and what is told, at the marked place."""


@pytest.mark.parametrize("name", CASES)
def test_what_still_holds(name: str, tmp_path: Path) -> None:
    keys, more, *messages = CASES[name]
    piece = GAME.replace("KEYS", keys).replace("MORE", more)
    check(piece, tuple(messages), {"L613"}, tmp_path)


def test_a_phase_that_is_come_to_once(tmp_path: Path) -> None:
    piece = GAME.replace("KEYS", IN_TURN + "until: passes = 3").replace("MORE", "do nothing")
    check(piece.replace("    repeat: 3 times\n", ""), (), {"L613"}, tmp_path)
    check(piece.replace("3 times", "1 times"), (), {"L613"}, tmp_path)


def test_a_row_may_set_it_back(tmp_path: Path) -> None:
    piece = GAME.replace("KEYS", IN_TURN + "until: passes = 3").replace("MORE", "do nothing")
    row = "at any time: { zero: when passes = 3 and stock is empty -> passes becomes 0 }\n"
    check(piece + row, (), {"L613"}, tmp_path)
