"""A game ready to be played: checked rules, with the options and the number of players settled.

A `Game` never changes. It compiles the program once and holds what its states need.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from threading import RLock
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

from rulerun.grammar.nodes import Mapping as NodeMapping
from rulerun.grammar.nodes import Node, Scalar

from ..cards import SUIT_COLORS, Deck, build_deck
from ..checking.core import MARKED, SETUP, Call, Expr, Local, phase_of, walk
from ..checking.layout import Layout
from ..checking.settings import option_values
from ..checking.symbols import ABANDONED
from ..compiling.emitter import REFUSED, Emitter
from ..compiling.plain_functions import FREE_FUNCTIONS
from ..errors import GameSetupError, IllegalMoveError, RuleError
from ..given import listed, named, shown, text
from ..labels import label
from .chance import MASK128, MULTIPLIER, stream
from .checked import Checked
from .how_many import any_of, by_ranks, kinds_of
from .longest import LONGEST
from .meld_kinds import MeldKind
from .melds import MeldRules
from .moves import NO_CHOICE, NOT_OFFERED, Move, MoveKind, Offer
from .refusal import failed_everywhere, refuse
from .runtime import Runtime
from .state import MOST_BLOCKS, State
from .subsets import CHOOSING
from .values import Values

OPTIONS = "options are names with their values, {'rounds': 3}"
_ABOVE = 1 << 62
"""Above every rank and value of a card."""


class Game:
    """A game with its options and number of players. Make one with `load`.

    `options` gives the value of each option as text; `words` are the ruleset's words by number.
    Raises GameSetupError for a number of players or an option that the rules do not allow.
    """

    emitting: ClassVar[type[Emitter]] = Emitter
    """What makes its code; a game that counts or shows more than others may have one of its own."""
    patience: Iterable[int] = range(MOST_BLOCKS)
    """As many as blocks may run without a decision."""

    def __init__(
        self,
        checked: Checked,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
    ) -> None:
        self.checked = checked
        self.rules = checked.rules
        self.program = checked.program
        self.symbols = checked.symbols
        self.name = self.rules.name
        self.title = self.rules.title
        self.limit = self.rules.limit
        self.players = self._seats(players)
        self.teams = self.rules.players.teams or 0
        self.words = tuple(self.symbols.words)
        self.abandoned = self.symbols.words[ABANDONED]
        self.option_values = option_values(self.symbols, named(options, OPTIONS))
        self.layout = Layout(
            self.program.cells,
            self.rules.piles,
            self.players,
            self.teams,
            len(self.rules.deck.ranks) + len(self.rules.deck.jokers),
        )
        self.deck = self._deck()
        self.values = Values(self)
        self.options = {
            o.name: self.values.text(
                self.symbols.kind_type(o.option.kind), self.option_values[o.name]
            )
            for o in self.rules.options
        }
        self._emitter = self._new_emitter()
        self.runtime = Runtime(self.deck, self.layout, self._meld_rules(), self._emitter.tracks)
        self.runtime.sites = self._emitter.sites
        self._all_at_once: dict[int, tuple[int, int, int, int]] = {}
        self._evaluators: dict[tuple[Expr, tuple[str, ...]], Callable[..., Any]] = {}
        self._held: dict[str, Callable[[Callable[..., Any]], None]] = {}
        self._making = RLock()
        self._compile()
        # A state before its first line, where chance has no part in it.
        self._blank: State | None = None
        # The same as far as each game goes the same way; see `_before_chance`.
        self._opened: State | Literal[False] | None = None
        self._opening: Any = None
        self._begins_by_chance = any(
            isinstance(part, Call) and part.function == "random_member"
            for cell in self.program.cells
            if cell.start is not None
            for part in walk(cell.start)
        )

    # ---------------------------------------------------------------- making

    def _seats(self, players: int | None) -> int:
        seats = self.rules.players
        if players is None:
            return seats.low
        is_number = isinstance(players, int) and not isinstance(players, bool)
        if not is_number or not seats.low <= players <= seats.high:
            allowed = str(seats.low) if seats.low == seats.high else f"{seats.low} to {seats.high}"
            given = players if is_number else f"{shown(players)}: that is no whole number"
            raise GameSetupError(f"{self.title} is for {allowed} players, not {given}")
        return players

    def _deck(self) -> Deck:
        deck = build_deck(self.rules.deck)
        if self.program.only is not None:
            deck = build_deck(self.rules.deck, self._asked_of(deck, *self.program.only))
        if self.program.wild is not None:
            deck.wild = tuple(self._asked_of(deck, *self.program.wild))
        return deck

    def _asked_of(self, deck: Deck, card: Local, condition: Expr) -> list[bool]:
        """Whether a condition holds that is asked of each card before the game begins."""
        runtime = Runtime(deck, self.layout, None, False)
        alone = replace(
            self.program, blocks=(), decisions=(), firing=(), ending=(), winner=None, payoff=None
        )
        emitter = Emitter(alone, self.layout, self.option_values)
        runtime.sites = emitter.sites
        space = self._namespace(runtime)
        self._execute(emitter.function_of(condition, [card.name]), space)
        return [bool(space["f"](None, number)) for number in range(len(deck))]

    def _new_emitter(self) -> Emitter:
        return self.emitting(
            self.program, self.layout, self.option_values, self.deck.numbers,
            all(suit is not None for suit in self.deck.suits),
        )  # fmt: skip

    def _meld_rules(self) -> MeldRules | None:
        if not self.rules.melds:
            return None
        ranks = {label: i for i, label in enumerate(self.rules.deck.ranks)}
        kinds = []
        for meld in self.rules.melds:
            pattern = meld.pattern
            order: tuple[int, ...] | None = None
            if meld.order is not None:
                order = tuple(ranks[r] for r in meld.order)
            elif pattern.sequence:
                order = tuple(range(len(ranks)))
            wild, natural = pattern.wild or 0, 1 if pattern.natural is None else pattern.natural
            kinds.append(MeldKind(pattern.least, pattern.most, pattern.same, order, wild, natural))
        count = len(ranks)
        cards = self.deck.cards
        return MeldRules(
            [c.rank if c.rank < count else None for c in cards],
            list(self.deck.suits),
            list(self.deck.values),
            kinds,
            self.deck.wild,
            self.deck.labels,
        )

    def _namespace(self, runtime: Runtime) -> dict[str, Any]:
        """What generated code knows by name."""
        deck = runtime.deck
        space: dict[str, Any] = {
            name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("_")
        }
        space |= FREE_FUNCTIONS
        space |= CHOOSING
        space |= LONGEST
        space["by_ranks"] = by_ranks
        space["any_of"] = any_of
        space["MASK128"], space["MULTIPLIER"] = MASK128, MULTIPLIER
        if self.symbols.marks is not None:
            space["passing"], space[MARKED] = self.symbols.marks.passing, self.symbols.marks.marked
        teams = self.teams
        seats = range(self.players)
        tables: dict[str, Sequence[Any]] = {
            "RANK": deck.ranks,
            "SUIT": deck.suits,
            "COLOR": deck.colors,
            "SUIT_COLOR": SUIT_COLORS,
            "VALUE": deck.values,
            "WILD": deck.wild,
        }
        if teams:
            tables["TEAM"] = tuple(s % teams for s in seats)
            tables["PARTNER"] = tuple((s + teams) % self.players for s in seats)
            tables["MEMBERS"] = tuple(
                tuple(s for s in seats if s % teams == t) for t in range(teams)
            )
        for name, table in tables.items():
            space[name] = listed = list(table)
            # Of a list, whose look-up is a plain method: half the time of a tuple's.
            space[name + "_OF"] = listed.__getitem__
            space[name + "_OR_NOTHING"] = {None: None, **dict(enumerate(table))}
            space[name + "_OR_ABOVE"] = {None: _ABOVE, **dict(enumerate(table))}
            space[name + "_OR_BELOW"] = {None: -_ABOVE, **dict(enumerate(table))}
        space["LABEL"] = deck.labels
        space["KIND_OF"] = kinds_of(deck.ranks, deck.values).__getitem__
        space["MEMBERS_OR_NOTHING"] = {None: (), **dict(enumerate(tables.get("MEMBERS", ())))}
        return space

    def _execute(self, module: ast.Module, space: dict[str, Any]) -> None:
        """Define the functions of a module that the emitter built, node by node."""
        exec(compile(module, self.checked.file, "exec"), space)  # noqa: S102 - never from text

    def _compile(self) -> None:
        emitted = self._emitter.emit(whole=False)
        space = self._namespace(self.runtime)
        space |= {title: self._made_later(title) for title in self._emitter.later}
        over = emitted.decision_base + len(self.program.decisions)

        def finish(state: State, reason: int) -> int:
            state.ended = reason
            state.is_over = True
            return over

        space["finish"] = finish
        self._execute(emitted.module, space)
        self._space = space
        self.functions = SimpleNamespace(
            **{name: space.get(name) for name in ("start_cells", "winner", "payoff")}
        )
        self.labels = emitted.labels
        self.blocks: list[Callable[[State], int]] = [space[title] for title in emitted.blocks]
        for number, title in enumerate(emitted.blocks):
            self._held[title] = partial(self.blocks.__setitem__, number)
        self.decision_base = emitted.decision_base
        self.over = over
        decisions = range(len(self.program.decisions))
        # What lists the moves of each decision, None where it takes more than one list for a move.
        self.listers = [*(space.get(f"moves_{i}") for i in decisions), None]
        # What says whether there are any, best by listing them, which is wanted next anyway; None where
        # some move is always legal, as at the end, where none is.
        self.can_move = [
            self.listers[i] or (None if i in emitted.always else space[f"can_move_{i}"])
            for i in decisions
        ] + [None]
        for i in decisions:
            self._held[f"moves_{i}"] = partial(self._hold_lister, i)
        self.kinds: dict[int, tuple[MoveKind, ...]] = {over: ()}
        self.actor_cells: dict[int, int] = {}
        for i, decision in enumerate(self.program.decisions):
            at = emitted.decision_base + i
            assert decision.you.index is None
            self.actor_cells[at] = self.layout.cell_base[decision.you.key]
            self.kinds[at] = tuple(
                MoveKind(
                    game=self, name=move.name, rule=move, at=at, number=m, at_once=decision.at_once,
                    legal=space[f"legal_{i}_{m}"], check=space[f"check_{i}_{m}"],
                    act=space.get(f"act_{i}_{m}"),
                    make=space.get(f"make_{i}_{m}"), bounds=space.get(f"bounds_{i}_{m}"),
                    show=self.values.shower(move),
                    is_plain=not move.choices and not move.may,
                    is_listed=self.listers[i] is not None,
                )
                for m, move in enumerate(decision.moves)
            )  # fmt: skip
            for m, kind in enumerate(self.kinds[at]):
                for field in ("legal", "check", "act", "make"):
                    # A kind of move never changes: what it is to be is only put off.
                    self._held[f"{field}_{i}_{m}"] = partial(object.__setattr__, kind, field)
                space[f"KIND_{i}_{m}"], space[f"KIND_{i}_{m}_PLAIN"] = kind, (kind, 0, 1, NO_CHOICE)
        self._make_offers()

    def _make_offers(self) -> None:
        """The lists of moves that serve all states, under the names that the code knows them by."""
        for title, (i, numbers) in self._emitter.offers.items():
            if title not in self._space:
                kinds = self.kinds[self.decision_base + i]
                self._space[title] = Offer([kinds[m] for m in numbers])

    def _hold_lister(self, i: int, lister: Callable[[State], Any]) -> None:
        self.listers[i] = self.can_move[i] = lister

    def _made_later(self, title: str) -> Callable[..., Any]:
        """A function that is compiled when somebody comes to it: a first decision is there sooner, and
        what few ever do costs nobody else anything."""

        def later(*given: Any) -> Any:
            made = self._space[title]
            if made is later:
                made = self._make(title, later)
            return made(*given)

        return later

    def _make(self, title: str, later: Callable[..., Any]) -> Callable[..., Any]:
        with self._making:
            if self._space[title] is later:
                module = self._emitter.made(title)
                self._make_offers()
                self._execute(module, self._space)
                self._emitter.tables_stand()
                if title in self._held:
                    self._held[title](self._space[title])
            made: Callable[..., Any] = self._space[title]
            return made

    @cached_property
    def module(self) -> ast.Module:
        """All its code, to be looked at."""
        return self._new_emitter().emit().module

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the rules with their house rules, the options and the number of players."""
        told = json.dumps([_told(self.rules.node), self.options, self.players])
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    @property
    def edition(self) -> str:
        """What is played, for people: house rules, players, and a piece of the fingerprint."""
        with_ = f" with {', '.join(self.rules.overlays)}" if self.rules.overlays else ""
        return f"{self.name}{with_}, {self.players} players, edition {self.fingerprint[:8]}"

    def __reduce__(self) -> tuple[object, ...]:
        # What was compiled cannot be pickled, and need not be.
        return Game, (self.checked, self.options, self.players)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash((self.name, self.players))

    def __repr__(self) -> str:
        with_ = f" with {', '.join(self.rules.overlays)}" if self.rules.overlays else ""
        return f"<Game {self.name}{with_}, {self.players} players>"

    # ---------------------------------------------------------------- starting

    def new_state(self, seed: int = 1, deck: Iterable[str] | None = None) -> State:
        """A state in which nothing has happened yet: the pack unshuffled in its pile."""
        if self._blank is None:
            state = self._new_state(seed)
            if not self._begins_by_chance:
                self._blank = state.clone()
        else:
            state = self._blank.clone()
            state.shuffle_stream = stream(seed, "shuffle")
            state.random_from = ~seed
        if deck is not None:
            state.script = self.card_order(deck)
        return state

    def _new_state(self, seed: int) -> State:
        state = State.__new__(State)
        state.game = self
        state.cells = [None] * self.layout.size
        state.piles = [[] for _ in range(self.layout.fixed_piles)]
        state.undecided = [0] * self.layout.fixed_piles
        state.group_codes = []
        state.known, state.shown, state.played_by = {}, {}, {}
        state.face_up = 0
        state.shuffle_stream = stream(seed, "shuffle")
        state.random_from = ~seed
        state.script = None
        state.script_only = False
        state.said = []
        state.at = self.over
        state.moves_made = 0
        state.offered = NOT_OFFERED
        state.listed = None
        state.ended = None
        state.is_over = False
        state.failed = None
        state.course = None
        state.piles[self.layout.pile_base[self.rules.deck.starts_in]] = list(range(len(self.deck)))
        self.functions.start_cells(state)
        return state

    def card_order(self, deck: Iterable[str]) -> list[int]:
        """A given order of cards as numbers; each stands for its copies too."""
        order: list[int] = []
        for card in listed(deck, "deck is a list of cards, ['10H', 'AS']"):
            numbers = self.deck.find(text(card, "a card is a text, '10H'"))
            if not numbers:
                raise GameSetupError(f"the deck has no '{card}'")
            order.append(numbers[0])
        return order

    def start(self, seed: int = 1, deck: Iterable[str] | None = None) -> State:
        """A new game, at its first decision.

        The same seed gives the same game on every platform. `deck` lists cards, the next one first,
        that shuffled piles give before chance decides (`start(deck=["4H", "QS"])`). One that does
        not lie in the pile is passed over and waits: it may stand there again for the next round.
        Raises RuleError if a rule fails before the first decision.
        """
        if self._opened is None:
            self._opened = self._before_chance()
        if self._opened is False or deck is not None:
            state = self.new_state(seed, deck)
            self.begin(state)
            return state
        state = self._opened.clone()
        state.shuffle_stream = stream(seed, "shuffle")
        state.random_from = ~seed
        try:
            following = self._opening(state)
            if state.listed:
                state.at = following
            else:
                state.run(following)
        except RuleError as error:
            state.fail(error)
            raise
        return state

    def _before_chance(self) -> State | Literal[False]:
        """A state in which all is done that each game begins with; False where some line of that may
        fail, or is to be noted, and where games begin by chance."""
        if self.emitting is not Emitter or self.symbols.marks is not None or self._begins_by_chance:
            return False
        begin, self._opening = (self._space.get(name) for name in ("before_chance", "opening"))
        if begin is None or self._opening is None:
            return False
        state = self.new_state()
        try:
            begin(state)
        except RuleError:
            return False
        return state

    def begin(self, state: State) -> None:
        """Run a new state to its first decision."""
        try:
            state.run(self.labels[SETUP])
        except RuleError as error:
            state.fail(error)
            raise

    # ---------------------------------------------------------------- what states ask

    def winners(self, state: State) -> tuple[int, ...]:
        """Who has won."""
        if state.ended is None or state.ended == self.abandoned or not self.functions.winner:
            return ()
        return tuple(self.functions.winner(state))

    def payoffs(self, state: State) -> tuple[int | float, ...]:
        """What each seat gains."""
        if state.ended is None or state.ended == self.abandoned:
            return (0,) * self.players
        if self.functions.payoff:
            return tuple(self.functions.payoff(state, seat) for seat in range(self.players))
        winners = self.winners(state)
        return tuple(1 / len(winners) if s in winners else 0 for s in range(self.players))

    def evaluate(self, expr: Expr, state: State, names: Mapping[str, Any] | None = None) -> Any:
        """The value of a checked expression in a state; `names` are the locals that it reads."""
        names = names or {}
        key = (expr, tuple(names))
        if key not in self._evaluators:
            self._evaluators[key] = self.function_of(expr, key[1])
        return self._evaluators[key](state, *names.values())

    def function_of(self, expr: Expr, names: Sequence[str] = ()) -> Callable[..., Any]:
        """A checked expression as a function of a state and of the locals that it reads."""
        space = dict(self._space)
        with self._making:
            self._execute(self._emitter.function_of(expr, list(names)), space)
        function: Callable[..., Any] = space["f"]
        return function

    def too_long(self, at: int) -> RuleError:
        """A million lines without a decision."""
        if at >= self.decision_base:
            where = phase_of(self.program.decisions[at - self.decision_base].phase)
        else:
            where = phase_of(next(name for name, number in self.labels.items() if number == at))
        phase = self.symbols.phases.get(where)
        message = f"'{where}' goes on and on without a decision"
        return RuleError("R706", message, phase.span if phase else None, (), where or None)

    def stuck(self, state: State, at: int) -> int:
        """Go on where no move is legal: `if stuck`, or a run-time error."""
        decision = self.program.decisions[at - self.decision_base]
        if self.symbols.marks is not None:
            asked = [rule for move in decision.moves for rule in move.may]
            if any(self.symbols.marks.are_of("refused", rule.span) for rule in asked):
                for rule in failed_everywhere(self, state, at):
                    self.symbols.marks.note("refused", rule.span)
        if decision.stuck is not None:
            return self.labels[self._emitter.resolve(decision.stuck)]
        seat = state.cells[self.actor_cells[at]]
        phase = phase_of(decision.phase)
        message = f"P{seat + 1} has no legal move in '{phase}'"
        raise RuleError("R705", message, decision.span, (seat,), phase)

    def choose_at_once(
        self, state: State, kind: MoveKind, choices: tuple[Any, ...], *, is_legal: bool
    ) -> int:
        """Note a choice that is carried out when all have chosen; REFUSED if it is not legal."""
        if not is_legal and kind.check(state, *choices):
            return REFUSED
        queue, order, chosen, following = self._at_once(kind.at)
        seat = state.cells[self.actor_cells[kind.at]]
        self.runtime.note_choice(state, queue, order, chosen, (seat, kind.number, choices))
        return following

    def _at_once(self, at: int) -> tuple[int, int, int, int]:
        """Where choices at once are kept, and what comes after each."""
        if at not in self._all_at_once:
            path = self.program.decisions[at - self.decision_base].phase
            base = self.layout.cell_base
            self._all_at_once[at] = (
                base[f"queue {path}"], base[f"order {path}"], base[f"chosen {path}"],
                self.labels[self._emitter.resolve(f"{path}:next")],
            )  # fmt: skip
        return self._all_at_once[at]

    def let_choose_first(self, state: State, seat: int) -> None:
        """Where everyone chooses at once, another seat than the first may choose before it."""
        if state.ended is not None:
            raise IllegalMoveError(f"the game is over ({state.ended_by})", "")
        decision = self.program.decisions[state.at - self.decision_base]
        cell = self.layout.cell_base.get(f"queue {decision.phase}", -1)
        if not decision.at_once or seat not in state.cells[cell]:
            raise IllegalMoveError(
                f"it is the turn of P{(state.actor or 0) + 1}, not of P{seat + 1}", ""
            )
        waiting = state.cells[cell]
        state.listed = None
        state.cells[cell] = (seat, *(s for s in waiting if s != seat))
        state.cells[self.actor_cells[state.at]] = seat

    # ---------------------------------------------------------------- moves as text

    def parse_move(self, state: State, text: str, names: Mapping[str, int] | None = None) -> Move:
        """The move that a text says (`bet 5`, `knock 10C`), legal or not.

        `names` gives the seats of players that have names. Raises IllegalMoveError for a text that
        says no move of this game.
        """
        return self.values.parse_move(state, text, names or {})

    def is_legal_text(self, state: State, text: str) -> bool:
        """Whether a text says a legal move."""
        try:
            return self.parse_move(state, text) in state.legal_moves
        except IllegalMoveError:
            return False

    def refusal(self, state: State, move: Move) -> IllegalMoveError:
        """Why a move may not be made."""
        return refuse(self, state, move)

    def label(self, name: str) -> str:
        """How a name is shown to people."""
        return label(name)


def _told(node: Node) -> Any:
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, NodeMapping):
        return [
            [e.key.text, _told(e.value)]
            for e in node
            if e.key.text not in ("examples", "rulings", "titles", "about")
        ]
    return [_told(i) for i in node.items]
