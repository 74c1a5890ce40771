"""A name misspelt where it is declared: one mistake, told there and not at each of its uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rulerun.grammar.diagnostics import Diagnostic, Note, nearest, slips_between
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.source import SourceFile, Span

_LABEL = re.compile(r"a label for '(\w+)'")
_UNKNOWN = ("L603", "T401", "T403", "S230", "S233", "S234")
_PROSE = ("about", "rulings", "titles", "game", "also known as", "source")
_CALLED = re.compile(r"(?:called|memory|pile called|words?|has no) '(\w+)'")
_SUGGESTED = re.compile(r"did you mean '(\w+)'\?")
_COUNTED = "_number"  # a phase's pass is spoken of as `round_number`
_SHOWN = 3


def told_where_declared(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The diagnostics; those of a name that is declared under a misspelt name become one, there.

    A name is misspelt where it is declared if nothing speaks of it, while a name next to it is
    spoken of and unknown.
    """
    unknown: dict[str, list[Diagnostic]] = {}
    for diagnostic in found:
        word = _unknown(diagnostic)
        if word is not None:
            unknown.setdefault(word, []).append(diagnostic)
    if not unknown:
        return found
    names, spoken = _words_of(root)
    unspoken = {
        kind: {name: span for name, span in declared.items() if not spoken[name]}
        for kind, declared in names.items()
    }
    for word, group in unknown.items():
        declared = names[_kind(group)]
        unused = unspoken[_kind(group)]
        meant = None if word in declared else _declared_as(word, group, unused)
        if meant is not None and len(group) == 1:
            note = Note(f"'{meant}' is declared here, and nothing speaks of it", unused[meant])
            noted = replace(group[0], notes=(*group[0].notes, note))
            if not _is_misspelt(meant, word, group, unused[meant]):
                found = [noted if d is group[0] else d for d in found]
        if meant is None or not _is_misspelt(meant, word, group, unused[meant]):
            continue
        gone = {id(d) for d in group}
        kept = [d for d in found if id(d) not in gone]
        found = [*kept, _told(meant, word, group, unused[meant])]
    return found


def told_for_each(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The diagnostics; those of a thing for all that is always one for each become one, at it.

    That is so if most that the rules say of it is said of a player's.
    """
    groups: dict[Span, list[Diagnostic]] = {}
    for diagnostic in found:
        if diagnostic.code == "T401" and diagnostic.message.startswith("there is one '"):
            key = diagnostic.notes[0].span
            assert key is not None
            groups.setdefault(key, []).append(diagnostic)
    for key, group in groups.items():
        group = [d for d in group if not _is_in_examples(d.span, root)]
        if not group:
            continue
        name = key.text.rpartition(".")[2]
        rules = [e for e in root if e.key.text not in (*_PROSE, "examples")]
        texts = [text for e in rules for text in _all_texts(e.value)]
        uses = sum(len(re.findall(rf"\b{re.escape(name)}\b", text)) for text in texts)
        text = _text_of(root, key)
        if len(group) * 2 < uses or text is None:
            continue
        gone = {id(d) for d in group}
        notes = [Note(f"said of a player's '{name}' here", d.span) for d in group[:_SHOWN]]
        is_pile = re.match(r"number|yes|card|player|rank|suit|team|\d|\w+ or", text.text) is None
        words = re.match(r"number from \S+ to \S+|[^\s,]+(?: or [^\s,]+)*", text.text)
        at = 0 if is_pile or words is None else words.end()
        message = f"there is one '{name}' for all, and the rules speak of one for each player"
        advice = "write 'per player' here"
        told = Diagnostic("T401", message, text.span_at(at, at), advice, tuple(notes))
        found = [*(d for d in found if id(d) not in gone), told]
    return found


def _is_in_examples(span: Span, root: Mapping) -> bool:
    """Whether a place is in an example."""
    examples = root.get("examples")
    return isinstance(examples, Mapping) and any(
        e.value.span.file is span.file and e.value.span.start <= span.start <= e.value.span.end
        for e in examples
    )


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


def _told(meant: str, word: str, group: list[Diagnostic], span: Span) -> Diagnostic:
    times = "once" if len(group) == 1 else f"{len(group)} times"
    notes = [Note(f"'{word}' is spoken of here", d.span) for d in group[:_SHOWN]]
    if len(group) > _SHOWN:
        notes.append(Note(f"and in {len(group) - _SHOWN} more places"))
    code, severity = group[0].code, group[0].severity
    return Diagnostic(
        code,
        f"nothing speaks of '{meant}', but '{word}' is spoken of {times} and nothing is called so",
        span,
        f"did you mean '{word}'?",
        tuple(notes),
        severity,
    )


def _unknown(diagnostic: Diagnostic) -> str | None:
    """The name that a diagnostic says is unknown."""
    if diagnostic.code not in _UNKNOWN:
        return None
    if diagnostic.code == "L603":
        label = _LABEL.match(diagnostic.message)
        return label[1] if label else None
    named = _CALLED.search(diagnostic.message)
    here = re.match(r"\w+", diagnostic.span.text)
    word = here[0] if here and f"'{here[0]}'" in diagnostic.message else named and named[1]
    return word.removesuffix(_COUNTED) if word else None


def _kind(group: list[Diagnostic]) -> str:
    """The key under which what is unknown would be declared; empty for things of the table."""
    message = group[0].message
    if group[0].code == "L603":
        return "labels"
    if "no move" in message:
        return "moves"
    return "phases" if "no phase" in message or _COUNTED in group[0].span.text else ""


def _declared_as(word: str, group: list[Diagnostic], unused: dict[str, Span]) -> str | None:
    """The unused name that is meant by an unknown one, or None."""
    for diagnostic in group:
        said = _SUGGESTED.search(diagnostic.suggestion or "")
        if said is not None:
            meant = said[1].removesuffix(_COUNTED)
            return meant if meant in unused else None
    return nearest(word, unused)


def _is_misspelt(meant: str, word: str, group: list[Diagnostic], span: Span) -> bool:
    """Whether the declaration is wrong and not its uses.

    Of one use and one declaration either may be: then the rest of the file tells, in which words
    that are right stand more often.
    """
    if slips_between(word, meant) > max(2, len(word) // 4):
        return False
    if len({d.span.start for d in group}) > 1:
        return True
    if group[0].span.file.name != span.file.name:
        return False
    known, other = _familiar(word, span.file), _familiar(meant, span.file)
    if known != other:
        return known > other
    text = span.file.text
    return _unheard(meant, word, text) > _unheard(word, meant, text)


def _unheard(word: str, other: str, text: str) -> int:
    """How many rows of three letters of a word stand nowhere else in a text."""
    rest = re.sub(rf"\b(?:{word}|{other})\b", " ", text)
    return sum(word[i : i + 3] not in rest for i in range(len(word) - 2))


def _familiar(word: str, file: SourceFile) -> tuple[int, int]:
    """How often a word, and how many of its parts, stand elsewhere in a file."""
    parts = [part for part in word.split("_") if part]
    known = [part for part in parts if file.parts_of_words[part] > 1]
    return file.words[word] - 1, len(known) - len(parts)


#: Under these keys stand names that are spoken of. Lines, rows and conditions have names for people
#: and house rules alone.
_DECLARING = {
    "options": "", "chips": "", "piles": "", "remember": "", "terms": "", "tables": "",
    "payouts": "", "choose": "", "end": "", "phases": "phases", "moves": "moves",
}  # fmt: skip


def _words_of(root: Mapping) -> tuple[dict[str, dict[str, Span]], Counter[str]]:
    """Where each name of the rules is declared, by kind, and how often each word is spoken of."""
    declared: dict[str, dict[str, Span]] = {kind: {} for kind in (*_DECLARING.values(), "labels")}
    spoken: Counter[str] = Counter()
    for entry in root:
        if entry.key.text in _PROSE:
            continue
        for under, key, texts in _parts(entry.key.text, entry.value):
            if entry.key.text != "examples":
                for found in re.finditer(r"\w+", key.text):
                    named = declared["labels"]
                    named.setdefault(found[0], key.span_at(found.start(), found.end()))
            if under in _DECLARING:
                for found in re.finditer(r"\w+", key.text):
                    names = declared[_DECLARING[under]]
                    names.setdefault(found[0], key.span_at(found.start(), found.end()))
            elif entry.key.text == "examples":
                spoken.update(re.findall(r"\w+", key.text))
            for text in texts:
                spoken.update(re.findall(r"\w+", text))
        spoken.update(re.findall(r"\w+", " ".join(_texts(entry.value))))
    for word, number in list(spoken.items()):
        if word.endswith(_COUNTED):
            spoken[word.removesuffix(_COUNTED)] += number
    return declared, spoken


def _parts(under: str, node: Node) -> Iterator[tuple[str, Scalar, list[str]]]:
    """Each key below a node, with the key of its map and the texts under it."""
    for inner in node.items if isinstance(node, Sequence) else (node,):
        for entry in inner if isinstance(inner, Mapping) else ():
            yield under, entry.key, _texts(entry.value)
            yield from _parts(entry.key.text, entry.value)


def _texts(node: Node) -> list[str]:
    """What stands as text, or as a list of texts, at a place."""
    items = node.items if isinstance(node, Sequence) else (node,)
    return [item.text for item in items if isinstance(item, Scalar)]


def _all_texts(node: Node) -> Iterator[str]:
    """Every text of a node, without its keys."""
    if isinstance(node, Scalar):
        yield node.text
    else:
        for inner in [e.value for e in node] if isinstance(node, Mapping) else node.items:
            yield from _all_texts(inner)
