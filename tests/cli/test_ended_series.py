"""A series that is ended from outside: what was measured is told, and no process goes on by itself."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not Path("/proc").is_dir(), reason="processes as Linux shows them"
)


def _children(process: int) -> list[int]:
    return [int(n) for n in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _has_workers(process: int) -> bool:
    return len(_children(process)) == 2


def _soon(is_so: Callable[[], bool], *, within: float = 30) -> None:
    end = time.monotonic() + within
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def _works(process: int) -> bool:
    """Whether a process is there and not only waits to be forgotten."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _are_gone(processes: list[int]) -> bool:
    return not any(map(_works, processes))


def test_processes_end_with_the_one_that_they_work_for(tmp_path: Path) -> None:
    """They end in the middle of a piece of their work, too."""
    command = [sys.executable, "-m", "rulerun", "simulate", "kuhn", "--games", "3000000", "--jobs", "2"]  # fmt: skip
    running: dict[str, subprocess.Popen[bytes]] = {}
    for name in ("SIGTERM", "SIGHUP", "SIGKILL"):
        file = tmp_path / f"{name}.json"
        with file.with_suffix(".err").open("wb") as errors:
            running[name] = subprocess.Popen(
                [*command, "--format", "json", "--output-file", str(file)],
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
    for name, process in running.items():
        _soon(partial(_has_workers, process.pid))
        workers = _children(process.pid)
        process.send_signal(getattr(signal, name))
        code = process.wait(timeout=30)
        said = (tmp_path / f"{name}.err").read_text()
        _soon(partial(_are_gone, workers), within=10)
        if name == "SIGKILL":
            assert (code, said) == (-signal.SIGKILL, "")
            continue
        assert code == 128 + getattr(signal, name)
        assert said.endswith(f"rulerun: ended by {name}\n")
