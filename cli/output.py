"""Where a report goes: to the standard output, or into a file."""

from __future__ import annotations

import io
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
        help="Write it into a file instead.",
    )(command)  # fmt: skip


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
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Failed(f"the file {path} cannot be written ({reason})", UNREADABLE) from None
