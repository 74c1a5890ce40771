"""Files that are hostile, huge, foreign or no rule files at all: exact places, in a bounded time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rulerun.grammar.files import LIMIT
from rulerun.grammar.reader import MAX_NODES, MAX_TOLD

from .command import Rulerun

GAME = """\
game: Frame
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
piles:
  stock: face down
  discard: face up
  hand: per player, seen by owner
remember:
  counter: number
terms:
  rich: counter > 3
phases:
  turn:
    who: each player
    at start:
      count: counter becomes counter + 1
      deal: shuffle stock; deal 1 card from stock to each hand
    moves:
      throw:
        choose: card in your hand
        may: { rich: rich }
        do: move card to discard
      pass: do nothing
"""
MORE = "more is wrong than is told here; the rest is told once this is mended\n"
SECONDS = 4
"""Of the processor, and so of an idle machine; it takes less than half of that."""


@pytest.fixture
def check(rulerun: Rulerun, tmp_path: Path) -> Callable[[str | bytes], list[tuple[str, int, int]]]:
    """`check(content)`: code, line and column of all that is told of a file."""

    def run(content: str | bytes) -> list[tuple[str, int, int]]:
        path = tmp_path / "file.yaml"
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        begun = time.process_time()
        done = rulerun("check", str(path), "--format", "json")
        assert time.process_time() - begun < SECONDS
        assert done.err in ("", MORE)
        told = json.loads(done.out)
        assert all(one["place"]["file"] == str(path) for one in told)
        return [(one["code"], one["place"]["line"], one["place"]["column"]) for one in told]

    return run


Check = Callable[[str | bytes], list[tuple[str, int, int]]]


# -- ends of lines, marks, alphabets ----------------------------------------------------------------


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "BOM"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CR LF"])
@pytest.mark.parametrize("last", [True, False], ids=["", "no end of the last line"])
def test_ends_of_lines_and_marks_move_nothing(
    check: Check, mark: bytes, end: str, last: bool
) -> None:
    text = GAME.replace("counter > 3", "countr > 3") + "winner: evryone\n"
    text = text.replace("\n", end)
    if not last:
        text = text.removesuffix(end)
    found = check(mark + text.encode("utf-8"))
    assert found == [("T401", 13, 9), ("T401", 26, 9)]


@pytest.mark.parametrize(
    "name",
    [
        "zähler",
        "счёт",
        "计数器",
        "عداد",
        "カウンター",
        "점수",
        "गिनती",
        "จำนวน",
        "e\u0301te",
        "μετρητής",
        "\U0001d520ounter",
    ],
)
def test_names_of_any_alphabet_are_told_exactly(check: Check, name: str) -> None:
    text = GAME.replace("counter", name)
    assert check(text) == []
    found = check(text.replace(f"{name} becomes {name}", f"{name} becomes {name}x"))
    assert found == [("T401", 18, 14 + len(f"{name} becomes "))]


@pytest.mark.parametrize("before", ["漢字", "♥\ufe0f", "👩\u200d👧", "é", "a\u0301", "\U0001f0a1"])
def test_columns_count_characters_whatever_stands_before(check: Check, before: str) -> None:
    assert check(GAME + f"about: {before}: pot") == [("Y118", 26, 8 + len(before))]
    quoted = f"rulings: {{ '{before}': 'x', two: &y z }}\n"
    assert check(GAME + quoted) == [("Y103", 26, quoted.index("&") + 1)]


# -- what is no rule file ---------------------------------------------------------------------------

NO_RULES = {
    "words": b"just some words\n",
    "json list": b'[{"game": "x"}, 2]\n',
    "html": b'<html>\n<body class="x">\n<p>Hi: there</p></body></html>\n',
    "python": b"import os\n\nclass A:\n    x: int = {'a': [1,\n    2]}\n",
    "shell": b'#!/bin/sh\nif [ -f x ]; then\n  echo "y: $1" && exit 1\nfi\n',
    "csv": b"a,b,c\n1,2,3\n",
    "toml": b'game = "x"\n[deck]\nranks = "2"\n',
    "markdown": b"# Title\n\n* one: two\n* `three`\n\n```yaml\ngame: x\n",
    "png": b"\x89PNG\r\n\x1a\n\x00\x00",
    "utf-16": "game: x\n".encode("utf-16"),
    "latin-1": "game: höher\n".encode("latin-1"),
    "nothing": b"",
    "blanks": b" \n\n   \n",
    "null": b"~\n",
    "number": b"1\n",
    "brackets": b"}]" * 2000,
    "quotes": b"'\"" * 2000 + b"\n",
}


@pytest.mark.parametrize("name", NO_RULES)
def test_what_is_no_rule_file_is_refused_at_its_beginning(check: Check, name: str) -> None:
    found = check(NO_RULES[name])
    assert found
    assert found[0][1] <= 3
    assert all(code[0] in "YS" for code, _, _ in found)


# -- very much of something -------------------------------------------------------------------------

MANY = 10_000


def put(under: str, lines: str) -> str:
    """The game with numbered lines more, after a line of it."""
    return GAME.replace(under, under + "".join(lines.replace("#", str(n)) for n in range(MANY)), 1)


@pytest.mark.parametrize(
    ("under", "lines", "code", "step", "column"),
    [
        ("terms:\n", "  t#: size of stokc#\n", "T401", 1, 15),
        ("terms:\n", "  t#: size of of (stock\n", "E301", 1, 15),
        ("terms:\n", "  t#: &x y\n", "Y103", 1, 7),
        ("players: 2\n", "kee#: 3\n", "S201", 1, 1),
        ("players: 2\n", "players: 3\n", "Y102", 1, 1),
        ("players: 2\n", "x#: [\n", "Y124", 1, 5),
        ("    moves:\n", "      m#:\n        du: pass\n", "S201", 2, 9),
    ],
)
def test_of_ten_thousand_mistakes_the_first_ones_are_told_exactly(
    check: Check, under: str, lines: str, code: str, step: int, column: int
) -> None:
    text = put(under, lines)
    found = check(text)
    assert len(found) <= MAX_TOLD
    first = GAME[: GAME.index(under) + len(under)].count("\n") + step
    told = [(line, at) for c, line, at in found if c == code][:40]
    assert [line for line, _ in told] == list(range(first, first + 40 * step, step))
    # Numbers of two digits move what stands after them.
    assert {at for _, at in told} <= {column, column + 1}
    signs = {"Y102": "p", "Y103": "&", "Y124": "[", "T401": "s"}
    if code in signs:
        rows = text.splitlines()
        assert {rows[line - 1][at - 1] for line, at in told} == {signs[code]}


def test_a_file_of_the_largest_size_is_read_to_its_end(check: Check) -> None:
    wrong = "winner: evryone\n"
    comment = "# a line of a comment, to fill the file up to the last byte that it may have\n"
    rest = LIMIT - len((GAME + wrong).encode())
    text = GAME + comment * (rest // len(comment)) + "#" * (rest % len(comment) - 1) + "\n" + wrong
    assert len(text.encode()) == LIMIT
    lines = text.count("\n")
    assert check(text) == [("T401", lines, 9)]
    assert [code for code, _, _ in check(text + " ")] == ["Y112"]


LARGE = {
    "warnings": ("remember:\n", "  m#: number  # allow L604\n"),
    "lines": ("    at start:\n", "      l#: counter becomes 1\n"),
    "phases": ("phases:\n", "  p#:\n    who: each player\n    moves:\n      pass: do nothing\n"),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_file_with_as_much_in_it_as_there_may_be_is_checked(check: Check, name: str) -> None:
    under, lines = LARGE[name]
    nodes = lines.count(":") * 2 + lines.count("{")
    number = (MAX_NODES - 100) // nodes
    text = GAME.replace(
        under, under + "".join(lines.replace("#", str(n), 1) for n in range(number)), 1
    )
    found = check(text)
    assert "Y112" not in {code for code, _, _ in found}
    assert {code[0] for code, _, _ in found} <= {"L", "S"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game: " + "[" * 100_000 + "\n", "Y111"),
        ("".join(" " * n + f"a{n}:\n" for n in range(1000)), "Y111"),
        (GAME + "winner: " + "(" * 9_000 + "1" + ")" * 9_000, "E301"),
        (GAME + "winner: " + "not " * 5_000 + "rich", "E301"),
        (GAME + "winner: " + "1 + " * 4_000 + "1", "E301"),
        (GAME + "winner: " + "x " * 200_000, "E301"),
        (GAME + "about: " + "x" * 400_000 + "\nwinner: evryone\n", "T401"),
        (GAME + 'about: "' + "\\x41" * 200_000 + '"\nwinner: evryone\n', "T401"),
        (GAME + "about: |\n" + "  x\n" * 200_000 + "winner: evryone\n", "T401"),
        (GAME + "rulings: " + "&a " * 200_000, "Y103"),
        (GAME + "source: [" + "a, " * 200_000 + "]", "Y112"),
        (GAME + "about: " + "{x} " * 200_000 + "\nwinner: evryone\n", "T401"),
        (GAME + "# allow L603: so\n" * 20_000, "L610"),
        ("%x\n" * 100_000, "Y106"),
        ("- x\n" * 100_000, "Y126"),
        ("---\na: b\n" * 60_000, "Y116"),
        ("\ta: b\n" * 100_000, "Y107"),
        ("game: " + "\x01" * 200_000 + "\n", "Y113"),
        ("a: b\r" * 200_000, "Y113"),
        ("\n" * 400_000, "Y115"),
    ],
    ids=lambda part: part if len(part) < 5 else "",
)
def test_depth_and_length_are_bounded(check: Check, text: str, code: str) -> None:
    found = check(text)
    assert code in {c for c, _, _ in found}
    assert len(found) <= MAX_TOLD


def test_many_options_at_their_ends_together(check: Check) -> None:
    options = "".join(f"  o{n}: number from 1 to 9, normally 2\n" for n in range(400))
    found = check(f"{GAME}options:\n{options}end:\n  over: after turn, when size of discard > 99\n")
    assert {code for code, _, _ in found} <= {"L603", "L613"}
