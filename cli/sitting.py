"""Somebody sits at the table: sees it, says a move, hears what the others do."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from typing import TYPE_CHECKING

from rulerun.grammar.diagnostics import nearest
from rulerun.interpreter.labels import seat_name

from .exits import UNREADABLE, Failed
from .offer import NotUnderstood, Offer
from .paint import Paint
from .play import Course, interrupted
from .table import passes
from .terminal import at_terminal, harmless

if TYPE_CHECKING:
    from rulerun.grammar.source import Span
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State

    from .script import Script
    from .watching import WatchedGame

_COMMANDS = {
    "?": "this help",
    "look": "the table again",
    "moves": "all moves you may make",
    "quit": "leave the game",
}
_NOT_THERE = re.compile(r"'([^']*)' is not among the cards to choose from")
_YOURS = re.compile(r"\bin your ([a-z_]+)")
_OTHER_WORDS = {"help": "?", "exit": "quit", "q": "quit", "table": "look"}


def _line(span: Span) -> str:
    """The line of a rule file on which something stands."""
    return harmless(span.file.line(span.line).strip())


class _Left(Exception):
    """The person leaves the game."""


class Sitting(Course):
    """A game with one person at the table; the other seats move by chance."""

    def __init__(
        self, game: WatchedGame, seed: int, script: Script | None, again: str, seat: int
    ) -> None:
        self.paint = Paint.for_output()
        super().__init__(game, seed, script, again, seat, self.paint)
        self.seat = seat
        self.is_prompted = at_terminal()
        self._offer: Offer | None = None

    # ---------------------------------------------------------------- the course of the game

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        try:
            self._play()
        except _Left:
            self.write(f"To play this game again: {self.again}")
        except KeyboardInterrupt:
            self.write("")
            raise interrupted(self.again) from None

    def _play(self) -> None:
        if self.is_prompted:
            self._complete_words()
        self._greet()
        state = self.start()
        while not state.is_over:
            if self.is_scripted:
                self.make_scripted(state)
                if not self.is_scripted and not state.is_over:
                    self.write("The script is at its end.")
                continue
            actor = state.actor
            assert actor is not None
            move = self._asked(state) if actor == self.seat else self.bots_move(state)
            self.make(state, move, actor)
        self.end(state)
        self.write("")
        self.write(f"To play this game again: {self.again}")
        self.check_script()

    def _greet(self) -> None:
        game = self.game
        self.write(self.paint.bold(harmless(game.title)))
        if game.rules.about:
            for line in textwrap.wrap(harmless(game.rules.about), self.paint.width):
                self.write(line)
        for name in game.rules.overlays:
            self.write(f"With the house rule {game.label(name)}.")
        if game.options:
            told = ", ".join(f"{game.label(n)} {v}" for n, v in game.options.items())
            for line in textwrap.wrap(f"Options: {told}.", self.paint.width):
                self.write(line)
        self.write(f"You are {seat_name(self.seat)} of {game.players}. Type ? for help.")

    # ---------------------------------------------------------------- asking

    def _asked(self, state: State) -> Move:
        """The move that the person says."""
        self._show(state)
        offer = Offer(state, self.narrator.table)
        self._offer = offer
        self._show_moves(offer)
        while True:
            text = self._read()
            answer = self._obeyed(text, state, offer)
            if answer:
                continue
            try:
                return offer.understood(text)
            except NotUnderstood as problem:
                self._explain(problem, text, offer)

    def _show(self, state: State) -> None:
        title = f"{passes(state)}, your turn".removeprefix(", ")
        self.write("")
        self.write(self.paint.rule(title))
        self.write("")
        for line in self.narrator.table.lines(self.narrator.shows(state)):
            self.write(line)
        self.write("")

    def _show_moves(self, offer: Offer, whole: bool = False) -> None:
        self.write("You may:")
        for line in offer.lines(whole):
            self.write(line)

    def _read(self) -> str:
        """What the person types next, without spaces around it."""
        prompt = f"{seat_name(self.seat)}> "
        try:
            if self.is_prompted:
                return input(prompt).strip()
            self.write("")
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            self.write(line.strip())
            return line.strip()
        except EOFError:
            self.write("")
            message = f"the input has ended, the game has not; to play it again: {self.again}"
            raise Failed(message, UNREADABLE) from None

    def _obeyed(self, text: str, state: State, offer: Offer) -> bool:
        """Do what a word says that is no move; whether it was one."""
        if not text:
            self.write("Say a move by its number or in words; ? is help.")
            return True
        word = text.removeprefix(":").casefold()
        if not text.startswith(":") and word in {k.name.casefold() for k in offer.kinds}:
            return False
        word = _OTHER_WORDS.get(word, word)
        if word not in _COMMANDS:
            if text.startswith(":"):
                near = nearest(word, [*_COMMANDS, *_OTHER_WORDS])
                self.write(f"'{harmless(text)}' is no word here"
                           + (f"; did you mean '{near}'?" if near else "; ? is help"))  # fmt: skip
                return True
            return False
        if word == "quit":
            raise _Left
        if word == "look":
            self._show(state)
            self._show_moves(offer)
        elif word == "moves":
            self._show_moves(offer, whole=True)
        else:
            self._help(offer)
        return True

    def _help(self, offer: Offer) -> None:
        self.write("Say a move by its number, or in words as the list has it. Cards are written")
        self.write("rank, then suit: 10H or 10h is the ten of hearts; C D H S are the suits.")
        self.write("")
        names = {k.name for k in offer.kinds}
        for word, what in _COMMANDS.items():
            word = f":{word}" if word in names else word
            self.write(f"  {self.paint.name(word.ljust(7))}{what}")

    def _explain(self, problem: NotUnderstood, text: str, offer: Offer) -> None:
        me = seat_name(self.seat)
        message = str(problem).replace(f"{me} may not", "you may not")
        for kind in offer.kinds:
            message = message.replace(kind.name, self.game.label(kind.name))
        if problem.error is None and len(text.split()) == 1:
            names = [k.name for k in offer.kinds]
            near = nearest(text.casefold(), [*names, *_COMMANDS, *_OTHER_WORDS])
            if near in (*_COMMANDS, *_OTHER_WORDS) and "did you mean" not in message:
                message = f"'{harmless(text)}' is no move; did you mean '{near}'?"
        error = problem.error
        rule = "" if error is None or error.span is None else _line(error.span)
        message = self._in_own_words(message, rule)
        self.write(f"{message[:1].upper()}{message[1:]}.".replace("?.", "?"))
        if error is not None and error.span is not None:
            place = f"{os.path.basename(error.span.file.name)}:{error.span.line}"
            self.write(self.paint.dim(f"  {harmless(place)}"))
            for line in textwrap.wrap(rule, self.paint.width - 6):
                self.write(self.paint.dim(f"    {line}"))

    def _in_own_words(self, message: str, rule: str) -> str:
        """A refusal; that a card is not there is said of the hand that the rule is about."""
        refused, there = _NOT_THERE.search(message), _YOURS.search(rule)
        if refused is None or there is None or self._offer is None:
            return message
        card, name = refused[1], there[1]
        held = [
            label
            for pile in self._offer.state.view(self.seat).piles
            if pile.name == name and pile.seat == self.seat
            for label in pile.cards
        ]
        if not held or card in held:
            return message
        return message.replace(refused[0], f"{card} is not in your {self.game.label(name)}")

    # ---------------------------------------------------------------- comfort

    def _complete_words(self) -> None:
        """Line editing, and moves that are completed, where there is a library for it."""
        try:
            import readline
        except ImportError:
            return

        def complete(text: str, number: int) -> str | None:
            words = [] if self._offer is None else self._offer.texts()
            begun = readline.get_line_buffer()[: readline.get_begidx()]
            fitting = [
                w[len(begun) :]
                for w in [*words, *_COMMANDS]
                if w.casefold().startswith((begun + text).casefold())
            ]
            found = list(dict.fromkeys(f.split(" ")[0] for f in fitting))
            return found[number] if number < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
