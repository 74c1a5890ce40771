"""L603: what a memory becomes and loses again before anything asks it; and what is asked in time."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import findings, whole, without_marks

GAME = """\
piles:
  stock:   face down
  hand:    per player, seen by owner
  discard: face up
remember:
  points: number per player
  best:   player
  led:    suit
winner: all players with most points
setup: shuffle stock; deal 5 cards from stock to each hand
phases:
  round:
    repeat: 3 times
    remember:
      leader: player, starts as first of players
    at start:
      begin: START
    phases:
      turn:
        who: each player starting with leader
        before turn: { what: 'when led is hearts -> say "hearts"' }
        moves:
          lay: { choose: card in your hand, do: DO }
    at end:
LINES
"""

CASES: dict[str, tuple[str, str, str, *tuple[str, ...]]] = {
    "lost with the pass": (
        "do nothing", "move card to discard", "leader scores 1\n«leader becomes left of leader»",
        "leader",
    ),
    "asked in the same pass": (
        "leader becomes last of players", "move card to discard", "leader scores 1",
    ),
    "set anew before it is asked": (
        "do nothing", "move card to discard; «best becomes you»",
        "best becomes left of leader\nbest scores 1", "best",
    ),
    "set anew by each turn, and asked then": (
        "do nothing", "move card to discard; best becomes you", "best scores 1",
    ),
    "asked by the next turn": (
        "do nothing", "move card to discard; led becomes suit of card", "led becomes nothing\nleader scores 1",
    ),
    "set anew only sometimes": (
        "do nothing", "move card to discard; best becomes you",
        "when discard is empty -> best becomes leader\nbest scores 1",
    ),
    "set back, to make sure": (
        "best becomes nothing; led becomes hearts", "move card to discard; best becomes you",
        "best scores 1",
    ),
    "set anew for each": (
        "do nothing", "move card to discard",
        "for each player -> best becomes player; best scores 1",
    ),
    "asked of another in turn": (
        "do nothing", "move card to discard",
        "for each player -> led becomes suit of top of discard; best becomes player; best scores 1",
    ),
}  # fmt: skip
"""Lines at the start, of a move, at the end; and what is lost at the marked place."""


def told(piece: str, folder: Path) -> tuple[list[tuple[int, int]], list[str]]:
    """The marked places of a game, and what is told: of these lines only, each at its place."""
    text, marks = without_marks(whole(piece))
    found = [d for d in findings(text, folder, {"L603"}) if "becomes here" in d.message]
    assert [(d.span.start, d.span.end) for d in found] == marks, "\n".join(map(str, found))
    return marks, [d.message for d in found]


@pytest.mark.parametrize("name", CASES)
def test_what_is_set_in_vain(name: str, tmp_path: Path) -> None:
    start, do, end, *names = CASES[name]
    piece = GAME.replace("START", start).replace("DO", f'"{do}"')
    lines = "".join(f"      l{i}: {line}\n" for i, line in enumerate(end.splitlines()))
    _, messages = told(piece.replace("LINES\n", lines), tmp_path)
    word = "nothing asks what '{}' becomes here before it is set anew or starts afresh"
    assert messages == [word.format(name) for name in names]


def test_what_the_end_asks(tmp_path: Path) -> None:
    piece = GAME.replace("START", "do nothing").replace("DO", "move card to discard")
    piece = piece.replace("LINES", "      l: best becomes left of leader")
    told(piece.replace("all players with most points", "best"), tmp_path)
    row = "at any time: { over: when best is first of players and points of best = 0 -> best scores 1 }\n"
    told(piece + row, tmp_path)
