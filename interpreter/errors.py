"""The exceptions of the library."""

from __future__ import annotations

from collections.abc import Sequence

from rulerun.grammar.diagnostics import Diagnostic, Note, in_order
from rulerun.grammar.source import Span


class RulesetError(ValueError):
    """A rule file that cannot be played. `diagnostics` says all that is wrong, sorted by place."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = in_order(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))

    def __reduce__(self) -> tuple[object, ...]:
        return RulesetError, (self.diagnostics,)


class RuleError(Exception):
    """A rule that failed while playing (R7xx).

    `span` is the place in the rule file, `seats` the players it concerns, by number from 0, `phase`
    the name of the phase that was on, None before the first.
    The state is marked as failed: it can be looked at, but not continued.
    """

    def __init__(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        seats: tuple[int, ...] = (),
        phase: str | None = None,
    ) -> None:
        self.code = code
        self.message = message
        self.span = span
        self.seats = seats
        self.phase = phase
        place = f"{span.place}: " if span is not None else ""
        super().__init__(f"{place}error[{code}]: {message}")

    @property
    def notes(self) -> tuple[Note, ...]:
        """In which phase it was, for a message."""
        return (Note(f"in the phase '{self.phase}'"),) if self.phase else ()

    def __reduce__(self) -> tuple[object, ...]:
        return RuleError, (self.code, self.message, self.span, self.seats, self.phase)


class GameSetupError(ValueError):
    """A game that cannot be made so: wrong number of players, unknown or unfit option."""


class IllegalMoveError(ValueError):
    """A move that may not be made now.

    `move` is what was tried, as text; `condition` the name of the condition that failed (None if no
    such move is offered at all) and `span` its place; `legal` what may be done instead.
    """

    def __init__(
        self,
        message: str,
        move: str,
        *,
        condition: str | None = None,
        span: Span | None = None,
        legal: Sequence[str] = (),
    ) -> None:
        self.message = message
        self.move = move
        self.condition = condition
        self.span = span
        self.legal = tuple(legal)
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return _illegal, (self.message, self.move, self.condition, self.span, self.legal)


def _illegal(
    message: str, move: str, condition: str | None, span: Span | None, legal: tuple[str, ...]
) -> IllegalMoveError:
    """An error that was pickled."""
    return IllegalMoveError(message, move, condition=condition, span=span, legal=legal)
