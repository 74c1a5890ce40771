"""YAML, read strictly: from a file's text to nodes whose every character knows its place.

Only the events of the YAML library are used, never its constructors: each scalar is text. Anchors,
aliases, tags, merge keys, complex keys, keys given twice and indentation by numbers are refused,
each at its place. After something that YAML cannot read, reading goes on at the next key in column
0, so that one run tells all the errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import yaml

from .diagnostics import Diagnostic, Note, composed, in_order, looks_like, shortened
from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .positions import value_offsets
from .screening import Screened, screen
from .source import SourceFile, Span
from .vocabulary.keys import PROSE, places_of

MAX_DEPTH = 64  # maps and lists inside one another
MAX_NODES = 5_000  # keys, texts, maps and lists; the longest rule file there is has a fifth of it
MAX_LETTERS = 200_000  # in keys and texts, prose aside; the longest rule file there is has a tenth
MAX_FAULTS = 50  # places that YAML cannot read, before reading stops
MAX_TOLD = 500  # mistakes told of one file

_PURE: Any = yaml.SafeLoader
_FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# A line in column 0 that begins something new: no comment, list item or closing bracket.
_TOP_LINE = re.compile(r"^(?![\s#\]},]|-(?:\s|\Z))", re.MULTILINE)
_PROPERTY = re.compile(r"([!&]\S*)\s*")
_INDENT_BY_NUMBER = re.compile(r"[|>][+-]?([0-9])")

# The pure loader ends a text between brackets at a question mark, the fast one reads on.
_INNER_QUESTION_MARK = re.compile(r"((?:[^\s\[\]{},:-]|(?<=[^\s\[\]{},])-) +|[^\s\[\]{},])(\?+)")

_NEXT_OR_END = re.compile(r"\s*[,}]")

Event: TypeAlias = Any  # the library's events have no common typed face


def read(file: SourceFile, *, pure: bool = False) -> tuple[Mapping | None, list[Diagnostic]]:
    """The map that a rule file is, and what is wrong with it, in order of place.

    The map is None when nothing could be read. With errors, it holds the entries that could be read
    whole; an entry of the top level with something unreadable in it is left out. Of a file with more
    than `MAX_NODES` the first ones are read. `pure` forces the slow loader of the YAML library; the
    result is the same.
    """
    screened = screen(file)
    if isinstance(screened, Diagnostic):
        return None, [screened]
    return _Reading(file, screened, _PURE if pure else _FAST).read()


def reach(text: str) -> int:
    """How many characters of a text YAML can read: more than it has if all of them."""
    try:
        for _ in yaml.parse(text, Loader=_FAST):
            pass
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return 0 if mark is None else int(mark.index)
    return len(text) + 1


class _TooDeep(Exception):
    """More than `MAX_DEPTH` maps and lists inside one another, at this offset."""

    def __init__(self, at: int) -> None:
        self.at = at


class _Doubtful(Exception):
    """Here stands something that the two loaders of the YAML library read differently."""


class _Reading:
    """One reading of one file."""

    def __init__(self, file: SourceFile, screened: Screened, loader: Any) -> None:
        self.file, self.text, self.loader = file, screened.text, loader
        self.tabbed = screened.tabbed
        self.mask = next(c for c in map(chr, range(0xE000, 0xF900)) if c not in self.text)
        self.entries: list[Entry] = []
        self.diagnostics = list(screened.diagnostics)
        self.nodes = self.letters = 0  # how many the entries have

    def read(self) -> tuple[Mapping | None, list[Diagnostic]]:
        at = 1 if self.file.text.startswith("\ufeff") else 0
        faults = 0
        while at < len(self.text) and faults < MAX_FAULTS:
            run = self.run(at, len(self.text), self.loader)
            if run.too_many is not None:
                self.accept(run)
                self.diagnostics.append(run.too_many)
                break
            if run.error is None and not run.stopped:
                self.accept(run)
                break
            at = self.pass_over_fault(at, run)
            faults += 1
            if faults == MAX_FAULTS and at < len(self.text) and self.diagnostics:
                note = Note(f"reading stops after {MAX_FAULTS} entries that cannot be read")
                self.diagnostics[-1] = _with_note(self.diagnostics[-1], note)
        if not self.entries and not self.diagnostics:
            self.diagnostics.append(
                Diagnostic(
                    "Y115", "this file is empty", Span(self.file, 0, 0), "begin with 'game:'"
                )
            )
        node = None
        if self.entries:
            entries = _without_second_keys(self.entries, self.diagnostics)
            span = Span(self.file, entries[0].key.span.start, entries[-1].value.span.end)
            node = Mapping(tuple(entries), span)
        told = in_order(self.diagnostics)
        if len(told) > MAX_TOLD:
            more = len(told) - MAX_TOLD
            what = "mistake" if more == 1 else "mistakes"
            note = Note(f"and at least {more} more {what} after this one")
            told = [*told[: MAX_TOLD - 1], _with_note(told[MAX_TOLD - 1], note)]
        return node, told

    def pass_over_fault(self, at: int, run: _Run) -> int:
        """Report the mistake at which a run stopped; the offset at which to go on.

        What the run read is kept up to the last key of the top level; from there on each of these
        entries is read for itself, until one cannot be.
        """
        begun = list(self.entries), list(self.diagnostics), self.nodes, self.letters
        begin = at if run.reached is None else self.text.rfind("\n", 0, run.reached) + 1
        begin = max(at, begin)
        self.accept(run, before=begin)
        kept = list(self.entries), list(self.diagnostics), self.nodes, self.letters
        here = begin
        while here < len(self.text):
            found = _TOP_LINE.search(self.text, here + 1)
            end = len(self.text) if found is None else found.start()
            alone = self.run(here, end, _PURE, alone=True)
            if alone.too_many is not None:
                self.accept(alone)
                self.diagnostics.append(alone.too_many)
                return len(self.text)
            if alone.error is not None:
                self.report(alone)
                return end
            self.accept(alone)
            if alone.doubtful:
                return end
            here = end
        # Each entry is readable by itself, only all together are not: a bracket around everything.
        whole = self.run(at, len(self.text), _PURE, alone=True)
        before = begun if whole.error is None else kept
        self.entries, self.diagnostics, self.nodes, self.letters = before
        if whole.too_many is not None:
            self.diagnostics.append(whole.too_many)
        if whole.error is None:
            self.accept(whole)
        else:
            self.report(whole)
        return len(self.text)

    def run(self, start: int, end: int, loader: Any, *, alone: bool = False) -> _Run:
        room, letters = MAX_NODES - self.nodes, MAX_LETTERS - self.letters
        run = _Run(self.file, self.text, start, end, self.mask, alone, room, letters)
        run.read(loader)
        return run

    def accept(self, run: _Run, before: int | None = None) -> None:
        """Keep what a run read, or only what stands before an offset."""
        entries = [e for e in run.entries if before is None or e.key.span.start < before]
        self.entries += entries
        for nodes, letters in map(_size, entries):
            self.nodes += nodes
            self.letters += letters
        self.diagnostics += [d for d in run.diagnostics if before is None or d.span.start < before]

    def report(self, run: _Run) -> None:
        self.diagnostics += run.diagnostics
        # How deep a line indented by a tab stands is unknown, so that what follows is no news.
        if run.error is None or any(run.start <= tab < run.end for tab in self.tabbed):
            return
        # One mistake, one message: `*x: 1` is refused as an alias already.
        line = run.error.span.line
        if not any(d.span.line == line for d in run.diagnostics):
            self.diagnostics.append(run.error)


@dataclass
class _Run:
    """What the YAML library made of the stretch `start` to `end`, up to the first error."""

    file: SourceFile
    text: str
    start: int
    end: int
    mask: str  # a character that is not in the text
    alone: bool  # whether this is about one entry, all of which is to be told
    room: int  # how many nodes it may read
    letters: int  # and how many letters of keys and texts that are no prose
    entries: list[Entry] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    error: Diagnostic | None = None
    reached: int | None = None  # where the last key of the top level begins
    doubtful: bool = False  # whether there is anything in it that the two loaders read differently
    stopped: bool = False  # whether it stopped there, before an error was met
    too_many: Diagnostic | None = None  # told where reading ended for want of room
    in_prose: bool = False
    depth: int = 0
    brackets: int = 0  # how many of these are written in brackets

    def read(self, loader: Any) -> None:
        stretch = self.text[self.start : self.end]
        if loader is _PURE:
            before = ""
            while stretch != before:  # what stands behind one of them may be one, too: `d? ?`
                before, stretch = (
                    stretch,
                    _INNER_QUESTION_MARK.sub(
                        lambda found: found[1] + self.mask * len(found[2]), stretch
                    ),
                )
        try:
            self.document(yaml.parse(stretch, Loader=loader))
        except _Doubtful:
            self.stopped = True
        except _TooDeep as error:
            message = f"more than {MAX_DEPTH} maps and lists stand inside one another here"
            self.error = self.diagnostic("Y111", error.at, error.at + 1, message, "make it flatter")
        except yaml.MarkedYAMLError as error:
            problem = error.problem_mark or error.context_mark
            context = error.context_mark
            from .faults import fault  # most files have no mistakes, and start sooner without

            self.error = fault(
                self.file,
                self.text,
                self.start,
                self.end,
                self.start + problem.index if problem else self.end,
                self.start + context.index if context else None,
                reach if self.alone else None,
            )

    def document(self, events: Iterator[Event]) -> None:
        root = next((e for e in events if isinstance(e, yaml.NodeEvent)), None)
        if root is None:
            return
        if isinstance(root, yaml.MappingStartEvent):
            self.mapping(root, events, self.entries)
        elif isinstance(root, yaml.SequenceStartEvent):
            at = self.at(root.start_mark)
            message = "a rule file is a map of keys; a list stands here"
            self.error = self.diagnostic("Y126", at, at + 1, message, "begin with 'game:'")
            return  # what else is wrong in it nobody asks
        else:
            from .faults import no_key

            self.doubt()
            self.node(root, events)
            self.error = no_key(self.file, self.text, self.at(root.start_mark), self.end)
        if self.too_many is None:
            for _ in events:  # to the end: something unreadable may follow
                pass

    def node(self, event: Event, events: Iterator[Event]) -> Node:
        self.room -= 1
        if isinstance(event, yaml.ScalarEvent) and not self.in_prose:
            self.letters -= len(event.value)
        if (self.room < 0 or self.letters < 0) and self.too_many is None:
            at = self.at(event.start_mark)
            end = self.at(event.end_mark) if isinstance(event, yaml.ScalarEvent) else at
            most = f"{MAX_NODES} keys and texts"
            if self.room >= 0:
                most = f"{MAX_LETTERS} characters in its rules"
            message = f"a rule file may have {most}; the rest is not read"
            self.too_many = self.diagnostic(
                "Y112", at, max(at + 1, end), message, "make it shorter"
            )
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(event, events, [])
        return self.sequence(event, events)

    def scalar(self, event: Event) -> Scalar:
        start, end = self.at(event.start_mark), self.at(event.end_mark)
        style = event.style or ""
        value: str = event.value.replace(self.mask, "?")
        if event.anchor is not None or event.tag is not None:
            self.refuse_properties(event)
            return Scalar(value.strip(), Span(self.file, start, max(start, end)))
        if style in ("|", ">") and self.text[start + 1 : start + 2] == "#":
            self.doubt()
        if style in ("|", ">") and (found := _INDENT_BY_NUMBER.match(self.text, start)):
            self.refuse_indent_by_number(start, found, value)
            return Scalar(value.strip(), Span(self.file, start, start + 1))
        if start == end:  # nothing is written; that is told at the colon or dash before it
            while start > self.start and self.text[start - 1] in " \r\n":
                start -= 1
            end = start

        offsets = value_offsets(self.text, start, end, style, value)
        text = value.strip()
        if offsets is not None:
            lead = len(value) - len(value.lstrip())
            offsets = offsets[lead : lead + len(text)]
        if style in ("|", ">"):
            # Where the library lets a block end is of no use: it reaches into the next line.
            end = offsets[-1] + 1 if offsets else start + 1
        return Scalar(
            text, Span(self.file, start, end), None if offsets is None else tuple(offsets)
        )

    def alias(self, event: Event) -> Scalar:
        start, end = self.at(event.start_mark), self.at(event.end_mark)
        self.doubt()
        from .faults import property_of_yaml

        self.diagnostics.append(property_of_yaml(self.file, "Y103", start, self.text[start:end]))
        return Scalar("", Span(self.file, start, end))

    def mapping(self, event: Event, events: Iterator[Event], entries: list[Entry]) -> Mapping:
        top = entries is self.entries
        self.enter(event)
        begin = event
        bare: set[int] = set()  # where keys in braces begin that have no colon
        while self.too_many is None:
            begin = next(events)
            if isinstance(begin, yaml.MappingEndEvent):
                break
            if top:
                at = self.at(begin.start_mark)
                sign = self.key_sign(at)
                self.reached = at if sign is None else sign
            key = self.node(begin, events)
            self.in_prose |= top and isinstance(key, Scalar) and key.text in PROSE
            value = self.node(next(events), events)
            self.in_prose &= not top
            if self.too_many is not None and _is_empty(value):
                break  # nothing of it has been read
            if isinstance(key, Scalar):
                if self.is_key(key, begin, value):
                    entries.append(Entry(key, value))
                    if event.flow_style and _has_no_colon(self.text, key, value):
                        bare.add(key.span.start)
            else:
                self.doubt()  # behind `?` they do not take the same for the key
                kind = "map" if isinstance(key, Mapping) else "list"
                self.refuse_key(key.span, f"a key is one text; a {kind} stands here")
        self.leave(event)
        span = self.collection_span(event, begin, [e.key.span for e in entries[:1]],
                                    [e.value.span for e in entries[-1:]])  # fmt: skip
        if bare:
            from .braces import rejoined  # most files have no mistakes, and start sooner without

            entries, wrong = rejoined(self.file, entries, bare)
            self.diagnostics += wrong
        if not top:
            entries = _without_second_keys(entries, self.diagnostics)
        return Mapping(tuple(entries), span)

    def sequence(self, event: Event, events: Iterator[Event]) -> Sequence:
        self.enter(event)
        items: list[Node] = []
        begin = event
        while self.too_many is None:
            begin = next(events)
            if isinstance(begin, yaml.SequenceEndEvent):
                break
            item = self.node(begin, events)
            if self.too_many is not None and _is_empty(item):
                break  # nothing of it has been read
            items.append(item)
        self.leave(event)
        spans = [item.span for item in items]
        return Sequence(tuple(items), self.collection_span(event, begin, spans[:1], spans[-1:]))

    def enter(self, event: Event) -> None:
        """Begin a map or list: no deeper than allowed, and without properties of YAML."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _TooDeep(self.at(event.start_mark))
        if event.anchor is not None or event.tag is not None:
            self.refuse_properties(event)
        self.brackets += bool(event.flow_style)

    def leave(self, event: Event) -> None:
        """End a map or list."""
        self.depth -= 1
        self.brackets -= bool(event.flow_style)

    def is_key(self, key: Scalar, event: Event, value: Node) -> bool:
        """Whether a key may stand; if not, it is reported."""
        at = key.span.start
        if key.text == "<<" and not event.style:
            message = "'<<' merges maps in YAML; rule files have no such thing"
            self.diagnostics.append(
                self.diagnostic(
                    "Y109", at, at + 2, message, "write the keys out, or write an overlay"
                )
            )
            return False
        if (sign := self.key_sign(at)) is not None:
            span = Span(self.file, sign, sign + 1)
            self.refuse_key(span, "'?' begins a key of YAML; rule files have plain keys only")
            return False
        if not key.text and event.anchor is None and event.tag is None:
            colon = self.text.find(":", at, self.end)
            span = Span(self.file, at, at) if colon < 0 else Span(self.file, colon, colon + 1)
            self.refuse_key(span, "no key stands before this colon")
            return False
        is_plain = isinstance(event, yaml.ScalarEvent) and not event.style
        if is_plain and "{" in key.text:
            from .faults import before_bracket

            lost = before_bracket(self.file, at, key.text)
            if lost is not None:
                self.diagnostics.append(lost)
                return False
        colon = key.text.find(":")
        if colon > 0 and not event.style and isinstance(value, Scalar) and not value.text:
            # `{a:1}` is to YAML the key `a:1` with nothing under it.
            found = key.span_at(colon, colon + 1)
            name, rest = key.text[:colon], key.text[colon + 1 :]
            self.diagnostics.append(
                self.diagnostic(
                    "Y108",
                    found.start,
                    found.end,
                    "the space after this colon is missing",
                    f"write '{name}: {rest}'",
                )
            )
            return False
        return True

    def key_sign(self, at: int) -> int | None:
        """The `?` that makes the text at `at` a key, if there is one."""
        sign = at - 1
        while sign >= self.start and self.text[sign] in " \r\n":
            sign -= 1
        if sign < self.start or self.text[sign] != "?" or sign + 1 == at:
            return None
        line = self.text.rfind("\n", 0, sign) + 1
        before = self.text[line:sign].rstrip()
        if before.strip(" -") and before[-1] not in "[{,":
            return None  # a text that ends in a question mark
        same_line = "\n" not in self.text[sign:at]
        deeper = sign - line < at - (self.text.rfind("\n", 0, at) + 1)
        return sign if same_line or deeper else None

    def refuse_key(self, span: Span, message: str) -> None:
        self.diagnostics.append(Diagnostic("Y105", message, span, "write 'key: text'"))

    def doubt(self) -> None:
        """Leave what comes now to a run of the pure loader over this entry alone."""
        self.doubtful = True
        if not self.alone or len(self.diagnostics) > MAX_TOLD:
            raise _Doubtful

    def refuse_properties(self, event: Event) -> None:
        """Report `&name` and `!tag` in front of a node."""
        self.doubt()
        at = self.at(event.start_mark)
        while (found := _PROPERTY.match(self.text, at)) and len(self.diagnostics) <= MAX_TOLD:
            from .faults import property_of_yaml

            code = "Y104" if found[1][0] == "!" else "Y103"
            line_end = self.text.find("\n", at)
            # Enough for a message; a line of a million anchors must not be looked through for each.
            stop = min(self.end if line_end < 0 else line_end, at + 200)
            written = re.sub(r"\s#.*", "", self.text[at:stop]).rstrip()
            if self.brackets:
                written = re.split(r"\s*[,\]}]", written, maxsplit=1)[0]
            self.diagnostics.append(property_of_yaml(self.file, code, at, written))
            at = found.end()

    def refuse_indent_by_number(self, start: int, found: re.Match[str], value: str) -> None:
        sign = self.text[start]
        message = f"the number after '{sign}' sets the indentation by hand"
        advice = "leave it out: the first line sets the indentation"
        if not value:
            advice = "leave it out, or put the whole text in single quotes"
        self.diagnostics.append(
            self.diagnostic("Y110", found.start(1), found.end(1), message, advice)
        )

    def collection_span(
        self, begin: Event, end: Event, first: list[Span], last: list[Span]
    ) -> Span:
        """From bracket to bracket, or from the first thing in it to the last."""
        start = self.at(begin.start_mark)
        if begin.flow_style and self.text[start : start + 1] in ("[", "{"):
            return Span(self.file, start, self.at(end.end_mark))
        if not first:
            return Span(self.file, start, start)
        return Span(self.file, first[0].start, last[0].end)

    def diagnostic(
        self, code: str, start: int, end: int, message: str, suggestion: str | None = None
    ) -> Diagnostic:
        return Diagnostic(code, message, Span(self.file, start, end), suggestion)

    def at(self, mark: Any) -> int:
        """The offset in the file of a mark in the stretch."""
        return self.start + int(mark.index)


def _has_no_colon(text: str, key: Scalar, value: Node) -> bool:
    """Whether a key in braces stands alone between commas."""
    return _is_nothing(value) and _NEXT_OR_END.match(text, key.span.end) is not None


def _is_nothing(node: Node) -> bool:
    """Whether nothing is written there."""
    return isinstance(node, Scalar) and not node.text


def _is_empty(node: Node) -> bool:
    """Whether it is a map or list without anything in it."""
    if isinstance(node, Mapping):
        return not node.entries
    return isinstance(node, Sequence) and not node.items


def _size(entry: Entry) -> tuple[int, int]:
    """How many nodes an entry is, and how many letters its keys and texts have, if it is no prose."""
    parts: list[Node] = [entry.key, entry.value]
    nodes = letters = 0
    while parts:
        part = parts.pop()
        nodes += 1
        if isinstance(part, Mapping):
            for inner in part.entries:
                parts += (inner.key, inner.value)
        elif isinstance(part, Sequence):
            parts += part.items
        else:
            letters += len(part.text)
    return nodes, 0 if entry.key.text in PROSE else letters


def _with_note(diagnostic: Diagnostic, note: Note) -> Diagnostic:
    return replace(diagnostic, notes=(*diagnostic.notes, note))


def _without_second_keys(entries: list[Entry], diagnostics: list[Diagnostic]) -> list[Entry]:
    """The entries whose key is new; the others are reported."""
    first: dict[str, Entry] = {}
    alike: dict[str, Entry] = {}
    for number, entry in enumerate(entries):
        earlier = first.setdefault(entry.key.text, entry)
        if not entry.key.text.isascii() and earlier is entry:
            same = alike.setdefault(composed(entry.key.text), entry)
            if same is not entry:
                diagnostics.append(
                    looks_like("Y102", entry.key.text, entry.key.span, same.key.span)
                )
        if earlier is not entry:
            before = range(number - 1, 0, -1) if len(first) == number else ()  # the first time only
            begun = next((n for n in before if _is_nothing(entries[n].value)), 0)
            if begun and (deep := _stands_too_deep(entries[begun], entry)) is not None:
                diagnostics.append(deep)
                return entries[:begun]  # what follows stands under that one
            line = earlier.key.span.line
            message = f"the key '{entry.key.text}' was given already, in line {line}"
            note = Note("first here", earlier.key.span, equal=True)
            diagnostics.append(
                Diagnostic("Y102", message, entry.key.span, "keep one of them", (note,))
            )
    return list(first.values())


def _stands_too_deep(entry: Entry, again: Entry) -> Diagnostic | None:
    """The mistake of a key as deep as what belongs under it, which gives keys a second time."""
    key, file = entry.key, entry.key.span.file
    column = key.span.column - 1
    if column == 0 or again.key.span.column - 1 != column or places_of(key.text):
        return None
    lines = file.text[: key.span.start - column].split("\n")
    depths = (len(line) - len(line.lstrip(" ")) for line in reversed(lines) if line.strip(" #"))
    due = next((depth for depth in depths if depth < column), None)
    if due is None or file.text[key.span.start - column : key.span.start].strip(" "):
        return None
    note = Note(f"the key '{again.key.text}' is given a second time here", again.key.span)
    return Diagnostic(
        "Y122",
        f"'{shortened(key.text)}' is indented by {column}, and so is what belongs under it",
        key.span,
        f"indent it by {due}",
        (note,),
    )
