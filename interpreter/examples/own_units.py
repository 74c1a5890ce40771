"""What a house rule changes, as units for its examples to exercise.

What it writes that is a unit counts as that: a new move, a changed row. Of anything else that it does
the change itself is one: a number that it sets is exercised by what asks for it, a term by what is
made of it, what it removes by what is left around.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.nodes import Mapping, Node, Scalar
from rulerun.grammar.nouns import plural_of, singular_of
from rulerun.grammar.source import Span

from ..checking.marks import Mark
from ..checking.symbols import all_phases
from ..declarations import ruleset as rules
from ..declarations.house_rule import HouseRule
from ..declarations.merging import Change
from ..declarations.overlay import Stack
from .units import Path, Unit, all_words

_FOR_PEOPLE = ("game", "also known as", "about", "source", "titles", "rulings", "examples")
_OF_MELDS = {"melds", "meld", "deadwood", "fits"}
_DOES = {"set": "setting", "change": "changing", "add": "adding", "remove": "removing"}


def own_units(
    rule: HouseRule, stack: Stack, ruleset: rules.Ruleset, units: Sequence[Unit]
) -> list[Unit]:
    """The units of one house rule of a stack; `units` are those of the ruleset it leads to."""
    found: list[Unit] = []
    uses = _Uses(ruleset, units)
    for change in stack.changes:
        if change.rule.file != rule.file or change.path[0] in _FOR_PEOPLE:
            continue
        written = [change.span, *([] if change.value is None else _spans(change.value))]
        inside = [u for unit in units if (u := _written(unit, written)) is not None]
        found += inside or [_change(change, uses)]
    return list({(unit.what, unit.path): unit for unit in reversed(found)}.values())[::-1]


def _written(unit: Unit, written: Sequence[Span]) -> Unit | None:
    """A unit of which something is written there, as standing there; None if nothing is."""
    place = next((span for span in unit.texts if _lies_in(span, written)), None)
    if place is None:
        return None
    return unit if unit.span.file is place.file else replace(unit, span=place)


def _spans(node: Node) -> Iterator[Span]:
    if isinstance(node, Scalar):
        yield node.span
    elif isinstance(node, Mapping):
        for entry in node:
            yield entry.key.span
            yield from _spans(entry.value)
    else:
        for item in node:
            yield from _spans(item)


def _lies_in(span: Span, written: Iterable[Span]) -> bool:
    return any(
        span.file is place.file and place.start <= span.start and span.end <= place.end
        for place in written
    )


def _change(change: Change, uses: _Uses) -> Unit:
    """A change in which no unit stands."""
    path = change.path
    what = f"{_DOES[change.verb]} '{change.address}' makes no difference that an example meets"
    option = path[1] if path[0] == "options" and change.after is not None else None
    return Unit(
        "changes", what, change.span, path, uses.of(change), (change.span,), unless_set=option
    )  # fmt: skip


class _Uses:
    """Which units ask for what a name stands for."""

    def __init__(self, ruleset: rules.Ruleset, units: Sequence[Unit]) -> None:
        self.ruleset = ruleset
        self.units = [(unit, all_words(unit.trees)) for unit in units]
        memories = [*ruleset.memories]
        for phase, _ in all_phases(ruleset.phases):
            memories += phase.memories
        self.made_of = [
            *((t.name, all_words([t.expr])) for t in ruleset.terms),
            *((t.name, all_words(row.row for row in t.rows)) for t in ruleset.tables if t.gives),
            *((m.name, all_words([m.remember])) for m in memories),
        ]

    def of(self, change: Change) -> frozenset[Mark] | None:
        """What is passed where a change makes a difference; None: at once, in any game."""
        path = change.path
        if path[0] in ("deck", "players", "limit") or path[:2] == ("chips", "each player"):
            return None
        if path[0] in ("winner", "payoff"):
            return self._at_the_end()
        if path[0] == "melds":
            return self._of_names(_OF_MELDS)
        if change.after is not None:
            if path[0] in ("options", "chips", "piles", "remember", "terms"):
                return self._of_names({self._name(path)})
            if "remember" in path[:-1]:
                return self._of_names({path[path.index("remember") + 1]})
        return self._around(path)

    def _name(self, path: Path) -> str:
        """The name that a key declares: of `worth of card` only the first word, as a rule."""
        for term in self.ruleset.terms:
            if path[0] == "terms" and " ".join(term.span.text.split()) == path[1]:
                return term.name
        return path[1]

    def _of_names(self, names: set[str]) -> frozenset[Mark] | None:
        names = set(names)
        grown = True
        while grown:
            grown = False
            for name, words in self.made_of:
                if name not in names and self._speak_of(words, names):
                    names.add(name)
                    grown = True
        rules_ = self.ruleset
        material = (rules_.purse, rules_.deck.only, rules_.deck.wild, *(h.chips for h in rules_.chips),
                    *(m.remember for m in rules_.memories))  # fmt: skip
        if self._speak_of(all_words(material), names):
            return None
        marks: set[Mark] = set()
        for unit, words in self.units:
            if self._speak_of(words, names):
                marks |= unit.marks or set()
        ends = all_words([rules_.winner, rules_.payoff])
        if self._speak_of(ends, names):
            marks |= self._at_the_end()
        return frozenset(marks)

    def _speak_of(self, words: set[str], names: set[str]) -> bool:
        """Whether a name is among words, in the singular or the plural."""
        families = {p.family for p in self.ruleset.piles if p.name in names and p.family}
        asked = names | families | {singular_of(family) for family in families}
        return not words.isdisjoint(asked | {plural_of(name) for name in asked})

    def _at_the_end(self) -> frozenset[Mark]:
        trees = (self.ruleset.winner, self.ruleset.payoff)
        return frozenset(("over", tree.span) for tree in trees if isinstance(tree, syntax.Node))

    def _around(self, path: Path) -> frozenset[Mark] | None:
        """The marks of the units in what lies closest around an address."""
        for length in range(len(path) - 1, 0, -1):
            near = [u for u, _ in self.units if u.path[:length] == path[:length]]
            if near:
                return frozenset(mark for unit in near for mark in unit.marks or ())
        return None
