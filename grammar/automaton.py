"""The parser's tables as rules.table has them, and a text on its way through them.

Lark makes the tables (tables.py); to run them takes nothing of it, and a command that only reads
rules starts in half the time without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .tokens import Token

END = "$END"
"""The terminal behind the last token."""


class Unfit(Exception):
    """The token that the grammar cannot take; None if the text ends too soon."""

    def __init__(self, token: Token | None) -> None:
        super().__init__(token)
        self.token = token


class Rule(NamedTuple):
    """How several parts become one.

    `parts` is how many; those at the places `spread` are rows of parts themselves, which stand in
    their place. `method` makes a node of them; without one they stay a row. `alone`: of a single
    part nothing is made, it stands for the whole.
    """

    origin: str
    parts: int
    spread: tuple[int, ...]
    method: str
    alone: bool


class Tables:
    """The states of the parser: what each can take, and what comes then.

    A row has for each symbol the state that follows, or, below 0, `~` of the number of the rule
    whose parts are complete.
    """

    def __init__(self, text: str) -> None:
        head, starts, terminals, rules, states = text.split("\n\n")
        self.head = head
        self.starts: dict[str, int] = {}
        self.ends: dict[str, int] = {}
        for line in starts.splitlines():
            start, first, last = line.split()
            self.starts[start], self.ends[start] = int(first), int(last)
        #: The words, phrases and signs of each terminal.
        self.spellings: dict[str, tuple[str, ...]] = {}
        for line in terminals.splitlines():
            name, _, words = line.partition(" ")
            self.spellings[name] = tuple(words.split("|")) if words else ()
        self._names = [*self.spellings, END]
        self.rules: list[Rule] = []
        for line in rules.splitlines():
            origin, parts, spread, method, alone = line.split(" ")
            places = tuple(map(int, spread.split(","))) if spread else ()
            self.rules.append(Rule(origin, int(parts), places, method, alone == "1"))
        self._lines = states.splitlines()
        self._rows: list[dict[str, int] | None] = [None] * len(self._lines)

    def row(self, state: int) -> dict[str, int]:
        """What a state can take. Most texts come through few of them, so each is read when asked for."""
        row = self._rows[state]
        if row is None:
            row = self._rows[state] = self._read(self._lines[state])
        return row

    def _read(self, line: str) -> dict[str, int]:
        shifts, gotos, reductions = line.split(";")
        names = self._names
        row: dict[str, int] = {}
        for part in shifts.split():
            terminal, _, state = part.partition(":")
            row[names[int(terminal)]] = int(state)
        for part in gotos.split():
            symbol, _, state = part.partition(":")
            row[symbol] = int(state)
        for part in reductions.split():
            rule, _, terminals = part.partition(":")
            row |= dict.fromkeys([names[int(t)] for t in terminals.split(",")], ~int(rule))
        return row


class Course:
    """A text on its way through the tables: token after token is taken, and nodes are made.

    `builder` has the methods that make nodes; without one, nothing is made.
    """

    def __init__(self, tables: Tables, start: str, builder: Any = None) -> None:
        self._tables = tables
        self._builder = builder
        self._last = tables.ends[start]
        self._states = [tables.starts[start]]
        self._parts: list[Any] = []

    def can_take(self, terminal: str) -> bool:
        """Whether the grammar can go on with a terminal here."""
        row, rules = self._tables.row, self._tables.rules
        states: Sequence[int] = self._states
        found = row(states[-1]).get(terminal)
        if found is None or found >= 0:
            return found is not None
        states = list(states)
        while found is not None and found < 0:
            rule = rules[~found]
            if rule.parts:
                del states[-rule.parts :]
            states.append(row(states[-1])[rule.origin])
            if terminal == END and states[-1] == self._last:
                return True
            found = row(states[-1]).get(terminal)
        return found is not None

    def choices(self) -> frozenset[str]:
        """The terminals with which the grammar can go on here."""
        row = self._tables.row(self._states[-1])
        return frozenset(t for t in row if t.isupper() and self.can_take(t))

    def take(self, token: Token) -> None:
        """Go on with a token; Unfit if that cannot be."""
        states = self._states
        while True:
            found = self._tables.row(states[-1]).get(token.type)
            if found is None:
                raise Unfit(token)
            if found >= 0:
                states.append(found)
                self._parts.append(token)
                return
            self._complete(found)

    def end(self) -> Any:
        """What the whole text means; Unfit if it cannot end here."""
        states = self._states
        while states[-1] != self._last:
            found = self._tables.row(states[-1]).get(END)
            if found is None:
                raise Unfit(None)
            self._complete(found)
        return self._parts[-1]

    def _complete(self, found: int) -> None:
        """The parts of a rule become one."""
        rule = self._tables.rules[~found]
        states, parts = self._states, self._parts
        own: list[Any] = []
        if rule.parts:
            own = parts[-rule.parts :]
            del parts[-rule.parts :]
            del states[-rule.parts :]
        states.append(self._tables.row(states[-1])[rule.origin])
        if self._builder is None:
            parts.append(None)
            return
        if rule.spread:
            rows = [part if i in rule.spread else [part] for i, part in enumerate(own)]
            own = [part for row in rows for part in row]
        if not rule.method:
            parts.append(own)
        elif rule.alone and len(own) == 1:
            parts.append(own[0])
        else:
            parts.append(getattr(self._builder, rule.method)(own))
