"""L613 in examples: expectations that no rules could make fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from .marked import check

EXAMPLES = """\
chips:
  each player: 10
  pot: 0
setup:
  shuffle: shuffle stock
  ante: each player pays 1 to pot
examples:
  one:
    players: Anna, Ben
{start}    play:
      - expect: {expected}
      - Anna: pass
      - expect: pot = 2
"""


@pytest.mark.parametrize(
    "expected",
    ["1 = 1", "pot >= 0", "size of stock <= 52", "Anna is Anna", "number of players >= 2"],
)
@pytest.mark.parametrize("is_placed", [False, True])
def test_what_cannot_fail_shows_nothing(expected: str, is_placed: bool, tmp_path: Path) -> None:
    # Where an example puts things in place, what is so in every game need not be so.
    start = "    start at: turn\n    given: { pot: 5 }\n" if is_placed else ""
    sure = not is_placed or expected in ("1 = 1", "Anna is Anna")
    marked = f"«{expected}»" if sure else expected
    text = EXAMPLES.format(start=start, expected=marked)
    check(text, ("always holds: this step shows nothing",) * sure, {"L613"}, tmp_path)


@pytest.mark.parametrize(
    ("expected", "is_sure"),
    [
        ("not game_over or game_over", True),
        ("pot = 2 or pot != 2", True),
        ("pot > 2 or not (pot > 2 and game_over)", True),
        ("pot = 2 or pot != 3", False),
        ("game_over or pot = 2", False),
        ("not (game_over and pot = 2)", False),
    ],
)
def test_what_holds_whatever_its_parts_are_shows_nothing(
    expected: str, is_sure: bool, tmp_path: Path
) -> None:
    start = "    start at: turn\n    given: { pot: 5 }\n"
    text = EXAMPLES.format(start=start, expected=f"«{expected}»" if is_sure else expected)
    check(text, ("always holds: this step shows nothing",) * is_sure, {"L613"}, tmp_path)


@pytest.mark.parametrize("expected", ["pot = 2", "size of stock = 52", "Anna's chips = 9"])
def test_what_follows_from_the_rules_is_worth_showing(expected: str, tmp_path: Path) -> None:
    check(EXAMPLES.format(start="", expected=expected), (), {"L613"}, tmp_path)
