"""Moves written down in a script, for the seats that make them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.labels import seat_name

from .exits import FOUND, UNREADABLE, Failed

if TYPE_CHECKING:
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State

_SEAT = re.compile(r"[Pp]([0-9]{1,3})\s*:\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a script: where it stands, and what it says, comment and seat taken off."""

    number: int
    seat: int | None
    text: str


class Script:
    """Moves written down, one a line: `bet 3` or `P1: bet 3`; what follows `#` is a comment."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._lines = list(_lines(text))
        self._next = 0

    @property
    def is_at_end(self) -> bool:
        """Whether all its moves have been made."""
        return self._next >= len(self._lines)

    def next_move(self, state: State) -> tuple[Move, int]:
        """The next move and whose it is, not yet known to be legal; Failed if it says no move."""
        line = self._lines[self._next]
        actor = state.actor
        assert actor is not None
        seat = actor if line.seat is None else line.seat
        try:
            if not 0 <= seat < state.game.players:
                raise IllegalMoveError(f"there is no {seat_name(seat)} in this game", line.text)
            return state.game.parse_move(state, line.text), seat
        except IllegalMoveError as error:
            raise self._failed(line, error) from None

    def refused(self, error: IllegalMoveError) -> Failed:
        """What to say when the next move may not be made."""
        return self._failed(self._lines[self._next], error)

    def goes_on(self) -> None:
        """The next move has been made."""
        self._next += 1

    def _failed(self, line: Line, error: IllegalMoveError) -> Failed:
        """What to say of a line that is no move that can be made."""
        told = [f"{self.name}:{line.number}: {error.message}"]
        if error.span is not None:
            told.append(
                f"  the rule: {error.span.place}: {error.span.file.line(error.span.line).strip()}"
            )
        if error.legal and "; moves here: " not in error.message:
            told.append(f"  moves here: {', '.join(error.legal)}")
        return Failed("\n".join(told), FOUND)

    def left_over(self) -> Failed | None:
        """What to say when the game is over and there are moves left."""
        if self.is_at_end:
            return None
        line = self._lines[self._next]
        message = f"{self.name}:{line.number}: the game is over before this move: {line.text}"
        return Failed(message, FOUND)


def _lines(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.split("\n"), 1):
        said = line.split("#", 1)[0].strip()
        if not said:
            continue
        match = _SEAT.fullmatch(said)
        if match is None:
            yield Line(number, None, said)
        else:
            yield Line(number, int(match.group(1)) - 1, match.group(2).strip())


def read_script(path: str) -> Script:
    """The script in a file, or in the standard input (`-`); Failed if it cannot be read."""
    from rulerun.grammar.diagnostics import Diagnostic
    from rulerun.grammar.files import decode, load_file

    if path == "-":
        buffer = getattr(sys.stdin, "buffer", None)
        data = sys.stdin.read().encode() if buffer is None else buffer.read()
        name = "<stdin>"
        source = decode(data, name)
    else:
        name = path
        source = load_file(path)
    if isinstance(source, Diagnostic):
        message = source.message.replace("a rule file", "a script")
        raise Failed(
            f"{source.span.file.name}: {message.replace(', not a script', '')}", UNREADABLE
        )
    return Script(name, source.text)
