"""A game as it was played: how it was set up, its chance, its moves. It can be played again, and it is
known what went wrong in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from random import Random
from typing import Any

from rulerun.grammar.source import Span

from ..checking.core import READY, SETUP, Call, Cell, walk
from ..errors import GameSetupError, IllegalMoveError, RuleError
from ..labels import seat_name
from ..machine.checked import Checked
from ..machine.moves import Move, Section
from ..machine.state import State
from .corners import Setup
from .invariants import LAWS, OF_RULES, Broken, Material
from .patience import SHARE, Patience, TimeOver

_LASTING = {"R706": 20_000, "R708": 5_000}
"""As long as so many moves it takes to see a million lines run, or far too many moves be listed."""

_LOOKS = 8
"""So often a law is asked that tries something by chance."""


class Stage(Enum):
    """When something went wrong."""

    SETUP = "before the first decision"
    MOVE = "in a move"
    LISTING = "when it was asked what may be done"
    END = "when it was asked who has won"
    LAW = "in a state of the game"


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong in a game. `what` is the code of a rule's failure, or the name of a law.

    `is_fault` says that not the rules are wrong but rulerun is; then `error` may be what was raised.
    `code` is the page that says more of it, where `what` is none.
    """

    stage: Stage
    what: str
    message: str
    span: Span | None = None
    is_fault: bool = False
    error: BaseException | None = field(default=None, compare=False, repr=False)
    code: str | None = None

    def is_like(self, other: Trouble | None) -> bool:
        """Whether it is the same thing, seen again maybe on another way."""
        return other is not None and (self.what, self.span) == (other.what, other.span)


@dataclass(frozen=True, slots=True)
class Given:
    """A memory that starts by chance, how an example calls it, and what is in it after the setup."""

    address: str
    text: str
    cell: int
    value: Any


@dataclass(frozen=True, slots=True)
class Played:
    """A game up to some moment. `moves` are the seats' moves as texts.

    `cards` are what shuffled piles give first, the next one first, and `given` what is put in place
    after the setup; the rest comes from the seed.
    """

    setup: Setup
    seed: int
    moves: tuple[tuple[int, str], ...] = ()
    cards: tuple[str, ...] | None = None
    given: tuple[Given, ...] = ()


class Playing:
    """A game that is being played: `state`, the moves made, and the trouble that ended it."""

    state: State

    def __init__(
        self,
        checked: Checked,
        setup: Setup,
        seed: int,
        cards: tuple[str, ...] | None = None,
        given: tuple[Given, ...] = (),
        *,
        patience: Patience | None = None,
    ) -> None:
        self.setup = setup
        self.seed = seed
        self.cards = cards
        self.given = given
        self.moves: list[tuple[int, str]] = []
        self.trouble: Trouble | None = None
        with self.going(Stage.SETUP):
            game = checked.game(setup.options, setup.players)
            if patience is not None:
                game.patience = patience
            self.state = game.new_state(seed, cards)
            self.material = Material.of(self.state)
            if given:
                _begin_with(self.state, given)
            else:
                game.begin(self.state)
            self.material.is_complete(self.state)

    @property
    def played(self) -> Played:
        """The game up to now."""
        return Played(self.setup, self.seed, tuple(self.moves), self.cards, self.given)

    @property
    def goes_on(self) -> bool:
        """Whether another move can be made."""
        return self.trouble is None and not self.state.is_over

    @contextmanager
    def going(self, stage: Stage) -> Iterator[None]:
        """Whatever goes wrong meanwhile is the trouble of this game."""
        try:
            yield
        except TimeOver:
            raise
        except RuleError as error:
            self.trouble = Trouble(stage, error.code, error.message, error.span, error=error)
        except GameSetupError as error:
            self.trouble = Trouble(stage, "R710", str(error))
        except Broken as broken:
            is_fault = broken.law not in OF_RULES
            self.trouble = Trouble(
                Stage.LAW,
                broken.law,
                broken.message,
                broken.span,
                is_fault=is_fault,
                code=broken.code,
            )
        except Exception as error:  # noqa: BLE001 - to find faults of rulerun is what this is for
            what = type(error).__name__
            self.trouble = Trouble(stage, what, str(error), is_fault=True, error=error)

    def choose(self, pick: Callable[[State], Move | None]) -> Move | None:
        """A legal move as `pick` picks it; None where that went wrong."""
        move: Move | None = None
        with self.going(Stage.LISTING):
            move = pick(self.state)
        return move

    def make(self, move: Move) -> None:
        """Make a legal move, and see that nothing is lost."""
        state = self.state
        seat = state.actor
        assert seat is not None
        self.moves.append((seat, str(move)))
        with self.going(Stage.MOVE):
            state.apply(move)
            self.material.is_complete(state)
            if state.moves_made > state.game.limit:
                raise Broken("limit", f"the game goes on after {state.game.limit} moves")
        if self.trouble is None and state.is_over:
            self.ask_at_the_end()

    def take_back(self, before: State) -> None:
        """Take back the last move, which has failed; `before` is the state it was made in."""
        self.state = before
        self.moves.pop()
        self.trouble = None

    def ask_at_the_end(self) -> None:
        """Who has won, and what it was worth, must have an answer."""
        state = self.state
        with self.going(Stage.END):
            winners, payoffs = state.winners, state.payoffs
            if not set(winners) <= set(range(state.game.players)):
                raise Broken("end", "somebody wins who does not play")
            if len(payoffs) != state.game.players:
                raise Broken("end", "not everybody has a payoff")
            LAWS["moves"](state, Random(0))

    def ask(self, law: str, rng: Random, listed: list[Section] | None = None) -> None:
        """Ask whether a law holds now. What goes wrong in rules meanwhile is not told.

        `listed` are the legal moves, where they are not to be listed again.
        """
        state = self.state.clone()
        state.listed = listed
        with self.going(Stage.LAW):
            try:
                LAWS[law](state, rng)
            except RuleError:
                return


class Replayer:
    """Plays games of some rules again, and counts the moves for which that was done."""

    def __init__(self, checked: Checked, patience: Patience | None = None) -> None:
        self.checked = checked
        self.patience = patience
        self.moves_made = 0

    def again(self, played: Played) -> Playing:
        """Play a game again; moves that are not legal when their turn comes are left out."""
        playing = Playing(
            self.checked, played.setup, played.seed, played.cards, played.given,
            patience=self.patience,
        )  # fmt: skip
        for _, text in played.moves:
            if not playing.goes_on:
                break
            move = playing.choose(partial(_legal, text=text))
            if move is not None:
                playing.make(move)
                self.moves_made += 1
        self.moves_made += 1
        return playing

    def shows(self, played: Played, wanted: Trouble) -> Played | None:
        """The game, as far as it goes, if the same trouble is found in it."""
        playing = self.seen(played, wanted)
        return None if playing is None else playing.played

    def seen(self, played: Played, wanted: Trouble) -> Playing | None:
        """The game, played up to the same trouble, if that is found in it."""
        playing = self.again(played)
        if playing.trouble is None and playing.goes_on and wanted.stage is Stage.LISTING:
            playing.choose(lambda state: state.legal_moves[0])
        if playing.trouble is None and wanted.what in LAWS:
            for number in range(_LOOKS):
                playing.ask(wanted.what, Random(number))
        found = playing.trouble
        if found is not None:
            is_short = found.what == "R706" and self.patience is not None and self.patience.is_short
            self.moves_made += _LASTING.get(found.what, 0) // (SHARE if is_short else 1)
        return playing if wanted.is_like(found) else None

    def with_its_cards(self, played: Played) -> Played:
        """The same game, with the cards written down that chance gives in it, one after the other."""
        game = self.checked.game(played.setup.options, played.setup.players)
        noted: list[int] = []
        game.runtime.noted = noted
        try:
            playing = self.again(replace(played, cards=played.cards or ()))
            if playing.goes_on:  # a look at what may be done may need cards, too
                playing.choose(lambda state: state.legal_moves[0])
        finally:
            game.runtime.noted = None
        return replace(played, cards=tuple(game.deck.labels[card] for card in noted))

    def with_its_beginning(self, played: Played) -> Played:
        """The same game, with what its memories start as by chance."""
        game = self.checked.game(played.setup.options, played.setup.players)
        state = game.new_state(played.seed)
        names = {memory.name for memory in self.checked.rules.memories}
        given: list[Given] = []
        for cell in self.checked.program.cells:
            kind, _, name = cell.key.partition(" ")
            if kind != "memory" or name not in names or not _by_chance(cell):
                continue
            if cell.per not in ("", "player"):  # no example's words for these
                continue
            base = game.layout.cell_base[cell.key]
            for offset in range(game.players if cell.per else 1):
                value = state.cells[base + offset]
                text = "nothing" if value is None else game.values.text(cell.type, value)
                address = f"{seat_name(offset)}'s {name}" if cell.per else name
                given.append(Given(address, text, base + offset, value))
        return replace(played, given=tuple(given))


def _by_chance(cell: Cell) -> bool:
    parts = walk(cell.start) if cell.start is not None else ()
    return any(isinstance(part, Call) and part.function == "random_member" for part in parts)


def _begin_with(state: State, given: tuple[Given, ...]) -> None:
    """Run a new state to its first decision as an example does, which puts things in its place."""
    game = state.game
    following = game.blocks[game.labels[SETUP]](state)
    if following == game.labels[READY]:
        following = game.blocks[following](state)
    for one in given:
        state.cells[one.cell] = one.value
    state.run(following)


def _legal(state: State, text: str) -> Move | None:
    """The move that a text says, if it may be made now."""
    try:
        move = state.game.parse_move(state, text)
    except IllegalMoveError:
        return None
    return move if move in state.legal_moves else None
