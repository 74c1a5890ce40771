"""L603: lines after which all is as it was before, and chips that nobody gets; and what is like them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Severity

from .marked import check, findings, whole, without_marks

GAME = """\
chips:
  each player: 20
  pot: 0
piles:
  stock:   face down
  hand:    per player, seen by owner
  discard: face up
remember:
  points: number per player
  dealer: player, starts as last of players
options:
  fee: number from 0 to 3, normally 1
winner: all players with most points
setup: shuffle stock; deal 5 cards from stock to each hand; deal fee cards from stock to discard
phases:
  turn:
    repeat: 3 times
    who: each player starting with left of dealer
    moves:
      lay: { choose: card in your hand, do: move card to discard; you pay up to fee to pot }
    after turn:
      line: LINE
      passes: dealer becomes left of dealer
      counts: score size of discard
      won: when stock is empty -> take all from pot
"""

IN_VAIN = {
    "dealer becomes dealer": "it is that already",
    "score 0": "it is as much as before",
    "gather discard into discard": "the cards lie there already",
    "flip discard into discard": "the cards lie there already",
    "deal 0 cards from stock to discard": "it is done with none",
    "deal 0 cards from stock to each hand": "it is done with none",
    "pay 0 to pot": "it is done with none",
}


@pytest.mark.parametrize("line", IN_VAIN)
def test_a_line_that_changes_nothing_is_told(line: str, tmp_path: Path) -> None:
    why = f"^'{line}' changes nothing: {IN_VAIN[line]}$".replace("+", r"\+")
    check(GAME.replace("LINE", f"«{line}»"), (why,), {"L603"}, tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "do nothing",
        "you pay up to fee to pot",
        "score fee",
        "dealer's points becomes your points",
        "gather discard into stock",
        "move top of discard under discard",
        "deal fee cards from stock to discard",
    ],
)
def test_what_may_change_something_is_not_told(line: str, tmp_path: Path) -> None:
    check(GAME.replace("LINE", line), (), {"L603"}, tmp_path)


def test_a_house_rule_may_make_a_line_do_nothing(tmp_path: Path) -> None:
    from rulerun.interpreter.loading import read_rules

    path, rule = tmp_path / "frame.yaml", tmp_path / "rule.yaml"
    path.write_text(whole(GAME.replace("LINE", "score 1")), encoding="utf-8")
    rule.write_text(
        "house rule: Nothing For It\nfor: frame\nchange:\n  phases.turn.after turn.line: score 0\n",
        encoding="utf-8",
    )
    assert not read_rules(path, [rule], linted=True).diagnostics


@pytest.mark.parametrize(
    ("exchanged", "told"),
    [
        (("      won: when stock is empty -> take all from pot\n", ""), True),
        (("take all from pot", "score pot"), False),
        (("take all from pot", "split pot among all players with most points"), False),
    ],
)
def test_chips_that_nobody_ever_gets_are_noted(
    exchanged: tuple[str, str], told: bool, tmp_path: Path
) -> None:
    text = GAME.replace("LINE", "do nothing").replace(*exchanged)
    found = findings(without_marks(whole(text))[0], tmp_path, {"L603"})
    said = [(d.message, d.severity) for d in found]
    noted = "nothing asks what comes to 'pot', and nobody ever gets it"
    assert said == ([(noted, Severity.NOTE)] if told else [])
    bank = text.replace("pot", "bank")
    assert not findings(without_marks(whole(bank))[0], tmp_path, {"L603"})
