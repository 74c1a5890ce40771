"""Files that commands write: new ones, never over what is there."""

from __future__ import annotations

import os
from pathlib import Path

from .exits import UNREADABLE, USAGE, Failed


def write_new(path: str, text: str) -> None:
    """Write a file that is not there yet, with the folders it lies in.

    Failed if there is something of that name, or if it cannot be written.
    """
    if os.path.lexists(path):
        raise Failed(f"'{path}' is there already; nothing was written", USAGE)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise Failed(f"'{path}' cannot be written ({why})", UNREADABLE) from None
