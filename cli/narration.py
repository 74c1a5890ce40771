"""A game told in lines while it is played: to one seat at the table, or as an open transcript."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulerun.interpreter.labels import seat_name

from .news import News, opened
from .paint import Paint
from .table import Table, passes
from .watching import standstill

if TYPE_CHECKING:
    from rulerun.interpreter.game import Game
    from rulerun.interpreter.moves import Move
    from rulerun.interpreter.state import State
    from rulerun.interpreter.view import View

Write = Callable[[str], None]


class Narrator:
    """Tells moves and what came of them, as `seat` may know it; None tells all that anybody sees.

    To somebody at the table it tells moves in words. An open transcript has each move on a line of
    its own, as a script has it, and everything else as comments.
    """

    def __init__(self, game: Game, seat: int | None, paint: Paint, write: Write) -> None:
        self.game = game
        self.seat = seat
        self.paint = paint
        self.write = write
        self.table = Table(game, paint)
        self.news = News(game, paint)
        self._before: View | None = None
        self._move: tuple[int, Move] | None = None
        self._chosen: list[tuple[int, Move]] = []
        self._new_pass: str | None = None
        self._is_table_due = False

    @property
    def _is_open(self) -> bool:
        return self.seat is None

    def view(self, state: State) -> View:
        """The state as it is told."""
        still = standstill(state)
        if self.seat is not None:
            return still.view(self.seat)
        return opened([still.view(s) for s in range(self.game.players)])

    # ---------------------------------------------------------------- the course of the game

    def begins(self, state: State) -> None:
        """The game is at its first decision."""
        self._before = self.view(state)
        if self._is_open:
            self._title(passes(state))
            self._comment(self.table.lines(self._before))

    def moves(self, actor: int, move: Move) -> None:
        """Somebody is about to make a move."""
        self._move = (actor, move)
        if self._before is not None:
            self._before = replace(self._before, said=())

    def pauses(self, state: State, label: str) -> None:
        """A turn or a pass is over, or begins, at a place of the program."""
        if self._before is None:  # before the first decision
            return
        self._tell(state)
        phase, _, what = label.rpartition(":")
        declared = self.game.symbols.phases.get(phase.split(".")[-1])
        if what == "pass" and declared is not None and declared.repeat is not None:
            self._new_pass = phase

    def stands(self, state: State) -> None:
        """The game is at a decision again, or over."""
        self._tell(state)
        if self._is_table_due and not state.is_over:
            self._comment(self.table.lines(self.view(state)))
        self._is_table_due = False

    # ---------------------------------------------------------------- telling

    def _tell(self, state: State) -> None:
        from rulerun.interpreter.view import report

        named: frozenset[str] = frozenset()
        if self._move is not None:
            actor, move = self._move
            self._move = None
            named = frozenset(w.strip(",") for w in str(move).split()) & set(self.game.deck.numbers)
            if self._is_open:
                self.write(f"{seat_name(actor)}: {move}")
            else:
                text = report(state, actor, move, self.seat)
                self.write(f"{self._who(actor)}: {self.paint.move(text, self.game)}")
                if move.kind.at_once:
                    self._chosen.append((actor, move))
        if self._chosen and self._is_settled(state):
            self._reveal(state)
        view = self.view(state)
        assert self._before is not None
        if self._new_pass is not None:
            self._title(passes(state, self._new_pass))
            # The whole table is shown where cards are dealt anew, and says it better.
            self._is_table_due |= self._is_open and "." not in self._new_pass
            self._new_pass = None
        lines = self.news.lines(self._before, view, named, moved=not self._is_table_due)
        self._before = view
        self._comment(lines)

    def _is_settled(self, state: State) -> bool:
        """Whether the choices made at once have been carried out."""
        _, move = self._chosen[-1]
        path = self.game.program.decisions[move.kind.at - self.game.decision_base].phase
        return not state.cells[self.game.layout.cell_base[f"chosen {path}"]]

    def _reveal(self, state: State) -> None:
        from rulerun.interpreter.view import report

        still = standstill(state)
        for actor, move in self._chosen:
            if actor != self.seat:
                text = self.paint.move(report(still, actor, move, self.seat), self.game)
                self.write(f"{self._who(actor)} chose: {text}")
        self._chosen = []

    def _who(self, seat: int) -> str:
        return self.paint.bold("You") if seat == self.seat else self.paint.bold(seat_name(seat))

    def _title(self, text: str) -> None:
        self.write("")
        self.write(f"# {text}" if self._is_open else self.paint.rule(text))

    def _comment(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(f"#   {line}".rstrip() if self._is_open else f"    {line}")

    # ---------------------------------------------------------------- the end

    def ends(self, state: State) -> None:
        """How the game ended, who has won, and what everybody has."""
        view = self.view(state)
        reason = state.ended_by or ""
        lines = [f"The game is over: {self.game.label(reason)}. {self._winners(view)}", ""]
        if state.ended == self.game.abandoned:
            lines[0] = f"The game is abandoned after {state.moves_made} moves. Nobody has won."
        else:
            view = replace(view, winners=state.winners)
        lines += self.table.result(view, state.payoffs)
        self.write("")
        for line in lines:
            self.write(f"# {line}".rstrip() if self._is_open else line)

    def _winners(self, view: View) -> str:
        names = ["you" if s == self.seat else seat_name(s) for s in view.winners]
        if not names:
            return "Nobody has won."
        said = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        has = "has" if len(names) == 1 and names[0] != "you" else "have"
        return f"{said[0].upper()}{said[1:]} {has} won."
