"""L613: conditions and parts of them that have one answer only; and those that only look so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from .marked import check, findings, whole

TABLE = """\
options:
  hand_size: number from 3 to 7, normally 5  # allow L603
  mode: high or low, normally high  # allow L603
  open: yes or no, normally no  # allow L603
chips:
  each player: 10
  pot: 0
game: Table  # allow L603: no one wins
deck:
  ranks: 2 to 10, J, Q, K, A
  jokers: joker
  values: A = 11, J Q K = 10, 2 = -2
  starts in: stock
piles:
  stock:   face down
  discard: face up
  hand:    per player, seen by owner
  table:   7 columns, face up
remember:
  bid:    number from 0 to 5 per player  # allow L603
  trump:  suit  # allow L603
  points: number per player  # allow L603
  debts:  number per player  # allow L603
setup:
  shuffle: shuffle stock
  hands:   deal hand_size cards from stock to each hand
  upcard:  deal 1 card from stock to discard
  lay:     for each column in table -> deal 1 card from stock to column
  bids:    for each player -> player's bid becomes hand_size - 3
  score:   each player scores hand_size
  debt:    for each player -> player's debts becomes player's debts - 1
  ante:    each player pays 1 to pot
  trump:   trump becomes suit of top of discard; say "{total value of discard}"
"""

THROW = """\
phases:
  turn:
    repeat: 3 times
    who: each player
    moves:
      throw:
        choose: card in your hand
        do:
          - move card to discard
{}      keep: do nothing
"""
"""A game that is over soon; lines with conditions stand in its move."""

NEVER = (
    ("value of card > 20", "'value of card' is from -2 to 11"),
    ("value of card = 1", "'value of card' is from -2 to 11"),
    ("value of card = -1", "'value of card' is from -2 to 11"),
    ("2 * value of card > 30 - hand_size", "'2 \\* value of card' is from -4 to 22 and '30 - hand_size' is from 23 to 27"),
    ("rank of card < 2", "'rank of card' is from 2 to joker"),
    ("position of rank of card > 14", ""),
    ("size of your hand > 60", "'size of your hand' is from 0 to 53"),
    ("total value of your hand > 400", "is from -8 to 372"),
    ("(number of cards in your hand where suit is hearts) > 13", "is from 0 to 13"),
    ("(number of cards in your hand where rank is A) >= 5", "is from 0 to 4"),
    ("number of players > 8", "'number of players' is from 2 to 4"),
    ("number of players < 2", ""),
    ("hand_size = 8", "'hand_size' is from 3 to 7"),
    ("hand_size mod 2 = 2", ""),
    ("hand_size / 2 > 3", ""),
    ("hand_size is in (1, 2)", ""),
    ("mode is high and mode is low", ""),
    ("open and not open", ""),
    ("your bid > 5", "'your bid' is from 0 to 5"),
    ("largest bid of players > 5", ""),
    ("total bid of players > 20", "is from 0 to 20"),
    ("your points < 0", "'your points' is at least 0"),
    ("your debts > 0", "'your debts' is at most 0"),
    ("pot > 40", "'pot' is from 0 to 40"),
    ("total chips of players > 40", ""),
    ("position of you > 4", ""),
    ("turn_number > 3", "'turn_number' is from 0 to 3"),
    ("suit of card is hearts and suit of card is spades", ""),
    ("color of card is red and suit of card is spades", ""),
    ("rank of card is A and value of card < 10", ""),
    ("trump is hearts and trump is clubs", ""),
    ("size of suits of your hand > 4", ""),
    ("number of columns in table > 7", "'number of columns in table' is always 7"),
    ("size of your hand > 3 and your hand is empty", ""),
)  # fmt: skip

ALWAYS = (
    ("value of card > -3", "'value of card' is from -2 to 11"),
    ("number of players >= 2", ""),
    ("mode is high or mode is low", ""),
    ("open or not open", ""),
    ("rank of card is A or rank of card is not A", ""),
    ("pot >= 0", ""),
    ("hand_size < 5 or hand_size >= 5", ""),
)

DEPENDS = (
    "value of card > 10",
    "value of card = -2",
    "rank of card > A",                                # the joker is
    "suit of card is hearts or suit of card is spades or suit of card is clubs or suit of card is diamonds",
    "color of card is red or color of card is black",  # the joker has none
    "rank of card is A and value of card > 10",
    "(number of cards in your hand where rank is A) >= 4",
    "largest value of your hand < 1",                  # of an empty hand it is 0
    "smallest value of your hand > -1",
    "number of players = 4",
    "hand_size mod 2 = 1",
    "hand_size / 2 >= 3",
    "your bid = 5",
    "pot = 40",
    "your chips > 39",
    "your points > 30",
    "your debts < 0",
    "turn_number = 3",
    "trump is hearts or trump is not clubs",
    "trump is hearts or trump is clubs or trump is spades or trump is diamonds",
    "your hand is empty or size of your hand > 1",
    "mode is high and open",
)  # fmt: skip


EACH = (
    ("any hand has «size > 60»", "'size' is from 0 to 53"),
    ("at least 1 card in your hand has «value > 11»", "'value' is from -2 to 11"),
    ("no hand has «size > 60»", ""),
    ("every hand has «size < 60»", ""),
)


def game(conditions: Iterable[str], behind: str = "") -> str:
    """A game with a line for each of some conditions, marks and all."""
    lines = (
        f"          - when {condition}{behind} -> draw up to 1 from stock\n"
        for condition in conditions
    )
    return TABLE + THROW.format("".join(lines))


def test_what_never_holds_leaves_a_line_undone(tmp_path: Path) -> None:
    said = [f"this never holds.*{why}.*, so that what stands behind" for _, why in NEVER]
    check(game(f"«{c}»" for c, _ in NEVER), tuple(said), {"L603", "L613"}, tmp_path)


def test_what_never_holds_is_told_where_it_stands(tmp_path: Path) -> None:
    said = [f"^'{re.escape(c)}' never holds.*{why}" for c, why in NEVER]
    lines = game((f"«{c}»" for c, _ in NEVER), " or your hand is empty")
    check(lines, tuple(said), {"L603", "L613"}, tmp_path)


def test_what_always_holds(tmp_path: Path) -> None:
    said = [f"^'{re.escape(c)}' always holds.*{why}" for c, why in ALWAYS]
    check(game(f"«{c}»" for c, _ in ALWAYS), tuple(said), {"L603", "L613"}, tmp_path)


def test_what_is_asked_of_each(tmp_path: Path) -> None:
    said = [f"(never|always) holds.*{why}" for _, why in EACH]
    lines = game(f"your hand is empty or {c}" for c, _ in EACH)
    check(lines, tuple(said), {"L603", "L613"}, tmp_path)


def test_what_depends(tmp_path: Path) -> None:
    check(game(DEPENDS), (), {"L603", "L613"}, tmp_path)


def test_a_term_is_told_where_it_stands_if_each_of_its_uses_has_the_same_answer(
    tmp_path: Path,
) -> None:
    terms = "terms:\n  dear of card: value of card > LIMIT\n"
    text = whole(game(["dear of card", "dear of top of discard"]) + terms)
    (found,) = findings(text.replace("LIMIT", "20"), tmp_path, {"L613"})
    assert found.span.text == "value of card > 20"
    assert not findings(text.replace("LIMIT", "9"), tmp_path, {"L613"})


def test_what_is_left_in_the_pack_is_what_counts(tmp_path: Path) -> None:
    text = whole(game(["value of card < 10"]).replace("jokers: joker", "only: value > 9"))
    text = text.replace(", 2 = -2", "")
    (found,) = findings(text, tmp_path, {"L603", "L613"})
    assert found.span.text == "value of card < 10"
    assert not findings(text.replace("< 10", "< 11"), tmp_path, {"L603", "L613"})


def test_somebody_may_be_out(tmp_path: Path) -> None:
    broke = "at any time:\n  broke: when any player has chips = 0 -> that player drops out\n"
    assert not findings(whole(game(["number of players < 2"]) + broke), tmp_path, {"L603", "L613"})


def test_a_condition_that_is_told_elsewhere_is_told_once(tmp_path: Path) -> None:
    move = THROW.replace("        do:", "        may: { dear: value of card > 20 }\n        do:")
    (found,) = findings(whole(TABLE + move.replace("{}", "")), tmp_path, {"L603", "L613"})
    said = "'dear' never holds: 'value of card' is from -2 to 11, so that nobody can ever make"
    assert found.message.startswith(said)


ONE_LINE = """\
      throw: {{ choose: card in your hand, may: {{ dear: «value of card > -3» }}, do: {{ a: move card to discard, b: {} }} }}
      keep: do nothing
"""


def test_another_warning_in_the_same_line_hides_none(tmp_path: Path) -> None:
    head, _, _ = THROW.partition("      throw:")
    piece = TABLE + head + ONE_LINE.format("«score total value of your hand»")
    said = ("^'value of card > -3' always holds", "tells everybody of the cards in 'hand'")
    check(piece, said, {"L608", "L613"}, tmp_path)


def test_a_silenced_warning_hides_none(tmp_path: Path) -> None:
    head, _, _ = THROW.partition("      throw:")
    line = ONE_LINE.format("score total value of your hand")
    line = line.replace("} }\n", "} }   # allow L608: so it is meant\n")
    check(TABLE + head + line, ("^'value of card > -3' always",), {"L608", "L613"}, tmp_path)


OF_CHOICES = """\
phases:
  turn:
    repeat: 3 times
    who: each player
    moves:
      give:
        choose: { card: card in your hand where suit is not trump, receiver: player where player is not you }
        may:
          own:   «card is in hand of you» or discard is empty
          suit:  «suit of card is not trump» or discard is empty
          else:  «receiver is you» or discard is empty
          there: receiver is in (all players where hand is not empty)
        do:
          - move card to receiver's hand
          - when card is in your hand or receiver is you -> score 1
      several:
        choose: { cards: 2 to 3 cards in your hand }
        may: { two: «size of cards >= 2» or open, three: size of cards = 3 or open }
        do: move cards to discard
      keep: do nothing
"""


def test_what_a_choice_asks_already(tmp_path: Path) -> None:
    said = (
        "always holds of what",
        "always holds of what",
        "never holds of what",
        "always holds of what",
    )
    check(TABLE + OF_CHOICES, said, {"L613"}, tmp_path)


PICKS = """\
          - (first player with highest «value of top of discard») scores 1
          - (first player with highest value of top of hand) scores 1
          - for each player in (all players with most «points of you») -> player scores 1
          - trump becomes first suit with most «size of your hand»
"""


def test_what_says_nothing_of_what_is_picked(tmp_path: Path) -> None:
    said = [f"is the same for every {noun}: it says" for noun in ("player", "player", "suit")]
    check(TABLE + THROW.format(PICKS), tuple(said), {"L609", "L613"}, tmp_path)


OF_PASSES = """\
remember:
  called: low or middle or high
  points: number per player
phases:
  round:
    repeat: 5 times or until round_number = 0 and stock is empty
    skip when: «round_number = 0»
    at start:
      one: when «round_number >= 1» -> called becomes high
      two: when turn_number = 0 -> draw_one becomes yes
    phases:
      turn:
        who: each player
        moves:
          keep: do nothing
    at end:
      low: when called is low or «called is middle» -> each player scores 1
      no:  when not draw_one -> each player scores 1
      yes: draw_one becomes no
"""


def test_what_passes_are_counted_from_and_what_memories_ever_are(tmp_path: Path) -> None:
    piece = OF_PASSES.replace(
        "points: number per player\n", "points: number per player\n  draw_one: yes or no\n"
    )
    said = (
        "'round_number = 0' never holds: the first pass has the number 1",
        "always holds: the first pass has the number 1",
        "'called is middle' never holds: 'called' is only ever low or high",
    )
    check(piece + "winner: all players with most points\n", said, {"L613"}, tmp_path)


MULTIPLES = """\
phases:
  turn:
    repeat: until stock is empty or any player has «bid = 10»
    who: each player
    moves:
      three: your bid becomes your bid + 3
      six:   { may: your bid < 90, do: add 6 to your bid }
      none:  remove 3 from your debts
    at end:
      shut: open_now becomes no
      open: when «open_now» -> say "open"
      tell: when any player has debts = -12 -> say "twelve"
"""


def test_numbers_that_are_never_met_and_flags_that_are_never_set(tmp_path: Path) -> None:
    piece = TABLE.replace("  points:", "  open_now: yes or no\n  points:") + MULTIPLES
    piece = piece.replace("bid:    number from 0 to 5 per player", "bid:    number per player")
    for line in ("  bids:  ", "  debt:  "):
        start = piece.index(line)
        piece = piece[:start] + piece[piece.index("\n", start) + 1 :]
    said = ("'bid = 10' never holds: 'bid' is always a multiple of 3", "this never holds")
    check(piece, said, {"L613", "L603"}, tmp_path)
