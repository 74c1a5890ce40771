"""Who has seen which cards: piles that lie open, piles that do not, and what was shown before a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from ..checking.core import (
    SETUP,
    Call,
    CardsIn,
    CarryOut,
    Choose,
    Const,
    Do,
    Expr,
    For,
    If,
    Items,
    Leave,
    Local,
    Loop,
    MoveRule,
    Needed,
    Op,
    PileAt,
    PilesAt,
    Slot,
    Stmt,
    every,
)
from ..checking.facts import ONLY_IN_EXAMPLES
from ..checking.types import CARD
from ..declarations import ruleset as rules
from ..machine.checked import Checked
from .survey import destination, pile_name

NO_PILES: frozenset[str] = frozenset()


class Sight:
    """What the piles of checked rules let players see, by the piles' names."""

    def __init__(self, checked: Checked) -> None:
        self.rules, self.program = checked.rules, checked.program
        self.piles = {p.name: p for p in checked.rules.piles}
        self.blocks = {b.label: b for b in self.program.blocks
                       if not b.label.endswith(ONLY_IN_EXAMPLES)}  # fmt: skip
        self.decisions = {d.label: d for d in self.program.decisions}

    # ---------------------------------------------------------------- piles

    def is_open(self, name: str) -> bool:
        """Whether everybody sees the cards of a pile, or may see them: as they were last turned."""
        pile = self.piles[name]
        if pile.seen_by == "owner" and self.rules.players.high == 1:
            return True
        return pile.seen_by is None and (pile.face != "down" or pile.top_face_up)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Piles with cards that somebody has not seen.

        What comes from piles that lie open to a pile that does not was seen by all.
        """
        return self._reached(self._closed)

    @cached_property
    def dealt(self) -> frozenset[str]:
        """Piles with cards that only those have seen who see the pile.

        Such cards come there, one way or other, from a pile in which nobody sees them. What players
        put there out of their hands is known to them.
        """
        return self._reached({name for name in self._closed if self.piles[name].seen_by is None})

    @cached_property
    def _closed(self) -> set[str]:
        return {name for name in self.piles if not self.is_open(name)}

    @cached_property
    def _flows(self) -> tuple[set[str], list[tuple[frozenset[str], str]]]:
        """The closed piles that are shuffled, or begin with the pack; from where which gets cards."""
        closed = self._closed
        mixed = {self.rules.deck.starts_in} & closed
        flows: list[tuple[frozenset[str], str]] = []
        for body, names in self._bodies() if closed else ():
            for do in effects(body):
                if do.procedure == "shuffle":
                    mixed |= {pile_name(do.arguments[0]) or ""} & closed
                to = destination(do)
                into = None if to is None else pile_name(to)
                if into not in closed:
                    continue
                if do.procedure.startswith("shuffle_into"):
                    mixed.add(into)
                flows.append((self.come_from(do, names), into))
        flows += [(frozenset({p.refilled_from}), p.name) for p in self.rules.piles
                  if p.refilled_from is not None and p.name in closed]  # fmt: skip
        mixed |= {p.name for p in self.rules.piles if p.refilled_from is not None} & closed
        return mixed, flows

    def _reached(self, through: set[str]) -> frozenset[str]:
        """The piles that are shuffled, and those to which cards come from them through others."""
        mixed, flows = self._flows
        found = set(mixed)
        again = True
        while again:
            again = False
            for sources, into in flows:
                if into not in found and sources & found & through:
                    found.add(into)
                    again = True
        return frozenset(found)

    def _bodies(self) -> Iterator[tuple[tuple[Stmt, ...], dict[str, frozenset[str]]]]:
        """All lines, with the piles from which the names in them come."""
        for block in self.blocks.values():
            yield block.body, {}
        for decision in self.decisions.values():
            for move in decision.moves:
                yield move.do, chosen_from(move)
        for firing in self.program.firing:
            yield firing.body, {}

    def come_from(self, do: Do, names: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """The piles from which an effect takes cards."""
        if do.procedure == "gather_everything":
            return frozenset(self.piles)
        return origins(do.arguments[0], names)

    # ---------------------------------------------------------------- what was shown

    def shown(self, *, to_anybody: bool = False) -> dict[str, frozenset[str]]:
        """For each block and decision the piles whose cards may have been shown before it.

        They were shown to all, or to anybody at all.
        """
        return _Showing(self, to_anybody).everywhere()

    def effect(self, do: Do, shown: frozenset[str], *, to_anybody: bool = False) -> frozenset[str]:
        """The piles that were shown after an effect, if these were before it."""
        if do.procedure == "show" and (to_anybody or self.is_to_all(do)):
            return shown | origins(do.arguments[0], {})
        if do.procedure == "turn" and do.arguments[1] == Const(do.arguments[1].type, False, True):
            return shown | origins(do.arguments[0], {})
        if do.procedure == "gather_everything":
            return NO_PILES
        shown = shown.difference(taken_whole(do))
        to = do.arguments[0] if do.procedure == "shuffle" else destination(do)
        into = None if to is None else pile_name(to)
        if to is None or into is None:
            return shown
        if to_anybody and self.piles[into].per and not isinstance(to, PilesAt):
            return shown  # the others' piles are as they were
        return shown - {into}

    def is_to_all(self, do: Do) -> bool:
        """Whether all see the cards that are shown: of two players one has them in hand."""
        cards, to = do.arguments[:2]
        owned = all(self.piles[p].seen_by == "owner" for p in origins(cards, {}))
        return _is_everybody(to) or (owned and self.rules.players.high == 2)


class _Showing:
    """What was shown is followed through a game."""

    def __init__(self, sight: Sight, to_anybody: bool) -> None:
        self.sight = sight
        self.to_anybody = to_anybody

    def everywhere(self) -> dict[str, frozenset[str]]:
        shown: dict[str, frozenset[str]] = {SETUP: NO_PILES}
        waiting = [SETUP]
        while waiting:
            label = waiting.pop()
            for target, after in self._onwards(label, shown[label]):
                known = shown.get(target)
                if known is None or not after <= known:
                    shown[target] = after if known is None else known | after
                    waiting.append(target)
        return shown

    def _onwards(self, label: str, shown: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
        bodies: list[tuple[tuple[Stmt, ...], str]] = []
        if label in self.sight.blocks:
            block = self.sight.blocks[label]
            bodies.append((block.body, block.next))
        if label in self.sight.decisions:
            decision = self.sight.decisions[label]
            done = () if decision.at_once else None
            bodies += [(m.do if done is None else done, m.next) for m in decision.moves]
            bodies += [] if decision.stuck is None else [((), decision.stuck)]
        for body, following in bodies:
            left: list[tuple[str, frozenset[str]]] = []
            after = self._after(body, shown, left)
            if after is not None:
                yield following, after
            yield from left

    def _after(
        self, body: Iterable[Stmt], shown: frozenset[str], left: list[tuple[str, frozenset[str]]]
    ) -> frozenset[str] | None:
        """What was shown after some lines; None if it never comes there. `left` gets what it was where
        they leave."""
        for statement in body:
            match statement:
                case Do():
                    shown = self.sight.effect(statement, shown, to_anybody=self.to_anybody)
                case If():
                    ways = [
                        self._after(way, shown, left)
                        for way in (statement.body, statement.otherwise)
                    ]
                    on = [way for way in ways if way is not None]
                    if not on:
                        return None
                    shown = NO_PILES.union(*on)
                case For():
                    shown |= self._after(statement.body, shown, left) or NO_PILES
                case CarryOut():
                    for move in self.sight.program.decisions[statement.decision].moves:
                        shown |= self._after(move.do, shown, left) or NO_PILES
                    shown |= self._after(statement.stuck, shown, left) or NO_PILES
                case Leave():
                    left.append((statement.label, shown))
                    return None
        return shown


def who_sees(pile: rules.Pile) -> str:
    """Who sees the cards of a pile that does not lie open, after `which`."""
    if pile.seen_by == "owner":
        return "only their owner sees"
    if pile.seen_by == "others":
        return "their owner does not see"
    return "nobody sees"


def chosen_from(move: MoveRule) -> dict[str, frozenset[str]]:
    """The piles from which the cards come that are chosen for a move, by the choices' names."""
    found: dict[str, frozenset[str]] = {}
    for domain in move.choices:
        if domain.source is not None and CARD in (domain.type, domain.type.item):
            found[domain.variable.name] = origins(domain.source, found)
    return found


def _is_everybody(players: Expr) -> bool:
    """Whether a list of players is everybody at the table, or who is still in."""
    if isinstance(players, Call) and players.function == "turn_order":
        return _is_everybody(players.arguments[0])
    if isinstance(players, Slot):
        return players.key == "live"
    return isinstance(players, Call) and players.function == "everyone"


def effects(body: Iterable[Stmt]) -> Iterator[Do]:
    """The effects in lines, those behind guards too."""
    return (statement for statement in every(body) if isinstance(statement, Do))


def taken_whole(do: Do) -> Iterator[str]:
    """The piles that are empty after an effect, as it takes all their cards."""
    if do.procedure in ("gather", "gather_each", "flip", "move", "move_under"):
        waiting = [do.arguments[0]]
        while waiting:
            match waiting.pop():
                case PileAt(seat=None) | PilesAt(seat=None) as place:
                    yield place.pile
                case CardsIn(of=PileAt(seat=None) as place):
                    yield place.pile
                case Op(op="join", operands=parts):
                    waiting += parts


def counts(expr: Expr) -> Expr | None:
    """The list of which a value tells no more than how many there are, or whether there is any."""
    match expr:
        case Call(function="size"):
            return _all_of(expr.arguments[0])
        case Loop(how="count" | "any" | "no", where=None):
            return _all_of(expr.source)
        case Op(op="=" | "!=", operands=(Const(value=None), one) | (one, Const(value=None))):
            if isinstance(one, Call) and one.function in ("first", "last"):
                return _all_of(one.arguments[0])
            if isinstance(one, Loop) and one.how in ("first", "last") and one.where is None:
                return _all_of(one.source)
    return None


def _all_of(cards: Expr) -> Expr:
    """A list, or the one of which it is the first or last few."""
    while isinstance(cards, Call) and cards.function in ("first_some", "last_some"):
        cards = cards.arguments[0]
    return cards


def origins(cards: Expr, names: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The piles in which cards lie, as far as the text says so."""
    match cards:
        case PileAt() | PilesAt():
            return frozenset({cards.pile})
        case CardsIn():
            return origins(cards.of, names) | frozenset({pile_name(cards.of) or ""} - {""})
        case Local():
            own = frozenset({cards.type.pile or ""} - {""})
            return names.get(cards.name, NO_PILES) | own
        case Loop():
            return origins(cards.source, names)
        case Needed():
            return origins(cards.of, names)
        case Choose():
            return origins(cards.then, names) | origins(cards.otherwise, names)
        case Op(op="without"):
            return origins(cards.operands[0], names)
        case Op(op="join") | Items() | Call():
            return NO_PILES.union(*(origins(c, names) for c in cards.children))
    return NO_PILES
