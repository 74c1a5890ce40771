"""L612: moves on offer that tell whoever moves of cards they do not see.

A card that is chosen is named in the list of moves; so a choice among cards that whoever chooses does
not see shows these cards. A condition of a move shows by whether the move may be made what it asks
of. How many cards there are everybody sees, and who holds a card is asked aloud. Whoever draws
blindly from another's hand is not asked which card: that is `random card`.

The same is true of secret memories that whoever moves does not see, where their values come of hidden
cards or of chance. What is secret only because nobody but the rules needs it everybody could work out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.source import Span

from ..checking.core import (
    Bind,
    Call,
    CardsIn,
    Cell,
    Decision,
    Domain,
    Expr,
    If,
    Local,
    Lookup,
    MoveRule,
    Op,
    PileAt,
    PilesAt,
    Set,
    Slot,
    Start,
    Stmt,
    every,
    walk,
)
from ..checking.types import CARD
from ..machine.checked import Checked
from .putting import Putting, bare
from .secrets import kept_secret
from .sight import NO_PILES, Sight, counts
from .survey import pile_name

CODE = "L612"

_ASKED_ALOUD = ("size", "who_holds", "place_of")


def unseen(checked: Checked) -> Iterator[Diagnostic]:
    """Choices among cards, and conditions of moves on cards, that whoever moves does not see."""
    return _Unseen(checked).findings()


@dataclass(frozen=True, slots=True)
class _Chooser:
    """Who decides: the cell that holds the seat, other ways to say the same seat, what was shown; into
    which piles others have put cards."""

    you: Slot
    same: frozenset[Expr]
    shown: frozenset[str]
    put: frozenset[str]


class _Unseen:
    def __init__(self, checked: Checked) -> None:
        self.rules, self.program = checked.rules, checked.program
        self.sight = Sight(checked)
        self.secret = {c.key: c for c in self.program.cells if c.secret}
        self.checked = checked
        self.putting = Putting(self.sight, self._same)
        self.closed = self.sight.dealt | self.putting.piles | self.putting.owned

    def findings(self) -> Iterator[Diagnostic]:
        if not self.closed and not self.secret:
            return
        told: set[Span] = set()
        shown: dict[str, frozenset[str]] | None = None
        for decision in self.program.decisions:
            for move in decision.moves:
                if not self._asks_of_piles(move):
                    continue
                if shown is None:
                    shown = self.sight.shown(to_anybody=True)
                chooser = self._chooser(decision, move, shown.get(decision.label, NO_PILES))
                for diagnostic in self._of_a_move(move, chooser):
                    if diagnostic.span not in told:
                        told.add(diagnostic.span)
                        yield diagnostic

    def _asks_of_piles(self, move: MoveRule) -> bool:
        """Whether a move asks anything of cards or memories that somebody may not see."""
        asked = [rule.condition for rule in move.may]
        for domain in move.choices:
            asked += [e for e in (domain.low, domain.high, domain.source, domain.where) if e]
        return any(
            (isinstance(expr, CardsIn) and pile_name(expr.of) in self.closed)
            or (isinstance(expr, Slot) and expr.key in self.secret)
            for one in asked
            for expr in walk(one)
        )

    # ---------------------------------------------------------------- who

    def _chooser(self, decision: Decision, move: MoveRule, shown: frozenset[str]) -> _Chooser:
        same = self._same(decision, move)
        put = NO_PILES
        if self.putting.piles:
            known = self.putting.before.get(decision.label, {})
            put = frozenset(name for name, who in known.items() if not who & same)
        return _Chooser(decision.you, same, shown, put - shown)

    def _same(self, decision: Decision, move: MoveRule) -> frozenset[Expr]:
        """Whose turn it is, and who that may be by other names."""
        same: set[Expr] = {decision.you, *self._become.get(decision.you, ())}
        # Where somebody is compared with whose turn it is, it may be known that they are the same.
        asked = [rule.condition for rule in move.may]
        asked += [d.where for d in move.choices if d.where is not None]
        for one in asked:
            for expr in walk(one):
                if isinstance(expr, Op) and expr.op == "=" and decision.you in expr.operands:
                    same |= set(expr.operands)
        return frozenset(same | self._compared)

    @cached_property
    def _become(self) -> dict[Slot, set[Expr]]:
        """What each cell is set to."""
        found: dict[Slot, set[Expr]] = {}
        for block in self.sight.blocks.values():
            for slot, value in _values(block.body):
                found.setdefault(slot, set()).add(value)
        return found

    @cached_property
    def _compared(self) -> set[Expr]:
        """The players that lines which lead to a decision compare with whose turn it is."""
        found: set[Expr] = set()
        for block in self.sight.blocks.values():
            for asked in _conditions(block.body):
                for expr in walk(asked):
                    if isinstance(expr, Op) and expr.op in ("=", "!="):
                        players = {o for o in expr.operands if isinstance(o, Slot)}
                        if any(player.key.startswith("you ") for player in players):
                            found |= players
        return found

    def _is_unseen(self, place: Expr, chooser: _Chooser) -> bool:
        """Whether cards in a place, or in one of several, are unseen by whoever chooses."""
        name = pile_name(place)
        if name in self.putting.piles:
            return name in chooser.put
        if name is None or name not in self.closed or name in chooser.shown:
            return False
        if name in self.putting.owned:
            seat = getattr(place, "seat", None)
            return seat is None or bare(seat) not in chooser.same
        pile = self.sight.piles[name]
        if pile.seen_by is None:
            return True
        if isinstance(place, PilesAt) and place.seat is None:
            return True
        if not isinstance(place, PileAt | PilesAt) or place.seat is None:
            return False
        own = bare(place.seat) in chooser.same or place.seat in chooser.same
        if pile.seen_by == "others":
            return bare(place.seat) == chooser.you
        return not own and self.rules.players.high > 1

    # ---------------------------------------------------------------- secrets

    @cached_property
    def _kept(self) -> dict[str, frozenset[str]]:
        """What secret memories say of hidden cards, by their keys: the names of piles."""
        return kept_secret(self.checked) if self.secret else {}

    @cached_property
    def _by_chance(self) -> frozenset[str]:
        """The secret memories that chance decides."""
        found = {
            key for key, cell in self.secret.items()
            if cell.start is not None and any(_is_drawn(e, set(), set()) for e in walk(cell.start))
        }  # fmt: skip
        bodies = [block.body for block in self.sight.blocks.values()]
        bodies += [m.do for decision in self.program.decisions for m in decision.moves]
        bodies += [firing.body for firing in self.program.firing]
        before = -1
        while before != len(found):
            before = len(found)
            for body in bodies:
                drawn: set[str] = set()
                for statement in every(body):
                    if not isinstance(statement, Bind | Set | Start):
                        continue
                    if not any(_is_drawn(e, drawn, found) for e in walk(statement.value)):
                        continue
                    if isinstance(statement, Bind):
                        drawn.add(statement.name)
                        continue
                    key = statement.key if isinstance(statement, Start) else statement.target.key
                    if key in self.secret:
                        found.add(key)
        return frozenset(found)

    def _is_kept_from(self, slot: Slot, chooser: _Chooser) -> bool:
        """Whether a memory is a secret from whoever chooses, and not only for want of anybody to ask."""
        cell = self.secret.get(slot.key)
        if cell is None or self._is_own(cell, slot, chooser):
            return False
        if slot.key in self._by_chance:
            return True
        piles = self._kept.get(slot.key, NO_PILES) - chooser.shown
        return bool(piles) and not (not cell.per and self._is_of_own_cards(slot, piles, chooser))

    def _is_own(self, cell: Cell, slot: Slot, chooser: _Chooser) -> bool:
        """Whether a memory is that of whoever chooses, of their team, or of a pile of theirs."""
        if slot.index is None or cell.per not in ("player", "team", "pile"):
            return False
        index = bare(slot.index)
        if cell.per == "team" and isinstance(index, Lookup):
            index = bare(index.of)
        if isinstance(index, PileAt) and index.seat is not None:
            index = bare(index.seat)
        return index in chooser.same

    def _is_of_own_cards(self, slot: Slot, piles: frozenset[str], chooser: _Chooser) -> bool:
        """Whether a memory of all was worked out from cards that whoever chooses has in hand."""
        if any(self.sight.piles[name].seen_by != "owner" for name in piles):
            return False
        places = [
            place
            for target, value in self._values_set
            if target.key == slot.key
            for place in walk(value)
            if isinstance(place, PileAt | PilesAt) and place.pile in piles
        ]
        return all(
            isinstance(place, PileAt)
            and place.seat is not None
            and bare(place.seat) in chooser.same
            for place in places
        )

    @cached_property
    def _values_set(self) -> list[tuple[Slot, Expr]]:
        """What is set anywhere, and to what."""
        found = [pair for block in self.sight.blocks.values() for pair in _values(block.body)]
        for decision in self.program.decisions:
            for move in decision.moves:
                found += _values(move.do)
        return found

    # ---------------------------------------------------------------- what

    def _of_a_move(self, move: MoveRule, chooser: _Chooser) -> Iterator[Diagnostic]:
        for domain in move.choices:
            told = self._chosen(domain, chooser)
            if told is not None:
                yield told
                return  # the conditions ask of what is chosen
        for rule in move.may:
            piles = self._tells(rule.condition, chooser)
            if piles:
                yield self._told(f"whether '{move.name}' may be made tells", piles, rule.span)

    def _chosen(self, domain: Domain, chooser: _Chooser) -> Diagnostic | None:
        source = NO_PILES if domain.source is None else self._tells(domain.source, chooser)
        if source - set(self.secret) and CARD in (domain.type, domain.type.item):
            if self._is_told_which(domain, chooser):
                return None
            advice = "'show' them first, or let chance take one: 'random card in ...' in a line"
            line = domain.span.file.line(domain.span.line)
            is_your = re.search(r"\byour\b", line) is not None
            own = [n for n in sorted(source - set(self.secret)) if self._for_owner(n, is_your)]
            if own:
                advice = (
                    f"let the owner see '{own[0]}': 'seen by owner'; or "
                    + advice.partition(" or ")[2]
                )
            return self._at_the_pile(
                source,
                Diagnostic(
                CODE,
                f"whoever chooses '{domain.name}' does not see {self._cards(source)}, and the moves "
                "on offer name them",
                domain.span, advice, (), Severity.WARNING,
            ))  # fmt: skip
        piles = source
        for expr in (domain.low, domain.high, domain.where):
            if expr is not None:
                piles |= self._tells(expr, chooser)
        if not piles:
            return None
        return self._told(f"what may be chosen as '{domain.name}' tells", piles, domain.span)

    def _for_owner(self, name: str, is_your: bool) -> bool:
        """Whether a pile of everybody's own says wrongly, or of your own does not say, who sees it."""
        pile = self.sight.piles[name]
        if pile.seen_by is not None or not pile.per or not is_your:
            return pile.seen_by == "others"
        return "face down" not in pile.span.file.line(pile.span.line)

    def _told(self, what: str, piles: frozenset[str], span: Span) -> Diagnostic:
        advice = "ask it in 'do', or 'show' the cards first"
        if piles <= set(self.secret):
            advice = "ask it in 'do', or let everybody know it: without 'secret'"
        told = Diagnostic(
            CODE, f"{what} of {self._cards(piles)}, which whoever moves does not see", span,
            advice, (), Severity.WARNING,
        )  # fmt: skip
        return self._at_the_pile(piles, told)

    def _at_the_pile(self, piles: frozenset[str], told: Diagnostic) -> Diagnostic:
        """What is told of a line in a form stands at the game's pile: the form is right for others."""
        game = self.rules.node.span.file.name
        if told.span.file.name == game:
            return told
        for name in sorted(piles - set(self.secret)):
            pile = self.sight.piles[name]
            if pile.span.file.name == game and pile.per == "player" and pile.seen_by is None:
                note = Note("the cards are asked for here", told.span)
                advice = f"let whoever has them see them: '{name}: per player, seen by owner'"
                return replace(told, span=pile.span, suggestion=advice, notes=(note, *told.notes))
        return told

    def _is_told_which(self, domain: Domain, chooser: _Chooser) -> bool:
        """Whether the chosen card has to be one of those that everybody heard of."""
        for expr in () if domain.where is None else walk(domain.where):
            if isinstance(expr, Op) and expr.op in ("=", "in") and domain.variable in expr.operands:
                return not any(
                    self._tells(o, chooser) for o in expr.operands if o != domain.variable
                )
        return False

    def _cards(self, piles: frozenset[str]) -> str:
        named = [f"'{name}'" for name in sorted(piles) if name not in self.secret]
        said = [f"the cards in {' and '.join(named)}"] if named else []
        for key in sorted(piles & set(self.secret)):
            name = f"'{key.removeprefix('memory ')}'"
            said.append(f"{name} of others" if self.secret[key].per == "player" else name)
        return " and ".join(said)

    def _tells(self, expr: Expr, chooser: _Chooser) -> frozenset[str]:
        """The piles, and keys of memories, of which a value says something that whoever chooses does not
        see."""
        if isinstance(counts(expr), CardsIn):
            return NO_PILES
        match expr:
            case Call() if expr.function in _ASKED_ALOUD:
                return NO_PILES
            case CardsIn():
                name = pile_name(expr.of)
                if name is not None and self._is_unseen(expr.of, chooser):
                    return frozenset({name})
            case Slot() if self._is_kept_from(expr, chooser):
                return frozenset({expr.key})
        found = NO_PILES
        for child in expr.children:
            found |= self._tells(child, chooser)
        return found


def _is_drawn(expr: Expr, drawn: set[str], by_chance: set[str]) -> bool:
    """Whether a part of a value is what chance gives, or was given by it."""
    match expr:
        case Call():
            return expr.function.startswith("random")
        case Local():
            return expr.name in drawn
        case Slot():
            return expr.key in by_chance
    return False


def _values(body: Iterable[Stmt]) -> Iterator[tuple[Slot, Expr]]:
    """The cells that lines set, and to what."""
    return ((s.target, bare(s.value)) for s in every(body) if isinstance(s, Set))


def _conditions(body: Iterable[Stmt]) -> Iterator[Expr]:
    """What lines ask, or keep as an answer."""
    for statement in every(body):
        if isinstance(statement, If):
            yield statement.condition
        elif isinstance(statement, Set):
            yield statement.value
