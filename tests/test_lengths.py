"""Rules are short: the bars of `tests/lengths.py`, and how lines are counted."""

from __future__ import annotations

from statistics import median

from .lengths import LONGEST, MEDIAN, lengths, lines_of_rules


def test_no_game_is_long() -> None:
    assert {game: lines for game, lines in lengths().items() if lines > LONGEST} == {}


def test_half_of_the_games_are_short() -> None:
    assert median(lengths().values()) <= MEDIAN


def test_lines_that_say_something_are_counted() -> None:
    text = """\
# a comment
game: One

players: 2   # two

examples:
  one:
    players: Anna, Ben
winner: nobody
  # another
"""
    assert lines_of_rules(text) == 3
