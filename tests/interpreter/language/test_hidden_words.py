"""What is said to somebody who names a card: never where a card lies that they do not see."""

from __future__ import annotations

import pytest

from rulerun.interpreter.errors import IllegalMoveError

from .tables import game_of

RULES = """\
game: Where is it
players: 2
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
piles: { stock: face down, tableau: "4 columns, face either", table: "groups, face up" }
setup:
  deal: for each column in tableau -> deal 2 cards from stock to column; turn top of column face up
phases:
  turn:
    who: players in turn
    moves:
      pick: { choose: { column: column in tableau }, do: do nothing }
      none: { choose: { column: column in tableau where 1 > 2 }, do: do nothing }
"""


def test_a_pile_is_named_by_a_card_that_is_seen() -> None:
    state = game_of(RULES).start()
    answers = set()
    for pile in state.piles:
        for card in pile[:-1]:
            label = state.game.deck.labels[card]
            for move in ("pick", "none"):
                with pytest.raises(IllegalMoveError) as refused:
                    state.apply(f"{move} {label}")
                answers.add(str(refused.value).replace(label, "X").replace(move, "move"))
    assert len(answers) == 1, answers
    for pile in state.piles[1:]:
        state.clone().apply(f"pick {state.game.deck.labels[pile[-1]]}")
