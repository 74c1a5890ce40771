"""A name misspelt where it is declared: one mistake, told there and not at each of its uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rulerun.grammar.diagnostics import Diagnostic, Note, nearest, slips_between
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.source import SourceFile, Span

_UNKNOWN = ("T401", "T403", "S230", "S233", "S234")
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
    declared, spoken = _words_of(root)
    unused = {name: span for name, span in declared.items() if not spoken[name]}
    for word, group in unknown.items():
        meant = None if word in declared else _declared_as(word, group, unused)
        if meant is None or not _is_misspelt(meant, word, group, unused[meant]):
            continue
        gone = {id(d) for d in group}
        kept = [d for d in found if id(d) not in gone]
        found = [*kept, _told(meant, word, group, unused[meant])]
    return found


def _told(meant: str, word: str, group: list[Diagnostic], span: Span) -> Diagnostic:
    times = "once" if len(group) == 1 else f"{len(group)} times"
    notes = [Note(f"'{word}' is spoken of here", d.span) for d in group[:_SHOWN]]
    if len(group) > _SHOWN:
        notes.append(Note(f"and in {len(group) - _SHOWN} more places"))
    return Diagnostic(
        "T401",
        f"nothing speaks of '{meant}', but '{word}' is spoken of {times} and nothing is called so",
        span,
        f"did you mean '{word}'?",
        tuple(notes),
    )


def _unknown(diagnostic: Diagnostic) -> str | None:
    """The name that a diagnostic says is unknown."""
    if diagnostic.code not in _UNKNOWN:
        return None
    named = _CALLED.search(diagnostic.message)
    here = re.match(r"\w+", diagnostic.span.text)
    word = here[0] if here and f"'{here[0]}'" in diagnostic.message else named and named[1]
    return word.removesuffix(_COUNTED) if word else None


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
    return _familiar(word, span.file) > _familiar(meant, span.file)


def _familiar(word: str, file: SourceFile) -> tuple[int, int]:
    """How often a word, and how many of its parts, stand elsewhere in a file."""
    parts = [part for part in word.split("_") if part]
    known = [part for part in parts if file.parts_of_words[part] > 1]
    return file.words[word] - 1, len(known) - len(parts)


#: Under these keys stand names that are spoken of. Lines, rows and conditions have names for people
#: and house rules alone.
_DECLARING = frozenset(
    {
        "options", "chips", "piles", "remember", "terms", "tables", "payouts", "phases", "moves",
        "choose", "end",
    }
)  # fmt: skip


def _words_of(root: Mapping) -> tuple[dict[str, Span], Counter[str]]:
    """Where each name of the rules is declared, and how often each word is spoken of."""
    declared: dict[str, Span] = {}
    spoken: Counter[str] = Counter()
    for entry in root:
        if entry.key.text in _PROSE:
            continue
        for under, key, texts in _parts(entry.key.text, entry.value):
            if under in _DECLARING:
                for found in re.finditer(r"\w+", key.text):
                    declared.setdefault(found[0], key.span_at(found.start(), found.end()))
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
