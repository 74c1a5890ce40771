"""Whether the examples of a rule file notice its mutants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, TypeAlias

from rulerun.grammar.diagnostics import Diagnostic, Severity, has_errors
from rulerun.grammar.record import record
from rulerun.grammar.source import SourceFile, Span

from ..checking.core import Firing, Rule
from ..declarations.addresses import bare_name
from ..declarations.forms import Form
from ..declarations.laying import declared
from ..declarations.library import RuleFile, file_at
from ..lint.sight import Sight
from ..loading import Loaded, read_rules
from .mutants import Mutant, mutants_of
from .proof import names, prove

_FADING = 0.95
"""What remains of an example's merit with every mutant that is noticed."""


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"  # an example fails
    SURVIVED = "survived"  # all examples pass, and the rules are others
    REFUSED = "refused"  # it does not check, or is warned of
    SAME = "same"  # it makes the same rules


@record
class Outcome:
    """What became of a mutant; `by` is the example that noticed it."""

    mutant: Mutant
    fate: Fate
    by: str | None = None


Reading: TypeAlias = Callable[[bool], Loaded]
"""Reads changed rules; it is said whether they are linted."""


class Trying:
    """The examples of a game or a house rule, tried on changed rules.

    `loaded` are the rules without a change, which `again` reads once more.
    """

    def __init__(self, loaded: Loaded, again: Reading) -> None:
        self.loaded = loaded
        self._again = again
        self._noticing: dict[str, float] = {}

    @property
    def merit(self) -> float:
        """How much its examples have noticed of late."""
        return sum(self._noticing.values())

    def fate(self, read: Reading) -> tuple[Fate, str | None]:
        """What becomes of a change: the examples are played until one fails, which is named."""
        loaded = read(False)
        if loaded.checked is None or has_errors(_of_rules(loaded)):
            return Fate.REFUSED, None
        wrong = [d for d in loaded.diagnostics if d not in _of_rules(loaded)]
        for name in self._in_order(loaded):
            if any(p.failures for p in prove(loaded, name.__eq__)):
                self._noticing = {n: x * _FADING for n, x in self._noticing.items()}
                self._noticing[name] = self._noticing.get(name, 0) + 1
                return Fate.KILLED, name
        if wrong:
            return Fate.KILLED, None
        if what_matters(loaded) == self._rules or seen_alike(self.loaded, loaded):
            return Fate.SAME, None
        is_warned_of = _warnings(read(True)) > self._warnings_before
        return Fate.REFUSED if is_warned_of else Fate.SURVIVED, None

    @cached_property
    def _rules(self) -> object:
        return what_matters(self.loaded)

    @cached_property
    def _warnings_before(self) -> int:
        """How many warnings the rules have as they are."""
        return _warnings(self._again(True))

    def _in_order(self, loaded: Loaded) -> list[str]:
        """The names of the examples, those first that noticed most of the last mutants.

        Making a game takes longer than playing an example, so those that are played with the same
        number of players and the same options follow one another.
        """
        games: dict[str, tuple[object, ...]] = {}
        for example in loaded.ruleset.examples if loaded.ruleset is not None else ():
            settings = sorted((name.text, value.text) for name, value in example.set)
            games[example.name] = (len(example.players), *settings)
        groups: dict[tuple[object, ...], list[str]] = {}
        for name in dict.fromkeys(names(loaded)):
            groups.setdefault(games.get(name, (name,)), []).append(name)

        def noticed(name: str) -> float:
            return self._noticing.get(name, 0)

        in_order = sorted(groups.values(), key=lambda group: -sum(map(noticed, group)))
        return [name for group in in_order for name in sorted(group, key=lambda n: -noticed(n))]


class Mutation:
    """The mutants of a rule file, tried one after the other.

    `loaded` are the rules of the file; `path` is where it lies.
    """

    def __init__(self, path: str, loaded: Loaded) -> None:
        self.path = path
        self.loaded = loaded
        source = _own_file(loaded)
        self.mutants: list[Mutant] = []
        text = ""
        if source is not None and loaded.checked is not None:
            file, root = source
            self.mutants = mutants_of(file, root, loaded.checked.symbols)
            self.path, text = file.name, file.text
        self._trying = Trying(loaded, self._reading(text))

    def outcomes(self) -> Iterator[Outcome]:
        """What becomes of each mutant. What takes for ever stops at the limits of the machine."""
        for mutant in self.mutants:
            yield self.outcome(mutant)

    def outcome(self, mutant: Mutant) -> Outcome:
        """What becomes of one mutant."""
        return Outcome(mutant, *self._trying.fate(self._reading(mutant.text)))

    def _reading(self, text: str) -> Reading:
        file = file_at(self.path, text.encode("utf-8"))
        return lambda linted: read_rules(file, linted=linted)


class FormMutation:
    """The mutants of a form, tried on the games that use it: one is enough to notice a mutant."""

    def __init__(self, form: Form, games: Sequence[tuple[RuleFile, Loaded]]) -> None:
        self.form = form
        file = form.node.span.file
        known = {bare_name(entry.key.text) for _, entry in declared(form.node)}
        known |= {need.key.text for need in form.needs}
        self.mutants: list[Mutant] = []
        self._games: list[tuple[RuleFile, Trying]] = []
        for game, loaded in games:
            assert loaded.checked is not None
            if not self.mutants:
                self.mutants = mutants_of(file, form.node, loaded.checked.symbols, known)
            self._games.append((game, Trying(loaded, self._reading(game, file.text))))

    def outcomes(self) -> Iterator[Outcome]:
        """What becomes of each mutant. What takes for ever stops at the limits of the machine."""
        for mutant in self.mutants:
            yield self.outcome(mutant)

    def outcome(self, mutant: Mutant) -> Outcome:
        """What becomes of one mutant: noticed by an example of some game, or else what comes of it in most."""
        fates: set[Fate] = set()
        for game, trying in sorted(self._games, key=lambda one: -one[1].merit):
            fate, name = trying.fate(self._reading(game, mutant.text))
            if fate is Fate.KILLED:
                return Outcome(mutant, fate, None if name is None else f"{game.name}: {name}")
            fates.add(fate)
        if Fate.SURVIVED in fates:
            return Outcome(mutant, Fate.SURVIVED)
        return Outcome(mutant, Fate.SAME if fates == {Fate.SAME} else Fate.REFUSED)

    def _reading(self, game: RuleFile, text: str) -> Reading:
        given = file_at(self.form.node.span.file.name, text.encode("utf-8"))
        return lambda linted: read_rules(game, linted=linted, forms=[given])


def _warnings(loaded: Loaded) -> int:
    return sum(d.severity >= Severity.WARNING for d in loaded.diagnostics)


def _of_rules(loaded: Loaded) -> list[Diagnostic]:
    """What is wrong with the rules themselves: a mistake in an example is one that it notices."""
    if loaded.checked is None:
        return list(loaded.diagnostics)
    return []


def _own_file(loaded: Loaded) -> tuple[SourceFile, Any] | None:
    """The text and the nodes of the file that is mutated: a game's, or a house rule's own."""
    stacked = loaded.stack
    if stacked.by_hand:
        return None
    root = stacked.own.node if stacked.own is not None else stacked.written
    return None if root is None else (root.span.file, root)


# --------------------------------------------------------------------------------------------
# Rules compared

_FOR_PEOPLE = frozenset({"span", "starts_in_span", "help", "source"})
_MATTERS = ("players", "limit", "deck", "melds", "options", "chips", "piles")


def what_matters(loaded: Loaded, but: str | None = None) -> object:
    """All of checked rules that has a part in the game, `but` one part of what they declare: equal for two
    that play the same game."""
    assert loaded.checked is not None
    rules = loaded.checked.rules
    declared = [plain(getattr(rules, key)) for key in _MATTERS if key != but]
    return declared, plain(loaded.checked.program)


def seen_alike(loaded: Loaded, other: Loaded) -> bool:
    """Whether two rules differ in nothing but who sees piles to which only cards come that everybody has
    seen: then everybody knows the same."""
    assert loaded.checked is not None and other.checked is not None
    before, after = loaded.checked.rules.piles, other.checked.rules.piles
    differing = [p for p in zip(before, after, strict=False) if plain(p[0]) != plain(p[1])]
    if len(before) != len(after) or any(
        plain(replace(one, face=two.face, seen_by=two.seen_by)) != plain(two)
        or one.top_face_up
        or "either" in (one.face, two.face)
        for one, two in differing
    ):
        return False
    if what_matters(loaded, but="piles") != what_matters(other, but="piles"):
        return False
    hidden = Sight(loaded.checked).hidden
    return hidden == Sight(other.checked).hidden and not any(
        one.name in hidden for one, _ in differing
    )


def plain(value: Any) -> Any:
    """A value of dataclasses as tuples, without its places and what only people read."""
    if isinstance(value, Span):
        return None
    if is_dataclass(value) and not isinstance(value, type):
        known = [f.name for f in fields(value) if f.compare and f.name not in _FOR_PEOPLE]
        if isinstance(value, Rule | Firing):  # what players are told
            known.remove("name")
        return (type(value).__name__, *((name, plain(getattr(value, name))) for name in known))
    if isinstance(value, dict):
        return tuple((key, plain(content)) for key, content in value.items())
    if isinstance(value, tuple | list):
        return tuple(plain(part) for part in value)
    return value
