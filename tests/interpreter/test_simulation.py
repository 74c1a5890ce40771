"""Series of games: the same whoever plays them, and what is counted is what happened."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from rulerun.interpreter.bots.chance import chance_bots
from rulerun.interpreter.errors import GameSetupError
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.standing import leader, margin
from rulerun.interpreter.simulation import workers
from rulerun.interpreter.simulation.results import simulation_of
from rulerun.interpreter.simulation.seeding import game_seed
from rulerun.interpreter.simulation.series import Series, series_of
from rulerun.interpreter.simulation.tally import Tally

from .test_fuzzing import FRAME, TURNS


def series(name: str, *overlays: str, players: int | None = None, seed: int = 1) -> Series:
    loaded = read_rules(name, overlays)
    assert loaded.diagnostics == ()
    return series_of(loaded, players=players, seed=seed)


def tally_of(of: Series, games: int, jobs: int = 1) -> Tally:
    tally = Tally()
    for played in workers.play(of, 0, games, jobs):
        tally.add(played)
    return tally


def test_no_two_games_of_a_series_have_the_same_seed() -> None:
    assert len({game_seed(1, index) for index in range(10_000)}) == 10_000
    assert game_seed(1, 0) != game_seed(2, 0)
    assert all(0 <= game_seed(seed, 3) < 2**64 for seed in (0, 1, 2**64 - 1))


def test_games_are_those_that_the_machine_plays() -> None:
    """What is counted, against the same games played here."""
    of = series("in_between", "triple_penalty", players=3)
    game = of.checked.game({}, 3)
    decisions: Counter[int] = Counter()
    winners: Counter[tuple[int, ...]] = Counter()
    ruined: Counter[int] = Counter()
    choices: Counter[int] = Counter()
    for index in range(40):
        seed = game_seed(1, index)
        state, bots = game.start(seed), chance_bots(seed, 3)
        while not state.is_over:
            choices[len(state.legal_moves)] += 1
            state.apply(bots[state.actor or 0].choose(state, state.legal_moves))
        decisions[state.moves_made] += 1
        winners[tuple(sorted(state.winners))] += 1
        chips = state.view(None).purses
        ruined.update(seat for seat in range(3) if not chips[seat])
    tally = tally_of(of, 40)
    assert (tally.games, tally.failures) == (40, Counter())
    assert (tally.decisions, tally.choices) == (decisions, choices)
    assert (tally.winners, tally.ruined) == (winners, ruined)


@pytest.mark.parametrize("name", ["kuhn", "in_between"])
def test_the_number_of_processes_changes_nothing(name: str) -> None:
    of = series(name)
    alone = tally_of(of, 130)
    assert tally_of(of, 130, jobs=2) == alone
    assert alone.games == 130


def test_a_series_can_be_sent_to_another_process() -> None:
    of = series("leduc")
    assert tally_of(pickle.loads(pickle.dumps(of)), 20) == tally_of(of, 20)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_killed_process_loses_nothing() -> None:
    of = series("in_between")
    tally, killed = Tally(), 0
    for played in workers.play(of, 0, 400, 2):
        tally.add(played)
        if killed < 2 and tally.games > 50 * (killed + 1):
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
            killed += 1
    assert killed == 2
    assert tally == tally_of(of, 400)


class Deadly:
    """Work that nobody survives, but for the first game."""

    def player(self) -> Callable[[int, int], int]:
        def play(first: int, end: int) -> int:
            if first:
                os.kill(os.getpid(), signal.SIGKILL)
            return end

        return play


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_processes_that_all_die_are_given_up() -> None:
    told: list[int] = []
    with (
        pytest.raises(workers.LostWorkersError, match="one process after the other dies"),
        workers.Processes(Deadly(), 2) as crew,
    ):
        told += crew.play(0, 1)
        told += crew.play(1, 9)
    assert told == [1]


def test_what_applies_is_counted() -> None:
    of = series("in_between", "triple_penalty")
    tally = tally_of(of, 50)
    times = {a.name: tally.times[n] for n, a in enumerate(of.applying)}
    bets = sum(size * n for size, n in tally.decisions.items())
    assert times["bet"] == bets
    assert sum(n for name, n in times.items() if name.startswith("payout.")) <= bets
    assert times["triple_penalty"] == times["payout.post"] > 0


def test_chips_are_paid_and_won() -> None:
    """In Kuhn poker what one wins the other loses; everybody pays at least the ante."""
    of = series("kuhn")
    tally = tally_of(of, 60)
    profit = [tally.wagers[seat].of for seat in range(2)]
    assert profit[0] == -profit[1]
    assert all(60 <= tally.wagers[seat].over <= 120 for seat in range(2))
    found = simulation_of(of, of.measuring().game, tally)
    assert found.seats[0].payoff is not None and found.seats[0].profit_per_chip is not None
    assert found.seats[0].payoff.value == pytest.approx(profit[0] / 60)
    assert found.seats[0].profit_per_chip.contains(profit[0] / tally.wagers[0].over)


def test_leaders_and_margins() -> None:
    assert (leader((3, 5, 5)), leader((3, 6, 5)), leader((1,))) == (None, 1, 0)
    assert (margin((3, 5, 5)), margin((3, 9, 5)), margin((1,))) == (0, 4, 0)


def test_rules_that_fail_are_counted_and_can_be_played_again(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(
        FRAME + TURNS + "            do: deal 30 cards from stock to your hand\n", encoding="utf-8"
    )
    of = series_of(read_rules(path))
    tally = tally_of(of, 5)
    assert tally.games == 0
    (code, _), number = tally.failures.most_common(1)[0]
    assert (code, number) == ("R701", 5)
    with pytest.raises(ValueError, match="no game"):
        simulation_of(of, of.measuring().game, tally)


def test_players_that_the_game_is_not_for() -> None:
    with pytest.raises(GameSetupError, match="2 to 3 players"):
        next(iter(workers.play(series("kuhn", players=7), 0, 10)))


def test_who_wants_no_more_games_leaves_no_process_behind() -> None:
    before = set(multiprocessing.active_children())
    playing = workers.play(series("gin"), 0, 300, 2)
    next(playing)
    begun = time.monotonic()
    playing.close()
    assert time.monotonic() - begun < 5  # the pieces that they were at take much longer
    assert set(multiprocessing.active_children()) <= before
