"""The map from the characters of a value to the file: right, or silent, never wrong.

Every letter stands only once in a generated text, so that the place of a letter is known without
knowing how YAML reads it.
"""

from __future__ import annotations

import random

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.positions import ESCAPES, value_offsets
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile

# Letters of one byte and of several, of one column and of two.
LETTERS = (
    "abcdefghijklmopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    + "".join(map(chr, range(0xE0, 0x180)))
    + "".join(map(chr, range(0x3B1, 0x3C9)))
    + "".join(map(chr, range(0x4E00, 0x4E40)))
)
# Beyond 16 bits; the library's emitter writes these by their number.
CARDS = "".join(map(chr, range(0x1F0A1, 0x1F0AF)))
KEY = "x"  # the only letter that is not among them, besides n


def find(node: Node | None) -> Scalar:
    """The one value in nested maps and lists."""
    while not isinstance(node, Scalar):
        if isinstance(node, Mapping):
            node = node.entries[0].value
        else:
            assert isinstance(node, Sequence)
            node = node.items[0]
    return node


def check(text: str) -> Scalar | None:
    """Read a text with one value in it and check the place of every letter, with both loaders.

    None when it was refused, which is only fair for a text whose indentation is given by a number.
    """
    file = SourceFile("rules.yaml", text)
    node, diagnostics = read(file)
    assert (node, diagnostics) == read(file, pure=True)
    if diagnostics:
        assert {d.code for d in diagnostics} == {"Y110"}, diagnostics
        scalar = find(node)
        assert scalar.offsets is None
        assert scalar.span_at(0, 1).start == scalar.span.start
        return None
    scalar = find(node)
    assert scalar.text == scalar.text.strip()
    assert scalar.offsets is not None
    assert len(scalar.offsets) == len(scalar.text)
    assert list(scalar.offsets) == sorted(set(scalar.offsets))
    for char, offset in zip(scalar.text, scalar.offsets, strict=True):
        if char in LETTERS + CARDS:
            assert offset == text.index(char), (char, text)
        assert scalar.span.start <= offset < max(scalar.span.end, scalar.span.start + 1)
    return scalar


# -- as the library writes it ---------------------------------------------------------------------


@st.composite
def values(draw: st.DrawFn) -> str:
    """A text of different letters with blanks, line breaks and signs between them."""
    letters = iter(draw(st.randoms(use_true_random=False)).sample(LETTERS, 40))
    between = ["", "", " ", " ", "  ", "\n", "\n\n", "\n  ", "' ", '"', ": ", " #", "\\", "'", ", "]
    gaps = draw(st.lists(st.sampled_from(between), min_size=1, max_size=30))
    return "".join(gap + next(letters) for gap in gaps)


def written(value: str, style: str | None, depth: list[bool], width: int, indent: int) -> str:
    """A value in nested maps (True) and lists (False), as the library's emitter writes it."""
    events: list[yaml.Event] = [yaml.StreamStartEvent(), yaml.DocumentStartEvent(explicit=False)]
    for is_map in [True, *depth]:
        if is_map:
            events.append(yaml.MappingStartEvent(None, None, True, flow_style=False))
            events.append(yaml.ScalarEvent(None, None, (True, True), KEY))
        else:
            events.append(yaml.SequenceStartEvent(None, None, True, flow_style=False))
    events.append(yaml.ScalarEvent(None, None, (True, True), value, style=style))
    for is_map in reversed([True, *depth]):
        events.append(yaml.MappingEndEvent() if is_map else yaml.SequenceEndEvent())
    events += [yaml.DocumentEndEvent(explicit=False), yaml.StreamEndEvent()]
    text: str = yaml.emit(events, allow_unicode=True, width=width, indent=indent)
    return text


@settings(max_examples=200, deadline=None)
@given(
    value=values(),
    style=st.sampled_from([None, "'", '"', "|", ">"]),
    depth=st.lists(st.booleans(), max_size=3),
    width=st.sampled_from([20, 40, 200]),
    indent=st.sampled_from([2, 4]),
    crlf=st.booleans(),
)
def test_every_letter_is_found_as_the_library_writes_it(
    value: str, style: str | None, depth: list[bool], width: int, indent: int, crlf: bool
) -> None:
    text = written(value, style, depth, width, indent)
    scalar = check(text.replace("\n", "\r\n") if crlf else text)
    if scalar is not None:
        # The emitter folds a deeper line as well, and then the text is read with a line break more.
        assert scalar.text.split() == value.split()


# -- as people write it ---------------------------------------------------------------------------


@st.composite
def lines_of_letters(draw: st.DrawFn) -> list[str]:
    """Lines of a few different letters, some empty, some beginning deeper."""
    letters = iter(draw(st.randoms(use_true_random=False)).sample(LETTERS + CARDS, 90))
    shapes = draw(st.lists(st.sampled_from(["", "  ", "w", "w w", "  w", " w  w", "w  "]),
                           min_size=1, max_size=12))  # fmt: skip
    return ["".join(next(letters) if c == "w" else c for c in shape) for shape in shapes]


@settings(max_examples=200, deadline=None)
@given(
    lines=lines_of_letters(),
    header=st.sampled_from(["|", "|-", "|+", ">", ">-", ">+", ">  # x", "|-   "]),
    indent=st.integers(1, 6),
    end=st.sampled_from(["", "\n", "\n\n", "\n   # x\n", "\nxx: x\n", "\n\n# x\n\nxx: x\n"]),
    crlf=st.booleans(),
)
def test_every_letter_is_found_in_a_block(
    lines: list[str], header: str, indent: int, end: str, crlf: bool
) -> None:
    body = "\n".join(" " * indent + line for line in ["n", *lines])
    text = f"{KEY}: {header}\n{body}{end}"
    scalar = check(text.replace("\n", "\r\n") if crlf else text)
    assert scalar is not None
    assert scalar.text.startswith("n")


@settings(max_examples=200, deadline=None)
@given(
    lines=lines_of_letters(),
    quote=st.sampled_from(["", "'", '"']),
    indents=st.randoms(use_true_random=False),
    flow=st.booleans(),
    crlf=st.booleans(),
)
def test_every_letter_is_found_in_a_folded_text(
    lines: list[str], quote: str, indents: random.Random, flow: bool, crlf: bool
) -> None:
    body = "\n".join(
        ["n" + lines[0]] + [" " * indents.randrange(1, 5) + line for line in lines[1:]]
    )
    text = f"{quote}{body}{quote}"
    text = f"{KEY}: [{text}]" if flow else f"{KEY}: {text}\n"
    scalar = check(text.replace("\n", "\r\n") if crlf else text)
    assert scalar is not None
    assert scalar.text.startswith("n")


PARTS = [
    *((f"\\{sign}", char) for sign, char in ESCAPES.items() if sign != "\t"),
    ("\\x41", "A"), ("\\u00e9", "é"), ("\\U0001F0A1", "\U0001f0a1"), ("''", "''"), (" ", " "),
    ("\\\n   ", ""), ("\\\n", ""), ("\\\n\n ", "\n"), ("\n ", " "), ("  \n\n  ", "\n"), ("b", "b"),
]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=12))
def test_every_escape_is_found_where_it_is_written(parts: list[tuple[str, str]]) -> None:
    # A letter between two parts keeps their blanks from flowing together.
    text, value, offsets = f'{KEY}: "n', "n", [4]
    for as_written, means in parts:
        start = len(text)
        # A fold gives the offset of its line break, the second one where the first was dropped.
        if "\n" in as_written and means:
            start += as_written.rindex("\n")
        if means == "''":
            offsets += [start, start + 1]
        elif means:
            offsets.append(start)
        text, value = text + as_written + "n", value + means + "n"
        offsets.append(len(text) - 1)
    file = SourceFile("rules.yaml", text + '"')
    for pure in (False, True):
        scalar = find(read(file, pure=pure)[0])
        assert scalar.text == value
        assert scalar.offsets is not None
        assert list(scalar.offsets) == offsets


# -- particular ones ------------------------------------------------------------------------------


def place_of(text: str, word: str) -> tuple[int, int]:
    scalar = find(read(SourceFile("rules.yaml", text))[0])
    at = scalar.text.index(word)
    span = scalar.span_at(at, at + len(word))
    return span.line, span.column


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: move card to discrad", 1, 17),
        ("a: move card\n   to discrad", 2, 7),
        ("a: 'it''s a discrad'", 1, 13),
        ('a: "\\u00e9\\t discrad"', 1, 14),
        ("a: |\n\n    one\n      discrad\n", 4, 7),
        ("a: >\n    one\n\n    two\n    three discrad\n", 5, 11),
        ("a:\n  - { b: [discrad] }", 2, 11),
        ("# é🂡\na: ♠漢 discrad", 2, 7),
        ("a:   'x\n\n  discrad'", 3, 3),
    ],
)
def test_a_word_is_found_in_every_style(text: str, line: int, column: int) -> None:
    assert place_of(text, "discrad") == (line, column)


def test_the_place_after_the_last_character() -> None:
    scalar = find(read(SourceFile("rules.yaml", "a: 'pot >'   # x"))[0])
    assert scalar.span_at(5, 5).column == 10
    assert scalar.span_at(9, 12).column == 10


def test_a_span_over_folded_lines_reaches_from_one_to_the_other() -> None:
    scalar = find(read(SourceFile("rules.yaml", "a: >\n  one two\n  three\n"))[0])
    span = scalar.span_at(4, len(scalar.text))
    assert (span.text, span.line) == ("two\n  three", 2)


@pytest.mark.parametrize(
    ("text", "start", "end", "style", "value"),
    [
        ("a: 'bc'", 3, 7, "'", "bd"),
        ("a: 'bc'", 3, 7, "'", "bcd"),
        ('a: "b\\q"', 3, 8, '"', "bq"),
        ('a: "b\\xzz"', 3, 10, '"', "b?"),
        ("a: >\n  b\n  c\n", 3, 13, ">", "b\nc\n"),
        ("a: |2\n   b\n", 3, 11, "|", " b\n"),
        ("a: |", 3, 4, "|", "b"),
    ],
)
def test_where_the_value_is_another_nothing_is_claimed(
    text: str, start: int, end: int, style: str, value: str
) -> None:
    assert value_offsets(text, start, end, style, value) is None
