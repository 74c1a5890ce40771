"""What is said and shown at the table beside moves: the table, help, reasons, hints, the log."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulerun.grammar.diagnostics import nearest, shortened
from rulerun.interpreter.labels import seat_name

from .asking import Asking
from .board import Board
from .entry import is_interrupt
from .keeping import Keeping, why
from .meaning import NotUnderstood
from .narration import Narrator
from .offer import Offer
from .paint import Paint, count
from .play import Playing
from .table import passes
from .terminal import WIDEST, WIDTH, harmless
from .terminal import height as window_height

if TYPE_CHECKING:
    from rulerun.interpreter.machine.state import State

    from .script import Script
    from .watching import WatchedGame

WORDS = {
    "?": "what you may do, and why not what you may not; '? MOVE' about one move",
    "look": "the table again",
    "moves": "all moves you may make",
    "sort": "your cards by rank, by suit, or as they were dealt",
    "hint": "what a good player would do",
    "odds": "what each move leads to",
    "undo": "back to your last decision",
    "log": "what has happened so far",
    "rules": "the rules in words; 'rules NAME' a part of them, 'rules file' the file",
    "save": "where the game is saved; 'save FILE' saves it there, too",
    "help": "these words",
    "quit": "leave the game; 'rulerun resume' goes on with it",
}
_OTHER_WORDS = {
    "exit": "quit", "q": "quit", "bye": "quit", "table": "look", "h": "help", "why": "?",
    "back": "undo", "history": "log",
}  # fmt: skip
WITH_MORE = ("?", "sort", "log", "rules", "save")
_HELP = (
    "Say a move by its number, or in words as the list has it. Words may be cut short where only one "
    "can be meant. Cards are written rank, then suit: 10H or 10h is the ten of hearts; C D H S are the "
    "suits. Several cards are said together or one by one."
)
_LOGGED = 20
_WIDEST = 200
"""Columns of a table."""


class Left(Exception):
    """The person leaves the game."""


class TableTalk(Playing):
    """People at the table and what each of them is shown and told; what they may say that is no move."""

    def __init__(
        self, game: WatchedGame, keeping: Keeping, script: Script | None, again: str
    ) -> None:
        super().__init__(game, keeping.saved.seed, script, again)
        self.keeping = keeping
        self.people = keeping.saved.people
        self.paint = Paint.for_output(_WIDEST)
        self.asking = Asking(self.paint)
        self.order = "suit"
        self._heard: dict[int, list[str]] = {seat: [] for seat in self.people}
        self._shown_to: int | None = self.people[0] if self._is_alone else None
        self._decisions: list[State] = []

    @property
    def _is_alone(self) -> bool:
        return len(self.people) == 1

    @property
    def _text_width(self) -> int:
        """Columns of a text that is read in sentences."""
        return min(self.paint.width, WIDEST)

    # ---------------------------------------------------------------- telling

    def _narrators(self, game: WatchedGame) -> list[Narrator]:
        self.game = game
        return [self._narrator(game, seat) for seat in self.people]

    def _narrator(self, game: WatchedGame, seat: int) -> Narrator:
        def hear(line: str) -> None:
            if self._is_alone:
                self.write(line)
            else:
                self._heard[seat].append(line)

        narrator = Narrator(game, seat, self.paint, hear)
        narrator.table = Board(game, self.paint)
        narrator.table.order = self.order
        return narrator

    def _narrator_of(self, seat: int) -> Narrator:
        return self.course.narrators[self.people.index(seat)]

    def _fit(self) -> None:
        """Draw for the screen as it is now: windows change their size."""
        paint = Paint.for_output(_WIDEST)
        if paint == self.paint:
            return
        self.paint = self.asking.paint = paint
        for narrator in self.course.narrators:
            narrator.paint = narrator.table.paint = narrator.news.paint = paint

    def _show(self, state: State, seat: int, offer: Offer) -> None:
        """Show the table and the moves; without the empty lines where the window is low."""
        narrator = self._narrator_of(seat)
        title = f"{passes(state)}, your turn".removeprefix(", ")
        if not self._is_alone:
            title = f"{passes(state)}, {seat_name(seat)}'s turn".removeprefix(", ")
        lines = [
            "", self.paint.rule(title), "", *narrator.table.lines(narrator.shows(state)), "",
            *self._moves_on(offer),
        ]  # fmt: skip
        if self.asking.is_terminal and len(lines) >= window_height():
            lines = ["", *filter(None, lines)]
        for line in lines:
            self.write(line)

    def _moves_on(self, offer: Offer, whole: bool = False) -> list[str]:
        return ["You may:", *offer.lines(whole)]

    # ---------------------------------------------------------------- words that are no moves

    def _obeyed(self, text: str, state: State, offer: Offer, seat: int) -> str:
        """Do what a word says that is no move; empty if it was none, `elsewhere` if the game does
        not stand where it stood."""
        if not text:
            self.write("Say a move by its number or in words; ? is help.")
            return "done"
        is_word = text.startswith(":")
        first, _, more = text.removeprefix(":").partition(" ")
        if first.startswith("?") and first != "?":
            first, more = "?", f"{first[1:]} {more}"
        word = first.casefold()
        if not is_word and word in {k.name.casefold() for k in offer.kinds}:
            return ""
        word = _OTHER_WORDS.get(word, word)
        if word not in WORDS or (more.strip() and word not in WITH_MORE):
            if is_word:
                near = nearest(word, [*WORDS, *_OTHER_WORDS])
                if word in WORDS:
                    hint = f"'{word}' is said alone"
                else:
                    hint = f"'{shortened(harmless(text))}' is no word here" + (
                        f"; did you mean '{near}'?" if near else "; help lists them"
                    )
                self.write(self._sentence(hint))
                return "done"
            return ""
        if word == "undo":
            return self._undo()
        self._do(word, more.strip(), state, offer, seat)
        return "done"

    def _do(self, word: str, more: str, state: State, offer: Offer, seat: int) -> None:
        from .counsel import Counsel

        self._fit()
        table = self._narrator_of(seat).table
        counsel = Counsel(self.game, state, seat, table, self.asking.is_terminal)
        match word:
            case "quit":
                raise Left
            case "look":
                self._show(state, seat, offer)
            case "moves":
                self.asking.paged(self._moves_on(offer, whole=True))
            case "help":
                self._help(offer)
            case "?":
                self._write_all(counsel.reasons(offer, more))
            case "sort":
                self._sort(more.casefold(), state, seat)
            case "hint":
                self._write_thought(counsel.hint(), counsel.seconds)
            case "odds":
                lines = counsel.odds(self.keeping.saved.rules)
                self._write_thought(
                    lines, 2 * counsel.seconds
                )  # counted, and if need be thought of
            case "log":
                self._log(more, seat)
            case "rules":
                self.asking.paged(list(counsel.rules(self.keeping.saved.rules, more)))
            case "save":
                self._save(more)

    def _write_all(self, lines: Iterable[str]) -> None:
        with self.course.unwatched():
            for line in lines:
                self.write(line)

    def _write_thought(self, lines: Iterable[str], seconds: float) -> None:
        """Write what takes a while to find out; at a terminal Ctrl-C breaks that off."""
        waiting = f"thinking for up to {seconds:g} seconds; Ctrl-C breaks it off"
        try:
            with self.course.unwatched(), self.asking.waiting(waiting):
                told = list(lines)
        except (KeyboardInterrupt, RuntimeError) as error:
            if not (self.asking.is_terminal and is_interrupt(error)):
                raise
            self.write("Broken off: it is still your turn.")
            return
        for line in told:
            self.write(line)

    def _help(self, offer: Offer) -> None:
        for line in textwrap.wrap(_HELP, min(self.paint.width, WIDTH)):
            self.write(line)
        self.write("")
        names = {k.name for k in offer.kinds}
        for word, what in WORDS.items():
            shown = f":{word}" if word in names else word
            first, *others = textwrap.wrap(what, self.paint.width - 9)
            self.write(f"  {self.paint.name(shown.ljust(7))}{first}")
            for line in others:
                self.write(" " * 9 + line)

    def _sort(self, how: str, state: State, seat: int) -> None:
        orders = ("suit", "rank", "dealt")
        if how and how not in orders:
            self.write(
                f"Cards are sorted by {', '.join(orders[:-1])} or as they were {orders[-1]}."
            )
            return
        self.order = how or orders[(orders.index(self.order) + 1) % len(orders)]
        for narrator in self.course.narrators:
            narrator.table.order = self.order
        said = "as they were dealt" if self.order == "dealt" else f"by {self.order}"
        self.write(f"Your cards are sorted {said}.")
        for line in self._narrator_of(seat).table.own(self._narrator_of(seat).view(state)):
            self.write(line)

    def _undo(self) -> str:
        if not self._is_alone:
            self.write("What others have seen cannot be taken back.")
            return "done"
        if len(self._decisions) < 2:
            self.write("There is nothing to take back.")
            return "done"
        self._decisions.pop()
        state = self._decisions.pop()
        self.keeping.undone(state.moves_made)
        self.course.stands_at(state)
        self.write("Taken back.")
        return "elsewhere"

    def _log(self, more: str, seat: int) -> None:
        from .retelling import Stopped, gone_through

        lines: list[str] = []
        saved = self.keeping.saved
        try:
            gone_through(
                saved, saved.rules.game(), lambda g: [Narrator(g, seat, self.paint, lines.append)]
            )
        except Stopped as stopped:
            lines.append(str(stopped))
        if more.casefold() != "all" and len(lines) > _LOGGED:
            self.write(self.paint.dim(f"{count(len(lines) - _LOGGED, 'line')} before this; "
                                      "'log all' shows them"))  # fmt: skip
            lines = lines[-_LOGGED:]
        if not lines:
            self.write("Nothing has happened yet.")
        self.asking.paged(lines)

    def _save(self, path: str) -> None:
        if not path:
            name = self.keeping.name
            if name is None:
                self.write("This game is not saved; 'save FILE' saves it.")
            else:
                self.write(f"After every move this game is saved: {self.keeping.path}")
            return
        try:
            self.keeping.copy(path)
        except FileExistsError:
            self.write(f"'{harmless(path)}' is there already; nothing was written.")
        except (OSError, ValueError) as error:
            self.write(f"'{harmless(path)}' cannot be written ({why(error)}).")
        else:
            self.write(f"The game as it stands is saved in {harmless(path)}.")

    # ---------------------------------------------------------------- what is no move

    def _explain(self, problem: NotUnderstood, text: str, offer: Offer, seat: int) -> None:
        from .counsel import Counsel

        message = str(problem)
        if problem.error is None and len(text.split()) == 1:
            names = [k.name for k in offer.kinds]
            near = nearest(text.casefold(), [*names, *WORDS, *_OTHER_WORDS])
            if near in (*WORDS, *_OTHER_WORDS) and "did you mean" not in message:
                message = f"'{shortened(harmless(text))}' is no move; did you mean '{near}'?"
        counsel = Counsel(self.game, offer.state, seat, self._narrator_of(seat).table)
        self._write_all(counsel.refused(message, problem))

    @staticmethod
    def _sentence(message: str) -> str:
        return f"{message[:1].upper()}{message[1:]}.".replace("?.", "?")
