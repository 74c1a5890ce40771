"""What reads right and is probably not meant: one module for each kind of finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rulerun.grammar.diagnostics import Diagnostic

from ..machine.checked import Checked
from .cases.tables import table_cases
from .course.endless import endless
from .course.firing import firing
from .course.going import Going
from .course.stuck import stuck
from .enough.sufficiency import sufficiency
from .secrets import secrets
from .unreachable import unreachable
from .unseen import unseen
from .unused import unused

Lint: TypeAlias = Callable[[Checked], Iterable[Diagnostic]]
"""Looks at checked rules and says what it finds, each time anew and without changing anything."""


def _of_the_course(checked: Checked) -> Iterable[Diagnostic]:
    """What the lints of the course of a game find: they share what is known of it."""
    going = Going(checked)
    return [*stuck(going), *endless(going), *firing(going)]


_ALL: tuple[Lint, ...] = (
    table_cases,
    unused,
    unreachable,
    secrets,
    unseen,
    _of_the_course,
    sufficiency,
)


def lint(checked: Checked) -> list[Diagnostic]:
    """All that the lints find in checked rules."""
    return [diagnostic for one in _ALL for diagnostic in one(checked)]
