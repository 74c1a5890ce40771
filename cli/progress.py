"""How far something is that takes long: a bar at a terminal, elsewhere a line every ten seconds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeAlias

from .terminal import complain, is_terminal

EVERY = 10
"""Seconds between two lines."""

Progress: TypeAlias = Callable[[int, str], None]
"""Told how much is done, and what there is to say beside."""


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Progress]:
    """Show on the error output how many of a number are done; None is a number nobody knows."""
    if is_terminal(sys.stderr) and os.environ.get("TERM", "dumb") != "dumb":
        with _bar(what, total) as tell:
            yield tell
    else:
        yield _lines(what, total)


@contextmanager
def _bar(what: str, total: int | None) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(),
        TextColumn("{task.completed}" + ("" if total is None else f" of {total}") + f" {what}"),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, said: bar.update(task, completed=done, description=said)


def _lines(what: str, total: int | None) -> Progress:
    last = monotonic()

    def tell(done: int, said: str) -> None:
        nonlocal last
        if monotonic() - last < EVERY:
            return
        last = monotonic()
        complain(
            f"{done}{'' if total is None else f' of {total}'} {what}{', ' if said else ''}{said}"
        )
        sys.stderr.flush()

    return tell
