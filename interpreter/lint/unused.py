"""L603: what is declared and never used.

What only an example uses is unused. That nothing else asks for what an unused term or table asks
for is not said: that one is told, and the rest is news when it is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, Sought, did_you_mean
from rulerun.grammar.nodes import Mapping, Node, Scalar
from rulerun.grammar.source import Span

from ..checking.core import Address, Do, Local, MoveRule, Program, Set, every, walk
from ..checking.facts import bodies
from ..checking.symbols import COLORS, all_phases, syntax_in
from ..checking.types import NUMBER, WORD, YESNO
from ..declarations import ruleset as rules
from ..machine.checked import Checked
from .always_nothing import always_nothing
from .feeding import asked_for_more
from .survey import ANY_PILE, Survey, survey

CODE = "L603"

_OF_MELDS = {
    "melds_of", "deadwood_of", "deadwood_value", "melds_against", "deadwood_against", "fits", "lay",
    "lay_on", "melds_lying_in", "is_meld", "melds_made_of",
}  # fmt: skip
_FOR_GOOD = frozenset(("bank", "box", "casino", "cashier", "fines", "house", "out"))
"""So somebody is called who is paid and from whom nobody expects to get it back."""
_WITHOUT_VALUES = {"is_meld", "melds_made_of"}
_WITH_WILD = {"poker_strength", "common_rank", "common_suit"}
"""What takes wild cards for others, beside melds."""


def unused(checked: Checked) -> Iterator[Diagnostic]:
    """Options, memories, piles, holders of chips, terms, tables, words and choices without use."""
    return chain.from_iterable(look() for look in _Unused(checked).looks)


def warning(
    message: str, span: Span, advice: str, *notes: Note, sought: Sought | None = None
) -> Diagnostic:
    """A finding of L603."""
    return Diagnostic(CODE, message, span, advice, notes, Severity.WARNING, sought)


def _spent(program: Program) -> set[str]:
    """The chips that something is paid from, or divided."""
    found = set()
    for body in bodies(program):
        for line in every(body):
            if isinstance(line, Set):
                found.add(line.target.key)
            elif isinstance(line, Do):
                given = [a.slot.key for a in line.arguments if isinstance(a, Address)]
                found.update(given[:1] if line.procedure.startswith("pay") else given)
    return found


def word_in(span: Span, word: str) -> Span:
    """Where a word stands in a stretch of a file; the whole stretch if it is not found there."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", span.text)
    if found is None:
        return span
    return Span(span.file, span.start + found.start(), span.start + found.end())


class _Unused:
    def __init__(self, checked: Checked) -> None:
        self.rules, self.symbols, self.program = checked.rules, checked.symbols, checked.program
        self.survey: Survey = survey(checked.program)
        self.looks = (
            self.options, self.memories, self.piles, self.holders, self.headed, self.deck,
            self.words, self.choices, self.lets, self.labels,
        )  # fmt: skip

    @cached_property
    def excused(self) -> set[str]:
        """The names that unused terms and tables mention."""
        unused = [t for t in self.symbols.headed() if t.name in self.program.unused]
        return set(_mentioned(unused))

    @cached_property
    def asked_for_more(self) -> frozenset[str]:
        """The memories on which more depends than what they become themselves."""
        return asked_for_more(self.program)

    @cached_property
    def always_nothing(self) -> frozenset[str]:
        """The memories that no line ever makes something."""
        return always_nothing(self.program)

    @cached_property
    def changed_in_vain(self) -> set[str]:
        """The names that unused tables mention which do something: they may change what it is."""
        unused = [t for t in self.rules.tables if t.name in self.program.unused and t.gives is None]
        return set(_mentioned(unused))

    # ---------------------------------------------------------------- material

    def options(self) -> Iterator[Diagnostic]:
        for option in self.rules.options:
            if option.name not in self.survey.options and option.name not in self.excused:
                yield warning(
                    f"the option '{option.name}' is asked nowhere", option.span,
                    "ask it, or delete it",
                )  # fmt: skip

    def memories(self) -> Iterator[Diagnostic]:
        for name, memory in self.symbols.memories.items():
            key = f"memory {name}"
            set_at = self.survey.changed.get(key)
            if name in self.changed_in_vain:
                continue
            more = name == "dealer" or name in self.excused or key in self.asked_for_more
            if key in self.survey.asked and set_at is not None and not more:
                yield warning(
                    f"'{name}' is asked only to work out memories that nothing else asks",
                    memory.span, "ask it for more, or delete it and the lines that set it",
                    Note("it is set here", set_at),
                )  # fmt: skip
            elif key in self.survey.asked and set_at is not None and key in self.always_nothing:
                yield warning(
                    f"'{name}' is always nothing: no line that sets it makes it anything else",
                    memory.span, "let it begin as something: "
                    f"'{name}: {memory.remember.kind.span.text}, starts as ...', or set it before",
                    Note("it is set here, and is nothing after that as well", set_at),
                )  # fmt: skip
            elif key in self.survey.asked or name in self.excused:
                if set_at is None and memory.remember.starts is None:
                    yield warning(
                        f"nothing ever sets '{name}': it is always {self._initially(memory)}",
                        memory.span, f"set it with '{name} becomes ...', or delete it",
                    )  # fmt: skip
            elif set_at is None:
                yield warning(
                    f"the memory '{name}' is never used", memory.span, "use it, or delete it"
                )
            else:
                yield warning(
                    f"the memory '{name}' is set, but never asked", memory.span,
                    "ask it, or delete it and the lines that set it",
                    Note("it is set here", set_at),
                )  # fmt: skip

    def _initially(self, memory: rules.Memory) -> str:
        kind = self.symbols.kind_type(memory.remember.kind)
        if kind == WORD and memory.remember.kind.words:
            return f"'{memory.remember.kind.words[0]}'"
        if kind == NUMBER:
            return "0"
        if kind == YESNO:
            return "no"
        return "empty" if kind.is_list else "nothing"

    def piles(self) -> Iterator[Diagnostic]:
        refilled = {p.refilled_from for p in self.rules.piles if p.refilled_from is not None}
        refilled_ones = {p.name for p in self.rules.piles if p.refilled_from is not None}
        filled = self.survey.filled | refilled_ones | {self.rules.deck.starts_in}
        for pile in self.rules.piles:
            if pile.name in filled or pile.name in self.changed_in_vain:
                continue
            if pile.name not in self.survey.piles | refilled | self.excused:
                yield warning(
                    f"the pile '{pile.name}' is never used", pile.span, "use it, or delete it"
                )
            elif ANY_PILE not in filled:
                yield warning(
                    f"no card ever comes to '{pile.name}'", pile.span,
                    "deal or move cards to it, or delete it",
                )  # fmt: skip

    def holders(self) -> Iterator[Diagnostic]:
        spent = _spent(self.program)
        is_whole = self.program.winner is not None or self.program.payoff is not None
        for holder in self.rules.chips:
            key = f"chips {holder.name}"
            if holder.name in self.changed_in_vain:
                continue
            if key in self.survey.changed:
                is_asked = key in self.survey.asked or holder.name in self.excused
                is_for_good = not is_whole or not _FOR_GOOD.isdisjoint(holder.name.split("_"))
                if not (is_asked or is_for_good or key in spent or holder.chips.remembers_who_paid):
                    yield Diagnostic(
                        CODE, f"nothing asks what comes to '{holder.name}', and nobody ever gets it",
                        holder.span, "let somebody take it, or leave it as it is if chips go out of "
                        "play there", (Note("it is paid here", self.survey.changed[key]),), Severity.NOTE,
                    )  # fmt: skip
                continue
            if key not in self.survey.asked and holder.name not in self.excused:
                yield warning(
                    f"'{holder.name}' is never used", holder.span, "pay chips to it, or delete it"
                )
            elif isinstance(holder.chips.amount, syntax.Number) and not holder.chips.amount.value:
                yield warning(
                    f"no chip ever comes to '{holder.name}'", holder.span,
                    "pay chips to it, or delete it",
                )  # fmt: skip
        if (
            self.rules.purse is not None
            and "chips" not in self.survey.asked
            and "chips" not in self.survey.changed
            and "chips" not in self.excused
        ):
            yield warning(
                "the chips of the players are never used", self._key("chips", "each player"),
                "let chips be paid, or delete this",
            )  # fmt: skip

    def deck(self) -> Iterator[Diagnostic]:
        if self.rules.melds and not self.survey.functions & _OF_MELDS and not (
            {"melds", "deadwood"} & self.excused
        ):  # fmt: skip
            yield warning(
                "nothing asks what a meld is", self._key("melds"),
                "ask for melds or deadwood, or delete this",
            )  # fmt: skip
        if (
            self.rules.deck.wild is not None
            and "wild" not in self.survey.facts | self.excused
            and not any(meld.pattern.wild for meld in self.rules.melds)
            and not self.survey.functions & _WITH_WILD
        ):
            yield warning(
                "no meld takes wild cards, and nothing asks which cards are wild",
                self._key("deck", "wild"),
                "let a meld take some: '... with at most 2 wild', or delete this",
            )
        if (
            self.rules.deck.values
            and "value" not in self.survey.facts
            and "value" not in self.excused
            and not self.survey.functions & (_OF_MELDS - _WITHOUT_VALUES)
        ):
            yield warning(
                "nothing asks what a card counts", self._key("deck", "values"),
                "ask for the value of cards, or delete this",
            )  # fmt: skip

    def _key(self, *path: str) -> Span:
        """Where a key of the file stands."""
        node = self.rules.node
        for key in path[:-1]:
            inner = node.get(key)
            if isinstance(inner, type(node)):
                node = inner
        entry = node.entry(path[-1])
        return node.span if entry is None else entry.key.span

    # ---------------------------------------------------------------- terms and tables

    def headed(self) -> Iterator[Diagnostic]:
        things = self.symbols.headed()
        lost = [t for t in things if t.name in self.program.unused]
        by_others: set[str] = set()
        for thing in lost:
            # Of two that use one another the first is told.
            if thing.name not in by_others:
                by_others |= set(_mentioned([thing])) - {thing.name}
        for thing in lost:
            if thing.name in by_others:
                continue
            if isinstance(thing, rules.Term):
                said = f"the term '{thing.name}' is never used"
            elif thing.gives is None:
                said = f"the table '{thing.name}' is never consulted"
            else:
                said = f"the table '{thing.name}' is never asked"
            yield warning(said, word_in(thing.span, thing.name), "use it, or delete it")
        for thing in things:
            for noun in thing.parameters:
                if thing not in lost and noun not in self._reach(thing, set()):
                    yield warning(
                        f"'{thing.name}' says nothing of the {noun} it is asked of",
                        word_in(thing.span, noun), f"ask something of '{noun}', or leave it out",
                    )  # fmt: skip

    def _reach(self, thing: rules.Term | rules.Table, seen: set[str]) -> set[str]:
        """The names that a term mentions, and those that the terms it uses mention."""
        seen.add(thing.name)
        found = set(_mentioned([thing]))
        for other in self.symbols.headed():
            if other.name in found and other.name not in seen:
                found |= self._reach(other, seen)
        return found

    # ---------------------------------------------------------------- words

    def words(self) -> Iterator[Diagnostic]:
        """Words of a memory that nothing gives it and nothing asks for.

        The first word is what it begins as. Of options and choices any word may be the one that is
        meant where the others are asked for.
        """
        spoken = {word for word, number in self.symbols.words.items()
                  if number in self.survey.words} | self.excused  # fmt: skip
        offered = set(self._offered())
        for name, memory in self.symbols.memories.items():
            kind = memory.remember.kind
            if f"memory {name}" not in self.survey.changed:
                continue
            for word in kind.words[1:]:
                if word not in spoken | offered:
                    yield warning(
                        f"the word '{word}' is never used: nothing gives it, nothing asks for it",
                        word_in(kind.span, word), "use it, or delete it",
                    )  # fmt: skip

    def _offered(self) -> Iterator[str]:
        """The words of options, choices and tables: a memory may get them from there."""
        for option in self.rules.options:
            yield from option.option.kind.words
        for table in self.rules.tables:
            if table.gives is not None:
                yield from table.gives.words
                yield from (row.name for row in table.rows)
        for phase, _ in all_phases(self.rules.phases):
            for move in phase.moves:
                for choice in move.choices:
                    if isinstance(choice.choice, syntax.ChooseWord):
                        yield from choice.choice.words

    # ---------------------------------------------------------------- moves and lines

    def choices(self) -> Iterator[Diagnostic]:
        told = set()
        for decision in self.program.decisions:
            for move in decision.moves:
                asked = self._asked_by(move)
                for i, domain in enumerate(move.choices):
                    later = {
                        n.name
                        for other in move.choices[i + 1 :]
                        for expr in (other.low, other.high, other.source, other.where)
                        if expr is not None
                        for n in walk(expr)
                        if isinstance(n, Local)
                    }
                    name = domain.variable.name
                    if name not in asked | later and domain.span not in told:
                        told.add(domain.span)
                        yield warning(
                            f"what is chosen as '{domain.name}' is never asked: '{move.name}' does "
                            "the same whatever is chosen",
                            domain.span, f"use '{domain.name}', or leave the choice out",
                        )  # fmt: skip

    def _asked_by(self, move: MoveRule) -> set[str]:
        """The names that a move's conditions and lines look at."""
        own = Survey()
        for rule in move.may:
            own.expr(rule.condition)
        own.statements(move.do)
        return own.local

    def lets(self) -> Iterator[Diagnostic]:
        read = {re.sub(r"_[0-9]+$", "", n) for n in self.survey.local if n.startswith("let_")}
        read |= {n for n in self.survey.local if n.startswith("let_")}
        lost = {t.name for t in self.symbols.headed() if t.name in self.program.unused}
        used = [t for t in self.rules.tables if t.name not in lost]
        places = (self.rules.setup, self.rules.at_any_time, self.rules.phases, tuple(used))
        for node in syntax_in(places):
            if isinstance(node, syntax.Let) and f"let_{node.name}" not in read:
                yield warning(
                    f"'{node.name}' is never asked here", word_in(node.span, node.name),
                    "ask it, or leave this out",
                )  # fmt: skip

    # ---------------------------------------------------------------- labels

    def labels(self) -> Iterator[Diagnostic]:
        """Labels of what is not there. A house rule may take a thing away and leave its label."""
        titles = self.rules.node.get("titles")
        if not isinstance(titles, Mapping):
            return
        entries = [
            entry
            for language in titles
            if isinstance(language.value, Mapping)
            for entry in language.value
            if not self.rules.overlays or entry.key.span.file is not self.rules.node.span.file
        ]
        if not entries:
            return
        known = {self.rules.name, *self.symbols.words, *COLORS, *self.rules.node.keys()}
        for top in self.rules.node:
            if top.key.text != "titles":
                known.update(_names_in(top.value))
        known.update(p.family for p in self.rules.piles if p.family is not None)
        known.update(self.symbols.jokers, self.symbols.suits, self.symbols.nouns)
        for entry in entries:
            name = entry.key.text
            if name not in known:
                near = did_you_mean(name, known)
                yield warning(
                    f"a label for '{name}', and nothing is called so", entry.key.span,
                    near or "delete it", sought=Sought(name, "titles"),
                )  # fmt: skip


def _names_in(node: Node) -> Iterator[str]:
    """The words of all keys."""
    if isinstance(node, Mapping):
        for entry in node:
            yield from re.findall(r"\w+", entry.key.text)
            yield from _names_in(entry.value)
    elif not isinstance(node, Scalar):
        for item in node:
            yield from _names_in(item)


def _mentioned(things: Iterable[rules.Term | rules.Table]) -> Iterator[str]:
    """The names in the texts of terms and tables."""
    for thing in things:
        for node in syntax_in(thing):
            match node:
                case syntax.Name() | syntax.Property() | syntax.Relation():
                    yield node.name
                case syntax.EachPile():
                    yield node.name
                case syntax.Consult():
                    yield node.table
                case syntax.Total():
                    yield node.property
                case syntax.Against():
                    yield node.what
                case syntax.Pick() | syntax.PickBest() | syntax.Count() | syntax.Each():
                    yield from (node.noun, node.noun.removesuffix("s"))
                case syntax.Score():
                    yield "points"
                case syntax.Draw():
                    yield "hand"
                case syntax.Pay() | syntax.Take():
                    yield "chips"
