"""`rulerun odds`: what it prints, and what it answers to wrong use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command import Rulerun


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A script with one bet."""
    path = tmp_path / "moves.txt"
    path.write_text("# as at the table\nP1: bet\n", encoding="utf-8")
    return path


def test_both_formats_say_the_same(rulerun: Rulerun, script: Path) -> None:
    arguments = ("odds", "kuhn", "--seed", "3", "--script", str(script))
    words = rulerun(*arguments)
    assert (words.code, words.err) == (0, "")
    assert "P2 decides" in words.out and "exact, to the next decision" in words.out
    told = json.loads(rulerun(*arguments, "--format", "json").out)
    assert (told["seat"], told["measure"]) == (1, "chips")
    for move in told["moves"]:
        (line,) = (x for x in words.out.splitlines() if x.split()[:1] == [move["move"]])
        assert float(line.split()[1]) == move["change"]["value"]


def test_what_is_estimated_is_told_so(rulerun: Rulerun) -> None:
    done = rulerun("odds", "hearts", "--seed", "3")
    assert "estimated from 200 deals of the unseen cards, to the next decision" in done.out


def test_a_game_that_is_over_has_no_odds(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text("bet\nfold\n", encoding="utf-8")
    done = rulerun("odds", "kuhn", "--script", str(path))
    assert (done.code, done.out) == (1, "")
    assert "the game is over (played_out): nobody decides" in done.err
    path.write_text("bet\nfold\nbet\n", encoding="utf-8")
    done = rulerun("odds", "kuhn", "--script", str(path))
    assert done.code == 1 and "moves.txt:3: the game is over before this move" in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--script", "no_such_file"), 3, "no_such_file"),
        (("--depth", "99"), 2, "a whole number from 0 to 8 is needed, not '99'"),
        (("--players", "9"), 2, "Kuhn Poker is for 2 to 3 players, not 9"),
        (("--with", "no_such"), 2, "no_such"),
    ],
)
def test_wrong_use(rulerun: Rulerun, arguments: tuple[str, ...], code: int, said: str) -> None:
    done = rulerun("odds", "kuhn", *arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_a_move_that_is_not_legal(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text("fold\n", encoding="utf-8")
    done = rulerun("odds", "kuhn", "--script", str(path))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("rulerun: ") and "moves.txt:1:" in done.err


RANKS = ("2", "3", "4", "5", "6", "7", "K")
MANY_ROWS = (
    "game: Turn Up\nplayers: 1\n"
    "deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }\n"
    "piles: { stock: face down, card_up: face up }\n"
    "remember: { points: number per player }\n"
    "setup: shuffle stock\n"
    "phases:\n  turn:\n    who: each player\n    moves:\n"
    "      turn_up: { do: [ 'deal 1 card from stock to card_up', consult prize ] }\n"
    "payouts:\n  prize:\n"
    + "".join(f"    row_of_{r.lower()}: when rank of card_up is {r} -> score {i}\n"
              for i, r in enumerate(RANKS, 2))
    + "    rest: otherwise -> score 1\n"
    "winner: all players with most points\n"
)  # fmt: skip


def test_no_row_of_a_table_is_kept_back(rulerun: Rulerun, tmp_path: Path) -> None:
    """Each has a column, or is named below; where there is one table, its name is not said."""
    path = tmp_path / "turn_up.yaml"
    path.write_text(MANY_ROWS, encoding="utf-8")
    done = rulerun("odds", str(path))
    head = next(line for line in done.out.splitlines() if line.startswith("move"))
    beside = done.out.partition("other rows, which '--format json' tells of: ")[2].splitlines()[0]
    shown = [word for word in head.split() if word.startswith("row_of_")]
    left = [word.removeprefix("prize.") for word in beside.split(", ")]
    assert shown and left
    assert sorted([*shown, *left, "rest"]) == sorted(
        [*(f"row_of_{r.lower()}" for r in RANKS), "rest"]
    )


def test_what_is_staked_is_no_loss(rulerun: Rulerun, tmp_path: Path) -> None:
    """At Kuhn's poker a bet is paid before it is known who wins; after a bet in-between that is known."""
    assert "chips that were staked count as paid" in rulerun("odds", "kuhn").out
    assert "count as paid" not in rulerun("odds", "in_between", "--seed", "3").out


def test_how_far_it_is_looked(rulerun: Rulerun, tmp_path: Path) -> None:
    script = tmp_path / "bet.txt"
    script.write_text("bet 2\n")
    # A ten and a nine against a jack: after a hit it may go on.
    arguments = ("odds", "blackjack", "--players", "1", "--script", str(script), "--seed", "10")
    told = rulerun(*arguments).out
    assert "after hit the same player decides again, which '--depth 1' looks through" in told
    # What is not known yet is told beside the figures, and that they are not the last.
    head, hit, stand = told[told.index("move  ") :].splitlines()[:3]
    assert "chips so far, on the average" in head and head.endswith("  undecided")
    assert hit.endswith(" %") and len(stand) < head.index("undecided")
    assert "\nundecided: until then chips that were staked count as paid\n" in told
    assert "exact, to the next decision" in told


NUMBERS = """\
game: Numbers
players: 2
deck: { ranks: "A, 2 to 10, J, Q, K", starts in: stock }
piles: { stock: face down, hand: "per player, seen by owner" }
remember: { points: number per player }
setup: { shuffle: shuffle stock, hands: deal 3 cards from stock to each hand }
phases:
  turn:
    who: each player
    moves:
      good: score -5
      bad: score 7
      draw: { do: { give: deal 1 card from stock to hand of you, count: score size of your hand } }
      peek: score number of cards in hand of left of you where suit of card is hearts
WINNER"""


def test_where_the_fewest_win_the_change_itself_is_told(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "numbers.yaml"
    for winner, head in (
        ("fewest", "points, on the average, fewest win"),
        ("most", "points, on the"),
    ):
        path.write_text(
            NUMBERS.replace("WINNER", f"winner: all players with {winner} points\n"),
            encoding="utf-8",
        )
        done = rulerun("odds", str(path))
        lines = done.out[done.out.index("move ") :].splitlines()
        assert head in lines[0] and ("fewest" in lines[0]) == (winner == "fewest")
        assert [line.split() for line in lines[1:3]] == [["good", "-5"], ["bad", "+7"]]
        told = json.loads(rulerun("odds", str(path), "--format", "json").out)
        assert told["fewest_win"] == (winner == "fewest")
        changes = {m["move"]: (m["is_exact"], m["change"]["value"]) for m in told["moves"]}
        # What depends on no card that is not seen is exact, be there ever so many of those.
        assert changes["good"] == (True, -5) and changes["bad"] == (True, 7)
        assert not changes["peek"][0] and changes["peek"][1] == pytest.approx(0.75, abs=0.2)
        assert changes["draw"][1] == 4


def test_nothing_to_tell_is_a_sentence(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "numbers.yaml"
    text = NUMBERS.replace("WINNER", "winner: all players\n")
    path.write_text(text, encoding="utf-8")
    out = rulerun("odds", str(path)).out
    assert (
        "P1 decides\n\n4 moves: no points or chips are compared, and no table pays out; after any of "
        "them P2 decides\n" in out
    )
    done = rulerun("odds", "hearts", "--seed", "1")
    assert "286 moves, of which none changes points\n" in done.out
    assert "pass" not in done.out.partition("P1 decides")[2]


def test_cards_stand_in_the_order_of_the_hand(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "throw.yaml"
    text = NUMBERS.replace("WINNER", "winner: all players with most points\n")
    worth = "score number of cards in stock where rank >= 9"
    text = text.replace(
        "      good:",
        f"      throw: {{ choose: {{ one: card in your hand }}, do: {{ lay: move one to stock, count: {worth} }} }}\n      good:",
    )
    path.write_text(text, encoding="utf-8")
    out = rulerun("odds", str(path), "--seed", "2").out
    (hand,) = (line.split()[2:] for line in out.splitlines() if line.startswith("your hand"))
    thrown = [line.split()[1] for line in out.splitlines() if line.startswith("throw ")]
    assert thrown == hand and len(hand) == 3
