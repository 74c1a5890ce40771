"""How things look in lines of text: cards, colours, columns; plain letters where nothing else goes."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .terminal import SUITS, WIDEST, harmless, is_screen, wants_color, wants_symbols
from .terminal import width as terminal_width

if TYPE_CHECKING:
    from rulerun.interpreter.machine.game import Game

_STYLES = re.compile(r"\x1b\[[0-9;]*m")
_RED, _BOLD, _DIM, _NAME = "31", "1", "2", "36"


@dataclass(frozen=True, slots=True)
class Paint:
    """What may be used to show things. Without arguments: nothing but letters, for pipes and files."""

    color: bool = False
    symbols: bool = False
    width: int = 80
    is_screen: bool = False

    @classmethod
    def for_output(cls, widest: int = WIDEST) -> Paint:
        """As much as the standard output can show, no wider than `widest` columns."""
        return cls(
            wants_color(sys.stdout), wants_symbols(sys.stdout), terminal_width(widest),
            is_screen(sys.stdout),
        )  # fmt: skip

    # ---------------------------------------------------------------- signs

    @property
    def arrow(self) -> str:
        """Between where something was and where it is."""
        return "→" if self.symbols else "->"

    @property
    def more(self) -> str:
        """In front of what is left out."""
        return "…" if self.symbols else "..."

    @property
    def back(self) -> str:
        """A card that lies face down."""
        return "\u2592\u2592" if self.symbols else "##"

    def rule(self, title: str) -> str:
        """A line across the screen with a title near its beginning."""
        sign = "─" if self.symbols else "-"
        title = harmless(title)
        text = f"{sign * 2} {self.bold(title)} "
        return text + self.dim(sign * max(0, self.width - 4 - columns(title)))

    def cleared(self) -> str:
        """What takes all from the screen that stood there; empty lines where nothing can."""
        return "\x1b[2J\x1b[3J\x1b[H" if self.is_screen else "\n" * 60

    # ---------------------------------------------------------------- styles

    def _styled(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.color and text else text

    def bold(self, text: str) -> str:
        """What matters most."""
        return self._styled(_BOLD, text)

    def dim(self, text: str) -> str:
        """What matters least."""
        return self._styled(_DIM, text)

    def cut(self, line: str, size: int) -> str:
        """A line in one style, cut off where it is wider than `size` columns."""
        if columns(line) <= size:
            return line
        text = _STYLES.sub("", line)
        while columns(text) + columns(self.more) > size:
            text = text[:-1]
        return (self.name if line != _STYLES.sub("", line) else str)(text + self.more)

    def name(self, text: str) -> str:
        """A number or a word that can be typed."""
        return self._styled(_NAME, text)

    # ---------------------------------------------------------------- cards

    def card(self, label: str) -> str:
        """A card: `10H`, or `10♥` where that can be shown; red suits in red."""
        rank, suit = label[:-1], label[-1:]
        if not rank or suit not in SUITS:
            return harmless(label)  # a joker
        shown = rank + (SUITS[suit] if self.symbols else suit)
        return self._styled(_RED, shown) if suit in "DH" else shown

    def cards(self, labels: Iterable[str | None]) -> str:
        """Cards side by side; of those that are not seen, how many there are."""
        labels = list(labels)
        known = [c for c in labels if c is not None]
        hidden = len(labels) - len(known)
        parts = [self.card(c) for c in known]
        if hidden:
            parts.append(f"{'+ ' if parts else ''}{count(hidden, 'card')}")
        return " ".join(parts) or self.dim("empty")

    def move(self, text: str, game: Game) -> str:
        """A move's text with its cards painted and its name as people see it."""
        name, _, rest = text.partition(" ")
        words = [self.word(word, game.deck.numbers) for word in rest.split(" ")]
        return " ".join([game.label(name), *filter(None, words)])

    def word(self, word: str, cards: Container[str]) -> str:
        """A word of a move, painted if it is a card: `10H`, `10H,` or `(10H)`."""
        before = "(" if word.startswith("(") else ""
        inner = word.removeprefix("(").rstrip("),")
        if inner not in cards:
            return harmless(word)
        return before + self.card(inner) + word[len(before) + len(inner) :]


def count(number: int, what: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def plain(text: str) -> str:
    """A text without its styles."""
    return _STYLES.sub("", text)


def columns(text: str) -> int:
    """How many columns of the screen a text takes, its styles apart."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in _STYLES.sub("", text)
    )


def padded(text: str, size: int, right: bool = False) -> str:
    """A text filled up with spaces to `size` columns."""
    space = " " * max(0, size - columns(text))
    return space + text if right else text + space


def grid(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows of cells as lines with the cells below one another; columns `right` end together."""
    if not rows:
        return []
    sizes = [max(columns(row[i]) for row in rows) for i in range(len(rows[0]))]
    ends = set(right)
    return [
        "  ".join(padded(c, sizes[i], i in ends) for i, c in enumerate(row)).rstrip()
        for row in rows
    ]


def entries(rows: Sequence[tuple[str, str]], size: int) -> list[str]:
    """Names with what belongs to them, below one another; what is long goes on in a next line."""
    head = max((columns(name) for name, _ in rows), default=0)
    lines = []
    for name, value in rows:
        indent = " " * (head + 2)
        first, *others = wrapped(value.split(" "), size, indent, gap=" ") or [""]
        lines += [f"{padded(name, head)}  {first}".rstrip(), *others]
    return lines


def wrapped(items: Iterable[str], size: int, indent: str, gap: str = "  ") -> list[str]:
    """Items side by side, in as many lines as they need; all lines after the first are indented."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and columns(line) + columns(gap) + columns(item) > size - columns(indent):
            lines.append(line)
            line = item
        else:
            line = f"{line}{gap}{item}" if line else item
    if line:
        lines.append(line)
    return [first if i == 0 else indent + first for i, first in enumerate(lines)]
