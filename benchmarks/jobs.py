"""How much faster two processes are than one: the same games, simulated in turn by one and by two.

It is the time on the clock that counts here, from start to exit, so that whatever else the machine does
takes its share: the ratio says something only where two cores have nothing else to do.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

GAMES = 30_000
"""So many of In-Between take some seconds, beside which it is little that processes have to begin."""


def seconds(jobs: int, games: int, environment: dict[str, str]) -> float:
    """How long `rulerun simulate` takes with so many jobs; CalledProcessError if it fails."""
    words = ["simulate", "in_between", "--players", "4", "--games", str(games), "--jobs", str(jobs)]
    begun = time.perf_counter()
    command = [sys.executable, "-m", "rulerun", *words]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - begun


def one_and_two(rounds: int, games: int = GAMES) -> dict[str, float]:
    """Median seconds with one job and with two, and the median of how many times as fast two were.

    As of a program that is installed, its bytecode is there before it is measured.
    """
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        seconds(2, 1, environment)
        pairs = [
            (seconds(1, games, environment), seconds(2, games, environment)) for _ in range(rounds)
        ]
    return {
        "games": games,
        "one_job": statistics.median(one for one, _ in pairs),
        "two_jobs": statistics.median(two for _, two in pairs),
        "times_as_fast": statistics.median(one / two for one, two in pairs),
    }
