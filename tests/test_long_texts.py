"""Whatever stands in a file, a message is short enough to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import LONGEST, Diagnostic, Note, Severity
from rulerun.grammar.source import SourceFile, Span
from rulerun.interpreter.loading import read_rules

GAME = """\
game: Take One
players: 2
deck:
  ranks: A, K, Q
  starts in: stock
piles:
  stock: face down
  hand: per player, seen by owner
remember:
  points: number per player
phases:
  count:
    at start: each player consults result
payouts:
  result:
    best: when size of your hand = 0 -> score 1
    rest: otherwise -> do nothing
winner: all players with most points
examples:
  one:
    players: Anna, Ben
    play:
      - expect: game_over
"""
NAME, TEXT = "a" * 900, "b" * 5_000
PUT = {
    "a key": ("winner:", f"{TEXT}: x\nwinner:"),
    "a key at the top": ("winner:", f"{NAME}: x\nwinner:"),
    "a key in quotes": ("winner:", f'"{NAME}": x\nwinner:'),
    "a name declared": ("  hand:", f"  {NAME}: face down\n  hand:"),
    "a name": ("score 1", f"score {TEXT}"),
    "a name of almost the same letters": ("score 1", f"score {NAME}x"),
    "an effect": ("score 1", TEXT),
    "a kind": ("number per", f"{TEXT} per"),
    "a kind of pile": ("face down", TEXT),
    "players": ("players: 2", f"players: {TEXT}"),
    "ranks": ("A, K, Q", TEXT),
    "a pile of the deck": ("in: stock", f"in: {TEXT}"),
    "a game": ("Take One", TEXT),
    "a player": ("- expect: game_over", f"- {NAME}: x"),
    "a move": ("- expect: game_over", f"- Anna: {TEXT}"),
    "an expectation": ("- expect: game_over", f"- expect: {TEXT}"),
    "a thing given": ("    play:", f"    given: {{ {NAME}: 3 }}\n    play:"),
    "an escape": ("score 1", f'"\\{TEXT}"'),
    "a tag": ("score 1", f"!{TEXT}"),
    "a dash": ("- expect: game_over", f"-{TEXT}"),
    "a label": ("winner:", f"titles:\n  de:\n    {NAME}: x\nwinner:"),
}


def lengths(found: Diagnostic) -> list[int]:
    """How long all is that a diagnostic says."""
    notes = [note.message for note in found.notes]
    return [len(said) for said in (found.message, found.suggestion or "", *notes)]


@pytest.mark.parametrize("place", PUT)
def test_no_message_is_longer_than_people_read(place: str, tmp_path: Path) -> None:
    old, new = PUT[place]
    assert old in GAME
    path = tmp_path / "game.yaml"
    path.write_text(GAME.replace(old, new, 1), encoding="utf-8")
    found = read_rules(str(path), (), linted=True).diagnostics
    if place not in ("a game", "a move"):  # a title may be long; moves are read when they are made
        assert found
    assert all(length <= LONGEST for d in found for length in lengths(d)), found


def test_the_game_of_these_tests_is_right(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    assert not [d for d in read_rules(str(path), ()).diagnostics if d.severity > Severity.NOTE]


def test_what_is_quoted_is_cut_and_the_rest_is_said() -> None:
    span = Span(SourceFile("<text>", ""), 0, 0)
    words = "one two " * 500
    one = Diagnostic(
        "T401", f"no pile is called '{TEXT}'", span, f"write '{words}' here", (Note(TEXT),)
    )
    assert one.message == f"no pile is called '{'b' * 57}...'"
    assert one.suggestion is not None and one.suggestion.endswith("...' here")
    assert one.notes[0].message == "b" * 57 + "..."
    short = "pile 'x' " * 40
    assert Diagnostic("T401", short, span).message == short


def test_a_key_longer_than_yaml_reads_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME.replace("winner:", f"terms:\n  {TEXT}: size of stock\nwinner:"), "utf-8")
    found = read_rules(str(path), ()).diagnostics[0]
    assert (found.code, found.span.column) == ("Y105", 3)
    assert found.message == "this key has 5,000 characters: YAML reads keys of at most 1,024"
