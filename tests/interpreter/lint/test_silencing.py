"""`# allow L603`: where it silences what, and what is wrong with one (L610)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.interpreter.loading import read_rules

from .marked import FRAME, check

CASES: dict[str, tuple[str, ...]] = {
    "at the end of its line": (
        """\
remember:
  bid: number          # allow L603
  «other»: number
""",
        "'other' is never used",
    ),
    "alone on the line above, with a reason": (
        """\
remember:
  # allow L603: house rules use it
  bid: number
  «other»: number
""",
        "'other' is never used",
    ),
    "above, with other comments between": (
        """\
remember:
  # allow L603
  # what a player bids
  bid: number
""",
    ),
    "not over an empty line": (
        """\
remember:
  # allow «L603»

  «bid»: number
""",
        "silences nothing",
        "'bid' is never used",
    ),
    "not two lines above": (
        """\
remember:
  # allow L603
  bid: number
  «other»: number
""",
        "'other' is never used",
    ),
    "not on the line below": (
        """\
remember:
  «bid»: number
  # allow «L603»
setup: shuffle stock
""",
        "'bid' is never used",
        "silences nothing",
    ),
    "several codes, one of them for nothing": (
        """\
remember:
  bid: number          # allow L603, «L608»: seen by nobody
""",
        "there is no L608 here",
    ),
    "codes without commas": (
        """\
remember:
  bid: number          # allow «L608» L603 and it is so
""",
        "there is no L608 here",
    ),
    "behind another comment": (
        """\
remember:
  bid: number          # what a player bids  # allow L603
  # what another bids # allow «L608»
  «other»: number
""",
        "there is no L608 here",
        "'other' is never used",
    ),
    "the same code twice": (
        """\
remember:
  bid: number          # allow L603, «L603»
""",
        "twice",
    ),
    "nothing to silence": (
        """\
setup: shuffle stock  # allow «L603»
""",
        "this silences nothing: there is no L603 here",
    ),
    "an unknown code": (
        """\
remember:
  «bid»: number          # allow «L630»
""",
        "'bid' is never used",
        "there is no code 'L630'",
    ),
    "a code in small letters": (
        """\
remember:
  «bid»: number          # allow «l603»
""",
        "'bid' is never used",
        "there is no code 'l603'",
    ),
    "the letter O for a nought": (
        """\
remember:
  «bid»: number          # allow «L6O3»
""",
        "'bid' is never used",
        "there is no code 'L6O3'",
    ),
    "an error cannot be silenced": (
        """\
setup: shuffle stock   # allow «T401»
""",
        "T401 .* cannot be silenced",
    ),
    "nor can L610 itself": (
        """\
setup: shuffle stock   # allow «L610»
""",
        "L610 .* cannot be silenced",
    ),
    "a comment that speaks of what is allowed": (
        """\
setup: shuffle stock   # allow the dealer to look
winner: first of players  # allow 2 players
""",
    ),
    "in a text it is no comment": (
        """\
remember:
  «bid»: number
about: "a # allow L603"
""",
        "'bid' is never used",
    ),
    "at the key of a block": (
        """\
phases:
  turn:
    who: each player
    moves:
      pass: |   # allow L603
        when 1 > 2 ->
        shuffle stock
""",
    ),
    "above the key of a block": (
        """\
phases:
  turn:
    who: each player
    moves:
      # allow L603
      pass: >
        when 1 > 2 ->
        shuffle stock
""",
    ),
    "at the last line of a text on several": (
        """\
phases:
  turn:
    who: each player
    moves:
      pass: when 1 > 2 ->
        shuffle
        stock        # allow L603
""",
    ),
    "a line of a list": (
        """\
setup:
  - shuffle stock
  - when 1 > 2 -> shuffle stock     # allow L603
  - when «2 > 3» -> shuffle stock
""",
        "never holds",
    ),
    "the key of a map, not what is in it": (
        """\
remember:    # allow «L603»
  «bid»: number
""",
        "silences nothing",
        "'bid' is never used",
    ),
    "in brackets": (
        """\
remember: { bid: number, # allow L603
  «other»: number }
""",
        "'other' is never used",
    ),
}
"""A piece of a rule file with the places marked, and the messages in their order."""


@pytest.mark.parametrize("name", CASES)
def test_what_is_silenced(name: str, tmp_path: Path) -> None:
    piece, *messages = CASES[name]
    check(piece, tuple(messages), {"L603", "L608", "L610"}, tmp_path)


def found(path: Path, *overlays: Path) -> list[Diagnostic]:
    return list(read_rules(path, [str(o) for o in overlays], linted=True).diagnostics)


def advice(text: str, folder: Path) -> str | None:
    path = folder / "frame.yaml"
    path.write_text(FRAME + text, encoding="utf-8")
    return next(d.suggestion for d in found(path) if d.code == "L610")


def test_the_nearest_code_is_named(tmp_path: Path) -> None:
    assert advice("winner: first of players # allow L6033\n", tmp_path) == "did you mean 'L603'?"
    assert advice("winner: first of players # allow l608\n", tmp_path) == "did you mean 'L608'?"


def test_the_line_that_was_meant_is_named(tmp_path: Path) -> None:
    text = "remember: # allow L603\n  bid: number\n"
    assert advice(text, tmp_path) == "L603 is told of line 15: put it there"


def test_notes_of_errors_stay_and_nothing_is_unneeded_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "frame.yaml"
    path.write_text(FRAME.replace("do nothing", "do nothng") + "winner: stock # allow L603\n")
    assert {d.code for d in found(path)} <= {"E301", "E303", "T411", "T401"}


# --------------------------------------------------------------------------------------------
# House rules

GAME = (
    FRAME
    + "options:\n  most: number from 1 to 9, normally 3\nend:\n  far: when turn_number > most\n"
)


def test_a_house_rule_silences_what_it_makes_unused(tmp_path: Path) -> None:
    base, rule = tmp_path / "frame.yaml", tmp_path / "overlays" / "frame" / "short.yaml"
    rule.parent.mkdir(parents=True)
    base.write_text(GAME)
    written = "house rule: Short\nfor: frame\nchange:\n  end.far: when turn_number > 1{}\n"
    rule.write_text(written.format(""))
    assert not found(base)
    (told,) = found(rule)
    assert told.code == "L603" and told.span.file.name == str(rule) and told.span.line == 4
    assert told.message == "with this change the option 'most' is asked nowhere"
    (here,) = [n.span for n in told.notes if n.message.startswith("it stands here; ")]
    assert here is not None and here.file.name == str(base) and here.text == "most"
    rule.write_text(written.format("  # allow L603: so it is played at home"))
    assert not found(rule)
    assert not found(base, rule)


def test_what_the_game_itself_silences_stays_needed(tmp_path: Path) -> None:
    """A silencing of the game is judged when the game is checked by itself."""
    base, rule = tmp_path / "frame.yaml", tmp_path / "overlays" / "frame" / "long.yaml"
    rule.parent.mkdir(parents=True)
    base.write_text(GAME + "remember:\n  bid: number   # allow L603\n")
    rule.write_text("house rule: Long\nfor: frame\nremove: [remember.bid]\n")
    assert not found(base)
    assert not found(rule)
    rule.write_text("house rule: Long\nfor: frame\nset: { most: 5 }  # allow L603\n")
    (told,) = found(rule)
    assert told.code == "L610" and told.span.file.name == str(rule)


def test_what_a_house_rule_adds_is_silenced_in_its_file(tmp_path: Path) -> None:
    base, rule = tmp_path / "frame.yaml", tmp_path / "overlays" / "frame" / "bids.yaml"
    rule.parent.mkdir(parents=True)
    base.write_text(GAME)
    written = "house rule: Bids\nfor: frame\nadd:\n  remember.bid: number{}\n"
    rule.write_text(written.format(""))
    assert [d.code for d in found(rule)] == ["L603"]
    rule.write_text(written.format("  # allow L603: for more house rules"))
    assert not found(rule)


def test_a_stack_made_up_by_hand_judges_no_silencing(tmp_path: Path) -> None:
    base, folder = tmp_path / "frame.yaml", tmp_path / "overlays" / "frame"
    folder.mkdir(parents=True)
    base.write_text(GAME)
    one, two = folder / "one.yaml", folder / "two.yaml"
    one.write_text("house rule: One\nfor: frame\nset: { most: 5 }  # allow L603\n")
    two.write_text("house rule: Two\nfor: frame\nadd: { end.none: when stock is empty }\n")
    assert [d.code for d in found(one)] == ["L610"]
    assert [d.code for d in found(base, one)] == ["L610"]
    assert not found(base, one, two)
