"""YAML as people got it wrong elsewhere: what other programs silently made of it, and what is said here.

Each test names the public threads that tell of the mistake.
"""

from __future__ import annotations

import pytest

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.reader import read
from rulerun.grammar.rendering import render_full
from rulerun.grammar.source import SourceFile

pytestmark = pytest.mark.parametrize("pure", [False, True], ids=["fast", "pure"])


def good(text: str, pure: bool, name: str = "rules.yaml") -> Mapping:
    node, diagnostics = read(SourceFile(name, text), pure=pure)
    assert diagnostics == []
    assert node is not None
    return node


def bad(text: str, pure: bool) -> list[Diagnostic]:
    _, diagnostics = read(SourceFile("rules.yaml", text), pure=pure)
    assert diagnostics
    return diagnostics


def down(node: Node | None, *path: str | int) -> Scalar:
    """The text at the end of a path of keys and numbers."""
    for step in path:
        if isinstance(step, int):
            assert isinstance(node, Sequence)
            node = node.items[step]
        else:
            assert isinstance(node, Mapping)
            node = node.get(step)
    assert isinstance(node, Scalar)
    return node


def test_the_key_on_stays_a_text(pure: bool) -> None:
    """yaml/pyyaml#744: elsewhere it becomes the boolean true."""
    node = good("on:\n  knock: score_deal\n", pure)
    assert node.keys() == ["on"]
    assert down(node, "on", "knock").text == "score_deal"


def test_a_version_keeps_its_last_zero(pure: bool) -> None:
    """endoflife-date/endoflife.date#266, cloudnative-pg/postgres-extensions-containers#281"""
    version = down(good("schema: 1.10\n", pure), "schema")
    assert (version.text, version.span.line, version.span.column) == ("1.10", 1, 9)


def test_names_like_no_and_null_stay_texts(pure: bool) -> None:
    """tomasz-c/nft-blackhole#4, canonical/cloud-init#6127: elsewhere false, nothing, or a text."""
    node = good('players: [Ann, No, Null]\nlayoff_on_gin: off\nposts: "no"\n', pure)
    assert [down(node, "players", n).text for n in range(3)] == ["Ann", "No", "Null"]
    assert down(node, "layoff_on_gin").text == "off"
    # Which texts a yes-or-no may be written with is not for the reader to say; it tells the place.
    assert down(node, "posts").span.place == "rules.yaml:3:8"


def test_an_exclamation_mark_is_not_not(pure: bool) -> None:
    """data-cleaning/validate#56, quarto-dev/quarto-cli#2808: elsewhere a tag without a maker."""
    (mistake,) = bad("when: !hand.empty\nthen: knock\n", pure)
    assert mistake.span.place == "rules.yaml:1:7"
    assert mistake.suggestion == "write 'not hand.empty', or put the text in single quotes"


def test_a_colon_inside_a_text(pure: bool) -> None:
    """kaitai-io/kaitai_struct#1202, ansible/ansible#39154: a ternary, or a title with a colon."""
    first, second = bad("score: tie ? 25 : diff\ntitle: Acey-Deucey: home rules\n", pure)
    assert first.span.place == "rules.yaml:1:17"
    assert "colon with a space after it ends a text" in first.message
    assert first.suggestion == "put the whole text in single quotes: 'tie ? 25 : diff'"
    assert second.span.place == "rules.yaml:2:19"


def test_a_key_given_twice(pure: bool) -> None:
    """yaml/pyyaml#165, #41: elsewhere the last one wins without a word."""
    (mistake,) = bad("bets:\n  min: 1\n  max: pot\n  min: 5\n", pure)
    assert mistake.span.line == 4
    assert mistake.message == "the key 'min' was given already, in line 2"


def test_aliases_of_aliases(pure: bool) -> None:
    """yaml/pyyaml#235, microsoft/apm#2493: a few lines that expand to thousands of texts."""
    text = """\
a: &a [x,x,x,x,x,x,x,x,x]
b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]
"""
    mistakes = bad(text, pure)
    assert {m.code for m in mistakes} == {"Y103"}
    assert [m.span.line for m in mistakes] == [1, *[2] * 10, *[3] * 10, *[4] * 10]


def test_a_quoted_word_at_the_beginning(pure: bool) -> None:
    """kaitai-io/kaitai_struct#1202, StackStorm/st2#3345"""
    (mistake,) = bad('when: "A" in hand\n', pure)
    assert mistake.span.place == "rules.yaml:1:11"
    assert mistake.message == "the quotes end the text before this"
    assert mistake.suggestion == "put the whole text in single quotes: '\"A\" in hand'"


def test_merge_keys_have_no_winner(pure: bool) -> None:
    """yaml/pyyaml#953, #954: which source wins depends on the release of the library."""
    text = "a: {ante: 1}\nb: {ante: 2}\none:\n  <<: [x, y]\ntwo:\n  <<: x\n  <<: y\n"
    assert [(m.code, m.span.line) for m in bad(text, pure)] == [
        ("Y109", 4),
        ("Y109", 6),
        ("Y109", 7),
    ]


def test_a_value_knows_the_file_it_came_from(pure: bool) -> None:
    """home-assistant/core#44654, #20738, #33543: an error in one file, told at a line of another."""
    good("game: x\nknock:\n  limit: 10\n", pure, "base.yaml")
    house = good("extends: base.yaml\nknock:\n  limit: ten\n", pure, "house.yaml")
    limit = down(house, "knock", "limit")
    assert limit.span.place == "house.yaml:3:10"
    shown = render_full([Diagnostic("T410", "knock.limit is a whole number", limit.span)])
    assert "3 |   limit: ten\n  |          ^^^\n" in shown


def test_a_value_deep_in_a_list_knows_its_place(pure: bool) -> None:
    """python-jsonschema/jsonschema#1002: elsewhere the whole block is blamed."""
    node = good("phases:\n  - draw: {from: [stock, discard]}\n  - bet: {min: 1, max: -3}\n", pure)
    value = down(node, "phases", 1, "bet", "max")
    assert (value.text, value.span.line, value.span.column) == ("-3", 3, 24)
