"""How fast the machine is, beside its peers, in one run.

    python benchmarks/machine.py

Prints decisions a CPU second of In-Between through the public interface and of the plain loop of
`plain_in_between`, their ratio, the time of a clone of a gin state, and of `rulerun check` from start
to exit. Medians of several rounds; the machine and its peer take turns.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

import plain_in_between

import rulerun

ROUNDS = 9
RULESETS = Path(__file__).resolve().parents[1] / "rulesets"


def rate(work: Callable[[], int]) -> float:
    """Things done a CPU second by a piece of work that says how many it did."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)


def machine_games(game: rulerun.Game, games: int) -> int:
    """Play random legal moves; the number of decisions."""
    rng = Random(1)
    decisions = 0
    for seed in range(games):
        state = game.start(seed=seed)
        while not state.is_over:
            state.apply(state.legal_moves.pick(rng))
            decisions += 1
    return decisions


def plain_games(games: int) -> int:
    """Play with the plain loop; the number of decisions."""
    rng = Random(1)
    return sum(plain_in_between.play(rng) for _ in range(games))


def gin_state(game: rulerun.Game) -> rulerun.State:
    """A state in the middle of a deal of gin."""
    state = game.start(seed=1)
    rng = Random(1)
    for _ in range(20):
        state.apply(rng.choice(state.legal_moves))
    return state


def clone_microseconds(state: rulerun.State, count: int = 20_000) -> float:
    """The time of one clone."""
    start = time.process_time()
    for _ in range(count):
        state.clone()
    return (time.process_time() - start) / count * 1e6


def check_milliseconds() -> tuple[float, float]:
    """`rulerun check` of a rule file: from start to exit, and of that on a processor.

    The second is what the first is on an idle core, however busy this machine is.
    """
    start, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "rulerun", "check", str(RULESETS / "gin.yaml")],
        check=True,
        capture_output=True,
    )
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = now.ru_utime - used.ru_utime + now.ru_stime - used.ru_stime
    return (time.perf_counter() - start) * 1e3, busy * 1e3


def main() -> None:
    """Measure and print."""
    game = rulerun.load(RULESETS / "in_between.yaml", players=4)
    machine, plain, ratios = [], [], []
    machine_games(game, 50)
    plain_games(50)
    for _ in range(ROUNDS):
        machine.append(rate(lambda: machine_games(game, 250)))
        plain.append(rate(lambda: plain_games(500)))
        ratios.append(machine[-1] / plain[-1])
    print("In-Between, 4 seats, random legal moves, decisions a CPU second")
    print(f"  rulerun, public interface  {median(machine):>9,.0f}")
    print(f"  plain loop, by hand        {median(plain):>9,.0f}")
    print(f"  ratio                      {median(ratios):>9.2f}   (the bar is 0.40)")
    gin = gin_state(rulerun.load(RULESETS / "gin.yaml"))
    clones = [clone_microseconds(gin) for _ in range(ROUNDS)]
    print("A state of gin")
    print(f"  clone, microseconds        {median(clones):>9.2f}   (the bar is 5)")
    checks = [check_milliseconds() for _ in range(ROUNDS)]
    print("rulerun check rulesets/gin.yaml, start to exit")
    print(f"  milliseconds               {median(c[0] for c in checks):>9.0f}   (the bar is 400)")
    print(f"  of them on a processor     {median(c[1] for c in checks):>9.0f}")


if __name__ == "__main__":
    main()
