"""A name misspelt where it is declared: one mistake, told there and not at each of its uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from rulerun.grammar.diagnostics import Diagnostic, Note, nearest, slips_between
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.nouns import plural_of, singular_of
from rulerun.grammar.source import SourceFile, Span
from rulerun.grammar.vocabulary.builtins import BUILTINS
from rulerun.grammar.vocabulary.keys import PROSE
from rulerun.grammar.vocabulary.words import ELSEWHERE

from ..declarations.library import shipped

_NOUNS = ("card", "group", "pile", "player", "rank", "suit", "team")
"""What `for each` goes through under the language's own names."""
_COUNTED = "_number"  # a phase's pass is spoken of as `round_number`
SHOWN = 3
_MOST = 50  # unknown names of which it is asked whether their declaration is wrong: that takes time
_WORD = re.compile(r"[\w\u0300-\u036f]+")  # letters may be followed by marks


def told_where_declared(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The diagnostics; those of a name that is declared under a misspelt name become one, there.

    A name is misspelt where it is declared if nothing speaks of it, while a name next to it is
    spoken of and unknown.
    """
    if not any(d.sought and d.sought.under != "per player" for d in found):
        return found
    heard = _Heard(root)
    for move in _moves(root):
        texts = [text.span for text in all_texts(move)]
        here = [d for d in found if d.sought and any(is_within(d.span, text) for text in texts)]
        if here:
            found = _told_in(found, here, _chosen_in(move), Counter(_spoken_in(move)), heard)
    for block in _blocks(root):
        lets = _lets_in(block)
        here = [d for d in found if d.sought and any(is_within(d.span, t.span) for t in block)]
        if here and lets:
            words = Counter(word for text in block for word in _WORD.findall(text.text))
            words.subtract(lets.keys())
            found = _told_in(found, here, lets, words, heard)
            idle = [name for name in lets if not words[name]]
            if idle and here[0] in found:  # it may be meant by what is not known
                note = Note(f"nothing speaks of '{idle[0]}'", lets[idle[0]], equal=True)
                noted = replace(here[0], notes=(*here[0].notes, note))
                found = [noted if d is here[0] else d for d in found]
    found = _told_of_each(found, root)
    names, spoken, otherwise = _words_of(root)
    heard.otherwise = otherwise
    for under, declared in names.items():
        group = [d for d in found if d.sought and _KINDS.get(d.sought.under, "") == under]
        # A memory may be called like a phase or a move, and nothing speak of it all the same.
        told = spoken - otherwise if under in ("", "remember") else spoken
        found = _told_in(found, group, declared, told, heard)
    return found


def _told_of_each(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The same with a note where `for each` names what its line does not speak of, but of another."""
    for text in all_texts(root) if any(d.sought for d in found) else ():
        each = re.match(r"\s*(?:when .* )?for each (\w+)", text.text)
        if each is None or each[1] in _NOUNS or len(re.findall(rf"\b{each[1]}\b", text.text)) > 1:
            continue
        here = next((d for d in found if d.sought and is_within(d.span, text.span)), None)
        if here is not None:
            named = text.span_at(each.start(1), each.end(1))
            note = Note(f"each of them is called '{each[1]}' here", named, equal=True)
            noted = replace(here, notes=(*here.notes, note))
            found = [noted if d is here else d for d in found]
    return found


#: Where what is sought would be declared, by the key that is named; everything else is a thing.
_KINDS = {
    "phases": "phases", "moves": "moves", "titles": "titles", "remember": "remember",
    "per player": "none",
}  # fmt: skip


def _told_in(
    found: list[Diagnostic],
    here: list[Diagnostic],
    declared: dict[str, Span],
    spoken: Counter[str],
    heard: _Heard,
) -> list[Diagnostic]:
    """The same for the names of one kind; `here` are the diagnostics that may be of one."""
    unknown: dict[str, list[Diagnostic]] = {}
    for diagnostic in here:
        if diagnostic.sought is not None and diagnostic.sought.name not in declared:
            unknown.setdefault(diagnostic.sought.name, []).append(diagnostic)
    if len(unknown) > _MOST:
        return found
    known = [*declared, *(word for word in BUILTINS if spoken[word])]
    used = {name for name in declared if spoken[name]}
    used |= {n for n in declared if spoken[plural_of(n)] and plural_of(n) not in unknown}
    unspoken = [name for name in declared if name not in used]
    for said, group in unknown.items():
        one = singular_of(said)
        meant = nearest(one, unspoken)
        is_one = meant not in (None, one) and slips_between(one, meant) < slips_between(said, meant)
        word = one if is_one else said  # `no pairs in hand` speaks of the meld 'pair'
        # A noun of the language that nothing is called here is no name that could be meant.
        near = nearest(word, [name for name in known if name != word])
        meant = nearest(word, unspoken)
        if meant is None or near is None:
            continue
        if slips_between(word, meant) > slips_between(word, near):
            continue  # another name is meant, which is in use
        span = declared[meant]
        is_near = slips_between(word, meant) <= max(2, len(word) // 4)
        if is_near and _is_misspelt(meant, said, group, span, heard):
            gone = {id(d) for d in group}
            found = [*(d for d in found if id(d) not in gone), _told(meant, word, group, span)]
        elif len(group) == 1 and word not in ELSEWHERE:
            note = Note(f"'{meant}' is declared here, and nothing speaks of it", span, equal=True)
            noted = replace(group[0], notes=(*group[0].notes, note))
            found = [noted if d is group[0] else d for d in found]
    return found


def is_within(span: Span, other: Span) -> bool:
    """Whether a place begins in another one."""
    return span.file is other.file and other.start <= span.start <= other.end


def _told(meant: str, word: str, group: list[Diagnostic], span: Span) -> Diagnostic:
    times = "once" if len(group) == 1 else f"{len(group)} times"
    said = f"'{word}' is spoken of here"
    notes = [Note(said, d.span, equal=len(group) == 1) for d in group[:SHOWN]]
    if len(group) > SHOWN:
        notes.append(Note(f"and in {len(group) - SHOWN} more places"))
    code, severity = group[0].code, group[0].severity
    other = "nothing is called so"
    if group[0].sought is not None and group[0].sought.under == "remember":
        other = "no memory is called so"
    return Diagnostic(
        code,
        f"nothing speaks of '{meant}', but '{word}' is spoken of {times} and {other}",
        span,
        f"did you mean '{word}'?",
        tuple(notes),
        severity,
    )


def _is_misspelt(meant: str, word: str, group: list[Diagnostic], span: Span, heard: _Heard) -> bool:
    """Whether the declaration is wrong and not its uses.

    What a form needs it needs under its name. Of one use and one declaration either may be wrong:
    then the rest of the files tells, in which words that are right stand more often.
    """
    if any(d.sought and d.sought.under == "needs" for d in group):
        return True
    if len({d.span.start for d in group}) > 1:
        return True
    if group[0].span.file.name != span.file.name:
        return False
    if meant in heard.otherwise or word in heard.otherwise:
        return meant in heard.otherwise  # hardly anybody calls two things alike
    known, other = heard.familiar(word), heard.familiar(meant)
    if known != other:
        return known > other
    if heard.is_common(word) != heard.is_common(meant):
        return heard.is_common(word)
    return heard.strange(meant, word) > heard.strange(word, meant)


class _Heard:
    """The words of the files of a game, and how common they are there."""

    def __init__(self, root: Mapping) -> None:
        self.files = [*_files_of(root), _language()]
        self.otherwise: Counter[str] = Counter()
        """How often the names of phases and moves are spoken of as these."""

    def is_common(self, word: str) -> bool:
        """Whether a word, or each of its parts, stands in the rule files of other games."""
        own = {Path(file.name).name for file in self.files}
        parts = [part for part in word.split("_") if part]
        others = [words for name, words in _other_games() if name not in own]
        return all(any(part in words for words in others) for part in parts)

    def familiar(self, word: str) -> tuple[int, int]:
        """How often a word, and how many of its parts, stand elsewhere in the files."""
        parts = [part for part in word.split("_") if part]
        known = [p for p in parts if sum(f.parts_of_words[p] for f in self.files) > 1]
        return sum(f.words[word] for f in self.files) - 1, len(known) - len(parts)

    def strange(self, word: str, other: str) -> float:
        """How many of the rows of three letters of a word stand nowhere else in the files, of 1."""
        pattern = rf"\b(?:{re.escape(word)}|{re.escape(other)})\b"
        rest = " ".join(re.sub(pattern, " ", file.text) for file in self.files)
        rows = [word[i : i + 3] for i in range(len(word) - 2)]
        return sum(row not in rest for row in rows) / max(1, len(rows))


@cache
def _language() -> SourceFile:
    """What is written about the language: its words are those of rule files."""
    from rulerun.grammar.vocabulary.codes import CODES  # needed where something is wrong

    return SourceFile("", " ".join(f"{code.why} {code.good}" for code in CODES.values()))


@cache
def _other_games() -> list[tuple[str, Container[str]]]:
    """The names of the rule files that come with the program, and the words of each."""
    found = [(file, file.read()) for file in shipped().games()]
    return [
        (Path(file.name).name, s.parts_of_words) for file, s in found if isinstance(s, SourceFile)
    ]


def _files_of(root: Mapping) -> list[SourceFile]:
    """The files that a game's nodes come from."""
    files: dict[str, SourceFile] = {}
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        files.setdefault(node.span.file.name, node.span.file)
        if isinstance(node, Mapping):
            for entry in node:
                files.setdefault(entry.key.span.file.name, entry.key.span.file)
                waiting.append(entry.value)
        elif isinstance(node, Sequence):
            waiting += node.items
    return list(files.values())


# --------------------------------------------------------------------------------------------
# What is declared, and what is spoken of


def _moves(node: Node) -> Iterator[Mapping]:
    """Every map below a node that has choices."""
    for inner in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(inner, Mapping):
            if isinstance(inner.get("choose"), Mapping):
                yield inner
            for entry in inner:
                yield from _moves(entry.value)


def _blocks(node: Node) -> Iterator[list[Scalar]]:
    """The texts that stand together in a map or list, those of lines one after the other among them."""
    values = [e.value for e in node] if isinstance(node, Mapping) else getattr(node, "items", ())
    texts = [value for value in values if isinstance(value, Scalar)]
    if texts:
        yield texts
    for value in values:
        yield from _blocks(value)


def _lets_in(block: list[Scalar]) -> dict[str, Span]:
    """The names that texts give with `let`."""
    return {
        let[1]: text.span_at(let.start(1), let.end(1))
        for text in block
        for let in re.finditer(r"\blet (\w+) be\b", text.text)
    }


def _chosen_in(move: Mapping) -> dict[str, Span]:
    """The names of the choices of a move."""
    choices = move.get("choose")
    assert isinstance(choices, Mapping)
    return {entry.key.text: entry.key.span for entry in choices}


def _spoken_in(move: Mapping) -> Iterator[str]:
    """The words of the texts of a move."""
    for text in all_texts(move):
        yield from _WORD.findall(text.text)


#: Under these keys stand names that are spoken of. Lines, rows and conditions have names for people
#: and house rules alone.
_DECLARING = {
    "options": "", "chips": "", "piles": "", "remember": "", "terms": "", "tables": "",
    "payouts": "", "choose": "", "end": "", "melds": "", "phases": "phases", "moves": "moves",
}  # fmt: skip


_ACTED = re.compile(r"\b(?:go to|end|after) (\w+)")
"""Where a phase is spoken of."""


def _words_of(root: Mapping) -> tuple[dict[str, dict[str, Span]], Counter[str], Counter[str]]:
    """Where each name of the rules is declared, by kind, how often each word is spoken of, and how
    often as that of a phase or move."""
    declared: dict[str, dict[str, Span]] = {kind: {} for kind in (*_DECLARING.values(), *_KINDS)}
    spoken: Counter[str] = Counter()
    acted: Counter[str] = Counter()
    deck = root.get("deck")
    jokers = deck.get("jokers") if isinstance(deck, Mapping) else None
    declared[""] |= dict(() if jokers is None else _names_in(jokers))
    for entry in root:
        if entry.key.text in PROSE:
            continue
        for under, key, texts in _parts(entry.key.text, entry.value):
            if entry.key.text != "examples":
                for found in _WORD.finditer(key.text):
                    named = declared["titles"]
                    named.setdefault(found[0], key.span_at(found.start(), found.end()))
            if (under, key.text) == ("deck", "jokers"):
                continue
            if under in _DECLARING:
                for found in _WORD.finditer(key.text):
                    names = declared[_DECLARING[under]]
                    names.setdefault(found[0], key.span_at(found.start(), found.end()))
                    if under == "remember":
                        declared["remember"].setdefault(found[0], names[found[0]])
            elif entry.key.text == "examples" and under != "examples":
                spoken.update(_WORD.findall(key.text))
            for text in texts:
                text = text.partition(" -- ")[0]
                spoken.update(_WORD.findall(text))
                acted.update(_ACTED.findall(text))
                if under == "play" or key.text == "start at":
                    acted.update(_WORD.findall(text)[:1])
        spoken.update(_WORD.findall(" ".join(_texts(entry.value))))
    for word, number in list(spoken.items()):
        if word.endswith(_COUNTED):
            spoken[word.removesuffix(_COUNTED)] += number
            acted[word.removesuffix(_COUNTED)] += number
    acting = declared["phases"].keys() | declared["moves"].keys()
    return declared, spoken, Counter({word: acted[word] for word in acting})


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


def _names_in(node: Node) -> Iterator[tuple[str, Span]]:
    """Each word of a text, or of a list of texts, with its place."""
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar):
            for word in _WORD.finditer(item.text):
                yield word[0], item.span_at(word.start(), word.end())


def all_texts(node: Node) -> Iterator[Scalar]:
    """Every text of a node, without its keys."""
    if isinstance(node, Scalar):
        yield node
    else:
        for inner in [e.value for e in node] if isinstance(node, Mapping) else node.items:
            yield from all_texts(inner)
