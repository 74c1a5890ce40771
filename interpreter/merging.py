"""What house rules do to a game's nodes.

A `Merging` holds a game and applies house rules to it, one after the other, each in the order of
work: `set`, `change`, `add`, `remove`. What is put in the place of something else has it as its `over`,
so that every leaf can tell its history. Two house rules that do something to the same thing are told
of, with both places. Whatever cannot be done is a diagnostic, and the rest is done.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field, replace

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, did_you_mean
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence, composed
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.keys import keys_at

from .addresses import (
    KEYED,
    NAMED,
    OF_MOVES,
    WITHOUT_ADDRESS,
    Kind,
    Path,
    Place,
    bare_name,
    find,
    half_of,
    kind_under,
    node_at,
    places,
    short_address,
    spelt_out,
    with_entry,
    with_node,
    without,
    written_out,
)
from .house_rule import Deed, HouseRule, Verb

_DOES = {"set": "sets", "change": "changes", "add": "adds", "remove": "removes"}

# A map of these that was emptied means the same as none, and goes with its last entry.
_MAY_BE_ABSENT = frozenset({Kind.LINES, Kind.CONDITIONS, Kind.CHOICES, Kind.ENTRIES, Kind.TABLES})
_NORMALLY = re.compile(r",\s*normally\s+(?=\S)")
_PLAIN_VALUE = re.compile(r"-?\w+")
_ONE_OF_A_KIND = "'{}' is {}, whose parts have no names"


@dataclass(frozen=True, slots=True)
class Setting:
    """The normal value that a house rule gave to an option."""

    option: str
    value: Scalar
    overlay: str


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was done: `path` in the long form, the nodes before and after, and where.

    `address` is how the house rule writes it.

    `value` is what the house rule says, `gone` are the places that are no more.
    """

    verb: Verb
    address: str
    path: Path
    rule: HouseRule = field(repr=False)
    span: Span = field(repr=False)
    before: Node | None = field(repr=False)
    after: Node | None = field(repr=False)
    value: Node | None = field(repr=False)
    gone: tuple[Place, ...] = field(default=(), repr=False)


class Merging:
    """A game to which house rules are applied.

    `root` is how it stands, `changes` what was done, `diagnostics` what could not be done.
    """

    def __init__(self, root: Mapping) -> None:
        self.root = root
        self.places = places(root)
        self.changes: list[Change] = []
        self.diagnostics: list[Diagnostic] = []
        self._rule: HouseRule | None = None
        self._below: frozenset[str] = frozenset()

    def apply(self, rule: HouseRule, below: frozenset[str]) -> None:
        """Do all that a house rule says; `below` are the files of those it is built on."""
        self._rule, self._below = rule, below
        work = {"set": self._set, "change": self._change, "add": self._add, "remove": self._remove}
        for deed in rule.deeds:
            work[deed.verb](deed)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The normal values that hold because a house rule set them."""
        return tuple(
            Setting(change.path[1], change.value, change.rule.name)
            for change in self.changes
            if change.verb == "set"
            and isinstance(change.value, Scalar)
            and node_at(self.root, change.path[:2]) is change.after
        )

    # -- set -------------------------------------------------------------------------------------

    def _set(self, deed: Deed) -> None:
        name = str(deed.address)
        path = ("options", name)
        old = node_at(self.root, path)
        if old is None:
            self._unknown_option(deed, name)
            return
        value = deed.value
        if not isinstance(value, Scalar) or not _PLAIN_VALUE.fullmatch(value.text):
            message = f"the option '{name}' is set to one number or one word"
            self._tell("O508", message, self._value_span(deed), f"write '{name}: {_example(old)}'")
            return
        found = _normal_value(old)
        if not isinstance(old, Scalar) or found is None:
            return  # The option itself is wrong, and that is told where it is declared.
        self._check_conflict(deed, (*path, "normally"))
        start, end = found
        if old.text[start:end] == value.text:
            self._changes_nothing(deed, f"the option '{name}' is normally {value.text}", old)
        parts = [(old, 0, start), (value, 0, len(value.text)), (old, end, len(old.text))]
        new = composed(parts, value.span, over=old)
        self._put(with_node(self.root, path, new))
        self._done(deed, (*path, "normally"), old, new)

    def _unknown_option(self, deed: Deed, name: str) -> None:
        options = [
            p.path[1] for p in self.places if p.path[:1] == ("options",) and len(p.path) == 2
        ]
        words = deed.address.words
        if self._gone(deed, ("options", name)):
            return
        advice = did_you_mean(words[-1].text, options) or "the game has no options"
        if options and advice == "the game has no options":
            advice = f"the options are {', '.join(options)}"
        self._tell("O506", f"no option is called '{name}'", deed.address.span, advice)

    # -- change ----------------------------------------------------------------------------------

    def _change(self, deed: Deed) -> None:
        place = self._place(deed)
        if place is None:
            return
        assert deed.value is not None
        if place.kind in (Kind.WHEN, Kind.THEN):
            self._change_half(deed, place, deed.value)
            return
        old = node_at(self.root, place.path)
        assert old is not None
        self._check_conflict(deed, place.canonical)
        if _says_the_same(old, deed.value):
            self._changes_nothing(deed, f"'{deed.address}' says that already", old)
        new = _put_over(deed.value, old)
        gone = self._inside(place)
        self._put(with_node(self.root, place.path, new))
        self._done(deed, place.canonical, old, new, gone)

    def _change_half(self, deed: Deed, place: Place, value: Node) -> None:
        row = place.node
        assert isinstance(row, Scalar)
        if not isinstance(value, Scalar):
            message = f"'{deed.address}' is {place.kind.value}: one text belongs there"
            self._tell("O508", message, self._value_span(deed))
            return
        kind = next(p.kind for p in self.places if p.path == place.path[:-1])
        if self._is_whole_row(deed, place, value):
            return
        half = half_of(row, kind, place.kind)
        assert half is not None
        start, end = half
        before, after = [(row, 0, start)], [(row, end, len(row.text))]
        if place.kind is Kind.WHEN and kind is Kind.ROW:
            if value.text in ("otherwise", "always"):
                before = []
            elif start == 0:  # `otherwise` becomes a condition
                before = [_inserted("when ", value.span_at(0, 0))]
            then = half_of(row, kind, Kind.THEN)
            if then is not None:
                # A condition that breaks off is told of where it ends, not at the old arrow.
                at_end = value.span_at(len(value.text), len(value.text))
                after = [_inserted(" -> ", at_end), (row, then[0], len(row.text))]
        self._check_conflict(deed, place.canonical)
        if row.text[start:end].split() == value.text.split():
            self._changes_nothing(deed, f"'{deed.address}' says that already", row)
        parts = [*before, (value, 0, len(value.text)), *after]
        new = composed(parts, value.span, over=row)
        self._put(with_node(self.root, place.path[:-1], new))
        self._done(deed, place.canonical, row, new)

    def _is_whole_row(self, deed: Deed, place: Place, value: Scalar) -> bool:
        """Whether the new half has something of the rest of the row in it, which is told."""
        which = "condition" if place.kind is Kind.WHEN else "outcome"
        row = ".".join(word.text for word in deed.address.words[:-1])
        extra = re.match(r"when\b\s*", value.text) if place.kind is Kind.WHEN else None
        arrow = re.search(r"\s->(\s|$)|^->", value.text) if place.kind is Kind.WHEN else None
        if place.kind is Kind.THEN:
            extra = re.match(r"->\s*", value.text)
        if arrow is not None:
            message = f"'{deed.address}' is the {which} alone, and here an outcome follows it"
            self._tell("O508", message, value.span_at(*arrow.span()), f"change '{row}' as a whole")
        elif extra is not None:
            word = extra[0].strip()
            message = f"'{deed.address}' is the {which} alone, without '{word}'"
            self._tell("O508", message, value.span_at(0, len(word)), f"leave '{word}' out")
        return arrow is not None or extra is not None

    # -- add -------------------------------------------------------------------------------------

    def _add(self, deed: Deed) -> None:
        *above, name = spelt_out(w.text for w in deed.address.words)
        container = self._container(deed, tuple(above), name)
        if container is None:
            return
        path, kind, canonical = container
        here = node_at(self.root, path)
        assert isinstance(here, Mapping)
        existing = here.entry(name)
        assert deed.value is not None
        if existing is not None:
            self._exists(deed, existing.key.span)
            return
        at = self._position(deed, here, kind)
        if at is None:
            return
        self._check_conflict(deed, (*canonical, name))
        entry = Entry(deed.address.words[-1], deed.value)
        self._put(with_entry(self.root, path, entry, at))
        self._done(deed, (*canonical, name), None, deed.value)

    def _exists(self, deed: Deed, span: Span) -> None:
        advice = "to put something else in its place, list it under 'change'"
        message = f"'{deed.address}' is there already"
        self._tell("O503", message, deed.address.span, advice, Note("here", span))

    def _container(self, deed: Deed, above: Path, name: str) -> tuple[Path, Kind, Path] | None:
        """The map to which something is added: its path, its kind, its path in the long form."""
        if not above:
            if name in keys_at("ruleset") and name not in WITHOUT_ADDRESS:
                return (), Kind.GAME, ()
            self._no_place_for(deed, name)
            return None
        sections = {k: kind_under(key) for k, key in keys_at("ruleset").items()}
        if len(above) == 1 and sections.get(above[0]) in {*NAMED, *KEYED}:
            return self._section(deed, above[0], sections[above[0]], name)
        takers = [p for p in self.places if _takes(p, name)]
        found = find(takers, above, closely=True)
        if not found:
            owner = self._owner(above)
            if len(owner) == 1:
                return self._made(deed, owner[0], above[-1])
            found = owner or find(takers, above)
        if len(found) != 1:
            self._no_container(deed, above, name, found)
            return None
        path, kind, canonical = self._opened(found[0])
        sub_phase = ("phases", "moves")
        if name in OF_MOVES and isinstance(node_at(self.root, (*path, *sub_phase)), Mapping):
            return (*path, *sub_phase), kind, (*canonical, *sub_phase)
        return path, kind, canonical

    def _section(
        self, deed: Deed, key: str, kind: Kind, name: str
    ) -> tuple[Path, Kind, Path] | None:
        """A section of the game, made if it is not there."""
        node = self.root.get(key)
        if node is None:
            word = deed.address.words[0]
            made = Entry(word, Mapping((), word.span))
            self._put(with_entry(self.root, (), made, len(self.root.entries)))
        elif not isinstance(node, Mapping):
            self._no_names(deed, key, node)
            return None
        elif kind in KEYED and kind not in NAMED and name not in keys_at(KEYED[kind]):
            self._no_place_for(deed, name, next(p for p in self.places if p.path == (key,)))
            return None
        return (key,), kind, (key,)

    def _owner(self, above: Path) -> list[Place]:
        """The phases and moves in which the map that an address names can be made."""
        key = above[-1]
        owners = []
        for place in self.places:
            known = keys_at(KEYED[place.kind]) if place.kind in KEYED else {}
            if key not in known or kind_under(known[key]) not in NAMED:
                continue
            node = place.node
            is_open = node is None or isinstance(node, Mapping) or place.kind is Kind.MOVE
            absent = not isinstance(node, Mapping) or node.entry(key) is None
            if is_open and absent and not (place.kind is Kind.MOVE and key == "do"):
                owners.append(place)
        return find(owners, above[:-1], closely=True) if len(above) > 1 else []

    def _made(self, deed: Deed, owner: Place, key: str) -> tuple[Path, Kind, Path]:
        """A map in a phase or move that had none under that key."""
        path, kind, canonical = self._opened(owner)
        inner = (*path, key)
        if node_at(self.root, inner) is None:
            word = deed.address.words[-2]
            node = node_at(self.root, path)
            assert isinstance(node, Mapping)
            made = Entry(word, Mapping((), word.span))
            self._put(with_entry(self.root, path, made, len(node.entries)))
        return inner, kind_under(keys_at(KEYED[kind])[key]), (*canonical, key)

    def _opened(self, place: Place) -> tuple[Path, Kind, Path]:
        """A place to which something can be added: what is written short is written out."""
        if place.written_short is not None:
            self._put(written_out(self.root, place.written_short))
        elif place.kind is Kind.MOVE and isinstance(place.node, Scalar):
            self._put(written_out(self.root, place.path))
        return place.path, place.kind, place.canonical

    def _position(self, deed: Deed, here: Mapping, kind: Kind) -> int | None:
        """The number of the entry before which the new one is to stand; None, told, if there is none."""
        order = deed.address.order
        if order is None:
            return len(here.entries)
        if kind not in NAMED:
            message = f"the keys of {kind.value} have no order"
            self._tell("O508", message, order.span, "leave the place out")
            return None
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
        above = ".".join(w.text for w in deed.address.words[:-1])
        advice = did_you_mean(wanted, known)
        if advice is None:
            advice = f"there is {', '.join(known)}" if known else "there is nothing else"
        message = f"'{above}' has no '{wanted}' {order.how} which this could stand"
        self._tell("O501", message, order.name.span, advice)
        return None

    # -- remove ----------------------------------------------------------------------------------

    def _remove(self, deed: Deed) -> None:
        place = self._place(deed)
        if place is None:
            return
        if place.kind in (Kind.WHEN, Kind.THEN):
            row = ".".join(word.text for word in deed.address.words[:-1])
            message = f"'{deed.address}' is half a row, which cannot stay without it"
            self._tell("O508", message, deed.address.span, f"change it, or remove '{row}'")
            return
        old = node_at(self.root, place.path)
        assert old is not None
        self._check_conflict(deed, place.canonical)
        gone = (place, *self._inside(place))
        root = without(self.root, place.path)
        around = node_at(root, place.path[:-1])
        is_empty = isinstance(around, Mapping) and not around.entries
        kinds = {p.path: p.kind for p in self.places}
        if is_empty and kinds.get(place.path[:-1]) in _MAY_BE_ABSENT:
            root = without(root, place.path[:-1])
        self._put(root)
        self._done(deed, place.canonical, old, None, gone)

    # -- finding ---------------------------------------------------------------------------------

    def _place(self, deed: Deed) -> Place | None:
        """The one thing an address means, written out; None, told, if there is none or several."""
        words = [w.text for w in deed.address.words]
        found = find(self.places, words)
        if len(found) > 1:
            self._ambiguous(deed, found)
            return None
        if not found:
            if not self._gone(deed, words):
                self._not_found(deed)
            return None
        if found[0].written_short is not None:
            self._put(written_out(self.root, found[0].written_short))
            return next(p for p in self.places if p.path == found[0].path)
        return found[0]

    def _inside(self, place: Place) -> tuple[Place, ...]:
        length = len(place.path)
        return tuple(
            p for p in self.places if len(p.path) > length and p.path[:length] == place.path
        )

    def _node(self, place: Place) -> Node | None:
        """What stands at a place; for what is written short, the short form."""
        path = place.path if place.written_short is None else place.written_short
        return node_at(self.root, path)

    def _ambiguous(self, deed: Deed, found: list[Place]) -> None:
        addresses = [short_address(p, self.places) for p in found]
        notes = [
            Note(f"{place.noun} '{address}'", place.key.span)
            for place, address in zip(found, addresses, strict=True)
        ]
        message = f"'{deed.address}' may mean {len(found)} things"
        advice = f"write {' or '.join(repr(a) for a in addresses[:4])}"
        self._tell("O502", message, deed.address.span, advice, *notes)

    def _not_found(self, deed: Deed) -> None:
        words = [w.text for w in deed.address.words]
        message = f"the game has no '{deed.address}'"
        if words[0] in WITHOUT_ADDRESS:
            advice = f"write '{words[0]}' beside 'for'; it is added to the game's"
            self._tell("O501", f"'{words[0]}' of a game have no address", deed.address.span, advice)
            return
        if self._has_no_half(deed, words):
            return
        at, near = self._nearest(words)
        notes: list[Note] = []
        for count in range(len(words) - 1, 0, -1):
            above = find(self.places, words[:count])
            if len(above) != 1:
                continue
            address = ".".join(words[:count])
            node = self._node(above[0])
            if isinstance(node, Mapping):
                notes = [Note(f"in '{address}' stands {', '.join(node.keys())}", above[0].key.span)]
            elif node is not None and above[0].kind in NAMED:
                self._no_names(deed, address, node)
                return
            elif near is None:
                notes = [Note(f"'{address}' is one text", above[0].key.span)]
            at = count if near is None else at
            break
        span = deed.address.words[at].span
        meant = None if near is None else f"did you mean '{near}'?"
        self._tell("O501", message, span, meant, *notes)

    def _has_no_half(self, deed: Deed, words: list[str]) -> bool:
        """Tell if an address means a half of what has no such half; whether it does."""
        *above, half = words
        found = find(self.places, above) if above and half in ("when", "then") else []
        if len(found) != 1 or isinstance(found[0].node, Mapping):
            return False
        place = found[0]
        address = ".".join(above)
        message = f"{place.noun} '{address}' has no '{half}'"
        if place.kind is Kind.ROW:
            message = f"{place.noun} '{address}' has no outcome after '->'"
        elif place.kind is Kind.ENDING:
            message = f"{place.noun} '{address}' has no outcome: it ends the game"
        advice = f"change '{address}' as a whole"
        span = deed.address.words[-1].span
        self._tell("O501", message, span, advice, Note("written here", place.key.span))
        return True

    def _nearest(self, words: list[str]) -> tuple[int, str | None]:
        """The number of the word that was probably misspelt, and the address that was meant."""
        known = {w for p in self.places for s in p.spellings for t in s for w in (t.word, t.bare)}
        best: tuple[float, int, str | None] = (0.0, 0, None)
        for i, word in enumerate(words):
            for near in difflib.get_close_matches(word, sorted(known), n=5, cutoff=0.6):
                candidate = [*words[:i], near, *words[i + 1 :]]
                ratio = difflib.SequenceMatcher(None, word, near).ratio()
                if near != word and ratio > best[0] and find(self.places, candidate):
                    best = (ratio, i, ".".join(candidate))
        return best[1], best[2]

    def _no_container(self, deed: Deed, above: Path, name: str, found: list[Place]) -> None:
        """Tell why there is no one map to which something can be added."""
        if len(found) > 1:
            self._ambiguous(deed, found)
            return
        words = tuple(w.text for w in deed.address.words)
        if self._gone(deed, above):
            return
        existing = find(self.places, words, closely=True)
        if len(existing) == 1:
            self._exists(deed, existing[0].key.span)
            return
        named = find(self.places, above)
        texts = [p for p in named if p.kind in NAMED]
        if texts:
            node = self._node(texts[0])
            if node is not None:
                self._no_names(deed, ".".join(words[:-1]), node)
            return
        owner = next((p for p in named if p.kind in KEYED), None)
        if owner is not None:
            self._no_place_for(deed, name, owner)
            return
        at, near = self._nearest(list(words[:-1]))
        message = f"the game has no '{'.'.join(words[:-1])}' to which '{words[-1]}' could be added"
        advice = None if near is None else f"did you mean '{near}.{words[-1]}'?"
        self._tell("O501", message, deed.address.words[at].span, advice)

    def _no_place_for(self, deed: Deed, name: str, owner: Place | None = None) -> None:
        """Tell that something of that name cannot stand where the address says."""
        kind = Kind.GAME if owner is None else owner.kind
        node = self.root if owner is None else node_at(self.root, owner.path)
        keys = keys_at(KEYED[kind])
        above = ".".join(w.text for w in deed.address.words[:-1])
        maps = [
            k for k, key in keys.items() if kind_under(key) in NAMED and k not in WITHOUT_ADDRESS
        ]
        advice = did_you_mean(name, keys)
        if advice is None and maps:
            there = [k for k in maps if isinstance(node, Mapping) and node.get(k) is not None]
            homes = [f"'{above}.{k}.{name}'" if above else f"'{k}.{name}'" for k in there or maps]
            advice = f"say where it belongs: {' or '.join(homes[:4])}"
        message = f"'{above}' has no key '{name}'" if above else f"the game has no key '{name}'"
        advice = advice or f"its keys are {', '.join(keys)}"
        self._tell("O501", message, deed.address.words[-1].span, advice)

    def _no_names(self, deed: Deed, address: str, node: Node) -> None:
        """Tell that a block of which a part is addressed has no named parts."""
        what = "one text" if isinstance(node, Scalar) else "a list with dashes"
        message = _ONE_OF_A_KIND.format(address, what)
        self._tell(
            "O508",
            message,
            deed.address.span,
            f"change '{address}' as a whole",
            Note("written here", node.span),
        )

    # -- conflicts -------------------------------------------------------------------------------

    def _check_conflict(self, deed: Deed, path: Path) -> None:
        """Tell if another house rule has done something to the same thing, or to a part of it."""
        for change in self.changes:
            if not self._may_clash(change):
                continue
            same = change.path == path
            outer = not same and path[: len(change.path)] == change.path
            inner = not same and change.path[: len(path)] == path
            if (same or outer or inner) and _clash(deed.verb, change.verb, same, outer):
                self._conflict(deed, change, outer=outer, inner=inner)
                return

    def _may_clash(self, change: Change) -> bool:
        assert self._rule is not None
        if change.rule is self._rule:
            return True
        return change.rule.file not in self._below and not self._rule.overrules(change.rule.name)

    def _conflict(
        self,
        deed: Deed,
        change: Change,
        *,
        outer: bool = False,
        inner: bool = False,
        advice: str | None = None,
    ) -> None:
        does = _DOES[change.verb]
        who = f"the house rule '{change.rule.name}'"
        advice = advice or f"if this one is to win, write 'over: [{change.rule.name}]'"
        again = " too" if change.verb == deed.verb else ""
        if change.rule is self._rule:
            who, advice, again = "this house rule", "do it in one place", " already"
        message = f"{who} {does} '{deed.address}'{again}"
        if outer:
            message = f"'{deed.address}' is a part of '{change.address}', which {who} {does}"
        elif inner:
            message = f"{who} {does} '{change.address}', a part of '{deed.address}'"
        note = Note(f"'{change.rule.name}' {does} it here", change.span)
        self._tell("O504", message, deed.address.span, advice, note)

    def _gone(self, deed: Deed, words: list[str] | Path) -> bool:
        """Tell if what an address meant was taken away by a house rule; whether it was."""
        for change in reversed(self.changes):
            if not find(change.gone, words):
                continue
            if change.rule is not self._rule and self._may_clash(change):
                outer = change.address != str(deed.address)
                self._conflict(deed, change, outer=outer, advice="only one of them can be played")
            else:
                note = Note(f"'{change.rule.name}' {_DOES[change.verb]} it here", change.span)
                message = f"'{'.'.join(words)}' is no more"
                self._tell("O501", message, deed.address.span, None, note)
            return True
        return False

    # -- bookkeeping -----------------------------------------------------------------------------

    def _put(self, root: Mapping) -> None:
        self.root = root
        self.places = places(root)

    def _done(
        self,
        deed: Deed,
        path: Path,
        before: Node | None,
        after: Node | None,
        gone: tuple[Place, ...] = (),
    ) -> None:
        assert self._rule is not None
        address = deed.address
        self.changes.append(
            Change(
                verb=deed.verb,
                address=str(address),
                path=path,
                rule=self._rule,
                span=address.span,
                before=before,
                after=after,
                value=deed.value,
                gone=gone,
            )
        )

    def _value_span(self, deed: Deed) -> Span:
        value = deed.value
        return value.span if isinstance(value, Scalar) else deed.address.span

    def _changes_nothing(self, deed: Deed, message: str, old: Node) -> None:
        note = Note("said here", old.span)
        advice = "leave it out"
        self.diagnostics.append(
            Diagnostic("O507", message, self._value_span(deed), advice, (note,), Severity.WARNING)
        )

    def _tell(
        self, code: str, message: str, span: Span, advice: str | None = None, *notes: Note
    ) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, advice, notes))


def _clash(verb: Verb, earlier: Verb, same: bool, outer: bool) -> bool:
    """Whether two house rules get in each other's way.

    `same`: both do something to one thing; `outer`: the earlier one to what is around it. What an
    earlier one has added may be changed by name; it may not go with what is around it.
    """
    if earlier == "add":
        return verb in ("change", "remove") and not same and not outer
    if verb == "add":
        return outer or (same and earlier == "remove")
    return True


def _takes(place: Place, name: str) -> bool:
    """Whether something of that name can be added to a place as it is."""
    if place.kind in NAMED:
        short = place.written_short is not None and place.kind is Kind.PHASES
        return isinstance(place.node, Mapping) or short
    if place.kind not in KEYED or name not in keys_at(KEYED[place.kind]):
        return False
    return place.kind is Kind.MOVE or place.node is None or isinstance(place.node, Mapping)


def _inserted(text: str, span: Span) -> tuple[Scalar, int, int]:
    """A word that stands in no file, as a part of a composed text; it counts as standing at a place."""
    return Scalar(text, Span(span.file, span.start, span.start)), 0, len(text)


def _says_the_same(one: Node, other: Node) -> bool:
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.text.split() == other.text.split()
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(
            _says_the_same(a.value, b.value) for a, b in zip(one, other, strict=True)
        )
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(
            _says_the_same(a, b) for a, b in zip(one, other, strict=True)
        )
    return False


def _put_over(new: Node, old: Node) -> Node:
    """The new node with what it replaces; in maps, each entry over the one of its name."""
    if isinstance(new, Mapping) and isinstance(old, Mapping):
        entries = tuple(
            e if (under := old.get(e.key.text)) is None else Entry(e.key, _put_over(e.value, under))
            for e in new
        )
        return replace(new, entries=entries, over=old)
    return replace(new, over=old)


def _normal_value(option: Node) -> tuple[int, int] | None:
    """Where in the text of an option its normal value stands; None if it gives none."""
    if not isinstance(option, Scalar):
        return None
    found = _NORMALLY.search(option.text)
    if found is None:
        return None
    value = option.text[found.end() :].partition("--")[0].rstrip()
    return found.end(), found.end() + len(value)


def _example(option: Node) -> str:
    found = _normal_value(option)
    return option.text[slice(*found)] if found and isinstance(option, Scalar) else "VALUE"
