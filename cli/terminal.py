"""What a stream can show: colours, symbols, a width; and texts made safe for it."""

from __future__ import annotations

import codecs
import io
import os
import shutil
import sys
import unicodedata
from typing import IO

WIDTH = 80
"""Columns where no terminal says how many it has; nothing is made wider than `WIDEST`."""
WIDEST = 100

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class ClosedError(OSError):
    """A standard stream is wanted that was closed before rulerun began; the message says so."""


class Closed(io.TextIOBase):
    """A standard stream that was closed: who reads from it or writes to it is told so."""

    def __init__(self, name: str) -> None:
        self.said = f"the standard {name} is closed"

    def write(self, text: str) -> int:
        """ClosedError, unless there is nothing to write."""
        if text:
            raise ClosedError(self.said)
        return 0

    def read(self, size: int | None = -1) -> str:
        """ClosedError."""
        raise ClosedError(self.said)

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        """ClosedError."""
        raise ClosedError(self.said)


def is_terminal(stream: IO[str]) -> bool:
    """Whether somebody sits at the other end."""
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def at_terminal() -> bool:
    """Whether somebody can be asked and told."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def say(line: str = "") -> None:
    """Print a line on the standard output."""
    sys.stdout.write(line + "\n")


def complain(line: str) -> None:
    """Print a line on the error output, after all that was printed before."""
    sys.stdout.flush()
    sys.stderr.write(line + "\n")


def wants_color(stream: IO[str]) -> bool:
    """Whether to colour a stream: at a terminal that is not dumb, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(stream) and os.environ.get("TERM", "dumb") != "dumb"


def is_screen(stream: IO[str]) -> bool:
    """Whether what stands there can be taken away again."""
    return is_terminal(stream) and os.environ.get("TERM", "dumb") != "dumb"


def wants_symbols(stream: IO[str]) -> bool:
    """Whether suits can be shown as symbols: at a terminal whose encoding has them."""
    if not is_terminal(stream) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return can_show("".join(SUITS.values()), stream)


def encoding_of(stream: IO[str]) -> str | None:
    """The encoding of a stream that has not every character; None for one that has all."""
    encoding = None if isinstance(stream, io.StringIO) else getattr(stream, "encoding", None)
    try:
        return encoding if encoding and not codecs.lookup(encoding).name.startswith("utf") else None
    except LookupError:
        return None


def can_show(text: str, stream: IO[str]) -> bool:
    """Whether the encoding of a stream has all these characters; a text in memory has all."""
    if isinstance(stream, io.StringIO):
        return True
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def width(widest: int = WIDEST) -> int:
    """The columns to write in."""
    return max(40, min(widest, shutil.get_terminal_size((WIDTH, 24)).columns))


def height() -> int:
    """The lines that are seen at once."""
    return shutil.get_terminal_size((WIDTH, 24)).lines


def harmless(text: str) -> str:
    """A text of a rule file on one line, without anything that could command a terminal."""
    return "".join(" " if c in "\n\r\t" else "\ufffd" if _commands(c) else c for c in text)


def _commands(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or (
        "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
    )
