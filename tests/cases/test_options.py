"""The cases about options: what is written of them, what they do, and orders that have no end."""

from __future__ import annotations

import ast
import random
import re

import pytest

from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.machine.game import Game

from .book import ROOT, cards, game_of, lay_out, moves, pile, rules_of, the_case

SHEETS = ROOT.parent / "shared" / "rules"
GAMES = ("in_between", "aussenseiter", "gin")


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_and_the_game_agree_on_what_is_normal(name: str) -> None:
    assert the_case("variant-mismatch-02").expected["test"].startswith("every default in the docs")
    sheet = (SHEETS / f"{name}.md").read_text(encoding="utf-8")
    told = dict(
        re.findall(
            r"`(\w+)` ([0-9]+)",
            next(line for line in sheet.splitlines() if line.startswith("Ruleset")),
        )
    )
    options = game_of(name).options
    assert told and {option: options[option] for option in told} == told


# House rules bring options of their own.
RULESETS = [
    ("in_between", ("home_game",)),
    ("aussenseiter", ()),
    ("gin", ("big_gin",)),
    ("passing", ()),
]


@pytest.mark.parametrize(("name", "overlays"), RULESETS)
def test_every_option_has_an_effect(name: str, overlays: tuple[str, ...]) -> None:
    assert the_case("option-interplay-02").expected
    checked = rules_of(name, *overlays)

    def program(**options: object) -> str:
        game = Game(checked, options)
        return ast.dump(game.module) + str(game.new_state().cells)

    normal = Game(checked)
    written = program()
    for option, value in normal.options.items():
        other = {"no": "yes", "yes": "no"}.get(value) or str(int(value) - 1 or 2)
        assert program(**{option: other}) != written, option


def test_a_restriction_that_is_chosen_is_enforced() -> None:
    case = the_case("option-interplay-02")
    kept = case.scenario["options"]["keep_spades"]
    verb, *passed = case.scenario["action"].split()
    given = {"Anna's hand": cards([*passed, *(c for c in kept if c not in passed), "3H", "5H"])}
    said = f"{verb} {cards(passed)}"

    state = lay_out(rules_of("passing"), given, start_at="turn", options={"keep_spades": "yes"})
    before = state.clone()
    with pytest.raises(IllegalMoveError) as refused:
        state.apply(said)
    assert refused.value.condition == "high_spades_stay"
    assert case.expected["action"] == "rejected" and state == before
    assert not any(card in move for move in moves(state) for card in kept)

    state = lay_out(rules_of("passing"), given, start_at="turn")
    state.apply(said)
    assert set(passed) <= set(pile(state.view(1), "hand", 1))


def test_every_bid_is_higher_than_the_last() -> None:
    case = the_case("non-termination-03")
    words = {
        "2xSmallJoker": "two_small_jokers",
        "2xBigJoker": "two_big_jokers",
        "2x2S": "two_deuces",
    }
    bids = [f"bid {words[bid]}" for bid in case.scenario["bids"]]
    state = game_of("bidding").start()
    state.apply(bids[0])
    state.apply(bids[1])
    for refused in bids[2:]:
        with pytest.raises(IllegalMoveError, match="higher"):
            state.apply(refused)
    assert case.expected["third_bid"] == "illegal" and moves(state) == ["pass"]

    # So there are at most as many bids as there are kinds, whatever is played.
    assert case.expected["max_bids"] == "strictly increasing order"
    for seed in range(20):
        chance = random.Random(seed)
        state = game_of("bidding", players=4).start()
        said = []
        while not state.is_over:
            move = chance.choice(list(state.legal_moves))
            said.append(str(move))
            state.apply(move)
        made = [move for move in said if move != "pass"]
        assert state.ended_by == "played_out" and len(made) == len(set(made)) <= len(words)
