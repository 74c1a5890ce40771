"""Looking up an address in a game, and saying why it leads nowhere.

An answer is what was sought or a diagnostic; nothing is changed here.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from rulerun.grammar.diagnostics import (
    Diagnostic,
    Note,
    did_you_mean,
    letters_of,
    listed,
    slips_between,
)
from rulerun.grammar.nodes import Mapping, Node, Scalar
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.keys import keys_at

from .addresses import (
    KEYED,
    NAMED,
    WITHOUT_ADDRESS,
    Kind,
    Path,
    Place,
    bare_name,
    find,
    kind_under,
    node_at,
    places,
    short_address,
)
from .house_rule import Address

_LONGEST = 12  # words of an address that may be a misspelt one

_SECTIONS = {k: kind_under(key) for k, key in keys_at("ruleset").items()}


@dataclass(frozen=True, slots=True)
class Container:
    """A map to which something can be added.

    `path` leads to it and `canonical` is its path in the long form. If `make` is set, it is not
    there yet: it is to be made under that key of `owner`, which is None for the game itself.
    """

    path: Path
    canonical: Path
    kind: Kind
    owner: Place | None = None
    make: Scalar | None = None


@dataclass(frozen=True)
class Lookup:
    """The places of one state of a game."""

    root: Mapping
    places: list[Place] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", places(self.root))

    def place_at(self, path: Path) -> Place:
        """The place of a path that is there."""
        return next(p for p in self.places if p.path == path)

    def inside(self, place: Place) -> tuple[Place, ...]:
        """All places in another one."""
        length = len(place.path)
        return tuple(
            p for p in self.places if len(p.path) > length and p.path[:length] == place.path
        )

    def node(self, place: Place) -> Node | None:
        """What stands at a place; for what is written short, the short form."""
        path = place.path if place.written_short is None else place.written_short
        return node_at(self.root, path)

    def places_of(self, address: Address) -> list[Place]:
        """What an address may mean."""
        return find(self.places, _texts(address))

    # -- one thing -------------------------------------------------------------------------------

    def ambiguous(self, address: Address, found: list[Place]) -> Diagnostic:
        """That an address may mean several things, and what to write for each."""
        addresses = [short_address(p, self.places) for p in found]
        notes = tuple(
            Note(f"{place.noun} '{short}'", place.key.span)
            for place, short in zip(found, addresses, strict=True)
        )
        message = f"'{address}' may mean {len(found)} things"
        advice = f"write {' or '.join(repr(a) for a in addresses[:4])}"
        return Diagnostic("O502", message, address.span, advice, notes)

    def not_found(self, address: Address) -> Diagnostic:
        """Why an address means nothing."""
        words = _texts(address)
        if words[0] in WITHOUT_ADDRESS:
            message = f"'{words[0]}' of a game have no address"
            advice = f"write '{words[0]}' beside 'for'; it is added to the game's"
            return Diagnostic("O501", message, address.span, advice)
        no_half = self._no_half(address, words)
        if no_half is not None:
            return no_half
        of_form = self._of_form(address, words)
        if of_form is not None:
            return of_form
        at, near = self._nearest(words, lambda meant: bool(find(self.places, meant)))
        whole: str | None = None
        notes: tuple[Note, ...] = ()
        for count in range(min(len(words), _LONGEST) - 1, 0, -1):
            above = find(self.places, words[:count])
            if len(above) != 1:
                continue
            said = ".".join(words[:count])
            node = self.node(above[0])
            if isinstance(node, Mapping):
                inside = ", ".join(node.keys())
                notes = (Note(f"in '{said}' stands {inside}", above[0].key.span),)
            elif node is not None and above[0].kind in NAMED:
                return self.no_names(address, said, node)
            elif near is None:
                notes = (Note(f"'{said}' is one text", above[0].key.span),)
                whole = f"change all of it: '{said}: ...'"
                if above[0].path[:1] == ("options",):
                    whole = f"for another normal value write: set: {{ {above[0].path[-1]}: ... }}"
            at = count if near is None else at
            break
        meant = whole if near is None else f"did you mean '{near}'?"
        message = f"the game has no '{address}'"
        return Diagnostic("O501", message, address.words[at].span, meant, notes)

    def _no_half(self, address: Address, words: list[str]) -> Diagnostic | None:
        """That what an address means half of has no such half, if that is so."""
        *above, half = words
        found = find(self.places, above) if above and half in ("when", "then") else []
        if len(found) != 1 or isinstance(found[0].node, Mapping):
            return None
        place = found[0]
        said = ".".join(above)
        message = f"{place.noun} '{said}' has no '{half}'"
        if place.kind is Kind.ROW:
            message = f"{place.noun} '{said}' has no outcome after '->'"
        elif place.kind is Kind.ENDING:
            message = f"{place.noun} '{said}' has no outcome: it ends the game"
        advice = f"change '{said}' as a whole"
        note = Note("written here", place.key.span)
        return Diagnostic("O501", message, address.words[-1].span, advice, (note,))

    def _of_form(self, address: Address, words: list[str]) -> Diagnostic | None:
        """That an address begins with the name of a form, if it does: its parts stand in the game."""
        laid = [
            place
            for place in self.places
            if PurePath(place.key.span.file.name).stem == words[0]
            and PurePath(place.key.span.file.name).parent.name == "forms"
        ]
        if not laid:
            return None
        message = f"'{words[0]}' is a form, and its parts stand in the game itself"
        inside = [p for p in find(self.places, words[1:]) if p in laid] if words[1:] else []
        phases = [p for p in self.places if p.kind is Kind.PHASE]
        own = [p for p in phases if p not in laid]
        around = [p for part in laid for p in own if part.path[: len(p.path)] == p.path]
        where = inside[:1] or sorted(around, key=lambda p: -len(p.path))[:1]
        advice = None
        if where:
            short = short_address(where[0], self.places)
            advice = f"write '{short}'" if inside else f"its parts stand in the phase '{short}'"
        return Diagnostic("O501", message, address.words[0].span, advice)

    def _nearest(
        self, words: Sequence[str], is_there: Callable[[Path], bool]
    ) -> tuple[int, str | None]:
        """The number of the word that was probably misspelt, and the address that was meant.

        It is one that leads somewhere, as `is_there` says, and differs from what is written in one word,
        by as few slips as can be.
        """
        if len(words) > _LONGEST:
            return 0, None
        known = {w for p in self.places for s in p.spellings for t in s for w in (t.word, t.bare)}
        known |= {key for owner in KEYED.values() for key in keys_at(owner)}
        best: tuple[int, float] | None = None
        meant: tuple[int, str | None] = 0, None
        for i, word in enumerate(words):
            for near in _alike(word, sorted(known)):
                rank = slips_between(word, near), -difflib.SequenceMatcher(None, word, near).ratio()
                if letters_of(word) == letters_of(near):
                    rank = 1, -1.0
                candidate = (*words[:i], near, *words[i + 1 :])
                if (best is None or rank < best) and is_there(candidate):
                    best, meant = rank, (i, ".".join(candidate))
        return meant

    def _first_unknown(self, words: Sequence[str]) -> tuple[int, list[str]]:
        """The number of the first word of an address that leads nowhere, and what could stand there."""
        for count in range(min(len(words), _LONGEST) - 1, 0, -1):
            owners = find(self.places, words[:count])
            if owners:
                keys = [k for p in owners if p.kind in KEYED for k in keys_at(KEYED[p.kind])]
                lengths = [(o.path, len(o.path)) for o in owners]
                inside = [
                    p.path[-1] for p in self.places for path, n in lengths if p.path[:n] == path
                ]
                return count, [*inside, *keys]
        return 0, [place.path[-1] for place in self.places]

    # -- a map to which something is added -------------------------------------------------------

    def container(self, address: Address, above: Path, name: str) -> Container | Diagnostic:
        """The map that is to hold what is added; `above` and `name` are the address, spelt out."""
        if not above:
            if name in keys_at("ruleset") and name not in WITHOUT_ADDRESS:
                return Container((), (), Kind.GAME)
            return self._no_key(address, name, None)
        if len(above) == 1 and _SECTIONS.get(above[0]) in {*NAMED, *KEYED}:
            return self._section(address, above[0], name)
        found, is_made = self._holding(above, name)
        if len(found) > 1:
            return self.ambiguous(address, found)
        if not found:
            return self._no_container(address, above, name)
        if is_made:
            return _to_be_made(found[0], address.words[-2])
        return Container(found[0].path, found[0].canonical, found[0].kind, found[0])

    def _holding(self, above: Path, name: str) -> tuple[list[Place], bool]:
        """The maps that may be meant to hold what is added; or where that map is to be made."""
        takers = [p for p in self.places if _takes(p, name)]
        found = find(takers, above, closely=True)
        if found:
            return found, False
        owners = self._owners(above)
        return owners or find(takers, above), len(owners) == 1

    def _can_hold(self, above: Path, name: str) -> bool:
        """Whether something of that name could be added there."""
        if len(above) == 1 and _SECTIONS.get(above[0]) in NAMED:
            return above[0] not in WITHOUT_ADDRESS
        return bool(self._holding(above, name)[0])

    def _section(self, address: Address, key: str, name: str) -> Container | Diagnostic:
        node = self.root.get(key)
        kind = _SECTIONS[key]
        if node is None:
            return Container((key,), (key,), kind, None, address.words[0])
        if not isinstance(node, Mapping):
            return self.no_names(address, key, node)
        if kind not in NAMED and name not in keys_at(KEYED[kind]):
            return self._no_key(address, name, self.place_at((key,)))
        return Container((key,), (key,), kind)

    def _owners(self, above: Path) -> list[Place]:
        """The phases and moves in which the map that an address names can be made."""
        key = above[-1]
        owners = []
        for place in self.places:
            known = keys_at(KEYED[place.kind]) if place.kind in KEYED else {}
            if key not in known or kind_under(known[key]) not in NAMED:
                continue
            node = place.node
            is_open = node is None or isinstance(node, Mapping) or place.kind is Kind.MOVE
            is_absent = not isinstance(node, Mapping) or node.entry(key) is None
            if is_open and is_absent and not (place.kind is Kind.MOVE and key == "do"):
                owners.append(place)
        return find(owners, above[:-1], closely=True) if len(above) > 1 else []

    def _no_container(self, address: Address, above: Path, name: str) -> Diagnostic:
        words = _texts(address)
        existing = find(self.places, words, closely=True)
        if len(existing) == 1:
            place = existing[0]
            return there_already(address, place.key.span, place.node, place.kind, None)
        named = find(self.places, above)
        for place in named:
            node = self.node(place)
            if " " in name and place.kind in NAMED and isinstance(node, Mapping):
                message = f"'{name}' is no name: a name is one word"
                better = ".".join([*words[:-1], name.replace(" ", "_")])
                return Diagnostic("E301", message, address.words[-1].span, f"write '{better}'")
            if place.kind in NAMED and node is not None:
                return self.no_names(address, ".".join(words[:-1]), node)
            if place.kind in KEYED:
                return self._no_key(address, name, place)
        at, near = self._nearest(words[:-1], lambda meant: self._can_hold(meant, name))
        message = f"the game has no '{'.'.join(words[:-1])}' to which '{name}' could be added"
        advice = None if near is None else f"did you mean '{near}.{name}'?"
        if advice is None:
            at, known = self._first_unknown(words[:-1])
            advice = did_you_mean(words[at], known)
        return Diagnostic("O501", message, address.words[at].span, advice)

    def _no_key(self, address: Address, name: str, owner: Place | None) -> Diagnostic:
        """That something of that name cannot stand where the address says, and where it can."""
        node = self.root if owner is None else self.node(owner)
        keys = keys_at(KEYED[Kind.GAME if owner is None else owner.kind])
        above = ".".join(_texts(address)[:-1])
        maps = [
            k for k, key in keys.items() if kind_under(key) in NAMED and k not in WITHOUT_ADDRESS
        ]
        advice = did_you_mean(name, keys)
        if advice is None and maps:
            there = [k for k in maps if isinstance(node, Mapping) and node.get(k) is not None]
            homes = [f"'{above}.{k}.{name}'" if above else f"'{k}.{name}'" for k in there or maps]
            advice = f"say where it belongs: {' or '.join(homes[:4])}"
        who = f"'{above}'" if above else "the game"
        advice = advice or f"its keys are {listed(keys)}"
        message = f"{who} has no key '{name}'"
        return Diagnostic("O501", message, address.words[-1].span, advice)

    def no_names(self, address: Address, said: str, node: Node) -> Diagnostic:
        """That what is addressed a part of has no named parts; `said` is how it is called."""
        what = "one text" if isinstance(node, Scalar) else "a list with dashes"
        message = f"'{said}' is {what}, whose parts have no names"
        advice = f"change '{said}' as a whole"
        note = Note("written here", node.span)
        return Diagnostic("O508", message, address.span, advice, (note,))

    def position(
        self, address: Address, here: Mapping, kind: Kind, value: Node | None = None
    ) -> int | Diagnostic:
        """The number of the entry of a map before which something new is to stand.

        A row goes before a last one that says `otherwise`, unless it says that itself.
        """
        order = address.order
        if order is None:
            last = here.entries[-1].value if here.entries else None
            is_before = kind is Kind.TABLE and is_otherwise(last) and not is_otherwise(value)
            return len(here.entries) - is_before
        if kind not in NAMED:
            message = f"the keys of {kind.value} have no order"
            return Diagnostic("O508", message, order.span, "leave the place out")
        keys = keys_at(KEYED[kind]) if kind in KEYED else {}
        named = [i for i, e in enumerate(here) if e.key.text not in keys]
        if order.name is None:
            return named[0] if order.how == "first" and named else len(here.entries)
        wanted = order.name.text
        for i in named:
            key = here.entries[i].key.text
            if wanted == key or (kind in (Kind.TABLES, Kind.ENTRIES) and wanted == bare_name(key)):
                return i if order.how == "before" else i + 1
        known = [here.entries[i].key.text for i in named]
        advice = did_you_mean(wanted, known)
        if advice is None:
            advice = f"there is {listed(known)}" if known else "there is nothing else"
        above = ".".join(_texts(address)[:-1])
        message = f"'{above}' has no '{wanted}' {order.how} which this could stand"
        return Diagnostic("O501", message, order.name.span, advice)


def _alike(word: str, known: list[str]) -> list[str]:
    """Known words of nearly the same spelling."""
    same = [near for near in known if letters_of(near) == letters_of(word)]
    close = difflib.get_close_matches(word.lower(), known, n=8, cutoff=0.6)
    return [near for near in dict.fromkeys((*same, *close)) if near != word]


def is_otherwise(row: Node | None) -> bool:
    """Whether a row of a table applies when no other does."""
    return isinstance(row, Scalar) and row.text.split()[:1] == ["otherwise"]


def there_already(
    address: Address, span: Span, node: Node | None, kind: Kind | None, value: Node | None
) -> Diagnostic:
    """That what is to be added is there, at `span`.

    `node` is what it is and `kind` which kind of thing, `value` what was to be added.
    """
    advice = "to put something else in its place, list it under 'change'"
    if kind in NAMED and kind is not Kind.TABLE and isinstance(node, Mapping):
        name = "NAME" if kind in (Kind.LINES, Kind.CONDITIONS) else None
        if isinstance(value, Mapping) and value.entries:
            name = value.entries[0].key.text
        if name is not None:
            advice = f"to add to it, give what is new a name: '{address}.{name}: ...'"
    elif kind is Kind.LINES:
        advice = "these lines have no names: under 'change' they can be written anew, with one more"
    message = f"'{address}' is there already"
    return Diagnostic("O503", message, address.span, advice, (Note("here", span),))


def kind_in(kind: Kind, name: str) -> Kind | None:
    """What kind of thing stands under a name in a map of some kind."""
    keys = keys_at(KEYED[kind]) if kind in KEYED else {}
    return kind_under(keys[name]) if name in keys else NAMED.get(kind)


def _to_be_made(owner: Place, key: Scalar) -> Container:
    kind = kind_under(keys_at(KEYED[owner.kind])[key.text])
    path, canonical = (*owner.path, key.text), (*owner.canonical, key.text)
    return Container(path, canonical, kind, owner, key)


def _takes(place: Place, name: str) -> bool:
    """Whether something of that name can be added to a place as it is."""
    if place.kind in NAMED:
        if " " in name and place.kind not in (Kind.TABLES, Kind.ENTRIES):
            return False
        is_short = place.written_short is not None and place.kind is Kind.PHASES
        return isinstance(place.node, Mapping) or is_short
    if place.kind not in KEYED or name not in keys_at(KEYED[place.kind]):
        return False
    return place.kind is Kind.MOVE or place.node is None or isinstance(place.node, Mapping)


def _texts(address: Address) -> list[str]:
    return [word.text for word in address.words]
