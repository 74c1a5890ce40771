"""How fast rulerun is, beside its peers, in one run: `python -m benchmarks [GAME ...] [--json FILE]`.

Every game is played with random legal moves, by rulerun through its public interface, by a plain loop
written by hand where there is one, and by the engines of `peers` that are installed. They take turns,
and a figure is decisions of players a CPU second of this process: the median of the rounds with the
least and the greatest. Without a GAME follow the time of a clone, the least deadwood of a hand, the
positions of `tests/counts.yaml`, commands from start to exit or to the first prompt, and two jobs beside one.

`python -m benchmarks --json benchmarks/figures.json --readme` measures all and writes what README.md
says of it; with `--readme` alone that is written from the figures that are there.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import pty
import resource
import select
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import rulerun
from rulerun.interpreter.machine.melds import MeldRules

from . import jobs, melds, peers, plain_gin, plain_hearts, plain_in_between
from .table import write_table

RULESETS = Path(__file__).resolve().parents[1] / "rulesets"
FIGURES = Path(__file__).with_name("figures.json")
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
COMMANDS = (("--version",), ("check", str(RULESETS / "gin.yaml")))
PROMPT = b"P1> "


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


def in_a_deal(name: str) -> rulerun.State:
    """A state in the middle of a deal."""
    rng = Random(1)
    state = rulerun.load(RULESETS / f"{name}.yaml").start(seed=1)
    for _ in range(20):
        state.apply(state.legal_moves.pick(rng))
    return state


def clones(rounds: int, count: int = 10_000) -> dict[str, dict[str, float]]:
    """Microseconds of a clone of a state in the middle of a deal of gin."""
    copied: dict[str, Callable[[], object]] = {"rulerun": in_a_deal("gin").clone}
    with contextlib.suppress(ImportError):
        copied["OpenSpiel"] = peers.open_spiel_in_a_deal("gin").clone
    times: dict[str, list[float]] = {who: [] for who in copied}
    for _ in range(rounds):
        for who, clone in copied.items():
            begun = time.process_time()
            for _ in range(count):
                clone()
            times[who].append((time.process_time() - begun) / count * 1e6)
    return {who: spread(values) for who, values in times.items()}


def least_deadwood(rounds: int, count: int = 20_000) -> dict[str, dict[str, float]]:
    """Answers a CPU second: the least deadwood of ten random cards, each hand for the first time."""
    rates: dict[str, list[float]] = {"rulerun": [], "plain search": []}
    for number in range(rounds):
        hands = melds.random_hands(10, Random(number))[:count]
        rules = MeldRules(melds.RANKS, melds.SUITS, melds.VALUES, melds.KINDS)
        for who, ask in (("rulerun", rules.deadwood_value), ("plain search", melds.plain_search)):
            rates[who].append(len(hands) / melds.seconds(ask, hands))
    return {who: spread(values) for who, values in rates.items()}


def positions(rounds: int) -> dict[str, dict[str, float]]:
    """Positions a CPU second while rows of legal moves are counted, of each game of
    `tests/counts.yaml`; AssertionError for a wrong count, ImportError where tests cannot be run."""
    from tests.counting import all_counts, ways

    rates: dict[str, list[float]] = {}
    for count in all_counts():
        state, moves_of = count.start()
        for _ in range(min(rounds, 3)):
            begun = time.process_time()
            found = [ways(state, depth, moves_of) for depth in range(1, len(count.counts) + 1)]
            seconds = time.process_time() - begun
            assert found == count.counts, f"{count.game}: {found} instead of {count.counts}"
            rates.setdefault(count.game, []).append(sum(found) / max(seconds, 1e-9))
    return {game: spread(values) for game, values in rates.items()}


def commands(rounds: int) -> dict[str, dict[str, dict[str, float]]]:
    """Milliseconds of commands from start to exit, or to the first prompt, and of these on a
    processor."""
    told = {}
    asked: list[tuple[str, Sequence[str], Callable[[Sequence[str]], None]]] = [
        (" ".join(Path(word).name for word in words), words, until_exit) for words in COMMANDS
    ]
    asked.append(("gin, to the first prompt", ("gin", "--seed", "1"), until_prompt))
    for name, words, wait in asked:
        whole, busy = [], []
        for _ in range(rounds):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            begun = time.perf_counter()
            wait([sys.executable, "-m", "rulerun", *words])
            whole.append((time.perf_counter() - begun) * 1e3)
            now = resource.getrusage(resource.RUSAGE_CHILDREN)
            busy.append((now.ru_utime - before.ru_utime + now.ru_stime - before.ru_stime) * 1e3)
        told[f"rulerun {name}"] = {"milliseconds": spread(whole), "on_a_processor": spread(busy)}
    return told


def until_exit(words: Sequence[str]) -> None:
    """Run a command; CalledProcessError if it fails."""
    subprocess.run(words, check=True, capture_output=True)


def until_prompt(words: Sequence[str], seconds: float = 60) -> None:
    """Run a command at a terminal until it asks the first player; RuntimeError if it does not."""
    ours, theirs = pty.openpty()
    game = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True)
    os.close(theirs)
    try:
        seen, end = b"", time.perf_counter() + seconds
        while PROMPT not in seen:
            left = end - time.perf_counter()
            ready, _, _ = select.select([ours], [], [], max(0.0, left))
            if not ready:
                raise RuntimeError(f"no prompt within {seconds:.0f} s: {seen[-200:]!r}")
            seen += os.read(ours, 65536)
    finally:
        game.send_signal(signal.SIGKILL)
        game.wait()
        os.close(ours)


def tell(name: str, told: dict[str, Any]) -> None:
    """A game's figures in lines."""
    print(f"\n{name}, {told['players']} players, random legal moves: decisions a CPU second")
    for who, values in told["decisions_per_cpu_second"].items():
        ratio = told["ratios"].get(who)
        beside = "" if ratio is None else f"   rulerun is {ratio:.2f} times as fast"
        between = f"({values['least']:,.0f} to {values['greatest']:,.0f})"
        print(f"  {who:11} {values['median']:>10,.0f}  {between:24}{beside}".rstrip())


def tell_rest(report: dict[str, Any]) -> None:
    """What is no game, in lines."""

    def each(values: dict[str, dict[str, float]], form: str) -> str:
        return ", ".join(f"{who} {format(v['median'], form)}" for who, v in values.items())

    print(f"\nclone of a state of gin, microseconds: {each(report['gin_clone'], '.2f')}")
    print(f"least deadwood of ten cards, a second: {each(report['least_deadwood'], ',.0f')}")
    if "positions" in report:
        print(f"positions counted a second: {each(report['positions'], ',.0f')}")
    for name, times in report["commands"].items():
        whole, busy = (times[k]["median"] for k in ("milliseconds", "on_a_processor"))
        print(f"{name}: {whole:.0f} ms, {busy:.0f} ms of them on a processor")
    both = report["jobs"]
    print(
        f"rulerun simulate, {both['games']:,} games of In-Between: {both['one_job']:.1f} s with one job, "
        f"{both['two_jobs']:.1f} s with two, {both['times_as_fast']:.2f} times as fast"
    )


def machine() -> str:
    """What it is measured on, in a few words."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            known = [line.partition(":")[2].strip() for line in lines if "model name" in line]
        model = known[0] if known else model
    except OSError:
        pass
    cores = os.cpu_count() or 1
    core = "one core" if cores == 1 else f"{cores} cores"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()}, {model}, {core}"


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}")
    asked.add_argument("--rounds", type=int, default=7, help="measurements of each (7)")
    asked.add_argument("--json", metavar="FILE", help="write all figures into a file, too")
    asked.add_argument(
        "--readme", action="store_true", help="write README.md's section of speed (see above)"
    )
    given = asked.parse_args()
    for name in given.games:
        if name not in GAMES:
            asked.error(f"no game '{name}' is measured; there are {', '.join(GAMES)}")
    if given.rounds < 1:
        asked.error("--rounds needs 1 at least")
    if given.readme and given.games:
        asked.error("README.md tells of all games: --readme goes without GAME")
    if given.readme and not given.json:
        write_table(json.loads(FIGURES.read_text(encoding="utf-8")))
        return
    report: dict[str, Any] = {"machine": machine(), "rounds": given.rounds, "games": {}}
    print(f"{report['machine']}; {given.rounds} rounds")
    without: set[str] = set()
    for name in given.games or GAMES:
        report["games"][name], missing = measured(name, given.rounds)
        tell(name, report["games"][name])
        without.update(missing)
    report["missing"] = sorted(without)
    for line in report["missing"]:
        print(f"\n{line}: pip install 'rulerun[peers]'")
    if not given.games:
        report["gin_clone"] = clones(given.rounds)
        report["least_deadwood"] = least_deadwood(given.rounds)
        try:
            report["positions"] = positions(given.rounds)
        except ImportError as error:
            print(f"\npositions are not counted, {error.name} is not installed")
        report["commands"] = commands(given.rounds)
        report["jobs"] = jobs.one_and_two(min(given.rounds, 3))
        tell_rest(report)
    if given.json:
        Path(given.json).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if given.readme:
        write_table(report)


if __name__ == "__main__":
    main()
