"""L620, and L601 found in the same games: rules that fail in games by chance, with the players and
options of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

GAME = """\
game: Laying
players: 2 to 4
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
options:
  cards: number from 1 to 8, normally 5
  deals: number from 1 to 9, normally 3
chips: { each player: 20, pot: 0 }
piles:
  stock:   face down
  hand:    per player, seen by owner
  front:   per player, face up
  discard: face up
remember:
  points: number per player
MEMORY
phases:
  deal:
    repeat: deals times
    at start:
      collect: gather all cards into stock
      shuffle: shuffle stock
      hands:   deal cards cards from stock to each hand
      LINE
    phases:
      lay:
        repeat: cards times
        phases:
          turn:
            WHO
            moves:
              play: { choose: card in your hand, do: move card to your front }
        at end:
          score: each player consults result
          clear: gather each front into discard
    at end:
      win: split pot among all players with most points
tables:
  result:
    HIT
    best: when rank of top of your front is K -> score 1
    ROW
    rest: otherwise -> LEFT
winner: all players with most points
"""

LINE = "ante: each player pays up to 1 to pot"


def game(**parts: str) -> str:
    given = {"MEMORY": "", "LINE": LINE, "WHO": "who: each player", "HIT": "", "ROW": ""}
    text = GAME
    for name, part in (given | {"LEFT": "do nothing"} | parts).items():
        text = text.replace(name, part)
    return "\n".join(line for line in text.splitlines() if line.strip()) + "\n"


def told(text: str, folder: Path) -> list[str]:
    file = folder / "laying.yaml"
    file.write_text(text, encoding="utf-8")
    found = read_rules(file, linted=True).diagnostics
    return [f"{d.code} {d.span.text.partition(chr(10))[0]}: {d.message}" for d in found]


def paid(amount: str) -> dict[str, str]:
    return {"LINE": f"ante: each player pays up to {amount} to pot"}


CASES: dict[str, tuple[dict[str, str], str]] = {
    "a negative amount in every game": (
        paid("(deal_number - 2)"),
        ("each player pays up to (deal_number - 2) to pot: -1 is below 0, in a game by chance at 4 players, "
        "before the first move"),
    ),
    "a negative amount with an option at its least": (
        paid("(cards - 2)"),
        ("each player pays up to (cards - 2) to pot: -1 is below 0, in a game by chance at 4 players with "
        "cards 1, before the first move"),
    ),
    "a remainder by nothing": (
        paid("(8 mod (deals - 1))"),
        ("(8 mod (deals - 1)): division by zero, in a game by chance at 4 players with deals 1, before the "
        "first move"),
    ),
    "nobody to begin": (
        {"WHO": "who: each player starting with who played highest of all_fronts",
         "MEMORY": "terms: { all_fronts: all cards in (all fronts) }"},
        ("each player starting with who played highest of all_fronts: a player is needed here, and there is "
        "nothing, in a game by chance at 4 players, before the first move"),
    ),
    "a memory that is too small": (
        {"MEMORY": "  bid: number from 1 to 5 per player",
         "LINE": f"{LINE}\n      up: for each player -> player's bid becomes size of player's hand",
         "LEFT": "score your bid"},
        ("player's bid becomes size of player's hand: 8 is not from 1 to 5, in a game by chance at 4 players "
        "with cards 8, before the first move"),
    ),
    "two rows where one is to apply": (
        {"HIT": "hit: unique", "ROW": "low: when rank of top of your front < largest -> score 3",
         "MEMORY": "terms: { largest: rank of highest of all cards in (all fronts) }"},
        "result: 2 rows of 'result' apply at once, in a game by chance at 4 players, after ",
    ),
    "two rows that undo each other": (
        {"MEMORY": "  n: number\nat any time:\n  up: when n < 3 -> add 1 to n\n"
                   "  down: when n > 2 -> n becomes 0", "LEFT": "score n"},
        ("up: 'up' and 'down' fire a hundred times in a row, in a game by chance at 4 players, before the "
        "first move"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("parts, said", CASES.values(), ids=CASES)
def test_told(parts: dict[str, str], said: str, tmp_path: Path) -> None:
    (found,) = told(game(**parts), tmp_path)
    assert found.startswith(f"L620 {said}")


RIGHT = {
    "as it is": {},
    "an option that is asked for": paid("8 / cards"),
    "never below": paid("larger of 0 and (cards - 2)"),
    "not with these": {"LINE": "ante: when deals > 1 -> each player pays up to 8 mod (deals - 1) to pot"},
    "one row": {"HIT": "hit: unique", "ROW": "ace: when rank of top of your front is A -> score 3"},
}  # fmt: skip


@pytest.mark.parametrize("parts", RIGHT.values(), ids=RIGHT)
def test_nothing_is_said(parts: dict[str, str], tmp_path: Path) -> None:
    assert told(game(**parts), tmp_path) == []


PURSE = """\
game: Purse
players: 2 to 4
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
options:
  stake:  number from LEAST to 50, normally 20
  rounds: number from 1 to 10, normally 3
chips: { each player: stake, pot: 0 }
piles: { stock: face down, front: "per player, face up" }
phases:
  round:
    repeat: rounds times
    at start:
      shuffle: gather all cards into stock; shuffle stock
      ante: each player pays 1 to pot
      deal: deal 1 card from stock to each front
    phases:
      turn:
        who: each player
        moves:
          look: do nothing
          swap: move top of your front under stock; deal 1 card from stock to your front
    at end:
      win: (first player with highest top of front) takes all from pot
winner: all players with most chips
"""


@pytest.mark.parametrize("least", [3, 5, 9])
def test_a_purse_that_is_too_small_with_two_options_at_their_ends(
    least: int, tmp_path: Path
) -> None:
    (found,) = told(PURSE.replace("LEAST", str(least)), tmp_path)
    assert found.startswith("L601 each player pays 1 to pot: P")
    assert (
        f" owes 1 and has 0, in a game by chance at 4 players with stake {least} and rounds 10, "
        in found
    )


def test_a_purse_that_suffices(tmp_path: Path) -> None:
    assert told(PURSE.replace("LEAST", "10"), tmp_path) == []


FORM = """\
game: No leader
players: 2 to 4
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
piles: { stock: face down, hand: "per player, seen by owner" }
phases:
  deal:
    at start:
      shuffle: shuffle stock
      hands: deal 3 cards from stock to each hand
    phases:
      trick: { use: trick_taking, repeat: 3 times }
winner: all players with most size of taken
"""


def test_what_fails_in_a_form_is_told_where_it_is_used(tmp_path: Path) -> None:
    file = tmp_path / "leading.yaml"
    file.write_text(FORM)
    (found,) = read_rules(file, linted=True).diagnostics
    assert (found.code, found.span.text) == ("L620", "trick_taking")
    assert found.suggestion is not None
    assert "as 'leader becomes first of players'" in found.suggestion
    assert [n.message for n in found.notes][1:] == ["it stands here in the form 'trick_taking'"]
    file.write_text(
        FORM.replace("shuffle stock\n", "shuffle stock; leader becomes first of players\n")
    )
    assert not read_rules(file, linted=True).diagnostics


def test_a_house_rule_that_makes_a_game_fail_is_told(tmp_path: Path) -> None:
    file = tmp_path / "short.yaml"
    file.write_text(
        "house rule: short\nfor: gin\nchange:\n"
        "  round.at start: deal 7 cards from stock to each hand\nbreaks: all\n"
    )
    (found,) = [d for d in read_rules(file, linted=True).diagnostics if d.code == "L620"]
    assert found.span.text == "round.at start"
    assert found.message.startswith(
        "with this change a player is needed here, and there is nothing, in a"
    )


def test_a_failure_that_is_meant_is_silenced(tmp_path: Path) -> None:
    text = game(**paid("(deal_number - 2)"))
    line = next(line for line in text.splitlines() if "deal_number" in line)
    assert told(text.replace(line, f"{line}  # allow L620: stops"), tmp_path) == []


BEGGAR = """\
game: Beggar
players: 2
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
piles: { stock: face down, hand: "per player, face down", heap: face up }
setup:
  shuffle: shuffle stock
  hands: deal all cards from stock to each hand
phases:
  turn:
    who: players in turn
    before turn:
      lay: LAY
    moves:
      go_on: do nothing
    after turn:
      take: when top of heap is hearts -> gather heap under hand of first of players
end: { all_laid: "after turn, when every hand is empty" }
winner: all players with most size of hand
"""


@pytest.mark.parametrize("asked", [False, True])
def test_what_only_happens_late(tmp_path: Path, *, asked: bool) -> None:
    lay = "move top of your hand to heap"
    found = told(
        BEGGAR.replace("LAY", f"when your hand is not empty -> {lay}" if asked else lay), tmp_path
    )
    said = [text for text in found if text.startswith("L620")]
    assert len(said) == (not asked)
    if not asked:
        assert (
            "a card is needed here, and there is none, in a game by chance at 2 players, after "
            in said[0]
        )


def test_rows_that_undo_each_other_are_told_beside_one_that_never_ends(tmp_path: Path) -> None:
    rows = 'up: when n < 3 -> add 1 to n\n  down: when n > 2 -> n becomes 0\n  said: when n > 9 -> say "x"'
    found = told(game(MEMORY=f"  n: number\nat any time:\n  {rows}"), tmp_path)
    assert [line[:10] for line in found] == ["L620 up: '", "L607 said:"]


PASSED_ON = """\
game: Passed on
players: 4
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
piles:
  stock: face down
  hand: per player, seen by owner
  passed: per player, face down
  heap: face up
setup:
  shuffle: shuffle stock
  hands: deal 13 cards from stock to each hand
phases:
  pass:
    who: each player
    moves:
      pass: { choose: 3 cards in your hand, do: move cards to (left of you)'s passed }
    at end:
      take: for each player -> gather player's passed into player's hand
  lay:
    repeat: NUMBER times
    phases:
      turn:
        who: each player
        moves:
          lay: { choose: card in your hand, do: move card to heap }
winner: first of players
"""


@pytest.mark.parametrize(("number", "is_told"), [(13, False), (14, True)])
def test_a_whole_deal_is_played_though_cards_are_passed_on_before(
    number: int, is_told: bool, tmp_path: Path
) -> None:
    """The number of cards in a hand is not known any more, and whole hands are played out by chance."""
    found = told(PASSED_ON.replace("NUMBER", str(number)), tmp_path)
    assert [line[:9] for line in found] == ["L620 move"] * is_told
