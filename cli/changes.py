"""Changes of rule files on the disk, found by looking again and again."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from rulerun.interpreter.declarations.library import SUFFIXES, yaml_files_in

PAUSE = 0.3
"""Seconds between two looks; no change is told before two looks have found the same."""


Look: TypeAlias = Mapping[str, tuple[int, int] | None]
"""What was seen of each path: when the file was changed, and its size; None where only its being
there, or not being there, counts."""


def look(folders: Iterable[str], files: Iterable[str]) -> Look:
    """How some files are now, and those in some folders, however deep.

    Beside a file it counts which others are there, as a game that was missing may come, or a house
    rule that is nearer than the one that was found.
    """
    files = list(files)
    beside = {os.path.dirname(file) or os.curdir: None for file in files}
    seen: dict[str, tuple[int, int] | None] = {}
    for folder in beside:
        seen.update((path, None) for path in _rule_files(folder))
    for path in (*files, *(path for folder in folders for path in yaml_files_in(folder))):
        seen[path] = _mark(path)
    return seen


def wait(folders: Iterable[str], files: Iterable[str], before: Look) -> Look:
    """Wait until the files are no longer as they were, and how they are then.

    An editor may write a file in several steps: the change is over when nothing has moved between
    two looks.
    """
    folders, files = list(folders), list(files)
    last = before
    while True:
        time.sleep(PAUSE)
        now = look(folders, files)
        if now == last and now != before:
            return now
        last = now


def between(before: Look, now: Look) -> bool:
    """Whether a file that was looked at both times has changed."""
    return any(now[path] != mark for path, mark in before.items() if path in now)


def _mark(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def _rule_files(folder: str) -> list[str]:
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names if name.endswith(SUFFIXES)]
