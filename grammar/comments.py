"""The comments of a rule file: where a `#` begins one, and where it belongs to a text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from .nodes import Mapping, Node, Scalar
from .record import record
from .source import SourceFile, Span

_SIGN = re.compile(r"(?:(?<=[ \t\n\ufeff])|\A)#")


@record
class Comment:
    """A comment, from its sign to the end of its line without the blanks there.

    `alone`: nothing else stands in its line.
    """

    span: Span
    alone: bool

    @property
    def text(self) -> str:
        """What it says, without its signs and the blanks around."""
        return self.span.text.lstrip("#").strip()


def comments_of(root: Node, like: re.Pattern[str] = _SIGN) -> list[Comment]:
    """The comments of the file that a node was read from, in order.

    `root` is the whole file as read: its texts tell which signs begin no comment. Only comments with
    something `like` that in them are looked for, which begins with a sign.
    """
    file = root.span.file
    texts = sorted(_stretches(root))
    starts = [start for start, _ in texts]

    def is_text(at: int) -> bool:
        before = bisect_right(starts, at) - 1
        return before >= 0 and at < texts[before][1]

    found: list[Comment] = []
    over = 0  # where the last comment ends
    for sign in like.finditer(file.text):
        at = sign.start()
        if at < over:
            continue
        begin = file.text.rfind("\n", 0, at) + 1
        first = next((s.start() for s in _SIGN.finditer(file.text, begin, at + 1)
                      if not is_text(s.start())), None)  # fmt: skip
        if first is None:
            continue  # inside a text
        over = _line_end(file, at)
        end = first + len(file.text[first:over].rstrip())
        alone = not file.text[begin:first].strip(" \t\ufeff")
        found.append(Comment(Span(file, first, end), alone))
    return found


def _line_end(file: SourceFile, at: int) -> int:
    end = file.text.find("\n", at)
    return len(file.text) if end < 0 else end


def _stretches(node: Node) -> Iterator[tuple[int, int]]:
    """Where texts are written, in which a `#` is a sign like any other."""
    if isinstance(node, Scalar):
        span = node.span
        start = span.start
        if span.file.text[start : start + 1] in ("|", ">"):
            start = _line_end(span.file, start)  # behind the sign a comment may stand
        if start < span.end:
            yield start, span.end
    elif isinstance(node, Mapping):
        for entry in node:
            yield from _stretches(entry.key)
            yield from _stretches(entry.value)
    else:
        for item in node:
            yield from _stretches(item)
