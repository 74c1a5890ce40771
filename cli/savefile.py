"""A game on the disk: a file to which a line is added for all that happens, and nothing else is ever done.

Each line is a JSON object that ends with a sum over all lines up to it. What a program was writing
when it was killed is a line without an end; a line that was changed, or one that is missing, breaks
the chain of sums. Whatever stands before such a place is as it was written.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

FORMAT = 1
MOST = 64 * 1024 * 1024
"""Bytes of a file that is read: a thousand times what a long evening of cards takes."""

_SUM = re.compile(rb',"sum":"([0-9a-f]{8})"\}')
_LOCKED_AT = 1 << 40
"""The byte of the file that is locked where only ranges can be: far behind all that is written."""


class SaveError(Exception):
    """What is to be said of a file in which a game is, or cannot be, saved."""


class InUseError(SaveError):
    """Another program plays the game."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a save is not as it was written: from `line` on, which was `cut` off or else changed.

    `lost` lines stand there and after it; `kept` bytes before it are right.
    """

    line: int
    lost: int
    kept: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Read:
    """What could be read of a save: the head, what happened since, and what is wrong with it."""

    records: tuple[dict[str, Any], ...]
    damage: Damage | None
    sum: bytes


def line_of(record: Mapping[str, Any], before: bytes) -> tuple[bytes, bytes]:
    """A record as a line of the file, and the sum up to it; `before` is the sum so far."""
    body = json.dumps(record, ensure_ascii=True, separators=(",", ":")).encode()[:-1]
    total = hashlib.blake2s(before + body, digest_size=4).hexdigest().encode()
    return body + b',"sum":"' + total + b'"}\n', total


def read(data: bytes) -> Read:
    """The lines of a save, as far as they are as they were written.

    What programs that carry files about do to the ends of lines is no damage, nor is an empty line.
    """
    records: list[dict[str, Any]] = []
    total, at = b"", 0
    lines = data.split(b"\n")
    last = lines.pop()  # what follows the last end of a line
    for number, line in enumerate(lines, 1):
        if not line.strip():
            at += len(line) + 1
            continue
        record = _record(line.strip(), total)
        if record is None:
            lost = len(lines) - number + 1 + bool(last)
            return Read(tuple(records), Damage(number, lost, at, False), total)
        records.append(record[0])
        total = record[1]
        at += len(line) + 1
    damage = Damage(len(lines) + 1, 1, at, True) if last.strip() else None
    return Read(tuple(records), damage, total)


def _record(line: bytes, before: bytes) -> tuple[dict[str, Any], bytes] | None:
    found = _SUM.fullmatch(line[-18:])
    body = line[:-18]
    if found is None:
        return None
    total = hashlib.blake2s(before + body, digest_size=4).hexdigest().encode()
    if total != found[1]:
        return None
    try:
        record = json.loads(body + b"}")
    except (ValueError, RecursionError):
        return None
    return (record, total) if isinstance(record, dict) else None


class SaveFile:
    """An open save, which nobody else can open as long as it is."""

    def __init__(self, path: str, fd: int, total: bytes) -> None:
        self.path = path
        self._fd = fd
        self._sum = total
        self._size = os.fstat(fd).st_size

    @classmethod
    def create(cls, path: str, records: Iterable[Mapping[str, Any]]) -> SaveFile:
        """A new file with these records, which is there as a whole or not at all.

        Raises FileExistsError if there is something of that name, OSError if it cannot be written.
        """
        new = f"{path}.{os.getpid()}.new"
        fd = os.open(new, _NEW, 0o600)
        try:
            save = cls(path, fd, b"")
            _lock(fd)
            for record in records:
                save._write(record)
            os.fsync(fd)
            _put_in_place(new, path)
        except BaseException:
            os.close(fd)
            raise
        finally:
            with suppress(OSError):
                os.unlink(new)
        _sync_folder(path)
        return save

    @classmethod
    def open(cls, path: str) -> tuple[SaveFile, Read]:
        """A save to be gone on with, and what it has; if it is damaged, it has to be mended first.

        Raises InUseError where another program has it open, OSError if it cannot be read and
        written.
        """
        fd = os.open(path, _OLD)
        try:
            _lock(fd)
            done = read(read_bytes(path))
            return cls(path, fd, done.sum), done
        except BaseException:
            with suppress(OSError):
                os.close(fd)
            raise

    def mended(self, damage: Damage) -> SaveFile:
        """The same save without what is damaged; what was cut off is taken away, a file that was
        changed is kept beside it. Raises OSError, and then nothing has happened."""
        if damage.cut:
            os.ftruncate(self._fd, damage.kept)
            self._size = damage.kept
            return self
        new = f"{self.path}.{os.getpid()}.new"
        fd = os.open(new, _NEW, 0o600)
        try:
            _lock(fd)
            data = read_bytes(self.path)[: damage.kept]
            _write_all(fd, data)
            os.fsync(fd)
            os.link(self.path, damaged_name(self.path))
            os.replace(new, self.path)
        except BaseException:
            os.close(fd)
            with suppress(OSError):
                os.unlink(new)
            raise
        _sync_folder(self.path)
        os.close(self._fd)
        return SaveFile(self.path, fd, self._sum)

    def add(self, record: Mapping[str, Any]) -> None:
        """Add a line, which is on the disk when this returns.

        Raises OSError, and then the file is as it was before.
        """
        before = self._size, self._sum
        try:
            self._write(record)
            os.fsync(self._fd)
        except OSError:
            self._size, self._sum = before
            with suppress(OSError):
                os.ftruncate(self._fd, self._size)
            raise

    def _write(self, record: Mapping[str, Any]) -> None:
        line, total = line_of(record, self._sum)
        _write_all(self._fd, line)
        self._size, self._sum = self._size + len(line), total

    def close(self) -> None:
        """Let others open it."""
        with suppress(OSError):
            os.close(self._fd)

    def discard(self) -> None:
        """Take the file away: nothing in it is worth keeping."""
        with suppress(OSError):
            os.unlink(self.path)
        self.close()


def damaged_name(path: str) -> str:
    """Where a damaged save is kept: a name that is free."""
    number = 1
    while os.path.lexists(name := f"{path}.damaged{'' if number == 1 else number}"):
        number += 1
    return name


def read_bytes(path: str) -> bytes:
    """The bytes of a save; OSError, or SaveError for what is much too long for one."""
    with open(path, "rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise SaveError(f"'{path}' is no saved game: it is too long")
    return data


_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY
_OLD = os.O_RDWR | os.O_APPEND | _BINARY


def _write_all(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


def _put_in_place(new: str, path: str) -> None:
    """Give a file its name; FileExistsError if there is something of that name."""
    try:
        os.link(new, path)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        os.rename(new, path)


def _sync_folder(path: str) -> None:
    """See to it that the name of a file is on the disk, too, where folders can be asked for that."""
    with suppress(OSError):
        fd = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def _lock(fd: int) -> None:
    """Lock an open file until it is closed or the program ends, however it does.

    Raises InUseError if another program has locked it.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(fd, _LOCKED_AT, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise InUseError("it is being played in another window") from None
    except OSError:  # a file system without locks
        return
