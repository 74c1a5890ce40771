"""Forms laid under a game: their maps and those of the game become one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulerun.grammar.diagnostics import (
    Diagnostic,
    Note,
    Severity,
    Sought,
    did_you_mean,
    listed,
    nearest,
    slips_between,
)
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.keys import Holds, Key, keys_at

from .addresses import Path, bare_name, is_short_phase, node_at, with_node, without, written_out
from .forms import Form, Used, without_uses
from .lookup import is_otherwise

LACKS = "O511"
SLIP = "L611"

_LONG = 7  # letters: a name of so many may have two wrong ones

#: The sections whose names are those of the language: a name in one of them is declared.
_DECLARING = ("options", "chips", "piles", "remember", "terms", "payouts", "tables", "melds")

#: Those of names that say something and hold nothing: a game may have it from elsewhere.
_SAYING = ("terms", "tables")

_OF_THE_FORM = ("form", "about", "needs", "phases")
"""What a form says of itself, or what is laid elsewhere."""


def laid_under(game: Mapping, forms: Iterable[Used]) -> tuple[Mapping, list[Diagnostic]]:
    """The game with forms under it, and what does not fit together."""
    laying = _Laying(without_uses(game))
    return laying.game_over(list(forms)), laying.diagnostics


def declared(root: Mapping) -> Iterator[tuple[Path, Entry]]:
    """What a game declares by name, with its path; what phases remember, too."""
    for section in root:
        word = section.key.text
        if word in _DECLARING and isinstance(section.value, Mapping):
            yield from (((word, e.key.text), e) for e in section.value)
        elif word == "phases" and isinstance(section.value, Mapping):
            for phase in section.value:
                if isinstance(phase.value, Mapping):
                    inner = replace(
                        phase.value,
                        entries=tuple(
                            e for e in phase.value if e.key.text in ("remember", "phases")
                        ),
                    )
                    around = (word, phase.key.text)
                    yield from (((*around, *path), e) for path, e in declared(inner))


class _Laying:
    """Lays forms under one game."""

    def __init__(self, game: Mapping) -> None:
        self.game = game
        self.diagnostics: list[Diagnostic] = []
        self.form = ""  # the name of the one that is being laid

    def game_over(self, forms: list[Used]) -> Mapping:
        own = {bare_name(entry.key.text): path for path, entry in declared(self.game)}
        self.tell_twice_declared(forms, own)
        under = Mapping((), self.game.span)
        for used in forms:
            root = self.given_way(_at_its_place(used), own)
            under = _Joining(None).keys(under, root, "ruleset")
        joining = _Joining(self)
        root = joining.keys(under, self.game, "ruleset")
        for used in forms:
            self.tell_missing(root, used)
        return root

    def given_way(self, root: Mapping, own: dict[str, Path]) -> Mapping:
        """A form without the terms and tables that the game declares otherwise: as a memory, say."""
        for path, entry in list(declared(root)):
            at = own.get(bare_name(entry.key.text))
            if at is None or at[:-1] == path[:-1] or path[0] not in _SAYING:
                continue
            root = without(root, path)
            if not node_at(root, path[:-1]).entries:  # type: ignore[union-attr]
                root = without(root, path[:-1])
            value = node_at(self.game, at)
            if value is not None and value.over is None:
                self.game = with_node(self.game, at, replace(value, over=entry.value))
        return root

    def tell_twice_declared(self, forms: list[Used], own: dict[str, Path]) -> None:
        """Two forms that declare the same name: which of them holds is for the game to say."""
        first: dict[str, tuple[Used, Entry]] = {}
        for used in forms:
            for _, entry in declared(_plain(used.form)):
                name = bare_name(entry.key.text)
                if name in own:
                    continue
                earlier = first.setdefault(name, (used, entry))
                if earlier[0] is not used:
                    other = earlier[0].form.name
                    message = f"the forms '{other}' and '{used.form.name}' both have '{name}'"
                    advice = f"say in the game what '{name}' is, or use one of the two"
                    notes = (
                        Note(f"'{other}' has it here", earlier[1].key.span),
                        Note(f"'{used.form.name}' has it here", entry.key.span),
                    )
                    self.tell("O510", message, used.use.name.span, advice, *notes)

    def tell_missing(self, root: Mapping, used: Used) -> None:
        """What a form needs, and the game does not declare."""
        names = {bare_name(entry.key.text) for _, entry in declared(root)}
        for need in used.form.needs:
            name = need.key.text
            if name in names or not isinstance(need.value, Scalar):
                continue
            message = f"the form '{used.form.name}' needs '{name}': {need.value.text}"
            advice = did_you_mean(name, names) or f"declare a pile, memory or term '{name}'"
            note = Note("the form says so here", need.key.span)
            sought = Sought(name, "needs")
            self.tell(LACKS, message, used.use.name.span, advice, note, sought=sought)

    def tell(
        self,
        code: str,
        message: str,
        span: Span,
        advice: str | None,
        *notes: Note,
        severity: Severity = Severity.ERROR,
        sought: Sought | None = None,
    ) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, advice, notes, severity, sought))


def _plain(form: Form) -> Mapping:
    """What a form lays beside the game's phases."""
    entries = tuple(e for e in form.node if e.key.text not in _OF_THE_FORM)
    return replace(form.node, entries=entries)


def _at_its_place(used: Used) -> Mapping:
    """A form's nodes as those of a game, its phase at the place where the game uses it."""
    root = _plain(used.form)
    phase = used.form.phase
    if phase is None or not used.use.path:
        return root
    *around, name = used.use.path
    key = replace(phase.key, text=name, offsets=None)
    node = Mapping((Entry(key, phase.value),), phase.value.span)
    for word in reversed(around):
        node = Mapping((Entry(replace(phase.key, text=word, offsets=None), node),), node.span)
    return replace(root, entries=(*root.entries, *node.entries))


class _Joining:
    """Joins the maps of a form and a game; `laying` is told what does not fit, None where all does."""

    def __init__(self, laying: _Laying | None) -> None:
        self.laying = laying

    def keys(self, under: Mapping, over: Mapping, place: str) -> Mapping:
        """Two maps of keys as one: the keys as the game writes them, the form's where they belong."""
        known = keys_at(place)
        rank = {name: number for number, name in enumerate(known)}
        entries: list[Entry] = []
        for entry in over:
            below, key = under.entry(entry.key.text), known.get(entry.key.text)
            if below is not None and key is not None:
                entry = Entry(entry.key, self.content(below, entry, key))
            if key is not None or place != "table":
                entries.append(entry)
        for below in under:
            word = below.key.text
            if over.entry(word) is not None or (word not in known and place == "table"):
                continue
            later = (
                n for n, e in enumerate(entries) if rank.get(e.key.text, 99) > rank.get(word, 99)
            )
            entries.insert(next(later, len(entries)), below)
        if place == "ruleset":
            self.tell_slips_of_terms(under, over)
        if place == "table":
            below_rows, rows = (
                replace(m, entries=tuple(e for e in m if e.key.text not in known))
                for m in (under, over)
            )
            entries += self.names(below_rows, rows, None).entries
        return replace(over, entries=tuple(entries))

    def content(self, under: Entry, over: Entry, key: Key) -> Node:
        """What stands under a key of both."""
        below, value = under.value, over.value
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            if key.holds is Holds.KEYS:
                return self.keys(below, value, key.inner)
            return self.names(below, value, key)
        if (
            isinstance(below, Mapping)
            and key.holds in _WITH_NAMED_PARTS
            and self.laying is not None
        ):
            parts = listed(f"'{name}'" for name in _names(below))
            message = (
                f"'{over.key.text}' of the form has {parts}, and this would stand for all of it"
            )
            advice = (
                "give it a name to add it, or a name of the form's to put it in that one's place"
            )
            span = value.span if isinstance(value, Scalar) else over.key.span
            note = Note("the form says it here", below.span)
            self.laying.tell("O508", message, span, advice, note)
        return replace(value, over=below)

    def names(self, under: Mapping, over: Mapping, key: Key | None) -> Mapping:
        """Two maps of names as one. What a form declares comes last, what it does comes first."""
        is_head = key is not None and key.names == "head"

        def called(entry: Entry) -> str:
            return bare_name(entry.key.text) if is_head else entry.key.text

        below = {called(e): e for e in under}
        own = {called(e): e for e in over}
        joined = {
            name: Entry(entry.key, self.named(below[name], entry, key))
            for name, entry in own.items()
            if name in below
        }
        rest = [e for e in under if called(e) not in own]
        self.tell_slips([e for e in over if called(e) not in below], rest)
        if key is not None and key.name in _DECLARING:
            entries = [joined.get(called(e), e) for e in over]
            entries += rest
            return replace(over, entries=tuple(entries))
        entries = [joined.get(called(e), e) for e in under]
        waiting: list[Entry] = []
        for entry in over:
            if called(entry) not in below:
                waiting.append(entry)
                continue
            at = next(n for n, e in enumerate(entries) if called(e) == called(entry))
            entries[at:at] = waiting
            waiting = []
        last = entries[-1].value if entries else None
        is_last = key is None and is_otherwise(last)
        at = len(entries) - 1 if is_last else len(entries)
        entries[at:at] = waiting
        return replace(over, entries=tuple(entries))

    def tell_slips_of_terms(self, under: Mapping, over: Mapping) -> None:
        """Tables of the game's own that are nearly terms of the form, and terms that are tables."""
        for own, of_form in (("tables", "terms"), ("terms", "tables")):
            game, form = over.get(own), under.get(of_form)
            if isinstance(game, Mapping) and isinstance(form, Mapping):
                names = {bare_name(e.key.text) for e in game}
                missing = [e for e in form if bare_name(e.key.text) not in names]
                taken = {bare_name(e.key.text) for e in form}
                self.tell_slips([e for e in game if bare_name(e.key.text) not in taken], missing)

    def tell_slips(self, own: Iterable[Entry], of_form: Iterable[Entry]) -> None:
        """Names of the game's own that are nearly those of parts of the form."""
        known = {bare_name(entry.key.text): entry for entry in of_form}
        for entry in own if self.laying is not None else ():
            word = bare_name(entry.key.text)
            near = nearest(word, known)
            if near is None or slips_between(word, near) > (1 if len(near) < _LONG else 2):
                continue
            if (" " in entry.key.text.strip()) != (" " in known[near].key.text.strip()):
                continue  # one is said of something, the other is not
            assert self.laying is not None
            message = f"'{word}' is nearly '{near}', and so another part beside that of the form"
            advice = f"did you mean '{near}'?"
            note = Note(f"'{near}' stands here", known[near].key.span)
            warning = Severity.WARNING
            self.laying.tell(SLIP, message, entry.key.span, advice, note, severity=warning)

    def named(self, under: Entry, over: Entry, key: Key | None) -> Node:
        """What stands under a name of both: a phase, a move, a table, or one text."""
        below, value = under.value, over.value
        if key is None or key.holds is not Holds.NAMED:
            return replace(value, over=below)
        if key.inner == "move":
            below, value = _as_move(under), _as_move(over)
        if not isinstance(below, Mapping) or not isinstance(value, Mapping):
            return replace(value, over=below)
        if key.inner == "phase":
            path = (over.key.text,)
            if is_short_phase(path, below) and value.get("phases") is not None:
                below = _written_out(under)
            if is_short_phase(path, value) and below.get("phases") is not None:
                value = _written_out(over)
        return self.keys(below, value, key.inner)


def _names(node: Mapping) -> list[str]:
    return [entry.key.text for entry in node]


_WITH_NAMED_PARTS = (Holds.LINES, Holds.CONDITIONS, Holds.CHOICES)


def _as_move(entry: Entry) -> Node:
    """A move in its long form."""
    if not isinstance(entry.value, Scalar):
        return entry.value
    do = Entry(replace(entry.key, text="do", offsets=None), entry.value)
    return Mapping((do,), entry.value.span)


def _written_out(entry: Entry) -> Mapping:
    """A phase in its long form."""
    root = written_out(Mapping((entry,), entry.value.span), (entry.key.text,))
    phase = root.entries[0].value
    assert isinstance(phase, Mapping)
    return phase
