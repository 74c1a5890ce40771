"""Slips of which one half stands in a form, a house rule or the game that it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.interpreter.loading import read_rules

FORM = """\
form: Following
needs: { hand: what is played }
piles: { trick: face up }
terms:
  trump: nothing
  suit_of_play of card: suit of card
phases:
  trick:
    who: each player
    moves:
      play: { choose: card in your hand, do: move card to trick }
"""
GAME = """\
game: Base
players: 2 to 4
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
options: { target: 'number from 5 to 50, normally 20' }
piles:
  stock: face down
  hand: per player, seen by owner
remember:
  trump: suit
  points: number per player
tables:
  suit_of_play of card:
    gives: suit
    jack: when rank of card is J -> trump
    other: otherwise -> suit of card
setup:
  shuffle: shuffle stock
  hands: deal 3 cards from stock to each hand
  trump: trump becomes hearts
phases:
  trick: { use: following }
  score:
    at start:
      one: first player scores 1
winner: all players where points < target or suit_of_play of top of trick is trump
examples:
  start:
    players: Anna, Ben
    play:
      - Anna cannot: play 2C
"""
RULE = """\
house rule: More
for: base
add:
  remember.lost: yes or no per player
  trick.moves.play.may.not_lost: not your lost
  score.at end.lost: for each player -> player's lost becomes yes
"""


def told(folder: Path, *, game: str = GAME, rule: str | None = None) -> list[Diagnostic]:
    """What is said of the game, or of the house rule."""
    for name, text in (("base", game), ("forms/following", FORM), ("overlays/base/more", rule)):
        path = folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text or "", encoding="utf-8")
    path = folder / ("base.yaml" if rule is None else "overlays/base/more.yaml")
    return list(read_rules(path, linted=True).diagnostics)


def places(found: list[Diagnostic]) -> set[tuple[str, int]]:
    """Where diagnostics say that something is wrong: the files' names and offsets."""
    spans = [d.span for d in found]
    spans += [n.span for d in found for n in d.notes if n.equal and n.span is not None]
    return {(Path(span.file.name).name, span.start) for span in spans}


@pytest.mark.parametrize(
    "right, typed, advice",
    [
        ("  trump: suit", "  trunmp: suit", "did you mean 'trump'?"),
        ("  suit_of_play of card:", "  suti_of_play of card:", "did you mean 'suit_of_play'?"),
    ],
)
def test_what_a_form_calls_so_is_told_where_the_game_declares_it(
    right: str, typed: str, advice: str, tmp_path: Path
) -> None:
    text = GAME.replace(right, typed, 1)
    found = told(tmp_path, game=text)
    here = [d for d in found if d.span.start == text.index(typed.strip())]
    assert [d.suggestion for d in here] == [advice], found


def test_a_pile_of_a_form_is_not_missed_where_the_form_is_not_laid(tmp_path: Path) -> None:
    text = GAME.replace("starts in: stock", "starts in: trick", 1).replace("use:", "usse:", 1)
    found = told(tmp_path, game=text)
    assert found[0].span.start == text.index("usse"), found
    assert found[0].suggestion == "did you mean 'use'?"


@pytest.mark.parametrize(
    "right, typed, at, advice",
    [
        ("no per player", "no", "\n  trick", "write 'per player' here"),
        (
            "trick.moves.play",
            "trick.moves.paly",
            "paly",
            "did you mean 'trick.moves.play.may.not_lost'?",
        ),
        ("score.at end", "scroe.at end", "scroe", "did you mean 'score.at end.lost'?"),
        ("for: base", "extends: base", "extends", "did you mean 'for'?"),
    ],
)
def test_a_house_rule_is_told_at_its_place(
    right: str, typed: str, at: str, advice: str, tmp_path: Path
) -> None:
    text = RULE.replace(right, typed, 1)
    found = told(tmp_path, rule=text)
    assert ("more.yaml", text.index(at)) in places(found), found
    assert advice in (found[0].suggestion or "")


def test_the_games_example_may_be_what_a_house_rule_breaks(tmp_path: Path) -> None:
    assert [d.code for d in told(tmp_path, rule=RULE) if d.severity is Severity.ERROR] == []
    text = "house rule: Few\nfor: base\nchange: { deck.ranks: '7 to 10, J, Q, K, A' }\n"
    found = told(tmp_path, rule=text)
    assert found and ("more.yaml", 0) in places(found), found


@pytest.mark.parametrize(
    "change, advice, meant",
    [
        (
            "change: { suit_of_play.jack: trump }",
            "write 'suit_of_play.jack.then' to change what follows alone",
            "change: { suit_of_play.jack.then: trump }",
        ),
        (
            "change: { suit_of_play.jack: rank of card is Q }",
            (
                "write 'suit_of_play.jack.when' to change the condition alone, "
                "'suit_of_play.jack.then' to change what follows alone"
            ),
            "change: { suit_of_play.jack.when: rank of card is Q }",
        ),
        (
            "payoff: points",
            "write 'change: { payoff: ... }', or 'add: { payoff: ... }' where the game has none",
            "add: { payoff: points }",
        ),
    ],
)
def test_what_a_house_rule_changes_stands_at_its_address(
    tmp_path: Path, change: str, advice: str, meant: str
) -> None:
    head = "house rule: More\nfor: base\n"
    assert [d.suggestion for d in told(tmp_path, rule=head + change)] == [advice]
    assert not [d for d in told(tmp_path, rule=head + meant) if d.severity >= Severity.ERROR]


def test_what_lies_in_groups_is_called_group_or_by_its_meld(tmp_path: Path) -> None:
    game = GAME.replace(
        "remember:", "  melds: per player, groups, face up\n  threes: per player\nremember:", 1
    )
    game = game.replace(
        "tables:", "melds: { run: 3 or more cards of one suit in sequence }\ntables:", 1
    )
    for word, advice in (
        ("wild_runs", "no meld is called so: the melds are run"),
        ("big_ones", "each of them is a group: write 'groups in your melds'"),
    ):
        may = f"(number of {word} in your melds) > 1"
        rule = f"house rule: More\nfor: base\nadd: {{ trick.moves.play.may.more: '{may}' }}\n"
        assert advice in [d.suggestion for d in told(tmp_path, game=game, rule=rule)]
