"""Something without use, planted by a house rule into games that are right, is told at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

ROOT = Path(__file__).resolve().parents[3]

GAMES = ("gin", "in_between", "aussenseiter")

PLANTED = {
    "an option": "options.zzz: number from 1 to 3, normally 2",
    "a pile": "piles.zzz: face up",
    "a memory": "remember.zzz: number",
    "a memory of a phase": "round.remember.zzz: players",
    "a holder of chips": "chips.zzz: 0",
    "a term": "terms.zzz: number of players + 2",
    "a term of something": "terms.zzz of player: position of player",
    "a table of values": "tables.zzz: { gives: number, some: when size of stock = 2 -> 1, rest: otherwise -> 2 }",
    "a table that does something": "tables.zzz: { rest: otherwise -> shuffle stock }",
    "a row that never comes": "at any time.zzz: when number of players > 9 -> shuffle stock",
    "an end that never comes": "end.zzz: when size of stock > 52",
    "an end after a phase": "end.zzz: after round, when round_number < 0",
    "a phase after the last": "phases.zzz: { at start: shuffle stock }",
}

NOT_PLANTED = {
    "an option that the next line asks": (
        "options.zzz: number from 1 to 3, normally 2",
        "end.yyy: after round, when round_number = 500 * zzz",
    ),
    "a term that an end asks": (
        "terms.zzz: size of stock > 5 or size of stock = 3",
        "end.yyy: after round, when zzz and round_number = 900",
    ),
}


def told_with(game: str, lines: tuple[str, ...], folder: Path) -> list[str]:
    """The findings, each as the text at its place, with a house rule that adds these lines."""
    rule = folder / "planted.yaml"
    added = "".join(f"  {line}\n" for line in lines)
    rule.write_text(f"house rule: Planted\nfor: {game}\nadd:\n{added}breaks: all\n")
    found = read_rules(ROOT / "rulesets" / f"{game}.yaml", [str(rule)], linted=True)
    assert found.checked is not None, found.diagnostics
    for diagnostic in found.diagnostics:
        assert diagnostic.code == "L603" and diagnostic.span.file.name == str(rule), str(diagnostic)
    return [d.span.text for d in found.diagnostics]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", PLANTED)
def test_what_is_planted_is_told(what: str, game: str, tmp_path: Path) -> None:
    (told,) = told_with(game, (PLANTED[what],), tmp_path)
    assert "zzz" in told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", NOT_PLANTED)
def test_what_is_used_is_not(what: str, game: str, tmp_path: Path) -> None:
    assert told_with(game, NOT_PLANTED[what], tmp_path) == []
