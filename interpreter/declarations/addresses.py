"""Everything in a game that has an address, and what a written address means.

`places` walks a game's nodes and tells of each thing that a house rule can name: its path, its kind,
and all the ways to spell it. `find` compares an address with them. The keys of the language come from
the vocabulary; nothing here knows what a rule means.

Two things are spelt in two ways. A phase with `moves` is short for one with the sub-phase `moves`, and
a move that is one text is short for one with `do`. Where a game uses the short form, the long form's
places are there as `written_short`: `written_out` turns the one into the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from enum import Enum
from functools import cache
from typing import NamedTuple, TypeAlias

from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar
from rulerun.grammar.record import record
from rulerun.grammar.vocabulary.keys import Holds, Key, keys_at

Path: TypeAlias = tuple[str, ...]


class Kind(Enum):
    """What stands at a place; the value says it in a message."""

    GAME = "the game"
    DECK = "the deck"
    PHASES = "the phases"
    PHASE = "the phase"
    MOVES = "the moves"
    MOVE = "the move"
    TABLES = "the tables"
    TABLE = "the table"
    LINES = "the lines"
    CONDITIONS = "the conditions"
    CHOICES = "the choices"
    ENTRIES = "the entries"
    LINE = "the line"
    CONDITION = "the condition"
    CHOICE = "the choice"
    ENTRY = "the entry"
    ROW = "the row"
    ENDING = "the end condition"
    TEXT = "the text"
    WHEN = "the condition of the row"
    THEN = "the outcome of the row"


#: The keys that may stand at a place of that kind.
KEYED = {
    Kind.GAME: "ruleset",
    Kind.DECK: "deck",
    Kind.PHASE: "phase",
    Kind.MOVE: "move",
    Kind.TABLE: "table",
}

#: What stands under the names of such a place.
NAMED = {
    Kind.PHASES: Kind.PHASE,
    Kind.MOVES: Kind.MOVE,
    Kind.TABLES: Kind.TABLE,
    Kind.TABLE: Kind.ROW,
    Kind.LINES: Kind.LINE,
    Kind.CONDITIONS: Kind.CONDITION,
    Kind.CHOICES: Kind.CHOICE,
    Kind.ENTRIES: Kind.ENTRY,
}

# Keys of a game that house rules add to in their own way.
WITHOUT_ADDRESS = frozenset({"examples", "titles", "rulings"})

#: The keys of a phase in the short form that belong to its sub-phase `moves` in the long form.
OF_MOVES = ("moves", "if stuck")

#: The way from a phase to its sub-phase `moves`.
SUB_PHASE = ("phases", "moves")

_INNER = {"deck": Kind.DECK, "phase": Kind.PHASES, "move": Kind.MOVES, "table": Kind.TABLES}
_HELD = {
    Holds.LINES: Kind.LINES,
    Holds.CONDITIONS: Kind.CONDITIONS,
    Holds.CHOICES: Kind.CHOICES,
    Holds.ROWS: Kind.ENTRIES,
}

_ENTRY_NOUNS = {
    "melds": "the meld",
    "options": "the option",
    "chips": "the chip holder",
    "piles": "the pile",
    "remember": "the memory",
    "terms": "the term",
}


class Tie(Enum):
    """How a step of a spelling hangs on the one before it."""

    NAME = 0  # levels between may be left out
    KEY = 1  # belongs to the thing just before it, unless nothing else fits
    FAST = 2  # the one before it is always written


class Step(NamedTuple):
    """One word of a spelling. `bare` is the name in a head: `total` of `total of player`."""

    word: str
    tie: Tie
    bare: str

    def is_called(self, word: str) -> bool:
        """Whether a word of an address names it."""
        return word in (self.word, self.bare)


Spelling: TypeAlias = tuple[Step, ...]


@record
class Place:
    """Something with an address.

    `path` are the keys that lead to it in the nodes; the half of a row has the row's path and `when`
    or `then`. `spellings` are the full ways to write it, the most explicit one last. `key` is where
    it is named. `node` is None for what is written short and does not stand there as such;
    `written_short` is then the path of the phase or move in its short form.
    """

    path: Path
    kind: Kind
    spellings: tuple[Spelling, ...] = field(repr=False)
    key: Scalar = field(repr=False)
    node: Node | None = field(repr=False)
    written_short: Path | None = None

    @property
    def canonical(self) -> Path:
        """Its path in the long form, the same however the game is written."""
        return tuple(step.word for step in self.spellings[-1])

    @property
    def name(self) -> str:
        """How it is called where it stands."""
        return self.path[-1]

    @property
    def noun(self) -> str:
        """What it is, in a message: `the option`, `the move`."""
        if self.kind is Kind.ENTRY:
            return _ENTRY_NOUNS.get(self.path[-2], str(self.kind.value))
        return str(self.kind.value)


def kind_under(key: Key) -> Kind:
    """What stands under a key of the language."""
    if key.holds in (Holds.NAMED, Holds.KEYS):
        return _INNER.get(key.inner, Kind.TEXT)
    return _HELD.get(key.holds, Kind.TEXT)


def bare_name(head: str) -> str:
    """The name in the head of a term or table: `total of player`, `card goes_up_on pile`."""
    words = head.split()
    if len(words) != 3:
        return head
    return words[0] if words[1] == "of" else words[1]


def spelt_out(words: Iterable[str]) -> Path:
    """The words of an address; `turn.moves.skip when` means a key of the sub-phase `moves`."""
    out: list[str] = []
    given = tuple(words)
    for at, word in enumerate(given):
        before_key = given[at + 1 : at + 2] and given[at + 1] in keys_at("phase")
        if word == "moves" and before_key and out[-1:] != ["phases"]:
            out.append("phases")
        out.append(word)
    return tuple(out)


def places(root: Mapping) -> list[Place]:
    """Everything in a game that has an address, in the order of its file."""
    return list(_under_keys(root, Kind.GAME, (), ((),)))


def find(among: Iterable[Place], words: Iterable[str], *, closely: bool = False) -> list[Place]:
    """The places that an address may mean.

    A full path means itself. Otherwise levels may be left out; a key of the language then belongs to
    the thing just before it (`round.at start` is never that of a phase inside `round`), unless
    nothing fits so; `closely` does without that last resort.
    """
    wanted = spelt_out(words)
    if not wanted:
        return []
    candidates = [p for p in among if any(s and s[-1].is_called(wanted[-1]) for s in p.spellings)]
    ways = (_is_full, _fits_closely) if closely else (_is_full, _fits_closely, _fits_loosely)
    for fits in ways:
        found = [p for p in candidates if any(fits(wanted, s) for s in p.spellings)]
        if len(found) > 1:
            # `phases.pass` is the phase of that name rather than a move of the same name in one.
            return [p for p in found if any(_right_under(wanted, s) for s in p.spellings)] or found
        if found:
            return found
    return []


@cache
def _sections() -> frozenset[str]:
    """The keys that hold things with names, as `phases` and `moves` do."""
    every = (keys_at(owner).items() for owner in ("ruleset", "phase", "move"))
    return frozenset(name for keys in every for name, key in keys if kind_under(key) in NAMED)


def _right_under(words: Path, spelling: Spelling) -> bool:
    """Whether the key before the last word of an address, as in `phases.pass`, is what holds it."""
    key = words[-2] if len(words) > 1 else ""
    return key not in _sections() or (len(spelling) > 1 and spelling[-2].word == key)


def short_address(place: Place, among: list[Place]) -> str:
    """The shortest address that means this place alone."""
    words = list(place.canonical if place.written_short is not None else _plainest(place))
    at = 0
    while at < len(words) - 1:
        fewer = words[:at] + words[at + 1 :]
        if [p.path for p in find(among, fewer)] == [place.path]:
            words = fewer
        else:
            at += 1
    return ".".join(words)


def _plainest(place: Place) -> Path:
    shortest = min(place.spellings, key=len)
    return tuple(step.word for step in shortest)


def _is_full(words: Path, spelling: Spelling) -> bool:
    return len(words) == len(spelling) and all(
        step.is_called(word) for step, word in zip(spelling, words, strict=True)
    )


def _fits_closely(words: Path, spelling: Spelling) -> bool:
    return _fits(words, spelling, closely=True)


def _fits_loosely(words: Path, spelling: Spelling) -> bool:
    return _fits(words, spelling, closely=False)


def _fits(words: Path, spelling: Spelling, *, closely: bool) -> bool:
    """Whether the words stand in the spelling in that order, the last one at its end."""

    def ends_at(count: int, at: int) -> bool:  # words[:count], the last of them on spelling[at]
        step = spelling[at]
        if not step.is_called(words[count - 1]):
            return False
        if step.tie is Tie.FAST or (closely and step.tie is Tie.KEY and count > 1):
            return count > 1 and at > 0 and ends_at(count - 1, at - 1)
        return count == 1 or any(ends_at(count - 1, before) for before in range(count - 2, at))

    return len(words) <= len(spelling) and ends_at(len(words), len(spelling) - 1)


# --------------------------------------------------------------------------------------------
# The walk


def _under_keys(
    node: Mapping, kind: Kind, path: Path, spellings: tuple[Spelling, ...]
) -> Iterator[Place]:
    """What stands under the keys of a game, a deck, a phase, a move or a table."""
    keys = keys_at(KEYED[kind])
    for entry in node:
        word = entry.key.text
        key = keys.get(word)
        if kind is Kind.GAME and word in WITHOUT_ADDRESS:
            continue
        if key is None:
            inner = NAMED.get(kind, Kind.TEXT)
            yield from _named(entry, inner, path, spellings, head=False)
            continue
        inner = kind_under(key)
        step = Step(word, Tie.KEY, word)
        spelt = _longer(spellings, step)
        yield from _content(entry, inner, (*path, word), spelt, key)


def _content(
    entry: Entry, kind: Kind, path: Path, spellings: tuple[Spelling, ...], key: Key
) -> Iterator[Place]:
    """A key's place, and what stands in the map under it."""
    yield Place(path, kind, spellings, entry.key, entry.value)
    if not isinstance(entry.value, Mapping):
        return
    if kind in KEYED:
        yield from _under_keys(entry.value, kind, path, spellings)
    elif kind in NAMED:
        inner = {"row_do": Kind.ROW, "ending": Kind.ENDING}.get(key.start, NAMED[kind])
        for named in entry.value:
            yield from _named(named, inner, path, spellings, head=key.names == "head")


def _named(
    entry: Entry, kind: Kind, path: Path, spellings: tuple[Spelling, ...], *, head: bool
) -> Iterator[Place]:
    """Something with a name of its own, and what is in it."""
    word = entry.key.text
    step = Step(word, Tie.NAME, bare_name(word) if head else word)
    is_sub_phase = kind is Kind.PHASE and word == "moves"
    if is_sub_phase:
        step = Step(word, Tie.FAST, word)  # `turn.moves` are the moves, not the sub-phase
    spelt = _longer(spellings, step)
    here = (*path, word)
    yield Place(here, kind, spelt, entry.key, entry.value)
    if kind is Kind.PHASE and isinstance(entry.value, Mapping):
        around = tuple(s[:-1] for s in spellings) if is_sub_phase else ()
        yield from _phase(entry, here, spelt, around)
    elif kind is Kind.MOVE and isinstance(entry.value, Scalar):
        do = _longer(spelt, Step("do", Tie.KEY, "do"))
        yield Place((*here, "do"), Kind.LINES, do, entry.key, None, here)
    elif kind in KEYED and isinstance(entry.value, Mapping):
        yield from _under_keys(entry.value, kind, here, spelt)
    elif kind in (Kind.ROW, Kind.ENDING) and isinstance(entry.value, Scalar):
        for half, which in (("when", Kind.WHEN), ("then", Kind.THEN)):
            if half_of(entry.value, kind, which) is not None:
                half_spelt = _longer(spelt, Step(half, Tie.FAST, half))
                yield Place((*here, half), which, half_spelt, entry.key, entry.value)


def _phase(
    entry: Entry, path: Path, spellings: tuple[Spelling, ...], around: tuple[Spelling, ...]
) -> Iterator[Place]:
    """The keys of a phase, whose sub-phase `moves` may be written short.

    `around` are the spellings of the phase around this one if this is its sub-phase `moves`; the
    moves in it are then `turn.moves` too, as in the short form.
    """
    assert isinstance(entry.value, Mapping)
    phases = _longer(spellings, Step("phases", Tie.KEY, "phases"))
    sub_phase = _longer(phases, Step("moves", Tie.FAST, "moves"))
    short = is_short_phase(path, entry.value)
    for place in _under_keys(entry.value, Kind.PHASE, path, spellings):
        word = place.path[len(path)]
        rest = place.spellings[0][len(spellings[0]) :]
        if short and word in OF_MOVES:
            place = replace(place, spellings=(*place.spellings, *(s + rest for s in sub_phase)))
        elif around and word in OF_MOVES:
            place = replace(place, spellings=(*(s + rest for s in around), *place.spellings))
        yield place
    if short:
        key = next(e.key for e in entry.value if e.key.text == "moves")
        yield Place((*path, "phases"), Kind.PHASES, phases, key, None, path)
        yield Place((*path, "phases", "moves"), Kind.PHASE, sub_phase, key, None, path)


def _longer(spellings: tuple[Spelling, ...], step: Step) -> tuple[Spelling, ...]:
    return tuple((*s, step) for s in spellings)


def is_short_phase(path: Path, node: Mapping) -> bool:
    """Whether a phase is short for one whose only sub-phase is `moves`."""
    return path[-1] != "moves" and node.get("moves") is not None and node.get("phases") is None


# --------------------------------------------------------------------------------------------
# Halves of rows

_ROW_WHEN = re.compile(r"(?:when\s+)?")
_END_WHEN = re.compile(r"(?:after\s+[^\s,]+\s*,\s*)?when\s+")
_ARROW = re.compile(r"\s->(?:\s+|$)")


def half_of(row: Scalar, kind: Kind, which: Kind) -> tuple[int, int] | None:
    """Where in the text of a row its condition or its outcome stands; None if it has none.

    The condition is what follows `when`; where a row says `otherwise` or `always`, it is that word.
    """
    arrow = None if kind is Kind.ENDING else _ARROW.search(row.text)
    if which is Kind.THEN:
        return None if arrow is None else (arrow.end(), len(row.text))
    before = (_END_WHEN if kind is Kind.ENDING else _ROW_WHEN).match(row.text)
    if before is None:
        return None
    end = len(row.text if arrow is None else row.text[: arrow.start()].rstrip())
    return before.end(), max(end, before.end())


# --------------------------------------------------------------------------------------------
# Changing nodes: every function gives a new tree and leaves the old one as it is


def node_at(root: Mapping, path: Path) -> Node | None:
    """What stands at a path, or None."""
    node: Node | None = root
    for word in path:
        node = node.get(word) if isinstance(node, Mapping) else None
    return node


def with_node(root: Mapping, path: Path, node: Node) -> Mapping:
    """The tree with something else at a path that is there."""

    def changed(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple(Entry(e.key, node) if e.key.text == path[-1] else e for e in entries)

    return _with_entries(root, path[:-1], changed)


def with_entry(root: Mapping, path: Path, entry: Entry, at: int) -> Mapping:
    """The tree with one more entry in the map at a path, before that of the given number."""
    return _with_entries(root, path, lambda entries: (*entries[:at], entry, *entries[at:]))


def without(root: Mapping, path: Path) -> Mapping:
    """The tree without what stands at a path."""

    def fewer(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple(e for e in entries if e.key.text != path[-1])

    return _with_entries(root, path[:-1], fewer)


def written_out(root: Mapping, path: Path) -> Mapping:
    """The tree with the phase or move at a path in its long form."""
    node = node_at(root, path)
    if isinstance(node, Scalar):
        do = Entry(Scalar("do", node.span), node)
        return with_node(root, path, Mapping((do,), node.span))
    if not isinstance(node, Mapping):
        return root
    inner = [e for e in node if e.key.text in OF_MOVES]
    moves = next(e.key for e in inner if e.key.text == "moves")
    sub_phase = Mapping(tuple(inner), moves.span)
    phases = Mapping((Entry(moves, sub_phase),), moves.span)
    entries = []
    for entry in node:
        if entry.key.text == "moves":
            entries.append(Entry(Scalar("phases", moves.span), phases))
        elif entry.key.text != "if stuck":
            entries.append(entry)
    return with_node(root, path, replace(node, entries=tuple(entries)))


def in_long_form(root: Mapping) -> Mapping:
    """The tree with every phase and move in its long form."""
    phases = root.get("phases")
    if not isinstance(phases, Mapping):
        return root
    return with_node(root, ("phases",), _phases_in_long_form(phases))


def _phases_in_long_form(phases: Mapping) -> Mapping:
    for entry in phases:
        name = entry.key.text
        phase: Node | None = entry.value
        if not isinstance(phase, Mapping):
            continue
        if is_short_phase((name,), phase):
            phases = written_out(phases, (name,))
            phase = phases.get(name)
            assert isinstance(phase, Mapping)
        inner = phase.get("phases")
        if isinstance(inner, Mapping):
            phases = with_node(phases, (name, "phases"), _phases_in_long_form(inner))
        for move in _moves_in_short_form(phase):
            phases = written_out(phases, (name, "moves", move))
    return phases


def _moves_in_short_form(phase: Mapping) -> list[str]:
    moves = phase.get("moves")
    if not isinstance(moves, Mapping):
        return []
    return [e.key.text for e in moves if isinstance(e.value, Scalar)]


def _with_entries(
    node: Mapping, path: Path, change: Callable[[tuple[Entry, ...]], tuple[Entry, ...]]
) -> Mapping:
    if not path:
        return replace(node, entries=change(node.entries))
    entries = tuple(
        Entry(e.key, _with_entries(e.value, path[1:], change))
        if e.key.text == path[0] and isinstance(e.value, Mapping)
        else e
        for e in node
    )
    return replace(node, entries=entries)
