"""How a command ends: its exit code, and the failure that carries one."""

from __future__ import annotations

FOUND = 1
"""Something is wrong with rules, examples or moves."""
USAGE = 2
"""The command was used wrongly: arguments, options of a game, number of players."""
UNREADABLE = 3
"""A file cannot be read, the input ended too soon, or rulerun itself is at fault."""
INTERRUPTED = 130
CLOSED = 141
"""Nobody reads the output any more, as other tools say it."""


class Failed(Exception):
    """A command that cannot go on: one message for people (may be empty), and the exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code
