"""Work done by the workers of a Dask cluster: the rules travel with the work, and a worker that dies
loses nothing.

The workers need rulerun, the same as here, and none of the rule files.
"""

from __future__ import annotations

import asyncio
import pickle
import socket
import threading
import uuid
import warnings
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from ..public import __version__
from .workers import BREAKS, Crew, LostWorkersError, Player, Told, Work, pieces

REACHED = 5.0
"""Seconds in which a scheduler answers, and has a worker."""
GONE = 20.0
"""Seconds without any worker after which none is waited for."""
ANSWERED = 20.0
"""Seconds in which somebody answers who is there already, be it that much is to be done."""
LOOK = 1.0
"""Seconds between two looks at whether everybody is still there."""
_KEPT = 4
"""Players that a worker keeps: to make one takes a moment."""
_AHEAD = 2
"""Pieces that are handed out for each that can be played at once, so that nobody waits."""


class ClusterError(LostWorkersError):
    """A cluster that cannot be worked with, or that is gone; the message says why."""


class NoClustersError(ClusterError):
    """The library for clusters is not installed; the message says how that is done."""


class ClusterCrew(Crew[Told]):
    """The workers of a cluster, whoever comes and goes."""

    def __init__(self, work: Work[Told], address: str) -> None:
        """Find them; ClusterError if there are none that could play, ValueError as `check_address`.

        `address` is that of their scheduler: `tcp://host:8786`.
        """
        super().__init__(work)
        check_address(address)
        try:
            import cloudpickle
            from distributed import Client
        except ImportError:
            raise NoClustersError(
                "clusters need Dask, which is not there: pip install distributed, "
                "or rulerun with its extra 'cluster'"
            ) from None
        self._address = address
        _reach(address)
        make: Any = Client
        try:
            with warnings.catch_warnings():
                # Of other versions of other libraries: what has to be the same is looked at below.
                warnings.simplefilter("ignore")
                self._client: Any = make(
                    address, timeout=REACHED, set_as_default=False, name="rulerun"
                )
        except OSError:
            raise _no_scheduler(address) from None
        self._token = uuid.uuid4().hex
        try:
            self._wait_for_workers()
            self._check_versions()
            # A task, not data that is laid out: if all who have it die it is there all the same.
            packed = cloudpickle.dumps(work)  # which takes somebody's own strategies along
            self._packed: Any = self._client.submit(_laid_out, packed, key=f"rulerun-{self._token}")
        except BaseException:
            self.__exit__(None)
            raise

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        client, self._client = self._client, None
        self._packed = None  # without which the cluster forgets the work
        if client is not None:
            with suppress(OSError):  # a scheduler that says nothing any more
                client.close(timeout=REACHED)

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=REACHED)
        except TimeoutError:
            raise ClusterError(f"the cluster {self._address} has no workers") from None

    def _check_versions(self) -> None:
        """ClusterError if somebody's rulerun is not the one that is here."""
        # Nothing of rulerun is called by that, which might not be there.
        told = self._run(eval, "__import__('rulerun').__version__")
        for worker, version in sorted(told.items()):
            if isinstance(version, BaseException):
                raise ClusterError(f"the worker {worker} has no rulerun: install it there")
            if version != __version__:
                raise ClusterError(_other(worker, f"rulerun {version}", f"is {__version__}"))
        told = self._run(_fingerprint_there)
        for worker, print_ in sorted(told.items()):
            if print_ != fingerprint():
                raise ClusterError(
                    _other(worker, f"another rulerun {__version__}", "has other lines of code")
                )

    def _run(self, function: Callable[..., object], *arguments: object) -> Mapping[str, Any]:
        """What a function says on each worker; ClusterError if one does not answer."""
        client = self._client
        try:
            told: Mapping[str, Any] = client.sync(
                client._run, function, *arguments, on_error="return", callback_timeout=ANSWERED
            )
        except TimeoutError:
            raise ClusterError(
                f"workers of the cluster {self._address} do not answer: end those that hang"
            ) from None
        return told

    def play(self, first: int, end: int) -> Generator[Told, None, None]:
        """Play them there."""
        hands = self._hands()
        left: deque[tuple[int, int]] = pieces(first, end, hands)
        running: dict[Any, tuple[int, int]] = {}
        done: SimpleQueue[Any] = SimpleQueue()
        breaks, seen = 0, monotonic()
        look = seen + LOOK
        try:
            while left or running:
                while left and len(running) < _AHEAD * hands:
                    future = self._handed_out(*left[0])
                    running[future] = left.popleft()
                    future.add_done_callback(done.put)
                if monotonic() > look:
                    hands, seen = self._look(hands, seen)
                    look = monotonic() + LOOK
                try:
                    future = done.get(timeout=LOOK)
                except Empty:
                    continue
                piece = running.pop(future)
                told = self._told(future)
                if told is None:
                    breaks += 1
                    left.appendleft(piece)
                    if breaks == BREAKS:
                        raise ClusterError(
                            f"the workers of the cluster {self._address} die one after the other; "
                            "have they too little memory?"
                        )
                    continue
                breaks = 0
                yield told[0]
        finally:
            if running and self._client is not None and self._client.status == "running":
                with suppress(OSError):  # which a scheduler that has gone meanwhile gives
                    self._client.sync(
                        self._client._cancel, list(running), force=True, callback_timeout=REACHED
                    )

    def _handed_out(self, first: int, end: int) -> Any:
        key = f"rulerun-{self._token}-{first}-{uuid.uuid4().hex}"
        try:
            return self._client.submit(_piece, self._packed, fingerprint(), first, end, key=key)
        except Exception:
            if self._client.status != "running":
                raise self._lost() from None
            raise

    def _told(self, future: Any) -> tuple[Told] | None:
        """What came of a piece; None if it has to be played again."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        seen = monotonic()
        while True:
            try:
                return (future.result(timeout=LOOK),)
            except TimeoutError:
                # The worker died when it was done but had not told: another one plays it again.
                _, seen = self._look(1, seen)
            except KilledWorker:
                return None
            except (CancelledError, OSError):
                raise self._lost() from None
            except ModuleNotFoundError as error:
                if (error.name or "").partition(".")[0] != "rulerun":
                    raise
                raise ClusterError(
                    "a worker that has come has no rulerun: install it there"
                ) from None

    def _look(self, hands: int, seen: float) -> tuple[int, float]:
        """How many play at once now, and when somebody was last seen; ClusterError if all are gone."""
        if self._client.status != "running":
            raise self._lost()
        now = self._hands()
        if now:
            return now, monotonic()
        if monotonic() - seen > GONE:
            raise ClusterError(f"the cluster {self._address} has no workers any more")
        return hands, seen

    def _hands(self) -> int:
        try:
            # One that hangs keeps its connections, and would be waited for for ever.
            threads: Mapping[str, int] = self._client.sync(
                self._client.scheduler.ncores, workers=None, callback_timeout=ANSWERED
            )
        except OSError:  # a TimeoutError, too
            raise self._lost() from None
        return sum(threads.values())

    def _lost(self) -> ClusterError:
        return ClusterError(f"the cluster {self._address} does not answer any more")


def _other(worker: str, has: str, here: str) -> str:
    return f"the worker {worker} has {has}, and the one here {here}: the games might differ"


def _no_scheduler(address: str) -> ClusterError:
    return ClusterError(f"at {address} no Dask scheduler answers")


def check_address(address: str) -> None:
    """ValueError for what can be no address of a scheduler; the message says what is needed."""
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("tcp", "tls", "ws", "wss") and parts.hostname and parts.port
    except ValueError:  # a port that is none
        known = None
    if not known:
        raise ValueError(
            f"'{address[:80]}' is no address of a cluster: its scheduler's is needed, "
            "'tcp://host:8786' say"
        )


def _reach(address: str) -> None:
    """ClusterError unless a scheduler answers there."""
    from distributed.core import rpc

    make: Any = rpc
    parts = urlsplit(address)
    reasons: list[str] = []

    def connect() -> None:
        try:
            socket.create_connection((parts.hostname or "", parts.port or 0), REACHED).close()
        except OSError as error:
            reasons.append((error.strerror or str(error) or "no answer").lower())

    if not _in_time(connect):  # to look up a name may take as long as it likes
        reasons.append("no answer")
    if reasons:
        raise ClusterError(f"the cluster {address} cannot be reached ({reasons[0]})")

    async def identity() -> object:
        async with make(address, timeout=REACHED) as scheduler:
            return (await scheduler.identity())["type"]

    async def asked() -> object:
        return await asyncio.wait_for(identity(), REACHED)

    answer: list[object] = []

    def ask() -> None:
        try:
            answer.append(asyncio.run(asked()))
        except Exception:  # noqa: BLE001  # whatever it is that answers there, it is no scheduler
            answer.append(None)

    _in_time(ask)
    if answer != ["Scheduler"]:
        raise _no_scheduler(address)


def _in_time(do: Callable[[], None]) -> bool:
    """Whether something was done within twice the time in which somebody is reached.

    In a thread, which Ctrl-C need not wait for; and somebody's notebook has a loop of its own in this one.
    """
    thread = threading.Thread(target=do, daemon=True)
    thread.start()
    thread.join(2 * REACHED)
    return not thread.is_alive()


# --------------------------------------------------------------------------------------------
# What workers do


@cache
def fingerprint() -> str:
    """Tells apart the code of one rulerun and another."""
    folder = Path(__file__).parents[2]
    found = sha256()
    for name in ("grammar", "interpreter"):
        for path in sorted((folder / name).rglob("*.py")):
            found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


_players: OrderedDict[str, Player[Any]] = OrderedDict()
_one_at_a_time = threading.Lock()
"""A player keeps counts while it plays, so that the threads of a worker take turns."""


def _fingerprint_there() -> str:
    return fingerprint()


def _laid_out(packed: bytes) -> bytes:
    return packed


def _piece(packed: bytes, print_: str, first: int, end: int) -> Any:
    if print_ != fingerprint():
        raise ClusterError("a worker that has come has another rulerun: the games might differ")
    name = sha256(packed).hexdigest()
    with _one_at_a_time:
        if name not in _players:
            _players[name] = pickle.loads(packed).player()
            if len(_players) > _KEPT:
                _players.popitem(last=False)
        _players.move_to_end(name)
        return _players[name](first, end)
