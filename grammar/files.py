"""Rule files on the disk: from a path or bytes to a `SourceFile`, or the reason why not."""

from __future__ import annotations

import os
from pathlib import Path

from .diagnostics import Diagnostic, did_you_mean
from .source import SourceFile, Span

LIMIT = 2 * 1024 * 1024  # bytes; the longest rule file there is has a hundredth of it

_UTF8_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


def load_file(path: str | os.PathLike[str], name: str | None = None) -> SourceFile | Diagnostic:
    """The text of a rule file, or one error that says why it cannot be had.

    `name` is what people see; without it, the path as given. Never raises for a file that is
    missing, is a directory, may not be read, is too large, or is no text in UTF-8.
    """
    name = os.fspath(path) if name is None else name
    try:
        with open(path, "rb") as stream:
            data = stream.read(LIMIT + 1)
            size = os.fstat(stream.fileno()).st_size
    except FileNotFoundError:
        return _unreadable(name, "there is no such file", _sibling(Path(path)))
    except IsADirectoryError:
        return _unreadable(name, "this is a directory, not a rule file", "name a file in it")
    except PermissionError:
        return _unreadable(name, "this file may not be read", "ask for the right to read it")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is no path"
        return _unreadable(name, f"this file cannot be read: {reason.lower()}")
    if len(data) > LIMIT:
        return too_large(SourceFile(name, ""), max(size, len(data)))
    return decode(data, name)


def decode(data: bytes, name: str) -> SourceFile | Diagnostic:
    """The text that bytes stand for: UTF-8, with or without a mark in front; or one error."""
    if data.startswith(_UTF16_BOMS):
        return _no_text(name, "this file is written in UTF-16", "save it as UTF-8")
    if b"\0" in data:
        return _no_text(name, "this is a binary file, not a text")
    if len(data) > LIMIT:
        return too_large(SourceFile(name, ""), len(data))
    data = data.removeprefix(_UTF8_BOM)
    try:
        return SourceFile(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        file = SourceFile(name, data.decode("utf-8", errors="replace"))
        at = len(data[: error.start].decode("utf-8"))
        byte = f"the byte 0x{data[error.start]:02X} is no UTF-8"
        return Diagnostic("Y114", byte, Span(file, at, at + 1), "save the file as UTF-8")


def too_large(file: SourceFile, size: int) -> Diagnostic:
    """The refusal of a file of `size` bytes."""
    # Rounded up, so that a file just over the limit is not said to have exactly as much.
    tenths = -(-size * 10 // (1024 * 1024))
    message = f"this file has {tenths // 10}.{tenths % 10} MiB; a rule file may have 2"
    return Diagnostic("Y112", message, Span(file, 0, 0))


def _no_text(name: str, message: str, suggestion: str | None = None) -> Diagnostic:
    return Diagnostic("Y114", message, Span(SourceFile(name, ""), 0, 0), suggestion)


def _unreadable(name: str, message: str, suggestion: str | None = None) -> Diagnostic:
    return Diagnostic("Y117", message, Span(SourceFile(name, ""), 0, 0), suggestion)


def _sibling(path: Path) -> str | None:
    """The file beside a missing one that was probably meant."""
    try:
        return did_you_mean(path.name, sorted(os.listdir(path.parent)))
    except OSError:
        return None
