"""A thing for all that the rules speak of as one for each player: 'per player' is missing, told there."""

from __future__ import annotations

import re
from dataclasses import replace

from rulerun.grammar.diagnostics import Diagnostic, Note, Sought
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.keys import PROSE

from .misnamed import SHOWN, all_texts, is_within


def told_for_each(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The diagnostics; those of a thing for all that is always one for each become one, at it.

    That is so if most that the rules say of it is said of a player's.
    """
    groups: dict[Span, list[Diagnostic]] = {}
    for diagnostic in found:
        if diagnostic.sought is not None and diagnostic.sought.under == "per player":
            key = diagnostic.notes[0].span
            assert key is not None
            groups.setdefault(key, []).append(diagnostic)
    for key, group in groups.items():
        assert group[0].sought is not None
        name = group[0].sought.name
        text = _text_of(root, key)
        if text is None:
            continue
        place, gone = _after_kind(text), {id(d) for d in group}
        rest = [d for d in group if not _is_in_examples(d.span, root)]
        # Of a team that has none, too, it is said as if each had it.
        rest += [d for d in found if rest and d.sought == Sought(name)]
        if not rest or len(rest) * 2 < _uses(name, root):
            note = Note("or 'per player' is missing here", place, equal=True)
            found = [replace(d, notes=(note,)) if id(d) in gone else d for d in found]
            continue
        gone |= {id(d) for d in rest}
        is_tie = len(rest) == 1 or len(rest) * 2 == _uses(name, root)
        notes = [
            Note(f"said of a player's '{name}' here", d.span, equal=is_tie) for d in rest[:SHOWN]
        ]
        message = f"there is one '{name}' for all, and the rules speak of one for each player"
        advice = "write 'per player' here"
        told = Diagnostic("T401", message, place, advice, tuple(notes))
        found = [*(d for d in found if id(d) not in gone), told]
    return found


def _uses(name: str, root: Mapping) -> int:
    """How often the texts of the rules speak of a name."""
    rules = [entry for entry in root if entry.key.text not in (*PROSE, "examples")]
    texts = [text.text for entry in rules for text in all_texts(entry.value)]
    return sum(len(re.findall(rf"\b{re.escape(name)}\b", text)) for text in texts)


def _after_kind(text: Scalar) -> Span:
    """Where 'per player' is written in a declaration: of a pile first, of all else after the kind."""
    is_pile = (
        re.match(r"number|yes|card|player|rank|suit|team|\d+(?! [a-z])|\w+ or", text.text) is None
    )
    words = re.match(r"number from \S+ to \S+|[^\s,]+(?: or [^\s,]+)*", text.text)
    at = 0 if is_pile or words is None else words.end()
    return text.span_at(at, at)


def _is_in_examples(span: Span, root: Mapping) -> bool:
    """Whether a place is in an example."""
    examples = root.get("examples")
    return isinstance(examples, Mapping) and any(is_within(span, e.value.span) for e in examples)


def _text_of(node: Node, key: Span) -> Scalar | None:
    """The text under the key at a place."""
    for inner in node.items if isinstance(node, Sequence) else (node,):
        for entry in inner if isinstance(inner, Mapping) else ():
            if entry.key.span == key and isinstance(entry.value, Scalar):
                return entry.value
            below = _text_of(entry.value, key)
            if below is not None:
                return below
    return None
