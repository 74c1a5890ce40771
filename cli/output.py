"""Where a report goes: to the standard output, or into a file."""

from __future__ import annotations

import csv
import io
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Any, TypeVar

import click

from .exits import UNREADABLE, USAGE, Failed
from .terminal import Closed, ClosedError

F = TypeVar("F", bound=Callable[..., Any])


def output_option(command: F) -> F:
    """`--output-file`: the file that gets what would be printed."""
    return click.option(
        "--output-file", metavar="FILE", type=click.Path(dir_okay=False),
        help="Write it into a file instead.", callback=can_be_written,
    )(command)  # fmt: skip


def named(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """The path of a file to write; UsageError for an empty one."""
    if path == "":
        raise click.BadParameter("a file is needed, not ''", ctx, param)
    return path


def can_be_written(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """The path, tried before there is anything to write: a report may take a while."""
    if named(ctx, param, path) is None or not path or _is_pipe(path):
        return path
    is_new = not os.path.lexists(path)
    if os.path.isfile(path) and os.path.getsize(path):
        _refuse_rules(path)
    try:
        with open(path, "ab", buffering=0) as file:
            file.write(b"")  # which a full device refuses
        if is_new:
            os.unlink(path)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    return path


def _refuse_rules(path: str) -> None:
    """Failed for what a report would destroy: nobody means it, and it may be what is reported on."""
    from rulerun.interpreter.declarations.library import SUFFIXES, looks_like_rules

    from .saves import SUFFIX

    if path.endswith(SUFFIXES):
        what = "a YAML file, as rules are"
    elif path.endswith(SUFFIX):
        what = "a saved game"
    elif looks_like_rules(path):
        what = "a rule file"
    else:
        return
    raise Failed(f"{path} is {what}: what is written there would take its place", USAGE)


def not_the_same(output_file: str | None, plot: str | None) -> None:
    """Failed if what is printed and the plot would be written into one file, however it is named."""
    if output_file is None or plot is None:
        return
    one, other = (os.path.normcase(os.path.realpath(path)) for path in (output_file, plot))
    is_same = one == other
    with suppress(OSError, ValueError):  # two names of one file, of which neither is a link
        is_same = is_same or os.path.samefile(one, other)
    if is_same:
        raise Failed("'--output-file' and '--plot' are the same file: give each its own", USAGE)


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

    Raises Failed if the file cannot be written, and OSError before anything is done if nothing can
    be printed.
    """
    if path is None:
        _try_output()
        yield
        return
    text = io.StringIO()
    with redirect_stdout(text):
        yield
    write(path, text.getvalue())


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows that all have the same columns, below a line with their names."""
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _try_output() -> None:
    """OSError if the standard output is closed, or has no room: what is printed may take a while."""
    if isinstance(sys.stdout, Closed):
        raise ClosedError(sys.stdout.said)
    try:
        output = sys.stdout.fileno()
    except (AttributeError, ValueError):  # not a real file, as in tests
        return
    os.write(output, b"")  # which a full device refuses


def write(path: str, content: str | bytes) -> None:
    """Write a file, a text in UTF-8; Failed if it cannot be written."""
    if isinstance(content, str):
        content = content.encode("utf-8", errors="replace")
    try:
        Path(path).write_bytes(content)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
