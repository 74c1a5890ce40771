"""Games of a series played by many processes: no game is lost, and none counts twice."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from .measuring import Measuring
from .series import Series
from .tally import Tally

_PIECES = 20
"""Each process is handed about so many pieces of the work, so that all are done at nearly the same
time and there is something to tell meanwhile."""
_MOST = 500
"""Games in a piece at most."""
_BREAKS = 5
"""After so many breaks in which nothing was done, no more processes are started."""

_measuring: Measuring | None = None
"""What plays, in a process that works for another."""


def play(series: Series, games: int, jobs: int = 1) -> Iterator[Tally]:
    """Play the games of a series from its first one on; the tally of some games after the other.

    With one job they are played here. Raises GameSetupError for options or players that the game
    does not have, before anything is played; BrokenProcessPool if one process after the other dies.
    """
    measuring = series.measuring()
    size = max(1, min(_MOST, games // (jobs * _PIECES)))
    pieces = deque((first, min(first + size, games)) for first in range(0, games, size))
    if jobs == 1:
        for first, end in pieces:
            yield _played(measuring, first, end)
    else:
        yield from _by_many(series, pieces, jobs)


def _played(measuring: Measuring, first: int, end: int) -> Tally:
    tally = Tally()
    for index in range(first, end):
        measuring.play(index, tally)
    return tally


def _by_many(series: Series, pieces: deque[tuple[int, int]], jobs: int) -> Iterator[Tally]:
    """As many processes as jobs; what a process that died had not finished is played again."""
    breaks = 0
    while pieces:
        pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(series,))
        running: dict[Future[Tally], tuple[int, int]] = {}
        try:
            while pieces or running:
                while pieces and len(running) < 2 * jobs:
                    piece = pieces.popleft()
                    running[pool.submit(_piece, *piece)] = piece
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    tally = done.result()
                    del running[done]
                    breaks = 0
                    yield tally
        except BrokenProcessPool:
            breaks += 1
            pieces.extendleft(running.values())
            if breaks == _BREAKS:
                raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(series: Series) -> None:
    """What a process does first. Ctrl-C at a terminal is for the one that it works for."""
    global _measuring
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _measuring = series.measuring()


def _piece(first: int, end: int) -> Tally:
    assert _measuring is not None
    return _played(_measuring, first, end)


def processors() -> int:
    """How many processors there are to work with."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
