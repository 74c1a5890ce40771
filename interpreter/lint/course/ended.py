"""L603: rows of `end` that never apply, as another one has ended the game whenever they would."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity

from ...checking.core import Expr, GameOver, If
from ...declarations import ruleset as rules
from .going import Going
from .reasoning import Answer

_MOST_ROWS = 40
"""Of so many rows each is compared with those before it."""


def ended(going: Going) -> Iterator[Diagnostic]:
    """Rows of `end` that ask what another one asks, or only what that one takes as well.

    Of those that are asked at the same time the first one counts; those without `after` are asked at
    all times, and so before those that wait for the end of a phase. That a house rule ends the game
    before its own rows would is what it is for, and not told.
    """
    game = going.checked.rules.node.span.file
    known = ((end, condition) for end, condition in _asked(going) if condition is not None)
    asked = list(islice(known, _MOST_ROWS))
    possible = going.reasoning.possible
    for place, (end, condition) in enumerate(asked):
        before = [
            (other, (theirs, False))
            for at, (other, theirs) in enumerate(asked)
            if other is not end
            and other.source.span.file in (game, end.source.span.file)
            and _comes_before(other, end, is_above=at < place)
        ]
        if not before or not possible([(condition, True)]):
            continue
        answers: list[Answer] = [answer for _, answer in before]
        if possible([*answers, (condition, True)]) or not possible(answers):
            continue
        alone = [o for o, answer in before if not possible([answer, (condition, True)])]
        who = f"'{alone[0].name}' has" if alone else "one of those before it has"
        others = alone[:1] or [other for other, _ in before]
        yield Diagnostic(
            "L603",
            f"the game never ends by '{end.name}': whenever its condition holds, {who} ended it already",
            end.span,
            "ask something else, or delete it",
            tuple(Note(f"'{other.name}' stands here", other.span) for other in others),
            Severity.WARNING,
        )


def _comes_before(other: rules.EndCondition, end: rules.EndCondition, *, is_above: bool) -> bool:
    """Whether a row ends the game wherever both of them hold."""
    if other.ending.after == end.ending.after:
        return is_above
    return other.ending.after is None


def _asked(going: Going) -> Iterator[tuple[rules.EndCondition, Expr | None]]:
    """Each row of `end` with what it asks, where that is known."""
    program = going.program
    late = {
        s.body[0].reason: s.condition
        for block in program.blocks
        for s in block.body
        if isinstance(s, If) and len(s.body) == 1 and isinstance(s.body[0], GameOver)
    }
    always = iter(program.ending)
    for end in going.checked.rules.ends:
        if end.ending.after is None:
            yield end, next(always)[1]
        else:
            yield end, late.get(program.words.index(end.name))
