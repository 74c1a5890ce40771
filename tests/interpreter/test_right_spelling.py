"""Of a slip the first thing told is the right spelling, at the word that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.interpreter.loading import read_rules

GAME = """\
game: Count
players: 2 to 4
deck:
  ranks: A, K, Q, J
  values: A = 1, K = 2, Q = 3, J = 3
  starts in: stock
options:
  hand_size: number from 1 to 2, normally 2
  bonus: number from 1 to 2, normally 1
  rounds: number from 1 to 9, normally 2
chips: { each player: 10, pot: 0 }
piles:
  stock: face down
  hand: per player, seen by owner
remember:
  to_beat: number
  points: number per player
terms:
  worth of player: count of player's hand
phases:
  round:
    repeat: rounds times
    at start:
      shuffle: shuffle stock
      deals: deal hand_size cards from stock to each hand
      beat: when hand_size > 1 -> to_beat becomes 1
    phases:
      turn:
        who: each player starting with first player
        moves:
          play:
            choose: card in your hand
            may: { any: to_beat > 0 or count of your hand > 0 }
            do: move card to stock; score value of card; score bonus
          pass: do nothing
tables:
  count of cards:
    gives: number
    few: when size of cards < 3 -> 1
    many: otherwise -> 2
winner: all players with most points
examples:
  one plays:
    players: Anna, Ben
    given: { Anna's hand: AC KC }
    play:
      - Anna: play AC
      - expect: count of Anna's hand = 1
      - Anna cannot: play AC
"""
RULE = """\
house rule: Low
for: count
set: { hand_size: 1 }
add:
  turn.play.may.low: value of card < 3
  round.at end.lost: each player scores worth of player
  tables.extra: { gives: number, other: otherwise -> 1 }
change:
  count.few.then: '2'
breaks: [one plays]
"""


def told(folder: Path, text: str, name: str) -> list[Diagnostic]:
    """What is said of a file of that name with this text, beside the game and the house rule."""
    for file, right in (("count.yaml", GAME), ("overlays/count/low.yaml", RULE)):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if file == name else right, encoding="utf-8")
    found = read_rules(folder / name, linted=True).diagnostics
    return [d for d in found if d.severity > Severity.NOTE]


def is_told(folder: Path, name: str, old: str, new: str, advice: str, at: str) -> None:
    """Asserts that the first thing told of a slip stands at its place and says what is meant."""
    right = GAME if name == "count.yaml" else RULE
    assert right.count(old) == 1, old
    text = right.replace(old, new)
    found = told(folder, text, name)
    assert found, "nothing is told"
    place = text.index(new) + new.index(at)
    first = found[0]
    assert (first.span.start, advice in (first.suggestion or "")) == (place, True), found


def test_the_files_of_these_tests_are_right(tmp_path: Path) -> None:
    found = told(tmp_path, GAME, "count.yaml") + told(tmp_path, RULE, "overlays/count/low.yaml")
    assert [d for d in found if d.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    "right, typed, wrong, meant",
    [
        # Capitals, and capitals in the middle
        ("may: {", "MAY: {", "MAY", "'may'"),
        ("repeat:", "REPEAT:", "REPEAT", "'repeat'"),
        ("at start:", "AT START:", "AT START", "'at start'"),
        ("do: move", "DO: move", "DO", "'do'"),
        ("examples:", "EXAMPLES:", "EXAMPLES", "'examples'"),
        ("starts in: stock", "starts in: STOCK", "STOCK", "'stock'"),
        ("to_beat becomes", "TO_BEAT becomes", "TO_BEAT", "'to_beat'"),
        ("score value of card", "score VALUE of card", "VALUE", "value"),
        ("value of card;", "value of CARD;", "CARD", "'card'"),
        ("deals: deal", "dealsAll: deal", "dealsAll", "'deals_all'"),
        ("Anna: play AC\n      - expect", "ANNA: play AC\n      - expect", "ANNA", "'Anna'"),
        ("- expect:", "- EXPECT:", "EXPECT", "'expect'"),
        ("starting with", "starting WITH", "WITH", "'with'"),
        ("count of cards:", "COUNT of cards:", "COUNT", "'count'"),
        ("  hand_size: n", "  HAND SIZE: n", "HAND SIZE", "'hand_size'"),
        ("each player: 10", "eacch player: 10", "eacch", "'each player'"),
        # What is written in several words
        ("deal hand_size cards", "deal hand size cards", "hand size", "'hand_size'"),
        ("when hand_size > 1", "when hand size > 1", "hand size", "'hand_size'"),
        ("when hand_size > 1", "when hand-size > 1", "hand-size", "'hand_size'"),
        ("any: to_beat >", "any: to beat >", "to beat", "'to_beat'"),
        ("-> to_beat becomes", "-> to beat becomes", "to beat", "'to_beat'"),
        # A table that is called as a word that people use for something else
        ("count of your hand", "count of your hasnd", "hasnd", "'hand'"),
        ("pass: do nothing", "pass: you playy next", "playy", "did you mean 'play'"),
        # Who is right, the declaration or its use
        ("count of cards:", "counts of cards:", "counts", "'count'"),
        ("hand_size: number", "hand_siez: number", "hand_siez", "'hand_size'"),
        ("  points: number", "  point: number", "point", "'points'"),
        ("bonus: number", "bonuis: number", "bonuis", "'bonus'"),
        ("score bonus", "score bonu", "bonu", "'bonus'"),
        ("  rounds: n", "  round: n", "round:", "'rounds'"),
        # Letters of another alphabet
        (
            "when hand_size > 1",
            "when hand_siz\u0435 > 1",
            "hand_siz\u0435",
            "'hand_size'? The '\u0435'",
        ),
        (
            "from stock to each",
            "from st\u043e\u0441k to each",
            "st\u043e\u0441k",
            "'stock'? The '\u043e' is",
        ),
        # The list of players
        ("players: Anna, Ben", "players: Anan, Ben", "Anan", "'Anna'"),
        ("players: Anna, Ben", "players: ANNA, Ben", "ANNA", "'Anna'"),
    ],
)
def test_a_slip_in_a_game(right: str, typed: str, wrong: str, meant: str, tmp_path: Path) -> None:
    is_told(tmp_path, "count.yaml", right, typed, meant, wrong)


@pytest.mark.parametrize(
    "right, typed, wrong, meant",
    [
        ("hand_size", "HAND_SIZE", "HAND_SIZE", "'hand_size'"),
        ("turn.play.may.low", "TURN.play.may.low", "TURN", "'turn.play.may.low'"),
        ("turn.play.may.low", "turn.play.MAY.low", "MAY", "'turn.play.may.low'"),
        ("turn.play.may.low", "turn.play.may.lowCards", "lowCards", "'low_cards'"),
        ("round.at end.lost", "round.at edn.lost", "at edn", "'round.at end.lost'"),
        ("round.at end.lost", "ruond.at end.lost", "ruond", "'round.at end.lost'"),
        ("tables.extra", "table.extra", "table", "'tables.extra'"),
        ("tables.extra", "TABLES.extra", "TABLES", "'tables.extra'"),
        ("count.few.then", "count.few.THEN", "THEN", "'count.few.then'"),
        ("count.few.then", "count.fwe.then", "fwe", "'count.few.then'"),
        ("breaks:", "BREAKS:", "BREAKS", "'breaks'"),
    ],
)
def test_a_slip_in_a_house_rule(
    right: str, typed: str, wrong: str, meant: str, tmp_path: Path
) -> None:
    is_told(tmp_path, "overlays/count/low.yaml", right, typed, meant, wrong)
