"""A rule file as somebody types it: its words, texts and lines, each at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile
from rulerun.grammar.tokens import Shape, Token, split
from rulerun.grammar.vocabulary.keys import STEP, Holds, Key, keys_at
from rulerun.grammar.vocabulary.words import GRAMMAR_WORDS

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"


@dataclass(frozen=True)
class Word:
    """A word and what it is there: where it starts and ends in the file.

    `role` is `name` (one of the file's own names, used), `declared` (where it gets its name),
    `word` (one of the language), `key`, `option` (under `set`), `address`, or `reference` (the
    name of a game, house rule, phase, move or example elsewhere).
    """

    start: int
    end: int
    text: str
    role: str


@dataclass(frozen=True)
class Line:
    """A text that the grammar reads: its kind, its tokens, the key it stands under."""

    start: str
    text: Scalar
    tokens: tuple[Token, ...]
    key: str


@dataclass
class Sheet:
    """A rule file taken apart."""

    name: str
    source: SourceFile
    words: list[Word] = field(default_factory=list)
    texts: list[Line] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)
    piles: set[str] = field(default_factory=set)
    end: int = 0
    everywhere: list[Word] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What stands in the file."""
        return self.source.text

    def lines(self) -> Iterator[tuple[int, str]]:
        """Each line that is no comment and not empty, with the offset of its first character."""
        at = 0
        for line in self.text[: self.end].split("\n"):
            if line.strip() and not line.strip().startswith("#"):
                yield at, line
            at += len(line) + 1

    def rules_alone(self) -> Sheet:
        """What stands before the examples, which are longer than all else."""
        end = next(
            (w.start for w in self.words if w.text == "examples" and w.role == "key"), self.end
        )
        return replace(
            self,
            everywhere=self.words,
            words=[w for w in self.words if w.start < end],
            texts=[t for t in self.texts if t.text.span.start < end],
            entries=[e for e in self.entries if e.key.span.start < end],
            end=end,
        )


#: Keys whose texts are read as what they are: a name or nothing that matters to the game.
_REFERENCES = ("starts in", "hit", "start at", "for", "over")
_NAMES = ("ruleset.options", "ruleset.chips", "ruleset.piles", "ruleset.remember")


def sheet(path: Path) -> Sheet:
    """The sheet of a rule file; `name` is its path below the folder of rule files."""
    source = SourceFile(str(path), path.read_text(encoding="utf-8"))
    root, wrong = read(source)
    assert root is not None and not wrong, wrong
    found = Sheet(path.name, source, end=len(source.text))
    _Taking(found).section(root, "overlay" if root.get("house rule") else "ruleset")
    return found


class _Taking:
    def __init__(self, found: Sheet) -> None:
        self.found = found

    def word(self, key: Scalar, role: str) -> None:
        self.found.words.append(Word(key.span.start, key.span.end, key.text, role))

    def section(self, node: Node, place: str) -> None:
        if not isinstance(node, Mapping):
            return
        allowed = keys_at(place)
        for entry in node:
            self.found.entries.append(entry)
            key = allowed.get(entry.key.text)
            if key is None:  # a row of a table
                self.declare(entry.key)
                self.text(entry.value, "row_do", entry.key.text)
                continue
            self.word(entry.key, "key")
            if place == "ruleset" and key.name == "piles" and isinstance(entry.value, Mapping):
                self.found.piles.update(e.key.text for e in entry.value)
            self.value(key, entry.value, place)

    def value(self, key: Key, node: Node, place: str) -> None:
        match key.holds:
            case Holds.KEYS:
                self.section(node, key.inner)
            case Holds.CHANGES:
                self.changes(node)
            case Holds.STEPS:
                self.steps(node)
            case Holds.LABELS:
                pass
            case Holds.NAMED:
                self.named(node, key)
            case _ if key.name == "rulings":
                pass
            case Holds.WORDS | Holds.TEXTS | Holds.TEXT if not key.start:
                self.plain(node, key)
            case _:
                self.rows(node, key, place)

    def plain(self, node: Node, key: Key) -> None:
        items = node.items if isinstance(node, Sequence) else (node,)
        for item in items:
            if not isinstance(item, Scalar):
                continue
            if key.name in _REFERENCES:
                for token in split(item):
                    if token.shape is Shape.WORD and token.text not in GRAMMAR_WORDS:
                        self.word(Scalar(token.text, token.span), "reference")
            elif key.name == "breaks" and item.text != "all":
                self.word(item, "reference")
            elif key.name == "remove":
                self.address(item)

    def named(self, node: Node, key: Key) -> None:
        if not isinstance(node, Mapping):
            return
        for entry in node:
            self.found.entries.append(entry)
            if key.name == "examples":
                self.section(entry.value, key.inner)
                continue
            if entry.key.text != "moves":
                self.declare(entry.key, head=key.names == "head")
            if isinstance(entry.value, Mapping):
                self.section(entry.value, key.inner)
            else:
                self.text(entry.value, key.start or "line", entry.key.text)

    def rows(self, node: Node, key: Key, place: str) -> None:
        if not isinstance(node, Mapping):
            self.text(node, key.start, key.name)
            return
        for entry in node:
            self.found.entries.append(entry)
            if (place == "example" and key.name == "set") or place == "overlay":
                self.word(entry.key, "option")
            elif place == "example":
                self.text(entry.key, "expr", key.name)
            elif entry.key.text != "each player":
                self.declare(entry.key, head=key.names == "head")
            self.text(entry.value, key.start, key.name)

    def declare(self, key: Scalar, head: bool = False) -> None:
        if head:
            for token in split(key):
                known = token.text in GRAMMAR_WORDS or token.text in _NOUNS
                role = "word" if known else "declared"
                self.word(Scalar(token.text, token.span), role)
                self.found.declared |= set() if known else {token.text}
            return
        self.word(key, "declared")
        self.found.declared.add(key.text)

    def text(self, node: Node, start: str, key: str) -> None:
        for item in node.items if isinstance(node, Sequence) else (node,):
            if not isinstance(item, Scalar) or not item.text:
                continue
            tokens = tuple(split(item, helps=start == "option"))
            self.found.texts.append(Line(start, item, tokens, key))
            for number, token in enumerate(tokens):
                beside = [t.text for t in tokens[max(0, number - 1) : number + 2]]
                if "or" in beside and start not in ("expr", "row_do", "line"):
                    continue  # a word of the game's own gets its name here
                if token.shape is Shape.WORD and start != "names":
                    self.word(Scalar(token.text, token.span), "text")

    def steps(self, node: Node) -> None:
        for item in node.items if isinstance(node, Sequence) else ():
            if not isinstance(item, Mapping):
                continue
            for entry in item:
                self.found.entries.append(entry)
                if entry.key.text == "expect":
                    self.word(entry.key, "key")
                    self.text(entry.value, "expr", "expect")
                elif STEP.match(entry.key.text) and not entry.key.text.endswith("cannot"):
                    who, *words = split(entry.key)
                    self.word(Scalar(who.text, who.span), "person")
                    for word in words:
                        self.word(Scalar(word.text, word.span), "key")
                    self.text(entry.value, "seen", "sees")
                elif isinstance(entry.value, Scalar):
                    tokens = split(entry.key)
                    self.word(Scalar(tokens[0].text, tokens[0].span), "person")
                    for cannot in tokens[1:]:
                        self.word(Scalar(cannot.text, cannot.span), "key")
                    tokens = split(entry.value)
                    self.word(Scalar(tokens[0].text, tokens[0].span), "reference")

    def changes(self, node: Node) -> None:
        for entry in node if isinstance(node, Mapping) else ():
            self.found.entries.append(entry)
            self.address(entry.key)
            self.content(entry.value, entry.key.text)

    def content(self, node: Node, key: str) -> None:
        """What a house rule puts somewhere: a text, or a map of whatever fits there."""
        if isinstance(node, Mapping):
            for entry in node:
                self.found.entries.append(entry)
                here = [
                    k for p in ("phase", "move", "table") if (k := keys_at(p).get(entry.key.text))
                ]
                if here:
                    self.word(entry.key, "key")
                    self.value(here[0], entry.value, here[0].where[0])
                else:
                    self.declare(entry.key)
                    self.content(entry.value, entry.key.text)
        else:
            start = "option" if key.startswith("options.") else "row_do"
            self.text(node, start, key)

    def address(self, text: Scalar) -> None:
        end = text.text.find(",")
        at = 0
        for word in (text.text if end < 0 else text.text[:end]).split("."):
            span = text.span_at(at, at + len(word))
            self.word(Scalar(word, span), "address")
            at += len(word) + 1


def chosen_text(sheet: Sheet, rng: Random, least: int = 1) -> Line | None:
    """A text of at least so many tokens, by chance; None if there is none."""
    texts = [t for t in sheet.texts if len(t.tokens) >= least]
    return rng.choice(texts) if texts else None


_NOUNS = ("card", "cards", "player", "team", "pile", "rank", "suit", "group", "other_card")
