"""How fast rulerun is, beside its peers, in one run: `python -m benchmarks [GAME ...] [--json FILE]`.

Every game is played with random legal moves, by rulerun through its public interface, by a plain loop
written by hand where there is one, and by the engines of `peers` that are installed. They take turns,
and a figure is decisions of players a CPU second of this process: the median of the rounds with the
least and the greatest. Then the time of a clone, and commands from start to exit.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import rulerun

from . import peers, plain_gin, plain_hearts, plain_in_between

RULESETS = Path(__file__).resolve().parents[1] / "rulesets"
GAMES = {
    "in_between": 4, "gin": 2, "hearts": 4, "crazy_eights": 2, "oh_hell": 4, "leduc": 2, "cribbage": 2,
}  # fmt: skip
"""The games that are measured, and for how many players."""
PLAIN: dict[str, Callable[[Random], int]] = {
    "in_between": plain_in_between.play,
    "gin": plain_gin.play,
    "hearts": plain_hearts.play,
}
SECONDS = 0.4
"""CPU time of each measurement, about."""
COMMANDS = (
    ("--version",),
    ("check", str(RULESETS / "gin.yaml")),
    ("play", "kuhn", "--seed", "1"),
)


def of_rulerun(name: str) -> peers.Playing:
    """Rulerun, as its documentation says that games are played."""
    game = rulerun.load(RULESETS / f"{name}.yaml", players=GAMES[name])

    def play(games: int) -> int:
        rng = Random(1)
        decisions = 0
        for seed in range(games):
            state = game.start(seed=seed)
            while not state.is_over:
                state.apply(state.legal_moves.pick(rng))
                decisions += 1
        return decisions

    return play


def of_plain(name: str) -> peers.Playing:
    """A plain loop."""
    one = PLAIN[name]

    def play(games: int) -> int:
        rng = Random(1)
        return sum(one(rng) for _ in range(games))

    return play


def players_of(name: str) -> tuple[dict[str, peers.Playing], list[str]]:
    """Who can play a game, and why others cannot."""
    found = {"rulerun": of_rulerun(name)}
    if name in PLAIN:
        found["plain loop"] = of_plain(name)
    missing = []
    for peer, make in peers.PEERS.items():
        try:
            found[peer] = make(name)
        except ImportError:
            missing.append(f"{peer} is not installed")
        except KeyError:
            pass  # it does not have the game
    return found, missing


def rate(play: peers.Playing, games: int) -> float:
    """Decisions a CPU second."""
    begun = time.process_time()
    decisions = play(games)
    return decisions / max(1e-9, time.process_time() - begun)


def games_in_a_while(play: peers.Playing) -> int:
    """So many games as take about SECONDS."""
    games, spent = 1, 0.0
    while True:
        begun = time.process_time()
        play(games)
        spent = time.process_time() - begun
        if spent > SECONDS / 4 or games > 1 << 20:
            return max(1, round(games * SECONDS / max(spent, 1e-6)))
        games *= 4


def spread(values: list[float]) -> dict[str, float]:
    """The median, the least and the greatest."""
    return {"median": statistics.median(values), "least": min(values), "greatest": max(values)}


def measured(name: str, rounds: int) -> tuple[dict[str, Any], list[str]]:
    """What each player makes of a game; rulerun's ratio to each."""
    found, missing = players_of(name)
    games = {who: games_in_a_while(play) for who, play in found.items()}
    rates: dict[str, list[float]] = {who: [] for who in found}
    for _ in range(rounds):
        for who, play in found.items():
            rates[who].append(rate(play, games[who]))
    told: dict[str, Any] = {"players": GAMES[name], "decisions_per_cpu_second": {}, "ratios": {}}
    for who, values in rates.items():
        told["decisions_per_cpu_second"][who] = spread(values)
        if who != "rulerun":
            pairs = zip(rates["rulerun"], values, strict=True)
            told["ratios"][who] = statistics.median(ours / theirs for ours, theirs in pairs)
    return told, missing


def clones(rounds: int, count: int = 10_000) -> dict[str, float]:
    """Microseconds of a clone of a state in the middle of a deal of gin."""
    rng = Random(1)
    state = rulerun.load(RULESETS / "gin.yaml").start(seed=1)
    for _ in range(20):
        state.apply(state.legal_moves.pick(rng))
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        for _ in range(count):
            state.clone()
        times.append((time.process_time() - begun) / count * 1e6)
    return spread(times)


def commands(rounds: int) -> dict[str, dict[str, dict[str, float]]]:
    """Milliseconds of commands from start to exit, and of these on a processor."""
    told = {}
    for words in COMMANDS:
        whole, busy = [], []
        for _ in range(rounds):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            begun = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "rulerun", *words], check=True, capture_output=True
            )
            whole.append((time.perf_counter() - begun) * 1e3)
            now = resource.getrusage(resource.RUSAGE_CHILDREN)
            busy.append((now.ru_utime - before.ru_utime + now.ru_stime - before.ru_stime) * 1e3)
        name = " ".join(Path(word).name for word in words)
        told[f"rulerun {name}"] = {"milliseconds": spread(whole), "on_a_processor": spread(busy)}
    return told


def tell(name: str, told: dict[str, Any]) -> None:
    """A game's figures in lines."""
    print(f"\n{name}, {told['players']} players, random legal moves: decisions a CPU second")
    for who, values in told["decisions_per_cpu_second"].items():
        ratio = told["ratios"].get(who)
        beside = "" if ratio is None else f"   rulerun is {ratio:.2f} times as fast"
        between = f"({values['least']:,.0f} to {values['greatest']:,.0f})"
        print(f"  {who:11} {values['median']:>10,.0f}  {between:24}{beside}".rstrip())


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}")
    asked.add_argument("--rounds", type=int, default=7, help="measurements of each (7)")
    asked.add_argument("--json", metavar="FILE", help="write all figures into a file, too")
    given = asked.parse_args()
    for name in given.games:
        if name not in GAMES:
            asked.error(f"no game '{name}' is measured; there are {', '.join(GAMES)}")
    report: dict[str, Any] = {"python": platform.python_version(), "games": {}}
    print(f"Python {report['python']}, {platform.machine()}, {given.rounds} rounds")
    without: set[str] = set()
    for name in given.games or GAMES:
        report["games"][name], missing = measured(name, given.rounds)
        tell(name, report["games"][name])
        without.update(missing)
    for line in sorted(without):
        print(f"\n{line}: pip install 'rulerun[peers]'")
    if not given.games:
        report["gin_clone_microseconds"] = clones(given.rounds)
        print(f"\nclone of a state of gin: {report['gin_clone_microseconds']['median']:.2f} µs")
        report["commands"] = commands(given.rounds)
        for name, times in report["commands"].items():
            whole, busy = (times[k]["median"] for k in ("milliseconds", "on_a_processor"))
            print(
                f"{name}: {whole:.0f} ms from start to exit, {busy:.0f} ms of them on a processor"
            )
    if given.json:
        Path(given.json).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
