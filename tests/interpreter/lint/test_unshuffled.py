"""L621: cards that are dealt in the order of a new pack, and those that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check, findings, whole

PILES = """\
piles:
  stock:   face down
  discard: face up
  row:     face up
  hand:    per player, seen by owner
"""

ROUNDS = """\
phases:
  round:
    repeat: 3 times
    at start:
"""

CASES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "never": (
        "setup: «deal 5 cards from stock to each hand»\n",
        "the cards of stock are dealt in the order of a new pack: nothing has shuffled them",
    ),
    "another pile": (
        "setup: shuffle discard; «deal 5 cards from stock to each hand»\n",
        "in the order of a new pack",
    ),
    "after the deal": (
        "setup: «deal 5 cards from stock to each hand»; shuffle stock\n",
        "in the order of a new pack",
    ),
    "gathered after that": (
        "setup: shuffle stock; gather all cards into stock; «deal 5 cards from stock to each hand»\n",
        "in the order of a new pack",
    ),
    "before the first round only": (
        f"""\
setup: shuffle stock
{ROUNDS}\
      collect: gather all cards into stock
      hands:   «deal 5 cards from stock to each hand»
""",
        "in the order of a new pack",
    ),
    "what is drawn": (
        """\
setup: do nothing
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      draw: «draw 1 from stock»
""",
        "in the order of a new pack",
    ),
    "in each round": (
        f"""\
setup: do nothing
{ROUNDS}\
      collect: gather all cards into stock; shuffle stock
      hands:   deal 5 cards from stock to each hand
""",
    ),
    "before the first round, and the piles are gathered as they lie": (
        f"""\
setup: shuffle stock
{ROUNDS}\
      hands:   deal 5 cards from stock to each hand
      collect: gather each hand into stock
""",
    ),
    "where they are dealt to": (
        "setup: deal 10 cards from stock to row; shuffle row; deal 1 card from row to discard\n",
    ),
    "a random one of them": ("setup: move random card in stock to discard\n",),
    "whenever the pile is empty": (
        """\
setup: shuffle stock; deal 40 cards from stock to discard
at any time:
  new_pack: when stock is empty and discard is not empty -> shuffle discard into stock
phases:
  turn:
    repeat: 5 times
    who: each player
    moves:
      draw: draw 1 from stock
""",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_told(case: str, tmp_path: Path) -> None:
    piece, *messages = CASES[case]
    check(PILES + piece, tuple(messages), {"L621"}, tmp_path)


def test_what_shuffles_in_vain_is_shown(tmp_path: Path) -> None:
    setup = (
        "setup: shuffle stock; gather all cards into stock; deal 5 cards from stock to each hand\n"
    )
    found = findings(whole(PILES + setup), tmp_path, ["L621"])
    assert [note.message for note in found[0].notes] == [
        "'shuffle stock' comes too late, or too early",
        "'gather all cards into stock' lays the cards in the order of a new pack",
    ]
