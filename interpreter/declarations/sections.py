"""The maps and texts of a rule file, read as the table of keys says.

A `SectionReader` takes nodes apart: which keys stand at a place, what kind of thing stands under each,
and what its texts say. Whatever is wrong is collected in `diagnostics`; what comes back is what could
be read, so that one broken part does not hide the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Map
from dataclasses import field, replace
from typing import TypeVar

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import (
    Diagnostic,
    Note,
    Sought,
    did_you_mean,
    nearest,
    shortened,
    slips_between,
)
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulerun.grammar.parser import parse
from rulerun.grammar.reader import MAX_TOLD
from rulerun.grammar.record import record
from rulerun.grammar.source import Span
from rulerun.grammar.tokens import is_mark
from rulerun.grammar.vocabulary.effects import EFFECTS
from rulerun.grammar.vocabulary.keys import OTHER_KEYS, PLACES, Holds, Key, keys_at, places_of

from .ruleset import Block, NamedLine

Tree = TypeVar("Tree")

WRONG_KIND = "Y120"


@record
class RowText:
    """A name and its text, with what the text says; `tree` is None where it could not be read."""

    key: Scalar
    text: Scalar
    tree: syntax.Node | None

    @property
    def name(self) -> str:
        """The key's text."""
        return self.key.text


@record
class Section:
    """A map whose keys were compared with those of its place.

    `found` holds the entries of known keys, `others` those beside them (rows of a table), `meant`
    the keys that were probably meant by misspelt ones. `span` is where to point when something about
    the map as a whole is wrong: the key it stands under.
    """

    place: str
    span: Span
    found: dict[str, Entry] = field(default_factory=dict)
    others: tuple[Entry, ...] = ()
    meant: frozenset[str] = frozenset()

    def __contains__(self, key: str) -> bool:
        return key in self.found

    def speaks_of(self, key: str) -> bool:
        """Whether a key is there, be it misspelt: then nothing is said of its absence."""
        return key in self.found or key in self.meant

    def key_span(self, key: str) -> Span:
        """Where a key stands; the section's own place when it is not there."""
        return self.found[key].key.span if key in self.found else self.span


class SectionReader:
    """Reads nodes into sections, texts and blocks, and collects what is wrong with them."""

    def __init__(self, *, whole: bool = True) -> None:
        self.diagnostics: list[Diagnostic] = []
        #: Where reading ended, if not all could be read: what stands there may lack something.
        self.end: int | None = None
        #: False when some top-level keys are not here although the file may have them.
        self.whole = whole

    @property
    def has_enough(self) -> bool:
        """Whether so much is wrong that no more is told."""
        return len(self.diagnostics) > MAX_TOLD

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        suggestion: str | None = None,
        *notes: Note,
        sought: Sought | None = None,
    ) -> None:
        """Adds an error, unless there are enough: what is not read any more lacks nothing."""
        if self.has_enough:
            return
        self.diagnostics.append(Diagnostic(code, message, span, suggestion, notes, sought=sought))

    # -- maps of keys ------------------------------------------------------------------------------

    def section(self, node: Node, place: str, under: Scalar | None = None) -> Section | None:
        """The keys of a map at a place of the table; None when no map stands there.

        `under` is the key above it, None for a whole file.
        """
        allowed = keys_at(place)
        if not isinstance(node, Mapping):
            if under is not None and not self.nothing(node, under, Holds.KEYS):
                self.wrong_kind(node, under, "a map of keys")
            return None
        if under is not None and not any(k.required for k in allowed.values()):
            self.nothing(node, under, Holds.KEYS)
        span = under.span if under else node.entries[0].key.span if node.entries else node.span
        found: dict[str, Entry] = {}
        others: list[Entry] = []
        meant: set[str] = set()
        for entry in node:
            if self.has_enough and entry.key.text not in allowed:
                continue
            if entry.key.text in allowed:
                found.setdefault(entry.key.text, entry)
            elif PLACES[place].open and not _misspelt(entry, allowed):
                others.append(entry)
            else:
                does = place == "move" and node.get("do") is None and _is_line(entry, allowed)
                meant.update(filter(None, ["do" if does else _meant(entry.key.text, allowed)]))
                self._unknown(entry, place)
        is_cut = not self.whole and (place in ("ruleset", "overlay") or node.span.end == self.end)
        for key in () if is_cut else allowed.values():
            if key.required and key.name not in found and key.name not in meant:
                self.report(
                    "S202",
                    f"{_under(under, place)} lacks '{key.name}': {key.help}",
                    span,
                    f"write '{key.example}'",
                    *_swallowed(key.name, node),
                )
        return Section(place, span, found, tuple(others), frozenset(meant))

    def _unknown(self, entry: Entry, place: str) -> None:
        allowed, key = keys_at(place), entry.key
        elsewhere = places_of(key.text)
        meant = _meant(key.text, allowed)
        near = None if elsewhere or meant is None else f"did you mean '{meant}'?"
        suggestion = near
        if elsewhere:
            suggestion = f"'{key.text}' is a key of {' and of '.join(elsewhere)}"
        of_lines = [k.name for k in allowed.values() if k.holds is Holds.LINES]
        if of_lines and not elsewhere and _is_line(entry, allowed):
            assert isinstance(entry.value, Scalar)
            write = f"{key.text}: {shortened(entry.value.text)}"
            near = f"lines stand under one of {', '.join(repr(name) for name in of_lines)}"
            if len(of_lines) == 1:
                near = f"what is done stands under '{of_lines[0]}': {{ {write} }}"
            suggestion = near
        if place == "overlay" and near is None:
            suggestion = _of_the_game(key.text, elsewhere)
        title = PLACES[place].title
        keys = ", ".join(f"'{k}'" for k in allowed)
        self.report(
            "S201",
            f"{title} has no key '{key.text}'",
            key.span,
            suggestion,
            *([] if near else [Note(f"the keys of {title} are {keys}")]),
        )

    def used_elsewhere(self, section: Section) -> None:
        """Reports a `use` that is not in a game's own file: there it has become what it stands for."""
        if "use" in section:
            self.report(
                "O508",
                "only the file of a game uses forms, and no house rule or form does",
                section.key_span("use"),
                "write here what is wanted of it",
            )

    # -- kinds of node -----------------------------------------------------------------------------

    def wrong_kind(
        self, node: Node, under: Scalar, wanted: str, suggestion: str | None = None
    ) -> None:
        """Reports that a map, list or text stands where something else belongs."""
        here = {Scalar: "a text", Mapping: "a map", Sequence: "a list"}[type(node)]
        span = node.span if isinstance(node, Scalar) else under.span
        if isinstance(node, Sequence) and len(node.items) == 1:  # a dash, or a bracket
            span = Span(node.span.file, node.span.start, node.span.start + 1)
        self.report(
            WRONG_KIND, f"'{under.text}' holds {wanted}, and here is {here}", span, suggestion
        )

    def nothing(self, node: Node, under: Scalar, holds: Holds) -> bool:
        """Whether nothing stands under a key, which is reported."""
        empty = (
            not node.text
            if isinstance(node, Scalar)
            else not (node.entries if isinstance(node, Mapping) else node.items)
        )
        if empty:
            self.report(
                "S203",
                f"nothing stands under '{under.text}'",
                under.span,
                f"write {holds.value}, or leave it out",
            )
        return empty

    def text(
        self,
        node: Node,
        under: Scalar,
        wanted: str = Holds.TEXT.value,
        *,
        advice: str | None = None,
    ) -> Scalar | None:
        """A text with something in it, or None, which is reported."""
        if self.nothing(node, under, Holds.TEXT):
            return None
        if isinstance(node, Scalar):
            return node
        self.wrong_kind(node, under, wanted, advice)
        return None

    def words(self, section: Section, key: str) -> Scalar | None:
        """A plain text; None when it is absent or no text."""
        entry = section.found.get(key)
        if entry is None:
            return None
        advice = None
        if isinstance(entry.value, Mapping) and entry.value.entries:
            advice = _as_one_text(entry.key, entry.value, _key(section, key))
        if isinstance(entry.value, Sequence):
            advice = _without_brackets(entry.key, entry.value, _key(section, key))
        return self.text(entry.value, entry.key, advice=advice)

    def texts(self, section: Section, key: str) -> tuple[Scalar, ...]:
        """A text or a list of texts."""
        entry = section.found.get(key)
        if entry is None or self.nothing(entry.value, entry.key, Holds.TEXTS):
            return ()
        if isinstance(entry.value, Scalar):
            return (entry.value,)
        if isinstance(entry.value, Mapping):
            self.wrong_kind(entry.value, entry.key, Holds.TEXTS.value)
            return ()
        found = (self.text(item, entry.key, "a list of texts") for item in entry.value)
        return tuple(t for t in found if t is not None)

    # -- texts that the grammar reads --------------------------------------------------------------

    def parse(self, start: str, text: Scalar) -> syntax.Node | None:
        """What a text says; None when it cannot be read, which is reported."""
        if self.has_enough:
            return None
        tree: syntax.Node | None
        tree, problems = parse(start, text)
        self.diagnostics.extend(problems)
        return tree

    def tree(self, section: Section, key: str) -> syntax.Node | None:
        """What the one text under a key says."""
        text = self.words(section, key)
        return None if text is None else self.parse(_key(section, key).start, text)

    def lines(self, section: Section, key: str) -> Block:
        """A block of lines; empty when the key is absent."""
        entry = section.found.get(key)
        return () if entry is None else self.block(entry, _key(section, key).start)

    def block(self, entry: Entry, start: str = "line") -> Block:
        """The lines under a key: one text, a map of named lines, or a list."""
        under, node = entry.key, entry.value
        if self.nothing(node, under, Holds.LINES):
            return ()
        parts: list[tuple[str | None, Scalar]] = []
        if isinstance(node, Scalar):
            parts.append((None, node))
        elif isinstance(node, Mapping):
            for e in self.named(node, under):
                line = self.text(e.value, e.key, "one line")
                if line is not None:
                    parts.append((e.key.text, line))
        else:
            for item in node:
                if isinstance(item, Scalar) and item.text:
                    parts.append((None, item))
                elif isinstance(item, Scalar):
                    self.nothing(item, under, Holds.LINES)
                else:
                    here = "a map" if isinstance(item, Mapping) else "a list"
                    self.report(
                        WRONG_KIND,
                        f"'{under.text}' holds a list of lines, and here is {here}",
                        Span(item.span.file, item.span.start, item.span.start + 1),
                        "lines with names stand without dashes",
                    )
        block: list[NamedLine] = []
        for name, text in parts:
            tree = self.parse(start, text)
            if isinstance(tree, syntax.Steps | syntax.Guard | syntax.ForEach):
                block.append(NamedLine(name=name, line=tree, source=text))
        return tuple(block)

    def one_or_named(self, section: Section, key: str) -> Iterator[RowText]:
        """One text (then its name is the key), or a map of named ones."""
        entry = section.found.get(key)
        spec = _key(section, key)
        if entry is None or self.nothing(entry.value, entry.key, spec.holds):
            return
        if isinstance(entry.value, Scalar):
            yield RowText(entry.key, entry.value, self.parse(spec.start, entry.value))
        elif isinstance(entry.value, Mapping):
            yield from self.row_texts(self.named(entry.value, entry.key), spec.start)
        else:
            self.wrong_kind(entry.value, entry.key, spec.holds.value)

    def rows(self, section: Section, key: str, *besides: str) -> list[RowText]:
        """A map of names, each with its text, read by the key's start rule (if it has one).

        `besides` are keys that may stand among the names.
        """
        entries = self.map_of_names(section, key, *besides)
        return list(self.row_texts(entries, _key(section, key).start)) if entries else []

    def row_texts(self, entries: Iterator[Entry] | list[Entry], start: str) -> Iterator[RowText]:
        """The texts under some keys, read; entries without one are reported and left out."""
        for e in entries:
            text = self.text(e.value, e.key)
            if text is not None:
                yield RowText(e.key, text, self.parse(start, text) if start else None)

    def map_of_names(self, section: Section, key: str, *besides: str) -> list[Entry]:
        """The entries of a map of names under a key."""
        entry = section.found.get(key)
        if entry is None:
            return []
        spec = _key(section, key)
        if self.nothing(entry.value, entry.key, spec.holds):
            return []
        if not isinstance(entry.value, Mapping):
            self.wrong_kind(entry.value, entry.key, spec.holds.value, _as_map(spec))
            return []
        return self.named(entry.value, entry.key, spec, *besides)

    def named(
        self, node: Mapping, under: Scalar, spec: Key | None = None, *besides: str
    ) -> list[Entry]:
        """The entries of a map of names; a key that is no name is reported and kept.

        A key of the language that stands in their place is reported alone: what is under it is no
        phase, move or line. One that the entry above it must have is taken for that.
        """
        seen: dict[str, Entry] = {}
        for e in node:
            if (spec is None or spec.names == "name") and e.key.text not in besides:
                above = next(reversed(seen.values()), None)
                if self._is_misplaced(e.key, under, spec, above):
                    key = keys_at(spec.inner).get(e.key.text) if spec else None
                    if above is not None and key is not None and key.required:
                        seen[above.key.text] = _having(above, e)
                    continue
                self._check_name(e.key, under, besides)
            seen.setdefault(e.key.text, e)
        return list(seen.values())

    def _is_misplaced(
        self, key: Scalar, under: Scalar, spec: Key | None, above: Entry | None
    ) -> bool:
        """Whether a key of the language stands among names, which is reported.

        `above` is the entry before it, to which it may belong.
        """
        inner = spec.inner if spec else ""
        word = is_name(key.text)
        is_inner = inner in ("phase", "move") and key.text in keys_at(inner)
        if key.text == "moves" or (word and not is_inner):
            return False
        titles = places_of(key.text)
        if not titles:
            return False
        suggestion = f"'{key.text}' is a key of {' and of '.join(titles)}"
        if inner and key.text in keys_at(inner):
            title = PLACES[inner].title
            suggestion = f"'{key.text}' is a key of {title}: it stands one level higher or lower"
            if inner == "move" and above is not None and _may_have(above, key.text):
                under_it = f"indent it, to stand under '{above.key.text}'"
                suggestion = f"'{key.text}' is a key of {title}: {under_it}"
        notes = [] if word else [A_NAME]
        self.report(
            "S204", f"'{key.text}' under '{under.text}' is no name", key.span, suggestion, *notes
        )
        return True

    def _check_name(self, key: Scalar, under: Scalar, besides: Iterable[str]) -> None:
        if not is_name(key.text):
            self.report(
                "S204",
                f"'{key.text}' under '{under.text}' is no name",
                key.span,
                did_you_mean(key.text, besides) or _spelt_as_name(key.text),
                A_NAME,
            )


def _meant(key: str, allowed: Map[str, Key]) -> str | None:
    """The key that is meant by one that is not allowed: `play` by `play card`."""
    near = nearest(key, allowed)
    if near is not None and slips_between(key, near) <= 1:
        return near
    other = OTHER_KEYS.get(key.lower())
    if other in allowed:
        return other
    first = key.split(" ")[0]
    return first if first != key and first in allowed else near


def _swallowed(key: str, node: Mapping) -> Iterator[Note]:
    """That a key which is missing stands in the text of another one, deeper than it should."""
    for entry in node:
        text = entry.value
        if isinstance(text, Scalar) and not text.pieces:
            file, start, end = text.span.file, text.span.start, text.span.end
            line = re.compile(rf"\n[ \t]+({re.escape(key)}):(?=\s)").search(file.text, start, end)
            if line is not None:
                said = f"'{key}' stands here, deeper than '{entry.key.text}', and so in its text"
                yield Note(said, Span(file, line.start(1), line.end(1)), equal=True)


def _may_have(entry: Entry, key: str) -> bool:
    """Whether a key may have slipped out of an entry: it is a map without that key, or empty."""
    if isinstance(entry.value, Mapping):
        return entry.value.get(key) is None
    return isinstance(entry.value, Scalar) and not entry.value.text


def _having(entry: Entry, other: Entry) -> Entry:
    """An entry with another one in its map, unless that has the key already."""
    if not _may_have(entry, other.key.text):
        return entry
    inner = entry.value.entries if isinstance(entry.value, Mapping) else ()
    return replace(entry, value=Mapping((*inner, other), entry.value.span))


A_NAME = Note("a name is one lower-case word, or several joined by underscores")


def is_name(text: str) -> bool:
    """Whether this is spelt like a name of the language: `knock_limit`, `äußerer`, `round2`."""
    return (
        text[:1].isalpha()
        and text == text.lower()
        and all(c.isalpha() or c.isdigit() or c == "_" or is_mark(c) for c in text)
    )


def _is_line(entry: Entry, allowed: Map[str, Key]) -> bool:
    """Whether a text does something, and its key is a name for it and no misspelt key."""
    if entry.key.text not in EFFECTS and _meant(entry.key.text, allowed):
        return False
    return isinstance(entry.value, Scalar) and parse("line", entry.value)[0] is not None


def _of_the_game(key: str, elsewhere: list[str]) -> str:
    """Where in a house rule what it says of its game stands."""
    if key == "options":
        return "write 'set: { NAME: VALUE }' for another value, or 'add: { options.NAME: ... }' for a new one"
    at_top = keys_at("ruleset").get(key)
    if at_top is not None and at_top.holds in (Holds.WORDS, Holds.TEXT):
        changed = f"write 'change: {{ {key}: ... }}'"
        added = f"'add: {{ {key}: ... }}' where the game has none"
        return changed if at_top.required else f"{changed}, or {added}"
    if elsewhere:
        its = f"what it changes of the game's '{key}' stands under 'change'"
        return f"{its}, what is new there under 'add: {{ {key}.NAME: ... }}'"
    return "another value of an option stands under 'set', what is changed under 'change', what is new under 'add'"


def _misspelt(entry: Entry, allowed: Iterable[str]) -> bool:
    """Whether an entry beside the keys is one of them, misspelt, and not a row: `hti: unique`."""
    if nearest(entry.key.text, allowed) is None or not isinstance(entry.value, Scalar):
        return False
    return entry.value.text.split(" ")[0] not in ("when", "otherwise", "always")


def _spelt_as_name(text: str) -> str:
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower()  # `dealPasses` is deal_passes
    letters = "".join(c if c.isalpha() or c.isdigit() or is_mark(c) else "_" for c in text)
    near = "_".join(part for part in letters.split("_") if part).lstrip("0123456789_")
    return f"write '{near}'" if near else "give it a name of letters"


def _as_map(key: Key) -> str | None:
    """What a map of names looks like, for somebody who wrote something else under its key."""
    return f"write it as in '{key.example}'" if "{" in key.example else None


def _as_one_text(under: Scalar, node: Mapping, key: Key) -> str:
    """What to write for a map where one text belongs."""
    plain = [(e.key.text, e.value.text) for e in node if isinstance(e.value, Scalar)]
    if key.start == "values" and len(plain) == len(node.entries):
        return f"write '{under.text}: {', '.join(f'{name} = {value}' for name, value in plain)}'"
    return f"write it as in '{key.example}'"


def _without_brackets(under: Scalar, node: Sequence, key: Key) -> str | None:
    """What to write for a list where a text with commas belongs."""
    texts = [item.text for item in node if isinstance(item, Scalar)]
    if not key.start and key.name == "about" and len(texts) == len(node.items):
        said = ", ".join(texts)
        if not re.search(r": |:$| #|^[\"'\[{&*!|>%@`-]", said):
            return f"write '{under.text}: {said}'"
    if key.start not in _LISTED or len(texts) != len(node.items):
        return None
    return f"write '{under.text}: {_LISTED[key.start].join(texts)}'"


_LISTED = {"ranks": ", ", "names": ", ", "values": ", ", "people": ", ", "cards": " "}
"""Texts that list something, and what stands between two things in them."""


def _key(section: Section, key: str) -> Key:
    return keys_at(section.place)[key]


def _under(under: Scalar | None, place: str) -> str:
    title = PLACES[place].title
    if under is None or place == "deck":
        return title
    return f"{title.removeprefix('a ').removeprefix('an ').removeprefix('the ')} '{under.text}'"
