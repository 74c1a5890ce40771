"""Reading: what is text, what is refused and where, and what goes on after a mistake."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulerun.grammar import reader
from rulerun.grammar.diagnostics import Diagnostic, Severity, in_order
from rulerun.grammar.files import LIMIT, decode, load_file
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.reader import MAX_FAULTS, MAX_NODES, MAX_TOLD, read
from rulerun.grammar.rendering import render_full
from rulerun.grammar.source import SourceFile
from rulerun.grammar.vocabulary.codes import CODES

ROOT = Path(__file__).resolve().parents[2]
READING = ROOT / "tests" / "golden" / "reading"
BAD_FILES = sorted(READING.glob("*.yaml"))
RULE_FILES = sorted((ROOT / "rulesets").rglob("*.yaml"))

# Codes that no text of a file can give: it is too large, is not there, or is read well and then
# turns out to hold a map where a text belongs.
NOT_FROM_A_TEXT = {"Y112", "Y114", "Y117", "Y120"}


def both(text: str, name: str = "rules.yaml") -> tuple[Mapping | None, list[Diagnostic]]:
    """What a text is read as, which must be the same with both loaders of the YAML library."""
    file = SourceFile(name, text)
    fast = read(file)
    assert fast == read(file, pure=True)
    return fast


def plain(node: Node | None) -> object:
    """A node as dicts, lists and strings."""
    if isinstance(node, Mapping):
        return {e.key.text: plain(e.value) for e in node}
    if isinstance(node, Sequence):
        return [plain(item) for item in node]
    return None if node is None else node.text


def good(text: str) -> Mapping:
    node, diagnostics = both(text)
    assert diagnostics == []
    assert node is not None
    return node


def found(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of each mistake."""
    return [(d.code, d.span.line, d.span.column) for d in both(text)[1]]


def scalars(node: Node) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [s for item in node for s in scalars(item)]
    return [s for e in node for s in (e.key, *scalars(e.value))]


# -- what is read ---------------------------------------------------------------------------------


def test_every_scalar_is_text() -> None:
    text = """\
on: no
1: 010
1.0: ~
'true': 0x1F
yes: 2024-01-02
off: 1_000
null: 1:30
e: =
"""
    assert plain(good(text)) == {
        "on": "no",
        "1": "010",
        "1.0": "~",
        "true": "0x1F",
        "yes": "2024-01-02",
        "off": "1_000",
        "null": "1:30",
        "e": "=",
    }


def test_maps_and_lists_in_both_styles() -> None:
    text = """\
block:
  map: { a: b, c: [d, e], f: {} }
  list:
  - x
  - y: z
    w: v
  - - deep
flow: [a: b, [], "q", 'r']
"""
    assert plain(good(text)) == {
        "block": {
            "map": {"a": "b", "c": ["d", "e"], "f": {}},
            "list": ["x", {"y": "z", "w": "v"}, ["deep"]],
        },
        "flow": [{"a": "b"}, [], "q", "r"],
    }


def test_signs_of_the_language_stay_as_they_are() -> None:
    text = """\
row: when chips > 3 -> pay 1 to pot   # a comment
help: number from 1 to 9, normally 3 -- what it is for
ends: is that all?
flow: { sure?: really?, why: a ? b }
dash: - 3
minus: -3
"""
    node = good(text.replace("dash: - 3\n", ""))
    assert plain(node) == {
        "row": "when chips > 3 -> pay 1 to pot",
        "help": "number from 1 to 9, normally 3 -- what it is for",
        "ends": "is that all?",
        "flow": {"sure?": "really?", "why": "a ? b"},
        "minus": "-3",
    }


def test_a_question_mark_at_the_end_of_a_text_makes_no_key() -> None:
    text = "about: Does it lie between\n  them?\nsource: none\nlast: |\n  why\n  ?\nend: x\n"
    assert plain(good(text)) == {
        "about": "Does it lie between them?",
        "source": "none",
        "last": "why\n?",
        "end": "x",
    }


def test_surrounding_blanks_are_no_part_of_a_text() -> None:
    node = good("a: '  x y  '\nb: |\n\n  p\n\n  q\n\n\nc: x\n")
    a, b = node.get("a"), node.get("b")
    assert isinstance(a, Scalar)
    assert isinstance(b, Scalar)
    assert a.text == "x y"
    assert a.offsets == (6, 7, 8)
    assert b.text == "p\n\nq"
    assert [a.span.file.text[i] for i in b.offsets or ()] == ["p", "\n", "\n", "q"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("pot:\nx: y\n", 1, 5),
        ("pot:     # nothing\nx: y\n", 1, 5),
        ("pot:", 1, 5),
        ("a:\n  - b:   \n", 2, 7),
        ("a: { b: , c: d }", 1, 8),
        ("a: [x, b:  ]", 1, 10),
        ("a:\n  -\n  - x\n", 2, 4),
        ("a: { b }\n", 1, 7),
    ],
)
def test_an_empty_value_stands_after_its_colon(text: str, line: int, column: int) -> None:
    (empty,) = [s for s in scalars(good(text)) if not s.text]
    assert (empty.span.line, empty.span.column) == (line, column)
    assert empty.span.start == empty.span.end
    assert empty.span_at(0, 0) == empty.span


def test_an_empty_text_in_quotes_stands_at_its_quotes() -> None:
    (empty,) = [s for s in scalars(good("a: ''\n")) if not s.text]
    assert empty.span.text == "''"


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("a: { b: c }\n", "{ b: c }"),
        ("a: [b,\n  c]   # x\n", "[b,\n  c]"),
        ("a:\n  b: c\n  d: 'e'   # x\n\n", "b: c\n  d: 'e'"),
        ("a:\n- b\n- c: |\n    d\n\n", "b\n- c: |\n    d"),
        ("a: >\n  b\n  c\n\n# x\n", ">\n  b\n  c"),
        ("a: b\n  c\n", "b\n  c"),
    ],
)
def test_the_span_of_a_value(text: str, span: str) -> None:
    value = good(text + "z: end\n").get("a")
    assert value is not None
    assert value.span.text == span


def test_line_ends_of_other_systems() -> None:
    node = good("a: b\r\nc:\r\n  d: e\r\n  f: |\r\n    g\r\n    h\r\n")
    assert plain(node) == {"a": "b", "c": {"d": "e", "f": "g\nh"}}
    assert [s.span.line for s in scalars(node)] == [1, 1, 2, 3, 3, 4, 4]


def test_a_mark_in_front_of_the_text_counts_for_nothing() -> None:
    node = good("\ufeffa: b\nc: d\n")
    assert plain(node) == {"a": "b", "c": "d"}


def test_one_document_may_be_marked() -> None:
    assert plain(good("# x\n---\na: b\n...\n# the end\n")) == {"a": "b"}


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.stem)
def test_shipped_rule_files_read_without_a_diagnostic(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    node = good(text)
    assert plain(node) == plain_by_library(text)
    assert all(s.offsets is not None for s in scalars(node))


def plain_by_library(text: str) -> object:
    """The same, by the library's own composer; a second opinion."""

    def convert(node: yaml.Node) -> object:
        if isinstance(node, yaml.MappingNode):
            return {k.value: convert(v) for k, v in node.value}
        if isinstance(node, yaml.SequenceNode):
            return [convert(n) for n in node.value]
        assert isinstance(node, yaml.ScalarNode)
        return node.value.strip()

    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert root is not None
    return convert(root)


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", BAD_FILES, ids=lambda path: path.stem)
def test_a_bad_file_gives_its_golden_messages(
    path: Path, golden: Callable[[str, str], None]
) -> None:
    file = load_file(path, path.name)
    diagnostics = [file] if isinstance(file, Diagnostic) else both(file.text, path.name)[1]
    assert path.stem.split("_")[0] in {d.code for d in diagnostics}
    golden(f"reading/{path.stem}.out", render_full(diagnostics))


def test_every_code_of_reading_has_a_bad_file() -> None:
    codes = {code for code in CODES if code.startswith("Y1")} - {"Y112", "Y117", "Y120"}
    assert {path.stem.split("_")[0] for path in BAD_FILES} == codes


@pytest.mark.parametrize("code", [c for c in CODES if c.startswith("Y1")])
def test_the_examples_of_a_code_show_it(code: str) -> None:
    assert found(CODES[code].good) == []
    if code not in NOT_FROM_A_TEXT:
        assert code in {d.code for d in both(CODES[code].bad)[1]}


def test_every_diagnostic_of_reading_is_in_the_table() -> None:
    for path in BAD_FILES:
        file = load_file(path)
        if isinstance(file, SourceFile):
            for d in read(file)[1]:
                assert d.code in CODES
                assert d.severity is Severity.ERROR


def test_a_mistake_costs_only_its_own_entry() -> None:
    text = """\
game: High Card
chips: { pot: 0
piles:
  stock: face down
about: one: two
terms:
  best: first of players
winner: "x" y
limit: 5 moves
"""
    node, diagnostics = both(text)
    assert plain(node) == {
        "game": "High Card",
        "piles": {"stock": "face down"},
        "terms": {"best": "first of players"},
        "limit": "5 moves",
    }
    assert [(d.code, d.span.line) for d in diagnostics] == [("Y121", 2), ("Y118", 5), ("Y119", 8)]


def test_a_key_given_twice_keeps_the_first() -> None:
    node, (mistake,) = both("a: 1\nb: 2\n'a': 3\n")
    assert plain(node) == {"a": "1", "b": "2"}
    assert mistake.span.line == 3
    (note,) = mistake.notes
    assert note.span is not None
    assert note.span.place == "rules.yaml:1:1"


def test_a_key_is_given_twice_across_a_mistake() -> None:
    assert found("a: 1\nb: x: y\na: 3\n") == [("Y118", 2, 5), ("Y102", 3, 1)]


def test_equal_keys_in_different_styles_are_equal() -> None:
    assert found('{ 1: a, "1": b, true: d }') == [("Y102", 1, 9)]


def test_aliases_are_never_expanded() -> None:
    levels = ["l0: &l0 [x, x]"]
    levels += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 12)]
    assert [code for code, _, _ in found("\n".join(levels))] == ["Y103"] * (12 + 11 * 9)


def test_exactly_64_levels_are_allowed() -> None:
    deepest = "a: " + "[" * 63 + "x" + "]" * 63
    assert found(deepest) == []
    assert found("a: [" + deepest[3:] + "]") == [("Y111", 1, 67)]


@pytest.mark.parametrize("text", ["[" * 100_000, "a: " + "{" * 100_000, "- " * 100_000])
def test_absurd_depth_is_told_quickly(text: str) -> None:
    assert {code for code, _, _ in found(text)} <= {"Y111", "Y126"}


def test_reading_stops_after_many_mistakes() -> None:
    text = "".join(f"k{n}: x: y\n" for n in range(MAX_FAULTS + 20))
    _, mistakes = both(text)
    assert len(mistakes) == MAX_FAULTS
    assert [n.message for n in mistakes[-1].notes] == [
        f"reading stops after {MAX_FAULTS} entries that cannot be read"
    ]


@pytest.mark.parametrize("text", ["k: v\n" * 700, "a: [" + "*x, " * 700 + "]\n"])
def test_of_very_many_mistakes_the_first_are_told(text: str) -> None:
    _, mistakes = both(text)
    assert len(mistakes) == MAX_TOLD
    assert re.fullmatch(
        r"and at least \d+ more mistakes? after this one", mistakes[-1].notes[-1].message
    )


def test_tabs_are_told_once_with_their_lines() -> None:
    _, (mistake,) = both("a:\n\tb: c\n\td: e\nf: g\th\n")
    assert mistake.span.place == "rules.yaml:2:1"
    assert [n.message for n in mistake.notes] == ["and in 2 more lines: 3, 4"]


def test_a_list_of_texts_alone_is_no_rule_file() -> None:
    assert found("- a\n- b\n") == [("Y126", 1, 1)]
    assert found("hello\n") == [("Y124", 1, 1)]
    assert found("{ a: b") == [("Y121", 1, 1)]


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ("a: 'it's mine'", "'it''s mine'"),
        ("a: b: it's", "'b: it''s'"),
        ('a: "A" in hand   # x', "'\"A\" in hand'"),
        ("a: [x] = y", "'[x] = y'"),
        ("a: @x", "'@x'"),
        ("a: >= 3", "'>= 3'"),
    ],
)
def test_the_cure_that_is_proposed_works(text: str, cure: str) -> None:
    _, (mistake,) = both(text)
    assert mistake.suggestion is not None
    assert mistake.suggestion.endswith(cure)
    value = good(f"a: {cure}").get("a")
    assert isinstance(value, Scalar)
    original = text.split("#")[0].removeprefix("a:").strip()
    assert value.text in (original, original.strip("'"))


def test_the_library_is_never_quoted() -> None:
    jargon = ("token", "expected <", "mapping", "scalar", "simple key", "block end", "context")
    for path in BAD_FILES:
        file = load_file(path)
        for d in [file] if isinstance(file, Diagnostic) else read(file)[1]:
            assert not any(word in str(d) for word in jargon)


SNIPPETS = [
    "game: High Card\n", "chips:\n  pot: 0\n  each player: 20\n", "list:\n- a\n- b: c\n",
    "x: { a: b, c: [d, e] }\n", "about: >\n  two\n  lines\n\n", "q: \"a\\nb\"\n", "r: 'it''s'\n",
    "s: |\n  x\n   y\n", "t:\n", "u: why?\n", "v: when a -> b   # c\n",
]  # fmt: skip
SPOILERS = [
    *":,[]{}#&*!|>'\"%@`?-\\ \t\n\r\x07é♠", ": ", " #", "- ", "? ", "\n\n", "---\n", "...\n", "<<: ",
    "|2", ">-", "&a ", "*a", "!b ", "a:b", "\r\n", "{ ", " }", "\ufeff", "\u2028", "\ud800",
]  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """A piece of a rule file with a few signs put in or taken out."""
    text = "".join(draw(st.lists(st.sampled_from(SNIPPETS), min_size=1, max_size=5)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 3))
        text = text[:at] + draw(st.sampled_from(["", *SPOILERS])) + text[at + cut :]
    return text


@example("? ? game: High Card\n")
@example("?\n why?\n{ ")
@example("{} \n")
@settings(max_examples=400, deadline=None)
@given(spoilt())
def test_no_text_confuses_the_reader(text: str) -> None:
    node, diagnostics = both(text)
    assert node is not None or diagnostics
    assert diagnostics == in_order(diagnostics)
    for d in diagnostics:
        assert d.code in CODES
        assert 0 <= d.span.start <= d.span.end <= len(text)
    render_full(diagnostics)
    if node is not None and not diagnostics:
        for s in scalars(node):
            assert 0 <= s.span.start <= s.span.end <= len(text)


# -- files ----------------------------------------------------------------------------------------


def refused(path: str | Path) -> Diagnostic:
    result = load_file(path)
    assert isinstance(result, Diagnostic)
    assert result.span.file.name == str(path)
    return result


def test_a_file_is_loaded_without_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfgame: H\xc3\xb6her\r\n")
    assert load_file(path) == SourceFile(str(path), "game: Höher\r\n")
    assert load_file(path, "shown.yaml") == SourceFile("shown.yaml", "game: Höher\r\n")


def test_a_missing_file_has_a_near_one_named(tmp_path: Path) -> None:
    (tmp_path / "highcard.yaml").write_text("game: x\n")
    mistake = refused(tmp_path / "higcard.yaml")
    assert (mistake.code, mistake.message) == ("Y117", "there is no such file")
    assert mistake.suggestion == "did you mean 'highcard.yaml'?"
    assert refused(tmp_path / "no" / "where.yaml").suggestion is None


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    assert "directory" in refused(tmp_path).message


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("game: x\n")
    path.chmod(0)
    assert "may not be read" in refused(path).message


def test_a_path_that_is_none() -> None:
    assert refused("a\0b").code == "Y117"
    assert refused("x" * 5000).code == "Y117"


def test_a_file_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    mistake = refused(path)
    assert (mistake.code, mistake.message) == (
        "Y112",
        "this file has 50.0 MiB; a rule file may have 2",
    )


def test_the_limit_is_two_mebibytes() -> None:
    line = b"# a line of a comment, to fill the file\n"
    data = b"a: b\n" + line * (LIMIT // len(line))
    data = data[:LIMIT].ljust(LIMIT, b"#")
    file = decode(data, "a.yaml")
    assert isinstance(file, SourceFile)
    assert plain(read(file)[0]) == {"a": "b"}
    over = decode(data + b"#", "a.yaml")
    assert isinstance(over, Diagnostic)
    assert over.message == "this file has 2.1 MiB; a rule file may have 2"
    (mistake,) = read(SourceFile("a.yaml", file.text + "é"))[1]
    assert mistake.code == "Y112"


def test_a_large_honest_file_is_read() -> None:
    most = MAX_NODES // 2
    lines = [f"k{n}: move card {n} to discard\n" for n in range(most)]
    node, diagnostics = read(SourceFile("a.yaml", "".join(lines)))
    assert diagnostics == []
    assert node is not None
    assert len(node.entries) == most


def test_a_file_with_too_many_entries_is_read_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_NODES", 100)
    terms = "".join(f"  t{n}: {n}\n" for n in range(100))
    node, (mistake,) = both(f"game: Big\nterms:\n{terms}players: 2\n")
    # Before the terms stand a key, a text, a key and the map.
    assert (mistake.code, mistake.span.text, mistake.span.line) == ("Y112", "t48", 51)
    assert mistake.message == "a rule file may have 100 keys and texts; the rest is not read"
    assert node is not None
    assert node.entry("players") is None
    read_terms = node.get("terms")
    assert isinstance(read_terms, Mapping)
    assert [e.value.span.text for e in read_terms][:48] == [str(n) for n in range(48)]


def test_a_file_with_too_many_letters_is_read_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_LETTERS", 100)
    terms = "".join(f"  r{n}: {'x' * 8}\n" for n in range(10, 30))
    prose = f"about: {'x' * 200}\nrulings: {{ a: {'x' * 200} }}\n"
    node, (mistake,) = both(f"game: Big\n{prose}terms:\n{terms}players: 2\n# {'x' * 200}\n")
    assert (mistake.code, mistake.span.text, mistake.span.line) == ("Y112", "r17", 12)
    assert (
        mistake.message == "a rule file may have 100 characters in its rules; the rest is not read"
    )
    assert node is not None
    assert [e.key.text for e in node] == ["game", "about", "rulings", "terms"]


def test_faults_do_not_make_room_for_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_LETTERS", 100)
    text = "".join(f"a{n}: bbbbb\nc{n}: [\n" for n in range(10, 20))
    text += "".join(f"d{n}: eeee\n" for n in range(10, 30))
    _, mistakes = both(text)
    assert [d.code for d in mistakes] == ["Y124"] * 10 + ["Y112"]


def test_an_entry_that_was_not_read_whole_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_NODES", 100)
    moves = "".join(f"  m{n}:\n    a: 1\n    b: [x, y]\n" for n in range(100))
    node, (mistake,) = both(f"game: Big\nmoves:\n{moves}")
    assert mistake.code == "Y112"
    assert node is not None
    read_moves = node.get("moves")
    assert isinstance(read_moves, Mapping)
    assert len(read_moves.entries) == mistake.span.line // 3 - 1
    assert {str(plain(e.value)) for e in read_moves} == {"{'a': '1', 'b': ['x', 'y']}"}


def test_a_step_that_was_not_read_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = "".join("  - a: 1\n" for _ in range(50))
    for most in (30, 31, 32):
        monkeypatch.setattr(reader, "MAX_NODES", most)
        node, (mistake,) = both(f"game: Big\nplay:\n{steps}")
        assert mistake.code == "Y112" and node is not None
        play = node.get("play")
        assert isinstance(play, Sequence)
        assert {str(plain(item)) for item in play} == {"{'a': '1'}"}


def test_faults_do_not_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_NODES", 100)
    text = "".join(f"a{n}: b\nc{n}: [\n" for n in range(40)) + "".join(
        f"d{n}: e\n" for n in range(60)
    )
    node, mistakes = both(text)
    assert node is not None
    assert [d.code for d in mistakes] == ["Y124"] * 40 + ["Y112"]
    assert mistakes[-1].span.text == "d10"


def test_a_huge_list_is_refused_at_once() -> None:
    assert found("- a\n" * 100_000) == [("Y126", 1, 1)]


def test_a_hundred_thousand_instructions_are_one_mistake() -> None:
    (mistake,) = both("%a b\n" * 100_000 + "game: x\n")[1]
    assert (mistake.code, mistake.span.text) == ("Y106", "%a b")
    assert mistake.notes[0].message.startswith("and in 99999 more lines: 2, 3, 4")


@pytest.mark.parametrize(
    ("data", "message", "column"),
    [
        (b"game: H\xf6chste\n", "the byte 0xF6 is no UTF-8", 8),
        (b"\xef\xbb\xbfgame: \xc3", "the byte 0xC3 is no UTF-8", 7),
        ("game: x".encode("utf-16"), "this file is written in UTF-16", 1),
        (b"\x7fELF\x02\0\0\0", "this is a binary file, not a text", 1),
        (b"game: x\0", "this is a binary file, not a text", 1),
    ],
)
def test_bytes_that_are_no_text(data: bytes, message: str, column: int) -> None:
    mistake = decode(data, "a.yaml")
    assert isinstance(mistake, Diagnostic)
    assert (mistake.code, mistake.message, mistake.span.column) == ("Y114", message, column)


def test_an_empty_file() -> None:
    assert both("")[0] is None
    assert found("") == found("   \n# x\n") == [("Y115", 1, 1)]
