"""Who plays the games that are measured: processes, or a cluster; and what is said if they are gone."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
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
            yield
        except (KeyboardInterrupt, LostWorkersError) as error:
            self._by = error

    def tell(self, measured: int) -> None:
        """Failed if it was stopped; after all that was measured, of so many games, was told."""
        if self._by is None:
            return
        if isinstance(self._by, KeyboardInterrupt):
            raise Failed("interrupted", INTERRUPTED)
        from rulerun.interpreter.simulation.cluster import NoClustersError

        code = USAGE if isinstance(self._by, NoClustersError) else UNREADABLE
        until = "; told is what was measured until then" if measured else ""
        raise Failed(f"{self._by}{until}", code)
