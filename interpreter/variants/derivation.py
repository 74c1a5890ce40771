"""The house rule that leads from one game to another: as few deeds as there are differences.

`derive` compares the two, says each difference as a deed of an overlay, and tries the whole on the
first game: what comes of it has to be the second one. Whatever an overlay cannot say is a diagnostic at
its place in the second file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import dropwhile

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence, says_the_same
from rulerun.grammar.reader import read
from rulerun.grammar.record import record
from rulerun.grammar.source import SourceFile, Span
from rulerun.grammar.vocabulary.keys import keys_at
from rulerun.grammar.writing import Writer

from ..declarations.addresses import (
    NAMED,
    Kind,
    Path,
    in_long_form,
    kind_under,
    node_at,
)
from ..declarations.house_rule import read_house_rule
from ..declarations.lookup import Lookup, is_otherwise
from ..declarations.merging import Merging
from ..declarations.spelling import Speller
from ..examples.proof import holds
from ..labels import words_of
from ..loading import Loaded
from .comparison import Difference, differences

_PLAIN_VALUE = re.compile(r"-?\w+")
_PLACE = r"(?:--set|[^\s:]+\.ya?ml:\d+)"
_ORIGIN = re.compile(rf"\s+# {_PLACE}(?:(?:,? over) {_PLACE})*(?:: (.*))?$")
_ADDED_TO = ("rulings", "titles")
"""What house rules say beside the rules is added to the game's; nothing can be taken from it."""


_SECTIONS = [k for k, key in keys_at("ruleset").items() if kind_under(key) in NAMED]


@record
class Derived:
    """An overlay as text; None if there is none. `diagnostics` say what it cannot say or do."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...] = field(default=(), repr=False)


def derive(base: Loaded, edited: Loaded, title: str) -> Derived:
    """The house rule that makes `edited` of `base`; both have been read without an error.

    A note is given of what stays although it is not in `edited`: examples that still hold, rulings,
    labels. Without any difference there is no text and no diagnostic.
    """
    return _Derivation(base, edited).derive(title)


class _Derivation:
    """Collects what the overlay has to say, section by section."""

    def __init__(self, base: Loaded, edited: Loaded) -> None:
        assert base.stack.root is not None and edited.stack.root is not None
        self.base = base
        self.edited = edited
        self.one = base.stack.root
        self.two = edited.stack.root
        self.long = in_long_form(self.two)
        self.span = self.two.span
        self.speller = Speller(Lookup(self.one), Lookup(self.two))
        self.diagnostics: list[Diagnostic] = []
        self.set: list[Entry] = []
        self.change: list[Entry] = []
        self.add: list[Entry] = []
        self.remove: list[str] = []
        self.breaks: list[str] = []
        self.source: Node | None = None
        self.texts: dict[str, list[Entry]] = {key: [] for key in _ADDED_TO}
        self.examples: list[Entry] = []
        self.staying: list[Difference] = []

    def derive(self, title: str) -> Derived:
        found = differences(self.one, self.two)
        if not found:
            return Derived(None)
        self.rules([d for d in found if d.path[0] not in (*_ADDED_TO, "examples", "source")])
        for difference in found:
            if difference.path[0] in _ADDED_TO:
                self.text_of(difference)
            elif difference.path[0] == "source":
                self.sources(difference)
        self.note_what_stays()
        self.compare_examples()
        text = self.written(title)
        if any(d.severity is Severity.ERROR for d in self.diagnostics):
            return Derived(None, tuple(self.diagnostics))
        wrong = self.tried(text)
        return Derived(None if wrong else text, (*self.diagnostics, *wrong))

    # -- the rules ---------------------------------------------------------------------------------

    def rules(self, found: list[Difference]) -> None:
        """What has to be done to the rules."""
        wholes = _outermost(d.path[:-1] for d in found if d.how == "moved")
        for path in wholes:
            self.change.append(Entry(self.key(self.speller.existing(path)), self.node(path)))
        for difference in found:
            if any(difference.path[: len(path)] == path for path in wholes):
                continue
            self.rule(difference)

    def rule(self, difference: Difference) -> None:
        path, after = difference.path, difference.after
        if difference.how == "removed":
            self.remove.append(self.speller.existing(path))
        elif difference.how == "added":
            node = self.node(path)
            if len(path) == 1 and isinstance(node, Mapping) and path[0] in _SECTIONS:
                for entry in node:
                    self.add.append(Entry(self.key(f"{path[0]}.{entry.key.text}"), entry.value))
                return
            address = self.speller.new(path, self.span) + self.place(difference)
            self.add.append(Entry(self.key(address), node))
        elif path[-1] == "normally" and isinstance(after, Scalar):
            if _PLAIN_VALUE.fullmatch(after.text):
                self.set.append(Entry(self.key(path[1]), after))
            else:
                self.changed(path[:-1])
        elif path[-1] in ("when", "then") and difference.kind in (Kind.WHEN, Kind.THEN):
            assert isinstance(after, Scalar)
            is_half = re.match(r"when\b|->", after.text) is None and " ->" not in after.text
            if is_half or path[-1] == "then":
                self.change.append(Entry(self.key(self.speller.existing(path)), after))
            else:
                self.changed(path[:-1])
        else:
            self.changed(path)

    def changed(self, path: Path) -> None:
        self.change.append(Entry(self.key(self.speller.existing(path)), self.node(path)))

    def place(self, difference: Difference) -> str:
        """Where what is added is to stand, if that is not the end."""
        if difference.behind is None:
            return ""
        above = difference.path[:-1]
        new, old = node_at(self.long, above), node_at(in_long_form(self.one), above)
        assert isinstance(new, Mapping)
        names = new.keys()
        later = names[names.index(difference.path[-1]) + 1 :]
        if not isinstance(old, Mapping) or not set(later) & set(old.keys()):
            is_row = isinstance(old, Mapping) and old.entries and difference.kind is Kind.ROW
            last = old.entries[-1].value if is_row and isinstance(old, Mapping) else None
            return ", last" if is_otherwise(last) else ""
        return f", after {difference.behind}" if difference.behind else ", first"

    def node(self, path: Path) -> Node:
        """What stands at a path in the second game, as it is written there."""
        node = node_at(self.two, path) or node_at(self.long, path)
        assert node is not None
        return node

    def key(self, text: str) -> Scalar:
        return Scalar(text, self.span)

    # -- what is said beside the rules -------------------------------------------------------------

    def text_of(self, difference: Difference) -> None:
        """A ruling, or labels."""
        section, *words = difference.path
        if difference.how == "removed":
            if section != "titles" or words[-1] in words_of(self.two):
                self.staying.append(difference)
            return
        value = self.node(difference.path)
        if not words:
            assert isinstance(value, Mapping)
            self.texts[section] += value.entries
            return
        if section == "rulings" or len(words) == 1:
            self.texts[section].append(Entry(self.key(words[0]), value))
            return
        entries = self.texts[section]
        at = next((i for i, e in enumerate(entries) if e.key.text == words[0]), None)
        label = Entry(self.key(words[1]), value)
        if at is None:
            entries.append(Entry(self.key(words[0]), Mapping((label,), self.span)))
        else:
            labels = entries[at].value
            assert isinstance(labels, Mapping)
            entries[at] = Entry(entries[at].key, Mapping((*labels.entries, label), self.span))

    def sources(self, difference: Difference) -> None:
        """The sheets that a rule follows: more of them, or others."""
        before, after = (_items(n) for n in (difference.before, difference.after))
        if difference.how == "removed":
            self.remove.append("source")
        elif before and after[: len(before)] == before:
            more = [Scalar(text, self.span) for text in after[len(before) :]]
            self.source = more[0] if len(more) == 1 else Sequence(tuple(more), self.span)
        elif before:
            self.changed(("source",))
        else:
            self.source = difference.after

    def compare_examples(self) -> None:
        """Which examples are new, and which do not hold any more."""
        written = self.two.get("examples")
        now = {e.key.text: e for e in written} if isinstance(written, Mapping) else {}
        old = [e for e in self.base.stack.examples if e.broken_by is None]
        broken = [e.title.text for e in old if not holds(self.edited, e)]
        same = [e for e in old if e.title.text in now]
        is_new = not any(says_the_same(now[e.title.text].value, e.node) for e in same)
        if broken and is_new:
            self.breaks, old = ["*"], []
        elif old and not now:
            message = f"{len(old)} examples of the game still hold, and stay"
            self.diagnostics.append(_note(message, self.two.span))
            self.breaks, old = broken, []
        else:
            self.breaks = broken
        for example in old:
            title = example.title.text
            kept = now.get(title)
            if kept is not None and says_the_same(kept.value, example.node):
                del now[title]
            elif kept is None and title not in broken:
                message = f"the example '{title}' still holds, and stays"
                self.diagnostics.append(_note(message, example.title.span))
            elif kept is not None and title not in broken:
                message = f"the example '{title}' is another, and the game's own still holds"
                advice = "give this one another name: a house rule adds examples"
                notes = (Note("the game's own", example.title.span),)
                self.diagnostics.append(Diagnostic("O503", message, kept.key.span, advice, notes))
        self.examples = list(now.values())

    def note_what_stays(self) -> None:
        """That rulings or labels are not in the second game, which no house rule takes away."""
        for section in _ADDED_TO:
            found = [d for d in self.staying if d.path[0] == section]
            if found:
                more = f" and {len(found) - 1} more" if len(found) > 1 else ""
                stay = "stay" if more else "stays"
                message = f"{found[0].where[-1]}{more} {stay}: a house rule takes none away"
                self.diagnostics.append(_note(message, found[0].key))

    # -- the file ----------------------------------------------------------------------------------

    def written(self, title: str) -> str:
        own = self.base.stack.own
        game = self.base.stack.game + (f" with {own.name}" if own is not None else "")
        stack = self.edited.stack
        writer = Writer(stack.roots)
        lines = [
            *writer.entry(Entry(self.key("house rule"), self.key(title))),
            *writer.entry(Entry(self.key("for"), self.key(game))),
        ]
        if self.source is not None:
            lines += writer.entry(Entry(self.key("source"), self.source))
        for name in ("set", "change", "add"):
            lines += _section(writer, name, getattr(self, name))
        if self.remove:
            lines += writer.entry(Entry(self.key("remove"), self.listed(self.remove)))
        if self.breaks:
            whole = self.breaks == ["*"]
            breaks = self.key("all") if whole else self.listed(self.breaks)
            lines += writer.entry(Entry(self.key("breaks"), breaks))
        for name, entries in (*self.texts.items(), ("examples", self.examples)):
            lines += ["", *_section(writer, name, entries, gap=name == "examples")] * bool(entries)
        return "\n".join(map(_without_origin, lines)).rstrip() + "\n"

    def listed(self, words: Iterable[str]) -> Sequence:
        return Sequence(tuple(Scalar(word, self.span) for word in words), self.span)

    def tried(self, text: str) -> list[Diagnostic]:
        """What is wrong with the overlay as a way from the first game to the second."""
        root, found = read(SourceFile("<house rule>", text))
        if root is None or found:
            return found
        rule, found = read_house_rule("new", root)
        if rule is None or found:
            return found
        merging = Merging(self.one)
        merging.apply(rule, frozenset(r.file for r in self.base.stack.overlays))
        told = [d for d in merging.diagnostics if d.severity is Severity.ERROR]
        for left in differences(merging.root, self.two):
            if left.path[0] in (*_ADDED_TO, "examples", "source"):
                continue
            where = ", ".join(left.where)
            message = f"{where}: no house rule can say this difference"
            told.append(Diagnostic("O508", message, left.key))
        return told


def _section(
    writer: Writer, name: str, entries: Iterable[Entry], *, gap: bool = False
) -> Iterator[str]:
    """A key with entries under it, each without the blank lines above it, or with one."""
    for number, entry in enumerate(entries):
        if not number:
            yield f"{name}:"
        if gap:
            yield ""
        # What stands above the first key of a file is said of the whole file.
        above = re.compile(r"\s*(#.*)?" if entry.key.text == "game" else r"\s*")
        yield from dropwhile(above.fullmatch, writer.entry(entry, "  "))


def _without_origin(line: str) -> str:
    """A line without the remark that `render` put behind it, which is not true of the overlay."""
    return _ORIGIN.sub(lambda found: f"  # {found[1]}" if found[1] else "", line).rstrip()


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """The paths that are in no other one of them."""
    every = sorted(set(paths), key=len)
    return [p for i, p in enumerate(every) if not any(p[: len(q)] == q for q in every[:i])]


def _items(node: Node | None) -> list[str]:
    if isinstance(node, Scalar):
        return [node.text]
    return [i.text for i in node if isinstance(i, Scalar)] if isinstance(node, Sequence) else []


def _note(message: str, span: Span) -> Diagnostic:
    return Diagnostic("O508", message, span, severity=Severity.NOTE)
