"""Mutants of a rule file: what it would be with one thing changed that an example should notice.

A number is another one, a condition the opposite, a comparison its neighbour, an effect or a row is
left out, a pile stands for another, or others see it. What people alone read is left as it is, and so are the bounds
of options and of how many play: no example can show that what is outside of them is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import field

from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar
from rulerun.grammar.nodes import Sequence as NodeSequence
from rulerun.grammar.record import record
from rulerun.grammar.source import SourceFile, Span
from rulerun.grammar.tokens import Shape, Token, split
from rulerun.grammar.vocabulary.effects import EFFECTS, SPELLINGS
from rulerun.grammar.vocabulary.keys import KEYS, Holds

from ..checking.symbols import Symbols


@record
class Mutant:
    """One thing changed: what stands at `span` is `after` instead. `what` says what was done."""

    what: str
    span: Span
    after: str

    @property
    def before(self) -> str:
        """What the rule file says."""
        return self.span.text

    @property
    def place(self) -> Span:
        """Where it begins, for people: at its first word, not at the blanks before it."""
        blanks = len(self.before) - len(self.before.lstrip())
        return Span(
            self.span.file, self.span.start + blanks % max(1, len(self.before)), self.span.end
        )

    @property
    def text(self) -> str:
        """The whole file with the change."""
        whole = self.span.file.text
        return whole[: self.span.start] + self.after + whole[self.span.end :]


def mutants_of(
    file: SourceFile, root: Mapping, symbols: Symbols, known: Collection[str] | None = None
) -> list[Mutant]:
    """The mutants of a game, a house rule or a form, in the order of its text, each once.

    `root` are the nodes of this one file; `symbols` are the names of the game that it makes, of which
    only those that are `known` are written in the place of others.
    """
    found: dict[str, Mutant] = {}
    for mutant in _Changing(file, symbols, known).of(root):
        found.setdefault(mutant.text, mutant)
    return sorted(found.values(), key=lambda m: (m.span.start, m.span.end, m.what))


#: Of each word the one that says the opposite, or as much of something else.
_OPPOSITES = {
    "and": "or", "or": "and", "first": "last", "last": "first", "most": "fewest",
    "fewest": "most", "highest": "lowest", "lowest": "highest", "smaller": "larger",
    "larger": "smaller", "largest": "smallest", "smallest": "largest", "top": "bottom",
    "bottom": "top", "any": "every", "every": "any", "yes": "no", "no": "yes", "left": "right",
    "right": "left",
}  # fmt: skip
_NEIGHBOURS = {
    "=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "*": "+",
}  # fmt: skip
_TOLD_TO_PEOPLE = (
    "about", "rulings", "titles", "examples", "game", "house rule", "also known as", "source",
    "limit", "breaks", "over", "for",
)  # fmt: skip
"""Keys under which nothing stands that an example can show."""

_CONDITIONS = ("may", "skip when", "skip turn when", "until", "only", "wild")
_WORDS_OF_PILES = ("refilled", "except")


@record
class _Text:
    """A text of the rules: its tokens, its key, and the names of the maps it stands in."""

    scalar: Scalar
    tokens: tuple[Token, ...]
    path: tuple[str, ...]
    lines: bool = field(default=False)

    @property
    def key(self) -> str:
        return self.path[-1]

    def is_under(self, *keys: str) -> bool:
        return any(key in self.path[:-1] for key in keys)


class _Changing:
    def __init__(
        self, file: SourceFile, symbols: Symbols, known: Collection[str] | None = None
    ) -> None:
        self.file = file
        self.symbols = symbols
        piles = symbols.piles.values()
        self.alike = [
            [p.name for p in piles if p.per == per and not p.groups and not p.family]
            for per in (None, "player", "team")
        ]
        self.alike.append([h for h, holder in symbols.holders.items() if not holder.chips.per])
        kinds: dict[tuple[str, str | None], list[str]] = {}
        for name, memory in symbols.memories.items():
            kinds.setdefault((memory.remember.kind.name, memory.remember.per), []).append(name)
        self.alike += [names for names in kinds.values() if len(names) > 1]
        self.alike.append([o for o, x in symbols.options.items() if x.option.kind.name == "number"])
        if known is not None:
            self.alike = [[name for name in names if name in known] for names in self.alike]

    def of(self, root: Mapping) -> Iterator[Mutant]:
        """All changes of a file."""
        for entry in root:
            if entry.key.text in _TOLD_TO_PEOPLE:
                continue
            yield from self.under(entry, (entry.key.text,))

    # ---------------------------------------------------------------- what stands where

    def under(self, entry: Entry, path: tuple[str, ...]) -> Iterator[Mutant]:
        """The changes of what stands under a key."""
        node = entry.value
        if isinstance(node, Mapping):
            for inner in node:
                if inner.key.text not in _TOLD_TO_PEOPLE:
                    yield from self.dropped(inner, path)
                    yield from self.under(inner, (*path, inner.key.text))
            return
        items = node.items if isinstance(node, NodeSequence) else (node,)
        for item in items:
            if isinstance(item, Scalar):
                if path == ("remove",):
                    yield from self.item_dropped(item)
                else:
                    yield from self.changed(item, path)

    def dropped(self, entry: Entry, path: tuple[str, ...]) -> Iterator[Mutant]:
        """A row, a condition or a deed of a house rule left out."""
        under, name = path[-1], entry.key.text
        what = None
        if under in ("at any time", "end"):
            what = f"without '{name}'"
        elif under == "may" or name in _CONDITIONS:
            what = f"without the condition '{name}'"
        elif under in ("change", "add", "set") and len(path) == 1:
            what = f"without this change of '{name}'"
        elif _is_row(entry.value) and name not in _NAMES_OF_KEYS and not _only_tells(entry.value):
            what = f"without the row '{name}'"
        if what is not None:
            span = self.lines_of(entry)
            if span is not None:
                yield Mutant(what, span, "")

    def item_dropped(self, item: Scalar) -> Iterator[Mutant]:
        """What a house rule removes is not removed."""
        text, start = self.file.text, item.span.start
        line = text.rfind("\n", 0, start) + 1
        what = f"'{item.text}' is not removed"
        if text[line:start].strip() == "-":
            end = text.find("\n", item.span.end) + 1
            yield Mutant(what, Span(self.file, line, end or len(text)), "")
            return
        end = item.span.end
        after = text[end : end + 2]
        if after.startswith(","):
            yield Mutant(what, Span(self.file, start, end + len(after)), "")
        elif text[:start].rstrip().endswith(","):
            yield Mutant(what, Span(self.file, text.rindex(",", 0, start), end), "")

    def lines_of(self, entry: Entry) -> Span | None:
        """The whole lines of an entry; None if something else stands on them."""
        text = self.file.text
        start = text.rfind("\n", 0, entry.key.span.start) + 1
        if text[start : entry.key.span.start].strip():
            return None
        depth = entry.key.span.start - start
        end = text.find("\n", entry.key.span.start)
        while end >= 0:
            line = text[end + 1 :].split("\n", 1)[0]
            if line.strip() and len(line) - len(line.lstrip(" ")) <= depth:
                break
            end = text.find("\n", end + 1)
        return Span(self.file, start, len(text) if end < 0 else end + 1)

    # ---------------------------------------------------------------- changes of a text

    def changed(self, scalar: Scalar, path: tuple[str, ...]) -> Iterator[Mutant]:
        """The changes of one text."""
        if scalar.offsets is None or not scalar.text:
            return
        tokens = split(scalar, helps=True)
        shown = tuple(t for t in tokens if t.shape is not Shape.HELP)
        text = _Text(scalar, shown, path)
        if _is_declaration(text):
            yield from self.declaration(text)
            return
        seen = _told(shown)
        if shown and shown[0].text in ("when", "for") and len(shown) - 1 in seen:
            return  # nothing but what people see depends on it
        for number, token in enumerate(shown):
            if number not in seen:
                yield from self.word(text, number, token)
        yield from self.inverted(text)
        yield from self.left_out(text)

    def declaration(self, text: _Text) -> Iterator[Mutant]:
        """Of a pile what refills it and who sees it; of an option what it normally is; of how many play
        nothing."""
        tokens = text.tokens
        if _declares(text) == "piles":
            yield from self.seen_otherwise(text)
        for number, token in enumerate(tokens):
            if _declares(text) == "piles" and token.text in _WORDS_OF_PILES:
                first = number - 1 if number and tokens[number - 1].text == "," else number
                last = next(
                    (i for i in range(number + 1, len(tokens)) if tokens[i].text == ","),
                    len(tokens),
                )
                yield self.mutant("without", tokens[first].span.to(tokens[last - 1].span), "")
            elif token.text in ("normally", "as"):
                for place in range(number + 1, len(tokens)):
                    yield from self.word(text, place, tokens[place])

    def seen_otherwise(self, text: _Text) -> Iterator[Mutant]:
        """A pile that others see: one that nobody or its owner sees lies open, an open one does not."""
        words = " ".join(token.text for token in text.tokens)
        found = re.search(r"\b(?:top face up|face (?:up|down)|seen by (?:owner|others))\b", words)
        if found is None:
            if text.tokens and "face either" not in words:  # it says nothing, and lies face down
                span = text.tokens[-1].span
                yield self.mutant("seen otherwise", span, f"{span.text}, face up")
            return
        first = words[: found.start()].count(" ")
        span = text.tokens[first].span.to(text.tokens[first + found[0].count(" ")].span)
        for other in ("face up", "face down"):
            if other != found[0]:
                yield self.mutant("seen otherwise", span, other)

    def word(self, text: _Text, number: int, token: Token) -> Iterator[Mutant]:
        """The changes of one word, number or sign."""
        after = text.tokens[number + 1].text if number + 1 < len(text.tokens) else ""
        before = text.tokens[number - 1].text if number else ""
        if token.shape is Shape.NUMBER:
            yield self.mutant("another number", token.span, str(int(token.text) + 1))
        elif token.text in ("is", "are"):
            if after == "not":
                yield self.mutant(
                    "the opposite", token.span.to(text.tokens[number + 1].span), token.text
                )
            else:
                yield self.mutant("the opposite", token.span, f"{token.text} not")
        elif token.text in _NEIGHBOURS and token.shape is Shape.SIGN:
            yield self.mutant("another sign", token.span, _NEIGHBOURS[token.text])
        elif before == "face" and token.text in ("up", "down"):
            yield self.mutant("turned over", token.span, "down" if token.text == "up" else "up")
        elif token.text == "up" and after == "to":
            span = token.span.to(text.tokens[number + 1].span)
            yield self.mutant("without 'up to'", span, "")
        elif token.text in _OPPOSITES and token.shape is Shape.WORD:
            if before != "'s" and not (token.text == "no" and before in ("is", "are")):
                yield self.mutant("another word", token.span, _OPPOSITES[token.text])
        elif token.shape is Shape.WORD:
            for names in self.alike:
                if token.text in names and len(names) > 1:
                    other = names[(names.index(token.text) + 1) % len(names)]
                    yield self.mutant("another of its kind", token.span, other)
                    break

    def inverted(self, text: _Text) -> Iterator[Mutant]:
        """Conditions that hold when they should not, and the other way round."""
        tokens = text.tokens
        if _is_condition(text) and tokens and tokens[0].text != "when":
            yield from self.negated(tokens)
            return
        for number, token in enumerate(tokens):
            if token.text in ("when", "where", "until"):
                end = number + 1
                depth = 0
                while end < len(tokens):
                    depth += (tokens[end].text == "(") - (tokens[end].text == ")")
                    if depth < 0 or tokens[end].text in ("->", ";"):
                        break
                    end += 1
                yield from self.negated(tokens[number + 1 : end])

    def negated(self, tokens: Sequence[Token]) -> Iterator[Mutant]:
        """A condition with `not`, or without the one it has."""
        if not tokens:
            return
        if len(tokens) == 1:
            yield self.mutant("the opposite", tokens[0].span, f"not {tokens[0].span.text}")
        elif len(tokens) == 2 and tokens[0].text == "not":
            yield self.mutant("the opposite", tokens[0].span.to(tokens[1].span), tokens[1].text)
        else:
            span = tokens[0].span.to(tokens[-1].span)
            yield self.mutant("the opposite", span, f"not ({span.text})")

    def left_out(self, text: _Text) -> Iterator[Mutant]:
        """Each effect of a line left out."""
        if not _has_effects(text):
            return
        effect: list[Token] = []
        depth = 0
        for token in (*text.tokens, None):
            depth += 0 if token is None else (token.text == "(") - (token.text == ")")
            if token is None or (token.text == ";" and not depth):
                if effect and effect[0].text not in ("do", *_TELLING):
                    span = effect[0].span.to(effect[-1].span)
                    yield self.mutant("nothing is done", span, "do nothing")
                effect = []
            elif token.text == "->":
                effect = []
            else:
                effect.append(token)

    def mutant(self, what: str, span: Span, after: str) -> Mutant:
        return Mutant(what, span, after)


_TELLING = ("say",)
"""Effects that people see and no example can."""


def _told(tokens: Sequence[Token]) -> set[int]:
    """The numbers of the tokens of effects that only tell people something."""
    found: set[int] = set()
    telling = False
    for number, token in enumerate(tokens):
        if token.text in ("->", ";"):
            telling = False
        elif number == 0 or tokens[number - 1].text in ("->", ";"):
            telling = token.text in _TELLING
        if telling:
            found.add(number)
    return found


_NAMES_OF_KEYS = frozenset(key.name for key in KEYS.values())
_LINES = frozenset(key.name for key in KEYS.values() if key.holds is Holds.LINES)


def _only_tells(node: Node) -> bool:
    """Whether what a row does only tells people something."""
    tokens = split(node) if isinstance(node, Scalar) else []
    return len(tokens) - 1 in _told(tokens)


def _is_row(node: Node) -> bool:
    """Whether a text is a row of a table."""
    return isinstance(node, Scalar) and node.text.split(" ")[0] in ("when", "otherwise", "always")


def _declares(text: _Text) -> str:
    """Under which key what a text declares stands, also where a house rule says its address."""
    address = text.key.split(",")[0].split(".")
    if len(address) > 1:
        return address[-2]
    return text.path[-2] if len(text.path) > 1 else ""


def _is_declaration(text: _Text) -> bool:
    """Whether a text declares something, so that only some of its words can be changed."""
    is_game = len(text.path) == 1 and text.key in ("players",)
    declared = _declares(text) in ("piles", "options", "remember")
    return is_game or declared or text.key in ("gives", "hit")


def _is_condition(text: _Text) -> bool:
    """Whether a text as a whole is a condition."""
    last = text.key.split(",")[0].split(".")[-1]
    above = text.path[-2] if len(text.path) > 1 else ""
    return last in _CONDITIONS or last == "when" or above == "may"


def _has_effects(text: _Text) -> bool:
    """Whether a text does something: a line, or a row of a table that does."""
    words = {token.text for token in text.tokens}
    address = text.key.split(",")[0].split(".")
    if text.key in _LINES or text.is_under(*_LINES) or any(part in _LINES for part in address):
        return True
    if "moves" in text.path[-2:-1] or address[-1] == "then":
        return True
    return "->" in words and _first_verb(text) in _VERBS


def _first_verb(text: _Text) -> str:
    """The first word of an effect behind the last arrow of a text, if there is one."""
    after = text.tokens
    for number, token in enumerate(text.tokens):
        if token.text == "->":
            after = text.tokens[number + 1 :]
    return next((token.text for token in after if token.text in _VERBS), "")


_VERBS = frozenset(name.split()[0] for name in (*EFFECTS, *SPELLINGS))
