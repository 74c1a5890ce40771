"""The moves a person may make, numbered for the screen, and the move that typed words mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from rulerun.grammar.diagnostics import did_you_mean
from rulerun.interpreter.checking.types import CARD
from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.machine.moves import Move

from .paint import Paint, columns, padded, wrapped
from .table import Table
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.machine.moves import MoveKind
    from rulerun.interpreter.machine.state import State

NUMBERED = 10_000
"""Moves that get a number; of more only the first."""
SHOWN = 60
"""Moves that are shown unless all are asked for."""

_NUMBER = re.compile(r"[0-9]{1,9}")


class NotUnderstood(Exception):
    """Words that are no legal move here: what to answer, and what the rule file says."""

    def __init__(self, message: str, error: IllegalMoveError | None = None) -> None:
        super().__init__(message)
        self.error = error


@dataclass(frozen=True, slots=True)
class Range:
    """A move with one number between two: said with the number, not listed."""

    kind: MoveKind
    low: int
    high: int


class Offer:
    """The legal moves of a state, as they are put before a person."""

    def __init__(self, state: State, table: Table) -> None:
        self.state = state
        self.table = table
        self.paint: Paint = table.paint
        self.kinds = state.game.kinds[state.at]
        self.ranges: list[Range] = []
        self.moves: list[Move] = []
        self.is_cut = False
        for kind in self.kinds:
            if kind.bounds is not None:
                low, high = kind.bounds(state)
                if low is not None and high is not None and low < high:
                    self.ranges.append(Range(kind, low, high))
                    continue
            room = NUMBERED - len(self.moves)
            legal = list(islice(kind.legal(state), room + 1))
            self.is_cut |= len(legal) > room
            moves = [Move(kind, choices) for choices in legal[:room]]
            if len(kind.rule.choices) == 1 and kind.rule.choices[0].type == CARD:
                labels = state.game.deck.labels
                moves.sort(key=lambda m: table.place(labels[m.choices[0]]))  # as the hand is shown
            self.moves += moves

    # ---------------------------------------------------------------- showing

    def lines(self, whole: bool = False) -> list[str]:
        """Ranges and numbered moves, the choices of one move side by side."""
        game = self.state.game
        rows: list[tuple[str, list[str]]] = []
        for found in self.ranges:
            name = game.label(found.kind.name)
            rows.append((self.paint.name(name), [self._range(found)]))
        shown = len(self.moves) if whole else min(len(self.moves), SHOWN)
        size = len(str(shown))
        single: list[str] = []
        for i, move in enumerate(self.moves[:shown]):
            number = self.paint.name(f"{i + 1:>{size}})")
            name, _, rest = game.values.said(self.state, move).partition(" ")
            if not move.choices:
                single.append(f"{number} {game.label(name)}")
                continue
            if single:
                rows.append(("", single))
                single = []
            label = game.label(name)
            if not rows or rows[-1][0] != label:
                rows.append((label, []))
            rows[-1][1].append(f"{number} {self._choices(rest)}")
        if single:
            rows.append(("", single))
        return [*self._drawn(rows), *self._rest(shown)]

    def _drawn(self, rows: list[tuple[str, list[str]]]) -> Iterator[str]:
        head = max((columns(name) for name, _ in rows), default=0)
        width = self.paint.width - 2
        for name, items in rows:
            size = max(columns(i) for i in items)
            items = [padded(i, size) for i in items]
            indent = " " * (head + 2 if head else 0)
            first = padded(name, head) + "  " if head else ""
            lines = wrapped(items, width, indent)
            yield ("  " + first + lines[0]).rstrip()
            for line in lines[1:]:
                yield ("  " + line).rstrip()

    def _range(self, found: Range) -> str:
        return f"{self.paint.name(str(found.low))} to {self.paint.name(str(found.high))}"

    def _choices(self, rest: str) -> str:
        known = self.state.game.deck.numbers
        return " ".join(
            self.paint.card(word) if word in known else harmless(word)
            for text in rest.split(" ")
            for word in [text]
        )

    def _rest(self, shown: int) -> list[str]:
        left = len(self.moves) - shown
        if not left and not self.is_cut:
            return []
        many = f"{left} more" if not self.is_cut else "many more"
        return [self.paint.dim(f"  {self.paint.more} and {many}; 'moves' lists them")]

    def texts(self) -> list[str]:
        """What can be typed, for completion: names alone, and moves with their choices."""
        names = [k.name for k in self.kinds]
        return list(dict.fromkeys([*names, *(str(m) for m in self.moves)]))

    # ---------------------------------------------------------------- understanding

    def understood(self, text: str) -> Move:
        """The legal move that a text means: a number of the list, or the move in words.

        Raises NotUnderstood.
        """
        words = text.split()
        if len(words) == 1 and _NUMBER.fullmatch(words[0]):
            return self._numbered(int(words[0]))
        name, rest = self._name(words)
        if name is None:
            return self._choice_alone(text)
        self._be_possible(name, rest)
        move = self._parsed(name, rest)
        if move.kind.at == self.state.at and not move.kind.check(self.state, *move.choices):
            return move
        error = self.state.game.refusal(self.state, move)
        raise NotUnderstood(error.message, error)

    def _be_possible(self, name: str, rest: list[str]) -> None:
        """Say so if a move is named alone and there is nothing that it could be made with."""
        kinds = [k for k in self.kinds if k.name == name and k.rule.choices]
        if kinds and not rest and all(next(k.legal(self.state), None) is None for k in kinds):
            raise NotUnderstood(f"you cannot {name} now, whatever you choose")

    def _numbered(self, number: int) -> Move:
        if not self.moves and len(self.ranges) == 1:
            (only,) = self.ranges
            return self.understood(f"{only.kind.name} {number}")
        listed = self.moves[number - 1] if 1 <= number <= len(self.moves) else None
        # A rank or a column may be called by a number too; neither is silently taken for the other.
        called = next((m for m in self.moves if str(m).split()[1:] == [str(number)]), None)
        if listed is not None and called is not None and listed != called:
            raise NotUnderstood(
                f"'{number}' may be number {number} of the list, '{listed}', or '{called}': say which"
            )
        if found := listed or called:
            return found
        names = [r.kind.name for r in self.ranges]
        hint = f"; with a number of your own say '{names[0]} {number}'" if names else ""
        if not self.moves:
            hint = f"; say {' or '.join(f'{n!r}' for n in names)} and the number"
        there = (
            f"the list goes from 1 to {len(self.moves)}" if self.moves else "nothing is numbered"
        )
        raise NotUnderstood(f"there is no move {number}: {there}{hint}")

    def _name(self, words: list[str]) -> tuple[str | None, list[str]]:
        """The move's name that the first words are, however they are spelt, and the other words."""
        known = list(dict.fromkeys(k.name for k in self.kinds))
        everywhere = {k.name for kinds in self.state.game.kinds.values() for k in kinds}
        for size in range(len(words), 0, -1):
            spelt = "_".join(words[:size]).replace("-", "_")
            small = spelt.casefold()  # names are in small letters
            if small in known:
                return small, words[size:]
            if spelt in everywhere:
                return spelt, words[size:]
        return None, words

    def _parsed(self, name: str, rest: list[str]) -> Move:
        game, state = self.state.game, self.state
        said = " ".join(rest)
        kind = next((k for k in self.kinds if k.name == name), None)
        if kind is not None and "," not in said and len(kind.rule.choices) == len(rest) > 1:
            said = ", ".join(rest)  # without the commas
        first: IllegalMoveError | None = None
        for way in dict.fromkeys((said, said.casefold(), said.replace(" ", "_").casefold())):
            try:
                return game.parse_move(state, f"{name} {way}".strip())
            except IllegalMoveError as error:
                first = first or error
        assert first is not None
        raise NotUnderstood(str(first) + self._ranges_of(name), None)

    def _ranges_of(self, name: str) -> str:
        found = next((r for r in self.ranges if r.kind.name == name), None)
        return f" (from {found.low} to {found.high})" if found is not None else ""

    def _choice_alone(self, text: str) -> Move:
        """A choice said without the name of the move, where only one move can be meant."""
        meant = []
        for kind in self.kinds:
            if len(kind.rule.choices) == 1:
                try:
                    move = self.state.game.parse_move(self.state, f"{kind.name} {text}")
                except IllegalMoveError:
                    continue
                if move.kind is kind:
                    meant.append(move)
        legal = [m for m in meant if not m.kind.check(self.state, *m.choices)]
        if len(legal) == 1:
            return legal[0]
        if len(legal) > 1:
            raise NotUnderstood(f"say which: {' or '.join(f'{str(m)!r}' for m in legal)}")
        if len(meant) == 1:
            error = self.state.game.refusal(self.state, meant[0])
            raise NotUnderstood(error.message, error)
        known = list(dict.fromkeys(k.name for k in self.kinds))
        word = text.split()[0]
        here = ", ".join(name + self._ranges_of(name) for name in known)
        begun = [n for n in known if len(word) > 1 and n.startswith(word.casefold())]
        meant_names = " or ".join(f"'{name}'" for name in begun)
        hint = f"did you mean {meant_names}?" if begun else did_you_mean(word, known)
        hint = hint or f"moves here: {here}"
        raise NotUnderstood(f"no move is called '{harmless(word)}'; {hint}")
