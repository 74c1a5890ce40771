"""A line that is indented wrongly is told at its place, and nothing else is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

GAME = """\
game: Depths
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  copies: 1
  starts in: stock

options:
  hand_size: number from 1 to 5, normally 3

piles:
  stock: face down
  hand: per player, seen by owner
  discard: face up
remember:
  points: number per player
  lead: player, starts as first of players
setup:
  shuffle: shuffle stock
  hands: deal hand_size cards from stock to each hand
phases:
  trick:
    repeat: 3 times
    phases:
      turn:
        who: each player starting with lead
        moves:
          play:
            choose: card in your hand
            may:
              high: rank of card > 2
              low: rank of card < A
            do: move card to discard
          pass: do nothing
    at end:
      pay: lead consults result
payouts:
  result:
    ace: when rank of top of discard is A -> score 2
    other: otherwise -> score 1
winner: all players with most points

examples:
  the first one:
    players: Anna, Ben
    set: { hand_size: 3 }
    play:
      - Anna: pass
      - Ben: pass
      - expect: Anna's points = 0
  another one:
    players: Anna, Ben
    play:
      - Anna: pass
titles:
  de:
    stock: Stapel
"""


def told(was: str, by: int, tmp_path: Path) -> list[str]:
    """What is told of the game if one line is moved: place, code and message."""
    lines = GAME.split("\n")
    number = next(n for n, line in enumerate(lines) if line.strip() == was)
    depth = len(lines[number]) - len(lines[number].lstrip()) + by
    lines[number] = " " * depth + lines[number].lstrip()
    path = tmp_path / "depths.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    found = read_rules(path).diagnostics
    here = f"{number + 1}:{depth + 1}"
    return [
        f"{'here' if f'{d.span.line}:{d.span.column}' == here else d.span.line}"
        f" {d.code} {d.message}; {d.suggestion}"
        for d in found
    ]


@pytest.mark.parametrize(
    ("was", "by", "message"),
    [
        # YAML cannot read on, and stops at another line than the wrong one.
        ("ranks: 2 to 10, J, Q, K, A", 2, "'ranks' is indented by 4, 'copies' below it by 2; 2"),
        ("copies: 1", -2, "'copies' is indented by 0, 'starts in' below it by 2; 2"),
        ("stock: face down", 1, "'stock' is indented by 3, 'hand' below it by 2; 2"),
        ("hand: per player, seen by owner", -2, "'hand' is indented by 0, 'discard' below it by 2; 2"),
        ("shuffle: shuffle stock", -2, "'shuffle' is indented by 0, 'hands' below it by 2; 2"),
        ("repeat: 3 times", 2, "'repeat' is indented by 6, 'phases' below it by 4; 4"),
        ("high: rank of card > 2", -2, "'high' is indented by 12, 'low' below it by 14; 14"),
        ("ace: when rank of top of discard is A -> score 2", -2,
         "'ace' is indented by 2, 'other' below it by 4; 4"),
        ("set: { hand_size: 3 }", -2, "'set' is indented by 2, 'play' below it by 4; 4"),
        ("- Anna: pass", 1, "'-' is indented by 7, '-' below it by 6; 6"),
        ("- Anna: pass", -1, "'-' is indented by 5, '-' below it by 6; 6"),
        ("the first one:", 1, "'the first one' is indented by 3, 'another one' below it by 2; 2"),
        # A key that YAML takes for one of the map above or below.
        ("starts in: stock", -2, "'starts in' is indented by 0, and belongs under 'deck'; 2"),
        ("hand_size: number from 1 to 5, normally 3", -2,
         "'hand_size' is indented by 0, and belongs under 'options'; 2"),
        ("lead: player, starts as first of players", -2,
         "'lead' is indented by 0, and belongs under 'remember'; 2"),
        ("setup:", 2, "'setup' is indented by 2, and belongs beside 'remember'; 0"),
        ("payouts:", 2, None),
        ("trick:", 2, "'trick' is indented by 4, and so is what belongs under it; 2"),
        ("moves:", 2, None),
        ("play:", -2, "'play' is indented by 8, 'pass' below it by 10; 10"),
        ("do: move card to discard", 2, "'do' is indented by 14, and belongs beside 'may'; 12"),
        ("do: move card to discard", -2, "'do' is indented by 10, and belongs under 'play'; 12"),
        ("other: otherwise -> score 1", -2,
         "'other' is indented by 2, and belongs under 'result'; 4"),
        ("result:", 2, "'result' is indented by 4, and so is what belongs under it; 2"),
        ("another one:", 2, "'another one' is indented by 4, and so is what belongs under it; 2"),
        ("de:", -2, "'de' is indented by 0, and belongs under 'titles'; 2"),
        ("de:", 2, "'de' is indented by 4, and so is what belongs under it; 2"),
    ],
)  # fmt: skip
def test_a_wrong_depth(was: str, by: int, message: str | None, tmp_path: Path) -> None:
    found = told(was, by, tmp_path)
    if message is None:
        assert len(found) == 1 and found[0].startswith("here Y122"), found
        return
    said, _, due = message.rpartition("; ")
    assert found == [f"here Y122 {said}; indent it by {due}"]


def test_a_key_deep_in_a_block_of_text(tmp_path: Path) -> None:
    path = tmp_path / "depths.yaml"
    text = GAME.replace(
        "    set: { hand_size: 3 }\n    play:", "    shuffle: >\n      2C 3C\n      play:"
    )
    path.write_text(text, encoding="utf-8")
    (found,) = read_rules(path).diagnostics
    assert found.span.text == "play" and found.suggestion == "indent it by 4"
    assert found.message == "'play' is indented by 6, and so a part of the text above"


@pytest.mark.parametrize(
    ("items", "line", "due"),
    [
        ("  - the first one\n   - another one\n", 6, 2),
        (" - the first one\n  - another one\n  - the last\n", 5, 2),
    ],
)
def test_items_of_a_list_at_other_depths(items: str, line: int, due: int, tmp_path: Path) -> None:
    rule = f"house rule: X\nfor: depths\nset: {{ hand_size: 2 }}\nbreaks:\n{items}"
    (tmp_path / "depths.yaml").write_text(GAME, encoding="utf-8")
    path = tmp_path / "overlays" / "depths" / "x.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(rule, encoding="utf-8")
    found = [d for d in read_rules(path).diagnostics if d.code == "Y122"]
    assert [(d.span.line, d.span.text, d.suggestion) for d in found] == [
        (line, "-", f"indent it by {due}")
    ]


def test_addresses_at_other_depths(tmp_path: Path) -> None:
    (tmp_path / "depths.yaml").write_text(GAME, encoding="utf-8")
    path = tmp_path / "overlays" / "depths" / "x.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "house rule: X\nfor: depths\nchange:\nsetup.hands: deal 2 cards from stock to each hand\n"
        "breaks: all\n",
        encoding="utf-8",
    )
    (found,) = read_rules(path).diagnostics
    assert found.span.line == 4 and found.suggestion == "indent it by 2"


def test_a_key_that_nobody_knows_is_no_matter_of_depth(tmp_path: Path) -> None:
    path = tmp_path / "depths.yaml"
    path.write_text(GAME.replace("setup:\n", "goal: 100\nsetup:\n"), encoding="utf-8")
    (found,) = read_rules(path).diagnostics
    assert found.code == "S201"
