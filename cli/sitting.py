"""Somebody sits at the table: sees it, says a move, hears what the others do."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulerun.interpreter.labels import seat_name

from .asking import Ended
from .exits import INTERRUPTED, UNREADABLE, Failed
from .keeping import Keeping
from .meaning import Meaning, NotUnderstood
from .offer import Offer
from .paint import count
from .running_game import RunningGame
from .several import Begun, Several
from .table_talk import WITH_MORE, WORDS, Left, TableTalk
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State

    from .saves import Made, NewRules, Saved
    from .script import Script
    from .watching import WatchedGame

_BEFORE_ALL = 0.15
"""Seconds that the usual opponents think in all before anybody is asked: who sits down wants to see cards."""


class Sitting(TableTalk):
    """A game with people at the table; bots move for the other seats.

    Several people at one terminal see what is theirs, one after the other: before the screen shows
    something to another of them it is covered.
    """

    def __init__(
        self, game: WatchedGame, keeping: Keeping, script: Script | None, again: str
    ) -> None:
        super().__init__(game, keeping, script, again)
        self._has_asked = False
        self._untold: list[Made | NewRules] = []
        self._was_changing = False

    @classmethod
    def begun(
        cls, game: WatchedGame, saved: Saved, script: Script | None, again: str, path: str | None
    ) -> Sitting:
        """A new game, saved in a file or in the folder of saves; Failed if that file cannot be made."""
        return cls(game, Keeping.begun(saved, path), script, again)

    # ---------------------------------------------------------------- the course of the game

    def play(self) -> None:
        """Play a new game to the end, or until the person leaves."""
        self._held(self._play_new)

    def caught_up(self, saved: Saved, whole: bool = False) -> RunningGame:
        """The course of a saved game, if not the `whole` of it up to the last move that a person made
        in it; what bots did since is told when it is gone on with.

        What was noted on the way is where a move can be taken back to. Failed if a move cannot be
        made again.
        """
        from .retelling import Stopped, gone_through
        from .saves import Made

        events = list(saved.events)
        self._untold = []
        while self._is_alone and events and not whole:
            last = events[-1]
            if not isinstance(last, Made):
                break
            self._untold.insert(0, events.pop())
            if last.seat in self.people:
                break
        try:
            self.course = gone_through(
                saved, self.game, lambda game: [], events=events, each=self._note
            )
        except Stopped as stopped:
            raise self._stopped(stopped.events + 1, stopped) from None
        self.game = self.course.game
        return self.course

    def _note(self, course: RunningGame, made: Made) -> None:
        if course.is_changing is not self._was_changing:
            self._decisions = []  # nobody goes back to before other rules were agreed on
        self._was_changing = course.is_changing
        if course.state.actor in self.people:
            self._decisions.append(course.state.clone())

    def _stopped(self, move: int, why: Exception) -> Failed:
        message = f"move {move} of the save cannot be made again ({why})"
        return Failed(f"{message}; what was before it: rulerun log {self.keeping.name}", UNREADABLE)

    def resume(self) -> None:
        """Go on with a game that was saved, once it is caught up with."""
        if self.course.is_changing is not self._was_changing:
            self._decisions = []
        self._was_changing = self.course.is_changing
        self._held(self._go_on)

    def _held(self, play: Callable[[], None]) -> None:
        try:
            play()
        except Left:
            self._part()
        except Ended:
            self.keeping.close()
            self.write("")
            raise Failed(f"the input has ended, the game has not; {self._way_back()}",
                         UNREADABLE) from None  # fmt: skip
        except KeyboardInterrupt:
            self.keeping.close()
            self.write("")
            raise Failed(f"interrupted; {self._way_back()}", INTERRUPTED) from None
        finally:
            self.keeping.close()

    def _part(self) -> None:
        self.keeping.close()
        told = self._way_back()
        self.write(f"{told[:1].upper()}{told[1:]}")

    def _way_back(self) -> str:
        name = self.keeping.name
        if name is None:
            return f"to play this game again: {self.again}"
        import shlex

        return f"to go on with this game: rulerun resume {shlex.quote(name)}"

    def _play_new(self) -> None:
        self._greet(f"You are {self._names()} of {self.game.players}.")
        self.course = RunningGame(self.game, self._narrators)
        self._go_on_from(self.start())

    def _go_on(self) -> None:
        from rulerun.interpreter.errors import IllegalMoveError, RuleError

        from .retelling import go_on

        saved = self.keeping.saved
        self._greet(
            f"You are {self._names()} of {self.game.players}; "
            f"{count(saved.moves_made, 'move')} of this game have been made."
        )
        self.course.told_by(self._narrators)
        for event in self._untold:
            try:
                go_on(self.course, event, self._note)
            except (IllegalMoveError, RuleError) as error:
                raise self._stopped(saved.moves_made, error) from None
        self._go_on_from(self.course.state)

    def _names(self) -> str:
        return " and ".join(seat_name(seat) for seat in self.people)

    def _go_on_from(self, state: State) -> None:
        while not state.is_over:
            if self.is_scripted:
                state = self._scripted(state)
                continue
            actor = state.actor
            assert actor is not None
            by_person = actor in self.people
            if by_person:
                self._decisions.append(state.clone())
                move = self._asked(state, actor)
                state = self.course.state
                if move is None:  # a move was taken back
                    continue
            else:
                move = self._bots_move(state)
            is_changing = self.course.is_changing
            # It is on the disk before anybody hears of it.
            self.keeping.made(actor, str(move), by_person)
            try:
                state = self.make(move, actor)
            except Failed:
                self.keeping.undone(self.keeping.saved.moves_made - 1)
                raise
            if is_changing and not self.course.is_changing:
                self._decisions, self._was_changing = [], False
        self._end(state)

    def _scripted(self, state: State) -> State:
        assert self.script is not None
        move, seat = self.script.next_move(state)
        state = self.make_scripted(state)
        self.keeping.made(seat, str(move), True)
        if not self.is_scripted and not state.is_over:
            self.write("The script is at its end.")
        return state

    def _bots_move(self, state: State) -> Move:
        """What a bot does at a seat, by what the seat knows and by the number of the move alone: a
        game that is gone on with, or taken back, goes the way it would have gone."""
        from rulerun.interpreter.bots.seating import STRONG, bot_named
        from rulerun.interpreter.errors import RuleError
        from rulerun.interpreter.machine.chance import MASK64, stream

        actor = state.actor
        assert actor is not None
        names = {move.name for d in self.game.program.decisions for move in d.moves}
        kind = bot_named(self.keeping.saved.bots[actor], names)
        if kind == STRONG and not self._has_asked:
            kind = replace(kind, seconds=_BEFORE_ALL / len(self.keeping.saved.bots))
        seed = stream(self.seed, f"move {state.moves_made + 1}") >> 64 & MASK64
        try:
            with self.course.unwatched():
                return kind.seated(seed, actor).choose(state, state.legal_moves)
        except RuleError as error:
            raise self.failure(error) from None

    def _end(self, state: State) -> None:
        self.keeping.ended(state.ended_by or "")
        if not self._is_alone:
            self._uncover_last()
        narrator = self.course.narrators[0]
        narrator.write = self.write
        narrator.ends(state, openly=not self._is_alone)
        self.write("")
        self.write(f"To play this game again: {self.again}")
        if self.keeping.name is not None:
            self.write(f"To see it once more:     rulerun replay {self.keeping.name}")
        self.check_script()

    def _greet(self, seats: str) -> None:
        game = self.game
        self.write(self.paint.bold(harmless(game.title)))
        if game.rules.about:
            for line in textwrap.wrap(harmless(game.rules.about), self._text_width):
                self.write(line)
        for name in game.rules.overlays:
            self.write(f"With the house rule {game.label(name)}.")
        if game.options:
            told = ", ".join(f"{game.label(n)} {v}" for n, v in game.options.items())
            for line in textwrap.wrap(f"Options: {told}.", self._text_width):
                self.write(line)
        for line in textwrap.wrap(f"{seats} Type ? for what you may do, help for other words.",
                                  self.paint.width):  # fmt: skip
            self.write(line)

    # ---------------------------------------------------------------- several people

    def _cover(self) -> None:
        """Take from the screen what one of them has seen."""
        if self.asking.is_terminal:
            self.write(self.paint.cleared())
        else:
            self.write("")

    def _uncover(self, seat: int) -> None:
        """Show a person what is theirs, once nobody else looks."""
        if self._is_alone:
            return
        if self._shown_to != seat:
            self._cover()
            name = self.paint.bold(seat_name(seat))
            self.write(f"It is the turn of {name}. Nobody else looks at the screen now.")
            self.asking.line(f"{seat_name(seat)}, press Enter: ")
            self._shown_to = seat
        for line in self._heard[seat]:
            self.write(line)
        self._heard[seat].clear()

    def _uncover_last(self) -> None:
        """Show everybody what they have not seen yet when the game is over."""
        for seat in self.people:
            if self._heard[seat]:
                self._uncover(seat)
        self.asking.line("The game is over. Press Enter: ")
        self._cover()

    # ---------------------------------------------------------------- asking

    def _asked(self, state: State, seat: int) -> Move | None:
        """The move that the person says; None if the game stands elsewhere now."""
        self._fit()
        self._uncover(seat)
        offer = Offer(state, self._narrator_of(seat).table)
        self.asking.complete(lambda: [*offer.texts(), *WORDS])
        self._show(state, seat, offer)
        self._has_asked = True
        while True:
            text = self.asking.line(f"{seat_name(seat)}> ")
            answer = self._obeyed(text, state, offer, seat)
            if answer == "elsewhere":
                return None
            if answer:
                continue
            try:
                return Meaning(offer).understood(text)
            except Begun as begun:
                move = self._completed(begun, state, offer, seat)
                if move is not None:
                    return move
            except NotUnderstood as problem:
                self._explain(problem, text, offer, seat)

    def _completed(self, begun: Begun, state: State, offer: Offer, seat: int) -> Move | None:
        """A move of several cards, said card by card; None if the person thinks better of it."""
        while True:
            for line in Several(offer).lines(begun):
                self.write(line)
            text = self.asking.line(f"{self.game.label(begun.kind.name)}> ")
            first, _, more = text.partition(" ")
            if not text or text.casefold() in ("back", "undo"):
                self.write("Nothing is chosen.")
                return None
            if first.casefold() in WORDS and (not more or first.casefold() in WITH_MORE):
                self._do(first.casefold(), more.strip(), state, offer, seat)
                continue
            try:
                found = Meaning(offer).goes_on(begun, text)
            except NotUnderstood as problem:
                self.write(self._sentence(str(problem)))
                continue
            if not isinstance(found, Begun):
                return found
            begun = found
