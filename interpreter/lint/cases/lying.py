"""How many cards may lie in piles after effects have moved some of them."""

from __future__ import annotations

from collections.abc import Mapping

from ...checking.core import MOVING, CardsIn, Const, Do, Expr, Local, PileAt, PilesAt, Program
from ...checking.doing import touched
from ...checking.facts import bodies, drops_out
from ...declarations.ruleset import Pile
from .known import EMPTY, MOST_SIZES, Known, Sizes, few


class Lying:
    """Moves cards from pile to pile. `moved` are the piles from and to which cards went since it was
    last empty, None where nobody knows."""

    def __init__(self, program: Program, piles: Mapping[str, Pile]) -> None:
        self.piles = piles
        self.moved: frozenset[str] | None = frozenset()
        self._somebody_leaves = any(map(drops_out, bodies(program)))

    def is_counted(self, pile: str) -> bool:
        """Whether it can be known how many cards lie in a pile."""
        declared = self.piles.get(pile)
        return declared is not None and declared.family is None and not declared.groups

    def is_single(self, pile: str) -> bool:
        """Whether it is counted, and there is one of that name."""
        return self.is_counted(pile) and not self.piles[pile].per

    def lose_count(self, known: Known, parts: frozenset[str]) -> None:
        """Of piles that are among some parts nobody knows any more how many cards lie there."""
        for part in parts:
            if part in ("piles", "everything"):
                known.sizes.update(dict.fromkeys(known.sizes))
            elif part.startswith("pile "):
                known.sizes[part.removeprefix("pile ")] = None

    def do(self, statement: Do, known: Known) -> None:
        """Cards go where an effect has them go."""
        procedure, arguments = statement.procedure, statement.arguments
        if not procedure.startswith(MOVING):
            return
        if procedure.startswith("deal_each"):
            self._deal(known, arguments, procedure.removeprefix("deal_each"), to_each=True)
        elif procedure.startswith("deal"):
            self._deal(known, arguments, procedure.removeprefix("deal"), to_each=False)
        elif procedure.startswith("move"):
            self._move(known, arguments, one=procedure.startswith("move_card"))
            return
        elif procedure == "gather" or procedure == "flip":
            self._take(known, arguments[0], arguments[1])
        elif procedure == "gather_each":
            source = arguments[0]
            everybody = isinstance(source, PilesAt) and source.seat is None and source.everyone
            self._set_size(known, source, EMPTY if everybody else None)
            self._set_size(known, arguments[1], None)
        elif procedure == "gather_everything":
            for name in known.sizes:
                known.sizes[name] = EMPTY if self.is_counted(name) else None
            self._set_size(known, arguments[0], None)
        else:
            known.sizes.update(dict.fromkeys(known.sizes))
        known.lies.clear()

    def _move(self, known: Known, arguments: tuple[Expr, ...], *, one: bool) -> None:
        cards, to, _, source = arguments
        chosen = cards.name if isinstance(cards, Local) else ""
        if _name(source) is None and chosen in known.lies:
            source = known.lies[chosen]
        # Where it is known from which piles the cards of an effect come, others do not change.
        known_piles = None if None in (_name(source), self.moved) else touched(source)
        self.moved = (
            None if known_piles is None else (self.moved or frozenset()) | known_piles | touched(to)
        )
        if one:
            self._leave(known, source, frozenset({1}))
            self._arrive(known, to, frozenset({1}))
        elif isinstance(cards, CardsIn) and isinstance(cards.of, PileAt):
            self._take(known, source, to)
        else:
            self._some(known, source, to)
        known.lies = {chosen: to} if chosen else {}

    def _deal(self, known: Known, arguments: tuple[Expr, ...], how: str, *, to_each: bool) -> None:
        source, to, number = arguments[:3]
        lying = known.sizes.get(_name(source) or "")
        count = (
            number.value if isinstance(number, Const) and isinstance(number.value, int) else None
        )
        if how == "_all" or count is None:
            dealt: Sizes = None
        elif how == "_up_to":
            dealt = frozenset(range(count + 1)) if count <= MOST_SIZES else None
        else:
            dealt = frozenset({count})
        taken = None if to_each else dealt
        if how == "_all" and not to_each:
            self._take(known, source, to)
            return
        refilled = self.piles.get(_name(source) or "")
        if refilled is not None and refilled.refilled_from is not None:
            known.sizes[refilled.refilled_from] = None
            self._set_size(known, source, None)
        elif how == "_up_to" or lying is None or taken is None:
            self._set_size(known, source, None)
        else:
            self._leave(known, source, taken)
        everybody = to_each and not self._somebody_leaves and isinstance(to, PilesAt)
        name = _name(to)
        if everybody and name is not None and self.is_counted(name) and how == "":
            lie = known.sizes.get(name)
            known.sizes[name] = (
                None if lie is None or count is None else few(n + count for n in lie)
            )
        else:
            self._arrive(known, to, dealt)

    def _arrive(self, known: Known, to: Expr, count: Sizes) -> None:
        """Cards come to a pile."""
        name = _name(to)
        if name is None:
            known.sizes.update(dict.fromkeys(known.sizes))
            return
        lie = known.sizes.get(name)
        if lie is None or count is None:
            known.sizes[name] = None
            return
        more = {n + c for n in lie for c in count}
        known.sizes[name] = few(more if self.is_single(name) else more | lie)

    def _leave(self, known: Known, source: Expr, count: frozenset[int]) -> None:
        """Cards leave a pile, or any pile if nobody knows which."""
        name = _name(source)
        for pile in known.sizes if name is None else (name,):
            lie = known.sizes.get(pile)
            if lie is None:
                continue
            fewer = {n - c for n in lie for c in count if n >= c}
            surely = pile == name and self.is_single(pile)
            known.sizes[pile] = few(fewer if surely else fewer | lie)

    def _take(self, known: Known, source: Expr, into: Expr) -> None:
        """All that lies in a pile goes to another."""
        name, to = _name(source), _name(into)
        if name is None or to is None:
            known.sizes.update(dict.fromkeys(known.sizes))
            return
        if name == to and self.is_single(name):
            return
        lie = known.sizes.get(name)
        known.sizes[name] = (
            EMPTY if self.is_single(name) else None if lie is None else few(lie | {0})
        )
        self._arrive(known, into, lie)

    def _some(self, known: Known, source: Expr, into: Expr) -> None:
        """Some cards of a pile go to another."""
        name = _name(source)
        for pile in known.sizes if name is None else (name,):
            lie = known.sizes.get(pile)
            if lie is not None:
                known.sizes[pile] = few(range(max(lie, default=0) + 1))
        self._set_size(known, into, None)

    def _set_size(self, known: Known, pile: Expr, size: Sizes) -> None:
        name = _name(pile)
        if name is None:
            known.sizes.update(dict.fromkeys(known.sizes))
        else:
            known.sizes[name] = size if self.is_counted(name) else None


def _name(pile: Expr) -> str | None:
    """The name under which a pile, or all piles of that name, were declared."""
    if isinstance(pile, PileAt | PilesAt):
        return pile.pile
    return None
