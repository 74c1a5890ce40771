"""Diagnostics as texts: the caret stands below what it means, and nothing else is printed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.rendering import WIDEST, render_concise, render_full
from rulerun.grammar.source import SourceFile, Span

RULES = SourceFile(
    "rulesets/example.yaml",
    "\n" * 47
    + """\
      throw: move card to discrad
      next:  go to count
  about: >
    A text
    that goes on
    for some lines.
""",
)
HOUSE = SourceFile("house.yaml", "house rule: Aces low\nset:\n  ante: 200\n")


def span(file: SourceFile, text: str) -> Span:
    """Where a text stands in a file."""
    start = file.text.index(text)
    return Span(file, start, start + len(text))


def mark(line: str, marked: str, label: str | None = None) -> tuple[str, str]:
    """The line as shown and the line below it, without the gutter."""
    file = SourceFile("a.yaml", line + "\n")
    full = render_full([Diagnostic("T401", "x", span(file, marked), label)])
    shown, below = full.splitlines()[3:5]
    return shown.removeprefix("1 | "), below.removeprefix("  | ")


UNKNOWN = Diagnostic(
    "T401",
    "no pile, term or memory is called 'discrad'",
    span(RULES, "discrad"),
    "did you mean 'discard'?",
)


def test_full_shows_the_line_and_a_caret(golden: Callable[[str, str], None]) -> None:
    full = render_full([UNKNOWN])
    assert (
        full
        == """\
error[T401]: no pile, term or memory is called 'discrad'
  --> rulesets/example.yaml:48:27
   |
48 |       throw: move card to discrad
   |                           ^^^^^^^ did you mean 'discard'?
"""
    )
    golden("rendering/one.out", full)


def test_concise_is_one_line_each() -> None:
    warning = Diagnostic("L603", "never used", span(HOUSE, "ante"), severity=Severity.WARNING)
    assert render_concise([UNKNOWN, warning]) == (
        "rulesets/example.yaml:48:27: error[T401]: no pile, term or memory is called 'discrad'; "
        "did you mean 'discard'?\n"
        "house.yaml:3:3: warning[L603]: never used\n"
    )


def test_notes_lines_and_files(golden: Callable[[str, str], None]) -> None:
    diagnostics = [
        UNKNOWN,
        Diagnostic(
            "O504",
            "two house rules change this",
            span(HOUSE, "200"),
            "name one of them under 'over'",
            (
                Note("the other one is here", span(RULES, "go to count")),
                Note("the later one counts"),
            ),
        ),
        Diagnostic("L606", "this need not end", span(RULES, "A text\n    that goes on\n    for some"),
                   "set a limit", severity=Severity.NOTE),
        Diagnostic("L606", "two lines", span(RULES, "text\n    that"), severity=Severity.WARNING),
        Diagnostic("Y117", "there is no such file", Span(SourceFile("gone.yaml", ""), 0, 0),
                   "did you mean 'game.yaml'?"),
    ]  # fmt: skip
    golden("rendering/many.out", render_full(diagnostics))
    golden("rendering/many_concise.out", render_concise(diagnostics))


def test_colors_change_nothing_but_colors(golden: Callable[[str, str], None]) -> None:
    note = Note("first here", span(HOUSE, "ante"))
    diagnostics = [UNKNOWN, Diagnostic("Y102", "again", span(HOUSE, "set"), "why", (note,))]
    for render in (render_full, render_concise):
        colored = render(diagnostics, color=True)
        assert "\x1b[" in colored
        assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render(diagnostics)
    golden("rendering/colors.out", render_full(diagnostics, color=True))


def test_nothing_to_say() -> None:
    assert render_full([]) == render_concise([]) == ""


def test_any_iterable_will_do() -> None:
    assert render_full(d for d in [UNKNOWN]) == render_full([UNKNOWN])


@pytest.mark.parametrize(
    ("line", "marked", "shown", "below"),
    [
        ("a: pot", "pot", "a: pot", "   ^^^"),
        ("é♠: pot", "pot", "é♠: pot", "    ^^^"),
        ("漢字: pot", "pot", "漢字: pot", "      ^^^"),
        ("a: 漢字 pot", "漢字", "a: 漢字 pot", "   ^^^^"),
        ("a\u0301: pot", "pot", "a\u0301: pot", "   ^^^"),
        ("🂡: pot", "pot", "🂡: pot", "   ^^^"),
        ("\tpot", "pot", "    pot", "    ^^^"),
        ("ab\tpot", "pot", "ab  pot", "    ^^^"),
        ("漢\tpot\t.", "pot\t", "漢  pot .", "    ^^^^"),
        ("a: \x1b[31mred", "red", "a: \ufffd[31mred", "        ^^^"),
        ("a: \u202epot", "pot", "a: \ufffdpot", "    ^^^"),
    ],
)
def test_the_caret_stands_below_what_it_means(
    line: str, marked: str, shown: str, below: str
) -> None:
    assert mark(line, marked) == (shown, below)


def test_a_place_after_the_end_of_a_line_has_a_caret() -> None:
    file = SourceFile("a.yaml", "a: (pot\nb: c")
    after = Diagnostic("E301", "')' is missing", Span(file, 7, 7), "write ')'")
    assert render_full([after]).splitlines()[-2:] == ["1 | a: (pot", "  |        ^ write ')'"]
    end = Diagnostic("E301", "x", Span(file, len(file.text), len(file.text)))
    assert render_full([end]).splitlines()[-2:] == ["2 | b: c", "  |     ^"]


@pytest.mark.parametrize("before", [0, 30, 100, 119, 400, 1000])
@pytest.mark.parametrize("after", [0, 30, 1000])
@pytest.mark.parametrize("letter", ["a", "漢"])
def test_of_a_long_line_the_part_around_the_caret_is_shown(
    before: int, after: int, letter: str
) -> None:
    line = letter * before + "pot" + letter * after
    shown, below = mark(line, "pot")
    wide = 2 if letter == "漢" else 1
    # As many columns stand before the carets as before what they mark.
    column = len(below) - len(below.lstrip())
    head = shown[: shown.index("pot")]
    assert sum(wide if char == letter else 1 for char in head) == column
    assert below.strip() == "^^^"
    assert sum(wide if char == letter else 1 for char in shown) <= WIDEST + 6
    if len(line) * wide <= WIDEST:
        assert shown == line


def test_a_long_marked_stretch_is_cut() -> None:
    shown, below = mark("a: " + "b" * 5000, "b" * 5000, "too long")
    assert len(shown) <= WIDEST + 6
    assert below.endswith("^ too long")
    assert len(below) <= WIDEST + 20


def test_what_commands_a_terminal_is_printed_nowhere() -> None:
    evil = "\x1b]0;x\x07"
    file = SourceFile(f"{evil}.yaml", f"a: {evil}\n")
    diagnostic = Diagnostic(
        "T401", f"no {evil}\nhere", Span(file, 3, 5), f"\r{evil}", (Note(evil), Note(evil, Span(file, 3, 4)))
    )  # fmt: skip
    for text in (render_full([diagnostic]), render_concise([diagnostic])):
        assert not any(char in text for char in "\x1b\x07\r")
    assert render_concise([diagnostic]).count("\n") == 1
    assert str(render_full([diagnostic])).startswith("error[T401]: no \ufffd]0;x\ufffd here\n")


def test_line_numbers_of_different_lengths_share_a_gutter() -> None:
    file = SourceFile("a.yaml", "first\n" + "\n" * 99 + "second\n")
    note = Note("first here", span(file, "first"))
    full = render_full([Diagnostic("Y102", "again", span(file, "second"), None, (note,))])
    assert (
        full
        == """\
error[Y102]: again
   --> a.yaml:101:1
    |
101 | second
    | ^^^^^^
note: first here
   --> a.yaml:1:1
    |
  1 | first
    | ^^^^^
"""
    )


@pytest.mark.parametrize(
    ("before", "cells"),
    [
        ("♥", 1),
        ("♥\ufe0f", 2),  # as a picture
        ("✔\ufe0f ♠\ufe0f", 5),
        ("1\ufe0f\u20e3", 2),
        ("☕🃏", 4),
        ("🂡", 1),
        ("🇩🇪", 2),
        ("👍🏽", 2),
        ("👩\u200d👧\u200d👦", 2),
        ("🏴\u200d☠\ufe0f", 2),
        ("漢字", 4),
        ("ﾊｰﾄ", 3),
        ("\uff21", 2),
        ("한글", 4),
        ("\u1112\u1161\u11ab", 2),
        ("a\u0301e\u0323", 2),
        ("नि", 1),
        ("क्षि", 2),
        ("ไทย", 3),
        ("\u0627\u064e", 1),
        ("שָׁלוֹם", 4),
        ("Ω Ж ß", 5),
        ("\u200b", 0),
        ("a\xadb", 3),
        ("é漢👍🏽♥\ufe0f", 7),
    ],
)
def test_the_caret_stands_in_the_cell_that_a_terminal_shows(before: str, cells: int) -> None:
    line = f"{before}: pot"
    assert mark(line, "pot")[1] == " " * (cells + 2) + "^^^"
    # The mark of such a sign is as wide as the sign.
    assert mark(line, before)[1] == "^" * max(1, cells)


def test_an_apostrophe_in_single_quotes_is_read_once() -> None:
    file = SourceFile("a.yaml", "may: 'dealer''s hand > 3'\n")
    asked = span(file, "dealer''s hand")
    told = Diagnostic("T412", f"'{asked.text}' is a pile", asked, f"write 'size of {asked.text}'")
    assert "'dealer's hand' is a pile; write 'size of dealer's hand'" in render_concise([told])
