"""A game told in lines while it is played: to one seat at the table, or as an open transcript."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulerun.interpreter.labels import seat_name

from .news import News, opened
from .paint import Paint, columns, wrapped
from .passages import Passage, passages
from .table import Table, passes
from .terminal import harmless
from .watching import GLANCE, SHUFFLED, standstill

if TYPE_CHECKING:
    from rulerun.interpreter.machine.game import Game
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State
    from rulerun.interpreter.machine.view import View

Write = Callable[[str], None]

_TOLD = ("live", "chips", "memory")
"""Parts of the state that are shown; the others are for the course of the game."""


_MOST_LOOKS = 2000
"""So much is told between two decisions. Where nobody decides for longer, the rest is not: a game that
goes on for ever would be told for minutes before its rules fail (R706)."""


class Narrator:
    """Tells moves and what came of them, as `seat` may know it; None tells all that anybody sees.

    To somebody at the table it tells moves in words. An open transcript has each move on a line of
    its own, as a script has it, and everything else as comments. `names` are those of the players,
    for tables to be drawn with; everything else speaks of P1, P2, ... With `tells_all` it is also
    told where cards went that the move has named.
    """

    def __init__(
        self,
        game: Game,
        seat: int | None,
        paint: Paint,
        write: Write,
        names: Sequence[str] = (),
        *,
        tells_all: bool = False,
    ) -> None:
        self.game = game
        self.seat = seat
        self.paint = paint
        self.write = write
        self.table = Table(game, paint, names)
        self.news = News(game, paint, tells_all=tells_all)
        self._before: View | None = None
        self._seen: View | None = None
        self._essence_seen: object = None
        self._moved: list[Passage] = []
        self._laid_open: list[Passage] = []
        self._move: tuple[int, Move] | None = None
        self._said = ""
        self._chosen: list[tuple[int, Move]] = []
        self._told: object = None
        self._cards_told: frozenset[str | None] = frozenset()
        self._cells = [
            game.layout.cell_base[key] + i
            for key, cell in game.layout.cells.items()
            if key.startswith(_TOLD)
            for i in range(game.layout.width(cell))
        ]
        self._pass: tuple[str, int] | None = None
        self._title_due = ""
        self._title = ""
        self._is_table_due = False
        self._looks = 0

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
        """The game is at its first decision, or at one before which not all was told."""
        self.follows(state)
        assert self._before is not None
        if self._is_open:
            self._title_due = passes(state)
            self._draw(self._before)
        elif state.actor != self.seat:
            self._comment(self.table.open_cards(self._before))
        self._comment(f'"{harmless(text)}"' for text in self._before.said)

    def follows(self, state: State) -> None:
        """What was before a state is known, be it at a decision or not: it goes on from there."""
        self._before = self._seen = self.view(state)
        self._essence_seen = self._cards(state)

    def moves(self, actor: int, move: Move, said: str | None = None) -> None:
        """Somebody is about to make a move, and says so; without `said`, in the move's own text."""
        self._move = (actor, move)
        self._said = str(move) if said is None else said
        if self._before is not None and self._before.said:
            self._before = replace(self._before, said=())
            self._told = None

    def pauses(self, state: State, label: str) -> None:
        """Cards are about to be put away, or it is a place where a turn or a pass ends."""
        if self._before is None:  # before the first decision
            return
        self._looks += 1
        if self._looks > _MOST_LOOKS:
            if self._looks == _MOST_LOOKS + 1:
                self.write("")
                self._comment(["and so on: while nobody has to decide, the rest is not told"])
            return
        if label in (GLANCE, SHUFFLED):
            self._glance(state, label == SHUFFLED)
            return
        if not label and self._move is not None and self._is_as_told(state):
            return  # a move that begins by putting cards away is told when they lie where they go
        self._tell(state, label)
        phase, _, what = label.rpartition(":")
        declared = self.game.symbols.phases.get(phase.split(".")[-1])
        if what == "pass" and declared is not None and declared.repeat is not None:
            self._pass = (phase, self._number(state, phase))

    def stands(self, state: State) -> None:
        """The game is at a decision again, or over, or cannot go on."""
        looks, self._looks = self._looks, 0
        if looks > _MOST_LOOKS:
            self._move, self._chosen, self._pass = None, [], None
            self._moved, self._laid_open, self._is_table_due = [], [], False
            self._told = None
            if not state.is_over:
                self.begins(state)
            return
        self._tell(state)
        if self._is_table_due and not state.is_over:
            if self._is_open:
                self._draw(self.view(state))
            elif state.actor != self.seat and self._laid_open:
                self._write_title()
                self._comment(self.news.passages(self._laid_open, self.seat))
        self._laid_open = []
        self._is_table_due = False

    def remarks(self, text: str) -> None:
        """Say something that is not of the game itself."""
        self.write("")
        for line in wrapped(text.split(" "), self.paint.width, "", gap=" "):
            self.write(f"# {line}" if self._is_open else line)

    def shows(self, state: State) -> View:
        """The view for somebody who is shown where the game stands, with a title."""
        self._title_due, self._title = "", passes(state)
        return self.view(state)

    def _draw(self, view: View) -> None:
        self._write_title()
        self._comment(self.table.lines(view))

    # ---------------------------------------------------------------- telling

    def _tell(self, state: State, place: str = "") -> None:
        from rulerun.interpreter.machine.view import report

        if self._pass is not None:
            self._turn_page(state, *self._pass)
        named: frozenset[str] = frozenset()
        if self._move is not None:
            actor, move = self._move
            self._move = None
            self._cards_told = frozenset()
            named = self._words_of(move)
            self._write_title()
            if self._is_open:
                self.write(f"{seat_name(actor)}: {self._said}")
            elif move.kind.at_once and actor != self.seat:
                self.write(f"{self._who(actor)} has chosen")
            else:
                text = report(state, actor, move, self.seat)
                if text == str(move):  # nothing in it is hidden
                    text = self._said
                self.write(f"{self._who(actor)}: {self.paint.move(text, self.game)}")
            if move.kind.at_once and not self._is_open:
                self._chosen.append((actor, move))
        if self._chosen and self._is_carried_out(state, place):
            named |= self._reveal(state)
        essence = self._essence(state)
        if essence == self._told:
            return
        self._told = essence
        view = self._glance(state)
        assert self._before is not None
        moved = self._moved
        if self._is_table_due:
            self._laid_open += filter(self._lays_open, moved)
            moved = []
        lines = self.news.lines(self._before, view, moved, named, self._cards_told)
        # A move is told in pieces where a turn or a pass ends: a card is told of in one of them.
        self._cards_told = self._cards_told.union(
            (word for word in named if word in self.game.deck.numbers),
            *(passage.cards for passage in moved),
        )
        self._before, self._moved = view, []
        if lines:
            self._write_title()
        self._comment(lines)

    def _is_as_told(self, state: State) -> bool:
        """Whether nothing is to be seen that has not been told."""
        assert self._before is not None
        view = self._glance(state)
        return replace(view, moves_made=self._before.moves_made) == self._before

    def _glance(self, state: State, shuffled: bool = False) -> View:
        """Note which cards have moved since the last glance."""
        view = self.view(state)
        assert self._seen is not None
        essence = self._cards(state)
        if essence != self._essence_seen:
            found = passages(self._seen, view)
            self._moved += [replace(p, shuffled=True) for p in found] if shuffled else found
        self._seen, self._essence_seen = view, essence
        return view

    def _cards(self, state: State) -> object:
        """All that decides which cards are seen where."""
        piles = [pile[:] for pile in state.piles]
        return piles, state.undecided[:], state.shown.copy(), state.known.copy(), state.face_up

    def _lays_open(self, passage: Passage) -> bool:
        """Whether it laid cards open that belong to nobody."""
        name, seat, _, team = passage.to
        is_open = self.game.layout.piles[name].face != "down"
        nobodys = seat is None and team is None
        return is_open and nobodys and passage.source != passage.to and any(passage.cards)

    def _essence(self, state: State) -> object:
        """What a view is made of, and cheaper: while it is the same there is nothing to tell."""
        cells = state.cells
        return (
            [cells[i] for i in self._cells], [pile[:] for pile in state.piles], state.said[:],
            state.shown.copy(), state.face_up,
        )  # fmt: skip

    def _turn_page(self, state: State, phase: str, number: int) -> None:
        """A pass was to begin; if it has, it gets a title."""
        self._pass = None
        if self._number(state, phase) != number:
            self._title_due = passes(state, phase)
            # Where all is dealt anew the whole table says it best; somebody at the table sees it
            # when it is their turn, and until then hears of what everybody sees.
            self._is_table_due |= "." not in phase

    def _number(self, state: State, phase: str) -> int:
        name = phase.split(".")[-1]
        number: int = state.cells[self.game.layout.cell_base[f"count {name}"]]
        return number

    def _is_carried_out(self, state: State, place: str) -> bool:
        """Whether what has been chosen at once is done: nobody is left to choose, and time went on."""
        _, move = self._chosen[-1]
        path = self.game.program.decisions[move.kind.at - self.game.decision_base].phase
        here = place.startswith(path.removesuffix(".moves")) and place.endswith(":next")
        return not here and not state.cells[self.game.layout.cell_base[f"queue {path}"]]

    def _words_of(self, move: Move) -> frozenset[str]:
        """What a move says: the cards, numbers and words that are chosen with it."""
        return frozenset(word.strip(",") for word in str(move).split())

    def _reveal(self, state: State) -> frozenset[str]:
        """Say what the others have chosen; what was named in it."""
        from rulerun.interpreter.machine.view import report

        still = standstill(state)
        named: frozenset[str] = frozenset()
        for actor, move in self._chosen:
            text = report(still, actor, move, self.seat)
            named |= self._words_of(move)
            if actor != self.seat:
                self.write(f"{self._who(actor)} chose: {self.paint.move(text, self.game)}")
        self._chosen = []
        return named

    def _who(self, seat: int) -> str:
        return self.paint.bold("You") if seat == self.seat else self.paint.bold(seat_name(seat))

    def _write_title(self) -> None:
        text, self._title_due = self._title_due, ""
        if not text:
            return
        # What each player goes through in a turn begins anew with each: the same title says nothing.
        if self._is_open or text != self._title:
            self._title = text
            self.write("")
            self.write(f"# {text}" if self._is_open else self.paint.rule(text))

    def _comment(self, lines: Iterable[str]) -> None:
        for line in lines:
            if self._is_open:  # for programs too: what belongs together is on one line
                self.write(f"#   {line}".rstrip())
                continue
            room = self.paint.width - 4
            for part in wrapped(self._kept_together(line, room - 2), room, "  ", gap=" "):
                self.write(f"    {part}")

    def _kept_together(self, line: str, room: int) -> list[str]:
        """The parts of a line between which it may go on in the next one: what changes stays whole,
        `P1 4 -> 5`, if there is room for it."""
        if f" {self.paint.arrow} " in line:
            *changes, last = line.split(", ")
            if all(columns(change) < room for change in (*changes, last)):
                whole = [f"{change}," for change in changes]
                return [*whole, last] if changes else line.split(" ")
        return line.split(" ")

    # ---------------------------------------------------------------- the end

    def ends(self, state: State, openly: bool = False) -> None:
        """How the game ended, who has won, and what everybody has; `openly` told to all alike."""
        view = self.view(state)
        if openly:
            view = replace(view, seat=None)
        reason = state.ended_by or ""
        lines = [f"The game is over: {self.game.label(reason)}. {self._winners(view)}", ""]
        if state.ended == self.game.abandoned:
            lines[0] = f"The game is abandoned after {state.moves_made} moves. Nobody has won."
        else:
            view = replace(view, winners=state.winners)
        result = self.table.result(view, state.payoffs)
        lines = [*lines, *result] if result else lines[:1]
        self.write("")
        for line in lines:
            self.write(f"# {line}".rstrip() if self._is_open else line)

    def _winners(self, view: View) -> str:
        names = ["you" if s == view.seat else seat_name(s) for s in view.winners]
        if not names:
            return "Nobody has won."
        said = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        has = "has" if len(names) == 1 and names[0] != "you" else "have"
        return f"{said[0].upper()}{said[1:]} {has} won."
