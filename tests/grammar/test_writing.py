"""Nodes written as lines: they read back as the same, as their file has them or anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile
from rulerun.grammar.writing import Writer

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("rulesets/**/*.yaml"), *ROOT.glob("tests/rulesets/**/*.yaml")])


def nodes(text: str) -> Mapping:
    root, wrong = read(SourceFile("rules.yaml", text))
    assert root is not None and not wrong, [str(d) for d in wrong]
    return root


def plain(node: Node) -> object:
    """What a node says, wherever it stands."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return [(e.key.text, plain(e.value)) for e in node]
    return [plain(item) for item in node]


def anew(root: Mapping) -> str:
    return "\n".join(Writer([]).lines(root)) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_file_is_written_as_it_is_and_anew(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    root = nodes(text)
    assert "\n".join(Writer([root]).lines(root)).rstrip() == text.rstrip()
    assert plain(nodes(anew(root))) == plain(root)


@pytest.mark.parametrize(
    "text",
    ["a: b", "a #b", "- a", "'a'", "[a", "a:", "", "yes", "{", "*a", "tab\tinside", "é ♥", "a\nb",
     "it's", '"a"', "a, b", "? a", "-", "...", "a\u2028b", "ends in ]", "#", "a\\b", "\x07"],
)  # fmt: skip
def test_any_text_survives(text: str) -> None:
    span = nodes("a: b").span
    said = Scalar(text, span)
    key = Scalar(text or "nothing", span)
    items = Sequence((said, said), span)
    inner = Mapping((Entry(key, said), Entry(Scalar("items", span), items)), span)
    written = anew(Mapping((Entry(Scalar("key", span), inner),), span))
    assert plain(nodes(written)) == [("key", [(key.text, text), ("items", [text, text])])]


@given(st.text(st.characters(codec="utf-8")))
def test_texts_of_all_sorts_survive(text: str) -> None:
    text = text.strip()
    span = nodes("a: b").span
    root = Mapping((Entry(Scalar("key", span), Scalar(text, span)),), span)
    assert plain(nodes(anew(root))) == [("key", text)]


COMMENTED = """\
# A game of cards.

game: A game            # its name
phases:

  # The only one.
  round:                # it is short
    repeat: 2 times
    # what is done
    do: >               # folded
      shuffle
      stock
"""


def test_a_moved_stretch_keeps_its_comments() -> None:
    root = nodes(COMMENTED)
    phases = root.get("phases")
    assert isinstance(phases, Mapping)
    (round_,) = phases
    written = list(Writer([root]).entry(Entry(Scalar("again", round_.key.span), round_.value)))
    assert written == [
        "",
        "# The only one.",
        "again:                # it is short",
        "  repeat: 2 times",
        "  # what is done",
        "  do: >               # folded",
        "    shuffle",
        "    stock",
    ]


def test_a_remark_stands_behind_the_line_with_what_was_said_there() -> None:
    root = nodes("a: one    # the first  \nb:\n  c: two\n  d: >  # allow L603\n    three\n")
    writer = Writer([root], lambda key, value: "" if value is root else "here")
    assert [" ".join(line.split()) for line in writer.lines(root)] == [
        "a: one # here: the first",
        "b: # here",
        "c: two # here",
        "# allow L603",
        "d: > # here",
        "three",
    ]
