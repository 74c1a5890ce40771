"""L607: rows of `at any time` that are carried out for ever, and those that come to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from .course import played, told

PLAY = """\
phases:
  turn:
    repeat: 30 times
    who: each player
    moves:
      draw: draw up to 1 from stock
      throw:
        choose: card in your hand
        do: move card to discard
      count: add 1 to counter
      pay: pay up to 3 to pot
      flip: done becomes yes
      flop: done becomes no
tables:
  what:
    some: when counter > 2 -> done becomes no
    none: otherwise -> say "no"
"""

ROWS: dict[str, str] = {
    "when any player has chips = 0 -> that player drops out": "",
    "when any player in everyone has chips = 0 -> that player drops out": (
        "'row' is carried out for ever once 'any player in everyone has chips = 0' holds: nothing that it does ends that"
    ),
    "when any player has chips = 0 -> each player with chips = 0 drops out": "",
    'when counter > 3 -> say "x"': (
        "'row' is carried out for ever once 'counter > 3' holds: nothing that it does ends that"
    ),
    "when counter > 3 and not done -> done becomes yes": "",
    "when counter > 3 -> done becomes yes": (
        "'row' is carried out for ever once 'counter > 3' holds: nothing that it does ends that"
    ),
    "when stock is empty -> shuffle discard into stock": (
        "'row' may be carried out for ever: if discard is empty, too, it changes nothing"
    ),
    "when stock is empty and discard is not empty -> shuffle discard into stock": "",
    "when size of stock = 0 and size of discard > 3 -> gather discard into stock; shuffle stock": "",
    "when stock is empty or size of stock < 3 -> shuffle discard into stock": (
        "'row' may be carried out for ever: if discard is empty, too, it changes nothing"
    ),
    "when stock is empty -> shuffle discard without top of discard into stock": (
        "'row' may be carried out for ever: if discard has no other card, too, it changes nothing"
    ),
    "when stock is empty and size of discard > 1 -> shuffle discard without top of discard into stock": "",
    "when stock is empty and discard is not empty -> shuffle discard without top of discard into stock": (
        "'row' may be carried out for ever: if discard has no other card, too, it changes nothing"
    ),
    "when stock is empty -> when discard is not empty -> shuffle discard into stock": (
        "'row' is carried out for ever if what stands behind its second arrow does not apply: then it changes nothing and 'stock is empty' holds again"
    ),
    "when counter < 50 -> add 1 to counter": "",
    "when counter < 50 -> add 0 to counter": (
        "'row' is carried out for ever once 'counter < 50' holds: nothing that it does ends that"
    ),
    "when counter > 5 -> add 1 to counter": (
        "'row' is carried out for ever once 'counter > 5' holds: nothing that it does ends that"
    ),
    "when counter = 5 -> add 1 to counter": "",
    "when counter = 5 -> counter becomes 0": "",
    "when counter = 5 -> counter becomes 5": (
        "'row' is carried out for ever once 'counter = 5' holds: nothing that it does ends that"
    ),
    "when counter >= 5 -> counter becomes 7": (
        "'row' is carried out for ever once 'counter >= 5' holds: nothing that it does ends that"
    ),
    "when yes -> do nothing": (
        "'row' is carried out for ever once 'yes' holds: nothing that it does ends that"
    ),
    'when hand_size > 4 -> say "x"': (
        "'row' is carried out for ever once 'hand_size > 4' holds: nothing that it does ends that"
    ),
    "when pot > 10 -> first of players takes all from pot": "",
    "when pot > 10 -> first of players pays 1 to pot": (
        "'row' is carried out for ever once 'pot > 10' holds: nothing that it does ends that"
    ),
    "when pot < 3 -> each player pays up to 1 to pot": "",
    "when size of discard < 2 -> deal 1 card from stock to discard": "",
    "when size of discard < 2 -> deal up to 1 card from stock to discard": (
        "'row' may be carried out for ever: if stock is empty, too, it changes nothing"
    ),
    "when size of discard < 2 and stock is not empty -> deal up to 1 card from stock to discard": "",
    "when any player has hand is empty -> that player draws up to 3 from stock": (
        "'row' may be carried out for ever: if stock is empty, too, it changes nothing"
    ),
    "when any player has (hand is empty) and stock is not empty -> that player draws up to 3 from stock": "",
    "when top of discard is QS -> shuffle discard": (
        "'row' may be carried out for ever: if discard has no other card, too, it changes nothing"
    ),
    "when top of discard is QS -> move top of discard to stock": "",
    "when any player has (any card in hand is red) -> for each card in hand of player where color of card "
    "is red -> move card to discard; deal up to 1 card from stock to hand of player": "",
    "when dealer is out -> dealer becomes left of dealer": "",
    "when counter > 3 -> first of players scores 1; counter becomes 0": "",
    "when any player has points > 3 -> first player scores 1": (
        "'row' is carried out for ever once 'any player has points > 3' holds: nothing that it does ends"
    ),
    "when any player has points > 3 -> that player scores -1": "",
    "when done -> consult what": (
        "'row' is carried out for ever once 'done' holds: nothing that it does ends that"
    ),
}
"""Rows, and what is said of them, if anything."""

PAIRS: dict[tuple[str, str], tuple[str, ...]] = {
    (
        "when done -> done becomes no",
        "when not done -> done becomes yes",
    ): ("'one' and 'two' are carried out in turn for ever: each makes the other hold",),
    (
        "when stock is empty -> gather discard into stock",
        "when discard is empty -> gather stock into discard",
    ): (
        "'one' may be carried out for ever: if discard is empty, too, it changes nothing",
        "'two' may be carried out for ever: if stock is empty, too, it changes nothing",
    ),
    (
        "when counter > 0 and done -> done becomes no",
        "when counter > 0 and not done -> done becomes yes",
    ): ("'one' and 'two' are carried out in turn for ever: each makes the other hold",),
    (
        "when counter > 0 and done -> done becomes no; counter becomes 0",
        "when counter = 0 and not done and size of discard > 60 -> done becomes yes",
    ): (),
    (
        "when done -> done becomes no",
        "when counter > 3 and not done -> counter becomes 0; done becomes yes",
    ): (),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_row(row: str, tmp_path: Path) -> None:
    message = ROWS[row]
    name = "«row»" if message else "row"
    rules = PLAY + f"at any time:\n  {name}: '{row}'\n"
    told(rules, (message,) if message else (), "L607", tmp_path)
    if not message:
        assert not played(rules, "R706", tmp_path)


@pytest.mark.parametrize("rows", PAIRS)
def test_two_rows(rows: tuple[str, str], tmp_path: Path) -> None:
    messages = PAIRS[rows]
    marks = (["«one»", "«two»"], ["«one»", "two"], ["one", "two"])[2 - len(messages)]
    lines = "".join(f"  {name}: '{row}'\n" for name, row in zip(marks, rows, strict=True))
    rules = PLAY + f"at any time:\n{lines}"
    told(rules, messages, "L607", tmp_path)
    assert played(rules, "R706", tmp_path) is bool(messages)


def test_three_rows(tmp_path: Path) -> None:
    rows = {"«one»": (1, 2), "two": (2, 3), "three": (3, 1)}
    lines = "".join(
        f"  {n}: 'when counter = {a} -> counter becomes {b}'\n" for n, (a, b) in rows.items()
    )
    message = (
        "'one', 'two' and 'three' are carried out in turn for ever: each makes the next one hold"
    )
    rules = PLAY + f"at any time:\n{lines}"
    told(rules, (message,), "L607", tmp_path)
    assert played(rules, "R706", tmp_path)
    ends = rules.replace("becomes 1", "becomes 0").replace("«", "").replace("»", "")
    told(ends, (), "L607", tmp_path)
