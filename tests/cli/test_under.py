"""A text with the values of its parts under it."""

from __future__ import annotations

import pytest

from rulerun.cli.paint import Paint, columns
from rulerun.cli.terminal import WIDEST
from rulerun.cli.under import in_lines
from rulerun.interpreter.examples.part_values import PartValue, Valued


def shown(text: str, *values: tuple[str, str], title: str | None = None) -> list[str]:
    """The lines for a text, with values under its words."""
    parts = tuple(PartValue(word, value, text.index(word)) for word, value in values)
    return list(in_lines(Valued(title, text, parts), Paint()))


def test_values_stand_below_their_words() -> None:
    assert shown("pot = 5", ("pot", "4"), ("=", "no")) == [
        "  pot = 5",
        "  |   |",
        "  4   no",
    ]


def test_what_finds_no_room_goes_one_row_down() -> None:
    assert shown("top of row is 5H", ("top", "AS"), ("row", "5H AS"), ("is", "no")) == [
        "  top of row is 5H",
        "  |      |   |",
        "  AS     |   no",
        "         5H AS",
    ]


def test_wide_characters_take_two_columns_and_accents_none() -> None:
    lines = shown("列 is 横 and é is 5", ("列", "1"), ("is", "no"), ("and", "横"), ("é", "2"))
    assert lines == [
        "  列 is 横 and é is 5",
        "  |  |     |   |",
        "  1  no    横  2",
    ]
    before = "列 is 横 and "
    assert lines[1].index("|", 10) == 2 + columns("列 is 横 ")
    assert columns(lines[2][: lines[2].index("2")]) == 2 + columns(before)


def test_a_text_without_values_stands_alone() -> None:
    assert shown("game_over") == ["  game_over"]


def test_a_title_says_what_text_it_is() -> None:
    assert (
        shown("pot", ("pot", "4"), title="the condition of 'bet'")[0] == "the condition of 'bet':"
    )


def test_a_long_text_is_broken_between_its_conditions() -> None:
    text = " and ".join(f"memory_{i} = {i}" for i in range(12))
    lines = shown(text, *((f"memory_{i}", str(i)) for i in range(12)))
    assert all(columns(line) <= WIDEST + 2 for line in lines)
    assert [line.strip().split(" ")[0] for line in lines if "memory" in line] == [
        "memory_0", "and", "and",
    ]  # fmt: skip
    for number in range(12):
        row = next(i for i, line in enumerate(lines) if f"memory_{number} " in line)
        assert lines[row + 2][lines[row].index(f"memory_{number} ") :].split()[0] == str(number)


def test_a_long_text_without_a_break_is_broken_anywhere() -> None:
    lines = shown("x" * 250)
    assert [len(line) for line in lines] == [WIDEST + 2, WIDEST + 2, 52]


def test_a_long_value_is_cut() -> None:
    lines = shown("stock", ("stock", "10H " * 52))
    assert lines[2].endswith("...") and len(lines[2]) == 62


@pytest.mark.parametrize("bad", ["\x1b[31m", "\u202e"])
def test_nothing_commands_the_terminal(bad: str) -> None:
    assert bad not in "\n".join(shown(f"a{bad} = 1", ("a", f"{bad}2")))


def test_values_without_a_place_are_listed() -> None:
    parts = (PartValue("pot", "4", None), PartValue("your chips", "10", None))
    assert list(in_lines(Valued(None, "pot = your chips", parts), Paint())) == [
        "  pot = your chips",
        "    pot         4",
        "    your chips  10",
    ]
