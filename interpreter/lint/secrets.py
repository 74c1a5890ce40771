"""L608: what all see, computed from cards that not all see.

Followed is what a value says of cards: from a pile that somebody does not see, through terms,
choices, `let` and secret memories, into a memory that is not secret. Cards that were shown, turned up
or laid where everybody sees them say nothing new. How many cards there are everybody sees; and who
holds a card is asked aloud at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.source import Span

from ..checking.core import (
    SETUP,
    Address,
    Bind,
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
    Set,
    Slot,
    Start,
    Stmt,
    walk,
)
from ..checking.types import CARD
from ..declarations import ruleset as rules
from ..machine.game import Checked
from .survey import ONLY_IN_EXAMPLES, destination, pile_name

CODE = "L608"

_CLEAN: frozenset[str] = frozenset()


def secrets(checked: Checked) -> Iterator[Diagnostic]:
    """Public memories that are computed from cards that not everybody sees."""
    return _Secrets(checked).findings()


@dataclass(slots=True)
class _Known:
    """What is known at a place.

    `shown` are piles whose cards were shown to all, `names` the piles from which the values of
    names come, `chosen` those names that players have chosen, `released` card expressions that are laid open in the same lines, and names of which
    these speak; `decided` piles on whose cards it depends that this place is come to.
    """

    shown: frozenset[str]
    names: dict[str, frozenset[str]] = field(default_factory=dict)
    released: frozenset[Expr] = frozenset()
    chosen: frozenset[str] = frozenset()
    decided: frozenset[str] = _CLEAN


class _Secrets:
    def __init__(self, checked: Checked) -> None:
        self.rules, self.program = checked.rules, checked.program
        self.piles = {p.name: p for p in checked.rules.piles}
        self.cells = {c.key: c for c in checked.program.cells}
        self.blocks = {b.label: b for b in self.program.blocks
                       if not b.label.endswith(ONLY_IN_EXAMPLES)}  # fmt: skip
        self.decisions = {d.label: d for d in self.program.decisions}
        self.hidden = self._hidden_piles()
        self.kept: dict[str, frozenset[str]] = {}  # what secret memories say of cards
        self.told: dict[tuple[str, Span], Diagnostic] = {}

    def findings(self) -> Iterator[Diagnostic]:
        if not self.hidden:
            return
        shown = self._shown()
        before: dict[str, frozenset[str]] | None = None
        while before != self.kept:
            before = dict(self.kept)
            self.told.clear()
            for label, block in self.blocks.items():
                self._look(block.body, _Known(shown.get(label, _CLEAN)))
            for label, decision in self.decisions.items():
                for move in decision.moves:
                    self._look(move.do, self._at_a_move(move, shown.get(label, _CLEAN)))
            for firing in self.program.firing:
                self._look(firing.body, _Known(_CLEAN))
        yield from self.told.values()

    # ---------------------------------------------------------------- piles

    def _is_open(self, name: str) -> bool:
        """Whether everybody sees the cards of a pile, or may see them: as they were last turned."""
        pile = self.piles[name]
        if pile.seen_by == "owner" and self.rules.players.high == 1:
            return True
        return pile.seen_by is None and (pile.face != "down" or pile.top_face_up)

    def _hidden_piles(self) -> frozenset[str]:
        """Piles with cards that somebody has not seen.

        What comes from piles that lie open to a pile that does not was seen by all.
        """
        closed = {name for name in self.piles if not self._is_open(name)}
        if not closed:
            return _CLEAN
        hidden = {self.rules.deck.starts_in} & closed
        flows: list[tuple[frozenset[str], str]] = []
        for body, names in self._bodies():
            for do in _effects(body):
                if do.procedure == "shuffle":
                    hidden |= {pile_name(do.arguments[0]) or ""} & closed
                to = destination(do)
                into = None if to is None else pile_name(to)
                if into not in closed:
                    continue
                if do.procedure.startswith("shuffle_into"):
                    hidden.add(into)
                flows.append((self._come_from(do, names), into))
        flows += [(frozenset({p.refilled_from}), p.name) for p in self.rules.piles
                  if p.refilled_from is not None and p.name in closed]  # fmt: skip
        hidden |= {p.name for p in self.rules.piles if p.refilled_from is not None} & closed
        again = True
        while again:
            again = False
            for sources, into in flows:
                if into not in hidden and sources & hidden:
                    hidden.add(into)
                    again = True
        return frozenset(hidden)

    def _bodies(self) -> Iterator[tuple[tuple[Stmt, ...], dict[str, frozenset[str]]]]:
        """All lines, with the piles from which the names in them come."""
        for block in self.blocks.values():
            yield block.body, {}
        for decision in self.decisions.values():
            for move in decision.moves:
                yield move.do, self._chosen(move, everything=True)
        for firing in self.program.firing:
            yield firing.body, {}

    def _come_from(self, do: Do, names: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """The piles from which an effect takes cards."""
        if do.procedure == "gather_everything":
            return frozenset(self.piles)
        return _origins(do.arguments[0], names)

    def _chosen(self, move: MoveRule, *, everything: bool = False) -> dict[str, frozenset[str]]:
        """The piles from which the cards come that are chosen for a move, unless all see them.

        Whatever else is chosen all hear.
        """
        found: dict[str, frozenset[str]] = {}
        for domain in move.choices:
            if domain.source is not None and CARD in (domain.type, domain.type.item):
                piles = _origins(domain.source, found)
                found[domain.variable.name] = piles if everything else piles & self.hidden
        return found

    def _at_a_move(self, move: MoveRule, shown: frozenset[str]) -> _Known:
        names = frozenset(domain.variable.name for domain in move.choices)
        return _Known(shown, self._chosen(move), chosen=names)

    # ---------------------------------------------------------------- what was shown

    def _shown(self) -> dict[str, frozenset[str]]:
        """For each block and decision the piles whose cards may have been shown before it."""
        shown: dict[str, frozenset[str]] = {SETUP: _CLEAN}
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
        if label in self.blocks:
            bodies.append((self.blocks[label].body, self.blocks[label].next))
        if label in self.decisions:
            decision = self.decisions[label]
            done = () if decision.at_once else None
            bodies += [(m.do if done is None else done, m.next) for m in decision.moves]
            bodies += [] if decision.stuck is None else [((), decision.stuck)]
        for body, following in bodies:
            left: list[tuple[str, frozenset[str]]] = []
            yield following, self._after(body, shown, left)
            yield from left

    def _after(
        self, body: Iterable[Stmt], shown: frozenset[str], left: list[tuple[str, frozenset[str]]]
    ) -> frozenset[str]:
        """What was shown after some lines; `left` gets what it was where they leave."""
        for statement in body:
            match statement:
                case Do():
                    shown = self._effect(statement, shown)
                case If():
                    then = self._after(statement.body, shown, left)
                    shown = then | self._after(statement.otherwise, shown, left)
                case For():
                    shown |= self._after(statement.body, shown, left)
                case CarryOut():
                    for move in self.program.decisions[statement.decision].moves:
                        shown |= self._after(move.do, shown, left)
                    shown |= self._after(statement.stuck, shown, left)
                case Leave():
                    left.append((statement.label, shown))
        return shown

    def _effect(self, do: Do, shown: frozenset[str]) -> frozenset[str]:
        if do.procedure == "show" and self._to_all(do):
            return shown | _origins(do.arguments[0], {})
        if do.procedure == "turn" and do.arguments[1] == Const(do.arguments[1].type, False, True):
            return shown | _origins(do.arguments[0], {})
        to = do.arguments[0] if do.procedure == "shuffle" else destination(do)
        into = None if to is None else pile_name(to)
        return shown if into is None else shown - {into}

    # ---------------------------------------------------------------- values

    def _look(self, body: tuple[Stmt, ...], known: _Known) -> None:
        """Go through lines and tell what they give away."""
        known = replace(known, shown=known.shown | self._shown_in(body))
        for released, statement in zip(self._released(body), body, strict=True):
            here = replace(known, released=known.released | released)
            match statement:
                case Bind():
                    known.names[statement.name] = self._says(statement.value, here)
                case Set():
                    said = self._says(statement.value, here)
                    if statement.target.index is not None:
                        said |= self._says(statement.target.index, here)
                    if statement.site is not None:
                        said |= known.decided
                        self._given(statement.target.key, said, statement.site.span)
                case Start():
                    self._given(
                        statement.key, self._says(statement.value, here), statement.site.span
                    )
                case If():
                    asked = self._says(statement.condition, here)
                    for inner in (statement.body, statement.otherwise):
                        # What is laid open then is meant to be known.
                        decided = known.decided | asked - self._opened_in(inner, known.names)
                        names = dict(known.names)
                        self._look(inner, replace(here, decided=decided, names=names))
                case For():
                    asked = self._says(statement.source, here)
                    names = {**known.names, statement.variable.name: asked}
                    self._look(statement.body, replace(here, names=names))
                case CarryOut():
                    for move in self.program.decisions[statement.decision].moves:
                        self._look(move.do, self._at_a_move(move, here.shown))
                    self._look(statement.stuck, here)
                case Do():
                    self._paid(statement, here)
                    known.shown = self._effect(statement, known.shown)

    def _shown_in(self, body: Iterable[Stmt]) -> frozenset[str]:
        """The piles shown somewhere in lines: nobody looks on before these are done."""
        found = _CLEAN
        for do in _effects(body):
            if do.procedure in ("show", "turn", "turn_card"):
                found |= self._effect(do, _CLEAN)
        return found

    def _opened_in(
        self, body: Iterable[Stmt], names: Mapping[str, frozenset[str]]
    ) -> frozenset[str]:
        """The piles of which these lines lay cards open."""
        found = _CLEAN
        for do in _effects(body):
            if self._lays_open(do):
                found |= self._come_from(do, names)
        return found

    def _lays_open(self, do: Do) -> bool:
        if do.procedure == "show":
            return self._to_all(do)
        to = destination(do)
        into = None if to is None else pile_name(to)
        return into is not None and self._is_open(into)

    def _to_all(self, do: Do) -> bool:
        """Whether all see the cards that are shown: of two players one has them in hand."""
        cards, to = do.arguments[:2]
        owned = all(self.piles[p].seen_by == "owner" for p in _origins(cards, {}))
        return _is_everybody(to) or (owned and self.rules.players.high == 2)

    def _released(self, body: tuple[Stmt, ...]) -> list[frozenset[Expr]]:
        """For each line, the card expressions that lie open when all lines are done.

        A name stands for the same before and after; `top of stock` does so only until then.
        """
        names: set[Expr] = set()
        later: frozenset[Expr] = frozenset()
        from_here = []
        for statement in reversed(body):
            opened = [do.arguments[0] for do in _effects([statement]) if self._lays_open(do)]
            for cards in opened:
                names |= {e for e in walk(cards) if isinstance(e, Local)}
                later |= frozenset(_same_cards(cards))
            from_here.append(later)
        return [frozenset(names) | later for later in reversed(from_here)]

    def _paid(self, do: Do, known: _Known) -> None:
        """Chips that pass from one to another: how many, and to whom, all see."""
        holders = [a.slot for a in do.arguments if isinstance(a, Address)]
        if not holders or not do.procedure.startswith(("pay", "split")):
            return
        said = known.decided
        for argument in do.arguments:
            said |= self._says(argument, known)
        if said:
            self._tell("the chips", said, do.site.span, ())

    def _given(self, key: str, said: frozenset[str], span: Span) -> None:
        """A cell gets a value that says something of the cards of these piles."""
        cell = self.cells.get(key)
        if not said or cell is None or not key.startswith("memory "):
            return
        if cell.secret:
            self.kept[key] = self.kept.get(key, _CLEAN) | said
            return
        notes = () if cell.span is None else (Note("it is not 'secret'", cell.span),)
        self._tell(f"'{key.removeprefix('memory ')}'", said, span, notes)

    def _tell(self, what: str, said: frozenset[str], span: Span, notes: tuple[Note, ...]) -> None:
        piles = [self.piles[name] for name in sorted(said)]
        tells = "tell" if what == "the chips" else "tells"
        cards = " and ".join(f"'{p.name}', which {_who_sees(p)}" for p in piles)
        advice = "'show' the cards first" + (", or declare it 'secret'" if notes else "")
        self.told[what, span] = Diagnostic(
            CODE, f"{what} {tells} everybody of the cards in {cards}", span, advice, notes,
            Severity.WARNING,
        )  # fmt: skip

    def _says(self, expr: Expr, known: _Known) -> frozenset[str]:
        """The piles of whose hidden cards a value says something."""
        if expr in known.released:
            return _CLEAN
        match expr:
            case Local():
                return known.names.get(expr.name, _CLEAN) - known.shown
            case CardsIn():
                name = pile_name(expr.of)
                own = self._says(expr.of, known)
                return own if name not in self.hidden or name in known.shown else own | {name}
            case Call(function="size"):
                return self._says_how_many(expr.arguments[0], known)
            case Loop(how="count", where=None):
                return self._says_how_many(expr.source, known)
            case Slot():
                kept = self.kept.get(expr.key, _CLEAN) - known.shown
                return kept if expr.index is None else kept | self._says(expr.index, known)
        found = _CLEAN
        for child in expr.children:
            found |= self._says(child, known)
        return found

    def _says_how_many(self, cards: Expr, known: _Known) -> frozenset[str]:
        """Of a pile and of what somebody chose all see how many cards there are."""
        if isinstance(cards, Local) and cards.name in known.chosen:
            return _CLEAN
        return self._says(cards.of if isinstance(cards, CardsIn) else cards, known)


def _who_sees(pile: rules.Pile) -> str:
    if pile.seen_by == "owner":
        return "only their owner sees"
    if pile.seen_by == "others":
        return "their owner does not see"
    return "nobody sees"


def _is_everybody(players: Expr) -> bool:
    """Whether a list of players is everybody at the table, or who is still in."""
    if isinstance(players, Call) and players.function == "turn_order":
        return _is_everybody(players.arguments[0])
    if isinstance(players, Slot):
        return players.key == "live"
    return isinstance(players, Call) and players.function == "everyone"


def _effects(body: Iterable[Stmt]) -> Iterator[Do]:
    for statement in body:
        match statement:
            case Do():
                yield statement
            case If():
                yield from _effects(statement.body)
                yield from _effects(statement.otherwise)
            case For():
                yield from _effects(statement.body)
            case CarryOut():
                yield from _effects(statement.stuck)


def _origins(cards: Expr, names: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The piles in which cards lie, as far as the text says so."""
    match cards:
        case PileAt() | PilesAt():
            return frozenset({cards.pile})
        case CardsIn():
            return _origins(cards.of, names) | frozenset({pile_name(cards.of) or ""} - {""})
        case Local():
            own = frozenset({cards.type.pile or ""} - {""})
            return names.get(cards.name, _CLEAN) | own
        case Loop():
            return _origins(cards.source, names)
        case Needed():
            return _origins(cards.of, names)
        case Choose():
            return _origins(cards.then, names) | _origins(cards.otherwise, names)
        case Op(op="without"):
            return _origins(cards.operands[0], names)
        case Op(op="join") | Items() | Call():
            return _CLEAN.union(*(_origins(c, names) for c in cards.children))
    return _CLEAN


def _same_cards(cards: Expr) -> Iterator[Expr]:
    """The expression itself, and what it is only another form of: a list of one, a needed card."""
    yield cards
    if isinstance(cards, Needed):
        yield from _same_cards(cards.of)
    elif isinstance(cards, Items) and len(cards.items) == 1:
        yield from _same_cards(cards.items[0])
    elif isinstance(cards, Call) and cards.function in ("only", "as_list"):
        for inner in cards.arguments:
            yield from _same_cards(inner)
