"""Comments: where a `#` begins one."""

from __future__ import annotations

import pytest

from rulerun.grammar.comments import comments_of
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile

CASES = {
    "at the end of a line": ("a: b  # one\nc: d # two  \n", ["one", "two"]),
    "alone": ("# one\na: b\n  #   two\n#three\n", ["one", "two", "three"]),
    "with more signs": ("a: b  ## one # and more\n", ["one # and more"]),
    "nothing in it": ("a: b #\n", [""]),
    "no blank before it": ("a: b#c\nd#e: f\n", []),
    "in quotes": ("a: 'b # c'  # one\nd: \"e # f\"\n'g # h': i\n", ["one"]),
    "in quotes over lines": ("a: 'b\n  # c\n  d' # one\n", ["one"]),
    "in a block": ("a: |  # one\n  b # c\n  # d\ne: f  # two\n", ["one", "two"]),
    "in a folded block": ("a: >-  # one\n  b # c\n\n  # d\n# two\ne: f\n", ["one", "two"]),
    "after a block, less deep": ("a:\n  b: |\n    c # d\n  # one\n  e: f\n", ["one"]),
    "in brackets": ("a: { b: c, # one\n  d: e } # two\nf: [g, # three\n  'h # i']\n",
                    ["one", "two", "three"]),
    "in a list": ("a:\n  - b # one\n  # two\n  - c\n", ["one", "two"]),
    "after a key alone": ("a: # one\n  b: c\nd:\n  # two\n  e\n", ["one", "two"]),
    "line ends of Windows": ("a: b # one\r\n# two\r\nc: d\r\n", ["one", "two"]),
    "a byte order mark": ("\ufeff# one\na: b\n", ["one"]),
    "no line end": ("a: b\n# one", ["one"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_where_a_comment_begins(name: str) -> None:
    text, said = CASES[name]
    root, wrong = read(SourceFile("x.yaml", text))
    assert root is not None and not wrong
    found = comments_of(root)
    assert [c.text for c in found] == said
    for comment in found:
        line = text.splitlines()[comment.span.line - 1]
        assert line.endswith(comment.span.text) or line.rstrip().endswith(comment.span.text)
        assert comment.alone == line.lstrip("\ufeff ").startswith("#")
