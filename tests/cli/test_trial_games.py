"""The trial games at the table: their transcripts, and what a person is shown and asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .command import ROOT, Rulerun

TRIAL = ROOT / "tests" / "rulesets" / "trial"
FILES = sorted(p.relative_to(ROOT).as_posix() for p in TRIAL.glob("*.yaml"))
SHORT = [f for f in FILES if Path(f).stem not in ("crazy_eights", "duel", "war")]


@pytest.mark.parametrize("file", SHORT)
def test_a_transcript_of_it_can_be_read(file: str, rulerun: Rulerun) -> None:
    """Played by itself to the end: every line says something in the words of the table."""
    done = rulerun("play", file, "--seed", "1")
    assert done.code == 0 and not done.err
    assert re.search(r"^# The game is over: ", done.out, re.MULTILINE)
    assert not re.search(r"\bNone\b|choice_|memory |<Move", done.out)
    moves = re.findall(r"^P\d+: .*", done.out, re.MULTILINE)
    assert moves


def test_lists_of_cards_are_named_as_people_do(rulerun: Rulerun) -> None:
    """Cards to pass: refused with what is wrong, taken in any order, told to whom they concern."""
    typed = "pass 11\npass 10H AS 3D\npass 3D 3C AS KS\npass 3D 10S 3C\nquit\n"
    file = "rulesets/hearts.yaml"
    done = rulerun("play", file, "--seed", "4", "--seat", "1", "--bot", "random", typed=typed)
    answers = [part.split("\n")[1] for part in re.split("^P1> ", done.out, flags=re.MULTILINE)[1:]]
    assert answers[:4] == [
        "'11' is no card; one is written 10H, rank and suit.",
        "You may not pass 10H AS 3D: AS is not in your hand.",
        "You may not pass 3D 3C AS KS: AS is not in your hand.",
        "You: pass 3C 10S 3D",
    ]
    assert "P2's passed -> P2's hand: 10S 3C 3D" in done.out
    assert "P3's passed -> P3's hand: 3 cards" in done.out


def test_open_cards_of_a_column_are_all_shown(rulerun: Rulerun) -> None:
    file = "rulesets/klondike.yaml"
    done = rulerun("play", file, "--seed", "4", "--seat", "1", typed="build 9H, 5\nquit\n")
    columns = done.out[done.out.rindex("tableau") :].splitlines()[2:5]
    fifth = [line[20:25].strip() for line in columns]
    assert fifth == ["#4", "10S", "9H"]


def test_melds_on_the_table_are_called_by_their_cards(rulerun: Rulerun) -> None:
    """Not by a number that nobody sees; and the transcript plays the same game again."""
    told = rulerun("play", "rulesets/rummy_500.yaml", "--seed", "1", "--set", "target=50").out
    laid_off = re.findall(r"^P\d: lay_off (\w+), (.*)", told, re.MULTILINE)
    assert laid_off and all(re.fullmatch(r"(\d+|[AJQK])[CDHS]", meld) for _, meld in laid_off)
    script = "\n".join(re.findall(r"^P\d: .*", told, re.MULTILINE))
    again = rulerun(
        "play", "rulesets/rummy_500.yaml", "--seed", "1", "--set", "target=50",
        "--script", "-", typed=script,
    ).out  # fmt: skip
    assert again.splitlines()[3:] == told.splitlines()[3:]
