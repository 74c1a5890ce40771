"""Where a report goes: to the standard output, or into a file."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any, TypeVar

import click

from .exits import UNREADABLE, Failed

F = TypeVar("F", bound=Callable[..., Any])


def output_option(command: F) -> F:
    """`--output-file`: the file that gets what would be printed."""
    return click.option(
        "--output-file", metavar="FILE", type=click.Path(dir_okay=False),
        help="Write it into a file instead.", callback=_can_be_written,
    )(command)  # fmt: skip


def named(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """The path of a file to write; UsageError for an empty one."""
    if path == "":
        raise click.BadParameter("a file is needed, not ''", ctx, param)
    return path


def _can_be_written(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """The path, tried before there is anything to write: a report may take a while."""
    if named(ctx, param, path) is None or not path or _is_pipe(path):
        return path
    is_new = not os.path.lexists(path)
    try:
        with open(path, "ab", buffering=0) as file:
            file.write(b"")  # which a full device refuses
        if is_new:
            os.unlink(path)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    return path


def _is_pipe(path: str) -> bool:
    """Whether somebody reads there, who would take the trial for all there is."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _unwritable(path: str, error: Exception) -> Failed:
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return Failed(f"the file {path} cannot be written ({reason})", UNREADABLE)


@contextmanager
def written_to(path: str | None) -> Iterator[None]:
    """What is printed meanwhile goes into a file, once it is complete; without a path it is printed.

    Raises Failed if the file cannot be written.
    """
    if path is None:
        yield
        return
    text = io.StringIO()
    with redirect_stdout(text):
        yield
    write(path, text.getvalue())


def write(path: str, text: str) -> None:
    """Write a file, in UTF-8; Failed if it cannot be written."""
    try:
        Path(path).write_text(text, encoding="utf-8", errors="replace", newline="\n")
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
