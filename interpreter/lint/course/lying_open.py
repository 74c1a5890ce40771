"""L622: a shuffled pile that lies face up, and cards that come from it one after the other.

Everybody sees which card comes next. A pack that is laid out at once, before anybody decides, may lie
face up as well if all its cards come to lie open; and one whose top card alone is open says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.source import Span

from ...checking.core import SETUP, Do, For, If, PileAt, Stmt
from ...checking.facts import bodies
from ...declarations import ruleset as rules
from ..sight import Sight, effects
from ..survey import destination, pile_name
from .going import Going
from .saying import shown
from .ways import Perhaps, Step, Way


def lying_open(going: Going) -> Iterator[Diagnostic]:
    """Each such pile, told where it says that it lies face up."""
    sight = Sight(going.checked)
    for pile in going.checked.rules.piles:
        if pile.face != "up" or pile.groups:
            continue
        shuffles = _shuffles(going, pile)
        if shuffles or pile.refilled_from is not None:
            dealt = _Dealt(going, sight, pile).first()
            if dealt is not None:
                yield _told(pile, dealt, shuffles)


class _Dealt:
    """Goes the ways of a game and keeps whether somebody has decided since a pile was shuffled."""

    def __init__(self, going: Going, sight: Sight, pile: rules.Pile) -> None:
        self.going, self.sight, self.pile = going, sight, pile

    def first(self) -> Do | None:
        """The first line that deals from the pile what everybody saw coming; None if none does."""
        decided = {SETUP: False}
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            for way in self.going.ways.leading_from.get(label, ()):
                after = decided[label] or way.move is not None
                for step in way.steps:
                    after = after and not self._shuffles(step)
                if way.target not in decided or (after and not decided[way.target]):
                    decided[way.target] = after
                    waiting.append(way.target)
        for way in self.going.ways.all:
            found = self._on(way, decided.get(way.source, False) or way.move is not None)
            if found is not None:
                return found
        at_any_time = (line for row in self.going.program.firing for line in effects(row.body))
        return next((line for line in at_any_time if self._deals(line)), None)

    def _on(self, way: Way, decided: bool) -> Do | None:
        for step in way.steps:
            for line in _lines(step):
                if self._deals(line) and (decided or self._is_hidden(line)):
                    return line
            decided = decided and not self._shuffles(step)
        return None

    def _shuffles(self, step: Step | Stmt) -> bool:
        """Whether a step shuffles the pile for certain."""
        return isinstance(step, Do) and _is_shuffle(step, self.pile)

    def _deals(self, line: Do) -> bool:
        return (
            line.procedure.startswith("deal")
            and isinstance(line.arguments[0], PileAt)
            and line.arguments[0].pile == self.pile.name
        )

    def _is_hidden(self, line: Do) -> bool:
        """Whether the cards come to lie where not all see them."""
        to = destination(line)
        name = None if to is None else pile_name(to)
        return name is not None and not self.sight.is_open(name)


def _lines(step: Step | Stmt) -> Iterator[Do]:
    if isinstance(step, Do):
        yield step
    elif isinstance(step, For | Perhaps | If):
        yield from effects((step,) if isinstance(step, If) else step.body)


def _is_shuffle(line: Do, pile: rules.Pile) -> bool:
    if line.procedure == "shuffle":
        return pile_name(line.arguments[0]) == pile.name
    return line.procedure.startswith("shuffle_into") and pile_name(line.arguments[1]) == pile.name


def _shuffles(going: Going, pile: rules.Pile) -> list[Do]:
    """The lines that shuffle a pile, or something into it."""
    lines = (line for body in bodies(going.program) for line in effects(body))
    return [line for line in lines if _is_shuffle(line, pile)]


def _told(pile: rules.Pile, dealt: Do, shuffles: list[Do]) -> Diagnostic:
    notes = [Note(f"'{shown(dealt.site.span)}' takes the next one", dealt.site.span)]
    if shuffles:
        span = shuffles[0].site.span
        notes.insert(0, Note(f"'{shown(span)}' hides nothing", span))
    return Diagnostic(
        "L622",
        f"{pile.name} is shuffled and lies face up: everybody sees which card comes next",
        _face_up(pile.span),
        "write 'face down', or 'top face up' if the next card is seen and no other",
        tuple(notes),
        Severity.WARNING,
    )


def _face_up(name: Span) -> Span:
    """Where a pile says that it lies face up, behind its name; its name where nobody can tell."""
    text = name.file.text
    found = re.compile(r"[^\n#]*?\b(face\s+up)\b").match(text, name.end)
    return name if found is None else Span(name.file, found.start(1), found.end(1))
