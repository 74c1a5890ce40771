"""Chips and memories that the piles of a family, the suits and the ranks have, each its own."""

from __future__ import annotations

from random import Random

import pytest

from rulerun.interpreter.fuzzing.invariants import LAWS, chips_of
from rulerun.interpreter.machine.view import view_of

from ...playing import go_on
from .tables import failures, game_of, position, problems, value

RULES = """
game: Trays
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  jokers: joker
  starts in: stock
options:
  fee: number from 0 to 9, normally 1
chips:
  each player: 20
  pot: 0, remembers who paid
  stake: fee per tray
  ante: 2 per column
  bounty: 1 per suit
piles:
  stock: face down
  trays: per player, 2 trays, face up
  columns: 3 columns, face up
remember:
  dealer: player, starts as last of players
  bids: number per rank
  holder: player per suit
  weight: number per column, starts as 10 * position
  locked: yes or no per tray, secret
  label: low or high per rank, starts as high
  n: number
terms:
  my_tray: first tray in your trays
  all_told of tray: stake of tray + size of tray
setup: shuffle stock; deal 2 cards from stock to each trays
phases:
  turn:
    who: players in turn
    remember:
      chosen: number from 0 to 9 per suit
      called: number per tray, starts as position
    moves:
      go:
        do: LINE
      bet:
        choose: { tray: tray in your trays, chips: number from 0 to your chips }
        do: pay chips to stake of tray
      lay:
        choose: { column: column in columns }
        do: pay up to 1 to column's ante; add 1 to weight of column; deal 1 card from stock to column
      name_it:
        choose: { card: card in your trays }
        do: holder of suit of card becomes you; add 1 to bids of rank of card
      done: gather each stake, each ante into pot; split pot among players
winner: players
examples:
  shown:
    players: Anna, Ben
    start at: turn
    given:
      dealer: Ben
      first tray in Anna's trays: 2H 3H
      GIVEN
    play:
      STEPS
"""


def shown(line: str, *steps: str, given: str = "n: 0") -> str:
    text = RULES.replace("LINE", line).replace("GIVEN", given.replace("; ", "\n      "))
    return text.replace("STEPS", "\n      ".join(f"- {step}" for step in steps))


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("pay 3 to stake of my_tray", "stake of first tray in Anna's trays = 4 and Anna's chips = 17"),
        ("pay 3 to stake of last of your trays", "stake of (last of Anna's trays) = 4"),
        ("pay 3 to stake of my_tray", "(total stake of Ben's trays) = 2 and stake of last of Ben's trays = 1"),
        ("for each tray in your trays -> pay 1 from stake of tray to stake of my_tray", "stake of first of Anna's trays = 2"),
        ("take all from ante of last of columns", "Anna's chips = 22 and (total ante of columns) = 4"),
        ("pay 5 to bounty of hearts; pay 1 from bounty of spades to pot", "bounty of hearts = 6 and (total bounty of suits) = 8"),
        ("gather each bounty into pot", "pot = 4 and bounty of clubs = 0 and paid_to_pot of Anna = 0"),
        ("gather each stake into pot", "pot = 4 and Anna's paid_to_pot = 2 and Ben's paid_to_pot = 2"),
        ("pay 2 from stake of (first of (left of you)'s trays) + stake of my_tray to pot", ""),
        ("bids of K becomes 7; bids of 5 becomes 2", "bids of K = 7 and bids of 5 = 2 and bids of Q = 0"),
        ("add 2 to bids of (rank of top of my_tray)", "bids of 3 = 2 and (largest bids of ranks) = 2"),
        ("bids of rank of joker becomes 4", "bids of rank of joker = 4 and bids of A = 0"),
        ("holder of hearts becomes you", "holder of hearts is Anna and holder of clubs is nothing"),
        ("weight of column 2 becomes 1", ""),
        ("n becomes weight of last of columns", "n = 30 and weight of (first of columns) = 10"),
        ("n becomes number of columns in columns where weight > 10", "n = 2"),
        ("n becomes number of suits where holder is nothing", "n = 4"),
        ("n becomes all_told of my_tray", "n = 3"),
        ("locked of my_tray becomes yes; n becomes number of trays in your trays where locked", "n = 1"),
        ("label of Q becomes low; n becomes number of ranks where label is low", "n = 1"),
        ("n becomes called of last of your trays", "n = 2"),
        ("chosen of clubs becomes 9; n becomes chosen of clubs", "n = 9"),
        ("n becomes size of first tray with most stake", "n = 2"),
    ],
)  # fmt: skip
def test_a_line_about_what_they_have(line: str, after: str) -> None:
    text = shown(line, "Anna: go", *([f"expect: {after}"] if after else []))
    if not after:
        assert problems(text)  # the same words as everywhere: this is no such expression
        return
    assert failures(text) == []
    state, _ = position(text, "shown")
    assert chips_of(state) == 40 + 4 + 6 + 4


def test_what_is_given_and_what_starts_afresh() -> None:
    text = shown(
        "chosen of clubs becomes 9; called of my_tray becomes 7; end turn",
        "expect: stake of last of Ben's trays = 6 and bids of K = 3 and holder of spades is Ben",
        "expect: weight of first of columns = 4",
        "Anna: bet 1, 2",
        "Ben: bet 2, 1",
        "Anna: lay 3",
        "expect: stake of first of Anna's trays = 3 and stake of last of Ben's trays = 7",
        "expect: weight of last of columns = 31 and ante of last of columns = 3",
        "Ben: done",
        "expect: pot = 0 and (total ante of columns) = 0",
        given="stake of last tray in Ben's trays: 6; bids of K: 3; holder of spades: Ben;"
        " weight of first column in columns: 4",
    )
    assert failures(text) == []
    state, _ = position(text, "shown")
    assert value(state, "chosen of clubs") == "0"
    assert value(state, "called of last of Ben's trays", {"Ben": 1}) == "2"


def test_a_number_out_of_its_kind_and_too_few_chips() -> None:
    assert "10 is not from 0 to 9" in str(
        failures(shown("chosen of hearts becomes 10", "Anna: go"))
    )
    assert "R701 3 chips are needed here, and there are 1" in str(
        failures(shown("pay 3 from stake of my_tray to pot", "Anna: go"))
    )


def test_who_sees_what_they_have() -> None:
    state, _ = position(shown("locked of my_tray becomes yes", "Anna: go"), "shown")
    views = [dict(view_of(state, seat).memories) for seat in (0, 1, None)]
    assert [view["locked"] for view in views] == [
        ("yes", "no", "?", "?"),
        ("?", "?", "no", "no"),
        ("?",) * 4,
    ]
    assert dict(view_of(state, 0).chips)["stake"] == (1, 1, 1, 1)
    assert dict(view_of(state, 0).chips)["ante"] == (2, 2, 2)
    assert len(views[0]["bids"]) == 14  # the joker counts as a rank of its own


def test_the_laws_hold() -> None:
    text = shown("locked of my_tray becomes yes; add 1 to called of my_tray", "Anna: go")
    game = game_of(text, fee=3)
    for seed in range(4):
        state = game.start(seed=seed)
        go_on(state, seed, 12)
        assert chips_of(state) == 40 + 12 + 6 + 4
        for law in LAWS.values():
            law(state, Random(seed))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("2 per column", "2 per colunm", "T401 “colunm”: no family of piles consists of colunms, and nothing else here has one each; did you mean 'column'?"),
        ("2 per column", "2 per table", "it may be 'per player' or 'per suit' or 'per rank' or 'per column' or 'per tray'"),
        ("2 per column", "2 per columns", "did you mean 'column'?"),
        ("number per rank", "number per card", "T401 “card”: no family of piles consists of cards"),
        ("columns: 3 columns", "others: 2 columns, face up\n  columns: 3 columns", "T401 “column”: 'others' and 'columns' both consist of columns"),
        ("1 per suit", "1 per suit, remembers who paid", "only chips of which there is one pot"),
        ("label: low or high per rank, starts as high", "label: low or high per rank, starts as middle", "'middle'"),
    ],
)  # fmt: skip
def test_what_nothing_can_have(old: str, new: str, told: str) -> None:
    assert old in RULES
    found = problems(shown("do nothing", "Anna: go").replace(old, new))
    assert any(told in line for line in found), found
    assert len(found) == 1 or "both consist" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pay 1 to stake", "T402 “stake”: whose stake?; write 'stake of tray' or the like"),
        ("pay 1 to your stake", "a player has no 'stake'"),
        ("pay 1 to stake of first of columns", "a pile, which has no 'stake'"),
        ("n becomes bids of hearts", "a suit, which has no 'bids'"),
        ("add 1 to bids", "whose bids?"),
    ],
)
def test_what_is_said_of_something_else(line: str, told: str) -> None:
    assert told in " ".join(problems(shown(line, "Anna: go")))
