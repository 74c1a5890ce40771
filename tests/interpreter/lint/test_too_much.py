"""What is left open where there is very much of it is said (L619), and takes no time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

FRAME = """\
game: Frame
players: 2 to 4
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
chips:
  each player: 10
  pot: 0
piles:
  stock: face down
  discard: face up
remember:
  counter: number
phases:
  turn:
    at start:
      - counter becomes counter + 1
{lines}
    who: each player
    moves:
      pass: do nothing
{moves}
{rest}"""

WIDE = "".join(f"    r{n}: when counter = {n} -> add 1 to counter\n" for n in range(20))


def notes(tmp_path: Path, lines: str = "", moves: str = "", rest: str = "") -> list[str]:
    file = tmp_path / "frame.yaml"
    file.write_text(FRAME.format(lines=lines, moves=moves, rest=rest))
    begun = time.process_time()
    found = read_rules(file, linted=True).diagnostics
    assert time.process_time() - begun < 4
    assert {d.code[0] for d in found} <= {"L"}
    return [f"{d.span.text}: {d.message}" for d in found if d.code == "L619"]


def test_of_rules_with_thousands_of_lines_the_dear_lints_are_left_out(tmp_path: Path) -> None:
    table = f"tables:\n  wide:\n{WIDE}    none: otherwise -> do nothing\n"
    (told,) = notes(tmp_path, "      - consult wide\n" * 140, "", table)
    assert told.startswith("Frame: these rules are 8") and "are not looked for" in told
    assert notes(tmp_path, "      - consult wide\n" * 20, "", table) == []


def test_terms_and_value_tables_count_as_often_as_they_are_written_out(tmp_path: Path) -> None:
    rows = "".join(f"    r{n}: when counter < {n} -> {n} + inner\n" for n in range(40))
    tables = (
        f"tables:\n  inner:\n    gives: number\n{rows.replace(' + inner', '')}    rest: otherwise -> 0\n"
        f"  outer:\n    gives: number\n{rows}    rest: otherwise -> inner\n"
    )
    (told,) = notes(tmp_path, "      - counter becomes outer\n" * 2, "", tables)
    assert told == (
        "Frame: terms and tables come to 3444 parts here, each written out wherever it is used: cases "
        "left out, conditions that always hold, cards and chips that run out, play without an end, "
        "secrets that are told and rules that fail are not looked for"
    )
    assert notes(tmp_path, "      - counter becomes outer\n", "", tables) == []


def test_a_table_that_is_used_everywhere_in_another_way_is_not_counted(tmp_path: Path) -> None:
    rest = "tables:\n  aside:\n    low: when counter < 0 and top of discard is red -> add 1 to counter\n"
    lines = "".join(f"      - when counter > {n} -> consult aside\n" for n in range(110))
    said = (
        "aside: 'aside' is used in more than 100 places, no two alike: whether its rows leave a case "
        "out, or never apply, is not found out"
    )
    assert notes(tmp_path, lines, "", rest) == [said]


@pytest.mark.parametrize(("number", "told"), [(1100, 1), (30, 0)])
def test_no_game_is_made_of_a_thousand_moves(number: int, told: int, tmp_path: Path) -> None:
    moves = "".join(f"      m{n}: pay {n + 1} to pot\n" for n in range(number))
    moves = moves.replace("pay 1 to pot", "when your chips > counter -> pay counter to pot")
    assert len(notes(tmp_path, "", moves)) == told


def test_thousands_of_conditions(tmp_path: Path) -> None:
    asked = " or ".join(f"counter = {n}" for n in range(40))
    lines = "".join(f"      - when {asked} -> add {n} to counter\n" for n in range(70))
    (told,) = notes(tmp_path, lines)
    assert told.startswith("Frame: these rules ask 5530 conditions")


@pytest.mark.parametrize(
    ("lines", "moves", "rest"),
    [
        ("", "", "end:\n" + "".join(f"  e{n}: after turn, when counter = {n} and size of stock > 3\n" for n in range(400))),
        ("", "      m:\n        may:\n" + "".join(f"          c{n}: counter = {n} or size of stock > {n % 50}\n" for n in range(600)) + "        do: do nothing\n", ""),
        ("".join(f"      - when counter = {n} or size of stock > {n % 50} -> add 1 to counter\n" for n in range(400)), "", ""),
    ],
    ids=["rows of end", "conditions of a move", "lines"],
)  # fmt: skip
def test_hundreds_of_conditions_with_parts(
    lines: str, moves: str, rest: str, tmp_path: Path
) -> None:
    assert notes(tmp_path, lines, moves, rest) == []
