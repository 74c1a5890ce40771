"""Keys that stand one level too high or too low: told once, and read where they belong.

To YAML a key that is indented wrongly is a key of another map. Where it cannot stand there, and fits
the map above or the one below, that is the mistake, and no other is told of it.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from rulerun.grammar.diagnostics import Diagnostic, Note, nearest, shortened, slips_between
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulerun.grammar.parser import parse
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.keys import KEYS, PLACES, Holds, Key, keys_at, places_of

_STEP = 2  # blanks by which a line is deeper than the one it stands under, where nothing tells


def put_right(root: Mapping) -> tuple[Mapping, list[Diagnostic]]:
    """The nodes of a file with displaced keys where they belong, and a diagnostic for each."""
    kind = "overlay" if root.get("house rule") else "form" if root.get("form") else "ruleset"
    moving = _Moving()
    found = moving.map(root, _Level(keys_at(kind), None, root, 0))
    return (found, moving.diagnostics) if moving.diagnostics else (root, [])


@dataclass
class _Level:
    """A map that is being read: the keys that may stand in it, or what its names hold."""

    allowed: dict[str, Key]
    names: Key | None  # the key under which this is a map of names
    node: Mapping
    column: int
    above: _Level | None = None
    key: Scalar | None = None  # the key above it
    came_up: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.present = {entry.key.text for entry in self.node}

    @property
    def inner(self) -> dict[str, Key]:
        """The keys of the maps under its names."""
        return {} if self.names is None else keys_at(self.names.inner)


class _Moving:
    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    def map(self, node: Mapping, level: _Level) -> Mapping:
        done: list[Entry] = []
        left = deque(node.entries)
        while left:
            entry = left.popleft()
            if not _begins_its_line(entry.key):
                done.append(entry)
                continue
            if level.names is not None and self.is_swallowed(entry, level):
                continue
            if entry.key.text not in level.allowed:
                if self.belongs_above(entry, left, level):
                    continue
                if done and (whole := self.belongs_under(done[-1], entry, level)) is not None:
                    done[-1] = whole
                    continue
            done.append(self.inside(self.with_own(entry, left, level), level))
            left.extendleft(reversed(level.came_up))
            level.came_up = []
        same = len(done) == len(node.entries) and all(
            one is other for one, other in zip(done, node.entries, strict=True)
        )
        return node if same else Mapping(tuple(done), node.span, node.over)

    def inside(self, entry: Entry, level: _Level) -> Entry:
        """An entry with all in it where it belongs."""
        node = entry.value
        if isinstance(node, Sequence):
            items = self.items(node)
            return entry if items is node else Entry(entry.key, items)
        if not isinstance(node, Mapping) or not node.entries:
            return entry
        key = level.allowed.get(entry.key.text)
        column = _column(node.entries[0].key)
        if level.names is not None:
            place = level.names.inner or _place_of(entry.key.text, level.names)
            if not place:
                return entry
            below = _Level(keys_at(place), None, node, column, level, entry.key)
        elif key is None:
            return entry
        elif key.holds is Holds.KEYS:
            below = _Level(keys_at(key.inner), None, node, column, level, entry.key)
        elif key.holds in (Holds.TEXT, Holds.WORDS, Holds.TEXTS, Holds.STEPS):
            return entry
        else:
            below = _Level({}, key, node, column, level, entry.key)
        found = self.map(node, below)
        return entry if found is node else Entry(entry.key, found)

    # -- too deep ----------------------------------------------------------------------------------

    def belongs_above(self, entry: Entry, left: deque[Entry], level: _Level) -> bool:
        """Whether a key belongs beside the one that it stands under, or higher up; then it goes there."""
        nothing, name = _is_nothing(entry.value), entry.key.text
        upper, beside = level.above, level.key
        fits = level.names is not None and not nothing and _fits(entry.value, level.names)
        if fits and level.names is not None and level.names.start and places_of(name):
            # What cannot be read as a text of these names is hardly one of them.
            text = entry.value
            fits = not isinstance(text, Scalar) or parse(level.names.start, text)[0] is not None
        while upper is not None:
            key = upper.allowed.get(name)
            if key is not None and name not in upper.present and not (fits and not key.required):
                if not left if nothing else not _holds(key, entry.value):
                    return False
                break
            if "." in name and not nothing and _is_of_changes(upper):
                break
            beside = upper.key
            upper = upper.above
        if upper is None or beside is None:
            return False
        if nothing:
            entry = Entry(entry.key, _mapping(left))
            left.clear()
        column = _column(entry.key)
        self.tell(
            entry.key,
            f"is indented by {column}, and belongs beside '{shortened(beside.text)}'",
            upper.column,
            beside,
        )
        upper.present.add(name)
        upper.came_up.append(entry)
        return True

    def is_swallowed(self, entry: Entry, level: _Level) -> bool:
        """Whether a key that must be there stands so deep that it became a part of a text above."""
        if not isinstance(entry.value, Mapping) or not level.inner:
            return False
        for key in level.inner.values():
            if not key.required or entry.value.get(key.name) is not None:
                continue
            for inner in entry.value:
                text, span = inner.value, inner.value.span
                if not isinstance(text, Scalar) or span.text[:1] not in (">", "|"):
                    continue
                found = re.search(rf"\n( *){re.escape(key.name)}: *\n", span.text)
                if found is not None:
                    at = span.start + found.end(1)
                    said = Scalar(key.name, Span(span.file, at, at + len(key.name)))
                    depth = len(found[1])
                    message = f"is indented by {depth}, and so a part of the text above"
                    self.tell(said, message, _column(inner.key), inner.key)
                    return True
        return False

    def items(self, node: Sequence) -> Sequence:
        """A list whose items stand so deep that they became a part of those above, taken apart."""
        found: list[Node] = []
        for item in node:
            dashes = _dashes_in(item) if isinstance(item, Scalar) else []
            if not isinstance(item, Scalar) or not dashes:
                found.append(item)
                continue
            file, first = item.span.file, item.span.start
            own = Scalar("-", Span(file, dash := file.text.rfind("-", 0, first), dash + 1))
            swallowed = [Scalar("-", item.span_at(at, at + 1)) for at in dashes]
            if item is node.items[0] and len(node.items) == 1 and len(dashes) > 1:
                # All the others stand elsewhere: it is the first one that is wrong.
                below = swallowed[0]
                message = f"is indented by {_column(own)}, '-' below it by {_column(below)}"
                self.tell(own, message, _column(below), below)
            else:
                for sign in swallowed:
                    message = f"is indented by {_column(sign)}, and so a part of the text above"
                    self.tell(sign, message, _column(own), own)
            ends = [*(at - 1 for at in dashes), len(item.text)]
            begins = [0, *(at + 2 for at in dashes)]
            found += [item.part(b, e) for b, e in zip(begins, ends, strict=True)]
        same = len(found) == len(node.items)
        return node if same else Sequence(tuple(found), node.span, node.over)

    # -- not deep enough ---------------------------------------------------------------------------

    def belongs_under(self, above: Entry, entry: Entry, level: _Level) -> Entry | None:
        """The entry above with this one in it, if it belongs there."""
        nothing = _is_nothing(above.value)
        if not nothing and not (isinstance(above.value, Mapping) and above.value.entries):
            return None
        key = level.allowed.get(above.key.text)
        if level.names is not None:
            place = level.names.inner or _place_of(above.key.text, level.names)
            if not place or above.key.text == "moves":
                return None
            inner = keys_at(place)
            if _fits(entry.value, level.names) and entry.key.text not in inner:
                return None
            fits = entry.key.text in inner or PLACES[place].open
        elif key is None or _is_misspelt(entry, level.allowed):
            return None
        elif key.holds is Holds.CHANGES:
            inner, fits = {}, "." in entry.key.text
        elif key.holds is Holds.KEYS:
            inner = keys_at(key.inner)
            fits = entry.key.text in inner
        else:
            inner = {}
            fits = key.holds in _OF_NAMES and _fits(entry.value, key) and entry.key.text != "use"
            fits = fits and (nothing or _is_like_the_rest(entry, key))
        has = not nothing and isinstance(above.value, Mapping) and above.value.get(entry.key.text)
        if not fits or has or _is_nothing(entry.value):
            return None
        if entry.key.text in inner and not _holds(inner[entry.key.text], entry.value):
            return None
        held = above.value.entries if isinstance(above.value, Mapping) else ()
        column = _column(entry.key)
        due = _column(held[0].key) if held else column + _STEP
        if held and due <= column:
            return None
        self.tell(
            entry.key,
            f"is indented by {column}, and belongs under '{shortened(above.key.text)}'",
            due,
            above.key,
        )
        return Entry(above.key, _mapping([*held, entry]))

    def with_own(self, entry: Entry, left: deque[Entry], level: _Level) -> Entry:
        """An entry with those after it that belong under it, if nothing stands there."""
        if not _is_nothing(entry.value) or not left:
            return entry
        key = level.allowed.get(entry.key.text)
        own: list[Entry] = []
        while left and self.is_of(left[0], key, level, bool(own)):
            own.append(left.popleft())
        if not own:
            return entry
        column = _column(entry.key)
        due = level.column if level.above is None else level.above.column + _STEP
        if column == due or level.above is None:
            first = own[0].key
            self.tell(
                first,
                f"is indented by {column}, and belongs under '{shortened(entry.key.text)}'",
                column + _STEP,
                entry.key,
            )
        else:
            message = f"is indented by {column}, and so is what belongs under it"
            self.tell(entry.key, message, max(0, column - _STEP), own[0].key)
        return Entry(entry.key, _mapping(own))

    def is_of(self, entry: Entry, key: Key | None, level: _Level, goes_on: bool) -> bool:
        """Whether an entry cannot stand in a map, and can under the key before it.

        `goes_on`: whether those between them do.
        """
        name = entry.key.text
        if name in level.allowed or not _begins_its_line(entry.key) or _is_nothing(entry.value):
            return False
        if level.names is not None:
            if level.names.holds is Holds.CHANGES:
                return "." not in name and bool(places_of(name))
            if level.names.holds is Holds.LABELS:
                return isinstance(entry.value, Scalar)
            inner = level.inner.get(name)
            if inner is not None:
                return _holds(inner, entry.value)
            is_open = bool(level.names.inner) and PLACES[level.names.inner].open
            return is_open and isinstance(entry.value, Scalar)
        if key is not None and key.holds is Holds.CHANGES:
            return "." in name
        if key is None or (not goes_on and _is_misspelt(entry, level.allowed)):
            return False
        if key.holds is Holds.KEYS:
            return name in keys_at(key.inner)
        if key.holds is Holds.LABELS:
            return isinstance(entry.value, Mapping)
        return key.holds in _OF_NAMES and _fits(entry.value, key)

    def tell(self, key: Scalar, message: str, due: int, other: Scalar) -> None:
        note = Note(f"'{shortened(other.text)}' stands here", other.span)
        said = f"'{shortened(key.text)}' {message}"
        self.diagnostics.append(Diagnostic("Y122", said, key.span, f"indent it by {due}", (note,)))


_OF_NAMES = (Holds.NAMED, Holds.ROWS, Holds.LINES, Holds.CONDITIONS, Holds.CHOICES)
"""What a key holds under which there are names."""


def _dashes_in(item: Scalar) -> list[int]:
    """The places in a text of dashes that begin a line."""
    offsets, text = item.offsets, item.span.file.text
    if offsets is None or "\n" not in item.span.text:
        return []
    return [
        found.start() + 1
        for found in re.finditer(" - ", item.text)
        if (at := offsets[found.start() + 1])
        and not text[text.rfind("\n", 0, at) + 1 : at].strip(" ")
    ]


def _place_of(address: str, under: Key) -> str:
    """The place whose keys a map at an address of a house rule has; empty if there are no such keys."""
    words = address.partition(",")[0].split(".")
    if under.holds is not Holds.CHANGES or len(words) < 2:
        return ""
    return next((k.inner for k in KEYS.values() if k.name == words[-2] and k.inner), "")


def _is_of_changes(level: _Level) -> bool:
    """Whether this is a map of addresses."""
    return level.names is not None and level.names.holds is Holds.CHANGES


def _is_misspelt(entry: Entry, allowed: dict[str, Key]) -> bool:
    """Whether it is hardly anything else than one of these keys with a slip or two."""
    name = entry.key.text
    meant = nearest(name, allowed)
    if meant is None or not _holds(allowed[meant], entry.value):
        return False
    return slips_between(name, meant) <= (1 if len(name) < 6 else 2)


def _is_like_the_rest(entry: Entry, key: Key) -> bool:
    """Whether a key that nothing knows says what those under `key` say, and follows them at once."""
    if places_of(entry.key.text):
        return False
    if isinstance(entry.value, Scalar) and key.start:
        return not parse(key.start, entry.value)[1]
    text, line = entry.key.span.file.text, entry.key.span.start - _column(entry.key)
    return not text[:line].endswith("\n\n")


def _fits(node: Node, key: Key) -> bool:
    """Whether this may stand under a name of the map that a key holds."""
    if key.holds in (Holds.NAMED, Holds.LABELS):
        return isinstance(node, Mapping) or (key.inner == "move" and isinstance(node, Scalar))
    return key.holds is Holds.CHANGES or isinstance(node, Scalar)


def _holds(key: Key, node: Node) -> bool:
    """Whether this may stand under a key."""
    if isinstance(node, Sequence):
        return key.holds in (Holds.STEPS, Holds.TEXTS, Holds.LINES)
    if isinstance(node, Mapping):
        return key.holds not in (Holds.STEPS, Holds.TEXTS, Holds.TEXT, Holds.WORDS)
    return key.holds in (
        Holds.TEXT, Holds.WORDS, Holds.TEXTS, Holds.LINES, Holds.CONDITIONS, Holds.CHOICES,
    )  # fmt: skip


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.text


def _column(key: Scalar) -> int:
    return key.span.column - 1


def _begins_its_line(key: Scalar) -> bool:
    """Whether only blanks stand before a key on its line."""
    text, start = key.span.file.text, key.span.start
    return not text[text.rfind("\n", 0, start) + 1 : start].strip(" ")


def _mapping(entries: deque[Entry] | list[Entry]) -> Mapping:
    span = entries[0].key.span.to(entries[-1].value.span)
    return Mapping(tuple(entries), span)
