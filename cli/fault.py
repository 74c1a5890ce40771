"""A fault of rulerun itself: what happened is kept in a file, and people are told how to report it."""

from __future__ import annotations

import platform
import shlex
import sys
import tempfile
import traceback
from collections.abc import Sequence

import click

import rulerun

from .exits import UNREADABLE


def report(error: Exception, arguments: Sequence[str], debug: bool) -> int:
    """Say that rulerun is at fault, not the rules; return the exit code.

    With `debug` the traceback is shown, else it is written to a file.
    """
    sys.stdout.flush()
    command = shlex.join(["rulerun", *arguments])
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    story = "".join(traceback.format_exception(error))
    system = f"Python {platform.python_version()} on {platform.system()}"
    told = f"rulerun {rulerun.__version__}, {system}\n{command}\n\n{story}"
    click.echo(f"rulerun: this is a fault of rulerun itself, not of the rules ({what})", err=True)
    if debug:
        click.echo(f"Please report it with all of this:\n\n{told}", err=True)
        return UNREADABLE
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="rulerun-fault-", suffix=".txt", delete=False, encoding="utf-8",
            errors="backslashreplace",
        ) as file:  # fmt: skip
            file.write(told)
    except OSError:
        shown = shlex.join(["rulerun", "--debug", *arguments])
        click.echo(f"Please report it with what '{shown}' shows.", err=True)
        return UNREADABLE
    click.echo(
        f"Please report it with the file {file.name}: it has the version, the command and the "
        "traceback.",
        err=True,
    )
    return UNREADABLE
