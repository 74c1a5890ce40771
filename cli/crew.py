"""Who plays the games that are measured: processes, or a cluster; and what is said if they are gone."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from .exits import INTERRUPTED, UNREADABLE, USAGE, Failed

if TYPE_CHECKING:
    from rulerun.interpreter.simulation.workers import Crew, Player, Work

T = TypeVar("T")


def crew(work: Work[T], player: Player[T], jobs: int | None, cluster: str | None) -> Crew[T]:
    """Those who play; LostWorkersError if a cluster cannot be worked with."""
    from rulerun.interpreter.simulation.workers import crew_of, processors

    if cluster is not None:
        logging.disable()  # What Dask has to say of its workers' ends is no news for people.
    return crew_of(work, jobs or processors(), cluster, player)


class ToldToEndError(KeyboardInterrupt):
    """Somebody wants the program to end, by the signal of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """To be told to end, or to lose the terminal, is as Ctrl-C meanwhile.

    Whoever has the program ignore a signal, as nohup does, is obeyed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    here = os.getpid()

    def end(number: int, _: FrameType | None) -> None:
        if os.getpid() != here:
            os._exit(128 + number)  # a process that was forked and has not begun yet
        raise ToldToEndError(number)

    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    before = {n: signal.getsignal(n) for n in numbers if signal.getsignal(n) == signal.SIG_DFL}
    try:
        for number in before:
            signal.signal(number, end)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_ENDING = ("SIGTERM", "SIGHUP")


class Stopped:
    """Whether playing was stopped, and by what."""

    def __init__(self) -> None:
        self._by: BaseException | None = None

    def __bool__(self) -> bool:
        return self._by is not None

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Games are played meanwhile: Ctrl-C and the loss of those who play end that alone."""
        from rulerun.interpreter.simulation.workers import LostWorkersError

        try:
            with _ending_in_order():
                yield
        except (KeyboardInterrupt, LostWorkersError) as error:
            self._by = error

    def tell(self, measured: int) -> None:
        """Failed if it was stopped; after all that was measured, of so many games, was told."""
        if self._by is None:
            return
        if isinstance(self._by, ToldToEndError):
            name = signal.Signals(self._by.number).name
            raise Failed(f"ended by {name}", 128 + self._by.number)
        if isinstance(self._by, KeyboardInterrupt):
            raise Failed("interrupted", INTERRUPTED)
        from rulerun.interpreter.simulation.cluster import NoClustersError

        code = USAGE if isinstance(self._by, NoClustersError) else UNREADABLE
        until = "; told is what was measured until then" if measured else ""
        raise Failed(f"{self._by}{until}", code)
