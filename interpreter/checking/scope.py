"""Where a text stands: what its names mean there, and what was found wrong so far."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, Sought
from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from .core import Const, Expr, Local
from .types import UNKNOWN


@record
class Tested:
    """The thing that a `where` tests: its noun in the singular, and how the code calls it."""

    noun: str
    subject: Local


@record
class Scope:
    """What the names at a place mean beside the declared ones.

    `names` are choices, parameters, `let` and `for each` names in force, `parameters` those of the
    term that is written out; `tested` the things of the `where`s around, innermost first; `persons` the players of an example; `depth` keeps the names of
    generated variables apart; `inside` lists the terms being written out, for the notes of
    messages; `unused` says that the outermost of them is used nowhere.
    """

    you: Expr | None = None
    names: Mapping[str, Expr] = field(default_factory=dict)
    parameters: frozenset[str] = frozenset()
    tested: tuple[Tested, ...] = ()
    persons: Mapping[str, int] | None = None
    random_allowed: bool = False
    depth: int = 0
    inside: tuple[tuple[str, Span], ...] = ()
    unused: bool = False

    def having(self, name: str, value: Expr) -> Scope:
        """This scope with one more name."""
        return replace(self, names={**self.names, name: value})

    def testing(self, noun: str, subject: Local) -> Scope:
        """This scope inside a `where` over `noun`."""
        return replace(
            self,
            tested=(Tested(noun, subject), *self.tested),
            depth=self.depth + 1,
            random_allowed=False,
        )

    def variable(self, noun: str) -> str:
        """A name for generated code that no enclosing one bears."""
        return f"{noun}_{self.depth}"


class Enough(Exception):
    """So much is wrong that to look for more would help nobody."""


class Findings:
    """The diagnostics of a check, each place told once; after `most` of them it raises `Enough`."""

    def __init__(self, unsure: Collection[str] = (), most: int | None = None) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._most = most
        # Names that may be declared in what could not be read: nothing is said of them.
        self._unsure = frozenset(unsure)
        self._told: set[tuple[Span, str]] = set()

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        suggestion: str | None = None,
        *,
        notes: tuple[Note, ...] = (),
        severity: Severity = Severity.ERROR,
        sought: Sought | None = None,
    ) -> Expr:
        """Add a diagnostic and return an expression that fits everywhere.

        What is wrong inside a term is told once, not at each of its uses.
        """
        meant = (span.text, sought.name) if sought is not None else (span.text,)
        if self._unsure and not self._unsure.isdisjoint(meant):
            return BAD
        if (span, code) not in self._told:
            if len(self.diagnostics) == self._most:
                raise Enough
            self._told.add((span, code))
            self.diagnostics.append(
                Diagnostic(code, message, span, suggestion, notes, severity, sought)
            )
        return BAD


BAD: Expr = Const(UNKNOWN, True, "not understood")
"""What stands for a text with a mistake. Its value is that of no other: equal expressions are equal
nodes, whatever their types, and `nothing` is no mistake."""
