"""L602: what is told of tables, and of which nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.interpreter.lint.cases.tables import table_cases
from rulerun.interpreter.loading import read_rules

FRAME = """\
game: Frame
players: 2 to 4
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
options:
  fee:  number from 1 to 1000, normally 3
  deep: number from 0 to 3, normally 1
  aces: high or low, normally high
  odd:  yes or no, normally no
chips:
  each player: 10
  pot: 0
piles:
  stock: face down
  posts: face up
  third: face up
  heap:  face up
  hand:  per player, seen by owner
remember:
  bid:     number from 1 to 5
  counter: number
  mood:    glad or sad or angry
  done:    yes or no
  leader:  player
  trump:   suit
  wanted:  rank
terms:
  low_post:  lowest of posts
  high_post: highest of posts
  pair:      low_post matches high_post
phases:
  round:
    repeat: 3 times
    at start:
      hands: deal 5 cards from stock to each hand
    phases:
      turn:
        who: each player
        before turn: |
          deal 2 cards from stock to posts; deal 1 card from stock to third
        moves:
          lay:
            choose: card in your hand
            do: move card to heap; consult asked
        after turn: gather posts, third, heap into stock
"""


def told(tables: str, folder: Path, frame: str = FRAME) -> list[Diagnostic]:
    """What is said of the tables of a rule file."""
    path = folder / "frame.yaml"
    path.write_text(frame + tables)
    loaded = read_rules(path)
    assert loaded.checked is not None, [str(d) for d in loaded.diagnostics]
    return list(table_cases(loaded.checked))


def rows(*conditions: str, hit: str = "first", otherwise: bool = False) -> str:
    """A payout whose rows are called `one`, `two`, ...; the last one for all other cases."""
    names = ("one", "two", "three", "four", "five", "six")
    lines = ["payouts:", "  asked:", f"    hit: {hit}"]
    lines += [
        f"    {name}: when {c} -> do nothing" for name, c in zip(names, conditions, strict=False)
    ]
    if otherwise:
        lines.append("    rest: otherwise -> do nothing")
    return "\n".join(lines) + "\n"


COMPLETE = {
    "yes or no": ["done", "not done"],
    "words": ["mood is glad", "mood is sad", "mood is angry"],
    "an option of words": ["aces is low", "aces is high"],
    "an option of numbers": ["fee < 10", "fee = 10", "fee > 10"],
    "every number of an option": ["deep = 0", "deep = 1", "deep = 2", "deep = 3"],
    "the bounds of an option": ["fee >= 1"],
    "a number within bounds": ["bid < 3", "bid is 3", "bid > 3"],
    "a number without bounds": ["counter < 0", "counter >= 0"],
    "two numbers": ["counter < bid", "counter = bid", "counter > bid"],
    "chips are never fewer than none": ["pot = 0", "pot > 0"],
    "a sum": ["counter + 2 > bid", "counter < bid - 1"],
    "a difference": ["your chips - pot > 3", "your chips - pot <= 3"],
    "the rest of a division": ["counter mod 2 = 0", "counter mod 2 = 1"],
    "passes": ["round_number = 1", "round_number = 2", "round_number = 3"],
    "ranks": ["rank of third < 9", "rank of third is 9", "rank of third > 9"],
    "suits": [
        "suit of third is hearts", "suit of third is clubs", "third is red", "third is black",
    ],
    "a chosen card": ["card is red", "card is black"],
    "ranks that are compared": ["third < low_post", "third = low_post", "third > low_post"],
    "a relation": ["third matches posts", "not third matches posts"],
    "where a card falls": [
        "third is between low_post and high_post", "third matches posts",
        "third < low_post or third > high_post",
    ],
    "players": ["leader is you", "leader is not you"],
    "how many there are": ["size of your hand = 0", "size of your hand > 0"],
    "some or none": ["any player has bid_of > 0", "no player has bid_of > 0"],
    "all or not all": ["every player has bid_of = 0", "any player has bid_of != 0"],
    "what nobody can list": [
        "total value of your hand > 20", "total value of your hand <= 20",
    ],
    "contraries of what is too much to list": [
        "suit of third is trump and done", "third is in posts", "your chips < counter + pot",
        "not third is in posts and mood is sad", "your chips >= counter + pot",
    ],
    "constants": ["1 < 2"],
}  # fmt: skip


@pytest.mark.parametrize("conditions", COMPLETE.values(), ids=COMPLETE)
def test_nothing_is_said_of_a_table_that_takes_every_case(
    conditions: list[str], tmp_path: Path
) -> None:
    frame = FRAME.replace("  done: ", "  bid_of:  number per player\n  done: ")
    assert told(rows(*conditions), tmp_path, frame) == []


INCOMPLETE = {
    "done yes": ["not done"],
    "mood angry": ["mood is glad", "mood is sad"],
    "aces low": ["aces is high"],
    "fee 10": ["fee < 10", "fee > 10"],
    "deep 2": ["deep < 2", "deep = 3"],
    "bid 5": ["bid < 5"],
    "counter 0": ["counter < 0", "counter > 0"],
    "pot 0": ["pot > 0"],
    "pot 0 and your chips 0": ["your chips > pot", "your chips < pot"],
    "round_number 2": ["round_number = 1", "round_number = 3"],
    "third 9H": ["rank of third < 9", "rank of third > 9"],
    "third AH": ["rank of third < A"],
    "third 2D": ["suit of third is clubs", "third is in (hearts)", "third is black"],
    "posts 4H 4S and third 4D": [
        "third is between low_post and high_post", "third matches posts and not pair",
        "pair and not third matches posts", "(third < low_post or third > high_post) and not pair",
    ],
    "third 5H and posts 4H 6H": [
        "third <= low_post", "third >= high_post",
    ],
    "card QS": ["card is not QS"],
    "leader P1 and you P2": ["leader is you"],
    "size of your hand 3": ["size of your hand < 3", "size of your hand > 3"],
    "wanted 5": ["wanted < 5", "wanted > 5"],
    "trump spades": ["trump is hearts or trump is diamonds or trump is clubs"],
}  # fmt: skip


@pytest.mark.parametrize(("case", "conditions"), INCOMPLETE.items(), ids=INCOMPLETE)
def test_a_case_left_out_is_shown(case: str, conditions: list[str], tmp_path: Path) -> None:
    conditions = [c.replace("third is in (hearts)", "suit of third is hearts") for c in conditions]
    (said,) = told(rows(*conditions), tmp_path)
    assert said.message == f"no row for {case} in 'asked'"
    assert said.severity is Severity.ERROR
    assert said.span.text == "asked"


OVERLAPPING = {
    "bid 3": ["bid <= 3", "bid = 3 or bid = 4"],
    "fee 10": ["fee < 11", "fee > 9 and fee < 20"],
    "done yes and mood glad": ["done", "mood is glad"],
    "third 9H": ["rank of third < 10", "rank of third is 9"],
    "third 2D": ["third is red", "suit of third is diamonds"],
    "posts 4H 4S and third 4D": ["pair", "third matches posts"],
    "card 2H": ["card is red", "rank of card is 2"],
    "leader P1 and you P1": ["leader is you", "leader is not nothing"],
    "counter 4 and fee 1": ["counter > 3", "fee < 2"],
}


@pytest.mark.parametrize(("case", "conditions"), OVERLAPPING.items(), ids=OVERLAPPING)
def test_rows_that_apply_at_once_are_shown(
    case: str, conditions: list[str], tmp_path: Path
) -> None:
    (said,) = told(rows(*conditions, hit="unique", otherwise=True), tmp_path)
    assert said.message == f"'one' and 'two' both apply for {case}, and 'asked' takes just one row"
    assert said.severity is Severity.WARNING
    assert said.span.text == "two"
    assert told(rows(*conditions, hit="all", otherwise=True), tmp_path) == []


EXCLUSIVE = {
    "bounds": ["bid < 3", "bid > 3"],
    "neighbours leave nothing between": [
        "rank of high_post - rank of low_post = 1", "third is between low_post and high_post",
    ],
    "a card is one": ["card is QS", "card is red"],
    "no card is there twice": ["third is 4H and bid > 2", "top of posts is 4H"],
    "four of a rank": [
        "rank of third is 4 and suit of third is hearts", "third is 4D",
    ],
    "two who are never said to be the same": ["leader is you", "helper is you"],
    "what nobody can tell": ["total value of your hand > 20", "total value of stock > 20"],
}  # fmt: skip


@pytest.mark.parametrize("conditions", EXCLUSIVE.values(), ids=EXCLUSIVE)
def test_nothing_is_said_of_rows_that_may_well_exclude_each_other(
    conditions: list[str], tmp_path: Path
) -> None:
    frame = FRAME.replace("  done: ", "  helper:  player\n  done: ")
    assert told(rows(*conditions, hit="unique", otherwise=True), tmp_path, frame) == []


def test_with_two_packs_a_card_is_there_twice(tmp_path: Path) -> None:
    frame = FRAME.replace("  starts in", "  copies: 2\n  starts in")
    table = rows("third is 4H", "top of posts is 4H", hit="unique", otherwise=True)
    (said,) = told(table, tmp_path, frame)
    assert "both apply for third 4H and posts 2H 4H, and" in said.message


NEVER: dict[str, list[tuple[str, ...]]] = {
    "its condition never holds": [
        ("fee > 1000", "done"),
        ("bid > 5 and done", "done"),
        ("1 > 2", "done"),
        ("size of posts = 3", "done"),
        ("rank of third > A", "done"),
        ("third < low_post and third > high_post", "done"),
        ("third is 4H and top of posts is 4H", "done"),
        ("counter > 3 and counter < 4", "done"),
        ("mood is glad and mood is sad", "done"),
        ("leader is nothing and leader is you", "done"),
        ("round_number > 3", "done"),
        ("total value of your hand < 5 and total value of your hand > 6", "done"),
        ("size of your hand > 52", "done"),
        ("counter mod 3 = 3", "done"),
    ],
    "'one' takes all its cases": [
        ("done", "done and pot > 3"),
        ("bid > 2", "bid = 4"),
        ("rank of third >= 9", "third is KH"),
        ("counter > 3", "counter > 5"),
        ("pair", "low_post matches high_post and third matches posts"),
    ],
    "'one' and 'two' take all its cases": [("bid < 3", "bid >= 3", "done"), ("pair", "not pair", "bid > 1")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("why", "conditions"), [(why, table) for why, tables in NEVER.items() for table in tables]
)
def test_a_row_that_never_applies_is_told(
    why: str, conditions: tuple[str, ...], tmp_path: Path
) -> None:
    dead = "one" if "never" in why else ("two", "three")[why.count("' and '")]
    said = [d for d in told(rows(*conditions, otherwise=True), tmp_path) if d.span.text == dead]
    assert [d.message for d in said] == [f"row '{dead}' of 'asked' can never apply: {why}"]
    assert said[0].severity is Severity.WARNING
    names = [note.message for note in said[0].notes]
    assert names == [f"'{name}' is here" for name in ("one", "two") if f"'{name}'" in why]


def test_an_otherwise_for_nothing_is_told(tmp_path: Path) -> None:
    (said,) = told(rows("aces is low", "aces is high", otherwise=True), tmp_path)
    assert (
        said.message == "row 'rest' of 'asked' can never apply: 'one' and 'two' take all its cases"
    )
    assert said.suggestion == "let 'two' say 'otherwise', and delete this row"


# ------------------------------------------------------------------------------- where it stands


NOT_THERE = "its condition never holds where 'asked' is consulted"


def consulted(line: str) -> str:
    """The frame, its table consulted by another line."""
    return FRAME.replace("consult asked", line)


def test_what_is_asked_on_the_way_to_a_table_is_known_there(tmp_path: Path) -> None:
    frame = consulted("when bid > 3 -> consult asked").replace(
        "do: move card to heap; when", "do: when"
    )
    assert told(rows("bid = 4", "bid = 5"), tmp_path, frame) == []
    (said,) = told(rows("bid = 4", "bid = 1", otherwise=True), tmp_path, frame)
    assert said.message == f"row 'two' of 'asked' can never apply: {NOT_THERE}"


def test_it_is_known_no_more_when_it_has_changed(tmp_path: Path) -> None:
    do = "do: move card to heap; consult asked"
    lines = "do: when bid > 3 -> bid becomes counter; consult asked"
    (said,) = told(rows("bid = 4", "bid = 5"), tmp_path, FRAME.replace(do, lines))
    assert said.message == "no row for bid 1 in 'asked'"


def test_of_each_player_what_was_asked_of_them_is_known(tmp_path: Path) -> None:
    frame = consulted("each player with chips > 3 consults asked")
    assert told(rows("your chips > 3"), tmp_path, frame) == []
    (said,) = told(rows("your chips = 0", otherwise=True), tmp_path, frame)
    assert said.message == f"row 'one' of 'asked' can never apply: {NOT_THERE}"


def test_what_a_move_demands_is_known_in_it(tmp_path: Path) -> None:
    frame = FRAME.replace(
        "choose: card in your hand", "choose: { amount: number from 1 to 3 }"
    ).replace("do: move card to heap; consult", "may: counter < 2\n            do: consult")
    assert told(rows("amount = 1", "amount > 1"), tmp_path, frame) == []
    assert told(rows("amount < 4"), tmp_path, frame) == []
    (said,) = told(rows("amount = 4", "counter = 2", otherwise=True), tmp_path, frame)[:1]
    assert said.message == "row 'one' of 'asked' can never apply: its condition never holds"
    (said,) = told(rows("counter > 2", otherwise=True), tmp_path, frame)
    assert said.message == f"row 'one' of 'asked' can never apply: {NOT_THERE}"


def test_cards_lie_where_they_were_put_only_if_that_was_done(tmp_path: Path) -> None:
    # The third card is laid only between two that leave room for it.
    frame = FRAME.replace("before turn: |\n", "before turn:\n").replace(
        "deal 2 cards from stock to posts; deal",
        "- deal 2 cards from stock to posts\n"
        "          - when rank of high_post - rank of low_post > 1 -> deal",
    )
    table = rows(
        "rank of high_post - rank of low_post = 1",
        "third matches posts",
        hit="unique",
        otherwise=True,
    )
    assert told(table, tmp_path, frame) == []
    (said,) = told(table, tmp_path)
    assert "both apply for posts 2H 3H and third 2S" in said.message


def test_rows_about_an_empty_pile_are_one_finding(tmp_path: Path) -> None:
    table = rows("third matches posts", "rank of third > 8", "pair", otherwise=True)
    frame = FRAME.replace("do: move card to heap;", "do: gather third into stock;")
    (said,) = told(table, tmp_path, frame)
    assert said.message == "rows 'one' and 'two' of 'asked' can never apply: 'third' is empty there"
    # Of a pile to which no card ever comes that is told already (L603).
    frame = FRAME.replace("deal 1 card from stock to third", "deal 1 card from stock to posts")
    assert told(table, tmp_path, frame) == []


def test_how_far_a_number_goes_is_known_from_what_is_put_there(tmp_path: Path) -> None:
    frame = FRAME.replace("do: move card to heap;", "do: add bid to counter;")
    assert told(rows("counter = 0", "counter > 0"), tmp_path, frame) == []
    frame = FRAME.replace("do: move card to heap;", "do: counter becomes 4 - deep;")
    assert told(rows("counter = 0", "counter < 4", "counter = 4"), tmp_path, frame) == []
    (said,) = told(rows("counter <= 4", "counter > 4"), tmp_path, frame)
    assert said.message == "row 'two' of 'asked' can never apply: its condition never holds"
    frame = FRAME.replace("do: move card to heap;", "do: remove bid from counter;")
    (said,) = told(rows("counter >= 0"), tmp_path, frame)
    assert said.message == "no row for counter -1 in 'asked'"


def test_a_table_used_in_several_places_is_told_of_once(tmp_path: Path) -> None:
    lines = "do: [consult asked, when not done -> consult asked]"
    frame = FRAME.replace("do: move card to heap; consult asked", lines)
    (said,) = told(rows("bid < 3"), tmp_path, frame)
    assert said.message == "no row for bid 3 in 'asked'"
    # What never applies in one of the places may apply in the other.
    table = rows("not done", "mood is glad", otherwise=True)
    assert told(table, tmp_path, frame) == []
    said, _ = told(table, tmp_path, frame.replace("consult asked, ", ""))
    assert said.message == "row 'two' of 'asked' can never apply: 'one' takes all its cases"


# ------------------------------------------------------------------------------- other tables


def test_tables_of_values_say_something_in_every_case(tmp_path: Path) -> None:
    table = """\
tables:
  worth of card:
    gives: number
    hit: unique
    low: when rank of card < 7 -> 1
    high: when rank of card > 8 -> 2
  label of player:
    gives: poor or rich
    hit: unique
    poor: when player's chips < 10
    rich: when player's chips > 10
"""
    first, second = told(table + rows(otherwise=True), tmp_path)
    assert first.message == "no row for card 7H in 'worth'"
    assert second.message == "no row for player's chips 10 in 'label'"
    assert first.severity is second.severity is Severity.WARNING
    assert first.suggestion == "add a last row: 'otherwise -> ...'"


def test_what_is_known_where_a_value_is_asked_for_is_heeded(tmp_path: Path) -> None:
    table = """\
tables:
  worth:
    gives: number
    hit: unique
    three: when bid = 3 -> 1
    more: when bid > 3  -> 2
"""
    frame = FRAME.replace(
        "do: move card to heap; consult asked",
        "may: bid > 2\n            do: counter becomes worth",
    )
    assert told(table, tmp_path, frame) == []
    (said,) = told(table, tmp_path, frame.replace("may: bid > 2", "may: bid > 1"))
    assert said.message == "no row for bid 2 in 'worth'"
    (said,) = told(table, tmp_path, frame.replace("may: bid > 2", "may: bid > 3"))
    assert said.message == (
        "row 'three' of 'worth' can never apply: its condition never holds where 'worth' is used"
    )


def test_a_table_that_does_something_says_so_for_every_case(tmp_path: Path) -> None:
    table = "tables:\n  asked:\n    hit: {}\n    one: when bid > 3 -> draw 1 from stock\n"
    (said,) = told(table.format("first"), tmp_path)
    assert (said.message, said.severity) == ("no row for bid 1 in 'asked'", Severity.WARNING)
    assert told(table.format("all"), tmp_path) == []


def test_a_payout_of_which_nobody_can_tell_says_otherwise(tmp_path: Path) -> None:
    (said,) = told(rows("total value of your hand > 20"), tmp_path)
    assert said.message == "'asked' does not say what happens when none of its rows applies"
    assert said.suggestion == "add a last row: 'otherwise -> do nothing'"
    assert said.severity is Severity.ERROR
    assert told(rows("total value of your hand > 20", otherwise=True), tmp_path) == []


def test_cards_that_are_not_in_the_pack_make_no_case(tmp_path: Path) -> None:
    frame = FRAME.replace("  starts in", "  only: rank >= 10 or suit is hearts\n  starts in")
    assert told(rows("rank of third >= 10", "third is red"), tmp_path, frame) == []
    frame = FRAME.replace("  starts in", "  only: rank >= 10 or odd\n  starts in")
    (said,) = told(rows("rank of third < 10", "rank of third > 10"), tmp_path, frame)
    assert said.message == "no row for third 10H in 'asked'"
    (said,) = told(rows("rank of third > 9"), tmp_path, frame)  # with `odd` there are more
    assert said.message == "'asked' does not say what happens when none of its rows applies"


def test_jokers_have_no_suit(tmp_path: Path) -> None:
    frame = FRAME.replace("  starts in", "  jokers: fool\n  starts in")
    (said,) = told(rows("third is red", "third is black"), tmp_path, frame)
    assert said.message == "no row for third fool in 'asked'"


# ------------------------------------------------------------------------------- house rules


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("remove: [payout.pair_hit, payout.outside]", "no row for posts 4H 4S and third 4D"),
        ("remove: [payout.outside]", "no row for posts 4H 5H and third 6H"),
        (
            "change: { payout.post.when: third matches posts }",
            "'post' and 'pair_hit' both apply for posts 4H 4S and third 4D",
        ),
        (
            "add: { 'payout.near, first': when pair and neighbours -> take up to 1 from pot }",
            "row 'near' of 'payout' can never apply: its condition never holds",
        ),
    ],
)
def test_a_house_rule_that_leaves_a_gap_is_told(change: str, said: str, tmp_path: Path) -> None:
    rule = tmp_path / "gap.yaml"
    rule.write_text(f"house rule: A gap\nfor: in_between\nbreaks: all\n{change}\n")
    loaded = read_rules(rule, linted=True)
    assert loaded.checked is not None, [str(d) for d in loaded.diagnostics]
    assert any(said in d.message for d in loaded.diagnostics if d.code == "L602")
