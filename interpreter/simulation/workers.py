"""Work done by many processes, piece by piece: nothing is lost, and nothing counts twice."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

_PIECES = 20
"""Each process is handed at least so many pieces of the work, so that there is something to tell
meanwhile."""
_SHARE = 4
"""A piece is no more than this part of what each still has to do: all are done at nearly the same
time, however long the games last."""
_MOST = 500
"""Games in a piece at most."""
_ALONE = 1.0
"""Seconds in which a process notices that the one it works for is gone."""
MOST_JOBS = 256
"""No more processes than that: each takes memory, and no machine has so many processors."""
BREAKS = 5
"""After so many breaks in which nothing was done, no more processes are started."""

Told = TypeVar("Told")
Told_co = TypeVar("Told_co", covariant=True)


class Player(Protocol[Told_co]):
    """Plays the games from one index up to another, and says what came of them."""

    def __call__(self, first: int, end: int, /) -> Told_co:
        """What came of the games from `first` to before `end`."""


class Work(Protocol[Told_co]):
    """Games that can be sent to other processes and be played there."""

    def player(self) -> Player[Told_co]:
        """Makes what plays them."""


class LostWorkersError(Exception):
    """Those who played are gone; the message says how. What they had told before counts.

    `so_far` is what is known from that where the one who hears of it got nothing else: the result
    that `simulate` or `compare` would have given for so many games, None if there were none.
    """

    so_far: Any = None


class Crew(ABC, Generic[Told]):
    """Those who play the games of some work; they are sent home when its `with` ends."""

    def __init__(self, work: Work[Told]) -> None:
        self.work = work

    def __enter__(self) -> Crew[Told]:
        return self

    @abstractmethod
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:  # fmt: skip
        """Nobody plays any more."""

    @abstractmethod
    def play(self, first: int, end: int) -> Generator[Told, None, None]:
        """Play the games from one index up to another; what came of some of them after the other.

        Raises LostWorkersError.
        """


def pieces(first: int, end: int, hands: int) -> deque[tuple[int, int]]:
    """The games from one index up to another in pieces, for so many who play at once."""
    found: deque[tuple[int, int]] = deque()
    largest = min(_MOST, (end - first) // (hands * _PIECES))
    while first < end:
        size = max(1, min(largest, (end - first) // (hands * _SHARE)))
        found.append((first, first + size))
        first += size
    return found


class Alone(Crew[Told]):
    """All is played in this process."""

    def __init__(self, work: Work[Told], player: Player[Told] | None = None) -> None:
        super().__init__(work)
        self._player = player or work.player()

    def __exit__(self, *_: object) -> None:
        pass

    def play(self, first: int, end: int) -> Generator[Told, None, None]:
        """Play them here."""
        for piece in pieces(first, end, 1):
            yield self._player(*piece)


class Processes(Crew[Told]):
    """Processes of this machine; what one that died had not finished is played again."""

    def __init__(self, work: Work[Told], jobs: int, player: Player[Told] | None = None) -> None:
        super().__init__(work)
        self._jobs = jobs
        # A process that is forked has it already; another one makes its own.
        self._player = player if multiprocessing.get_start_method() == "fork" else None
        self._pool: ProcessPoolExecutor | None = None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._close(at_once=kind is not None)

    def play(self, first: int, end: int) -> Generator[Told, None, None]:
        """Play them there."""
        left, breaks = pieces(first, end, self._jobs), 0
        running: dict[Future[Told], tuple[int, int]] = {}
        try:
            while left or running:
                try:
                    pool = self._open(len(left))
                    while left and len(running) < 2 * self._jobs:
                        piece = left[0]
                        with _uninterrupted():
                            running[pool.submit(_piece, *piece)] = piece
                        left.popleft()
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        told = done.result()
                        del running[done]
                        breaks = 0
                        yield told
                except BrokenProcessPool:
                    breaks += 1
                    left.extendleft(running.values())
                    running.clear()
                    self._close(at_once=False)
                    if breaks == BREAKS:
                        raise LostWorkersError(
                            "one process after the other dies; is there too little memory?"
                        ) from None
        finally:
            if running:  # Ctrl-C, or nobody wants the rest
                self._close(at_once=True)

    def _open(self, most: int) -> ProcessPoolExecutor:
        """As many processes as jobs, if there is something to do for each."""
        if self._pool is None:
            jobs = max(1, min(self._jobs, most))
            self._pool = ProcessPoolExecutor(
                jobs, initializer=_begin, initargs=(self.work, self._player)
            )
        return self._pool

    def _close(self, *, at_once: bool) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        if at_once:
            # Python itself would wait until they have done their work.
            processes: dict[int, BaseProcess] = getattr(pool, "_processes", None) or {}
            for process in list(processes.values()):
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Signals wait meanwhile: in the middle of starting a process Python loses what they raise."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
_player: Callable[[int, int], Any] | None = None
"""What plays, in a process that works for another."""


def _begin(work: Work[Any], player: Player[Any] | None) -> None:
    """What a process does first. Ctrl-C at a terminal is for the one that it works for."""
    global _player
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What the one that it works for does when it is told to end is nothing for this one.
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_end_with_the_parent, args=(os.getppid(),), daemon=True).start()
    _player = player or work.player()


def _end_with_the_parent(parent: int) -> None:
    """End this process when the one that it works for is gone, however that ended."""
    process = multiprocessing.parent_process()
    assert process is not None
    # A process that was forked later may hold the other end of what is waited for.
    while not wait_for([process.sentinel], _ALONE) and os.getppid() == parent:
        pass
    os._exit(1)  # in the middle of a game, too: nobody is there to hear of it


def _piece(first: int, end: int) -> Any:
    assert _player is not None
    return _player(first, end)


def crew_of(
    work: Work[Told],
    jobs: int = 1,
    cluster: str | None = None,
    player: Player[Told] | None = None,
) -> Crew[Told]:
    """Those who play: this process, so many processes, or the workers of a cluster.

    `cluster` is the address of its scheduler, `tcp://host:8786`. `player` is one of the work, if
    there is one already. Raises what making a player raises, ClusterError if the cluster cannot be
    worked with, and ValueError for what is no address.
    """
    if cluster is not None:
        from .cluster import ClusterCrew

        return ClusterCrew(work, cluster)
    if jobs == 1:
        return Alone(work, player)
    return Processes(work, jobs, player)


def play(work: Work[Told], first: int, end: int, jobs: int = 1) -> Generator[Told, None, None]:
    """Play the games from one index up to another; what came of some of them after the other.

    Raises what making the player raises before anything is played, and LostWorkersError.
    """
    with crew_of(work, jobs, player=work.player()) as crew:
        yield from crew.play(first, end)


def processors() -> int:
    """How many processors there are to work with."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
