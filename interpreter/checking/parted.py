"""A name that is written as several words, `hand size` or `hand-size` for `hand_size`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulerun.grammar.diagnostics import Diagnostic, letters_of
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.builtins import BUILTINS
from rulerun.grammar.vocabulary.keys import PROSE

from .misnamed import all_texts, is_within

_CODES = ("E301", "E302", "E303", "S2", "T4")
_PARTS = 3  # words of a name that is written in several
_WORD = re.compile(r"\w+")


def told_in_one_word(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The diagnostics; those of words that joined are a name of the rules say so, once."""
    asked = [d for d in found if d.code.startswith(_CODES)]
    names = _names(root) if asked else {}
    if not names:
        return found
    texts = [text for text in all_texts(root) if text.span.start < text.span.end]
    renewed: dict[int, Diagnostic] = {}
    gone: set[int] = set()
    for diagnostic in asked:
        if id(diagnostic) in gone:
            continue
        text = next((t for t in texts if is_within(diagnostic.span, t.span)), None)
        parted = None if text is None else _parted(text, diagnostic.span, names)
        if parted is None:
            continue
        span, name = parted
        renewed[id(diagnostic)] = _told(span, name, diagnostic.code)
        gone |= {id(d) for d in asked if d is not diagnostic and _is_inside(d.span, span)}
    return [renewed.get(id(d), d) for d in found if id(d) not in gone]


def _is_inside(span: Span, other: Span) -> bool:
    return span.file is other.file and other.start <= span.start < other.end


def _told(span: Span, name: str, code: str) -> Diagnostic:
    said = span.text
    message = f"'{said}' is no name: a name is one word"
    if "-" in said:
        message = f"'{said}' is a difference: names are written with underscores"
    return Diagnostic(
        "E301" if code.startswith("E") else "T401", message, span, f"did you mean '{name}'?"
    )


def _parted(text: Scalar, wrong: Span, names: dict[str, str]) -> tuple[Span, str] | None:
    """Words at a place of a text that joined are a name, and the name."""
    words = list(_WORD.finditer(text.text))
    places = [text.span_at(word.start(), word.end()) for word in words]
    for count in range(_PARTS, 1, -1):
        for first in range(len(words) - count + 1):
            last = first + count - 1
            if places[first].start > wrong.start or places[last].end <= wrong.start:
                continue
            said = text.text[words[first].start() : words[last].end()]
            if re.fullmatch(r"[\w -]+", said) is None or said.count(" ") + said.count("-") == 0:
                continue
            name = names.get(letters_of(said))
            if name is not None:
                return text.span_at(words[first].start(), words[last].end()), name
    return None


def _names(root: Mapping) -> dict[str, str]:
    """The names of the rules that have several parts, by their letters."""
    found = [name for name in BUILTINS if "_" in name]
    for entry in root:
        if entry.key.text not in (*PROSE, "examples"):
            found += _keys(entry.value)
    phases = [*_phases(root)]
    found += [f"{phase}_number" for phase in phases]
    return {letters_of(name): name for name in found}


def _keys(node: Node) -> Iterator[str]:
    """The words of the keys below a node that have several parts."""
    if isinstance(node, Mapping):
        for entry in node:
            for word in _WORD.findall(entry.key.text):
                if "_" in word:
                    yield word
            yield from _keys(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _keys(item)


def _phases(node: Node) -> Iterator[str]:
    """The names of the phases below a node."""
    for entry in node if isinstance(node, Mapping) else ():
        if entry.key.text == "phases" and isinstance(entry.value, Mapping):
            yield from entry.value.keys()
        yield from _phases(entry.value)
