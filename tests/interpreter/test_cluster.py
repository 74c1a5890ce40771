"""Games played by the workers of a cluster: the same as here, whoever of them dies."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import rulerun
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.view import View
from rulerun.interpreter.simulation import cluster
from rulerun.interpreter.simulation.cluster import ClusterCrew, ClusterError, check_address
from rulerun.interpreter.simulation.pairs import PairedSeries, PairTally
from rulerun.interpreter.simulation.series import Series, series_of
from rulerun.interpreter.simulation.tally import Tally
from rulerun.interpreter.simulation.workers import play

pytest.importorskip("distributed")

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.xdist_group("cluster"),
    pytest.mark.skipif(os.name != "posix", reason="processes are killed as POSIX has it"),
]


class Running:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        file = folder / "scheduler.json"
        self.scheduler = self._begun(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)
        )
        self.address = str(_soon(lambda: json.loads(file.read_text())["address"]))
        self.workers = [
            self._begun("worker", self.address, "--no-nanny", "--nthreads", "1") for _ in range(2)
        ]

    def _begun(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *arguments],
            cwd=self._folder,
            env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(self._folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def _soon(found: Callable[[], object]) -> object:
    """What there will be in a moment."""
    end = time.monotonic() + 30
    while True:
        try:
            return found()
        except (OSError, ValueError):
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    found = Running(tmp_path_factory.mktemp("cluster"))
    yield found
    found.end()


def tally_here(of: Series, games: int) -> Tally:
    tally = Tally()
    for played in play(of, 0, games):
        tally.add(played)
    return tally


@pytest.fixture
def series(tmp_path: Path) -> Series:
    """Of rule files that are gone when it is played: they travel with it."""
    game = tmp_path / "my_game.yaml"
    rule = tmp_path / "my_rule.yaml"
    shutil.copy(ROOT / "rulesets" / "in_between.yaml", game)
    text = (ROOT / "rulesets" / "overlays" / "in_between" / "triple_penalty.yaml").read_text()
    rule.write_text(text.replace("for: in_between", "for: my_game"), encoding="utf-8")
    loaded = read_rules(game, [rule])
    assert loaded.checked is not None, loaded.diagnostics
    game.unlink()
    rule.unlink()
    return series_of(loaded)


def test_a_killed_worker_loses_nothing(running: Running, series: Series) -> None:
    tally, killed = Tally(), False
    _soon(lambda: _both_there(running))
    with ClusterCrew(series, running.address) as crew:
        for played in crew.play(0, 240):
            tally.add(played)
            if not killed and tally.games > 50:
                running.workers[0].send_signal(signal.SIGKILL)
                killed = True
    assert killed and running.workers[0].wait() == -signal.SIGKILL
    assert tally == tally_here(series, 240)


def _both_there(running: Running) -> None:
    with _client(running) as client:
        if len(client.nthreads()) != 2:
            raise ValueError


def _client(running: Running):  # type: ignore[no-untyped-def]
    from distributed import Client

    return Client(running.address, set_as_default=False, timeout=30)  # type: ignore[no-untyped-call]


def test_pairs_of_games_with_a_form(running: Running) -> None:
    pairs = PairedSeries(series_of(read_rules("holdem")), series_of(read_rules("kuhn")))
    tally, here = PairTally(), PairTally()
    with ClusterCrew(pairs, running.address) as crew:
        for first in (0, 2):
            for played in crew.play(first, first + 2):
                tally.add(played)
    for played in play(pairs, 0, 4):
        here.add(played)
    assert tally == here


def test_a_strategy_of_ones_own_travels_too(running: Running) -> None:
    def folds(view: View, rng: Random) -> str:
        return next(move for move in view.moves if move in ("fold", "check"))

    of = {"games": 10, "bots": [folds, "random"]}
    there = rulerun.simulate("kuhn", cluster=running.address, **of)  # type: ignore[arg-type]
    assert there == rulerun.simulate("kuhn", **of)  # type: ignore[arg-type]
    assert there.seats[0].bot == "folds" and there.seats[0].won.value == 0


def test_who_wants_no_more_games_leaves_no_task_behind(running: Running, series: Series) -> None:
    with ClusterCrew(series, running.address) as crew:
        playing = crew.play(0, 10_000)
        next(playing)
        playing.close()
    with _client(running) as client:
        end = time.monotonic() + 20
        while any(client.processing().values()):
            assert time.monotonic() < end
            time.sleep(0.05)


def test_another_rulerun_on_a_worker(
    running: Running, series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "fingerprint", lambda: "other")
    with pytest.raises(ClusterError, match=r"has another rulerun .* has other lines of code"):
        ClusterCrew(series, running.address)
    monkeypatch.setattr(cluster, "__version__", "0.0.7")
    with pytest.raises(ClusterError, match=r"has rulerun .*, and the one here is 0\.0\.7: the"):
        ClusterCrew(series, running.address)


def test_a_cluster_that_dies(
    running: Running, series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First its last worker, then its scheduler, which hangs before; what was told before was told."""
    monkeypatch.setattr(cluster, "GONE", 0.2)
    monkeypatch.setattr(cluster, "REACHED", 0.4)
    monkeypatch.setattr(cluster, "LOOK", 0.05)
    with ClusterCrew(series, running.address) as crew:
        tally = Tally()
        with pytest.raises(ClusterError, match="has no workers any more"):
            for played in crew.play(0, 100_000):
                tally.add(played)
                for worker in running.workers:
                    worker.kill()
        assert tally.games >= 500
        with pytest.raises(ClusterError, match=r"has no workers$"):
            ClusterCrew(series, running.address)
        # One that hangs is still there for those who are connected.
        running.scheduler.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(cluster, "ANSWERED", 0.4)
        with pytest.raises(ClusterError, match="does not answer any more"):
            list(crew.play(0, 100))
        running.scheduler.kill()
        with pytest.raises(ClusterError, match="does not answer any more"):
            list(crew.play(0, 100))
    with pytest.raises(ClusterError, match=r"cannot be reached|no Dask scheduler answers"):
        ClusterCrew(series, running.address)  # a busy machine refuses late


def test_a_name_that_is_looked_up_for_ever(series: Series, monkeypatch: pytest.MonkeyPatch) -> None:
    found = threading.Event()
    monkeypatch.setattr(cluster, "REACHED", 0.1)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found.wait(20) and [])
    try:
        with pytest.raises(ClusterError, match=r"tcp://host:1 cannot be reached \(no answer\)"):
            ClusterCrew(series, "tcp://host:1")
    finally:
        found.set()


@pytest.mark.parametrize(
    "address", ["", "here", "127.0.0.1:8786", "tcp://host", "tcp://:1", "tcp://a:99999", "up://a:1"]
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(ValueError, match=r"is no address of a cluster: .* 'tcp://host:8786' say"):
        check_address(address)
