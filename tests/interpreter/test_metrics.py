"""What is measured: each figure is told what it is, and is what it is told to be."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

import rulerun
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.simulation.lead import changes, decided_at, drama, time_behind
from rulerun.interpreter.simulation.measuring import Measuring, Played
from rulerun.interpreter.simulation.metrics import METRICS
from rulerun.interpreter.simulation.results import SeatResult, Simulation
from rulerun.interpreter.simulation.series import series_of

ABOUT_THE_SERIES = {
    "game", "overlays", "options", "players", "seed", "games", "seats", "pass_name", "seats.seat", "seats.bot",
    "asked", "interrupted",
}  # fmt: skip


def measuring_of(path: str | Path, players: int | None = None, **options: str) -> Measuring:
    return series_of(read_rules(path), players=players, options=options).measuring()


def test_each_figure_has_a_definition_and_a_source() -> None:
    there = {*Simulation.__dataclass_fields__}
    there |= {f"seats.{name}" for name in SeatResult.__dataclass_fields__}
    told = [metric.field for metric in METRICS if metric.field is not None]
    assert sorted(told) == sorted(there - ABOUT_THE_SERIES)
    assert all(metric.what and metric.source and metric.name for metric in METRICS)
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    for metric in METRICS:
        assert f"\n| {metric.name}" in page, metric.name


@pytest.mark.parametrize(
    ("name", "house_rule", "options"),
    [
        ("in_between", "triple_penalty", {}),
        ("gin", "knock_at_7", {"target": 1}),
        ("kuhn", "one_raise", {}),
        ("blackjack", "six_to_five", {"rounds": 1}),
        ("whist", "honours", {"target": 1}),
    ],
)
def test_each_figure_of_a_comparison_has_one(
    name: str, house_rule: str, options: dict[str, int]
) -> None:
    found = rulerun.compare(name, overlays=[house_rule], games=2, options=options)
    patterns = [
        re.escape(pattern).replace(r"\*", ".+") for metric in METRICS for pattern in metric.compared
    ]
    for one in found.differences:
        assert any(re.fullmatch(pattern, one.name) for pattern in patterns), one.name


CHIPS = """
game: Chips
players: 2
deck: { ranks: "A, 2 to 10", starts in: stock }
piles: { stock: face down }
chips: { each player: 10, pot: 50 }
phases:
  turn:
    who: each player
    moves: { give: pay 5 to pot, get: take 5 from pot }
winner: all players with most chips
payoff: chips - 10
"""


def test_chips_won_without_a_stake_count_as_profit(tmp_path: Path) -> None:
    path = tmp_path / "chips.yaml"
    path.write_text(CHIPS, encoding="utf-8")
    found = rulerun.simulate(path, games=200, jobs=1)
    for seat in found.seats:
        assert seat.payoff is not None and seat.profit_per_chip is not None
        assert seat.wagered == pytest.approx(2.5, abs=0.5)
        assert seat.profit_per_chip.value == pytest.approx(seat.payoff.value / seat.wagered)
        # Each game is won or lost by 5.
        assert seat.profit_variance == pytest.approx(25 / seat.wagered, rel=0.02)


def test_a_team_is_one_winner() -> None:
    found = rulerun.simulate("whist", games=12, options={"target": 1}, jobs=1)
    shares = [seat.won.value for seat in found.seats]
    assert (shares[0], shares[1]) == (shares[2], shares[3])
    assert shares[0] + shares[1] == pytest.approx(1) and found.ties.value == 0
    won = round(12 * shares[0])
    assert found.fairness == pytest.approx(math.erfc(abs(2 * won - 12) / math.sqrt(24)))


def test_partners_are_compared_as_a_team() -> None:
    found = rulerun.compare("whist", overlays=["american"], games=8, jobs=1)
    names = [one.name for one in found.differences]
    assert names[:2] == ["team 1 wins", "team 2 wins"] and "several winners" not in names
    assert not any(name.startswith("P") for name in names)


def test_how_many_games_a_house_rule_changes() -> None:
    """Of options that it sets, too; and who wins."""
    for house_rule in ("sixty_one", "backwards"):
        found = rulerun.compare("cribbage", overlays=[house_rule], games=6, jobs=1)
        assert found.changed.value == 1 and found.applied[0].games.value == 1
    found = rulerun.compare(
        "blackjack", overlays=["six_to_five"], games=60, options={"rounds": 2}, jobs=1
    )
    assert 0 < found.changed.value < 0.5


def test_who_was_ahead_when() -> None:
    looks = [(0, 0), (4, 0), (4, 5), (4, 13), (20, 13)]
    assert changes(looks) == 2
    # The first one has won: it was behind by 1 and by 9 of at most 9.
    assert drama(looks, 0) == round(100 * (1 / 3 + 1) / 2)
    assert time_behind(looks, 0) == 50
    assert decided_at(looks, 0) == 100
    assert decided_at([(0, 0), (1, 0), (2, 0), (3, 0)], 0) == 33
    assert decided_at([(1, 0), (2, 0)], 0) == 0
    assert (drama([(0, 0), (1, 0)], 0), time_behind([(0, 0), (1, 0)], 0)) == (0, 0)
    # With three players only the best counts, and the last one for how far apart they are.
    assert drama([(5, 9, 0), (10, 9, 0)], 0) == round(100 * (4 / 10) ** 0.5)


class Followed:
    """A game of a measuring played again, move by move, with what it stands at before and after each."""

    def __init__(self, measuring: Measuring, index: int) -> None:
        self.states: list[State] = []
        self.moves: list[str] = []
        apply = State.apply

        def noted(state: State, move: object, **how: object) -> None:
            if not self.states:
                self.states.append(state.clone())
            apply(state, move, **how)  # type: ignore[arg-type]
            self.states.append(state.clone())
            self.moves.append(str(move))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(State, "apply", noted)
            self.played: Played = measuring.play(index)

    def chips(self, name: str, seat: int = 0) -> list[int]:
        """The chips of a holder, or of a purse, at each moment."""
        place = self.states[0].game.layout.cell_base[name] + seat
        return [state.cells[place] for state in self.states]


def test_what_is_staked_in_between() -> None:
    """Each ante, and each bet: not what a lost bet costs, once, twice or three times."""
    measuring = measuring_of("in_between", players=3, stake="30")
    for index in range(12):
        found = Followed(measuring, index)
        bets = [0, 0, 0]
        for state, move in zip(found.states, found.moves, strict=False):
            assert state.actor is not None
            bets[state.actor] += int(move.removeprefix("bet "))
        for seat in range(3):
            purse = found.chips("chips", seat)
            antes = found.played.wagered[seat] - bets[seat]
            assert 1 <= antes <= 40
            # Nobody who never bet has staked more than is gone.
            if not bets[seat]:
                assert antes == 30 - purse[-1]
    alone = measuring_of("in_between", players=2, rounds="1", stake="50", ante="3")
    for index in range(8):
        found = Followed(alone, index)
        filled = sum(
            int(now.cells[pot] in (6, 12) and was.cells[pot] == 0)
            for pot in [alone.game.layout.cell_base["chips pot"]]
            for was, now in zip(found.states, found.states[1:], strict=False)
        )
        assert filled == 0  # at a decision the pot is never empty: it was filled before
        bets = [0, 0]
        for state, move in zip(found.states, found.moves, strict=False):
            assert state.actor is not None
            bets[state.actor] += int(move.removeprefix("bet "))
        equal = {staked - bet for staked, bet in zip(found.played.wagered, bets, strict=True)}
        assert len(equal) == 1 and equal <= {3, 6, 9}


def test_what_is_staked_at_poker_is_what_leaves_the_purse() -> None:
    measuring = measuring_of("kuhn")
    for index in range(10):
        found = Followed(measuring, index)
        for seat in range(2):
            called = any(
                state.actor == seat and move in ("bet", "call")
                for state, move in zip(found.states, found.moves, strict=False)
            )
            assert found.played.wagered[seat] == 1 + called
        assert found.played.pots == {"stake and pot": sum(found.played.wagered)}


def test_the_most_in_the_pot_is_what_the_purses_are_short_of() -> None:
    """Chips lie in purses or in the middle; a bet that ends the hand is counted, too."""
    measuring = measuring_of("holdem", deals="3")
    for index in range(8):
        played = measuring.play(index)
        assert max(played.wagered) <= played.pots["stake and pot"] * 3
        assert 3 <= played.pots["stake and pot"] <= 400
        assert sum(played.profits) == 0
        # Nobody has lost more than was staked, also where all chips are paid at once.
        assert all(-won <= put for won, put in zip(played.profits, played.wagered, strict=True))
    assert measuring_of("blackjack", rounds="1").play(1).pots.keys() == {"stake"}
    assert measuring_of("hearts").game.pots() == {}


def test_when_somebody_runs_out_of_chips() -> None:
    measuring = measuring_of("in_between", players=3, stake="8")
    ruined = 0
    for index in range(12):
        found = Followed(measuring, index)
        rounds = [
            state.cells[measuring.game.layout.cell_base["count round"]] for state in found.states
        ]
        told = dict(found.played.ruined)
        for seat in range(3):
            purse = found.chips("chips", seat)
            assert (seat in told) == (purse[-1] == 0)
            if seat in told:
                last = max((n for n, own in enumerate(purse[:-1]) if own), default=None)
                assert told[seat] == (0 if last is None else rounds[last])
                ruined += 1
    assert ruined > 5


def test_how_often_cards_are_shuffled_again(tmp_path: Path) -> None:
    rounds = measuring_of("gin", target="1").play(3)
    assert rounds.reshuffles is not None
    # Once for each further deal: at gin no pile is filled again.
    found = Followed(measuring_of("gin", target="60"), 2)
    count = measuring_of("gin").game.layout.cell_base["count round"]
    assert found.played.reshuffles == found.states[-1].cells[count] - 1 > 0
    path = tmp_path / "unshuffled.yaml"
    path.write_text(
        "game: In order\nplayers: 2\ndeck: { ranks: 2 to 9, starts in: stock }\n"
        "piles: { stock: face down, row: face up }\nphases:\n  lay:\n    who: each player\n"
        "    moves: { lay: deal 1 card from stock to row }\nwinner: all players\n"
    )
    assert measuring_of(path).play(0).reshuffles is None


def test_what_a_game_does_not_have_is_not_told() -> None:
    patience = rulerun.simulate("klondike", games=1)
    assert (patience.margin, patience.lead_changes, patience.drama, patience.ruins) == (None,) * 4
    assert patience.pots == {}
    tricks = rulerun.simulate("whist", games=1, options={"target": 1})
    assert tricks.pots == {} and tricks.seats[0].ruined is None
    assert tricks.lead_changes is not None and tricks.pass_name is not None
    short = rulerun.simulate("kuhn", games=5)
    # There is one deal: nobody is ahead before it is over.
    assert (short.lead_changes, short.drama, short.ruins) == (None,) * 3
    alone = rulerun.simulate("blackjack", games=3, options={"rounds": 1})
    assert (alone.margin, alone.lead_changes) == (None, None)
