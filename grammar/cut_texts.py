"""Texts that a sign for comments cuts in two: with what stands behind the sign they would go on."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from .advice import short
from .comments import Comment, comments_of
from .diagnostics import Diagnostic, Severity
from .nodes import Entry, Mapping, Node, Scalar
from .nodes import Sequence as Items
from .parser import STARTS, is_a_part, reads
from .source import Span
from .vocabulary.keys import KEYS, STEP, Holds, Key

CODE = "L618"

# Of comments that begin with a sign or a small letter some may be the rest of a text.
_LIKE = re.compile(r"(?<=[ \t])#+ *(?=[a-z0-9AJQK,;(=!<>+*/-])")
_SIGN = re.compile(r"(?<=[ \t])#")
_ALL = tuple(s for s in STARTS if s not in ("people", "names", "head", "cards", "limit", "seats"))
_ADDRESSES = ("change", "add")
_PLAYED = "play"
_DECLARING = (
    "options", "chips", "piles", "remember", "terms", "tables", "payouts", "phases", "choose",
    "jokers", "melds",
)  # fmt: skip


def with_cut_texts(
    found: Iterable[Diagnostic], roots: Iterable[Mapping], *, linted: bool
) -> list[Diagnostic]:
    """What was found wrong, and which texts go on behind a sign for comments.

    A text that cannot be read without its rest is wrong at the sign; of one that can, it is a
    warning, which is told only if `linted`.
    """
    told, roots = list(found), list(roots)
    names = _Names(roots)
    for root in roots:
        file = root.span.file
        wrong = [d for d in told if d.code.startswith("E3") and d.span.file is file]
        if not (wrong or linted) or "#" not in file.text:
            continue
        for comment, text, keys in _behind_texts(root):
            here = [d for d in wrong if text.span.start <= d.span.start <= comment.span.start]
            said = _cut(comment, text, _starts(keys), here, names) if here or linted else None
            if said is None and linted and not here and _goes_on(comment, text, keys):
                said = _told(comment, comment.text, is_wrong=False)
            if said is not None:
                told = [d for d in told if d not in here]
                told.append(said)
    return told


_PROSE = ("about", "rulings", "also known as")
"""Keys under which stands what people read."""


def _goes_on(comment: Comment, text: Scalar, keys: tuple[str, ...]) -> bool:
    """Whether a sentence for people seems to go on behind a sign: only one space stands before it, and a
    word in small letters behind it."""
    in_options = any(re.search(r"\boptions\b", key) for key in keys[:-1] or keys)
    if not (set(keys) & {*_PROSE}) and not (in_options and "--" in text.text):
        return False
    between = text.span.file.text[text.span.end : comment.span.start]
    is_sentence = re.match(r"# [^\W\d_]", comment.span.text) is not None
    return between == " " and is_sentence and comment.text[0].islower() and text.text[-1] != "."


def _cut(
    comment: Comment,
    text: Scalar,
    starts: Sequence[str],
    wrong: list[Diagnostic],
    names: _Names,
) -> Diagnostic | None:
    """What is wrong with a sign behind a text, if the text goes on there; `wrong` is what is told of
    the text without its rest."""
    ends = [len(comment.text), *(sign.start() for sign in _SIGN.finditer(comment.text))]
    rests = [comment.text[:end].rstrip() for end in ends]
    for start in starts:
        if not wrong and not reads(start, text):
            continue
        for rest in rests:
            if not (wrong or is_a_part(start, Scalar(rest, comment.span), names)):
                continue
            if reads(start, Scalar(f"{text.text} {rest}", text.span)):
                return _told(comment, rest, is_wrong=bool(wrong))
    return None


def _told(comment: Comment, rest: str, *, is_wrong: bool) -> Diagnostic:
    sign = Span(comment.span.file, comment.span.start, comment.span.start + 1)
    if is_wrong:
        message = f"'#' begins a comment here, and the text goes on behind it: '{short(rest)}'"
        return Diagnostic("E301", message, sign, "leave the '#' out")
    message = f"'{short(rest)}' is a comment here, and reads as the rest of the text before it"
    advice = "leave the '#' out, or begin the comment with another word"
    return Diagnostic(CODE, message, sign, advice, severity=Severity.WARNING)


def _behind_texts(root: Mapping) -> Iterator[tuple[Comment, Scalar, tuple[str, ...]]]:
    """The comments behind texts, each with the text before it and the keys under which that stands."""
    comments = [comment for comment in comments_of(root, _LIKE) if not comment.alone]
    if not comments:
        return
    texts = sorted(_texts(root, ()), key=lambda found: found[0].span.start)
    begins = [text.span.start for text, _ in texts]
    for comment in comments:
        at = bisect_right(begins, comment.span.start) - 1
        if at < 0:
            continue
        text, keys = texts[at]
        between = text.span.file.text[text.span.end : comment.span.start]
        if text.text and between.strip(" \t") == "":
            yield comment, text, keys


def _texts(node: Node, keys: tuple[str, ...]) -> Iterator[tuple[Scalar, tuple[str, ...]]]:
    """Each text with the keys under which it stands, the outermost first."""
    if isinstance(node, Scalar):
        yield node, keys
    elif isinstance(node, Items):
        for item in node:
            yield from _texts(item, keys)
    else:
        for entry in node:
            yield from _texts(entry.value, (*keys, entry.key.text))


def _starts(keys: tuple[str, ...]) -> tuple[str, ...]:
    """How the text under some keys may be read; nothing for one that people read."""
    if len(keys) > 1 and keys[-2] == _PLAYED:
        if keys[-1] == "expect":
            return ("expr",)
        step = STEP.match(keys[-1])
        return ("seen",) if step is not None and step[2] != "cannot" else ("args",)
    words = keys
    if len(keys) > 1 and keys[0] in _ADDRESSES:
        words = (*re.split(r"[.,] *", keys[1]), *keys[2:])
    for word in reversed(words):
        known = [key for key in KEYS.values() if key.name == word]
        if known:
            return tuple(dict.fromkeys(start for key in known for start in _of(key)))
    return _ALL


def _of(key: Key) -> tuple[str, ...]:
    """How texts under a key may be read, as far as they are no rows of its own."""
    if key.inner == "table":
        return ("row_do", "row_value")
    if key.holds in (Holds.CHANGES, Holds.NAMED, Holds.KEYS):
        return _ALL
    return (key.start,) if key.start else ()


class _Names:
    """What lines of some files may speak of; looked for when it is first asked."""

    def __init__(self, roots: list[Mapping]) -> None:
        self.roots = roots

    @cached_property
    def found(self) -> frozenset[str]:
        """The names and the words of a game's own."""
        texts = (text for root in self.roots for text in _declared(root, is_name=False))
        return frozenset(word for text in texts for word in re.findall(r"\w+", text))

    def __contains__(self, word: object) -> bool:
        return word in self.found


def _declared(node: Node, *, is_name: bool) -> Iterator[str]:
    """The texts with names in them below a node, which are its keys if `is_name`."""
    if isinstance(node, Scalar):
        if is_name:
            yield node.text
        return
    for part in node:
        if not isinstance(part, Entry):
            yield from _declared(part, is_name=False)
            continue
        if is_name:
            yield part.key.text
        name = re.split(r"[.,]", part.key.text)[0]
        yield from _declared(
            part.value, is_name=name in _DECLARING or (is_name and isinstance(part.value, Scalar))
        )
