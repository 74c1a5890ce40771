"""Bytes that are costly to make, kept in the user's cache folder.

Losing or never having the cache costs time and nothing else: every failure of the file system is
silent, and a file is used only if it is whole.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def folder() -> Path | None:
    """The cache folder of this user for rulerun, or None where there is no home folder.

    `RULERUN_CACHE` names another one; set to the empty text, nothing is kept.
    """
    chosen = os.environ.get("RULERUN_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base, "rulerun", "cache") if base and os.path.isdir(base) else None
    base = os.environ.get("XDG_CACHE_HOME")
    if base and os.path.isabs(base):
        return Path(base, "rulerun")
    try:
        home = Path.home()
    except RuntimeError:
        return None
    # A home that is named and not there (a service's, say) is not for us to make.
    return home / ".cache" / "rulerun" if home.is_dir() else None


def kept(name: str, key: str, make: Callable[[], bytes]) -> bytes:
    """What `make` makes, from the cache if it was made for the same key before."""
    place = folder()
    if place is None:
        return make()
    path = place / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    with suppress(OSError):
        whole = path.read_bytes()
        digest, content = whole[:32], whole[32:]
        if _mine(path) and hashlib.sha256(key.encode() + content).digest() == digest:
            return content
    content = make()
    with suppress(OSError):
        _write(path, hashlib.sha256(key.encode() + content).digest() + content)
    return content


def _mine(path: Path) -> bool:
    """Whether nobody else can have written the file."""
    if not hasattr(os, "getuid"):
        return True
    status = path.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _write(path: Path, content: bytes) -> None:
    """Writes the whole file or none of it, however many write it at once."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    for old in path.parent.glob(f"{path.name.rpartition('-')[0]}-*"):
        if old != path and old.stat().st_mtime < path.stat().st_mtime - 30 * 86400:
            with suppress(OSError):
                old.unlink()
