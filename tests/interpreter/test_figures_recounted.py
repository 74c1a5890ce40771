"""The figures of a simulation, counted once more from plain games that are played alike."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import mean, variance

import pytest

import rulerun
from rulerun.interpreter.bots.seating import RANDOM
from rulerun.interpreter.machine.standing import Standing, standing_of
from rulerun.interpreter.simulation.seeding import game_seed


class Recount:
    """A game of a series, move by move: what is counted of it while it is played."""

    def __init__(self, game: rulerun.Game, standing: Standing | None, index: int) -> None:
        seed = game_seed(1, index)
        first = game.layout.cell_base["chips"] if game.rules.purse is not None else 0
        purses = slice(first, first + game.players if game.rules.purse is not None else first)
        passes = [
            game.layout.cell_base[f"count {phase.name}"]
            for phase in game.rules.phases
            if phase.repeat is not None
        ]
        bots = [RANDOM.seated(seed, seat) for seat in range(game.players)]
        state = game.new_state(seed)
        before = state.cells[purses]
        game.begin(state)
        self.turns, self.choices, self.moves = 0, [], list[str]()
        looks, last, old = [], None, 0
        while not state.is_over:
            now = sum(state.cells[cell] or 0 for cell in passes)
            between = now != old if standing and standing.name == "chips" else state.actor != last
            if standing is not None and between:
                looks.append(standing.at(state))
            self.turns += state.actor != last
            last, old = state.actor, now
            legal = list(state.legal_moves)
            assert last is not None
            move = bots[last].choose(state, state.legal_moves)
            self.choices.append(len(legal))
            self.moves.append(move.name)
            state.apply(move)
        if standing is not None:
            looks.append(standing.at(state))
        self.looks = [look for look in looks if look is not None]
        self.winners, self.reason = state.winners, state.ended_by
        self.sides = {seat % game.teams if game.teams else seat for seat in state.winners}
        self.chips = state.cells[purses]
        self.profits = [now - then for now, then in zip(self.chips, before, strict=True)]

    def lead_changes(self) -> int:
        """How often another one was ahead alone."""
        alone = [look.index(max(look)) for look in self.looks if look.count(max(look)) == 1]
        return sum(one != other for one, other in pairwise(alone))

    def drama(self, winner: int) -> float:
        """How far the winner was behind where it was behind, in roots of the widest distance."""
        behind = [max(look) - look[winner] for look in self.looks[:-1] if max(look) > look[winner]]
        widest = max(max(look) - min(look) for look in self.looks)
        return round(100 * mean(math.sqrt(d / widest) for d in behind)) if behind else 0

    def margin(self) -> int:
        """The best score less the next one."""
        second, best = sorted(self.looks[-1])[-2:]
        return best - second


@pytest.mark.parametrize(
    ("name", "options"),
    [("in_between", {}), ("whist", {"target": 2}), ("hearts", {"target": 40}), ("kuhn", {})],
)
def test_what_is_told_is_what_plain_games_say(name: str, options: dict[str, int]) -> None:
    games = 40 if name in ("in_between", "kuhn") else 6
    found = rulerun.simulate(name, games=games, options=options, seed=1, jobs=1)
    game = rulerun.load(name, options=options)
    standing = standing_of(game)
    played = [Recount(game, standing, index) for index in range(games)]

    def told(value: float) -> object:
        return pytest.approx(value)

    for one in found.seats:
        of_seat = [1 / len(g.sides) if one.seat in g.winners else 0 for g in played]
        assert one.won.value == told(mean(of_seat))
        if one.ruined is not None:
            profits = [g.profits[one.seat] for g in played]
            assert one.ruined.value == told(mean(not g.chips[one.seat] for g in played))
            assert one.profit_per_chip is not None
            assert one.profit_per_chip.value * one.wagered == told(mean(profits))
            assert one.profit_variance == told(variance(profits) / one.wagered)
    assert found.ties.value == told(mean(len(g.sides) > 1 for g in played))
    assert found.nobody.value == told(mean(not g.winners for g in played))
    assert found.turns.mean.value == told(mean(g.turns for g in played))
    assert found.decisions.mean.value == told(mean(len(g.choices) for g in played))
    choices = [number for g in played for number in g.choices]
    assert found.choices is not None and found.choices.mean.value == told(mean(choices))
    assert found.forced.value == told(choices.count(1) / len(choices))
    looked = [g for g in played if len(g.looks) > 1]
    if found.lead_changes is not None:
        assert found.lead_changes.mean.value == told(mean(g.lead_changes() for g in looked))
    if found.drama is not None:
        alone = [(g, min(g.sides)) for g in looked if len(g.sides) == 1]
        assert found.drama.mean.value == told(mean(g.drama(winner) for g, winner in alone))
    assert found.margin is not None
    assert found.margin.mean.value == told(mean(g.margin() for g in played))
    for reason in found.reasons:
        assert reason.games.value == told(mean(g.reason == reason.name for g in played))
    for unit in found.applied:
        if unit.kind == "moves" and "." not in unit.name:
            assert unit.times == told(mean(g.moves.count(unit.name) for g in played))
