"""Asking somebody for a line: with editing, history and completion at a terminal, plainly elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from .paint import Paint, columns
from .terminal import at_terminal, height

MOST = 4096
"""Characters of a line that are looked at: more is no move."""


class Ended(Exception):
    """The input has ended."""


class Asking:
    """Reads what a person types."""

    def __init__(self, paint: Paint) -> None:
        self.paint = paint
        self.is_terminal = at_terminal()
        self._words: Callable[[], Sequence[str]] = list
        self._is_prepared = False

    def line(self, prompt: str) -> str:
        """What the person types next, without spaces around it; Ended if nothing more comes."""
        try:
            if self.is_terminal:
                self._prepare()
                return input(prompt)[:MOST].strip()
            sys.stdout.write(f"\n{prompt}")
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            sys.stdout.write(line[:MOST].strip() + "\n")
            return line[:MOST].strip()
        except EOFError:
            raise Ended from None

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Show what a person is waiting for, until it is there."""
        if not self.is_terminal:
            yield
            return
        text = self.paint.cut(text, self.paint.width - 1)
        sys.stdout.write(self.paint.dim(text))
        sys.stdout.flush()
        try:
            yield
        finally:
            sys.stdout.write(f"\r{' ' * columns(text)}\r")
            sys.stdout.flush()

    def complete(self, words: Callable[[], Sequence[str]]) -> None:
        """What a tab completes from here on."""
        self._words = words

    def paged(self, lines: Sequence[str]) -> None:
        """Show lines, page by page at a terminal on which they have no room."""
        if self.is_terminal and len(lines) >= height():
            import click

            click.echo_via_pager("\n".join(lines) + "\n")
            return
        for line in lines:
            sys.stdout.write(line + "\n")

    def _prepare(self) -> None:
        """Line editing, and moves that are completed, where there is a library for it."""
        if self._is_prepared:
            return
        self._is_prepared = True
        try:
            import readline
        except ImportError:
            return

        def complete(text: str, number: int) -> str | None:
            begun = readline.get_line_buffer()[: readline.get_begidx()]
            fitting = [
                w[len(begun) :]
                for w in self._words()
                if w.casefold().startswith((begun + text).casefold())
            ]
            found = list(dict.fromkeys(f.split(" ")[0] for f in fitting))
            return found[number] if number < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
