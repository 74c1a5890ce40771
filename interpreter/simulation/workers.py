"""Work done by many processes, piece by piece: nothing is lost, and nothing counts twice."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

_PIECES = 20
"""Each process is handed about so many pieces of the work, so that all are done at nearly the same
time and there is something to tell meanwhile."""
_MOST = 500
"""Games in a piece at most."""
_BREAKS = 5
"""After so many breaks in which nothing was done, no more processes are started."""

Told_co = TypeVar("Told_co", covariant=True)


class Work(Protocol[Told_co]):
    """Games that can be sent to other processes and be played there."""

    def player(self) -> Callable[[int, int], Told_co]:
        """Plays the games from one index up to another, and says what came of them."""


_player: Callable[[int, int], Any] | None = None
"""What plays, in a process that works for another."""


def play(
    work: Work[Told_co], first: int, end: int, jobs: int = 1
) -> Generator[Told_co, None, None]:
    """Play the games from one index up to another; what came of some of them after the other.

    With one job they are played here. Raises what making the player raises before anything is
    played, and BrokenProcessPool if one process after the other dies.
    """
    player = work.player()
    size = max(1, min(_MOST, (end - first) // (jobs * _PIECES)))
    pieces = deque((begin, min(begin + size, end)) for begin in range(first, end, size))
    if jobs == 1:
        for piece in pieces:
            yield player(*piece)
    else:
        yield from _by_many(work, pieces, jobs)


def _by_many(work: Work[Told_co], pieces: deque[tuple[int, int]], jobs: int) -> Iterator[Told_co]:
    """As many processes as jobs; what a process that died had not finished is played again."""
    breaks = 0
    while pieces:
        pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(work,))
        running: dict[Future[Told_co], tuple[int, int]] = {}
        try:
            while pieces or running:
                while pieces and len(running) < 2 * jobs:
                    piece = pieces.popleft()
                    running[pool.submit(_piece, *piece)] = piece
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    told = done.result()
                    del running[done]
                    breaks = 0
                    yield told
        except BrokenProcessPool:
            breaks += 1
            pieces.extendleft(running.values())
            if breaks == _BREAKS:
                raise
        except BaseException:  # Ctrl-C, or nobody wants the rest
            _end(pool)
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes in the middle of their work: Python itself would wait for it."""
    processes: dict[int, BaseProcess] = getattr(pool, "_processes", None) or {}
    for process in list(processes.values()):
        process.terminate()


def _begin(work: Work[Any]) -> None:
    """What a process does first. Ctrl-C at a terminal is for the one that it works for."""
    global _player
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _player = work.player()


def _piece(first: int, end: int) -> Any:
    assert _player is not None
    return _player(first, end)


def processors() -> int:
    """How many processors there are to work with."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
