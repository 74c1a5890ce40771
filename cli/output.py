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
        "--output-file", metavar="FILE", help="Write the report into this file, not to the screen."
    )(command)


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
    try:
        Path(path).write_text(text.getvalue(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise Failed(f"'{path}' cannot be written: {error.strerror}", UNREADABLE) from None
