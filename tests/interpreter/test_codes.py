"""The pages of the codes that the checker and the machine report: the bad example shows its code, the
good one shows nothing."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Severity
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile
from rulerun.grammar.vocabulary.codes import CODES
from rulerun.interpreter.errors import RuleError
from rulerun.interpreter.examples.playing import run
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.game import Game

ROOT = Path(__file__).resolve().parents[2]

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
  hand: per player, seen by owner
remember:
  counter: number
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
"""
"""A small game; an example's sections stand in the place of its own."""


def framed(text: str, folder: Path) -> tuple[Path, int]:
    """A rule file: the frame, with the sections of a text in place of its own, which come last.

    The number is the offset at which these begin.
    """
    sections: dict[str, str] = {}
    for source in (FRAME, text):
        file = SourceFile("frame.yaml", source)
        root, found = read(file)
        assert root is not None and not found
        starts = [0, *(entry.key.span.start for entry in root.entries[1:]), len(source)]
        for entry, (start, end) in zip(root, pairwise(starts), strict=True):
            sections.pop(entry.key.text, None)
            sections[entry.key.text] = source[start:end]
    path = folder / "frame.yaml"
    path.write_text("".join(sections.values()))
    return path, path.stat().st_size - len(text.encode())


def codes_of(text: str, folder: Path, *, linted: bool) -> set[str]:
    """The codes told by checking, running and trying the examples of a framed text.

    `linted`: also by lints, of what the text itself says: that the frame has a pile without use is
    not its fault.
    """
    path, own = framed(text, folder)
    loaded = read_rules(path, linted=linted)
    told = {d.code for d in loaded.diagnostics if not linted or d.span.start >= own}
    if told or loaded.checked is None or loaded.ruleset is None:
        return told
    try:
        len(Game(loaded.checked).start(seed=1).legal_moves)
    except RuleError as error:
        told.add(error.code)
    for example in loaded.ruleset.examples:
        told |= {d.code for d in run(loaded.checked, example).failures}
    return told


OURS = [code for code in CODES if code[0] in "TRL"]
LONG = {"L619"}
"""What is said of files of thousands of lines (lint/test_too_much.py): a page has only their kind."""


UNSHUFFLED = "L621"
"""What pieces of rules leave out, if they are of something else."""


@pytest.mark.parametrize("code", [code for code in OURS if code not in LONG])
def test_each_page_shows_its_mistake_and_the_cure(code: str, tmp_path: Path) -> None:
    linted = code.startswith("L")
    besides = {UNSHUFFLED} - {code}
    assert codes_of(CODES[code].bad, tmp_path, linted=linted) - besides == {code}
    assert codes_of(CODES[code].good, tmp_path, linted=linted) - besides == set()


@pytest.mark.parametrize("code", [code for code in OURS if code.startswith("L")])
def test_what_is_told_as_a_warning_can_be_silenced(code: str, tmp_path: Path) -> None:
    path, _ = framed(CODES[code].bad, tmp_path)
    told = [d for d in read_rules(path, linted=True).diagnostics if d.code == code]
    if all(d.severity is Severity.ERROR for d in told) or code == "L610":
        return
    assert CODES[code].silenceable
    lines = path.read_text().splitlines()
    for number in {d.span.line for d in told if d.severity is not Severity.ERROR}:
        lines[number - 1] += f"  # allow {code}"
    path.write_text("\n".join(lines) + "\n")
    found = read_rules(path, linted=True).diagnostics
    assert not {code, "L610"} & {d.code for d in found if d.severity is not Severity.ERROR}


def test_every_code_that_the_interpreter_reports_has_a_page() -> None:

    used = {
        code
        for path in (ROOT / "interpreter").rglob("*.py")
        for code in re.findall(r'"([YSETOLR][1-7][0-9]{2})"', path.read_text(encoding="utf-8"))
    }
    assert used <= set(CODES)


@pytest.mark.parametrize("line", ["taker scores 3", "taker draws 1 from stock"])
def test_what_somebody_of_no_kind_does_is_told_once(line: str, tmp_path: Path) -> None:
    rules = f"""\
game: Nobody
players: 2
deck: {{ ranks: '2 to 10', starts in: stock }}
piles: {{ stock: face down, hand: 'per player, seen by owner' }}
remember: {{ taker: palyer, points: number per player }}
setup: {line}
phases: {{ turn: {{ who: each player, moves: {{ pass: do nothing }} }} }}
"""
    path = tmp_path / "nobody.yaml"
    path.write_text(rules, encoding="utf-8")
    assert [(d.code, d.span.text) for d in read_rules(path).diagnostics] == [("T401", "palyer")]
