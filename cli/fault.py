"""A fault of rulerun itself: what happened is kept in a file, and people are told how to report it."""

from __future__ import annotations

import platform
import shlex
import tempfile
import traceback
from collections.abc import Sequence

import rulerun

from .exits import UNREADABLE
from .terminal import complain


def report(error: Exception, arguments: Sequence[str], debug: bool) -> int:
    """Say that rulerun is at fault, not the rules; return the exit code.

    With `debug` the traceback is shown, else it is written to a file.
    """
    command = shlex.join(["rulerun", *arguments])
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    story = "".join(traceback.format_exception(error))
    system = f"Python {platform.python_version()} on {platform.system()}"
    told = f"rulerun {rulerun.__version__}, {system}\n{command}\n\n{story}"
    complain(f"rulerun: this is a fault of rulerun itself, not of the rules ({what})")
    if debug:
        complain(f"Please report it with all of this:\n\n{told}")
        return UNREADABLE
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="rulerun-fault-", suffix=".txt", delete=False, encoding="utf-8",
            errors="backslashreplace",
        ) as file:  # fmt: skip
            file.write(told)
    except OSError:
        shown = shlex.join(["rulerun", "--debug", *arguments])
        complain(f"Please report it with what '{shown}' shows.")
        return UNREADABLE
    kept = f"the file {file.name}: it has the version, the command and the traceback"
    complain(f"Please report it with {kept}.")
    return UNREADABLE
