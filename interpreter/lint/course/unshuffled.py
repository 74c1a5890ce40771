"""L621: cards that are dealt in the order of a new pack, as nothing shuffled them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity

from ...checking.core import SETUP, Changed, Do, Expr, For, If, PileAt, PilesAt, Stmt, every
from .going import Going
from .saying import shown
from .ways import Perhaps, Step, Way


def unshuffled(going: Going) -> Iterator[Diagnostic]:
    """The first line that deals from a pile which is in the order of a new pack on every way there."""
    looking = _Looking(going)
    shuffles = looking.shuffles
    mixed = {pile for line in shuffles for pile in _piles(line.arguments)}
    for line in looking.dealt_in_order():
        source, to = line.arguments[:2]
        pile = _pile_of(source)
        if _piles((to,)) & (mixed - {pile}):
            continue  # What is dealt is shuffled where it comes to lie.
        yield _told(line, pile, looking)
        return


class _Looking:
    """Goes the ways of a game and keeps which pile is in the order of a new pack."""

    def __init__(self, going: Going) -> None:
        self.going = going
        program = going.program
        self.starts_in = going.checked.rules.deck.starts_in
        bodies = [b.body for b in program.blocks] + [row.body for row in program.firing]
        bodies += [move.do for decision in program.decisions for move in decision.moves]
        lines = [s for body in bodies for s in every(body) if isinstance(s, Do)]
        self.shuffles = _unlike(s for s in lines if s.procedure.startswith("shuffle"))
        self.gatherings = _unlike(s for s in lines if s.procedure == "gather_everything")
        self._rows = any(
            isinstance(s, Do) and s.procedure.startswith("shuffle")
            for row in program.firing
            for s in every(row.body)
        )

    def dealt_in_order(self) -> list[Do]:
        """The lines that deal cards in that order, on whichever way one comes to them."""
        before: dict[str, str | None] = {SETUP: self.starts_in}
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            for way in self.going.ways.leading_from.get(label, ()):
                after = self._after(way, before[label])
                if way.target not in before:
                    before[way.target] = after
                elif before[way.target] is None or before[way.target] == after:
                    continue
                else:
                    before[way.target] = None
                waiting.append(way.target)
        dealt: dict[int, Do] = {}
        otherwise: set[int] = set()
        for way in self.going.ways.all:
            for line, in_order in self._deals(way, before.get(way.source)):
                if in_order:
                    dealt[id(line)] = line
                else:
                    otherwise.add(id(line))
        return [line for key, line in dealt.items() if key not in otherwise]

    def _after(self, way: Way, pile: str | None) -> str | None:
        for step in way.steps:
            pile = self._one(step, pile)
        return pile

    def _deals(self, way: Way, pile: str | None) -> Iterator[tuple[Do, bool]]:
        for step in way.steps:
            for line in _lines(step):
                if line.procedure.startswith("deal") and isinstance(line.arguments[0], PileAt):
                    yield line, _pile_of(line.arguments[0]) == pile
            pile = self._one(step, pile)

    def _one(self, step: Step | Stmt, pile: str | None) -> str | None:
        """The pile that is in order after a step: what is dealt from it leaves the rest in order."""
        if isinstance(step, Changed):
            return None if self._rows else pile
        for line in _lines(step):
            if line.procedure == "gather_everything" and not isinstance(step, For | Perhaps):
                pile = _pile_of(line.arguments[0])
            elif line.procedure.startswith("deal"):
                if pile in _piles(line.arguments[1:2]):
                    pile = None
            elif pile is not None and not line.procedure.startswith(("pay", "split", "drop_out")):
                touched = _piles(line.arguments)
                if pile in touched or line.procedure == "gather_everything":
                    pile = None
        return pile


def _lines(step: Step | Stmt) -> Iterator[Do]:
    if isinstance(step, Do):
        yield step
    elif isinstance(step, For | Perhaps | If):
        body = step.body if not isinstance(step, If) else (step,)
        yield from (s for s in every(body) if isinstance(s, Do))


def _pile_of(place: Expr) -> str:
    assert isinstance(place, PileAt)
    return place.pile


def _piles(places: Iterable[Expr]) -> set[str]:
    """All piles of which something speaks."""
    found: set[str] = set()
    waiting = list(places)
    while waiting:
        part = waiting.pop()
        if isinstance(part, PileAt | PilesAt):
            found.add(part.pile)
        waiting += part.children
    return found


def _unlike(lines: Iterable[Do]) -> list[Do]:
    return list({line.site.span: line for line in lines}.values())


def _told(line: Do, pile: str, looking: _Looking) -> Diagnostic:
    notes: list[Note] = []
    for shuffle in looking.shuffles:
        text = shown(shuffle.site.span)
        if pile not in _piles(shuffle.arguments):
            notes.append(Note(f"'{text}' shuffles other cards", shuffle.site.span))
        else:
            notes.append(Note(f"'{text}' comes too late, or too early", shuffle.site.span))
    if any(pile in _piles(shuffle.arguments) for shuffle in looking.shuffles):
        notes += [
            Note(
                f"'{shown(gather.site.span)}' lays the cards in the order of a new pack",
                gather.site.span,
            )
            for gather in looking.gatherings
        ]
    return Diagnostic(
        "L621",
        f"the cards of {pile} are dealt in the order of a new pack: nothing has shuffled them",
        line.site.span,
        f"write 'shuffle {pile}' in a line before this one",
        tuple(notes),
        Severity.WARNING,
    )
