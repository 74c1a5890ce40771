"""What is said to be known at a place is true there, whatever is played."""

from __future__ import annotations

import pytest

from rulerun.interpreter.lint.cases.circumstances import Circumstances
from rulerun.interpreter.lint.cases.consulting import TableReader
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.game import Game

from ...playing import go_on, rule_file

FILES = (
    "aussenseiter", "gin", "in_between", "in_between/home_game", "in_between/ace_either",
    "blackjack", "crazy_eights", "durak", "go_fish", "holdem", "klondike", "leduc", "oh_hell",
)  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_what_is_known_at_a_decision_is_so_in_every_game(name: str) -> None:
    checked = read_rules(rule_file(name)).checked
    assert checked is not None
    program = TableReader(checked.symbols).read()
    rules = checked.rules
    pack = None if rules.deck.only is not None else len(Game(checked).deck)
    known = Circumstances(program, rules.piles, rules.deck.starts_in, pack, {}).begun
    game = Game(checked)
    state = game.start(seed=1)
    for step in range(25):
        if state.is_over:
            break
        label = game.program.decisions[state.at - game.decision_base].label
        there = known[label]
        for number, lying in enumerate(state.piles[: game.layout.fixed_piles]):
            name = game.layout.pile_of[number].name
            sizes = there.sizes[name]
            assert sizes is None or len(lying) in sizes, (label, name)
        for fact in there.facts.values():
            assert game.evaluate(fact, state), (label, fact)
        go_on(state, seed=step, most=1)
