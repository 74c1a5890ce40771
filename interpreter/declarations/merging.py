"""What house rules do to a game's nodes.

A `Merging` holds a game and applies house rules to it, one after the other, each in the order of
work: `set`, `change`, `add`, `remove`. What is put in the place of something else has it as its `over`,
so that every leaf can tell its history. Two house rules that do something to the same thing are told
of, with both places. Whatever cannot be done is a diagnostic, and the rest is done.
"""

from __future__ import annotations

import re
from dataclasses import field, replace

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, did_you_mean, listed
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, composed, says_the_same
from rulerun.grammar.record import record
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.keys import PLACES, keys_at

from .addresses import (
    KEYED,
    OF_MOVES,
    SUB_PHASE,
    Kind,
    Path,
    Place,
    find,
    half_of,
    node_at,
    spelt_out,
    with_entry,
    with_node,
    without,
    written_out,
)
from .house_rule import Deed, HouseRule, Verb
from .lookup import Container, Lookup, kind_in, there_already
from .normal_values import normal_value, with_value

_DOES = {"set": "sets", "change": "changes", "add": "adds", "remove": "removes"}
_DONE = {"set": "set", "change": "changed", "add": "added", "remove": "removed"}

# A map of these that was emptied means the same as none, and goes with its last entry.
_MAY_BE_ABSENT = frozenset({Kind.LINES, Kind.CONDITIONS, Kind.CHOICES, Kind.ENTRIES, Kind.TABLES})
_PLAIN_VALUE = re.compile(r"-?\w+")


@record
class Setting:
    """The normal value that a house rule gave to an option."""

    option: str
    value: Scalar
    overlay: str


@record
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

    `lookup` is the game as it stands, `changes` what was done, `diagnostics` what could not be.
    """

    def __init__(self, root: Mapping) -> None:
        self.lookup = Lookup(root)
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
    def root(self) -> Mapping:
        """The game as it stands."""
        return self.lookup.root

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
        normally = normal_value(old)
        if not isinstance(old, Scalar) or normally is None:
            return  # The option itself is wrong, and that is told where it is declared.
        self._check_conflict(deed, (*path, "normally"))
        if normally.text == value.text:
            self._changes_nothing(deed, f"the option '{name}' is normally {value.text}", old)
        new = with_value(old, value)
        self._put(with_node(self.root, path, new))
        self._done(deed, (*path, "normally"), old, new)

    def _unknown_option(self, deed: Deed, name: str) -> None:
        options = [
            p.path[1] for p in self.lookup.places if p.path[:1] == ("options",) and len(p.path) == 2
        ]
        words = deed.address.words
        if self._gone(deed, ("options", name)):
            return
        advice = did_you_mean(words[-1].text, options) or "the game has no options"
        if len(words) > 1 and words[-1].text in options:
            advice = f"write '{words[-1].text}': under 'set' stand options alone"
        if options and advice == "the game has no options":
            advice = f"the options are {listed(options)}"
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
        is_plain = isinstance(deed.value, Scalar) and _PLAIN_VALUE.fullmatch(deed.value.text)
        if place.path[:1] == ("options",) and len(place.path) == 2 and is_plain:
            assert isinstance(deed.value, Scalar)
            message = f"'{deed.address}' is an option: 'change' writes all of its text anew"
            advice = (
                f"for another normal value write: set: {{ {place.path[1]}: {deed.value.text} }}"
            )
            self._tell("O508", message, self._value_span(deed), advice)
            return
        self._check_conflict(deed, place.canonical)
        if says_the_same(old, deed.value):
            self._changes_nothing(deed, f"'{deed.address}' says that already", old)
        new = _put_over(deed.value, old)
        gone = self.lookup.inside(place)
        self._put(with_node(self.root, place.path, new))
        self._done(deed, place.canonical, old, new, gone)

    def _change_half(self, deed: Deed, place: Place, value: Node) -> None:
        row = place.node
        assert isinstance(row, Scalar)
        if not isinstance(value, Scalar):
            message = f"'{deed.address}' is {place.kind.value}: one text belongs there"
            self._tell("O508", message, self._value_span(deed))
            return
        kind = self.lookup.place_at(place.path[:-1]).kind
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
        address = deed.address
        *above, name = spelt_out(w.text for w in address.words)
        container = self.lookup.container(address, tuple(above), name)
        if isinstance(container, Diagnostic):
            if container.code != "O501" or not self._gone(deed, tuple(above)):
                self.diagnostics.append(container)
            return
        before = self.root
        path, canonical = self._opened(container, name)
        here = node_at(self.root, path)
        assert isinstance(here, Mapping)
        existing = here.entry(name)
        at = self.lookup.position(address, here, container.kind, deed.value)
        if existing is not None or isinstance(at, Diagnostic):
            self._put(before)
            if isinstance(at, Diagnostic):
                self.diagnostics.append(at)
            if existing is not None and not self._added_by_another(deed, (*canonical, name)):
                self.diagnostics.append(
                    there_already(
                        address,
                        existing.key.span,
                        existing.value,
                        kind_in(container.kind, name),
                        deed.value,
                    )
                )
            return
        assert deed.value is not None
        self._check_conflict(deed, (*canonical, name))
        self._put(with_entry(self.root, path, Entry(address.words[-1], deed.value), at))
        self._done(deed, (*canonical, name), None, deed.value)

    def _opened(self, container: Container, name: str) -> tuple[Path, Path]:
        """The path of a map, and that in the long form, made or written out where need be."""
        owner = container.owner
        if owner is not None and owner.written_short is not None:
            self._put(written_out(self.root, owner.written_short))
        elif owner is not None and owner.kind is Kind.MOVE and isinstance(owner.node, Scalar):
            self._put(written_out(self.root, owner.path))
        if container.make is not None and node_at(self.root, container.path) is None:
            inside = container.path[:-1]
            node = node_at(self.root, inside)
            assert isinstance(node, Mapping)
            made = Entry(container.make, Mapping((), container.make.span))
            self._put(with_entry(self.root, inside, made, len(node.entries)))
        inner = (*container.path, *SUB_PHASE)
        beside = node_at(self.root, (*container.path, "moves"))
        if name in OF_MOVES and beside is None and node_at(self.root, inner) is not None:
            return inner, (*container.canonical, *SUB_PHASE)
        return container.path, container.canonical

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
        kinds = {p.path: p.kind for p in self.lookup.places}
        outer = kinds.get(place.path[:-1], Kind.GAME)
        key = keys_at(KEYED[outer]).get(place.name) if outer in KEYED else None
        if key is not None and key.required:
            whole = "a game" if outer is Kind.GAME else PLACES[KEYED[outer]].title
            message = f"{whole} cannot do without '{key.name}'"
            self._tell("O508", message, deed.address.span, f"change it instead: {key.template}")
            return
        self._check_conflict(deed, place.canonical)
        self._own_taken_away(deed, place.canonical)
        gone = (place, *self.lookup.inside(place))
        root = without(self.root, place.path)
        around = node_at(root, place.path[:-1])
        is_empty = isinstance(around, Mapping) and not around.entries
        if is_empty and kinds.get(place.path[:-1]) in _MAY_BE_ABSENT:
            root = without(root, place.path[:-1])
        self._put(root)
        self._done(deed, place.canonical, old, None, gone)

    # -- finding ---------------------------------------------------------------------------------

    def _place(self, deed: Deed) -> Place | None:
        """The one thing an address means, written out; None, told, if there is none or several."""
        found = self.lookup.places_of(deed.address)
        if len(found) > 1:
            self.diagnostics.append(self.lookup.ambiguous(deed.address, found))
            return None
        if not found:
            if not self._gone(deed, [w.text for w in deed.address.words]):
                missing = self.lookup.not_found(deed.address)
                if missing.suggestion is None and deed.verb == "change":
                    missing = replace(missing, suggestion="what is new stands under 'add'")
                self.diagnostics.append(missing)
            return None
        if found[0].written_short is not None:
            self._put(written_out(self.root, found[0].written_short))
            return self.lookup.place_at(found[0].path)
        return found[0]

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

    def _added_by_another(self, deed: Deed, path: Path) -> bool:
        """Tell if what is to be added is there because another house rule adds it; whether so."""
        for change in self.changes:
            other = change.rule is not self._rule and self._may_clash(change)
            if other and change.verb == "add" and change.path == path:
                self._conflict(deed, change, advice="only one of them can be played")
                return True
        return False

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
        does, cannot = _DOES[change.verb], f"'{deed.address}' cannot be {_DONE[deed.verb]}"
        who = f"the house rule '{change.rule.name}'"
        advice = advice or f"if this one is to win, write 'over: [{change.rule.name}]'"
        again = " too" if change.verb == deed.verb else ""
        if change.rule is self._rule:
            who, advice, again = "this house rule", "do it in one place", " already"
        message = f"{who} {does} '{deed.address}'{again}"
        if outer or inner:
            message = f"{cannot}: {who} {does} '{change.address}'"
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
        if root is not self.root:
            self.lookup = Lookup(root)

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

    def _own_taken_away(self, deed: Deed, path: Path) -> None:
        """Tell that a house rule adds something, and takes it away again itself."""
        for change in self.changes:
            if change.rule is self._rule and change.verb == "add" and change.path == path:
                message = f"this house rule adds '{deed.address}', and takes it away again"
                note = Note("added here", change.span)
                advice = "leave both out"
                span = deed.address.span
                self.diagnostics.append(
                    Diagnostic("O507", message, span, advice, (note,), Severity.WARNING)
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


def _inserted(text: str, span: Span) -> tuple[Scalar, int, int]:
    """A word that stands in no file, as a part of a composed text; it counts as standing at a place."""
    return Scalar(text, Span(span.file, span.start, span.start)), 0, len(text)


def _put_over(new: Node, old: Node) -> Node:
    """The new node with what it replaces; in maps, each entry over the one of its name."""
    if isinstance(new, Mapping) and isinstance(old, Mapping):
        entries = tuple(
            e if (under := old.get(e.key.text)) is None else Entry(e.key, _put_over(e.value, under))
            for e in new
        )
        return replace(new, entries=entries, over=old)
    return replace(new, over=old)


def _example(option: Node) -> str:
    value = normal_value(option)
    return "VALUE" if value is None else value.text
