"""Nodes as the lines of a rule file, which reads back as the same nodes.

Whatever stands in a file as it is wanted is taken over from there line by line, with its columns and
comments; the rest is written anew. A remark of where something comes from may stand behind a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .record import record
from .source import SourceFile

WIDTH = 100
"""Lists that are longer than this get a line for each item."""

_REMARKED = 70  # the column where a remark begins, if the line is not longer
_STEP = "  "

# What can stand without quotes: no sign of YAML in front, no `: ` or ` #` inside, no colon at the end.
_PLAIN = re.compile(r"(?![-?:] |[-?:]$|---|\.\.\.|[\[\]{},#&*!|>'\"%@`]).*[^\s:]", re.DOTALL)
_COMMENT = re.compile(r"\s+#(.*)")
_SILENCING = re.compile(r"#\s*allow\b")

Remark = Callable[[Scalar | None, Node], str]
"""What to remark of something: its key (None for an item of a list) and its content; often nothing."""


def plain_or_quoted(text: str, *, is_key: bool = False) -> str:
    """A text as YAML has it on one line, in quotes where it needs them."""
    plain = _PLAIN.fullmatch(text)
    has_signs = ": " in text or " #" in text or (is_key and ":" in text)
    if plain and text.isprintable() and not has_signs:
        return text
    return _quoted(text)


def in_brackets(texts: Iterable[str]) -> str:
    """A list on one line: `[one, 'the [other]']`."""
    written = (
        _quoted(t) if re.search(r"[\[\]{},]", t) or plain_or_quoted(t) != t else t for t in texts
    )
    return f"[{', '.join(written)}]"


def list_lines(key: str, texts: Iterable[str], width: int = 80) -> list[str]:
    """A key with a list of texts behind it, in as many lines of at most `width` as it needs."""
    items = [in_brackets([text])[1:-1] for text in texts]
    lines = [f"{key}: ["]
    for number, item in enumerate(items):
        item += "," if number < len(items) - 1 else "]"
        gap = "" if lines[-1].endswith("[") else " "
        if gap and len(lines[-1]) + 1 + len(item) > width:
            lines.append("")
            gap = "  "
        lines[-1] += gap + item
    return lines


def noted(line: str, remark: str) -> str:
    """A line with a comment behind it, if there is any."""
    return f"{line.ljust(_REMARKED - 1)}  # {remark}" if remark else line


@record
class _Stretch:
    """The lines of an entry in its file: `first` with what is said above it, from 1; up to `end`."""

    key: Scalar
    value: Node
    first: int
    line: int
    end: int

    @property
    def file(self) -> SourceFile:
        return self.key.span.file

    @property
    def column(self) -> int:
        return self.key.span.column - 1

    @property
    def last(self) -> int:
        """The last line of the content itself."""
        span = self.value.span
        return max(self.line, span.file.position(max(span.start, span.end - 1))[0])

    @property
    def is_in_brackets(self) -> bool:
        return not isinstance(self.value, Scalar) and self.value.span.text[:1] in ("{", "[")

    @property
    def is_block(self) -> bool:
        """Whether what belongs to all of it stands behind its key: a text under `>`, a list."""
        if isinstance(self.value, Scalar):
            return self.value.span.text[:1] in ("|", ">")
        return isinstance(self.value, Sequence) and not self.is_in_brackets

    @property
    def is_whole(self) -> bool:
        """Whether a remark behind one line does for all of it: no map of several lines."""
        return not isinstance(self.value, Mapping) or self.is_in_brackets

    def above(self, indent: str) -> Iterator[str]:
        """The comments and blank lines above the key."""
        for number in range(self.first, self.line):
            yield (indent + self.file.line(number).strip()).rstrip()

    def behind_key(self) -> str:
        """The rest of the key's line, from its colon on."""
        at = self.key.span.end
        line_end = self.file.line_starts[self.line - 1] + len(self.file.line(self.line))
        return self.file.text[at:line_end].lstrip(" ")

    def comment(self) -> tuple[int, str]:
        """The column (from 0) where the content's last line ends, and the comment behind it."""
        line = self.file.line(self.last)
        end = self.value.span.end - self.file.line_starts[self.last - 1]
        found = _COMMENT.match(line, end)
        return end, found[1].strip() if found else ""


class Writer:
    """Writes nodes that were read from the files of `roots`, changed or not."""

    def __init__(self, roots: Iterable[Mapping], remark: Remark = lambda key, value: "") -> None:
        self._roots = tuple(roots)  # kept, as their parts are known by identity
        self._remark = remark
        self._by_key: dict[int, _Stretch] = {}
        self._by_value: dict[int, _Stretch] = {}
        self._texts: dict[tuple[str, int], _Stretch] = {}
        for root in self._roots:
            lines = root.span.file.line_starts
            has_rest = bool(root.span.file.text[lines[-1] :].strip())
            self._learn(root, 0, len(lines) + has_rest)

    def _learn(self, node: Mapping, above: int, end: int) -> None:
        """Note which lines belong to the entries of a map that begin their lines."""
        file = node.span.file
        firsts: list[tuple[Entry, int, int]] = []
        for entry in node:
            line, column = entry.key.span.file.position(entry.key.span.start)
            if file.line(line)[: column - 1].strip():
                return
            first = line
            while first - 1 > above and re.fullmatch(r"\s*(#.*)?", file.line(first - 1)):
                first -= 1
            firsts.append((entry, first, line))
            stop = max(entry.key.span.end, entry.value.span.end)
            above = max(line, file.position(max(entry.key.span.start, stop - 1))[0])
        ends = [first for _, first, _ in firsts[1:]] + [end] * bool(firsts)
        for (entry, first, line), until in zip(firsts, ends, strict=True):
            stretch = _Stretch(entry.key, entry.value, first, line, until)
            self._by_key[id(entry.key)] = stretch
            self._by_value[id(entry.value)] = stretch
            if isinstance(entry.value, Scalar):
                self._texts[file.name, entry.value.span.start] = stretch
            if isinstance(entry.value, Mapping) and not stretch.is_whole:
                self._learn(entry.value, line, until)

    # -- entries -----------------------------------------------------------------------------------

    def lines(self, root: Mapping) -> list[str]:
        """A whole file."""
        written: list[str] = []
        for entry in root:
            lines = list(self.entry(entry))
            is_block = len(lines) > 1 or isinstance(entry.value, Mapping)
            if written and written[-1] and is_block and id(entry.key) not in self._by_key:
                written.append("")
            written += lines
        while written and not written[-1]:
            written.pop()
        while written and not written[0]:
            written.pop(0)
        return written

    def entry(self, entry: Entry, indent: str = "") -> Iterator[str]:
        """The lines of an entry, with what is said above it in its file."""
        key, value = entry.key, entry.value
        remark = self._remark(key, value)
        kept = self._by_value.get(id(value))
        own = self._by_key.get(id(key))
        if kept is not None and (not remark or kept.is_whole):
            yield from self._kept(kept, key, indent, remark)
            return
        stretch = own or kept
        if stretch is not None:
            changed = kept is None and isinstance(value, Scalar)
            for line in stretch.above(indent):
                if not (changed and _SILENCING.search(line)):  # it was said of the old text
                    yield line
        head = f"{indent}{plain_or_quoted(key.text, is_key=True)}:"
        if own is not None and isinstance(value, Mapping) and not own.is_whole:
            # The map is another, its first line is not.
            line = (indent + own.key.span.text + own.behind_key()).rstrip()
            if remark:
                head, _, comment = line.partition(" #")
                yield from self._with_remark(head.rstrip(), remark, comment.strip(), indent)
            else:
                yield line
            for inner in value:
                yield from self.entry(inner, indent + _STEP)
        elif own is not None and isinstance(own.value, Scalar) and own.value.span.line == own.line:
            between = own.file.text[own.key.span.end : own.value.span.start]
            yield from self._headed(head[:-1] + between.rstrip("\n"), value, indent, remark)
        else:
            yield from self._headed(head, value, indent, remark)

    def _kept(self, kept: _Stretch, key: Scalar, indent: str, remark: str) -> Iterator[str]:
        """An entry as its file has it, maybe under another key, and with a remark."""
        yield from kept.above(indent)
        for number in range(kept.line, kept.end):
            line = kept.file.line(number)
            shift = kept.column
            if number == kept.line:
                same = key.text == kept.key.text
                said = kept.key.span.text if same else plain_or_quoted(key.text, is_key=True)
                behind = kept.behind_key()
                if not same:  # its columns are those of its old neighbours
                    behind = re.sub(r"^: +(?=[^ #])", ": ", behind)
                line = " " * shift + said + behind
            if remark and number == (kept.line if kept.is_block else kept.last):
                end, comment = kept.comment()
                if kept.is_block:
                    before, _, comment = line.partition(" #")
                    line, comment = before.rstrip(), comment.strip()
                else:
                    # What stands before the content may have another length than in the file.
                    end += len(line) - len(kept.file.line(number))
                    line = line[:end]
                line = indent + line[shift:] if not line[:shift].strip() else indent + line.lstrip()
                yield from self._with_remark(line, remark, comment, indent)
                continue
            inner = line[shift:] if not line[:shift].strip() else line.lstrip()
            yield (indent + inner).rstrip()

    def _with_remark(self, line: str, remark: str, comment: str, indent: str) -> Iterator[str]:
        if comment and _SILENCING.match("#" + comment):
            yield f"{indent}# {comment}"
            comment = ""
        yield noted(line, f"{remark}: {comment}" if remark and comment else remark or comment)

    # -- what is written anew ----------------------------------------------------------------------

    def _headed(
        self, head: str, value: Node, indent: str, remark: str, comment: str = ""
    ) -> Iterator[str]:
        """A value behind its key or dash, which is `head`."""
        if isinstance(value, Scalar):
            comment = self._own_comment(value)
            gap = "" if head.endswith(" ") else " "
            if "\n" in value.text and _can_be_block(value.text):
                yield from self._with_remark(f"{head}{gap}|", remark, comment, indent)
                for line in value.text.split("\n"):
                    yield f"{indent}{_STEP}{line}".rstrip()
            else:
                line = f"{head}{gap}{plain_or_quoted(value.text)}"
                yield from self._with_remark(line, remark, comment, indent)
            return
        head = head.rstrip()
        if isinstance(value, Mapping):
            line = head if value.entries else f"{head} {{}}"
            yield from self._with_remark(line, remark, comment, indent)
            for entry in value:
                yield from self.entry(entry, indent + _STEP)
            return
        texts = [i.text for i in value if isinstance(i, Scalar)]
        flow = f"{head} {in_brackets(texts)}"
        lines = {item.span.line for item in value}
        is_long = len(flow) > WIDTH or (len(lines) > 1 and len(lines) == len(texts))
        if len(texts) == len(value.items) and (not is_long or not texts):
            yield from self._with_remark(flow, remark, comment, indent)
            return
        yield from self._with_remark(head, remark, comment, indent)
        for item in value:
            yield from self._item(item, indent + _STEP)

    def _own_comment(self, value: Scalar) -> str:
        """What stands behind a text in its own file."""
        home = value.pieces[0].text if value.pieces else value
        home = next((p.text for p in value.pieces if p.text.span == value.span), home)
        kept = self._texts.get((home.span.file.name, home.span.start))
        return kept.comment()[1] if kept is not None and not kept.is_block else ""

    def _item(self, item: Node, indent: str) -> Iterator[str]:
        remark = self._remark(None, item)
        if isinstance(item, Mapping) and len(item.entries) == 1:
            (entry,) = item.entries
            head = f"{indent}- {plain_or_quoted(entry.key.text, is_key=True)}:"
            yield from self._headed(head, entry.value, indent + _STEP, remark)
        else:
            yield from self._headed(f"{indent}-", item, indent, remark)


def _can_be_block(text: str) -> bool:
    lines = text.split("\n")
    # An indented first line would need an indentation indicator, which rule files do not have.
    can_begin = bool(lines[0]) and not lines[0].startswith(" ")
    return can_begin and all(line.isprintable() for line in lines)


def _quoted(text: str) -> str:
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    escaped = "".join(_escaped(c) for c in text)
    return f'"{escaped}"'


def _escaped(char: str) -> str:
    special = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
    if char in special:
        return special[char]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"
