"""L618: a comment that reads as the rest of the text before it; and comments that are meant as ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

from .marked import whole, without_marks

DECK = "deck:\n  ranks: 2 to 10, J, Q, K, A\n  starts in: stock\n"
PILES = "piles:\n  stock: face down\n  hand: per player, seen by owner\n"
RULES = "setup: shuffle stock; deal 5 cards from stock to each hand\n"

READS = {
    "a comma with more": "deck:\n  ranks: 2 to 10  «#» , J\n  starts in: stock\n",
    "words": "players: 2 «#» to 4\n",
    "a condition": PILES + "end:\n  out: when any hand is empty  «#» or stock is empty\n",
    "another line": PILES + "setup: shuffle stock «#»; deal 5 cards from stock to each hand\n",
    "a word of its own": "remember:\n  ace: high or low «#» or none\n"
    "end:\n  it: when ace is none\n",
    "help": "options:\n  ante: number from 1 to 9, normally 1 «#» -- chips paid first\n",
    "a help text": "options:\n  ante: number from 1 to 9, normally 1 -- chips «#» paid first\n",
    "a ruling": "rulings: { A1: 'x', A2: The ace «#» is low\n  }\n",
    "behind it a comment": "players: 2 «#» to 4    # or so\n",
}

BREAKS = {
    "in the middle": PILES + "setup: shuffle stock; deal 5 cards «#» from stock to each hand\n",
    "before a word": PILES.replace("seen by owner", "seen by  «#»  owner") + RULES,
    "with a comment": PILES + "setup: deal 5 cards from «#» stock to each hand  # all of them\n",
}

MEANT = {
    "of what is there": DECK.replace("A\n", "A   # from low to high\n"),
    "what has no such name": "remember:\n  dealer: player    # has the button\n",
    "of a move": "examples:\n  one:\n    players: Anna, Ben\n    play:\n"
    "      - Anna: pass      # and it is Ben's turn\n      - Ben: pass       # turn\n",
    "of a free text": "about: A game for two   # or three\nrulings: { A1: The ace is low  # or high\n  }\n",
    "behind a sentence": "about: A game for two. # or three\n",
    "behind help": "options:\n  ante: number from 1 to 9, normally 1 -- chips  # before dealing\n",
    "alone": PILES + "setup: shuffle stock\n  # ; deal 5 cards from stock to each hand\n",
    "words that begin one": "players: 2      # or so\n",
    "a list": "players: 2 to 4      # Anna, Ben, Carla\n",
    "another text": "players: 2 to 4      # in turn\n",
}


def said(text: str, folder: Path) -> list[tuple[str, int, int]]:
    path = folder / "frame.yaml"
    path.write_text(text, encoding="utf-8")
    found = read_rules(path, linted=True).diagnostics
    signs = [d for d in found if d.code in ("L618", "E301")]
    assert all(d.suggestion for d in signs)
    return [(d.code, d.span.start, d.span.end) for d in signs]


@pytest.mark.parametrize("piece", READS.values(), ids=READS)
def test_what_still_reads_is_a_warning(piece: str, tmp_path: Path) -> None:
    plain, marks = without_marks(whole(piece))
    assert said(plain, tmp_path) == [("L618", *marks[0])]


@pytest.mark.parametrize("piece", BREAKS.values(), ids=BREAKS)
def test_what_cannot_be_read_is_told_at_the_sign(piece: str, tmp_path: Path) -> None:
    plain, marks = without_marks(whole(piece))
    assert said(plain, tmp_path) == [("E301", *marks[0])]


@pytest.mark.parametrize("piece", MEANT.values(), ids=MEANT)
def test_what_is_meant_as_a_comment_is_left_alone(piece: str, tmp_path: Path) -> None:
    assert said(whole(piece), tmp_path) == []


def test_it_can_be_silenced(tmp_path: Path) -> None:
    text = whole("players: 2   # to 4   # allow L618\n")
    path = tmp_path / "frame.yaml"
    path.write_text(text, encoding="utf-8")
    assert [d.code for d in read_rules(path, linted=True).diagnostics] == []


def test_who_only_plays_is_told_of_mistakes_alone(tmp_path: Path) -> None:
    path = tmp_path / "frame.yaml"
    path.write_text(whole("players: 2   # to 4\n"), encoding="utf-8")
    assert read_rules(path).diagnostics == ()
