"""Files that commands write: new ones, never over what is there."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .exits import UNREADABLE, USAGE, Failed

_LEVELS = 3
"""So many folders up the schema of rule files is looked for: house rules lie two below a game."""


def write_new(path: str, text: str) -> None:
    """Write a file that is not there yet, with the folders it lies in.

    Failed if there is something of that name, or if it cannot be written.
    """
    refuse_to_overwrite(path)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise Failed(f"'{path}' cannot be written ({why})", UNREADABLE) from None


def refuse_to_overwrite(path: str) -> None:
    """Failed if there is something of that name."""
    if os.path.lexists(path):
        raise Failed(f"'{path}' is there already; nothing was written", USAGE)


def title_of(name: str) -> str:
    """What a rule file calls itself at first: the words of its name."""
    words = " ".join(re.findall(r"[^\W_]+", name)) or "A house rule"
    return words[:1].upper() + words[1:]


def schema_line(path: str) -> str:
    """The line that names the schema of rule files, if it lies beside a new file or above it."""
    # Imported late, as the list of commands reads this module, too.
    from rulerun.grammar.json_schema import FILE_NAME, NAMING

    for up in ("", *("../" * number for number in range(1, _LEVELS + 1))):
        # Without the dots: the folder of the new file need not be there yet.
        if os.path.isfile(os.path.normpath(os.path.join(os.path.dirname(path), up, FILE_NAME))):
            return f"{NAMING}{up}{FILE_NAME}\n"
    return ""
