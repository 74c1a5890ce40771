"""One mistake is told once, at its place, with the right word."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.interpreter.loading import read_rules

GAME = """\
game: Take One
players: 2
deck:
  ranks: A, K, Q
  jokers: red_joker, black_joker
  values: A = 1, K = 2, Q = 3, red_joker black_joker = 9
  starts in: stock
piles:
  stock: face down
  hand: per player, face up
remember:
  points: number per player
phases:
  round:
    at start:
      shuffle: shuffle stock
      deals: deal 2 cards from stock to each hand
    phases:
      turn:
        who: each player
        moves:
          play:
            choose: card in your hand
            may: not card is red_joker
            do: move card to stock; score value of card
          pass: do nothing
winner: all players with most points
"""


def told(tmp_path: Path, *exchanged: tuple[str, str]) -> list[Diagnostic]:
    """What is said of the game with some stretches exchanged."""
    text = GAME
    for old, new in exchanged:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    found = read_rules(str(path), (), linted=True).diagnostics
    return [d for d in found if d.severity > Severity.NOTE]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("stock: face down", "stock:", "S203 9:3"),
        ("jokers: red", "joker: red", "S201 5:3 did you mean 'jokers'?"),
        ("jokers: red", "jokres: red", "S201 5:3 did you mean 'jokers'?"),
        ("is red_joker", "is jokers", "T401 24:30 the jokers are red_joker, black_joker"),
        ("is red_joker", "is joker", "T401 24:30 the jokers are red_joker, black_joker"),
        ("is red_joker", "is red_jokers", "T401 24:30 did you mean 'red_joker'?"),
        ("jokers: red_joker", "jokers: rde_joker", "S232 5:11 did you mean 'red_joker'?"),
        ("  round:\n", "  yes:\n", "T404 14:3"),
    ],
)
def test_a_slip_is_told_once_at_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    (found,) = told(tmp_path, (old, new))
    here = f"{found.code} {found.span.line}:{found.span.column} {found.suggestion or ''}"
    assert here.startswith(said)


def test_the_game_of_these_tests_is_right(tmp_path: Path) -> None:
    assert not told(tmp_path)


COMPOSED, DECOMPOSED = "\u00e9t\u00e9", "e\u0301te\u0301"


@pytest.mark.parametrize(
    ("places", "code", "line"),
    [
        ((("winner:", f"terms:\n  {COMPOSED}: 1\n  {DECOMPOSED}: 2\nwinner:"),), "Y102", 29),
        ((("  points:", f"  {COMPOSED}: number\n  points:"),
          ("winner:", f"terms:\n  {DECOMPOSED}: 2\nwinner:")), "T404", 29),
        ((("      turn:", f"      {COMPOSED}:\n        at start: shuffle stock\n      {DECOMPOSED}:"),),
         "Y102", 21),
    ],
)  # fmt: skip
def test_a_second_name_that_only_looks_the_same_is_an_error(
    tmp_path: Path, places: tuple[tuple[str, str], ...], code: str, line: int
) -> None:
    found = next(d for d in told(tmp_path, *places) if d.severity is Severity.ERROR)
    assert (found.code, found.span.line) == (code, line)
    assert found.message.startswith(f"'{DECOMPOSED}' looks like '{COMPOSED}' in line ")
    assert found.notes[0].span is not None


def test_a_use_that_only_looks_the_same_is_told(tmp_path: Path) -> None:
    added = ("winner:", f"terms:\n  {DECOMPOSED}: 2\nwinner:")
    (found,) = told(tmp_path, added, ("value of card", COMPOSED))
    assert (found.code, found.span.line) == ("T401", 25)
    assert found.suggestion is not None
    assert found.suggestion.startswith(f"it looks like '{DECOMPOSED}'")
    assert not found.notes


ROUNDS = (
    ("piles:", "options:\n  rounds: number from 1 to 9, normally 3 -- rounds\npiles:"),
    ("  round:\n", "  round:\n    repeat: rounds times\n"),
)


@pytest.mark.parametrize(
    ("number", "chosen", "most"),
    [
        (0, "", 3),
        (1, "", None),
        (3, "", None),
        (4, "", 3),
        (4, "rounds: 5", None),
        (6, "rounds: 5", 5),
    ],
)
def test_the_number_of_a_pass_that_there_is_not(
    tmp_path: Path, number: int, chosen: str, most: int | None
) -> None:
    example = (
        f"examples:\n  one:\n    players: Anna, Ben\n    set: {{ {chosen} }}\n    start at: turn\n"
        f"    given: {{ round_number: {number}, Anna's hand: AH }}\n    play:\n      - Anna: pass\n"
    ).replace("    set: {  }\n", "")
    found = told(tmp_path, *ROUNDS, ("winner:", f"{example}winner:"))
    found = [d for d in found if d.code != "L601"]  # nine rounds are too many for the stock
    said = f"the passes of 'round' are numbered 1 to {most}, and {number} is given"
    assert [(d.code, d.message) for d in found] == ([] if most is None else [("T411", said)])
