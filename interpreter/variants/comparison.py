"""What differs between two games, by the names of what they are made of.

Both are compared in the long form of their phases and moves, so that it makes no difference how
something is written. Each `Difference` has an address; texts differ if their words do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import Literal, TypeAlias

from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, says_the_same
from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ..declarations.addresses import (
    WITHOUT_ADDRESS,
    Kind,
    Path,
    Place,
    half_of,
    in_long_form,
    node_at,
    places,
)
from ..declarations.normal_values import stretch_of

How: TypeAlias = Literal["changed", "added", "removed", "moved"]

#: Where the order of what stands there is a rule: lines are done from top to bottom, say.
_IN_ORDER = frozenset(
    {Kind.LINES, Kind.PHASES, Kind.MOVES, Kind.CONDITIONS, Kind.CHOICES, Kind.TABLE}
)
_ROWS_IN_ORDER = ("at any time", "end")
#: Of these, where another order makes no other game: what may be done is the same in any.
_FREE = frozenset({Kind.MOVES, Kind.CONDITIONS})


@record
class Difference:
    """One thing that is not the same: `before` in the first game, `after` in the second.

    `path` is its path in the long form; it ends in `when` or `then` for half a row, in `normally`
    for the normal value of an option. `kind` is None for examples, labels and rulings. `behind` is
    the name of what stands before it in the second game, where the order is a rule.
    """

    how: How
    path: Path
    kind: Kind | None
    where: tuple[str, ...]
    key: Span = field(repr=False)
    before: Node | None = field(default=None, repr=False)
    after: Node | None = field(default=None, repr=False)
    behind: str | None = None
    is_free: bool = False

    @property
    def address(self) -> str:
        """The whole way to it."""
        return ".".join(self.path)


def differences(one: Mapping, other: Mapping) -> list[Difference]:
    """All that differs between two games, in the order of the second one's file."""
    return list(_Comparison(one, other).of_maps((), in_long_form(one), in_long_form(other)))


class _Comparison:
    """Walks two games side by side."""

    def __init__(self, one: Mapping, other: Mapping) -> None:
        self.one, self.other = one, other
        self.places: dict[Path, Place] = {}
        for root in (one, other):
            self.places |= {place.path: place for place in places(in_long_form(root))}

    def of_maps(self, path: Path, one: Mapping, other: Mapping) -> Iterator[Difference]:
        kind = self.kind(path)
        in_order = kind in _IN_ORDER or path in [(key,) for key in _ROWS_IN_ORDER]
        old = {e.key.text: e for e in one}
        new = {e.key.text: e for e in other}
        gone = [e for e in one if e.key.text not in new]
        both = {k for k in old if k in new and self.is_named((*path, k))}
        moved = _moved([k for k in old if k in both], [k for k in new if k in both])
        behind = ""
        for entry in other:
            word = entry.key.text
            here = (*path, word)
            under = old.get(word)
            if under is None and not path and _is_beside(entry):
                under = _emptied(entry)  # each example is new, not all of them as one
            placed = behind if in_order and self.is_named(here) else None
            if under is None:
                yield self.told("added", here, entry.key, None, entry.value, placed)
            else:
                if placed is not None and word in moved:
                    found = self.told("moved", here, entry.key, under.value, entry.value, placed)
                    yield replace(found, is_free=kind in _FREE)
                yield from self.of_nodes(here, under, entry)
            if self.is_named(here):
                behind = word
        for entry in gone:
            if not path and _is_beside(entry):
                yield from self.of_nodes((entry.key.text,), entry, _emptied(entry))
                continue
            yield self.told("removed", (*path, entry.key.text), entry.key, entry.value, None)

    def of_nodes(self, path: Path, old: Entry, new: Entry) -> Iterator[Difference]:
        one, other = old.value, new.value
        if one is other:
            return
        is_whole = path[0] == "examples" and len(path) > 1
        if isinstance(one, Mapping) and isinstance(other, Mapping) and not is_whole:
            yield from self.of_maps(path, one, other)
            return
        if says_the_same(one, other):
            return
        if isinstance(one, Scalar) and isinstance(other, Scalar):
            part = self.part(path, one, other)
            if part is not None:
                yield self.told("changed", (*path, part[0]), new.key, part[1], part[2])
                return
        yield self.told("changed", path, new.key, one, other)

    def part(self, path: Path, one: Scalar, other: Scalar) -> tuple[str, Scalar, Scalar] | None:
        """The one half of a row that differs, or the normal value of an option if all else stays."""
        stretches = {}
        if path[0] == "options" and len(path) == 2:
            stretches["normally"] = (stretch_of(one), stretch_of(other))
        kind = self.kind(path)
        if kind in (Kind.ROW, Kind.ENDING):
            for word, half in (("when", Kind.WHEN), ("then", Kind.THEN)):
                stretches[word] = (half_of(one, kind, half), half_of(other, kind, half))
        for word, (here, there) in stretches.items():
            if here is None or there is None:
                continue
            around_one = (one.text[: here[0]].split(), one.text[here[1] :].split())
            around_other = (other.text[: there[0]].split(), other.text[there[1] :].split())
            if around_one == around_other:
                return word, one.part(*here), other.part(*there)
        return None

    def told(
        self,
        how: How,
        path: Path,
        key: Scalar,
        before: Node | None,
        after: Node | None,
        behind: str | None = None,
    ) -> Difference:
        if how == "added":
            after = node_at(self.other, path) or after  # as it is written
        elif how == "removed":
            before = node_at(self.one, path) or before
        where = tuple(self.where(path))
        return Difference(how, path, self.kind(path), where, key.span, before, after, behind)

    def where(self, path: Path) -> Iterator[str]:
        """The way to a place in words, without the levels that go without saying."""
        if path[0] in WITHOUT_ADDRESS:
            noun = _WITHOUT_ADDRESS[path[0]]
            yield f"{noun} '{path[-1]}'" if len(path) > 1 else path[0]
            return
        phases = [i for i in range(1, len(path) + 1) if self.is_phase(path[:i])]
        for i in range(1, len(path) + 1):
            here, word, is_last = path[:i], path[i - 1], i == len(path)
            kind = self.kind(here)
            if kind is Kind.PHASE:
                if i == phases[-1]:
                    yield f"phase '{word}'"
            elif kind in (Kind.WHEN, Kind.THEN):
                yield "condition" if kind is Kind.WHEN else "outcome"
            elif kind is Kind.ENTRY and word == "normally":
                continue
            elif kind in _NAMED:
                noun = self.places[here].noun.removeprefix("the ")
                yield f"{noun} '{word}'"
            elif is_last or kind is Kind.DECK or (kind is Kind.LINES and word != "do"):
                yield word

    def is_phase(self, path: Path) -> bool:
        """Whether it is a phase, and not the sub-phase `moves` of one."""
        return self.kind(path) is Kind.PHASE and path[-1] != "moves"

    def kind(self, path: Path) -> Kind | None:
        if not path:
            return Kind.GAME
        if path[-1] == "normally" and path[0] == "options":
            return Kind.ENTRY
        place = self.places.get(path)
        return None if place is None else place.kind

    def is_named(self, path: Path) -> bool:
        """Whether it has a name of its own, and is not a key of the language (`hit` in a table)."""
        return self.kind(path) in _NAMED or path[0] in WITHOUT_ADDRESS


def _is_beside(entry: Entry) -> bool:
    """Whether it is a section that stands beside the rules: examples, say."""
    return entry.key.text in WITHOUT_ADDRESS and isinstance(entry.value, Mapping)


def _emptied(entry: Entry) -> Entry:
    return Entry(entry.key, Mapping((), entry.value.span))


_WITHOUT_ADDRESS = {"examples": "example", "titles": "label", "rulings": "ruling"}
_NAMED = frozenset(
    {Kind.PHASE, Kind.MOVE, Kind.TABLE, Kind.LINE, Kind.CONDITION, Kind.CHOICE, Kind.ENTRY,
     Kind.ROW, Kind.ENDING}
)  # fmt: skip


def _moved(before: list[str], after: list[str]) -> set[str]:
    """As few names as possible whose move makes one order of the other."""
    number = {word: i for i, word in enumerate(before)}
    best: list[list[str]] = []  # for each length the rising row that ends lowest
    for word in after:
        at = next((i for i, row in enumerate(best) if number[row[-1]] > number[word]), len(best))
        best[at : at + 1] = [[*(best[at - 1] if at else ()), word]]
    return set(after) - set(best[-1] if best else ())
