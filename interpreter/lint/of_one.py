"""L615: one thing is meant, and a pile or list in which there may be several stands for it.

Of a pile with one card a card's properties can be asked: it stands for the only card in it. With
several it stands for nothing, and the rules go wrong without a word. How many there are is found
out in a few games by chance; where these never ask, by how the pile is filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.source import Span

from ..checking.core import CardsIn, Const, Do, Expr, OptionValue, PileAt, Program, every
from ..checking.marks import Mark, Marks
from ..errors import GameSetupError, RuleError
from ..machine.checked import Checked
from .survey import destination, pile_name

CODE = "L615"

MOVES = 300
"""So many moves are made in all games together."""

GAMES = 10
"""So many games are played at most."""


def several_for_one(checked: Checked) -> Iterator[Diagnostic]:
    """Where several things stand for the only one, as games by chance or the dealing show."""
    places = checked.program.of_one
    if not places:
        return
    noted = _noted(checked, [place.span for place in places])
    dealt = None
    for place in places:
        one, several = ("one", place.span) in noted, ("several", place.span) in noted
        if not several and not one:
            dealt = _filled_at_once(checked) if dealt is None else dealt
            several = pile_of(place.members) in dealt
        # Cards that are sometimes of one rank may have been asked whether they are.
        if several and not (place.shared and one):
            yield Diagnostic(CODE, place.said, place.span, place.advice, (), Severity.WARNING)


def _noted(checked: Checked, wanted: Iterable[Span]) -> set[Mark]:
    """How many there were at the places wanted, in a few games by chance."""
    marks = Marks(of_one=True)
    noting = checked.noting(marks)
    seats = checked.rules.players
    noted: set[Mark] = set()
    left, rng = MOVES, Random(1)
    sought: set[Mark] = {("several", span) for span in wanted}
    try:
        game = noting.game({}, min(max(seats.low, 2), seats.high))
    except (GameSetupError, RuleError):
        return noted
    for seed in range(1, GAMES + 1):
        try:
            state = game.start(seed)
            left -= 1
            while left > 0 and not state.is_over:
                state.apply(state.legal_moves.pick(rng))
                left -= 1
            if state.is_over:
                _ = state.winners
        except RuleError:
            pass
        noted |= marks.taken()
        if left <= 0 or sought <= noted:
            break
    return noted


def pile_of(members: Expr) -> str | None:
    """The declared name of the pile in which some cards lie; None for other lists."""
    if isinstance(members, CardsIn) and isinstance(members.of, PileAt):
        return members.of.pile
    return None


def _filled_at_once(checked: Checked) -> set[str | None]:
    """The piles into which several cards are dealt at once."""
    found = {
        pile_name(to)
        for line in _lines(checked.program)
        if line.procedure.startswith("deal") and _is_several(line.arguments[2])
        if (to := destination(line)) is not None
    }
    return {checked.rules.deck.starts_in, *found} - {None}


def _lines(program: Program) -> Iterator[Do]:
    bodies = [block.body for block in program.blocks]
    bodies += [move.do for decision in program.decisions for move in decision.moves]
    return (line for body in bodies for line in every(body) if isinstance(line, Do))


def _is_several(amount: Expr) -> bool:
    if isinstance(amount, Const):
        return (
            isinstance(amount.value, int)
            and not isinstance(amount.value, bool)
            and amount.value > 1
        )
    return isinstance(amount, OptionValue)
