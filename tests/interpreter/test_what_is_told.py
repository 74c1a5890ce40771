"""What is told of things that people write in their own way: the mistake, and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

GAME = """\
game: Told
about: One takes.
players: 2
deck: { ranks: 2 to 10, starts in: stock }
options:
  most: number from 1 to 9, normally 3
piles:
  stock: face down
  hand: per player
  heap: face up
remember:
  points: number per player
  colour: red or black
phases:
  turn:
    who: each player
    repeat: most times
    moves:
      take:
        do: draw 1 card from stock; colour becomes red; your points becomes 1
winner: all players with most points
"""


@pytest.mark.parametrize(
    ("right", "wrong", "code", "advice"),
    [
        (
            "colour: red or black",
            'colour: "red" or "black"',
            "Y119",
            "words stand without quotes: red or black",
        ),
        ("normally 3", "normally 3 - cards", "E301", "write: 3 -- cards"),
        ("about: One takes.", "about: [One takes]", "Y120", "write 'about: One takes'"),
        (
            "about: One takes.",
            "about: the rules:",
            "Y118",
            "put the whole text in single quotes: 'the rules:'",
        ),
        (
            "do: draw 1 card from stock; colour becomes red; your points becomes 1",
            "choose: number from 1 to 2\n        draw 1 card from stock",
            "Y124",
            "write 'do: draw 1 card from stock'",
        ),
    ],
)
def test_one_mistake_and_what_to_write(
    tmp_path: Path, right: str, wrong: str, code: str, advice: str
) -> None:
    assert right in GAME
    path = tmp_path / "told.yaml"
    path.write_text(GAME, encoding="utf-8")
    assert not read_rules(path).diagnostics
    path.write_text(GAME.replace(right, wrong), encoding="utf-8")
    (found,) = read_rules(path).diagnostics
    assert (found.code, found.suggestion) == (code, advice)
