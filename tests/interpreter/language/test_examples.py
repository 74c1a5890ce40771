"""Examples that cannot be laid out: told like every other failure."""

from __future__ import annotations

import pytest

from .tables import failures

GAME = """\
game: A card
players: 2
deck: {{ ranks: "2 to 10, J, Q, K, A", starts in: stock{deck} }}
piles: {{ stock: face down, discard: face up }}
chips: {{ pot: {pot} }}
phases: {{ turn: {{ who: each player, moves: {{ pass: {{ do: do nothing }} }} }} }}
examples:
  one: {{ players: "Anna, Ben", {shuffle}play: [ Anna: pass ] }}
"""


@pytest.mark.parametrize(
    ("deck", "shuffle", "pot", "code"),
    [
        ("", "shuffle: 2C 3C 2C, ", "0", "R710"),
        ("", "", "value of top of discard", "R702"),
        (", only: value / 0 > 1", "", "0", "R703"),
    ],
)
def test_an_example_that_cannot_be_laid_out(deck: str, shuffle: str, pot: str, code: str) -> None:
    (said,) = failures(GAME.format(deck=deck, shuffle=shuffle, pot=pot))
    assert said.startswith(f"one: {code}")
